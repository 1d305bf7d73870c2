/* maze_kruskal.c: Kruskal's mazes: walls in random order, each opened that joins two parts.
 *
 * The order is that of keys, and the key of a wall is a random function of its place. A wall
 * that has the least key of all around some part is opened sooner or later, whichever walls
 * are looked at first. So the walls need not be taken in order all over the maze, which would
 * mean to wait for memory at each of them, but tile by tile: within a tile in order, and a
 * part may grow through a wall as long as no lesser one leads out of the tile, its limit.
 * A wall between two parts that are both at their limits is left, unless lesser ones that were
 * left lead round it. With the walls between tiles these are a few in a hundred, and taken in
 * order at the end, among the parts that are left. */
#include "maze_make.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

#define TILE 64 /* squares of a side */
#define CELLS ((size_t)TILE * TILE)
#define BITS 13 /* of a wall's number: the floor of square i is 2i, its side 2i + 1 */
#define LATE ((uint64_t)5 << 61) /* five eighths of the keys are less */

/* A wall that is left, and the parts it divides. */
typedef struct left_wall {
    uint32_t key, a, b;
    uint32_t y, twice; /* 2x for the floor of square x, 2x + 1 for its side */
} left_wall;

/* Squares of a tile are numbered by rows of TILE, also where the tile has fewer. */
typedef struct tile {
    uint32_t x, y, width, height;
    size_t early, late, count; /* walls: in the first list, at its end; that are left */
    uint64_t walls[2][2 * CELLS]; /* key and number of each: as they come, in order */
    uint64_t left[CELLS];
    uint32_t places[2 * CELLS]; /* for sorting */
    uint32_t limit[CELLS];      /* of each part, at its first square */
    uint32_t name[CELLS];       /* of each part that is left, likewise */
    uint16_t part[CELLS];       /* squares of a part lead to its first one */
    uint16_t group[CELLS];      /* the same for parts with the walls between them left */
} tile;

typedef struct kruskal {
    const ari_maze_make_job *plan;
    ari__grid *grid;
    uint64_t salt;
    tile *tile;
    left_wall *left;
    size_t count, capacity;
    uint32_t parts;        /* that are left so far */
    uint32_t *below;       /* for each column, the part of the highest square so far */
    uint32_t beside[TILE]; /* for each row, the part of the square before the tile */
} kruskal;

/* The keys of a square's floor, above, and side, below. */
static inline uint64_t keys_of(const kruskal *k, uint32_t x, uint32_t y)
{
    return ari_mix(k->salt + (uint64_t)y * k->grid->width + x);
}

static inline uint32_t floor_key(uint64_t keys)
{
    return (uint32_t)(keys >> 32);
}

static inline uint32_t side_key(uint64_t keys)
{
    return (uint32_t)keys;
}

/* Sorts numbers whose upper bits are evenly spread: each goes to about its place at once. */
static void sort(const uint64_t *from, uint64_t *to, size_t count, uint32_t *places,
                 int bits)
{
    memset(places, 0, sizeof *places << bits);
    for (size_t i = 0; i < count; i++)
        places[from[i] >> (64 - bits)]++;
    uint32_t before = 0;
    for (size_t i = 0; i < (size_t)1 << bits; i++) {
        uint32_t here = places[i];
        places[i] = before;
        before += here;
    }
    for (size_t i = 0; i < count; i++)
        to[places[from[i] >> (64 - bits)]++] = from[i];
    for (size_t i = 1; i < count; i++) {
        uint64_t number = to[i];
        size_t j = i;
        for (; j > 0 && to[j - 1] > number; j--)
            to[j] = to[j - 1];
        to[j] = number;
    }
}

/* ---- a tile ---- */

static inline uint32_t first_of(uint16_t *parent, uint32_t square)
{
    while (parent[square] != square) {
        parent[square] = parent[parent[square]];
        square = parent[square];
    }
    return square;
}

/* The one of two first squares that leads from now on: by an order that has nothing to do with
 * where they are, the trees stay flat. */
static inline uint32_t join(uint16_t *parent, uint32_t a, uint32_t b)
{
    bool a_stays = (a * 40503 & 0xffff) < (b * 40503 & 0xffff);
    uint32_t stays = a_stays ? a : b;
    parent[a_stays ? b : a] = (uint16_t)stays;
    return stays;
}

static inline void lower(uint32_t *limit, uint32_t key)
{
    if (key < *limit)
        *limit = key;
}

/* Most walls that come late are within a group by then, and need not be sorted. Which of them
 * it is cannot be guessed, so a wall is written at both ends. */
static inline void list(tile *t, uint64_t wall)
{
    bool late = wall >= LATE;
    t->walls[0][t->early] = t->walls[0][2 * CELLS - 1 - t->late] = wall;
    t->early += !late;
    t->late += late;
}

