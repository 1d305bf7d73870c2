/* dots_chains.h: chains and loops on a board of dots and boxes: what can be taken, which moves are worth a
 * look, what a position is worth at least and at most. For boards whose sets fit in one word, and for
 * larger ones. */
#ifndef GAMES_DOTS_CHAINS_H
#define GAMES_DOTS_CHAINS_H

#include "dots_pieces.h"

/* Edges by which a box can be taken: the one to draw at once, or those that are kept. */
typedef struct dots_takes {
    int now;                         /* -1: none */
    int half, half_end, halves;      /* of chains that are open at one end: how many */
    int whole, whole_middle, wholes; /* of those that are not: how many ends */
} dots_takes;

/* What a position is worth to the side to move. */
typedef struct dots_worth {
    int least, most;
} dots_worth;

/* What the side to move gains that can take so many boxes, leave some of them for `cost` (0: it cannot),
 * and whoever moves then gains `next`. */
static inline int dots_share(int boxes, int cost, int next)
{
    int all = boxes + next, but = boxes - cost - next;
    return cost > 0 && but > all ? but : all;
}

#define DOTS_BITS uint64_t
#define DOTS(name) dots_small_##name
#include "dots_chains.inc"

#define DOTS_WIDE
#define DOTS_BITS unsigned __int128
#define DOTS(name) dots_wide_##name
#include "dots_chains.inc"
#undef DOTS_WIDE

static inline dots_sight dots_look(const dots_rules *r, const dots_set *drawn)
{
    return r->small ? dots_small_look(r, drawn) : dots_wide_look(r, drawn);
}

/* The moves among which one is best. */
static inline int dots_best_among(const dots_rules *r, const dots_view *v, ari_move *list)
{
    return r->small ? dots_small_best_among(r, v, list)
                    : dots_wide_best_among(r, v, list);
}

/* 1, and that move, where it is but one because a box has to be taken; otherwise 2. */
static inline int dots_choice(const dots_rules *r, const dots_view *v, ari_move *only)
{
    return r->small ? dots_small_choice(r, v, only) : dots_wide_choice(r, v, only);
}

static inline int dots_promise(const dots_rules *r, const dots_view *v, ari_move m)
{
    return r->small ? dots_small_promise(r, v, m) : dots_wide_promise(r, v, m);
}

static inline dots_worth dots_worth_of(const dots_rules *r, const dots_view *v)
{
    return r->small ? dots_small_worth(r, v) : dots_wide_worth(r, v);
}

#endif
