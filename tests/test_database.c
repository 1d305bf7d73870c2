/* test_database.c: databases that are damaged, foreign, wrong, shared, or in the way. C2, C3 */
#define _DEFAULT_SOURCE
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>

#include "plank.h"
#include "strong_cases.h"

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
    if (ari_database_new(in_folder(name), v, &db, &error) != ARI_OK)
        return;
    ask_all(b, db);
    ari_database_free(db);
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

/* Rules that give one full board to the side to move. */
static const ari_core *true_core;
static ari_state wrong_state;

static int wrong_outcome(const void *rules, const void *state)
{
    bool wrong = memcmp(state, wrong_state.bytes, true_core->state_size) == 0;
    return wrong ? ARI_WON : true_core->outcome(rules, state);
}

/* A file whose checksums are right and one of whose values is not: verifying names the
 * position. */
static void test_wrong_value(void **unused)
{
    (void)unused;
    ari_variant *v = variant("connect4:width=4,height=4");
    brute b;
    brute_solve(&b, v, 200000);
    ari_move list[ARI_MOVES_MAX];
    for (size_t i = 0; i < b.count; i++) /* the last that is full, and drawn */
        if (ari_outcome(v, &b.states[i]) == 0)
            wrong_state = b.states[i];
    true_core = v->core;
    ari_core wrong = *v->core;
    wrong.outcome = wrong_outcome;
    v->core = &wrong;
    ari_variant_use_core(v);
    solve(v, "wrong.db");
    v->core = true_core;
    ari_variant_use_core(v);
    const ari_verify_job job = {.memory = 0};
    ari_verify_report report;
    ari_error error;
    if (ari_database_verify(in_folder("wrong.db"), v, &job, &report, &error) != ARI_OK)
        fail_msg("%s", error.message);
    assert_false(report.sound);
    assert_non_null(strstr(report.message, "the file says score"));
    ari_record record;
    assert_int_equal(ari_position_parse(v, report.position, &record, &error), ARI_OK);
    assert_int_equal(ari_moves(v, &record.end, list), 1);
    ari_state after = ari_after(v, &record.end, list[0]), mirrored, expected;
    v->core->canonical(v->rules, &after, &mirrored);
    v->core->canonical(v->rules, &wrong_state, &expected);
    assert_true(ari_state_equal(v, &mirrored, &expected));
    ari_record_free(&record);
    brute_free(&b);
    ari_variant_free(v);
}

/* Several threads, each with the file opened for itself. */
typedef struct readers {
    const ari_variant *v;
    const brute *b;
    const char *path;
    size_t wrong[4];
} readers;

static void read_all(void *argument, int index)
{
    readers *r = argument;
    ari_database *db;
    ari_error error;
    r->wrong[index] = SIZE_MAX;
    if (ari_database_new(r->path, r->v, &db, &error) != ARI_OK)
        return;
    r->wrong[index] = 0;
    for (size_t i = 0; i < r->b->count; i++) {
        int score, distance;
        r->wrong[index] += ari_database_look(db, &r->b->states[i], &score, &distance,
                                             &error) != ARI_OK ||
                           score != r->b->scores[i];
    }
    ari_database_free(db);
}

static void test_many_readers(void **unused)
{
    (void)unused;
    ari_variant *v = variant("connect4:width=4,height=3");
    brute b;
    brute_solve(&b, v, 200000);
    solve(v, "shared.db");
    readers r = {.v = v, .b = &b, .path = in_folder("shared.db")};
    ari_pool *pool;
    ari_error error;
    assert_int_equal(ari_pool_new(4, &pool, &error), ARI_OK);
    const ari_runner *runner = ari_pool_runner(pool);
    runner->run(runner->self, 4, read_all, &r);
    for (int i = 0; i < 4; i++)
        assert_int_equal(r.wrong[i], 0);
    ari_pool_free(pool);
    brute_free(&b);
    ari_variant_free(v);
}

/* Little memory is enough, if slower; too little is said before any is taken. */
static void test_within(void **unused)
{
    (void)unused;
    static const char *const specs[] = {"connect4:width=4,height=3",
                                        "mnk:width=3,height=3,line=3"};
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        ari_variant *v = variant(specs[i]);
        brute b;
        brute_solve(&b, v, 200000);
        solve(v, "within.db");
        ari_database *db;
        ari_error error;
        assert_int_equal(ari_database_new(in_folder("within.db"), v, &db, &error),
                         ARI_OK);
        ari_database_keep(db, 0);
        size_t least = ari_database_bytes(db);
        ari_database_free(db);
        for (size_t bytes = least + 1000; bytes > 1000; bytes -= 1000) {
            ari_status status =
                ari_database_new_within(in_folder("within.db"), v, bytes, &db, &error);
            if (status != ARI_OK)
                break;
            assert_true(ari_database_bytes(db) <= bytes);
            least = bytes;
            assert_int_equal(ask_all(&b, db), 0);
            ari_database_free(db);
        }
        assert_null(db);
        assert_int_equal(error.status, ARI_MEMORY);
        assert_non_null(strstr(error.message, "the index of the database takes more"));
        assert_true(least > 2000);
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
    assert_int_not_equal(ari_database_new(in_folder("bad.db"), v, &db, &error), ARI_OK);
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
    ari_database_free(db);
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

/* In Plank nobody can win from the middle, and nothing ends the game. */
static void test_endless(void **unused)
{
    (void)unused;
    ari_variant *v;
    ari_error error;
    assert_int_equal(ari_variant_of(&plank, NULL, 0, &v, &error), ARI_OK);
    ari_strong_summary summary = solve(v, "plank.db");
    assert_int_equal(summary.positions, 7); /* who is to move follows from the place */
    assert_int_equal(summary.score, 0);
    assert_int_equal(summary.distance, -1);
    expect_sound("plank.db", v, 7);
    ari_database *db = opened("plank.db", v);
    static const struct {
        plank_state s;
        int score, distance;
    } known[] = {{{3, 0}, 0, -1},
                 {{2, 1}, 0, -1},
                 {{1, 0}, ARI_WIN - 1, 1},
                 {{6, 1}, -ARI_WIN, 0}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        ari_state s = {{0}};
        memcpy(&s, &known[i].s, sizeof known[i].s);
        int score, distance;
        assert_int_equal(ari_database_look(db, &s, &score, &distance, &error), ARI_OK);
        assert_int_equal(score, known[i].score);
        assert_int_equal(distance, known[i].distance);
    }
    ari_text text = ARI_TEXT_EMPTY;
    ari_database_stats_csv(db, &text);
    assert_string_equal(ari_text_get(&text), "value,distance,positions,canonical\n"
                                             "win,1,2,2\n"
                                             "draw,,3,3\n"
                                             "loss,0,2,2\n");
    ari_text_clear(&text);
    ari_database_stats_text(db, &text);
    assert_non_null(strstr(ari_text_get(&text), "\ndraw      endless "));
    ari_text_clear(&text);
    ari_database_stats_svg(db, &text);
    assert_non_null(strstr(ari_text_get(&text), "<title>draw, never: 3</title>"));
    assert_non_null(strstr(ari_text_get(&text), ">never</text>"));
    ari_text_free(&text);
    ari_database_free(db);
    ari_variant_free(v);
}

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
    ari_database_free(db);
    ari_variant_free(v);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bit_flips),    cmocka_unit_test(test_foreign),
        cmocka_unit_test(test_accidents),    cmocka_unit_test(test_stats),
        cmocka_unit_test(test_endless),      cmocka_unit_test(test_wrong_value),
        cmocka_unit_test(test_many_readers), cmocka_unit_test(test_within),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
