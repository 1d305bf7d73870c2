/* text.c: the growing piece of text. */
#include <ariadne/text.h>

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ariadne/assert.h>

void ari_text_free(ari_text *text)
{
    free(text->data);
    ari_allowance_give(text->memory, text->capacity);
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
    ARI_ASSERT(text->data ? text->size < text->capacity : text->size == 0);
    ARI_ASSERT(!text->data || text->data[text->size] == '\0');
    size_t needed = text->size + more + 1;
    if (needed <= text->capacity)
        return true;
    size_t capacity = text->capacity ? text->capacity : 64, old = text->capacity;
    while (capacity < needed)
        capacity *= 2;
    if (ari_allowance_left(text->memory) < capacity)
        capacity = needed + needed / 16;
    /* for a moment, old and new may both be there */
    bool allowed = ari_allowance_take(text->memory, capacity);
    char *data = allowed ? realloc(text->data, capacity) : NULL;
    if (allowed)
        ari_allowance_give(text->memory, data ? old : capacity);
    if (!data) {
        text->failed = true;
        return false;
    }
    text->data = data;
    text->capacity = capacity;
    ARI_ASSERT(text->size + more < text->capacity);
    return true;
}

void ari_text_settle(ari_text *text)
{
    ari_allowance_give(text->memory, text->capacity);
    text->memory = NULL;
    char *data = text->data ? realloc(text->data, text->size + 1) : NULL;
    if (!data)
        return;
    text->data = data;
    text->capacity = text->size + 1;
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

void ari_text_add_unsigned(ari_text *text, uint64_t number)
{
    char digits[24];
    size_t at = sizeof digits;
    do {
        digits[--at] = (char)('0' + number % 10);
        number /= 10;
    } while (number);
    ari_text_add_bytes(text, digits + at, sizeof digits - at);
}

void ari_text_add_number(ari_text *text, int64_t number)
{
    if (number < 0)
        ari_text_add_char(text, '-');
    ari_text_add_unsigned(text, number < 0 ? -(uint64_t)number : (uint64_t)number);
}

void ari_text_format(ari_text *text, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    ari_text_format_list(text, format, arguments);
    va_end(arguments);
}

/* FNV-1a: for a given rest of the text, different beginnings never come out alike unless
 * they already did, so that no single changed byte goes unnoticed. */
static uint64_t checksum(const char *text, size_t size)
{
    uint64_t sum = 0xcbf29ce484222325u;
    for (size_t i = 0; i < size; i++)
        sum = (sum ^ (unsigned char)text[i]) * 0x100000001b3u;
    return sum;
}

ari_status ari_bytes_parse(const char *text, size_t *bytes)
{
    static const char units[] = "KkMmGgTt";
    size_t number = 0;
    bool much = false;
    const char *at = text;
    for (; *at >= '0' && *at <= '9'; at++) {
        size_t digit = (size_t)(*at - '0');
        much |= number > (SIZE_MAX - digit) / 10;
        number = number * 10 + digit;
    }
    const char *unit = *at ? strchr(units, *at) : NULL;
    int shift = unit ? 10 * ((int)(unit - units) / 2 + 1) : 0;
    if (at == text || (*at && (!unit || at[1])))
        return ARI_SYNTAX;
    if (much || shift >= (int)(sizeof number * 8) || number > SIZE_MAX >> shift)
        return ARI_RANGE;
    *bytes = number << shift;
    return ARI_OK;
}

void ari_text_seal(ari_text *text, size_t from)
{
    ARI_ASSERT(from <= text->size || text->failed);
    uint64_t sum = text->size > from ? checksum(text->data + from, text->size - from)
                                     : checksum("", 0);
    ari_text_format(text, "end %016" PRIx64 "\n", sum);
}

ari_seal ari_text_sealed(const char *text, size_t *length)
{
    size_t size = strlen(text);
    if (size > 0 && text[size - 1] == '\n')
        size--;
    size_t begin = size;
    while (begin > 0 && text[begin - 1] != '\n')
        begin--;
    *length = begin;
    char expected[4 + 16 + 1];
    snprintf(expected, sizeof expected, "end %016" PRIx64, checksum(text, begin));
    if (size - begin < strlen(expected) || memcmp(text + begin, "end ", 4) != 0)
        return ARI_SEAL_MISSING;
    return size - begin == strlen(expected) &&
                   memcmp(text + begin, expected, strlen(expected)) == 0
               ? ARI_SEAL_RIGHT
               : ARI_SEAL_WRONG;
}

int ari_word_index(const char *words, const char *word, size_t length)
{
    for (int index = 0;; index++) {
        size_t here = strcspn(words, "|");
        if (here == length && memcmp(words, word, length) == 0)
            return index;
        if (!words[here])
            return -1;
        words += here + 1;
    }
}
