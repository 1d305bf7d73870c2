/* test_values.c: canonical forms, against plays that know nothing of them: of every Domineering piece of up to 8 cells it is
 * played out that the piece less its value is lost by whoever begins, and that the form is the simplest; of random boards,
 * that who wins is what the search finds; and laws that all values keep. */
#include <stdio.h>
#include <stdlib.h>

#include <ariadne/sums.h>

#include "solving.h"
#include "sums/value.h"

#define BYTES ((size_t)64 << 20)
#define SIDE 8

static const ari_limits none = {.depth = 0};

static ari_forms *values(const ari_variant *v)
{
    ari_forms *result;
    ari_error error;
    if (ari_forms_new(v, BYTES, &result, &error) != ARI_OK)
        fail_msg("%s: %s", v->name, error.message);
    return result;
}

/* ---- plays ---- */

/* Domineering cells, and less a value: does the side to move, 0 the first player, win? */
static bool wins(const ari__canonicals *all, uint64_t cells, ari__canonical less,
                 int side)
{
    int step = side ? 1 : SIDE;
    for (int i = 0; i < SIDE * SIDE; i++) {
        uint64_t domino =
            (uint64_t)1 << i | (i + step < 64 ? (uint64_t)1 << (i + step) : 0);
        if ((side ? i % SIDE == SIDE - 1 : i >= SIDE * (SIDE - 1)) ||
            (cells & domino) != domino)
            continue;
        if (!wins(all, cells & ~domino, less, !side))
            return true;
    }
    const ari__canonical *list;
    int count = ari__value_options(all, less, !side, &list);
    for (int i = 0; i < count; i++)
        if (!wins(all, cells, list[i], !side))
            return true;
    return false;
}

/* One value less another: does the side to move win? */
static bool wins_less(const ari__canonicals *all, ari__canonical a, ari__canonical less,
                      int side)
{
    const ari__canonical *list;
    int count = ari__value_options(all, a, side, &list);
    for (int i = 0; i < count; i++)
        if (!wins_less(all, list[i], less, !side))
            return true;
    count = ari__value_options(all, less, !side, &list);
    for (int i = 0; i < count; i++)
        if (!wins_less(all, a, list[i], !side))
            return true;
    return false;
}

/* a <= b: in b - a the second player, moving first, does not win. */
static bool at_most(const ari__canonicals *all, ari__canonical a, ari__canonical b)
{
    return !wins_less(all, b, a, 1);
}

/* No option is as good as another one, and none is reversible. */
static void assert_simplest(const ari__canonicals *all, ari__canonical a)
{
    for (int side = 0; side < 2; side++) {
        const ari__canonical *list, *answers;
        int count = ari__value_options(all, a, side, &list);
        for (int i = 0; i < count; i++) {
            for (int k = 0; k < count; k++)
                assert_false(i != k && at_most(all, list[i], list[k]));
            int replies = ari__value_options(all, list[i], !side, &answers);
            for (int k = 0; k < replies; k++)
                assert_false(side ? at_most(all, a, answers[k])
                                  : at_most(all, answers[k], a));
        }
    }
}

/* ---- every piece of up to 8 cells ---- */

static int by_cells(const void *a, const void *b)
{
    uint64_t x, y;
    memcpy(&x, a, 8);
    memcpy(&y, b, 8);
    return (x > y) - (x < y);
}

static uint64_t to_corner(uint64_t cells)
{
    while (!(cells & 0xff))
        cells >>= SIDE;
    while (!(cells & 0x0101010101010101))
        cells >>= 1;
    return cells;
}

static uint64_t beside(uint64_t cells)
{
    uint64_t left = 0x0101010101010101, right = left << 7;
    return (cells << SIDE | cells >> SIDE | (cells & ~right) << 1 |
            (cells & ~left) >> 1) &
           ~cells;
}

/* The pieces with one cell more, each once. They are shifted away from the edges to grow. */
static size_t grow(const uint64_t *pieces, size_t count, uint64_t *out)
{
    size_t made = 0, kept = 0;
    for (size_t i = 0; i < count; i++) {
        uint64_t middle = pieces[i];
        if (!(middle & 0xff00000000000000))
            middle <<= SIDE;
        if (!(middle & 0x8080808080808080))
            middle <<= 1;
        for (uint64_t more = beside(middle); more; more &= more - 1)
            out[made++] = to_corner(middle | (more & -more));
    }
    qsort(out, made, sizeof *out, by_cells);
    for (size_t i = 0; i < made; i++)
        if (i == 0 || out[i] != out[i - 1])
            out[kept++] = out[i];
    return kept;
}

