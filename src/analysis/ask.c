/* ask.c: a question, and its answer: the value of a position, its best moves, or all of them. */
#include "analysis/answers.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "solver/inquiry.h"

/* What is spent on an estimate when a limit leaves a question open: so much at most, and where
 * nodes or time are limited, an eighth of them that is kept for it. */
#define ESTIMATE_NODES 50000
#define ESTIMATE_SECONDS 0.1
#define ESTIMATE_PART 8

/* ---- the estimate ---- */

/* What is kept of the limits. */
static ari_limits kept_for_estimate(const ari_limits *limits)
{
    ari_limits kept = {.nodes = ESTIMATE_NODES, .stop = limits->stop};
    if (limits->nodes) {
        uint64_t part = limits->nodes / ESTIMATE_PART + 1;
        kept.nodes = part < kept.nodes ? part : kept.nodes;
    }
    /* Where nodes alone count, answers do not depend on time. */
    if (!limits->nodes || limits->seconds > 0) {
        double part = limits->seconds / ESTIMATE_PART;
        kept.seconds = part > 0 && part < ESTIMATE_SECONDS ? part : ESTIMATE_SECONDS;
    }
    return kept;
}

/* The job without it. */
static ari_engine_job for_proof(const ari_engine_job *job, const ari_limits *kept)
{
    ari_engine_job rest = *job;
    if (rest.limits.nodes)
        rest.limits.nodes -= kept->nodes < rest.limits.nodes ? kept->nodes : 0;
    if (rest.limits.seconds > 0)
        rest.limits.seconds -= kept->seconds;
    return rest;
}

/* What the evaluation says of the position after a move, for the side that makes it. */
static int seen_at_once(const ari__inquiry *q, const ari_state *s, ari_move move)
{
    ari_state next = ari_after(q->v, s, move);
    int outcome = ari_outcome(q->v, &next), score;
    if (outcome == ARI_ON)
        score = ari_eval_score(q->v, &next, &q->job->eval);
    else
        score = ari_has(q->v, ARI_HAS_PAYOFFS) ? outcome : outcome * ARI_WIN;
    return ari_score_of_move(q->v, s, &next, score);
}

/* What the evaluation says, without looking further, and the move that it likes best. */
static ari_status estimate_blindly(const ari__inquiry *q, const ari_state *s,
                                   ari_answer *answer)
{
    size_t bytes = (size_t)q->v->core->max_moves * sizeof(ari_move);
    ari_move *list = malloc(bytes);
    if (!list)
        return ari_fail_memory(q->error, bytes, "a list of moves");
    answer->score = ari_eval_score(q->v, s, &q->job->eval);
    answer->line_length = 0;
    int count = ari_moves(q->v, s, list), most = 0;
    for (int i = 0; i < count; i++) {
        int seen = seen_at_once(q, s, list[i]);
        if (i > 0 && seen <= most)
            continue;
        most = seen;
        answer->line[0] = list[i];
        answer->line_length = 1;
    }
    free(list);
    return ARI_OK;
}

/* A quick estimate where the exact score could not be had; `nodes` are those of the whole
 * question, 0 if they are not limited. */
static ari_status estimate(ari__inquiry *q, const ari_state *s, uint64_t nodes,
                           const ari_limits *kept, ari_answer *answer)
{
    ari_engine *engine;
    ari_engine_job job = {.limits = *kept, .eval = q->job->eval};
    ari_result result = {.depth = 0};
    ari_status status = ari__solver_engine(q->solver, &engine, q->error);
    if (nodes) {
        uint64_t left = nodes > q->stats.nodes ? nodes - q->stats.nodes : 0;
        job.limits.nodes = left < job.limits.nodes ? left : job.limits.nodes;
    }
    if (status == ARI_OK && job.limits.nodes > 0)
        status = ari_engine_search(engine, s, &job, &result, q->error);
    if (status != ARI_OK)
        return status;
    ari__inquiry_add(q, &result.stats);
    answer->source = ARI_SOURCE_ESTIMATE;
    answer->depth = result.depth;
    answer->score = result.score;
    answer->line_length = result.line_length;
    memcpy(answer->line, result.line, (size_t)result.line_length * sizeof(ari_move));
    if (result.exact)
        ari_answer_exact(answer, result.score, ari__distance_of(q->v, s, result.score),
                         ARI_SOURCE_PROOF);
    else if (result.depth == 0)
        status = estimate_blindly(q, s, answer);
    ari__answer_clamp(answer);
    return status;
}

/* A line that is known to win says more than an estimate does. */
static void take_shown(ari_answer *answer)
{
    answer->source = ARI_SOURCE_ESTIMATE;
    answer->score = answer->low;
    answer->depth = answer->line_length;
}

/* ---- the best moves ---- */

