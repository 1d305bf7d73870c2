/* build.c: keeping the tree of a textbook search by observing it.
 *
 * The search tells of each node when it enters and leaves it, so nodes come in the order
 * of a walk: parents before their children, and every subtree in one piece. All that is
 * worked out afterwards is therefore a loop up or down the array, never a recursion. */
#include <ariadne/tree.h>

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/stop.h"
#include "tree/grown.h"

typedef struct builder {
    ari_tree *tree;
    int path[ARI_PLY_MAX + 1]; /* the nodes being searched, by ply */
    int last[ARI_PLY_MAX + 1]; /* the last child that each has so far, or -1 */
    ari_node_tally tally[ARI_PLY_MAX + 1]; /* and what its children say of it */
    bool too_many,
        no_memory; /* nothing more is kept; the search's limit of nodes ends it */
} builder;

/* A new node at `ply`, or NULL when there is no room for it. */
static ari_node *add(builder *b, int ply, ari_move move)
{
    ari_tree *tree = b->tree;
    if (b->too_many || b->no_memory)
        return NULL;
    if (tree->count >= tree->job.max_nodes) {
        b->too_many = true;
        return NULL;
    }
    size_t needed = (size_t)tree->count + 1;
    void *nodes = tree->nodes, *states = tree->states;
    ari_allowance *memory = tree->job.search.limits.memory;
    bool grown = ari__charged_grow(memory, &nodes, &tree->node_room, needed,
                                   sizeof *tree->nodes) &&
                 ari__charged_grow(memory, &states, &tree->state_room, needed,
                                   tree->variant->core->state_size);
    tree->nodes = nodes;
    tree->states = states;
    if (!grown) {
        b->no_memory = true;
        return NULL;
    }
    int index = tree->count++, parent = ply ? b->path[ply - 1] : -1;
    tree->nodes[index] = (ari_node){
        .parent = parent, .first = -1, .next = -1, .best = -1, .ply = ply, .move = move};
    if (ply) {
        int *last = &b->last[ply - 1];
        *(*last < 0 ? &tree->nodes[parent].first : &tree->nodes[*last].next) = index;
        *last = index;
    }
    return &tree->nodes[index];
}

static void enter(void *self, const ari_state *state, ari_move move, int ply, int alpha,
                  int beta)
{
    builder *b = self;
    ari_node *node = add(b, ply, move);
    if (!node)
        return;
    ari_tree *tree = b->tree;
    int index = tree->count - 1;
    size_t size = tree->variant->core->state_size;
    memcpy(tree->states + (size_t)index * size, state, size);
    node->turn = (uint8_t)ari_turn(tree->variant, state);
    node->alpha = alpha;
    node->beta = beta;
    b->path[ply] = index;
    b->last[ply] = -1;
    b->tally[ply] = ari_node_tally_begin((ari_side)node->turn);
    tree->deepest = ply > tree->deepest ? ply : tree->deepest;
}

static void leave(void *self, const ari_state *state, int ply, int value, bool finished,
                  bool horizon)
{
    builder *b = self;
    (void)state;
    if (b->too_many || b->no_memory)
        return;
    ari_node *node = &b->tree->nodes[b->path[ply]];
    node->value = value;
    node->kind = finished  ? ARI_NODE_FINISHED
                 : horizon ? ARI_NODE_HORIZON
                           : ARI_NODE_INNER;
    ari_node_tally *tally = &b->tally[ply];
    ari_node_tally_leave(tally, ply ? tally - 1 : NULL, value, finished, horizon);
    node->bound = tally->bound;
    node->estimate = tally->estimate;
}

static void cut(void *self, const ari_state *state, ari_move move, int ply, int value,
                int bound)
{
    builder *b = self;
    (void)state, (void)bound; /* the bound is an end of the parent's window */
    ari_node *node = add(b, ply + 1, move);
    if (!node)
        return;
    const ari_node *parent = &b->tree->nodes[node->parent];
    node->kind = ARI_NODE_CUT;
    node->value = value;
    node->alpha = parent->alpha;
    node->beta = parent->beta;
    node->turn = parent->turn;
    b->tree->cuts++;
    if (!b->tree->job.bestmove) /* which cuts only what cannot be better */
        ari_node_tally_cut(&b->tally[ply]);
}

