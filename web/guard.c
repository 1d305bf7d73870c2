/* guard.c: which hosts and origins are answered, and what they accept. */
#include <string.h>
#include <strings.h>

#include "web/guard.h"

/* The bytes of "name:port" or "[::1]:port" that are the name; 0 when it is malformed. */
static size_t name_length(const char *host)
{
    size_t length = host[0] == '[' ? strcspn(host, "]") + 1 : strcspn(host, ":");
    if (host[0] == '[' && !host[length - 1])
        return 0;
    const char *port = host + length;
    if (*port == ':')
        port += 1 + strspn(port + 1, "0123456789");
    return *port ? 0 : length;
}

static bool is_name(const char *host, size_t length, const char *name)
{
    return strlen(name) == length && strncasecmp(host, name, length) == 0;
}

/* The address that the server is bound to, as a Host header writes it. */
static bool is_address(const char *host, size_t length, const char *address)
{
    if (strchr(address, ':'))
        return length == strlen(address) + 2 && host[0] == '[' &&
               strncasecmp(host + 1, address, length - 2) == 0;
    return is_name(host, length, address);
}

bool web_guard_host(const web_options *options, const char *host)
{
    static const char *const own[] = {"127.0.0.1", "localhost", "[::1]"};
    size_t length = host ? name_length(host) : 0;
    if (length == 0)
        return false;
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        if (is_name(host, length, own[i]))
            return true;
    for (int i = 0; i < options->host_count; i++)
        if (is_name(host, length, options->hosts[i]))
            return true;
    return is_address(host, length, options->address);
}

/* ---- who asks ---- */

/* The bytes of an address that are its origin, "http://name:port". */
static size_t origin_length(const char *address)
{
    const char *place = strstr(address, "://");
    return place ? (size_t)(place - address) + 3 + strcspn(place + 3, "/?#")
                 : strlen(address);
}

static bool is_allowed(const web_options *options, const char *origin, size_t length)
{
    return options->cors &&
           (strcmp(options->cors, "*") == 0 || is_name(origin, length, options->cors));
}

static bool is_own(const char *host, const char *origin, size_t length)
{
    size_t scheme = strncasecmp(origin, "http://", 7) == 0    ? 7
                    : strncasecmp(origin, "https://", 8) == 0 ? 8
                                                              : 0;
    return scheme > 0 && host && is_name(origin + scheme, length - scheme, host);
}

static bool is_welcome(const web_options *options, const char *host, const char *address)
{
    size_t length = origin_length(address);
    return is_own(host, address, length) || is_allowed(options, address, length);
}

bool web_guard_origin(const web_options *options, const char *host, const char *origin)
{
    return !origin ||
           (!origin[origin_length(origin)] && is_welcome(options, host, origin));
}

bool web_guard_asker(const web_options *options, const char *host, const web_asker *asker)
{
    const char *referer = asker->referer && *asker->referer ? asker->referer : NULL;
    if (!web_guard_origin(options, host, asker->origin) ||
        (referer && !is_welcome(options, host, referer)))
        return false;
    if (!asker->site || strcasecmp(asker->site, "same-origin") == 0 ||
        strcasecmp(asker->site, "none") == 0)
        return true;
    /* From elsewhere: then one that is allowed must be named, unless all are. */
    const char *from = asker->origin ? asker->origin : referer ? referer : "";
    return is_allowed(options, from, origin_length(from));
}

bool web_guard_lists(const char *list, const char *word)
{
    size_t length = strlen(word);
    for (const char *at = list; at && *at;) {
        at += strspn(at, " \t,");
        if (strncasecmp(at, "W/", 2) == 0)
            at += 2;
        size_t here = strcspn(at, ",; \t");
        if (here == length && strncasecmp(at, word, length) == 0)
            return true;
        at += strcspn(at, ",");
    }
    return false;
}

/* ---- Accept ---- */

/* "text/event-stream;q=0.5" */
typedef struct range {
    const char *type;
    size_t size;
    int quality; /* in thousandths; -1: it cannot be read */
} range;

/* How many bytes come before one of these, or before the end; not looking into quotes. */
static size_t before(const char *text, const char *ends)
{
    bool quoted = false;
    size_t i = 0;
    for (; text[i] && (quoted || !strchr(ends, text[i])); i++) {
        if (quoted && text[i] == '\\' && text[i + 1])
            i++;
        else if (text[i] == '"')
            quoted = !quoted;
    }
    return i;
}

/* 0 to 1, with three decimals at most. */
static int read_quality(const char *text, size_t size)
{
    int unit = 1000;
    if (size < 1 || size > 5 || text[0] < '0' || text[0] > '1' ||
        (size > 1 && text[1] != '.'))
        return -1;
    int quality = unit * (text[0] - '0');
    for (size_t i = 2; i < size; i++) {
        if (text[i] < '0' || text[i] > '9')
            return -1;
        unit /= 10;
        quality += unit * (text[i] - '0');
    }
    return quality <= 1000 ? quality : -1;
}

/* Reads the next range of a list; what follows it. */
static const char *read_range(const char *at, range *r)
{
    at += strspn(at, " \t,");
    *r = (range){.type = at, .size = strcspn(at, " \t,;"), .quality = 1000};
    at += r->size;
    at += strspn(at, " \t");
    while (*at == ';') {
        at += 1 + strspn(at + 1, " \t");
        size_t size = before(at, ",;"), length = size;
        while (length > 0 && strchr(" \t", at[length - 1]))
            length--;
        if (length >= 2 && strncasecmp(at, "q=", 2) == 0)
            r->quality = read_quality(at + 2, length - 2);
        at += size;
    }
    return at + strcspn(at, ",");
}

void web_guard_accept(web_accepted *accepted, const char *list)
{
    static const char *const json[] = {"*/*", "application/*", "application/json"};
    range r;
    while (list && *list) {
        list = read_range(list, &r);
        if (is_name(r.type, r.size, "text/event-stream") && r.quality > accepted->events)
            accepted->events = r.quality;
        for (int i = accepted->closeness; i < 3; i++)
            if (is_name(r.type, r.size, json[i]) && r.quality >= 0) {
                accepted->json = r.quality;
                accepted->closeness = i;
            }
    }
}

void web_guard_accept_encoding(web_accepted *accepted, const char *list)
{
    range r;
    while (list && *list) {
        list = read_range(list, &r);
        bool named = is_name(r.type, r.size, "gzip") || is_name(r.type, r.size, "x-gzip");
        if (r.quality >= 0 && is_name(r.type, r.size, "identity"))
            accepted->plain = r.quality;
        else if (r.quality >= 0 &&
                 (named || (!accepted->gzip_named && is_name(r.type, r.size, "*")))) {
            accepted->gzip = r.quality;
            accepted->gzip_named = named;
        }
    }
}

bool web_guard_wants_gzip(const web_accepted *accepted)
{
    return accepted->gzip > 0 && accepted->gzip >= accepted->plain;
}

bool web_guard_wants_events(const web_accepted *accepted)
{
    return accepted->events > 0 && accepted->events >= accepted->json;
}
