/* test_backtrack.c: the backtracking engine against a plain recursion, on random trees. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <ariadne/random.h>

#include "backtrack/backtrack.h"

/* ---- memory that can be told to fail ---- */

static int reallocs_left = -1; /* -1: it never fails */

void *__real_realloc(void *block, size_t size);
void *__wrap_realloc(void *block, size_t size);

void *__wrap_realloc(void *block, size_t size)
{
    if (reallocs_left == 0)
        return NULL;
    if (reallocs_left > 0)
        reallocs_left--;
    return __real_realloc(block, size);
}

/* ---- a random tree: what a node is follows from its number ---- */

#define DEEPEST 40

typedef struct tree_problem {
    uint64_t seed;
    int dead, solved; /* of 256 nodes */
    size_t entered;   /* the nodes now entered: leave must take them back in order */
    uint64_t ids[DEEPEST + 2];
} tree_problem;

typedef struct tree_node {
    uint64_t id;
    uint32_t chosen;
    uint32_t left; /* how much deeper it can be */
} tree_node;

static uint64_t hash(const tree_problem *p, const tree_node *n, uint64_t salt)
{
    return ari_mix(ari_mix(p->seed + salt) ^ n->id);
}

static ari_entered what_is(const tree_problem *p, const tree_node *n)
{
    uint64_t dice = hash(p, n, 1) & 255;
    if (n->left == 0 || dice < (uint64_t)p->dead)
        return ARI_ENTERED_DEAD;
    return dice < (uint64_t)(p->dead + p->solved) ? ARI_ENTERED_SOLVED : ARI_ENTERED_OPEN;
}

static ari_entered tree_enter(tree_problem *p, tree_node *n)
{
    ari_entered entered = what_is(p, n);
    if (entered != ARI_ENTERED_DEAD)
        p->ids[p->entered++] = n->id;
    n->chosen = 0;
    return entered;
}

static bool tree_next(tree_problem *p, tree_node *n, tree_node *child)
{
    if (n->chosen == hash(p, n, 2) % 4) /* also none at all */
        return false;
    child->id = ari_mix(n->id * 4 + n->chosen++);
    child->left = n->left - 1;
    child->chosen = 99; /* enter is to set it */
    return true;
}

static void tree_leave(tree_problem *p, tree_node *n)
{
    assert_true(p->entered > 0);
    assert_int_equal(p->ids[--p->entered], n->id);
}

static void tree_root(const tree_problem *p, tree_node *n)
{
    (void)p;
    *n = (tree_node){.id = 1, .left = DEEPEST};
}

#define PROBLEM tree
#include "backtrack/backtrack.inc"
#undef PROBLEM

#define PROBLEM tree_watched
typedef tree_problem tree_watched_problem;
typedef tree_node tree_watched_node;
#define tree_watched_enter tree_enter
#define tree_watched_next tree_next
#define tree_watched_leave tree_leave
#define OBSERVED
#include "backtrack/backtrack.inc"
#undef OBSERVED
#undef PROBLEM

/* The same with nodes that are too large for local variables. */
typedef tree_problem large_problem;
typedef struct large_node {
    tree_node node;
    char more[100];
} large_node;

static ari_entered large_enter(large_problem *p, large_node *n)
{
    return tree_enter(p, &n->node);
}

static bool large_next(large_problem *p, large_node *n, large_node *child)
{
    return tree_next(p, &n->node, &child->node);
}

static void large_leave(large_problem *p, large_node *n)
{
    tree_leave(p, &n->node);
}

static void large_root(const large_problem *p, large_node *n)
{
    tree_root(p, &n->node);
}

#define PROBLEM large
#include "backtrack/backtrack.inc"
#undef PROBLEM

/* And as a table, for both sizes: the tree's part comes first. */
static void table_root(void *problem, void *node)
{
    (void)problem;
    *(tree_node *)node = (tree_node){.id = 1, .left = DEEPEST};
}

static ari_entered table_enter(void *problem, void *node)
{
    return tree_enter(problem, node);
}

static bool table_next(void *problem, void *node, void *child)
{
    return tree_next(problem, node, child);
}

static void table_leave(void *problem, void *node)
{
    tree_leave(problem, node);
}

