/* test_fill.c: the paint bucket against a naive queue, pixel for pixel. E9 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include <ariadne/fill.h>
#include <ariadne/random.h>

#define GUARD 0x12345678u /* what stands between the rows */

typedef struct picture {
    uint32_t width, height;
    size_t stride;
    uint32_t *pixels;
} picture;

static picture new_picture(uint32_t width, uint32_t height, size_t gap)
{
    picture p = {width, height, width + gap, NULL};
    p.pixels = malloc(p.stride * height * 4);
    assert_non_null(p.pixels);
    for (size_t i = 0; i < p.stride * height; i++)
        p.pixels[i] = i % p.stride < width ? 0xffffffffu : GUARD;
    return p;
}

static picture copy_of(const picture *p)
{
    picture copy = *p;
    copy.pixels = malloc(p->stride * p->height * 4);
    assert_non_null(copy.pixels);
    memcpy(copy.pixels, p->pixels, p->stride * p->height * 4);
    return copy;
}

static uint32_t *at(const picture *p, uint32_t x, uint32_t y)
{
    return &p->pixels[y * p->stride + x];
}

/* ---- the oracle ---- */

static bool like(uint32_t a, uint32_t b, int tolerance)
{
    for (int shift = 0; shift < 32; shift += 8)
        if (abs((int)(a >> shift & 255) - (int)(b >> shift & 255)) > tolerance)
            return false;
    return true;
}

static ari_filled naive(const picture *p, uint32_t x, uint32_t y, const ari_fill_job *job)
{
    size_t head = 0, tail = 0, size = (size_t)p->width * p->height;
    uint32_t(*queue)[2] = malloc(size * sizeof *queue);
    bool *seen = calloc(size, sizeof *seen);
    ari_filled filled = {.x0 = x, .y0 = y, .x1 = x, .y1 = y};
    uint32_t target = *at(p, x, y);
    assert_true(queue && seen);
    queue[tail][0] = x;
    queue[tail++][1] = y;
    seen[y * (size_t)p->width + x] = true;
    while (head < tail) {
        int64_t cx = queue[head][0], cy = queue[head++][1];
        filled.pixels++;
        filled.x0 = cx < filled.x0 ? (uint32_t)cx : filled.x0;
        filled.x1 = cx > filled.x1 ? (uint32_t)cx : filled.x1;
        filled.y0 = cy < filled.y0 ? (uint32_t)cy : filled.y0;
        filled.y1 = cy > filled.y1 ? (uint32_t)cy : filled.y1;
        for (int dy = -1; dy <= 1; dy++)
            for (int dx = -1; dx <= 1; dx++) {
                int64_t nx = cx + dx, ny = cy + dy;
                if ((dx && dy && !job->diagonal) || nx < 0 || ny < 0 || nx >= p->width ||
                    ny >= p->height || seen[ny * p->width + nx] ||
                    !like(*at(p, (uint32_t)nx, (uint32_t)ny), target, job->tolerance))
                    continue;
                seen[ny * p->width + nx] = true;
                queue[tail][0] = (uint32_t)nx;
                queue[tail++][1] = (uint32_t)ny;
            }
    }
    for (size_t i = 0; i < tail; i++)
        *at(p, queue[i][0], queue[i][1]) = job->colour;
    free(queue);
    free(seen);
    return filled;
}

static void check(const picture *p, uint32_t x, uint32_t y, const ari_fill_job *job)
{
    picture a = copy_of(p), b = copy_of(p);
    ari_filled by_queue = naive(&a, x, y, job), filled;
    assert_int_equal(
        ari_fill(b.pixels, b.width, b.height, b.stride, x, y, job, &filled, NULL),
        ARI_OK);
    assert_int_equal(filled.pixels, by_queue.pixels);
    assert_int_equal(filled.x0, by_queue.x0);
    assert_int_equal(filled.y0, by_queue.y0);
    assert_int_equal(filled.x1, by_queue.x1);
    assert_int_equal(filled.y1, by_queue.y1);
    assert_memory_equal(a.pixels, b.pixels, a.stride * a.height * 4);
    free(a.pixels);
    free(b.pixels);
}

