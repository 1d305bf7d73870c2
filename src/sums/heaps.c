/* heaps.c: the nimbers of heaps by their rules, and whether they repeat.
 *
 * Finite octal games. Let t be the number of the last digit, and let the nimbers g repeat for so long:
 * g(m + p) = g(m) for all m from n0 >= 1 to 2 n0 + p + t - 1. Then they do for ever. For take n beyond: from n + p one
 * gets to a and b with a <= b and a + b = n + p - j, j <= t, so that b - p is at least (n - p - t) / 2 >= n0, and smaller than
 * n. So g(b) = g(b - p), and from n one gets to a and b - p, which is worth the same; and the other way round. Nothing
 * can be taken whole. Such a proof is looked for whenever half as many heaps again are known. */
#include <ariadne/sums.h>

#include <ariadne/assert.h>

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/ticker.h"

#define FIRST_LOOK 64

struct ari_heaps {
    ari_heap_rules rules;
    ari_allowance *memory;
    uint16_t *nimbers; /* of the heaps 0, 1, 2, ... */
    size_t count, room;
    uint64_t *seen; /* by nimber: the last heap, plus 1, from which a move leads to it */
    size_t seen_room;
    size_t largest; /* nimber so far */
    size_t next_look;
    ari_period period; /* if it is proved */
};

ari_status ari_heaps_new(const ari_heap_rules *rules, ari_allowance *memory,
                         ari_heaps **result, ari_error *error)
{
    *result = NULL;
    ari_heaps *h = calloc(1, sizeof *h);
    if (!h)
        return ari_fail_memory(error, sizeof *h, "the nimbers of heaps");
    *h = (ari_heaps){.rules = *rules, .memory = memory, .next_look = FIRST_LOOK};
    *result = h;
    return ARI_OK;
}

void ari_heaps_free(ari_heaps *h)
{
    if (!h)
        return;
    ari__charged_free(h->memory, h->nimbers, h->room, sizeof *h->nimbers);
    ari__charged_free(h->memory, h->seen, h->seen_room, sizeof *h->seen);
    free(h);
}

/* ---- one after the other ---- */

/* Room for one more heap, and for the nimbers that its moves may lead to: the xor of two nimbers lies below the power
 * of two above both. */
static bool make_room(ari_heaps *h)
{
    size_t most = 2;
    while (most <= h->largest)
        most *= 2;
    most++;
    size_t before = h->seen_room;
    if (!ari__charged_grow(h->memory, (void **)&h->nimbers, &h->room, h->count + 1,
                           sizeof *h->nimbers) ||
        !ari__charged_grow(h->memory, (void **)&h->seen, &h->seen_room, most,
                           sizeof *h->seen))
        return false;
    if (h->seen_room > before)
        memset(h->seen + before, 0, (h->seen_room - before) * sizeof *h->seen);
    return true;
}

/* What two heaps that are together so large may be worth. */
static void mark_pairs(ari_heaps *h, size_t together, uint64_t stamp)
{
    const uint16_t *g = h->nimbers;
    uint64_t *seen = h->seen;
    size_t most = together / 2;
    if (h->rules.unequal && together % 2 == 0)
        most -= most > 0;
    for (size_t a = 1; a <= most; a++)
        seen[g[a] ^ g[together - a]] = stamp;
}

/* False where there is no memory, or a nimber too large to be kept. */
static bool add_heap(ari_heaps *h)
{
    if (!make_room(h))
        return false;
    size_t size = h->count;
    uint64_t stamp = size + 1;
    for (size_t taken = 0; taken < (size_t)h->rules.count && taken <= size; taken++) {
        int digit = h->rules.digits[taken];
        size_t left = size - taken;
        if (digit & 1 && left == 0)
            h->seen[0] = stamp;
        if (digit & 2 && left > 0)
            h->seen[h->nimbers[left]] = stamp;
        if (digit & 4)
            mark_pairs(h, left, stamp);
    }
    size_t nimber = 0;
    while (h->seen[nimber] == stamp)
        nimber++;
    if (nimber > UINT16_MAX)
        return false;
    h->nimbers[h->count++] = (uint16_t)nimber;
    h->largest = nimber > h->largest ? nimber : h->largest;
    return true;
}

ari_status ari_heaps_take(ari_heaps *h, int nimber, ari_error *error)
{
    h->largest = (size_t)nimber > h->largest ? (size_t)nimber : h->largest;
    if (!make_room(h))
        return ari_fail_allowance(error, h->memory, "the nimbers of heaps");
    h->nimbers[h->count++] = (uint16_t)nimber;
    return ARI_OK;
}

/* ---- do they repeat? ---- */

/* From which size on the nimbers of what is known repeat after `length`. */
static size_t repeats_from(const ari_heaps *h, size_t length)
{
    size_t from = h->count - length;
    while (from > 1 && h->nimbers[from - 1] == h->nimbers[from - 1 + length])
        from--;
    return from;
}

/* The shortest period that is proved or, if `observed` will do, seen three times. */
static ari_period look(const ari_heaps *h, bool observed)
{
    bool octal = !h->rules.unequal;
    size_t last = h->rules.count > 0 ? (size_t)h->rules.count - 1 : 0;
    for (size_t length = 1; 2 * length < h->count; length++) {
        size_t from = repeats_from(h, length);
        bool proved = octal && h->count >= 2 * from + 2 * length + last;
        if (proved || (observed && h->count - from >= 3 * length &&
                       h->count > FIRST_LOOK && h->count - from >= h->count / 4))
            return (ari_period){true, proved, from, length};
    }
    return (ari_period){.found = false};
}

ari_status ari_heaps_find(ari_heaps *h, uint64_t size, const ari_limits *limits,
                          ari_error *error)
{
    ari__ticker ticker;
    ari__ticker_start(&ticker, limits);
    while (h->count <= size && !h->period.proved) {
        if (ari__tick(&ticker) || (h->count % 256 == 0 && ari__ticker_look(&ticker)))
            return ari_fail(error, ARI_STOPPED, ARI_NO_OFFSET, "stopped before the end");
        if (!add_heap(h))
            return ari_fail_allowance(error, h->memory, "the nimbers of heaps");
        if (h->count < h->next_look)
            continue;
        h->period = look(h, false);
        while (h->next_look <= h->count)
            h->next_look += h->next_look / 2;
    }
    return ARI_OK;
}

uint64_t ari_heaps_known(const ari_heaps *h)
{
    return h->period.proved ? ARI_HEAP_LARGEST : h->count > 0 ? h->count - 1 : 0;
}

int ari_heaps_nimber(const ari_heaps *h, uint64_t size)
{
    const ari_period *p = &h->period;
    if (size >= h->count) {
        ARI_ASSERT(p->proved);
        size = p->from + (size - p->from) % p->length;
    }
    return h->nimbers[size];
}

ari_period ari_heaps_period(const ari_heaps *h)
{
    return h->period.proved || h->count < 2 ? h->period : look(h, true);
}
