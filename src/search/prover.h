/* prover.h: exact scores by search to the end of the game (internal).
 *
 * prove.inc answers one question at a time, is the score at least this?, and prover.c asks
 * until the score is known. What was proved is kept in a table from one call to the next. */
#ifndef ARI_SEARCH_PROVER_H
#define ARI_SEARCH_PROVER_H

#include "search/proof_table.h"
#include "search/searches.h"
#include "base/ticker.h"
#include "search/busy.h"

typedef struct ari__prover_tuning {
    /* With fewer plies left than these, a node is not kept in the table, and not looked up
     * there before its parent tries its moves: searching it is cheaper. */
    int kept, foreseen;
    int summed; /* instead of `kept` in games that fall apart: the same parts come again and again */
    /* In games with payoffs: with fewer plies left than `near`, moves are tried in the order of the
     * game's promises alone; with more, of the evaluation as well, and from `far` on of a search of
     * one ply. A step of it is worth `weight` of the promises. */
    int near, far, weight;
    int own;        /* the most plies left of positions that a thread keeps to itself */
    uint64_t alone; /* a question of so many nodes is not worth waking other threads */
    bool whole;     /* the largest table from the beginning */
} ari__prover_tuning;

#define ARI__PROVER_TUNING                \
    ((ari__prover_tuning){.kept = 8,      \
                          .foreseen = 11, \
                          .summed = 4,    \
                          .near = 24,     \
                          .far = 34,      \
                          .weight = 2,    \
                          .own = 20,      \
                          .alone = 30000})

/* Moves are folded into this many where the search remembers which were good; a power of two. */
#define ARI__PROVER_HISTORY 256

/* A position on the way to the present one, which other threads may be at, too. */
typedef struct ari__prover_question {
    uint64_t key; /* 0: none that is shared */
    int beta;
} ari__prover_question;

/* The bytes that a list of so many moves takes there, so that what follows is aligned. */
#define ARI__PROVER_LIST(count) (((count) * sizeof(ari_move) + 15) & ~(size_t)15)

/* What one thread works with, the same for all games: in cache lines of its own, as threads
 * that write to the same line wait for each other at every node. */
typedef struct ari__prover_thread {
    _Alignas(64) ari__ticker tick;
    const ari__proof_table *table; /* of all threads */
    /* Positions near the end are many and cheap. What a thread finds out of those with fewer
     * plies left than `own_plies`, it keeps in a small table of its own, which stays in the
     * cache of its core. */
    ari__proof_table own;
    int own_plies;
    ari__prover_tuning tuning;
    ari_eval eval;   /* for the order of moves */
    ari__busy *busy; /* NULL when it works alone */
    char *
        children; /* the moves being looked at on all plies, as a stack: list and positions */
    char *children_end; /* up to which there is room for one more ply */
    int plies;          /* that there is room for */
    bool too_long;      /* they were not enough */
    bool crowded;       /* the stack was not */
    uint64_t cutoffs, hits, leaves;
    int deepest;
    /* how good moves were, by whether an odd number of plies was left */
    int32_t history[2][ARI__PROVER_HISTORY];
    /* with others */
    ari__prover_question *path; /* by ply */
    uint64_t next_look;         /* at the path, in nodes */
    int settled_ply;            /* of the path, by another thread; -1: none */
    int settled_score;
} ari__prover_thread;

/* Does the table know whether the position of this key, so many plies from the root, is worth
 * `beta`? Then *score is a bound on that side of it. */
static inline bool ari__prover_knows(const ari__proof_table *table, uint64_t key,
                                     int beta, int ply, int *score)
{
    ari__proof known;
    if (!ari__proof_get(table, key, &known))
        return false;
    int at_least = ari__score_from_table(known.at_least, ply);
    int at_most = ari__score_from_table(known.at_most, ply);
    *score = at_least >= beta ? at_least : at_most;
    return at_least >= beta || at_most < beta;
}

/* A thread that searches a position beside others says so here, and leaves it again. Now and
 * then it looks whether one of the positions above has been settled by another thread. Then
 * the search stops as at a limit, and goes on from there. */
void ari__prover_look(ari__prover_thread *t, int ply);

static inline void ari__prover_enter(ari__prover_thread *t, uint64_t key, int beta,
                                     int ply)
{
    ARI_ASSERT(t->busy && ply >= 0 && ply <= t->plies);
    t->path[ply] = (ari__prover_question){key, beta};
    if (ari__ticker_nodes(&t->tick) >= t->next_look)
        ari__prover_look(t, ply);
}

static inline void ari__prover_leave(ari__prover_thread *t, int ply)
{
    t->path[ply].key = 0;
}

/* Is it this one? Then the search goes on. */
static inline bool ari__prover_settled(ari__prover_thread *t, int ply)
{
    if (t->settled_ply != ply)
        return false;
    ARI_ASSERT(t->tick.stopped); /* that is how the search came back here */
    t->settled_ply = -1;
    ari__ticker_resume(&t->tick, t->tick.limits);
    return true;
}

typedef struct ari__prover ari__prover;

/* It takes `bytes` at most, and a little for each thread, of the `given` ones that a sentence
 * about too little memory names; the tables are made by the first question, which says how
 * many threads there are. */
ari_status ari__prover_new(const ari_variant *v, size_t bytes, size_t given,
                           ari__prover **prover, ari_error *error);
void ari__prover_free(ari__prover *prover);
/* For tests and measurements; what was proved is to be cleared afterwards. */
void ari__prover_tune(ari__prover *prover, ari__prover_tuning tuning);
void ari__prover_clear(ari__prover *prover); /* forgets everything proved, at no cost */

/* The score of a position in which the game is on, as ari_engine_solve describes it. */
ari_status ari__prover_ask(ari__prover *prover, const ari_state *s,
                           const ari_engine_job *job, int alpha, int beta,
                           ari_result *result, ari_error *error);

#endif
