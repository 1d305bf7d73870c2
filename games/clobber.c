/* clobber.c: Clobber: a stone takes one of the other's beside it; whoever cannot take any more, loses.
 *
 * A position is the stones of both sides and the side to move. A move is four times the cell that a stone leaves,
 * plus where it goes: right, left, up, down. Any stones may lie anywhere, with either side to move. Regions of
 * stones have nothing to do with each other, and where all are of one side nothing happens any more: the canonical
 * position forgets those, and where the others lie on the board. */
#include "regions.h"

typedef struct clob_rules {
    reg_board board;
} clob_rules;

typedef struct clob_state {
    uint64_t stones[2]; /* the first player's and the second's */
    uint64_t turn;
} clob_state;

static ari_status clob_setup(const ari_value *values, clob_rules *r, ari_error *error)
{
    ari_status status = reg_setup(values, &r->board, error);
    if (status == ARI_OK && r->board.width * r->board.height < 2)
        return ari_fail(error, ARI_RANGE, ARI_NO_OFFSET,
                        "a stone to take needs a board of more than one cell");
    return status;
}

static clob_state clob_start(const clob_rules *r)
{
    clob_state s = {{0}, 0};
    for (int y = 0; y < r->board.height; y++)
        for (int x = 0; x < r->board.width; x++)
            s.stones[(x + y) % 2] |= (uint64_t)1 << (x + r->board.width * y);
    return s;
}

static inline uint64_t clob_beside(const reg_board *b, uint64_t set, int way)
{
    return way == 0   ? reg_right(b, set)
           : way == 1 ? reg_left(b, set)
           : way == 2 ? reg_up(b, set)
                      : reg_down(b, set);
}

/* Stones of this side that may go this way. */
static inline uint64_t clob_takers(const clob_rules *r, const clob_state *s,
                                   uint64_t side, int way)
{
    return s->stones[side] & clob_beside(&r->board, s->stones[!side], way ^ 1);
}

static inline int clob_moves(const clob_rules *r, const clob_state *s, ari_move *list)
{
    int count = 0;
    for (int way = 0; way < 4; way++)
        for (uint64_t left = clob_takers(r, s, s->turn, way); left; left &= left - 1)
            list[count++] = (ari_move)(4 * __builtin_ctzll(left) + way);
    return count;
}

static inline clob_state clob_after(const clob_rules *r, const clob_state *s, ari_move m)
{
    clob_state next = *s;
    uint64_t from = (uint64_t)1 << m / 4, to = clob_beside(&r->board, from, m % 4);
    next.stones[s->turn] ^= from | to;
    next.stones[!s->turn] ^= to;
    next.turn ^= 1;
    return next;
}

static inline int clob_outcome(const clob_rules *r, const clob_state *s)
{
    return s->stones[s->turn] & reg_beside(&r->board, s->stones[!s->turn]) ? ARI_ON
                                                                           : ARI_LOST;
}

static inline ari_side clob_turn(const clob_rules *r, const clob_state *s)
{
    (void)r;
    return (ari_side)s->turn;
}

static inline clob_state clob_as_first(const clob_rules *r, const clob_state *s)
{
    (void)r;
    return s->turn ? (clob_state){{s->stones[1], s->stones[0]}, 0} : *s;
}

/* ---- parts and symmetry ---- */

/* Stones in regions in which both sides have some. */
static inline uint64_t clob_living(const clob_rules *r, const clob_state *s)
{
    uint64_t all = s->stones[0] | s->stones[1], living = 0;
    /* from where the two meet */
    uint64_t seeds = s->stones[0] & reg_beside(&r->board, s->stones[1]);
    while (seeds) {
        uint64_t region = reg_region(&r->board, all, seeds & -seeds);
        living |= region;
        seeds &= ~region;
    }
    return living;
}

