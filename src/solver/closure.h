/* closure.h: the values of all positions that can follow, in games that may come back to one
 * (internal).
 *
 * Where no way leads back the recursion of memo.inc gives every position its value as soon as its
 * moves have theirs. Here positions wait for each other: so all that can follow are found first,
 * and then get their values together, by retrograde analysis (strong/retro.h). What has a value
 * keeps it, and is the end of the way for later questions. */
#ifndef ARI_SOLVER_CLOSURE_H
#define ARI_SOLVER_CLOSURE_H

#include "search/memo_table.h"
#include "strong/retro.h"

/* It stands in the table that it is about: of the first `known` positions the scores are worths
 * (strong/worth.h). The others are what a question that was stopped has found, of which the moves
 * of all before `followed` were made; their scores are the best worths among moves to known
 * positions, and their lengths count the moves to others. */
typedef struct ari__closure {
    size_t known, followed;
    ari__edges edges; /* from those others to each other, numbered from `known` */
} ari__closure;

/* Forgets all of it, the positions in the table, too. */
void ari__closure_free(ari__closure *closure, ari__memo *memo);

/* The score and the plies to the end, -1 where it never ends, of a position in which the game is
 * on. Stopped by the limits it goes on next time. Adds the moves that it made to `nodes`. */
ari_status ari__closure_value(ari__closure *closure, ari__memo *memo,
                              const ari_variant *v, const ari_state *s,
                              const ari_limits *limits, uint64_t *nodes, bool *stopped,
                              int *score, int *length, ari_error *error);

#endif
