/* morris.c: three, six and nine men's morris: place your men, move them, close mills.
 *
 * A position is seen by the side to move: its own men and the other's, a bit for each point, and
 * above them how many it has in hand; bit 31 of the other's says that the second player is to
 * move. Who has placed as many men as the other moves first, so that men in hand are equal, or the
 * side to move has one more.
 *
 * A move is the point that a man leaves (or MORRIS_NONE from the hand), the one where it comes to
 * stand, and the one whose man is taken (or MORRIS_NONE), five bits each.
 *
 * A tier is the men in hand, then the men that are left, then by how many more one side has. Ranks
 * are those of placings.h on boards of up to 16 points, and of ring_ranks.h on three rings. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ariadne/game.h>

#include "placings.h"
#include "ring_ranks.h"

#define MORRIS_POINTS 24
#define MORRIS_NONE 31
#define MORRIS_MEN ((1u << MORRIS_POINTS) - 1)
#define MORRIS_HAND (1u << MORRIS_POINTS) /* one man in hand */
#define MORRIS_TURN 0x80000000u
#define GAME_MAX_MOVES 384
#define MORRIS_FEWEST 3 /* men to go on with; as many may fly */

/* A board: its points by name as they are read; its mills, of which neighbours are joined; and what
 * is joined besides. */
typedef struct morris_kind {
    int men;
    const char *points, *mills, *links, *drawing;
} morris_kind;

static const morris_kind morris_kinds[] = {
    {3, "a3b3c3a2b2c2a1b1c1", "a3b3c3a2b2c2a1b1c1a3a2a1b3b2b1c3c2c1a3b2c1a1b2c3", "",
     "o---o---o\n"
     "|\\  |  /|\n"
     "| \\ | / |\n"
     "|  \\|/  |\n"
     "o---o---o\n"
     "|  /|\\  |\n"
     "| / | \\ |\n"
     "|/  |  \\|\n"
     "o---o---o\n"},
    {6, "a5c5e5b4c4d4a3b3d3e3b2c2d2a1c1e1",
     "a5c5e5b4c4d4b2c2d2a1c1e1a5a3a1b4b3b2d4d3d2e5e3e1", "c5c4a3b3d3e3c2c1",
     "o-----o-----o\n"
     "|     |     |\n"
     "|  o--o--o  |\n"
     "|  |     |  |\n"
     "o--o     o--o\n"
     "|  |     |  |\n"
     "|  o--o--o  |\n"
     "|     |     |\n"
     "o-----o-----o\n"},
    {9, "a7d7g7b6d6f6c5d5e5a4b4c4e4f4g4c3d3e3b2d2f2a1d1g1",
     "a7d7g7b6d6f6c5d5e5a4b4c4e4f4g4c3d3e3b2d2f2a1d1g1"
     "a7a4a1b6b4b2c5c4c3d7d6d5d3d2d1e5e4e3f6f4f2g7g4g1",
     "",
     "o--------o--------o\n"
     "|        |        |\n"
     "|  o-----o-----o  |\n"
     "|  |     |     |  |\n"
     "|  |  o--o--o  |  |\n"
     "|  |  |     |  |  |\n"
     "o--o--o     o--o--o\n"
     "|  |  |     |  |  |\n"
     "|  |  o--o--o  |  |\n"
     "|  |     |     |  |\n"
     "|  o-----o-----o  |\n"
     "|        |        |\n"
     "o--------o--------o\n"}};

typedef struct morris_rules {
    const morris_kind *kind;
    int points, each, size; /* men of each side; columns of the board */
    bool fly, takes;        /* a mill takes a man, or wins at once */
    int mills;
    uint32_t near[MORRIS_POINTS], mill[MORRIS_POINTS];
    ari_rows rows; /* whose table has a column more, for the hands */
    placings p;
    ring_ranks rings;
} morris_rules;

typedef placings_sides morris_state;

static const ari_option morris_options[] = {
    ARI_OPTION_CHOICE("men", 1, "3|6|9", "the board, and men of each side"),
    ARI_OPTION_FLAG("fly", 1, "three men may go anywhere"),
    ARI_OPTION_NUMBER("each", 0, 0, 9, "men of each side, if fewer; 0: all"),
    {.name = NULL}};

/* ---- setting up ---- */

static int morris_point(const morris_kind *k, const char *name)
{
    const char *at = k->points;
    while (at[0] != name[0] || at[1] != name[1])
        at += 2;
    return (int)(at - k->points) / 2;
}

