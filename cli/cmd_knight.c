/* cmd_knight.c: `ariadne knight`: knight's tours, found, drawn and counted. */
#include "cli/trace.h"

#include <string.h>

#include <ariadne/knight.h>

#define MEMORY ((size_t)1 << 30)
#define MOST_SECONDS 1e9
#define PIECE 65536 /* bytes of JSON written at a time: paths may be long */

typedef struct request {
    ari_knight_job job;
    ari_backtrack_observer observer; /* of a search that is traced */
    bool json, count, numbers;
    const char *svg;
    ari_pool *pool;
    cli_trace trace;
} request;

static const char *kind(const request *r)
{
    return r->job.closed ? "closed" : "open";
}

static const char *method_name(ari_knight_method method)
{
    return method == ARI_KNIGHT_BACKTRACK ? "backtracking" : "construction";
}

/* ---- telling ---- */

static void begin_json(const request *r, ari_json *json)
{
    ari_json_object(json, NULL);
    ari_json_number(json, "width", r->job.width);
    ari_json_number(json, "height", r->job.height);
    ari_json_bool(json, "closed", r->job.closed);
}

static void end_json(ari_json *json)
{
    ari_json_object_end(json);
    ari_text_add_char(json->out, '\n');
    cli_put(json->out);
    ari_text_free(json->out);
}

static void take_step(void *self, ari_event event, const void *node, size_t depth)
{
    cli_trace *trace = self;
    uint32_t square, width = (uint32_t)trace->width;
    memcpy(&square, node, sizeof square);
    cli_trace_square(trace, event, square % width, square / width, depth);
}

static void print_json(request *r, const ari_knight_tour *tour)
{
    ari_text text = ARI_TEXT_EMPTY;
    ari_json json = ari_json_to(&text);
    uint32_t width = (uint32_t)tour->width;
    begin_json(r, &json);
    ari_json_bool(&json, "found", tour->found);
    if (tour->found) {
        ari_json_string(&json, "method", method_name(tour->method));
        ari_json_unsigned(&json, "calls", tour->stats.calls);
        ari_json_unsigned(&json, "backtracks", tour->stats.backtracks);
    } else {
        ari_json_string(&json, "why", tour->why);
    }
    ari_json_array(&json, "path");
    for (size_t i = 0; i < tour->length; i++) {
        ari_json_pair(&json, NULL, tour->path[i] % width, tour->path[i] / width);
        if (text.size >= PIECE) {
            cli_put(&text);
            ari_text_clear(&text);
        }
    }
    ari_json_array_end(&json);
    cli_trace_add(&r->trace, &json);
    end_json(&json);
}

static void add_square(const ari_knight_tour *tour, size_t index, ari_text *text)
{
    uint32_t square = tour->path[index], width = (uint32_t)tour->width;
    ari_text_format(text, "(%u,%u)", square % width, square / width);
}

static void print_tour(const request *r, const ari_knight_tour *tour)
{
    ari_text text = ARI_TEXT_EMPTY;
    ari_text_format(&text, "%s tour of %d x %d squares from ",
                    r->job.closed ? "Closed" : "Open", tour->width, tour->height);
    add_square(tour, 0, &text);
    if (!tour->closed) {
        ari_text_add(&text, " to ");
        add_square(tour, tour->length - 1, &text);
    }
    ari_text_format(&text, ", by %s: ", method_name(tour->method));
    cli_say_count(tour->stats.calls, &text);
    ari_text_add(&text, tour->stats.calls == 1 ? " call, " : " calls, ");
    cli_say_count(tour->stats.backtracks, &text);
    ari_text_add(&text, tour->stats.backtracks == 1 ? " backtrack\n" : " backtracks\n");
    ari_knight_text(tour, &text);
    cli_say(&text);
}

static void print_none(const request *r, const ari_knight_tour *tour)
{
    cli_print("No %s tour of %d x %d squares", kind(r), r->job.width, r->job.height);
    if (r->job.from >= 0)
        cli_print(" from (%d,%d)", (int)(r->job.from % r->job.width),
                  (int)(r->job.from / r->job.width));
    cli_print(": %s\n", tour->why);
}

