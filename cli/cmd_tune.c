/* cmd_tune.c: `ariadne tune`: better parameters of an evaluation, by playing; tune_fit.c does without. */
#include "cli/tune.h"

#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <ariadne/chart.h>

#define STATE_MOST ((size_t)64 << 20)
#define GENERATIONS_MOST 100000

/* ---- what is written ---- */

static int dimensions(const cli_tuning *t)
{
    const ari_option *params = ari_tuner_params(t->tuner);
    int count = 0;
    while (params[count].name)
        count++;
    return count;
}

static void add_csv_heading(cli_tuning *t)
{
    const ari_option *params = ari_tuner_params(t->tuner);
    ari_text_add(&t->rows, "generation,rank");
    for (int i = 0; params[i].name; i++)
        ari_text_format(&t->rows, ",%s", params[i].name);
    ari_text_add(&t->rows, ",points,games\n");
}

static void add_csv_rows(cli_tuning *t)
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

static void draw(const cli_tuning *t, ari_text *out)
{
    const ari_option *params = ari_tuner_params(t->tuner);
    int n = dimensions(t), count = ari_tuner_generation(t->tuner);
    double *x = calloc((size_t)(count + 1) * (size_t)(n + 1), sizeof *x);
    ari_series series[ARI_OPTIONS_MAX];
    if (!x)
        return;
    for (int i = 0; i < count; i++)
        x[i] = i + 1;
    for (int j = 0; j < n; j++) {
        double *y = x + (size_t)(j + 1) * (size_t)count;
        for (int i = 0; i < count; i++)
            y[i] = t->best[(size_t)i * ARI_OPTIONS_MAX + (size_t)j];
        series[j] = (ari_series){.name = params[j].name, .x = x, .y = y, .count = count};
    }
    /* What makes the run: it is the same however often it was interrupted and resumed. */
    ari_text command = ARI_TEXT_EMPTY;
    ari_text_format(&command, "ariadne tune %s --method %s --seed %llu", t->v->name,
                    cli_tune_methods[t->setup.method], (unsigned long long)t->setup.seed);
    const ari_chart chart = {.title = t->setup.method == ARI_TUNE_CMA
                                          ? "The mean of CMA-ES, by generation"
                                          : "The best of each generation",
                             .made_by = ari_text_get(&command),
                             .x_label = "generation",
                             .y_label = "value of the parameter",
                             .series = series,
                             .count = n,
                             .middle = true,
                             .from_zero = true};
    ari_chart_svg(&chart, out);
    ari_text_free(&command);
    free(x);
}

#define STATE_FIRST "ariadne tune state 2\n"

/* The tuner's own state, and after it what was found so far: a line for the answer of each
 * generation, and the rows of the CSV file. Files of the first version had no first line of
 * their own and no checksum at the end. */
static bool write_state(const cli_tuning *t)
{
    ari_text text = ARI_TEXT_EMPTY;
    int n = dimensions(t), known = ari_tuner_generation(t->tuner);
    ari_text_add(&text, STATE_FIRST);
    ari_tuner_save(t->tuner, &text);
    for (int i = 0; i < known; i++)
        for (int j = 0; j < n; j++)
            ari_text_format(&text, "%.0f%c",
                            t->best[(size_t)i * ARI_OPTIONS_MAX + (size_t)j],
                            j == n - 1 ? '\n' : ' ');
    ari_text_add(&text, ari_text_get(&t->rows));
    ari_text_seal(&text, 0);
    return cli_write_file(t->state, &text);
}

static bool write_files(cli_tuning *t)
{
    ari_text text = ARI_TEXT_EMPTY;
    if (t->csv && !cli_write_file(t->csv, &t->rows))
        return false;
    if (!t->svg)
        return true;
    draw(t, &text);
    return cli_write_file(t->svg, &text);
}

/* ---- options ---- */

/* The options that are numbers of the setup, what they are when nothing is said, and their
 * limits. */
static const struct {
    const char *option;
    size_t place;
    int otherwise, least, most;
} numbers[] = {
    {"population", offsetof(ari_tune_job, population), 10, 2, ARI_TUNE_POPULATION},
    {"survivors", offsetof(ari_tune_job, survivors), 3, 1, ARI_TUNE_POPULATION - 1},
    {"mutation", offsetof(ari_tune_job, mutation), 3, 1, 1000000},
    {"range", offsetof(ari_tune_job, range), 10, 1, 1000000},
    {"games", offsetof(ari_tune_job, games), 1, 1, 1000000},
    {"opening-plies", offsetof(ari_tune_job, opening_plies), 0, 0, 1000},
};

