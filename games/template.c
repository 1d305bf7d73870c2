/* template.c: Fifteen, a complete small game to copy when writing a new one; see
 * docs/adding-a-game.md. It is not in list.h: only the tests build it.
 *
 * Two players in turn take a number from 1 to 9 that is still there. Whoever first has
 * three numbers that add up to 15 wins; when none is left it is a draw. */
#include <ariadne/game.h>

/* What the options come to. Every function gets it: a game needs no global variables. */
typedef struct fif_rules {
    int sum;
} fif_rules;

/* A position: plain bytes without pointers and padding; equal ones are equal bytes. */
typedef struct fif_state {
    char sign[10]; /* of the numbers 1 to 9: whose they are, x or o, or . */
    uint8_t taken; /* how many are somebody's */
} fif_state;

/* Nine places in a row, and the signs that stand there: rows.h writes and reads them. */
static const ari_rows fif_rows = {9, 1, .signs = "xo."};
static const ari_option fif_options[] = {
    ARI_OPTION_NUMBER("sum", 15, 6, 24, "of three that wins"), {.name = NULL}};

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
    return (fif_state){.sign = "........."};
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
        if (s->sign[n] == '.')
            list[count++] = (ari_move)n;
    return count;
}

/* The position after a move is a new one: nothing is ever undone. */
static fif_state fif_after(const fif_rules *r, const fif_state *s, ari_move m)
{
    fif_state next = *s;
    next.sign[m] = "xo"[fif_turn(r, s)];
    next.taken++;
    return next;
}

static bool fif_has_sum(const fif_rules *r, const fif_state *s, char who)
{
    for (int a = 1; a <= 9; a++)
        for (int b = a + 1, c = r->sum - a - b; b < c; b++, c--)
            if (c <= 9 && s->sign[a - 1] == who && s->sign[b - 1] == who &&
                s->sign[c - 1] == who)
                return true;
    return false;
}

/* For the side to move. Only the other one, which has just moved, can have won. */
static int fif_outcome(const fif_rules *r, const fif_state *s)
{
    if (fif_has_sum(r, s, s->taken % 2 ? 'x' : 'o'))
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
    ari_rows_format(&fif_rows, s->sign, false, out);
}

/* ARI_SYNTAX: no position at all, perhaps moves. ARI_ILLEGAL: no game leads there. */
static ari_status fif_parse(const fif_rules *r, const char *text, fif_state *s,
                            ari_error *error)
{
    ari_status status = ari_rows_parse(&fif_rows, text, s->sign, NULL, error);
    if (status != ARI_OK)
        return status;
    int count[2] = {0, 0};
    for (int n = 0; n < 9; n++)
        if (s->sign[n] != '.')
            count[s->sign[n] == 'o']++;
    s->taken = (uint8_t)(count[0] + count[1]);
    if (count[0] - count[1] != s->taken % 2)
        return ari_fail(error, ARI_ILLEGAL, 0, "the players move in turn, and x begins");
    for (int n = 0; n < 9; n++) { /* was the game on before the last move? */
        fif_state before = *s;
        before.sign[n] = '.';
        if (s->taken == 0 ||
            (s->sign[n] == (s->taken % 2 ? 'x' : 'o') && !fif_has_sum(r, &before, 'x') &&
             !fif_has_sum(r, &before, 'o')))
            return ARI_OK;
    }
    return ari_fail(error, ARI_ILLEGAL, 0, "the game was over before the last move");
}

/* A grid of cells that a terminal and a web page can both draw. */
static void fif_board(const fif_rules *r, const fif_state *s, ari_board *board)
{
    ari_board_size(board, 9, 1);
    ari_board_signs(board, &fif_rows, s->sign);
    for (int n = 0; n < 9; n++) {
        ari_cell *cell = ari_board_at(board, n, 0);
        cell->kind = ARI_CELL_SQUARE;
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
