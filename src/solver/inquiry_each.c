/* inquiry_each.c: answers where any position can be asked about: by enumeration, or from a
 * database. */
#include "solver/inquiry.h"

#include <stdlib.h>

/* What the database does not know, the engine finds out. */
static ari_status searched(ari__inquiry *q, const ari_state *s, int *score, int *length)
{
    ari_answer answer = ari_answer_open(ARI_NO_MOVE);
    ari_status status = ari__engine_prove(q, s, &answer);
    *score = answer.score;
    *length = answer.distance;
    return status == ARI_OK && !answer.exact ? ARI_STOPPED : status;
}

/* In a game that may come back to a position. */
static ari_status coming_back(ari__inquiry *q, const ari_state *s,
                              const ari_limits *limits, int *score, int *length)
{
    ari_solver *solver = q->solver;
    uint64_t nodes = 0;
    ari_status status =
        ari__closure_value(&solver->closure, &solver->memo, q->v, s, limits, &nodes,
                           &q->stopped, score, length, q->error);
    ari__inquiry_add(q, &(ari_stats){.nodes = nodes});
    return status == ARI_OK && q->stopped ? ARI_STOPPED : status;
}

/* From the table of what is known, or by filling it. */
static ari_status enumerated(ari__inquiry *q, const ari_state *s, int *score, int *length)
{
    ari_engine_job rest;
    bool some = ari__rest_of_job(q, &rest);
    if (ari_has(q->v, ARI_HAS_CYCLES))
        return coming_back(q, s, &rest.limits, score, length);
    ari__memo_job job = {.mode = ARI_MEMO_CANONICAL,
                         .distances = true,
                         .limits = &rest.limits,
                         .memo = &q->solver->memo};
    ari_status status = ari__searches(q->v)->memo(q->v, s, &job, q->error);
    uint64_t nodes = job.calls > 1 ? job.calls : 0;
    if (job.stopped && rest.limits.nodes && nodes > rest.limits.nodes)
        nodes = some ? rest.limits.nodes : 0; /* the last call was too much */
    ari__inquiry_add(q, &(ari_stats){.nodes = nodes});
    if (status == ARI_OK && job.stopped) {
        q->stopped = true;
        return ARI_STOPPED;
    }
    *score = job.score;
    int distance = ari_has(q->v, ARI_HAS_PAYOFFS) ? -1 : ari_score_distance(job.score);
    *length = distance >= 0 ? distance : job.length;
    return status;
}

/* Lost where the nimber is 0. */
static ari_status by_nimbers(ari__inquiry *q, const ari_state *s, int *score, int *length)
{
    ari_engine_job rest;
    bool zero = false;
    ari_nimbers *nimbers = q->solver->nimbers;
    int outcome = ari_outcome(q->v, s);
    uint64_t before = ari_nimbers_nodes(nimbers);
    (void)ari__rest_of_job(q, &rest);
    ari_status status = outcome == ARI_ON
                            ? ari_nimber_is(nimbers, s, 0, &rest.limits, &zero, q->error)
                            : ARI_OK;
    ari__inquiry_add(q, &(ari_stats){.nodes = ari_nimbers_nodes(nimbers) - before});
    q->stopped = status == ARI_STOPPED;
    *score = outcome != ARI_ON ? outcome : zero ? -1 : 1;
    *length = -1;
    return status;
}

ari_status ari__each_value(ari__inquiry *q, const ari_state *s, int *score, int *length,
                           ari_source *source)
{
    if (q->stopped)
        return ARI_STOPPED;
    const ari_lookup *lookup = &q->solver->lookup;
    *source = ARI_SOURCE_DATABASE;
    if (lookup->ask) {
        ari_status status = lookup->ask(lookup->self, s, score, length, q->error);
        ari__inquiry_add(q, &(ari_stats){.nodes = 1});
        if (status != ARI_UNKNOWN || q->look_up)
            return status;
    }
    *source = q->solver->enumerates ? ARI_SOURCE_STATES : ARI_SOURCE_PROOF;
    ari_status status = ARI_MEMORY;
    if (q->solver->nimbers)
        status = by_nimbers(q, s, score, length);
    else if (q->solver->enumerates)
        status = enumerated(q, s, score, length);
    else
        status = searched(q, s, score, length);
    if (status == ARI_MEMORY && q->solver->nimbers) { /* there is a slower way */
        status = ari__solver_leave_parts(q->solver, q->error);
        if (status == ARI_OK)
            status = searched(q, s, score, length);
    }
    if (!ari__counts_plies(q->v))
        *length = -1;
    return status;
}

/* The best move: best score, then the shortest way. */
static ari_status best_of_each(ari__inquiry *q, const ari_state *s, ari_move *list,
                               ari_move *best)
{
    int count = ari_moves(q->v, s, list);
    int best_score = -ARI__INFINITE, best_length = 0;
    for (int i = 0; i < count; i++) {
        ari_state next = ari_after(q->v, s, list[i]);
        int score = 0, length = 0;
        ari_source source;
        ari_status status = ari__each_value(q, &next, &score, &length, &source);
        if (status != ARI_OK)
            return status;
        score = ari_score_of_move(q->v, s, &next, score);
        length = length < 0 ? INT_MAX : length;
        if (score > best_score || (score == best_score && length < best_length)) {
            best_score = score;
            best_length = length;
            *best = list[i];
        }
    }
    return ARI_OK;
}

ari_status ari__each_line(ari__inquiry *q, const ari_state *s, ari_answer *answer)
{
    ari_move *list = malloc((size_t)q->v->core->max_moves * sizeof *list);
    if (!list)
        return ari_fail_memory(q->error, (size_t)q->v->core->max_moves * sizeof *list,
                               "a list of moves");
    ari_status status = ARI_OK;
    ari_state here = *s;
    answer->line_length = 0;
    while (status == ARI_OK && answer->line_length < ARI_LINE_MAX &&
           (answer->distance >= 0 || !ari_has(q->v, ARI_HAS_CYCLES)) &&
           ari_outcome(q->v, &here) == ARI_ON) {
        ari_move best = ARI_NO_MOVE;
        status = best_of_each(q, &here, list, &best);
        if (status == ARI_OK) {
            answer->line[answer->line_length++] = best;
            here = ari_after(q->v, &here, best);
        }
    }
    free(list);
    return status;
}
