/* search.h: the searches.
 *
 * Each is written once, as a template, and exists compiled for every built-in game and
 * bound to the table of function pointers for plug-ins; both visit the same nodes.
 *
 *   ari_minimax    the textbook: a max function and a min function
 *   ari_alphabeta  the same value with fewer nodes, in three move orders
 *   ari_bestmove   find-best-move and evaluate-position, from the mover's view
 *   ari_memo       the win/lose recursion, plain, memoised, and with canonical states
 *   ari_engine_*   iterative deepening with everything (engine.h)
 *   ari_perft      the number of lines of play
 */
#ifndef ARIADNE_SEARCH_H
#define ARIADNE_SEARCH_H

#include <ariadne/limits.h>
#include <ariadne/variant.h>

ARI_C_BEGIN

/* The textbook searches and the engine go no deeper than this; ari_memo has no such
 * limit. Where stacks are small, the library is compiled with less. */
#ifndef ARI_PLY_MAX
#define ARI_PLY_MAX 2000
#endif

typedef enum ari_order { ARI_ORDER_FIRST, ARI_ORDER_RANDOM, ARI_ORDER_CENTRE } ari_order;

/* "first", "random", "centre". */
const char *ari_order_name(ari_order order);
ari_status ari_order_parse(const char *text, ari_order *order, ari_error *error);

/* What a search tells of its work while it goes on; the textbook searches do it only when
 * an observer is given, and then run more slowly. Values are for the first player. */
typedef struct ari_observer {
    void *self;
    /* A node is entered by `move` (ARI_NO_MOVE at the root) with this window. */
    void (*enter)(void *self, const ari_state *state, ari_move move, int ply, int alpha,
                  int beta);
    /* It is left with this value; `finished` if the game is over here, `horizon` if the
     * value is the evaluation at the depth limit. */
    void (*leave)(void *self, const ari_state *state, int ply, int value, bool finished,
                  bool horizon);
    /* At the node being searched, `move` is not looked at, because `value` has reached
     * the bound: beta at a max node, alpha at a min node. */
    void (*cut)(void *self, const ari_state *state, ari_move move, int ply, int value,
                int bound);
} ari_observer;

typedef struct ari_search {
    ari_limits limits;
    ari_eval eval; /* at the depth limit */
    ari_order order;
    uint64_t seed; /* of the random order, and of: */
    bool vary;     /* choose by the seed among moves of equal score; otherwise it is the
                    * first one tried. Not with an observer */
    const ari_observer *observer;
} ari_search;

typedef struct ari_stats {
    uint64_t nodes;      /* positions visited, the root included */
    uint64_t leaves;     /* of them finished or at the depth limit */
    uint64_t cutoffs;    /* nodes that were left before all their moves were tried */
    uint64_t calls;      /* ari_memo: invocations of the recursion */
    uint64_t states;     /* ari_memo: different states stored */
    uint64_t table_hits; /* engine: nodes answered by the transposition table */
    int deepest;         /* the longest line visited, in plies (engine and memo) */
    double seconds;
} ari_stats;

#define ARI_LINE_MAX 512

typedef struct ari_result {
    ari_move best; /* ARI_NO_MOVE when the game is over */
    int score;     /* for the side to move */
    bool exact;    /* the score is the true value, not cut short by a limit */
    bool stopped;  /* time, nodes or the stop flag ended it: best so far */
    int depth;     /* plies searched completely */
    int line_length;
    ari_move line[ARI_LINE_MAX]; /* the best play for both, as far as it is known */
    ari_stats stats;
} ari_result;

ari_status ari_minimax(const ari_variant *v, const ari_state *s, const ari_search *search,
                       ari_result *result, ari_error *error);
ari_status ari_alphabeta(const ari_variant *v, const ari_state *s,
                         const ari_search *search, ari_result *result, ari_error *error);

/* find-best-move and evaluate-position. A forced win is rated ARI_WIN whatever its
 * length, and ends the search for a better move; in games with payoffs every move is
 * tried. */
ari_status ari_bestmove(const ari_variant *v, const ari_state *s,
                        const ari_search *search, ari_result *result, ari_error *error);

typedef enum ari_memo_mode {
    ARI_MEMO_PLAIN,    /* remember nothing */
    ARI_MEMO_STATES,   /* remember every state */
    ARI_MEMO_CANONICAL /* remember one of each set of symmetric states */
} ari_memo_mode;

/* wins(state): a state is won if some move leads to a lost one (drawn if none does but
 * some leads to a drawn one; with payoffs, worth the best of its moves). The score is
 * +-ARI_WIN, 0 or the payoff; distances are the business of solver.h. The recursion keeps
 * its own stack, so that its depth is bounded by memory alone. */
ari_status ari_memo(const ari_variant *v, const ari_state *s, ari_memo_mode mode,
                    const ari_limits *limits, ari_result *result, ari_error *error);

/* How many lines of play of exactly `depth` plies begin here. */
ari_status ari_perft(const ari_variant *v, const ari_state *s, int depth, ari_stop *stop,
                     uint64_t *count, ari_error *error);

ARI_C_END

#endif
