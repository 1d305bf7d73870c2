/* analysis.c: /api/analysis and /api/database: every move with its value, better and better,
 * or looked up. */
#include <string.h>

#include <ariadne/report.h>

#include "web/search.h"

#define SECONDS 2.0      /* unless somebody looks on, who will say when it is enough */
#define EMIT_SECONDS 0.1 /* between two answers of a stream */

web_step web_analysis, web_database;

/* ---- telling ---- */

static void write(const web_task *task, const ari_analysis *analysis, bool final,
                  ari_text *out)
{
    ari_json json = ari_json_to(out);
    ari_json_object(&json, NULL);
    ari_report_analysis(&json, task->v, &task->record, analysis);
    ari_json_bool(&json, "complete", !analysis->stopped);
    ari_json_bool(&json, "final", final);
    ari_json_object_end(&json);
    ari_text_add_char(out, '\n');
}

static void emit(web_task *task, const ari_analysis *analysis)
{
    ari_text text = ARI_TEXT_EMPTY;
    text.memory = &task->desk->memory;
    write(task, analysis, false, &text);
    web_emit(task, "answer", &text);
}

/* ---- the whole ---- */

static ari_status analyse(web_task *task, ari_study *study, ari_error *error)
{
    web_thinking *t = task->state;
    ari_status status = ARI_OK;
    double told = ari_seconds();
    while (status == ARI_OK && ari_study_goes_on(study)) {
        t->nodes = ari_study_known(study)->stats.nodes;
        if (task->streams && ari_seconds() - told > EMIT_SECONDS) {
            emit(task, ari_study_known(study));
            told = ari_seconds();
        }
        status = ari_study_step(study, error);
    }
    return status;
}

/* The study of this position: the one that lies on the desk, or a new one. */
static ari_status find_study(web_task *task, ari_solver *solver,
                             const ari_engine_job *job, ari_error *error)
{
    web_desk *desk = task->desk;
    const ari_state *s = &task->record.end;
    if (desk->study && ari_state_equal(desk->v, &desk->studied, s)) {
        ari_study_resume(desk->study, job);
        return ARI_OK;
    }
    ari_study_free(desk->study);
    desk->studied = *s;
    return ari_study_new(solver, s, job, &desk->study, error);
}

/* What is complete costs little to be found again; the rest goes on when it is asked for once
 * more. */
static void study(web_task *task)
{
    web_thinking *t = task->state;
    ari_solver *solver = web_solver(task);
    web_desk *desk = task->desk;
    ari_error error;
    if (!solver)
        return;
    t->start = ari_seconds();
    ari_engine_job job = web_think_job(task, t->seconds);
    ari_status status = find_study(task, solver, &job, &error);
    if (status == ARI_OK)
        status = analyse(task, desk->study, &error);
    if (web_ok(task, status, NULL, &error))
        write(task, ari_study_known(desk->study), true, &task->reply.body);
    if (status != ARI_OK || ari_study_complete(desk->study)) {
        ari_study_free(desk->study);
        desk->study = NULL;
    }
}

void web_analysis(web_task *task)
{
    double most = task->site->options.seconds;
    (void)web_think(task, task->streams ? most : SECONDS, most, WEB_DEEP, study);
}

/* ---- looking up ---- */

static void look_up(web_task *task)
{
    ari_solver *solver = web_solver(task);
    ari_analysis analysis;
    ari_error error;
    if (!solver)
        return;
    ari_status status =
        ari_look_up(solver, &task->record.end, &task->desk->memory, &analysis, &error);
    if (status == ARI_UNKNOWN) {
        web_refuse_words(task, 404, "unknown", "this position is not in the database");
    } else if (web_ok(task, status, NULL, &error)) {
        write(task, &analysis, true, &task->reply.body);
        ari_analysis_free(&analysis);
    }
}

void web_database(web_task *task)
{
    const char *known = task->site->options.database;
    if (!web_game(task))
        return;
    if (known && strcmp(known, task->v->name) == 0)
        (void)web_work(task, WEB_QUICK, look_up, 0);
    else
        web_refuse_words(task, 404, "unknown", "there is no database of this game here");
    task->seconds = SECONDS;
}
