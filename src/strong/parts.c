/* parts.c: tiers that are too large for the memory allowed. */
#include "strong/parts.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "strong/sift.h"
#include "strong/windows.h"

/* ---- finding, dense ---- */

/* Changes the bytes of a tier that say how its slots were reached. How many are then to be
 * followed? */
static ari_status change_reach(ari__outlook *v, int tier, uint8_t change(uint8_t),
                               uint64_t *count)
{
    ari__tier *t = &v->d->strong.tiers[tier];
    ari__spool *file = &v->files[tier];
    size_t room = ari__parts_room(v->d);
    uint8_t *bytes = malloc(room);
    ari_status status = bytes ? ARI_OK : ari__parts_no_memory(v->d);
    *count = 0;
    if (status == ARI_OK && file->file < 0)
        status = ari__spool_renew(file, v->d->store, ARI__KIND_REACH, tier, t->slots,
                                  v->d->error);
    for (uint64_t at = 0; status == ARI_OK && at < t->slots; at += room) {
        size_t size = t->slots - at < room ? (size_t)(t->slots - at) : room;
        status = ari__spool_get(file, at, bytes, size, v->d->error);
        for (size_t i = 0; status == ARI_OK && i < size; i++) {
            bytes[i] = change(bytes[i]);
            *count += bytes[i] >> 4 != 0;
        }
        if (status == ARI_OK)
            status = ari__spool_put(file, at, bytes, size, v->d->error);
    }
    free(bytes);
    return status;
}

/* The high half: what is followed now. */
static uint8_t begin_following(uint8_t reach)
{
    return (uint8_t)((reach & 15) | (reach & ARI__REACHED & ~(reach >> 2)) << 4);
}

static uint8_t end_following(uint8_t reach)
{
    return (uint8_t)((reach & 15) | (reach >> 4 & ARI__REACHED) << 2);
}

/* Marks what the tier leads to in the windows that are there. */
static ari_status mark_parts(ari__outlook *v, int tier)
{
    ari__drive *d = v->d;
    ari__tier part = {.slots = d->strong.tiers[tier].slots};
    uint64_t room = ari__parts_limit(d) / 4 > ARI__PARTS_FEWEST ? ari__parts_limit(d) / 4
                                                                : ARI__PARTS_FEWEST;
    part.reach = malloc(room < part.slots ? room : part.slots);
    ari_status status = part.reach ? ARI_OK : ari__parts_no_memory(d);
    for (uint64_t at = 0; status == ARI_OK && at < part.slots; at = part.to) {
        part.from = at;
        part.to = part.slots - at < room ? part.slots : at + room;
        status = ari__spool_get(&v->files[tier], at, part.reach, (size_t)(part.to - at),
                                d->error);
        if (status == ARI_OK)
            status = ari__parts_step(d, d->steps->reach, tier, &part);
    }
    free(part.reach);
    return status;
}

ari_status ari__parts_find_dense(ari__drive *d, int tier)
{
    ari__outlook v = {.d = d, .highest = tier, .reaching = true};
    uint64_t count = 0;
    ari_status status = ari__outlook_open(&v);
    if (status == ARI_OK)
        status = change_reach(&v, tier, begin_following, &count);
    while (status == ARI_OK && count) {
        ari__outlook_reset(&v);
        int next = tier > 0 && d->strong.tiers[tier - 1].slots ? tier - 1 : tier;
        d->strong.tiers[next].windows[0] = ARI__WINDOW_WANTED; /* as good as any */
        bool more;
        status = ari__outlook_load(&v, &more);
        while (status == ARI_OK && more) {
            status = mark_parts(&v, tier);
            if (status == ARI_OK)
                status = ari__outlook_load(&v, &more);
        }
        if (status == ARI_OK)
            status = change_reach(&v, tier, end_following, &count);
        if (status == ARI_OK)
            status = change_reach(&v, tier, begin_following, &count);
    }
    status = ari__outlook_close(&v, status);
    d->done += d->strong.tiers[tier].slots;
    return status;
}

ari_status ari__parts_mark(ari__drive *d, int tier, uint64_t slot, unsigned reached)
{
    ari__spool file;
    uint8_t byte = 0;
    ari_status status = ari__spool_renew(&file, d->store, ARI__KIND_REACH, tier,
                                         d->strong.tiers[tier].slots, d->error);
    if (status == ARI_OK)
        status = ari__spool_get(&file, slot, &byte, 1, d->error);
    byte |= (uint8_t)reached;
    if (status == ARI_OK)
        status = ari__spool_put(&file, slot, &byte, 1, d->error);
    if (status == ARI_OK)
        status = ari__spool_seal(&file, d->error);
    ari__spool_close(&file);
    return status;
}

