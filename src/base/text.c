/* text.c: the growing piece of text. */
#include <ariadne/text.h>

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void ari_text_free(ari_text *text)
{
    free(text->data);
    *text = ARI_TEXT_EMPTY;
}

void ari_text_clear(ari_text *text)
{
    text->size = 0;
    if (text->data)
        text->data[0] = '\0';
}

bool ari_text_ok(const ari_text *text)
{
    return !text->failed;
}

const char *ari_text_get(const ari_text *text)
{
    return text->data ? text->data : "";
}

/* Makes room for `more` bytes and the NUL. */
static bool reserve(ari_text *text, size_t more)
{
    if (text->failed)
        return false;
    size_t needed = text->size + more + 1;
    if (needed <= text->capacity)
        return true;
    size_t capacity = text->capacity ? text->capacity : 64;
    while (capacity < needed)
        capacity *= 2;
    char *data = realloc(text->data, capacity);
    if (!data) {
        text->failed = true;
        return false;
    }
    text->data = data;
    text->capacity = capacity;
    return true;
}

void ari_text_add_bytes(ari_text *text, const char *bytes, size_t size)
{
    if (!reserve(text, size))
        return;
    memcpy(text->data + text->size, bytes, size);
    text->size += size;
    text->data[text->size] = '\0';
}

void ari_text_add(ari_text *text, const char *string)
{
    ari_text_add_bytes(text, string, strlen(string));
}

void ari_text_add_char(ari_text *text, char c)
{
    ari_text_add_bytes(text, &c, 1);
}

void ari_text_repeat(ari_text *text, char c, int times)
{
    for (int i = 0; i < times; i++)
        ari_text_add_char(text, c);
}

void ari_text_format_list(ari_text *text, const char *format, va_list arguments)
{
    va_list again;
    va_copy(again, arguments);
    int size = vsnprintf(NULL, 0, format, arguments);
    if (size < 0) {
        text->failed = true; /* more than 2 GB, or not in this locale */
    } else if (reserve(text, (size_t)size)) {
        vsnprintf(text->data + text->size, (size_t)size + 1, format, again);
        text->size += (size_t)size;
    }
    va_end(again);
}

void ari_text_format(ari_text *text, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    ari_text_format_list(text, format, arguments);
    va_end(arguments);
}
