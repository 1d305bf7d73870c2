/* chart.c: curves as SVG. */
#include <ariadne/chart.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "draw/xml.h"

#define WIDTH 720.0
#define HEIGHT 420.0
#define LEFT 76.0
#define RIGHT 24.0
#define TOP 44.0
#define BOTTOM 56.0
#define LEGEND_ROW 20.0
#define LETTER 6.9 /* the width of a character, about */
#define TICKS 6    /* wanted, about */

/* An axis: what lies between low and high is spread over its pixels. */
typedef struct axis {
    double low, high; /* logarithms, where it is logarithmic */
    double from, to;  /* pixels */
    double step;      /* between ticks */
    bool logarithmic;
    bool parted; /* not all of it are whole numbers: there may be ticks between them */
} axis;

typedef struct drawing {
    const ari_chart *chart;
    ari_text *out;
    double width, height, top;
    axis x, y;
} drawing;

/* ---- text ---- */

static void add_text(drawing *d, double x, double y, const char *attributes,
                     const char *text)
{
    ari_text_format(d->out, "<text x=\"%.1f\" y=\"%.1f\"%s>", x, y, attributes);
    ari__xml_text(d->out, text);
    ari_text_add(d->out, "</text>\n");
}

/* ---- axes ---- */

static double on(const axis *a, double value)
{
    if (a->logarithmic)
        value = log10(value);
    return a->from + (value - a->low) / (a->high - a->low) * (a->to - a->from);
}

/* 1, 2 or 5 times a power of ten, for about so many ticks. */
static double nice_step(double range, int ticks)
{
    double rough = range / ticks, power = pow(10, floor(log10(rough)));
    double part = rough / power;
    return power * (part <= 1 ? 1 : part <= 2 ? 2 : part <= 5 ? 5 : 10);
}

/* Widens an axis to whole steps. */
static void round_axis(axis *a, bool keep)
{
    if (!(a->high > a->low)) {
        double room = a->low != 0 ? fabs(a->low) / 2 : 1;
        a->low -= room;
        a->high += room;
    }
    if (a->logarithmic) {
        a->low = floor(a->low);
        a->high = ceil(a->high);
        a->step = 1;
        return;
    }
    a->step = nice_step(a->high - a->low, TICKS);
    if (!a->parted && a->step < 1)
        a->step = 1;
    if (keep)
        return;
    a->low = floor(a->low / a->step + 1e-9) * a->step;
    a->high = ceil(a->high / a->step - 1e-9) * a->step;
}

static bool drawable(const ari_chart *chart, double x, double y)
{
    return isfinite(x) && isfinite(y) && (!chart->logarithmic || y > 0);
}

static void include(axis *a, double value, bool *any)
{
    if (a->logarithmic)
        value = log10(value);
    a->parted |= value != floor(value);
    a->low = *any && a->low < value ? a->low : value;
    a->high = *any && a->high > value ? a->high : value;
    *any = true;
}

static void include_series(drawing *d, const ari_series *s, bool *any_x, bool *any_y)
{
    for (int i = 0; i < s->count; i++) {
        if (!drawable(d->chart, s->x[i], s->y[i]))
            continue;
        double spread = s->spread ? s->spread[i] : 0;
        include(&d->x, s->x[i], any_x);
        include(&d->y, s->y[i] + spread, any_y);
        if (!d->chart->logarithmic || s->y[i] - spread > 0)
            include(&d->y, s->y[i] - spread, any_y);
    }
}

static void set_axes(drawing *d)
{
    const ari_chart *chart = d->chart;
    bool any_x = false, any_y = false;
    d->y.logarithmic = chart->logarithmic;
    for (int i = 0; i < chart->count; i++)
        include_series(d, &chart->series[i], &any_x, &any_y);
    if (chart->from_zero && !chart->logarithmic)
        include(&d->y, 0, &any_y);
    bool given = chart->low < chart->high;
    if (given) {
        d->y.low = chart->low;
        d->y.high = chart->high;
        d->y.parted = true;
    }
    round_axis(&d->x, true);
    round_axis(&d->y, given);
    d->x.from = LEFT;
    d->x.to = d->width - RIGHT;
    d->y.from = d->height - BOTTOM;
    d->y.to = d->top;
}

