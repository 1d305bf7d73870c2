/* experiment_tuning.c: the genetic tuner and CMA-ES, at equal numbers of games.
 *
 * What a tuner finds depends on its seed, so each method is run with several, and what each
 * run found plays against (2,5) and against the paper's (+7,-3). Sets that are multiples of
 * each other make the same moves, and so do others whose ratios differ too little to matter:
 * they are one player, which is said, and the first kind is not played again. */
#include "cli/experiment.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ariadne/tune.h>

#define GAMES 2 /* of a pairing, with each side first */
#define METHODS 2
#define OPPONENTS 2
#define REPORTED 4 /* numbers of each match: score, Elo and its interval */
#define BEFORE 3   /* columns before them: seed, f2, f3 */

static const char *const methods[METHODS] = {"genetic", "cma"};
static const int opponents[OPPONENTS][2] = {{2, 5}, {7, -3}};

/* What tells the player of a row. */
typedef struct known {
    uint64_t games[OPPONENTS]; /* keys of its games; 0: not played */
    int row; /* the first that plays the same; itself, if there is none */
} known;

typedef struct study {
    const cli_experiment *e;
    ari_variant *v;
    cli_numbers generations;
    cli_numbers answers; /* first the opponents, then of each run */
    known *known;        /* of each row of answers */
} study;

static const double *cells_of(const study *s, int row)
{
    return s->answers.cells + (size_t)row * (size_t)s->answers.width;
}

/* The factors of a row of answers. */
static void factors(const study *s, int row, int f[2])
{
    f[0] = (int)cells_of(s, row)[1];
    f[1] = (int)cells_of(s, row)[2];
}

static int common_divisor(int a, int b)
{
    while (b != 0) {
        int rest = a % b;
        a = b;
        b = rest;
    }
    return abs(a);
}

/* Is one a positive multiple of the other? */
static bool same_player(const int a[2], const int b[2])
{
    int m = common_divisor(a[0], a[1]), n = common_divisor(b[0], b[1]);
    if (m == 0 || n == 0)
        return m == n;
    return a[0] / m == b[0] / n && a[1] / m == b[1] / n;
}

/* ---- one run ---- */

static int tune(study *s, ari_tune_method method, uint64_t seed, int answer[2])
{
    const cli_experiment *e = s->e;
    char who[80];
    snprintf(who, sizeof who, "engine:algo=alphabeta,order=centre,depth=%d",
             (int)e->depth);
    const ari_tune_job setup = {.method = method,
                                .who = who,
                                .eval = "pattern",
                                .games = GAMES,
                                .seed = seed,
                                .runner = e->runner,
                                .stop = cli_stop()};
    ari_tuner *tuner;
    ari_error error;
    ari_status status = ari_tuner_new(s->v, &setup, &tuner, &error);
    for (int i = 0; i < e->generations && status == ARI_OK; i++) {
        ari_text text = ARI_TEXT_EMPTY;
        ari_text_format(&text, "%s, seed %llu: generation %d of %d", methods[method],
                        (unsigned long long)seed, i + 1, (int)e->generations);
        cli_progress_say(1, &text);
        status = ari_tuner_step(tuner, &error);
        if (status != ARI_OK)
            break;
        ari_individual now = ari_tuner_answer(tuner);
        const double row[5] = {(double)seed, i + 1, now.params[0], now.params[1],
                               now.games ? 100 * now.points / (double)now.games : NAN};
        if (!cli_numbers_add(&s->generations, methods[method], row))
            status = ari_fail(&error, ARI_MEMORY, ARI_NO_OFFSET, "there is no memory");
        answer[0] = now.params[0];
        answer[1] = now.params[1];
    }
    cli_progress_end();
    ari_tuner_free(tuner);
    if (status == ARI_STOPPED)
        return CLI_INTERRUPTED;
    return status == ARI_OK ? CLI_DONE : cli_wrong_error(NULL, &error);
}

