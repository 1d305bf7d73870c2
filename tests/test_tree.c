/* test_tree.c: trees are what the searches did, and every way of writing them says so. */
#include "tree_samples.h"

#include <limits.h>

#include <ariadne/analysis.h>

/* ---- the tree and the search ---- */

/* B2, B3: the tree has the nodes of the search, and its value. */
static void tree_is_the_search(void **state)
{
    (void)state;
    for (size_t i = 0; i < 2 * SAMPLES; i++) {
        planted p;
        plant(&p, &samples[i / 2], i % 2);
        ari_result result, minimax;
        ari_error error;
        ari_status (*search)(const ari_variant *, const ari_state *,
                             const ari_search_job *, ari_result *, ari_error *) =
            i % 2 ? ari_alphabeta : ari_minimax;
        assert_int_equal(search(p.v, &p.root, &p.job.search, &result, &error), ARI_OK);
        assert_int_equal(ari_minimax(p.v, &p.root, &p.job.search, &minimax, &error),
                         ARI_OK);
        assert_int_equal(p.tree->count - p.tree->cuts, result.stats.nodes);
        assert_int_equal(p.tree->result.stats.nodes, result.stats.nodes);
        assert_int_equal(p.tree->result.best, result.best);
        const ari_node *root = p.tree->nodes;
        assert_int_equal(root->value, for_first(root->turn, minimax.score));
        assert_int_equal(root->bound, ARI_BOUND_EXACT);
        if (root->best >= 0)
            assert_int_equal(p.tree->nodes[root->best].move, result.best);
        fell(&p);
    }
}

/* F4: in a tree of find-best-move every label is a rating for its own side to move: the best of
 * those below, each negated where the side changes. */
static void ratings_are_negated(void **state)
{
    (void)state;
    for (size_t i = 0; i < SAMPLES; i++) {
        planted p;
        ari_result result;
        ari_error error;
        prepare(&p, &samples[i], false);
        p.job.bestmove = true;
        assert_int_equal(ari_tree_new(p.v, &p.root, &p.job, &p.tree, &error), ARI_OK);
        assert_int_equal(ari_bestmove(p.v, &p.root, &p.job.search, &result, &error),
                         ARI_OK);
        const ari_tree *tree = p.tree;
        const ari_node *nodes = tree->nodes;
        assert_int_equal(tree->count - tree->cuts, result.stats.nodes);
        assert_int_equal(for_first(nodes[0].turn, nodes[0].value), result.score);
        assert_int_equal(tree->result.best, result.best);
        for (int n = 0; n < tree->count; n++) {
            bool same = true, cut = false;
            int best = INT_MIN;
            for (int c = nodes[n].first; c >= 0; c = nodes[c].next) {
                cut = cut || nodes[c].kind == ARI_NODE_CUT;
                if (nodes[c].kind == ARI_NODE_CUT)
                    continue;
                same = nodes[c].turn == nodes[n].turn;
                int rating = for_first(nodes[c].turn, nodes[c].value);
                rating = same ? rating : -rating;
                best = rating > best ? rating : best;
            }
            int rating = for_first(nodes[n].turn, nodes[n].value);
            if (nodes[n].kind == ARI_NODE_INNER)
                assert_int_equal(rating, best);
            if (cut) /* by nothing less than a win */
                assert_int_equal(rating, ARI_WIN);
            assert_int_equal(ari_tree_distance(tree, n), -1);
            if (nodes[n].kind != ARI_NODE_CUT && abs(rating) == ARI_WIN)
                assert_int_equal(ari_tree_label_number(tree, n), rating > 0 ? 1 : -1);
        }
        fell(&p);
    }
}

