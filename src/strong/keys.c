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

/* A byte of the records that is not the same in all of them, and how many have which. */
typedef struct digit {
    int word, shift;
    size_t counts[256];
} digit;

/* Finds these bytes, the lowest first; there is room for all of them. */
static int find_digits(const uint64_t *keys, size_t count, int words, digit *digits)
{
    int found = 0;
    for (int word = words - 1; word >= 0; word--) {
        uint64_t varies = 0, first = keys[word];
        for (size_t i = 1; i < count; i++)
            varies |= keys[i * (size_t)words + (size_t)word] ^ first;
        for (int shift = 0; shift < 64; shift += 8)
            if (varies >> shift & 255) {
                digits[found] = (digit){.word = word, .shift = shift};
                found++;
            }
    }
    for (size_t i = 0; i < count; i++)
        for (int d = 0; d < found; d++)
            digits[d].counts[keys[i * (size_t)words + (size_t)digits[d].word] >>
                                 digits[d].shift &
                             255]++;
    return found;
}

/* Sorts by one of them, from `from` into `to`. */
static void sort_digit(const uint64_t *from, uint64_t *to, size_t count, int words,
                       const digit *d)
{
    size_t starts[256], sum = 0;
    for (int i = 0; i < 256; i++) {
        starts[i] = sum;
        sum += d->counts[i];
    }
    ARI_ASSERT(sum == count);
    for (size_t i = 0; i < count; i++) {
        const uint64_t *record = from + i * (size_t)words;
        size_t place = starts[record[d->word] >> d->shift & 255]++;
        copy(to + place * (size_t)words, record, words);
    }
}

bool ari__keys_sort(uint64_t *keys, size_t count, int words)
{
    ARI_ASSERT(words > 0);
    if (count < 2)
        return true;
    uint64_t *other = malloc(count * (size_t)words * sizeof *other);
    digit *digits = malloc((size_t)words * 8 * sizeof *digits);
    if (!other || !digits) {
        free(other);
        free(digits);
        return false;
    }
    uint64_t *from = keys, *to = other;
    int found = find_digits(keys, count, words, digits);
    for (int i = 0; i < found; i++) {
        sort_digit(from, to, count, words, &digits[i]);
        uint64_t *swapped = from;
        from = to;
        to = swapped;
    }
    if (from != keys)
        memcpy(keys, from, count * (size_t)words * sizeof *keys);
    free(other);
    free(digits);
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

/* ---- a hash over keys ---- */

/* The entry of a table of a power of two that has this key, or the free one where it belongs. An entry is 1 +
 * the number of a record. */
static inline uint32_t *entry_of(uint32_t *table, size_t size, const uint64_t *keys,
                                 int words, const uint64_t *key, uint64_t hash)
{
    size_t at = (size_t)hash & (size - 1);
    while (table[at] && ari__key_compare(keys + (size_t)(table[at] - 1) * (size_t)words,
                                         key, words) != 0)
        at = (at + 1) & (size - 1);
    return &table[at];
}

void ari__tier_hash(ari__tier *t, int words)
{
    size_t size = 64;
    while (size < 2 * t->slots)
        size *= 2;
    if (t->hash || t->slots > UINT32_MAX / 2)
        return;
    t->hash = calloc(size, sizeof *t->hash);
    t->hash_size = size;
    for (uint64_t slot = 0; t->hash && slot < t->slots; slot++) {
        const uint64_t *key = t->keys + slot * (uint64_t)words;
        *entry_of(t->hash, size, t->keys, words, key, ari__key_hash(0, key, words)) =
            (uint32_t)slot + 1;
    }
}

uint64_t ari__tier_look(const ari__tier *t, int words, const uint64_t *key, uint64_t hash)
{
    uint32_t entry = *entry_of(t->hash, t->hash_size, t->keys, words, key, hash);
    return entry ? entry - 1 : ARI__NO_SLOT;
}

/* ---- what threads find ---- */

#define FOUND_HASHED \
    1024 /* records: a table for fewer would take memory and save nothing */

static bool grow_table(ari__found *found, int words)
{
    int record = words + 1;
    size_t size = found->table_size ? 2 * found->table_size : 64;
    uint32_t *table = calloc(size, sizeof *table);
    if (!table)
        return false;
    for (size_t i = 0; i < found->count; i++) {
        const uint64_t *known = found->records + i * (size_t)record;
        uint64_t hash = ari__key_hash(known[0], known + 1, words);
        *entry_of(table, size, found->records, record, known, hash) = (uint32_t)i + 1;
    }
    free(found->table);
    found->table = table;
    found->table_size = size;
    return true;
}

bool ari__found_room(ari__found *found, int words, size_t news)
{
    size_t record = (size_t)words + 1;
    while (found->most >= FOUND_HASHED && 2 * (found->count + news) >= found->table_size)
        if (!grow_table(found, words))
            return false;
    return ari__grow((void **)&found->records, &found->capacity, found->count + news,
                     record * sizeof(uint64_t));
}

void ari__found_add(ari__found *found, int words, int tier, const uint64_t *key,
                    uint64_t hash)
{
    int record = words + 1;
    uint64_t *news = found->records + found->count * (size_t)record;
    ARI_ASSERT(tier >= 0 && found->count < found->capacity);
    news[0] = (uint64_t)tier;
    copy(news + 1, key, words);
    if (!found->table) {
        found->count++;
        return;
    }
    uint32_t *entry =
        entry_of(found->table, found->table_size, found->records, record, news, hash);
    if (!*entry)
        *entry = (uint32_t)++found->count;
}

void ari__found_clear(ari__found *found)
{
    free(found->table);
    found->table = NULL;
    found->table_size = found->count = 0;
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
