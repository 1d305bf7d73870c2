/* arrow.c: moves that are named by the states that they join, "7531 -> 6531". */
#include "game/arrow.h"

#include <stdlib.h>
#include <string.h>

#include "game/normal.h"

#define STATE_MOST 1000 /* no state that is named so has more characters */
#define SHOWN 40

static const char spaces[] = " \t\r\n";

static bool is_arrow(const char *text)
{
    return text[0] == '-' && text[1] == '>';
}

static bool read_state(const ari_variant *v, const char *text, size_t length,
                       ari_state *state)
{
    char copy[STATE_MOST + 1];
    ari_error ignored;
    if (length == 0 || length > STATE_MOST)
        return false;
    memcpy(copy, text, length);
    copy[length] = '\0';
    *state = (ari_state){{0}};
    return v->core->parse(v->rules, copy, state, &ignored) == ARI_OK;
}

/* How long what ends before an arrow, or a space, is; or a comma, too. */
static size_t part(const char *text, bool comma)
{
    size_t length = 0;
    while (text[length] && !is_arrow(text + length) && !strchr(spaces, text[length]) &&
           !(comma && text[length] == ','))
        length++;
    return length;
}

bool ari__arrow_find(const ari_variant *v, const char *text, ari__arrow *arrow)
{
    size_t at = 0;
    while (at <= STATE_MOST && text[at] && !is_arrow(text + at))
        at++;
    if (at > STATE_MOST || !text[at])
        return false;
    arrow->second = at + 2 + strspn(text + at + 2, spaces);
    while (at > 0 && strchr(spaces, text[at - 1]))
        at--;
    arrow->first = at;
    if (!read_state(v, text, at, &arrow->from))
        return false;
    const char *second = text + arrow->second;
    size_t length = part(second, false);
    if (!read_state(v, second, length, &arrow->to)) {
        length = part(second,
                      true); /* moves may have commas between them, and so may states */
        if (!read_state(v, second, length, &arrow->to))
            return false;
    }
    arrow->end = arrow->second + length;
    arrow->again = is_arrow(text + arrow->end + strspn(text + arrow->end, spaces));
    return true;
}

/* Are they the same: as they stand, for whoever moves, or by symmetry, too? */
static bool alike(const ari_variant *v, const ari_state *a, const ari_state *b, int how)
{
    ari_state one = ari__normal(v, a, how > 0, how > 1);
    ari_state other = ari__normal(v, b, how > 0, how > 1);
    return ari_state_equal(v, &one, &other);
}

static int shown(size_t length)
{
    return (int)(length < SHOWN ? length : SHOWN);
}

/* Whoever writes a move so does not always say whose turn it is, and may have sorted the heaps. */
ari_status ari__arrow_move(const ari_variant *v, const ari_state *s, const char *text,
                           const ari__arrow *arrow, ari_move *move, ari_error *error)
{
    *move = ARI_NO_MOVE;
    if (!alike(v, s, &arrow->from, 2)) {
        char here[SHOWN + 1];
        ari_state_write(v, s, here, sizeof here);
        return ari_fail(error, ARI_ILLEGAL, ARI_NO_OFFSET,
                        "the position is %s here, so that no move leads on from %.*s",
                        here, shown(arrow->first), text);
    }
    ari_move *list = malloc((size_t)v->core->max_moves * sizeof *list);
    if (!list)
        return ari_fail_memory(error, (size_t)v->core->max_moves * sizeof *list,
                               "a list of moves");
    int count = ari_moves(v, s, list);
    for (int how = 0; how < 3 && *move == ARI_NO_MOVE; how++)
        for (int i = 0; i < count && *move == ARI_NO_MOVE; i++) {
            ari_state next = ari_after(v, s, list[i]);
            if (alike(v, &next, &arrow->to, how))
                *move = list[i];
        }
    free(list);
    if (*move != ARI_NO_MOVE)
        return ARI_OK;
    return ari_fail(error, ARI_ILLEGAL, ARI_NO_OFFSET, "no move leads from %.*s to %.*s",
                    shown(arrow->first), text, shown(arrow->end - arrow->second),
                    text + arrow->second);
}
