/* hex.c: Hex: a rhombus of hexagons, whose opposite edges two players try to join.
 *
 * A position is the stones of both sides, a bit for each cell (hex_board.h); the highest bit of the
 * second's says that it is the second's turn, which the stones tell only where there is no swap. A
 * move is a cell, or size * size for the swap: the first stone is mirrored and changes its
 * owner, which is the same as changing sides.
 *
 * What the exact search is told without searching, from chains of bridges, is in hex_chains.h; the
 * evaluations are in hex_eval.h. */
#include <stdio.h>
#include <string.h>

#include "hex_eval.h"

/* ---- setting up ---- */

static int hex_centre(const hex_rules *r, ari_move m)
{
    if (m == r->cells)
        return 0;
    int x = 2 * (m % r->size) - r->size + 1, y = 2 * (m / r->size) - r->size + 1;
    return x * x + y * y + x * y;
}

static ari_status hex_setup(const ari_value *values, hex_rules *r, ari_error *error)
{
    (void)error;
    int n = r->size = (int)values[0].number;
    r->swap = values[1].number != 0;
    r->cells = n * n;
    r->rows = (ari_rows){n, n, .from_top = true, .signs = "xo."};
    for (int cell = 0; cell < r->cells; cell++) {
        int at[2] = {cell / n, cell % n}; /* how far from each side's first edge */
        int at_order = cell;              /* sorted as they come */
        for (; at_order > 0 &&
               hex_centre(r, (ari_move)cell) < hex_centre(r, r->order[at_order - 1]);
             at_order--)
            r->order[at_order] = r->order[at_order - 1];
        r->order[at_order] = (ari_move)cell;
        r->all |= hex_bit(cell);
        r->not_left |= at[1] > 0 ? hex_bit(cell) : 0;
        r->not_right |= at[1] < n - 1 ? hex_bit(cell) : 0;
        for (int side = 0; side < 2; side++) {
            r->edge[side][0] |= at[side] == 0 ? hex_bit(cell) : 0;
            r->edge[side][1] |= at[side] == n - 1 ? hex_bit(cell) : 0;
            r->edge_next[side][0] |= at[side] == 1 ? hex_bit(cell) : 0;
            r->edge_next[side][1] |= at[side] == n - 2 ? hex_bit(cell) : 0;
        }
    }
    return ARI_OK;
}

static hex_state hex_start(const hex_rules *r)
{
    (void)r;
    return (hex_state){{0, 0}};
}

/* ---- the rules ---- */

static inline ari_side hex_turn(const hex_rules *r, const hex_state *s)
{
    (void)r;
    return (ari_side)hex_mover(s);
}

/* Only the first stone of all can be taken over. */
static inline bool hex_may_swap(const hex_rules *r, const hex_state *s)
{
    return r->swap && s->stones[1] == HEX_TURN && hex_count(s->stones[0]) == 1;
}

static inline int hex_list(const hex_rules *r, hex_set set, bool swap, ari_move *list)
{
    int count = 0;
    for (int i = 0; i < r->cells && set; i++)
        if (set & hex_bit(r->order[i])) {
            list[count++] = r->order[i];
            set ^= hex_bit(r->order[i]);
        }
    if (swap)
        list[count++] = (ari_move)r->cells;
    return count;
}

static inline int hex_moves(const hex_rules *r, const hex_state *s, ari_move *list)
{
    return hex_list(r, hex_free(r, s), hex_may_swap(r, s), list);
}

static inline hex_state hex_after(const hex_rules *r, const hex_state *s, ari_move m)
{
    hex_state next = *s;
    if (m == r->cells)
        next = (hex_state){{0, hex_mirror(r, s->stones[0]) | HEX_TURN}};
    else
        next.stones[hex_mover(s)] |= hex_bit(m);
    next.stones[1] ^= HEX_TURN;
    return next;
}

/* Only the side that has just moved can have joined its edges. */
static inline int hex_outcome(const hex_rules *r, const hex_state *s)
{
    int other = !hex_mover(s);
    return hex_joined(r, hex_stones(s, other), other) ? ARI_LOST : ARI_ON;
}

/* ---- hints for the searches ---- */

/* The cells in which one more stone joins the edges of a side. */
static inline hex_set hex_wins(const hex_rules *r, const hex_state *s, int side)
{
    hex_set stones = hex_stones(s, side);
    if (hex_count(stones) < r->size - 1)
        return 0;
    hex_set ends[2];
    for (int i = 0; i < 2; i++) {
        hex_set edge = r->edge[side][i];
        ends[i] = edge | hex_around(r, hex_flood(r, edge, stones));
    }
    return ends[0] & ends[1] & hex_free(r, s);
}

