/* kalah.c: Kalah; sow seeds around the board, and gather them in your store.
 *
 * A position is two words, the first for the side to move. A byte of a word is a place of that
 * side: its pits from the one farthest from its store, then the store. Seeds are sown from the
 * lowest byte upwards, past the own store into the other's pits, and never into the other's
 * store:
 *
 *     word[1]      store  5 4 3 2 1 0
 *     word[0]             0 1 2 3 4 5  store, and bit 56: the second player is to move
 *
 * What sowing from a pit of so many seeds adds to both words is in a table, so that a move is two
 * additions. A move is a pit of the side to move. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include <ariadne/game.h>

#define KALAH_PITS 6
#define KALAH_SEEDS (2 * KALAH_PITS * 6)
#define KALAH_STORE 48 /* the bit at which a store's byte begins */
#define KALAH_ROW (((uint64_t)1 << KALAH_STORE) - 1)
#define KALAH_SECOND ((uint64_t)1 << 56)
#define KALAH_TIERS (KALAH_SEEDS * (KALAH_SEEDS + 1) / 2 * KALAH_PITS + KALAH_SEEDS + 1)

typedef struct kalah_rules {
    int pits, seeds; /* seeds: all of them */
    bool empty;
    uint64_t sown[KALAH_PITS][KALAH_SEEDS + 1]
                 [2];                          /* by pit and seeds: added to the words */
    uint8_t last[KALAH_PITS][KALAH_SEEDS + 1]; /* place of the last seed: own pits, store,
                                                * the other's pits */
    /* tiers and ranks (kalah_ranks.h) */
    uint16_t
        fewer[KALAH_SEEDS + 1]; /* a tier with so many seeds, less what they have to go */
    uint8_t left[KALAH_TIERS];  /* seeds, by tier */
    uint64_t
        far[2]; /* to the store from pits 4, 2 and 0, and from 5, 3 and 1: 16 bits each */
    uint64_t ways[KALAH_TIERS], more[2 * KALAH_PITS][KALAH_TIERS];
} kalah_rules;

typedef struct kalah_state {
    uint64_t word[2];
} kalah_state;

static inline int kalah_seeds(uint64_t word, int pit)
{
    return (int)(word >> 8 * pit & 255);
}

static inline int kalah_store(uint64_t word)
{
    return (int)(word >> KALAH_STORE & 255);
}

/* The seeds in the pits of one side. */
static inline int kalah_row(uint64_t word)
{
    return (int)((word & KALAH_ROW) * 0x0101010101010101u >> 56);
}

#include "kalah_ranks.h"

/* ---- the rules ---- */

static ari_status kalah_setup(const ari_value *values, kalah_rules *r, ari_error *error)
{
    (void)error;
    r->pits = (int)values[0].number;
    r->seeds = 2 * r->pits * (int)values[1].number;
    r->empty = values[2].number != 0;
    for (int pit = 0; pit < r->pits; pit++)
        for (int seeds = 1, place = pit; seeds <= r->seeds; seeds++) {
            uint64_t *sown = r->sown[pit][seeds];
            const uint64_t *before = r->sown[pit][seeds - 1];
            place = (place + 1) % (2 * r->pits + 1);
            bool own = place <= r->pits;
            int byte = place == r->pits ? KALAH_STORE / 8
                       : own            ? place
                                        : place - r->pits - 1;
            sown[0] = before[0] + ((uint64_t)own << 8 * byte) - ((uint64_t)1 << 8 * pit);
            sown[1] = before[1] + ((uint64_t)!own << 8 * byte);
            r->last[pit][seeds] = (uint8_t)place;
        }
    kalah_set_ranks(r);
    return ARI_OK;
}

static kalah_state kalah_start(const kalah_rules *r)
{
    kalah_state s = {{0, 0}};
    for (int pit = 0; pit < r->pits; pit++)
        s.word[0] |= (uint64_t)(r->seeds / r->pits / 2) << 8 * pit;
    s.word[1] = s.word[0];
    return s;
}

static inline int kalah_moves(const kalah_rules *r, const kalah_state *s, ari_move *list)
{
    int count = 0;
    for (int pit = 0; pit < r->pits; pit++)
        if (kalah_seeds(s->word[0], pit))
            list[count++] = (ari_move)pit;
    return count;
}

