/* tune_fit.c: `ariadne tune --method fit`: weights of an evaluation from exact values. */
#include <string.h>

#include <ariadne/fit.h>

#include "cli/database.h"
#include "cli/tune.h"

/* One fit, with what is said of it. */
typedef struct fitting {
    const ari_variant *v;
    ari_fit_job job;
    ari_allowance memory;
    size_t bytes;
    ari_database *db;
    ari_text who;
    ari_eval eval; /* that is fitted, as it is without */
    ari_fit fit;
    double began;
} fitting;

/* ---- options ---- */

/* What belongs to the methods that play; and what to this one. */
static const char *const of_playing[] = {
    "generations", "population", "survivors", "mutation", "range",  "games",
    "csv",         "svg",        "state",     "resume",   "threads"};
static const char *const of_fitting[] = {"loss",    "positions", "nodes",    "beyond",
                                         "errors",  "last",      "held-out", "ridge",
                                         "largest", "seconds",   "db",       "memory"};

#define NAMES(list) ((int)(sizeof(list) / sizeof *(list)))

bool cli_tune_options_suit(const cli_arguments *arguments, bool fit)
{
    const char *const *strange = fit ? of_playing : of_fitting;
    int count = fit ? NAMES(of_playing) : NAMES(of_fitting);
    for (int i = 0; i < count; i++)
        if (cli_given(arguments, strange[i]))
            return cli_refuse(fit ? "--method fit plays no generations and takes no --%s"
                                  : "--%s is for --method fit",
                              strange[i]);
    return true;
}

static bool read_numbers(const cli_arguments *arguments, ari_fit_job *job)
{
    int64_t nodes;
    return cli_number(arguments, "positions", 2000, 1, ARI_FIT_POSITIONS,
                      &job->positions) &&
           cli_number(arguments, "nodes", 100000, 1, INT64_MAX, &nodes) &&
           (job->nodes = (uint64_t)nodes, true) &&
           cli_int(arguments, "beyond", 4, 0, ARI_PLY_MAX, &job->beyond) &&
           cli_int(arguments, "last", 0, 0, ARI_PLY_MAX, &job->last) &&
           cli_int(arguments, "errors", 10, 0, 100, &job->errors) &&
           cli_int(arguments, "opening-plies", 8, 0, 1000, &job->opening_plies) &&
           cli_int(arguments, "held-out", 20, 0, 90, &job->held_out) &&
           cli_int(arguments, "largest", 100, 1, ARI_FIT_WEIGHT, &job->largest) &&
           cli_seconds(arguments, "ridge", 1, 1e9, &job->ridge) &&
           cli_seconds(arguments, "seconds", 0, 1e9, &job->limits.seconds) &&
           cli_count(arguments, "seed", cli_any_seed(), &job->seed);
}

/* Who plays the games. */
static bool read_player(const cli_arguments *arguments, fitting *f)
{
    int depth;
    const char *who = cli_text(arguments, "who", NULL);
    if (!cli_int(arguments, "depth", 2, 1, ARI_PLY_MAX, &depth))
        return false;
    if (who)
        ari_text_add(&f->who, who);
    else
        ari_text_format(&f->who, "engine:depth=%d", depth);
    f->job.who = ari_text_get(&f->who);
    return true;
}

static void say_progress(void *self, const ari_progress *progress)
{
    (void)self;
    ari_text text = ARI_TEXT_EMPTY;
    ari_text_format(&text, "%d %% of the positions, ", progress->depth);
    cli_say_count(progress->nodes, &text);
    ari_text_add(&text, " nodes");
    cli_progress_say(progress->seconds, &text);
}

static bool read_options(const cli_arguments *arguments, fitting *f)
{
    ari_fit_job *job = &f->job;
    bool payoffs = ari_has(f->v, ARI_HAS_PAYOFFS);
    ari_error error;
    job->eval = cli_text(arguments, "eval", NULL);
    job->loss = (ari_fit_loss)cli_choice(arguments, "loss",
                                         payoffs ? ARI_FIT_SQUARES : ARI_FIT_LOGISTIC);
    if (!cli_tune_options_suit(arguments, true) || !read_numbers(arguments, job) ||
        !read_player(arguments, f) ||
        !cli_bytes(arguments, "memory", ARI_BYTES_DEFAULT, CLI_MEMORY_LEAST, &f->bytes) ||
        !cli_ok(ari_eval_parse(f->v, job->eval, 0, &f->eval, &error), NULL, &error))
        return false;
    size_t left = f->bytes;
    if (!cli_database_open(arguments, f->v, &left, &f->db))
        return false;
    if (f->db)
        job->lookup = ari_database_lookup(f->db);
    /* A half for the positions, and a half for what plays and proves. */
    ari_allowance_begin(&f->memory, left / 2);
    f->memory.given = f->bytes;
    job->bytes = left - left / 2;
    job->limits.memory = &f->memory;
    job->limits.stop = cli_stop();
    job->limits.progress = say_progress;
    return true;
}

