/* cmd_insanity.c: `ariadne insanity`: coloured cubes in a line. */
#include "cli/trace.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include <ariadne/insanity.h>

#define FILE_MOST ((size_t)1 << 20)
#define PRINT_AT 65536 /* bytes that are gathered before they are printed */

typedef struct printing {
    const ari_cubes *cubes;
    ari_text text;
    ari_json json;
    const char *svg; /* where to draw the first solution, or NULL */
    bool as_json, wrong, undrawn;
    uint64_t told, most;
    int width; /* of the longest colour or heading */
    cli_trace trace;
} printing;

static const char *const side_names[4] = {"front", "top", "back", "bottom"};

static void add_row(printing *p, const char *first, const char *const *cells)
{
    ari_text_format(&p->text, "  %-4s", first);
    for (int side = 0; side < 4; side++)
        ari_text_format(&p->text, "  %-*s", side < 3 ? p->width : 0, cells[side]);
    ari_text_add_char(&p->text, '\n');
}

static void add_table(printing *p, const ari_cubes_sides *sides)
{
    ari_text_format(&p->text, "\nsolution %" PRIu64 "\n", p->told);
    add_row(p, "cube", side_names);
    for (int i = 0; i < p->cubes->cubes; i++) {
        char number[16];
        const char *cells[4];
        snprintf(number, sizeof number, "%d", i + 1);
        for (int side = 0; side < 4; side++)
            cells[side] = p->cubes->names[sides[i][side]];
        add_row(p, number, cells);
    }
}

static void add_json(printing *p, const ari_cubes_sides *sides)
{
    ari_json_array(&p->json, NULL);
    for (int i = 0; i < p->cubes->cubes; i++) {
        ari_json_array(&p->json, NULL);
        for (int side = 0; side < 4; side++)
            ari_json_string(&p->json, NULL, p->cubes->names[sides[i][side]]);
        ari_json_array_end(&p->json);
    }
    ari_json_array_end(&p->json);
}

static void print_text(printing *p)
{
    cli_put(&p->text);
    ari_text_clear(&p->text);
}

static bool draw(const printing *p, const ari_cubes_sides *sides)
{
    ari_text picture = ARI_TEXT_EMPTY;
    ari_cubes_svg(p->cubes, sides, &picture);
    return cli_write_file(p->svg, &picture);
}

/* "forced   cube 2, front: red and blue (needed white) 1" */
static void take_step(void *self, ari_event event, const void *node, size_t depth)
{
    printing *p = self;
    const ari_cubes_choice *choice = node;
    const char *a = p->cubes->names[choice->pair[0]],
               *b = p->cubes->names[choice->pair[1]];
    const char *where = choice->top ? "top" : "front";
    bool told = event == ARI_EVENT_FORCED || event == ARI_EVENT_DEAD_END;
    const char *why = told ? ari_cubes_why_name(choice->why) : NULL;
    bool coloured =
        told && (choice->why == ARI_CUBES_NEEDED || choice->why == ARI_CUBES_TOO_OFTEN ||
                 choice->why == ARI_CUBES_TOO_RARE);
    ari_json *json = &p->trace.json;
    if (!cli_trace_begin(&p->trace, event))
        return;
    if (!p->as_json) {
        cli_print("cube %d, %s: %s and %s", choice->cube + 1, where, a, b);
        if (why)
            cli_print(" (%s%s%s)", why, coloured ? " " : "",
                      coloured ? p->cubes->names[choice->colour] : "");
        cli_print(" %zu\n", depth);
        return;
    }
    ari_json_number(json, "cube", choice->cube + 1);
    ari_json_string(json, "side", where);
    ari_json_array(json, "pair");
    ari_json_string(json, NULL, a);
    ari_json_string(json, NULL, b);
    ari_json_array_end(json);
    if (why)
        ari_json_string(json, "why", why);
    if (coloured)
        ari_json_string(json, "colour", p->cubes->names[choice->colour]);
    ari_json_unsigned(json, "depth", depth);
    ari_json_object_end(json);
}

