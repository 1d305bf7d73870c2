/* test_given.c: trees given as text: every search finds what the text says, and the figures of books come out. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include <ariadne/random.h>
#include <ariadne/search.h>
#include <ariadne/tree.h>

/* ---- random trees, written and valued here ---- */

typedef struct grown {
    ari_random random;
    ari_text text;
    int leaves;
} grown;

/* A node below which at most `depth` plies follow, written; its value for max. */
static int grow(grown *g, int depth, bool max)
{
    if (ari_random_below(&g->random, 6) == 0) { /* unlike all children's numbers */
        ari_text_format(&g->text, "n%d:", (int)(g->text.size % 1000));
    }
    if (depth == 0 || ari_random_below(&g->random, 5) == 0) {
        int value = (int)ari_random_below(&g->random, 41) - 20;
        ari_text_format(&g->text, "%d ", value);
        g->leaves++;
        return value;
    }
    ari_text_add_char(&g->text, '(');
    int children = 1 + (int)ari_random_below(&g->random, 3), best = max ? -1000 : 1000;
    for (int i = 0; i < children; i++) {
        int value = grow(g, depth - 1, !max);
        best = max == (value > best) ? value : best;
    }
    ari_text_add_char(&g->text, ')');
    return best;
}

static ari_variant *variant_of(const char *spec)
{
    ari_variant *v;
    ari_error error;
    if (ari_variant_new(spec, &v, &error) != ARI_OK)
        fail_msg("%s: %s", spec, error.message);
    return v;
}

static int value_by(ari_status (*search)(const ari_variant *, const ari_state *,
                                         const ari_search_job *, ari_result *,
                                         ari_error *),
                    const ari_variant *v, const ari_search_job *job)
{
    ari_result result;
    ari_error error;
    assert_int_equal(search(v, &v->start, job, &result, &error), ARI_OK);
    assert_true(result.exact);
    return ari_turn(v, &v->start) == ARI_FIRST ? result.score : -result.score;
}

static void every_search_values_the_text(void **state)
{
    (void)state;
    grown g = {.random = ari_random_seeded(20)};
    int tried = 0, leaves = 0;
    for (int i = 0; i < 3000; i++) {
        bool min_begins = i % 2;
        int children = 1 + (int)ari_random_below(&g.random, 3),
            best = min_begins ? 1000 : -1000;
        ari_text_clear(&g.text);
        g.leaves = 0;
        ari_text_format(&g.text, "given:first=%s,tree=", min_begins ? "min" : "max");
        size_t begin = g.text.size;
        for (int c = 0; c < children; c++) {
            int value = grow(&g, 4, min_begins);
            best = min_begins == (value < best) ? value : best;
        }
        if (g.text.size - begin > ARI_STRING_MAX - 40)
            continue; /* its one spelling may be a little longer */
        tried++;
        leaves += g.leaves;
        ari_variant *v = variant_of(ari_text_get(&g.text));
        ari_variant *again = variant_of(v->name);
        assert_string_equal(again->name, v->name);
        ari_variant_free(again);
        ari_result result;
        ari_error error;
        ari_search_job job = {.seed = (uint64_t)i};
        assert_int_equal(value_by(ari_minimax, v, &job), best);
        assert_int_equal(value_by(ari_bestmove, v, &job), best);
        for (int order = ARI_ORDER_FIRST; order <= ARI_ORDER_CENTRE; order++)
            for (int strict = 0; strict < 2; strict++) {
                job.order = (ari_order)order;
                job.strict = strict == 1;
                assert_int_equal(value_by(ari_alphabeta, v, &job), best);
            }
        assert_int_equal(
            ari_memo(v, &v->start, ARI_MEMO_STATES, &job.limits, &result, &error),
            ARI_OK);
        assert_int_equal(min_begins ? -result.score : result.score, best);
        ari_variant_free(v);
    }
    assert_true(tried > 2000 && leaves > 10000);
    ari_text_free(&g.text);
}

