/* dots.c: dots and boxes; draw an edge, own the boxes you close, and move again.
 *
 * Dots, edges and boxes together are a lattice of 2 * width + 1 columns and 2 * height +
 * 1 rows. Numbered from the bottom left, row by row, every second place is an edge, as a
 * row has an odd length, so edge e stands at place 2 * e + 1:
 *
 *     3    10  11  12  13  14        dots     0  2  4  10 12 14
 *     2     5   6   7   8   9        edges    1  3  5  7  9  11  13  (0 to 6)
 *     1     0   1   2   3   4        boxes    6  8
 *           a   b   c   d   e
 *
 * A position is the set of drawn edges, the first player's boxes minus the second's, and
 * the turn. Who owns which box would multiply the positions and changes nothing in the
 * play that follows, so it is not kept. A move is an edge. */
#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#include <ariadne/game.h>

#define DOTS_SIDE 7
#define DOTS_EDGES (2 * DOTS_SIDE * DOTS_SIDE + 2 * DOTS_SIDE)
#define DOTS_BOXES (DOTS_SIDE * DOTS_SIDE)

typedef struct dots_set {
    uint64_t word[2];
} dots_set;

/* The same to reckon with. A box in such a set is half its place, so that edges b - 1 and b stand at
 * its left and right, b - width - 1 and b + width below and above. */
typedef unsigned __int128 dots_bits;

typedef struct dots_rules {
    int width, height, columns, rows, edges, boxes; /* columns, rows: of the lattice */
    int symmetries;                                 /* without the identity */
    uint8_t image[7][DOTS_EDGES]; /* where each symmetry takes an edge */
    uint64_t images[7][8][256];   /* and a byte of a set of up to 64 */
    int corners; /* whose two edges at the border, these, no other box has */
    uint8_t corner[4][2];
    uint8_t touching[DOTS_EDGES];    /* boxes that the edge belongs to */
    dots_set touched[DOTS_EDGES][2]; /* and the edges of those boxes */
    dots_set box[DOTS_BOXES];
    dots_set all, boxed; /* all edges; all boxes */
} dots_rules;

typedef struct dots_state {
    dots_set drawn;
    int32_t margin;
    uint32_t turn;
} dots_state;

static inline bool dots_has(const dots_set *set, int edge)
{
    return set->word[edge >> 6] >> (edge & 63) & 1;
}

static inline void dots_add(dots_set *set, int edge)
{
    set->word[edge >> 6] |= (uint64_t)1 << (edge & 63);
}

static inline int dots_count(uint64_t word)
{
    return __builtin_popcountll(word);
}

/* How many sides of a box, given by its edges, are drawn. */
static inline int dots_sides(const dots_set *drawn, const dots_set *box)
{
    return dots_count(drawn->word[0] & box->word[0]) +
           dots_count(drawn->word[1] & box->word[1]);
}

/* ---- the rules ---- */

/* Where each symmetry takes an edge; of the two edges of a corner, which are as good as each other,
 * the first to a first one. */
static void dots_set_images(dots_rules *r)
{
    int columns = r->columns, rows = r->rows;
    bool first[DOTS_EDGES] = {false}, second[DOTS_EDGES] = {false};
    for (int i = 0; i < 4 && r->width > 1 && r->height > 1; i++) {
        int x = i & 1 ? columns - 2 : 1, y = i & 2 ? rows - 2 : 1;
        r->corner[i][0] = (uint8_t)(((i & 2 ? rows - 1 : 0) * columns + x) / 2);
        r->corner[i][1] = (uint8_t)((y * columns + (i & 1 ? columns - 1 : 0)) / 2);
        first[r->corner[i][0]] = second[r->corner[i][1]] = true;
        r->corners = 4;
    }
    for (int i = 1; i <= r->symmetries; i++) { /* bits: mirror x, mirror y, swap */
        uint8_t *image = r->image[i - 1];
        for (int e = 0; e < r->edges; e++) {
            int x = (2 * e + 1) % columns, y = (2 * e + 1) / columns;
            int u = i & 1 ? columns - 1 - x : x, v = i & 2 ? rows - 1 - y : y;
            image[e] = (uint8_t)((i & 4 ? u * columns + v : v * columns + u) / 2);
        }
        for (int c = 0; c < r->corners; c++) {
            uint8_t *one = &image[r->corner[c][0]], *other = &image[r->corner[c][1]];
            uint8_t swapped = *one;
            if (second[*one] && first[*other]) {
                *one = *other;
                *other = swapped;
            }
        }
        for (int e = 0; e < r->edges && e < 64; e++)
            for (int byte = 0; byte < 256; byte++)
                if (byte >> (e & 7) & 1)
                    r->images[i - 1][e >> 3][byte] |= (uint64_t)1 << (image[e] & 63);
    }
}

