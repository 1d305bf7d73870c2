/* rounds.c: /api/steps of a Monte-Carlo tree search: what each round does. */
#include <stdlib.h>

#include <ariadne/mcts.h>
#include <ariadne/report.h>

#include "web/search.h"

typedef struct proved {
    int low, high;
} proved;

typedef struct growing {
    web_task *task;
    ari_json json;
    ari_mcts_job job;
    int64_t wanted; /* rounds */
    proved *told;   /* of each node so far */
} growing;

/* ---- one round ---- */

static void add_proved(ari_json *json, const char *key, int value)
{
    if (abs(value) > ARI_WIN)
        ari_json_null(json, key);
    else
        ari_json_number(json, key, value);
}

static const char *kind_of(const ari_mcts_node *node, bool over)
{
    return over ? "finished" : node->kind == ARI_MCTS_REPEATED ? "repeated" : "leaf";
}

/* The position where the path ends. */
static ari_state follow(const growing *g, const ari_mcts *tree,
                        const ari_mcts_round *round)
{
    ari_state state = g->task->record.end;
    for (int i = 1; i < round->path_length; i++)
        state = ari_after(tree->variant, &state, tree->nodes[round->path[i]].move);
    return state;
}

static void add_new_node(growing *g, const ari_mcts *tree, const ari_mcts_round *round,
                         const ari_state *end)
{
    const ari_variant *v = tree->variant;
    const ari_mcts_node *node = &tree->nodes[round->path[round->path_length - 1]];
    bool over = ari_outcome(v, end) != ARI_ON;
    if (round->path_length > 1) {
        ari_mcts_round above = *round;
        above.path_length--;
        ari_state before = follow(g, tree, &above);
        ari_report_move(&g->json, "move", v, &before, node->move);
    }
    ari_report_state(&g->json, "position", v, end);
    ari_json_string(&g->json, "turn", ari_side_name(ari_turn(v, end)));
    ari_json_string(&g->json, "kind", kind_of(node, over));
}

static void add_playout(growing *g, const ari_mcts *tree, const ari_mcts_round *round,
                        const ari_state *end)
{
    int told =
        round->playout_length < ARI_LINE_MAX ? round->playout_length : ARI_LINE_MAX;
    if (told > 0)
        ari_report_line(&g->json, "playout", tree->variant, end, round->playout, told);
}

/* What the round has proved, on the way up. */
static void add_news(growing *g, const ari_mcts *tree, const ari_mcts_round *round)
{
    ari_json_array(&g->json, "proved");
    for (int i = round->path_length - 1; i >= 0; i--) {
        uint32_t index = round->path[i];
        const ari_mcts_node *node = &tree->nodes[index];
        proved *told = &g->told[index];
        if (told->low == node->low && told->high == node->high)
            continue;
        *told = (proved){node->low, node->high};
        ari_json_object(&g->json, NULL);
        ari_json_unsigned(&g->json, "node", index);
        add_proved(&g->json, "low", node->low);
        add_proved(&g->json, "high", node->high);
        ari_json_bool(&g->json, "settled", ari_mcts_proved(tree, index));
        ari_json_object_end(&g->json);
    }
    ari_json_array_end(&g->json);
}

static void tell_round(void *self, const ari_mcts *tree, const ari_mcts_round *round)
{
    growing *g = self;
    ari_state end = follow(g, tree, round);
    ari_json_object(&g->json, NULL);
    ari_json_string(&g->json, "do", "round");
    ari_json_array(&g->json, "path");
    for (int i = 0; i < round->path_length; i++)
        ari_json_unsigned(&g->json, NULL, round->path[i]);
    ari_json_array_end(&g->json);
    ari_json_bool(&g->json, "opened", round->opened);
    if (round->opened) {
        add_new_node(g, tree, round, &end);
        g->told[round->path[round->path_length - 1]] =
            (proved){-ARI_WIN - 1, ARI_WIN + 1}; /* nothing yet */
    }
    add_playout(g, tree, round, &end);
    ari_json_real(&g->json, "value", round->value + 0.0); /* no -0 */
    add_news(g, tree, round);
    ari_json_object_end(&g->json);
}

