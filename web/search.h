/* search.h: what the routes that search have in common. */
#ifndef ARIADNE_WEB_SEARCH_H
#define ARIADNE_WEB_SEARCH_H

#include <ariadne/search.h>

#include "web/web.h"

/* What the solver may do for this task in so many seconds. */
ari_engine_job web_engine_job(web_task *task, double seconds);

/* ---- thinking about a game, which may tell of its progress ---- */

#define WEB_MARGIN 1.0 /* seconds for ending in good order before being stopped */

typedef struct web_thinking {
    double seconds; /* that may be thought */
    double start;
    uint64_t nodes; /* of earlier parts */
    double told;    /* when progress was last pushed */
} web_thinking;

/* Reads the game and "seconds", and leaves the work to a pool; NULL after refusing. */
web_thinking *web_think(web_task *task, double otherwise, double max, web_lane lane,
                        web_step *work);
/* web_engine_job that pushes progress, if somebody listens. */
ari_engine_job web_think_job(web_task *task, double seconds);

/* ---- textbook searches ---- */

/* "depth", "order", "eval" and "seed" of a textbook search; false after refusing. */
bool web_search(web_task *task, ari_search_job *search);

/* ---- Monte-Carlo tree searches ---- */

#define WEB_ROUNDS 200 /* unless asked for more or fewer */

/* "rounds"; false after refusing. */
bool web_rounds_asked(web_task *task, int64_t *rounds);
/* The rounds of such a search as the steps of /api/steps, at most so many: the game is read, the rest not yet. */
void web_rounds(web_task *task, double seconds, int64_t most);

#endif
