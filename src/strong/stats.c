/* stats.c: the table of positions by value and distance, whole or tier by tier: text, CSV, JSON, SVG. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "strong/read.h"

/* All tiers together: best values first, and short distances before long ones. */
typedef struct table {
    ari_strong_row *rows;
    size_t count;
    ari_strong_row sum;
} table;

static int by_value(const void *a, const void *b)
{
    const ari_strong_row *x = a, *y = b;
    if (x->value != y->value)
        return x->value > y->value ? -1 : 1;
    unsigned p = (unsigned)x->distance, q = (unsigned)y->distance; /* -1 comes last */
    return (p > q) - (p < q);
}

/* With `signs` alone, all wins are worth the same, and all losses. */
static bool make_table(const ari_database *db, bool signs, table *t)
{
    *t = (table){.rows = NULL};
    size_t all = ari_database_rows(db);
    t->rows = malloc((all ? all : 1) * sizeof *t->rows);
    if (!t->rows)
        return false;
    for (size_t i = 0; i < all; i++) {
        t->rows[i] = ari_database_row(db, i);
        if (signs)
            t->rows[i].value = (t->rows[i].value > 0) - (t->rows[i].value < 0);
    }
    qsort(t->rows, all, sizeof *t->rows, by_value);
    for (size_t i = 0; i < all; i++) {
        const ari_strong_row *row = &t->rows[i];
        t->sum.positions += row->positions;
        t->sum.canonical += row->canonical;
        if (t->count && by_value(&t->rows[t->count - 1], row) == 0) {
            t->rows[t->count - 1].positions += row->positions;
            t->rows[t->count - 1].canonical += row->canonical;
        } else {
            t->rows[t->count++] = *row;
        }
    }
    return true;
}

static void add_value(const ari_database *db, int value, ari_text *out)
{
    if (db->payoffs)
        ari_text_format(out, value ? "%+d" : "%d", value);
    else
        ari_text_add(out, ari_value_name(value));
}

/* Value and distance of a row of a text. */
static void add_worth(const ari_database *db, const ari_strong_row *row, ari_text *out)
{
    ari_text value = ARI_TEXT_EMPTY;
    add_value(db, row->value, &value);
    ari_text_format(out, "%-8s ", ari_text_get(&value));
    ari_text_free(&value);
    if (row->distance < 0)
        ari_text_format(out, "%8s", "endless");
    else
        ari_text_format(out, "%8d", row->distance);
    ari_text_format(out, " %18llu %18llu", (unsigned long long)row->positions,
                    (unsigned long long)row->canonical);
}

static void add_head(const char *last, ari_text *out)
{
    ari_text_format(out, "%-8s %8s %18s %18s %s\n", "Value", "Distance", "Positions",
                    "Up to symmetry", last);
}

void ari_database_stats_text(const ari_database *db, ari_text *out)
{
    table t;
    if (!make_table(db, false, &t)) {
        out->failed = true;
        return;
    }
    add_head("   Share", out);
    for (size_t i = 0; i < t.count; i++) {
        add_worth(db, &t.rows[i], out);
        ari_text_format(out, " %7.3f%%\n",
                        100.0 * (double)t.rows[i].positions / (double)t.sum.positions);
    }
    ari_text_format(out, "%-8s %8s %18llu %18llu %7.3f%%\n", "all", "",
                    (unsigned long long)t.sum.positions,
                    (unsigned long long)t.sum.canonical, 100.0);
    free(t.rows);
}

/* Value, distance and counts, without the end of the line. */
static void add_csv(const ari_database *db, const ari_strong_row *row, ari_text *out)
{
    add_value(db, row->value, out);
    ari_text_add_char(out, ',');
    if (row->distance >= 0)
        ari_text_format(out, "%d", row->distance);
    ari_text_format(out, ",%llu,%llu", (unsigned long long)row->positions,
                    (unsigned long long)row->canonical);
}

void ari_database_stats_csv(const ari_database *db, ari_text *out)
{
    table t;
    if (!make_table(db, false, &t)) {
        out->failed = true;
        return;
    }
    ari_text_add(out, "value,distance,positions,canonical\n");
    for (size_t i = 0; i < t.count; i++) {
        add_csv(db, &t.rows[i], out);
        ari_text_add_char(out, '\n');
    }
    free(t.rows);
}

