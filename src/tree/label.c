/* label.c: what is said about a tree and its nodes, in every way of writing it. */
#include "tree/words.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

const ari__signs ari__signs_plain = {">= ", "<= ", "-", "inf", "alpha", "beta"};
const ari__signs ari__signs_print = {"≥ ", "≤ ", "−", "∞", "α", "β"};

/* A win or a loss is +1 or -1; everything else is a number of its own. */
static int label_number(int value)
{
    return ari_score_distance(value) < 0 ? value : value > 0 ? 1 : -1;
}

int ari__tree_shown(const ari_tree *tree, int node)
{
    const ari_node *n = &tree->nodes[node];
    return tree->job.bestmove && n->turn == ARI_SECOND ? -n->value : n->value;
}

int ari_tree_label_number(const ari_tree *tree, int node)
{
    return label_number(ari__tree_shown(tree, node));
}

int ari_tree_distance(const ari_tree *tree, int node)
{
    int from_root = tree->job.bestmove ? -1 : ari_score_distance(tree->nodes[node].value);
    if (tree->counts && tree->counts[node].low != tree->counts[node].high)
        return -1;
    return from_root < 0 ? -1 : from_root - tree->nodes[node].ply;
}

void ari__tree_value(int value, const ari__signs *signs, ari_text *out)
{
    ari_text_add(out, value > 0 ? "+" : value < 0 ? signs->minus : "");
    if (abs(value) > ARI_WIN)
        ari_text_add(out, signs->infinite);
    else
        ari_text_format(out, "%d", abs(label_number(value)));
}

/* A bound that stands before an estimate: of wins and losses only whether they can be. */
static void add_proved(const ari_tree *tree, const ari_node_count *count,
                       const ari__signs *signs, ari_text *out)
{
    bool payoffs = ari_has(tree->variant, ARI_HAS_PAYOFFS);
    bool least = count->low >= -ARI_WIN && (payoffs || count->low > -ARI_SCORE_MAX);
    bool most = count->high <= ARI_WIN && (payoffs || count->high < ARI_SCORE_MAX);
    if (least) {
        ari_text_add(out, signs->least);
        ari__tree_value(count->low, signs, out);
        ari_text_add(out, ", ");
    }
    if (most) {
        ari_text_add(out, signs->most);
        ari__tree_value(count->high, signs, out);
        ari_text_add(out, ", ");
    }
}

/* "~+0.23"; a mean payoff has one digit. */
static void add_mean(const ari_tree *tree, double mean, const ari__signs *signs,
                     ari_text *out)
{
    double least = ari_has(tree->variant, ARI_HAS_PAYOFFS) ? 0.05 : 0.005;
    ari_text_format(out, "~%s%.*f",
                    mean >= least    ? "+"
                    : mean <= -least ? signs->minus
                                     : "",
                    least < 0.01 ? 2 : 1, fabs(mean));
}

/* Of a Monte-Carlo tree: what is proved, or the mean. The end of a proved win may come sooner than the one that
 * is proved to be there. */
static void add_count(const ari_tree *tree, int node, const ari__signs *signs,
                      ari_text *out)
{
    const ari_node_count *count = &tree->counts[node];
    if (!count->proved) {
        add_proved(tree, count, signs, out);
        add_mean(tree, count->mean, signs, out);
        return;
    }
    int value = tree->nodes[node].value;
    if (tree->job.labels == ARI_LABELS_SIGNS) {
        ari_text_add(out, value > 0 ? "+" : value < 0 ? signs->minus : "=");
        return;
    }
    ari__tree_value(value, signs, out);
    int plies = ari_score_distance(value) - tree->nodes[node].ply;
    if (ari_score_distance(value) >= 0 && plies > 0)
        ari_text_format(out, " in %s%d",
                        count->low == count->high || plies == 1 ? "" : signs->most,
                        plies);
}

void ari__tree_label(const ari_tree *tree, int node, const ari__signs *signs,
                     ari_text *out)
{
    const ari_node *n = &tree->nodes[node];
    if (tree->counts) {
        add_count(tree, node, signs, out);
        return;
    }
    if (n->kind == ARI_NODE_CUT) {
        ari_text_add(out, "cut");
        return;
    }
    ari_text_add(out, n->bound == ARI_BOUND_LEAST  ? signs->least
                      : n->bound == ARI_BOUND_MOST ? signs->most
                                                   : "");
    int value = ari__tree_shown(tree, node);
    if (tree->job.labels == ARI_LABELS_SIGNS && !n->estimate) {
        ari_text_add(out, value > 0 ? "+" : value < 0 ? signs->minus : "=");
        return;
    }
    ari_text_add(out, n->estimate ? "~" : "");
    ari__tree_value(value, signs, out);
    int distance = ari_tree_distance(tree, node);
    if (distance > 0)
        ari_text_format(out, " in %d", distance);
}

void ari_tree_label(const ari_tree *tree, int node, ari_text *out)
{
    ari__tree_label(tree, node, &ari__signs_plain, out);
}

/* A value that belongs to no one node: its end is counted from the root. */
static void add_value(int value, ari_text *out)
{
    ari__tree_value(value, &ari__signs_plain, out);
    if (ari_score_distance(value) >= 0)
        ari_text_format(out, " at ply %d", ari_score_distance(value));
}

void ari_tree_window(const ari_tree *tree, int node, ari_text *out)
{
    ari_text_add(out, "window ");
    add_value(tree->nodes[node].alpha, out);
    ari_text_add(out, " to ");
    add_value(tree->nodes[node].beta, out);
}

