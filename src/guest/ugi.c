/* ugi.c: the Universal Game Interface. Positions and moves are the game's own texts. */
#include <string.h>

#include "guest/guest.h"

static ari_status suits(const ari_variant *v, ari_error *error)
{
    (void)v, (void)error;
    return ARI_OK;
}

/* The next line that begins with this word; others are remarks. */
static ari_status hear(ari__guest *guest, const char *word, ari_error *error)
{
    size_t length = strlen(word);
    ari_status status;
    do
        status = ari__program_hear(&guest->program, guest->line, error);
    while (status == ARI_OK && (strncmp(guest->line, word, length) != 0 ||
                                (guest->line[length] && guest->line[length] != ' ')));
    return status;
}

static ari_status say_and_hear(ari__guest *guest, const char *said, const char *heard,
                               ari_error *error)
{
    ari_status status = ari__program_say(&guest->program, error, "%s", said);
    return status == ARI_OK ? hear(guest, heard, error) : status;
}

static ari_status greet(ari__guest *guest, ari_error *error)
{
    return say_and_hear(guest, "ugi", "ugiok", error);
}

/* The words "position ... moves ...". */
static void write_position(const ari_variant *v, const ari_record *game, ari_text *out)
{
    if (ari_state_equal(v, &game->start, &v->start)) {
        ari_text_add(out, "position startpos");
    } else {
        ari_text_add(out, "position fen ");
        ari_state_format(v, &game->start, out);
    }
    ari_state s = game->start;
    for (int i = 0; i < game->count; i++) {
        ari_text_add(out, i == 0 ? " moves " : " ");
        ari_move_format(v, &s, game->moves[i], out);
        s = ari_after(v, &s, game->moves[i]);
    }
}

static ari_status choose(ari__guest *guest, const ari_record *game, ari_move *move,
                         ari_error *error)
{
    ari_status status = ARI_OK;
    if (!guest->knows)
        status = ari__program_say(&guest->program, error, "uginewgame");
    if (status == ARI_OK)
        status = say_and_hear(guest, "isready", "readyok", error);
    ari_text text = ARI_TEXT_EMPTY;
    write_position(guest->v, game, &text);
    int turn = (int)(guest->seconds * 1000);
    ari_text_format(&text, "\ngo movetime %d", turn > 0 ? turn : 1);
    if (status == ARI_OK && !ari_text_ok(&text))
        status = ari_fail_memory(error, text.size, "a game as text");
    if (status == ARI_OK)
        status = say_and_hear(guest, ari_text_get(&text), "bestmove", error);
    ari_text_free(&text);
    if (status != ARI_OK)
        return status;
    const char *answer = guest->line + strlen("bestmove");
    return ari__guest_move(guest, &game->end, answer + strspn(answer, " "), move, error);
}

static void leave(ari__guest *guest)
{
    ari__program_say(&guest->program, NULL, "quit");
}

const ari__protocol ari__ugi = {"ugi", suits, greet, choose, leave};
