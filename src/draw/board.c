/* board.c: a board as a piece of SVG.
 *
 * A board is drawn in layers, each of them one path made of all the cells that belong to
 * it, so that even a large board is a handful of elements. */
#include <ariadne/drawing.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "draw/xml.h"

#define EMPTY "empty"
#define HEX_PITCH 0.866 /* from a row of hexagons to the next, by the width of one */
#define CAPTION_ROOM (sizeof((ari_board *)0)->caption + 1)

typedef struct rectangle {
    double x, y, width, height;
} rectangle;

/* Where everything is; rows and columns are as large as the largest thing in them. */
typedef struct painter {
    const ari_board *board;
    const ari_drawing *drawing;
    ari_text *out;
    double x[ARI_BOARD_CELLS + 1], y[ARI_BOARD_CELLS + 1]; /* edges, from the corner */
    double label_room;                                     /* beside the rows */
    double text_size;                                      /* of labels */
    double shift; /* by which each row begins further right than the one above */
    double width, height;
    bool empty; /* there is nothing to draw */
    double caption_size, caption_width;
    int caption_lines;
    char caption[CAPTION_ROOM];
} painter;

/* ---- sizes ---- */

static void cell_text(const ari_cell *cell, char text[8])
{
    snprintf(text, 8, "%.*s", (int)sizeof cell->text, cell->text);
}

/* Something other than a coin or a stick: a block, perhaps with a sign. */
static bool is_block(const ari_cell *cell)
{
    return cell->kind == ARI_CELL_TOKEN && cell->text[0] && !strchr("|o", cell->text[0]);
}

static double cell_width(const painter *p, const ari_cell *cell)
{
    double side = p->drawing->cell;
    char text[8];
    switch ((ari_cell_kind)cell->kind) {
    case ARI_CELL_NONE:
        break;
    case ARI_CELL_SQUARE:
    case ARI_CELL_EDGE_H:
    case ARI_CELL_BOX:
    case ARI_CELL_HEXAGON:
    case ARI_CELL_POINT:
    case ARI_CELL_PIT:
    case ARI_CELL_STORE:
    case ARI_CELL_HAND:
        return side;
    case ARI_CELL_TOKEN:
        return is_block(cell)                         ? side
               : p->board->pieces == ARI_PIECES_DISCS ? 0.85 * side
                                                      : 0.5 * side;
    case ARI_CELL_DOT:
    case ARI_CELL_EDGE_V:
        return 0.4 * side;
    case ARI_CELL_LABEL:
        cell_text(cell, text);
        return ari__xml_width(text, p->text_size) + 0.2 * side;
    }
    return 0;
}

static double cell_height(const painter *p, const ari_cell *cell)
{
    double side = p->drawing->cell;
    switch ((ari_cell_kind)cell->kind) {
    case ARI_CELL_NONE:
    case ARI_CELL_STORE: /* as tall as all the others together */
        break;
    case ARI_CELL_HEXAGON:
        return HEX_PITCH * side;
    case ARI_CELL_DOT:
    case ARI_CELL_EDGE_H:
        return 0.4 * side;
    case ARI_CELL_TOKEN:
        return p->board->pieces == ARI_PIECES_DISCS && !is_block(cell) ? 0.85 * side
                                                                       : side;
    default:
        return side;
    }
    return 0;
}

static bool sane(const ari_board *board)
{
    return board->width > 0 && board->height > 0 && board->width <= ARI_BOARD_CELLS &&
           board->height <= ARI_BOARD_CELLS / board->width;
}

static void measure_grid(painter *p)
{
    const ari_board *board = p->board;
    for (int i = 0; i < board->width * board->height; i++) {
        int column = i % board->width, row = i / board->width;
        double width = cell_width(p, &board->cells[i]);
        double height = cell_height(p, &board->cells[i]);
        if (width > p->x[column + 1])
            p->x[column + 1] = width;
        if (height > p->y[row + 1])
            p->y[row + 1] = height;
    }
    for (int i = 0; i < board->width; i++)
        p->x[i + 1] += p->x[i];
    for (int i = 0; i < board->height; i++)
        p->y[i + 1] += p->y[i];
    p->shift = board->slant * p->drawing->cell / 2;
    p->width = p->x[board->width] + p->shift * (board->height - 1);
    p->height = p->y[board->height];
}

static double caption_width(const painter *p, size_t from, size_t to)
{
    char line[CAPTION_ROOM];
    snprintf(line, sizeof line, "%.*s", (int)(to - from), p->caption + from);
    return ari__xml_width(line, p->caption_size);
}

/* Ends a line of the caption at a space; the next begins behind it. */
static void break_caption(painter *p, size_t *begin, size_t space)
{
    p->caption_width = fmax(p->caption_width, caption_width(p, *begin, space));
    p->caption[space] = '\n';
    p->caption_lines++;
    *begin = space + 1;
}

