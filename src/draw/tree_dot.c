/* tree_dot.c: a tree in the language of Graphviz. */
#include "draw/dot.h"
#include "tree/words.h"

typedef struct writer {
    const ari_tree *tree;
    const ari_tree_view *view;
    ari_text *out;
    ari_text part;
} writer;

/* Writes what was put together in `part`, and empties it. */
static void take_part(writer *w)
{
    ari__dot_text(w->out, ari_text_get(&w->part), "\\n");
    ari_text_clear(&w->part);
}

static void write_label(writer *w, int node)
{
    const ari_node *n = &w->tree->nodes[node];
    ari_text_add(w->out, "label=\"");
    if (w->view->board) {
        ari_state state = ari_tree_state(w->tree, node);
        w->view->board(w->tree->variant, &state, &w->part);
        ari__dot_text(w->out, ari_text_get(&w->part), "\\l");
        ari_text_clear(&w->part);
    }
    ari_text_format(&w->part, "%s\n", ari__tree_note(w->tree, node));
    ari_tree_label(w->tree, node, &w->part);
    if (w->tree->counts || (w->tree->job.alphabeta && n->kind == ARI_NODE_INNER)) {
        ari_text_add_char(&w->part, '\n');
        (w->tree->counts ? ari_tree_visits : ari_tree_window)(w->tree, node, &w->part);
    }
    take_part(w);
    ari_text_add_char(w->out, '"');
}

static void write_node(writer *w, int node)
{
    const ari_node *n = &w->tree->nodes[node];
    ari_text_format(w->out, "  n%d [", node);
    write_label(w, node);
    ari_text_format(w->out, ", fillcolor=\"%s\"", ari__dot_fill(n->value));
    if (n->kind == ARI_NODE_FINISHED)
        ari_text_add(w->out, ", peripheries=2");
    else if (n->kind == ARI_NODE_HORIZON || n->kind == ARI_NODE_LEAF)
        ari_text_add(w->out, ", style=\"rounded,filled,dashed\"");
    if (n->main_line)
        ari_text_add(w->out, ", penwidth=2.5");
    ari_text_add(w->out, ", tooltip=\"");
    ari_state state = ari_tree_state(w->tree, node);
    ari_state_format(w->tree->variant, &state, &w->part);
    take_part(w);
    ari_text_add(w->out, "\"];\n");
    if (n->ply == 0)
        return;
    ari_text_format(w->out, "  n%d -> n%d [label=\"", n->parent, node);
    ari__tree_move(w->tree, node, &w->part);
    ari_text_add(&w->part, n->good ? "*" : "");
    take_part(w);
    ari_text_format(w->out, "\"%s];\n", n->main_line ? ", penwidth=2.5" : "");
}

/* The cut moves of a node, as one grey stub. */
static void write_cuts(writer *w, int node)
{
    ari_text_format(w->out, "  n%d [label=\"", node);
    ari_text_add(&w->part, "cut\n");
    ari__tree_cut(w->tree, node, &ari__signs_plain, &w->part);
    take_part(w);
    ari_text_add(w->out, "\", style=\"rounded,dashed\", color=\"#999999\", "
                         "fontcolor=\"#666666\", tooltip=\"");
    ari_tree_reason(w->tree, node, &w->part);
    take_part(w);
    ari_text_format(w->out,
                    "\"];\n  n%d -> n%d [style=dashed, color=\"#999999\", "
                    "fontcolor=\"#666666\", label=\"",
                    w->tree->nodes[node].parent, node);
    for (int i = node; i >= 0; i = w->tree->nodes[i].next) {
        ari_text_add(&w->part, i == node ? "" : ", ");
        ari__tree_move(w->tree, i, &w->part);
    }
    take_part(w);
    ari_text_add(w->out, "\"];\n");
}

void ari_tree_dot(const ari_tree *tree, const ari_tree_view *view, ari_text *out)
{
    writer w = {.tree = tree, .view = view, .out = out};
    ari__dot_begin(out, "tree");
    ari_text_format(&w.part, "%s, ", tree->variant->game->title);
    ari__tree_place(tree, &w.part);
    ari_text_add_char(&w.part, '\n');
    ari__tree_summary(tree, &w.part);
    take_part(&w);
    ari__dot_style(out, view->board != NULL);
    for (int i = 0; i < tree->count; i++)
        if (tree->nodes[i].kind != ARI_NODE_CUT)
            write_node(&w, i);
        else if (ari__tree_starts_cut(tree, i))
            write_cuts(&w, i);
    ari_text_add(out, "}\n");
    if (!ari_text_ok(&w.part))
        out->failed = true;
    ari_text_free(&w.part);
}
