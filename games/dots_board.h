/* dots_board.h: the board of dots and boxes, as sets of edges and of boxes.
 *
 * Dots, edges and boxes together are a lattice of 2 * width + 1 columns and 2 * height +
 * 1 rows. Numbered from the bottom left, row by row, every second place is an edge, as a
 * row has an odd length, so edge e stands at place 2 * e + 1:
 *
 *     3    10  11  12  13  14        dots     0  2  4  10 12 14
 *     2     5   6   7   8   9        edges    1  3  5  7  9  11  13  (0 to 6)
 *     1     0   1   2   3   4        boxes    6  8                   (3 and 4)
 *           a   b   c   d   e
 *
 * A box in a set is half its place, so that edges b - 1 and b stand at its left and right,
 * b - width - 1 and b + width below and above. */
#ifndef GAMES_DOTS_BOARD_H
#define GAMES_DOTS_BOARD_H

#include <ariadne/game.h>
#include <ariadne/random.h>

#define DOTS_SIDE 7
#define DOTS_EDGES (2 * DOTS_SIDE * DOTS_SIDE + 2 * DOTS_SIDE)
#define DOTS_BOXES (DOTS_SIDE * DOTS_SIDE)

typedef struct dots_set {
    uint64_t word[2];
} dots_set;

typedef struct dots_rules {
    int width, height, columns, rows, edges, boxes; /* columns, rows: of the lattice */
    bool small;                   /* edges and boxes fit in one word of a set */
    int symmetries;               /* without the identity */
    uint8_t image[7][DOTS_EDGES]; /* where each symmetry takes an edge */
    uint64_t images[7][8][256];   /* and a byte of a set of up to 64 */
    int corners; /* whose two edges at the border, these, no other box has */
    uint8_t corner[4][2];
    uint8_t second[DOTS_EDGES];      /* of an edge of a corner: the two edges */
    uint8_t first[DOTS_EDGES];       /* (elsewhere the edge itself) */
    uint8_t touching[DOTS_EDGES];    /* boxes that the edge belongs to */
    dots_set beside[DOTS_EDGES];     /* these boxes */
    dots_set touched[DOTS_EDGES][2]; /* and the edges of those boxes */
    dots_set box[DOTS_BOXES];
    dots_set all, boxed; /* all edges; all boxes */
} dots_rules;

typedef struct dots_state {
    dots_set drawn;
    int32_t margin;
    uint32_t turn;
} dots_state;

/* Boxes that are not closed, by how many sides they have: less than two, two, three. */
typedef struct dots_sight {
    dots_set loose, two, three;
} dots_sight;

typedef struct dots_view {
    dots_state at;
    dots_sight sight;
    uint64_t image
        [8]; /* of the tidy edges (dots_tidy), the first as they are; where sets are small */
} dots_view;

static inline bool dots_has(const dots_set *set, int edge)
{
    return set->word[edge >> 6] >> (edge & 63) & 1;
}

static inline void dots_add(dots_set *set, int edge)
{
    set->word[edge >> 6] |= (uint64_t)1 << (edge & 63);
}

static inline bool dots_any(const dots_set *set)
{
    return (set->word[0] | set->word[1]) != 0;
}

static inline int dots_count(const dots_set *set)
{
    return __builtin_popcountll(set->word[0]) + __builtin_popcountll(set->word[1]);
}

/* How many sides of a box, given by its edges, are drawn. */
static inline int dots_sides(const dots_set *drawn, const dots_set *box)
{
    return __builtin_popcountll(drawn->word[0] & box->word[0]) +
           __builtin_popcountll(drawn->word[1] & box->word[1]);
}

/* ---- symmetry ---- */

/* The two edges of each corner at the border, which are as good as each other. */
static void dots_find_corners(dots_rules *r)
{
    int columns = r->columns, rows = r->rows;
    for (int e = 0; e < r->edges; e++)
        r->first[e] = r->second[e] = (uint8_t)e;
    for (int i = 0; i < 4 && r->width > 1 && r->height > 1; i++) {
        int x = i & 1 ? columns - 2 : 1, y = i & 2 ? rows - 2 : 1;
        r->corner[i][0] = (uint8_t)(((i & 2 ? rows - 1 : 0) * columns + x) / 2);
        r->corner[i][1] = (uint8_t)((y * columns + (i & 1 ? columns - 1 : 0)) / 2);
        for (int k = 0; k < 2; k++) {
            r->first[r->corner[i][k]] = r->corner[i][0];
            r->second[r->corner[i][k]] = r->corner[i][1];
        }
        r->corners = 4;
    }
}

