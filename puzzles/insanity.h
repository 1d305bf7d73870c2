/* insanity.h: the kinds of pairs that a cube has: what the search chooses from, and what its
 * solutions are made of. */
#ifndef ARI_PUZZLES_INSANITY_H
#define ARI_PUZZLES_INSANITY_H

#include <ariadne/insanity.h>

#include "base/ticker.h"

/* The different pairs of opposite colours of a cube. A set of them is three bits. */
typedef struct ari__pairs {
    uint8_t count;
    uint8_t colour[3][2];
    uint8_t times[3]; /* how many pairs of the cube are like this */
} ari__pairs;

/* Fills in the pairs of every cube. */
void ari__pairs_of(const ari_cubes *cubes, ari__pairs *pairs);

/* Tells all that two choices of a pair from each cube stand for: `first` and `second` hold an
 * index into the pairs of each cube. False when the job wants no more, or the ticker says that it is
 * over: two choices may stand for more solutions than anybody can wait for. */
bool ari__cubes_orient(const ari_cubes *cubes, const ari__pairs *pairs,
                       const uint8_t *first, const uint8_t *second,
                       const ari_cubes_job *job, ari_cubes_answer *answer,
                       ari__ticker *tick);

#endif
