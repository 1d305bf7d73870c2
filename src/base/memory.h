/* memory.h: large blocks for tables, and arrays that grow. */
#ifndef ARI_BASE_MEMORY_H
#define ARI_BASE_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

/* `size` zeroed bytes, aligned to 64, in huge pages where the system offers them; NULL
 * when they cannot be had. Freed only by ari__block_free with the same size. */
void *ari__block_new(size_t size);
void ari__block_free(void *block, size_t size);
void ari__block_clear(void *block, size_t size);

/* Makes `*array`, of items of `item` bytes, hold at least `needed` items, growing by
 * half. False when memory cannot be had; the array is then as it was. */
bool ari__grow(void **array, size_t *capacity, size_t needed, size_t item);

#endif
