/* quotient.h: the misere quotient as it is found and proved (internal). */
#ifndef ARI_SUMS_QUOTIENT_H
#define ARI_SUMS_QUOTIENT_H

#include <ariadne/quotient.h>

#include "base/ticker.h"
#include "search/memo_table.h"

#define ARI__GENERATORS 24
#define ARI__SUM_HEAPS 64 /* of a sum that shows what is wrong */

/* A product of generators: how often each is in it. */
typedef struct ari__word {
    uint8_t count[ARI__GENERATORS];
} ari__word;

/* A set of elements. */
typedef struct ari__elements {
    uint64_t bits[ARI_QUOTIENT_LARGEST / 64];
} ari__elements;

static inline bool ari__elements_has(const ari__elements *set, int element)
{
    return set->bits[element / 64] >> element % 64 & 1;
}

static inline void ari__elements_add(ari__elements *set, int element)
{
    set->bits[element / 64] |= UINT64_C(1) << element % 64;
}

/* A monoid with its lost elements, and what each heap is in it. */
typedef struct ari__monoid {
    int order;
    uint16_t *times; /* order x order */
    uint8_t *lost;
    ari__word *words;
    int generators;
    uint32_t generator[ARI__GENERATORS]; /* heaps */
    uint16_t *of_heap;
    size_t heaps, heap_room; /* from 0 on */
} ari__monoid;

static inline int ari__monoid_times(const ari__monoid *m, int a, int b)
{
    return m->times[a * m->order + b];
}

void ari__monoid_free(ari__monoid *m);
int ari__monoid_word(const ari__monoid *m, const ari__word *w);

/* What may be left of a heap, one pair after the other; `b` is 0 where there is one heap, both where there is none.
 * False when there is no more. Begins with {0}. */
typedef struct ari__leaving {
    uint32_t taken, a, b, next;
    bool begun;
} ari__leaving;
bool ari__leave(const ari_heap_rules *rules, uint32_t size, ari__leaving *at);

/* ---- quotient_prove.c: is it right? ---- */

/* In a context z, in which a move in the heap or sum wins: it leads to what is lost together with z. */
typedef struct ari__kind {
    uint16_t element;
    ari__elements wins;
    uint32_t heap; /* the first of this kind */
} ari__kind;

typedef struct ari__kinds {
    ari__kind *list;
    size_t count, room;
} ari__kinds;

ari__elements ari__wins_of(const ari__monoid *m, const ari_heap_rules *rules,
                           uint32_t heap);

typedef enum ari__quotient_proof {
    ARI__PROOF_RIGHT,
    ARI__PROOF_WRONG, /* `sum` says of what */
    ARI__PROOF_OPEN   /* too much to do, or the limits ended it */
} ari__quotient_proof;

/* Do all sums of heaps of these kinds win and lose as their elements say? If not, `sum` has the heaps of one that does
 * not, as many as *length. */
ari__quotient_proof ari__prove_kinds(const ari__monoid *m, const ari__kinds *kinds,
                                     ari__ticker *ticker, ari_allowance *memory,
                                     uint32_t *sum, int *length);

#endif
