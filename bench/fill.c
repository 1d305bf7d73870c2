/* fill.c: the paint bucket on four pictures of 4096 x 4096, beside the naive pixel stack and,
 * as what memory allows, a loop that reads each pixel of the empty one and writes it. */
#include <ariadne/fill.h>
#include <ariadne/random.h>

#include <stdio.h>
#include <string.h>
#include <time.h>

#define SIDE 4096
#define REPEATS 7
#define WHITE 0xffffffffu
#define BLACK 0xff000000u
#define RED 0xff0000ffu

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* ---- the pictures; the first pixel is always white ---- */

static void empty(uint32_t *pixels)
{
    for (size_t i = 0; i < (size_t)SIDE * SIDE; i++)
        pixels[i] = WHITE;
}

/* Every other row is a wall, with a gap now at the right and now at the left. */
static void serpentine(uint32_t *pixels)
{
    empty(pixels);
    for (size_t y = 1; y < SIDE; y += 2) {
        for (size_t x = 0; x < SIDE; x++)
            pixels[y * SIDE + x] = BLACK;
        pixels[y * SIDE + (y % 4 == 1 ? SIDE - 1 : 0)] = WHITE;
    }
}

static void noise(uint32_t *pixels)
{
    ari_random random = ari_random_seeded(1);
    for (size_t i = 0; i < (size_t)SIDE * SIDE; i++)
        pixels[i] = i && ari_random_below(&random, 100) < 30 ? BLACK : WHITE;
}

/* Every other column is a wall that begins below the first row. */
static void comb(uint32_t *pixels)
{
    for (size_t i = 0; i < (size_t)SIDE * SIDE; i++)
        pixels[i] = i >= SIDE && i % 2 ? BLACK : WHITE;
}

/* ---- the naive way ---- */

static size_t naive(uint32_t *pixels, uint32_t *stack)
{
    size_t top = 0, count = 0;
    pixels[0] = RED;
    stack[top++] = 0;
    while (top > 0) {
        uint32_t at = stack[--top], x = at % SIDE, y = at / SIDE;
        count++;
        const struct {
            int there;
            uint32_t at;
        } next[4] = {{y > 0, at - SIDE},
                     {x > 0, at - 1},
                     {y + 1 < SIDE, at + SIDE},
                     {x + 1 < SIDE, at + 1}};
        for (int i = 0; i < 4; i++)
            if (next[i].there && pixels[next[i].at] == WHITE) {
                pixels[next[i].at] = RED;
                stack[top++] = next[i].at;
            }
    }
    return count;
}

/* ---- what memory allows ---- */

static double bare_loop(uint32_t *pixels, size_t size)
{
    double best = 1e9;
    for (int repeat = 0; repeat < REPEATS; repeat++) {
        empty(pixels);
        double start = seconds();
        for (size_t i = 0; i < size; i += 64) {
            uint32_t other = 0;
            for (size_t k = 0; k < 64; k++)
                other |= pixels[i + k] ^ WHITE;
            if (other == 0)
                for (size_t k = 0; k < 64; k++)
                    pixels[i + k] = RED;
        }
        double took = seconds() - start;
        best = took < best ? took : best;
    }
    return best;
}

static const struct {
    const char *name;
    void (*draw)(uint32_t *pixels);
} pictures[] = {
    {"empty", empty}, {"serpentine", serpentine}, {"noise 30 %", noise}, {"comb", comb}};

int main(void)
{
    const size_t size = (size_t)SIDE * SIDE;
    static uint32_t picture[SIDE * SIDE], painted[SIDE * SIDE], stack[SIDE * SIDE];
    memset(stack, 0, sizeof stack); /* its pages are there before the clock runs */
    printf("%-12s %12s %16s %16s %8s\n", "fill", "region", "Mpixel/s", "naive", "ratio");
    for (size_t i = 0; i < sizeof pictures / sizeof *pictures; i++) {
        double best[2] = {1e9, 1e9};
        ari_filled filled = {0};
        size_t count = 0;
        pictures[i].draw(picture);
        for (int repeat = 0; repeat < REPEATS; repeat++) {
            memcpy(painted, picture, size * 4);
            double start = seconds();
            const ari_fill_job job = {.colour = RED};
            if (ari_fill(painted, SIDE, SIDE, SIDE, 0, 0, &job, &filled, NULL) != ARI_OK)
                return 2;
            double took = seconds() - start;
            best[0] = took < best[0] ? took : best[0];
            memcpy(painted, picture, size * 4);
            start = seconds();
            count = naive(painted, stack);
            took = seconds() - start;
            best[1] = took < best[1] ? took : best[1];
        }
        if (count != filled.pixels) {
            printf("%s: %zu pixels by the naive way, %zu by the library\n",
                   pictures[i].name, count, (size_t)filled.pixels);
            return 1;
        }
        printf("%-12s %12zu %16.0f %16.0f %8.1f\n", pictures[i].name, count,
               (double)size / best[0] / 1e6, (double)size / best[1] / 1e6,
               best[1] / best[0]);
    }
    printf("%-12s %12zu %16.0f\n", "bare loop", size,
           (double)size / bare_loop(painted, size) / 1e6);
    return 0;
}
