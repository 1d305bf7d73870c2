/* board.h: a board that a terminal, a picture and a web page can all draw.
 *
 * A board is a table of places. What a place is decides its shape and size, its owner the colour
 * of what stands there, and its move what a click on it plays; moves of several clicks are told
 * by a hook, GAME_CLICKS. What a move changes is seen by comparing two boards, so that no game
 * has to tell it. A game makes its table with ari_board_size, or with one of the helpers below
 * for boards that many games share, and sets what stands where. */
#ifndef ARIADNE_BOARD_H
#define ARIADNE_BOARD_H

#include <stdbool.h>
#include <stdint.h>

#include <ariadne/move.h>

ARI_C_BEGIN

typedef enum ari_cell_kind {
    ARI_CELL_NONE,    /* nothing is drawn here */
    ARI_CELL_SQUARE,  /* a place for a piece: x, o or a disc when it has an owner */
    ARI_CELL_TOKEN,   /* a stick, a coin: something that can be taken */
    ARI_CELL_DOT,     /* a corner between edges */
    ARI_CELL_EDGE_H,  /* an edge lying, drawn when it has an owner */
    ARI_CELL_EDGE_V,  /* an edge standing */
    ARI_CELL_BOX,     /* the room between four edges */
    ARI_CELL_LABEL,   /* only the text */
    ARI_CELL_HEXAGON, /* a place for a piece with six neighbours: see ari_board.slant */
    ARI_CELL_POINT,   /* a place for a piece where lines meet: see ari_board_link */
    ARI_CELL_PIT,     /* a hollow: its text counts the seeds, its owner is whose it is */
    ARI_CELL_STORE,   /* a pit as tall as the board, which stands in its top row */
    ARI_CELL_HAND     /* a place beside the board, for pieces that are held */
} ari_cell_kind;

typedef enum ari_owner {
    ARI_NOBODY,
    ARI_OWNER_FIRST,
    ARI_OWNER_SECOND,
    ARI_OWNER_BOTH
} ari_owner;

static inline ari_owner ari_owner_of(ari_side side)
{
    return side == ARI_FIRST ? ARI_OWNER_FIRST : ARI_OWNER_SECOND;
}

typedef struct ari_cell {
    uint8_t kind;  /* ari_cell_kind */
    uint8_t owner; /* ari_owner: of the piece, the seeds, the edge */
    uint8_t goal;  /* ari_owner: who wants to get here, or whose hand it is; a rim */
    uint8_t
        count; /* how many pieces there are of that kind, where it can be several: a number
                    * beside them. 0 where it cannot */
    bool line; /* part of what ended the game: a line, a chain, a goal that was reached */
    ari_move move; /* what a click here plays, or ARI_NO_MOVE */
    char text[6]; /* what stands in it: "x", "12"; may be empty. On a piece with an owner,
                    * anything but "x" and "o" is the sign of its kind: "K" */
} ari_cell;

/* A line that is drawn between two places: their indices in the list of cells. */
typedef struct ari_link {
    uint16_t from, to;
} ari_link;

typedef enum ari_piece_style {
    ARI_PIECES_MARKS, /* x and o */
    ARI_PIECES_DISCS, /* discs in a rack with holes */
    ARI_PIECES_STONES /* discs on a flat board */
} ari_piece_style;

#define ARI_BOARD_CELLS 1600
#define ARI_BOARD_LINKS 256
#define ARI_CLICKS_MAX 16 /* the most clicks that a move takes */

typedef struct ari_board {
    int width, height; /* cells[y * width + x], y from the top */
    uint8_t pieces;    /* ari_piece_style */
    uint8_t
        slant; /* each row begins so many half cells further right than the one above */
    bool column_labels; /* 1, 2, 3 ... or a, b, c ... stand below the columns */
    bool row_labels;    /* and numbers from the bottom beside the rows */
    bool rows_from_top; /* numbers from the top instead */
    bool letters;       /* columns are a, b, c rather than 1, 2, 3 */
    char caption[96];   /* one line under the board; may be empty */
    int link_count;
    const char *drawing; /* the points and lines as text, see ari_board_graph; or NULL */
    ari_cell cells[ARI_BOARD_CELLS];
    ari_link links[ARI_BOARD_LINKS];
} ari_board;

/* Sets the size and empties every cell: ARI_CELL_NONE, ARI_NOBODY. */
void ari_board_size(ari_board *board, int width, int height);

static inline ari_cell *ari_board_at(ari_board *board, int x, int y)
{
    return &board->cells[y * board->width + x];
}

/* ---- boards that many games share ---- */

/* All cells are of this kind; columns have letters and rows numbers from the bottom. */
void ari_board_grid(ari_board *board, int width, int height, ari_cell_kind kind);
/* A rhombus of hexagons, as Hex is played on: top and bottom are the first player's goal, left
 * and right the second's. Columns have letters, and rows numbers from the top. */
void ari_board_hexagons(ari_board *board, int width, int height);
/* Points and the lines between them, from a drawing in which every point is an o:
 *
 *     o---o---o
 *     | \ | / |        - and | join neighbours in a row or column, / and \ slanting ones
 *     o---o---o
 *
 * Columns of the table are those in which there is a point, and so are rows. The drawing must
 * live as long as the board; a terminal shows it with the pieces in place. */
void ari_board_graph(ari_board *board, const char *drawing);
/* The place of the point with this number, from 0, in the order in which the drawing is read. */
ari_cell *ari_board_point(ari_board *board, int number);
/* Adds an empty column at the right, for places beside the board. */
void ari_board_widen(ari_board *board);
/* Two rows of pits with a store at each end: the first player's row is the lower one, from left
 * to right, and his store the right one; the second's are opposite. */
void ari_board_pits(ari_board *board, int pits);

/* What the column and the row are called, "" where they have no name: the board says so, or there
 * are only places beside the board in them, which do not count. */
#define ARI_NAME_MAX 12
void ari_board_column_name(const ari_board *board, int x, char name[ARI_NAME_MAX]);
void ari_board_row_name(const ari_board *board, int y, char name[ARI_NAME_MAX]);

/* Draws a line between two places. */
void ari_board_link(ari_board *board, int x, int y, int to_x, int to_y);

/* Marks the unbroken lines of `length` or more cells of this owner, whichever way they run. */
void ari_board_lines(ari_board *board, ari_owner owner, int length);

/* A heap of `count` tokens in rows of 20. The k-th from the end takes k, as move k - 1, if k
 * is at most `most`; of more than 60, the first ones are only hinted at. */
void ari_board_tokens(ari_board *board, uint32_t count, uint32_t most);

ARI_C_END

#endif
