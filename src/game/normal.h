/* normal.h: the one position that stands for all that are the same to the side to move (internal).
 * The searches have it as a template, in search/common.inc. */
#ifndef ARI_GAME_NORMAL_H
#define ARI_GAME_NORMAL_H

#include <ariadne/variant.h>

/* Seen as the first player's (`sides`) and turned to its canonical orientation (`symmetry`), where
 * the game has that. */
static inline ari_state ari__normal(const ari_variant *v, const ari_state *s, bool sides,
                                    bool symmetry)
{
    ari_state seen = *s;
    if (sides && v->core->as_first)
        v->core->as_first(v->rules, s, &seen);
    ari_state normal = seen;
    if (symmetry && v->core->canonical)
        v->core->canonical(v->rules, &seen, &normal);
    return normal;
}

#endif
