/* test_knight.c: knight's tours: every tour is checked square by square, every refusal and
 * every count against theory, brute force or another method. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ariadne/knight.h>

#ifndef LARGE
#define LARGE 1 /* 0 under sanitizers: the largest boards are left out */
#endif

/* ---- the checker, and the naive method ---- */

static bool is_move(const ari_knight_tour *t, uint32_t a, uint32_t b)
{
    uint32_t width = (uint32_t)t->width;
    int dx = (int)(a % width) - (int)(b % width),
        dy = (int)(a / width) - (int)(b / width);
    return dx * dx + dy * dy == 5;
}

static bool is_tour(const ari_knight_tour *t, const ari_knight_job *job)
{
    size_t squares = (size_t)job->width * (size_t)job->height;
    if (!t->found || t->length != squares || t->width != job->width ||
        t->height != job->height || t->closed != job->closed)
        return false;
    if (job->from >= 0 && t->path[0] != job->from)
        return false;
    char *seen = calloc(squares, 1);
    bool good = true;
    for (size_t i = 0; good && i < squares; i++) {
        good = t->path[i] < squares && !seen[t->path[i]] &&
               (i == 0 || is_move(t, t->path[i - 1], t->path[i]));
        if (good)
            seen[t->path[i]] = 1;
    }
    free(seen);
    return good && (!job->closed || is_move(t, t->path[squares - 1], t->path[0]));
}

/* Is there a tour? It must be right if there is. */
static bool find(int width, int height, int64_t from, bool closed,
                 ari_knight_method method, uint64_t seed)
{
    ari_knight_job job = {.width = width,
                          .height = height,
                          .from = from,
                          .closed = closed,
                          .method = method,
                          .seed = seed};
    ari_knight_tour tour;
    ari_error error;
    assert_int_equal(ari_knight_find(&job, &tour, &error), ARI_OK);
    bool found = tour.found;
    if (found && !is_tour(&tour, &job))
        fail_msg("%d x %d from %d, closed %d: not a tour", width, height, (int)from,
                 closed);
    if (!found && (!tour.why[0] || tour.path))
        fail_msg("%d x %d from %d, closed %d: no reason", width, height, (int)from,
                 closed);
    ari_knight_tour_free(&tour);
    return found;
}

static uint64_t count_by(int width, int height, int64_t from, bool closed,
                         ari_knight_method method, const ari_runner *runner)
{
    ari_knight_job job = {.width = width,
                          .height = height,
                          .from = from,
                          .closed = closed,
                          .method = method};
    uint64_t count = 12345;
    ari_error error;
    assert_int_equal(ari_knight_count(&job, runner, &count, &error), ARI_OK);
    return count;
}

/* Every path, by plain recursion. */
static uint64_t naive(int width, int height, int x, int y, uint64_t seen, int left,
                      bool closed, int x0, int y0)
{
    static const int DX[] = {1, 2, 2, 1, -1, -2, -2, -1},
                     DY[] = {2, 1, -1, -2, -2, -1, 1, 2};
    if (left == 0)
        return !closed || (x - x0) * (x - x0) + (y - y0) * (y - y0) == 5;
    uint64_t count = 0;
    for (int i = 0; i < 8; i++) {
        int nx = x + DX[i], ny = y + DY[i];
        if (nx < 0 || ny < 0 || nx >= width || ny >= height ||
            seen >> (ny * width + nx) & 1)
            continue;
        count += naive(width, height, nx, ny, seen | (uint64_t)1 << (ny * width + nx),
                       left - 1, closed, x0, y0);
    }
    return count;
}

static uint64_t naive_from(int width, int height, int from, bool closed)
{
    int x = from % width, y = from / width;
    return naive(width, height, x, y, (uint64_t)1 << from, width * height - 1, closed, x,
                 y);
}

/* Schwenk 1991. */
static bool has_closed_tour(int a, int b)
{
    int m = a < b ? a : b, n = a < b ? b : a;
    return !((m % 2 && n % 2) || m == 1 || m == 2 || m == 4 ||
             (m == 3 && (n == 4 || n == 6 || n == 8)));
}

