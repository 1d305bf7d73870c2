/* retro.h: values in a tier whose moves may stay in it (internal). */
#ifndef ARI_SOLVE_RETRO_H
#define ARI_SOLVE_RETRO_H

#include "solve/strong.h"

/* `open` has the number of moves within the tier of every slot, and `tier->worth` the best
 * of the others; the lists of edges are used up. */
ari__trouble ari__retro(ari__tier *tier, uint32_t *open, ari__edges *lists, int count);

#endif
