/* cram.c: Cram: each player puts dominoes on free cells, upright or lying; whoever cannot, loses. */
#define DOM_LOWEST 1 /* rows */
#include "dominoes.h"

static inline int dom_moves(const dom_rules *r, const dom_state *s, ari_move *list)
{
    int count = dom_list(dom_lying(r, s->free), 0, list);
    return count + dom_list(dom_upright(r, s->free), 1, list + count);
}

static inline int dom_outcome(const dom_rules *r, const dom_state *s)
{
    return dom_living(r, s->free) ? ARI_ON : ARI_LOST;
}

static inline dom_state dom_as_first(const dom_rules *r, const dom_state *s)
{
    (void)r;
    return (dom_state){s->free, 0};
}

/* The smallest of the images that fit, in the corner. */
static inline dom_state dom_canonical(const dom_rules *r, const dom_state *s)
{
    const reg_board *b = &r->board;
    uint64_t living = dom_living(r, s->free), least = ~UINT64_C(0);
    if (!living)
        return (dom_state){0, s->turn};
    uint64_t mirrored = reg_flip_x(b, living);
    const uint64_t images[] = {living, mirrored, reg_flip_y(b, living),
                               reg_flip_y(b, mirrored)};
    for (int i = 0; i < 4; i++) {
        uint64_t image = images[i] >> reg_corner(b, images[i]);
        least = reg_least(least, image);
        if (reg_transposes(b, image))
            least = reg_least(least, reg_transpose(b, image));
    }
    return (dom_state){least, s->turn};
}

/* Turned by half, the cells are the same, and no domino fits that would then lie over itself: whoever is to move
 * loses, as each domino is answered by its image. That is so where the middle is a corner of four cells; otherwise the
 * cell in the middle, or the two, must be taken. */
static inline bool dom_turns(const reg_board *b, uint64_t living)
{
    uint64_t turned = reg_flip_y(b, reg_flip_x(b, living));
    uint64_t set = living >> reg_corner(b, living);
    if (turned >> reg_corner(b, turned) != set)
        return false;
    int columns = 0, rows = (63 - __builtin_clzll(set)) / b->width + 1;
    for (int x = 0; x < b->width; x++)
        if (set & b->left << x)
            columns = x + 1;
    int middle = (columns - 1) / 2 + b->width * ((rows - 1) / 2);
    return (columns % 2 == 0 && rows % 2 == 0) || !(set >> middle & 1);
}

static inline int dom_at_most(const dom_rules *r, const dom_state *s, int wanted)
{
    uint64_t living = dom_living(r, s->free);
    return wanted > -1 && living && dom_turns(&r->board, living) ? -1 : 1;
}

static inline int dom_at_least(const dom_rules *r, const dom_state *s, int wanted)
{
    (void)r, (void)s, (void)wanted;
    return -1;
}

#define GAME_MAX_MOVES (2 * REG_CELLS)
#define GAME_AS_FIRST dom_as_first
#define GAME_IMPARTIAL ari_always
#include <ariadne/instance.h>

const ari_game ari_game_cram = {
    GAME_CORE,
    .id = "cram",
    .title = "Cram",
    .about =
        "An empty board. In turn, each player puts a domino on two free cells, side by\n"
        "side or one above the other. Whoever cannot, loses.\n"
        "A move is both cells, the lower or left one first: a1b1 or a1a2.\n"
        "A position is its rows from the top, # for a cell that is taken, with /2 at "
        "the\n"
        "end when the second player is to move: ..##/....",
    .options = dom_options,
};
