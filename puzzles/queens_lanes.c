/* queens_lanes.c: the counting of queens for processors with wide vectors, and without.
 *
 * The diagonals of a partial board are kept relative to the row that comes next, as ever:
 * one set moves up a column from row to row, the other down. */
#include <stdlib.h>

#include "puzzles/queens_parts.h"

#define PASS 256  /* boards that a pass takes */
#define LIST 1024 /* boards of a list, at most; a pass adds no more than it takes */
#define SPARE 16  /* a whole vector is stored where its first lanes belong */

typedef struct boards {
    uint32_t columns[LIST + SPARE], left[LIST + SPARE], right[LIST + SPARE];
    uint32_t untried[LIST + SPARE];
} boards;

struct ari__queens_room {
    boards lists[ARI_QUEENS_MOST_COUNT];
};

ari__queens_room *ari__queens_room_new(void)
{
    return calloc(1, sizeof(ari__queens_room));
}

#define ARI_QUEENS_PASTE_(a, b) a##_##b
#define ARI_QUEENS_PASTE(a, b) ARI_QUEENS_PASTE_(a, b)

/* One lane: every C compiler has it. A board is always stored, and counted if it is good. */
#define LANES plain
#define TARGET
#define WIDTH 1
#define VECTOR uint32_t
#define LOAD(from) (*(from))
#define STORE(to, v) (*(to) = (v))
#define SPREAD(x) (x)
#define AND(v, w) ((v) & (w))
#define OR(v, w) ((v) | (w))
#define XOR(v, w) ((v) ^ (w))
#define ANDNOT(v, w) ((v) & ~(w))
#define LOWEST(v) ((v) & -(v))
#define UP(v, step) ((v) << (step))
#define DOWN(v, step) ((v) >> (step))
#define STEP(n) (n)
#define STEP_TYPE int
#define MASK uint32_t
#define NONZERO(v) ((v) != 0)
#define FIRST(n) 1
#define PACK(mask, v) (v)
#define COUNT(mask) (mask)
#include "queens_lanes.inc"

#if defined(__x86_64__) && defined(__GNUC__)
#define HAVE_LANES
#include <immintrin.h>

/* Eight lanes. Packing is a permutation: the numbers of the chosen lanes are gathered from
 * a list of all eight, a byte each. */
__attribute__((target("avx2,bmi2"))) static inline __m256i pack_8(unsigned mask,
                                                                  __m256i v)
{
    uint64_t bytes = _pdep_u64(mask, 0x0101010101010101) * 255;
    uint64_t lanes = _pext_u64(0x0706050403020100, bytes);
    __m256i order = _mm256_cvtepu8_epi32(_mm_cvtsi64_si128((long long)lanes));
    return _mm256_permutevar8x32_epi32(v, order);
}

#define LANES lanes_8
#define TARGET __attribute__((target("avx2,bmi,bmi2,popcnt")))
#define WIDTH 8
#define VECTOR __m256i
#define LOAD(from) _mm256_loadu_si256((const __m256i *)(const void *)(from))
#define STORE(to, v) _mm256_storeu_si256((__m256i *)(void *)(to), v)
#define SPREAD(x) _mm256_set1_epi32((int)(x))
#define AND(v, w) _mm256_and_si256(v, w)
#define OR(v, w) _mm256_or_si256(v, w)
#define XOR(v, w) _mm256_xor_si256(v, w)
#define ANDNOT(v, w) _mm256_andnot_si256(w, v)
#define LOWEST(v) _mm256_and_si256(v, _mm256_sub_epi32(_mm256_setzero_si256(), v))
#define UP(v, step) _mm256_sll_epi32(v, step)
#define DOWN(v, step) _mm256_srl_epi32(v, step)
#define STEP(n) _mm_cvtsi32_si128(n)
#define STEP_TYPE __m128i
#define MASK unsigned
#define NONZERO(v)                                                             \
    (~(unsigned)_mm256_movemask_ps(                                            \
         _mm256_castsi256_ps(_mm256_cmpeq_epi32(v, _mm256_setzero_si256()))) & \
     255)
#define FIRST(n) ((n) < 8 ? (1u << (n)) - 1 : 255)
#define PACK(mask, v) pack_8(mask, v)
#define COUNT(mask) (unsigned)__builtin_popcount(mask)
#include "queens_lanes.inc"

/* Sixteen lanes, for processors that can pack by themselves. */
#define LANES lanes_16
#define TARGET __attribute__((target("avx512f,popcnt")))
#define WIDTH 16
#define VECTOR __m512i
#define LOAD(from) _mm512_loadu_si512(from)
#define STORE(to, v) _mm512_storeu_si512(to, v)
#define SPREAD(x) _mm512_set1_epi32((int)(x))
#define AND(v, w) _mm512_and_si512(v, w)
#define OR(v, w) _mm512_or_si512(v, w)
#define XOR(v, w) _mm512_xor_si512(v, w)
#define ANDNOT(v, w) _mm512_andnot_si512(w, v)
#define LOWEST(v) _mm512_and_si512(v, _mm512_sub_epi32(_mm512_setzero_si512(), v))
#define UP(v, step) _mm512_sll_epi32(v, step)
#define DOWN(v, step) _mm512_srl_epi32(v, step)
#define STEP(n) _mm_cvtsi32_si128(n)
#define STEP_TYPE __m128i
#define MASK unsigned
#define NONZERO(v) ((unsigned)_mm512_test_epi32_mask(v, v))
#define FIRST(n) ((n) < 16 ? (1u << (n)) - 1 : 65535)
#define PACK(mask, v) _mm512_maskz_compress_epi32((__mmask16)(mask), v)
#define COUNT(mask) (unsigned)__builtin_popcount(mask)
#include "queens_lanes.inc"
#endif

ari__queens_fillers ari__queens_all_fillers(void)
{
    ari__queens_fillers fillers = {.plain = fill_plain};
#ifdef HAVE_LANES
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2"))
        fillers.lanes_8 = fill_lanes_8;
    if (__builtin_cpu_supports("avx512f"))
        fillers.lanes_16 = fill_lanes_16;
#endif
    return fillers;
}

ari__queens_filler *ari__queens_best_filler(void)
{
    ari__queens_fillers fillers = ari__queens_all_fillers();
    return fillers.lanes_16  ? fillers.lanes_16
           : fillers.lanes_8 ? fillers.lanes_8
                             : fillers.plain;
}
