/* budget.h: limits that several searches share, one after the other.
 *
 * Whoever makes more than one search for one question opens a budget, asks it for the limits of
 * each search, and adds what the search has used: so all of them together keep to what one
 * was allowed, and stop when it is used up or when somebody says so. */
#ifndef ARI_BASE_BUDGET_H
#define ARI_BASE_BUDGET_H

#include <ariadne/limits.h>

typedef struct ari__budget {
    ari_limits limits; /* of all searches together */
    double start;      /* when the first one began */
    uint64_t used;     /* nodes so far */
} ari__budget;

/* Beginning now. */
ari__budget ari__budget_open(const ari_limits *limits);
/* What is left for the next search; false when that is nothing, or the stop flag is set. The
 * limits are then next to none, for searches that give a sensible answer even so. */
bool ari__budget_left(const ari__budget *budget, ari_limits *left);

#endif
