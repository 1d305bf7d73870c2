/* experiment_match.c: evaluations against each other, and tuning them. */
#include "cli/experiment.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <ariadne/tune.h>

#define GAMES 1000 /* each way */
#define DEPTH 6
#define PLAYER "engine:algo=alphabeta,order=centre,depth=%d,eval=%s"

/* A's evaluation and B's, as texts of player.h. */
typedef struct pairing {
    const char *a, *b;
    int opening; /* random plies, where the two alone would play too few different games */
} pairing;

static const char *const columns[] = {"games", "A_wins", "draws", "B_wins", "A_score",
                                      "error", "elo",    "low",   "high"};

typedef struct watch {
    const char *label;
    double began;
    int64_t games;
} watch;

static bool each(void *self, const ari_match_game *game, const ari_match *so_far)
{
    const watch *w = self;
    char text[160];
    (void)so_far;
    snprintf(text, sizeof text, "%s: game %lld of %lld", w->label,
             (long long)game->number, 2 * (long long)w->games);
    cli_progress_say(cli_seconds_now() - w->began, text);
    return true;
}

/* 1.96 standard errors of a seat's score, its games taken one by one. */
static double seat_error(const ari_tally *t, double games, double score)
{
    double squares = (double)t->wins + (double)t->draws / 4;
    return 1.96 * sqrt((squares / games - score * score) / games);
}

/* Adds the rows of one match: A first, B first, and both. */
static bool add_match(cli_numbers *table, const char *label, const ari_match *m)
{
    ari_tally sum = m->seat[0];
    sum.wins += m->seat[1].wins;
    sum.draws += m->seat[1].draws;
    sum.losses += m->seat[1].losses;
    const ari_tally *tallies[3] = {&m->seat[0], &m->seat[1], &sum};
    static const char *const seats[3] = {"A first", "B first", "both"};
    bool added = true;
    for (int i = 0; i < 3 && added; i++) {
        const ari_tally *t = tallies[i];
        double games = (double)(t->wins + t->draws + t->losses);
        double score = ((double)t->wins + (double)t->draws / 2) / games;
        double row[9] = {games,
                         (double)t->wins,
                         (double)t->draws,
                         (double)t->losses,
                         100 * score,
                         100 * (i < 2 ? seat_error(t, games, score) : m->error),
                         i < 2 || isinf(m->elo) ? NAN : m->elo,
                         i < 2 || isinf(m->low) ? NAN : m->low,
                         i < 2 || isinf(m->high) ? NAN : m->high};
        char name[80];
        snprintf(name, sizeof name, "%.68s; %s", label, seats[i]);
        added = cli_numbers_add(table, name, row);
    }
    return added;
}

static cli_numbers match_table(const char *name, const char *title)
{
    cli_numbers table = {.name = name, .title = title, .width = 9};
    static const int decimals[9] = {0, 0, 0, 0, 1, 1, 1, 1, 1};
    table.columns[0] = "A v B; seat";
    for (int i = 0; i < 9; i++) {
        table.columns[i + 1] = columns[i];
        table.decimals[i] = decimals[i];
    }
    return table;
}

static int play(const cli_experiment *e, const ari_variant *v, const pairing *pair,
                const char *label, cli_numbers *table)
{
    char who[2][200];
    int depth = e->depth ? (int)e->depth : DEPTH;
    snprintf(who[0], sizeof *who, PLAYER, depth, pair->a);
    snprintf(who[1], sizeof *who, PLAYER, depth, pair->b);
    watch w = {label, cli_seconds_now(), e->games ? e->games : GAMES};
    const ari_match_setup setup = {.who = {who[0], who[1]},
                                   .games = w.games,
                                   .opening_plies = pair->opening,
                                   .seed = e->seed,
                                   .runner = e->runner,
                                   .stop = cli_stop(),
                                   .each = each,
                                   .self = &w};
    ari_match match;
    ari_error error;
    if (ari_match_play(v, &setup, &match, &error) != ARI_OK)
        return cli_wrong_error(NULL, &error);
    cli_progress_end();
    if (match.stopped)
        return CLI_INTERRUPTED;
    return add_match(table, label, &match)
               ? CLI_DONE
               : cli_wrong("there is no memory for the table");
}

static int play_all(const cli_experiment *e, const char *name, const char *title,
                    const pairing *pairings, int count)
{
    ari_variant *v;
    ari_error error;
    cli_numbers table = match_table(name, title);
    if (ari_variant_new("connect4", &v, &error) != ARI_OK)
        return cli_wrong_error(NULL, &error);
    int code = CLI_DONE;
    for (int i = 0; i < count && code == CLI_DONE; i++) {
        char label[100];
        snprintf(label, sizeof label, "%s v %s", pairings[i].a, pairings[i].b);
        if (pairings[i].opening)
            snprintf(label, sizeof label, "%s v %s after %d random plies", pairings[i].a,
                     pairings[i].b, pairings[i].opening);
        code = play(e, v, &pairings[i], label, &table);
    }
    ari_variant_free(v);
    if (code == CLI_DONE)
        return cli_experiment_table(e, &table);
    cli_numbers_free(&table);
    return code;
}

