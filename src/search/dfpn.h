/* dfpn.h: what a search in the order of proof numbers works with, the same for all games (internal).
 *
 * dfpn.inc answers one question at a time, is the score at least this?, and dfpn.c asks until the value
 * is known: won, drawn or lost, or the payoff; of the distance of a win it knows a bound. What is known of
 * a question lies in a table of a fixed size: of an open one how much is still to be done, and of a settled one a bound of
 * the score. */
#ifndef ARI_SEARCH_DFPN_H
#define ARI_SEARCH_DFPN_H

#include <stdatomic.h>
#include <string.h>

#include "base/hash.h"
#include "base/ticker.h"
#include "search/searches.h"

/* How much is left to be shown for a yes (phi) and for a no (delta). 0: it is shown; NEVER: it cannot
 * be. */
#define ARI__NUMBER_NEVER 0xfffffu
#define ARI__NUMBER_MOST (ARI__NUMBER_NEVER - 1)

/* Where games come back to positions, one that comes again is worth a draw. What is shown by that holds
 * as long as those positions lie above: they are told by their plies, a bit for each ply up to
 * LAST, one for all others, and one for what was not looked at because a line became too long. */
#define ARI__RESTS_LAST 61
#define ARI__RESTS_DEEPER ((uint64_t)1 << 62)
#define ARI__RESTS_TOO_LONG ((uint64_t)1 << 63)

typedef struct ari__numbers {
    uint32_t phi, delta;
    int score;      /* of a settled question: at least this for a yes, at most for a no */
    uint64_t rests; /* of one: on what lies above; 0: it holds for good */
} ari__numbers;

static inline bool ari__numbers_open(const ari__numbers *is)
{
    return is->phi > 0 && is->delta > 0;
}

static inline ari__numbers ari__numbers_settled(bool yes, int score, uint64_t rests)
{
    return (ari__numbers){.phi = yes ? 0 : ARI__NUMBER_NEVER,
                          .delta = yes ? ARI__NUMBER_NEVER : 0,
                          .score = score,
                          .rests = rests};
}

/* Those of the plies that lie above this one. */
static inline uint64_t ari__rests_above(uint64_t rests, int ply)
{
    return ply > ARI__RESTS_LAST + 1
               ? rests
               : rests & ((((uint64_t)1 << ply) - 1) | ARI__RESTS_TOO_LONG);
}

static inline uint64_t ari__rests_on(int ply)
{
    return ply <= ARI__RESTS_LAST ? (uint64_t)1 << ply : ARI__RESTS_DEEPER;
}

/* ---- the table ----
 *
 * A bucket is one cache line of four entries, an entry two words, the second xored with the first, as
 * in the other tables. Within a bucket the last slot is always replaced, the others keep what cost
 * the most work.
 *
 *     phi 20 | delta 20 | score, or where it rests 16 | age 4 | work 4
 *
 * What rests on positions above has an entry of its own: its key is that of the question and of
 * those positions, and the entry of the question tells how far above the first and the last of them
 * were, so that it is looked for. */
typedef struct ari__dfpn_slot {
    _Atomic uint64_t check, data;
} ari__dfpn_slot;

#define ARI__DFPN_BUCKET 4

typedef struct ari__dfpn_table {
    ari__dfpn_slot *slots;
    size_t bytes;
    uint64_t buckets; /* in use: the first ones */
    unsigned age;     /* below 16 */
} ari__dfpn_table;

/* A score in 16 bits: a win now is the largest, payoffs lie in the middle. What does not fit is a weaker
 * bound. */
#define ARI__CODE_MOST 32767
#define ARI__CODE_PAYOFF 16000

static inline int ari__code_floor(int score)
{
    int most = ARI__CODE_MOST - (ARI_WIN - score);
    if (score > ARI_SCORE_MAX)
        return most > ARI__CODE_PAYOFF ? most : ARI__CODE_PAYOFF;
    if (score >= 0)
        return score < ARI__CODE_PAYOFF ? score : ARI__CODE_PAYOFF;
    if (score >= -ARI__CODE_PAYOFF)
        return score;
    int least = ARI__CODE_MOST - (score + ARI_WIN);
    return score < -ARI_SCORE_MAX && least > ARI__CODE_PAYOFF ? -least : -ARI__CODE_MOST;
}

static inline int ari__code_score(int code)
{
    return code > ARI__CODE_PAYOFF    ? ARI_WIN - (ARI__CODE_MOST - code)
           : code < -ARI__CODE_PAYOFF ? ARI__CODE_MOST + code - ARI_WIN
                                      : code;
}

#define ARI__REST_MOST 255 /* plies above that an entry can tell */

static inline ari__dfpn_slot *ari__dfpn_bucket(const ari__dfpn_table *table, uint64_t key)
{
    return table->slots + ari__hash_place(key, table->buckets) * ARI__DFPN_BUCKET;
}

static inline uint64_t ari__dfpn_data(const ari__dfpn_table *table, uint64_t key)
{
    const ari__dfpn_slot *bucket = ari__dfpn_bucket(table, key);
    for (int i = 0; i < ARI__DFPN_BUCKET; i++) {
        uint64_t data = atomic_load_explicit(&bucket[i].data, memory_order_relaxed);
        uint64_t check = atomic_load_explicit(&bucket[i].check, memory_order_relaxed);
        if ((check ^ data) == key && data != 0)
            return data;
    }
    return 0;
}

