/* keys.c: sorted arrays of records of several words, and what goes with them. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "strong/steps.h"

static inline void copy(uint64_t *to, const uint64_t *from, int words)
{
    for (int i = 0; i < words; i++)
        to[i] = from[i];
}

/* Sorts by one byte of one word, from `from` into `to`. */
static void sort_byte(const uint64_t *from, uint64_t *to, size_t count, int words,
                      int word, int shift, size_t starts[256])
{
    for (size_t i = 0; i < count; i++) {
        const uint64_t *record = from + i * (size_t)words;
        size_t place = starts[record[word] >> shift & 255]++;
        copy(to + place * (size_t)words, record, words);
    }
}

bool ari__keys_sort(uint64_t *keys, size_t count, int words)
{
    ARI_ASSERT(words > 0);
    if (count < 2)
        return true;
    uint64_t *other = malloc(count * (size_t)words * sizeof *other);
    if (!other)
        return false;
    uint64_t *from = keys, *to = other;
    for (int word = words - 1; word >= 0; word--)
        for (int shift = 0; shift < 64; shift += 8) {
            size_t counts[256] = {0}, starts[256], sum = 0;
            for (size_t i = 0; i < count; i++)
                counts[from[i * (size_t)words + (size_t)word] >> shift & 255]++;
            if (counts[from[word] >> shift & 255] == count)
                continue; /* the same byte everywhere */
            for (int i = 0; i < 256; i++) {
                starts[i] = sum;
                sum += counts[i];
            }
            ARI_ASSERT(sum == count);
            sort_byte(from, to, count, words, word, shift, starts);
            uint64_t *swapped = from;
            from = to;
            to = swapped;
        }
    if (from != keys)
        memcpy(keys, from, count * (size_t)words * sizeof *keys);
    free(other);
    return true;
}

size_t ari__keys_unique(uint64_t *keys, size_t count, int words)
{
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        const uint64_t *record = keys + i * (size_t)words;
        if (kept &&
            ari__key_compare(record, keys + (kept - 1) * (size_t)words, words) == 0)
            continue;
        ARI_ASSERT(kept <= i);
        copy(keys + kept++ * (size_t)words, record, words);
    }
    return kept;
}

size_t ari__keys_merge(const uint64_t *a, size_t a_count, const uint64_t *b,
                       size_t b_count, int words, uint64_t *out)
{
    const uint64_t *a_end = a + a_count * (size_t)words;
    const uint64_t *b_end = b + b_count * (size_t)words;
    size_t count = 0;
    while (a < a_end || b < b_end) {
        int order = a == a_end ? 1 : b == b_end ? -1 : ari__key_compare(a, b, words);
        ARI_ASSERT(count < a_count + b_count);
        copy(out + count++ * (size_t)words, order <= 0 ? a : b, words);
        a += order <= 0 ? words : 0;
        b += order >= 0 ? words : 0;
    }
    return count;
}

/* The first place from `from` on whose record is not less than `key`. */
static uint64_t lower_bound(const uint64_t *keys, uint64_t from, uint64_t count,
                            int words, const uint64_t *key)
{
    uint64_t low = from, high = count;
    ARI_ASSERT(from <= count);
    while (low < high) {
        uint64_t middle = low + (high - low) / 2;
        if (ari__key_compare(keys + middle * (uint64_t)words, key, words) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

size_t ari__keys_subtract(uint64_t *a, size_t a_count, const uint64_t *b, size_t b_count,
                          int words)
{
    size_t kept = 0;
    uint64_t at = 0;
    bool few = a_count < b_count / 16; /* then leaping is faster than walking */
    for (size_t i = 0; i < a_count; i++) {
        const uint64_t *record = a + i * (size_t)words;
        if (few)
            at = lower_bound(b, at, b_count, words, record);
        else
            while (at < b_count &&
                   ari__key_compare(b + at * (uint64_t)words, record, words) < 0)
                at++;
        if (at < b_count &&
            ari__key_compare(b + at * (uint64_t)words, record, words) == 0)
            continue;
        ARI_ASSERT(kept <= i);
        copy(a + kept++ * (size_t)words, record, words);
    }
    return kept;
}

uint64_t ari__keys_find(const uint64_t *keys, uint64_t count, int words,
                        const uint64_t *key)
{
    uint64_t place = lower_bound(keys, 0, count, words, key);
    bool found = place < count &&
                 ari__key_compare(keys + place * (uint64_t)words, key, words) == 0;
    return found ? place : ARI__NO_SLOT;
}

uint64_t ari__tier_find(const ari__tier *t, int words, const uint64_t *key)
{
    ARI_ASSERT(t->width > 0 && t->from <= t->to && t->to <= t->slots);
    uint64_t windows = (t->slots + t->width - 1) / t->width;
    uint64_t window = lower_bound(t->firsts, 0, windows, words, key);
    if (window == windows ||
        ari__key_compare(t->firsts + window * (uint64_t)words, key, words) > 0)
        window--; /* it is in the one before, if anywhere */
    if (window == UINT64_MAX)
        return ARI__NO_SLOT;
    if (!ari__tier_sees(t, window * t->width))
        return ARI__OUTSIDE;
    uint64_t place = ari__keys_find(t->keys, t->to - t->from, words, key);
    return place == ARI__NO_SLOT ? ARI__NO_SLOT : t->from + place;
}

bool ari__tier_spread(const ari__tier *t, uint64_t from, size_t count, ari__worth *worth)
{
    ARI_ASSERT(t->opens && from + count <= t->slots);
    bool any = false;
    for (size_t i = 0; i < count; i++) {
        uint64_t place = ari__tier_place(t, from + i);
        worth[i] = place == ARI__NO_SLOT ? ARI__WORTH_NONE : t->worth[place];
        any |= place != ARI__NO_SLOT;
    }
    return any;
}

bool ari__found_add(ari__found *found, int words, int tier, const uint64_t *key)
{
    size_t record = (size_t)words + 1;
    ARI_ASSERT(tier >= 0 && found->count <= found->capacity);
    if (found->count == found->capacity &&
        !ari__grow((void **)&found->records, &found->capacity, found->count + 1,
                   record * sizeof(uint64_t)))
        return false;
    uint64_t *place = found->records + found->count++ * record;
    place[0] = (uint64_t)tier;
    copy(place + 1, key, words);
    return true;
}

bool ari__moves_add(ari__moves *moves, uint32_t word)
{
    if (moves->count == moves->capacity &&
        !ari__grow((void **)&moves->list, &moves->capacity, moves->count + 1,
                   sizeof *moves->list))
        return false;
    moves->list[moves->count++] = word;
    return true;
}