static ari_status dots_setup(const ari_value *values, dots_rules *r, ari_error *error)
{
    (void)error;
    r->width = (int)values[0].number;
    r->height = (int)values[1].number;
    int columns = r->columns = 2 * r->width + 1, rows = r->rows = 2 * r->height + 1;
    r->edges = columns * rows / 2;
    r->symmetries = columns == rows ? 7 : 3;
    for (int e = 0; e < r->edges; e++)
        dots_add(&r->all, e);
    dots_set_images(r);
    for (int y = 1; y < rows; y += 2)
        for (int x = 1; x < columns; x += 2) {
            int place = y * columns + x;
            int sides[4] = {place - columns, place - 1, place + 1, place + columns};
            dots_set *box = &r->box[r->boxes++];
            dots_add(&r->boxed, place / 2);
            for (int i = 0; i < 4; i++)
                dots_add(box, sides[i] / 2);
            for (int i = 0; i < 4; i++) {
                int e = sides[i] / 2;
                r->touched[e][r->touching[e]++] = *box;
            }
        }
    return ARI_OK;
}

static dots_state dots_start(const dots_rules *r)
{
    (void)r;
    return (dots_state){.turn = ARI_FIRST};
}

static inline int dots_moves(const dots_rules *r, const dots_state *s, ari_move *list)
{
    int count = 0;
    for (int i = 0; i < 2; i++)
        for (uint64_t open = r->all.word[i] & ~s->drawn.word[i]; open; open &= open - 1)
            list[count++] = (ari_move)(64 * i + __builtin_ctzll(open));
    return count;
}

static inline dots_state dots_after(const dots_rules *r, const dots_state *s, ari_move m)
{
    dots_state next = *s;
    int closed = 0;
    dots_add(&next.drawn, m);
    for (int i = 0; i < r->touching[m]; i++)
        closed += dots_sides(&next.drawn, &r->touched[m][i]) == 4;
    next.margin += s->turn == ARI_FIRST ? closed : -closed;
    next.turn ^= closed == 0;
    return next;
}

static inline int dots_for_mover(const dots_state *s)
{
    return s->turn == ARI_FIRST ? s->margin : -s->margin;
}

static inline int dots_outcome(const dots_rules *r, const dots_state *s)
{
    if (s->drawn.word[0] != r->all.word[0] || s->drawn.word[1] != r->all.word[1])
        return ARI_ON;
    return dots_for_mover(s);
}

static inline ari_side dots_turn(const dots_rules *r, const dots_state *s)
{
    (void)r;
    return (ari_side)s->turn;
}

/* ---- help for searches ---- */

static inline dots_state dots_as_first(const dots_rules *r, const dots_state *s)
{
    (void)r;
    return (dots_state){
        .drawn = s->drawn, .margin = dots_for_mover(s), .turn = ARI_FIRST};
}

static inline int dots_so_far(const dots_rules *r, const dots_state *s)
{
    (void)r;
    return dots_for_mover(s);
}

static inline dots_state dots_rest(const dots_rules *r, const dots_state *s)
{
    (void)r;
    return (dots_state){.drawn = s->drawn, .turn = s->turn};
}

/* Of a corner's two edges at the border the first is drawn first. */
static inline void dots_tidy(const dots_rules *r, dots_set *set)
{
    for (int i = 0; i < r->corners; i++) {
        int one = r->corner[i][0], other = r->corner[i][1];
        uint64_t moves = dots_has(set, other) && !dots_has(set, one);
        set->word[one >> 6] ^= moves << (one & 63);
        set->word[other >> 6] ^= moves << (other & 63);
    }
}

