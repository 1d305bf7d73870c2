/* test_strong.c: strong solving, its databases, and their verification. The oracles are
 * published counts, a brute-force solver that knows nothing of tiers, keys or symmetry, and
 * the searches. C2, C3, E13, B5 */
#define _DEFAULT_SOURCE
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include <ariadne/random.h>
#include <ariadne/strong.h>

#ifndef LARGE
#define LARGE 1
#endif

static char folder[] = "/tmp/ariadne-strong-XXXXXX";

static const char *in_folder(const char *name)
{
    static char path[2][200];
    static int which;
    which = !which;
    snprintf(path[which], sizeof path[which], "%s/%s", folder, name);
    return path[which];
}

static ari_variant *variant(const char *spec)
{
    ari_variant *v;
    ari_error error;
    if (ari_variant_new(spec, &v, &error) != ARI_OK)
        fail_msg("%s: %s", spec, error.message);
    return v;
}

static ari_strong_summary solve_as(const ari_variant *v, const char *path,
                                   const ari_strong_job *job)
{
    ari_strong_summary summary;
    ari_error error;
    if (ari_strong_solve(v, path, job, &summary, &error) != ARI_OK)
        fail_msg("%s: %s", v->name, error.message);
    return summary;
}

static ari_strong_summary solve(const ari_variant *v, const char *name)
{
    const ari_strong_job job = {.checkpoint = -1};
    unlink(in_folder(name));
    return solve_as(v, in_folder(name), &job);
}

static ari_database *opened(const char *name, const ari_variant *v)
{
    ari_database *db;
    ari_error error;
    if (ari_database_open(in_folder(name), v, &db, &error) != ARI_OK)
        fail_msg("%s: %s", name, error.message);
    return db;
}

static void expect_sound(const char *name, const ari_variant *v, uint64_t positions)
{
    const ari_verify_job job = {.memory = 0};
    ari_verify_report report;
    ari_error error;
    if (ari_database_verify(in_folder(name), v, &job, &report, &error) != ARI_OK)
        fail_msg("%s: %s", v->name, error.message);
    if (!report.sound)
        fail_msg("%s: %s at %s", v->name, report.message, report.position);
    assert_int_equal(report.positions, positions);
}

static unsigned char *contents(const char *name, size_t *size)
{
    FILE *file = fopen(in_folder(name), "rb");
    assert_non_null(file);
    fseek(file, 0, SEEK_END);
    *size = (size_t)ftell(file);
    rewind(file);
    unsigned char *data = malloc(*size);
    assert_int_equal(fread(data, 1, *size, file), *size);
    fclose(file);
    return data;
}

static void expect_same(const char *a, const char *b)
{
    size_t a_size, b_size;
    unsigned char *x = contents(a, &a_size), *y = contents(b, &b_size);
    assert_int_equal(a_size, b_size);
    assert_memory_equal(x, y, a_size);
    free(x);
    free(y);
}

