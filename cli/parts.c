/* parts.c: parts of an evaluation and lines of a board, listed and drawn.
 *
 * Small boards stand side by side, as many as fit:
 *
 *     pair      pair
 *     ...x...   ...x...
 *     ..OO.x.   ..oO.X.
 */
#include "cli/cli.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COLUMNS 78
#define GAP 3
#define SQUARES_MOST 400 /* a larger board is not drawn again for every part */
#define DRAWN_MOST 60

static const char *owner_name(int owner)
{
    return owner == ARI_OWNER_FIRST    ? "first"
           : owner == ARI_OWNER_SECOND ? "second"
           : owner == ARI_OWNER_BOTH   ? "both"
                                       : "nobody";
}

/* "d1", or "4,1" where columns have no letters; the number of the cell where the board has no names
 * for columns at all. */
static void say_cell(const ari_board *board, int place, ari_text *out)
{
    char column[ARI_NAME_MAX], row[ARI_NAME_MAX];
    ari_board_column_name(board, place % board->width, column);
    ari_board_row_name(board, place / board->width, row);
    if (!board->column_labels)
        ari_text_format(out, "%d", place + 1);
    else if (row[0])
        ari_text_format(out, "%s%s%s", column,
                        isalpha((unsigned char)column[0]) ? "" : ",", row);
    else
        ari_text_format(out, "%s,%d", column, board->height - place / board->width);
}

static void list_parts(const ari_board *board, const ari_parts *parts, ari_text *out)
{
    for (size_t i = 0; i < parts->count; i++) {
        const ari_part *part = &parts->list[i];
        ari_text_format(out, "%3zu  %-8s  %-7s", i + 1, part->kind,
                        owner_name(part->owner));
        if (part->score)
            ari_text_format(out, "  %+5d", part->score);
        for (int k = 0; k < part->count; k++) {
            ari_text_add(out, k ? " " : "  ");
            say_cell(board, part->cells[k], out);
        }
        ari_text_add_char(out, '\n');
    }
}

static char sign(const ari_board *board, const ari_part *part, int place)
{
    const ari_cell *cell = &board->cells[place];
    char c = cell->owner == ARI_OWNER_FIRST    ? 'x'
             : cell->owner == ARI_OWNER_SECOND ? 'o'
                                               : '.';
    for (int k = 0; k < part->count; k++)
        if (part->cells[k] == place)
            return c == '.' ? '+' : (char)toupper(c);
    return c;
}

/* The parts from `first` on, one beside the other. */
static void draw_row(const ari_board *board, const ari_parts *parts, size_t first,
                     size_t end, int width, ari_text *out)
{
    for (int y = -1; y < board->height; y++) {
        int at = 0;
        for (size_t i = first; i < end; i++) {
            int column = (int)(i - first) * (width + GAP);
            ari_text_repeat(out, ' ', column - at);
            at = column;
            char label[24];
            snprintf(label, sizeof label, "%zu %s", i + 1, parts->list[i].kind);
            if (y < 0)
                ari_text_add(out, label);
            for (int x = 0; y >= 0 && x < board->width; x++)
                ari_text_add_char(out,
                                  sign(board, &parts->list[i], y * board->width + x));
            at += y < 0 ? (int)strlen(label) : board->width;
        }
        ari_text_add_char(out, '\n');
    }
}

static void draw_parts(const ari_board *board, const ari_parts *parts, ari_text *out)
{
    size_t drawn = parts->count < DRAWN_MOST ? parts->count : DRAWN_MOST;
    int width = board->width;
    for (size_t i = 0; i < drawn; i++) {
        int label = snprintf(NULL, 0, "%zu %s", i + 1, parts->list[i].kind);
        width = label > width ? label : width;
    }
    size_t beside = (size_t)((COLUMNS + GAP) / (width + GAP));
    beside = beside ? beside : 1;
    for (size_t i = 0; i < drawn; i += beside) {
        ari_text_add_char(out, '\n');
        draw_row(board, parts, i, i + beside < drawn ? i + beside : drawn, width, out);
    }
    if (drawn < parts->count)
        ari_text_format(out, "\nThe first %zu are drawn.\n", drawn);
}

void cli_say_parts(const ari_variant *v, const ari_state *s, const ari_parts *parts,
                   ari_text *out)
{
    ari_board *board = calloc(1, sizeof *board);
    if (!board) {
        out->failed = true;
        return;
    }
    v->core->board(v->rules, s, board);
    list_parts(board, parts, out);
    if (board->width * board->height <= SQUARES_MOST)
        draw_parts(board, parts, out);
    free(board);
}
