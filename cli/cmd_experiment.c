/* cmd_experiment.c: `ariadne experiment`: the documents' experiments once more. */
#include "cli/experiment.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const struct {
    const char *name, *help;
    int (*run)(const cli_experiment *e);
} experiments[] = {
    {"minimax-time", "time and nodes per move number: minimax",
     cli_experiment_minimax_time},
    {"alphabeta-time", "the same: alpha-beta beside minimax",
     cli_experiment_alphabeta_time},
    {"order-time", "the same: alpha-beta in its three orders", cli_experiment_order_time},
    {"eval-matches", "pattern(2,5) against other evaluations",
     cli_experiment_eval_matches},
    {"self-play", "evaluations against themselves: the first move",
     cli_experiment_self_play},
    {"tuning", "the genetic tuner and CMA-ES, several runs of each",
     cli_experiment_tuning},
    {"tuned-matches", "the tuned (+7,-3) against (2,5) and itself",
     cli_experiment_tuned_matches},
    {"nim-states", "calls and states of the three recursions", cli_experiment_nim_states},
    {"maze-calls", "calls with unmarking and without", cli_experiment_maze_calls},
};

#define EXPERIMENTS ((int)(sizeof experiments / sizeof *experiments))

/* ---- tables ---- */

bool cli_numbers_add(cli_numbers *table, const char *label, const double *numbers)
{
    if (table->rows == table->capacity) {
        int capacity = table->capacity ? 2 * table->capacity : 16;
        void *labels = realloc(table->labels, (size_t)capacity * sizeof *table->labels);
        if (!labels)
            return false;
        table->labels = labels;
        double *cells = realloc(table->cells, (size_t)capacity * (size_t)table->width *
                                                  sizeof *table->cells);
        if (!cells)
            return false;
        table->cells = cells;
        table->capacity = capacity;
    }
    snprintf(table->labels[table->rows], sizeof *table->labels, "%s", label);
    memcpy(table->cells + (size_t)table->rows * (size_t)table->width, numbers,
           (size_t)table->width * sizeof *numbers);
    table->rows++;
    return true;
}

double *cli_numbers_column(const cli_numbers *table, int column)
{
    double *values = calloc((size_t)table->rows + 1, sizeof *values);
    for (int i = 0; values && i < table->rows; i++)
        values[i] = table->cells[(size_t)i * (size_t)table->width + (size_t)column];
    return values;
}

void cli_numbers_free(cli_numbers *table)
{
    free(table->labels);
    free(table->cells);
    table->labels = NULL;
    table->cells = NULL;
}

static double cell(const cli_numbers *t, int row, int column)
{
    return t->cells[(size_t)row * (size_t)t->width + (size_t)column];
}

static void add_cell(const cli_numbers *t, int row, int column, ari_text *out)
{
    if (!isnan(cell(t, row, column)))
        ari_text_format(out, "%.*f", t->decimals[column], cell(t, row, column));
}

static void add_csv(const cli_numbers *t, ari_text *out)
{
    for (int i = 0; i <= t->width; i++)
        ari_text_format(out, "%s%s", i ? "," : "", t->columns[i]);
    ari_text_add_char(out, '\n');
    for (int row = 0; row < t->rows; row++) {
        bool quoted = strchr(t->labels[row], ',') != NULL;
        ari_text_format(out, quoted ? "\"%s\"" : "%s", t->labels[row]);
        for (int i = 0; i < t->width; i++) {
            ari_text_add_char(out, ',');
            add_cell(t, row, i, out);
        }
        ari_text_add_char(out, '\n');
    }
}

static int widest(const cli_numbers *t, int column, ari_text *scratch)
{
    size_t most = strlen(t->columns[column]);
    for (int row = 0; row < t->rows; row++) {
        ari_text_clear(scratch);
        if (column == 0)
            ari_text_add(scratch, t->labels[row]);
        else
            add_cell(t, row, column - 1, scratch);
        most = scratch->size > most ? scratch->size : most;
    }
    return (int)most;
}