static void text_of(uint64_t cells, char *text)
{
    for (int y = SIDE - 1; y >= 0; y--) {
        for (int x = 0; x < SIDE; x++)
            *text++ = cells >> (x + SIDE * y) & 1 ? '.' : '#';
        *text++ = y ? '/' : '\0';
    }
}

static void test_pieces(void **unused)
{
    (void)unused;
    static const size_t fixed[] = {0,  1,   2,   6,   19,
                                   63, 216, 760, 2725}; /* Redelmeier 1981 */
    ari_variant *v = variant("domineering:width=8,height=8");
    ari_forms *who = values(v);
    const ari__canonicals *all = ari__forms_of(who);
    uint64_t *now = malloc(60000 * 8), *next = malloc(60000 * 8);
    size_t count = 1;
    now[0] = 1;
    for (int cells = 1; cells <= 8; cells++) {
        assert_int_equal(count, fixed[cells]);
        for (size_t i = 0; i < count; i++) {
            char text[80];
            text_of(now[i], text);
            ari_state s = position(v, text);
            ari__canonical found = ari__value_find(who, &s, &none);
            if (wins(all, now[i], found, 0) || wins(all, now[i], found, 1))
                fail_msg("%s", text);
            assert_simplest(all, found);
        }
        count = grow(now, count, next);
        uint64_t *swap = now;
        now = next;
        next = swap;
    }
    free(now);
    free(next);
    ari_forms_free(who);
    ari_variant_free(v);
}

/* ---- laws ---- */

static ari_state random_position(const ari_variant *v, ari_random *random)
{
    ari_state s = v->start;
    for (int plies = 2 + (int)ari_random_below(random, 3);
         plies > 0 && ari_outcome(v, &s) == ARI_ON; plies--)
        s = random_after(v, &s, random);
    return s;
}

static const char *const games[] = {
    "domineering:width=4,height=4", "domineering:width=5,height=3",
    "clobber:width=4,height=3", "clobber:width=7,height=1", "cram:width=4,height=3"};

static void test_laws(void **unused)
{
    (void)unused;
    ari_random random = ari_random_seeded(3);
    for (size_t g = 0; g < sizeof games / sizeof *games; g++) {
        ari_variant *v = variant(games[g]);
        ari_forms *who = values(v);
        ari__canonicals *all = ari__forms_of(who);
        ari__canonical some[12];
        for (int i = 0; i < 12; i++) {
            ari_state s = random_position(v, &random);
            some[i] = ari__value_find(who, &s, &none);
            assert_int_not_equal(some[i], ARI__VALUE_NONE);
        }
        for (int i = 0; i < 12; i++) {
            ari__canonical a = some[i], b = some[(i + 1) % 12], c = some[(i + 5) % 12];
            ari__canonical minus = ari__value_negative(all, a);
            assert_int_equal(ari__value_sum(all, a, minus), ARI__VALUE_ZERO);
            assert_int_equal(ari__value_negative(all, minus), a);
            ari__canonical left = ari__value_sum(all, ari__value_sum(all, a, b), c);
            ari__canonical right = ari__value_sum(all, a, ari__value_sum(all, b, c));
            assert_int_equal(left, right);
            assert_int_equal(ari__value_sum(all, b, a), ari__value_sum(all, a, b));
            bool below = ari__value_at_most(all, a, b),
                 above = ari__value_at_most(all, b, a);
            assert_int_equal(below, at_most(all, a, b));
            assert_int_equal(below && above, a == b);
            assert_int_equal(below, ari__value_at_most(all, ari__value_sum(all, a, c),
                                                       ari__value_sum(all, b, c)));
            assert_true(!below || !ari__value_at_most(all, b, c) ||
                        ari__value_at_most(all, a, c));
        }
        ari_forms_free(who);
        ari_variant_free(v);
    }
}

/* Who wins is what the search finds, with either side to move. */
static void test_outcomes(void **unused)
{
    (void)unused;
    ari_random random = ari_random_seeded(5);
    for (int i = 0; i < 200; i++) {
        ari_variant *v = variant(games[i % 5]);
        ari_forms *who = values(v);
        ari_solver *other = solver(v);
        ari_text text = ARI_TEXT_EMPTY;
        ari_form_facts worth;
        ari_error error;
        ari_state s = random_position(v, &random);
        bool second = ari_turn(v, &s) == ARI_SECOND, won = value(other, &s).score > 0;
        assert_int_equal(ari_form_of(who, &s, &none, &text, &worth, &error), ARI_OK);
        bool first_wins_first =
            worth.outcome == ARI_CLASS_POSITIVE || worth.outcome == ARI_CLASS_OPEN;
        bool second_wins_first =
            worth.outcome == ARI_CLASS_NEGATIVE || worth.outcome == ARI_CLASS_OPEN;
        assert_int_equal(won, second ? second_wins_first : first_wins_first);
        ari_text_free(&text);
        ari_solver_free(other);
        ari_forms_free(who);
        ari_variant_free(v);
    }
}

