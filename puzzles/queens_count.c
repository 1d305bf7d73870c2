/* queens_count.c: counting all solutions, in parts.
 *
 * The two rows and two columns around the middle (one row and column away from it when n is
 * odd) hold the queens that attack most, and turning or mirroring the board carries these
 * four lines into each other. So a part is a placing of the queens on those lines, and of
 * all its images only one is counted, with the number of different images as its weight:
 * an eighth of the work, and nothing has to be compared at the end.
 *
 *        c d          The four lines are gone around: from the lower row, position a
 *     . . | | . .     counted from the left; from the right column, position b counted
 *     . . | | . .     upwards; from the upper row, c, counted from the right; from the
 *   c - - + + - -     left column, d, counted downwards. A quarter turn moves (a, b, c, d)
 *   a - - + + - -     to (b, c, d, a), and a mirror image reverses the order and counts
 *     . . | | . .     each from the other end.
 *     . . | | . .
 *
 * With queens placed beforehand there is no symmetry to use: then the parts are the ways to
 * fill the two lowest rows that are free. For large boards the lowest free rows are added
 * to the parts, so that no part takes long. The rest is done by queens_lanes.c. */
#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ariadne/random.h>

#include "base/memory.h"
#include "puzzles/queens_parts.h"

#define MOST_ADDED 6 /* queens of a part, besides those placed */

typedef struct part {
    uint8_t count, weight;
    uint8_t x[MOST_ADDED], y[MOST_ADDED];
} part;

struct ari_queens_count {
    uint32_t n;
    ari_queens_placed placed;
    ari__queens_filler *fill;
    part *parts;
    size_t part_count, part_room;
    /* guarded by the lock: what is done, and what it came to */
    atomic_flag lock;
    bool *done;
    size_t done_count;
    uint64_t total;
};

/* Held for a few instructions only, or, by save, for a walk over `done`. */
static void lock(const ari_queens_count *count)
{
    atomic_flag *flag = (atomic_flag *)&count->lock;
    while (atomic_flag_test_and_set_explicit(flag, memory_order_acquire))
        ;
}

static void unlock(const ari_queens_count *count)
{
    atomic_flag_clear_explicit((atomic_flag *)&count->lock, memory_order_release);
}

static bool has_queen(const part *p, uint32_t x, uint32_t y)
{
    for (int i = 0; i < p->count; i++)
        if (p->x[i] == x && p->y[i] == y)
            return true;
    return false;
}

static void add_queen(part *p, uint32_t x, uint32_t y)
{
    p->x[p->count] = (uint8_t)x;
    p->y[p->count++] = (uint8_t)y;
}

/* ---- the parts ---- */

static bool add_part(ari_queens_count *count, const part *p)
{
    if (!ari__grow((void **)&count->parts, &count->part_room, count->part_count + 1,
                   sizeof *p))
        return false;
    count->parts[count->part_count++] = *p;
    return true;
}

/* Adds the part, or, with `rows` more of the lowest free rows filled, all parts that come
 * of it. False when memory runs out. */
static bool add_filled(ari_queens_count *count, const part *p, const ari__queens_taken *t,
                       int rows)
{
    uint32_t n = count->n, y = 0;
    while (y < n && (t->y >> y & 1))
        y++;
    if (rows == 0 || y == n)
        return add_part(count, p);
    for (uint32_t x = 0; x < n; x++) {
        ari__queens_taken more = *t;
        part larger = *p;
        if (!ari__queens_put(&more, n, x, y))
            continue;
        add_queen(&larger, x, y);
        if (!add_filled(count, &larger, &more, rows - 1))
            return false;
    }
    return true;
}

/* How many images are the same as (a, b, c, d) itself, or 0 if some image comes before it. */
static int images_alike(const uint32_t around[4], uint32_t n)
{
    int alike = 0;
    for (unsigned image = 0; image < 8; image++) {
        int order = 0;
        for (unsigned i = 0; i < 4 && order == 0; i++) {
            uint32_t other =
                image < 4 ? around[(i + image) & 3] : n - 1 - around[(image - i) & 3];
            order = (other > around[i]) - (other < around[i]);
        }
        if (order < 0)
            return 0;
        alike += order == 0;
    }
    return alike;
}

