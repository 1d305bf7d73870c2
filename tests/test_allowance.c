/* test_allowance.c: memory that is counted: no more than allowed is ever taken, all of it is given
 * back, and what fits gives the same answers as without a limit. */
#include <stdlib.h>

#include <ariadne/maze.h>
#include <ariadne/allowance.h>
#include <ariadne/runner.h>
#include <ariadne/tree.h>

#include "base/memory.h"
#include "solving.h"

static void test_counting(void **unused)
{
    (void)unused;
    ari_allowance allowance;
    ari_allowance_begin(&allowance, 100);
    assert_true(ari_allowance_take(&allowance, 60));
    assert_false(ari_allowance_take(&allowance, 41));
    assert_int_equal(ari_allowance_left(&allowance), 40);
    assert_true(ari_allowance_take(&allowance, 40));
    assert_false(ari_allowance_take(&allowance, 1));
    assert_false(ari_allowance_take(&allowance, SIZE_MAX));
    ari_allowance_give(&allowance, 60);
    assert_int_equal(allowance.used, 40);
    assert_int_equal(allowance.peak, 100);
    ari_allowance_give(&allowance, 40);
    assert_int_equal(allowance.used, 0);
    assert_int_equal(allowance.refused, 3);
    /* without an allowance there is no limit */
    assert_true(ari_allowance_take(NULL, SIZE_MAX));
    assert_int_equal(ari_allowance_left(NULL), SIZE_MAX);
    ari_allowance_give(NULL, SIZE_MAX);
}

static void test_sentences(void **unused)
{
    (void)unused;
    ari_allowance allowance;
    ari_error error;
    ari_allowance_begin(&allowance, (size_t)64 << 20);
    assert_int_equal(ari_fail_allowance(&error, &allowance, "a heap"), ARI_MEMORY);
    assert_string_equal(error.message, "cannot get more memory for a heap");
    assert_false(ari_allowance_take(&allowance, (size_t)65 << 20));
    ari_fail_allowance(&error, &allowance, "keeping the tree");
    assert_string_equal(
        error.message,
        "keeping the tree takes more than the 64 MB of memory that are allowed");
    allowance.limit = (size_t)1 << 20;
    ari_fail_allowance(&error, &allowance, "keeping the tree");
    assert_non_null(strstr(error.message, "the 1 MB of"));
}

/* Many threads take and give; nobody ever sees more than the limit. */
static void take_and_give(void *argument, int index)
{
    ari_allowance *allowance = argument;
    uint64_t random = (uint64_t)index;
    for (int i = 0; i < 20000; i++) {
        random = ari_mix(random + 1);
        size_t bytes = random % 700;
        if (!ari_allowance_take(allowance, bytes))
            continue;
        if (allowance->used > allowance->limit)
            abort();
        ari_allowance_give(allowance, bytes);
    }
}

static void test_threads(void **unused)
{
    (void)unused;
    ari_allowance allowance;
    ari_pool *pool;
    ari_allowance_begin(&allowance, 1000);
    assert_int_equal(ari_pool_new(4, &pool, NULL), ARI_OK);
    const ari_runner *runner = ari_pool_runner(pool);
    runner->run(runner->self, 4, take_and_give, &allowance);
    ari_pool_free(pool);
    assert_int_equal(allowance.used, 0);
    assert_true(allowance.peak > 0 && allowance.peak <= 1000);
}

/* An array grows through all sizes, small and mapped, and keeps what is in it. */
static void test_arrays(void **unused)
{
    (void)unused;
    for (size_t limit = 1 << 10; limit <= (size_t)64 << 20; limit *= 4) {
        ari_allowance allowance;
        uint64_t *array = NULL;
        size_t room = 0, count = 0;
        ari_allowance_begin(&allowance, limit);
        for (;; count++) {
            size_t before = room;
            if (!ari__charged_grow(&allowance, (void **)&array, &room, count + 1,
                                   sizeof *array))
                break;
            if (room > before)
                assert_int_equal(array[room - 1], 0); /* what is new is zero */
            array[count] = ari_mix(count);
        }
        assert_true(allowance.peak <= limit);
        assert_true(count * sizeof *array * 3 > limit); /* most of it was of use */
        for (size_t i = 0; i < count; i++)
            if (array[i] != ari_mix(i))
                fail_msg("item %zu of %zu is lost", i, count);
        ari__charged_free(&allowance, array, room, sizeof *array);
        assert_int_equal(allowance.used, 0);
    }
}

