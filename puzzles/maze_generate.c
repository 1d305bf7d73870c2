/* maze_generate.c: what all ways of making a maze have in common: sizes, the start and the
 * exit, and the walls taken away to make loops. */
#include "maze_make.h"

#include <stdlib.h>
#include <string.h>

const char *ari_maze_algo_name(ari_maze_algo algo)
{
    static const char *const names[ARI_MAZE_ALGOS] = {
        "backtracker", "kruskal", "prim", "wilson", "eller", "division"};
    return names[algo];
}

const char *ari_maze_making_name(ari_maze_making_kind kind)
{
    static const char *const names[] = {"open", "build", "clear", "walk", "back"};
    return names[kind];
}

/* ---- loops ----
 *
 * Each wall inside is taken away with the same probability, 64 at a time: a word of random
 * bits that are 1 with probability p is made from the digits of p, the last one first. */

#define DIGITS 32 /* binary digits of the probability */

static uint64_t random_word(ari__loops *loops)
{
    uint64_t word = 0, digits = loops->share;
    for (int i = __builtin_ctzll(digits | (uint64_t)1 << DIGITS); i < DIGITS; i++) {
        uint64_t random = ari_random_next(&loops->random);
        word = digits >> i & 1 ? word | random : word & random;
    }
    return digits >> DIGITS ? ~(uint64_t)0 : word;
}

ari__loops ari__loops_begin(const ari_maze_make_job *plan)
{
    return (ari__loops){.random = ari_random_seeded(ari_mix(plan->seed ^ 0x6c6f6f7073)),
                        .share = (uint64_t)(plan->loops * 4294967296.0)};
}

/* Bits `from` .. `to`-1 of a row, each with that probability. */
static void open_some(ari__loops *loops, uint64_t *row, uint64_t from, uint64_t to)
{
    for (uint64_t x = 0; x < to; x += 64) {
        uint64_t taken = random_word(loops);
        if (x == 0)
            taken &= ~(uint64_t)0 << from;
        if (to - x < 64)
            taken &= ((uint64_t)1 << (to - x)) - 1;
        row[x / 64] &= ~taken;
    }
}

void ari__loops_open(ari__loops *loops, uint64_t width, uint64_t *side, uint64_t *floor)
{
    if (loops->share == 0)
        return;
    open_some(loops, side, 1, width);
    if (floor)
        open_some(loops, floor, 0, width);
}

/* ---- the plan ---- */

ari_status ari__plan_check(const ari_maze_make_job *plan, uint64_t height_most,
                           ari_error *error)
{
    if (plan->width < 1 || plan->width > ARI_MAZE_SIDE_MOST)
        return ari_fail(error, ARI_RANGE, ARI_NO_OFFSET,
                        "the width of a maze must be from 1 to %u, not %u",
                        ARI_MAZE_SIDE_MOST, plan->width);
    if (plan->height < 1 || plan->height > height_most)
        return ari_fail(error, ARI_RANGE, ARI_NO_OFFSET,
                        "the height of a maze must be from 1 to %llu, not %llu",
                        (unsigned long long)height_most,
                        (unsigned long long)plan->height);
    if (!(plan->loops >= 0 && plan->loops <= 1))
        return ari_fail(error, ARI_RANGE, ARI_NO_OFFSET,
                        "the share of walls taken away must be from 0 to 1, not %g",
                        plan->loops);
    return ARI_OK;
}

bool ari__plan_stopped(const ari_maze_make_job *plan)
{
    return plan->stop && atomic_load(plan->stop);
}

/* Takes walls of a row away, and tells which. */
static ari_status open_row(const ari_maze_make_job *plan, ari__loops *loops,
                           ari__grid *walls, uint64_t y, ari_error *error)
{
    uint64_t *side = sides(walls, y), *floor = y > 0 ? floors(walls, y) : NULL;
    uint64_t *before = NULL;
    size_t bytes =
        2 * walls->stride * sizeof *before; /* a row is its floors, then its sides */
    if (plan->event && loops->share > 0) {
        before = malloc(bytes);
        if (!before)
            return ari_fail_memory(error, bytes, "a row of the maze");
        memcpy(before, floors(walls, y), bytes);
    }
    ari__loops_open(loops, plan->width, side, floor);
    for (uint64_t x = 0; before && x < plan->width; x++) {
        if (bit(before + walls->stride, x) && !bit(side, x))
            ari__plan_tell(plan, ARI_MAKING_OPEN, x, y, ARI_WEST);
        if (floor && bit(before, x) && !bit(floor, x))
            ari__plan_tell(plan, ARI_MAKING_OPEN, x, y, ARI_SOUTH);
    }
    free(before);
    return ARI_OK;
}

ari_status ari_maze_generate(const ari_maze_make_job *plan, ari_maze **maze,
                             ari_error *error)
{
    static ari__maze_maker *const makers[ARI_MAZE_ALGOS] = {
        [ARI_MAZE_BACKTRACKER] = ari__make_backtracker,
        [ARI_MAZE_KRUSKAL] = ari__make_kruskal,
        [ARI_MAZE_PRIM] = ari__make_prim,
        [ARI_MAZE_WILSON] = ari__make_wilson,
        [ARI_MAZE_ELLER] = ari__make_eller,
        [ARI_MAZE_DIVISION] = ari__make_division};
    *maze = NULL;
    ari_status status = ari__plan_check(plan, ARI_MAZE_SIDE_MOST, error);
    ari_maze *m = NULL;
    if (status == ARI_OK)
        status = ari_maze_new(plan->width, (uint32_t)plan->height, &m, error);
    if (status != ARI_OK)
        return status;
    status = makers[plan->algo](plan, &m->walls, error);
    if (status == ARI_OK && ari__plan_stopped(plan))
        status = ari_fail(error, ARI_STOPPED, ARI_NO_OFFSET, "stopped before the end");
    ari__loops loops = ari__loops_begin(plan);
    for (uint64_t y = plan->height; y-- > 0 && status == ARI_OK;)
        status = open_row(plan, &loops, &m->walls, y, error);
    if (status != ARI_OK) {
        ari_maze_free(m);
        return status;
    }
    ari__plan_tell(plan, ARI_MAKING_OPEN, plan->width - 1, 0, ARI_SOUTH);
    ari_maze_set_wall(m, (ari_maze_point){(int32_t)plan->width - 1, 0}, ARI_SOUTH, false);
    *maze = m;
    return ARI_OK;
}
