/* route.c: which function answers which path. */
#include <string.h>

#include "web/universal.h"

#define ROUTE(path, methods, streams, parameters, function) web_step function;
#include "web/routes.h"
#undef ROUTE

typedef struct route {
    const char *path;
    unsigned methods;
    bool streams;
    const char *parameters; /* names with a space between */
    web_step *answer;
} route;

static const route routes[] = {
#define ROUTE(path, methods, streams, parameters, function) \
    {path, methods, streams, parameters, function},
#include "web/routes.h"
#undef ROUTE
};

static const route *find(const char *path)
{
    for (size_t i = 0; i < sizeof routes / sizeof *routes; i++)
        if (strcmp(routes[i].path, path) == 0)
            return &routes[i];
    return NULL;
}

unsigned web_route_methods(const char *path)
{
    const route *r = find(path);
    if (r)
        return r->methods;
    return web_file_find(path) || web_universal_route(path) ? WEB_GET : 0;
}

static bool is_listed(const char *names, const char *name)
{
    size_t length = strlen(name);
    for (const char *at = names; length > 0 && *at;) {
        size_t here = strcspn(at, " ");
        if (here == length && memcmp(at, name, length) == 0)
            return true;
        at += here + (at[here] == ' ');
    }
    return false;
}

/* Is every parameter one that is known here? */
static bool knows_parameters(web_task *task, const char *parameters)
{
    for (int i = 0; i < task->params.count; i++) {
        const char *name = task->params.list[i].name;
        if (is_listed(parameters, name))
            continue;
        ari_error error;
        ari_fail(&error, ARI_UNKNOWN, ARI_NO_OFFSET,
                 "there is no parameter '%.40s'; %s%s", name,
                 *parameters ? "there are: " : "this route has none", parameters);
        web_refuse(task, 400, NULL, &error);
        return false;
    }
    return true;
}

void web_refuse_method(web_task *task, const char *path)
{
    unsigned methods = web_route_methods(path);
    if (!methods) {
        web_refuse_words(task, 404, "unknown", "there is nothing at this address");
        return;
    }
    task->reply.allow = methods == WEB_GET    ? "GET, HEAD"
                        : methods == WEB_POST ? "POST"
                                              : "GET, HEAD, POST";
    web_refuse_words(task, 405, "method", "this address takes %s", task->reply.allow);
}

void web_task_ask(web_task *task, web_method method, const char *path, bool streams)
{
    const route *r = find(path);
    web_reply_begin(task);
    if (!(web_route_methods(path) & method))
        web_refuse_method(task, path);
    else if (web_file_find(path))
        task->reply.file = web_file_find(path);
    else if (!r) {
        if (knows_parameters(task, "p"))
            web_universal(task, path);
    } else if (knows_parameters(task, r->parameters)) {
        task->streams = streams && r->streams;
        r->answer(task);
        if (task->seconds > WEB_MOMENT)
            task->lane =
                WEB_DEEP; /* whoever wants so much time does not want it quickly */
    }
    web_reply_end(task);
}
