/* pass_game.c: a game in which one may have to pass: each takes one or two from a heap of his own, and
 * who takes the last of both heaps wins. */
#include <stdio.h>
#include <string.h>

#include <ariadne/game.h>

#define PASS 2 /* 0 and 1 take one and two */

typedef struct pas_rules {
    uint8_t heaps[2];
} pas_rules;

typedef struct pas_state {
    uint8_t heaps[2], turn;
} pas_state;

static ari_status pas_setup(const ari_value *values, pas_rules *r, ari_error *error)
{
    (void)error;
    r->heaps[0] = (uint8_t)values[0].number;
    r->heaps[1] = (uint8_t)values[1].number;
    return ARI_OK;
}

static pas_state pas_start(const pas_rules *r)
{
    return (pas_state){{r->heaps[0], r->heaps[1]}, 0};
}

static ari_side pas_turn(const pas_rules *r, const pas_state *s)
{
    (void)r;
    return s->turn ? ARI_SECOND : ARI_FIRST;
}

static int pas_moves(const pas_rules *r, const pas_state *s, ari_move *list)
{
    (void)r;
    int count = 0;
    for (int n = 0; n < 2 && n < s->heaps[s->turn]; n++)
        list[count++] = (ari_move)n;
    if (count == 0)
        list[count++] = PASS;
    return count;
}

static pas_state pas_after(const pas_rules *r, const pas_state *s, ari_move m)
{
    (void)r;
    pas_state next = *s;
    if (m != PASS)
        next.heaps[s->turn] = (uint8_t)(next.heaps[s->turn] - m - 1);
    next.turn = !s->turn;
    return next;
}

static int pas_outcome(const pas_rules *r, const pas_state *s)
{
    (void)r;
    return s->heaps[0] + s->heaps[1] ? ARI_ON : ARI_LOST;
}

static ari_move pas_pass(const pas_rules *r)
{
    (void)r;
    return PASS;
}

static void pas_format_move(const pas_rules *r, const pas_state *s, ari_move m,
                            ari_text *out)
{
    (void)r, (void)s;
    ari_text_add(out, m == PASS ? "pass" : m ? "2" : "1");
}

static void pas_format(const pas_rules *r, const pas_state *s, ari_text *out)
{
    (void)r;
    ari_text_format(out, "%d/%d/%d", s->heaps[0], s->heaps[1], s->turn + 1);
}

static ari_status pas_parse(const pas_rules *r, const char *text, pas_state *s,
                            ari_error *error)
{
    const char digits[] = "0123456789";
    if (strlen(text) != 5 || !strchr(digits, text[0]) || text[1] != '/' ||
        !strchr(digits, text[2]) || text[3] != '/' || !strchr(digits, text[4]))
        return ari_fail(error, ARI_SYNTAX, 0, "a position is two heaps and whose turn");
    int a = text[0] - '0', b = text[2] - '0', turn = text[4] - '0';
    if (a > r->heaps[0] || b > r->heaps[1] || turn < 1 || turn > 2)
        return ari_fail(error, ARI_ILLEGAL, 0, "no game leads there");
    *s = (pas_state){{(uint8_t)a, (uint8_t)b}, (uint8_t)(turn - 1)};
    return ARI_OK;
}

static void pas_board(const pas_rules *r, const pas_state *s, ari_board *board)
{
    (void)r;
    ari_board_size(board, 2, 1);
    for (int x = 0; x < 2; x++) {
        ari_cell *cell = ari_board_at(board, x, 0);
        cell->kind = ARI_CELL_LABEL;
        snprintf(cell->text, sizeof cell->text, "%d", s->heaps[x]);
    }
}

static const ari_option pas_options[] = {
    {.name = "first", .initial = 1, .min = 1, .max = 9, .help = "the first one's heap"},
    {.name = "second", .initial = 3, .min = 1, .max = 9, .help = "the second one's"},
    {.name = NULL}};

#define GAME pas
#define GAME_MAX_MOVES 2
#define GAME_PASS pas_pass
#include <ariadne/instance.h>

const ari_game ari_game_pass = {
    GAME_CORE,
    .id = "passing",
    .title = "Passing",
    .about = "Take one or two from your heap; who takes the last of all wins.",
    .options = pas_options,
};

ARI_PLUGIN(ari_game_pass)
