/* thermograph.c: mean and temperature, exactly.
 *
 * Cooled by t, each move costs t. The left wall at t is the best that the first player reaches by moving first, the
 * right wall that of the second: L(t) is the largest right wall of its left options, less t, and R(t) the smallest left
 * wall of its right options, and t. Where they meet is the temperature, and above that the mast, the mean (Conway 1976;
 * Berlekamp, Conway and Guy 1982). Walls are straight between corners, and each piece goes up, down or straight on. */
#include "sums/thermograph.h"

#include <stdlib.h>

#include "base/memory.h"
#include "sums/value_text.h"

#define CORNERS ARI_WALL_CORNERS
#define WHOLE ((int64_t)1 << ARI__FINE)

typedef struct wall {
    int count;
    int64_t t[CORNERS], v[CORNERS];
    int slope[CORNERS]; /* from there on */
} wall;

typedef struct graph {
    ari__heat heat;
    wall sides[2];
} graph;

struct ari__thermographs {
    ari__canonicals *all;
    ari_allowance *memory;
    struct slot {
        graph *graph;
    } * slots; /* by value */
    size_t room;
    bool crowded;
};

ari__thermographs *ari__thermographs_new(ari__canonicals *all, ari_allowance *memory)
{
    ari__thermographs *graphs = calloc(1, sizeof *graphs);
    if (graphs)
        *graphs = (ari__thermographs){.all = all, .memory = memory};
    return graphs;
}

void ari__thermographs_free(ari__thermographs *graphs)
{
    if (!graphs)
        return;
    for (size_t i = 0; i < graphs->room; i++)
        if (graphs->slots[i].graph) {
            ari_allowance_give(graphs->memory, sizeof(graph));
            free(graphs->slots[i].graph);
        }
    ari__charged_free(graphs->memory, graphs->slots, graphs->room, sizeof *graphs->slots);
    free(graphs);
}

/* ---- walls ---- */

/* The piece of a wall at t. */
static int piece_at(const wall *w, int64_t t)
{
    int i = w->count - 1;
    while (i > 0 && w->t[i] > t)
        i--;
    return i;
}

static int64_t value_at(const wall *w, int64_t t)
{
    int i = piece_at(w, t);
    return w->v[i] + w->slope[i] * (t - w->t[i]);
}

static bool add_corner(wall *w, int64_t t, int64_t v, int slope)
{
    if (w->count > 0 && w->t[w->count - 1] == t)
        w->count--;
    if (w->count > 0 && w->slope[w->count - 1] == slope && value_at(w, t) == v)
        return true;
    if (w->count == CORNERS)
        return false;
    w->t[w->count] = t;
    w->v[w->count] = v;
    w->slope[w->count++] = slope;
    return true;
}

/* The next corner of two walls after t; -1: there is none. */
static int64_t next_corner(const wall *a, const wall *b, int64_t t)
{
    int64_t next = -1;
    for (int k = 0; k < 2; k++) {
        const wall *w = k ? b : a;
        for (int i = 0; i < w->count; i++)
            if (w->t[i] > t && (next < 0 || w->t[i] < next))
                next = w->t[i];
    }
    return next;
}

/* Where two lines, `gap` apart, meet that come nearer by `closing` each unit; -1: between units. */
static int64_t meet(int64_t t, int64_t gap, int64_t closing)
{
    return gap % closing ? -1 : t + gap / closing;
}

/* The larger of two walls, or with sign -1 the smaller. */
static bool outer(const wall *a, const wall *b, int sign, wall *out)
{
    out->count = 0;
    for (int64_t t = 0; t >= 0;) {
        int i = piece_at(a, t), k = piece_at(b, t);
        int64_t gap = sign * (value_at(a, t) - value_at(b, t));
        int more = sign * (a->slope[i] - b->slope[k]);
        bool first = gap > 0 || (gap == 0 && more >= 0);
        const wall *w = first ? a : b;
        if (!add_corner(out, t, value_at(w, t), w->slope[first ? i : k]))
            return false;
        int64_t next = next_corner(a, b, t), closing = first ? -more : more;
        gap = gap < 0 ? -gap : gap;
        if (closing > 0 && (next < 0 || gap < closing * (next - t))) {
            next = meet(t, gap, closing);
            if (next <= t)
                return false;
        }
        t = next;
    }
    return true;
}

/* ---- the graph of a value ---- */