/* Lists the walls inside; those to the tiles around are limits. */
static void look_around(const kruskal *k, tile *t)
{
    t->early = t->late = t->count = 0;
    for (uint32_t row = 0; row < t->height; row++)
        for (uint32_t column = 0; column < t->width; column++) {
            uint32_t square = row * TILE + column;
            uint64_t keys = keys_of(k, t->x + column, t->y + row);
            t->part[square] = t->group[square] = (uint16_t)square;
            t->limit[square] = UINT32_MAX;
            if (row > 0)
                list(t, (keys & ~(uint64_t)UINT32_MAX) | (uint64_t)2 * square);
            else if (t->y > 0)
                lower(&t->limit[square], floor_key(keys));
            if (column > 0)
                list(t, keys << 32 | (2 * square + 1));
            else if (t->x > 0)
                lower(&t->limit[square], side_key(keys));
        }
    if (t->y + t->height < k->grid->height)
        for (uint32_t column = 0; column < t->width; column++)
            lower(&t->limit[(t->height - 1) * TILE + column],
                  floor_key(keys_of(k, t->x + column, t->y + t->height)));
    if (t->x + t->width < k->grid->width)
        for (uint32_t row = 0; row < t->height; row++)
            lower(&t->limit[row * TILE + t->width - 1],
                  side_key(keys_of(k, t->x + t->width, t->y + row)));
}

static inline void open_wall(ari__grid *g, uint32_t y, uint32_t twice)
{
    set_bit(twice & 1 ? sides(g, y) : floors(g, y), twice / 2, false);
}

/* The square on the other side of a wall. */
static inline uint32_t across(uint32_t number)
{
    return number / 2 - (number & 1 ? 1 : TILE);
}

/* Opens walls in order, or leaves them. */
static void open_inside(const kruskal *k, tile *t, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        uint64_t wall = t->walls[1][i];
        uint32_t key = (uint32_t)(wall >> 32), number = (uint32_t)wall;
        uint32_t a = first_of(t->group, number / 2);
        uint32_t b = first_of(t->group, across(number));
        if (a == b)
            continue;
        join(t->group, a, b);
        a = first_of(t->part, number / 2);
        b = first_of(t->part, across(number));
        if (t->limit[a] <= key && t->limit[b] <= key) {
            t->left[t->count++] = wall;
            continue;
        }
        uint32_t least = t->limit[a] < t->limit[b] ? t->limit[a] : t->limit[b];
        t->limit[join(t->part, a, b)] = least;
        open_wall(k->grid, t->y + number / (2 * TILE), 2 * t->x + number % (2 * TILE));
    }
}

static void open_tile(const kruskal *k, tile *t)
{
    look_around(k, t);
    sort(t->walls[0], t->walls[1], t->early, t->places, BITS);
    open_inside(k, t, t->early);
    size_t count = 0;
    for (size_t i = 2 * CELLS - t->late; i < 2 * CELLS; i++) {
        uint32_t number = (uint32_t)t->walls[0][i];
        if (first_of(t->group, number / 2) != first_of(t->group, across(number)))
            t->walls[0][count++] = t->walls[0][i];
    }
    sort(t->walls[0], t->walls[1], count, t->places, 8);
    open_inside(k, t, count);
}

static inline uint32_t name_of(tile *t, uint32_t square)
{
    return t->name[first_of(t->part, square)];
}

static void leave(kruskal *k, uint32_t key, uint32_t a, uint32_t b, uint32_t y,
                  uint32_t twice)
{
    if (a != b)
        k->left[k->count++] =
            (left_wall){.key = key, .a = a, .b = b, .y = y, .twice = twice};
}

/* Gives names to the parts that are left, and notes the walls that divide them. */
static bool leave_rest(kruskal *k, tile *t)
{
    if (!ari__grow((void **)&k->left, &k->capacity,
                   k->count + t->count + (size_t)2 * TILE, sizeof *k->left))
        return false;
    for (uint32_t row = 0; row < t->height; row++)
        for (uint32_t square = row * TILE; square < row * TILE + t->width; square++)
            if (t->part[square] == square)
                t->name[square] = k->parts++;
    for (size_t i = 0; i < t->count; i++) {
        uint32_t number = (uint32_t)t->left[i];
        leave(k, (uint32_t)(t->left[i] >> 32), name_of(t, number / 2),
              name_of(t, across(number)), t->y + number / (2 * TILE),
              2 * t->x + number % (2 * TILE));
    }
    for (uint32_t row = 0; row < t->height; row++) {
        uint32_t y = t->y + row;
        if (t->x > 0)
            leave(k, side_key(keys_of(k, t->x, y)), k->beside[row],
                  name_of(t, row * TILE), y, 2 * t->x + 1);
        k->beside[row] = name_of(t, row * TILE + t->width - 1);
    }
    for (uint32_t column = 0; column < t->width; column++) {
        uint32_t x = t->x + column;
        if (t->y > 0)
            leave(k, floor_key(keys_of(k, x, t->y)), k->below[x], name_of(t, column),
                  t->y, 2 * x);
        k->below[x] = name_of(t, (t->height - 1) * TILE + column);
    }
    return true;
}

