/* breakthrough.c: Breakthrough: two rows of pieces on each side, and the first to get one across wins.
 *
 * A position is seen by the side to move, whose pieces go up, so that nothing but text and drawing
 * need know whose they are (breakthrough_board.h). A move is 4 times the bit it starts from, plus 0, 1
 * or 2 for the way it goes: to the left, straight on, to the right. */
#include "breakthrough_board.h"

/* ---- the rules ---- */

static bt_state bt_start(const bt_rules *r)
{
    uint64_t two_rows = r->cells & 0xffff;
    return (bt_state){two_rows, bt_flip(r, two_rows)};
}

static inline ari_side bt_turn(const bt_rules *r, const bt_state *s)
{
    (void)r;
    return s->mine & BT_TURN ? ARI_SECOND : ARI_FIRST;
}

/* The moves to cells of `to`: to any free one, and slanting also onto the other's. */
static inline int bt_moves_to(const bt_rules *r, const bt_state *s, uint64_t to,
                              ari_move *list)
{
    uint64_t mine = bt_own(s);
    uint64_t ways[3] = {(mine & r->not_left) << 7, mine << 8 & ~s->theirs,
                        (mine & r->not_right) << 9};
    int count = 0;
    for (int way = 0; way < 3; way++)
        for (uint64_t left = ways[way] & to & ~mine; left; left &= left - 1)
            list[count++] = (ari_move)(4 * (__builtin_ctzll(left) - 7 - way) + way);
    return count;
}

static inline int bt_moves(const bt_rules *r, const bt_state *s, ari_move *list)
{
    return bt_moves_to(r, s, r->cells, list);
}

static inline uint64_t bt_to(ari_move m)
{
    return (uint64_t)1 << (m / 4 + 7 + m % 4);
}

static inline bt_state bt_after(const bt_rules *r, const bt_state *s, ari_move m)
{
    uint64_t to = bt_to(m), mine = (bt_own(s) ^ (uint64_t)1 << m / 4) | to;
    return (bt_state){bt_flip(r, s->theirs & ~to) | (~s->mine & BT_TURN),
                      bt_flip(r, mine)};
}

/* Only the other, who has just moved, can have come across or taken the last piece. Whoever has a
 * piece can move: nothing of his own stands before his foremost one. */
static inline int bt_outcome(const bt_rules *r, const bt_state *s)
{
    (void)r;
    return s->theirs & BT_ROW || !bt_own(s) ? ARI_LOST : ARI_ON;
}

/* ---- hints ---- */

static inline ari_move bt_win_now(const bt_rules *r, const bt_state *s)
{
    ari_move list[2];
    uint64_t across = s->mine & r->near_goal;
    if (across) {
        int from = __builtin_ctzll(across);
        return (ari_move)(4 * from + (from % 8 ? 0 : 2));
    }
    if ((s->theirs & (s->theirs - 1)) == 0 && bt_moves_to(r, s, s->theirs, list) > 0)
        return list[0];
    return ARI_NO_MOVE;
}

/* A piece that is about to come across must be taken, and a last piece must not be lost. */
static inline int bt_safe_moves(const bt_rules *r, const bt_state *s, ari_move *list)
{
    uint64_t mine = bt_own(s), about = s->theirs & BT_ROW << 8;
    if (about & (about - 1))
        return 0;
    int count = bt_moves_to(r, s, about ? about : r->cells, list);
    if (mine & (mine - 1))
        return count;
    int safe = 0;
    for (int i = 0; i < count; i++) {
        uint64_t to = bt_to(list[i]);
        if (!(bt_attacked(r, s->theirs & ~to) & to))
            list[safe++] = list[i];
    }
    return safe;
}

static inline int bt_choice(const bt_rules *r, const bt_state *s, ari_move *only)
{
    uint64_t mine = bt_own(s);
    if (!(s->theirs & BT_ROW << 8) && mine & (mine - 1))
        return 2;
    ari_move list[4 * BT_SIDE];
    int count = bt_safe_moves(r, s, list);
    *only = list[0];
    return count < 2 ? count : 2;
}

/* Taking first, then what is far on and cannot be taken there. */
static inline int bt_promise(const bt_rules *r, const bt_state *s, ari_move m)
{
    uint64_t to = bt_to(m);
    int y = m / 32 + 1, value = y * y;
    if (s->theirs & to)
        value +=
            40 + 8 * (r->height - 1 - y); /* the other's that are far on, above all */
    if (bt_attacked(r, s->theirs & ~to) & to)
        value -= 30;
    return value;
}

/* Every move takes a piece one row on, and the first to arrive is the last to move. */
static inline int bt_longest(const bt_rules *r, const bt_state *s)
{
    uint64_t mine = bt_own(s);
    return (r->height - 2) * __builtin_popcountll(mine) - bt_rows(mine) +
           bt_rows(s->theirs) - __builtin_popcountll(s->theirs) + 1;
}

