/* body.c: the parameters of a request from its body, a JSON object. */
#include <stdio.h>

#include <jansson.h>

#include "web/web.h"

static ari_status add_lines(web_params *params, const char *name, const json_t *array,
                            ari_error *error)
{
    ari_text lines = ARI_TEXT_EMPTY;
    ari_status status = ARI_OK;
    size_t i;
    json_t *line;
    json_array_foreach(array, i, line)
    {
        if (!json_is_string(line))
            status = ari_fail(error, ARI_SYNTAX, ARI_NO_OFFSET,
                              "'%.40s' must be an array of strings", name);
        else
            ari_text_format(&lines, "%s\n", json_string_value(line));
    }
    if (status == ARI_OK && !ari_text_ok(&lines))
        status = ari_fail_memory(error, lines.size, "a parameter");
    if (status == ARI_OK)
        status = web_params_add(params, name, ari_text_get(&lines), error);
    ari_text_free(&lines);
    return status;
}

static ari_status add_member(web_params *params, const char *name, const json_t *value,
                             ari_error *error)
{
    char number[64];
    switch (json_typeof(value)) {
    case JSON_STRING:
        return web_params_add(params, name, json_string_value(value), error);
    case JSON_INTEGER:
        snprintf(number, sizeof number, "%" JSON_INTEGER_FORMAT,
                 json_integer_value(value));
        return web_params_add(params, name, number, error);
    case JSON_REAL:
        return web_params_add_number(params, name, json_real_value(value), error);
    case JSON_TRUE:
        return web_params_add(params, name, "yes", error);
    case JSON_FALSE:
        return web_params_add(params, name, "no", error);
    case JSON_NULL:
        return ARI_OK;
    case JSON_ARRAY:
        return add_lines(params, name, value, error);
    default:
        return ari_fail(error, ARI_SYNTAX, ARI_NO_OFFSET,
                        "'%.40s' is an object, and no parameter is", name);
    }
}

ari_status web_params_json(web_params *params, const char *body, size_t size,
                           ari_error *error)
{
    json_error_t wrong;
    json_t *root = json_loadb(body, size, JSON_REJECT_DUPLICATES, &wrong);
    if (!root)
        return ari_fail(error, ARI_SYNTAX,
                        wrong.position >= 0 ? (size_t)wrong.position : ARI_NO_OFFSET,
                        "the body is not JSON: %.120s", wrong.text);
    ari_status status = ARI_OK;
    if (!json_is_object(root))
        status = ari_fail(error, ARI_SYNTAX, ARI_NO_OFFSET,
                          "the body must be a JSON object, {\"name\":\"value\"}");
    const char *name;
    json_t *value;
    json_object_foreach(root, name, value)
    {
        if (status == ARI_OK)
            status = add_member(params, name, value, error);
    }
    json_decref(root);
    return status;
}
