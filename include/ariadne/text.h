/* text.h: a growing piece of text, the only thing that formatters write to.
 *
 * A text never fails in the middle: when memory runs out it stops growing and remembers,
 * and whoever owns it asks ari_text_ok() once at the end. */
#ifndef ARIADNE_TEXT_H
#define ARIADNE_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <ariadne/allowance.h>

ARI_C_BEGIN

typedef struct ari_text {
    char *data;            /* always ends in NUL once something was added */
    size_t size;           /* bytes in use, without that NUL */
    size_t capacity;       /* bytes allocated */
    bool failed;           /* some addition was lost for lack of memory */
    ari_allowance *memory; /* that its bytes are charged to; NULL: no limit */
} ari_text;

#define ARI_TEXT_EMPTY ARI_EMPTY(ari_text)

void ari_text_free(ari_text *text);
/* Keeps no more memory than it needs, and gives it back to the allowance, though it keeps it: from
 * now on others answer for it. */
void ari_text_settle(ari_text *text);
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
/* Numbers, faster than by formatting them. */
void ari_text_add_number(ari_text *text, int64_t number);
void ari_text_add_unsigned(ari_text *text, uint64_t number);
void ari_text_format(ari_text *text, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void ari_text_format_list(ari_text *text, const char *format, va_list arguments)
    __attribute__((format(printf, 2, 0)));

/* Which word of "first|random|centre" it is, counted from 0; -1: none. */
int ari_word_index(const char *words, const char *word, size_t length);

/* A number of bytes as people write it: "4096", "64M", "2g"; K, M, G and T are powers of 1024.
 * ARI_SYNTAX where it is none, ARI_RANGE where it is more than any machine has. */
ari_status ari_bytes_parse(const char *text, size_t *bytes);

/* Files of text end in a line with the checksum of all before it, "end 0123456789abcdef", so
 * that a changed byte is noticed and a missing end as well. ari_text_seal adds the line for
 * what stands from `from` on; ari_text_sealed says what a text ends in, and how long it is
 * without that line. */
typedef enum ari_seal {
    ARI_SEAL_RIGHT,
    ARI_SEAL_MISSING, /* no such line: it was cut off */
    ARI_SEAL_WRONG    /* the checksum is of something else: it was altered */
} ari_seal;

void ari_text_seal(ari_text *text, size_t from);
ari_seal ari_text_sealed(const char *text, size_t *length);

ARI_C_END

#endif
