/* params.c: the parameters of a request, and what they say. */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "web/web.h"

void web_params_free(web_params *params)
{
    for (int i = 0; i < params->count; i++) {
        free(params->list[i].name);
        free(params->list[i].value);
    }
    params->count = 0;
}

ari_status web_params_add(web_params *params, const char *name, const char *value,
                          ari_error *error)
{
    for (int i = 0; i < params->count; i++)
        if (strcmp(params->list[i].name, name) == 0)
            return ari_fail(error, ARI_SYNTAX, ARI_NO_OFFSET, "'%.40s' is given twice",
                            name);
    if (params->count == WEB_PARAMS_MOST)
        return ari_fail(error, ARI_LIMIT, ARI_NO_OFFSET, "more than %d parameters",
                        WEB_PARAMS_MOST);
    web_param param = {.name = strdup(name), .value = strdup(value)};
    if (!param.name || !param.value) {
        free(param.name);
        free(param.value);
        return ari_fail_memory(error, strlen(name) + strlen(value), "a parameter");
    }
    params->list[params->count++] = param;
    return ARI_OK;
}

ari_status web_params_add_number(web_params *params, const char *name, double value,
                                 ari_error *error)
{
    char number[64];
    snprintf(number, sizeof number, "%.17g", value);
    return web_params_add(params, name, number, error);
}

/* ---- what they say ---- */

const char *web_text(const web_task *task, const char *name, const char *otherwise)
{
    for (int i = 0; i < task->params.count; i++)
        if (strcmp(task->params.list[i].name, name) == 0)
            return task->params.list[i].value;
    return otherwise;
}

static bool out_of_range(web_task *task, const char *name, const char *text,
                         const char *limits)
{
    ari_error error;
    ari_fail(&error, ARI_RANGE, 0, "'%s' must be %s, not '%.40s'", name, limits, text);
    web_refuse(task, 400, name, &error);
    return false;
}

bool web_number(web_task *task, const char *name, int64_t otherwise, int64_t min,
                int64_t max, int64_t *value)
{
    const char *text = web_text(task, name, NULL);
    char *end = NULL;
    *value = otherwise;
    if (!text)
        return true;
    errno = 0;
    *value = strtoll(text, &end, 10);
    if (end != text && !*end && !errno && *value >= min && *value <= max)
        return true;
    char limits[80];
    snprintf(limits, sizeof limits, "a whole number from %" PRId64 " to %" PRId64, min,
             max);
    return out_of_range(task, name, text, limits);
}

bool web_int(web_task *task, const char *name, int otherwise, int min, int max,
             int *value)
{
    int64_t number;
    bool read = web_number(task, name, otherwise, min, max, &number);
    *value = (int)number;
    return read;
}

bool web_unsigned(web_task *task, const char *name, uint64_t otherwise, uint64_t *value)
{
    const char *text = web_text(task, name, NULL);
    char *end = NULL;
    *value = otherwise;
    if (!text)
        return true;
    errno = 0;
    *value = strtoull(text, &end, 10);
    if (strspn(text, "0123456789") > 0 && !*end && !errno)
        return true;
    return out_of_range(task, name, text, "a whole number from 0 to 2^64 - 1");
}

bool web_real(web_task *task, const char *name, double otherwise, double min, double max,
              double *value)
{
    const char *text = web_text(task, name, NULL);
    char *end = NULL;
    *value = otherwise;
    if (!text)
        return true;
    *value = strtod(text, &end);
    if (end != text && !*end && isfinite(*value) && *value >= min && *value <= max)
        return true;
    char limits[80];
    snprintf(limits, sizeof limits, "a number from %g to %g", min, max);
    return out_of_range(task, name, text, limits);
}

bool web_choice(web_task *task, const char *name, const char *words, int otherwise,
                int *value)
{
    const char *text = web_text(task, name, NULL);
    *value = text ? ari_word_index(words, text, strlen(text)) : otherwise;
    if (!text || *value >= 0)
        return true;
    char limits[160];
    snprintf(limits, sizeof limits, "one of %s", words);
    return out_of_range(task, name, text, limits);
}

bool web_flag(web_task *task, const char *name, bool otherwise, bool *value)
{
    int which;
    bool read =
        web_choice(task, name, "no|yes|false|true|0|1", otherwise ? 1 : 0, &which);
    *value = which & 1;
    return read;
}

bool web_square(web_task *task, const char *name, int width, int height, bool *given,
                int *x, int *y)
{
    const char *text = web_text(task, name, NULL);
    *given = text != NULL;
    *x = *y = 0;
    if (!text)
        return true;
    char *comma, *end = NULL;
    long column = strtol(text, &comma, 10), row = -1;
    if (comma != text && *comma == ',')
        row = strtol(comma + 1, &end, 10);
    if (end && end != comma + 1 && !*end && column >= 0 && column < width && row >= 0 &&
        row < height) {
        *x = (int)column;
        *y = (int)row;
        return true;
    }
    char limits[80];
    snprintf(limits, sizeof limits, "a square, from 0,0 to %d,%d", width - 1, height - 1);
    return out_of_range(task, name, text, limits);
}
