/* raw.h: counting positions without symmetry (internal).
 *
 * A game whose symmetric positions cannot all be reached, or that does not say how many
 * there are (GAME_ORBIT), has its positions counted by finding every one of them. */
#ifndef ARI_STRONG_RAW_H
#define ARI_STRONG_RAW_H

#include "strong/drive.h"

typedef struct ari__raw {
    bool needed;
    bool begun;
    size_t limit; /* of memory, until the other drive needs its part of it */
    ari__drive drive;
    ari__store store; /* where memory is limited */
} ari__raw;

/* Is it needed for the game that `of` solves? If so, `of` leaves some memory to it. */
void ari__raw_begin(ari__raw *raw, ari__drive *of);
/* Finds them, if that is needed. */
ari_status ari__raw_find(ari__raw *raw, ari__drive *of, ari_error *error);
void ari__raw_end(ari__raw *raw);

/* Puts into a census, which has the counts up to symmetry, how many there are in all. The
 * keys and worths of the tier are in memory or, as a whole, on disk. */
ari_status ari__raw_census(ari__raw *raw, ari__drive *of, int tier, ari__census *census);

#endif