static bool has_open_tour(int a, int b)
{
    int m = a < b ? a : b, n = a < b ? b : a;
    return n == 1 ||
           !(m < 3 || (m == 3 && (n == 3 || n == 5 || n == 6)) || (m == 4 && n == 4));
}

/* ---- finding ---- */

/* E10 */
static void test_open_squares(void **state)
{
    (void)state;
    for (int n = 5; n <= 200; n++)
        assert_true(find(n, n, ARI_KNIGHT_ANYWHERE, false, ARI_KNIGHT_AUTO, 0));
    assert_true(find(1000, 1000, ARI_KNIGHT_ANYWHERE, false, ARI_KNIGHT_AUTO, 0));
    assert_true(find(999, 999, 999 * 500 + 500, false, ARI_KNIGHT_AUTO, 0));
}

/* E10 */
static void test_closed_squares(void **state)
{
    (void)state;
    for (int n = 6; n <= 200; n += 2)
        assert_true(find(n, n, ARI_KNIGHT_ANYWHERE, true, ARI_KNIGHT_AUTO, 0));
}

/* E10: every board with sides up to 20 has the tours that theory says, by each method. */
static void test_all_boards(void **state)
{
    (void)state;
    for (int w = 1; w <= 20; w++)
        for (int h = 1; h <= 20; h++)
            for (int m = 0; m < 2; m++) {
                ari_knight_method method = m ? ARI_KNIGHT_CONSTRUCT : ARI_KNIGHT_AUTO;
                assert_int_equal(find(w, h, ARI_KNIGHT_ANYWHERE, true, method, 0),
                                 has_closed_tour(w, h));
                assert_int_equal(find(w, h, ARI_KNIGHT_ANYWHERE, false, method, 0),
                                 has_open_tour(w, h));
            }
}

/* E10: from every square of small boards; those that can be gone through in full agree with
 * the naive method about which squares have tours. */
static void test_every_start(void **state)
{
    (void)state;
    for (int w = 1; w <= 11; w++)
        for (int h = 1; h <= 11; h++)
            for (int from = 0; from < w * h; from++) {
                bool found = find(w, h, from, false, ARI_KNIGHT_AUTO, 0);
                if (w != 4 && h != 4) /* those with four rows have a test of their own */
                    assert_int_equal(find(w, h, from, false, ARI_KNIGHT_CONSTRUCT, 0),
                                     found);
                if (w * h <= 21)
                    assert_int_equal(naive_from(w, h, from, false) > 0, found);
                if (w >= 5 && h >= 5) /* the colour is all that matters */
                    assert_int_equal(w * h % 2 == 0 || (from % w + from / w) % 2 == 0,
                                     found);
                if (has_closed_tour(w, h))
                    assert_true(find(w, h, from, true, ARI_KNIGHT_AUTO, 0));
            }
}

/* E10: boards with an odd number of squares, cut in every way there is. */
static void test_odd_boards(void **state)
{
    (void)state;
    for (int w = 5; w <= 45; w += 2)
        for (int x = 0; x < w; x += 2) {
            assert_true(find(w, 5, x, false, ARI_KNIGHT_CONSTRUCT, 0));
            assert_true(find(7, w, 7 * x, false, ARI_KNIGHT_CONSTRUCT, 0));
            assert_true(find(w, 9, w + x + (x + 1 < w), false, ARI_KNIGHT_CONSTRUCT, 0) ||
                        x + 1 == w);
        }
    for (int from = 0; from < 23 * 27; from += 2)
        assert_true(find(23, 27, from, false, ARI_KNIGHT_CONSTRUCT, 0));
}

