/* insanity.c: coloured cubes, solved as graphs.
 *
 * Colours are points, and each cube joins the colours of its opposite faces by three edges.
 * What the front and the back of the line show is one edge of each cube, and each colour ends
 * at most two of these (once in front, once behind; with as many cubes as colours: exactly
 * two). So the edges make rings and paths, and every such choice of edges can be turned to be
 * right: along each ring or path, one way or the other. Top and bottom are a second choice, of
 * edges that the first has not used.
 *
 *     cube 1  R-G          front  R G B      the ring R-G-B-R, run through one way
 *     cube 2  G-B          back   G B R
 *     cube 3  B-R
 *
 * The search chooses the first set and then the second, by backtracking through the template.
 * After every choice what follows from it is drawn: an edge whose colour is used up goes, a
 * cube with one edge left takes it, and a colour for which just enough edges are left gets
 * them. Of two sets that stand for each other's front and top, only one order is searched. */
#include "insanity.h"

#include <string.h>

#include "backtrack/backtrack.h"

#define BIT(i) (1u << (i))

struct watching;

typedef struct cubes_problem {
    const ari_cubes *cubes;
    ari__pairs pairs[ARI_CUBES_MOST];
    bool exact;               /* every colour must be used twice */
    struct watching *watched; /* NULL: nobody looks */
} cubes_problem;

/* The kinds of pairs each cube may still take; one bit means that it has taken it. */
typedef struct cubes_node {
    uint8_t second;  /* the second set is being chosen */
    uint8_t cube;    /* the one to choose for here */
    uint8_t choices; /* its kinds that are still to be tried */
    uint8_t open[ARI_CUBES_MOST];
    uint8_t first[ARI_CUBES_MOST]; /* the kind taken for the first set */
} cubes_node;

static inline bool single(unsigned set)
{
    return (set & (set - 1)) == 0;
}

static inline uint8_t lowest(unsigned set)
{
    return (uint8_t)__builtin_ctz(set);
}

void ari__pairs_of(const ari_cubes *cubes, ari__pairs *pairs)
{
    for (int i = 0; i < cubes->cubes; i++) {
        ari__pairs *p = &pairs[i];
        *p = (ari__pairs){.count = 0};
        for (size_t k = 0; k < 3; k++) {
            uint8_t a = cubes->faces[i][2 * k], b = cubes->faces[i][2 * k + 1];
            uint8_t low = a < b ? a : b, high = a < b ? b : a;
            int kind = 0;
            while (kind < p->count &&
                   (p->colour[kind][0] != low || p->colour[kind][1] != high))
                kind++;
            p->colour[kind][0] = low;
            p->colour[kind][1] = high;
            p->times[kind]++;
            if (kind == p->count)
                p->count++;
        }
    }
}

/* ---- telling an observer ---- */

/* What was chosen is seen before the node is entered and goes on to the next choice. */
typedef struct watching {
    const ari_backtrack_observer *observer;
    size_t depth; /* of the node being entered, from 0 */
    ari_cubes_choice chosen[2 * ARI_CUBES_MOST + 2]; /* at each depth */
    ari_cubes_choice dead;                           /* why, once it is */
} watching;

const char *ari_cubes_why_name(ari_cubes_why why)
{
    static const char *const names[] = {"",         "only-pair", "needed", "too-often",
                                        "too-rare", "no-pair",   "seen"};
    return names[why];
}

/* A dead end, and why; always false. */
static bool blame(const cubes_problem *problem, const cubes_node *node, ari_cubes_why why,
                  int what)
{
    if (problem->watched)
        problem->watched->dead = (ari_cubes_choice){
            .why = why, .there = node->second, .colour = (uint8_t)what, .stuck = what};
    return false;
}

/* Tells the cubes that have only one pair left now and had more before. */
static void tell_forced(const cubes_problem *problem, const cubes_node *node,
                        const uint8_t *before, ari_cubes_why why, int colour)
{
    const ari_backtrack_observer *observer = problem->watched->observer;
    for (int i = 0; i < problem->cubes->cubes; i++) {
        if (!node->open[i] || !single(node->open[i]) || single(before[i]))
            continue;
        const uint8_t *pair = problem->pairs[i].colour[lowest(node->open[i])];
        const ari_cubes_choice forced = {.cube = i,
                                         .top = node->second,
                                         .pair = {pair[0], pair[1]},
                                         .why = why,
                                         .colour = (uint8_t)colour};
        observer->event(observer->self, ARI_EVENT_FORCED, &forced,
                        problem->watched->depth);
    }
}

