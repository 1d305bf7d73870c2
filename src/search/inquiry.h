/* inquiry.h: one question to a solver on its way to the answer (internal).
 *
 * There are two ways. Where every position can be asked about, because they are enumerated or lie
 * in a database, the values of the moves say everything: inquiry_each.c. Elsewhere the engine
 * proves one score, and then which moves keep it: inquiry_engine.c. solver.c puts the answers
 * together. */
#ifndef ARI_SEARCH_INQUIRY_H
#define ARI_SEARCH_INQUIRY_H

#include <ariadne/solver.h>

#include "search/memo_table.h"
#include "search/searches.h"

/* What is spent on a guess when a limit leaves a question open. Where nodes are limited, an
 * eighth of them is kept for it. */
#define ARI__GUESS_NODES 50000
#define ARI__GUESS_PART 8

struct ari_solver {
    const ari_variant *variant;
    bool enumerates;
    ari__memo memo;           /* when it enumerates */
    ari_engine *engine;       /* when it does not */
    const ari_oracle *oracle; /* asked before the engine is; may be NULL */
    uint64_t line_nodes;      /* for lines that it does not know to the end */
    ari_lookup lookup;        /* asked before anything; its function may be NULL */
};

/* One question on its way. */
typedef struct ari__inquiry {
    ari_solver *solver;
    const ari_variant *v;
    const ari_engine_job *job;
    double start;
    ari_analysis *analysis;
    int guesses;       /* that may have to be made when a limit is reached */
    int passed;        /* so many of them are made or were not needed */
    uint64_t line_end; /* a line is cut when this many nodes are searched in all */
    ari_error *error;
} ari__inquiry;

/* Can any position be asked about, one by one? */
static inline bool ari__knows_each(const ari_solver *solver)
{
    return solver->enumerates || solver->lookup.ask;
}

static inline bool ari__same_side_moves(const ari_variant *v, const ari_state *s,
                                        const ari_state *next)
{
    return ari_has(v, ARI_HAS_EXTRA_TURNS) && ari_turn(v, s) == ari_turn(v, next);
}

/* Plies to the end, where the score alone or the rules tell; otherwise -1. */
int ari__distance_of(const ari_variant *v, const ari_state *s, int score);
/* What is left of so many nodes. */
uint64_t ari__nodes_left(const ari__inquiry *q, uint64_t nodes);
/* The job with what is left of its time and of its nodes but those for a guess. */
ari_engine_job ari__rest_of_job(const ari__inquiry *q);

/* ---- by asking about every position ---- */

/* Score and distance of any position; the distance is -1 where the game never ends. */
ari_status ari__each_value(ari__inquiry *q, const ari_state *s, int *score, int *length);
/* Best play from a position whose answer is known. */
ari_status ari__each_line(ari__inquiry *q, const ari_state *s, ari_answer *answer);

/* ---- by the engine ---- */

typedef enum ari__verdict { ARI__NO, ARI__YES, ARI__OPEN } ari__verdict;

/* Is this move as good as the position's score says? ARI__OPEN if telling takes more than
 * `budget` nodes (0: no limit of its own), or more than the line may. */
ari_status ari__engine_is_best(ari__inquiry *q, const ari_state *s, ari_move move,
                               int score, uint64_t budget, ari__verdict *is);
/* Score and, if wanted, line of a position: exact, or a guess when the limits do not allow
 * it. The line of what the oracle knows waits until all else is answered: nothing but the
 * line needs a proof. */
ari_status ari__engine_answer(ari__inquiry *q, const ari_state *s, bool line,
                              ari_answer *answer);
/* That line, along what the oracle knows and then up to line_end. The values stay as they
 * are, whatever ends the work. */
ari_status ari__engine_late_line(ari__inquiry *q, const ari_state *s, ari_answer *answer);
/* A quick guess where the exact score could not be had. */
ari_status ari__engine_guess(ari__inquiry *q, const ari_state *s, ari_answer *answer);

#endif
