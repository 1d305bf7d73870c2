/* thermograph.h: how hot a value is: what it is worth on average, and what a move in it gains (internal). */
#ifndef ARI_SUMS_THERMOGRAPH_H
#define ARI_SUMS_THERMOGRAPH_H

#include "sums/values.h"

/* In the units of ari__value_number. */
typedef struct ari__heat {
    bool
        known; /* false where its walls have too many corners, or lie between the units */
    int64_t mean, temperature;
} ari__heat;

typedef struct ari__thermographs ari__thermographs;

ari__thermographs *ari__thermographs_new(ari__canonicals *all, ari_allowance *memory);
void ari__thermographs_free(ari__thermographs *graphs);
/* Has there been too little room for one? It is then not known, and those of which it is a part. */
bool ari__thermographs_crowded(const ari__thermographs *graphs);
ari__heat ari__heat_of(ari__thermographs *graphs, ari__canonical a);
/* False where it is not known. */
bool ari__thermograph_of(ari__thermographs *graphs, ari__canonical a,
                         ari_thermograph *out);

#endif
