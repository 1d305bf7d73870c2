/* queens_search.c: queens by backtracking: row by row, in the narrowest row first, and boards
 * that are their own image when turned. Each is a problem for the template. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "backtrack/backtrack.h"
#include "puzzles/queens_parts.h"

/* ---- row by row ---- */

typedef struct rows_problem {
    uint32_t n;
    uint64_t
        allowed[ARI_QUEENS_MOST_EXACT + 1]; /* squares that no placed queen forbids */
} rows_problem;

/* The diagonals are those of the present row: they move by a column from row to row. */
typedef struct rows_node {
    uint64_t columns, left, right, untried;
    uint64_t row;
} rows_node;

static inline ari_entered rows_enter(rows_problem *p, rows_node *node)
{
    if (node->row == p->n)
        return ARI_ENTERED_SOLVED;
    node->untried = p->allowed[node->row] & ~(node->columns | node->left | node->right);
    return node->untried ? ARI_ENTERED_OPEN : ARI_ENTERED_DEAD;
}

static inline bool rows_next(rows_problem *p, rows_node *node, rows_node *child)
{
    (void)p;
    uint64_t queen = node->untried & -node->untried;
    if (!queen)
        return false;
    node->untried ^= queen;
    child->columns = node->columns | queen;
    child->left = (node->left | queen) << 1;
    child->right = (node->right | queen) >> 1;
    child->row = node->row + 1;
    return true;
}

static inline void rows_leave(rows_problem *p, rows_node *node)
{
    (void)p;
    (void)node;
}

static void rows_root(const rows_problem *p, rows_node *node)
{
    (void)p;
    *node = (rows_node){.row = 0};
}

#define PROBLEM rows
#include "backtrack/backtrack.inc"
#undef PROBLEM

static const ari_problem rows_functions = {ARI__TYPED(rows)};

/* A placed queen leaves its row one square, and its lines to nobody else. */
static rows_problem rows_of(const ari_queens_job *job)
{
    rows_problem p = {.n = job->n};
    uint64_t all = UINT64_MAX >> (64 - job->n);
    for (uint32_t y = 0; y < job->n; y++)
        p.allowed[y] = all;
    for (size_t i = 0; i < job->placed.count; i++) {
        ari_queen queen = job->placed.queens[i];
        for (uint32_t y = 0; y < job->n; y++) {
            uint32_t away = y > queen.y ? y - queen.y : queen.y - y;
            uint64_t own = UINT64_C(1) << queen.x % 64;
            uint64_t attacked = own | own << away % 64 | own >> away % 64;
            p.allowed[y] &= away ? ~attacked : own;
        }
    }
    return p;
}

static ari_status too_large(const ari_queens_job *job, ari_error *error)
{
    return ari_fail(error, ARI_RANGE, ARI_NO_OFFSET,
                    "backtracking is for boards up to %d, and this one is %" PRIu32,
                    ARI_QUEENS_MOST_EXACT, job->n);
}

/* Whom to tell, and how to read the columns off a path. */
typedef struct telling {
    uint32_t n;
    bool distinct;
    ari_queens_each *each;
    void *self;
    uint32_t columns[ARI_QUEENS_MOST_EXACT];
} telling;

static uint32_t place_of(uint64_t bit)
{
    return (uint32_t)__builtin_ctzll(bit);
}

/* Is there no image that comes before the board itself? */
static bool comes_first(uint32_t n, const uint32_t *columns)
{
    uint32_t image[ARI_QUEENS_MOST_EXACT], end = n - 1;
    for (int turn = 1; turn < 8; turn++) {
        for (uint32_t y = 0; y < n; y++) {
            uint32_t u = turn & 1 ? end - columns[y] : columns[y];
            uint32_t v = turn & 2 ? end - y : y;
            image[turn & 4 ? u : v] = turn & 4 ? v : u;
        }
        for (uint32_t y = 0; y < n; y++) {
            if (image[y] < columns[y])
                return false;
            if (image[y] > columns[y])
                break;
        }
    }
    return true;
}

static bool rows_solution(void *self, const void *path, size_t depth)
{
    telling *t = self;
    const rows_node *nodes = path;
    for (size_t y = 0; y + 1 < depth; y++)
        t->columns[y] = place_of(nodes[y + 1].columns ^ nodes[y].columns);
    return (t->distinct && !comes_first(t->n, t->columns)) ||
           t->each(t->self, t->columns);
}

