/* keeper.c: the list of connections, and a thread that sees that none takes for ever.
 *
 * The daemon would close a connection on which nothing happens, without a word. But a client
 * that sends a byte now and then keeps it open; one that has left is not noticed while its
 * question is being worked on; and a player may think for longer than was allowed. All of
 * these are noticed here, ten times a second. */
#define _GNU_SOURCE /* for POLLRDHUP */
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>

#include "web/http.h"

#define TICK 0.1
#define SETTLED 0.5      /* seconds after which what has arrived has been read */
#define FINISH_TICKS 10  /* for the last replies */
#define WAITING_TICKS 10 /* how often those that wait are told so */

/* ---- the list ---- */

static web_link *link_of(struct MHD_Connection *connection)
{
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info ? info->socket_context : NULL;
}

/* Who has been sending a request for longest makes room for others. */
static void close_slowest(const web_server *server)
{
    const web_link *slowest = NULL;
    for (const web_link *link = server->links; link; link = link->after)
        if (link->phase == WEB_READING && (!slowest || link->since < slowest->since))
            slowest = link;
    if (slowest)
        (void)shutdown(slowest->socket, SHUT_RDWR);
}

static void add_link(web_server *server, struct MHD_Connection *connection,
                     void **context)
{
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    web_link *link = calloc(1, sizeof *link);
    if (!link || !info) {
        free(link);
        return;
    }
    *link = (web_link){.socket = info->connect_fd, .since = web_clock(), .asked = true};
    pthread_mutex_lock(&server->lock);
    link->after = server->links;
    if (link->after)
        link->after->before = link;
    server->links = link;
    if (++server->link_count > server->site.options.connections)
        close_slowest(server);
    pthread_mutex_unlock(&server->lock);
    *context = link;
}

static void remove_link(web_server *server, web_link *link)
{
    pthread_mutex_lock(&server->lock);
    if (link->before)
        link->before->after = link->after;
    else
        server->links = link->after;
    if (link->after)
        link->after->before = link->before;
    server->link_count--;
    pthread_mutex_unlock(&server->lock);
    free(link);
}

void web_keeper_connection(void *self, struct MHD_Connection *connection, void **context,
                           enum MHD_ConnectionNotificationCode what)
{
    if (what == MHD_CONNECTION_NOTIFY_STARTED)
        add_link(self, connection, context);
    else if (*context)
        remove_link(self, *context);
}

void web_keeper_phase(web_server *server, struct MHD_Connection *connection,
                      web_phase phase, web_call *call)
{
    web_link *link = link_of(connection);
    if (!link)
        return;
    pthread_mutex_lock(&server->lock);
    link->phase = phase;
    link->since = web_clock();
    link->call = call;
    link->asked = phase != WEB_READING;
    pthread_mutex_unlock(&server->lock);
}

void web_keeper_asked(web_server *server, struct MHD_Connection *connection)
{
    web_link *link = link_of(connection);
    if (!link)
        return;
    pthread_mutex_lock(&server->lock);
    if (!link->asked)
        link->since = web_clock();
    link->asked = true;
    pthread_mutex_unlock(&server->lock);
}

/* ---- looking around ---- */

/* Who has been answered and asks nothing more is late with nothing: a word about it could be
 * taken for the answer to a question that is on its way. */
static void close_link(const web_link *link)
{
    static const char late[] = "HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n"
                               "Content-Type: application/json\r\n"
                               "Content-Length: 87\r\n\r\n"
                               "{\"error\":{\"status\":408,\"name\":\"late\",\"message\":"
                               "\"the request took too long to arrive\"}}\n";
    if (link->phase == WEB_READING && link->asked)
        (void)send(link->socket, late, sizeof late - 1, MSG_DONTWAIT | MSG_NOSIGNAL);
    (void)shutdown(link->socket, SHUT_RDWR);
}

