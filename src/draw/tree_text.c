/* tree_text.c: a tree as indented lines.
 *
 *     max +1 in 1
 *     |-- 7* +1, first wins
 *     `-- 8  min -1 in 2
 *         `-- ...
 */
#include "tree/words.h"

#include <string.h>

/* The pieces that lines of a tree are made of. */
typedef struct strokes {
    const char *branch, *corner, *pass, *blank;
} strokes;

static const strokes ascii_strokes = {"|-- ", "`-- ", "|   ", "    "};
static const strokes box_strokes = {"├── ", "└── ", "│   ", "    "};

#define FIRST_COLOUR "\x1b[1;94m" /* as on the boards: blue and orange */
#define SECOND_COLOUR "\x1b[1;38;5;166m"
#define STRONG "\x1b[1m"
#define FAINT "\x1b[2m"
#define PLAIN "\x1b[0m"

typedef struct writer {
    const ari_tree *tree;
    const ari_tree_view *view;
    const strokes *strokes;
    ari_text *out;
    ari_text part;              /* what is being put together */
    bool more[ARI_PLY_MAX + 2]; /* by ply: does a sibling follow the node written last? */
} writer;

/* What stands before everything that belongs to a node at `ply`. */
static void indent(writer *w, int ply)
{
    for (int i = 1; i < ply; i++)
        ari_text_add(w->out, w->more[i] ? w->strokes->pass : w->strokes->blank);
}

static void coloured(writer *w, const char *colour, const char *text)
{
    if (w->view->colour && colour[0])
        ari_text_format(w->out, "%s%s%s", colour, text, PLAIN);
    else
        ari_text_add(w->out, text);
}

static void write_board(writer *w, int node)
{
    const ari_node *n = &w->tree->nodes[node];
    if (!w->view->board)
        return;
    ari_state state = ari_tree_state(w->tree, node);
    ari_text_clear(&w->part);
    w->view->board(w->tree->variant, &state, &w->part);
    const char *line = ari_text_get(&w->part);
    while (*(line += strspn(line, "\n"))) { /* empty lines are left out */
        size_t length = strcspn(line, "\n");
        indent(w, n->ply + 1);
        ari_text_add(w->out, n->first < 0 ? w->strokes->blank : w->strokes->pass);
        ari_text_add_bytes(w->out, line, length);
        ari_text_add_char(w->out, '\n');
        line += length;
    }
}

static void write_node(writer *w, int node)
{
    const ari_node *n = &w->tree->nodes[node];
    if (n->ply > 0) {
        ari_text_clear(&w->part);
        ari__tree_move(w->tree, node, &w->part);
        ari_text_add_char(&w->part, n->good ? '*' : ' ');
        coloured(w, n->main_line ? STRONG : "", ari_text_get(&w->part));
        ari_text_add_char(w->out, ' ');
    }
    const char *note = ari__tree_note(w->tree, node);
    if (n->kind == ARI_NODE_INNER)
        ari_text_format(w->out, "%s ", note);
    ari_text_clear(&w->part);
    ari_tree_label(w->tree, node, &w->part);
    coloured(w,
             n->value > 0   ? FIRST_COLOUR
             : n->value < 0 ? SECOND_COLOUR
                            : "",
             ari_text_get(&w->part));
    if (n->kind != ARI_NODE_INNER)
        ari_text_format(w->out, ", %s", note);
    if (w->tree->job.alphabeta || w->tree->counts) {
        ari_text_clear(&w->part);
        ari_text_add(&w->part, "  ");
        (w->tree->counts ? ari_tree_visits : ari_tree_window)(w->tree, node, &w->part);
        coloured(w, FAINT, ari_text_get(&w->part));
    }
    ari_text_add_char(w->out, '\n');
    write_board(w, node);
}

/* One line for all the moves that were cut together. */
static void write_cuts(writer *w, int node)
{
    ari_text_clear(&w->part);
    for (int i = node; i >= 0; i = w->tree->nodes[i].next) {
        ari_text_add(&w->part, i == node ? "" : ", ");
        ari__tree_move(w->tree, i, &w->part);
    }
    ari_text_add(&w->part, " cut: ");
    ari_tree_reason(w->tree, node, &w->part);
    coloured(w, FAINT, ari_text_get(&w->part));
    ari_text_add_char(w->out, '\n');
}

void ari_tree_text(const ari_tree *tree, const ari_tree_view *view, ari_text *out)
{
    writer w = {.tree = tree,
                .view = view,
                .strokes = view->ascii ? &ascii_strokes : &box_strokes,
                .out = out};
    ari_text_format(out, "%s, ", tree->variant->game->title);
    ari__tree_place(tree, out);
    ari_text_add_char(out, '\n');
    ari__tree_summary(tree, out);
    ari_text_add_char(out, '\n');
    for (int i = 0; i < tree->count; i++) {
        const ari_node *n = &tree->nodes[i];
        bool cut = n->kind == ARI_NODE_CUT;
        if (cut && !ari__tree_starts_cut(tree, i))
            continue;
        indent(&w, n->ply);
        w.more[n->ply] = !cut && n->next >= 0;
        if (n->ply > 0)
            ari_text_add(out, w.more[n->ply] ? w.strokes->branch : w.strokes->corner);
        if (cut)
            write_cuts(&w, i);
        else
            write_node(&w, i);
    }
    if (!ari_text_ok(&w.part))
        out->failed = true;
    ari_text_free(&w.part);
}