static int clob_components(const clob_rules *r, const clob_state *s, ari_side turn,
                           clob_state *made)
{
    int count = 0;
    uint64_t living = clob_living(r, s);
    while (living) {
        uint64_t region = reg_region(&r->board, living, living & -living);
        int corner = reg_corner(&r->board, region);
        living &= ~region;
        made[count++] = (clob_state){
            {(s->stones[0] & region) >> corner, (s->stones[1] & region) >> corner},
            turn != ARI_FIRST};
    }
    return count;
}

static inline clob_state clob_corner(const reg_board *b, uint64_t first, uint64_t second,
                                     uint64_t turn)
{
    int corner = reg_corner(b, first | second);
    return (clob_state){{first >> corner, second >> corner}, turn};
}

static inline clob_state clob_lesser(clob_state a, clob_state b)
{
    bool less = a.stones[0] != b.stones[0] ? a.stones[0] < b.stones[0]
                                           : a.stones[1] < b.stones[1];
    return less ? a : b;
}

/* The smallest of the images that fit, in the corner. */
static inline clob_state clob_canonical(const clob_rules *r, const clob_state *s)
{
    const reg_board *b = &r->board;
    uint64_t living = clob_living(r, s);
    if (!living)
        return (clob_state){{0, 0}, s->turn};
    uint64_t first = s->stones[0] & living, second = s->stones[1] & living;
    clob_state least = clob_corner(b, first, second, s->turn);
    for (int i = 0; i < 4; i++) {
        clob_state image = clob_corner(b, first, second, s->turn);
        least = clob_lesser(least, image);
        if (reg_transposes(b, image.stones[0] | image.stones[1]))
            least = clob_lesser(least, (clob_state){{reg_transpose(b, image.stones[0]),
                                                     reg_transpose(b, image.stones[1])},
                                                    s->turn});
        first = i % 2 ? reg_flip_x(b, first) : reg_flip_y(b, first);
        second = i % 2 ? reg_flip_x(b, second) : reg_flip_y(b, second);
    }
    return least;
}

static clob_state clob_with_turn(const clob_rules *r, const clob_state *s, ari_side turn)
{
    (void)r;
    return (clob_state){{s->stones[0], s->stones[1]}, turn != ARI_FIRST};
}

static int clob_last_move(const clob_rules *r)
{
    (void)r;
    return ARI_WON;
}

/* Each move takes a stone, and one is left. */
static inline int clob_longest(const clob_rules *r, const clob_state *s)
{
    int stones = __builtin_popcountll(clob_living(r, s));
    return stones > 0 ? stones - 1 : 0;
}

static double clob_positions(const clob_rules *r)
{
    double ways = 1;
    for (int cell = 0; cell < r->board.width * r->board.height; cell++)
        ways *= 3;
    return ways;
}

/* ---- what may be known, and what is tried first ---- */

/* The values are 1 and -1. */
static inline int clob_at_most(const clob_rules *r, const clob_state *s, int wanted)
{
    (void)r, (void)s, (void)wanted;
    return 1;
}

static inline int clob_at_least(const clob_rules *r, const clob_state *s, int wanted)
{
    (void)r, (void)s, (void)wanted;
    return -1;
}

static inline int clob_count(const clob_rules *r, const clob_state *s, uint64_t side)
{
    int count = 0;
    for (int way = 0; way < 4; way++)
        count += __builtin_popcountll(clob_takers(r, s, side, way));
    return count;
}

/* Few moves for the other side. */
static int clob_promise_after(const clob_rules *r, const clob_state *s, ari_move m,
                              const clob_state *next)
{
    (void)m;
    return clob_count(r, next, s->turn) - 2 * clob_count(r, next, !s->turn);
}

/* ---- text ---- */

static void clob_format_move(const clob_rules *r, const clob_state *s, ari_move m,
                             ari_text *out)
{
    (void)s;
    const ari_rows rows = reg_rows(&r->board, "xo.");
    uint64_t to = clob_beside(&r->board, (uint64_t)1 << m / 4, m % 4);
    ari_text_add(out, ari_rows_name(&rows, m / 4).text);
    ari_text_add(out, ari_rows_name(&rows, __builtin_ctzll(to)).text);
}

