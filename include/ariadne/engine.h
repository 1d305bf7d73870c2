/* engine.h: the strong search.
 *
 * Iterative deepening with principal-variation search, a transposition table shared by
 * all threads, killer moves, history, and whatever hints the game offers.
 * ari_engine_search looks as deep as the limits allow; ari_engine_solve finds the exact
 * score. */
#ifndef ARIADNE_ENGINE_H
#define ARIADNE_ENGINE_H

#include <ariadne/runner.h>
#include <ariadne/search.h>

ARI_C_BEGIN

typedef struct ari_engine ari_engine;

#define ARI_BYTES_DEFAULT ((size_t)64 << 20)

/* An engine for one variant, which must outlive it. All that it takes, for searches and for proofs
 * together, stays within `bytes` (at least 64; from a megabyte on, within a tenth of it): where the
 * threads need much, the table is smaller, in huge pages where the system offers them. */
ari_status ari_engine_new(const ari_variant *v, size_t bytes, ari_engine **engine,
                          ari_error *error);
void ari_engine_free(ari_engine *engine);
void ari_engine_clear(ari_engine *engine); /* forget everything learnt */

typedef struct ari_engine_job {
    ari_limits limits;
    ari_eval eval;            /* at the depth limit of ari_engine_search */
    const ari_runner *runner; /* NULL: one thread, the caller's */
    /* ari_engine_solve: nodes that earlier calls about the same position have cost, so that it
     * goes on as if they had been one; and those about other positions of the same question,
     * which tell how large a table will be needed. */
    uint64_t spent, beside;
} ari_engine_job;

ari_status ari_engine_search(ari_engine *engine, const ari_state *s,
                             const ari_engine_job *job, ari_result *result,
                             ari_error *error);

/* The exact score, and nothing else: solver.h finds the moves and lines that go with it.
 * A window narrower than everything answers only whether the score is at most `alpha`, at
 * least `beta`, or which one between: result->score is then a bound. Stopped before that, it
 * has still proved what result->low and result->high say, within the window. */
ari_status ari_engine_solve(ari_engine *engine, const ari_state *s,
                            const ari_engine_job *job, int alpha, int beta,
                            ari_result *result, ari_error *error);

ARI_C_END

#endif
