/* test_hackenbush.c: Hackenbush against recursion on characters, Berlekamp's rule for stalks and the colon principle. */
#include <stdio.h>
#include <stdlib.h>

#include <ariadne/sums.h>

#include "solving.h"

/* ---- pictures as text ---- */

#define EDGES 8

typedef struct picture {
    int parent[EDGES], count; /* -1: the ground */
    char colour[EDGES];
} picture;

static picture random_picture(ari_random *random, int count, const char *colours)
{
    picture p = {.count = count};
    for (int i = 0; i < count; i++) {
        p.parent[i] = (int)ari_random_below(random, (uint32_t)i + 1) - 1;
        p.colour[i] = colours[ari_random_below(random, (uint32_t)strlen(colours))];
    }
    return p;
}

/* What stands on an edge, or on the ground: all in brackets but the last, which is another way to write it than the
 * game's own. */
static void write_above(const picture *p, int edge, char *text)
{
    int last = -1;
    for (int i = 0; i < p->count; i++)
        last = p->parent[i] == edge ? i : last;
    for (int i = 0; i <= last; i++) {
        if (p->parent[i] != edge)
            continue;
        bool bracket = i != last && edge >= 0;
        snprintf(text + strlen(text), 4, "%s%c", bracket ? "(" : "", p->colour[i]);
        write_above(p, i, text);
        strcat(text, bracket ? ")" : edge < 0 && i != last ? "/" : "");
    }
}

/* Where what hangs on the letter here ends: with its bracket or its piece. */
static int falls_to(const char *text, int at)
{
    for (int open = 0;; at++)
        if (!text[at] || (!open && strchr(")/", text[at])))
            return at;
        else
            open += (text[at] == '(') - (text[at] == ')');
}

static bool may_cut(char letter, bool second)
{
    return letter == 'g' || letter == (second ? 'r' : 'b');
}

/* Can whoever is to move here win? */
static bool wins(const char *text, bool second, bool misere)
{
    bool any = false;
    for (int at = 0; text[at]; at++) {
        char left[64];
        if (!may_cut(text[at], second))
            continue;
        any = true;
        snprintf(left, sizeof left, "%.*s%s", at, text, text + falls_to(text, at));
        if (!wins(left, !second, misere))
            return true;
    }
    return misere && !any;
}

/* ---- tests ---- */

/* Each move takes what it should: the text with points, against that of the game. */
static void follow(const ari_variant *v, const ari_state *s, const char *text,
                   bool second)
{
    ari_move list[ARI_MOVES_MAX];
    int count = ari_moves(v, s, list), found = 0, edge = 0;
    for (int at = 0; text[at]; at++) {
        if (!strchr("brg.", text[at]))
            continue;
        if (may_cut(text[at], second)) {
            char after[90];
            snprintf(after, sizeof after, "%s%s", text, second ? "" : "/2");
            for (int i = at; i < falls_to(text, at); i++)
                after[i] = strchr("brg", text[i]) ? '.' : text[i];
            assert_true(found < count && list[found] == edge);
            ari_state next = ari_after(v, s, list[found++]), same = position(v, after);
            assert_memory_equal(&next, &same, v->core->state_size);
        }
        edge++;
    }
    assert_int_equal(found, count);
}

