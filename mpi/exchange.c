/* exchange.c: words between ranks, and which position belongs to which. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/memory.h"
#include "mpi/spread.h"

_Noreturn void spread_die(const spread *s, const char *message)
{
    fprintf(stderr, "ariadne-mpi: rank %d: %s\n", s->rank, message);
    MPI_Abort(MPI_COMM_WORLD, 2);
    abort();
}

void spread_check(const spread *s, ari_status status, const ari_error *error)
{
    if (status != ARI_OK)
        spread_die(s, error->message);
}

void spread_push(const spread *s, spread_words *words, uint64_t word)
{
    if (words->count == words->capacity &&
        !ari__grow((void **)&words->list, &words->capacity, words->count + 1,
                   sizeof *words->list))
        spread_die(s, "there is not enough memory for an exchange");
    words->list[words->count++] = word;
}

void spread_exchange(spread *s)
{
    size_t out = 0, in = 0;
    for (int r = 0; r < s->ranks; r++) {
        s->out_starts[r] = (int)out;
        s->out_counts[r] = (int)s->out[r].count;
        out += s->out[r].count;
        s->sent += r == s->rank ? 0 : s->out[r].count * 8;
    }
    if (out > INT_MAX)
        spread_die(s, "an exchange is too large");
    uint64_t *all = malloc(out ? out * sizeof *all : 1);
    if (!all)
        spread_die(s, "there is not enough memory for an exchange");
    for (int r = 0; r < s->ranks; r++) {
        if (s->out[r].count)
            memcpy(all + s->out_starts[r], s->out[r].list, s->out[r].count * sizeof *all);
        s->out[r].count = 0;
    }
    MPI_Alltoall(s->out_counts, 1, MPI_INT, s->in_counts, 1, MPI_INT, MPI_COMM_WORLD);
    for (int r = 0; r < s->ranks; r++) {
        s->in_starts[r] = (int)in;
        in += (size_t)s->in_counts[r];
    }
    if (in > INT_MAX ||
        !ari__grow((void **)&s->in.list, &s->in.capacity, in + 1, sizeof *s->in.list))
        spread_die(s, "there is not enough memory for an exchange");
    s->in.count = in;
    MPI_Alltoallv(all, s->out_counts, s->out_starts, MPI_UINT64_T, s->in.list,
                  s->in_counts, s->in_starts, MPI_UINT64_T, MPI_COMM_WORLD);
    free(all);
}

bool spread_any(const spread *s, bool mine)
{
    (void)s;
    int here = mine, any = 0;
    MPI_Allreduce(&here, &any, 1, MPI_INT, MPI_LOR, MPI_COMM_WORLD);
    return any != 0;
}

uint64_t spread_most(uint64_t mine)
{
    uint64_t most = 0;
    MPI_Allreduce(&mine, &most, 1, MPI_UINT64_T, MPI_MAX, MPI_COMM_WORLD);
    return most;
}

uint64_t spread_sum(uint64_t mine)
{
    uint64_t sum = 0;
    MPI_Allreduce(&mine, &sum, 1, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
    return sum;
}

/* ---- places ---- */

spread_place spread_place_of(const spread *s, const ari_state *state)
{
    const ari__strong *strong = &s->drive.strong;
    spread_place place;
    place.tier = s->drive.steps->place(strong, state, place.id, &place.turn);
    if (place.tier < 0 || place.tier > strong->top)
        spread_die(s, "a move leads to a higher tier");
    uint64_t hash = strong->dense ? place.id[0] / SPREAD_PIECE
                                  : ari__hash_bytes(place.id, (size_t)s->words * 8);
    place.owner = (int)(hash % (uint64_t)s->ranks);
    return place;
}

uint64_t spread_local(const spread *s, int tier, const uint64_t *id)
{
    const ari__tier *t = &s->drive.strong.tiers[tier];
    if (!s->drive.strong.dense)
        return ari__keys_find(t->keys, t->slots, s->words, id);
    uint64_t piece = id[0] / SPREAD_PIECE / (uint64_t)s->ranks;
    uint64_t local = piece * SPREAD_PIECE + id[0] % SPREAD_PIECE;
    return local < t->slots ? local : ARI__NO_SLOT;
}

uint64_t spread_slots(const spread *s, uint64_t all)
{
    uint64_t pieces = (all + SPREAD_PIECE - 1) / SPREAD_PIECE, ranks = (uint64_t)s->ranks;
    uint64_t rank = (uint64_t)s->rank;
    return pieces > rank ? (pieces - rank + ranks - 1) / ranks * SPREAD_PIECE : 0;
}

uint64_t spread_global(const spread *s, int rank, uint64_t local)
{
    uint64_t piece = local / SPREAD_PIECE * (uint64_t)s->ranks + (uint64_t)rank;
    return piece * SPREAD_PIECE + local % SPREAD_PIECE;
}

bool spread_state(const spread *s, int tier, uint64_t local, ari_state *state)
{
    const ari__strong *strong = &s->drive.strong;
    const ari_core *core = strong->v->core;
    *state = (ari_state){{0}};
    if (!strong->dense) {
        memcpy(state->bytes, strong->tiers[tier].keys + local * (size_t)s->words,
               core->state_size);
        return true;
    }
    uint64_t slot = spread_global(s, s->rank, local);
    if (slot >= core->ranks(strong->v->rules, tier))
        return false;
    core->unrank(strong->v->rules, tier, slot, state);
    return true;
}
