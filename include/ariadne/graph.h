/* graph.h: the recursion wins(state) as a graph, in which equal states are one node.
 *
 * States that are the same by the game's own word are equal, too: turned so that the first player moves
 * (GAME_AS_FIRST), and mirrored or sorted (GAME_CANONICAL). Nodes are named by the states themselves, and an edge
 * by the two that it joins, as in "31 -> 1"; values are for whoever moves at a node. */
#ifndef ARIADNE_GRAPH_H
#define ARIADNE_GRAPH_H

#include <ariadne/tree.h>

ARI_C_BEGIN

typedef struct ari_graph_edge {
    int to;
    ari_move
        move; /* at the state of the node that it leaves; the first one that leads there */
    int moves;  /* how many lead there */
    bool again; /* whoever made it moves once more */
    bool
        good; /* it keeps the value: it wins, or draws, or gets the payoff; never where all is lost */
} ari_graph_edge;

typedef struct ari_graph_node {
    int first, edges; /* its edges stand together */
    int parents;      /* nodes with an edge to it */
    int layer;        /* plies of the longest way from the root: edges lead down */
    int score;        /* for whoever moves there, as searches have it */
    bool finished;
} ari_graph_node;

typedef struct ari_graph {
    const ari_variant *variant;
    ari_state asked; /* what was asked about; nodes[0] is the same by the game's word */
    ari_graph_node *nodes; /* as they are met, nearest to the root first */
    ari_graph_edge *edges;
    unsigned char *states; /* see ari_graph_state */
    int count, edge_count;
    int layers;
    size_t node_room, edge_room, state_room;
    ari_allowance *memory;
} ari_graph;

/* Everything that can follow `s`, with exact values. ARI_LIMIT where that is more than `max_nodes` states,
 * ARI_STOPPED where a limit or the stop flag ends it, ARI_UNSUPPORTED for games that may come back to a
 * position. The variant must outlive the graph, and so must the allowance of the limits. */
ari_status ari_graph_new(const ari_variant *v, const ari_state *s, int max_nodes,
                         const ari_limits *limits, ari_graph **graph, ari_error *error);
void ari_graph_free(ari_graph *graph);

/* The state that stands for all that a node holds, and what `s` is merged into. */
ari_state ari_graph_state(const ari_graph *graph, int node);
ari_state ari_graph_merged(const ari_variant *v, const ari_state *s);

/* ---- words ---- */

/* "31" */
void ari_graph_name(const ari_graph *graph, int node, ari_text *out);
/* "won in 2", "lost", "drawn", or a payoff: for whoever moves. */
void ari_graph_label(const ari_graph *graph, int node, ari_text *out);
/* "31 -> 1" */
void ari_graph_edge_name(const ari_graph *graph, int node, int edge, ari_text *out);
/* "nim:heaps=31,normal=no, start" and "wins(state), ...; 6 states, 9 moves between them". */
void ari_graph_place(const ari_graph *graph, ari_text *out);
void ari_graph_summary(const ari_graph *graph, ari_text *out);

/* ---- writing it, as the functions of tree.h do ---- */

void ari_graph_text(const ari_graph *graph, const ari_tree_view *view, ari_text *out);
void ari_graph_dot(const ari_graph *graph, const ari_tree_view *view, ari_text *out);
ari_status ari_graph_svg(const ari_graph *graph, const ari_tree_view *view, ari_text *out,
                         ari_error *error);
/* Adds its members to the object that is open in `json`: docs in `ariadne tree --help`. */
void ari_graph_json(const ari_graph *graph, ari_json *json);

ARI_C_END

#endif
