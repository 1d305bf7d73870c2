/* search.h: the searches.
 *
 * Each is written once, as a template, and exists compiled for every built-in game and
 * bound to the core, at run time, for plug-ins; both visit the same nodes.
 *
 *   ari_minimax    the textbook: a max function and a min function
 *   ari_alphabeta  the same value with fewer nodes, in five move orders
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

typedef enum ari_order {
    ARI_ORDER_FIRST, /* the game's own */
    ARI_ORDER_LAST,  /* the same from the other end */
    ARI_ORDER_BEST, /* the best first, as nobody knows beforehand: a search of its own to the
                       * same depth finds out, whose nodes are counted apart. With a limit of
                       * nodes it may take a hundred times as many */
    ARI_ORDER_RANDOM, /* by the seed */
    ARI_ORDER_CENTRE  /* from the middle of the board outwards */
} ari_order;

#define ARI_ORDERS "first|last|best|random|centre"

/* One of ARI_ORDERS. */
const char *ari_order_name(ari_order order);
ari_status ari_order_parse(const char *text, ari_order *order, ari_error *error);

/* Where an algorithm stands: what it is about to do. Each place is a line of its listing (learn.h). */
typedef enum ari_place {
    ARI_AT_VALUE,   /* a call has begun */
    ARI_AT_LEAF,    /* is the game over here, or the depth used up? */
    ARI_AT_SCORE,   /* it is: the score is returned */
    ARI_AT_NORMAL,  /* wins(state): the state that stands for all that are the same */
    ARI_AT_KNOWN,   /* wins(state): is it remembered? */
    ARI_AT_RECALL,  /* it is: what is remembered is returned */
    ARI_AT_BRANCH,  /* the function for the side to move is called */
    ARI_AT_BEGIN,   /* there is no best move yet */
    ARI_AT_MOVES,   /* a round of the loop over the moves */
    ARI_AT_CALL,    /* the value of the move is asked for */
    ARI_AT_COMPARE, /* it is known: is it better? */
    ARI_AT_BEST,    /* it is */
    ARI_AT_WINDOW,  /* alpha or beta follows it */
    ARI_AT_TEST,    /* need no other move be tried? */
    ARI_AT_CUT,     /* none need be */
    ARI_AT_STORE,   /* wins(state): the best is remembered */
    ARI_AT_RETURN,  /* the best is returned */
    ARI_AT_RATED,   /* find-best-move has come back, and its rating is returned */
    ARI_PLACES
} ari_place;

/* The place where a call stands, and its variables, as far as they have a value there. `best` and `value`
 * are what the algorithm itself has: for the first player, or in find-best-move and wins(state) for the side
 * to move. */
typedef struct ari_frame {
    ari_place place;
    bool max; /* of two functions, that of the first player */
    int alpha, beta, best, value;
    ari_move move;
} ari_frame;

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
    /* The call at `ply` has come to a place; after entering, before leaving. May be NULL, as each of these. */
    void (*at)(void *self, const ari_state *state, int ply, const ari_frame *frame);
} ari_observer;

typedef struct ari_search_job {
    ari_limits limits;
    ari_eval eval; /* at the depth limit */
    ari_order order;
    uint64_t seed; /* of the random order, and of: */
    bool strict;   /* alpha-beta cuts only when alpha > beta, as some listings do, and not
                    * already when they are equal. The value is the same */
    bool widths;   /* count the moves that cutoffs skip, too (ari_stats) */
    bool vary;     /* choose by the seed among moves of equal score; otherwise it is the
                    * first one tried. Not with an observer */
    const ari_observer *observer;
} ari_search_job;

typedef struct ari_stats {
    uint64_t nodes;   /* positions visited, the root included */
    uint64_t leaves;  /* of them finished or at the depth limit */
    uint64_t cutoffs; /* nodes that were left before all their moves were tried */
    uint64_t skipped; /* moves that were not tried there, if ari_search_job asks for it */
    uint64_t ordering; /* nodes that finding the best order took, not among the others */
    uint64_t calls;    /* ari_memo: invocations of the recursion */
    uint64_t states;   /* ari_memo: different states stored */
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
    int low, high; /* ari_engine_solve: the score is proved to be no less, and no more */
    bool crowded;  /* ari_engine_solve: it stopped for want of memory, and will again */
    int depth;     /* plies searched completely */
    int line_length;
    ari_move line[ARI_LINE_MAX]; /* the best play for both, as far as it is known */
    ari_stats stats;
} ari_result;

ari_status ari_minimax(const ari_variant *v, const ari_state *s,
                       const ari_search_job *job, ari_result *result, ari_error *error);
ari_status ari_alphabeta(const ari_variant *v, const ari_state *s,
                         const ari_search_job *job, ari_result *result, ari_error *error);

/* find-best-move and evaluate-position. A forced win is rated ARI_WIN whatever its
 * length, and ends the search for a better move; in games with payoffs every move is
 * tried. */
ari_status ari_bestmove(const ari_variant *v, const ari_state *s,
                        const ari_search_job *job, ari_result *result, ari_error *error);

/* What theory says of the tree of a textbook search, as if every position had the same number
 * of moves. */
typedef struct ari_tree_theory {
    double width; /* moves of a position that was not a leaf, on average: b */
    double
        effective; /* a tree of this width and the same depth d would have as many nodes */
    double all;    /* leaves of the tree: b^d */
    double least;  /* that alpha-beta must visit: b^ceil(d/2) + b^floor(d/2) - 1 */
    double best;   /* what that comes to, b^(d/2), */
    double random; /* and with moves in any order b^(3d/4) */
} ari_tree_theory;

/* From a search with a depth limit and `widths`; false when it does not tell, because it was
 * stopped or had no inner node. */
bool ari_tree_theory_of(const ari_result *result, ari_tree_theory *theory);

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
/* The same, telling an observer. Values, and those of its frames, are for the side to move; states are
 * such as the recursion sees them, without a side where both have the same moves, and a move is one in
 * the state that the caller has. What a canonical state stands for is entered, and it is told from ARI_AT_KNOWN on.
 * It cuts nothing by a window, so that `cut` is not called. */
ari_status ari_memo_watch(const ari_variant *v, const ari_state *s, ari_memo_mode mode,
                          const ari_limits *limits, const ari_observer *observer,
                          ari_result *result, ari_error *error);

/* How many lines of play of exactly `depth` plies begin here. */
ari_status ari_perft(const ari_variant *v, const ari_state *s, int depth, ari_stop *stop,
                     uint64_t *count, ari_error *error);

ARI_C_END

#endif