static bool add_around(ari_queens_count *count, const uint32_t around[4], int rows)
{
    uint32_t n = count->n, end = n - 1, low = (n - 2) / 2, high = end - low;
    int alike = images_alike(around, n);
    if (alike == 0)
        return true;
    const ari_queen queens[4] = {{around[0], low},
                                 {high, around[1]},
                                 {end - around[2], high},
                                 {low, end - around[3]}};
    part p = {.weight = (uint8_t)(8 / alike)};
    ari__queens_taken t = {0};
    for (int i = 0; i < 4; i++) {
        if (has_queen(&p, queens[i].x, queens[i].y))
            continue; /* where a row and a column cross, one queen is on both */
        if (!ari__queens_put(&t, n, queens[i].x, queens[i].y))
            return true;
        add_queen(&p, queens[i].x, queens[i].y);
    }
    return add_filled(count, &p, &t, rows);
}

static bool make_parts(ari_queens_count *count)
{
    uint32_t n = count->n, around[4];
    if (n < 2 || count->placed.count > 0) {
        ari__queens_taken t = {0};
        part p = {.weight = 1};
        for (size_t i = 0; i < count->placed.count; i++)
            if (!ari__queens_put(&t, n, count->placed.queens[i].x,
                                 count->placed.queens[i].y))
                return true; /* no parts: no solutions */
        return add_filled(count, &p, &t, 2);
    }
    int rows = n < 20 ? 0 : n < 23 ? 1 : 2;
    for (around[0] = 0; around[0] < n; around[0]++)
        for (around[1] = around[0]; around[1] < n; around[1]++)
            for (around[2] = around[0]; around[2] < n; around[2]++)
                for (around[3] = around[0]; around[3] < n; around[3]++)
                    if (!add_around(count, around, rows))
                        return false;
    return true;
}

ari_status ari_queens_count_new(uint32_t n, const ari_queens_placed *placed,
                                ari_queens_count **result, ari_error *error)
{
    *result = NULL;
    if (n < 1 || n > ARI_QUEENS_MOST_COUNT)
        return ari_fail(
            error, ARI_RANGE, ARI_NO_OFFSET,
            "solutions can be counted for boards from 1 to %d, not for %" PRIu32
            ": a larger count would not fit 64 bits",
            ARI_QUEENS_MOST_COUNT, n);
    ari_queens_count *count = calloc(1, sizeof *count);
    if (!count)
        return ari_fail_memory(error, sizeof *count, "the count");
    count->n = n;
    count->fill = ari__queens_best_filler();
    atomic_flag_clear(&count->lock);
    size_t queens = placed ? placed->count : 0;
    count->placed.count = queens;
    count->placed.queens = calloc(queens + 1, sizeof *placed->queens);
    if (count->placed.queens && queens)
        memcpy(count->placed.queens, placed->queens, queens * sizeof *placed->queens);
    if (!count->placed.queens || !make_parts(count) ||
        !(count->done = calloc(count->part_count + 1, sizeof *count->done))) {
        ari_queens_count_free(count);
        return ari_fail_memory(error, sizeof(part), "the parts of the count");
    }
    *result = count;
    return ARI_OK;
}

void ari__queens_use(ari_queens_count *count, ari__queens_filler *fill)
{
    count->fill = fill;
}

void ari_queens_count_free(ari_queens_count *count)
{
    if (!count)
        return;
    free(count->placed.queens);
    free(count->parts);
    free(count->done);
    free(count);
}

size_t ari_queens_count_parts(const ari_queens_count *count)
{
    return count->part_count;
}

size_t ari_queens_count_done(const ari_queens_count *count)
{
    lock(count);
    size_t done = count->done_count;
    unlock(count);
    return done;
}

uint64_t ari_queens_count_total(const ari_queens_count *count)
{
    lock(count);
    uint64_t total = count->total;
    unlock(count);
    return total;
}

/* ---- counting ---- */

typedef struct counting {
    ari_queens_count *count;
    const ari_limits *limits;
    ari_queens_progress *progress;
    void *self;
    atomic_size_t next;
    ari_stop halt;
    atomic_bool no_memory;
} counting;

