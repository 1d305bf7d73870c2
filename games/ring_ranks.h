/* ring_ranks.h: numbers for the men of two sides on three rings of eight points, as placings.h has them for
 * smaller boards. The board of nine men's morris is such, with 16 symmetries: those of a square (`squares`), which do
 * the same to each ring, and inside out, by which the outer and the inner ring change places.
 *
 *     0 - 1 - 2        a ring is a byte; the outer one is byte 0 of a set, the middle one byte 1
 *     7       3
 *     6 - 5 - 4
 *
 * A table for all sets of own men would be too large, so they are turned ring by ring. First the middle ring
 * becomes the smallest of its images: those are its shapes. What keeps a shape as it is, its *keepers*, and
 * inside out are then free to make the outer and the inner ring, a pair of bytes, the smallest of theirs; for
 * each set of keepers that any shape has there is a table of all pairs. So own men have a number: by the shape, then by the pair.
 * The other's men are any choice of the points that are left, the smallest where own men can be turned in several
 * ways. */
#ifndef ARI_GAMES_RING_RANKS_H
#define ARI_GAMES_RING_RANKS_H

#include <stdint.h>

#define RING_POINTS 24
#define RING_MEN 9 /* of a side */
#define RING_SQUARES 8
#define RING_KEEPERS 10 /* the square has no more groups of symmetries */
#define RING_SHAPES 256
#define RING_SWAPS 8 /* inside out, added to a symmetry of the square */
#define RING_SEVERAL 16

typedef struct ring_pairs {
    uint8_t keepers;          /* a bit for each symmetry of the square */
    uint8_t turn[65536];      /* what makes a pair smallest; RING_SEVERAL: so do others */
    uint16_t number[65536];   /* of its smallest image, among those of as many men */
    uint16_t smallest[65536]; /* those, by number of men, then number */
    uint32_t first[18];
} ring_pairs;

typedef struct ring_ranks {
    uint32_t to_ring[3][256],
        from_ring[3][256]; /* points as the game has them, to and from rings */
    uint8_t image[RING_SQUARES][256];
    uint8_t after[RING_SQUARES]
                 [RING_SQUARES]; /* the first after the second is this one */
    int shapes, kinds;
    uint8_t shape[RING_SHAPES], shape_turn[256], shape_number[256],
        shape_kind[RING_SHAPES];
    uint32_t first[RING_MEN + 1]
                  [RING_SHAPES + 1]; /* own men by their number, shape by shape */
    ring_pairs pairs[RING_KEEPERS];
    uint32_t choose[RING_POINTS + 1][RING_POINTS + 1];
    uint8_t squeeze[256][256]; /* the bits of a byte that stand under a mask, together */
    uint32_t
        part[3][17]
            [256]; /* what a byte adds to the number of a choice, after so many men */
} ring_ranks;

static inline uint32_t ring_bytes(const uint32_t (*table)[256], uint32_t set)
{
    return table[0][set & 255] | table[1][set >> 8 & 255] | table[2][set >> 16 & 255];
}

/* The image of a set of rings by a symmetry of the square, inside out with RING_SWAPS. */
static inline uint32_t ring_image(const ring_ranks *p, unsigned turn, uint32_t set)
{
    const uint8_t *image = p->image[turn & (RING_SWAPS - 1)];
    uint32_t outer = image[set & 255], inner = image[set >> 16 & 255];
    uint32_t middle = (uint32_t)image[set >> 8 & 255] << 8;
    return turn & RING_SWAPS ? inner | middle | outer << 16
                             : outer | middle | inner << 16;
}

/* ---- setting up ---- */

/* Point `point` of the game is this one of a ring. */
static void ring_set_point(ring_ranks *p, int point, int ring, int place)
{
    int bit = 8 * ring + place;
    for (int byte = 0; byte < 256; byte++) {
        if (byte >> (point & 7) & 1)
            p->to_ring[point >> 3][byte] |= 1u << bit;
        if (byte >> place & 1)
            p->from_ring[ring][byte] |= 1u << point;
    }
}

static int ring_turned(int square, int place)
{
    return ((square & 1 ? 10 - place : place) + (square & 6)) & 7;
}

static void ring_set_squares(ring_ranks *p)
{
    for (int a = 0; a < RING_SQUARES; a++) {
        for (int byte = 0; byte < 256; byte++)
            for (int place = 0; place < 8; place++)
                p->image[a][byte] |=
                    (uint8_t)((byte >> place & 1) << ring_turned(a, place));
        for (int b = 0; b < RING_SQUARES; b++)
            for (int c = 0; c < RING_SQUARES; c++)
                if (ring_turned(c, 0) == ring_turned(a, ring_turned(b, 0)) &&
                    ring_turned(c, 1) == ring_turned(a, ring_turned(b, 1)))
                    p->after[a][b] = (uint8_t)c;
    }
}

