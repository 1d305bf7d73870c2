/* knight_parts.h: what the files of the knight's tours share.
 *
 * Links: a tour under construction is a byte a square, holding the two directions in which
 * the tour leaves it, four bits each; NO_LINK where the tour begins or ends. Links have no
 * sense of direction, so tours can be joined without turning one round. */
#ifndef ARI_KNIGHT_PARTS_H
#define ARI_KNIGHT_PARTS_H

#include <ariadne/knight.h>

enum { KNIGHT_DIRECTIONS = 8, NO_LINK = 8 };

/* Opposite directions differ by 4. */
static const int8_t KNIGHT_DX[8] = {1, 2, 2, 1, -1, -2, -2, -1};
static const int8_t KNIGHT_DY[8] = {2, 1, -1, -2, -2, -1, 1, 2};

/* The direction of a move by (dx, dy), or NO_LINK. */
static inline int knight_direction(int64_t dx, int64_t dy)
{
    for (int d = 0; d < KNIGHT_DIRECTIONS; d++)
        if (KNIGHT_DX[d] == dx && KNIGHT_DY[d] == dy)
            return d;
    return NO_LINK;
}

typedef struct knight_links {
    int width, height;
    uint8_t *at; /* width * height bytes, of ari__block_new */
} knight_links;

bool ari__knight_links_new(knight_links *links, int width, int height);
void ari__knight_links_free(knight_links *links);
/* Links two squares that are a move apart; each must have a NO_LINK. */
void ari__knight_link(knight_links *links, size_t a, size_t b);
/* The tour from `start` on, into tour->path. The links are of no use afterwards. */
ari_status ari__knight_walk(knight_links *links, size_t start, const ari_limits *limits,
                            ari_knight_tour *tour, ari_error *error);

/* Backtracking. ARI_OK also when there is no tour, tour->found then says so. When it was
 * stopped after `calls` squares (0: no limit) rather than by the job's limits, it is ARI_OK
 * too, with *undecided. */
ari_status ari__knight_search(const ari_knight_job *job, uint64_t calls,
                              ari_knight_tour *tour, bool *undecided, ari_error *error);
ari_status ari__knight_search_count(const ari_knight_job *job, const ari_runner *runner,
                                    uint64_t *count, ari_error *error);

/* Construction: boards with both sides of at least 5, for which the colours allow a tour;
 * and strips whose shorter side is 3 or 4. */
ari_status ari__knight_tile(const ari_knight_job *job, ari_knight_tour *tour,
                            ari_error *error);
ari_status ari__knight_strip(const ari_knight_job *job, ari_knight_tour *tour,
                             ari_error *error);

ari_status ari__knight_frontier_count(const ari_knight_job *job, uint64_t *count,
                                      ari_error *error);

#endif
