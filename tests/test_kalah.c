/* test_kalah.c: Kalah against a small program on plain arrays that shares nothing with the
 * library, and against what others published. */
#include <stdio.h>
#include <stdlib.h>

#include "solving.h"

/* ======== the rules once more ========
 *
 * Pits of the side to move first, each side's from the one farthest from its store. */

typedef struct plain {
    signed char pit[2][6];
} plain;

typedef struct board {
    int pits;
    bool empty;
} board;

static int row(const board *b, const signed char *pit)
{
    int sum = 0;
    for (int i = 0; i < b->pits; i++)
        sum += pit[i];
    return sum;
}

/* Plays a move for side 0; *gain is what it brings both sides, as a margin of side 0. */
static plain sow(const board *b, plain p, int from, int *gain, bool *again, bool *over)
{
    int seeds = p.pit[0][from], side = 0, at = from;
    p.pit[0][from] = 0;
    *gain = 0;
    for (*again = false; seeds > 0; seeds--) {
        *again = side == 0 && at + 1 == b->pits;
        if (*again) {
            ++*gain;
            side = 1;
            at = -1;
            continue;
        }
        if (++at == b->pits) { /* past the other's store */
            side = 0;
            at = 0;
        }
        p.pit[side][at]++;
    }
    signed char *opposite = &p.pit[1][b->pits - 1 - at];
    if (!*again && side == 0 && p.pit[0][at] == 1 && (*opposite > 0 || b->empty)) {
        *gain += 1 + *opposite;
        *opposite = p.pit[0][at] = 0;
    }
    int mine = row(b, p.pit[0]), theirs = row(b, p.pit[1]);
    *over = mine == 0 || theirs == 0;
    if (*over) {
        *gain += mine - theirs;
        memset(&p, 0, sizeof p);
    }
    return p;
}

static plain turned(const plain *p)
{
    plain other = *p;
    memcpy(other.pit[0], p->pit[1], sizeof other.pit[0]);
    memcpy(other.pit[1], p->pit[0], sizeof other.pit[1]);
    return other;
}

/* ---- what the side to move still gains, by trying everything ---- */

#define KNOWN (1 << 20)
static plain known_at[KNOWN];
static signed char known_gain[KNOWN];
static unsigned char is_known[KNOWN];
static size_t known_count;

static size_t place_of(const plain *p)
{
    uint64_t hash = 1469598103934665603u;
    for (int i = 0; i < 12; i++)
        hash = (hash ^ (uint64_t)p->pit[i / 6][i % 6]) * 1099511628211u;
    size_t place = (size_t)(hash ^ hash >> 29) % KNOWN;
    while (is_known[place] && memcmp(&known_at[place], p, sizeof *p) != 0)
        place = (place + 1) % KNOWN;
    return place;
}

static int best_gain(const board *b, const plain *p)
{
    size_t place = place_of(p);
    if (is_known[place])
        return known_gain[place];
    int best = -100;
    for (int i = 0; i < b->pits; i++) {
        int gain;
        bool again, over;
        if (p->pit[0][i] == 0)
            continue;
        plain next = sow(b, *p, i, &gain, &again, &over), other = turned(&next);
        if (!over)
            gain += again ? best_gain(b, &next) : -best_gain(b, &other);
        best = gain > best ? gain : best;
    }
    place = place_of(p); /* others have come since */
    assert_true(++known_count < KNOWN);
    known_at[place] = *p;
    known_gain[place] = (signed char)best;
    is_known[place] = 1;
    return best;
}

/* ======== a game in both ======== */

typedef struct both {
    board b;
    plain p;
    int store[2], turn;
} both;

static both begin(int pits, int seeds, bool empty)
{
    both g = {.b = {pits, empty}};
    for (int i = 0; i < 2 * pits; i++)
        g.p.pit[i / pits][i % pits] = (signed char)seeds;
    return g;
}

/* The library's text of it. */
static void write_both(const both *g, char *out, size_t size)
{
    const signed char *first = g->p.pit[g->turn], *second = g->p.pit[!g->turn];
    size_t n = 0;
    for (int i = g->b.pits - 1; i >= 0; i--)
        n += (size_t)snprintf(out + n, size - n, "%d%c", second[i], i ? ',' : '/');
    for (int i = 0; i < g->b.pits; i++)
        n += (size_t)snprintf(out + n, size - n, "%d%c", first[i],
                              i + 1 < g->b.pits ? ',' : '/');
    snprintf(out + n, size - n, "%d-%d/%d", g->store[0], g->store[1], g->turn + 1);
}

static void play_both(both *g, int from, bool *over)
{
    int gain, before = row(&g->b, g->p.pit[0]) + row(&g->b, g->p.pit[1]);
    bool again;
    g->p = sow(&g->b, g->p, from, &gain, &again, over);
    int gone = before - row(&g->b, g->p.pit[0]) - row(&g->b, g->p.pit[1]);
    g->store[g->turn] += (gone + gain) / 2;
    g->store[!g->turn] += (gone - gain) / 2;
    if (!again) {
        g->p = turned(&g->p);
        g->turn = !g->turn;
    }
}