/* Breaks the caption into lines of about equal length, not much wider than the board, by
 * putting line ends in place of spaces: after a comma where one comes late enough. */
static void measure_caption(painter *p)
{
    snprintf(p->caption, sizeof p->caption, "%.*s", (int)sizeof p->board->caption,
             p->board->caption);
    p->caption_size = fmax(8, 0.8 * p->text_size);
    size_t length = strlen(p->caption), begin = 0, space = 0;
    double whole = caption_width(p, 0, length), most = fmax(p->width, 100);
    double wanted = 1.25 * whole / ceil(whole / most);
    p->caption_lines = length > 0;
    for (size_t i = 0; i <= length; i++) {
        if (i < length && p->caption[i] != ' ')
            continue;
        if (space > begin && caption_width(p, begin, i) > wanted)
            break_caption(p, &begin, space);
        if (i > begin && i < length && whole > most && strchr(",;", p->caption[i - 1]) &&
            caption_width(p, begin, i) > 0.6 * wanted)
            break_caption(p, &begin, i);
        space = i;
    }
    p->caption_width = fmax(p->caption_width, caption_width(p, begin, length));
}

static void measure(painter *p, const ari_board *board, const ari_drawing *drawing)
{
    memset(p, 0, sizeof *p);
    p->board = board;
    p->drawing = drawing;
    p->text_size = 0.6 * drawing->cell;
    if (sane(board))
        measure_grid(p);
    p->empty = p->width <= 0 || p->height <= 0;
    if (p->empty) {
        p->width = ari__xml_width(EMPTY, 0.8 * p->text_size);
        p->height = drawing->cell;
    }
    if (drawing->labels && board->row_labels)
        p->label_room = 1.8 * p->text_size;
    if (drawing->caption)
        measure_caption(p);
}

static double total_width(const painter *p)
{
    double width = p->width + p->label_room;
    return width > p->caption_width ? width : p->caption_width;
}

static double total_height(const painter *p)
{
    bool columns = p->drawing->labels && p->board->column_labels;
    return p->height + (columns ? 1.4 * p->text_size : 0) +
           1.25 * p->caption_size * p->caption_lines + (p->caption_lines ? 3 : 0);
}

void ari_drawing_size(const ari_board *board, const ari_drawing *drawing, double *width,
                      double *height)
{
    painter p;
    measure(&p, board, drawing);
    *width = total_width(&p);
    *height = total_height(&p);
}

/* ---- shapes, as parts of a path ---- */

static void outline(ari_text *out, rectangle r)
{
    ari__xml_format(out, "M%f,%fh%fv%fh%fz", r.x, r.y, r.width, r.height, -r.width);
}

static void circle(ari_text *out, rectangle r, double part)
{
    double radius = part * (r.width < r.height ? r.width : r.height) / 2;
    ari__xml_format(out, "M%f,%fa%f,%f 0 1 0 %f,0a%f,%f 0 1 0 %f,0z",
                    r.x + r.width / 2 - radius, r.y + r.height / 2, radius, radius,
                    2 * radius, radius, radius, -2 * radius);
}

static void hole(ari_text *out, rectangle r)
{
    circle(out, r, 0.8);
}

static void disc(ari_text *out, rectangle r)
{
    circle(out, r, 0.8);
}

/* A disc with a hole: the style fills it by the even-odd rule. */
static void ring_disc(ari_text *out, rectangle r)
{
    circle(out, r, 0.8);
    circle(out, r, 0.32);
}

/* A disc with a light face, for a sign. */
static void face(ari_text *out, rectangle r)
{
    circle(out, r, 0.8);
    circle(out, r, 0.66);
}

static void block(ari_text *out, rectangle r)
{
    double inset = 0.1 * r.width;
    outline(out, (rectangle){r.x + inset, r.y + inset, r.width - 2 * inset,
                             r.height - 2 * inset});
}

static void cross(ari_text *out, rectangle r)
{
    double a = 0.25 * r.width, b = 0.25 * r.height;
    ari__xml_format(out, "M%f,%fl%f,%fm%f,0l%f,%f", r.x + a, r.y + b, 2 * a, 2 * b,
                    -2 * a, 2 * a, -2 * b);
}

static void ring(ari_text *out, rectangle r)
{
    circle(out, r, 0.56);
}

/* The corners of a hexagon that stands on one of them, from the upper one clockwise. */
static void corners(rectangle r, double x[6], double y[6])
{
    static const double dx[6] = {0, 0.5, 0.5, 0, -0.5, -0.5};
    static const double dy[6] = {-2, -1, 1, 2, 1, -1};
    double quarter = r.width / HEX_PITCH / 4; /* of the height */
    for (int i = 0; i < 6; i++) {
        x[i] = r.x + r.width * (0.5 + dx[i]);
        y[i] = r.y + r.height / 2 + dy[i] * quarter;
    }
}

