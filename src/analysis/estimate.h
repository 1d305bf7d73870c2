/* estimate.h: all moves of a position as a search of some depth sees them (internal).
 *
 * Every move that is still open is looked at to the same depth, so that their scores can be
 * compared; then one ply deeper. What was seen completely last counts, and a depth that a limit
 * has interrupted goes on where it was. */
#ifndef ARI_ANALYSIS_ESTIMATE_H
#define ARI_ANALYSIS_ESTIMATE_H

#include <ariadne/engine.h>

#include "base/budget.h"

#define ARI__ESTIMATE_LINE 64

typedef struct ari__estimate {
    int score; /* for the side that makes the move */
    bool exact;
    int line_length; /* what was searched after it */
    ari_move line[ARI__ESTIMATE_LINE];
} ari__estimate;

typedef struct ari__estimates {
    const ari_variant *v;
    const ari_state *s;
    const ari_move *moves;
    int count;
    const ari_eval *eval;
    const ari_runner *runner;
    unsigned without;    /* techniques of the engine that are left out */
    const bool *settled; /* of each move: it need not be looked at; NULL: of none */
    /* The engine, which is made only when it is needed. */
    ari_status (*engine)(void *self, ari_engine **engine, ari_error *error);
    void *self;
    ari__budget budget; /* for all that is done next */
    bool stopped;       /* it was used up */
    int depth;          /* that all moves were looked at to, with the move itself */
    bool open;          /* some value may still change with more depth */
    ari__estimate *seen, *coming;
    /* Of each move: an earlier one that leads to a position that is the same by symmetry, or its
     * own number. Both are worth the same, and one is looked at. */
    uint16_t *twin;
    int next; /* of those that are coming */
    bool coming_open;
    ari_error *error;
} ari__estimates;

/* Makes room; the rest is filled in by the caller. */
ari_status ari__estimates_begin(ari__estimates *e);
void ari__estimates_end(ari__estimates *e);
/* One ply more, or as far as the budget goes. */
ari_status ari__estimates_deepen(ari__estimates *e);
/* A position as its side to move sees it, this many plies deep. */
ari_status ari__look(ari__estimates *e, const ari_state *s, int depth,
                     ari__estimate *estimate);

#endif