/* The number of a pit in the library's words: the column. */
static int column(const both *g, int pit)
{
    return g->turn ? g->b.pits - pit : pit + 1;
}

static ari_variant *kalah(int pits, int seeds, bool empty)
{
    char spec[64];
    snprintf(spec, sizeof spec, "kalah:pits=%d,seeds=%d,empty=%s", pits, seeds,
             empty ? "yes" : "no");
    return variant(spec);
}

/* ---- random games: every position, its moves and its end ---- */

static int random_game(const ari_variant *v, both g, ari_random *random)
{
    ari_state s = v->start;
    bool over = false;
    char text[128];
    int plies = 0;
    for (; !over; plies++) {
        int pits[6] = {0}, count = 0;
        ari_move list[ARI_MOVES_MAX];
        for (int i = 0; i < g.b.pits; i++)
            if (g.p.pit[0][i])
                pits[count++] = i;
        write_both(&g, text, sizeof text);
        assert_text(v, &s, text);
        assert_int_equal(ari_outcome(v, &s), ARI_ON);
        assert_int_equal(ari_turn(v, &s), g.turn);
        assert_int_equal(ari_moves(v, &s, list), count);
        int pit = pits[ari_random_below(random, (uint32_t)count)];
        char name[16];
        snprintf(name, sizeof name, "%d", column(&g, pit));
        s = ari_after(v, &s, move(v, &s, name));
        play_both(&g, pit, &over);
    }
    write_both(&g, text, sizeof text);
    assert_text(v, &s, text);
    assert_int_equal(ari_outcome(v, &s), g.store[g.turn] - g.store[!g.turn]);
    return plies;
}

static void test_rules(void **unused)
{
    (void)unused;
    ari_random random = ari_random_seeded(1);
    int plies = 0;
    for (int i = 0; i < 72; i++) {
        int pits = i % 6 + 1, seeds = i / 6 % 6 + 1;
        bool empty = i / 36 % 2 != 0;
        ari_variant *v = kalah(pits, seeds, empty);
        for (int k = 0; k < 30; k++)
            plies += random_game(v, begin(pits, seeds, empty), &random);
        ari_variant_free(v);
    }
    assert_true(plies > 20000);
}

/* ---- values of random positions ---- */

static void check_values(int pits, int seeds, bool empty, int games, ari_random *random)
{
    ari_variant *v = kalah(pits, seeds, empty);
    ari_solver *who = solver(v);
    memset(is_known, 0, sizeof is_known);
    known_count = 0;
    for (int i = 0; i < games; i++) {
        both g = begin(pits, seeds, empty);
        ari_state s = v->start;
        for (bool over = false; !over;) {
            int ahead = g.store[g.turn] - g.store[!g.turn];
            assert_int_equal(value(who, &s).score, ahead + best_gain(&g.b, &g.p));
            ari_move m = random_move(v, &s, random);
            ari_text name = ARI_TEXT_EMPTY;
            ari_move_format(v, &s, m, &name);
            int x = atoi(ari_text_get(&name));
            ari_text_free(&name);
            s = ari_after(v, &s, m);
            play_both(&g, g.turn ? pits - x : x - 1, &over);
        }
    }
    ari_solver_free(who);
    ari_variant_free(v);
}

static void test_values(void **unused)
{
    (void)unused;
    ari_random random = ari_random_seeded(2);
    for (int empty = 0; empty < 2; empty++) {
        check_values(1, 6, empty, 2, &random);
        check_values(2, 3, empty, 5, &random);
        check_values(2, 6, empty, 5, &random);
        check_values(3, 2, empty, 5, &random);
        check_values(3, 3, empty, 5, &random);
        check_values(4, 1, empty, 5, &random);
        check_values(4, 2, empty, 3, &random);
        check_values(5, 1, empty, 3, &random);
    }
}

/* ---- what others found ---- */

/* Who wins on small boards with empty capture, from one seed in a pit on: Irving, Donkers and
 * Uiterwijk, Solving Kalah (2000). */
static void test_solving_kalah(void **unused)
{
    (void)unused;
    static const char *const rows[] = {"DLWLWD", "WLLLWW", "DWWWWL", "WWW", "DD", "W"};
    for (int pits = 1; pits <= 6; pits++)
        for (int seeds = 1; rows[pits - 1][seeds - 1]; seeds++) {
            ari_variant *v = kalah(pits, seeds, true);
            ari_solver *who = solver(v);
            int score = value(who, &v->start).score;
            assert_int_equal(score > 0   ? 'W'
                             : score < 0 ? 'L'
                                         : 'D',
                             rows[pits - 1][seeds - 1]);
            ari_solver_free(who);
            ari_variant_free(v);
        }
}

