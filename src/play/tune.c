/* tune.c: tuning: the population, its games and its ranking. */
#include "play/tune_internal.h"

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#define TABLE_BYTES ((size_t)1 << 20)

/* Several threads take pairing after pairing. */
typedef struct round {
    ari_tuner *tuner;
    char **names;   /* the players as texts */
    double *points; /* of the first of each pairing, or below 0 */
    atomic_int next;
    atomic_int failed; /* a pairing's status */
    ari_error error;   /* of the thread that set it */
} round_;

/* ---- making ---- */

static int clamp(double value, double low, double high)
{
    return (int)lround(value < low ? low : value > high ? high : value);
}

void ari__tuner_settle(const ari_tuner *tuner, ari_individual *one)
{
    for (int i = 0; i < tuner->dimensions; i++)
        one->params[i] = clamp(one->value[i], (double)tuner->params[i].min,
                               (double)tuner->params[i].max);
}

static ari_status find_eval(ari_tuner *tuner, ari_error *error)
{
    const ari_variant *v = tuner->variant;
    ari_eval eval;
    ari_status status = ari_eval_parse(v, tuner->setup.eval, 0, &eval, error);
    if (status != ARI_OK)
        return status;
    const char *name = ari_eval_name(v, &eval);
    tuner->params =
        eval.which >= 0 && v->core->evals ? v->core->evals[eval.which].params : NULL;
    if (!tuner->params || !tuner->params[0].name)
        return ari_fail(error, ARI_UNSUPPORTED, ARI_NO_OFFSET,
                        "the evaluation '%s' of %s has no parameters to tune", name,
                        v->game->id);
    while (tuner->params[tuner->dimensions].name)
        tuner->dimensions++;
    tuner->eval = strdup(name);
    tuner->who = strdup(tuner->setup.who);
    if (!tuner->eval || !tuner->who)
        return ari_fail_memory(error, strlen(name) + 1, "a tuner");
    return ARI_OK;
}

static ari_status check_setup(ari_tune_job *setup, ari_error *error)
{
    setup->population = setup->population ? setup->population : 10;
    setup->survivors = setup->survivors ? setup->survivors : 3;
    setup->mutation = setup->mutation ? setup->mutation : 3;
    setup->range = setup->range ? setup->range : 10;
    setup->games = setup->games ? setup->games : 1;
    if (setup->population < 2 || setup->population > ARI_TUNE_POPULATION)
        return ari_fail(error, ARI_RANGE, ARI_NO_OFFSET,
                        "a population has from 2 to %d parameter sets",
                        ARI_TUNE_POPULATION);
    if (setup->survivors < 1 || setup->survivors >= setup->population)
        return ari_fail(error, ARI_RANGE, ARI_NO_OFFSET,
                        "from 1 to %d of %d can survive, not %d", setup->population - 1,
                        setup->population, setup->survivors);
    if (setup->mutation < 1 || setup->range < 1 || setup->games < 1)
        return ari_fail(error, ARI_RANGE, ARI_NO_OFFSET,
                        "mutation, range and games must be at least 1");
    return ARI_OK;
}

ari_status ari_tuner_new(const ari_variant *v, const ari_tune_job *setup,
                         ari_tuner **result, ari_error *error)
{
    *result = NULL;
    ari_tuner *tuner = calloc(1, sizeof *tuner);
    if (!tuner)
        return ari_fail_memory(error, sizeof *tuner, "a tuner");
    tuner->variant = v;
    tuner->setup = *setup;
    ari_status status = check_setup(&tuner->setup, error);
    if (status == ARI_OK)
        status = find_eval(tuner, error);
    if (status == ARI_OK) { /* is this a player at all? */
        ari_text who = ARI_TEXT_EMPTY;
        ari_tuner_who(tuner, &tuner->population[0], &who);
        status = ari_text_ok(&who)
                     ? ari_player_check(v, ari_text_get(&who), NULL, NULL, error)
                     : ari_fail_memory(error, 100, "the name of a player");
        ari_text_free(&who);
    }
    ari__cma_begin(&tuner->cma, tuner->dimensions, tuner->setup.range);
    if (status == ARI_OK)
        *result = tuner;
    else
        ari_tuner_free(tuner);
    return status;
}

