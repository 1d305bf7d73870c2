/* events.h: the list of what a puzzle's search does, up to a limit, in task->events. */
#ifndef ARIADNE_WEB_EVENTS_H
#define ARIADNE_WEB_EVENTS_H

#include <ariadne/backtrack.h>

#include "web/web.h"

#define WEB_EVENTS 5000 /* unless asked for more or fewer */

/* Reads "most"; false after refusing. */
bool web_events_begin(web_task *task, int64_t usual);
/* Opens an event's array, with its kind in it; NULL when there are enough. The caller adds
 * what he knows and closes it. */
ari_json *web_events_open(web_task *task, const char *kind);
/* A whole event, [kind, x, y, depth]. */
void web_events_add(web_task *task, const char *kind, int64_t x, int64_t y,
                    uint64_t depth);
/* The same for a step of backtracking; a choice shows when it is entered. */
void web_events_square(web_task *task, ari_event event, int64_t x, int64_t y,
                       size_t depth);
/* "complete" and "events". */
void web_events_end(web_task *task, ari_json *json);

#endif
