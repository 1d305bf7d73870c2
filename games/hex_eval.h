/* hex_eval.h: how well the sides of Hex are joined: the stones that they lack, and a current.
 *
 * The stones that a side lacks from edge to edge are counted as if bridges were as good as
 * neighbours.
 *
 * For the current, after Shannon, the board is a circuit: stones that are neighbours or a
 * bridge apart are wires, free cells resist, and the other's stones let nothing through. How much
 * flows from edge to edge tells how well they are joined, by all ways at once. */
#ifndef GAMES_HEX_EVAL_H
#define GAMES_HEX_EVAL_H

#include "hex_chains.h"

#define HEX_FAR (HEX_CELLS / 2 + 2)

/* The free cells that a side gets to with 1, 2, 3 ... stones from one of its edges, where bridges are
 * as good as neighbours. The result is how many it takes to the other edge. */
static int hex_levels(const hex_rules *r, const hex_half *half, int end,
                      hex_set level[HEX_FAR])
{
    hex_set goal = r->edge[half->side][!end] | half->near[!end];
    hex_set fresh = r->edge[half->side][end] | half->near[end], seen = 0;
    for (int i = 0; i < HEX_FAR; i++) {
        level[i] = i ? fresh & half->free : 0;
        hex_set next = i ? 0 : fresh & half->free, before;
        fresh &= i ? r->all : half->stones;
        do { /* stones that it is joined to cost nothing */
            before = fresh;
            hex_set reach = hex_reach(r, half, fresh);
            fresh |= reach & half->stones & ~seen;
            next |= reach & half->free;
        } while (fresh != before);
        seen |= fresh;
        if (fresh & goal)
            return i;
        fresh = next & ~seen;
    }
    return HEX_FAR;
}

/* How many stones a side needs from edge to edge, and how many cells are on a shortest way. */
static void hex_measure(const hex_rules *r, const hex_state *s, int side, int *stones,
                        int *cells)
{
    hex_set from[HEX_FAR], back[HEX_FAR], ways = 0;
    hex_half half = hex_half_of(r, s, side);
    *stones = hex_levels(r, &half, 0, from);
    hex_levels(r, &half, 1, back);
    for (int i = 1; i <= *stones && *stones < HEX_FAR; i++)
        ways |= from[i] & back[*stones + 1 - i];
    *cells = hex_count(ways);
}

static int hex_bridges(const hex_rules *r, const hex_state *s, const int *params)
{
    int side = hex_mover(s), stones[2], cells[2];
    for (int i = 0; i < 2; i++)
        hex_measure(r, s, i, &stones[i], &cells[i]);
    return params[0] * (stones[!side] - stones[side]) +
           params[1] * (cells[side] - cells[!side]) + params[2];
}

/* ---- the current ---- */

#define HEX_WIRES (HEX_CELLS / 2 + 4) /* wires 0 and 1 are the edges */
#define HEX_SWEEPS 20
#define HEX_HASTE 1.5F /* steps are so much longer than they need be */
#define HEX_LINKS 14   /* neighbours, bridges and edges of a cell */

/* A free cell, and what it is joined to: nodes below HEX_WIRES are wires. */
typedef struct hex_node {
    uint8_t count, to[HEX_LINKS];
    float weight[HEX_LINKS], all;
} hex_node;

typedef struct hex_circuit {
    int cells, wires;
    hex_set wire[HEX_WIRES]; /* the stones in each */
    uint8_t node_of[HEX_CELLS];
    float potential[HEX_WIRES + HEX_CELLS]; /* of the wires, then of the free cells */
    hex_node node[HEX_CELLS];
} hex_circuit;

/* The stones that a set is joined to, over bridges, too. */
static hex_set hex_wired(const hex_rules *r, const hex_half *half, hex_set from)
{
    hex_set joined = from & half->stones, before;
    do {
        before = joined;
        joined |= hex_reach(r, half, joined) & half->stones;
    } while (joined != before);
    return joined;
}

static void hex_join(hex_node *node, int to, float weight)
{
    node->to[node->count] = (uint8_t)to;
    node->weight[node->count++] = weight;
    node->all += weight;
}

