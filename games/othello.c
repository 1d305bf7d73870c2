/* othello.c: Othello on boards of 4, 6 or 8 cells a side: a disc is placed so that it encloses
 * others, which turn over. Whoever has more at the end wins by the difference.
 *
 * A position is seen by the side to move, and carries the moves it has, which everybody asks about.
 * A move is the cell, x + 8 * y with y from the top; who has none passes. What sets of cells do to
 * each other is in othello_sets.h, the last moves are in othello_end.h. */
#include <stdio.h>
#include <string.h>

#include <ariadne/game.h>
#include <ariadne/random.h>

#include "othello_end.h"
#include "transposed.h"

#define OTH_PASS 64
#define OTH_STABLE \
    2 /* discs by which a side must win, for each empty cell, to look for stable ones */
#define OTH_FRACTIONS 16 /* of a disc, in which evaluations are reckoned */

enum { OTH_SECOND = 1, OTH_OVER = 2 };

typedef struct oth_state {
    uint64_t mine, theirs;
    uint64_t moves; /* of the side to move */
    uint64_t flags; /* the second player's turn; the game is over */
} oth_state;

/* ---- the rules ---- */

static ari_status oth_setup(const ari_value *values, oth_rules *r, ari_error *error)
{
    (void)error;
    oth_prepare(r, 4 + 2 * (int)values[0].number);
    r->wide = values[1].number != 0;
    return ARI_OK;
}

/* The position in which these are to move. */
static inline oth_state oth_make(const oth_rules *r, uint64_t mine, uint64_t theirs,
                                 uint64_t turn)
{
    oth_state s = {mine, theirs, oth_mobility(r, mine, theirs), turn};
    /* NOLINTNEXTLINE(readability-suspicious-call-argument): the other side's moves */
    if (!s.moves && !oth_mobility(r, theirs, mine))
        s.flags |= OTH_OVER;
    return s;
}

static oth_state oth_start(const oth_rules *r)
{
    int corner = 9 * (r->size / 2 - 1); /* of the centre, the upper left one */
    uint64_t second = (uint64_t)1 << corner | (uint64_t)1 << (corner + 9);
    return oth_make(r, r->centre & ~second, second, 0);
}

static inline int oth_moves(const oth_rules *r, const oth_state *s, ari_move *list)
{
    (void)r;
    int count = 0;
    for (uint64_t left = s->moves; left; left &= left - 1)
        list[count++] = (ari_move)oth_lowest(left);
    if (count == 0)
        list[count++] = OTH_PASS;
    return count;
}

static inline oth_state oth_after(const oth_rules *r, const oth_state *s, ari_move m)
{
    uint64_t turn = (s->flags & OTH_SECOND) ^ OTH_SECOND;
    if (m == OTH_PASS)
        return oth_make(r, s->theirs, s->mine, turn);
    uint64_t turned = oth_flips(r, s->mine, s->theirs, m);
    return oth_make(r, s->theirs & ~turned, s->mine | turned | (uint64_t)1 << m, turn);
}

static inline int oth_outcome(const oth_rules *r, const oth_state *s)
{
    return s->flags & OTH_OVER ? oth_payoff(r, s->mine, s->theirs) : ARI_ON;
}

static inline ari_side oth_turn(const oth_rules *r, const oth_state *s)
{
    (void)r;
    return s->flags & OTH_SECOND ? ARI_SECOND : ARI_FIRST;
}

static ari_move oth_pass(const oth_rules *r)
{
    (void)r;
    return OTH_PASS;
}

/* Every empty cell may be filled, with a pass before. */
static inline int oth_longest(const oth_rules *r, const oth_state *s)
{
    if (s->flags & OTH_OVER)
        return 0;
    return 2 * oth_count(r->full & ~(s->mine | s->theirs)) - (s->moves != 0);
}

static bool oth_solvable(const oth_rules *r)
{
    return r->size == 4;
}

/* ---- positions that are the same ---- */

static oth_state oth_as_first(const oth_rules *r, const oth_state *s)
{
    (void)r;
    oth_state first = *s;
    first.flags &= ~(uint64_t)OTH_SECOND;
    return first;
}

static inline uint64_t oth_upside_down(const oth_rules *r, uint64_t set)
{
    return __builtin_bswap64(set) >> 8 * (8 - r->size);
}

/* All eight images one after the other, without moves: the i-th is the next of the one before. */
static inline oth_state oth_image(const oth_rules *r, const oth_state *s, int i)
{
    return i & 1 ? (oth_state){oth_upside_down(r, s->mine), oth_upside_down(r, s->theirs),
                               0, s->flags}
                 : (oth_state){board_transposed(s->mine), board_transposed(s->theirs), 0,
                               s->flags};
}

