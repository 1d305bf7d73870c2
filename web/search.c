/* search.c: what the routes that search have in common. */
#include "web/search.h"

#define PROGRESS_SECONDS 0.2 /* between two events */

ari_engine_job web_engine_job(web_task *task, double seconds)
{
    ari_engine_job job = {.limits = {.seconds = seconds,
                                     .stop = &task->stop,
                                     .memory = &task->desk->memory}};
    (void)ari_eval_parse(task->v, NULL, 0, &job.eval, NULL);
    return job;
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
    double now = ari_seconds();
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

bool web_search(web_task *task, ari_search_job *search)
{
    int order, cut;
    ari_error error;
    *search = (ari_search_job){.limits = {.depth = 0}};
    if (!web_int(task, "depth", 0, 1, ARI_PLY_MAX, &search->limits.depth) ||
        !web_choice(task, "order", ARI_ORDERS, ARI_ORDER_FIRST, &order) ||
        !web_choice(task, "cut", "usual|strict", 0, &cut) ||
        !web_unsigned(task, "seed", 1, &search->seed))
        return false;
    search->order = (ari_order)order;
    search->strict = cut == 1;
    ari_status status = ari_eval_parse(task->v, web_text(task, "eval", NULL),
                                       search->seed, &search->eval, &error);
    return web_ok(task, status, "eval", &error);
}
