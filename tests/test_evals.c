/* test_evals.c: the evaluations of Connect Four (B6), quixo, Kalah and others against a plain count. */
#include "playing.h"

#include <stdlib.h>
#include <string.h>

#include <ariadne/random.h>

/* The board as letters, row 0 the lowest. */
typedef struct grid {
    int width, height, line;
    char cell[64][64]; /* [column][row]: 'x', 'o' or '.' */
} grid;

static grid read_grid(const ari_variant *v, const ari_state *s)
{
    grid g = {(int)v->values[0].number,
              (int)v->values[1].number,
              (int)v->values[2].number,
              {{0}}};
    ari_text text = ARI_TEXT_EMPTY;
    ari_state_format(v, s, &text);
    const char *at = ari_text_get(&text);
    for (int row = g.height - 1; row >= 0; row--, at++)
        for (int column = 0; column < g.width; column++)
            g.cell[column][row] = *at++;
    ari_text_free(&text);
    return g;
}

static char at(const grid *g, int column, int row)
{
    bool inside = column >= 0 && column < g->width && row >= 0 && row < g->height;
    return inside ? g->cell[column][row] : '#';
}

static const int steps[4][2] = {{0, 1}, {1, -1}, {1, 0}, {1, 1}};

/* Does the pattern, of 1 for a disc and 0 for an empty cell, stand here? */
static bool stands(const grid *g, char who, int c, int r, const int step[2],
                   const char *pattern)
{
    for (int i = 0; pattern[i]; i++)
        if (at(g, c + i * step[0], r + i * step[1]) != (pattern[i] == '1' ? who : '.'))
            return false;
    return true;
}

static int count(const grid *g, char who, const char *pattern)
{
    int found = 0;
    for (int c = 0; c < g->width; c++)
        for (int r = 0; r < g->height; r++)
            for (int d = 0; d < 4; d++)
                found += stands(g, who, c, r, steps[d], pattern);
    return found;
}

static int pattern_value(const grid *g, char who, const int *p)
{
    int pairs = count(g, who, "11") + count(g, who, "101");
    int triples = count(g, who, "111") + count(g, who, "1101") + count(g, who, "1011");
    return p[0] * pairs + p[1] * triples;
}

/* Lines that nobody else has a disc in, with at least so many of one's own. */
static int open_lines(const grid *g, char who, int least)
{
    int found = 0;
    for (int c = 0; c < g->width; c++)
        for (int r = 0; r < g->height; r++)
            for (int d = 0; d < 4; d++) {
                int own = 0, empty = 0;
                for (int i = 0; i < g->line; i++) {
                    char cell = at(g, c + i * steps[d][0], r + i * steps[d][1]);
                    own += cell == who;
                    empty += cell == '.';
                }
                found += own + empty == g->line && own >= least;
            }
    return found;
}

/* Would a disc in this empty cell complete a line? */
static bool completes(grid *g, char who, int c, int r)
{
    bool found = false;
    g->cell[c][r] = who;
    for (int d = 0; d < 4; d++)
        for (int from = 1 - g->line; from <= 0; from++) {
            int own = 0;
            for (int i = from; i < from + g->line; i++)
                own += at(g, c + i * steps[d][0], r + i * steps[d][1]) == who;
            found |= own == g->line;
        }
    g->cell[c][r] = '.';
    return found;
}

static int threats_value(grid *g, char who, const int *p)
{
    int value = p[0] * open_lines(g, who, 1) + p[1] * open_lines(g, who, 2);
    for (int c = 0; c < g->width; c++)
        for (int r = 0; r < g->height; r++) {
            if (g->cell[c][r] != '.' || !completes(g, who, c, r))
                continue;
            bool odd_row = r % 2 == 0; /* the lowest is row 1 */
            value += p[2] + (odd_row == (who == 'x') ? p[3] : 0);
        }
    return value;
}

/* The line from a cell on in a direction: what it lacks, if nobody else has a mark in it and the side
 * has one; 0 otherwise. */
