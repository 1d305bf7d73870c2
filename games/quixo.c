/* quixo.c: Quixo: cubes on a square board, pushed in from the sides.
 *
 * Each side's cubes are a set of cells, cell x + size * y with y from the bottom. A position
 * is seen by the side to move: its own cubes and the other's; bit 31 of the other's says
 * that the second player is to move. A move is 4 times the cell of the cube that is taken,
 * plus the side from which it is pushed in again.
 *
 * On boards of up to 16 cells positions have ranks: placings.h. All of the same number of cubes are
 * a tier. */
#include <ariadne/game.h>

#include "placings.h"

#define QUIXO_SIDE 5
#define QUIXO_MOVES (16 * 3)
#define QUIXO_TURN 0x80000000u

enum { QUIXO_LEFT, QUIXO_RIGHT, QUIXO_BOTTOM, QUIXO_TOP, QUIXO_WAYS };

/* What a move does: the cubes between the gap and the end move up, by so many bits. */
typedef struct quixo_way {
    uint32_t moved;
    uint8_t left, right;
    uint8_t end; /* the cell in which the cube comes to lie */
} quixo_way;

typedef struct quixo_rules {
    int size, cells, lines;
    uint32_t line[2 * QUIXO_SIDE + 2];
    quixo_way way[QUIXO_WAYS * QUIXO_SIDE * QUIXO_SIDE]; /* by move */
    ari_move every[QUIXO_MOVES]; /* those from the border of an empty board */
    int moves;
    placings p;
    uint32_t before[PLACINGS_CELLS + 1]
                   [PLACINGS_CELLS + 2]; /* ranks with fewer own cubes */
    ari_rows rows;
} quixo_rules;

typedef placings_sides quixo_state;

/* ---- setting up ---- */

static void quixo_set_lines(quixo_rules *r)
{
    int n = r->size;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            r->line[i] |= 1u << (i + n * j);
            r->line[n + i] |= 1u << (j + n * i);
        }
        r->line[(size_t)2 * (size_t)n] |= 1u << (i + n * i);
        r->line[(size_t)2 * (size_t)n + 1] |= 1u << (i + n * (n - 1 - i));
    }
    r->lines = 2 * n + 2;
}

static void quixo_set_way(quixo_rules *r, int cell, int from)
{
    int n = r->size, x = cell % n, y = cell / n;
    bool level = from == QUIXO_LEFT || from == QUIXO_RIGHT;
    bool low = from == QUIXO_LEFT || from == QUIXO_BOTTOM;
    int step = level ? 1 : n, place = level ? x : y;
    if (place == (low ? 0 : n - 1))
        return;
    uint32_t between = low ? (1u << cell) - 1 : ~((1u << cell) | ((1u << cell) - 1));
    ari_move m = (ari_move)(QUIXO_WAYS * cell + from);
    r->way[m] = (quixo_way){
        .moved = r->line[level ? n + y : x] & between,
        .left = (uint8_t)(low ? step : 0),
        .right = (uint8_t)(low ? 0 : step),
        .end = (uint8_t)(cell + (low ? -place : n - 1 - place) * step),
    };
    if (x == 0 || y == 0 || x == n - 1 || y == n - 1)
        r->every[r->moves++] = m;
}

static void quixo_set_images(quixo_rules *r)
{
    int n = r->size;
    r->p.images = 8;
    for (int symmetry = 0; symmetry < 8; symmetry++)
        for (int cell = 0; cell < r->cells; cell++) {
            int x = cell % n, y = cell / n;
            int u = symmetry & 1 ? n - 1 - x : x, v = symmetry & 2 ? n - 1 - y : y;
            placings_set_image(&r->p, symmetry, cell,
                               symmetry & 4 ? v + n * u : u + n * v);
        }
}

static void quixo_set_ranks(quixo_rules *r)
{
    placings_set_ranks(&r->p);
    for (int all = 0; all <= r->cells; all++)
        for (int own = 0; own <= all; own++)
            r->before[all][own + 1] =
                r->before[all][own] + placings_ranks(&r->p, own, all - own);
}