/* ---- figures of books ---- */

static const ari_node *node_of(const ari_tree *tree, int parent, const char *name)
{
    char text[32];
    for (int c = tree->nodes[parent].first; c >= 0; c = tree->nodes[c].next) {
        ari_state s = ari_tree_state(tree, parent);
        ari_text move = ARI_TEXT_EMPTY;
        ari_move_format(tree->variant, &s, tree->nodes[c].move, &move);
        snprintf(text, sizeof text, "%s", ari_text_get(&move));
        ari_text_free(&move);
        if (strcmp(text, name) == 0)
            return &tree->nodes[c];
    }
    fail_msg("no %s", name);
    return NULL;
}

/* F1: B = 3, two states are skipped, and D's leaves are seen through [3, inf], [3, 14] and
 * [3, 5]; the same with either rule of cutting. */
static void the_figure_of_alpha_beta(void **state)
{
    (void)state;
    ari_variant *v = variant_of("given:tree=B:(3 12 8) C:(2 4 6) D:(14 5 2)");
    for (int strict = 0; strict < 2; strict++) {
        ari_tree_job job = {.alphabeta = true, .max_nodes = 100};
        job.search.strict = strict == 1;
        ari_tree *tree;
        ari_error error;
        assert_int_equal(ari_tree_new(v, &v->start, &job, &tree, &error), ARI_OK);
        assert_int_equal(tree->nodes[0].value, 3);
        assert_int_equal(tree->cuts, 2);
        assert_int_equal(tree->count, 13);
        const ari_node *b = node_of(tree, 0, "B"), *c = node_of(tree, 0, "C"),
                       *d = node_of(tree, 0, "D");
        assert_int_equal(b->value, 3);
        assert_int_equal(b->bound, ARI_BOUND_EXACT);
        assert_int_equal(c->value, 2);
        assert_int_equal(c->bound, ARI_BOUND_MOST);
        assert_int_equal(d->value, 2);
        int highest[3] = {0}, i = 0;
        for (int n = d->first; n >= 0; n = tree->nodes[n].next) {
            assert_int_equal(tree->nodes[n].alpha, 3);
            highest[i++] = tree->nodes[n].beta;
        }
        assert_true(highest[0] > ARI_WIN);
        assert_int_equal(highest[1], 14);
        assert_int_equal(highest[2], 5);
        ari_tree_free(tree);
    }
    ari_variant_free(v);
}

/* Equality cuts by the usual rule alone. */
static void a_tie_cuts_unless_strict(void **state)
{
    (void)state;
    ari_variant *v = variant_of("given:tree=(3 12)(3 7)");
    ari_search_job job = {.widths = true};
    ari_result usual, strict;
    ari_error error;
    assert_int_equal(ari_alphabeta(v, &v->start, &job, &usual, &error), ARI_OK);
    job.strict = true;
    assert_int_equal(ari_alphabeta(v, &v->start, &job, &strict, &error), ARI_OK);
    assert_int_equal(usual.stats.nodes, 6);
    assert_int_equal(usual.stats.skipped, 1);
    assert_int_equal(strict.stats.nodes, 7);
    ari_variant_free(v);
}

/* ---- text ---- */

static void one_tree_has_one_spelling(void **state)
{
    (void)state;
    static const char *const spelled[][2] = {
        {"given:tree=(3,12,8),(2,4,6),(14,5,2)",
         "given:tree=(3 12 8)(2 4 6)(14 5 2),first=max"},
        {"given", "given:tree=(3 12 8)(2 4 6)(14 5 2),first=max"},
        {"given:first=min,tree= ( +3  -007 )5 ", "given:tree=(3 -7) 5,first=min"},
        {"given:tree=B:(x:1 2)C:(3)(4)", "given:tree=B:(x:1 2) C:(3)(4),first=max"},
        {"given:tree=((((1))))", "given:tree=((((1)))),first=max"},
    };
    for (size_t i = 0; i < sizeof spelled / sizeof *spelled; i++) {
        ari_variant *v = variant_of(spelled[i][0]);
        assert_string_equal(v->name, spelled[i][1]);
        ari_variant_free(v);
    }
}

