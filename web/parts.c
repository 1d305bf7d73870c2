/* parts.c: /api/parts: what the parts of a position are worth, and which of them each move changes. */
#include <ariadne/report.h>

#include "web/web.h"

/* What takes longer is said to be too large. The nodes are what a machine does in about that time, so that most answers
 * are the same everywhere. */
#define PARTS_SECONDS 3.0
#define PARTS_NODES 300000
#define PARTS_MARGIN 1.0 /* seconds for ending before being stopped */
#define PARTS_MEMORY 8   /* sixteenths */

web_step web_parts;

static void write(web_task *task, const ari_account *account)
{
    ari_json json = web_begin(task);
    ari_report_position(&json, task->v, &task->record);
    ari_report_account(&json, task->v, &task->record.end, account);
    web_end(task, &json);
}

static void find(web_task *task)
{
    const ari_limits limits = {
        .nodes = PARTS_NODES, .seconds = PARTS_SECONDS, .stop = &task->stop};
    ari_allowance *memory = &task->desk->memory;
    size_t bytes = web_part(task, PARTS_MEMORY);
    ari_account account = {.forms = false};
    ari_error error;
    bool allowed = ari_allowance_take(memory, bytes);
    ari_status status =
        allowed
            ? ari_account_of(task->v, &task->record.end, bytes, &limits, &account, &error)
            : ari_fail_allowance(&error, memory, "what parts are worth");
    if (allowed)
        ari_allowance_give(memory, bytes);
    if (status == ARI_STOPPED && !atomic_load(&task->stop))
        web_refuse_words(task, 422, "limit",
                         "too large: what the parts are worth is not found in a moment");
    else if (web_ok(task, status, NULL, &error))
        write(task, &account);
    ari_account_free(&account);
}

void web_parts(web_task *task)
{
    if (web_game(task) && web_work(task, WEB_QUICK, find, 1))
        task->seconds = PARTS_SECONDS + PARTS_MARGIN;
}