static bool draw(const request *r, const ari_knight_tour *tour)
{
    ari_text text = ARI_TEXT_EMPTY;
    cli_may_end(true);
    ari_knight_svg(tour, r->numbers, &text);
    cli_may_end(false);
    if (ari_text_ok(&text))
        return cli_write_file(r->svg, &text);
    ari_text_free(&text);
    return cli_refuse("there is no memory left for the picture of %d x %d squares",
                      tour->width, tour->height);
}

/* The library gave no answer: the request was wrong, or it was stopped. */
static int no_answer(ari_status status, const ari_error *error)
{
    int code = cli_wrong_error(NULL, error);
    return status != ARI_STOPPED ? code : cli_interrupted() ? CLI_INTERRUPTED : CLI_NO;
}

/* ---- doing ---- */

static int find(request *r)
{
    ari_knight_tour tour;
    ari_error error;
    r->observer = (ari_backtrack_observer){.self = &r->trace, .event = take_step};
    if (r->trace.on)
        r->job.observer = &r->observer;
    ari_status status = ari_knight_find(&r->job, &tour, &error);
    if (status != ARI_OK)
        return no_answer(status, &error);
    int code = tour.found ? CLI_DONE : CLI_NO;
    if (tour.found && r->svg && !draw(r, &tour))
        code = CLI_WRONG;
    cli_only_prints();
    if (code != CLI_WRONG && r->json)
        print_json(r, &tour);
    else if (code == CLI_DONE)
        print_tour(r, &tour);
    else if (code == CLI_NO)
        print_none(r, &tour);
    ari_knight_tour_free(&tour);
    return code;
}

static void on_progress(void *self, const ari_progress *progress)
{
    const request *r = self;
    ari_text text = ARI_TEXT_EMPTY;
    if (progress->depth > 0)
        ari_text_format(&text, "square %d of %lld  ", progress->depth,
                        (long long)r->job.width * r->job.height);
    ari_text_format(&text, "%.1f M %s  %.1f s", (double)progress->nodes / 1e6,
                    progress->depth > 0 ? "states" : "calls", progress->seconds);
    cli_progress_say(progress->seconds, &text);
}

static int count(request *r)
{
    uint64_t tours;
    ari_error error;
    r->job.limits.progress = on_progress;
    r->job.limits.self = r;
    ari_status status =
        ari_knight_count(&r->job, ari_pool_runner(r->pool), &tours, &error);
    cli_progress_end();
    if (status == ARI_MEMORY)
        cli_error_advice(&error, status);
    if (status != ARI_OK)
        return no_answer(status, &error);
    ari_text text = ARI_TEXT_EMPTY;
    if (r->json) {
        ari_json json = ari_json_to(&text);
        begin_json(r, &json);
        ari_json_unsigned(&json, "count", tours);
        end_json(&json);
        return CLI_DONE;
    }
    cli_say_count(tours, &text);
    ari_text_format(&text, " %s tour%s of %d x %d squares", kind(r),
                    tours == 1 ? "" : "s", r->job.width, r->job.height);
    if (!r->job.closed && r->job.from >= 0)
        ari_text_format(&text, " from (%d,%d)", (int)(r->job.from % r->job.width),
                        (int)(r->job.from / r->job.width));
    else if (!r->job.closed && tours > 1)
        ari_text_add(&text, ", each with its reverse");
    ari_text_add_char(&text, '\n');
    cli_say(&text);
    return CLI_DONE;
}

/* ---- the request ---- */

static bool read_sides(const cli_arguments *arguments, ari_knight_job *job)
{
    /* One side makes a square board. */
    return cli_int(arguments, "height", 8, 1, ARI_KNIGHT_SIDE_MAX, &job->height) &&
           cli_int(arguments, "width", job->height, 1, ARI_KNIGHT_SIDE_MAX,
                   &job->width) &&
           cli_int(arguments, "height", job->width, 1, ARI_KNIGHT_SIDE_MAX, &job->height);
}