/* The line of the whole position goes on after its first move. */
static void take_line(const ari_answer *whole, ari_answer *answer)
{
    if (whole->line_length == 0 || whole->line[0] != answer->move)
        return;
    answer->line_length = whole->line_length - 1;
    memcpy(answer->line, whole->line + 1, (size_t)answer->line_length * sizeof(ari_move));
}

/* Is this move as good as the position? */
static ari_status is_best(ari__inquiry *q, const ari_analysis *a, const ari_state *s,
                          ari_answer *answer, bool *is)
{
    const ari_answer *whole = &a->whole;
    ari_move move = answer->move;
    *is = whole->line_length > 0 && whole->line[0] == move;
    if (ari__knows_each(q->solver)) {
        ari_state next = ari_after(q->v, s, move);
        ari_status status = ari__prove(q, &next, answer);
        *answer = ari__answer_of_move(q->v, s, answer);
        *is = answer->exact && answer->score == whole->score;
        return status;
    }
    ari__reply verdict = *is ? ARI__YES : ARI__OPEN;
    ari_status status = ARI_OK;
    if (!*is)
        status = ari__engine_is_best(q, s, move, whole->score, 0, &verdict);
    *is = verdict == ARI__YES;
    ari_answer_exact(answer, whole->score, whole->distance, whole->source);
    return status;
}

static ari_status answer_best(ari__inquiry *q, const ari_state *s, ari_analysis *a)
{
    size_t most = (size_t)q->v->core->max_moves;
    ari_move *list = malloc(most * sizeof *list);
    if (!list)
        return ari_fail_memory(q->error, most * sizeof *list, "a list of moves");
    int count = ari_moves(q->v, s, list);
    ari_status status = ari__answers_make(a, count, q->job->limits.memory, q->error);
    for (int i = 0; i < count && status == ARI_OK && a->whole.exact && !q->stopped; i++) {
        bool is;
        a->moves[a->count] = ari_answer_open(list[i]);
        status = is_best(q, a, s, &a->moves[a->count], &is);
        if (status == ARI_OK && is)
            take_line(&a->whole, &a->moves[a->count++]);
    }
    free(list);
    return status;
}

/* The line that waited. */
static ari_status answer_line(ari__inquiry *q, const ari_state *s, ari_analysis *a)
{
    if (a->whole.source != ARI_SOURCE_BOOK)
        return ARI_OK;
    q->line_end = q->stats.nodes + q->solver->line_nodes;
    ari_status status = ari__late_line(q, s, &a->whole);
    for (int i = 0; i < a->count && status == ARI_OK; i++)
        take_line(&a->whole, &a->moves[i]);
    return status;
}

/* Stopped with no best move proved: the first of the line is the best so far. */
static void take_first_of_line(ari_analysis *a, bool shown)
{
    if (a->count > 0 || a->whole.line_length == 0)
        return;
    a->moves[0] = a->whole;
    if (!shown)
        a->moves[0].low = -ARI_WIN; /* that is proved of the position, not of this move */
    a->moves[0].exact = false;
    if (a->whole.source != ARI_SOURCE_DFPN)
        a->moves[0].source = ARI_SOURCE_ESTIMATE;
    a->moves[0].distance = -1;
    a->moves[0].move = a->whole.line[0];
    take_line(&a->whole, &a->moves[0]);
    a->count = 1;
}

static ari_status ask(ari_solver *solver, const ari_state *s, ari_question question,
                      const ari_engine_job *job, ari_analysis *a, ari_error *error)
{
    ari_limits kept = kept_for_estimate(&job->limits);
    ari_engine_job proof = for_proof(job, &kept);
    double start = ari_seconds();
    ari__inquiry q = ari__inquiry_begin(solver, &proof, error);
    *a = (ari_analysis){.whole = ari_answer_open(ARI_NO_MOVE)};
    ari_status status = ari__prove(&q, s, &a->whole);
    bool on = a->whole.source != ARI_SOURCE_RULES;
    if (status == ARI_OK && on && question == ARI_ASK_BEST && a->whole.exact)
        status = ari__prove_line(&q, s, &a->whole);
    bool shown = a->whole.line_length > 0; /* to be won, though not how soon at best */
    bool open = status == ARI_OK && !a->whole.exact && !ari__answer_bounded(&a->whole);
    if (open && shown)
        take_shown(&a->whole);
    else if (open)
        status = estimate(&q, s, job->limits.nodes, &kept, &a->whole);
    if (status == ARI_OK && on && question == ARI_ASK_BEST) {
        status = answer_best(&q, s, a);
        if (status == ARI_OK)
            status = answer_line(&q, s, a);
        if (status == ARI_OK)
            take_first_of_line(a, shown);
    }
    a->stopped = q.stopped;
    a->stats = q.stats;
    a->stats.states = solver->memo.count;
    a->stats.seconds = ari_seconds() - start;
    if (status != ARI_OK)
        ari_analysis_free(a);
    return status;
}

