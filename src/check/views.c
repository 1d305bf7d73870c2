/* views.c: what a game tells the searches of a position beyond its rules must be true: a
 * view carried along from move to move is worth as much as one made anew, a side that is
 * called doomed is, and no score is higher than a bound on it. */
#include "check/context.h"

/* A view made by moves answers like one made from nothing. */
static bool same_view(ari__check *c, const ari_state *s, const ari_view *made,
                      const ari_view *carried)
{
    const ari_core *core = c->v->core;
    const void *r = c->v->rules;
    ari_move list[ARI_MOVES_MAX], safe[ARI_MOVES_MAX], other[ARI_MOVES_MAX];
    int count = ari__check_list(c, s, list);
    if (core->promise)
        for (int i = 0; i < count; i++)
            if (core->promise(r, made, list[i]) != core->promise(r, carried, list[i]))
                return ari__check_fail(c, s,
                                       "the promise of move %d depends on the moves "
                                       "that led here",
                                       list[i]);
    if (core->win_now) {
        bool wins = core->win_now(r, made) != ARI_NO_MOVE;
        if (wins != (core->win_now(r, carried) != ARI_NO_MOVE))
            return ari__check_fail(c, s,
                                   "a move that wins at once is found or not, depending "
                                   "on the moves that led here");
        if (wins)
            return true;
    }
    if (!core->safe_moves)
        return true;
    count = core->safe_moves(r, made, safe);
    if (count != core->safe_moves(r, carried, other) ||
        memcmp(safe, other, (size_t)count * sizeof *safe) != 0)
        return ari__check_fail(c, s, "the safe moves depend on the moves that led here");
    return true;
}

/* All positions of a random game, its views carried along. */
static bool check_carried(ari__check *c)
{
    ari_move list[ARI_MOVES_MAX];
    ari_state s = c->v->start;
    ari_view view, made;
    ari_view_of(c->v, &s, &view);
    for (int ply = 0; ply < ARI__CHECK_PLIES && ari__check_on(c, &s); ply++) {
        ari_view_of(c->v, &s, &made);
        if (memcmp(&made, &s, c->v->core->state_size) != 0)
            return ari__check_fail(c, &s, "a view does not begin with the position");
        if (!same_view(c, &s, &made, &view) || !ari__check_passed(c))
            return false;
        ari_move m = ari__check_random_move(c, &s, true, list);
        ari_view next;
        c->v->core->view_after(c->v->rules, &view, m, &next);
        view = next;
        s = ari_after(c->v, &s, m);
    }
    return true;
}

static bool check_canonical_key(ari__check *c, const ari_state *s)
{
    const ari_core *core = c->v->core;
    ari_state canonical = {{0}};
    core->canonical(c->v->rules, s, &canonical);
    return core->canonical_key(c->v->rules, s) == core->key(c->v->rules, &canonical) ||
           ari__check_fail(
               c, s, "GAME_CANONICAL_KEY is not the key of GAME_CANONICAL's position");
}

bool ari__check_views(ari__check *c)
{
    if (c->v->core->canonical_key && c->v->core->canonical)
        for (int i = 0; i < c->sample_count; i++)
            if (!check_canonical_key(c, &c->sample[i]))
                return false;
    if (!c->v->core->view)
        return true;
    for (int i = 0; i < 1 + c->positions / 50; i++)
        if (!check_carried(c))
            return false;
    return true;
}

bool ari__check_doomed(ari__check *c, const ari_state *s)
{
    const ari_core *core = c->v->core;
    ari_move list[ARI_MOVES_MAX];
    ari_view view;
    if (!core->doomed || !core->safe_moves)
        return true;
    ari_view_of(c->v, s, &view);
    if (core->win_now(c->v->rules, &view) != ARI_NO_MOVE)
        return true;
    bool doomed = core->doomed(c->v->rules, &view);
    int safe = core->safe_moves(c->v->rules, &view, list);
    return doomed == (safe == 0) ||
           ari__check_fail(c, s, "GAME_DOOMED says %s, but there are %d safe moves",
                           doomed ? "yes" : "no", safe);
}

bool ari__check_at_most(ari__check *c, const ari_state *s, int value)
{
    const ari_core *core = c->v->core;
    ari_view view;
    if (!core->at_most || !ari__check_on(c, s))
        return true;
    ari_view_of(c->v, s, &view);
    const int wanted[] = {value - 2, value - 1, value,   value + 1,   value + 2,  0, 1,
                          -1,        2,         ARI_WIN, ARI_WIN - 5, 5 - ARI_WIN};
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        int most = core->at_most(c->v->rules, &view, wanted[i]);
        char bound[64], right[64];
        if (most < value)
            return ari__check_fail(c, s,
                                   "GAME_AT_MOST says %s at most when %d is wanted, but "
                                   "by the rules it is %s",
                                   ari__check_describe(c->v, most, bound), wanted[i],
                                   ari__check_describe(c->v, value, right));
    }
    return true;
}
