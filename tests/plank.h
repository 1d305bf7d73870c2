/* plank.h: Plank, a tiny game that can go on for ever.
 *
 * A stone on seven places in a row is pushed to a neighbouring place, from the middle on.
 * Whoever pushes it off, to either end, wins: so nobody pushes it beside an end, and with best
 * play it goes to and fro without an end. */
#ifndef TESTS_PLANK_H
#define TESTS_PLANK_H

#include <ariadne/game.h>

typedef struct plank_rules {
    int unused;
} plank_rules;

typedef struct plank_state {
    uint8_t place, second; /* 0 to 6; is the second player to move? */
} plank_state;

static ari_status plank_setup(const ari_value *values, plank_rules *r, ari_error *error)
{
    (void)values, (void)error;
    r->unused = 0;
    return ARI_OK;
}

static plank_state plank_start(const plank_rules *r)
{
    (void)r;
    return (plank_state){.place = 3};
}

static ari_side plank_turn(const plank_rules *r, const plank_state *s)
{
    (void)r;
    return s->second ? ARI_SECOND : ARI_FIRST;
}

static int plank_moves(const plank_rules *r, const plank_state *s, ari_move *list)
{
    (void)r, (void)s;
    list[0] = 0;
    list[1] = 1;
    return 2;
}

static plank_state plank_after(const plank_rules *r, const plank_state *s, ari_move m)
{
    (void)r;
    return (plank_state){.place = (uint8_t)(s->place + 2 * m - 1), .second = !s->second};
}

static int plank_outcome(const plank_rules *r, const plank_state *s)
{
    (void)r;
    return s->place == 0 || s->place == 6 ? ARI_LOST : ARI_ON;
}

static void plank_format_move(const plank_rules *r, const plank_state *s, ari_move m,
                              ari_text *out)
{
    (void)r, (void)s;
    ari_text_add(out, m ? "right" : "left");
}

static void plank_format(const plank_rules *r, const plank_state *s, ari_text *out)
{
    (void)r;
    ari_text_format(out, "%d/%d", s->place, s->second + 1);
}

static ari_status plank_parse(const plank_rules *r, const char *text, plank_state *s,
                              ari_error *error)
{
    (void)r, (void)s;
    return ari_fail(error, ARI_SYNTAX, 0, "'%s' is not read by this test", text);
}

static void plank_board(const plank_rules *r, const plank_state *s, ari_board *board)
{
    (void)r;
    ari_board_size(board, 7, 1);
    ari_board_at(board, s->place, 0)->kind = ARI_CELL_TOKEN;
}

#define GAME plank
#define GAME_MAX_MOVES 2
#define GAME_FLAGS ARI_HAS_CYCLES
#include <ariadne/instance.h>

static const ari_game plank = {GAME_CORE, .id = "plank", .title = "Plank",
                               .about = "left"};

#endif
