/* test_sum_game.c: sums of different games, against brute force that knows no sums: who wins by what stands on the
 * table, moved by moved, from the rules of Kayles, Nim and Domineering alone. */
#include <stdio.h>
#include <stdlib.h>

#include <ariadne/sums.h>

#include "solving.h"

#define PINS 6
#define HEAP 4
#define CELLS 9 /* of a board of Domineering, 3 x 3 */

/* ---- pins beside two heaps ---- */

typedef struct table {
    bool won[1 << PINS][HEAP][HEAP];
} table;

static void by_force(table *t, bool misere)
{
    for (unsigned pins = 0; pins < 1u << PINS; pins++)
        for (int a = 0; a < HEAP; a++)
            for (int b = 0; b < HEAP; b++) {
                bool won = misere && !pins && !a && !b;
                for (int i = 0; i < PINS; i++) {
                    unsigned one = 1u << i, two = 3u << i;
                    won |= (pins & one) && !t->won[pins & ~one][a][b];
                    won |=
                        i + 1 < PINS && (pins & two) == two && !t->won[pins & ~two][a][b];
                }
                for (int left = 0; left < a; left++)
                    won |= !t->won[pins][left][b];
                for (int left = 0; left < b; left++)
                    won |= !t->won[pins][a][left];
                t->won[pins][a][b] = won;
            }
}

static void write_pins(unsigned pins, char *text)
{
    for (int i = 0; i < PINS; i++)
        text[i] = pins >> i & 1 ? '|' : '.';
    text[PINS] = '\0';
}

static void compare(const char *spec, bool misere)
{
    table *t = malloc(sizeof *t);
    ari_variant *v = variant(spec);
    ari_solver *who = solver(v);
    ari_nimbers *n;
    ari_error error;
    const ari_limits none = {.depth = 0};
    assert_int_equal(ari_nimbers_new(v, (size_t)16 << 20, &n, &error), ARI_OK);
    assert_int_equal(ari_nimbers_decide(v), !misere);
    by_force(t, misere);
    for (unsigned pins = 0; pins < 1u << PINS; pins++)
        for (int heaps = 0; heaps < HEAP * HEAP; heaps++)
            for (int second = 0; second < 2; second++) {
                char row[PINS + 1], text[40];
                int a = heaps / HEAP, b = heaps % HEAP, nimber;
                write_pins(pins, row);
                snprintf(text, sizeof text, "%s+%d%d%s", row, a, b, second ? "/2" : "");
                ari_state s = position(v, text);
                assert_int_equal(ari_turn(v, &s), second);
                assert_int_equal(value(who, &s).score > 0, t->won[pins][a][b]);
                assert_int_equal(ari_nimber_of(n, &s, &none, &nimber, &error), ARI_OK);
                if (!misere)
                    assert_int_equal(nimber != 0, t->won[pins][a][b]);
            }
    ari_nimbers_free(n);
    ari_solver_free(who);
    ari_variant_free(v);
    free(t);
}

static void test_impartial(void **unused)
{
    (void)unused;
    compare("sum:kayles=6+nim=33", false);
}

static void test_misere(void **unused)
{
    (void)unused;
    compare("sum:kayles=6,misere=yes+nim=33", true);
    compare("sum:kayles=6+nim=33,normal=no", true);
}

/* ---- dominoes beside a heap: sides have moves of their own ---- */

/* Does the side to move win? Cells are taken from a set, row by row from below. */
static bool domineering_by_force(signed char *known, unsigned cells, int heap, int side)
{
    signed char *here = &known[((cells * HEAP) + (unsigned)heap) * 2 + (unsigned)side];
    if (*here)
        return *here > 0;
    bool won = false;
    for (int left = 0; left < heap && !won; left++)
        won = !domineering_by_force(known, cells, left, !side);
    for (int y = 0; y < 3 && !won; y++)
        for (int x = 0; x < 3 && !won; x++) {
            int step = side ? 1 : 3;
            unsigned both = 1u << (x + 3 * y) | 1u << (x + 3 * y + step);
            if ((side ? x : y) < 2 && (cells & both) == both)
                won = !domineering_by_force(known, cells & ~both, heap, !side);
        }
    *here = won ? 1 : -1;
    return won;
}