static void hexagon(ari_text *out, rectangle r)
{
    double x[6], y[6];
    corners(r, x, y);
    for (int i = 0; i < 6; i++)
        ari__xml_format(out, i ? "L%f,%f" : "M%f,%f", x[i], y[i]);
    ari_text_add(out, "z");
}

/* A frame within the cell. */
static void rim(ari_text *out, rectangle r)
{
    double inset = 0.07 * r.width;
    outline(out, (rectangle){r.x + inset, r.y + inset, r.width - 2 * inset,
                             r.height - 2 * inset});
}

static void point(ari_text *out, rectangle r)
{
    circle(out, r, 0.2);
}

static void spot(ari_text *out, rectangle r)
{
    circle(out, r, 1);
}

static void pit(ari_text *out, rectangle r)
{
    double radius = 0.45 * r.width, straight = r.height - 2 * radius - 0.1 * r.width;
    if (straight < 0)
        straight = 0;
    ari__xml_format(out, "M%f,%fa%f,%f 0 0 1 %f,0v%fa%f,%f 0 0 1 %f,0z",
                    r.x + r.width / 2 - radius, r.y + (r.height - straight) / 2, radius,
                    radius, 2 * radius, straight, radius, radius, -2 * radius);
}

/* A line within a pit, so that its own stays to be seen. */
static void within_pit(ari_text *out, rectangle r)
{
    double inset = 0.1 * r.width;
    pit(out,
        (rectangle){r.x + inset, r.y + inset, r.width - 2 * inset, r.height - 2 * inset});
}

static void stick(ari_text *out, rectangle r)
{
    ari__xml_format(out, "M%f,%fv%f", r.x + r.width / 2, r.y + 0.15 * r.height,
                    0.7 * r.height);
}

static void coin(ari_text *out, rectangle r)
{
    circle(out, r, 0.8);
}

static void dot(ari_text *out, rectangle r)
{
    circle(out, r, 0.75);
}

/* A line along the longer way of the cell, reaching into the dots at its ends. */
static void edge(ari_text *out, rectangle r)
{
    if (r.width > r.height)
        ari__xml_format(out, "M%f,%fh%f", r.x - 0.1 * r.width, r.y + r.height / 2,
                        1.2 * r.width);
    else
        ari__xml_format(out, "M%f,%fv%f", r.x + r.width / 2, r.y - 0.1 * r.height,
                        1.2 * r.height);
}

/* ---- layers ---- */

typedef enum layer {
    NEW_POINT, /* below the lines */
    GRID,
    WALL,
    TAKEN,
    TAKEN_FIRST,
    TAKEN_SECOND,
    TILE,
    PIT,
    PIT_FIRST,
    PIT_SECOND,
    NEW_PLACE,
    NEW_TILE,
    NEW_PIT,
    NEW_CLICK,
    GOAL_FIRST,
    GOAL_SECOND,
    POINT,
    HOLE,
    OPEN_EDGE,
    EDGE,
    NEW_EDGE,
    DOT,
    CROSS,
    RING,
    DISC,
    RING_DISC,
    FACE,
    BLOCK,
    STICK,
    COIN,
    LAYERS
} layer;

static const struct {
    const char *class;
    void (*shape)(ari_text *out, rectangle r);
} layers[LAYERS] = {
    [NEW_POINT] = {"ari-new", spot},
    [GRID] = {"ari-grid", outline},
    [WALL] = {"ari-wall", outline},
    [TAKEN] = {"ari-taken", outline},
    [TAKEN_FIRST] = {"ari-taken-first", outline},
    [TAKEN_SECOND] = {"ari-taken-second", outline},
    [TILE] = {"ari-grid", hexagon},
    [PIT] = {"ari-taken", pit},
    [PIT_FIRST] = {"ari-pit-first", pit},
    [PIT_SECOND] = {"ari-pit-second", pit},
    [NEW_PLACE] = {"ari-new", outline},
    [NEW_TILE] = {"ari-new", hexagon},
    [NEW_PIT] = {"ari-new-pit", within_pit},
    [NEW_CLICK] = {"ari-new-click", rim},
    [GOAL_FIRST] = {"ari-goal-first", rim},
    [GOAL_SECOND] = {"ari-goal-second", rim},
    [POINT] = {"ari-dot", point},
    [HOLE] = {"ari-hole", hole},
    [OPEN_EDGE] = {"ari-open", edge},
    [EDGE] = {"ari-edge", edge},
    [NEW_EDGE] = {"ari-new-edge", edge},
    [DOT] = {"ari-dot", dot},
    [CROSS] = {"ari-cross", cross},
    [RING] = {"ari-ring", ring},
    [DISC] = {"ari-disc-first", disc},
    [RING_DISC] = {"ari-disc-second", ring_disc},
    [FACE] = {"ari-disc-second", face},
    [BLOCK] = {"ari-block", block},
    [STICK] = {"ari-stick", stick},
    [COIN] = {"ari-coin", coin},
};

