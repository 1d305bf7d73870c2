/* cmd_tune.c: `ariadne tune`: better parameters of an evaluation, by playing. */
#include "cli/cli.h"

#include <stdlib.h>
#include <string.h>

#include <ariadne/chart.h>
#include <ariadne/tune.h>

#define STATE_MOST ((size_t)64 << 20)
#define GENERATIONS_MOST 100000

/* One tuning, with what is written of it. */
typedef struct tuning {
    const ari_variant *v;
    ari_tune_setup setup;
    int64_t generations;
    const char *csv, *svg, *state; /* files; NULL: not wanted */
    ari_text who;
    ari_tuner *tuner;
    ari_text rows;
    int from; /* generations of which only the last is known: 0, or of an old state */
    double
        *best; /* for the plot: each parameter of each generation's answer after them */
    double began;
} tuning;

/* ---- what is written ---- */

static int dimensions(const tuning *t)
{
    const ari_option *params = ari_tuner_params(t->tuner);
    int count = 0;
    while (params[count].name)
        count++;
    return count;
}

static void add_csv_heading(tuning *t)
{
    const ari_option *params = ari_tuner_params(t->tuner);
    ari_text_add(&t->rows, "generation,rank");
    for (int i = 0; params[i].name; i++)
        ari_text_format(&t->rows, ",%s", params[i].name);
    ari_text_add(&t->rows, ",points,games\n");
}

static void add_csv_rows(tuning *t)
{
    int count, n = dimensions(t);
    const ari_individual *population = ari_tuner_population(t->tuner, &count);
    for (int i = 0; i < count; i++) {
        ari_text_format(&t->rows, "%d,%d", ari_tuner_generation(t->tuner), i + 1);
        for (int j = 0; j < n; j++)
            ari_text_format(&t->rows, ",%d", population[i].params[j]);
        ari_text_format(&t->rows, ",%.1f,%lld\n", population[i].points,
                        (long long)population[i].games);
    }
}

static void draw(const tuning *t, ari_text *out)
{
    const ari_option *params = ari_tuner_params(t->tuner);
    int n = dimensions(t), count = ari_tuner_generation(t->tuner) - t->from;
    double *x = calloc((size_t)(count + 1) * (size_t)(n + 1), sizeof *x);
    ari_series series[ARI_OPTIONS_MAX];
    if (!x)
        return;
    for (int i = 0; i < count; i++)
        x[i] = t->from + i + 1;
    for (int j = 0; j < n; j++) {
        double *y = x + (size_t)(j + 1) * (size_t)count;
        for (int i = 0; i < count; i++)
            y[i] = t->best[(size_t)i * ARI_OPTIONS_MAX + (size_t)j];
        series[j] = (ari_series){.name = params[j].name, .x = x, .y = y, .count = count};
    }
    const ari_chart chart = {.title = t->setup.method == ARI_TUNE_CMA
                                          ? "The mean of CMA-ES, by generation"
                                          : "The best of each generation",
                             .x_label = "generation",
                             .y_label = "value of the parameter",
                             .series = series,
                             .count = n,
                             .middle = true,
                             .from_zero = true};
    ari_chart_svg(&chart, out);
    free(x);
}

/* The tuner's own state, and after it what was found so far: a line for the answer of each
 * generation, and the rows of the CSV file. */
static bool write_state(const tuning *t)
{
    ari_text text = ARI_TEXT_EMPTY;
    int n = dimensions(t), known = ari_tuner_generation(t->tuner) - t->from;
    ari_tuner_save(t->tuner, &text);
    for (int i = 0; t->from == 0 && i < known; i++)
        for (int j = 0; j < n; j++)
            ari_text_format(&text, "%.0f%c",
                            t->best[(size_t)i * ARI_OPTIONS_MAX + (size_t)j],
                            j == n - 1 ? '\n' : ' ');
    if (t->from == 0)
        ari_text_add(&text, ari_text_get(&t->rows));
    bool written = cli_write_file(t->state, &text);
    ari_text_free(&text);
    return written;
}

static bool write_files(tuning *t)
{
    bool written = !t->csv || cli_write_file(t->csv, &t->rows);
    if (t->svg && written) {
        ari_text text = ARI_TEXT_EMPTY;
        draw(t, &text);
        written = cli_write_file(t->svg, &text);
        ari_text_free(&text);
    }
    return written;
}

/* ---- what is said ---- */

static void say_params(const tuning *t, const ari_individual *one, ari_text *out)
{
    const ari_option *params = ari_tuner_params(t->tuner);
    for (int i = 0; params[i].name; i++)
        ari_text_format(out, "%s%s=%d", i ? "," : "", params[i].name, one->params[i]);
}

