/* saves.c: /api/export and /api/import: games as text that the command reads and writes. */
#include <string.h>

#include <ariadne/session.h>

#include "web/web.h"

web_step web_export, web_import;

void web_export(web_task *task)
{
    ari_session *session = NULL;
    ari_text text = {.memory = web_memory(task)};
    ari_error error;
    int at;
    if (!web_game(task))
        return;
    int count = task->record.count;
    if (!web_int(task, "at", count, 0, count, &at))
        return;
    ari_status status = ari_session_new(task->v, &session, &error);
    if (status == ARI_OK)
        status = ari_session_reset(session, &task->record, &error);
    if (status == ARI_OK)
        status = ari_session_jump(session, at, &error);
    if (web_ok(task, status, NULL, &error)) {
        ari_session_save(session, &text);
        ari_json json = web_begin(task);
        ari_json_text(&json, "text", &text);
        web_end(task, &json);
    }
    ari_session_free(session);
}

/* Reads a saved game, its undone moves included, into the task. */
static ari_status read_save(web_task *task, const char *text, int *at, ari_error *error)
{
    ari_text name = ARI_TEXT_EMPTY;
    ari_session *session = NULL;
    ari_status status = ari_save_game(text, &name, error);
    if (status == ARI_OK)
        status = ari_variant_new(ari_text_get(&name), &task->v, error);
    if (status == ARI_OK)
        status = ari_session_new(task->v, &session, error);
    if (status == ARI_OK)
        status = ari_session_load(session, text, error);
    if (status == ARI_OK) {
        *at = ari_session_ply(session);
        status = ari_session_jump(session, ari_session_length(session), error);
    }
    if (status == ARI_OK)
        status = ari_session_record(session, &task->record, error);
    ari_session_free(session);
    ari_text_free(&name);
    return status;
}

/* A position, or moves that may have been kept for long. */
static ari_status read_position(web_task *task, const char *text, ari_error *error)
{
    ari_error ignored;
    const char *moves = strncmp(text, "moves:", 6) == 0 ? text + 6 : text;
    ari_status status = ari_position_parse(task->v, text, &task->record, error);
    if (status == ARI_OK || status == ARI_MEMORY ||
        ari_record_parse_kept(task->v, &task->v->start, moves, &task->record, &ignored) !=
            ARI_OK)
        return status;
    return ARI_OK;
}

/* "connect4 44455": a game, and then moves or a position. */
static ari_status read_words(web_task *task, const char *text, int *at, ari_error *error)
{
    ari_text game = ARI_TEXT_EMPTY;
    size_t begin = strspn(text, " \t\r\n");
    size_t length = strcspn(text + begin, " \t\r\n");
    ari_text_add_bytes(&game, text + begin, length);
    const char *rest = text + begin + length;
    ari_status status = ari_variant_new(ari_text_get(&game), &task->v, error);
    if (status == ARI_OK)
        status = read_position(task, rest + strspn(rest, " \t\r\n"), error);
    if (status == ARI_OK)
        *at = task->record.count;
    else
        error->offset = ARI_NO_OFFSET; /* it counts within a part of the text */
    ari_text_free(&game);
    return status;
}

void web_import(web_task *task)
{
    const char *text = web_text(task, "text", "");
    ari_error error;
    int at = 0;
    bool saved = strncmp(text, "ariadne save", 12) == 0;
    ari_status status =
        saved ? read_save(task, text, &at, &error) : read_words(task, text, &at, &error);
    if (!web_ok(task, status, "text", &error))
        return;
    const ari_record *record = &task->record;
    ari_text start = {.memory = web_memory(task)}, moves = start;
    if (!ari_state_equal(task->v, &record->start, &task->v->start)) {
        ari_text_add(&start, "board:");
        ari_state_format(task->v, &record->start, &start);
    }
    ari_record_format(task->v, record, &moves);
    ari_json json = web_begin(task);
    ari_json_string(&json, "game", task->v->name);
    ari_json_text(&json, "position", &start);
    ari_json_text(&json, "moves", &moves);
    ari_json_number(&json, "at", at);
    web_end(task, &json);
}
