/* estimate.c: looking at all moves, deeper and deeper. */
#include "analysis/estimate.h"

#include <stdlib.h>
#include <string.h>

/* Trees that cannot have more leaves than this are searched by the textbook: the engine's
 * preparations would take longer. */
#define TEXTBOOK_LEAVES 20000

ari_status ari__estimates_begin(ari__estimates *e)
{
    size_t bytes = 2 * (size_t)e->count * sizeof *e->seen;
    e->seen = calloc(1, bytes);
    e->coming = e->seen ? e->seen + e->count : NULL;
    e->open = true;
    return e->seen ? ARI_OK : ari_fail_memory(e->error, bytes, "the values of the moves");
}

void ari__estimates_end(ari__estimates *e)
{
    free(e->seen < e->coming ? e->seen : e->coming);
    e->seen = e->coming = NULL;
}

static bool is_small(const ari_variant *v, int depth)
{
    double leaves = 1;
    for (int i = 0; i < depth && leaves <= TEXTBOOK_LEAVES; i++)
        leaves *= v->core->max_moves;
    return leaves <= TEXTBOOK_LEAVES;
}

static ari_status search(ari__estimates *e, const ari_state *s, const ari_limits *limits,
                         ari_result *result)
{
    if (limits->depth == 1 || is_small(e->v, limits->depth)) {
        ari_search_job textbook = {
            .limits = *limits, .eval = *e->eval, .order = ARI_ORDER_CENTRE};
        return ari_alphabeta(e->v, s, &textbook, result, e->error);
    }
    ari_engine *engine;
    ari_engine_job job = {
        .limits = *limits, .eval = *e->eval, .runner = e->runner, .without = e->without};
    ari_status status = e->engine(e->self, &engine, e->error);
    return status == ARI_OK ? ari_engine_search(engine, s, &job, result, e->error)
                            : status;
}

ari_status ari__look(ari__estimates *e, const ari_state *s, int depth,
                     ari__estimate *estimate)
{
    int outcome = ari_outcome(e->v, s);
    ari_limits left;
    e->stopped = !ari__budget_left(&e->budget, &left);
    if (e->stopped)
        return ARI_OK;
    estimate->line_length = 0;
    if (outcome != ARI_ON || depth <= 0) {
        e->budget.used++;
        estimate->exact = outcome != ARI_ON;
        estimate->score = !estimate->exact ? ari_eval_score(e->v, s, e->eval)
                          : ari_has(e->v, ARI_HAS_PAYOFFS) ? outcome
                                                           : outcome * ARI_WIN;
        return ARI_OK;
    }
    ari_result result;
    left.depth = depth;
    ari_status status = search(e, s, &left, &result);
    if (status != ARI_OK)
        return status;
    e->budget.used += result.stats.nodes;
    e->stopped = result.stopped;
    estimate->exact = result.exact;
    estimate->score = result.score;
    estimate->line_length =
        result.line_length < ARI__ESTIMATE_LINE ? result.line_length : ARI__ESTIMATE_LINE;
    memcpy(estimate->line, result.line,
           (size_t)estimate->line_length * sizeof *result.line);
    return ARI_OK;
}

ari_status ari__estimates_deepen(ari__estimates *e)
{
    if (e->next == 0)
        e->coming_open = false;
    for (; e->next < e->count; e->next++) {
        ari__estimate *estimate = &e->coming[e->next];
        if (e->settled && e->settled[e->next])
            continue;
        ari_state next = ari_after(e->v, e->s, e->moves[e->next]);
        ari_status status = ari__look(e, &next, e->depth, estimate);
        if (status != ARI_OK || e->stopped)
            return status;
        estimate->score = ari_score_of_move(e->v, e->s, &next, estimate->score);
        e->coming_open |= !estimate->exact;
    }
    ari__estimate *seen = e->seen;
    e->seen = e->coming;
    e->coming = seen;
    e->open = e->coming_open;
    e->next = 0;
    e->depth++;
    return ARI_OK;
}