static bool read_from(const cli_arguments *arguments, ari_knight_job *job)
{
    const char *text = cli_text(arguments, "from", NULL);
    job->from = ARI_KNIGHT_ANYWHERE;
    if (!text)
        return true;
    int64_t x, y;
    if (!cli_point(text, &x, &y))
        return cli_refuse("--from takes a square as 3,0 (column, row), not '%.40s'",
                          text);
    if (x >= job->width || y >= job->height)
        return cli_refuse(
            "--from %.40s is not on the board: columns are 0 to %d, rows 0 to %d", text,
            job->width - 1, job->height - 1);
    job->from = y * job->width + x;
    return true;
}

/* Options that would have no effect are refused. */
static bool options_agree(const cli_arguments *arguments, const request *r)
{
    ari_knight_method method = r->job.method;
    const struct {
        bool wrong;
        const char *why;
    } rules[] = {
        {r->numbers && !r->svg, "--numbers is for the picture: add --svg FILE"},
        {r->trace.on && (r->count || method == ARI_KNIGHT_CONSTRUCT),
         "--trace tells the steps of backtracking for a tour: neither --count nor "
         "--method construct has any"},
        {r->count && r->svg, "--svg draws one tour, and --count finds none"},
        {r->count && cli_given(arguments, "seed"),
         "--seed is for finding a tour, and the count has no chance in it"},
        {r->count && method == ARI_KNIGHT_CONSTRUCT,
         "--method construct finds a tour; --count has backtrack and frontier"},
        {!r->count && method == ARI_KNIGHT_FRONTIER,
         "--method frontier is for counting: add --count"},
        {cli_given(arguments, "order") && r->count,
         "--order is for finding a tour, and the count is the same in any order"},
        {cli_given(arguments, "order") && method == ARI_KNIGHT_CONSTRUCT,
         "--order is for backtracking, and --method construct puts a tour together"},
        {r->job.order == ARI_KNIGHT_FIXED && cli_given(arguments, "seed"),
         "--seed chooses among equals, and --order fixed leaves nothing to choose"},
        {method == ARI_KNIGHT_FRONTIER && cli_given(arguments, "threads"),
         "--threads is for counting by backtracking; the frontier has one"},
        {!r->count && cli_given(arguments, "threads"),
         "--threads is for counting: add --count"},
        {!r->count && cli_given(arguments, "memory"),
         "--memory is for counting: add --count"},
    };
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        if (rules[i].wrong)
            return cli_refuse("%s", rules[i].why);
    }
    return true;
}

static bool read_request(const cli_arguments *arguments, request *r)
{
    *r = (request){.json = cli_given(arguments, "json"),
                   .count = cli_given(arguments, "count"),
                   .numbers = cli_given(arguments, "numbers"),
                   .svg = cli_text(arguments, "svg", NULL)};
    r->trace = cli_trace_of(arguments);
    r->job.closed = cli_given(arguments, "closed");
    r->job.method = (ari_knight_method)cli_choice(arguments, "method", ARI_KNIGHT_AUTO);
    r->job.order = (ari_knight_order)cli_choice(arguments, "order", ARI_KNIGHT_RULE);
    r->job.limits.stop = cli_stop();
    if (!read_sides(arguments, &r->job) || !read_from(arguments, &r->job) ||
        !options_agree(arguments, r) || !cli_count(arguments, "seed", 0, &r->job.seed) ||
        !cli_seconds(arguments, "seconds", 0, MOST_SECONDS, &r->job.limits.seconds) ||
        !cli_bytes(arguments, "memory", MEMORY, 1 << 20, &r->job.memory) ||
        !cli_threads(arguments, &r->pool))
        return false;
    r->trace.width = r->job.width;
    if (r->job.order == ARI_KNIGHT_FIXED || r->trace.on)
        r->job.method = ARI_KNIGHT_BACKTRACK; /* that is what is to be seen */
    return true;
}