static int lacking(const grid *g, char who, int c, int r, int d)
{
    int own = 0, empty = 0;
    for (int i = 0; i < g->line; i++) {
        char cell = at(g, c + i * steps[d][0], r + i * steps[d][1]);
        own += cell == who;
        empty += cell == '.';
    }
    return own > 0 && own + empty == g->line ? empty : 0;
}

/* Do two such lines, one a cell further, leave the marks between them open at both ends? */
static bool is_open(const grid *g, char who, int c, int r, int d)
{
    int x = steps[d][0], y = steps[d][1];
    return at(g, c, r) == '.' && at(g, c + g->line * x, r + g->line * y) == '.' &&
           lacking(g, who, c, r, d) == lacking(g, who, c + x, r + y, d);
}

static int shapes_worth(const grid *g, char who, const int *p, int *doubles)
{
    int worth = 0;
    *doubles = 0;
    for (int d = 0; d < 4; d++) {
        bool open = false;
        for (int c = 0; c < g->width; c++)
            for (int r = 0; r < g->height; r++) {
                int lacks = lacking(g, who, c, r, d);
                bool two = lacks == 2 && is_open(g, who, c, r, d);
                bool three = lacks == 3 && is_open(g, who, c, r, d);
                worth += lacks >= 4   ? p[0]
                         : lacks == 3 ? p[1] + three * p[3]
                         : lacks == 2 ? p[2] + two * p[4]
                         : lacks == 1 ? 4 * p[2]
                                      : 0;
                open |= two;
            }
        *doubles += open;
    }
    return worth;
}

static int shapes_value(const grid *g, char me, char you, const int *p)
{
    int mine, yours;
    int own = shapes_worth(g, me, p, &mine), other = shapes_worth(g, you, p, &yours);
    if (mine > 0)
        return own - other + 100 * p[4];
    if (yours > 0)
        return own - other * (100 + p[5]) / 100 - (yours > 1 ? 50 * p[4] : 0);
    return own * (100 + p[5]) / 100 - other;
}

/* ---- the same where the board is large and lines are short: by what a mark on each cell makes ---- */

static bool has_run(const char *row, int width, int line)
{
    int run = 0;
    for (int i = 0; i < width; i++) {
        run = row[i] == '1' ? run + 1 : 0;
        if (run == line)
            return true;
    }
    return false;
}

/* What a row is worth to who has marks on it, '1', with all others closed: 9 for a line, 8 and 7 for two ways to
 * complete it and for one, and two less than the best that a mark makes of it. */
static int shape(char *row, int width, int line)
{
    int lines = 0, best = 0;
    if (has_run(row, width, line))
        return 9;
    for (int i = 0; i < width; i++) {
        if (row[i] != '.')
            continue;
        row[i] = '1';
        lines += has_run(row, width, line);
        row[i] = '.';
    }
    if (lines > 0)
        return lines > 1 ? 8 : 7;
    for (int i = 0; i < width; i++) {
        if (row[i] != '.')
            continue;
        row[i] = '1';
        int next = shape(row, width, line);
        best = next > best ? next : best;
        row[i] = '.';
    }
    return best > 4 ? best - 2 : 0;
}

typedef struct makings {
    int worth;
    bool doubles, fours, both; /* two fours at once, a four, a four and a three */
} makings;

static makings makings_of(const grid *g, char who, const int *p)
{
    makings all = {0, false, false, false};
    for (int c = 0; c < g->width; c++)
        for (int r = 0; r < g->height; r++) {
            int fours = 0, threes = 0;
            bool two = false;
            for (int d = 0; d < 4 && g->cell[c][r] == '.'; d++) {
                char row[16] = "";
                for (int i = 1 - g->line; i < g->line; i++) {
                    char cell = at(g, c + i * steps[d][0], r + i * steps[d][1]);
                    row[i + g->line - 1] = (char)(i == 0 || cell == who ? '1'
                                                  : cell == '.'         ? '.'
                                                                        : '#');
                }
                const int worth[10] = {0,    0,           0,    p[0],        2 * p[0],
                                       p[1], p[1] + p[3], p[2], p[2] + p[4], 4 * p[2]};
                int is = shape(row, 2 * g->line - 1, g->line);
                all.worth += worth[is];
                fours += is == 7;
                two |= is == 8;
                threes += is == 6;
            }
            all.doubles |= two || fours > 1;
            all.fours |= two || fours > 0;
            all.both |= (two || fours > 0) && threes > 0;
        }
    return all;
}

