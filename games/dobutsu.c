/* dobutsu.c: Dobutsu shogi, "Let's catch the lion!": five kinds of pieces on three columns and four
 * rows, and what is taken comes back.
 *
 * A position is one word, seen by the side to move, whose pieces go up (dobutsu_word.h). A move is 12
 * times the cell it starts from, plus the one it goes to; cells from 12 on are giraffe, elephant and chick
 * in hand.
 *
 * Where a lion can be taken it must be, and the game ends. So a lion in its last row with its side to
 * move is never met: it has won, or it was taken. */
#include "dobutsu_word.h"

/* Columns and rows that a kind can step; a giraffe's are straight, an elephant's slanting. */
static bool dob_steps(int kind, int dx, int dy)
{
    bool straight = dx == 0 || dy == 0;
    switch (kind) {
    case DOB_LION:
        return true;
    case DOB_GIRAFFE:
        return straight;
    case DOB_ELEPHANT:
        return !straight;
    case DOB_CHICK:
        return dx == 0 && dy == 1;
    case DOB_HEN:
        return straight || dy == 1;
    default:
        return false;
    }
}

/* ---- the rules ---- */

static dob_state dob_start(const dob_rules *r)
{
    (void)r;
    return (dob_state){UINT64_C(0xb9a0c0040213)};
}

#include "dobutsu_rank.inc"

static ari_status dob_setup(const ari_value *values, dob_rules *r, ari_error *error)
{
    (void)values, (void)error;
    for (int kind = 0; kind < DOB_KINDS; kind++)
        for (int cell = 0; cell < DOB_CELLS; cell++)
            for (int to = 0; to < DOB_CELLS; to++) {
                int dx = to % 3 - cell % 3, dy = to / 3 - cell / 3;
                if (cell == to || dx < -1 || dx > 1 || dy < -1 || dy > 1)
                    continue;
                r->reach[0][kind][cell] |= (uint16_t)(dob_steps(kind, dx, dy) << to);
                r->reach[1][kind][cell] |= (uint16_t)(dob_steps(kind, dx, -dy) << to);
            }
    dob_set_ranks(r);
    return ARI_OK;
}

static inline ari_side dob_turn(const dob_rules *r, const dob_state *s)
{
    (void)r;
    return s->word & DOB_TURN ? ARI_SECOND : ARI_FIRST;
}

/* Steps of the side to move onto cells of `to`. */
static inline int dob_moves_to(const dob_rules *r, uint64_t word, unsigned to,
                               ari_move *list)
{
    int count = 0;
    for (uint64_t who = dob_taken(word) & ~dob_theirs(word); who; who &= who - 1) {
        int bit = __builtin_ctzll(who);
        for (unsigned left = r->reach[0][word >> bit & 7][bit / 4] & to; left;
             left &= left - 1)
            list[count++] = (ari_move)(3 * bit + __builtin_ctz(left)); /* 12 * bit / 4 */
    }
    return count;
}

static inline int dob_moves(const dob_rules *r, const dob_state *s, ari_move *list)
{
    unsigned lion = dob_lion(s->word, DOB_LION + DOB_OTHER);
    int count = dob_moves_to(r, s->word, lion, list);
    if (count)
        return count;
    uint64_t taken = dob_taken(s->word), theirs = dob_theirs(s->word);
    count = dob_moves_to(r, s->word, ~dob_set(taken & ~theirs), list);
    for (int kind = DOB_GIRAFFE; kind <= DOB_CHICK; kind++)
        if (dob_held(s, 0, kind))
            for (unsigned free = 0xfff & ~dob_set(taken); free; free &= free - 1)
                list[count++] = (ari_move)(12 * (DOB_CELLS + kind - DOB_GIRAFFE) +
                                           __builtin_ctz(free));
    return count;
}

static inline dob_state dob_after(const dob_rules *r, const dob_state *s, ari_move m)
{
    (void)r;
    int from = m / 12, to = m % 12, kind;
    uint64_t word = s->word;
    if (from >= DOB_CELLS) {
        kind = from - DOB_CELLS + DOB_GIRAFFE;
        word -= UINT64_C(1) << (DOB_HAND + 2 * (from - DOB_CELLS));
    } else {
        kind = dob_piece_at(s, from);
        int taken = dob_piece_at(s, to) & 7;
        if (taken == DOB_HEN)
            taken = DOB_CHICK;
        if (taken > DOB_LION)
            word += UINT64_C(1) << (DOB_HAND + 2 * (taken - DOB_GIRAFFE));
        word &= ~(UINT64_C(15) << 4 * from | UINT64_C(15) << 4 * to);
        if (kind == DOB_CHICK && to >= DOB_LAST_ROW)
            kind = DOB_HEN;
    }
    return (dob_state){dob_turned(word | (uint64_t)kind << 4 * to)};
}

