/* cmd_queens.c: `ariadne queens`: n queens that do not attack each other. */
#include "cli/trace.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <ariadne/queens.h>

#define DRAWN 40       /* the largest board that is drawn in text */
#define DRAWN_SVG 2000 /* and as a picture */
#define CHUNK \
    ((size_t)1 << 16) /* bytes of output that are collected before they go out */
#define STATE_MOST ((size_t)1 << 26) /* bytes of a checkpoint */
#define BETWEEN_STATES 5.0           /* seconds between two checkpoints */

typedef struct request {
    ari_queens_job job;
    ari_backtrack_observer observer; /* of a search that is traced */
    bool json, all, count, distinct;
    const char *svg, *checkpoint;
    ari_pool *pool;
    double began, saved; /* seconds */
    cli_trace trace;
} request;

/* "92 solutions", "1 distinct solution" */
static void say_solutions(uint64_t count, const char *kind, ari_text *out)
{
    cli_say_count(count, out);
    ari_text_format(out, " %ssolution%s", kind, count == 1 ? "" : "s");
}

/* The columns, with something between; what has been collected goes out now and then. */
static void add_columns(uint32_t n, const uint32_t *columns, char between, ari_text *out)
{
    for (uint32_t y = 0; y < n && !cli_output_failed(); y++) {
        if (y > 0)
            ari_text_add_char(out, between);
        ari_text_add_number(out, columns[y]);
        if (out->size >= CHUNK) {
            cli_put(out);
            ari_text_clear(out);
        }
    }
}

static void add_json_columns(ari_json *json, const char *key, uint32_t n,
                             const uint32_t *columns)
{
    ari_json_array(json, key);
    add_columns(n, columns, ',', json->out);
    json->started = true;
    ari_json_array_end(json);
}

/* ---- one solution ---- */

static void print_answer(const request *r, const uint32_t *columns,
                         const ari_queens_answer *answer)
{
    uint32_t n = r->job.n;
    const char *method = ari_queens_method_name(answer->method);
    ari_text text = ARI_TEXT_EMPTY;
    if (answer->verdict == ARI_QUEENS_FOUND) {
        ari_text_format(&text, "%" PRIu32 " queens: a solution by %s\n\n", n, method);
        if (n <= DRAWN) {
            ari_queens_draw(n, columns, &text);
            ari_text_add_char(&text, '\n');
        }
        ari_text_add(&text, "Columns: ");
        add_columns(n, columns, ' ', &text);
        ari_text_add_char(&text, '\n');
    } else if (answer->verdict == ARI_QUEENS_NONE && answer->calls == 0) {
        ari_text_format(&text,
                        "%" PRIu32 " queens: there is no solution: of the queens placed, "
                        "one attacks another\n",
                        n);
    } else if (answer->verdict == ARI_QUEENS_NONE) {
        ari_text_format(&text, "%" PRIu32 " queens: there is no solution%s (by %s)\n", n,
                        r->job.placed.count ? " with these queens placed" : "", method);
    } else {
        ari_text_format(&text,
                        "%" PRIu32
                        " queens: %sno solution was found, which does not mean "
                        "that there is none; the last method tried was %s\n",
                        n, cli_interrupted() ? "interrupted: " : "", method);
    }
    cli_say(&text);
}

static void print_answer_json(request *r, const uint32_t *columns,
                              const ari_queens_answer *answer)
{
    ari_text text = ARI_TEXT_EMPTY;
    ari_json json = cli_json(&text);
    ari_json_number(&json, "n", r->job.n);
    ari_json_bool(&json, "found", answer->verdict == ARI_QUEENS_FOUND);
    if (answer->verdict != ARI_QUEENS_FOUND)
        ari_json_bool(&json, "proved", answer->verdict == ARI_QUEENS_NONE);
    ari_json_string(&json, "method", ari_queens_method_name(answer->method));
    ari_json_unsigned(&json, "calls", answer->calls);
    if (answer->verdict == ARI_QUEENS_FOUND)
        add_json_columns(&json, "columns", r->job.n, columns);
    ari_json_real(&json, "seconds", ari_seconds() - r->began);
    cli_trace_add(&r->trace, &json);
    cli_put_json(&json);
}

