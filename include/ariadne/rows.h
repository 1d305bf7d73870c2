/* rows.h: the places of a board in rows: their numbers, their names, and what stands on them as text.
 *
 * Most games write a position as the board lies, row by row from the top, a sign for each place and
 * a / between rows. Where that does not tell whose turn it is, /2 at the end says that it is the
 * second player's:
 *
 *     a2 b2 c2 d2
 *     a1 b1 c1 d1          .x.o/x.../2
 *
 * A game says once where its places are, and turns a position into an array of signs, in the order
 * in which they are written, and back. The rest is done here. */
#ifndef ARIADNE_ROWS_H
#define ARIADNE_ROWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <ariadne/board.h>
#include <ariadne/error.h>
#include <ariadne/text.h>

ARI_C_BEGIN

typedef struct ari_rows {
    int width, height; /* of the board's table */
    int stride;        /* the place in column x and row y, counted from 0, is number
                        * x + stride * y; 0: the width */
    bool from_top;     /* row 1 is the upper one, not the lower one */
    /* Not every place of the table, but these, "b2a1c1", numbered as they are written; or NULL. */
    const char *points;
    /* What may stand there, "xo."; a letter is also read as its small one. What follows the . is
     * read as a . */
    const char *signs;
} ari_rows;

/* How many places there are. */
int ari_rows_count(const ari_rows *rows);
/* The number of the i-th place that is written. */
int ari_rows_cell(const ari_rows *rows, int i);
/* Where the place with this number is in the table of the board. */
uint16_t ari_rows_place(const ari_rows *rows, int cell);

/* What the place with this number is called, "a1": ari_rows_name(...).text */
typedef struct ari_cell_name {
    char text[8];
} ari_cell_name;
ari_cell_name ari_rows_name(const ari_rows *rows, int cell);

/* Signs from sets, a bit for each number below 64: x for the places of the first, o for those of the
 * second, and . for the others; and the set of places that have a sign. */
void ari_rows_mark(const ari_rows *rows, uint64_t first, uint64_t second, char *signs);
uint64_t ari_rows_marked(const ari_rows *rows, const char *signs, char sign);

/* The signs as text, with /2 at the end if it is `second`'s turn. */
void ari_rows_format(const ari_rows *rows, const char *signs, bool second, ari_text *out);
/* Reads rows from text[*at] on, which goes behind them; the / between them may be left out. */
ari_status ari_rows_read(const ari_rows *rows, const char *text, size_t *at, char *signs,
                         ari_error *error);
/* Reads a text that is nothing but rows, and /2 unless `second` is NULL. */
ari_status ari_rows_parse(const ari_rows *rows, const char *text, char *signs,
                          bool *second, ari_error *error);

/* Is there /2, the second player's turn? Then *at goes behind it. */
bool ari_read_second(const char *text, size_t *at);

/* Puts the signs on a board with such a table: x and o are the sides', and any other but . stands
 * in the way. */
void ari_board_signs(ari_board *board, const ari_rows *rows, const char *signs);

ARI_C_END

#endif
