/* split.c: one backtracking search in parts, for several threads.
 *
 * The search is first run down to the depth of the split, and the path to every open node
 * there is written down. Each thread then takes paths from the list: it enters their nodes
 * again on its own copy of the problem, without counting them, and searches below the last
 * one, whose own entering was not counted before. So every node is counted once. */
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "backtrack/backtrack.h"
#include "base/budget.h"
#include "base/memory.h"

#define BETWEEN_REPORTS 0.2 /* seconds */

typedef struct split_run {
    ari__backtrack_runner *run;
    const ari_problem *functions;
    void *problem;
    size_t split, path_size; /* depth of the parts; bytes of a path */
    const ari_backtrack_job *options;
    unsigned char *paths;
    size_t path_count, path_room;
    bool out_of_memory;
    double start;
    double told; /* when the first thread last told how it goes */
    /* shared by the threads */
    atomic_uint_fast64_t calls; /* of the parts that are done */
    atomic_size_t next_path;
    ari_stop halt;
    atomic_flag telling; /* one solution is told at a time */
    atomic_uint_fast64_t solutions;
    atomic_int enough, stopped, failed;
    ari_backtrack_stats *stats; /* of each thread */
} split_run;

/* ---- the list of paths ---- */

/* The upper part of the search is a problem too: its functions are those of the problem,
 * except that a node at the depth of the split is written down instead of entered. */
typedef struct upper {
    split_run *run;
    size_t depth;        /* of the node that was entered last */
    unsigned char *path; /* the nodes up to it, as they were before they were entered */
} upper;

static void upper_root(void *self, void *node)
{
    upper *u = self;
    u->run->functions->root(u->run->problem, node);
}

static ari_entered upper_enter(void *self, void *node)
{
    upper *u = self;
    split_run *run = u->run;
    ARI_ASSERT(u->depth < run->split);
    size_t size = run->functions->node_size;
    memcpy(u->path + u->depth * size, node, size);
    u->depth++;
    if (u->depth < run->split) {
        ari_entered entered = run->functions->enter(run->problem, node);
        if (entered == ARI_ENTERED_DEAD)
            u->depth--;
        return entered;
    }
    u->depth--;
    if (!ari__charged_grow(run->options->limits.memory, (void **)&run->paths,
                           &run->path_room, run->path_count + 1, run->path_size)) {
        run->out_of_memory = true;
        return ARI_ENTERED_DEAD;
    }
    memcpy(run->paths + run->path_count++ * run->path_size, u->path, run->path_size);
    return ARI_ENTERED_DEAD;
}

static bool upper_next(void *self, void *node, void *child)
{
    upper *u = self;
    return u->run->functions->next(u->run->problem, node, child);
}

static void upper_leave(void *self, void *node)
{
    upper *u = self;
    u->depth--;
    ARI_ASSERT(u->depth < u->run->split);
    u->run->functions->leave(u->run->problem, node);
}

/* ---- solutions, from any thread ---- */

static bool tell_solution(void *self, const void *path, size_t depth)
{
    split_run *run = self;
    const ari_backtrack_job *options = run->options;
    while (atomic_flag_test_and_set_explicit(&run->telling, memory_order_acquire))
        ; /* telling is short, and solutions that are told are few */
    bool more = !atomic_load(&run->enough);
    if (more) {
        uint64_t count = atomic_fetch_add(&run->solutions, 1) + 1;
        if (options->solution && !options->solution(options->self, path, depth))
            more = false;
        if (count == options->most_solutions)
            more = false;
        if (!more) {
            atomic_store(&run->enough, 1);
            atomic_store(&run->halt, 1);
        }
    }
    atomic_flag_clear_explicit(&run->telling, memory_order_release);
    return more;
}

static ari_status no_memory(const split_run *run, ari_error *error)
{
    ari_allowance *memory = run->options->limits.memory;
    return memory && atomic_load(&memory->refused)
               ? ari_fail_allowance(error, memory, "the parts of the search")
               : ari_fail_memory(error, (run->path_count + 1) * run->path_size,
                                 "the parts of the search");
}