static void put(const char *name, const unsigned char *data, size_t size)
{
    FILE *file = fopen(in_folder(name), "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(data, 1, size, file), size);
    fclose(file);
}

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
        {"coins:coins=13,most=3", 26, 26, 7 - ARI_WIN, 7}, /* E13: 13 mod 4 is 1 */
        {"nim:heaps=1", 2, 2, 1 - ARI_WIN, 1},             /* C6 */
        {"chomp:width=2,height=2", 10, 8, ARI_WIN - 4, 4},
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

/* Every position by its bytes, with its value: rounds over all of them until nothing
 * changes, in the n-th of which the wins and losses in n plies are found. */
typedef struct brute {
    const ari_variant *v;
    ari_state *states;
    int *scores; /* 0: open or drawn */
    size_t count, room;
    size_t *table, table_size;
} brute;

static size_t brute_place(brute *b, const ari_state *s)
{
    size_t bytes = b->v->core->state_size, hash = 1469598103934665603u;
    for (size_t i = 0; i < bytes; i++)
        hash = (hash ^ s->bytes[i]) * 1099511628211u;
    hash ^= hash >> 29;
    for (size_t at = hash % b->table_size;; at = (at + 1) % b->table_size) {
        if (!b->table[at]) {
            assert_true(b->count < b->room);
            b->states[b->count] = *s;
            b->table[at] = ++b->count;
            return b->count - 1;
        }
        if (memcmp(b->states[b->table[at] - 1].bytes, s->bytes, bytes) == 0)
            return b->table[at] - 1;
    }
}

static int brute_value(brute *b, size_t place, int round)
{
    ari_move list[ARI_MOVES_MAX];
    const ari_state s = b->states[place];
    int count = ari_moves(b->v, &s, list), best = -ARI_WIN - 1;
    for (int i = 0; i < count; i++) {
        ari_state next = ari_after(b->v, &s, list[i]);
        int value = b->scores[brute_place(b, &next)];
        if (abs(value) <= ARI_WIN - round) /* found in this very round, or open */
            value = 0;
        value = value > 0 ? value - 1 : value < 0 ? value + 1 : 0;
        if (ari_turn(b->v, &s) != ari_turn(b->v, &next))
            value = -value;
        best = value > best ? value : best;
    }
    return best;
}

static void brute_solve(brute *b, const ari_variant *v, size_t room)
{
    *b = (brute){.v = v, .room = room, .table_size = 2 * room + 1};
    b->states = malloc(room * sizeof *b->states);
    b->scores = calloc(room, sizeof *b->scores);
    b->table = calloc(b->table_size, sizeof *b->table);
    brute_place(b, &v->start);
    for (size_t i = 0; i < b->count; i++) {
        ari_move list[ARI_MOVES_MAX];
        ari_state s = b->states[i];
        int outcome = ari_outcome(v, &s);
        if (outcome != ARI_ON)
            b->scores[i] = outcome * ARI_WIN;
        int moves = outcome == ARI_ON ? ari_moves(v, &s, list) : 0;
        for (int j = 0; j < moves; j++) {
            ari_state next = ari_after(v, &s, list[j]);
            brute_place(b, &next);
        }
    }
    int quiet = 0;
    for (int round = 1; quiet < 2; round++) {
        quiet++;
        for (size_t i = 0; i < b->count; i++) {
            if (b->scores[i] != 0 || ari_outcome(v, &b->states[i]) != ARI_ON)
                continue;
            int value = brute_value(b, i, round);
            if (value != 0) {
                b->scores[i] = value;
                quiet = 0;
            }
        }
    }
}

static void brute_free(brute *b)
{
    free(b->states);
    free(b->scores);
    free(b->table);
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
        ari_database_close(db);
        brute_free(&b);
        ari_variant_free(v);
    }
}

/* ---- the searches agree ---- */

static void test_searches_agree(void **unused)
{
    (void)unused;
    static const char *const specs[] = {"dots:width=2,height=1", "dots:width=2,height=2",
                                        "nim:heaps=4321", "connect4:width=4,height=4",
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
            ari_move list[ARI_MOVES_MAX];
            for (ari_state s = v->start; ari_outcome(v, &s) == ARI_ON;) {
                ari_engine_job job = {.limits = {.depth = 0}};
                ari_analysis analysis;
                int score, distance;
                assert_int_equal(
                    ari_solver_ask(solver, &s, ARI_ASK_VALUE, &job, &analysis, &error),
                    ARI_OK);
                assert_int_equal(ari_database_look(db, &s, &score, &distance, &error),
                                 ARI_OK);
                assert_int_equal(score, analysis.whole.score);
                assert_int_equal(distance, analysis.whole.distance);
                ari_analysis_free(&analysis);
                int count = ari_moves(v, &s, list);
                s = ari_after(v, &s, list[ari_random_below(&random, (uint32_t)count)]);
            }
        }
        ari_solver_free(solver);
        ari_database_close(db);
        ari_variant_free(v);
    }
}

/* ---- the same bytes ---- */

static void test_same_bytes(void **unused)
{
    (void)unused;
    static const char *const specs[] = {"connect4:width=4,height=4", "quixo:size=3",
                                        "nim:heaps=4321", "dots:width=2,height=2",
                                        "chomp:width=5,height=5"};
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
        ari_variant_use_table(v);
        solve(v, "table.db");
        expect_same("one.db", "table.db");
        ari_variant_free(v);
    }
}

