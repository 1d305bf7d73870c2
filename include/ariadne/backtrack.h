/* backtrack.h: one-player backtracking, written once for every puzzle.
 *
 * A problem is a tree of nodes. A node is plain bytes: what the problem must know at that
 * point of the search, and which of its choices comes next. The problem itself may hold more,
 * marks on a board, say, as long as leave() takes back what enter() did.
 *
 *   enter  looks at a node that has just been chosen: is it solved, a dead end, or open?
 *   next   makes the next choice of an open node: fills in the child, or says there is none
 *   leave  takes back whatever enter did; called for every node that was not a dead end
 *
 * The engine keeps its own stack, so depth is bounded by memory and never by the C stack; it
 * can be stopped by limits and gone on with, and split into parts for several threads.
 *
 * Inside the library the engine is a template, src/backtrack/backtrack.inc, compiled for each
 * puzzle; this header's ari_problem is the same template bound to functions at run time, for
 * problems from outside. Both visit the same nodes. */
#ifndef ARIADNE_BACKTRACK_H
#define ARIADNE_BACKTRACK_H

#include <stddef.h>

#include <ariadne/error.h>
#include <ariadne/limits.h>
#include <ariadne/runner.h>

ARI_C_BEGIN

/* What enter() says of a node. */
typedef enum ari_entered {
    ARI_ENTERED_OPEN,
    ARI_ENTERED_SOLVED,
    ARI_ENTERED_DEAD
} ari_entered;

typedef struct ari_backtrack_stats {
    uint64_t calls;      /* nodes entered, also the dead ends and the solved ones */
    uint64_t backtracks; /* open nodes left after their last choice */
    uint64_t solutions;
    size_t depth;   /* nodes on the way to the present one, itself included */
    size_t deepest; /* the most there ever were: the first node has depth 1 */
} ari_backtrack_stats;

/* What an observer is told. */
typedef enum ari_event {
    ARI_EVENT_CHOOSE,   /* a node has made its next choice, this child, not yet entered */
    ARI_EVENT_ENTER,    /* a node is entered and open */
    ARI_EVENT_DEAD_END, /* it is entered and a dead end */
    ARI_EVENT_SOLVED,   /* it is entered and a solution */
    ARI_EVENT_BACK,     /* an open node has no choice left and is given up */
    /* Told by some puzzles only, see there; neither is a call. */
    ARI_EVENT_REFUSED, /* a choice that the rules forbid: it is not entered */
    ARI_EVENT_FORCED   /* what follows of itself from the choices so far */
} ari_event;

/* "choose", "enter", "dead-end", "solved", "back", "refused", "forced". */
const char *ari_event_name(ari_event event);

typedef struct ari_backtrack_observer {
    void *self;
    void (*event)(void *self, ari_event event, const void *node, size_t depth);
} ari_backtrack_observer;

/* What to do with a solution: `path` is its `depth` nodes, from the first on, `node_size`
 * bytes each. False ends the search. */
typedef bool ari_solution(void *self, const void *path, size_t depth);

typedef struct ari_backtrack_job {
    ari_limits
        limits; /* nodes are calls; depth 0 is any; the memory is for the stack, and
                        * the same for all runs of a search */
    ari_solution *solution;                 /* NULL: only count */
    void *self;                             /* handed to it */
    uint64_t most_solutions;                /* 0: all */
    const ari_backtrack_observer *observer; /* NULL, which costs nothing */
} ari_backtrack_job;

typedef enum ari_backtrack_end {
    ARI_BACKTRACK_DONE,    /* everything was seen */
    ARI_BACKTRACK_ENOUGH,  /* solution() said so, or most_solutions were found */
    ARI_BACKTRACK_STOPPED, /* a limit or the stop flag: going on is possible */
} ari_backtrack_end;

/* A problem by its functions; `problem` is whatever they need. enter may be asked again
 * about a node that was left, and then answers as before. */
typedef struct ari_problem {
    size_t node_size;
    void (*root)(void *problem, void *node); /* fills in the first node */
    ari_entered (*enter)(void *problem, void *node);
    bool (*next)(void *problem, void *node, void *child);
    void (*leave)(void *problem, void *node);
    /* Only for several threads: a problem of one's own, as it was before the first enter. */
    void *(*copy)(const void *problem); /* NULL when memory cannot be had */
    void (*discard)(void *copy);
} ari_problem;

