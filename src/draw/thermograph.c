/* thermograph.c: thermographs as SVG and as text.
 *
 *       1 |       |         the mast, over the mean
 *         |       o         the temperature, where the walls meet
 *         |     /   \
 *       0 +---/-------\---  the stops: what is reached where the one or the other begins
 *             1   0  -1     values grow to the left
 */
#include <ariadne/thermograph.h>

#include <math.h>
#include <string.h>

#include "draw/xml.h"

#define WIDTH 560.0
#define HEIGHT 420.0
#define LEFT 70.0
#define RIGHT 30.0
#define TOP 48.0
#define BOTTOM 92.0
#define TICKS 8

static double real(const ari_dyadic *number)
{
    return ldexp((double)number->numerator, -number->halvings);
}

/* What the picture shows: values from low to high, temperatures from 0 up to the top. */
typedef struct frame {
    const ari_thermograph *graph;
    double low, high, top;
    double mean, foot; /* of the mast */
} frame;

static void frame_of(const ari_thermograph *graph, frame *f)
{
    double mean = real(&graph->mean), temperature = real(&graph->temperature);
    *f = (frame){graph, mean, mean, 0, mean, fmax(temperature, 0)};
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < graph->count[side]; i++) {
            f->low = fmin(f->low, real(&graph->walls[side][i].value));
            f->high = fmax(f->high, real(&graph->walls[side][i].value));
        }
    f->top = f->foot + fmax(0.25 * f->foot, f->foot > 0 ? 0 : 1);
}

/* The power of two by which ticks are apart, so that there are no more than so many: 2 to the power of what is
 * returned. */
static int step_of(double range, int ticks)
{
    int power = 0;
    while (ldexp(1, power) * ticks < range && power < 60)
        power++;
    while (ldexp(1, power - 1) * ticks >= range && power > -24)
        power--;
    return power;
}

/* i steps as an exact number. */
static void format_steps(int64_t i, int power, ari_text *out)
{
    ari_dyadic number = {i, -power};
    if (power > 0)
        number = (ari_dyadic){i << power, 0};
    while (number.halvings > 0 && number.numerator % 2 == 0) {
        number.numerator /= 2;
        number.halvings--;
    }
    ari_dyadic_format(&number, out);
}

/* The wall's value at a temperature below the mast's foot. */
static double wall_at(const ari_thermograph *graph, int side, double t)
{
    const ari_corner *corners = graph->walls[side];
    int last = graph->count[side] - 1, i = 0;
    while (i < last && real(&corners[i + 1].temperature) <= t)
        i++;
    double value = real(&corners[i].value), from = real(&corners[i].temperature);
    if (i == last)
        return value;
    double slope = (real(&corners[i + 1].value) - value) /
                   (real(&corners[i + 1].temperature) - from);
    return value + slope * (t - from);
}

/* ---- SVG ---- */

static double x_of(const frame *f, double value)
{
    double room = fmax(f->high - f->low, 1), middle = (f->high + f->low) / 2;
    double across = (WIDTH - LEFT - RIGHT) * 0.84;
    return LEFT + (WIDTH - LEFT - RIGHT) / 2 - (value - middle) / room * across;
}

static double y_of(const frame *f, double temperature)
{
    return HEIGHT - BOTTOM - temperature / f->top * (HEIGHT - TOP - BOTTOM);
}

static void add_label(const char *attributes, double x, double y, ari_text *label,
                      ari_text *out)
{
    ari__xml_format(out, "<text x=\"%f\" y=\"%f\"", x, y);
    ari_text_format(out, " %s>", attributes);
    ari__xml_text(out, ari_text_get(label));
    ari_text_add(out, "</text>\n");
    ari_text_free(label);
}

static void add_axes(const frame *f, ari_text *out)
{
    double room = fmax(f->high - f->low, 1) / 0.84, middle = (f->high + f->low) / 2;
    int power = step_of(room, TICKS);
    double step = ldexp(1, power), bottom = HEIGHT - BOTTOM;
    for (int64_t i = (int64_t)ceil((middle - room / 2) / step);
         (double)i * step <= middle + room / 2; i++) {
        ari_text label = ARI_TEXT_EMPTY;
        double x = x_of(f, (double)i * step);
        ari__xml_format(out, "<path class=\"grid\" d=\"M%f,%fV%f\"/>\n", x, bottom, TOP);
        format_steps(i, power, &label);
        add_label("class=\"tick\" text-anchor=\"middle\"", x, bottom + 18, &label, out);
    }
    power = step_of(f->top, TICKS - 2);
    step = ldexp(1, power);
    for (int64_t i = 0; (double)i * step <= f->top; i++) {
        ari_text label = ARI_TEXT_EMPTY;
        double y = y_of(f, (double)i * step);
        ari__xml_format(out, "<path class=\"grid\" d=\"M%f,%fH%f\"/>\n", LEFT, y,
                        WIDTH - RIGHT);
        format_steps(i, power, &label);
        add_label("class=\"tick\" text-anchor=\"end\"", LEFT - 8, y + 4, &label, out);
    }
    ari__xml_format(
        out,
        "<path class=\"axis\" d=\"M%f,%fV%fH%f\"/>\n"
        "<text text-anchor=\"middle\" x=\"%f\" y=\"%f\">value (larger ones on "
        "the left)</text>\n"
        "<text text-anchor=\"middle\" transform=\"rotate(-90 18 %f)\" "
        "x=\"18\" y=\"%f\">temperature</text>\n",
        LEFT, TOP, bottom, WIDTH - RIGHT, (LEFT + WIDTH - RIGHT) / 2, bottom + 40,
        (TOP + bottom) / 2, (TOP + bottom) / 2);
}