void ari_tree_visits(const ari_tree *tree, int node, ari_text *out)
{
    uint32_t visits = tree->counts[node].visits;
    ari_text_format(out, "%" PRIu32 " visit%s", visits, visits == 1 ? "" : "s");
}

bool ari__tree_aside(const ari_tree *tree, int node, const ari__signs *signs,
                     ari_text *out)
{
    const ari_node *n = &tree->nodes[node];
    if (tree->counts) {
        ari_tree_visits(tree, node, out);
        return true;
    }
    if (!tree->job.alphabeta || n->kind != ARI_NODE_INNER)
        return false;
    ari_text_format(out, "%s ", signs->alpha);
    ari__tree_value(n->alpha, signs, out);
    ari_text_format(out, ", %s ", signs->beta);
    ari__tree_value(n->beta, signs, out);
    return true;
}

void ari__tree_cut(const ari_tree *tree, int node, const ari__signs *signs, ari_text *out)
{
    const ari_node *n = &tree->nodes[node];
    bool max = n->turn == ARI_FIRST;
    if (tree->job.bestmove) {
        ari_text_add(out, "a win is found");
        return;
    }
    ari__tree_value(n->value, signs, out);
    ari_text_format(out, " %s%s ", max ? signs->least : signs->most,
                    max ? signs->beta : signs->alpha);
    ari__tree_value(max ? n->beta : n->alpha, signs, out);
}

void ari_tree_reason(const ari_tree *tree, int node, ari_text *out)
{
    const ari_node *n = &tree->nodes[node];
    bool max = n->turn == ARI_FIRST;
    int bound = max ? n->beta : n->alpha;
    if (tree->job.bestmove) {
        ari_text_add(out, "a win is found, and nothing can be better");
        return;
    }
    add_value(n->value, out);
    ari_text_add(out, max ? " >= beta " : " <= alpha ");
    add_value(bound, out);
    ari_text_format(out, ": the %s player already has ", max ? "second" : "first");
    add_value(bound, out);
    ari_text_add(out, " elsewhere");
}

/* ---- shared by the ways of writing a tree ---- */

void ari__tree_place(const ari_tree *tree, ari_text *out)
{
    ari_state root = ari_tree_state(tree, 0);
    ari_text_format(out, "%s, ", tree->variant->name);
    if (ari_state_equal(tree->variant, &root, &tree->variant->start))
        ari_text_add(out, "start");
    else
        ari_state_format(tree->variant, &root, out);
}

static void count_things(int count, const char *what, ari_text *out)
{
    ari_text_format(out, "%d %s%s", count, what, count == 1 ? "" : "s");
}

static void summarise_mcts(const ari_tree *tree, ari_text *out)
{
    const ari_eval *eval = &tree->job.search.eval;
    ari_text_add(out, "Monte-Carlo tree search, ");
    count_things((int)tree->counts[0].visits, "round", out);
    if (eval->which == ARI_EVAL_NEUTRAL)
        ari_text_add(out, ", games played on at random; ");
    else
        ari_text_format(out, ", judged by the %s evaluation; ",
                        ari_eval_name(tree->variant, eval));
    count_things(tree->count, "node", out);
    if (tree->full)
        ari_text_add(out, ", for more of which there was no memory");
}

void ari__tree_summary(const ari_tree *tree, ari_text *out)
{
    const ari_search_job *search = &tree->job.search;
    if (tree->counts) {
        summarise_mcts(tree, out);
        return;
    }
    ari_text_add(out, tree->job.bestmove    ? "find-best-move"
                      : tree->job.alphabeta ? "alpha-beta"
                                            : "minimax");
    if (tree->job.alphabeta && search->strict)
        ari_text_add(out, ", cutting only beyond the bound,");
    if (tree->result.exact)
        ari_text_add(out, " to the end of the game");
    else
        ari_text_format(out, " to depth %d, then the %s evaluation", tree->result.depth,
                        ari_eval_name(tree->variant, &search->eval));
    if (search->order != ARI_ORDER_FIRST)
        ari_text_format(out, ", %s order", ari_order_name(search->order));
    int visited = tree->count - tree->cuts;
    ari_text_add(out, "; ");
    count_things(visited, "position", out);
    if (tree->job.alphabeta || tree->job.bestmove) {
        ari_text_add(out, ", ");
        count_things(tree->cuts, "move", out);
        ari_text_add(out, " cut");
    }
    if (tree->job.bestmove)
        ari_text_add(out, "; ratings are for the side to move: +1 WINNING, -1 LOSING");
}

void ari__tree_move(const ari_tree *tree, int node, ari_text *out)
{
    const ari_node *n = &tree->nodes[node];
    ari_state before = ari_tree_state(tree, n->parent);
    ari_move_format(tree->variant, &before, n->move, out);
}

const char *ari__tree_note(const ari_tree *tree, int node)
{
    const ari_node *n = &tree->nodes[node];
    if (n->kind == ARI_NODE_HORIZON)
        return "depth limit";
    if (n->kind == ARI_NODE_LEAF)
        return n->estimate ? "leaf" : "end in sight";
    if (n->kind == ARI_NODE_REPEATED)
        return "repeated";
    if (n->kind != ARI_NODE_FINISHED)
        return tree->job.bestmove ? "best" : n->turn == ARI_FIRST ? "max" : "min";
    if (ari_has(tree->variant, ARI_HAS_PAYOFFS))
        return "over";
    return n->value > 0 ? "first wins" : n->value < 0 ? "second wins" : "draw";
}

bool ari__tree_starts_cut(const ari_tree *tree, int node)
{
    const ari_node *n = &tree->nodes[node];
    return n->kind == ARI_NODE_CUT &&
           (n[-1].kind != ARI_NODE_CUT || n[-1].parent != n->parent);
}