/* There is no memory for all positions: the engine finds the answer in what there is, if the
 * game is not too long for it. Then that is how this solver goes on; otherwise others of the
 * game's positions may still be enumerated. */
static ari_status ask_engine(ari_solver *solver, const ari_state *s,
                             ari_question question, const ari_engine_job *job,
                             ari_analysis *analysis, ari_error *error)
{
    ari_error other;
    ari_status status = ari__solver_leave_states(solver, error);
    if (status != ARI_OK)
        return status;
    status = ask(solver, s, question, job, analysis, &other);
    if (status == ARI_OK && !analysis->stopped)
        return status;
    ari__solver_return_to_states(solver);
    if (status == ARI_LIMIT || status == ARI_MEMORY)
        return ari__fail_allowed(error, solver->given,
                                 "solving this position state by state");
    if (status != ARI_OK && error)
        *error = other;
    return status;
}

/* ---- the questions ---- */

static ari_status ask_value(ari_solver *solver, const ari_state *s, ari_question question,
                            const ari_engine_job *job, ari_analysis *analysis,
                            ari_error *error)
{
    uint64_t refused = atomic_load(&solver->allowance.refused);
    ari_status status = ask(solver, s, question, job, analysis, error);
    bool too_much = status == ARI_LIMIT;
    if (status == ARI_MEMORY && solver->method == ARI_METHOD_AUTO &&
        atomic_load(&solver->allowance.refused) != refused) {
        status = ask_engine(solver, s, question, job, analysis, error);
        too_much = status == ARI_MEMORY;
    }
    if (too_much && (job->limits.nodes || job->limits.seconds > 0)) {
        ari_engine_job less = *job;          /* it has limits anyway: this is one more */
        less.limits.nodes = ARI_PLY_MAX - 1; /* with so few, nothing is too long */
        status = ask(solver, s, question, &less, analysis, error);
    }
    return status;
}

static ari_status ask_moves(ari_solver *solver, const ari_state *s,
                            const ari_engine_job *job, ari_analysis *analysis,
                            ari_error *error)
{
    ari_study *study;
    ari_status status = ari_study_new(solver, s, job, &study, error);
    while (status == ARI_OK && ari_study_goes_on(study))
        status = ari_study_step(study, error);
    if (status == ARI_OK)
        ari__study_end(study, analysis);
    else
        ari_study_free(study);
    return status;
}

/* ---- looking up ---- */

/* The lines of what was looked up, as far as they can be, too. */
static ari_status look_up_lines(ari__inquiry *q, const ari_state *s, ari_analysis *a)
{
    ari_status status = ARI_OK;
    for (int i = 0; i < a->count && status == ARI_OK; i++) {
        ari_answer *answer = &a->moves[i];
        if (!answer->exact)
            continue;
        ari_state next = ari_after(q->v, s, answer->move);
        ari_answer after = ari_answer_open(answer->move);
        status = ari__look_up(q, &next, &after);
        if (status == ARI_OK)
            status = ari__knows_each(q->solver) ? ari__prove_line(q, &next, &after)
                                                : ari__late_line(q, &next, &after);
        answer->line_length = after.line_length;
        memcpy(answer->line, after.line, (size_t)after.line_length * sizeof *after.line);
    }
    if (a->count > 0)
        ari__answers_whole(a);
    return status;
}

ari_status ari_look_up(ari_solver *solver, const ari_state *s, ari_allowance *memory,
                       ari_analysis *analysis, ari_error *error)
{
    const ari_engine_job job = {.limits = {.memory = memory}};
    ari__inquiry q = ari__inquiry_begin(solver, &job, error);
    ari_answer whole = ari_answer_open(ARI_NO_MOVE);
    ari_study *study;
    q.look_up = true;
    ari_status status = ari__look_up(&q, s, &whole);
    if (status == ARI_OK && !whole.exact)
        return ari_fail(error, ARI_UNKNOWN, ARI_NO_OFFSET, "nobody knows this position");
    if (status == ARI_OK)
        status = ari_study_new(solver, s, &job, &study, error);
    if (status != ARI_OK)
        return status;
    ari__study_end(study, analysis);
    status = look_up_lines(&q, s, analysis);
    analysis->stats.nodes = 0; /* nothing was searched */
    if (status != ARI_OK)
        ari_analysis_free(analysis);
    return status;
}

ari_status ari_analyse(ari_solver *solver, const ari_state *s, ari_question question,
                       const ari_engine_job *job, ari_analysis *analysis,
                       ari_error *error)
{
    return question == ARI_ASK_MOVES
               ? ask_moves(solver, s, job, analysis, error)
               : ask_value(solver, s, question, job, analysis, error);
}
