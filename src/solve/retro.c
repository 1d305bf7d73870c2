/* retro.c: values in a tier whose moves may stay in it, and so come back.
 *
 * Every slot has the best worth among its moves to lower tiers, and the number of its moves
 * within the tier that are still open. Distances are worked off from the smallest: a
 * position won in n makes its predecessors' moves bad ones, a position lost in n makes
 * them won in n + 1. A predecessor with no open move left and only bad ones is lost, at
 * the distance of the longest. What is left at the end can always avoid losing, and is a draw; the
 * shortest way to a drawn end, if there is one, gives its length.
 *
 * The order in which positions of one distance are handled does not matter to the result. */
#include "solve/retro.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* A list of slots for each distance. */
typedef struct bucket {
    uint32_t *slots;
    size_t count, capacity;
} bucket;

typedef struct retro {
    uint32_t slots;
    ari__worth *worth;
    uint32_t *open;
    uint32_t *starts; /* edges by their target: of slot s from starts[s] on */
    uint32_t *from;
    uint8_t *done;
    bucket *buckets;
    size_t bucket_count;
} retro;

static bool sort_edges(retro *t, ari__edges *lists, int count)
{
    size_t total = 0;
    for (int i = 0; i < count; i++)
        total += lists[i].count;
    t->starts = calloc((size_t)t->slots + 2, sizeof *t->starts);
    t->from = malloc((total ? total : 1) * sizeof *t->from);
    if (!t->starts || !t->from || total > UINT32_MAX)
        return false;
    uint32_t *ends = t->starts + 1; /* grow to the ends, which are the next starts */
    for (int i = 0; i < count; i++)
        for (size_t j = 0; j < lists[i].count; j++)
            ends[lists[i].list[j].to + 1]++;
    for (uint32_t s = 0; s < t->slots; s++)
        ends[s + 1] += ends[s];
    for (int i = 0; i < count; i++) {
        for (size_t j = 0; j < lists[i].count; j++)
            t->from[ends[lists[i].list[j].to]++] = lists[i].list[j].from;
        free(lists[i].list);
        lists[i] = (ari__edges){.list = NULL};
    }
    return true;
}

static bool put(retro *t, uint32_t slot, int length)
{
    size_t at = (size_t)length;
    if (at >= t->bucket_count) {
        size_t before = t->bucket_count;
        if (!ari__grow((void **)&t->buckets, &t->bucket_count, at + 1,
                       sizeof *t->buckets))
            return false;
        memset(t->buckets + before, 0, (t->bucket_count - before) * sizeof *t->buckets);
    }
    bucket *b = &t->buckets[at];
    if (!ari__grow((void **)&b->slots, &b->capacity, b->count + 1, sizeof *b->slots))
        return false;
    b->slots[b->count++] = slot;
    return true;
}

/* A move of `q` is now worth `w` to it. */
static bool take(retro *t, uint32_t q, ari__worth w)
{
    int value = ari__worth_value(w);
    if (w > t->worth[q])
        t->worth[q] = w;
    if (value > 0)
        return w < t->worth[q] || put(t, q, ari__worth_length(w, false));
    t->open[q]--;
    return t->open[q] || ari__worth_value(t->worth[q]) >= 0 ||
           put(t, q, ari__worth_length(t->worth[q], false));
}

/* Everything of one distance that is won or lost, and what follows for what leads there. */
static ari__trouble settle(retro *t, size_t length)
{
    for (size_t i = 0; i < t->buckets[length].count; i++) {
        uint32_t slot = t->buckets[length].slots[i];
        ari__worth w = t->worth[slot];
        if (t->done[slot] || ari__worth_length(w, false) != (int)length)
            continue;
        t->done[slot] = 1;
        if (length == ARI__LENGTH_MAX)
            return ARI__TROUBLE_LENGTH;
        for (uint32_t e = t->starts[slot]; e < t->starts[slot + 1]; e++) {
            uint32_t q = t->from[e] & ~ARI__EDGE_SAME;
            bool same = (t->from[e] & ARI__EDGE_SAME) != 0;
            if (!t->done[q] && !take(t, q, ari__worth_before(w, !same, false)))
                return ARI__TROUBLE_MEMORY;
        }
    }
    return ARI__TROUBLE_NONE;
}

/* Draws: the shortest way to a drawn end in a lower tier, or none. */
static ari__trouble settle_draws(retro *t)
{
    for (size_t i = 0; i < t->bucket_count; i++)
        t->buckets[i].count = 0;
    for (uint32_t s = 0; s < t->slots; s++) {
        if (t->done[s])
            continue;
        ari__worth w = t->worth[s];
        bool drawn = w != ARI__WORTH_NONE && ari__worth_value(w) == 0;
        if (!drawn)
            t->worth[s] = w = ari__worth_of(0, ARI__ENDLESS, false);
        int length = ari__worth_length(w, false);
        if (length != ARI__ENDLESS && !put(t, s, length))
            return ARI__TROUBLE_MEMORY;
    }
    for (size_t length = 0; length < t->bucket_count; length++) {
        for (size_t i = 0; i < t->buckets[length].count; i++) {
            uint32_t slot = t->buckets[length].slots[i];
            if (t->done[slot] || ari__worth_length(t->worth[slot], false) != (int)length)
                continue;
            t->done[slot] = 1;
            if (length == ARI__LENGTH_MAX)
                return ARI__TROUBLE_LENGTH;
            ari__worth w = ari__worth_of(0, (int)length + 1, false);
            for (uint32_t e = t->starts[slot]; e < t->starts[slot + 1]; e++) {
                uint32_t q = t->from[e] & ~ARI__EDGE_SAME;
                if (t->done[q] || w <= t->worth[q])
                    continue;
                t->worth[q] = w;
                if (!put(t, q, (int)length + 1))
                    return ARI__TROUBLE_MEMORY;
            }
        }
    }
    return ARI__TROUBLE_NONE;
}

/* What the lower tiers alone decide. */
static bool begin(retro *t)
{
    for (uint32_t s = 0; s < t->slots; s++) {
        ari__worth w = t->worth[s];
        int value = ari__worth_value(w);
        if (w == ARI__WORTH_NONE) {
            t->done[s] = t->open[s] == 0; /* a rank without a position */
            continue;
        }
        bool decided = value > 0 || (value < 0 && t->open[s] == 0);
        if ((decided || ari__worth_length(w, false) == 0) &&
            !put(t, s, ari__worth_length(w, false)))
            return false;
    }
    return true;
}

ari__trouble ari__retro(ari__tier *tier, uint32_t *open, ari__edges *lists, int count)
{
    retro t = {.slots = (uint32_t)tier->slots, .worth = tier->worth, .open = open};
    ari__trouble trouble = ARI__TROUBLE_NONE;
    t.done = calloc(t.slots ? t.slots : 1, 1);
    if (!t.done || !sort_edges(&t, lists, count) || !begin(&t))
        trouble = ARI__TROUBLE_MEMORY;
    for (size_t length = 0; !trouble && length < t.bucket_count; length++)
        trouble = settle(&t, length);
    if (!trouble)
        trouble = settle_draws(&t);
    for (size_t i = 0; i < t.bucket_count; i++)
        free(t.buckets[i].slots);
    free(t.buckets);
    free(t.done);
    free(t.starts);
    free(t.from);
    return trouble;
}
