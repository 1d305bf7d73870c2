/* call.c: a request from its first bytes to the end of its reply.
 *
 *     address, headers   what can be refused without the body is refused now
 *     body               collected, up to a limit
 *     asked              answered at once, or
 *       working          the connection sleeps while a pool works, then sends the reply, or
 *       streaming        it sends events while a pool works */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "web/http.h"

#define SWALLOWED_MOST ((size_t)4 << 20) /* of a body that is too large anyway */

static const char *header(const web_call *call, const char *name)
{
    return MHD_lookup_connection_value(call->connection, MHD_HEADER_KIND, name);
}

/* ---- from birth to death ---- */

void *web_call_new(void *server, const char *address, struct MHD_Connection *connection)
{
    web_call *call = calloc(1, sizeof *call);
    if (!call)
        return NULL;
    call->server = server;
    call->connection = connection;
    call->address_size = strlen(address);
    call->malformed = address[0] != '/' || strstr(address, "%00");
    atomic_init(&call->held, 1);
    pthread_mutex_init(&call->lock, NULL);
    web_task_begin(&call->task, &call->server->site);
    web_keeper_asked(server, connection);
    return call;
}

void web_call_release(web_call *call)
{
    if (atomic_fetch_sub(&call->held, 1) > 1)
        return;
    web_task_free(&call->task);
    ari_text_free(&call->body);
    ari_text_free(&call->events);
    pthread_mutex_destroy(&call->lock);
    free(call);
}

void web_call_completed(void *self, struct MHD_Connection *connection, void **context,
                        enum MHD_RequestTerminationCode why)
{
    web_server *server = self;
    web_call *call = *context;
    if (why == MHD_REQUEST_TERMINATED_COMPLETED_OK)
        atomic_fetch_add_explicit(&server->answered, 1, memory_order_relaxed);
    web_keeper_phase(server, connection, WEB_READING, NULL);
    if (!call)
        return;
    pthread_mutex_lock(&call->lock);
    call->completed = true;
    web_keeper_taken(server, connection, call->untaken);
    pthread_mutex_unlock(&call->lock);
    web_call_stop(call);
    web_call_release(call);
    *context = NULL;
}

void web_call_stop(web_call *call)
{
    atomic_store(&call->task.stop, 1);
}

bool web_call_is_done(web_call *call)
{
    pthread_mutex_lock(&call->lock);
    bool done = call->done;
    pthread_mutex_unlock(&call->lock);
    return done;
}

void web_call_leave(web_call *call)
{
    web_call_stop(call);
    if (web_pool_drop(call->server->pools[call->task.lane], &call->job))
        call->job.run(&call->job, NULL);
}

void web_call_waiting(web_call *call)
{
    if (!call->task.streams)
        return;
    ari_text text = ARI_TEXT_EMPTY;
    ari_json json = ari_json_to(&text);
    ari_json_object(&json, NULL);
    ari_json_number(&json, "ahead",
                    web_pool_ahead(call->server->pools[call->task.lane], &call->job));
    ari_json_object_end(&json);
    web_emit(&call->task, "waiting", &text);
}

/* ---- arriving ---- */

static bool read_method(web_call *call, const char *method)
{
    if (strcmp(method, "GET") == 0 || strcmp(method, "HEAD") == 0)
        call->method = WEB_GET;
    else if (strcmp(method, "POST") == 0)
        call->method = WEB_POST;
    else
        return false;
    return true;
}

static unsigned long long announced(const web_call *call)
{
    const char *length = header(call, "Content-Length");
    return length ? strtoull(length, NULL, 10) : 0;
}

static bool is_json(const web_call *call)
{
    const char *type = header(call, "Content-Type");
    return type && strncasecmp(type, "application/json", 16) == 0 &&
           strchr(" ;", type[16]); /* and the end */
}

/* Is a header the line that follows the last one, "name: value"? The library writes ends into
 * the bytes as they came. A value that goes on in the next line (which HTTP has given up) it
 * adds to the name, elsewhere, so that nobody finds either; and a NUL hides what follows it. */
