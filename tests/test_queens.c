/* test_queens.c: queens: one solution by every method, all, counts, checkpoints. E11 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <ariadne/random.h>

#include "puzzles/queens_parts.h"

static const uint64_t known[] = {0,  1,   0,   0,    2,     10,    4,      40,
                                 92, 352, 724, 2680, 14200, 73712, 365596, 2279184};
static const uint64_t known_distinct[] = {0, 1, 0, 0, 1, 2, 1, 6, 12, 46, 92};

static uint64_t count_of(uint32_t n, const ari_queens_placed *placed,
                         const ari_runner *run)
{
    ari_queens_count *count;
    assert_int_equal(ari_queens_count_new(n, placed, &count, NULL), ARI_OK);
    assert_int_equal(ari_queens_count_run(count, NULL, run, NULL, NULL, NULL), ARI_OK);
    uint64_t total = ari_queens_count_total(count);
    assert_int_equal(ari_queens_count_done(count), ari_queens_count_parts(count));
    ari_queens_count_free(count);
    return total;
}

/* E11 */
static void counts(void **state)
{
    (void)state;
    for (uint32_t n = 1; n <= 15; n++)
        assert_int_equal(count_of(n, NULL, NULL), known[n]);
    for (uint32_t n = 1; n <= 10; n++) {
        uint64_t distinct;
        assert_int_equal(ari_queens_distinct(n, known[n], NULL, &distinct, NULL), ARI_OK);
        assert_int_equal(distinct, known_distinct[n]);
    }
    ari_queens_count *count;
    ari_error error;
    assert_int_equal(ari_queens_count_new(29, NULL, &count, &error), ARI_RANGE);
    assert_non_null(strstr(error.message, "64 bits"));
}

static void threads(void **state)
{
    (void)state;
    for (int i = 1; i <= 3; i++) {
        ari_pool *pool;
        assert_int_equal(ari_pool_new(i, &pool, NULL), ARI_OK);
        assert_int_equal(count_of(12, NULL, ari_pool_runner(pool)), known[12]);
        ari_pool_free(pool);
    }
}

/* ---- fillers: each against a plain recursion, on random rests ---- */

static uint64_t fill(const ari__queens_rest *rest, int row, uint32_t columns,
                     uint32_t left, uint32_t right)
{
    if (row == rest->rows)
        return 1;
    left = (uint32_t)((uint64_t)left << rest->step[row]);
    right >>= rest->step[row];
    uint64_t sum = 0;
    for (uint32_t x = 0; x < 32; x++) {
        uint32_t queen = UINT32_C(1) << x;
        if (queen & columns & rest->allowed[row] & ~left & ~right)
            sum += fill(rest, row + 1, columns ^ queen, left | queen, right | queen);
    }
    return sum;
}

static void fillers(void **state)
{
    (void)state;
    ari_random random = ari_random_seeded(1);
    ari__queens_fillers all = ari__queens_all_fillers();
    ari__queens_filler *const each[] = {all.plain, all.lanes_8, all.lanes_16};
    ari__queens_room *room = ari__queens_room_new();
    assert_non_null(room);
    ari_limits limits = {.depth = 0};
    uint64_t most = 0;
    for (int i = 0; i < 700; i++) {
        int n = (int)ari_random_below(&random, 11);
        ari__queens_rest rest = {.rows = n};
        for (int count = 0; count < n;) {
            uint32_t column = UINT32_C(1) << ari_random_below(&random, (uint32_t)n + 3);
            count += !(rest.columns & column);
            rest.columns |= column;
        }
        for (int row = 0; row < n; row++) {
            rest.step[row] = row ? 1 + (int)ari_random_below(&random, 3) / 2 : 0;
            rest.allowed[row] =
                (uint32_t)(ari_random_next(&random) | ari_random_next(&random) |
                           ari_random_next(&random));
        }
        uint64_t wanted = fill(&rest, 0, rest.columns, 0, 0);
        most = wanted > most ? wanted : most;
        for (size_t k = 0; k < sizeof each / sizeof *each; k++) {
            ari__ticker tick;
            ari__ticker_start(&tick, &limits);
            if (each[k])
                assert_int_equal(each[k](&rest, room, &tick), wanted);
        }
    }
    assert_true(most > 100);
    free(room);
}

/* ---- all solutions ---- */

typedef struct seen {
    const ari_queens_job *job;
    uint64_t count;
    uint32_t last[16];
} seen;

/* Each is right, and comes after the one before: so none comes twice. */
static bool see(void *self, const uint32_t *columns)
{
    seen *s = self;
    uint32_t n = s->job->n;
    assert_true(ari_queens_check(s->job, columns));
    if (s->count++ > 0) {
        uint32_t y = 0;
        while (y < n && columns[y] == s->last[y])
            y++;
        assert_true(y < n && columns[y] > s->last[y]);
    }
    memcpy(s->last, columns, n * sizeof *columns);
    return true;
}

