/* knight_frontier.c: counting tours by the states of the frontier, each with the number of
 * ways that lead to it. */
#include "knight_frontier.h"

#include <string.h>

#include "base/memory.h"
#include "base/ticker.h"

/* ---- the field and its steps ---- */

knight_field ari__knight_field(const ari_knight_job *job)
{
    knight_field f = {
        .turned = job->height > job->width, .open = !job->closed, .first = -1};
    f.rows = f.turned ? job->width : job->height;
    f.columns = f.turned ? job->height : job->width;
    f.places = 2 * f.rows + 1 + f.open;
    f.all_full = f.places < 16 ? ((uint64_t)1 << 4 * f.places) - 1 : ~(uint64_t)0;
    if (f.open && job->from >= 0) {
        int64_t x = job->from % job->width, y = job->from / job->width;
        f.first = f.turned ? y * f.rows + x : x * f.rows + y;
    }
    return f;
}

size_t ari__knight_square(const knight_field *field, int64_t number)
{
    int64_t column = number / field->rows, row = number % field->rows;
    return (size_t)(field->turned ? column * field->rows + row
                                  : row * field->columns + column);
}

/* The moves back to earlier squares. */
static const int BACK_COLUMNS[4] = {1, 1, 2, 2}, BACK_ROWS[4] = {-2, 2, -1, 1};

static int list_earlier(const knight_field *f, int64_t number, int64_t *earlier)
{
    int64_t column = number / f->rows, row = number % f->rows;
    int count = 0;
    for (int i = 0; i < 4; i++) {
        int64_t c = column - BACK_COLUMNS[i], r = row + BACK_ROWS[i];
        if (c >= 0 && r >= 0 && r < f->rows)
            earlier[count++] = c * f->rows + r;
    }
    if (f->open)
        earlier[count++] = -1;
    return count;
}

int64_t ari__knight_neighbour(const knight_field *field, int64_t number, int index)
{
    int64_t earlier[NEIGHBOURS_MAX];
    list_earlier(field, number, earlier);
    return earlier[index];
}

/* How many moves a square has to those after `number`. */
static int moves_left(const knight_field *f, int64_t square, int64_t number)
{
    if (square < 0)
        return number + 1 < (int64_t)f->rows * f->columns ? 2 : 0;
    int64_t column = square / f->rows, row = square % f->rows;
    int count = 0;
    for (int i = 0; i < 4; i++) {
        int64_t c = column + BACK_COLUMNS[i], r = row + BACK_ROWS[i];
        count += c < f->columns && r >= 0 && r < f->rows && c * f->rows + r > number;
    }
    return count;
}

knight_step ari__knight_step_at(const knight_field *f, int64_t number)
{
    int ring = 2 * f->rows + 1;
    int64_t earlier[NEIGHBOURS_MAX];
    knight_step s = {.place = (int)(number % ring),
                     .neighbours = list_earlier(f, number, earlier),
                     .last = number + 1 == (int64_t)f->rows * f->columns,
                     .all_full = f->all_full};
    int own = moves_left(f, number, number);
    for (int i = 0; i < s.neighbours; i++) {
        s.at[i] = earlier[i] < 0 ? ring : (int)(earlier[i] % ring);
        s.left[i] = moves_left(f, earlier[i], number);
    }
    if (f->open && f->first >= number) { /* one end of the tour is kept for `first` */
        unsigned extra = 1u << (s.neighbours - 1);
        if (f->first == number)
            s.must = extra;
        else
            s.once = extra;
    }
    for (unsigned way = 0; way < 1u << s.neighbours; way++) {
        int joined = __builtin_popcount(way);
        if (joined <= 2 && joined + own >= 2)
            s.way[s.ways++] = (uint8_t)way;
    }
    return s;
}

/* ---- states with their counts ---- */

typedef struct entry {
    uint64_t state, count; /* count 0: empty */
} entry;

typedef struct entries {
    entry *at;
    size_t capacity, used; /* a power of two */
} entries;

enum { WAITING = 32, CAPACITY_MIN = 1024 };

typedef struct counting {
    knight_field field;
    entries now, next;
    size_t memory;
    bool mirror; /* states are the same upside down: nothing says where to begin */
    uint8_t upside_down[16];
    entry waiting[WAITING]; /* to be added when their places have come into the cache */
    int waiting_count;
    ari_error *error;
} counting;

static size_t home(const entries *e, uint64_t state)
{
    uint64_t hash = (state ^ state >> 29) * 0x9e3779b97f4a7c15u;
    return (size_t)((hash ^ hash >> 32) * 0xbf58476d1ce4e5b9u >> 24) & (e->capacity - 1);
}

static size_t bytes(const entries *e)
{
    return e->capacity * sizeof *e->at;
}

static ari_status make_entries(counting *c, entries *e, size_t capacity)
{
    size_t size = capacity * sizeof *e->at;
    if (bytes(&c->now) + bytes(&c->next) + size > c->memory)
        return ari__fail_allowed(c->error, c->memory, "counting these tours");
    entry *at = ari__block_new(size);
    if (!at)
        return ari_fail_memory(c->error, size, "the states of the frontier");
    *e = (entries){.at = at, .capacity = capacity};
    return ARI_OK;
}

static void free_entries(entries *e)
{
    if (e->at)
        ari__block_free(e->at, bytes(e));
    *e = (entries){0};
}

