/* queens.c: how fast queens are counted, and what it costs that backtracking knows no puzzle.
 *
 *   queens count N...   the library's count with each kind of processor instructions, beside
 *                       a plain bitmask program that uses all eight symmetries
 *   queens hand N       a recursive counter written by hand,
 *   queens compiled N   the same nodes by the backtracking template, compiled,
 *   queens table N      and bound to a table of functions
 *
 * bench/run_queens counts the instructions of the last three with callgrind, inside the
 * functions measured_*. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <ariadne/queens.h>

#include "backtrack/backtrack.h"
#include "puzzles/queens_parts.h"

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* ---- the naive side: bitmasks and eight symmetries ----
 *
 * The distance of a side of the board is that of its queen from the nearer corner. Only
 * boards are counted whose first row has the least distance, its queen in the left half. Of
 * a board and its images, as many are met with as there are sides with that distance; a
 * queen in the corner is on two sides, and then a diagonal mirror leaves one of two. */

static int size, least;                      /* n; the distance of the first row */
static uint32_t whole, sides, least_squares; /* those of the last row at that distance */
static uint32_t outside;                     /* and those nearer to a corner */
static uint64_t eighths[9];                  /* boards by the number of images met with */

/* Rows where nothing needs to be looked at any more, but the last. */
static void naive_free(int y, uint32_t columns, uint32_t left, uint32_t right, int met)
{
    uint32_t squares = whole & ~(columns | left | right);
    if (y == size - 1) { /* one column is left */
        if (squares && !(squares & outside))
            eighths[met + ((squares & least_squares) != 0)]++;
        return;
    }
    while (squares) {
        uint32_t queen = squares & -squares;
        squares ^= queen;
        naive_free(y + 1, columns | queen, (left | queen) << 1, (right | queen) >> 1,
                   met);
    }
}

/* A queen in the corner; that of the second row is in column `second`, and the one in the
 * second column is to be higher. */
static void naive_corner(int y, uint32_t columns, uint32_t left, uint32_t right,
                         int second)
{
    if (y >= second) {
        naive_free(y, columns, left, right, 1);
        return;
    }
    uint32_t squares = whole & ~(columns | left | right | 2);
    while (squares) {
        uint32_t queen = squares & -squares;
        squares ^= queen;
        naive_corner(y + 1, columns | queen, (left | queen) << 1, (right | queen) >> 1,
                     second);
    }
}

static void naive_row(int y, uint32_t columns, uint32_t left, uint32_t right, int met)
{
    uint32_t squares = whole & ~(columns | left | right);
    int high = size - 1 - least;
    if (y < least) {
        squares &= ~sides;
    } else if (y == high) { /* the last row where the outer columns may be */
        uint32_t missing = sides & ~columns;
        if (missing == sides)
            return;
        if (missing)
            squares &= missing;
    }
    while (squares) {
        uint32_t queen = squares & -squares;
        squares ^= queen;
        int more = met + ((queen & sides) && (y == least || y == high));
        (y == high ? naive_free : naive_row)(y + 1, columns | queen, (left | queen) << 1,
                                             (right | queen) >> 1, more);
    }
}

static uint64_t naive_count(int n)
{
    size = n;
    whole = UINT32_MAX >> (32 - n);
    sides = UINT32_C(1) | UINT32_C(1) << (n - 1);
    memset(eighths, 0, sizeof eighths);
    outside = 0;
    least_squares = 0;
    for (int second = 2; second < n; second++) {
        uint32_t queen = UINT32_C(1) << second;
        naive_corner(2, 1 | queen, (1 << 1 | queen) << 1, queen >> 1, second);
    }
    for (least = 1; least <= (n - 1) / 2; least++) {
        uint32_t queen = UINT32_C(1) << least;
        outside |= UINT32_C(1) << (least - 1) | UINT32_C(1) << (n - least);
        least_squares = queen | UINT32_C(1) << (n - 1 - least);
        naive_row(1, queen, queen << 1, queen >> 1, 1);
    }
    uint64_t total = 0;
    for (uint64_t met = 1; met <= 8; met++)
        total += eighths[met] * 8 / met;
    return total;
}

/* ---- counting ---- */

static uint64_t fill_all(int n, ari__queens_filler *fill)
{
    ari_queens_count *count;
    if (ari_queens_count_new((uint32_t)n, NULL, &count, NULL) != ARI_OK)
        exit(2);
    ari__queens_use(count, fill);
    if (ari_queens_count_run(count, NULL, NULL, NULL, NULL, NULL) != ARI_OK)
        exit(2);
    uint64_t total = ari_queens_count_total(count);
    ari_queens_count_free(count);
    return total;
}

