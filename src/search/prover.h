/* prover.h: exact scores by search to the end of the game (internal).
 *
 * prove.inc answers one question at a time, is the score at least this?, and prover.c asks
 * until the score is known. What was proved is kept in a table from one call to the next. */
#ifndef ARI_SEARCH_PROVER_H
#define ARI_SEARCH_PROVER_H

#include "search/proof_table.h"
#include "search/searches.h"
#include "base/ticker.h"

/* Positions that some thread is searching, so that the others try another move first. Only
 * a hint: keys overwrite each other freely. */
#define ARI__BUSY 4096 /* a power of two */

typedef struct ari__busy {
    _Atomic uint64_t key[ARI__BUSY];
} ari__busy;

/* With fewer plies left than these, a node is not kept in the table, and not looked up there
 * before its parent tries its moves: searching it is cheaper. */
typedef struct ari__prover_tuning {
    int kept, foreseen;
} ari__prover_tuning;

#define ARI__PROVER_TUNING ((ari__prover_tuning){.kept = 8, .foreseen = 11})

/* What one thread works with, the same for all games. */
typedef struct ari__prover_thread {
    ari__ticker tick;
    const ari__proof_table *table;
    ari__prover_tuning tuning;
    ari__busy *busy; /* NULL when it works alone */
    ari_move *lists; /* moves: max_moves for each ply */
    char *children;  /* the moves being looked at on all plies, as a stack */
    int plies;       /* that there is room for */
    bool too_long;   /* they were not enough */
    uint64_t cutoffs, hits, leaves;
    int deepest;
} ari__prover_thread;

typedef struct ari__prover ari__prover;

ari_status ari__prover_new(const ari_variant *v, size_t table_bytes, ari__prover **prover,
                           ari_error *error);
void ari__prover_free(ari__prover *prover);
/* For measuring what the table is good for. */
void ari__prover_tune(ari__prover *prover, ari__prover_tuning tuning);
void ari__prover_clear(ari__prover *prover); /* forgets everything proved, at no cost */

/* The score of a position in which the game is on, as ari_engine_solve describes it. */
ari_status ari__prover_ask(ari__prover *prover, const ari_state *s,
                           const ari_engine_job *job, int alpha, int beta,
                           ari_result *result, ari_error *error);

#endif