static bool is_new(const painter *p, int index)
{
    const ari_board *before = p->drawing->before, *board = p->board;
    if (!before || before->width != board->width || before->height != board->height)
        return false;
    const ari_cell *was = &before->cells[index], *is = &board->cells[index];
    bool told = is->kind == ARI_CELL_BOX || is->kind >= ARI_CELL_HEXAGON;
    if (was->kind != is->kind && is_block(is)) /* it has come to stand there */
        return true;
    return was->owner != is->owner || was->count != is->count ||
           (told && strncmp(was->text, is->text, sizeof is->text) != 0);
}

static bool is_clicked(const painter *p, int index)
{
    return is_new(p, index) && p->drawing->move != ARI_NO_MOVE &&
           p->drawing->before->cells[index].move == p->drawing->move;
}

/* Is it the place that was clicked, among others that have changed, too? */
static bool is_first_of_several(const painter *p, int index)
{
    bool other = false;
    for (int i = 0; i < p->board->width * p->board->height && !other; i++)
        other = is_new(p, i) && !is_clicked(p, i);
    return other && is_clicked(p, index);
}

/* Has the piece a sign of its own, rather than that of its owner? */
static bool own_sign(const ari_cell *cell)
{
    return cell->text[0] && (!strchr("xoXO", cell->text[0]) || cell->text[1]);
}

/* What stands on a place: a mark, or a disc where the game has discs. */
static bool piece_belongs(const painter *p, const ari_cell *cell, layer which)
{
    bool discs = p->board->pieces != ARI_PIECES_MARKS;
    bool first = cell->owner == ARI_OWNER_FIRST;
    if (cell->owner == ARI_OWNER_BOTH)
        return which == BLOCK;
    if (cell->owner == ARI_NOBODY || (own_sign(cell) && !discs))
        return false;
    if (own_sign(cell) && !first)
        return which == FACE;
    return which == (discs ? (first ? DISC : RING_DISC) : (first ? CROSS : RING));
}

static bool goal_belongs(const ari_cell *cell, layer which)
{
    return (which == GOAL_FIRST && cell->goal & ARI_OWNER_FIRST) ||
           (which == GOAL_SECOND && cell->goal & ARI_OWNER_SECOND);
}

static bool square_belongs(const painter *p, int index, bool new, layer which)
{
    const ari_cell *cell = &p->board->cells[index];
    bool rack = p->board->pieces == ARI_PIECES_DISCS;
    return (which == GRID && !rack) || (which == WALL && rack) ||
           (which == NEW_PLACE && new) ||
           (which == NEW_CLICK && is_first_of_several(p, index)) ||
           (which == HOLE && rack && cell->owner == ARI_NOBODY) ||
           goal_belongs(cell, which) || piece_belongs(p, cell, which);
}

static bool pit_belongs(const ari_cell *cell, bool new, layer which)
{
    return (which == NEW_PIT && new) ||
           which == (cell->owner == ARI_OWNER_FIRST    ? PIT_FIRST
                     : cell->owner == ARI_OWNER_SECOND ? PIT_SECOND
                                                       : PIT);
}

static bool belongs(const painter *p, int index, layer which)
{
    const ari_cell *cell = &p->board->cells[index];
    bool new = is_new(p, index), owned = cell->owner != ARI_NOBODY;
    switch ((ari_cell_kind)cell->kind) {
    case ARI_CELL_SQUARE:
        return square_belongs(p, index, new, which);
    case ARI_CELL_HEXAGON: /* whose goal it is, the sides of the board show */
        return which == TILE || (which == NEW_TILE && new) ||
               piece_belongs(p, cell, which);
    case ARI_CELL_POINT:
        return (which == POINT && !owned) || (which == NEW_POINT && new) ||
               (which == HOLE && piece_belongs(p, cell, RING_DISC)) ||
               goal_belongs(cell, which) || piece_belongs(p, cell, which);
    case ARI_CELL_PIT:
    case ARI_CELL_STORE:
        return pit_belongs(cell, new, which);
    case ARI_CELL_HAND:
        return goal_belongs(cell, which) ||
               (cell->count > 0 && piece_belongs(p, cell, which));
    case ARI_CELL_TOKEN:
        return (which == NEW_PLACE && new &&is_block(cell)) ||
               which == (is_block(cell)                         ? BLOCK
                         : p->board->pieces == ARI_PIECES_DISCS ? COIN
                                                                : STICK);
    case ARI_CELL_DOT:
        return which == DOT;
    case ARI_CELL_EDGE_H:
    case ARI_CELL_EDGE_V:
        return which == (!owned ? OPEN_EDGE : new ? NEW_EDGE : EDGE);
    case ARI_CELL_BOX:
        return which == (cell->owner == ARI_OWNER_FIRST    ? TAKEN_FIRST
                         : cell->owner == ARI_OWNER_SECOND ? TAKEN_SECOND
                                                           : TAKEN) &&
               (owned || cell->text[0]);
    case ARI_CELL_NONE:
    case ARI_CELL_LABEL:
        break;
    }
    return false;
}

