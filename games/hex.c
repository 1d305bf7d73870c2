/* hex.c: Hex: a rhombus of hexagons, whose opposite edges two players try to join.
 *
 * A cell is number x + size * y, y from the top. It has six neighbours, and six cells more a
 * bridge away: the two cells between are free, so that whoever is kept from one takes the other.
 *
 *       . B .          directions, in turn:  (1, 0) (0, 1) (-1, 1) (-1, 0) (0, -1) (1, -1)
 *      B n n B         a bridge goes one step in a direction and one in the next:
 *       n A n          (1, 1) (-1, 2) (-2, 1) (-1, -1) (1, -2) (2, -1)
 *      B n n B
 *       . B .
 *
 * A position is the stones of both sides, a bit for each cell; the highest bit of the second's
 * says that it is the second's turn, which the stones tell only where there is no swap. A move is
 * a cell, or size * size for the swap: the first stone is mirrored and changes its owner, which
 * is the same as changing sides.
 *
 * The exact search knows two bounds. Whoever is one chain of bridges short of nothing is
 * connected: the other side cannot break more than one bridge a move, and each is restored at
 * once. And a side that lacks k stones at the least does not win in fewer moves. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include <ariadne/game.h>

#define HEX_SIDE 11
#define HEX_CELLS (HEX_SIDE * HEX_SIDE)
#define HEX_FEW 7 /* the side of a board on which every move is looked at closely */

__extension__ typedef unsigned __int128 hex_set;

#define HEX_TURN ((hex_set)1 << 127)

typedef struct hex_rules {
    int size, cells;
    bool swap;
    ari_move order[HEX_CELLS]; /* of cells, from the centre outwards */
    hex_set all;
    hex_set not_left, not_right; /* columns that a step to the left or right begins in */
    hex_set edge[2][2];          /* of each side: top and bottom, left and right */
    hex_set edge_next[2][2];     /* the rows or columns next to them */
} hex_rules;

typedef struct hex_state {
    hex_set stones[2];
} hex_state;

static inline hex_set hex_bit(int cell)
{
    return (hex_set)1 << cell;
}

static inline int hex_count(hex_set set)
{
    return __builtin_popcountll((uint64_t)set) +
           __builtin_popcountll((uint64_t)(set >> 64));
}

static inline int hex_lowest(hex_set set)
{
    return (uint64_t)set ? __builtin_ctzll((uint64_t)set)
                         : 64 + __builtin_ctzll((uint64_t)(set >> 64));
}

static inline hex_set hex_stones(const hex_state *s, int side)
{
    return s->stones[side] & ~HEX_TURN;
}

static inline hex_set hex_free(const hex_rules *r, const hex_state *s)
{
    return r->all & ~(s->stones[0] | s->stones[1]);
}

/* ---- setting up ---- */

static int hex_centre(const hex_rules *r, ari_move m)
{
    if (m == r->cells)
        return 0;
    int x = 2 * (m % r->size) - r->size + 1, y = 2 * (m / r->size) - r->size + 1;
    return x * x + y * y + x * y;
}

static ari_status hex_setup(const ari_value *values, hex_rules *r, ari_error *error)
{
    (void)error;
    int n = r->size = (int)values[0].number;
    r->swap = values[1].number != 0;
    r->cells = n * n;
    for (int cell = 0; cell < r->cells; cell++) {
        int at[2] = {cell / n, cell % n}; /* how far from each side's first edge */
        int at_order = cell;              /* sorted as they come */
        for (; at_order > 0 &&
               hex_centre(r, (ari_move)cell) < hex_centre(r, r->order[at_order - 1]);
             at_order--)
            r->order[at_order] = r->order[at_order - 1];
        r->order[at_order] = (ari_move)cell;
        r->all |= hex_bit(cell);
        r->not_left |= at[1] > 0 ? hex_bit(cell) : 0;
        r->not_right |= at[1] < n - 1 ? hex_bit(cell) : 0;
        for (int side = 0; side < 2; side++) {
            r->edge[side][0] |= at[side] == 0 ? hex_bit(cell) : 0;
            r->edge[side][1] |= at[side] == n - 1 ? hex_bit(cell) : 0;
            r->edge_next[side][0] |= at[side] == 1 ? hex_bit(cell) : 0;
            r->edge_next[side][1] |= at[side] == n - 2 ? hex_bit(cell) : 0;
        }
    }
    return ARI_OK;
}

