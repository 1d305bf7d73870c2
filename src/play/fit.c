/* fit.c: the weights of an evaluation from positions whose exact values are known. */
#include "play/fit_internal.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "play/regression.h"

#define LEAST 10   /* positions to fit to; and never fewer than weights */
#define STRANGE 10 /* a tenth as many as are fitted to */

typedef struct fitting {
    const ari_fit_job *job;
    ari__features features;
    ari__sample sample;
    size_t training; /* the first rows of the sample */
    float *scores;   /* of one set of weights, row by row */
    size_t score_room;
    double fixed; /* the weight of what a score is without its parameters; 0: nothing */
    ari_fit *fit;
    ari_error *error;
} fitting;

static ari_status check_job(const ari_fit_job *job, ari_error *error)
{
    if (job->positions < 1 || job->positions > ARI_FIT_POSITIONS ||
        job->opening_plies < 0 || job->errors < 0 || job->errors > 100 ||
        job->held_out < 0 || job->held_out > 90 || job->largest < 1)
        return ari_fail(
            error, ARI_RANGE, ARI_NO_OFFSET,
            "a fit looks at 1 to %d positions, holds out at most 90 percent of "
            "the games, and its largest weight is at least 1",
            ARI_FIT_POSITIONS);
    if (!(job->ridge > 0) || isinf(job->ridge))
        return ari_fail(error, ARI_RANGE, ARI_NO_OFFSET, "the ridge must be above 0");
    return ARI_OK;
}

/* ---- those to fit to come first ---- */

static void swap_rows(ari__sample *sample, size_t count, size_t a, size_t b)
{
    for (size_t j = 0; j < count; j++) {
        float moved = sample->rows[a * count + j];
        sample->rows[a * count + j] = sample->rows[b * count + j];
        sample->rows[b * count + j] = moved;
    }
    float value = sample->values[a];
    sample->values[a] = sample->values[b];
    sample->values[b] = value;
    bool held_out = sample->held_out[a];
    sample->held_out[a] = sample->held_out[b];
    sample->held_out[b] = held_out;
}

static void part(fitting *of)
{
    size_t first = 0;
    for (size_t i = 0; i < of->sample.count; i++)
        if (!of->sample.held_out[i])
            swap_rows(&of->sample, (size_t)of->features.columns, first++, i);
    of->training = first;
}

static ari__regression model(const fitting *of, int features, const float *rows,
                             bool test)
{
    size_t skipped = test ? of->training : 0;
    return (ari__regression){.features = features,
                             .count = test ? of->sample.count - skipped : of->training,
                             .rows = rows + skipped * (size_t)features,
                             .values = of->sample.values + skipped,
                             .logistic = of->job->loss == ARI_FIT_LOGISTIC,
                             .ridge = of->job->ridge};
}

/* ---- whole weights ---- */

static void limits_of(const fitting *of, int i, double *low, double *high)
{
    const ari_option *params = of->features.params;
    *low = params ? (double)params[i].min : -ARI_FIT_WEIGHT;
    *high = params ? (double)params[i].max : ARI_FIT_WEIGHT;
}

/* The scale of a score is free where it only has to tell what is better: the largest weight becomes
 * what is wanted, if every one then keeps within its limits. It is not where a part of the score has no
 * parameter, nor where the score is a payoff. */
static double scale_of(const fitting *of)
{
    const ari_fit *fit = of->fit;
    double largest = 0, scale;
    if (of->fixed > 0)
        return 1 / of->fixed;
    if (of->job->loss == ARI_FIT_SQUARES && ari_has(of->features.v, ARI_HAS_PAYOFFS))
        return of->features.params ? 1 : of->features.unit;
    for (int i = 0; i < fit->count; i++)
        largest = fmax(largest, fabs(fit->plain[i]));
    scale = largest > 0 ? of->job->largest / largest : 1;
    for (int i = 0; i < fit->count; i++) {
        double low, high, weight = fit->plain[i];
        limits_of(of, i, &low, &high);
        if (weight > 0 && high > 0)
            scale = fmin(scale, high / weight);
        if (weight < 0 && low < 0)
            scale = fmin(scale, low / weight);
    }
    return scale;
}

static void round_weights(fitting *of)
{
    double scale = scale_of(of);
    for (int i = 0; i < of->fit->count; i++) {
        double low, high;
        limits_of(of, i, &low, &high);
        of->fit->weights[i] =
            (int)lround(fmin(fmax(of->fit->plain[i] * scale, low), high));
    }
}

/* ---- how good they are ---- */

/* What is said by these weights, times the one number and with the one constant that suit best. */
static ari_status measure(fitting *of, const int *weights, ari_fit_error *result)
{
    size_t columns = (size_t)of->features.columns, count = (size_t)of->features.count;
    double line[2];
    for (size_t i = 0; i < of->sample.count; i++) {
        const float *row = of->sample.rows + i * columns;
        double score = weights && columns > count ? (double)row[count] : 0;
        for (size_t j = 0; weights && j < count; j++)
            score += weights[j] * (double)row[j];
        of->scores[i] = (float)score;
    }
    ari__regression training = model(of, 1, of->scores, false);
    ari__regression test = model(of, 1, of->scores, true);
    ari_status status = ari__regress(&training, &of->job->limits, line, of->error);
    if (status != ARI_OK)
        return status;
    *result = (ari_fit_error){ari__regression_loss(&training, line),
                              ari__regression_loss(&test, line)};
    return ARI_OK;
}

