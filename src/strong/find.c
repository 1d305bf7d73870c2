/* find.c: finding the positions that can be reached.
 *
 * Dense tiers have a byte for each slot, and are gone through until nothing new is marked.
 * Keyed tiers are sorted sets: what threads find is sorted, split by tier and merged (delayed
 * duplicate detection: Korf 2003); what is new in the tier itself is followed in turn, until nothing is. A tier that is too large
 * for the memory allowed is left to parts.c. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "strong/parts.h"
#include "strong/sift.h"
#include "strong/windows.h"

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
    struct ari__run *run = &runs->list[runs->count++];
    run->keys = keys;
    run->count = count;
    return true;
}

/* Merges the last two runs. */
static bool merge_last(ari__runs *runs, int words)
{
    ARI_ASSERT(runs->count >= 2);
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

/* Hands the keys of `count` records of one tier to its runs. */
static bool add_run(ari__drive *d, const uint64_t *records, size_t count)
{
    size_t words = (size_t)d->strong.words;
    ARI_ASSERT(count > 0 && records[0] <= (uint64_t)d->strong.top);
    ari__runs *runs = &d->runs[records[0]];
    uint64_t *keys = malloc(count * words * sizeof *keys);
    if (!keys)
        return false;
    for (size_t i = 0; i < count; i++)
        memcpy(keys + i * words, records + i * (words + 1) + 1, words * sizeof *keys);
    if (!ari__runs_add(runs, keys, count)) {
        free(keys);
        return false;
    }
    return ari__runs_merge(runs, d->strong.words, false);
}

bool ari__find_split(ari__drive *d, uint64_t *records, size_t count)
{
    int words = d->strong.words + 1;
    if (!ari__keys_sort(records, count, words))
        return false;
    count = ari__keys_unique(records, count, words);
    for (size_t from = 0, to = 0; from < count; from = to) {
        const uint64_t *first = records + from * (size_t)words;
        while (to < count && records[to * (size_t)words] == first[0])
            to++;
        if (to > from && !add_run(d, first, to - from))
            return false;
    }
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

/* Frees what was found for a tier. */
static void drop_runs(ari__runs *runs)
{
    for (size_t i = 0; i < runs->count; i++)
        free(runs->list[i].keys);
    runs->count = 0;
}

/* Writes what is in the file of a kind or in a sorted array as the tier's new file of it. */
static ari_status add_to_file(ari__drive *d, ari__store_kind kind, int tier,
                              const uint64_t *keys, size_t keys_count, uint64_t *count)
{
    size_t room = ari__parts_room(d);
    ari__flow known, fresh = ari__flow_of(keys, keys_count);
    ari__spool out = ARI__SPOOL_NONE;
    ari_status status = ari__flow_open(&known, d->store, kind, tier, room, d->error);
    if (status == ARI_OK)
        status = ari__spool_new(&out, d->store, kind, tier, d->error);
    if (status == ARI_OK)
        status =
            ari__sift(&known, &fresh, true, d->strong.words, room, &out, count, d->error);
    if (status == ARI_OK)
        status = ari__spool_seal(&out, d->error);
    ari__spool_close(&out);
    ari__flow_close(&known);
    return status;
}

ari_status ari__find_spill(ari__drive *d, int tier)
{
    ari__runs *runs = &d->runs[tier];
    if (runs->count == 0)
        return ARI_OK;
    if (!ari__runs_merge(runs, d->strong.words, true))
        return no_memory(d);
    uint64_t count;
    ari_status status = add_to_file(d, ARI__KIND_FOUND, tier, runs->list[0].keys,
                                    runs->list[0].count, &count);
    if (status == ARI_OK)
        drop_runs(runs);
    return status;
}

size_t ari__find_bytes(const ari__drive *d)
{
    size_t keys = 0;
    for (int tier = 0; tier <= d->strong.top; tier++)
        for (size_t i = 0; i < d->runs[tier].count; i++)
            keys += d->runs[tier].list[i].count;
    return keys * (size_t)d->strong.words * 8;
}

/* A fifth of the memory may be taken by what was found: merging takes it twice. */
ari_status ari__find_flush(ari__drive *d, ari__strong_thread *thread)
{
    if (!ari__find_split(d, thread->found.records, thread->found.count))
        return no_memory(d);
    ari__found_clear(&thread->found);
    ari_status status = ARI_OK;
    bool spill = d->store && d->limit && ari__find_bytes(d) > d->limit / 5;
    for (int tier = 0; spill && status == ARI_OK && tier <= d->strong.top; tier++)
        status = ari__find_spill(d, tier);
    return status == ARI_OK && !d->strong.parts ? ari__drive_room(d, d->tier, 0) : status;
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
    ARI_ASSERT(runs->count == 1);
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
    ARI_ASSERT(t->keys && t->slots > 0);
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

/* Bytes of the tier's keys, as far as they are known. */
static size_t known_bytes(const ari__drive *d, int tier, const ari__runs *seen)
{
    size_t keys = d->strong.tiers[tier].slots;
    for (size_t i = 0; i < d->runs[tier].count; i++)
        keys += d->runs[tier].list[i].count;
    for (size_t i = 0; i < seen->count; i++)
        keys += seen->list[i].count;
    return keys * (size_t)d->strong.words * 8;
}

/* Is that too much to have it in memory, and twice while it is merged? */
static bool is_large(const ari__drive *d, int tier, const ari__runs *seen)
{
    uint64_t on_disk = 0;
    ari__spool file = ARI__SPOOL_NONE;
    if (!d->limit || !d->store)
        return false;
    if (ari__store_has(d->store, ARI__KIND_FOUND, tier) &&
        ari__spool_open(&file, d->store, ARI__KIND_FOUND, tier, NULL) == ARI_OK)
        on_disk = file.bytes;
    ari__spool_close(&file);
    return known_bytes(d, tier, seen) + on_disk > d->limit / 5;
}

/* Puts all that is known of a tier on disk: what was followed as its keys, what was not as
 * found. */
static ari_status give_up_memory(ari__drive *d, int tier, ari__runs *seen)
{
    ari__tier *t = &d->strong.tiers[tier];
    uint64_t count;
    if (t->slots && !ari__runs_add(&d->runs[tier], t->keys, t->slots))
        return no_memory(d);
    if (!t->slots)
        free(t->keys);
    t->keys = NULL;
    t->slots = 0;
    ari__store_forget(d->store, ARI__KIND_KEYS, tier);
    ari_status status = ari__find_spill(d, tier);
    for (size_t i = 0; status == ARI_OK && i < seen->count; i++)
        status = add_to_file(d, ARI__KIND_KEYS, tier, seen->list[i].keys,
                             seen->list[i].count, &count);
    drop_runs(seen);
    return status == ARI_OK ? ari__drive_empty(d) : status;
}

/* All that is followed becomes the tier's keys. */
static ari_status keep_seen(ari__drive *d, int tier, ari__runs *seen)
{
    ari__tier *t = &d->strong.tiers[tier];
    free(t->keys);
    t->keys = NULL;
    t->slots = 0;
    if (!ari__runs_merge(seen, d->strong.words, true))
        return no_memory(d);
    if (seen->count == 1) {
        t->slots = seen->list[0].count;
        t->keys = seen->list[0].keys;
        seen->count = 0;
    }
    return t->keys || (t->keys = calloc(1, 8)) ? ARI_OK : no_memory(d);
}

static ari_status find_keyed(ari__drive *d, int tier)
{
    ari__runs seen = {.list = NULL};
    ari__tier *t = &d->strong.tiers[tier];
    bool large = is_large(d, tier, &seen);
    ari_status status = large ? ARI_OK : ari__find_take(d, tier, &seen);
    while (status == ARI_OK && !large && t->slots > 0) {
        status = follow_keys(d, tier, &seen);
        large = is_large(d, tier, &seen);
    }
    if (status == ARI_OK && large) {
        status = give_up_memory(d, tier, &seen);
        if (status == ARI_OK)
            status = ari__parts_find_keyed(d, tier);
    } else if (status == ARI_OK) {
        status = keep_seen(d, tier, &seen);
    }
    drop_runs(&seen);
    free(seen.list);
    return status;
}

/* ---- a dense tier ---- */

#define FOLLOW_FEW 4096 /* slots that only one side has reached, at first */

/* Follows slots of the tier once, all of them or those that wait for nothing. Counts in `news` how many
 * were reached anew, and in `followed` how many were followed. */
static ari_status mark_once(ari__drive *d, int tier, uint64_t *news, uint64_t *followed)
{
    ari_status status = ari__drive_step(d, d->steps->reach, tier);
    *news = *followed = 0;
    for (int i = 0; i < d->thread_count; i++) {
        *news += d->threads[i].reached;
        *followed += d->threads[i].followed;
        d->threads[i].reached = d->threads[i].followed = 0;
    }
    d->done -= d->strong.tiers[tier].slots;
    return status;
}

/* Where both sides share a slot and moves come back, most slots are reached by both in the end. A slot that only one
 * has reached would be followed twice; so these wait until nothing else is left, and then a
 * few of them are followed. */
static ari_status mark_patiently(ari__drive *d, int tier)
{
    uint64_t news, followed = 1;
    ari_status status = ARI_OK;
    uint64_t few = FOLLOW_FEW;
    while (status == ARI_OK && followed) {
        d->strong.waiting = true;
        do
            status = mark_once(d, tier, &news, &followed);
        while (status == ARI_OK && news);
        d->strong.waiting = false;
        d->strong.most = few;
        few *= 4;
        if (status == ARI_OK)
            status = mark_once(d, tier, &news, &followed);
    }
    d->strong.waiting = false;
    return status;
}

/* Marks until nothing is new, with whole tiers in memory. */
static ari_status mark_all(ari__drive *d, int tier)
{
    const ari_variant *v = d->strong.v;
    ari_status status = ari__drive_fetch(d, ARI__KIND_REACH, tier);
    uint64_t news = 1, followed;
    if (status == ARI_OK && v->core->as_first && ari_has(v, ARI_HAS_CYCLES))
        status = mark_patiently(d, tier);
    d->strong.most = UINT64_MAX;
    while (status == ARI_OK && news)
        status = mark_once(d, tier, &news, &followed);
    d->done += d->strong.tiers[tier].slots;
    return status;
}

static ari_status find_dense(ari__drive *d, int tier)
{
    uint64_t done = d->done;
    ari_status status = mark_all(d, tier);
    /* What is in memory may differ from what was saved. */
    for (int lower = 0; d->store && lower <= tier; lower++)
        if (d->strong.tiers[lower].reach)
            ari__store_forget(d->store, ARI__KIND_REACH, lower);
    if (status != ARI_MEMORY || !d->limit || !d->store)
        return status;
    d->done = done;
    status = ari__drive_empty(d);
    return status == ARI_OK ? ari__parts_find_dense(d, tier) : status;
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
        return status == ARI_MEMORY && d->store
                   ? ari__parts_mark(d, tier, key[0], 1u << turn)
                   : status;
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
