/* domineering.c: Domineering: the first player puts dominoes upright, the second lying; whoever cannot, loses. */
#define DOM_LOWEST 2 /* rows: who begins has a move */
#include "dominoes.h"

#define DOM_COSTLY \
    4 /* the most that is looked for in what a domino costs the other side */

/* What a side may put down in these cells. */
static inline uint64_t dom_places(const dom_rules *r, uint64_t free, uint64_t side)
{
    return side ? dom_lying(r, free) : dom_upright(r, free);
}

static inline int dom_moves(const dom_rules *r, const dom_state *s, ari_move *list)
{
    return dom_list(dom_places(r, s->free, s->turn), !s->turn, list);
}

static inline int dom_outcome(const dom_rules *r, const dom_state *s)
{
    return dom_places(r, s->free, s->turn) ? ARI_ON : ARI_LOST;
}

/* The smallest of the four images, in the corner. */
static inline dom_state dom_canonical(const dom_rules *r, const dom_state *s)
{
    const reg_board *b = &r->board;
    uint64_t living = dom_living(r, s->free);
    if (!living)
        return (dom_state){0, s->turn};
    uint64_t mirrored = reg_flip_x(b, living), turned = reg_flip_y(b, mirrored);
    uint64_t flipped = reg_flip_y(b, living);
    uint64_t least = reg_least(
        reg_least(living >> reg_corner(b, living), mirrored >> reg_corner(b, mirrored)),
        reg_least(turned >> reg_corner(b, turned), flipped >> reg_corner(b, flipped)));
    return (dom_state){least, s->turn};
}

/* ---- bounds ----
 *
 * How many dominoes a side could put down at the most, and how many it will at the least, whatever the other does.
 *
 * At the most, in each row (or column) that is free from end to end for n cells: n / 2, rounded down.
 *
 * At the least: those on cells that the other cannot use are safe. Of the others, as many as fit beside each other,
 * each move of the other side destroys two, so that of every three one can be had. Such a domino also takes room
 * from the other side: where n is even, a cell that is taken costs it one. So dominoes of which each cell lies in a
 * row of its own with even n, no two in the same one, are worth having first: each costs the other side two. */

/* The most that fit: each column, or row, is filled from its end. */
static inline int dom_fit(const dom_rules *r, uint64_t cells, uint64_t side)
{
    const reg_board *b = &r->board;
    int count = 0;
    if (side) {
        for (int x = 0; x + 1 < b->width; x++) {
            uint64_t here = cells & b->left << x & cells >> 1;
            count += __builtin_popcountll(here);
            cells &= ~(here << 1);
        }
        return count;
    }
    uint64_t row = ((uint64_t)1 << b->width) - 1;
    for (int y = 0; y + 1 < b->height; y++, row <<= b->width) {
        uint64_t here = cells & row & cells >> b->width;
        count += __builtin_popcountll(here);
        cells &= ~(here << b->width);
    }
    return count;
}

/* Cells that the other side cannot use. */
static inline uint64_t dom_safe(const dom_rules *r, uint64_t free, uint64_t side)
{
    const reg_board *b = &r->board;
    return free & ~(side ? reg_up(b, free) | reg_down(b, free)
                         : reg_left(b, free) | reg_right(b, free));
}

/* Cells in rows (or columns) that are free for an even number of cells, at least two, for that side. */
static inline uint64_t dom_even(const dom_rules *r, uint64_t free, uint64_t side)
{
    const reg_board *b = &r->board;
    uint64_t odd = 0,
             even = 0; /* cells with an odd or even number of free ones up to here */
    int length = side ? b->width : b->height, step = side ? 1 : b->width;
    uint64_t line = side ? b->left : ((uint64_t)1 << b->width) - 1, before = 0;
    for (int i = 0; i < length; i++, line <<= step) {
        uint64_t here = free & line, went_on = here & (before << step);
        odd |= here & (~went_on | (even << step));
        even |= went_on & (odd << step);
        before = here;
    }
    /* the last cell of each tells of all: it goes back to the first */
    uint64_t set = side ? even & ~reg_left(b, free) : even & ~reg_down(b, free);
    for (int i = 1; i < length; i++)
        set |= (side ? reg_left(b, set) : reg_down(b, set)) & free;
    return set;
}