static inline uint32_t ari__dfpn_phi(uint64_t data)
{
    return (uint32_t)(data >> 44);
}

static inline uint32_t ari__dfpn_delta(uint64_t data)
{
    return (uint32_t)(data >> 24) & ARI__NUMBER_NEVER;
}

/* The 16 bits of an entry, and their score in the answer to a question: it fits, or is a weaker bound. */
static inline int ari__dfpn_code(uint64_t data)
{
    return (int16_t)(uint16_t)(data >> 8);
}

void ari__dfpn_put(const ari__dfpn_table *table, uint64_t key, uint32_t phi,
                   uint32_t delta, int code, uint64_t nodes);

/* ---- one thread ---- */

/* A move being looked at, and what is known of the position after it, for its side to move. */
typedef struct ari__dfpn_child {
    uint64_t key;
    ari__numbers is;
    ari_move move;
    bool again; /* the same side moves there */
} ari__dfpn_child;

/* Where a thread is. */
typedef struct ari__dfpn_step {
    uint64_t key;
    uint64_t sum; /* of the keys above, mixed */
} ari__dfpn_step;

/* Positions on the path, by some bits of their keys: most others are not there at first sight. */
#define ARI__DFPN_FILTER 1024

/* Questions that threads are at, so that the others go elsewhere. */
#define ARI__DFPN_BUSY 4096

typedef struct ari__dfpn_busy {
    _Atomic uint8_t at[ARI__DFPN_BUSY];
} ari__dfpn_busy;

typedef struct ari__dfpn_tuning {
    bool sum; /* numbers of all moves are added up; otherwise the largest counts */
    int widen; /* by which part of it the limit of the second best move is exceeded; 0: none */
    bool replies; /* a new position begins with the number of its moves */
    bool promise; /* among equals the most promising move comes first */
} ari__dfpn_tuning;

#define ARI__DFPN_TUNING \
    ((ari__dfpn_tuning){.sum = false, .widen = 4, .replies = true, .promise = true})

typedef struct ari__dfpn_thread {
    _Alignas(64) ari__ticker tick;
    ari__dfpn_table table; /* that of all threads */
    ari__dfpn_tuning tuning;
    ari__dfpn_busy *busy;  /* NULL when it works alone */
    char *room, *room_end; /* a stack of moves */
    ari__dfpn_step *path;
    int plies;     /* that there is room for */
    bool too_long; /* they were not enough */
    bool crowded;  /* the stack was not */
    int back; /* the ply of a position that another thread has settled; otherwise INT_MAX */
    uint64_t next_look;
    uint64_t hits, leaves;
    int deepest;
    uint8_t filter[ARI__DFPN_FILTER];
} ari__dfpn_thread;

/* What is known of a question, asked `ply` plies from the root. */
ari__numbers ari__dfpn_get(const ari__dfpn_thread *t, uint64_t key, int beta, int ply);
/* Keeps it; `before` is how it was as long as it was open. */
void ari__dfpn_keep(const ari__dfpn_thread *t, uint64_t key, int ply,
                    const ari__numbers *is, const ari__numbers *before, uint64_t nodes);

static inline void ari__dfpn_enter(ari__dfpn_thread *t, uint64_t key, int ply)
{
    ARI_ASSERT(ply >= 0 && ply <= t->plies);
    t->path[ply].key = key;
    t->path[ply + 1].sum = t->path[ply].sum + ari_mix(key);
    t->filter[key % ARI__DFPN_FILTER]++;
}

static inline void ari__dfpn_leave(ari__dfpn_thread *t, int ply)
{
    t->filter[t->path[ply].key % ARI__DFPN_FILTER]--;
}

/* The ply at which the question lies on the path, the last of which is `ply`; -1: nowhere. */
static inline int ari__dfpn_above(const ari__dfpn_thread *t, uint64_t key, int ply)
{
    if (t->filter[key % ARI__DFPN_FILTER])
        for (int i = ply; i >= 0; i--)
            if (t->path[i].key == key)
                return i;
    return -1;
}

/* Now and then a thread beside others looks whether one of them has settled a position above. */
void ari__dfpn_look(ari__dfpn_thread *t, int ply);

/* Must a node at this ply end, because the search does, or what it belongs to is settled? */
static inline bool ari__dfpn_ends(const ari__dfpn_thread *t, int ply)
{
    return t->tick.stopped || t->back <= ply;
}

/* ---- the whole ---- */

typedef struct ari__dfpn ari__dfpn;

/* As ari__prover_new and so on (prover.h). */
ari_status ari__dfpn_new(const ari_variant *v, size_t bytes, size_t given,
                         ari__dfpn **dfpn, ari_error *error);
void ari__dfpn_free(ari__dfpn *dfpn);
void ari__dfpn_tune(ari__dfpn *dfpn, ari__dfpn_tuning tuning);
void ari__dfpn_clear(ari__dfpn *dfpn);

/* The value of a position in which the game is on: ari_engine_solve by ARI_METHOD_DFPN describes it. */
ari_status ari__dfpn_ask(ari__dfpn *dfpn, const ari_state *s, const ari_engine_job *job,
                         int alpha, int beta, ari_result *result, ari_error *error);

#endif
