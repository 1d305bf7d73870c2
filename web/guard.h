/* guard.h: whom the server answers, and how: names of hosts and origins, and what a client
 * accepts, read as they were sent. */
#ifndef ARIADNE_WEB_GUARD_H
#define ARIADNE_WEB_GUARD_H

#include "web/web.h"

/* Is this a name of the server? A page of another site may have its own name point at this
 * machine, and must get nothing by it. NULL: no Host was sent. */
bool web_guard_host(const web_options *options, const char *host);

/* What a browser says about the page that asks; NULL: nothing. */
typedef struct web_asker {
    const char *origin;  /* Origin */
    const char *referer; /* Referer, which has an origin at its beginning */
    const char *site;    /* Sec-Fetch-Site */
} web_asker;

/* May a page of this origin ask? */
bool web_guard_origin(const web_options *options, const char *host, const char *origin);

/* May this one start work? A page elsewhere cannot read what is answered, but its links,
 * images and forms ask too, and name no origin. What has another port is another site here,
 * though a browser calls it the same one: other programs of the machine serve pages, too. */
bool web_guard_asker(const web_options *options, const char *host,
                     const web_asker *asker);

/* Does a list like If-None-Match name this? */
bool web_guard_lists(const char *list, const char *word);

/* How much a client wants answers as events and as JSON, and files by gzip and as they are, in
 * thousandths; all zero before its first Accept header. */
typedef struct web_accepted {
    int events, json;
    int closeness; /* of what was said about JSON: of its type, of all applications, of all */
    int gzip, plain;
    bool gzip_named; /* and not only by "*" */
} web_accepted;

/* Takes note of an Accept header. */
void web_guard_accept(web_accepted *accepted, const char *list);
/* Takes note of an Accept-Encoding header. */
void web_guard_accept_encoding(web_accepted *accepted, const char *list);
/* Who takes files by gzip gets them so, unless they are wanted as they are. */
bool web_guard_wants_gzip(const web_accepted *accepted);
/* Events are for those who name them, and do not prefer JSON. */
bool web_guard_wants_events(const web_accepted *accepted);

#endif
