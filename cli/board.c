/* board.c: a board drawn with characters.
 *
 * Every column is as wide as its widest cell. Squares and tokens stand one space apart;
 * where there are edges, dots and lines touch:
 *
 *     3 x . o         3 +---+   +
 *     2 . x .         2 | # |
 *     1 . . o         1 +---+   +
 *       a b c           a b c d e
 *
 * The first player's pieces are x and the second's o unless the game says otherwise, so
 * that the two can be told apart without colour. */
#include "cli/cli.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Blue and orange, as on the page and in pictures: apart for every kind of eye. */
#define FIRST_COLOUR "\x1b[1;94m"
#define SECOND_COLOUR "\x1b[1;38;5;166m"
#define FIRST_LINE "\x1b[1;7;94m" /* in the line that won: the other way round */
#define SECOND_LINE "\x1b[1;7;38;5;166m"
#define FAINT "\x1b[2m"
#define PLAIN "\x1b[0m"

typedef struct drawing {
    const ari_board *board;
    bool colour;
    bool touching;               /* there are edges: no space between the columns */
    int margin;                  /* for the labels of the rows */
    int widths[ARI_BOARD_CELLS]; /* of the columns */
    ari_text *out;
} drawing;

static const ari_cell *cell_at(const drawing *d, int x, int y)
{
    return &d->board->cells[y * d->board->width + x];
}

/* A label may be as long as it likes, and pushes what follows; in the first column it
 * counts, so that the rows begin alike. */
static int cell_width(const ari_cell *cell, int x)
{
    int length = (int)strnlen(cell->text, sizeof cell->text);
    switch ((ari_cell_kind)cell->kind) {
    case ARI_CELL_NONE:
        return 0;
    case ARI_CELL_EDGE_H:
    case ARI_CELL_BOX:
        return length > 3 ? length : 3;
    case ARI_CELL_LABEL:
        return x == 0 ? length : 0;
    default:
        return length > 1 ? length : 1;
    }
}

static void column_label(const ari_board *board, int x, char label[12])
{
    if (board->letters && x < 26)
        snprintf(label, 12, "%c", 'a' + x);
    else
        snprintf(label, 12, "%d", x + 1);
}

static void measure(drawing *d)
{
    const ari_board *board = d->board;
    for (int x = 0; x < board->width; x++) {
        char label[12];
        column_label(board, x, label);
        d->widths[x] = board->column_labels ? (int)strlen(label) : 0;
        for (int y = 0; y < board->height; y++) {
            const ari_cell *cell = cell_at(d, x, y);
            int width = cell_width(cell, x);
            d->widths[x] = width > d->widths[x] ? width : d->widths[x];
            if (cell->kind >= ARI_CELL_DOT && cell->kind <= ARI_CELL_BOX)
                d->touching = true;
        }
    }
    char tallest[16];
    snprintf(tallest, sizeof tallest, "%d", board->height);
    d->margin = board->row_labels ? (int)strlen(tallest) + 1 : 0;
}

/* What a cell without a text of its own shows. */
static const char *cell_sign(const ari_cell *cell)
{
    switch ((ari_cell_kind)cell->kind) {
    case ARI_CELL_SQUARE:
    case ARI_CELL_HEXAGON:
    case ARI_CELL_POINT:
        return cell->owner == ARI_OWNER_FIRST    ? "x"
               : cell->owner == ARI_OWNER_SECOND ? "o"
                                                 : ".";
    case ARI_CELL_TOKEN:
        return "o";
    case ARI_CELL_DOT:
        return "+";
    case ARI_CELL_EDGE_H:
        return cell->owner == ARI_NOBODY ? "" : "--------------";
    case ARI_CELL_EDGE_V:
        return cell->owner == ARI_NOBODY ? "" : "|";
    case ARI_CELL_NONE:
    case ARI_CELL_BOX:
    case ARI_CELL_LABEL:
    case ARI_CELL_PIT:
    case ARI_CELL_STORE:
    case ARI_CELL_HAND:
        break;
    }
    return "";
}

/* What stands in a cell, without its surroundings. */
static void cell_text(const ari_cell *cell, int width, char text[16])
{
    int own = (int)strnlen(cell->text, sizeof cell->text);
    bool lying = cell->kind == ARI_CELL_EDGE_H; /* an edge is as long as its column */
    snprintf(text, 16, "%.*s",
             own     ? own
             : lying ? width
                     : 15,
             own ? cell->text : cell_sign(cell));
}

static const char *cell_colour(const drawing *d, const ari_cell *cell)
{
    if (!d->colour)
        return "";
    if (cell->owner == ARI_OWNER_FIRST)
        return cell->line ? FIRST_LINE : FIRST_COLOUR;
    if (cell->owner == ARI_OWNER_SECOND)
        return cell->line ? SECOND_LINE : SECOND_COLOUR;
    return cell->kind == ARI_CELL_SQUARE ? FAINT : "";
}

/* Spaces are added only before something, so that no line ends in them. */
typedef struct pen {
    int at;      /* characters on the line */
    int reached; /* where the next cell begins */
} pen;

static void put(drawing *d, pen *p, int column, const char *text, const char *colour)
{
    if (!text[0])
        return;
    ari_text_repeat(d->out, ' ', column - p->at);
    ari_text_format(d->out, "%s%s%s", colour, text, colour[0] ? PLAIN : "");
    p->at = (column > p->at ? column : p->at) + (int)strlen(text);
}

static void draw_row(drawing *d, int y)
{
    pen p = {.reached = d->margin};
    if (d->board->row_labels) {
        char label[16];
        snprintf(label, sizeof label, "%*d", d->margin - 1, d->board->height - y);
        put(d, &p, 0, label, "");
    }
    for (int x = 0; x < d->board->width; x++) {
        const ari_cell *cell = cell_at(d, x, y);
        int width = d->widths[x];
        char text[16];
        cell_text(cell, width, text);
        int length = (int)strlen(text);
        bool right = cell->kind == ARI_CELL_LABEL || cell->kind == ARI_CELL_SQUARE;
        int before = length >= width ? 0 : right ? width - length : (width - length) / 2;
        put(d, &p, p.reached + before, text, cell_colour(d, cell));
        p.reached += width > length || cell->kind == ARI_CELL_NONE ? width : length;
        p.reached += d->touching ? 0 : 1;
    }
    ari_text_add_char(d->out, '\n');
}

static void draw_column_labels(drawing *d)
{
    pen p = {.reached = d->margin};
    for (int x = 0; x < d->board->width; x++) {
        char label[12];
        column_label(d->board, x, label);
        int space = d->widths[x] - (int)strlen(label);
        put(d, &p, p.reached + (d->touching ? space / 2 : space), label, "");
        p.reached += d->widths[x] + (d->touching ? 0 : 1);
    }
    ari_text_add_char(d->out, '\n');
}

void cli_board(const ari_variant *v, const ari_state *s, bool colour, ari_text *out)
{
    ari_board *board = calloc(1, sizeof *board);
    drawing *d = calloc(1, sizeof *d);
    if (board && d) {
        v->core->board(v->rules, s, board);
        *d = (drawing){.board = board, .colour = colour, .out = out};
        measure(d);
        for (int y = 0; y < board->height; y++)
            draw_row(d, y);
        if (board->column_labels)
            draw_column_labels(d);
        if (board->caption[0])
            ari_text_format(out, "%.*s\n", (int)sizeof board->caption, board->caption);
    } else {
        out->failed = true;
    }
    free(board);
    free(d);
}
