/* test_strong.c: strong solving. The oracles are published counts, a brute-force solver that
 * knows nothing of tiers, keys or symmetry, and the searches. C2, C3, E13, B5 */
#define _DEFAULT_SOURCE
#include "strong_cases.h"

#include <ariadne/analysis.h>

/* ---- counts ---- */

static void test_counts(void **unused)
{
    (void)unused;
    static const struct {
        const char *spec;
        uint64_t positions, canonical;
        int score, distance;
    } known[] = {
        {"tictactoe:early=no", 5478, 765, 0, 9},
        {"mnk:width=3,height=3,line=3", 5478, 765, 0, 9},
        {"connect4:width=4,height=4", 161029, 80541, 0, 16},
        {"connect4:width=4,height=5", 1706255, 853185, 0, 20},
        {"quixo:size=3", 32027, 4433, ARI_WIN - 7, 7},
        {"othello:size=4", 62789, 14401, -10, 10},
        {"coins:coins=13,most=3", 26, 26, 6 - ARI_WIN, 6}, /* E13: 13 mod 4 is 1 */
        {"nim:heaps=1", 2, 2, 1 - ARI_WIN, 1},             /* C6 */
        {"chomp:width=2,height=2", 10, 8, ARI_WIN - 4, 4},
        {"kalah:pits=3,seeds=2", 1975, 1975, 4, 6}, /* whatever is in the stores */
        {"kalah:pits=4,seeds=1,empty", 558, 558, 2, 5},
        {"breakthrough:width=3,height=4", 55152, 27797, 12 - ARI_WIN,
         12}, /* test_breakthrough.c */
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (!LARGE && known[i].positions > 1000000)
            continue;
        ari_variant *v = variant(known[i].spec);
        ari_strong_summary summary = solve(v, "count.db");
        assert_int_equal(summary.positions, known[i].positions);
        assert_int_equal(summary.canonical, known[i].canonical);
        assert_int_equal(summary.score, known[i].score);
        assert_int_equal(summary.distance, known[i].distance);
        expect_sound("count.db", v, known[i].positions);
        ari_variant_free(v);
    }
}

/* ---- brute force ---- */

/* Each row of the table has an example, which can be reached and is worth what the row says. */
static void expect_examples(ari_database *db, brute *b)
{
    ari_strong_examples examples;
    ari_error error;
    assert_int_equal(ari_database_examples_new(db, NULL, &examples, &error), ARI_OK);
    assert_int_equal(examples.count, ari_database_rows(db));
    size_t known = b->count;
    for (size_t i = 0; i < examples.count; i++) {
        ari_strong_row row = ari_database_row(db, i);
        int score, distance;
        assert_true(examples.found[i]);
        assert_true(brute_place(b, &examples.states[i]) < known); /* or it would be new */
        assert_int_equal(
            ari_database_look(db, &examples.states[i], &score, &distance, &error),
            ARI_OK);
        assert_int_equal((score > 0) - (score < 0), row.value);
        assert_int_equal(distance, row.distance);
    }
    ari_database_examples_free(&examples);
}

static void test_brute_force(void **unused)
{
    (void)unused;
    static const char *const specs[] = {
        "tictactoe:early=no",
        "tictactoe",
        "nim:heaps=4321",
        "nim:heaps=333,normal",
        "coins:coins=30,most=4",
        "evencoins:coins=11,most=3",
        "chomp:width=5,height=4",
        "chomp:width=4,height=4",
        "mnk:width=4,height=3,line=3",
        "connect4:width=3,height=3,line=3",
        "connect4:width=4,height=3,line=3",
        "connect4:width=5,height=2,line=3",
        "connect4:width=1,height=6,line=2",
#if LARGE
        "connect4:width=4,height=4",
#endif
        "quixo:size=3",
        "morris:men=3",
        "hare",
    };
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        ari_variant *v = variant(specs[i]);
        brute b;
        brute_solve(&b, v, 200000);
        ari_strong_summary summary = solve(v, "brute.db");
        assert_int_equal(summary.positions, b.count);
        ari_database *db = opened("brute.db", v);
        for (size_t j = 0; j < b.count; j++) {
            int score, distance;
            ari_error error;
            if (ari_database_look(db, &b.states[j], &score, &distance, &error) != ARI_OK)
                fail_msg("%s: %s", specs[i], error.message);
            if (score != b.scores[j])
                fail_msg("%s: score %d instead of %d", specs[i], score, b.scores[j]);
            if (score != 0)
                assert_int_equal(distance, ari_score_distance(score));
        }
        expect_examples(db, &b);
        ari_database_free(db);
        brute_free(&b);
        ari_variant_free(v);
    }
}

