/* play.c: random games, and the value of a position by the plain definition. */
#include "check/context.h"

#include <stdio.h>
#include <stdlib.h>

int ari__check_children(ari__check *c, const ari_state *s, ari_state *children)
{
    ari_move list[ARI_MOVES_MAX];
    int count = ari__check_list(c, s, list);
    for (int i = 0; i < count; i++)
        children[i] = ari_after(c->v, s, list[i]);
    return count;
}

ari_move ari__check_random_move(ari__check *c, const ari_state *s, bool patient,
                                ari_move *list)
{
    int count = ari__check_list(c, s, list);
    while (patient && count > 1) {
        int i = (int)ari_random_below(&c->random, (uint32_t)count);
        ari_state next = ari_after(c->v, s, list[i]);
        if (ari__check_on(c, &next))
            return list[i];
        list[i] = list[--count];
    }
    return list[ari_random_below(&c->random, (uint32_t)count)];
}

int ari__check_game_end(ari__check *c, bool patient, ari_state tail[ARI__CHECK_TAIL],
                        ari_move *list)
{
    ari_state s = c->v->start;
    int count = 0;
    for (int ply = 0; ply < ARI__CHECK_PLIES; ply++) {
        if (count == ARI__CHECK_TAIL)
            memmove(tail, tail + 1, (size_t)--count * sizeof *tail);
        tail[count++] = s;
        if (!ari__check_on(c, &s))
            return count;
        s = ari_after(c->v, &s, ari__check_random_move(c, &s, patient, list));
    }
    return 0;
}

/* ---- values ---- */

bool ari__check_reference_new(ari__check *c, ari__check_reference *reference)
{
    size_t moves = (ARI__CHECK_DEEPEST + 1) * (size_t)c->v->core->max_moves;
    *reference = (ari__check_reference){.v = c->v};
    reference->lists = ari__check_array(c, moves, sizeof *reference->lists);
    return reference->lists != NULL;
}

void ari__check_reference_free(ari__check_reference *reference)
{
    free(reference->lists);
}

int ari__check_value_before(const ari_variant *v, const ari_state *s,
                            const ari_state *next, int value)
{
    if (!ari_has(v, ARI_HAS_PAYOFFS)) { /* the end is one ply further away */
        if (value > ARI_SCORE_MAX)
            value--;
        else if (value < -ARI_SCORE_MAX)
            value++;
    }
    return ari_turn(v, s) == ari_turn(v, next) ? value : -value;
}

static int value_at(ari__check_reference *r, const ari_state *s, int depth, int ply)
{
    const ari_variant *v = r->v;
    if (++r->nodes > r->most || ply > ARI__CHECK_DEEPEST)
        r->gave_up = true;
    if (r->gave_up)
        return 0;
    int outcome = ari_outcome(v, s);
    if (outcome != ARI_ON)
        return ari_has(v, ARI_HAS_PAYOFFS) ? outcome : outcome * ARI_WIN;
    if (depth == 0)
        return r->eval->which == ARI_EVAL_NEUTRAL
                   ? 0
                   : v->core->eval(v->rules, s, r->eval->which, r->eval->params);
    ari_move *list = r->lists + (size_t)ply * (size_t)v->core->max_moves;
    int count = ari_moves(v, s, list), best = -ARI_WIN - 1;
    for (int i = 0; i < count && !r->gave_up; i++) {
        ari_state next = ari_after(v, s, list[i]);
        int value = value_at(r, &next, depth - 1, ply + 1);
        value = ari__check_value_before(v, s, &next, value);
        if (value > best)
            best = value;
    }
    return best;
}

int ari__check_value(ari__check_reference *reference, const ari_state *s, int depth)
{
    reference->nodes = 0;
    reference->gave_up = false;
    return value_at(reference, s, depth, 0);
}

const char *ari__check_describe(const ari_variant *v, int value, char buffer[64])
{
    int distance = ari_score_distance(value);
    if (ari_has(v, ARI_HAS_PAYOFFS))
        snprintf(buffer, 64, "a payoff of %d", value);
    else if (distance < 0 && value)
        snprintf(buffer, 64, "a score of %d", value);
    else if (value)
        snprintf(buffer, 64, "a %s in %d pl%s", ari_value_name(value), distance,
                 distance == 1 ? "y" : "ies");
    else
        snprintf(buffer, 64, "a draw");
    return buffer;
}
