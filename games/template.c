/* template.c: Fifteen, a complete small game to copy when writing a new one; see
 * docs/adding-a-game.md. It is not in list.h: only the tests build it.
 *
 * Two players in turn take a number from 1 to 9 that is still there. Whoever first has
 * three numbers that add up to 15 wins; when none is left it is a draw. */
#include <string.h>

#include <ariadne/game.h>

/* What the options come to. Every function gets it: a game needs no global variables. */
typedef struct fif_rules {
    int sum;
} fif_rules;

/* A position: plain bytes without pointers and padding; equal ones are equal bytes. */
typedef struct fif_state {
    uint8_t owner[9]; /* of the numbers 1 to 9: ari_owner */
    uint8_t taken;    /* how many have one */
} fif_state;

static const char fif_marks[] = ".xo"; /* of the owners */
static const ari_option fif_options[] = {
    {.name = "sum", .initial = 15, .min = 6, .max = 24, .help = "of three that wins"},
    {.name = NULL}};

/* The values are within their limits; what they mean together would be checked here. */
static ari_status fif_setup(const ari_value *values, fif_rules *r, ari_error *error)
{
    (void)error;
    r->sum = (int)values[0].number;
    return ARI_OK;
}

static fif_state fif_start(const fif_rules *r)
{
    (void)r;
    return (fif_state){.taken = 0};
}

static ari_side fif_turn(const fif_rules *r, const fif_state *s)
{
    (void)r;
    return s->taken % 2 ? ARI_SECOND : ARI_FIRST;
}

/* A move is any small integer; here n - 1 for the number n. */
static int fif_moves(const fif_rules *r, const fif_state *s, ari_move *list)
{
    (void)r;
    int count = 0;
    for (int n = 0; n < 9; n++)
        if (s->owner[n] == ARI_NOBODY)
            list[count++] = (ari_move)n;
    return count;
}

/* The position after a move is a new one: nothing is ever undone. */
static fif_state fif_after(const fif_rules *r, const fif_state *s, ari_move m)
{
    fif_state next = *s;
    next.owner[m] = fif_turn(r, s) == ARI_FIRST ? ARI_OWNER_FIRST : ARI_OWNER_SECOND;
    next.taken++;
    return next;
}

static bool fif_has_sum(const fif_rules *r, const fif_state *s, int who)
{
    for (int a = 1; a <= 9; a++)
        for (int b = a + 1, c = r->sum - a - b; b < c; b++, c--)
            if (c <= 9 && s->owner[a - 1] == who && s->owner[b - 1] == who &&
                s->owner[c - 1] == who)
                return true;
    return false;
}

/* For the side to move. Only the other one, which has just moved, can have won. */
static int fif_outcome(const fif_rules *r, const fif_state *s)
{
    if (fif_has_sum(r, s, s->taken % 2 ? ARI_OWNER_FIRST : ARI_OWNER_SECOND))
        return ARI_LOST;
    return s->taken == 9 ? ARI_DRAWN : ARI_ON;
}

static void fif_format_move(const fif_rules *r, const fif_state *s, ari_move m,
                            ari_text *out)
{
    (void)r, (void)s;
    ari_text_format(out, "%d", m + 1);
}

static void fif_format(const fif_rules *r, const fif_state *s, ari_text *out)
{
    (void)r;
    for (int n = 0; n < 9; n++)
        ari_text_add_char(out, fif_marks[s->owner[n]]);
}

/* ARI_SYNTAX: no position at all, perhaps moves. ARI_ILLEGAL: no game leads there. */
static ari_status fif_parse(const fif_rules *r, const char *text, fif_state *s,
                            ari_error *error)
{
    if (strspn(text, "xo.") != 9 || text[9])
        return ari_fail(error, ARI_SYNTAX, 0, "a position is nine characters x, o or .");
    int count[3] = {0, 0, 0};
    for (int n = 0; n < 9; n++)
        count[s->owner[n] = (uint8_t)(strchr(fif_marks, text[n]) - fif_marks)]++;
    s->taken = (uint8_t)(9 - count[ARI_NOBODY]);
    if (count[1] != count[2] && count[1] != count[2] + 1)
        return ari_fail(error, ARI_ILLEGAL, 0, "the players move in turn, and x begins");
    for (int n = 0; n < 9; n++) { /* was the game on before the last move? */
        fif_state before = *s;
        before.owner[n] = ARI_NOBODY;
        if (s->taken == 0 || (s->owner[n] == (s->taken % 2 ? 1 : 2) &&
                              !fif_has_sum(r, &before, 1) && !fif_has_sum(r, &before, 2)))
            return ARI_OK;
    }
    return ari_fail(error, ARI_ILLEGAL, 0, "the game was over before the last move");
}

/* A grid of cells that a terminal and a web page can both draw. */
static void fif_board(const fif_rules *r, const fif_state *s, ari_board *board)
{
    ari_board_size(board, 9, 1);
    for (int n = 0; n < 9; n++) {
        ari_cell *cell = ari_board_at(board, n, 0);
        cell->kind = ARI_CELL_SQUARE;
        cell->owner = s->owner[n];
        cell->text[0] = (char)('1' + n);
        if (!cell->owner && fif_outcome(r, s) == ARI_ON)
            cell->move = (ari_move)n; /* what a click here plays */
    }
}

#define GAME fif
#define GAME_MAX_MOVES 9
#include <ariadne/instance.h> /* which names much more that a game may offer */

const ari_game ari_game_template = {
    GAME_CORE,
    .id = "fifteen",
    .title = "Fifteen",
    .about = "In turn, take a number from 1 to 9. Whoever first has three of them that\n"
             "add up to 15 (or the sum chosen) wins. A move is a number: 5",
    .options = fif_options,
};

#ifndef ARI_COMPILE_SEARCHES /* not a part of the library, but a plug-in */
ARI_PLUGIN(ari_game_template)
#endif