static int run(const cli_arguments *arguments)
{
    request r;
    int code = CLI_WRONG;
    if (read_request(arguments, &r))
        code = r.count ? count(&r) : find(&r);
    ari_text_free(&r.trace.text);
    ari_pool_free(r.pool);
    return code;
}

static const cli_option options[] = {
    CLI_VALUE("width", "N", "columns of the board (default: as many as rows, or 8)"),
    CLI_VALUE("height", "N", "rows of the board (default: as many as columns, or 8)"),
    CLI_VALUE("from", "X,Y",
              "the first square; 0,0 is the lower left (default: one that has a tour)"),
    CLI_SWITCH("closed", "a tour whose end is a move away from its start"),
    CLI_SWITCH("count", "count the tours"),
    CLI_VALUE("method", "auto|backtrack|construct|frontier",
              "how to find a tour, or frontier to count them (default auto)"),
    CLI_VALUE("order", "warnsdorff|fixed",
              "of backtracking: where the fewest ways lead on (default), or always the "
              "same directions, plainly"),
    CLI_VALUE("seed", "N", "another tour for every N (default 0, the rule alone)"),
    CLI_VALUE("svg", "FILE", "draw the tour"),
    CLI_SWITCH("numbers", "svg: with every square's number in the tour"),
    CLI_SECONDS_OPTION,
    CLI_VALUE("threads", "N", "count by backtracking with N threads (default 1)"),
    CLI_VALUE("memory", "SIZE",
              "what counting by the frontier may take, as 512M or 4G (default 1G)"),
    CLI_TRACE_OPTION,
    CLI_JSON_OPTION,
    {.name = NULL}};

const cli_command cli_cmd_knight = {
    .name = "knight",
    .puzzle = "Knight's tours",
    .usage = "",
    .summary = "find, draw or count knight's tours of a board",
    .about =
        "A knight visits every square of the board once. Small boards are searched by\n"
        "backtracking: the knight goes where the fewest ways lead on (Warnsdorff's\n"
        "rule), among those to the square farthest from the middle, and takes back\n"
        "what was wrong. Larger ones are put together from tiles that backtracking has\n"
        "toured; boards with 3 or 4 rows are gone through column by column with every\n"
        "way of joining the squares. A tour is found whenever there is one, and\n"
        "otherwise the reason is given, with exit code 1.\n"
        "\n"
        "With --order fixed there is no rule and no looking ahead: one direction after\n"
        "the other, clockwise, and back where there is none. That shows what "
        "backtracking\n"
        "is, and what the rule is good for; beyond 8 x 8 it may take for ever.\n"
        "\n"
        "The board is printed with every square's number in the tour, the row 0 at the\n"
        "bottom.\n"
        "\n"
        "Closed tours are counted without regard to their start and direction. Open\n"
        "tours are counted with their start: a tour and its reverse are two, and with\n"
        "--from only those from there are counted. Up to 30 squares are counted by\n"
        "backtracking, larger boards by the frontier: square by square, with every way\n"
        "in which the squares so far can be joined. The shorter side may then be 7 for\n"
        "closed tours (7 x 8 takes half a minute) and 6 for open ones; the tours of the\n"
        "chessboard itself are too many for it. On a terminal, a line says how far the\n"
        "count has come.\n"
        "\n"
        "JSON: width, height, closed, found, method, calls, backtracks, path; why\n"
        "instead of the method when there is no tour. With --count: count. With "
        "--trace:\n"
        "trace, of steps with event, at and depth, and trace_complete.",
    .examples = "ariadne knight\n"
                "ariadne knight --closed --svg tour.svg\n"
                "ariadne knight --width 6 --svg tour.svg --numbers\n"
                "ariadne knight --width 5 --from 2,2 --json\n"
                "ariadne knight --width 5 --order fixed --trace\n"
                "ariadne knight --width 6 --height 8 --closed --count",
    .min_words = 0,
    .max_words = 0,
    .options = options,
    .run = run,
};