/* F4: labels in the notation + - = say what the numbers say. */
static void signs_are_the_numbers(void **state)
{
    (void)state;
    for (size_t i = 0; i < 2 * SAMPLES; i++) {
        planted p;
        plant(&p, &samples[i / 2], i % 2);
        p.tree->job.labels = ARI_LABELS_SIGNS;
        for (int n = 0; n < p.tree->count; n++) {
            const ari_node *node = &p.tree->nodes[n];
            if (node->kind == ARI_NODE_CUT)
                continue;
            ari_text label = ARI_TEXT_EMPTY;
            ari_tree_label(p.tree, n, &label);
            const char *text = ari_text_get(&label);
            text += strspn(text, "<>= ") == 1 ? 0 : strspn(text, "<>") ? 3 : 0;
            if (node->estimate)
                assert_true(text[0] == '~');
            else
                assert_string_equal(text, node->value > 0   ? "+"
                                          : node->value < 0 ? "-"
                                                            : "=");
            ari_text_free(&label);
        }
        fell(&p);
    }
}

/* Orders and rules of cutting make other trees of the same value. */
static void trees_of_every_order(void **state)
{
    (void)state;
    for (size_t i = 0; i < SAMPLES; i++)
        for (int order = ARI_ORDER_FIRST; order <= ARI_ORDER_CENTRE; order++) {
            planted p;
            ari_result minimax;
            ari_error error;
            prepare(&p, &samples[i], true);
            p.job.search.order = (ari_order)order;
            p.job.search.strict = order % 2;
            assert_int_equal(ari_tree_new(p.v, &p.root, &p.job, &p.tree, &error), ARI_OK);
            assert_int_equal(ari_minimax(p.v, &p.root, &p.job.search, &minimax, &error),
                             ARI_OK);
            const ari_node *root = p.tree->nodes;
            assert_int_equal(root->value, for_first(root->turn, minimax.score));
            assert_int_equal(root->bound, ARI_BOUND_EXACT);
            ari_move moves[ARI_MOVES_MAX];
            int count =
                ari_outcome(p.v, &p.root) == ARI_ON ? ari_moves(p.v, &p.root, moves) : 0;
            if (count > 0 && order == ARI_ORDER_LAST)
                assert_int_equal(root[root->first].move, moves[count - 1]);
            if (count > 0 && order == ARI_ORDER_BEST)
                assert_int_equal(root->best, root->first);
            fell(&p);
        }
}

/* Every legal move is a child, looked at or cut, and once. */
static void check_children(const ari_tree *tree, int index)
{
    const ari_node *n = &tree->nodes[index];
    ari_state s = ari_tree_state(tree, index);
    ari_move *moves = malloc(sizeof *moves * (size_t)tree->variant->core->max_moves);
    int count = ari_moves(tree->variant, &s, moves), children = 0;
    bool seen_cut = false;
    for (int c = n->first; c >= 0; c = tree->nodes[c].next, children++) {
        const ari_node *child = &tree->nodes[c];
        assert_int_equal(child->parent, index);
        assert_int_equal(child->ply, n->ply + 1);
        assert_true(c > index);
        int found = 0;
        for (int i = 0; i < count; i++)
            found += moves[i] == child->move;
        assert_int_equal(found, 1);
        for (int other = n->first; other != c; other = tree->nodes[other].next)
            assert_int_not_equal(tree->nodes[other].move, child->move);
        ari_state expected = ari_after(tree->variant, &s, child->move);
        ari_state got = ari_tree_state(tree, c);
        assert_true(ari_state_equal(tree->variant, &expected, &got));
        seen_cut = seen_cut || child->kind == ARI_NODE_CUT;
        assert_int_equal(child->kind == ARI_NODE_CUT, seen_cut);
    }
    assert_int_equal(children, count);
    free(moves);
}

/* The value is the best of the children's, and the windows are what alpha-beta hands
 * down; every cut has its reason. */