/* A plug-in has no hints: everything is one tier, or keyed, and yet the values are right. */
static void test_without_hints(void **unused)
{
    (void)unused;
    static const char *const specs[] = {"connect4:width=4,height=3,line=3",
                                        "quixo:size=3", "tictactoe:early=no",
                                        "nim:heaps=432"};
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        ari_variant *v = variant(specs[i]);
        ari_strong_summary with = solve(v, "with.db");
        ari_core bare = *v->core;
        bare.rank = NULL;
        bare.tier = NULL;
        bare.orbit = NULL;
        bare.longest = NULL;
        bare.draws_last = NULL;
        bare.win_now = NULL;
        bare.safe_moves = NULL;
        v->core = &bare;
        ari_variant_use_table(v);
        ari_strong_summary without = solve(v, "without.db");
        assert_int_equal(with.positions, without.positions);
        assert_int_equal(with.score, without.score);
        assert_int_equal(with.distance, without.distance);
        expect_sound("without.db", v, with.positions);
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
                                        "nim:heaps=4321", "chomp:width=5,height=5"};
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
            status = ari_strong_solve(v, in_folder("parts.db"), &job, &summary, &error);
        }
        assert_int_equal(status, ARI_OK);
        expect_same("whole.db", "parts.db");
        ari_variant_free(v);
    }
}

/* Little memory: what is not needed is kept on disk. Too little is said. */
static void test_memory(void **unused)
{
    (void)unused;
    static const char *const specs[] = {"connect4:width=4,height=4",
                                        "mnk:width=4,height=3,line=3", "chomp:width=7"};
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        ari_variant *v = variant(specs[i]);
        bool refused = false, done = false;
        solve(v, "whole.db");
        for (size_t memory = 2000; memory < 100000000; memory *= 4) {
            const ari_strong_job job = {.memory = memory, .checkpoint = -1};
            ari_strong_summary summary;
            ari_error error;
            unlink(in_folder("little.db"));
            ari_status status =
                ari_strong_solve(v, in_folder("little.db"), &job, &summary, &error);
            if (status == ARI_OK) {
                expect_same("whole.db", "little.db");
                done = true;
            } else {
                assert_false(done); /* more memory cannot be too little */
                assert_int_equal(status, ARI_MEMORY);
                refused = true;
            }
        }
        assert_true(done && refused);
        ari_variant_free(v);
    }
}

/* ---- damage ---- */

/* Does every position have its value, or an error? Returns how many have one. */
static size_t ask_all(const brute *b, ari_database *db)
{
    size_t errors = 0;
    for (size_t i = 0; i < b->count; i++) {
        int score, distance;
        ari_error error;
        ari_status status =
            ari_database_look(db, &b->states[i], &score, &distance, &error);
        if (status == ARI_OK)
            assert_int_equal(score, b->scores[i]);
        else
            errors++;
    }
    return errors;
}

static void expect_found(const char *name, const ari_variant *v, const brute *b)
{
    const ari_verify_job job = {.memory = 0};
    ari_verify_report report;
    ari_error error;
    ari_status status = ari_database_verify(in_folder(name), v, &job, &report, &error);
    assert_true(status != ARI_OK || !report.sound);
    assert_true(status != ARI_OK ? error.message[0] : report.message[0]);
    ari_database *db;
    if (ari_database_open(in_folder(name), v, &db, &error) != ARI_OK)
        return;
    ask_all(b, db);
    ari_database_close(db);
}

static void test_bit_flips(void **unused)
{
    (void)unused;
    static const char *const specs[] = {"coins:coins=5,most=2",
                                        "connect4:width=3,height=2,line=3"};
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        ari_variant *v = variant(specs[i]);
        brute b;
        brute_solve(&b, v, 10000);
        solve(v, "flip.db");
        size_t size;
        unsigned char *data = contents("flip.db", &size);
        for (size_t bit = 0; bit < 8 * size; bit += !LARGE ? 13 : i == 0 ? 1 : 5) {
            data[bit / 8] ^= (unsigned char)(1u << bit % 8);
            put("flip.db", data, size);
            expect_found("flip.db", v, &b);
            data[bit / 8] ^= (unsigned char)(1u << bit % 8);
        }
        for (size_t cut = 0; cut < size; cut += 1 + cut / 16) {
            put("flip.db", data, cut);
            expect_found("flip.db", v, &b);
        }
        free(data);
        brute_free(&b);
        ari_variant_free(v);
    }
}

