/* evencoins.c: take 1 to `most` coins and keep them; an even number at the end wins.
 *
 * A position is the coins left, what the first player holds, and whose turn it is; the
 * second holds the rest. Move m takes m + 1 coins. Of what a player holds only the parity
 * matters: the canonical position has the fewest coins of that parity in the first
 * player's hand, so that searches see no more positions than parities make.
 *
 * The parities of both together are that of the coins that are gone. So with an odd number
 * of coins exactly one player ends even, and with an even number every game is a draw. */
#include <stdio.h>
#include <string.h>

#include <ariadne/game.h>

#include "coin_words.h"

typedef struct even_rules {
    uint32_t coins, most;
} even_rules;

typedef struct even_state {
    uint32_t left;
    uint32_t
        hand; /* twice the coins that the first player holds, plus whose turn it is */
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
    next.hand += s->hand % 2 == ARI_FIRST ? 2 * (m + 1u) : 0;
    next.hand ^= 1;
    return next;
}

static inline ari_side even_turn(const even_rules *r, const even_state *s)
{
    (void)r;
    return (ari_side)(s->hand % 2);
}

static inline uint32_t even_held(const even_rules *r, const even_state *s, ari_side side)
{
    uint32_t first = s->hand / 2;
    return side == ARI_FIRST ? first : r->coins - s->left - first;
}

static inline int even_outcome(const even_rules *r, const even_state *s)
{
    ari_side mover = even_turn(r, s);
    if (s->left)
        return ARI_ON;
    return (int)(even_held(r, s, !mover) % 2) - (int)(even_held(r, s, mover) % 2);
}

static inline even_state even_as_first(const even_rules *r, const even_state *s)
{
    return (even_state){s->left, 2 * even_held(r, s, even_turn(r, s))};
}

/* What the first player may hold: from *low to *high, every number in between, none where
 * *low is larger. When the second player has made n moves, the first has made n, or n + 1
 * if the second is to move; each of these moves took from 1 to `most` coins. Such an n
 * exists exactly for these numbers. */
static inline void even_range(const even_rules *r, const even_state *s, uint32_t *low,
                              uint32_t *high)
{
    uint64_t gone = r->coins - s->left, most = r->most, turn = s->hand % 2;
    uint64_t least = (gone + turn * most + most) / (most + 1);
    uint64_t largest = most * (gone + turn) / (most + 1);
    *low = (uint32_t)least;
    *high = (uint32_t)(largest < gone ? largest : gone);
}

/* The fewest coins that the first player may hold, of the same parity as now. */
static inline uint32_t even_fewest(const even_state *s, uint32_t low)
{
    return low + ((low ^ s->hand / 2) & 1);
}

static inline even_state even_canonical(const even_rules *r, const even_state *s)
{
    uint32_t low, high;
    even_range(r, s, &low, &high);
    return (even_state){s->left, 2 * even_fewest(s, low) + s->hand % 2};
}

/* How many numbers of this parity the first player may hold. */
static int even_orbit(const even_rules *r, const even_state *s)
{
    uint32_t low, high;
    even_range(r, s, &low, &high);
    low = even_fewest(s, low);
    return low > high ? 0 : (int)((high - low) / 2 + 1);
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
    return 2.0 * (r->coins + 1.0); /* a parity of the mover's, the other's follows */
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
        ari_text_format(out, "%u/%u/%u/%d", (unsigned)s->left,
                        (unsigned)even_held(r, s, ARI_FIRST),
                        (unsigned)even_held(r, s, ARI_SECOND), even_turn(r, s) + 1);
}

/* Digits, up to `most`; a larger number need not be known exactly. False where there are
 * none. */
static bool even_number(const char *text, size_t *at, uint64_t most, uint64_t *number)
{
    size_t begin = *at;
    *number = 0;
    for (; text[*at] >= '0' && text[*at] <= '9'; ++*at)
        if (*number <= most)
            *number = 10 * *number + (uint64_t)(text[*at] - '0');
    return *at > begin;
}

