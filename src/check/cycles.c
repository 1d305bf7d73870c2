/* cycles.c: the topic that no game comes back to a position, unless it says that it may.
 *
 * Looked for are the shortest ways back to positions of the sample, and repetitions in random
 * games, which find longer ones. */
#include "check/context.h"

#define NEAR 1000 /* positions after one that are looked at for a way back */

/* Where one came from. */
typedef struct step {
    int from;
    ari_move move;
} step;

typedef struct walk {
    ari__check_set set;
    step *steps; /* of each position of the set */
    ari_move *list;
} walk;

/* The moves from the first position of the walk to position `at`, and then `last`. */
static void write_way(ari__check *c, const walk *w, int at, ari_move last, ari_text *out)
{
    if (at > 0)
        write_way(c, w, w->steps[at].from, w->steps[at].move, out);
    if (out->size)
        ari_text_add_char(out, ' ');
    ari_move_format(c->v, &w->set.states[at], last, out);
}

static int plies_to(const walk *w, int at)
{
    int plies = 0;
    for (; at > 0; at = w->steps[at].from)
        plies++;
    return plies;
}

static bool tell_way(ari__check *c, const walk *w, int at, ari_move last)
{
    ari_text_clear(&c->text);
    write_way(c, w, at, last, &c->text);
    return ari__check_fail(c, &w->set.states[0],
                           "the game comes back to this position after %d plies "
                           "('%.300s'), but it does not have ARI_HAS_CYCLES",
                           plies_to(w, at) + 1, ari_text_get(&c->text));
}

/* The shortest way from `s` back to it, within what is near. */
static bool no_way_back(ari__check *c, walk *w, const ari_state *s)
{
    ari__check_set_clear(&w->set);
    ari__check_set_add(&w->set, s);
    for (int i = 0; i < w->set.count; i++) {
        const ari_state *from = &w->set.states[i];
        int count = ari__check_on(c, from) ? ari__check_list(c, from, w->list) : 0;
        for (int j = 0; j < count; j++) {
            ari_state next = ari_after(c->v, from, w->list[j]);
            int before = w->set.count;
            if (ari_state_equal(c->v, &next, s))
                return tell_way(c, w, i, w->list[j]);
            if (!ari__check_set_add(&w->set, &next))
                return ari__check_passed(c);
            if (w->set.count > before)
                w->steps[before] = (step){i, w->list[j]};
        }
    }
    return ari__check_passed(c);
}

/* A random game without a repetition. */
static bool no_repetition(ari__check *c, walk *w)
{
    bool patient = ari_random_below(&c->random, 2);
    ari_state s = c->v->start;
    ari__check_set_clear(&w->set);
    while (w->set.count < w->set.room) {
        int before = w->set.count;
        ari__check_set_add(&w->set, &s);
        if (w->set.count == before)
            return ari__check_fail(c, &s,
                                   "a random game came back to this position, but the "
                                   "game does not have ARI_HAS_CYCLES");
        if (!ari__check_on(c, &s))
            break;
        s = ari_after(c->v, &s, ari__check_random_move(c, &s, patient, w->list));
    }
    return ari__check_passed(c);
}

bool ari__check_cycles(ari__check *c)
{
    if (ari_has(c->v, ARI_HAS_CYCLES))
        return true;
    walk w = {.steps = ari__check_array(c, NEAR, sizeof *w.steps),
              .list = ari__check_array(c, ARI_MOVES_MAX, sizeof *w.list)};
    bool ok = ari__check_set_new(c, &w.set, NEAR) && w.steps && w.list;
    for (int i = 0; ok && i < c->sample_count && !ari__check_enough(c); i++)
        ok = no_way_back(c, &w, &c->sample[i]);
    for (int i = 0; ok && i < 4 + c->positions / 8; i++)
        ok = no_repetition(c, &w);
    ari__check_set_free(&w.set);
    free(w.steps);
    free(w.list);
    return ok;
}
