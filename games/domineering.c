/* domineering.c: Domineering: the first player puts dominoes upright, the second lying; whoever cannot, loses. */
#define DOM_LOWEST 2 /* rows: who begins has a move */
#include "strips.h"
#include "transposed.h"
/* with them */
#include "dominoes.h"

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
 * The dominoes that a side puts on cells that the other cannot use are safe. What the other cells are worth to it at
 * least, strips.h says. */

/* The cells of as many dominoes of a side as fit: each column, or row, is filled from its end. */
static inline uint64_t dom_filled(const dom_rules *r, uint64_t cells, uint64_t side)
{
    const reg_board *b = &r->board;
    uint64_t filled = 0;
    int count = side ? b->width : b->height, step = side ? 1 : b->width;
    uint64_t line = side ? b->left : ((uint64_t)1 << b->width) - 1;
    for (int i = 0; i + 1 < count; i++, line <<= step) {
        uint64_t here = cells & line & cells >> step;
        filled |= here | here << step;
        cells &= ~(here << step);
    }
    return filled;
}

static inline int dom_fit(const dom_rules *r, uint64_t cells, uint64_t side)
{
    return __builtin_popcountll(dom_filled(r, cells, side)) / 2;
}

/* Cells that the other side cannot use. */
static inline uint64_t dom_safe(const dom_rules *r, uint64_t free, uint64_t side)
{
    const reg_board *b = &r->board;
    return free & ~(side ? reg_up(b, free) | reg_down(b, free)
                         : reg_left(b, free) | reg_right(b, free));
}

/* Rows as a side sees them, whose dominoes stand upright; how many. They are of at most eight cells. */
static inline int dom_rows(const dom_rules *r, uint64_t cells, uint64_t side,
                           uint8_t *rows)
{
    const reg_board *b = &r->board;
    if (side && b->width > STRIP_COLUMNS) {
        for (int x = 0; x < b->width; x++) {
            unsigned row = 0;
            for (int y = 0; y < b->height; y++)
                row |= (unsigned)(cells >> (x + b->width * y) & 1) << y;
            rows[x] = (uint8_t)row;
        }
        return b->width;
    }
    unsigned row = (1u << b->width) - 1;
    uint64_t spread = 0;
    for (int y = 0; y < b->height; y++) {
        rows[y] = (uint8_t)(cells >> b->width * y & row);
        spread |= side ? (uint64_t)rows[y] << STRIP_COLUMNS * y : 0;
    }
    if (!side)
        return b->height;
    spread = board_transposed(spread);
    for (int x = 0; x < STRIP_COLUMNS; x++)
        rows[x] = (uint8_t)(spread >> STRIP_COLUMNS * x);
    return b->width;
}

/* Is it certain that a side wins, to move or not? */
static inline bool dom_wins(const dom_rules *r, uint64_t free, uint64_t side, bool first)
{
    const reg_board *b = &r->board;
    uint64_t safe = dom_safe(r, free, side);
    uint8_t rows[STRIP_ROWS];
    if ((side ? b->height : b->width) > STRIP_COLUMNS) {
        int ahead = dom_fit(r, safe, side) - dom_fit(r, free, !side) +
                    (dom_fit(r, free & ~safe, side) + 2 * first) / 3;
        return ahead > 0 || (ahead == 0 && !first);
    }
    uint64_t used = dom_filled(r, safe, side);
    int count = dom_rows(r, free & ~used, side, rows);
    return strips_win(r->strips, rows, count, __builtin_popcountll(used) / 2, first);
}

static inline int dom_at_least(const dom_rules *r, const dom_state *s, int wanted)
{
    if (wanted > 1 || wanted <= -1)
        return -1;
    return dom_wins(r, s->free, s->turn, true) ? 1 : -1;
}

static inline int dom_at_most(const dom_rules *r, const dom_state *s, int wanted)
{
    if (wanted > 1 || wanted <= -1)
        return 1;
    return dom_wins(r, s->free, !s->turn, false) ? -1 : 1;
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
