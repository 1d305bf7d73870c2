/* fill.c: the paint bucket, 64 pixels at a time.
 *
 * The picture becomes two bits a pixel, in words of 64 pixels: `open`, like the first pixel and
 * not reached yet, and `reached`. They are made when they are first looked at, a stretch of a
 * row at a time, so that what is far from the region costs nothing.
 *
 * A word is served from the row above or below: the open bits that touch reached ones there
 * spread over their runs, within the word by arithmetic and on into the words beside it. Every
 * word with new bits makes the words above and below it wait to be served, if they have open
 * bits there. Rows with waiting words are served like the floors of a house by a lift: all on
 * the way down, then all on the way up, until nobody waits. So nothing is ever waiting twice,
 * the memory is known beforehand, and an empty hall, a comb or a maze takes about one ride.
 *
 *     row 0   .....#..    from S a ride down reaches 1 to 3, and the way up the
 *     row 1   S.#..#..    right-hand side of the wall
 *     row 2   #.#####.
 *     row 3   ........
 *
 * A word whose 64 pixels are reached at once is painted while it is in the cache, the others at
 * the end. Where a row is open far and wide, a whole stretch is reached at once. */
#include <ariadne/fill.h>

#include <string.h>

#include "base/memory.h"

#define STRETCH 8  /* words whose bits are made at once */
#define AHEAD 4096 /* bytes: how far before its use a pixel is asked for */
#define FULL (~(uint64_t)0)
#define ALL_WORDS ((uint64_t)0xff) /* a flag for each word of a stretch */

typedef struct word {
    uint64_t open, reached; /* both 0 where a word is painted as a whole */
} word;

enum { DOWN, UP };

typedef struct filling {
    uint32_t *pixels;
    size_t width, height, stride;
    ari_fill_job job;
    uint32_t target;
    size_t words;         /* of a row */
    size_t flags;         /* words of flags of a row: a bit for each word of pixels */
    word *map;            /* rows of words */
    uint64_t *made;       /* rows of flags, a bit for each stretch: its bits are made */
    uint64_t *painted;    /* rows of flags: words reached and painted as a whole */
    uint64_t *touched;    /* rows of flags: words reached in part, yet to be painted */
    uint64_t *waiting[2]; /* rows of flags: words to be served from above, from below */
    uint64_t *floors[2];  /* a bit for each row with a word waiting */
    void *block;
    size_t block_size;
} filling;

static inline unsigned lowest(uint64_t bits)
{
    return (unsigned)__builtin_ctzll(bits);
}

static inline unsigned highest(uint64_t bits)
{
    return 63 - (unsigned)__builtin_clzll(bits);
}

static inline bool get_flag(const uint64_t *flags, size_t i)
{
    return flags[i / 64] >> i % 64 & 1;
}

static inline void set_flag(uint64_t *flags, size_t i)
{
    flags[i / 64] |= (uint64_t)1 << i % 64;
}

/* ---- from pixels to bits: the compilers make vector instructions of these ---- */

typedef uint32_t pixels4 __attribute__((vector_size(16)));
typedef uint8_t bytes16 __attribute__((vector_size(16)));

static inline pixels4 load4(const uint32_t *from)
{
    pixels4 four;
    memcpy(&four, from, sizeof four);
    return four;
}

/* Each lane becomes all ones where the pixel belongs to the region's kind. */
static inline pixels4 exact4(pixels4 four, pixels4 target)
{
    return (pixels4)(four == target);
}

static inline pixels4 near4(pixels4 four, bytes16 low, bytes16 span)
{
    pixels4 far = (pixels4)(((bytes16)four - low) > span);
    return (pixels4)(far == (pixels4){0, 0, 0, 0});
}

/* The processor itself looks ahead only to the end of a page. The last addresses lie beyond
 * the picture, which does no harm, but a pointer must not go there. */
static inline void fetch_ahead(const uint32_t *from)
{
    const uintptr_t start = (uintptr_t)from + AHEAD;
    for (uintptr_t at = start; at < start + 64 * sizeof *from; at += 64)
        __builtin_prefetch((const void *)at, 1); /* NOLINT: an address, not a pointer */
}

