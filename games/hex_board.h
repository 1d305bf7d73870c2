/* hex_board.h: the cells of Hex as sets.
 *
 * A cell is number x + size * y, y from the top. It has six neighbours, and six cells more a
 * bridge away: the two cells between are free, so that whoever is kept from one takes the other.
 *
 *       . B .          directions, in turn:  (1, 0) (0, 1) (-1, 1) (-1, 0) (0, -1) (1, -1)
 *      B n n B         a bridge goes one step in a direction and one in the next:
 *       n A n          (1, 1) (-1, 2) (-2, 1) (-1, -1) (1, -2) (2, -1)
 *      B n n B
 *       . B .
 */
#ifndef GAMES_HEX_BOARD_H
#define GAMES_HEX_BOARD_H

#include <ariadne/game.h>

#define HEX_SIDE 11
#define HEX_CELLS (HEX_SIDE * HEX_SIDE)

__extension__ typedef unsigned __int128 hex_set;

#define HEX_TURN ((hex_set)1 << 127)

typedef struct hex_rules {
    int size, cells;
    bool swap;
    ari_move order[HEX_CELLS]; /* of cells, from the centre outwards */
    hex_set all;
    hex_set not_left, not_right; /* columns that a step to the left or right begins in */
    hex_set edge[2][2];          /* of each side: top and bottom, left and right */
    hex_set edge_next[2][2];     /* the rows or columns next to them */
    ari_rows rows;
} hex_rules;

typedef struct hex_state {
    hex_set stones[2];
} hex_state;

static inline hex_set hex_bit(int cell)
{
    return (hex_set)1 << cell;
}

static inline int hex_count(hex_set set)
{
    return __builtin_popcountll((uint64_t)set) +
           __builtin_popcountll((uint64_t)(set >> 64));
}

static inline int hex_lowest(hex_set set)
{
    return (uint64_t)set ? __builtin_ctzll((uint64_t)set)
                         : 64 + __builtin_ctzll((uint64_t)(set >> 64));
}

static inline hex_set hex_stones(const hex_state *s, int side)
{
    return s->stones[side] & ~HEX_TURN;
}

static inline hex_set hex_free(const hex_rules *r, const hex_state *s)
{
    return r->all & ~(s->stones[0] | s->stones[1]);
}

/* Every cell of the set moves one step; those that would leave the board vanish. */
static inline hex_set hex_step(const hex_rules *r, hex_set set, int direction)
{
    switch (direction) {
    case 0:
        return (set & r->not_right) << 1;
    case 1:
        return set << r->size & r->all;
    case 2:
        return (set & r->not_left) << (r->size - 1) & r->all;
    case 3:
        return (set & r->not_left) >> 1;
    case 4:
        return set >> r->size;
    default:
        return (set & r->not_right) >> (r->size - 1);
    }
}

static inline hex_set hex_around(const hex_rules *r, hex_set set)
{
    hex_set right = set & r->not_right, left = set & r->not_left;
    int n = r->size;
    return (set << n | set >> n | right << 1 | left >> 1 | right >> (n - 1) |
            left << (n - 1)) &
           r->all;
}

/* What can be reached from a set by steps through cells that are `open`. */
static inline hex_set hex_flood(const hex_rules *r, hex_set from, hex_set open)
{
    hex_set reached = from & open, before;
    do {
        before = reached;
        reached |= hex_around(r, reached) & open;
    } while (reached != before);
    return reached;
}

static inline bool hex_joined(const hex_rules *r, hex_set stones, int side)
{
    return hex_count(stones) >= r->size &&
           (hex_flood(r, r->edge[side][0], stones) & r->edge[side][1]) != 0;
}

/* Mirrored, rows become columns, and what one side wants the other's aim. */
static hex_set hex_mirror(const hex_rules *r, hex_set set)
{
    hex_set mirrored = 0;
    for (; set; set &= set - 1) {
        int cell = hex_lowest(set);
        mirrored |= hex_bit(cell / r->size + r->size * (cell % r->size));
    }
    return mirrored;
}

static inline int hex_mover(const hex_state *s)
{
    return s->stones[1] & HEX_TURN ? 1 : 0;
}

#endif
