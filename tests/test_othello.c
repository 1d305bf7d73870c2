/* test_othello.c: Othello against what others have published, and against a brute force that shares
 * nothing with the library: boards are text, and the rules are written once more, cell by cell. */
#include <stdio.h>
#include <stdlib.h>

#include "solving.h"

#ifndef FEWER
#define FEWER 1 /* a part of the work, under sanitizers */
#endif

/* ---- the rules, once more ---- */

typedef struct plain {
    int size;
    bool empties; /* count for the winner */
    char at[8][8];
    char turn, other;
} plain;

/* Turns over what a disc at (x, y) encloses; how many that is. */
static int turn_over(plain *b, int x, int y)
{
    int turned = 0;
    for (int way = 0; way < 9; way++) {
        int dx = way % 3 - 1, dy = way / 3 - 1, steps = 0, u = x + dx, v = y + dy;
        while (u >= 0 && v >= 0 && u < b->size && v < b->size &&
               b->at[v][u] == b->other && way != 4) {
            steps++;
            u += dx;
            v += dy;
        }
        if (steps == 0 || u < 0 || v < 0 || u >= b->size || v >= b->size ||
            b->at[v][u] != b->turn)
            continue;
        for (int i = 1; i <= steps; i++)
            b->at[y + i * dy][x + i * dx] = b->turn;
        turned += steps;
    }
    return turned;
}

static plain passed(const plain *b)
{
    plain next = *b;
    next.turn = b->other;
    next.other = b->turn;
    return next;
}

/* The positions after each move; no passes. */
static int all_after(const plain *b, plain *list, char names[][4])
{
    int count = 0;
    for (int y = 0; y < b->size; y++)
        for (int x = 0; x < b->size; x++) {
            plain next = *b;
            if (b->at[y][x] != '.' || turn_over(&next, x, y) == 0)
                continue;
            next.at[y][x] = b->turn;
            list[count] = passed(&next);
            memcpy(names[count++], (char[]){(char)('a' + x), (char)('1' + y), '\0'}, 3);
        }
    return count;
}

static int margin(const plain *b)
{
    int mine = 0, theirs = 0, none = 0;
    for (int y = 0; y < b->size; y++)
        for (int x = 0; x < b->size; x++) {
            mine += b->at[y][x] == b->turn;
            theirs += b->at[y][x] == b->other;
            none += b->at[y][x] == '.';
        }
    if (!b->empties || mine == theirs)
        return mine - theirs;
    return mine > theirs ? mine - theirs + none : mine - theirs - none;
}

static int brute_force(const plain *b, bool after_pass)
{
    plain list[64];
    char names[64][4];
    int count = all_after(b, list, names), best = -100;
    if (count == 0) {
        plain next = passed(b);
        return after_pass ? margin(b) : -brute_force(&next, true);
    }
    for (int i = 0; i < count; i++) {
        int value = -brute_force(&list[i], false);
        best = value > best ? value : best;
    }
    return best;
}

/* A board as the library writes it. */
static plain from_text(const char *text, int size, bool empties)
{
    plain b = {.size = size, .empties = empties};
    const char *c = text;
    for (int i = 0; i < size * size; c++)
        if (*c != '/') {
            b.at[i / size][i % size] = *c;
            i++;
        }
    bool second = *c == '/';
    b.turn = "xo"[second];
    b.other = "ox"[second];
    return b;
}

static plain plain_of(const ari_variant *v, const ari_state *s, int size, bool empties)
{
    ari_text text = ARI_TEXT_EMPTY;
    ari_state_format(v, s, &text);
    plain b = from_text(ari_text_get(&text), size, empties);
    ari_text_free(&text);
    return b;
}

static int empty_cells(const plain *b)
{
    int none = 0;
    for (int i = 0; i < b->size * b->size; i++)
        none += b->at[i / b->size][i % b->size] == '.';
    return none;
}

/* ---- moves ---- */

