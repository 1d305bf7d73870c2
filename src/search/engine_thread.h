/* engine_thread.h: what one thread of an engine works with, the same for all games. */
#ifndef ARI_SEARCH_ENGINE_THREAD_H
#define ARI_SEARCH_ENGINE_THREAD_H

#include "search/searches.h"
#include "search/table_entry.h"
#include "base/ticker.h"

#define ARI__HISTORY 4096 /* moves are folded into this many; a power of two */

typedef struct ari__engine_thread {
    ari__ticker tick;
    const ari_variant *variant;
    const ari__table *table;
    ari_eval eval;
    bool symmetry;    /* symmetric positions share their entries */
    int index;        /* 0 is the main thread; the others vary the move order */
    int max_ply;      /* no deeper than this */
    uint64_t horizon; /* how often the depth limit decided a value */
    uint64_t cutoffs, hits, leaves;
    int deepest;
    ari_move *lists;     /* moves: max_moves for each ply */
    int64_t *promise;    /* how promising each of them looks */
    ari_move *killers;   /* two for each ply */
    int32_t *history[2]; /* by side to move and move */
    /* The best line from each ply on: lines[ply * ARI_LINE_MAX ...], as far as plies go. */
    ari_move *lines;
    int *line_lengths;
} ari__engine_thread;

/* The line from `ply` on is `move` and then the line from the next ply on. */
static inline void ari__line_set(ari__engine_thread *t, int ply, ari_move move)
{
    if (ply >= ARI_LINE_MAX - 1)
        return;
    ari_move *here = t->lines + (size_t)ply * ARI_LINE_MAX;
    const ari_move *after = here + ARI_LINE_MAX;
    int length = t->line_lengths[ply + 1];
    ARI_ASSERT(ply >= 0 && length >= 0 && length <= ARI_LINE_MAX);
    if (length > ARI_LINE_MAX - 1)
        length = ARI_LINE_MAX - 1;
    here[0] = move;
    for (int i = 0; i < length; i++)
        here[i + 1] = after[i];
    t->line_lengths[ply] = length + 1;
}

static inline void ari__line_end(ari__engine_thread *t, int ply)
{
    if (ply < ARI_LINE_MAX)
        t->line_lengths[ply] = 0;
}

#endif
