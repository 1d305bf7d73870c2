/* analysis.c: /api/analysis and /api/database: every move with its value, better and better,
 * or looked up.
 *
 * First the solver tries for a moment, which is enough wherever the game is near its end or
 * small. If not, every move is searched to the same depth, then deeper, so that their scores
 * can be compared: these are estimates. The rest of the time is the solver's again, and where
 * it still does not know, the estimates stand. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <ariadne/report.h>

#include "web/search.h"

#define SECONDS 2.0
/* Shares of the time, and seconds at most: for the solver's first try, and until the end of
 * the estimates. */
#define FIRST_SHARE 0.1
#define FIRST_MOST 0.3
#define ESTIMATES_SHARE 0.6
#define ESTIMATES_MOST 2.0
#define FIRST_DEPTH 2
#define DEPTH_STEP 2 /* so that the same side has the last word */
#define SURE_DEPTH 4 /* reached even where a busy machine has eaten up the time */
#define SURE_SECONDS 1.0
#define EMIT_SECONDS 0.1

web_step web_analysis, web_database;

static double elapsed(const web_thinking *t)
{
    return web_clock() - t->start;
}

static double left_for_estimates(const web_thinking *t)
{
    return fmin(t->seconds * ESTIMATES_SHARE, ESTIMATES_MOST) - elapsed(t);
}

static bool moves_exact(const ari_analysis *analysis)
{
    bool exact = true;
    for (int i = 0; i < analysis->count; i++)
        exact = exact && analysis->moves[i].exact;
    return exact;
}

/* ---- telling ---- */

static void write(const web_task *task, const ari_analysis *analysis, bool final,
                  ari_text *out)
{
    const web_thinking *t = task->state;
    ari_analysis now = *analysis;
    now.stats.nodes = t->nodes;
    now.stats.seconds = elapsed(t);
    ari_json json = ari_json_to(out);
    ari_json_object(&json, NULL);
    ari_report_analysis(&json, task->v, &task->record, &now);
    ari_json_bool(&json, "final", final);
    ari_json_object_end(&json);
    ari_text_add_char(out, '\n');
}

static void emit(web_task *task, const ari_analysis *analysis)
{
    ari_text text = ARI_TEXT_EMPTY;
    if (task->streams)
        write(task, analysis, false, &text);
    if (text.size)
        web_emit(task, "answer", &text);
}

/* ---- estimates ---- */

static int better_first(const void *a, const void *b)
{
    const ari_answer *x = a, *y = b;
    if (x->score != y->score)
        return x->score > y->score ? -1 : 1;
    return x->move < y->move ? -1 : x->move > y->move;
}

/* Sorts the moves anew; the position is worth what its best one is. That is certain when
 * all moves are, or when it wins and every other has been searched as deep as `depth`, so
 * that a shorter win would have been seen. */
static void settle(ari_analysis *analysis, int depth)
{
    ari_answer *whole = &analysis->whole;
    if (whole->exact || analysis->count == 0)
        return;
    qsort(analysis->moves, (size_t)analysis->count, sizeof *analysis->moves,
          better_first);
    const ari_answer *best = &analysis->moves[0];
    whole->exact = best->exact && best->score > ARI_SCORE_MAX && best->distance <= depth;
    whole->exact = whole->exact || moves_exact(analysis);
    whole->distance = whole->exact ? best->distance : -1;
    int length = best->line_length < ARI_LINE_MAX ? best->line_length : ARI_LINE_MAX - 1;
    whole->score = best->score;
    whole->line[0] = best->move;
    memcpy(whole->line + 1, best->line, (size_t)length * sizeof *best->line);
    whole->line_length = length + 1;
}

/* One move to this depth; false when the time did not suffice. */
static bool estimate(web_task *task, ari_engine *engine, int depth, ari_answer *answer)
{
    web_thinking *t = task->state;
    const ari_variant *v = task->v;
    const ari_state *here = &task->record.end;
    ari_state next = ari_after(v, here, answer->move);
    ari_engine_job job = web_think_job(
        task, depth <= SURE_DEPTH ? SURE_SECONDS : fmax(left_for_estimates(t), 0.001));
    ari_result result;
    job.limits.depth = depth;
    if (ari_engine_search(engine, &next, &job, &result, NULL) != ARI_OK || result.stopped)
        return false;
    t->nodes += result.stats.nodes;
    answer->score = ari_score_of_move(v, here, &next, result.score);
    answer->exact = result.exact; /* a win or a loss within sight, say */
    answer->distance = result.exact && !ari_has(v, ARI_HAS_PAYOFFS)
                           ? ari_score_distance(answer->score)
                           : -1;
    answer->line_length = result.line_length;
    memcpy(answer->line, result.line, (size_t)result.line_length * sizeof *result.line);
    return true;
}