/* ---- telling an observer ---- */

/* What is being searched, by the number of queens set, and how far its row was gone through. */
typedef struct watching {
    const ari_backtrack_observer *observer;
    uint32_t n;
    ari_queen queen[ARI_QUEENS_MOST_EXACT + 2];
    uint64_t columns[ARI_QUEENS_MOST_EXACT + 2];
    uint32_t row[ARI_QUEENS_MOST_EXACT + 2], seen[ARI_QUEENS_MOST_EXACT + 2];
} watching;

/* A board with `queens` of them goes on in this row, from its first square. */
static void begin_row(watching *w, size_t queens, uint64_t row)
{
    w->row[queens] = (uint32_t)row;
    w->seen[queens] = 0;
}

/* The squares up to here that were passed over: all are attacked. */
static void tell_refused(watching *w, size_t queens, uint32_t end)
{
    for (; w->seen[queens] < end; w->seen[queens]++) {
        const ari_queen square = {.x = w->seen[queens], .y = w->row[queens]};
        w->observer->event(w->observer->self, ARI_EVENT_REFUSED, &square, queens + 1);
    }
}

static void tell_queen(watching *w, ari_event event, size_t queens)
{
    if (queens > 0) /* the board as it was given has no queen to speak of */
        w->observer->event(w->observer->self, event, &w->queen[queens], queens);
}

/* The queen that was just chosen stands in the row of the node before it. */
static void choose_queen(watching *w, uint64_t columns, size_t queens)
{
    w->columns[queens] = columns;
    uint32_t x = place_of(columns ^ w->columns[queens - 1]);
    w->queen[queens] = (ari_queen){.x = x, .y = w->row[queens - 1]};
    tell_refused(w, queens - 1, x);
    w->seen[queens - 1]++;
}

/* A row without a square left is gone through like any other. */
static void tell_rows(void *self, ari_event event, const void *node, size_t depth)
{
    watching *w = self;
    const rows_node *rows = node;
    size_t queens = depth - 1;
    if (event == ARI_EVENT_CHOOSE)
        choose_queen(w, rows->columns, queens);
    if (event == ARI_EVENT_ENTER || event == ARI_EVENT_DEAD_END)
        begin_row(w, queens, rows->row);
    if (event == ARI_EVENT_DEAD_END)
        tell_queen(w, ARI_EVENT_ENTER, queens);
    if (event == ARI_EVENT_DEAD_END || event == ARI_EVENT_BACK) {
        tell_refused(w, queens, w->n);
        event = ARI_EVENT_BACK;
    }
    tell_queen(w, event, queens);
}

/* ---- telling spots: the same functions, and where they stand ---- */

typedef struct told_problem {
    rows_problem rows; /* must be the first */
    const ari_spot_observer *spots;
    size_t depth;  /* calls that are open: the last one is for the row depth - 1 */
    bool given_up; /* it has no square left, and is to be left */
    uint32_t seen[ARI_QUEENS_MOST_EXACT + 2]; /* squares gone through, by depth */
} told_problem;

static void tell_spot(const told_problem *p, ari_spot spot, uint32_t x)
{
    const ari_spot_frame frame = {
        .spot = spot, .depth = p->depth, .values = {x, (int64_t)p->depth - 1}};
    p->spots->at(p->spots->self, &frame);
}

/* Goes through the row up to that square, which is told, too, unless it is the end. */
static void tell_squares(told_problem *p, uint32_t end)
{
    for (uint32_t *x = &p->seen[p->depth]; *x < p->rows.n && *x <= end; ++*x) {
        tell_spot(p, ARI_SPOT_EACH, *x);
        tell_spot(p, ARI_SPOT_TEST, *x);
    }
}

/* The call ends without a solution; the one that made it takes its queen away. */
static void tell_none(told_problem *p)
{
    tell_spot(p, ARI_SPOT_NONE, 0);
    if (--p->depth > 0)
        tell_spot(p, ARI_SPOT_UNSET, p->seen[p->depth] - 1);
}

