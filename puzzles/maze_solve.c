/* maze_solve.c: the ways of a walker who sees only the square he stands on: backtracking, and
 * a hand on the wall. */
#include "maze_grid.h"

#include <stdlib.h>

#include "backtrack/backtrack.h"

const char *ari_maze_method_name(ari_maze_method method)
{
    static const char *const names[] = {"recursive", "right-hand", "left-hand",
                                        "shortest", "dead-ends"};
    return names[method];
}

const char *ari_maze_event_name(ari_maze_event_kind kind)
{
    static const char *const names[] = {"enter", "dead-end", "back",
                                        "fill",  "out",      "return"};
    return names[kind];
}

/* ---- backtracking: north, east, south, west ----
 *
 * A node is a call of the solving function: its point, and the direction it tries next. The
 * point may be outside by one square, so y is held one higher. */

typedef struct walk_problem {
    ari_maze *maze;
    const ari_maze_job *job;
    ari_maze_solution *solution;
    bool out_of_memory;
    /* only where spots are told: */
    size_t depth;  /* calls that are open */
    bool given_up; /* the present one has no direction left, and is to be left */
} walk_problem;

typedef struct walk_node {
    int32_t x;
    uint32_t y_and_next; /* (y + 1) * 8 + the next direction, 4 when there is none */
} walk_node;

static inline ari_maze_point node_point(const walk_node *node)
{
    return (ari_maze_point){node->x, (int32_t)(node->y_and_next >> 3) - 1};
}

static inline walk_node node_at(ari_maze_point p)
{
    return (walk_node){.x = p.x, .y_and_next = (uint32_t)(p.y + 1) << 3};
}

static void tell_spot(const ari_maze_job *job, ari_spot spot, size_t depth,
                      ari_maze_point p, ari_direction direction, int64_t last)
{
    const ari_spot_frame frame = {
        .spot = spot, .depth = depth, .values = {p.x, p.y, direction, last}};
    job->spots->at(job->spots->self, &frame);
}

/* Each of the functions is compiled twice: as it is, and telling where it stands. */
#define AT(spot, direction)                                                      \
    do {                                                                         \
        if (told)                                                                \
            tell_spot(w->job, spot, w->depth, p, (ari_direction)(direction), 0); \
    } while (0)
#define RETURNS() (w->depth -= told)

static inline ari_entered enter(walk_problem *w, const walk_node *node, bool told)
{
    ari_maze *maze = w->maze;
    ari_maze_point p = node_point(node);
    w->depth += told;
    AT(ARI_SPOT_CALL, 0);
    AT(ARI_SPOT_OVER, 0);
    if (outside(&maze->walls, p)) {
        AT(ARI_SPOT_SOLVED, 0);
        RETURNS();
        return ARI_ENTERED_SOLVED;
    }
    if (w->job->no_marks)
        return ARI_ENTERED_OPEN;
    uint64_t *word = maze->marks + (size_t)p.y * maze->walls.stride + ((size_t)p.x >> 6);
    uint64_t mask = (uint64_t)1 << (p.x & 63);
    AT(ARI_SPOT_TAKEN, 0);
    if (*word & mask) {
        AT(ARI_SPOT_DEAD, 0);
        RETURNS();
        return ARI_ENTERED_DEAD;
    }
    *word |= mask;
    AT(ARI_SPOT_MARK, 0);
    return ARI_ENTERED_OPEN;
}

static inline bool next(walk_problem *w, walk_node *node, walk_node *child, bool told)
{
    ari_maze_point p = node_point(node);
    for (uint32_t d = node->y_and_next & 7; d < 4; d++) {
        AT(ARI_SPOT_EACH, d);
        AT(ARI_SPOT_TEST, d);
        if (!has_edge(&w->maze->walls, p, (ari_direction)d)) {
            AT(ARI_SPOT_DEEPER, d);
            node->y_and_next = (node->y_and_next & ~7u) | (d + 1);
            *child = node_at(ari_maze_beside(p, (ari_direction)d));
            return true;
        }
    }
    return false;
}

static inline void leave(walk_problem *w, const walk_node *node, bool told)
{
    ari_maze_point p = node_point(node);
    if (outside(&w->maze->walls, p))
        return;
    if (!w->job->keep_marks && !w->job->no_marks) {
        ari_maze_unmark(w->maze, p);
        AT(ARI_SPOT_UNMARK, 0);
    }
    AT(ARI_SPOT_NONE, 0);
    RETURNS();
}

