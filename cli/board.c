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
 * Rows of hexagons begin further and further right, and points and lines are as they were drawn
 * by the game:
 *
 *     a b c           x---o---.
 *   1 x . .           | \ | / |
 *    2 . o .          .---x---.
 *     3 . . .
 *
 * Where a game has lines between points but no drawing, they run between its rows.
 *
 * The first player's pieces are x and the second's o unless the game says otherwise, and of
 * other signs the first's are capital letters and the second's small ones, so that the two can
 * be told apart without colour. */
#include "cli/cli.h"

#include <ctype.h>
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
#define TERMINAL 80 /* characters in a line of a drawing */

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
    int length = (int)strnlen(cell->text, sizeof cell->text) + (cell->count > 0);
    switch ((ari_cell_kind)cell->kind) {
    case ARI_CELL_NONE:
        return 0;
    case ARI_CELL_PIT:
    case ARI_CELL_STORE:
        return 3;
    case ARI_CELL_EDGE_H:
    case ARI_CELL_BOX:
        return length > 3 ? length : 3;
    case ARI_CELL_LABEL:
        return x == 0 ? length : 0;
    default:
        return length > 1 ? length : 1;
    }
}

static void measure(drawing *d)
{
    const ari_board *board = d->board;
    for (int x = 0; x < board->width; x++) {
        char label[ARI_NAME_MAX];
        ari_board_column_name(board, x, label);
        d->widths[x] = (int)strlen(label);
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
    int length = snprintf(text, 12, "%.*s",
                          own     ? own
                          : lying ? width
                                  : 11,
                          own ? cell->text : cell_sign(cell));
    bool small = cell->owner == ARI_OWNER_SECOND && cell->kind != ARI_CELL_LABEL;
    for (char *c = text; small && *c; c++)
        *c = (char)tolower((unsigned char)*c);
    if (cell->count > 0 && length < 12)
        snprintf(text + length, 4, "%d", cell->count);
}

static const char *cell_colour(const drawing *d, const ari_cell *cell)
{
    if (!d->colour)
        return "";
    if (cell->owner == ARI_OWNER_FIRST)
        return cell->line ? FIRST_LINE : FIRST_COLOUR;
    if (cell->owner == ARI_OWNER_SECOND)
        return cell->line ? SECOND_LINE : SECOND_COLOUR;
    return cell->kind == ARI_CELL_SQUARE || cell->kind == ARI_CELL_HEXAGON ||
                   cell->kind == ARI_CELL_POINT
               ? FAINT
               : "";
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

/* Beside a row, further right where the row is. */
static void put_row_label(drawing *d, pen *p, int y)
{
    char label[ARI_NAME_MAX];
    ari_board_row_name(d->board, y, label);
    int space = d->margin - 1 - (int)strlen(label);
    put(d, p, d->board->slant * y + space, label, "");
}

static void draw_row(drawing *d, int y)
{
    pen p = {.reached = d->margin + d->board->slant * y};
    put_row_label(d, &p, y);
    for (int x = 0; x < d->board->width; x++) {
        const ari_cell *cell = cell_at(d, x, y);
        int width = d->widths[x];
        char text[16];
        cell_text(cell, width, text);
        int length = (int)strlen(text);
        bool right = cell->kind == ARI_CELL_LABEL || cell->kind == ARI_CELL_SQUARE ||
                     cell->kind == ARI_CELL_PIT;
        int before = length >= width ? 0 : right ? width - length : (width - length) / 2;
        put(d, &p, p.reached + before, text, cell_colour(d, cell));
        p.reached += width > length || cell->kind == ARI_CELL_NONE ? width : length;
        p.reached += d->touching ? 0 : 1;
    }
    ari_text_add_char(d->out, '\n');
}

/* Where the middle of a cell is in its line. */
static int middle(const drawing *d, int x, int y)
{
    int at = d->margin + d->board->slant * y + (d->widths[x] - 1) / 2;
    for (int i = 0; i < x; i++)
        at += d->widths[i] + (d->touching ? 0 : 1);
    return at;
}

/* What stands below the row y at this character, of lines to the next one: they leave that to the side, and then
 * go up. */
static char link_sign(const drawing *d, int y, int at)
{
    static const char signs[] = " -|'+"; /* a later one hides those before it */
    const ari_board *board = d->board;
    const char *sign = signs;
    for (int i = 0; i < board->link_count; i++) {
        const ari_link *link = &board->links[i];
        bool down = link->from < link->to;
        int upper = down ? link->from : link->to, lower = down ? link->to : link->from;
        if (upper / board->width != y || lower / board->width != y + 1)
            continue;
        int up = middle(d, upper % board->width, y);
        int low = middle(d, lower % board->width, y + 1);
        if (at < (up < low ? up : low) || at > (up < low ? low : up))
            continue;
        char is = up == low ? '|' : at == low ? '+' : at == up ? '\'' : '-';
        const char *found = strchr(signs, is);
        sign = found > sign ? found : sign;
    }
    return *sign;
}

/* The lines between this row and the next one, if there are any. */
static void draw_links(drawing *d, int y)
{
    pen p = {.at = 0};
    int last = middle(d, d->board->width - 1, y + 1);
    for (int at = 0; at <= last; at++) {
        char sign[2] = {link_sign(d, y, at)};
        if (sign[0] != ' ')
            put(d, &p, at, sign, "");
    }
    if (p.at)
        ari_text_add_char(d->out, '\n');
}

static void draw_column_labels(drawing *d)
{
    pen p = {.reached = d->margin};
    for (int x = 0; x < d->board->width; x++) {
        char label[ARI_NAME_MAX];
        ari_board_column_name(d->board, x, label);
        int space = d->widths[x] - (int)strlen(label);
        put(d, &p, p.reached + (d->touching ? space / 2 : space), label, "");
        p.reached += d->widths[x] + (d->touching ? 0 : 1);
    }
    ari_text_add_char(d->out, '\n');
}

/* The game's own drawing, with what stands on its points. */
static void draw_graph(drawing *d)
{
    const ari_board *board = d->board;
    int next = 0, row = -1; /* the cell after the last point; the row of the table */
    for (const char *at = board->drawing; *at; at += *at == '\n') {
        size_t length = strcspn(at, "\n");
        bool points = memchr(at, 'o', length) != NULL;
        pen p = {.at = 0};
        row += points;
        if (points)
            put_row_label(d, &p, row);
        for (size_t x = 0; x < length; x++) {
            char text[16] = {at[x]};
            const char *colour = "";
            if (at[x] == ' ')
                continue;
            if (at[x] == 'o') {
                while (board->cells[next].kind != ARI_CELL_POINT)
                    next++;
                colour = cell_colour(d, &board->cells[next]);
                cell_text(&board->cells[next++], 1, text);
            }
            put(d, &p, d->margin + (int)x, text, colour);
        }
        ari_text_add_char(d->out, '\n');
        at += length;
    }
}

/* A column of the table stands wherever some row of the drawing has a point. */
static void draw_graph_labels(drawing *d)
{
    pen p = {.at = 0};
    int column = 0;
    bool used[TERMINAL] = {false};
    for (const char *at = d->board->drawing; *at; at += *at == '\n')
        for (size_t x = 0; *at && *at != '\n'; at++, x++)
            if (*at == 'o' && x < TERMINAL)
                used[x] = true;
    for (int x = 0; x < TERMINAL; x++)
        if (used[x]) {
            char label[ARI_NAME_MAX];
            ari_board_column_name(d->board, column++, label);
            put(d, &p, d->margin + x, label, "");
        }
    ari_text_add_char(d->out, '\n');
}

/* Whose rows of pits are, and which sides of a board of hexagons who wants to join: said in words, as no sign could. */
static void add_whose(const ari_board *board, ari_text *out)
{
    const ari_cell *first = NULL, *last = NULL;
    for (int i = 0; i < board->width * board->height; i++) {
        const ari_cell *cell = &board->cells[i];
        if (cell->kind == ARI_CELL_PIT) {
            first = first ? first : cell;
            last = cell;
        } else if (cell->kind == ARI_CELL_HEXAGON && cell->goal == ARI_OWNER_BOTH) {
            ari_text_add(out, "x joins top and bottom, o left and right\n");
            return;
        }
    }
    if (first && first->owner == ARI_OWNER_SECOND && last->owner == ARI_OWNER_FIRST)
        ari_text_add(out, "o has the upper row and the left store, x the lower row and "
                          "the right store\n");
}

void cli_board_drawn(const ari_board *board, bool colour, ari_text *out)
{
    drawing *d = calloc(1, sizeof *d);
    if (!d) {
        out->failed = true;
        return;
    }
    *d = (drawing){.board = board, .colour = colour, .out = out};
    measure(d);
    bool above = board->slant > 0; /* where the columns begin */
    if (board->column_labels && above)
        draw_column_labels(d);
    if (board->drawing)
        draw_graph(d);
    for (int y = 0; !board->drawing && y < board->height; y++) {
        draw_row(d, y);
        if (board->link_count > 0 && y + 1 < board->height)
            draw_links(d, y);
    }
    if (board->column_labels && board->drawing)
        draw_graph_labels(d);
    else if (board->column_labels && !above)
        draw_column_labels(d);
    add_whose(board, out);
    if (board->caption[0])
        ari_text_format(out, "%.*s\n", (int)sizeof board->caption, board->caption);
    free(d);
}

void cli_board(const ari_variant *v, const ari_state *s, bool colour, ari_text *out)
{
    ari_board *board = calloc(1, sizeof *board);
    if (!board) {
        out->failed = true;
        return;
    }
    v->core->board(v->rules, s, board);
    cli_board_drawn(board, colour, out);
    free(board);
}
