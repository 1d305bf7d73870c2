/* count.c: the topic that there are as many positions as promised. */
#include "check/context.h"

/* ---- number of positions ---- */

ari_state ari__check_normal(const ari__check *c, const ari_state *s)
{
    const ari_core *core = c->v->core;
    ari_state first = *s, result = {{0}};
    if (core->as_first)
        core->as_first(c->v->rules, s, &first);
    if (!core->canonical)
        return first;
    core->canonical(c->v->rules, &first, &result);
    return result;
}

static int by_state(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(ari_state));
}

/* Of all positions that there are, as many have the same canonical one as GAME_ORBIT says. */
static bool check_orbits(ari__check *c, const ari__check_set *all)
{
    const ari_core *core = c->v->core;
    ari_state *images = ari__check_array(c, (size_t)all->count, sizeof *images);
    bool ok = images != NULL;
    for (int i = 0; ok && i < all->count; i++)
        core->canonical(c->v->rules, &all->states[i], &images[i]);
    if (ok)
        qsort(images, (size_t)all->count, sizeof *images, by_state);
    for (int i = 0, next; ok && i < all->count; i = next) {
        for (next = i; next < all->count && by_state(&images[i], &images[next]) == 0;)
            next++;
        int orbit = core->orbit(c->v->rules, &images[i]);
        ok = orbit == next - i
                 ? ari__check_passed(c)
                 : ari__check_fail(c, &images[i],
                                   "GAME_ORBIT is %d, but %d position%s turned into this "
                                   "one",
                                   orbit, next - i, next - i == 1 ? " is" : "s are");
    }
    free(images);
    return ok;
}

/* ---- orbits of a larger game ----
 *
 * Where not all positions can be counted, those that are turned into the canonical ones along a game
 * are followed: after each move, what a move makes of those before it. There may be more, never fewer. */

#define IMAGES 64 /* at most; more are not followed */

static ari_state canonical_of(const ari__check *c, const ari_state *s)
{
    ari_state made = {{0}};
    c->v->core->canonical(c->v->rules, s, &made);
    return made;
}

/* Of all that moves make of `from`, what is turned into `canonical`. */
static void images_after(ari__check *c, const ari__check_set *from, ari__check_set *to,
                         const ari_state *canonical, ari_state *children)
{
    ari__check_set_clear(to);
    for (int i = 0; i < from->count; i++) {
        int count = ari__check_children(c, &from->states[i], children);
        for (int j = 0; j < count; j++) {
            ari_state s = canonical_of(c, &children[j]);
            if (ari_state_equal(c->v, &s, canonical))
                ari__check_set_add(to, &children[j]);
        }
    }
}

static bool check_orbits_of_game(ari__check *c, ari__check_set sets[2],
                                 ari_state *children)
{
    ari_state s = c->v->start, canonical;
    ari__check_set_clear(&sets[0]);
    ari__check_set_add(&sets[0], &s);
    ari_move list[ARI_MOVES_MAX];
    bool patient = ari_random_below(&c->random, 2);
    for (int ply = 0; ply < 200 && ari__check_on(c, &s) && !ari__check_enough(c); ply++) {
        ari__check_set *from = &sets[ply % 2], *to = &sets[!(ply % 2)];
        s = ari_after(c->v, &s, ari__check_random_move(c, &s, patient, list));
        canonical = canonical_of(c, &s);
        images_after(c, from, to, &canonical, children);
        int orbit = c->v->core->orbit(c->v->rules, &canonical);
        if (orbit < to->count)
            return ari__check_fail(c, &canonical,
                                   "GAME_ORBIT is %d, but at least %d positions are "
                                   "turned into this one",
                                   orbit, to->count);
        if (!ari__check_passed(c))
            return false;
    }
    return true;
}

static bool check_orbits_of_games(ari__check *c, ari_state *children)
{
    ari__check_set sets[2] = {{.count = 0}, {.count = 0}};
    bool ok = ari__check_set_new(c, &sets[0], IMAGES) &&
              ari__check_set_new(c, &sets[1], IMAGES);
    for (int i = 0; ok && i < 4 + c->positions / 8 && !ari__check_enough(c); i++)
        ok = check_orbits_of_game(c, sets, children);
    ari__check_set_free(&sets[0]);
    ari__check_set_free(&sets[1]);
    return ok;
}

static bool check_positions(ari__check *c, const ari__check_set *all)
{
    double most = c->v->core->positions(c->v->rules);
    ari__check_set different = {0};
    bool ok = ari__check_set_new(c, &different, all->room);
    for (int i = 0; ok && i < all->count; i++) {
        ari_state rest = ari__check_rest(c, &all->states[i]);
        ari_state s = ari__check_normal(c, &rest);
        ari__check_set_add(&different, &s);
    }
    if (ok) {
        c->report->cases[c->topic] += (uint64_t)all->count - 1;
        ok = ari__check_passed(c);
    }
    if (ok && different.count > most)
        ok = ari__check_fail(c, NULL,
                             "GAME_POSITIONS promises at most %.0f positions, but "
                             "there are at least %d",
                             most, different.count);
    ari__check_set_free(&different);
    return ok;
}

bool ari__check_count(ari__check *c)
{
    const ari_core *core = c->v->core;
    if (core->orbit && !core->canonical)
        return ari__check_fail(c, NULL, "GAME_ORBIT needs GAME_CANONICAL");
    if (!core->positions && !core->orbit)
        return true;
    ari__check_set all;
    ari_state *children = ari__check_array(c, (size_t)core->max_moves, sizeof *children);
    bool ok = ari__check_set_new(c, &all, 50 * c->positions) && children;
    if (ok) {
        bool whole = ari__check_set_fill(c, &all, children);
        ok = (!core->positions || check_positions(c, &all)) &&
             (!core->orbit ||
              (whole ? check_orbits(c, &all) : check_orbits_of_games(c, children)));
    }
    ari__check_set_free(&all);
    free(children);
    return ok;
}
