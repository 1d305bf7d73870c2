/* mazes.c: /api/maze, /api/maze/generate and /api/maze/solve. */
#include <string.h>

#include <ariadne/maze.h>

#include "web/events.h"

#define SIDE_MOST 100
#define CALLS_MOST 20000000 /* of a solver, which without marks may need any number */
#define MAZE_SECONDS 2.0

web_step web_maze, web_maze_generate, web_maze_solve;

/* ---- maps ---- */

static void add_point(ari_json *json, const char *key, ari_maze_point p)
{
    ari_json_array(json, key);
    ari_json_number(json, NULL, p.x);
    ari_json_number(json, NULL, p.y);
    ari_json_array_end(json);
}

/* A hexadecimal digit for each square of a row: the sum of its walls. */
static void add_walls(ari_json *json, const ari_maze *maze)
{
    ari_text row = ARI_TEXT_EMPTY;
    ari_maze_point p;
    ari_json_array(json, "walls");
    for (p.y = 0; p.y < (int32_t)ari_maze_height(maze); p.y++) {
        ari_text_clear(&row);
        for (p.x = 0; p.x < (int32_t)ari_maze_width(maze); p.x++) {
            unsigned walls = 0;
            for (int d = ARI_NORTH; d <= ARI_WEST; d++)
                walls |= (unsigned)ari_maze_wall(maze, p, (ari_direction)d) << d;
            ari_text_add_char(&row, "0123456789abcdef"[walls]);
        }
        ari_json_string(json, NULL, ari_text_get(&row));
    }
    ari_json_array_end(json);
    ari_text_free(&row);
}

static void write_maze(web_task *task, const ari_maze *maze)
{
    ari_text text = ARI_TEXT_EMPTY;
    ari_maze_format(maze, &text);
    ari_json json = web_begin(task);
    ari_json_number(&json, "width", ari_maze_width(maze));
    ari_json_number(&json, "height", ari_maze_height(maze));
    add_point(&json, "start", ari_maze_start(maze));
    add_walls(&json, maze);
    ari_json_string(&json, "text", ari_text_get(&text));
    web_end(task, &json);
    ari_text_free(&text);
}

/* The maze of the task; NULL after refusing. */
static ari_maze *read_maze(web_task *task)
{
    const char *text = web_text(task, "maze", "");
    ari_maze *maze;
    ari_error error;
    ari_status status = ari_maze_parse(text, strlen(text), &maze, &error);
    if (status != ARI_OK) {
        web_refuse(task, web_status_of(status), "maze", &error);
        return NULL;
    }
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

void web_maze_generate(web_task *task)
{
    int64_t width, height;
    int algo;
    ari_maze_plan plan;
    ari_maze *maze;
    ari_error error;
    if (!web_number(task, "width", 20, 2, SIDE_MOST, &width) ||
        !web_number(task, "height", 12, 2, SIDE_MOST, &height) ||
        !web_choice(task, "algo", "backtracker|kruskal|prim|wilson|eller|division", 0,
                    &algo) ||
        !web_real(task, "loops", 0, 0, 1, &plan.loops) ||
        !web_unsigned(task, "seed", 1, &plan.seed))
        return;
    plan.algo = (ari_maze_algo)algo;
    plan.width = (uint32_t)width;
    plan.height = (uint64_t)height;
    plan.stop = NULL;
    ari_status status = ari_maze_generate(&plan, &maze, &error);
    if (status != ARI_OK) {
        web_refuse(task, web_status_of(status), NULL, &error);
        return;
    }
    write_maze(task, maze);
    ari_maze_free(maze);
}

/* ---- ways out ---- */

typedef struct solving {
    ari_maze_job job;
    web_events events;
} solving;

static void take_event(void *self, const ari_maze_event *event)
{
    web_events_add(self, ari_maze_event_name(event->kind), event->at.x, event->at.y,
                   event->depth);
}

static void add_path(ari_json *json, const ari_maze_path *path)
{
    ari_maze_point p = path->start;
    ari_json_array(json, "path");
    add_point(json, NULL, p);
    for (uint64_t i = 0; i < path->steps; i++) {
        p = ari_maze_beside(p, ari_maze_path_step(path, i));
        add_point(json, NULL, p);
    }
    ari_json_array_end(json);
}

static void write_solution(web_task *task, const ari_maze_solution *solution)
{
    solving *s = task->state;
    ari_json json = web_begin(task);
    ari_json_bool(&json, "solved", solution->solved);
    ari_json_string(&json, "method", ari_maze_method_name(s->job.method));
    ari_json_bool(&json, "loop", solution->loop);
    ari_json_bool(&json, "stopped", solution->stopped);
    if (solution->solved)
        ari_json_unsigned(&json, "length", solution->path.steps);
    ari_json_unsigned(&json, "calls", solution->calls);
    ari_json_unsigned(&json, "depth", solution->depth);
    if (solution->solved)
        add_path(&json, &solution->path);
    web_events_end(&s->events, &json);
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
    s->job.limits = (ari_limits){.nodes = CALLS_MOST, .stop = &task->stop};
    s->job.event = s->events.most ? take_event : NULL;
    s->job.self = &s->events;
    ari_status status = ari_maze_solve(maze, &s->job, &solution, &error);
    if (status == ARI_OK) {
        write_solution(task, &solution);
        ari_maze_solution_free(&solution);
    } else {
        ari_text_free(&s->events.text);
        web_refuse(task, web_status_of(status), NULL, &error);
    }
    ari_maze_free(maze);
}

void web_maze_solve(web_task *task)
{
    solving read = {.job = {.method = ARI_MAZE_RECURSIVE}};
    int method, facing;
    bool unmark;
    ari_maze *maze = read_maze(task);
    bool whole = maze != NULL;
    ari_maze_free(maze);
    if (!whole ||
        !web_choice(task, "method", "recursive|right-hand|left-hand|shortest|dead-ends",
                    0, &method) ||
        !web_flag(task, "unmark", true, &unmark) ||
        !web_choice(task, "facing", "north|east|south|west", -1, &facing) ||
        !web_events_begin(task, &read.events))
        return;
    read.job.method = (ari_maze_method)method;
    read.job.keep_marks = !unmark;
    read.job.facing_given = facing >= 0;
    read.job.facing = facing >= 0 ? (ari_direction)facing : ARI_NORTH;
    solving *s = web_work(task, WEB_QUICK, solve, sizeof *s);
    if (s)
        *s = read;
    task->seconds = MAZE_SECONDS;
}
