/* test_insanity.c: coloured cubes against brute force over all ways to turn them. E12 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include <ariadne/insanity.h>
#include <ariadne/random.h>

/* A set of solutions: how many, and the sum of a hash of each. */
typedef struct tally {
    uint64_t count, sum;
} tally;

static void add_to(tally *t, const ari_cubes_sides *sides, int cubes)
{
    uint64_t hash = 1;
    for (int i = 0; i < cubes; i++)
        for (int side = 0; side < 4; side++)
            hash = ari_mix(hash ^ sides[i][side]);
    t->count++;
    t->sum += hash;
}

/* The line turned in one of 8 ways: about its axis, and end for end. */
static void turn(const ari_cubes_sides *from, int cubes, int way, ari_cubes_sides *to)
{
    for (int i = 0; i < cubes; i++)
        for (int side = 0; side < 4; side++)
            to[i][side] = from[i][(way < 4 ? way + side : way + 4 - side) % 4];
}

/* The first in order of the 8. */
static void canonical(const ari_cubes_sides *from, int cubes, ari_cubes_sides *least)
{
    turn(from, cubes, 0, least);
    for (int way = 1; way < 8; way++) {
        ari_cubes_sides other[ARI_CUBES_MOST];
        turn(from, cubes, way, other);
        if (memcmp(other, least, 4 * (size_t)cubes) < 0)
            memcpy(least, other, 4 * (size_t)cubes);
    }
}

/* ---- the oracle: every cube in each way it can lie ---- */

typedef struct brute {
    const ari_cubes *cubes;
    bool seen[4][ARI_CUBES_COLOURS_MOST];
    uint8_t rings[ARI_CUBES_MOST][24][4];
    int ring_count[ARI_CUBES_MOST];
    ari_cubes_sides sides[ARI_CUBES_MOST];
    tally all, distinct;
} brute;

/* The ways a die can lie: roll it forward and turn it about the line until nothing is new. */
static void list_rings(brute *b, int cube)
{
    uint8_t lying[24][6]; /* front, back, top, bottom, left, right */
    int count = 1;
    memcpy(lying[0], b->cubes->faces[cube], 6);
    uint8_t marked[24][6] = {
        {0, 1, 2, 3, 4, 5}}; /* the same, with the faces told apart */
    for (int i = 0; i < count; i++)
        for (int roll = 0; roll < 2; roll++) {
            static const int moves[2][6] = {{3, 2, 0, 1, 4, 5}, {4, 5, 2, 3, 1, 0}};
            uint8_t faces[6], marks[6];
            for (int k = 0; k < 6; k++) {
                faces[k] = lying[i][moves[roll][k]];
                marks[k] = marked[i][moves[roll][k]];
            }
            bool known = false;
            for (int k = 0; k < count; k++)
                known = known || memcmp(marked[k], marks, 6) == 0;
            if (known)
                continue;
            memcpy(lying[count], faces, 6);
            memcpy(marked[count++], marks, 6);
        }
    assert_int_equal(count, 24);
    b->ring_count[cube] = 0;
    for (int i = 0; i < count; i++) {
        const uint8_t ring[4] = {lying[i][0], lying[i][2], lying[i][1], lying[i][3]};
        bool known = false;
        for (int k = 0; k < b->ring_count[cube]; k++)
            known = known || memcmp(b->rings[cube][k], ring, 4) == 0;
        if (!known)
            memcpy(b->rings[cube][b->ring_count[cube]++], ring, 4);
    }
}

static void place(brute *b, int cube)
{
    if (cube == b->cubes->cubes) {
        ari_cubes_sides least[ARI_CUBES_MOST];
        const ari_cubes_sides *sides = (const ari_cubes_sides *)b->sides;
        add_to(&b->all, sides, cube);
        canonical(sides, cube, least);
        if (memcmp(least, b->sides, 4 * (size_t)cube) == 0)
            add_to(&b->distinct, sides, cube);
        return;
    }
    for (int i = 0; i < b->ring_count[cube]; i++) {
        const uint8_t *ring = b->rings[cube][i];
        if (b->seen[0][ring[0]] || b->seen[1][ring[1]] || b->seen[2][ring[2]] ||
            b->seen[3][ring[3]])
            continue;
        memcpy(b->sides[cube], ring, 4);
        for (int side = 0; side < 4; side++)
            b->seen[side][ring[side]] = true;
        place(b, cube + 1);
        for (int side = 0; side < 4; side++)
            b->seen[side][ring[side]] = false;
    }
}

