/* tune_internal.h: between tune.c, which plays and ranks, and tune_cma.c, which draws. */
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

void ari__cma_begin(ari__cma *cma, int dimensions, double range);
/* Fills in the values of a population. */
void ari__cma_draw(const ari__cma *cma, int dimensions, ari_random *random,
                   ari_individual *population, int count);
/* Learns from a population sorted best first. */
void ari__cma_learn(ari__cma *cma, int dimensions, int generation,
                    const ari_individual *population, int count);

#endif
