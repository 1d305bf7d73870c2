/* test_hex.c: Hex against a plain program that shares nothing with it, and against who is known to
 * win after each first stone of small boards. */
#include "positions.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ariadne/engine.h>

/* ---- the plain program: a board of letters, and a search that remembers who wins ---- */

#define CELLS 16

typedef struct plain {
    int size;
    char cell[CELLS + 1];
    uint8_t *
        known; /* by the board read as a number: 0, or 1 + whether the side to move wins */
} plain;

static bool reaches(const plain *p, char who, int cell, bool *seen)
{
    static const int steps[6][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, -1}, {-1, 1}};
    int n = p->size, x = cell % n, y = cell / n;
    if (p->cell[cell] != who || seen[cell])
        return false;
    seen[cell] = true;
    if ((who == 'x' ? y : x) == n - 1)
        return true;
    for (int i = 0; i < 6; i++) {
        int u = x + steps[i][0], v = y + steps[i][1];
        if (u >= 0 && u < n && v >= 0 && v < n && reaches(p, who, u + n * v, seen))
            return true;
    }
    return false;
}

static bool plain_won(const plain *p, char who)
{
    bool seen[CELLS] = {false};
    for (int i = 0; i < p->size; i++)
        if (reaches(p, who, who == 'x' ? i : i * p->size, seen))
            return true;
    return false;
}

static size_t plain_number(const plain *p)
{
    size_t number = 0;
    for (int i = 0; i < p->size * p->size; i++)
        number = 3 * number + (p->cell[i] == 'x' ? 1 : p->cell[i] == 'o' ? 2 : 0);
    return number;
}

/* Does the side to move win? The other has moved last. */
static bool plain_wins(plain *p, char who)
{
    char other = who == 'x' ? 'o' : 'x';
    uint8_t *known = &p->known[plain_number(p)];
    if (*known)
        return *known == 2;
    bool wins = false, lost = plain_won(p, other);
    for (int i = 0; i < p->size * p->size && !wins && !lost; i++) {
        if (p->cell[i] != '.')
            continue;
        p->cell[i] = who;
        wins = !plain_wins(p, other);
        p->cell[i] = '.';
    }
    *known = (uint8_t)(1 + wins);
    return wins;
}

static plain plain_new(int size)
{
    plain p = {.size = size};
    size_t boards = 1;
    for (int i = 0; i < size * size; i++)
        boards *= 3;
    memset(p.cell, '.', (size_t)size * (size_t)size);
    p.known = calloc(boards, 1);
    assert_non_null(p.known);
    return p;
}

/* ---- the library ---- */

/* Does the side to move win? No more is asked than that. */
static bool wins(ari_engine *engine, const ari_state *s)
{
    const ari_engine_job job = {.eval = {.which = ARI_EVAL_NEUTRAL}};
    ari_result result;
    assert_int_equal(ari_engine_solve(engine, s, &job, -1, 1, &result, NULL), ARI_OK);
    assert_false(result.stopped);
    return result.score > 0;
}

/* Row by row from the top: + where the first stone wins; of those cells that `map` asks about. */
static void openings(const char *spec, char *map)
{
    ari_variant *v = variant(spec);
    ari_engine *engine;
    assert_int_equal(ari_engine_new(v, (size_t)16 << 20, &engine, NULL), ARI_OK);
    ari_move moves[ARI_MOVES_MAX];
    int count = ari_moves(v, &v->start, moves);
    for (int i = 0; i < count; i++) {
        ari_state s = ari_after(v, &v->start, moves[i]);
        if (map[moves[i]] != ' ')
            map[moves[i]] = wins(engine, &s) ? '-' : '+';
    }
    map[count] = '\0';
    ari_engine_free(engine);
    ari_variant_free(v);
}

static void test_openings_by_brute_force(void **unused)
{
    (void)unused;
    for (int size = 2; size <= 4; size++) {
        char spec[32], map[CELLS + 1] = "";
        snprintf(spec, sizeof spec, "hex:size=%d,swap=no", size);
        openings(spec, map);
        plain p = plain_new(size);
        for (int i = 0; i < size * size; i++) {
            p.cell[i] = 'x';
            assert_int_equal(map[i], plain_wins(&p, 'o') ? '-' : '+');
            p.cell[i] = '.';
        }
        free(p.known);
    }
}