static void run_upper(split_run *run, ari_backtrack_stats *stats, ari_status *status,
                      ari_backtrack_end *end, ari_error *error)
{
    static const ari_problem functions = {.root = upper_root,
                                          .enter = upper_enter,
                                          .next = upper_next,
                                          .leave = upper_leave};
    upper u = {.run = run, .path = malloc(run->path_size)};
    ari_problem problem = functions;
    problem.node_size = run->functions->node_size;
    ari_backtrack search = {.functions = &problem};
    *status = u.path ? ari_backtrack_begin(&search, &problem, &u, error) : ARI_MEMORY;
    if (*status == ARI_OK) {
        ari_backtrack_job options = {
            .limits = run->options->limits, .solution = tell_solution, .self = run};
        *status = ari_backtrack_run(&search, &options, end, error);
        *stats = search.stats;
        ARI_ASSERT(stats->calls >= run->path_count);
        stats->calls -= run->path_count; /* they are entered, and counted, below */
    }
    if (*status == ARI_OK && run->out_of_memory)
        *status = ARI_MEMORY;
    if (*status == ARI_MEMORY)
        no_memory(run, error);
    ari_backtrack_free(&search);
    free(u.path);
}

/* ---- the parts ---- */

static void run_part(split_run *run, ari_backtrack *search, const unsigned char *path,
                     const ari_backtrack_job *options)
{
    const ari_problem *functions = run->functions;
    size_t size = functions->node_size;
    memcpy(search->nodes + size, path, run->path_size);
    for (size_t i = 1; i < run->split; i++)
        functions->enter(search->problem, search->nodes + i * size);
    search->depth = search->floor = run->split;
    ARI_ASSERT(run->split + 1 < search->places);
    search->pending = true;
    ari_backtrack_end end;
    if (run->run(search, options, &end, NULL) != ARI_OK)
        atomic_store(&run->failed, 1);
    else if (end == ARI_BACKTRACK_STOPPED && !atomic_load(&run->enough))
        atomic_store(&run->stopped, 1);
    if (atomic_load(&run->failed) || atomic_load(&run->stopped))
        atomic_store(&run->halt, 1);
    for (size_t depth = search->depth - search->pending; depth > 0; depth--)
        functions->leave(search->problem, search->nodes + depth * size);
}

static bool halted(const split_run *run)
{
    ari_stop *stop = run->options->limits.stop;
    return atomic_load(&run->halt) || (stop && atomic_load(stop));
}

/* Limits of nodes and time are for all parts together: what is left of them for the next one.
 * False when nothing is. */
static bool limits_left(split_run *run, ari_limits *left)
{
    const ari__budget all = {run->options->limits, run->start, atomic_load(&run->calls)};
    ari_limits rest;
    bool some = ari__budget_left(&all, &rest);
    left->nodes = rest.nodes;
    left->seconds = rest.seconds;
    return some;
}

/* Progress is told by the first thread, for all of them. */
static void tell_progress(void *self, const ari_progress *progress)
{
    split_run *run = self;
    const ari_limits *limits = &run->options->limits;
    ari_progress all = *progress;
    run->told = ari_seconds();
    all.nodes += atomic_load(&run->calls);
    all.seconds = run->told - run->start;
    limits->progress(limits->self, &all);
}

static void take_parts(split_run *run, ari_backtrack *search, bool first)
{
    ari_backtrack_job options = {
        .limits = run->options->limits, .solution = tell_solution, .self = run};
    bool tells = first && options.limits.progress;
    if (!run->options->solution && run->options->most_solutions == 0)
        options.solution = NULL; /* only counted: by each thread for itself */
    options.limits.progress = tells ? tell_progress : NULL;
    options.limits.self = run;
    while (!halted(run)) {
        size_t i = atomic_fetch_add(&run->next_path, 1);
        if (i >= run->path_count)
            break;
        if (!limits_left(run, &options.limits)) {
            atomic_store(&run->stopped, 1);
            atomic_store(&run->halt, 1);
            break;
        }
        uint64_t before = search->stats.calls;
        run_part(run, search, run->paths + i * run->path_size, &options);
        ARI_ASSERT(search->stats.calls >= before);
        atomic_fetch_add(&run->calls, search->stats.calls - before);
        if (tells && ari_seconds() - run->told >= BETWEEN_REPORTS)
            tell_progress(run, &(ari_progress){.nodes = 0});
    }
}