#undef AT
#undef RETURNS

static inline ari_entered walk_enter(walk_problem *w, walk_node *node)
{
    return enter(w, node, false);
}

static inline bool walk_next(walk_problem *w, walk_node *node, walk_node *child)
{
    return next(w, node, child, false);
}

static inline void walk_leave(walk_problem *w, walk_node *node)
{
    leave(w, node, false);
}

static void walk_root(const walk_problem *w, walk_node *node)
{
    *node = node_at(w->maze->start);
}

#define PROBLEM walk
#include "backtrack/backtrack.inc"
#undef PROBLEM

typedef walk_problem watched_problem;
typedef walk_node watched_node;
#define watched_enter walk_enter
#define watched_next walk_next
#define watched_leave walk_leave

#define PROBLEM watched
#define OBSERVED
#include "backtrack/backtrack.inc"
#undef OBSERVED
#undef PROBLEM

static const ari_problem walk_functions = {ARI__TYPED(walk)};

static ari_entered told_enter(void *problem, void *node)
{
    return enter(problem, node, true);
}

static bool told_next(void *problem, void *node, void *child)
{
    walk_problem *w = problem;
    w->given_up = !next(w, node, child, true);
    return !w->given_up;
}

static void told_leave(void *problem, void *node)
{
    walk_problem *w = problem;
    leave(w, node,
          w->given_up); /* what is left at the end of the search does not return */
    w->given_up = false;
}

static const ari_problem told_functions = {.node_size = sizeof(walk_node),
                                           .root = walk_any_root,
                                           .enter = told_enter,
                                           .next = told_next,
                                           .leave = told_leave};

static ari_direction direction_to(ari_maze_point from, ari_maze_point to)
{
    if (to.y != from.y)
        return to.y > from.y ? ARI_NORTH : ARI_SOUTH;
    return to.x > from.x ? ARI_EAST : ARI_WEST;
}

/* Outside: what is on the stack is the path. Whether to look for another. */
static bool keep_path(void *self, const void *nodes, size_t depth)
{
    walk_problem *w = self;
    const walk_node *node = nodes;
    ari_maze_solution *solution = w->solution;
    ari_maze_path path = {.start = w->maze->start};
    size_t capacity = 0;
    solution->solved = true;
    solution->ways++;
    if (!ari__path_reserve(&path, &capacity, depth)) {
        w->out_of_memory = true;
        return false;
    }
    for (; path.steps + 1 < depth; path.steps++, node++)
        path_set(&path, path.steps, direction_to(node_point(node), node_point(node + 1)));
    bool more = w->job->way && w->job->way(w->job->self, &path);
    if (!solution->path.directions || path.steps < solution->path.steps) {
        ari_maze_path longer = solution->path;
        solution->path = path;
        path = longer;
    }
    free(path.directions);
    return more;
}

static void tell_event(void *self, ari_event event, const void *node, size_t depth)
{
    if (event == ARI_EVENT_CHOOSE)
        return; /* the choice shows when it is entered */
    static const ari_maze_event_kind kinds[] = {[ARI_EVENT_ENTER] = ARI_MAZE_ENTER,
                                                [ARI_EVENT_DEAD_END] = ARI_MAZE_DEAD_END,
                                                [ARI_EVENT_SOLVED] = ARI_MAZE_OUT,
                                                [ARI_EVENT_BACK] = ARI_MAZE_BACK};
    const ari_maze_job *job = self;
    const ari_maze_event told = {
        .kind = kinds[event], .at = node_point(node), .depth = depth};
    job->event(job->self, &told);
}

/* Every call on the way says that the way out was found, the last one first. */
static void tell_return(const ari_maze_job *job, const ari_maze_path *path)
{
    ari_maze_event told = {.kind = ARI_MAZE_RETURN, .at = path->start};
    for (uint64_t i = 0; i < path->steps; i++)
        told.at = ari_maze_beside(told.at, ari_maze_path_step(path, i));
    for (uint64_t i = path->steps; i-- > 0;) {
        ari_direction direction = ari_maze_path_step(path, i);
        told.at = ari_maze_beside(told.at, opposite(direction));
        told.depth = i + 1;
        if (job->event)
            job->event(job->self, &told);
        if (job->spots)
            tell_spot(job, ARI_SPOT_RETURN, (size_t)told.depth, told.at, direction, 0);
    }
}