/* ---- as books write them ---- */

static void test_published(void **unused)
{
    (void)unused;
    /* Berlekamp, Conway and Guy 1982, chapter 5, and Conway 1976; Clobber: Albert and others 2005 */
    static const struct {
        const char *spec, *position, *value, *mean, *temperature;
    } known[] = {
        {"domineering:width=2,height=2", "../..", "\u00b11", "0", "1"},
        {"domineering:width=2,height=2", ".#/.#", "1", "1", "-1"},
        {"domineering:width=2,height=2", "##/..", "-1", "-1", "-1"},
        {"domineering:width=2,height=2", ".#/..", "*", "0", "0"},
        {"domineering:width=3,height=3", ".../.../...", "\u00b11", "0", "1"},
        {"domineering:width=2,height=3", "../../..", "{1/2|-2}", "-3/4", "5/4"},
        {"domineering:width=3,height=2", ".../...", "{2|-1/2}", "3/4", "5/4"},
        {"domineering:width=2,height=4", ".#/.#/.#/.#", "2", "2", "-1"},
        {"cram:width=3,height=4", ".../.../.../...", "*", "0", "0"},
        {"domineering:width=2,height=4", "../../../..", "+_2", "0", "0"},
        {"domineering:width=4,height=4", "..../..../..../....",
         "\u00b1(0,{{2|0},2+_2|{2|0},-_2})", "0", "0"},
        {"clobber:width=2,height=1", "xo", "*", "0", "0"},
        {"clobber:width=3,height=1", "xxo", "\u2191", "0", "0"},
        {"clobber:width=3,height=1", "oox", "\u2193", "0", "0"},
        {"clobber:width=3,height=1", "xox", "*", "0", "0"},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        ari_variant *v = variant(known[i].spec);
        ari_forms *who = values(v);
        ari_text text = ARI_TEXT_EMPTY, mean = ARI_TEXT_EMPTY, heat = ARI_TEXT_EMPTY;
        ari_form_facts worth;
        ari_error error;
        ari_state s = position(v, known[i].position);
        assert_int_equal(ari_form_of(who, &s, &none, &text, &worth, &error), ARI_OK);
        assert_string_equal(ari_text_get(&text), known[i].value);
        assert_true(worth.heated);
        ari_dyadic_format(&worth.mean, &mean);
        ari_dyadic_format(&worth.temperature, &heat);
        assert_string_equal(ari_text_get(&mean), known[i].mean);
        assert_string_equal(ari_text_get(&heat), known[i].temperature);
        ari_text_free(&text);
        ari_text_free(&mean);
        ari_text_free(&heat);
        ari_forms_free(who);
        ari_variant_free(v);
    }
}

/* ---- limits ---- */

static void test_limits(void **unused)
{
    (void)unused;
    ari_variant *v = variant("domineering:width=5,height=5");
    ari_forms *who;
    ari_text text = ARI_TEXT_EMPTY;
    ari_form_facts worth;
    ari_error error;
    ari_limits few = {.nodes = 50};
    assert_int_equal(ari_forms_new(v, BYTES, &who, &error), ARI_OK);
    assert_int_equal(ari_form_of(who, &v->start, &few, &text, &worth, &error),
                     ARI_STOPPED);
    ari_forms_free(who);
    assert_int_equal(ari_forms_new(v, 200000, &who, &error), ARI_OK);
    assert_int_equal(ari_form_of(who, &v->start, &none, &text, &worth, &error),
                     ARI_MEMORY);
    ari_forms_free(who);
    ari_variant_free(v);
    v = variant("kayles:misere");
    assert_int_equal(ari_forms_new(v, BYTES, &who, &error), ARI_UNSUPPORTED);
    ari_variant_free(v);
    ari_text_free(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pieces), cmocka_unit_test(test_laws),
        cmocka_unit_test(test_outcomes), cmocka_unit_test(test_published),
        cmocka_unit_test(test_limits)};
    return cmocka_run_group_tests_name("values", tests, NULL, NULL);
}
