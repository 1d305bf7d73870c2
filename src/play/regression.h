/* regression.h: weights with which features tell a value, by logistic regression or least squares
 * (internal). It knows no game. */
#ifndef ARI_PLAY_REGRESSION_H
#define ARI_PLAY_REGRESSION_H

#include <stdbool.h>
#include <stddef.h>

#include <ariadne/game.h>
#include <ariadne/limits.h>

/* What is to be told: `count` rows of features, each with its value. Of row i the model says
 * sum of weights[j] x rows[i][j], plus a constant, weights[features]; and, if it is logistic, that the
 * value is 1 with the chance 1 / (1 + exp(-that)). */
typedef struct ari__regression {
    int features; /* at most ARI_FEATURES_MAX */
    size_t count;
    const float *rows;   /* one after the other */
    const float *values; /* logistic: from 0 to 1 */
    bool logistic;
    /* Above 0: what large weights cost, so that there is always one best set of them. A weight w of a
     * feature that is r in the mean (the root of the mean square) costs ridge / 2 x (w x r)^2, where a
     * row costs its loss; one that never occurs gets 0. */
    double ridge;
} ari__regression;

/* Finds the weights, features + 1 of them, with the least loss. Its own memory is charged to
 * `limits`, whose stop flag ends it with ARI_STOPPED. */
ari_status ari__regress(const ari__regression *of, const ari_limits *limits,
                        double *weights, ari_error *error);

/* The mean loss of the rows: of a logistic model minus the logarithm of the chance that it gave to
 * the value (0.693 where it knows nothing), otherwise the square of what it was wrong by. */
double ari__regression_loss(const ari__regression *of, const double *weights);

/* All that is made small, and its slope: tests compare them. */
double ari__regression_cost(const ari__regression *of, const double *weights);
void ari__regression_slope(const ari__regression *of, const double *weights,
                           double *slope);

#endif
