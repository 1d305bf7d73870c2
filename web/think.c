/* think.c: /api/move and /api/review. */
#include <string.h>

#include <ariadne/player.h>
#include <ariadne/report.h>

#include "web/search.h"

#define MOVE_SECONDS 0.8
#define MOVE_SECONDS_MOST 5.0
#define REVIEW_SECONDS 5.0
#define REVIEW_MOVES_MOST 500
#define FIRST_ROUND \
    0.1 /* seconds before the first answer is pushed; each round is longer */
#define LONGER 4.0
#define MARGIN 1.0 /* seconds for ending in good order before being stopped */

web_step web_move, web_review;

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
        !web_think(task, MOVE_SECONDS, MOVE_SECONDS_MOST, WEB_QUICK, choose))
        return;
    task->seconds -= WEB_MARGIN; /* a player answers at once when stopped */
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
    web_thinking *t = task->state;
    ari_solver *solver = web_solver(task);
    if (!solver)
        return;
    t->start = web_clock();
    ari_engine_job job = web_think_job(task, t->seconds / (task->record.count + 1));
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
    if (web_think(task, REVIEW_SECONDS, most, WEB_DEEP, review) &&
        task->record.count > REVIEW_MOVES_MOST)
        web_refuse_words(task, 422, "limit",
                         "a review is for games of %d moves at most, and this one has %d",
                         REVIEW_MOVES_MOST, task->record.count);
}
