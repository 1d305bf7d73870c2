/* test_dfpn.c: the search in the order of proof numbers proves nothing that is not so: on graphs drawn by
 * chance, against values by iteration; on every position of small games that come back to theirs, against
 * retrograde analysis; on random positions of all others, against the solver. */
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#include "solving.h"

#include <ariadne/runner.h>

static int sign_of(int score)
{
    return (score > 0) - (score < 0);
}

/* ---- what is asked ---- */

typedef struct asking {
    const ari_variant *v;
    ari_engine *engine;
    ari_engine_job job;
    int lines; /* that went to their end */
} asking;

static asking asking_of(const ari_variant *v, size_t bytes, const ari_runner *runner)
{
    asking who = {.v = v, .job = {.method = ARI_METHOD_DFPN, .runner = runner}};
    ari_error error;
    if (ari_engine_new(v, bytes, &who.engine, &error) != ARI_OK)
        fail_msg("%s", error.message);
    return who;
}

static void fail_at(const ari_variant *v, const ari_state *s, const char *what, int is,
                    int expected)
{
    ari_text text = ARI_TEXT_EMPTY;
    if (v->core->format)
        ari_state_format(v, s, &text);
    fail_msg("%s %s: %s %d, expected %d", v->name, ari_text_get(&text), what, is,
             expected);
}

/* The line is one of legal moves; where it goes to the end, to the right one, and in time. */
static void expect_line(asking *who, const ari_state *s, const ari_result *result)
{
    const ari_variant *v = who->v;
    ari_state here = *s;
    bool won = result->low > 0;
    int most = ari_score_distance(won ? result->low : result->high);
    if (result->line_length > most)
        fail_at(v, s, "the line has a length of", result->line_length, most);
    for (int i = 0; i < result->line_length; i++) {
        assert_int_equal(ari_outcome(v, &here), ARI_ON);
        assert_true(legal(v, &here, result->line[i]));
        here = ari_after(v, &here, result->line[i]);
    }
    int outcome = ari_outcome(v, &here);
    if (outcome == ARI_ON)
        return;
    bool same = ari_turn(v, s) == ari_turn(v, &here);
    assert_int_equal(outcome, won == same ? ARI_WON : ARI_LOST);
    who->lines++;
}

/* What it says of a position whose score is known; of one that ends, how soon, too, if `timed`. */
static void expect_score(asking *who, const ari_state *s, int score, bool timed)
{
    ari_result result;
    ari_error error;
    if (ari_engine_solve(who->engine, s, &who->job, -ARI_WIN, ARI_WIN, &result, &error) !=
        ARI_OK)
        fail_at(who->v, s, error.message, 0, score);
    if (result.stopped)
        fail_at(who->v, s, "nothing is known", 0, score);
    if (timed && (result.low > score || result.high < score))
        fail_at(who->v, s, "a bound is", result.low > score ? result.low : result.high,
                score);
    if (ari_has(who->v, ARI_HAS_PAYOFFS)) {
        if (!result.exact || result.score != score)
            fail_at(who->v, s, "the payoff is", result.score, score);
        return;
    }
    int sign = (result.low > 0) - (result.high < 0);
    if (sign != sign_of(score) || (sign == 0 && !result.exact))
        fail_at(who->v, s, "the sign is", sign, score);
    if (sign != 0)
        expect_line(who, s, &result);
}

/* ---- graphs drawn by chance ----
 *
 * A position is a point; some are ends, from the others ways lead on, also back. Who moves depends on
 * the point or, in an alternate graph, there are two of each point. */

#define POINTS 40
#define WAYS 4

typedef struct graph {
    bool alternate, payoffs;
    int points, ways[POINTS], way[POINTS][WAYS], side[POINTS];
    int end[POINTS]; /* ARI_ON, or the outcome for the side whose turn it is */
} graph;

/* The second half are the same points with the other side to move. */
static int graph_side(const graph *g, int at)
{
    return g->alternate ? at >= POINTS : g->side[at];
}

