/* http.h: what the parts that speak HTTP share: connections, calls and the server. */
#ifndef ARIADNE_WEB_HTTP_H
#define ARIADNE_WEB_HTTP_H

#include <pthread.h>
#include <stdatomic.h>

#include <microhttpd.h>

#include "web/guard.h"
#include "web/pool.h"

/* What a connection is doing, and since when: no phase may last for ever. */
typedef enum web_phase {
    WEB_READING, /* a request is arriving, or may */
    WEB_WORKING, /* it waits for a pool, or is being worked on */
    WEB_WRITING  /* the reply is complete and being sent */
} web_phase;

typedef struct web_call web_call;

/* Who has connections, how many, and how much of what was answered waits there to be taken. */
typedef struct web_visitor {
    struct web_visitor *next;
    web_client client;
    int links;
    atomic_size_t untaken; /* bytes */
} web_visitor;

typedef struct web_link {
    struct web_link *before, *after; /* all connections of the server */
    web_visitor *visitor;
    int socket;
    web_phase phase;
    double since;
    bool asked;     /* a request is there, or has begun to arrive, or is the first */
    bool ending;    /* it has had to make room */
    web_call *call; /* while WEB_WORKING */
} web_link;

/* One request on its way. It is held by the connection, by the pool that works on it, and by
 * the stream of its events. */
struct web_call {
    web_task task;
    struct web_server *server;
    struct MHD_Connection *connection;
    /* arriving */
    size_t address_size, arrived; /* bytes of the address, and of the body so far */
    size_t header_bytes;
    int header_count, length_count; /* all, and what tells of the body */
    web_asker asker;
    const char *host;
    const char *header_end; /* of the header before */
    web_accepted accepted;
    ari_text body;
    /* working */
    web_job job;
    _Atomic double deadline; /* when to stop the work; 0: it has not begun */
    size_t untaken;          /* bytes of its reply that the server counts */
    /* streaming: a text that grows at its end and is sent from its beginning */
    pthread_mutex_t lock;
    ari_text events;
    size_t sent;

    atomic_int held;
    web_method method;
    bool malformed; /* the address holds a NUL or is none, or a header is no line */
    bool ambiguous; /* a header that may come once has come again */
    bool chunked;   /* the body is said to have no length */
    bool last;      /* nothing that follows on the connection is to be believed */
    bool begun, refused, too_large;
    bool turned_away;   /* others had to find room */
    bool done;          /* the reply is complete, and only to be sent */
    bool completed;     /* the connection has taken it, or is gone */
    bool ended, asleep; /* streaming; asleep: the connection waits for more */
};

/* The replies with a file, made once: the file, by whether it is packed and whether it is asked for
 * by an address that no other has; and that it is what the client has. */
typedef struct web_served {
    struct MHD_Response *files[2][2], *unchanged;
} web_served;

struct web_server {
    web_site site;
    int listening; /* the socket, until the daemon owns it */
    uint16_t port;
    bool local;                /* only this machine can reach it */
    _Atomic uint64_t answered; /* requests */
    struct MHD_Daemon *daemon;
    web_served *served;   /* by index in web_files */
    web_pool *pools[2];   /* by web_lane */
    pthread_mutex_t lock; /* of the list of connections */
    web_link *links;      /* the newest first */
    int link_count;
    web_visitor *visitors;
    atomic_size_t untaken; /* bytes of the pools' replies that clients have to take */
    pthread_t keeper;
    pthread_cond_t keeper_wake;
    bool keeping;
    atomic_bool closing;
    char **texts; /* copies of the options' strings */
    int text_count;
};

/* ---- calls (call.c) ---- */

void *web_call_new(void *server, const char *address, struct MHD_Connection *connection);
enum MHD_Result web_call_answer(void *server, struct MHD_Connection *connection,
                                const char *path, const char *method, const char *version,
                                const char *data, size_t *size, void **call);
void web_call_completed(void *server, struct MHD_Connection *connection, void **call,
                        enum MHD_RequestTerminationCode why);
void web_call_release(web_call *call);
/* Ends its work soon. */
void web_call_stop(web_call *call);
/* Its client has left: it need not begin any more, or ends soon. */
void web_call_leave(web_call *call);
/* Tells the client that it waits, if there are events. */
void web_call_waiting(web_call *call);
/* Is the answer complete, and only to be taken? */
bool web_call_is_done(web_call *call);

/* ---- streams (stream.c) ---- */

/* Sends the events of a call from now on. */
enum MHD_Result web_stream_begin(web_call *call);
void web_stream_event(void *call, const char *name, const ari_text *data);
void web_stream_end(web_call *call);

/* ---- replies (send.c) ---- */

enum MHD_Result web_send(web_call *call);
/* `policy` is what a file of the page may do; NULL: it is none. `keeping` is for Cache-Control. */
struct MHD_Response *web_send_headers(const web_server *server,
                                      struct MHD_Response *response, const char *type,
                                      const char *policy, const char *keeping);
bool web_send_prepare_files(web_server *server);
void web_send_forget_files(web_server *server);

/* ---- connections and their time (keeper.c) ---- */

void web_keeper_connection(void *server, struct MHD_Connection *connection,
                           void **context, enum MHD_ConnectionNotificationCode what);
void web_keeper_phase(web_server *server, struct MHD_Connection *connection,
                      web_phase phase, web_call *call);
/* Whose connection it is. */
web_client web_keeper_client(struct MHD_Connection *connection);
/* May this client be answered more, before what was answered has been taken? */
bool web_keeper_has_room(web_server *server, struct MHD_Connection *connection);
/* So many bytes wait on this connection to be taken, or wait no more. */
void web_keeper_answered(web_server *server, struct MHD_Connection *connection,
                         size_t bytes);
void web_keeper_taken(web_server *server, struct MHD_Connection *connection,
                      size_t bytes);
/* A request has begun to arrive. */
void web_keeper_asked(web_server *server, struct MHD_Connection *connection);
bool web_keeper_start(web_server *server);
/* Stops all work, and then looks at nothing any more. */
void web_keeper_stop(web_server *server);
/* Waits until what was asked has been answered, but not for long. */
void web_keeper_finish(web_server *server);

#endif