static void print_generation(const tuning *t)
{
    int count;
    const ari_individual *population = ari_tuner_population(t->tuner, &count);
    ari_individual answer = ari_tuner_answer(t->tuner);
    ari_text text = ARI_TEXT_EMPTY;
    say_params(t, &answer, &text);
    cli_print("%10d  %-40s  %5.1f %%  %.1f of %lld points\n",
              ari_tuner_generation(t->tuner), ari_text_get(&text),
              100 * population[0].points / (double)population[0].games,
              population[0].points, (long long)population[0].games);
    cli_flush();
    ari_text_free(&text);
}

static void print_ranking(const tuning *t, double seconds)
{
    int count;
    const ari_individual *population = ari_tuner_population(t->tuner, &count);
    ari_individual answer = ari_tuner_answer(t->tuner);
    ari_text text = ARI_TEXT_EMPTY;
    ari_text_add(&text, "\nThe last generation, best first:\n");
    for (int i = 0; i < count; i++) {
        ari_text_format(&text, "%10d  ", i + 1);
        size_t before = text.size;
        say_params(t, &population[i], &text);
        ari_text_repeat(&text, ' ', 40 - (int)(text.size - before));
        ari_text_format(&text, "  %5.1f %%\n",
                        100 * population[i].points / (double)population[i].games);
    }
    ari_text_add(&text, "\nAnswer: ");
    ari_tuner_who(t->tuner, &answer, &text);
    int64_t games =
        (int64_t)t->setup.population * (t->setup.population - 1) * t->setup.games;
    ari_text_format(&text, "\nSeed %llu, %lld games a generation, %.3f s\n",
                    (unsigned long long)t->setup.seed, (long long)games, seconds);
    cli_put(&text);
    ari_text_free(&text);
}

static void add_json_set(ari_json *json, const char *key, const tuning *t,
                         const ari_individual *one)
{
    const ari_option *params = ari_tuner_params(t->tuner);
    ari_json_object(json, key);
    for (int i = 0; params[i].name; i++)
        ari_json_number(json, params[i].name, one->params[i]);
    if (!key) {
        ari_json_real(json, "points", one->points);
        ari_json_number(json, "games", one->games);
    }
    ari_json_object_end(json);
}

static void print_json(const tuning *t, double seconds)
{
    int count;
    const ari_individual *population = ari_tuner_population(t->tuner, &count);
    ari_individual answer = ari_tuner_answer(t->tuner);
    ari_text text = ARI_TEXT_EMPTY, who = ARI_TEXT_EMPTY;
    ari_json json = ari_json_to(&text);
    ari_tuner_who(t->tuner, &answer, &who);
    ari_json_object(&json, NULL);
    ari_json_string(&json, "game", t->v->name);
    ari_json_string(&json, "method", t->setup.method == ARI_TUNE_CMA ? "cma" : "genetic");
    ari_json_unsigned(&json, "seed", t->setup.seed);
    ari_json_number(&json, "generations", ari_tuner_generation(t->tuner));
    add_json_set(&json, "answer", t, &answer);
    ari_json_string(&json, "player", ari_text_get(&who));
    ari_json_array(&json, "ranking");
    for (int i = 0; i < count; i++)
        add_json_set(&json, NULL, t, &population[i]);
    ari_json_array_end(&json);
    ari_json_real(&json, "seconds", seconds);
    ari_json_object_end(&json);
    ari_text_add_char(&text, '\n');
    cli_put(&text);
    ari_text_free(&text);
    ari_text_free(&who);
}

/* ---- the command ---- */

static bool read_int(const cli_arguments *arguments, const char *option,
                     int64_t otherwise, int64_t least, int64_t most, int *value)
{
    int64_t number;
    if (!cli_number(arguments, option, otherwise, least, most, &number))
        return false;
    *value = (int)number;
    return true;
}

