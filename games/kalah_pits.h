/* kalah_pits.h: an evaluation of Kalah whose weights, a table, were worked out from exact values.
 * Included by kalah.c, after its rules. What is counted of a pit is counted by how far it is from its
 * owner's store, from the nearest on; scores are in seeds, the weights in hundredths of them. */

enum {
    KALAH_AHEAD,
    KALAH_IN_PIT,
    KALAH_EMPTY = KALAH_IN_PIT + KALAH_PITS,
    KALAH_AGAIN = KALAH_EMPTY + KALAH_PITS,
    KALAH_TAKE = KALAH_AGAIN + KALAH_PITS,
    KALAH_RISK,
    KALAH_TO_MOVE,
    KALAH_COUNTED
};

#define KALAH_UNIT 100

static const ari_weight_row kalah_pit_rows[] = {
    {"ahead", 1, "a seed in the store"},
    {"seeds", KALAH_PITS, "a seed in a pit, from the one nearest to the store on"},
    {"empty", KALAH_PITS, "an empty pit"},
    {"again", KALAH_PITS, "a pit whose last seed falls into the store"},
    {"take", 1, "each seed that the side to move can take with one move, at most"},
    {"risk", 1, "and the other, if it were to move"},
    {"turn", 1, "being to move"},
    {NULL, 0, NULL}};

static const int kalah_pit_weights[KALAH_COUNTED] = {
    100,                               /* ahead */
    65,  15,   11,   28,   43,   56,   /* seeds */
    224, -168, -258, -309, -325, -238, /* empty */
    352, 122,  156,  255,  351,  445,  /* again */
    148,                               /* take */
    -41,                               /* risk */
    25,                                /* turn */
};

/* The most seeds that one move of this side takes from a pit of the other's. */
static inline int kalah_taken(const kalah_rules *r, const kalah_state *s, int side)
{
    int most = 0;
    for (int pit = 0; pit < r->pits; pit++) {
        int seeds = kalah_seeds(s->word[side], pit), last = r->last[pit][seeds];
        if (!seeds || last >= r->pits)
            continue;
        const uint64_t *sown = r->sown[pit][seeds];
        if (kalah_seeds(s->word[side] + sown[0], last) != 1)
            continue;
        int taken = kalah_seeds(s->word[!side] + sown[1], r->pits - 1 - last);
        most = taken > most ? taken : most;
    }
    return most;
}

static inline void kalah_count(const kalah_rules *r, const kalah_state *s, int side,
                               int sign, int *counts)
{
    for (int pit = 0; pit < r->pits; pit++) {
        int seeds = kalah_seeds(s->word[side], pit), far = r->pits - 1 - pit;
        counts[KALAH_IN_PIT + far] += sign * seeds;
        counts[KALAH_EMPTY + far] += sign * (seeds == 0);
        counts[KALAH_AGAIN + far] += sign * (seeds && r->last[pit][seeds] == r->pits);
    }
}

static inline void kalah_features(const kalah_rules *r, const kalah_state *s, int which,
                                  int *counts)
{
    (void)which;
    counts[KALAH_AHEAD] = kalah_ahead(r, s);
    kalah_count(r, s, 0, 1, counts);
    kalah_count(r, s, 1, -1, counts);
    counts[KALAH_TAKE] = kalah_taken(r, s, 0);
    counts[KALAH_RISK] = kalah_taken(r, s, 1);
    counts[KALAH_TO_MOVE] = 1;
}

static inline int kalah_pits_eval(const kalah_rules *r, const kalah_state *s)
{
    int counts[KALAH_COUNTED] = {0}, value = 0;
    kalah_features(r, s, 0, counts);
    for (int i = 0; i < KALAH_COUNTED; i++)
        value += kalah_pit_weights[i] * counts[i];
    return value / KALAH_UNIT;
}
