/* puzzles.c: /api/knight, /api/queens and /api/cubes: solved, with what the search did. */
#include <stdlib.h>
#include <string.h>

#include <ariadne/insanity.h>
#include <ariadne/knight.h>
#include <ariadne/queens.h>

#include "web/events.h"

#define SECONDS 2.0
#define SECONDS_MOST 10.0
#define KNIGHT_SIDE_MOST 20
#define KNIGHT_CALLS 300000 /* watched, before others ways are taken */
#define QUEENS_MOST 30
#define CUBES_SHOWN 20
#define CUBES_SHOWN_MOST 1000

web_step web_knight, web_queens, web_cubes;

/* ---- the knight ---- */

static void take_square(void *self, ari_event event, const void *node, size_t depth)
{
    web_task *task = self;
    const ari_knight_job *job = task->state;
    uint32_t square, width = (uint32_t)job->width;
    memcpy(&square, node, sizeof square);
    web_events_square(task, event, square % width, square / width, depth);
}

static void write_tour(web_task *task, const ari_knight_tour *tour)
{
    static const char *const methods[] = {"auto", "backtracking", "construction",
                                          "frontier"};
    const ari_knight_job *job = task->state;
    uint32_t width = (uint32_t)tour->width;
    ari_json json = web_begin(task);
    ari_json_number(&json, "width", tour->width);
    ari_json_number(&json, "height", tour->height);
    ari_json_bool(&json, "closed", tour->closed);
    ari_json_bool(&json, "found", tour->found);
    if (!tour->found)
        ari_json_string(&json, "why", tour->why);
    if (tour->found)
        ari_json_string(&json, "method", methods[tour->method]);
    ari_json_string(&json, "order",
                    job->order == ARI_KNIGHT_FIXED ? "fixed" : "warnsdorff");
    ari_json_unsigned(&json, "calls", tour->stats.calls);
    ari_json_unsigned(&json, "depth", tour->stats.deepest);
    if (tour->found) {
        ari_json_array(&json, "path");
        for (size_t i = 0; i < tour->length; i++) {
            ari_json_pair(&json, NULL, tour->path[i] % width, tour->path[i] / width);
        }
        ari_json_array_end(&json);
    }
    web_events_end(task, &json);
    web_end(task, &json);
}

/* Backtracking is watched; where it takes too long, another way decides. */
static void tour(web_task *task)
{
    ari_knight_job *job = task->state;
    const ari_backtrack_observer observer = {.self = task, .event = take_square};
    ari_knight_tour found;
    ari_error error;
    job->limits = (ari_limits){
        .nodes = KNIGHT_CALLS, .stop = &task->stop, .memory = web_memory(task)};
    job->method = ARI_KNIGHT_BACKTRACK;
    job->observer = task->events.most ? &observer : NULL;
    ari_status status = ari_knight_find(job, &found, &error);
    if (status == ARI_STOPPED && !atomic_load(&task->stop)) {
        job->limits.nodes = 0;
        job->method = ARI_KNIGHT_AUTO;
        job->order = ARI_KNIGHT_RULE;
        job->observer = NULL;
        status = ari_knight_find(job, &found, &error);
    }
    if (!web_ok(task, status, NULL, &error))
        return;
    write_tour(task, &found);
    ari_knight_tour_free(&found);
}

/* "x,y", or nothing. */
static bool read_square(web_task *task, const char *name, int width, int height,
                        int64_t *square)
{
    bool given;
    int x, y;
    bool read = web_square(task, name, width, height, &given, &x, &y);
    *square = given ? (int64_t)y * width + x : ARI_KNIGHT_ANYWHERE;
    return read;
}

void web_knight(web_task *task)
{
    ari_knight_job *job = web_work(task, WEB_QUICK, tour, sizeof *job);
    int order;
    if (!job || !web_int(task, "width", 6, 1, KNIGHT_SIDE_MOST, &job->width) ||
        !web_int(task, "height", 6, 1, KNIGHT_SIDE_MOST, &job->height) ||
        !read_square(task, "from", job->width, job->height, &job->from) ||
        !web_flag(task, "closed", false, &job->closed) ||
        !web_choice(task, "order", "warnsdorff|fixed", 0, &order) ||
        !web_unsigned(task, "seed", 0, &job->seed) ||
        !web_events_begin(task, WEB_EVENTS) || !web_seconds(task, SECONDS, SECONDS_MOST))
        return;
    job->order = (ari_knight_order)order;
}