static bool read_options(const cli_arguments *arguments, tuning *t, ari_pool **pool)
{
    ari_tune_setup *s = &t->setup;
    int64_t seed;
    int depth;
    s->method = (ari_tune_method)cli_choice(arguments, "method", ARI_TUNE_GENETIC);
    if (!cli_number(arguments, "generations", 20, 1, GENERATIONS_MOST, &t->generations) ||
        !read_int(arguments, "population", 10, 2, ARI_TUNE_POPULATION, &s->population) ||
        !read_int(arguments, "survivors", s->population > 3 ? 3 : 1, 1, s->population - 1,
                  &s->survivors) ||
        !read_int(arguments, "mutation", 3, 1, 1000000, &s->mutation) ||
        !read_int(arguments, "range", 10, 1, 1000000, &s->range) ||
        !read_int(arguments, "games", 1, 1, 1000000, &s->games) ||
        !read_int(arguments, "opening-plies", 0, 0, 1000, &s->opening_plies) ||
        !read_int(arguments, "depth", 4, 1, ARI_PLY_MAX, &depth) ||
        !cli_number(arguments, "seed", (int64_t)cli_any_seed(), 0, INT64_MAX, &seed) ||
        !cli_threads(arguments, pool))
        return false;
    const char *who = cli_text(arguments, "who", NULL);
    if (who && (strncmp(who, "engine", 6) != 0 || (who[6] && who[6] != ':'))) {
        cli_wrong("--who must be an engine, as engine:depth=2,order=centre, for only "
                  "engines take an evaluation; '%.40s' is none",
                  who);
        return false;
    }
    if (who)
        ari_text_add(&t->who, who);
    else
        ari_text_format(&t->who, "engine:algo=alphabeta,order=centre,depth=%d", depth);
    s->who = ari_text_get(&t->who);
    s->eval = cli_text(arguments, "eval", NULL);
    s->seed = (uint64_t)seed;
    s->runner = ari_pool_runner(*pool);
    s->stop = cli_stop();
    t->csv = cli_text(arguments, "csv", NULL);
    t->svg = cli_text(arguments, "svg", NULL);
    t->state = cli_text(arguments, "state", NULL);
    return cli_can_write(t->csv) && cli_can_write(t->svg) && cli_can_write(t->state);
}

/* What write_state added to the tuner's own state. An older file has nothing there. */
static bool read_history(tuning *t, const char *at)
{
    int n = dimensions(t), known = ari_tuner_generation(t->tuner);
    if (!*at || known > t->generations) {
        t->from = known;
        return true;
    }
    for (int i = 0; i < known * n; i++) {
        char *end;
        t->best[(size_t)(i / n) * ARI_OPTIONS_MAX + (size_t)(i % n)] = strtod(at, &end);
        if (end == at || *end != (i % n == n - 1 ? '\n' : ' '))
            return false;
        at = end + 1;
    }
    size_t heading = t->rows.size;
    if (strncmp(at, ari_text_get(&t->rows), heading) != 0)
        return false;
    ari_text_add(&t->rows, at + heading);
    return true;
}

/* Splits a state after the tuner's part and takes both. */
static bool read_state(tuning *t, const ari_text *text)
{
    static const char end[] = "\nend\n";
    ari_text own = ARI_TEXT_EMPTY;
    ari_error error;
    const char *whole = ari_text_get(text), *found = strstr(whole, end);
    const char *rest = found ? found + sizeof end - 1 : whole + text->size;
    ari_text_add_bytes(&own, whole, (size_t)(rest - whole));
    bool loaded = ari_tuner_load(t->tuner, ari_text_get(&own), &error) == ARI_OK;
    ari_text_free(&own);
    if (!loaded)
        cli_wrong_error_in(t->state, NULL, &error);
    else if (!read_history(t, rest))
        cli_wrong("%.200s: what was found so far is damaged", t->state);
    else
        return true;
    return false;
}

/* Goes on where the file of --state stands, when --resume says so. */
static bool resume(const cli_arguments *arguments, tuning *t)
{
    ari_text text;
    add_csv_heading(t);
    if (!cli_given(arguments, "resume"))
        return true;
    if (!t->state) {
        cli_wrong("--resume needs --state FILE, the file to go on from");
        return false;
    }
    if (!cli_read_file(t->state, STATE_MOST, &text))
        return false;
    bool loaded = read_state(t, &text);
    ari_text_free(&text);
    return loaded;
}

/* Plays the generations; the files are also written after Ctrl-C. */
static int play(const cli_arguments *arguments, tuning *t)
{
    bool json = cli_given(arguments, "json");
    int first = ari_tuner_generation(t->tuner), done = 0, n = dimensions(t);
    ari_status status = ARI_OK;
    ari_error error;
    if (!json)
        cli_print("%10s  %-40s  score of the generation's best\n", "generation",
                  t->setup.method == ARI_TUNE_CMA ? "mean" : "best");
    while (first + done < t->generations && status == ARI_OK) {
        status = ari_tuner_step(t->tuner, &error);
        if (status != ARI_OK)
            break;
        ari_individual answer = ari_tuner_answer(t->tuner);
        for (int i = 0; i < n; i++)
            t->best[(size_t)(first - t->from + done) * ARI_OPTIONS_MAX + (size_t)i] =
                answer.params[i];
        done++;
        add_csv_rows(t);
        if (!json)
            print_generation(t);
        if (t->state && !write_state(t))
            return CLI_WRONG;
    }
    if (status != ARI_OK && status != ARI_STOPPED)
        return cli_wrong_error(NULL, &error);
    double seconds = cli_seconds_now() - t->began;
    if (first + done > 0 && json)
        print_json(t, seconds);
    else if (first + done > 0)
        print_ranking(t, seconds);
    else if (!json)
        cli_print("Interrupted before the first generation was played.\n");
    if (first + done > 0 && !write_files(t))
        return CLI_WRONG;
    return status == ARI_STOPPED ? CLI_INTERRUPTED : CLI_DONE;
}