static inline dots_set dots_image(const dots_rules *r, int symmetry, const dots_set *set)
{
    dots_set image = {{0, 0}};
    if (r->edges <= 64)
        for (int byte = 0; 8 * byte < r->edges; byte++)
            image.word[0] |= r->images[symmetry][byte][set->word[0] >> 8 * byte & 255];
    else
        for (int w = 0; w < 2; w++)
            for (uint64_t rest = set->word[w]; rest; rest &= rest - 1)
                dots_add(&image, r->image[symmetry][64 * w + __builtin_ctzll(rest)]);
    return image;
}

/* The smallest of the symmetric sets of edges. */
static inline dots_state dots_canonical(const dots_rules *r, const dots_state *s)
{
    dots_state best = *s;
    dots_tidy(r, &best.drawn);
    const dots_set drawn = best.drawn;
    for (int i = 0; i < r->symmetries; i++) {
        dots_set other = dots_image(r, i, &drawn);
        if (other.word[1] < best.drawn.word[1] ||
            (other.word[1] == best.drawn.word[1] && other.word[0] < best.drawn.word[0]))
            best.drawn = other;
    }
    return best;
}

/* ---- moves among which one is best ----
 *
 * A box with three sides can be taken. Boxes with two sides stand in chains and loops: who gives one of
 * them its third side, opens all of it.
 *
 * Whoever can take a box loses nothing by it as long as, after it, he still can leave the other the
 * last two boxes of a chain that is open at one end, or the last four of one that can be taken from
 * both ends: the other takes those by the way, and has to move. Each of these costs two or four boxes,
 * and decides who moves next; all else that can be taken is taken before, and where there are several
 * such chains, one that costs less is kept for it. (Berlekamp, The Dots-and-Boxes Game, 2000; Barker
 * and Korf, Solving Dots-And-Boxes, 2012.)
 *
 * Where nothing can be taken, it does not matter which edge of a chain or loop is drawn, except in a
 * chain of two boxes: its middle edge leaves the other no two boxes to leave. */

static inline dots_bits dots_of(const dots_set *set)
{
    return (dots_bits)set->word[1] << 64 | set->word[0];
}

static inline int dots_first(dots_bits bits)
{
    return (uint64_t)bits ? __builtin_ctzll((uint64_t)bits)
                          : 64 + __builtin_ctzll((uint64_t)(bits >> 64));
}

#define DOTS_BIT(i) ((dots_bits)1 << (i))

/* The boxes with less than two sides, with two and with three, and the edges that are open. */
typedef struct dots_sight {
    dots_bits loose, two, three, open;
} dots_sight;

static inline dots_sight dots_look(const dots_rules *r, const dots_set *drawn)
{
    dots_bits d = dots_of(drawn), boxes = dots_of(&r->boxed);
    dots_bits beside = d << 1 & d, one_beside = d << 1 ^ d;
    dots_bits below = d << (r->width + 1), above = d >> r->width;
    dots_bits upright = below & above, one_upright = below ^ above;
    dots_bits odd = one_beside ^ one_upright;
    dots_bits two = boxes & ~odd & ((beside ^ upright) | (one_beside & one_upright));
    dots_bits three = boxes & odd & (beside | upright);
    return (dots_sight){.loose = boxes & ~two & ~three & ~(beside & upright),
                        .two = two,
                        .three = three,
                        .open = dots_of(&r->all) & ~d};
}

/* The edges of boxes. */
static inline dots_bits dots_edges(const dots_rules *r, dots_bits boxes)
{
    return boxes >> 1 | boxes | boxes >> (r->width + 1) | boxes << r->width;
}

/* Is the box on the other side of an edge among these? If there is none it is not. */
static inline bool dots_across(dots_bits boxes, int edge, int *box)
{
    *box = 2 * edge + 1 - *box;
    return *box >= 0 && *box < 2 * 64 && (boxes >> *box & 1);
}

