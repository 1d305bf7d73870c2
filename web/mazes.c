/* mazes.c: /api/maze, /api/maze/generate and /api/maze/solve. */
#include <string.h>

#include <ariadne/maze.h>
#include <ariadne/report.h>

#include "web/events.h"

#define SIDE_MOST 100
#define CALLS_MOST 20000000 /* of a solver */
#define CIRCLES_MOST 100000 /* of one without marks, whose every call may be deeper */
#define PATHS 20            /* of all ways out, that are sent unless asked otherwise */
#define PATHS_MOST 100
#define MAZE_SECONDS 2.0

web_step web_maze, web_maze_generate, web_maze_solve;

/* ---- maps ---- */

/* A hexadecimal digit for each square of a row: the sum of its walls. */
static void add_walls(ari_json *json, const ari_maze *maze)
{
    ari_text row = ARI_TEXT_EMPTY;
    ari_maze_point p;
    ari_json_array(json, "walls");
    for (p.y = 0; p.y < (int32_t)ari_maze_height(maze); p.y++) {
        for (p.x = 0; p.x < (int32_t)ari_maze_width(maze); p.x++) {
            unsigned walls = 0;
            for (int d = ARI_NORTH; d <= ARI_WEST; d++)
                walls |= (unsigned)ari_maze_wall(maze, p, (ari_direction)d) << d;
            ari_text_add_char(&row, "0123456789abcdef"[walls]);
        }
        ari_json_text(json, NULL, &row);
    }
    ari_json_array_end(json);
}

/* Lines that an editor had cut short; absent when there were none. */
static void add_forgiven(ari_json *json, const ari_maze *maze)
{
    if (ari_maze_forgiven(maze))
        ari_json_unsigned(json, "forgiven", ari_maze_forgiven(maze));
}

/* With how it was made, if somebody asked. */
static void write_maze(web_task *task, const ari_maze *maze)
{
    ari_text text = {.memory = web_memory(task)};
    ari_maze_format(maze, &text);
    ari_json json = web_begin(task);
    ari_json_number(&json, "width", ari_maze_width(maze));
    ari_json_number(&json, "height", ari_maze_height(maze));
    ari_report_point(&json, "start", ari_maze_start(maze));
    add_walls(&json, maze);
    ari_json_text(&json, "text", &text);
    add_forgiven(&json, maze);
    if (task->events.most)
        web_events_end(task, &json);
    web_end(task, &json);
}

/* The maze of the task; NULL after refusing. */
static ari_maze *read_maze(web_task *task)
{
    const char *text = web_text(task, "maze", "");
    ari_maze *maze;
    ari_error error;
    if (!web_ok(task, ari_maze_parse(text, strlen(text), &maze, &error), "maze", &error))
        return NULL;
    if ((uint64_t)ari_maze_width(maze) * ari_maze_height(maze) <= WEB_SQUARES_MOST)
        return maze;
    ari_maze_free(maze);
    web_refuse_words(task, 422, "limit", "a maze has %d squares here at most",
                     WEB_SQUARES_MOST);
    return NULL;
}

void web_maze(web_task *task)
{
    ari_maze *maze = read_maze(task);
    if (maze)
        write_maze(task, maze);
    ari_maze_free(maze);
}

/* ---- making mazes ---- */

static void take_making(void *self, const ari_maze_making *event)
{
    ari_json *json = web_events_open(self, ari_maze_making_name(event->kind));
    if (!json)
        return;
    if (event->kind != ARI_MAKING_CLEAR) {
        ari_json_number(json, NULL, event->at.x);
        ari_json_number(json, NULL, event->at.y);
    }
    if (event->kind == ARI_MAKING_OPEN || event->kind == ARI_MAKING_BUILD)
        ari_json_string(json, NULL, ari_direction_name(event->side));
    ari_json_array_end(json);
}

void web_maze_generate(web_task *task)
{
    int64_t width, height;
    int algo;
    ari_maze_make_job plan = {.self = task};
    ari_maze *maze;
    ari_error error;
    if (!web_number(task, "width", 20, 2, SIDE_MOST, &width) ||
        !web_number(task, "height", 12, 2, SIDE_MOST, &height) ||
        !web_choice(task, "algo", "backtracker|kruskal|prim|wilson|eller|division", 0,
                    &algo) ||
        !web_real(task, "loops", 0, 0, 1, &plan.loops) ||
        !web_unsigned(task, "seed", 1, &plan.seed) ||
        !web_events_begin(task, 0)) /* nobody is told unless "most" is given */
        return;
    plan.algo = (ari_maze_algo)algo;
    plan.width = (uint32_t)width;
    plan.height = (uint64_t)height;
    plan.event = task->events.most ? take_making : NULL;
    if (!web_ok(task, ari_maze_generate(&plan, &maze, &error), NULL, &error))
        return;
    write_maze(task, maze);
    ari_maze_free(maze);
}

/* ---- ways out ---- */

