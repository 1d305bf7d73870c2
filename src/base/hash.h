/* hash.h: a hash of plain bytes, and the place in a table that a hash stands for. */
#ifndef ARI_BASE_HASH_H
#define ARI_BASE_HASH_H

#include <string.h>

#include <ariadne/assert.h>
#include <ariadne/random.h>

static inline uint64_t ari__hash_bytes(const void *data, size_t size)
{
    const unsigned char *bytes = data;
    uint64_t hash = size, word;
    for (; size >= 8; size -= 8, bytes += 8) {
        memcpy(&word, bytes, 8);
        hash = ari_mix(hash ^ word);
    }
    if (size) {
        word = 0;
        memcpy(&word, bytes, size);
        hash = ari_mix(hash ^ word);
    }
    return hash;
}

/* A well-mixed key scaled by its high bits to a number below `count`, whatever that is. */
static inline uint64_t ari__hash_place(uint64_t key, uint64_t count)
{
    ARI_ASSERT(count > 0);
    return (uint64_t)(((unsigned __int128)key * count) >> 64);
}

#endif