#define NUMBERS ((int)(sizeof numbers / sizeof *numbers))

static int *number_of(ari_tune_job *setup, int which)
{
    return (int *)(void *)((char *)setup + numbers[which].place);
}

static bool read_number(const cli_arguments *arguments, cli_tuning *t, int which)
{
    int otherwise = numbers[which].otherwise, most = numbers[which].most;
    int *place = number_of(&t->setup, which);
    if (place == &t->setup.survivors) { /* after the population */
        most = t->setup.population - 1;
        otherwise = most < otherwise ? 1 : otherwise;
    }
    if (t->resumed)
        otherwise = *number_of(&t->saved.setup, which);
    return cli_int(arguments, numbers[which].option, otherwise, numbers[which].least,
                   most, place);
}

/* The player: as it was saved, where no option speaks of it. */
static bool read_who(const cli_arguments *arguments, cli_tuning *t)
{
    int depth;
    if (!cli_int(arguments, "depth", 4, 1, ARI_PLY_MAX, &depth))
        return false;
    const char *who = cli_text(arguments, "who", NULL);
    if (who && (strncmp(who, "engine", 6) != 0 || (who[6] && who[6] != ':')))
        return cli_refuse(
            "--who must be an engine, as engine:depth=2,order=centre, for only "
            "engines take an evaluation; '%.40s' is none",
            who);
    if (who)
        ari_text_add(&t->who, who);
    else if (t->resumed && !cli_given(arguments, "depth"))
        ari_text_add(&t->who, t->saved.who);
    else
        ari_text_format(&t->who, "engine:algo=alphabeta,order=centre,depth=%d", depth);
    t->setup.who = ari_text_get(&t->who);
    return true;
}

static bool read_options(const cli_arguments *arguments, cli_tuning *t, ari_pool **pool)
{
    ari_tune_job *s = &t->setup;
    const ari_tune_job *saved = &t->saved.setup;
    uint64_t any = t->resumed ? saved->seed : cli_any_seed();
    s->method = (ari_tune_method)cli_choice(
        arguments, "method", t->resumed ? (int)saved->method : ARI_TUNE_GENETIC);
    for (int i = 0; i < NUMBERS; i++)
        if (!read_number(arguments, t, i))
            return false;
    if (!read_who(arguments, t) ||
        !cli_number(arguments, "generations", 20, 1, GENERATIONS_MOST, &t->generations) ||
        !cli_count(arguments, "seed", any, &s->seed) || !cli_threads(arguments, pool))
        return false;
    s->eval = cli_text(arguments, "eval", t->resumed ? t->saved.eval : NULL);
    s->runner = ari_pool_runner(*pool);
    s->stop = cli_stop();
    t->csv = cli_text(arguments, "csv", NULL);
    t->svg = cli_text(arguments, "svg", NULL);
    return cli_can_write(t->csv) && cli_can_write(t->svg) && cli_can_write(t->state);
}

/* ---- going on ---- */

/* Reads the file, compares its checksum and takes off what is not the tuner's. */
static bool read_state(cli_tuning *t)
{
    ari_text file;
    size_t first = strlen(STATE_FIRST), length;
    if (!cli_read_file(t->state, STATE_MOST, &file))
        return false;
    const char *text = ari_text_get(&file);
    bool sealed = strncmp(text, STATE_FIRST, first) == 0;
    ari_seal seal = sealed ? ari_text_sealed(text, &length) : ARI_SEAL_RIGHT;
    if (seal == ARI_SEAL_RIGHT && sealed)
        ari_text_add_bytes(&t->text, text + first, length - first);
    else
        ari_text_add(&t->text, text);
    ari_text_free(&file);
    if (seal != ARI_SEAL_RIGHT)
        cli_wrong("'%.200s' is damaged: %s", t->state,
                  seal == ARI_SEAL_WRONG ? "its checksum is wrong"
                                         : "its last line is missing");
    return seal == ARI_SEAL_RIGHT;
}