/* HexWiki's maps of small boards; of 5x5 those that are cheap, `make bench` has all. */
static void test_published_openings(void **unused)
{
    (void)unused;
    static const struct {
        const char *spec, *map;
    } known[] = {
        {"hex:size=2,swap=no", "-++-"},
        {"hex:size=3,swap=no", "--+++++--"},
        {"hex:size=4,swap=no", "---+--+--+--+---"},
        {"hex:size=5,swap=no", "   -    +   +   +    -   "},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        char map[26];
        snprintf(map, sizeof map, "%s", known[i].map);
        openings(known[i].spec, map);
        assert_string_equal(map, known[i].map);
    }
}

/* Along random games: moves, who has won, and who will win as soon as that is quickly known. */
static void test_random_games(void **unused)
{
    (void)unused;
    ari_random random = ari_random_seeded(5);
    for (int size = 2; size <= 4; size++) {
        char spec[32];
        snprintf(spec, sizeof spec, "hex:size=%d,swap=no", size);
        ari_variant *v = variant(spec);
        ari_engine *engine;
        assert_int_equal(ari_engine_new(v, (size_t)1 << 20, &engine, NULL), ARI_OK);
        plain p = plain_new(size);
        for (int game = 0; game < 100; game++) {
            memset(p.cell, '.', (size_t)size * (size_t)size);
            ari_state s = v->start;
            for (char who = 'x'; ari_outcome(v, &s) == ARI_ON;
                 who = who == 'x' ? 'o' : 'x') {
                assert_int_equal(wins(engine, &s), plain_wins(&p, who));
                ari_move m = random_move(v, &s, &random);
                assert_int_equal(p.cell[m], '.');
                p.cell[m] = who;
                s = ari_after(v, &s, m);
                assert_int_equal(ari_outcome(v, &s) == ARI_LOST, plain_won(&p, who));
            }
        }
        free(p.known);
        ari_engine_free(engine);
        ari_variant_free(v);
    }
}

/* ---- the swap ---- */

/* With it the second player wins, who takes over what wins and leaves what loses. */
static void test_swap_wins(void **unused)
{
    (void)unused;
    for (int size = 2; size <= 4; size++) {
        char spec[32];
        snprintf(spec, sizeof spec, "hex:size=%d", size);
        ari_variant *v = variant(spec);
        ari_engine *engine;
        assert_int_equal(ari_engine_new(v, (size_t)1 << 20, &engine, NULL), ARI_OK);
        assert_false(wins(engine, &v->start));
        ari_engine_free(engine);
        ari_variant_free(v);
    }
}

static void test_swap_is_a_move(void **unused)
{
    (void)unused;
    static const struct {
        const char *moves, *text;
    } cases[] = {{"c1", "..x/.../..."},
                 {"c1 swap", ".../.../o.."},
                 {"b2 SWAP", ".../.o./..."},
                 {"a2 swap a2", ".o./x../.../2"},
                 {"a2 swap a2 c3", ".o./x../..o"},
                 {"a2 b2", ".../xo./..."}};
    ari_variant *v = variant("hex:size=3");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ari_state s = position(v, cases[i].moves), t = position(v, cases[i].text);
        char text[64];
        ari_state_write(v, &s, text, sizeof text);
        assert_string_equal(text, cases[i].text);
        assert_int_equal(ari_turn(v, &s), ari_turn(v, &t));
        assert_memory_equal(&s, &t, v->core->state_size);
    }
    ari_variant_free(v);
}

static void test_impossible_positions(void **unused)
{
    (void)unused;
    static const char *const bad[][2] = {
        {"hex:size=3,swap=no", "o../.../..."},   /* x begins */
        {"hex:size=3,swap=no", "xo./.../.../2"}, /* there was no swap */
        {"hex:size=3", ".../.../.../2"},         /* nothing to swap yet */
        {"hex:size=3", "ooo/x../..."}, /* o to move, but x has moved too rarely */
        {"hex:size=3", "xx./.../..."},
        {"hex:size=3,swap=no", "xoo/xx./xoo/o"},
        {"hex:size=3,swap=no", "xx./oo./xx."},
        {"hex:size=3,swap=no", "xxo/xxo/xxo"}, /* x had won before its last stone */
        {"hex:size=2,swap=no", "x./x"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        ari_variant *v = variant(bad[i][0]);
        ari_record record;
        ari_error error;
        if (ari_position_parse(v, bad[i][1], &record, &error) == ARI_OK)
            fail_msg("%s was read", bad[i][1]);
        assert_true(error.message[0] != '\0');
        ari_variant_free(v);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_openings_by_brute_force),
        cmocka_unit_test(test_published_openings),
        cmocka_unit_test(test_random_games),
        cmocka_unit_test(test_swap_wins),
        cmocka_unit_test(test_swap_is_a_move),
        cmocka_unit_test(test_impossible_positions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