/* The side to move has lost its lion, or the other's has come across and cannot be taken. */
static inline int dob_outcome(const dob_rules *r, const dob_state *s)
{
    if (!dob_lion(s->word, DOB_LION))
        return ARI_LOST;
    unsigned across = dob_lion(s->word, DOB_LION + DOB_OTHER) & DOB_FIRST;
    return across & ~dob_reach(r, s->word, 0) ? ARI_LOST : ARI_ON;
}

/* ---- hints ---- */

/* The lion can be taken, or the own one comes across and is not attacked there. */
static inline ari_move dob_win_now(const dob_rules *r, const dob_state *s)
{
    ari_move list[DOB_CELLS];
    if (dob_moves_to(r, s->word, dob_lion(s->word, DOB_LION + DOB_OTHER), list))
        return list[0];
    unsigned lion = dob_lion(s->word, DOB_LION);
    if (!(lion & DOB_LAST >> 3))
        return ARI_NO_MOVE;
    int from = __builtin_ctz(lion);
    uint64_t theirs = dob_theirs(s->word);
    unsigned to = r->reach[0][DOB_LION][from] & DOB_LAST &
                  ~dob_set(dob_taken(s->word) & ~theirs) & ~dob_reach(r, s->word, 1);
    return to ? (ari_move)(12 * from + __builtin_ctz(to)) : ARI_NO_MOVE;
}

static const int8_t dob_worth[DOB_KINDS] = {0, 0, 5, 4, 1, 3};

/* Taking first, the more the better; a drop after a step. */
static inline int dob_promise(const dob_rules *r, const dob_state *s, ari_move m)
{
    (void)r;
    int from = m / 12, to = m % 12;
    if (from >= DOB_CELLS)
        return -1;
    int kind = dob_piece_at(s, from), taken = dob_piece_at(s, to) & 7;
    return 4 * dob_worth[taken] - (taken ? dob_worth[kind] : 0) +
           3 * (kind == DOB_CHICK && to >= DOB_LAST_ROW);
}

/* All that can be reached, as others and `ariadne strong` have counted them. */
static double dob_positions(const dob_rules *r)
{
    (void)r;
    return 246803167;
}

/* ---- evaluation ---- */

static inline int dob_eval(const dob_rules *r, const dob_state *s, int which,
                           const int *params)
{
    (void)which;
    const int worth[DOB_KINDS] = {0, 0, params[0], params[1], params[2], params[3]};
    int value = 0;
    for (uint64_t left = dob_taken(s->word); left; left &= left - 1) {
        int bit = __builtin_ctzll(left), kind = (int)(s->word >> bit & 15),
            row = bit / 12;
        if (kind == DOB_LION)
            value += params[5] * row;
        else if (kind == DOB_LION + DOB_OTHER)
            value -= params[5] * (DOB_ROWS - 1 - row);
        else
            value += kind & DOB_OTHER ? -worth[kind & 7] : worth[kind];
    }
    for (int kind = DOB_GIRAFFE; kind <= DOB_CHICK; kind++)
        value +=
            (dob_held(s, 0, kind) - dob_held(s, 1, kind)) * (worth[kind] + params[4]);
    return value + params[6] * (__builtin_popcount(dob_reach(r, s->word, 0)) -
                                __builtin_popcount(dob_reach(r, s->word, 1)));
}

static const ari_option dob_weights[] = {
    ARI_OPTION_WEIGHT("giraffe", 20, "a giraffe"),
    ARI_OPTION_WEIGHT("elephant", 18, "an elephant"),
    ARI_OPTION_WEIGHT("chick", 6, "a chick"),
    ARI_OPTION_WEIGHT("hen", 14, "a hen"),
    ARI_OPTION_WEIGHT("hand", 3, "and more in hand"),
    ARI_OPTION_WEIGHT("lion", 2, "each row the lion has gone"),
    ARI_OPTION_WEIGHT("reach", 2, "each cell that can be stepped to"),
    {.name = NULL}};

static const ari_eval_info dob_evals[] = {
    {.name = "pieces", .help = "pieces and where they can step", .params = dob_weights},
    {.name = NULL}};

/* ---- symmetry ---- */

static inline dob_state dob_canonical(const dob_rules *r, const dob_state *s)
{
    (void)r;
    uint64_t other = dob_mirrored(s->word);
    return (dob_state){other < s->word ? other : s->word};
}

static int dob_orbit(const dob_rules *r, const dob_state *s)
{
    (void)r;
    return dob_mirrored(s->word) == s->word ? 1 : 2;
}

/* When a lion is taken, nothing else matters. */
static inline dob_state dob_as_first(const dob_rules *r, const dob_state *s)
{
    (void)r;
    return (dob_state){dob_lion(s->word, DOB_LION) ? s->word & ~DOB_TURN : 0};
}

#include "dobutsu_text.inc"

/* ---- the board ---- */

