/* mcts.c: the tree of a Monte-Carlo tree search: which child comes next, counting, proving. */
#include <ariadne/mcts.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "search/mcts.h"

/* The constant of UCT: how much is done to try what looks worse. Evaluations are less a matter of chance
 * than games played on. Both were found by matches (docs/strength.md). */
#define TRYING 0.7
#define TRYING_JUDGED 0.3

/* ---- what is proved ---- */

/* Nothing more is to be known: of wins and losses, whose distance is nobody's business here, or when
 * both bounds meet. */
static bool is_settled(const ari_mcts_node *node, bool payoffs)
{
    return node->low >= node->high ||
           (!payoffs && (node->low > ARI_SCORE_MAX || node->high < -ARI_SCORE_MAX));
}

bool ari__mcts_settled(const ari__mcts_run *t, uint32_t node)
{
    return is_settled(&t->tree->nodes[node], t->payoffs);
}

bool ari__mcts_wants_more(const ari__mcts_run *t)
{
    uint64_t most = t->job->rounds;
    return !ari__mcts_settled(t, 0) && (most == 0 || t->tree->rounds < most);
}

bool ari_mcts_proved(const ari_mcts *tree, uint32_t node)
{
    return is_settled(&tree->nodes[node], ari_has(tree->variant, ARI_HAS_PAYOFFS));
}

/* Is there nothing to be gained by visiting it again? What the parent has already is as good. */
static bool is_done(const ari_mcts_node *parent, const ari_mcts_node *child, bool payoffs)
{
    bool hopeless = parent->turn == ARI_FIRST ? child->high <= parent->low
                                              : child->low >= parent->high;
    return hopeless || is_settled(child, payoffs);
}

void ari__mcts_finish(ari__mcts_run *t, uint32_t index, int score)
{
    ari_mcts_node *node = &t->tree->nodes[index];
    node->kind = ARI_MCTS_FINISHED;
    node->low = node->high = node->turn == ARI_FIRST ? score : -score;
}

/* Takes up what the children prove; true if that is something new. The side to move has at least what one
 * child gives it, and at most what the best gives, if there is one for every move that matters. */
static bool prove_from_children(const ari__mcts_run *t, uint32_t index)
{
    const ari_mcts_node *nodes = t->tree->nodes;
    ari_mcts_node *node = &t->tree->nodes[index];
    int sign = node->turn == ARI_FIRST ? 1 : -1;
    int low = -ARI__INFINITE, high = -ARI__INFINITE;
    for (uint32_t c = node->first; c; c = nodes[c].next) {
        int least = sign > 0 ? nodes[c].low : -nodes[c].high;
        int most = sign > 0 ? nodes[c].high : -nodes[c].low;
        low = least > low ? least : low;
        high = most > high ? most : high;
    }
    if (node->kind != ARI_MCTS_ALL)
        high = ARI__INFINITE;
    int *near = sign > 0 ? &node->low : &node->high;
    int *far = sign > 0 ? &node->high : &node->low;
    bool news = low > sign * *near || high < sign * *far;
    if (low > sign * *near)
        *near = sign * low;
    if (high < sign * *far)
        *far = sign * high;
    return news;
}

/* ---- growing ---- */

/* Where the allowance ends the tree is full, and the search goes on; memory that is not to be had ends it. */
static void stop_growing(ari__mcts_run *t, size_t refused)
{
    const ari_allowance *memory = t->tree->memory;
    t->tree->full = true;
    t->no_memory = !memory || memory->refused == refused;
    if (t->no_memory)
        ari__ticker_stop(&t->tick);
}

uint32_t ari__mcts_add(ari__mcts_run *t, uint32_t parent, ari_move move)
{
    ari_mcts *tree = t->tree;
    void *nodes = tree->nodes;
    size_t refused = tree->memory ? tree->memory->refused : 0;
    if (tree->count == UINT32_MAX) {
        tree->full = true;
        return 0;
    }
    if (!ari__charged_grow(tree->memory, &nodes, &tree->room, tree->count + 1,
                           sizeof *tree->nodes)) {
        stop_growing(t, refused);
        return 0;
    }
    tree->nodes = nodes;
    uint32_t index = (uint32_t)tree->count++;
    tree->nodes[index] =
        (ari_mcts_node){.move = move, .low = -ARI__INFINITE, .high = ARI__INFINITE};
    if (index > 0) {
        tree->nodes[index].next = tree->nodes[parent].first;
        tree->nodes[parent].first = index;
    }
    return index;
}