static rectangle place(const painter *p, int index)
{
    int column = index % p->board->width, row = index / p->board->width;
    double x = p->x[column] + p->shift * row, width = p->x[column + 1] - p->x[column];
    if (p->board->cells[index].kind == ARI_CELL_STORE)
        return (rectangle){x, 0, width, p->height};
    return (rectangle){x, p->y[row], width, p->y[row + 1] - p->y[row]};
}

static void draw_layer(painter *p, layer which)
{
    bool begun = false;
    for (int i = 0; i < p->board->width * p->board->height; i++) {
        if (!belongs(p, i, which))
            continue;
        if (!begun)
            ari_text_format(p->out, "<path class=\"%s\" d=\"", layers[which].class);
        begun = true;
        layers[which].shape(p->out, place(p, i));
    }
    if (begun)
        ari_text_add(p->out, "\"/>");
}

/* The lines between places. */
static void draw_links(painter *p)
{
    const ari_board *board = p->board;
    int cells = board->width * board->height;
    ari_text_add(p->out, "<path class=\"ari-link\" d=\"");
    for (int i = 0; i < board->link_count && i < ARI_BOARD_LINKS; i++) {
        if (board->links[i].from >= cells || board->links[i].to >= cells)
            continue;
        rectangle a = place(p, board->links[i].from), b = place(p, board->links[i].to);
        ari__xml_format(p->out, "M%f,%fL%f,%f", a.x + a.width / 2, a.y + a.height / 2,
                        b.x + b.width / 2, b.y + b.height / 2);
    }
    ari_text_add(p->out, "\"/>");
}

/* The sides of a board of hexagons, in the colour of whoever wants to get there: of each cell
 * on the rim the two edges that look outside. */
static void draw_sides(painter *p, ari_owner owner)
{
    const ari_board *board = p->board;
    bool begun = false;
    for (int i = 0; i < board->width * board->height; i++) {
        if (board->cells[i].kind != ARI_CELL_HEXAGON || !(board->cells[i].goal & owner))
            continue;
        int column = i % board->width, row = i / board->width;
        bool far = owner == ARI_OWNER_FIRST ? row == board->height - 1
                                            : column == board->width - 1;
        bool near = owner == ARI_OWNER_FIRST ? row == 0 : column == 0;
        int from[2] = {near ? (owner == ARI_OWNER_FIRST ? 5 : 3) : -1,
                       far ? (owner == ARI_OWNER_FIRST ? 2 : 0) : -1};
        double x[6], y[6];
        corners(place(p, i), x, y);
        for (int k = 0; k < 2; k++)
            for (int n = 0; from[k] >= 0 && n < 3; n++) {
                int corner = (from[k] + n) % 6;
                if (!begun)
                    ari_text_format(p->out, "<path class=\"ari-side-%s\" d=\"",
                                    owner == ARI_OWNER_FIRST ? "first" : "second");
                begun = true;
                ari__xml_format(p->out, n ? "L%f,%f" : "M%f,%f", x[corner], y[corner]);
            }
    }
    if (begun)
        ari_text_add(p->out, "\"/>");
}

/* ---- parts ---- */

static int part_at(const painter *p, int column, int row)
{
    const ari_board *board = p->board;
    return column >= 0 && column < board->width && row >= 0 && row < board->height
               ? p->drawing->parts[row * board->width + column]
               : 0;
}

/* One path for the cells of a part, in its colour, and one around it, with strokes of its own. */
static void draw_part(painter *p, int part, bool around)
{
    const ari_board *board = p->board;
    ari_text_format(p->out, "<path class=\"ari-part%s ari-part-%d\" d=\"",
                    around ? "-rim" : "", (part - 1) % ARI_PART_COLOURS);
    for (int i = 0; i < board->width * board->height; i++) {
        int x = i % board->width, y = i / board->width;
        rectangle r = place(p, i);
        if (p->drawing->parts[i] != part)
            continue;
        if (!around) {
            outline(p->out, r);
            continue;
        }
        if (part_at(p, x, y - 1) != part)
            ari__xml_format(p->out, "M%f,%fh%f", r.x, r.y, r.width);
        if (part_at(p, x, y + 1) != part)
            ari__xml_format(p->out, "M%f,%fh%f", r.x, r.y + r.height, r.width);
        if (part_at(p, x - 1, y) != part)
            ari__xml_format(p->out, "M%f,%fv%f", r.x, r.y, r.height);
        if (part_at(p, x + 1, y) != part)
            ari__xml_format(p->out, "M%f,%fv%f", r.x + r.width, r.y, r.height);
    }
    ari_text_add(p->out, "\"/>");
}

static int part_count(const painter *p)
{
    int count = 0;
    for (int i = 0; p->drawing->parts && i < p->board->width * p->board->height; i++)
        count = p->drawing->parts[i] > count ? p->drawing->parts[i] : count;
    return count;
}

