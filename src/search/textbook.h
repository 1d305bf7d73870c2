/* textbook.h: what the textbook searches of all games share. */
#ifndef ARI_SEARCH_TEXTBOOK_H
#define ARI_SEARCH_TEXTBOOK_H

#include "search/searches.h"
#include "search/ticker.h"

typedef struct ari__textbook_run {
    ari__ticker tick;
    const ari_search *search;
    int limit;      /* the ply at which positions are evaluated */
    bool cut_short; /* some line reached the limit */
    ari_move best;  /* at the root, as far as it was searched */
    int best_value; /* its value, as the search counts it */
    uint64_t leaves, cutoffs;
    /* Moves in the order of trying. Where moves can be tested one by one and the order is
     * the same in every position, `fixed` holds all of them, `fixed_count` is above 0,
     * and no lists are made. Otherwise each ply has its part of `lists`. */
    const ari_move *fixed;
    int fixed_count;
    ari_move *lists;
} ari__textbook_run;

/* Prepares a run; `fixed` is `fixed_count` moves or NULL. */
ari_status ari__textbook_begin(ari__textbook_run *run, const ari_variant *v,
                               const ari_search *search, ari_error *error);
/* Fills in the result and frees; fails when the game turned out deeper than ARI_PLY_MAX.
 */
ari_status ari__textbook_end(ari__textbook_run *run, ari_result *result, int score,
                             ari_error *error);

/* The root has found something better, unless it was only told to stop. */
static inline void ari__textbook_root(ari__textbook_run *run, ari_move move, int value)
{
    if (run->tick.stopped)
        return;
    run->best = move;
    run->best_value = value;
}

/* Orders a list: stable by distance from the centre, or shuffled by a seed. */
void ari__order_by(ari_move *list, int *keys, int count);
void ari__order_shuffled(ari_move *list, int count, uint64_t seed);

#endif