static void check_values(const ari_tree *tree, int index)
{
    const ari_node *n = &tree->nodes[index];
    bool max = n->turn == ARI_FIRST;
    int alpha = n->alpha, beta = n->beta, best = 0, best_child = -1;
    for (int c = n->first; c >= 0; c = tree->nodes[c].next) {
        const ari_node *child = &tree->nodes[c];
        if (child->kind == ARI_NODE_CUT) {
            assert_int_equal(child->value, best);
            assert_true(max ? child->value >= n->beta : child->value <= n->alpha);
            assert_true(alpha >= beta);
            continue;
        }
        if (tree->job.alphabeta) {
            assert_true(alpha < beta);
            assert_int_equal(child->alpha, alpha);
            assert_int_equal(child->beta, beta);
        }
        if (best_child < 0 || (max ? child->value > best : child->value < best)) {
            best = child->value;
            best_child = c;
        }
        if (max && best > alpha)
            alpha = best;
        if (!max && best < beta)
            beta = best;
    }
    assert_int_equal(n->value, best);
    assert_int_equal(n->best, best_child);
}

static void check_leaf(const ari_tree *tree, int index)
{
    const ari_node *n = &tree->nodes[index];
    ari_state s = ari_tree_state(tree, index);
    int outcome = ari_outcome(tree->variant, &s);
    assert_int_equal(n->first, -1);
    assert_int_equal(n->best, -1);
    assert_int_equal(n->kind == ARI_NODE_FINISHED, outcome != ARI_ON);
    if (n->kind == ARI_NODE_HORIZON)
        assert_int_equal(n->ply, tree->job.search.limits.depth);
    else if (ari_has(tree->variant, ARI_HAS_PAYOFFS))
        assert_int_equal(n->value, for_first(n->turn, outcome));
    else
        assert_int_equal(ari_tree_label_number(tree, index), for_first(n->turn, outcome));
}

static void tree_is_coherent(void **state)
{
    (void)state;
    for (size_t i = 0; i < 2 * SAMPLES; i++) {
        planted p;
        plant(&p, &samples[i / 2], i % 2);
        int cuts = 0, deepest = 0;
        for (int n = 0; n < p.tree->count; n++) {
            const ari_node *node = &p.tree->nodes[n];
            if (node->kind == ARI_NODE_INNER) {
                check_children(p.tree, n);
                check_values(p.tree, n);
            } else if (node->kind != ARI_NODE_CUT) {
                check_leaf(p.tree, n);
            }
            cuts += node->kind == ARI_NODE_CUT;
            if (node->kind != ARI_NODE_CUT && node->ply > deepest)
                deepest = node->ply;
        }
        assert_int_equal(cuts, p.tree->cuts);
        assert_int_equal(deepest, p.tree->deepest);
        assert_true(i % 2 || cuts == 0);
        fell(&p);
    }
}

/* Finds the nodes of one tree in another. */
static int *find_same(const ari_tree *part, const ari_tree *whole)
{
    int *same = calloc((size_t)part->count, sizeof *same);
    for (int n = 1; n < part->count; n++) {
        const ari_node *node = &part->nodes[n];
        int c = whole->nodes[same[node->parent]].first;
        while (c >= 0 && whole->nodes[c].move != node->move)
            c = whole->nodes[c].next;
        assert_true(c >= 0);
        same[n] = c;
    }
    return same;
}

/* Returns how many bounds there were. */
static int check_part(const sample *s)
{
    planted part, whole;
    int bounds = 0;
    plant(&part, s, true);
    plant(&whole, s, false);
    int *same = find_same(part.tree, whole.tree);
    for (int n = 0; n < part.tree->count; n++) {
        const ari_node *node = &part.tree->nodes[n];
        int value = whole.tree->nodes[same[n]].value;
        assert_int_equal(whole.tree->nodes[same[n]].bound, ARI_BOUND_EXACT);
        if (node->bound & ARI_BOUND_LEAST)
            assert_true(value >= node->value);
        if (node->bound & ARI_BOUND_MOST)
            assert_true(value <= node->value);
        bounds += node->bound == ARI_BOUND_LEAST || node->bound == ARI_BOUND_MOST;
        /* A move marked as good is as good as any. */
        if (n > 0 && node->good &&
            part.tree->nodes[node->parent].bound == ARI_BOUND_EXACT)
            assert_int_equal(value, whole.tree->nodes[same[node->parent]].value);
    }
    free(same);
    fell(&part);
    fell(&whole);
    return bounds;
}