/* ---- the searches agree ---- */

static void test_searches_agree(void **unused)
{
    (void)unused;
    static const char *const specs[] = {
        "dots:width=2,height=1", "dots:width=2,height=2",
        "kalah:pits=3,seeds=2",  "kalah:pits=2,seeds=4,empty",
        "nim:heaps=4321",        "connect4:width=4,height=4",
        "chomp:width=5,height=5"};
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        ari_variant *v = variant(specs[i]);
        solve(v, "agree.db");
        ari_database *db = opened("agree.db", v);
        ari_solver *solver;
        ari_error error;
        assert_int_equal(ari_solver_new(v, 1 << 22, &solver, &error), ARI_OK);
        ari_random random = ari_random_seeded(i);
        for (int game = 0; game < (LARGE ? 150 : 20); game++) {
            for (ari_state s = v->start; ari_outcome(v, &s) == ARI_ON;) {
                ari_engine_job job = {.limits = {.depth = 0}};
                ari_analysis analysis;
                int score, distance;
                assert_int_equal(
                    ari_analyse(solver, &s, ARI_ASK_VALUE, &job, &analysis, &error),
                    ARI_OK);
                assert_int_equal(ari_database_look(db, &s, &score, &distance, &error),
                                 ARI_OK);
                assert_int_equal(score, analysis.whole.score);
                assert_int_equal(distance, analysis.whole.distance);
                ari_analysis_free(&analysis);
                s = random_after(v, &s, &random);
            }
        }
        ari_solver_free(solver);
        ari_database_free(db);
        ari_variant_free(v);
    }
}

/* ---- the same bytes ---- */

static void test_same_bytes(void **unused)
{
    (void)unused;
    static const char *const specs[] = {"connect4:width=4,height=4",
                                        "quixo:size=3",
                                        "nim:heaps=4321",
                                        "dots:width=2,height=2",
                                        "chomp:width=5,height=5",
                                        "morris:men=3",
                                        "kalah:pits=3,seeds=2",
                                        "hare"};
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        ari_variant *v = variant(specs[i]);
        solve(v, "one.db");
        for (int threads = 2; threads <= 3; threads++) {
            ari_pool *pool;
            ari_error error;
            assert_int_equal(ari_pool_new(threads, &pool, &error), ARI_OK);
            const ari_strong_job job = {.checkpoint = 0, .runner = ari_pool_runner(pool)};
            unlink(in_folder("many.db"));
            solve_as(v, in_folder("many.db"), &job);
            expect_same("one.db", "many.db");
            ari_pool_free(pool);
        }
        ari_variant_use_core(v);
        solve(v, "table.db");
        expect_same("one.db", "table.db");
        ari_variant_free(v);
    }
}

/* A plug-in has no hints: everything is one tier, or keyed. `bare` must live as long. */
static void strip_hints(ari_variant *v, ari_core *bare)
{
    *bare = *v->core;
    bare->rank = NULL;
    bare->tier = NULL;
    bare->orbit = NULL;
    bare->longest = NULL;
    bare->draws_last = NULL;
    bare->win_now = NULL;
    bare->safe_moves = NULL;
    v->core = bare;
    ari_variant_use_core(v);
}