static void mark_path(ari_maze *maze, const ari_maze_path *path)
{
    ari_maze_point p = path->start;
    for (uint64_t i = 0; i < path->steps; i++) {
        ari_maze_mark(maze, p);
        p = ari_maze_beside(p, ari_maze_path_step(path, i));
    }
}

ari_status ari__maze_recursive(ari_maze *maze, const ari_maze_job *job,
                               ari_maze_solution *solution, ari_error *error)
{
    walk_problem w = {.maze = maze, .job = job, .solution = solution};
    ari_backtrack_observer observer = {.self = (void *)job, .event = tell_event};
    ari_backtrack_job options = {.limits = job->limits,
                                 .solution = keep_path,
                                 .self = &w,
                                 .observer = job->event ? &observer : NULL};
    ari_backtrack_stats stats;
    ari_backtrack_end end = ARI_BACKTRACK_DONE;
    options.limits.depth = 0;
    if (job->no_marks && !options.limits.nodes)
        options.limits.nodes = ARI_MAZE_CIRCLES;
    ari__backtrack_runner *run = job->spots   ? ari_backtrack_run
                                 : job->event ? watched_run
                                              : walk_run;
    ari_status status =
        ari__backtrack_whole(run, job->spots ? &told_functions : &walk_functions, &w,
                             &options, &stats, &end, error);
    if (status == ARI_OK && w.out_of_memory)
        status = ari_fail_memory(error, stats.depth / 4, "the path");
    if (status == ARI_OK && solution->solved && (job->event || job->spots) && !job->way)
        tell_return(job, &solution->path);
    solution->calls = stats.calls;
    solution->depth = stats.deepest;
    solution->stopped = end == ARI_BACKTRACK_STOPPED;
    return status;
}

/* ---- a hand on the wall ----
 *
 * The walker turns to the side of his hand wherever he can, else goes straight on, else turns
 * away, else back. From where he goes and which way he faces, where he came from follows: so
 * a walk that does not end outside comes back to its first step. */

typedef struct walker {
    ari_maze_point at;
    ari_direction facing;
} walker;

static inline ari_direction turned(ari_direction direction, int quarters)
{
    return (ari_direction)(((int)direction + quarters) & 3);
}

/* `told` is the job where its spots are told, and otherwise NULL, as a constant. */
static inline void tell_walker(const ari_maze_job *told, ari_spot spot, const walker *w,
                               ari_direction direction)
{
    if (told)
        tell_spot(told, spot, 1, w->at, direction, w->facing);
}

/* One step along the wall; false when there are walls all around. `hand` is 1 for the right
 * one, 3 for the left: quarters turned to the right. */
static inline bool step_along(const ari_maze *maze, const ari_maze_job *told, walker *w,
                              int hand)
{
    for (int turn = hand, i = 0; i < 4; i++, turn -= hand) {
        ari_direction d = turned(w->facing, turn);
        tell_walker(told, ARI_SPOT_EACH, w, d);
        tell_walker(told, ARI_SPOT_TEST, w, d);
        if (has_edge(&maze->walls, w->at, d))
            continue;
        tell_walker(told, ARI_SPOT_SET, w, d);
        w->at = ari_maze_beside(w->at, d);
        w->facing = d;
        return true;
    }
    return false;
}

/* Faces so that there is a wall at hand, if any direction will do. */
static ari_direction first_facing(const ari_maze *maze, int hand)
{
    for (int d = ARI_NORTH; d <= ARI_WEST; d++)
        if (has_edge(&maze->walls, maze->start, turned((ari_direction)d, hand)))
            return (ari_direction)d;
    return ARI_NORTH;
}

/* Goes on along the wall; before there is one at hand, straight on until there is, or until
 * one in the way is brought to the hand by turning. */
