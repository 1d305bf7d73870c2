/* test_account.c: which part a move changes, what the parts are worth then, and whether the move is proved to win: against
 * rules of nim, who wins by brute force, and thermographs by their definition, from the moves of positions alone. */
#include <stdlib.h>

#include <ariadne/account.h>
#include <ariadne/drawing.h>
#include <ariadne/thermograph.h>

#include "positions.h"
#include "svg.h"

#define BYTES ((size_t)32 << 20)

static const ari_limits none = {.depth = 0};

static ari_account account_of(const ari_variant *v, const ari_state *s)
{
    ari_account account;
    ari_error error;
    if (ari_account_of(v, s, BYTES, &none, &account, &error) != ARI_OK)
        fail_msg("%s: %s", v->name, error.message);
    return account;
}

/* ---- nim, where the heap is the nimber ---- */

static void test_nim(void **unused)
{
    (void)unused;
    ari_variant *v = variant("nim:heaps=9764,normal");
    ari_random random = ari_random_seeded(7);
    for (int round = 0; round < 60; round++) {
        ari_state s = on_the_way(v, &random, round % 7);
        ari_account account = account_of(v, &s);
        int heaps[4], count = 0, numbers[4], all = 0;
        for (int h = 0; h < 4; h++) {
            all ^= s.bytes[h];
            numbers[h] = count;
            if (s.bytes[h])
                heaps[count++] = s.bytes[h];
        }
        assert_false(account.forms);
        assert_true(account.decides);
        assert_int_equal(account.part_count, count);
        assert_int_equal(account.whole.nimber, all);
        for (int i = 0; i < count; i++)
            assert_int_equal(account.parts[i].worth.nimber, heaps[i]);
        for (int i = 0; i < account.move_count; i++) {
            const ari_account_move *m = &account.moves[i];
            int heap = m->move >> 8, left = s.bytes[heap] - (m->move & 255) - 1;
            assert_int_equal(m->part, numbers[heap]);
            assert_int_equal(m->becomes.nimber, left);
            assert_int_equal(m->whole.nimber, all ^ s.bytes[heap] ^ left);
            assert_int_equal(m->wins, m->whole.nimber == 0);
        }
        ari_account_free(&account);
    }
    ari_variant_free(v);
}

/* Where the last stick loses, no move is said to win. */
static void test_misere(void **unused)
{
    (void)unused;
    static const char *const specs[] = {"nim:heaps=321", "kayles:pins=7,misere",
                                        "octal:heap=9,misere", "grundy:heap=9,misere"};
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        ari_variant *v = variant(specs[i]);
        ari_account account = account_of(v, &v->start);
        assert_false(account.decides);
        assert_true(account.move_count > 0);
        for (int k = 0; k < account.move_count; k++)
            assert_false(account.moves[k].wins);
        ari_account_free(&account);
        ari_variant_free(v);
    }
}

/* ---- who wins ---- */

/* Does the side to move win? */
static bool wins(const ari_variant *v, const ari_state *s)
{
    int outcome = ari_outcome(v, s);
    if (outcome != ARI_ON)
        return outcome == ARI_WON;
    ari_move *list = malloc((size_t)v->core->max_moves * sizeof *list);
    assert_non_null(list);
    bool won = false;
    int count = ari_moves(v, s, list);
    for (int i = 0; i < count && !won; i++) {
        ari_state next = ari_after(v, s, list[i]);
        won = !wins(v, &next);
    }
    free(list);
    return won;
}

/* What the board shows of a part is all that a move in it changes. */
static void check_places(const ari_variant *v, const ari_state *s,
                         const ari_account *account, const ari_account_move *m)
{
    static ari_board before, after;
    ari_state next = ari_after(v, s, m->move);
    v->core->board(v->rules, s, &before);
    v->core->board(v->rules, &next, &after);
    assert_int_equal(account->place_count, before.width * before.height);
    uint16_t clicks[ARI_CLICKS_MAX];
    int clicked = ari_move_clicks(v, s, &before, m->move, clicks);
    for (int i = 0; i < clicked; i++)
        assert_int_equal(account->places[clicks[i]], m->part + 1);
    bool grid = before.cells[0].kind == ARI_CELL_SQUARE;
    for (int i = 0; grid && i < account->place_count; i++)
        if (before.cells[i].owner != after.cells[i].owner ||
            memcmp(before.cells[i].text, after.cells[i].text, sizeof after.cells[i].text))
            assert_int_equal(account->places[i], m->part + 1);
}

