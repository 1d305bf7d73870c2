/* retro.h: values in a tier whose moves may stay in it (internal).
 *
 * Every slot has the best worth among its moves to lower tiers, and the number of its moves
 * within the tier that are still open. Distances are worked off from the smallest: a
 * position won in n makes its predecessors' moves bad ones, a position lost in n makes them
 * won in n + 1. A predecessor with no open move left and only bad ones is lost, at the
 * distance of the longest. What is left at the end can always avoid losing, and is a draw;
 * the shortest way to a drawn end, if there is one, gives its length.
 *
 * In a game with payoffs moves may stay within a tier as long as they do not come back: a slot is
 * settled when all its moves are, and what is left at the end comes back.
 *
 * The order in which positions of one distance are handled does not matter to the result.
 * Whoever has the edges is told of each slot that is settled, and hands on what that means
 * to the slots that lead there: by a call, or by a message to another machine. */
#ifndef ARI_STRONG_RETRO_H
#define ARI_STRONG_RETRO_H

#include "strong/steps.h"

#define ARI__SETTLED UINT32_MAX /* in the place of open moves */

typedef struct ari__retro {
    uint32_t slots;
    bool payoffs;
    uint32_t round; /* with payoffs: the length that is being settled */
    ari__worth *worth;
    uint32_t *open;
    struct ari__bucket {
        uint32_t *slots;
        size_t count, capacity;
    } * buckets; /* for each length, what may be settled at it; with payoffs for each round */
    size_t bucket_count;
} ari__retro;

/* A slot is settled; its worth is final. False when memory cannot be had. */
typedef bool ari__retro_tell(void *self, uint32_t slot, ari__worth worth);

/* Takes the worths and open moves of `slots` slots as the lower tiers leave them. */
bool ari__retro_begin(ari__retro *t, uint64_t slots, ari__worth *worth, uint32_t *open,
                      bool payoffs);
void ari__retro_end(ari__retro *t);

/* Settles what has this length; to be called for every length, from 0 on, once for what is
 * won or lost, and after ari__retro_begin_draws once more. With payoffs: once for every round. */
ari__trouble ari__retro_settle(ari__retro *t, size_t length, ari__retro_tell *tell,
                               void *self);
/* A move of slot `q` is now worth `w`, which is a win or a loss; with payoffs anything. */
bool ari__retro_take(ari__retro *t, uint32_t q, ari__worth w);
/* With payoffs, at the end: was every slot settled? */
bool ari__retro_all(const ari__retro *t);

/* What was not settled is drawn, and its length is still to be found. */
bool ari__retro_begin_draws(ari__retro *t);
bool ari__retro_take_draw(ari__retro *t, uint32_t q, ari__worth w);

/* ---- all of it, in one process ---- */

/* Edges by where they lead. */
typedef struct ari__edge_index {
    uint32_t *starts; /* those to slot s are from[starts[s]] up to from[starts[s + 1]] */
    uint32_t *from;   /* with ARI__MOVE_SAME */
    int16_t *collected; /* points, by edge; NULL: none */
} ari__edge_index;

/* Hands all moves on, as ari__moves has them, piece by piece; any number of times. */
typedef struct ari__move_source {
    void *self;
    ari_status (*read)(void *self,
                       ari_status (*take)(void *to, const uint32_t *words, size_t count),
                       void *to);
    uint64_t edges;
    bool collects;
} ari__move_source;

/* The index of all edges; ARI_MEMORY, or what reading them came to. To be freed even then. */
ari_status ari__edge_index_make(ari__edge_index *index, uint32_t slots,
                                const uint32_t *open, const ari__move_source *source);
void ari__edge_index_free(ari__edge_index *index);

ari__trouble ari__retro_whole(uint64_t slots, ari__worth *worth, uint32_t *open,
                              bool payoffs, const ari__edge_index *index);

/* An edge from a position to one of the same tier that a move leads to. */
typedef struct ari__edge {
    uint32_t to;
    uint32_t from; /* with ARI__MOVE_SAME when the same side moves again */
} ari__edge;

typedef struct ari__edges {
    ari__edge *list;
    size_t count, capacity;
} ari__edges;

/* The same from a list of edges, which is used up. */
ari__trouble ari__retro_edges(ari__tier *tier, uint32_t *open, ari__edges *list);

#endif