/* The whole row (or column) of free cells that a cell lies in. */
static inline uint64_t dom_line(const dom_rules *r, uint64_t free, uint64_t cell,
                                uint64_t side)
{
    const reg_board *b = &r->board;
    for (uint64_t before = 0; before != cell;) {
        before = cell;
        cell |= free & (side ? reg_left(b, cell) | reg_right(b, cell)
                             : reg_up(b, cell) | reg_down(b, cell));
    }
    return cell;
}

/* Dominoes of a side of which each cell costs the other one, as many as are found; `taken` are their cells. */
static inline int dom_costly(const dom_rules *r, uint64_t free, uint64_t side,
                             uint64_t *taken)
{
    int step = side ? 1 : r->board.width, count = 0;
    uint64_t even = dom_even(r, free, !side), places;
    *taken = 0;
    while ((places = dom_places(r, even, side)) != 0) {
        uint64_t cell = places & -places, next = cell << step;
        *taken |= cell | next;
        even &= ~(dom_line(r, free, cell, !side) | dom_line(r, free, next, !side));
        count++;
    }
    return count;
}

static inline int dom_third(int count)
{
    return count > 0 ? (count + 2) / 3 : 0;
}

/* By how many moves at least a side will outnumber the other, which has destroyed `lost` dominoes before. Only what
 * is above `wanted` is of use. */
static inline int dom_ahead(const dom_rules *r, uint64_t free, uint64_t side, int lost,
                            int wanted)
{
    uint64_t safe = dom_safe(r, free, side), open = free & ~safe, taken;
    int sure = dom_fit(r, safe, side) - dom_fit(r, free, !side);
    int ahead = sure + dom_third(dom_fit(r, open, side) - lost);
    if (ahead > wanted || ahead + DOM_COSTLY <= wanted)
        return ahead;
    int costly = dom_costly(r, open, side, &taken);
    int others = dom_fit(r, open & ~taken, side);
    int more = sure + dom_third(costly + others - lost) + 2 * dom_third(costly - lost);
    return more > ahead ? more : ahead;
}

static inline int dom_at_least(const dom_rules *r, const dom_state *s, int wanted)
{
    if (wanted > 1 || wanted <= -1)
        return -1;
    return dom_ahead(r, s->free, s->turn, 0, 0) > 0 ? 1 : -1;
}

static inline int dom_at_most(const dom_rules *r, const dom_state *s, int wanted)
{
    if (wanted > 1 || wanted <= -1)
        return 1;
    return dom_ahead(r, s->free, !s->turn, 2, -1) > -1 ? -1 : 1;
}

/* What is left to both sides, above all what nobody can take away. */
static inline int dom_room(const dom_rules *r, uint64_t free, uint64_t side)
{
    return 2 * dom_fit(r, free, side) + 3 * dom_fit(r, dom_safe(r, free, side), side);
}

static int dom_promise_after(const dom_rules *r, const dom_state *s, ari_move m,
                             const dom_state *next)
{
    (void)m;
    return dom_room(r, next->free, s->turn) - dom_room(r, next->free, !s->turn);
}

#define GAME_MAX_MOVES REG_CELLS
#define GAME_PROMISE_AFTER dom_promise_after
#include <ariadne/instance.h>

const ari_game ari_game_domineering = {
    GAME_CORE,
    .id = "domineering",
    .title = "Domineering",
    .about =
        "An empty board. In turn, the first player puts a domino upright on two free\n"
        "cells, one above the other, and the second one lying on two side by side.\n"
        "Whoever cannot, loses.\n"
        "A move is both cells, the lower or left one first: a1a2 or a1b1.\n"
        "A position is its rows from the top, # for a cell that is taken, with /2 at "
        "the\n"
        "end when the second player is to move: .##./....",
    .options = dom_options,
};
