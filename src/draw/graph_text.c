/* graph_text.c: a graph of states as lines, every state once, with the moves that leave it.
 *
 *     31  won in 2
 *     |-- 31 -> 21  won in 2
 *     `-- 31 -> 1*  lost in 1
 *     21  won in 2, from 1 state
 */
#include <ariadne/graph.h>

#include <string.h>

static void write_board(const ari_graph *g, const ari_tree_view *view, int node,
                        ari_text *out)
{
    ari_state state = ari_graph_state(g, node);
    ari_text board = ARI_TEXT_EMPTY;
    view->board(g->variant, &state, &board);
    const char *line = ari_text_get(&board);
    while (*(line += strspn(line, "\n"))) { /* empty lines are left out */
        size_t length = strcspn(line, "\n");
        ari_text_add(out, "    ");
        ari_text_add_bytes(out, line, length);
        ari_text_add_char(out, '\n');
        line += length;
    }
    out->failed |= !ari_text_ok(&board);
    ari_text_free(&board);
}

static void coloured(const ari_tree_view *view, const char *colour, ari_text *out)
{
    if (view->colour)
        ari_text_add(out, colour);
}

/* Blue for what is won and orange for what is lost, as everywhere. */
static void write_label(const ari_graph *g, const ari_tree_view *view, int node,
                        ari_text *out)
{
    int score = g->nodes[node].score;
    coloured(view, score > 0 ? "\x1b[1;94m" : score < 0 ? "\x1b[1;38;5;166m" : "", out);
    ari_graph_label(g, node, out);
    coloured(view, score ? "\x1b[0m" : "", out);
}

static void write_node(const ari_graph *g, const ari_tree_view *view, int node,
                       ari_text *out)
{
    const ari_graph_node *n = &g->nodes[node];
    ari_graph_name(g, node, out);
    ari_text_add(out, "  ");
    write_label(g, view, node, out);
    ari_text_add(out, n->finished ? ", over" : "");
    if (n->parents)
        ari_text_format(out, ", from %d state%s", n->parents, n->parents == 1 ? "" : "s");
    ari_text_add_char(out, '\n');
    if (view->board)
        write_board(g, view, node, out);
    for (int i = 0; i < n->edges; i++) {
        const ari_graph_edge *e = &g->edges[n->first + i];
        bool last = i == n->edges - 1;
        ari_text_add(out,
                     view->ascii ? (last ? "`-- " : "|-- ") : (last ? "└── " : "├── "));
        ari_graph_edge_name(g, node, n->first + i, out);
        ari_text_add(out, e->good ? "*  " : "  ");
        write_label(g, view, e->to, out);
        ari_text_add(out, e->again ? ", moves again" : "");
        if (e->moves > 1)
            ari_text_format(out, ", by %d moves", e->moves);
        ari_text_add_char(out, '\n');
    }
}

void ari_graph_text(const ari_graph *graph, const ari_tree_view *view, ari_text *out)
{
    ari_text_format(out, "%s, ", graph->variant->game->title);
    ari_graph_place(graph, out);
    ari_text_add_char(out, '\n');
    ari_graph_summary(graph, out);
    ari_text_add_char(out, '\n');
    for (int i = 0; i < graph->count; i++)
        write_node(graph, view, i, out);
}
