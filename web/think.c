/* think.c: /api/move and /api/review. */
#include <string.h>

#include <ariadne/player.h>
#include <ariadne/report.h>

#include "web/search.h"

#define MOVE_SECONDS 0.8
#define MOVE_SECONDS_MOST 5.0
#define REVIEW_SECONDS 5.0
#define REVIEW_MOVES_MOST 500

web_step web_move, web_review;

/* ---- a computer's move ---- */

static const char *who(const web_task *task)
{
    return web_text(task, "player", "perfect");
}

/* The move, and the state after it. */
static ari_status write_choice(web_task *task, const ari_choice *choice, ari_error *error)
{
    const ari_variant *v = task->v;
    const ari_state *s = &task->record.end;
    ari_text name = ARI_TEXT_EMPTY;
    ari_json json = web_begin(task);
    ari_report_position(&json, v, &task->record);
    ari_player_called(who(task), web_solvable(&task->site->options, v), &name);
    ari_json_text(&json, "player", &name);
    ari_report_move(&json, "move", v, s, choice->move);
    if (choice->scored) {
        ari_answer answer = ari_answer_open(choice->move);
        answer.score = choice->score;
        answer.distance = choice->distance;
        answer.exact = choice->exact;
        ari_report_answer(&json, &answer);
    }
    ari_json_bool(&json, "exact", choice->scored && choice->exact);
    ari_json_bool(&json, "erred", choice->erred);
    ari_json_bool(&json, "stopped", choice->stopped);
    ari_json_number(&json, "among", choice->among);
    ari_json_string(&json, "reason", choice->reason);
    ari_json_real(&json, "seconds", choice->seconds);
    ari_status status = ari_record_add(v, &task->record, choice->move, error);
    if (status != ARI_OK)
        return status;
    ari_json_object(&json, "state");
    web_state_members(task, &json);
    ari_json_object_end(&json);
    web_end(task, &json);
    return ARI_OK;
}

static void choose(web_task *task)
{
    ari_solver *solver = web_solver(task);
    uint64_t seed;
    if (!solver || !web_unsigned(task, "seed", 0, &seed))
        return;
    const ari_player_job setup = {.seed = seed,
                                  .solver = solver,
                                  .bytes = web_part(task, WEB_PLAYER_PART),
                                  .vary = true};
    ari_allowance *memory = &task->desk->memory;
    const web_thinking *t = task->state;
    const ari_limits limits = {
        .seconds = t->seconds, .stop = &task->stop, .memory = memory};
    ari_player *player = NULL;
    ari_choice choice;
    ari_error error;
    ari_status status = ARI_OK;
    bool allowed = ari_allowance_take(memory, setup.bytes);
    if (allowed)
        status = ari_player_new(task->desk->v, who(task), &setup, &player, &error);
    else
        status = ari_fail_allowance(&error, memory, "a player");
    if (status == ARI_OK)
        ari_player_recall(player, &task->record);
    if (status == ARI_OK)
        status = ari_player_choose(player, &task->record.end, &limits, &choice, &error);
    if (status == ARI_OK)
        status = write_choice(task, &choice, &error);
    (void)web_ok(task, status, NULL, &error);
    ari_player_free(player);
    if (allowed)
        ari_allowance_give(memory, setup.bytes);
}

/* Is it a player, and not a person? */
static bool check_player(web_task *task)
{
    bool human;
    ari_error error;
    ari_status status = ari_player_check(task->v, who(task), NULL, &human, &error);
    if (status == ARI_OK && human)
        status = ari_fail(&error, ARI_UNSUPPORTED, 0,
                          "a person's move must come from the person");
    return web_ok(task, status, "player", &error);
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
    t->start = ari_seconds();
    ari_engine_job job = web_think_job(task, t->seconds);
    ari_review looked;
    ari_error error;
    ari_status status =
        ari_review_record(solver, task->desk->v, &task->record, &job, &looked, &error);
    if (!web_ok(task, status, NULL, &error))
        return;
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