static bool print_solution(void *self, const ari_cubes_sides *sides)
{
    printing *p = self;
    p->wrong = !ari_cubes_check(p->cubes, sides);
    if (p->wrong || cli_output_failed())
        return false;
    if (p->told++ == 0 && p->svg && !draw(p, sides)) {
        p->undrawn = true;
        return false;
    }
    if (p->as_json)
        add_json(p, sides);
    else
        add_table(p, sides);
    if (p->text.size > PRINT_AT || p->trace.on)
        print_text(p);
    return p->told != p->most;
}

static void begin(printing *p)
{
    const ari_cubes *cubes = p->cubes;
    p->width = (int)strlen("front");
    for (int i = 0; i < cubes->colours; i++) {
        int length = (int)strlen(cubes->names[i]);
        p->width = length > p->width ? length : p->width;
    }
    p->json = ari_json_to(&p->text);
    if (!p->as_json) {
        ari_text_format(&p->text, "%d cube%s, %d colour%s\n", cubes->cubes,
                        cubes->cubes == 1 ? "" : "s", cubes->colours,
                        cubes->colours == 1 ? "" : "s");
        return;
    }
    ari_json_object(&p->json, NULL);
    ari_json_number(&p->json, "cubes", cubes->cubes);
    ari_json_number(&p->json, "colours", cubes->colours);
    ari_json_array(&p->json, "solutions");
}

/* "12 distinct", "at least 12 distinct" */
static void say_count(uint64_t count, bool all_seen, ari_text *text)
{
    if (!all_seen || count == UINT64_MAX)
        ari_text_add(text, "at least ");
    cli_say_count(count, text);
}

static void say_counts(printing *p, const ari_cubes_answer *answer)
{
    ari_text *text = &p->text;
    bool stopped = answer->end == ARI_BACKTRACK_STOPPED;
    ari_text_add_char(text, '\n');
    if (stopped)
        ari_text_add(text, "stopped before all was seen: ");
    if (answer->end == ARI_BACKTRACK_ENOUGH) {
        ari_text_add(text, "there may be more solutions\n");
    } else if (answer->all == 0 && answer->end == ARI_BACKTRACK_DONE) {
        ari_text_add(text, "there is no solution");
        if (p->cubes->cubes > p->cubes->colours)
            ari_text_add(text,
                         ": with more cubes than colours every side shows some colour "
                         "twice");
        ari_text_add_char(text, '\n');
    } else if (answer->all == 0) {
        ari_text_add(text, "no solution was found by then\n");
    } else {
        say_count(answer->distinct, !stopped, text);
        ari_text_format(text, " distinct solution%s, ", answer->distinct == 1 ? "" : "s");
        say_count(answer->all, !stopped, text);
        ari_text_add(text, " with all turns of the whole line\n");
    }
}

static void end(printing *p, const ari_cubes_answer *answer)
{
    if (!p->as_json) {
        say_counts(p, answer);
    } else {
        ari_json_array_end(&p->json);
        if (answer->end == ARI_BACKTRACK_DONE) {
            ari_json_unsigned(&p->json, "count", answer->all);
            ari_json_unsigned(&p->json, "distinct", answer->distinct);
        }
        ari_json_bool(&p->json, "complete", answer->end == ARI_BACKTRACK_DONE);
        cli_trace_add(&p->trace, &p->json);
        ari_json_object_end(&p->json);
        ari_text_add_char(&p->text, '\n');
    }
    print_text(p);
}

static int solve(printing *p, ari_cubes_job *job)
{
    ari_cubes_answer answer;
    ari_error error;
    begin(p);
    if (p->trace.on)
        print_text(p);
    ari_status status = ari_cubes_solve(p->cubes, job, &answer, &error);
    if (status != ARI_OK)
        return cli_wrong_error(NULL, &error);
    if (p->undrawn)
        return CLI_WRONG;
    if (p->wrong)
        return cli_wrong("a solution failed its check: this is a mistake in the program");
    end(p, &answer);
    if (cli_interrupted())
        return CLI_INTERRUPTED;
    if (answer.end == ARI_BACKTRACK_STOPPED)
        return CLI_NO;
    return answer.all > 0 || answer.end == ARI_BACKTRACK_ENOUGH ? CLI_DONE : CLI_NO;
}