/* Without hints the values are right all the same. */
static void test_without_hints(void **unused)
{
    (void)unused;
    static const char *const specs[] = {
        "connect4:width=4,height=3,line=3",
        "quixo:size=3",
        "tictactoe:early=no",
        "nim:heaps=432",
        "evencoins:coins=11,most=3", /* payoffs: all of the game within one tier */
        "kalah:pits=3,seeds=2",
        "dots:width=2,height=2",
        "dots:width=3,height=2",
        "othello:size=4",
    };
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        ari_variant *v = variant(specs[i]);
        ari_strong_summary with = solve(v, "with.db");
        ari_core bare;
        strip_hints(v, &bare);
        ari_strong_summary without = solve(v, "without.db");
        assert_int_equal(with.positions, without.positions);
        assert_int_equal(with.score, without.score);
        assert_int_equal(with.distance, without.distance);
        expect_sound("without.db", v, with.positions);
        ari_variant_free(v);
    }
}

/* Little memory: what is not needed is kept on disk, and what is too large even so is gone
 * through in parts. The file is the same. */
static void solve_with_little(const ari_variant *v)
{
    ari_pool *pool;
    ari_error error;
    assert_int_equal(ari_pool_new(2, &pool, &error), ARI_OK);
    solve(v, "whole.db");
    for (size_t memory = 4000; memory < 10000000; memory *= 8)
        for (int threads = 1; threads <= 2; threads++) {
            const ari_strong_job job = {.memory = memory,
                                        .checkpoint = -1,
                                        .runner =
                                            threads > 1 ? ari_pool_runner(pool) : NULL};
            unlink(in_folder("little.db"));
            solve_as(v, in_folder("little.db"), &job);
            expect_same("whole.db", "little.db");
        }
    ari_pool_free(pool);
}

/* ---- spare ranks ---- */

/* How many positions of all ranks of a game, those that are over left out, a file knows. */
static uint64_t known_ranks(const ari_variant *v, const char *name)
{
    const ari_core *core = v->core;
    ari_database *db = opened(name, v);
    ari_error error;
    int top = (core->tier ? core->tier : core->longest)(v->rules, &v->start);
    uint64_t known = 0;
    for (int tier = 0; tier <= top; tier++)
        for (uint64_t rank = 0; rank < core->ranks(v->rules, tier); rank++) {
            ari_state s = {{0}};
            int score, distance;
            core->unrank(v->rules, tier, rank, &s);
            if (core->rank(v->rules, &s) != rank || ari_outcome(v, &s) != ARI_ON)
                continue;
            ari_status status = ari_database_look(db, &s, &score, &distance, &error);
            assert_true(status == ARI_OK || status == ARI_UNKNOWN);
            known += status == ARI_OK;
        }
    ari_database_free(db);
    return known;
}

/* A game that says that most of its ranks are spare has the same values for every position that can be
 * reached, in memory as in parts, and fewer others. */
static void test_spare_ranks(void **unused)
{
    (void)unused;
    static const char *const specs[] = {"connect4:width=4,height=3,line=3",
                                        "quixo:size=3", "morris:men=3"};
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        ari_variant *v = variant(specs[i]);
        ari_strong_summary full = solve(v, "full.db");
        uint64_t all = known_ranks(v, "full.db");
        ari_core core = *v->core;
        core.flags |= ARI_HAS_SPARE_RANKS;
        v->core = &core;
        ari_variant_use_core(v);
        solve_with_little(v);
        ari_strong_summary spare = solve(v, "spare.db");
        assert_int_equal(spare.positions, full.positions);
        assert_int_equal(spare.canonical, full.canonical);
        assert_int_equal(spare.score, full.score);
        assert_true(known_ranks(v, "spare.db") < all);
        expect_sound("spare.db", v, full.positions);
        ari_variant_free(v);
    }
    ari_variant *v =
        variant("kalah:pits=3,seeds=2"); /* the rules tell nothing but its end */
    ari_strong_summary summary = solve(v, "spare.db");
    assert_int_equal(known_ranks(v, "spare.db"), summary.stored);
    ari_variant_free(v);
}

/* Results of a game with payoffs cannot be told where it comes back to a position: it is refused, and
 * nothing is left of it. */
