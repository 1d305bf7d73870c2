/* board.c: a board as a piece of SVG.
 *
 * A board is drawn in layers, each of them one path made of all the cells that belong to
 * it, so that even a large board is a handful of elements. */

#include <stdio.h>
#include <string.h>

#include "draw/board_shapes.h"
#include "draw/board_sizes.h"
#include "draw/xml.h"

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
    void (*shape)(ari_text *out, ari__rectangle r);
} layers[LAYERS] = {
    [NEW_POINT] = {"ari-new", ari__shape_spot},
    [GRID] = {"ari-grid", ari__shape_outline},
    [WALL] = {"ari-wall", ari__shape_outline},
    [TAKEN] = {"ari-taken", ari__shape_outline},
    [TAKEN_FIRST] = {"ari-taken-first", ari__shape_outline},
    [TAKEN_SECOND] = {"ari-taken-second", ari__shape_outline},
    [TILE] = {"ari-grid", ari__shape_hexagon},
    [PIT] = {"ari-taken", ari__shape_pit},
    [PIT_FIRST] = {"ari-pit-first", ari__shape_pit},
    [PIT_SECOND] = {"ari-pit-second", ari__shape_pit},
    [NEW_PLACE] = {"ari-new", ari__shape_outline},
    [NEW_TILE] = {"ari-new", ari__shape_hexagon},
    [NEW_PIT] = {"ari-new-pit", ari__shape_within_pit},
    [NEW_CLICK] = {"ari-new-click", ari__shape_rim},
    [GOAL_FIRST] = {"ari-goal-first", ari__shape_rim},
    [GOAL_SECOND] = {"ari-goal-second", ari__shape_rim},
    [POINT] = {"ari-dot", ari__shape_point},
    [HOLE] = {"ari-hole", ari__shape_hole},
    [OPEN_EDGE] = {"ari-open", ari__shape_edge},
    [EDGE] = {"ari-edge", ari__shape_edge},
    [NEW_EDGE] = {"ari-new-edge", ari__shape_edge},
    [DOT] = {"ari-dot", ari__shape_dot},
    [CROSS] = {"ari-cross", ari__shape_cross},
    [RING] = {"ari-ring", ari__shape_ring},
    [DISC] = {"ari-disc-first", ari__shape_disc},
    [RING_DISC] = {"ari-disc-second", ari__shape_ring_disc},
    [FACE] = {"ari-disc-second", ari__shape_face},
    [BLOCK] = {"ari-block", ari__shape_block},
    [STICK] = {"ari-stick", ari__shape_stick},
    [COIN] = {"ari-coin", ari__shape_coin},
};

static bool is_new(const ari__painter *p, int index)
{
    const ari_board *before = p->drawing->before, *board = p->board;
    if (!before || before->width != board->width || before->height != board->height)
        return false;
    const ari_cell *was = &before->cells[index], *is = &board->cells[index];
    bool told = is->kind == ARI_CELL_BOX || is->kind >= ARI_CELL_HEXAGON;
    if (was->kind != is->kind && ari__board_is_block(is)) /* it has come to stand there */
        return true;
    return was->owner != is->owner || was->count != is->count ||
           (told && strncmp(was->text, is->text, sizeof is->text) != 0);
}

static bool is_clicked(const ari__painter *p, int index)
{
    return is_new(p, index) && p->drawing->move != ARI_NO_MOVE &&
           p->drawing->before->cells[index].move == p->drawing->move;
}

/* Is it the place that was clicked, among others that have changed, too? */
static bool is_first_of_several(const ari__painter *p, int index)
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
static bool piece_belongs(const ari__painter *p, const ari_cell *cell, layer which)
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

static bool square_belongs(const ari__painter *p, int index, bool new, layer which)
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

