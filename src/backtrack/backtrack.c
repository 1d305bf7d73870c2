/* backtrack.c: the backtracking template bound to functions at run time. */
#include "backtrack/backtrack.h"

#include <stdlib.h>

#include "base/memory.h"

bool ari__backtrack_grow(ari_backtrack *search, size_t places, size_t node_size)
{
    return ari__charged_grow(search->memory, (void **)&search->nodes, &search->places,
                             places, node_size);
}

void ari__backtrack_free(ari_backtrack *search, size_t node_size)
{
    ari__charged_free(search->memory, search->nodes, search->places, node_size);
}

/* ---- a search ---- */

const char *ari_event_name(ari_event event)
{
    static const char *const names[] = {
        [ARI_EVENT_CHOOSE] = "choose",     [ARI_EVENT_ENTER] = "enter",
        [ARI_EVENT_DEAD_END] = "dead-end", [ARI_EVENT_SOLVED] = "solved",
        [ARI_EVENT_BACK] = "back",         [ARI_EVENT_REFUSED] = "refused",
        [ARI_EVENT_FORCED] = "forced",
    };
    return names[event];
}

ari_status ari_backtrack_begin(ari_backtrack *search, const ari_problem *functions,
                               void *problem, ari_error *error)
{
    *search = (ari_backtrack){.functions = functions,
                              .problem = problem,
                              .depth = 1,
                              .floor = 1,
                              .pending = true};
    if (!ari__backtrack_grow(search, 3, functions->node_size))
        return ari_fail_memory(error, 3 * functions->node_size,
                               "the stack of the search");
    functions->root(problem, search->nodes + functions->node_size);
    return ARI_OK;
}

void ari_backtrack_free(ari_backtrack *search)
{
    size_t size = search->functions->node_size;
    size_t depth = search->depth - search->pending;
    for (; search->nodes && depth >= search->floor; depth--)
        search->functions->leave(search->problem, search->nodes + depth * size);
    ari__backtrack_free(search, size);
    *search = (ari_backtrack){.functions = search->functions, .stats = search->stats};
}

/* ---- a run ---- */

/* Sets how far down the loop may go without asking: each place up to there has one after
 * it, is above the limit of depth, and is less deep than the deepest node so far. */
static void set_last(ari__backtrack_run *run)
{
    const ari_backtrack *search = run->search;
    ARI_ASSERT(search->places >= 3 && search->stats.deepest >= 1);
    size_t limit = (size_t)run->options->limits.depth;
    size_t last = search->places - 3; /* places are counted from 0 */
    if (limit && limit - 1 < last)
        last = limit - 1;
    if (search->stats.deepest - 1 < last)
        last = search->stats.deepest - 1;
    run->last = last;
}

/* Makes the next look come at the very next child. */
static void look_soon(ari__backtrack_run *run)
{
    ARI_ASSERT(run->left <= 1 || run->held_back == 0);
    if (run->left > 1) {
        run->held_back = run->left - 1;
        run->left = 1;
    }
}

static void reach(ari_backtrack_stats *stats, size_t depth)
{
    if (depth > stats->deepest)
        stats->deepest = depth;
}

bool ari__backtrack_look(ari__backtrack_run *run)
{
    ari_backtrack *search = run->search;
    ARI_ASSERT(run->left == 0);
    if (run->held_back) {
        run->left = run->held_back;
        run->held_back = 0;
    } else {
        run->tick.left = 0;
        if (ari__ticker_look(&run->tick)) {
            run->left = run->tick.left; /* the child is not entered, nor counted */
            search->depth++;
            search->pending = true;
            run->end = ARI_BACKTRACK_STOPPED;
            return false;
        }
        run->left = run->tick.left;
    }
    reach(&search->stats, search->depth + 1);
    set_last(run);
    return true;
}

/* There is no place for the children of a node, which is therefore pending; it will be
 * entered again, and that is what counts. */
static void no_memory(ari__backtrack_run *run, size_t depth)
{
    ari_backtrack *search = run->search;
    search->pending = true;
    run->end = ARI_BACKTRACK_STOPPED;
    size_t bytes = (depth + 2) * search->functions->node_size;
    run->status =
        search->memory && atomic_load(&search->memory->refused)
            ? ari_fail_allowance(run->error, search->memory, "the stack of the search")
            : ari_fail_memory(run->error, bytes, "the stack of the search");
}

/* The stack that there is already is charged, too. */
static bool charge(ari_backtrack *search, ari_allowance *memory)
{
    if (search->memory || !memory)
        return true;
    bool allowed =
        ari_allowance_take(memory, search->places * search->functions->node_size);
    if (allowed)
        search->memory = memory;
    return allowed;
}

ari__backtrack_way ari__backtrack_deepen(ari__backtrack_run *run)
{
    ari_backtrack *search = run->search;
    ARI_ASSERT(search->depth + 1 < search->places); /* the child is in its place */
    size_t depth = search->depth + 1;
    if (depth == (size_t)run->options->limits.depth)
        return ARI__BACKTRACK_NO_DEEPER;
    if (!ari__backtrack_grow(search, depth + 2, search->functions->node_size)) {
        no_memory(run, depth);
        run->left++;
        return ARI__BACKTRACK_NO_MEMORY;
    }
    if (depth == search->stats.deepest)
        look_soon(run);
    set_last(run);
    return ARI__BACKTRACK_DOWN;
}

