/* maze_eller.c: Eller's mazes: made row by row, knowing only which squares of the present row
 * are already joined above.
 *
 * The squares joined so far form rings, each in order from left to right and round again. Two
 * neighbours are in the same ring exactly when the one follows the other, as rings cannot
 * cross: a look at one number tells. A ring of one square must go on below. */
#include "maze_make.h"

#include <stdlib.h>
#include <string.h>

typedef struct eller {
    uint32_t width;
    uint32_t *left, *right; /* the neighbours in the ring */
    ari_random random;
    uint64_t coins;
    int coins_left;
} eller;

static ari_status eller_begin(const ari_maze_make_job *plan, eller *e, ari_error *error)
{
    size_t bytes = plan->width * sizeof *e->left;
    *e = (eller){.width = plan->width, .random = ari_random_seeded(plan->seed)};
    e->left = malloc(bytes);
    e->right = malloc(bytes);
    if (!e->left || !e->right)
        return ari_fail_memory(error, 2 * bytes, "a row of the maze");
    for (uint32_t x = 0; x < e->width; x++)
        e->left[x] = e->right[x] = x;
    return ARI_OK;
}

static void eller_end(eller *e)
{
    free(e->left);
    free(e->right);
}

static inline bool coin(eller *e)
{
    if (e->coins_left-- == 0) {
        e->coins = ari_random_next(&e->random);
        e->coins_left = 63;
    }
    bool heads = e->coins & 1;
    e->coins >>= 1;
    return heads;
}

/* The ring of x + 1 becomes part of the ring of x. */
static inline void join_next(eller *e, uint32_t x)
{
    uint32_t last = e->left[x + 1], after = e->right[x];
    e->right[last] = after;
    e->left[after] = last;
    e->right[x] = x + 1;
    e->left[x + 1] = x;
}

static inline void leave_ring(eller *e, uint32_t x)
{
    e->right[e->left[x]] = e->right[x];
    e->left[e->right[x]] = e->left[x];
    e->left[x] = e->right[x] = x;
}

/* Makes the sides and floors of the next row, where all walls stand before. */
static void eller_row(eller *e, bool lowest, uint64_t *side, uint64_t *floor)
{
    for (uint32_t x = 0; x < e->width; x++) {
        if (x + 1 < e->width && e->right[x] != x + 1 && (lowest || coin(e))) {
            join_next(e, x);
            set_bit(side, x + 1, false);
        }
        if (lowest)
            continue;
        if (e->right[x] != x && coin(e))
            leave_ring(e, x);
        else
            set_bit(floor, x, false);
    }
}

/* What the row has decided, square by square. */
static void tell_row(const ari_maze_make_job *plan, const ari__grid *walls, uint64_t y)
{
    for (uint64_t x = 0; x < plan->width; x++) {
        if (x + 1 < plan->width && !bit(sides(walls, y), x + 1))
            ari__plan_tell(plan, ARI_MAKING_OPEN, x, y, ARI_EAST);
        if (y > 0 && !bit(floors(walls, y), x))
            ari__plan_tell(plan, ARI_MAKING_OPEN, x, y, ARI_SOUTH);
    }
}

ari_status ari__make_eller(const ari_maze_make_job *plan, ari__grid *walls,
                           ari_error *error)
{
    eller e;
    ari_status status = eller_begin(plan, &e, error);
    for (uint64_t y = plan->height; y-- > 0 && status == ARI_OK;) {
        eller_row(&e, y == 0, sides(walls, y), floors(walls, y));
        if (plan->event)
            tell_row(plan, walls, y);
        if (ari__plan_stopped(plan))
            break;
    }
    eller_end(&e);
    return status;
}

/* ---- straight to text ---- */

typedef struct stream {
    const ari_maze_make_job *plan;
    eller e;
    ari__loops loops;
    uint64_t *side, *floor;
    char *line;
    ari_maze_sink *sink;
    void *self;
} stream;

static bool write_row(stream *s, uint64_t y)
{
    uint64_t width = s->plan->width;
    ari__set_bits(s->side, width + 1);
    ari__set_bits(s->floor, width);
    eller_row(&s->e, y == 0, s->side, s->floor);
    ari__loops_open(&s->loops, width, s->side, y > 0 ? s->floor : NULL);
    if (y == 0)
        set_bit(s->floor, width - 1, false);
    size_t size = ari__maze_line(s->side, width, false, false, s->line);
    if (y == s->plan->height - 1)
        s->line[1] = 'S';
    if (!s->sink(s->self, s->line, size))
        return false;
    size = ari__maze_line(s->floor, width, true, false, s->line);
    return s->sink(s->self, s->line, size);
}

static ari_status write_rows(stream *s, ari_error *error)
{
    uint64_t width = s->plan->width;
    ari__set_bits(s->floor, width);
    size_t size = ari__maze_line(s->floor, width, true, false, s->line);
    bool written = s->sink(s->self, s->line, size);
    for (uint64_t y = s->plan->height; y-- > 0 && written;) {
        if (ari__plan_stopped(s->plan))
            return ari_fail(error, ARI_STOPPED, ARI_NO_OFFSET, "stopped before the end");
        written = write_row(s, y);
    }
    return written ? ARI_OK
                   : ari_fail(error, ARI_IO, ARI_NO_OFFSET, "the maze cannot be written");
}

ari_status ari_maze_stream(const ari_maze_make_job *plan, ari_maze_sink *sink, void *self,
                           ari_error *error)
{
    ari_status status = ari__plan_check(plan, ARI_MAZE_HEIGHT_MOST, error);
    if (status != ARI_OK)
        return status;
    if (plan->algo != ARI_MAZE_ELLER)
        return ari_fail(error, ARI_UNSUPPORTED, ARI_NO_OFFSET,
                        "only eller makes mazes row by row, %s does not",
                        ari_maze_algo_name(plan->algo));
    size_t words = (size_t)plan->width / 64 + 1;
    stream s = {.plan = plan,
                .loops = ari__loops_begin(plan),
                .side = calloc(words, sizeof *s.side),
                .floor = calloc(words, sizeof *s.floor),
                .line = malloc((size_t)plan->width * 2 + 2),
                .sink = sink,
                .self = self};
    status = eller_begin(plan, &s.e, error);
    if (status == ARI_OK && (!s.side || !s.floor || !s.line))
        status = ari_fail_memory(error, (size_t)plan->width * 3, "a row of the maze");
    if (status == ARI_OK)
        status = write_rows(&s, error);
    eller_end(&s.e);
    free(s.side);
    free(s.floor);
    free(s.line);
    return status;
}