static ari_status measure_all(fitting *of)
{
    ari_allowance *memory = of->job->limits.memory;
    if (!ari__charged_grow(memory, (void **)&of->scores, &of->score_room,
                           of->sample.count, sizeof *of->scores))
        return ari_fail_allowance(of->error, memory, "the list of scores");
    const int *sets[3] = {of->fit->weights, of->features.before, NULL};
    ari_fit_error found[3] = {{0, 0}};
    for (int i = 0; i < 3; i++) {
        ari_status status = measure(of, sets[i], &found[i]);
        if (status != ARI_OK)
            return status;
    }
    of->fit->error = found[0];
    of->fit->before = found[1];
    of->fit->nothing = found[2];
    return ARI_OK;
}

/* ---- all of it ---- */

static void name_weights(fitting *of)
{
    const ari__features *f = &of->features;
    ari_fit *fit = of->fit;
    fit->count = f->count;
    for (int i = 0; f->params && i < f->count; i++)
        fit->names[i] = f->params[i].name;
    if (f->params)
        return;
    const ari_weight_row *row = f->v->core->evals[f->which].rows;
    for (int i = 0; row->name; row++)
        for (int j = 0; j < row->count; j++)
            fit->names[i++] = row->name;
}

/* Some may lie where the score has a bound; but not many. */
static ari_status check_sum(const fitting *of)
{
    const ari__features *f = &of->features;
    ari_eval eval = {.which = f->which};
    if ((size_t)of->fit->strange <= of->sample.count / STRANGE)
        return ARI_OK;
    return ari_fail(of->error, ARI_UNSUPPORTED, ARI_NO_OFFSET,
                    "the evaluation '%s' of %s is no sum of its parameters times what "
                    "they count, and cannot be fitted",
                    ari_eval_name(f->v, &eval), f->v->game->id);
}

/* Values that are all the same tell nothing. */
static ari_status check_values(const fitting *of)
{
    size_t least = (size_t)(of->fit->count > LEAST ? of->fit->count : LEAST), same = 0;
    if (of->training < least)
        return ari_fail(
            of->error, ARI_RANGE, ARI_NO_OFFSET,
            "%zu positions whose value is known are too few to fit %d weights "
            "to: it takes at least %zu",
            of->training, of->fit->count, least);
    while (same < of->training && of->sample.values[same] == of->sample.values[0])
        same++;
    if (same < of->training)
        return ARI_OK;
    return ari_fail(
        of->error, ARI_RANGE, ARI_NO_OFFSET,
        "the %zu positions whose value is known are all worth the same, which "
        "tells nothing of weights",
        of->training);
}

static ari_status work_out(fitting *of)
{
    ari_fit *fit = of->fit;
    double weights[ARI_FEATURES_MAX + 1] = {0};
    size_t count = (size_t)fit->count, columns = (size_t)of->features.columns;
    part(of);
    ari_status status = check_values(of);
    if (status != ARI_OK)
        return status;
    for (size_t i = 0; i < of->training; i++)
        for (size_t j = 0; j < count; j++)
            fit->seen[j] += of->sample.rows[i * columns + j] != 0;
    ari__regression all = model(of, (int)columns, of->sample.rows, false);
    status = ari__regress(&all, &of->job->limits, weights, of->error);
    if (status != ARI_OK)
        return status;
    for (int i = 0; i < fit->count; i++)
        fit->plain[i] = weights[i];
    of->fixed = columns > count ? weights[count] : 0;
    fit->turn = weights[columns];
    round_weights(of);
    return measure_all(of);
}

ari_status ari_fit_weights(const ari_variant *v, const ari_fit_job *job, ari_fit *fit,
                           ari_error *error)
{
    *fit = (ari_fit){.count = 0};
    fitting of = {.job = job, .fit = fit, .error = error};
    ari_status status = check_job(job, error);
    if (status == ARI_OK)
        status = ari__features_begin(v, job->eval, &of.features, error);
    if (status != ARI_OK)
        return status;
    name_weights(&of);
    status = ari__sample_gather(&of.features, job, &of.sample, fit, error);
    if (status == ARI_OK)
        status = check_sum(&of);
    if (status == ARI_OK) {
        /* What stopped the gathering does not stop this, which takes moments. */
        ari_fit_job rest = *job;
        rest.limits.stop = NULL;
        of.job = &rest;
        status = work_out(&of);
    }
    ari__charged_free(job->limits.memory, of.scores, of.score_room, sizeof *of.scores);
    ari__sample_free(&of.sample, job->limits.memory);
    return status;
}
