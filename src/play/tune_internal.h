/* tune_internal.h: between tune.c, which plays and ranks, tune_cma.c, which draws, and
 * tune_save.c. */
#ifndef ARI_PLAY_TUNE_INTERNAL_H
#define ARI_PLAY_TUNE_INTERNAL_H

#include <ariadne/random.h>
#include <ariadne/tune.h>

#define ARI__TUNE_DIMENSIONS ARI_OPTIONS_MAX

/* Where CMA-ES stands: the mean, the step size, the covariances and the two paths. */
typedef struct ari__cma {
    double mean[ARI__TUNE_DIMENSIONS];
    double sigma;
    double covariance[ARI__TUNE_DIMENSIONS][ARI__TUNE_DIMENSIONS];
    double path[ARI__TUNE_DIMENSIONS], sigma_path[ARI__TUNE_DIMENSIONS];
} ari__cma;

struct ari_tuner {
    const ari_variant *variant;
    ari_tune_job setup; /* with the defaults filled in */
    char *who, *eval;
    const ari_option *params;
    int dimensions;
    int generation; /* played */
    ari_individual population[ARI_TUNE_POPULATION];
    ari__cma cma;
};

/* What a set plays with: whole numbers within the limits. */
void ari__tuner_settle(const ari_tuner *tuner, ari_individual *one);

void ari__cma_begin(ari__cma *cma, int dimensions, double range);
/* Fills in the values of a population. */
void ari__cma_draw(const ari__cma *cma, int dimensions, ari_random *random,
                   ari_individual *population, int count);
/* Learns from a population sorted best first. */
void ari__cma_learn(ari__cma *cma, int dimensions, int generation,
                    const ari_individual *population, int count);

#endif