static void format_tick(const axis *a, double value, char *text, size_t room)
{
    if (fabs(value) < a->step * 1e-6 && !a->logarithmic)
        value = 0;
    if (a->logarithmic && value > 9999)
        snprintf(text, room, "1e%.0f", log10(value));
    else
        snprintf(text, room, "%.6g", value);
}

static void draw_y_axis(drawing *d)
{
    char text[40];
    int first = (int)ceil(d->y.low / d->y.step - 1e-9);
    int last = (int)floor(d->y.high / d->y.step + 1e-9);
    for (int i = first; i <= last; i++) {
        double value = i * d->y.step,
               shown = d->chart->logarithmic ? pow(10, value) : value;
        double y = on(&d->y, shown);
        ari_text_format(d->out,
                        "<line class=\"grid\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" "
                        "y2=\"%.1f\"/>\n",
                        d->x.from, y, d->x.to, y);
        format_tick(&d->y, shown, text, sizeof text);
        add_text(d, d->x.from - 8, y + 4, " class=\"tick\" text-anchor=\"end\"", text);
    }
    double middle = (d->y.from + d->y.to) / 2;
    snprintf(text, sizeof text, " transform=\"rotate(-90 18 %.1f)\"", middle);
    ari_text_format(d->out, "<text x=\"18\" y=\"%.1f\" text-anchor=\"middle\"%s>", middle,
                    text);
    ari__xml_text(d->out, d->chart->y_label);
    if (d->chart->logarithmic)
        ari_text_add(d->out, d->chart->y_label ? ", logarithmic" : "logarithmic");
    ari_text_add(d->out, "</text>\n");
}

static void draw_x_axis(drawing *d)
{
    char text[40];
    int first = (int)ceil(d->x.low / d->x.step - 1e-9);
    int last = (int)floor(d->x.high / d->x.step + 1e-9);
    for (int i = first; i <= last; i++) {
        double value = i * d->x.step, x = on(&d->x, value);
        ari_text_format(d->out,
                        "<line class=\"axis\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" "
                        "y2=\"%.1f\"/>\n",
                        x, d->y.from, x, d->y.from + 5);
        format_tick(&d->x, value, text, sizeof text);
        add_text(d, x, d->y.from + 20, " class=\"tick\" text-anchor=\"middle\"", text);
    }
    add_text(d, (d->x.from + d->x.to) / 2, d->height - 14, " text-anchor=\"middle\"",
             d->chart->x_label);
}

static void draw_frame(drawing *d)
{
    draw_y_axis(d);
    draw_x_axis(d);
    ari_text_format(d->out,
                    "<path class=\"axis\" d=\"M%.1f %.1fV%.1fH%.1f\" fill=\"none\"/>\n",
                    d->x.from, d->y.to, d->y.from, d->x.to);
    if (d->chart->middle)
        ari_text_format(d->out,
                        "<line class=\"axis\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" "
                        "y2=\"%.1f\"/>\n",
                        d->x.from, on(&d->y, 0), d->x.to, on(&d->y, 0));
}

/* ---- series ---- */

