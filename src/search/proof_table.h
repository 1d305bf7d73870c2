/* proof_table.h: what the exact search has proved: bounds that hold for good.
 *
 * A bucket is one cache line of four entries. An entry is two words: what is known, and the
 * position's key xor that, so that an entry torn by two threads writing at once does not
 * match any key (lockless hashing: Hyatt and Mann 2002). Within a bucket the last slot is always replaced; the others keep what cost
 * the most work.
 *
 *     what is known:  at least 27 | at most 27 | age 6 | work 4
 *
 * Scores of won and lost positions count plies from the position itself. Clearing changes
 * the table's salt, so that no old key matches, and its age, so that old entries are the
 * first to be replaced: it costs nothing, whatever the size. */
#ifndef ARI_SEARCH_PROOF_TABLE_H
#define ARI_SEARCH_PROOF_TABLE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <ariadne/game.h>

#include "base/hash.h"

typedef struct ari__proof {
    int at_least, at_most;
} ari__proof;

typedef struct ari__proof_slot {
    _Atomic uint64_t check, data;
} ari__proof_slot;

#define ARI__PROOF_BUCKET 4

typedef struct ari__proof_table {
    ari__proof_slot *slots;
    size_t bytes;
    uint64_t buckets;
    uint64_t salt;
    unsigned age; /* below 64 */
} ari__proof_table;

/* ---- scores in 27 bits ----
 *
 * The top half of the range counts down from a win now, the middle holds payoffs. What does
 * not fit becomes a weaker bound, never a stronger one. */

#define ARI__PROOF_MOST 0x3ffffff /* a win now, and "nothing known" as an upper bound */
#define ARI__PROOF_FAR 0x2000000  /* the furthest win that fits; payoffs lie below */

static inline int ari__proof_code(int score)
{
    if (score > ARI_SCORE_MAX) {
        int far = ARI_WIN - score;
        return far < ARI__PROOF_FAR ? ARI__PROOF_MOST - far : ARI__PROOF_FAR - 1;
    }
    return score < ARI__PROOF_FAR - 1 ? score : ARI__PROOF_FAR - 1;
}

static inline int ari__proof_score(int code)
{
    return code >= ARI__PROOF_FAR    ? ARI_WIN - (ARI__PROOF_MOST - code)
           : code <= -ARI__PROOF_FAR ? -ARI_WIN + (ARI__PROOF_MOST + code)
                                     : code;
}

/* Rounded down, for a lower bound. Its negative rounds up, for an upper one. */
static inline int ari__proof_floor(int score)
{
    if (score >= 0)
        return ari__proof_code(score);
    int code = -ari__proof_code(-score);
    return ari__proof_score(code) <= score ? code : -ARI__PROOF_MOST;
}

static inline uint64_t ari__proof_pack(ari__proof proof, uint64_t age, uint64_t work)
{
    uint64_t at_least = (uint32_t)ari__proof_floor(proof.at_least) & 0x7ffffff;
    uint64_t at_most = (uint32_t)-ari__proof_floor(-proof.at_most) & 0x7ffffff;
    ARI_ASSERT(age < 64 && work < 16);
    /* What does not fit is a weaker bound, never a stronger one. */
    ARI_ASSERT(ari__proof_score(ari__proof_floor(proof.at_least)) <= proof.at_least);
    ARI_ASSERT(-ari__proof_score(ari__proof_floor(-proof.at_most)) >= proof.at_most);
    return at_least << 37 | at_most << 10 | age << 4 | work;
}

static inline ari__proof ari__proof_unpack(uint64_t data)
{
    return (ari__proof){
        .at_least = ari__proof_score((int)((int64_t)data >> 37)),
        .at_most = ari__proof_score((int)((int64_t)(data << 27) >> 37)),
    };
}

/* ---- looking up and storing ---- */

static inline ari__proof_slot *ari__proof_bucket(const ari__proof_table *table,
                                                 uint64_t key)
{
    return table->slots + ari__hash_place(key, table->buckets) * ARI__PROOF_BUCKET;
}

static inline bool ari__proof_get(const ari__proof_table *table, uint64_t key,
                                  ari__proof *proof)
{
    ari__proof_slot *bucket = ari__proof_bucket(table, key);
    for (int i = 0; i < ARI__PROOF_BUCKET; i++) {
        uint64_t data = atomic_load_explicit(&bucket[i].data, memory_order_relaxed);
        uint64_t check = atomic_load_explicit(&bucket[i].check, memory_order_relaxed);
        if ((check ^ data) != key || data == 0)
            continue;
        *proof = ari__proof_unpack(data);
        return true;
    }
    return false;
}

/* Adds a bound to what is known; `nodes` is what it took to find out. */
static inline void ari__proof_put(const ari__proof_table *table, uint64_t key,
                                  ari__proof proof, uint64_t nodes)
{
    uint64_t work = (uint64_t)(63 - __builtin_clzll(nodes | 1)) / 2;
    if (work > 15)
        work = 15;
    ari__proof_slot *bucket = ari__proof_bucket(table, key);
    ari__proof_slot *victim = &bucket[ARI__PROOF_BUCKET - 1];
    uint64_t least = 2 * work + 2;
    for (int i = 0; i < ARI__PROOF_BUCKET; i++) {
        uint64_t there = atomic_load_explicit(&bucket[i].data, memory_order_relaxed);
        uint64_t check = atomic_load_explicit(&bucket[i].check, memory_order_relaxed);
        if ((check ^ there) == key && there != 0) {
            ari__proof known = ari__proof_unpack(there);
            if (known.at_least > proof.at_least)
                proof.at_least = known.at_least;
            if (known.at_most < proof.at_most)
                proof.at_most = known.at_most;
            if ((there & 15) > work)
                work = there & 15;
            victim = &bucket[i];
            break;
        }
        uint64_t worth = (there >> 4 & 63) == table->age ? 2 * (there & 15) + 1 : 0;
        if (i < ARI__PROOF_BUCKET - 1 && worth < least) {
            least = worth;
            victim = &bucket[i];
        }
    }
    uint64_t data = ari__proof_pack(proof, table->age, work);
    atomic_store_explicit(&victim->check, key ^ data, memory_order_relaxed);
    atomic_store_explicit(&victim->data, data, memory_order_relaxed);
}

#endif
