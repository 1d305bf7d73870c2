/* ticker.h: counts nodes and, now and then, looks whether a search must end.
 *
 * Counting and checking are one decrement in the hot path. Once stopped, every further tick
 * says so at once, which is all a recursion needs to unwind: each call returns immediately,
 * and the loops above it run out. Its values are then meaningless. */
#ifndef ARI_BASE_TICKER_H
#define ARI_BASE_TICKER_H

#include <ariadne/assert.h>
#include <ariadne/limits.h>

typedef struct ari__ticker {
    uint64_t left;    /* ticks until the next look around */
    uint64_t counted; /* nodes there will be when none is left */
    uint64_t pace;    /* ticks between two looks */
    const ari_limits *limits;
    ari_stop *halt; /* a second flag: another thread is done; may be NULL */
    double start;   /* when the search began */
    double looked;  /* when it last did */
    double told;    /* when progress was last reported */
    bool silent;    /* report no progress from here */
    bool stopped;
    ari_progress progress; /* what is known so far, kept up to date by the search */
} ari__ticker;

void ari__ticker_start(ari__ticker *ticker, const ari_limits *limits);
/* Goes on counting under other limits, which must outlive the search. */
void ari__ticker_resume(ari__ticker *ticker, const ari_limits *limits);
bool ari__ticker_look(ari__ticker *ticker); /* true: stop */
void ari__ticker_stop(ari__ticker *ticker); /* from now on every tick says so */
void ari__ticker_tell(ari__ticker *ticker); /* report progress now */

static inline bool ari__tick(ari__ticker *ticker)
{
    ARI_ASSERT(ticker->left > 0); /* a look leaves some */
    return __builtin_expect(--ticker->left == 0, 0) && ari__ticker_look(ticker);
}

static inline uint64_t ari__ticker_nodes(const ari__ticker *ticker)
{
    ARI_ASSERT(ticker->left <= ticker->counted);
    return ticker->counted - ticker->left;
}

/* The last so many nodes were none of the search's own. */
static inline void ari__ticker_take_back(ari__ticker *ticker, uint64_t nodes)
{
    ARI_ASSERT(nodes <= ari__ticker_nodes(ticker));
    ticker->counted -= nodes;
}

#endif