static void test_payoffs_that_come_back(void **unused)
{
    (void)unused;
    static const char *const specs[] = {"quixo:size=3", "morris:men=3"};
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++)
        for (size_t memory = 0; memory <= 20000; memory += 20000) {
            ari_variant *v = variant(specs[i]);
            ari_core bare = *v->core;
            bare.flags |= ARI_HAS_PAYOFFS;
            v->core = &bare;
            ari_variant_use_core(v);
            const ari_strong_job job = {.memory = memory, .checkpoint = -1};
            ari_strong_summary summary;
            ari_error error;
            ari_status status =
                ari_strong_solve(v, in_folder("back.db"), &job, &summary, &error);
            if (status != ARI_UNSUPPORTED)
                fail_msg("%s, %zu bytes: %d", specs[i], memory, status);
            assert_non_null(strstr(error.message, "does not come back to a position"));
            assert_int_not_equal(access(in_folder("back.db"), F_OK), 0);
            assert_int_not_equal(access(in_folder("back.db.work"), F_OK), 0);
            ari_variant_free(v);
        }
}

/* ---- going on ---- */

typedef struct stopping {
    ari_stop stop;
    int left;
} stopping;

static void stop_soon(void *self, const ari_strong_progress *progress)
{
    (void)progress;
    stopping *s = self;
    if (--s->left <= 0)
        atomic_store(&s->stop, 1);
}

static void test_resume(void **unused)
{
    (void)unused;
    static const char *const specs[] = {"connect4:width=4,height=4", "quixo:size=3",
                                        "nim:heaps=4321", "chomp:width=5,height=5",
                                        "kalah:pits=3,seeds=2"};
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        ari_variant *v = variant(specs[i]);
        solve(v, "whole.db");
        unlink(in_folder("parts.db"));
        stopping s = {.left = 0};
        ari_strong_job job = {.stop = &s.stop, .progress = stop_soon, .self = &s};
        ari_strong_summary summary;
        ari_error error;
        ari_status status = ARI_STOPPED;
        int runs = 0;
        while (status == ARI_STOPPED && runs++ < 1000) {
            atomic_store(&s.stop,
                         runs % 3 == 0); /* now and then before anything is done */
            s.left = 1 + runs / 4;
            job.memory = runs % 2 ? 0 : 20000; /* with as much as there is, or in parts */
            status = ari_strong_solve(v, in_folder("parts.db"), &job, &summary, &error);
        }
        assert_int_equal(status, ARI_OK);
        expect_same("whole.db", "parts.db");
        ari_variant_free(v);
    }
}

static void test_memory(void **unused)
{
    (void)unused;
    static const struct {
        const char *spec;
        bool stripped;
    } games[] = {
        {LARGE ? "connect4:width=4,height=4" : "connect4:width=4,height=3", false},
        {"mnk:width=3,height=3,line=3", false}, /* positions counted without symmetry */
        {"nim:heaps=4321", false},
        {"chomp:width=7", false},
        {"dots:width=2,height=2", false},
        {"quixo:size=3", false}, /* moves within tiers with ranks, */
        {"quixo:size=3", true},  /* and with keys */
        {"morris:men=3", false},
        {"hare", false},
        {"kalah:pits=3,seeds=2", false}, /* ranks of which most are spare */
        {"kalah:pits=3,seeds=2", true},  /* and of games with payoffs */
        {"dots:width=2,height=2", true},
        {"connect4:width=3,height=3,line=3", true},
    };
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        ari_variant *v = variant(games[i].spec);
        ari_core bare;
        if (games[i].stripped)
            strip_hints(v, &bare);
        solve_with_little(v);
        ari_variant_free(v);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_counts),
        cmocka_unit_test(test_brute_force),
        cmocka_unit_test(test_searches_agree),
        cmocka_unit_test(test_same_bytes),
        cmocka_unit_test(test_without_hints),
        cmocka_unit_test(test_spare_ranks),
        cmocka_unit_test(test_payoffs_that_come_back),
        cmocka_unit_test(test_resume),
        cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