/* Those with one pair to begin with. */
static void tell_single(const cubes_problem *problem, const cubes_node *node)
{
    uint8_t before[ARI_CUBES_MOST];
    memset(before, 7, sizeof before);
    if (problem->watched)
        tell_forced(problem, node, before, ARI_CUBES_ONLY_PAIR, 0);
}

/* ---- what follows ---- */

/* Adds up the colours that the cubes have taken; false when one is taken three times. */
static bool count_used(const cubes_problem *problem, const cubes_node *node,
                       uint8_t *used)
{
    memset(used, 0, (size_t)problem->cubes->colours);
    for (int i = 0; i < problem->cubes->cubes; i++)
        if (single(node->open[i])) {
            const uint8_t *pair = problem->pairs[i].colour[lowest(node->open[i])];
            if (++used[pair[0]] > 2 || ++used[pair[1]] > 2)
                return blame(problem, node, ARI_CUBES_TOO_OFTEN,
                             used[pair[0]] > 2 ? pair[0] : pair[1]);
        }
    return true;
}

static inline bool fits(const uint8_t *pair, const uint8_t *used)
{
    return pair[0] == pair[1] ? used[pair[0]] == 0
                              : used[pair[0]] < 2 && used[pair[1]] < 2;
}

/* Drops the kinds that no longer fit. False when a cube has none left. */
static bool drop_unfit(const cubes_problem *problem, cubes_node *node,
                       const uint8_t *used, bool *changed)
{
    for (int i = 0; i < problem->cubes->cubes; i++) {
        if (single(node->open[i]))
            continue;
        unsigned open = node->open[i];
        for (unsigned rest = open; rest; rest &= rest - 1)
            if (!fits(problem->pairs[i].colour[lowest(rest)], used))
                open &= ~BIT(lowest(rest));
        if (!open)
            return blame(problem, node, ARI_CUBES_NO_PAIR, i);
        *changed = *changed || single(open);
        node->open[i] = (uint8_t)open;
    }
    return true;
}

/* How often a kind shows a colour. */
static inline unsigned shows(const uint8_t *pair, unsigned colour)
{
    return (pair[0] == colour) + (unsigned)(pair[1] == colour);
}

/* Every cube gives a colour as often as it can. Does that exclude anything? */
static bool force(const cubes_problem *problem, cubes_node *node, unsigned colour)
{
    bool changed = false;
    for (int i = 0; i < problem->cubes->cubes; i++) {
        if (single(node->open[i]))
            continue;
        unsigned most = 0, set = 0;
        for (unsigned rest = node->open[i]; rest; rest &= rest - 1) {
            unsigned times = shows(problem->pairs[i].colour[lowest(rest)], colour);
            if (times > most)
                set = 0;
            most = times > most ? times : most;
            if (times == most)
                set |= BIT(lowest(rest));
        }
        if (most == 0 || set == node->open[i])
            continue;
        node->open[i] = (uint8_t)set;
        changed = true;
    }
    return changed;
}

/* What the cubes that have not chosen can give each colour at most. */
static void count_supply(const cubes_problem *problem, const cubes_node *node,
                         uint8_t *supply)
{
    memset(supply, 0, (size_t)problem->cubes->colours);
    for (int i = 0; i < problem->cubes->cubes; i++) {
        const ari__pairs *pairs = &problem->pairs[i];
        uint8_t seen[6];
        int count = 0;
        if (single(node->open[i]))
            continue;
        for (unsigned rest = node->open[i]; rest; rest &= rest - 1) {
            const uint8_t *pair = pairs->colour[lowest(rest)];
            for (int end = 0; end < 2; end++) {
                int k = 0;
                while (k < count && seen[k] != pair[end])
                    k++;
                if (k == count) {
                    seen[count++] = pair[end];
                    supply[pair[end]]++;
                }
            }
            /* The second one of a pair of the same colour, which no other kind can give. */
            supply[pair[0]] = (uint8_t)(supply[pair[0]] + (pair[0] == pair[1]));
        }
    }
}