static void test_partisan(void **unused)
{
    (void)unused;
    signed char *known = calloc((size_t)HEAP << (CELLS + 1), 1);
    ari_variant *v = variant("sum:domineering=3,height=3+nim=3");
    ari_solver *who = solver(v);
    assert_false(ari_has_nimbers(v));
    assert_true(ari_has_values(v));
    for (unsigned cells = 0; cells < 1u << CELLS; cells++)
        for (int heap = 0; heap < HEAP; heap++)
            for (int side = 0; side < 2; side++) {
                char text[40], *to = text;
                for (int y = 2; y >= 0; y--) {
                    for (int x = 0; x < 3; x++)
                        *to++ = cells >> (x + 3 * y) & 1 ? '.' : '#';
                    if (y)
                        *to++ = '/';
                }
                snprintf(to, 10, "+%d%s", heap, side ? "/2" : "");
                ari_state s = position(v, text);
                assert_int_equal(value(who, &s).score > 0,
                                 domineering_by_force(known, cells, heap, side));
            }
    ari_solver_free(who);
    ari_variant_free(v);
    free(known);
}

/* ---- names ---- */

static void test_names(void **unused)
{
    (void)unused;
    static const char *const names[][2] = {
        {"sum", "sum:kayles=7+nim=31"},
        {"sum:parts=grundy+nim", "sum:grundy=13+nim=7531"},
        {"sum:kayles:pins=7+nim:heaps=31,normal=yes", "sum:kayles=7+nim=31"},
        {"sum:nim=12,5,3+octal=0.07,heap=9", "sum:nim=12,5,3+octal=0.07,heap=9"},
        {"sum:kayles,misere+nim", "sum:kayles=13,misere=yes+nim=7531,normal=no"},
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        ari_variant *v = variant(names[i][0]), *again = variant(names[i][1]);
        assert_string_equal(v->name, names[i][1]);
        assert_string_equal(again->name, names[i][1]);
        ari_variant_free(v);
        ari_variant_free(again);
    }
}

static void test_refused(void **unused)
{
    (void)unused;
    static const struct {
        const char *spec, *words;
        size_t at;
    } refused[] = {
        {"sum:kayles", "two games or more", 10},
        {"sum:kayles+", "expected a game", 11},
        {"sum:kayles+hex", "'hex' cannot be part of a sum; these can: nim, kayles", 11},
        {"sum:kayles+sum", "'sum' cannot be part", 11},
        {"sum:kayles=99+nim", "pins must be from 1 to 60", 11},
        {"sum:kayles+nim=3,foo=2", "nim has no option 'foo'", 17},
        {"sum:kayles,misere+nim,normal", "the same in all games", 18},
        {"sum:cram+nim,normal=no", "in cram", 4},
        {"sum:cram+cram+cram+cram+cram+cram+cram+cram+cram", "at most 8 games", 44},
        {"sum:clobber+clobber+clobber+clobber+clobber+clobber+clobber+clobber",
         "more than 240 bytes", 60},
        {"sum:octal+octal+octal", "more than 2048 moves", 16},
    };
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        ari_variant *v;
        ari_error error;
        if (ari_variant_new(refused[i].spec, &v, &error) == ARI_OK)
            fail_msg("%s is taken", refused[i].spec);
        if (!strstr(error.message, refused[i].words) || error.offset != refused[i].at)
            fail_msg("%s: %s, at %zu", refused[i].spec, error.message, error.offset);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_impartial), cmocka_unit_test(test_misere),
        cmocka_unit_test(test_partisan),  cmocka_unit_test(test_names),
        cmocka_unit_test(test_refused),
    };
    return cmocka_run_group_tests_name("sum game", tests, NULL, NULL);
}