/* 32 pixels to 32 bits: lane j of the k-th four carries bit 4k + j. */
#define GATHER32(bits, from, like)                         \
    do {                                                   \
        pixels4 weight = {1, 2, 4, 8}, sum = {0, 0, 0, 0}; \
        for (size_t k = 0; k < 8; k++, weight <<= 4)       \
            sum |= like(load4((from) + 4 * k)) & weight;   \
        (bits) = sum[0] | sum[1] | sum[2] | sum[3];        \
    } while (0)

static void make_exact(const uint32_t *from, uint32_t target, size_t words, uint64_t *to)
{
    const pixels4 all = {target, target, target, target};
#define LIKE(four) exact4(four, all)
    for (size_t w = 0; w < words; w++, from += 64) {
        uint32_t low, high;
        fetch_ahead(from);
        GATHER32(low, from, LIKE);
        GATHER32(high, from + 32, LIKE);
        to[w] = (uint64_t)high << 32 | low;
    }
#undef LIKE
}

static void make_near(const uint32_t *from, uint32_t target, int tolerance, size_t words,
                      uint64_t *to)
{
    bytes16 low = {0}, span = {0};
    uint8_t channels[4];
    memcpy(channels, &target, 4);
    for (int i = 0; i < 16; i++) {
        int c = channels[i % 4], least = c > tolerance ? c - tolerance : 0;
        int most = c + tolerance < 255 ? c + tolerance : 255;
        low[i] = (uint8_t)least;
        span[i] = (uint8_t)(most - least);
    }
#define LIKE(four) near4(four, low, span)
    for (size_t w = 0; w < words; w++, from += 64) {
        uint32_t lower, upper;
        fetch_ahead(from);
        GATHER32(lower, from, LIKE);
        GATHER32(upper, from + 32, LIKE);
        to[w] = (uint64_t)upper << 32 | lower;
    }
#undef LIKE
}

static void make_words(const filling *f, const uint32_t *from, size_t words, uint64_t *to)
{
    if (f->job.tolerance == 0)
        make_exact(from, f->target, words, to);
    else
        make_near(from, f->target, f->job.tolerance, words, to);
}

/* The bits of a stretch; how many words it has. */
static size_t make_bits(const filling *f, size_t y, size_t first, uint64_t *bits)
{
    size_t end = first + STRETCH < f->words ? first + STRETCH : f->words;
    size_t whole = f->width / 64; /* words that have all their pixels */
    const uint32_t *row = f->pixels + y * f->stride;
    size_t stop = end < whole ? end : whole;
    make_words(f, row + first * 64, stop - first, bits);
    if (stop < end) {
        uint32_t last[64] = {0};
        size_t count = f->width % 64;
        memcpy(last, row + whole * 64, count * sizeof *last);
        make_words(f, last, 1, bits + stop - first);
        bits[stop - first] &= FULL >> (64 - count);
    }
    return end - first;
}

/* Makes a stretch. If all of it is open, nothing is written into the map: that is for the
 * caller to do, or to see that it is reached at once. */
static bool make_stretch(filling *f, size_t y, size_t first)
{
    uint64_t bits[STRETCH], all = FULL;
    size_t count = make_bits(f, y, first, bits);
    set_flag(f->made + y * f->flags, first / STRETCH);
    for (size_t k = 0; k < count; k++)
        all &= bits[k];
    if (count == STRETCH && all == FULL)
        return true;
    for (size_t k = 0; k < count; k++)
        f->map[y * f->words + first + k].open = bits[k];
    return false;
}

static inline word *word_at(filling *f, size_t y, size_t w)
{
    size_t first = w - w % STRETCH;
    word *stretch = f->map + y * f->words + first;
    if (!get_flag(f->made + y * f->flags, first / STRETCH) && make_stretch(f, y, first))
        for (size_t k = 0; k < STRETCH; k++)
            stretch[k].open = FULL;
    return stretch + (w - first);
}

/* ---- painting ---- */

static inline void paint_all(uint32_t *to, uint32_t colour, size_t count)
{
    for (size_t i = 0; i < count; i++)
        to[i] = colour;
}

