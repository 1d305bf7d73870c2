/* text.h: a growing piece of text, the only thing that formatters write to.
 *
 * A text never fails in the middle: when memory runs out it stops growing and remembers,
 * and whoever owns it asks ari_text_ok() once at the end. */
#ifndef ARIADNE_TEXT_H
#define ARIADNE_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

#include <ariadne/language.h>

ARI_C_BEGIN

typedef struct ari_text {
    char *data;      /* always ends in NUL once something was added */
    size_t size;     /* bytes in use, without that NUL */
    size_t capacity; /* bytes allocated */
    bool failed;     /* some addition was lost for lack of memory */
} ari_text;

#define ARI_TEXT_EMPTY ARI_EMPTY(ari_text)

void ari_text_free(ari_text *text);
/* Empties it, but keeps its memory, and whether some addition was ever lost: a text used
 * for one part after the other is asked once, when all are done. */
void ari_text_clear(ari_text *text);
bool ari_text_ok(const ari_text *text);

/* The text as a C string, "" when nothing was added. Valid until the next addition. */
const char *ari_text_get(const ari_text *text);

void ari_text_add(ari_text *text, const char *string);
void ari_text_add_bytes(ari_text *text, const char *bytes, size_t size);
void ari_text_add_char(ari_text *text, char c);
void ari_text_repeat(ari_text *text, char c, int times);
void ari_text_format(ari_text *text, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void ari_text_format_list(ari_text *text, const char *format, va_list arguments)
    __attribute__((format(printf, 2, 0)));

ARI_C_END

#endif
