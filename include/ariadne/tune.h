/* tune.h: finding good parameters of an evaluation by playing.
 *
 * A tuner keeps a population of parameter sets, lets them play against each other and goes on
 * with the best, generation by generation. It works for every evaluation of every game that
 * has parameters. Two methods make the next population:
 *
 *   genetic   the best few stay; the others are copies of them with random amounts added to
 *             or subtracted from the parameters, at least to one. The first population is
 *             random
 *   cma       CMA-ES: the next are drawn around the weighted mean of the better half, with a
 *             spread and a shape that follow what has worked (Hansen's evolution strategy with
 *             covariance matrix adaptation)
 *
 * Everything random is drawn from the seed and the number of the generation, so that a tuner
 * loaded from its saved state goes on exactly as if it had never ended. */
#ifndef ARIADNE_TUNE_H
#define ARIADNE_TUNE_H

#include <ariadne/match.h>

ARI_C_BEGIN

#define ARI_TUNE_POPULATION 64 /* at most */

typedef enum ari_tune_method { ARI_TUNE_GENETIC, ARI_TUNE_CMA } ari_tune_method;

typedef struct ari_tune_job {
    ari_tune_method method;
    const char *who;  /* the player but for the evaluation: "engine:depth=4" */
    const char *eval; /* the evaluation's name; NULL: the game's first */
    int population;   /* parameter sets: 2 .. ARI_TUNE_POPULATION; 0: 10 */
    int survivors;    /* genetic: the best that stay; 0: 3 */
    int mutation;     /* genetic: the largest amount; 0: 3 */
    int range;        /* parameters begin between -range and range; 0: 10 */
    int games;        /* of each pairing, with each side first; 0: 1 */
    int opening_plies;
    uint64_t seed;
    const ari_runner *runner; /* threads over pairings; NULL: one */
    ari_stop *stop;
} ari_tune_job;

/* One parameter set and how it did in its last generation. */
typedef struct ari_individual {
    double value[ARI_OPTIONS_MAX]; /* as the method moves it */
    int params[ARI_OPTIONS_MAX];   /* as it plays: rounded, within the limits */
    double points;                 /* a win is 1, a draw 1/2 */
    int64_t games;
} ari_individual;

typedef struct ari_tuner ari_tuner;

ari_status ari_tuner_new(const ari_variant *v, const ari_tune_job *job, ari_tuner **tuner,
                         ari_error *error);
void ari_tuner_free(ari_tuner *tuner);

/* Plays one generation, everybody against everybody, and ranks it. ARI_STOPPED when the stop
 * flag ended it: the generation then counts for nothing. */
ari_status ari_tuner_step(ari_tuner *tuner, ari_error *error);

int ari_tuner_generation(const ari_tuner *tuner); /* generations played */
/* The last one, best first. */
const ari_individual *ari_tuner_population(const ari_tuner *tuner, int *count);
/* What the method would answer now: the best of the last generation or, for CMA-ES, the mean
 * that it draws around, which has played no games itself. */
ari_individual ari_tuner_answer(const ari_tuner *tuner);
/* The tuned evaluation's parameters, ended by a NULL name. */
const ari_option *ari_tuner_params(const ari_tuner *tuner);
/* The player with these parameters: "engine:depth=4,eval=pattern,f2=2,f3=5". */
void ari_tuner_who(const ari_tuner *tuner, const ari_individual *individual,
                   ari_text *out);

/* The state as text, and back into a tuner with the same job. */
void ari_tuner_save(const ari_tuner *tuner, ari_text *out);
ari_status ari_tuner_load(ari_tuner *tuner, const char *text, ari_error *error);

/* What a saved tuning was begun with, so that a tuner can be made that loads it. */
typedef struct ari_tune_saved {
    char *game, *who, *eval; /* the game as the variant's name */
    ari_tune_job setup;      /* with these texts; no threads, no stop flag */
} ari_tune_saved;

ari_status ari_tune_saved_read(const char *text, ari_tune_saved *saved, ari_error *error);
void ari_tune_saved_free(ari_tune_saved *saved);

ARI_C_END

#endif
