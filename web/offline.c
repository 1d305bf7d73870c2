/* offline.c: one task after the other, for the page. Unlike a server's thread it keeps a desk
 * for each lane, with the memory that the lane gives. */
#include "web/offline.h"

#include <stdlib.h>

#include "web/books.h"
#include "web/web.h"

/* A phone has to have it too. */
#define TABLE_BYTES ((size_t)16 << 20)

/* The page has its own files. */
const web_file web_files[] = {{.path = NULL}};

static char *room;
static web_site site;
static web_task task;
static web_desk desks[2]; /* by web_lane */
static bool opened, refused;

char *web_offline_room(size_t size)
{
    free(room);
    room = malloc(size);
    return room;
}

bool web_offline_begin(void)
{
    web_options options = WEB_OPTIONS_DEFAULT;
    options.version = ARIADNE_VERSION;
    options.analyses = 1;
    options.bytes = TABLE_BYTES;
    options.knowledge = web_books_knowledge();
    if (!opened)
        opened = web_site_open(&options, &site, NULL) == ARI_OK;
    web_task_free(&task);
    web_task_begin(&task, &site);
    refused = false;
    return opened;
}

static void check(ari_status status, const ari_error *error)
{
    if (status == ARI_OK || refused)
        return;
    refused = true;
    web_refuse(&task, web_status_of(status), NULL, error);
}

void web_offline_add(const char *name, const char *value)
{
    ari_error error;
    check(web_params_add(&task.params, name, value, &error), &error);
}

void web_offline_add_number(const char *name, double value)
{
    ari_error error;
    check(web_params_add_number(&task.params, name, value, &error), &error);
}

/* ---- asking ---- */

static void tell(void *self, const char *name, const ari_text *data)
{
    (void)self;
    web_page_event(name, ari_text_get(data), data->size);
}

static void work(void)
{
    web_desk *desk = &desks[task.lane];
    web_page_limit(task.seconds);
    web_task_work(&task, desk);
    web_desk_tidy(desk);
    if (!task.streams)
        return;
    tell(NULL, task.reply.status == 200 ? "answer" : "error", &task.reply.body);
    task.reply.status = 200;
    ari_text_clear(&task.reply.body);
}

unsigned web_offline_ask(int method, const char *path, bool streams)
{
    if (refused)
        return task.reply.status;
    task.listener = (web_listener){.event = tell};
    web_task_ask(&task, (web_method)method, path, streams);
    if (task.work)
        work();
    return task.reply.status;
}

const char *web_offline_body(void)
{
    return ari_text_get(&task.reply.body);
}

size_t web_offline_body_size(void)
{
    return task.reply.body.size;
}