static inline oth_state oth_canonical(const oth_rules *r, const oth_state *s)
{
    oth_state best = *s, image = *s;
    for (int i = 1; i < 8; i++) {
        image = oth_image(r, &image, i);
        if (image.mine < best.mine ||
            (image.mine == best.mine && image.theirs < best.theirs))
            best = image;
    }
    best.moves = oth_mobility(r, best.mine, best.theirs);
    return best;
}

static inline uint64_t oth_key(const oth_rules *r, const oth_state *s)
{
    (void)r;
    return ari_mix(s->mine ^ (s->flags & OTH_SECOND ? 0x9e3779b97f4a7c15 : 0)) ^
           ari_mix(~s->theirs) * 3;
}

/* ---- evaluation ---- */

/* What a side has, in fractions of a disc. */
static inline int oth_worth(const oth_rules *r, uint64_t mine, uint64_t theirs,
                            const int *weights)
{
    uint64_t empty = r->full & ~(mine | theirs);
    return weights[0] * oth_count(oth_mobility(r, mine, theirs)) +
           weights[1] * oth_count(oth_spread(r, theirs) & empty) +
           weights[2] * oth_count(oth_stable(r, mine, theirs)) +
           weights[3] * oth_count(oth_spread(r, r->corners & empty) & mine);
}

/* In discs, like the payoff. */
static inline int oth_eval(const oth_rules *r, const oth_state *s, int which,
                           const int *params)
{
    if (which == 1)
        return oth_count(s->mine) - oth_count(s->theirs);
    int value = (oth_worth(r, s->mine, s->theirs, params) -
                 oth_worth(r, s->theirs, s->mine, params)) /
                OTH_FRACTIONS;
    return value > r->cells ? r->cells : value < -r->cells ? -r->cells : value;
}

static const ari_option oth_weights[] = {
    ARI_OPTION_WEIGHT("moves", 12, "a move"),
    ARI_OPTION_WEIGHT("open", 6, "an empty cell beside the other's discs"),
    ARI_OPTION_WEIGHT("stable", 14, "a disc that can never turn"),
    ARI_OPTION_WEIGHT("near", -30, "a disc beside an empty corner"),
    {.name = NULL}};

static const ari_eval_info oth_evals[] = {
    {.name = "position",
     .help = "sixteenths of a disc for moves and places, mine minus yours",
     .params = oth_weights},
    {.name = "discs", .help = "discs, mine minus yours", .params = NULL},
    {.name = NULL}};

/* ---- the end of the game ---- */

static inline bool oth_exact(const oth_rules *r, const oth_state *s, int wanted,
                             int *bound)
{
    uint64_t empty = r->full & ~(s->mine | s->theirs), odd = 0;
    if (oth_count(empty) > OTH_NEAR)
        return false;
    for (uint64_t left = empty; left; left &= left - 1)
        odd ^= r->quarter[oth_lowest(left)];
    oth_reply at = {s->mine, s->theirs, s->moves, odd, 0};
    *bound = oth_near(r, &at, wanted);
    return true;
}

/* What is stable stays: a bound that only matters where much is wanted. */
static inline int oth_at_most(const oth_rules *r, const oth_state *s, int wanted)
{
    if (wanted < oth_count(r->full & ~(s->mine | s->theirs)) * OTH_STABLE)
        return ARI_WIN;
    return r->cells - 2 * oth_count(oth_stable(r, s->theirs, s->mine));
}

static inline int oth_at_least(const oth_rules *r, const oth_state *s, int wanted)
{
    if (-wanted < oth_count(r->full & ~(s->mine | s->theirs)) * OTH_STABLE)
        return -ARI_WIN;
    return 2 * oth_count(oth_stable(r, s->mine, s->theirs)) - r->cells;
}

static inline int oth_promise_after(const oth_rules *r, const oth_state *s, ari_move m,
                                    const oth_state *n)
{
    if (m == OTH_PASS)
        return 0;
    uint64_t bit = (uint64_t)1 << m;
    (void)s;
    return 4 * ((r->corners & bit) != 0) - 4 * oth_count(n->moves) -
           oth_count(n->moves & r->corners) * 4;
}

/* ---- text ---- */

static void oth_format_move(const oth_rules *r, const oth_state *s, ari_move m,
                            ari_text *out)
{
    (void)s;
    ari_text_add(out, m == OTH_PASS ? "pass" : ari_rows_name(&r->rows, m).text);
}

static void oth_signs(const oth_rules *r, const oth_state *s, char *signs)
{
    bool second = s->flags & OTH_SECOND;
    ari_rows_mark(&r->rows, second ? s->theirs : s->mine, second ? s->mine : s->theirs,
                  signs);
}

static void oth_format(const oth_rules *r, const oth_state *s, ari_text *out)
{
    char signs[64];
    oth_signs(r, s, signs);
    ari_rows_format(&r->rows, signs, s->flags & OTH_SECOND, out);
}

