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

/* The text of a position, until the next one is written. */
static const char *text_of(ari__check *c, const ari_state *s)
{
    ari_text_clear(&c->text);
    ari_state_format(c->v, s, &c->text);
    return ari_text_get(&c->text);
}

#define SHARED "GAME_RANK is %llu here and for '%.200s' of the same tier %d"

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
    if (ari_state_equal(c->v, &found, &normal))
        return true;
    if (tier_of(c, &back) == tier && core->rank(c->v->rules, &back) == rank)
        return ari__check_fail(c, s, SHARED, (unsigned long long)rank, text_of(c, &back),
                               tier);
    return ari__check_fail(c, s, "GAME_UNRANK makes another position of its rank %llu",
                           (unsigned long long)rank);
}

/* What GAME_UNRANK makes of any rank is in that tier, or has another rank. */
static bool unranks(ari__check *c, const ari_state *s, int tier)
{
    const ari_core *core = c->v->core;
    uint64_t ranks = core->ranks(c->v->rules, tier);
    for (int i = 0; ranks && i < 4; i++) {
        uint64_t rank = ari_random_next(&c->random) % ranks;
        ari_state made = {{0}};
        core->unrank(c->v->rules, tier, rank, &made);
        if (core->rank(c->v->rules, &made) == rank && tier_of(c, &made) != tier)
            return ari__check_fail(c, &made,
                                   "GAME_UNRANK makes this position of rank %llu of tier "
                                   "%d, but its tier is %d (the tier of '%.200s')",
                                   (unsigned long long)rank, tier, tier_of(c, &made),
                                   text_of(c, s));
    }
    return true;
}

/* ---- ranks that several positions share ---- */

typedef struct ranked_state {
    int tier, place; /* in the set */
    uint64_t rank;
} ranked_state;

static int by_rank(const void *a, const void *b)
{
    const ranked_state *x = a, *y = b;
    if (x->tier != y->tier)
        return (x->tier > y->tier) - (x->tier < y->tier);
    if (x->rank != y->rank)
        return (x->rank > y->rank) - (x->rank < y->rank);
    return (x->place > y->place) - (x->place < y->place);
}

/* Of two that share a rank the ones that were found first. */
static bool different_ranks(ari__check *c, const ari__check_set *set,
                            ranked_state *ranked)
{
    const ari_core *core = c->v->core;
    int worst = -1, other = -1, count = 0;
    for (int i = 0; i < set->count; i++) {
        int tier = tier_of(c, &set->states[i]);
        if (core->ranks(c->v->rules, tier))
            ranked[count++] =
                (ranked_state){tier, i, core->rank(c->v->rules, &set->states[i])};
    }
    qsort(ranked, (size_t)count, sizeof *ranked, by_rank);
    for (int i = 1; i < count; i++) {
        const ranked_state *a = &ranked[i - 1], *b = &ranked[i];
        if (a->tier == b->tier && a->rank == b->rank && (worst < 0 || b->place < worst)) {
            other = a->place;
            worst = b->place;
        }
    }
    if (worst < 0)
        return ari__check_passed(c);
    const ari_state *s = &set->states[worst];
    return ari__check_fail(c, s, SHARED, (unsigned long long)core->rank(c->v->rules, s),
                           text_of(c, &set->states[other]), tier_of(c, s));
}

/* What is near the start, and the sample with what follows it. */
static bool check_ranks(ari__check *c, ari_state *children)
{
    ari__check_set raw, normal;
    int room = 20 * c->positions;
    ranked_state *ranked = ari__check_array(c, (size_t)room, sizeof *ranked);
    bool ok = ari__check_set_new(c, &raw, room),
         more = ari__check_set_new(c, &normal, room);
    ok = ok && more && ranked;
    if (ok) {
        raw.room = room / 2;
        ari__check_set_fill(c, &raw, children);
        raw.room = room;
    }
    for (int i = 0; ok && i < c->sample_count; i++)
        ari__check_set_add(&raw, &c->sample[i]);
    for (int i = 0; ok && i < raw.count; i++) {
        ari_state rest = ari__check_rest(c, &raw.states[i]);
        ari_state s = ari__check_normal(c, &rest);
        ari__check_set_add(&normal, &s);
    }
    ok = ok && different_ranks(c, &normal, ranked);
    ari__check_set_free(&raw);
    ari__check_set_free(&normal);
    free(ranked);
    return ok;
}

bool ari__check_tiers(ari__check *c)
{
    const ari_core *core = c->v->core;
    if (core->rank && !(core->ranks && core->unrank))
        return ari__check_fail(c, NULL, "GAME_RANK needs GAME_RANKS and GAME_UNRANK");
    if (!core->tier && !core->longest)
        return true;
    ari_state *children = ari__check_array(c, (size_t)core->max_moves, sizeof *children);
    bool ok = children != NULL && (!core->rank || check_ranks(c, children));
    for (int i = 0; ok && i < c->sample_count && !ari__check_enough(c); i++) {
        const ari_state *s = &c->sample[i];
        int tier = tier_of(c, s);
        ok = (tier >= 0 ||
              ari__check_fail(c, s, "its tier is %d: tiers count from 0", tier)) &&
             falls(c, s, tier, children) && same_for_images(c, s, tier) &&
             (!core->rank || (unranks(c, s, tier) && ranked(c, s, tier))) &&
             ari__check_passed(c);
    }
    free(children);
    return ok;
}
