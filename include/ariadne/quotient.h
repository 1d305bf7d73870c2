/* quotient.h: heaps when the last move loses (misere play).
 *
 * Two sums of heaps up to a size are alike if in company of any such sum both are won or both are lost. What they are
 * alike to, multiplied by putting sums together, is a commutative monoid, the misere quotient; some of its elements are
 * lost for the side to move (Plambeck 2005, Plambeck and Siegel 2008). It may be infinite, and it may be another one
 * when there are larger heaps: what is known is known of heaps up to a size only, unless a period is proved. */
#ifndef ARIADNE_QUOTIENT_H
#define ARIADNE_QUOTIENT_H

#include <ariadne/sums.h>

ARI_C_BEGIN

typedef struct ari_quotient ari_quotient;

#define ARI_QUOTIENT_LARGEST 1024 /* elements of one that is found */

/* What it takes is charged to `memory`, which may be NULL. */
ari_status ari_quotient_new(const ari_heap_rules *rules, ari_allowance *memory,
                            ari_quotient **quotient, ari_error *error);
void ari_quotient_free(ari_quotient *quotient);

/* Finds the quotient of the sums of heaps up to this size, or of all where a period is proved before. ARI_STOPPED where
 * the limits ended that, ARI_LIMIT where it has too many elements or takes too long to tell apart; it is then what it is of
 * the heaps up to ari_quotient_known. */
ari_status ari_quotient_find(ari_quotient *quotient, uint64_t size,
                             const ari_limits *limits, ari_error *error);
/* Of heaps up to which size it is: ARI_HEAP_LARGEST where they repeat. */
uint64_t ari_quotient_known(const ari_quotient *quotient);

/* Its elements are numbers from 0, which is that of no heap at all. */
int ari_quotient_order(const ari_quotient *quotient);
bool ari_quotient_lost(const ari_quotient *quotient, int element);
int ari_quotient_product(const ari_quotient *quotient, int a, int b);
/* Of a heap that is known. */
int ari_quotient_heap(const ari_quotient *quotient, uint64_t size);
ari_period ari_quotient_period(const ari_quotient *quotient);

/* An element as a product of heaps that generate it: "1", "a", "a b^2"; and which heaps these are. */
void ari_quotient_write(const ari_quotient *quotient, int element, ari_text *out);
int ari_quotient_generators(const ari_quotient *quotient);
uint64_t ari_quotient_generator(const ari_quotient *quotient, int index);

ARI_C_END

#endif
