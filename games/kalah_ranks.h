/* kalah_ranks.h: numbers for the positions of a tier of Kalah, by what lies in the pits. Included by
 * kalah.c.
 *
 * All positions of a tier have as many seeds in their pits, and these as far to go (kalah_tier). Pits are
 * gone through one after the other, the own ones and then the other's; what the pits before one have is a
 * tier again, of fewer pits. With
 *
 *     more[i][t]   ways to make tier t of the pits 0 to i, pit i not being empty
 *     t(i)         the tier that the pits before pit i make
 *
 * the rank of a position is more[1][t(1)] + more[2][t(2)] + ...: of all with the same pits after pit i, those
 * come first that have more in pit i, and they are more[i][t(i)]. */
#ifndef GAMES_KALAH_RANKS_H
#define GAMES_KALAH_RANKS_H

/* One pit more, from the tiers of few seeds to those of many: the ways that leave it empty are those that
 * there were, and in the others it has a seed more than in those of a lower tier. */
static void kalah_add_pit(kalah_rules *r, int i)
{
    int far = r->pits - i % r->pits;
    for (int seeds = 1; seeds <= r->seeds; seeds++)
        for (int way = seeds; way <= seeds * r->pits; way++) {
            int tier = r->fewer[seeds] + way, before = way - far;
            if (before >= seeds - 1 && before <= (seeds - 1) * r->pits)
                r->more[i][tier] = r->ways[r->fewer[seeds - 1] + before];
            r->ways[tier] += r->more[i][tier];
        }
}

static void kalah_set_ranks(kalah_rules *r)
{
    for (int seeds = 0; seeds <= r->seeds; seeds++) {
        r->fewer[seeds] = (uint16_t)(seeds * (seeds - 1) / 2 * r->pits + seeds);
        for (int way = seeds; way <= seeds * r->pits; way++)
            r->left[r->fewer[seeds] + way] = (uint8_t)seeds;
    }
    for (int pit = 0; pit < r->pits; pit++)
        r->far[pit & 1] |= (uint64_t)(r->pits - pit) << (32 - 16 * (pit / 2));
    r->ways[0] = 1;
    for (int i = 0; i < 2 * r->pits; i++)
        kalah_add_pit(r, i);
}

static uint64_t kalah_ranks(const kalah_rules *r, int tier)
{
    return r->ways[tier];
}

static inline uint64_t kalah_rank(const kalah_rules *r, const kalah_state *s)
{
    uint64_t rank = 0;
    const uint64_t(*more)[KALAH_TIERS] = r->more;
    int seeds = 0, way = 0;
    for (int side = 0; side < 2; side++) {
        uint64_t word = s->word[side];
        for (int far = r->pits; far > 0; far--, more++, word >>= 8) {
            rank += (*more)[r->fewer[seeds] + way];
            seeds += (int)(word & 255);
            way += (int)(word & 255) * far;
        }
    }
    return rank;
}

static kalah_state kalah_unrank(const kalah_rules *r, int tier, uint64_t rank)
{
    kalah_state s = {{0, 0}};
    const uint64_t(*more)[KALAH_TIERS] = r->more + (size_t)2 * (size_t)r->pits;
    int seeds = r->left[tier];
    for (int side = 1; side >= 0; side--)
        for (int far = 1; far <= r->pits; far++) {
            int before = seeds;
            for (more--; rank < (*more)[tier]; seeds--) /* one more in this pit */
                tier -= (seeds - 1) * r->pits + 1 + far;
            rank -= (*more)[tier];
            s.word[side] = s.word[side] << 8 | (uint64_t)(before - seeds);
        }
    return s;
}

#endif