static bool is_line(const web_call *call, const char *name, const char *value)
{
    const char *begin = call->header_end ? call->header_end : name, *colon;
    while (begin != name && memchr("\r\n \t", *begin, 5)) {
        if ((*begin == ' ' || *begin == '\t') && !begin[1])
            return false; /* a line of spaces goes on, too, with nothing */
        begin++;
    }
    colon = name + strlen(name);
    return begin == name && value == colon + 1 + strspn(colon + 1, " \t");
}

/* Takes a header that a request may have once: others on the way, or a guard, could believe
 * the one, and the page's browser have meant the other. */
static void take_once(web_call *call, const char **taken, const char *value)
{
    call->ambiguous = call->ambiguous || *taken;
    *taken = value;
}

static enum MHD_Result take_header(void *self, enum MHD_ValueKind kind, const char *name,
                                   const char *value)
{
    (void)kind;
    web_call *call = self;
    value = value ? value : "";
    call->header_count++;
    call->header_bytes += strlen(name) + strlen(value) + 4; /* ": ", the end */
    call->malformed =
        call->malformed || !*name || strpbrk(name, " \t") || !is_line(call, name, value);
    call->header_end = value + strlen(value);
    if (strcasecmp(name, "Host") == 0)
        take_once(call, &call->host, value);
    if (strcasecmp(name, "Origin") == 0)
        take_once(call, &call->asker.origin, value);
    if (strcasecmp(name, "Referer") == 0)
        take_once(call, &call->asker.referer, value);
    if (strcasecmp(name, "Sec-Fetch-Site") == 0)
        take_once(call, &call->asker.site, value);
    if (strcasecmp(name, "Content-Length") == 0)
        call->length_count++;
    if (strcasecmp(name, "Transfer-Encoding") == 0)
        call->chunked = true;
    if (strcasecmp(name, "Accept") == 0)
        web_guard_accept(&call->accepted, value);
    if (strcasecmp(name, "Accept-Encoding") == 0)
        web_guard_accept_encoding(&call->accepted, value);
    return MHD_YES;
}

/* Could others on the way read the request differently, or think that it ends somewhere else?
 * Then they could take a part of it for the next one. */
static bool is_uncertain(const web_call *call)
{
    return call->malformed || call->ambiguous || call->chunked || call->length_count > 1;
}

/* True after refusing a request for the way in which it was written. */
static bool refuse_form(web_call *call)
{
    web_task *task = &call->task;
    if (call->header_count > WEB_HEADERS_MOST ||
        call->header_bytes > WEB_HEADER_BYTES_MOST)
        web_refuse_words(task, 431, "limit",
                         "more than %d headers, or than %d bytes of them",
                         WEB_HEADERS_MOST, WEB_HEADER_BYTES_MOST);
    else if (call->malformed)
        web_refuse_words(task, 400, "syntax",
                         "the address or a header cannot be read; a header is one line");
    else if (call->ambiguous)
        web_refuse_words(task, 400, "syntax",
                         "Host, Origin, Referer and Sec-Fetch-Site may be sent once");
    else if (call->chunked)
        web_refuse_words(task, 411, "length",
                         "the length of the body must be said by Content-Length: "
                         "Transfer-Encoding is not taken");
    else if (call->length_count > 1)
        web_refuse_words(task, 400, "syntax",
                         "the length of the body must be said once, by Content-Length");
    else
        return false;
    return true;
}

/* True after refusing a request for whom it is addressed to, or who asks. Whoever follows a
 * link from elsewhere may see the page, whose files are no work. */
static bool refuse_asker(web_call *call, const char *path)
{
    const web_options *options = &call->server->site.options;
    web_task *task = &call->task;
    if (!web_guard_host(options, call->host))
        web_refuse_words(task, call->host ? 421 : 400, "host",
                         "this server answers to localhost, 127.0.0.1 and what --host "
                         "names");
    else if (web_file_find(path)
                 ? !web_guard_origin(options, call->host, call->asker.origin)
                 : !web_guard_asker(options, call->host, &call->asker))
        web_refuse_words(task, 403, "origin",
                         "pages of other sites may not ask, unless --cors allows them");
    else
        return false;
    return true;
}

