/* knight.h: knight's tours: every square of a board visited once, by knight's moves.
 *
 * Any board, open tours and closed ones (whose end is a move away from their start), from any
 * square. Squares are numbered y * width + x, and (0, 0) is the lower left one.
 *
 *   backtracking   Warnsdorff's rule: first where the fewest ways lead on, and among those
 *                  farthest from the middle; what goes wrong is taken back. Or, to see what
 *                  the rule is good for, always in the same order and without looking ahead
 *   construction   for any size: boards are put together from small ones that backtracking
 *                  has toured; strips of 3 or 4 rows are walked through column by column with
 *                  every way of joining the squares so far, which also proves that there is
 *                  no tour where there is none
 *
 * Whether a tour exists is always decided: `found` false is a proof. */
#ifndef ARIADNE_KNIGHT_H
#define ARIADNE_KNIGHT_H

#include <ariadne/backtrack.h>
#include <ariadne/text.h>

ARI_C_BEGIN

#define ARI_KNIGHT_SIDE_MAX 1000000
#define ARI_KNIGHT_SQUARES_MAX 2000000000
#define ARI_KNIGHT_ANYWHERE (-1)

typedef enum ari_knight_method {
    ARI_KNIGHT_AUTO,      /* backtracking on small boards, construction beyond */
    ARI_KNIGHT_BACKTRACK, /* nothing but backtracking, which may take for ever */
    ARI_KNIGHT_CONSTRUCT, /* finding: put together from parts */
    ARI_KNIGHT_FRONTIER   /* counting: square by square, all ways at once */
} ari_knight_method;

typedef enum ari_knight_order {
    ARI_KNIGHT_RULE, /* Warnsdorff's, and a square that is cut off is a dead end */
    ARI_KNIGHT_FIXED /* plain: one direction after the other, clockwise, until there is none */
} ari_knight_order;

#define ARI_KNIGHT_WHY_MOST 240 /* bytes of a reason */

typedef struct ari_knight_job {
    int width, height;
    int64_t from; /* the first square, or ARI_KNIGHT_ANYWHERE */
    bool closed;
    ari_knight_method method;
    ari_knight_order order; /* of finding by backtracking */
    uint64_t seed;          /* other seeds, other tours; 0: no chance at all */
    ari_limits limits;      /* nodes are squares entered, in counting also states */
    size_t memory;          /* bytes that counting may take; 0: a gigabyte */
    /* Finding by ARI_KNIGHT_BACKTRACK: told each step; a node is a uint32_t, the square
     * entered. NULL, which costs nothing. */
    const ari_backtrack_observer *observer;
    /* Finding an open tour by ARI_KNIGHT_BACKTRACK in the order ARI_KNIGHT_FIXED: where the algorithm stands,
     * line by line, also where it could be said at once that there is no tour. The variables are x, y, the
     * number of the square, and the jump, 0 to 7, clockwise from one to the right and two up. NULL, which
     * costs nothing. */
    const ari_spot_observer *spots;
} ari_knight_job;

typedef struct ari_knight_tour {
    int width, height;
    bool closed, found;
    char why
        [ARI_KNIGHT_WHY_MOST]; /* not found: the reason, a clause without a full stop */
    ari_knight_method method;  /* how it was found */
    uint32_t *path;            /* the squares in order, width * height of them */
    size_t length;
    ari_backtrack_stats stats; /* of backtracking; construction adds that of its parts */
} ari_knight_tour;

/* Finds a tour, or that there is none: ARI_OK in both cases. ARI_RANGE for boards and
 * squares that do not exist, ARI_STOPPED for the limits. */
ari_status ari_knight_find(const ari_knight_job *job, ari_knight_tour *tour,
                           ari_error *error);
void ari_knight_tour_free(ari_knight_tour *tour);

/* The reason why no tour can exist, where a few words of theory give one: colours, or a
 * board too small. False where they do not. */
bool ari_knight_impossible(const ari_knight_job *job, char *why, size_t size);

/* The number of tours. Closed ones are counted without regard to where they start and which
 * way they go. Open ones are counted with their start, so that a tour and its reverse are
 * two, or, with job.from, only those that start there. The runner's threads are used by
 * backtracking; it may be NULL. ARI_MEMORY when the memory does not suffice, ARI_LIMIT when
 * the count is 2^64 or more. Progress is told with the states of the frontier as nodes and the
 * squares that are done as depth, which by backtracking is 0. */
ari_status ari_knight_count(const ari_knight_job *job, const ari_runner *runner,
                            uint64_t *count, ari_error *error);

/* The board with every square's number in the tour, from 1; the last row first. */
void ari_knight_text(const ari_knight_tour *tour, ari_text *out);
/* The board and the path over it as a picture, with every square's number if wanted. */
void ari_knight_svg(const ari_knight_tour *tour, bool numbers, ari_text *out);

ARI_C_END

#endif