static void test_wins(void **unused)
{
    (void)unused;
    static const struct {
        const char *spec;
        int plies, rounds;
    } cases[] = {{"kayles:pins=10", 4, 12},
                 {"octal:code=0.137,heap=12", 3, 12},
                 {"octal:code=4.007,heap=9", 3, 12},
                 {"grundy:heap=13", 4, 12},
                 {"cram:width=4,height=3", 3, 12},
                 {"domineering:width=4,height=4", 4, 20},
                 {"domineering:width=5,height=4", 6, 20},
                 {"clobber:width=4,height=3", 3, 20},
                 {"clobber:width=5,height=3", 6, 20}};
    int proved = 0, refuted = 0;
    ari_random random = ari_random_seeded(19);
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        ari_variant *v = variant(cases[c].spec);
        for (int round = 0; round < cases[c].rounds; round++) {
            ari_state s = on_the_way(v, &random, 1 + round % cases[c].plies);
            ari_account account = account_of(v, &s);
            for (int i = 0; i < account.move_count; i++) {
                const ari_account_move *m = &account.moves[i];
                ari_state next = ari_after(v, &s, m->move);
                assert_int_equal(m->wins, !wins(v, &next));
                assert_in_range(m->part, 0, account.part_count - 1);
                check_places(v, &s, &account, m);
                if (!account.forms)
                    assert_int_equal(m->whole.nimber,
                                     account.whole.nimber ^ m->becomes.nimber ^
                                         account.parts[m->part].worth.nimber);
                *(m->wins ? &proved : &refuted) += 1;
            }
            ari_account_free(&account);
        }
        ari_variant_free(v);
    }
    assert_true(proved > 100 && refuted > 100);
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* A part by itself has the moves that the account says are made in it, and they lead to what it says that the part
 * becomes, also where that falls apart. */
static void test_becomes(void **unused)
{
    (void)unused;
    static const char *const positions[] = {
        "..#.#./..#.#./..#..#", "....#./....#./....#.", "...#../..##../......"};
    ari_variant *v = variant("domineering:width=6,height=3");
    for (size_t p = 0; p < sizeof positions / sizeof *positions; p++) {
        ari_state s = position(v, positions[p]);
        ari_account account = account_of(v, &s);
        assert_true(account.forms);
        for (int part = 0; part < account.part_count; part++) {
            ari_account alone = account_of(v, &account.parts[part].position);
            const char *said[64] = {NULL}, *found[64] = {NULL};
            int count = 0;
            for (int i = 0; i < account.move_count; i++)
                if (account.moves[i].part == part)
                    said[count++] = account.moves[i].becomes.form;
            assert_int_equal(count, alone.move_count);
            for (int i = 0; i < count; i++)
                found[i] = alone.moves[i].whole.form;
            qsort(said, (size_t)count, sizeof *said, by_text);
            qsort(found, (size_t)count, sizeof *found, by_text);
            for (int i = 0; i < count; i++)
                assert_string_equal(said[i], found[i]);
            assert_string_equal(alone.whole.form, account.parts[part].worth.form);
            ari_account_free(&alone);
        }
        ari_account_free(&account);
    }
    ari_variant_free(v);
}

/* ---- words ---- */

static void assert_reason(const ari_account *account, int move, const char *expected)
{
    ari_text text = ARI_TEXT_EMPTY;
    ari_account_reason(account, &account->moves[move], &text);
    assert_string_equal(ari_text_get(&text), expected);
    ari_text_free(&text);
}