static void wrong_trees_get_a_sentence(void **state)
{
    (void)state;
    static const struct {
        const char *tree, *says;
        size_t offset;
    } wrong[] = {
        {"", "expected the leaves of a tree", 0},
        {"(3 12 8", "this bracket is never closed", 0},
        {"3 (4 (5)", "this bracket is never closed", 2},
        {"3)", "no bracket is open here", 1},
        {"(3 ())", "there must be something between brackets", 4},
        {"(B:1 B:2)", "two children are called B", 5},
        {"toolong:3", "a name has at most 5 characters", 0},
        {"3 B", "expected a colon after the name B", 3},
        {"3 B:", "expected a number or an opening bracket", 4},
        {"3 *", "expected a number or an opening bracket", 2},
        {"3 - 4", "expected a number or an opening bracket", 2},
        {"10000", "a leaf is from -9999 to 9999", 0},
        {"99999999999999999999", "a leaf is from -9999 to 9999", 0},
    };
    ari_variant *v;
    ari_error error;
    char spec[400];
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        snprintf(spec, sizeof spec, "given:tree=%s", wrong[i].tree);
        assert_int_not_equal(ari_variant_new(spec, &v, &error), ARI_OK);
        if (!strstr(error.message, wrong[i].says))
            fail_msg("'%s' says: %s", wrong[i].tree, error.message);
        assert_int_equal(error.offset, strlen("given:tree=") + wrong[i].offset);
    }
    char many[400] = "given:tree=";
    for (int i = 0; i < 41; i++)
        strcat(many, "1 ");
    assert_int_equal(ari_variant_new(many, &v, &error), ARI_RANGE);
    assert_non_null(strstr(error.message, "at most 40 children"));
    /* As long as a text may be, but not in its one spelling, which has spaces. */
    strcpy(many, "given:tree=");
    for (int i = 0; i < 36; i++)
        snprintf(many + strlen(many), 12, "(a%02d:(1))", i);
    many[strlen("given:tree=") + ARI_STRING_MAX + 1] = '\0';
    assert_int_equal(ari_variant_new(many, &v, &error), ARI_RANGE);
    assert_non_null(strstr(error.message, "longer than 255 characters"));
}

static void ways_to_nodes_are_positions(void **state)
{
    (void)state;
    ari_variant *v = variant_of("given:tree=B:(3 12 8) C:(2 4 6) D:(14 5 2)");
    static const char *const right[][2] = {
        {"/", "/"}, {"D", "/D"}, {"D 2", "/D/2"}, {"/C/3", "/C/3"}};
    static const char *const wrong[] = {"/E", "/1", "/B/4", "/B/", "//", "B 0", "B 2 1"};
    ari_record record;
    ari_error error;
    char text[64];
    for (size_t i = 0; i < sizeof right / sizeof *right; i++) {
        assert_int_equal(ari_position_parse(v, right[i][0], &record, &error), ARI_OK);
        ari_state_write(v, &record.end, text, sizeof text);
        assert_string_equal(text, right[i][1]);
        ari_record_free(&record);
    }
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_int_not_equal(ari_position_parse(v, wrong[i], &record, &error), ARI_OK);
    ari_variant_free(v);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_search_values_the_text),
        cmocka_unit_test(the_figure_of_alpha_beta),
        cmocka_unit_test(a_tie_cuts_unless_strict),
        cmocka_unit_test(one_tree_has_one_spelling),
        cmocka_unit_test(wrong_trees_get_a_sentence),
        cmocka_unit_test(ways_to_nodes_are_positions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