static bool open_tiles(kruskal *k)
{
    tile *t = k->tile;
    const uint32_t width = k->grid->width, height = k->grid->height;
    for (t->y = 0; t->y < height && !ari__plan_stopped(k->plan); t->y += TILE)
        for (t->x = 0; t->x < width; t->x += TILE) {
            t->width = width - t->x < TILE ? width - t->x : TILE;
            t->height = height - t->y < TILE ? height - t->y : TILE;
            open_tile(k, t);
            if (!leave_rest(k, t))
                return false;
        }
    return true;
}

/* ---- the rest ---- */

static uint32_t part_of(uint32_t *parent, uint32_t part)
{
    while (parent[part] != part) {
        parent[part] = parent[parent[part]];
        part = parent[part];
    }
    return part;
}

static void open_in_order(kruskal *k, const uint64_t *order, uint32_t *parent)
{
    for (uint32_t i = 0; i < k->parts; i++)
        parent[i] = i;
    for (size_t i = 0; i < k->count; i++) {
        const left_wall *w = &k->left[(uint32_t)order[i]];
        uint32_t a = part_of(parent, w->a), b = part_of(parent, w->b);
        if (a == b)
            continue;
        parent[a] = b;
        open_wall(k->grid, w->y, w->twice);
    }
}

static bool open_rest(kruskal *k)
{
    int bits = 1;
    while ((size_t)1 << bits < k->count)
        bits++;
    uint64_t *walls = malloc(k->count * sizeof *walls + 1);
    uint64_t *order = malloc(k->count * sizeof *order + 1);
    uint32_t *places = malloc(sizeof *places << bits);
    uint32_t *parent = malloc(k->parts * sizeof *parent + 1);
    bool good = walls && order && places && parent;
    if (good) {
        for (size_t i = 0; i < k->count; i++)
            walls[i] = (uint64_t)k->left[i].key << 32 | i;
        sort(walls, order, k->count, places, bits);
        open_in_order(k, order, parent);
    }
    free(walls);
    free(order);
    free(places);
    free(parent);
    return good;
}

/* ---- telling ---- */

static int by_number(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* The walls that are open now, in the order of their keys: as if they had been taken in that
 * order all over the maze. */
static bool tell_in_order(const kruskal *k)
{
    const ari__grid *g = k->grid;
    size_t squares = (size_t)g->width * g->height, count = 0;
    uint64_t *open =
        malloc(squares * sizeof *open + 1); /* a maze has a wall less than squares */
    if (!open || squares > UINT32_MAX / 2) {
        free(open);
        return false;
    }
    for (uint32_t y = 0; y < g->height; y++)
        for (uint32_t x = 0; x < g->width; x++) {
            uint64_t keys = keys_of(k, x, y), number = 2 * ((uint64_t)y * g->width + x);
            if (y > 0 && !bit(floors(g, y), x))
                open[count++] = (uint64_t)floor_key(keys) << 32 | number;
            if (x > 0 && !bit(sides(g, y), x))
                open[count++] = (uint64_t)side_key(keys) << 32 | (number + 1);
        }
    qsort(open, count, sizeof *open, by_number);
    for (size_t i = 0; i < count; i++) {
        uint32_t number = (uint32_t)open[i], square = number / 2;
        ari__plan_tell(k->plan, ARI_MAKING_OPEN, square % g->width, square / g->width,
                       number & 1 ? ARI_WEST : ARI_SOUTH);
    }
    free(open);
    return true;
}

ari_status ari__make_kruskal(const ari_maze_make_job *plan, ari__grid *walls,
                             ari_error *error)
{
    kruskal k = {.plan = plan, .grid = walls, .salt = ari_mix(plan->seed)};
    k.tile = malloc(sizeof *k.tile);
    k.below = malloc(walls->width * sizeof *k.below);
    bool good = k.tile && k.below && open_tiles(&k) && open_rest(&k) &&
                (!plan->event || tell_in_order(&k));
    free(k.tile);
    free(k.below);
    free(k.left);
    return good ? ARI_OK
                : ari_fail_memory(error, k.capacity * 2 * sizeof *k.left,
                                  "the walls between parts of the maze");
}
