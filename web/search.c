/* search.c: what the routes that search have in common. */
#include "web/search.h"

/* Games with few positions are solved state by state, which takes memory: no more of them
 * are looked at than this, where that could become much. */
#define STATES_MOST 4000000
#define STATES_FEW 1e8

#define PROGRESS_SECONDS 0.2 /* between two events */

ari_engine_job web_engine_job(web_task *task, double seconds)
{
    const ari_variant *v = task->v;
    ari_engine_job job = {.limits = {.seconds = seconds, .stop = &task->stop}};
    if (v->core->positions && v->core->positions(v->rules) < STATES_FEW)
        job.limits.nodes = STATES_MOST;
    (void)ari_eval_parse(v, NULL, 0, &job.eval, NULL);
    return job;
}

ari_status web_ask(ari_solver *solver, const ari_state *s, ari_question question,
                   const ari_engine_job *job, ari_analysis *analysis, ari_error *error)
{
    ari_status status = ari_solver_ask(solver, s, question, job, analysis, error);
    if (status != ARI_LIMIT)
        return status;
    ari_engine_job less = *job;
    less.limits.nodes = ARI_PLY_MAX - 1; /* no line is too long with so few */
    return ari_solver_ask(solver, s, question, &less, analysis, error);
}

web_thinking *web_think(web_task *task, double otherwise, double max, web_lane lane,
                        web_step *work)
{
    if (!web_game(task) || !web_seconds(task, otherwise, max))
        return NULL;
    web_thinking *t = web_work(task, lane, work, sizeof *t);
    if (t) {
        t->seconds = task->seconds;
        task->seconds += WEB_MARGIN;
    }
    return t;
}

/* The engine tells of every depth of every move, hundreds at once in the beginning: whoever
 * looks on has no use for them, and would have to draw them all. */
static void tell_progress(void *self, const ari_progress *progress)
{
    web_task *task = self;
    web_thinking *t = task->state;
    double now = web_clock();
    if (now - t->told < PROGRESS_SECONDS)
        return;
    t->told = now;
    ari_text text = ARI_TEXT_EMPTY;
    ari_json json = ari_json_to(&text);
    ari_json_object(&json, NULL);
    ari_json_unsigned(&json, "nodes", t->nodes + progress->nodes);
    ari_json_real(&json, "seconds", now - t->start);
    ari_json_number(&json, "depth", progress->depth);
    ari_json_object_end(&json);
    web_emit(task, "progress", &text);
}

ari_engine_job web_think_job(web_task *task, double seconds)
{
    ari_engine_job job = web_engine_job(task, seconds);
    if (task->streams) {
        job.limits.progress = tell_progress;
        job.limits.self = task;
    }
    return job;
}

bool web_search(web_task *task, ari_search *search)
{
    int64_t depth;
    int order;
    ari_error error;
    *search = (ari_search){.limits = {.depth = 0}};
    if (!web_number(task, "depth", 0, 1, ARI_PLY_MAX, &depth) ||
        !web_choice(task, "order", "first|random|centre", ARI_ORDER_FIRST, &order) ||
        !web_unsigned(task, "seed", 1, &search->seed))
        return false;
    search->limits.depth = (int)depth;
    search->order = (ari_order)order;
    ari_status status = ari_eval_parse(task->v, web_text(task, "eval", NULL),
                                       search->seed, &search->eval, &error);
    if (status != ARI_OK)
        web_refuse(task, web_status_of(status), "eval", &error);
    return status == ARI_OK;
}