static int graph_to(const graph *g, int at, int i)
{
    int to = g->way[at % POINTS][i];
    return g->alternate && at < POINTS ? to + POINTS : to;
}

static int point_of(const void *state)
{
    int at;
    memcpy(&at, state, sizeof at);
    return at;
}

static int graph_moves(const void *rules, const void *state, ari_move *list)
{
    const graph *g = rules;
    int count = g->ways[point_of(state) % POINTS];
    for (int i = 0; i < count; i++)
        list[i] = (ari_move)i;
    return count;
}

static void graph_after(const void *rules, const void *state, ari_move move, void *next)
{
    int to = graph_to(rules, point_of(state), move);
    memcpy(next, &to, sizeof to);
}

static int graph_outcome(const void *rules, const void *state)
{
    return ((const graph *)rules)->end[point_of(state) % POINTS];
}

static ari_side graph_turn(const void *rules, const void *state)
{
    return graph_side(rules, point_of(state)) ? ARI_SECOND : ARI_FIRST;
}

static uint64_t graph_key(const void *rules, const void *state)
{
    (void)rules;
    return (uint64_t)point_of(state);
}

static void draw_graph(graph *g, ari_random *random)
{
    int ends = 1 + (int)ari_random_below(random, 6), most = (int)sizeof g->way[0] / 4;
    g->points = 4 + (int)ari_random_below(random, POINTS - 3);
    for (int i = 0; i < g->points; i++) {
        g->side[i] = (int)ari_random_below(random, 2);
        g->ways[i] = 1 + (int)ari_random_below(random, (uint32_t)most);
        for (int k = 0; k < g->ways[i]; k++)
            g->way[i][k] = (int)ari_random_below(random, (uint32_t)g->points);
        g->end[i] = i >= ends    ? ARI_ON
                    : g->payoffs ? (int)ari_random_below(random, 13) - 6
                                 : (int)ari_random_below(random, 3) - 1;
    }
}

/* Values for the first side by iteration: from a bound below, which grows as long as it can. A side that
 * aims at `least` must get there; what never ends is worth nothing. */
static bool reaches(const graph *g, int at, int side, int least, const bool *got)
{
    int point = at % POINTS;
    if (g->end[point] != ARI_ON) {
        int value = graph_side(g, at) == side ? g->end[point] : -g->end[point];
        return value >= least;
    }
    bool mine = graph_side(g, at) == side;
    for (int i = 0; i < g->ways[point]; i++)
        if (got[graph_to(g, at, i)] == mine)
            return mine;
    return !mine;
}

/* Who of the sides can be sure of at least so much, more than nothing? */
static void attract(const graph *g, int side, int least, bool *got)
{
    memset(got, 0, sizeof *got * 2 * POINTS);
    for (bool more = true; more;) {
        more = false;
        for (int at = 0; at < 2 * POINTS; at++) {
            if (at % POINTS >= g->points || (!g->alternate && at >= POINTS) || got[at] ||
                !reaches(g, at, side, least, got))
                continue;
            got[at] = more = true;
        }
    }
}

static void graph_values(const graph *g, int *value)
{
    bool got[2 * POINTS];
    for (int at = 0; at < 2 * POINTS; at++)
        value[at] = 0;
    for (int side = 0; side < 2; side++)
        for (int least = 1; least <= (g->payoffs ? 6 : 1); least++) {
            attract(g, side, least, got);
            for (int at = 0; at < 2 * POINTS; at++)
                if (got[at])
                    value[at] = graph_side(g, at) == side ? least : -least;
        }
}

static const ari_core graph_core = {.state_size = sizeof(int),
                                    .view_size = sizeof(int),
                                    .max_moves = WAYS,
                                    .moves = graph_moves,
                                    .after = graph_after,
                                    .outcome = graph_outcome,
                                    .turn = graph_turn,
                                    .key = graph_key};

