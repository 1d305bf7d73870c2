/* knight.c: how fast knight's tours are found and counted, beside plain programs.
 *
 *   knight [SIDE]   tours of SIDE x SIDE squares (default 6000): a hand-written Warnsdorff,
 *                   which gives up where the rule fails, and the library's construction;
 *                   then counts of closed tours: plain recursion, the library's backtracking
 *                   and its frontier
 *
 * Times are CPU seconds on one core, the best of three for tours. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <ariadne/knight.h>

static const int DX[] = {1, 2, 2, 1, -1, -2, -2, -1}, DY[] = {2, 1, -1, -2, -2, -1, 1, 2};

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* ---- the naive sides ---- */

/* Warnsdorff's rule with ties away from the middle, and no way back: the number of squares
 * that were visited. */
static size_t warnsdorff(int side, uint32_t *path)
{
    int stride = side + 4, step[8];
    size_t count = 0, squares = (size_t)side * (size_t)side;
    uint8_t *degree = calloc((size_t)stride * (size_t)stride, 1); /* 0x80: taken */
    if (!degree)
        return 0;
    memset(degree, 0xc0, (size_t)stride * (size_t)stride);
    for (int d = 0; d < 8; d++)
        step[d] = DY[d] * stride + DX[d];
    for (int y = 0; y < side; y++)
        for (int x = 0; x < side; x++) {
            int around = 0;
            for (int d = 0; d < 8; d++)
                around += x + DX[d] >= 0 && x + DX[d] < side && y + DY[d] >= 0 &&
                          y + DY[d] < side;
            degree[(y + 2) * stride + x + 2] = (uint8_t)around;
        }
    for (int x = 0, y = 0, best = 0; best >= 0 && count < squares; count++) {
        int at = (y + 2) * stride + x + 2;
        int64_t best_rank = INT64_MAX;
        path[count] = (uint32_t)(y * side + x);
        degree[at] |= 0x80;
        best = -1;
        for (int d = 0; d < 8; d++) {
            uint8_t around = --degree[at + step[d]];
            if (around >= 0x80)
                continue;
            int64_t cx = 2 * (x + DX[d]) - side + 1, cy = 2 * (y + DY[d]) - side + 1;
            int64_t rank = ((int64_t)around << 40) - cx * cx - cy * cy;
            if (rank < best_rank) {
                best_rank = rank;
                best = d;
            }
        }
        if (best >= 0) {
            x += DX[best];
            y += DY[best];
        }
    }
    free(degree);
    return count;
}

/* Closed tours by plain recursion, from a corner, each both ways. */
static uint64_t recursion(int width, int height, int x, int y, uint64_t taken, int left)
{
    if (left == 0)
        return x * x + y * y == 5;
    uint64_t count = 0;
    for (int d = 0; d < 8; d++) {
        int nx = x + DX[d], ny = y + DY[d];
        if (nx >= 0 && nx < width && ny >= 0 && ny < height &&
            !(taken >> (ny * width + nx) & 1))
            count += recursion(width, height, nx, ny,
                               taken | UINT64_C(1) << (ny * width + nx), left - 1);
    }
    return count;
}

/* ---- measuring ---- */

static void say_tour(const char *what, double time, size_t visited, size_t squares)
{
    printf("%-34s %7.3f s  %5.1f ns a square  %s\n", what, time,
           time * 1e9 / (double)squares, visited == squares ? "complete" : "FAILED");
}

static void measure_naive(int side)
{
    size_t squares = (size_t)side * (size_t)side, visited = 0;
    double best = 1e9;
    for (int i = 0; i < 3; i++) {
        double start = seconds();
        uint32_t *path = malloc(squares * sizeof *path);
        visited = path ? warnsdorff(side, path) : 0;
        double time = seconds() - start;
        best = time < best ? time : best;
        free(path);
    }
    say_tour("open, Warnsdorff by hand", best, visited, squares);
}

static int measure_tour(const char *what, const ari_knight_job *job)
{
    double best = 1e9;
    size_t squares = (size_t)job->width * (size_t)job->height;
    for (int i = 0; i < 3; i++) {
        ari_knight_tour tour;
        ari_error error;
        double start = seconds();
        if (ari_knight_find(job, &tour, &error) != ARI_OK || !tour.found) {
            fprintf(stderr, "%s: no tour\n", what);
            return 1;
        }
        double time = seconds() - start;
        best = time < best ? time : best;
        ari_knight_tour_free(&tour);
    }
    say_tour(what, best, squares, squares);
    return 0;
}

static int measure_count(int width, int height, ari_knight_method method,
                         const char *what)
{
    ari_knight_job job = {.width = width,
                          .height = height,
                          .from = ARI_KNIGHT_ANYWHERE,
                          .closed = true,
                          .method = method};
    uint64_t count;
    ari_error error;
    double start = seconds();
    if (ari_knight_count(&job, NULL, &count, &error) != ARI_OK) {
        fprintf(stderr, "%s\n", error.message);
        return 1;
    }
    printf("%d x %d  %-24s %10" PRIu64 "  %7.3f s\n", width, height, what, count,
           seconds() - start);
    return 0;
}

int main(int argc, char **argv)
{
    int side = argc > 1 ? (int)strtol(argv[1], NULL, 10) : 6000, bad = 0;
    printf("Knight's tours of %d x %d squares\n", side, side);
    measure_naive(side);
    ari_knight_job job = {.width = side, .height = side, .from = 0};
    bad |= measure_tour("open", &job);
    job.closed = true;
    bad |= measure_tour("closed", &job);
    job = (ari_knight_job){.width = side - 1, .height = side - 1, .from = 0};
    bad |= measure_tour("open, one row and column less", &job);
    printf("\nClosed tours counted\n");
    double start = seconds();
    uint64_t count = recursion(6, 5, 0, 0, 1, 29) / 2;
    printf("6 x 5  %-24s %10" PRIu64 "  %7.3f s\n", "plain recursion", count,
           seconds() - start);
    bad |= measure_count(6, 5, ARI_KNIGHT_BACKTRACK, "backtracking");
    bad |= measure_count(6, 5, ARI_KNIGHT_FRONTIER, "frontier");
    bad |= measure_count(6, 6, ARI_KNIGHT_BACKTRACK, "backtracking");
    bad |= measure_count(6, 6, ARI_KNIGHT_FRONTIER, "frontier");
    bad |= measure_count(6, 7, ARI_KNIGHT_BACKTRACK, "backtracking");
    bad |= measure_count(6, 7, ARI_KNIGHT_FRONTIER, "frontier");
    bad |= measure_count(6, 8, ARI_KNIGHT_FRONTIER, "frontier");
    return bad;
}
