/* drive.c: threads, memory and progress of a strong solving. */
#include "strong/drive.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "strong/spool.h"
#include "strong/within.h"

#define TIERS_MOST 16384               /* a game with more is solved as a whole */
#define FOUND_BYTES ((size_t)64 << 20) /* of positions that a thread may find at a time */
#define TABLE_EACH 16 /* bytes for each of them, at most half as many on average */
#define CHUNK 2048    /* slots that a thread takes at a time */
#define PROGRAM_BYTES ((size_t)16 << 20) /* what the program itself takes, and writing */

static ari_status make_threads(ari__drive *d)
{
    d->thread_count = d->job->runner ? d->job->runner->threads : 1;
    d->threads = calloc((size_t)d->thread_count, sizeof *d->threads);
    size_t bytes = d->steps->scratch(d->strong.v);
    bool ok = d->threads != NULL;
    size_t most = d->limit ? d->limit / 16 / (size_t)d->thread_count : FOUND_BYTES;
    if (most > FOUND_BYTES)
        most = FOUND_BYTES;
    for (int i = 0; ok && i < d->thread_count; i++) {
        d->threads[i].found.most =
            most / (8 * ((size_t)d->strong.words + 1) + TABLE_EACH);
        d->threads[i].moves.most = SIZE_MAX;
    }
    for (int i = 0; ok && i < d->thread_count; i++)
        ok = (d->threads[i].scratch = aligned_alloc(64, (bytes + 63) / 64 * 64)) != NULL;
    return ok ? ARI_OK : ari_fail_memory(d->error, bytes, "a position's moves");
}

static bool has_ranks(const ari_variant *v, int top)
{
    return top >= 0 && top <= TIERS_MOST && v->core->rank &&
           v->core->ranks(v->rules, top) > 0;
}

ari_strong_ranks ari_strong_ranks_of(const ari_variant *v)
{
    ari_strong_ranks ranks = {.all = 0};
    int top = ari__tier_of(v, &v->start);
    for (int tier = 0; has_ranks(v, top) && tier <= top; tier++) {
        double here = (double)v->core->ranks(v->rules, tier);
        ranks.all += here;
        ranks.most = here > ranks.most ? here : ranks.most;
    }
    ranks.bytes = ranks.most * (sizeof(ari__worth) + 1);
    return ranks;
}

ari_status ari__drive_begin(ari__drive *d, const ari_variant *v, bool normalise,
                            const ari_strong_job *job, ari_error *error)
{
    *d = (ari__drive){.job = job, .error = error, .start = ari_seconds()};
    d->steps = ari__strong_steps_of(v);
    size_t half = job->memory / 2; /* when this changes, so does ari__drive_room */
    d->limit = job->memory - (half < PROGRAM_BYTES ? half : PROGRAM_BYTES);
    ari__strong *s = &d->strong;
    s->v = v;
    s->normalise = normalise;
    s->collects = v->core->so_far != NULL;
    s->words = (int)(v->core->state_size + 7) / 8;
    int top = ari__tier_of(v, &v->start);
    s->single = top < 0 || top > TIERS_MOST;
    s->top = s->single ? 0 : top;
    s->dense = normalise && has_ranks(v, top);
    s->spare = s->dense && ari_has(v, ARI_HAS_SPARE_RANKS);
    s->tiers = calloc((size_t)s->top + 1, sizeof *s->tiers);
    d->runs = calloc((size_t)s->top + 1, sizeof *d->runs);
    d->pins = calloc((size_t)s->top + 1, sizeof *d->pins);
    if (!s->tiers || !d->runs || !d->pins)
        return ari_fail_memory(error, ((size_t)s->top + 1) * sizeof *s->tiers,
                               "the list of tiers");
    for (int tier = 0; s->dense && tier <= s->top; tier++)
        s->tiers[tier].slots = v->core->ranks(v->rules, tier);
    return make_threads(d);
}

void ari__drive_end(ari__drive *d)
{
    for (int i = 0; d->threads && i < d->thread_count; i++) {
        free(d->threads[i].scratch);
        free(d->threads[i].moves.list);
        free(d->threads[i].found.records);
        free(d->threads[i].found.table);
        free(d->threads[i].census.rows);
    }
    free(d->threads);
    for (int tier = 0; d->strong.tiers && d->runs && tier <= d->strong.top; tier++) {
        for (int kind = 0; kind < ARI__KINDS; kind++)
            ari__drive_drop(d, (ari__store_kind)kind, tier);
        for (size_t i = 0; i < d->runs[tier].count; i++)
            free(d->runs[tier].list[i].keys);
        free(d->runs[tier].list);
    }
    free(d->runs);
    free(d->pins);
    free(d->strong.tiers);
}