static inline unsigned ring_pair_image(const ring_ranks *p, int turn, unsigned pair)
{
    const uint8_t *image = p->image[turn & (RING_SWAPS - 1)];
    unsigned outer = image[pair & 255], inner = image[pair >> 8];
    return turn & RING_SWAPS ? outer << 8 | inner : inner << 8 | outer;
}

/* What may turn pairs: each keeper, as it is and inside out. The first moves nothing. */
typedef struct ring_turns {
    uint8_t list[2 * RING_SQUARES];
    int count;
} ring_turns;

static void ring_set_pair(const ring_ranks *p, const ring_turns *turns, ring_pairs *of,
                          uint32_t pair, uint32_t *place)
{
    unsigned least = pair;
    int ways = 0;
    for (int i = 0; i < turns->count; i++) {
        unsigned image = ring_pair_image(p, turns->list[i], pair);
        ways = image < least ? 1 : ways + (image == least);
        if (image < least) {
            least = image;
            of->turn[pair] = turns->list[i];
        }
    }
    if (least == pair) {
        of->number[pair] = (uint16_t)(*place - of->first[__builtin_popcount(pair)]);
        of->smallest[(*place)++] = (uint16_t)pair;
    } else {
        of->number[pair] = of->number[least]; /* smaller ones come first */
    }
    of->turn[pair] |= (uint8_t)(ways > 1 ? RING_SEVERAL : 0);
}

/* The next larger number with as many bits; without any there is none. */
static uint32_t ring_next(uint32_t set)
{
    uint32_t low = set & -set, up = set + low;
    return set ? up | ((set ^ up) / low) >> 2 : 65536;
}

/* The table of pairs for these keepers, which may be there already. */
static int ring_set_pairs(ring_ranks *p, uint8_t keepers)
{
    uint32_t place = 0;
    for (int kind = 0; kind < p->kinds; kind++)
        if (p->pairs[kind].keepers == keepers)
            return kind;
    ring_pairs *of = &p->pairs[p->kinds];
    ring_turns turns = {.count = 0};
    of->keepers = keepers;
    for (int turn = 0; turn < 2 * RING_SQUARES; turn++)
        if (keepers >> (turn & (RING_SWAPS - 1)) & 1)
            turns.list[turns.count++] = (uint8_t)turn;
    for (int men = 0; men <= 16; men++) {
        of->first[men] = place;
        for (uint32_t pair = (1u << men) - 1; pair < 65536; pair = ring_next(pair))
            ring_set_pair(p, &turns, of, pair, &place);
    }
    of->first[17] = place;
    return p->kinds++;
}

static void ring_set_shapes(ring_ranks *p)
{
    for (int byte = 0; byte < 256; byte++) {
        uint8_t least = (uint8_t)byte, keepers = 0;
        for (int turn = 0; turn < RING_SQUARES; turn++) {
            uint8_t image = p->image[turn][byte];
            keepers |= (uint8_t)((image == byte) << turn);
            if (image < least) {
                least = image;
                p->shape_turn[byte] = (uint8_t)turn;
            }
        }
        if (least == byte) {
            p->shape[p->shapes] = least;
            p->shape_kind[p->shapes] = (uint8_t)ring_set_pairs(p, keepers);
            p->shape_number[byte] = (uint8_t)p->shapes++;
        } else {
            p->shape_number[byte] = p->shape_number[least];
        }
    }
    for (int men = 0; men <= RING_MEN; men++)
        for (int shape = 0; shape < p->shapes; shape++) {
            int others = men - __builtin_popcount(p->shape[shape]);
            const ring_pairs *of = &p->pairs[p->shape_kind[shape]];
            p->first[men][shape + 1] =
                p->first[men][shape] +
                (others < 0 ? 0 : of->first[others + 1] - of->first[others]);
        }
}

static void ring_set_choices(ring_ranks *p)
{
    for (int n = 0; n <= RING_POINTS; n++) {
        p->choose[n][0] = p->choose[n][n] = 1;
        for (int k = 1; k < n; k++)
            p->choose[n][k] = p->choose[n - 1][k - 1] + p->choose[n - 1][k];
    }
    for (int part = 0; part < 3; part++)
        for (int before = 0; before <= 8 * part; before++)
            for (int byte = 0; byte < 256; byte++)
                for (int bit = 0, men = before; bit < 8; bit++)
                    if (byte >> bit & 1)
                        p->part[part][before][byte] += p->choose[8 * part + bit][++men];
    for (int mask = 0; mask < 256; mask++)
        for (int byte = 0; byte < 256; byte++)
            for (int bit = 0, to = 0; bit < 8; bit++)
                if (mask >> bit & 1)
                    p->squeeze[mask][byte] |= (uint8_t)((byte >> bit & 1) << to++);
}

