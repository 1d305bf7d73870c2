/* steps.c: /api/steps: what a textbook search or wins(state) does, visit by visit or line by line; of
 * Monte-Carlo tree search: rounds.c. */
#include <stdlib.h>

#include <ariadne/learn.h>
#include <ariadne/report.h>

#include "web/search.h"

#define STEPS 5000 /* unless asked for more or fewer */
#define STEPS_SECONDS 2.0
#define MCTS 6 /* the choice that comes after the algorithms with a listing */

web_step web_steps;

typedef struct stepping {
    web_task *task;
    ari_json json;
    ari_walk_job job;
} stepping;

static void tell(void *self, const ari_walk_step *step)
{
    stepping *s = self;
    ari_walk_json(&s->json, s->task->v, s->job.algo, step);
}

static void walk(web_task *task)
{
    stepping *s = task->state;
    const ari_variant *v = task->v;
    const ari_state *root = &task->record.end;
    ari_walk_end end;
    ari_error error;
    s->job.search.limits.stop = &task->stop;
    s->job.search.limits.memory = &task->desk->memory;
    s->json = web_begin(task);
    ari_report_position(&s->json, v, &task->record);
    if (s->job.lines)
        ari_listing_json(&s->json, ari_listing_of(s->job.algo, s->job.search.strict));
    ari_json_array(&s->json, "steps");
    ari_status status = ari_walk(v, root, &s->job, &end, &error);
    ari_json_array_end(&s->json);
    if (status != ARI_OK) {
        web_refuse(task, web_status_of(status), NULL, &error);
        return;
    }
    ari_walk_end_json(&s->json, v, root, &s->job, &end);
    web_end(task, &s->json);
}

void web_steps(web_task *task)
{
    int algo, lines;
    int64_t most;
    if (!web_game(task) ||
        !web_choice(task, "algo", ARI_ALGOS "|mcts", ARI_ALGO_ALPHABETA, &algo) ||
        !web_choice(task, "lines", "no|yes", 0, &lines) ||
        !web_number(task, "most", STEPS, 1, WEB_STEPS_MOST, &most))
        return;
    if (algo == MCTS) {
        web_rounds(task, STEPS_SECONDS, most);
        return;
    }
    stepping *s = web_work(task, WEB_QUICK, walk, sizeof *s);
    if (!s || !web_search(task, &s->job.search))
        return;
    s->task = task;
    s->job.algo = (ari_algorithm)algo;
    s->job.lines = lines == 1;
    s->job.most = (uint64_t)most;
    s->job.told = tell;
    s->job.self = s;
    task->seconds = STEPS_SECONDS;
}