bool ari__backtrack_tell(ari__backtrack_run *run)
{
    const ari_backtrack_job *options = run->options;
    ari_backtrack *search = run->search;
    bool more = search->stats.solutions != options->most_solutions;
    ARI_ASSERT(search->stats.solutions > 0);
    if (options->solution &&
        !options->solution(options->self, search->nodes + search->functions->node_size,
                           search->depth + 1))
        more = false;
    if (!more)
        run->end = ARI_BACKTRACK_ENOUGH;
    return more;
}

static void tell_event(const ari__backtrack_run *run, ari_event event, const void *node)
{
    const ari_backtrack_observer *observer = run->options->observer;
    if (observer)
        observer->event(observer->self, event, node, run->search->depth);
}

/* Enters the node that was chosen but not entered: the first, or where a run was stopped. */
static bool enter_pending(ari__backtrack_run *run)
{
    ari_backtrack *search = run->search;
    const ari_problem *functions = search->functions;
    if (!ari__backtrack_grow(search, search->depth + 2, functions->node_size)) {
        no_memory(run, search->depth);
        return false;
    }
    ARI_ASSERT(search->pending && search->depth >= search->floor);
    unsigned char *node = search->nodes + search->depth * functions->node_size;
    search->pending = false;
    run->left--;
    reach(&search->stats, search->depth);
    ari_entered entered = functions->enter(search->problem, node);
    bool at_limit = search->depth == (size_t)run->options->limits.depth;
    if (entered == ARI_ENTERED_OPEN && !at_limit) {
        tell_event(run, ARI_EVENT_ENTER, node);
        return true;
    }
    bool more = true;
    tell_event(run, entered == ARI_ENTERED_SOLVED ? ARI_EVENT_SOLVED : ARI_EVENT_DEAD_END,
               node);
    search->depth--;
    if (entered == ARI_ENTERED_SOLVED && ++search->stats.solutions >= run->tell_from)
        more = ari__backtrack_tell(run);
    if (entered != ARI_ENTERED_DEAD)
        functions->leave(search->problem, node);
    return more;
}

bool ari__backtrack_run_begin(ari__backtrack_run *run, ari_backtrack *search,
                              const ari_backtrack_job *options, ari_error *error)
{
    *run = (ari__backtrack_run){
        .search = search, .options = options, .end = ARI_BACKTRACK_DONE, .error = error};
    run->tell_from = options->solution         ? 0
                     : options->most_solutions ? options->most_solutions
                                               : UINT64_MAX;
    ari__ticker_start(&run->tick, &options->limits);
    run->tick.halt = search->halt;
    run->left = run->tick.left;
    if (!charge(search, options->limits.memory)) {
        run->end = ARI_BACKTRACK_STOPPED;
        run->status =
            ari_fail_allowance(error, options->limits.memory, "the stack of the search");
        return false;
    }
    if (search->pending && !enter_pending(run))
        return false;
    set_last(run);
    look_soon(run);
    return true;
}

ari_status ari__backtrack_run_end(ari__backtrack_run *run, ari_backtrack_end *end)
{
    ari_backtrack *search = run->search;
    run->tick.left = run->left + run->held_back;
    search->stats.calls += ari__ticker_nodes(&run->tick);
    ARI_ASSERT(search->depth + 1 >= search->floor);
    search->stats.depth = search->depth - search->pending;
    *end = run->end;
    return run->status;
}

/* ---- the instances: here the search itself is handed on, as it knows the functions ---- */

typedef ari_backtrack any_problem;
typedef unsigned char any_node;

static inline ari_entered any_enter(any_problem *search, any_node *node)
{
    return search->functions->enter(search->problem, node);
}

static inline bool any_next(any_problem *search, any_node *node, any_node *child)
{
    return search->functions->next(search->problem, node, child);
}

static inline void any_leave(any_problem *search, any_node *node)
{
    search->functions->leave(search->problem, node);
}

#define PROBLEM any
#define NODE_STRIDE search->functions->node_size
#define PROBLEM_OF(search) (search)
#include "backtrack/backtrack.inc"
#undef PROBLEM

typedef any_problem watched_problem;
typedef any_node watched_node;
#define watched_enter any_enter
#define watched_next any_next
#define watched_leave any_leave

#define PROBLEM watched
#define OBSERVED
#define NODE_STRIDE search->functions->node_size
#define PROBLEM_OF(search) (search)
#include "backtrack/backtrack.inc"
#undef OBSERVED
#undef PROBLEM

ari_status ari_backtrack_run(ari_backtrack *search, const ari_backtrack_job *options,
                             ari_backtrack_end *end, ari_error *error)
{
    return options->observer ? watched_run(search, options, end, error)
                             : any_run(search, options, end, error);
}

ari_status ari__backtrack_whole(ari__backtrack_runner *run, const ari_problem *functions,
                                void *problem, const ari_backtrack_job *options,
                                ari_backtrack_stats *stats, ari_backtrack_end *end,
                                ari_error *error)
{
    ari_backtrack search;
    ari_status status = ari_backtrack_begin(&search, functions, problem, error);
    if (status == ARI_OK)
        status = run(&search, options, end, error);
    *stats = search.stats;
    ari_backtrack_free(&search);
    return status;
}
