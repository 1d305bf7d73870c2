/* fit_internal.h: between fit.c, which works the weights out, fit_features.c, which knows what an
 * evaluation counts, and fit_sample.c, which gathers positions and their values. */
#ifndef ARI_PLAY_FIT_INTERNAL_H
#define ARI_PLAY_FIT_INTERNAL_H

#include <ariadne/fit.h>

/* An evaluation as a sum of weights times features. */
typedef struct ari__features {
    const ari_variant *v;
    int which, count; /* of the weights */
    double unit;      /* what a table's weights are divided by */
    int columns; /* of a row: the features and, behind those of parameters, what the score is without */
    const ari_option *params; /* NULL: a table */
    int base[ARI_OPTIONS_MAX],
        step[ARI_OPTIONS_MAX];    /* of parameters: see fit_features.c */
    int before[ARI_FEATURES_MAX]; /* the weights it has */
} ari__features;

ari_status ari__features_begin(const ari_variant *v, const char *eval, ari__features *f,
                               ari_error *error);
/* The columns of a position; false where the evaluation is not their sum. */
bool ari__features_of(const ari__features *f, const ari_state *s, float *row);

/* Positions with their values. */
typedef struct ari__sample {
    float *rows, *values; /* count x columns, count */
    bool *held_out;
    size_t count;
    size_t row_room, value_room, held_room;
} ari__sample;

/* Gathers, and counts in the fit what it did; `value` is as the loss wants it. */
ari_status ari__sample_gather(const ari__features *f, const ari_fit_job *job,
                              ari__sample *sample, ari_fit *fit, ari_error *error);
void ari__sample_free(ari__sample *sample, ari_allowance *memory);

#endif