static double bt_positions(const bt_rules *r)
{
    double positions = 1;
    for (int cell = 0; cell < r->width * r->height; cell++)
        positions *= 3;
    return positions;
}

/* ---- evaluation ---- */

/* A side's pieces, seen as the side that moves up. */
static inline int bt_worth(const bt_rules *r, uint64_t own, uint64_t other,
                           const int *params)
{
    uint64_t guarded = own & ((own & r->not_left) << 7 | (own & r->not_right) << 9);
    uint64_t taken = own & ~guarded & bt_attacked(r, other);
    return params[0] * __builtin_popcountll(own) + params[1] * bt_rows(own) +
           params[2] * __builtin_popcountll(own & BT_ROW) +
           params[3] * __builtin_popcountll(guarded) -
           params[4] * __builtin_popcountll(taken);
}

static inline int bt_eval(const bt_rules *r, const bt_state *s, int which,
                          const int *params)
{
    (void)which;
    uint64_t mine = bt_own(s);
    return bt_worth(r, mine, s->theirs, params) -
           bt_worth(r, bt_flip(r, s->theirs), bt_flip(r, mine), params);
}

static const ari_option bt_weights[] = {
    ARI_OPTION_WEIGHT("piece", 20, "a piece"),
    ARI_OPTION_WEIGHT("row", 3, "each row it has gone"),
    ARI_OPTION_WEIGHT("home", 4, "in the first row"),
    ARI_OPTION_WEIGHT("guarded", 2, "guarded by another"),
    ARI_OPTION_WEIGHT("hanging", 6, "less if it can be taken for nothing"),
    {.name = NULL}};

static const ari_eval_info bt_evals[] = {
    {.name = "advance",
     .help = "pieces, how far they are, and who guards them",
     .params = bt_weights},
    {.name = NULL}};

/* ---- symmetry ---- */

static inline bt_state bt_mirrored(const bt_rules *r, const bt_state *s)
{
    return (bt_state){bt_mirror(r, bt_own(s)) | (s->mine & BT_TURN),
                      bt_mirror(r, s->theirs)};
}

static inline bt_state bt_canonical(const bt_rules *r, const bt_state *s)
{
    bt_state other = bt_mirrored(r, s);
    bool less =
        other.mine < s->mine || (other.mine == s->mine && other.theirs < s->theirs);
    return less ? other : *s;
}

static inline bt_state bt_as_first(const bt_rules *r, const bt_state *s)
{
    (void)r;
    return (bt_state){bt_own(s), s->theirs};
}

static int bt_orbit(const bt_rules *r, const bt_state *s)
{
    bt_state other = bt_mirrored(r, s);
    return other.mine == s->mine && other.theirs == s->theirs ? 1 : 2;
}

/* ---- text ---- */

static void bt_signs(const bt_rules *r, const bt_state *s, char *signs)
{
    if (s->mine & BT_TURN)
        ari_rows_mark(&r->rows, bt_flip(r, s->theirs), bt_flip(r, bt_own(s)), signs);
    else
        ari_rows_mark(&r->rows, s->mine, s->theirs, signs);
}

/* A cell as the board lies, from a bit as the side to move sees it. */
static int bt_cell(const bt_rules *r, const bt_state *s, int bit)
{
    return bt_turn(r, s) == ARI_FIRST ? bit : bit % 8 + 8 * (r->height - 1 - bit / 8);
}

static void bt_format_move(const bt_rules *r, const bt_state *s, ari_move m,
                           ari_text *out)
{
    ari_cell_name from = ari_rows_name(&r->rows, bt_cell(r, s, m / 4));
    ari_cell_name to = ari_rows_name(&r->rows, bt_cell(r, s, m / 4 + 7 + m % 4));
    ari_text_format(out, "%s%s", from.text, to.text);
}

static void bt_format(const bt_rules *r, const bt_state *s, ari_text *out)
{
    char signs[BT_SIDE * BT_SIDE];
    bt_signs(r, s, signs);
    ari_rows_format(&r->rows, signs, s->mine & BT_TURN, out);
}

/* What no game comes to: `mover` and `other` are both seen as the side that moves up. Every move is a
 * row, so that the rows of both tell whose turn it is; a piece that was taken may have been in any
 * row but the last. */
static ari_status bt_check(const bt_rules *r, uint64_t mover, uint64_t other, bool second,
                           ari_error *error)
{
    uint64_t last = r->near_goal << 8, arrived = other & last;
    int gone = r->height - 2, all = 2 * r->width;
    int mover_taken = all - __builtin_popcountll(mover);
    int other_taken = all - __builtin_popcountll(other);
    if (mover_taken < 0 || other_taken < 0)
        return ari_fail(error, ARI_ILLEGAL, 0, "a side has at most %d pieces", all);
    if (!other || (mover & last) || (arrived & (arrived - 1)) || (arrived && !mover))
        return ari_fail(error, ARI_ILLEGAL, 0,
                        "the game ends when a piece has come across or a side has none "
                        "left: here it was over before the last move");
    /* The first player has made as many moves as the second, or one more. */
    int ahead = bt_rows(mover) - bt_rows(other) + second;
    if (ahead > gone * other_taken || -ahead > gone * mover_taken)
        return ari_fail(error, ARI_ILLEGAL, 0,
                        "each move takes a piece one row on, and by the rows it is not "
                        "%c's turn",
                        second ? 'o' : 'x');
    return ARI_OK;
}

