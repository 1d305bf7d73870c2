/* graph.c: a graph of states as JSON. */
#include <ariadne/graph.h>

static void write_edge(const ari_graph *g, int node, int edge, ari_json *json)
{
    const ari_graph_edge *e = &g->edges[edge];
    ari_state state = ari_graph_state(g, node);
    ari_text move = ARI_TEXT_EMPTY, name = ARI_TEXT_EMPTY;
    ari_json_object(json, NULL);
    ari_json_number(json, "to", e->to);
    ari_graph_edge_name(g, node, edge, &name);
    ari_json_text(json, "name", &name);
    ari_move_format(g->variant, &state, e->move, &move);
    ari_json_text(json, "move", &move);
    ari_json_number(json, "moves", e->moves);
    ari_json_bool(json, "again", e->again);
    ari_json_bool(json, "good", e->good);
    ari_json_object_end(json);
}

static void write_node(const ari_graph *g, int node, ari_json *json)
{
    const ari_graph_node *n = &g->nodes[node];
    ari_text name = ARI_TEXT_EMPTY;
    ari_json_object(json, NULL);
    ari_json_number(json, "node", node);
    ari_graph_name(g, node, &name);
    ari_json_text(json, "position", &name);
    if (ari_has(g->variant, ARI_HAS_PAYOFFS))
        ari_json_number(json, "label", n->score);
    else
        ari_json_string(json, "label",
                        n->score > 0   ? "won"
                        : n->score < 0 ? "lost"
                                       : "drawn");
    if (ari_score_distance(n->score) >= 0)
        ari_json_number(json, "distance", ari_score_distance(n->score));
    ari_json_number(json, "score", n->score);
    ari_json_bool(json, "finished", n->finished);
    ari_json_number(json, "layer", n->layer);
    ari_json_number(json, "parents", n->parents);
    ari_json_array(json, "edges");
    for (int e = n->first; e < n->first + n->edges; e++)
        write_edge(g, node, e, json);
    ari_json_array_end(json);
    ari_json_object_end(json);
}

void ari_graph_json(const ari_graph *graph, ari_json *json)
{
    ari_json_number(json, "states", graph->count);
    ari_json_number(json, "moves", graph->edge_count);
    ari_json_array(json, "graph");
    for (int i = 0; i < graph->count; i++)
        write_node(graph, i, json);
    ari_json_array_end(json);
}
