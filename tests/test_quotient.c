/* test_quotient.c: misere quotients against sums of heaps that are played out, against Nim's own rule, and against
 * known orders and periods. */
#include <stdio.h>
#include <stdlib.h>

#include <ariadne/quotient.h>

#include "solving.h"

#define SIZES 10 /* heaps of 1 to 10 */
#define BITS 5   /* how many there are of each: so many bits of a key */
#define ROOM ((size_t)1 << 22)

static const ari_limits none = {.depth = 0};

static ari_quotient *quotient(const char *game, uint64_t size)
{
    ari_variant *v = variant(game);
    ari_heap_rules rules;
    ari_quotient *q;
    ari_error error;
    assert_true(v->core->heap_rules(v->rules, &rules));
    assert_int_equal(ari_quotient_new(&rules, NULL, &q, &error), ARI_OK);
    if (ari_quotient_find(q, size, &none, &error) != ARI_OK)
        fail_msg("%s: %s", game, error.message);
    ari_variant_free(v);
    return q;
}

/* ---- played out ---- */

/* By the digits of a code behind the point, and the one before it. */
typedef struct played {
    const char *digits;
    bool unequal;
    uint64_t *keys;
    uint8_t *values;
} played;

static uint64_t one_heap(int size)
{
    return size ? UINT64_C(1) << BITS * (size - 1) : 0;
}

static bool wins(played *p, uint64_t sum);

/* Is there a move in a heap that leaves what is lost, or any move at all? */
static bool move_wins(played *p, uint64_t rest, int size, bool *any)
{
    bool won = false;
    for (int taken = 0; taken <= size && p->digits[taken]; taken++) {
        int digit = p->digits[taken] - '0', left = size - taken;
        if (left == 0 ? digit & 1 : digit & 2) {
            *any = true;
            won = won || !wins(p, rest + one_heap(left));
        }
        for (int a = 1; digit & 4 && a < left; a++)
            if (!p->unequal || 2 * a != left) {
                *any = true;
                won = won || !wins(p, rest + one_heap(a) + one_heap(left - a));
            }
    }
    return won;
}

/* The last move loses: who has none wins. */
static bool wins(played *p, uint64_t sum)
{
    size_t at = (size_t)(ari_mix(sum) & (ROOM - 1));
    for (; p->keys[at]; at = (at + 1) & (ROOM - 1))
        if (p->keys[at] == sum + 1)
            return p->values[at];
    bool any = false, won = false;
    for (int size = 1; size <= SIZES; size++)
        if (sum >> BITS * (size - 1) & ((1 << BITS) - 1))
            won = move_wins(p, sum - one_heap(size), size, &any) || won;
    won = won || !any;
    for (at = (size_t)(ari_mix(sum) & (ROOM - 1)); p->keys[at];)
        at = (at + 1) & (ROOM - 1);
    p->keys[at] = sum + 1;
    p->values[at] = won;
    return won;
}

static void test_played_out(void **unused)
{
    (void)unused;
    static const struct {
        const char *game, *digits;
    } games[] = {{"kayles", "077"},
                 {"octal:code=0.123", "0123"},
                 {"octal:code=0.137", "0137"},
                 {"octal:code=0.07,heap=9", "007"},
                 {"octal:code=0.53", "053"},
                 {"octal:code=4.3", "43"},
                 {"octal:code=0.3333333333,heap=9", "03333333333"},
                 {"grundy", "4"}};
    ari_random random = ari_random_seeded(3);
    for (size_t g = 0; g < sizeof games / sizeof *games; g++) {
        played p = {games[g].digits, strcmp(games[g].game, "grundy") == 0,
                    calloc(ROOM, sizeof *p.keys), malloc(ROOM)};
        ari_quotient *q = quotient(games[g].game, SIZES);
        int lost = 0;
        for (int k = 0; k < 2000; k++) {
            uint64_t sum = 0;
            int element = 0, left = (int)ari_random_below(&random, 17);
            while (left > 0) {
                int most = left < SIZES ? left : SIZES;
                int size = 1 + (int)ari_random_below(&random, (uint32_t)most);
                sum += one_heap(size);
                left -= size;
                element = ari_quotient_product(q, element,
                                               ari_quotient_heap(q, (uint64_t)size));
            }
            assert_int_equal(ari_quotient_lost(q, element), !wins(&p, sum));
            lost += ari_quotient_lost(q, element);
        }
        assert_true(lost > 100);
        ari_quotient_free(q);
        free(p.keys);
        free(p.values);
    }
}