/* Whom and what to refuse before the body has arrived; true when refused. */
static bool refuse(web_call *call, const char *path, const char *method)
{
    web_task *task = &call->task;
    if (refuse_form(call) || refuse_asker(call, path))
        return true;
    if (call->address_size > WEB_ADDRESS_MOST)
        web_refuse_words(task, 414, "limit",
                         "the address is longer than %d bytes: send a POST instead",
                         WEB_ADDRESS_MOST);
    else if (!read_method(call, method))
        web_refuse_method(&call->task, path);
    else if (announced(call) > WEB_BODY_MOST)
        web_refuse_words(task, 413, "limit", "the body is larger than %zu bytes",
                         WEB_BODY_MOST);
    else if (call->method == WEB_POST && !is_json(call))
        web_refuse_words(task, 415, "type",
                         "a body must be JSON, with Content-Type: application/json");
    else
        return false;
    return true;
}

/* What a page of another site asks before it asks; only --cors answers. */
static enum MHD_Result answer_preflight(web_call *call)
{
    struct MHD_Response *response =
        MHD_create_response_from_buffer(0, NULL, MHD_RESPMEM_PERSISTENT);
    if (!response)
        return MHD_NO;
    MHD_add_response_header(response, "Access-Control-Allow-Origin",
                            call->server->site.options.cors);
    MHD_add_response_header(response, "Access-Control-Allow-Methods", "GET, HEAD, POST");
    MHD_add_response_header(response, "Access-Control-Allow-Headers", "Content-Type");
    enum MHD_Result queued = MHD_queue_response(call->connection, 204, response);
    MHD_destroy_response(response);
    return queued;
}

/* A client that is refused while it still sends may never see the answer: unless the body is
 * huge, or waits to be wanted, or has no certain end, it is read first. */
static bool worth_waiting(const web_call *call)
{
    return announced(call) <= SWALLOWED_MOST && !header(call, "Expect") && !call->last;
}

static enum MHD_Result begin(web_call *call, const char *path, const char *method)
{
    const web_options *options = &call->server->site.options;
    call->begun = true;
    MHD_get_connection_values(call->connection, MHD_HEADER_KIND, take_header, call);
    if (options->cors && strcmp(method, "OPTIONS") == 0 && !is_uncertain(call) &&
        web_guard_host(options, call->host))
        return answer_preflight(call);
    call->refused = refuse(call, path, method);
    call->last = is_uncertain(call);
    return call->refused && !worth_waiting(call) ? web_send(call) : MHD_YES;
}

static enum MHD_Result take_body(web_call *call, const char *data, size_t *size)
{
    call->arrived += *size;
    if (call->arrived > WEB_BODY_MOST)
        call->too_large = true;
    else if (!call->refused)
        ari_text_add_bytes(&call->body, data, *size);
    *size = 0;
    return call->arrived > SWALLOWED_MOST ? MHD_NO : MHD_YES;
}

/* ---- asking ---- */

typedef struct adding {
    web_params *params;
    ari_status status;
    ari_error error;
} adding;

static enum MHD_Result add_argument(void *self, enum MHD_ValueKind kind, const char *name,
                                    const char *value)
{
    (void)kind;
    adding *a = self;
    a->status = web_params_add(a->params, name, value ? value : "", &a->error);
    return a->status == ARI_OK ? MHD_YES : MHD_NO;
}

/* False after refusing. */
static bool read_parameters(web_call *call)
{
    web_task *task = &call->task;
    adding a = {.params = &task->params, .status = ARI_OK};
    if (call->too_large || !ari_text_ok(&call->body)) {
        web_refuse_words(task, 413, "limit", "the body is larger than %zu bytes",
                         WEB_BODY_MOST);
        return false;
    }
    MHD_get_connection_values(call->connection, MHD_GET_ARGUMENT_KIND, add_argument, &a);
    if (a.status == ARI_OK && call->method == WEB_POST)
        a.status = web_params_json(&task->params, ari_text_get(&call->body),
                                   call->body.size, &a.error);
    ari_text_free(&call->body); /* the parameters have it now */
    if (a.status != ARI_OK)
        web_refuse(task, web_status_of(a.status), NULL, &a.error);
    return a.status == ARI_OK;
}

static bool is_closing(const web_call *call)
{
    return atomic_load(&call->server->closing);
}