static hex_state hex_start(const hex_rules *r)
{
    (void)r;
    return (hex_state){{0, 0}};
}

/* ---- sets of cells ---- */

/* Every cell of the set moves one step; those that would leave the board vanish. */
static inline hex_set hex_step(const hex_rules *r, hex_set set, int direction)
{
    switch (direction) {
    case 0:
        return (set & r->not_right) << 1;
    case 1:
        return set << r->size & r->all;
    case 2:
        return (set & r->not_left) << (r->size - 1) & r->all;
    case 3:
        return (set & r->not_left) >> 1;
    case 4:
        return set >> r->size;
    default:
        return (set & r->not_right) >> (r->size - 1);
    }
}

static inline hex_set hex_around(const hex_rules *r, hex_set set)
{
    hex_set right = set & r->not_right, left = set & r->not_left;
    int n = r->size;
    return (set << n | set >> n | right << 1 | left >> 1 | right >> (n - 1) |
            left << (n - 1)) &
           r->all;
}

/* What can be reached from a set by steps through cells that are `open`. */
static inline hex_set hex_flood(const hex_rules *r, hex_set from, hex_set open)
{
    hex_set reached = from & open, before;
    do {
        before = reached;
        reached |= hex_around(r, reached) & open;
    } while (reached != before);
    return reached;
}

static inline bool hex_joined(const hex_rules *r, hex_set stones, int side)
{
    return hex_count(stones) >= r->size &&
           (hex_flood(r, r->edge[side][0], stones) & r->edge[side][1]) != 0;
}

/* ---- the rules ---- */

static inline int hex_mover(const hex_state *s)
{
    return s->stones[1] & HEX_TURN ? 1 : 0;
}

static inline ari_side hex_turn(const hex_rules *r, const hex_state *s)
{
    (void)r;
    return (ari_side)hex_mover(s);
}

/* Only the first stone of all can be taken over. */
static inline bool hex_may_swap(const hex_rules *r, const hex_state *s)
{
    return r->swap && s->stones[1] == HEX_TURN && hex_count(s->stones[0]) == 1;
}

/* Mirrored, rows become columns, and what one side wants the other's aim. */
static hex_set hex_mirror(const hex_rules *r, hex_set set)
{
    hex_set mirrored = 0;
    for (; set; set &= set - 1) {
        int cell = hex_lowest(set);
        mirrored |= hex_bit(cell / r->size + r->size * (cell % r->size));
    }
    return mirrored;
}

static inline int hex_list(const hex_rules *r, hex_set set, bool swap, ari_move *list)
{
    int count = 0;
    for (int i = 0; i < r->cells && set; i++)
        if (set & hex_bit(r->order[i])) {
            list[count++] = r->order[i];
            set ^= hex_bit(r->order[i]);
        }
    if (swap)
        list[count++] = (ari_move)r->cells;
    return count;
}

static inline int hex_moves(const hex_rules *r, const hex_state *s, ari_move *list)
{
    return hex_list(r, hex_free(r, s), hex_may_swap(r, s), list);
}

static inline hex_state hex_after(const hex_rules *r, const hex_state *s, ari_move m)
{
    hex_state next = *s;
    if (m == r->cells)
        next = (hex_state){{0, hex_mirror(r, s->stones[0]) | HEX_TURN}};
    else
        next.stones[hex_mover(s)] |= hex_bit(m);
    next.stones[1] ^= HEX_TURN;
    return next;
}

/* Only the side that has just moved can have joined its edges. */
static inline int hex_outcome(const hex_rules *r, const hex_state *s)
{
    int other = !hex_mover(s);
    return hex_joined(r, hex_stones(s, other), other) ? ARI_LOST : ARI_ON;
}