static uint64_t list(const ari_queens_job *job, bool distinct)
{
    seen s = {.job = job};
    assert_int_equal(ari_queens_all(job, distinct, see, &s, NULL), ARI_OK);
    return s.count;
}

static void all_solutions(void **state)
{
    (void)state;
    for (uint32_t n = 1; n <= 10; n++) {
        ari_queens_job job = {.n = n};
        assert_int_equal(list(&job, false), known[n]);
        assert_int_equal(list(&job, true), known_distinct[n]);
    }
    ari_queens_job job = {.n = 16, .limits = {.nodes = 1000}};
    seen s = {.job = &job};
    ari_error error;
    assert_int_equal(ari_queens_all(&job, false, see, &s, &error), ARI_STOPPED);
}

/* ---- one solution ---- */

static ari_queens_answer find(const ari_queens_job *job, uint32_t *columns)
{
    ari_queens_answer answer;
    assert_int_equal(ari_queens_find(job, columns, &answer, NULL), ARI_OK);
    if (answer.verdict == ARI_QUEENS_FOUND)
        assert_true(ari_queens_check(job, columns));
    return answer;
}

static void every_size(void **state)
{
    (void)state;
    static uint32_t columns[5000];
    for (uint32_t n = 1; n <= 400; n++) {
        ari_queens_job job = {.n = n};
        ari_queens_answer answer = find(&job, columns);
        assert_int_equal(answer.verdict,
                         n == 2 || n == 3 ? ARI_QUEENS_NONE : ARI_QUEENS_FOUND);
        assert_int_equal(answer.method,
                         n < 30 ? ARI_QUEENS_BACKTRACK : ARI_QUEENS_CONSTRUCT);
    }
    for (uint32_t n = 4; n <= 5000; n += n < 200 ? 1 : 37) {
        ari_queens_job job = {.n = n, .method = ARI_QUEENS_CONSTRUCT};
        assert_int_equal(find(&job, columns).verdict, ARI_QUEENS_FOUND);
    }
    for (uint32_t n = 4; n <= 5000; n += 1 + n / 8) {
        ari_queens_job job = {.n = n, .method = ARI_QUEENS_REPAIR, .seed = n};
        assert_int_equal(find(&job, columns).verdict, ARI_QUEENS_FOUND);
    }
    for (uint32_t n = 1; n <= 64; n++) {
        ari_queens_job job = {.n = n, .method = ARI_QUEENS_EXACT};
        assert_int_equal(find(&job, columns).verdict,
                         n == 2 || n == 3 ? ARI_QUEENS_NONE : ARI_QUEENS_FOUND);
    }
    ari_queens_answer answer;
    ari_queens_job job = {.n = 65, .method = ARI_QUEENS_EXACT};
    assert_int_equal(ari_queens_find(&job, columns, &answer, NULL), ARI_RANGE);
    job =
        (ari_queens_job){.n = 3, .method = ARI_QUEENS_REPAIR, .limits = {.nodes = 1000}};
    assert_int_equal(find(&job, columns).verdict, ARI_QUEENS_UNDECIDED);
}

/* Queens anywhere on small boards: the answer is that of going through all solutions, by
 * each method that can prove it; the count is right too. */
static void placed_small(void **state)
{
    (void)state;
    ari_random random = ari_random_seeded(2);
    uint32_t columns[16];
    int solvable = 0, tries = 3000;
    for (int i = 0; i < tries; i++) {
        ari_queen queens[4];
        ari_queens_job job = {.n = 1 + ari_random_below(&random, 9),
                              .placed = {queens, ari_random_below(&random, 5)}};
        for (size_t k = 0; k < job.placed.count; k++)
            queens[k] = (ari_queen){ari_random_below(&random, job.n),
                                    ari_random_below(&random, job.n)};
        uint64_t count = 0;
        bool twice = false;
        for (size_t k = 0; k < job.placed.count; k++)
            for (size_t m = 0; m < k; m++)
                twice |= queens[k].x == queens[m].x && queens[k].y == queens[m].y;
        if (!twice)
            count = list(&job, false);
        assert_int_equal(count_of(job.n, &job.placed, NULL), count);
        static const ari_queens_method methods[] = {ARI_QUEENS_AUTO, ARI_QUEENS_BACKTRACK,
                                                    ARI_QUEENS_EXACT};
        for (size_t k = 0; k < 3; k++) {
            job.method = methods[k];
            assert_int_equal(find(&job, columns).verdict,
                             count ? ARI_QUEENS_FOUND : ARI_QUEENS_NONE);
        }
        solvable += count > 0;
    }
    assert_in_range(solvable, tries / 10, tries - tries / 10);
}

