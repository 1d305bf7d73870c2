/* web.h: what the parts of the server share.
 *
 * A task is one request, free of HTTP: it comes with a method, a path and parameters, and
 * ends with a reply. Small questions are answered at once. What may take longer is checked
 * at once too, and then leaves `work` to be done by a thread of one of two pools: the quick
 * one for what takes a moment, the deep one for thinking. So a task can be asked without a
 * server, which the fuzzers do, and the page when its server is away (offline.h). */
#ifndef ARIADNE_WEB_H
#define ARIADNE_WEB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <ariadne/json.h>
#include <ariadne/analysis.h>

#include "web/server.h"
#include "web/shelf.h"

#define WEB_BODY_MOST ((size_t)256 << 10) /* bytes of a request's body */
#define WEB_ADDRESS_MOST 8192             /* bytes of a request's address */
#define WEB_HEADERS_MOST 100
#define WEB_HEADER_BYTES_MOST (16 << 10) /* of all of them */
#define WEB_PARAMS_MOST 24
#define WEB_MOVES_MOST 16384   /* bytes of a game's moves, or of a position */
#define WEB_STEPS_MOST 20000   /* of a search */
#define WEB_EVENTS_MOST 20000  /* of a puzzle */
#define WEB_SQUARES_MOST 10000 /* of a maze */

/* ---- parameters ---- */

typedef struct web_param {
    char *name, *value;
} web_param;

typedef struct web_params {
    web_param list[WEB_PARAMS_MOST];
    int count;
} web_params;

void web_params_free(web_params *params);
ari_status web_params_add(web_params *params, const char *name, const char *value,
                          ari_error *error);
/* A number as JSON bodies have them. */
ari_status web_params_add_number(web_params *params, const char *name, double value,
                                 ari_error *error);
/* The members of a JSON object: strings, numbers, true and false; arrays of strings are
 * joined as lines, and null is as good as absent. */
ari_status web_params_json(web_params *params, const char *body, size_t size,
                           ari_error *error);

/* ---- files packed into the program ---- */

typedef struct web_file {
    const char *path; /* "/index.html" */
    const char *type;
    const char *tag; /* W/"...", a hash of the bytes */
    const unsigned char *bytes;
    size_t size;
    const unsigned char *packed; /* the same by gzip; NULL: it would not be smaller */
    size_t packed_size;
} web_file;

extern const web_file web_files[];               /* sorted by path, ended by NULL */
const web_file *web_file_find(const char *path); /* "/" is "/index.html" */

/* ---- tasks ---- */

typedef enum web_method { WEB_GET = 1, WEB_POST = 2 } web_method;

typedef struct web_reply {
    unsigned status;
    ari_text body;        /* JSON */
    const web_file *file; /* instead */
    const char *allow;    /* of a wrong method */
    int retry;            /* seconds, of a 503; 0: none */
} web_reply;

/* What a thread of the pool keeps from task to task: the solver of its last game. All that a task
 * takes at it is charged to its memory, and what is kept is, too. */
typedef struct web_desk {
    ari_allowance memory;
    size_t kept_bytes; /* of the solver */
    ari_variant *v;
    ari_solver *solver;
    ari_study *study; /* of the last position that was analysed, if it is not complete */
    ari_state studied;
    web_knowledge knowledge;
    void *kept; /* by the knowledge, for this solver */
} web_desk;

void web_desk_clear(web_desk *desk);
void web_desk_tidy(web_desk *desk); /* after a task */

/* For what takes a moment, and for thinking. */
typedef enum web_lane { WEB_QUICK, WEB_DEEP } web_lane;
#define WEB_MOMENT 5.0 /* seconds */

/* What is the same for every task. */
typedef struct web_site {
    web_options options;
    ari_text games, about; /* the bodies of /api/games and /api/server */
    web_shelf *shelf;
} web_site;

ari_status web_site_open(const web_options *options, web_site *site, ari_error *error);
void web_site_close(web_site *site);

/* What a puzzle's search does (events.h). */
typedef struct web_events {
    ari_text text; /* the array's members, to be put into the reply when all is known */
    ari_json json;
    int64_t most, count;
} web_events;

typedef struct web_task web_task;
typedef void web_step(web_task *task);

/* Who hears the answers that come before the last one. */
typedef struct web_listener {
    void *self;
    void (*event)(void *self, const char *name, const ari_text *data);
} web_listener;