static ari_entered told_enter(void *problem, void *node)
{
    told_problem *p = problem;
    p->seen[++p->depth] = 0;
    tell_spot(p, ARI_SPOT_CALL, 0);
    tell_spot(p, ARI_SPOT_OVER, 0);
    ari_entered entered = rows_enter(&p->rows, node);
    if (entered == ARI_ENTERED_SOLVED) {
        tell_spot(p, ARI_SPOT_SOLVED, 0);
        p->depth--;
    } else if (entered == ARI_ENTERED_DEAD) { /* a row like any other, without a square */
        tell_squares(p, p->rows.n);
        tell_none(p);
    }
    return entered;
}

static bool told_next(void *problem, void *node, void *child)
{
    told_problem *p = problem;
    rows_node *here = node, *below = child;
    if (!rows_next(&p->rows, here, below)) {
        tell_squares(p, p->rows.n);
        p->given_up = true;
        return false;
    }
    uint32_t x = place_of(below->columns ^ here->columns);
    tell_squares(p, x);
    tell_spot(p, ARI_SPOT_SET, x);
    tell_spot(p, ARI_SPOT_DEEPER, x);
    return true;
}

/* What is left at the end of the search does not return. */
static void told_leave(void *problem, void *node)
{
    told_problem *p = problem;
    (void)node;
    if (p->given_up)
        tell_none(p);
    p->given_up = false;
}

static const ari_problem told_functions = {.node_size = sizeof(rows_node),
                                           .root = rows_any_root,
                                           .enter = told_enter,
                                           .next = told_next,
                                           .leave = told_leave};

/* Every call says that the board is solved, the last one first. */
static void tell_return(told_problem *p, const uint32_t *columns)
{
    for (p->depth = p->rows.n; p->depth > 0; p->depth--)
        tell_spot(p, ARI_SPOT_RETURN, columns[p->depth - 1]);
}

static ari_status run_told(const ari_queens_job *job, const ari_backtrack_job *options,
                           const telling *t, ari_backtrack_stats *stats,
                           ari_backtrack_end *end, ari_error *error)
{
    told_problem p = {.rows = rows_of(job), .spots = job->spots};
    ari_status status = ari__backtrack_whole(ari_backtrack_run, &told_functions, &p,
                                             options, stats, end, error);
    if (status == ARI_OK && *end == ARI_BACKTRACK_ENOUGH)
        tell_return(&p, t->columns);
    return status;
}

static ari_status run_rows(const ari_queens_job *job, telling *t,
                           ari_backtrack_stats *stats, ari_backtrack_end *end,
                           ari_error *error)
{
    *end = ARI_BACKTRACK_STOPPED;
    if (job->n > ARI_QUEENS_MOST_EXACT)
        return too_large(job, error);
    rows_problem p = rows_of(job);
    watching watched = {.observer = job->observer, .n = job->n};
    const ari_backtrack_observer observer = {.self = &watched, .event = tell_rows};
    const ari_backtrack_job options = {.limits = job->limits,
                                       .solution = rows_solution,
                                       .self = t,
                                       .observer = job->observer ? &observer : NULL};
    if (job->spots)
        return run_told(job, &options, t, stats, end, error);
    return ari__backtrack_whole(job->observer ? ari_backtrack_run : rows_run,
                                &rows_functions, &p, &options, stats, end, error);
}

static bool take_first(void *self, const uint32_t *columns)
{
    (void)self;
    (void)columns;
    return false;
}

static ari_queens_verdict verdict(ari_backtrack_end end)
{
    return end == ARI_BACKTRACK_ENOUGH ? ARI_QUEENS_FOUND
           : end == ARI_BACKTRACK_DONE ? ARI_QUEENS_NONE
                                       : ARI_QUEENS_UNDECIDED;
}

ari_status ari__queens_backtrack(const ari_queens_job *job, uint32_t *columns,
                                 ari_queens_answer *answer, ari_error *error)
{
    telling t = {.n = job->n, .each = take_first};
    ari_backtrack_stats stats = {0};
    ari_backtrack_end end;
    ari_status status = run_rows(job, &t, &stats, &end, error);
    if (status != ARI_OK)
        return status;
    *answer = (ari_queens_answer){verdict(end), ARI_QUEENS_BACKTRACK, stats.calls};
    if (answer->verdict == ARI_QUEENS_FOUND)
        memcpy(columns, t.columns, job->n * sizeof *columns);
    return ARI_OK;
}

