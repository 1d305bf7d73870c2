/* hex_chains.h: what a side of Hex is sure to join, by bridges.
 *
 * Whoever has a chain of bridges from edge to edge has won: the other side cannot break more than
 * one bridge a move, and each is restored at once. Who can make a chain with one more stone
 * threatens to, and the other side must answer in a cell that the threat needs. */
#ifndef GAMES_HEX_CHAINS_H
#define GAMES_HEX_CHAINS_H

#include "hex_board.h"

/* Every cell of a set goes over a bridge, which is open and does not end off the board. */
static inline hex_set hex_cross(const hex_rules *r, hex_set set, int bridge)
{
    return hex_step(r, hex_step(r, set, bridge), (bridge + 1) % 6);
}

/* The bridges that lead off the board from the rows next to a side's edges. */
static const uint8_t hex_home[2][2] = {{4, 1}, {2, 5}};

/* The two cells between a cell and the one over a bridge. */
static inline hex_set hex_between(const hex_rules *r, hex_set cell, int bridge)
{
    return hex_step(r, cell, bridge) | hex_step(r, cell, (bridge + 1) % 6);
}

/* What a side has: its stones, the free cells, bridges that are open, and cells near its edges. */
typedef struct hex_half {
    int side;
    hex_set stones, free, open[6], near[2];
} hex_half;

static inline hex_half hex_half_of(const hex_rules *r, const hex_state *s, int side)
{
    hex_half half = {.side = side, .stones = hex_stones(s, side), .free = hex_free(r, s)};
    hex_set beside[6];
    for (int i = 0; i < 6; i++)
        beside[i] = hex_step(r, half.free, (i + 3) % 6);
    for (int i = 0; i < 6; i++)
        half.open[i] = beside[i] & beside[(i + 1) % 6];
    for (int end = 0; end < 2; end++)
        half.near[end] = half.open[hex_home[side][end]] & r->edge_next[side][end];
    return half;
}

/* Neighbours of a set, and what is over an open bridge. */
static inline hex_set hex_reach(const hex_rules *r, const hex_half *half, hex_set from)
{
    hex_set reach = hex_around(r, from);
    for (int bridge = 0; bridge < 6; bridge++)
        reach |= hex_cross(r, from & half->open[bridge], bridge);
    return reach;
}

/* Stones that hang together, and the cells on which their way from the edge relies. */
typedef struct hex_chain {
    hex_set stones, between;
} hex_chain;

/* The chains on the way, and the stones that are in none. */
typedef struct hex_search {
    hex_set left;
    int count;
    hex_chain chains[HEX_CELLS / 2 + 1];
} hex_search;

static inline void hex_add_chain(const hex_rules *r, const hex_half *half,
                                 hex_search *search, hex_set from, hex_set between)
{
    hex_set group = hex_flood(r, from, half->stones);
    search->chains[search->count++] = (hex_chain){group, between};
    search->left &= ~group;
}

/* Is there a chain of bridges from one edge of the side to the other, no two of which share a
 * cell? Then the side wins even if the other moves first, in two moves for each bridge at the
 * most. Each group of stones is reached in one way only, by the fewest bridges, so that a chain may be
 * missed. */
static bool hex_chained(const hex_rules *r, const hex_half *half, hex_set *between)
{
    const uint8_t *home = hex_home[half->side];
    const hex_set *edge = r->edge[half->side];
    hex_search search = {.left = half->stones};
    if (search.left & edge[0])
        hex_add_chain(r, half, &search, edge[0], 0);
    while (half->near[0] & search.left) {
        hex_set cell = half->near[0] & search.left;
        cell &= -cell;
        hex_add_chain(r, half, &search, cell, hex_between(r, cell, home[0]));
    }
    for (int i = 0; i < search.count; i++) {
        hex_chain chain = search.chains[i];
        *between = chain.between;
        if (chain.stones & edge[1])
            return true;
        for (hex_set last = chain.stones & half->near[1]; last; last &= last - 1) {
            hex_set more = hex_between(r, last & -last, home[1]);
            *between = chain.between | more;
            if (!(more & chain.between))
                return true;
        }
        for (int bridge = 0; bridge < 6; bridge++)
            for (hex_set from = chain.stones & half->open[bridge]; from;
                 from &= from - 1) {
                hex_set to = hex_cross(r, from & -from, bridge) & search.left;
                hex_set more = hex_between(r, from & -from, bridge);
                if (to && !(more & chain.between))
                    hex_add_chain(r, half, &search, to, chain.between | more);
            }
    }
    return false;
}

/* The free cells from which a side's stones, and bridges, lead to one of its edges. */
static inline hex_set hex_one_short(const hex_rules *r, const hex_half *half, int end)
{
    hex_set home = r->edge[half->side][end] | half->near[end];
    hex_set joined = home & half->stones, before, reach;
    do {
        before = joined;
        reach = hex_reach(r, half, joined);
        joined |= reach & half->stones;
    } while (joined != before);
    return (home | reach) & half->free;
}

/* Does a stone in this cell make a chain? */
static inline bool hex_threat(const hex_rules *r, const hex_state *s, int side,
                              hex_set cell, hex_set *between)
{
    hex_state then = *s;
    then.stones[side] |= cell;
    hex_half half = hex_half_of(r, &then, side);
    return hex_chained(r, &half, between);
}

/* The cells in which a side must play as the other threatens to make a chain: every threat must be met
 * in one of the cells that it needs. Where there is no such cell, or the chain is there already,
 * the side has lost within `*lost` plies. */
static hex_set hex_must(const hex_rules *r, const hex_state *s, int side, int *lost)
{
    hex_half half = hex_half_of(r, s, !side);
    hex_set between, must = half.free;
    if (hex_chained(r, &half, &between)) {
        *lost = hex_count(between);
        return 0;
    }
    *lost = 0;
    hex_set keys = hex_one_short(r, &half, 0) & hex_one_short(r, &half, 1);
    for (; keys && must; keys &= keys - 1) {
        hex_set key = keys & -keys;
        if (!hex_threat(r, s, !side, key, &between))
            continue;
        int plies = 2 + hex_count(between);
        *lost = plies > *lost ? plies : *lost;
        must &= between | key;
    }
    return must;
}

/* A side to move that has one stone more to put for a chain wins within so many plies; 0 where
 * none was found. */
static int hex_soon(const hex_rules *r, const hex_state *s, int side)
{
    hex_half half = hex_half_of(r, s, side);
    hex_set keys = hex_one_short(r, &half, 0) & hex_one_short(r, &half, 1), between;
    for (; keys; keys &= keys - 1)
        if (hex_threat(r, s, side, keys & -keys, &between))
            return 1 + hex_count(between);
    return 0;
}

#endif
