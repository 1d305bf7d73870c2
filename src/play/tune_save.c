/* tune_save.c: a tuning as text, and back.
 *
 * Lines of a name and what belongs to it: first what the tuning was begun with, which must be
 * the same for a tuner to take it up again, then where it stands, with numbers to the last
 * bit. */
#include "play/tune_internal.h"

#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_LINE "ariadne tuning 1\n"

static void add_heading(const ari_tuner *tuner, ari_text *out)
{
    const ari_tune_job *s = &tuner->setup;
    ari_text_format(out, FIRST_LINE "game %s\nwho %s\neval %s\n", tuner->variant->name,
                    tuner->who, tuner->eval);
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

/* ---- what it was begun with ---- */

/* The rest of a line that begins with a name, as a string of its own; NULL where it is not. */
static char *take_words(const char **at, const char *name, bool *whole)
{
    if (!take(at, name))
        return NULL;
    size_t length = strcspn(*at, "\n");
    if (length == 0 || (*at)[length] == '\0')
        return NULL;
    char *words = calloc(length + 1, 1);
    if (words)
        memcpy(words, *at, length);
    *whole &= words != NULL;
    *at += length + 1;
    return words;
}

static bool take_int(const char **at, int least, int *number)
{
    char *end;
    long value = strtol(*at, &end, 10);
    if (**at != ' ' || end == *at || value < least || value > INT_MAX)
        return false;
    *number = (int)value;
    *at = end;
    return true;
}

static bool take_setup(const char **at, ari_tune_job *s)
{
    int method;
    char *end;
    if (!take(at, "setup") || !take_int(at, 0, &method) || method > ARI_TUNE_CMA ||
        !take_int(at, 1, &s->population) || !take_int(at, 1, &s->survivors) ||
        !take_int(at, 1, &s->mutation) || !take_int(at, 1, &s->range) ||
        !take_int(at, 1, &s->games) || !take_int(at, 0, &s->opening_plies))
        return false;
    s->method = (ari_tune_method)method;
    s->seed = strtoull(*at, &end, 10);
    if ((*at)[0] != ' ' || (*at)[1] < '0' || (*at)[1] > '9')
        return false;
    *at = end;
    return take(at, "\n");
}

ari_status ari_tune_saved_read(const char *text, ari_tune_saved *saved, ari_error *error)
{
    *saved = (ari_tune_saved){.game = NULL};
    const char *at = text;
    bool whole = true;
    if (take(&at, FIRST_LINE) && (saved->game = take_words(&at, "game ", &whole)) &&
        (saved->who = take_words(&at, "who ", &whole)) &&
        (saved->eval = take_words(&at, "eval ", &whole)) &&
        take_setup(&at, &saved->setup)) {
        saved->setup.who = saved->who;
        saved->setup.eval = saved->eval;
        return ARI_OK;
    }
    ari_tune_saved_free(saved);
    return whole ? ari_fail(error, ARI_SYNTAX, (size_t)(at - text),
                            "this is no saved tuning")
                 : ari_fail_memory(error, 100, "the heading of a saved tuning");
}

void ari_tune_saved_free(ari_tune_saved *saved)
{
    free(saved->game);
    free(saved->who);
    free(saved->eval);
    *saved = (ari_tune_saved){.game = NULL};
}

/* ---- where it stands ---- */

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
        ari__tuner_settle(tuner, one);
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
