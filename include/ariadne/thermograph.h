/* thermograph.h: thermographs as pictures and as text, as books draw them: values grow to the left, and the temperature
 * upwards. */
#ifndef ARIADNE_THERMOGRAPH_H
#define ARIADNE_THERMOGRAPH_H

#include <ariadne/sums.h>

ARI_C_BEGIN

/* A whole SVG document: both walls, the mast, and the exact numbers of every corner. */
void ari_thermograph_svg(const ari_thermograph *graph, const char *title, ari_text *out);

/* Some lines of characters, with the exact numbers of the mean, the temperature and the stops, which are where the
 * walls begin. */
void ari_thermograph_text(const ari_thermograph *graph, ari_text *out);

ARI_C_END

#endif
