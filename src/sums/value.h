/* value.h: the canonical form of a position as it is made (internal). */
#ifndef ARI_SUMS_VALUE_H
#define ARI_SUMS_VALUE_H

#include "sums/values.h"

/* Where it is made, and its number there; ARI__VALUE_NONE as ari_form_of fails. */
ari__canonicals *ari__forms_of(ari_forms *values);
ari__canonical ari__value_find(ari_forms *values, const ari_state *s,
                               const ari_limits *limits);

#endif