/* ---- queens ---- */

typedef struct placing {
    uint32_t n;
    bool narrow; /* in the narrowest row first, rather than row by row */
} placing;

static void take_queen(void *self, ari_event event, const void *node, size_t depth)
{
    const ari_queen *queen = node;
    web_events_square(self, event, queen->x, queen->y, depth);
}

static void write_queens(web_task *task, const ari_queens_answer *answer,
                         const uint32_t *columns)
{
    placing *p = task->state;
    bool found = answer->verdict == ARI_QUEENS_FOUND;
    ari_json json = web_begin(task);
    ari_json_number(&json, "n", p->n);
    ari_json_bool(&json, "found", found);
    ari_json_bool(&json, "stopped", answer->verdict == ARI_QUEENS_UNDECIDED);
    ari_json_string(&json, "method", ari_queens_method_name(answer->method));
    ari_json_string(&json, "order", p->narrow ? "narrow" : "fixed");
    ari_json_unsigned(&json, "calls", answer->calls);
    if (found) {
        ari_json_array(&json, "columns");
        for (uint32_t y = 0; y < p->n; y++)
            ari_json_number(&json, NULL, columns[y]);
        ari_json_array_end(&json);
    }
    web_events_end(task, &json);
    web_end(task, &json);
}

/* The queens that stand already; false after refusing. */
static bool read_placed(web_task *task, uint32_t n, ari_queens_placed *placed)
{
    ari_error error;
    ari_status status = ari_queens_parse(web_text(task, "placed", ""), n, placed, &error);
    return web_ok(task, status, "placed", &error);
}

static void place(web_task *task)
{
    placing *p = task->state;
    const ari_backtrack_observer observer = {.self = task, .event = take_queen};
    ari_queens_job job = {.n = p->n,
                          .method = p->narrow ? ARI_QUEENS_EXACT : ARI_QUEENS_BACKTRACK,
                          .limits = {.stop = &task->stop, .memory = web_memory(task)},
                          .observer = task->events.most ? &observer : NULL};
    uint32_t columns[QUEENS_MOST];
    ari_queens_answer answer;
    ari_error error;
    if (!read_placed(task, p->n, &job.placed))
        return;
    if (web_ok(task, ari_queens_find(&job, columns, &answer, &error), NULL, &error))
        write_queens(task, &answer, columns);
    ari_queens_placed_free(&job.placed);
}

void web_queens(web_task *task)
{
    placing *p = web_work(task, WEB_QUICK, place, sizeof *p);
    int64_t n;
    int order;
    ari_queens_placed placed;
    if (!p || !web_number(task, "n", 8, 1, QUEENS_MOST, &n) ||
        !web_choice(task, "order", "fixed|narrow", 0, &order) ||
        !read_placed(task, (uint32_t)n, &placed))
        return;
    ari_queens_placed_free(&placed);
    p->n = (uint32_t)n;
    p->narrow = order == 1;
    if (web_events_begin(task, WEB_EVENTS))
        (void)web_seconds(task, SECONDS, SECONDS_MOST);
}

/* ---- cubes ---- */

typedef struct turning {
    web_task *task;
    ari_cubes cubes;
    bool all;
    int64_t shown, most;
    ari_text text; /* the solutions, until all is known */
    ari_json json;
} turning;

static void add_colour(ari_json *json, const ari_cubes *cubes, uint8_t colour)
{
    ari_json_string(json, NULL, cubes->names[colour]);
}

static void add_why(ari_json *json, const ari_cubes *cubes,
                    const ari_cubes_choice *choice)
{
    ari_cubes_why why = choice->why;
    ari_json_object(json, NULL);
    ari_json_string(json, "why", ari_cubes_why_name(why));
    if (why == ARI_CUBES_NEEDED || why == ARI_CUBES_TOO_OFTEN ||
        why == ARI_CUBES_TOO_RARE)
        ari_json_string(json, "colour", cubes->names[choice->colour]);
    if (why == ARI_CUBES_NO_PAIR)
        ari_json_number(json, "cube", choice->stuck);
    if (why >= ARI_CUBES_TOO_OFTEN)
        ari_json_string(json, "where", choice->there ? "top" : "front");
    ari_json_object_end(json);
}