static void draw_parts(painter *p, bool around)
{
    int count = part_count(p);
    for (int part = 1; part <= count; part++)
        draw_part(p, part, around);
}

/* ---- text ---- */

static void draw_text(painter *p, const char *class, double x, double y, double size,
                      const char *text)
{
    ari__xml_format(p->out,
                    "<text class=\"%s\" x=\"%f\" y=\"%f\" font-size=\"%f\">%s</text>",
                    class, x, y + 0.36 * size, size, text);
}

static bool is_piece_place(const ari_cell *cell)
{
    return cell->kind == ARI_CELL_SQUARE || cell->kind == ARI_CELL_HEXAGON ||
           cell->kind == ARI_CELL_POINT || cell->kind == ARI_CELL_HAND;
}

static void draw_cell_text(painter *p, int index)
{
    const ari_cell *cell = &p->board->cells[index];
    rectangle r = place(p, index);
    char text[8];
    cell_text(cell, text);
    const char *class = NULL;
    if (cell->kind == ARI_CELL_LABEL || cell->kind == ARI_CELL_PIT ||
        cell->kind == ARI_CELL_STORE ||
        (cell->kind == ARI_CELL_BOX && strcmp(text, "#") != 0))
        class = "ari-label";
    else if (is_piece_place(cell) && cell->owner == ARI_NOBODY)
        class = "ari-hint";
    else if (is_piece_place(cell) && own_sign(cell))
        class = cell->owner == ARI_OWNER_SECOND        ? "ari-sign-second"
                : p->board->pieces == ARI_PIECES_MARKS ? "ari-sign-first"
                                                       : "ari-sign";
    else if (is_block(cell) && cell->text[0] != '#')
        class = "ari-sign";
    if (cell->count > 1 || (cell->kind == ARI_CELL_HAND && cell->count == 1)) {
        char count[8];
        snprintf(count, sizeof count, "%d", cell->count);
        draw_text(p, "ari-label ari-count", r.x + 0.88 * r.width, r.y + 0.82 * r.height,
                  0.7 * p->text_size, count);
    }
    /* A store says whose it is by a sign, too. */
    if (cell->kind == ARI_CELL_STORE && cell->owner != ARI_NOBODY)
        draw_text(p,
                  cell->owner == ARI_OWNER_FIRST ? "ari-sign-first" : "ari-sign-second",
                  r.x + r.width / 2, r.y + r.height / 2 - 0.95 * p->text_size,
                  0.75 * p->text_size, cell->owner == ARI_OWNER_FIRST ? "x" : "o");
    if (class && text[0])
        draw_text(p, class, r.x + r.width / 2, r.y + r.height / 2,
                  strcmp(class, "ari-hint") == 0 ? 0.8 * p->text_size : p->text_size,
                  text);
}

static void draw_labels(painter *p)
{
    const ari_board *board = p->board;
    char text[ARI_NAME_MAX];
    double size = 0.85 * p->text_size;
    for (int i = 0; board->column_labels && i < board->width; i++) {
        if (p->x[i + 1] <= p->x[i])
            continue; /* nothing is left of it */
        ari_board_column_name(board, i, text);
        draw_text(p, "ari-label",
                  (p->x[i] + p->x[i + 1]) / 2 + p->shift * (board->height - 1),
                  p->height + 0.8 * p->text_size, size, text);
    }
    for (int i = 0; board->row_labels && i < board->height; i++) {
        if (p->y[i + 1] <= p->y[i])
            continue;
        ari_board_row_name(board, i, text);
        draw_text(p, "ari-label", p->shift * i - 0.8 * p->text_size,
                  (p->y[i] + p->y[i + 1]) / 2, size, text);
    }
}

/* What each part is called, in the upper left corner of its first place. */
static void draw_part_names(painter *p)
{
    int count = part_count(p);
    double size = 0.3 * p->drawing->cell;
    for (int part = 1; part <= count; part++) {
        int first = 0;
        while (first < p->board->width * p->board->height &&
               p->drawing->parts[first] != part)
            first++;
        if (first == p->board->width * p->board->height)
            continue;
        char name[ARI_PART_NAME_MAX];
        rectangle r = place(p, first);
        ari_part_name(part - 1, name);
        draw_text(p, "ari-part-name", r.x + 0.7 * size, r.y + 0.7 * size, size, name);
    }
}

static void draw_caption(painter *p)
{
    double line_height = 1.25 * p->caption_size;
    double y = total_height(p) - line_height * (p->caption_lines - 0.5);
    for (const char *text = p->caption; *text;) {
        size_t length = strcspn(text, "\n");
        char line[CAPTION_ROOM];
        snprintf(line, sizeof line, "%.*s", (int)length, text);
        draw_text(p, "ari-caption", (p->width - p->label_room) / 2, y, p->caption_size,
                  line);
        text += length + (text[length] == '\n');
        y += line_height;
    }
}

