/* tree.c: a tree as nested JSON. */
#include "tree/words.h"

#include <stdlib.h>

static const char *const kind_names[] = {"inner", "finished", "horizon",
                                         "cut",   "leaf",     "repeated"};
static const char *const bound_names[] = {"none", "at least", "at most", "exact"};

typedef struct writer {
    const ari_tree *tree;
    ari_json *json;
    const ari_tree_part *part; /* NULL: all of it */
    ari_text text;
} writer;

/* A bound of the window; without one, null. */
static void write_bound(writer *w, const char *key, int value)
{
    if (abs(value) > ARI_WIN)
        ari_json_null(w->json, key);
    else
        ari_json_number(w->json, key, value);
}

static void write_move(writer *w, const char *key, int node)
{
    ari_text_clear(&w->text);
    ari__tree_move(w->tree, node, &w->text);
    ari_json_string(w->json, key, ari_text_get(&w->text));
}

static void write_cut(writer *w, int node)
{
    const ari_node *n = &w->tree->nodes[node];
    ari_json_number(w->json, "score", n->value);
    if (!w->tree->job.bestmove)
        ari_json_number(w->json, n->turn == ARI_FIRST ? "beta" : "alpha",
                        n->turn == ARI_FIRST ? n->beta : n->alpha);
    ari_text_clear(&w->text);
    ari_tree_reason(w->tree, node, &w->text);
    ari_json_string(w->json, "reason", ari_text_get(&w->text));
}

/* What is proved, from one side; null where that is nothing. */
static void write_proved(writer *w, const char *key, int value)
{
    if (abs(value) > ARI_WIN)
        ari_json_null(w->json, key);
    else
        ari_json_number(w->json, key, value);
}

/* Of a Monte-Carlo tree: the label is there where it is proved, and the mean always. */
static void write_count(writer *w, int node)
{
    const ari_node_count *count = &w->tree->counts[node];
    ari_json_unsigned(w->json, "visits", count->visits);
    ari_json_real(w->json, "mean", count->mean);
    ari_json_bool(w->json, "proved", count->proved);
    write_proved(w, "low", count->low);
    write_proved(w, "high", count->high);
}

static void write_visited(writer *w, int node)
{
    const ari_tree *tree = w->tree;
    const ari_node *n = &tree->nodes[node];
    ari_state state = ari_tree_state(tree, node);
    ari_text_clear(&w->text);
    ari_state_format(tree->variant, &state, &w->text);
    ari_json_string(w->json, "position", ari_text_get(&w->text));
    ari_json_string(w->json, "turn", ari_side_name((ari_side)n->turn));
    bool mean = tree->counts && !tree->counts[node].proved;
    if (!mean)
        ari_json_number(w->json, "label", ari_tree_label_number(tree, node));
    if (tree->job.labels == ARI_LABELS_SIGNS && !n->estimate) {
        int value = ari__tree_shown(tree, node);
        ari_json_string(w->json, "sign", value > 0 ? "+" : value < 0 ? "-" : "=");
    }
    if (ari_tree_distance(tree, node) >= 0)
        ari_json_number(w->json, "distance", ari_tree_distance(tree, node));
    if (tree->counts)
        write_count(w, node);
    else
        ari_json_number(w->json, "score", n->value);
    ari_json_bool(w->json, "estimate", n->estimate);
    if (tree->job.alphabeta) {
        ari_json_string(w->json, "bound", bound_names[n->bound]);
        write_bound(w, "alpha", n->alpha);
        write_bound(w, "beta", n->beta);
    }
    if (n->best >= 0)
        write_move(w, "best", n->best);
}

static void write_mcts_stats(writer *w)
{
    const ari_tree *tree = w->tree;
    ari_json_string(w->json, "algo", "mcts");
    ari_json_string(w->json, "eval",
                    ari_eval_name(tree->variant, &tree->job.search.eval));
    ari_json_unsigned(w->json, "rounds", tree->counts[0].visits);
    ari_json_unsigned(w->json, "nodes", tree->result.stats.nodes);
    ari_json_number(w->json, "size", tree->count);
    ari_json_bool(w->json, "full", tree->full);
    ari_json_bool(w->json, "proved", tree->counts[0].proved);
}

static void write_stats(writer *w)
{
    const ari_tree *tree = w->tree;
    const ari_search_job *search = &tree->job.search;
    if (tree->counts) {
        write_mcts_stats(w);
        return;
    }
    ari_json_string(w->json, "algo",
                    tree->job.bestmove    ? "bestmove"
                    : tree->job.alphabeta ? "alphabeta"
                                          : "minimax");
    if (tree->job.alphabeta && search->strict)
        ari_json_string(w->json, "cut", "strict");
    ari_json_string(w->json, "order", ari_order_name(search->order));
    ari_json_string(w->json, "eval", ari_eval_name(tree->variant, &search->eval));
    if (tree->result.exact)
        ari_json_null(w->json, "depth");
    else
        ari_json_number(w->json, "depth", tree->result.depth);
    ari_json_unsigned(w->json, "nodes", tree->result.stats.nodes);
    ari_json_unsigned(w->json, "leaves", tree->result.stats.leaves);
    ari_json_unsigned(w->json, "cutoffs", tree->result.stats.cutoffs);
    ari_json_number(w->json, "cut_moves", tree->cuts);
    ari_json_number(w->json, "label", ari_tree_label_number(tree, 0));
}

/* One node, its object left open when children follow; true when they do. */
static bool write_node(writer *w, int node)
{
    const ari_node *n = &w->tree->nodes[node];
    if (n->ply > 0) {
        ari_json_object(w->json, NULL);
        write_move(w, "move", node);
    }
    ari_json_string(w->json, "kind", kind_names[n->kind]);
    if (n->kind == ARI_NODE_CUT)
        write_cut(w, node);
    else
        write_visited(w, node);
    bool follow = n->first >= 0 && (!w->part || n->ply < w->part->plies);
    if (w->part && n->kind != ARI_NODE_CUT) {
        ari_json_bool(w->json, "more", n->first >= 0 && !follow);
        if (w->part->node)
            w->part->node(w->part->self, w->tree, node, w->json);
    }
    if (follow)
        ari_json_array(w->json, "children");
    return follow;
}

static void write_tree(writer *w)
{
    const ari_tree *tree = w->tree;
    write_stats(w);
    ari_json_object(w->json, "tree");
    for (int i = 0; i < tree->count; i++) {
        if ((w->part && tree->nodes[i].ply > w->part->plies) || write_node(w, i))
            continue;
        /* Closes this node, and every parent whose last child has just been closed. */
        ari_json_object_end(w->json);
        for (int up = i; tree->nodes[up].parent >= 0 && tree->nodes[up].next < 0;) {
            ari_json_array_end(w->json);
            ari_json_object_end(w->json);
            up = tree->nodes[up].parent;
        }
    }
    if (!ari_text_ok(&w->text))
        w->json->out->failed = true;
    ari_text_free(&w->text);
}

void ari_tree_json(const ari_tree *tree, ari_json *json)
{
    writer w = {.tree = tree, .json = json};
    write_tree(&w);
}

void ari_tree_json_part(const ari_tree *tree, const ari_tree_part *part, ari_json *json)
{
    writer w = {.tree = tree, .json = json, .part = part};
    write_tree(&w);
}