/* From several pixels, with four and eight neighbours. */
static void check_around(const picture *p, ari_random *random)
{
    for (int i = 0; i < 6; i++) {
        const ari_fill_job job = {.colour = 0xff0000ffu, .diagonal = i % 2};
        check(p, i < 2 ? 0 : ari_random_below(random, p->width),
              i < 2 ? 0 : ari_random_below(random, p->height), &job);
    }
}

/* ---- the pictures ---- */

#define WALL 0xff000000u

static void test_noise(void **state)
{
    (void)state;
    ari_random random = ari_random_seeded(1);
    for (int round = 0; round < 1500; round++) {
        uint32_t width = 1 + ari_random_below(&random, round % 3 ? 200 : 20);
        uint32_t height = 1 + ari_random_below(&random, 90);
        uint32_t walls = ari_random_below(&random, 80);
        picture p = new_picture(width, height, ari_random_below(&random, 4));
        for (uint32_t y = 0; y < height; y++)
            for (uint32_t x = 0; x < width; x++)
                if (ari_random_below(&random, 100) < walls)
                    *at(&p, x, y) = WALL;
        check_around(&p, &random);
        free(p.pixels);
    }
}

/* Few walls in wide pictures: long runs over many words, and more than 64 words a row. */
static void test_wide(void **state)
{
    (void)state;
    ari_random random = ari_random_seeded(2);
    for (int round = 0; round < 12; round++) {
        picture p = new_picture(4000 + ari_random_below(&random, 1500), 20, 1);
        for (int i = 0; i < 30 << round % 8; i++)
            *at(&p, ari_random_below(&random, p.width),
                ari_random_below(&random, p.height)) = WALL;
        check_around(&p, &random);
        free(p.pixels);
    }
}

/* From a stretch that is open as a whole, the only ways on lead aslant round its ends. */
static void test_ends(void **state)
{
    (void)state;
    for (uint32_t first = 0; first <= 1536; first += 512)
        for (int end = 0; end < 2; end++)
            for (int turned = 0; turned < 2; turned++) {
                picture p = new_picture(2048, 3, 0);
                for (uint32_t x = 0; x < p.width; x++) {
                    bool open = x / 512 == first / 512;
                    bool gap = end ? x == first + 512 : x + 1 == first;
                    *at(&p, x, turned ? 2 : 0) = open ? 0xffffffffu : WALL;
                    *at(&p, x, 1) = gap ? 0xffffffffu : WALL;
                }
                for (int diagonal = 0; diagonal < 2; diagonal++) {
                    const ari_fill_job job = {.colour = 7, .diagonal = diagonal};
                    check(&p, first + 100, turned ? 2 : 0, &job);
                }
                free(p.pixels);
            }
}

/* Combs with their teeth down, up and sideways. */
static void test_combs(void **state)
{
    (void)state;
    ari_random random = ari_random_seeded(3);
    for (uint32_t gap = 1; gap <= 3; gap++)
        for (int side = 0; side < 4; side++) {
            picture p = new_picture(197, 133, 0);
            for (uint32_t y = 0; y < p.height; y++)
                for (uint32_t x = 0; x < p.width; x++) {
                    bool back = side == 0   ? y == 0
                                : side == 1 ? y == p.height - 1
                                : side == 2 ? x == 0
                                            : x == p.width - 1;
                    if (!back && (side < 2 ? x : y) % (gap + 1) == gap)
                        *at(&p, x, y) = WALL;
                }
            check_around(&p, &random);
            free(p.pixels);
        }
}