static void assert_same_moves(const ari_variant *v, const ari_state *s, const plain *b)
{
    plain list[64];
    char names[64][4];
    ari_move moves[ARI_MOVES_MAX];
    int expected = all_after(b, list, names), count = ari_moves(v, s, moves);
    if (expected == 0) {
        plain next = passed(b);
        bool over = all_after(&next, list, names) == 0;
        assert_int_equal(ari_outcome(v, s), over ? margin(b) : ARI_ON);
        if (!over)
            assert_true(count == 1 && moves[0] == move(v, s, "pass"));
        return;
    }
    assert_int_equal(ari_outcome(v, s), ARI_ON);
    assert_int_equal(count, expected);
    for (int i = 0; i < expected; i++) {
        ari_state next = ari_after(v, s, move(v, s, names[i]));
        plain there = plain_of(v, &next, b->size, b->empties);
        assert_memory_equal(there.at, list[i].at, sizeof there.at);
    }
}

/* Every position of random games has the moves, turned discs, passes and end that it should. */
static void moves_and_ends(void **state)
{
    (void)state;
    for (int size = 4; size <= 8; size += 2)
        for (int empties = 0; empties < 2; empties++) {
            char spec[40];
            snprintf(spec, sizeof spec, "othello:size=%d,empties=%s", size,
                     empties ? "yes" : "no");
            ari_variant *v = variant(spec);
            ari_random random = ari_random_seeded((uint64_t)size);
            for (int game = 0; game < 40 / FEWER; game++) {
                ari_state s = v->start;
                for (;;) {
                    plain b = plain_of(v, &s, size, empties);
                    assert_same_moves(v, &s, &b);
                    if (ari_outcome(v, &s) != ARI_ON)
                        break;
                    s = random_after(v, &s, &random);
                }
            }
            ari_variant_free(v);
        }
}

/* Lines of play of n moves, as published. */
static void lines_of_play(void **state)
{
    (void)state;
    const uint64_t published[] = {4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288};
    ari_variant *v = variant("othello");
    for (int depth = 1; depth <= (FEWER > 1 ? 7 : 9); depth++) {
        uint64_t count;
        assert_int_equal(ari_perft(v, &v->start, depth, NULL, &count, NULL), ARI_OK);
        assert_int_equal(count, published[depth - 1]);
    }
    ari_variant_free(v);
}

/* ---- values ---- */

/* 4x4 is lost by 8 discs, 3 to 11, with two cells empty, as published. */
static void small_board(void **state)
{
    (void)state;
    assert_int_equal(value_of("othello:size=4,empties=no", "").score, -8);
    assert_int_equal(value_of("othello:size=4", "").score, -10);
    plain b = from_text("..../.ox./.xo./....", 4, true);
    assert_int_equal(brute_force(&b, false), -10);
    b.empties = false;
    assert_int_equal(brute_force(&b, false), -8);
}

/* A position of a random game with at most so many empty cells; the game is on. */
static ari_state late_position(const ari_variant *v, int size, int empty,
                               ari_random *random)
{
    for (;;) {
        ari_state s = v->start;
        while (ari_outcome(v, &s) == ARI_ON) {
            plain b = plain_of(v, &s, size, true);
            if (empty_cells(&b) <= empty)
                return s;
            s = random_after(v, &s, random);
        }
    }
}

static void values_by_brute_force(void **state)
{
    (void)state;
    const struct {
        int size, empty, positions;
    } sets[] = {{4, 9, 150}, {6, 6, 60}, {8, 6, 60}, {8, 3, 100}};
    for (int set = 0; set < 4; set++)
        for (int empties = 0; empties < 2; empties++) {
            char spec[40];
            snprintf(spec, sizeof spec, "othello:size=%d,empties=%s", sets[set].size,
                     empties ? "yes" : "no");
            ari_variant *v = variant(spec);
            ari_solver *who = solver(v);
            ari_random random = ari_random_seeded((uint64_t)set + 1);
            for (int i = 0; i < sets[set].positions / FEWER; i++) {
                int empty = 1 + (int)ari_random_below(&random, (uint32_t)sets[set].empty);
                ari_state s = late_position(v, sets[set].size, empty, &random);
                plain b = plain_of(v, &s, sets[set].size, empties);
                assert_int_equal(value(who, &s).score, brute_force(&b, false));
            }
            ari_solver_free(who);
            ari_variant_free(v);
        }
}

/* ---- the FFO endgame tests ---- */