/* ---- chains of bridges ---- */

/* Every cell of a set goes over a bridge, which is open and does not end off the board. */
static inline hex_set hex_cross(const hex_rules *r, hex_set set, int bridge)
{
    return hex_step(r, hex_step(r, set, bridge), (bridge + 1) % 6);
}

/* The bridges that lead off the board from the rows next to a side's edges. */
static const uint8_t hex_home[2][2] = {{4, 1}, {2, 5}};

/* The two cells between a cell and the one over a bridge. */
static inline hex_set hex_between(const hex_rules *r, hex_set cell, int bridge)
{
    return hex_step(r, cell, bridge) | hex_step(r, cell, (bridge + 1) % 6);
}

/* What a side has: its stones, the free cells, bridges that are open, and cells near its edges. */
typedef struct hex_half {
    int side;
    hex_set stones, free, open[6], near[2];
} hex_half;

static inline hex_half hex_half_of(const hex_rules *r, const hex_state *s, int side)
{
    hex_half half = {.side = side, .stones = hex_stones(s, side), .free = hex_free(r, s)};
    hex_set beside[6];
    for (int i = 0; i < 6; i++)
        beside[i] = hex_step(r, half.free, (i + 3) % 6);
    for (int i = 0; i < 6; i++)
        half.open[i] = beside[i] & beside[(i + 1) % 6];
    for (int end = 0; end < 2; end++)
        half.near[end] = half.open[hex_home[side][end]] & r->edge_next[side][end];
    return half;
}

/* Neighbours of a set, and what is over an open bridge. */
static inline hex_set hex_reach(const hex_rules *r, const hex_half *half, hex_set from)
{
    hex_set reach = hex_around(r, from);
    for (int bridge = 0; bridge < 6; bridge++)
        reach |= hex_cross(r, from & half->open[bridge], bridge);
    return reach;
}

/* Stones that hang together, and the cells on which their way from the edge relies. */
typedef struct hex_chain {
    hex_set stones, between;
} hex_chain;

/* The chains on the way, and the stones that are in none. */
typedef struct hex_search {
    hex_set left;
    int count;
    hex_chain chains[HEX_CELLS / 2 + 1];
} hex_search;

static inline void hex_add_chain(const hex_rules *r, const hex_half *half,
                                 hex_search *search, hex_set from, hex_set between)
{
    hex_set group = hex_flood(r, from, half->stones);
    search->chains[search->count++] = (hex_chain){group, between};
    search->left &= ~group;
}

/* Is there a chain of bridges from one edge of the side to the other, no two of which share a
 * cell? Then the side wins even if the other moves first, in two moves for each bridge at the
 * most. Each group of stones is reached in one way only, by the fewest bridges, so that a chain may be
 * missed. */
static bool hex_chained(const hex_rules *r, const hex_half *half, hex_set *between)
{
    const uint8_t *home = hex_home[half->side];
    const hex_set *edge = r->edge[half->side];
    hex_search search = {.left = half->stones};
    if (search.left & edge[0])
        hex_add_chain(r, half, &search, edge[0], 0);
    while (half->near[0] & search.left) {
        hex_set cell = half->near[0] & search.left;
        cell &= -cell;
        hex_add_chain(r, half, &search, cell, hex_between(r, cell, home[0]));
    }
    for (int i = 0; i < search.count; i++) {
        hex_chain chain = search.chains[i];
        *between = chain.between;
        if (chain.stones & edge[1])
            return true;
        for (hex_set last = chain.stones & half->near[1]; last; last &= last - 1) {
            hex_set more = hex_between(r, last & -last, home[1]);
            *between = chain.between | more;
            if (!(more & chain.between))
                return true;
        }
        for (int bridge = 0; bridge < 6; bridge++)
            for (hex_set from = chain.stones & half->open[bridge]; from;
                 from &= from - 1) {
                hex_set to = hex_cross(r, from & -from, bridge) & search.left;
                hex_set more = hex_between(r, from & -from, bridge);
                if (to && !(more & chain.between))
                    hex_add_chain(r, half, &search, to, chain.between | more);
            }
    }
    return false;
}

