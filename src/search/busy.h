/* busy.h: what some thread is searching, so that the others try something else first (ABDADA: Weill 1996, with
 * a small table of what is being searched instead of counters in the large one). Only a hint: keys
 * overwrite each other freely. */
#ifndef ARI_SEARCH_BUSY_H
#define ARI_SEARCH_BUSY_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#define ARI__BUSY 4096 /* a power of two */

typedef struct ari__busy {
    _Atomic uint64_t key[ARI__BUSY];
} ari__busy;

static inline bool ari__busy_has(const ari__busy *busy, uint64_t key)
{
    return atomic_load_explicit(&busy->key[key % ARI__BUSY], memory_order_relaxed) == key;
}

static inline void ari__busy_begin(ari__busy *busy, uint64_t key)
{
    atomic_store_explicit(&busy->key[key % ARI__BUSY], key, memory_order_relaxed);
}

static inline void ari__busy_end(ari__busy *busy, uint64_t key)
{
    atomic_store_explicit(&busy->key[key % ARI__BUSY], 0, memory_order_relaxed);
}

#endif
