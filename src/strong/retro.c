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

bool ari__retro_begin(ari__retro *t, uint64_t slots, ari__worth *worth, uint32_t *open,
                      bool payoffs)
{
    ARI_ASSERT(slots <= ARI__SLOTS_MAX_CYCLIC);
    *t = (ari__retro){.slots = (uint32_t)slots, .payoffs = payoffs};
    t->worth = worth;
    t->open = open;
    for (uint32_t s = 0; s < t->slots; s++) {
        ari__worth w = t->worth[s];
        int value = ari__worth_value(w), length = ari__worth_length(w, false);
        if (payoffs) {
            if (t->open[s] == 0 && !put(t, s, 0))
                return false;
            continue;
        }
        if (w == ARI__WORTH_NONE) {
            if (t->open[s] == 0) /* a rank without a position */
                t->open[s] = ARI__SETTLED;
            continue;
        }
        bool decided = value > 0 || (value < 0 && t->open[s] == 0);
        if ((decided || length == 0) && !put(t, s, length))
            return false;
    }
    return true;
}

void ari__retro_end(ari__retro *t)
{
    for (size_t i = 0; i < t->bucket_count; i++)
        free(t->buckets[i].slots);
    free(t->buckets);
}

bool ari__retro_all(const ari__retro *t)
{
    for (uint32_t s = 0; s < t->slots; s++)
        if (t->open[s] != ARI__SETTLED)
            return false;
    return true;
}

bool ari__retro_take(ari__retro *t, uint32_t q, ari__worth w)
{
    ARI_ASSERT(q < t->slots && (t->payoffs || ari__worth_value(w) != 0));
    if (t->open[q] == ARI__SETTLED)
        return true;
    bool better = w > t->worth[q];
    if (better)
        t->worth[q] = w;
    if (!t->payoffs && ari__worth_value(w) > 0)
        return !better || put(t, q, ari__worth_length(w, false));
    ARI_ASSERT(t->open[q] > 0); /* each move within the tier tells once */
    t->open[q]--;
    if (t->payoffs)
        return t->open[q] || put(t, q, (int)t->round + 1);
    return t->open[q] || ari__worth_value(t->worth[q]) >= 0 ||
           put(t, q, ari__worth_length(t->worth[q], false));
}

ari__trouble ari__retro_settle(ari__retro *t, size_t length, ari__retro_tell *tell,
                               void *self)
{
    t->round = (uint32_t)length;
    for (size_t i = 0; length < t->bucket_count && i < t->buckets[length].count; i++) {
        uint32_t slot = t->buckets[length].slots[i];
        ari__worth w = t->worth[slot];
        int plies = ari__worth_length(w, t->payoffs);
        if (t->open[slot] == ARI__SETTLED || (!t->payoffs && plies != (int)length))
            continue;
        ARI_ASSERT(w != ARI__WORTH_NONE);
        t->open[slot] = ARI__SETTLED;
        if (plies == ARI__LENGTH_MAX)
            return ARI__TROUBLE_LENGTH;
        if (!tell(self, slot, w))
            return ARI__TROUBLE_MEMORY;
    }
    if (length < t->bucket_count) { /* it is not needed again */
        free(t->buckets[length].slots);
        t->buckets[length] = (struct ari__bucket){.slots = NULL};
    }
    return ARI__TROUBLE_NONE;
}