static inline kalah_state kalah_after(const kalah_rules *r, const kalah_state *s,
                                      ari_move m)
{
    int seeds = kalah_seeds(s->word[0], m), last = r->last[m][seeds];
    uint64_t mine = s->word[0] + r->sown[m][seeds][0];
    uint64_t theirs = s->word[1] + r->sown[m][seeds][1];
    if (last < r->pits && kalah_seeds(mine, last) == 1) {
        int other = 8 * (r->pits - 1 - last);
        uint64_t taken = theirs >> other & 255;
        if (taken || r->empty) {
            mine += ((taken + 1) << KALAH_STORE) - ((uint64_t)1 << 8 * last);
            theirs -= taken << other;
        }
    }
    if (!(mine & KALAH_ROW) || !(theirs & KALAH_ROW)) { /* each keeps what is left */
        mine += ((uint64_t)kalah_row(mine) << KALAH_STORE) - (mine & KALAH_ROW);
        theirs += ((uint64_t)kalah_row(theirs) << KALAH_STORE) - (theirs & KALAH_ROW);
    }
    if (last == r->pits)
        return (kalah_state){{mine, theirs}};
    uint64_t turn = ~mine & KALAH_SECOND;
    return (kalah_state){{theirs | turn, mine & ~KALAH_SECOND}};
}

/* What the side to move has gathered more than the other. */
static inline int kalah_ahead(const kalah_rules *r, const kalah_state *s)
{
    (void)r;
    return kalah_store(s->word[0]) - kalah_store(s->word[1]);
}

static inline int kalah_outcome(const kalah_rules *r, const kalah_state *s)
{
    return s->word[0] & KALAH_ROW ? ARI_ON : kalah_ahead(r, s);
}

static inline ari_side kalah_turn(const kalah_rules *r, const kalah_state *s)
{
    (void)r;
    return s->word[0] & KALAH_SECOND ? ARI_SECOND : ARI_FIRST;
}

/* ---- help for searches ---- */

static inline kalah_state kalah_as_first(const kalah_rules *r, const kalah_state *s)
{
    (void)r;
    return (kalah_state){{s->word[0] & ~KALAH_SECOND, s->word[1]}};
}

/* The same pits with nothing in the stores. */
static inline kalah_state kalah_rest(const kalah_rules *r, const kalah_state *s)
{
    (void)r;
    return (kalah_state){
        {s->word[0] & (KALAH_ROW | KALAH_SECOND), s->word[1] & KALAH_ROW}};
}

/* The seeds that are not in a store. */
static inline int kalah_left(const kalah_state *s)
{
    return kalah_row(s->word[0]) + kalah_row(s->word[1]);
}

/* A move that goes on comes first, the one that changes least before the others; then what gathers most,
 * and leaves the other the fewest moves that go on. */
static inline int kalah_promise(const kalah_rules *r, const kalah_state *s, ari_move m)
{
    if (r->last[m][kalah_seeds(s->word[0], m)] == r->pits)
        return 1000 + m;
    kalah_state next = kalah_after(r, s, m);
    int promise = m - 3 * (kalah_ahead(r, &next) + kalah_ahead(r, s));
    for (int pit = 0; pit < r->pits; pit++) {
        int seeds = kalah_seeds(next.word[0], pit);
        promise -= seeds && r->last[pit][seeds] == r->pits;
    }
    return promise;
}

/* All that is left may become the mover's, or the other's. */
static inline int kalah_at_most(const kalah_rules *r, const kalah_state *s, int wanted)
{
    (void)wanted;
    return kalah_ahead(r, s) + kalah_left(s);
}

/* What the mover gathers by the moves that go on, the one that changes least first, and by the best of those
 * that do not. */
