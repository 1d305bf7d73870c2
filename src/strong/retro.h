/* retro.h: values in a tier whose moves may stay in it (internal).
 *
 * Every slot has the best worth among its moves to lower tiers, and the number of its moves
 * within the tier that are still open. Distances are worked off from the smallest: a
 * position won in n makes its predecessors' moves bad ones, a position lost in n makes them
 * won in n + 1. A predecessor with no open move left and only bad ones is lost, at the
 * distance of the longest. What is left at the end can always avoid losing, and is a draw;
 * the shortest way to a drawn end, if there is one, gives its length.
 *
 * The order in which positions of one distance are handled does not matter to the result.
 * Whoever has the edges is told of each slot that is settled, and hands on what that means
 * to the slots that lead there: by a call, or by a message to another machine. */
#ifndef ARI_STRONG_RETRO_H
#define ARI_STRONG_RETRO_H

#include "strong/steps.h"

typedef struct ari__retro {
    uint32_t slots;
    ari__worth *worth;
    uint32_t *open;
    uint8_t *done;
    struct ari__bucket {
        uint32_t *slots;
        size_t count, capacity;
    } * buckets; /* for each length, what may be settled at it */
    size_t bucket_count;
} ari__retro;

/* A slot is settled; its worth is final. False when memory cannot be had. */
typedef bool ari__retro_tell(void *self, uint32_t slot, ari__worth worth);

/* Takes the worths and open moves as the lower tiers leave them. */
bool ari__retro_begin(ari__retro *t, ari__tier *tier, uint32_t *open);
void ari__retro_end(ari__retro *t);

/* Settles what has this length; to be called for every length, from 0 on, once for what is
 * won or lost, and after ari__retro_begin_draws once more. */
ari__trouble ari__retro_settle(ari__retro *t, size_t length, ari__retro_tell *tell,
                               void *self);
/* A move of slot `q` is now worth `w`, which is a win or a loss. */
bool ari__retro_take(ari__retro *t, uint32_t q, ari__worth w);

/* What was not settled is drawn, and its length is still to be found. */
bool ari__retro_begin_draws(ari__retro *t);
bool ari__retro_take_draw(ari__retro *t, uint32_t q, ari__worth w);

/* Edges sorted by where they lead. */
typedef struct ari__edge_index {
    uint32_t *starts; /* those to slot s are from[starts[s]] up to from[starts[s + 1]] */
    uint32_t *from;
} ari__edge_index;

/* All of it, in one process; the lists of edges are used up. */
ari__trouble ari__retro_whole(ari__tier *tier, uint32_t *open, ari__edges *lists,
                              int count);

#endif
