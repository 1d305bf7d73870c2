/* raw.c: counting positions without symmetry. */
#include "strong/raw.h"

#include <string.h>

#include "strong/windows.h"

void ari__raw_begin(ari__raw *raw, ari__drive *of)
{
    const ari_core *core = of->strong.v->core;
    raw->needed = !of->strong.dense && core->canonical && !core->orbit;
    raw->limit = of->limit;
    if (raw->needed)
        of->limit -= of->limit / 4;
}

ari_status ari__raw_find(ari__raw *raw, ari__drive *of, ari_error *error)
{
    if (!raw->needed)
        return ARI_OK;
    ari_status status =
        ari__drive_begin(&raw->drive, of->strong.v, false, of->job, error);
    raw->begun = true;
    raw->store.lock = -1;
    raw->drive.start = of->start;
    if (status == ARI_OK && raw->limit && of->store) {
        ari_text path = ARI_TEXT_EMPTY;
        ari_text_format(&path, "%s/raw", ari_text_get(&of->store->folder));
        status = ari__store_open(&raw->store, ari_text_get(&path),
                                 raw->drive.strong.top + 1, error);
        ari_text_free(&path);
        raw->drive.store = &raw->store;
        if (status == ARI_OK)
            status = ari__drive_empty(of);
    }
    if (status == ARI_OK)
        ari__drive_phase(&raw->drive, "counting positions", 0);
    for (int tier = raw->drive.strong.top; status == ARI_OK && tier >= 0; tier--)
        status = ari__find_tier(&raw->drive, tier);
    return status == ARI_OK && raw->drive.store ? ari__drive_empty(&raw->drive) : status;
}

void ari__raw_end(ari__raw *raw)
{
    if (!raw->begun)
        return;
    if (raw->drive.store)
        ari__store_close(&raw->store, true);
    ari__drive_end(&raw->drive);
}

/* Counts those of `all` whose canonical position is among the slots of `part`. */
static ari_status count_part(const ari__raw *raw, ari__drive *of, const ari__tier *part,
                             const ari__tier *all, ari__census *census, uint64_t *counted)
{
    const ari__strong *strong = &of->strong;
    uint64_t slots = part->to - part->from;
    for (uint64_t i = 0; slots && i < all->to - all->from; i++) {
        ari_state s = {{0}};
        uint64_t key[ARI_STATE_MAX / 8];
        unsigned turn;
        memcpy(s.bytes, all->keys + i * (size_t)strong->words,
               strong->v->core->state_size);
        raw->drive.steps->place(strong, &s, key, &turn);
        uint64_t place = ari__keys_find(part->keys, slots, strong->words, key);
        if (place == ARI__NO_SLOT)
            continue;
        ++*counted;
        if (!ari__census_add(census, part->worth[place], 0, 1))
            return ari__census_failed(census, of->error);
    }
    return ARI_OK;
}

/* The same with all positions of the tier. */
static ari_status count_all(ari__raw *raw, ari__drive *of, int tier,
                            const ari__tier *part, ari__census *census, uint64_t *counted)
{
    ari__tier all = raw->drive.strong.tiers[tier];
    all.from = 0;
    all.to = all.slots;
    if (!raw->drive.store)
        return count_part(raw, of, part, &all, census, counted);
    ari__reading r;
    ari_status status = ari__reading_begin(&r, &raw->drive, tier, false, false);
    while (status == ARI_OK && r.at < r.part.slots) {
        status = ari__reading_next(&r, r.room);
        if (status == ARI_OK)
            status = count_part(raw, of, part, &r.part, census, counted);
    }
    ari__reading_end(&r);
    return status;
}

ari_status ari__raw_census(ari__raw *raw, ari__drive *of, int tier, ari__census *census)
{
    if (!raw->needed)
        return ARI_OK;
    ari__tier whole = of->strong.tiers[tier];
    uint64_t counted = 0;
    ari_status status = ARI_OK;
    whole.from = 0;
    whole.to = whole.slots;
    for (size_t i = 0; i < census->capacity; i++)
        census->rows[i].positions = 0;
    if (whole.worth) {
        status = count_all(raw, of, tier, &whole, census, &counted);
    } else {
        ari__reading r;
        status = ari__reading_begin(&r, of, tier, true, false);
        while (status == ARI_OK && r.at < r.part.slots) {
            status = ari__reading_next(&r, r.room);
            if (status == ARI_OK)
                status = count_all(raw, of, tier, &r.part, census, &counted);
        }
        ari__reading_end(&r);
    }
    if (status == ARI_OK && counted != raw->drive.strong.tiers[tier].slots)
        status = ari_fail(of->error, ARI_BROKEN, ARI_NO_OFFSET,
                          "a position's canonical one cannot be reached in the same "
                          "tier: the game's symmetry is wrong");
    return status;
}