/* ---- the library ---- */

typedef struct telling {
    const ari_cubes *cubes;
    tally all, canonical;
    uint64_t most;
} telling;

static bool tell(void *self, const ari_cubes_sides *sides)
{
    telling *t = self;
    ari_cubes_sides least[ARI_CUBES_MOST];
    assert_true(ari_cubes_check(t->cubes, sides));
    add_to(&t->all, sides, t->cubes->cubes);
    canonical(sides, t->cubes->cubes, least);
    add_to(&t->canonical, (const ari_cubes_sides *)least, t->cubes->cubes);
    return t->all.count != t->most;
}

static ari_cubes_answer solve(const ari_cubes *cubes, bool all, telling *t)
{
    ari_cubes_answer answer;
    *t = (telling){.cubes = cubes, .most = t->most};
    const ari_cubes_job job = {.all = all, .each = tell, .self = t};
    assert_int_equal(ari_cubes_solve(cubes, &job, &answer, NULL), ARI_OK);
    return answer;
}

static uint64_t check_against_brute_force(const ari_cubes *cubes)
{
    brute *b = calloc(1, sizeof *b);
    telling t = {0};
    assert_non_null(b);
    b->cubes = cubes;
    for (int i = 0; i < cubes->cubes; i++)
        list_rings(b, i);
    place(b, 0);

    ari_cubes_answer answer = solve(cubes, true, &t);
    assert_int_equal(answer.end, ARI_BACKTRACK_DONE);
    assert_int_equal(answer.all, b->all.count);
    assert_int_equal(answer.distinct, b->distinct.count);
    assert_int_equal(t.all.count, b->all.count);
    assert_int_equal(t.all.sum, b->all.sum);

    answer = solve(cubes, false, &t);
    assert_int_equal(answer.all, b->all.count);
    assert_int_equal(answer.distinct, b->distinct.count);
    assert_int_equal(t.canonical.count, b->distinct.count);
    assert_int_equal(t.canonical.sum, b->distinct.sum);
    uint64_t count = b->all.count;
    free(b);
    return count;
}

/* ---- the sets ---- */

static ari_cubes parsed(const char *text)
{
    ari_cubes cubes;
    ari_error error = {.message = ""};
    ari_cubes_parse(text, strlen(text), &cubes, &error);
    assert_string_equal(error.message, "");
    return cubes;
}

static void test_classic(void **state)
{
    (void)state;
    ari_cubes cubes;
    ari_cubes_classic(&cubes);
    assert_int_equal(cubes.cubes, 4);
    assert_int_equal(cubes.colours, 4);
    assert_int_equal(check_against_brute_force(&cubes), 8);
    telling t = {0};
    assert_int_equal(solve(&cubes, false, &t).distinct, 1);
    /* 7 red, 6 green, 6 white and 5 blue faces, three red ones on one cube */
    int faces[4] = {0};
    for (int i = 0; i < 24; i++)
        faces[cubes.faces[i / 6][i % 6]]++;
    for (int i = 0; i < 4; i++)
        assert_int_equal(faces[i], cubes.names[i][0] == 'R'   ? 7
                                   : cubes.names[i][0] == 'B' ? 5
                                                              : 6);
}

static void shuffle(uint8_t *row, int count, ari_random *random)
{
    for (int i = count - 1; i > 0; i--) {
        int k = (int)ari_random_below(random, (uint32_t)i + 1);
        uint8_t other = row[i];
        row[i] = row[k];
        row[k] = other;
    }
}

static ari_cubes planted(int count, ari_random *random)
{
    ari_cubes cubes = {.cubes = count, .colours = count};
    for (int face = 0; face < 6; face++) {
        uint8_t row[ARI_CUBES_MOST];
        for (int i = 0; i < count; i++)
            row[i] = (uint8_t)(face < 4 ? (uint32_t)i
                                        : ari_random_below(random, (uint32_t)count));
        shuffle(row, count, random);
        for (int i = 0; i < count; i++)
            cubes.faces[i][face] = row[i];
    }
    return cubes;
}