/* Some queens of a random solution: there is a solution with them, and it is found. */
static void placed_large(void **state)
{
    (void)state;
    ari_random random = ari_random_seeded(3);
    static uint32_t solution[3000], columns[3000];
    bool used[5] = {false};
    for (int i = 0; i < 150; i++) {
        uint32_t n = i % 3 ? 17 + ari_random_below(&random, 48)
                           : 65 + ari_random_below(&random, 2900);
        ari_queens_job job = {.n = n, .method = ARI_QUEENS_REPAIR, .seed = (uint64_t)i};
        assert_int_equal(find(&job, solution).verdict, ARI_QUEENS_FOUND);
        ari_queen queens[20];
        job.placed = (ari_queens_placed){queens, 1 + ari_random_below(&random, 8)};
        for (size_t k = 0; k < job.placed.count; k++) {
            uint32_t y = (ari_random_below(&random, n / 8) * 8 + (uint32_t)k) % n;
            queens[k] = (ari_queen){solution[y], y};
        }
        job.method = ARI_QUEENS_AUTO;
        ari_queens_answer answer = find(&job, columns);
        assert_int_equal(answer.verdict, ARI_QUEENS_FOUND);
        used[answer.method] = true;
    }
    assert_true(used[ARI_QUEENS_REPAIR] && used[ARI_QUEENS_EXACT]);
    /* A queen of the construction's mirror image is found by it. */
    ari_queens_job job = {.n = 1000, .method = ARI_QUEENS_CONSTRUCT};
    find(&job, solution);
    ari_queen queens[2] = {{999 - solution[5], 5}, {999 - solution[800], 800}};
    job.placed = (ari_queens_placed){queens, 2};
    job.method = ARI_QUEENS_AUTO;
    assert_int_equal(find(&job, columns).method, ARI_QUEENS_CONSTRUCT);
    /* On a large board nothing can be proved, except that placed queens attack. */
    queens[1] = (ari_queen){queens[0].x, 7};
    assert_int_equal(find(&job, columns).verdict, ARI_QUEENS_NONE);
}

static void checks(void **state)
{
    (void)state;
    ari_queens_job job = {.n = 4};
    static const struct {
        uint32_t columns[4];
        bool good;
    } boards[] = {{{1, 3, 0, 2}, true},          {{2, 0, 3, 1}, true},
                  {{1, 3, 0, 1}, false},         {{0, 1, 2, 3}, false},
                  {{3, 0, 2, 1}, false},         {{1, 3, 0, 4}, false},
                  {{1, 3, 0, UINT32_MAX}, false}};
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++)
        assert_int_equal(ari_queens_check(&job, boards[i].columns), boards[i].good);
    ari_queen queen = {2, 0};
    job.placed = (ari_queens_placed){&queen, 1};
    assert_false(ari_queens_check(&job, boards[0].columns));
    assert_true(ari_queens_check(&job, boards[1].columns));
}

static void parsing(void **state)
{
    (void)state;
    ari_queens_placed placed;
    assert_int_equal(ari_queens_parse(" 0,3 7,5;1,1 ", 8, &placed, NULL), ARI_OK);
    assert_int_equal(placed.count, 3);
    assert_int_equal(placed.queens[1].x, 7);
    assert_int_equal(placed.queens[1].y, 5);
    ari_queens_placed_free(&placed);
    assert_int_equal(ari_queens_parse("", 8, &placed, NULL), ARI_OK);
    assert_int_equal(placed.count, 0);
    ari_queens_placed_free(&placed);
    static const struct {
        const char *text;
        ari_status status;
        size_t offset;
    } wrong[] = {{"0", ARI_SYNTAX, 1},
                 {"0,", ARI_SYNTAX, 2},
                 {"0,8", ARI_RANGE, 2},
                 {"0,1 8,1", ARI_RANGE, 4},
                 {"a,1", ARI_SYNTAX, 0},
                 {"1,1x", ARI_SYNTAX, 3},
                 {"1.1", ARI_SYNTAX, 1},
                 {"-1,1", ARI_SYNTAX, 0},
                 {"0,1,2", ARI_SYNTAX, 3},
                 {"99999999999999999999,1", ARI_RANGE, 0},
                 {"0,1 2,18446744073709551616", ARI_RANGE, 6}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        ari_error error;
        assert_int_equal(ari_queens_parse(wrong[i].text, 8, &placed, &error),
                         wrong[i].status);
        assert_int_equal(error.offset, wrong[i].offset);
        assert_null(placed.queens);
    }
}

/* ---- stopping and going on ---- */

typedef struct stopper {
    ari_stop stop;
    size_t after;
} stopper;

static void stop_after(void *self, const ari_queens_count *count)
{
    stopper *s = self;
    if (ari_queens_count_done(count) >= s->after)
        atomic_store(&s->stop, 1);
}

