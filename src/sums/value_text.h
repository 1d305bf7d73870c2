/* value_text.h: values as books write them (internal). */
#ifndef ARI_SUMS_VALUE_TEXT_H
#define ARI_SUMS_VALUE_TEXT_H

#include "sums/thermograph.h"

ari_dyadic ari__dyadic_of(int64_t number);
/* Makes values on the way, and says nothing where there is no room for them. */
void ari__value_format(ari__canonicals *all, ari__thermographs *graphs, ari__canonical a,
                       ari_text *out);

#endif
