/* windows.c: tiers on disk, read from the first slot to the last or through windows. */
#include "strong/windows.h"

#include <stdlib.h>
#include <string.h>

#define UNLIMITED ((size_t)1 << 30) /* bytes used where no limit was given */

size_t ari__parts_limit(const ari__drive *d)
{
    return d->limit ? d->limit : UNLIMITED;
}

size_t ari__parts_room(const ari__drive *d)
{
    size_t room = ari__parts_limit(d) / 32;
    return room > (1 << 20) ? 1 << 20 : room < (1 << 12) ? 1 << 12 : room;
}

size_t ari__parts_key_bytes(const ari__drive *d)
{
    return d->strong.dense ? 0 : (size_t)d->strong.words * 8;
}

/* A slot has its key, its worth, the best move's, and two bytes about its moves. */
uint64_t ari__parts_slots(const ari__drive *d)
{
    uint64_t slots =
        ari__parts_limit(d) / 4 / (ari__parts_key_bytes(d) + 2 * sizeof(ari__worth) + 2);
    return slots > ARI__PARTS_FEWEST ? slots : ARI__PARTS_FEWEST;
}

/* ---- reading a tier from its first slot to its last ---- */

static size_t bytes_of(const ari__drive *d, ari__store_kind kind)
{
    return kind == ARI__KIND_KEYS    ? ari__parts_key_bytes(d)
           : kind == ARI__KIND_REACH ? 1
                                     : sizeof(ari__worth);
}

static void *array_of(const ari__tier *part, ari__store_kind kind)
{
    return kind == ARI__KIND_KEYS    ? (void *)part->keys
           : kind == ARI__KIND_REACH ? (void *)part->reach
                                     : (void *)part->worth;
}

/* Room for `slots` slots of a part, without values. */
static bool make_part(const ari__drive *d, ari__tier *part, uint64_t slots, bool reach)
{
    size_t count = slots ? (size_t)slots : 1;
    part->worth = calloc(count, sizeof *part->worth);
    if (!d->strong.dense)
        part->keys = malloc(count * ari__parts_key_bytes(d));
    else if (reach)
        part->reach = calloc(count, 1);
    return part->worth && (d->strong.dense || part->keys) &&
           (!d->strong.dense || !reach || part->reach);
}

static void free_part(ari__tier *part)
{
    free(part->worth);
    free(part->keys);
    free(part->reach);
    part->worth = NULL;
    part->keys = NULL;
    part->reach = NULL;
}

ari_status ari__reading_begin(ari__reading *r, ari__drive *d, int tier, bool worth,
                              bool reach)
{
    *r = (ari__reading){.d = d, .tier = tier};
    r->room = ari__parts_slots(d);
    r->part.slots = d->strong.tiers[tier].slots;
    if (r->room > r->part.slots)
        r->room = r->part.slots;
    ari_status status =
        make_part(d, &r->part, r->room, reach) ? ARI_OK : ari__parts_no_memory(d);
    for (int kind = 0; kind < ARI__KINDS; kind++)
        r->files[kind] = ARI__SPOOL_NONE;
    for (int kind = 0; status == ARI_OK && kind <= ARI__KIND_WORTH; kind++)
        if (array_of(&r->part, (ari__store_kind)kind) &&
            (kind != ARI__KIND_WORTH || worth) &&
            ari__store_has(d->store, (ari__store_kind)kind, tier))
            status = ari__spool_open(&r->files[kind], d->store, (ari__store_kind)kind,
                                     tier, d->error);
    return status;
}

ari_status ari__reading_next(ari__reading *r, uint64_t most)
{
    ari__tier *part = &r->part;
    ARI_ASSERT(r->at <= part->slots && r->room > 0);
    uint64_t left = part->slots - r->at;
    uint64_t count = most < r->room ? most : r->room;
    ari_status status = ARI_OK;
    part->from = r->at;
    part->to = r->at + (count < left ? count : left);
    r->at = part->to;
    ARI_ASSERT(part->to - part->from <= r->room);
    for (int kind = 0; status == ARI_OK && kind <= ARI__KIND_WORTH; kind++) {
        size_t each = bytes_of(r->d, (ari__store_kind)kind);
        if (r->files[kind].file >= 0)
            status = ari__spool_get(&r->files[kind], part->from * each,
                                    array_of(part, (ari__store_kind)kind),
                                    (size_t)(part->to - part->from) * each, r->d->error);
    }
    return status;
}

