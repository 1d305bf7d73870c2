/* fit_features.c: what an evaluation counts.
 *
 * Where the weights are parameters, nobody tells what they count: but if the score is the sum of
 * parameters times features, it changes by the feature when a parameter grows by 1. Evaluations may
 * divide such a sum, and round; so a parameter is changed by as much as its limits allow, and the
 * change divided by that; or by less, where half of it does not change the score by half, as where a
 * score has a bound. That the score is such a sum is not taken on trust: the features, times the
 * parameters that the game has, must give the score that it gives. */
#include "play/fit_internal.h"

#include <math.h>
#include <string.h>

#define STEP_MOST 1000
#define ROUNDED \
    2.0 /* what rounding may make of a sum whose features are no whole numbers */

static int clamp(int64_t value, int64_t low, int64_t high)
{
    return (int)(value < low ? low : value > high ? high : value);
}

/* From a parameter of 0, if it may be 0, as far as it may grow or, failing that, shrink. */
static void choose_step(ari__features *f, int i)
{
    const ari_option *p = &f->params[i];
    f->before[i] = (int)p->initial;
    f->base[i] = clamp(0, p->min, p->max);
    int up = clamp((int64_t)f->base[i] + STEP_MOST, p->min, p->max);
    int down = clamp((int64_t)f->base[i] - STEP_MOST, p->min, p->max);
    f->step[i] = (up > f->base[i] ? up : down) - f->base[i];
}

ari_status ari__features_begin(const ari_variant *v, const char *eval, ari__features *f,
                               ari_error *error)
{
    ari_eval chosen;
    *f = (ari__features){.v = v};
    ari_status status = ari_eval_parse(v, eval, 0, &chosen, error);
    if (status != ARI_OK)
        return status;
    const ari_eval_info *info =
        chosen.which >= 0 && v->core->evals ? &v->core->evals[chosen.which] : NULL;
    f->which = chosen.which;
    if (info && info->weights) {
        for (const ari_weight_row *row = info->rows; row->name; row++)
            f->count += row->count;
        f->columns = f->count;
        f->unit = info->unit > 0 ? info->unit : 1;
        memcpy(f->before, info->weights, (size_t)f->count * sizeof *f->before);
        return ARI_OK;
    }
    f->params = info ? info->params : NULL;
    while (f->params && f->params[f->count].name)
        choose_step(f, f->count++);
    f->columns = f->count + 1;
    if (f->count > 0)
        return ARI_OK;
    return ari_fail(error, ARI_UNSUPPORTED, ARI_NO_OFFSET,
                    "the evaluation '%s' of %s has no weights to fit",
                    ari_eval_name(v, &chosen), v->game->id);
}

/* What the score changes by, for a parameter that changes by 1. */
static double feature_of(const ari__features *f, const ari_state *s, int *params, int i,
                         int base)
{
    const ari_core *core = f->v->core;
    double feature = 0;
    for (int step = f->step[i]; step; step /= 4) {
        int part = step / 2;
        params[i] = f->base[i] + step;
        double change = (double)core->eval(f->v->rules, s, f->which, params) - base;
        params[i] = f->base[i] + part;
        double half = (double)core->eval(f->v->rules, s, f->which, params) - base;
        params[i] = f->base[i];
        feature = change / step;
        if (fabs(half - feature * part) <= ROUNDED)
            break;
    }
    return feature;
}

/* Do the columns of this row give the score that a part of the parameters gives? A small part does not
 * come to where a score has a bound. */
static bool adds_up(const ari__features *f, const ari_state *s, const float *row,
                    int part)
{
    int params[ARI_OPTIONS_MAX] = {0};
    double sum = (double)row[f->count], most = 0.01;
    for (int i = 0; i < f->count; i++) {
        params[i] = clamp(f->before[i] / part, f->params[i].min, f->params[i].max);
        sum += (double)row[i] * params[i];
        most = row[i] == rintf(row[i]) ? most : ROUNDED;
    }
    return fabs(sum - f->v->core->eval(f->v->rules, s, f->which, params)) <= most;
}

bool ari__features_of(const ari__features *f, const ari_state *s, float *row)
{
    const ari_core *core = f->v->core;
    int params[ARI_OPTIONS_MAX] = {0}, counts[ARI_FEATURES_MAX] = {0};
    if (!f->params) {
        core->features(f->v->rules, s, f->which, counts);
        for (int i = 0; i < f->count; i++)
            row[i] = (float)counts[i];
        return true; /* the conformance suite sees to it */
    }
    memcpy(params, f->base, sizeof params);
    int base = core->eval(f->v->rules, s, f->which, params);
    double without = base;
    for (int i = 0; i < f->count; i++) {
        row[i] = (float)feature_of(f, s, params, i, base);
        without -= (double)row[i] * f->base[i];
    }
    row[f->count] = (float)without;
    return adds_up(f, s, row, 1) || adds_up(f, s, row, 2);
}