static int cells_value(const grid *g, char me, char you, const int *p)
{
    makings own = makings_of(g, me, p), other = makings_of(g, you, p);
    if (own.doubles)
        return own.worth - other.worth + 100 * p[4];
    if (own.both && !other.fours)
        return own.worth - other.worth + 80 * p[4];
    if (other.doubles)
        return own.worth - other.worth * (100 + p[5]) / 100 -
               (other.both ? 30 * p[4] : 0);
    return own.worth * (100 + p[5]) / 100 - other.worth;
}

static void shapes_by_counting(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        int every; /* so many plies: what is looked at */
    } games[] = {{"mnk", 1},
                 {"mnk:width=6,height=5,line=4", 1},
                 {"mnk:width=7,height=7,line=5", 1},
                 {"mnk:width=19,height=17,line=7", 1},
                 {"mnk:width=15,height=15,line=5", 9},
                 {"mnk:width=19,height=15,line=4", 2},
                 {"mnk:width=9,height=16,line=3", 1}};
    static const int weights[2][6] = {{2, 6, 16, 12, 40, 50}, {1, 10, 100, 3, 1000, 17}};
    ari_random random = ari_random_seeded(1);
    for (size_t i = 0; i < 2 * sizeof games / sizeof *games; i++) {
        const int *p = weights[i % 2];
        ari_variant *v = variant(games[i / 2].name);
        ari_state s = v->start;
        for (int ply = 0; ari_outcome(v, &s) == ARI_ON; ply++) {
            grid g = read_grid(v, &s);
            bool large = g.height * (g.width + 1) > 64 && g.line >= 3 && g.line <= 5;
            char me = ari_turn(v, &s) == ARI_FIRST ? 'x' : 'o', you = me ^ 'x' ^ 'o';
            if (ply % games[i / 2].every == 0)
                assert_int_equal(v->core->eval(v->rules, &s, 0, p),
                                 large ? cells_value(&g, me, you, p)
                                       : shapes_value(&g, me, you, p));
            s = random_after(v, &s, &random);
        }
        ari_variant_free(v);
    }
}

static void evaluations_by_counting(void **state)
{
    (void)state;
    static const char *const games[] = {
        "connect4", "connect4:width=5,height=4", "connect4:width=9,height=10",
        "connect4:width=6,height=6,line=3", "connect4:width=4,height=7,line=5"};
    static const int pattern[2] = {2, 5}, tuned[2] = {7, -3},
                     threats[4] = {3, 7, 50, 1000};
    ari_random random = ari_random_seeded(1);
    int compared = 0;
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        ari_variant *v = variant(games[i]);
        for (int n = 0; n < 40; n++) {
            ari_state s = v->start;
            while (ari_outcome(v, &s) == ARI_ON) {
                grid g = read_grid(v, &s);
                char me = ari_turn(v, &s) == ARI_FIRST ? 'x' : 'o', you = me ^ 'x' ^ 'o';
                assert_int_equal(v->core->eval(v->rules, &s, 0, pattern),
                                 pattern_value(&g, me, pattern) -
                                     pattern_value(&g, you, pattern));
                assert_int_equal(v->core->eval(v->rules, &s, 0, tuned),
                                 pattern_value(&g, me, tuned) -
                                     pattern_value(&g, you, tuned));
                assert_int_equal(v->core->eval(v->rules, &s, 1, threats),
                                 threats_value(&g, me, threats) -
                                     threats_value(&g, you, threats));
                compared++;
                s = random_after(v, &s, &random);
            }
        }
        ari_variant_free(v);
    }
    assert_true(compared > 2000);
}

