/* search.c: what the routes that search have in common. */
#include "web/search.h"

/* Games with few positions are solved state by state, which takes memory: no more of them
 * are looked at than this, where that could become much. */
#define STATES_MOST 4000000
#define STATES_FEW 1e8

ari_engine_job web_engine_job(web_task *task, double seconds)
{
    const ari_variant *v = task->v;
    ari_engine_job job = {.limits = {.seconds = seconds, .stop = &task->stop}};
    if (v->core->positions && v->core->positions(v->rules) < STATES_FEW)
        job.limits.nodes = STATES_MOST;
    (void)ari_eval_parse(v, NULL, 0, &job.eval, NULL);
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