static int run(const cli_arguments *arguments)
{
    tuning t = {.who = ARI_TEXT_EMPTY, .rows = ARI_TEXT_EMPTY};
    ari_variant *v = NULL;
    ari_pool *pool = NULL;
    ari_error error;
    int code = CLI_WRONG;
    if (!cli_game(cli_word(arguments, 0), &v))
        return CLI_WRONG;
    t.v = v;
    t.began = cli_seconds_now();
    if (read_options(arguments, &t, &pool)) {
        t.best = calloc((size_t)t.generations * ARI_OPTIONS_MAX, sizeof *t.best);
        if (!t.best)
            cli_wrong("there is no memory for %lld generations",
                      (long long)t.generations);
        else if (ari_tuner_new(v, &t.setup, &t.tuner, &error) != ARI_OK)
            cli_wrong_error(NULL, &error);
        else if (resume(arguments, &t))
            code = play(arguments, &t);
    }
    ari_tuner_free(t.tuner);
    free(t.best);
    ari_text_free(&t.who);
    ari_text_free(&t.rows);
    ari_pool_free(pool);
    cli_game_free(v);
    return code;
}

static const cli_option options[] = {
    {.name = "method",
     .argument = "genetic|cma",
     .help = "mutation and selection (the default), or CMA-ES"},
    {.name = "eval",
     .argument = "NAME",
     .help = "the evaluation to tune (default: the game's first)"},
    {.name = "generations", .argument = "N", .help = "how many (default 20)"},
    {.name = "population", .argument = "N", .help = "parameter sets (default 10)"},
    {.name = "survivors",
     .argument = "N",
     .help = "genetic: the best that stay (default 3)"},
    {.name = "mutation",
     .argument = "N",
     .help = "genetic: the most that is added or subtracted (default 3)"},
    {.name = "range",
     .argument = "N",
     .help = "parameters begin between -N and N (default 10)"},
    {.name = "games",
     .argument = "N",
     .help = "games of a pairing with each side first (default 1)"},
    {.name = "opening-plies", .argument = "N", .help = "begin with N random moves"},
    {.name = "depth", .argument = "N", .help = "depth of the searches (default 4)"},
    {.name = "who",
     .argument = "WHO",
     .help = "another engine than alpha-beta of that depth, without its evaluation"},
    {.name = "csv", .argument = "FILE", .help = "write every set of every generation"},
    {.name = "svg", .argument = "FILE", .help = "draw the best sets by generation"},
    {.name = "state",
     .argument = "FILE",
     .help = "write after each generation what is needed to go on"},
    {.name = "resume", .help = "go on from the file of --state"},
    {.name = "seed",
     .argument = "N",
     .help = "the same tuning again, whatever --threads"},
    {.name = "threads", .argument = "N", .help = "play N pairings at a time (default 1)"},
    CLI_JSON_OPTION,
    {.name = NULL}};

const cli_command cli_cmd_tune = {
    .name = "tune",
    .usage = "GAME",
    .summary = "find good parameters of an evaluation by playing",
    .about =
        "Lets parameter sets of an evaluation play against each other, each side first\n"
        "in exactly half of the games, and goes on with the best. The genetic method\n"
        "begins with random sets, keeps the best few of each generation, and makes the\n"
        "others from them by adding or subtracting random amounts. With --method cma\n"
        "the next sets are drawn by CMA-ES, an evolution strategy that learns in which\n"
        "directions and how far to look.\n"
        "\n"
        "Works for every game with an evaluation that has parameters; 'ariadne games\n"
        "NAME' shows them. Ctrl-C ends it after saying what was found; with --state\n"
        "FILE and --resume it goes on later, exactly as if it had not ended.\n"
        "\n"
        "JSON: game, method, seed, generations, answer (the best set), player (to be\n"
        "used as WHO), ranking, seconds.",
    .examples =
        "ariadne tune connect4\n"
        "ariadne tune connect4 --eval threats --method cma --games 4 --threads 2\n"
        "ariadne tune connect4 --seed 1 --csv tuning.csv --svg tuning.svg\n"
        "ariadne tune connect4 --seed 1 --state tuning.txt --resume\n"
        "ariadne tune mnk:width=5,height=5,line=4 --depth 2",
    .min_words = 1,
    .max_words = 1,
    .options = options,
    .run = run,
};
