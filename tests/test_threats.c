/* test_threats.c: wins by force in m,n,k, against a small program that shares nothing with the library:
 * marks in a plain array, every reply tried; and against exact scores, where boards are small. */
#include <stdio.h>
#include <stdlib.h>

#include "solving.h"

#include "base/ticker.h"
#include "search/searches.h"
#include "search/threats.h"

#define SIDE 19
#define NODES 20000

/* ---- the small program ---- */

typedef struct plain {
    int width, height, line;
    char mark[SIDE][SIDE]; /* [y][x], y from the bottom: 0 empty, 1 x, 2 o */
} plain;

/* Does a mark of `who` on this cell make a line of enough? */
static bool completes(const plain *p, int x, int y, int who)
{
    static const int way[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
    for (int d = 0; d < 4; d++) {
        int length = 1;
        for (int sign = -1; sign <= 1; sign += 2)
            for (int n = 1; n < p->line; n++) {
                int u = x + sign * n * way[d][0], w = y + sign * n * way[d][1];
                if (u < 0 || u >= p->width || w < 0 || w >= p->height ||
                    p->mark[w][u] != who)
                    break;
                length++;
            }
        if (length >= p->line)
            return true;
    }
    return false;
}

/* How many cells complete a line for `who`. */
static int completions(const plain *p, int who)
{
    int count = 0;
    for (int y = 0; y < p->height; y++)
        for (int x = 0; x < p->width; x++)
            count += !p->mark[y][x] && completes(p, x, y, who);
    return count;
}

/* Can `who`, who is to move, make two such cells at once, when the other has none? */
static bool makes_two(plain *p, int who)
{
    if (completions(p, 3 - who) > 0)
        return false;
    bool found = false;
    for (int y = 0; y < p->height && !found; y++)
        for (int x = 0; x < p->width && !found; x++) {
            if (p->mark[y][x])
                continue;
            p->mark[y][x] = (char)who;
            found = completions(p, who) > 1;
            p->mark[y][x] = 0;
        }
    return found;
}

/* ---- the library ---- */

typedef struct bench {
    ari_variant *v;
    ari__threats threats;
    ari__ticker tick;
    ari_limits limits;
    plain p;
} bench;

static void bench_open(bench *b, const char *spec)
{
    *b = (bench){.v = variant(spec)};
    b->p.width = (int)b->v->values[0].number;
    b->p.height = (int)b->v->values[1].number;
    b->p.line = (int)b->v->values[2].number;
    assert_true(ari__threats_make(&b->threats, b->v, (size_t)8 << 20));
    b->threats.tick = &b->tick;
}

static void bench_close(bench *b)
{
    ari__threats_free(&b->threats);
    ari_variant_free(b->v);
}

static int plies_to_win(bench *b, const ari_state *s)
{
    ari__ticker_start(&b->tick, &b->limits);
    return ari__searches(b->v)->threats(&b->threats, b->v, s, NODES);
}

static void cell_of(const bench *b, const ari_state *s, ari_move m, int *x, int *y)
{
    ari_text text = ARI_TEXT_EMPTY;
    ari_move_format(b->v, s, m, &text);
    *x = ari_text_get(&text)[0] - 'a';
    *y = atoi(ari_text_get(&text) + 1) - 1;
    ari_text_free(&text);
}

static void see(bench *b, const ari_state *s)
{
    ari_text text = ARI_TEXT_EMPTY;
    ari_state_format(b->v, s, &text);
    const char *at = ari_text_get(&text);
    for (int y = b->p.height - 1; y >= 0; y--)
        for (int x = 0; x < b->p.width; at++)
            if (*at == '.' || *at == 'x' || *at == 'o')
                b->p.mark[y][x++] = (char)(*at == 'x' ? 1 : *at == 'o' ? 2 : 0);
    ari_text_free(&text);
}

/* The side to move wins by what the library says, whatever the other replies: everywhere it plays the first
 * move of its line, and every reply to it is tried. */
static void assert_wins(bench *b, const ari_state *s, int who)
{
    if (completions(&b->p, who) > 0)
        return;
    assert_true(plies_to_win(b, s) > 0);
    int x, y;
    ari_move first = b->threats.line[0];
    cell_of(b, s, first, &x, &y);
    assert_int_equal(b->p.mark[y][x], 0);
    b->p.mark[y][x] = (char)who;
    ari_state next = ari_after(b->v, s, first);
    assert_int_equal(completions(&b->p, 3 - who), 0);
    ari_move list[ARI_MOVES_MAX];
    int count = ari_moves(b->v, &next, list);
    assert_true(count > 0);
    for (int i = 0; i < count; i++) {
        int u, w;
        cell_of(b, &next, list[i], &u, &w);
        assert_int_equal(b->p.mark[w][u], 0);
        b->p.mark[w][u] = (char)(3 - who);
        if (completions(&b->p, who) == 0 && !makes_two(&b->p, who)) {
            ari_state after = ari_after(b->v, &next, list[i]);
            assert_wins(b, &after, who);
        }
        b->p.mark[w][u] = 0;
    }
    b->p.mark[y][x] = 0;
}

/* The line is legal, ends with a win of who began it, and is no longer than is said. */
static void assert_line(const bench *b, const ari_state *s, int plies)
{
    ari_state here = *s;
    assert_true(b->threats.length > 0 && b->threats.length <= plies);
    assert_int_equal(b->threats.length % 2, 1);
    for (int i = 0; i < b->threats.length; i++) {
        assert_int_equal(ari_outcome(b->v, &here), ARI_ON);
        assert_true(legal(b->v, &here, b->threats.line[i]));
        here = ari_after(b->v, &here, b->threats.line[i]);
    }
    assert_int_equal(ari_outcome(b->v, &here), ARI_LOST);
}

/* ---- the tests ---- */

/* Positions of games, in which another program wins within 5 to 11 plies: a win is found in each, though not
 * always so short a one, and is one. */
static void test_known_wins(void **unused)
{
    (void)unused;
    FILE *file = fopen(THREATS_DATA, "r");
    assert_non_null(file);
    bench b;
    bench_open(&b, "mnk:width=15,height=15,line=5");
    char line[1024];
    int count = 0;
    while (fgets(line, sizeof line, file)) {
        char *moves = strchr(line, ' ');
        assert_non_null(moves);
        moves[strcspn(moves, "\n")] = '\0';
        if (count++ % EVERY)
            continue;
        ari_state s = position(b.v, moves + 1);
        int plies = plies_to_win(&b, &s);
        if (plies == 0)
            fail_msg("no win: %s", line);
        assert_line(&b, &s, plies);
        see(&b, &s);
        assert_wins(&b, &s, ari_turn(b.v, &s) == ARI_FIRST ? 1 : 2);
    }
    assert_true(count >= 30);
    fclose(file);
    bench_close(&b);
}

/* Marks near each other, so that there is something to find. */
static ari_state scattered(const bench *b, int marks, ari_random *random)
{
    ari_state s = b->v->start;
    for (int i = 0; i < marks && ari_outcome(b->v, &s) == ARI_ON; i++)
        s = ari_after(b->v, &s, random_move(b->v, &s, random));
    return s;
}

/* On small boards: what is said to be won is, and no sooner than exact play wins. */
static void test_against_exact_scores(void **unused)
{
    (void)unused;
    static const char *const specs[] = {"mnk:width=5,height=5,line=4",
                                        "mnk:width=5,height=4,line=3",
                                        "mnk:width=6,height=4,line=4"};
    for (int i = 0; i < (int)(sizeof specs / sizeof *specs); i++) {
        bench b;
        bench_open(&b, specs[i]);
        ari_solver *who = solver(b.v);
        ari_random random = ari_random_seeded(7);
        int found = 0;
        for (int k = 0; k < 600 / EVERY; k++) {
            ari_state s = scattered(&b, 2 + k % 8, &random);
            int plies = ari_outcome(b.v, &s) == ARI_ON ? plies_to_win(&b, &s) : 0;
            if (plies == 0)
                continue;
            assert_line(&b, &s, plies);
            ari_answer answer = value(who, &s);
            assert_true(answer.score > 0 && answer.distance <= plies);
            found += plies > 1;
        }
        assert_true(found > 0);
        ari_solver_free(who);
        bench_close(&b);
    }
}

/* Positions with many marks at random: whatever is found is a win against every reply. */
static void test_scattered_marks(void **unused)
{
    (void)unused;
    static const char *const specs[] = {"mnk:width=8,height=8,line=5",
                                        "mnk:width=10,height=7,line=5",
                                        "mnk:width=7,height=6,line=4"};
    for (int i = 0; i < (int)(sizeof specs / sizeof *specs); i++) {
        bench b;
        bench_open(&b, specs[i]);
        ari_random random = ari_random_seeded(11);
        int found = 0;
        for (int k = 0; k < 400 / EVERY; k++) {
            ari_state s = scattered(&b, b.p.width + k % 20, &random);
            int plies = ari_outcome(b.v, &s) == ARI_ON ? plies_to_win(&b, &s) : 0;
            if (plies <= 1)
                continue;
            see(&b, &s);
            assert_wins(&b, &s, ari_turn(b.v, &s) == ARI_FIRST ? 1 : 2);
            found++;
        }
        assert_true(found > 0);
        bench_close(&b);
    }
}

/* A win that lies beyond the depth is found by a search and by the exact search, which says no more
 * than it has proved. */
static void test_engine_sees_them(void **unused)
{
    (void)unused;
    ari_variant *v = variant("mnk:width=15,height=15,line=5");
    ari_state s = position(v, "h8 a1 h9 a3 i8 a5");
    ari_engine *engine;
    ari_error error;
    ari_result result;
    assert_int_equal(ari_engine_new(v, (size_t)16 << 20, &engine, &error), ARI_OK);
    ari_engine_job job = {.limits = {.nodes = 60000}};
    assert_int_equal(ari_eval_parse(v, "shapes", 0, &job.eval, &error), ARI_OK);
    assert_int_equal(ari_engine_search(engine, &s, &job, &result, &error), ARI_OK);
    assert_true(result.score > ARI_SCORE_MAX);
    assert_false(result.exact);
    job.without = ARI_THREATS;
    assert_int_equal(ari_engine_search(engine, &s, &job, &result, &error), ARI_OK);
    assert_true(result.score < ARI_SCORE_MAX);
    assert_int_equal(
        ari_engine_solve(engine, &s, &job, -ARI_WIN, ARI_WIN, &result, &error), ARI_OK);
    assert_true(result.stopped && !result.exact);
    assert_true(result.low > ARI_SCORE_MAX && result.low < result.high);
    assert_true(result.line_length > 5 && result.line_length <= ARI_WIN - result.low);
    ari_engine_free(engine);
    ari_variant_free(v);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known_wins),
        cmocka_unit_test(test_against_exact_scores),
        cmocka_unit_test(test_scattered_marks),
        cmocka_unit_test(test_engine_sees_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
