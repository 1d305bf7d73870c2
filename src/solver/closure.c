/* closure.c: the values of all positions that can follow, in games that may come back to one. */
#include "solver/closure.h"

#include <stdlib.h>

#include "base/memory.h"
#include "base/ticker.h"
#include "game/normal.h"

static void free_edges(ari__closure *c, const ari__memo *memo)
{
    ari_allowance_give(memo->allowance, c->edges.capacity * sizeof *c->edges.list);
    free(c->edges.list);
    c->edges = (ari__edges){.list = NULL};
}

void ari__closure_free(ari__closure *c, ari__memo *memo)
{
    free_edges(c, memo);
    ari__memo_free(memo);
    *c = (ari__closure){.known = 0};
}

static ari_status too_much(ari__closure *c, ari__memo *memo, ari_error *error)
{
    ari__closure_free(c, memo);
    return ari_fail_allowance(error, memo->allowance, "remembering every state");
}

/* ---- finding what can follow ---- */

static bool add_edge(ari__closure *c, const ari__memo *memo, ari__edge edge)
{
    ari__edges *e = &c->edges;
    if (e->count == e->capacity) {
        size_t before = e->capacity, wanted = before + before / 2 + 1024;
        if (!ari_allowance_take(memo->allowance, (wanted - before) * sizeof *e->list))
            return false;
        ari__edge *list = realloc(e->list, wanted * sizeof *list);
        if (!list) {
            ari_allowance_give(memo->allowance, (wanted - before) * sizeof *list);
            return false;
        }
        e->list = list;
        e->capacity = wanted;
    }
    e->list[e->count++] = edge;
    return true;
}

/* Adds a position, or finds it; ARI__MEMO_NONE: no memory. */
static size_t place_of(ari__memo *memo, const ari_variant *v, const ari_state *s)
{
    const ari_state normal = ari__normal(v, s, true, true);
    size_t place = ari__memo_find(memo, &normal);
    if (place != ARI__MEMO_NONE)
        return place;
    int outcome = ari_outcome(v, s);
    ari__worth worth =
        outcome == ARI_ON ? ARI__WORTH_NONE : ari__worth_of(outcome, 0, false);
    return ari__memo_add(memo, &normal, (int32_t)worth, 0) ? memo->count - 1
                                                           : ARI__MEMO_NONE;
}

/* Makes the moves of a position; false when there is no memory for what they lead to. */
static bool follow(ari__closure *c, ari__memo *memo, const ari_variant *v, size_t place,
                   ari_move *list, ari__ticker *ticker)
{
    ari_state s = {{0}};
    memcpy(&s, memo->states + place * memo->state_size, memo->state_size);
    int count = memo->scores[place] == ARI__WORTH_NONE ? ari_moves(v, &s, list) : 0;
    for (int i = 0; i < count; i++) {
        ari_state next = ari_after(v, &s, list[i]);
        bool same = ari_turn(v, &s) == ari_turn(v, &next);
        size_t to = place_of(memo, v, &next);
        (void)ari__tick(ticker);
        if (to == ARI__MEMO_NONE || memo->count > ARI__SLOTS_MAX_CYCLIC)
            return false;
        if (to < c->known) {
            ari__worth worth =
                ari__worth_before((ari__worth)memo->scores[to], !same, false);
            if (worth > (ari__worth)memo->scores[place])
                memo->scores[place] = (int32_t)worth;
            continue;
        }
        uint32_t from = (uint32_t)(place - c->known) | (same ? ARI__MOVE_SAME : 0);
        if (!add_edge(c, memo, (ari__edge){(uint32_t)(to - c->known), from}))
            return false;
        memo->lengths[place]++;
    }
    return true;
}

/* Until nothing is left to follow, or the limits end it. */
static ari_status follow_all(ari__closure *c, ari__memo *memo, const ari_variant *v,
                             ari__ticker *ticker, ari_error *error)
{
    size_t bytes = (size_t)v->core->max_moves * sizeof(ari_move);
    ari_move *list = malloc(bytes);
    if (!list)
        return ari_fail_memory(error, bytes, "a list of moves");
    bool room = true;
    while (room && c->followed < memo->count && !ticker->stopped) {
        room = follow(c, memo, v, c->followed, list, ticker);
        c->followed++;
    }
    free(list);
    return room ? ARI_OK : too_much(c, memo, error);
}

/* ---- their values ---- */

/* What retrograde analysis takes for a position besides the edges, once more: where its edges
 * begin, and its places in the buckets. */
#define EACH_SETTLED 20

static ari_status settle(ari__closure *c, ari__memo *memo, ari_error *error)
{
    size_t count = memo->count - c->known;
    size_t bytes = count * EACH_SETTLED + c->edges.count * sizeof(uint32_t);
    if (!ari_allowance_take(memo->allowance, bytes))
        return too_much(c, memo, error);
    ari__tier tier = {.slots = count, .worth = (ari__worth *)memo->scores + c->known};
    size_t charged = c->edges.capacity * sizeof *c->edges.list;
    ari__trouble trouble =
        ari__retro_edges(&tier, (uint32_t *)memo->lengths + c->known, &c->edges);
    if (!c->edges.list) /* used up; otherwise free_edges gives it back */
        ari_allowance_give(memo->allowance, charged);
    ari_allowance_give(memo->allowance, bytes);
    if (trouble == ARI__TROUBLE_LENGTH) {
        ari__closure_free(c, memo);
        return ari_fail(error, ARI_LIMIT, ARI_NO_OFFSET,
                        "games of more than %d plies cannot be solved state by state",
                        ARI__LENGTH_MAX);
    }
    if (trouble)
        return too_much(c, memo, error);
    c->known = memo->count;
    return ARI_OK;
}

ari_status ari__closure_value(ari__closure *c, ari__memo *memo, const ari_variant *v,
                              const ari_state *s, const ari_limits *limits,
                              uint64_t *nodes, bool *stopped, int *score, int *length,
                              ari_error *error)
{
    size_t place = place_of(memo, v, s);
    if (place == ARI__MEMO_NONE)
        return too_much(c, memo, error);
    if (place >= c->known) {
        ari__ticker ticker;
        ari__ticker_start(&ticker, limits);
        ari_status status = follow_all(c, memo, v, &ticker, error);
        *nodes += ari__ticker_nodes(&ticker);
        *stopped = ticker.stopped;
        if (status == ARI_OK && !ticker.stopped)
            status = settle(c, memo, error);
        if (status != ARI_OK || ticker.stopped)
            return status;
    }
    ari__worth worth = (ari__worth)memo->scores[place];
    int value = ari__worth_value(worth), plies = ari__worth_length(worth, false);
    *score = value > 0 ? ARI_WIN - plies : value < 0 ? plies - ARI_WIN : 0;
    *length = plies == ARI__ENDLESS ? -1 : plies;
    return ARI_OK;
}