/* E10: strips: a tour is found exactly where the count is not zero. */
static void test_strips(void **state)
{
    (void)state;
    for (int rows = 3; rows <= 3 + LARGE; rows++)
        for (int columns = rows; columns <= 20 - 3 * rows; columns++)
            for (int from = 0; from < rows * columns; from++) {
                bool found = find(columns, rows, from, false, ARI_KNIGHT_CONSTRUCT, 0);
                uint64_t count =
                    count_by(columns, rows, from, false, ARI_KNIGHT_FRONTIER, NULL);
                assert_int_equal(found, count > 0);
            }
    for (int columns = 15; columns <= 60; columns++) {
        assert_true(find(columns, 3, 0, false, ARI_KNIGHT_CONSTRUCT, 0));
        assert_int_equal(find(3, columns, ARI_KNIGHT_ANYWHERE, true, ARI_KNIGHT_AUTO, 0),
                         columns % 2 == 0);
        if (columns % 9 == 0)
            assert_true(
                find(4, columns, columns / 2 * 4 + 3, false, ARI_KNIGHT_CONSTRUCT, 0));
    }
    assert_true(find(100000, 3, 77777, true, ARI_KNIGHT_AUTO, 0));
    assert_true(find(99999, 3, 77776, false, ARI_KNIGHT_AUTO, 0));
    assert_true(find(4, 100001, 4 * 50000, false, ARI_KNIGHT_AUTO, 0));
    assert_false(find(4, 100001, 4 * 50000 + 1, false, ARI_KNIGHT_AUTO, 0));
}

/* Other seeds give other tours, the same seed the same one. */
static void test_seeds(void **state)
{
    (void)state;
    static const int sides[][2] = {{8, 8}, {5, 6}, {7, 7}, {60, 90}, {71, 67}};
    for (size_t i = 0; i < sizeof sides / sizeof *sides; i++) {
        ari_knight_job job = {.width = sides[i][0], .height = sides[i][1], .from = 0};
        int different = 0;
        ari_knight_tour before = {0};
        for (uint64_t seed = 0; seed < 20; seed++) {
            ari_knight_tour tour, again;
            job.seed = seed;
            assert_int_equal(ari_knight_find(&job, &tour, NULL), ARI_OK);
            assert_int_equal(ari_knight_find(&job, &again, NULL), ARI_OK);
            assert_true(is_tour(&tour, &job));
            size_t size = tour.length * sizeof *tour.path;
            assert_memory_equal(tour.path, again.path, size);
            different += before.path && memcmp(tour.path, before.path, size) != 0;
            ari_knight_tour_free(&before);
            ari_knight_tour_free(&again);
            before = tour;
        }
        ari_knight_tour_free(&before);
        assert_true(different > 15);
    }
}

/* Backtracking alone, and what it counts: a board without a wrong turn is one call a
 * square; one without a tour is gone through to the end. */
static void test_backtracking(void **state)
{
    (void)state;
    ari_knight_tour tour;
    ari_knight_job job = {
        .width = 8, .height = 8, .from = 0, .method = ARI_KNIGHT_BACKTRACK};
    assert_int_equal(ari_knight_find(&job, &tour, NULL), ARI_OK);
    assert_true(is_tour(&tour, &job));
    assert_int_equal(tour.method, ARI_KNIGHT_BACKTRACK);
    assert_true(tour.stats.calls >= 64 && tour.stats.deepest == 64);
    ari_knight_tour_free(&tour);
    job = (ari_knight_job){
        .width = 3, .height = 8, .from = 7, .method = ARI_KNIGHT_BACKTRACK};
    assert_int_equal(ari_knight_find(&job, &tour, NULL), ARI_OK);
    assert_int_equal(naive_from(3, 8, 7, false), 0); /* nothing but search shows it */
    assert_false(tour.found);
    assert_true(tour.stats.backtracks > 0);
    assert_true(find(60, 60, 1234, false, ARI_KNIGHT_BACKTRACK, 0));
}

/* ---- counting ---- */

/* E10: the published numbers. */
static void test_closed_counts(void **state)
{
    (void)state;
    static const struct {
        int width, height;
        uint64_t count;
    } known[] = {{5, 6, 8},        {6, 5, 8},    {6, 6, 9862},  {3, 10, 16},
                 {10, 3, 16},      {3, 12, 176}, {3, 14, 1536}, {5, 8, 44202},
                 {7, 6, 1067638},  {4, 9, 0},    {5, 5, 0},     {3, 8, 0},
                 {8, 6, 55488142}, {1, 1, 0},    {2, 100000, 0}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (!LARGE && known[i].count > 10000)
            continue;
        assert_true(count_by(known[i].width, known[i].height, ARI_KNIGHT_ANYWHERE, true,
                             ARI_KNIGHT_AUTO, NULL) == known[i].count);
        if (known[i].count < 10000 && known[i].width * known[i].height <= 36)
            assert_true(count_by(known[i].width, known[i].height, ARI_KNIGHT_ANYWHERE,
                                 true, ARI_KNIGHT_BACKTRACK, NULL) == known[i].count);
        assert_true(count_by(5, 6, 17, true, ARI_KNIGHT_FRONTIER, NULL) == 8);
    }
}

