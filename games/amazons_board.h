/* amazons_board.h: the board of Amazons as sets of squares, and what queens and arrows reach.
 *
 * A square is number x + width * y, y from the bottom. A position is the queens of both sides and
 * the arrows, a bit for each square. */
#ifndef GAMES_AMAZONS_BOARD_H
#define GAMES_AMAZONS_BOARD_H

#include <ariadne/game.h>

#define AMZ_SIDE 10
#define AMZ_SQUARES (AMZ_SIDE * AMZ_SIDE)
#define AMZ_MOVES \
    3437 /* that four queens alone have at the most: b5, d8, f6 and g4 or so */

__extension__ typedef unsigned __int128 amz_set;

typedef struct amz_rules {
    int width, height, squares;
    amz_set all;
    amz_set not_first, not_last;  /* the board without its first and its last column */
    amz_set column;               /* the first one */
    amz_set around[AMZ_SQUARES];  /* the neighbours of a square */
    uint8_t next[AMZ_SQUARES][8]; /* the square one step on; AMZ_SQUARES: off the board */
    amz_set queens[2];            /* at the start */
    ari_rows rows;
} amz_rules;

typedef struct amz_state {
    amz_set queens[2], arrows;
} amz_state;

static inline amz_set amz_bit(int square)
{
    return (amz_set)1 << square;
}

static inline int amz_count(amz_set set)
{
    return __builtin_popcountll((uint64_t)set) +
           __builtin_popcountll((uint64_t)(set >> 64));
}

static inline int amz_lowest(amz_set set)
{
    return (uint64_t)set ? __builtin_ctzll((uint64_t)set)
                         : 64 + __builtin_ctzll((uint64_t)(set >> 64));
}

static inline amz_set amz_free(const amz_rules *r, const amz_state *s)
{
    return r->all & ~(s->queens[0] | s->queens[1] | s->arrows);
}

/* Queens stand a third of the side away from the corners, as on 10 x 10 on d1, g1, a4 and j4. */
static ari_status amz_setup(const ari_value *values, amz_rules *r, ari_error *error)
{
    (void)error;
    static const int8_t steps[8][2] = {{1, 0},  {1, 1},   {0, 1},  {-1, 1},
                                       {-1, 0}, {-1, -1}, {0, -1}, {1, -1}};
    int w = r->width = (int)values[0].number, h = r->height = (int)values[1].number;
    r->squares = w * h;
    r->rows = (ari_rows){w, h, .signs = "xo#."};
    for (int square = 0; square < r->squares; square++) {
        int x = square % w, y = square / w;
        r->all |= amz_bit(square);
        r->column |= x == 0 ? amz_bit(square) : 0;
        r->not_first |= x > 0 ? amz_bit(square) : 0;
        r->not_last |= x < w - 1 ? amz_bit(square) : 0;
        for (int i = 0; i < 8; i++) {
            int u = x + steps[i][0], v = y + steps[i][1];
            bool inside = u >= 0 && u < w && v >= 0 && v < h;
            r->next[square][i] = (uint8_t)(inside ? u + w * v : AMZ_SQUARES);
            r->around[square] |= inside ? amz_bit(u + w * v) : 0;
        }
    }
    int in = (w - 1) / 3, up = (h - 1) / 3;
    for (int side = 0; side < 2; side++) {
        int back = side ? h - 1 : 0, front = side ? h - 1 - up : up;
        r->queens[side] = amz_bit(in + w * back) | amz_bit(w - 1 - in + w * back) |
                          amz_bit(w * front) | amz_bit(w - 1 + w * front);
    }
    return ARI_OK;
}

static inline amz_set amz_mirror(const amz_rules *r, amz_set set)
{
    amz_set mirrored = 0;
    for (int x = 0; x < r->width; x++)
        mirrored |= (set >> x & r->column) << (r->width - 1 - x);
    return mirrored;
}

/* Where a queen, or an arrow, gets to from a square over free ones. */
static inline amz_set amz_sight(const amz_rules *r, int from, amz_set free)
{
    amz_set seen = 0;
    for (int i = 0; i < 8; i++)
        for (int at = r->next[from][i]; at < AMZ_SQUARES && free & amz_bit(at);
             at = r->next[at][i])
            seen |= amz_bit(at);
    return seen;
}

/* Every cell next to one of the set. */
static inline amz_set amz_near(const amz_rules *r, amz_set set)
{
    amz_set wide = set | (set & r->not_last) << 1 | (set & r->not_first) >> 1;
    return (wide | wide << r->width | wide >> r->width) & r->all;
}

static inline amz_set amz_flood(const amz_rules *r, amz_set from, amz_set open)
{
    amz_set reached = from & open, before;
    do {
        before = reached;
        reached |= amz_near(r, reached) & open;
    } while (reached != before);
    return reached;
}

/* All squares that queens on a set get to in one move. */
static inline amz_set amz_sweep(const amz_rules *r, amz_set set, amz_set free)
{
    amz_set reached = 0;
    for (int i = 0; i < 4; i++) {
        int shift = i == 0 ? 1 : r->width + i - 2;
        amz_set up = set, down = set;
        amz_set last = i == 0 || i == 3 ? r->not_last : i == 1 ? r->not_first : r->all;
        amz_set first = i == 0 || i == 3 ? r->not_first : i == 1 ? r->not_last : r->all;
        while (up | down) {
            up = (up & last) << shift & free;
            down = (down & first) >> shift & free;
            reached |= up | down;
        }
    }
    return reached;
}

#endif
