/* server.h: the web server: the page, and the JSON API that docs/web-api.md describes. */
#ifndef ARIADNE_WEB_SERVER_H
#define ARIADNE_WEB_SERVER_H

#include <stdbool.h>
#include <stdint.h>

#include <ariadne/solver.h>

/* What is known about a game beforehand, an opening book or a database: lets a new solver
 * consult it, and gets back what was kept for it when the solver has gone. What a database takes is
 * charged to the memory, until it is closed. Called by several threads at once. */
typedef struct web_knowledge {
    void *self;
    void *(*open)(void *self, const ari_variant *v, ari_solver *solver,
                  ari_allowance *memory);
    void (*close)(void *self, void *kept);
} web_knowledge;

typedef struct web_options {
    const char *version; /* of the program, for those who ask */
    const char *address; /* to listen on, a number: "127.0.0.1", "::1", "0.0.0.0" */
    uint16_t port;       /* 0: any that is free */
    /* What a Host header may say besides the address and the names of this machine itself;
     * may be NULL. */
    const char *const *hosts;
    int host_count;
    const char *cors; /* an origin whose pages may ask too, "*" for all; NULL: none */
    int threads;      /* that answer requests */
    int analyses;     /* how many may think at once */
    int waiting; /* how many may wait for them to finish; beyond: 503 for the newest of
                         * whoever has most waiting */
    int connections; /* at once; beyond, one of whoever has most must go */
    double seconds;  /* the most that one question may think */
    double patience; /* seconds for a request to arrive, or for a reply to be taken */
    size_t bytes;    /* of memory for each analysis */
    web_knowledge knowledge; /* its open may be NULL */
    const char *database;    /* the game all of which the knowledge knows; NULL: none */
} web_options;

#define WEB_PORT 8080
#define WEB_OPTIONS_DEFAULT                \
    ((web_options){.version = "",          \
                   .address = "127.0.0.1", \
                   .port = WEB_PORT,       \
                   .threads = 2,           \
                   .analyses = 2,          \
                   .waiting = 1000,        \
                   .connections = 1000,    \
                   .seconds = 30,          \
                   .patience = 30,         \
                   .bytes = (size_t)32 << 20})

typedef struct web_server web_server;

/* Starts to listen; the options' strings are copied. */
ari_status web_server_start(const web_options *options, web_server **server,
                            ari_error *error);
uint16_t web_server_port(const web_server *server);
/* Can only this machine reach it? */
bool web_server_is_local(const web_server *server);
/* How many requests were answered so far. */
uint64_t web_server_answered(const web_server *server);
/* Ends what is being thought about, answers it, and closes. */
void web_server_stop(web_server *server);

#endif
