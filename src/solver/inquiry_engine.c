/* inquiry_engine.c: answers by the engine: a score, and the moves that keep it. */
#include "solver/inquiry.h"

#include <stdlib.h>
#include <string.h>

bool ari__foretold(const ari__inquiry *q, const ari_state *s, int *score)
{
    const ari_oracle *oracle = q->solver->oracle;
    return oracle && q->solver->method == ARI_METHOD_AUTO &&
           oracle->score(oracle->self, s, score);
}

/* One null window tells. */
ari_status ari__engine_is_best(ari__inquiry *q, const ari_state *s, ari_move move,
                               int score, uint64_t nodes, ari__reply *is)
{
    ari_state next = ari_after(q->v, s, move);
    bool same = ari__same_side_moves(q->v, s, &next);
    int wanted = ari__score_later(same ? score : -score), known;
    if (ari__foretold(q, &next, &known)) {
        *is = known == wanted ? ARI__YES : ARI__NO;
        return ARI_OK;
    }
    *is = ARI__OPEN;
    if (q->look_up)
        return ARI_OK;
    if (q->line_end < UINT64_MAX) {
        uint64_t left = q->line_end > q->stats.nodes ? q->line_end - q->stats.nodes : 0;
        if (left == 0)
            return ARI_OK;
        nodes = nodes && nodes < left ? nodes : left;
    }
    int alpha = same ? wanted - 1 : wanted, beta = alpha + 1;
    ari_engine_job job;
    q->stopped = !ari__rest_of_job(q, &job);
    if (q->stopped)
        return ARI_OK;
    if (nodes) {
        job.runner = NULL;
        if (!job.limits.nodes || nodes < job.limits.nodes)
            job.limits.nodes = nodes;
        else
            nodes = 0;
    }
    ari_result result;
    ari_status status =
        ari_engine_solve(q->solver->engine, &next, &job, alpha, beta, &result, q->error);
    if (status != ARI_OK)
        return status;
    ari__inquiry_add(q, &result.stats);
    if (!result.stopped)
        *is = (same ? result.score >= beta : result.score <= alpha) ? ARI__YES : ARI__NO;
    else if (!nodes || !ari__rest_of_job(q, &job))
        q->stopped = true;
    return ARI_OK;
}

/* Finds a move that keeps the score. What the table already knows is asked first, so that
 * a proof once found is followed rather than another one begun. */
static ari_status best_move(ari__inquiry *q, const ari_state *s, int score,
                            ari_move *list, ari_move *best)
{
    static const uint64_t budgets[] = {1, 1000, 100000, 0};
    int count = ari_moves(q->v, s, list);
    for (int round = 0; round < 4; round++) {
        for (int i = 0; i < count && !q->stopped; i++) {
            ari__reply is;
            ari_status status =
                ari__engine_is_best(q, s, list[i], score, budgets[round], &is);
            if (status != ARI_OK)
                return status;
            if (is == ARI__YES) {
                *best = list[i];
                return ARI_OK;
            }
            if (is == ARI__NO)
                list[i--] = list[--count];
        }
    }
    return ARI_OK;
}

ari_status ari__engine_line(ari__inquiry *q, const ari_state *s, ari_answer *answer)
{
    ari_move *list = malloc((size_t)q->v->core->max_moves * sizeof *list);
    if (!list)
        return ari_fail_memory(q->error, (size_t)q->v->core->max_moves * sizeof *list,
                               "a list of moves");
    ari_state here = *s;
    ari_status status = ARI_OK;
    int score = answer->score;
    bool endless = score == 0 && ari_has(q->v, ARI_HAS_CYCLES);
    answer->line_length = 0;
    while (!endless && answer->line_length < ARI_LINE_MAX &&
           ari_outcome(q->v, &here) == ARI_ON) {
        ari_move best = ARI_NO_MOVE;
        status = best_move(q, &here, score, list, &best);
        if (status != ARI_OK || best == ARI_NO_MOVE)
            break;
        ari_state next = ari_after(q->v, &here, best);
        score =
            ari__score_later(ari__same_side_moves(q->v, &here, &next) ? score : -score);
        answer->line[answer->line_length++] = best;
        here = next;
    }
    free(list);
    return status;
}

ari_status ari__engine_prove(ari__inquiry *q, const ari_state *s, ari_answer *answer)
{
    ari_result result;
    ari_engine_job job;
    q->stopped = q->stopped || !ari__rest_of_job(q, &job);
    if (q->stopped)
        return ARI_OK;
    ari_status status = ari_engine_solve(q->solver->engine, s, &job, answer->low,
                                         answer->high, &result, q->error);
    if (status != ARI_OK)
        return status;
    ari__inquiry_add(q, &result.stats);
    q->stopped = result.stopped;
    q->crowded = result.crowded;
    answer->low = result.low;
    answer->high = result.high;
    answer->line_length = result.line_length;
    memcpy(answer->line, result.line, (size_t)result.line_length * sizeof(ari_move));
    bool dfpn = q->solver->method == ARI_METHOD_DFPN;
    if (result.exact)
        ari_answer_exact(answer, result.score, ari__distance_of(q->v, s, result.score),
                         dfpn ? ARI_SOURCE_DFPN : ARI_SOURCE_PROOF);
    else if (dfpn && !result.stopped)
        answer->source = ARI_SOURCE_DFPN; /* decided, though not how soon */
    return ARI_OK;
}