/* B3: alpha-beta's tree is part of minimax's, and what it says of a value is true. */
static void alphabeta_is_part_of_minimax(void **state)
{
    (void)state;
    int bounds = 0;
    for (size_t i = 0; i < SAMPLES; i++)
        bounds += check_part(&samples[i]);
    assert_true(bounds > 100);
    for (int i = 0; i < 16; i++) {
        const char position[] = {(char)('1' + i / 4), (char)('1' + i % 4), '\0'};
        check_part(&(sample){"connect4:width=4,height=4", position, 6, "random",
                             ARI_ORDER_RANDOM});
    }
}

/* In minimax's tree exactly the moves that reach the value are good, and the main line
 * goes down along them. */
static void good_moves_are_marked(void **state)
{
    (void)state;
    for (size_t i = 0; i < SAMPLES; i++) {
        planted p;
        plant(&p, &samples[i], false);
        int line = 0, here = 0;
        while (p.tree->nodes[here].best >= 0) {
            here = p.tree->nodes[here].best;
            assert_true(p.tree->nodes[here].main_line);
            assert_int_equal(p.tree->nodes[here].value, p.tree->nodes[0].value);
        }
        for (int n = 1; n < p.tree->count; n++) {
            const ari_node *node = &p.tree->nodes[n];
            assert_int_equal(node->good,
                             node->value == p.tree->nodes[node->parent].value);
            line += node->main_line;
        }
        assert_int_equal(line, p.tree->nodes[here].ply);
        fell(&p);
    }
}

/* What is not called an estimate is the true value. */
static void only_the_proved_is_certain(void **state)
{
    (void)state;
    const sample shallow[] = {
        {"tictactoe", "xox.o....", 2, NULL, ARI_ORDER_FIRST},
        {"tictactoe:early=no", "xoxoxo...", 2, NULL, ARI_ORDER_FIRST},
        {"connect4:width=4,height=3,line=3", "2233", 3, "neutral", ARI_ORDER_FIRST},
        {"nim:heaps=321", "", 3, NULL, ARI_ORDER_FIRST},
        {"dots:width=2,height=1", "b1 a2 c2", 3, "random", ARI_ORDER_FIRST},
    };
    int certain = 0, estimates = 0;
    for (size_t i = 0; i < 2 * sizeof shallow / sizeof *shallow; i++) {
        planted p;
        plant(&p, &shallow[i / 2], i % 2);
        for (int n = 0; n < p.tree->count; n++) {
            const ari_node *node = &p.tree->nodes[n];
            estimates += node->estimate;
            if (node->estimate || node->bound != ARI_BOUND_EXACT)
                continue;
            certain++;
            ari_state s = ari_tree_state(p.tree, n);
            ari_result result;
            ari_error error;
            assert_int_equal(ari_minimax(p.v, &s, &(ari_search_job){0}, &result, &error),
                             ARI_OK);
            int score = for_first(node->turn, result.score);
            assert_int_equal(ari_tree_distance(p.tree, n), ari_score_distance(score));
            if (ari_score_distance(score) < 0)
                assert_int_equal(node->value, score);
            else
                assert_int_equal(ari_tree_label_number(p.tree, n), score > 0 ? 1 : -1);
        }
        fell(&p);
    }
    assert_true(certain > 50 && estimates > 50);
}

/* The label of the root is the solver's value. */
static void root_is_the_solvers(void **state)
{
    (void)state;
    for (size_t i = 0; i < 2 * SAMPLES; i++) {
        planted p;
        if (samples[i / 2].depth)
            continue;
        plant(&p, &samples[i / 2], i % 2);
        ari_solver *solver;
        ari_analysis analysis;
        ari_error error;
        ari_engine_job job = {.eval = p.job.search.eval};
        assert_int_equal(ari_solver_new(p.v, 1 << 20, &solver, &error), ARI_OK);
        assert_int_equal(
            ari_analyse(solver, &p.root, ARI_ASK_VALUE, &job, &analysis, &error), ARI_OK);
        int score = for_first(ari_turn(p.v, &p.root), analysis.whole.score);
        int label = ari_has(p.v, ARI_HAS_PAYOFFS) ? score : (score > 0) - (score < 0);
        assert_int_equal(ari_tree_label_number(p.tree, 0), label);
        assert_false(p.tree->nodes[0].estimate);
        ari_analysis_free(&analysis);
        ari_solver_free(solver);
        fell(&p);
    }
}

