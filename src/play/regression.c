/* regression.c: logistic regression and least squares, by Newton's method.
 *
 * Both losses are convex, and with the ridge strictly so: there is one best set of weights, and
 * Newton's method, which steps to the lowest point of the paraboloid that touches the cost where it
 * is, finds it from anywhere, if a step that does not lower the cost as it promised is halved. Least
 * squares are such a paraboloid: there the first step is the answer. Features are divided by the
 * root of their mean square, so that the ridge treats them alike and the equations are as
 * well-conditioned as they can be; they are solved by Cholesky's decomposition. */
#include "play/regression.h"

#include <math.h>
#include <stdlib.h>

#include <ariadne/assert.h>

#include "base/stop.h"

#define STEPS_MOST 100
#define HALVINGS_MOST 40
#define ENOUGH 1e-12 /* of the cost: no step is worth making that lowers it by less */
#define ROOM (ARI_FEATURES_MAX + 1)

typedef struct newton {
    int n;             /* unknowns: the features and the constant */
    double unit[ROOM]; /* of each: the root of its mean square */
    double slope[ROOM], step[ROOM], tried[ROOM];
    double curve[ROOM][ROOM]; /* its lower half; then Cholesky's factor */
} newton;

/* ---- the model ---- */

static double said(const ari__regression *of, const float *row, const double *weights)
{
    double sum = weights[of->features];
    for (int j = 0; j < of->features; j++)
        sum += weights[j] * (double)row[j];
    return sum;
}

/* log(1 + exp(x)), also where exp(x) is too large. */
static double softplus(double x)
{
    return x > 0 ? x + log1p(exp(-x)) : log1p(exp(x));
}

static double chance(double x)
{
    return x > 0 ? 1 / (1 + exp(-x)) : exp(x) / (1 + exp(x));
}

static double loss_of(const ari__regression *of, double x, double value)
{
    return of->logistic ? softplus(x) - value * x : (x - value) * (x - value) / 2;
}

static const float *row_at(const ari__regression *of, size_t i)
{
    return of->rows + i * (size_t)of->features;
}

/* The root of the mean square of a feature, or of the constant, which is 1. */
static double unit_of(const ari__regression *of, int j)
{
    double sum = 0;
    if (j == of->features)
        return 1;
    for (size_t i = 0; i < of->count; i++)
        sum += (double)row_at(of, i)[j] * (double)row_at(of, i)[j];
    return of->count ? sqrt(sum / (double)of->count) : 0;
}

static double cost_with(const ari__regression *of, const double *units,
                        const double *weights)
{
    double cost = 0;
    for (size_t i = 0; i < of->count; i++)
        cost += loss_of(of, said(of, row_at(of, i), weights), (double)of->values[i]);
    for (int j = 0; j <= of->features; j++)
        cost += of->ridge / 2 * weights[j] * units[j] * weights[j] * units[j];
    return cost;
}

static void find_units(const ari__regression *of, double *units)
{
    for (int j = 0; j <= of->features; j++)
        units[j] = unit_of(of, j);
}

double ari__regression_cost(const ari__regression *of, const double *weights)
{
    double units[ROOM];
    find_units(of, units);
    return cost_with(of, units, weights);
}

double ari__regression_loss(const ari__regression *of, const double *weights)
{
    double loss = 0;
    for (size_t i = 0; i < of->count; i++)
        loss += loss_of(of, said(of, row_at(of, i), weights), (double)of->values[i]);
    return of->count == 0 ? 0 : (of->logistic ? 1 : 2) * loss / (double)of->count;
}

void ari__regression_slope(const ari__regression *of, const double *weights,
                           double *slope)
{
    for (int j = 0; j <= of->features; j++) {
        double unit = unit_of(of, j);
        slope[j] = of->ridge * unit * unit * weights[j];
    }
    for (size_t i = 0; i < of->count; i++) {
        const float *row = row_at(of, i);
        double x = said(of, row, weights);
        double wrong = (of->logistic ? chance(x) : x) - (double)of->values[i];
        for (int j = 0; j < of->features; j++)
            slope[j] += wrong * (double)row[j];
        slope[of->features] += wrong;
    }
}

/* ---- Newton's method, in units of the features ---- */

