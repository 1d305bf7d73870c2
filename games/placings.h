/* placings.h: the men of two sides on a board with symmetries, and numbers for them.
 *
 * A set of cells has a bit for each. Each symmetry's image of a set is put together from tables
 * for its bytes.
 *
 * On boards of up to 16 cells, pairs of sets that share no cell have ranks. Own men are turned
 * to the smallest of their images, and these are numbered; the other's men are then any choice
 * among the cells left. Only where own men are their own image is there more than one way to turn
 * them: the smallest choice counts, and some ranks are not used. */
#ifndef ARI_GAMES_PLACINGS_H
#define ARI_GAMES_PLACINGS_H

#include <stdint.h>

#define PLACINGS_IMAGES 16
#define PLACINGS_CELLS 16 /* of a board with ranks */
#define PLACINGS_SETS (1 << PLACINGS_CELLS)

typedef struct placings {
    int cells, images;
    uint32_t image[PLACINGS_IMAGES][4]
                  [256]; /* where each symmetry takes a byte of a set */
    /* ranks */
    uint8_t turn[PLACINGS_SETS]; /* the symmetry that makes a set smallest; 16: several */
    uint16_t
        number[PLACINGS_SETS]; /* of its smallest image, among those of as many cells */
    uint16_t smallest[PLACINGS_SETS]; /* those, by number of cells, then number */
    uint16_t first[PLACINGS_CELLS + 2];
    uint16_t choices[PLACINGS_SETS]; /* all sets by number of cells, then size */
    uint32_t choice_first[PLACINGS_CELLS + 2];
    uint8_t squeeze[256][256]; /* the bits of a byte that stand under a mask, together */
    uint16_t low[256],
        high[PLACINGS_CELLS / 2 + 1][256]; /* number of a choice, by bytes */
    uint32_t choose[PLACINGS_CELLS + 1][PLACINGS_CELLS + 1];
} placings;

static inline uint32_t placings_image(const placings *p, int symmetry, uint32_t set)
{
    const uint32_t(*image)[256] = p->image[symmetry];
    return image[0][set & 255] | image[1][set >> 8 & 255] | image[2][set >> 16 & 255] |
           image[3][set >> 24 & 127];
}

/* Both sides of a position. Bits above those of the cells, whatever they say, stay where they are. */
typedef struct placings_sides {
    uint32_t mine, theirs;
} placings_sides;

/* The smallest of its images, by `mine` and then by `theirs`. */
static inline placings_sides placings_least(const placings *p, placings_sides s)
{
    uint32_t above = ~0u << p->cells;
    placings_sides best = {s.mine & ~above, s.theirs & ~above};
    for (int i = 1; i < p->images; i++) {
        uint32_t mine = placings_image(p, i, s.mine);
        uint32_t theirs = placings_image(p, i, s.theirs);
        if (mine < best.mine || (mine == best.mine && theirs < best.theirs))
            best = (placings_sides){mine, theirs};
    }
    return (placings_sides){best.mine | (s.mine & above),
                            best.theirs | (s.theirs & above)};
}

/* How many different images it has. The first symmetry is none. */
static inline int placings_orbit(const placings *p, placings_sides s)
{
    uint32_t cells = ~(~0u << p->cells);
    int same = 1;
    for (int i = 1; i < p->images; i++)
        same += placings_image(p, i, s.mine) == (s.mine & cells) &&
                placings_image(p, i, s.theirs) == (s.theirs & cells);
    return p->images / same;
}

/* ---- setting up ---- */

/* `to` says where a symmetry takes a cell. */
static void placings_set_image(placings *p, int symmetry, int cell, int to)
{
    for (int byte = 0; byte < 256; byte++)
        if (byte >> (cell & 7) & 1)
            p->image[symmetry][cell >> 3][byte] |= 1u << to;
}

/* What a byte of a set adds to its number: as the low one, and as the high one after a low
 * one with `start` cells. */
static void placings_set_byte(placings *p, int byte, int start)
{
    uint32_t low = 0, high = 0;
    for (int bit = 0, seen = 0; bit < 8; bit++) {
        if (!(byte >> bit & 1))
            continue;
        seen++;
        low += bit >= seen ? p->choose[bit][seen] : 0;
        if (bit + 8 < p->cells && bit + 8 >= start + seen)
            high += p->choose[bit + 8][start + seen];
    }
    p->low[byte] = (uint16_t)low;
    p->high[start][byte] = (uint16_t)high;
}