struct web_task {
    const web_site *site;
    web_params params;
    bool streams; /* events are wanted, and this route has some */
    web_reply reply;
    /* a question about a game */
    ari_variant *v;
    web_shelved *shelved; /* whose game `v` is, if it came from the shelf; or NULL */
    ari_record record;
    /* what is left to do */
    web_step *work; /* NULL: the reply is complete */
    web_lane lane;
    double seconds; /* that it may take */
    void *state;    /* of the route, freed with the task */
    /* while working */
    ari_stop stop;
    web_desk *desk;
    web_events events;
    web_listener listener; /* its event may be NULL */
    ari_allowance own;     /* of what is answered at once; the rest is at the desk */
};

/* What the task may take now: of its desk's or, while it has none, of its own. */
ari_allowance *web_memory(web_task *task);

/* Begins a task; its parameters follow, then web_task_ask. */
void web_task_begin(web_task *task, const web_site *site);
/* Looks up the route and answers, or leaves work to do. `streams`: events are accepted. */
void web_task_ask(web_task *task, web_method method, const char *path, bool streams);
/* Does the work that is left, at this desk, within the desk's memory. */
void web_task_work(web_task *task, web_desk *desk);
void web_task_free(web_task *task);

/* The methods that a path knows, 0 when it is no route. */
unsigned web_route_methods(const char *path);
/* Says which methods the address takes instead, or that there is nothing. */
void web_refuse_method(web_task *task, const char *path);

/* ---- replies ---- */

/* Around all that writes a reply: it is charged to what the task may take, and one that lost
 * something for lack of memory is none. */
void web_reply_begin(web_task *task);
void web_reply_end(web_task *task);

/* Makes the reply an error. `parameter` may be NULL. */
void web_refuse(web_task *task, unsigned status, const char *parameter,
                const ari_error *error);
/* Did a call of the library go well? False after refusing with its error. */
bool web_ok(web_task *task, ari_status status, const char *parameter,
            const ari_error *error);
void web_refuse_words(web_task *task, unsigned status, const char *name,
                      const char *format, ...) __attribute__((format(printf, 4, 5)));
/* The status that an error of the library deserves. */
unsigned web_status_of(ari_status status);
void web_error_json(ari_text *out, unsigned status, const char *name, const char *message,
                    const char *parameter, size_t offset);

/* Opens and closes the reply's object. */
ari_json web_begin(web_task *task);
void web_end(web_task *task, ari_json *json);
/* The same for an event that comes before the reply; web_emit sends and frees it. */
void web_emit(web_task *task, const char *name, ari_text *data);

/* ---- reading parameters; all of these are false after refusing the task ---- */

const char *web_text(const web_task *task, const char *name, const char *otherwise);
bool web_number(web_task *task, const char *name, int64_t otherwise, int64_t min,
                int64_t max, int64_t *value);
bool web_int(web_task *task, const char *name, int otherwise, int min, int max,
             int *value);
bool web_unsigned(web_task *task, const char *name, uint64_t otherwise, uint64_t *value);
bool web_real(web_task *task, const char *name, double otherwise, double min, double max,
              double *value);
bool web_flag(web_task *task, const char *name, bool otherwise, bool *value);
/* Which of "first|random|centre", counted from 0. */
bool web_choice(web_task *task, const char *name, const char *words, int otherwise,
                int *value);
/* "x,y", a square of a board that wide and high, if it is given. */
bool web_square(web_task *task, const char *name, int width, int height, bool *given,
                int *x, int *y);
/* "game", "position" and "moves" into task->v and task->record. */
bool web_game(web_task *task);
/* The same in steps: "game" and "position", then each of the "moves", `at` their first byte to
 * begin with, until there is no more. */
bool web_position(web_task *task);
bool web_play_on(web_task *task, size_t *at, bool *more);
/* "seconds", into task->seconds. */
bool web_seconds(web_task *task, double otherwise, double max);

/* Leaves work to a pool, with `size` bytes of state, all zero; NULL after refusing. */
void *web_work(web_task *task, web_lane lane, web_step *work, size_t size);

/* The solver of the task's game at this thread's desk; NULL after refusing. */
ari_solver *web_solver(web_task *task);

/* Parts of a desk's memory, in sixteenths: for the solver in each lane and for a player. What is
 * left is for trees, lists, answers and the reply. */
#define WEB_SOLVER_DEEP 12
#define WEB_SOLVER_QUICK 4
#define WEB_PLAYER_PART 4
size_t web_part(const web_task *task, int sixteenths);

/* ---- boards ---- */

/* The board of a position, as an object. */
void web_board(ari_json *json, const char *key, const ari_variant *v, const ari_state *s);
/* The members of what /api/state answers about the task's game. */
void web_state_members(web_task *task, ari_json *json);

/* Can perfect play be promised, also because this server has the game's database? */
bool web_solvable(const web_options *options, const ari_variant *v);

#endif
