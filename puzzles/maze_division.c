/* maze_division.c: mazes made by building walls: a hall is divided again and again, by a wall
 * with a gap. */
#include "maze_make.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

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
static room divide(const ari_maze_make_job *plan, ari__grid *g, room *r,
                   ari_random *random)
{
    bool flat = r->width < r->height ||
                (r->width == r->height && ari_random_below(random, 2) == 0);
    uint32_t at = 1 + ari_random_below(random, (flat ? r->height : r->width) - 1);
    uint32_t gap = ari_random_below(random, flat ? r->width : r->height);
    room other = *r;
    for (uint32_t i = 0; plan->event && i < (flat ? r->width : r->height); i++)
        if (i != gap)
            ari__plan_tell(plan, ARI_MAKING_BUILD, r->x + (flat ? i : at),
                           r->y + (flat ? at : i), flat ? ARI_SOUTH : ARI_WEST);
    if (flat) {
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

ari_status ari__make_division(const ari_maze_make_job *plan, ari__grid *walls,
                              ari_error *error)
{
    ari_random random = ari_random_seeded(plan->seed);
    room *rooms = NULL; /* still to be divided */
    size_t count = 0, capacity = 0;
    room now = {.width = walls->width, .height = walls->height};
    clear_hall(walls);
    ari__plan_tell(plan, ARI_MAKING_CLEAR, 0, 0, ARI_NORTH);
    for (uint64_t n = 1;; n++) {
        if (now.width > 1 && now.height > 1) {
            if (!ari__grow((void **)&rooms, &capacity, count + 1, sizeof *rooms)) {
                free(rooms);
                return ari_fail_memory(error, count * sizeof *rooms, "the list of rooms");
            }
            rooms[count++] = divide(plan, walls, &now, &random);
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
