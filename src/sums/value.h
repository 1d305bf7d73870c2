/* value.h: the canonical form of a position as it is made (internal). */
#ifndef ARI_SUMS_VALUE_H
#define ARI_SUMS_VALUE_H

#include "sums/values.h"

/* Where it is made, and its number there; ARI__VALUE_NONE as ari_value_of fails. */
ari__values *ari__values_of(ari_values *values);
ari__value ari__value_find(ari_values *values, const ari_state *s,
                           const ari_limits *limits);

#endif
