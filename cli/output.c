/* output.c: everything the program says, on stdout and on stderr.
 *
 * A pipe that closes, or a file that would become larger than is allowed (ulimit -f), must
 * not kill the program in the middle of a file it is writing: the signals are ignored, and a
 * failed write is said instead. */
#define _DEFAULT_SOURCE
#include "cli/framework.h"

#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const cli_command *current;
static int failure; /* errno of the first failed write, or 0 */

void cli_output_begin(const cli_command *command)
{
    current = command;
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
}

/* Ctrl-C in the midst of writing has cut the output off: there is nothing more to say. */
static void remember_failure(void)
{
    if (errno == EINTR && cli_interrupted())
        cli_only_prints();
    if (!failure)
        failure = errno ? errno : EIO;
}

void cli_print(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    if (!failure && vprintf(format, arguments) < 0)
        remember_failure();
    va_end(arguments);
}

void cli_put(const ari_text *text)
{
    if (!ari_text_ok(text)) {
        errno = ENOMEM;
        remember_failure();
    }
    if (!failure && text->size && fwrite(text->data, 1, text->size, stdout) != text->size)
        remember_failure();
}

void cli_say(ari_text *text)
{
    cli_put(text);
    ari_text_free(text);
}

ari_json cli_json(ari_text *text)
{
    ari_json json = ari_json_to(text);
    ari_json_object(&json, NULL);
    return json;
}

void cli_put_json(ari_json *json)
{
    ari_json_object_end(json);
    ari_text_add_char(json->out, '\n');
    cli_say(json->out);
}

void cli_flush(void)
{
    if (!failure && fflush(stdout) != 0)
        remember_failure();
}

bool cli_output_failed(void)
{
    return failure != 0;
}

int cli_output_end(int code)
{
    cli_flush();
    if (!failure)
        return code;
    return cli_wrong("cannot write to standard output: %s", strerror(failure));
}

bool cli_colour(void)
{
    const char *no = getenv("NO_COLOR"), *term = getenv("TERM");
    return isatty(STDOUT_FILENO) && !(no && no[0]) &&
           !(term && strcmp(term, "dumb") == 0);
}

bool cli_speaks_utf8(void)
{
    locale_t locale = newlocale(LC_CTYPE_MASK, "", (locale_t)0);
    if (!locale)
        return false;
    bool utf8 = strcmp(nl_langinfo_l(CODESET, locale), "UTF-8") == 0;
    freelocale(locale);
    return utf8;
}

int cli_wrong(const char *format, ...)
{
    char message[1000];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    /* What was typed must not reach a terminal as control codes: U+0080 to U+009F are some
     * too, two bytes each. */
    for (unsigned char *c = (unsigned char *)message; *c; c++) {
        bool two = *c == 0xc2 && c[1] >= 0x80 && c[1] < 0xa0;
        if (two)
            c[1] = '?';
        if (two || *c < 32 || *c == 127)
            *c = '?';
    }
    cli_progress_end();
    fprintf(stderr, "ariadne%s%s: %s\n", current ? " " : "", current ? current->name : "",
            message);
    return CLI_WRONG;
}

#define SHOWN 60 /* characters of a long text that are shown around the place */

int cli_wrong_error_in(const char *place, const char *what, const ari_error *error)
{
    const char *colon = place[0] ? ": " : "";
    /* A text that the sentence shows already needs no other words. */
    bool shown = what && error->offset == 0 &&
                 (error->status == ARI_UNKNOWN || error->shown >= strlen(what));
    if (!what || !what[0] || error->offset == ARI_NO_OFFSET || shown)
        return cli_wrong("%s%s%s", place, colon, error->message);
    size_t length = strlen(what), at = error->offset < length ? error->offset : length;
    size_t from = length > SHOWN && at > SHOWN / 2 ? at - SHOWN / 2 : 0;
    char where[40] = "in";
    if (error->offset > 0)
        snprintf(where, sizeof where, "at character %zu of", error->offset + 1);
    return cli_wrong("%s%s%s (%s '%s%.*s%s')", place, colon, error->message, where,
                     from ? "..." : "", SHOWN, what + from,
                     from + SHOWN < length ? "..." : "");
}

int cli_wrong_error(const char *what, const ari_error *error)
{
    return cli_wrong_error_in("", what, error);
}
