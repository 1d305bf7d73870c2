/* tiers.c: what strong solving relies on: tiers that no move makes larger, and ranks that
 * positions are found by again. */
#include "check/context.h"

/* As strong solving has it: GAME_TIER or, without it, GAME_LONGEST. */
static int tier_of(const ari__check *c, const ari_state *s)
{
    const ari_core *core = c->v->core;
    return core->tier ? core->tier(c->v->rules, s) : core->longest(c->v->rules, s);
}

/* Seen as the first player's, in its canonical orientation, whatever was collected. */
static bool same_for_images(ari__check *c, const ari_state *s, int tier)
{
    ari_state rest = ari__check_rest(c, s), same = ari__check_normal(c, &rest);
    return tier_of(c, &same) == tier ||
           ari__check_fail(c, s,
                           "its tier is %d, but %d for the position that stands for it",
                           tier, tier_of(c, &same));
}

static bool falls(ari__check *c, const ari_state *s, int tier, ari_state *children)
{
    int count = ari__check_on(c, s) ? ari__check_children(c, s, children) : 0;
    for (int i = 0; i < count; i++)
        if (tier_of(c, &children[i]) > tier)
            return ari__check_fail(c, s,
                                   "its tier is %d, and a move makes it %d: no move "
                                   "may make it larger",
                                   tier, tier_of(c, &children[i]));
    return true;
}

/* The rank leads back to the position, or to one that is the same, and so no two others share
 * it. */
static bool ranked(ari__check *c, const ari_state *s, int tier)
{
    const ari_core *core = c->v->core;
    uint64_t ranks = core->ranks(c->v->rules, tier);
    if (ranks == 0)
        return true;
    uint64_t rank = core->rank(c->v->rules, s);
    ari_state rest = ari__check_rest(c, s), back = {{0}};
    ari_state normal = ari__check_normal(c, &rest);
    if (rank >= ranks)
        return ari__check_fail(c, s,
                               "GAME_RANK is %llu, but GAME_RANKS promises less "
                               "than %llu in tier %d",
                               (unsigned long long)rank, (unsigned long long)ranks, tier);
    if (core->rank(c->v->rules, &normal) != rank)
        return ari__check_fail(c, s,
                               "GAME_RANK is %llu, but %llu for the position that "
                               "stands for it",
                               (unsigned long long)rank,
                               (unsigned long long)core->rank(c->v->rules, &normal));
    core->unrank(c->v->rules, tier, rank, &back);
    if (core->as_first && ari_turn(c->v, &back) != ARI_FIRST)
        return ari__check_fail(c, s,
                               "it is not the first player's turn in what "
                               "GAME_UNRANK makes of its rank");
    ari_state found = ari__check_normal(c, &back);
    return ari_state_equal(c->v, &found, &normal) ||
           ari__check_fail(c, s, "GAME_UNRANK makes another position of its rank %llu",
                           (unsigned long long)rank);
}

bool ari__check_tiers(ari__check *c)
{
    const ari_core *core = c->v->core;
    if (core->rank && !(core->ranks && core->unrank))
        return ari__check_fail(c, NULL, "GAME_RANK needs GAME_RANKS and GAME_UNRANK");
    if (!core->tier && !core->longest)
        return true;
    ari_state *children = ari__check_array(c, (size_t)core->max_moves, sizeof *children);
    bool ok = children != NULL;
    for (int i = 0; ok && i < c->sample_count && !ari__check_enough(c); i++) {
        const ari_state *s = &c->sample[i];
        int tier = tier_of(c, s);
        ok = (tier >= 0 ||
              ari__check_fail(c, s, "its tier is %d: tiers count from 0", tier)) &&
             falls(c, s, tier, children) && same_for_images(c, s, tier) &&
             (!core->rank || ranked(c, s, tier)) && ari__check_passed(c);
    }
    free(children);
    return ok;
}
