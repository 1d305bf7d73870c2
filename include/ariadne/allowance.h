/* allowance.h: how much memory a piece of work may take, counted while it takes it.
 *
 * Whoever begins the work makes an allowance and hands it down, as a rule in ari_limits; tables,
 * stacks, lists, trees and texts are charged to it before they are taken, and given back when
 * they are freed. What would go beyond it is not taken: the work then goes another way, or
 * ends with ARI_MEMORY and a sentence. An allowance may be shared by threads. Wherever an allowance is
 * asked for, NULL is one without a limit. */
#ifndef ARIADNE_ALLOWANCE_H
#define ARIADNE_ALLOWANCE_H

#include <stdbool.h>
#include <stddef.h>

#include <ariadne/error.h>

#ifdef __cplusplus
#include <atomic>
typedef std::atomic<size_t> ari_counted;
#else
#include <stdatomic.h>
typedef _Atomic size_t ari_counted;
#endif

ARI_C_BEGIN

typedef struct ari_allowance {
    size_t limit; /* bytes */
    size_t given; /* what a sentence names, of which the limit is a part; 0: the limit */
    ari_counted used;    /* of them now */
    ari_counted peak;    /* and at most so far */
    ari_counted refused; /* how often more was wanted */
} ari_allowance;

void ari_allowance_begin(ari_allowance *allowance, size_t limit);

/* Charges it; false, and nothing is charged, when that would be too much. */
bool ari_allowance_take(ari_allowance *allowance, size_t bytes);
void ari_allowance_give(ari_allowance *allowance, size_t bytes);

/* What may still be taken. */
size_t ari_allowance_left(const ari_allowance *allowance);

/* The error of work that would have needed more: "the table of states takes more than the 64 MB
 * of memory that are allowed". If the allowance has refused nothing, memory itself was not to be
 * had. */
ari_status ari_fail_allowance(ari_error *error, const ari_allowance *allowance,
                              const char *what);

ARI_C_END

#endif