/* The points of a series, each series with its own shape, drawn around where the pen is. */
static const char *const shapes[ARI_CHART_SERIES] = {
    "m-3.2 0a3.2 3.2 0 1 0 6.4 0a3.2 3.2 0 1 0 -6.4 0z", /* circle */
    "m-2.9 -2.9h5.8v5.8h-5.8z",                          /* square */
    "m0 -4.2l3.8 6.6h-7.6z",                             /* triangle */
    "m0 -4l4 4l-4 4l-4 -4z",                             /* diamond */
    "m0 4.2l3.8 -6.6h-7.6z",                             /* triangle on its tip */
    "m-1.2 -4h2.4v2.8h2.8v2.4h-2.8v2.8h-2.4v-2.8h-2.8v-2.4h2.8z", /* cross */
    "m-4.2 -1.4h8.4v2.8h-8.4z",                                   /* bar */
    "m-1.4 -4.2h2.8v8.4h-2.8z",                                   /* pillar */
};

static void draw_point(drawing *d, int series, double x, double y)
{
    ari_text_format(d->out, "<path d=\"M%.1f %.1f%s\"/>", x, y, shapes[series]);
}

static void draw_spread(drawing *d, const ari_series *s)
{
    for (int i = 0; s->spread && i < s->count; i++) {
        double low = s->y[i] - s->spread[i], high = s->y[i] + s->spread[i];
        if (!drawable(d->chart, s->x[i], low) || !drawable(d->chart, s->x[i], high))
            continue;
        ari_text_format(d->out, "<path class=\"line\" d=\"M%.1f %.1fV%.1f\"/>\n",
                        on(&d->x, s->x[i]), on(&d->y, low), on(&d->y, high));
    }
}

static void draw_series(drawing *d, int index)
{
    const ari_series *s = &d->chart->series[index];
    bool begun = false;
    ari_text_format(d->out, "<g class=\"s%d\">\n<path class=\"line dash\" d=\"", index);
    for (int i = 0; i < s->count && !s->no_line; i++) {
        bool here = drawable(d->chart, s->x[i], s->y[i]);
        if (here)
            ari_text_format(d->out, "%c%.1f %.1f", begun ? 'L' : 'M', on(&d->x, s->x[i]),
                            on(&d->y, s->y[i]));
        begun = here;
    }
    ari_text_add(d->out, "\"/>\n");
    draw_spread(d, s);
    for (int i = 0; i < s->count && !s->no_points; i++)
        if (drawable(d->chart, s->x[i], s->y[i]))
            draw_point(d, index, on(&d->x, s->x[i]), on(&d->y, s->y[i]));
    ari_text_add(d->out, "\n</g>\n");
}

static void draw_marks(drawing *d)
{
    for (int i = 0; i < d->chart->mark_count; i++) {
        const ari_chart_mark *m = &d->chart->marks[i];
        double x = on(&d->x, m->x), y = on(&d->y, m->y);
        bool above = y - d->y.to > 24;
        ari_text_format(
            d->out, "<circle class=\"mark\" cx=\"%.1f\" cy=\"%.1f\" r=\"6\"/>\n", x, y);
        add_text(d, x, above ? y - 11 : y + 21, " class=\"sign\" text-anchor=\"middle\"",
                 m->text);
    }
}

/* ---- the legend ---- */

static double entry_width(const ari_series *s)
{
    return 56 + LETTER * (double)strlen(s->name);
}

/* Draws the legend row by row, or only counts its rows. */
static int legend(drawing *d, bool draw)
{
    double x = LEFT;
    int rows = 0;
    for (int i = 0; i < d->chart->count; i++) {
        const ari_series *s = &d->chart->series[i];
        if (!s->name)
            continue;
        if (rows == 0 || x + entry_width(s) > d->width - RIGHT) {
            x = LEFT;
            rows++;
        }
        double y = TOP + LEGEND_ROW * (rows - 1);
        if (draw) {
            ari_text_format(d->out, "<g class=\"s%d\">", i);
            if (!s->no_line)
                ari_text_format(d->out, "<path class=\"line dash\" d=\"M%.1f %.1fh28\"/>",
                                x, y);
            if (!s->no_points)
                draw_point(d, i, x + 14, y);
            ari_text_add(d->out, "</g>\n");
            add_text(d, x + 34, y + 4, " class=\"tick\"", s->name);
        }
        x += entry_width(s);
    }
    return rows;
}

