/* options.c: reading and writing the options of games and evaluations. */
#include "game/options.h"

#include <ariadne/variant.h>

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void ari__options_default(const ari_option *options, ari_value *values)
{
    for (int i = 0; options && options[i].name; i++) {
        values[i].number = options[i].initial;
        snprintf(values[i].string, sizeof values[i].string, "%s",
                 options[i].initial_string ? options[i].initial_string : "");
    }
}

void ari__options_names(const ari_option *options, char *buffer, size_t size)
{
    buffer[0] = '\0';
    for (int i = 0; options && options[i].name; i++) {
        size_t used = strlen(buffer);
        snprintf(buffer + used, size - used, "%s%s", i ? ", " : "", options[i].name);
    }
}

static int find(const ari_option *options, const char *name, size_t length)
{
    for (int i = 0; options && options[i].name; i++)
        if (strlen(options[i].name) == length &&
            memcmp(options[i].name, name, length) == 0)
            return i;
    return -1;
}

static ari_status read_number(const ari_option *option, const char *text, size_t length,
                              size_t offset, ari_value *value, ari_error *error)
{
    char digits[24] = "";
    char *end = digits;
    errno = 0;
    if (length > 0 && length < sizeof digits) {
        memcpy(digits, text, length);
        digits[length] = '\0';
        value->number = strtoll(digits, &end, 10);
    }
    bool sign = length > 1 && (text[0] == '-' || text[0] == '+');
    if (length == 0 || !isdigit((unsigned char)text[sign]) ||
        (length < sizeof digits && *end))
        return ari_fail(error, ARI_SYNTAX, offset, "%s needs a whole number, not '%.*s'",
                        option->name, (int)(length > 40 ? 40 : length), text);
    if (length >= sizeof digits || errno == ERANGE || value->number < option->min ||
        value->number > option->max)
        return ari_fail(error, ARI_RANGE, offset,
                        "%s must be from %" PRId64 " to %" PRId64 ", not %.*s%s",
                        option->name, option->min, option->max,
                        (int)(length > 40 ? 40 : length), text, length > 40 ? "..." : "");
    return ARI_OK;
}

static ari_status read_flag(const ari_option *option, const char *text, size_t length,
                            size_t offset, ari_value *value, ari_error *error)
{
    static const char *const words[2][4] = {{"no", "0", "false", "off"},
                                            {"yes", "1", "true", "on"}};
    for (int answer = 0; answer < 2; answer++)
        for (int i = 0; i < 4; i++)
            if (strlen(words[answer][i]) == length &&
                memcmp(words[answer][i], text, length) == 0) {
                value->number = answer;
                return ARI_OK;
            }
    return ari_fail(error, ARI_SYNTAX, offset, "%s must be yes or no, not '%.*s'",
                    option->name, (int)(length > 40 ? 40 : length), text);
}

/* The choice with this number, "" past the end; *length is that of its text. */
static const char *choice_at(const ari_option *option, int64_t number, size_t *length)
{
    const char *text = option->choices;
    for (; number > 0 && *text; number--) {
        text += strcspn(text, "|");
        text += *text == '|';
    }
    *length = strcspn(text, "|");
    return text;
}

static ari_status read_choice(const ari_option *option, const char *text, size_t length,
                              size_t offset, ari_value *value, ari_error *error)
{
    value->number = ari_word_index(option->choices, text, length);
    if (value->number >= 0)
        return ARI_OK;
    return ari_fail(error, ARI_RANGE, offset, "%s must be one of %s, not '%.*s'",
                    option->name, option->choices, (int)(length > 40 ? 40 : length),
                    text);
}

static ari_status read_value(const ari_option *option, const char *text, size_t length,
                             size_t offset, ari_value *value, ari_error *error)
{
    switch (option->kind) {
    case ARI_NUMBER:
        return read_number(option, text, length, offset, value, error);
    case ARI_FLAG:
        return read_flag(option, text, length, offset, value, error);
    case ARI_CHOICE:
        return read_choice(option, text, length, offset, value, error);
    case ARI_STRING:
        break;
    }
    size_t most = option->max > 0 && option->max < ARI_STRING_MAX ? (size_t)option->max
                                                                  : ARI_STRING_MAX;
    if (length > most)
        return ari_fail(error, ARI_RANGE, offset, "%s is longer than %zu characters",
                        option->name, most);
    memcpy(value->string, text, length);
    value->string[length] = '\0';
    return ARI_OK;
}