static const char *morris_name(const morris_rules *r, int point)
{
    return r->kind->points + (size_t)2 * (size_t)point;
}

static void morris_join(morris_rules *r, int a, int b)
{
    r->near[a] |= 1u << b;
    r->near[b] |= 1u << a;
}

static void morris_set_lines(morris_rules *r)
{
    const morris_kind *k = r->kind;
    for (const char *at = k->mills; *at; at += 6) {
        int a = morris_point(k, at), b = morris_point(k, at + 2),
            c = morris_point(k, at + 4);
        morris_join(r, a, b);
        morris_join(r, b, c);
        r->mill[r->mills++] = 1u << a | 1u << b | 1u << c;
    }
    for (const char *at = k->links; *at; at += 4)
        morris_join(r, morris_point(k, at), morris_point(k, at + 2));
}

/* Turns and mirrors, and with more squares than one also inside out. */
static void morris_set_images(morris_rules *r)
{
    int centre = r->size / 2;
    r->p.cells = r->points;
    r->p.images = centre > 1 ? 16 : 8;
    for (int i = 0; i < r->p.images; i++)
        for (int point = 0; point < r->points; point++) {
            int x = morris_name(r, point)[0] - 'a' - centre;
            int y = morris_name(r, point)[1] - '1' - centre;
            int ring = x * x > y * y ? x : y;
            ring = ring < 0 ? -ring : ring;
            if (i & 8) {
                x = x / ring * (centre + 1 - ring);
                y = y / ring * (centre + 1 - ring);
            }
            int u = i & 1 ? -x : x, v = i & 2 ? -y : y;
            const char name[] = {(char)('a' + centre + (i & 4 ? v : u)),
                                 (char)('1' + centre + (i & 4 ? u : v)), 0};
            placings_set_image(&r->p, i, point, morris_point(r->kind, name));
        }
}

/* Ranks of either kind. */
static void morris_set_ranks(morris_rules *r)
{
    static const uint8_t places[3][3] = {
        {6, 5, 4}, {7, 0, 3}, {0, 1, 2}}; /* by y and x */
    int centre = r->size / 2;
    if (r->points <= PLACINGS_CELLS) {
        placings_set_ranks(&r->p);
        return;
    }
    for (int point = 0; point < r->points; point++) {
        int x = morris_name(r, point)[0] - 'a' - centre;
        int y = morris_name(r, point)[1] - '1' - centre;
        int ring = x * x > y * y ? abs(x) : abs(y);
        ring_set_point(&r->rings, point, centre - ring,
                       places[y / ring + 1][x / ring + 1]);
    }
    ring_set_ranks(&r->rings);
}

static ari_status morris_setup(ari_value *values, morris_rules *r, ari_error *error)
{
    r->kind = &morris_kinds[values[0].number];
    r->fly = values[1].number != 0;
    r->each = values[2].number ? (int)values[2].number : r->kind->men;
    if (r->each < MORRIS_FEWEST || r->each > r->kind->men)
        return ari_fail(error, ARI_RANGE, ARI_NO_OFFSET,
                        "on the board of %d men's morris each side has 3 to %d men",
                        r->kind->men, r->kind->men);
    values[2].number = r->each < r->kind->men ? r->each : 0;
    r->points = (int)strlen(r->kind->points) / 2;
    r->size = morris_name(r, r->points - 1)[0] - 'a' + 1;
    r->takes = r->kind->men > MORRIS_FEWEST;
    r->rows = (ari_rows){r->size + 1, r->size, .points = r->kind->points, .signs = "xo."};
    morris_set_lines(r);
    morris_set_images(r);
    morris_set_ranks(r);
    return ARI_OK;
}

/* ---- the rules ---- */

static inline int morris_hand(uint32_t side)
{
    return (int)(side >> MORRIS_POINTS & 15);
}

static inline int morris_men(uint32_t side)
{
    return __builtin_popcount(side & MORRIS_MEN);
}

static morris_state morris_start(const morris_rules *r)
{
    uint32_t hand = (uint32_t)r->each * MORRIS_HAND;
    return (morris_state){hand, hand};
}

static inline ari_side morris_turn(const morris_rules *r, const morris_state *s)
{
    (void)r;
    return s->theirs & MORRIS_TURN ? ARI_SECOND : ARI_FIRST;
}