/* Cubes of a side in a line of the text, which has a / after every row: from `at`, `step`
 * apart. */
static int cubes(const char *text, char who, int size, int at, int step)
{
    int found = 0;
    for (int i = 0; i < size; i++)
        found += text[at + i * step] == who;
    return found;
}

static int quixo_value(const char *text, char who, int size, const int *p)
{
    const int worth[] = {0, 0, p[0], p[1], p[2], 0};
    int row = size + 1, value = 0;
    for (int i = 0; i < size; i++) {
        int in_row = cubes(text, who, size, i * row, 1);
        value += worth[in_row] + worth[cubes(text, who, size, i, row)] + p[3] * in_row;
    }
    return value + worth[cubes(text, who, size, 0, row + 1)] +
           worth[cubes(text, who, size, size - 1, row - 1)];
}

static void quixo_by_counting(void **state)
{
    (void)state;
    static const int weights[4] = {2, 31, 500, 7};
    ari_random random = ari_random_seeded(1);
    int compared = 0;
    for (int size = 4; size <= 5; size++) {
        ari_variant *v = variant(size == 4 ? "quixo:size=4" : "quixo");
        for (int n = 0; n < 20; n++) {
            ari_state s = v->start;
            for (int ply = 0; ply < 60 && ari_outcome(v, &s) == ARI_ON; ply++) {
                ari_text text = ARI_TEXT_EMPTY;
                ari_state_format(v, &s, &text);
                char me = ari_turn(v, &s) == ARI_FIRST ? 'x' : 'o', you = me ^ 'x' ^ 'o';
                const char *cells = ari_text_get(&text);
                assert_int_equal(v->core->eval(v->rules, &s, 0, weights),
                                 quixo_value(cells, me, size, weights) -
                                     quixo_value(cells, you, size, weights));
                ari_text_free(&text);
                compared++;
                s = random_after(v, &s, &random);
            }
        }
        ari_variant_free(v);
    }
    assert_true(compared > 400);
}

/* ---- tables of weights ---- */

/* What is counted, and the score that the weights make of it. */
static void compare_table(const ari_variant *v, const ari_state *s, int which,
                          const int *counted, int count)
{
    const ari_eval_info *eval = &v->core->evals[which];
    int counts[ARI_FEATURES_MAX] = {0}, sum = 0;
    v->core->features(v->rules, s, which, counts);
    for (int i = 0; i < count; i++) {
        if (counts[i] != counted[i])
            fail_msg("%s: %d is counted %d times, not %d", v->name, i, counts[i],
                     counted[i]);
        sum += counts[i] * eval->weights[i];
    }
    assert_int_equal(v->core->eval(v->rules, s, which, NULL),
                     sum / (eval->unit ? eval->unit : 1));
}

static void add_taught(grid *g, char who, int sign, int *counts)
{
    char other = who ^ 'x' ^ 'o';
    int second = who == 'o';
    counts[15] += sign * open_lines(g, who, 1);
    counts[16] += sign * open_lines(g, who, 2);
    for (int c = 0; c < g->width; c++)
        for (int r = 0; r < g->height; r++) {
            int row = r < 6 ? r : 4 + r % 2, edge = g->width - 1 - c;
            edge = c < edge ? c : edge;
            if (g->cell[c][r] == who)
                counts[17 + 6 * (edge < 3 ? edge : 3) + row] += sign;
            if (g->cell[c][r] != '.' || !completes(g, who, c, r))
                continue;
            bool below = false;
            for (int under = 0; under <= r; under++)
                below =
                    below || (g->cell[c][under] == '.' && completes(g, other, c, under));
            counts[6 * second + row] += sign;
            counts[12 + second] += !below && r % 2 == second ? sign : 0;
            if (r > 0 && g->cell[c][r - 1] == '.' && completes(g, who, c, r - 1))
                counts[14] += sign;
        }
}

