/* learn.h: algorithms run before one's eyes: the listing, and every line of it that is reached.
 *
 * A listing is a table of numbered lines, each as pseudo-code and as C. ari_walk runs the search itself, compiled
 * once more so that it tells an observer where it stands (search.h): a line is marked because the search
 * is there. Each step is told as it happens: a call is entered, comes to a line, cuts a move, or is left. */
#ifndef ARIADNE_LEARN_H
#define ARIADNE_LEARN_H

#include <ariadne/backtrack.h>
#include <ariadne/json.h>
#include <ariadne/search.h>
#include <ariadne/tree.h>

ARI_C_BEGIN

typedef enum ari_algorithm {
    ARI_ALGO_MINIMAX,
    ARI_ALGO_ALPHABETA,
    ARI_ALGO_BESTMOVE,
    ARI_ALGO_PLAIN,    /* wins(state) by bare recursion */
    ARI_ALGO_MEMO,     /* remembering every state */
    ARI_ALGO_CANONICAL /* remembering one of each set of symmetric states */
} ari_algorithm;

#define ARI_ALGOS "minimax|alphabeta|bestmove|plain|memo|canonical"

/* ---- listings ---- */

/* The variables of a call that have a value at a line. */
enum {
    ARI_KNOWS_WINDOW = 1, /* alpha and beta */
    ARI_KNOWS_BEST = 2,
    ARI_KNOWS_MOVE = 4,
    ARI_KNOWS_VALUE = 8
};

typedef struct ari_listing_line {
    const char *pseudo, *c; /* indented by spaces; "": empty in that language */
    int8_t place;           /* the ari_place that it is, or -1: nothing happens here */
    int8_t side;            /* of two functions, 1: max's, -1: min's; 0: there is one */
    uint8_t knows;          /* ARI_KNOWS_... joined by | */
} ari_listing_line;

#define ARI_LISTING_LINES 32 /* at most */

typedef struct ari_listing {
    const char *name;  /* "alphabeta" */
    const char *title; /* as a person would say it */
    const ari_listing_line *lines;
    int count;
} ari_listing;

/* `cut_strictly` as in ari_search_job: it matters to alpha-beta alone. */
const ari_listing *ari_listing_of(ari_algorithm algo, bool cut_strictly);
/* The number of the line, from 1, at which a call stands; 0 where the listing has none. */
int ari_listing_line_at(const ari_listing *listing, const ari_frame *frame);

/* ---- walks ---- */

typedef enum ari_walk_kind {
    ARI_WALK_ENTER, /* a call begins */
    ARI_WALK_LINE,  /* it is at a line */
    ARI_WALK_CUT,   /* a move is not looked at */
    ARI_WALK_LEAVE  /* it returns */
} ari_walk_kind;

/* "enter", "line", "cut" or "leave". */
const char *ari_walk_kind_name(ari_walk_kind kind);

typedef struct ari_walk_step {
    ari_walk_kind kind;
    int node, parent; /* numbered as they come, the root is 0; its parent is -1 */
    int ply;          /* calls that are open above it */
    const ari_state
        *state; /* where it is; of a cut move: where it would have been made */
    const ari_state *before; /* its caller's, in which `move` is one; NULL at the root */
    ari_move move;           /* that led here, or was cut */
    ari_side turn;           /* who moves there */
    int alpha, beta;         /* entering: the window */
    int line;                /* at a line: its number */
    const ari_frame *frame;  /* and what the call has */
    int value;               /* leaving, or cutting: for the first player */
    int bound_met;           /* cutting: the end of the window that it has reached */
    uint8_t bound;           /* leaving: ari_bound */
    bool finished, horizon;  /* leaving: the game is over, or the depth used up */
    bool estimate, recalled; /* leaving: it rests on an evaluation; it was remembered */
} ari_walk_step;

typedef struct ari_walk_job {
    ari_algorithm algo;
    ari_search_job search; /* its observer is not used */
    bool lines;            /* tell of lines, too */
    uint64_t most;         /* steps that are told; what comes after them is not */
    void (*told)(void *self, const ari_walk_step *step);
    void *self;
} ari_walk_job;

typedef struct ari_walk_end {
    bool complete;                           /* all steps were told */
    uint64_t steps;                          /* that were */
    ari_result result;                       /* of the search, where it is complete */
    uint64_t reached[ARI_LISTING_LINES + 1]; /* how often, by line from 1 */
} ari_walk_end;

ari_status ari_walk(const ari_variant *v, const ari_state *s, const ari_walk_job *job,
                    ari_walk_end *end, ari_error *error);

