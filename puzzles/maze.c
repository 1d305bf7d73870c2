/* maze.c: a maze in memory, and the questions one may ask it. */
#include "maze_grid.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* ---- the grid ---- */

static size_t grid_bytes(const ari__grid *g)
{
    return ((size_t)g->height + 1) * g->stride * 2 * sizeof(uint64_t);
}

static size_t mark_bytes(const ari__grid *g)
{
    return (size_t)g->height * g->stride * sizeof(uint64_t);
}

bool ari__grid_new(ari__grid *g, uint32_t width, uint32_t height)
{
    *g = (ari__grid){.width = width, .height = height, .stride = width / 64 + 1};
    g->words = ari__block_new(grid_bytes(g));
    return g->words != NULL;
}

void ari__grid_free(ari__grid *g)
{
    ari__block_free(g->words, grid_bytes(g));
    g->words = NULL;
}

void ari__set_bits(uint64_t *words, uint64_t count)
{
    memset(words, 0xff, (size_t)(count / 64) * sizeof *words);
    if (count % 64)
        words[count / 64] |= ((uint64_t)1 << count % 64) - 1;
}

bool ari__grid_of_path(ari__grid *g, const ari_maze *maze, const ari_maze_path *path)
{
    *g = (ari__grid){.words = NULL};
    if (!path)
        return true;
    if (!ari__grid_new(g, maze->walls.width, maze->walls.height))
        return false;
    ari_maze_point p = path->start;
    for (uint64_t i = 0; i < path->steps; i++) {
        set_edge(g, p, ari_maze_path_step(path, i), true);
        p = ari_maze_beside(p, ari_maze_path_step(path, i));
    }
    return true;
}

bool ari__path_reserve(ari_maze_path *path, size_t *capacity, uint64_t steps)
{
    size_t before = *capacity;
    if (!ari__grow((void **)&path->directions, capacity,
                   (size_t)((path->steps + steps + 3) / 4), 1))
        return false;
    memset(path->directions + before, 0, *capacity - before);
    return true;
}

/* ---- the maze ---- */

ari_status ari_maze_new(uint32_t width, uint32_t height, ari_maze **maze,
                        ari_error *error)
{
    *maze = NULL;
    if (width < 1 || height < 1 || width > ARI_MAZE_SIDE_MOST ||
        height > ARI_MAZE_SIDE_MOST || (uint64_t)width * height > ARI_MAZE_SQUARES_MOST)
        return ari_fail(error, ARI_LIMIT, ARI_NO_OFFSET,
                        "a maze must have sides from 1 to %u and at most %u squares, not "
                        "%u x %u",
                        ARI_MAZE_SIDE_MOST, ARI_MAZE_SQUARES_MOST, width, height);
    ari_maze *m = calloc(1, sizeof *m);
    if (!m)
        return ari_fail_memory(error, sizeof *m, "a maze");
    if (ari__grid_new(&m->walls, width, height))
        m->marks = ari__block_new(mark_bytes(&m->walls));
    if (!m->marks) {
        ari_fail_memory(error, grid_bytes(&m->walls) + mark_bytes(&m->walls), "a maze");
        ari_maze_free(m);
        return ARI_MEMORY;
    }
    for (uint64_t y = 0; y <= height; y++) {
        ari__set_bits(floors(&m->walls, y), width);
        if (y < height)
            ari__set_bits(sides(&m->walls, y), (uint64_t)width + 1);
    }
    m->start = (ari_maze_point){0, (int32_t)(height - 1)};
    *maze = m;
    return ARI_OK;
}

void ari_maze_free(ari_maze *maze)
{
    if (!maze)
        return;
    ari__block_free(maze->marks, mark_bytes(&maze->walls));
    ari__grid_free(&maze->walls);
    free(maze);
}

const char *ari_direction_name(ari_direction direction)
{
    static const char *const names[] = {"north", "east", "south", "west"};
    return names[direction];
}

uint64_t ari_maze_forgiven(const ari_maze *maze)
{
    return maze->forgiven;
}

uint32_t ari_maze_width(const ari_maze *maze)
{
    return maze->walls.width;
}

uint32_t ari_maze_height(const ari_maze *maze)
{
    return maze->walls.height;
}

ari_maze_point ari_maze_start(const ari_maze *maze)
{
    return maze->start;
}

bool ari_maze_outside(const ari_maze *maze, ari_maze_point p)
{
    return outside(&maze->walls, p);
}

bool ari_maze_wall(const ari_maze *maze, ari_maze_point p, ari_direction direction)
{
    return has_edge(&maze->walls, p, direction);
}

void ari_maze_set_start(ari_maze *maze, ari_maze_point p)
{
    maze->start = p;
}

void ari_maze_set_wall(ari_maze *maze, ari_maze_point p, ari_direction direction,
                       bool wall)
{
    set_edge(&maze->walls, p, direction, wall);
}

static uint64_t *mark_row(const ari_maze *maze, ari_maze_point p)
{
    return maze->marks + (size_t)p.y * maze->walls.stride;
}

void ari_maze_mark(ari_maze *maze, ari_maze_point p)
{
    set_bit(mark_row(maze, p), (uint64_t)p.x, true);
}

void ari_maze_unmark(ari_maze *maze, ari_maze_point p)
{
    set_bit(mark_row(maze, p), (uint64_t)p.x, false);
}

bool ari_maze_marked(const ari_maze *maze, ari_maze_point p)
{
    return bit(mark_row(maze, p), (uint64_t)p.x);
}

void ari_maze_unmark_all(ari_maze *maze)
{
    ari__block_clear(maze->marks, mark_bytes(&maze->walls));
}