void ari_drawing_svg(const ari_board *board, const ari_drawing *drawing, double x,
                     double y, ari_text *out)
{
    painter p;
    measure(&p, board, drawing);
    p.out = out;
    double space = total_width(&p) - p.width - p.label_room;
    ari__xml_format(out,
                    "<g class=\"ari-board\" transform=\"translate(%f,%f)\" "
                    "stroke-width=\"%f\">",
                    x + space / 2 + p.label_room, y, 0.13 * drawing->cell);
    if (sane(board)) {
        draw_layer(&p, NEW_POINT);
        if (board->link_count > 0)
            draw_links(&p);
        for (int i = NEW_POINT + 1; i < LAYERS; i++) {
            if (i == GOAL_FIRST) /* above the ground, below what stands on it */
                draw_parts(&p, false);
            draw_layer(&p, (layer)i);
        }
        draw_parts(&p, true);
        draw_sides(&p, ARI_OWNER_FIRST);
        draw_sides(&p, ARI_OWNER_SECOND);
        for (int i = 0; i < board->width * board->height; i++)
            draw_cell_text(&p, i);
        draw_part_names(&p);
        if (drawing->labels)
            draw_labels(&p);
    }
    if (p.empty)
        draw_text(&p, "ari-hint", p.width / 2, p.height / 2, 0.8 * p.text_size, EMPTY);
    if (p.caption_lines > 0)
        draw_caption(&p);
    ari_text_add(out, "</g>");
}

#define CELL 40
#define MARGIN 16

static void set_board(const ari_variant *v, const ari_state *s, ari_board *board)
{
    *board = (ari_board){0};
    v->core->board(v->rules, s, board);
}

void ari_drawing_position(const ari_variant *v, const ari_record *record, ari_text *out)
{
    ari_board board, before;
    ari_state old;
    ari_move move = ari_record_last(v, record, &old);
    set_board(v, &record->end, &board);
    if (move != ARI_NO_MOVE)
        set_board(v, &old, &before);
    ari_drawing drawing = {.cell = CELL,
                           .labels = true,
                           .caption = true,
                           .before = move != ARI_NO_MOVE ? &before : NULL,
                           .move = move};
    double width, height;
    ari_drawing_size(&board, &drawing, &width, &height);
    width += 2 * MARGIN;
    height += 2 * MARGIN;
    ari__xml_format(out,
                    "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%f\" "
                    "height=\"%f\" viewBox=\"0 0 %f %f\" role=\"img\" "
                    "font-family=\"sans-serif\">\n<title>%s, %s</title>\n"
                    "<style>%s.paper{fill:#fff}@media (prefers-color-scheme:dark){"
                    ".paper{fill:#151b21}}</style>\n"
                    "<rect class=\"paper\" width=\"%f\" height=\"%f\"/>\n",
                    width, height, width, height, v->game->title,
                    record->count > 0 ? ari_text_get(&record->names) : v->name,
                    ari_drawing_css(), width, height);
    ari_drawing_svg(&board, &drawing, MARGIN, MARGIN, out);
    ari_text_add(out, "\n</svg>\n");
}

/* Colours that also colour-blind people tell apart (Okabe and Ito), and for print each rim with its own strokes. */
#define PART_COLOUR(number, colour, dashes)                                     \
    ".ari-board path.ari-part-" number "{fill:" colour ";fill-opacity:.38}"     \
    ".ari-board path.ari-part-rim.ari-part-" number "{fill:none;stroke:" colour \
    ";stroke-dasharray:" dashes "}.ari-swatch-" number "{fill:" colour          \
    ";fill-opacity:.38;stroke:" colour ";stroke-dasharray:" dashes "}"
#define PART_COLOURS                        \
    PART_COLOUR("0", "#0072b2", "none")     \
    PART_COLOUR("1", "#d55e00", "9 5")      \
    PART_COLOUR("2", "#009e73", "2 5")      \
    PART_COLOUR("3", "#cc79a7", "12 4 2 4") \
    PART_COLOUR("4", "#e69f00", "16 5")     \
    PART_COLOUR("5", "#56b4e9", "5 5")      \
    PART_COLOUR("6", "#6b6b6b", "1 4")      \
    PART_COLOUR("7", "#8a5a00", "9 4 1 4 1 4")

