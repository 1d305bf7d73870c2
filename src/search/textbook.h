/* textbook.h: what the textbook searches of all games share. */
#ifndef ARI_SEARCH_TEXTBOOK_H
#define ARI_SEARCH_TEXTBOOK_H

#include <ariadne/random.h>

#include "search/searches.h"
#include "base/ticker.h"

#define ARI__ORDERING_TIMES 100

typedef struct ari__textbook_run {
    ari__ticker tick;
    const ari_search_job *search;
    int limit;       /* the ply at which positions are evaluated */
    ari_move best;   /* at the root, as far as it was searched */
    int best_value;  /* its value, as the search counts it */
    uint32_t equals; /* moves of this value, when one of them is to be drawn */
    ari_random random;
    uint64_t finished; /* leaves at which the game was over */
    uint64_t horizons; /* leaves at the depth limit */
    uint64_t cutoffs;
    uint64_t skipped;
    int beyond;        /* how far alpha must be beyond beta to cut: 0, or 1 when strict */
    bool finds_order;  /* now, and for no other purpose */
    uint64_t ordering; /* nodes of that */
    ari_eval eval;
    /* Where moves can be tested one by one and the order of trying is the same in every
     * position, `fixed` holds all of them, and no lists are made. Otherwise it is NULL, and
     * each ply has its part of `lists`. Lists end with ARI_NO_MOVE. */
    const ari_move *fixed;
    ari_move *lists;
    size_t list_bytes;
} ari__textbook_run;

ari_status ari__textbook_begin(ari__textbook_run *run, const ari_variant *v,
                               const ari_search_job *search, ari_error *error);
/* Frees and fills in the result; `mine` says that values are those of the side to move and
 * not its opponent's. Fails when the game turned out deeper than ARI_PLY_MAX. */
ari_status ari__textbook_end(ari__textbook_run *run, bool mine, int value,
                             ari_result *result, ari_error *error);

/* The root has found something better, unless it was only told to stop. */
static inline void ari__textbook_root(ari__textbook_run *run, ari_move move, int value)
{
    if (run->tick.stopped)
        return;
    ARI_ASSERT(move != ARI_NO_MOVE);
    run->best = move;
    run->best_value = value;
    run->equals = 1;
}

/* The root has found a move as good as the best: of all of them, each is to be drawn with
 * the same chance. */
static inline void ari__textbook_equal(ari__textbook_run *run, ari_move move)
{
    ARI_ASSERT(run->tick.stopped || run->equals > 0); /* there is a best one */
    if (!run->tick.stopped && ari_random_below(&run->random, ++run->equals) == 0)
        run->best = move;
}

/* Orders a list: stable by distance from the centre, or shuffled by a seed. */
void ari__order_by(ari_move *list, int *keys, int count);
void ari__order_shuffled(ari_move *list, int count, uint64_t seed);
void ari__order_reversed(ari_move *list, int count);

#endif