/* By this name the page knows that it is on its own now. */
static void refuse_closing(web_task *task)
{
    web_refuse_words(task, 503, "closing", "the server is closing");
}

static void refuse_busy(web_task *task)
{
    web_refuse_words(task, 503, "busy", "too many questions are waiting already");
    task->reply.retry = 5;
}

/* Works at this desk, if it is still wanted. */
static void work(web_call *call, web_desk *desk)
{
    web_task *task = &call->task;
    if (is_closing(call))
        refuse_closing(task);
    else if (!call->turned_away && (!desk || atomic_load(&task->stop)))
        web_refuse_words(task, 503, "stopped", "nobody waits for the answer any more");
    else if (call->turned_away || !web_keeper_has_room(call->server, call->connection))
        refuse_busy(task); /* answers that nobody takes keep their memory */
    else
        web_task_work(task, desk);
    if (atomic_load(&task->stop) && is_closing(call))
        refuse_closing(task); /* what was cut short is no answer */
}

static web_call *call_of(web_job *job)
{
    return (web_call *)((char *)job - offsetof(web_call, job));
}

/* A thread of a pool, with its desk, or with none when the work is not to begin. */
static void run(web_job *job, web_desk *desk)
{
    web_call *call = call_of(job);
    web_task *task = &call->task;
    atomic_store(&call->deadline, ari_seconds() + task->seconds);
    work(call, desk);
    pthread_mutex_lock(&call->lock);
    call->done = true;
    if (!call->completed) { /* as a stream may be before its end */
        call->untaken = task->reply.body.size;
        web_keeper_answered(call->server, call->connection, call->untaken);
    }
    pthread_mutex_unlock(&call->lock);
    if (task->streams) {
        web_stream_event(call, task->reply.status == 200 ? "answer" : "error",
                         &task->reply.body);
        ari_text_free(&task->reply.body); /* the stream has it now */
        web_stream_end(call);
    } else {
        MHD_resume_connection(call->connection);
    }
    web_call_release(call);
}

/* Puts the work into its pool's queue, where another's may have to go; false when there is no
 * room. */
static bool queue(web_call *call)
{
    web_job *dropped;
    bool queued =
        web_pool_add(call->server->pools[call->task.lane], &call->job, &dropped);
    if (dropped) {
        call_of(dropped)->turned_away = true;
        dropped->run(dropped, NULL);
    }
    return queued;
}

/* Hands the work to its pool, or refuses when too much waits there. */
static enum MHD_Result start_work(web_call *call)
{
    web_task *task = &call->task;
    call->job.run = run;
    call->job.client = web_keeper_client(call->connection);
    atomic_fetch_add(&call->held, 1);
    if (task->streams)
        task->listener = (web_listener){.self = call, .event = web_stream_event};
    else
        MHD_suspend_connection(call->connection);
    web_keeper_phase(call->server, call->connection, WEB_WORKING, call);
    if (queue(call))
        return task->streams ? web_stream_begin(call) : MHD_YES;
    web_keeper_phase(call->server, call->connection, WEB_WRITING, NULL);
    atomic_fetch_sub(&call->held, 1); /* the connection still holds it */
    call->done = true;
    if (is_closing(call))
        refuse_closing(task);
    else
        refuse_busy(task);
    if (task->streams) {
        task->streams = false;
        return web_send(call);
    }
    MHD_resume_connection(call->connection); /* which will be sent the reply */
    return MHD_YES;
}

enum MHD_Result web_call_answer(void *server, struct MHD_Connection *connection,
                                const char *path, const char *method, const char *version,
                                const char *data, size_t *size, void **context)
{
    (void)server;
    (void)connection;
    (void)version;
    web_call *call = *context;
    if (!call)
        return MHD_NO; /* there was no memory for it */
    if (!call->begun)
        return begin(call, path, method);
    if (*size > 0)
        return take_body(call, data, size);
    if (!call->done && !call->refused && (web_file_find(path) || read_parameters(call))) {
        web_task_ask(&call->task, call->method, path,
                     web_guard_wants_events(&call->accepted));
        if (call->task.work)
            return start_work(call);
    }
    return web_send(call);
}