static void paint_some(uint32_t *to, uint64_t bits, uint32_t colour)
{
    static const pixels4 bit = {1, 2, 4, 8};
    const pixels4 all = {colour, colour, colour, colour};
    for (; bits; bits >>= 4, to += 4) {
        uint32_t four = (uint32_t)bits & 15;
        pixels4 chosen = (pixels4)(((pixels4){four, four, four, four} & bit) == bit);
        pixels4 mixed = (load4(to) & ~chosen) | (all & chosen);
        memcpy(to, &mixed, sizeof mixed);
    }
}

/* The last word of a row must not touch what lies beyond the picture. */
static void paint_bits(uint32_t *to, uint64_t bits, uint32_t colour)
{
    for (; bits; bits &= bits - 1)
        to[lowest(bits)] = colour;
}

/* ---- spreading ---- */

/* All bits of the runs of `open` that `seeds`, some of its bits, lie in. */
static inline uint64_t spread(uint64_t open, uint64_t seeds)
{
    if (seeds == open)
        return open;
    /* Upwards the carry of an addition runs along; it swallows further seeds. */
    uint64_t runs = (open & ~(open + seeds)) | seeds;
    uint64_t way = open;
    for (int step = 1; step < 64; step *= 2) {
        runs |= way & runs >> step;
        way &= way >> step;
    }
    return runs;
}

static inline void wait_for(filling *f, int direction, size_t y, size_t w)
{
    set_flag(f->waiting[direction] + y * f->flags, w);
    set_flag(f->floors[direction], y);
}

/* The words of row y that `bits` of word w, in the row before or after, touch. */
static inline void call(filling *f, int direction, size_t y, size_t w, uint64_t bits)
{
    bool made = get_flag(f->made + y * f->flags, w / STRETCH);
    uint64_t touched = f->job.diagonal ? bits | bits << 1 | bits >> 1 : bits;
    if (!made || f->map[y * f->words + w].open & touched)
        wait_for(f, direction, y, w);
    if (f->job.diagonal && bits & 1 && w > 0)
        wait_for(f, direction, y, w - 1);
    if (f->job.diagonal && bits >> 63 && w + 1 < f->words)
        wait_for(f, direction, y, w + 1);
}

static inline void reach(filling *f, size_t y, size_t w, word *here, uint64_t bits)
{
    here->open &= ~bits;
    if (bits == FULL) {
        paint_all(f->pixels + y * f->stride + w * 64, f->job.colour, 64);
        set_flag(f->painted + y * f->flags, w);
    } else {
        here->reached |= bits;
        set_flag(f->touched + y * f->flags, w);
    }
    if (y + 1 < f->height)
        call(f, DOWN, y + 1, w, bits);
    if (y > 0)
        call(f, UP, y - 1, w, bits);
}

/* ---- a whole stretch ---- */

/* Like call() for all words of a stretch, whose bits are all new. */
static inline void call_stretch(filling *f, int direction, size_t y, size_t first)
{
    size_t flags = y * f->flags + first / 64;
    uint64_t needed = ~f->painted[flags] >> first % 64 & ALL_WORDS;
    if (needed && get_flag(f->made + y * f->flags, first / STRETCH)) {
        const word *there = f->map + y * f->words + first;
        for (unsigned k = 0; k < STRETCH; k++)
            needed &= ~((uint64_t)(there[k].open == 0) << k);
    }
    if (needed) {
        f->waiting[direction][flags] |= needed << first % 64;
        set_flag(f->floors[direction], y);
    }
    if (f->job.diagonal && first > 0)
        wait_for(f, direction, y, first - 1);
    if (f->job.diagonal && first + STRETCH < f->words)
        wait_for(f, direction, y, first + STRETCH);
}

/* Is a stretch open as a whole? Then its part of the map says from now on that nothing is. */
static inline bool take_stretch(filling *f, size_t y, size_t first)
{
    if (!get_flag(f->made + y * f->flags, first / STRETCH))
        return make_stretch(f, y, first);
    word *here = f->map + y * f->words + first;
    if (here->open != FULL || first + STRETCH > f->words)
        return false;
    for (size_t k = 1; k < STRETCH; k++)
        if (here[k].open != FULL)
            return false;
    for (size_t k = 0; k < STRETCH; k++)
        here[k].open = 0;
    return true;
}

