/* test_amazons.c: Amazons against a plain program that shares nothing with it, and against what is
 * known: lines of play of 10 x 10, and who wins on small boards. */
#include "positions.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ariadne/engine.h>

/* ---- the plain program: a board of letters as in the text, and a list of what is known ---- */

#define TEXT 32
#define SLOTS (1 << 20) /* a power of two */

typedef struct plain {
    int width, height;
    struct {
        char text[TEXT]; /* empty: unused */
        bool wins;
    } * known;
} plain;

static char *square(const plain *p, char *text, int x, int y)
{
    bool inside = x >= 0 && x < p->width && y >= 0 && y < p->height;
    return inside ? &text[(p->width + 1) * y + x] : NULL;
}

static size_t slot_of(const plain *p, const char *text)
{
    size_t hash = 5381;
    for (const char *c = text; *c; c++)
        hash = hash * 33 + (unsigned char)*c;
    hash = (hash ^ hash >> 15) % SLOTS;
    while (p->known[hash].text[0] && strcmp(p->known[hash].text, text) != 0)
        hash = (hash + 1) % SLOTS;
    return hash;
}

static bool plain_wins(plain *p, char *text, char who, int *moves);

/* Shoots from this square in every direction; true if one of the shots wins. The moves are counted,
 * and nothing is looked for, if `moves` is not NULL. */
static bool shoot(plain *p, char *text, char who, int x, int y, int *moves)
{
    for (int way = 0; way < 9; way++)
        for (int far = 1; way != 4; far++) {
            char *arrow =
                square(p, text, x + far * (way % 3 - 1), y + far * (way / 3 - 1));
            if (!arrow || *arrow != '.')
                break;
            if (moves) {
                ++*moves;
                continue;
            }
            *arrow = '#';
            bool wins = !plain_wins(p, text, who == 'x' ? 'o' : 'x', NULL);
            *arrow = '.';
            if (wins)
                return true;
        }
    return false;
}

static bool walk(plain *p, char *text, char who, int x, int y, int *moves)
{
    char *from = square(p, text, x, y);
    for (int way = 0; way < 9; way++)
        for (int far = 1; way != 4; far++) {
            int u = x + far * (way % 3 - 1), v = y + far * (way / 3 - 1);
            char *to = square(p, text, u, v);
            if (!to || *to != '.')
                break;
            *to = who;
            *from = '.';
            bool wins = shoot(p, text, who, u, v, moves);
            *from = who;
            *to = '.';
            if (wins)
                return true;
        }
    return false;
}

static bool each_queen(plain *p, char *text, char who, int *moves)
{
    for (int y = 0; y < p->height; y++)
        for (int x = 0; x < p->width; x++)
            if (*square(p, text, x, y) == who && walk(p, text, who, x, y, moves))
                return true;
    return false;
}

/* Does the side to move win? */
static bool plain_wins(plain *p, char *text, char who, int *moves)
{
    size_t slot = slot_of(p, text);
    if (p->known[slot].text[0])
        return p->known[slot].wins;
    bool wins = each_queen(p, text, who, moves);
    slot = slot_of(p, text);
    memcpy(p->known[slot].text, text, strlen(text) + 1);
    p->known[slot].wins = wins;
    return wins;
}

/* ---- the library ---- */

static bool wins(ari_engine *engine, const ari_state *s)
{
    const ari_engine_job job = {.eval = {.which = ARI_EVAL_NEUTRAL}};
    ari_result result;
    assert_int_equal(ari_engine_solve(engine, s, &job, -1, 1, &result, NULL), ARI_OK);
    assert_false(result.stopped);
    return result.score > 0;
}

