/* test_toads.c: Toads and Frogs against recursion on characters, and against published values. */
#include <stdio.h>
#include <stdlib.h>

#include <ariadne/sums.h>

#include "solving.h"

/* Can whoever is to move in these rows win? */
static bool wins(char *row, bool frogs)
{
    int step = frogs ? -1 : 1, last = (int)strlen(row);
    for (int i = 0; i < last; i++) {
        int to = i + step;
        if (row[i] != (frogs ? 'f' : 't') || to < 0 || to >= last)
            continue;
        if (row[to] == (frogs ? 't' : 'f'))
            to += step;
        if (to < 0 || to >= last || row[to] != '.')
            continue;
        row[to] = row[i];
        row[i] = '.';
        bool won = !wins(row, !frogs);
        row[i] = row[to];
        row[to] = '.';
        if (won)
            return true;
    }
    return false;
}

/* Many rows of many lengths, from the solver and by their values. */
static void test_by_force(void **unused)
{
    (void)unused;
    ari_random random = ari_random_seeded(11);
    const ari_limits none = {.depth = 0};
    int played = 0;
    for (int length = 3; length <= 9; length++) {
        char spec[80] = "toads:", *all = spec + strlen(spec);
        for (int i = 0; i < length; i++) /* as many as may be of both, and a first move */
            all[i] = i < length / 2 ? 't' : i == length / 2 ? '.' : 'f';
        ari_variant *v = variant(spec);
        ari_solver *who = solver(v);
        ari_forms *forms;
        ari_error error;
        assert_int_equal(ari_forms_new(v, (size_t)64 << 20, &forms, &error), ARI_OK);
        for (int k = 0; k < 300; k++) {
            char row[20] = "", text[24];
            int toads = 0, frogs = 0;
            for (int i = 0; i < length; i++) {
                uint32_t sign = ari_random_below(&random, 3);
                row[i] = sign == 1 && toads < length / 2         ? 't'
                         : sign == 2 && frogs < (length - 1) / 2 ? 'f'
                                                                 : '.';
                toads += row[i] == 't';
                frogs += row[i] == 'f';
            }
            bool first = wins(row, false), second = wins(row, true);
            for (int side = 0; side < 2; side++) {
                snprintf(text, sizeof text, "board:%s%s", row, side ? "/2" : "");
                ari_state s = position(v, text);
                assert_int_equal(value(who, &s).score > 0, side ? second : first);
                played++;
            }
            ari_state s = position(v, text);
            ari_text words = ARI_TEXT_EMPTY;
            ari_form_facts facts;
            assert_int_equal(ari_form_of(forms, &s, &none, &words, &facts, &error),
                             ARI_OK);
            assert_int_equal(facts.outcome,
                             first    ? second ? ARI_CLASS_OPEN : ARI_CLASS_POSITIVE
                             : second ? ARI_CLASS_NEGATIVE
                                      : ARI_CLASS_ZERO);
            ari_text_free(&words);
        }
        ari_forms_free(forms);
        ari_solver_free(who);
        ari_variant_free(v);
    }
    assert_int_equal(played, 7 * 300 * 2);
}

/* Erickson 1996 and Thanatipanonda 2011: toads on the left, frogs on the right, two or three free cells between. The
 * positions of one free cell are of Winning Ways. */
static void test_published(void **unused)
{
    (void)unused;
    static const char *const values[][2] = {
        {"t.f", "*"},           {"tft.f", "*"},         {"t.tff", "↑"},
        {"tt.ff", "*"},         {"ttt..ff", "{1/2|0}"}, {"tttt..ff", "{3/2|0}"},
        {"tt...ff", "*"},       {"ttt...ff", "1*"},     {"tttt...ff", "2*"},
        {"ttttt...fff", "3/2"}, {"tttttt...fff", "5/2"}};
    const ari_limits none = {.depth = 0};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        char spec[40];
        snprintf(spec, sizeof spec, "toads:%s", values[i][0]);
        ari_variant *v = variant(spec);
        ari_forms *forms;
        ari_form_facts facts;
        ari_text words = ARI_TEXT_EMPTY;
        ari_error error;
        assert_int_equal(ari_forms_new(v, (size_t)64 << 20, &forms, &error), ARI_OK);
        assert_int_equal(ari_form_of(forms, &v->start, &none, &words, &facts, &error),
                         ARI_OK);
        assert_string_equal(ari_text_get(&words), values[i][1]);
        ari_text_free(&words);
        ari_forms_free(forms);
        ari_variant_free(v);
    }
}

static void test_refused(void **unused)
{
    (void)unused;
    static const char *const refused[][2] = {
        {"toads:row=", "expected a row"},     {"toads:ttx", "expected t, f or ."},
        {"toads:fff...", "no move"},          {"toads:t.f//t.f", "expected t, f or ."},
        {"toads:t.f/", "expected t, f or ."}, {"toads:t.f/2", "first player"}};
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        ari_variant *v;
        ari_error error;
        if (ari_variant_new(refused[i][0], &v, &error) == ARI_OK)
            fail_msg("%s is taken", refused[i][0]);
        if (!strstr(error.message, refused[i][1]))
            fail_msg("%s: %s", refused[i][0], error.message);
    }
    ari_variant *v = variant("toads:TT.FF/t.f");
    assert_string_equal(v->name, "toads:tt.ff/t.f");
    ari_variant_free(v);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_by_force),
                                       cmocka_unit_test(test_published),
                                       cmocka_unit_test(test_refused)};
    return cmocka_run_group_tests_name("toads", tests, NULL, NULL);
}