static inline bool take_step(const ari_maze *maze, const ari_maze_job *told, walker *w,
                             int hand, bool *touching)
{
    const ari__grid *walls = &maze->walls;
    tell_walker(told, ARI_SPOT_FREE, w, 0);
    if (!*touching && !has_edge(walls, w->at, turned(w->facing, hand))) {
        tell_walker(told, ARI_SPOT_AHEAD, w, 0);
        if (!has_edge(walls, w->at, w->facing)) {
            tell_walker(told, ARI_SPOT_STRAIGHT, w, 0);
            w->at = ari_maze_beside(w->at, w->facing);
            return true;
        }
        tell_walker(told, ARI_SPOT_TURN, w, 0);
        w->facing = turned(w->facing, -hand);
    }
    *touching = true;
    bool moved = step_along(maze, told, w, hand);
    tell_walker(told, ARI_SPOT_WALLED, w, 0);
    if (!moved)
        tell_walker(told, ARI_SPOT_ENCLOSED, w, 0);
    return moved;
}

static inline ari_status follow_wall(const ari_maze *maze, const ari_maze_job *job,
                                     const ari_maze_job *told,
                                     ari_maze_solution *solution, ari_error *error)
{
    int hand = job->method == ARI_MAZE_RIGHT_HAND ? 1 : 3;
    walker w = {.at = maze->start,
                .facing = job->facing_given ? job->facing : first_facing(maze, hand)};
    walker first = w;
    bool touching = false, marked_first = false;
    ari_maze_path *path = &solution->path;
    size_t capacity = 0;
    ari__ticker tick;
    ari__ticker_start(&tick, &job->limits);
    tell_walker(told, ARI_SPOT_CALL, &w, 0);
    for (;;) {
        solution->calls++;
        bool out = outside(&maze->walls, w.at);
        tell_walker(told, ARI_SPOT_OVER, &w, 0);
        if (job->event)
            job->event(job->self,
                       &(ari_maze_event){.kind = out ? ARI_MAZE_OUT : ARI_MAZE_ENTER,
                                         .at = w.at,
                                         .depth = path->steps});
        if (out) {
            solution->solved = true;
            tell_walker(told, ARI_SPOT_SOLVED, &w, 0);
            break;
        }
        if (ari__tick(&tick)) {
            solution->stopped = true;
            solution->calls = ari__ticker_nodes(&tick);
            break;
        }
        if (path->steps % 4 == 0 && !ari__path_reserve(path, &capacity, 4))
            return ari_fail_memory(error, capacity, "the path");
        if (!take_step(maze, told, &w, hand, &touching))
            break;
        if (touching)
            tell_walker(told, ARI_SPOT_AGAIN, &w, 0);
        if (marked_first && w.at.x == first.at.x && w.at.y == first.at.y &&
            w.facing == first.facing) {
            solution->loop = true;
            tell_walker(told, ARI_SPOT_CIRCLE, &w, 0);
            break;
        }
        if (touching && !marked_first) {
            first = w;
            marked_first = true;
        }
        path_set(path, path->steps++, w.facing);
    }
    solution->depth = path->steps + 1;
    return ARI_OK;
}

ari_status ari__maze_hand(ari_maze *maze, const ari_maze_job *job,
                          ari_maze_solution *solution, ari_error *error)
{
    return job->spots ? follow_wall(maze, job, job, solution, error)
                      : follow_wall(maze, job, NULL, solution, error);
}

/* ---- all of them ---- */

ari_status ari_maze_solve(ari_maze *maze, const ari_maze_job *job,
                          ari_maze_solution *solution, ari_error *error)
{
    static ari_status (*const methods[])(ari_maze *, const ari_maze_job *,
                                         ari_maze_solution *, ari_error *) = {
        [ARI_MAZE_RECURSIVE] = ari__maze_recursive,
        [ARI_MAZE_RIGHT_HAND] = ari__maze_hand,
        [ARI_MAZE_LEFT_HAND] = ari__maze_hand,
        [ARI_MAZE_SHORTEST] = ari__maze_shortest,
        [ARI_MAZE_DEAD_ENDS] = ari__maze_dead_ends};
    *solution = (ari_maze_solution){.path = {.start = maze->start}};
    ari_maze_unmark_all(maze);
    ari_status status = methods[job->method](maze, job, solution, error);
    if (status != ARI_OK || !solution->solved) {
        ari_maze_solution_free(solution);
        return status;
    }
    mark_path(maze, &solution->path);
    return ARI_OK;
}

void ari_maze_solution_free(ari_maze_solution *solution)
{
    free(solution->path.directions);
    solution->path.directions = NULL;
    solution->path.steps = 0;
}