/* Stopped after any number of parts, by one thread or two, written down, and gone on with in
 * another count: the total is the same. */
static void checkpoints(void **state)
{
    (void)state;
    ari_pool *pool;
    assert_int_equal(ari_pool_new(2, &pool, NULL), ARI_OK);
    for (int threads = 1; threads <= 2; threads++) {
        for (size_t every = 1; every < 100; every += 13) {
            ari_text text = ARI_TEXT_EMPTY;
            ari_status status = ARI_STOPPED;
            int runs = 0;
            for (uint64_t total = 0; status == ARI_STOPPED; runs++) {
                ari_queens_count *count;
                assert_int_equal(ari_queens_count_new(10, NULL, &count, NULL), ARI_OK);
                if (text.size > 0)
                    assert_int_equal(
                        ari_queens_count_load(count, ari_text_get(&text), NULL), ARI_OK);
                assert_int_equal(ari_queens_count_total(count), total);
                stopper s = {.after = ari_queens_count_done(count) + every};
                ari_limits limits = {.stop = &s.stop};
                status = ari_queens_count_run(count, &limits,
                                              threads > 1 ? ari_pool_runner(pool) : NULL,
                                              stop_after, &s, NULL);
                ari_text_clear(&text);
                ari_queens_count_save(count, &text);
                total = ari_queens_count_total(count);
                if (status == ARI_OK)
                    assert_int_equal(total, known[10]);
                else
                    assert_int_equal(status, ARI_STOPPED);
                ari_queens_count_free(count);
                assert_true(runs < 1000);
            }
            assert_true(threads > 1 || runs > 1);
            ari_text_free(&text);
        }
    }
    ari_pool_free(pool);
}

/* A state that was changed anywhere, or is of another count, is refused. */
static void bad_checkpoints(void **state)
{
    (void)state;
    ari_queens_count *count, *other;
    ari_queen queen = {0, 0};
    ari_queens_placed placed = {&queen, 1};
    assert_int_equal(ari_queens_count_new(8, NULL, &count, NULL), ARI_OK);
    assert_int_equal(ari_queens_count_run(count, NULL, NULL, NULL, NULL, NULL), ARI_OK);
    ari_text text = ARI_TEXT_EMPTY;
    ari_error error;
    ari_queens_count_save(count, &text);
    for (size_t i = 0; i < text.size; i++) {
        text.data[i] ^= 1;
        assert_int_equal(ari_queens_count_load(count, text.data, &error), ARI_SYNTAX);
        text.data[i] ^= 1;
        char *cut = strdup(text.data);
        cut[i] = '\0';
        assert_int_equal(ari_queens_count_load(count, cut, &error), ARI_SYNTAX);
        free(cut);
    }
    assert_int_equal(ari_queens_count_load(count, text.data, &error), ARI_OK);
    assert_int_equal(ari_queens_count_total(count), 92);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(
            ari_queens_count_new(i ? 8 : 9, i ? &placed : NULL, &other, NULL), ARI_OK);
        assert_int_equal(ari_queens_count_load(other, text.data, &error), ARI_SYNTAX);
        assert_non_null(strstr(error.message, "another board"));
        assert_int_equal(ari_queens_count_done(other), 0);
        ari_queens_count_free(other);
    }
    ari_text_free(&text);
    ari_queens_count_free(count);
}

/* E11: shown */
static void drawing(void **state)
{
    (void)state;
    static const uint32_t columns[] = {1, 3, 0, 2};
    ari_queen queen = {1, 0};
    ari_queens_placed placed = {&queen, 1};
    ari_text text = ARI_TEXT_EMPTY;
    ari_queens_draw(4, columns, &text);
    assert_string_equal(ari_text_get(&text), ". . Q .\nQ . . .\n. . . Q\n. Q . .\n");
    ari_text_clear(&text);
    ari_queens_draw_svg(4, columns, &placed, &text);
    const char *svg = ari_text_get(&text);
    assert_non_null(strstr(svg, "<title>4 queens</title>"));
    assert_non_null(
        strstr(svg, "x=\"40\" y=\"120\" fill=\"#8b1a1a\"")); /* the placed one */
    assert_non_null(strstr(svg, "x=\"80\" y=\"0\" fill=\"#222\""));
    ari_text_free(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts),          cmocka_unit_test(threads),
        cmocka_unit_test(fillers),         cmocka_unit_test(all_solutions),
        cmocka_unit_test(every_size),      cmocka_unit_test(placed_small),
        cmocka_unit_test(placed_large),    cmocka_unit_test(checks),
        cmocka_unit_test(parsing),         cmocka_unit_test(checkpoints),
        cmocka_unit_test(bad_checkpoints), cmocka_unit_test(drawing)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
