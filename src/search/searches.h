/* searches.h: the instances of every search for one game (internal).
 *
 * compiled.inc makes one for each game, table.c one for all games. The public functions
 * check their arguments and call through this. */
#ifndef ARI_SEARCH_SEARCHES_H
#define ARI_SEARCH_SEARCHES_H

#include <ariadne/engine.h>
#include <ariadne/random.h>
#include <ariadne/search.h>

struct ari__memo_job;
struct ari__engine_thread;
struct ari__strong_steps;
struct ari__prover_thread;

typedef ari_status ari__textbook(const ari_variant *v, const ari_state *s,
                                 const ari_search *search, ari_result *result,
                                 ari_error *error);

typedef struct ari_searches {
    ari__textbook *minimax, *alphabeta, *bestmove;
    ari_status (*memo)(const ari_variant *v, const ari_state *s,
                       struct ari__memo_job *job, ari_error *error);
    ari_status (*perft)(const ari_variant *v, const ari_state *s, int depth,
                        ari_stop *stop, uint64_t *count, ari_error *error);
    /* One fixed-depth search by one thread of an engine: see engine.inc. */
    int (*engine)(struct ari__engine_thread *thread, const ari_state *s, int depth,
                  int alpha, int beta, bool line);
    const struct ari__strong_steps *strong; /* of strong solving: see solve/strong.h */
    /* Is the score at least `beta`? One thread's answer, and the bytes of its stack that a
     * ply may take: see prove.inc. */
    int (*prove)(struct ari__prover_thread *thread, const ari_variant *v,
                 const ari_state *s, int beta);
    size_t (*prove_room)(const ari_variant *v);
} ari_searches;

extern const ari_searches ari__table_searches;

/* Like a textbook search, but telling an observer; only bound to the table. */
ari__textbook ari__minimax_observed, ari__alphabeta_observed;

/* ---- work ---- */

/* Adds what another thread, or another search about the same question, has done. Time is not
 * added: threads share it. */
static inline void ari__stats_add(ari_stats *sum, const ari_stats *more)
{
    sum->nodes += more->nodes;
    sum->leaves += more->leaves;
    sum->cutoffs += more->cutoffs;
    sum->table_hits += more->table_hits;
    if (more->deepest > sum->deepest)
        sum->deepest = more->deepest;
}

/* ---- scores ---- */

#define ARI__INFINITE (ARI_WIN + 1)

/* The score for the side to move of a game that ended `ply` plies after the root. */
static inline int ari__final_score(int outcome, int ply, bool payoffs)
{
    if (payoffs || outcome == 0)
        return outcome;
    return outcome > 0 ? ARI_WIN - ply : ply - ARI_WIN;
}

/* A win or loss is one ply further away when seen from the position before. */
static inline int ari__score_before(int score)
{
    return score > ARI_SCORE_MAX ? score - 1 : score < -ARI_SCORE_MAX ? score + 1 : score;
}

/* The inverse: how it must look one ply later. */
static inline int ari__score_later(int score)
{
    return score > ARI_SCORE_MAX ? score + 1 : score < -ARI_SCORE_MAX ? score - 1 : score;
}

/* Scores of wins and losses count plies from the root in the search and from the position
 * itself in the table. */
static inline int ari__score_to_table(int score, int ply)
{
    return score > ARI_SCORE_MAX    ? score + ply
           : score < -ARI_SCORE_MAX ? score - ply
                                    : score;
}

static inline int ari__score_from_table(int score, int ply)
{
    return score > ARI_SCORE_MAX    ? score - ply
           : score < -ARI_SCORE_MAX ? score + ply
                                    : score;
}

/* The seeded random evaluation of a position: a pure function of its key. */
static inline int ari__random_score(uint64_t key, uint64_t seed)
{
    return (int)(ari_mix(key ^ ari_mix(seed)) % 2001) - 1000;
}

#endif
