/* hare.c: hare and hounds, the French military game: three hounds hunt a hare on 11 points.
 *
 *         o---o---o          0 1 2       points are numbered as they are read,
 *        /|\  |  /|\       3 4 5 6 7     and called a2, b1 ... e2
 *       o-o---o---o-o        8 9 10
 *        \|/  |  \|/
 *         o---o---o
 *
 * The hounds are the first player's. They never go back to the left, so that without the rule of
 * stalling only moves up and down bring a position back; with it a position counts them. */
#include <stdio.h>
#include <string.h>

#include <ariadne/game.h>

#define HARE_POINTS 11
#define HARE_COLUMN_SUM \
    10 /* of the hounds' columns, as far to the right as they can be */

static const char hare_drawing[] = "    o---o---o\n"
                                   "   /|\\  |  /|\\\n"
                                   "  / | \\ | / | \\\n"
                                   " /  |  \\|/  |  \\\n"
                                   "o---o---o---o---o\n"
                                   " \\  |  /|\\  |  /\n"
                                   "  \\ | / | \\ | /\n"
                                   "   \\|/  |  \\|/\n"
                                   "    o---o---o\n";

static const uint8_t hare_column[HARE_POINTS] = {1, 2, 3, 0, 1, 2, 3, 4, 1, 2, 3};
static const ari_rows hare_rows = {5, 3, .points = "b3c3d3a2b2c2d2e2b1c1d1",
                                   .signs = "xo."};
static const uint8_t hare_mirror[HARE_POINTS] = {8, 9, 10, 3, 4, 5, 6, 7, 0, 1, 2};
/* The points that lines lead to, a bit for each. */
static const uint16_t hare_near[HARE_POINTS] = {
    1 << 1 | 1 << 3 | 1 << 4 | 1 << 5,
    1 << 0 | 1 << 2 | 1 << 5,
    1 << 1 | 1 << 5 | 1 << 6 | 1 << 7,
    1 << 0 | 1 << 4 | 1 << 8,
    1 << 0 | 1 << 3 | 1 << 5 | 1 << 8,
    1 << 0 | 1 << 1 | 1 << 2 | 1 << 4 | 1 << 6 | 1 << 8 | 1 << 9 | 1 << 10,
    1 << 2 | 1 << 5 | 1 << 7 | 1 << 10,
    1 << 2 | 1 << 6 | 1 << 10,
    1 << 3 | 1 << 4 | 1 << 5 | 1 << 9,
    1 << 5 | 1 << 8 | 1 << 10,
    1 << 5 | 1 << 6 | 1 << 7 | 1 << 9,
};

typedef struct hare_rules {
    int stall; /* so many moves up and down in a row lose; 0: any number may be made */
    int start; /* of the hare */
    uint16_t ahead[5]; /* the points right of a column */
} hare_rules;

typedef struct hare_state {
    uint16_t hounds;  /* a bit for each point */
    uint16_t hare;    /* its point */
    uint16_t turn;    /* ARI_FIRST: the hounds */
    uint16_t stalled; /* moves of hounds up and down, one after the other */
} hare_state;

static const ari_option hare_options[] = {
    ARI_OPTION_NUMBER("stall", 10, 0, 100,
                      "moves up and down in a row that lose; 0: none"),
    ARI_OPTION_CHOICE("hare", 0, "end|centre", "where it begins"),
    {.name = NULL}};

static ari_status hare_setup(const ari_value *values, hare_rules *r, ari_error *error)
{
    (void)error;
    r->stall = (int)values[0].number;
    r->start = values[1].number ? 5 : 7;
    for (int column = 0; column < 5; column++)
        for (int point = 0; point < HARE_POINTS; point++)
            if (hare_column[point] > column)
                r->ahead[column] |= (uint16_t)(1 << point);
    return ARI_OK;
}

/* ---- the rules ---- */

static hare_state hare_start(const hare_rules *r)
{
    return (hare_state){1 << 0 | 1 << 3 | 1 << 8, (uint16_t)r->start, ARI_FIRST, 0};
}

static ari_side hare_turn(const hare_rules *r, const hare_state *s)
{
    (void)r;
    return (ari_side)s->turn;
}

/* Where the piece on a point can go: a hound not to the left. */
static unsigned hare_steps(const hare_state *s, int from)
{
    unsigned steps = hare_near[from] & ~(s->hounds | 1u << s->hare);
    for (unsigned left = s->turn == ARI_FIRST ? steps : 0; left; left &= left - 1)
        if (hare_column[__builtin_ctz(left)] < hare_column[from])
            steps &= ~(left & -left);
    return steps;
}