/* False when a count reaches 2^64. */
static bool add_entry(entries *e, entry new)
{
    ARI_ASSERT(e->at && e->used < e->capacity); /* a free place ends the walk */
    size_t i = home(e, new.state);
    for (; e->at[i].count; i = (i + 1) & (e->capacity - 1))
        if (e->at[i].state == new.state)
            return !__builtin_add_overflow(e->at[i].count, new.count, &e->at[i].count);
    e->at[i] = new;
    e->used++;
    return true;
}

static ari_status enlarge(counting *c)
{
    entries larger = {0};
    ari_status status = make_entries(c, &larger, c->next.capacity * 2);
    if (status != ARI_OK)
        return status;
    for (size_t i = 0; i < c->next.capacity; i++)
        if (c->next.at[i].count)
            add_entry(&larger, c->next.at[i]);
    free_entries(&c->next);
    c->next = larger;
    return ARI_OK;
}

static ari_status add_waiting(counting *c)
{
    if ((c->next.used + WAITING) * 8 > c->next.capacity * 5) {
        ari_status status = enlarge(c);
        if (status != ARI_OK)
            return status;
    }
    for (int i = 0; i < c->waiting_count; i++)
        if (!add_entry(&c->next, c->waiting[i]))
            return ari_fail(c->error, ARI_LIMIT, ARI_NO_OFFSET,
                            "there are more tours than can be counted: 2^64 or more");
    c->waiting_count = 0;
    return ARI_OK;
}

/* ---- steps ---- */

/* Where each place comes when the board is turned upside down, after a whole column. */
static void find_upside_down(counting *c, int64_t number)
{
    int rows = c->field.rows, ring = 2 * rows + 1;
    for (int i = 0; i < 16; i++)
        c->upside_down[i] = (uint8_t)i;
    for (int64_t square = number - (int64_t)2 * rows + 1; square <= number; square++) {
        if (square < 0)
            continue; /* full, as is its image */
        int64_t image = square + rows - 1 - 2 * (square % rows);
        c->upside_down[square % ring] = (uint8_t)(image % ring);
    }
}

static uint64_t turn_upside_down(const counting *c, uint64_t state)
{
    uint64_t turned = 0;
    for (int i = 0; i < c->field.places; i++)
        turned |= (uint64_t)c->upside_down[knight_mate(state, i)]
                  << 4 * c->upside_down[i];
    return turned;
}

static ari_status grow_one(counting *c, const knight_step *step, entry from, bool turn)
{
    knight_grown grown[GROWN_MAX];
    int count = knight_grow(step, from.state, grown);
    for (int i = 0; i < count; i++) {
        uint64_t state = grown[i].state;
        if (turn) {
            uint64_t other = turn_upside_down(c, state);
            state = other < state ? other : state;
        }
        __builtin_prefetch(&c->next.at[home(&c->next, state)], 1);
        c->waiting[c->waiting_count++] = (entry){state, from.count};
        if (c->waiting_count == WAITING) {
            ari_status status = add_waiting(c);
            if (status != ARI_OK)
                return status;
        }
    }
    return ARI_OK;
}

static ari_status take_step(counting *c, int64_t number, ari__ticker *tick)
{
    knight_step step = ari__knight_step_at(&c->field, number);
    bool turn = c->mirror && number % c->field.rows == c->field.rows - 1;
    size_t capacity = CAPACITY_MIN;
    while (capacity < 2 * c->now.used)
        capacity *= 2;
    ari_status status = make_entries(c, &c->next, capacity);
    if (turn)
        find_upside_down(c, number);
    for (size_t i = 0; status == ARI_OK && i < c->now.capacity; i++) {
        if (!c->now.at[i].count)
            continue;
        if (ari__tick(tick))
            status = ari_fail(c->error, ARI_STOPPED, ARI_NO_OFFSET,
                              "stopped before all tours were counted");
        else
            status = grow_one(c, &step, c->now.at[i], turn);
    }
    if (status == ARI_OK)
        status = add_waiting(c);
    free_entries(&c->now);
    c->now = c->next;
    c->next = (entries){0};
    return status;
}

ari_status ari__knight_frontier_count(const ari_knight_job *job, uint64_t *count,
                                      ari_error *error)
{
    counting c = {.field = ari__knight_field(job),
                  .memory = job->memory ? job->memory : (size_t)1 << 30,
                  .error = error};
    c.mirror = c.field.first < 0;
    *count = 0;
    if (c.field.places > PLACES_MAX)
        return ari_fail(
            error, ARI_LIMIT, ARI_NO_OFFSET,
            "%s tours can be counted on boards whose shorter side is at most "
            "%d, and here it is %d; backtracking alone has no such limit, but "
            "would take years",
            job->closed ? "closed" : "open", job->closed ? 7 : 6, c.field.rows);
    ari__ticker tick;
    ari__ticker_start(&tick, &job->limits);
    ari_status status = make_entries(&c, &c.now, CAPACITY_MIN);
    if (status == ARI_OK) {
        uint64_t start = c.field.all_full;
        unsigned extra = (unsigned)c.field.places - 1;
        add_entry(&c.now,
                  (entry){c.field.open ? knight_put(start, extra, extra) : start, 1});
    }
    int64_t squares = (int64_t)c.field.rows * c.field.columns;
    for (int64_t i = 0; status == ARI_OK && i < squares; i++) {
        tick.progress.depth = (int)i;
        status = take_step(&c, i, &tick);
    }
    for (size_t i = 0; status == ARI_OK && i < c.now.capacity; i++)
        *count += c.now.at[i].count; /* one state is left, or none */
    free_entries(&c.now);
    free_entries(&c.next);
    return status;
}
