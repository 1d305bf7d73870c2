/* rules.c: topics about the rules themselves: moves, length, keys.
 */
#include "check/context.h"

#include <stdlib.h>

/* ---- moves ---- */

#define LIST_ROOM (ARI_MOVES_MAX + 64) /* for games that write more than they promise */

typedef struct move_list {
    ari_move moves[LIST_ROOM];
    int count;
    bool seen[65536];
} move_list;

static bool check_result(ari__check *c, const ari_state *s, int outcome)
{
    if (outcome != ari_outcome(c->v, s))
        return ari__check_fail(c, s, "outcome() says something else when asked again");
    if (outcome == ARI_ON)
        return true;
    int most = ari_has(c->v, ARI_HAS_PAYOFFS) ? ARI_SCORE_MAX : ARI_WON;
    if (outcome > most || outcome < -most)
        return ari__check_fail(
            c, s, "outcome() returned %d, but a result lies within +-%d", outcome, most);
    return true;
}

static bool check_list(ari__check *c, const ari_state *s, move_list *list)
{
    int most = c->v->core->max_moves;
    list->count = ari_moves(c->v, s, list->moves);
    if (list->count < 1)
        return ari__check_fail(c, s, "the game is on, but there is no move");
    if (list->count > most)
        return ari__check_fail(c, s, "there are %d moves, but GAME_MAX_MOVES is %d",
                               list->count, most);
    int twice = -1;
    for (int i = 0; i < list->count; i++) {
        if (list->seen[list->moves[i]])
            twice = list->moves[i];
        list->seen[list->moves[i]] = true;
    }
    bool none = list->seen[ARI_NO_MOVE];
    for (int i = 0; i < list->count; i++)
        list->seen[list->moves[i]] = false;
    if (twice >= 0)
        return ari__check_fail(c, s, "moves() lists move %d twice", twice);
    if (none)
        return ari__check_fail(c, s, "moves() lists ARI_NO_MOVE");
    return true;
}

/* Where moves can be tested one by one, the tests must give the list. */
static bool check_legal(ari__check *c, const ari_state *s, const move_list *list)
{
    if (!c->v->core->legal)
        return true;
    ari_move every[LIST_ROOM];
    int count = c->v->core->every_move(c->v->rules, every), found = 0;
    if (count > c->v->core->max_moves)
        return ari__check_fail(c, s, "GAME_MOVE_COUNT is %d, but GAME_MAX_MOVES is %d",
                               count, c->v->core->max_moves);
    for (int i = 0; i < count; i++) {
        if (!c->v->core->legal(c->v->rules, s, every[i]))
            continue;
        if (found >= list->count || list->moves[found] != every[i])
            return ari__check_fail(
                c, s, "GAME_LEGAL allows move %d, but it is not listed", every[i]);
        found++;
    }
    return found == list->count ||
           ari__check_fail(c, s, "move %d is listed, but GAME_LEGAL does not allow it",
                           list->moves[found]);
}

/* Plays a move into memory with different bytes in it: a byte that differs afterwards was
 * not written, so equal positions would not be equal bytes. */
static bool check_after(ari__check *c, const ari_state *s, ari_move m, ari_state *next)
{
    ari_state before = *s, other;
    *next = ari_after(c->v, s, m);
    memset(&other, 0xff, sizeof other);
    c->v->core->after(c->v->rules, s, m, &other);
    if (memcmp(&before, s, sizeof before) != 0)
        return ari__check_fail(c, &before, "after() changed the position it was given");
    if (!ari_state_equal(c->v, next, &other))
        return ari__check_fail(c, s,
                               "after() leaves bytes of the new position unset: is there "
                               "padding in the structure, or an uninitialised field?");
    ari_side turn = ari_turn(c->v, s), then = ari_turn(c->v, next);
    if (turn > ARI_SECOND || then > ARI_SECOND)
        return ari__check_fail(c, s, "turn() is neither ARI_FIRST nor ARI_SECOND");
    if (turn == then && !ari_has(c->v, ARI_HAS_EXTRA_TURNS))
        return ari__check_fail(c, s,
                               "the %s player moves twice, but the game does not have "
                               "ARI_HAS_EXTRA_TURNS",
                               ari_side_name(turn));
    return true;
}

/* Keeps each of the positions seen so far with the same chance. */
static void put_in_sample(ari__check *c, const ari_state *s)
{
    uint64_t at = c->sample_seen++;
    if (c->sample_count < c->positions)
        at = (uint64_t)c->sample_count++;
    else
        at = ari_random_next(&c->random) % (at + 1);
    if (at < (uint64_t)c->positions)
        c->sample[at] = *s;
}

/* One random game with every step looked at; returns the plies, or -1. */
static int check_game(ari__check *c, bool patient, move_list *list)
{
    ari_state s = c->v->start;
    for (int ply = 0; ply < ARI__CHECK_PLIES; ply++) {
        int outcome = ari_outcome(c->v, &s);
        if (!check_result(c, &s, outcome))
            return -1;
        put_in_sample(c, &s);
        if (outcome != ARI_ON)
            return ply;
        ari_state next;
        if (!check_list(c, &s, list) || !check_legal(c, &s, list))
            return -1;
        ari_move m = ari__check_random_move(c, &s, patient, list->moves);
        if (!check_after(c, &s, m, &next) || !ari__check_passed(c))
            return -1;
        s = next;
    }
    return ARI__CHECK_PLIES;
}

