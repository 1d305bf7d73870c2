/* evencoins.c: take 1 to `most` coins and keep them; an even number at the end wins.
 *
 * Of what a player holds only the parity matters. The two parities together always match
 * the coins that are gone:  odd[0] ^ odd[1] == (coins - left) % 2.  So with an odd number
 * of coins exactly one player ends even, and with an even number every game is a draw.
 * Move m takes m + 1 coins. */
#include <stdio.h>
#include <string.h>

#include <ariadne/game.h>

typedef struct even_rules {
    uint32_t coins, most;
} even_rules;

typedef struct even_state {
    uint32_t left;
    uint8_t odd[2]; /* 1 when that side holds an odd number */
    uint8_t turn;
    uint8_t zero; /* fills the eighth byte, so that the key is exact */
} even_state;

static ari_status even_setup(const ari_value *values, even_rules *r, ari_error *error)
{
    (void)error;
    *r = (even_rules){(uint32_t)values[0].number, (uint32_t)values[1].number};
    return ARI_OK;
}

static even_state even_start(const even_rules *r)
{
    return (even_state){.left = r->coins};
}

static inline bool even_legal(const even_rules *r, const even_state *s, ari_move m)
{
    return m < r->most && m < s->left;
}

static inline even_state even_after(const even_rules *r, const even_state *s, ari_move m)
{
    (void)r;
    even_state next = *s;
    next.left -= m + 1u;
    next.odd[s->turn] ^= (m + 1) & 1;
    next.turn ^= 1;
    return next;
}

static inline int even_outcome(const even_rules *r, const even_state *s)
{
    (void)r;
    return s->left ? ARI_ON : s->odd[!s->turn] - s->odd[s->turn];
}

static inline ari_side even_turn(const even_rules *r, const even_state *s)
{
    (void)r;
    return (ari_side)s->turn;
}

static inline even_state even_as_first(const even_rules *r, const even_state *s)
{
    (void)r;
    return (even_state){.left = s->left, .odd = {s->odd[s->turn], s->odd[!s->turn]}};
}

static inline int even_longest(const even_rules *r, const even_state *s)
{
    (void)r;
    return (int)s->left;
}

/* Either nothing is ever drawn, or every game takes its coins one by one. */
static bool even_draws_last(const even_rules *r)
{
    return r->coins % 2 == 1 || r->most == 1;
}

static double even_positions(const even_rules *r)
{
    return 4.0 * (r->coins + 1.0); /* one parity follows from the other */
}

static void even_format_move(const even_rules *r, const even_state *s, ari_move m,
                             ari_text *out)
{
    (void)r, (void)s;
    ari_text_format(out, "%d", m + 1);
}

static void even_format(const even_rules *r, const even_state *s, ari_text *out)
{
    if (s->left == r->coins)
        ari_text_format(out, "%u", (unsigned)s->left);
    else
        ari_text_format(out, "%u/%s/%s/%d", (unsigned)s->left, s->odd[0] ? "odd" : "even",
                        s->odd[1] ? "odd" : "even", s->turn + 1);
}

/* Whether some game leads here. When the second player has made n moves, the first has
 * made n, or n + 1 if the second is to move. What the first may then hold is an interval,
 * and one of its numbers needs the right parity. */
static bool even_reachable(const even_rules *r, const even_state *s)
{
    int64_t gone = r->coins - s->left, most = r->most;
    if ((s->odd[0] ^ s->odd[1]) != gone % 2)
        return false;
    for (int64_t second = 0; 2 * second + s->turn <= gone; second++) {
        int64_t first = second + s->turn;
        int64_t low = gone - second * most, high = first * most;
        low = low < first ? first : low;
        high = high > gone - second ? gone - second : high;
        if (low < high || (low == high && low % 2 == s->odd[0]))
            return true;
    }
    return false;
}

