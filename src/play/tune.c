/* tune.c: tuning: the population, its games, its ranking, and what is saved of it. */
#include "play/tune_internal.h"

#include <inttypes.h>
#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TABLE_BYTES ((size_t)1 << 20)

struct ari_tuner {
    const ari_variant *variant;
    ari_tune_setup setup; /* with the defaults filled in */
    char *who, *eval;
    const ari_option *params;
    int dimensions;
    int generation; /* played */
    ari_individual population[ARI_TUNE_POPULATION];
    ari__cma cma;
};

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

/* What a set plays with: whole numbers within the limits. */
static void settle(const ari_tuner *tuner, ari_individual *one)
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

static ari_status check_setup(ari_tune_setup *setup, ari_error *error)
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

ari_status ari_tuner_new(const ari_variant *v, const ari_tune_setup *setup,
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
        ari_player *player = NULL;
        ari_player_setup small = {.table_bytes = TABLE_BYTES};
        ari_tuner_who(tuner, &tuner->population[0], &who);
        status = ari_text_ok(&who)
                     ? ari_player_new(v, ari_text_get(&who), &small, &player, error)
                     : ari_fail_memory(error, 100, "the name of a player");
        ari_player_free(player);
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

/* A mutated copy of one of the survivors; in the first generation, anything. */
static void breed(const ari_tuner *tuner, ari_random *random, ari_individual *child)
{
    const ari_tune_setup *setup = &tuner->setup;
    uint32_t parent = ari_random_below(random, (uint32_t)setup->survivors);
    for (int i = 0; i < tuner->dimensions; i++)
        child->value[i] = tuner->generation == 0
                              ? either_way(random, setup->range)
                              : tuner->population[parent].params[i] +
                                    either_way(random, setup->mutation);
}

static void make_population(ari_tuner *tuner)
{
    const ari_tune_setup *setup = &tuner->setup;
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
        settle(tuner, one);
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
        const ari_match_setup setup = {
            .who = {r->names[a], r->names[b]},
            .games = tuner->setup.games,
            .opening_plies = tuner->setup.opening_plies,
            .seed = ari_mix(tuner->setup.seed + 1) ^
                    ari_mix(((uint64_t)tuner->generation << 20) + (uint64_t)i),
            .table_bytes = TABLE_BYTES,
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
        memcpy(answer.value, tuner->cma.mean, sizeof answer.value);
        settle(tuner, &answer);
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

/* ---- saving ---- */

/* What must be the same for a state to be taken up again. */
static void add_heading(const ari_tuner *tuner, ari_text *out)
{
    const ari_tune_setup *s = &tuner->setup;
    ari_text_format(out, "ariadne tuning 1\ngame %s\nwho %s\neval %s\n",
                    tuner->variant->name, tuner->who, tuner->eval);
    ari_text_format(out, "setup %d %d %d %d %d %d %d %" PRIu64 "\n", (int)s->method,
                    s->population, s->survivors, s->mutation, s->range, s->games,
                    s->opening_plies, s->seed);
}

static void add_numbers(ari_text *out, const char *name, const double *numbers, int count)
{
    ari_text_add(out, name);
    for (int i = 0; i < count; i++)
        ari_text_format(out, " %a", numbers[i]); /* to the last bit */
    ari_text_add_char(out, '\n');
}

void ari_tuner_save(const ari_tuner *tuner, ari_text *out)
{
    int n = tuner->dimensions;
    add_heading(tuner, out);
    ari_text_format(out, "generation %d\n", tuner->generation);
    for (int i = 0; i < tuner->setup.population; i++) {
        const ari_individual *one = &tuner->population[i];
        ari_text_format(out, "points %a %" PRId64 "\n", one->points, one->games);
        add_numbers(out, "set", one->value, n);
    }
    add_numbers(out, "mean", tuner->cma.mean, n);
    add_numbers(out, "sigma", &tuner->cma.sigma, 1);
    add_numbers(out, "path", tuner->cma.path, n);
    add_numbers(out, "sigma-path", tuner->cma.sigma_path, n);
    for (int i = 0; i < n; i++)
        add_numbers(out, "covariance", tuner->cma.covariance[i], n);
    ari_text_add(out, "end\n");
}

/* Takes a word from the text if it comes next. */
static bool take(const char **at, const char *word)
{
    size_t length = strlen(word);
    if (strncmp(*at, word, length) != 0)
        return false;
    *at += length;
    return true;
}

static bool take_numbers(const char **at, const char *name, double *numbers, int count)
{
    if (!take(at, name))
        return false;
    for (int i = 0; i < count; i++) {
        char *end;
        if (**at != ' ')
            return false;
        numbers[i] = strtod(*at, &end);
        if (end == *at || !isfinite(numbers[i]))
            return false;
        *at = end;
    }
    return take(at, "\n");
}

static bool read_state(ari_tuner *tuner, const char *at)
{
    int n = tuner->dimensions;
    double generation;
    if (!take_numbers(&at, "generation", &generation, 1) || generation < 1 ||
        generation > 1e9)
        return false;
    tuner->generation = (int)generation;
    for (int i = 0; i < tuner->setup.population; i++) {
        ari_individual *one = &tuner->population[i];
        double points[2];
        if (!take_numbers(&at, "points", points, 2) || fabs(points[1]) > 1e15 ||
            !take_numbers(&at, "set", one->value, n))
            return false;
        one->points = points[0];
        one->games = (int64_t)points[1];
        settle(tuner, one);
    }
    if (!take_numbers(&at, "mean", tuner->cma.mean, n) ||
        !take_numbers(&at, "sigma", &tuner->cma.sigma, 1) ||
        !take_numbers(&at, "path", tuner->cma.path, n) ||
        !take_numbers(&at, "sigma-path", tuner->cma.sigma_path, n))
        return false;
    for (int i = 0; i < n; i++)
        if (!take_numbers(&at, "covariance", tuner->cma.covariance[i], n))
            return false;
    return take(&at, "end\n") && !*at && tuner->cma.sigma > 0;
}

ari_status ari_tuner_load(ari_tuner *tuner, const char *text, ari_error *error)
{
    ari_text heading = ARI_TEXT_EMPTY;
    add_heading(tuner, &heading);
    const char *at = text;
    bool whole = ari_text_ok(&heading), same = take(&at, ari_text_get(&heading));
    ari_text_free(&heading);
    if (!whole)
        return ari_fail_memory(error, 200, "the heading of a saved tuning");
    if (!same)
        return ari_fail(error, ARI_SYNTAX, 0,
                        "this is no saved tuning with the same game, player, evaluation, "
                        "method, numbers and seed");
    ari_tuner before = *tuner;
    if (read_state(tuner, at))
        return ARI_OK;
    *tuner = before;
    return ari_fail(error, ARI_SYNTAX, ARI_NO_OFFSET,
                    "the saved tuning is damaged after its first lines");
}
