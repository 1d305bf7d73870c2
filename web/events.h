/* events.h: the list of what a puzzle's search does, up to a limit. */
#ifndef ARIADNE_WEB_EVENTS_H
#define ARIADNE_WEB_EVENTS_H

#include <ariadne/backtrack.h>

#include "web/web.h"

typedef struct web_events {
    ari_text text; /* the array's members, to be put into the reply when all is known */
    ari_json json;
    int64_t most, count;
    int width;      /* of a board whose squares are numbered */
    web_task *task; /* to whose memory it is charged */
    const void *self;
} web_events;

/* Reads "most"; false after refusing. */
bool web_events_begin(web_task *task, web_events *events);
/* Opens an event's array, with its kind in it; false when there are enough. The caller adds
 * what he knows and closes it. */
bool web_events_open(web_events *events, const char *kind);
/* A whole event, [kind, x, y, depth]. */
void web_events_add(web_events *events, const char *kind, int64_t x, int64_t y,
                    uint64_t depth);
/* "enter", "dead-end", "solved", "back", "refused", "forced"; NULL for what is no event to others. */
const char *web_events_kind(ari_event event);
/* "complete" and "events"; frees them. */
void web_events_end(web_events *events, ari_json *json);

#endif