/* Score, Elo and interval of a set against an opponent; against itself nothing is played. */
static int play(const study *s, const int set[2], const int opponent[2],
                double cells[REPORTED], uint64_t *games)
{
    char a[40], b[40];
    cells[0] = 50;
    cells[1] = 0;
    cells[2] = cells[3] = NAN;
    if (same_player(set, opponent))
        return CLI_DONE;
    snprintf(a, sizeof a, "pattern,f2=%d,f3=%d", set[0], set[1]);
    snprintf(b, sizeof b, "pattern,f2=%d,f3=%d", opponent[0], opponent[1]);
    const cli_pairing pairing = {.a = a, .b = b, .depth = (int)s->e->depth};
    ari_match m;
    int code = cli_experiment_match(s->e, s->v, &pairing, &m, games);
    cells[0] = 100 * m.score;
    cells[1] = isfinite(m.elo) ? m.elo : NAN;
    cells[2] = isfinite(m.low) ? m.low : NAN;
    cells[3] = isfinite(m.high) ? m.high : NAN;
    return code;
}

/* Did the players of two rows play the same games, wherever both have played? */
static bool same_games(const uint64_t a[OPPONENTS], const uint64_t b[OPPONENTS])
{
    bool any = false;
    for (int i = 0; i < OPPONENTS; i++) {
        if (a[i] != b[i] && a[i] != 0 && b[i] != 0)
            return false;
        any |= a[i] == b[i] && a[i] != 0;
    }
    return any;
}

/* The first row that is a multiple of a set; -1 when there is none. */
static int multiple_of(const study *s, const int set[2])
{
    for (int i = 0, f[2]; i < s->answers.rows; i++) {
        factors(s, i, f);
        if (same_player(f, set))
            return s->known[i].row;
    }
    return -1;
}

/* The first row that has played the same games. */
static int player_of(const study *s, const uint64_t games[OPPONENTS])
{
    for (int i = 0; i < s->answers.rows; i++)
        if (same_games(s->known[i].games, games))
            return s->known[i].row;
    return -1;
}

/* Plays the matches of a set, or takes them from where its player has played before. */
static int add_set(study *s, const char *method, double seed, const int set[2])
{
    double row[BEFORE + OPPONENTS * REPORTED] = {seed, set[0], set[1]};
    char label[80];
    int code = CLI_DONE, at = s->answers.rows, f[2];
    known *now = &s->known[at];
    now->row = multiple_of(s, set);
    for (int i = 0; i < OPPONENTS && now->row < 0 && code == CLI_DONE; i++)
        code = play(s, set, opponents[i], row + BEFORE + (size_t)i * REPORTED,
                    &now->games[i]);
    if (code != CLI_DONE)
        return code;
    if (now->row < 0)
        now->row = player_of(s, now->games);
    snprintf(label, sizeof label, "%s", method);
    if (now->row >= 0) {
        factors(s, now->row, f);
        snprintf(label, sizeof label, "%s; plays as (%d,%d)", method, f[0], f[1]);
        memcpy(row + BEFORE, cells_of(s, now->row) + BEFORE,
               sizeof row - BEFORE * sizeof *row);
    } else {
        now->row = at;
    }
    return cli_numbers_add(&s->answers, label, row)
               ? cli_experiment_keep(s->e, &s->answers)
               : cli_wrong("there is no memory for the table");
}

/* ---- what the runs say together ---- */

/* Student's t: 95 % of the means of so many runs lie within so many standard errors. */
static double quantile(int runs)
{
    static const double t[] = {12.71, 4.30, 3.18, 2.78, 2.57, 2.45, 2.36,
                               2.31,  2.26, 2.23, 2.20, 2.18, 2.16, 2.14,
                               2.13,  2.12, 2.11, 2.10, 2.09, 2.09};
    int most = (int)(sizeof t / sizeof *t);
    return t[(runs - 1 < most ? runs - 1 : most) - 1];
}

/* The mean and the half width of its 95 % interval, NAN for one run. */
static void mean_of(const double *numbers, int count, double *mean, double *error)
{
    double sum = 0, squares = 0;
    for (int i = 0; i < count; i++)
        sum += numbers[i];
    *mean = sum / count;
    for (int i = 0; i < count; i++)
        squares += (numbers[i] - *mean) * (numbers[i] - *mean);
    *error = count > 1 ? quantile(count) * sqrt(squares / (count - 1) / count) : NAN;
}