static void check_graph(const graph *g, size_t bytes, const ari_runner *runner,
                        bool forgets)
{
    static char name[] = "graph";
    ari_core core = graph_core;
    core.flags = ARI_HAS_CYCLES | (g->payoffs ? ARI_HAS_PAYOFFS : 0u) |
                 (g->alternate ? 0u : ARI_HAS_EXTRA_TURNS);
    graph rules = *g;
    ari_variant v = {.core = &core, .rules = &rules, .name = name};
    int value[2 * POINTS];
    graph_values(g, value);
    asking who = asking_of(&v, bytes, runner);
    for (int at = 0; at < (g->alternate ? 2 * POINTS : POINTS); at++) {
        ari_state s = {{0}};
        if (at % POINTS >= g->points || g->end[at % POINTS] != ARI_ON)
            continue;
        memcpy(s.bytes, &at, sizeof at);
        expect_score(&who, &s, value[at], g->payoffs);
        if (forgets)
            ari_engine_clear(who.engine);
    }
    ari_engine_free(who.engine);
}

static void graphs(void **unused)
{
    (void)unused;
    ari_random random = ari_random_seeded(1);
    ari_pool *pool;
    assert_int_equal(ari_pool_new(2, &pool, NULL), ARI_OK);
    for (int i = 0; i < GRAPHS; i++) {
        graph g = {.alternate = i % 2, .payoffs = i / 2 % 3 == 2};
        draw_graph(&g, &random);
        check_graph(&g, i % 5 == 0 ? 256 : (size_t)1 << 16,
                    i % 8 == 7 ? ari_pool_runner(pool) : NULL, i % 3 == 0);
    }
    ari_pool_free(pool);
}

/* ---- games that come back ---- */

/* Positions that can be reached, in the order in which they are found. */
typedef struct found {
    ari_state *list;
    int count, room;
    int *next, *first; /* a table of chains */
} found;

#define CHAINS (1 << 16)

static bool add(found *f, const ari_variant *v, const ari_state *s)
{
    int *chain = &f->first[ari_mix(v->core->key(v->rules, s)) % CHAINS];
    for (int i = *chain; i >= 0; i = f->next[i])
        if (ari_state_equal(v, &f->list[i], s))
            return false;
    if (f->count == f->room)
        return false;
    f->list[f->count] = *s;
    f->next[f->count] = *chain;
    *chain = f->count++;
    return true;
}

static found reach(const ari_variant *v, int room)
{
    found f = {.list = malloc((size_t)room * sizeof *f.list),
               .room = room,
               .next = malloc((size_t)room * sizeof *f.next),
               .first = malloc(CHAINS * sizeof *f.first)};
    ari_move list[ARI_MOVES_MAX];
    assert_true(f.list && f.next && f.first);
    for (int i = 0; i < CHAINS; i++)
        f.first[i] = -1;
    add(&f, v, &v->start);
    for (int i = 0; i < f.count; i++) {
        const ari_state s = f.list[i];
        int count = ari_outcome(v, &s) == ARI_ON ? ari_moves(v, &s, list) : 0;
        for (int k = 0; k < count; k++) {
            ari_state next = ari_after(v, &s, list[k]);
            add(&f, v, &next);
        }
    }
    return f;
}

static void every_position(const char *spec, int every, size_t bytes,
                           const ari_runner *runner)
{
    ari_variant *v = variant(spec);
    ari_solver *exact;
    ari_error error;
    assert_int_equal(ari_solver_new(v, (size_t)64 << 20, &exact, &error), ARI_OK);
    found f = reach(v, 200000);
    asking who = asking_of(v, bytes, runner);
    int asked = 0, draws = 0;
    for (int i = f.count - 1; i >= 0; i -= every) {
        const ari_state *s = &f.list[i];
        if (ari_outcome(v, s) != ARI_ON)
            continue;
        int score = value(exact, s).score;
        expect_score(&who, s, score, true);
        if (i % 997 == 0)
            ari_engine_clear(who.engine);
        asked++;
        draws += score == 0;
    }
    print_message("%s: %d of %d positions, %d drawn, %d whole lines\n", spec, asked,
                  f.count, draws, who.lines);
    assert_true(asked > 0);
    ari_engine_free(who.engine);
    ari_solver_free(exact);
    free(f.list);
    free(f.next);
    free(f.first);
    ari_variant_free(v);
}

