/* eval.c: choosing an evaluation by name, and what it says. */
#include <ariadne/variant.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "game/options.h"
#include "game/score.h"

static int find_eval(const ari_variant *v, const char *text, size_t length)
{
    for (int i = 0; v->core->evals && v->core->evals[i].name; i++)
        if (strlen(v->core->evals[i].name) == length &&
            memcmp(v->core->evals[i].name, text, length) == 0)
            return i;
    return -1;
}

static void set_params(const ari_option *params, const ari_value *values, ari_eval *eval)
{
    for (int i = 0; params && params[i].name; i++)
        eval->params[i] = (int)values[i].number;
}

static ari_status unknown(const ari_variant *v, const char *text, size_t length,
                          ari_error *error)
{
    char names[200] = "neutral, random";
    for (int i = 0; v->core->evals && v->core->evals[i].name; i++) {
        size_t used = strlen(names);
        snprintf(names + used, sizeof names - used, ", %s", v->core->evals[i].name);
    }
    return ari_fail(error, ARI_UNKNOWN, 0, "%s has no evaluation '%.*s'; it has %s",
                    v->game->id, (int)(length > 40 ? 40 : length), text, names);
}

ari_status ari_eval_parse(const ari_variant *v, const char *text, uint64_t seed,
                          ari_eval *eval, ari_error *error)
{
    *eval = (ari_eval){.which = ARI_EVAL_NEUTRAL, .seed = seed};
    size_t length = text ? strcspn(text, ",:") : 0;
    const char *rest = length && text[length] ? text + length + 1 : "";
    const ari_option *params = NULL;
    if (length == 7 && memcmp(text, "neutral", 7) == 0) {
        eval->which = ARI_EVAL_NEUTRAL;
    } else if (length == 6 && memcmp(text, "random", 6) == 0) {
        eval->which = ARI_EVAL_RANDOM;
    } else if ((text && text[0]) || (v->core->evals && v->core->evals[0].name)) {
        eval->which = text && text[0] ? find_eval(v, text, length) : 0;
        if (eval->which < 0)
            return unknown(v, text, length, error);
        params = v->core->evals[eval->which].params;
    }
    ari_value values[ARI_OPTIONS_MAX];
    ari__options_default(params, values);
    ari_status status = ari__options_parse(params, ari_eval_name(v, eval), rest,
                                           length + 1, values, error);
    set_params(params, values, eval);
    return status;
}

const char *ari_eval_name(const ari_variant *v, const ari_eval *eval)
{
    if (eval->which == ARI_EVAL_RANDOM)
        return "random";
    if (eval->which == ARI_EVAL_NEUTRAL || !v->core->evals)
        return "neutral";
    return v->core->evals[eval->which].name;
}

int ari_eval_score(const ari_variant *v, const ari_state *s, const ari_eval *eval)
{
    bool own = eval->which >= 0 && v->core->eval;
    return own ? v->core->eval(v->rules, s, eval->which, eval->params) : 0;
}

int ari_eval_judge(const ari_variant *v, const ari_state *s, const ari_eval *eval)
{
    if (eval->which == ARI_EVAL_RANDOM)
        return ari__random_score(v->core->key(v->rules, s), eval->seed);
    return ari_eval_score(v, s, eval);
}

const char *ari_eval_help(const ari_variant *v, const ari_eval *eval)
{
    if (eval->which == ARI_EVAL_RANDOM)
        return "any number, made of the seed and the position";
    if (eval->which == ARI_EVAL_NEUTRAL || !v->core->evals)
        return "nothing: every position is worth 0";
    return v->core->evals[eval->which].help;
}

void ari_eval_format(const ari_variant *v, const ari_eval *eval, ari_text *out)
{
    bool own = eval->which >= 0 && v->core->evals;
    const ari_option *params = own ? v->core->evals[eval->which].params : NULL;
    ari_text_add(out, ari_eval_name(v, eval));
    for (int i = 0; params && params[i].name; i++)
        ari_text_format(out, ",%s=%d", params[i].name, eval->params[i]);
}

/* ---- parts ---- */

typedef struct gathering {
    ari_parts *parts;
    bool failed;
} gathering;

static void take_part(void *self, const ari_part *part)
{
    gathering *g = self;
    ari_parts *parts = g->parts;
    if (g->failed || !ari__grow((void **)&parts->list, &parts->capacity, parts->count + 1,
                                sizeof *parts->list))
        g->failed = true;
    else
        parts->list[parts->count++] = *part;
}

static ari_status gathered(const gathering *g, ari_error *error)
{
    if (!g->failed)
        return ARI_OK;
    ari_parts_free(g->parts);
    return ari_fail_memory(error, sizeof(ari_part), "what is on a board");
}

ari_status ari_eval_parts(const ari_variant *v, const ari_state *s, const ari_eval *eval,
                          ari_parts *parts, bool *known, ari_error *error)
{
    gathering g = {.parts = parts};
    *parts = (ari_parts){.list = NULL};
    *known = eval->which >= 0 && v->core->parts &&
             v->core->parts(v->rules, s, eval->which, eval->params, take_part, &g);
    return gathered(&g, error);
}

ari_status ari_line_lists(const ari_variant *v, const ari_state *s, ari_parts *parts,
                          ari_error *error)
{
    gathering g = {.parts = parts};
    *parts = (ari_parts){.list = NULL};
    if (!v->core->lines)
        return ari_fail(error, ARI_UNSUPPORTED, ARI_NO_OFFSET,
                        "%s keeps no lists of lines", v->game->id);
    v->core->lines(v->rules, s, take_part, &g);
    return gathered(&g, error);
}

void ari_parts_free(ari_parts *parts)
{
    free(parts->list);
    *parts = (ari_parts){.list = NULL};
}