static void *table_copy(const void *problem)
{
    tree_problem *copy = malloc(sizeof *copy);
    assert_non_null(copy);
    *copy = *(const tree_problem *)problem;
    copy->entered = 0;
    return copy;
}

#define TABLE(size)                                                                      \
    {                                                                                    \
        .node_size = size, .root = table_root, .enter = table_enter, .next = table_next, \
        .leave = table_leave, .copy = table_copy, .discard = free                        \
    }
static const ari_problem small_table = TABLE(sizeof(tree_node));
static const ari_problem large_table = TABLE(sizeof(large_node));

static const struct instance {
    ari__backtrack_runner *run;
    const ari_problem *functions;
    bool tells;
} instances[] = {{ari_backtrack_run, &small_table, true},
                 {tree_watched_run, &small_table, true},
                 {tree_run, &small_table, false},
                 {large_run, &large_table, false}};
#define INSTANCES (sizeof instances / sizeof *instances)

/* ---- what happened: events, with solutions among them ---- */

typedef struct happening {
    int event;
    size_t depth;
    uint64_t id;
} happening;

typedef struct history {
    happening *all;
    size_t count, room;
    uint64_t solutions, sum; /* told by the callback, and the sum of their ids */
    uint64_t refuse_at;      /* the solution that the callback calls enough */
    size_t node_size;
} history;

static void note(history *h, int event, uint64_t id, size_t depth)
{
    if (h->count == h->room) {
        h->room = h->room * 2 + 64;
        h->all = __real_realloc(h->all, h->room * sizeof *h->all);
        assert_non_null(h->all);
    }
    h->all[h->count++] = (happening){event, depth, id};
}

static void on_event(void *self, ari_event event, const void *node, size_t depth)
{
    note(self, (int)event, ((const tree_node *)node)->id, depth);
}

static bool on_solution(void *self, const void *path, size_t depth)
{
    history *h = self;
    const tree_node *last =
        (const void *)((const char *)path + (depth - 1) * h->node_size);
    const tree_node *first = path;
    assert_int_equal(first->id, 1);
    h->solutions++;
    h->sum += last->id * depth;
    return h->solutions != h->refuse_at;
}

/* ---- the reference: a plain recursion ---- */

typedef struct plain {
    tree_problem *problem;
    history *told;
    ari_backtrack_stats stats;
    size_t limit;
} plain;

static void plain_visit(plain *r, tree_node *n, size_t depth)
{
    r->stats.calls++;
    if (depth > r->stats.deepest)
        r->stats.deepest = depth;
    ari_entered entered = tree_enter(r->problem, n);
    if (entered == ARI_ENTERED_SOLVED) {
        note(r->told, ARI_EVENT_SOLVED, n->id, depth);
        r->stats.solutions++;
        r->told->sum += n->id * depth;
    } else if (entered == ARI_ENTERED_DEAD || depth == r->limit) {
        note(r->told, ARI_EVENT_DEAD_END, n->id, depth);
    } else {
        note(r->told, ARI_EVENT_ENTER, n->id, depth);
        tree_node child;
        while (tree_next(r->problem, n, &child)) {
            note(r->told, ARI_EVENT_CHOOSE, child.id, depth + 1);
            plain_visit(r, &child, depth + 1);
        }
        note(r->told, ARI_EVENT_BACK, n->id, depth);
        r->stats.backtracks++;
    }
    if (entered != ARI_ENTERED_DEAD)
        tree_leave(r->problem, n);
}

static ari_backtrack_stats reference(tree_problem *p, size_t limit, history *told)
{
    plain r = {.problem = p, .told = told, .limit = limit};
    tree_node root;
    table_root(p, &root);
    plain_visit(&r, &root, 1);
    return r.stats;
}

/* A tree that is neither tiny nor huge. */
static tree_problem some_tree(ari_random *random)
{
    for (;;) {
        tree_problem p = {.seed = ari_random_next(random),
                          .dead = (int)ari_random_below(random, 120),
                          .solved = (int)ari_random_below(random, 40)};
        if (ari_random_below(random, 20) == 0)
            return p.dead += 100, p; /* these are often tiny */
        ari_backtrack search;
        ari_backtrack_job options = {.limits = {.nodes = 3000}};
        ari_backtrack_end end;
        assert_int_equal(ari_backtrack_begin(&search, &small_table, &p, NULL), ARI_OK);
        assert_int_equal(ari_backtrack_run(&search, &options, &end, NULL), ARI_OK);
        ari_backtrack_free(&search);
        assert_int_equal(p.entered, 0);
        if (end == ARI_BACKTRACK_DONE && search.stats.calls > 50)
            return p;
    }
}