/* "b1:+8; a4:-2;": what each move is worth. */
static int published_value(const char *line, const char *name)
{
    char wanted[8];
    snprintf(wanted, sizeof wanted, "%c%c:", name[0] - 'a' + 'A', name[1]);
    const char *at = strstr(line, wanted);
    assert_non_null(at);
    return atoi(at + 3);
}

/* The value of every move. */
static void every_move(const ari_variant *v, ari_solver *who, const ari_state *s,
                       const char *line)
{
    ari_analysis all;
    ari_error error;
    assert_int_equal(ari_analyse(who, s, ARI_ASK_MOVES, &no_limits, &all, &error),
                     ARI_OK);
    assert_int_equal(all.whole.score, atoi(strchr(line, ':') + 1));
    for (int i = 0; i < all.count; i++) {
        ari_text name = ARI_TEXT_EMPTY;
        ari_move_format(v, s, all.moves[i].move, &name);
        assert_true(all.moves[i].exact);
        assert_int_equal(all.moves[i].score, published_value(line, ari_text_get(&name)));
        ari_text_free(&name);
    }
    ari_analysis_free(&all);
}

/* Every move of those with up to 15 empty cells, and the value of those with up to 20. */
static void ffo_tests(void **state)
{
    (void)state;
    FILE *file = fopen(OTHELLO_DATA "/ffo_1_39.txt", "r");
    assert_non_null(file);
    ari_variant *v = variant("othello");
    ari_solver *who = solver(v);
    char line[400], text[70];
    int number = 0, tested = 0;
    while (fgets(line, sizeof line, file)) {
        number++;
        int empty = 0;
        for (int i = 0; i < 64; i++)
            empty += line[i] == '-';
        if (empty > (FEWER > 1 ? 16 : 20))
            continue;
        snprintf(text, sizeof text, "%.64s%s", line, line[65] == 'O' ? "/2" : "");
        ari_state s = position(v, text);
        if (empty <= (FEWER > 1 ? 14 : 15))
            every_move(v, who, &s, line);
        else
            assert_int_equal(value(who, &s).score, atoi(strchr(line, ':') + 1));
        tested++;
    }
    fclose(file);
    assert_true(number == 39 && tested == (FEWER > 1 ? 21 : 34));
    ari_solver_free(who);
    ari_variant_free(v);
}

/* ---- positions as text ---- */

static void boards_in_words(void **state)
{
    (void)state;
    const struct {
        int size;
        const char *text, *sentence;
    } wrong[] = {
        {4, "..../.ox./.x../....", "the four cells in the middle"},
        {6, "x...../....../..ox../..xo../...x../......", "none can stand apart"},
        {4, "..../.xo./.ox./....", "it is the start"},
        {4, "..../.ox./.xo./..../2", "it is the start"},
        {4, ".x../.xx./.xo./....", "it is o's turn"},
        {4, "..../.xx./.xx./.x..", "who moved last"},
        {4, "..../.ox./.xo./...", "for d4"},
        {4, "..../.ox./.xo./..../3", "the end after 16 cells"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        ari_variant *v =
            variant(wrong[i].size == 4 ? "othello:size=4" : "othello:size=6");
        ari_state s;
        ari_error error;
        memset(&s, 0, sizeof s);
        ari_status status = v->core->parse(v->rules, wrong[i].text, &s, &error);
        assert_true(status != ARI_OK);
        if (!strstr(error.message, wrong[i].sentence))
            fail_msg("%s: %s", wrong[i].text, error.message);
        ari_variant_free(v);
    }
    ari_variant *v = variant("othello:size=4");
    ari_state s = position(v, "-X--/-xx-/-xo-/----/2");
    assert_text(v, &s, ".x../.xx./.xo./..../2");
    ari_variant_free(v);
    v = variant("othello");
    s = position(v, "F5d6, c3 D3 c4");
    assert_text(
        v, &s,
        "......../......../..xo..../..xxx.../...oxx../...o..../......../......../2");
    ari_variant_free(v);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moves_and_ends), cmocka_unit_test(lines_of_play),
        cmocka_unit_test(small_board),    cmocka_unit_test(values_by_brute_force),
        cmocka_unit_test(ffo_tests),      cmocka_unit_test(boards_in_words)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