/* Are values those of the side to move, which count no plies? */
bool ari_algorithm_rates(ari_algorithm algo);
/* Is it wins(state), which has no depth, no order of moves and no evaluation? */
bool ari_algorithm_recurses(ari_algorithm algo);

/* ---- words ---- */

/* What a value is called in a walk: "+inf", "3", "-1" for what is lost; where plies are counted "-1@7", lost at
 * ply 7 of the walk. */
void ari_walk_value(ari_algorithm algo, int value, ari_text *out);
/* The variables that the call has at this line, "alpha = 3, beta = +inf, best = 3, m = 2, v = 5". */
void ari_walk_variables(const ari_variant *v, ari_algorithm algo,
                        const ari_walk_step *step, ari_text *out);

/* ---- as JSON ---- */

/* "listing": name, title, and the lines with pseudo and c, and whether anything runs there. */
void ari_listing_json(ari_json *json, const ari_listing *listing);
/* An object of the array that is open: docs in `ariadne step --help`. */
void ari_walk_json(ari_json *json, const ari_variant *v, ari_algorithm algo,
                   const ari_walk_step *step);
/* What the walk came to, as members of the object that is open: how it was made, and, where it is complete, what
 * the search found and what it took. */
void ari_walk_end_json(ari_json *json, const ari_variant *v, const ari_state *s,
                       const ari_walk_job *job, const ari_walk_end *end);

/* ---- puzzles ----
 *
 * The same for puzzles: whoever solves one hands over the `spots` of a walk (ari_maze_job, ...), which makes
 * steps of what the solver tells, one line at a time. */

typedef enum ari_puzzle_algo {
    ARI_PUZZLE_MAZE,        /* recursive, with unmarking */
    ARI_PUZZLE_MAZE_MARKED, /* the marks stay */
    ARI_PUZZLE_MAZE_RIGHT,  /* a hand on the wall */
    ARI_PUZZLE_MAZE_LEFT,
    ARI_PUZZLE_MAZE_SHORTEST, /* breadth first */
    ARI_PUZZLE_QUEENS,        /* row by row */
    ARI_PUZZLE_KNIGHT,        /* an open tour, one jump after the other */
    ARI_PUZZLE_FILL           /* the paint bucket, recursively */
} ari_puzzle_algo;
#define ARI_PUZZLE_ALGO_COUNT 8

/* Of a line, `place` is an ari_spot, and bit i of `knows` says that variable i has a value. */
typedef struct ari_puzzle_listing {
    ari_listing listing;
    const char *variables[ARI_SPOT_VALUES]; /* their names; NULL: there are no more */
    uint8_t directions;                     /* bit i: variable i is a direction */
    const char *counts[2]; /* what the solver counts: calls, and how deep */
    bool says_nothing;     /* its calls return no value */
} ari_puzzle_listing;

const ari_puzzle_listing *ari_puzzle_listing_of(ari_puzzle_algo algo);
int ari_puzzle_line_at(const ari_puzzle_listing *listing, ari_spot spot);

typedef struct ari_puzzle_step {
    ari_walk_kind kind; /* all but ARI_WALK_CUT */
    size_t depth;       /* calls that are open, this one included */
    int line;           /* at a line: its number */
    const ari_spot_frame *frame;
    bool solved; /* leaving: what the call returns, if it says (ari_puzzle_listing) */
} ari_puzzle_step;

typedef struct ari_puzzle_walk {
    const ari_puzzle_listing *listing;
    uint64_t most; /* steps that are told */
    void (*told)(void *self, const ari_puzzle_step *step);
    void *self;
    ari_stop *halt; /* stops it from outside; may be NULL */
    /* What ari_puzzle_walk_begin prepares for the solver's job. */
    ari_spot_observer spots;
    ari_stop stop; /* for the job's limits: set when enough was told */
    /* What it came to. */
    bool complete; /* all steps were told so far */
    uint64_t steps, reached[ARI_LISTING_LINES + 1];
    size_t deepest; /* the most calls that were open */
} ari_puzzle_walk;

/* The walk must stay where it is. */
void ari_puzzle_walk_begin(ari_puzzle_walk *walk);

/* "x = 0, y = 2, direction = north": the variables that have a value at this line. */
void ari_puzzle_variables(const ari_puzzle_listing *listing, const ari_puzzle_step *step,
                          ari_text *out);
/* An object of the array that is open. */
void ari_puzzle_step_json(ari_json *json, const ari_puzzle_listing *listing,
                          const ari_puzzle_step *step);
/* "complete", and "reached", how often, by line. */
void ari_puzzle_walk_json(ari_json *json, const ari_puzzle_walk *walk);

ARI_C_END

#endif
