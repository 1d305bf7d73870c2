/* allowance.c: memory that is counted. */
#include <ariadne/allowance.h>

#include <stdint.h>

#include <ariadne/assert.h>

#include "base/memory.h"

void ari_allowance_begin(ari_allowance *allowance, size_t limit)
{
    allowance->limit = limit;
    allowance->given = 0;
    atomic_init(&allowance->used, 0);
    atomic_init(&allowance->peak, 0);
    atomic_init(&allowance->refused, 0);
}

bool ari_allowance_take(ari_allowance *allowance, size_t bytes)
{
    if (!allowance)
        return true;
    size_t used = atomic_load_explicit(&allowance->used, memory_order_relaxed), after;
    do {
        if (used > allowance->limit || bytes > allowance->limit - used) {
            atomic_fetch_add(&allowance->refused, 1);
            return false;
        }
        after = used + bytes;
        ARI_ASSERT(after <= allowance->limit && after >= used);
    } while (!atomic_compare_exchange_weak(&allowance->used, &used, after));
    size_t peak = atomic_load_explicit(&allowance->peak, memory_order_relaxed);
    while (after > peak && !atomic_compare_exchange_weak(&allowance->peak, &peak, after))
        ;
    return true;
}

void ari_allowance_give(ari_allowance *allowance, size_t bytes)
{
    if (!allowance)
        return;
    size_t before = atomic_fetch_sub(&allowance->used, bytes);
    ARI_ASSERT(before >= bytes); /* it was taken */
    (void)before;
}

size_t ari_allowance_left(const ari_allowance *allowance)
{
    if (!allowance)
        return SIZE_MAX;
    size_t used = atomic_load_explicit(&allowance->used, memory_order_relaxed);
    return used < allowance->limit ? allowance->limit - used : 0;
}

ari_status ari_fail_allowance(ari_error *error, const ari_allowance *allowance,
                              const char *what)
{
    if (!allowance || !atomic_load(&allowance->refused))
        return ari_fail(error, ARI_MEMORY, ARI_NO_OFFSET, "cannot get more memory for %s",
                        what);
    return ari__fail_allowed(
        error, allowance->given ? allowance->given : allowance->limit, what);
}

ari_status ari__fail_allowed(ari_error *error, size_t bytes, const char *what)
{
    bool large = bytes >= (size_t)10 << 20 || (bytes && bytes % ((size_t)1 << 20) == 0);
    return ari_fail(error, ARI_MEMORY, ARI_NO_OFFSET,
                    "%s takes more than the %zu %s of memory that are allowed", what,
                    bytes >> (large ? 20 : 10), large ? "MB" : "kB");
}
