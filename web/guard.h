/* guard.h: whom the server answers: names of hosts and origins, read as they were sent. */
#ifndef ARIADNE_WEB_GUARD_H
#define ARIADNE_WEB_GUARD_H

#include "web/web.h"

/* Is this a name of the server? A page of another site may have its own name point at this
 * machine, and must get nothing by it. NULL: no Host was sent. */
bool web_guard_host(const web_options *options, const char *host);

/* May a page of this origin ask? NULL: the request names none. */
bool web_guard_origin(const web_options *options, const char *host, const char *origin);

/* Does a list like If-None-Match or Accept name this? */
bool web_guard_lists(const char *list, const char *word);

#endif