/* Where the value that begins at `text` ends: at a comma, unless the value is a string
 * and what follows the comma neither has a '=' nor names an option. */
static size_t value_length(const ari_option *options, const ari_option *option,
                           const char *text)
{
    size_t length = strcspn(text, ",");
    while (option->kind == ARI_STRING && text[length] == ',') {
        size_t part = strcspn(text + length + 1, ",");
        if (memchr(text + length + 1, '=', part) ||
            find(options, text + length + 1, part) >= 0)
            break;
        length += 1 + part;
    }
    return length;
}

/* Where the value begins of an option that is a game's only one, and a string: it takes the whole text, and may be
 * given without its name. NULL where there are others. */
static const char *whole_value(const ari_option *options, const char *text)
{
    if (!text || !options || options[0].kind != ARI_STRING || !options[0].name ||
        options[1].name)
        return NULL;
    size_t name = strlen(options[0].name);
    return strncmp(text, options[0].name, name) == 0 && text[name] == '='
               ? text + name + 1
               : text;
}

ari_status ari__options_parse(const ari_option *options, const char *owner,
                              const char *text, size_t offset, ari_value *values,
                              ari_error *error)
{
    const char *whole = text[0] ? whole_value(options, text) : NULL;
    if (whole)
        return read_value(options, whole, strlen(whole), offset + (size_t)(whole - text),
                          values, error);
    unsigned seen = 0;
    for (size_t at = 0; text[at];) {
        size_t name = strcspn(text + at, "=,");
        int index = find(options, text + at, name);
        if (index < 0) {
            char names[200];
            ari__options_names(options, names, sizeof names);
            return ari_fail(error, ARI_UNKNOWN, offset + at,
                            "%s has no option '%.*s'%s%s", owner,
                            (int)(name > 40 ? 40 : name), text + at,
                            names[0] ? "; its options are " : "; it has none", names);
        }
        const ari_option *option = &options[index];
        if (seen & 1u << index)
            return ari_fail(error, ARI_SYNTAX, offset + at, "option %s is given twice",
                            option->name);
        seen |= 1u << index;
        size_t begin = at + name, length = 0;
        if (text[begin] == '=') {
            begin++;
            length = value_length(options, option, text + begin);
            ari_status status = read_value(option, text + begin, length, offset + begin,
                                           &values[index], error);
            if (status != ARI_OK)
                return status;
        } else if (option->kind == ARI_FLAG) {
            values[index].number = 1;
        } else {
            return ari_fail(error, ARI_SYNTAX, offset + begin,
                            "option %s needs a value: %s=...", option->name,
                            option->name);
        }
        at = begin + length;
        if (text[at] == ',') {
            at++;
            if (!text[at])
                return ari_fail(error, ARI_SYNTAX, offset + at,
                                "an option must follow the comma");
        }
    }
    return ARI_OK;
}

size_t ari__options_string_at(const ari_option *options, const char *text)
{
    const char *whole = whole_value(options, text);
    if (whole)
        return (size_t)(whole - text);
    for (size_t at = 0; text && text[at]; at++) {
        size_t name = strcspn(text + at, "=,");
        int index = find(options, text + at, name);
        at += name;
        if (text[at] == '=' && index >= 0 && options[index].kind == ARI_STRING)
            return at + 1;
        at += strcspn(text + at, ",");
        if (!text[at])
            break;
    }
    return ARI_NO_OFFSET;
}

void ari_option_choice(const ari_option *option, int64_t number, ari_text *out)
{
    size_t length;
    const char *text = choice_at(option, number, &length);
    ari_text_add_bytes(out, text, length);
}

void ari__options_format(const ari_option *options, const ari_value *values,
                         ari_text *out)
{
    if (whole_value(options, "")) {
        ari_text_add(out, values[0].string);
        return;
    }
    for (int i = 0; options && options[i].name; i++) {
        if (i)
            ari_text_add_char(out, ',');
        ari_text_add(out, options[i].name);
        ari_text_add_char(out, '=');
        if (options[i].kind == ARI_STRING)
            ari_text_add(out, values[i].string);
        else if (options[i].kind == ARI_FLAG)
            ari_text_add(out, values[i].number ? "yes" : "no");
        else if (options[i].kind == ARI_CHOICE)
            ari_option_choice(&options[i], values[i].number, out);
        else
            ari_text_format(out, "%" PRId64, values[i].number);
    }
}