static void add_words(const cli_numbers *t, ari_text *out)
{
    ari_text scratch = ARI_TEXT_EMPTY;
    int widths[CLI_TABLE_COLUMNS + 1] = {0};
    for (int i = 0; i <= t->width; i++)
        widths[i] = widest(t, i, &scratch);
    ari_text_format(out, "%s%s\n\n%-*s", t->title,
                    cli_interrupted() ? " (interrupted)" : "", widths[0], t->columns[0]);
    for (int i = 1; i <= t->width; i++)
        ari_text_format(out, "  %*s", widths[i], t->columns[i]);
    ari_text_add_char(out, '\n');
    for (int row = 0; row < t->rows; row++) {
        ari_text_format(out, "%-*s", widths[0], t->labels[row]);
        for (int i = 0; i < t->width; i++) {
            ari_text_clear(&scratch);
            add_cell(t, row, i, &scratch);
            ari_text_format(out, "  %*s", widths[i + 1], ari_text_get(&scratch));
        }
        ari_text_add_char(out, '\n');
    }
    ari_text_add_char(out, '\n');
    ari_text_free(&scratch);
}

static void add_json(const cli_numbers *t, ari_json *json)
{
    ari_json_object(json, t->name);
    ari_json_string(json, "title", t->title);
    if (cli_interrupted())
        ari_json_bool(json, "interrupted", true);
    ari_json_array(json, "rows");
    for (int row = 0; row < t->rows; row++) {
        ari_json_object(json, NULL);
        ari_json_string(json, t->columns[0], t->labels[row]);
        for (int i = 0; i < t->width; i++)
            if (isnan(cell(t, row, i)))
                ari_json_null(json, t->columns[i + 1]);
            else
                ari_json_real(json, t->columns[i + 1], cell(t, row, i));
        ari_json_object_end(json);
    }
    ari_json_array_end(json);
    ari_json_object_end(json);
}

static int write_in(const cli_experiment *e, const char *name, const char *ending,
                    ari_text *content)
{
    ari_text path = ARI_TEXT_EMPTY;
    ari_text_format(&path, "%s/%s.%s", e->out, name, ending);
    bool written = cli_write_file(ari_text_get(&path), content);
    ari_text_free(&path);
    return written ? CLI_DONE : CLI_WRONG;
}

int cli_experiment_keep(const cli_experiment *e, const cli_numbers *table)
{
    ari_text text = ARI_TEXT_EMPTY;
    add_csv(table, &text);
    return write_in(e, table->name, "csv", &text);
}

int cli_experiment_end(const cli_experiment *e, cli_numbers *table, int code)
{
    bool whole = code == CLI_DONE && !cli_interrupted();
    if (code != CLI_WRONG && (whole || table->rows > 0)) {
        ari_text text = ARI_TEXT_EMPTY;
        if (cli_experiment_keep(e, table) != CLI_DONE)
            code = CLI_WRONG;
        if (e->json) {
            add_json(table, e->report);
        } else if (!table->long_one) {
            add_words(table, &text);
            cli_say(&text);
            cli_flush();
        }
    }
    cli_numbers_free(table);
    return code == CLI_DONE && !whole ? CLI_INTERRUPTED : code;
}

int cli_experiment_chart(const cli_experiment *e, const char *name,
                         const ari_chart *chart)
{
    ari_text text = ARI_TEXT_EMPTY;
    ari_chart told = *chart;
    told.made_by = e->command;
    ari_chart_svg(&told, &text);
    return write_in(e, name, "svg", &text);
}

/* ---- the command ---- */

static int unknown(const char *name)
{
    ari_text names = ARI_TEXT_EMPTY;
    for (int i = 0; i < EXPERIMENTS; i++)
        ari_text_format(&names, "%s, ", experiments[i].name);
    int code = cli_wrong("there is no experiment '%.40s'; there are %sand all", name,
                         ari_text_get(&names));
    ari_text_free(&names);
    return code;
}

static bool make_folder(const char *path)
{
    struct stat status;
    if (stat(path, &status) == 0 && S_ISDIR(status.st_mode))
        return true;
    if (mkdir(path, 0777) == 0)
        return true;
    return cli_refuse("cannot make the folder '%.200s': %s", path, strerror(errno));
}

static int run_all(cli_experiment *e, const char *name)
{
    int code = CLI_DONE;
    bool all = strcmp(name, "all") == 0;
    for (int i = 0; i < EXPERIMENTS && code == CLI_DONE; i++)
        if (all || strcmp(name, experiments[i].name) == 0)
            code = experiments[i].run(e);
    if (code != CLI_WRONG && cli_experiment_index(e->out) != CLI_DONE)
        code = CLI_WRONG;
    if (!cli_interrupted())
        return code;
    cli_wrong("interrupted; what was finished by then is in '%.200s'", e->out);
    return CLI_INTERRUPTED;
}