/* Once the points are set. */
static void ring_set_ranks(ring_ranks *p)
{
    ring_set_squares(p);
    ring_set_shapes(p);
    ring_set_choices(p);
}

/* ---- ranks ---- */

/* How many there are with so many men of either side. */
static inline uint64_t ring_count(const ring_ranks *p, int own, int other)
{
    return (uint64_t)p->first[own][p->shapes] * p->choose[RING_POINTS - own][other];
}

/* The number of a choice of points among those that are free. */
static inline uint32_t ring_choice(const ring_ranks *p, uint32_t free, uint32_t set)
{
    uint32_t choice = 0;
    for (int byte = 0, to = 0; byte < 24; byte += 8) {
        choice |= (uint32_t)p->squeeze[free >> byte & 255][set >> byte & 255] << to;
        to += __builtin_popcount(free >> byte & 255);
    }
    int low = __builtin_popcount(choice & 255),
        both = __builtin_popcount(choice & 0xffff);
    return p->part[0][0][choice & 255] + p->part[1][low][choice >> 8 & 255] +
           p->part[2][both][choice >> 16];
}

static inline uint64_t ring_rank(const ring_ranks *p, uint32_t mine, uint32_t theirs)
{
    mine = ring_bytes(p->to_ring, mine);
    theirs = ring_bytes(p->to_ring, theirs);
    int own = __builtin_popcount(mine), other = __builtin_popcount(theirs);
    unsigned middle = mine >> 8 & 255, shape = p->shape_number[middle];
    unsigned turn = p->shape_turn[middle];
    const ring_pairs *of = &p->pairs[p->shape_kind[shape]];
    unsigned pair = (unsigned)p->image[turn][mine & 255] |
                    (unsigned)p->image[turn][mine >> 16 & 255] << 8;
    unsigned second = of->turn[pair];
    turn = p->after[second & (RING_SWAPS - 1)][turn] | (second & RING_SWAPS);
    uint32_t least = ring_image(p, turn, mine), best = ring_image(p, turn, theirs);
    for (unsigned i = 0; second & RING_SEVERAL && i < 2 * RING_SQUARES; i++) {
        uint32_t image = ring_image(p, i, theirs);
        if (image < best && ring_image(p, i, mine) == least)
            best = image;
    }
    uint32_t number = p->first[own][shape] + of->number[pair];
    return (uint64_t)number * p->choose[RING_POINTS - own][other] +
           ring_choice(p, ~least & 0xffffff, best);
}

/* The shape in which the own men with this number are: the last that does not begin after it. */
static inline int ring_shape_at(const ring_ranks *p, int own, uint32_t number)
{
    int low = 0, high = p->shapes;
    while (high - low > 1) {
        int middle = (low + high) / 2;
        if (p->first[own][middle] <= number)
            low = middle;
        else
            high = middle;
    }
    return low;
}

static inline void ring_unrank(const ring_ranks *p, int own, int other, uint64_t rank,
                               uint32_t *mine, uint32_t *theirs)
{
    uint32_t each = p->choose[RING_POINTS - own][other], number = (uint32_t)(rank / each);
    uint32_t choice = (uint32_t)(rank % each), set = 0;
    int shape = ring_shape_at(p, own, number);
    const ring_pairs *of = &p->pairs[p->shape_kind[shape]];
    int men = own - __builtin_popcount(p->shape[shape]);
    uint32_t pair = of->smallest[of->first[men] + number - p->first[own][shape]];
    uint32_t rings = (pair & 255) | (uint32_t)p->shape[shape] << 8 | (pair >> 8) << 16;
    for (int bit = RING_POINTS - own - 1, left = other; left > 0; bit--)
        if (choice >= p->choose[bit][left]) {
            choice -= p->choose[bit][left--];
            set |= 1u << bit;
        }
    uint32_t placed = 0;
    for (uint32_t free = ~rings & 0xffffff; set; set >>= 1, free &= free - 1)
        if (set & 1)
            placed |= free & -free;
    *mine = ring_bytes(p->from_ring, rings);
    *theirs = ring_bytes(p->from_ring, placed);
}

#endif