/* The free cells from which a side's stones, and bridges, lead to one of its edges. */
static inline hex_set hex_one_short(const hex_rules *r, const hex_half *half, int end)
{
    hex_set home = r->edge[half->side][end] | half->near[end];
    hex_set joined = home & half->stones, before, reach;
    do {
        before = joined;
        reach = hex_reach(r, half, joined);
        joined |= reach & half->stones;
    } while (joined != before);
    return (home | reach) & half->free;
}

/* Does a stone in this cell make a chain? */
static inline bool hex_threat(const hex_rules *r, const hex_state *s, int side,
                              hex_set cell, hex_set *between)
{
    hex_state then = *s;
    then.stones[side] |= cell;
    hex_half half = hex_half_of(r, &then, side);
    return hex_chained(r, &half, between);
}

/* The cells in which a side must play as the other threatens to make a chain: every threat must be met
 * in one of the cells that it needs. Where there is no such cell, or the chain is there already,
 * the side has lost within `*lost` plies. */
static hex_set hex_must(const hex_rules *r, const hex_state *s, int side, int *lost)
{
    hex_half half = hex_half_of(r, s, !side);
    hex_set between, must = half.free;
    if (hex_chained(r, &half, &between)) {
        *lost = hex_count(between);
        return 0;
    }
    *lost = 0;
    hex_set keys = hex_one_short(r, &half, 0) & hex_one_short(r, &half, 1);
    for (; keys && must; keys &= keys - 1) {
        hex_set key = keys & -keys;
        if (!hex_threat(r, s, !side, key, &between))
            continue;
        int plies = 2 + hex_count(between);
        *lost = plies > *lost ? plies : *lost;
        must &= between | key;
    }
    return must;
}

/* A cell in which one more stone makes a side's chain; 0 where none was found. */
static hex_set hex_key(const hex_rules *r, const hex_state *s, int side)
{
    hex_half half = hex_half_of(r, s, side);
    hex_set keys = hex_one_short(r, &half, 0) & hex_one_short(r, &half, 1), between;
    for (; keys; keys &= keys - 1)
        if (hex_threat(r, s, side, keys & -keys, &between))
            return keys & -keys;
    return 0;
}

/* ---- hints for the searches ---- */

/* The cells in which one more stone joins the edges of a side. */
static inline hex_set hex_wins(const hex_rules *r, const hex_state *s, int side)
{
    hex_set stones = hex_stones(s, side);
    if (hex_count(stones) < r->size - 1)
        return 0;
    hex_set ends[2];
    for (int i = 0; i < 2; i++) {
        hex_set edge = r->edge[side][i];
        ends[i] = edge | hex_around(r, hex_flood(r, edge, stones));
    }
    return ends[0] & ends[1] & hex_free(r, s);
}

static inline ari_move hex_win_now(const hex_rules *r, const hex_state *s)
{
    hex_set wins = hex_wins(r, s, hex_mover(s));
    return wins ? (ari_move)hex_lowest(wins) : ARI_NO_MOVE;
}

/* One stone cannot be in two places. Who swaps leaves the other side without a stone. Moves that
 * make a chain come first, then those that the other's threats leave. */
static inline int hex_safe_moves(const hex_rules *r, const hex_state *s, ari_move *list)
{
    int side = hex_mover(s), lost;
    hex_set wins = hex_wins(r, s, !side), free = hex_free(r, s);
    if (wins || hex_may_swap(r, s))
        return hex_list(r,
                        !wins               ? free
                        : wins & (wins - 1) ? 0
                                            : wins,
                        hex_may_swap(r, s), list);
    hex_set soon = hex_key(r, s, side);
    if (!soon)
        soon = hex_must(r, s, side, &lost) & free;
    int count = hex_list(r, soon, false, list);
    return count + hex_list(r, free & ~soon, false, list + count);
}