/* All moves that are not exact to the same depth, or nothing. */
static bool estimate_all(web_task *task, ari_engine *engine, int depth,
                         ari_analysis *analysis)
{
    size_t bytes = (size_t)analysis->count * sizeof *analysis->moves;
    ari_answer *moves = malloc(bytes);
    bool done = moves != NULL;
    if (done)
        memcpy(moves, analysis->moves, bytes);
    for (int i = 0; i < analysis->count && done; i++)
        done = moves[i].exact || estimate(task, engine, depth, &moves[i]);
    if (done)
        memcpy(analysis->moves, moves, bytes);
    free(moves);
    return done;
}

static void estimate_deeper(web_task *task, ari_analysis *analysis)
{
    ari_engine *engine = web_engine(task);
    double emitted = web_clock();
    for (int depth = FIRST_DEPTH; engine && depth < ARI_PLY_MAX && !moves_exact(analysis);
         depth += DEPTH_STEP) {
        if ((depth > SURE_DEPTH && left_for_estimates(task->state) <= 0) ||
            !estimate_all(task, engine, depth, analysis))
            return;
        settle(analysis, depth + 1);
        if (web_clock() - emitted > EMIT_SECONDS) {
            emit(task, analysis);
            emitted = web_clock();
        }
    }
}

/* ---- the whole ---- */

static ari_status ask(web_task *task, ari_solver *solver, double seconds,
                      ari_analysis *analysis, ari_error *error)
{
    web_thinking *t = task->state;
    ari_engine_job job = web_think_job(task, fmax(seconds, 0.001));
    ari_status status =
        web_ask(solver, &task->record.end, ARI_ASK_MOVES, &job, analysis, error);
    if (status == ARI_OK)
        t->nodes += analysis->stats.nodes;
    return status;
}

/* What the solver still does not know, the estimates tell. */
static void complete(ari_analysis *analysis, const ari_analysis *estimates)
{
    for (int i = 0; i < analysis->count; i++)
        for (int k = 0; k < estimates->count && !analysis->moves[i].exact; k++)
            if (estimates->moves[k].move == analysis->moves[i].move &&
                ari_answer_known(&estimates->moves[k])) {
                analysis->moves[i] = estimates->moves[k];
                break;
            }
    if (estimates->whole.exact)
        analysis->whole = estimates->whole;
    settle(analysis, 0);
}

static void improve(web_task *task, ari_solver *solver, ari_analysis *analysis)
{
    const web_thinking *t = task->state;
    ari_analysis last;
    emit(task, analysis);
    estimate_deeper(task, analysis);
    emit(task, analysis);
    if (moves_exact(analysis) || atomic_load(&task->stop) ||
        ask(task, solver, t->seconds - elapsed(t), &last, NULL) != ARI_OK)
        return;
    complete(&last, analysis);
    ari_analysis_free(analysis);
    *analysis = last;
}

static void analyse(web_task *task)
{
    web_thinking *t = task->state;
    ari_solver *solver = web_solver(task);
    ari_analysis analysis;
    ari_error error;
    if (!solver)
        return;
    t->start = web_clock();
    ari_status status =
        ask(task, solver, fmin(t->seconds * FIRST_SHARE, FIRST_MOST), &analysis, &error);
    if (status != ARI_OK) {
        web_refuse(task, web_status_of(status), NULL, &error);
        return;
    }
    if (!analysis.whole.exact || !moves_exact(&analysis))
        improve(task, solver, &analysis);
    write(task, &analysis, true, &task->reply.body);
    ari_analysis_free(&analysis);
}

void web_analysis(web_task *task)
{
    (void)web_think(task, SECONDS, task->site->options.seconds, WEB_DEEP, analyse);
}

/* ---- looking up ---- */

/* What stands in the database costs no node. */
static void look_up(web_task *task)
{
    ari_solver *solver = web_solver(task);
    ari_analysis analysis;
    ari_error error;
    if (!solver)
        return;
    ((web_thinking *)task->state)->start = web_clock();
    ari_engine_job job = {.limits = {.nodes = 1, .stop = &task->stop}};
    ari_status status =
        ari_solver_ask(solver, &task->record.end, ARI_ASK_MOVES, &job, &analysis, &error);
    if (status != ARI_OK) {
        web_refuse(task, web_status_of(status), NULL, &error);
        return;
    }
    if (analysis.whole.exact)
        write(task, &analysis, true, &task->reply.body);
    else
        web_refuse_words(task, 404, "unknown", "this position is not in the database");
    ari_analysis_free(&analysis);
}

void web_database(web_task *task)
{
    const char *known = task->site->options.database;
    if (!web_game(task))
        return;
    if (known && strcmp(known, task->v->name) == 0)
        (void)web_work(task, WEB_QUICK, look_up, sizeof(web_thinking));
    else
        web_refuse_words(task, 404, "unknown", "there is no database of this game here");
    task->seconds = SECONDS;
}
