/* maze_shortest.c: the methods that see the whole maze: breadth first, and filling dead ends.
 *
 * For them the maze is laid out on a board with a byte for each square and a border around:
 * whether one can go north, east, south, west (bits 0 to 3), whether the square was reached
 * (4), the direction of the step that reached it (5, 6); the border is outside (7). With all
 * that in one place a search needs no arithmetic of bits and rows. */
#include "maze_grid.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/ticker.h"

enum { WAYS = 15, REACHED = 16, FROM = 5, OUTSIDE = 128 };

#define AHEAD 16  /* steps: how long before its use a square is asked for */
#define ROOM 2048 /* steps: the least room in the queue */

typedef struct board {
    unsigned char *squares;
    ari_allowance *memory; /* of the job */
    size_t size, stride;
    int64_t step[4]; /* to the next square north, east, south, west */
    uint32_t start;
} board;

/* Steps to be taken: the square each leads to, times 256, and the change of its byte: it is
 * reached, in that direction, and the way back is taken off. */
typedef int64_t step;
typedef step steps2 __attribute__((vector_size(16)));

typedef struct queue {
    step *steps;
    size_t head, tail, capacity;
    uint64_t distance; /* of the step taken last, and where longer ones begin */
    size_t distance_end;
} queue;

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

static ari_status board_new(const ari_maze *maze, const ari_maze_job *job, board *b,
                            ari_error *error)
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
    if (!ari_allowance_take(job->limits.memory, b->size)) {
        ari_fail_allowance(error, job->limits.memory, "laying out the maze");
        return ARI_MEMORY;
    }
    b->memory = job->limits.memory;
    b->squares = ari__block_new(b->size);
    if (!b->squares) {
        ari_allowance_give(b->memory, b->size);
        return ari_fail_memory(error, b->size, "the squares of the maze");
    }
    lay_out(g, b);
    return ARI_OK;
}

static void board_free(board *b)
{
    if (b->squares)
        ari_allowance_give(b->memory, b->size);
    ari__block_free(b->squares, b->size);
}

/* The steps that led to a square. */
static uint64_t distance_of(const board *b, uint32_t at)
{
    uint64_t steps = 0;
    for (; at != b->start; steps++)
        at = (uint32_t)(at - b->step[b->squares[at] >> FROM & 3]);
    return steps;
}

/* Notes the steps that led to a square: back to the start, which must wait for memory at each
 * of them and is done only once, and turned round. */
static ari_status keep_path(const board *b, uint32_t out, ari_maze_path *path,
                            ari_error *error)
{
    unsigned char *back = NULL;
    size_t count = 0, room = 0, capacity = 0;
    bool good = true;
    for (uint32_t at = out; at != b->start && good;) {
        if (count == room)
            good = ari__grow((void **)&back, &room, count + 4096, 1);
        if (good) {
            back[count] = b->squares[at] >> FROM & 3;
            at = (uint32_t)(at - b->step[back[count++]]);
        }
    }
    good = good && ari__path_reserve(path, &capacity, count);
    for (path->steps = 0; good && path->steps < count; path->steps++)
        path_set(path, path->steps, (ari_direction)back[count - 1 - path->steps]);
    free(back);
    return good ? ARI_OK : ari_fail_memory(error, count + count / 4, "the path");
}

static void tell(const ari_maze_job *job, const board *b, uint32_t at, uint64_t distance)
{
    bool out = b->squares[at] & OUTSIDE;
    job->event(job->self, &(ari_maze_event){.kind = out ? ARI_MAZE_OUT : ARI_MAZE_ENTER,
                                            .at = board_point(b, at),
                                            .depth = distance});
}

/* Room for more steps at the end of the queue: those that were taken are forgotten, and when
 * they are not many, the queue grows. */
static bool make_room(queue *q, ari_allowance *memory)
{
    if (q->capacity - q->tail >= ROOM)
        return true;
    size_t count = q->tail - q->head;
    if (q->head <= q->capacity / 2 &&
        !ari__charged_grow(memory, (void **)&q->steps, &q->capacity,
                           q->capacity + (size_t)8 * ROOM, sizeof *q->steps))
        return false;
    memmove(q->steps, q->steps + q->head, count * sizeof *q->steps);
    q->distance_end -= q->head;
    q->head = 0;
    q->tail = count;
    return true;
}

/* For each set of ways, what makes steps out of 256 times the square's number. */
static void make_choices(const board *b, steps2 choices[16][2])
{
    for (unsigned ways = 0; ways < 16; ways++) {
        step each[4] = {0, 0, 0, 0};
        for (unsigned way = 0, i = 0; way < 4; way++)
            if (ways >> way & 1)
                each[i++] =
                    b->step[way] * 256 + (way << FROM | REACHED | 1u << (way ^ 2));
        memcpy(choices[ways], each, sizeof each);
    }
}

/* The step may be one that was never put into the queue, so this must not be a pointer. */
static inline void fetch(const unsigned char *squares, step coming)
{
    uintptr_t at = (uintptr_t)squares + (uintptr_t)(coming >> 8);
    __builtin_prefetch((const void *)at, 1); /* NOLINT: an address, not a pointer */
}

static void tell_spot(const ari_maze_job *job, const board *b, ari_spot spot, step now,
                      size_t waiting)
{
    ari_maze_point p = board_point(b, (uint32_t)(now >> 8));
    const ari_spot_frame frame = {
        .spot = spot,
        .depth = 1,
        .values = {p.x, p.y, now >> FROM & 3, (int64_t)waiting}};
    job->spots->at(job->spots->self, &frame);
}

/* The ways on from a square that was just taken, in their order: one after the other
 * they go into the queue. */
