/* table_entry.h: the transposition table.
 *
 * A bucket is one cache line of four entries. An entry is two words: what is known, and
 * the position's key xor that, so that an entry torn by two threads writing at once does
 * not match any key (lockless hashing: Hyatt and Mann 2002). Within a bucket the last slot is always replaced; the others keep
 * what cost the most work.
 *
 *     what is known:  score 32 | move 16 | depth 10 | bound 2 | work 4
 *
 * Scores of won and lost positions count plies from the position itself, not from the
 * root. A depth of ARI__COMPLETE means that the end of the game was seen everywhere it
 * mattered, so that the bound holds for any depth. */
#ifndef ARI_SEARCH_TABLE_ENTRY_H
#define ARI_SEARCH_TABLE_ENTRY_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <ariadne/game.h>

#include "base/hash.h"

#define ARI__COMPLETE 1023 /* the largest depth that fits */

typedef enum ari__entry_bound {
    ARI__UPPER = 1,
    ARI__LOWER = 2,
    ARI__EXACT = 3
} ari__entry_bound;

typedef struct ari__entry {
    int score;
    ari_move move;
    int depth;
    ari__entry_bound bound;
} ari__entry;

typedef struct ari__slot {
    _Atomic uint64_t check, data;
} ari__slot;

#define ARI__BUCKET 4

typedef struct ari__table {
    ari__slot *slots;
    size_t bytes;
    uint64_t buckets;
} ari__table;

static inline ari__slot *ari__table_bucket(const ari__table *table, uint64_t key)
{
    return table->slots + ari__hash_place(key, table->buckets) * ARI__BUCKET;
}

static inline bool ari__table_get(const ari__table *table, uint64_t key,
                                  ari__entry *entry)
{
    ari__slot *bucket = ari__table_bucket(table, key);
    for (int i = 0; i < ARI__BUCKET; i++) {
        uint64_t data = atomic_load_explicit(&bucket[i].data, memory_order_relaxed);
        uint64_t check = atomic_load_explicit(&bucket[i].check, memory_order_relaxed);
        if ((check ^ data) != key || data == 0)
            continue;
        entry->score = (int)(int32_t)(uint32_t)(data >> 32);
        entry->move = (ari_move)(data >> 16);
        entry->depth = (int)(data >> 6 & 1023);
        entry->bound = (ari__entry_bound)(data >> 4 & 3);
        ARI_ASSERT(entry->bound != 0); /* no entry says nothing */
        return true;
    }
    return false;
}

/* `nodes` is what it took to find out: the measure of what is worth keeping. */
static inline void ari__table_put(const ari__table *table, uint64_t key, ari__entry entry,
                                  uint64_t nodes)
{
    uint64_t work = (uint64_t)(63 - __builtin_clzll(nodes | 1)) / 2;
    if (work > 15)
        work = 15;
    ARI_ASSERT(entry.depth >= 0 && entry.depth <= ARI__COMPLETE);
    ARI_ASSERT(entry.bound >= ARI__UPPER && entry.bound <= ARI__EXACT);
    uint64_t data = (uint64_t)(uint32_t)entry.score << 32 | (uint64_t)entry.move << 16 |
                    (uint64_t)entry.depth << 6 | (uint64_t)entry.bound << 4 | work;
    ari__slot *bucket = ari__table_bucket(table, key);
    ari__slot *victim = &bucket[ARI__BUCKET - 1];
    uint64_t least = work + 1;
    for (int i = 0; i < ARI__BUCKET; i++) {
        uint64_t there = atomic_load_explicit(&bucket[i].data, memory_order_relaxed);
        uint64_t check = atomic_load_explicit(&bucket[i].check, memory_order_relaxed);
        if (there == 0 || (check ^ there) == key) {
            victim = &bucket[i];
            break;
        }
        if (i < ARI__BUCKET - 1 && (there & 15) < least) {
            least = there & 15;
            victim = &bucket[i];
        }
    }
    atomic_store_explicit(&victim->check, key ^ data, memory_order_relaxed);
    atomic_store_explicit(&victim->data, data, memory_order_relaxed);
}

#endif