static void annotate(ari_tree *tree)
{
    ari_node *nodes = tree->nodes;
    for (int i = tree->count - 1; i > 0; i--) {
        ari_node *parent = &nodes[nodes[i].parent];
        if (nodes[i].kind != ARI_NODE_CUT && nodes[i].value == parent->value)
            parent->best = i; /* children come last to first: the first one stays */
    }
    nodes[0].good = nodes[0].main_line = true;
    for (int i = 1; i < tree->count; i++) {
        const ari_node *parent = &nodes[nodes[i].parent];
        uint8_t near = parent->turn == ARI_FIRST ? ARI_BOUND_LEAST : ARI_BOUND_MOST;
        nodes[i].good = nodes[i].value == parent->value && nodes[i].bound & near;
        nodes[i].main_line = parent->main_line && parent->best == i;
    }
}

static ari_status run(const ari_variant *v, const ari_state *s, const ari_tree_job *job,
                      const ari_search_job *search, ari_result *result, ari_error *error)
{
    return (job->bestmove    ? ari_bestmove
            : job->alphabeta ? ari_alphabeta
                             : ari_minimax)(v, s, search, result, error);
}

static void limit_nodes(ari_search_job *search, uint64_t most)
{
    if (search->limits.nodes == 0 || search->limits.nodes > most)
        search->limits.nodes = most;
}

static ari_status build(builder *b, const ari_state *s, ari_error *error)
{
    ari_tree *tree = b->tree;
    const ari_tree_job *job = &tree->job;
    ari_observer observer = {.self = b, .enter = enter, .leave = leave, .cut = cut};
    ari_search_job search = job->search;
    search.observer = &observer;
    uint64_t most = (uint64_t)job->max_nodes;
    limit_nodes(&search, most);
    ari_status status = run(tree->variant, s, job, &search, &tree->result, error);
    if (b->no_memory)
        return ari_fail_allowance(error, job->search.limits.memory, "keeping the tree");
    if (b->too_many || (tree->result.stopped && tree->result.stats.nodes >= most))
        return ari_fail(error, ARI_LIMIT, ARI_NO_OFFSET,
                        "the tree has more than %d nodes; a smaller depth or a higher "
                        "limit is needed",
                        job->max_nodes);
    if (status == ARI_OK && tree->result.stopped && tree->result.stats.ordering > most &&
        !ari__stop_is_set(search.limits.stop))
        return ari_fail(error, ARI_STOPPED, ARI_NO_OFFSET,
                        "finding the best order of the moves takes too many nodes; a "
                        "smaller depth or a higher limit is needed");
    if (status == ARI_OK && tree->result.stopped)
        return ari_fail(error, ARI_STOPPED, ARI_NO_OFFSET,
                        "the search was stopped before the tree was complete");
    return status;
}

static ari_status watch_search(ari_tree *tree, const ari_state *s, ari_error *error)
{
    builder *b = calloc(1, sizeof *b);
    if (!b)
        return ari_fail_memory(error, sizeof *b, "a tree");
    b->tree = tree;
    ari_status status = build(b, s, error);
    free(b);
    if (status == ARI_OK)
        annotate(tree);
    return status;
}

static ari_status check_job(const ari_tree_job *job, ari_error *error)
{
    if (job->max_nodes < 1 || job->max_nodes > ARI_TREE_NODES_MAX)
        return ari_fail(error, ARI_RANGE, ARI_NO_OFFSET,
                        "a tree can have 1 to %d nodes, not %d", ARI_TREE_NODES_MAX,
                        job->max_nodes);
    return ARI_OK;
}