static bool belongs(const ari__painter *p, int index, layer which)
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
        return (which == NEW_PLACE && new &&ari__board_is_block(cell)) ||
               which == (ari__board_is_block(cell)              ? BLOCK
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

static ari__rectangle place(const ari__painter *p, int index)
{
    int column = index % p->board->width, row = index / p->board->width;
    double x = p->x[column] + p->shift * row, width = p->x[column + 1] - p->x[column];
    if (p->board->cells[index].kind == ARI_CELL_STORE)
        return (ari__rectangle){x, 0, width, p->height};
    return (ari__rectangle){x, p->y[row], width, p->y[row + 1] - p->y[row]};
}

static void draw_layer(ari__painter *p, layer which)
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
static void draw_links(ari__painter *p)
{
    const ari_board *board = p->board;
    int cells = board->width * board->height;
    ari_text_add(p->out, "<path class=\"ari-link\" d=\"");
    for (int i = 0; i < board->link_count && i < ARI_BOARD_LINKS; i++) {
        if (board->links[i].from >= cells || board->links[i].to >= cells)
            continue;
        ari__rectangle a = place(p, board->links[i].from),
                       b = place(p, board->links[i].to);
        ari__xml_format(p->out, "M%f,%fL%f,%f", a.x + a.width / 2, a.y + a.height / 2,
                        b.x + b.width / 2, b.y + b.height / 2);
    }
    ari_text_add(p->out, "\"/>");
}

/* The sides of a board of hexagons, in the colour of whoever wants to get there: of each cell
 * on the rim the two edges that look outside. */
static void draw_sides(ari__painter *p, ari_owner owner)
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
        ari__hexagon_corners(place(p, i), x, y);
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

static int part_at(const ari__painter *p, int column, int row)
{
    const ari_board *board = p->board;
    return column >= 0 && column < board->width && row >= 0 && row < board->height
               ? p->drawing->parts[row * board->width + column]
               : 0;
}

/* One path for the cells of a part, in its colour, and one around it, with strokes of its own. */
static void draw_part(ari__painter *p, int part, bool around)
{
    const ari_board *board = p->board;
    ari_text_format(p->out, "<path class=\"ari-part%s ari-part-%d\" d=\"",
                    around ? "-rim" : "", (part - 1) % ARI_PART_COLOURS);
    for (int i = 0; i < board->width * board->height; i++) {
        int x = i % board->width, y = i / board->width;
        ari__rectangle r = place(p, i);
        if (p->drawing->parts[i] != part)
            continue;
        if (!around) {
            ari__shape_outline(p->out, r);
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

static int part_count(const ari__painter *p)
{
    int count = 0;
    for (int i = 0; p->drawing->parts && i < p->board->width * p->board->height; i++)
        count = p->drawing->parts[i] > count ? p->drawing->parts[i] : count;
    return count;
}

static void draw_parts(ari__painter *p, bool around)
{
    int count = part_count(p);
    for (int part = 1; part <= count; part++)
        draw_part(p, part, around);
}

/* ---- text ---- */

static void draw_text(ari__painter *p, const char *class, double x, double y, double size,
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

static void draw_cell_text(ari__painter *p, int index)
{
    const ari_cell *cell = &p->board->cells[index];
    ari__rectangle r = place(p, index);
    char text[8];
    ari__board_cell_text(cell, text);
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
    else if (ari__board_is_block(cell) && cell->text[0] != '#')
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

static void draw_labels(ari__painter *p)
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
static void draw_part_names(ari__painter *p)
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
        ari__rectangle r = place(p, first);
        ari_part_name(part - 1, name);
        draw_text(p, "ari-part-name", r.x + 0.7 * size, r.y + 0.7 * size, size, name);
    }
}

static void draw_caption(ari__painter *p)
{
    double line_height = 1.25 * p->caption_size;
    double y = ari__board_total_height(p) - line_height * (p->caption_lines - 0.5);
    for (const char *text = p->caption; *text;) {
        size_t length = strcspn(text, "\n");
        char line[sizeof p->caption];
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
    ari__painter p;
    ari__board_measure(&p, board, drawing);
    p.out = out;
    double space = ari__board_total_width(&p) - p.width - p.label_room;
    ari__xml_format(out,
                    "<g class=\"ari-board\" transform=\"translate(%f,%f)\" "
                    "stroke-width=\"%f\">",
                    x + space / 2 + p.label_room, y, 0.13 * drawing->cell);
    if (ari__board_sane(board)) {
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
        draw_text(&p, "ari-hint", p.width / 2, p.height / 2, 0.8 * p.text_size,
                  ARI__BOARD_EMPTY);
    if (p.caption_lines > 0)
        draw_caption(&p);
    ari_text_add(out, "</g>");
}