/* ---- what is found ---- */

static void add_count(ari_text *out, int64_t count, const char *what)
{
    cli_say_count((uint64_t)count, out);
    ari_text_add(out, what);
}

static void say_sample(const fitting *f, ari_text *out)
{
    const ari_fit *fit = &f->fit;
    ari_text_format(out, "Seed %llu, ", (unsigned long long)f->job.seed);
    add_count(out, fit->games, " games, ");
    add_count(out, fit->positions,
              fit->stopped ? " positions until it was stopped\n" : " positions\n");
    ari_text_add(out, "Known:    ");
    add_count(out, fit->proved, " by proof, ");
    add_count(out, fit->looked_up, " from the database: ");
    add_count(out, fit->won, " won, ");
    add_count(out, fit->drawn, " drawn, ");
    add_count(out, fit->lost, " lost for the side to move\n");
    ari_text_add(out, "Left out: ");
    add_count(out, fit->unproved, " not proved within ");
    add_count(out, (int64_t)f->job.nodes, " nodes, ");
    add_count(out, fit->early, " decided within ");
    ari_text_format(out, "%d plies\n", f->job.beyond);
}

static void say_error(ari_text *out, const char *whose, const ari_fit_error *error,
                      bool test)
{
    ari_text_format(out, "%-12s  %10.4f", whose, error->training);
    if (test)
        ari_text_format(out, "  %10.4f", error->test);
    ari_text_add_char(out, '\n');
}

static void say_errors(const fitting *f, ari_text *out)
{
    const ari_fit *fit = &f->fit;
    bool test = fit->test > 0;
    ari_text_format(out, "\n%-12s  %10s%s\n",
                    f->job.loss == ARI_FIT_LOGISTIC ? "mean loss" : "mean square",
                    "fitted to", test ? "    held out" : "");
    ari_text_format(out, "%-12s  %10lld", "positions", (long long)fit->training);
    if (test)
        ari_text_format(out, "  %10lld", (long long)fit->test);
    ari_text_add_char(out, '\n');
    say_error(out, "no weights", &fit->nothing, test);
    say_error(out, "before", &fit->before, test);
    say_error(out, "fitted", &fit->error, test);
}

static const ari_eval_info *info_of(const fitting *f)
{
    return &f->v->core->evals[f->eval.which];
}

static int before(const fitting *f, int i)
{
    const int *table = info_of(f)->weights;
    return table ? table[i] : f->eval.params[i];
}

static void say_parameters(const fitting *f, ari_text *out)
{
    const ari_fit *fit = &f->fit;
    ari_text_format(out, "\n%-12s  %8s  %8s  %12s\n", "weight", "before", "fitted",
                    "positions");
    for (int i = 0; i < fit->count; i++)
        ari_text_format(out, "%-12s  %8d  %8d  %12lld%s\n", fit->names[i], before(f, i),
                        fit->weights[i], (long long)fit->seen[i],
                        fit->seen[i] ? "" : "  (never counts here)");
}

/* As it stands in the game's file, a row a line. */
static void say_table(const fitting *f, ari_text *out)
{
    const ari_weight_row *row = info_of(f)->rows;
    ari_text_format(out, "\nThe table of %s, as the game's file has it:\n",
                    info_of(f)->name);
    for (int i = 0; row->name; row++) {
        ari_text_add(out, "   ");
        for (int j = 0; j < row->count; j++)
            ari_text_format(out, " %d,", f->fit.weights[i++]);
        ari_text_format(out, " /* %s */\n", row->name);
    }
}

/* The engine that plays with the answer; a table stands in the game's file. */
static void add_eval(const fitting *f, ari_text *out)
{
    ari_text_add(out, info_of(f)->name);
    for (int i = 0; !info_of(f)->weights && i < f->fit.count; i++)
        ari_text_format(out, ",%s=%d", f->fit.names[i], f->fit.weights[i]);
}

