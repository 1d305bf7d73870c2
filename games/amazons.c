/* amazons.c: the game of the amazons: queens that move, then shoot an arrow which stays for good.
 *
 * A position is the queens of both sides and the arrows as sets of squares (amazons_board.h); every
 * move shoots one, so that their number tells whose
 * turn it is. A move is (queen * squares + to) * squares + arrow: which of the mover's queens it
 * is, by the order of their squares, where it goes, and where the arrow flies from there.
 *
 * A part of the board that arrows cut off is worth no more moves to a side than it has free
 * squares, as each move takes one, and to a side that is alone there at least as many as it
 * finds in it with a little care. So who is to move may be known to lose long before the end. */
#include "amazons_board.h"

static inline int amz_mover(const amz_state *s)
{
    return amz_count(s->arrows) & 1;
}

static amz_state amz_start(const amz_rules *r)
{
    return (amz_state){{r->queens[0], r->queens[1]}, 0};
}

/* ---- the rules ---- */

static inline ari_side amz_turn(const amz_rules *r, const amz_state *s)
{
    (void)r;
    return (ari_side)amz_mover(s);
}

static inline int amz_moves(const amz_rules *r, const amz_state *s, ari_move *list)
{
    int count = 0, queen = 0;
    amz_set free = amz_free(r, s), queens = s->queens[amz_mover(s)];
    for (; queens; queens &= queens - 1, queen++) {
        int from = amz_lowest(queens);
        for (amz_set to = amz_sight(r, from, free); to; to &= to - 1) {
            int base = (queen * r->squares + amz_lowest(to)) * r->squares;
            amz_set arrows = amz_sight(r, amz_lowest(to), free | amz_bit(from));
            for (; arrows; arrows &= arrows - 1)
                list[count++] = (ari_move)(base + amz_lowest(arrows));
        }
    }
    return count;
}

typedef struct amz_step {
    int from, to, arrow;
} amz_step;

static inline amz_step amz_step_of(const amz_rules *r, const amz_state *s, ari_move m)
{
    amz_set queens = s->queens[amz_mover(s)];
    for (int queen = m / r->squares / r->squares; queen > 0; queen--)
        queens &= queens - 1;
    return (amz_step){amz_lowest(queens), m / r->squares % r->squares, m % r->squares};
}

static inline amz_state amz_after(const amz_rules *r, const amz_state *s, ari_move m)
{
    amz_step step = amz_step_of(r, s, m);
    amz_state next = *s;
    next.queens[amz_mover(s)] ^= amz_bit(step.from) | amz_bit(step.to);
    next.arrows |= amz_bit(step.arrow);
    return next;
}

/* Whoever cannot move has lost. */
static inline int amz_outcome(const amz_rules *r, const amz_state *s)
{
    return amz_near(r, s->queens[amz_mover(s)]) & amz_free(r, s) ? ARI_ON : ARI_LOST;
}

static int amz_longest(const amz_rules *r, const amz_state *s)
{
    return amz_count(amz_free(r, s));
}

/* ---- parts of the board ---- */

/* So many moves a side finds at the least for its queens in a part of the board in which it is
 * alone: each goes one step, and shoots so that as much as can be is left to it. */
static int amz_fill(const amz_rules *r, amz_set queens, amz_set free)
{
    int moves = 0;
    for (; queens; queens &= queens - 1) {
        amz_set at = queens & -queens;
        for (;;) {
            amz_set best_at = 0, best_free = 0;
            int best = -1;
            for (amz_set to = amz_near(r, at) & free; to; to &= to - 1) {
                amz_set square = to & -to, left = (free | at) & ~square;
                for (amz_set arrow = amz_near(r, square) & left; arrow;
                     arrow &= arrow - 1) {
                    amz_set rest = left & ~(arrow & -arrow);
                    int room = amz_count(amz_flood(r, amz_near(r, square), rest));
                    if (room <= best)
                        continue;
                    best = room;
                    best_at = square;
                    best_free = rest;
                }
            }
            if (best < 0)
                break;
            moves++;
            at = best_at;
            free = best_free;
        }
    }
    return moves;
}

/* How many moves the side to move has at the most, and the other one at the least, in parts of
 * the board where it is alone; these are looked at only if they are large enough to matter. */
static void amz_parts(const amz_rules *r, const amz_state *s, int side, int *most,
                      int *least)
{
    amz_set open = r->all & ~s->arrows, free = amz_free(r, s);
    amz_set mine = amz_flood(r, s->queens[side], open);
    amz_set theirs = amz_flood(r, s->queens[!side], open) & ~mine;
    *most = amz_count(mine & free);
    *least = amz_count(theirs & free) < *most
                 ? 0
                 : amz_fill(r, s->queens[!side] & theirs, theirs & free);
}