/* Discs are added one beside another, from the four of the start on. */
static ari_status oth_check(const oth_rules *r, const oth_state *s, ari_error *error)
{
    uint64_t all = s->mine | s->theirs, joined = r->centre, before;
    oth_state start = oth_start(r);
    if (r->centre & ~all)
        return ari_fail(error, ARI_ILLEGAL, 0,
                        "the four cells in the middle have discs from the start");
    do {
        before = joined;
        joined |= oth_spread(r, joined) & all;
    } while (joined != before);
    if (joined != all)
        return ari_fail(error, ARI_ILLEGAL, 0,
                        "every disc is placed beside another, so none can stand apart");
    if (!s->theirs)
        return ari_fail(error, ARI_ILLEGAL, 0, "who moved last must have a disc");
    if (oth_count(all) == 4 && memcmp(s, &start, sizeof start) != 0)
        return ari_fail(error, ARI_ILLEGAL, 0,
                        "with four discs it is the start: o in the upper left of the "
                        "middle, and x to move");
    if (oth_count(all) == 5 && !(s->flags & OTH_SECOND))
        return ari_fail(error, ARI_ILLEGAL, 0, "after x's first move it is o's turn: /2");
    return ARI_OK;
}

static ari_status oth_parse(const oth_rules *r, const char *text, oth_state *s,
                            ari_error *error)
{
    char signs[64];
    bool second;
    ari_status status = ari_rows_parse(&r->rows, text, signs, &second, error);
    if (status != ARI_OK)
        return status;
    uint64_t x = ari_rows_marked(&r->rows, signs, 'x'),
             o = ari_rows_marked(&r->rows, signs, 'o');
    *s = oth_make(r, second ? o : x, second ? x : o, second);
    return oth_check(r, s, error);
}

static void oth_board(const oth_rules *r, const oth_state *s, ari_board *board)
{
    char signs[64];
    int discs[] = {oth_count(s->mine), oth_count(s->theirs)};
    bool second = s->flags & OTH_SECOND;
    oth_signs(r, s, signs);
    ari_board_grid(board, r->size, r->size, ARI_CELL_SQUARE);
    ari_board_signs(board, &r->rows, signs);
    board->rows_from_top = true;
    board->pieces = ARI_PIECES_STONES;
    for (uint64_t left = s->moves; left; left &= left - 1) {
        int cell = oth_lowest(left);
        board->cells[ari_rows_place(&r->rows, cell)].move = (ari_move)cell;
    }
    snprintf(board->caption, sizeof board->caption, "discs: first %d, second %d",
             discs[second], discs[!second]);
}

static const ari_option oth_options[] = {
    ARI_OPTION_CHOICE("size", 2, "4|6|8", "rows and columns"),
    ARI_OPTION_FLAG("empties", 1, "cells that stay empty are the winner's"),
    {.name = NULL}};

#define GAME oth
#define GAME_MAX_MOVES 60
#define GAME_FLAGS ARI_HAS_PAYOFFS
#define GAME_KEY oth_key
#define GAME_PASS oth_pass
#define GAME_EVAL oth_eval
#define GAME_EVALS oth_evals
#define GAME_CANONICAL oth_canonical
#define GAME_AS_FIRST oth_as_first
#define GAME_SOLVABLE oth_solvable
#define GAME_LONGEST oth_longest
#define GAME_EXACT oth_exact
#define GAME_AT_MOST oth_at_most
#define GAME_AT_LEAST oth_at_least
#define GAME_PROMISE_AFTER oth_promise_after
#include <ariadne/instance.h>

/* Measured: docs/levels.md. */
static const ari_level oth_levels[ARI_LEVELS] = {
    {.sight = 0.5, .whim = 100}, {.sight = 2, .whim = 30},
    {.sight = 2, .whim = 14},    {.sight = 2, .whim = 7},
    {.sight = 2, .whim = 3},     {.sight = 3, .whim = 3},
    {.sight = 4, .whim = 3},     {.sight = 5, .whim = 2},
    {.sight = 7, .whim = 1},     {.sight = ARI_SIGHT_ALL, .whim = 1},
};

const ari_game ari_game_othello = {
    GAME_CORE,
    .id = "othello",
    .title = "Othello",
    .about =
        "Discs are dark on one side and light on the other, and the first player is\n"
        "dark. In turn, each player places a disc so that discs of the other, in a\n"
        "straight line in any direction, are enclosed between it and another of his\n"
        "own; all that are enclosed turn over. Who cannot do so passes; when neither\n"
        "can, the game is over. Whoever then has more discs wins by the difference,\n"
        "with the cells that stayed empty counted as the winner's (empties=no: not\n"
        "counted).\n"
        "A move is the letter of its column and the number of its row from the top:\n"
        "f5.\n"
        "A position is its rows from the top, x, o or ., with /2 at the end when o is\n"
        "to move: ..../.ox./.xo./....",
    .options = oth_options,
    .levels = oth_levels,
};
