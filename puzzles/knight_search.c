/* knight_search.c: knight's tours by backtracking, an instance of the engine.
 *
 * The board has a margin of two squares, which count as taken. Each square knows how many of
 * its neighbours are free. A free square with at most one free neighbour is low: unless the
 * knight stands next to it, it can only be the end of the tour, and a closed tour has none.
 * The number of low squares is kept up to date, so most dead ends are seen at once.
 *
 * In a closed tour the first square counts as free for its neighbours: it is still to be
 * come back to. */
#include <stdlib.h>
#include <string.h>

#include <ariadne/random.h>

#include "backtrack/backtrack.h"
#include "base/budget.h"
#include "base/memory.h"
#include "knight_parts.h"

enum { MARGIN = 2, TAKEN = 0x80, OUTSIDE = 0xc0, COUNT_MASK = 0x3f };

typedef struct tour_node {
    uint32_t square;       /* in the board with its margin */
    uint8_t choices, next; /* how many there are, and which comes next */
    uint8_t way[8];        /* their directions, best first */
} tour_node;

typedef struct tour_problem {
    int width, height, stride;
    int step[8];
    uint32_t start;
    bool closed;
    bool one_way; /* only the first choice at the start: closed tours are counted once */
    size_t squares, entered;
    size_t low; /* free squares with at most one free neighbour */
    ari_random random;
    bool by_chance;
    bool plain; /* in a fixed order, without looking ahead */
    size_t size;
    uint8_t *free_around;           /* with TAKEN for taken squares */
    const ari_spot_observer *spots; /* NULL: nobody is told */
    bool given_up;                  /* the present square has no jump left */
} tour_problem;

static int64_t column(const tour_problem *p, size_t square)
{
    return (int64_t)(square % (size_t)p->stride) - MARGIN;
}

static int64_t row(const tour_problem *p, size_t square)
{
    return (int64_t)(square / (size_t)p->stride) - MARGIN;
}

/* ---- the problem's functions ---- */

static void take(tour_problem *p, uint32_t square)
{
    uint8_t *around = p->free_around;
    p->low -= around[square] <= 1;
    around[square] |= TAKEN;
    p->entered++;
    if (p->closed && square == p->start)
        return;
    for (int d = 0; d < KNIGHT_DIRECTIONS; d++)
        p->low += --around[square + (uint32_t)p->step[d]] == 1;
}

static void tour_leave(tour_problem *p, tour_node *node)
{
    uint8_t *around = p->free_around;
    uint32_t square = node->square;
    if (!p->closed || square != p->start)
        for (int d = 0; d < KNIGHT_DIRECTIONS; d++)
            p->low -= around[square + (uint32_t)p->step[d]]++ == 1;
    around[square] &= (uint8_t)~TAKEN;
    p->low += around[square] <= 1;
    p->entered--;
}

/* Small is good: few ways on, then far from the middle, or by chance; or all are alike. */
static int64_t rank_of(tour_problem *p, uint32_t square)
{
    if (p->plain)
        return 0;
    int64_t ways = (int64_t)p->free_around[square] << 50;
    if (p->by_chance)
        return ways + (int64_t)(ari_random_next(&p->random) >> 20);
    int64_t dx = 2 * column(p, square) - (p->width - 1);
    int64_t dy = 2 * row(p, square) - (p->height - 1);
    return ways - dx * dx - dy * dy;
}

/* Fills in the choices, best first; only low squares where others would be a mistake. */
static void order_choices(tour_problem *p, tour_node *node, bool only_low)
{
    int64_t rank[8] = {0};
    int count = 0;
    for (int d = 0; d < KNIGHT_DIRECTIONS; d++) {
        uint32_t to = node->square + (uint32_t)p->step[d];
        uint8_t ways = p->free_around[to];
        if (ways >= TAKEN || (only_low && ways > 1))
            continue;
        int64_t r = rank_of(p, to);
        int at = count++;
        for (; at > 0 && rank[at - 1] > r; at--) {
            rank[at] = rank[at - 1];
            node->way[at] = node->way[at - 1];
        }
        rank[at] = r;
        node->way[at] = (uint8_t)d;
    }
    node->choices = (uint8_t)count;
    if (p->one_way && node->square == p->start && count > 1)
        node->choices = 1;
    node->next = 0;
}

