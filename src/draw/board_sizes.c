/* board_sizes.c: how large everything of a board is, and where: rows and columns, labels, the caption. */
#include "draw/board_sizes.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "draw/board_shapes.h"
#include "draw/xml.h"

#define CAPTION_ROOM (sizeof((ari_board *)0)->caption + 1)

void ari__board_cell_text(const ari_cell *cell, char text[8])
{
    snprintf(text, 8, "%.*s", (int)sizeof cell->text, cell->text);
}

/* Something other than a coin or a stick: a block, perhaps with a sign. */
bool ari__board_is_block(const ari_cell *cell)
{
    return cell->kind == ARI_CELL_TOKEN && cell->text[0] && !strchr("|o", cell->text[0]);
}

static double cell_width(const ari__painter *p, const ari_cell *cell)
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
        return ari__board_is_block(cell)              ? side
               : p->board->pieces == ARI_PIECES_DISCS ? 0.85 * side
                                                      : 0.5 * side;
    case ARI_CELL_DOT:
    case ARI_CELL_EDGE_V:
        return 0.4 * side;
    case ARI_CELL_LABEL:
        ari__board_cell_text(cell, text);
        return ari__xml_width(text, p->text_size) + 0.2 * side;
    }
    return 0;
}

static double cell_height(const ari__painter *p, const ari_cell *cell)
{
    double side = p->drawing->cell;
    switch ((ari_cell_kind)cell->kind) {
    case ARI_CELL_NONE:
    case ARI_CELL_STORE: /* as tall as all the others together */
        break;
    case ARI_CELL_HEXAGON:
        return ARI__HEX_PITCH * side;
    case ARI_CELL_DOT:
    case ARI_CELL_EDGE_H:
        return 0.4 * side;
    case ARI_CELL_TOKEN:
        return p->board->pieces == ARI_PIECES_DISCS && !ari__board_is_block(cell)
                   ? 0.85 * side
                   : side;
    default:
        return side;
    }
    return 0;
}

bool ari__board_sane(const ari_board *board)
{
    return board->width > 0 && board->height > 0 && board->width <= ARI_BOARD_CELLS &&
           board->height <= ARI_BOARD_CELLS / board->width;
}

static void measure_grid(ari__painter *p)
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

static double caption_width(const ari__painter *p, size_t from, size_t to)
{
    char line[CAPTION_ROOM];
    snprintf(line, sizeof line, "%.*s", (int)(to - from), p->caption + from);
    return ari__xml_width(line, p->caption_size);
}

/* Ends a line of the caption at a space; the next begins behind it. */
static void break_caption(ari__painter *p, size_t *begin, size_t space)
{
    p->caption_width = fmax(p->caption_width, caption_width(p, *begin, space));
    p->caption[space] = '\n';
    p->caption_lines++;
    *begin = space + 1;
}

/* Breaks the caption into lines of about equal length, not much wider than the board, by
 * putting line ends in place of spaces: after a comma where one comes late enough. */
static void measure_caption(ari__painter *p)
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

void ari__board_measure(ari__painter *p, const ari_board *board,
                        const ari_drawing *drawing)
{
    memset(p, 0, sizeof *p);
    p->board = board;
    p->drawing = drawing;
    p->text_size = 0.6 * drawing->cell;
    if (ari__board_sane(board))
        measure_grid(p);
    p->empty = p->width <= 0 || p->height <= 0;
    if (p->empty) {
        p->width = ari__xml_width(ARI__BOARD_EMPTY, 0.8 * p->text_size);
        p->height = drawing->cell;
    }
    if (drawing->labels && board->row_labels)
        p->label_room = 1.8 * p->text_size;
    if (drawing->caption)
        measure_caption(p);
}

double ari__board_total_width(const ari__painter *p)
{
    double width = p->width + p->label_room;
    return width > p->caption_width ? width : p->caption_width;
}

double ari__board_total_height(const ari__painter *p)
{
    bool columns = p->drawing->labels && p->board->column_labels;
    return p->height + (columns ? 1.4 * p->text_size : 0) +
           1.25 * p->caption_size * p->caption_lines + (p->caption_lines ? 3 : 0);
}

void ari_drawing_size(const ari_board *board, const ari_drawing *drawing, double *width,
                      double *height)
{
    ari__painter p;
    ari__board_measure(&p, board, drawing);
    *width = ari__board_total_width(&p);
    *height = ari__board_total_height(&p);
}
