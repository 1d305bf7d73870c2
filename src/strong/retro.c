/* retro.c: values in a tier whose moves may stay in it, and so come back: retrograde analysis
 * (Stroehlein 1970, Thompson 1986).
 *
 * Every slot has its best worth so far, from moves to lower tiers, and a counter, `open`, of its
 * moves within the tier. Buckets hold, by length, the slots that may be settled at that length.
 * Going through the lengths from 0 on, a slot is settled once; it then tells its worth to all slots
 * that have a move to it (the edges, sorted by where they lead):
 *
 *     a move that wins is put into the bucket of its length: the shortest one comes first;
 *     a move that loses is counted off; a slot is lost when none is left, at its longest.
 *
 * For example, the sides taking turns, A -> B, A -> C, B -> A, and from C a lower tier: C is lost in
 * 2, as its only move leads to a win in 1. C is settled at 2 and tells A, which then wins in 3, and
 * is settled at 3; A tells B, whose one open move is counted off: B is lost in 4.
 *
 * What is not settled so is drawn. A second pass finds the shortest way to a draw that ends; what is
 * open even then goes round for ever. */
#include "strong/retro.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

static bool put(ari__retro *t, uint32_t slot, int length)
{
    ARI_ASSERT(slot < t->slots && length >= 0 && length < ARI__ENDLESS);
    size_t at = (size_t)length;
    if (at >= t->bucket_count) {
        size_t before = t->bucket_count;
        if (!ari__grow((void **)&t->buckets, &t->bucket_count, at + 1,
                       sizeof *t->buckets))
            return false;
        memset(t->buckets + before, 0, (t->bucket_count - before) * sizeof *t->buckets);
    }
    struct ari__bucket *b = &t->buckets[at];
    if (!t->buckets ||
        !ari__grow((void **)&b->slots, &b->capacity, b->count + 1, sizeof *b->slots))
        return false;
    b->slots[b->count++] = slot;
    return true;
}

