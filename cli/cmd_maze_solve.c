/* cmd_maze_solve.c: `ariadne maze solve`: the way out, in words, as JSON, drawn. */
#include "cli/cmd_maze.h"

#include <inttypes.h>
#include <string.h>

#define POINTS_TOLD 1000 /* longer paths are told only as JSON */
#define WIDTH_DRAWN 50   /* larger mazes are drawn only when asked for */
#define HEIGHT_DRAWN 40
#define EVENTS_MOST 10000000 /* of a trace in JSON, which is held in memory */
#define MOST_SECONDS 1e9

typedef struct solving {
    const cli_arguments *arguments;
    ari_maze *maze;
    ari_maze_job job;
    ari_maze_solution solution;
    bool json;
    ari_text trace; /* JSON: the events so far */
    uint64_t events;
    cli_maze_show *show;
} solving;

/* ---- numbers, of which there may be millions ---- */

static char *put_number(char *end, int64_t value)
{
    uint64_t rest = value < 0 ? (uint64_t)-value : (uint64_t)value;
    do
        *--end = (char)('0' + rest % 10);
    while (rest /= 10);
    if (value < 0)
        *--end = '-';
    return end;
}

/* "[x,y]" */
static void add_point(ari_text *out, ari_maze_point p)
{
    char digits[32], *end = digits + sizeof digits, *at = end;
    *--at = ']';
    at = put_number(at, p.y);
    *--at = ',';
    at = put_number(at, p.x);
    *--at = '[';
    ari_text_add_bytes(out, at, (size_t)(end - at));
}

/* ---- the trace ---- */

static void add_json_event(solving *s, const ari_maze_event *event)
{
    if (s->events++ >= EVENTS_MOST)
        return;
    ari_text_add(&s->trace, s->events > 1 ? ",{\"event\":\"" : "{\"event\":\"");
    ari_text_add(&s->trace, ari_maze_event_name(event->kind));
    ari_text_add(&s->trace, "\",\"at\":");
    add_point(&s->trace, event->at);
    ari_text_format(&s->trace, ",\"depth\":%" PRIu64 "}", event->depth);
}

static void take_event(void *self, const ari_maze_event *event)
{
    solving *s = self;
    if (s->show)
        cli_maze_show_event(s->show, event);
    else if (s->json)
        add_json_event(s, event);
    else
        cli_print("%-8s (%d,%d) %" PRIu64 "\n", ari_maze_event_name(event->kind),
                  event->at.x, event->at.y, event->depth);
}

/* ---- the answer ---- */

static void add_json_path(ari_json *json, const ari_maze_path *path)
{
    ari_maze_point p = path->start;
    ari_json_array(json, "path");
    add_point(json->out, p);
    for (uint64_t i = 0; i < path->steps; i++) {
        p = ari_maze_beside(p, ari_maze_path_step(path, i));
        ari_text_add_char(json->out, ',');
        add_point(json->out, p);
    }
    ari_json_array_end(json);
}

static void print_json(const solving *s)
{
    const ari_maze_solution *found = &s->solution;
    ari_text text = ARI_TEXT_EMPTY;
    ari_json json = ari_json_to(&text);
    ari_json_object(&json, NULL);
    ari_json_bool(&json, "solved", found->solved);
    ari_json_string(&json, "method", ari_maze_method_name(s->job.method));
    if (found->solved)
        ari_json_unsigned(&json, "length", found->path.steps);
    ari_json_unsigned(&json, "calls", found->calls);
    ari_json_unsigned(&json, "depth", found->depth);
    if (found->loop)
        ari_json_bool(&json, "loop", true);
    if (found->stopped)
        ari_json_bool(&json, "stopped", true);
    if (found->solved)
        add_json_path(&json, &found->path);
    if (s->job.event && !s->show) {
        ari_json_array(&json, "trace");
        ari_text_add(&text, ari_text_get(&s->trace));
        ari_json_array_end(&json);
        ari_json_bool(&json, "trace_complete", s->events <= EVENTS_MOST);
    }
    text.failed = text.failed || s->trace.failed;
    cli_put_json(&json);
}

static void say_count(ari_text *out, uint64_t count, const char *one, const char *many)
{
    cli_say_count(count, out);
    ari_text_format(out, " %s", count == 1 ? one : many);
}

/* "72 calls, deepest nesting 30" */
static void say_work(const solving *s, ari_text *out)
{
    const ari_maze_solution *found = &s->solution;
    switch (s->job.method) {
    case ARI_MAZE_RECURSIVE:
        say_count(out, found->calls, "call", "calls");
        ari_text_add(out, ", deepest nesting ");
        cli_say_count(found->depth, out);
        break;
    case ARI_MAZE_SHORTEST:
        say_count(out, found->calls, "square looked at", "squares looked at");
        break;
    case ARI_MAZE_DEAD_ENDS:
        say_count(out, found->calls, "square filled", "squares filled");
        break;
    default:
        say_count(out, found->calls, "square entered", "squares entered");
    }
}

