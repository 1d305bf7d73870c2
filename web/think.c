/* think.c: /api/analysis, /api/move and /api/review: what takes thinking. */
#include <math.h>
#include <string.h>

#include <ariadne/player.h>
#include <ariadne/report.h>

#include "web/search.h"

#define ANALYSIS_SECONDS 2.0
#define MOVE_SECONDS 0.8
#define MOVE_SECONDS_MOST 5.0
#define REVIEW_SECONDS 5.0
#define REVIEW_MOVES_MOST 500
#define FIRST_ROUND \
    0.1 /* seconds before the first answer is pushed; each round is longer */
#define LONGER 4.0
#define MARGIN 1.0 /* seconds for ending in good order before being stopped */

web_step web_analysis, web_move, web_review;

typedef struct thinking {
    double seconds; /* that may be thought */
    double start;
    uint64_t nodes; /* of earlier rounds */
} thinking;

/* A question about a game that takes `seconds` and a margin for being stopped. */
static thinking *think(web_task *task, double otherwise, double max, web_lane lane,
                       web_step *work)
{
    if (!web_game(task) || !web_seconds(task, otherwise, max))
        return NULL;
    thinking *t = web_work(task, lane, work, sizeof *t);
    if (t) {
        t->seconds = task->seconds;
        task->seconds += MARGIN;
    }
    return t;
}

static void tell_progress(void *self, const ari_progress *progress)
{
    web_task *task = self;
    const thinking *t = task->state;
    ari_text text = ARI_TEXT_EMPTY;
    ari_json json = ari_json_to(&text);
    ari_json_object(&json, NULL);
    ari_json_unsigned(&json, "nodes", t->nodes + progress->nodes);
    ari_json_real(&json, "seconds", web_clock() - t->start);
    ari_json_number(&json, "depth", progress->depth);
    ari_json_object_end(&json);
    web_emit(task, "progress", &text);
}

static ari_engine_job job_of(web_task *task, double seconds)
{
    ari_engine_job job = web_engine_job(task, seconds);
    if (task->streams) {
        job.limits.progress = tell_progress;
        job.limits.self = task;
    }
    return job;
}

/* ---- every move ---- */

static bool all_exact(const ari_analysis *analysis)
{
    bool exact = analysis->whole.exact;
    for (int i = 0; i < analysis->count; i++)
        exact = exact && analysis->moves[i].exact;
    return exact;
}

static void write_analysis(const web_task *task, const ari_analysis *analysis, bool final,
                           ari_text *out)
{
    ari_json json = ari_json_to(out);
    ari_json_object(&json, NULL);
    ari_report_analysis(&json, task->v, &task->record, analysis);
    ari_json_bool(&json, "final", final);
    ari_json_object_end(&json);
    ari_text_add_char(out, '\n');
}

/* One round; true when another could do better. */
static bool analyse_round(web_task *task, ari_solver *solver, double seconds, bool last)
{
    thinking *t = task->state;
    ari_engine_job job = job_of(task, seconds);
    ari_analysis analysis;
    ari_error error;
    ari_status status =
        ari_solver_ask(solver, &task->record.end, ARI_ASK_MOVES, &job, &analysis, &error);
    if (status != ARI_OK) {
        web_refuse(task, web_status_of(status), NULL, &error);
        return false;
    }
    t->nodes += analysis.stats.nodes;
    analysis.stats.nodes = t->nodes;
    analysis.stats.seconds = web_clock() - t->start;
    bool final = last || all_exact(&analysis) || atomic_load(&task->stop);
    if (final) {
        write_analysis(task, &analysis, true, &task->reply.body);
    } else {
        ari_text text = ARI_TEXT_EMPTY;
        write_analysis(task, &analysis, false, &text);
        web_emit(task, "answer", &text);
    }
    ari_analysis_free(&analysis);
    return !final;
}

static void analyse(web_task *task)
{
    thinking *t = task->state;
    ari_solver *solver = web_solver(task);
    t->start = web_clock();
    bool more = solver != NULL;
    double round = task->streams ? FIRST_ROUND : t->seconds;
    while (more) {
        double left = t->seconds - (web_clock() - t->start);
        bool last = round >= left;
        more = analyse_round(task, solver, last ? fmax(left, 0.001) : round, last);
        round *= LONGER;
    }
}