static void clob_format(const clob_rules *r, const clob_state *s, ari_text *out)
{
    const ari_rows rows = reg_rows(&r->board, "xo.");
    char signs[REG_CELLS];
    ari_rows_mark(&rows, s->stones[0], s->stones[1], signs);
    ari_rows_format(&rows, signs, s->turn, out);
}

static ari_status clob_parse(const clob_rules *r, const char *text, clob_state *s,
                             ari_error *error)
{
    const ari_rows rows = reg_rows(&r->board, "xo.");
    char signs[REG_CELLS];
    bool second;
    ari_status status = ari_rows_parse(&rows, text, signs, &second, error);
    if (status != ARI_OK)
        return status;
    s->stones[0] = ari_rows_marked(&rows, signs, 'x');
    s->stones[1] = ari_rows_marked(&rows, signs, 'o');
    s->turn = second;
    return ARI_OK;
}

static void clob_board(const clob_rules *r, const clob_state *s, ari_board *board)
{
    const ari_rows rows = reg_rows(&r->board, "xo.");
    char signs[REG_CELLS];
    ari_rows_mark(&rows, s->stones[0], s->stones[1], signs);
    ari_board_grid(board, r->board.width, r->board.height, ARI_CELL_SQUARE);
    ari_board_signs(board, &rows, signs);
    board->pieces = ARI_PIECES_STONES;
}

static void clob_component_places(const clob_rules *r, const clob_state *s,
                                  const ari_board *board, uint8_t *part)
{
    const ari_rows rows = reg_rows(&r->board, "xo.");
    (void)board;
    reg_number(&r->board, clob_living(r, s), &rows, part);
}

static int clob_clicks(const clob_rules *r, const clob_state *s, ari_move m,
                       uint16_t *places)
{
    (void)s;
    const ari_rows rows = reg_rows(&r->board, "xo.");
    uint64_t to = clob_beside(&r->board, (uint64_t)1 << m / 4, m % 4);
    places[0] = ari_rows_place(&rows, m / 4);
    places[1] = ari_rows_place(&rows, __builtin_ctzll(to));
    return 2;
}

#define GAME clob
#define GAME_MAX_MOVES (4 * REG_CELLS)
#define GAME_FLAGS ARI_HAS_PAYOFFS
#define GAME_CLICKS clob_clicks
#define GAME_CANONICAL clob_canonical
#define GAME_AS_FIRST clob_as_first
#define GAME_PROMISE_AFTER clob_promise_after
#define GAME_AT_MOST clob_at_most
#define GAME_AT_LEAST clob_at_least
#define GAME_LONGEST clob_longest
#define GAME_POSITIONS clob_positions
#define GAME_LAST_MOVE clob_last_move
#define GAME_COMPONENTS clob_components
#define GAME_COMPONENT_PLACES clob_component_places
#define GAME_WITH_TURN clob_with_turn
#include <ariadne/instance.h>

static const ari_option clob_options[] = {
    ARI_OPTION_NUMBER("width", 5, 1, 32, "columns"),
    ARI_OPTION_NUMBER("height", 6, 1, 32, "rows; width x height at most 64"),
    {.name = NULL}};

const ari_game ari_game_clobber = {
    GAME_CORE,
    .id = "clobber",
    .title = "Clobber",
    .about =
        "Stones of both players fill the board like the fields of a chessboard. In "
        "turn,\n"
        "each player moves one of his stones, x or o, onto a stone of the other's "
        "beside\n"
        "it, not slanting, and takes it. Whoever cannot, loses.\n"
        "A move is both cells: a1b1.\n"
        "A position is its rows from the top, with /2 at the end when the second player\n"
        "is to move: xo./.xo",
    .options = clob_options,
};
