/* inquiry_each.c: answers where any position can be asked about: by enumeration, or from a
 * database. */
#include "search/inquiry.h"

#include <stdlib.h>

/* What the database does not know, the engine finds out. */
static ari_status searched(ari__inquiry *q, const ari_state *s, int *score, int *length)
{
    ari_result result;
    ari_engine_job job = ari__rest_of_job(q);
    ari_status status = ari_engine_solve(q->solver->engine, s, &job, -ARI_WIN, ARI_WIN,
                                         &result, q->error);
    if (status != ARI_OK)
        return status;
    ari__stats_add(&q->analysis->stats, &result.stats);
    q->analysis->stopped = result.stopped;
    *score = result.score;
    *length = ari__distance_of(q->v, s, result.score);
    return result.stopped ? ARI_STOPPED : ARI_OK;
}

/* From the table of what is known, or by filling it. */
ari_status ari__each_value(ari__inquiry *q, const ari_state *s, int *score, int *length)
{
    if (q->analysis->stopped)
        return ARI_STOPPED;
    const ari_lookup *lookup = &q->solver->lookup;
    if (lookup->ask) {
        ari_status status = lookup->ask(lookup->self, s, score, length, q->error);
        q->analysis->stats.nodes++;
        if (status != ARI_UNKNOWN)
            return status;
        if (!q->solver->enumerates)
            return searched(q, s, score, length);
    }
    const ari_limits limits = ari__rest_of_job(q).limits;
    ari__memo_job job = {.mode = ARI_MEMO_CANONICAL,
                         .distances = true,
                         .limits = &limits,
                         .memo = &q->solver->memo};
    ari_status status = q->v->searches->memo(q->v, s, &job, q->error);
    q->analysis->stats.nodes += job.calls > 1 ? job.calls : 0;
    if (status == ARI_OK && job.stopped) {
        q->analysis->stopped = true;
        return ARI_STOPPED;
    }
    *score = job.score;
    int distance = ari_has(q->v, ARI_HAS_PAYOFFS) ? -1 : ari_score_distance(job.score);
    *length = distance >= 0 ? distance : job.length;
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
        ari_status status = ari__each_value(q, &next, &score, &length);
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
           answer->distance >= 0 && ari_outcome(q->v, &here) == ARI_ON) {
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