static int compare_counts(int n, int repeats)
{
    ari__queens_fillers fillers = ari__queens_all_fillers();
    const struct {
        const char *name;
        ari__queens_filler *fill;
    } kinds[] = {{"bitmask, 8 symmetries", NULL},
                 {"one board at a time", fillers.plain},
                 {"eight (AVX2)", fillers.lanes_8},
                 {"sixteen (AVX-512)", fillers.lanes_16}};
    uint64_t first = 0;
    double naive = 0;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        double best = 1e9;
        uint64_t total = 0;
        if (i > 0 && !kinds[i].fill)
            continue;
        for (int k = 0; k < repeats; k++) {
            double start = seconds();
            total = i == 0 ? naive_count(n) : fill_all(n, kinds[i].fill);
            double took = seconds() - start;
            best = took < best ? took : best;
        }
        if (i == 0)
            first = total, naive = best;
        printf("%2d  %-22s %12" PRIu64 "  %8.3f s  %6.2f\n", n, kinds[i].name, total,
               best, naive / best);
        if (total != first) {
            printf("the counts differ\n");
            return 1;
        }
    }
    return 0;
}

/* ---- what generality costs: the plainest problem there is ---- */

typedef struct plain_problem {
    uint32_t all;
} plain_problem;
typedef struct plain_node {
    uint32_t columns, left, right, untried;
} plain_node;

static inline ari_entered plain_enter(plain_problem *p, plain_node *node)
{
    node->untried = p->all & ~(node->columns | node->left | node->right);
    return node->untried             ? ARI_ENTERED_OPEN
           : node->columns == p->all ? ARI_ENTERED_SOLVED
                                     : ARI_ENTERED_DEAD;
}

static inline bool plain_next(plain_problem *p, plain_node *node, plain_node *child)
{
    (void)p;
    uint32_t queen = node->untried & -node->untried;
    if (!queen)
        return false;
    node->untried ^= queen;
    child->columns = node->columns | queen;
    child->left = (node->left | queen) << 1;
    child->right = (node->right | queen) >> 1;
    return true;
}

static inline void plain_leave(plain_problem *p, plain_node *node)
{
    (void)p;
    (void)node;
}

static void plain_root(const plain_problem *p, plain_node *node)
{
    (void)p;
    *node = (plain_node){0};
}

#define PROBLEM plain
#include "backtrack/backtrack.inc"
#undef PROBLEM

static const ari_problem table = {ARI__TYPED(plain)};

static uint64_t hand(uint32_t all, uint32_t columns, uint32_t left, uint32_t right)
{
    if (columns == all)
        return 1;
    uint64_t sum = 0;
    for (uint32_t untried = all & ~(columns | left | right); untried;
         untried &= untried - 1) {
        uint32_t queen = untried & -untried;
        sum += hand(all, columns | queen, (left | queen) << 1, (right | queen) >> 1);
    }
    return sum;
}

__attribute__((noinline)) static uint64_t measured_hand(int n)
{
    return hand(UINT32_MAX >> (32 - n), 0, 0, 0);
}

static uint64_t run_search(int n, ari__backtrack_runner *run)
{
    plain_problem p = {UINT32_MAX >> (32 - n)};
    ari_backtrack search;
    ari_backtrack_job options = {.solution = NULL};
    ari_backtrack_end end;
    if (ari_backtrack_begin(&search, &table, &p, NULL) != ARI_OK ||
        run(&search, &options, &end, NULL) != ARI_OK)
        exit(2);
    ari_backtrack_free(&search);
    return search.stats.solutions;
}

/* Two functions that stay two, though they do the same. */
static volatile int measured;

__attribute__((noinline)) static uint64_t measured_compiled(int n)
{
    measured = 1;
    return run_search(n, plain_run);
}

__attribute__((noinline)) static uint64_t measured_table(int n)
{
    measured = 2;
    return run_search(n, ari_backtrack_run);
}

int main(int argc, char **argv)
{
    const char *what = argc > 2 ? argv[1] : "";
    int status = 0;
    for (int i = 2; i < argc && status == 0; i++) {
        int n = (int)strtol(argv[i], NULL, 10);
        if (n < 4 || n > 20)
            return 2;
        if (strcmp(what, "count") == 0)
            status = compare_counts(n, n < 17 ? 5 : n < 18 ? 2 : 1);
        else
            printf("%s %d: solutions %" PRIu64 "\n", what, n,
                   strcmp(what, "hand") == 0       ? measured_hand(n)
                   : strcmp(what, "compiled") == 0 ? measured_compiled(n)
                                                   : measured_table(n));
    }
    return status;
}