/* The men of a set that are in mills. */
static inline uint32_t morris_milled(const morris_rules *r, uint32_t men)
{
    uint32_t milled = 0;
    for (int i = 0; i < r->mills; i++)
        if ((men & r->mill[i]) == r->mill[i])
            milled |= r->mill[i];
    return milled;
}

/* The moves of a man to the points `to`. Who closes a mill takes a man that is in none, or any if
 * all are. */
static inline int morris_add(const morris_rules *r, uint32_t men, uint32_t theirs,
                             int from, uint32_t to, ari_move *list)
{
    int count = 0;
    uint32_t loose = theirs & ~morris_milled(r, theirs);
    loose = loose ? loose : theirs;
    for (; to; to &= to - 1) {
        int point = __builtin_ctz(to);
        uint32_t after = men | 1u << point;
        ari_move move = (ari_move)(from << 10 | point << 5 | MORRIS_NONE);
        if (!loose || !r->takes || !(morris_milled(r, after) >> point & 1)) {
            list[count++] = move;
            continue;
        }
        for (uint32_t left = loose; left; left &= left - 1)
            list[count++] = (ari_move)(from << 10 | point << 5 | __builtin_ctz(left));
    }
    return count;
}

/* Where the man on a point can go. */
static inline uint32_t morris_ways(const morris_rules *r, const morris_state *s, int from)
{
    uint32_t empty = ((1u << r->points) - 1) & ~((s->mine | s->theirs) & MORRIS_MEN);
    bool flies = r->fly && morris_men(s->mine) == MORRIS_FEWEST;
    return flies ? empty : empty & r->near[from];
}

static inline int morris_moves(const morris_rules *r, const morris_state *s,
                               ari_move *list)
{
    uint32_t mine = s->mine & MORRIS_MEN, theirs = s->theirs & MORRIS_MEN;
    if (morris_hand(s->mine))
        return morris_add(r, mine, theirs, MORRIS_NONE,
                          ((1u << r->points) - 1) & ~(mine | theirs), list);
    int count = 0;
    for (uint32_t left = mine; left; left &= left - 1) {
        int from = __builtin_ctz(left);
        count += morris_add(r, mine & ~(1u << from), theirs, from,
                            morris_ways(r, s, from), list + count);
    }
    return count;
}

static inline morris_state morris_after(const morris_rules *r, const morris_state *s,
                                        ari_move m)
{
    (void)r;
    int from = m >> 10, to = m >> 5 & 31, take = m & 31;
    uint32_t mine = s->mine | 1u << to, theirs = s->theirs & ~MORRIS_TURN;
    mine = from == MORRIS_NONE ? mine - MORRIS_HAND : mine & ~(1u << from);
    if (take != MORRIS_NONE)
        theirs &= ~(1u << take);
    return (morris_state){theirs, mine | (~s->theirs & MORRIS_TURN)};
}

/* Who has two men left, or cannot move, has lost. */
static inline int morris_outcome(const morris_rules *r, const morris_state *s)
{
    int hand = morris_hand(s->mine);
    if (morris_men(s->mine) + hand < MORRIS_FEWEST ||
        (!r->takes && morris_milled(r, s->theirs & MORRIS_MEN)))
        return ARI_LOST;
    uint32_t left = hand ? 0 : s->mine & MORRIS_MEN;
    bool stuck = !hand;
    for (; left && stuck; left &= left - 1)
        stuck = !morris_ways(r, s, __builtin_ctz(left));
    return stuck ? ARI_LOST : ARI_ON;
}

/* ---- evaluation ---- */

static inline int morris_worth(const morris_rules *r, uint32_t side, uint32_t other,
                               const int *params)
{
    uint32_t men = side & MORRIS_MEN, free = ~(men | other) & MORRIS_MEN;
    int value = params[0] * (morris_men(side) + morris_hand(side));
    for (int i = 0; i < r->mills; i++)
        value += params[1] * ((men & r->mill[i]) == r->mill[i]) +
                 params[2] * (__builtin_popcount(men & r->mill[i]) == 2 &&
                              (free & r->mill[i]) != 0);
    for (; men; men &= men - 1)
        value += params[3] * __builtin_popcount(r->near[__builtin_ctz(men)] & free);
    return value;
}

static int morris_eval(const morris_rules *r, const morris_state *s, int which,
                       const int *params)
{
    (void)which;
    return morris_worth(r, s->mine, s->theirs, params) -
           morris_worth(r, s->theirs, s->mine, params);
}