static void take_step(void *self, ari_event event, const void *node, size_t depth)
{
    const ari_queen *queen = node;
    cli_trace_square(self, event, queen->x, queen->y, depth);
}

static int find_one(request *r)
{
    ari_error error;
    r->observer = (ari_backtrack_observer){.self = &r->trace, .event = take_step};
    if (r->trace.on)
        r->job.observer = &r->observer;
    ari_queens_answer answer;
    uint32_t *columns = malloc((size_t)r->job.n * sizeof *columns);
    if (!columns)
        return cli_wrong("there is no memory left for a board of %" PRIu32, r->job.n);
    int code;
    if (ari_queens_find(&r->job, columns, &answer, &error) != ARI_OK) {
        code = cli_wrong_error(NULL, &error);
    } else {
        code = answer.verdict == ARI_QUEENS_FOUND ? CLI_DONE : CLI_NO;
        if (r->svg && code == CLI_DONE) {
            ari_text picture = ARI_TEXT_EMPTY;
            cli_may_end(true);
            ari_queens_draw_svg(r->job.n, columns, &r->job.placed, &picture);
            cli_may_end(false);
            if (!cli_write_file(r->svg, &picture))
                code = CLI_WRONG;
        }
        if (code == CLI_DONE)
            cli_only_prints();
        if (code != CLI_WRONG && r->json)
            print_answer_json(r, columns, &answer);
        else if (code != CLI_WRONG)
            print_answer(r, columns, &answer);
        if (answer.verdict == ARI_QUEENS_UNDECIDED && cli_interrupted())
            code = CLI_INTERRUPTED;
    }
    free(columns);
    return code;
}

/* ---- all solutions ---- */

typedef struct listing {
    const request *r;
    ari_text text;
    ari_json json;
    uint64_t count;
} listing;

static bool list_one(void *self, const uint32_t *columns)
{
    listing *list = self;
    uint32_t n = list->r->job.n;
    list->count++;
    if (list->r->json) {
        add_json_columns(&list->json, NULL, n, columns);
    } else {
        add_columns(n, columns, ' ', &list->text);
        ari_text_add_char(&list->text, '\n');
    }
    if (list->text.size >= CHUNK) {
        cli_put(&list->text);
        ari_text_clear(&list->text);
    }
    return !cli_output_failed();
}

static int list_all(request *r)
{
    listing list = {.r = r};
    ari_error error;
    list.json = ari_json_to(&list.text);
    if (r->json) {
        ari_json_object(&list.json, NULL);
        ari_json_number(&list.json, "n", r->job.n);
        ari_json_array(&list.json, "solutions");
    }
    ari_status status = ari_queens_all(&r->job, r->distinct, list_one, &list, &error);
    if (status != ARI_OK && status != ARI_STOPPED) {
        ari_text_free(&list.text);
        return cli_wrong_error(NULL, &error);
    }
    if (r->json) {
        ari_json_array_end(&list.json);
        ari_json_unsigned(&list.json, "count", list.count);
        ari_json_bool(&list.json, "complete", status == ARI_OK);
        ari_json_object_end(&list.json);
    } else {
        ari_text_format(&list.text, "%" PRIu32 " queens: ", r->job.n);
        say_solutions(list.count, r->distinct ? "distinct " : "", &list.text);
        ari_text_add(&list.text, status == ARI_OK ? "" : ", and then it was stopped");
    }
    ari_text_add_char(&list.text, '\n');
    cli_say(&list.text);
    return cli_interrupted()       ? CLI_INTERRUPTED
           : status == ARI_STOPPED ? CLI_NO
           : list.count == 0       ? CLI_NO
                                   : CLI_DONE;
}

/* ---- counting ---- */

