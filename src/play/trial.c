/* trial.c: all games of a player, ply by ply.
 *
 * The positions after n plies are a layer. A position is in a layer once, with the number of
 * ways in which it is reached, so that the number of games comes out without playing each.
 * Where a game may come back to a position, a position is looked at once in all, and games
 * are not counted. A loss that is found first is a shortest one. */
#include <ariadne/trial.h>

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/memory.h"
#include "base/stop.h"

#define NONE SIZE_MAX

typedef struct node {
    size_t before; /* the node that a move led from; NONE at the start */
    uint64_t ways;
    ari_move move;
} node;

typedef struct exploring {
    const ari_variant *v;
    ari_player *player;
    uint64_t seed, most;
    const ari_limits *limits;
    ari_side side;
    ari_trial *result;
    ari_trial_seat *seat;
    ari_error *error;
    size_t count, node_room, state_room;
    node *nodes;
    unsigned char *states;
    size_t *places; /* of the layer's nodes: number + 1, or 0 */
    size_t place_count;
    size_t layer; /* where the layer that is being made begins */
} exploring;

static uint64_t sum(uint64_t a, uint64_t b)
{
    return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

static unsigned char *state_at(const exploring *t, size_t i)
{
    return t->states + i * t->v->core->state_size;
}

static ari_state state_of(const exploring *t, size_t i)
{
    ari_state s = {{0}};
    memcpy(&s, state_at(t, i), t->v->core->state_size);
    return s;
}

/* The place of a state in the table: where it is, or where it would be. */
static size_t *place_of(const exploring *t, const void *state)
{
    size_t size = t->v->core->state_size;
    size_t at =
        (size_t)ari__hash_place(ari_mix(ari__hash_bytes(state, size)), t->place_count);
    while (t->places[at] && memcmp(state_at(t, t->places[at] - 1), state, size) != 0)
        at = at + 1 == t->place_count ? 0 : at + 1;
    return &t->places[at];
}

/* Makes the table larger before it is half full. */
static bool reserve_places(exploring *t)
{
    size_t wanted = 2 * (t->count - t->layer + 1);
    if (wanted < t->place_count)
        return true;
    free(t->places);
    t->place_count = 2 * wanted + 64;
    t->places = calloc(t->place_count, sizeof *t->places);
    for (size_t i = t->layer; t->places && i < t->count; i++)
        *place_of(t, state_at(t, i)) = i + 1;
    return t->places != NULL;
}

static ari_status add(exploring *t, const ari_state *s, size_t before, ari_move move,
                      uint64_t ways)
{
    size_t size = t->v->core->state_size;
    if (!reserve_places(t))
        return ari_fail_memory(t->error, t->place_count * sizeof *t->places,
                               "the positions of a trial");
    size_t *place = place_of(t, s);
    if (*place) {
        t->nodes[*place - 1].ways = sum(t->nodes[*place - 1].ways, ways);
        return ARI_OK;
    }
    if (t->count >= t->most)
        return ari_fail(t->error, ARI_LIMIT, ARI_NO_OFFSET,
                        "the games of %.60s have more than %llu positions, too many to "
                        "look at all of them",
                        ari_player_who(t->player), (unsigned long long)t->most);
    if (!ari__grow((void **)&t->nodes, &t->node_room, t->count + 1, sizeof *t->nodes) ||
        !ari__grow((void **)&t->states, &t->state_room, t->count + 1, size))
        return ari_fail_memory(t->error, (t->count + 1) * (size + sizeof *t->nodes),
                               "the positions of a trial");
    memcpy(state_at(t, t->count), s, size);
    t->nodes[t->count] = (node){before, ways, move};
    *place = ++t->count;
    return ARI_OK;
}

/* The game that led to a node, as a record. */
static ari_status write_loss(exploring *t, size_t last)
{
    ari_record *loss = &t->seat->loss;
    size_t length = 0, at;
    for (at = last; t->nodes[at].before != NONE; at = t->nodes[at].before)
        length++;
    ari_move *moves = calloc(length + 1, sizeof *moves);
    if (!moves)
        return ari_fail_memory(t->error, length * sizeof *moves, "a game");
    size_t i = length;
    for (at = last; t->nodes[at].before != NONE; at = t->nodes[at].before)
        moves[--i] = t->nodes[at].move;
    *loss = (ari_record){.start = state_of(t, at), .end = state_of(t, at)};
    ari_status status = ARI_OK;
    for (i = 0; i < length && status == ARI_OK; i++)
        status = ari_record_add(t->v, loss, moves[i], t->error);
    free(moves);
    return status;
}

static ari_status take_end(exploring *t, size_t at, ari_side turn, int outcome)
{
    int result = turn == t->side ? outcome : -outcome;
    uint64_t *many = result > 0   ? &t->seat->won
                     : result < 0 ? &t->seat->lost
                                  : &t->seat->drawn;
    bool first = result < 0 && *many == 0;
    *many = sum(*many, t->nodes[at].ways);
    return first ? write_loss(t, at) : ARI_OK;
}

static ari_status go_on(exploring *t, size_t at)
{
    ari_state s = state_of(t, at);
    ari_side turn = ari_turn(t->v, &s);
    int outcome = ari_outcome(t->v, &s), count;
    ari_move moves[ARI_MOVES_MAX];
    bool every = true;
    if (outcome != ARI_ON)
        return take_end(t, at, turn, outcome);
    ari_status status = ARI_OK;
    if (turn == t->side)
        status = ari_player_might(t->player, &s, t->seed, t->limits, moves, &count,
                                  &every, t->error);
    else
        count = ari_moves(t->v, &s, moves);
    t->result->every = t->result->every && every;
    for (int i = 0; status == ARI_OK && i < count; i++) {
        ari_state next = ari_after(t->v, &s, moves[i]);
        status = add(t, &next, at, moves[i], t->nodes[at].ways);
    }
    return status;
}

/* The layers one after the other; of a game with cycles there is one that grows. */
static ari_status go_through(exploring *t, const ari_state *start)
{
    ari_status status = add(t, start, NONE, ARI_NO_MOVE, 1);
    size_t at = 0;
    while (status == ARI_OK && at < t->count) {
        size_t end = t->count;
        if (t->result->counted) {
            t->layer = end;
            memset(t->places, 0, t->place_count * sizeof *t->places);
        }
        for (; status == ARI_OK && at < end; at++) {
            if (t->limits && ari__stop_is_set(t->limits->stop))
                return ari_fail(t->error, ARI_STOPPED, ARI_NO_OFFSET, "stopped");
            status = go_on(t, at);
        }
    }
    return status;
}

ari_status ari_trial_run(const ari_variant *v, const ari_state *start, ari_player *player,
                         uint64_t seed, uint64_t most, const ari_limits *limits,
                         ari_trial *result, ari_error *error)
{
    *result = (ari_trial){.every = true, .counted = !ari_has(v, ARI_HAS_CYCLES)};
    ari_status status = ARI_OK;
    for (int side = ARI_FIRST; side <= ARI_SECOND && status == ARI_OK; side++) {
        exploring t = {.v = v,
                       .player = player,
                       .seed = seed,
                       .most = most ? most : ARI_TRIAL_POSITIONS,
                       .limits = limits,
                       .side = (ari_side)side,
                       .result = result,
                       .seat = &result->seats[side],
                       .error = error};
        status = go_through(&t, start);
        t.seat->positions = t.count;
        free(t.nodes);
        free(t.states);
        free(t.places);
    }
    if (status != ARI_OK)
        ari_trial_free(result);
    return status;
}

void ari_trial_free(ari_trial *trial)
{
    for (int side = 0; side < 2; side++)
        ari_record_free(&trial->seats[side].loss);
}
