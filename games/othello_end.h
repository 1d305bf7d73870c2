/* othello_end.h: the last moves of a game of Othello, searched without tables: what a position near the
 * end is worth to who is to move, or a bound on the right side of what is wanted. */
#ifndef GAMES_OTHELLO_END_H
#define GAMES_OTHELLO_END_H

#include "othello_sets.h"

#define OTH_WORST (-100) /* less than any payoff */
#define OTH_FEW 4        /* so few empty cells are filled in any order */
#define OTH_NEAR 8       /* so many are no work for a search that remembers */

/* What the end is worth to who has `mine`. */
static inline int oth_payoff(const oth_rules *r, uint64_t mine, uint64_t theirs)
{
    int margin = oth_count(mine) - oth_count(theirs);
    int empty = r->wide ? oth_count(r->full & ~(mine | theirs)) : 0;
    return margin + (margin > 0 ? empty : margin < 0 ? -empty : 0);
}

/* NOLINTBEGIN(readability-suspicious-call-argument): who passes is the other one then */

/* With one empty cell. */
static inline int oth_last(const oth_rules *r, uint64_t mine, uint64_t theirs, int cell)
{
    uint64_t turned = oth_flips(r, mine, theirs, cell);
    if (turned)
        return 2 * (oth_count(mine | turned) + 1) - r->cells;
    turned = oth_flips(r, theirs, mine, cell);
    if (turned)
        return 2 * oth_count(mine & ~turned) - r->cells;
    return oth_payoff(r, mine, theirs);
}

/* With few: those in quarters of the board with an odd number of them come first (`odd`), as who
 * begins there also ends there. Is it at least `wanted`? */
static int oth_few(const oth_rules *r, uint64_t mine, uint64_t theirs, uint64_t odd,
                   int wanted, bool passed)
{
    uint64_t empty = r->full & ~(mine | theirs);
    if (!(empty & (empty - 1)))
        return oth_last(r, mine, theirs, oth_lowest(empty));
    int best = OTH_WORST;
    for (int part = 0; part < 2; part++)
        for (uint64_t left = part ? empty & ~odd : empty & odd; left; left &= left - 1) {
            int cell = oth_lowest(left);
            if (!(r->around[cell] & theirs))
                continue;
            uint64_t turned = oth_flips(r, mine, theirs, cell);
            if (!turned)
                continue;
            int value = -oth_few(r, theirs & ~turned, mine | turned | (uint64_t)1 << cell,
                                 odd ^ r->quarter[cell], 1 - wanted, false);
            if (value > best)
                best = value;
            if (best >= wanted)
                return best;
        }
    if (best > OTH_WORST)
        return best;
    return passed ? oth_payoff(r, mine, theirs)
                  : -oth_few(r, theirs, mine, odd, 1 - wanted, true);
}

typedef struct oth_reply {
    uint64_t mine, theirs, moves, odd;
    int promise;
} oth_reply;

/* With more: the moves come first after which the other side has few. */
static int oth_near(const oth_rules *r, const oth_reply *at, int wanted)
{
    uint64_t mine = at->mine, theirs = at->theirs;
    if (oth_count(r->full & ~(mine | theirs)) <= OTH_FEW)
        return oth_few(r, mine, theirs, at->odd, wanted, false);
    oth_reply list[OTH_NEAR];
    int count = 0, best = OTH_WORST;
    for (uint64_t left = at->moves; left; left &= left - 1, count++) {
        int cell = oth_lowest(left);
        uint64_t bit = (uint64_t)1 << cell, turned = oth_flips(r, mine, theirs, cell);
        oth_reply *next = &list[count];
        *next = (oth_reply){.mine = theirs & ~turned,
                            .theirs = mine | turned | bit,
                            .odd = at->odd ^ r->quarter[cell]};
        next->moves = oth_mobility(r, next->mine, next->theirs);
        next->promise = 2 * ((at->odd & bit) != 0) + 4 * ((r->corners & bit) != 0) -
                        4 * oth_count(next->moves);
    }
    if (count == 0) {
        oth_reply pass = {theirs, mine, oth_mobility(r, theirs, mine), at->odd, 0};
        return pass.moves ? -oth_near(r, &pass, 1 - wanted) : oth_payoff(r, mine, theirs);
    }
    for (int i = 0; i < count && best < wanted; i++) {
        int first = i;
        for (int j = i + 1; j < count; j++)
            if (list[j].promise > list[first].promise)
                first = j;
        oth_reply next = list[first];
        list[first] = list[i];
        int value = -oth_near(r, &next, 1 - wanted);
        if (value > best)
            best = value;
    }
    return best;
}

/* NOLINTEND(readability-suspicious-call-argument) */

#endif
