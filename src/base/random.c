/* random.c: xoshiro256** by Blackman and Vigna, in the public domain's formulas. */
#include <ariadne/random.h>

#include <ariadne/assert.h>

ari_random ari_random_seeded(uint64_t seed)
{
    ari_random random;
    for (int i = 0; i < 4; i++)
        random.word[i] = ari_mix(seed + (uint64_t)i * 0x9e3779b97f4a7c15u);
    return random;
}

static uint64_t rotate(uint64_t x, int by)
{
    return (x << by) | (x >> (64 - by));
}

uint64_t ari_random_next(ari_random *random)
{
    uint64_t *w = random->word;
    uint64_t result = rotate(w[1] * 5, 7) * 9;
    uint64_t t = w[1] << 17;
    w[2] ^= w[0];
    w[3] ^= w[1];
    w[1] ^= w[2];
    w[0] ^= w[3];
    w[2] ^= t;
    w[3] = rotate(w[3], 45);
    return result;
}

uint32_t ari_random_below(ari_random *random, uint32_t bound)
{
    ARI_ASSERT(bound > 0);
    /* Multiply and shift; the few products that would favour small results are redrawn.
     */
    uint64_t product = (ari_random_next(random) >> 32) * bound;
    if ((uint32_t)product < bound) {
        uint32_t unfair = (uint32_t)(-bound) % bound;
        while ((uint32_t)product < unfair)
            product = (ari_random_next(random) >> 32) * bound;
    }
    return (uint32_t)(product >> 32);
}

double ari_random_unit(ari_random *random)
{
    return (double)(ari_random_next(random) >> 11) * 0x1p-53;
}
