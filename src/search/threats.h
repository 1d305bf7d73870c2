/* threats.h: what a threat search works with, the same for all games (internal).
 *
 * threats.inc looks for wins by moves that force alone. What it found out of positions is kept in a
 * table of its own, from one search to the next: a position that was given up unfinished goes on
 * where it stood, and one that has no such win is known to have none. */
#ifndef ARI_SEARCH_THREATS_H
#define ARI_SEARCH_THREATS_H

#include <ariadne/variant.h>

#include "base/ticker.h"

#define ARI__THREAT_PLIES 80 /* the longest win it looks for */
/* The engine looks for them with at least so many plies left, and so many nodes far, which each ply
 * doubles; further at the root. */
#define ARI__THREATS_FROM 3
#define ARI__THREATS_NODES 8
#define ARI__THREATS_ROOT 250
#define ARI__THREAT_NEVER ((uint32_t)0xffffff)

/* How much is still to be done to show that the side to move reaches what it wants (phi), and that
 * it does not (delta): the attacker a win by force, the defender that there is none. 0 is done,
 * ARI__THREAT_NEVER cannot be. Where the attacker wins, it does within `plies`. */
typedef struct ari__threat {
    uint32_t phi, delta;
    int plies;
} ari__threat;

/* A slot is two words, like those of the other tables: phi 24 | delta 24 | plies 16. */
typedef struct ari__threat_slot {
    uint64_t key, data;
} ari__threat_slot;

/* A move being looked at. */
typedef struct ari__threat_child {
    uint64_t key;
    ari__threat is; /* of the side to move after it */
    ari_move move;
} ari__threat_child;

typedef struct ari__threats {
    ari__ticker *tick;                 /* of the search that it is part of */
    ari__threat_slot *slots;           /* NULL: no room for any */
    size_t slot_count;                 /* a power of two */
    ari__threat_child *children, *end; /* a stack of the moves of all plies */
    ari_move *moves;                   /* of one position, before they are there */
    bool used;                         /* since it was cleared */
    uint64_t left;                     /* nodes until it gives up */
    int length;                        /* of the line of the last win */
    ari_move line[ARI__THREAT_PLIES + 4];
} ari__threats;

/* Takes `bytes` at most, and nothing where they are too few to be of use or the game has no moves that force.
 * False if there is no memory. */
bool ari__threats_make(ari__threats *t, const ari_variant *v, size_t bytes);
void ari__threats_free(ari__threats *t);
void ari__threats_clear(ari__threats *t);
/* How many bytes it takes if it is given so many. */
size_t ari__threats_bytes(const ari_variant *v, size_t bytes);

static inline ari__threat_slot *ari__threat_slot_of(const ari__threats *t, uint64_t key)
{
    return &t->slots[key & (t->slot_count - 1)];
}

/* What is known of a position; nothing, if it is not there. */
static inline ari__threat ari__threat_get(const ari__threats *t, uint64_t key)
{
    const ari__threat_slot *slot = ari__threat_slot_of(t, key);
    for (int i = 0; i < 2; i++, slot = &t->slots[(key & (t->slot_count - 1)) ^ 1])
        if (slot->key == key && slot->data)
            return (ari__threat){.phi = (uint32_t)(slot->data >> 40),
                                 .delta =
                                     (uint32_t)(slot->data >> 16) & ARI__THREAT_NEVER,
                                 .plies = (int)(slot->data & 0xffff)};
    return (ari__threat){1, 1, 0};
}

/* Of two slots that of the position, or the one of which less depends: what is done stays. */
static inline void ari__threat_put(const ari__threats *t, uint64_t key, ari__threat is)
{
    ARI_ASSERT(is.phi <= ARI__THREAT_NEVER && is.delta <= ARI__THREAT_NEVER);
    ari__threat_slot *first = ari__threat_slot_of(t, key);
    ari__threat_slot *other = &t->slots[(key & (t->slot_count - 1)) ^ 1];
    bool done = other->key != key && first->data && first->key != key &&
                (first->data >> 40 == 0 || (first->data >> 16 & ARI__THREAT_NEVER) == 0);
    ari__threat_slot *slot = other->key == key || done ? other : first;
    *slot = (ari__threat_slot){key, (uint64_t)is.phi << 40 | (uint64_t)is.delta << 16 |
                                        (uint64_t)is.plies};
}

#endif