static void taught_by_counting(void **state)
{
    (void)state;
    static const char *const games[] = {"connect4", "connect4:width=5,height=4",
                                        "connect4:width=9,height=10",
                                        "connect4:width=6,height=7,line=3"};
    ari_random random = ari_random_seeded(2);
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        ari_variant *v = variant(games[i]);
        for (int n = 0; n < 20; n++) {
            ari_state s = v->start;
            while (ari_outcome(v, &s) == ARI_ON) {
                grid g = read_grid(v, &s);
                char me = ari_turn(v, &s) == ARI_FIRST ? 'x' : 'o', you = me ^ 'x' ^ 'o';
                int counts[43] = {[41] = 1, [42] = me == 'x' ? 1 : -1};
                add_taught(&g, me, 1, counts);
                add_taught(&g, you, -1, counts);
                compare_table(v, &s, 2, counts, 43);
                s = random_after(v, &s, &random);
            }
        }
        ari_variant_free(v);
    }
}

/* Kalah as its text has it: the pits of both as they are sown, the farthest from the store first. */
typedef struct pits {
    int count, ahead; /* of the first player */
    int seeds[2][6];
} pits;

static pits read_pits(const ari_variant *v, const ari_state *s)
{
    pits p = {.count = (int)v->values[0].number};
    ari_text text = ARI_TEXT_EMPTY;
    ari_state_format(v, s, &text);
    char *at = text.data;
    for (int i = p.count - 1; i >= 0; i--, at++) /* the second's, from the left */
        p.seeds[1][i] = (int)strtol(at, &at, 10);
    for (int i = 0; i < p.count; i++, at++)
        p.seeds[0][i] = (int)strtol(at, &at, 10);
    p.ahead = (int)strtol(at, &at, 10);
    p.ahead -= (int)strtol(at + 1, NULL, 10);
    ari_text_free(&text);
    return p;
}

/* Sows from a pit, seed by seed: does the last fall into the store, and what does it take? */
static bool sows(const pits *p, int side, int from, int *taken)
{
    int place[13] = {0}, n = p->count, last = from;
    for (int i = 0; i < n; i++) {
        place[i] = p->seeds[side][i];
        place[n + 1 + i] = p->seeds[!side][i];
    }
    int seeds = place[from];
    place[from] = 0;
    for (int i = 0; i < seeds; i++)
        place[last = (last + 1) % (2 * n + 1)]++;
    bool alone = seeds && last < n && place[last] == 1;
    *taken = alone ? place[2 * n - last] : 0; /* opposite */
    return seeds && last == n;
}

static void pits_by_sowing(void **state)
{
    (void)state;
    static const char *const games[] = {"kalah", "kalah:pits=3,seeds=6",
                                        "kalah:pits=5,empty=yes"};
    ari_random random = ari_random_seeded(3);
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        ari_variant *v = variant(games[i]);
        for (int n = 0; n < 40; n++) {
            ari_state s = v->start;
            while (ari_outcome(v, &s) == ARI_ON) {
                pits p = read_pits(v, &s);
                int me = ari_turn(v, &s) == ARI_SECOND;
                int counts[22] = {me ? -p.ahead : p.ahead, [21] = 1};
                for (int side = 0; side < 2; side++)
                    for (int pit = 0; pit < p.count; pit++) {
                        int taken, far = p.count - 1 - pit, sign = side == me ? 1 : -1;
                        bool again = sows(&p, side, pit, &taken);
                        int *most = &counts[side == me ? 19 : 20];
                        counts[1 + far] += sign * p.seeds[side][pit];
                        counts[7 + far] += sign * (p.seeds[side][pit] == 0);
                        counts[13 + far] += sign * again;
                        *most = taken > *most ? taken : *most;
                    }
                compare_table(v, &s, 0, counts, 22);
                s = random_after(v, &s, &random);
            }
        }
        ari_variant_free(v);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(evaluations_by_counting), cmocka_unit_test(shapes_by_counting),
        cmocka_unit_test(taught_by_counting), cmocka_unit_test(pits_by_sowing),
        cmocka_unit_test(quixo_by_counting)};
    return cmocka_run_group_tests_name("evals", tests, NULL, NULL);
}
