/* graph.c: all states that can follow, each once, with their values.
 *
 * States are met breadth first. They cannot form a circle, though merged ones are no longer those of one game: if a
 * state led to one that is the same by symmetry, the same moves, mirrored, would lead on for ever, and the games here
 * end. So there is an order in which every edge leads forwards; layers are found along it, and values back. */
#include <ariadne/graph.h>

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/memory.h"
#include "base/ticker.h"

typedef struct builder {
    ari_graph *graph;
    int max_nodes;
    uint32_t *slots;   /* the number of a node plus 1, or 0 */
    size_t slot_count; /* a power of two */
    int (*last)
        [2]; /* by node: the last edge that led there, by whether it lets one move again */
    size_t last_room;
    int *ways,
        *order; /* edges to a node that are still to come; nodes, every edge leading forwards */
    size_t way_room, order_room;
    ari_move *moves;
} builder;

/* ---- states ---- */

ari_state ari_graph_merged(const ari_variant *v, const ari_state *s)
{
    ari_state first = *s, same;
    if (v->core->as_first)
        v->core->as_first(v->rules, s, &first);
    same = first;
    if (v->core->canonical)
        v->core->canonical(v->rules, &first, &same);
    /* Games promise it of positions that are not over; an end that is another stays as it is. */
    return ari_outcome(v, &same) == ari_outcome(v, s) ? same : *s;
}

ari_state ari_graph_state(const ari_graph *graph, int node)
{
    ari_state state = {{0}};
    size_t size = graph->variant->core->state_size;
    memcpy(&state, graph->states + (size_t)node * size, size);
    return state;
}

/* The slot that holds the state, or where it belongs. */
static size_t slot_of(const builder *b, const void *state)
{
    size_t size = b->graph->variant->core->state_size, mask = b->slot_count - 1;
    size_t slot = ari__hash_bytes(state, size) & mask;
    while (b->slots[slot] &&
           memcmp(b->graph->states + (b->slots[slot] - 1) * size, state, size) != 0)
        slot = (slot + 1) & mask;
    return slot;
}

/* Twice as many slots when half of them are taken. */
static bool more_slots(builder *b)
{
    ari_graph *g = b->graph;
    if (2 * (size_t)g->count < b->slot_count)
        return true;
    size_t room = 0, wanted = b->slot_count ? 2 * b->slot_count : 64;
    void *slots = NULL;
    if (!ari__charged_resize(g->memory, &slots, &room, wanted, sizeof *b->slots))
        return false;
    ari__charged_free(g->memory, b->slots, b->slot_count, sizeof *b->slots);
    b->slots = slots;
    b->slot_count = wanted;
    for (int i = 0; i < g->count; i++) {
        ari_state state = ari_graph_state(g, i);
        b->slots[slot_of(b, &state)] = (uint32_t)i + 1;
    }
    return true;
}

static bool grow(builder *b, void *array, size_t *room, int needed, size_t item)
{
    void *items;
    memcpy(&items, array, sizeof items);
    bool grown = ari__charged_grow(b->graph->memory, &items, room, (size_t)needed, item);
    memcpy(array, &items, sizeof items);
    return grown;
}

static ari_status no_memory(const builder *b, ari_error *error)
{
    return ari_fail_allowance(error, b->graph->memory, "keeping the graph");
}

/* The node of a merged state, made if there is none. */
static ari_status node_of(builder *b, const ari_state *state, int *node, ari_error *error)
{
    ari_graph *g = b->graph;
    size_t size = g->variant->core->state_size;
    if (!more_slots(b))
        return no_memory(b, error);
    size_t slot = slot_of(b, state);
    *node = (int)b->slots[slot] - 1;
    if (*node >= 0)
        return ARI_OK;
    if (g->count >= b->max_nodes)
        return ari_fail(
            error, ARI_LIMIT, ARI_NO_OFFSET,
            "the graph has more than %d states; a position nearer to the end, or "
            "a higher limit, is needed",
            b->max_nodes);
    int count = g->count + 1;
    if (!grow(b, &g->nodes, &g->node_room, count, sizeof *g->nodes) ||
        !grow(b, &g->states, &g->state_room, count, size) ||
        !grow(b, &b->last, &b->last_room, count, sizeof *b->last))
        return no_memory(b, error);
    *node = g->count++;
    g->nodes[*node] = (ari_graph_node){0};
    memcpy(g->states + (size_t)*node * size, state, size);
    b->last[*node][0] = b->last[*node][1] = -1;
    b->slots[slot] = (uint32_t)*node + 1;
    return ARI_OK;
}

