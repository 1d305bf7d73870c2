/* fuzz_web.c: any request, asked without HTTP. It gets a status that the API has, with JSON,
 * also when it is a stream of events; and names of hosts are read without harm.
 *
 *     GET /api/state        the method (STREAM asks for events) and the path
 *     game=tictactoe        parameters, a line each
 *
 *     {"moves":"5"}         after an empty line: a body, which makes it a POST */
#include <signal.h>
#include <sys/time.h>

#include <jansson.h>

#include "fuzz.h"
#include "web/guard.h"

/* Thinking is stopped after some milliseconds, as the server's keeper would do it. */
static ari_stop *volatile to_stop;

static void stop(int number)
{
    (void)number;
    if (to_stop)
        atomic_store(to_stop, 1);
}

static void stop_soon(ari_stop *flag)
{
    const struct itimerval soon = {.it_value = {.tv_usec = 3000}};
    to_stop = flag;
    signal(SIGVTALRM, stop);
    if (flag)
        setitimer(ITIMER_VIRTUAL, &soon, NULL);
}

static void must_be_json(const ari_text *text)
{
    json_error_t wrong;
    json_t *root = json_loadb(ari_text_get(text), text->size, 0, &wrong);
    MUST(json_is_object(root));
    json_decref(root);
}

static void must_be_event(void *self, const char *name, const ari_text *data)
{
    (void)self;
    MUST(strcmp(name, "progress") == 0 || strcmp(name, "answer") == 0);
    must_be_json(data);
}

static void must_be_reply(const web_reply *reply)
{
    static const unsigned statuses[] = {200, 400, 404, 405, 413, 422, 500, 503};
    bool known = false;
    for (size_t i = 0; i < sizeof statuses / sizeof *statuses; i++)
        known = known || statuses[i] == reply->status;
    MUST(known);
    MUST((reply->status == 405) == (reply->allow != NULL));
    if (reply->file)
        MUST(reply->status == 200 && reply->body.size == 0);
    else
        must_be_json(&reply->body);
    if (reply->status >= 400)
        MUST(strncmp(ari_text_get(&reply->body), "{\"error\":{\"status\":", 19) == 0);
}

/* The next line of the input, taken off it. */
static char *next_line(char **rest)
{
    char *line = *rest, *end = line + strcspn(line, "\n");
    *rest = end + (*end == '\n');
    *end = '\0';
    return line;
}

static ari_status read_params(web_task *task, char **rest, ari_error *error)
{
    ari_status status = ARI_OK;
    while (**rest && **rest != '\n' && status == ARI_OK) {
        char *line = next_line(rest), *value = line + strcspn(line, "=");
        if (*value)
            *value++ = '\0';
        status = web_params_add(&task->params, line, value, error);
        (void)web_guard_host(&task->site->options, value);
        (void)web_guard_origin(&task->site->options, line, value);
        const web_asker asker = {.origin = line, .referer = value, .site = value};
        MUST(!web_guard_asker(&task->site->options, line, &asker) ||
             web_guard_origin(&task->site->options, line, line));
        (void)web_guard_lists(value, line);
        web_accepted accepted = {.events = 0};
        web_guard_accept(&accepted, value);
        MUST(accepted.events >= 0 && accepted.events <= 1000 && accepted.json >= 0 &&
             accepted.json <= 1000);
        web_guard_accept_encoding(&accepted, value);
        MUST(accepted.gzip >= 0 && accepted.gzip <= 1000 && accepted.plain >= 0 &&
             accepted.plain <= 1000);
    }
    return status;
}

static void ask(web_task *task, char *text, size_t size)
{
    char *rest = text, *method = next_line(&rest);
    char *path = method + strcspn(method, " ");
    ari_error error;
    if (*path)
        *path++ = '\0';
    bool streams = strcmp(method, "STREAM") == 0;
    ari_status status = read_params(task, &rest, &error);
    bool post = *rest == '\n';
    if (status == ARI_OK && post)
        status = web_params_json(&task->params, rest + 1,
                                 size - (size_t)(rest + 1 - text), &error);
    if (status != ARI_OK) {
        MUST(error.message[0]);
        web_refuse(task, web_status_of(status), NULL, &error);
    } else {
        web_task_ask(task, post ? WEB_POST : WEB_GET, path, streams);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const hosts[] = {"games.example"};
    web_options options = WEB_OPTIONS_DEFAULT;
    options.seconds = 0.02;
    options.bytes = 1 << 16;
    options.hosts = hosts;
    options.host_count = 1;
    web_site site = {.options = options};
    web_task task;
    web_desk desk = {.v = NULL};
    char *text = string_of(data, size);
    ari_text_add(&site.games, "{}");
    ari_text_add(&site.about, "{}");
    web_task_begin(&task, &site);
    ask(&task, text, size);
    if (task.work) {
        if (task.streams)
            task.listener.event = must_be_event;
        stop_soon(&task.stop);
        web_task_work(&task, &desk);
        stop_soon(NULL);
    }
    must_be_reply(&task.reply);
    web_task_free(&task);
    web_desk_clear(&desk);
    web_site_close(&site);
    free(text);
    return 0;
}