/* Every colour must come twice: some have no choice. False when there is not enough. */
static bool force_scarce(const cubes_problem *problem, cubes_node *node,
                         const uint8_t *used, bool *changed, int *needed)
{
    uint8_t supply[ARI_CUBES_COLOURS_MOST];
    count_supply(problem, node, supply);
    for (int c = 0; c < problem->cubes->colours; c++) {
        if (used[c] + supply[c] < 2)
            return blame(problem, node, ARI_CUBES_TOO_RARE, c);
        if (used[c] < 2 && used[c] + supply[c] == 2 &&
            force(problem, node, (unsigned)c)) {
            *changed = true; /* the supply of others is another now */
            *needed = c;
            return true;
        }
    }
    return true;
}

static bool propagate(const cubes_problem *problem, cubes_node *node)
{
    bool changed;
    do {
        uint8_t used[ARI_CUBES_COLOURS_MOST], before[ARI_CUBES_MOST];
        int needed = -1;
        changed = false;
        if (problem->watched)
            memcpy(before, node->open, sizeof before);
        if (!count_used(problem, node, used) ||
            !drop_unfit(problem, node, used, &changed))
            return false;
        if (!changed && problem->exact &&
            !force_scarce(problem, node, used, &changed, &needed))
            return false;
        if (problem->watched)
            tell_forced(problem, node, before,
                        needed < 0 ? ARI_CUBES_ONLY_PAIR : ARI_CUBES_NEEDED, needed);
    } while (changed);
    return true;
}

/* ---- the problem ---- */

static void cubes_root(const cubes_problem *problem, cubes_node *node)
{
    *node = (cubes_node){0};
    for (int i = 0; i < problem->cubes->cubes; i++)
        node->open[i] = (uint8_t)(BIT(problem->pairs[i].count) - 1);
}

/* The first set is complete; the second comes after it in the order of the kinds. */
static void begin_second(const cubes_problem *problem, cubes_node *node)
{
    bool equal = true; /* up to here the sets must be the same */
    node->second = 1;
    for (int i = 0; i < problem->cubes->cubes; i++) {
        const ari__pairs *pairs = &problem->pairs[i];
        unsigned taken = lowest(node->open[i]), open = BIT(pairs->count) - 1;
        node->first[i] = (uint8_t)taken;
        if (pairs->times[taken] == 1)
            open &= ~BIT(taken);
        if (equal)
            open &= ~(BIT(taken) - 1);
        equal = equal && open == BIT(taken);
        node->open[i] = (uint8_t)open;
    }
}

static bool in_order(const cubes_problem *problem, const cubes_node *node)
{
    for (int i = 0; i < problem->cubes->cubes; i++)
        if (lowest(node->open[i]) != node->first[i])
            return lowest(node->open[i]) > node->first[i];
    return true;
}

/* The cube with the fewest kinds left; false when all have chosen. */
static bool choose_cube(const cubes_problem *problem, cubes_node *node)
{
    int fewest = 4;
    for (int i = 0; i < problem->cubes->cubes; i++) {
        int count = __builtin_popcount(node->open[i]);
        if (count > 1 && count < fewest) {
            fewest = count;
            node->cube = (uint8_t)i;
            node->choices = node->open[i];
        }
    }
    return fewest < 4;
}

/* A cube without a pair for the second set: it has no other, or those that it has come before
 * the one of the first set. */
static bool any_empty(const cubes_problem *problem, const cubes_node *node)
{
    const uint8_t *empty = memchr(node->open, 0, (size_t)problem->cubes->cubes);
    if (!empty)
        return false;
    int cube = (int)(empty - node->open);
    bool more = problem->pairs[cube].count > 1;
    return !blame(problem, node, more ? ARI_CUBES_SEEN : ARI_CUBES_NO_PAIR, cube);
}