/* ---- finding, keyed ---- */

/* Sifts two files of a tier into a new one. */
static ari_status sift_files(ari__drive *d, int tier, ari__store_kind a,
                             ari__store_kind b, bool unite, ari__store_kind into,
                             uint64_t *count)
{
    size_t room = ari__parts_room(d);
    ari__flow x, y = ari__flow_of(NULL, 0);
    ari__spool out = ARI__SPOOL_NONE;
    ari_status status = ari__flow_open(&x, d->store, a, tier, room, d->error);
    if (status == ARI_OK)
        status = ari__flow_open(&y, d->store, b, tier, room, d->error);
    if (status == ARI_OK)
        status = ari__spool_new(&out, d->store, into, tier, d->error);
    if (status == ARI_OK)
        status = ari__sift(&x, &y, unite, d->strong.words, room, &out, count, d->error);
    if (status == ARI_OK)
        status = ari__spool_seal(&out, d->error);
    ari__spool_close(&out);
    ari__flow_close(&x);
    ari__flow_close(&y);
    return status;
}

/* Follows the keys of the front, part by part. */
static ari_status follow_front(ari__drive *d, int tier, uint64_t count)
{
    ari__spool front;
    ari__tier part = {.slots = count};
    size_t each = (size_t)d->strong.words * 8;
    uint64_t room = ari__parts_limit(d) / 4 / each;
    room = room > ARI__PARTS_FEWEST ? room : ARI__PARTS_FEWEST;
    part.keys = malloc((size_t)room * each);
    ari_status status =
        ari__spool_open(&front, d->store, ARI__KIND_FRONT, tier, d->error);
    if (status == ARI_OK && !part.keys)
        status = ari__parts_no_memory(d);
    for (uint64_t at = 0; status == ARI_OK && at < count; at = part.to) {
        part.from = at;
        part.to = count - at < room ? count : at + room;
        status = ari__spool_get(&front, at * each, part.keys,
                                (size_t)(part.to - at) * each, d->error);
        if (status == ARI_OK)
            status = ari__parts_step(d, d->steps->find, tier, &part);
    }
    for (int i = 0; status == ARI_OK && i < d->thread_count; i++)
        status = ari__find_flush(d, &d->threads[i]);
    free(part.keys);
    ari__spool_close(&front);
    return status == ARI_OK ? ari__find_spill(d, tier) : status;
}

ari_status ari__parts_find_keyed(ari__drive *d, int tier)
{
    ari__tier *t = &d->strong.tiers[tier];
    ari_status status = ARI_OK;
    d->strong.parts = true;
    for (uint64_t count = 1; status == ARI_OK && count;) {
        status = sift_files(d, tier, ARI__KIND_FOUND, ARI__KIND_KEYS, false,
                            ARI__KIND_FRONT, &count);
        ari__store_forget(d->store, ARI__KIND_FOUND, tier);
        if (status == ARI_OK)
            status = sift_files(d, tier, ARI__KIND_KEYS, ARI__KIND_FRONT, true,
                                ARI__KIND_KEYS, &t->slots);
        if (status == ARI_OK && count)
            status = follow_front(d, tier, count);
        d->positions += count;
    }
    ari__store_forget(d->store, ARI__KIND_FRONT, tier);
    d->strong.parts = false;
    return status;
}

/* ---- solving ---- */

typedef struct tier_solving {
    ari__outlook view;
    int tier;
    ari__spool worth, lower;
    bool within; /* moves stay within the tier */
    bool payoffs;
    uint64_t news, open; /* settled in this round, and not */
    int next;            /* the smallest larger length that is known to be needed */
    ari__trouble trouble;
} tier_solving;

static bool make_extra(ari__strong *s, uint64_t slots)
{
    s->best = calloc(slots ? (size_t)slots : 1, sizeof *s->best);
    s->left = calloc(slots ? (size_t)slots : 1, 1);
    return s->best && s->left;
}

static void free_extra(ari__strong *s)
{
    free(s->best);
    free(s->left);
    s->best = NULL;
    s->left = NULL;
}

static ari_status put_worths(ari__spool *file, const ari__tier *part,
                             const ari__worth *worth, ari_error *error)
{
    return ari__spool_put(file, part->from * sizeof *worth, worth,
                          (size_t)(part->to - part->from) * sizeof *worth, error);
}

