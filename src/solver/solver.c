/* solver.c: what a solver is made of: the enumeration where that is cheap, the engine elsewhere,
 * and those who know beforehand. */
#include "solver/inquiry.h"

#include <stdlib.h>

#include "base/memory.h"
#include "search/given.h"

/* Games with at most this many positions are enumerated. */
#define ENUMERATE_MOST 2.5e7

/* With at most this many that takes a moment. */
#define MOMENT_MOST 1e6

/* What is spent on lines that the oracle does not know to the end. */
#define LINE_NODES 10000

/* The values of all moves may take this part of the memory without making the engine smaller, and
 * the enumeration leaves as much for guesses. */
#define BESIDE 16

/* An engine for estimates beside the enumeration. */
#define ESTIMATES_MOST ((size_t)1 << 20)
#define ESTIMATES_LEAST 1024

/* Where positions come back a search proves little, so that one tries what the memory has room for, if the game does
 * not say that it has too many. */
static bool is_small(const ari_variant *v)
{
    return ari_can_enumerate(v, ENUMERATE_MOST) ||
           (!v->core->positions && ari_has(v, ARI_HAS_CYCLES) &&
            !ari_has(v, ARI_HAS_PAYOFFS));
}

/* Do nimbers tell all that is asked? Not how long a win takes, where that is asked, too. */
static bool told_by_nimbers(const ari_variant *v)
{
    return v->core->components && ari_nimbers_decide(v) && ari_has(v, ARI_HAS_PAYOFFS);
}

/* An engine of all the memory but what an answer about every move takes. */
static ari_status need_engine(ari_solver *solver, ari_error *error)
{
    size_t answers = (size_t)solver->variant->core->max_moves * sizeof(ari_answer);
    size_t bytes = solver->bytes;
    if (solver->engine)
        return ARI_OK;
    if (answers > bytes / BESIDE / 2)
        bytes -= answers < bytes / 2 ? answers : bytes / 2;
    return ari__engine_new(solver->variant, bytes, solver->given, &solver->engine, error);
}

static bool goes_by_parts(const ari_variant *v, ari_method method)
{
    return method == ARI_METHOD_AUTO && told_by_nimbers(v);
}

static bool goes_by_states(const ari_variant *v, ari_method method)
{
    return method == ARI_METHOD_STATES ||
           (method == ARI_METHOD_AUTO && !told_by_nimbers(v) && is_small(v));
}

/* Has what the method needs. */
static ari_status begin(ari_solver *solver, ari_method method, ari_error *error)
{
    const ari_variant *v = solver->variant;
    solver->method = method;
    solver->by_parts = goes_by_parts(v, method);
    solver->enumerates = goes_by_states(v, method);
    if (solver->by_parts)
        return ari_nimbers_new(v, solver->bytes - solver->bytes / BESIDE,
                               &solver->nimbers, error);
    return solver->enumerates ? ARI_OK : need_engine(solver, error);
}

ari_status ari_solver_new(const ari_variant *v, size_t bytes, ari_solver **result,
                          ari_error *error)
{
    return ari_solver_new_part(v, bytes, bytes, result, error);
}

ari_status ari_solver_new_part(const ari_variant *v, size_t bytes, size_t given,
                               ari_solver **result, ari_error *error)
{
    *result = NULL;
    ari_solver *solver = calloc(1, sizeof *solver);
    if (!solver)
        return ari_fail_memory(error, sizeof *solver, "a solver");
    solver->variant = v;
    solver->bytes = bytes;
    solver->given = given;
    solver->line_nodes = LINE_NODES;
    ari_allowance_begin(&solver->allowance, bytes - bytes / BESIDE);
    solver->allowance.given = given;
    solver->memo = ari__memo_empty(v->core->state_size, &solver->allowance);
    ari_status status = begin(solver, ARI_METHOD_AUTO, error);
    if (status != ARI_OK)
        free(solver);
    else
        *result = solver;
    return status;
}

void ari_solver_free(ari_solver *solver)
{
    if (!solver)
        return;
    ari__closure_free(&solver->closure, &solver->memo);
    ari_nimbers_free(solver->nimbers);
    ari_engine_free(solver->engine);
    free(solver);
}

ari_status ari_solver_use(ari_solver *solver, ari_method method, ari_error *error)
{
    const ari_variant *v = solver->variant;
    bool states = goes_by_states(v, method);
    if (states && ari_has(v, ARI_HAS_CYCLES) && ari_has(v, ARI_HAS_PAYOFFS))
        return ari_fail(error, ARI_LIMIT, ARI_NO_OFFSET,
                        "a game with payoffs that comes back to its positions cannot be "
                        "solved state by state");
    if (states == solver->enumerates && goes_by_parts(v, method) == solver->by_parts) {
        solver->method = method;
        return ARI_OK;
    }
    ari__closure_free(&solver->closure, &solver->memo);
    ari_nimbers_free(solver->nimbers);
    ari_engine_free(solver->engine);
    solver->nimbers = NULL;
    solver->engine = NULL;
    ari_status status = begin(solver, method, error);
    if (status != ARI_OK) /* which needs nothing beforehand */
        (void)begin(solver, ARI_METHOD_STATES, NULL);
    return status;
}

void ari_solver_consult(ari_solver *solver, const ari_oracle *oracle)
{
    solver->oracle = oracle;
}

void ari_solver_spend_on_lines(ari_solver *solver, uint64_t nodes)
{
    solver->line_nodes = nodes;
}

void ari_solver_look_up(ari_solver *solver, ari_lookup lookup)
{
    solver->lookup = lookup;
}

bool ari_solvable(const ari_variant *v)
{
    return ari_can_enumerate(v, MOMENT_MOST) ||
           (v->core->solvable && v->core->solvable(v->rules));
}

bool ari_solver_is_sure(const ari_solver *solver)
{
    return solver->lookup.ask || ari_solvable(solver->variant);
}

bool ari_solver_lacks_memory(const ari_solver *solver)
{
    return goes_by_states(solver->variant, solver->method) &&
           atomic_load(&solver->allowance.refused) > 0;
}

/* ---- for the analysis ---- */

ari_status ari__solver_engine(ari_solver *solver, ari_engine **engine, ari_error *error)
{
    ari_status status = ARI_OK;
    if (!solver->engine) { /* it enumerates, or knows the parts, and leaves little */
        size_t part = solver->bytes / BESIDE;
        size_t bytes = part < ESTIMATES_MOST ? part : ESTIMATES_MOST;
        status = ari__engine_new(solver->variant,
                                 bytes > ESTIMATES_LEAST ? bytes : ESTIMATES_LEAST,
                                 solver->given, &solver->engine, error);
    }
    *engine = solver->engine;
    return status;
}

ari_status ari__solver_leave_states(ari_solver *solver, ari_error *error)
{
    ari__closure_free(&solver->closure, &solver->memo);
    ari_engine_free(solver->engine);
    solver->engine = NULL;
    solver->enumerates = false;
    return need_engine(solver, error);
}

void ari__solver_return_to_states(ari_solver *solver)
{
    solver->enumerates = true;
    ari_engine_free(solver->engine);
    solver->engine = NULL;
}

ari_status ari__solver_leave_parts(ari_solver *solver, ari_error *error)
{
    ari_nimbers_free(solver->nimbers);
    solver->nimbers = NULL;
    ari_engine_free(solver->engine);
    solver->engine = NULL;
    return need_engine(solver, error);
}