static inline ari_entered cubes_enter(cubes_problem *problem, cubes_node *node)
{
    if (problem->watched && problem->watched->depth == 0)
        tell_single(problem, node);
    if (!propagate(problem, node))
        return ARI_ENTERED_DEAD;
    if (choose_cube(problem, node))
        return ARI_ENTERED_OPEN;
    if (!node->second) {
        begin_second(problem, node);
        tell_single(problem, node);
        if (any_empty(problem, node) || !propagate(problem, node))
            return ARI_ENTERED_DEAD;
        if (choose_cube(problem, node))
            return ARI_ENTERED_OPEN;
    }
    return in_order(problem, node) || blame(problem, node, ARI_CUBES_SEEN, 0)
               ? ARI_ENTERED_SOLVED
               : ARI_ENTERED_DEAD;
}

static inline bool cubes_next(cubes_problem *problem, cubes_node *node, cubes_node *child)
{
    (void)problem;
    if (!node->choices)
        return false;
    unsigned choice = node->choices & -(unsigned)node->choices;
    node->choices = (uint8_t)(node->choices & ~choice);
    *child = *node;
    child->open[node->cube] = (uint8_t)choice;
    return true;
}

static inline void cubes_leave(cubes_problem *problem, cubes_node *node)
{
    (void)problem;
    (void)node;
}

#define PROBLEM cubes
#include "backtrack/backtrack.inc"
#undef PROBLEM

static const ari_problem functions = {ARI__TYPED(cubes)};

typedef struct telling {
    const cubes_problem *problem;
    const ari_cubes_job *job;
    ari_cubes_answer *answer;
    ari_limits limits; /* of the telling itself: it is no call, but takes its time */
    ari__ticker tick;
} telling;

static bool tell(void *self, const void *path, size_t depth)
{
    telling *t = self;
    const cubes_node *node = (const cubes_node *)path + depth - 1;
    uint8_t second[ARI_CUBES_MOST];
    for (int i = 0; i < t->problem->cubes->cubes; i++)
        second[i] = lowest(node->open[i]);
    return ari__cubes_orient(t->problem->cubes, t->problem->pairs, node->first, second,
                             t->job, t->answer, &t->tick);
}

static void tell_choice(void *self, ari_event event, const void *at, size_t depth)
{
    const cubes_problem *problem = self;
    watching *w = problem->watched;
    const cubes_node *node = at;
    if (depth < 2 || depth >= sizeof w->chosen / sizeof *w->chosen)
        return; /* nothing is chosen yet, or there are no more cubes */
    ari_cubes_choice *chosen = &w->chosen[depth];
    w->depth = depth - 1;
    if (event == ARI_EVENT_CHOOSE) {
        const uint8_t *pair =
            problem->pairs[node->cube].colour[lowest(node->open[node->cube])];
        *chosen = (ari_cubes_choice){
            .cube = node->cube, .top = node->second, .pair = {pair[0], pair[1]}};
    }
    if (event == ARI_EVENT_DEAD_END) {
        chosen->why = w->dead.why;
        chosen->there = w->dead.there;
        chosen->colour = w->dead.colour;
        chosen->stuck = w->dead.stuck;
    }
    w->observer->event(w->observer->self, event, chosen, depth - 1);
}

ari_status ari_cubes_solve(const ari_cubes *cubes, const ari_cubes_job *job,
                           ari_cubes_answer *answer, ari_error *error)
{
    *answer = (ari_cubes_answer){.end = ARI_BACKTRACK_DONE};
    if (cubes->cubes > cubes->colours)
        return ARI_OK; /* some colour would have to show twice */
    cubes_problem problem = {.cubes = cubes, .exact = cubes->cubes == cubes->colours};
    ari__pairs_of(cubes, problem.pairs);
    telling self = {.problem = &problem,
                    .job = job,
                    .answer = answer,
                    .limits = {.seconds = job->limits.seconds, .stop = job->limits.stop}};
    ari__ticker_start(&self.tick, &self.limits);
    watching watched = {.observer = job->observer};
    const ari_backtrack_observer observer = {.self = &problem, .event = tell_choice};
    if (job->observer)
        problem.watched = &watched;
    const ari_backtrack_job options = {.limits = job->limits,
                                       .solution = tell,
                                       .self = &self,
                                       .observer = job->observer ? &observer : NULL};
    ari_status status =
        ari__backtrack_whole(job->observer ? ari_backtrack_run : cubes_run, &functions,
                             &problem, &options, &answer->stats, &answer->end, error);
    if (self.tick.stopped)
        answer->end = ARI_BACKTRACK_STOPPED;
    return status;
}