/* Open tours, from each square and all: three methods agree. */
static void test_open_counts(void **state)
{
    (void)state;
    static const int sides[][2] = {{3, 4}, {4, 3}, {3, 7}, {4, 5},
                                   {5, 4}, {5, 5}, {3, 3}};
    for (size_t i = 0; i < sizeof sides / sizeof *sides; i++) {
        int w = sides[i][0], h = sides[i][1];
        uint64_t sum = 0;
        for (int from = 0; from < w * h; from++) {
            uint64_t count = naive_from(w, h, from, false);
            assert_true(count_by(w, h, from, false, ARI_KNIGHT_BACKTRACK, NULL) == count);
            assert_true(count_by(w, h, from, false, ARI_KNIGHT_FRONTIER, NULL) == count);
            sum += count;
        }
        assert_true(count_by(w, h, -1, false, ARI_KNIGHT_BACKTRACK, NULL) == sum);
        assert_true(count_by(w, h, -1, false, ARI_KNIGHT_FRONTIER, NULL) == sum);
    }
    assert_true(count_by(5, 5, -1, false, ARI_KNIGHT_AUTO, NULL) == 1728);
    assert_true(count_by(1, 1, -1, false, ARI_KNIGHT_AUTO, NULL) == 1);
    if (LARGE)
        assert_true(count_by(6, 6, -1, false, ARI_KNIGHT_AUTO, NULL) == 6637920);
}

static void test_threads(void **state)
{
    (void)state;
    ari_pool *pool;
    assert_int_equal(ari_pool_new(2, &pool, NULL), ARI_OK);
    assert_true(count_by(6, 6, -1, true, ARI_KNIGHT_BACKTRACK, ari_pool_runner(pool)) ==
                9862);
    assert_true(count_by(5, 5, 12, false, ARI_KNIGHT_BACKTRACK, ari_pool_runner(pool)) ==
                64);
    ari_pool_free(pool);
}

/* ---- limits and wrong requests ---- */

static void expect_find(ari_knight_job job, ari_status expected)
{
    ari_knight_tour tour;
    ari_error error = {0};
    assert_int_equal(ari_knight_find(&job, &tour, &error), expected);
    assert_false(tour.found);
    assert_null(tour.path);
    assert_true(strlen(error.message) > 10);
}

static void expect_count(ari_knight_job job, ari_status expected)
{
    uint64_t count;
    ari_error error = {0};
    assert_int_equal(ari_knight_count(&job, NULL, &count, &error), expected);
    assert_true(strlen(error.message) > 10);
}

static void test_limits(void **state)
{
    (void)state;
    ari_stop stop = 1;
    ari_knight_job job = {.width = 40, .height = 40, .from = -1, .limits.nodes = 100};
    expect_find(job, ARI_STOPPED);
    job = (ari_knight_job){.width = 2000, .height = 2000, .limits.stop = &stop};
    expect_find(job, ARI_STOPPED);
    job.method = ARI_KNIGHT_BACKTRACK;
    expect_find(job, ARI_STOPPED);
    job.width = job.height = 6;
    job.closed = true;
    expect_count(job, ARI_STOPPED);
    job.method = ARI_KNIGHT_FRONTIER;
    expect_count(job, ARI_STOPPED);
    job.limits.stop = NULL;
    job.memory = 100000;
    expect_count(job, ARI_MEMORY);
    job.memory = 0;
    job.width = job.height = 8;
    expect_count(job, ARI_LIMIT);
    job.width = 400;
    job.height = 3;
    expect_count(job, ARI_LIMIT); /* 2^64 or more */
}

