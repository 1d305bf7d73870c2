/* dots_pieces.h: dots and boxes when nothing is left but chains and loops, known by their lengths.
 *
 * Whoever has to open one, opens the shortest chain or the shortest loop. The other takes all of it and has to
 * open the next, or leaves two boxes, of a loop four, so that the first has to; there is nothing to leave
 * in chains of one or two. */
#ifndef GAMES_DOTS_PIECES_H
#define GAMES_DOTS_PIECES_H

#include <limits.h>

#include "dots_board.h"

/* What leaving boxes costs: they are not taken, but given. */
enum { DOTS_CHAIN = 4, DOTS_LOOP = 8 };

typedef struct dots_pieces {
    int chains, loops;
    uint8_t chain[DOTS_BOXES], loop[DOTS_BOXES / 4 + 1]; /* how long, shortest first */
} dots_pieces;

static inline void dots_sort_in(uint8_t *list, int count, int length)
{
    for (; count > 0 && list[count - 1] > length; count--)
        list[count] = list[count - 1];
    list[count] = (uint8_t)length;
}

/* What the other gains by a piece that is opened, where leaving boxes costs `cost` and whoever has to
 * open the next piece gains `next`. */
static inline int dots_gain(int length, int cost, int next)
{
    int all = length + next, but = length - cost - next;
    return length > 2 && but > all ? but : all;
}

/* What whoever has to open one gains. */
static int dots_opening(const dots_pieces *p)
{
    /* by the loops that are open, with one chain more open */
    int after[DOTS_BOXES / 4 + 2] = {0};
    for (int c = p->chains; c >= 0; c--)
        for (int l = p->loops; l >= 0; l--) {
            int least = c + l == p->chains + p->loops ? 0 : INT_MAX;
            if (c < p->chains)
                least = dots_gain(p->chain[c], DOTS_CHAIN, after[l]);
            if (l < p->loops) {
                int gain = dots_gain(p->loop[l], DOTS_LOOP, after[l + 1]);
                least = gain < least ? gain : least;
            }
            after[l] = -least;
        }
    return after[0];
}

#endif