#ifndef LARGEST
#define LARGEST 12
#endif

static void test_planted(void **state)
{
    (void)state;
    ari_random random = ari_random_seeded(1);
    for (int count = 1; count <= LARGEST; count++)
        for (int round = 0; round < (count < 8 ? 60 : 5); round++) {
            ari_cubes cubes = planted(count, &random);
            assert_true(check_against_brute_force(&cubes) > 0);
        }
}

/* Any colours: many have no solution, or cubes alike, or pairs alike; also more colours than
 * cubes. */
static void test_random(void **state)
{
    (void)state;
    ari_random random = ari_random_seeded(2);
    uint64_t solvable = 0, rounds = 3000;
    for (uint64_t round = 0; round < rounds; round++) {
        ari_cubes cubes = {.cubes = 1 + (int)ari_random_below(&random, 5)};
        cubes.colours = cubes.cubes + (round % 3 ? 0 : (int)ari_random_below(&random, 3));
        if (cubes.cubes == 5)
            cubes.colours = 5;
        for (int i = 0; i < cubes.cubes; i++)
            for (int face = 0; face < 6; face++)
                cubes.faces[i][face] =
                    (uint8_t)ari_random_below(&random, (uint32_t)cubes.colours);
        solvable += check_against_brute_force(&cubes) > 0;
    }
    assert_in_range(solvable, rounds / 10, rounds * 9 / 10);
}

static void test_symmetric_sets(void **state)
{
    (void)state;
    static const char *const sets[] = {
        "AAAAAA",                         /* looks the same whichever way */
        "ABABAB\nABABAB",                 /* front and top may be the same set */
        "AABBCC\nAABBCC\nAABBCC",         /* only rings of one */
        "ABABAB\nBABABA\nCDCDCD\nDCDCDC", /* rings that turn by themselves */
        "AABCBC\nAABCBC\nBBCACA",
        "ABCDEF", /* more colours than cubes */
        "ABCDEF\nABCDEF\nABCDEF",
    };
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++) {
        ari_cubes cubes = parsed(sets[i]);
        check_against_brute_force(&cubes);
    }
    ari_cubes cubes = parsed("AAAAAA");
    assert_int_equal(check_against_brute_force(&cubes), 1);
    cubes = parsed("AABBCC\nAABBCC\nAABBCC");
    assert_true(check_against_brute_force(&cubes) > 0);
}

static void test_more_cubes_than_colours(void **state)
{
    (void)state;
    ari_cubes cubes = parsed("AABBCC\nAABBCC\nAABBCC\nABCABC");
    assert_int_equal(check_against_brute_force(&cubes), 0);
}

/* Thirty cubes and more; every solution is checked as it is told. */
static void test_large(void **state)
{
    (void)state;
    ari_random random = ari_random_seeded(3);
    for (int count = 20; count <= 32; count += 4) {
        ari_cubes cubes = planted(count, &random);
        telling t = {.most = 1000};
        assert_true(solve(&cubes, false, &t).distinct > 0);
        assert_true(t.all.count > 0);
    }
}

static void test_enough_and_limits(void **state)
{
    (void)state;
    ari_random random = ari_random_seeded(4);
    ari_cubes cubes = planted(30, &random);
    telling t = {.most = 1};
    assert_int_equal(solve(&cubes, true, &t).end, ARI_BACKTRACK_ENOUGH);
    assert_int_equal(t.all.count, 1);
    ari_cubes_answer answer;
    const ari_cubes_job job = {.limits = {.nodes = 3}};
    assert_int_equal(ari_cubes_solve(&cubes, &job, &answer, NULL), ARI_OK);
    assert_int_equal(answer.end, ARI_BACKTRACK_STOPPED);
}

typedef struct stopping {
    ari_stop stop;
    uint64_t told;
} stopping;

static bool stop_after_some(void *self, const ari_cubes_sides *sides)
{
    stopping *s = self;
    (void)sides;
    if (++s->told == 1000)
        atomic_store(&s->stop, 1);
    return s->told < 100000;
}