static void take_choice(void *self, ari_event event, const void *node, size_t depth)
{
    turning *t = self;
    const ari_cubes_choice *choice = node;
    ari_json *json = web_events_open(t->task, ari_event_name(event));
    if (!json)
        return;
    ari_json_number(json, NULL, choice->cube);
    ari_json_string(json, NULL, choice->top ? "top" : "front");
    ari_json_array(json, NULL);
    add_colour(json, &t->cubes, choice->pair[0]);
    add_colour(json, &t->cubes, choice->pair[1]);
    ari_json_array_end(json);
    if (event == ARI_EVENT_FORCED || event == ARI_EVENT_DEAD_END)
        add_why(json, &t->cubes, choice);
    ari_json_unsigned(json, NULL, depth);
    ari_json_array_end(json);
}

static bool take_solution(void *self, const ari_cubes_sides *sides)
{
    turning *t = self;
    if (t->shown++ >= t->most)
        return true;
    ari_json_array(&t->json, NULL);
    for (int i = 0; i < t->cubes.cubes; i++) {
        ari_json_array(&t->json, NULL);
        for (int side = 0; side < 4; side++)
            add_colour(&t->json, &t->cubes, sides[i][side]);
        ari_json_array_end(&t->json);
    }
    ari_json_array_end(&t->json);
    return true;
}

static void add_cubes(ari_json *json, const ari_cubes *cubes)
{
    ari_json_number(json, "cubes", cubes->cubes);
    ari_json_number(json, "colours", cubes->colours);
    ari_json_array(json, "names");
    for (int i = 0; i < cubes->colours; i++)
        add_colour(json, cubes, (uint8_t)i);
    ari_json_array_end(json);
    ari_json_array(json, "faces");
    for (int i = 0; i < cubes->cubes; i++) {
        ari_json_array(json, NULL);
        for (int face = 0; face < 6; face++)
            add_colour(json, cubes, cubes->faces[i][face]);
        ari_json_array_end(json);
    }
    ari_json_array_end(json);
}

static void write_cubes(web_task *task, const ari_cubes_answer *answer)
{
    turning *t = task->state;
    ari_json json = web_begin(task);
    add_cubes(&json, &t->cubes);
    ari_json_bool(&json, "stopped", answer->end == ARI_BACKTRACK_STOPPED);
    ari_json_unsigned(&json, "count", answer->all);
    ari_json_unsigned(&json, "distinct", answer->distinct);
    ari_json_unsigned(&json, "calls", answer->stats.calls);
    ari_json_members(&json, "solutions", &t->text);
    web_events_end(task, &json);
    web_end(task, &json);
}

static void turn(web_task *task)
{
    turning *t = task->state;
    const ari_backtrack_observer observer = {.self = t, .event = take_choice};
    const ari_cubes_job job = {
        .limits = {.stop = &task->stop, .memory = web_memory(task)},
        .all = t->all,
        .each = take_solution,
        .self = t,
        .observer = task->events.most ? &observer : NULL};
    ari_cubes_answer answer;
    ari_error error;
    t->text.memory = web_memory(task);
    t->json = ari_json_to(&t->text);
    t->task = task;
    if (web_ok(task, ari_cubes_solve(&t->cubes, &job, &answer, &error), NULL, &error))
        write_cubes(task, &answer);
    ari_text_free(&t->text);
}

void web_cubes(web_task *task)
{
    turning *t = web_work(task, WEB_QUICK, turn, sizeof *t);
    const char *text = web_text(task, "cubes", NULL);
    ari_error error;
    if (!t)
        return;
    ari_status status = ARI_OK;
    if (text)
        status = ari_cubes_parse(text, strlen(text), &t->cubes, &error);
    else
        ari_cubes_classic(&t->cubes);
    if (web_ok(task, status, "cubes", &error) && web_flag(task, "all", false, &t->all) &&
        web_number(task, "solutions", CUBES_SHOWN, 0, CUBES_SHOWN_MOST, &t->most) &&
        web_events_begin(task, WEB_EVENTS))
        (void)web_seconds(task, SECONDS, SECONDS_MOST);
}