static inline int hex_choice(const hex_rules *r, const hex_state *s, ari_move *only)
{
    hex_set wins = hex_wins(r, s, !hex_mover(s));
    if (!wins || hex_may_swap(r, s))
        return 2;
    *only = (ari_move)hex_lowest(wins);
    return !(wins & (wins - 1));
}

static int hex_longest(const hex_rules *r, const hex_state *s)
{
    bool swap = r->swap && hex_count(s->stones[0] | hex_stones(s, 1)) < 2 &&
                !hex_stones(s, 1); /* it is still to come */
    return hex_count(hex_free(r, s)) + swap;
}

static bool hex_draws_last(const hex_rules *r)
{
    (void)r;
    return true; /* a full board has a winner, so there are no draws */
}

/* Half a turn of the board leaves every edge with its owner. */
static hex_set hex_turned(const hex_rules *r, hex_set set)
{
    hex_set turned = 0;
    for (; set; set &= set - 1)
        turned |= hex_bit(r->cells - 1 - hex_lowest(set));
    return turned;
}

static inline hex_state hex_canonical(const hex_rules *r, const hex_state *s)
{
    hex_set first = hex_turned(r, s->stones[0]), second = hex_turned(r, hex_stones(s, 1));
    hex_state turned = {{first, second | (s->stones[1] & HEX_TURN)}};
    bool less =
        first != s->stones[0] ? first < s->stones[0] : turned.stones[1] < s->stones[1];
    return less ? turned : *s;
}

static int hex_orbit(const hex_rules *r, const hex_state *s)
{
    return hex_turned(r, s->stones[0]) != s->stones[0] ||
                   hex_turned(r, hex_stones(s, 1)) != hex_stones(s, 1)
               ? 2
               : 1;
}

/* Does a side lack more than `most` stones? */
static inline bool hex_lacks(const hex_rules *r, const hex_state *s, int side, int most)
{
    hex_set stones = hex_stones(s, side), free = hex_free(r, s);
    hex_set reached = 0, next = r->edge[side][0];
    for (int i = 0; i <= most; i++) {
        reached = hex_flood(r, reached | (next & stones), reached | stones);
        if (reached & r->edge[side][1])
            return false;
        next = r->edge[side][0] | hex_around(r, reached);
        reached |= next & free;
    }
    return true;
}

/* Where the other side is joined by a chain, or so many stones are lacking that it takes longer. */
static inline int hex_at_most(const hex_rules *r, const hex_state *s, int wanted)
{
    int side = hex_mover(s), lost, most = (ARI_WIN - wanted + 1) / 2;
    if (hex_may_swap(r, s))
        return ARI_WIN;
    if (!hex_must(r, s, side, &lost) && lost - ARI_WIN < wanted)
        return lost - ARI_WIN;
    if (wanted > 0 && most < r->size && hex_lacks(r, s, side, most))
        return ARI_WIN - (2 * most + 1);
    return ARI_WIN;
}

/* ---- evaluation ---- */

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

static int hex_eval(const hex_rules *r, const hex_state *s, int which, const int *params)
{
    (void)which;
    int side = hex_mover(s), stones[2], cells[2];
    for (int i = 0; i < 2; i++)
        hex_measure(r, s, i, &stones[i], &cells[i]);
    return params[0] * (stones[!side] - stones[side]) +
           params[1] * (cells[side] - cells[!side]) + params[2];
}

/* How the position after a move looks to the side that made it, where moves are few; elsewhere bridges
 * to stones of its own, what stands in the other's way, and the middle. */
static inline int hex_promise(const hex_rules *r, const hex_state *s, ari_move m)
{
    static const int params[] = {20, 1, 0};
    hex_state next = hex_after(r, s, m);
    if (m == r->cells || r->size <= HEX_FEW)
        return -hex_eval(r, &next, 0, params);
    int side = hex_mover(s);
    hex_set cell = hex_bit(m), near = hex_around(r, cell), over = 0;
    for (int bridge = 0; bridge < 6; bridge++)
        over |= hex_cross(r, cell, bridge);
    return 8 * hex_count(over & hex_stones(s, side)) +
           6 * hex_count((near | over) & hex_stones(s, !side)) +
           4 * hex_count(near & hex_stones(s, side)) - hex_centre(r, m) / 8;
}