static void say_path(const ari_maze_path *path, ari_text *out)
{
    if (path->steps >= POINTS_TOLD) {
        ari_text_add(out, "The path is long; --json tells all its points.\n");
        return;
    }
    ari_maze_point p = path->start;
    size_t line = out->size;
    for (uint64_t i = 0; i <= path->steps; i++) {
        char point[32], *end = point + sizeof point, *at = end;
        *--at = ')';
        at = put_number(at, p.y);
        *--at = ',';
        at = put_number(at, p.x);
        *--at = '(';
        if (i > 0 && out->size - line + (size_t)(end - at) >= 80) {
            ari_text_add_char(out, '\n');
            line = out->size;
        } else if (i > 0) {
            ari_text_add_char(out, ' ');
        }
        ari_text_add_bytes(out, at, (size_t)(end - at));
        if (i < path->steps)
            p = ari_maze_beside(p, ari_maze_path_step(path, i));
    }
    ari_text_add_char(out, '\n');
}

static void print_words(const solving *s)
{
    const ari_maze_solution *found = &s->solution;
    ari_text text = ARI_TEXT_EMPTY;
    bool small = ari_maze_width(s->maze) <= WIDTH_DRAWN &&
                 ari_maze_height(s->maze) <= HEIGHT_DRAWN;
    if (!s->show && (small || cli_given(s->arguments, "draw"))) {
        ari_maze_style style = cli_maze_style(s->arguments);
        ari_maze_draw(s->maze, found->solved ? &found->path : NULL, &style, &text);
        ari_text_add_char(&text, '\n');
    }
    ari_text_format(&text, "%s: ", ari_maze_method_name(s->job.method));
    if (found->solved) {
        ari_text_add(&text, "out in ");
        say_count(&text, found->path.steps, "step", "steps");
    } else if (found->stopped) {
        ari_text_add(&text, "stopped before the end");
    } else if (found->loop) {
        ari_text_add(&text, "walks in a loop and never gets out");
    } else {
        ari_text_add(&text, "there is no way out");
    }
    ari_text_add(&text, "; ");
    say_work(s, &text);
    ari_text_add_char(&text, '\n');
    if (found->solved)
        say_path(&found->path, &text);
    cli_put(&text);
    ari_text_free(&text);
}

/* ---- the options ---- */

static bool read_job(const cli_arguments *arguments, ari_maze_job *job)
{
    int64_t nodes;
    *job = (ari_maze_job){
        .method = (ari_maze_method)cli_choice(arguments, "method", ARI_MAZE_RECURSIVE),
        .keep_marks = cli_given(arguments, "no-unmark"),
        .facing_given = cli_given(arguments, "facing"),
        .facing = (ari_direction)cli_choice(arguments, "facing", ARI_NORTH),
        .limits = {.stop = cli_stop()}};
    bool hand = job->method == ARI_MAZE_RIGHT_HAND || job->method == ARI_MAZE_LEFT_HAND;
    if (job->keep_marks && job->method != ARI_MAZE_RECURSIVE) {
        cli_wrong("--no-unmark is for --method recursive, not for %s",
                  ari_maze_method_name(job->method));
        return false;
    }
    if (job->facing_given && !hand) {
        cli_wrong("--facing is for --method right-hand and left-hand, not for %s",
                  ari_maze_method_name(job->method));
        return false;
    }
    if (!cli_number(arguments, "nodes", 0, 0, INT64_MAX, &nodes) ||
        !cli_seconds(arguments, "seconds", 0, MOST_SECONDS, &job->limits.seconds))
        return false;
    job->limits.nodes = (uint64_t)nodes;
    return true;
}

int cli_maze_solve(const cli_arguments *arguments, ari_maze *maze)
{
    solving s = {
        .arguments = arguments, .maze = maze, .json = cli_given(arguments, "json")};
    ari_error error;
    if (!read_job(arguments, &s.job))
        return CLI_WRONG;
    bool animate = cli_given(arguments, "animate");
    if (!animate && cli_given(arguments, "speed"))
        return cli_wrong("--speed is for --animate, which is missing");
    if (animate && !cli_maze_show_begin(arguments, maze, &s.show))
        return CLI_WRONG;
    if (animate || cli_given(arguments, "trace"))
        s.job.event = take_event;
    s.job.self = &s;
    ari_status status = ari_maze_solve(maze, &s.job, &s.solution, &error);
    cli_maze_show_end(s.show);
    int code = s.solution.solved ? CLI_DONE : CLI_NO;
    if (status != ARI_OK) {
        code = cli_wrong_error(NULL, &error);
    } else if (!cli_maze_pictures(arguments, maze,
                                  s.solution.solved ? &s.solution.path : NULL)) {
        code = CLI_WRONG;
    } else {
        if (s.json)
            print_json(&s);
        else
            print_words(&s);
        if (s.solution.stopped && cli_interrupted())
            code = CLI_INTERRUPTED;
    }
    ari_maze_solution_free(&s.solution);
    ari_text_free(&s.trace);
    return code;
}