static const graph *graph_of(ari__thermographs *graphs, ari__canonical a);

/* The best of the options of a side at each temperature, and what the move costs. */
static bool scaffold(ari__thermographs *graphs, ari__canonical a, int side, wall *out)
{
    const ari__canonical *options;
    int count = ari__value_options(graphs->all, a, side, &options);
    wall best = {.count = 0};
    for (int i = 0; i < count; i++) {
        const graph *option = graph_of(graphs, options[i]);
        if (!option || !option->heat.known)
            return false;
        wall both = option->sides[!side];
        if (i > 0 && !outer(&option->sides[!side], &best, side ? -1 : 1, &both))
            return false;
        best = both;
    }
    int cost = side ? 1 : -1;
    out->count = 0;
    for (int i = 0; i < best.count; i++)
        if (!add_corner(out, best.t[i], best.v[i] + cost * best.t[i],
                        best.slope[i] + cost))
            return false;
    return count > 0;
}

/* The temperature at which they meet; -1: between units. */
static int64_t meeting(const wall *left, const wall *right)
{
    for (int64_t t = 0;;) {
        int64_t gap = value_at(left, t) - value_at(right, t);
        if (gap <= 0)
            return t;
        int closing = right->slope[piece_at(right, t)] - left->slope[piece_at(left, t)];
        int64_t next = next_corner(left, right, t);
        if (closing > 0 && (next < 0 || gap <= closing * (next - t)))
            return meet(t, gap, closing);
        if (next < 0)
            return -1;
        t = next;
    }
}

static bool put_mast(wall *w, int64_t temperature, int64_t mean)
{
    while (w->count > 0 && w->t[w->count - 1] >= temperature)
        w->count--;
    return add_corner(w, temperature, mean, 0);
}

static void draw(ari__thermographs *graphs, ari__canonical a, graph *g)
{
    int64_t number;
    wall *left = &g->sides[0], *right = &g->sides[1];
    if (ari__value_number(graphs->all, a, &number)) {
        int64_t step = number & -number;
        g->heat = (ari__heat){true, number, number % WHOLE ? -step : -WHOLE};
        (void)add_corner(left, 0, number, 0);
        (void)add_corner(right, 0, number, 0);
        return;
    }
    if (!scaffold(graphs, a, 0, left) || !scaffold(graphs, a, 1, right))
        return;
    int64_t temperature = meeting(left, right);
    if (temperature < 0)
        return;
    int64_t mean = value_at(left, temperature);
    g->heat = (ari__heat){put_mast(left, temperature, mean) &&
                              put_mast(right, temperature, mean),
                          mean, temperature};
}

static const graph *no_room(ari__thermographs *graphs)
{
    graphs->crowded = true;
    return NULL;
}

static const graph *graph_of(ari__thermographs *graphs, ari__canonical a)
{
    if (!ari__charged_grow(graphs->memory, (void **)&graphs->slots, &graphs->room,
                           (size_t)a + 1, sizeof *graphs->slots))
        return no_room(graphs);
    if (!graphs->slots[a].graph) {
        if (!ari_allowance_take(graphs->memory, sizeof(graph)))
            return no_room(graphs);
        graph *g = calloc(1, sizeof *g);
        if (!g) {
            ari_allowance_give(graphs->memory, sizeof *g);
            return no_room(graphs);
        }
        draw(graphs, a, g);
        graphs->slots[a].graph = g;
    }
    return graphs->slots[a].graph;
}

bool ari__thermographs_crowded(const ari__thermographs *graphs)
{
    return graphs->crowded;
}

ari__heat ari__heat_of(ari__thermographs *graphs, ari__canonical a)
{
    const graph *g = graph_of(graphs, a);
    return g ? g->heat : (ari__heat){.known = false};
}

bool ari__thermograph_of(ari__thermographs *graphs, ari__canonical a,
                         ari_thermograph *out)
{
    const graph *g = graph_of(graphs, a);
    if (!g || !g->heat.known)
        return false;
    out->mean = ari__dyadic_of(g->heat.mean);
    out->temperature = ari__dyadic_of(g->heat.temperature);
    for (int side = 0; side < 2; side++) {
        const wall *w = &g->sides[side];
        out->count[side] = w->count;
        for (int i = 0; i < w->count; i++)
            out->walls[side][i] =
                (ari_corner){ari__dyadic_of(w->t[i]), ari__dyadic_of(w->v[i])};
    }
    return true;
}
