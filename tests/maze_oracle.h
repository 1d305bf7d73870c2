/* maze_oracle.h: what the tests of mazes compare with: the plainest versions of everything,
 * written on the seven operations of a maze and nothing else. */
#ifndef ARI_TESTS_MAZE_ORACLE_H
#define ARI_TESTS_MAZE_ORACLE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <ariadne/maze.h>
#include <ariadne/random.h>

typedef struct oracle {
    ari_maze *maze;
    bool unmark;
    uint64_t calls, depth, deepest;
} oracle;

/* The textbook's algorithm, as it stands there (E3, E4). */
static inline bool oracle_solve(oracle *o, ari_maze_point p)
{
    o->calls++;
    if (++o->depth > o->deepest)
        o->deepest = o->depth;
    bool solved = ari_maze_outside(o->maze, p);
    if (!solved && !ari_maze_marked(o->maze, p)) {
        ari_maze_mark(o->maze, p);
        for (int d = ARI_NORTH; d <= ARI_WEST && !solved; d++)
            if (!ari_maze_wall(o->maze, p, (ari_direction)d))
                solved = oracle_solve(o, ari_maze_beside(p, (ari_direction)d));
        if (!solved && o->unmark)
            ari_maze_unmark(o->maze, p);
    }
    o->depth--;
    return solved;
}

static inline ari_maze *parsed(const char *text)
{
    ari_maze *maze;
    ari_error error;
    if (ari_maze_parse(text, strlen(text), &maze, &error) != ARI_OK)
        fail_msg("%s", error.message);
    return maze;
}

static inline ari_maze *blank(uint32_t width, uint32_t height)
{
    ari_maze *maze;
    assert_int_equal(ari_maze_new(width, height, &maze, NULL), ARI_OK);
    return maze;
}

/* Takes away each wall with the given chances, in percent. */
static inline ari_maze *random_maze(ari_random *random, uint32_t width, uint32_t height,
                                    uint32_t inner, uint32_t outer)
{
    ari_maze *maze = blank(width, height);
    for (int32_t y = 0; y < (int32_t)height; y++)
        for (int32_t x = 0; x < (int32_t)width; x++)
            for (int d = ARI_NORTH; d <= ARI_WEST; d++) {
                ari_maze_point p = {x, y};
                bool out = ari_maze_outside(maze, ari_maze_beside(p, (ari_direction)d));
                if ((out || d <= ARI_EAST) &&
                    ari_random_below(random, 100) < (out ? outer : inner))
                    ari_maze_set_wall(maze, p, (ari_direction)d, false);
            }
    ari_maze_set_start(maze, (ari_maze_point){(int32_t)ari_random_below(random, width),
                                              (int32_t)ari_random_below(random, height)});
    return maze;
}

/* Steps to the nearest point outside, or -1; `reached` is how many squares have a way from
 * the start. A queue, and a distance for each square. */
static inline int64_t oracle_distance(const ari_maze *maze, size_t *reached)
{
    int32_t width = (int32_t)ari_maze_width(maze),
            height = (int32_t)ari_maze_height(maze);
    size_t size = (size_t)width * (size_t)height, head = 0, tail = 0;
    int64_t *distance = malloc(size * sizeof *distance), best = -1;
    ari_maze_point *queue = malloc(size * sizeof *queue);
    assert_true(distance && queue);
    for (size_t i = 0; i < size; i++)
        distance[i] = -1;
    ari_maze_point start = ari_maze_start(maze);
    distance[start.y * width + start.x] = 0;
    queue[tail++] = start;
    while (head < tail) {
        ari_maze_point p = queue[head++];
        int64_t here = distance[p.y * width + p.x];
        for (int d = ARI_NORTH; d <= ARI_WEST; d++) {
            ari_maze_point q = ari_maze_beside(p, (ari_direction)d);
            if (ari_maze_wall(maze, p, (ari_direction)d))
                continue;
            if (ari_maze_outside(maze, q)) {
                best = best < 0 ? here + 1 : best;
            } else if (distance[q.y * width + q.x] < 0) {
                distance[q.y * width + q.x] = here + 1;
                queue[tail++] = q;
            }
        }
    }
    if (reached)
        *reached = tail;
    free(distance);
    free(queue);
    return best;
}

/* A path must go from the start through gaps only, and be outside at its end and not
 * before. */
static inline void check_path(const ari_maze *maze, const ari_maze_path *path)
{
    ari_maze_point p = path->start, start = ari_maze_start(maze);
    assert_true(p.x == start.x && p.y == start.y);
    for (uint64_t i = 0; i < path->steps; i++) {
        assert_false(ari_maze_outside(maze, p));
        assert_false(ari_maze_wall(maze, p, ari_maze_path_step(path, i)));
        p = ari_maze_beside(p, ari_maze_path_step(path, i));
    }
    assert_true(ari_maze_outside(maze, p));
}

static inline ari_maze_solution solved_by(ari_maze *maze, ari_maze_method method)
{
    ari_maze_solution s;
    ari_maze_job job = {.method = method};
    assert_int_equal(ari_maze_solve(maze, &job, &s, NULL), ARI_OK);
    if (s.solved)
        check_path(maze, &s.path);
    return s;
}

#endif