/* ---- progress ---- */

void ari__drive_phase(ari__drive *d, const char *doing, uint64_t total)
{
    d->doing = doing;
    d->done = 0;
    d->positions = 0;
    d->total = total;
    d->phase_start = ari_seconds();
}

static void tell(ari__drive *d, uint64_t done)
{
    double now = ari_seconds();
    if (!d->job->progress || now - d->told < 0.1)
        return;
    d->told = now;
    double fraction = d->total ? (double)done / (double)d->total : 0;
    double spent = now - d->phase_start;
    const ari_strong_progress progress = {
        .doing = d->doing,
        .tier = d->strong.top - d->tier,
        .tiers = d->strong.top + 1,
        .positions = d->positions + done - d->done,
        .fraction = fraction,
        .seconds = now - d->start,
        .seconds_left = fraction > 0.01 ? spent / fraction - spent : -1,
    };
    d->job->progress(d->job->self, &progress);
}

/* ---- memory ---- */

size_t ari__drive_bytes(const ari__drive *d, ari__store_kind kind, int tier)
{
    ARI_ASSERT(tier >= 0 && tier <= d->strong.top);
    size_t slots = d->strong.tiers[tier].slots;
    switch (kind) {
    case ARI__KIND_KEYS:
        return slots * (size_t)d->strong.words * sizeof(uint64_t);
    case ARI__KIND_REACH:
        return slots;
    case ARI__KIND_WORTH:
        return slots * sizeof(ari__worth);
    default:
        return 0;
    }
}

/* Where the array of a tier is kept. */
static void **place_of(const ari__drive *d, ari__store_kind kind, int tier)
{
    ari__tier *t = &d->strong.tiers[tier];
    switch (kind) {
    case ARI__KIND_KEYS:
        return (void **)&t->keys;
    case ARI__KIND_REACH:
        return (void **)&t->reach;
    case ARI__KIND_WORTH:
        return (void **)&t->worth;
    default:
        return NULL;
    }
}

void ari__drive_drop(ari__drive *d, ari__store_kind kind, int tier)
{
    void **place = place_of(d, kind, tier);
    if (!place)
        return;
    free(*place);
    *place = NULL;
    if (kind == ARI__KIND_KEYS) {
        free(d->strong.tiers[tier].hash);
        d->strong.tiers[tier].hash = NULL;
    }
    if (kind == ARI__KIND_WORTH) {
        free(d->strong.tiers[tier].opens);
        d->strong.tiers[tier].opens = NULL;
    }
}

ari_status ari__drive_fetch(ari__drive *d, ari__store_kind kind, int tier)
{
    ARI_ASSERT(kind < ARI__KIND_FOUND);
    void **place = place_of(d, kind, tier);
    if (*place)
        return ARI_OK;
    size_t bytes = ari__drive_bytes(d, kind, tier);
    d->pins[tier] = d->tier + 1;
    ari_status status = ari__drive_room(d, d->tier, bytes);
    if (status != ARI_OK)
        return status;
    if (d->store && ari__store_has(d->store, kind, tier)) {
        size_t found = 0;
        status = ari__store_load(d->store, kind, tier, place, &found, d->error);
        if (status != ARI_OK || found == bytes)
            return status;
        ari__drive_drop(d, kind, tier);
        return ari_fail(
            d->error, ARI_BROKEN, ARI_NO_OFFSET,
            "'%.200s' is not of the size it should have; remove its folder to "
            "begin anew",
            ari_text_get(&d->store->name));
    }
    *place = calloc(1, bytes ? bytes : 1);
    return *place ? ARI_OK : ari_fail_memory(d->error, bytes, "a tier");
}

int ari__drive_span(const ari__drive *d)
{
    int span = 0;
    for (int i = 0; i < d->thread_count; i++)
        span = d->threads[i].span > span ? d->threads[i].span : span;
    return span;
}