/* Along random games: how many moves there are, when the game is over, and who will win. */
static void random_games(int width, int height, int games)
{
    char spec[48], text[TEXT];
    snprintf(spec, sizeof spec, "amazons:width=%d,height=%d", width, height);
    ari_variant *v = variant(spec);
    ari_engine *engine;
    assert_int_equal(ari_engine_new(v, (size_t)4 << 20, &engine, NULL), ARI_OK);
    plain p = {.width = width, .height = height};
    p.known = calloc(SLOTS, sizeof *p.known);
    assert_non_null(p.known);
    ari_random random = ari_random_seeded(7);
    for (int game = 0; game < games; game++) {
        ari_state s = v->start;
        for (char who = 'x';; who = who == 'x' ? 'o' : 'x') {
            ari_state_write(v, &s, text, sizeof text);
            ari_move list[ARI_MOVES_MAX];
            int moves = 0;
            assert_false(each_queen(&p, text, who, &moves));
            assert_int_equal(moves == 0, ari_outcome(v, &s) == ARI_LOST);
            if (moves == 0)
                break;
            assert_int_equal(moves, ari_moves(v, &s, list));
            assert_int_equal(wins(engine, &s), plain_wins(&p, text, who, NULL));
            s = random_after(v, &s, &random);
        }
    }
    free(p.known);
    ari_engine_free(engine);
    ari_variant_free(v);
}

static void test_random_games(void **unused)
{
    (void)unused;
    random_games(3, 3, 100);
    random_games(4, 3, 100);
    random_games(3, 5, 100);
    random_games(4, 4, 10);
}

/* ---- what others have found ---- */

static void test_lines_of_play(void **unused)
{
    (void)unused;
    ari_variant *v = variant("amazons");
    uint64_t count;
    assert_int_equal(ari_perft(v, &v->start, 1, NULL, &count, NULL), ARI_OK);
    assert_true(count == 2176);
    assert_int_equal(ari_perft(v, &v->start, 2, NULL, &count, NULL), ARI_OK);
    assert_true(count == 4307152);
    ari_variant_free(v);
}

/* Müller, Solving 5x5 Amazons (2001): the second player wins on 4 x 4. Song and Müller (2014): the first on 5
 * columns and 4 rows. (On 4 columns and 5 rows they have the first player, from a start that is not
 * known here; from the one of test_starts it is the second.) */
static void test_small_boards(void **unused)
{
    (void)unused;
    static const struct {
        const char *game;
        bool wins;
    } boards[] = {{"amazons:width=4,height=4", false},
                  {"amazons:width=5,height=4", true}};
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
        ari_variant *v = variant(boards[i].game);
        ari_engine *engine;
        assert_int_equal(ari_engine_new(v, (size_t)16 << 20, &engine, NULL), ARI_OK);
        assert_int_equal(wins(engine, &v->start), boards[i].wins);
        ari_engine_free(engine);
        ari_variant_free(v);
    }
}

static void test_starts(void **unused)
{
    (void)unused;
    static const char *const starts[][2] = {
        {"amazons", "...o..o.../........../........../o........o/........../........../"
                    "x........x/........../........../...x..x..."},
        {"amazons:width=8,height=8",
         "..o..o../......../o......o/......../......../x......x/......../..x..x.."},
        {"amazons:width=6,height=5", ".o..o./o....o/....../x....x/.x..x."},
        {"amazons:width=5,height=5", ".o.o./o...o/...../x...x/.x.x."}};
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
        ari_variant *v = variant(starts[i][0]);
        char text[128];
        ari_state_write(v, &v->start, text, sizeof text);
        assert_string_equal(text, starts[i][1]);
        ari_variant_free(v);
    }
}

/* ---- text ---- */

static void test_moves_as_people_type_them(void **unused)
{
    (void)unused;
    static const char *const ways[] = {"d1-d7/g7", "d1d7g7", "D1-D7-G7", "d1:d7>g7"};
    ari_variant *v = variant("amazons");
    ari_state first = position(v, ways[0]);
    for (size_t i = 1; i < sizeof ways / sizeof *ways; i++) {
        ari_state s = position(v, ways[i]);
        assert_memory_equal(&s, &first, v->core->state_size);
    }
    static const char *const bad[] = {"d1-d7/h8",  "d1-d8", "d1-e3/e4",
                                      "d1-d11/d2", "x",     "d10-d9/d8"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        ari_record record;
        ari_error error;
        assert_int_not_equal(ari_position_parse(v, bad[i], &record, &error), ARI_OK);
        assert_true(error.message[0] != '\0');
    }
    ari_variant_free(v);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_games),
        cmocka_unit_test(test_lines_of_play),
        cmocka_unit_test(test_small_boards),
        cmocka_unit_test(test_starts),
        cmocka_unit_test(test_moves_as_people_type_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