static const ari_option morris_weights[] = {
    ARI_OPTION_WEIGHT("man", 20, "a man"),
    ARI_OPTION_WEIGHT("mill", 3, "a closed mill"),
    ARI_OPTION_WEIGHT("open", 4, "two men of a mill whose third point is free"),
    ARI_OPTION_WEIGHT("way", 1, "a free point beside a man"),
    {.name = NULL}};

static const ari_eval_info morris_evals[] = {
    {.name = "men", .help = "men, mills and freedom", .params = morris_weights},
    {.name = NULL}};

/* ---- symmetry ---- */

static inline morris_state morris_canonical(const morris_rules *r, const morris_state *s)
{
    return placings_least(&r->p, *s);
}

static morris_state morris_as_first(const morris_rules *r, const morris_state *s)
{
    (void)r;
    return (morris_state){s->mine, s->theirs & ~MORRIS_TURN};
}

static int morris_orbit(const morris_rules *r, const morris_state *s)
{
    return placings_orbit(&r->p, *s);
}

#include "morris_ranks.h"

/* ---- text ---- */

static void morris_format_move(const morris_rules *r, const morris_state *s, ari_move m,
                               ari_text *out)
{
    int from = m >> 10, take = m & 31;
    (void)s;
    if (from != MORRIS_NONE)
        ari_text_format(out, "%.2s-", morris_name(r, from));
    ari_text_format(out, "%.2s", morris_name(r, m >> 5 & 31));
    if (take != MORRIS_NONE)
        ari_text_format(out, "x%.2s", morris_name(r, take));
}

static void morris_signs(const morris_rules *r, const morris_state *s, char *signs)
{
    bool second = s->theirs & MORRIS_TURN;
    ari_rows_mark(&r->rows, second ? s->theirs : s->mine, second ? s->mine : s->theirs,
                  signs);
}

static void morris_format(const morris_rules *r, const morris_state *s, ari_text *out)
{
    char signs[MORRIS_POINTS];
    morris_signs(r, s, signs);
    ari_rows_format(&r->rows, signs, false, out);
    ari_text_format(out, "/%d", s->theirs & MORRIS_TURN ? 2 : 1);
    if (morris_hand(s->mine))
        ari_text_format(out, ":%d", morris_hand(s->mine));
}

/* After the points: who is to move, and with how many men in hand. */
static ari_status morris_parse_rest(const morris_rules *r, const char *text, size_t at,
                                    const uint32_t men[2], morris_state *s,
                                    ari_error *error)
{
    if (text[at] != '/' || (text[at + 1] != '1' && text[at + 1] != '2'))
        return ari_fail(error, ARI_SYNTAX, at,
                        "expected /1 or /2 after the points, the side to move");
    bool second = text[at + 1] == '2';
    bool hand = text[at + 2] == ':' && text[at + 3] >= '1' && text[at + 3] <= '9';
    if (text[hand ? at + 4 : at + 2])
        return ari_fail(error, ARI_SYNTAX, at + 2,
                        "expected the end, or a colon and the men in hand, 1 to %d",
                        r->each);
    uint32_t mine = hand ? (uint32_t)(text[at + 3] - '0') : 0;
    uint32_t theirs = mine - (second && mine);
    *s = (morris_state){men[second] | mine * MORRIS_HAND,
                        men[!second] | theirs * MORRIS_HAND | (second ? MORRIS_TURN : 0)};
    if (morris_men(s->mine) + (int)mine > r->each ||
        morris_men(s->theirs) + (int)theirs > r->each)
        return ari_fail(error, ARI_ILLEGAL, 0, "each side has %d men, in hand and placed",
                        r->each);
    if (morris_men(s->theirs) + (int)theirs < MORRIS_FEWEST)
        return ari_fail(error, ARI_ILLEGAL, 0,
                        "the game was over when two men were left");
    return ARI_OK;
}

static ari_status morris_parse(const morris_rules *r, const char *text, morris_state *s,
                               ari_error *error)
{
    size_t at = 0;
    char signs[MORRIS_POINTS];
    ari_status status = ari_rows_read(&r->rows, text, &at, signs, error);
    if (status != ARI_OK)
        return status;
    const uint32_t men[] = {(uint32_t)ari_rows_marked(&r->rows, signs, 'x'),
                            (uint32_t)ari_rows_marked(&r->rows, signs, 'o')};
    return morris_parse_rest(r, text, at, men, s, error);
}

/* ---- the board ---- */