static ari_result memo(const ari_variant *v, ari_memo_mode mode, ari_allowance *allowance,
                       ari_status *status)
{
    ari_result result;
    ari_error error;
    const ari_limits limits = {.memory = allowance};
    *status = ari_memo(v, &v->start, mode, &limits, &result, &error);
    return result;
}

/* With any allowance the recursion gives the same answer, or says that it was too little. */
static void test_recursion(void **unused)
{
    (void)unused;
    static const char *const games[] = {"coins:coins=3000,most=20", "nim:heaps=7654",
                                        "chomp:width=6,height=5", "dots:width=2,height=2",
                                        "tictactoe"};
    for (size_t i = 0; i < sizeof games / sizeof *games; i++)
        for (int mode = ARI_MEMO_STATES; mode <= ARI_MEMO_CANONICAL; mode++) {
            ari_variant *v = variant(games[i]);
            ari_status status;
            ari_result free_of_limits = memo(v, (ari_memo_mode)mode, NULL, &status);
            assert_int_equal(status, ARI_OK);
            int refused = 0, answered = 0;
            for (size_t limit = 0; limit < 4 << 20; limit += limit / 8 + 1000) {
                ari_allowance allowance;
                ari_allowance_begin(&allowance, limit);
                ari_result result = memo(v, (ari_memo_mode)mode, &allowance, &status);
                assert_int_equal(allowance.used, 0);
                assert_true(allowance.peak <= limit);
                refused += status == ARI_MEMORY;
                answered += status == ARI_OK;
                if (status != ARI_OK)
                    continue;
                assert_int_equal(result.score, free_of_limits.score);
                assert_int_equal(result.best, free_of_limits.best);
                assert_int_equal(result.stats.calls, free_of_limits.stats.calls);
                assert_int_equal(result.stats.states, free_of_limits.stats.states);
            }
            assert_true(refused > 0 && answered > 0);
            ari_variant_free(v);
        }
}

/* A recursion so deep that it makes its lists of moves again on the way back; whoever has one
 * more than a multiple of `most` + 1 loses. */
static void test_deep_recursion(void **unused)
{
    (void)unused;
    static const struct {
        const char *name;
        int left; /* what the right move takes; 0: all lose */
    } games[] = {{"coins:coins=300000,most=100", (300000 - 1) % 101},
                 {"coins:coins=99991,most=9", 0},
                 {"coins:coins=99995,most=9", 4}};
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        ari_variant *v = variant(games[i].name);
        ari_status status;
        ari_allowance allowance;
        ari_allowance_begin(&allowance, (size_t)20 << 20);
        ari_result result = memo(v, ARI_MEMO_STATES, &allowance, &status);
        assert_int_equal(status, ARI_OK);
        assert_int_equal(result.score, games[i].left ? ARI_WIN : -ARI_WIN);
        if (games[i].left)
            assert_int_equal(result.best, games[i].left - 1);
        assert_true(result.stats.deepest > 90000);
        assert_int_equal(allowance.used, 0);
        ari_variant_free(v);
    }
}

static void test_trees(void **unused)
{
    (void)unused;
    ari_variant *v = variant("tictactoe");
    ari_allowance allowance;
    int kept = 0, refused = 0;
    for (size_t limit = 1000; limit < 8 << 20; limit *= 2) {
        ari_allowance_begin(&allowance, limit);
        ari_tree_job job = {.search = {.limits = {.depth = 5, .memory = &allowance}},
                            .max_nodes = 1000000};
        ari_tree *tree;
        ari_error error;
        ari_status status = ari_tree_new(v, &v->start, &job, &tree, &error);
        assert_true(status == ARI_OK || status == ARI_MEMORY);
        kept += status == ARI_OK;
        refused += status == ARI_MEMORY;
        if (status == ARI_OK)
            assert_true(allowance.used >= (size_t)tree->count * sizeof(ari_node));
        else
            assert_non_null(strstr(error.message, "are allowed"));
        assert_true(allowance.peak <= limit);
        ari_tree_free(tree);
        assert_int_equal(allowance.used, 0);
    }
    assert_true(kept > 0 && refused > 0);
    ari_variant_free(v);
}

