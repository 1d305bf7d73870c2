/* memory.c: large blocks and growing arrays. */
#define _GNU_SOURCE /* mremap */
#include "base/memory.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#ifdef __linux__
#include <sys/mman.h>

/* A block of a huge page or more is mapped, aligned to huge pages, and offered to the
 * system for them: random access to a table then costs one address look-up, not four. Its end is
 * in small pages, so that it takes what was asked for and not up to two megabytes more. */
#define HUGE_PAGE ((size_t)2 << 20)
#define PAGE ((size_t)4 << 10)
/* Smaller ones are mapped, too, from here on: what is freed of them is gone, while malloc would
 * keep a hole into which the next block of the same size, as it is aligned, does not fit. */
#define MAPPED_LEAST ((size_t)128 << 10)

static size_t rounded(size_t size)
{
    return (size + PAGE - 1) & ~(PAGE - 1);
}

static void *map_aligned(size_t size)
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
    ARI_ASSERT(((uintptr_t)block & (HUGE_PAGE - 1)) == 0 && end <= start + whole);
    if (block > start)
        munmap(start, (size_t)(block - start));
    if (start + whole > end)
        munmap(end, (size_t)(start + whole - end));
    return block;
}

static void *map_small(size_t size)
{
    void *block = mmap(NULL, rounded(size), PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return block == MAP_FAILED ? NULL : block;
}

static void *map_huge(size_t size)
{
    void *block = map_aligned(size);
    if (block) /* a wish: failing it changes nothing */
        madvise(block, size & ~(HUGE_PAGE - 1), MADV_HUGEPAGE);
    return block;
}
#endif

void *ari__block_new(size_t size)
{
#ifdef __linux__
    if (size >= HUGE_PAGE)
        return map_huge(size);
    if (size >= MAPPED_LEAST)
        return map_small(size);
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
    if (size >= MAPPED_LEAST) {
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

/* Half as much again, or what is needed; 0 when that is more than there can be. */
static size_t grown(size_t capacity, size_t needed, size_t item)
{
    ARI_ASSERT(item > 0 && needed > capacity);
    size_t wanted = capacity + capacity / 2;
    if (wanted < needed)
        wanted = needed;
    if (wanted < 16)
        wanted = 16;
    return wanted > SIZE_MAX / 2 / item ? 0 : wanted;
}

bool ari__grow(void **array, size_t *capacity, size_t needed, size_t item)
{
    ARI_ASSERT(*array || *capacity == 0);
    if (needed <= *capacity)
        return true;
    size_t wanted = grown(*capacity, needed, item);
    void *larger = wanted ? realloc(*array, wanted * item) : NULL;
    if (!larger)
        return false;
    *array = larger;
    *capacity = wanted;
    return true;
}

/* ---- arrays that are charged to an allowance ---- */

/* What a block of so many bytes takes. */
static size_t taken(size_t bytes)
{
#ifdef __linux__
    if (bytes >= HUGE_PAGE)
        return rounded(bytes);
#endif
    return bytes;
}

static bool grows_in_place(size_t bytes)
{
#ifdef __linux__
    return bytes >= HUGE_PAGE;
#else
    (void)bytes;
    return false;
#endif
}

/* A larger block with what is in this one; NULL, and nothing has changed, without memory. */
static void *move_block(void *block, size_t old, size_t bytes)
{
    ARI_ASSERT(bytes > old && (block || old == 0));
#ifdef __linux__
    if (old >= HUGE_PAGE) {
        void *moved = mremap(block, rounded(old), rounded(bytes), MREMAP_MAYMOVE);
        return moved == MAP_FAILED ? NULL : moved;
    }
    if (bytes >= HUGE_PAGE) {
        void *larger = map_aligned(bytes); /* in one piece: only that can be moved */
        if (larger && block) {
            memcpy(larger, block, old);
            free(block);
        }
        return larger;
    }
#endif
    char *larger = realloc(block, bytes);
    if (larger)
        memset(larger + old, 0, bytes - old);
    return larger;
}

/* In place it takes the difference; otherwise both stand there for a moment. */
static size_t moment(size_t old)
{
    return grows_in_place(old) ? 0 : taken(old);
}

bool ari__charged_allows(const ari_allowance *allowance, size_t capacity, size_t wanted,
                         size_t item)
{
    size_t old = capacity * item;
    return wanted && ari_allowance_left(allowance) >=
                         taken(wanted * item) - taken(old) + moment(old);
}

bool ari__charged_resize(ari_allowance *allowance, void **array, size_t *capacity,
                         size_t wanted, size_t item)
{
    size_t old = *capacity * item, bytes = wanted * item;
    ARI_ASSERT(!wanted || wanted > *capacity); /* 0: more than there can be */
    ARI_ASSERT(*array || *capacity == 0);
    size_t more = taken(bytes) - taken(old), besides = moment(old);
    if (!wanted || !ari_allowance_take(allowance, more + besides))
        return false;
    void *larger = move_block(*array, old, bytes);
    ari_allowance_give(allowance, larger ? besides : more + besides);
    if (!larger)
        return false;
    *array = larger;
    *capacity = wanted;
    return true;
}

bool ari__charged_grow(ari_allowance *allowance, void **array, size_t *capacity,
                       size_t needed, size_t item)
{
    if (needed <= *capacity)
        return true;
    size_t wanted = grown(*capacity, needed, item);
    if (wanted && !ari__charged_allows(allowance, *capacity, wanted, item))
        wanted = needed + needed / 32;
    return ari__charged_resize(allowance, array, capacity, wanted, item);
}

void ari__charged_free(ari_allowance *allowance, void *array, size_t capacity,
                       size_t item)
{
    ARI_ASSERT(array || capacity == 0);
    size_t bytes = capacity * item;
    if (!array)
        return;
    ari_allowance_give(allowance, taken(bytes));
#ifdef __linux__
    if (bytes >= HUGE_PAGE) {
        munmap(array, rounded(bytes));
        return;
    }
#endif
    free(array);
}
