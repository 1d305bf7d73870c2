/* assert.h: what must be true here, whatever the input was.
 *
 * An assertion states an invariant of the code, for readers and for the tests; it has no effect of
 * its own. What comes from outside is never asserted: that is an error with a sentence.
 *
 * Whatever is compiled with ARI_ASSERTIONS (the option `assertions` of the build, which the tests
 * under sanitizers, the fuzzers and the linters switch on) says what does not hold, and where, and
 * aborts. Otherwise an assertion is nothing: its condition is compiled, but never evaluated. */
#ifndef ARIADNE_ASSERT_H
#define ARIADNE_ASSERT_H

#ifdef ARI_ASSERTIONS
#include <stdio.h>
#include <stdlib.h>
#define ARI_ASSERT(condition)                                                        \
    ((condition) ? (void)0                                                           \
                 : (fprintf(stderr, "%s:%d: %s: this does not hold: %s\n", __FILE__, \
                            __LINE__, __func__, #condition),                         \
                    abort()))
#else
#define ARI_ASSERT(condition) ((void)sizeof((condition) ? 1 : 0))
#endif

#endif
