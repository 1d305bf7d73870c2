/* tree.c: /api/tree: the tree below a position, a few plies at a time.
 *
 * With `solve` every label is the true value, found by the solver; with minimax and
 * alpha-beta it is the tree that such a search walks through, with mcts the one that it has grown. */
#include <stdlib.h>

#include <ariadne/report.h>
#include <ariadne/tree.h>

#include "web/search.h"

#define SOLVE_SECONDS 1.0
#define ASK_LEAST 0.001 /* seconds for a position, however many there are */
#define NODES_SENT 5000 /* at most */
#define BOARDS_SENT 500
#define TREE_NODES 20000 /* of a search that is kept to be shown */
#define TREE_SECONDS 3.0 /* to search or measure */
#define MEASURE_NODES (TREE_NODES + TREE_NODES / 5)
#define SHOW_MOST 12

web_step web_tree;

typedef struct showing {
    int show; /* plies */
    bool boards, alphabeta, bestmove, mcts;
    int64_t rounds;
    ari_labels labels;
    ari_search_job search;
    /* while solving */
    ari_solver *solver;
    double end;   /* of the time */
    double until; /* of the share of the position at hand, and of what is below it */
    int nodes;    /* written so far */
} showing;

static int sent_most(const showing *s)
{
    return s->boards ? BOARDS_SENT : NODES_SENT;
}

/* ---- a search's own tree ---- */

/* As many plies as may be sent, the first always. */
static int plies_to_send(const showing *s, const ari_tree *tree)
{
    int at_ply[SHOW_MOST + 1] = {0}, plies = 0, nodes = 0;
    for (int i = 0; i < tree->count; i++)
        if (tree->nodes[i].ply <= SHOW_MOST)
            at_ply[tree->nodes[i].ply]++;
    while (plies < s->show && (plies == 0 || nodes + at_ply[plies + 1] <= sent_most(s)))
        nodes += at_ply[++plies];
    return plies;
}

static void add_tree_board(void *self, const ari_tree *tree, int node, ari_json *json)
{
    const showing *s = self;
    ari_state state = ari_tree_state(tree, node);
    if (s->boards)
        web_board(json, "board", tree->variant, &state);
}

static void write_tree(web_task *task, const ari_tree *tree)
{
    showing *s = task->state;
    const ari_tree_part part = {
        .plies = plies_to_send(s, tree), .node = add_tree_board, .self = s};
    ari_json json = web_begin(task);
    ari_report_position(&json, task->v, &task->record);
    ari_tree_json_part(tree, &part, &json);
    web_end(task, &json);
}

/* The tree, or what finds the order of its moves, is too large: as deep as fits, or a word about how
 * deep that would be. */
static void search_less(web_task *task, ari_tree_job *job, bool ordering)
{
    const ari_state *state = &task->record.end;
    ari_tree_size size;
    ari_tree *tree;
    ari_error error;
    bool chosen = job->search.limits.depth > 0;
    job->search.limits.nodes = MEASURE_NODES;
    ari_status status = ari_tree_measure(task->v, state, job, &size, &error);
    if (status == ARI_OK && atomic_load(&task->stop)) /* what was measured says nothing */
        status = ari_fail(&error, ARI_STOPPED, ARI_NO_OFFSET,
                          "the search was stopped before the tree was complete");
    if (status == ARI_OK && ordering && (chosen || size.fitting_depth == 0)) {
        web_refuse_words(
            task, 422, "limit",
            "finding the best order takes too many nodes; depth %d would fit",
            size.fitting_depth);
        return;
    }
    if (status == ARI_OK && (chosen || size.fitting_depth == 0)) {
        web_refuse_words(task, 422, "limit",
                         "the tree has more than %d nodes; depth %d would fit",
                         TREE_NODES, size.fitting_depth);
        return;
    }
    if (status == ARI_OK) {
        job->search.limits.depth = size.fitting_depth;
        job->search.limits.nodes = 0;
        status = ari_tree_new(task->v, state, job, &tree, &error);
    }
    if (!web_ok(task, status, NULL, &error))
        return;
    write_tree(task, tree);
    ari_tree_free(tree);
}

static void search_tree(web_task *task)
{
    const showing *s = task->state;
    ari_tree_job job = {.search = s->search,
                        .alphabeta = s->alphabeta,
                        .bestmove = s->bestmove,
                        .mcts = s->mcts,
                        .rounds = (uint64_t)s->rounds,
                        .record = &task->record,
                        .labels = s->labels,
                        .max_nodes = TREE_NODES};
    ari_tree *tree;
    ari_error error;
    job.search.limits.stop = &task->stop;
    job.search.limits.memory = &task->desk->memory;
    ari_status status = ari_tree_new(task->v, &task->record.end, &job, &tree, &error);
    bool ordering = status == ARI_STOPPED && !atomic_load(&task->stop);
    if (!s->mcts && (status == ARI_LIMIT || ordering)) {
        search_less(task, &job, ordering);
    } else if (web_ok(task, status, NULL, &error)) {
        write_tree(task, tree);
        ari_tree_free(tree);
    }
}

/* ---- true labels ---- */