ari_status ari_tree_new(const ari_variant *v, const ari_state *s, const ari_tree_job *job,
                        ari_tree **tree, ari_error *error)
{
    *tree = NULL;
    ari_status status = check_job(job, error);
    if (status != ARI_OK)
        return status;
    ari_tree *t = calloc(1, sizeof *t);
    if (!t)
        return ari_fail_memory(error, sizeof *t, "a tree");
    t->variant = v;
    t->job = *job;
    t->job.search.observer = NULL;
    status = job->mcts ? ari__tree_grow(t, s, error) : watch_search(t, s, error);
    if (status != ARI_OK) {
        ari_tree_free(t);
        return status;
    }
    *tree = t;
    return ARI_OK;
}

void ari_tree_free(ari_tree *tree)
{
    if (!tree)
        return;
    ari_allowance *memory = tree->job.search.limits.memory;
    ari__charged_free(memory, tree->nodes, tree->node_room, sizeof *tree->nodes);
    ari__charged_free(memory, tree->counts, tree->count_room, sizeof *tree->counts);
    ari__charged_free(memory, tree->states, tree->state_room,
                      tree->variant->core->state_size);
    free(tree);
}

ari_state ari_tree_state(const ari_tree *tree, int node)
{
    const ari_node *n = &tree->nodes[node];
    int kept = n->kind == ARI_NODE_CUT ? n->parent : node;
    size_t size = tree->variant->core->state_size;
    ari_state state = {{0}};
    memcpy(&state, tree->states + (size_t)kept * size, size);
    return kept == node ? state : ari_after(tree->variant, &state, n->move);
}

/* ---- how large it would be ---- */

static void count_node(void *self, const ari_state *state, ari_move move, int ply,
                       int alpha, int beta)
{
    (void)state, (void)move, (void)ply, (void)alpha, (void)beta;
    ++*(uint64_t *)self;
}

static void count_cut(void *self, const ari_state *state, ari_move move, int ply,
                      int value, int bound)
{
    (void)state, (void)move, (void)ply, (void)value, (void)bound;
    ++*(uint64_t *)self;
}

/* The largest depth, up to the job's own, whose tree fits. `count` is what the observer
 * of the search counts in. */
static ari_status find_fitting(const ari_variant *v, const ari_state *s,
                               const ari_tree_job *job, ari_search_job *search,
                               uint64_t *count, ari_tree_size *size, ari_error *error)
{
    uint64_t fitting = (uint64_t)job->max_nodes;
    int most = search->limits.depth;
    if (most <= 0 || most >= ARI_PLY_MAX)
        most = ARI_PLY_MAX - 1;
    limit_nodes(search, fitting);
    for (int depth = 1; depth <= most; depth++) {
        ari_result result;
        *count = 0;
        search->limits.depth = depth;
        ari_status status = run(v, s, job, search, &result, error);
        if (status != ARI_OK)
            return status;
        if (result.stopped || *count > fitting)
            break;
        size->fitting_depth = depth;
        size->fitting_nodes = (int)*count;
        if (result.exact)
            break; /* deeper trees are the same */
    }
    return ARI_OK;
}

ari_status ari_tree_measure(const ari_variant *v, const ari_state *s,
                            const ari_tree_job *job, ari_tree_size *size,
                            ari_error *error)
{
    *size = (ari_tree_size){0};
    ari_status status = check_job(job, error);
    if (status != ARI_OK)
        return status;
    uint64_t count = 0;
    ari_observer observer = {.self = &count, .enter = count_node, .cut = count_cut};
    ari_search_job search = job->search;
    search.observer = &observer;
    ari_result result;
    status = run(v, s, job, &search, &result, error);
    if (status != ARI_OK && status != ARI_LIMIT)
        return status; /* a game beyond ARI_PLY_MAX plies has at least what was counted */
    size->nodes = count;
    size->complete = status == ARI_OK && !result.stopped;
    return find_fitting(v, s, job, &search, &count, size, error);
}