static void test_words(void **unused)
{
    (void)unused;
    ari_variant *v = variant("nim:heaps=7531,normal");
    ari_state s = position(v, "5,3,1");
    ari_account account = account_of(v, &s);
    int digits = ari_account_digits(&account), best = 0;
    assert_int_equal(digits, 3);
    assert_int_equal(ari_account_digit(5, digits, 0), 1);
    assert_int_equal(ari_account_digit(5, digits, 1), 0);
    assert_int_equal(ari_account_digit(5, digits, 2), 1);
    while (!account.moves[best].wins)
        best++;
    assert_reason(&account, best, "nimber 5 -> 2, so that 2 xor 3 xor 1 = 0");
    ari_account_free(&account);
    ari_variant_free(v);
    char name[ARI_PART_NAME_MAX];
    ari_part_name(0, name);
    assert_string_equal(name, "A");
    ari_part_name(25, name);
    assert_string_equal(name, "Z");
    ari_part_name(26, name);
    assert_string_equal(name, "A2");
    ari_part_name(63, name);
    assert_string_equal(name, "L3");
}

static void test_refused(void **unused)
{
    (void)unused;
    ari_variant *v = variant("connect4");
    ari_account account;
    ari_error error;
    assert_false(ari_has_account(v));
    assert_int_equal(ari_account_of(v, &v->start, BYTES, &none, &account, &error),
                     ARI_UNSUPPORTED);
    ari_variant_free(v);
    v = variant("cram:width=8,height=8");
    const ari_limits few = {.nodes = 100};
    assert_int_equal(ari_account_of(v, &v->start, BYTES, &few, &account, &error),
                     ARI_STOPPED);
    assert_null(account.parts);
    ari_variant_free(v);
    v = variant("domineering:width=7,height=7");
    assert_int_equal(
        ari_account_of(v, &v->start, (size_t)1 << 20, &none, &account, &error),
        ARI_MEMORY);
    ari_variant_free(v);
}

/* ---- thermographs by their definition ---- */

#define STEPS 64 /* a unit of temperature */
#define ROWS (3 * STEPS)
#define UNIT ((int64_t)1 << 20)

typedef struct walls {
    int64_t left[ROWS + 1], right[ROWS + 1];
} walls;

static int64_t in_units(const ari_dyadic *number)
{
    return number->numerator * (UNIT >> number->halvings);
}

/* The position with another side to move. */
static ari_state turned(const ari_variant *v, const ari_state *s, ari_side turn)
{
    ari_text text = ARI_TEXT_EMPTY;
    ari_state_format(v, s, &text);
    char *slash = strstr(text.data, "/2");
    if (slash)
        *slash = '\0';
    char words[80];
    snprintf(words, sizeof words, "board:%s%s", text.data,
             turn == ARI_SECOND ? "/2" : "");
    ari_text_free(&text);
    return position(v, words);
}

/* Of all moves, none left out, at each temperature. Where the walls have met, they stay. Only that a position is a
 * number is believed. */
static void find_walls(const ari_variant *v, ari_forms *forms, const ari_state *s,
                       walls *w)
{
    ari_text text = ARI_TEXT_EMPTY;
    ari_form_facts facts;
    ari_error error;
    assert_int_equal(ari_form_of(forms, s, &none, &text, &facts, &error), ARI_OK);
    ari_text_free(&text);
    if (facts.temperature.numerator < 0) {
        for (int i = 0; i <= ROWS; i++)
            w->left[i] = w->right[i] = in_units(&facts.mean);
        return;
    }
    for (int side = 0; side < 2; side++) {
        ari_state here = turned(v, s, (ari_side)side);
        ari_move list[ARI_MOVES_MAX];
        int count = ari_outcome(v, &here) == ARI_ON ? ari_moves(v, &here, list) : 0;
        assert_true(count > 0);
        for (int m = 0; m < count; m++) {
            ari_state next = ari_after(v, &here, list[m]);
            walls *inner = malloc(sizeof *inner);
            assert_non_null(inner);
            find_walls(v, forms, &next, inner);
            for (int i = 0; i <= ROWS; i++) {
                int64_t cost = UNIT / STEPS * i;
                int64_t left = inner->right[i] - cost, right = inner->left[i] + cost;
                if (side == 0 && (m == 0 || left > w->left[i]))
                    w->left[i] = left;
                if (side == 1 && (m == 0 || right < w->right[i]))
                    w->right[i] = right;
            }
            free(inner);
        }
    }
    bool met = false;
    for (int i = 0; i <= ROWS; i++) {
        if (met) {
            w->left[i] = w->left[i - 1];
            w->right[i] = w->right[i - 1];
        }
        assert_true(w->left[i] >= w->right[i]); /* they meet at a step, not between */
        met = met || w->left[i] == w->right[i];
    }
    assert_true(met);
}

