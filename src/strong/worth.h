/* worth.h: the value and the distance of a position in one number (internal).
 *
 * The larger the number, the better for the side to move: a win soon before a win late, a
 * draw, a loss late before a loss soon. So the best of several moves is the largest.
 *
 *     high half   the value plus 0x8000: 1, 0, -1, or the payoff
 *     low half    0xffff - length, but the length itself where losing late is better
 *
 * The length is in plies to the end; a draw by never ending has none (ARI__ENDLESS). */
#ifndef ARI_STRONG_WORTH_H
#define ARI_STRONG_WORTH_H

#include <stdbool.h>
#include <stdint.h>

#include <ariadne/assert.h>

typedef uint32_t ari__worth;

#define ARI__WORTH_NONE 0u /* not known, or no position at all */
#define ARI__WORTH_SOME 1u /* a position of which nothing better is known yet */
#define ARI__ENDLESS 0xffff
#define ARI__LENGTH_MAX 0xfffe
#define ARI__VALUE_MAX 0x7ffe

static inline int ari__worth_value(ari__worth w)
{
    return (int)(w >> 16) - 0x8000;
}

static inline int ari__worth_length(ari__worth w, bool payoffs)
{
    int low = (int)(w & 0xffff);
    return !payoffs && ari__worth_value(w) < 0 ? low : 0xffff - low;
}

static inline ari__worth ari__worth_of(int value, int length, bool payoffs)
{
    ARI_ASSERT(length >= 0 && length <= ARI__ENDLESS);
    int low = !payoffs && value < 0 ? length : 0xffff - length;
    return (uint32_t)(value + 0x8000) << 16 | (uint32_t)low;
}

/* The worth of a move to a position with worth `w`; `flip`: the other side moves there. */
static inline ari__worth ari__worth_before(ari__worth w, bool flip, bool payoffs)
{
    int value = ari__worth_value(w), length = ari__worth_length(w, payoffs);
    return ari__worth_of(flip ? -value : value, length + (length != ARI__ENDLESS),
                         payoffs);
}

/* The worth of a position of which `w` is the rest, with what was collected before. */
static inline ari__worth ari__worth_plus(ari__worth w, int collected)
{
    return w == ARI__WORTH_NONE || collected == 0
               ? w
               : ari__worth_of(ari__worth_value(w) + collected,
                               ari__worth_length(w, true), true);
}

#define ARI__WORTH_WIN_NOW (((uint32_t)0x8001 << 16) | 0xfffe) /* a win in one ply */

/* Positions that the rules alone tell at once are not stored: finished games and, without
 * payoffs, wins in one ply. Nor are ranks that no position has. */
static inline bool ari__worth_stored(ari__worth w, bool payoffs)
{
    return w != ARI__WORTH_NONE && ari__worth_length(w, payoffs) != 0 &&
           (payoffs || w != ARI__WORTH_WIN_NOW);
}

#endif