static int kalah_turn_gain(const kalah_rules *r, const kalah_state *s)
{
    kalah_state at = *s;
    int most = kalah_store(s->word[0]);
    for (int pit = r->pits - 1; pit >= 0; pit--)
        if (kalah_seeds(at.word[0], pit) == r->pits - pit) {
            at = kalah_after(r, &at, (ari_move)pit);
            most = kalah_store(at.word[0]);
            pit = r->pits; /* from the first one again */
        }
    for (int pit = 0; pit < r->pits; pit++) {
        int seeds = kalah_seeds(at.word[0], pit);
        if (!seeds || r->last[pit][seeds] == r->pits)
            continue;
        kalah_state next = kalah_after(r, &at, (ari_move)pit);
        int store = kalah_store(next.word[1]);
        most = store > most ? store : most;
    }
    return most - kalah_store(s->word[0]);
}

/* The mover has at least what he gathers in this turn. That is looked at where a few seeds would do. */
static inline int kalah_at_least(const kalah_rules *r, const kalah_state *s, int wanted)
{
    enum { FEW = 4 };
    int least = kalah_ahead(r, s) - kalah_left(s), needed = (wanted - least + 1) / 2;
    return needed < 1 || needed > FEW ? least : least + 2 * kalah_turn_gain(r, s);
}

/* Ways to spread up to all seeds over the pits. */
static double kalah_positions(const kalah_rules *r)
{
    double ways = 1;
    for (int i = 1; i <= 2 * r->pits; i++)
        ways = ways * (r->seeds + i) / i;
    return ways;
}

/* How far all seeds of one side are from its store: each pit times its distance, three pits in one product. */
static inline int kalah_way(const kalah_rules *r, uint64_t word)
{
    const uint64_t pits = 0xff00ff00ff;
    return (int)(((word & pits) * r->far[0] + (word >> 8 & pits) * r->far[1]) >> 32 &
                 0xffff);
}

/* A move that brings no seed to a store leaves every seed on its side, nearer to the store. So the
 * number of seeds, and for each number the way that they still have to go, makes tiers without
 * moves inside. */
static int kalah_tier(const kalah_rules *r, const kalah_state *s)
{
    return r->fewer[kalah_left(s)] + kalah_way(r, s->word[0]) + kalah_way(r, s->word[1]);
}

#include "kalah_pits.h"

/* In seeds, like the payoff: the margin; what lies in the own pits, which counts as a part of it
 * at the end; and moves that go on, or capture. */
static inline int kalah_eval(const kalah_rules *r, const kalah_state *s, int which,
                             const int *params)
{
    if (which == 0)
        return kalah_pits_eval(r, s);
    int again = 0;
    for (int side = 0; side < 2; side++)
        for (int pit = 0; pit < r->pits; pit++) {
            int seeds = kalah_seeds(s->word[side], pit);
            if (seeds && r->last[pit][seeds] == r->pits)
                again += side ? -1 : 1;
        }
    int rows = kalah_row(s->word[0]) - kalah_row(s->word[1]);
    return kalah_ahead(r, s) + (params[0] * rows + params[1] * again) / 4;
}

/* ---- text ---- */

/* Pits are named by the column in which they stand; the second player's run the other way. */
static inline int kalah_column(const kalah_rules *r, const kalah_state *s, ari_move m)
{
    return kalah_turn(r, s) == ARI_FIRST ? m + 1 : r->pits - m;
}

static void kalah_format_move(const kalah_rules *r, const kalah_state *s, ari_move m,
                              ari_text *out)
{
    ari_text_format(out, "%d", kalah_column(r, s, m));
}

/* What the side has, whoever is to move. */
static inline uint64_t kalah_word(const kalah_rules *r, const kalah_state *s,
                                  ari_side side)
{
    return s->word[kalah_turn(r, s) != side] & ~KALAH_SECOND;
}

static void kalah_format(const kalah_rules *r, const kalah_state *s, ari_text *out)
{
    uint64_t first = kalah_word(r, s, ARI_FIRST), second = kalah_word(r, s, ARI_SECOND);
    for (int x = 0; x < r->pits; x++)
        ari_text_format(out, "%d%c", kalah_seeds(second, r->pits - 1 - x),
                        x + 1 < r->pits ? ',' : '/');
    for (int x = 0; x < r->pits; x++)
        ari_text_format(out, "%d%c", kalah_seeds(first, x), x + 1 < r->pits ? ',' : '/');
    ari_text_format(out, "%d-%d/%d", kalah_store(first), kalah_store(second),
                    kalah_turn(r, s) + 1);
}

