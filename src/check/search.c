/* search.c: topics about searches: lines of play, depth limits, the two instances. */
#include "check/context.h"

#include <stdio.h>
#include <stdlib.h>

#include <ariadne/engine.h>
#include <ariadne/mcts.h>

/* ---- lines of play ---- */

#define PERFT_MOST 10000 /* positions visited for one count */

static uint64_t count_lines(ari__check_reference *r, const ari_state *s, int depth)
{
    if (depth == 0)
        return 1;
    if (ari_outcome(r->v, s) != ARI_ON)
        return 0;
    ari_move *list = r->lists + (size_t)depth * (size_t)r->v->core->max_moves;
    int count = ari_moves(r->v, s, list);
    uint64_t lines = 0;
    r->nodes += (uint64_t)count;
    for (int i = 0; i < count && r->nodes <= r->most; i++) {
        ari_state next = ari_after(r->v, s, list[i]);
        lines += count_lines(r, &next, depth - 1);
    }
    return lines;
}

static bool check_perft(ari__check *c, ari__check_reference *r, const ari_state *s)
{
    for (int depth = 0; depth <= 12; depth++) {
        r->nodes = 0;
        r->most = PERFT_MOST;
        uint64_t expected = count_lines(r, s, depth), counted[2];
        c->work += r->nodes;
        if (r->nodes > r->most)
            return true;
        const ari_variant *variants[2] = {c->v, c->any};
        for (int i = 0; i < 2; i++) {
            ari_status status =
                ari_perft(variants[i], s, depth, c->how->stop, &counted[i], c->error);
            c->work += r->nodes;
            if (status != ARI_OK)
                return ari__check_give_up(c, status);
            if (counted[i] != expected)
                return ari__check_fail(c, s,
                                       "perft counts %llu lines of %d plies %s"
                                       ", but there are %llu",
                                       (unsigned long long)counted[i], depth,
                                       i ? "through the core" : "compiled",
                                       (unsigned long long)expected);
        }
        if (!ari__check_passed(c))
            return false;
        if (r->nodes > r->most / 10) /* the next will be too many */
            return true;
    }
    return true;
}

bool ari__check_perft(ari__check *c)
{
    ari__check_reference r;
    bool ok = ari__check_reference_new(c, &r) && check_perft(c, &r, &c->v->start);
    for (int i = 0; ok && i < c->sample_count / 16 && !ari__check_enough(c); i++)
        ok = check_perft(c, &r, &c->sample[i]);
    ari__check_reference_free(&r);
    return ok;
}

/* ---- depth limits ---- */

#define LIMITED_MOST 1000 /* positions visited by one search */

/* One of the evaluations, with parameters anywhere within their limits. */
static ari_eval random_eval(ari__check *c)
{
    const ari_eval_info *evals = c->v->core->evals;
    int count = 0;
    while (evals && evals[count].name)
        count++;
    ari_eval eval = {.which = (int)ari_random_below(&c->random, (uint32_t)count + 2) - 2,
                     .seed = ari_random_next(&c->random)};
    const ari_option *params = evals && eval.which >= 0 ? evals[eval.which].params : NULL;
    for (int i = 0; params && params[i].name; i++)
        eval.params[i] =
            (int)(params[i].min +
                  ari_random_below(&c->random,
                                   (uint32_t)(params[i].max - params[i].min + 1)));
    return eval;
}

static void count_enter(void *self, const ari_state *state, ari_move move, int ply,
                        int alpha, int beta)
{
    (void)state, (void)move, (void)ply, (void)alpha, (void)beta;
    ++*(uint64_t *)self;
}

/* Alpha-beta in every order, usual and strict, and watched, against minimax. */
static bool check_alphabeta(ari__check *c, const ari_state *s, ari_search_job *search,
                            const ari_result *minimax)
{
    for (int i = ARI_ORDER_FIRST; i <= ARI_ORDER_CENTRE; i++) {
        ari_result result, watched;
        uint64_t entered = 0;
        ari_observer observer = {.self = &entered, .enter = count_enter};
        search->order = (ari_order)i;
        search->strict = ari_random_below(&c->random, 2);
        search->observer = NULL;
        ari_status status = ari_alphabeta(c->v, s, search, &result, c->error);
        search->observer = &observer;
        if (status == ARI_OK)
            status = ari_alphabeta(c->v, s, search, &watched, c->error);
        search->observer = NULL;
        if (status != ARI_OK)
            return ari__check_give_up(c, status);
        c->work += result.stats.nodes + watched.stats.nodes;
        if (result.score != minimax->score)
            return ari__check_fail(
                c, s,
                "at depth %d with the evaluation %s minimax finds %d, but "
                "alpha-beta in the order %s finds %d",
                search->limits.depth, ari_eval_name(c->v, &search->eval), minimax->score,
                ari_order_name(search->order), result.score);
        if (i == ARI_ORDER_FIRST && result.stats.nodes > minimax->stats.nodes)
            return ari__check_fail(c, s, "alpha-beta visits more positions than minimax");
        if (entered != result.stats.nodes || watched.score != result.score)
            return ari__check_fail(
                c, s,
                "alpha-beta visits %llu positions, but %llu when it is "
                "watched",
                (unsigned long long)result.stats.nodes, (unsigned long long)entered);
    }
    return true;
}