void ari__reading_end(ari__reading *r)
{
    for (int kind = 0; kind < ARI__KINDS; kind++)
        ari__spool_close(&r->files[kind]);
    free_part(&r->part);
}

static ari_status next_slots(void *self, uint64_t most, ari__tier *part, ari_error *error)
{
    (void)error; /* it is the drive's */
    ari__reading *r = self;
    ari_status status = ari__reading_next(r, most);
    *part = r->part;
    part->slots = part->to - part->from;
    return status;
}

ari__slots ari__reading_slots(ari__reading *r)
{
    return (ari__slots){r, next_slots};
}

/* ---- windows ---- */

static size_t slot_bytes(const ari__outlook *v)
{
    return v->reaching ? 1 : ari__parts_key_bytes(v->d) + sizeof(ari__worth);
}

static uint64_t window_count(const ari__tier *t)
{
    ARI_ASSERT(t->width > 0);
    return (t->slots + t->width - 1) / t->width;
}

static ari_status read_firsts(const ari__outlook *v, int tier)
{
    ari__tier *t = &v->d->strong.tiers[tier];
    ari__spool keys = ARI__SPOOL_NONE;
    size_t each = ari__parts_key_bytes(v->d);
    t->firsts = malloc((size_t)window_count(t) * each + 1);
    ari_status status = t->firsts ? ARI_OK : ari__parts_no_memory(v->d);
    if (status == ARI_OK && t->slots)
        status = ari__spool_open(&keys, v->d->store, ARI__KIND_KEYS, tier, v->d->error);
    for (uint64_t w = 0; status == ARI_OK && w < window_count(t); w++)
        status =
            ari__spool_get(&keys, w * t->width * each,
                           t->firsts + w * (size_t)v->d->strong.words, each, v->d->error);
    ari__spool_close(&keys);
    return status;
}

ari_status ari__outlook_open(ari__outlook *v)
{
    ari_status status = ARI_OK;
    uint64_t width = ari__parts_limit(v->d) / 2 / slot_bytes(v);
    v->d->strong.parts = true;
    if (v->reaching) {
        v->files = calloc((size_t)v->highest + 1, sizeof *v->files);
        for (int tier = 0; v->files && tier <= v->highest; tier++)
            v->files[tier] = ARI__SPOOL_NONE;
        status = v->files ? ARI_OK : ari__parts_no_memory(v->d);
    }
    for (int tier = v->lowest; status == ARI_OK && tier <= v->highest; tier++) {
        ari__tier *t = &v->d->strong.tiers[tier];
        t->width = width > ARI__PARTS_FEWEST ? width : ARI__PARTS_FEWEST;
        t->from = t->to = 0;
        t->windows = calloc((size_t)window_count(t) + 1, 1);
        status = t->windows ? ARI_OK : ari__parts_no_memory(v->d);
        if (status == ARI_OK && !v->d->strong.dense)
            status = read_firsts(v, tier);
    }
    return status;
}

/* Writes a window back to its file, if it may have changed. */
static ari_status store_window(ari__outlook *v, int tier)
{
    ari__tier *t = &v->d->strong.tiers[tier];
    ari_status status = ARI_OK;
    if (!v->reaching || t->from == t->to)
        return ARI_OK;
    ARI_ASSERT(t->from < t->to && t->to <= t->slots && t->reach);
    if (v->files[tier].file < 0)
        status = ari__spool_renew(&v->files[tier], v->d->store, ARI__KIND_REACH, tier,
                                  t->slots, v->d->error);
    return status == ARI_OK ? ari__spool_put(&v->files[tier], t->from, t->reach,
                                             (size_t)(t->to - t->from), v->d->error)
                            : status;
}

static void drop_window(ari__outlook *v, int tier)
{
    ari__tier *t = &v->d->strong.tiers[tier];
    free_part(t);
    t->from = t->to = 0;
}

static ari_status read_kind(ari__outlook *v, int tier, ari__store_kind kind)
{
    ari__tier *t = &v->d->strong.tiers[tier];
    size_t each = bytes_of(v->d, kind);
    bool own = kind == ARI__KIND_WORTH && tier == v->highest && v->own;
    ari__spool read = ARI__SPOOL_NONE;
    ARI_ASSERT(t->from < t->to && t->to - t->from <= t->width && array_of(t, kind));
    const ari__spool *file = own ? v->own : v->reaching ? &v->files[tier] : &read;
    ari_status status = ARI_OK;
    if (file->file < 0 && ari__store_has(v->d->store, kind, tier)) {
        status = ari__spool_open(&read, v->d->store, kind, tier, v->d->error);
        file = &read;
    }
    if (status == ARI_OK && file->file >= 0)
        status = ari__spool_get(file, t->from * each, array_of(t, kind),
                                (size_t)(t->to - t->from) * each, v->d->error);
    ari__spool_close(&read);
    return status;
}