void ari_tuner_free(ari_tuner *tuner)
{
    if (!tuner)
        return;
    free(tuner->who);
    free(tuner->eval);
    free(tuner);
}

/* ---- the next population ---- */

static ari_random random_of(const ari_tuner *tuner)
{
    return ari_random_seeded(ari_mix(tuner->setup.seed) ^
                             ari_mix((uint64_t)tuner->generation));
}

/* From -most to most. */
static int either_way(ari_random *random, int most)
{
    return (int)ari_random_below(random, 2 * (uint32_t)most + 1) - most;
}

/* Adds or subtracts random amounts, at least one of which is not 0: a child is never a copy.
 * What a parameter's limits do not allow is done the other way round. */
static void mutate(const ari_tuner *tuner, ari_random *random, ari_individual *child)
{
    bool changed = false;
    while (!changed)
        for (int i = 0; i < tuner->dimensions; i++) {
            const ari_option *limits = &tuner->params[i];
            int amount = either_way(random, tuner->setup.mutation);
            double value = child->value[i] + amount;
            bool within = value >= (double)limits->min && value <= (double)limits->max;
            child->value[i] += within ? amount : -amount;
            changed |= amount != 0;
        }
}

/* A mutated copy of one of the survivors; in the first generation, anything. */
static void breed(const ari_tuner *tuner, ari_random *random, ari_individual *child)
{
    const ari_tune_job *setup = &tuner->setup;
    uint32_t parent = ari_random_below(random, (uint32_t)setup->survivors);
    if (tuner->generation > 0) {
        *child = tuner->population[parent];
        mutate(tuner, random, child);
        return;
    }
    for (int i = 0; i < tuner->dimensions; i++)
        child->value[i] = either_way(random, setup->range);
}

static void make_population(ari_tuner *tuner)
{
    const ari_tune_job *setup = &tuner->setup;
    ari_random random = random_of(tuner);
    if (setup->method == ARI_TUNE_CMA) {
        ari__cma_draw(&tuner->cma, tuner->dimensions, &random, tuner->population,
                      setup->population);
    } else {
        int kept = tuner->generation == 0 ? 0 : setup->survivors;
        for (int i = kept; i < setup->population; i++)
            breed(tuner, &random, &tuner->population[i]);
    }
    for (int i = 0; i < setup->population; i++) {
        ari_individual *one = &tuner->population[i];
        ari__tuner_settle(tuner, one);
        if (setup->method == ARI_TUNE_GENETIC)
            for (int j = 0; j < tuner->dimensions; j++)
                one->value[j] = one->params[j];
        one->points = 0;
        one->games = 0;
    }
}

/* ---- playing and ranking ---- */

/* The two of a pairing: 0-1, 0-2, 1-2, 0-3 ... */
static void pairing(int number, int *a, int *b)
{
    for (*b = 1; number >= *b; number -= (*b)++) {
    }
    *a = number;
}

static void play_pairings(void *argument, int index)
{
    (void)index;
    round_ *r = argument;
    const ari_tuner *tuner = r->tuner;
    int count = tuner->setup.population * (tuner->setup.population - 1) / 2;
    for (int i; (i = atomic_fetch_add(&r->next, 1)) < count;) {
        int a, b;
        pairing(i, &a, &b);
        ari_match match;
        ari_error error;
        const ari_match_job setup = {
            .who = {r->names[a], r->names[b]},
            .games = tuner->setup.games,
            .opening_plies = tuner->setup.opening_plies,
            .seed = ari_mix(tuner->setup.seed + 1) ^
                    ari_mix(((uint64_t)tuner->generation << 20) + (uint64_t)i),
            .bytes = TABLE_BYTES,
            .stop = tuner->setup.stop};
        ari_status status = ari_match_play(tuner->variant, &setup, &match, &error);
        if (status == ARI_OK && match.stopped)
            status = ari_fail(&error, ARI_STOPPED, ARI_NO_OFFSET, "stopped");
        if (status != ARI_OK) {
            int none = ARI_OK;
            if (atomic_compare_exchange_strong(&r->failed, &none, (int)status))
                r->error = error;
            return;
        }
        r->points[i] = match.sum * 2;
    }
}

