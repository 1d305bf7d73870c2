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

/* What ari_engine_search does besides looking at every move to the same depth. Each can be left out,
 * to measure what it is worth; without all of them a search to depth N finds what minimax finds. */
typedef enum ari_technique {
    ARI_REDUCTIONS = 1 << 0, /* late moves are searched less deep first */
    ARI_PRUNING = 1 << 1,    /* late moves are left out near the depth limit */
    ARI_EXTENSIONS = 1 << 2, /* the only move that does not lose at once costs no depth */
    ARI_LEAVES = 1 << 3,     /* wins and dooms are seen at the depth limit */
    ARI_CANDIDATES = 1 << 4, /* only moves that the game calls worth a look */
    ARI_REPETITIONS = 1 << 5, /* a position that comes again is a draw */
    ARI_THREATS = 1 << 6      /* wins by force are looked for beyond the depth */
} ari_technique;

#define ARI_TECHNIQUES ((1u << 7) - 1)

/* The names by which players leave them out: "reductions"; NULL ends them. They are in the order of
 * their bits. */
extern const char *const ari_technique_names[];

/* By what an exact value is found. */
typedef enum ari_method {
    ARI_METHOD_AUTO,   /* whatever suits the game */
    ARI_METHOD_SEARCH, /* search to the end of the game, in depth: value and distance */
    ARI_METHOD_DFPN, /* in the order of proof numbers: the value alone, and of a distance a bound */
    ARI_METHOD_STATES /* solvers: every position that can follow is looked at, once */
} ari_method;

#define ARI_METHODS "auto|search|df-pn|states" /* their names, in this order */

typedef struct ari_engine_job {
    ari_limits limits;
    ari_eval eval;            /* at the depth limit of ari_engine_search */
    const ari_runner *runner; /* NULL: one thread, the caller's */
    /* ari_engine_search: techniques that are left out. With the neutral evaluation and the random
     * one all of them are: only what is proved counts there. */
    unsigned without;
    /* ari_engine_search: the order of equally promising moves; 0: the game's own. */
    uint64_t seed;
    /* ari_engine_search: the game so far, which ends with the position, so that it is known what
     * would come again; may be NULL. */
    const ari_record *record;
    /* ari_engine_search: how many of the best moves are wanted, each with its line and all as far as
     * the same depth; 0 or 1: one. */
    int lines;
    /* With several lines: none begins with a move that is the image of another's, which leads to a
     * symmetric position. */
    bool apart;
    /* ari_engine_search, one line: what the same engine has found of this position before, with as many
     * techniques and no more depth; it goes on from there. NULL: nothing. */
    const ari_result *known;
    /* ari_engine_solve: nodes that earlier calls about the same position have cost, so that it
     * goes on as if they had been one; and those about other positions of the same question,
     * which tell how large a table will be needed. */
    uint64_t spent, beside;
    /* ari_engine_solve: ARI_METHOD_DFPN, or the search in depth. A solver puts in its own. */
    ari_method method;
} ari_engine_job;

/* `result` is an array of job->lines results, the best first, or a single one where that is 0. Each has
 * a move and what follows it; where there are fewer moves the last ones are ARI_NO_MOVE. A search of
 * one line that is stopped says what it has found at a depth that is not done; of several, what the
 * last depth that was done has said of all of them. What it took stands in the first. */
ari_status ari_engine_search(ari_engine *engine, const ari_state *s,
                             const ari_engine_job *job, ari_result *result,
                             ari_error *error);

/* The exact score, and nothing else: solver.h finds the moves and lines that go with it.
 * A window narrower than everything answers only whether the score is at most `alpha`, at
 * least `beta`, or which one between: result->score is then a bound. Stopped before that, it
 * has still proved what result->low and result->high say, within the window; if a win by force was
 * found that is as good as result->low, its line is there.
 *
 * By ARI_METHOD_DFPN it is the value: where the result is neither stopped nor exact, the position is won, in
 * no more plies than result->low says, or lost, in no more than result->high says, with a line. That also answers for
 * games that come back to their positions, where that is worth a draw. */
ari_status ari_engine_solve(ari_engine *engine, const ari_state *s,
                            const ari_engine_job *job, int alpha, int beta,
                            ari_result *result, ari_error *error);

ARI_C_END

#endif