ari_status ari_queens_all(const ari_queens_job *job, bool distinct, ari_queens_each *each,
                          void *self, ari_error *error)
{
    telling t = {.n = job->n, .distinct = distinct, .each = each, .self = self};
    ari_backtrack_stats stats = {0};
    ari_backtrack_end end;
    ari_status status = run_rows(job, &t, &stats, &end, error);
    if (status == ARI_OK && end == ARI_BACKTRACK_STOPPED)
        return ari_fail(error, ARI_STOPPED, ARI_NO_OFFSET,
                        "stopped after %" PRIu64 " solutions", stats.solutions);
    return status;
}

/* ---- the narrowest row first ---- */

__extension__ typedef unsigned __int128 diagonals;

typedef struct narrow_problem {
    uint32_t n;
    ari_queens_placed placed;
} narrow_problem;

typedef struct narrow_node {
    diagonals sum, between; /* taken: x + y, and x - y + n - 1 */
    uint64_t columns, rows; /* not taken yet */
    uint64_t untried;       /* squares in `row` */
    uint64_t row;
} narrow_node;

static inline ari_entered narrow_enter(narrow_problem *p, narrow_node *node)
{
    int fewest = ARI_QUEENS_MOST_EXACT + 1;
    uint64_t reached = 0;
    for (uint64_t rows = node->rows; rows; rows &= rows - 1) {
        uint32_t y = place_of(rows);
        uint64_t squares = node->columns & ~(uint64_t)(node->sum >> y) &
                           ~(uint64_t)(node->between >> (p->n - 1 - y));
        int count = __builtin_popcountll(squares);
        reached |= squares;
        if (count < fewest) {
            fewest = count;
            node->row = y;
            node->untried = squares;
        }
    }
    if (node->rows == 0)
        return ARI_ENTERED_SOLVED;
    /* A column that no row reaches is as bad as a row without squares. */
    return fewest == 0 || reached != node->columns ? ARI_ENTERED_DEAD : ARI_ENTERED_OPEN;
}

static inline narrow_node narrow_put(const narrow_problem *p, const narrow_node *node,
                                     uint32_t x, uint32_t y)
{
    return (narrow_node){.columns = node->columns & ~(UINT64_C(1) << x),
                         .rows = node->rows & ~(UINT64_C(1) << y),
                         .sum = node->sum | (diagonals)1 << (x + y),
                         .between = node->between | (diagonals)1 << (x + p->n - 1 - y)};
}

static inline bool narrow_next(narrow_problem *p, narrow_node *node, narrow_node *child)
{
    if (!node->untried)
        return false;
    *child = narrow_put(p, node, place_of(node->untried), (uint32_t)node->row);
    node->untried &= node->untried - 1;
    return true;
}

static inline void narrow_leave(narrow_problem *p, narrow_node *node)
{
    (void)p;
    (void)node;
}

static void narrow_root(const narrow_problem *p, narrow_node *node)
{
    uint64_t all = UINT64_MAX >> (64 - p->n);
    *node = (narrow_node){.columns = all, .rows = all};
    for (size_t i = 0; i < p->placed.count; i++)
        *node = narrow_put(p, node, p->placed.queens[i].x, p->placed.queens[i].y);
}

#define PROBLEM narrow
#include "backtrack/backtrack.inc"
#undef PROBLEM

static const ari_problem narrow_functions = {ARI__TYPED(narrow)};

static void tell_narrow(void *self, ari_event event, const void *node, size_t depth)
{
    watching *w = self;
    const narrow_node *narrow = node;
    size_t queens = depth - 1;
    if (depth == 1)
        w->columns[0] = narrow->columns;
    if (event == ARI_EVENT_CHOOSE)
        choose_queen(w, narrow->columns, queens);
    if (event == ARI_EVENT_ENTER)
        begin_row(w, queens, narrow->row);
    if (event == ARI_EVENT_BACK)
        tell_refused(w, queens, w->n);
    tell_queen(w, event, queens);
}

