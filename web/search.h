/* search.h: what the routes that search have in common. */
#ifndef ARIADNE_WEB_SEARCH_H
#define ARIADNE_WEB_SEARCH_H

#include <ariadne/search.h>

#include "web/web.h"

/* What the solver may do for this task in so many seconds. */
ari_engine_job web_engine_job(web_task *task, double seconds);

/* "depth", "order", "eval" and "seed" of a textbook search; false after refusing. */
bool web_search(web_task *task, ari_search *search);

#endif