/* Forty cubes without a colour in common: the first choice alone stands for more solutions than
 * anybody can be told, and the search can be stopped in their midst. */
static void test_stopped_while_telling(void **state)
{
    (void)state;
    ari_cubes cubes = {.cubes = 40, .colours = 240};
    for (int i = 0; i < 240; i++) {
        cubes.faces[i / 6][i % 6] = (uint8_t)i;
        snprintf(cubes.names[i], sizeof cubes.names[i], "c%d", i);
    }
    for (int all = 0; all < 2; all++) {
        stopping s = {.told = 0};
        ari_cubes_answer answer;
        const ari_cubes_job job = {
            .limits = {.stop = &s.stop}, .all = all, .each = stop_after_some, .self = &s};
        assert_int_equal(ari_cubes_solve(&cubes, &job, &answer, NULL), ARI_OK);
        assert_int_equal(answer.end, ARI_BACKTRACK_STOPPED);
        assert_true(s.told >= 1000 && s.told < 10000);
        assert_true(answer.distinct >= (uint64_t)1 << 39);
    }
}

/* The check is not fooled. */
static void test_check(void **state)
{
    (void)state;
    ari_cubes cubes = parsed("ABCDEF\nBCDEFA");
    const ari_cubes_sides right[2] = {{0, 2, 1, 3}, {1, 3, 2, 4}};
    const ari_cubes_sides twice[2] = {{0, 2, 1, 3}, {0, 3, 5, 4}};
    const ari_cubes_sides torn[2] = {{0, 1, 2, 3}, {1, 3, 2, 4}};
    const ari_cubes_sides unknown[2] = {{0, 2, 1, 99}, {1, 3, 2, 4}};
    assert_true(ari_cubes_check(&cubes, right));
    assert_false(ari_cubes_check(&cubes, twice));
    assert_false(ari_cubes_check(&cubes, torn));
    assert_false(ari_cubes_check(&cubes, unknown));
}

/* ---- the text ---- */

static void test_parse(void **state)
{
    (void)state;
    ari_cubes cubes = parsed("# a comment\r\n\r\n red green blue red red blue # more\r\n"
                             "\tRGBRGB\n\nred a-1 b_2 green R blue");
    assert_int_equal(cubes.cubes, 3);
    assert_int_equal(cubes.colours, 8);
    assert_string_equal(cubes.names[0], "red");
    assert_string_equal(cubes.names[3], "R");
    assert_int_equal(cubes.faces[0][4], 0);
    assert_int_equal(cubes.faces[2][4], 3);
}

static void assert_refused(const char *text, size_t size, const char *words)
{
    ari_cubes cubes;
    ari_error error = {.message = ""};
    assert_int_not_equal(ari_cubes_parse(text, size, &cubes, &error), ARI_OK);
    if (!strstr(error.message, words))
        fail_msg("'%s' was expected in '%s'", words, error.message);
}

static void test_refused(void **state)
{
    (void)state;
    static const struct {
        const char *text, *words;
    } wrong[] = {
        {"", "no cube"},
        {"# only\n\n", "no cube"},
        {"RGBRGB\nRGBRG", "line 2: a cube needs six colours"},
        {"A B C D E", "there are 5"},
        {"A B C D E F G", "there are 7"},
        {"\nA B C! D E F", "line 2, column 6"},
        {"A B C D E colourfulcolourful", "line 1, column 11: a colour has at most 16"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_refused(wrong[i].text, strlen(wrong[i].text), wrong[i].words);
    assert_refused("A B C\0 E F", 10, "column 6");
    char many[101 * 7 + 1];
    for (int i = 0; i < 101; i++)
        memcpy(many + 7 * i, "AABBCC\n", 7);
    assert_refused(many, 101 * 7, "line 101: there are more than 100 cubes");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_classic),
        cmocka_unit_test(test_planted),
        cmocka_unit_test(test_random),
        cmocka_unit_test(test_symmetric_sets),
        cmocka_unit_test(test_more_cubes_than_colours),
        cmocka_unit_test(test_large),
        cmocka_unit_test(test_enough_and_limits),
        cmocka_unit_test(test_stopped_while_telling),
        cmocka_unit_test(test_check),
        cmocka_unit_test(test_parse),
        cmocka_unit_test(test_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