/* A way from a box through an edge, over boxes with two sides. */
typedef struct dots_way {
    dots_bits boxes;    /* those */
    int length, second; /* how many; the edge that leads on from the first of them */
    int end;            /* the box that it leads to, not among those */
} dots_way;

static inline dots_way dots_follow(const dots_rules *r, const dots_sight *sight, int box,
                                   int edge)
{
    dots_way way = {.second = -1, .end = box};
    while (dots_across(sight->two, edge, &way.end) && !(way.boxes >> way.end & 1)) {
        way.boxes |= DOTS_BIT(way.end);
        way.length++;
        edge =
            dots_first(dots_edges(r, DOTS_BIT(way.end)) & sight->open & ~DOTS_BIT(edge));
        if (way.length == 1)
            way.second = edge;
    }
    return way;
}

/* Edges by which a box can be taken: the one to draw at once, or those that are kept. */
typedef struct dots_takes {
    int now;                         /* -1: none */
    int half, half_end, halves;      /* of chains that are open at one end: how many */
    int whole, whole_middle, wholes; /* of those that are not: how many ends */
} dots_takes;

static void dots_take(const dots_rules *r, const dots_sight *sight, int box,
                      dots_takes *takes)
{
    int edge = dots_first(dots_edges(r, DOTS_BIT(box)) & sight->open);
    dots_way way = dots_follow(r, sight, box, edge);
    bool closed = way.end >= 0 && (sight->three >> way.end & 1);
    int kept = closed ? way.length - 2 : way.length - 1;
    if (kept != 0 || way.length == 0) {
        takes->now = edge;
    } else if (closed) {
        takes->whole = edge;
        takes->whole_middle = way.second;
        takes->wholes++;
    } else {
        takes->half = edge;
        takes->half_end = way.second;
        takes->halves++;
    }
}

/* The moves when a box can be taken. */
static int dots_taking(const dots_rules *r, const dots_sight *sight, ari_move *list)
{
    dots_takes takes = {.now = -1};
    for (dots_bits rest = sight->three; rest && takes.now < 0; rest &= rest - 1)
        dots_take(r, sight, dots_first(rest), &takes);
    if (takes.now < 0 && takes.wholes > (takes.halves ? 0 : 2))
        takes.now = takes.whole;
    if (takes.now < 0 && takes.halves > 1)
        takes.now = takes.half;
    if (takes.now >= 0) {
        list[0] = (ari_move)takes.now;
        return 1;
    }
    list[0] = (ari_move)(takes.halves ? takes.half : takes.whole);
    list[1] = (ari_move)(takes.halves ? takes.half_end : takes.whole_middle);
    return 2;
}

/* The moves when none can. */
static int dots_giving(const dots_rules *r, const dots_sight *sight, ari_move *list)
{
    int count = 0;
    dots_bits safe = sight->open & ~dots_edges(r, sight->two);
    for (int i = 0; i < r->corners; i++)
        if (safe >> r->corner[i][0] & safe >> r->corner[i][1] & 1)
            safe &= ~DOTS_BIT(r->corner[i][1]);
    for (; safe; safe &= safe - 1)
        list[count++] = (ari_move)dots_first(safe);
    for (dots_bits rest = sight->two; rest;) {
        int box = dots_first(rest);
        dots_bits edges = dots_edges(r, DOTS_BIT(box)) & sight->open;
        int one = dots_first(edges), other = dots_first(edges & (edges - 1));
        dots_way way = dots_follow(r, sight, box, one);
        dots_way back = dots_follow(r, sight, box, other);
        rest &= ~(way.boxes | back.boxes | DOTS_BIT(box));
        list[count++] = (ari_move)(way.length == 0 && back.length == 1 ? other : one);
    }
    return count;
}

static int dots_best_among(const dots_rules *r, const dots_state *s, ari_move *list)
{
    dots_sight sight = dots_look(r, &s->drawn);
    return sight.three ? dots_taking(r, &sight, list) : dots_giving(r, &sight, list);
}