static bool save_state(request *r, const ari_queens_count *count)
{
    ari_text state = ARI_TEXT_EMPTY;
    ari_queens_count_save(count, &state);
    r->saved = ari_seconds();
    return cli_write_file(r->checkpoint, &state);
}

static bool load_state(const request *r, ari_queens_count *count)
{
    ari_text state;
    ari_error error;
    if (access(r->checkpoint, F_OK) != 0 && errno == ENOENT)
        return true;
    if (!cli_read_file(r->checkpoint, STATE_MOST, &state))
        return false;
    bool loaded = ari_queens_count_load(count, ari_text_get(&state), &error) == ARI_OK;
    if (!loaded)
        cli_wrong("cannot go on from '%.200s': %s", r->checkpoint, error.message);
    ari_text_free(&state);
    return loaded;
}

static void on_part(void *self, const ari_queens_count *count)
{
    request *r = self;
    double seconds = ari_seconds() - r->began;
    size_t done = ari_queens_count_done(count), parts = ari_queens_count_parts(count);
    ari_text text = ARI_TEXT_EMPTY;
    ari_text_format(&text, "%.1f %%  part %zu of %zu  ",
                    100.0 * (double)done / (double)parts, done, parts);
    say_solutions(ari_queens_count_total(count), "", &text);
    ari_text_format(&text, " so far  %.1f s", seconds);
    cli_progress_say(seconds, &text);
    if (r->checkpoint && ari_seconds() - r->saved >= BETWEEN_STATES)
        save_state(r, count);
}

static void print_count(const request *r, uint64_t total, uint64_t distinct,
                        const ari_queens_count *count)
{
    ari_text text = ARI_TEXT_EMPTY;
    size_t done = ari_queens_count_done(count), parts = ari_queens_count_parts(count);
    if (r->json) {
        ari_json json = cli_json(&text);
        ari_json_number(&json, "n", r->job.n);
        ari_json_unsigned(&json, "count", r->distinct ? distinct : total);
        if (r->distinct)
            ari_json_unsigned(&json, "with_images", total);
        ari_json_bool(&json, "complete", done == parts);
        ari_json_real(&json, "seconds", ari_seconds() - r->began);
        ari_json_object_end(&json);
    } else {
        ari_text_format(&text, "%" PRIu32 " queens: ", r->job.n);
        if (done < parts)
            ari_text_add(&text, "at least ");
        say_solutions(r->distinct ? distinct : total, r->distinct ? "distinct " : "",
                      &text);
        if (r->distinct)
            ari_text_format(&text, " (%" PRIu64 " with those turned and mirrored)",
                            total);
        if (done < parts)
            ari_text_format(&text, "; stopped after %zu of %zu parts", done, parts);
    }
    ari_text_add_char(&text, '\n');
    cli_say(&text);
}

static int count_with(request *r, ari_queens_count *count)
{
    ari_error error;
    if (!cli_can_write(r->checkpoint) || (r->checkpoint && !load_state(r, count)))
        return CLI_WRONG;
    r->saved = ari_seconds();
    ari_status status = ari_queens_count_run(
        count, &r->job.limits, ari_pool_runner(r->pool), on_part, r, &error);
    cli_progress_end();
    if (r->checkpoint && !save_state(r, count))
        return CLI_WRONG;
    uint64_t total = ari_queens_count_total(count), distinct = 0;
    bool whole = status == ARI_OK;
    if (whole && r->distinct)
        status = ari_queens_distinct(r->job.n, total, &r->job.limits, &distinct, &error);
    if (status != ARI_OK && status != ARI_STOPPED)
        return cli_wrong_error(NULL, &error);
    if (status == ARI_STOPPED)
        r->distinct = false; /* that is known only at the end */
    print_count(r, total, distinct, count);
    return status == ARI_OK ? CLI_DONE : cli_interrupted() ? CLI_INTERRUPTED : CLI_NO;
}

static int count_all(request *r)
{
    ari_error error;
    ari_queens_count *count;
    if (ari_queens_count_new(r->job.n, &r->job.placed, &count, &error) != ARI_OK)
        return cli_wrong_error(NULL, &error);
    int code = count_with(r, count);
    ari_queens_count_free(count);
    return code;
}