static void games_that_come_back(void **unused)
{
    (void)unused;
    ari_pool *pool;
    assert_int_equal(ari_pool_new(3, &pool, NULL), ARI_OK);
    every_position("quixo:size=3", EVERY, (size_t)8 << 20, NULL);
    every_position("quixo:size=3", 10 * EVERY, (size_t)1 << 16, NULL);
    every_position("quixo:size=3", 10 * EVERY, (size_t)1 << 20, ari_pool_runner(pool));
    every_position("hare:stall=0", EVERY, (size_t)8 << 20, NULL);
    every_position("hare", 10 * EVERY, (size_t)1 << 20, NULL);
    every_position("morris:men=3", EVERY, (size_t)8 << 20, NULL);
    every_position("morris:men=3", 10 * EVERY, (size_t)1 << 16, NULL);
    every_position("morris:men=3", 10 * EVERY, (size_t)1 << 20, ari_pool_runner(pool));
    ari_pool_free(pool);
}

/* ---- all others ---- */

static const struct {
    const char *spec;
    int plies; /* at most, from the start */
} others[] = {{"tictactoe", 9},
              {"connect4:width=5,height=4", 20},
              {"connect4", 42},
              {"mnk:width=4,height=4,line=3", 16},
              {"mnk:width=4,height=4,line=4", 16},
              {"hex:size=4", 16},
              {"amazons:width=4,height=4", 12},
              {"nim:heaps=531", 9},
              {"nim:heaps=531,normal", 9},
              {"coins:coins=40", 40},
              {"evencoins", 15},
              {"dots:width=2,height=2", 12},
              {"dots:width=3,height=3", 24},
              {"chomp:width=5,height=4", 20},
              {"kalah:pits=3,seeds=2", 20},
              {"breakthrough:width=4,height=5", 20},
              {"othello:size=4", 12},
              {"othello", 60}};
#define OTHERS ((int)(sizeof others / sizeof *others))

/* Some position of a random game, not too far from its end where it is long. */
static ari_state somewhere(const ari_variant *v, ari_random *random, int most)
{
    ari_state s = v->start, game[64];
    int length = 0, plies = (int)ari_random_below(random, (uint32_t)most);
    game[0] = s;
    for (; length < 60 && ari_outcome(v, &s) == ARI_ON; length++) {
        game[length] = s;
        s = random_after(v, &s, random);
    }
    int first = most > 40 ? length - 12 : 0;
    plies = plies < length ? plies : length - 1;
    return game[plies > first ? plies : first];
}

/* Does the search in depth need few nodes for its score? */
static bool easy(ari_solver *exact, const ari_state *s, int *score)
{
    const ari_engine_job job = {.limits = {.nodes = 5000},
                                .eval = {.which = ARI_EVAL_NEUTRAL}};
    ari_analysis analysis;
    assert_int_equal(ari_analyse(exact, s, ARI_ASK_VALUE, &job, &analysis, NULL), ARI_OK);
    bool known = analysis.whole.exact;
    *score = analysis.whole.score;
    ari_analysis_free(&analysis);
    return known;
}