static int morris_clicks(const morris_rules *r, const morris_state *s, ari_move m,
                         uint16_t *places)
{
    int count = 0, from = m >> 10, take = m & 31;
    (void)s;
    if (from != MORRIS_NONE)
        places[count++] = ari_rows_place(&r->rows, from);
    places[count++] = ari_rows_place(&r->rows, m >> 5 & 31);
    if (take != MORRIS_NONE)
        places[count++] = ari_rows_place(&r->rows, take);
    return count;
}

/* Who places a man and takes none clicks once. */
static void morris_set_moves(const morris_rules *r, const morris_state *s,
                             ari_board *board)
{
    ari_move list[GAME_MAX_MOVES];
    int count = morris_hand(s->mine) ? morris_moves(r, s, list) : 0;
    for (int i = 0; i < count; i++)
        if ((list[i] & 31) == MORRIS_NONE)
            board->cells[ari_rows_place(&r->rows, list[i] >> 5 & 31)].move = list[i];
}

static void morris_board(const morris_rules *r, const morris_state *s, ari_board *board)
{
    uint32_t ended = morris_outcome(r, s) != ARI_ON && !r->takes
                         ? morris_milled(r, s->theirs & MORRIS_MEN)
                         : 0;
    char signs[MORRIS_POINTS];
    morris_signs(r, s, signs);
    ari_board_graph(board, r->kind->drawing);
    ari_board_widen(board);
    ari_board_signs(board, &r->rows, signs);
    board->pieces = ARI_PIECES_STONES;
    board->column_labels = board->row_labels = board->letters = true;
    for (int i = 0; i < r->points; i++)
        board->cells[ari_rows_place(&r->rows, i)].line = ended >> i & 1;
    if (morris_outcome(r, s) == ARI_ON)
        morris_set_moves(r, s, board);
    int hand[2];
    for (int side = 0; side < 2; side++) {
        ari_cell *cell = ari_board_at(board, r->size, side ? 0 : board->height - 1);
        hand[side] = morris_hand(side == (int)morris_turn(r, s) ? s->mine : s->theirs);
        cell->kind = ARI_CELL_HAND;
        cell->goal = (uint8_t)ari_owner_of((ari_side)side);
        cell->count = (uint8_t)hand[side];
        if (hand[side]) {
            cell->owner = (uint8_t)ari_owner_of((ari_side)side);
            cell->text[0] = "xo"[side];
        }
    }
    if (hand[0] + hand[1])
        snprintf(board->caption, sizeof board->caption, "in hand: first %d, second %d",
                 hand[0], hand[1]);
}

#define GAME morris
#define GAME_FLAGS ARI_HAS_CYCLES
#define GAME_CLICKS morris_clicks
#define GAME_EVAL morris_eval
#define GAME_EVALS morris_evals
#define GAME_CANONICAL morris_canonical
#define GAME_AS_FIRST morris_as_first
#define GAME_ORBIT morris_orbit
#define GAME_TIER morris_tier
#define GAME_RANKS morris_ranks
#define GAME_RANK morris_rank
#define GAME_UNRANK morris_unrank
#define GAME_POSITIONS morris_positions
#include <ariadne/instance.h>

/* Measured: docs/levels.md. */
static const ari_level morris_levels[ARI_LEVELS] = {
    {.sight = 0.5},
    {.sight = 2, .whim = 40},
    {.sight = 2, .whim = 14},
    {.sight = 2, .whim = 5},
    {.sight = 3, .whim = 5},
    {.sight = 4, .whim = 4},
    {.sight = 5, .whim = 3},
    {.sight = 6, .whim = 2},
    {.sight = 7},
    {.sight = ARI_SIGHT_ALL, .whim = 1},
};

const ari_game ari_game_morris = {
    GAME_CORE,
    .id = "morris",
    .title = "Morris",
    .about =
        "Three, six or nine men's morris, on points joined by lines. In turn, each\n"
        "player places his men on empty points; when all are placed, he moves one\n"
        "along a line to the next point, and with only three left anywhere (fly).\n"
        "Three men in a row along a line are a mill: whoever closes one takes a man of\n"
        "the other's that is in no mill, or any if all are. Who has two men left or\n"
        "cannot move loses. With three men each the first mill wins.\n"
        "A move is the point where a man is placed, or where it leaves and arrives,\n"
        "and then x and the man that is taken: d2, a1-a4, a1-a4xb2.\n"
        "A position is its points row by row from the top, with the side to move and\n"
        "its men in hand: x../.../.o./1:2",
    .options = morris_options,
    .levels = morris_levels,
};
