/* places.c: moves as the places of a board that is drawn, for programs that know them by column and
 * row. */
#include <ariadne/guest.h>

#include <stdlib.h>
#include <string.h>

bool ari_numbers_read(const char *text, int *numbers, int count)
{
    for (int i = 0; i < count; i++) {
        char *end;
        size_t digits = strspn(text + (*text == '-'), "0123456789");
        if (digits == 0 || digits > 4)
            return false;
        numbers[i] = (int)strtol(text, &end, 10);
        if (*end != (i + 1 < count ? ',' : '\0'))
            return false;
        text = end + 1;
    }
    return true;
}

/* The board that shows a position; NULL for lack of memory. */
static ari_board *board_of(const ari_variant *v, const ari_state *s)
{
    ari_board *board = calloc(1, sizeof *board);
    if (board)
        v->core->board(v->rules, s, board);
    return board;
}

bool ari_place_of_move(const ari_variant *v, const ari_state *s, ari_move move, int *x,
                       int *y)
{
    uint16_t places[ARI_CLICKS_MAX];
    ari_board *board = board_of(v, s);
    bool one = board && ari_move_clicks(v, s, board, move, places) == 1;
    if (one) {
        *x = places[0] % board->width;
        *y = places[0] / board->width;
    }
    free(board);
    return one;
}

ari_move ari_move_at_place(const ari_variant *v, const ari_state *s, int x, int y)
{
    uint16_t places[ARI_CLICKS_MAX];
    ari_move found = ARI_NO_MOVE, moves[ARI_MOVES_MAX];
    int count = ari_moves(v, s, moves);
    ari_board *board = board_of(v, s);
    for (int i = 0; board && i < count && found == ARI_NO_MOVE; i++)
        if (ari_move_clicks(v, s, board, moves[i], places) == 1 &&
            places[0] % board->width == x && places[0] / board->width == y)
            found = moves[i];
    free(board);
    return found;
}
