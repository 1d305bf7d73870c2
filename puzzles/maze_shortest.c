/* maze_shortest.c: the methods that see the whole maze: breadth first, and filling dead ends.
 *
 * For them the maze is laid out on a board with a byte for each square and a border around:
 * whether one can go north, east, south, west (bits 0 to 3), whether the square was reached
 * (4), the direction of the step that reached it (5, 6); the border is outside (7). With all
 * that in one place a search needs no arithmetic of bits and rows, and no branch but one. */
#include "maze_grid.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/ticker.h"

enum { WAYS = 15, REACHED = 16, FROM = 5, OUTSIDE = 128 };

typedef struct board {
    unsigned char *squares;
    size_t size, stride;
    int64_t step[4]; /* to the next square north, east, south, west */
    uint32_t start;
    uint32_t *queue; /* a ring */
    size_t capacity; /* a power of two */
} board;

static ari_maze_point board_point(const board *b, uint32_t at)
{
    return (ari_maze_point){(int32_t)(at % b->stride) - 1, (int32_t)(at / b->stride) - 1};
}

/* spread[b] has bit i of b in the lowest bit of its byte i. */
static void make_spread(uint64_t spread[256])
{
    for (unsigned value = 0; value < 256; value++) {
        unsigned char bytes[8];
        for (int i = 0; i < 8; i++)
            bytes[i] = value >> i & 1;
        memcpy(&spread[value], bytes, sizeof bytes);
    }
}

/* Bits x .. x+7 of a row. */
static inline unsigned eight(const uint64_t *row, size_t x, size_t stride)
{
    uint64_t word = row[x >> 6] >> (x & 63);
    if ((x & 63) > 56 && (x >> 6) + 1 < stride)
        word |= row[(x >> 6) + 1] << (64 - (x & 63));
    return word & 255;
}

static void lay_out(const ari__grid *g, board *b)
{
    uint64_t spread[256];
    make_spread(spread);
    memset(b->squares, OUTSIDE, b->stride);
    for (size_t y = 0; y < g->height; y++) {
        unsigned char *row = b->squares + (y + 1) * b->stride;
        const uint64_t *south = floors(g, y), *north = floors(g, y + 1);
        const uint64_t *west = sides(g, y);
        row[0] = OUTSIDE;
        for (size_t x = 0; x < g->width;
             x += 8) { /* runs over the end, into the next row */
            uint64_t walls = spread[eight(north, x, g->stride)] |
                             spread[eight(west, x + 1, g->stride)] << 1 |
                             spread[eight(south, x, g->stride)] << 2 |
                             spread[eight(west, x, g->stride)] << 3;
            uint64_t ways = walls ^ 0x0f0f0f0f0f0f0f0fu;
            memcpy(row + 1 + x, &ways, sizeof ways);
        }
        row[g->width + 1] = OUTSIDE;
    }
    memset(b->squares + ((size_t)g->height + 1) * b->stride, OUTSIDE, b->stride);
}

static ari_status board_new(const ari_maze *maze, board *b, ari_error *error)
{
    const ari__grid *g = &maze->walls;
    b->stride = (size_t)g->width + 2;
    b->size = b->stride * ((size_t)g->height + 2) + 8;
    b->step[ARI_NORTH] = (int64_t)b->stride;
    b->step[ARI_EAST] = 1;
    b->step[ARI_SOUTH] = -(int64_t)b->stride;
    b->step[ARI_WEST] = -1;
    b->start =
        (uint32_t)(((size_t)maze->start.y + 1) * b->stride + (size_t)maze->start.x + 1);
    b->capacity = 1 << 12;
    b->queue = malloc(b->capacity * sizeof *b->queue);
    b->squares = ari__block_new(b->size);
    if (!b->squares || !b->queue)
        return ari_fail_memory(error, b->size, "the squares of the maze");
    lay_out(g, b);
    return ARI_OK;
}

static void board_free(board *b)
{
    ari__block_free(b->squares, b->size);
    free(b->queue);
}

/* Twice the room for the queue, which is then in order from the beginning. */
static bool grow_queue(board *b, size_t head)
{
    uint32_t *larger = malloc(2 * b->capacity * sizeof *larger);
    if (!larger)
        return false;
    size_t first = b->capacity - (head & (b->capacity - 1));
    memcpy(larger, b->queue + (b->capacity - first), first * sizeof *larger);
    memcpy(larger + first, b->queue, (b->capacity - first) * sizeof *larger);
    free(b->queue);
    b->queue = larger;
    b->capacity *= 2;
    return true;
}

/* The steps that led to a square. */
static uint64_t distance_of(const board *b, uint32_t at)
{
    uint64_t steps = 0;
    for (; at != b->start; steps++)
        at = (uint32_t)(at - b->step[b->squares[at] >> FROM & 3]);
    return steps;
}

static ari_status keep_path(const board *b, uint32_t out, ari_maze_path *path,
                            ari_error *error)
{
    size_t capacity = 0;
    uint64_t steps = distance_of(b, out);
    if (!ari__path_reserve(path, &capacity, steps))
        return ari_fail_memory(error, (size_t)steps / 4, "the path");
    path->steps = steps;
    for (uint32_t at = out; steps > 0;) {
        ari_direction d = (ari_direction)(b->squares[at] >> FROM & 3);
        path_set(path, --steps, d);
        at = (uint32_t)(at - b->step[d]);
    }
    return ARI_OK;
}