bool ari__retro_begin(ari__retro *t, ari__tier *tier, uint32_t *open)
{
    ARI_ASSERT(tier->slots <= ARI__SLOTS_MAX_CYCLIC);
    *t = (ari__retro){.slots = (uint32_t)tier->slots, .worth = tier->worth};
    t->open = open;
    t->done = calloc(t->slots ? t->slots : 1, 1);
    if (!t->done)
        return false;
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

void ari__retro_end(ari__retro *t)
{
    for (size_t i = 0; i < t->bucket_count; i++)
        free(t->buckets[i].slots);
    free(t->buckets);
    free(t->done);
}

bool ari__retro_take(ari__retro *t, uint32_t q, ari__worth w)
{
    ARI_ASSERT(q < t->slots && ari__worth_value(w) != 0);
    if (t->done[q])
        return true;
    if (w > t->worth[q])
        t->worth[q] = w;
    if (ari__worth_value(w) > 0)
        return w < t->worth[q] || put(t, q, ari__worth_length(w, false));
    ARI_ASSERT(t->open[q] > 0); /* each move within the tier tells once */
    t->open[q]--;
    return t->open[q] || ari__worth_value(t->worth[q]) >= 0 ||
           put(t, q, ari__worth_length(t->worth[q], false));
}

ari__trouble ari__retro_settle(ari__retro *t, size_t length, ari__retro_tell *tell,
                               void *self)
{
    for (size_t i = 0; length < t->bucket_count && i < t->buckets[length].count; i++) {
        uint32_t slot = t->buckets[length].slots[i];
        ari__worth w = t->worth[slot];
        if (t->done[slot] || ari__worth_length(w, false) != (int)length)
            continue;
        ARI_ASSERT(w != ARI__WORTH_NONE);
        t->done[slot] = 1;
        if (length == ARI__LENGTH_MAX)
            return ARI__TROUBLE_LENGTH;
        if (!tell(self, slot, w))
            return ARI__TROUBLE_MEMORY;
    }
    return ARI__TROUBLE_NONE;
}

bool ari__retro_begin_draws(ari__retro *t)
{
    for (size_t i = 0; i < t->bucket_count; i++)
        t->buckets[i].count = 0;
    for (uint32_t s = 0; s < t->slots; s++) {
        if (t->done[s])
            continue;
        ari__worth w = t->worth[s];
        if (w == ARI__WORTH_NONE || ari__worth_value(w) != 0)
            t->worth[s] = w = ari__worth_of(0, ARI__ENDLESS, false);
        int length = ari__worth_length(w, false);
        if (length != ARI__ENDLESS && !put(t, s, length))
            return false;
    }
    return true;
}

bool ari__retro_take_draw(ari__retro *t, uint32_t q, ari__worth w)
{
    ARI_ASSERT(q < t->slots);
    if (t->done[q] || w <= t->worth[q])
        return true;
    t->worth[q] = w;
    return put(t, q, ari__worth_length(w, false));
}

/* ---- in one process ---- */

static bool sort_edges(ari__edge_index *index, uint32_t slots, ari__edges *lists,
                       int count)
{
    size_t total = 0;
    for (int i = 0; i < count; i++)
        total += lists[i].count;
    index->starts = calloc((size_t)slots + 2, sizeof *index->starts);
    index->from = malloc((total ? total : 1) * sizeof *index->from);
    if (!index->starts || !index->from || total > UINT32_MAX)
        return false;
    uint32_t *ends = index->starts + 1; /* grow to the ends, which are the next starts */
    for (int i = 0; i < count; i++)
        for (size_t j = 0; j < lists[i].count; j++)
            ends[lists[i].list[j].to + 1]++;
    for (uint32_t s = 0; s < slots; s++)
        ends[s + 1] += ends[s];
    for (int i = 0; i < count; i++) {
        for (size_t j = 0; j < lists[i].count; j++)
            index->from[ends[lists[i].list[j].to]++] = lists[i].list[j].from;
        free(lists[i].list);
        lists[i] = (ari__edges){.list = NULL};
    }
    return true;
}

typedef struct telling {
    ari__retro *t;
    const ari__edge_index *index;
    bool (*take)(ari__retro *t, uint32_t q, ari__worth w);
} telling;

static bool tell_here(void *self, uint32_t slot, ari__worth w)
{
    const telling *here = self;
    const ari__edge_index *index = here->index;
    ARI_ASSERT(slot < here->t->slots && index->starts[slot] <= index->starts[slot + 1]);
    for (uint32_t e = index->starts[slot]; e < index->starts[slot + 1]; e++) {
        bool same = (index->from[e] & ARI__EDGE_SAME) != 0;
        if (!here->take(here->t, index->from[e] & ~ARI__EDGE_SAME,
                        ari__worth_before(w, !same, false)))
            return false;
    }
    return true;
}

ari__trouble ari__retro_whole(ari__tier *tier, uint32_t *open, ari__edges *lists,
                              int count)
{
    ari__retro t = {.slots = 0};
    ari__edge_index index = {.starts = NULL};
    ari__trouble trouble = ARI__TROUBLE_NONE;
    if (!sort_edges(&index, (uint32_t)tier->slots, lists, count) ||
        !ari__retro_begin(&t, tier, open))
        trouble = ARI__TROUBLE_MEMORY;
    telling here = {&t, &index, ari__retro_take};
    for (size_t length = 0; !trouble && length < t.bucket_count; length++)
        trouble = ari__retro_settle(&t, length, tell_here, &here);
    if (!trouble && !ari__retro_begin_draws(&t))
        trouble = ARI__TROUBLE_MEMORY;
    here.take = ari__retro_take_draw;
    for (size_t length = 0; !trouble && length < t.bucket_count; length++)
        trouble = ari__retro_settle(&t, length, tell_here, &here);
    ari__retro_end(&t);
    free(index.starts);
    free(index.from);
    return trouble;
}