static void say_fit(const fitting *f, double seconds)
{
    ari_text text = ARI_TEXT_EMPTY;
    say_sample(f, &text);
    if (info_of(f)->weights) {
        say_table(f, &text);
        say_errors(f, &text);
    } else {
        say_parameters(f, &text);
        say_errors(f, &text);
        ari_text_add(&text, "\nAnswer: engine:eval=");
        add_eval(f, &text);
        ari_text_add_char(&text, '\n');
    }
    cli_say_count(f->fit.nodes, &text);
    ari_text_format(&text, " nodes, %.3f s\n", seconds);
    cli_say(&text);
}

/* ---- as JSON ---- */

static void add_json_weights(ari_json *json, const fitting *f)
{
    const ari_fit *fit = &f->fit;
    ari_json_array(json, "weights");
    for (int i = 0; i < fit->count; i++) {
        ari_json_object(json, NULL);
        ari_json_string(json, "name", fit->names[i]);
        ari_json_number(json, "before", before(f, i));
        ari_json_number(json, "fitted", fit->weights[i]);
        ari_json_real(json, "plain", fit->plain[i]);
        ari_json_number(json, "positions", fit->seen[i]);
        ari_json_object_end(json);
    }
    ari_json_array_end(json);
}

static void add_json_error(ari_json *json, const fitting *f, const char *whose,
                           const ari_fit_error *error)
{
    ari_json_object(json, whose);
    ari_json_real(json, "fitted_to", error->training);
    if (f->fit.test > 0)
        ari_json_real(json, "held_out", error->test);
    ari_json_object_end(json);
}

static void print_json(const fitting *f, double seconds)
{
    const ari_fit *fit = &f->fit;
    ari_text text = ARI_TEXT_EMPTY, eval = ARI_TEXT_EMPTY;
    ari_json json = cli_json(&text);
    const struct {
        const char *key;
        int64_t count;
    } counts[] = {
        {"games", fit->games},
        {"positions", fit->positions},
        {"proved", fit->proved},
        {"looked_up", fit->looked_up},
        {"not_proved", fit->unproved},
        {"early", fit->early},
        {"won", fit->won},
        {"drawn", fit->drawn},
        {"lost", fit->lost},
        {"fitted_to", fit->training},
        {"held_out", fit->test},
    };
    add_eval(f, &eval);
    ari_json_string(&json, "game", f->v->name);
    ari_json_string(&json, "method", "fit");
    ari_json_string(&json, "loss",
                    f->job.loss == ARI_FIT_LOGISTIC ? "logistic" : "squares");
    ari_json_unsigned(&json, "seed", f->job.seed);
    for (int i = 0; i < NAMES(counts); i++)
        ari_json_number(&json, counts[i].key, counts[i].count);
    ari_json_bool(&json, "stopped", fit->stopped);
    ari_json_string(&json, "eval", ari_text_get(&eval));
    add_json_weights(&json, f);
    ari_json_real(&json, "turn", fit->turn);
    ari_json_object(&json, "error");
    add_json_error(&json, f, "no_weights", &fit->nothing);
    add_json_error(&json, f, "before", &fit->before);
    add_json_error(&json, f, "fitted", &fit->error);
    ari_json_object_end(&json);
    ari_json_unsigned(&json, "nodes", fit->nodes);
    ari_json_real(&json, "seconds", seconds);
    cli_put_json(&json);
    ari_text_free(&eval);
}

/* ---- the command ---- */

static int fit(const cli_arguments *arguments, fitting *f)
{
    ari_error error;
    ari_status status = ari_fit_weights(f->v, &f->job, &f->fit, &error);
    cli_progress_end();
    if (status == ARI_RANGE && (f->fit.stopped || cli_interrupted())) {
        bool interrupted = cli_interrupted();
        if (!cli_given(arguments, "json"))
            cli_print("%s before enough positions were known.\n",
                      interrupted ? "Interrupted" : "The limit was reached");
        return interrupted ? CLI_INTERRUPTED : CLI_NO;
    }
    cli_error_advice(&error, status);
    if (status != ARI_OK)
        return cli_wrong_error(NULL, &error);
    double seconds = ari_seconds() - f->began;
    (cli_given(arguments, "json") ? print_json : say_fit)(f, seconds);
    return f->fit.stopped && cli_interrupted() ? CLI_INTERRUPTED : CLI_DONE;
}

int cli_tune_fit(const cli_arguments *arguments, const ari_variant *v)
{
    fitting f = {.v = v, .who = ARI_TEXT_EMPTY, .began = ari_seconds()};
    int code = read_options(arguments, &f) ? fit(arguments, &f) : CLI_WRONG;
    ari_database_free(f.db);
    ari_text_free(&f.who);
    return code;
}