/* A row in these units, the constant behind it; features that never occur are 0. */
static void scale(const newton *at, const float *row, double *out)
{
    for (int j = 0; j + 1 < at->n; j++)
        out[j] = at->unit[j] > 0 ? (double)row[j] / at->unit[j] : 0;
    out[at->n - 1] = 1;
}

/* Slope and curvature of the cost at these weights. */
static void look(const ari__regression *of, newton *at, const double *weights)
{
    double row[ROOM];
    for (int j = 0; j < at->n; j++) {
        at->slope[j] = of->ridge * weights[j] * at->unit[j];
        for (int k = 0; k <= j; k++)
            at->curve[j][k] = j == k ? of->ridge : 0;
    }
    for (size_t i = 0; i < of->count; i++) {
        double x = said(of, row_at(of, i), weights);
        double p = of->logistic ? chance(x) : x;
        double bend = of->logistic ? p * (1 - p) : 1;
        double wrong = p - (double)of->values[i];
        scale(at, row_at(of, i), row);
        for (int j = 0; j < at->n; j++) {
            if (row[j] == 0)
                continue;
            at->slope[j] += wrong * row[j];
            for (int k = 0; k <= j; k++)
                at->curve[j][k] += bend * row[j] * row[k];
        }
    }
}

/* curve x step = slope, by Cholesky: curve becomes L with L x L' = curve. The ridge keeps what
 * stands under the root above 0, but for rounding. */
static void solve(newton *at)
{
    int n = at->n;
    for (int j = 0; j < n; j++)
        for (int i = j; i < n; i++) {
            double sum = at->curve[i][j];
            for (int k = 0; k < j; k++)
                sum -= at->curve[i][k] * at->curve[j][k];
            at->curve[i][j] =
                i == j ? sqrt(sum > 1e-300 ? sum : 1e-300) : sum / at->curve[j][j];
        }
    for (int i = 0; i < n; i++) {
        double sum = at->slope[i];
        for (int k = 0; k < i; k++)
            sum -= at->curve[i][k] * at->step[k];
        at->step[i] = sum / at->curve[i][i];
    }
    for (int i = n - 1; i >= 0; i--) {
        double sum = at->step[i];
        for (int k = i + 1; k < n; k++)
            sum -= at->curve[k][i] * at->step[k];
        at->step[i] = sum / at->curve[i][i];
    }
}

/* Goes a step, or the part of it that lowers the cost; false where none does. */
static bool go(const ari__regression *of, newton *at, double *weights, double *cost)
{
    double promised = 0, part = 1;
    for (int j = 0; j < at->n; j++)
        promised += at->slope[j] * at->step[j];
    if (promised <= ENOUGH * (*cost + 1))
        return false;
    for (int halving = 0; halving < HALVINGS_MOST; halving++) {
        for (int j = 0; j < at->n; j++) {
            double amount = at->unit[j] > 0 ? at->step[j] / at->unit[j] : 0;
            at->tried[j] = weights[j] - part * amount;
        }
        double then = cost_with(of, at->unit, at->tried);
        if (then > *cost - part * promised / 1000) {
            part /= 2;
            continue;
        }
        for (int j = 0; j < at->n; j++)
            weights[j] = at->tried[j];
        *cost = then;
        return true;
    }
    return false;
}

ari_status ari__regress(const ari__regression *of, const ari_limits *limits,
                        double *weights, ari_error *error)
{
    ARI_ASSERT(of->features >= 0 && of->features <= ARI_FEATURES_MAX && of->ridge > 0);
    newton *at = NULL;
    if (ari_allowance_take(limits->memory, sizeof *at)) {
        at = calloc(1, sizeof *at);
        if (!at)
            ari_allowance_give(limits->memory, sizeof *at);
    }
    if (!at)
        return ari_fail_allowance(error, limits->memory, "a regression");
    at->n = of->features + 1;
    find_units(of, at->unit);
    for (int j = 0; j < at->n; j++)
        weights[j] = 0;
    double cost = cost_with(of, at->unit, weights);
    bool stopped = false;
    for (int i = 0; i < STEPS_MOST && !stopped; i++) {
        look(of, at, weights);
        solve(at);
        if (!go(of, at, weights, &cost))
            break;
        stopped = ari__stop_is_set(limits->stop);
    }
    free(at);
    ari_allowance_give(limits->memory, sizeof *at);
    return stopped ? ari_fail(error, ARI_STOPPED, ARI_NO_OFFSET, "stopped") : ARI_OK;
}