/* Closing a box is good, opening a chain is bad, the longer the worse. */
static inline int dots_promise(const dots_rules *r, const dots_state *s, ari_move m)
{
    int promise = 0;
    for (int i = 0; i < r->touching[m]; i++) {
        int sides = dots_sides(&s->drawn, &r->touched[m][i]);
        promise += sides == 3 ? 10 : sides == 2 ? -4 : 0;
    }
    if (promise >= 0)
        return promise;
    dots_sight sight = dots_look(r, &s->drawn);
    int above = (2 * m + 1) / r->columns % 2; /* an upright edge has boxes beside it */
    int box = above ? m : m - r->width;
    dots_way way = dots_follow(r, &sight, box, m);
    dots_way back = dots_follow(r, &sight, 2 * m + 1 - box, m);
    return -4 * (way.length > back.length ? way.length : back.length);
}

/* What leaving boxes costs: they are not taken, but given. */
enum { DOTS_CHAIN = 4, DOTS_LOOP = 8 };

/* ---- positions of chains and loops alone ----
 *
 * Whoever has to open one, opens the shortest chain or the shortest loop. The other takes all of it and has to
 * open the next, or leaves two boxes, of a loop four, so that the first has to; there is nothing to leave
 * in chains of one or two. */

typedef struct dots_pieces {
    int chains, loops;
    uint8_t chain[DOTS_BOXES], loop[DOTS_BOXES / 4]; /* how long, shortest first */
} dots_pieces;

static inline void dots_sort_in(uint8_t *list, int count, int length)
{
    for (; count > 0 && list[count - 1] > length; count--)
        list[count] = list[count - 1];
    list[count] = (uint8_t)length;
}

static void dots_find_pieces(const dots_rules *r, const dots_sight *sight, dots_bits rest,
                             dots_pieces *pieces)
{
    while (rest) {
        int box = dots_first(rest);
        dots_bits edges = dots_edges(r, DOTS_BIT(box)) & sight->open;
        dots_way way = dots_follow(r, sight, box, dots_first(edges));
        if (way.boxes >> box & 1) {
            dots_sort_in(pieces->loop, pieces->loops++, way.length);
            rest &= ~way.boxes;
            continue;
        }
        dots_way back = dots_follow(r, sight, box, dots_first(edges & (edges - 1)));
        rest &= ~(way.boxes | back.boxes | DOTS_BIT(box));
        dots_sort_in(pieces->chain, pieces->chains++, way.length + back.length + 1);
    }
}

/* What the other gains by a piece that is opened, where leaving boxes costs `cost` and whoever has to
 * open the next piece gains `next`. */
static inline int dots_gain(int length, int cost, int next)
{
    int all = length + next, but = length - cost - next;
    return length > 2 && but > all ? but : all;
}

/* What whoever has to open one gains. */
static int dots_opening(const dots_pieces *p)
{
    /* by the loops that are open, with one chain more open */
    int after[DOTS_BOXES / 4 + 2] = {0};
    for (int c = p->chains; c >= 0; c--)
        for (int l = p->loops; l >= 0; l--) {
            int least = c + l == p->chains + p->loops ? 0 : INT_MAX;
            if (c < p->chains)
                least = dots_gain(p->chain[c], DOTS_CHAIN, after[l]);
            if (l < p->loops) {
                int gain = dots_gain(p->loop[l], DOTS_LOOP, after[l + 1]);
                least = gain < least ? gain : least;
            }
            after[l] = -least;
        }
    return after[0];
}

/* What the side to move gains where no box has less than two sides. */
static int dots_end(const dots_rules *r, const dots_sight *sight)
{
    dots_pieces pieces = {.chains = 0};
    dots_bits rest = sight->two;
    int taken = 0, cost = 0; /* of leaving some of those */
    for (dots_bits three = sight->three; three; three &= three - 1) {
        int box = dots_first(three);
        dots_way way = dots_follow(
            r, sight, box, dots_first(dots_edges(r, DOTS_BIT(box)) & sight->open));
        bool closed = way.end >= 0 && (sight->three >> way.end & 1);
        if (closed)
            three &= ~DOTS_BIT(way.end);
        rest &= ~way.boxes;
        taken += 1 + way.length + closed;
        if (!closed && way.length > 0)
            cost = DOTS_CHAIN;
        else if (closed && way.length > 1 && cost == 0)
            cost = DOTS_LOOP;
    }
    dots_find_pieces(r, sight, rest, &pieces);
    int next = dots_opening(&pieces), all = taken + next, but = taken - cost - next;
    return cost > 0 && but > all ? but : all;
}