/* Reaches a whole stretch, if all of it is open. Nothing there has to wait any longer. */
static bool reach_stretch(filling *f, size_t y, size_t first)
{
    if (!take_stretch(f, y, first))
        return false;
    paint_all(f->pixels + y * f->stride + first * 64, f->job.colour,
              (size_t)64 * STRETCH);
    size_t flags = y * f->flags + first / 64;
    uint64_t stretch = ALL_WORDS << first % 64;
    f->painted[flags] |= stretch;
    f->waiting[DOWN][flags] &= ~stretch;
    f->waiting[UP][flags] &= ~stretch;
    if (y + 1 < f->height)
        call_stretch(f, DOWN, y + 1, first);
    if (y > 0)
        call_stretch(f, UP, y - 1, first);
    return true;
}

/* Reaches what the open bits of a word that touch others lead to in its row. */
static void spread_row(filling *f, size_t y, size_t w, uint64_t touching)
{
    word *here = f->map + y * f->words + w;
    size_t right = w + 1;
    uint64_t bits = FULL;
    if (touching && reach_stretch(f, y, w - w % STRETCH)) {
        w -= w % STRETCH;
        right = w + STRETCH;
    } else {
        uint64_t seeds = here->open & touching;
        if (!seeds)
            return;
        bits = spread(here->open, seeds);
        reach(f, y, w, here, bits);
    }
    uint64_t edge = bits;
    for (; edge >> 63 && right < f->words; right++) {
        if (right % STRETCH == 0 && reach_stretch(f, y, right)) {
            right += STRETCH - 1;
            continue;
        }
        here = f->map + y * f->words + right;
        edge = here->open & ~(here->open + 1); /* the run from bit 0 on */
        if (!edge)
            break;
        reach(f, y, right, here, edge);
    }
    edge = bits;
    for (size_t left = w; edge & 1 && left-- > 0;) {
        here = word_at(f, y, left);
        uint64_t shut = ~here->open;
        edge = !shut ? FULL : shut >> 63 ? 0 : FULL << (highest(shut) + 1);
        if (!edge)
            break;
        reach(f, y, left, here, edge);
    }
}

static inline uint64_t reached(const filling *f, size_t y, size_t w)
{
    return get_flag(f->painted + y * f->flags, w) ? FULL
                                                  : f->map[y * f->words + w].reached;
}

static inline uint64_t reached_beside(const filling *f, size_t y, size_t w)
{
    uint64_t bits = reached(f, y, w);
    if (!f->job.diagonal)
        return bits;
    uint64_t left = w > 0 ? reached(f, y, w - 1) >> 63 : 0;
    uint64_t right = w + 1 < f->words ? reached(f, y, w + 1) << 63 : 0;
    return bits | bits << 1 | bits >> 1 | left | right;
}

static void serve_floor(filling *f, int direction, size_t y)
{
    uint64_t *waiting = f->waiting[direction] + y * f->flags;
    size_t from = direction == DOWN ? y - 1 : y + 1;
    for (size_t i = 0; i < f->flags; i++)
        while (waiting[i]) {
            size_t w = i * 64 + lowest(waiting[i]);
            waiting[i] &= waiting[i] - 1;
            spread_row(f, y, w, reached_beside(f, from, w));
        }
}

/* A ride down or up: serves all rows that wait, also those that begin to on the way. */
static bool ride(filling *f, int direction)
{
    uint64_t *floors = f->floors[direction];
    size_t count = (f->height + 63) / 64;
    bool served = false;
    for (size_t n = 0; n < count; n++) {
        size_t i = direction == DOWN ? n : count - 1 - n;
        while (floors[i]) {
            unsigned bit = direction == DOWN ? lowest(floors[i]) : highest(floors[i]);
            floors[i] &= ~((uint64_t)1 << bit);
            serve_floor(f, direction, i * 64 + bit);
            served = true;
        }
    }
    return served;
}

