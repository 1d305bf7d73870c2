/* inquiry.h: one question to a solver on its way to the answer (internal).
 *
 * There are two ways. Where every position can be asked about, because they are enumerated or lie
 * in a database, the values of the moves say everything: inquiry_each.c. Elsewhere the engine
 * proves one score, and then which moves keep it: inquiry_engine.c. What is asked, and how the
 * answers are put together, is the business of the analysis. */
#ifndef ARI_SOLVER_INQUIRY_H
#define ARI_SOLVER_INQUIRY_H

#include <ariadne/solver.h>
#include <ariadne/sums.h>

#include "base/budget.h"
#include "search/memo_table.h"
#include "search/searches.h"
#include "solver/closure.h"

struct ari_solver {
    const ari_variant *variant;
    size_t bytes;            /* that all of it may take */
    size_t given;            /* of so many, which sentences name */
    ari_allowance allowance; /* of the enumeration */
    ari_method method;
    bool enumerates;          /* as long as there is memory for it */
    ari__memo memo;           /* when it enumerates */
    ari__closure closure;     /* in it, where positions may come back */
    bool by_parts;            /* nimbers tell the value; it does not enumerate then */
    ari_nimbers *nimbers;     /* as long as there is memory for them */
    ari_engine *engine;       /* when it does not, and for estimates */
    const ari_oracle *oracle; /* asked before the engine is; may be NULL */
    uint64_t line_nodes;      /* for lines that it does not know to the end */
    ari_lookup lookup;        /* asked before anything; its function may be NULL */
};

/* One question, or a part of one. */
typedef struct ari__inquiry {
    ari_solver *solver;
    const ari_variant *v;
    const ari_engine_job *job;
    ari__budget budget; /* the limits of the job, and what is used of them */
    ari_stats stats;
    bool stopped;      /* the limits, or the stop flag, ended it */
    bool crowded;      /* there was too little memory to look far enough */
    bool look_up;      /* nothing is searched */
    uint64_t line_end; /* a line is cut when this many nodes are searched in all */
    ari_error *error;
} ari__inquiry;

ari__inquiry ari__inquiry_begin(ari_solver *solver, const ari_engine_job *job,
                                ari_error *error);
/* What a search has done. */
void ari__inquiry_add(ari__inquiry *q, const ari_stats *stats);
/* The job with what is left of its limits. False when that is nothing, or the job was told to
 * stop. */
bool ari__rest_of_job(const ari__inquiry *q, ari_engine_job *rest);

/* Can any position be asked about, one by one? */
static inline bool ari__knows_each(const ari_solver *solver)
{
    return solver->enumerates || solver->by_parts || solver->lookup.ask;
}

static inline bool ari__same_side_moves(const ari_variant *v, const ari_state *s,
                                        const ari_state *next)
{
    return ari_has(v, ARI_HAS_EXTRA_TURNS) && ari_turn(v, s) == ari_turn(v, next);
}

/* Does anybody ask how soon a game ends? Not where it only matters who makes the last move. */
static inline bool ari__counts_plies(const ari_variant *v)
{
    return !ari_has(v, ARI_HAS_PAYOFFS) || ari_has_margins(v);
}

/* Plies to the end, where the score alone or the rules tell; otherwise -1. */
int ari__distance_of(const ari_variant *v, const ari_state *s, int score);

/* An engine for estimates, beside what is proved. */
ari_status ari__solver_engine(ari_solver *solver, ari_engine **engine, ari_error *error);
/* There is no memory for all positions: from now on the engine proves what it can in what there
 * is. The other way round: so it was only for the position that has been asked about. */
ari_status ari__solver_leave_states(ari_solver *solver, ari_error *error);
void ari__solver_return_to_states(ari_solver *solver);
/* There is no memory for all parts: from now on positions are searched whole. */
ari_status ari__solver_leave_parts(ari_solver *solver, ari_error *error);

/* ---- the answer about one position ---- */

/* What needs no search: the game is over, or the book or the database knows. */
ari_status ari__look_up(ari__inquiry *q, const ari_state *s, ari_answer *answer);
/* Narrows the bounds of the answer until it is exact, or the limits end it. */
ari_status ari__prove(ari__inquiry *q, const ari_state *s, ari_answer *answer);
/* Best play from a position whose exact score is known; not along what the oracle knows, which
 * waits until all else is answered: see ari__late_line. */
ari_status ari__prove_line(ari__inquiry *q, const ari_state *s, ari_answer *answer);
/* That line, along what the oracle knows and then up to line_end. The values stay as they
 * are, whatever ends the work. */
ari_status ari__late_line(ari__inquiry *q, const ari_state *s, ari_answer *answer);

/* ---- by asking about every position ---- */

/* Score and distance of any position; the distance is -1 where the game never ends. */
ari_status ari__each_value(ari__inquiry *q, const ari_state *s, int *score, int *length,
                           ari_source *source);
ari_status ari__each_line(ari__inquiry *q, const ari_state *s, ari_answer *answer);

/* ---- by the engine ---- */

typedef enum ari__reply { ARI__NO, ARI__YES, ARI__OPEN } ari__reply;

/* Does the oracle know the position? */
bool ari__foretold(const ari__inquiry *q, const ari_state *s, int *score);
/* Is this move as good as the position's score says? ARI__OPEN if telling takes more than
 * `nodes` (0: no limit of its own), or more than the line may. */
ari_status ari__engine_is_best(ari__inquiry *q, const ari_state *s, ari_move move,
                               int score, uint64_t nodes, ari__reply *is);
ari_status ari__engine_prove(ari__inquiry *q, const ari_state *s, ari_answer *answer);
ari_status ari__engine_line(ari__inquiry *q, const ari_state *s, ari_answer *answer);

#endif