/* A corridor one pixel wide from the corner to the middle. */
static void test_spirals(void **state)
{
    (void)state;
    static const int steps[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    ari_random random = ari_random_seeded(4);
    for (uint32_t side = 5; side < 260; side += 51) {
        picture p = new_picture(side, side + 2, 0);
        for (uint32_t y = 0; y < p.height; y++)
            for (uint32_t x = 0; x < p.width; x++)
                *at(&p, x, y) = WALL;
        int64_t x = 0, y = 0;
        int turn = 0, turned = 0;
        while (turned < 2) { /* on, as long as two pixels ahead are inside and walls */
            int64_t nx = x + steps[turn][0], ny = y + steps[turn][1];
            int64_t fx = nx + steps[turn][0], fy = ny + steps[turn][1];
            bool fresh = nx >= 0 && ny >= 0 && nx < p.width && ny < p.height &&
                         *at(&p, (uint32_t)nx, (uint32_t)ny) == WALL;
            bool edge = fx < 0 || fy < 0 || fx >= p.width || fy >= p.height;
            *at(&p, (uint32_t)x, (uint32_t)y) = 0xffffffffu;
            if (fresh && (edge || *at(&p, (uint32_t)fx, (uint32_t)fy) == WALL)) {
                x = nx;
                y = ny;
                turned = 0;
            } else {
                turn = (turn + 1) % 4;
                turned++;
            }
        }
        check_around(&p, &random);
        const ari_fill_job job = {.colour = 5};
        check(&p, (uint32_t)x, (uint32_t)y, &job);
        free(p.pixels);
    }
}

/* Boxes and lines over each other, in several colours. */
static void test_shapes(void **state)
{
    (void)state;
    ari_random random = ari_random_seeded(5);
    for (int round = 0; round < 300; round++) {
        picture p = new_picture(1 + ari_random_below(&random, 300),
                                1 + ari_random_below(&random, 120), 0);
        for (int box = 0; box < 40; box++) {
            uint32_t x0 = ari_random_below(&random, p.width);
            uint32_t y0 = ari_random_below(&random, p.height);
            uint32_t w = box % 3 ? 1 + ari_random_below(&random, 80) : 1;
            uint32_t h = box % 3 != 1 ? 1 + ari_random_below(&random, 60) : 1;
            uint32_t colour = 0xff000000u + ari_random_below(&random, 3) * 0x50u;
            for (uint32_t y = y0; y < y0 + h && y < p.height; y++)
                for (uint32_t x = x0; x < x0 + w && x < p.width; x++)
                    *at(&p, x, y) = colour;
        }
        check_around(&p, &random);
        free(p.pixels);
    }
}

static void test_tolerance(void **state)
{
    (void)state;
    ari_random random = ari_random_seeded(6);
    for (int round = 0; round < 600; round++) {
        picture p = new_picture(1 + ari_random_below(&random, 150),
                                1 + ari_random_below(&random, 60), 0);
        uint32_t range = 1 + ari_random_below(&random, 256);
        for (uint32_t y = 0; y < p.height; y++)
            for (uint32_t x = 0; x < p.width; x++) {
                uint32_t pixel = 0;
                for (int c = 0; c < 4; c++)
                    pixel = pixel << 8 | (ari_random_below(&random, range) +
                                          (round % 2 ? 256 - range : 0));
                *at(&p, x, y) = pixel;
            }
        const ari_fill_job job = {.colour = *at(&p, 0, 0), /* also one it already has */
                                  .tolerance = (int)ari_random_below(&random, 256),
                                  .diagonal = round % 3 == 0};
        check(&p, ari_random_below(&random, p.width), ari_random_below(&random, p.height),
              &job);
        free(p.pixels);
    }
}

/* Painting a colour over itself still finds the region, and ends. */
static void test_same_colour(void **state)
{
    (void)state;
    picture p = new_picture(100, 100, 0);
    const ari_fill_job job = {.colour = 0xffffffffu};
    ari_filled filled;
    assert_int_equal(ari_fill(p.pixels, 100, 100, 100, 50, 50, &job, &filled, NULL),
                     ARI_OK);
    assert_int_equal(filled.pixels, 10000);
    assert_int_equal(ari_fill(p.pixels, 100, 100, 100, 50, 50, &job, NULL, NULL), ARI_OK);
    free(p.pixels);
}

static void test_refused(void **state)
{
    (void)state;
    uint32_t pixel = 7;
    ari_error error;
    ari_fill_job job = {.colour = 1};
    assert_int_equal(ari_fill(&pixel, 1, 1, 1, 1, 0, &job, NULL, &error), ARI_RANGE);
    assert_non_null(strstr(error.message, "1,0 lies outside the picture of 1 x 1"));
    assert_int_equal(ari_fill(&pixel, 1, 1, 1, 0, 1, &job, NULL, &error), ARI_RANGE);
    job.tolerance = 256;
    assert_int_equal(ari_fill(&pixel, 1, 1, 1, 0, 0, &job, NULL, &error), ARI_RANGE);
    assert_int_equal(pixel, 7);
}

/* The recursive fill, which is to be watched, enters the region's pixels and no others, each once. */
typedef struct watch {
    const picture *p;
    bool *entered;
    uint64_t pixels, dead;
} watch;

static void take_call(void *self, ari_event event, const void *node, size_t depth)
{
    watch *w = self;
    const ari_fill_call *call = node;
    assert_true(depth <= (size_t)w->p->width * w->p->height + 1);
    w->dead += event == ARI_EVENT_DEAD_END;
    if (event != ARI_EVENT_ENTER)
        return;
    bool *entered = &w->entered[(size_t)call->y * w->p->width + (size_t)call->x];
    assert_false(*entered);
    *entered = true;
    w->pixels++;
}

static void test_calls(void **state)
{
    (void)state;
    ari_random random = ari_random_seeded(9);
    for (int i = 0; i < 60; i++) {
        picture p = new_picture(1 + ari_random_below(&random, 20),
                                1 + ari_random_below(&random, 20), (size_t)i % 3);
        for (uint32_t y = 0; y < p.height; y++)
            for (uint32_t x = 0; x < p.width; x++)
                *at(&p, x, y) = ari_random_below(&random, 3) * 10;
        ari_fill_job job = {
            .colour = 99, .tolerance = i % 2 ? 10 : 0, .diagonal = i % 4 > 1};
        uint32_t x = ari_random_below(&random, p.width),
                 y = ari_random_below(&random, p.height);
        watch w = {.p = &p, .entered = calloc((size_t)p.width * p.height, 1)};
        const ari_backtrack_observer observer = {.self = &w, .event = take_call};
        const ari_backtrack_job options = {.observer = &observer};
        ari_backtrack_stats stats;
        assert_int_equal(ari_fill_by_calls(p.pixels, p.width, p.height, p.stride, x, y,
                                           &job, &options, &stats, NULL),
                         ARI_OK);
        assert_int_equal(w.pixels, naive(&p, x, y, &job).pixels);
        assert_int_equal(stats.calls, w.pixels + w.dead);
        assert_int_equal(stats.calls, 1 + w.pixels * (job.diagonal ? 8 : 4));
        for (uint32_t k = 0; k < p.width * p.height; k++)
            /* as the oracle has painted it */
            assert_int_equal(w.entered[k], *at(&p, k % p.width, k / p.width) == 99);
        free(w.entered);
        free(p.pixels);
    }
    uint32_t pixel = 7;
    ari_backtrack_stats stats;
    const ari_backtrack_job options = {.observer = NULL};
    const ari_fill_job job = {.colour = 1};
    assert_int_equal(
        ari_fill_by_calls(&pixel, 1, 1, 1, 1, 0, &job, &options, &stats, NULL),
        ARI_RANGE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_noise),     cmocka_unit_test(test_wide),
        cmocka_unit_test(test_ends),      cmocka_unit_test(test_combs),
        cmocka_unit_test(test_spirals),   cmocka_unit_test(test_shapes),
        cmocka_unit_test(test_tolerance), cmocka_unit_test(test_same_colour),
        cmocka_unit_test(test_refused),   cmocka_unit_test(test_calls),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