static void other_games(void **unused)
{
    (void)unused;
    ari_pool *pools[2];
    for (int i = 0; i < 2; i++)
        assert_int_equal(ari_pool_new(2 + i, &pools[i], NULL), ARI_OK);
    for (int i = 0; i < OTHERS; i++) {
        ari_variant *v = variant(others[i].spec);
        ari_solver *exact = solver(v);
        ari_random random = ari_random_seeded((uint64_t)i);
        int asked = 0;
        asking who[] = {asking_of(v, (size_t)1 << 20, NULL),
                        asking_of(v, (size_t)1 << 16, NULL),
                        asking_of(v, (size_t)2 << 20, ari_pool_runner(pools[0])),
                        asking_of(v, (size_t)2 << 20, ari_pool_runner(pools[1]))};
        for (int k = 0; k < POSITIONS; k++) {
            const ari_state s = somewhere(v, &random, others[i].plies);
            int score;
            if (!easy(exact, &s, &score))
                continue;
            for (int n = 0; n < 4; n++)
                expect_score(&who[n], &s, score, true);
            asked++;
        }
        if (asked < POSITIONS / 2)
            fail_msg("%s: only %d positions are easy", others[i].spec, asked);
        for (int n = 0; n < 4; n++)
            ari_engine_free(who[n].engine);
        ari_solver_free(exact);
        ari_variant_free(v);
    }
    for (int i = 0; i < 2; i++)
        ari_pool_free(pools[i]);
}

/* ---- limits ---- */

/* Stopped at any moment it has said nothing that is not so, and goes on from there. */
static void stopped(void **unused)
{
    (void)unused;
    static const char *const specs[] = {"connect4:width=5,height=4", "quixo:size=3",
                                        "hex:size=4", "dots:width=2,height=2",
                                        "kalah:pits=3,seeds=2"};
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        ari_variant *v = variant(specs[i]);
        ari_solver *exact = solver(v);
        asking who = asking_of(v, (size_t)1 << 20, NULL);
        int score = value(exact, &v->start).score, rounds = 0;
        ari_result result = {.stopped = true};
        for (uint64_t nodes = 1; result.stopped; nodes += 1 + nodes / 2, rounds++) {
            who.job.limits.nodes = nodes;
            assert_int_equal(ari_engine_solve(who.engine, &v->start, &who.job, -ARI_WIN,
                                              ARI_WIN, &result, NULL),
                             ARI_OK);
            assert_true(result.stats.nodes <= nodes);
            assert_true(result.low <= score && result.high >= score);
        }
        assert_true(rounds > 2);
        ari_stop stop;
        atomic_init(&stop, 1);
        ari_engine_clear(who.engine);
        who.job.limits = (ari_limits){.stop = &stop};
        assert_int_equal(ari_engine_solve(who.engine, &v->start, &who.job, -ARI_WIN,
                                          ARI_WIN, &result, NULL),
                         ARI_OK);
        assert_true(result.stopped && !result.exact);
        ari_engine_free(who.engine);
        ari_solver_free(exact);
        ari_variant_free(v);
    }
}

/* A question within a window is answered by a bound on the right side of it. */
static void windows(void **unused)
{
    (void)unused;
    static const char *const specs[] = {"connect4:width=4,height=4", "hare:stall=0",
                                        "dots:width=2,height=2"};
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        ari_variant *v = variant(specs[i]);
        ari_solver *exact = solver(v);
        asking who = asking_of(v, (size_t)1 << 20, NULL);
        ari_random random = ari_random_seeded(3);
        ari_pool *pool;
        assert_int_equal(ari_pool_new(2, &pool, NULL), ARI_OK);
        for (int k = 0; k < 20; k++) {
            const ari_state s = somewhere(v, &random, 8);
            int score = value(exact, &s).score;
            for (int alpha = -3; alpha < 3; alpha++) {
                ari_result result;
                if (!ari_has(v, ARI_HAS_PAYOFFS) && (alpha < -1 || alpha > 0))
                    continue;
                who.job.runner = alpha % 2 ? ari_pool_runner(pool) : NULL;
                assert_int_equal(ari_engine_solve(who.engine, &s, &who.job, alpha,
                                                  alpha + 1, &result, NULL),
                                 ARI_OK);
                assert_true(!result.stopped && result.exact);
                assert_true((result.score > alpha) == (score > alpha));
            }
            who.job.runner = k % 2 ? ari_pool_runner(pool) : NULL;
            ari_result result; /* nothing ends now: that needs no question */
            assert_int_equal(ari_engine_solve(who.engine, &s, &who.job, -ARI_WIN,
                                              1 - ARI_WIN, &result, NULL),
                             ARI_OK);
            assert_true(ari_has(v, ARI_HAS_PAYOFFS) || !result.stopped);
        }
        ari_pool_free(pool);
        ari_engine_free(who.engine);
        ari_solver_free(exact);
        ari_variant_free(v);
    }
}