static bool check_depth(ari__check *c, ari__check_reference *r, const ari_state *s,
                        int depth)
{
    ari_search_job search = {.limits = {.depth = depth},
                             .eval = random_eval(c),
                             .seed = ari_random_next(&c->random)};
    bool random =
        search.eval.which == ARI_EVAL_RANDOM; /* its scores are the searches' own */
    const ari_eval neutral = {.which = ARI_EVAL_NEUTRAL};
    r->eval = random ? &neutral : &search.eval;
    r->most = LIMITED_MOST;
    int expected = ari__check_value(r, s, depth);
    c->work += r->nodes;
    if (r->gave_up)
        return true;
    ari_result result;
    ari_status status = ari_minimax(c->v, s, &search, &result, c->error);
    if (status != ARI_OK)
        return ari__check_give_up(c, status);
    c->work += result.stats.nodes;
    if (result.stats.nodes != r->nodes)
        return ari__check_fail(c, s, "minimax to depth %d visits %llu positions of %llu",
                               depth, (unsigned long long)result.stats.nodes,
                               (unsigned long long)r->nodes);
    if (!random && result.score != expected)
        return ari__check_fail(
            c, s,
            "at depth %d with the evaluation %s minimax finds %d, but it "
            "is %d",
            depth, ari_eval_name(c->v, &search.eval), result.score, expected);
    return check_alphabeta(c, s, &search, &result) && ari__check_passed(c);
}

bool ari__check_limited(ari__check *c)
{
    ari__check_reference r;
    bool ok = ari__check_reference_new(c, &r);
    for (int i = 0; ok && i < (c->sample_count + 1) / 2 && !ari__check_enough(c); i++) {
        r.gave_up = false;
        for (int depth = 1; ok && depth <= 6 && !r.gave_up; depth++)
            ok = check_depth(c, &r, &c->sample[i], depth);
    }
    ari__check_reference_free(&r);
    return ok;
}

/* ---- two instances ---- */

#define INSTANCE_MOST 600         /* nodes of one search */
#define ORDERED_MOST 100          /* with the best moves first */
#define INSTANCE_TABLE (64 << 10) /* bytes: small enough that entries are replaced */

typedef struct instances {
    const ari_variant *variants[2]; /* compiled, through the core */
    ari_engine *engines[2];
} instances;

/* Is everything the same that does not depend on the clock? */
static bool same_result(const ari_result *a, const ari_result *b)
{
    return a->best == b->best && a->score == b->score && a->exact == b->exact &&
           a->stopped == b->stopped && a->depth == b->depth &&
           a->line_length == b->line_length &&
           memcmp(a->line, b->line, (size_t)a->line_length * sizeof(ari_move)) == 0 &&
           a->stats.nodes == b->stats.nodes && a->stats.leaves == b->stats.leaves &&
           a->stats.cutoffs == b->stats.cutoffs && a->stats.calls == b->stats.calls &&
           a->stats.states == b->stats.states &&
           a->stats.table_hits == b->stats.table_hits &&
           a->stats.deepest == b->stats.deepest;
}

typedef enum method {
    MINIMAX,
    ALPHABETA_FIRST,
    ALPHABETA_LAST,
    ALPHABETA_BEST,
    ALPHABETA_RANDOM,
    ALPHABETA_CENTRE,
    BESTMOVE,
    MEMO_PLAIN,
    MEMO_STATES,
    MEMO_CANONICAL,
    ENGINE_SEARCH,
    ENGINE_SOLVE,
    TREE_SEARCH,
    METHODS
} method;

