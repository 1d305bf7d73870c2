/* json.c: the JSON writer. */
#include <ariadne/json.h>

#include <math.h>

#include <ariadne/assert.h>

#include "base/utf8.h"

ari_json ari_json_to(ari_text *out)
{
    return (ari_json){.out = out};
}

/* Does it stand for itself in a string? */
static bool is_plain(unsigned char c)
{
    return c >= 32 && c < 127 && c != '"' && c != '\\';
}

/* A string in quotes. Control characters are escaped; bytes above 127 are taken to be
 * UTF-8 when they form it, and replaced by '?' when they do not, so that the output is
 * always valid. What is plain, which is nearly all, is added at once. */
static void quote(ari_text *out, const char *value)
{
    ARI_ASSERT(value);
    ari_text_add_char(out, '"');
    for (const unsigned char *c = (const unsigned char *)value; *c;) {
        size_t plain = 0;
        while (is_plain(c[plain]))
            plain++;
        size_t length = plain ? plain : ari__utf8_length(c);
        if (plain)
            ari_text_add_bytes(out, (const char *)c, plain);
        else if (*c == '"' || *c == '\\')
            ari_text_format(out, "\\%c", *c);
        else if (*c == '\n')
            ari_text_add(out, "\\n");
        else if (*c < 32 || *c == 127)
            ari_text_format(out, "\\u%04x", *c);
        else if (length == 0)
            ari_text_add_char(out, '?');
        else
            ari_text_add_bytes(out, (const char *)c, length);
        c += length ? length : 1;
    }
    ari_text_add_char(out, '"');
}

static void begin_value(ari_json *json, const char *key)
{
    if (json->started)
        ari_text_add_char(json->out, ',');
    json->started = true;
    if (key) {
        quote(json->out, key);
        ari_text_add_char(json->out, ':');
    }
}

void ari_json_object(ari_json *json, const char *key)
{
    begin_value(json, key);
    ari_text_add_char(json->out, '{');
    json->started = false;
}

void ari_json_object_end(ari_json *json)
{
    ari_text_add_char(json->out, '}');
    json->started = true;
}

void ari_json_array(ari_json *json, const char *key)
{
    begin_value(json, key);
    ari_text_add_char(json->out, '[');
    json->started = false;
}

void ari_json_array_end(ari_json *json)
{
    ari_text_add_char(json->out, ']');
    json->started = true;
}

void ari_json_string(ari_json *json, const char *key, const char *value)
{
    begin_value(json, key);
    quote(json->out, value);
}

void ari_json_number(ari_json *json, const char *key, int64_t value)
{
    begin_value(json, key);
    ari_text_add_number(json->out, value);
}

void ari_json_unsigned(ari_json *json, const char *key, uint64_t value)
{
    begin_value(json, key);
    ari_text_add_unsigned(json->out, value);
}

void ari_json_real(ari_json *json, const char *key, double value)
{
    begin_value(json, key);
    if (isfinite(value))
        ari_text_format(json->out, "%.6g", value);
    else
        ari_text_add(json->out, "null");
}

void ari_json_bool(ari_json *json, const char *key, bool value)
{
    begin_value(json, key);
    ari_text_add(json->out, value ? "true" : "false");
}

void ari_json_null(ari_json *json, const char *key)
{
    begin_value(json, key);
    ari_text_add(json->out, "null");
}

void ari_json_pair(ari_json *json, const char *key, int64_t x, int64_t y)
{
    ari_json_array(json, key);
    ari_json_number(json, NULL, x);
    ari_json_number(json, NULL, y);
    ari_json_array_end(json);
}

void ari_json_text(ari_json *json, const char *key, ari_text *text)
{
    ari_json_string(json, key, ari_text_get(text));
    json->out->failed |= !ari_text_ok(text);
    ari_text_free(text);
}

void ari_json_members(ari_json *json, const char *key, ari_text *members)
{
    ari_json_array(json, key);
    ari_text_add_bytes(json->out, ari_text_get(members), members->size);
    json->out->failed |= !ari_text_ok(members);
    ari_json_array_end(json);
    ari_text_free(members);
}
