/* task.c: a request from its parameters to its reply. */
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "web/web.h"

/* Games with at most this many positions stay solved at a desk. */
#define KEPT_POSITIONS 200000

void web_task_begin(web_task *task, const web_site *site)
{
    *task = (web_task){.site = site, .reply = {.status = 200}};
    ari_allowance_begin(&task->own, site->options.bytes);
}

ari_allowance *web_memory(web_task *task)
{
    return task->desk ? &task->desk->memory : &task->own;
}

size_t web_part(const web_task *task, int sixteenths)
{
    return task->site->options.bytes / 16 * (size_t)sixteenths;
}

void web_reply_begin(web_task *task)
{
    task->reply.body.memory = web_memory(task);
}

void web_reply_end(web_task *task)
{
    ari_error error;
    ari_text_free(&task->events.text); /* of a search that failed */
    if (!ari_text_ok(&task->reply.body)) {
        ari_fail_allowance(&error, web_memory(task), "the answer");
        web_refuse(task, web_status_of(ARI_MEMORY), NULL, &error);
    }
    ari_text_settle(&task->reply.body); /* it waits to be taken, and a desk does not */
}

void web_task_work(web_task *task, web_desk *desk)
{
    task->desk = desk;
    desk->memory.limit = task->site->options.bytes;
    atomic_store(&desk->memory.refused, 0);
    web_reply_begin(task);
    task->work(task);
    web_reply_end(task);
}

void web_task_free(web_task *task)
{
    ari_record_free(&task->record);
    if (task->shelved)
        web_shelf_put(task->site->shelf, task->shelved);
    else
        ari_variant_free(task->v);
    web_params_free(&task->params);
    ari_text_free(&task->reply.body);
    free(task->state);
}

/* ---- replies ---- */

unsigned web_status_of(ari_status status)
{
    switch (status) {
    case ARI_OK:
        return 200;
    case ARI_LIMIT:
    case ARI_MEMORY: /* what is allowed, as a rule, not what there is */
        return 422;
    case ARI_IO:
    case ARI_BROKEN:
        return 500;
    case ARI_STOPPED:
        return 503;
    default:
        return 400;
    }
}

void web_error_json(ari_text *out, unsigned status, const char *name, const char *message,
                    const char *parameter, size_t offset)
{
    ari_json json = ari_json_to(out);
    ari_json_object(&json, NULL);
    ari_json_object(&json, "error");
    ari_json_number(&json, "status", status);
    ari_json_string(&json, "name", name);
    ari_json_string(&json, "message", message);
    if (parameter)
        ari_json_string(&json, "parameter", parameter);
    if (offset != ARI_NO_OFFSET)
        ari_json_unsigned(&json, "offset", offset);
    ari_json_object_end(&json);
    ari_json_object_end(&json);
    ari_text_add_char(out, '\n');
}

static void refuse(web_task *task, unsigned status, const char *name, const char *message,
                   const char *parameter, size_t offset)
{
    task->work = NULL;
    task->reply.status = status;
    task->reply.retry = status == 503 ? 1 : 0;
    ari_text_free(&task->reply.body);
    task->reply.body = ARI_TEXT_EMPTY;
    web_error_json(&task->reply.body, status, name, message, parameter, offset);
}

void web_refuse(web_task *task, unsigned status, const char *parameter,
                const ari_error *error)
{
    char name[24];
    size_t length = 0;
    for (const char *c = ari_status_name(error->status); *c && length + 1 < sizeof name;)
        name[length++] = (char)tolower((unsigned char)*c++);
    name[length] = '\0';
    refuse(task, status, name, error->message, parameter, error->offset);
}

bool web_ok(web_task *task, ari_status status, const char *parameter,
            const ari_error *error)
{
    if (status != ARI_OK)
        web_refuse(task, web_status_of(status), parameter, error);
    return status == ARI_OK;
}

void web_refuse_words(web_task *task, unsigned status, const char *name,
                      const char *format, ...)
{
    char message[300];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    refuse(task, status, name, message, NULL, ARI_NO_OFFSET);
}

ari_json web_begin(web_task *task)
{
    ari_json json = ari_json_to(&task->reply.body);
    ari_json_object(&json, NULL);
    return json;
}

void web_end(web_task *task, ari_json *json)
{
    ari_json_object_end(json);
    ari_text_add_char(&task->reply.body, '\n');
}

void web_emit(web_task *task, const char *name, ari_text *data)
{
    if (task->listener.event && ari_text_ok(data))
        task->listener.event(task->listener.self, name, data);
    ari_text_free(data);
}

