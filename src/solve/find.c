/* find.c: finding the positions that can be reached.
 *
 * Dense tiers have a byte for each slot, and are gone through until nothing new is marked.
 * Keyed tiers are sorted sets: what threads find is sorted, split by tier and merged; what
 * is new in the tier itself is followed in turn, until nothing is. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "solve/drive.h"

static ari_status no_memory(ari__drive *d)
{
    return ari_fail_memory(d->error, (size_t)d->strong.words * 8, "the positions found");
}

/* ---- runs ---- */

bool ari__runs_add(ari__runs *runs, uint64_t *keys, size_t count)
{
    if (!ari__grow((void **)&runs->list, &runs->capacity, runs->count + 1,
                   sizeof *runs->list))
        return false;
    runs->list[runs->count++] = (struct ari__run){keys, count};
    return true;
}

/* Merges the last two runs. */
static bool merge_last(ari__runs *runs, int words)
{
    struct ari__run *a = &runs->list[runs->count - 2], *b = a + 1;
    uint64_t *keys = malloc((a->count + b->count) * (size_t)words * sizeof *keys);
    if (!keys)
        return false;
    size_t count = ari__keys_merge(a->keys, a->count, b->keys, b->count, words, keys);
    free(a->keys);
    free(b->keys);
    *a = (struct ari__run){keys, count};
    runs->count--;
    return true;
}

/* Merges until no run is much smaller than the one after it, or but one is left. */
bool ari__runs_merge(ari__runs *runs, int words, bool all)
{
    while (runs->count > 1 && (all || runs->list[runs->count - 2].count <
                                          2 * runs->list[runs->count - 1].count))
        if (!merge_last(runs, words))
            return false;
    return true;
}

/* Sorts what a thread has found and hands it to the tiers. */
static bool split_found(ari__drive *d, ari__found *found)
{
    int words = d->strong.words;
    size_t record = (size_t)words + 1;
    if (!ari__keys_sort(found->records, found->count, words + 1))
        return false;
    size_t count = ari__keys_unique(found->records, found->count, words + 1);
    for (size_t from = 0, to; from < count; from = to) {
        uint64_t tier = found->records[from * record];
        for (to = from; to < count && found->records[to * record] == tier;)
            to++;
        uint64_t *keys = malloc((to - from) * (size_t)words * sizeof *keys);
        if (!keys)
            return false;
        for (size_t i = from; i < to; i++)
            memcpy(keys + (i - from) * (size_t)words, found->records + i * record + 1,
                   (size_t)words * sizeof *keys);
        if (!ari__runs_add(&d->runs[tier], keys, to - from)) {
            free(keys);
            return false;
        }
        if (!ari__runs_merge(&d->runs[tier], words, false))
            return false;
    }
    found->count = 0;
    return true;
}

/* Takes what was spilled for a tier as one more run. */
static ari_status unspill(ari__drive *d, int tier)
{
    if (!d->store || !ari__store_has(d->store, ARI__KIND_FOUND, tier))
        return ARI_OK;
    void *keys;
    size_t bytes = 0;
    ari_status status =
        ari__store_load(d->store, ARI__KIND_FOUND, tier, &keys, &bytes, d->error);
    if (status != ARI_OK)
        return status;
    ari__store_forget(d->store, ARI__KIND_FOUND, tier);
    if (ari__runs_add(&d->runs[tier], keys, bytes / ((size_t)d->strong.words * 8)))
        return ARI_OK;
    free(keys);
    return no_memory(d);
}

ari_status ari__find_spill(ari__drive *d, int tier)
{
    ari__runs *runs = &d->runs[tier];
    if (runs->count == 0)
        return ARI_OK;
    ari_status status = unspill(d, tier);
    if (status == ARI_OK && !ari__runs_merge(runs, d->strong.words, true))
        status = no_memory(d);
    if (status == ARI_OK)
        status =
            ari__store_save(d->store, ARI__KIND_FOUND, tier, runs->list[0].keys,
                            runs->list[0].count * (size_t)d->strong.words * 8, d->error);
    if (status != ARI_OK)
        return status;
    free(runs->list[0].keys);
    runs->count = 0;
    return ARI_OK;
}

ari_status ari__find_flush(ari__drive *d, ari__strong_thread *thread)
{
    return split_found(d, &thread->found) ? ari__drive_room(d, d->tier, 0) : no_memory(d);
}

/* ---- a keyed tier ---- */

