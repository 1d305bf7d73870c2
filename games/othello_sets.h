/* othello_sets.h: sets of cells of a board of Othello, and what discs do to each other.
 *
 * A set is a word, cell x + 8 * y with y from the top, whatever the size: a smaller board is the
 * upper left corner. Lines run in four directions. All four are looked at together, each in its lane
 * of a vector:
 *
 *     lane   0  1  2  3       to higher cells:  right, down left, down, down right
 *     step   1  7  8  9       to lower ones:    left, up right, up, up left */
#ifndef GAMES_OTHELLO_SETS_H
#define GAMES_OTHELLO_SETS_H

#include <stdlib.h>

#include <ariadne/rows.h>

#define OTH_LEFT 0x0101010101010101u /* the first column */

typedef uint64_t oth_lanes __attribute__((vector_size(32), aligned(16)));

static const oth_lanes oth_step = {1, 7, 8, 9};

typedef struct oth_rules {
    int size, cells;
    bool wide;       /* empty cells count for the winner */
    uint64_t full;   /* the board */
    uint64_t centre; /* the four cells in the middle */
    uint64_t corners;
    uint64_t around[64];  /* the neighbours of a cell */
    uint64_t quarter[64]; /* of the board, in which it is */
    oth_lanes inner;      /* what a line may run across, by direction */
    oth_lanes bounded;    /* cells from which a line leaves the board at once, one way */
    oth_lanes line[64];   /* all of the board on the lines through a cell */
    ari_rows rows;
} oth_rules;

static inline int oth_count(uint64_t set)
{
    return __builtin_popcountll(set);
}

static inline int oth_lowest(uint64_t set)
{
    return __builtin_ctzll(set);
}

static inline void oth_prepare(oth_rules *r, int n)
{
    const int dx[4] = {1, -1, 0, 1}, dy[4] = {0, 1, 1, 1};
    r->size = n;
    r->cells = n * n;
    r->rows = (ari_rows){n, n, .stride = 8, .from_top = true, .signs = "xo.-"};
    for (int cell = 0; cell < 64; cell++) {
        int x = cell & 7, y = cell >> 3;
        if (x >= n || y >= n)
            continue;
        r->full |= (uint64_t)1 << cell;
        if ((x == n / 2 || x == n / 2 - 1) && (y == n / 2 || y == n / 2 - 1))
            r->centre |= (uint64_t)1 << cell;
        if ((x == 0 || x == n - 1) && (y == 0 || y == n - 1))
            r->corners |= (uint64_t)1 << cell;
        for (int other = 0; other < 64; other++) {
            int u = other & 7, v = other >> 3;
            if (u >= n || v >= n)
                continue;
            if (other != cell && abs(u - x) <= 1 && abs(v - y) <= 1)
                r->around[cell] |= (uint64_t)1 << other;
            if (u / (n / 2) == x / (n / 2) && v / (n / 2) == y / (n / 2))
                r->quarter[cell] |= (uint64_t)1 << other;
        }
        for (int d = 0; d < 4; d++) {
            for (int k = -n; k <= n; k++) {
                int u = x + k * dx[d], v = y + k * dy[d];
                if (u >= 0 && u < n && v >= 0 && v < n)
                    r->line[cell][d] |= (uint64_t)1 << (u + 8 * v);
            }
            bool edge =
                (dx[d] && (x == 0 || x == n - 1)) || (dy[d] && (y == 0 || y == n - 1));
            r->bounded[d] |= (uint64_t)edge << cell;
            r->inner[d] |= (uint64_t) !(dx[d] && (x == 0 || x == n - 1)) << cell;
        }
    }
}

/* The cells where `mine` may play: a line of the other's discs runs from one of `mine` to each. */
static inline uint64_t oth_mobility(const oth_rules *r, uint64_t mine, uint64_t theirs)
{
    const oth_lanes step = oth_step, twice = step + step;
    oth_lanes over = {theirs, theirs, theirs, theirs}, own = {mine, mine, mine, mine};
    over &= r->inner;
    oth_lanes up = over & (own << step), down = over & (own >> step);
    oth_lanes up2 = over & (over << step), down2 = over & (over >> step);
    up |= over & (up << step);
    down |= over & (down >> step);
    up |= up2 & (up << twice);
    down |= down2 & (down >> twice);
    up |= up2 & (up << twice);
    down |= down2 & (down >> twice);
    oth_lanes to = up << step | down >> step;
    return (to[0] | to[1] | to[2] | to[3]) & r->full & ~(mine | theirs);
}

/* The other's discs that turn over when `mine` plays there. Upwards a carry runs along the line, over
 * the other's discs, to the next cell; downwards, all cells from the first on that is not the other's
 * are blotted out. */
static inline uint64_t oth_flips(const oth_rules *r, uint64_t mine, uint64_t theirs,
                                 int cell)
{
    const oth_lanes step = oth_step;
    uint64_t bit = (uint64_t)1 << cell, below = bit - 1, above = ~(bit | below);
    oth_lanes own = {mine, mine, mine, mine}, other = {theirs, theirs, theirs, theirs};
    oth_lanes up = r->line[cell] & above, down = r->line[cell] & below;
    oth_lanes end = ((other | ~up) + 1) & up & own;
    oth_lanes turned = (end + (oth_lanes)(end != 0)) & up;
    oth_lanes stop = down & ~other;
    stop |= stop >> step;
    stop |= stop >> (step + step);
    stop |= stop >> (4 * step);
    oth_lanes first = stop & ~(stop >> step) & own;
    turned |= down & ~stop & (oth_lanes)(first != 0);
    return turned[0] | turned[1] | turned[2] | turned[3];
}

/* Discs that nothing can turn over any more: on each of the lines through one, all is full, the
 * board ends beside it, or a disc of the same side that cannot either is its neighbour. */
static inline uint64_t oth_stable(const oth_rules *r, uint64_t mine, uint64_t theirs)
{
    const oth_lanes step = oth_step;
    oth_lanes open = {0};
    for (uint64_t empty = r->full & ~(mine | theirs); empty; empty &= empty - 1)
        open |= r->line[oth_lowest(empty)];
    oth_lanes firm = ~open | r->bounded;
    uint64_t stable = 0, before;
    do {
        before = stable;
        oth_lanes near = {stable, stable, stable, stable};
        near = firm | near << step | near >> step;
        stable = mine & near[0] & near[1] & near[2] & near[3];
    } while (stable != before);
    return stable;
}

/* A set and all cells around it. */
static inline uint64_t oth_spread(const oth_rules *r, uint64_t set)
{
    uint64_t row = set | (set << 1 & ~OTH_LEFT) | (set >> 1 & ~(OTH_LEFT << 7));
    return (row | row << 8 | row >> 8) & r->full;
}

#endif
