/* gtp.c: the Go Text Protocol, version 2. The first player is black; moves are the game's own texts. */
#include <string.h>

#include "guest/guest.h"

static ari_status suits(const ari_variant *v, ari_error *error)
{
    (void)v, (void)error;
    return ARI_OK;
}

/* The answer to a command, without its "=", in guest->line: of several lines the first. */
static ari_status hear(ari__guest *guest, ari_error *error)
{
    char rest[ARI__GUEST_LINE];
    ari_status status;
    do
        status = ari__program_hear(&guest->program, guest->line, error);
    while (status == ARI_OK && guest->line[0] != '=' && guest->line[0] != '?');
    do
        status =
            status == ARI_OK ? ari__program_hear(&guest->program, rest, error) : status;
    while (status == ARI_OK && rest[0]);
    if (status != ARI_OK)
        return status;
    if (guest->line[0] == '?')
        return ari_fail(error, ARI_FORFEIT, ARI_NO_OFFSET, "it says '%.100s'",
                        guest->line);
    char *text = guest->line + 1 + strspn(guest->line + 1, "0123456789");
    text += strspn(text, " ");
    memmove(guest->line, text, strlen(text) + 1);
    return ARI_OK;
}

/* The board's size, if it has one for all its sides; a program that has only one need not know the
 * command. */
static ari_status say_size(ari__guest *guest, ari_error *error)
{
    ari_board board = {0};
    guest->v->core->board(guest->v->rules, &guest->v->start, &board);
    ari_status status =
        board.width == board.height
            ? ari__program_say(&guest->program, error, "boardsize %d", board.width)
            : ari__program_say(&guest->program, error, "boardsize %d %d", board.width,
                               board.height);
    return status == ARI_OK ? hear(guest, error) : status;
}

static ari_status greet(ari__guest *guest, ari_error *error)
{
    ari_status status = say_size(guest, error);
    if (status != ARI_OK)
        return status;
    /* byo-yomi from the beginning: so many seconds for one move, again and again */
    int seconds = (int)guest->seconds > 0 ? (int)guest->seconds : 1;
    status = ari__program_say(&guest->program, error, "time_settings 0 %d 1", seconds);
    if (status == ARI_OK) {
        status = hear(guest, error);
        if (status == ARI_FORFEIT && guest->line[0] == '?')
            status = ARI_OK; /* it keeps no time, and is kept to it all the same */
    }
    return status;
}

static const char *colour(const ari_variant *v, const ari_state *s)
{
    return ari_turn(v, s) == ARI_FIRST ? "black" : "white";
}

/* "pass" in the protocol is what the game calls so. */
static bool is_pass(const ari_variant *v, ari_move move)
{
    return v->core->pass && v->core->pass(v->rules) == move;
}

static ari_status tell(ari__guest *guest, const ari_state *s, ari_move move,
                       ari_error *error)
{
    ari_text text = ARI_TEXT_EMPTY;
    if (is_pass(guest->v, move))
        ari_text_add(&text, "pass");
    else
        ari_move_format(guest->v, s, move, &text);
    ari_status status = ari__program_say(&guest->program, error, "play %s %s",
                                         colour(guest->v, s), ari_text_get(&text));
    ari_text_free(&text);
    return status == ARI_OK ? hear(guest, error) : status;
}

static ari_status choose(ari__guest *guest, const ari_record *game, ari_move *move,
                         ari_error *error)
{
    const ari_variant *v = guest->v;
    if (!ari_state_equal(v, &game->start, &v->start))
        return ari_fail(error, ARI_UNSUPPORTED, ARI_NO_OFFSET,
                        "by gtp a game can only be told from its start on, by its moves");
    ari_status status = ARI_OK;
    if (!guest->knows) {
        status = ari__program_say(&guest->program, error, "clear_board");
        status = status == ARI_OK ? hear(guest, error) : status;
    }
    ari_state s = game->start;
    for (int i = 0; i < game->count && status == ARI_OK; i++) {
        if (!guest->knows || i >= guest->told.count)
            status = tell(guest, &s, game->moves[i], error);
        s = ari_after(v, &s, game->moves[i]);
    }
    if (status == ARI_OK)
        status = ari__program_say(&guest->program, error, "genmove %s", colour(v, &s));
    if (status == ARI_OK)
        status = hear(guest, error);
    if (status != ARI_OK)
        return status;
    if (strcmp(guest->line, "resign") == 0)
        return ari_fail(error, ARI_FORFEIT, ARI_NO_OFFSET, "it resigns");
    ari_move moves[ARI_MOVES_MAX];
    int count = ari_moves(v, &s, moves);
    for (int i = 0; strcmp(guest->line, "pass") == 0 && i < count; i++)
        if (is_pass(v, moves[i])) {
            *move = moves[i];
            return ARI_OK;
        }
    return ari__guest_move(guest, &s, guest->line, move, error);
}

static void leave(ari__guest *guest)
{
    ari__program_say(&guest->program, NULL, "quit");
}

const ari__protocol ari__gtp = {"gtp", suits, greet, choose, leave};
