/* regions.h: sets of cells of a board, and the regions that they fall into: of cram.c, domineering.c and clobber.c.
 *
 * A set is a word: the cell in column x and row y, counted from the lower left, is bit x + width * y. What is outside
 * the board is like what is taken, so a region is worth the same wherever it lies, and may be shifted to the
 * corner. */
#include <string.h>

#include <ariadne/game.h>

#define REG_CELLS 64

typedef struct reg_board {
    int32_t width, height;
    uint64_t all, left,
        right; /* cells: of the board, of its first and of its last column */
} reg_board;

static inline ari_status reg_setup(const ari_value *values, reg_board *b,
                                   ari_error *error)
{
    *b = (reg_board){(int32_t)values[0].number, (int32_t)values[1].number, 0, 0, 0};
    if (b->width * b->height > REG_CELLS)
        return ari_fail(error, ARI_RANGE, ARI_NO_OFFSET,
                        "width x height must be at most %d, not %d", REG_CELLS,
                        (int)(b->width * b->height));
    b->all = b->width * b->height == 64 ? ~UINT64_C(0)
                                        : ((uint64_t)1 << b->width * b->height) - 1;
    for (int y = 0; y < b->height; y++)
        b->left |= (uint64_t)1 << b->width * y;
    b->right = b->left << (b->width - 1);
    return ARI_OK;
}

/* The cells to the right of these, and above them. */
static inline uint64_t reg_right(const reg_board *b, uint64_t set)
{
    return (set & ~b->right) << 1;
}

static inline uint64_t reg_left(const reg_board *b, uint64_t set)
{
    return (set & ~b->left) >> 1;
}

static inline uint64_t reg_up(const reg_board *b, uint64_t set)
{
    return b->width < 64 ? set << b->width & b->all : 0;
}

static inline uint64_t reg_down(const reg_board *b, uint64_t set)
{
    return b->width < 64 ? set >> b->width : 0;
}

static inline uint64_t reg_beside(const reg_board *b, uint64_t set)
{
    return reg_right(b, set) | reg_left(b, set) | reg_up(b, set) | reg_down(b, set);
}

/* The region of a cell among these. */
static inline uint64_t reg_region(const reg_board *b, uint64_t set, uint64_t cell)
{
    uint64_t region = cell, before;
    do {
        before = region;
        region |= reg_beside(b, region) & set;
    } while (region != before);
    return region;
}

/* How far a set is shifted down to lie in the corner. */
static inline int reg_corner(const reg_board *b, uint64_t set)
{
    int down = __builtin_ctzll(set) / b->width * b->width, x = 0;
    while (!(set & b->left << x))
        x++;
    return down + x;
}

/* ---- symmetries ---- */

static inline uint64_t reg_flip_y(const reg_board *b, uint64_t set)
{
    if (b->width == 8)
        return __builtin_bswap64(set) >> (64 - 8 * b->height);
    uint64_t row = b->width < 64 ? ((uint64_t)1 << b->width) - 1 : ~UINT64_C(0);
    uint64_t flipped = 0;
    for (int y = 0; y < b->height; y++)
        flipped |= (set >> b->width * y & row) << b->width * (b->height - 1 - y);
    return flipped;
}

/* Bits of bytes in the opposite order. */
static inline uint64_t reg_mirror_bytes(uint64_t set)
{
    set = (set >> 1 & 0x5555555555555555) | (set & 0x5555555555555555) << 1;
    set = (set >> 2 & 0x3333333333333333) | (set & 0x3333333333333333) << 2;
    return (set >> 4 & 0x0f0f0f0f0f0f0f0f) | (set & 0x0f0f0f0f0f0f0f0f) << 4;
}

static inline uint64_t reg_flip_x(const reg_board *b, uint64_t set)
{
    if (b->width == 8)
        return reg_mirror_bytes(set);
    /* all of it backwards turns the board by half: what is left is to turn the rows round */
    uint64_t turned =
        reg_mirror_bytes(__builtin_bswap64(set)) >> (64 - b->width * b->height);
    return reg_flip_y(b, turned);
}

/* Rows become columns. It must fit: the set lies in the corner, no higher than the board is wide, and no
 * wider than it is high. */
static inline uint64_t reg_transpose(const reg_board *b, uint64_t set)
{
    uint64_t turned = 0;
    for (; set; set &= set - 1) {
        int cell = __builtin_ctzll(set), x = cell % b->width, y = cell / b->width;
        turned |= (uint64_t)1 << (y + b->width * x);
    }
    return turned;
}

/* Does a set in the corner fit when rows become columns? */
static inline bool reg_transposes(const reg_board *b, uint64_t set)
{
    if (b->width == b->height)
        return true;
    int columns = 0, rows = (63 - __builtin_clzll(set)) / b->width + 1;
    for (int x = 0; x < b->width; x++)
        if (set & b->left << x)
            columns = x + 1;
    return columns <= b->height && rows <= b->width;
}

/* A sorted choice between images: the smaller number. */
static inline uint64_t reg_least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* ---- text ---- */

static inline ari_rows reg_rows(const reg_board *b, const char *signs)
{
    return (ari_rows){b->width, b->height, .signs = signs};
}

/* ---- on the board ---- */

/* The number, from 1 on, of the region of these cells that each place of the board lies in. */
static inline void reg_number(const reg_board *b, uint64_t cells, const ari_rows *rows,
                              uint8_t *part)
{
    for (uint8_t number = 1; cells; number++) {
        uint64_t region = reg_region(b, cells, cells & -cells);
        cells &= ~region;
        for (; region; region &= region - 1)
            part[ari_rows_place(rows, __builtin_ctzll(region))] = number;
    }
}