/* ---- edges ---- */

static ari_status add_move(builder *b, int from, const ari_state *state, ari_move move,
                           ari_error *error)
{
    ari_graph *g = b->graph;
    const ari_variant *v = g->variant;
    ari_state next = ari_after(v, state, move), merged = ari_graph_merged(v, &next);
    bool again =
        ari_has(v, ARI_HAS_EXTRA_TURNS) && ari_turn(v, state) == ari_turn(v, &next);
    int to;
    ari_status status = node_of(b, &merged, &to, error);
    if (status != ARI_OK)
        return status;
    int begin = g->nodes[from].first, *last = b->last[to];
    if (last[again] >= begin) {
        g->edges[last[again]].moves++;
        return ARI_OK;
    }
    if (g->edge_count == INT_MAX ||
        !grow(b, &g->edges, &g->edge_room, g->edge_count + 1, sizeof *g->edges))
        return no_memory(b, error);
    g->nodes[to].parents += last[!again] < begin;
    last[again] = g->edge_count;
    g->edges[g->edge_count++] =
        (ari_graph_edge){.to = to, .move = move, .moves = 1, .again = again};
    g->nodes[from].edges++;
    return ARI_OK;
}

static ari_status expand(builder *b, int node, ari_error *error)
{
    ari_graph *g = b->graph;
    const ari_variant *v = g->variant;
    ari_state state = ari_graph_state(g, node);
    g->nodes[node].first = g->edge_count;
    int outcome = ari_outcome(v, &state);
    if (outcome != ARI_ON) {
        g->nodes[node].finished = true;
        g->nodes[node].score = ari_has(v, ARI_HAS_PAYOFFS) ? outcome : outcome * ARI_WIN;
        return ARI_OK;
    }
    int count = ari_moves(v, &state, b->moves);
    ari_status status = ARI_OK;
    for (int i = 0; i < count && status == ARI_OK; i++)
        status = add_move(b, node, &state, b->moves[i], error);
    return status;
}

/* ---- layers and values ---- */

static ari_status unsupported(ari_error *error)
{
    return ari_fail(
        error, ARI_UNSUPPORTED, ARI_NO_OFFSET,
        "this game may come back to a position, so that its states form circles "
        "in which nothing is decided: there is no graph of wins(state)");
}

static ari_status put_in_order(builder *b, ari_error *error)
{
    ari_graph *g = b->graph;
    if (!grow(b, &b->ways, &b->way_room, g->count, sizeof *b->ways) ||
        !grow(b, &b->order, &b->order_room, g->count, sizeof *b->order))
        return no_memory(b, error);
    memset(b->ways, 0, (size_t)g->count * sizeof *b->ways);
    for (int e = 0; e < g->edge_count; e++)
        b->ways[g->edges[e].to]++;
    int count = 0;
    if (b->ways[0] == 0)
        b->order[count++] = 0;
    for (int i = 0; i < count; i++) {
        const ari_graph_node *from = &g->nodes[b->order[i]];
        for (int e = from->first; e < from->first + from->edges; e++) {
            int to = g->edges[e].to;
            if (g->nodes[to].layer <= from->layer)
                g->nodes[to].layer = from->layer + 1;
            if (--b->ways[to] == 0)
                b->order[count++] = to;
        }
        if (from->layer >= g->layers)
            g->layers = from->layer + 1;
    }
    return count == g->count ? ARI_OK : unsupported(error);
}

/* Without its distance, so that every win is as good as another. */
static int worth(int score)
{
    return ari_score_distance(score) < 0 ? score : score > 0 ? ARI_WIN : -ARI_WIN;
}

static void find_value(ari_graph *g, int node)
{
    ari_graph_node *n = &g->nodes[node];
    ari_state state = ari_graph_state(g, node);
    n->score = -ARI_WIN;
    for (int pass = 0; pass < 2; pass++)
        for (int e = n->first; e < n->first + n->edges; e++) {
            ari_graph_edge *edge = &g->edges[e];
            ari_state next = ari_after(g->variant, &state, edge->move);
            int score =
                ari_score_of_move(g->variant, &state, &next, g->nodes[edge->to].score);
            if (pass)
                edge->good = worth(score) == worth(n->score) && worth(score) > -ARI_WIN;
            else if (score > n->score)
                n->score = score;
        }
}

/* ---- the whole ---- */