/* Where each symmetry takes an edge; of the two edges of a corner the first to a first one. */
static void dots_set_images(dots_rules *r)
{
    int columns = r->columns, rows = r->rows;
    bool first[DOTS_EDGES] = {false}, second[DOTS_EDGES] = {false};
    for (int c = 0; c < r->corners; c++)
        first[r->corner[c][0]] = second[r->corner[c][1]] = true;
    for (int i = 1; i <= r->symmetries; i++) { /* bits: mirror x, mirror y, swap */
        uint8_t *image = r->image[i - 1];
        for (int e = 0; e < r->edges; e++) {
            int x = (2 * e + 1) % columns, y = (2 * e + 1) / columns;
            int u = i & 1 ? columns - 1 - x : x, v = i & 2 ? rows - 1 - y : y;
            image[e] = (uint8_t)((i & 4 ? u * columns + v : v * columns + u) / 2);
        }
        for (int c = 0; c < r->corners; c++) {
            uint8_t *one = &image[r->corner[c][0]], *other = &image[r->corner[c][1]];
            uint8_t swapped = *one;
            if (second[*one] && first[*other]) {
                *one = *other;
                *other = swapped;
            }
        }
        for (int e = 0; e < r->edges && e < 64; e++)
            for (int byte = 0; byte < 256; byte++)
                if (byte >> (e & 7) & 1)
                    r->images[i - 1][e >> 3][byte] |= (uint64_t)1 << (image[e] & 63);
    }
}

/* Of a corner's two edges at the border the first is drawn first. */
static inline void dots_tidy(const dots_rules *r, dots_set *set)
{
    for (int i = 0; i < r->corners; i++) {
        int one = r->corner[i][0], other = r->corner[i][1];
        uint64_t moves = dots_has(set, other) && !dots_has(set, one);
        set->word[one >> 6] ^= moves << (one & 63);
        set->word[other >> 6] ^= moves << (other & 63);
    }
}

static inline dots_set dots_image(const dots_rules *r, int symmetry, const dots_set *set)
{
    dots_set image = {{0, 0}};
    if (r->edges <= 64)
        for (int byte = 0; 8 * byte < r->edges; byte++)
            image.word[0] |= r->images[symmetry][byte][set->word[0] >> 8 * byte & 255];
    else
        for (int w = 0; w < 2; w++)
            for (uint64_t rest = set->word[w]; rest; rest &= rest - 1)
                dots_add(&image, r->image[symmetry][64 * w + __builtin_ctzll(rest)]);
    return image;
}

/* The smallest of the symmetric sets of edges. */
static inline dots_set dots_turned(const dots_rules *r, const dots_set *set)
{
    dots_set tidy = *set;
    dots_tidy(r, &tidy);
    dots_set best = tidy;
    for (int i = 0; i < r->symmetries; i++) {
        dots_set other = dots_image(r, i, &tidy);
        if (other.word[1] < best.word[1] ||
            (other.word[1] == best.word[1] && other.word[0] < best.word[0]))
            best = other;
    }
    return best;
}

/* How many different sets become this one, which is its own (dots_turned): its images, each with the choices of
 * corners of which one edge is drawn. */
static inline int dots_images_of(const dots_rules *r, const dots_set *set)
{
    int same = 1, choices = 1;
    for (int i = 0; i < r->symmetries; i++) {
        dots_set image = dots_image(r, i, set);
        same += image.word[0] == set->word[0] && image.word[1] == set->word[1];
    }
    for (int i = 0; i < r->corners; i++)
        choices <<= dots_has(set, r->corner[i][0]) != dots_has(set, r->corner[i][1]);
    return (r->symmetries + 1) / same * choices;
}

/* The smallest for the small boards of which a view keeps the images: one of them, or all of them from
 * nothing, or with one more edge. */
static inline uint64_t dots_least_image(const dots_rules *r, const dots_view *v)
{
    uint64_t least = v->image[0];
    for (int i = 1; i <= r->symmetries; i++)
        least = v->image[i] < least ? v->image[i] : least;
    return least;
}

static inline void dots_make_images(const dots_rules *r, dots_view *v)
{
    dots_set tidy = v->at.drawn;
    dots_tidy(r, &tidy);
    v->image[0] = tidy.word[0];
    for (int i = 0; i < r->symmetries; i++)
        v->image[i + 1] = dots_image(r, i, &tidy).word[0];
}

static inline void dots_add_images(const dots_rules *r, dots_view *v, int edge)
{
    bool second = v->image[0] >> r->first[edge] & 1;
    int e = second ? r->second[edge] : r->first[edge];
    v->image[0] |= (uint64_t)1 << e;
    for (int i = 0; i < r->symmetries; i++)
        v->image[i + 1] |= (uint64_t)1 << r->image[i][e];
}

/* ---- the board ---- */

static void dots_make_board(dots_rules *r, int width, int height)
{
    r->width = width;
    r->height = height;
    int columns = r->columns = 2 * width + 1, rows = r->rows = 2 * height + 1;
    r->edges = columns * rows / 2;
    r->small = r->edges < 64;
    r->symmetries = columns == rows ? 7 : 3;
    for (int e = 0; e < r->edges; e++)
        dots_add(&r->all, e);
    dots_find_corners(r);
    dots_set_images(r);
    for (int y = 1; y < rows; y += 2)
        for (int x = 1; x < columns; x += 2) {
            int place = y * columns + x;
            int sides[4] = {place - columns, place - 1, place + 1, place + columns};
            dots_set *box = &r->box[r->boxes++];
            dots_add(&r->boxed, place / 2);
            for (int i = 0; i < 4; i++)
                dots_add(box, sides[i] / 2);
            for (int i = 0; i < 4; i++) {
                int e = sides[i] / 2;
                dots_add(&r->beside[e], place / 2);
                r->touched[e][r->touching[e]++] = *box;
            }
        }
}

#endif