/* Is the position hopeless? If not, must the next square be a low one? */
static bool hopeless(const tour_problem *p, uint32_t square, bool *only_low)
{
    const uint8_t *around = p->free_around;
    size_t left = p->squares - p->entered, low_here = 0;
    bool stuck = false;
    for (int d = 0; d < KNIGHT_DIRECTIONS; d++) {
        uint8_t ways = around[square + (uint32_t)p->step[d]];
        low_here += ways <= 1;
        stuck |= ways == 0;
    }
    if (stuck && (p->closed || left > 1))
        return true;
    if (p->closed) {
        *only_low = low_here > 0;
        return p->low > low_here || low_here > 1 || (around[p->start] & COUNT_MASK) == 0;
    }
    *only_low = low_here > 0 && p->low == 2;
    return p->low > 2 || p->low - low_here > 1;
}

static ari_entered tour_enter(tour_problem *p, tour_node *node)
{
    bool only_low = false;
    take(p, node->square);
    if (p->entered == p->squares) {
        node->choices = node->next = 0;
        if (!p->closed)
            return ARI_ENTERED_SOLVED;
        for (int d = 0; d < KNIGHT_DIRECTIONS; d++)
            if (node->square + (uint32_t)p->step[d] == p->start)
                return ARI_ENTERED_SOLVED;
    } else if (!p->plain && !(p->closed && p->entered == 1) &&
               hopeless(p, node->square, &only_low)) {
        node->choices = node->next = 0;
    } else {
        order_choices(p, node, only_low);
        if (node->choices > 0)
            return ARI_ENTERED_OPEN;
    }
    tour_leave(p, node);
    return ARI_ENTERED_DEAD;
}

static inline bool tour_next(tour_problem *p, tour_node *node, tour_node *child)
{
    if (node->next == node->choices)
        return false;
    child->square = node->square + (uint32_t)p->step[node->way[node->next++]];
    return true;
}

static void tour_root(const tour_problem *p, tour_node *node)
{
    *node = (tour_node){.square = p->start};
}

#define PROBLEM tour
#include "backtrack/backtrack.inc"
#undef PROBLEM

/* ---- telling spots: the same functions, and where they stand ---- */

static void tell_spot(const tour_problem *p, ari_spot spot, uint32_t square, int jump)
{
    const ari_spot_frame frame = {
        .spot = spot,
        .depth = p->entered,
        .values = {column(p, square), row(p, square), (int64_t)p->entered, jump}};
    p->spots->at(p->spots->self, &frame);
}

/* The jumps from `first` up to `end`, which is told, too, if there is one. */
static void tell_jumps(const tour_problem *p, uint32_t square, int first, int end)
{
    for (int jump = first; jump < KNIGHT_DIRECTIONS && jump <= end; jump++) {
        tell_spot(p, ARI_SPOT_EACH, square, jump);
        tell_spot(p, ARI_SPOT_TEST, square, jump);
    }
}

/* The call ends without a tour; it is still counted among those that are open. */
static void tell_none(const tour_problem *p, uint32_t square)
{
    tell_spot(p, ARI_SPOT_UNMARK, square, 0);
    tell_spot(p, ARI_SPOT_NONE, square, 0);
}

static int jump_before(const tour_node *node)
{
    return node->next > 0 ? node->way[node->next - 1] : -1;
}

static ari_entered told_enter(void *problem, void *node)
{
    tour_problem *p = problem;
    uint32_t square = ((tour_node *)node)->square;
    ari_entered entered = tour_enter(p, node);
    p->entered += entered == ARI_ENTERED_DEAD; /* it was left already */
    tell_spot(p, ARI_SPOT_CALL, square, 0);
    tell_spot(p, ARI_SPOT_MARK, square, 0);
    tell_spot(p, ARI_SPOT_OVER, square, 0);
    if (entered == ARI_ENTERED_SOLVED)
        tell_spot(p, ARI_SPOT_SOLVED, square, 0);
    if (entered == ARI_ENTERED_DEAD) { /* no jump leads to a free square */
        tell_jumps(p, square, 0, KNIGHT_DIRECTIONS);
        tell_none(p, square);
        p->entered--;
    }
    return entered;
}

static bool told_next(void *problem, void *node, void *child)
{
    tour_problem *p = problem;
    const tour_node *here = node;
    int before = jump_before(here);
    p->given_up = !tour_next(p, node, child);
    int jump = p->given_up ? KNIGHT_DIRECTIONS : jump_before(here);
    tell_jumps(p, here->square, before + 1, jump);
    if (!p->given_up)
        tell_spot(p, ARI_SPOT_DEEPER, here->square, jump);
    return !p->given_up;
}