/* What is longer than the search can follow, or than its memory can hold, is said to be. */
static void too_long(void **unused)
{
    (void)unused;
    ari_variant *v = variant("coins:coins=5000,most=1");
    asking who = asking_of(v, (size_t)1 << 20, NULL);
    ari_result result;
    ari_error error;
    assert_int_equal(ari_engine_solve(who.engine, &v->start, &who.job, -ARI_WIN, ARI_WIN,
                                      &result, &error),
                     ARI_LIMIT);
    assert_non_null(strstr(error.message, "too long"));
    ari_engine_free(who.engine);
    ari_variant_free(v);
    v = variant("coins:coins=3000,most=2");
    who = asking_of(v, (size_t)1 << 18, NULL);
    assert_int_equal(ari_engine_solve(who.engine, &v->start, &who.job, -ARI_WIN, ARI_WIN,
                                      &result, &error),
                     ARI_MEMORY);
    assert_non_null(strstr(error.message, "looking to the end of the game"));
    ari_engine_free(who.engine);
    ari_variant_free(v);
}

/* ---- the solver ---- */

/* Every question to a solver, by every method. */
static void methods(void **unused)
{
    (void)unused;
    static const char *const specs[] = {"tictactoe",
                                        "hex:size=3",
                                        "hare:stall=0",
                                        "dots:width=2,height=2",
                                        "cram:width=3,height=3",
                                        "connect4:width=4,height=4"};
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++)
        for (int m = ARI_METHOD_AUTO; m <= ARI_METHOD_STATES; m++) {
            ari_variant *v = variant(specs[i]);
            bool cycles = ari_has(v, ARI_HAS_CYCLES);
            if (cycles && m == ARI_METHOD_SEARCH)
                m++; /* which cannot */
            ari_solver *exact = solver(v), *other = solver(v);
            ari_error error;
            assert_int_equal(ari_solver_use(other, (ari_method)m, &error), ARI_OK);
            int score = value(exact, &v->start).score;
            for (int question = ARI_ASK_VALUE; question <= ARI_ASK_MOVES; question++) {
                ari_analysis a;
                assert_int_equal(ari_analyse(other, &v->start, (ari_question)question,
                                             &no_limits, &a, &error),
                                 ARI_OK);
                assert_false(a.stopped);
                assert_true(ari_answer_decided(&a.whole));
                assert_int_equal(sign_of(a.whole.score), sign_of(score));
                assert_true(a.whole.low <= score && a.whole.high >= score);
                if (m != ARI_METHOD_DFPN)
                    assert_int_equal(a.whole.score, score);
                else
                    assert_int_equal(a.whole.source, ARI_SOURCE_DFPN);
                if (m == ARI_METHOD_STATES)
                    assert_int_equal(a.whole.source, ARI_SOURCE_STATES);
                for (int k = 0; k < a.count; k++) {
                    const ari_state next = ari_after(v, &v->start, a.moves[k].move);
                    int is =
                        ari_score_of_move(v, &v->start, &next, value(exact, &next).score);
                    assert_true(a.moves[k].low <= is && a.moves[k].high >= is);
                }
                ari_analysis_free(&a);
            }
            ari_solver_free(other);
            ari_solver_free(exact);
            ari_variant_free(v);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(graphs),  cmocka_unit_test(games_that_come_back),
        cmocka_unit_test(stopped), cmocka_unit_test(other_games),
        cmocka_unit_test(windows), cmocka_unit_test(too_long),
        cmocka_unit_test(methods),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
