/* knight_links.c: tours as links between squares, and walking along them. */
#include <string.h>

#include "base/memory.h"
#include "knight_parts.h"

static size_t squares(const knight_links *links)
{
    return (size_t)links->width * (size_t)links->height;
}

bool ari__knight_links_new(knight_links *links, int width, int height)
{
    *links = (knight_links){.width = width, .height = height};
    links->at = ari__block_new(squares(links));
    if (links->at)
        memset(links->at, NO_LINK | NO_LINK << 4, squares(links));
    return links->at != NULL;
}

void ari__knight_links_free(knight_links *links)
{
    if (links->at)
        ari__block_free(links->at, squares(links));
    links->at = NULL;
}

static void link_one_way(knight_links *links, size_t a, int direction)
{
    uint8_t *link = &links->at[a];
    *link = (uint8_t)((*link & 15) == NO_LINK ? (*link & 0xf0) | direction
                                              : (*link & 15) | direction << 4);
}

void ari__knight_link(knight_links *links, size_t a, size_t b)
{
    size_t width = (size_t)links->width;
    int d = knight_direction((int64_t)(b % width) - (int64_t)(a % width),
                             (int64_t)(b / width) - (int64_t)(a / width));
    link_one_way(links, a, d);
    link_one_way(links, b, d ^ 4);
}

enum { STRETCH = 1 << 20 }; /* squares between two looks at the stop flag */

/* On the way the two directions of a square are needed only as their exclusive or: with the
 * one that leads back it gives the one that leads on. So a step is two loads and an addition,
 * which is all that a tour of a large board costs. False when stopped. */
static bool walk(const knight_links *links, size_t start, unsigned direction,
                 ari_stop *stop, uint32_t *path)
{
    const uint8_t *at = links->at;
    size_t count = squares(links);
    int64_t step[8], square = (int64_t)start;
    for (int d = 0; d < KNIGHT_DIRECTIONS; d++)
        step[d] = (int64_t)KNIGHT_DY[d] * links->width + KNIGHT_DX[d];
    path[0] = (uint32_t)start;
    for (size_t i = 1; i < count;) {
        size_t end = count - i < STRETCH ? count : i + STRETCH;
        for (; i < end; i++) {
            square += step[direction];
            path[i] = (uint32_t)square;
            direction ^= at[square];
        }
        if (stop && atomic_load(stop))
            return false;
    }
    return true;
}

ari_status ari__knight_walk(knight_links *links, size_t start, const ari_limits *limits,
                            ari_knight_tour *tour, ari_error *error)
{
    size_t count = squares(links);
    uint8_t *at = links->at;
    unsigned direction = at[start] & 15;
    if (direction == NO_LINK)
        direction = at[start] >> 4;
    for (size_t i = 0; i < count; i++)
        at[i] = (uint8_t)((at[i] ^ at[i] >> 4 ^ 4) & 7); /* 4: back is the opposite */
    tour->path = ari__block_new(count * sizeof *tour->path);
    if (!tour->path)
        return ari_fail_memory(error, count * sizeof *tour->path, "the tour");
    tour->length = count;
    if (!walk(links, start, direction, limits->stop, tour->path)) {
        ari_knight_tour_free(tour);
        return ari_fail(error, ARI_STOPPED, ARI_NO_OFFSET,
                        "stopped before the tour was written down");
    }
    tour->found = true;
    tour->method = ARI_KNIGHT_CONSTRUCT;
    return ARI_OK;
}
