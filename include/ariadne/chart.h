/* chart.h: curves with axes, units and a legend, as an SVG picture.
 *
 * Series differ in colour, in the dashes of their line and in the shape of their points, so
 * that they are told apart without colour, too. Light and dark surroundings both suit. */
#ifndef ARIADNE_CHART_H
#define ARIADNE_CHART_H

#include <stdbool.h>

#include <ariadne/text.h>

ARI_C_BEGIN

typedef struct ari_series {
    const char *name;     /* in the legend; NULL: not there */
    const double *x, *y;  /* count of each; x from left to right */
    const double *spread; /* error bars of +- this; NULL: none */
    int count;
    bool no_points;
    bool no_line; /* the points are not joined */
} ari_series;

typedef struct ari_chart_mark {
    double x, y;
    const char *text; /* beside it, as "??" */
} ari_chart_mark;

typedef struct ari_chart {
    const char *title;
    const char *made_by;           /* the command that drew it; NULL: it is not said */
    const char *x_label, *y_label; /* with the unit: "mean time per move (ms)"; that an
                                    * axis is logarithmic is added */
    const ari_series *series;
    int count; /* of series: at most ARI_CHART_SERIES */
    const ari_chart_mark *marks;
    int mark_count;
    bool from_zero;       /* the y axis begins at 0 */
    bool logarithmic;     /* y, which must be above 0; what is not is left out */
    double low, high;     /* of y; both 0: as the data needs */
    bool middle;          /* a line at y = 0 */
    double width, height; /* 0: 720 x 420 */
} ari_chart;

#define ARI_CHART_SERIES 8

/* The picture describes itself, for those who do not see it and for captions: axes, curves and
 * the command stand in its <desc>. */
void ari_chart_svg(const ari_chart *chart, ari_text *out);

ARI_C_END

#endif