static ari_status quixo_setup(const ari_value *values, quixo_rules *r, ari_error *error)
{
    (void)error;
    r->size = (int)values[0].number;
    r->cells = r->p.cells = r->size * r->size;
    r->rows = (ari_rows){r->size, r->size, .signs = "xo."};
    quixo_set_lines(r);
    for (int m = 0; m < QUIXO_WAYS * r->cells; m++)
        quixo_set_way(r, m / QUIXO_WAYS, m % QUIXO_WAYS);
    quixo_set_images(r);
    if (r->cells <= PLACINGS_CELLS)
        quixo_set_ranks(r);
    return ARI_OK;
}

/* ---- the rules ---- */

static quixo_state quixo_start(const quixo_rules *r)
{
    (void)r;
    return (quixo_state){0, 0};
}

static inline ari_side quixo_turn(const quixo_rules *r, const quixo_state *s)
{
    (void)r;
    return s->theirs & QUIXO_TURN ? ARI_SECOND : ARI_FIRST;
}

static inline int quixo_moves(const quixo_rules *r, const quixo_state *s, ari_move *list)
{
    int count = 0;
    for (int i = 0; i < r->moves; i++) {
        list[count] = r->every[i];
        count += !(s->theirs >> r->every[i] / QUIXO_WAYS & 1);
    }
    return count;
}

static inline uint32_t quixo_push(const quixo_way *way, uint32_t set, uint32_t gap)
{
    return (set & ~(way->moved | gap)) | (set & way->moved) << way->left >> way->right;
}

static inline quixo_state quixo_after(const quixo_rules *r, const quixo_state *s,
                                      ari_move m)
{
    const quixo_way *way = &r->way[m];
    uint32_t turn = s->theirs & QUIXO_TURN, gap = 1u << m / QUIXO_WAYS;
    return (quixo_state){quixo_push(way, s->theirs & ~QUIXO_TURN, gap),
                         quixo_push(way, s->mine, gap) | 1u << way->end |
                             (turn ^ QUIXO_TURN)};
}

static inline bool quixo_has_line(const quixo_rules *r, uint32_t set)
{
    for (int i = 0; i < r->lines; i++)
        if ((set & r->line[i]) == r->line[i])
            return true;
    return false;
}

/* Whoever completes a line of the other's loses, even with one of his own. */
static inline int quixo_outcome(const quixo_rules *r, const quixo_state *s)
{
    return quixo_has_line(r, s->mine)     ? ARI_WON
           : quixo_has_line(r, s->theirs) ? ARI_LOST
                                          : ARI_ON;
}

/* ---- hints ---- */

/* Is there a line that lacks at most one cube? A push changes each line by one cube at most. */
static inline bool quixo_is_near(const quixo_rules *r, uint32_t set)
{
    for (int i = 0; i < r->lines; i++) {
        uint32_t lacking = r->line[i] & ~set;
        if (!(lacking & (lacking - 1)))
            return true;
    }
    return false;
}

static inline ari_move quixo_win_now(const quixo_rules *r, const quixo_state *s)
{
    if (!quixo_is_near(r, s->mine))
        return ARI_NO_MOVE;
    for (int i = 0; i < r->moves; i++) {
        ari_move m = r->every[i];
        if (s->theirs >> m / QUIXO_WAYS & 1)
            continue;
        quixo_state next = quixo_after(r, s, m);
        if (quixo_has_line(r, next.theirs) && !quixo_has_line(r, next.mine))
            return m;
    }
    return ARI_NO_MOVE;
}

/* ---- evaluation ---- */

/* Every cube, and every line by the cubes that a side has in it: own minus the other's. Blank cubes and
 * the other's do not spoil a line here, as a push can replace them. A cube more counts for most: it is
 * one that the other may not take. */
static inline int quixo_eval(const quixo_rules *r, const quixo_state *s, int which,
                             const int *params)
{
    (void)which;
    const int worth[QUIXO_SIDE + 1] = {0, 0, params[0], params[1], params[2], 0};
    int value = params[3] * (__builtin_popcount(s->mine) -
                             __builtin_popcount(s->theirs & ~QUIXO_TURN));
    for (int i = 0; i < r->lines; i++)
        value += worth[__builtin_popcount(s->mine & r->line[i])] -
                 worth[__builtin_popcount(s->theirs & r->line[i])];
    return value;
}