/* What is left at the end of the search does not return. */
static void told_leave(void *problem, void *node)
{
    tour_problem *p = problem;
    if (p->given_up)
        tell_none(p, ((const tour_node *)node)->square);
    p->given_up = false;
    tour_leave(p, node);
}

static const ari_problem told_functions = {.node_size = sizeof(tour_node),
                                           .root = tour_any_root,
                                           .enter = told_enter,
                                           .next = told_next,
                                           .leave = told_leave};

/* Every call but the last one says that the tour is complete, the last one first. */
static void tell_return(tour_problem *p, const ari_knight_tour *tour)
{
    uint32_t width = (uint32_t)p->width;
    for (p->entered = tour->length - 1; p->entered > 0; p->entered--) {
        uint32_t from = tour->path[p->entered - 1], to = tour->path[p->entered];
        int64_t x = from % width, y = from / width;
        int jump = knight_direction((int64_t)(to % width) - x, (int64_t)(to / width) - y);
        uint32_t square = (uint32_t)((y + MARGIN) * p->stride + x + MARGIN);
        tell_spot(p, ARI_SPOT_RETURN, square, jump);
    }
}

static void *copy_problem(const void *problem)
{
    const tour_problem *from = problem;
    tour_problem *p = malloc(sizeof *p);
    uint8_t *around = malloc(from->size);
    if (!p || !around) {
        free(p);
        free(around);
        return NULL;
    }
    *p = *from;
    memcpy(around, from->free_around, from->size);
    p->free_around = around;
    return p;
}

static void discard_problem(void *copy)
{
    tour_problem *p = copy;
    free(p->free_around);
    free(p);
}

static const ari_problem functions = {ARI__TYPED(tour), .copy = copy_problem,
                                      .discard = discard_problem};

/* ---- setting up ---- */

static ari_status prepare(tour_problem *p, const ari_knight_job *job, ari_error *error)
{
    int stride = job->width + 2 * MARGIN;
    size_t square = job->from < 0 ? 0 : (size_t)job->from, width = (size_t)job->width;
    *p = (tour_problem){.width = job->width,
                        .height = job->height,
                        .stride = stride,
                        .closed = job->closed,
                        .squares = width * (size_t)job->height,
                        .random = ari_random_seeded(job->seed),
                        .by_chance = job->seed != 0,
                        .plain = job->order == ARI_KNIGHT_FIXED,
                        .size = (size_t)stride * (size_t)(job->height + 2 * MARGIN)};
    p->start =
        (uint32_t)((square / width + MARGIN) * (size_t)stride + square % width + MARGIN);
    p->free_around = malloc(p->size);
    if (!p->free_around)
        return ari_fail_memory(error, p->size, "the board");
    memset(p->free_around, OUTSIDE, p->size);
    for (int d = 0; d < KNIGHT_DIRECTIONS; d++)
        p->step[d] = KNIGHT_DY[d] * stride + KNIGHT_DX[d];
    for (int y = 0; y < job->height; y++)
        for (int x = 0; x < job->width; x++) {
            int count = 0;
            for (int d = 0; d < KNIGHT_DIRECTIONS; d++) {
                int tx = x + KNIGHT_DX[d], ty = y + KNIGHT_DY[d];
                count += tx >= 0 && tx < job->width && ty >= 0 && ty < job->height;
            }
            p->free_around[(size_t)(y + MARGIN) * (size_t)stride + (size_t)x + MARGIN] =
                (uint8_t)count;
            p->low += count <= 1;
        }
    return ARI_OK;
}

/* ---- finding ---- */

typedef struct finding {
    const tour_problem *problem;
    ari_knight_tour *tour;
} finding;

static bool keep_path(void *self, const void *path, size_t depth)
{
    const finding *f = self;
    const tour_node *nodes = path;
    for (size_t i = 0; i < depth; i++) {
        size_t square = nodes[i].square;
        f->tour->path[i] = (uint32_t)(row(f->problem, square) * f->problem->width +
                                      column(f->problem, square));
    }
    return false;
}

/* An observer of squares, as the tour numbers them. */
typedef struct watching {
    const tour_problem *problem;
    const ari_backtrack_observer *observer;
} watching;