/* ---- the whole ---- */

/* One block for all the maps; it comes zeroed. */
static bool take_memory(filling *f)
{
    size_t rows = f->height, flags = rows * f->flags, floors = (rows + 63) / 64;
    size_t map = rows * f->words * sizeof *f->map;
    f->block_size = map + (5 * flags + 2 * floors) * sizeof(uint64_t);
    f->block = ari__block_new(f->block_size);
    if (!f->block)
        return false;
    f->map = f->block;
    f->made = (uint64_t *)(void *)(f->map + rows * f->words);
    f->painted = f->made + flags;
    f->touched = f->painted + flags;
    f->waiting[DOWN] = f->touched + flags;
    f->waiting[UP] = f->waiting[DOWN] + flags;
    f->floors[DOWN] = f->waiting[UP] + flags;
    f->floors[UP] = f->floors[DOWN] + floors;
    return true;
}

static void include(ari_filled *filled, size_t y, size_t first, size_t last)
{
    filled->x0 = first < filled->x0 ? (uint32_t)first : filled->x0;
    filled->x1 = last > filled->x1 ? (uint32_t)last : filled->x1;
    filled->y0 = y < filled->y0 ? (uint32_t)y : filled->y0;
    filled->y1 = (uint32_t)y;
}

static void finish_word(const filling *f, size_t y, size_t w, ari_filled *filled)
{
    uint64_t bits = f->map[y * f->words + w].reached;
    uint32_t *to = f->pixels + y * f->stride + w * 64;
    filled->pixels += (uint64_t)__builtin_popcountll(bits);
    include(filled, y, w * 64 + lowest(bits), w * 64 + highest(bits));
    if (f->width - w * 64 < 64)
        paint_bits(to, bits, f->job.colour);
    else
        paint_some(to, bits, f->job.colour);
}

/* Paints what is not yet painted, counts, and measures. */
static void finish(const filling *f, ari_filled *filled)
{
    *filled = (ari_filled){.x0 = UINT32_MAX, .y0 = UINT32_MAX};
    for (size_t i = 0; i < f->height * f->flags; i++) {
        size_t y = i / f->flags, w = i % f->flags * 64;
        uint64_t painted = f->painted[i];
        if (painted) {
            filled->pixels += 64 * (uint64_t)__builtin_popcountll(painted);
            include(filled, y, (w + lowest(painted)) * 64,
                    (w + highest(painted)) * 64 + 63);
        }
        for (uint64_t touched = f->touched[i]; touched; touched &= touched - 1)
            finish_word(f, y, w + lowest(touched), filled);
    }
}

ari_status ari_fill(uint32_t *pixels, uint32_t width, uint32_t height, size_t stride,
                    uint32_t x, uint32_t y, const ari_fill_job *job, ari_filled *filled,
                    ari_error *error)
{
    if (x >= width || y >= height)
        return ari_fail(error, ARI_RANGE, ARI_NO_OFFSET,
                        "the pixel %lu,%lu lies outside the picture of %lu x %lu pixels",
                        (unsigned long)x, (unsigned long)y, (unsigned long)width,
                        (unsigned long)height);
    if (job->tolerance < 0 || job->tolerance > 255)
        return ari_fail(error, ARI_RANGE, ARI_NO_OFFSET,
                        "the tolerance must be from 0 to 255, not %d", job->tolerance);
    filling f = {.width = width,
                 .height = height,
                 .stride = stride,
                 .job = *job,
                 .target = pixels[y * stride + x],
                 .words = (width + (size_t)63) / 64};
    f.pixels = pixels;
    f.flags = (f.words + 63) / 64;
    if (!take_memory(&f))
        return ari_fail_memory(error, f.block_size, "the map of the picture");
    spread_row(&f, y, x / 64, (uint64_t)1 << x % 64);
    bool down, up;
    do {
        down = ride(&f, DOWN);
        up = ride(&f, UP);
    } while (down || up);
    ari_filled measured;
    finish(&f, &measured);
    if (filled)
        *filled = measured;
    ari__block_free(f.block, f.block_size);
    return ARI_OK;
}