static const ari_option hex_weights[] = {
    {.name = "stone",
     .initial = 20,
     .min = -1000,
     .max = 1000,
     .help = "a stone less between the edges"},
    {.name = "way",
     .initial = 1,
     .min = -1000,
     .max = 1000,
     .help = "a cell on a shortest way"},
    {.name = "turn", .initial = 10, .min = -1000, .max = 1000, .help = "being to move"},
    {.name = NULL}};

static const ari_eval_info hex_evals[] = {
    {.name = "bridges",
     .help = "stones that each side lacks between its edges, over bridges",
     .params = hex_weights},
    {.name = NULL}};

/* ---- text ---- */

static void hex_format_move(const hex_rules *r, const hex_state *s, ari_move m,
                            ari_text *out)
{
    (void)s;
    if (m == r->cells)
        ari_text_add(out, "swap");
    else
        ari_text_format(out, "%c%d", 'a' + m % r->size, m / r->size + 1);
}

/* Whose turn it is is told by the stones but for equal numbers of them: then it is the second's
 * only if the first stone was swapped. */
static void hex_format(const hex_rules *r, const hex_state *s, ari_text *out)
{
    for (int cell = 0; cell < r->cells; cell++) {
        if (cell && cell % r->size == 0)
            ari_text_add_char(out, '/');
        ari_text_add_char(out, s->stones[0] & hex_bit(cell)   ? 'x'
                               : s->stones[1] & hex_bit(cell) ? 'o'
                                                              : '.');
    }
    if (hex_mover(s) == ARI_SECOND &&
        hex_count(s->stones[0]) == hex_count(hex_stones(s, 1)))
        ari_text_add(out, "/2");
}

/* Can it be that side's turn, with so many stones, and did the last one end the game? */
static ari_status hex_check(const hex_rules *r, const hex_state *s, int x, int o,
                            ari_error *error)
{
    int side = hex_mover(s);
    bool swapped = x - o != side;
    if (x - o > 1 || o - x > r->swap)
        return ari_fail(error, ARI_ILLEGAL, 0,
                        "x begins%s, so there cannot be %d x and %d o",
                        r->swap ? ", and o may swap" : "", x, o);
    if (swapped && (!r->swap || !o))
        return ari_fail(error, ARI_ILLEGAL, 0, "with %d x and %d o it is x's turn", x, o);
    if (hex_joined(r, hex_stones(s, side), side))
        return ari_fail(error, ARI_ILLEGAL, 0, "%c is to move, but has won before",
                        side ? 'o' : 'x');
    hex_set stones = hex_stones(s, !side), left = stones;
    if (!hex_joined(r, stones, !side))
        return ARI_OK;
    for (; left; left &= left - 1)
        if (!hex_joined(r, stones & ~(left & -left), !side))
            return ARI_OK;
    return ari_fail(error, ARI_ILLEGAL, 0,
                    "%c has won before: no stone was the last that was needed",
                    side ? 'x' : 'o');
}

static ari_status hex_parse(const hex_rules *r, const char *text, hex_state *s,
                            ari_error *error)
{
    size_t at = 0;
    for (int cell = 0; cell < r->cells; cell++) {
        at += cell && cell % r->size == 0 && text[at] == '/';
        int c = tolower((unsigned char)text[at]);
        if (c != 'x' && c != 'o' && c != '.')
            return ari_fail(error, ARI_SYNTAX, at,
                            "expected x, o or . for %c%d; a board has %d of them, row by "
                            "row from the top",
                            'a' + cell % r->size, cell / r->size + 1, r->cells);
        if (c != '.')
            s->stones[c == 'o'] |= hex_bit(cell);
        at++;
    }
    int x = hex_count(s->stones[0]), o = hex_count(s->stones[1]);
    bool second = text[at] == '/' && text[at + 1] == '2';
    at += second ? 2 : 0;
    if (text[at])
        return ari_fail(error, ARI_SYNTAX, at,
                        "expected the end after %d cells, or /2 when o is to move",
                        r->cells);
    s->stones[1] |= second || x > o ? HEX_TURN : 0;
    return hex_check(r, s, x, o, error);
}