static const char *const method_names[METHODS] = {
    "minimax",
    "alpha-beta in the order first",
    "alpha-beta in the order last",
    "alpha-beta in the order best",
    "alpha-beta in the order random",
    "alpha-beta in the order centre",
    "find-best-move",
    "the plain recursion",
    "the memoised recursion",
    "the recursion over canonical states",
    "the engine's search",
    "the engine's solving",
    "the tree search",
};

/* Judged by the evaluation, and by games played on. */
static ari_status search_tree(const ari_variant *v, const ari_state *s,
                              const ari_search_job *search, ari_result *result,
                              ari_error *error)
{
    const ari_mcts_job job = {
        .limits = search->limits, .eval = search->eval, .seed = search->seed};
    ari_mcts *tree;
    ari_status status = ari_mcts_search(v, s, &job, &tree, error);
    if (status == ARI_OK)
        *result = tree->result;
    if (status == ARI_OK)
        ari_mcts_free(tree);
    return status;
}

static ari_status run(const instances *both, int which, method how, const ari_state *s,
                      const ari_search_job *search, ari_result *result, ari_error *error)
{
    const ari_variant *v = both->variants[which];
    ari_search_job ordered = *search;
    const ari_engine_job job = {.limits = search->limits, .eval = search->eval};
    *result = (ari_result){.best = ARI_NO_MOVE};
    switch (how) {
    case MINIMAX:
        return ari_minimax(v, s, search, result, error);
    case ALPHABETA_FIRST:
    case ALPHABETA_LAST:
    case ALPHABETA_BEST:
    case ALPHABETA_RANDOM:
    case ALPHABETA_CENTRE:
        ordered.order = (ari_order)(how - ALPHABETA_FIRST);
        if (how == ALPHABETA_BEST) /* which costs far more than it counts */
            ordered.limits.nodes = ORDERED_MOST;
        return ari_alphabeta(v, s, &ordered, result, error);
    case BESTMOVE:
        return ari_bestmove(v, s, search, result, error);
    case MEMO_PLAIN:
    case MEMO_STATES:
    case MEMO_CANONICAL:
        return ari_memo(v, s, (ari_memo_mode)(how - MEMO_PLAIN), &search->limits, result,
                        error);
    case ENGINE_SEARCH:
        return ari_engine_search(both->engines[which], s, &job, result, error);
    case ENGINE_SOLVE:
        return ari_engine_solve(both->engines[which], s, &job, -ARI_WIN, ARI_WIN, result,
                                error);
    case TREE_SEARCH:
        return search_tree(v, s, search, result, error);
    case METHODS:
        break;
    }
    return ARI_BROKEN;
}

static bool compare_instances(ari__check *c, const instances *both, const ari_state *s,
                              const ari_search_job *search)
{
    for (int how = 0; how < METHODS; how++) {
        ari_result results[2];
        ari_status status[2];
        for (int i = 0; i < 2; i++) {
            status[i] = run(both, i, (method)how, s, search, &results[i], c->error);
            if (status[i] != ARI_OK && status[i] != ARI_LIMIT)
                return ari__check_give_up(c, status[i]);
            c->work += results[i].stats.nodes;
        }
        if (status[0] != status[1] || !same_result(&results[0], &results[1]))
            return ari__check_fail(
                c, s,
                "%s visits %llu positions when compiled for the game, but "
                "%llu through the core, or they differ "
                "otherwise (depth %d, evaluation %s)",
                method_names[how], (unsigned long long)results[0].stats.nodes,
                (unsigned long long)results[1].stats.nodes, search->limits.depth,
                ari_eval_name(c->v, &search->eval));
        if (!ari__check_passed(c))
            return false;
    }
    return true;
}

bool ari__check_instances(ari__check *c)
{
    if (!c->v->core->compiled)
        return true;
    instances both = {.variants = {c->v, c->any}};
    ari_status status = ARI_OK;
    for (int i = 0; i < 2 && status == ARI_OK; i++)
        status =
            ari_engine_new(both.variants[i], INSTANCE_TABLE, &both.engines[i], c->error);
    bool ok = status == ARI_OK || ari__check_give_up(c, status);
    for (int i = 0; ok && i < (c->sample_count + 3) / 4 && !ari__check_enough(c); i++) {
        ari_search_job search = {.limits = {.nodes = INSTANCE_MOST},
                                 .eval = random_eval(c),
                                 .seed = ari_random_next(&c->random)};
        search.limits.depth = (int)ari_random_below(&c->random, 6); /* 0: no limit */
        ok = compare_instances(c, &both, &c->sample[i], &search);
    }
    ari_engine_free(both.engines[0]);
    ari_engine_free(both.engines[1]);
    return ok;
}