static void test_wrong_requests(void **state)
{
    (void)state;
    static const ari_knight_job wrong[] = {
        {.width = 0, .height = 5},
        {.width = 5, .height = -1},
        {.width = ARI_KNIGHT_SIDE_MAX + 1, .height = 1},
        {.width = 100000, .height = 100000},
        {.width = 5, .height = 5, .from = 25},
        {.width = 5, .height = 5, .from = -2},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        expect_find(wrong[i], ARI_RANGE);
        expect_count(wrong[i], ARI_RANGE);
    }
}

/* ---- drawings ---- */

/* E10: the numbers on the board, read back, are the tour. */
static void test_text(void **state)
{
    (void)state;
    ari_knight_job job = {.width = 7, .height = 5, .from = 8};
    ari_knight_tour tour;
    ari_text text = ARI_TEXT_EMPTY;
    assert_int_equal(ari_knight_find(&job, &tour, NULL), ARI_OK);
    assert_true(tour.found);
    ari_knight_text(&tour, &text);
    assert_true(ari_text_ok(&text));
    const char *at = ari_text_get(&text);
    for (int y = 4; y >= 0; y--)
        for (int x = 0; x < 7; x++) {
            char *end;
            long number = strtol(at, &end, 10);
            assert_in_range(number, 1, 35);
            assert_int_equal(tour.path[number - 1], y * 7 + x);
            assert_int_equal(*end, x == 6 ? '\n' : ' ');
            at = end + 1;
        }
    assert_int_equal(*at, 0);
    ari_text_free(&text);
    ari_knight_tour_free(&tour);
}

static void check_svg(bool closed, bool numbers)
{
    ari_knight_job job = {.width = 6, .height = 5, .from = 0, .closed = closed};
    ari_knight_tour tour;
    ari_text text = ARI_TEXT_EMPTY;
    assert_int_equal(ari_knight_find(&job, &tour, NULL), ARI_OK);
    ari_knight_svg(&tour, numbers, &text);
    assert_true(ari_text_ok(&text));
    const char *svg = ari_text_get(&text);
    assert_non_null(strstr(svg, closed ? "<polygon" : "<polyline"));
    const char *at = strstr(svg, "points=\"");
    assert_non_null(at);
    at += strlen("points=\"");
    for (size_t i = 0; i < tour.length; i++) {
        char *end;
        long x = strtol(at, &end, 10);
        assert_int_equal(*end, ',');
        long y = strtol(end + 1, &end, 10);
        assert_int_equal(x, tour.path[i] % 6 * 10 + 5);
        assert_int_equal(y, 50 - 5 - (long)(tour.path[i] / 6) * 10);
        at = end + 1;
    }
    assert_int_equal(at[-1], '"');
    assert_string_equal(svg + text.size - 7, "</svg>\n");
    /* F10: every number over its own square. */
    for (size_t i = 0; i < tour.length; i++) {
        char number[80];
        snprintf(number, sizeof number, "<text x=\"%d\" y=\"%d\" dy=\".35em\">%zu</text>",
                 (int)(tour.path[i] % 6 * 10 + 5), (int)(45 - tour.path[i] / 6 * 10),
                 i + 1);
        assert_true((strstr(svg, number) != NULL) == numbers);
    }
    ari_text_free(&text);
    ari_knight_tour_free(&tour);
}

static void test_svg(void **state)
{
    (void)state;
    check_svg(false, false);
    check_svg(true, false);
    check_svg(false, true);
    check_svg(true, true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_open_squares),
        cmocka_unit_test(test_closed_squares),
        cmocka_unit_test(test_all_boards),
        cmocka_unit_test(test_every_start),
        cmocka_unit_test(test_odd_boards),
        cmocka_unit_test(test_strips),
        cmocka_unit_test(test_seeds),
        cmocka_unit_test(test_backtracking),
        cmocka_unit_test(test_closed_counts),
        cmocka_unit_test(test_open_counts),
        cmocka_unit_test(test_threads),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_wrong_requests),
        cmocka_unit_test(test_text),
        cmocka_unit_test(test_svg),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