static void run_parts(void *argument, int index)
{
    split_run *run = argument;
    ari_backtrack search = {.functions = run->functions,
                            .problem = run->functions->copy(run->problem),
                            .halt = &run->halt,
                            .memory = run->options->limits.memory};
    if (!search.problem ||
        !ari__backtrack_grow(&search, run->split + 2, run->functions->node_size)) {
        atomic_store(&run->failed, 1);
        atomic_store(&run->halt, 1);
    }
    take_parts(run, &search, index == 0);
    if (halted(run) && !atomic_load(&run->enough) && !atomic_load(&run->failed))
        atomic_store(&run->stopped, 1);
    run->stats[index] = search.stats;
    ari__backtrack_free(&search, run->functions->node_size);
    if (search.problem)
        run->functions->discard(search.problem);
}

static void add_stats(ari_backtrack_stats *sum, const ari_backtrack_stats *more)
{
    sum->calls += more->calls;
    sum->backtracks += more->backtracks;
    sum->solutions += more->solutions;
    if (more->deepest > sum->deepest)
        sum->deepest = more->deepest;
}

ari_status ari__backtrack_split(ari__backtrack_runner *instance,
                                const ari_problem *functions, void *problem, size_t split,
                                const ari_backtrack_job *options,
                                const ari_runner *runner, ari_backtrack_stats *stats,
                                ari_backtrack_end *end, ari_error *error)
{
    int threads = runner && runner->threads > 1 ? runner->threads : 1;
    split_run run = {.run = instance,
                     .functions = functions,
                     .problem = problem,
                     .split = split < 1 ? 1 : split,
                     .options = options,
                     .start = ari_seconds(),
                     .telling = ATOMIC_FLAG_INIT};
    run.told = run.start;
    run.path_size = run.split * functions->node_size;
    *stats = (ari_backtrack_stats){0};
    run.stats = calloc((size_t)threads, sizeof *run.stats);
    if (!run.stats)
        return ari_fail_memory(error, (size_t)threads * sizeof *run.stats,
                               "the threads' counts");
    ari_status status;
    run_upper(&run, stats, &status, end, error);
    if (status == ARI_OK && *end == ARI_BACKTRACK_DONE) {
        atomic_store(&run.calls, stats->calls);
        if (threads > 1)
            runner->run(runner->self, threads, run_parts, &run);
        else
            run_parts(&run, 0);
        for (int i = 0; i < threads; i++)
            add_stats(stats, &run.stats[i]);
        if (options->solution || options->most_solutions)
            stats->solutions = atomic_load(&run.solutions); /* those that were told */
        if (atomic_load(&run.failed))
            status = no_memory(&run, error);
        *end = atomic_load(&run.enough)    ? ARI_BACKTRACK_ENOUGH
               : atomic_load(&run.stopped) ? ARI_BACKTRACK_STOPPED
                                           : ARI_BACKTRACK_DONE;
    }
    ari__charged_free(options->limits.memory, run.paths, run.path_room, run.path_size);
    free(run.stats);
    return status;
}

ari_status ari_backtrack_run_split(const ari_problem *functions, void *problem,
                                   size_t split, const ari_backtrack_job *options,
                                   const ari_runner *runner, ari_backtrack_stats *stats,
                                   ari_backtrack_end *end, ari_error *error)
{
    return ari__backtrack_split(ari_backtrack_run, functions, problem, split, options,
                                runner, stats, end, error);
}