static void same_stats(const ari_backtrack_stats *a, const ari_backtrack_stats *b)
{
    assert_int_equal(a->calls, b->calls);
    assert_int_equal(a->backtracks, b->backtracks);
    assert_int_equal(a->solutions, b->solutions);
    assert_int_equal(a->deepest, b->deepest);
}

static void same_history(const history *a, const history *b)
{
    assert_int_equal(a->count, b->count);
    for (size_t i = 0; i < a->count; i++) {
        assert_int_equal(a->all[i].event, b->all[i].event);
        assert_int_equal(a->all[i].depth, b->all[i].depth);
        assert_int_equal(a->all[i].id, b->all[i].id);
    }
}

/* Runs to the end, each run for `nodes` calls; memory failures are gone on from. */
static void run_all(const struct instance *instance, tree_problem *p, int depth,
                    uint64_t first_nodes, uint64_t nodes, history *told,
                    ari_backtrack_stats *stats)
{
    ari_backtrack search;
    ari_backtrack_end end = ARI_BACKTRACK_STOPPED;
    ari_backtrack_observer observer = {.self = told, .event = on_event};
    ari_backtrack_job options = {.limits = {.depth = depth, .nodes = first_nodes},
                                 .solution = on_solution,
                                 .self = told,
                                 .observer = instance->tells ? &observer : NULL};
    told->node_size = instance->functions->node_size;
    assert_int_equal(ari_backtrack_begin(&search, instance->functions, p, NULL), ARI_OK);
    uint64_t expected = 0;
    while (end == ARI_BACKTRACK_STOPPED) {
        assert_int_equal(instance->run(&search, &options, &end, NULL), ARI_OK);
        expected += options.limits.nodes;
        if (end == ARI_BACKTRACK_STOPPED)
            assert_int_equal(search.stats.calls, expected);
        assert_int_equal(search.stats.depth, p->entered);
        options.limits.nodes = nodes;
    }
    assert_int_equal(end, ARI_BACKTRACK_DONE);
    assert_int_equal(search.depth, 0);
    /* Nothing is left to do, and doing it again changes nothing. */
    assert_int_equal(instance->run(&search, &options, &end, NULL), ARI_OK);
    assert_int_equal(end, ARI_BACKTRACK_DONE);
    *stats = search.stats;
    ari_backtrack_free(&search);
    assert_int_equal(p->entered, 0);
}

/* Every instance visits the nodes of the recursion, in its order, with its counts, whatever
 * the limit of depth. */
static void as_recursion(void **state)
{
    (void)state;
    ari_random random = ari_random_seeded(1);
    for (int i = 0; i < 300; i++) {
        tree_problem p = some_tree(&random);
        int limit = i % 3 ? 0 : (int)ari_random_below(&random, 9) + 1;
        history wanted = {0};
        ari_backtrack_stats stats = reference(&p, (size_t)limit, &wanted), got;
        for (size_t k = 0; k < INSTANCES; k++) {
            history told = {0};
            run_all(&instances[k], &p, limit, 0, 0, &told, &got);
            same_stats(&stats, &got);
            assert_int_equal(told.solutions, stats.solutions);
            assert_int_equal(told.sum, wanted.sum);
            if (instances[k].tells)
                same_history(&wanted, &told);
            free(told.all);
        }
        free(wanted.all);
    }
}

/* Paused after any number of calls, and gone on with, nothing changes. */
static void pauses(void **state)
{
    (void)state;
    ari_random random = ari_random_seeded(2);
    for (int i = 0; i < 12; i++) {
        tree_problem p = some_tree(&random);
        history wanted = {0};
        ari_backtrack_stats stats = reference(&p, 0, &wanted), got;
        for (uint64_t nodes = 1; nodes <= stats.calls + 1; nodes++) {
            const struct instance *instance = &instances[nodes % INSTANCES];
            for (int every = 0; every < 2; every++) {
                history told = {0};
                run_all(instance, &p, 0, nodes, every ? nodes : 0, &told, &got);
                same_stats(&stats, &got);
                assert_int_equal(told.sum, wanted.sum);
                if (instance->tells)
                    same_history(&wanted, &told);
                free(told.all);
            }
        }
        free(wanted.all);
    }
}