/* What is left to fill once the part's queens stand. */
static ari__queens_rest rest_of(const ari_queens_count *count, const part *p)
{
    uint32_t n = count->n, all = UINT32_MAX >> (32 - n);
    ari__queens_taken t = {0};
    for (size_t i = 0; i < count->placed.count; i++)
        ari__queens_put(&t, n, count->placed.queens[i].x, count->placed.queens[i].y);
    for (int i = 0; i < p->count; i++)
        ari__queens_put(&t, n, p->x[i], p->y[i]);
    ari__queens_rest rest = {.columns = all & ~t.x};
    uint32_t before = 0;
    for (uint32_t y = 0; y < n; y++) {
        if (t.y >> y & 1)
            continue;
        uint32_t attacked = (uint32_t)(t.sum >> y | t.between >> (n - 1 - y));
        rest.allowed[rest.rows] = all & ~attacked;
        rest.step[rest.rows++] = (int)(y - before);
        before = y;
    }
    return rest;
}

static void count_parts(void *argument, int index)
{
    counting *c = argument;
    ari_queens_count *count = c->count;
    ari__queens_room *room = ari__queens_room_new();
    if (!room) {
        atomic_store(&c->no_memory, true);
        atomic_store(&c->halt, 1);
    }
    ari_limits limits = {.seconds = c->limits->seconds, .stop = c->limits->stop};
    ari__ticker tick;
    ari__ticker_start(&tick, &limits);
    tick.halt = &c->halt;
    while (!atomic_load(&c->halt)) {
        size_t i = atomic_fetch_add(&c->next, 1);
        if (i >= count->part_count)
            break;
        if (count->done[i]) /* by an earlier run: nobody changes it now */
            continue;
        ari__queens_rest rest = rest_of(count, &count->parts[i]);
        uint64_t found = count->fill(&rest, room, &tick);
        if (tick.stopped || (limits.stop && atomic_load(limits.stop))) {
            atomic_store(&c->halt, 1);
            break;
        }
        lock(count);
        count->done[i] = true;
        count->done_count++;
        count->total += found * count->parts[i].weight;
        unlock(count);
        if (index == 0 && c->progress)
            c->progress(c->self, count);
    }
    free(room);
}

ari_status ari_queens_count_run(ari_queens_count *count, const ari_limits *limits,
                                const ari_runner *runner, ari_queens_progress *progress,
                                void *self, ari_error *error)
{
    static const ari_limits none = {.depth = 0};
    counting c = {.count = count,
                  .limits = limits ? limits : &none,
                  .progress = progress,
                  .self = self};
    if (runner && runner->threads > 1)
        runner->run(runner->self, runner->threads, count_parts, &c);
    else
        count_parts(&c, 0);
    if (atomic_load(&c.no_memory))
        return ari_fail_memory(error, sizeof(part), "counting");
    if (count->done_count < count->part_count)
        return ari_fail(error, ARI_STOPPED, ARI_NO_OFFSET,
                        "the count was stopped after %zu of %zu parts", count->done_count,
                        count->part_count);
    return ARI_OK;
}

/* ---- saving ---- */

#define VERSION 1

static uint64_t check_sum(const char *text, size_t size)
{
    uint64_t sum = size;
    for (size_t i = 0; i < size; i++)
        sum = ari_mix(sum ^ (unsigned char)text[i]);
    return sum;
}

/* What a saved state must begin with to belong to this count. */
static void add_heading(const ari_queens_count *count, ari_text *out)
{
    ari_text_format(out, "ariadne queens count %d\nboard %" PRIu32 "\nplaced", VERSION,
                    count->n);
    for (size_t i = 0; i < count->placed.count; i++)
        ari_text_format(out, " %" PRIu32 ",%" PRIu32, count->placed.queens[i].x,
                        count->placed.queens[i].y);
    ari_text_format(out, "\nparts %zu\n", count->part_count);
}