void ari__mcts_mark_children(ari__mcts_run *t, uint32_t index)
{
    const ari_mcts_node *nodes = t->tree->nodes;
    for (uint32_t c = nodes[index].first; c; c = nodes[c].next)
        t->marks[nodes[c].move / 64] ^= (uint64_t)1 << nodes[c].move % 64;
}

bool ari__mcts_may_open(const ari__mcts_run *t, uint32_t index)
{
    uint8_t kind = t->tree->nodes[index].kind;
    return !t->tree->full && (kind == ARI_MCTS_SOME || kind == ARI_MCTS_MORE);
}

/* ---- where to go ---- */

/* How far results are apart: what is to be gained by trying has their scale. */
static double spread(const ari__mcts_run *t)
{
    const ari_mcts_node *root = t->tree->nodes;
    if (!t->payoffs || root->visits < 2)
        return 1;
    double mean = root->sum / root->visits;
    double variance = t->squares / root->visits - mean * mean;
    return variance > 0.25 ? sqrt(variance) : 0.5;
}

/* The mean of the results for the first player, within what is proved. */
static double value_of(const ari_mcts_node *node, bool payoffs)
{
    double mean = node->visits ? node->sum / node->visits : 0;
    int low = node->low, high = node->high;
    if (!payoffs) {
        low = low > ARI_SCORE_MAX ? 1 : low < 0 ? -1 : 0;
        high = high < -ARI_SCORE_MAX ? -1 : high > 0 ? 1 : 0;
    }
    return mean < low ? low : mean > high ? high : mean;
}

double ari_mcts_value(const ari_mcts *tree, uint32_t node)
{
    return value_of(&tree->nodes[node], ari_has(tree->variant, ARI_HAS_PAYOFFS));
}

/* The natural logarithm, by straight lines between powers of two: near enough, and the same on every
 * machine, as that of a library is not. */
static double logarithm(uint32_t n)
{
    int whole = 31 - __builtin_clz(n);
    return 0.6931471805599453 * (whole + (double)(n - (1u << whole)) / (1u << whole));
}

/* Upper confidence bounds for trees. Children that have not been visited come first. */
static double urgency(const ari_mcts_node *child, bool first, bool payoffs, double trying)
{
    if (child->visits == 0)
        return INFINITY;
    double value = value_of(child, payoffs);
    return (first ? value : -value) + trying / sqrt(child->visits);
}

uint32_t ari__mcts_select(ari__mcts_run *t, uint32_t index)
{
    const ari_mcts_node *nodes = t->tree->nodes;
    ari_mcts_node *node = &t->tree->nodes[index];
    uint32_t best = 0;
    double most = -INFINITY;
    double trying = t->trying * spread(t) * sqrt(logarithm(node->visits));
    if (ari__mcts_may_open(t, index))
        return 0;
    for (uint32_t c = node->first; c; c = nodes[c].next) {
        if (is_done(node, &nodes[c], t->payoffs))
            continue;
        double value = urgency(&nodes[c], node->turn == ARI_FIRST, t->payoffs, trying);
        if (value > most) {
            most = value;
            best = c;
        }
    }
    if (!best && node->kind == ARI_MCTS_CANDIDATES) /* none of them will do */
        node->kind = ARI_MCTS_MORE;
    return best;
}

void ari__mcts_begin_round(ari__mcts_run *t)
{
    t->path[0] = 0;
    t->length = 1;
    t->playout_length = 0;
}

void ari__mcts_count(ari__mcts_run *t, double value)
{
    ari_mcts *tree = t->tree;
    ARI_ASSERT(t->length > 0);
    uint32_t last = t->path[t->length - 1];
    bool opened = tree->nodes[last].visits == 0;
    bool news = true;
    t->squares += value * value;
    for (int i = t->length - 1; i >= 0; i--) {
        ari_mcts_node *node = &tree->nodes[t->path[i]];
        node->visits++;
        node->sum += value;
        if (i < t->length - 1 && news)
            news = prove_from_children(t, t->path[i]);
    }
    tree->rounds++;
    if (t->length - 1 > t->deepest)
        t->deepest = t->length - 1;
    if (tree->nodes[0].visits == UINT32_MAX) /* nobody waits for that */
        ari__ticker_stop(&t->tick);
    const ari_mcts_observer *observer = t->job->observer;
    if (!observer)
        return;
    const ari_mcts_round round = {.path = t->path,
                                  .path_length = t->length,
                                  .opened = opened,
                                  .playout = t->playout,
                                  .playout_length = t->playout_length,
                                  .value = value};
    observer->round(observer->self, tree, &round);
}