ari_status ari__find_take(ari__drive *d, int tier, const ari__runs *seen)
{
    ari__runs *runs = &d->runs[tier];
    ari__tier *t = &d->strong.tiers[tier];
    t->keys = NULL;
    t->slots = 0;
    ari_status status = unspill(d, tier);
    if (status == ARI_OK && !ari__runs_merge(runs, d->strong.words, true))
        status = no_memory(d);
    if (status != ARI_OK || runs->count == 0)
        return status;
    struct ari__run run = runs->list[0];
    runs->count = 0;
    for (size_t i = 0; i < seen->count; i++)
        run.count = ari__keys_subtract(run.keys, run.count, seen->list[i].keys,
                                       seen->list[i].count, d->strong.words);
    t->keys = run.keys;
    t->slots = run.count;
    return ARI_OK;
}

/* Follows the keys of the tier, puts them to those seen, and takes what is new. */
static ari_status follow_keys(ari__drive *d, int tier, ari__runs *seen)
{
    ari__tier *t = &d->strong.tiers[tier];
    ari_status status = ari__drive_step(d, d->steps->find, tier);
    for (int i = 0; status == ARI_OK && i < d->thread_count; i++)
        status = ari__find_flush(d, &d->threads[i]);
    if (status != ARI_OK)
        return status;
    d->positions += t->slots;
    if (!ari__runs_add(seen, t->keys, t->slots))
        return no_memory(d);
    t->keys = NULL;
    if (!ari__runs_merge(seen, d->strong.words, false))
        return no_memory(d);
    return ari__find_take(d, tier, seen);
}

static ari_status find_keyed(ari__drive *d, int tier)
{
    ari__runs seen = {.list = NULL};
    ari__tier *t = &d->strong.tiers[tier];
    ari_status status = ari__find_take(d, tier, &seen);
    while (status == ARI_OK && t->slots > 0)
        status = follow_keys(d, tier, &seen);
    free(t->keys);
    t->keys = NULL;
    t->slots = 0;
    if (status == ARI_OK && !ari__runs_merge(&seen, d->strong.words, true))
        status = no_memory(d);
    if (status == ARI_OK && seen.count == 1) {
        t->slots = seen.list[0].count;
        t->keys = seen.list[0].keys;
        seen.count = 0;
    }
    for (size_t i = 0; i < seen.count; i++)
        free(seen.list[i].keys);
    free(seen.list);
    if (status == ARI_OK && !t->keys && !(t->keys = calloc(1, 8)))
        status = no_memory(d);
    return status;
}

/* ---- a dense tier ---- */

static ari_status find_dense(ari__drive *d, int tier)
{
    ari_status status = ari__drive_fetch(d, ARI__KIND_REACH, tier);
    bool more = true;
    while (status == ARI_OK && more) {
        status = ari__drive_step(d, d->steps->reach, tier);
        more = false;
        for (int i = 0; i < d->thread_count; i++) {
            more |= d->threads[i].reached > 0;
            d->threads[i].reached = 0;
        }
        if (more)
            d->done -= d->strong.tiers[tier].slots;
    }
    /* What is in memory may differ from what was saved. */
    for (int lower = 0; d->store && lower <= tier; lower++)
        if (d->strong.tiers[lower].reach)
            ari__store_forget(d->store, ARI__KIND_REACH, lower);
    return status;
}

static ari_status add_start(ari__drive *d)
{
    const ari__strong *s = &d->strong;
    uint64_t key[ARI_STATE_MAX / 8];
    unsigned turn;
    int tier = d->steps->place(s, &s->v->start, key, &turn);
    if (s->dense) {
        ari_status status = ari__drive_fetch(d, ARI__KIND_REACH, tier);
        if (status == ARI_OK)
            s->tiers[tier].reach[key[0]] |= (uint8_t)(1 << turn);
        return status;
    }
    uint64_t *keys = malloc((size_t)s->words * sizeof *keys);
    if (!keys)
        return no_memory(d);
    memcpy(keys, key, (size_t)s->words * sizeof *keys);
    if (ari__runs_add(&d->runs[tier], keys, 1))
        return ARI_OK;
    free(keys);
    return no_memory(d);
}

ari_status ari__find_tier(ari__drive *d, int tier)
{
    ari_status status = ARI_OK;
    d->tier = tier;
    if (tier == d->strong.top)
        status = add_start(d);
    if (status == ARI_OK)
        status = d->strong.dense ? find_dense(d, tier) : find_keyed(d, tier);
    return status;
}
