/* test_dots.c: the exact search of dots and boxes, which leaves out moves and knows ends, against a
 * small program that shares nothing with the library: boxes and edges in plain arrays, every move
 * tried. */
#include <stdio.h>
#include <stdlib.h>

#include "solving.h"

#include <ariadne/engine.h>

#define SIDE 7
#define OPEN 17 /* edges that may be open */

/* A lattice of dots, edges and boxes, as the library writes it; of the edges that are open in it,
 * any set may be drawn. */
typedef struct lattice {
    int columns, rows;
    bool drawn[2 * SIDE + 1][2 * SIDE + 1]; /* [y][x], y from the bottom */
    int count, x[OPEN], y[OPEN];
} lattice;

static signed char gains[1 << OPEN];
static bool known[1 << OPEN];

static bool is_edge(int x, int y)
{
    return (x + y) % 2 == 1;
}

static bool is_drawn(const lattice *l, int set, int x, int y)
{
    for (int i = 0; i < l->count; i++)
        if (l->x[i] == x && l->y[i] == y)
            return set >> i & 1;
    return l->drawn[y][x];
}

/* The boxes with four sides. */
static int closed(const lattice *l, int set)
{
    int boxes = 0;
    for (int y = 1; y < l->rows; y += 2)
        for (int x = 1; x < l->columns; x += 2)
            boxes += is_drawn(l, set, x - 1, y) && is_drawn(l, set, x + 1, y) &&
                     is_drawn(l, set, x, y - 1) && is_drawn(l, set, x, y + 1);
    return boxes;
}

/* What the side to move gains when these open edges are drawn. */
static int gain(const lattice *l, int set)
{
    if (set == (1 << l->count) - 1)
        return 0;
    if (known[set])
        return gains[set];
    int best = -100, boxes = closed(l, set);
    for (int i = 0; i < l->count; i++) {
        if (set >> i & 1)
            continue;
        int taken = closed(l, set | 1 << i) - boxes, rest = gain(l, set | 1 << i);
        int value = taken ? taken + rest : -rest;
        best = value > best ? value : best;
    }
    known[set] = true;
    gains[set] = (signed char)best;
    return best;
}

/* The library's text: with no box ahead, and the side to move that fits. */
static void write(const lattice *l, int set, int margin, int turn, char *text)
{
    for (int y = l->rows - 1; y >= 0; y--) {
        for (int x = !(y & 1); x < l->columns; x += 2)
            *text++ = (char)(!is_drawn(l, set, x, y) ? '.' : y & 1 ? '|' : '-');
        *text++ = '/';
    }
    sprintf(text, "%+d/%d", margin, turn + 1);
}

/* A position of the library for these drawn edges; whoever is to move may be fixed by them. */
static ari_state state_of(const ari_variant *v, const lattice *l, int set)
{
    char text[400];
    int margin = closed(l, set) % 2;
    for (int turn = 0; turn < 2; turn++) {
        ari_state s = {{0}};
        write(l, set, margin, turn, text);
        if (v->core->parse(v->rules, text, &s, NULL) == ARI_OK)
            return s;
    }
    fail_msg("%s: %s", v->name, text);
    return v->start;
}

static int solved(const ari_variant *v, ari_engine *engine, const ari_state *s)
{
    ari_result result;
    int outcome = ari_outcome(v, s);
    if (outcome != ARI_ON)
        return outcome;
    assert_int_equal(
        ari_engine_solve(engine, s, &no_limits, -ARI_WIN, ARI_WIN, &result, NULL),
        ARI_OK);
    assert_true(result.exact);
    return result.score;
}

/* ---- hints, held against the brute force ---- */

/* What the side to move gains by a move of the library, or a sentence that it is none. */
static int gain_by(const lattice *l, int set, ari_move m)
{
    int x = (2 * m + 1) % l->columns, y = (2 * m + 1) / l->columns;
    for (int i = 0; i < l->count; i++)
        if (l->x[i] == x && l->y[i] == y && !(set >> i & 1)) {
            int taken = closed(l, set | 1 << i) - closed(l, set);
            return taken ? taken + gain(l, set | 1 << i) : -gain(l, set | 1 << i);
        }
    fail_msg("%d is no open edge", m);
    return 0;
}

/* Of the moves that are tried one is best, one that is called the only one is, and bounds hold. */
static void check_hints(const ari_variant *v, const lattice *l, int set,
                        const ari_state *s, int value)
{
    ari_move list[ARI_MOVES_MAX], only;
    ari_view view;
    int margin = closed(l, set) % 2, ahead = ari_turn(v, s) ? -margin : margin;
    ari_view_of(v, s, &view);
    int count = v->core->best_among(v->rules, &view, list), best = -100;
    for (int i = 0; i < count; i++) {
        int there = ahead + gain_by(l, set, list[i]);
        best = there > best ? there : best;
    }
    assert_int_equal(best, value);
    if (v->core->choice(v->rules, &view, &only) == 1)
        assert_int_equal(ahead + gain_by(l, set, only), value);
    for (int wanted = value - 1; wanted <= value + 1; wanted++) {
        assert_true(v->core->at_most(v->rules, &view, wanted) >= value);
        assert_true(v->core->at_least(v->rules, &view, wanted) <= value);
    }
}