/* ---- what routes share ---- */

/* Reading a game takes time by its length, and this is done at once. */
static bool is_short(web_task *task, const char *name)
{
    ari_error error;
    if (strlen(web_text(task, name, "")) <= WEB_MOVES_MOST)
        return true;
    ari_fail(&error, ARI_LIMIT, WEB_MOVES_MOST, "'%s' may be %d bytes long at most", name,
             WEB_MOVES_MOST);
    web_refuse(task, 422, name, &error);
    return false;
}

bool web_position(web_task *task)
{
    ari_error error;
    const char *game = web_text(task, "game", NULL);
    if (!game) {
        ari_fail(&error, ARI_SYNTAX, ARI_NO_OFFSET,
                 "'game' is missing: name one of those that /api/games lists");
        web_refuse(task, 400, "game", &error);
        return false;
    }
    if (!is_short(task, "position") || !is_short(task, "moves"))
        return false;
    const char *parameter = "game";
    ari_status status = web_shelf_take(task->site->shelf, game, &task->shelved, &error);
    if (status == ARI_OK) {
        task->v = task->shelved->v;
        parameter = "position";
        status = ari_position_parse(task->v, web_text(task, "position", ""),
                                    &task->record, &error);
    }
    return web_ok(task, status, parameter, &error);
}

bool web_play_on(web_task *task, size_t *at, bool *more)
{
    ari_error error;
    ari_status status = ari_record_read(task->v, &task->record,
                                        web_text(task, "moves", ""), at, more, &error);
    return web_ok(task, status, "moves", &error);
}

bool web_game(web_task *task)
{
    bool more = web_position(task), right = more;
    for (size_t at = 0; right && more;)
        right = web_play_on(task, &at, &more);
    return right;
}

bool web_seconds(web_task *task, double otherwise, double max)
{
    double most = task->site->options.seconds;
    most = most < max ? most : max;
    return web_real(task, "seconds", otherwise < most ? otherwise : most, 0.001, most,
                    &task->seconds);
}

void *web_work(web_task *task, web_lane lane, web_step *work, size_t size)
{
    ari_error error;
    task->state = calloc(1, size ? size : 1);
    if (!task->state) {
        ari_fail_memory(&error, size, "a request");
        web_refuse(task, 500, NULL, &error);
        return NULL;
    }
    task->lane = lane;
    task->work = work;
    return task->state;
}

/* ---- solvers ---- */

void web_desk_clear(web_desk *desk)
{
    ari_study_free(desk->study);
    desk->study = NULL;
    ari_solver_free(desk->solver);
    if (desk->kept)
        desk->knowledge.close(desk->knowledge.self, desk->kept);
    ari_variant_free(desk->v);
    ari_allowance_give(&desk->memory, desk->kept_bytes);
    desk->v = NULL;
    desk->solver = NULL;
    desk->kept = NULL;
    desk->kept_bytes = 0;
}

/* Charges what the desk will keep. */
static bool keep(web_desk *desk, size_t bytes)
{
    if (!ari_allowance_take(&desk->memory, bytes))
        return false;
    desk->kept_bytes += bytes;
    return true;
}

/* Memory that a desk keeps is better spent on the next game, where this one takes much. */
void web_desk_tidy(web_desk *desk)
{
    const ari_variant *v = desk->v;
    if (v && v->core->positions && v->core->positions(v->rules) > KEPT_POSITIONS)
        web_desk_clear(desk);
}

ari_solver *web_solver(web_task *task)
{
    web_desk *desk = task->desk;
    size_t bytes =
        web_part(task, task->lane == WEB_DEEP ? WEB_SOLVER_DEEP : WEB_SOLVER_QUICK);
    ari_error error;
    if (desk->v && strcmp(desk->v->name, task->v->name) == 0)
        return desk->solver;
    web_desk_clear(desk);
    ari_status status = ari_variant_new(task->v->name, &desk->v, &error);
    if (status == ARI_OK && !keep(desk, bytes))
        status = ari_fail_allowance(&error, &desk->memory, "a solver");
    if (status == ARI_OK)
        status = ari_solver_new_part(desk->v, bytes, desk->memory.limit, &desk->solver,
                                     &error);
    if (status == ARI_OK) {
        desk->knowledge = task->site->options.knowledge;
        if (desk->knowledge.open)
            desk->kept = desk->knowledge.open(desk->knowledge.self, desk->v, desk->solver,
                                              &desk->memory);
        return desk->solver;
    }
    web_desk_clear(desk);
    web_refuse(task, web_status_of(status), NULL, &error);
    return NULL;
}