/* ---- the request ---- */

static bool read_size(const char *word, uint32_t *n)
{
    char *end;
    errno = 0;
    long long value = strtoll(word, &end, 10);
    if (word[0] >= '0' && word[0] <= '9' && !*end && !errno && value >= 1 &&
        value <= ARI_QUEENS_MOST) {
        *n = (uint32_t)value;
        return true;
    }
    return cli_refuse(
        "the number of queens must be a whole number from 1 to %d, not '%.40s'",
        ARI_QUEENS_MOST, word);
}

/* Options that would have no effect are refused. */
static bool options_agree(const cli_arguments *arguments, const request *r)
{
    bool counting = r->count || (r->distinct && !r->all);
    const struct {
        bool wrong;
        const char *why;
    } rules[] = {
        {r->count && r->all, "--all and --count cannot be given together"},
        {r->distinct && cli_given(arguments, "placed"),
         "--distinct is for the empty board: with queens placed the images differ"},
        {(counting || r->all) && cli_given(arguments, "method"),
         "--method is for finding one solution"},
        {(counting || r->all) && cli_given(arguments, "order"),
         "--order is for finding one solution"},
        {cli_given(arguments, "order") && cli_given(arguments, "method"),
         "--order is an order of backtracking, and --method names a method: give one"},
        {(counting || r->all) && r->svg, "--svg draws one solution: leave out --all, "
                                         "--count and --distinct"},
        {r->trace.on && (counting || r->all ||
                         (r->job.method != ARI_QUEENS_BACKTRACK &&
                          r->job.method != ARI_QUEENS_EXACT)),
         "--trace tells the steps of backtracking for one solution: --order fixed or "
         "narrow"},
        {!counting && r->checkpoint, "--checkpoint is for counting: add --count"},
        {!counting && cli_given(arguments, "threads"),
         "--threads is for counting: add --count"},
        {counting && cli_given(arguments, "nodes"),
         "a count can be limited by --seconds, not by --nodes"},
    };
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        if (rules[i].wrong)
            return cli_refuse("%s", rules[i].why);
    }
    if (r->svg && r->job.n > DRAWN_SVG)
        return cli_refuse("--svg draws boards up to %d, and this one is %" PRIu32,
                          DRAWN_SVG, r->job.n);
    return true;
}

static bool read_placed(const cli_arguments *arguments, request *r)
{
    const char *text = cli_text(arguments, "placed", NULL);
    ari_error error;
    return !text ||
           cli_ok(ari_queens_parse(text, r->job.n, &r->job.placed, &error), text, &error);
}

static bool read_request(const cli_arguments *arguments, request *r)
{
    *r = (request){.json = cli_given(arguments, "json"),
                   .all = cli_given(arguments, "all"),
                   .count = cli_given(arguments, "count"),
                   .distinct = cli_given(arguments, "distinct"),
                   .svg = cli_text(arguments, "svg", NULL),
                   .checkpoint = cli_text(arguments, "checkpoint", NULL),
                   .began = ari_seconds()};
    r->job.method = (ari_queens_method)cli_choice(arguments, "method", ARI_QUEENS_AUTO);
    if (cli_given(arguments, "order"))
        r->job.method = cli_choice(arguments, "order", 0) == 0 ? ARI_QUEENS_BACKTRACK
                                                               : ARI_QUEENS_EXACT;
    r->trace = cli_trace_of(arguments);
    if (r->trace.on && r->job.method == ARI_QUEENS_AUTO)
        r->job.method = ARI_QUEENS_BACKTRACK;
    r->job.limits.stop = cli_stop();
    if (!read_size(cli_word(arguments, 0), &r->job.n) || !options_agree(arguments, r) ||
        !cli_count(arguments, "nodes", 0, &r->job.limits.nodes) ||
        !cli_count(arguments, "seed", 1, &r->job.seed) ||
        !cli_seconds(arguments, "seconds", 0, 1e9, &r->job.limits.seconds) ||
        !cli_threads(arguments, &r->pool))
        return false;
    return read_placed(arguments, r);
}

