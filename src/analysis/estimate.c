/* estimate.c: looking at all moves, deeper and deeper. */
#include "analysis/estimate.h"

#include <stdlib.h>
#include <string.h>

/* Trees that cannot have more leaves than this are searched by the textbook: the engine's
 * preparations would take longer. */
#define TEXTBOOK_LEAVES 20000

/* Positions that are looked through to tell the line of a twin: a move costs as many as there are
 * moves. */
#define LINE_LOOKS 400

/* Which of the moves lead to the same? Only the random evaluation tells symmetric positions apart. */
static ari_status find_twins(ari__estimates *e)
{
    size_t count = (size_t)e->count;
    bool alike = e->v->core->canonical && e->eval->which != ARI_EVAL_RANDOM;
    ari_state *after = alike ? malloc(count * sizeof *after) : NULL;
    if (alike && !after)
        return ari_fail_memory(e->error, count * sizeof *after, "what moves lead to");
    for (int i = 0; i < e->count; i++) {
        e->twin[i] = (uint16_t)i;
        if (!alike)
            continue;
        ari_state next = ari_after(e->v, e->s, e->moves[i]);
        after[i] = ari_canonical(e->v, &next);
        for (int j = 0; j < i && e->twin[i] == i; j++)
            if (e->twin[j] == j && ari_state_equal(e->v, &after[i], &after[j]))
                e->twin[i] = (uint16_t)j;
    }
    free(after);
    return ARI_OK;
}

ari_status ari__estimates_begin(ari__estimates *e)
{
    size_t values = 2 * (size_t)e->count * sizeof *e->seen;
    size_t bytes = values + (size_t)e->count * sizeof *e->twin;
    e->seen = calloc(1, bytes);
    e->coming = e->seen ? e->seen + e->count : NULL;
    e->open = true;
    if (!e->seen)
        return ari_fail_memory(e->error, bytes, "the values of the moves");
    e->twin = (uint16_t *)(e->coming + e->count);
    ari_status status = find_twins(e);
    if (status != ARI_OK)
        ari__estimates_end(e);
    return status;
}

void ari__estimates_end(ari__estimates *e)
{
    free(e->seen < e->coming ? e->seen : e->coming);
    e->seen = e->coming = NULL;
}

/* The line of a twin, move by move as the position after this one has it. */
static void tell_line(const ari__estimates *e, int i, const ari__estimate *twin,
                      ari__estimate *estimate)
{
    ari_state there = ari_after(e->v, e->s, e->moves[e->twin[i]]);
    ari_state here = ari_after(e->v, e->s, e->moves[i]);
    ari_move list[ARI_MOVES_MAX];
    int looks = 0;
    for (int n = 0; n < twin->line_length && ari_outcome(e->v, &here) == ARI_ON; n++) {
        there = ari_after(e->v, &there, twin->line[n]);
        ari_state wanted = ari_canonical(e->v, &there);
        int count = ari_moves(e->v, &here, list), k = 0;
        looks += count;
        for (; k < count && looks <= LINE_LOOKS; k++) {
            ari_state next = ari_after(e->v, &here, list[k]),
                      same = ari_canonical(e->v, &next);
            if (!ari_state_equal(e->v, &same, &wanted))
                continue;
            estimate->line[estimate->line_length++] = list[k];
            here = next;
            break;
        }
        if (k == count || looks > LINE_LOOKS)
            return;
    }
}

/* What is known of a twin that has been looked at holds for the move, too. */
static bool take_twin(const ari__estimates *e, int i)
{
    int twin = e->twin[i];
    if (twin == i || (e->settled && e->settled[twin]))
        return false;
    ari__estimate *estimate = &e->coming[i];
    estimate->score = e->coming[twin].score;
    estimate->exact = e->coming[twin].exact;
    estimate->line_length = 0;
    tell_line(e, i, &e->coming[twin], estimate);
    return true;
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
        if (take_twin(e, e->next))
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
