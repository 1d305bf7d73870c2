/* pbrain.c: the protocol of the Gomocup tournaments. Places are x,y from 0,0 at the top left; it has no
 * sides, only own stones and the other's. */
#include <stdlib.h>
#include <string.h>

#include "guest/guest.h"

#define LINE_OF_FIVE 5

static int64_t option_of(const ari_variant *v, const char *name)
{
    const ari_option *option = v->game->options;
    for (int i = 0; option && option[i].name; i++)
        if (strcmp(option[i].name, name) == 0)
            return v->values[i].number;
    return 0;
}

static ari_status suits(const ari_variant *v, ari_error *error)
{
    if (strcmp(v->game->id, "mnk") == 0 && option_of(v, "line") == LINE_OF_FIVE)
        return ARI_OK;
    return ari_fail(error, ARI_UNSUPPORTED, 0,
                    "by pbrain programs play five in a row, as "
                    "mnk:width=15,height=15,line=5, and not %.100s",
                    v->name);
}

/* The next line that is an answer, and no remark. */
static ari_status hear(ari__guest *guest, ari_error *error)
{
    for (;;) {
        ari_status status = ari__program_hear(&guest->program, guest->line, error);
        if (status != ARI_OK)
            return status;
        if (strncmp(guest->line, "ERROR", 5) == 0)
            return ari_fail(error, ARI_FORFEIT, ARI_NO_OFFSET, "it says '%.100s'",
                            guest->line);
        if (guest->line[0] && strncmp(guest->line, "MESSAGE", 7) != 0 &&
            strncmp(guest->line, "DEBUG", 5) != 0 &&
            strncmp(guest->line, "UNKNOWN", 7) != 0)
            return ARI_OK;
    }
}

static ari_status expect_ok(ari__guest *guest, ari_error *error)
{
    ari_status status = hear(guest, error);
    if (status == ARI_OK && strncmp(guest->line, "OK", 2) != 0)
        return ari_fail(error, ARI_FORFEIT, ARI_NO_OFFSET,
                        "it answers '%.40s' where OK was expected", guest->line);
    return status;
}

static ari_status greet(ari__guest *guest, ari_error *error)
{
    int64_t width = option_of(guest->v, "width"), height = option_of(guest->v, "height");
    ari_status status =
        width == height ? ari__program_say(&guest->program, error, "START %d", (int)width)
                        : ari__program_say(&guest->program, error, "RECTSTART %d,%d",
                                           (int)width, (int)height);
    if (status == ARI_OK)
        status = expect_ok(guest, error);
    int turn = (int)(guest->seconds * 1000);
    if (status == ARI_OK)
        status = ari__program_say(&guest->program, error,
                                  "INFO timeout_turn %d\nINFO timeout_match 0\n"
                                  "INFO time_left 2147483647\nINFO game_type 1\n"
                                  "INFO rule 0",
                                  turn > 0 ? turn : 1);
    return status;
}

/* All stones, and whose they are: in the order in which they were put where that is known. */
static ari_status say_board(ari__guest *guest, const ari_record *game, ari_error *error)
{
    const ari_variant *v = guest->v;
    ari_board *board = calloc(1, sizeof *board);
    if (!board)
        return ari_fail_memory(error, sizeof *board, "a board");
    v->core->board(v->rules, &game->start, board);
    int mine = ari_turn(v, &game->end) == ARI_FIRST ? ARI_OWNER_FIRST : ARI_OWNER_SECOND;
    ari_status status = ari__program_say(&guest->program, error, "BOARD");
    for (int i = 0; i < board->width * board->height && status == ARI_OK; i++)
        if (board->cells[i].owner)
            status =
                ari__program_say(&guest->program, error, "%d,%d,%d", i % board->width,
                                 i / board->width, board->cells[i].owner == mine ? 1 : 2);
    free(board);
    ari_state s = game->start;
    for (int i = 0; i < game->count && status == ARI_OK; i++) {
        int x, y;
        bool own = ari_turn(v, &s) == ari_turn(v, &game->end);
        if (ari_place_of_move(v, &s, game->moves[i], &x, &y))
            status =
                ari__program_say(&guest->program, error, "%d,%d,%d", x, y, own ? 1 : 2);
        s = ari_after(v, &s, game->moves[i]);
    }
    return status == ARI_OK ? ari__program_say(&guest->program, error, "DONE") : status;
}

static bool is_empty(const ari_variant *v, const ari_record *game)
{
    return ari_state_equal(v, &game->end, &v->start);
}

/* Where it knows all but the last move it is told that, and else everything anew. */
static ari_status choose(ari__guest *guest, const ari_record *game, ari_move *move,
                         ari_error *error)
{
    int x, y;
    ari_status status = ARI_OK;
    if (guest->knows && guest->told.count + 1 == game->count &&
        ari_place_of_move(guest->v, &game->before, game->moves[game->count - 1], &x,
                          &y)) {
        status = ari__program_say(&guest->program, error, "TURN %d,%d", x, y);
    } else {
        status = ari__program_say(&guest->program, error, "RESTART");
        if (status == ARI_OK)
            status = expect_ok(guest, error);
        if (status == ARI_OK)
            status = is_empty(guest->v, game)
                         ? ari__program_say(&guest->program, error, "BEGIN")
                         : say_board(guest, game, error);
    }
    if (status == ARI_OK)
        status = hear(guest, error);
    if (status != ARI_OK)
        return status;
    int place[2];
    *move = ari_numbers_read(guest->line, place, 2)
                ? ari_move_at_place(guest->v, &game->end, place[0], place[1])
                : ARI_NO_MOVE;
    return *move != ARI_NO_MOVE
               ? ARI_OK
               : ari_fail(error, ARI_FORFEIT, ARI_NO_OFFSET,
                          "it answers '%.40s', which is no legal move", guest->line);
}

static void leave(ari__guest *guest)
{
    ari__program_say(&guest->program, NULL, "END");
}

const ari__protocol ari__pbrain = {"pbrain", suits, greet, choose, leave};