/* For the first player: +1, 0, -1 or a payoff. */
static void add_label(const showing *s, ari_json *json, const ari_variant *v,
                      ari_side side, const ari_answer *answer)
{
    int score = side == ARI_FIRST ? answer->score : -answer->score;
    bool payoffs = ari_has(v, ARI_HAS_PAYOFFS);
    /* A win or a loss may be proved, but not how long it takes: then there is no score. */
    bool proved = answer->exact || (!payoffs && (answer->low > 0 || answer->high < 0));
    if (proved && !payoffs)
        ari_json_number(json, "label", (score > 0) - (score < 0));
    else if (ari_answer_known(answer))
        ari_json_number(json, "label", score);
    if (proved && s->labels == ARI_LABELS_SIGNS)
        ari_json_string(json, "sign", score > 0 ? "+" : score < 0 ? "-" : "=");
    if (answer->exact && answer->distance >= 0)
        ari_json_number(json, "distance", answer->distance);
    if (answer->exact || (ari_answer_known(answer) && !proved))
        ari_json_number(json, "score", score);
    if (ari_answer_known(answer))
        ari_json_bool(json, "estimate", !proved);
}

static void add_position(const web_task *task, ari_json *json, const ari_state *state)
{
    const showing *s = task->state;
    ari_json_string(json, "kind",
                    ari_outcome(task->v, state) == ARI_ON ? "inner" : "finished");
    ari_report_state(json, "position", task->v, state);
    ari_json_string(json, "turn", ari_side_name(ari_turn(task->v, state)));
    if (s->boards)
        web_board(json, "board", task->v, state);
}

static void add_children(web_task *task, ari_json *json, const ari_state *state, int ply);

/* What an answer about a move says of the position it leads to. */
static void add_child(web_task *task, ari_json *json, const ari_state *state,
                      const ari_answer *answer, int ply)
{
    const ari_variant *v = task->v;
    ari_state next = ari_after(v, state, answer->move);
    ari_answer after = *answer;
    if (after.distance > 0)
        after.distance--;
    ari_json_object(json, NULL);
    ari_report_move(json, "move", v, state, answer->move);
    add_position(task, json, &next);
    add_label(task->state, json, v, ari_turn(v, state), &after);
    add_children(task, json, &next, ply + 1);
    ari_json_object_end(json);
}

/* Asks about every move of a position; false when there is nothing more to show. Once the
 * time is up only the first ply is shown all the same. A position that has others below it
 * leaves half of its share of the time to them. */
static bool ask(web_task *task, const ari_state *state, int ply, ari_analysis *analysis)
{
    const showing *s = task->state;
    ari_error error;
    ari_move moves[ARI_MOVES_MAX];
    double now = ari_seconds(), seconds = (s->until - now) / (ply + 1 < s->show ? 2 : 1);
    if (ply >= s->show || (ply > 0 && now >= s->end) ||
        s->nodes + ari_moves(task->v, state, moves) > sent_most(s))
        return false;
    ari_engine_job job = web_engine_job(task, seconds > ASK_LEAST ? seconds : ASK_LEAST);
    ari_status status =
        ari_analyse(s->solver, state, ARI_ASK_MOVES, &job, analysis, &error);
    return status == ARI_OK;
}

static void add_children(web_task *task, ari_json *json, const ari_state *state, int ply)
{
    showing *s = task->state;
    ari_analysis analysis;
    bool on = ari_outcome(task->v, state) == ARI_ON;
    bool shown = on && ask(task, state, ply, &analysis);
    ari_json_bool(json, "more", on && !shown);
    if (!shown)
        return;
    s->nodes += analysis.count;
    if (ari_analysis_best(&analysis) > 0)
        ari_report_move(json, "best", task->v, state, analysis.moves[0].move);
    ari_json_array(json, "children");
    double until = s->until;
    for (int i = 0; i < analysis.count; i++) {
        double now = ari_seconds();
        s->until = now + (until - now) / (analysis.count - i);
        add_child(task, json, state, &analysis.moves[i], ply);
    }
    s->until = until;
    ari_json_array_end(json);
    ari_analysis_free(&analysis);
}

static void solve_tree(web_task *task)
{
    showing *s = task->state;
    const ari_state *root = &task->record.end;
    ari_analysis analysis;
    ari_error error;
    s->solver = web_solver(task);
    if (!s->solver)
        return;
    s->end = s->until = ari_seconds() + SOLVE_SECONDS;
    ari_engine_job job = web_engine_job(task, SOLVE_SECONDS / 2);
    if (!web_ok(task,
                ari_analyse(s->solver, root, ARI_ASK_VALUE, &job, &analysis, &error),
                NULL, &error))
        return;
    ari_json json = web_begin(task);
    ari_report_position(&json, task->v, &task->record);
    ari_json_string(&json, "algo", "solve");
    ari_json_object(&json, "tree");
    add_position(task, &json, root);
    add_label(s, &json, task->v, ari_turn(task->v, root), &analysis.whole);
    add_children(task, &json, root, 0);
    ari_json_object_end(&json);
    web_end(task, &json);
    ari_analysis_free(&analysis);
}

void web_tree(web_task *task)
{
    int algo, labels;
    showing *s = web_work(task, WEB_QUICK, solve_tree, sizeof *s);
    if (!s || !web_game(task) ||
        !web_choice(task, "algo", "solve|minimax|alphabeta|bestmove|mcts", 0, &algo) ||
        !web_rounds_asked(task, &s->rounds) ||
        !web_int(task, "show", algo == 0 ? 1 : 4, 1, SHOW_MOST, &s->show) ||
        !web_flag(task, "boards", false, &s->boards) ||
        !web_choice(task, "labels", "numbers|signs", ARI_LABELS_NUMBERS, &labels) ||
        !web_search(task, &s->search))
        return;
    s->alphabeta = algo == 2;
    s->bestmove = algo == 3;
    s->mcts = algo == 4;
    s->labels = (ari_labels)labels;
    if (algo > 0)
        task->work = search_tree;
    task->seconds = algo == 0 ? SOLVE_SECONDS + 1 : TREE_SECONDS;
}