/* What is wrong is said in words that tell what it is. */
static void expect_refused(const unsigned char *data, size_t size, const ari_variant *v,
                           const char *word)
{
    ari_database *db;
    ari_error error;
    put("bad.db", data, size);
    assert_int_not_equal(ari_database_open(in_folder("bad.db"), v, &db, &error), ARI_OK);
    if (!strstr(error.message, word))
        fail_msg("'%s' does not say '%s'", error.message, word);
}

static void test_foreign(void **unused)
{
    (void)unused;
    ari_variant *v = variant("coins:coins=5"), *other = variant("coins:coins=6");
    solve(v, "foreign.db");
    size_t size;
    unsigned char *data = contents("foreign.db", &size);
    expect_refused(data, size, other, "is a database of coins:coins=5");
    expect_refused((const unsigned char *)"hello", 5, v, "not a database");
    data[8] = 2;
    expect_refused(data, size, v, "newer");
    data[8] = 0;
    expect_refused(data, size, v, "again");
    free(data);
    ari_variant_free(v);
    ari_variant_free(other);
}

/* A file that shrinks while it is open, one that is there, a solver that is at work. */
static void test_accidents(void **unused)
{
    (void)unused;
    ari_variant *v = variant("connect4:width=4,height=4");
    brute b;
    brute_solve(&b, v, 200000);
    solve(v, "shrink.db");
    ari_database *db = opened("shrink.db", v);
    assert_int_equal(truncate(in_folder("shrink.db"), 4000), 0);
    assert_true(ask_all(&b, db) > 0);
    ari_database_close(db);
    brute_free(&b);

    const ari_strong_job job = {.checkpoint = -1};
    ari_strong_summary summary;
    ari_error error;
    assert_int_equal(ari_strong_solve(v, in_folder("shrink.db"), &job, &summary, &error),
                     ARI_IO);
    assert_non_null(strstr(error.message, "there already"));

    mkdir(in_folder("busy.db.work"), 0777);
    int lock = open(in_folder("busy.db.work/lock"), O_RDWR | O_CREAT, 0666);
    assert_int_equal(flock(lock, LOCK_EX), 0);
    assert_int_equal(ari_strong_solve(v, in_folder("busy.db"), &job, &summary, &error),
                     ARI_LIMIT);
    assert_non_null(strstr(error.message, "another solver"));
    close(lock);
    assert_int_equal(ari_strong_solve(v, in_folder("busy.db"), &job, &summary, &error),
                     ARI_OK);
    assert_false(summary.there);
    assert_int_equal(ari_strong_solve(v, in_folder("busy.db"), &job, &summary, &error),
                     ARI_OK);
    assert_true(summary.there);
    assert_int_equal(
        ari_strong_solve(v, in_folder("no/such/folder.db"), &job, &summary, &error),
        ARI_IO);
    ari_variant_free(v);
}

/* ---- the table of counts ---- */

static void test_stats(void **unused)
{
    (void)unused;
    ari_variant *v = variant("quixo:size=3");
    ari_strong_summary summary = solve(v, "stats.db");
    ari_database *db = opened("stats.db", v);
    uint64_t positions = 0, canonical = 0;
    for (size_t i = 0; i < ari_database_rows(db); i++) {
        ari_strong_row row = ari_database_row(db, i);
        positions += row.positions;
        canonical += row.canonical;
    }
    assert_int_equal(positions, summary.positions);
    assert_int_equal(canonical, summary.canonical);
    ari_text text = ARI_TEXT_EMPTY;
    ari_database_stats_csv(db, &text);
    assert_non_null(strstr(ari_text_get(&text), "win,7,41,7\n"));
    ari_text_clear(&text);
    ari_database_stats_svg(db, &text);
    assert_non_null(strstr(ari_text_get(&text), "</svg>"));
    ari_text_free(&text);
    ari_database_close(db);
    ari_variant_free(v);
}

static int make_folder(void **unused)
{
    (void)unused;
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **unused)
{
    (void)unused;
    char command[100];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return system(command);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_counts),         cmocka_unit_test(test_brute_force),
        cmocka_unit_test(test_searches_agree), cmocka_unit_test(test_same_bytes),
        cmocka_unit_test(test_without_hints),  cmocka_unit_test(test_resume),
        cmocka_unit_test(test_memory),         cmocka_unit_test(test_bit_flips),
        cmocka_unit_test(test_foreign),        cmocka_unit_test(test_accidents),
        cmocka_unit_test(test_stats),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