static int hare_moves(const hare_rules *r, const hare_state *s, ari_move *list)
{
    (void)r;
    int count = 0;
    unsigned pieces = s->turn == ARI_FIRST ? s->hounds : 1u << s->hare;
    for (; pieces; pieces &= pieces - 1) {
        int from = __builtin_ctz(pieces);
        for (unsigned to = hare_steps(s, from); to; to &= to - 1)
            list[count++] = (ari_move)(from * 16 + __builtin_ctz(to));
    }
    return count;
}

static hare_state hare_after(const hare_rules *r, const hare_state *s, ari_move m)
{
    int from = m / 16, to = m % 16;
    if (s->turn == ARI_SECOND)
        return (hare_state){s->hounds, (uint16_t)to, ARI_FIRST, s->stalled};
    bool forward = hare_column[to] > hare_column[from];
    return (hare_state){(uint16_t)((s->hounds & ~(1 << from)) | 1 << to), s->hare,
                        ARI_SECOND,
                        (uint16_t)(forward || !r->stall ? 0 : s->stalled + 1)};
}

/* Left of all hounds the hare is free. */
static bool hare_is_free(const hare_rules *r, const hare_state *s)
{
    return (s->hounds & ~r->ahead[hare_column[s->hare]]) == 0;
}

static int hare_outcome(const hare_rules *r, const hare_state *s)
{
    ari_move list[16];
    if (hare_is_free(r, s) || (r->stall && s->stalled >= r->stall))
        return s->turn == ARI_FIRST ? ARI_LOST : ARI_WON;
    return hare_moves(r, s, list) ? ARI_ON : ARI_LOST;
}

/* ---- evaluation, symmetry, tiers ---- */

/* The points that the hare could run to if the hounds stood still, for the side to move. */
static int hare_eval(const hare_rules *r, const hare_state *s, int which,
                     const int *params)
{
    (void)which;
    unsigned room = 1u << s->hare, before = 0;
    while (room != before) {
        before = room;
        for (unsigned left = room; left; left &= left - 1)
            room |= hare_near[__builtin_ctz(left)] & ~s->hounds;
    }
    int behind = __builtin_popcount(s->hounds & r->ahead[hare_column[s->hare]]);
    int value = params[0] * __builtin_popcount(room) + params[1] * behind;
    return s->turn == ARI_FIRST ? -value : value;
}

static const ari_option hare_weights[] = {
    ARI_OPTION_WEIGHT("room", 1, "a point that the hare could run to"),
    ARI_OPTION_WEIGHT("passed", 5, "a hound that it is left of"),
    {.name = NULL}};

static const ari_eval_info hare_evals[] = {
    {.name = "room", .help = "the hare's room", .params = hare_weights}, {.name = NULL}};

static hare_state hare_canonical(const hare_rules *r, const hare_state *s)
{
    (void)r;
    hare_state other = {0, hare_mirror[s->hare], s->turn, s->stalled};
    for (unsigned left = s->hounds; left; left &= left - 1)
        other.hounds |= (uint16_t)(1 << hare_mirror[__builtin_ctz(left)]);
    bool less =
        other.hounds != s->hounds ? other.hounds < s->hounds : other.hare < s->hare;
    return less ? other : *s;
}

static int hare_orbit(const hare_rules *r, const hare_state *s)
{
    unsigned hounds = s->hounds;
    (void)r;
    return hare_mirror[s->hare] == s->hare && (hounds & 7) == hounds >> 8 ? 1 : 2;
}

/* Steps forward that the hounds have, and then moves up and down. */
static int hare_tier(const hare_rules *r, const hare_state *s)
{
    int forward = HARE_COLUMN_SUM;
    for (unsigned left = s->hounds; left; left &= left - 1)
        forward -= hare_column[__builtin_ctz(left)];
    return forward * (r->stall + 1) + r->stall - s->stalled;
}

static double hare_positions(const hare_rules *r)
{
    enum {
        WHERE = 165 * 8,
        TURNS = 2
    }; /* three of eleven points, and one of the others */
    return (double)WHERE * TURNS * (r->stall + 1);
}

/* ---- text ---- */

static void hare_format_move(const hare_rules *r, const hare_state *s, ari_move m,
                             ari_text *out)
{
    (void)r, (void)s;
    ari_text_format(out, "%s-%s", ari_rows_name(&hare_rows, m / 16).text,
                    ari_rows_name(&hare_rows, m % 16).text);
}

static void hare_format(const hare_rules *r, const hare_state *s, ari_text *out)
{
    (void)r;
    char signs[HARE_POINTS];
    ari_rows_mark(&hare_rows, s->hounds, 1u << s->hare, signs);
    ari_rows_format(&hare_rows, signs, false, out);
    ari_text_format(out, "/%d", s->turn + 1);
    if (s->stalled)
        ari_text_format(out, ":%d", s->stalled);
}