static int run(const cli_arguments *arguments)
{
    request r;
    int code = CLI_WRONG;
    if (read_request(arguments, &r))
        code = r.all                   ? list_all(&r)
               : r.count || r.distinct ? count_all(&r)
                                       : find_one(&r);
    ari_queens_placed_free(&r.job.placed);
    ari_text_free(&r.trace.text);
    ari_pool_free(r.pool);
    return code;
}

static const cli_option options[] = {
    CLI_SWITCH("all", "list every solution, one a line"),
    CLI_SWITCH("count", "count the solutions"),
    CLI_SWITCH("distinct",
               "count, or with --all list, only solutions that are no turned or mirrored "
               "images of each other"),
    CLI_VALUE("placed", "SQUARES",
              "queens that stand already, as \"0,3 5,4\" (column, row)"),
    CLI_VALUE("method", "auto|backtrack|construct|repair|exact",
              "how to find a solution (default auto)"),
    CLI_VALUE(
        "order", "fixed|narrow",
        "backtrack row by row, columns from the left, or always in the row with the "
        "fewest squares left"),
    CLI_VALUE("seed", "N", "for repair, which is random (default 1)"),
    CLI_VALUE("svg", "FILE", "draw the solution"),
    CLI_VALUE("threads", "N", "count with N threads (default 1)"),
    CLI_VALUE("checkpoint", "FILE",
              "keep the state of a count in FILE, and go on from it if it exists"),
    CLI_TRACE_OPTION,
    CLI_LIMIT_OPTIONS,
    CLI_JSON_OPTION,
    {.name = NULL}};

const cli_command cli_cmd_queens = {
    .name = "queens",
    .puzzle = "N queens",
    .usage = "N [--all] [--count] [--distinct]",
    .summary = "N queens that do not attack each other: one solution, all, how many",
    .about =
        "Shows a solution of the N queens puzzle, or says that there is none. The "
        "answer\n"
        "names the method. Of itself the program takes backtracking, row by row, while\n"
        "that is quick (N up to 29), and a construction that works for every N beyond.\n"
        "With queens placed it tries the construction, a search that always goes on in\n"
        "the narrowest row, and repair (a random board whose queens exchange columns\n"
        "until none is attacked). Up to N = 64 \"no solution\" is proved; beyond, a\n"
        "solution that is not found may still exist, and the program says so.\n"
        "\n"
        "--order fixed is plain backtracking, as in the textbook: the first row, then\n"
        "the next, each from its first column. --order narrow goes on where there is "
        "the\n"
        "least choice, and backtracks far less: compare the calls.\n"
        "\n"
        "A square is X,Y from 0, with 0,0 at the lower left. A solution is written as "
        "the\n"
        "columns of its queens, from the lowest row up.\n"
        "\n"
        "--count goes up to N = 28, though more than 20 takes long: --threads helps,\n"
        "--checkpoint keeps what is done every few seconds, and the same command goes "
        "on\n"
        "from there after it was stopped.\n"
        "\n"
        "JSON: n, found, method, calls, columns, seconds, and proved where none is\n"
        "found; with --all n, solutions, count, complete (nothing stopped it); with\n"
        "--count n, count, complete, seconds and, with --distinct, with_images (the\n"
        "count of all); with --trace the trace, of steps with event, at and depth.",
    .examples = "ariadne queens 8\n"
                "ariadne queens 8 --all --distinct\n"
                "ariadne queens 6 --order fixed --trace\n"
                "ariadne queens 20 --order fixed --json\n"
                "ariadne queens 18 --count --threads 2 --checkpoint queens18.state\n"
                "ariadne queens 8 --placed \"0,0 3,1\" --svg board.svg\n"
                "ariadne queens 1000000 --method repair --json",
    .min_words = 1,
    .max_words = 1,
    .options = options,
    .run = run,
};