/* ---- tic-tac-toe, whole ---- */

/* The value of a board by a brute force that shares nothing with the library. */
static int brute_force(const char *board, signed char *known)
{
    static const char lines[8][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6},
                                     {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}};
    int code = 0, marks = 0;
    for (int i = 0; i < 9; i++) {
        code = 3 * code + (board[i] == 'x' ? 1 : board[i] == 'o' ? 2 : 0);
        marks += board[i] != '.';
    }
    if (known[code])
        return known[code] - 2;
    int value = marks % 2 ? 1 : -1;
    bool over = marks == 9;
    for (int i = 0; i < 8; i++) {
        char c = board[(int)lines[i][0]];
        if (c != '.' && c == board[(int)lines[i][1]] && c == board[(int)lines[i][2]]) {
            known[code] = (signed char)(c == 'x' ? 3 : 1);
            return known[code] - 2;
        }
    }
    for (int i = 0; i < 9 && !over; i++) {
        if (board[i] != '.')
            continue;
        char next[10];
        memcpy(next, board, 10);
        next[i] = marks % 2 ? 'o' : 'x';
        int below = brute_force(next, known);
        value =
            marks % 2 ? (below < value ? below : value) : (below > value ? below : value);
    }
    value = over ? 0 : value;
    known[code] = (signed char)(value + 2);
    return value;
}

/* A1, A2, A3: all 549,946 nodes below the empty board have the right label, 0 at the top;
 * the early end changes no label. */
static void whole_tictactoe(void **state)
{
    (void)state;
    const sample whole[] = {{"tictactoe:early=no", "", 0, NULL, ARI_ORDER_FIRST},
                            {"tictactoe", "", 0, NULL, ARI_ORDER_FIRST}};
    signed char *known = calloc(19683, 1);
    for (int i = 0; i < 2; i++) {
        planted p;
        plant(&p, &whole[i], false);
        if (i == 0)
            assert_int_equal(p.tree->count, 549946);
        assert_int_equal(ari_tree_label_number(p.tree, 0), 0);
        ari_text text = ARI_TEXT_EMPTY;
        for (int n = 0; n < p.tree->count; n++) {
            ari_state s = ari_tree_state(p.tree, n);
            ari_text_clear(&text);
            ari_state_format(p.v, &s, &text);
            if (ari_tree_label_number(p.tree, n) != brute_force(text.data, known))
                fail_msg("the label of %s is wrong", text.data);
        }
        ari_text_free(&text);
        fell(&p);
    }
    free(known);
}

/* ---- limits ---- */

static void large_trees_are_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < 2 * SAMPLES; i++) {
        planted p;
        plant(&p, &samples[i / 2], i % 2);
        int count = p.tree->count;
        ari_tree_free(p.tree);
        ari_error error;
        p.job.max_nodes = count;
        assert_int_equal(ari_tree_new(p.v, &p.root, &p.job, &p.tree, &error), ARI_OK);
        assert_int_equal(p.tree->count, count);
        ari_tree_free(p.tree);
        p.tree = NULL;
        ari_tree_size size;
        assert_int_equal(ari_tree_measure(p.v, &p.root, &p.job, &size, &error), ARI_OK);
        assert_true(size.complete);
        assert_int_equal(size.nodes, count);
        assert_int_equal(size.fitting_nodes, count);
        p.job.max_nodes = count - 1;
        if (count > 1) {
            assert_int_equal(ari_tree_new(p.v, &p.root, &p.job, &p.tree, &error),
                             ARI_LIMIT);
            assert_null(p.tree);
            assert_int_equal(ari_tree_measure(p.v, &p.root, &p.job, &size, &error),
                             ARI_OK);
            assert_int_equal(size.nodes, count);
            assert_true(size.fitting_nodes < count);
        }
        if (count > 1 && size.fitting_depth > 0) {
            p.job.search.limits.depth = size.fitting_depth;
            assert_int_equal(ari_tree_new(p.v, &p.root, &p.job, &p.tree, &error), ARI_OK);
            assert_int_equal(p.tree->count, size.fitting_nodes);
        }
        fell(&p);
    }
}