/* Elo against the opponents, in the mean of `count` runs that begin at a row; less that of as
 * many runs from another row on, unless there is none (-1). */
static bool add_mean(const study *s, cli_numbers *table, const char *label, int from,
                     int less, int count)
{
    double row[2 + 2 * OPPONENTS] = {count, NAN};
    double *elo = calloc((size_t)count, sizeof *elo);
    if (!elo)
        return false;
    for (int o = 0; o < OPPONENTS; o++) {
        int column = BEFORE + o * REPORTED + 1;
        for (int i = 0; i < count; i++)
            elo[i] = cells_of(s, from + i)[column] -
                     (less < 0 ? 0 : cells_of(s, less + i)[column]);
        mean_of(elo, count, &row[2 + 2 * o], &row[3 + 2 * o]);
    }
    free(elo);
    if (less < 0) {
        row[1] = 0;
        for (int i = 0, f[2]; i < count; i++) {
            factors(s, from + i, f);
            row[1] += f[0] > 0 && f[1] < 0;
        }
    }
    return cli_numbers_add(table, label, row);
}

/* How many runs of each method are complete. */
static void runs_of(const study *s, int counts[METHODS])
{
    int runs = s->answers.rows - OPPONENTS, seeds = (int)s->e->seeds;
    counts[0] = runs < 0 ? 0 : runs < seeds ? runs : seeds;
    counts[1] = runs < seeds ? 0 : runs - seeds;
}

static bool fill_means(const study *s, cli_numbers *table)
{
    int counts[METHODS];
    runs_of(s, counts);
    int from[METHODS] = {OPPONENTS, OPPONENTS + counts[0]};
    bool added = true;
    for (int i = 0; i < METHODS && added; i++)
        added = counts[i] == 0 || add_mean(s, table, methods[i], from[i], -1, counts[i]);
    if (added && counts[1] > 0)
        added = add_mean(s, table, "cma less genetic", from[1], from[0], counts[1]);
    return added;
}

/* ---- plots ---- */

/* The factors by generation, of the first seed: the first rows of each method. */
static int draw_generations(const study *s)
{
    const cli_numbers *t = &s->generations;
    int count = (int)s->e->generations, other = count * (int)s->e->seeds;
    if (t->rows < other + count)
        return CLI_DONE; /* interrupted before there was a curve of both */
    double *x = cli_numbers_column(t, 1), *f2 = cli_numbers_column(t, 2),
           *f3 = cli_numbers_column(t, 3);
    int code = CLI_WRONG;
    if (x && f2 && f3) {
        const ari_series series[4] = {
            {.name = "genetic f2", .x = x, .y = f2, .count = count},
            {.name = "genetic f3", .x = x, .y = f3, .count = count},
            {.name = "CMA-ES f2", .x = x, .y = f2 + other, .count = count},
            {.name = "CMA-ES f3", .x = x, .y = f3 + other, .count = count}};
        char title[100];
        snprintf(title, sizeof title, "Tuning pattern(f2, f3) at depth %d, seed %llu",
                 (int)s->e->depth, (unsigned long long)s->e->seed);
        const ari_chart chart = {.title = title,
                                 .x_label = "generation (180 games each)",
                                 .y_label = "value of the factor",
                                 .series = series,
                                 .count = 4,
                                 .middle = true,
                                 .from_zero = true};
        code = cli_experiment_chart(s->e, "tuning", &chart);
    } else {
        cli_wrong("there is no memory for the plot");
    }
    free(x);
    free(f2);
    free(f3);
    return code;
}