/* Many pictures, from the solver and by their values. */
static void test_by_force(void **unused)
{
    (void)unused;
    static const char *const colours[] = {"br", "brg", "bbrrg", "g"};
    ari_random random = ari_random_seeded(19);
    const ari_limits none = {.depth = 0};
    for (int k = 0; k < 400; k++) {
        picture p = random_picture(&random, 1 + k % (EDGES - 1), colours[k / 4 % 4]);
        char above[64] = "", text[80], spec[120];
        bool misere = k % 4 == 3, win[2];
        write_above(&p, -1, above);
        /* the first player has a move at the start, whatever the picture is */
        snprintf(spec, sizeof spec, "hackenbush:picture=%s/g,misere=%s", above,
                 misere ? "yes" : "no");
        ari_variant *v = variant(spec);
        ari_solver *who = solver(v);
        for (int side = 0; side < 2; side++) {
            snprintf(text, sizeof text, "%s/.%s", above, side ? "/2" : "");
            ari_state s = position(v, text);
            win[side] = wins(above, side, misere);
            assert_int_equal(value(who, &s).score > 0, win[side]);
            text[strlen(above) + 2] = '\0';
            follow(v, &s, text, side);
        }
        if (!misere) {
            ari_state s = position(v, text);
            ari_forms *forms;
            ari_form_facts facts;
            ari_text words = ARI_TEXT_EMPTY;
            ari_error error;
            assert_int_equal(ari_forms_new(v, (size_t)16 << 20, &forms, &error), ARI_OK);
            assert_int_equal(ari_form_of(forms, &s, &none, &words, &facts, &error),
                             ARI_OK);
            assert_int_equal(facts.outcome,
                             win[0]   ? win[1] ? ARI_CLASS_OPEN : ARI_CLASS_POSITIVE
                             : win[1] ? ARI_CLASS_NEGATIVE
                                      : ARI_CLASS_ZERO);
            ari_text_free(&words);
            ari_forms_free(forms);
        }
        ari_solver_free(who);
        ari_variant_free(v);
    }
}

#define UNIT 4096 /* of what stalks are worth here */

/* Berlekamp's rule: edges count one each until the colour changes first, and half as much each from then on. */
static int stalk_worth(const char *stalk)
{
    int worth = 0, each = UNIT;
    bool changed = false;
    for (int i = 0; stalk[i]; i++) {
        changed |= stalk[i] != stalk[0];
        each /= changed ? 2 : 1;
        worth += stalk[i] == 'b' ? each : -each;
    }
    return worth;
}

static void assert_worth(const char *picture_text, int worth)
{
    char spec[120], start[100], expected[40];
    snprintf(spec, sizeof spec, "hackenbush:picture=%s/b", picture_text);
    snprintf(start, sizeof start, "%s/.", picture_text);
    int unit = UNIT;
    for (; unit > 1 && worth % 2 == 0; worth /= 2)
        unit /= 2;
    snprintf(expected, sizeof expected, unit > 1 ? "%d/%d" : "%d", worth, unit);
    const ari_limits none = {.depth = 0};
    ari_variant *v = variant(spec);
    ari_state s = position(v, start);
    ari_forms *forms;
    ari_form_facts facts;
    ari_text words = ARI_TEXT_EMPTY;
    ari_error error;
    assert_int_equal(ari_forms_new(v, (size_t)16 << 20, &forms, &error), ARI_OK);
    assert_int_equal(ari_form_of(forms, &s, &none, &words, &facts, &error), ARI_OK);
    if (strcmp(ari_text_get(&words), expected) != 0)
        fail_msg("%s is %s, not %s", picture_text, ari_text_get(&words), expected);
    ari_text_free(&words);
    ari_forms_free(forms);
    ari_variant_free(v);
}

static void test_stalks(void **unused)
{
    (void)unused;
    char stalks[3][12] = {""};
    ari_random random = ari_random_seeded(3);
    for (int length = 1; length <= 8; length++)
        for (int colours = 0; colours < 1 << length; colours++) {
            for (int i = 0; i < length; i++)
                stalks[0][i] = colours >> i & 1 ? 'b' : 'r';
            stalks[0][length] = '\0';
            assert_worth(stalks[0], stalk_worth(stalks[0]));
        }
    for (int k = 0; k < 200; k++) { /* several add up, long ones too */
        char text[40];
        for (int n = 0; n < 3; n++) {
            int length = 1 + (int)ari_random_below(&random, 11);
            for (int i = 0; i < length; i++)
                stalks[n][i] = ari_random_below(&random, 2) ? 'b' : 'r';
            stalks[n][length] = '\0';
        }
        snprintf(text, sizeof text, "%s/%s/%s", stalks[0], stalks[1], stalks[2]);
        assert_worth(text, stalk_worth(stalks[0]) + stalk_worth(stalks[1]) +
                               stalk_worth(stalks[2]));
    }
}

