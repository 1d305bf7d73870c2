/* server.c: the HTTP server: a listening socket, libmicrohttpd's threads, two pools for what
 * takes longer, and a keeper of time. */
#include <errno.h>
#include <math.h>
#include <netdb.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "web/http.h"

#define QUICK_THREADS 3
#define QUICK_EACH 2 /* for one client, so that others find one that is free */
#define QUICK_NICENESS 5
#define DEEP_NICENESS 10
#define DAEMON_LATER 5 /* seconds: the keeper closes before, and says why */
#define SPARE_CONNECTIONS 64
#define OTHER_FILES 64
/* For the address and the headers of a request: some more than is allowed, so that they are
 * refused in our words, and not in the daemon's. */
#define CONNECTION_BYTES ((size_t)64 << 10)

/* ---- options ---- */

static const char *keep_text(web_server *server, const char *text)
{
    char **grown =
        realloc(server->texts, (size_t)(server->text_count + 1) * sizeof *grown);
    char *copy = strdup(text);
    if (grown)
        server->texts = grown;
    if (!grown || !copy) {
        free(copy);
        return NULL;
    }
    server->texts[server->text_count++] = copy;
    return copy;
}

/* The options with strings of the server's own; the hosts are the last ones kept. */
static ari_status keep_options(web_server *server, const web_options *options,
                               web_options *kept, ari_error *error)
{
    bool all = true;
    *kept = *options;
    all = (kept->version = keep_text(server, options->version)) && all;
    all = (kept->address = keep_text(server, options->address)) && all;
    if (options->database)
        all = (kept->database = keep_text(server, options->database)) && all;
    if (options->cors)
        all = (kept->cors = keep_text(server, options->cors)) && all;
    int before = server->text_count;
    for (int i = 0; i < options->host_count; i++)
        all = keep_text(server, options->hosts[i]) && all;
    if (!all)
        return ari_fail_memory(error, sizeof *server, "the server");
    kept->hosts = (const char *const *)(server->texts + before);
    return ARI_OK;
}

/* How many connections the daemon may have: some more than wanted, so that there is room
 * while old ones are being closed. Each takes a file descriptor; where the system gives fewer,
 * fewer are wanted. */
static unsigned connection_limit(web_options *options)
{
    unsigned limit = (unsigned)options->connections + SPARE_CONNECTIONS;
    struct rlimit files;
    if (getrlimit(RLIMIT_NOFILE, &files) != 0)
        return limit;
    rlim_t needed = (rlim_t)limit + OTHER_FILES;
    if (files.rlim_cur < needed) {
        files.rlim_cur = files.rlim_max < needed ? files.rlim_max : needed;
        (void)setrlimit(RLIMIT_NOFILE, &files);
    }
    if (files.rlim_cur >= needed || files.rlim_cur < (rlim_t)4 * OTHER_FILES)
        return limit;
    limit = (unsigned)(files.rlim_cur - OTHER_FILES);
    options->connections = (int)limit - SPARE_CONNECTIONS;
    return limit;
}

/* ---- listening ---- */

/* ARI_IO where another port may do. */
static ari_status cannot_listen(const web_options *options, int reason, ari_error *error)
{
    if (reason == EADDRNOTAVAIL || reason == EAFNOSUPPORT)
        return ari_fail(
            error, ARI_UNKNOWN, ARI_NO_OFFSET,
            "this machine has no address '%.60s': --bind takes one of its own, "
            "as 127.0.0.1, or 0.0.0.0 for all of them",
            options->address);
    return ari_fail(error, ARI_IO, ARI_NO_OFFSET, "cannot listen on %s, port %d: %s%s",
                    options->address, options->port, strerror(reason),
                    reason == EADDRINUSE ? "; use --port for another one" : "");
}

static ari_status listen_on(web_server *server, const web_options *options,
                            ari_error *error)
{
    struct addrinfo hints = {.ai_family = AF_UNSPEC,
                             .ai_socktype = SOCK_STREAM,
                             .ai_flags = AI_NUMERICHOST | AI_PASSIVE},
                    *found = NULL;
    if (getaddrinfo(options->address, NULL, &hints, &found) != 0)
        return ari_fail(error, ARI_SYNTAX, 0,
                        "'%s' is no address of a machine: use one like 127.0.0.1 or ::1",
                        options->address);
    struct sockaddr_storage place;
    socklen_t size = found->ai_addrlen;
    memcpy(&place, found->ai_addr, size);
    freeaddrinfo(found);
    uint16_t port = htons(options->port);
    if (place.ss_family == AF_INET6)
        ((struct sockaddr_in6 *)&place)->sin6_port = port;
    else
        ((struct sockaddr_in *)&place)->sin_port = port;
    const int on = 1;
    int fd = socket(place.ss_family, SOCK_STREAM, 0);
    if (fd >= 0)
        (void)setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (fd < 0 || bind(fd, (struct sockaddr *)&place, size) != 0 ||
        listen(fd, SOMAXCONN) != 0 ||
        getsockname(fd, (struct sockaddr *)&place, &size) != 0) {
        ari_status status = cannot_listen(options, errno, error);
        if (fd >= 0)
            (void)close(fd);
        return status;
    }
    web_client own = web_client_of((const struct sockaddr *)&place);
    server->local = web_client_is_local(&own);
    server->listening = fd;
    server->port =
        ntohs(place.ss_family == AF_INET6 ? ((struct sockaddr_in6 *)&place)->sin6_port
                                          : ((struct sockaddr_in *)&place)->sin_port);
    return ARI_OK;
}