/* With --resume, takes what the file of --state says, if there is one: the same command line
 * begins a tuning and goes on with it. Without, a tuning that is there is not written over. */
static bool look_for_state(const cli_arguments *arguments, cli_tuning *t)
{
    struct stat status;
    ari_error error;
    bool resume = cli_given(arguments, "resume");
    t->state = cli_text(arguments, "state", NULL);
    if (!t->state && resume)
        cli_wrong("--resume needs --state FILE, the file to go on from");
    if (!t->state)
        return !resume;
    bool there = stat(t->state, &status) == 0;
    if ((!there && errno == ENOENT) || (!resume && (!there || !S_ISREG(status.st_mode))))
        return true;
    if (!resume && status.st_size > 0)
        cli_wrong(
            "'%.200s' is there already: --resume goes on from it, and another --state "
            "leaves it alone",
            t->state);
    if (!resume)
        return status.st_size == 0;
    if (!read_state(t))
        return false;
    t->resumed = ari_tune_saved_read(ari_text_get(&t->text), &t->saved, &error) == ARI_OK;
    if (!t->resumed)
        cli_wrong_error_in(t->state, NULL, &error);
    return t->resumed;
}

static bool begun_otherwise(const cli_tuning *t, const char *what, const char *then,
                            const char *now)
{
    return cli_refuse(
        "'%.200s' was begun with %s %.200s, not %.200s, and can only go on with that",
        t->state, what, then, now);
}

/* Does everything that was said agree with what is gone on from? */
static bool check_same(cli_tuning *t)
{
    ari_tune_job *now = &t->setup, *then = &t->saved.setup;
    char texts[2][32], option[32];
    if (strcmp(t->v->name, t->saved.game) != 0)
        return begun_otherwise(t, "the game", t->saved.game, t->v->name);
    if (now->method != then->method)
        return begun_otherwise(t, "--method", cli_tune_methods[then->method],
                               cli_tune_methods[now->method]);
    if (now->eval && strcmp(now->eval, then->eval) != 0)
        return begun_otherwise(t, "--eval", then->eval, now->eval);
    if (strcmp(now->who, then->who) != 0)
        return begun_otherwise(t, "the player", then->who, now->who);
    for (int i = 0; i < NUMBERS; i++) {
        int old = *number_of(then, i), new = *number_of(now, i);
        if (old == new)
            continue;
        snprintf(texts[0], sizeof *texts, "%d", old);
        snprintf(texts[1], sizeof *texts, "%d", new);
        snprintf(option, sizeof option, "--%s", numbers[i].option);
        return begun_otherwise(t, option, texts[0], texts[1]);
    }
    if (now->seed == then->seed)
        return true;
    snprintf(texts[0], sizeof *texts, "%llu", (unsigned long long)then->seed);
    snprintf(texts[1], sizeof *texts, "%llu", (unsigned long long)now->seed);
    return begun_otherwise(t, "--seed", texts[0], texts[1]);
}

