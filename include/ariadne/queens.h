/* queens.h: n queens on an n x n board, none attacking another.
 *
 * A square is (x, y) with (0, 0) at the lower left. A board with a queen in every row is
 * written as the columns of its queens: columns[y] is the x of the queen in row y. Queens
 * that stand already ("placed") are kept by everything here. */
#ifndef ARIADNE_QUEENS_H
#define ARIADNE_QUEENS_H

#include <stdint.h>

#include <ariadne/backtrack.h>
#include <ariadne/error.h>
#include <ariadne/limits.h>
#include <ariadne/runner.h>
#include <ariadne/text.h>

ARI_C_BEGIN

#define ARI_QUEENS_MOST 1000000000 /* the largest board */
#define ARI_QUEENS_MOST_EXACT 64   /* the largest that is searched through */
#define ARI_QUEENS_MOST_COUNT 28   /* the largest whose count fits 64 bits */

typedef struct ari_queen {
    uint32_t x, y;
} ari_queen;

typedef struct ari_queens_placed {
    ari_queen *queens;
    size_t count;
} ari_queens_placed;

/* Reads squares, "0,3 2,7"; each must be on the board. Freed by the caller with
 * ari_queens_placed_free. */
ari_status ari_queens_parse(const char *text, uint32_t n, ari_queens_placed *placed,
                            ari_error *error);
void ari_queens_placed_free(ari_queens_placed *placed);

/* ---- one solution ---- */

typedef enum ari_queens_method {
    ARI_QUEENS_AUTO,
    ARI_QUEENS_BACKTRACK, /* row by row, columns from the left: the first solution */
    ARI_QUEENS_CONSTRUCT, /* by a formula; with placed queens only if one of its mirror
                           * images happens to have them */
    ARI_QUEENS_REPAIR,    /* a random board, improved by exchanging columns: fast, and
                           * unable to say that there is no solution */
    ARI_QUEENS_EXACT /* backtracking, always in the row with the fewest squares left */
} ari_queens_method;

const char *ari_queens_method_name(ari_queens_method method);

typedef struct ari_queens_job {
    uint32_t n;
    ari_queens_placed placed;
    ari_queens_method method;
    uint64_t seed; /* for repair */
    ari_limits limits;
    /* ARI_QUEENS_BACKTRACK, ARI_QUEENS_EXACT and ari_queens_all: told each step; a node is
     * an ari_queen, the one that was set, and the depth is the number of queens that were set
     * by the search. The squares of a row that are passed over because they are attacked are
     * told as ARI_EVENT_REFUSED. Row by row there is no dead end: a queen above which a row has
     * no square left is entered, all squares of that row are refused, and it is given up. In
     * the narrowest row first, a dead end is a queen that leaves some row or column without a
     * square. NULL, which costs nothing. */
    const ari_backtrack_observer *observer;
    /* ARI_QUEENS_BACKTRACK: where the algorithm stands, line by line; NULL, which costs nothing. The variables
     * are x and y. */
    const ari_spot_observer *spots;
} ari_queens_job;

typedef enum ari_queens_verdict {
    ARI_QUEENS_FOUND,
    ARI_QUEENS_NONE,     /* there is no solution: proved */
    ARI_QUEENS_UNDECIDED /* the method or the limits did not suffice */
} ari_queens_verdict;

typedef struct ari_queens_answer {
    ari_queens_verdict verdict;
    ari_queens_method method; /* that gave the answer */
    uint64_t calls;           /* nodes of backtracking, or exchanges tried */
} ari_queens_answer;

/* Fills in `columns`, of n, if a solution is found. A method that cannot be used for such a
 * board is ARI_RANGE. */
ari_status ari_queens_find(const ari_queens_job *job, uint32_t *columns,
                           ari_queens_answer *answer, ari_error *error);

/* Does this board solve the job? */
bool ari_queens_check(const ari_queens_job *job, const uint32_t *columns);

/* ---- all solutions ---- */

/* Told one solution; false: no more. */
typedef bool ari_queens_each(void *self, const uint32_t *columns);

/* Every solution in the order of backtracking, n up to ARI_QUEENS_MOST_EXACT; if `distinct`,
 * only the first of those that are turned or mirrored images of each other. ARI_STOPPED when
 * a limit ended it. */
ari_status ari_queens_all(const ari_queens_job *job, bool distinct, ari_queens_each *each,
                          void *self, ari_error *error);

/* ---- counting ----
 *
 * The work is cut into parts, which any number of threads take in turn. It can be stopped,
 * written down, and gone on with. */
typedef struct ari_queens_count ari_queens_count;

/* What a count tells, from the calling thread, after each of its parts. */
typedef void ari_queens_progress(void *self, const ari_queens_count *count);

ari_status ari_queens_count_new(uint32_t n, const ari_queens_placed *placed,
                                ari_queens_count **count, ari_error *error);
void ari_queens_count_free(ari_queens_count *count);

/* ARI_OK when all is counted, ARI_STOPPED when a limit of time or the stop flag came first:
 * the parts that are done stay done. runner and progress may be NULL. */
ari_status ari_queens_count_run(ari_queens_count *count, const ari_limits *limits,
                                const ari_runner *runner, ari_queens_progress *progress,
                                void *self, ari_error *error);

size_t ari_queens_count_parts(const ari_queens_count *count);
size_t ari_queens_count_done(const ari_queens_count *count); /* parts */
/* The solutions of the parts that are done. */
uint64_t ari_queens_count_total(const ari_queens_count *count);

/* The state of a count as text, and back; a text that belongs to another count, or was
 * changed, is refused. */
void ari_queens_count_save(const ari_queens_count *count, ari_text *out);
ari_status ari_queens_count_load(ari_queens_count *count, const char *text,
                                 ari_error *error);

/* How many of the `total` solutions differ by more than turning and mirroring. */
ari_status ari_queens_distinct(uint32_t n, uint64_t total, const ari_limits *limits,
                               uint64_t *distinct, ari_error *error);

/* ---- drawing ---- */

/* Rows of '.' and 'Q', the top row first. */
void ari_queens_draw(uint32_t n, const uint32_t *columns, ari_text *out);
/* A picture; the squares of queens in `placed` (may be NULL) are marked. */
void ari_queens_draw_svg(uint32_t n, const uint32_t *columns,
                         const ari_queens_placed *placed, ari_text *out);

ARI_C_END

#endif
