/* coins.c: one row of coins; take 1 to `most`, and whoever takes the last one loses.
 *
 * A position is the number of coins left and whose turn it is. Move m takes m + 1 coins.
 * One coin left is the end: whoever is to move would have to take it. Whoever takes all
 * that are left ends the game too, and loses.
 * The rules treat both sides alike, and how a number was reached does not matter, so
 * every number up to the start's is accepted as a position with either side to move. */
#include <stdio.h>

#include <ariadne/game.h>

#include "coin_words.h"

typedef struct coin_rules {
    uint32_t coins, most;
} coin_rules;

typedef struct coin_state {
    uint32_t left, turn;
} coin_state;

static ari_status coin_setup(const ari_value *values, coin_rules *r, ari_error *error)
{
    (void)error;
    *r = (coin_rules){(uint32_t)values[0].number, (uint32_t)values[1].number};
    return ARI_OK;
}

static coin_state coin_start(const coin_rules *r)
{
    return (coin_state){r->coins, ARI_FIRST};
}

static inline bool coin_legal(const coin_rules *r, const coin_state *s, ari_move m)
{
    return m < r->most && m < s->left;
}

static inline coin_state coin_after(const coin_rules *r, const coin_state *s, ari_move m)
{
    (void)r;
    return (coin_state){s->left - m - 1u, s->turn ^ 1u};
}

static inline int coin_outcome(const coin_rules *r, const coin_state *s)
{
    (void)r;
    if (s->left > 1)
        return ARI_ON;
    return s->left ? ARI_LOST : ARI_WON; /* none: the other one has taken the last */
}

static inline ari_side coin_turn(const coin_rules *r, const coin_state *s)
{
    (void)r;
    return (ari_side)s->turn;
}

static inline coin_state coin_as_first(const coin_rules *r, const coin_state *s)
{
    (void)r;
    return (coin_state){s->left, ARI_FIRST};
}

static inline int coin_longest(const coin_rules *r, const coin_state *s)
{
    (void)r;
    return s->left ? (int)s->left - 1 : 0;
}

static double coin_positions(const coin_rules *r)
{
    return 2.0 * (r->coins + 1.0);
}

static void coin_format_move(const coin_rules *r, const coin_state *s, ari_move m,
                             ari_text *out)
{
    (void)r, (void)s;
    ari_text_format(out, "%d", m + 1);
}

static void coin_format(const coin_rules *r, const coin_state *s, ari_text *out)
{
    (void)r;
    ari_text_format(out, s->turn == ARI_FIRST ? "%u" : "%u/2", (unsigned)s->left);
}

static ari_status coin_parse(const coin_rules *r, const char *text, coin_state *s,
                             ari_error *error)
{
    size_t at = 0;
    uint64_t left = 0;
    for (; text[at] >= '0' && text[at] <= '9'; at++)
        if (left <= r->coins) /* a larger number need not be known exactly */
            left = 10 * left + (uint64_t)(text[at] - '0');
    if (at == 0)
        return ari_fail(error, ARI_SYNTAX, 0,
                        "expected the number of coins left, such as %u or %u/2",
                        (unsigned)r->coins, (unsigned)r->coins);
    const char *side = text + at;
    if (*side && (side[0] != '/' || (side[1] != '1' && side[1] != '2') || side[2]))
        return ari_fail(error, ARI_SYNTAX, at,
                        "expected nothing, /1 or /2 (the side to move) after the number");
    if (left > r->coins)
        return ari_fail(error, ARI_ILLEGAL, 0,
                        "that is too many, the game starts with %u coins",
                        (unsigned)r->coins);
    *s = (coin_state){(uint32_t)left, *side && side[1] == '2'};
    return ARI_OK;
}

static void coin_board(const coin_rules *r, const coin_state *s, ari_board *board)
{
    *board = (ari_board){.pieces = ARI_PIECES_DISCS};
    ari_board_tokens(board, (uint32_t)s->left,
                     coin_outcome(r, s) == ARI_ON ? (uint32_t)r->most : 0);
    if (s->left == 1)
        snprintf(board->caption, sizeof board->caption, "there is only one coin left");
    else
        coin_words(board->caption, sizeof board->caption, s->left, r->most);
}

#define GAME coin
#define GAME_MAX_MOVES 100
#define GAME_LEGAL coin_legal
#define GAME_MOVE_COUNT(r) ((int)(r)->most)
#define GAME_AS_FIRST coin_as_first
#define GAME_LONGEST coin_longest
#define GAME_POSITIONS coin_positions
#include <ariadne/instance.h>

static const ari_option coin_options[] = {
    ARI_OPTION_NUMBER("coins", 13, 2, 10000000, "coins at the start"),
    ARI_OPTION_NUMBER("most", 3, 1, 100, "the most one may take"),
    {.name = NULL}};

/* Measured: docs/levels.md. */
static const ari_level coins_levels[ARI_LEVELS] = {
    {.sight = 0.3},
    {.sight = 2, .slip = 1},
    {.sight = 2.2, .slip = 0.85},
    {.sight = 2.5, .slip = 0.85},
    {.sight = 2.9, .slip = 0.85},
    {.sight = 3.3, .slip = 0.85},
    {.sight = 3.7, .slip = 0.75},
    {.sight = 4, .slip = 0.5},
    {.sight = 4.5, .slip = 0.1},
    {.sight = ARI_SIGHT_ALL},
};

const ari_game ari_game_coins = {
    GAME_CORE,
    .id = "coins",
    .title = "Coins",
    .about =
        "A row of coins lies on the table. In turn, each player takes at least one coin\n"
        "and at most as many as agreed (3 unless chosen otherwise).\n"
        "Whoever takes the last coin loses: with only one left the game is over, and\n"
        "whoever would have to take it has lost.\n"
        "A move is the number of coins you take: 2\n"
        "A position is the number of coins left: 11, or 11/2 when the second player is\n"
        "to move.",
    .options = coin_options,
    .levels = coins_levels,
};