static int run(const cli_arguments *arguments)
{
    const char *name = cli_word(arguments, 0);
    bool known = strcmp(name, "all") == 0;
    for (int i = 0; i < EXPERIMENTS; i++)
        known |= strcmp(name, experiments[i].name) == 0;
    if (!known)
        return unknown(name);
    cli_experiment e = {.out = cli_text(arguments, "out", NULL),
                        .eval = cli_text(arguments, "eval", "neutral"),
                        .json = cli_given(arguments, "json")};
    ari_pool *pool = NULL;
    if (!e.out)
        return cli_wrong("an experiment needs --out DIR, the folder for what it writes");
    if (!cli_number(arguments, "games", 0, 1, 1000000, &e.games) ||
        !cli_number(arguments, "depth", 6, 1, CLI_DEPTH_MOST, &e.depth) ||
        !cli_number(arguments, "generations", 30, 1, 10000, &e.generations) ||
        !cli_number(arguments, "seeds", 10, 1, 1000, &e.seeds) ||
        !cli_number(arguments, "most", 200000000, 1, INT64_MAX, &e.most) ||
        !cli_count(arguments, "seed", 1, &e.seed) || !cli_threads(arguments, &pool))
        return CLI_WRONG;
    int code = CLI_WRONG;
    e.runner = ari_pool_runner(pool);
    ari_text text = ARI_TEXT_EMPTY, command = ARI_TEXT_EMPTY;
    ari_json json = cli_json(&text);
    e.report = &json;
    cli_say_command(arguments, &command);
    e.command = ari_text_get(&command);
    if (make_folder(e.out))
        code = run_all(&e, name);
    if (e.json && code != CLI_WRONG)
        cli_put_json(&json);
    ari_text_free(&text);
    ari_text_free(&command);
    ari_pool_free(pool);
    return code;
}

static const cli_option options[] = {
    CLI_VALUE("out", "DIR", "the folder for CSV and SVG files, and index.html"),
    CLI_VALUE("games", "N", "games (default 250 for times, 1000 each way for matches)"),
    CLI_VALUE("depth", "N", "depth of the searches (default 6)"),
    CLI_VALUE("seeds", "N", "tuning: runs of each method (default 10)"),
    CLI_VALUE("generations", "N", "tuning: how long a run is (default 30)"),
    CLI_VALUE("eval", "NAME",
              "evaluation for times: neutral (the default), random, pattern, ..."),
    CLI_VALUE("most", "N", "calls after which a count is given up (default 200000000)"),
    CLI_VALUE("seed", "N", "of all that is random (default 1)"),
    CLI_VALUE("threads", "N", "for matches and tuning (default 1)"),
    CLI_JSON_OPTION,
    {.name = NULL}};

const cli_command cli_cmd_experiment = {
    .name = "experiment",
    .usage = "NAME --out DIR",
    .summary = "rerun an experiment of the documents: tables and plots",
    .about =
        "Reruns one of the experiments that the course documents report, prints its\n"
        "table, and writes it as CSV and, where there is a curve, as SVG; index.html in\n"
        "the same folder shows all that is there, also what 'ariadne tune --csv --svg'\n"
        "has put there. NAME is\n"
        "\n"
        "  minimax-time    time and nodes per move number at depth 6: minimax\n"
        "  alphabeta-time  the same: alpha-beta beside minimax\n"
        "  order-time      the same: alpha-beta in its three orders of moves\n"
        "  eval-matches    pattern(2,5) against other evaluations, each side first\n"
        "  self-play       evaluations against themselves: what the first move is worth\n"
        "  tuning          the genetic tuner and CMA-ES, at equal numbers of games, "
        "each\n"
        "                  with several seeds; what they find against (2,5) and (+7,-3)\n"
        "  tuned-matches   the paper's (+7,-3) against (2,5) and against itself\n"
        "  nim-states      calls and states of the three versions of wins(state)\n"
        "  maze-calls      calls of the maze solver with unmarking and without\n"
        "  all             all of these\n"
        "\n"
        "docs/experiments.md sets the results beside those of the documents. Times are\n"
        "processor time of one thread. self-play and tuned-matches also go through the\n"
        "depths from 1 to two more than --depth. Ctrl-C ends an experiment; what was\n"
        "finished by then, as the matches of a table, is written.\n"
        "\n"
        "JSON: for each experiment its title and rows, and interrupted where Ctrl-C has\n"
        "ended it.",
    .examples = "ariadne experiment order-time --out results\n"
                "ariadne experiment eval-matches --out results --games 100 --threads 2\n"
                "ariadne experiment all --out results",
    .min_words = 1,
    .max_words = 1,
    .options = options,
    .run = run,
};