static inline ari_move hex_win_now(const hex_rules *r, const hex_state *s)
{
    hex_set wins = hex_wins(r, s, hex_mover(s));
    return wins ? (ari_move)hex_lowest(wins) : ARI_NO_MOVE;
}

/* One stone cannot be in two places. Who swaps leaves the other side without a stone. */
static inline int hex_safe_moves(const hex_rules *r, const hex_state *s, ari_move *list)
{
    hex_set wins = hex_wins(r, s, !hex_mover(s));
    hex_set safe = !wins ? hex_free(r, s) : wins & (wins - 1) ? 0 : wins;
    return hex_list(r, safe, hex_may_swap(r, s), list);
}

static inline int hex_choice(const hex_rules *r, const hex_state *s, ari_move *only)
{
    hex_set wins = hex_wins(r, s, !hex_mover(s));
    if (!wins || hex_may_swap(r, s))
        return 2;
    *only = (ari_move)hex_lowest(wins);
    return !(wins & (wins - 1));
}

static int hex_longest(const hex_rules *r, const hex_state *s)
{
    bool swap = r->swap && hex_count(s->stones[0] | hex_stones(s, 1)) < 2 &&
                !hex_stones(s, 1); /* it is still to come */
    return hex_count(hex_free(r, s)) + swap;
}

/* Half a turn of the board leaves every edge with its owner. */
static hex_set hex_turned(const hex_rules *r, hex_set set)
{
    hex_set turned = 0;
    for (; set; set &= set - 1)
        turned |= hex_bit(r->cells - 1 - hex_lowest(set));
    return turned;
}

static inline hex_state hex_canonical(const hex_rules *r, const hex_state *s)
{
    hex_set first = hex_turned(r, s->stones[0]), second = hex_turned(r, hex_stones(s, 1));
    hex_state turned = {{first, second | (s->stones[1] & HEX_TURN)}};
    bool less =
        first != s->stones[0] ? first < s->stones[0] : turned.stones[1] < s->stones[1];
    return less ? turned : *s;
}

static int hex_orbit(const hex_rules *r, const hex_state *s)
{
    return hex_turned(r, s->stones[0]) != s->stones[0] ||
                   hex_turned(r, hex_stones(s, 1)) != hex_stones(s, 1)
               ? 2
               : 1;
}

/* Does a side lack more than `most` stones? */
static inline bool hex_lacks(const hex_rules *r, const hex_state *s, int side, int most)
{
    hex_set stones = hex_stones(s, side), free = hex_free(r, s);
    hex_set reached = 0, next = r->edge[side][0];
    for (int i = 0; i <= most; i++) {
        reached = hex_flood(r, reached | (next & stones), reached | stones);
        if (reached & r->edge[side][1])
            return false;
        next = r->edge[side][0] | hex_around(r, reached);
        reached |= next & free;
    }
    return true;
}

/* Where the other side is joined by a chain, or so many stones are lacking that it takes longer. */
static inline int hex_at_most(const hex_rules *r, const hex_state *s, int wanted)
{
    int side = hex_mover(s), lost, most = (ARI_WIN - wanted + 1) / 2;
    if (hex_may_swap(r, s))
        return ARI_WIN;
    if (!hex_must(r, s, side, &lost) && lost - ARI_WIN < wanted)
        return lost - ARI_WIN;
    if (wanted > 0 && most < r->size && hex_lacks(r, s, side, most))
        return ARI_WIN - (2 * most + 1);
    return ARI_WIN;
}

/* Where the mover makes a chain with his next stone, and it will not be swapped. */
static inline int hex_at_least(const hex_rules *r, const hex_state *s, int wanted)
{
    bool swaps = r->swap && !hex_stones(s, 1);
    int soon = swaps ? 0 : hex_soon(r, s, hex_mover(s));
    return soon && ARI_WIN - soon >= wanted ? ARI_WIN - soon : -ARI_WIN;
}

/* ---- evaluation ---- */

enum { HEX_CURRENT, HEX_BRIDGES };

static int hex_eval(const hex_rules *r, const hex_state *s, int which, const int *params)
{
    if (which == HEX_BRIDGES)
        return hex_bridges(r, s, params);
    hex_state turned =
        hex_canonical(r, s); /* so that rounding does not tell them apart */
    return hex_balance(r, &turned, hex_mover(s)) + params[0];
}

static const ari_option hex_current_params[] = {
    ARI_OPTION_WEIGHT("turn", 50, "being to move"), {.name = NULL}};

static const ari_option hex_bridges_params[] = {
    ARI_OPTION_WEIGHT("stone", 20, "a stone less between the edges"),
    ARI_OPTION_WEIGHT("way", 1, "a cell on a shortest way"),
    ARI_OPTION_WEIGHT("turn", 10, "being to move"),
    {.name = NULL}};