bool ari__check_moves(ari__check *c)
{
    ari_state other;
    memset(&other, 0xff, sizeof other);
    c->v->core->start(c->v->rules, &other);
    if (!ari_state_equal(c->v, &other, &c->v->start))
        return ari__check_fail(c, NULL, "start() leaves bytes of the position unset");
    if (!ari__check_on(c, &c->v->start))
        return ari__check_fail(c, &c->v->start, "the game is over before it begins");
    move_list *list = ari__check_array(c, 1, sizeof *list);
    if (!list)
        return false;
    int games = 8 + c->positions / 8, plies = 0;
    for (int game = 0; game < games && plies >= 0; game++) {
        if (plies > 50 * c->positions + 10000)
            break; /* the games are long: this will do */
        int more = check_game(c, game % 2, list);
        plies = more < 0 ? -1 : plies + more;
    }
    free(list);
    return plies >= 0;
}

/* ---- length ---- */

/* One game to its end: the bound shrinks with every ply, and a draw uses it up, where
 * that is promised. */
static bool check_length_of_game(ari__check *c, bool patient, ari_move *list)
{
    const ari_core *core = c->v->core;
    ari_state s = c->v->start;
    int first = core->longest(c->v->rules, &s), left = first;
    for (int ply = 0; ply < ARI__CHECK_PLIES; ply++) {
        int outcome = ari_outcome(c->v, &s);
        if (outcome != ARI_ON) {
            bool drawn = ari_has(c->v, ARI_HAS_PAYOFFS) || outcome == ARI_DRAWN;
            if (drawn && core->draws_last && core->draws_last(c->v->rules) &&
                (left != 0 || ply != first))
                return ari__check_fail(c, &s,
                                       "a game that GAME_DRAWS_LAST promises to last %d "
                                       "plies ended after %d",
                                       first, ply);
            return true;
        }
        ari_state next =
            ari_after(c->v, &s, ari__check_random_move(c, &s, patient, list));
        int then = core->longest(c->v->rules, &next);
        if (then < 0 || then >= left)
            return ari__check_fail(c, &s,
                                   "GAME_LONGEST is %d here and %d after a move: it must "
                                   "shrink with every ply and not below 0",
                                   left, then);
        if (!ari__check_passed(c))
            return false;
        left = then;
        s = next;
    }
    return true;
}

bool ari__check_length(ari__check *c)
{
    ari_move list[ARI_MOVES_MAX];
    if (!c->v->core->longest)
        return !c->v->core->draws_last ||
               ari__check_fail(c, NULL, "GAME_DRAWS_LAST needs GAME_LONGEST");
    for (int game = 0; game < 8 + c->positions / 8; game++)
        if (!check_length_of_game(c, game % 2, list))
            return false;
    return true;
}

/* ---- keys ---- */

typedef struct keyed {
    uint64_t key;
    const ari_state *state;
} keyed;

static int by_key(const void *a, const void *b)
{
    uint64_t x = ((const keyed *)a)->key, y = ((const keyed *)b)->key;
    return (x > y) - (x < y);
}

static bool compare_keys(ari__check *c, const ari__check_set *set, keyed *keys)
{
    for (int i = 0; i < set->count; i++)
        keys[i] = (keyed){c->v->core->key(c->v->rules, &set->states[i]), &set->states[i]};
    qsort(keys, (size_t)set->count, sizeof *keys, by_key);
    for (int i = 1; i < set->count; i++) {
        if (keys[i].key == keys[i - 1].key) {
            ari_text_clear(&c->text);
            ari_state_format(c->v, keys[i - 1].state, &c->text);
            return ari__check_fail(c, keys[i].state,
                                   "this and '%.300s' have the same key",
                                   ari_text_get(&c->text));
        }
        if (!ari__check_passed(c))
            return false;
    }
    return true;
}

/* The sample with all that follows it, and what is near the start. */
bool ari__check_keys(ari__check *c)
{
    ari__check_set set;
    int room = 20 * c->positions;
    ari_state *children =
        ari__check_array(c, (size_t)c->v->core->max_moves, sizeof *children);
    keyed *keys = ari__check_array(c, (size_t)room, sizeof *keys);
    bool ok = ari__check_set_new(c, &set, room) && children && keys;
    for (int i = 0; ok && i < c->sample_count && !ari__check_enough(c); i++) {
        ari__check_set_add(&set, &c->sample[i]);
        int count = ari__check_on(c, &c->sample[i])
                        ? ari__check_children(c, &c->sample[i], children)
                        : 0;
        for (int j = 0; j < count && j < 10; j++)
            ari__check_set_add(&set, &children[j]);
    }
    if (ok) {
        ari__check_set_fill(c, &set, children);
        ok = compare_keys(c, &set, keys);
    }
    ari__check_set_free(&set);
    free(children);
    free(keys);
    return ok;
}