static int by_points(const void *a, const void *b)
{
    const ari_individual *x = a, *y = b;
    double left = x->points, right = y->points;
    if (left != right)
        return left < right ? 1 : -1;
    return 0;
}

/* Sorts best first; equal ones stay in their order. */
static void rank(ari_tuner *tuner, const double *points)
{
    int population = tuner->setup.population, per_pair = 2 * tuner->setup.games;
    int count = population * (population - 1) / 2;
    for (int i = 0; i < count; i++) {
        int a, b;
        pairing(i, &a, &b);
        tuner->population[a].points += points[i];
        tuner->population[b].points += per_pair - points[i];
        tuner->population[a].games += per_pair;
        tuner->population[b].games += per_pair;
    }
    for (int i = 1; i < population; i++)
        for (int j = i;
             j > 0 && by_points(&tuner->population[j - 1], &tuner->population[j]) > 0;
             j--) {
            ari_individual moved = tuner->population[j];
            tuner->population[j] = tuner->population[j - 1];
            tuner->population[j - 1] = moved;
        }
}

static ari_status play_round(ari_tuner *tuner, round_ *r, ari_error *error)
{
    const ari_runner *runner = tuner->setup.runner;
    for (int i = 0; i < tuner->setup.population; i++) {
        ari_text who = ARI_TEXT_EMPTY;
        ari_tuner_who(tuner, &tuner->population[i], &who);
        if (!ari_text_ok(&who)) {
            ari_text_free(&who);
            return ari_fail_memory(error, 100, "the name of a player");
        }
        r->names[i] = who.data;
    }
    if (runner)
        runner->run(runner->self, runner->threads, play_pairings, r);
    else
        play_pairings(r, 0);
    if (error && r->failed)
        *error = r->error;
    return (ari_status)r->failed;
}

ari_status ari_tuner_step(ari_tuner *tuner, ari_error *error)
{
    int population = tuner->setup.population;
    ari_individual before[ARI_TUNE_POPULATION];
    memcpy(before, tuner->population, sizeof before);
    round_ r = {.tuner = tuner,
                .names = calloc((size_t)population, sizeof *r.names),
                .points =
                    calloc((size_t)population * (size_t)population, sizeof *r.points)};
    ari_status status = ARI_OK;
    if (!r.names || !r.points)
        status = ari_fail_memory(error, (size_t)population * (size_t)population * 8,
                                 "the results of a generation");
    if (status == ARI_OK) {
        make_population(tuner);
        status = play_round(tuner, &r, error);
    }
    if (status == ARI_OK) {
        rank(tuner, r.points);
        if (tuner->setup.method == ARI_TUNE_CMA)
            ari__cma_learn(&tuner->cma, tuner->dimensions, tuner->generation,
                           tuner->population, population);
        tuner->generation++;
    } else {
        memcpy(tuner->population, before, sizeof before);
    }
    for (int i = 0; r.names && i < population; i++)
        free(r.names[i]);
    free(r.names);
    free(r.points);
    return status;
}

/* ---- what it knows ---- */

int ari_tuner_generation(const ari_tuner *tuner)
{
    return tuner->generation;
}

const ari_individual *ari_tuner_population(const ari_tuner *tuner, int *count)
{
    *count = tuner->generation ? tuner->setup.population : 0;
    return tuner->population;
}

ari_individual ari_tuner_answer(const ari_tuner *tuner)
{
    ari_individual answer = tuner->population[0];
    if (tuner->setup.method == ARI_TUNE_CMA) {
        answer = (ari_individual){.games = 0}; /* the mean itself has not played */
        memcpy(answer.value, tuner->cma.mean, sizeof answer.value);
        ari__tuner_settle(tuner, &answer);
    }
    return answer;
}

const ari_option *ari_tuner_params(const ari_tuner *tuner)
{
    return tuner->params;
}

void ari_tuner_who(const ari_tuner *tuner, const ari_individual *individual,
                   ari_text *out)
{
    const char *who = tuner->who;
    ari_text_format(out, "%s%ceval=%s", who, strchr(who, ':') ? ',' : ':', tuner->eval);
    for (int i = 0; i < tuner->dimensions; i++)
        ari_text_format(out, ",%s=%d", tuner->params[i].name, individual->params[i]);
}