static void hex_add_links(const hex_rules *r, const hex_half *half, hex_circuit *c,
                          hex_set cell, hex_node *node)
{
    hex_set near = hex_around(r, cell), over = hex_reach(r, half, cell) & ~near;
    for (int end = 0; end < 2;
         end++) /* half of a cell's resistance lies on each side of it */
        if ((r->edge[half->side][end] | half->near[end]) & cell)
            hex_join(node, end, 2);
    for (int wire = 0; wire < c->wires; wire++)
        if ((near | over) & c->wire[wire])
            hex_join(node, wire, 2);
    for (hex_set to = near & half->free; to; to &= to - 1)
        hex_join(node, HEX_WIRES + c->node_of[hex_lowest(to)], 1);
}

static void hex_make_circuit(const hex_rules *r, const hex_half *half, hex_circuit *c)
{
    c->cells = 0;
    c->wires = 2;
    hex_set left = half->stones;
    for (int end = 0; end < 2; end++) {
        c->wire[end] = hex_wired(r, half, r->edge[half->side][end] | half->near[end]);
        c->potential[end] = (float)!end;
        left &= ~c->wire[end];
    }
    for (; left; left &= ~c->wire[c->wires++]) {
        c->wire[c->wires] = hex_wired(r, half, left & -left);
        c->potential[c->wires] = 0.5F;
    }
    for (hex_set free = half->free; free; free &= free - 1)
        c->node_of[hex_lowest(free)] = (uint8_t)c->cells++;
    int i = 0;
    for (hex_set free = half->free; free; free &= free - 1, i++) {
        int cell = hex_lowest(free), row = half->side ? cell % r->size : cell / r->size;
        c->node[i] = (hex_node){.count = 0};
        c->potential[HEX_WIRES + i] = 1 - (float)(row + 1) / (float)(r->size + 1);
        hex_add_links(r, half, c, free & -free, &c->node[i]);
    }
}

/* Brings every potential to the mean of those around it, again and again (Gauss and Seidel). */
static void hex_settle(hex_circuit *c)
{
    for (int sweep = 0; sweep < HEX_SWEEPS; sweep++) {
        float sum[HEX_WIRES] = {0}, all[HEX_WIRES] = {0};
        for (int i = 0; i < c->cells; i++) {
            const hex_node *node = &c->node[i];
            float total = 0, *own = &c->potential[HEX_WIRES + i];
            for (int k = 0; k < node->count; k++)
                total += node->weight[k] * c->potential[node->to[k]];
            if (node->all > 0)
                *own += HEX_HASTE * (total / node->all - *own);
            for (int k = 0; k < node->count && node->to[k] < HEX_WIRES; k++) {
                sum[node->to[k]] += node->weight[k] * *own;
                all[node->to[k]] += node->weight[k];
            }
        }
        for (int wire = 2; wire < c->wires; wire++)
            if (all[wire] > 0)
                c->potential[wire] = sum[wire] / all[wire];
    }
}

/* What flows from one edge of a side to the other; very much where they are joined. */
static float hex_flow(const hex_rules *r, const hex_state *s, int side)
{
    hex_half half = hex_half_of(r, s, side);
    hex_circuit c;
    hex_make_circuit(r, &half, &c);
    if (c.wire[0] & c.wire[1])
        return 1000;
    hex_settle(&c);
    float flow = 0;
    for (int i = 0; i < c.cells; i++)
        for (int k = 0; k < c.node[i].count; k++)
            if (c.node[i].to[k] == 0)
                flow += c.node[i].weight[k] * (1 - c.potential[HEX_WIRES + i]);
    return flow;
}

/* From -1000 to 1000: the share of what flows that is the mover's more than the other's. */
static int hex_balance(const hex_rules *r, const hex_state *s, int side)
{
    float mine = hex_flow(r, s, side), theirs = hex_flow(r, s, !side);
    return mine + theirs > 0 ? (int)(1000 * (mine - theirs) / (mine + theirs)) : 0;
}

#endif
