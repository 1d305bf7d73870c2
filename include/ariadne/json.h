/* json.h: a small writer of JSON into a text. Commas and nesting take care of themselves.
 */
#ifndef ARIADNE_JSON_H
#define ARIADNE_JSON_H

#include <stdbool.h>
#include <stdint.h>

#include <ariadne/text.h>

ARI_C_BEGIN

typedef struct ari_json {
    ari_text *out;
    bool started; /* something stands before in this array or object: a comma is due */
} ari_json;

ari_json ari_json_to(ari_text *out);

/* `key` is NULL inside an array and at the top. */
void ari_json_object(ari_json *json, const char *key);
void ari_json_object_end(ari_json *json);
void ari_json_array(ari_json *json, const char *key);
void ari_json_array_end(ari_json *json);
void ari_json_string(ari_json *json, const char *key, const char *value);
void ari_json_number(ari_json *json, const char *key, int64_t value);
void ari_json_unsigned(ari_json *json, const char *key, uint64_t value);
void ari_json_real(ari_json *json, const char *key, double value);
void ari_json_bool(ari_json *json, const char *key, bool value);
void ari_json_null(ari_json *json, const char *key);
/* Two numbers, as a place on a board: [x, y]. */
void ari_json_pair(ari_json *json, const char *key, int64_t x, int64_t y);

/* A text as a string, and an array whose members were written into a text of their own: the
 * text is freed, and what it lost for lack of memory is missed in the JSON, too. */
void ari_json_text(ari_json *json, const char *key, ari_text *text);
void ari_json_members(ari_json *json, const char *key, ari_text *members);

ARI_C_END

#endif