typedef struct solving {
    web_task *task;
    ari_maze_job job;
    bool from_given;
    ari_maze_point from;
    ari_text ways; /* each way out so far, the array's members */
    ari_json json; /* writes it */
    uint64_t told, longest;
    int64_t paths; /* of them that are sent */
} solving;

static void take_event(void *self, const ari_maze_event *event)
{
    solving *s = self;
    web_events_add(s->task, ari_maze_event_name(event->kind), event->at.x, event->at.y,
                   event->depth);
}

static bool take_way(void *self, const ari_maze_path *path)
{
    solving *s = self;
    s->longest = path->steps > s->longest ? path->steps : s->longest;
    if (s->told++ < (uint64_t)s->paths)
        ari_report_way(&s->json, path);
    return true;
}

static void add_ways(ari_json *json, solving *s, const ari_maze_solution *solution)
{
    ari_json_unsigned(json, "ways", solution->ways);
    ari_json_unsigned(json, "longest", s->longest);
    ari_json_members(json, "paths", &s->ways);
    ari_json_bool(json, "paths_complete", s->told <= (uint64_t)s->paths);
}

static void write_solution(web_task *task, const ari_maze *maze,
                           const ari_maze_solution *solution)
{
    solving *s = task->state;
    ari_json json = web_begin(task);
    ari_json_bool(&json, "solved", solution->solved);
    ari_json_string(&json, "method", ari_maze_method_name(s->job.method));
    ari_json_bool(&json, "loop", solution->loop);
    ari_json_bool(&json, "stopped", solution->stopped);
    add_forgiven(&json, maze);
    if (solution->solved)
        ari_json_unsigned(&json, "length", solution->path.steps);
    ari_json_unsigned(&json, "calls", solution->calls);
    ari_json_unsigned(&json, "depth", solution->depth);
    if (solution->solved)
        ari_report_path(&json, &solution->path);
    if (s->job.way)
        add_ways(&json, s, solution);
    web_events_end(task, &json);
    web_end(task, &json);
}

static void solve(web_task *task)
{
    solving *s = task->state;
    ari_maze_solution solution;
    ari_error error;
    ari_maze *maze = read_maze(task);
    if (!maze)
        return;
    if (s->from_given)
        ari_maze_set_start(maze, s->from);
    s->ways.memory = &task->desk->memory;
    s->json = ari_json_to(&s->ways);
    s->job.limits.stop = &task->stop;
    s->job.limits.memory = web_memory(task);
    s->job.event = task->events.most ? take_event : NULL;
    s->job.self = s;
    if (web_ok(task, ari_maze_solve(maze, &s->job, &solution, &error), NULL, &error)) {
        write_solution(task, maze, &solution);
        ari_maze_solution_free(&solution);
    }
    ari_text_free(&s->ways);
    ari_maze_free(maze);
}

/* What only the recursive search knows: of these wishes, one at most. */
static bool read_recursive(web_task *task, ari_maze_job *job)
{
    bool all, mark, unmark;
    if (!web_flag(task, "all", false, &all) || !web_flag(task, "mark", true, &mark) ||
        !web_flag(task, "unmark", true, &unmark))
        return false;
    if (all + !mark + !unmark > 1) {
        web_refuse_words(task, 400, "range",
                         "only one of 'all', 'mark=no' and 'unmark=no' is possible");
        return false;
    }
    if ((all || !mark) && job->method != ARI_MAZE_RECURSIVE) {
        web_refuse_words(task, 400, "range",
                         "'%s' is for the method recursive, not for %s",
                         all ? "all" : "mark", ari_maze_method_name(job->method));
        return false;
    }
    int64_t most = mark ? CALLS_MOST : CIRCLES_MOST, calls;
    if (!web_number(task, "calls", most, 1, most, &calls))
        return false;
    job->limits.nodes = (uint64_t)calls;
    job->way = all ? take_way : NULL;
    job->no_marks = !mark;
    job->keep_marks = !unmark;
    return true;
}

void web_maze_solve(web_task *task)
{
    solving *s = web_work(task, WEB_QUICK, solve, sizeof *s);
    int method, facing, x = 0, y = 0;
    ari_maze *maze = s ? read_maze(task) : NULL;
    bool right =
        maze &&
        web_square(task, "from", (int)ari_maze_width(maze), (int)ari_maze_height(maze),
                   &s->from_given, &x, &y) &&
        web_choice(task, "method", "recursive|right-hand|left-hand|shortest|dead-ends", 0,
                   &method) &&
        web_choice(task, "facing", "north|east|south|west", -1, &facing) &&
        web_number(task, "paths", PATHS, 0, PATHS_MOST, &s->paths) &&
        web_events_begin(task, WEB_EVENTS);
    ari_maze_free(maze);
    if (!right)
        return;
    s->task = task;
    s->from = (ari_maze_point){x, y};
    s->job.method = (ari_maze_method)method;
    s->job.facing_given = facing >= 0;
    s->job.facing = facing >= 0 ? (ari_direction)facing : ARI_NORTH;
    task->seconds = MAZE_SECONDS;
    (void)read_recursive(task, &s->job);
}
