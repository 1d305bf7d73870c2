/* rewards.c: the topic that a position is worth what was collected on the way and what its rest is
 * worth.
 *
 * That is so if, move by move, a position and its rest have the same moves, lead to positions
 * with the same rest, collect the same by it, and end by a payoff of what was collected. So no value has
 * to be found. */
#include "check/context.h"

ari_state ari__check_rest(const ari__check *c, const ari_state *s)
{
    ari_state rest = {{0}};
    if (!c->v->core->rest)
        return *s;
    c->v->core->rest(c->v->rules, s, &rest);
    return rest;
}

static int so_far(const ari__check *c, const ari_state *s)
{
    return c->v->core->so_far(c->v->rules, s);
}

static bool same(const ari__check *c, const ari_state *a, const ari_state *b)
{
    return ari_state_equal(c->v, a, b);
}

/* The rest is a rest, and the same whoever looks at it. */
static bool forgets(ari__check *c, const ari_state *s, const ari_state *rest)
{
    ari_state again = ari__check_rest(c, rest), normal = ari__check_normal(c, s);
    ari_state one = ari__check_normal(c, rest), other = ari__check_rest(c, &normal);
    if (so_far(c, rest) != 0 || !same(c, rest, &again))
        return ari__check_fail(c, s,
                               "GAME_REST does not forget all: GAME_SO_FAR is %d there",
                               so_far(c, rest));
    if (!same(c, &one, &other))
        return ari__check_fail(c, s,
                               "GAME_REST of the position that stands for it is not what "
                               "stands for its rest");
    return so_far(c, &normal) == so_far(c, s) ||
           ari__check_fail(
               c, s, "GAME_SO_FAR is %d, but %d for the position that stands for it",
               so_far(c, s), so_far(c, &normal));
}

/* What a move collects, for the side that makes it. */
static int collected(const ari__check *c, const ari_state *s, const ari_state *next)
{
    int after = so_far(c, next);
    return (ari_turn(c->v, s) == ari_turn(c->v, next) ? after : -after) - so_far(c, s);
}

static bool adds_up_after(ari__check *c, const ari_state *s, const ari_state *rest,
                          ari_move move)
{
    ari_state next = ari_after(c->v, s, move), other = ari_after(c->v, rest, move);
    ari_state a = ari__check_rest(c, &next), b = ari__check_rest(c, &other);
    if (!same(c, &a, &b))
        return ari__check_fail(c, s,
                               "move %d does not lead from its rest (GAME_REST) to the "
                               "rest of where it leads",
                               move);
    int here = collected(c, s, &next), there = collected(c, rest, &other);
    return here == there ||
           ari__check_fail(c, s,
                           "move %d collects %d by GAME_SO_FAR, but %d from its rest",
                           move, here, there);
}

static bool adds_up(ari__check *c, const ari_state *s, ari_move *list, ari_move *others)
{
    ari_state rest = ari__check_rest(c, s);
    int outcome = ari_outcome(c->v, s), end = ari_outcome(c->v, &rest);
    if (!forgets(c, s, &rest))
        return false;
    if (ari_turn(c->v, s) != ari_turn(c->v, &rest))
        return ari__check_fail(c, s, "its rest (GAME_REST) has the other side to move");
    if (outcome != (end == ARI_ON ? end : end + so_far(c, s)))
        return ari__check_fail(c, s,
                               "its outcome is not GAME_SO_FAR and that of its rest");
    if (outcome != ARI_ON)
        return true;
    int count = ari__check_list(c, s, list);
    if (ari__check_list(c, &rest, others) != count ||
        memcmp(list, others, (size_t)count * sizeof *list) != 0)
        return ari__check_fail(c, s, "its rest (GAME_REST) has other moves");
    for (int i = 0; i < count; i++)
        if (!adds_up_after(c, s, &rest, list[i]))
            return false;
    return true;
}

bool ari__check_rewards(ari__check *c)
{
    ari_move list[ARI_MOVES_MAX], others[ARI_MOVES_MAX];
    const ari_core *core = c->v->core;
    if (!core->so_far && !core->rest)
        return true;
    if (!core->so_far || !core->rest || !ari_has(c->v, ARI_HAS_PAYOFFS))
        return ari__check_fail(c, NULL,
                               "GAME_SO_FAR and GAME_REST go together, in a game with "
                               "ARI_HAS_PAYOFFS");
    for (int i = 0; i < c->sample_count && !ari__check_enough(c); i++)
        if (!adds_up(c, &c->sample[i], list, others) || !ari__check_passed(c))
            return false;
    return true;
}
