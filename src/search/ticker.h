/* ticker.h: counts nodes and, now and then, looks whether a search must end.
 *
 * Counting and checking are one comparison in the hot path. Once stopped, every further
 * tick says so at once, which is all a recursion needs to unwind: each call returns
 * immediately, and the loops above it run out. Its values are then meaningless. */
#ifndef ARI_SEARCH_TICKER_H
#define ARI_SEARCH_TICKER_H

#include <ariadne/search.h>

typedef struct ari__ticker {
    uint64_t nodes;
    uint64_t next; /* look around when nodes reaches this */
    const ari_limits *limits;
    ari_stop *halt; /* a second flag: another thread is done; may be NULL */
    double start;   /* when the search began */
    double told;    /* when progress was last reported */
    bool silent;    /* report no progress from here */
    bool stopped;
    ari_progress progress; /* what is known so far, kept up to date by the search */
} ari__ticker;

void ari__ticker_start(ari__ticker *ticker, const ari_limits *limits);
bool ari__ticker_look(ari__ticker *ticker); /* true: stop */
void ari__ticker_tell(ari__ticker *ticker); /* report progress now */

static inline bool ari__tick(ari__ticker *ticker)
{
    return __builtin_expect(++ticker->nodes >= ticker->next, 0) &&
           ari__ticker_look(ticker);
}

#endif