static inline int amz_at_most(const amz_rules *r, const amz_state *s, int wanted)
{
    int most, least;
    amz_parts(r, s, amz_mover(s), &most, &least);
    if (most <= least) /* it will be the first that cannot move */
        return 2 * most - ARI_WIN;
    int soonest = ARI_WIN - (2 * least + 1);
    return least && soonest < wanted ? soonest : ARI_WIN;
}

/* ---- evaluation ---- */

/* Squares that the side gets to before the other, minus those that the other gets to first, by moves
 * of queens or, with `steps`, of kings. */
static int amz_territory(const amz_rules *r, const amz_state *s, int side, bool steps)
{
    amz_set free = amz_free(r, s), mine = s->queens[side], theirs = s->queens[!side];
    amz_set reached[2] = {0, 0};
    int margin = 0;
    for (;;) {
        amz_set own =
            (steps ? amz_near(r, mine) & free : amz_sweep(r, mine, free)) & ~reached[0];
        amz_set other =
            (steps ? amz_near(r, theirs) & free : amz_sweep(r, theirs, free)) &
            ~reached[1];
        if (!(own | other))
            return margin;
        reached[0] |= own;
        reached[1] |= other;
        margin += amz_count(own & ~reached[1]) - amz_count(other & ~reached[0]);
        mine = own;
        theirs = other;
    }
}

static int amz_eval(const amz_rules *r, const amz_state *s, int which, const int *params)
{
    (void)which;
    int side = amz_mover(s);
    return params[0] * amz_territory(r, s, side, false) +
           params[1] * amz_territory(r, s, side, true) + params[2];
}

static const ari_option amz_weights[] = {
    ARI_OPTION_WEIGHT("queens", 10, "a square that the queens reach first"),
    ARI_OPTION_WEIGHT("steps", 5, "a square that they reach first in single steps"),
    ARI_OPTION_WEIGHT("turn", 5, "being to move"),
    {.name = NULL}};

static const ari_eval_info amz_evals[] = {
    {.name = "territory",
     .help = "squares that one side reaches before the other",
     .params = amz_weights},
    {.name = NULL}};

/* ---- hints for the searches ---- */

/* Room for the queen that moves, and arrows next to the other's queens. */
static inline int amz_promise(const amz_rules *r, const amz_state *s, ari_move m)
{
    amz_step step = amz_step_of(r, s, m);
    amz_set free = (amz_free(r, s) | amz_bit(step.from)) & ~amz_bit(step.to);
    amz_set mine = s->queens[amz_mover(s)] & ~amz_bit(step.from);
    amz_set theirs = s->queens[!amz_mover(s)], near = r->around[step.arrow];
    return amz_count(r->around[step.to] & (free | theirs)) -
           amz_count(r->around[step.from] & free) + 3 * amz_count(near & theirs) -
           3 * amz_count(near & mine);
}

/* How the position after a move looks. */
static inline int amz_promise_after(const amz_rules *r, const amz_state *s, ari_move m,
                                    const amz_state *next)
{
    (void)s, (void)m;
    int side = amz_mover(next);
    return -2 * amz_territory(r, next, side, false) - amz_territory(r, next, side, true);
}

/* Left and right are the same. So are top and bottom, but play seldom comes to such pairs. */
static inline amz_state amz_canonical(const amz_rules *r, const amz_state *s)
{
    amz_state other = {{amz_mirror(r, s->queens[0]), amz_mirror(r, s->queens[1])},
                       amz_mirror(r, s->arrows)};
    bool less = other.queens[0] != s->queens[0]   ? other.queens[0] < s->queens[0]
                : other.queens[1] != s->queens[1] ? other.queens[1] < s->queens[1]
                                                  : other.arrows < s->arrows;
    return less ? other : *s;
}

static int amz_orbit(const amz_rules *r, const amz_state *s)
{
    return amz_mirror(r, s->queens[0]) == s->queens[0] &&
                   amz_mirror(r, s->queens[1]) == s->queens[1] &&
                   amz_mirror(r, s->arrows) == s->arrows
               ? 1
               : 2;
}

/* ---- text ---- */

static void amz_format_move(const amz_rules *r, const amz_state *s, ari_move m,
                            ari_text *out)
{
    amz_step step = amz_step_of(r, s, m);
    ari_text_format(out, "%s-%s/%s", ari_rows_name(&r->rows, step.from).text,
                    ari_rows_name(&r->rows, step.to).text,
                    ari_rows_name(&r->rows, step.arrow).text);
}