/* Where in the queue the squares of the next distance begin. */
typedef struct level {
    uint64_t distance;
    size_t end;
} level;

static void tell(const ari_maze_job *job, const board *b, uint32_t at, size_t head,
                 size_t tail, level *now)
{
    bool out = b->squares[at] & OUTSIDE;
    if (head == now->end) {
        now->distance++;
        now->end = tail;
    }
    job->event(job->self, &(ari_maze_event){.kind = out ? ARI_MAZE_OUT : ARI_MAZE_ENTER,
                                            .at = board_point(b, at),
                                            .depth = now->distance});
}

/* Breadth first. Every neighbour is written to the queue, and the queue made longer only for
 * those that count: branches would be guessed wrong too often. */
static ari_status search(board *b, const ari_maze_job *job, ari_maze_solution *solution,
                         ari_error *error)
{
    unsigned char *const squares = b->squares;
    const int64_t north = b->step[ARI_NORTH];
    size_t head = 0, tail = 1;
    uint32_t at = b->start;
    level now = {.end = 1};
    ari__ticker tick;
    ari__ticker_start(&tick, &job->limits);
    b->queue[0] = b->start;
    squares[b->start] |= REACHED;
    while (head < tail) {
        if (tail - head + 4 > b->capacity) {
            if (!grow_queue(b, head))
                return ari_fail_memory(error, 2 * b->capacity * sizeof *b->queue,
                                       "the queue of squares");
            tail -= head;
            now.end -= head;
            head = 0;
        }
        uint32_t *const queue = b->queue;
        const size_t mask = b->capacity - 1;
        at = queue[head++ & mask];
        unsigned ways = squares[at];
        if (__builtin_expect(job->event != NULL, 0))
            tell(job, b, at, head - 1, tail, &now);
        if (__builtin_expect(ways & OUTSIDE, 0)) {
            solution->solved = true;
            break;
        }
        if (ari__tick(&tick)) {
            solution->stopped = true;
            break;
        }
#define TRY(direction, step)                                                    \
    do {                                                                        \
        unsigned char *to = &squares[here + (step)];                            \
        unsigned was = *to, take = ways >> (direction) & ~(was >> 4) & 1;       \
        *to = (unsigned char)(was | (-take & (REACHED | (direction) << FROM))); \
        queue[tail & mask] = (uint32_t)(here + (step));                         \
        tail += take;                                                           \
    } while (0)
        const int64_t here = at;
        TRY(ARI_NORTH, north);
        TRY(ARI_EAST, 1);
        TRY(ARI_SOUTH, -north);
        TRY(ARI_WEST, -1);
#undef TRY
    }
    solution->calls = ari__ticker_nodes(&tick) + solution->solved;
    solution->depth = distance_of(b, at) + 1;
    return solution->solved ? keep_path(b, at, &solution->path, error) : ARI_OK;
}

ari_status ari__maze_shortest(ari_maze *maze, const ari_maze_job *job,
                              ari_maze_solution *solution, ari_error *error)
{
    board b = {.squares = NULL};
    ari_status status = board_new(maze, &b, error);
    if (status == ARI_OK)
        status = search(&b, job, solution, error);
    board_free(&b);
    return status;
}

/* ---- dead ends ---- */

/* Fills the dead end at a square and all that become dead ends by it; how many. */
static uint64_t fill_from(board *b, const ari_maze_job *job, uint32_t at, uint64_t before)
{
    uint64_t filled = 0;
    for (;;) {
        unsigned ways = b->squares[at];
        bool dead_end = ways && !(ways & (ways - 1)) && !(ways & OUTSIDE);
        if (!dead_end || at == b->start)
            return filled;
        filled++;
        if (job->event)
            job->event(job->self, &(ari_maze_event){.kind = ARI_MAZE_FILL,
                                                    .at = board_point(b, at),
                                                    .depth = before + filled});
        unsigned way = (unsigned)__builtin_ctz(ways);
        b->squares[at] = 0;
        at = (uint32_t)(at + b->step[way]);
        b->squares[at] &= (unsigned char)~(1u << ((way + 2) & 3));
    }
}

/* Then only ways between the start, the exits and loops are left. */
static bool fill_dead_ends(board *b, const ari_maze_job *job, uint64_t *filled)
{
    size_t rows = b->size / b->stride;
    for (size_t y = 1; y + 1 < rows; y++) {
        for (size_t x = 1; x + 1 < b->stride; x++)
            *filled += fill_from(b, job, (uint32_t)(y * b->stride + x), *filled);
        if (job->limits.stop && atomic_load(job->limits.stop))
            return false;
    }
    return true;
}

ari_status ari__maze_dead_ends(ari_maze *maze, const ari_maze_job *job,
                               ari_maze_solution *solution, ari_error *error)
{
    board b = {.squares = NULL};
    uint64_t filled = 0;
    ari_status status = board_new(maze, &b, error);
    if (status == ARI_OK && !fill_dead_ends(&b, job, &filled))
        solution->stopped = true;
    else if (status == ARI_OK)
        status = search(&b, job, solution, error);
    solution->calls = filled;
    board_free(&b);
    return status;
}