/* What is left stands in chains and loops alone: then both bounds are the value. */
static bool is_plain(const lattice *l, int set)
{
    for (int y = 1; y < l->rows; y += 2)
        for (int x = 1; x < l->columns; x += 2)
            if (is_drawn(l, set, x - 1, y) + is_drawn(l, set, x + 1, y) +
                    is_drawn(l, set, x, y - 1) + is_drawn(l, set, x, y + 1) <
                2)
                return false;
    return true;
}

static int value_in(const ari_variant *v, const lattice *l, int set, const ari_state *s)
{
    int margin = closed(l, set) % 2;
    return (ari_turn(v, s) ? -margin : margin) + gain(l, set);
}

static void check_position(const ari_variant *v, ari_engine *engine, const lattice *l,
                           int set)
{
    ari_state s = state_of(v, l, set);
    int value = value_in(v, l, set, &s);
    assert_int_equal(solved(v, engine, &s), value);
    if (ari_outcome(v, &s) == ARI_ON)
        check_hints(v, l, set, &s, value);
}

/* Every set of drawn edges of a board, by its hints alone. */
static void check_every_set(int width, int height)
{
    char spec[64];
    snprintf(spec, sizeof spec, "dots:width=%d,height=%d", width, height);
    ari_variant *v = variant(spec);
    static lattice l;
    l = (lattice){.columns = 2 * width + 1, .rows = 2 * height + 1};
    for (int y = 0; y < l.rows; y++)
        for (int x = 0; x < l.columns; x++)
            if (is_edge(x, y)) {
                l.x[l.count] = x;
                l.y[l.count++] = y;
            }
    memset(known, 0, sizeof known);
    int plain = 0;
    for (int set = 0; set < (1 << l.count) - 1; set++) {
        ari_state s = state_of(v, &l, set);
        int value = value_in(v, &l, set, &s);
        check_hints(v, &l, set, &s, value);
        if (!is_plain(&l, set))
            continue;
        ari_view view;
        ari_view_of(v, &s, &view);
        assert_int_equal(v->core->at_most(v->rules, &view, value), value);
        assert_int_equal(v->core->at_least(v->rules, &view, value), value);
        plain++;
    }
    assert_true(plain > 0);
    ari_variant_free(v);
}

/* Random positions of a board with so many open edges; from each, as many positions after it. */
static void check_board(int width, int height, int open, int boards, int positions)
{
    char spec[64];
    snprintf(spec, sizeof spec, "dots:width=%d,height=%d", width, height);
    ari_variant *v = variant(spec);
    ari_engine *engine;
    ari_random random = ari_random_seeded((uint64_t)(10 * width + height));
    assert_int_equal(ari_engine_new(v, (size_t)4 << 20, &engine, NULL), ARI_OK);
    for (int i = 0; i < boards; i++) {
        static lattice l;
        l = (lattice){.columns = 2 * width + 1, .rows = 2 * height + 1};
        for (int y = 0; y < l.rows; y++)
            for (int x = 0; x < l.columns; x++)
                l.drawn[y][x] = is_edge(x, y);
        while (l.count < open) {
            int x = (int)ari_random_below(&random, (uint32_t)l.columns);
            int y = (int)ari_random_below(&random, (uint32_t)l.rows);
            if (!is_edge(x, y) || !is_drawn(&l, 0, x, y))
                continue;
            l.x[l.count] = x;
            l.y[l.count++] = y;
        }
        memset(known, 0, sizeof known);
        for (int k = 0; k < positions; k++) {
            int set = k ? (int)ari_random_below(&random, 1u << open) : 0;
            check_position(v, engine, &l, set & (int)ari_random_next(&random));
        }
    }
    ari_engine_free(engine);
    ari_variant_free(v);
}

static void test_small_boards(void **unused)
{
    (void)unused;
    check_board(2, 2, 12, 1, 400);
    check_board(3, 2, 17, 1, 400);
    check_board(2, 3, 17, 1, 400);
    check_board(5, 1, 16, 1, 400);
    check_board(1, 4, 13, 1, 300);
}

static void test_late_positions(void **unused)
{
    (void)unused;
    check_board(3, 3, 11, 30, 10);
    check_board(3, 3, 14, 6, 10);
    check_board(4, 3, 12, 20, 10);
    check_board(4, 4, 13, 10, 10);
    check_board(5, 5, 12, 15, 10);
    check_board(7, 7, 12, 15, 10); /* more than 64 edges */
}

static void test_every_set(void **unused)
{
    (void)unused;
    check_every_set(2, 2);
    check_every_set(4, 1);
    check_every_set(3, 2);
}

/* The whole board of 3 x 3 and of 4 x 2 boxes: by what the program found when it left out nothing. 4 x 3 is
 * drawn by Wilson's table. */
static void test_values(void **unused)
{
    (void)unused;
    assert_int_equal(value_of("dots:width=3,height=3", "").score, -3);
    assert_int_equal(value_of("dots:width=4,height=2", "").score, 2);
    assert_int_equal(value_of("dots:width=2,height=4", "").score, 2);
    if (LARGE)
        assert_int_equal(value_of("dots:width=4,height=3", "").score, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_small_boards),
        cmocka_unit_test(test_late_positions),
        cmocka_unit_test(test_every_set),
        cmocka_unit_test(test_values),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