/* All that is left may become the mover's, or the other's; near the end it is known what will. */
static inline int dots_bound(const dots_rules *r, const dots_state *s, int side)
{
    dots_sight sight = dots_look(r, &s->drawn);
    dots_bits left = sight.loose | sight.two | sight.three;
    int boxes = dots_count((uint64_t)left) + dots_count((uint64_t)(left >> 64));
    return dots_for_mover(s) + (sight.loose ? side * boxes : dots_end(r, &sight));
}

static inline int dots_at_most(const dots_rules *r, const dots_state *s, int wanted)
{
    (void)wanted;
    return dots_bound(r, s, 1);
}

static inline int dots_at_least(const dots_rules *r, const dots_state *s, int wanted)
{
    (void)wanted;
    return dots_bound(r, s, -1);
}

static inline int dots_longest(const dots_rules *r, const dots_state *s)
{
    return r->edges - dots_count(s->drawn.word[0]) - dots_count(s->drawn.word[1]);
}

/* 3 x 3 boxes take 170,000 nodes, a tenth of a second; 4 x 3 some tens of millions. */
static bool dots_solvable(const dots_rules *r)
{
    return r->edges <= 24;
}

static double dots_positions(const dots_rules *r)
{
    double positions = r->edges > 17 ? 1e9 : 1; /* larger boards are searched faster */
    for (int e = 0; e < r->edges; e++)
        positions *= 2;
    return positions;
}

/* In boxes, like the payoff: the margin, and what the mover can close at once; where chains and loops are
 * all that is left, what each side gets of them. */
static inline int dots_eval(const dots_rules *r, const dots_state *s, int which,
                            const int *params)
{
    (void)which;
    dots_sight sight = dots_look(r, &s->drawn);
    if (!sight.loose)
        return dots_for_mover(s) + dots_end(r, &sight);
    int ready =
        dots_count((uint64_t)sight.three) + dots_count((uint64_t)(sight.three >> 64));
    return dots_for_mover(s) + params[0] * ready;
}

/* ---- text ---- */

static void dots_format_move(const dots_rules *r, const dots_state *s, ari_move m,
                             ari_text *out)
{
    (void)s;
    int place = 2 * m + 1;
    ari_text_format(out, "%c%d", 'a' + place % r->columns, place / r->columns + 1);
}

static ari_status dots_parse_move(const dots_rules *r, const dots_state *s,
                                  const char *text, ari_move *move, ari_error *error)
{
    int x = tolower((unsigned char)text[0]) - 'a', y = 0;
    size_t at = 1;
    if (x < 0 || x > 25 || !isdigit((unsigned char)text[1]))
        return ari_fail(
            error, ARI_SYNTAX, 0,
            "expected an edge, its column's letter and its row's number, as b1");
    for (; isdigit((unsigned char)text[at]); at++)
        y = y > 99 ? y : 10 * y + (text[at] - '0');
    if (text[at])
        return ari_fail(error, ARI_SYNTAX, at, "expected nothing more after the edge");
    if (x >= r->columns || y < 1 || y > r->rows)
        return ari_fail(error, ARI_ILLEGAL, 0,
                        "that place is not on the board, which goes from a1 to %c%d",
                        'a' + r->columns - 1, r->rows);
    int place = (y - 1) * r->columns + x;
    if (place % 2 == 0)
        return ari_fail(error, ARI_ILLEGAL, 0, "%c%d is %s, not an edge", 'a' + x, y,
                        x % 2 ? "the inside of a box" : "a dot");
    if (dots_has(&s->drawn, place / 2))
        return ari_fail(error, ARI_ILLEGAL, 0, "the edge %c%d is already drawn", 'a' + x,
                        y);
    *move = (ari_move)(place / 2);
    return ARI_OK;
}