void ari_queens_count_save(const ari_queens_count *count, ari_text *out)
{
    size_t start = out->size;
    add_heading(count, out);
    lock(count);
    ari_text_format(out, "total %" PRIu64 "\ndone", count->total);
    for (size_t i = 0; i < count->part_count; i++) {
        size_t from = i;
        while (i < count->part_count && count->done[i])
            i++;
        if (i > from)
            ari_text_format(out, " %zu-%zu", from, i - 1);
    }
    unlock(count);
    ari_text_add_char(out, '\n');
    uint64_t sum = ari_text_ok(out) ? check_sum(out->data + start, out->size - start) : 0;
    ari_text_format(out, "check %016" PRIx64 "\n", sum);
}

static ari_status not_a_state(ari_error *error, size_t at, const char *why)
{
    return ari_fail(error, ARI_SYNTAX, at, "this is no state of this count: %s", why);
}

/* A number at *p, which moves past it. */
static bool read_number(const char **p, uint64_t *number)
{
    if (**p < '0' || **p > '9')
        return false;
    *number = 0;
    for (; **p >= '0' && **p <= '9'; (*p)++) {
        uint64_t digit = (uint64_t)(**p - '0');
        if (*number > (UINT64_MAX - digit) / 10)
            return false;
        *number = *number * 10 + digit;
    }
    return true;
}

static bool read_done(ari_queens_count *count, const char *p, size_t *done)
{
    uint64_t from, to, next = 0;
    for (; *p == ' ';) {
        p++;
        if (!read_number(&p, &from) || *p++ != '-' || !read_number(&p, &to) ||
            from < next || to < from || to >= count->part_count)
            return false;
        for (uint64_t i = from; i <= to; i++)
            count->done[i] = true;
        *done += (size_t)(to - from + 1);
        next = to + 1;
    }
    return strncmp(p, "\ncheck ", 7) == 0;
}

ari_status ari_queens_count_load(ari_queens_count *count, const char *text,
                                 ari_error *error)
{
    const char *check = strstr(text, "\ncheck ");
    char sum[40];
    if (strncmp(text, "ariadne queens count ", 21) != 0 || !check)
        return not_a_state(error, 0, "it does not look like one");
    snprintf(sum, sizeof sum, "%016" PRIx64 "\n",
             check_sum(text, (size_t)(check - text) + 1));
    if (strcmp(check + 7, sum) != 0)
        return not_a_state(error, (size_t)(check - text) + 1,
                           "its check sum is wrong, so it is damaged or was changed");
    ari_text heading = ARI_TEXT_EMPTY;
    add_heading(count, &heading);
    size_t size = heading.size;
    bool ours = strncmp(text, ari_text_get(&heading), size) == 0;
    bool memory = ari_text_ok(&heading);
    ari_text_free(&heading);
    if (!memory)
        return ari_fail_memory(error, size, "the heading of the state");
    if (!ours)
        return not_a_state(error, 0, "it is of another version or another board");
    const char *p = text + size;
    uint64_t total;
    size_t done = 0;
    memset(count->done, 0, count->part_count * sizeof *count->done);
    count->done_count = 0;
    count->total = 0;
    if (strncmp(p, "total ", 6) != 0 || (p += 6, !read_number(&p, &total)) ||
        strncmp(p, "\ndone", 5) != 0 || !read_done(count, p + 5, &done)) {
        memset(count->done, 0, count->part_count * sizeof *count->done);
        return not_a_state(error, (size_t)(p - text), "the list of parts cannot be read");
    }
    count->done_count = done;
    count->total = total;
    return ARI_OK;
}

ari_status ari_queens_distinct(uint32_t n, uint64_t total, const ari_limits *limits,
                               uint64_t *distinct, ari_error *error)
{
    /* By the lemma that is not Burnside's: the mean, over the eight symmetries, of the
     * solutions that each leaves alone. A mirror leaves none alone, except for n = 1. */
    uint64_t half, quarter;
    *distinct = total;
    if (n == 1)
        return ARI_OK;
    ari_status status = ari__queens_turned(n, false, limits, &half, error);
    if (status == ARI_OK)
        status = ari__queens_turned(n, true, limits, &quarter, error);
    if (status == ARI_OK)
        *distinct = (total + half + 2 * quarter) / 8;
    return status;
}