static ari_status start_daemon(web_server *server, ari_error *error)
{
    web_options *options = &server->site.options;
    unsigned connections = connection_limit(options);
    struct MHD_OptionItem more[] = {{MHD_OPTION_THREAD_POOL_SIZE, options->threads, NULL},
                                    {MHD_OPTION_END, 0, NULL}};
    if (options->threads < 2)
        more[0].option = MHD_OPTION_END;
    server->daemon = MHD_start_daemon(
        MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL,
        web_call_answer, server, MHD_OPTION_LISTEN_SOCKET, server->listening,
        MHD_OPTION_URI_LOG_CALLBACK, web_call_new, server, MHD_OPTION_NOTIFY_COMPLETED,
        web_call_completed, server, MHD_OPTION_NOTIFY_CONNECTION, web_keeper_connection,
        server, MHD_OPTION_CONNECTION_LIMIT, connections, MHD_OPTION_CONNECTION_TIMEOUT,
        (unsigned)ceil(options->patience) + DAEMON_LATER,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, CONNECTION_BYTES, MHD_OPTION_ARRAY, more,
        MHD_OPTION_END);
    if (!server->daemon)
        return ari_fail(error, ARI_IO, ARI_NO_OFFSET, "the HTTP server does not start");
    server->listening = -1; /* the daemon's now */
    return ARI_OK;
}

static ari_status start_parts(web_server *server, const web_options *options,
                              ari_error *error)
{
    web_options kept;
    ari_status status = keep_options(server, options, &kept, error);
    if (status == ARI_OK)
        status = web_site_open(&kept, &server->site, error);
    if (status == ARI_OK)
        status = listen_on(server, &kept, error);
    const web_pool_plan quick = {.threads = QUICK_THREADS,
                                 .each = QUICK_EACH,
                                 .waiting = kept.waiting,
                                 .niceness = QUICK_NICENESS},
                        deep = {.threads = kept.analyses,
                                .each = kept.analyses,
                                .waiting = kept.waiting,
                                .niceness = DEEP_NICENESS};
    if (status == ARI_OK)
        status = web_pool_new(&quick, &server->pools[WEB_QUICK], error);
    if (status == ARI_OK)
        status = web_pool_new(&deep, &server->pools[WEB_DEEP], error);
    if (status == ARI_OK && !web_send_prepare_files(server))
        status = ari_fail_memory(error, sizeof *server, "the page");
    if (status == ARI_OK && !web_keeper_start(server))
        status = ari_fail_memory(error, sizeof *server, "a thread");
    return status == ARI_OK ? start_daemon(server, error) : status;
}

ari_status web_server_start(const web_options *options, web_server **result,
                            ari_error *error)
{
    web_server *server = calloc(1, sizeof *server);
    *result = NULL;
    if (!server)
        return ari_fail_memory(error, sizeof *server, "the server");
    server->listening = -1;
    pthread_mutex_init(&server->lock, NULL);
    ari_status status = start_parts(server, options, error);
    if (status != ARI_OK) {
        web_server_stop(server);
        return status;
    }
    *result = server;
    return ARI_OK;
}

uint16_t web_server_port(const web_server *server)
{
    return server->port;
}

bool web_server_is_local(const web_server *server)
{
    return server->local;
}

uint64_t web_server_answered(const web_server *server)
{
    return atomic_load(&server->answered);
}

void web_server_stop(web_server *server)
{
    if (!server)
        return;
    web_keeper_stop(server);
    /* Every connection that sleeps is woken when its work is done, before the daemon goes. */
    web_pool_close(server->pools[WEB_QUICK]);
    web_pool_close(server->pools[WEB_DEEP]);
    if (server->daemon) {
        web_keeper_finish(server);
        MHD_stop_daemon(server->daemon);
    }
    web_pool_free(server->pools[WEB_QUICK]); /* who asks until now finds them closed */
    web_pool_free(server->pools[WEB_DEEP]);
    if (server->listening >= 0)
        (void)close(server->listening);
    web_send_forget_files(server);
    web_site_close(&server->site);
    for (int i = 0; i < server->text_count; i++)
        free(server->texts[i]);
    free(server->texts);
    pthread_mutex_destroy(&server->lock);
    free(server);
}