void ari__drive_forget(ari__drive *d, int tier)
{
    ARI_ASSERT(tier <= d->strong.top + 1);
    for (; d->gone < tier; d->gone++) {
        ari__drive_drop(d, ARI__KIND_KEYS, d->gone);
        ari__drive_drop(d, ARI__KIND_WORTH, d->gone);
        ari__store_forget(d->store, ARI__KIND_KEYS, d->gone);
        ari__store_forget(d->store, ARI__KIND_WORTH, d->gone);
    }
}

size_t ari__drive_opens_bytes(uint64_t slots)
{
    return (size_t)(slots / 64 + 1) * sizeof(ari__opens);
}

/* Of an array that is in memory. */
static size_t held_bytes(const ari__drive *d, ari__store_kind kind, int tier)
{
    const ari__tier *t = &d->strong.tiers[tier];
    if (!*place_of(d, kind, tier))
        return 0;
    if (kind != ARI__KIND_WORTH || !t->opens)
        return ari__drive_bytes(d, kind, tier);
    return ari__drive_opens_bytes(t->slots) +
           (size_t)(d->strong.dense ? t->open : t->slots) * sizeof(ari__worth);
}

static size_t bytes_held(const ari__drive *d)
{
    size_t held = 0;
    for (int tier = 0; tier <= d->strong.top; tier++) {
        for (int kind = 0; kind < ARI__KIND_FOUND; kind++)
            held += held_bytes(d, (ari__store_kind)kind, tier);
        for (size_t i = 0; i < d->runs[tier].count; i++)
            held += d->runs[tier].list[i].count * (size_t)d->strong.words * 8;
    }
    for (int i = 0; i < d->thread_count; i++)
        held += d->threads[i].moves.capacity * sizeof(uint32_t) +
                d->threads[i].found.capacity * ((size_t)d->strong.words + 1) * 8 +
                d->threads[i].found.table_size * sizeof(uint32_t);
    return held;
}

/* Worths as they are on disk: of every slot. */
static ari_status save_spread(ari__drive *d, int tier)
{
    enum { PIECE = 1 << 14 };
    const ari__tier *t = &d->strong.tiers[tier];
    ari__worth *piece = malloc(PIECE * sizeof *piece);
    ari__spool file = ARI__SPOOL_NONE;
    ari_status status = piece ? ARI_OK : ari_fail_memory(d->error, PIECE, "a tier");
    if (status == ARI_OK) /* what is not written to it is 0 */
        status = ari__spool_renew(&file, d->store, ARI__KIND_WORTH, tier,
                                  t->slots * sizeof *piece, d->error);
    for (uint64_t at = 0; status == ARI_OK && at < t->slots; at += PIECE) {
        size_t count = t->slots - at < PIECE ? (size_t)(t->slots - at) : PIECE;
        if (ari__tier_spread(t, at, count, piece))
            status = ari__spool_put(&file, at * sizeof *piece, piece,
                                    count * sizeof *piece, d->error);
    }
    if (status == ARI_OK)
        status = ari__spool_seal(&file, d->error);
    ari__spool_close(&file);
    free(piece);
    return status;
}

static ari_status save(ari__drive *d, ari__store_kind kind, int tier)
{
    if (ari__store_has(d->store, kind, tier))
        return ARI_OK;
    if (kind == ARI__KIND_WORTH && d->strong.dense && d->strong.tiers[tier].opens)
        return save_spread(d, tier);
    return ari__store_save(d->store, kind, tier, *place_of(d, kind, tier),
                           ari__drive_bytes(d, kind, tier), d->error);
}

static ari_status save_and_drop(ari__drive *d, ari__store_kind kind, int tier)
{
    ARI_ASSERT(d->store && *place_of(d, kind, tier));
    ari_status status = save(d, kind, tier);
    if (status == ARI_OK)
        ari__drive_drop(d, kind, tier);
    return status;
}

ari_status ari__drive_put_away(ari__drive *d, ari__store_kind kind, int tier)
{
    return d->store && *place_of(d, kind, tier) ? save_and_drop(d, kind, tier) : ARI_OK;
}

