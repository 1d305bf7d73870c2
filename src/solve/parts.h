/* parts.h: tiers that are too large for the memory allowed (internal).
 *
 * Such a tier is gone through part by part, a quarter of the memory each, with windows on
 * the tiers that moves lead to, half of it together. A part is gone through again with
 * other windows until none is wanted any more: positions are made anew each time, which
 * costs less than what was found out about them would take on disk.
 *
 * Values within a tier are found without edges: for one length after the other, every
 * position that is still open looks at its moves within the tier. */
#ifndef ARI_SOLVE_PARTS_H
#define ARI_SOLVE_PARTS_H

#include "solve/drive.h"

/* Nothing is in memory when these are called, and nothing when they return. */
ari_status ari__parts_find_dense(ari__drive *d, int tier);
ari_status ari__parts_find_keyed(ari__drive *d, int tier);
ari_status ari__parts_solve(ari__drive *d, int tier);

/* Dense: marks one slot of a tier. */
ari_status ari__parts_mark(ari__drive *d, int tier, uint64_t slot, unsigned reached);

#endif
