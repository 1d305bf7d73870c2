/* memory.c: large blocks and growing arrays. */
#define _DEFAULT_SOURCE
#include "base/memory.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#ifdef __linux__
#include <sys/mman.h>

/* A block of a huge page or more is mapped, aligned to huge pages, and offered to the
 * system for them: random access to a table then costs one address look-up, not four. */
#define HUGE_PAGE ((size_t)2 << 20)

static size_t rounded(size_t size)
{
    return (size + HUGE_PAGE - 1) & ~(HUGE_PAGE - 1);
}

static void *map_huge(size_t size)
{
    if (size > SIZE_MAX / 2)
        return NULL;
    size_t whole = rounded(size) + HUGE_PAGE;
    char *start =
        mmap(NULL, whole, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (start == MAP_FAILED)
        return NULL;
    char *block = start + (-(uintptr_t)start & (HUGE_PAGE - 1));
    char *end = block + rounded(size);
    if (block > start)
        munmap(start, (size_t)(block - start));
    if (start + whole > end)
        munmap(end, (size_t)(start + whole - end));
    madvise(block, rounded(size), MADV_HUGEPAGE); /* a wish: failing it changes nothing */
    return block;
}
#endif

void *ari__block_new(size_t size)
{
#ifdef __linux__
    if (size >= HUGE_PAGE)
        return map_huge(size);
#endif
    size_t whole = (size + 63) & ~(size_t)63;
    if (whole < size)
        return NULL;
    void *block = aligned_alloc(64, whole ? whole : 64);
    if (block)
        memset(block, 0, whole);
    return block;
}

void ari__block_free(void *block, size_t size)
{
    if (!block)
        return;
#ifdef __linux__
    if (size >= HUGE_PAGE) {
        munmap(block, rounded(size));
        return;
    }
#else
    (void)size;
#endif
    free(block);
}

void ari__block_clear(void *block, size_t size)
{
    memset(block, 0, size);
}

bool ari__grow(void **array, size_t *capacity, size_t needed, size_t item)
{
    if (needed <= *capacity)
        return true;
    size_t wanted = *capacity + *capacity / 2;
    if (wanted < needed)
        wanted = needed;
    if (wanted < 16)
        wanted = 16;
    if (wanted > SIZE_MAX / item)
        return false;
    void *larger = realloc(*array, wanted * item);
    if (!larger)
        return false;
    *array = larger;
    *capacity = wanted;
    return true;
}