/* An object that is not closed yet. */
static void open_row(const ari_database *db, const ari_strong_row *row, ari_json *json)
{
    ari_json_object(json, NULL);
    ari_json_string(json, "value", ari_value_name(row->value));
    if (db->payoffs)
        ari_json_number(json, "payoff", row->value);
    if (row->distance >= 0)
        ari_json_number(json, "distance", row->distance);
    ari_json_unsigned(json, "positions", row->positions);
    ari_json_unsigned(json, "canonical", row->canonical);
}

void ari_database_stats_json(const ari_database *db, ari_json *json)
{
    table t;
    if (!make_table(db, false, &t)) {
        json->out->failed = true;
        return;
    }
    ari_json_array(json, "stats");
    for (size_t i = 0; i < t.count; i++) {
        open_row(db, &t.rows[i], json);
        ari_json_object_end(json);
    }
    ari_json_array_end(json);
    free(t.rows);
}

/* ---- tier by tier, with examples ---- */

/* The rows of a tier are in rising order of their worth; the best ones come first here, and the start's
 * tier. A tier that cannot be reached has none. */
static void for_tiers(const ari_database *db,
                      void (*begin)(void *self, const ari_strong_row *sum),
                      void (*each)(void *self, const ari_strong_row *row, size_t index),
                      void *self)
{
    size_t first = ari_database_rows(db);
    for (int tier = db->strong.top; tier >= 0; tier--) {
        size_t count = (size_t)db->tiers[tier].row_count;
        ari_strong_row sum = {.tier = tier};
        first -= count;
        for (size_t i = 0; i < count; i++) {
            ari_strong_row row = ari_database_row(db, first + i);
            sum.positions += row.positions;
            sum.canonical += row.canonical;
        }
        if (count && begin)
            begin(self, &sum);
        for (size_t i = count; i > 0; i--) {
            ari_strong_row row = ari_database_row(db, first + i - 1);
            each(self, &row, first + i - 1);
        }
    }
}

typedef struct listing {
    const ari_database *db;
    const ari_strong_examples *examples;
    ari_text *out;
    ari_json *json;
    bool open; /* the list of a tier */
} listing;

/* The position of a row as text; "" where no example was found. */
static void example_of(const listing *l, size_t index, char *text, size_t size)
{
    text[0] = 0;
    if (l->examples->found[index])
        ari_state_write(l->db->v, &l->examples->states[index], text, size);
}

static void text_tier(void *self, const ari_strong_row *sum)
{
    const listing *l = self;
    ari_text_format(l->out, "%sTier %d: %llu position%s, %llu up to symmetry\n",
                    l->out->size ? "\n" : "", sum->tier,
                    (unsigned long long)sum->positions, sum->positions == 1 ? "" : "s",
                    (unsigned long long)sum->canonical);
    add_head(" Example", l->out);
}

static void text_row(void *self, const ari_strong_row *row, size_t index)
{
    const listing *l = self;
    char position[768];
    example_of(l, index, position, sizeof position);
    add_worth(l->db, row, l->out);
    ari_text_format(l->out, "  %s\n", position[0] ? position : "(none was found)");
}

void ari_database_tiers_text(const ari_database *db, const ari_strong_examples *examples,
                             ari_text *out)
{
    listing l = {.db = db, .examples = examples, .out = out};
    for_tiers(db, text_tier, text_row, &l);
}

static void csv_row(void *self, const ari_strong_row *row, size_t index)
{
    const listing *l = self;
    char position[768];
    example_of(l, index, position, sizeof position);
    ari_text_format(l->out, "%d,", row->tier);
    add_csv(l->db, row, l->out);
    ari_text_format(l->out, strchr(position, ',') ? ",\"%s\"\n" : ",%s\n", position);
}

void ari_database_tiers_csv(const ari_database *db, const ari_strong_examples *examples,
                            ari_text *out)
{
    listing l = {.db = db, .examples = examples, .out = out};
    ari_text_add(out, "tier,value,distance,positions,canonical,example\n");
    for_tiers(db, NULL, csv_row, &l);
}

static void close_tier(listing *l)
{
    if (!l->open)
        return;
    ari_json_array_end(l->json);
    ari_json_object_end(l->json);
    l->open = false;
}

static void json_tier(void *self, const ari_strong_row *sum)
{
    listing *l = self;
    close_tier(l);
    ari_json_object(l->json, NULL);
    ari_json_number(l->json, "tier", sum->tier);
    ari_json_unsigned(l->json, "positions", sum->positions);
    ari_json_unsigned(l->json, "canonical", sum->canonical);
    ari_json_array(l->json, "stats");
    l->open = true;
}