static const ari_eval_info hex_evals[] = {
    {.name = "current",
     .help = "how well the edges are joined, as in an electric circuit",
     .params = hex_current_params},
    {.name = "bridges",
     .help = "stones that each side lacks between its edges, over bridges",
     .params = hex_bridges_params},
    {.name = NULL}};

/* ---- the order of moves ---- */

/* Bridges to stones of one's own, what stands in the other's way, and the middle. */
static inline int hex_promise(const hex_rules *r, const hex_state *s, ari_move m)
{
    if (m == r->cells)
        return 0;
    int side = hex_mover(s);
    hex_set cell = hex_bit(m), near = hex_around(r, cell), over = 0;
    for (int bridge = 0; bridge < 6; bridge++)
        over |= hex_cross(r, cell, bridge);
    return 8 * hex_count(over & hex_stones(s, side)) +
           6 * hex_count((near | over) & hex_stones(s, !side)) +
           4 * hex_count(near & hex_stones(s, side)) - hex_centre(r, m) / 8;
}

/* How the position after a move looks to the side that made it. */
static inline int hex_promise_after(const hex_rules *r, const hex_state *s, ari_move m,
                                    const hex_state *next)
{
    static const int params[] = {20, 1, 0};
    (void)s, (void)m;
    return -hex_bridges(r, next, params);
}

#include "hex_text.inc"

/* The stones of the winner that join its edges are marked. */
static void hex_board(const hex_rules *r, const hex_state *s, ari_board *board)
{
    char signs[HEX_CELLS];
    hex_signs(r, s, signs);
    ari_board_hexagons(board, r->size, r->size);
    ari_board_signs(board, &r->rows, signs);
    board->pieces = ARI_PIECES_STONES;
    int winner = !hex_mover(s);
    bool on = hex_outcome(r, s) == ARI_ON;
    hex_set chain = on ? 0 : hex_flood(r, r->edge[winner][0], hex_stones(s, winner));
    for (int cell = 0; cell < r->cells; cell++) {
        board->cells[cell].line = (chain & hex_bit(cell)) != 0;
        if (on && signs[cell] == '.')
            board->cells[cell].move = (ari_move)cell;
    }
    if (hex_may_swap(r, s))
        snprintf(board->caption, sizeof board->caption, "the second player may swap");
}

static const ari_option hex_options[] = {
    ARI_OPTION_NUMBER("size", 11, 1, HEX_SIDE, "rows and columns"),
    ARI_OPTION_FLAG("swap", 1, "the second player may take over the first stone"),
    {.name = NULL}};

#define GAME hex
#define GAME_MAX_MOVES (HEX_CELLS + 1)
#define GAME_PROMISE hex_promise
#define GAME_WIN_NOW hex_win_now
#define GAME_SAFE_MOVES hex_safe_moves
#define GAME_CHOICE hex_choice
#define GAME_PROMISE_AFTER hex_promise_after
#define GAME_AT_MOST hex_at_most
#define GAME_AT_LEAST hex_at_least
#define GAME_LONGEST hex_longest
#define GAME_DRAWS_LAST ari_always /* there are none: a full board has a winner */
#define GAME_CANONICAL hex_canonical
#define GAME_ORBIT hex_orbit
#define GAME_EVAL hex_eval
#define GAME_EVALS hex_evals
#include <ariadne/instance.h>

/* Measured: docs/levels.md. */
static const ari_level hex_levels_of_play[ARI_LEVELS] = {
    {.sight = 0.5},
    {.sight = 1, .whim = 500},
    {.sight = 1, .whim = 320},
    {.sight = 1, .whim = 210},
    {.sight = 1, .whim = 140},
    {.sight = 1, .whim = 90},
    {.sight = 1, .whim = 50},
    {.sight = 1.35, .whim = 25},
    {.sight = 2, .whim = 10},
    {.sight = ARI_SIGHT_ALL, .whim = 5},
};

const ari_game ari_game_hex = {
    GAME_CORE,
    .id = "hex",
    .title = "Hex",
    .about =
        "A rhombus of hexagons. In turn, each player puts a stone on a free cell;\n"
        "stones never move. The first player, x, wins by joining the top and the\n"
        "bottom edge with a chain of stones, the second, o, by joining left and right.\n"
        "One of them always does. With the option swap the second player may, instead\n"
        "of his first move, take over the first stone, mirrored, so that nobody begins\n"
        "too well.\n"
        "A move is the letter of a column and the number of a row, from the top: c2;\n"
        "or swap.\n"
        "A position is its rows from the top, x, o or .: .x./.o./...; with /2 at the\n"
        "end when o is to move though there are as many x as o, as after a swap.",
    .options = hex_options,
    .levels = hex_levels_of_play,
};