/* The searches of a puzzle: each finds its way out in what it is allowed, or says that it needs
 * more, and gives everything back. */
static void test_mazes(void **unused)
{
    (void)unused;
    const ari_maze_make_job plan = {.width = 60, .height = 60, .seed = 3, .loops = 0.1};
    static const ari_maze_method methods[] = {ARI_MAZE_RECURSIVE, ARI_MAZE_SHORTEST,
                                              ARI_MAZE_DEAD_ENDS};
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
        int solved = 0, refused = 0;
        for (size_t limit = 100; limit < 1 << 20; limit *= 2) {
            ari_allowance allowance;
            ari_maze *maze;
            ari_maze_solution solution;
            ari_error error;
            ari_allowance_begin(&allowance, limit);
            const ari_maze_job job = {.method = methods[i],
                                      .limits = {.memory = &allowance}};
            assert_int_equal(ari_maze_generate(&plan, &maze, NULL), ARI_OK);
            ari_status status = ari_maze_solve(maze, &job, &solution, &error);
            assert_true(status == ARI_OK ? solution.solved : status == ARI_MEMORY);
            solved += status == ARI_OK;
            refused += status == ARI_MEMORY;
            if (status == ARI_MEMORY)
                assert_non_null(strstr(error.message, "are allowed"));
            else
                ari_maze_solution_free(&solution);
            assert_true(allowance.peak <= limit);
            assert_int_equal(allowance.used, 0);
            ari_maze_free(maze);
        }
        assert_true(solved > 0 && refused > 0);
    }
}

/* A solver with too little memory for all states asks the engine, and where a game is too long
 * for that, says so; with limits of time it guesses. */
static void test_solvers(void **unused)
{
    (void)unused;
    ari_solver *little, *much;
    ari_error error;
    ari_analysis analysis;
    const ari_engine_job job = {.limits = {.depth = 0}};
    const ari_engine_job quick = {.limits = {.nodes = 1000000}};
    static const char *const games[] = {"chomp:width=10,height=8",
                                        "nim:heaps=20,19,18,17", "dots:width=2,height=3"};
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        ari_variant *v = variant(games[i]);
        assert_int_equal(ari_solver_new(v, 1 << 20, &little, NULL), ARI_OK);
        assert_int_equal(ari_solver_new(v, (size_t)256 << 20, &much, NULL), ARI_OK);
        ari_answer a = value(little, &v->start), b = value(much, &v->start);
        assert_int_equal(a.score, b.score);
        assert_true(a.exact && b.exact);
        ari_solver_free(little);
        ari_solver_free(much);
        ari_variant_free(v);
    }
    ari_variant *v = variant("coins:coins=1000000,most=100");
    assert_int_equal(ari_solver_new(v, 1 << 20, &little, NULL), ARI_OK);
    assert_int_equal(
        ari_analyse(little, &v->start, ARI_ASK_MOVES, &job, &analysis, &error),
        ARI_MEMORY);
    assert_string_equal(error.message,
                        "solving this position state by state takes more than the 1 MB "
                        "of memory that are allowed");
    assert_int_equal(
        ari_analyse(little, &v->start, ARI_ASK_MOVES, &quick, &analysis, &error), ARI_OK);
    assert_true(analysis.stopped && !analysis.whole.exact);
    assert_int_equal(analysis.count, 100);
    ari_analysis_free(&analysis);
    ari_state near = position(v, "board:1000");
    assert_true(value(little, &near).exact); /* the next question is answered */
    ari_solver_free(little);
    ari_variant_free(v);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_counting),  cmocka_unit_test(test_sentences),
        cmocka_unit_test(test_threads),   cmocka_unit_test(test_arrays),
        cmocka_unit_test(test_recursion), cmocka_unit_test(test_deep_recursion),
        cmocka_unit_test(test_trees),     cmocka_unit_test(test_mazes),
        cmocka_unit_test(test_solvers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
