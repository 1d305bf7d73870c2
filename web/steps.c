/* steps.c: /api/steps: what minimax, alpha-beta or find-best-move does, visit by visit; of Monte-Carlo
 * tree search: rounds.c. */
#include <stdlib.h>

#include <ariadne/report.h>
#include <ariadne/tree.h>

#include "web/search.h"

#define STEPS 5000 /* unless asked for more or fewer */
#define STEPS_SECONDS 2.0

web_step web_steps;

typedef struct stepping {
    web_task *task;
    ari_json json;
    ari_search_job search;
    bool alphabeta, bestmove;
    int64_t most, steps;
    bool short_of;                            /* there were more of them */
    int nodes;                                /* numbered so far */
    int path[ARI_PLY_MAX + 2];                /* the node at each ply */
    const ari_state *before[ARI_PLY_MAX + 2]; /* and its position, while it is searched */
    ari_node_tally tally[ARI_PLY_MAX + 2];    /* and what its children say of it */
} stepping;

/* Begins a step; false when there are enough. A search that was stopped still leaves its nodes,
 * with values that mean nothing: they are not told. */
static bool begin(stepping *s, const char *what, int node)
{
    if (s->steps >= s->most)
        atomic_store(&s->task->stop, 1);
    s->short_of = s->short_of || atomic_load(&s->task->stop);
    if (s->short_of)
        return false;
    s->steps++;
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

/* The ratings of find-best-move are for the side to move, and count no plies. */
static void add_label(stepping *s, ari_side turn, int value, int ply)
{
    int from_root = ari_score_distance(value);
    int label = from_root < 0 ? value : value > 0 ? 1 : -1;
    ari_json_number(&s->json, "label",
                    s->bestmove && turn == ARI_SECOND ? -label : label);
    if (from_root >= 0 && !s->bestmove)
        ari_json_number(&s->json, "distance", from_root - ply);
}

static void enter(void *self, const ari_state *state, ari_move move, int ply, int alpha,
                  int beta)
{
    stepping *s = self;
    const ari_variant *v = s->task->v;
    s->path[ply] = s->nodes++;
    s->tally[ply] = ari_node_tally_begin(ari_turn(v, state));
    if (!begin(s, "enter", s->path[ply]))
        return;
    s->before[ply] = state;
    if (ply > 0)
        add_parent(s, s->before[ply - 1], move, s->path[ply - 1]);
    ari_json_number(&s->json, "ply", ply);
    ari_json_string(&s->json, "turn", ari_side_name(ari_turn(v, state)));
    ari_report_state(&s->json, "position", v, state);
    if (s->alphabeta) {
        add_bound(&s->json, "alpha", alpha);
        add_bound(&s->json, "beta", beta);
    }
    ari_json_object_end(&s->json);
}

/* Values that alpha-beta knows from one side only say from which. */
static void leave(void *self, const ari_state *state, int ply, int value, bool finished,
                  bool horizon)
{
    stepping *s = self;
    ari_node_tally *tally = &s->tally[ply];
    ari_node_tally_leave(tally, ply ? tally - 1 : NULL, value, finished, horizon);
    if (!begin(s, "leave", s->path[ply]))
        return;
    ari_json_number(&s->json, "value", value);
    add_label(s, ari_turn(s->task->v, state), value, ply);
    if (tally->bound != ARI_BOUND_EXACT)
        ari_json_string(&s->json, "bound",
                        tally->bound == ARI_BOUND_LEAST ? "lower" : "upper");
    ari_json_bool(&s->json, "estimate", tally->estimate);
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
    if (!s->bestmove) /* which cuts only what cannot be better */
        ari_node_tally_cut(&s->tally[ply]);
    if (!begin(s, "cut", s->nodes++))
        return;
    add_parent(s, state, move, s->path[ply]);
    ari_json_number(&s->json, "value", value);
    ari_json_string(&s->json, "bound", s->bestmove ? "win" : max ? "beta" : "alpha");
    if (!s->bestmove)
        ari_json_number(&s->json, "at", bound);
    ari_json_object_end(&s->json);
}

static void add_result(stepping *s, const ari_result *result)
{
    const ari_variant *v = s->task->v;
    const ari_state *root = &s->task->record.end;
    bool complete = !s->short_of && !result->stopped;
    ari_json_bool(&s->json, "complete", complete);
    ari_json_string(&s->json, "algo",
                    s->bestmove    ? "bestmove"
                    : s->alphabeta ? "alphabeta"
                                   : "minimax");
    if (s->alphabeta && s->search.strict)
        ari_json_string(&s->json, "cut", "strict");
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
    add_label(s, ari_turn(v, root), score, 0);
    if (result->best != ARI_NO_MOVE)
        ari_report_move(&s->json, "best", v, root, result->best);
}

static void walk(web_task *task)
{
    stepping *s = task->state;
    const ari_variant *v = task->v;
    const ari_observer observer = {.self = s, .enter = enter, .leave = leave, .cut = cut};
    ari_result result = {.best = ARI_NO_MOVE};
    ari_error error;
    s->search.observer = &observer;
    s->search.limits.stop = &task->stop;
    s->search.limits.memory = &task->desk->memory;
    s->search.limits.nodes = (uint64_t)s->most + 1;
    s->json = web_begin(task);
    ari_report_position(&s->json, v, &task->record);
    ari_json_array(&s->json, "steps");
    ari_status status =
        (s->bestmove    ? ari_bestmove
         : s->alphabeta ? ari_alphabeta
                        : ari_minimax)(v, &task->record.end, &s->search, &result, &error);
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
    if (!web_game(task) ||
        !web_choice(task, "algo", "minimax|alphabeta|bestmove|mcts", 1, &algo) ||
        !web_number(task, "most", STEPS, 1, WEB_STEPS_MOST, &most))
        return;
    if (algo == 3) {
        web_rounds(task, STEPS_SECONDS, most);
        return;
    }
    stepping *s = web_work(task, WEB_QUICK, walk, sizeof *s);
    if (!s || !web_search(task, &s->search))
        return;
    s->task = task;
    s->most = most;
    s->alphabeta = algo == 1;
    s->bestmove = algo == 2;
    task->seconds = STEPS_SECONDS;
}
