/* budget.c: what is left of limits that several searches share. */
#include "base/budget.h"

#include <ariadne/assert.h>

#include "base/stop.h"

#define LEAST_SECONDS 1e-9 /* 0 would mean no limit, as with nodes */

ari__budget ari__budget_open(const ari_limits *limits)
{
    return (ari__budget){.limits = *limits, .start = ari_seconds()};
}

bool ari__budget_left(const ari__budget *budget, ari_limits *left)
{
    bool some = !ari__stop_is_set(budget->limits.stop);
    *left = budget->limits;
    if (left->nodes) {
        some = some && left->nodes > budget->used;
        left->nodes = left->nodes > budget->used ? left->nodes - budget->used : 1;
    }
    double used = left->seconds > 0 ? ari_seconds() - budget->start : 0;
    if (left->seconds > 0) {
        left->seconds -= used;
        some = some && left->seconds > 0;
        if (left->seconds < LEAST_SECONDS)
            left->seconds = LEAST_SECONDS;
    }
    if (left->wanted > 0)
        left->wanted =
            left->wanted - used > LEAST_SECONDS ? left->wanted - used : LEAST_SECONDS;
    /* What is used up does not become no limit at all. */
    ARI_ASSERT(!left->nodes == !budget->limits.nodes);
    ARI_ASSERT((left->seconds > 0) == (budget->limits.seconds > 0));
    return some;
}