/* Reads a number of seeds and the sign behind it into a byte of the word. */
static ari_status kalah_number(const char *text, size_t *at, char sign, int byte,
                               uint64_t *word, ari_error *error)
{
    int number = 0;
    if (!isdigit((unsigned char)text[*at]))
        return ari_fail(error, ARI_SYNTAX, *at, "expected a number of seeds");
    for (; isdigit((unsigned char)text[*at]); ++*at)
        number = number > KALAH_SEEDS ? number : 10 * number + (text[*at] - '0');
    if (text[*at] != sign) /* first: moves run together are no number of seeds */
        return ari_fail(error, ARI_SYNTAX, *at, "expected %c after the seeds", sign);
    if (number > KALAH_SEEDS)
        return ari_fail(error, ARI_ILLEGAL, *at - 1, "there are not so many seeds");
    ++*at;
    *word |= (uint64_t)number << 8 * byte;
    return ARI_OK;
}

static ari_status kalah_check(const kalah_rules *r, const kalah_state *s,
                              ari_error *error)
{
    int all = kalah_left(s) + kalah_store(s->word[0]) + kalah_store(s->word[1]);
    if (all != r->seeds)
        return ari_fail(error, ARI_ILLEGAL, ARI_NO_OFFSET,
                        "there are %d seeds, not %d, in the pits and stores", r->seeds,
                        all);
    if (!(s->word[0] & KALAH_ROW) != !(s->word[1] & KALAH_ROW))
        return ari_fail(error, ARI_ILLEGAL, ARI_NO_OFFSET,
                        "when all pits of one player are empty the game is over, and the "
                        "other's seeds are in his store");
    if (!(s->word[0] & KALAH_SECOND) || kalah_left(s) < r->seeds)
        return ARI_OK;
    kalah_state other = kalah_as_first(r, s), start = kalah_start(r);
    return memcmp(&other, &start, sizeof start) != 0
               ? ARI_OK
               : ari_fail(error, ARI_ILLEGAL, ARI_NO_OFFSET,
                          "the first player begins the game");
}

static ari_status kalah_parse(const kalah_rules *r, const char *text, kalah_state *s,
                              ari_error *error)
{
    size_t at = 0;
    uint64_t first = 0, second = 0;
    ari_status status = ARI_OK;
    for (int x = 0; status == ARI_OK && x < r->pits; x++)
        status = kalah_number(text, &at, x + 1 < r->pits ? ',' : '/', r->pits - 1 - x,
                              &second, error);
    for (int x = 0; status == ARI_OK && x < r->pits; x++)
        status = kalah_number(text, &at, x + 1 < r->pits ? ',' : '/', x, &first, error);
    if (status == ARI_OK)
        status = kalah_number(text, &at, '-', KALAH_STORE / 8, &first, error);
    if (status == ARI_OK)
        status = kalah_number(text, &at, '/', KALAH_STORE / 8, &second, error);
    if (status != ARI_OK)
        return status;
    if ((text[at] != '1' && text[at] != '2') || text[at + 1])
        return ari_fail(error, ARI_SYNTAX, at, "expected 1 or 2, the side to move");
    *s = text[at] == '1' ? (kalah_state){{first, second}}
                         : (kalah_state){{second | KALAH_SECOND, first}};
    return kalah_check(r, s, error);
}

static void kalah_board(const kalah_rules *r, const kalah_state *s, ari_board *board)
{
    *board = (ari_board){.column_labels = true};
    ari_board_pits(board, r->pits);
    for (int row = 0; row < 2; row++) {
        ari_side side = row ? ARI_FIRST : ARI_SECOND;
        uint64_t word = kalah_word(r, s, side);
        bool moves = kalah_turn(r, s) == side && kalah_outcome(r, s) == ARI_ON;
        for (int pit = 0; pit < r->pits; pit++) {
            ari_cell *cell = ari_board_at(board, row ? pit + 1 : r->pits - pit, row);
            int seeds = kalah_seeds(word, pit);
            snprintf(cell->text, sizeof cell->text, "%d", seeds);
            if (moves && seeds)
                cell->move = (ari_move)pit;
        }
        ari_cell *store = ari_board_at(board, row ? r->pits + 1 : 0, 0);
        snprintf(store->text, sizeof store->text, "%d", kalah_store(word));
    }
}