ari_status ari__drive_room(ari__drive *d, int tier, size_t bytes)
{
    size_t limit = d->limit;
    if (!limit)
        return ARI_OK;
    size_t held = bytes_held(d);
    /* the farthest from the present tier first */
    for (int step = 2 * d->strong.top + 1; held + bytes > limit && step > 1; step--) {
        int other = step & 1 ? tier + step / 2 : tier - step / 2;
        if (other < 0 || other > d->strong.top || d->pins[other] == tier + 1 || !d->store)
            continue;
        for (int kind = 0; kind < ARI__KIND_FOUND && held + bytes > limit; kind++) {
            if (!*place_of(d, (ari__store_kind)kind, other))
                continue;
            held -= held_bytes(d, (ari__store_kind)kind, other);
            ari_status status = save_and_drop(d, (ari__store_kind)kind, other);
            if (status != ARI_OK)
                return status;
        }
    }
    ARI_ASSERT(held == bytes_held(d));
    for (int other = 0; d->store && held + bytes > limit && other <= d->strong.top;
         other++) {
        ari_status status = ari__find_spill(d, other);
        if (status != ARI_OK)
            return status;
        held = bytes_held(d);
    }
    if (held + bytes <= limit)
        return ARI_OK;
    size_t needed = held + bytes;
    needed += needed < PROGRAM_BYTES ? needed : PROGRAM_BYTES;
    return ari_fail(d->error, ARI_MEMORY, ARI_NO_OFFSET,
                    "a tier of this game needs at least %zu MB of memory, and the limit "
                    "is %zu MB",
                    (needed + (1 << 20) - 1) >> 20, d->job->memory >> 20);
}

ari_status ari__drive_empty(ari__drive *d)
{
    ari_status status = ARI_OK;
    for (int tier = 0; status == ARI_OK && tier <= d->strong.top; tier++) {
        for (int kind = 0; status == ARI_OK && kind < ARI__KIND_FOUND; kind++)
            if (*place_of(d, (ari__store_kind)kind, tier))
                status = save_and_drop(d, (ari__store_kind)kind, tier);
        if (status == ARI_OK)
            status = ari__find_spill(d, tier);
    }
    return status;
}

ari_status ari__drive_save(ari__drive *d)
{
    for (int tier = 0; tier <= d->strong.top; tier++) {
        for (int kind = 0; kind < ARI__KIND_FOUND; kind++) {
            if (!*place_of(d, (ari__store_kind)kind, tier))
                continue;
            ari_status status = save(d, (ari__store_kind)kind, tier);
            if (status != ARI_OK)
                return status;
        }
        ari_status status = ari__find_spill(d, tier);
        if (status != ARI_OK)
            return status;
    }
    return ARI_OK;
}

/* ---- steps ---- */

typedef struct stepping {
    ari__drive *d;
    ari__strong_step *step;
    int tier;
    uint64_t slots; /* where the part ends */
    _Atomic uint64_t next;
    atomic_int halt; /* a thread has met trouble, or the work is stopped */
} stepping;

/* Trouble after which the step can go on, when something was done about it. */
static bool goes_on(ari__trouble trouble)
{
    return trouble == ARI__TROUBLE_ABSENT || trouble == ARI__TROUBLE_FULL;
}

static void step_thread(void *argument, int index)
{
    stepping *s = argument;
    ari__drive *d = s->d;
    ari__strong_thread *thread = &d->threads[index];
    while (!thread->trouble && !atomic_load_explicit(&s->halt, memory_order_relaxed)) {
        uint64_t from = atomic_fetch_add_explicit(&s->next, CHUNK, memory_order_relaxed);
        if (from >= s->slots)
            return;
        uint64_t to = s->slots - from < CHUNK ? s->slots : from + CHUNK;
        ARI_ASSERT(from < to && to <= d->strong.part.to);
        thread->to = to;
        s->step(&d->strong, s->tier, from, to, thread);
        if (thread->trouble && !goes_on(thread->trouble))
            atomic_store_explicit(&s->halt, 1, memory_order_relaxed);
        if (index == 0) {
            tell(d, d->done + to - d->strong.part.from);
            if (d->job->stop && atomic_load(d->job->stop))
                atomic_store_explicit(&s->halt, 1, memory_order_relaxed);
        }
    }
}