static const ari_option quixo_weights[] = {
    ARI_OPTION_WEIGHT("two", 1, "a line with two cubes"),
    ARI_OPTION_WEIGHT("three", 3, "with three"),
    ARI_OPTION_WEIGHT("four", 9, "with four"),
    ARI_OPTION_WEIGHT("cubes", 20, "a cube"),
    {.name = NULL}};

static const ari_eval_info quixo_evals[] = {
    {.name = "lines", .help = "cubes, and lines by their cubes", .params = quixo_weights},
    {.name = NULL}};

/* ---- symmetry ---- */

static inline quixo_state quixo_canonical(const quixo_rules *r, const quixo_state *s)
{
    return placings_least(&r->p, *s);
}

static quixo_state quixo_as_first(const quixo_rules *r, const quixo_state *s)
{
    (void)r;
    return (quixo_state){s->mine, s->theirs & ~QUIXO_TURN};
}

static inline int quixo_orbit(const quixo_rules *r, const quixo_state *s)
{
    return placings_orbit(&r->p, *s);
}

/* A cell is one of three. */
static double quixo_positions(const quixo_rules *r)
{
    double positions = 1;
    for (int cell = 0; cell < r->cells; cell++)
        positions *= 3;
    return positions;
}

/* ---- tiers and ranks ---- */

static inline int quixo_tier(const quixo_rules *r, const quixo_state *s)
{
    return r->cells - __builtin_popcount(s->mine | (s->theirs & ~QUIXO_TURN));
}

static uint64_t quixo_ranks(const quixo_rules *r, int tier)
{
    int all = r->cells - tier;
    return r->cells > PLACINGS_CELLS || all < 0 || tier < 0 ? 0 : r->before[all][all + 1];
}

static inline uint64_t quixo_rank(const quixo_rules *r, const quixo_state *s)
{
    uint32_t theirs = s->theirs & ~QUIXO_TURN;
    int own = __builtin_popcount(s->mine), other = __builtin_popcount(theirs);
    return r->before[own + other][own] + (uint64_t)placings_rank(&r->p, s->mine, theirs);
}

static inline quixo_state quixo_unrank(const quixo_rules *r, int tier, uint64_t rank)
{
    int all = r->cells - tier, own = 0;
    quixo_state s;
    while (r->before[all][own + 1] <= rank)
        own++;
    placings_unrank(&r->p, own, all - own, (uint32_t)(rank - r->before[all][own]),
                    &s.mine, &s.theirs);
    return s;
}

/* ---- text ---- */

static void quixo_format_move(const quixo_rules *r, const quixo_state *s, ari_move m,
                              ari_text *out)
{
    (void)s;
    ari_text_format(out, "%s%c", ari_rows_name(&r->rows, m / 4).text, "lrbt"[m % 4]);
}

static void quixo_signs(const quixo_rules *r, const quixo_state *s, char *signs)
{
    bool second = s->theirs & QUIXO_TURN;
    ari_rows_mark(&r->rows, second ? s->theirs : s->mine, second ? s->mine : s->theirs,
                  signs);
}

static void quixo_format(const quixo_rules *r, const quixo_state *s, ari_text *out)
{
    char signs[QUIXO_SIDE * QUIXO_SIDE];
    quixo_signs(r, s, signs);
    ari_rows_format(&r->rows, signs, s->theirs & QUIXO_TURN, out);
}

/* Every move leaves a cube of the side that made it. */
static ari_status quixo_check(const uint32_t set[2], bool second, ari_error *error)
{
    int x = __builtin_popcount(set[0]), o = __builtin_popcount(set[1]);
    if (x == 0 && (o > 0 || second))
        return ari_fail(error, ARI_ILLEGAL, 0, "x begins, so there must be an x");
    if (x > 0 && o == 0 && !second)
        return ari_fail(error, ARI_ILLEGAL, 0,
                        "o has moved and must have a cube; after x's first move o is to "
                        "move: /2 at the end says so");
    if (o == 0 && x > 1)
        return ari_fail(error, ARI_ILLEGAL, 0, "x has moved twice and o never");
    return ARI_OK;
}

