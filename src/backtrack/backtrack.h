/* backtrack.h: what the instances of the backtracking template share. */
#ifndef ARI_BACKTRACK_BACKTRACK_H
#define ARI_BACKTRACK_BACKTRACK_H

#include <stdint.h>

#include <ariadne/backtrack.h>

#include "base/ticker.h"

#define ARI_RARELY(condition) __builtin_expect(condition, 0)

/* The members of an ari_problem that follow from the types and functions of an instance. */
#define ARI__TYPED(problem)                                          \
    .node_size = sizeof(problem##_node), .root = problem##_any_root, \
    .enter = problem##_any_enter, .next = problem##_any_next,        \
    .leave = problem##_any_leave

/* Makes the stack have that many places; false when memory cannot be had, or is not allowed. */
bool ari__backtrack_grow(ari_backtrack *search, size_t places, size_t node_size);
void ari__backtrack_free(ari_backtrack *search, size_t node_size);

/* ---- a run: what the loop of the template leaves to others ----
 *
 * The loop counts `left` down, one for each node it is about to enter, and asks
 * ari__backtrack_look at zero; before it goes down from a node at depth `last` or deeper it
 * asks ari__backtrack_deepen. Both know the present node by search->depth.
 *
 * The deepest nesting costs the loop nothing: a node as deep as any before makes the next
 * look come at once, by holding back what was left, and the look sees whether there was a
 * child. */
typedef struct ari__backtrack_run {
    ari_backtrack *search;
    const ari_backtrack_job *options;
    uint64_t left, held_back;
    size_t last;
    uint64_t tell_from; /* the number of the first solution that somebody must be told */
    ari__ticker tick;
    ari_backtrack_end end;
    ari_status status;
    ari_error *error;
} ari__backtrack_run;

/* Also enters the node that is pending; false when that was all. */
bool ari__backtrack_run_begin(ari__backtrack_run *run, ari_backtrack *search,
                              const ari_backtrack_job *options, ari_error *error);
/* A child is chosen: false when the run must end; the child is then pending. */
bool ari__backtrack_look(ari__backtrack_run *run);
/* A child is open, and in its place: may the search go down to it? Where memory is lacking
 * the child is to be left, and is then pending again. */
typedef enum ari__backtrack_way {
    ARI__BACKTRACK_DOWN,
    ARI__BACKTRACK_NO_DEEPER, /* it is as deep as allowed */
    ARI__BACKTRACK_NO_MEMORY
} ari__backtrack_way;

ari__backtrack_way ari__backtrack_deepen(ari__backtrack_run *run);
/* A child is a solution, already counted, and in its place: false when it was the last that
 * was wanted. */
bool ari__backtrack_tell(ari__backtrack_run *run);
ari_status ari__backtrack_run_end(ari__backtrack_run *run, ari_backtrack_end *end);

/* A run of some instance: ari_backtrack_run, or a compiled one. */
typedef ari_status ari__backtrack_runner(ari_backtrack *search,
                                         const ari_backtrack_job *options,
                                         ari_backtrack_end *end, ari_error *error);

/* A search from its beginning to its end by such a run; `stats` are set in any case. */
ari_status ari__backtrack_whole(ari__backtrack_runner *run, const ari_problem *functions,
                                void *problem, const ari_backtrack_job *options,
                                ari_backtrack_stats *stats, ari_backtrack_end *end,
                                ari_error *error);

/* ari_backtrack_run_split with another instance doing the work; `functions` are those of the
 * same problem. */
ari_status ari__backtrack_split(ari__backtrack_runner *run, const ari_problem *functions,
                                void *problem, size_t split,
                                const ari_backtrack_job *options,
                                const ari_runner *runner, ari_backtrack_stats *stats,
                                ari_backtrack_end *end, ari_error *error);

#endif