static ari_status bt_parse(const bt_rules *r, const char *text, bt_state *s,
                           ari_error *error)
{
    char signs[BT_SIDE * BT_SIDE];
    bool second;
    ari_status status = ari_rows_parse(&r->rows, text, signs, &second, error);
    if (status != ARI_OK)
        return status;
    uint64_t x = ari_rows_marked(&r->rows, signs, 'x');
    uint64_t o = bt_flip(r, ari_rows_marked(&r->rows, signs, 'o'));
    uint64_t mover = second ? o : x, other = second ? x : o;
    *s = (bt_state){mover | (second ? BT_TURN : 0), bt_flip(r, other)};
    return bt_check(r, mover, other, second, error);
}

/* ---- the board ---- */

static int bt_clicks(const bt_rules *r, const bt_state *s, ari_move m, uint16_t *places)
{
    places[0] = ari_rows_place(&r->rows, bt_cell(r, s, m / 4));
    places[1] = ari_rows_place(&r->rows, bt_cell(r, s, m / 4 + 7 + m % 4));
    return 2;
}

static void bt_board(const bt_rules *r, const bt_state *s, ari_board *board)
{
    char signs[BT_SIDE * BT_SIDE];
    bt_signs(r, s, signs);
    ari_board_grid(board, r->width, r->height, ARI_CELL_SQUARE);
    ari_board_signs(board, &r->rows, signs);
    board->pieces = ARI_PIECES_STONES;
    for (int x = 0; x < r->width; x++) {
        ari_board_at(board, x, 0)->goal = ARI_OWNER_FIRST;
        ari_board_at(board, x, r->height - 1)->goal = ARI_OWNER_SECOND;
    }
    for (int i = 0; i < r->width * r->height; i++) {
        ari_cell *cell = &board->cells[i];
        cell->line = cell->owner && cell->owner == cell->goal;
    }
}

static const ari_option bt_options[] = {
    ARI_OPTION_NUMBER("width", 8, 2, BT_SIDE, "columns"),
    ARI_OPTION_NUMBER("height", 8, 4, BT_SIDE, "rows; each side fills two"),
    {.name = NULL}};

#define GAME bt
#define GAME_MAX_MOVES (3 * 2 * BT_SIDE)
#define GAME_CLICKS bt_clicks
#define GAME_EVAL bt_eval
#define GAME_EVALS bt_evals
#define GAME_CANONICAL bt_canonical
#define GAME_AS_FIRST bt_as_first
#define GAME_ORBIT bt_orbit
#define GAME_WIN_NOW bt_win_now
#define GAME_SAFE_MOVES bt_safe_moves
#define GAME_CHOICE bt_choice
#define GAME_PROMISE bt_promise
#define GAME_LONGEST bt_longest
#define GAME_DRAWS_LAST ari_always /* there are none */
#define GAME_POSITIONS bt_positions
#include <ariadne/instance.h>

/* Measured by 20 to 120 games a step up to level 8, on 8 x 8. */
static const ari_level bt_levels[ARI_LEVELS] = {
    {.sight = 0.5, .whim = 60}, {.sight = 2, .whim = 60},
    {.sight = 2, .whim = 28},   {.sight = 2.5, .whim = 10},
    {.sight = 3.4, .whim = 6},  {.sight = 4.2, .whim = 5},
    {.sight = 5, .whim = 4},    {.sight = 5.7, .whim = 3},
    {.sight = 6.5, .whim = 2},  {.sight = ARI_SIGHT_ALL, .whim = 2},
};

const ari_game ari_game_breakthrough = {
    GAME_CORE,
    .id = "breakthrough",
    .title = "Breakthrough",
    .about =
        "Each player begins with two rows full of pieces: x with the lower two, o with\n"
        "the upper two; x begins. In turn, a piece moves one row on, towards the other\n"
        "side, straight or slanting. Straight on the cell must be free; slanting a\n"
        "piece may take one of the other's. Whoever first gets a piece into the last\n"
        "row wins, and so does whoever takes all of the other's.\n"
        "A move is the cell it begins in and the one it goes to: a2b3, or a2-b3.\n"
        "A position is its rows from the top, x, o or ., with /2 at the end when o is\n"
        "to move: oo/oo/x./.x/xx/2",
    .options = bt_options,
    .levels = bt_levels,
};
