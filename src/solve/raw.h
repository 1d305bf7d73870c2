/* raw.h: counting positions without symmetry (internal).
 *
 * A game whose symmetric positions cannot all be reached, or that does not say how many
 * there are (GAME_ORBIT), has its positions counted by finding every one of them. */
#ifndef ARI_SOLVE_RAW_H
#define ARI_SOLVE_RAW_H

#include "solve/drive.h"

typedef struct ari__raw {
    bool needed;
    ari__drive drive;
} ari__raw;

/* Finds them, if that is needed for the game that `of` solves. */
ari_status ari__raw_find(ari__raw *raw, const ari__drive *of, ari_error *error);
void ari__raw_end(ari__raw *raw);

/* Puts into a tally, which has the counts up to symmetry, how many there are in all. The
 * keys and worths of the tier are in `strong`. */
ari_status ari__raw_tally(const ari__raw *raw, const ari__strong *strong, int tier,
                          ari__tally *tally, ari_error *error);

#endif