/* Has all been read that ever came? */
static bool has_ended(int socket)
{
    char byte;
    ssize_t got = recv(socket, &byte, 1, MSG_PEEK | MSG_DONTWAIT);
    return got == 0 ||
           (got < 0 && errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR);
}

/* Will nothing more come, whatever has come before and was not read? */
static bool has_left(int socket)
{
    struct pollfd there = {.fd = socket, .events = POLLRDHUP};
    return poll(&there, 1, 0) > 0;
}

/* The daemon sometimes overlooks that nothing more will come, when the end came together with
 * the last bytes. */
static bool will_never_ask(const web_link *link, double now)
{
    return link->phase == WEB_READING && now - link->since > SETTLED &&
           has_ended(link->socket);
}

/* A stream whose last event is there is a reply to be taken like others. */
static void end_work(web_link *link, double now)
{
    link->phase = WEB_WRITING;
    link->since = now;
    link->call = NULL;
}

static void look_at(web_link *link, double now, double patience, bool tell)
{
    if (link->phase == WEB_WORKING && link->call && web_call_is_done(link->call))
        end_work(link, now);
    if (link->phase != WEB_WORKING && now - link->since > patience)
        close_link(link);
    else if (will_never_ask(link, now))
        (void)shutdown(link->socket, SHUT_RDWR);
    else if (link->phase == WEB_WORKING && link->call) {
        double deadline = atomic_load(&link->call->deadline);
        if (has_left(link->socket))
            web_call_leave(link->call);
        else if (deadline > 0 && now > deadline)
            web_call_stop(link->call);
        else if (deadline == 0 && tell)
            web_call_waiting(link->call);
    }
}

static void wait_a_tick(web_server *server)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += (long)(TICK * 1e9);
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_cond_timedwait(&server->keeper_wake, &server->lock, &until);
}

static void *keep(void *self)
{
    web_server *server = self;
    pthread_mutex_lock(&server->lock);
    for (unsigned tick = 0; !atomic_load(&server->closing); tick++) {
        double now = web_clock();
        for (web_link *link = server->links; link; link = link->after)
            look_at(link, now, server->site.options.patience, tick % WAITING_TICKS == 0);
        wait_a_tick(server);
    }
    pthread_mutex_unlock(&server->lock);
    return NULL;
}

bool web_keeper_start(web_server *server)
{
    pthread_condattr_t steady;
    pthread_condattr_init(&steady);
    pthread_condattr_setclock(&steady, CLOCK_MONOTONIC);
    pthread_cond_init(&server->keeper_wake, &steady);
    pthread_condattr_destroy(&steady);
    server->keeping = pthread_create(&server->keeper, NULL, keep, server) == 0;
    return server->keeping;
}

void web_keeper_stop(web_server *server)
{
    pthread_mutex_lock(&server->lock);
    atomic_store(&server->closing, true); /* before the work hears of it */
    for (web_link *link = server->links; link; link = link->after)
        if (link->call)
            web_call_stop(link->call);
    if (server->keeping)
        pthread_cond_signal(&server->keeper_wake);
    pthread_mutex_unlock(&server->lock);
    if (!server->keeping)
        return;
    pthread_join(server->keeper, NULL);
    pthread_cond_destroy(&server->keeper_wake);
    server->keeping = false;
}

static bool is_busy(const web_server *server)
{
    for (const web_link *link = server->links; link; link = link->after)
        if (link->phase != WEB_READING)
            return true;
    return false;
}

void web_keeper_finish(web_server *server)
{
    const struct timespec moment = {.tv_nsec =
                                        (long)(TICK * 1e8)}; /* a tenth of a tick */
    for (int left = FINISH_TICKS * 10; left > 0; left--) {
        pthread_mutex_lock(&server->lock);
        bool busy = is_busy(server);
        pthread_mutex_unlock(&server->lock);
        if (!busy)
            return;
        nanosleep(&moment, NULL);
    }
}