void web_analysis(web_task *task)
{
    (void)think(task, ANALYSIS_SECONDS, task->site->options.seconds, WEB_DEEP, analyse);
}

/* ---- a computer's move ---- */

static const char *who(const web_task *task)
{
    return web_text(task, "player", "perfect");
}

static void write_choice(web_task *task, const ari_choice *choice)
{
    const ari_variant *v = task->v;
    const ari_state *s = &task->record.end;
    ari_json json = web_begin(task);
    ari_report_position(&json, v, &task->record);
    ari_json_string(&json, "player", who(task));
    ari_report_move(&json, "move", v, s, choice->move);
    if (choice->scored) {
        ari_answer answer = {
            .score = choice->score, .distance = choice->distance, .exact = choice->exact};
        ari_report_answer(&json, &answer);
    }
    ari_json_bool(&json, "exact", choice->scored && choice->exact);
    ari_json_bool(&json, "erred", choice->erred);
    ari_json_bool(&json, "stopped", choice->stopped);
    ari_json_string(&json, "reason", choice->reason);
    ari_json_real(&json, "seconds", choice->seconds);
    web_end(task, &json);
}

static void choose(web_task *task)
{
    ari_solver *solver = web_solver(task);
    uint64_t seed;
    if (!solver || !web_unsigned(task, "seed", 0, &seed))
        return;
    const ari_player_setup setup = {.seed = seed,
                                    .solver = solver,
                                    .table_bytes = task->site->options.table_bytes / 4};
    const ari_limits limits = {.stop = &task->stop};
    ari_player *player = NULL;
    ari_choice choice;
    ari_error error;
    ari_status status = ari_player_new(task->desk->v, who(task), &setup, &player, &error);
    if (status == ARI_OK)
        status = ari_player_choose(player, &task->record.end, &limits, &choice, &error);
    if (status == ARI_OK)
        write_choice(task, &choice);
    else
        web_refuse(task, web_status_of(status), NULL, &error);
    ari_player_free(player);
}

/* Is it a player, and not a person? */
static bool check_player(web_task *task)
{
    const ari_player_setup setup = {.table_bytes = 1 << 10};
    ari_player *player;
    ari_error error;
    ari_status status = ari_player_new(task->v, who(task), &setup, &player, &error);
    if (status == ARI_OK && ari_player_is_human(player))
        status = ari_fail(&error, ARI_UNSUPPORTED, 0,
                          "a person's move must come from the person");
    if (status != ARI_OK)
        web_refuse(task, web_status_of(status), "player", &error);
    ari_player_free(player);
    return status == ARI_OK;
}

void web_move(web_task *task)
{
    uint64_t seed;
    ari_error error;
    if (!web_unsigned(task, "seed", 0, &seed) ||
        !think(task, MOVE_SECONDS, MOVE_SECONDS_MOST, WEB_QUICK, choose))
        return;
    task->seconds -= MARGIN; /* a player answers at once when stopped */
    if (ari_outcome(task->v, &task->record.end) != ARI_ON) {
        ari_fail(&error, ARI_OVER, ARI_NO_OFFSET, "the game is over: there is no move");
        web_refuse(task, 400, NULL, &error);
        return;
    }
    (void)check_player(task);
}

/* ---- looking back ---- */

static void review(web_task *task)
{
    thinking *t = task->state;
    ari_solver *solver = web_solver(task);
    if (!solver)
        return;
    t->start = web_clock();
    ari_engine_job job = job_of(task, t->seconds / (task->record.count + 1));
    ari_review looked;
    ari_error error;
    ari_status status =
        ari_review_record(solver, task->desk->v, &task->record, &job, &looked, &error);
    if (status != ARI_OK) {
        web_refuse(task, web_status_of(status), NULL, &error);
        return;
    }
    ari_json json = web_begin(task);
    ari_report_review(&json, task->v, &task->record, &looked);
    ari_json_bool(&json, "final", true);
    web_end(task, &json);
    ari_review_free(&looked);
}

void web_review(web_task *task)
{
    double most = task->site->options.seconds;
    if (think(task, REVIEW_SECONDS, most, WEB_DEEP, review) &&
        task->record.count > REVIEW_MOVES_MOST)
        web_refuse_words(task, 422, "limit",
                         "a review is for games of %d moves at most, and this one has %d",
                         REVIEW_MOVES_MOST, task->record.count);
}
