/* connect4_rank.h: numbers for the positions of Connect Four, without gaps.
 *
 * Positions with n discs are numbered by the heights of the columns and, within the same
 * heights, by which of the discs are the mover's: floor(n / 2) of n, in any arrangement.
 *
 * Heights. Mirror images must meet, so the board is seen as a left half, a middle column
 * where the width is odd, and the right half mirrored. Each half has a sum of heights and a
 * number among the halves with that sum; of the two ways to see a board the one is taken whose left
 * half comes first. Where both halves are equal, half of the numbers lead to positions whose
 * mirror image has another number, and are not used.
 *
 * Discs. From the lowest cell of the first column on, the discs are a word of n bits in
 * which k are set. It is cut into pieces of 13 bits; a table numbers the pieces with
 * the same number of bits, another counts the words whose lowest piece has fewer. */
#ifndef CONNECT4_RANK_H
#define CONNECT4_RANK_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

enum {
    C4_CELLS = 42,    /* of a board that has ranks, at most */
    C4_HALVES = 1300, /* ways to fill half a board, at most */
    C4_HALF_SUM = 24,
    C4_HEIGHT = 7,
    C4_PIECE = 13,
    C4_PIECES = 1 << C4_PIECE
};

typedef struct c4_half {
    uint16_t sum, number; /* of heights; among those with the same sum */
} c4_half;

typedef struct c4_ranking {
    bool there;
    int half, middle; /* columns of a half, and between the halves */
    int base;         /* height + 1: a half is a number with that base */
    int most;         /* the largest sum of a half */
    c4_half halves[C4_HALVES];
    uint64_t heights[C4_HALVES];      /* of halves, by sum, then number: 4 bits each */
    uint32_t starts[C4_HALF_SUM + 2]; /* where each sum begins there */
    uint64_t tuples[C4_CELLS + 1];    /* ways to have n discs in the columns */
    /* how many of them have a lower middle, or the same and a smaller sum at the left */
    uint32_t before[C4_CELLS + 1][C4_HEIGHT + 2][C4_HALF_SUM + 1];
    uint64_t choose[C4_CELLS + 1][C4_CELLS / 2 + 1];
    uint16_t number[C4_PIECES];   /* of a piece among those with as many bits */
    uint16_t pieces[C4_PIECES];   /* by number of bits, then number */
    uint16_t first[C4_PIECE + 2]; /* where each number of bits begins there */
    uint64_t fewer[C4_CELLS + 1][C4_CELLS / 2 + 1][C4_PIECE + 1];
} c4_ranking;

static void c4_rank_halves(c4_ranking *k)
{
    int count = 1, place = 0;
    for (int i = 0; i < k->half; i++)
        count *= k->base;
    for (int sum = 0; sum <= k->most; sum++) {
        k->starts[sum] = (uint32_t)place;
        for (int code = 0; code < count; code++) {
            int total = 0;
            for (int rest = code; rest; rest /= k->base)
                total += rest % k->base;
            if (total != sum)
                continue;
            k->halves[code] =
                (c4_half){(uint16_t)sum, (uint16_t)((uint32_t)place - k->starts[sum])};
            uint64_t heights = 0;
            for (int i = 0, rest = code; i < k->half; i++, rest /= k->base)
                heights |= (uint64_t)(rest % k->base) << 4 * i;
            k->heights[place++] = heights;
        }
    }
    k->starts[k->most + 1] = (uint32_t)place;
}

static inline uint64_t c4_halves_with(const c4_ranking *k, int sum)
{
    return sum < 0 || sum > k->most ? 0 : k->starts[sum + 1] - k->starts[sum];
}

/* Ways to fill both halves with these sums, each two mirror images counted once. */
static inline uint64_t c4_pairs(const c4_ranking *k, int left, int right)
{
    uint64_t a = c4_halves_with(k, left), b = c4_halves_with(k, right);
    return left < right ? a * b : left == right ? a * (a + 1) / 2 : 0;
}

static void c4_rank_words(c4_ranking *k)
{
    uint16_t place = 0;
    for (int bits = 0; bits <= C4_PIECE; bits++) {
        k->first[bits] = place;
        for (int piece = 0; piece < C4_PIECES; piece++)
            if (__builtin_popcount((unsigned)piece) == bits) {
                k->number[piece] = (uint16_t)(place - k->first[bits]);
                k->pieces[place++] = (uint16_t)piece;
            }
    }
}

/* n over c, for any c. */
static inline uint64_t c4_choose(const c4_ranking *k, int n, int c)
{
    return c < 0 || c > n ? 0 : k->choose[n][2 * c > n ? n - c : c];
}