static const ari_option kalah_weights[] = {
    ARI_OPTION_NUMBER("rows", 1, -8, 8, "quarters for a seed in the own pits"),
    ARI_OPTION_NUMBER("again", 4, -40, 40, "quarters for a pit that gives another turn"),
    {.name = NULL}};

static const ari_eval_info kalah_evals[] = {
    {.name = "pits",
     .help = "seeds ahead, what is in each pit and what it can do, as exact values have "
             "taught it",
     .rows = kalah_pit_rows,
     .weights = kalah_pit_weights,
     .unit = KALAH_UNIT},
    {.name = "seeds",
     .help = "seeds ahead, own seeds in the pits, and turns to go on",
     .params = kalah_weights},
    {.name = NULL}};

#define GAME kalah
#define GAME_MAX_MOVES KALAH_PITS
#define GAME_FLAGS (ARI_HAS_PAYOFFS | ARI_HAS_EXTRA_TURNS | ARI_HAS_SPARE_RANKS)
#define GAME_SHORT_MOVES ari_always
#define GAME_EVAL kalah_eval
#define GAME_EVALS kalah_evals
#define GAME_FEATURES kalah_features
#define GAME_AS_FIRST kalah_as_first
#define GAME_SO_FAR kalah_ahead
#define GAME_REST kalah_rest
#define GAME_PROMISE kalah_promise
#define GAME_AT_MOST kalah_at_most
#define GAME_AT_LEAST kalah_at_least
#define GAME_POSITIONS kalah_positions
#define GAME_TIER kalah_tier
#define GAME_RANKS kalah_ranks
#define GAME_RANK kalah_rank
#define GAME_UNRANK kalah_unrank
#include <ariadne/instance.h>

static const ari_option kalah_options[] = {
    ARI_OPTION_NUMBER("pits", 6, 1, KALAH_PITS, "pits on a side"),
    ARI_OPTION_NUMBER("seeds", 4, 1, 6, "seeds in each pit"),
    ARI_OPTION_FLAG("empty", 0,
                    "a last seed is captured even if the pit opposite is empty"),
    {.name = NULL}};

/* Measured: docs/levels.md. */
static const ari_level kalah_levels[ARI_LEVELS] = {
    {.sight = 0.3, .eval = "seeds"},
    {.sight = 2, .whim = 16, .eval = "seeds"},
    {.sight = 2, .whim = 7, .eval = "seeds"},
    {.sight = 3, .whim = 6, .eval = "seeds"},
    {.sight = 4, .whim = 4, .eval = "seeds"},
    {.sight = 5, .whim = 2, .eval = "seeds"},
    {.sight = 5.7, .whim = 1, .eval = "seeds"},
    {.sight = 6.5, .eval = "seeds"},
    {.sight = 8, .eval = "seeds"},
    {.sight = ARI_SIGHT_ALL, .whim = 1, .eval = "seeds"},
};

const ari_game ari_game_kalah = {
    GAME_CORE,
    .id = "kalah",
    .title = "Kalah",
    .about =
        "Each player has a row of pits, the first the lower one, and a store at its\n"
        "end: the first's on the right, the second's on the left. In turn, a player\n"
        "takes all seeds of one of his pits and sows them one by one against the\n"
        "clock, into his own store, too, but not into the other's. If the last seed\n"
        "falls into his store, he moves again. If it falls into an empty pit of his\n"
        "own, he gathers it and what lies in the pit opposite, unless that is empty;\n"
        "with empty=yes even then. When all pits of one player are empty, the other\n"
        "gathers his own seeds. Whoever has more seeds wins by the difference.\n"
        "A move is the column of a pit, counted from the left by both players: 3\n"
        "A position is the second player's pits and the first's, both from the left,\n"
        "what is in the first's store and the second's, and the side to move. With 2\n"
        "pits and 3 seeds: 3,3/3,3/0-0/1",
    .options = kalah_options,
    .levels = kalah_levels,
};
