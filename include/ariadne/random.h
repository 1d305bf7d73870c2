/* random.h: random numbers that are the same everywhere for the same seed
 * (xoshiro256**, seeded by splitmix64). */
#ifndef ARIADNE_RANDOM_H
#define ARIADNE_RANDOM_H

#include <stdint.h>

#include <ariadne/language.h>

ARI_C_BEGIN

typedef struct ari_random {
    uint64_t word[4];
} ari_random;

ari_random ari_random_seeded(uint64_t seed);
uint64_t ari_random_next(ari_random *random);
uint32_t ari_random_below(ari_random *random, uint32_t bound); /* 0 <= result < bound */
double ari_random_unit(ari_random *random);                    /* 0 <= result < 1 */

/* A well-mixed function of a 64-bit number: one step of splitmix64. */
static inline uint64_t ari_mix(uint64_t x)
{
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

ARI_C_END

#endif
