/* maze_walls.c: mazes made by looking at walls: Kruskal takes them away, division builds
 * them. */
#include "maze_make.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* ---- Kruskal ----
 *
 * The walls are not listed and shuffled, which would take more memory than the maze: a
 * permutation of the numbers below a power of two, made of steps that can each be undone,
 * names them in an order of its own. Wall 2i is the floor of square i, wall 2i + 1 its side. */

typedef struct shuffle {
    uint64_t mask, factor[4], add[4];
    int half;
} shuffle;

static shuffle make_shuffle(uint64_t count, ari_random *random)
{
    shuffle s = {.mask = 1};
    int bits = 1;
    for (; s.mask < count - 1; bits++)
        s.mask = s.mask * 2 + 1;
    s.half = (bits + 1) / 2;
    for (int i = 0; i < 4; i++) {
        s.factor[i] = ari_random_next(random) | 1;
        s.add[i] = ari_random_next(random);
    }
    return s;
}

static inline uint64_t shuffled(const shuffle *s, uint64_t n)
{
    for (int i = 0; i < 4; i++) {
        n = (n * s->factor[i] + s->add[i]) & s->mask;
        n ^= n >> s->half;
    }
    return n;
}

static inline uint32_t part_of(uint32_t *parent, uint32_t square)
{
    while (parent[square] != square) {
        parent[square] = parent[parent[square]];
        square = parent[square];
    }
    return square;
}

/* Following the parents of a square means waiting for memory at every step, unless the first
 * few are fetched in time: some walls ahead the squares themselves, then their parents, then
 * the parents of those. */
#define AHEAD 32

typedef struct wall {
    uint32_t square, beside;
    bool side;
} wall;

/* The next wall inside, in the order of the shuffle. */
static wall next_wall(const shuffle *s, const ari__grid *g, uint64_t *n)
{
    const uint32_t width = g->width;
    const uint64_t squares = (uint64_t)width * g->height;
    for (;; ++*n) {
        uint64_t number = shuffled(s, *n & s->mask);
        bool side = number & 1;
        if (number >> 1 >= squares)
            continue;
        uint32_t square = (uint32_t)(number >> 1);
        if (side ? square % width == 0 : square < width)
            continue;
        ++*n;
        return (wall){
            .square = square, .beside = square - (side ? 1 : width), .side = side};
    }
}

static inline void fetch_parents(const uint32_t *parent, const wall *near,
                                 const wall *far)
{
    __builtin_prefetch(&parent[parent[far->square]]);
    __builtin_prefetch(&parent[parent[far->beside]]);
    __builtin_prefetch(&parent[parent[parent[near->square]]]);
    __builtin_prefetch(&parent[parent[parent[near->beside]]]);
}

static void open_walls(const ari_maze_plan *plan, ari__grid *g, uint32_t *parent)
{
    ari_random random = ari_random_seeded(plan->seed);
    uint64_t squares = (uint64_t)g->width * g->height, n = 0;
    shuffle s = make_shuffle(2 * squares, &random);
    wall coming[AHEAD];
    for (uint32_t i = 0; i < squares; i++)
        parent[i] = i;
    if (squares == 1)
        return; /* no wall inside */
    for (int i = 0; i < AHEAD; i++)
        coming[i] = next_wall(&s, g, &n);
    for (uint64_t i = 0, parts = squares; parts > 1; i++) {
        wall w = coming[i % AHEAD];
        coming[i % AHEAD] = next_wall(&s, g, &n);
        __builtin_prefetch(&parent[coming[i % AHEAD].square]);
        __builtin_prefetch(&parent[coming[i % AHEAD].beside]);
        fetch_parents(parent, &coming[(i + AHEAD / 4) % AHEAD],
                      &coming[(i + AHEAD / 2) % AHEAD]);
        uint32_t a = part_of(parent, w.square), b = part_of(parent, w.beside);
        if (a == b)
            continue;
        /* By an order that has nothing to do with where they are: the trees stay flat. */
        bool a_stays = a * 2654435769u < b * 2654435769u;
        parent[a_stays ? b : a] = a_stays ? a : b;
        parts--;
        uint64_t y = w.square / g->width, x = w.square % g->width;
        set_bit(w.side ? sides(g, y) : floors(g, y), x, false);
        if ((parts & 0xfffff) == 0 && ari__plan_stopped(plan))
            return;
    }
}

ari_status ari__make_kruskal(const ari_maze_plan *plan, ari__grid *walls,
                             ari_error *error)
{
    size_t bytes = (size_t)walls->width * walls->height * sizeof(uint32_t);
    uint32_t *parent = ari__block_new(bytes);
    if (!parent)
        return ari_fail_memory(error, bytes, "the parts of the maze");
    open_walls(plan, walls, parent);
    ari__block_free(parent, bytes);
    return ARI_OK;
}

/* ---- division ---- */

typedef struct room {
    uint32_t x, y, width, height;
} room;

/* Bits from .. to-1 of a row. */
static void set_range(uint64_t *row, uint64_t from, uint64_t to)
{
    for (; from < to && from % 64 != 0; from++)
        set_bit(row, from, true);
    for (; from + 64 <= to; from += 64)
        row[from / 64] = ~(uint64_t)0;
    for (; from < to; from++)
        set_bit(row, from, true);
}

/* Builds a wall with a gap across the room, which becomes its lower or left part; the other
 * part is returned. */
static room divide(ari__grid *g, room *r, ari_random *random)
{
    bool level = r->width < r->height ||
                 (r->width == r->height && ari_random_below(random, 2) == 0);
    uint32_t at = 1 + ari_random_below(random, (level ? r->height : r->width) - 1);
    uint32_t gap = ari_random_below(random, level ? r->width : r->height);
    room other = *r;
    if (level) {
        uint64_t *row = floors(g, (uint64_t)r->y + at);
        set_range(row, r->x, (uint64_t)r->x + r->width);
        set_bit(row, (uint64_t)r->x + gap, false);
        other.y += at;
        other.height -= at;
        r->height = at;
    } else {
        for (uint32_t i = 0; i < r->height; i++)
            set_bit(sides(g, (uint64_t)r->y + i), (uint64_t)r->x + at, i != gap);
        other.x += at;
        other.width -= at;
        r->width = at;
    }
    return other;
}

/* One hall: no wall but the outer ones. */
static void clear_hall(ari__grid *g)
{
    size_t bytes = g->stride * sizeof(uint64_t);
    for (uint64_t y = 0; y < g->height; y++) {
        if (y > 0)
            memset(floors(g, y), 0, bytes);
        memset(sides(g, y), 0, bytes);
        set_bit(sides(g, y), 0, true);
        set_bit(sides(g, y), g->width, true);
    }
}

ari_status ari__make_division(const ari_maze_plan *plan, ari__grid *walls,
                              ari_error *error)
{
    ari_random random = ari_random_seeded(plan->seed);
    room *rooms = NULL; /* still to be divided */
    size_t count = 0, capacity = 0;
    room now = {.width = walls->width, .height = walls->height};
    clear_hall(walls);
    for (uint64_t n = 1;; n++) {
        if (now.width > 1 && now.height > 1) {
            if (!ari__grow((void **)&rooms, &capacity, count + 1, sizeof *rooms)) {
                free(rooms);
                return ari_fail_memory(error, count * sizeof *rooms, "the list of rooms");
            }
            rooms[count++] = divide(walls, &now, &random);
        } else if (count > 0) {
            now = rooms[--count];
        } else {
            break;
        }
        if ((n & 0xfffff) == 0 && ari__plan_stopped(plan))
            break;
    }
    free(rooms);
    return ARI_OK;
}