/* After the points: whose turn it is, and how often the hounds have stalled. */
static ari_status hare_parse_rest(const hare_rules *r, const char *text, size_t at,
                                  hare_state *s, ari_error *error)
{
    if (text[at] != '/' || (text[at + 1] != '1' && text[at + 1] != '2'))
        return ari_fail(
            error, ARI_SYNTAX, at,
            "expected /1 or /2 after the points: the hounds or the hare to move");
    s->turn = text[at + 1] == '2';
    at += 2;
    unsigned stalled = 0;
    size_t digits = text[at] == ':' ? strspn(text + at + 1, "0123456789") : 0;
    for (size_t i = 1; i <= digits && i <= 3; i++)
        stalled = stalled * 10 + (unsigned)(text[at + i] - '0');
    if (text[at + digits + (digits > 0)])
        return ari_fail(error, ARI_SYNTAX, at,
                        "expected the end, or a colon and how many moves up and down the "
                        "hounds have made in a row");
    if (digits > 3 || stalled > (unsigned)r->stall ||
        (stalled == (unsigned)r->stall && stalled && s->turn == ARI_FIRST))
        return ari_fail(error, ARI_ILLEGAL, at, "the game was over before that many");
    s->stalled = (uint16_t)stalled;
    return ARI_OK;
}

static ari_status hare_parse(const hare_rules *r, const char *text, hare_state *s,
                             ari_error *error)
{
    size_t at = 0;
    char signs[HARE_POINTS];
    ari_status status = ari_rows_read(&hare_rows, text, &at, signs, error);
    if (status != ARI_OK)
        return status;
    uint64_t hares = ari_rows_marked(&hare_rows, signs, 'o');
    s->hounds = (uint16_t)ari_rows_marked(&hare_rows, signs, 'x');
    if (__builtin_popcountll(hares) != 1 || __builtin_popcount(s->hounds) != 3)
        return ari_fail(error, ARI_ILLEGAL, 0,
                        "there are three hounds, x, and a hare, o");
    s->hare = (uint16_t)__builtin_ctzll(hares);
    return hare_parse_rest(r, text, at, s, error);
}

/* ---- the board ---- */

static int hare_clicks(const hare_rules *r, const hare_state *s, ari_move m,
                       uint16_t *places)
{
    (void)r, (void)s;
    places[0] = ari_rows_place(&hare_rows, m / 16);
    places[1] = ari_rows_place(&hare_rows, m % 16);
    return 2;
}

static void hare_board(const hare_rules *r, const hare_state *s, ari_board *board)
{
    char signs[HARE_POINTS];
    ari_rows_mark(&hare_rows, s->hounds, 1u << s->hare, signs);
    ari_board_graph(board, hare_drawing);
    ari_board_signs(board, &hare_rows, signs);
    board->pieces = ARI_PIECES_STONES;
    board->column_labels = board->row_labels = board->letters = true;
    board->cells[ari_rows_place(&hare_rows, s->hare)].line = hare_outcome(r, s) != ARI_ON;
    if (s->stalled)
        snprintf(board->caption, sizeof board->caption, "%d of %d moves up and down",
                 s->stalled, r->stall);
}

#define GAME hare
#define GAME_MAX_MOVES 16
#define GAME_FLAGS ARI_HAS_CYCLES
#define GAME_CLICKS hare_clicks
#define GAME_EVAL hare_eval
#define GAME_EVALS hare_evals
#define GAME_CANONICAL hare_canonical
#define GAME_ORBIT hare_orbit
#define GAME_TIER hare_tier
#define GAME_POSITIONS hare_positions
#include <ariadne/instance.h>

/* Measured: docs/levels.md. */
static const ari_level hare_levels[ARI_LEVELS] = {
    {.sight = 0.5},
    {.sight = 2, .whim = 10},
    {.sight = 2, .whim = 3},
    {.sight = 3, .whim = 3},
    {.sight = 4, .whim = 3},
    {.sight = 6, .whim = 3},
    {.sight = 8, .whim = 3},
    {.sight = 10, .whim = 2},
    {.sight = 10, .whim = 2, .exact = 0.75},
    {.sight = ARI_SIGHT_ALL, .whim = 1},
};

const ari_game ari_game_hare = {
    GAME_CORE,
    .id = "hare",
    .title = "Hare and Hounds",
    .about =
        "Three hounds, x, hunt a hare, o, on eleven points; the hounds begin. In turn,\n"
        "a piece goes along a line to an empty point next to it: the hare wherever it\n"
        "likes, a hound forward, slanting forward, up or down, never back to the left.\n"
        "The hounds win when the hare cannot move. The hare wins when it is left of\n"
        "all hounds, and when they have gone up or down ten times in a row (or what\n"
        "stall says; with stall=0 they may for ever).\n"
        "A move is the point that a piece leaves and the one it goes to: b1-c2.\n"
        "A position is its rows from the top, with the side to move, and then how\n"
        "often the hounds have gone up or down in a row: .../xx.xo/.../2:1",
    .options = hare_options,
    .levels = hare_levels,
};