/* The directions in which the answers lie: as points at distance 1 from the middle. */
static int draw_answers(const study *s)
{
    int rows = s->answers.rows, counts[METHODS];
    double *x = calloc(2 * (size_t)rows + 1, sizeof *x), *y = x ? x + rows : NULL;
    if (!x)
        return cli_wrong("there is no memory for the plot");
    for (int i = 0, f[2]; i < rows; i++) {
        factors(s, i, f);
        double length = hypot(f[0], f[1]);
        x[i] = length > 0 ? f[0] / length : 0;
        y[i] = length > 0 ? f[1] / length : 0;
    }
    runs_of(s, counts);
    static const double corners[] = {-1, 1}; /* so that all directions fit */
    const int begin[5] = {0, 1, OPPONENTS, OPPONENTS + counts[0], rows};
    static const char *const names[4] = {"(2,5)", "(7,-3)", "genetic", "CMA-ES"};
    ari_series series[5] = {
        [4] = {
            .x = corners, .y = corners, .count = 2, .no_points = true, .no_line = true}};
    for (int i = 0; i < 4; i++)
        series[i] = (ari_series){.name = names[i],
                                 .x = x + begin[i],
                                 .y = y + begin[i],
                                 .count = begin[i + 1] - begin[i],
                                 .no_line = true};
    char title[100];
    snprintf(title, sizeof title, "Directions of (f2, f3) that were found at depth %d",
             (int)s->e->depth);
    const ari_chart chart = {.title = title,
                             .x_label = "f2, divided by the length of (f2, f3)",
                             .y_label = "f3, divided by it",
                             .series = series,
                             .count = 5,
                             .middle = true,
                             .width = 520,
                             .height = 540};
    int code = cli_experiment_chart(s->e, "tuning-answers", &chart);
    free(x);
    return code;
}

/* ---- the experiment ---- */

/* The tables and plots of what is complete: of everything or, after Ctrl-C, of less. */
static int tell(study *s, int code)
{
    cli_numbers means = {
        .name = "tuning-means",
        .title = "Elo of what the runs found: means with their 95 % intervals",
        .columns = {"method", "runs", "signs_of_paper", "elo_2_5", "error_2_5",
                    "elo_7_-3", "error_7_-3"},
        .decimals = {0, 0, 1, 1, 1, 1},
        .width = 2 + 2 * OPPONENTS};
    if (code != CLI_WRONG && s->answers.rows > OPPONENTS) {
        int drawn = draw_generations(s);
        drawn = drawn == CLI_DONE ? draw_answers(s) : drawn;
        if (drawn == CLI_DONE && !fill_means(s, &means))
            drawn = cli_wrong("there is no memory for the table");
        code = drawn == CLI_DONE ? code : drawn;
    }
    code = cli_experiment_end(s->e, &s->generations, code);
    code = cli_experiment_end(s->e, &s->answers, code);
    return cli_experiment_end(s->e, &means, code);
}

static int tune_all(study *s)
{
    int code = CLI_DONE;
    for (int i = 0; i < OPPONENTS && code == CLI_DONE; i++)
        code = add_set(s, "given", NAN, opponents[i]);
    for (int i = 0; i < METHODS * s->e->seeds && code == CLI_DONE; i++) {
        int method = i / (int)s->e->seeds, answer[2] = {0, 0};
        uint64_t seed = s->e->seed + (uint64_t)(i % (int)s->e->seeds);
        code = tune(s, (ari_tune_method)method, seed, answer);
        if (code == CLI_DONE)
            code = add_set(s, methods[method], (double)seed, answer);
    }
    return code;
}

int cli_experiment_tuning(const cli_experiment *e)
{
    study s = {
        .e = e,
        .generations = {.name = "tuning",
                        .title = "What each run would answer after each generation",
                        .columns = {"method", "seed", "generation", "f2", "f3", "score"},
                        .decimals = {0, 0, 0, 0, 1},
                        .width = 5,
                        .long_one = true},
        .answers = {.name = "tuning-answers",
                    .title = "What each run found, against (2,5) and (7,-3)",
                    .columns = {"method", "seed", "f2", "f3", "score_2_5", "elo_2_5",
                                "low_2_5", "high_2_5", "score_7_-3", "elo_7_-3",
                                "low_7_-3", "high_7_-3"},
                    .decimals = {0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1},
                    .width = BEFORE + OPPONENTS * REPORTED}};
    ari_error error;
    if (ari_variant_new("connect4", &s.v, &error) != ARI_OK)
        return cli_wrong_error(NULL, &error);
    s.known = calloc((size_t)(METHODS * e->seeds + OPPONENTS), sizeof *s.known);
    int code = s.known ? tune_all(&s) : cli_wrong("there is no memory for the runs");
    code = tell(&s, code);
    free(s.known);
    ari_variant_free(s.v);
    return code;
}