/* The walls up to where they meet; each corner with its value. */
static void add_wall(const frame *f, int side, ari_text *out)
{
    const ari_thermograph *g = f->graph;
    ari_text_format(out, "<path class=\"wall %s\" d=\"", side ? "right" : "left");
    for (int i = 0; i < g->count[side]; i++)
        ari__xml_format(out, i ? "L%f,%f" : "M%f,%f",
                        x_of(f, real(&g->walls[side][i].value)),
                        y_of(f, real(&g->walls[side][i].temperature)));
    ari_text_add(out, "\"/>\n");
    for (int i = 0; i + 1 < g->count[side]; i++) {
        const ari_corner *corner = &g->walls[side][i];
        double x = x_of(f, real(&corner->value)), y = y_of(f, real(&corner->temperature));
        ari_text label = ARI_TEXT_EMPTY;
        ari__xml_format(out, "<circle class=\"%s\" cx=\"%f\" cy=\"%f\" r=\"3.5\"/>\n",
                        side ? "right" : "left", x, y);
        ari_dyadic_format(&corner->value, &label);
        if (i > 0) {
            ari_text_add(&label, " at ");
            ari_dyadic_format(&corner->temperature, &label);
        }
        add_label(side ? "class=\"exact\"" : "class=\"exact\" text-anchor=\"end\"",
                  side ? x + 8 : x - 8, y - 7, &label, out);
    }
}

static void add_mast(const frame *f, ari_text *out)
{
    double x = x_of(f, f->mean), y = y_of(f, f->foot);
    ari_text label = ARI_TEXT_EMPTY;
    ari__xml_format(out,
                    "<path class=\"mast\" d=\"M%f,%fV%f\"/>\n"
                    "<circle class=\"mast\" cx=\"%f\" cy=\"%f\" r=\"4\"/>\n",
                    x, y, TOP, x, y);
    ari_text_add(&label, "mean ");
    ari_dyadic_format(&f->graph->mean, &label);
    if (f->foot <= 0) {
        ari_text_add(&label, ", temperature ");
        ari_dyadic_format(&f->graph->temperature, &label);
    }
    add_label("class=\"exact\"", x + 8, TOP + 12, &label, out);
    if (f->foot > 0) {
        ari__xml_format(out, "<path class=\"hint\" d=\"M%f,%fH%f\"/>\n", x, y, LEFT);
        ari_text_add(&label, "temperature ");
        ari_dyadic_format(&f->graph->temperature, &label);
        add_label("class=\"exact\"", LEFT + 6, y - 6, &label, out);
    }
}

static void add_legend(ari_text *out)
{
    static const struct {
        const char *class, *text;
        double x;
    } entries[] = {{"wall left", "left wall: the first player begins", 24},
                   {"wall right", "right wall: the second player begins", 252},
                   {"mast", "mast", 490}};
    for (int i = 0; i < 3; i++)
        ari__xml_format(out,
                        "<path class=\"%s\" d=\"M%f,%fh22\"/><text class=\"tick\" "
                        "x=\"%f\" y=\"%f\">%s</text>\n",
                        entries[i].class, entries[i].x, HEIGHT - 22, entries[i].x + 28,
                        HEIGHT - 18, entries[i].text);
}

static const char style[] =
    "<style>.ground{fill:#fff}text{fill:#1a1a1a;font:13px sans-serif}"
    ".title{font-size:15px;font-weight:bold}.tick{font-size:12px}"
    ".exact{font-weight:bold;paint-order:stroke;stroke:#fff;stroke-width:3}"
    "path{fill:none}.grid{stroke:#e2e2e2}.axis{stroke:#555}"
    ".hint{stroke:#555;stroke-dasharray:2 4}"
    ".wall{stroke-width:3;stroke-linejoin:round}.wall.left{stroke:#0072b2}"
    ".wall.right{stroke:#b85000;stroke-dasharray:8 4}circle.left{fill:#0072b2}"
    "circle.right{fill:#b85000}path.mast{stroke:#1a1a1a;stroke-width:4}"
    "circle.mast{fill:#1a1a1a}"
    "@media (prefers-color-scheme:dark){.ground{fill:#16181c}text{fill:#ececec}"
    ".exact{stroke:#16181c}.grid{stroke:#33363d}.axis,.hint{stroke:#a0a0a0}"
    ".wall.left{stroke:#5cb8ff}.wall.right{stroke:#ffa55c}circle.left{fill:#5cb8ff}"
    "circle.right{fill:#ffa55c}path.mast{stroke:#ececec}circle.mast{fill:#ececec}}"
    "</style>\n";