/* The stones of the winner that join its edges are marked. */
static void hex_board(const hex_rules *r, const hex_state *s, ari_board *board)
{
    ari_board_hexagons(board, r->size, r->size);
    board->pieces = ARI_PIECES_STONES;
    int winner = !hex_mover(s);
    bool on = hex_outcome(r, s) == ARI_ON;
    hex_set chain = on ? 0 : hex_flood(r, r->edge[winner][0], hex_stones(s, winner));
    for (int cell = 0; cell < r->cells; cell++) {
        ari_cell *place = &board->cells[cell];
        int first = (s->stones[0] & hex_bit(cell)) != 0;
        place->owner = first                          ? ARI_OWNER_FIRST
                       : s->stones[1] & hex_bit(cell) ? ARI_OWNER_SECOND
                                                      : ARI_NOBODY;
        place->line = (chain & hex_bit(cell)) != 0;
        if (place->owner)
            place->text[0] = "ox"[first];
        else if (on)
            place->move = (ari_move)cell;
    }
    if (hex_may_swap(r, s))
        snprintf(board->caption, sizeof board->caption, "the second player may swap");
}

static const ari_option hex_options[] = {
    {.name = "size",
     .kind = ARI_NUMBER,
     .initial = 11,
     .min = 1,
     .max = HEX_SIDE,
     .help = "rows and columns"},
    {.name = "swap",
     .kind = ARI_FLAG,
     .initial = 1,
     .help = "the second player may take over the first stone"},
    {.name = NULL}};

#define GAME hex
#define GAME_MAX_MOVES (HEX_CELLS + 1)
#define GAME_PROMISE hex_promise
#define GAME_WIN_NOW hex_win_now
#define GAME_SAFE_MOVES hex_safe_moves
#define GAME_CHOICE hex_choice
#define GAME_AT_MOST hex_at_most
#define GAME_LONGEST hex_longest
#define GAME_DRAWS_LAST hex_draws_last
#define GAME_CANONICAL hex_canonical
#define GAME_ORBIT hex_orbit
#define GAME_EVAL hex_eval
#define GAME_EVALS hex_evals
#include <ariadne/instance.h>

/* Measured: docs/levels.md. */
static const ari_level hex_levels_of_play[ARI_LEVELS] = {
    {.sight = 0.4},           {.sight = 1, .whim = 120}, {.sight = 1, .whim = 60},
    {.sight = 1, .whim = 30}, {.sight = 1, .whim = 10},  {.sight = 2, .whim = 30},
    {.sight = 2, .whim = 10}, {.sight = 2.5, .whim = 5}, {.sight = 3},
    {.sight = ARI_SIGHT_ALL},
};

const ari_game ari_game_hex = {
    GAME_CORE,
    .id = "hex",
    .title = "Hex",
    .about =
        "A rhombus of hexagons. In turn, each player puts a stone on a free cell; "
        "stones\n"
        "never move. The first player, x, wins by joining the top and the bottom edge\n"
        "with a chain of stones, the second, o, by joining left and right. One of them\n"
        "always does. With the option swap the second player may, instead of his first\n"
        "move, take over the first stone, mirrored, so that nobody begins too well.\n"
        "A move is the letter of a column and the number of a row, from the top: c2; or\n"
        "swap.\n"
        "A position is its rows from the top, x, o or .: .x./.o./...; with /2 at the "
        "end\n"
        "when o is to move though there are as many x as o, as after a swap.",
    .options = hex_options,
    .levels = hex_levels_of_play,
};
