/* solver.c: exact answers, by complete enumeration where that is cheap and by the engine
 * elsewhere: what is asked, and how the answers are put together. */
#include "search/inquiry.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"

/* Games with at most this many positions are enumerated. */
#define ENUMERATE_MOST 2.5e7

/* What is spent on lines that the oracle does not know to the end. */
#define LINE_NODES 10000

ari_status ari_solver_new(const ari_variant *v, size_t table_bytes, ari_solver **result,
                          ari_error *error)
{
    *result = NULL;
    ari_solver *solver = calloc(1, sizeof *solver);
    if (!solver)
        return ari_fail_memory(error, sizeof *solver, "a solver");
    solver->variant = v;
    solver->line_nodes = LINE_NODES;
    solver->memo = ari__memo_empty(v->core->state_size);
    solver->enumerates =
        v->core->positions && v->core->positions(v->rules) <= ENUMERATE_MOST;
    if (!solver->enumerates) {
        ari_status status = ari_engine_new(v, table_bytes, &solver->engine, error);
        if (status != ARI_OK) {
            free(solver);
            return status;
        }
    }
    *result = solver;
    return ARI_OK;
}

void ari_solver_free(ari_solver *solver)
{
    if (!solver)
        return;
    ari__memo_free(&solver->memo);
    ari_engine_free(solver->engine);
    free(solver);
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

void ari_analysis_free(ari_analysis *analysis)
{
    free(analysis->moves);
    *analysis = (ari_analysis){.moves = NULL};
}

/* ---- the questions ---- */

static ari_status answer_position(ari__inquiry *q, const ari_state *s, bool line,
                                  ari_answer *answer)
{
    answer->move = ARI_NO_MOVE;
    if (!ari__knows_each(q->solver))
        return ari__engine_answer(q, s, line, answer);
    ari_status status = ari__each_value(q, s, &answer->score, &answer->distance);
    answer->exact = status == ARI_OK;
    if (status == ARI_OK && line)
        status = ari__each_line(q, s, answer);
    return status == ARI_STOPPED ? ari__engine_guess(q, s, answer) : status;
}

/* The line of the whole position goes on after its first move. */
static void take_line(const ari_answer *whole, ari_answer *answer)
{
    if (whole->line_length == 0 || whole->line[0] != answer->move)
        return;
    answer->line_length = whole->line_length - 1;
    memcpy(answer->line, whole->line + 1, (size_t)answer->line_length * sizeof(ari_move));
}

/* Fills in one move if it belongs into the answer. */
static ari_status answer_move(ari__inquiry *q, const ari_state *s, ari_move move,
                              bool all)
{
    ari_analysis *a = q->analysis;
    ari_answer *answer = &a->moves[a->count];
    ari_state next = ari_after(q->v, s, move);
    ari_status status;
    *answer = (ari_answer){.move = move};
    if (all || ari__knows_each(q->solver)) {
        status = answer_position(q, &next, all, answer);
        answer->move = move;
        answer->score = ari_score_of_move(q->v, s, &next, answer->score);
        if (answer->distance >= 0)
            answer->distance++;
        if (!all)
            take_line(&a->whole, answer);
        if (status == ARI_OK && (all || answer->score == a->whole.score))
            a->count++;
        return status;
    }
    ari__verdict is =
        a->whole.line_length > 0 && a->whole.line[0] == move ? ARI__YES : ARI__OPEN;
    status =
        is == ARI__YES ? ARI_OK : ari__engine_is_best(q, s, move, a->whole.score, 0, &is);
    answer->score = a->whole.score;
    answer->exact = a->whole.exact;
    answer->distance = a->whole.distance;
    take_line(&a->whole, answer);
    if (status == ARI_OK && is == ARI__YES)
        a->count++;
    return status;
}

static void sort_answers(ari_answer *answers, int count)
{
    for (int i = 1; i < count; i++)
        for (int j = i; j > 0 && answers[j].score > answers[j - 1].score; j--) {
            ari_answer swapped = answers[j];
            answers[j] = answers[j - 1];
            answers[j - 1] = swapped;
        }
}

static ari_status answer_moves(ari__inquiry *q, const ari_state *s, bool all)
{
    ari_analysis *a = q->analysis;
    size_t most = (size_t)q->v->core->max_moves;
    ari_move *list = malloc(most * sizeof *list);
    if (!list)
        return ari_fail_memory(q->error, most * sizeof *list, "a list of moves");
    int count = ari_moves(q->v, s, list);
    q->guesses = count;
    a->moves = calloc((size_t)count, sizeof *a->moves);
    if (!a->moves) {
        free(list);
        return ari_fail_memory(q->error, (size_t)count * sizeof *a->moves,
                               "the values of the moves");
    }
    ari_status status = ARI_OK;
    for (int i = 0; i < count && status == ARI_OK; i++) {
        q->passed = i;
        if (all || !a->stopped)
            status = answer_move(q, s, list[i], all);
    }
    if (status == ARI_OK)
        sort_answers(a->moves, a->count);
    free(list);
    return status;
}

/* The lines that waited, those of the best moves first. */
static ari_status answer_lines(ari__inquiry *q, const ari_state *s, bool all)
{
    ari_analysis *a = q->analysis;
    ari_status status = ARI_OK;
    if (ari__knows_each(q->solver) || !q->solver->oracle)
        return ARI_OK;
    q->line_end = a->stats.nodes + q->solver->line_nodes;
    if (!all)
        status = ari__engine_late_line(q, s, &a->whole);
    for (int i = 0; i < a->count && status == ARI_OK; i++) {
        ari_state next = ari_after(q->v, s, a->moves[i].move);
        if (all)
            status = ari__engine_late_line(q, &next, &a->moves[i]);
        else
            take_line(&a->whole, &a->moves[i]);
    }
    return status;
}

/* After analysing every move the position's answer is that of its best: of equal ones the
 * first that ends the game soonest, as when only the position is asked about. */
static void take_best(const ari__inquiry *q, const ari_state *s)
{
    ari_analysis *a = q->analysis;
    const ari_answer *best = &a->moves[0];
    for (int i = 1; i < a->count && a->moves[i].score == best->score; i++)
        if (a->moves[i].distance >= 0 &&
            (best->distance < 0 || a->moves[i].distance < best->distance))
            best = &a->moves[i];
    ari_answer *whole = &a->whole;
    whole->score = best->score;
    whole->exact = true;
    for (int i = 0; i < a->count; i++)
        if (!a->moves[i].exact)
            whole->exact = false;
    /* The engine does not look for the shortest draw, though it may know of one. */
    whole->distance = ari__knows_each(q->solver) ? best->distance
                      : whole->exact             ? ari__distance_of(q->v, s, whole->score)
                                                 : -1;
    whole->line[0] = best->move;
    int rest =
        best->line_length < ARI_LINE_MAX - 1 ? best->line_length : ARI_LINE_MAX - 1;
    memcpy(whole->line + 1, best->line, (size_t)rest * sizeof(ari_move));
    whole->line_length = rest + 1;
}

/* Stopped with no best move proved: the guess's own move is the best so far. */
static void take_guess(ari_analysis *a)
{
    if (a->count > 0 || a->whole.line_length == 0 || !a->moves)
        return;
    a->moves[0] = a->whole;
    a->moves[0].move = a->whole.line[0];
    take_line(&a->whole, &a->moves[0]);
    a->count = 1;
}

ari_status ari_solver_ask(ari_solver *solver, const ari_state *s, ari_question question,
                          const ari_engine_job *job, ari_analysis *analysis,
                          ari_error *error)
{
    *analysis = (ari_analysis){.whole = {.move = ARI_NO_MOVE, .distance = -1}};
    const ari_variant *v = solver->variant;
    ari__inquiry q = {.solver = solver,
                      .v = v,
                      .job = job,
                      .start = ari__seconds(),
                      .guesses = 1,
                      .line_end = UINT64_MAX,
                      .analysis = analysis,
                      .error = error};
    ari_status status = ARI_OK;
    int outcome = ari_outcome(v, s);
    if (outcome != ARI_ON) {
        analysis->whole.score = ari__final_score(outcome, 0, ari_has(v, ARI_HAS_PAYOFFS));
        analysis->whole.distance = 0;
        analysis->whole.exact = true;
        return ARI_OK;
    }
    if (question != ARI_ASK_MOVES)
        status = answer_position(&q, s, question == ARI_ASK_BEST, &analysis->whole);
    if (status == ARI_OK && question != ARI_ASK_VALUE)
        status = answer_moves(&q, s, question == ARI_ASK_MOVES);
    if (status == ARI_OK && question != ARI_ASK_VALUE)
        status = answer_lines(&q, s, question == ARI_ASK_MOVES);
    if (status == ARI_OK && question == ARI_ASK_MOVES && analysis->count > 0)
        take_best(&q, s);
    if (status == ARI_OK && question == ARI_ASK_BEST)
        take_guess(analysis);
    analysis->stats.states = solver->memo.count;
    analysis->stats.seconds = ari__seconds() - q.start;
    if (status != ARI_OK)
        ari_analysis_free(analysis);
    return status;
}