static void tell_ways(const ari_maze_job *job, const board *b, step now, unsigned ways,
                      size_t waiting)
{
    for (unsigned way = 0; way < 4; way++)
        if (ways >> way & 1) {
            step there = (now & ~(step)255) | way << FROM;
            tell_spot(job, b, ARI_SPOT_EACH, there, waiting);
            tell_spot(job, b, ARI_SPOT_PUT, there, waiting++);
        }
}

/* Takes steps off the queue until `most` squares are reached, the last of them outside, or
 * none is left; how many, and the last one. All steps from a square are put into the queue at
 * once, always four, and the queue made longer by as many as there are: the processor has
 * nothing to guess, which would be wrong too often. So a square can be in the queue more than
 * once; the first time counts. `told`, a constant, says where it stands. */
#define AT(spot)                                                   \
    do {                                                           \
        if (told)                                                  \
            tell_spot(told, b, ARI_SPOT_##spot, now, tail - head); \
    } while (0)

static inline uint64_t take_steps(const board *b, queue *q, steps2 (*choices)[2],
                                  uint64_t most, uint32_t *last, const ari_maze_job *told)
{
    unsigned char *const squares = b->squares;
    step *const steps = q->steps;
    size_t head = q->head, tail = q->tail;
    uint64_t count = 0;
    while (head < tail && count < most) {
        step now = steps[head];
        AT(ROUND);
        head++;
        AT(TAKE);
        unsigned char *square = &squares[now >> 8];
        fetch(squares, steps[head + AHEAD]);
        AT(TAKEN);
        if (*square & REACHED) {
            AT(SKIP);
            continue;
        }
        count++;
        *square ^= (unsigned char)now;
        *last = (uint32_t)(now >> 8);
        AT(MARK);
        AT(OVER);
        if (*square & OUTSIDE) {
            AT(SOLVED);
            break;
        }
        unsigned ways = *square & WAYS;
        if (told)
            tell_ways(told, b, now, ways, tail - head);
        steps2 here = {now & ~(step)255, now & ~(step)255};
        steps2 first = here + choices[ways][0], second = here + choices[ways][1];
        memcpy(&steps[tail], &first, sizeof first);
        memcpy(&steps[tail + 2], &second, sizeof second);
        tail += (size_t)__builtin_popcount(ways);
    }
    q->head = head;
    q->tail = tail;
    return count;
}

#undef AT

/* What an observer is told, and a look at whether the search must end. */
static bool look(const ari_maze_job *job, const board *b, uint32_t at, const queue *q,
                 ari__ticker *tick, ari_maze_solution *solution)
{
    if (job->event)
        tell(job, b, at, q->distance);
    solution->solved = b->squares[at] & OUTSIDE;
    solution->stopped = !solution->solved && ari__tick(tick);
    return !solution->solved && !solution->stopped;
}

/* Breadth first. */
static ari_status search(board *b, const ari_maze_job *job, ari_maze_solution *solution,
                         ari_error *error)
{
    queue q = {.steps = NULL};
    steps2 choices[16][2];
    uint32_t at = b->start;
    ari__ticker tick;
    ari__ticker_start(&tick, &job->limits);
    make_choices(b, choices);
    bool good = make_room(&q, b->memory);
    if (good)
        q.steps[q.tail++] = (step)at * 256 + REACHED;
    if (good && job->spots) {
        tell_spot(job, b, ARI_SPOT_CALL, (step)at * 256, 0);
        tell_spot(job, b, ARI_SPOT_SET, (step)at * 256, 0);
    }
    q.distance_end = q.tail;
    for (bool going = good; going && (good = make_room(&q, b->memory));) {
        size_t tail = q.tail, room = (q.capacity - tail - AHEAD) / 4;
        bool watched = job->event || job->spots;
        uint64_t most = watched ? 1 : tick.left < room ? tick.left : room;
        uint64_t count = job->spots ? take_steps(b, &q, choices, most, &at, job)
                                    : take_steps(b, &q, choices, most, &at, NULL);
        if (job->spots && count == 0)
            tell_spot(job, b, ARI_SPOT_NONE, (step)at * 256, 0);
        if (q.head > q.distance_end) { /* only known when taken one by one */
            q.distance++;
            q.distance_end = tail;
        }
        tick.left -= count > 0 ? count - 1 : 0; /* the last one is counted by the look */
        going = count > 0 && look(job, b, at, &q, &tick, solution);
    }
    size_t bytes = q.capacity * sizeof *q.steps;
    ari__charged_free(b->memory, q.steps, q.capacity, sizeof *q.steps);
    if (!good)
        return b->memory && atomic_load(&b->memory->refused)
                   ? ari_fail_allowance(error, b->memory, "the queue of squares")
                   : ari_fail_memory(error, bytes, "the queue of squares");
    solution->calls = ari__ticker_nodes(&tick) + solution->solved;
    ari_status status = ARI_OK;
    if (solution->solved)
        status = keep_path(b, at, &solution->path, error);
    solution->depth = (solution->solved ? solution->path.steps : distance_of(b, at)) + 1;
    return status;
}

ari_status ari__maze_shortest(ari_maze *maze, const ari_maze_job *job,
                              ari_maze_solution *solution, ari_error *error)
{
    board b = {.squares = NULL};
    ari_status status = board_new(maze, job, &b, error);
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
    ari_status status = board_new(maze, job, &b, error);
    if (status == ARI_OK && !fill_dead_ends(&b, job, &filled))
        solution->stopped = true;
    else if (status == ARI_OK)
        status = search(&b, job, solution, error);
    solution->calls = filled;
    board_free(&b);
    return status;
}