static ari_status even_parse(const even_rules *r, const char *text, even_state *s,
                             ari_error *error)
{
    size_t at = 0;
    uint64_t left = 0;
    for (; text[at] >= '0' && text[at] <= '9'; at++)
        if (left <= r->coins) /* a larger number need not be known exactly */
            left = 10 * left + (uint64_t)(text[at] - '0');
    if (at == 0)
        return ari_fail(
            error, ARI_SYNTAX, 0,
            "expected the coins left, both parities and the side to move, such "
            "as 9/even/even/1");
    if (left > r->coins)
        return ari_fail(error, ARI_ILLEGAL, 0,
                        "that is too many, the game starts with %u coins",
                        (unsigned)r->coins);
    *s = (even_state){.left = (uint32_t)left};
    if (!text[at] && left == r->coins)
        return ARI_OK;
    for (int side = 0; side < 2; side++) {
        s->odd[side] = strncmp(text + at, "/odd", 4) == 0;
        if (!s->odd[side] && strncmp(text + at, "/even", 5) != 0)
            return ari_fail(error, ARI_SYNTAX, at,
                            "expected /even or /odd, what the %s player holds",
                            side ? "second" : "first");
        at += s->odd[side] ? 4 : 5;
    }
    if (text[at] != '/' || (text[at + 1] != '1' && text[at + 1] != '2') || text[at + 2])
        return ari_fail(error, ARI_SYNTAX, at, "expected /1 or /2, the side to move");
    s->turn = text[at + 1] == '2';
    if (!even_reachable(r, s))
        return ari_fail(error, ARI_ILLEGAL, 0,
                        "with %u of %u coins gone, no game leads to these parities with "
                        "this side to move",
                        (unsigned)(r->coins - s->left), (unsigned)r->coins);
    return ARI_OK;
}

static void even_board(const even_rules *r, const even_state *s, ari_board *board)
{
    *board = (ari_board){.pieces = ARI_PIECES_DISCS};
    ari_board_tokens(board, (uint32_t)s->left,
                     even_outcome(r, s) == ARI_ON ? (uint32_t)r->most : 0);
    snprintf(board->caption, sizeof board->caption,
             "%u coin%s left, take 1 to %u; first holds an %s number, second an %s one",
             (unsigned)s->left, s->left == 1 ? "" : "s", (unsigned)r->most,
             s->odd[0] ? "odd" : "even", s->odd[1] ? "odd" : "even");
}

#define GAME even
#define GAME_MAX_MOVES 100
#define GAME_LEGAL even_legal
#define GAME_MOVE_COUNT(r) ((int)(r)->most)
#define GAME_AS_FIRST even_as_first
#define GAME_LONGEST even_longest
#define GAME_DRAWS_LAST even_draws_last
#define GAME_POSITIONS even_positions
#include <ariadne/instance.h>

static const ari_option even_options[] = {
    {.name = "coins",
     .initial = 17,
     .min = 1,
     .max = 1000000,
     .help = "coins at the start"},
    {.name = "most", .initial = 4, .min = 1, .max = 100, .help = "the most one may take"},
    {.name = NULL}};

/* Measured: docs/levels.md. */
static const ari_level even_levels[ARI_LEVELS] = {
    {.sight = 0.35},
    {.sight = 2.4, .slip = 0.6},
    {.sight = 3.4, .slip = 0.5},
    {.sight = 4.5, .slip = 0.4},
    {.sight = 5.5, .slip = 0.4},
    {.sight = 6.5, .slip = 0.4},
    {.sight = 7.5, .slip = 0.4},
    {.sight = 8.5, .slip = 0.4},
    {.sight = 9},
    {.sight = ARI_SIGHT_ALL},
};

const ari_game ari_game_evencoins = {
    GAME_CORE,
    .id = "evencoins",
    .title = "Even Coins",
    .about =
        "A row of coins lies on the table. In turn, each player takes at least one coin\n"
        "and at most as many as agreed (4 unless chosen otherwise), and keeps them.\n"
        "When all are gone, the player who holds an even number wins; if both or\n"
        "neither do, it is a draw. Nothing at all is an even number too.\n"
        "A move is the number of coins you take: 3\n"
        "A position is the coins left, what each holds and the side to move:\n"
        "9/even/even/2",
    .options = even_options,
    .levels = even_levels,
};