/* What the lower tiers say of a part. A slot with moves within the tier stays open. */
static ari_status solve_part(tier_solving *c, ari__reading *r)
{
    ari__drive *d = c->view.d;
    ari__tier *part = &r->part;
    ARI_ASSERT(part->to - part->from <= r->room);
    size_t count = (size_t)(part->to - part->from);
    memset(part->worth, 0, count * sizeof *part->worth);
    ari_status status = ari__outlook_step(&c->view, d->steps->solve, c->tier, part);
    bool open = false;
    for (size_t i = 0; i < count; i++) {
        d->strong.best[i] = part->worth[i];
        if (d->strong.left[i])
            part->worth[i] = ARI__WORTH_NONE;
        open |= d->strong.left[i] != 0;
    }
    c->within |= open;
    if (status == ARI_OK && open && c->lower.file < 0)
        status = ari__spool_renew(&c->lower, d->store, ARI__KIND_LOWER, c->tier,
                                  part->slots * sizeof *part->worth, d->error);
    if (status == ARI_OK && open)
        status = put_worths(&c->lower, part, d->strong.best, d->error);
    if (status == ARI_OK)
        status = put_worths(&c->worth, part, part->worth, d->error);
    d->done += count;
    return status;
}

/* Calls `what` with every part of the tier. */
static ari_status for_parts(tier_solving *c,
                            ari_status (*what)(tier_solving *c, ari__reading *r))
{
    ari__reading r;
    ari__drive *d = c->view.d;
    ari_status status = ari__reading_begin(&r, d, c->tier, false, d->strong.spare);
    if (status == ARI_OK && !make_extra(&d->strong, r.room))
        status = ari__parts_no_memory(d);
    while (status == ARI_OK && r.at < r.part.slots) {
        status = ari__reading_next(&r, r.room);
        memset(d->strong.left, 0, (size_t)r.room);
        if (status == ARI_OK)
            status = what(c, &r);
    }
    free_extra(&d->strong);
    ari__reading_end(&r);
    return status;
}

/* ---- moves within the tier ---- */

/* Is an open slot settled at the present length, now that its moves were looked at? */
static void settle_slot(tier_solving *c, ari__worth *worth, ari__worth best, bool left)
{
    const ari__strong *s = &c->view.d->strong;
    ARI_ASSERT(*worth == ARI__WORTH_NONE && best != ARI__WORTH_NONE);
    if (c->payoffs) {
        *worth = left ? ARI__WORTH_NONE : best;
        c->news += !left;
        c->open += left;
        return;
    }
    int value = ari__worth_value(best), length = ari__worth_length(best, false);
    bool decided = s->drawing ? value == 0 : value > 0 || (value < 0 && !left);
    if (!decided || length == ARI__ENDLESS)
        return;
    if (length <= s->length) {
        *worth = best;
        c->news++;
        if (length == ARI__LENGTH_MAX)
            c->trouble = ARI__TROUBLE_LENGTH;
    } else if (length < c->next) {
        c->next = length;
    }
}

/* A worth that counts only at a later length. */
static void foresee(tier_solving *c, ari__worth worth)
{
    const ari__strong *s = &c->view.d->strong;
    int length = ari__worth_length(worth, false);
    if (worth != ARI__WORTH_NONE && (ari__worth_value(worth) == 0) == s->drawing &&
        length >= s->length && length < ARI__LENGTH_MAX && length + 1 < c->next)
        c->next = length + 1;
}

/* The values of a part so far, and the best that its moves down lead to. */
static ari_status get_part(tier_solving *c, ari__tier *part)
{
    ari__drive *d = c->view.d;
    uint64_t from = part->from * sizeof *part->worth;
    size_t bytes = (size_t)(part->to - part->from) * sizeof *part->worth;
    ari_status status = ari__spool_get(&c->worth, from, part->worth, bytes, d->error);
    return status == ARI_OK
               ? ari__spool_get(&c->lower, from, d->strong.best, bytes, d->error)
               : status;
}