static void tell_square(void *self, ari_event event, const void *node, size_t depth)
{
    const watching *w = self;
    size_t square = ((const tour_node *)node)->square;
    const uint32_t number = (uint32_t)(row(w->problem, square) * w->problem->width +
                                       column(w->problem, square));
    w->observer->event(w->observer->self, event, &number, depth);
}

ari_status ari__knight_search(const ari_knight_job *job, uint64_t calls,
                              ari_knight_tour *tour, bool *undecided, ari_error *error)
{
    tour_problem p;
    ari_backtrack_stats stats;
    ari_backtrack_end end = ARI_BACKTRACK_DONE;
    *undecided = false;
    tour->found = false;
    ari_status status = prepare(&p, job, error);
    if (status != ARI_OK)
        return status;
    tour->path = ari__block_new(p.squares * sizeof *tour->path);
    tour->length = p.squares;
    if (!tour->path)
        status = ari_fail_memory(error, p.squares * sizeof *tour->path, "the tour");
    if (status == ARI_OK) {
        finding self = {.problem = &p, .tour = tour};
        ari_backtrack_job options = {
            .limits = job->limits, .solution = keep_path, .self = &self};
        bool own = calls && (!job->limits.nodes || calls < job->limits.nodes);
        if (own)
            options.limits.nodes = calls;
        watching watched = {.problem = &p, .observer = job->observer};
        const ari_backtrack_observer observer = {.self = &watched, .event = tell_square};
        if (job->observer)
            options.observer = &observer;
        p.spots = job->spots;
        status = ari__backtrack_whole(
            job->observer || p.spots ? ari_backtrack_run : tour_run,
            p.spots ? &told_functions : &functions, &p, &options, &stats, &end, error);
        tour->found = end == ARI_BACKTRACK_ENOUGH;
        if (tour->found && p.spots)
            tell_return(&p, tour);
        tour->method = ARI_KNIGHT_BACKTRACK;
        tour->stats.calls += stats.calls;
        tour->stats.backtracks += stats.backtracks;
        if (stats.deepest > tour->stats.deepest)
            tour->stats.deepest = stats.deepest;
        *undecided = end == ARI_BACKTRACK_STOPPED && own && stats.calls + 1 >= calls;
        if (status == ARI_OK && end == ARI_BACKTRACK_STOPPED && !*undecided)
            status = ari_fail(error, ARI_STOPPED, ARI_NO_OFFSET,
                              "stopped before a tour was found");
    }
    if (!tour->found)
        ari_knight_tour_free(tour);
    free(p.free_around);
    return status;
}

/* ---- counting ---- */

/* The number of tours that start at job->from. */
static ari_status count_from(const ari_knight_job *job, const ari_runner *runner,
                             uint64_t *count, ari_error *error)
{
    tour_problem p;
    ari_backtrack_stats stats;
    ari_backtrack_end end;
    ari_backtrack_job options = {.limits = job->limits};
    ari_status status = prepare(&p, job, error);
    if (status != ARI_OK)
        return status;
    p.one_way = job->closed;
    size_t split = p.squares > 24 ? 9 : 2;
    status = ari__backtrack_split(tour_run, &functions, &p, split, &options, runner,
                                  &stats, &end, error);
    *count = stats.solutions;
    if (status == ARI_OK && end == ARI_BACKTRACK_STOPPED)
        status = ari_fail(error, ARI_STOPPED, ARI_NO_OFFSET,
                          "stopped before all tours were counted");
    free(p.free_around);
    return status;
}

/* Closed tours all pass the corner, which has two neighbours: they are counted from there,
 * with the first move given. */
ari_status ari__knight_search_count(const ari_knight_job *job, const ari_runner *runner,
                                    uint64_t *count, ari_error *error)
{
    const ari__budget budget = ari__budget_open(&job->limits);
    ari_knight_job one = *job;
    one.seed = 0;
    *count = 0;
    if (job->closed)
        one.from = 0;
    if (one.from >= 0)
        return count_from(&one, runner, count, error);
    ari_status status = ARI_OK;
    for (one.from = 0; status == ARI_OK && one.from < (int64_t)job->width * job->height;
         one.from++) {
        uint64_t some = 0;
        (void)ari__budget_left(&budget, &one.limits);
        status = count_from(&one, runner, &some, error);
        *count += some;
    }
    return status;
}