/* Numbers for sets: by their number of cells, then by size. */
static void placings_set_choices(placings *p)
{
    for (int n = 0; n <= p->cells; n++)
        for (int k = 0; k <= n; k++)
            p->choose[n][k] =
                k == 0 || k == n ? 1 : p->choose[n - 1][k - 1] + p->choose[n - 1][k];
    uint32_t place = 0;
    for (int bits = 0; bits <= p->cells; bits++) {
        p->choice_first[bits] = place;
        for (uint32_t set = 0; set < 1u << p->cells; set++)
            if (__builtin_popcount(set) == bits)
                p->choices[place++] = (uint16_t)set;
    }
    for (int byte = 0; byte < 256; byte++)
        for (int start = 0; start <= PLACINGS_CELLS / 2; start++)
            placings_set_byte(p, byte, start);
    for (int mask = 0; mask < 256; mask++)
        for (int byte = 0; byte < 256; byte++)
            for (int bit = 0, to = 0; bit < 8; bit++)
                if (mask >> bit & 1)
                    p->squeeze[mask][byte] |= (uint8_t)((byte >> bit & 1) << to++);
}

/* Which symmetry makes a set smallest, and its number; `place` counts the smallest ones. */
static void placings_set_turn(placings *p, uint32_t set, int bits, uint16_t *place)
{
    uint32_t least = set;
    int ways = 0;
    for (int symmetry = p->images - 1; symmetry >= 0; symmetry--) {
        uint32_t image = placings_image(p, symmetry, set);
        if (image <= least) {
            p->turn[set] = (uint8_t)symmetry;
            least = image;
        }
    }
    for (int symmetry = 0; symmetry < p->images; symmetry++)
        ways += placings_image(p, symmetry, set) == least;
    p->turn[set] |= ways > 1 ? PLACINGS_IMAGES : 0;
    if (least == set) {
        p->number[set] = (uint16_t)(*place - p->first[bits]);
        p->smallest[(*place)++] = (uint16_t)set;
    } else {
        p->number[set] = p->number[least]; /* smaller ones come first */
    }
}

/* Once the images are set, on boards of up to PLACINGS_CELLS cells. */
static void placings_set_ranks(placings *p)
{
    uint16_t place = 0;
    placings_set_choices(p);
    for (int bits = 0; bits <= p->cells; bits++) {
        p->first[bits] = place;
        for (uint32_t i = 0; i < p->choose[p->cells][bits]; i++)
            placings_set_turn(p, p->choices[p->choice_first[bits] + i], bits, &place);
    }
    p->first[p->cells + 1] = place;
}

/* ---- ranks ---- */

/* How many there are with so many men of either side. */
static inline uint32_t placings_ranks(const placings *p, int own, int other)
{
    return (uint32_t)(p->first[own + 1] - p->first[own]) *
           p->choose[p->cells - own][other];
}

/* The other's men, turned as own ones must be to become smallest. */
static inline uint32_t placings_turned(const placings *p, uint32_t mine, uint32_t theirs,
                                       uint32_t smallest)
{
    unsigned turn = p->turn[mine];
    uint32_t best = placings_image(p, turn & (PLACINGS_IMAGES - 1), theirs);
    if (!(turn & PLACINGS_IMAGES))
        return best;
    for (int i = 0; i < p->images; i++) {
        uint32_t other = placings_image(p, i, theirs);
        if (other < best && placings_image(p, i, mine) == smallest)
            best = other;
    }
    return best;
}

static inline uint32_t placings_rank(const placings *p, uint32_t mine, uint32_t theirs)
{
    int own = __builtin_popcount(mine), other = __builtin_popcount(theirs);
    unsigned number = p->number[mine];
    uint32_t smallest = p->smallest[p->first[own] + number], free = ~smallest;
    theirs = placings_turned(p, mine, theirs, smallest);
    unsigned low = p->squeeze[free & 255][theirs & 255];
    uint32_t choice = low | (uint32_t)p->squeeze[free >> 8 & 255][theirs >> 8 & 255]
                                << __builtin_popcount(free & 255);
    return (uint32_t)number * p->choose[p->cells - own][other] + p->low[choice & 255] +
           p->high[__builtin_popcount(choice & 255)][choice >> 8];
}

static inline void placings_unrank(const placings *p, int own, int other, uint32_t rank,
                                   uint32_t *mine, uint32_t *theirs)
{
    uint32_t each = p->choose[p->cells - own][other];
    uint32_t choice = p->choices[p->choice_first[other] + rank % each];
    *mine = p->smallest[p->first[own] + rank / each];
    *theirs = 0;
    for (uint32_t free = ~*mine; choice; choice >>= 1, free &= free - 1)
        if (choice & 1)
            *theirs |= free & -free;
}

#endif