static void dots_format(const dots_rules *r, const dots_state *s, ari_text *out)
{
    for (int y = r->rows - 1; y >= 0; y--) {
        for (int x = !(y & 1); x < r->columns; x += 2) {
            bool drawn = dots_has(&s->drawn, (y * r->columns + x) / 2);
            ari_text_add_char(out, !drawn ? '.' : y & 1 ? '|' : '-');
        }
        ari_text_add_char(out, '/');
    }
    ari_text_format(out, "%+d/%d", (int)s->margin, (int)s->turn + 1);
}

/* A move closes no box (and the turn changes), one, or two neighbours. So with d edges
 * and c closed boxes the turn has changed d - c times, once more for each move that
 * closed two. How many did is not to be seen, unless no two closed boxes are neighbours;
 * only then is the turn known. And whoever draws the last edge of all closes a box with
 * it. */
static ari_status dots_check(const dots_rules *r, const dots_state *s, size_t at,
                             ari_error *error)
{
    int closed = 0, drawn = r->edges - dots_longest(r, s);
    bool neighbours = false;
    for (int b = 0; b < r->boxes; b++)
        closed += dots_sides(&s->drawn, &r->box[b]) == 4;
    for (int e = 0; e < r->edges; e++)
        neighbours |= r->touching[e] == 2 &&
                      dots_sides(&s->drawn, &r->touched[e][0]) == 4 &&
                      dots_sides(&s->drawn, &r->touched[e][1]) == 4;
    if (abs(s->margin) > closed || (s->margin + closed) % 2)
        return ari_fail(error, ARI_ILLEGAL, at,
                        "a margin of %+d is not possible with %d closed box%s",
                        (int)s->margin, closed, closed == 1 ? "" : "es");
    if (!neighbours && (uint32_t)(drawn - closed) % 2 != s->turn)
        return ari_fail(
            error, ARI_ILLEGAL, at,
            "after these %d edges with %d closed box%s the %s player is to move", drawn,
            closed, closed == 1 ? "" : "es", s->turn == ARI_FIRST ? "second" : "first");
    if (drawn == r->edges && dots_for_mover(s) == -closed)
        return ari_fail(error, ARI_ILLEGAL, at,
                        "the side to move drew the last edge, so it has closed a box");
    return ARI_OK;
}

static ari_status dots_parse(const dots_rules *r, const char *text, dots_state *s,
                             ari_error *error)
{
    size_t at = 0;
    for (int y = r->rows - 1; y >= 0; y--) {
        char line = y & 1 ? '|' : '-';
        for (int x = !(y & 1); x < r->columns; x += 2, at++)
            if (text[at] == line)
                dots_add(&s->drawn, (y * r->columns + x) / 2);
            else if (text[at] != '.')
                return ari_fail(error, ARI_SYNTAX, at,
                                "expected %c or . for the edge %c%d", line, 'a' + x,
                                y + 1);
        if (text[at] != '/')
            return ari_fail(error, ARI_SYNTAX, at, "expected / after a row of %d edges",
                            r->width + (y & 1));
        at++;
    }
    size_t margin = at;
    char sign = text[at];
    if ((sign != '+' && sign != '-') || !isdigit((unsigned char)text[at + 1]))
        return ari_fail(error, ARI_SYNTAX, at,
                        "expected the first player's margin with its sign, as +0 or -2");
    for (at++; isdigit((unsigned char)text[at]); at++)
        s->margin =
            s->margin > DOTS_BOXES ? s->margin : 10 * s->margin + (text[at] - '0');
    s->margin = sign == '-' ? -s->margin : s->margin;
    if (text[at] != '/' || (text[at + 1] != '1' && text[at + 1] != '2') || text[at + 2])
        return ari_fail(error, ARI_SYNTAX, at, "expected /1 or /2, the side to move");
    s->turn = text[at + 1] == '2';
    return dots_check(r, s, margin, error);
}

