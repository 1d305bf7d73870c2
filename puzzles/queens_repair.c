/* queens_repair.c: queens by repairing a board that is nearly right.
 *
 * The queens that may be moved stand one in each free row and free column: a permutation, so
 * only diagonals can be shared. They are first set one after another on random free columns
 * where, if a few tries find one, no diagonal is shared; that leaves about a hundred queens
 * attacked, whatever the size of the board. Then the columns of an attacked queen and of a
 * random other are exchanged whenever that makes the board no worse, until none is attacked.
 * (After R. Sosic and J. Gu, who found how well this works.) */
#include <stdlib.h>
#include <string.h>

#include <ariadne/random.h>

#include "base/ticker.h"
#include "puzzles/queens_parts.h"

#define FIRST_TRIES 80 /* columns tried for a queen at the beginning */

typedef struct repair {
    uint32_t n, free_count;
    uint32_t *columns; /* of every row */
    uint32_t *free_rows;
    uint16_t *sum, *between; /* queens on each diagonal */
    ari_random random;
    ari__ticker tick;
    ari__ticker setting; /* of the first board, which is no exchange that counts */
} repair;

static uint16_t *sum_of(const repair *r, uint32_t x, uint32_t y)
{
    return &r->sum[(size_t)x + y];
}

static uint16_t *between_of(const repair *r, uint32_t x, uint32_t y)
{
    return &r->between[(size_t)x + r->n - 1 - y];
}

/* Adds a queen; the number of queens that shared a diagonal with it. */
static int set_queen(repair *r, uint32_t x, uint32_t y)
{
    return (*sum_of(r, x, y))++ + (*between_of(r, x, y))++;
}

static int take_queen(repair *r, uint32_t x, uint32_t y)
{
    return --(*sum_of(r, x, y)) + --(*between_of(r, x, y));
}

static bool attacked(const repair *r, uint32_t y)
{
    uint32_t x = r->columns[y];
    return *sum_of(r, x, y) > 1 || *between_of(r, x, y) > 1;
}

static void swap(uint32_t *a, uint32_t *b)
{
    uint32_t c = *a;
    *a = *b;
    *b = c;
}

/* Sets every queen that may be moved. `free_columns` is used up. False: a limit came first. */
static bool set_out(repair *r, uint32_t *free_columns)
{
    for (uint32_t i = 0; i < r->free_count; i++) {
        if (ari__tick(&r->setting)) {
            ari__ticker_stop(&r->tick);
            return false;
        }
        uint32_t y = r->free_rows[i], left = r->free_count - i;
        for (int tries = 0; tries < FIRST_TRIES; tries++) {
            swap(&free_columns[i], &free_columns[i + ari_random_below(&r->random, left)]);
            uint32_t x = free_columns[i];
            if (!*sum_of(r, x, y) && !*between_of(r, x, y))
                break;
        }
        r->columns[y] = free_columns[i];
        set_queen(r, r->columns[y], y);
    }
    return true;
}

/* Exchanges the columns of two rows unless that makes the board worse. */
static void try_exchange(repair *r, uint32_t a, uint32_t b)
{
    uint32_t xa = r->columns[a], xb = r->columns[b];
    int before = take_queen(r, xa, a) + take_queen(r, xb, b);
    int after = set_queen(r, xb, a) + set_queen(r, xa, b);
    if (after <= before) {
        r->columns[a] = xb;
        r->columns[b] = xa;
        return;
    }
    take_queen(r, xb, a);
    take_queen(r, xa, b);
    set_queen(r, xa, a);
    set_queen(r, xb, b);
}

/* True when no queen is attacked; false when a limit came first, or when it has taken so
 * long that this board seems to be beyond repair. */
static bool repair_all(repair *r)
{
    uint64_t patience = 1000 + 50 * (uint64_t)r->free_count;
    for (bool clean = false; !clean;) {
        clean = true;
        for (uint32_t i = 0; i < r->free_count; i++) {
            uint32_t y = r->free_rows[i];
            while (attacked(r, y)) {
                uint32_t other =
                    r->free_rows[ari_random_below(&r->random, r->free_count)];
                clean = false;
                if (ari__tick(&r->tick) || patience-- == 0)
                    return false;
                if (other != y)
                    try_exchange(r, y, other);
            }
        }
    }
    return true;
}

/* An empty board but for the placed queens; finds the rows and columns without one. */
static void find_free(repair *r, const ari_queens_placed *placed, uint32_t *free_columns)
{
    uint32_t columns = 0;
    r->free_count = 0;
    memset(r->sum, 0, 2 * (size_t)r->n * sizeof *r->sum);
    memset(r->between, 0, 2 * (size_t)r->n * sizeof *r->between);
    for (uint32_t i = 0; i < r->n; i++)
        r->columns[i] = free_columns[i] = 0;
    for (size_t i = 0; i < placed->count; i++) {
        ari_queen queen = placed->queens[i];
        r->columns[queen.y] = free_columns[queen.x] = 1;
        set_queen(r, queen.x, queen.y);
    }
    for (uint32_t i = 0; i < r->n; i++)
        if (!r->columns[i])
            r->free_rows[r->free_count++] = i;
    for (uint32_t i = 0; i < r->n; i++)
        if (!free_columns[i])
            free_columns[columns++] = i; /* never overtakes i */
    for (size_t i = 0; i < placed->count; i++)
        r->columns[placed->queens[i].y] = placed->queens[i].x;
}

ari_status ari__queens_repair(const ari_queens_job *job, uint32_t *columns,
                              ari_queens_answer *answer, ari_error *error)
{
    size_t n = job->n;
    repair r = {.n = job->n,
                .free_rows = malloc(n * sizeof *r.free_rows),
                .sum = malloc(2 * n * sizeof *r.sum),
                .between = malloc(2 * n * sizeof *r.between),
                .random = ari_random_seeded(job->seed)};
    r.columns = columns;
    uint32_t *free_columns = malloc(n * sizeof *free_columns);
    ari_status status = ARI_OK;
    if (r.free_rows && r.sum && r.between && free_columns) {
        const ari_limits limits = {.seconds = job->limits.seconds,
                                   .stop = job->limits.stop};
        ari__ticker_start(&r.tick, &job->limits);
        ari__ticker_start(&r.setting, &limits);
        bool found;
        do {
            find_free(&r, &job->placed, free_columns);
            found = set_out(&r, free_columns) && repair_all(&r);
        } while (!found && !r.tick.stopped);
        *answer = (ari_queens_answer){found ? ARI_QUEENS_FOUND : ARI_QUEENS_UNDECIDED,
                                      ARI_QUEENS_REPAIR, ari__ticker_nodes(&r.tick)};
    } else {
        status = ari_fail_memory(error, 16 * n, "the board to repair");
    }
    free(r.free_rows);
    free(r.sum);
    free(r.between);
    free(free_columns);
    return status;
}
