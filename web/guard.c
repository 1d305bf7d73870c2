/* guard.c: which hosts and origins are answered. */
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

bool web_guard_origin(const web_options *options, const char *host, const char *origin)
{
    if (!origin)
        return true;
    if (options->cors &&
        (strcmp(options->cors, "*") == 0 || strcasecmp(options->cors, origin) == 0))
        return true;
    const char *place = strncasecmp(origin, "http://", 7) == 0    ? origin + 7
                        : strncasecmp(origin, "https://", 8) == 0 ? origin + 8
                                                                  : NULL;
    return place && host && strcasecmp(place, host) == 0;
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