static void c4_rank_choose(c4_ranking *k, int cells)
{
    k->choose[0][0] = 1;
    for (int n = 1; n <= cells; n++)
        for (int c = 0; 2 * c <= n; c++)
            k->choose[n][c] = c4_choose(k, n - 1, c - 1) + c4_choose(k, n - 1, c);
}

static void c4_rank_prepare(c4_ranking *k, int width, int height)
{
    int cells = width * height;
    *k = (c4_ranking){.half = width / 2, .middle = width % 2, .base = height + 1};
    k->most = k->half * height;
    double halves = 1;
    for (int i = 0; i < k->half; i++)
        halves *= k->base;
    if (cells > C4_CELLS || halves > C4_HALVES || k->most > C4_HALF_SUM ||
        height > C4_HEIGHT)
        return;
    k->there = true;
    c4_rank_halves(k);
    c4_rank_words(k);
    c4_rank_choose(k, cells);
    for (int n = 0; n <= cells; n++) {
        for (int middle = 0; middle <= C4_HEIGHT + 1; middle++)
            for (int left = 0; left <= k->most; left++) {
                k->before[n][middle][left] = (uint32_t)k->tuples[n];
                if (middle <= k->middle * height)
                    k->tuples[n] += c4_pairs(k, left, n - middle - left);
            }
        for (int c = 0; n > C4_PIECE && c <= cells / 2; c++)
            for (int low = 1; low <= C4_PIECE; low++)
                k->fewer[n][c][low] =
                    k->fewer[n][c][low - 1] + c4_choose(k, C4_PIECE, low - 1) *
                                                  c4_choose(k, n - C4_PIECE, c - low + 1);
    }
}

/* The number of a word of n bits, c of them set. */
static inline uint64_t c4_word_rank(const c4_ranking *k, uint64_t word, int n, int c)
{
    uint64_t rank = 0;
    for (; n > C4_PIECE; n -= C4_PIECE, word >>= C4_PIECE) {
        unsigned piece = (unsigned)word & (C4_PIECES - 1);
        int bits = __builtin_popcount(piece);
        rank += k->fewer[n][c][bits] +
                k->number[piece] * c4_choose(k, n - C4_PIECE, c - bits);
        c -= bits;
    }
    return rank + k->number[word];
}

static inline uint64_t c4_word_unrank(const c4_ranking *k, uint64_t rank, int n, int c)
{
    uint64_t word = 0;
    int shift = 0;
    for (; n > C4_PIECE; n -= C4_PIECE, shift += C4_PIECE) {
        int bits = 0;
        while (bits < C4_PIECE && bits < c && k->fewer[n][c][bits + 1] <= rank)
            bits++;
        rank -= k->fewer[n][c][bits];
        c -= bits;
        uint64_t each = c4_choose(k, n - C4_PIECE, c);
        word |= (uint64_t)k->pieces[k->first[bits] + rank / each] << shift;
        rank %= each;
    }
    return word | (uint64_t)k->pieces[k->first[c] + rank] << shift;
}

/* The number of the heights among those with n discs; the left half comes first. */
static inline uint64_t c4_tuple_rank(const c4_ranking *k, int n, c4_half left, int middle,
                                     c4_half right)
{
    uint64_t rank = k->before[n][middle][left.sum];
    if (left.sum < right.sum)
        return rank + left.number * c4_halves_with(k, right.sum) + right.number;
    return rank + (uint64_t)right.number * (right.number + 1u) / 2 + left.number;
}

/* The heights of the left half, the middle, and the right half from the outside in; 4 bits
 * for each column. */
static inline void c4_tuple_unrank(const c4_ranking *k, int n, uint64_t rank,
                                   uint64_t *left, int *middle, uint64_t *right)
{
    int m = 0, sum = 0;
    while (k->before[n][m + 1][0] <= rank)
        m++;
    while (sum < k->most && k->before[n][m][sum + 1] <= rank)
        sum++;
    rank -= k->before[n][m][sum];
    int other = n - m - sum;
    uint64_t a, b;
    if (sum < other) {
        uint64_t each = c4_halves_with(k, other);
        a = rank / each;
        b = rank % each;
    } else {
        b = (uint64_t)((sqrt(8.0 * (double)rank + 1) - 1) / 2);
        while (b * (b + 1) / 2 > rank)
            b--;
        while ((b + 1) * (b + 2) / 2 <= rank)
            b++;
        a = rank - b * (b + 1) / 2;
    }
    *left = k->heights[k->starts[sum] + a];
    *right = k->heights[k->starts[other] + b];
    *middle = m;
}

#endif
