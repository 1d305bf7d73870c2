/* breakthrough_board.h: the board of Breakthrough as sets of cells.
 *
 * A set of cells is a word in which cell x, y is bit x + 8 * y, whatever the width: to turn the board
 * round is to turn the bytes round.
 *
 *     16 17 18 19          a piece goes to the bits 7, 8 and 9 above its own: to the left,
 *      8  9 10 11          straight on and to the right
 *      0  1  2  3
 *
 * The side to move never has a piece in its last row, as it would have won with it. So bit 63 of
 * its pieces is free, and says that it is the second player. */
#ifndef GAMES_BREAKTHROUGH_BOARD_H
#define GAMES_BREAKTHROUGH_BOARD_H

#include <ariadne/game.h>

#define BT_SIDE 8
#define BT_TURN ((uint64_t)1 << 63)
#define BT_ROW UINT64_C(0xff)

typedef struct bt_rules {
    int width, height;
    uint64_t cells, not_left, not_right; /* all, and those but the first or last column */
    uint64_t near_goal;                  /* the row before the last */
    ari_rows rows;
} bt_rules;

typedef struct bt_state {
    uint64_t mine, theirs; /* of the side to move; see BT_TURN */
} bt_state;

static ari_status bt_setup(const ari_value *values, bt_rules *r, ari_error *error)
{
    (void)error;
    r->width = (int)values[0].number;
    r->height = (int)values[1].number;
    r->rows = (ari_rows){r->width, r->height, .stride = BT_SIDE, .signs = "xo."};
    for (int y = 0; y < r->height; y++)
        r->cells |= (BT_ROW >> (BT_SIDE - r->width)) << 8 * y;
    r->not_left = r->cells & ~UINT64_C(0x0101010101010101);
    r->not_right = r->cells & ~(UINT64_C(0x0101010101010101) << (r->width - 1));
    r->near_goal = r->cells & BT_ROW << 8 * (r->height - 2);
    return ARI_OK;
}

static inline uint64_t bt_own(const bt_state *s)
{
    return s->mine & ~BT_TURN;
}

/* The board turned round, row by row. */
static inline uint64_t bt_flip(const bt_rules *r, uint64_t set)
{
    return __builtin_bswap64(set) >> 8 * (BT_SIDE - r->height);
}

/* The mirror image: columns the other way round. */
static inline uint64_t bt_mirror(const bt_rules *r, uint64_t set)
{
    const uint64_t ones = UINT64_C(0x5555555555555555),
                   twos = UINT64_C(0x3333333333333333),
                   fours = UINT64_C(0x0f0f0f0f0f0f0f0f);
    set = (set >> 1 & ones) | (set & ones) << 1;
    set = (set >> 2 & twos) | (set & twos) << 2;
    set = (set >> 4 & fours) | (set & fours) << 4;
    return set >> (BT_SIDE - r->width);
}

/* The numbers of the rows of all cells of a set, from 0, added up. */
static inline int bt_rows(uint64_t set)
{
    return __builtin_popcountll(set & UINT64_C(0xff00ff00ff00ff00)) +
           2 * __builtin_popcountll(set & UINT64_C(0xffff0000ffff0000)) +
           4 * __builtin_popcountll(set & UINT64_C(0xffffffff00000000));
}

static inline uint64_t bt_attacked(const bt_rules *r, uint64_t theirs)
{
    return (theirs & r->not_left) >> 9 | (theirs & r->not_right) >> 7;
}

#endif