static void dots_board(const dots_rules *r, const dots_state *s, ari_board *board)
{
    *board = (ari_board){.column_labels = true, .row_labels = true, .letters = true};
    ari_board_size(board, r->columns, r->rows);
    for (int place = 0; place < r->columns * r->rows; place++) {
        int x = place % r->columns, y = place / r->columns;
        ari_cell *cell = ari_board_at(board, x, r->rows - 1 - y);
        if (place % 2) {
            bool drawn = dots_has(&s->drawn, place / 2);
            cell->kind = y % 2 ? ARI_CELL_EDGE_V : ARI_CELL_EDGE_H;
            cell->owner = drawn ? ARI_OWNER_BOTH : ARI_NOBODY;
            if (!drawn)
                cell->move = (ari_move)(place / 2);
        } else {
            cell->kind = x % 2 ? ARI_CELL_BOX : ARI_CELL_DOT;
        }
    }
    int closed = 0;
    for (int b = 0; b < r->boxes; b++)
        if (dots_sides(&s->drawn, &r->box[b]) == 4) {
            int x = 2 * (b % r->width) + 1, y = 2 * (b / r->width) + 1;
            ari_board_at(board, x, r->rows - 1 - y)->text[0] = '#';
            closed++;
        }
    snprintf(board->caption, sizeof board->caption, "boxes: first %d, second %d",
             (closed + s->margin) / 2, (closed - s->margin) / 2);
}

static const ari_option dots_weights[] = {
    ARI_OPTION_NUMBER("ready", 1, -10, 10, "a box with three sides"), {.name = NULL}};

static const ari_eval_info dots_evals[] = {
    {.name = "margin", .help = "boxes ahead, and boxes ready", .params = dots_weights},
    {.name = NULL}};

#define GAME dots
#define GAME_MAX_MOVES DOTS_EDGES
#define GAME_FLAGS (ARI_HAS_PAYOFFS | ARI_HAS_EXTRA_TURNS)
#define GAME_PARSE_MOVE dots_parse_move
#define GAME_EVAL dots_eval
#define GAME_EVALS dots_evals
#define GAME_CANONICAL dots_canonical
#define GAME_AS_FIRST dots_as_first
#define GAME_SO_FAR dots_so_far
#define GAME_REST dots_rest
#define GAME_PROMISE dots_promise
#define GAME_BEST_AMONG dots_best_among
#define GAME_AT_MOST dots_at_most
#define GAME_AT_LEAST dots_at_least
#define GAME_LONGEST dots_longest
#define GAME_DRAWS_LAST ari_always /* every game draws every edge */
#define GAME_SOLVABLE dots_solvable
#define GAME_POSITIONS dots_positions
#include <ariadne/instance.h>

static const ari_option dots_options[] = {
    ARI_OPTION_NUMBER("width", 3, 1, DOTS_SIDE, "boxes in a row"),
    ARI_OPTION_NUMBER("height", 3, 1, DOTS_SIDE, "rows of boxes"),
    {.name = NULL}};

/* Measured: docs/levels.md. */
static const ari_level dots_levels[ARI_LEVELS] = {
    {.sight = 0.8},
    {.sight = 2, .whim = 1},
    {.sight = 4},
    {.sight = 5},
    {.sight = 6},
    {.sight = 8},
    {.sight = 9},
    {.sight = 10},
    {.sight = 11, .exact = 0.3},
    {.sight = ARI_SIGHT_ALL},
};

const ari_game ari_game_dots = {
    GAME_CORE,
    .id = "dots",
    .title = "Dots and Boxes",
    .about =
        "In turn, each player draws an edge between two neighbouring dots. Whoever\n"
        "draws the fourth side of a box owns it and must move again. When all edges\n"
        "are drawn, whoever owns more boxes wins by the difference.\n"
        "A move is an edge, by letter and number at the side of the board, where dots,\n"
        "edges and boxes are all counted: b1 is the first edge of the bottom row, a2\n"
        "stands on the left of the lowest row of boxes.\n"
        "A position is the edges row by row from the top, - or | drawn and . open,\n"
        "then how many boxes the first player is ahead and the side to move. With one\n"
        "box: -/|./-/+0/2",
    .options = dots_options,
    .levels = dots_levels,
};