static bool read_cubes(const char *path, ari_cubes *cubes)
{
    ari_text text;
    ari_error error;
    if (!path) {
        ari_cubes_classic(cubes);
        return true;
    }
    if (!cli_read_file(path, FILE_MOST, &text))
        return false;
    ari_status status = ari_cubes_parse(ari_text_get(&text), text.size, cubes, &error);
    ari_text_free(&text);
    if (status != ARI_OK)
        cli_wrong("'%.200s', %s", strcmp(path, "-") == 0 ? "standard input" : path,
                  error.message);
    return status == ARI_OK;
}

static int run(const cli_arguments *arguments)
{
    ari_cubes cubes;
    printing p = {.cubes = &cubes,
                  .svg = cli_text(arguments, "svg", NULL),
                  .as_json = cli_given(arguments, "json")};
    ari_cubes_job job = {.limits = {.stop = cli_stop()},
                         .all = cli_given(arguments, "all"),
                         .each = cli_given(arguments, "count") ? NULL : print_solution,
                         .self = &p};
    const ari_backtrack_observer observer = {.self = &p, .event = take_step};
    p.trace = cli_trace_of(arguments);
    if (p.trace.on)
        job.observer = &observer;
    if (job.all && cli_given(arguments, "distinct"))
        return cli_wrong("--all and --distinct exclude each other: give one of them");
    if (p.svg && !job.each)
        return cli_wrong("--svg draws a solution, and --count lists none");
    if (!cli_count(arguments, "most", 0, &p.most) ||
        !cli_seconds(arguments, "seconds", 0, 1e9, &job.limits.seconds) ||
        !read_cubes(cli_word(arguments, 0), &cubes))
        return CLI_WRONG;
    int code = solve(&p, &job);
    ari_text_free(&p.text);
    ari_text_free(&p.trace.text);
    return code;
}

static const cli_option options[] = {
    CLI_SWITCH("distinct",
               "one solution of those that are the same line turned (the default)"),
    CLI_SWITCH("all", "every solution, also the same line turned"),
    CLI_SWITCH("count", "only count, without listing"),
    CLI_VALUE("svg", "FILE", "draw the first solution"),
    CLI_VALUE("most", "N", "stop after N solutions (default 0: all)"),
    CLI_SECONDS_OPTION,
    CLI_TRACE_OPTION,
    CLI_JSON_OPTION,
    {.name = NULL}};

const cli_command cli_cmd_insanity = {
    .name = "insanity",
    .puzzle = "Coloured cubes (Instant Insanity)",
    .usage = "[FILE]",
    .summary = "turn coloured cubes so that each side of their line shows every colour",
    .about =
        "Puts cubes with coloured faces in a line so that none of its four long sides\n"
        "shows a colour twice: with as many cubes as colours, each side shows each "
        "colour\n"
        "once. Without a file it takes the four cubes of Instant Insanity. A solution\n"
        "lists the four sides of each cube in turn: front, top, back, bottom. Turning "
        "the\n"
        "whole line makes up to 8 solutions of one; --distinct shows one of them.\n"
        "\n"
        "A file (- for standard input) has a line for each cube: six colours, as three\n"
        "pairs of opposite faces. A colour is a word of letters, digits, '-' and '_'; "
        "six\n"
        "letters without spaces, RWRGBR, are six colours of a letter. Empty lines and\n"
        "what follows a # do not count. The exit code is 1 when there is no solution, "
        "or\n"
        "the time did not suffice.\n"
        "\n"
        "JSON: cubes, colours, solutions (for each cube its four sides), count (with\n"
        "all turns of the line), distinct, complete; with --trace the trace, of steps\n"
        "with event, cube, side, pair, why and colour where there is a reason, and "
        "depth.",
    .examples = "ariadne insanity\n"
                "ariadne insanity --svg cubes.svg\n"
                "ariadne insanity --trace\n"
                "ariadne insanity --all --json\n"
                "ariadne insanity cubes.txt --count",
    .min_words = 0,
    .max_words = 1,
    .options = options,
    .run = run,
};