/* ---- the picture ---- */

/* Colours that also colour-blind people tell apart (Okabe and Ito). */
static const char *const colours[ARI_CHART_SERIES] = {"#0072b2", "#d55e00", "#009e73",
                                                      "#cc79a7", "#e69f00", "#56b4e9",
                                                      "#6b6b6b", "#8a5a00"};
static const char *const dashes[ARI_CHART_SERIES] = {"none", "7 3",     "2 3", "8 3 2 3",
                                                     "12 4", "4 2 1 2", "1 4", "6 2 6 6"};

static void add_style(const drawing *d)
{
    ari_text_add(
        d->out, "<style>\n"
                ".ground{fill:#ffffff}text{fill:#1a1a1a;font:13px sans-serif}"
                ".title{font-size:15px;font-weight:bold}.tick{font-size:12px}\n"
                ".grid{stroke:#d9d9d9;stroke-width:1}.axis{stroke:#555555;stroke-width:1}"
                ".line{fill:none;stroke-width:1.8}.mark{fill:none;stroke:#b00020;"
                "stroke-width:1.6}.sign{font-weight:bold}\n");
    for (int i = 0; i < d->chart->count; i++)
        ari_text_format(
            d->out, ".s%d{fill:%s}.s%d .line{stroke:%s}.s%d .dash{stroke-dasharray:%s}\n",
            i, colours[i], i, colours[i], i, dashes[i]);
    ari_text_add(d->out,
                 "@media (prefers-color-scheme:dark){.ground{fill:#16181c}"
                 "text{fill:#ececec}.grid{stroke:#3a3d44}.axis{stroke:#a0a0a0}"
                 ".mark{stroke:#ff8a80}.s0{fill:#5cb8ff}.s0 .line{stroke:#5cb8ff}}\n"
                 "</style>\n");
}

/* What is drawn, in words. */
static void add_description(const ari_chart *chart, ari_text *out)
{
    int named = 0;
    ari_text_add(out, "<desc>Across: ");
    ari__xml_text(out, chart->x_label);
    ari_text_add(out, ". Up: ");
    ari__xml_text(out, chart->y_label);
    ari_text_add(out, chart->logarithmic ? ", on a logarithmic scale." : ".");
    for (int i = 0; i < chart->count; i++) {
        if (!chart->series[i].name)
            continue;
        ari_text_add(out, named++ ? ", " : " Shown: ");
        ari__xml_text(out, chart->series[i].name);
    }
    ari_text_add(out, named ? "." : "");
    if (chart->made_by) {
        ari_text_add(out, " Drawn by: ");
        ari__xml_text(out, chart->made_by);
    }
    ari_text_add(out, "</desc>\n");
}

void ari_chart_svg(const ari_chart *chart, ari_text *out)
{
    drawing d = {.chart = chart,
                 .out = out,
                 .width = chart->width > 0 ? chart->width : WIDTH,
                 .height = chart->height > 0 ? chart->height : HEIGHT};
    d.top = TOP + LEGEND_ROW * legend(&d, false);
    set_axes(&d);
    ari_text_format(out,
                    "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" "
                    "height=\"%.0f\" viewBox=\"0 0 %.0f %.0f\" role=\"img\">\n<title>",
                    d.width, d.height, d.width, d.height);
    ari__xml_text(out, chart->title);
    ari_text_add(out, "</title>\n");
    add_description(chart, out);
    add_style(&d);
    ari_text_format(out, "<rect class=\"ground\" width=\"%.0f\" height=\"%.0f\"/>\n",
                    d.width, d.height);
    add_text(&d, LEFT, 24, " class=\"title\"", chart->title);
    legend(&d, true);
    draw_frame(&d);
    for (int i = 0; i < chart->count; i++)
        draw_series(&d, i);
    draw_marks(&d);
    ari_text_add(out, "</svg>\n");
}
