/* arrow.h: moves that are named by the states that they join, "7531 -> 6531" (internal). */
#ifndef ARI_GAME_ARROW_H
#define ARI_GAME_ARROW_H

#include <ariadne/variant.h>

typedef struct ari__arrow {
    ari_state from, to;
    size_t first, second,
        end;    /* where the first state ends and the second begins and ends */
    bool again; /* one more arrow follows */
} ari__arrow;

/* Does the text begin with a state, an arrow and a state? Otherwise an arrow may be part of a move's own text. */
bool ari__arrow_find(const ari_variant *v, const char *text, ari__arrow *arrow);

/* The move that it is at `s`, where the game is on. */
ari_status ari__arrow_move(const ari_variant *v, const ari_state *s, const char *text,
                           const ari__arrow *arrow, ari_move *move, ari_error *error);

#endif