/* ---- what comes of it ---- */

/* Where a child stands among its siblings. */
typedef struct rank {
    int group;
    double within, then;
} rank;

static bool is_before(const rank *a, const rank *b)
{
    if (a->group != b->group)
        return a->group > b->group;
    return a->within != b->within ? a->within > b->within : a->then > b->then;
}

/* What is proved to win comes first, what is proved to lose last, each by its distance; between them
 * what is still visited, by visits. What is not, because it is known well enough, comes before those
 * if it is worth as much as the first of them is thought to be, and else behind. */
static rank rank_of(const ari_mcts *tree, const ari_mcts_node *parent, uint32_t child,
                    double best)
{
    bool payoffs = ari_has(tree->variant, ARI_HAS_PAYOFFS);
    const ari_mcts_node *c = &tree->nodes[child];
    bool first = parent->turn == ARI_FIRST;
    int low = first ? c->low : -c->high, high = first ? c->high : -c->low;
    double value = ari_mcts_value(tree, child);
    value = first ? value : -value;
    if (!payoffs && low > ARI_SCORE_MAX)
        return (rank){2, low, 0};
    if (!payoffs && high < -ARI_SCORE_MAX)
        return (rank){-2, high, 0};
    if (is_done(parent, c, payoffs))
        return (rank){value >= best ? 1 : -1, value, low};
    return (rank){0, c->visits, value};
}

/* What the child with the most visits, of those that are still visited, is thought to be worth to
 * the side to move. */
static double best_estimate(const ari_mcts *tree, const ari_mcts_node *parent)
{
    bool payoffs = ari_has(tree->variant, ARI_HAS_PAYOFFS);
    uint32_t most = 0;
    double best = -INFINITY;
    for (uint32_t c = parent->first; c; c = tree->nodes[c].next)
        if (tree->nodes[c].visits > most && !is_done(parent, &tree->nodes[c], payoffs)) {
            most = tree->nodes[c].visits;
            best = ari_mcts_value(tree, c);
            best = parent->turn == ARI_FIRST ? best : -best;
        }
    return best;
}

int ari_mcts_ranked(const ari_mcts *tree, uint32_t index, uint32_t *children)
{
    const ari_mcts_node *parent = &tree->nodes[index];
    double best = best_estimate(tree, parent);
    int count = 0;
    for (uint32_t c = parent->first; c; c = tree->nodes[c].next) {
        rank mine = rank_of(tree, parent, c, best);
        int place = count++;
        for (; place > 0; place--) {
            rank other = rank_of(tree, parent, children[place - 1], best);
            if (is_before(&other, &mine))
                break;
            children[place] = children[place - 1];
        }
        children[place] = c;
    }
    return count;
}

uint32_t ari_mcts_best(const ari_mcts *tree, uint32_t index)
{
    const ari_mcts_node *parent = &tree->nodes[index];
    double best = best_estimate(tree, parent);
    uint32_t first = parent->first;
    for (uint32_t c = first; c; c = tree->nodes[c].next) {
        rank mine = rank_of(tree, parent, c, best),
             other = rank_of(tree, parent, first, best);
        if (!is_before(&other, &mine))
            first = c;
    }
    return first;
}

/* ---- a search ---- */

static bool make_keys(ari__mcts_run *t, const ari_state *s)
{
    const ari_variant *v = t->tree->variant;
    const ari_record *record = t->job->record;
    bool known = record && ari_state_equal(v, &record->end, s);
    t->past = known ? record->count : 0;
    t->keys = malloc(((size_t)t->past + ARI_PLY_MAX + 1) * sizeof *t->keys);
    if (!t->keys)
        return false;
    ari_state at = known ? record->start : *s;
    for (int i = 0; i < t->past; i++) {
        t->keys[i] = ari_mix(v->core->key(v->rules, &at));
        at = ari_after(v, &at, record->moves[i]);
    }
    return true;
}

