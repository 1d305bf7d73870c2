/* graph_dot.c: a graph of states in the language of Graphviz. */
#include <ariadne/graph.h>

#include "draw/dot.h"

typedef struct writer {
    const ari_graph *graph;
    const ari_tree_view *view;
    ari_text *out;
    ari_text part;
} writer;

/* Writes what was put together in `part`, and empties it. */
static void take_part(writer *w, const char *newline)
{
    ari__dot_text(w->out, ari_text_get(&w->part), newline);
    ari_text_clear(&w->part);
}

static void write_node(writer *w, int node)
{
    const ari_graph_node *n = &w->graph->nodes[node];
    ari_text_format(w->out, "  n%d [label=\"", node);
    if (w->view->board) {
        ari_state state = ari_graph_state(w->graph, node);
        w->view->board(w->graph->variant, &state, &w->part);
        take_part(w, "\\l");
    }
    ari_graph_name(w->graph, node, &w->part);
    ari_text_add_char(&w->part, '\n');
    ari_graph_label(w->graph, node, &w->part);
    take_part(w, "\\n");
    ari_text_format(w->out, "\", fillcolor=\"%s\"%s, tooltip=\"", ari__dot_fill(n->score),
                    n->finished ? ", peripheries=2" : "");
    ari_text_format(&w->part, "from %d state%s", n->parents, n->parents == 1 ? "" : "s");
    take_part(w, "\\n");
    ari_text_add(w->out, "\"];\n");
}

static void write_edge(writer *w, int node, int edge)
{
    const ari_graph_edge *e = &w->graph->edges[edge];
    ari_text_format(w->out, "  n%d -> n%d [%stooltip=\"", node, e->to,
                    e->good ? "penwidth=2.5, " : "");
    ari_graph_edge_name(w->graph, node, edge, &w->part);
    if (e->moves > 1)
        ari_text_format(&w->part, ", by %d moves", e->moves);
    take_part(w, "\\n");
    ari_text_add(w->out, "\"];\n");
}

void ari_graph_dot(const ari_graph *graph, const ari_tree_view *view, ari_text *out)
{
    writer w = {.graph = graph, .view = view, .out = out};
    ari__dot_begin(out, "graph_of_states");
    ari_text_format(&w.part, "%s, ", graph->variant->game->title);
    ari_graph_place(graph, &w.part);
    ari_text_add_char(&w.part, '\n');
    ari_graph_summary(graph, &w.part);
    take_part(&w, "\\n");
    ari__dot_style(out, view->board != NULL);
    for (int i = 0; i < graph->count; i++)
        write_node(&w, i);
    for (int i = 0; i < graph->count; i++)
        for (int e = 0; e < graph->nodes[i].edges; e++)
            write_edge(&w, i, graph->nodes[i].first + e);
    ari_text_add(out, "}\n");
    out->failed |= !ari_text_ok(&w.part);
    ari_text_free(&w.part);
}