static ari_status quixo_parse(const quixo_rules *r, const char *text, quixo_state *s,
                              ari_error *error)
{
    char signs[QUIXO_SIDE * QUIXO_SIDE];
    bool second;
    ari_status status = ari_rows_parse(&r->rows, text, signs, &second, error);
    if (status != ARI_OK)
        return status;
    const uint32_t set[2] = {(uint32_t)ari_rows_marked(&r->rows, signs, 'x'),
                             (uint32_t)ari_rows_marked(&r->rows, signs, 'o')};
    *s = (quixo_state){set[second], set[!second] | (second ? QUIXO_TURN : 0)};
    return quixo_check(set, second, error);
}

/* A cube is taken from its cell to the one where it is pushed in. */
static int quixo_clicks(const quixo_rules *r, const quixo_state *s, ari_move m,
                        uint16_t *places)
{
    (void)s;
    places[0] = ari_rows_place(&r->rows, m / 4);
    places[1] = ari_rows_place(&r->rows, r->way[m].end);
    return 2;
}

static void quixo_board(const quixo_rules *r, const quixo_state *s, ari_board *board)
{
    char signs[QUIXO_SIDE * QUIXO_SIDE];
    int outcome = quixo_outcome(r, s);
    ari_side turn = quixo_turn(r, s);
    quixo_signs(r, s, signs);
    ari_board_grid(board, r->size, r->size, ARI_CELL_SQUARE);
    ari_board_signs(board, &r->rows, signs);
    if (outcome != ARI_ON)
        ari_board_lines(board, ari_owner_of(outcome == ARI_WON ? turn : !turn), r->size);
}

static const ari_option quixo_options[] = {
    ARI_OPTION_NUMBER("size", 5, 3, QUIXO_SIDE, "rows, columns, and cubes in a line"),
    {.name = NULL}};

#define GAME quixo
#define GAME_MAX_MOVES QUIXO_MOVES
#define GAME_FLAGS ARI_HAS_CYCLES
#define GAME_CLICKS quixo_clicks
#define GAME_EVAL quixo_eval
#define GAME_EVALS quixo_evals
#define GAME_WIN_NOW quixo_win_now
#define GAME_CANONICAL quixo_canonical
#define GAME_AS_FIRST quixo_as_first
#define GAME_TIER quixo_tier
#define GAME_POSITIONS quixo_positions
#define GAME_ORBIT quixo_orbit
#define GAME_RANKS quixo_ranks
#define GAME_RANK quixo_rank
#define GAME_UNRANK quixo_unrank
#include <ariadne/instance.h>

/* Measured: docs/levels.md. */
static const ari_level quixo_levels[ARI_LEVELS] = {
    {.sight = 0.5, .whim = 1000}, {.sight = 2, .whim = 1000},
    {.sight = 2, .whim = 100},    {.sight = 2, .whim = 40},
    {.sight = 2, .whim = 20},     {.sight = 3, .whim = 20},
    {.sight = 3, .whim = 12},     {.sight = 3, .whim = 7},
    {.sight = 4, .whim = 5},      {.sight = ARI_SIGHT_ALL, .whim = 3},
};

const ari_game ari_game_quixo = {
    GAME_CORE,
    .id = "quixo",
    .title = "Quixo",
    .about =
        "A board full of blank cubes. In turn, each player takes a cube from the\n"
        "border that is blank or his own, and pushes it back in, with his mark on top,\n"
        "from another end of its row or column; the cubes between move up. A full line\n"
        "of your marks, level, upright or slanting, wins; but if your move completes a\n"
        "line of the other's, you lose, even if it also completes one of yours.\n"
        "A move is the cube and the side it is pushed in from, l, r, b or t: a1r takes\n"
        "the cube in the lower left corner and pushes its row from the right.\n"
        "A position is its rows from the top, x, o or ., with /2 at the end when o is\n"
        "to move: .x./.../.../2",
    .options = quixo_options,
    .levels = quixo_levels,
};
