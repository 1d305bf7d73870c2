/* morris_ranks.h: tiers and ranks of men's morris, and how many positions there are. Included by morris.c,
 * after its rules. In a tier those come first in which the side to move has not fewer men. */
#ifndef GAMES_MORRIS_RANKS_H
#define GAMES_MORRIS_RANKS_H

static inline int morris_tier(const morris_rules *r, const morris_state *s)
{
    int hand[] = {morris_hand(s->mine), morris_hand(s->theirs)};
    int men[] = {morris_men(s->mine) + hand[0], morris_men(s->theirs) + hand[1]};
    int more = men[0] > men[1] ? men[0] - men[1] : men[1] - men[0];
    return ((hand[0] + hand[1]) * (2 * r->each + 1) + men[0] + men[1]) * (r->each + 1) +
           more;
}

/* Ways to place so many men of either side. */
static inline uint64_t morris_placings(const morris_rules *r, int own, int other)
{
    return r->points > PLACINGS_CELLS ? ring_count(&r->rings, own, other)
                                      : placings_ranks(&r->p, own, other);
}

/* The men on the board of a tier's positions, where the side to move has the more, or the fewer:
 * false if that is no position, or the same again. */
static bool morris_counts(const morris_rules *r, int tier, bool fewer, int *own,
                          int *other)
{
    int more = tier % (r->each + 1), rest = tier / (r->each + 1);
    int men = rest % (2 * r->each + 1), hands = rest / (2 * r->each + 1);
    int most = (men + more) / 2, least = men - most;
    *own = (fewer ? least : most) - (hands + 1) / 2;
    *other = (fewer ? most : least) - hands / 2;
    return (men + more) % 2 == 0 && most <= r->each && *own >= 0 && *other >= 0 &&
           *own + *other <= r->points && !(fewer && more == 0);
}

static uint64_t morris_ranks(const morris_rules *r, int tier)
{
    uint64_t ranks = 0;
    int own, other;
    for (int fewer = 0; fewer < 2; fewer++)
        if (morris_counts(r, tier, fewer, &own, &other))
            ranks += morris_placings(r, own, other);
    return ranks;
}

static inline uint64_t morris_rank(const morris_rules *r, const morris_state *s)
{
    int own, other, tier = morris_tier(r, s);
    bool fewer = morris_men(s->mine) + morris_hand(s->mine) <
                 morris_men(s->theirs) + morris_hand(s->theirs);
    uint64_t before = fewer && morris_counts(r, tier, false, &own, &other)
                          ? morris_placings(r, own, other)
                          : 0;
    uint32_t mine = s->mine & MORRIS_MEN, theirs = s->theirs & MORRIS_MEN;
    return before + (r->points > PLACINGS_CELLS ? ring_rank(&r->rings, mine, theirs)
                                                : placings_rank(&r->p, mine, theirs));
}

static morris_state morris_unrank(const morris_rules *r, int tier, uint64_t rank)
{
    int own, other;
    uint32_t hands = (uint32_t)(tier / (r->each + 1) / (2 * r->each + 1));
    bool there = morris_counts(r, tier, false, &own, &other);
    uint64_t before = there ? morris_placings(r, own, other) : 0;
    morris_state s;
    if (rank >= before)
        morris_counts(r, tier, true, &own, &other);
    rank -= rank >= before ? before : 0;
    if (r->points > PLACINGS_CELLS)
        ring_unrank(&r->rings, own, other, rank, &s.mine, &s.theirs);
    else
        placings_unrank(&r->p, own, other, (uint32_t)rank, &s.mine, &s.theirs);
    s.mine |= (hands + 1) / 2 * MORRIS_HAND;
    s.theirs |= hands / 2 * MORRIS_HAND;
    return s;
}

/* Men in hand and on the board, for every number of them; not more than three billion. */
static double morris_positions(const morris_rules *r)
{
    double sum = 0;
    for (int hands = 0; hands <= 2 * r->each; hands++)
        for (int own = 0; own <= r->each - (hands + 1) / 2; own++)
            for (int other = 0; other <= r->each - hands / 2; other++) {
                double ways = 1; /* own and other ones, and empty points */
                for (int i = 0; i < own + other; i++)
                    ways *= (double)(r->points - i) / (i < own ? i + 1 : i - own + 1);
                sum += r->points <= PLACINGS_CELLS ? placings_ranks(&r->p, own, other)
                                                   : ways;
            }
    return sum;
}

#endif
