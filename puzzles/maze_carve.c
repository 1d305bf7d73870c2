/* maze_carve.c: mazes grown as a tree: recursive backtracker, Prim, Wilson.
 *
 * All three give each square but the first a direction, the way back towards the first. They
 * work on a board with a byte for each square and a border around; the directions become
 * gaps in the walls at the end. */
#include "maze_make.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "squares are read by eights");

/* A square is 0 before it is looked at; then its lowest bits are its direction. What cannot be
 * entered any more is TAKEN. */
enum { WAY = 3, TAKEN = 8, IN = 16, SEEN = 32, ROOT = 64, BORDER = 128 };

typedef struct board {
    unsigned char *squares;
    size_t size, stride, width, height;
    int64_t step[4];
    ari__dice dice;
    const ari_maze_make_job *plan;
} board;

static ari_status board_new(const ari_maze_make_job *plan, board *b, ari_error *error)
{
    *b = (board){
        .width = (size_t)plan->width, .height = (size_t)plan->height, .plan = plan};
    b->stride = b->width + 2;
    b->size = b->stride * (b->height + 2) + 8;
    b->step[ARI_NORTH] = (int64_t)b->stride;
    b->step[ARI_EAST] = 1;
    b->step[ARI_SOUTH] = -(int64_t)b->stride;
    b->step[ARI_WEST] = -1;
    b->dice = dice_seeded(plan->seed);
    b->squares = ari__block_new(b->size);
    if (!b->squares)
        return ari_fail_memory(error, b->size, "the squares of the maze");
    memset(b->squares, BORDER | TAKEN, b->stride);
    memset(b->squares + (b->height + 1) * b->stride, BORDER | TAKEN, b->stride + 8);
    for (size_t y = 1; y <= b->height; y++) {
        unsigned char *row = b->squares + y * b->stride;
        row[0] = row[b->width + 1] = BORDER | TAKEN;
    }
    return ARI_OK;
}

static uint32_t random_square(board *b)
{
    uint32_t x = ari_random_below(&b->dice.random, (uint32_t)b->width);
    uint32_t y = ari_random_below(&b->dice.random, (uint32_t)b->height);
    return (uint32_t)((y + 1) * b->stride + x + 1);
}

/* Tells of a square of the board. */
static void tell(const board *b, ari_maze_making_kind kind, int64_t at, unsigned way)
{
    uint64_t x = (uint64_t)at % b->stride - 1, y = (uint64_t)at / b->stride - 1;
    ari__plan_tell(b->plan, kind, x, y, (ari_direction)way);
}

/* The eight squares of a word that have this code, a bit for each. */
static inline uint64_t which(uint64_t eight, unsigned code)
{
    const uint64_t ones = 0x0101010101010101u;
    uint64_t other =
        eight ^ ones * code; /* the lowest three bits 0 where it is the code */
    uint64_t hits = ~(other | other >> 1 | other >> 2) & ones;
    return (hits * 0x0102040810204080u) >> 56; /* gathers the lowest bit of each byte */
}

/* Opens the walls that the directions cross, and frees the board. */
static void open_ways(board *b, ari__grid *walls)
{
    const uint64_t low = 0x0303030303030303u, third = 0x0404040404040404u;
    for (size_t y = 0; y < b->height; y++) {
        const unsigned char *row = b->squares + (y + 1) * b->stride + 1;
        uint64_t *floor = floors(walls, y), *above = floors(walls, y + 1);
        uint64_t *side = sides(walls, y);
        for (size_t x = 0; x < b->width; x += 8) {
            uint64_t eight;
            memcpy(&eight, row + x, sizeof eight);
            /* Bit 2 is set for what has no direction: the root, and what is no square. */
            eight = (eight & low) | ((eight >> 4 | eight >> 5) & third);
            if (b->width - x < 8)
                eight |= third << (b->width - x) * 8;
            above[x / 64] &= ~(which(eight, ARI_NORTH) << x % 64);
            floor[x / 64] &= ~(which(eight, ARI_SOUTH) << x % 64);
            uint64_t east = which(eight, ARI_EAST) << 1;
            side[x / 64] &= ~((which(eight, ARI_WEST) | east) << x % 64);
            if (x % 64 == 56 && east >> 8)
                side[x / 64 + 1] &= ~(uint64_t)1;
        }
    }
    ari__block_free(b->squares, b->size);
}

/* ---- recursive backtracker ---- */

/* way[set] has the directions of a set, each as often as the others; the number of one of its
 * places can be drawn before the set is known. */
typedef struct choices {
    unsigned char way[16][12];
} choices;

static void make_choices(choices *c)
{
    for (unsigned set = 1; set < 16; set++) {
        unsigned char ways[4] = {0}, count = 0;
        for (unsigned char way = 0; way < 4; way++)
            if (set >> way & 1)
                ways[count++] = way;
        for (unsigned i = 0; i < 12; i++)
            c->way[set][i] = ways[i % count];
    }
}

/* The squares of a path to which one may come back. */
typedef struct crossings {
    uint32_t *squares;
    size_t count, capacity;
} crossings;

static inline unsigned taken(unsigned char square, int way)
{
    return (square / TAKEN & 1u) << way;
}

/* The directions in which the square beside is not taken yet. */
static inline unsigned ways_on(const unsigned char *squares, int64_t at, int64_t north)
{
    return 15 ^ taken(squares[at + north], ARI_NORTH) ^ taken(squares[at + 1], ARI_EAST) ^
           taken(squares[at - north], ARI_SOUTH) ^ taken(squares[at - 1], ARI_WEST);
}