/* The first solution, n of them, until the callback has enough; then the rest. */
static void enough(void **state)
{
    (void)state;
    ari_random random = ari_random_seeded(3);
    for (int i = 0; i < 100; i++) {
        tree_problem p = some_tree(&random);
        history wanted = {0};
        ari_backtrack_stats stats = reference(&p, 0, &wanted);
        free(wanted.all);
        for (uint64_t n = 1; n <= stats.solutions && n < 20; n++) {
            for (size_t k = 0; k < INSTANCES; k++) {
                const struct instance *instance = &instances[k];
                for (int how = 0; how < 2; how++) {
                    history told = {.node_size = instance->functions->node_size,
                                    .refuse_at = how ? n : 0};
                    ari_backtrack_job options = {.solution = how ? on_solution : NULL,
                                                 .self = &told,
                                                 .most_solutions = how ? 0 : n};
                    ari_backtrack search;
                    ari_backtrack_end end;
                    ari_backtrack_begin(&search, instance->functions, &p, NULL);
                    ari_backtrack_observer observer = {.self = &told, .event = on_event};
                    options.observer = instance->tells ? &observer : NULL;
                    assert_int_equal(instance->run(&search, &options, &end, NULL),
                                     ARI_OK);
                    assert_int_equal(end, ARI_BACKTRACK_ENOUGH);
                    assert_int_equal(search.stats.solutions, n);
                    options.most_solutions = 0;
                    told.refuse_at = 0;
                    if (n % 2) {
                        instance->run(&search, &options, &end, NULL);
                        assert_int_equal(end, ARI_BACKTRACK_DONE);
                        same_stats(&search.stats, &stats);
                    }
                    ari_backtrack_free(&search); /* in the middle, too */
                    assert_int_equal(p.entered, 0);
                    free(told.all);
                }
            }
        }
    }
}

/* In parts, for any number of threads and any depth of the parts, the counts are the same. */
static void split(void **state)
{
    (void)state;
    ari_random random = ari_random_seeded(4);
    for (int threads = 1; threads <= 3; threads++) {
        ari_pool *pool;
        assert_int_equal(ari_pool_new(threads, &pool, NULL), ARI_OK);
        for (int i = 0; i < 20; i++) {
            tree_problem p = some_tree(&random);
            history wanted = {0};
            ari_backtrack_stats stats = reference(&p, 0, &wanted);
            for (size_t depth = 1; depth <= stats.deepest + 1; depth++) {
                const struct instance *instance = &instances[depth % 2 ? 0 : 2];
                history told = {.node_size = instance->functions->node_size};
                ari_backtrack_job options = {.solution = i % 2 ? on_solution : NULL,
                                             .self = &told};
                ari_backtrack_stats got;
                ari_backtrack_end end;
                assert_int_equal(ari__backtrack_split(
                                     instance->run, instance->functions, &p, depth,
                                     &options, ari_pool_runner(pool), &got, &end, NULL),
                                 ARI_OK);
                assert_int_equal(end, ARI_BACKTRACK_DONE);
                same_stats(&stats, &got);
                if (i % 2)
                    assert_int_equal(told.sum, wanted.sum);
                assert_int_equal(p.entered, 0);
                uint64_t some = stats.solutions / 2;
                if (some > 0) {
                    options.most_solutions = some;
                    ari_backtrack_run_split(&small_table, &p, depth, &options,
                                            ari_pool_runner(pool), &got, &end, NULL);
                    assert_int_equal(end, ARI_BACKTRACK_ENOUGH);
                    assert_int_equal(got.solutions, some);
                }
            }
            free(wanted.all);
        }
        ari_pool_free(pool);
    }
}

