/* inquiry_engine.c: answers by the engine: a score, the moves that keep it, and guesses. */
#include "search/inquiry.h"

#include <stdlib.h>
#include <string.h>

/* A guess may take no longer than this, nor more memory. */
#define GUESS_SECONDS 0.1
#define GUESS_TABLE_BYTES ((size_t)1 << 20)
/* With more replies than this to all moves together there is no time to look at them. Then no
 * guess looks further, so that they can be compared. */
#define GUESS_REPLIES 5000

/* What can be said of a position without looking further: how it ended, or what its evaluation
 * says, and any move. */
static ari_status guess_blindly(ari__inquiry *q, const ari_state *s, ari_answer *answer)
{
    int outcome = ari_outcome(q->v, s);
    answer->exact = outcome != ARI_ON;
    answer->distance = answer->exact ? 0 : -1;
    answer->line_length = 0;
    if (answer->exact) {
        answer->score = ari__final_score(outcome, 0, ari_has(q->v, ARI_HAS_PAYOFFS));
        return ARI_OK;
    }
    answer->score = ari_eval_score(q->v, s, &q->job->eval);
    size_t bytes = (size_t)q->v->core->max_moves * sizeof(ari_move);
    ari_move *list = malloc(bytes);
    if (!list)
        return ari_fail_memory(q->error, bytes, "a list of moves");
    if (ari_moves(q->v, s, list) > 0)
        answer->line[answer->line_length++] = list[0];
    free(list);
    return ARI_OK;
}

/* All guesses of one question share what is spent on them; an enumerating solver makes its
 * engine only now. */
ari_status ari__engine_guess(ari__inquiry *q, const ari_state *s, ari_answer *answer)
{
    uint64_t nodes = ARI__GUESS_NODES / (uint64_t)q->guesses + 1;
    if (q->guesses > 1 && q->guesses * q->v->core->max_moves > GUESS_REPLIES)
        return guess_blindly(q, s, answer);
    if (q->job->limits.nodes) {
        uint64_t share =
            ari__nodes_left(q, q->job->limits.nodes) / (uint64_t)(q->guesses - q->passed);
        if (share == 0)
            return guess_blindly(q, s, answer);
        nodes = share < nodes ? share : nodes;
    }
    if (!q->solver->engine) {
        ari_status status =
            ari_engine_new(q->v, GUESS_TABLE_BYTES, &q->solver->engine, q->error);
        if (status != ARI_OK)
            return status;
    }
    ari_engine_job job = {.limits = {.nodes = nodes}, .eval = q->job->eval};
    if (!q->job->limits.nodes) /* where nodes count, answers do not depend on time */
        job.limits.seconds = GUESS_SECONDS / q->guesses;
    ari_result result;
    ari_status status = ari_engine_search(q->solver->engine, s, &job, &result, q->error);
    if (status != ARI_OK)
        return status;
    ari__stats_add(&q->analysis->stats, &result.stats);
    if (result.depth == 0 && !result.exact)
        return guess_blindly(q, s, answer);
    answer->score = result.score;
    answer->exact = result.exact;
    answer->distance = result.exact ? ari__distance_of(q->v, s, result.score) : -1;
    answer->line_length = result.line_length;
    memcpy(answer->line, result.line, (size_t)result.line_length * sizeof(ari_move));
    return ARI_OK;
}

/* Does the oracle know the position? */
static bool foretold(const ari__inquiry *q, const ari_state *s, int *score)
{
    const ari_oracle *oracle = q->solver->oracle;
    return oracle && oracle->score(oracle->self, s, score);
}

/* One null window tells. */
ari_status ari__engine_is_best(ari__inquiry *q, const ari_state *s, ari_move move,
                               int score, uint64_t budget, ari__verdict *is)
{
    ari_state next = ari_after(q->v, s, move);
    bool same = ari__same_side_moves(q->v, s, &next);
    int wanted = ari__score_later(same ? score : -score), known;
    if (foretold(q, &next, &known)) {
        *is = known == wanted ? ARI__YES : ARI__NO;
        return ARI_OK;
    }
    if (q->line_end < UINT64_MAX) {
        uint64_t left = ari__nodes_left(q, q->line_end);
        *is = ARI__OPEN;
        if (left == 0)
            return ARI_OK;
        budget = budget && budget < left ? budget : left;
    }
    int alpha = same ? wanted - 1 : wanted, beta = alpha + 1;
    ari_engine_job job = ari__rest_of_job(q);
    if (budget) {
        job.runner = NULL;
        if (!job.limits.nodes || budget < job.limits.nodes)
            job.limits.nodes = budget;
        else
            budget = 0;
    }
    ari_result result;
    ari_status status =
        ari_engine_solve(q->solver->engine, &next, &job, alpha, beta, &result, q->error);
    if (status != ARI_OK)
        return status;
    ari__stats_add(&q->analysis->stats, &result.stats);
    if (result.stopped) {
        *is = ARI__OPEN;
        if (!budget)
            q->analysis->stopped = true;
    } else {
        *is = (same ? result.score >= beta : result.score <= alpha) ? ARI__YES : ARI__NO;
    }
    return ARI_OK;
}

/* Finds a move that keeps the score. What the table already knows is asked first, so that
 * a proof once found is followed rather than another one begun. */
static ari_status best_move(ari__inquiry *q, const ari_state *s, int score,
                            ari_move *list, ari_move *best)
{
    static const uint64_t budgets[] = {1, 1000, 100000, 0};
    int count = ari_moves(q->v, s, list);
    for (int round = 0; round < 4 && !q->analysis->stopped; round++) {
        for (int i = 0; i < count; i++) {
            ari__verdict is;
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

/* Best play from a position whose exact score is known. */
static ari_status find_line(ari__inquiry *q, const ari_state *s, int score,
                            ari_answer *answer)
{
    ari_move *list = malloc((size_t)q->v->core->max_moves * sizeof *list);
    if (!list)
        return ari_fail_memory(q->error, (size_t)q->v->core->max_moves * sizeof *list,
                               "a list of moves");
    ari_state here = *s;
    ari_status status = ARI_OK;
    answer->line_length = 0;
    while (answer->line_length < ARI_LINE_MAX && ari_outcome(q->v, &here) == ARI_ON) {
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

ari_status ari__engine_answer(ari__inquiry *q, const ari_state *s, bool line,
                              ari_answer *answer)
{
    ari_result result;
    bool told = foretold(q, s, &result.score);
    if (q->analysis->stopped && !told)
        return ari__engine_guess(q, s, answer);
    ari_engine_job job = ari__rest_of_job(q);
    if (!told) {
        ari_status status = ari_engine_solve(q->solver->engine, s, &job, -ARI_WIN,
                                             ARI_WIN, &result, q->error);
        if (status != ARI_OK)
            return status;
        ari__stats_add(&q->analysis->stats, &result.stats);
        q->analysis->stopped = result.stopped;
        if (result.stopped)
            return ari__engine_guess(q, s, answer);
    }
    answer->score = result.score;
    answer->exact = true;
    answer->distance = ari__distance_of(q->v, s, result.score);
    return line && !told ? find_line(q, s, result.score, answer) : ARI_OK;
}

ari_status ari__engine_late_line(ari__inquiry *q, const ari_state *s, ari_answer *answer)
{
    bool stopped = q->analysis->stopped;
    int score;
    if (!answer->exact || ari_outcome(q->v, s) != ARI_ON || !foretold(q, s, &score))
        return ARI_OK;
    q->analysis->stopped = false;
    ari_status status = find_line(q, s, score, answer);
    q->analysis->stopped = stopped;
    return status;
}