/* Five columns: beside the cells the second player's hand, at the top left, and the first's. */
static uint16_t dob_hand_place(int side, int kind)
{
    int y = side ? kind - DOB_GIRAFFE : kind - DOB_GIRAFFE + 1;
    return (uint16_t)(5 * y + (side ? 0 : 4));
}

static uint16_t dob_cell_place(int cell)
{
    return (uint16_t)(5 * (3 - cell / 3) + 1 + cell % 3);
}

static int dob_clicks(const dob_rules *r, const dob_state *s, ari_move m,
                      uint16_t *places)
{
    int from = m / 12;
    places[0] = from < DOB_CELLS
                    ? dob_cell_place(dob_cell(s, from))
                    : dob_hand_place((int)dob_turn(r, s), from - DOB_CELLS + DOB_GIRAFFE);
    places[1] = dob_cell_place(dob_cell(s, m % 12));
    return 2;
}

static void dob_show(ari_cell *cell, int piece)
{
    cell->owner = piece & DOB_OTHER ? ARI_OWNER_SECOND : ARI_OWNER_FIRST;
    cell->text[0] = dob_letters[piece & 7];
}

static void dob_board(const dob_rules *r, const dob_state *s, ari_board *board)
{
    dob_state up = dob_upright(s);
    bool over = dob_outcome(r, s) != ARI_ON;
    board->letters = board->column_labels = board->row_labels = true;
    board->pieces = ARI_PIECES_STONES;
    ari_board_size(board, DOB_COLUMNS + 2, DOB_ROWS);
    for (int i = 0; i < DOB_CELLS; i++) {
        ari_cell *cell = &board->cells[dob_cell_place(i)];
        int piece = dob_piece_at(&up, i);
        cell->kind = ARI_CELL_SQUARE;
        cell->goal = i >= DOB_LAST_ROW ? ARI_OWNER_FIRST
                     : i < DOB_COLUMNS ? ARI_OWNER_SECOND
                                       : ARI_NOBODY;
        if (piece)
            dob_show(cell, piece);
        cell->line = over && (piece & 7) == DOB_LION && cell->owner == cell->goal;
    }
    for (int side = 0; side < 2; side++)
        for (int kind = DOB_GIRAFFE; kind <= DOB_CHICK; kind++) {
            ari_cell *cell = &board->cells[dob_hand_place(side, kind)];
            cell->kind = ARI_CELL_HAND;
            cell->goal = (uint8_t)ari_owner_of((ari_side)side);
            cell->count = (uint8_t)dob_held(&up, side, kind);
            if (cell->count)
                dob_show(cell, kind + DOB_OTHER * side);
        }
}

#define GAME dob
#define GAME_MAX_MOVES 64
#define GAME_FLAGS ARI_HAS_CYCLES
#define GAME_CLICKS dob_clicks
#define GAME_EVAL dob_eval
#define GAME_EVALS dob_evals
#define GAME_CANONICAL dob_canonical
#define GAME_AS_FIRST dob_as_first
#define GAME_ORBIT dob_orbit
#define GAME_WIN_NOW dob_win_now
#define GAME_PROMISE dob_promise
#define GAME_POSITIONS dob_positions
#define GAME_TIER dob_tier
#define GAME_RANKS dob_ranks
#define GAME_RANK dob_rank
#define GAME_UNRANK dob_unrank
#include <ariadne/instance.h>

/* Measured by 120 games a step up to level 8. */
static const ari_level dob_levels[ARI_LEVELS] = {
    {.sight = 0.5, .whim = 60}, {.sight = 2, .whim = 60},
    {.sight = 2, .whim = 15},   {.sight = 2.4, .whim = 15},
    {.sight = 3, .whim = 15},   {.sight = 4, .whim = 15},
    {.sight = 4.5, .whim = 6},  {.sight = 5.5, .whim = 6},
    {.sight = 6.5, .whim = 4},  {.sight = ARI_SIGHT_ALL, .whim = 2},
};

const ari_game ari_game_dobutsu = {
    GAME_CORE,
    .id = "dobutsu",
    .title = "Dobutsu Shogi",
    .about =
        "\"Let's catch the lion!\" In turn, a piece steps to a cell beside its own\n"
        "that is free or the other's: the lion L in all directions, the giraffe G\n"
        "straight, the elephant E slanting, the chick C one forward. In the last row a\n"
        "chick becomes a hen H, which steps straight or slanting forward. What you\n"
        "take you hold, a hen as a chick, and instead of a step you may put a piece\n"
        "that you hold on any free cell. Whoever takes the lion wins, and so does\n"
        "whoever's lion comes into the last row and cannot be taken there. A lion that\n"
        "can be taken must be.\n"
        "A move is two cells, b2b3, or a piece and where it is put, C*b3.\n"
        "A position is its rows from the top, upper case for the first player, then\n"
        "what is held, and /2 at the end when the second is to move:\n"
        "gle/.c./.C./ELG/2, or gle/.../.L./E.G/Cc",
    .levels = dob_levels,
};