/* Limits are for all parts together, however small they are. */
static void split_limits(void **state)
{
    (void)state;
    ari_random random = ari_random_seeded(6);
    for (int i = 0; i < 40; i++) {
        tree_problem p = some_tree(&random);
        history wanted = {0};
        ari_backtrack_stats stats = reference(&p, 0, &wanted), got;
        for (size_t depth = 2; depth <= stats.deepest; depth++) {
            ari_backtrack_job options = {.limits = {.nodes = (stats.calls + 1) / 2}};
            ari_backtrack_end end;
            ari_backtrack_run_split(&small_table, &p, depth, &options, NULL, &got, &end,
                                    NULL);
            assert_int_equal(end, ARI_BACKTRACK_STOPPED);
            assert_in_range(got.calls, 0, options.limits.nodes);
            options.limits = (ari_limits){.seconds = 1e-9};
            ari_backtrack_run_split(&small_table, &p, depth, &options, NULL, &got, &end,
                                    NULL);
            assert_int_equal(end, ARI_BACKTRACK_STOPPED);
            assert_int_equal(p.entered, 0);
        }
        free(wanted.all);
    }
}

/* A stop flag stops, in one thread and in several, and then that is said. */
static void stop_flag(void **state)
{
    (void)state;
    tree_problem p = {.seed = 5, .dead = 20}; /* endless for practical purposes */
    ari_stop stop = 1;
    ari_backtrack_job options = {.limits = {.stop = &stop}};
    ari_backtrack search;
    ari_backtrack_end end;
    ari_backtrack_begin(&search, &small_table, &p, NULL);
    assert_int_equal(tree_run(&search, &options, &end, NULL), ARI_OK);
    assert_int_equal(end, ARI_BACKTRACK_STOPPED);
    assert_in_range(search.stats.calls, 1, 100000);
    ari_backtrack_free(&search);
    assert_int_equal(p.entered, 0);
    ari_pool *pool;
    ari_pool_new(2, &pool, NULL);
    ari_backtrack_stats stats;
    assert_int_equal(ari_backtrack_run_split(&small_table, &p, 3, &options,
                                             ari_pool_runner(pool), &stats, &end, NULL),
                     ARI_OK);
    assert_int_equal(end, ARI_BACKTRACK_STOPPED);
    stop = 0;
    options.limits.seconds = 0.01;
    assert_int_equal(ari_backtrack_run_split(&small_table, &p, 3, &options,
                                             ari_pool_runner(pool), &stats, &end, NULL),
                     ARI_OK);
    assert_int_equal(end, ARI_BACKTRACK_STOPPED);
    ari_pool_free(pool);
}

/* ---- ten million deep ---- */

#define VERY_DEEP 10000000

typedef struct well_problem {
    uint64_t entered, left;
} well_problem;
typedef struct well_node {
    uint32_t depth, tried;
} well_node;

static ari_entered well_enter(well_problem *p, well_node *n)
{
    if (n->depth > VERY_DEEP)
        return ARI_ENTERED_DEAD;
    p->entered++;
    n->tried = 0;
    return ARI_ENTERED_OPEN;
}

static bool well_next(well_problem *p, well_node *n, well_node *child)
{
    (void)p;
    child->depth = n->depth + 1;
    return n->tried++ == 0;
}

static void well_leave(well_problem *p, well_node *n)
{
    p->left += n->depth > 0;
}

static void well_root(const well_problem *p, well_node *n)
{
    (void)p;
    *n = (well_node){.depth = 1};
}

#define PROBLEM well
#include "backtrack/backtrack.inc"
#undef PROBLEM

static const ari_problem well_table = {ARI__TYPED(well)};

static void very_deep(void **state)
{
    (void)state;
    for (int compiled = 0; compiled < 2; compiled++) {
        well_problem p = {0};
        ari_backtrack search;
        ari_backtrack_end end;
        ari_backtrack_job options = {.solution = NULL};
        ari_backtrack_begin(&search, &well_table, &p, NULL);
        ari_status status = compiled ? well_run(&search, &options, &end, NULL)
                                     : ari_backtrack_run(&search, &options, &end, NULL);
        assert_int_equal(status, ARI_OK);
        assert_int_equal(end, ARI_BACKTRACK_DONE);
        assert_int_equal(search.stats.calls, VERY_DEEP + 1);
        assert_int_equal(search.stats.deepest, VERY_DEEP + 1);
        assert_int_equal(search.stats.backtracks, VERY_DEEP);
        assert_int_equal(p.entered, VERY_DEEP);
        assert_int_equal(p.left, VERY_DEEP);
        ari_backtrack_free(&search);
    }
}

