/* engine_thread.h: what one thread of an engine works with, the same for all games. */
#ifndef ARI_SEARCH_ENGINE_THREAD_H
#define ARI_SEARCH_ENGINE_THREAD_H

#include "search/busy.h"
#include "search/searches.h"
#include "search/table_entry.h"
#include "search/threats.h"
#include "base/ticker.h"

#define ARI__BUSY_FROM \
    3 /* with so many plies left, a move that another thread is at is put off */
#define ARI__HISTORY 4096 /* moves are folded into this many; a power of two */
#define ARI__REDUCED 64   /* depths and places of moves that reductions tell apart */

#define ARI__PLAIN_SALT \
    0xc2b2ae3d27d4eb4fu /* of what is searched without any technique */
#define ARI__PAST_WORDS 16
#define ARI__PAST_MOST 200 /* positions of the game so far that are remembered */

typedef struct ari__engine_thread {
    ari__ticker tick;
    const ari_variant *variant;
    const ari__table *table;
    ari_eval eval;
    int symmetric_plies;   /* as far as this symmetric positions share their entries */
    int index;             /* 0 is the main thread; the others vary the move order */
    int max_ply;           /* no deeper than this */
    unsigned with;         /* techniques, as ari_technique */
    int root_depth;        /* of the search that is going on */
    ari_move first;        /* the root tries it first: the best one before, or none */
    int found;             /* what the line from the root is worth */
    const ari_move *among; /* the moves that the root tries; NULL: all */
    int among_count;
    ari__busy *busy;      /* what the threads are searching; NULL: one thread */
    ari_stop halt;        /* a helper is to end what it searches */
    atomic_int deepening; /* the depth that it searches */
    uint64_t salt;    /* of the keys: what is searched differently is remembered apart */
    uint64_t horizon; /* how often the depth limit decided a value */
    uint64_t cutoffs, hits, leaves;
    int deepest;
    ari_move *lists;                     /* moves: max_moves for each ply */
    int64_t *promise;                    /* how promising each of them looks */
    ari_move *killers;                   /* two for each ply */
    int32_t *history[2];                 /* by side to move and move */
    uint8_t (*reductions)[ARI__REDUCED]; /* by depth and place of the move */
    ari__threats threats;
    /* In games that may come back to a position: its key at each ply, and those of the game so
     * far, with a set of bits that says at once that most positions are not among them. */
    uint64_t *path;
    uint64_t *past;
    int past_count;
    uint64_t past_bits[ARI__PAST_WORDS];
    /* The best line from each ply on: lines[ply * ARI_LINE_MAX ...], as far as plies go. */
    ari_move *lines;
    int *line_lengths;
} ari__engine_thread;

/* Is it the key of a position of the game so far? */
static inline bool ari__is_past(const ari__engine_thread *t, uint64_t key)
{
    if (!(t->past_bits[key / 64 % ARI__PAST_WORDS] >> (key % 64) & 1))
        return false;
    for (int i = 0; i < t->past_count; i++)
        if (t->past[i] == key)
            return true;
    return false;
}

/* How much less deep the i-th move is searched at first. */
static inline int ari__reduction(const ari__engine_thread *t, ari_move m, int i,
                                 int depth, int ply, bool line)
{
    const ari_move *killers = t->killers + 2 * (size_t)ply;
    if (!(t->with & ARI_REDUCTIONS) || depth < 3 || i == 0)
        return 0;
    int reduction = t->reductions[depth < ARI__REDUCED ? depth : ARI__REDUCED - 1]
                                 [i < ARI__REDUCED ? i : ARI__REDUCED - 1];
    reduction -= line + (m == killers[0] || m == killers[1]);
    return reduction < 0 ? 0 : reduction < depth - 1 ? reduction : depth - 2;
}

/* Is the i-th move so late, so near the depth limit, that it may be left out? */
static inline bool ari__is_late(const ari__engine_thread *t, int i, int depth, int best,
                                bool line)
{
    return t->with & ARI_PRUNING && depth <= 3 && !line && best > -ARI_SCORE_MAX &&
           i >= 4 + 3 * depth * depth;
}

static inline void ari__note_past(ari__engine_thread *t, uint64_t key)
{
    ARI_ASSERT(t->past_count < ARI__PAST_MOST);
    t->past[t->past_count++] = key;
    t->past_bits[key / 64 % ARI__PAST_WORDS] |= (uint64_t)1 << (key % 64);
}

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
