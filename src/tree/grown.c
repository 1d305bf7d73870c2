/* grown.c: keeping the tree of a Monte-Carlo tree search.
 *
 * The search numbers its nodes as it makes them. Here they stand in the order of a walk, as those of
 * other trees do, the children of a node as they would be played, and each with its position. */
#include "tree/grown.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/stop.h"

/* A node that is still to be taken up: its number in the search, and its parent's here. */
typedef struct waiting {
    uint32_t node;
    int parent;
} waiting;

typedef struct walk {
    const ari_mcts *from;
    ari_tree *tree;
    waiting *stack; /* the next one last */
    size_t room;
    int waiting;
    int last[ARI_PLY_MAX + 2]; /* the last node that was taken up, by ply */
    uint32_t children[ARI_MOVES_MAX];
} walk;

static uint8_t kind_of(const ari_mcts_node *node, bool over)
{
    if (over)
        return ARI_NODE_FINISHED;
    if (node->kind == ARI_MCTS_REPEATED)
        return ARI_NODE_REPEATED;
    return node->first ? ARI_NODE_INNER : ARI_NODE_LEAF;
}

static void keep_count(const walk *w, uint32_t node, ari_node_count *count)
{
    const ari_mcts_node *n = &w->from->nodes[node];
    *count = (ari_node_count){.visits = n->visits,
                              .proved = ari_mcts_proved(w->from, node),
                              .mean = ari_mcts_value(w->from, node),
                              .low = n->low,
                              .high = n->high};
}

/* A win or loss of which only the result is proved is counted as the one that is proved to be there. */
static int value_of(const walk *w, const ari_node_count *count)
{
    if (count->proved)
        return count->low > ARI_SCORE_MAX ? count->low : count->high;
    bool payoffs = ari_has(w->tree->variant, ARI_HAS_PAYOFFS);
    return (int)lround(count->mean * (payoffs ? 1 : 1000));
}

static void keep_state(ari_tree *tree, int index, int parent, ari_move move)
{
    size_t size = tree->variant->core->state_size;
    ari_state state = ari_tree_state(tree, parent);
    state = ari_after(tree->variant, &state, move);
    memcpy(tree->states + (size_t)index * size, &state, size);
}

static void link_node(walk *w, int index, int ply)
{
    ari_node *nodes = w->tree->nodes, *parent = &nodes[nodes[index].parent];
    if (parent->first < 0)
        parent->first = parent->best = index;
    else
        nodes[w->last[ply]].next = index;
}

static void take_up(walk *w, uint32_t node, int parent)
{
    ari_tree *tree = w->tree;
    const ari_mcts_node *from = &w->from->nodes[node];
    int index = tree->count++, ply = parent < 0 ? 0 : tree->nodes[parent].ply + 1;
    if (parent >= 0)
        keep_state(tree, index, parent, from->move);
    keep_count(w, node, &tree->counts[index]);
    const ari_state state = ari_tree_state(tree, index);
    bool over = ari_outcome(tree->variant, &state) != ARI_ON;
    ari_node *n = &tree->nodes[index];
    *n = (ari_node){.parent = parent,
                    .first = -1,
                    .next = -1,
                    .best = -1,
                    .ply = ply,
                    .move = from->move,
                    .value = value_of(w, &tree->counts[index]),
                    .turn = (uint8_t)ari_turn(tree->variant, &state),
                    .kind = kind_of(from, over),
                    .estimate = !tree->counts[index].proved};
    if (parent >= 0)
        link_node(w, index, ply);
    n->good = parent < 0 || tree->nodes[parent].first == index;
    n->main_line = n->good && (parent < 0 || tree->nodes[parent].main_line);
    w->last[ply] = index;
    tree->deepest = ply > tree->deepest ? ply : tree->deepest;
    int children = ari_mcts_ranked(w->from, node, w->children);
    while (children > 0)
        w->stack[w->waiting++] = (waiting){w->children[--children], index};
}

static bool make_room(walk *w)
{
    ari_tree *tree = w->tree;
    size_t count = w->from->count;
    ari_allowance *memory = tree->job.search.limits.memory;
    void *nodes = NULL, *counts = NULL, *states = NULL, *stack = NULL;
    bool made =
        ari__charged_grow(memory, &nodes, &tree->node_room, count, sizeof *tree->nodes) &&
        ari__charged_grow(memory, &counts, &tree->count_room, count,
                          sizeof *tree->counts) &&
        ari__charged_grow(memory, &states, &tree->state_room, count,
                          tree->variant->core->state_size) &&
        ari__charged_grow(memory, &stack, &w->room, count, sizeof *w->stack);
    tree->nodes = nodes;
    tree->counts = counts;
    tree->states = states;
    w->stack = stack;
    return made;
}

static ari_status keep(walk *w, const ari_state *s, ari_error *error)
{
    ari_tree *tree = w->tree;
    ari_allowance *memory = tree->job.search.limits.memory;
    bool made = make_room(w);
    if (made) {
        memcpy(tree->states, s, tree->variant->core->state_size);
        w->stack[w->waiting++] = (waiting){0, -1};
    }
    while (w->waiting > 0) {
        waiting next = w->stack[--w->waiting];
        take_up(w, next.node, next.parent);
    }
    ari__charged_free(memory, w->stack, w->room, sizeof *w->stack);
    return made ? ARI_OK : ari_fail_allowance(error, memory, "keeping the tree");
}

static ari_status check_size(const ari_tree *tree, const ari_mcts *from, ari_error *error)
{
    if (from->count <= (size_t)tree->job.max_nodes)
        return ARI_OK;
    return ari_fail(error, ARI_LIMIT, ARI_NO_OFFSET,
                    "the tree has %zu nodes, and %d are allowed; fewer rounds, or more "
                    "nodes, are needed",
                    from->count, tree->job.max_nodes);
}

ari_status ari__tree_grow(ari_tree *tree, const ari_state *s, ari_error *error)
{
    const ari_tree_job *job = &tree->job;
    const ari_mcts_job mcts = {.limits = job->search.limits,
                               .rounds = job->rounds,
                               .eval = job->search.eval,
                               .seed = job->search.seed,
                               .record = job->record};
    ari_mcts *from;
    ari_status status = ari_mcts_search(tree->variant, s, &mcts, &from, error);
    if (status != ARI_OK)
        return status;
    tree->result = from->result;
    tree->full = from->full;
    walk *w = calloc(1, sizeof *w);
    if (!w)
        status = ari_fail_memory(error, sizeof *w, "a tree");
    else if (ari__stop_is_set(job->search.limits.stop))
        status = ari_fail(error, ARI_STOPPED, ARI_NO_OFFSET,
                          "the search was stopped before the tree was complete");
    else
        status = check_size(tree, from, error);
    if (status == ARI_OK) {
        w->from = from;
        w->tree = tree;
        status = keep(w, s, error);
    }
    free(w);
    ari_mcts_free(from);
    return status;
}