static ari_status begin(ari__mcts_run *t, const ari_state *s, ari_error *error)
{
    ari_mcts *tree = t->tree;
    const ari_variant *v = tree->variant;
    t->payoffs = ari_has(v, ARI_HAS_PAYOFFS);
    t->random = ari_random_seeded(t->job->seed);
    t->trying = t->job->eval.which == ARI_EVAL_NEUTRAL ? TRYING : TRYING_JUDGED;
    t->list = malloc((size_t)v->core->max_moves * sizeof *t->list);
    if (!t->list || (ari_has(v, ARI_HAS_CYCLES) && !make_keys(t, s)))
        return ari_fail_memory(error, sizeof *t, "a tree search");
    ari__ticker_start(&t->tick, &t->job->limits);
    ari__mcts_add(t, 0, ARI_NO_MOVE);
    return tree->full ? ari_fail_allowance(error, tree->memory, "the tree of the search")
                      : ARI_OK;
}

/* The best line, as far as there are visits or proofs that tell. */
static void take_line(const ari_mcts *tree, ari_result *result)
{
    uint32_t node = ari_mcts_best(tree, 0);
    for (; node && result->line_length < ARI_LINE_MAX; node = ari_mcts_best(tree, node))
        result->line[result->line_length++] = tree->nodes[node].move;
}

static void conclude(const ari__mcts_run *t, const ari_state *s)
{
    ari_mcts *tree = t->tree;
    const ari_variant *v = tree->variant;
    const ari_mcts_node *root = tree->nodes;
    bool first = ari_turn(v, s) == ARI_FIRST;
    double value = first ? ari_mcts_value(tree, 0) : -ari_mcts_value(tree, 0);
    ari_result *result = &tree->result;
    result->best = ARI_NO_MOVE;
    result->low = first ? root->low : -root->high;
    result->high = first ? root->high : -root->low;
    result->exact = ari__mcts_settled(t, 0);
    result->stopped = t->tick.stopped || !result->exact;
    result->depth = t->deepest;
    result->score = (int)lround(t->payoffs      ? value
                                : result->exact ? value * ARI_WIN
                                                : value * 1000);
    result->stats = (ari_stats){.nodes = ari__ticker_nodes(&t->tick),
                                .deepest = t->deepest,
                                .seconds = ari_seconds() - t->tick.start};
    take_line(tree, result);
    if (result->line_length > 0)
        result->best = result->line[0];
    else if (ari_outcome(v, s) == ARI_ON) { /* stopped before there was one */
        ari_moves(v, s, t->list);
        result->best = result->line[0] = t->list[0];
        result->line_length = 1;
    }
}

static ari_status search(ari__mcts_run *t, const ari_state *s, ari_error *error)
{
    ari_status status = begin(t, s, error);
    if (status != ARI_OK)
        return status;
    ari__searches(t->tree->variant)->mcts(t, s);
    if (t->no_memory)
        return ari_fail_memory(error, t->tree->room * sizeof *t->tree->nodes,
                               "the tree of the search");
    conclude(t, s);
    return ARI_OK;
}

ari_status ari_mcts_search(const ari_variant *v, const ari_state *s,
                           const ari_mcts_job *job, ari_mcts **result, ari_error *error)
{
    *result = NULL;
    ari_mcts *tree = calloc(1, sizeof *tree);
    ari__mcts_run *t = calloc(1, sizeof *t);
    if (!tree || !t) {
        free(tree);
        free(t);
        return ari_fail_memory(error, sizeof *tree + sizeof *t, "a tree search");
    }
    tree->variant = v;
    tree->memory = job->limits.memory;
    t->tree = tree;
    t->job = job;
    ari_status status = search(t, s, error);
    free(t->list);
    free(t->keys);
    free(t);
    if (status == ARI_OK)
        *result = tree;
    else
        ari_mcts_free(tree);
    return status;
}

void ari_mcts_free(ari_mcts *tree)
{
    if (!tree)
        return;
    ari__charged_free(tree->memory, tree->nodes, tree->room, sizeof *tree->nodes);
    free(tree);
}
