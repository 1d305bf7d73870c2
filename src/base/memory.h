/* memory.h: large blocks for tables, and arrays that grow. */
#ifndef ARI_BASE_MEMORY_H
#define ARI_BASE_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

#include <ariadne/allowance.h>
#include <ariadne/assert.h>

/* `size` zeroed bytes, aligned to 64, in huge pages where the system offers them; NULL
 * when they cannot be had. Freed only by ari__block_free with the same size. */
void *ari__block_new(size_t size);
void ari__block_free(void *block, size_t size);
void ari__block_clear(void *block, size_t size);

/* Makes `*array`, of items of `item` bytes, hold at least `needed` items, growing by
 * half. False when memory cannot be had; the array is then as it was. */
bool ari__grow(void **array, size_t *capacity, size_t needed, size_t item);

/* The same for an array that is charged to an allowance, and grows by less where half as much again
 * would be too much. It may become large: then it grows in place, so that old and new never
 * stand side by side. What is new in it is zero. Freed only by ari__charged_free. */
bool ari__charged_grow(ari_allowance *allowance, void **array, size_t *capacity,
                       size_t needed, size_t item);
/* The same to exactly `wanted` items, more than before; and would the allowance allow it? */
bool ari__charged_resize(ari_allowance *allowance, void **array, size_t *capacity,
                         size_t wanted, size_t item);
bool ari__charged_allows(const ari_allowance *allowance, size_t capacity, size_t wanted,
                         size_t item);
void ari__charged_free(ari_allowance *allowance, void *array, size_t capacity,
                       size_t item);

/* The error of work that would take more than the `bytes` that it was allowed. */
ari_status ari__fail_allowed(ari_error *error, size_t bytes, const char *what);

#endif