/* Bouton 1901: as when the last stick wins, but where all heaps are of one. */
static void test_nim(void **unused)
{
    (void)unused;
    static const int orders[] = {1, 2, 6, 6, 10, 10, 10, 10};
    for (uint64_t largest = 0; largest < 8; largest++) {
        ari_quotient *q = quotient("octal:code=0.3333333", largest);
        assert_int_equal(ari_quotient_order(q), orders[largest]);
        for (uint64_t heaps = 0; heaps < 1 << 15; heaps++) { /* five of them */
            int element = 0, xor = 0;
            bool large = false, fits = true;
            for (int i = 0; i < 5; i++) {
                uint64_t heap = heaps >> 3 * i & 7;
                fits = fits && heap <= largest;
                large = large || heap > 1;
                xor ^= (int)heap;
                if (fits)
                    element =
                        ari_quotient_product(q, element, ari_quotient_heap(q, heap));
            }
            if (fits)
                assert_int_equal(ari_quotient_lost(q, element),
                                 large ? xor == 0 : xor == 1);
        }
        ari_quotient_free(q);
    }
}

/* ---- orders and periods ---- */

/* 0.123 as Plambeck 2005 has it; that the others repeat for ever is what this code proves. */
static void test_periods(void **unused)
{
    (void)unused;
    static const struct {
        const char *game;
        int order;
        uint64_t length, from;
    } known[] = {{"octal:code=0.123", 20, 5, 5},
                 {"octal:code=0.75", 8, 2, 8},
                 {"octal:code=0.34", 12, 8, 7},
                 {"kayles", 40, 12, 71}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        ari_quotient *q = quotient(known[i].game, 400);
        ari_period period = ari_quotient_period(q);
        assert_int_equal(ari_quotient_order(q), known[i].order);
        assert_true(period.proved);
        assert_int_equal(period.length, known[i].length);
        assert_int_equal(period.from, known[i].from);
        assert_int_equal(ari_quotient_known(q), ARI_HEAP_LARGEST);
        assert_int_equal(ari_quotient_heap(q, 1000000007),
                         ari_quotient_heap(q, 1000000007 + known[i].length));
        ari_quotient_free(q);
    }
}

/* It is a monoid, and its elements are told apart. */
static void test_monoid(void **unused)
{
    (void)unused;
    ari_quotient *q = quotient("kayles", 30);
    int order = ari_quotient_order(q);
    for (int a = 0; a < order; a++) {
        assert_int_equal(ari_quotient_product(q, a, 0), a);
        for (int b = 0; b < order; b++) {
            int ab = ari_quotient_product(q, a, b);
            bool apart = a == b;
            assert_int_equal(ari_quotient_product(q, b, a), ab);
            for (int c = 0; c < order; c++) {
                int bc = ari_quotient_product(q, b, c),
                    ac = ari_quotient_product(q, a, c);
                assert_int_equal(ari_quotient_product(q, ab, c),
                                 ari_quotient_product(q, a, bc));
                apart = apart || ari_quotient_lost(q, ac) != ari_quotient_lost(q, bc);
            }
            assert_true(apart);
        }
    }
    ari_quotient_free(q);
}

static void test_limits(void **unused)
{
    (void)unused;
    ari_variant *v = variant("octal:code=0.07");
    ari_heap_rules rules;
    ari_quotient *q;
    ari_allowance memory;
    ari_error error;
    const ari_limits few = {.nodes = 2000};
    assert_true(v->core->heap_rules(v->rules, &rules));
    ari_allowance_begin(&memory, (size_t)4 << 20);
    assert_int_equal(ari_quotient_new(&rules, &memory, &q, &error), ARI_OK);
    assert_int_equal(ari_quotient_find(q, 20, &few, &error), ARI_STOPPED);
    uint64_t known = ari_quotient_known(q);
    assert_true(known < 20);
    assert_int_equal(ari_quotient_find(q, known, &none, &error), ARI_OK);
    assert_int_equal(ari_quotient_find(q, 40, &none, &error), ARI_MEMORY);
    ari_quotient_free(q);
    assert_int_equal(memory.used, 0);
    ari_variant_free(v);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_played_out), cmocka_unit_test(test_nim),
        cmocka_unit_test(test_periods),    cmocka_unit_test(test_monoid),
        cmocka_unit_test(test_limits),
    };
    return cmocka_run_group_tests_name("quotient", tests, NULL, NULL);
}