static void amz_signs(const amz_rules *r, const amz_state *s, char *signs)
{
    for (int i = 0; i < r->squares; i++) {
        amz_set bit = amz_bit(ari_rows_cell(&r->rows, i));
        signs[i] = s->queens[0] & bit   ? 'x'
                   : s->queens[1] & bit ? 'o'
                   : s->arrows & bit    ? '#'
                                        : '.';
    }
}

static void amz_format(const amz_rules *r, const amz_state *s, ari_text *out)
{
    char signs[AMZ_SQUARES];
    amz_signs(r, s, signs);
    ari_rows_format(&r->rows, signs, false, out);
}

static ari_status amz_parse(const amz_rules *r, const char *text, amz_state *s,
                            ari_error *error)
{
    char signs[AMZ_SQUARES];
    ari_status status = ari_rows_parse(&r->rows, text, signs, NULL, error);
    if (status != ARI_OK)
        return status;
    for (int i = 0; i < r->squares; i++) {
        amz_set bit = amz_bit(ari_rows_cell(&r->rows, i));
        s->queens[0] |= signs[i] == 'x' ? bit : 0;
        s->queens[1] |= signs[i] == 'o' ? bit : 0;
        s->arrows |= signs[i] == '#' ? bit : 0;
    }
    int queens = amz_count(r->queens[0]);
    for (int side = 0; side < 2; side++)
        if (amz_count(s->queens[side]) != queens)
            return ari_fail(error, ARI_ILLEGAL, 0, "%c has %d queens", "xo"[side],
                            queens);
    return ARI_OK;
}

static int amz_clicks(const amz_rules *r, const amz_state *s, ari_move m,
                      uint16_t *places)
{
    amz_step step = amz_step_of(r, s, m);
    places[0] = ari_rows_place(&r->rows, step.from);
    places[1] = ari_rows_place(&r->rows, step.to);
    places[2] = ari_rows_place(&r->rows, step.arrow);
    return 3;
}

static void amz_board(const amz_rules *r, const amz_state *s, ari_board *board)
{
    char signs[AMZ_SQUARES];
    amz_signs(r, s, signs);
    ari_board_grid(board, r->width, r->height, ARI_CELL_SQUARE);
    ari_board_signs(board, &r->rows, signs);
    board->pieces = ARI_PIECES_STONES;
}

static const ari_option amz_options[] = {
    ARI_OPTION_NUMBER("width", 10, 3, AMZ_SIDE, "columns"),
    ARI_OPTION_NUMBER("height", 10, 3, AMZ_SIDE, "rows"),
    {.name = NULL}};

#define GAME amz
#define GAME_MAX_MOVES AMZ_MOVES
#define GAME_CLICKS amz_clicks
#define GAME_PROMISE amz_promise
#define GAME_PROMISE_AFTER amz_promise_after
#define GAME_AT_MOST amz_at_most
#define GAME_LONGEST amz_longest
#define GAME_DRAWS_LAST ari_always /* there are none */
#define GAME_CANONICAL amz_canonical
#define GAME_ORBIT amz_orbit
#define GAME_EVAL amz_eval
#define GAME_EVALS amz_evals
#include <ariadne/instance.h>

/* Measured: docs/levels.md. */
static const ari_level amz_levels[ARI_LEVELS] = {
    {.sight = 0.4},
    {.sight = 1, .whim = 400},
    {.sight = 1, .whim = 270},
    {.sight = 1, .whim = 180},
    {.sight = 1, .whim = 110},
    {.sight = 1, .whim = 60},
    {.sight = 1, .whim = 25},
    {.sight = 1.2, .whim = 15},
    {.sight = 2},
    {.sight = ARI_SIGHT_ALL, .whim = 15},
};

const ari_game ari_game_amazons = {
    GAME_CORE,
    .id = "amazons",
    .title = "Amazons",
    .about =
        "Each side has four queens. In turn, a player moves one of his queens as in\n"
        "chess, as far as it likes in any direction but not over anything; from where\n"
        "it comes to stand it shoots an arrow, which flies the same way and stays\n"
        "where it falls. Nothing is taken, and nothing goes over queens and arrows.\n"
        "Whoever cannot move loses.\n"
        "A move is the queen's square, where it goes, and where the arrow falls:\n"
        "d1-d7/g7.\n"
        "A position is its rows from the top: x and o are queens, # arrows, . is free.\n"
        "The number of arrows tells whose turn it is.",
    .options = amz_options,
    .levels = amz_levels,
};