/* A stack that would take more than is allowed is said, and with more the search goes on. */
static void allowed_memory(void **state)
{
    (void)state;
    for (int compiled = 0; compiled < 2; compiled++) {
        well_problem p = {0};
        ari_backtrack search;
        ari_backtrack_end end;
        ari_error error;
        ari_allowance memory;
        ari_allowance_begin(&memory, (size_t)1 << 20);
        ari_backtrack_job options = {.limits = {.memory = &memory}};
        ari__backtrack_runner *run = compiled ? well_run : ari_backtrack_run;
        ari_backtrack_begin(&search, &well_table, &p, NULL);
        assert_int_equal(run(&search, &options, &end, &error), ARI_MEMORY);
        assert_string_equal(error.message, "the stack of the search takes more than the "
                                           "1 MB of memory that are allowed");
        assert_int_equal(end, ARI_BACKTRACK_STOPPED);
        assert_in_range(memory.peak, 1 << 19, 1 << 20);
        memory.limit = SIZE_MAX;
        assert_int_equal(run(&search, &options, &end, &error), ARI_OK);
        assert_int_equal(search.stats.deepest, VERY_DEEP + 1);
        assert_true(memory.used >= VERY_DEEP * well_table.node_size);
        ari_backtrack_free(&search);
        assert_int_equal(memory.used, 0);
    }
}

/* ---- memory that fails ---- */

/* A stack that cannot grow is reported, and with memory again the search goes on as if
 * nothing had been. */
static void out_of_memory(void **state)
{
    (void)state;
    ari_random random = ari_random_seeded(6);
    int failures = 0;
    for (int i = 0; i < 60; i++) {
        tree_problem p = some_tree(&random);
        history wanted = {0};
        ari_backtrack_stats stats = reference(&p, 0, &wanted);
        for (size_t k = 0; k < INSTANCES; k++) {
            const struct instance *instance = &instances[k];
            history told = {.node_size = instance->functions->node_size};
            ari_backtrack search;
            ari_backtrack_end end;
            ari_error error;
            ari_backtrack_observer observer = {.self = &told, .event = on_event};
            ari_backtrack_job options = {.solution = on_solution,
                                         .self = &told,
                                         .observer = instance->tells ? &observer : NULL};
            reallocs_left = 0;
            assert_int_equal(
                ari_backtrack_begin(&search, instance->functions, &p, &error),
                ARI_MEMORY);
            assert_non_null(strstr(error.message, "the stack of the search"));
            reallocs_left = -1;
            assert_int_equal(
                ari_backtrack_begin(&search, instance->functions, &p, &error), ARI_OK);
            reallocs_left = (int)ari_random_below(&random, 2);
            ari_status status = instance->run(&search, &options, &end, &error);
            reallocs_left = -1;
            if (status != ARI_OK) {
                failures++;
                assert_int_equal(status, ARI_MEMORY);
                assert_int_equal(end, ARI_BACKTRACK_STOPPED);
                assert_int_equal(search.stats.depth, p.entered);
                assert_int_equal(instance->run(&search, &options, &end, &error), ARI_OK);
            }
            assert_int_equal(end, ARI_BACKTRACK_DONE);
            same_stats(&stats, &search.stats);
            assert_int_equal(told.sum, wanted.sum);
            if (instance->tells)
                same_history(&wanted, &told);
            ari_backtrack_free(&search);
            assert_int_equal(p.entered, 0);
            free(told.all);
        }
        /* Split, the list of parts may fail, and so may the stacks of the threads. */
        ari_backtrack_stats got;
        ari_backtrack_end end;
        ari_backtrack_job options = {.solution = NULL};
        reallocs_left = (int)ari_random_below(&random, 4);
        ari_status status = ari_backtrack_run_split(&small_table, &p, 2, &options, NULL,
                                                    &got, &end, NULL);
        reallocs_left = -1;
        if (status == ARI_OK)
            same_stats(&stats, &got);
        else
            assert_int_equal(status, ARI_MEMORY);
        assert_int_equal(p.entered, 0);
        free(wanted.all);
    }
    assert_true(failures > 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(as_recursion), cmocka_unit_test(pauses),
        cmocka_unit_test(enough),       cmocka_unit_test(split),
        cmocka_unit_test(split_limits), cmocka_unit_test(stop_flag),
        cmocka_unit_test(very_deep),    cmocka_unit_test(allowed_memory),
        cmocka_unit_test(out_of_memory)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