void ari_thermograph_svg(const ari_thermograph *graph, const char *title, ari_text *out)
{
    frame f;
    ari_text words = ARI_TEXT_EMPTY;
    frame_of(graph, &f);
    ari_text_add(&words, "Thermograph: mean ");
    ari_dyadic_format(&graph->mean, &words);
    ari_text_add(&words, ", temperature ");
    ari_dyadic_format(&graph->temperature, &words);
    ari__xml_format(out,
                    "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%f\" "
                    "height=\"%f\" viewBox=\"0 0 %f %f\" role=\"img\">\n"
                    "<title>%s</title>\n<desc>%s</desc>\n",
                    WIDTH, HEIGHT, WIDTH, HEIGHT, title, ari_text_get(&words));
    ari_text_free(&words);
    ari_text_add(out, style);
    ari__xml_format(out,
                    "<rect class=\"ground\" width=\"%f\" height=\"%f\"/>\n"
                    "<text class=\"title\" x=\"%f\" y=\"26\">%s</text>\n",
                    WIDTH, HEIGHT, LEFT, title);
    add_axes(&f, out);
    for (int side = 0; side < 2 && f.foot > 0; side++)
        add_wall(&f, side, out);
    add_mast(&f, out);
    add_legend(out);
    ari_text_add(out, "</svg>\n");
}

/* ---- text ---- */

#define ROWS 8
#define COLUMNS 28 /* steps of values; a step is two characters wide, and one row high */
#define MARGIN 8
#define LINE (MARGIN + 2 * COLUMNS + 24)

typedef struct sheet {
    frame f;
    double step;
    int power;
    char line[LINE];
} sheet;

static int column_of(const sheet *s, double value)
{
    return MARGIN + 4 + (int)lround(2 * (s->f.high - value) / s->step);
}

static void put(sheet *s, int column, char c)
{
    if (column >= 0 && column < LINE - 1)
        s->line[column] = c;
}

static void end_line(sheet *s, ari_text *out)
{
    int length = LINE - 1;
    while (length > 0 && s->line[length - 1] == ' ')
        length--;
    ari_text_add_bytes(out, s->line, (size_t)length);
    ari_text_add_char(out, '\n');
    memset(s->line, ' ', LINE);
}

/* Writes a number around a column, unless something is there. */
static void put_number(sheet *s, int column, const ari_dyadic *number)
{
    ari_text text = ARI_TEXT_EMPTY;
    ari_dyadic_format(number, &text);
    int from = column - (int)(text.size - 1) / 2, to = from + (int)text.size;
    bool free = from > 0 && to < LINE - 1;
    for (int i = from - 1; free && i <= to; i++)
        free = s->line[i] == ' ';
    for (int i = from; free && i < to; i++)
        s->line[i] = ari_text_get(&text)[i - from];
    ari_text_free(&text);
}

static void put_row(sheet *s, int row)
{
    double t = row * s->step;
    bool ticked = row % 2 == 0;
    if (ticked) {
        ari_text text = ARI_TEXT_EMPTY;
        format_steps(row, s->power, &text);
        for (size_t i = 0; i < text.size && text.size < MARGIN; i++)
            s->line[MARGIN - 1 - text.size + i] = text.data[i];
        ari_text_free(&text);
    }
    put(s, MARGIN, '|');
    if (t >= s->f.foot) {
        bool foot = t - s->f.foot < s->step && s->f.graph->temperature.numerator >= 0;
        put(s, column_of(s, s->f.mean), foot ? 'o' : '|');
        return;
    }
    for (int side = 0; side < 2; side++) {
        double here = wall_at(s->f.graph, side, t),
               next = wall_at(s->f.graph, side, fmin(t + s->step, s->f.foot));
        put(s, column_of(s, here), next < here ? '/' : next > here ? '\\' : '|');
    }
}

void ari_thermograph_text(const ari_thermograph *graph, ari_text *out)
{
    sheet s;
    frame_of(graph, &s.f);
    int by_range = step_of(s.f.high - s.f.low, COLUMNS),
        by_foot = step_of(s.f.foot, ROWS);
    s.power = by_range > by_foot ? by_range : by_foot;
    if (s.f.foot <= 0)
        s.power = 0;
    s.step = ldexp(1, s.power);
    memset(s.line, ' ', sizeof s.line);
    for (int row = (int)ceil(s.f.foot / s.step) + 2; row >= 0; row--) {
        put_row(&s, row);
        end_line(&s, out);
    }
    int last = column_of(&s, s.f.low) + 4;
    put(&s, MARGIN, '+');
    for (int i = MARGIN + 1; i <= last; i++)
        put(&s, i, '-');
    end_line(&s, out);
    for (int side = 0; side < 2; side++)
        if (graph->count[side] > 0)
            put_number(&s, column_of(&s, real(&graph->walls[side][0].value)),
                       &graph->walls[side][0].value);
    put_number(&s, column_of(&s, s.f.mean), &graph->mean);
    end_line(&s, out);
}