int cli_experiment_eval_matches(const cli_experiment *e)
{
    static const pairing all[] = {{"pattern,f2=2,f3=5", "random", 0},
                                  {"pattern,f2=2,f3=5", "neutral", 0},
                                  {"threats", "pattern,f2=2,f3=5", 4}};
    return play_all(e, "eval-matches", "Evaluations against each other", all, 3);
}

int cli_experiment_self_play(const cli_experiment *e)
{
    static const pairing all[] = {{"pattern,f2=2,f3=5", "pattern,f2=2,f3=5", 0},
                                  {"random", "random", 0},
                                  {"neutral", "neutral", 0}};
    return play_all(e, "self-play", "Evaluations against themselves", all, 3);
}

int cli_experiment_tuned_matches(const cli_experiment *e)
{
    static const pairing all[] = {{"pattern,f2=7,f3=-3", "pattern,f2=2,f3=5", 0},
                                  {"pattern,f2=7,f3=-3", "pattern,f2=7,f3=-3", 0}};
    return play_all(e, "tuned-matches", "The paper's tuned factors (+7,-3)", all, 2);
}

/* ---- tuning ---- */

#define GENERATIONS 30

/* Runs a tuner to its end; its answer as an evaluation's text, one row for each generation. */
static int tune(const cli_experiment *e, const ari_variant *v, ari_tune_method method,
                cli_numbers *table, char answer[100])
{
    static const char *const names[] = {"genetic", "cma"};
    const ari_tune_setup setup = {.method = method,
                                  .who = "engine:algo=alphabeta,order=centre,depth=4",
                                  .eval = "pattern",
                                  .games = 2,
                                  .seed = e->seed,
                                  .runner = e->runner,
                                  .stop = cli_stop()};
    ari_tuner *tuner;
    ari_error error;
    ari_status status = ari_tuner_new(v, &setup, &tuner, &error);
    for (int i = 0; i < GENERATIONS && status == ARI_OK; i++) {
        status = ari_tuner_step(tuner, &error);
        if (status != ARI_OK)
            break;
        ari_individual now = ari_tuner_answer(tuner);
        const double row[4] = {i + 1, now.params[0], now.params[1],
                               100 * now.points / (double)now.games};
        if (!cli_numbers_add(table, names[method], row))
            status = ari_fail(&error, ARI_MEMORY, ARI_NO_OFFSET, "there is no memory");
        snprintf(answer, 100, "pattern,f2=%d,f3=%d", now.params[0], now.params[1]);
    }
    ari_tuner_free(tuner);
    if (status == ARI_STOPPED)
        return CLI_INTERRUPTED;
    return status == ARI_OK ? CLI_DONE : cli_wrong_error(NULL, &error);
}

static int draw_tuning(const cli_experiment *e, const cli_numbers *table)
{
    double *x = cli_numbers_column(table, 0), *f2 = cli_numbers_column(table, 1),
           *f3 = cli_numbers_column(table, 2);
    int code = CLI_WRONG;
    if (x && f2 && f3) {
        const ari_series series[4] = {
            {.name = "genetic f2", .x = x, .y = f2, .count = GENERATIONS},
            {.name = "genetic f3", .x = x, .y = f3, .count = GENERATIONS},
            {.name = "CMA-ES f2", .x = x, .y = f2 + GENERATIONS, .count = GENERATIONS},
            {.name = "CMA-ES f3", .x = x, .y = f3 + GENERATIONS, .count = GENERATIONS}};
        const ari_chart chart = {.title = "Tuning pattern(f2, f3) at depth 4",
                                 .x_label = "generation (180 games each)",
                                 .y_label = "value of the factor",
                                 .series = series,
                                 .count = 4,
                                 .middle = true,
                                 .from_zero = true};
        code = cli_experiment_chart(e, "tuning", &chart);
    } else {
        cli_wrong("there is no memory for the plot");
    }
    free(x);
    free(f2);
    free(f3);
    return code;
}

int cli_experiment_tuning(const cli_experiment *e)
{
    cli_numbers table = {.name = "tuning",
                         .title = "The best of each generation",
                         .columns = {"method", "generation", "f2", "f3", "score"},
                         .decimals = {0, 0, 0, 1},
                         .width = 4};
    ari_variant *v;
    ari_error error;
    char answers[2][100];
    if (ari_variant_new("connect4", &v, &error) != ARI_OK)
        return cli_wrong_error(NULL, &error);
    int code = tune(e, v, ARI_TUNE_GENETIC, &table, answers[0]);
    if (code == CLI_DONE)
        code = tune(e, v, ARI_TUNE_CMA, &table, answers[1]);
    if (code == CLI_DONE)
        code = draw_tuning(e, &table);
    ari_variant_free(v);
    if (code != CLI_DONE) {
        cli_numbers_free(&table);
        return code;
    }
    code = cli_experiment_table(e, &table);
    const pairing all[] = {{answers[0], "pattern,f2=2,f3=5", 0},
                           {answers[1], "pattern,f2=2,f3=5", 0},
                           {answers[1], answers[0], 0}};
    return code == CLI_DONE
               ? play_all(e, "tuning-matches",
                          "What the tuners found: genetic, then CMA-ES, then "
                          "CMA-ES against genetic",
                          all, 3)
               : code;
}