static bool narrow_solution(void *self, const void *path, size_t depth)
{
    uint32_t *columns = self;
    const narrow_node *nodes = path;
    for (size_t i = 0; i + 1 < depth; i++)
        columns[nodes[i].row] = place_of(nodes[i].columns ^ nodes[i + 1].columns);
    return false;
}

ari_status ari__queens_exact(const ari_queens_job *job, uint32_t *columns,
                             ari_queens_answer *answer, ari_error *error)
{
    if (job->n > ARI_QUEENS_MOST_EXACT)
        return too_large(job, error);
    narrow_problem p = {.n = job->n, .placed = job->placed};
    ari_backtrack_stats stats;
    ari_backtrack_end end = ARI_BACKTRACK_STOPPED;
    watching watched = {.observer = job->observer, .n = job->n};
    const ari_backtrack_observer observer = {.self = &watched, .event = tell_narrow};
    const ari_backtrack_job options = {.limits = job->limits,
                                       .solution = narrow_solution,
                                       .self = columns,
                                       .observer = job->observer ? &observer : NULL};
    ari_status status =
        ari__backtrack_whole(job->observer ? ari_backtrack_run : narrow_run,
                             &narrow_functions, &p, &options, &stats, &end, error);
    for (size_t i = 0; i < job->placed.count; i++)
        columns[job->placed.queens[i].y] = job->placed.queens[i].x;
    if (status == ARI_OK)
        *answer = (ari_queens_answer){verdict(end), ARI_QUEENS_EXACT, stats.calls};
    return status;
}

/* ---- boards that are their own image ---- */

typedef struct turned_problem {
    uint32_t n;
    bool quarter;
} turned_problem;

typedef struct turned_node {
    ari__queens_taken taken;
    uint32_t untried, row;
} turned_node;

static inline ari_entered turned_enter(turned_problem *p, turned_node *node)
{
    uint32_t all = UINT32_MAX >> (32 - p->n);
    if (node->taken.y == all)
        return ARI_ENTERED_SOLVED;
    node->row = place_of(~(uint64_t)node->taken.y);
    node->untried = all & ~node->taken.x;
    return ARI_ENTERED_OPEN;
}

/* Puts a queen and its images. */
static inline bool turned_put(const turned_problem *p, ari__queens_taken *taken,
                              uint32_t x, uint32_t y)
{
    uint32_t n = p->n, end = n - 1;
    return ari__queens_put(taken, n, x, y) &&
           ari__queens_put(taken, n, end - x, end - y) &&
           (!p->quarter || (ari__queens_put(taken, n, end - y, x) &&
                            ari__queens_put(taken, n, y, end - x)));
}

static inline bool turned_next(turned_problem *p, turned_node *node, turned_node *child)
{
    while (node->untried) {
        uint32_t x = place_of(node->untried);
        node->untried &= node->untried - 1;
        child->taken = node->taken;
        if (turned_put(p, &child->taken, x, node->row))
            return true;
    }
    return false;
}

static inline void turned_leave(turned_problem *p, turned_node *node)
{
    (void)p;
    (void)node;
}

/* On an odd board the middle is its own image, and must have a queen. */
static void turned_root(const turned_problem *p, turned_node *node)
{
    *node = (turned_node){.row = 0};
    if (p->n & 1)
        ari__queens_put(&node->taken, p->n, p->n / 2, p->n / 2);
}

#define PROBLEM turned
#include "backtrack/backtrack.inc"
#undef PROBLEM

static const ari_problem turned_functions = {ARI__TYPED(turned)};

ari_status ari__queens_turned(uint32_t n, bool quarter, const ari_limits *limits,
                              uint64_t *count, ari_error *error)
{
    turned_problem p = {.n = n, .quarter = quarter};
    ari_backtrack_stats stats;
    ari_backtrack_end end;
    ari_backtrack_job options = {.limits = {.depth = 0}};
    if (limits)
        options.limits = (ari_limits){.seconds = limits->seconds, .stop = limits->stop};
    ari_status status = ari__backtrack_whole(turned_run, &turned_functions, &p, &options,
                                             &stats, &end, error);
    *count = stats.solutions;
    if (status == ARI_OK && end == ARI_BACKTRACK_STOPPED)
        return ari_fail(error, ARI_STOPPED, ARI_NO_OFFSET,
                        "stopped while counting the boards that are their own image");
    return status;
}