static void json_row(void *self, const ari_strong_row *row, size_t index)
{
    const listing *l = self;
    char position[768];
    example_of(l, index, position, sizeof position);
    open_row(l->db, row, l->json);
    if (position[0])
        ari_json_string(l->json, "example", position);
    ari_json_object_end(l->json);
}

void ari_database_tiers_json(const ari_database *db, const ari_strong_examples *examples,
                             ari_json *json)
{
    listing l = {.db = db, .examples = examples, .json = json};
    ari_json_array(json, "tiers");
    for_tiers(db, json_tier, json_row, &l);
    close_tier(&l);
    ari_json_array_end(json);
}

/* ---- SVG: a bar for each distance, as high as it has digits ---- */

enum { PLOT_HEIGHT = 260, LEFT = 60, TOP = 40, BOTTOM = 50, BAR = 14 };

typedef struct plot {
    int longest;    /* distance */
    double highest; /* count */
    bool endless;
} plot;

/* How high a bar is: by the logarithm, without the mathematics library. */
static double digits_of(double count)
{
    double digits = 0;
    while (count >= 1) {
        digits += count >= 10 ? 1 : count / 10;
        count /= 10;
    }
    return digits;
}

static double height_of(uint64_t count, double highest)
{
    double most = digits_of(highest);
    return most > 0 ? PLOT_HEIGHT * digits_of((double)count) / most : 0;
}

static plot survey(const table *t)
{
    plot p = {.longest = 0};
    for (size_t i = 0; i < t->count; i++) {
        p.longest = t->rows[i].distance > p.longest ? t->rows[i].distance : p.longest;
        p.endless |= t->rows[i].distance < 0;
        if ((double)t->rows[i].positions > p.highest)
            p.highest = (double)t->rows[i].positions;
    }
    return p;
}

/* What a column is about: plies to the end. */
static void add_column(const plot *p, int column, ari_text *out)
{
    if (column > p->longest)
        ari_text_add(out, "never");
    else
        ari_text_format(out, "%d", column);
}

static void add_bars(const table *t, const plot *p, ari_text *out)
{
    for (size_t i = 0; i < t->count; i++) {
        const ari_strong_row *row = &t->rows[i];
        int kind = row->value > 0 ? 0 : row->value == 0 ? 1 : 2;
        int column = row->distance < 0 ? p->longest + 1 : row->distance;
        double height = height_of(row->positions, p->highest);
        ari_text_format(out,
                        "<rect class=\"%s\" x=\"%d\" y=\"%.1f\" width=\"%d\" "
                        "height=\"%.1f\"><title>%s, ",
                        kind == 0   ? "win"
                        : kind == 1 ? "draw"
                                    : "loss",
                        LEFT + (3 * column + kind) * BAR + column * 6,
                        TOP + PLOT_HEIGHT - height, BAR - 2, height,
                        ari_value_name(row->value));
        add_column(p, column, out);
        ari_text_format(out, ": %llu</title></rect>\n",
                        (unsigned long long)row->positions);
    }
}

static void add_labels(const plot *p, ari_text *out)
{
    for (int column = 0; column <= p->longest + p->endless; column++) {
        ari_text_format(out, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">",
                        LEFT + 3 * column * BAR + column * 6 + 3 * BAR / 2,
                        TOP + PLOT_HEIGHT + 18);
        add_column(p, column, out);
        ari_text_add(out, "</text>\n");
    }
}

void ari_database_stats_svg(const ari_database *db, ari_text *out)
{
    table t;
    if (!make_table(db, true, &t)) {
        out->failed = true;
        return;
    }
    plot p = survey(&t);
    int width = LEFT + (p.longest + 2) * (3 * BAR + 6) + 20;
    int height = TOP + PLOT_HEIGHT + BOTTOM;
    width = width < 420 ? 420 : width;
    ari_text_format(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" "
        "height=\"%d\" font-family=\"sans-serif\" font-size=\"11\">\n"
        "<style>.win{fill:#0072b2}.draw{fill:#999}.loss{fill:#d55e00}"
        "text{fill:#222}svg{background:#fff}</style>\n"
        "<text x=\"%d\" y=\"16\" font-size=\"14\">%s: positions by value and plies to "
        "the end</text>\n"
        "<text x=\"%d\" y=\"32\">bars by the number of digits; blue: won for the side to "
        "move, grey: drawn, orange: lost</text>\n",
        width, height, width, height, LEFT, db->v->name, LEFT);
    add_bars(&t, &p, out);
    add_labels(&p, out);
    ari_text_format(out, "<text x=\"%d\" y=\"%d\">plies to the end</text>\n</svg>\n",
                    LEFT, height - 12);
    free(t.rows);
}
