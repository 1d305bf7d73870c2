/* error.h: how every call that can fail says what went wrong.
 *
 * A failing call returns a status other than ARI_OK and, when the caller handed in an
 * ari_error, fills it with one sentence for a person and the place in the parsed text. */
#ifndef ARIADNE_ERROR_H
#define ARIADNE_ERROR_H

#include <stddef.h>

#include <ariadne/language.h>

ARI_C_BEGIN

/* name, description: the only list of statuses */
#define ARI_STATUS_TABLE(X)                       \
    X(OK, "no error")                             \
    X(UNKNOWN, "no such name")                    \
    X(SYNTAX, "the text cannot be read")          \
    X(RANGE, "a value is outside its limits")     \
    X(ILLEGAL, "the rules do not allow it")       \
    X(OVER, "the game is over")                   \
    X(LIMIT, "too large or too deep")             \
    X(MEMORY, "out of memory")                    \
    X(IO, "reading or writing failed")            \
    X(STOPPED, "stopped before the end")          \
    X(UNSUPPORTED, "this game does not offer it") \
    X(BROKEN, "the game breaks its own rules")    \
    X(FORFEIT, "a player has given the game up")

typedef enum ari_status {
#define ARI_STATUS_ENUM(name, text) ARI_##name,
    ARI_STATUS_TABLE(ARI_STATUS_ENUM)
#undef ARI_STATUS_ENUM
} ari_status;

#define ARI_NO_OFFSET ((size_t)-1)

typedef struct ari_error {
    ari_status status;
    size_t offset;     /* where in the parsed text, or ARI_NO_OFFSET */
    char message[400]; /* one sentence, without a full stop or a newline */
    size_t shown;      /* bytes of the parsed text, from the offset on, that it quotes */
} ari_error;

/* The short name of a status: "illegal". */
const char *ari_status_name(ari_status status);

/* Fills `error` (which may be NULL) and returns `status`, so that a parser can say
 * `return ari_fail(error, ARI_SYNTAX, at, "expected x, o or . but found '%c'", c);`
 * Bytes that do not belong on a terminal are replaced by '?'. */
ari_status ari_fail(ari_error *error, ari_status status, size_t offset,
                    const char *format, ...) __attribute__((format(printf, 4, 5)));

/* The message for memory that could not be had: `bytes` for `what`. */
ari_status ari_fail_memory(ari_error *error, size_t bytes, const char *what);

ARI_C_END

#endif
