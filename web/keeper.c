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
#define UNTAKEN_MOST ((size_t)128 << 20) /* bytes of replies that wait to be taken */
#define UNTAKEN_SHARE ((size_t)8 << 20)  /* of one client, when there are more */

/* ---- the list ---- */

static web_link *link_of(struct MHD_Connection *connection)
{
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info ? info->socket_context : NULL;
}

/* Whose connection this is; NULL where there is no memory. */
static web_visitor *find_visitor(web_server *server, const web_client *client)
{
    web_visitor *visitor = server->visitors;
    while (visitor && !web_client_same(&visitor->client, client))
        visitor = visitor->next;
    if (visitor || !(visitor = calloc(1, sizeof *visitor)))
        return visitor;
    *visitor = (web_visitor){.next = server->visitors, .client = *client};
    server->visitors = visitor;
    return visitor;
}

static void remove_visitor(web_server *server, web_visitor *visitor)
{
    web_visitor **at = &server->visitors;
    while (*at != visitor)
        at = &(*at)->next;
    *at = visitor->next;
    free(visitor);
}

/* Is the first of two, which is older than the other in the list, more easily spared? Who
 * sends a request has been given nothing yet, least of all who takes long for it; among those
 * who wait for answers it is the newest, which the list has before. */
static bool is_spared(const web_link *link, const web_link *other)
{
    if (link->phase == WEB_READING && other->phase == WEB_READING)
        return link->since < other->since;
    return link->phase == WEB_READING && other->phase != WEB_READING;
}

/* Whoever has most connections makes room for others. */
static void make_room(const web_server *server, const web_link *newest)
{
    int most = 0;
    web_link *spared = NULL;
    for (const web_visitor *one = server->visitors; one; one = one->next)
        most = one->links > most ? one->links : most;
    for (web_link *link = server->links; link; link = link->after)
        if (link != newest && !link->ending && link->visitor->links == most &&
            (!spared || is_spared(link, spared)))
            spared = link;
    if (!spared)
        return;
    spared->ending = true;
    (void)shutdown(spared->socket, SHUT_RDWR);
}

static web_client client_of(struct MHD_Connection *connection)
{
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    return web_client_of(info ? info->client_addr : NULL);
}

static void add_link(web_server *server, struct MHD_Connection *connection,
                     void **context)
{
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    web_client client = client_of(connection);
    web_link *link = calloc(1, sizeof *link);
    pthread_mutex_lock(&server->lock);
    web_visitor *visitor = link && info ? find_visitor(server, &client) : NULL;
    if (visitor) {
        *link = (web_link){.after = server->links,
                           .visitor = visitor,
                           .socket = info->connect_fd,
                           .since = ari_seconds(),
                           .asked = true};
        if (link->after)
            link->after->before = link;
        server->links = link;
        visitor->links++;
        if (++server->link_count > server->site.options.connections)
            make_room(server, link);
    }
    pthread_mutex_unlock(&server->lock);
    if (!visitor)
        free(link);
    else
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
    if (--link->visitor->links == 0)
        remove_visitor(server, link->visitor);
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
    link->since = ari_seconds();
    link->call = call;
    link->asked = phase != WEB_READING;
    pthread_mutex_unlock(&server->lock);
}

web_client web_keeper_client(struct MHD_Connection *connection)
{
    const web_link *link = link_of(connection);
    return link ? link->visitor->client : client_of(connection);
}

/* Whoever leaves much untaken has to wait, and others only when that is not enough. Without
 * the lock, which the keeper may hold. */
bool web_keeper_has_room(web_server *server, struct MHD_Connection *connection)
{
    const web_link *link = link_of(connection);
    size_t all = atomic_load(&server->untaken);
    return all <= UNTAKEN_MOST || (all <= 2 * UNTAKEN_MOST && link &&
                                   atomic_load(&link->visitor->untaken) <= UNTAKEN_SHARE);
}

void web_keeper_answered(web_server *server, struct MHD_Connection *connection,
                         size_t bytes)
{
    web_link *link = link_of(connection);
    atomic_fetch_add(&server->untaken, bytes);
    if (link)
        atomic_fetch_add(&link->visitor->untaken, bytes);
}

void web_keeper_taken(web_server *server, struct MHD_Connection *connection, size_t bytes)
{
    web_link *link = link_of(connection);
    atomic_fetch_sub(&server->untaken, bytes);
    if (link)
        atomic_fetch_sub(&link->visitor->untaken, bytes);
}

void web_keeper_asked(web_server *server, struct MHD_Connection *connection)
{
    web_link *link = link_of(connection);
    if (!link)
        return;
    pthread_mutex_lock(&server->lock);
    if (!link->asked)
        link->since = ari_seconds();
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
        double now = ari_seconds();
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