static int64_t wall_at(const ari_thermograph *graph, int side, int64_t t)
{
    int i = graph->count[side] - 1;
    while (i > 0 && in_units(&graph->walls[side][i].temperature) > t)
        i--;
    const ari_corner *c = &graph->walls[side][i];
    int64_t from = in_units(&c->temperature), value = in_units(&c->value);
    if (i == graph->count[side] - 1)
        return value;
    int64_t to = in_units(&c[1].temperature), then = in_units(&c[1].value);
    return value + (then - value) * (t - from) / (to - from);
}

static void test_thermographs(void **unused)
{
    (void)unused;
    static const char *const specs[] = {"domineering:width=3,height=3",
                                        "domineering:width=4,height=3",
                                        "clobber:width=3,height=3"};
    int hot = 0;
    ari_random random = ari_random_seeded(3);
    walls *w = malloc(sizeof *w);
    assert_non_null(w);
    for (size_t c = 0; c < sizeof specs / sizeof *specs; c++) {
        ari_variant *v = variant(specs[c]);
        ari_forms *forms;
        ari_error error;
        assert_int_equal(ari_forms_new(v, BYTES, &forms, &error), ARI_OK);
        for (int round = 0; round < 30; round++) {
            ari_state s = on_the_way(v, &random, 1 + round % 3);
            ari_thermograph graph;
            bool known;
            assert_int_equal(
                ari_form_thermograph(forms, &s, &none, &graph, &known, &error), ARI_OK);
            assert_true(known);
            find_walls(v, forms, &s, w);
            for (int i = 0; i <= ROWS; i++) {
                assert_int_equal(wall_at(&graph, 0, UNIT / STEPS * i), w->left[i]);
                assert_int_equal(wall_at(&graph, 1, UNIT / STEPS * i), w->right[i]);
            }
            assert_int_equal(in_units(&graph.mean), w->left[ROWS]);
            hot += graph.temperature.numerator > 0;
        }
        ari_forms_free(forms);
        ari_variant_free(v);
    }
    free(w);
    assert_true(hot > 10);
}

/* ---- pictures ---- */

static int count_of(const char *text, const char *what)
{
    int count = 0;
    for (const char *at = text; (at = strstr(at, what)); at++)
        count++;
    return count;
}

static void test_thermograph_drawn(void **unused)
{
    (void)unused;
    ari_variant *v = variant("domineering:width=5,height=3");
    ari_state s = position(v, "..#.#/..#.#/..#..");
    ari_account account = account_of(v, &s);
    ari_text svg = ARI_TEXT_EMPTY;
    assert_non_null(account.whole.graph);
    ari_thermograph_svg(account.whole.graph, "<{1|-3/2}>", &svg);
    check_well_formed(svg.data);
    assert_non_null(strstr(svg.data, "<title>&lt;{1|-3/2}&gt;</title>"));
    assert_non_null(strstr(svg.data, ">mean -1/4<"));
    assert_non_null(strstr(svg.data, ">temperature 5/4<"));
    /* The left stop is the larger one, and on the left; the walls end at one point, as high as any of them. */
    double left[4], right[4];
    const char *at = strstr(svg.data, "<path class=\"wall left\" d=\"M");
    assert_non_null(at);
    assert_int_equal(
        sscanf(at + 28, "%lf,%lfL%lf,%lf", left, left + 1, left + 2, left + 3), 4);
    at = strstr(svg.data, "<path class=\"wall right\" d=\"M");
    assert_non_null(at);
    assert_int_equal(
        sscanf(at + 29, "%lf,%lfL%lf,%lf", right, right + 1, right + 2, right + 3), 4);
    assert_true(left[0] < left[2] && right[0] > right[2]);
    assert_true(left[2] == right[2] && left[3] == right[3] && left[3] < left[1]);
    assert_true(left[1] == right[1]);
    /* 5/4 to the left of the mean as to the right of it. */
    assert_true(right[0] + left[0] - 2 * left[2] < 0.2 &&
                right[0] + left[0] - 2 * left[2] > -0.2);
    ari_text_free(&svg);
    ari_account_free(&account);
    ari_variant_free(v);
}