/* What write_state added to the tuner's own state. */
static bool read_history(cli_tuning *t, const char *at)
{
    int n = dimensions(t), known = ari_tuner_generation(t->tuner);
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

/* Room for all generations, those of the file and those to come. */
static bool make_room(cli_tuning *t)
{
    int64_t known = ari_tuner_generation(t->tuner);
    if (known > GENERATIONS_MOST)
        return cli_refuse("%.200s: a tuning has at most %d generations", t->state,
                          GENERATIONS_MOST);
    int64_t room = known > t->generations ? known : t->generations;
    t->best = calloc((size_t)room * ARI_OPTIONS_MAX, sizeof *t->best);
    if (!t->best)
        cli_wrong("there is no memory for %lld generations", (long long)room);
    return t->best != NULL;
}

/* Splits the text after the tuner's part and takes both. */
static bool take_state(cli_tuning *t)
{
    static const char end[] = "\nend\n";
    ari_text own = ARI_TEXT_EMPTY;
    ari_error error;
    const char *whole = ari_text_get(&t->text), *found = strstr(whole, end);
    const char *rest = found ? found + sizeof end - 1 : whole + t->text.size;
    ari_text_add_bytes(&own, whole, (size_t)(rest - whole));
    bool loaded = ari_tuner_load(t->tuner, ari_text_get(&own), &error) == ARI_OK;
    ari_text_free(&own);
    if (!loaded)
        cli_wrong_error_in(t->state, NULL, &error);
    if (!loaded || !make_room(t))
        return false;
    if (!read_history(t, rest))
        return cli_refuse("%.200s: what was found so far is damaged", t->state);
    return true;
}

/* ---- the command ---- */

/* Plays the generations; the files are also written after Ctrl-C. */
static int play(const cli_arguments *arguments, cli_tuning *t)
{
    bool json = cli_given(arguments, "json");
    int first = ari_tuner_generation(t->tuner), done = 0, n = dimensions(t);
    ari_status status = ARI_OK;
    ari_error error;
    if (!json)
        cli_tune_heading(t);
    while (first + done < t->generations && status == ARI_OK) {
        status = ari_tuner_step(t->tuner, &error);
        if (status != ARI_OK)
            break;
        ari_individual answer = ari_tuner_answer(t->tuner);
        for (int i = 0; i < n; i++)
            t->best[(size_t)(first + done) * ARI_OPTIONS_MAX + (size_t)i] =
                answer.params[i];
        done++;
        add_csv_rows(t);
        if (!json)
            cli_tune_generation(t);
        if (t->state && !write_state(t))
            return CLI_WRONG;
    }
    if (status != ARI_OK && status != ARI_STOPPED)
        return cli_wrong_error(NULL, &error);
    double seconds = ari_seconds() - t->began;
    if (first + done > 0 && json)
        cli_tune_json(t, seconds);
    else if (first + done > 0)
        cli_tune_ranking(t, seconds);
    else if (!json)
        cli_print("Interrupted before the first generation was played.\n");
    if (first + done > 0 && !write_files(t))
        return CLI_WRONG;
    return status == ARI_STOPPED ? CLI_INTERRUPTED : CLI_DONE;
}

/* A tuner that stands where it should. */
static bool begin(cli_tuning *t)
{
    ari_error error;
    if (t->resumed && !check_same(t))
        return false;
    if (!cli_ok(ari_tuner_new(t->v, &t->setup, &t->tuner, &error), NULL, &error))
        return false;
    add_csv_heading(t);
    return t->resumed ? take_state(t) : make_room(t);
}

static int run(const cli_arguments *arguments)
{
    cli_tuning t = {
        .who = ARI_TEXT_EMPTY, .text = ARI_TEXT_EMPTY, .rows = ARI_TEXT_EMPTY};
    ari_variant *v = NULL;
    ari_pool *pool = NULL;
    int code = CLI_WRONG;
    if (!cli_game(cli_word(arguments, 0), &v))
        return CLI_WRONG;
    if (cli_choice(arguments, "method", ARI_TUNE_GENETIC) == CLI_TUNE_FIT) {
        code = cli_tune_fit(arguments, v);
        ari_variant_free(v);
        return code;
    }
    t.v = v;
    t.began = ari_seconds();
    if (cli_tune_options_suit(arguments, false) && look_for_state(arguments, &t) &&
        read_options(arguments, &t, &pool) && begin(&t))
        code = play(arguments, &t);
    ari_tuner_free(t.tuner);
    ari_tune_saved_free(&t.saved);
    free(t.best);
    ari_text_free(&t.who);
    ari_text_free(&t.text);
    ari_text_free(&t.rows);
    ari_pool_free(pool);
    ari_variant_free(v);
    return code;
}

static const cli_option options[] = {
    CLI_VALUE("method", "genetic|cma|fit",
              "mutation and selection (the default), CMA-ES, or a fit to exact values"),
    CLI_VALUE("eval", "NAME", "the evaluation to tune (default: the game's first)"),
    CLI_VALUE("generations", "N", "how many, with those of --resume (default 20)"),
    CLI_VALUE("population", "N", "parameter sets (default 10)"),
    CLI_VALUE("survivors", "N", "genetic: the best that stay (default 3)"),
    CLI_VALUE("mutation", "N",
              "genetic: the most that is added or subtracted (default 3)"),
    CLI_VALUE("range", "N", "parameters begin between -N and N (default 10)"),
    CLI_VALUE("games", "N", "games of a pairing with each side first (default 1)"),
    CLI_VALUE("opening-plies", "N",
              "begin with N random moves; fit: with up to N (default 8)"),
    CLI_VALUE("depth", "N", "depth of the searches (default 4; fit: 2)"),
    CLI_VALUE("who", "WHO",
              "another engine than alpha-beta of that depth, without its evaluation; "
              "fit: any player"),
    CLI_VALUE("csv", "FILE", "write every set of every generation"),
    CLI_VALUE("svg", "FILE", "draw the best sets by generation"),
    CLI_VALUE("state", "FILE", "write after each generation what is needed to go on"),
    CLI_SWITCH("resume",
               "go on from the file of --state, with its settings, if it is there"),
    CLI_VALUE("seed", "N", "the same tuning again, whatever --threads"),
    CLI_VALUE("threads", "N", "play N pairings at a time (default 1)"),
    CLI_VALUE("loss", "logistic|squares",
              "fit: what is made small (default: squares where there are payoffs)"),
    CLI_VALUE("positions", "N", "fit: look at N positions (default 2000)"),
    CLI_VALUE("nodes", "N", "fit: of a proof, at most (default 100000)"),
    CLI_VALUE("db", "FILE", "fit: take values from a database of 'ariadne strong'"),
    CLI_VALUE("beyond", "N", "fit: leave out what is decided within N plies (default 4)"),
    CLI_VALUE("last", "N", "fit: take positions from the last N plies (default: all)"),
    CLI_VALUE("errors", "N", "fit: N percent of the moves are random (default 10)"),
    CLI_VALUE("held-out", "N", "fit: N percent of the games only test (default 20)"),
    CLI_VALUE("ridge", "X", "fit: what large weights cost, above 0 (default 1)"),
    CLI_VALUE("largest", "N", "fit: the largest weight becomes N (default 100)"),
    CLI_VALUE("seconds", "S", "fit: look at no more positions after S seconds"),
    CLI_MEMORY_OPTION,
    CLI_JSON_OPTION,
    {.name = NULL}};

const cli_command cli_cmd_tune = {
    .name = "tune",
    .usage = "GAME",
    .summary = "find good parameters of an evaluation, by playing or from exact values",
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
        "FILE and --resume it goes on later, exactly as if it had not ended, with the\n"
        "seed and the settings that are in the file. Options that say otherwise are\n"
        "refused. If the file is not there, the tuning begins, so that one command line\n"
        "does for both. Without --resume a file that is there is not written over.\n"
        "\n"
        "With --method fit nothing is played against each other. Games are played, some\n"
        "moves of them at random; positions are drawn from them, each is looked up in "
        "the\n"
        "database or proved within --nodes, and left out where that does not tell its\n"
        "value. Then those weights are worked out with which the evaluation says best\n"
        "what they are worth: by logistic regression or, where there are payoffs, by\n"
        "least squares. Games that are held out tell what that is worth where it was\n"
        "not fitted. An evaluation with a table of weights is fitted in the same way;\n"
        "the table is printed as it stands in the game's file. The same seed gives the\n"
        "same weights, unless --seconds end the work.\n"
        "\n"
        "JSON: game, method, seed, generations, answer (the best set), player (to be\n"
        "used as WHO), ranking, seconds. Of a fit: game, method, loss, seed; games,\n"
        "positions, proved, looked_up, not_proved, early (decided within --beyond); "
        "won,\n"
        "drawn, lost; fitted_to and held_out (positions); stopped; eval (to be used as\n"
        "eval=), weights (each with its name, before, fitted, plain, which is the "
        "change\n"
        "of the logarithm of the odds or of the value, and positions in which it\n"
        "counts), turn (what being to move is worth besides), error (the mean loss with\n"
        "no_weights, those before and those fitted), nodes, seconds.",
    .examples =
        "ariadne tune connect4\n"
        "ariadne tune connect4 --eval threats --method cma --games 4 --threads 2\n"
        "ariadne tune connect4 --seed 1 --csv tuning.csv --svg tuning.svg\n"
        "ariadne tune connect4 --seed 1 --state tuning.txt --resume\n"
        "ariadne tune connect4 --state tuning.txt --resume --generations 40\n"
        "ariadne tune mnk:width=5,height=5,line=4 --depth 2\n"
        "ariadne tune connect4 --method fit --eval threats --positions 5000 --seed 1\n"
        "ariadne tune kalah --method fit --eval pits --positions 5000 --seed 1",
    .min_words = 1,
    .max_words = 1,
    .options = options,
    .run = run,
};
