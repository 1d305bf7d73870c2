/* fingerprint.c: a number that changes when the rules of a game do. */
#include "strong/fingerprint.h"

#include <stdlib.h>
#include <string.h>

#include <ariadne/random.h>

#include "base/hash.h"

#define GAMES 64
#define PLIES 200

static uint64_t mix_in(uint64_t sum, const void *data, size_t size)
{
    return ari_mix(sum ^ ari__hash_bytes(data, size));
}

/* What the rules say of one position. */
static uint64_t look_at(const ari_variant *v, const ari_state *s, ari_move *list,
                        int *count, uint64_t sum)
{
    const ari_core *core = v->core;
    const int32_t said[2] = {ari_outcome(v, s), (int32_t)ari_turn(v, s)};
    sum = mix_in(sum, s->bytes, core->state_size);
    sum = mix_in(sum, said, sizeof said);
    ari_state normal = *s, turned;
    if (core->as_first)
        core->as_first(v->rules, s, &normal);
    if (core->canonical) {
        turned = normal;
        core->canonical(v->rules, &turned, &normal);
    }
    sum = mix_in(sum, normal.bytes, core->state_size);
    if (core->so_far) {
        const int32_t collected = core->so_far(v->rules, s);
        sum = mix_in(sum, &collected, sizeof collected);
    }
    if (core->rank && core->tier && core->ranks(v->rules, core->tier(v->rules, s))) {
        uint64_t rank = core->rank(v->rules, s);
        sum = mix_in(sum, &rank, sizeof rank);
    }
    *count = said[0] == ARI_ON ? ari_moves(v, s, list) : 0;
    return mix_in(sum, list, (size_t)*count * sizeof *list);
}

ari_status ari__fingerprint(const ari_variant *v, uint64_t *fingerprint, ari_error *error)
{
    size_t bytes = (size_t)v->core->max_moves * sizeof(ari_move);
    ari_move *list = malloc(bytes);
    if (!list)
        return ari_fail_memory(error, bytes, "a list of moves");
    ari_random random = ari_random_seeded(1);
    uint64_t sum = mix_in(0, v->name, strlen(v->name));
    for (int game = 0; game < GAMES; game++) {
        ari_state s = v->start;
        for (int ply = 0; ply < PLIES; ply++) {
            int count;
            sum = look_at(v, &s, list, &count, sum);
            if (count == 0)
                break;
            s = ari_after(v, &s, list[ari_random_below(&random, (uint32_t)count)]);
        }
    }
    free(list);
    *fingerprint = sum;
    return ARI_OK;
}