static void test_board_drawn(void **unused)
{
    (void)unused;
    static const struct {
        const char *spec, *position;
        int parts;
    } cases[] = {
        {"kayles:pins=9", "||.||||||/2", 2},
        {"nim:heaps=7531,normal", "5,3,1", 3},
        {"domineering:width=5,height=3", "..#.#/..#.#/..#..", 2},
        {"clobber:width=4,height=1", "xo..", 1},
        {"cram:width=2,height=2", "##/##", 0},
        {"domineering:width=12,height=3", ".#.#.#.#.#.#/.#.#.#.#.#.#/.#.#.#.#.#.#", 6}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ari_variant *v = variant(cases[i].spec);
        ari_record record;
        ari_error error;
        assert_int_equal(ari_position_parse(v, cases[i].position, &record, &error),
                         ARI_OK);
        ari_account account = account_of(v, &record.end);
        ari_text svg = ARI_TEXT_EMPTY;
        ari_drawing_account(v, &record, &account, &svg);
        check_well_formed(svg.data);
        assert_int_equal(count_of(svg.data, "<path class=\"ari-part ari-part-"),
                         cases[i].parts);
        assert_int_equal(count_of(svg.data, "<path class=\"ari-part-rim ari-part-"),
                         cases[i].parts);
        assert_int_equal(count_of(svg.data, "<text class=\"ari-part-name\""),
                         cases[i].parts);
        assert_int_equal(count_of(svg.data, "<rect class=\"ari-swatch-"), cases[i].parts);
        ari_text_free(&svg);
        ari_account_free(&account);
        ari_record_free(&record);
        ari_variant_free(v);
    }
}

/* In the picture of 5, 3 and 1 the digits of each, and of the xor, stand in columns. */
static void test_digits_drawn(void **unused)
{
    (void)unused;
    ari_variant *v = variant("nim:heaps=7531,normal");
    ari_record record;
    ari_error error;
    ari_text svg = ARI_TEXT_EMPTY;
    assert_int_equal(ari_position_parse(v, "5,3,1", &record, &error), ARI_OK);
    ari_account account = account_of(v, &record.end);
    ari_drawing_account(v, &record, &account, &svg);
    const char *at = svg.data;
    double columns[3] = {0};
    for (int i = 0; i < 12; i++) {
        static const char expected[] = "101011001111";
        double x, y;
        char digit;
        at = strstr(at, "<text class=\"digit\"");
        assert_non_null(at);
        assert_int_equal(
            sscanf(at, "<text class=\"digit\" x=\"%lf\" y=\"%lf\">%c", &x, &y, &digit),
            3);
        assert_int_equal(digit, expected[i]);
        if (i < 3)
            columns[i] = x;
        assert_true(columns[i % 3] == x);
        at++;
    }
    assert_null(strstr(at, "<text class=\"digit\""));
    ari_text_free(&svg);
    ari_account_free(&account);
    ari_record_free(&record);
    ari_variant_free(v);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nim),          cmocka_unit_test(test_misere),
        cmocka_unit_test(test_wins),         cmocka_unit_test(test_becomes),
        cmocka_unit_test(test_words),        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_thermographs), cmocka_unit_test(test_thermograph_drawn),
        cmocka_unit_test(test_board_drawn),  cmocka_unit_test(test_digits_drawn),
    };
    return cmocka_run_group_tests_name("account", tests, NULL, NULL);
}