static void bad_jobs_and_stops(void **state)
{
    (void)state;
    planted p;
    ari_error error;
    ari_tree_size size;
    ari_stop stop = 1;
    prepare(&p, &samples[0], false);
    for (int i = 0; i < 2; i++) {
        p.job.max_nodes = i ? ARI_TREE_NODES_MAX + 1 : 0;
        assert_int_equal(ari_tree_new(p.v, &p.root, &p.job, &p.tree, &error), ARI_RANGE);
        assert_int_equal(ari_tree_measure(p.v, &p.root, &p.job, &size, &error),
                         ARI_RANGE);
    }
    fell(&p);
    const sample large = {"connect4", "", 12, NULL, ARI_ORDER_FIRST};
    prepare(&p, &large, false);
    p.job.max_nodes = ARI_TREE_NODES_MAX;
    p.job.search.limits.stop = &stop;
    assert_int_equal(ari_tree_new(p.v, &p.root, &p.job, &p.tree, &error), ARI_STOPPED);
    p.job.search.limits.stop = NULL;
    p.job.search.limits.nodes = 1000;
    assert_int_equal(ari_tree_new(p.v, &p.root, &p.job, &p.tree, &error), ARI_STOPPED);
    assert_int_equal(ari_tree_measure(p.v, &p.root, &p.job, &size, &error), ARI_OK);
    assert_false(size.complete);
    assert_true(size.nodes >= 1000);
    fell(&p);
}

static int told;

static void stop_when_told(void *self, const ari_progress *progress)
{
    (void)progress;
    told++;
    atomic_store((ari_stop *)self, 1);
}

/* Finding the best order is no part of the tree, and ends all the same: by the caller's flag at the
 * next look, and by its own limit with a sentence. */
static void order_ends(void **state)
{
    (void)state;
    planted p;
    ari_error error;
    ari_stop stop = 0;
    const sample wide = {"mnk:width=15,height=15,line=5", "", 4, NULL, ARI_ORDER_BEST};
    prepare(&p, &wide, true);
    p.job.max_nodes = ARI_TREE_NODES_MAX;
    p.job.search.limits.stop = &stop;
    p.job.search.limits.self = &stop;
    p.job.search.limits.progress = stop_when_told;
    p.job.search.limits.seconds = 5; /* for a flag that nobody looks at */
    assert_int_equal(ari_tree_new(p.v, &p.root, &p.job, &p.tree, &error), ARI_STOPPED);
    assert_int_equal(told, 1);
    p.job.search.limits = (ari_limits){.depth = 4};
    p.job.max_nodes = 10;
    assert_int_equal(ari_tree_new(p.v, &p.root, &p.job, &p.tree, &error), ARI_STOPPED);
    assert_non_null(strstr(error.message, "the best order"));
    fell(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tree_is_the_search),
        cmocka_unit_test(tree_is_coherent),
        cmocka_unit_test(alphabeta_is_part_of_minimax),
        cmocka_unit_test(ratings_are_negated),
        cmocka_unit_test(signs_are_the_numbers),
        cmocka_unit_test(trees_of_every_order),
        cmocka_unit_test(good_moves_are_marked),
        cmocka_unit_test(only_the_proved_is_certain),
        cmocka_unit_test(root_is_the_solvers),
        cmocka_unit_test(whole_tictactoe),
        cmocka_unit_test(large_trees_are_refused),
        cmocka_unit_test(bad_jobs_and_stops),
        cmocka_unit_test(order_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