/* A search on its way. Begin, run until it is done or no longer wanted, end. */
typedef struct ari_backtrack {
    const ari_problem *functions;
    void *problem;
    unsigned char *nodes; /* the stack: a node at depth d is in place d, 0 is not used */
    size_t depth, places;
    size_t floor;          /* the depth of the first node: leaving it ends the search */
    bool pending;          /* the node at `depth` is chosen but not yet entered */
    ari_stop *halt;        /* a second flag that stops a run; may be NULL */
    ari_allowance *memory; /* of the first run: what the stack is charged to */
    ari_backtrack_stats stats; /* of all runs together */
} ari_backtrack;

ari_status ari_backtrack_begin(ari_backtrack *search, const ari_problem *functions,
                               void *problem, ari_error *error);

/* Goes on with the search. Limits of nodes and time are for this run alone. */
ari_status ari_backtrack_run(ari_backtrack *search, const ari_backtrack_job *job,
                             ari_backtrack_end *end, ari_error *error);

/* Leaves every node that is still entered, so that the problem is as it was, and frees. */
void ari_backtrack_free(ari_backtrack *search);

/* The whole search by the runner's threads: the nodes at depth `split` are the parts, each
 * thread has a copy of the problem, and solutions are told one at a time, in no particular
 * order. The stats are the same as for one thread, if all is seen. The limits are for all
 * parts together, though threads may pass that of nodes by what they do at the same time;
 * progress is told by one of them. There is no going on after a stop, and no observer. */
ari_status ari_backtrack_run_split(const ari_problem *functions, void *problem,
                                   size_t split, const ari_backtrack_job *job,
                                   const ari_runner *runner, ari_backtrack_stats *stats,
                                   ari_backtrack_end *end, ari_error *error);

/* ---- where an algorithm stands ----
 *
 * For listings with their lines marked (learn.h): a puzzle tells where its algorithm is, and what the variables
 * of the call are then. What a spot is in a certain puzzle its header says, where that is not plain. */

typedef enum ari_spot {
    ARI_SPOT_CALL,   /* a call begins */
    ARI_SPOT_OVER,   /* is it solved? */
    ARI_SPOT_SOLVED, /* it is: the call returns so */
    ARI_SPOT_TAKEN,  /* was one here already? */
    ARI_SPOT_DEAD,   /* so it is: the call returns, not solved */
    ARI_SPOT_MARK,   /* now one was */
    ARI_SPOT_EACH,   /* the loop is at its next choice */
    ARI_SPOT_TEST,   /* is that allowed? */
    ARI_SPOT_SET,    /* the choice is made */
    ARI_SPOT_DEEPER, /* the call for it */
    ARI_SPOT_RETURN, /* which has solved it: this call returns so, too */
    ARI_SPOT_UNSET,  /* which has not: the choice is taken back */
    ARI_SPOT_UNMARK,
    ARI_SPOT_NONE, /* no choice is left: the call returns, not solved */
    /* without calls: a queue, or a walker */
    ARI_SPOT_ROUND, /* of the outer loop */
    ARI_SPOT_TAKE,  /* the next one */
    ARI_SPOT_SKIP,  /* it was taken before */
    ARI_SPOT_PUT,   /* one for later */
    ARI_SPOT_FREE,  /* has the hand never met a wall? */
    ARI_SPOT_AHEAD, /* is it free ahead? */
    ARI_SPOT_STRAIGHT,
    ARI_SPOT_TURN,
    ARI_SPOT_WALLED,   /* were there walls on all sides? */
    ARI_SPOT_ENCLOSED, /* there were, or it is outside of all: it returns, not solved */
    ARI_SPOT_AGAIN,    /* was it here before? */
    ARI_SPOT_CIRCLE    /* it was: it returns, not solved */
} ari_spot;

#define ARI_SPOT_VALUES 4

typedef struct ari_spot_frame {
    ari_spot spot;
    size_t depth;                    /* calls that are open: in the first it is 1 */
    int64_t values[ARI_SPOT_VALUES]; /* of the variables, as the puzzle orders them */
} ari_spot_frame;

typedef struct ari_spot_observer {
    void *self;
    void (*at)(void *self, const ari_spot_frame *frame);
} ari_spot_observer;

ARI_C_END

#endif
