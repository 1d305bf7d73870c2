/* limits.h: how long any search may go on, and whom it tells while it does. */
#ifndef ARIADNE_LIMITS_H
#define ARIADNE_LIMITS_H

#include <stdbool.h>
#include <stdint.h>

#include <ariadne/allowance.h>

/* A flag that another thread or a signal handler sets to end a search soon: the same int in
 * both languages. */
#ifdef __cplusplus
#include <atomic>
typedef std::atomic_int ari_stop;
#else
#include <stdatomic.h>
typedef atomic_int ari_stop;
#endif

/* What a search tells while it works: a few times a second, and the engine also after
 * each depth or step of solving. What is not known yet is 0. */
typedef struct ari_progress {
    uint64_t nodes;
    double seconds;
    int depth;            /* completed */
    bool scored;          /* the next three mean something */
    int score;            /* for the side to move: the best so far */
    const uint16_t *line; /* the moves of best play, each an ari_move */
    int line_length;
} ari_progress;

typedef struct ari_limits {
    int depth;      /* plies; 0: to the end of the game */
    uint64_t nodes; /* 0: no limit */
    double seconds; /* 0: no limit */
    double
        wanted; /* seconds that ari_engine_search aims at: it begins no depth that would take
                     * longer, unless it is unsure of its move; 0: it thinks as long as it may */
    ari_stop *stop; /* may be NULL */
    /* For what the work itself takes, stacks, lists, trees; NULL: no limit. Solvers, engines and
     * players keep to what they were made with. */
    ari_allowance *memory;
    void (*progress)(void *self, const ari_progress *progress); /* may be NULL */
    void *self;
} ari_limits;

ARI_C_BEGIN

/* Seconds that only ever go forward, from some moment on: what limits of time are measured by. */
double ari_seconds(void);

ARI_C_END

#endif
