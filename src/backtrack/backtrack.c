/* backtrack.c: the backtracking template bound to a table of functions. */
#include "backtrack/backtrack.h"

#include <stdlib.h>

#include "base/memory.h"

bool ari__backtrack_grow(ari_backtrack *search, size_t depth, size_t node_size)
{
    return ari__grow((void **)&search->nodes, &search->capacity, depth + 1, node_size);
}

ari_status ari_backtrack_begin(ari_backtrack *search, const ari_problem *functions,
                               void *problem, ari_error *error)
{
    *search = (ari_backtrack){
        .functions = functions, .problem = problem, .depth = 1, .floor = 1};
    if (!ari__backtrack_grow(search, 1, functions->node_size))
        return ari_fail_memory(error, functions->node_size, "the stack of the search");
    functions->root(problem, search->nodes);
    return ARI_OK;
}

void ari_backtrack_end_search(ari_backtrack *search)
{
    size_t size = search->functions->node_size;
    if (search->begun)
        for (; search->depth >= search->floor; search->depth--)
            search->functions->leave(search->problem,
                                     search->nodes + (search->depth - 1) * size);
    free(search->nodes);
    search->nodes = NULL;
    search->capacity = 0;
}

/* ---- the instances: here the search itself is handed on, as it knows the functions ---- */

typedef ari_backtrack table_problem;
typedef unsigned char table_node;

static inline ari_entered table_enter(table_problem *search, table_node *node)
{
    return search->functions->enter(search->problem, node);
}

static inline bool table_next(table_problem *search, table_node *node, table_node *child)
{
    return search->functions->next(search->problem, node, child);
}

static inline void table_leave(table_problem *search, table_node *node)
{
    search->functions->leave(search->problem, node);
}

#define PROBLEM table
#define NODE_STRIDE search->functions->node_size
#define PROBLEM_OF(search) (search)
#include "backtrack/backtrack.inc"
#undef PROBLEM

typedef table_problem watched_problem;
typedef table_node watched_node;
#define watched_enter table_enter
#define watched_next table_next
#define watched_leave table_leave

#define PROBLEM watched
#define OBSERVED
#define NODE_STRIDE search->functions->node_size
#define PROBLEM_OF(search) (search)
#include "backtrack/backtrack.inc"
#undef OBSERVED
#undef PROBLEM

ari_status ari_backtrack_run(ari_backtrack *search, const ari_backtrack_options *options,
                             ari_backtrack_end *end, ari_error *error)
{
    return options->observer ? watched_run(search, options, end, error)
                             : table_run(search, options, end, error);
}