/* The colon principle: what stands on a point is worth the xor of its branches, each one more than what stands on it. */
static int green_nimber(const picture *p, int edge)
{
    int nimber = 0;
    for (int i = 0; i < p->count; i++)
        if (p->parent[i] == edge)
            nimber ^= 1 + green_nimber(p, i);
    return nimber;
}

static void test_green(void **unused)
{
    (void)unused;
    ari_random random = ari_random_seeded(5);
    const ari_limits none = {.depth = 0};
    for (int k = 0; k < 400; k++) {
        picture p = random_picture(&random, 1 + k % EDGES, "g");
        char text[64] = "", spec[100];
        write_above(&p, -1, text);
        snprintf(spec, sizeof spec, "hackenbush:picture=%s", text);
        ari_variant *v = variant(spec);
        ari_nimbers *nimbers;
        ari_error error;
        int nimber;
        assert_true(ari_nimbers_decide(v));
        assert_int_equal(ari_nimbers_new(v, (size_t)1 << 20, &nimbers, &error), ARI_OK);
        assert_int_equal(ari_nimber_of(nimbers, &v->start, &none, &nimber, &error),
                         ARI_OK);
        if (nimber != green_nimber(&p, -1))
            fail_msg("%s is %d, not %d", text, nimber, green_nimber(&p, -1));
        ari_nimbers_free(nimbers);
        ari_variant_free(v);
    }
    ari_variant *v = variant("hackenbush:picture=gg/b");
    assert_false(ari_has_nimbers(v));
    ari_variant_free(v);
}

static void test_refused(void **unused)
{
    (void)unused;
    static const char *const refused[][2] = {
        {"", "expected an edge"},
        {"bx", "expected b, r or g"},
        {"rr/r", "no move"},
        {"b()", "expected an edge"},
        {"b(r", "not closed"},
        {"b)r", "expected b, r or g"},
        {"(b)", "expected an edge"},
        {"b/", "expected an edge"},
        {"b(r/b)", "expected b, r or g"},
        {"b.", "fallen at the start"},
        {"b/2", "first player"},
        {"b/b/b/b/b/b/b/b/b/b/b/b/b/b/b/b/b/b/b/b/b/b/b/b/b/b/b", "at most 26 ends"},
        {"bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb",
         "at most 60 edges"}};
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        char spec[120];
        snprintf(spec, sizeof spec, "hackenbush:picture=%s", refused[i][0]);
        ari_variant *v;
        ari_error error;
        if (ari_variant_new(spec, &v, &error) == ARI_OK)
            fail_msg("%s is taken", spec);
        if (!strstr(error.message, refused[i][1]))
            fail_msg("%s: %s", spec, error.message);
    }
}

static void test_one_name(void **unused)
{
    (void)unused;
    ari_variant *v = variant("hackenbush:picture=B(r)Gg/b(gr(b)b)");
    assert_string_equal(v->name, "hackenbush:picture=b(r)(gg)/bgr(b)(b),misere=no");
    ari_state s;
    ari_error error;
    assert_int_equal(v->core->parse(v->rules, "b(r)(.g)/bgr(b)(b)", &s, &error),
                     ARI_ILLEGAL);
    assert_true(v->core->parse(v->rules, "b(r)(gg)/bgr(b)(r)", &s, &error) != ARI_OK);
    assert_true(v->core->parse(v->rules, "b(r)(gg)/bgr(b)", &s, &error) != ARI_OK);
    s = position(v, "b(r)(g.)/...(.)(.)/2");
    assert_text(v, &s, "b(r)(g.)/...(.)(.)/2");
    ari_variant_free(v);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_by_force), cmocka_unit_test(test_stalks),
        cmocka_unit_test(test_green), cmocka_unit_test(test_refused),
        cmocka_unit_test(test_one_name)};
    return cmocka_run_group_tests_name("hackenbush", tests, NULL, NULL);
}
