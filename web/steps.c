/* steps.c: /api/steps: what minimax or alpha-beta does, visit by visit. */
#include <stdlib.h>

#include <ariadne/report.h>

#include "web/search.h"

#define STEPS 5000 /* unless asked for more or fewer */
#define STEPS_SECONDS 2.0

web_step web_steps;

typedef struct stepping {
    web_task *task;
    ari_json json;
    ari_search search;
    bool alphabeta;
    int64_t most, steps;
    int nodes;                                /* numbered so far */
    int path[ARI_PLY_MAX + 2];                /* the node at each ply */
    const ari_state *before[ARI_PLY_MAX + 2]; /* and its position, while it is searched */
} stepping;

/* Begins a step; false when there are enough. */
static bool begin(stepping *s, const char *what, int node)
{
    if (s->steps++ >= s->most) {
        atomic_store(&s->task->stop, 1);
        return false;
    }
    ari_json_object(&s->json, NULL);
    ari_json_string(&s->json, "do", what);
    ari_json_number(&s->json, "node", node);
    return true;
}

static void add_bound(ari_json *json, const char *key, int value)
{
    if (abs(value) > ARI_WIN)
        ari_json_null(json, key);
    else
        ari_json_number(json, key, value);
}

/* Where a node hangs; the root hangs nowhere. */
static void add_parent(stepping *s, const ari_state *before, ari_move move, int parent)
{
    ari_json_number(&s->json, "parent", parent);
    ari_report_move(&s->json, "move", s->task->v, before, move);
}

static void add_label(ari_json *json, int value, int ply)
{
    int from_root = ari_score_distance(value);
    ari_json_number(json, "label", from_root < 0 ? value : value > 0 ? 1 : -1);
    if (from_root >= 0)
        ari_json_number(json, "distance", from_root - ply);
}

static void enter(void *self, const ari_state *state, ari_move move, int ply, int alpha,
                  int beta)
{
    stepping *s = self;
    const ari_variant *v = s->task->v;
    s->path[ply] = s->nodes++;
    if (!begin(s, "enter", s->path[ply]))
        return;
    s->before[ply] = state;
    if (ply > 0)
        add_parent(s, s->before[ply - 1], move, s->path[ply - 1]);
    ari_text text = ARI_TEXT_EMPTY;
    ari_state_format(v, state, &text);
    ari_json_number(&s->json, "ply", ply);
    ari_json_string(&s->json, "turn", ari_side_name(ari_turn(v, state)));
    ari_json_string(&s->json, "position", ari_text_get(&text));
    if (s->alphabeta) {
        add_bound(&s->json, "alpha", alpha);
        add_bound(&s->json, "beta", beta);
    }
    ari_json_object_end(&s->json);
    ari_text_free(&text);
}

static void leave(void *self, const ari_state *state, int ply, int value, bool finished,
                  bool horizon)
{
    (void)state;
    stepping *s = self;
    if (!begin(s, "leave", s->path[ply]))
        return;
    ari_json_number(&s->json, "value", value);
    add_label(&s->json, value, ply);
    ari_json_string(&s->json, "kind",
                    finished  ? "finished"
                    : horizon ? "horizon"
                              : "inner");
    ari_json_object_end(&s->json);
}

static void cut(void *self, const ari_state *state, ari_move move, int ply, int value,
                int bound)
{
    stepping *s = self;
    bool max = ari_turn(s->task->v, state) == ARI_FIRST;
    if (!begin(s, "cut", s->nodes++))
        return;
    add_parent(s, state, move, s->path[ply]);
    ari_json_number(&s->json, "value", value);
    ari_json_string(&s->json, "bound", max ? "beta" : "alpha");
    ari_json_number(&s->json, "at", bound);
    ari_json_object_end(&s->json);
}

static void add_result(stepping *s, const ari_result *result)
{
    const ari_variant *v = s->task->v;
    const ari_state *root = &s->task->record.end;
    bool complete = s->steps <= s->most && !result->stopped;
    ari_json_bool(&s->json, "complete", complete);
    ari_json_string(&s->json, "algo", s->alphabeta ? "alphabeta" : "minimax");
    ari_json_string(&s->json, "order", ari_order_name(s->search.order));
    ari_json_string(&s->json, "eval", ari_eval_name(v, &s->search.eval));
    if (!complete)
        return;
    int score = ari_turn(v, root) == ARI_FIRST ? result->score : -result->score;
    if (result->exact)
        ari_json_null(&s->json, "depth");
    else
        ari_json_number(&s->json, "depth", result->depth);
    ari_json_unsigned(&s->json, "nodes", result->stats.nodes);
    ari_json_unsigned(&s->json, "leaves", result->stats.leaves);
    ari_json_unsigned(&s->json, "cutoffs", result->stats.cutoffs);
    ari_json_number(&s->json, "score", score);
    add_label(&s->json, score, 0);
    if (result->best != ARI_NO_MOVE)
        ari_report_move(&s->json, "best", v, root, result->best);
}

static void walk(web_task *task)
{
    stepping *s = task->state;
    const ari_variant *v = task->v;
    const ari_observer observer = {.self = s, .enter = enter, .leave = leave, .cut = cut};
    ari_result result;
    ari_error error;
    s->search.observer = &observer;
    s->search.limits.stop = &task->stop;
    s->search.limits.nodes = (uint64_t)s->most + 1;
    s->json = web_begin(task);
    ari_report_position(&s->json, v, &task->record);
    ari_json_array(&s->json, "steps");
    ari_status status;
    if (s->alphabeta)
        status = ari_alphabeta(v, &task->record.end, &s->search, &result, &error);
    else
        status = ari_minimax(v, &task->record.end, &s->search, &result, &error);
    ari_json_array_end(&s->json);
    if (status != ARI_OK && status != ARI_STOPPED) {
        web_refuse(task, web_status_of(status), NULL, &error);
        return;
    }
    add_result(s, &result);
    web_end(task, &s->json);
}

void web_steps(web_task *task)
{
    int algo;
    int64_t most;
    ari_search search;
    if (!web_game(task) || !web_choice(task, "algo", "minimax|alphabeta", 1, &algo) ||
        !web_number(task, "most", STEPS, 1, WEB_STEPS_MOST, &most) ||
        !web_search(task, &search))
        return;
    stepping *s = web_work(task, WEB_QUICK, walk, sizeof *s);
    if (!s)
        return;
    s->task = task;
    s->search = search;
    s->alphabeta = algo == 1;
    s->most = most;
    task->seconds = STEPS_SECONDS;
}