bool ari__retro_begin_draws(ari__retro *t)
{
    for (size_t i = 0; i < t->bucket_count; i++)
        t->buckets[i].count = 0;
    for (uint32_t s = 0; s < t->slots; s++) {
        if (t->open[s] == ARI__SETTLED)
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
    if (t->open[q] == ARI__SETTLED || w <= t->worth[q])
        return true;
    t->worth[q] = w;
    return put(t, q, ari__worth_length(w, false));
}

/* ---- the edges, by where they lead ---- */

/* Moves as they come: of a slot its place, and then so many others. */
typedef struct sorting {
    ari__edge_index *index;
    const uint32_t *open;
    bool collects, filling;
    uint32_t from, left; /* moves of `from` that are still to come */
    bool half;           /* of the next of them, only the points */
    uint32_t at;         /* where the present one is put */
} sorting;

static void take_edge(sorting *c, uint32_t word)
{
    uint32_t *end = &c->index->starts[(word & ~ARI__MOVE_SAME) + 1];
    c->left--;
    c->at = (*end)++;
    if (c->filling)
        c->index->from[c->at] = c->from | (word & ARI__MOVE_SAME);
}

static ari_status take_words(void *to, const uint32_t *words, size_t count)
{
    sorting *c = to;
    for (size_t i = 0; i < count; i++) {
        if (c->half) {
            if (c->filling)
                c->index->collected[c->at] = (int16_t)words[i];
            c->half = false;
        } else if (c->left) {
            take_edge(c, words[i]);
            c->half = c->collects;
        } else {
            c->from = words[i];
            c->left = c->open[c->from];
        }
    }
    return ARI_OK;
}

/* From counts, one place on, to the starts, one place on: they grow to the ends, which are the next
 * starts. */
static void add_up(uint32_t *starts, uint32_t slots)
{
    uint32_t sum = 0;
    for (uint32_t s = 1; s <= slots; s++) {
        uint32_t count = starts[s];
        starts[s] = sum;
        sum += count;
    }
}

static bool make_room(ari__edge_index *index, uint32_t slots, uint64_t edges,
                      bool collects)
{
    *index =
        (ari__edge_index){.starts = calloc((size_t)slots + 1, sizeof *index->starts)};
    if (edges > UINT32_MAX)
        return false;
    size_t count = edges ? (size_t)edges : 1;
    index->from = malloc(count * sizeof *index->from);
    index->collected = collects ? malloc(count * sizeof *index->collected) : NULL;
    return index->starts && index->from && (index->collected || !collects);
}

ari_status ari__edge_index_make(ari__edge_index *index, uint32_t slots,
                                const uint32_t *open, const ari__move_source *source)
{
    sorting c = {.index = index, .open = open, .collects = source->collects};
    if (!make_room(index, slots, source->edges, source->collects))
        return ARI_MEMORY;
    ari_status status = source->read(source->self, take_words, &c);
    add_up(index->starts, slots);
    c.filling = true;
    return status == ARI_OK ? source->read(source->self, take_words, &c) : status;
}

void ari__edge_index_free(ari__edge_index *index)
{
    free(index->starts);
    free(index->from);
    free(index->collected);
}

static bool sort_edges(ari__edge_index *index, uint32_t slots, ari__edges *list)
{
    if (!make_room(index, slots, list->count, false))
        return false;
    for (size_t j = 0; j < list->count; j++)
        index->starts[list->list[j].to + 1]++;
    add_up(index->starts, slots);
    for (size_t j = 0; j < list->count; j++)
        index->from[index->starts[list->list[j].to + 1]++] = list->list[j].from;
    free(list->list);
    *list = (ari__edges){.list = NULL};
    return true;
}

/* ---- in one process ---- */

typedef struct telling {
    ari__retro *t;
    const ari__edge_index *index;
    bool (*take)(ari__retro *t, uint32_t q, ari__worth w);
} telling;

static bool tell_here(void *self, uint32_t slot, ari__worth w)
{
    const telling *here = self;
    const ari__edge_index *index = here->index;
    bool payoffs = here->t->payoffs;
    ARI_ASSERT(slot < here->t->slots && index->starts[slot] <= index->starts[slot + 1]);
    for (uint32_t e = index->starts[slot]; e < index->starts[slot + 1]; e++) {
        bool same = (index->from[e] & ARI__MOVE_SAME) != 0;
        ari__worth rest = index->collected ? ari__worth_plus(w, index->collected[e]) : w;
        if (!here->take(here->t, index->from[e] & ~ARI__MOVE_SAME,
                        ari__worth_before(rest, !same, payoffs)))
            return false;
    }
    return true;
}

/* One length, or round, after the other. */
static ari__trouble settle_all(telling *here)
{
    ari__trouble trouble = ARI__TROUBLE_NONE;
    for (size_t length = 0; !trouble && length < here->t->bucket_count; length++)
        trouble = ari__retro_settle(here->t, length, tell_here, here);
    return trouble;
}

ari__trouble ari__retro_whole(uint64_t slots, ari__worth *worth, uint32_t *open,
                              bool payoffs, const ari__edge_index *index)
{
    ari__retro t;
    ari__trouble trouble = ari__retro_begin(&t, slots, worth, open, payoffs)
                               ? ARI__TROUBLE_NONE
                               : ARI__TROUBLE_MEMORY;
    telling here = {&t, index, ari__retro_take};
    if (!trouble)
        trouble = settle_all(&here);
    if (!trouble && payoffs && !ari__retro_all(&t))
        trouble = ARI__TROUBLE_BACK;
    if (!trouble && !payoffs && !ari__retro_begin_draws(&t))
        trouble = ARI__TROUBLE_MEMORY;
    here.take = ari__retro_take_draw;
    if (!trouble && !payoffs)
        trouble = settle_all(&here);
    ari__retro_end(&t);
    return trouble;
}

ari__trouble ari__retro_edges(ari__tier *tier, uint32_t *open, ari__edges *list)
{
    ari__edge_index index = {.starts = NULL};
    ari__trouble trouble = ARI__TROUBLE_MEMORY;
    if (sort_edges(&index, (uint32_t)tier->slots, list))
        trouble = ari__retro_whole(tier->slots, tier->worth, open, false, &index);
    ari__edge_index_free(&index);
    return trouble;
}