static ari_status load_window(ari__outlook *v, int tier, uint64_t window)
{
    ari__tier *t = &v->d->strong.tiers[tier];
    ARI_ASSERT(window < window_count(t) && t->windows[window] == ARI__WINDOW_WANTED);
    ARI_ASSERT(t->from == t->to && !t->worth && !t->keys && !t->reach);
    t->from = window * t->width;
    t->to = t->slots - t->from < t->width ? t->slots : t->from + t->width;
    t->windows[window] = ARI__WINDOW_DONE;
    size_t count = (size_t)(t->to - t->from);
    ari_status status = ARI_OK;
    if (v->reaching) {
        t->reach = calloc(count, 1);
        return t->reach ? read_kind(v, tier, ARI__KIND_REACH)
                        : ari__parts_no_memory(v->d);
    }
    if (!make_part(v->d, t, count, false))
        return ari__parts_no_memory(v->d);
    if (t->keys)
        status = read_kind(v, tier, ARI__KIND_KEYS);
    return status == ARI_OK ? read_kind(v, tier, ARI__KIND_WORTH) : status;
}

ari_status ari__outlook_load(ari__outlook *v, bool *more)
{
    size_t left = ari__parts_limit(v->d) / 2;
    ari_status status = ARI_OK;
    *more = false;
    for (int tier = v->lowest; status == ARI_OK && tier <= v->highest; tier++) {
        status = store_window(v, tier);
        drop_window(v, tier);
    }
    for (int tier = v->highest; status == ARI_OK && tier >= v->lowest; tier--) {
        const ari__tier *t = &v->d->strong.tiers[tier];
        const uint8_t *wanted =
            memchr(t->windows, ARI__WINDOW_WANTED, (size_t)window_count(t));
        uint64_t slots = t->slots < t->width ? t->slots : t->width;
        size_t bytes = (size_t)slots * slot_bytes(v);
        if (!wanted || (*more && bytes > left))
            continue;
        status = load_window(v, tier, (uint64_t)(wanted - t->windows));
        left -= bytes < left ? bytes : left;
        *more = true;
    }
    return status;
}

void ari__outlook_reset(const ari__outlook *v)
{
    for (int tier = v->lowest; tier <= v->highest; tier++) {
        const ari__tier *t = &v->d->strong.tiers[tier];
        memset(t->windows, ARI__WINDOW_UNUSED, (size_t)window_count(t));
        if (t->from < t->to)
            t->windows[t->from / t->width] = ARI__WINDOW_DONE;
    }
}

ari_status ari__outlook_close(ari__outlook *v, ari_status status)
{
    for (int tier = v->lowest; tier <= v->highest; tier++) {
        ari__tier *t = &v->d->strong.tiers[tier];
        if (status == ARI_OK && t->windows)
            status = store_window(v, tier);
        drop_window(v, tier);
        free(t->windows);
        free(t->firsts);
        t->windows = NULL;
        t->firsts = NULL;
    }
    for (int tier = 0; v->files && tier <= v->highest; tier++) {
        if (status == ARI_OK && v->files[tier].file >= 0)
            status = ari__spool_seal(&v->files[tier], v->d->error);
        ari__spool_close(&v->files[tier]);
    }
    free(v->files);
    v->d->strong.parts = false;
    return status;
}

ari_status ari__parts_step(ari__drive *d, ari__strong_step *step, int tier,
                           const ari__tier *part)
{
    uint64_t done = d->done;
    d->strong.part = *part;
    ari_status status = ari__drive_step_part(d, step, tier);
    d->done = done;
    return status;
}

ari_status ari__outlook_step(ari__outlook *v, ari__strong_step *step, int tier,
                             const ari__tier *part)
{
    ari_status status = ARI_OK;
    ari__outlook_reset(v);
    for (bool more = true; status == ARI_OK && more;) {
        status = ari__parts_step(v->d, step, tier, part);
        if (status == ARI_OK)
            status = ari__outlook_load(v, &more);
    }
    return status;
}