/* The players' colours are the page's: the first blue, the second orange. */
const char *ari_drawing_css(void)
{
    return ".ari-board text{text-anchor:middle;font-weight:600}"
           ".ari-board path{fill:none;stroke-linecap:round;stroke-linejoin:round}"
           ".ari-board .ari-grid{fill:#fff;stroke:#a8b3bf;stroke-width:1}"
           ".ari-board .ari-wall{fill:#dbe2ea;stroke:#dbe2ea;stroke-width:1}"
           ".ari-board .ari-hole{fill:#fff}"
           ".ari-board .ari-new{fill:#ffe9a8}"
           ".ari-board .ari-taken{fill:#c4ccd4}"
           ".ari-board .ari-taken-first{fill:#b4cbea}"
           ".ari-board .ari-taken-second{fill:#f0cf8f}"
           ".ari-board .ari-new-click{stroke:#b07d00;stroke-width:2}"
           ".ari-board .ari-pit-first{fill:#dfe8f5;stroke:#2b5fa8;stroke-width:2}"
           ".ari-board .ari-pit-second{fill:#f5e7cd;stroke:#a86a00;stroke-width:2;"
           "stroke-dasharray:4 3}"
           ".ari-board .ari-new-pit{stroke:#b12a4c;stroke-width:2}"
           ".ari-board .ari-link{stroke:#a8b3bf;stroke-width:1.5}"
           ".ari-board .ari-goal-first,.ari-board .ari-side-first{stroke:#2b5fa8}"
           ".ari-board .ari-goal-second,.ari-board .ari-side-second{stroke:#a86a00}"
           ".ari-board .ari-goal-first,.ari-board .ari-goal-second{stroke-width:1.5}"
           ".ari-board .ari-goal-second{stroke-dasharray:3 2}"
           ".ari-board .ari-side-first,.ari-board .ari-side-second{stroke-width:3}"
           ".ari-board .ari-side-second{stroke-dasharray:6 4;stroke-linecap:butt}"
           ".ari-board .ari-open{stroke:#c3ccd5;stroke-width:1;stroke-dasharray:1 3}"
           ".ari-board .ari-edge{stroke:#3e4c59}"
           ".ari-board .ari-new-edge{stroke:#e0a100}"
           ".ari-board .ari-dot{fill:#1f2933}"
           ".ari-board .ari-cross{stroke:#2b5fa8}"
           ".ari-board .ari-ring{stroke:#a86a00}"
           ".ari-board .ari-disc-first{fill:#2b5fa8}"
           ".ari-board .ari-disc-second{fill:#a86a00;fill-rule:evenodd}"
           ".ari-board .ari-block{fill:#6b7785}"
           ".ari-board .ari-stick{stroke:#8a5a2b}"
           ".ari-board .ari-coin{fill:#e7b93c;stroke:#9a7416;stroke-width:1}"
           ".ari-board .ari-caption{fill:#52606d;font-weight:400}"
           ".ari-board .ari-count{stroke:#fff;stroke-linejoin:round;paint-order:stroke}"
           ".ari-part-name{fill:#1f2933;stroke:#fff;stroke-width:2;paint-order:stroke}"
           ".ari-board .ari-part-rim{stroke-width:2.5}" PART_COLOURS
           ".ari-label{fill:#3e4c59}.ari-hint{fill:#b4bec8}.ari-sign{fill:#fff}"
           ".ari-sign-first{fill:#2b5fa8}.ari-sign-second{fill:#a86a00}"
           "@media (prefers-color-scheme:dark){"
           ".ari-board .ari-grid{fill:#1b232c;stroke:#5b6875}"
           ".ari-board .ari-wall{fill:#33404d;stroke:#33404d}"
           ".ari-board .ari-hole{fill:#1b232c}"
           ".ari-board .ari-new{fill:#5c4a12}"
           ".ari-board .ari-taken{fill:#56626e}"
           ".ari-board .ari-taken-first{fill:#2d4a7a}"
           ".ari-board .ari-taken-second{fill:#6b4f16}"
           ".ari-board .ari-new-click{stroke:#ffcf4d}"
           ".ari-board .ari-pit-first{fill:#1d2f4a;stroke:#82b1f2}"
           ".ari-board .ari-pit-second{fill:#3d2f14;stroke:#efb454}"
           ".ari-board .ari-new-pit{stroke:#ff8fa8}"
           ".ari-board .ari-link{stroke:#5b6875}"
           ".ari-board .ari-goal-first,.ari-board .ari-side-first{stroke:#82b1f2}"
           ".ari-board .ari-goal-second,.ari-board .ari-side-second{stroke:#efb454}"
           ".ari-board .ari-open{stroke:#56626e}"
           ".ari-board .ari-edge{stroke:#cbd5df}"
           ".ari-board .ari-new-edge{stroke:#ffcf4d}"
           ".ari-board .ari-dot{fill:#e4e9ee}"
           ".ari-board .ari-cross{stroke:#82b1f2}"
           ".ari-board .ari-ring{stroke:#efb454}"
           ".ari-board .ari-disc-first{fill:#82b1f2}"
           ".ari-board .ari-disc-second{fill:#efb454}"
           ".ari-board .ari-block{fill:#8794a1}"
           ".ari-board .ari-stick{stroke:#d3a271}"
           ".ari-board .ari-caption{fill:#a9b4bf}"
           ".ari-board .ari-count{stroke:#151b21}"
           ".ari-part-name{fill:#fff;stroke:#151b21}"
           ".ari-label{fill:#cbd5df}.ari-hint{fill:#5b6875}"
           ".ari-sign-first{fill:#82b1f2}.ari-sign-second{fill:#efb454}}";
}
