/* searches.h: the instances of every search for one game (internal).
 *
 * compiled/game.inc makes one for each game, any_game.c one for all games. The public functions
 * check their arguments and call through this. */
#ifndef ARI_SEARCH_SEARCHES_H
#define ARI_SEARCH_SEARCHES_H

#include <ariadne/engine.h>
#include <ariadne/search.h>

#include "game/compiled.h"
#include "game/score.h"

/* For what must cost nothing by itself in the loops of the templates. */
#define ALWAYS_INLINE __attribute__((always_inline)) inline

struct ari__memo_job;
struct ari__dfpn_thread;
struct ari__engine_thread;
struct ari__numbers;
struct ari__prover_thread;
struct ari__mcts_run;
struct ari__threats;

typedef ari_status ari__textbook(const ari_variant *v, const ari_state *s,
                                 const ari_search_job *search, ari_result *result,
                                 ari_error *error);

typedef ari_status ari__recursion(const ari_variant *v, const ari_state *s,
                                  struct ari__memo_job *job, ari_error *error);

typedef struct ari_searches {
    ari__textbook *minimax, *alphabeta, *bestmove;
    ari__recursion *memo;
    ari_status (*perft)(const ari_variant *v, const ari_state *s, int depth,
                        ari_stop *stop, uint64_t *count, ari_error *error);
    /* One fixed-depth search by one thread of an engine: see engine.inc. */
    int (*engine)(struct ari__engine_thread *thread, const ari_state *s, int depth,
                  int alpha, int beta, bool line);
    /* Within how many plies the side to move wins by force, as far as so many nodes show; 0: not
     * shown. The line is then in the struct. See threats.inc. */
    int (*threats)(struct ari__threats *t, const ari_variant *v, const ari_state *s,
                   uint64_t nodes);
    /* Is the score at least `beta`? One thread's answer, and the bytes of its stack that a
     * ply may take: see prove.inc. */
    int (*prove)(struct ari__prover_thread *thread, const ari_variant *v,
                 const ari_state *s, int beta);
    int (*prove_guess)(struct ari__prover_thread *thread, const ari_variant *v,
                       const ari_state *s);
    size_t (*prove_room)(const ari_variant *v);
    /* The same, in the order of proof numbers: see dfpn.inc. */
    void (*dfpn)(struct ari__dfpn_thread *thread, const ari_variant *v,
                 const ari_state *s, int beta, struct ari__numbers *is);
    /* Rounds of a Monte-Carlo tree search until it is to end: see mcts.inc. */
    void (*mcts)(struct ari__mcts_run *t, const ari_state *s);
} ari_searches;

extern const ari_searches *const ari__any_game_searches;

static inline const ari_searches *ari__searches(const ari_variant *v)
{
    return v->compiled ? v->compiled->searches : ari__any_game_searches;
}

/* Like a textbook search, but telling an observer; only through the core. */
extern ari__textbook *const ari__minimax_observed, *const ari__alphabeta_observed,
                                                       *const ari__bestmove_observed;
extern ari__recursion *const ari__memo_observed;

/* ---- work ---- */

/* No line from here is longer, as far as a search may go. */
static inline int ari__longest_line(const ari_variant *v, const ari_state *s)
{
    int longest = v->core->longest ? v->core->longest(v->rules, s) : ARI_PLY_MAX;
    return longest < ARI_PLY_MAX ? longest : ARI_PLY_MAX;
}

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

#endif
