/* maze_make.h: what the ways of making a maze share. */
#ifndef ARI_PUZZLES_MAZE_MAKE_H
#define ARI_PUZZLES_MAZE_MAKE_H

#include <ariadne/random.h>

#include "maze_grid.h"

/* Makes a maze out of a grid where all walls stand. Looks at the plan's stop flag now and
 * then; a maze that is not finished will not be used. */
typedef ari_status ari__maze_maker(const ari_maze_make_job *plan, ari__grid *walls,
                                   ari_error *error);

ari__maze_maker ari__make_backtracker, ari__make_kruskal, ari__make_prim,
    ari__make_wilson, ari__make_eller, ari__make_division;

ari_status ari__plan_check(const ari_maze_make_job *plan, uint64_t height_most,
                           ari_error *error);
bool ari__plan_stopped(const ari_maze_make_job *plan);

/* Tells whoever watches. */
static inline void ari__plan_tell(const ari_maze_make_job *plan,
                                  ari_maze_making_kind kind, uint64_t x, uint64_t y,
                                  ari_direction side)
{
    const ari_maze_making event = {
        .kind = kind, .at = {(int32_t)x, (int32_t)y}, .side = side};
    if (plan->event)
        plan->event(plan->self, &event);
}

/* Taking walls away, row by row from the top; it has random numbers of its own, so that
 * mazes made at once and row by row are the same. */
typedef struct ari__loops {
    ari_random random;
    uint64_t share; /* of 2^32 */
} ari__loops;

ari__loops ari__loops_begin(const ari_maze_make_job *plan);
/* `floor` is NULL for the lowest row. */
void ari__loops_open(ari__loops *loops, uint64_t width, uint64_t *side, uint64_t *floor);

/* Small random numbers, many from one 64-bit word: multiplied by the bound, what rises above
 * the word is the number and what is left serves for the next. */
typedef struct ari__dice {
    ari_random random;
    uint64_t rest;
    int left;
} ari__dice;

static inline ari__dice dice_seeded(uint64_t seed)
{
    return (ari__dice){.random = ari_random_seeded(seed)};
}

static inline uint32_t dice_throw(ari__dice *dice, uint32_t bound, int throws)
{
    if (dice->left-- == 0) {
        dice->rest = ari_random_next(&dice->random);
        dice->left = throws - 1;
    }
    unsigned __int128 product = (unsigned __int128)dice->rest * bound;
    dice->rest = (uint64_t)product;
    return (uint32_t)(product >> 64);
}

/* Below 4 and below 12; of each, as many from a word as leave it more than 32 bits. */
static inline uint32_t dice_fourth(ari__dice *dice)
{
    return dice_throw(dice, 4, 16);
}

static inline uint32_t dice_twelfth(ari__dice *dice)
{
    return dice_throw(dice, 12, 8);
}

#endif
