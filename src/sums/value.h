/* value.h: the canonical form of a position as it is made (internal). */
#ifndef ARI_SUMS_VALUE_H
#define ARI_SUMS_VALUE_H

#include "sums/thermograph.h"

/* Where it is made, and its number there; ARI__VALUE_NONE as ari_form_of fails. */
ari__canonicals *ari__forms_of(ari_forms *values);
ari__canonical ari__value_find(ari_forms *values, const ari_state *s,
                               const ari_limits *limits);
/* Why that, or a sum of such values, could not be made. */
ari_status ari__form_failed(const ari_forms *values, ari_error *error);
ari_status ari__form_no_room(const ari_forms *values, ari_error *error);
ari__thermographs *ari__forms_graphs(ari_forms *values);
ari_form_facts ari__form_facts(ari_forms *values, ari__canonical a);

#endif
