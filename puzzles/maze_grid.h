/* maze_grid.h: how a maze is held: one bit for each wall.
 *
 * Each square owns the wall at its south, its floor, and the wall at its west, its side; a
 * row of floors above the last row and a column of sides right of the last column close the
 * outline. A row of the grid is its floors and then its sides, bit x of each for square x.
 *
 *     side(0,y)  side(1,y)  ...  side(width,y)        rows 0 .. height-1
 *        +--floor(0,y)--+--floor(1,y)--+              rows 0 .. height
 *
 * The same grid also holds the steps of a path, for drawing: a step crosses an edge. */
#ifndef ARI_PUZZLES_MAZE_GRID_H
#define ARI_PUZZLES_MAZE_GRID_H

#include <ariadne/maze.h>

typedef struct ari__grid {
    uint32_t width, height;
    size_t stride; /* words of a row's floors, and of its sides */
    uint64_t *words;
} ari__grid;

struct ari_maze {
    ari__grid walls;
    uint64_t *marks; /* `stride` words a row */
    ari_maze_point start;
    bool picture;      /* a square with walls all around is a black pixel */
    bool wide;         /* the text has squares of three characters */
    bool unterminated; /* the text's last line has no end */
    uint64_t forgiven; /* lines of the text that ended too soon */
};

bool ari__grid_new(ari__grid *g, uint32_t width, uint32_t height);
void ari__grid_free(ari__grid *g);
/* The grid whose edges are those that the path crosses; without a path, no grid. */
bool ari__grid_of_path(ari__grid *g, const ari_maze *maze, const ari_maze_path *path);

static inline uint64_t *floors(const ari__grid *g, uint64_t y)
{
    return g->words + y * 2 * g->stride;
}

static inline uint64_t *sides(const ari__grid *g, uint64_t y)
{
    return g->words + (y * 2 + 1) * g->stride;
}

static inline bool bit(const uint64_t *words, uint64_t x)
{
    return words[x >> 6] >> (x & 63) & 1;
}

static inline void set_bit(uint64_t *words, uint64_t x, bool value)
{
    uint64_t mask = (uint64_t)1 << (x & 63);
    words[x >> 6] = (words[x >> 6] & ~mask) | (value ? mask : 0);
}

/* The edge on that side of the square: the words of its row, and its bit in them. */
static inline uint64_t *edge(const ari__grid *g, ari_maze_point p,
                             ari_direction direction, uint64_t *x)
{
    *x = (uint64_t)p.x + (direction == ARI_EAST);
    if (direction == ARI_EAST || direction == ARI_WEST)
        return sides(g, (uint64_t)p.y);
    return floors(g, (uint64_t)p.y + (direction == ARI_NORTH));
}

static inline bool has_edge(const ari__grid *g, ari_maze_point p, ari_direction direction)
{
    uint64_t x;
    const uint64_t *words = edge(g, p, direction, &x);
    return bit(words, x);
}

static inline void set_edge(ari__grid *g, ari_maze_point p, ari_direction direction,
                            bool value)
{
    uint64_t x;
    uint64_t *words = edge(g, p, direction, &x);
    set_bit(words, x, value);
}

static inline bool outside(const ari__grid *g, ari_maze_point p)
{
    return (uint32_t)p.x >= g->width || (uint32_t)p.y >= g->height;
}

static inline ari_direction opposite(ari_direction direction)
{
    return (ari_direction)((direction + 2) & 3);
}

/* Are there walls all around? */
static inline bool closed(const ari__grid *g, uint64_t x, uint64_t y)
{
    return bit(floors(g, y), x) && bit(floors(g, y + 1), x) && bit(sides(g, y), x) &&
           bit(sides(g, y), x + 1);
}

/* Does a path, held as a grid, visit the square? */
static inline bool visited(const ari__grid *path, uint64_t x, uint64_t y)
{
    return path->words && (bit(floors(path, y), x) || bit(floors(path, y + 1), x) ||
                           bit(sides(path, y), x) || bit(sides(path, y), x + 1));
}

/* Sets the bits 0 .. count-1. */
void ari__set_bits(uint64_t *words, uint64_t count);

/* A line of the text, of floors (`walls`) or of sides, with its end; the size of it. */
size_t ari__maze_line(const uint64_t *row, uint64_t width, bool walls, bool wide,
                      char *line);

/* ---- what the parts of the solver share ---- */

/* A path being made: room for at least `steps` more, with zeros. */
bool ari__path_reserve(ari_maze_path *path, size_t *capacity, uint64_t steps);

static inline void path_set(ari_maze_path *path, uint64_t step, ari_direction direction)
{
    unsigned char *byte = &path->directions[step >> 2];
    unsigned shift = (unsigned)(step & 3) * 2;
    unsigned others = *byte & ~(3u << shift);
    *byte = (unsigned char)(others | (unsigned)direction << shift);
}

ari_status ari__maze_recursive(ari_maze *maze, const ari_maze_job *job,
                               ari_maze_solution *solution, ari_error *error);
ari_status ari__maze_hand(ari_maze *maze, const ari_maze_job *job,
                          ari_maze_solution *solution, ari_error *error);
ari_status ari__maze_shortest(ari_maze *maze, const ari_maze_job *job,
                              ari_maze_solution *solution, ari_error *error);
ari_status ari__maze_dead_ends(ari_maze *maze, const ari_maze_job *job,
                               ari_maze_solution *solution, ari_error *error);

#endif