static ari_status settle_part(tier_solving *c, ari__reading *r)
{
    ari__drive *d = c->view.d;
    ari__tier *part = &r->part;
    size_t count = (size_t)(part->to - part->from), open = 0;
    ari_status status = get_part(c, part);
    for (size_t i = 0; status == ARI_OK && i < count; i++) {
        ari__worth *best = &d->strong.best[i];
        if (!c->payoffs)
            foresee(c, part->worth[i]);
        if (d->strong.drawing && *best != ARI__WORTH_NONE && ari__worth_value(*best) != 0)
            *best = ARI__WORTH_SOME;
        open += part->worth[i] == ARI__WORTH_NONE && *best != ARI__WORTH_NONE;
    }
    if (status != ARI_OK || !open)
        return status;
    status = ari__outlook_step(&c->view, d->steps->settle, c->tier, part);
    for (size_t i = 0; status == ARI_OK && i < count; i++)
        if (part->worth[i] == ARI__WORTH_NONE && d->strong.best[i] != ARI__WORTH_NONE)
            settle_slot(c, &part->worth[i], d->strong.best[i], d->strong.left[i] != 0);
    return status == ARI_OK ? put_worths(&c->worth, part, part->worth, d->error) : status;
}

/* What is open at the end never ends. */
static ari_status leave_part(tier_solving *c, ari__reading *r)
{
    ari__drive *d = c->view.d;
    ari__tier *part = &r->part;
    size_t count = (size_t)(part->to - part->from);
    ari_status status = get_part(c, part);
    for (size_t i = 0; status == ARI_OK && i < count; i++)
        if (part->worth[i] == ARI__WORTH_NONE && d->strong.best[i] != ARI__WORTH_NONE)
            part->worth[i] = ari__worth_of(0, ARI__ENDLESS, false);
    return status == ARI_OK ? put_worths(&c->worth, part, part->worth, d->error) : status;
}

/* All lengths, one after the other, as far as any slot has them. */
static ari_status settle_lengths(tier_solving *c)
{
    ari__strong *s = &c->view.d->strong;
    ari_status status = ARI_OK;
    for (s->length = 1; status == ARI_OK && s->length < INT_MAX;
         s->length = c->news ? s->length + 1 : c->next) {
        c->news = 0;
        c->next = INT_MAX;
        status = for_parts(c, settle_part);
        ARI_ASSERT(c->next > s->length); /* so it comes to an end */
        if (status == ARI_OK && c->trouble)
            status =
                ari_fail(c->view.d->error, ARI_LIMIT, ARI_NO_OFFSET,
                         "games of more than %d plies cannot be stored", ARI__LENGTH_MAX);
    }
    return status;
}

/* With payoffs: until nothing is open, each round settling what has no move to an open position left. */
static ari_status settle_rounds(tier_solving *c)
{
    ari_status status = ARI_OK;
    c->payoffs = true;
    do {
        c->news = c->open = 0;
        status = for_parts(c, settle_part);
    } while (status == ARI_OK && c->news);
    if (status == ARI_OK && c->open)
        status = ari__drive_trouble(c->view.d, ARI__TROUBLE_BACK);
    return status;
}

static ari_status settle_within(tier_solving *c)
{
    ari__drive *d = c->view.d;
    bool payoffs = ari_has(d->strong.v, ARI_HAS_PAYOFFS);
    c->view =
        (ari__outlook){.d = d, .lowest = c->tier, .highest = c->tier, .own = &c->worth};
    ari_status status = ari__outlook_open(&c->view);
    if (status == ARI_OK && payoffs)
        status = settle_rounds(c);
    for (int drawing = 0; status == ARI_OK && !payoffs && drawing < 2; drawing++) {
        d->strong.drawing = drawing != 0;
        status = settle_lengths(c);
    }
    d->strong.drawing = false;
    status = ari__outlook_close(&c->view, status);
    return status == ARI_OK && !payoffs ? for_parts(c, leave_part) : status;
}

ari_status ari__parts_solve(ari__drive *d, int tier)
{
    tier_solving c = {.view = {.d = d, .lowest = d->gone, .highest = tier - 1},
                      .tier = tier,
                      .worth = ARI__SPOOL_NONE,
                      .lower = ARI__SPOOL_NONE};
    d->strong.counting = false;
    ari_status status = ari__outlook_open(&c.view);
    if (status == ARI_OK)
        status = ari__spool_new(&c.worth, d->store, ARI__KIND_WORTH, tier, d->error);
    if (status == ARI_OK)
        status = for_parts(&c, solve_part);
    status = ari__outlook_close(&c.view, status);
    if (status == ARI_OK && c.within)
        status = settle_within(&c);
    if (status == ARI_OK)
        status = ari__spool_seal(&c.worth, d->error);
    ari__spool_close(&c.worth);
    ari__spool_close(&c.lower);
    ari__store_forget(d->store, ARI__KIND_LOWER, tier);
    return status;
}
