/* raw.c: counting positions without symmetry. */
#include "solve/raw.h"

#include <string.h>

ari_status ari__raw_find(ari__raw *raw, const ari__drive *of, ari_error *error)
{
    const ari_variant *v = of->strong.v;
    raw->needed = !of->strong.dense && v->core->canonical && !v->core->orbit;
    if (!raw->needed)
        return ARI_OK;
    ari_status status = ari__drive_begin(&raw->drive, v, false, of->job, error);
    raw->drive.start = of->start;
    if (status == ARI_OK)
        ari__drive_phase(&raw->drive, "counting positions", 0);
    for (int tier = raw->drive.strong.top; status == ARI_OK && tier >= 0; tier--)
        status = ari__find_tier(&raw->drive, tier);
    return status;
}

void ari__raw_end(ari__raw *raw)
{
    if (raw->needed)
        ari__drive_end(&raw->drive);
}

ari_status ari__raw_tally(const ari__raw *raw, const ari__strong *strong, int tier,
                          ari__tally *tally, ari_error *error)
{
    if (!raw->needed)
        return ARI_OK;
    const ari__tier *all = &raw->drive.strong.tiers[tier], *t = &strong->tiers[tier];
    for (size_t i = 0; i < tally->capacity; i++)
        tally->rows[i].positions = 0;
    for (uint64_t slot = 0; slot < all->slots; slot++) {
        ari_state s = {{0}};
        uint64_t key[ARI_STATE_MAX / 8];
        unsigned turn;
        memcpy(s.bytes, all->keys + slot * (size_t)strong->words,
               strong->v->core->state_size);
        raw->drive.steps->place(strong, &s, key, &turn);
        uint64_t place = ari__keys_find(t->keys, t->slots, strong->words, key);
        if (place == ARI__NO_SLOT)
            return ari_fail(error, ARI_BROKEN, ARI_NO_OFFSET,
                            "a position's canonical one cannot be reached in the same "
                            "tier: the game's symmetry is wrong");
        if (!ari__tally_add(tally, t->worth[place], 0, 1))
            return ari_fail_memory(error, sizeof(ari__tally_row), "the counts");
    }
    return ARI_OK;
}