/* What a player holds: a number, or only whether it is odd. */
static ari_status even_hand(const even_rules *r, const char *text, size_t *at, int side,
                            uint64_t *held, bool *counted, ari_error *error)
{
    size_t begin = *at;
    if (text[*at] == '/') {
        ++*at;
        *counted = even_number(text, at, r->coins, held);
        if (*counted)
            return ARI_OK;
        *held = strncmp(text + *at, "odd", 3) == 0;
        *at += *held ? 3 : 4;
        if (*held || strncmp(text + *at - 4, "even", 4) == 0)
            return ARI_OK;
    }
    return ari_fail(error, ARI_SYNTAX, begin,
                    "expected / and the coins that the %s player holds (or even or odd)",
                    side ? "second" : "first");
}

/* Puts what the text says into the position, if some game leads there. Where only parities
 * are told, the first player holds the fewest coins that fit. */
static ari_status even_deal(const even_rules *r, even_state *s, const uint64_t held[2],
                            const bool counted[2], ari_error *error)
{
    uint64_t gone = r->coins - s->left;
    uint32_t low, high;
    bool fits = (held[0] + held[1]) % 2 == gone % 2;
    if (counted[0] && counted[1] && held[0] + held[1] != gone)
        return ari_fail(error, ARI_ILLEGAL, 0,
                        "%u of %u coins are gone, and the players hold other numbers",
                        (unsigned)gone, (unsigned)r->coins);
    even_range(r, s, &low, &high);
    uint64_t first = counted[0]   ? held[0]
                     : counted[1] ? gone - held[1]
                                  : low + ((low ^ held[0]) & 1);
    if (!fits || first < low || first > high || (first ^ held[0]) & 1)
        return ari_fail(error, ARI_ILLEGAL, 0,
                        "with %u of %u coins gone, no game leaves the players with these "
                        "numbers and this side to move",
                        (unsigned)gone, (unsigned)r->coins);
    s->hand += 2 * (uint32_t)first;
    return ARI_OK;
}

static ari_status even_parse(const even_rules *r, const char *text, even_state *s,
                             ari_error *error)
{
    size_t at = 0;
    uint64_t left, held[2] = {0, 0};
    bool counted[2];
    if (!even_number(text, &at, r->coins, &left))
        return ari_fail(error, ARI_SYNTAX, 0,
                        "expected the coins left, what each player holds and the side to "
                        "move, such as 9/5/3/1");
    if (left > r->coins)
        return ari_fail(error, ARI_ILLEGAL, 0,
                        "that is too many, the game starts with %u coins",
                        (unsigned)r->coins);
    *s = (even_state){.left = (uint32_t)left};
    if (!text[at] && left == r->coins)
        return ARI_OK;
    for (int side = 0; side < 2; side++) {
        ari_status status =
            even_hand(r, text, &at, side, &held[side], &counted[side], error);
        if (status != ARI_OK)
            return status;
    }
    if (text[at] != '/' || (text[at + 1] != '1' && text[at + 1] != '2') || text[at + 2])
        return ari_fail(error, ARI_SYNTAX, at, "expected /1 or /2, the side to move");
    s->hand = text[at + 1] == '2';
    return even_deal(r, s, held, counted, error);
}

static void even_board(const even_rules *r, const even_state *s, ari_board *board)
{
    *board = (ari_board){.pieces = ARI_PIECES_DISCS};
    ari_board_tokens(board, (uint32_t)s->left,
                     even_outcome(r, s) == ARI_ON ? (uint32_t)r->most : 0);
    int said = coin_words(board->caption, sizeof board->caption, s->left, r->most);
    snprintf(board->caption + said, sizeof board->caption - (size_t)said,
             "; first holds %u, second %u; an even number wins",
             (unsigned)even_held(r, s, ARI_FIRST), (unsigned)even_held(r, s, ARI_SECOND));
}

#define GAME even
#define GAME_MAX_MOVES 100
#define GAME_LEGAL even_legal
#define GAME_MOVE_COUNT(r) ((int)(r)->most)
#define GAME_CANONICAL even_canonical
#define GAME_ORBIT even_orbit
#define GAME_AS_FIRST even_as_first
#define GAME_LONGEST even_longest
#define GAME_DRAWS_LAST even_draws_last
#define GAME_POSITIONS even_positions
#include <ariadne/instance.h>

static const ari_option even_options[] = {
    ARI_OPTION_NUMBER("coins", 17, 1, 1000000, "coins at the start"),
    ARI_OPTION_NUMBER("most", 4, 1, 100, "the most one may take"),
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
        "9/5/3/2 (even and odd instead of numbers stand for the fewest that fit).",
    .options = even_options,
    .levels = even_levels,
};
