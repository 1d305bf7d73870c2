/* error.c: names of statuses and the making of error sentences. */
#include <ariadne/error.h>

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>

#include "base/utf8.h"

static const char *const names[] = {
#define STATUS_NAME(name, text) #name,
    ARI_STATUS_TABLE(STATUS_NAME)
#undef STATUS_NAME
};

const char *ari_status_name(ari_status status)
{
    return (size_t)status < sizeof names / sizeof *names ? names[status] : "?";
}

/* Messages quote what was typed; it must not reach a terminal as control codes, neither
 * those below a space nor U+0080 to U+009F, nor as half a character. */
static void disarm(char *message)
{
    for (unsigned char *c = (unsigned char *)message; *c;) {
        size_t length = ari__utf8_length(c), bytes = length ? length : 1;
        bool control = *c < 32 || *c == 127 || (*c == 0xc2 && c[1] < 0xa0);
        for (size_t i = 0; i < bytes && (control || !length); i++)
            c[i] = '?';
        c += bytes;
    }
}

ari_status ari_fail(ari_error *error, ari_status status, size_t offset,
                    const char *format, ...)
{
    if (!error)
        return status;
    error->status = status;
    error->offset = offset;
    error->shown = 0;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(error->message, sizeof error->message, format, arguments);
    va_end(arguments);
    disarm(error->message);
    return status;
}

ari_status ari_fail_memory(ari_error *error, size_t bytes, const char *what)
{
    return ari_fail(error, ARI_MEMORY, ARI_NO_OFFSET, "cannot get %zu bytes for %s",
                    bytes, what);
}
