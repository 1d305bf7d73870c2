/* queens_parts.h: what the files of the queens puzzle share. */
#ifndef ARI_PUZZLES_QUEENS_PARTS_H
#define ARI_PUZZLES_QUEENS_PARTS_H

#include <ariadne/queens.h>

#include "base/ticker.h"

/* ---- boards with some queens: which lines are taken; n up to ARI_QUEENS_MOST_COUNT ---- */

typedef struct ari__queens_taken {
    uint32_t x, y;         /* columns, rows */
    uint64_t sum, between; /* diagonals: x + y, and x - y + n - 1 */
} ari__queens_taken;

/* Puts a queen, or says that it would be attacked. */
static inline bool ari__queens_put(ari__queens_taken *t, uint32_t n, uint32_t x,
                                   uint32_t y)
{
    uint64_t sum = UINT64_C(1) << (x + y), between = UINT64_C(1) << (x + n - 1 - y);
    if ((t->x >> x & 1) || (t->y >> y & 1) || (t->sum & sum) || (t->between & between))
        return false;
    t->x |= UINT32_C(1) << x;
    t->y |= UINT32_C(1) << y;
    t->sum |= sum;
    t->between |= between;
    return true;
}

/* ---- counting the rest of a board, many boards at a time: queens_lanes.c ---- */

/* The rows that are still to be filled, from the lowest. */
typedef struct ari__queens_rest {
    int rows;
    uint32_t columns;                        /* that are still free */
    uint32_t allowed[ARI_QUEENS_MOST_COUNT]; /* squares of a row that no queen attacks */
    int step[ARI_QUEENS_MOST_COUNT];         /* how many rows above the one before */
} ari__queens_rest;

/* A thread's own room; NULL when memory cannot be had. Freed with free(). */
typedef struct ari__queens_room ari__queens_room;
ari__queens_room *ari__queens_room_new(void);

/* In how many ways the rest can be filled. Ticks, and its answer means nothing once the
 * ticker has said stop. */
typedef uint64_t ari__queens_filler(const ari__queens_rest *rest, ari__queens_room *room,
                                    ari__ticker *tick);

/* The fillers: one board at a time, and those that need a certain kind of processor, which
 * are NULL elsewhere. */
typedef struct ari__queens_fillers {
    ari__queens_filler *plain, *lanes_8, *lanes_16;
} ari__queens_fillers;

ari__queens_fillers ari__queens_all_fillers(void);
ari__queens_filler *ari__queens_best_filler(void);

/* Makes a count use another filler than the best, to compare them. */
void ari__queens_use(ari_queens_count *count, ari__queens_filler *fill);

/* ---- backtracking: queens_search.c ---- */

ari_status ari__queens_backtrack(const ari_queens_job *job, uint32_t *columns,
                                 ari_queens_answer *answer, ari_error *error);
ari_status ari__queens_exact(const ari_queens_job *job, uint32_t *columns,
                             ari_queens_answer *answer, ari_error *error);
/* The solutions that are their own image after a half turn, or after a quarter turn. */
ari_status ari__queens_turned(uint32_t n, bool quarter, const ari_limits *limits,
                              uint64_t *count, ari_error *error);

/* ---- repair: queens_repair.c ---- */

ari_status ari__queens_repair(const ari_queens_job *job, uint32_t *columns,
                              ari_queens_answer *answer, ari_error *error);

#endif
