/* guard.h: whom the server answers, and how: names of hosts and origins, and what a client
 * accepts, read as they were sent. */
#ifndef ARIADNE_WEB_GUARD_H
#define ARIADNE_WEB_GUARD_H

#include "web/web.h"

/* Is this a name of the server? A page of another site may have its own name point at this
 * machine, and must get nothing by it. NULL: no Host was sent. */
bool web_guard_host(const web_options *options, const char *host);

/* May a page of this origin ask? NULL: the request names none. */
bool web_guard_origin(const web_options *options, const char *host, const char *origin);

/* Does a list like If-None-Match name this? */
bool web_guard_lists(const char *list, const char *word);

/* How much a client wants answers as events and as JSON, in thousandths; all zero before its
 * first Accept header. */
typedef struct web_accepted {
    int events, json;
    int closeness; /* of what was said about JSON: of its type, of all applications, of all */
} web_accepted;

/* Takes note of an Accept header. */
void web_guard_accept(web_accepted *accepted, const char *list);
/* Events are for those who name them, and do not prefer JSON. */
bool web_guard_wants_events(const web_accepted *accepted);

#endif