/* ---- all of them ---- */

static void add_result(growing *g, const ari_mcts *tree)
{
    const ari_variant *v = g->task->v;
    bool settled = ari_mcts_proved(tree, 0);
    ari_json_bool(&g->json, "complete", settled || (int64_t)tree->rounds >= g->wanted);
    ari_json_string(&g->json, "algo", "mcts");
    ari_json_string(&g->json, "eval", ari_eval_name(v, &g->job.eval));
    ari_json_unsigned(&g->json, "rounds", tree->rounds);
    ari_json_unsigned(&g->json, "nodes", tree->result.stats.nodes);
    ari_json_unsigned(&g->json, "size", tree->count);
    ari_json_bool(&g->json, "full", tree->full);
    ari_json_bool(&g->json, "proved", settled);
    if (tree->nodes[0].visits > 0)
        ari_json_real(&g->json, "mean", ari_mcts_value(tree, 0));
    add_proved(&g->json, "low", tree->nodes[0].low);
    add_proved(&g->json, "high", tree->nodes[0].high);
    if (tree->result.best != ARI_NO_MOVE)
        ari_report_move(&g->json, "best", v, &g->task->record.end, tree->result.best);
}

/* Each round adds a node at most, and the last one may have begun another. */
static bool make_room(growing *g)
{
    ari_allowance *memory = &g->task->desk->memory;
    size_t count = (size_t)g->job.rounds + 2, bytes = count * sizeof *g->told;
    ari_error error;
    if (!ari_allowance_take(memory, bytes))
        return web_ok(g->task, ari_fail_allowance(&error, memory, "the rounds"), NULL,
                      &error);
    g->told = calloc(count, sizeof *g->told);
    if (g->told)
        return true;
    ari_allowance_give(memory, bytes);
    return web_ok(g->task, ari_fail_memory(&error, bytes, "the rounds"), NULL, &error);
}

static void free_room(growing *g)
{
    free(g->told);
    ari_allowance_give(&g->task->desk->memory,
                       ((size_t)g->job.rounds + 2) * sizeof *g->told);
}

static void search(growing *g)
{
    web_task *task = g->task;
    const ari_mcts_observer observer = {.self = g, .round = tell_round};
    ari_mcts *tree;
    ari_error error;
    g->job.observer = &observer;
    g->job.record = &task->record;
    g->job.limits.stop = &task->stop;
    g->job.limits.memory = &task->desk->memory;
    g->json = web_begin(task);
    ari_report_position(&g->json, task->v, &task->record);
    ari_json_array(&g->json, "steps");
    ari_status status =
        ari_mcts_search(task->v, &task->record.end, &g->job, &tree, &error);
    ari_json_array_end(&g->json);
    if (!web_ok(task, status, NULL, &error))
        return;
    add_result(g, tree);
    ari_mcts_free(tree);
    web_end(task, &g->json);
}

static void walk(web_task *task)
{
    growing *g = task->state;
    if (!make_room(g))
        return;
    search(g);
    free_room(g);
}

bool web_rounds_asked(web_task *task, int64_t *rounds)
{
    return web_number(task, "rounds", WEB_ROUNDS, 1, WEB_STEPS_MOST, rounds);
}

void web_rounds(web_task *task, double seconds, int64_t most)
{
    ari_search_job search;
    growing *g = web_work(task, WEB_QUICK, walk, sizeof *g);
    if (!g || !web_search(task, &search) || !web_rounds_asked(task, &g->wanted))
        return;
    g->task = task;
    g->job.rounds = (uint64_t)(g->wanted < most ? g->wanted : most);
    g->job.eval = search.eval;
    g->job.seed = search.seed;
    task->seconds = seconds;
}