ari_status ari__drive_trouble(ari__drive *d, ari__trouble trouble)
{
    static const struct {
        ari_status status;
        const char *text;
    } said[] = {
        [ARI__TROUBLE_MEMORY] = {ARI_MEMORY,
                                 "there is not enough memory for the positions"},
        [ARI__TROUBLE_TIER] = {ARI_BROKEN,
                               "the game says that no move leads to a higher "
                               "tier (or makes the game longer), but one does"},
        [ARI__TROUBLE_LENGTH] = {ARI_LIMIT, "games of more than 65534 plies cannot be "
                                            "stored"},
        [ARI__TROUBLE_PAYOFF] = {ARI_LIMIT, "payoffs beyond 32766 cannot be stored"},
        [ARI__TROUBLE_MISSING] = {ARI_BROKEN, "a move leads to a position that was not "
                                              "found: the game's functions contradict "
                                              "each other"},
        [ARI__TROUBLE_GONE] = {ARI_BROKEN,
                               "a position that has a rank but cannot be "
                               "reached leads further down than any that can: "
                               "the game's ranks hold too much"},
        [ARI__TROUBLE_WITHIN] = {ARI_UNSUPPORTED, "a move stays within its tier"},
        [ARI__TROUBLE_BACK] = {ARI_UNSUPPORTED, ARI__COMES_BACK},
        [ARI__TROUBLE_RANK] = {ARI_BROKEN, "the game's rank of a position is not below "
                                           "its number of ranks"},
    };
    ARI_ASSERT(trouble != ARI__TROUBLE_NONE && !goes_on(trouble));
    return ari_fail(d->error, said[trouble].status, ARI_NO_OFFSET, "%s",
                    said[trouble].text);
}

/* Fetches what a step found absent in tier `absent`. */
static ari_status fetch_absent(ari__drive *d, ari__strong_step *step, int tier,
                               int absent)
{
    ARI_ASSERT(absent >= 0 && absent <= tier);
    if (step == d->steps->reach)
        return ari__drive_fetch(d, ARI__KIND_REACH, absent);
    if (absent < d->gone)
        return ari__drive_trouble(d, ARI__TROUBLE_GONE);
    ari_status status = ari__drive_fetch(d, ARI__KIND_WORTH, absent);
    if (status == ARI_OK && !d->strong.dense)
        status = ari__drive_fetch(d, ARI__KIND_KEYS, absent);
    return status;
}

/* Does what threads had to leave because something was absent, or no more fitted. */
static ari_status finish_absent(ari__drive *d, ari__strong_step *step, int tier)
{
    for (int i = 0; i < d->thread_count; i++) {
        ari__strong_thread *thread = &d->threads[i];
        while (goes_on(thread->trouble)) {
            ari_status status = thread->trouble != ARI__TROUBLE_FULL
                                    ? fetch_absent(d, step, tier, thread->absent)
                                : step == d->steps->find ? ari__find_flush(d, thread)
                                                         : ari__within_flush(d, thread);
            if (status != ARI_OK)
                return status;
            ARI_ASSERT(thread->from < thread->to);
            thread->trouble = ARI__TROUBLE_NONE;
            step(&d->strong, tier, thread->from, thread->to, thread);
        }
        d->within |= thread->trouble == ARI__TROUBLE_WITHIN;
        if (thread->trouble)
            return ari__drive_trouble(d, thread->trouble);
    }
    return ARI_OK;
}

ari_status ari__drive_step(ari__drive *d, ari__strong_step *step, int tier)
{
    d->strong.part = d->strong.tiers[tier];
    d->strong.part.from = 0;
    d->strong.part.to = d->strong.part.slots;
    return ari__drive_step_part(d, step, tier);
}

ari_status ari__drive_step_part(ari__drive *d, ari__strong_step *step, int tier)
{
    const ari__tier *part = &d->strong.part;
    stepping s = {
        .d = d, .step = step, .tier = tier, .slots = part->to, .next = part->from};
    ARI_ASSERT(part->from <= part->to && part->to <= part->slots);
    d->tier = tier;
    for (int i = 0; i < d->thread_count; i++)
        d->threads[i].trouble = ARI__TROUBLE_NONE;
    ari_status status = ARI_OK;
    do {
        if (d->job->runner)
            d->job->runner->run(d->job->runner->self, d->thread_count, step_thread, &s);
        else
            step_thread(&s, 0);
        status = finish_absent(d, step, tier);
        if (status == ARI_OK && d->job->stop && atomic_load(d->job->stop))
            status = ari_fail(d->error, ARI_STOPPED, ARI_NO_OFFSET,
                              "stopped; the same command goes on from the last "
                              "checkpoint");
    } while (status == ARI_OK && atomic_load(&s.next) < s.slots);
    d->done += part->to - part->from;
    return status;
}