/* The way back is not followed square by square: only those with several ways on when they
 * were left can have one now, and they are kept. Which of the ways is drawn beforehand. */
static bool carve(board *b, crossings *back)
{
    unsigned char *const squares = b->squares;
    const int64_t north = b->step[ARI_NORTH];
    choices c;
    make_choices(&c);
    int64_t at = random_square(b);
    squares[at] = ROOT | TAKEN;
    unsigned set = ways_on(squares, at, north);
    for (uint64_t left = (uint64_t)b->width * b->height - 1; left > 0; left--) {
        while (!set) {
            at = back->squares[--back->count]; /* NOLINT: there is one */
            set = ways_on(squares, at, north);
            if (set && b->plan->event)
                tell(b, ARI_MAKING_BACK, at, 0);
        }
        if (back->count == back->capacity &&
            !ari__grow((void **)&back->squares, &back->capacity, back->count + 4096,
                       sizeof *back->squares))
            return false;
        back->squares[back->count] = (uint32_t)at;
        back->count += (set & (set - 1)) != 0;
        unsigned way = c.way[set][dice_twelfth(&b->dice)];
        if (b->plan->event)
            tell(b, ARI_MAKING_OPEN, at, way);
        at += b->step[way];
        squares[at] = (unsigned char)(TAKEN | (way ^ 2)); /* back where it came from */
        set = ways_on(squares, at, north);
        if ((left & 0xfffff) == 0 && ari__plan_stopped(b->plan))
            break;
    }
    return true;
}

ari_status ari__make_backtracker(const ari_maze_make_job *plan, ari__grid *walls,
                                 ari_error *error)
{
    board b;
    ari_status status = board_new(plan, &b, error);
    if (status != ARI_OK)
        return status;
    crossings back = {.squares = NULL};
    bool carved = carve(&b, &back);
    free(back.squares);
    open_ways(&b, walls);
    return carved ? ARI_OK : ari_fail_memory(error, back.capacity * 6, "the way back");
}

/* ---- Prim ---- */

/* Squares beside the tree, in no order; one at random joins it next. */
typedef struct frontier {
    uint32_t *squares;
    size_t count, capacity;
} frontier;

static bool add_around(board *b, frontier *f, uint32_t at)
{
    if (!ari__grow((void **)&f->squares, &f->capacity, f->count + 4, sizeof *f->squares))
        return false;
    for (int way = 0; way < 4; way++) {
        uint32_t beside = (uint32_t)(at + b->step[way]);
        if (b->squares[beside] == 0) {
            b->squares[beside] = SEEN;
            f->squares[f->count++] = beside;
        }
    }
    return true;
}

ari_status ari__make_prim(const ari_maze_make_job *plan, ari__grid *walls,
                          ari_error *error)
{
    board b;
    ari_status status = board_new(plan, &b, error);
    if (status != ARI_OK)
        return status;
    choices c;
    make_choices(&c);
    frontier f = {.squares = NULL};
    uint32_t at = random_square(&b);
    b.squares[at] = ROOT | IN;
    bool grown = add_around(&b, &f, at);
    for (uint64_t n = 1; grown && f.count > 0; n++) {
        uint32_t chosen = ari_random_below(&b.dice.random, (uint32_t)f.count);
        at = f.squares[chosen];
        f.squares[chosen] = f.squares[--f.count];
        unsigned set = 0;
        for (int way = 0; way < 4; way++)
            set |= (unsigned)(b.squares[at + b.step[way]] >> 4 & 1) << way; /* IN */
        unsigned way = c.way[set][dice_twelfth(&b.dice)];
        b.squares[at] = (unsigned char)(IN | way);
        if (plan->event)
            tell(&b, ARI_MAKING_OPEN, at, way);
        grown = add_around(&b, &f, at);
        if ((n & 0xfffff) == 0 && ari__plan_stopped(plan))
            break;
    }
    free(f.squares);
    open_ways(&b, walls);
    return grown ? ARI_OK
                 : ari_fail_memory(error, f.capacity * 6, "the edge of the maze");
}

/* ---- Wilson ---- */

/* Walks at random from a square until the tree is met, leaving in each square the direction
 * of the last step from there: loops are forgotten by that. False when told to stop. */
static bool walk(board *b, int64_t at)
{
    unsigned char *const squares = b->squares;
    for (uint64_t steps = 1; !(squares[at] & IN); steps++) {
        uint32_t way;
        if (b->plan->event)
            tell(b, ARI_MAKING_WALK, at, 0);
        do
            way = dice_fourth(&b->dice);
        while (squares[at + b->step[way]] & BORDER);
        squares[at] = (unsigned char)(SEEN | way);
        at += b->step[way];
        if ((steps & 0xffffff) == 0 && ari__plan_stopped(b->plan))
            return false;
    }
    return true;
}

ari_status ari__make_wilson(const ari_maze_make_job *plan, ari__grid *walls,
                            ari_error *error)
{
    board b;
    ari_status status = board_new(plan, &b, error);
    if (status != ARI_OK)
        return status;
    b.squares[random_square(&b)] = ROOT | IN;
    bool going = true;
    for (size_t y = 1; y <= b.height && going; y++)
        for (size_t x = 1; x <= b.width && going; x++) {
            int64_t at = (int64_t)(y * b.stride + x);
            going = walk(&b, at);
            while (going && !(b.squares[at] & IN)) {
                b.squares[at] |= IN;
                if (plan->event)
                    tell(&b, ARI_MAKING_OPEN, at, b.squares[at] & WAY);
                at += b.step[b.squares[at] & WAY];
            }
        }
    open_ways(&b, walls);
    return ARI_OK;
}