static ari_status build(builder *b, const ari_state *s, const ari_limits *limits,
                        ari_error *error)
{
    ari_graph *g = b->graph;
    ari_state root = ari_graph_merged(g->variant, s);
    int node;
    ari_status status = node_of(b, &root, &node, error);
    ari__ticker tick;
    ari__ticker_start(&tick, limits);
    for (int i = 0; i < g->count && status == ARI_OK; i++)
        status = ari__tick(&tick)
                     ? ari_fail(error, ARI_STOPPED, ARI_NO_OFFSET,
                                "the search was stopped before the graph was complete")
                     : expand(b, i, error);
    if (status == ARI_OK)
        status = put_in_order(b, error);
    for (int i = g->count; status == ARI_OK && i-- > 0;)
        if (!g->nodes[b->order[i]].finished)
            find_value(g, b->order[i]);
    return status;
}

ari_status ari_graph_new(const ari_variant *v, const ari_state *s, int max_nodes,
                         const ari_limits *limits, ari_graph **graph, ari_error *error)
{
    *graph = NULL;
    if (max_nodes < 1 || max_nodes > ARI_TREE_NODES_MAX)
        return ari_fail(error, ARI_RANGE, ARI_NO_OFFSET,
                        "a graph can have 1 to %d states, not %d", ARI_TREE_NODES_MAX,
                        max_nodes);
    if (ari_has(v, ARI_HAS_CYCLES))
        return unsupported(error);
    ari_graph *g = calloc(1, sizeof *g);
    size_t list = (size_t)v->core->max_moves * sizeof(ari_move);
    builder b = {.graph = g, .max_nodes = max_nodes, .moves = malloc(list + 1)};
    ari_status status;
    if (!g || !b.moves)
        status = ari_fail_memory(error, sizeof *g + list, "a graph");
    else {
        g->variant = v;
        g->asked = *s;
        g->memory = limits->memory;
        status = build(&b, s, limits, error);
    }
    if (g) {
        ari__charged_free(g->memory, b.slots, b.slot_count, sizeof *b.slots);
        ari__charged_free(g->memory, b.last, b.last_room, sizeof *b.last);
        ari__charged_free(g->memory, b.ways, b.way_room, sizeof *b.ways);
        ari__charged_free(g->memory, b.order, b.order_room, sizeof *b.order);
    }
    free(b.moves);
    if (status == ARI_OK)
        *graph = g;
    else
        ari_graph_free(g);
    return status;
}

void ari_graph_free(ari_graph *graph)
{
    if (!graph)
        return;
    ari_allowance *memory = graph->memory;
    ari__charged_free(memory, graph->nodes, graph->node_room, sizeof *graph->nodes);
    ari__charged_free(memory, graph->edges, graph->edge_room, sizeof *graph->edges);
    if (graph->variant)
        ari__charged_free(memory, graph->states, graph->state_room,
                          graph->variant->core->state_size);
    free(graph);
}

/* ---- words ---- */

void ari_graph_name(const ari_graph *graph, int node, ari_text *out)
{
    ari_state state = ari_graph_state(graph, node);
    ari_state_format(graph->variant, &state, out);
}

void ari_graph_label(const ari_graph *graph, int node, ari_text *out)
{
    int score = graph->nodes[node].score;
    if (ari_has(graph->variant, ARI_HAS_PAYOFFS)) {
        ari_text_format(out, score > 0 ? "+%d" : "%d", score);
        return;
    }
    ari_text_add(out, score > 0 ? "won" : score < 0 ? "lost" : "drawn");
    if (ari_score_distance(score) > 0)
        ari_text_format(out, " in %d", ari_score_distance(score));
}

void ari_graph_edge_name(const ari_graph *graph, int node, int edge, ari_text *out)
{
    ari_graph_name(graph, node, out);
    ari_text_add(out, " -> ");
    ari_graph_name(graph, graph->edges[edge].to, out);
}

void ari_graph_place(const ari_graph *graph, ari_text *out)
{
    const ari_variant *v = graph->variant;
    ari_text_format(out, "%s, ", v->name);
    if (ari_state_equal(v, &graph->asked, &v->start))
        ari_text_add(out, "start");
    else
        ari_state_format(v, &graph->asked, out);
}

void ari_graph_summary(const ari_graph *graph, ari_text *out)
{
    ari_text_format(
        out, "wins(state), equal %sstates once; %d state%s, %d move%s between them; %s",
        graph->variant->core->canonical ? "and symmetric " : "", graph->count,
        graph->count == 1 ? "" : "s", graph->edge_count,
        graph->edge_count == 1 ? "" : "s",
        ari_has(graph->variant, ARI_HAS_PAYOFFS) ? "payoffs are for whoever moves"
                                                 : "won and lost are for whoever moves");
}
