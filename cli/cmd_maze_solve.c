/* cmd_maze_solve.c: `ariadne maze solve`: the way out, in words, as JSON, drawn. */
#include "cli/cmd_maze.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define POINTS_TOLD 1000 /* longer paths are told only as JSON */
#define WIDTH_DRAWN 50   /* larger mazes are drawn only when asked for */
#define HEIGHT_DRAWN 40
#define EVENTS_MOST 10000000 /* of a trace in JSON, which is held in memory */
#define MOST_SECONDS 1e9
#define WAYS_TOLD 1000      /* of all ways out; the others are only counted */
#define ALL_CALLS 100000000 /* to look for all of them, unless told otherwise */

typedef struct solving {
    const cli_arguments *arguments;
    ari_maze *maze;
    ari_maze_job job;
    ari_maze_solution solution;
    bool json;
    ari_text trace;                 /* JSON: the events so far */
    ari_text ways;                  /* --all: each way so far, in words or as JSON */
    ari_json trace_json, ways_json; /* write them */
    uint64_t told, longest;
    uint64_t events;
    cli_maze_show *show;
} solving;

/* ---- the trace ---- */

static void add_json_event(solving *s, const ari_maze_event *event)
{
    if (s->events++ >= EVENTS_MOST)
        return;
    ari_json_object(&s->trace_json, NULL);
    ari_json_string(&s->trace_json, "event", ari_maze_event_name(event->kind));
    ari_report_point(&s->trace_json, "at", event->at);
    ari_json_unsigned(&s->trace_json, "depth", event->depth);
    ari_json_object_end(&s->trace_json);
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

static void print_json(solving *s)
{
    const ari_maze_solution *found = &s->solution;
    ari_text text = ARI_TEXT_EMPTY;
    ari_json json = cli_json(&text);
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
        ari_report_path(&json, &found->path);
    if (s->job.way) {
        ari_json_unsigned(&json, "ways", found->ways);
        ari_json_unsigned(&json, "longest", s->longest);
        ari_json_members(&json, "paths", &s->ways);
        ari_json_bool(&json, "paths_complete", s->told <= WAYS_TOLD);
    }
    if (s->job.event && !s->show) {
        ari_json_members(&json, "trace", &s->trace);
        ari_json_bool(&json, "trace_complete", s->events <= EVENTS_MOST);
    }
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

/* The points of a path, in lines that begin after the first with `indent` spaces. */
static void say_points(const ari_maze_path *path, size_t indent, ari_text *out)
{
    ari_maze_point p = path->start;
    size_t line = out->size - indent;
    for (uint64_t i = 0; i <= path->steps; i++) {
        char point[32];
        size_t length = (size_t)snprintf(point, sizeof point, "(%d,%d)", p.x, p.y);
        if (i > 0 && out->size - line + length >= 80) {
            ari_text_add_char(out, '\n');
            line = out->size;
            ari_text_repeat(out, ' ', (int)indent);
        } else if (i > 0) {
            ari_text_add_char(out, ' ');
        }
        ari_text_add_bytes(out, point, length);
        if (i < path->steps)
            p = ari_maze_beside(p, ari_maze_path_step(path, i));
    }
    ari_text_add_char(out, '\n');
}

static void say_path(const ari_maze_path *path, ari_text *out)
{
    if (path->steps >= POINTS_TOLD)
        ari_text_add(out, "The path is long; --json tells all its points.\n");
    else
        say_points(path, 0, out);
}

/* ---- all ways out ---- */

#define WAY_INDENT 17

static bool take_way(void *self, const ari_maze_path *path)
{
    solving *s = self;
    s->longest = path->steps > s->longest ? path->steps : s->longest;
    if (s->told++ >= WAYS_TOLD)
        return true;
    if (s->json) {
        ari_report_way(&s->ways_json, path);
    } else {
        ari_text_format(&s->ways, "%4" PRIu64 " %5" PRIu64 " %s ", s->told, path->steps,
                        path->steps == 1 ? "step " : "steps");
        if (path->steps < POINTS_TOLD)
            say_points(path, WAY_INDENT, &s->ways);
        else
            ari_text_add_char(&s->ways, '\n');
    }
    return true;
}

/* "5 ways out, of 9 to 15 steps; 72 calls, deepest nesting 30", and each of them. */
static void say_ways(const solving *s, ari_text *out)
{
    const ari_maze_solution *found = &s->solution;
    say_count(out, found->ways, "way out", "ways out");
    if (found->stopped)
        ari_text_add(out, " so far, stopped before the end");
    if (found->ways > 1)
        ari_text_format(out, ", of %" PRIu64 " to %" PRIu64 " steps", found->path.steps,
                        s->longest);
    ari_text_add(out, "; ");
    say_work(s, out);
    ari_text_add(out, "\n");
    ari_text_add(out, ari_text_get(&s->ways));
    if (s->told > WAYS_TOLD)
        ari_text_format(out, "The first %d are told.\n", WAYS_TOLD);
    out->failed = out->failed || s->ways.failed;
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
    if (s->job.way) {
        say_ways(s, &text);
        cli_say(&text);
        return;
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
    cli_say(&text);
}

/* ---- the options ---- */

static bool read_job(const cli_arguments *arguments, ari_maze_job *job)
{
    *job = (ari_maze_job){
        .method = (ari_maze_method)cli_choice(arguments, "method", ARI_MAZE_RECURSIVE),
        .keep_marks = cli_given(arguments, "no-unmark"),
        .no_marks = cli_given(arguments, "no-mark"),
        .way = cli_given(arguments, "all") ? take_way : NULL,
        .facing_given = cli_given(arguments, "facing"),
        .facing = (ari_direction)cli_choice(arguments, "facing", ARI_NORTH),
        .limits = {.stop = cli_stop()}};
    bool hand = job->method == ARI_MAZE_RIGHT_HAND || job->method == ARI_MAZE_LEFT_HAND;
    static const char *const recursive[] = {"no-unmark", "no-mark", "all"};
    for (size_t i = 0; i < sizeof recursive / sizeof *recursive; i++) {
        if (!cli_given(arguments, recursive[i]))
            continue;
        if (job->method != ARI_MAZE_RECURSIVE)
            return cli_refuse("--%s is for --method recursive, not for %s", recursive[i],
                              ari_maze_method_name(job->method));
        for (size_t k = i + 1; k < sizeof recursive / sizeof *recursive; k++)
            if (cli_given(arguments, recursive[k]))
                return cli_refuse("--%s and --%s do not go together", recursive[i],
                                  recursive[k]);
    }
    if (job->facing_given && !hand)
        return cli_refuse("--facing is for --method right-hand and left-hand, not for %s",
                          ari_maze_method_name(job->method));
    if (!cli_count(arguments, "nodes", job->way ? ALL_CALLS : 0, &job->limits.nodes) ||
        !cli_seconds(arguments, "seconds", 0, MOST_SECONDS, &job->limits.seconds))
        return false;
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
    s.trace_json = ari_json_to(&s.trace);
    s.ways_json = ari_json_to(&s.ways);
    s.job.self = &s;
    ari_status status = ari_maze_solve(maze, &s.job, &s.solution, &error);
    bool ended = s.solution.stopped && cli_interrupted(); /* nothing is drawn any more */
    cli_maze_show_end(s.show);
    int code = s.solution.solved ? CLI_DONE : CLI_NO;
    if (status != ARI_OK) {
        code = cli_wrong_error(NULL, &error);
    } else if (!ended &&
               !cli_maze_pictures(arguments, maze,
                                  s.solution.solved ? &s.solution.path : NULL)) {
        code = CLI_WRONG;
    } else {
        if (s.json)
            print_json(&s);
        else
            print_words(&s);
        if (ended)
            code = CLI_INTERRUPTED;
    }
    ari_maze_solution_free(&s.solution);
    ari_text_free(&s.trace);
    ari_text_free(&s.ways);
    return code;
}