/* By how much the first player wins on six pits with empty capture. */
static void test_six_pits(void **unused)
{
    (void)unused;
    assert_int_equal(value_of("kalah:seeds=1,empty", "").score, 2);
    assert_int_equal(value_of("kalah:seeds=2,empty", "").score, 10);
    assert_int_equal(value_of("kalah:seeds=3,empty", "").score, 2);
}

/* ---- text ---- */

static void test_text(void **unused)
{
    (void)unused;
    static const struct {
        const char *text;
        ari_status status;
        size_t at;
    } cases[] = {
        {"3,3/3,3/0-0/1", ARI_OK, 0},
        {"3,3/3,3/0-0/2", ARI_ILLEGAL, ARI_NO_OFFSET},
        {"0,0/0,0/8-4/2", ARI_OK, 0},
        {"0,0/1,0/8-3/2", ARI_ILLEGAL, ARI_NO_OFFSET},
        {"3,3/3,3/1-0/2", ARI_ILLEGAL, ARI_NO_OFFSET},
        {"3,3/3,3/0-0/3", ARI_SYNTAX, 12},
        {"3,3/3,3/0-0/1 ", ARI_SYNTAX, 12},
        {"3,3/3,3/0-0", ARI_SYNTAX, 11},
        {"3,3,3/3,3/0-0/1", ARI_SYNTAX, 3},
        {"3,/3,3/0-0/1", ARI_SYNTAX, 2},
        {"999999999999,3/3,3/0-0/1", ARI_ILLEGAL, 11},
    };
    ari_variant *v = variant("kalah:pits=2,seeds=3");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ari_state s = {{0}};
        ari_error error = {.offset = 0};
        assert_int_equal(v->core->parse(v->rules, cases[i].text, &s, &error),
                         cases[i].status);
        if (cases[i].status == ARI_OK)
            assert_text(v, &s, cases[i].text);
        else
            assert_true(error.offset == cases[i].at);
    }
    ari_variant_free(v);
}

/* ======== ranks ======== */

/* Puts up to so many seeds into the pits from `pit` on, in every way; counts the positions of each tier. */
static void spread_seeds(const ari_variant *v, int pits, int pit, int seeds, ari_state *s,
                         uint64_t *counts)
{
    const ari_core *core = v->core;
    if (pit == 2 * pits) {
        int tier = core->tier(v->rules, s);
        ari_state back = {{0}};
        core->unrank(v->rules, tier, core->rank(v->rules, s), &back);
        assert_true(ari_state_equal(v, s, &back));
        counts[tier]++;
        return;
    }
    unsigned char *here = &s->bytes[8 * (pit / pits) + pit % pits];
    for (int i = 0; i <= seeds; i++) {
        *here = (unsigned char)i;
        spread_seeds(v, pits, pit + 1, seeds - i, s, counts);
    }
    *here = 0;
}

/* Every position has a rank that leads back to it, and there are no more ranks than that. */
static void test_ranks(void **unused)
{
    (void)unused;
    static const struct {
        const char *spec;
        int pits, seeds;
    } games[] = {{"kalah:pits=1,seeds=6", 1, 12},
                 {"kalah:pits=2,seeds=4", 2, 16},
                 {"kalah:pits=3,seeds=2", 3, 12}};
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        ari_variant *v = variant(games[i].spec);
        uint64_t counts[2000] = {0};
        ari_state s = {{0}};
        spread_seeds(v, games[i].pits, 0, games[i].seeds, &s, counts);
        for (int tier = 0; tier <= v->core->tier(v->rules, &v->start); tier++)
            assert_int_equal(v->core->ranks(v->rules, tier), counts[tier]);
        ari_variant_free(v);
    }
}

/* The same with some of the largest board's. */
static void test_many_ranks(void **unused)
{
    (void)unused;
    ari_variant *v = variant("kalah:pits=6,seeds=6");
    const ari_core *core = v->core;
    ari_random random = ari_random_seeded(1);
    for (int i = 0; i < 100000; i++) {
        int top = core->tier(v->rules, &v->start);
        int tier = (int)ari_random_below(&random, (uint32_t)top + 1);
        uint64_t ranks = core->ranks(v->rules, tier);
        ari_state s = {{0}};
        if (ranks == 0)
            continue;
        uint64_t rank = i % 8 ? ari_random_next(&random) % ranks : ranks - 1;
        core->unrank(v->rules, tier, rank, &s);
        assert_int_equal(core->tier(v->rules, &s), tier);
        assert_int_equal(core->rank(v->rules, &s), rank);
    }
    ari_variant_free(v);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ranks),         cmocka_unit_test(test_many_ranks),
        cmocka_unit_test(test_rules),         cmocka_unit_test(test_values),
        cmocka_unit_test(test_solving_kalah), cmocka_unit_test(test_six_pits),
        cmocka_unit_test(test_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
