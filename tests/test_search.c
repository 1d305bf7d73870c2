/* test_search.c: the searches on positions whose values are known, and their limits. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "solving.h"

/* Sanitizers make everything slower; a part of the positions will do there. */
#ifndef EVERY
#define EVERY 1
#endif

/* A random position that is still on, after at most `plies` plies. */
static ari_state random_position(const ari_variant *v, ari_random *random, uint32_t plies)
{
    for (;;) {
        ari_state s = v->start;
        for (uint32_t i = ari_random_below(random, plies + 1);
             i > 0 && ari_outcome(v, &s) == ARI_ON; i--)
            s = random_after(v, &s, random);
        if (ari_outcome(v, &s) == ARI_ON)
            return s;
    }
}

static ari_engine *engine(const ari_variant *v, size_t bytes)
{
    ari_engine *result;
    ari_error error;
    if (ari_engine_new(v, bytes, &result, &error) != ARI_OK)
        fail_msg("%s", error.message);
    return result;
}

/* ---- Connect Four ---- */

static void test_small_boards(void **unused)
{
    (void)unused;
    static const struct {
        int width, height, value; /* for the first player */
    } boards[] = {{4, 4, 0}, {5, 4, 0}, {4, 5, 0}, {4, 6, 0}, {6, 4, -1},
                  {5, 5, 0}, {7, 4, 0}, {5, 6, 0}, {6, 5, 0}};
    int count = EVERY == 1 ? 9 : 5;
    for (int i = 0; i < count; i++) {
        char spec[64];
        snprintf(spec, sizeof spec, "connect4:width=%d,height=%d", boards[i].width,
                 boards[i].height);
        ari_answer answer = value_of(spec, "");
        assert_int_equal((answer.score > 0) - (answer.score < 0), boards[i].value);
        if (boards[i].value == 0)
            assert_int_equal(answer.distance, boards[i].width * boards[i].height);
    }
}

/* The score of these files counts how many discs before the end of the board somebody
 * wins: the winner's last disc is his (22 - score)th. */
static int distance_of(int score, int discs)
{
    if (score == 0)
        return 42 - discs;
    if (score > 0)
        return 2 * (22 - score - discs / 2) - 1;
    return 2 * (22 + score - (discs + 1) / 2);
}

static void check_file(ari_variant *v, ari_solver *who, const char *name, int every)
{
    char path[1000], moves[64];
    int score, checked = 0;
    snprintf(path, sizeof path, "%s/%s", CONNECT4_DATA, name);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    for (int i = 0; fscanf(file, "%63s %d", moves, &score) == 2; i++) {
        if (i % every)
            continue;
        ari_state s = position(v, moves);
        ari_answer answer = value(who, &s);
        int sign = (answer.score > 0) - (answer.score < 0);
        if (sign != (score > 0) - (score < 0) ||
            answer.distance != distance_of(score, (int)strlen(moves)))
            fail_msg("%s: %s in %d, but its score is %d", moves,
                     ari_value_name(answer.score), answer.distance, score);
        checked++;
    }
    fclose(file);
    assert_true(checked > 0);
}

static void test_known_positions(void **unused)
{
    (void)unused;
    ari_variant *v = variant("connect4");
    ari_solver *who = solver(v);
    check_file(v, who, "L3_R1.txt", EVERY);
    check_file(v, who, "L2_R1.txt", 2 * EVERY - 1);
    check_file(v, who, "L1_R1.txt", 10 * EVERY);
    ari_solver_free(who);
    ari_variant_free(v);
}

/* ---- the textbook searches ---- */

static ari_result
run(ari_status (*how)(const ari_variant *, const ari_state *, const ari_search_job *,
                      ari_result *, ari_error *),
    const ari_variant *v, const ari_state *s, const ari_search_job *search)
{
    ari_result result;
    ari_error error;
    if (how(v, s, search, &result, &error) != ARI_OK)
        fail_msg("%s: %s", v->name, error.message);
    return result;
}

/* B2, B3: depth 6 from the empty board. */
static void test_depth_six(void **unused)
{
    (void)unused;
    ari_variant *v = variant("connect4");
    ari_search_job search = {.limits = {.depth = 6}};
    assert_int_equal(ari_eval_parse(v, "pattern", 0, &search.eval, NULL), ARI_OK);
    ari_result minimax = run(ari_minimax, v, &v->start, &search);
    assert_int_equal(minimax.stats.leaves, 117649);
    assert_int_equal(minimax.stats.nodes, 1 + 7 + 49 + 343 + 2401 + 16807 + 117649);
    assert_int_equal(minimax.stats.cutoffs, 0);
    assert_false(minimax.exact);
    for (search.order = ARI_ORDER_FIRST; search.order <= ARI_ORDER_CENTRE;
         search.order++) {
        ari_result result = run(ari_alphabeta, v, &v->start, &search);
        assert_int_equal(result.score, minimax.score);
        assert_true(result.stats.nodes < minimax.stats.nodes / 4);
        if (search.order == ARI_ORDER_CENTRE)
            assert_true(result.stats.nodes <= minimax.stats.nodes / 20);
    }
    ari_variant_free(v);
}

/* B3, B6: every order and evaluation gives minimax's value at every depth. */
static void test_orders(void **unused)
{
    (void)unused;
    static const char *const evals[] = {"neutral", "random", "pattern",
                                        "pattern,f2=7,f3=-3"};
    ari_variant *v = variant("connect4");
    ari_random random = ari_random_seeded(11);
    for (int i = 0; i < 60; i++) {
        ari_state s = random_position(v, &random, 30);
        ari_search_job search = {.limits = {.depth = 1 + i % 4}, .seed = (uint64_t)i};
        assert_int_equal(
            ari_eval_parse(v, evals[i / 4 % 4], (uint64_t)i, &search.eval, NULL), ARI_OK);
        ari_result minimax = run(ari_minimax, v, &s, &search);
        for (search.order = ARI_ORDER_FIRST; search.order <= ARI_ORDER_CENTRE;
             search.order++) {
            ari_result result = run(ari_alphabeta, v, &s, &search);
            assert_int_equal(result.score, minimax.score);
            assert_true(legal(v, &s, result.best));
        }
    }
    ari_variant_free(v);
}

/* F2: cutting only when alpha > beta, as some listings do, and already when they are equal. */
static void test_two_rules_of_cutting(void **unused)
{
    (void)unused;
    ari_variant *v = variant("connect4");
    ari_search_job search = {.limits = {.depth = 6}, .eval = {.which = ARI_EVAL_NEUTRAL}};
    assert_int_equal(run(ari_alphabeta, v, &v->start, &search).stats.nodes, 1249);
    search.strict = true;
    ari_result strict = run(ari_alphabeta, v, &v->start, &search);
    assert_int_equal(strict.stats.nodes, 137257);
    assert_int_equal(strict.stats.cutoffs, 0);
    ari_random random = ari_random_seeded(2);
    for (int i = 0; i < 60; i++) {
        ari_state s = random_position(v, &random, 30);
        search = (ari_search_job){.limits = {.depth = 1 + i % 4}, .seed = (uint64_t)i};
        assert_int_equal(
            ari_eval_parse(v, i % 2 ? "pattern" : "random", 1, &search.eval, NULL),
            ARI_OK);
        ari_result minimax = run(ari_minimax, v, &s, &search);
        for (search.order = ARI_ORDER_FIRST; search.order <= ARI_ORDER_CENTRE;
             search.order++) {
            search.strict = false;
            ari_result usual = run(ari_alphabeta, v, &s, &search);
            search.strict = true;
            strict = run(ari_alphabeta, v, &s, &search);
            assert_int_equal(strict.score, minimax.score);
            assert_int_equal(usual.score, minimax.score);
            assert_true(strict.stats.nodes >= usual.stats.nodes);
            assert_true(strict.stats.nodes <= minimax.stats.nodes);
        }
    }
    ari_variant_free(v);
}

/* F3: with the best moves first alpha-beta visits the least number of leaves that is possible, in
 * a uniform tree: six plies of Connect Four have seven moves everywhere. */
static void test_best_order_is_best(void **unused)
{
    (void)unused;
    static const uint64_t powers[] = {1, 7, 49, 343};
    ari_variant *v = variant("connect4");
    for (int depth = 1; depth <= 6; depth++)
        for (uint64_t seed = 0; seed < 4; seed++) {
            ari_search_job search = {.limits = {.depth = depth}, .widths = true};
            ari_eval_parse(v, seed ? "random" : "pattern", seed, &search.eval, NULL);
            ari_result minimax = run(ari_minimax, v, &v->start, &search);
            assert_int_equal(minimax.stats.ordering, 0);
            search.order = ARI_ORDER_BEST;
            ari_result best = run(ari_alphabeta, v, &v->start, &search);
            uint64_t least = powers[(depth + 1) / 2] + powers[depth / 2] - 1;
            assert_int_equal(best.score, minimax.score);
            assert_int_equal(best.stats.leaves, least);
            assert_true(best.stats.ordering > 0);
            ari_tree_theory theory;
            assert_true(ari_tree_theory_of(&best, &theory));
            assert_true(theory.width == 7);
            assert_true(fabs(theory.least - (double)least) < 1e-6);
            assert_true(theory.effective <= 7.0001);
            assert_true(ari_tree_theory_of(&minimax, &theory));
            assert_true(theory.width == 7 && fabs(theory.effective - 7) < 1e-6);
            assert_true(fabs(theory.all - (double)minimax.stats.leaves) < 1e-3);
            assert_true(fabs(theory.best * theory.best - theory.all) < 1e-3);
            assert_true(fabs(pow(theory.random, 4) - pow(theory.all, 3)) <
                        1e-9 * pow(theory.all, 3));
        }
    /* A limit of nodes bounds what finding the order may take, even to the end of a game, and
     * the stop flag ends it. */
    ari_stop stop = 1;
    ari_search_job search = {.limits = {.nodes = 100}, .order = ARI_ORDER_BEST};
    ari_result limited = run(ari_alphabeta, v, &v->start, &search);
    assert_true(limited.stopped);
    assert_true(limited.stats.nodes <= 100 && limited.stats.ordering <= 10001);
    search.limits = (ari_limits){.depth = 3, .nodes = 20};
    limited = run(ari_alphabeta, v, &v->start, &search);
    assert_true(limited.stopped);
    assert_int_equal(limited.stats.nodes, 20);
    search.limits = (ari_limits){.depth = 6};
    search.limits.stop = &stop;
    limited = run(ari_alphabeta, v, &v->start, &search);
    assert_true(limited.stopped && limited.stats.ordering < 5000);
    ari_tree_theory theory;
    assert_false(ari_tree_theory_of(&limited, &theory));
    ari_variant_free(v);
}

/* The average number of moves counts those that were cut, in games with few of them, too. */
static void test_widths(void **unused)
{
    (void)unused;
    static const char *const games[] = {"tictactoe", "nim:heaps=321", "mnk", "chomp"};
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        ari_variant *v = variant(games[i]);
        ari_search_job search = {.limits = {.depth = 1}, .widths = true};
        ari_move moves[ARI_MOVES_MAX];
        for (search.order = ARI_ORDER_FIRST; search.order <= ARI_ORDER_CENTRE;
             search.order++) {
            ari_result result = run(ari_alphabeta, v, &v->start, &search);
            ari_tree_theory theory;
            assert_true(ari_tree_theory_of(&result, &theory));
            assert_true(theory.width == ari_moves(v, &v->start, moves));
        }
        ari_variant_free(v);
    }
}

/* The first evaluation of a game that has none is neutral, in both instances. */
static void test_no_evaluation(void **unused)
{
    (void)unused;
    ari_variant *v = variant("nim");
    const ari_search_job search = {.limits = {.depth = 2}, .eval = {.which = 0}};
    assert_int_equal(run(ari_minimax, v, &v->start, &search).score, 0);
    ari_variant_use_core(v);
    assert_int_equal(run(ari_minimax, v, &v->start, &search).score, 0);
    ari_variant_free(v);
}

/* The random order depends on its seed, and on nothing else. */
static void test_random_is_seeded(void **unused)
{
    (void)unused;
    ari_variant *v = variant("connect4");
    bool nodes_differ = false, scores_differ = false;
    uint64_t nodes = 0;
    int score = 0;
    for (uint64_t seed = 1; seed <= 5; seed++) {
        ari_search_job search = {
            .limits = {.depth = 5}, .order = ARI_ORDER_RANDOM, .seed = seed};
        ari_eval_parse(v, "random", seed, &search.eval, NULL);
        ari_result a = run(ari_alphabeta, v, &v->start, &search);
        ari_result b = run(ari_alphabeta, v, &v->start, &search);
        assert_int_equal(a.stats.nodes, b.stats.nodes);
        assert_int_equal(a.score, b.score);
        nodes_differ |= seed > 1 && a.stats.nodes != nodes;
        scores_differ |= seed > 1 && a.score != score;
        nodes = a.stats.nodes;
        score = a.score;
    }
    assert_true(nodes_differ && scores_differ);
    ari_variant_free(v);
}

/* E15: a position is rated as the best of its moves, seen from the other side. */
static void test_bestmove(void **unused)
{
    (void)unused;
    ari_variant *v = variant("mnk:width=4,height=3,line=3");
    ari_random random = ari_random_seeded(5);
    for (int i = 0; i < 40; i++) {
        ari_state s = random_position(v, &random, 8);
        ari_search_job search = {.limits = {.depth = 3}};
        ari_eval_parse(v, "lines", 0, &search.eval, NULL);
        ari_result whole = run(ari_bestmove, v, &s, &search);
        ari_move list[ARI_MOVES_MAX];
        int count = ari_moves(v, &s, list), best = INT_MIN;
        search.limits.depth = 2;
        for (int j = 0; j < count; j++) {
            ari_state next = ari_after(v, &s, list[j]);
            ari_result part = run(ari_bestmove, v, &next, &search);
            best = -part.score > best ? -part.score : best;
        }
        assert_int_equal(whole.score, best);
    }
    /* A forced win ends the search: the first move that wins is taken. */
    ari_state s = position(v, "a1 a3 b1 b3");
    ari_search_job search = {.limits = {.depth = 0}};
    ari_result result = run(ari_bestmove, v, &s, &search);
    assert_int_equal(result.score, ARI_WIN);
    assert_int_equal(result.best, move(v, &s, "c1"));
    assert_true(result.stats.cutoffs > 0);
    ari_result all = run(ari_minimax, v, &s, &search);
    assert_true(result.stats.nodes < all.stats.nodes / 2);
    ari_variant_free(v);
}

typedef struct watching {
    const ari_variant *v;
    int entered, left, cut, deepest;
    bool wrong;
} watching;

static void on_enter(void *self, const ari_state *s, ari_move m, int ply, int alpha,
                     int beta)
{
    watching *w = self;
    (void)s;
    w->entered++;
    w->deepest = ply > w->deepest ? ply : w->deepest;
    w->wrong |= alpha >= beta || (m == ARI_NO_MOVE) != (ply == 0);
}

static void on_leave(void *self, const ari_state *s, int ply, int value, bool finished,
                     bool horizon)
{
    watching *w = self;
    (void)ply, (void)value;
    w->left++;
    w->wrong |= finished != (ari_outcome(w->v, s) != ARI_ON) || (finished && horizon);
}

static void on_cut(void *self, const ari_state *s, ari_move m, int ply, int value,
                   int bound)
{
    watching *w = self;
    (void)ply;
    w->cut++;
    bool first = ari_turn(w->v, s) == ARI_FIRST;
    w->wrong |= !legal(w->v, s, m) || (first ? value < bound : value > bound);
}

static void test_observer(void **unused)
{
    (void)unused;
    static const char *const specs[] = {"tictactoe:early=no", "nim:heaps=321",
                                        "dots:width=2,height=1"};
    for (int i = 0; i < 3; i++) {
        ari_variant *v = variant(specs[i]);
        watching w = {.v = v};
        const ari_observer observer = {
            .self = &w, .enter = on_enter, .leave = on_leave, .cut = on_cut};
        ari_search_job search = {.limits = {.depth = 4}, .order = ARI_ORDER_CENTRE};
        search.eval.which = ARI_EVAL_RANDOM;
        ari_result plain = run(ari_alphabeta, v, &v->start, &search);
        search.observer = &observer;
        ari_result watched = run(ari_alphabeta, v, &v->start, &search);
        assert_int_equal(plain.score, watched.score);
        assert_int_equal(plain.stats.nodes, watched.stats.nodes);
        assert_int_equal(w.entered, watched.stats.nodes);
        assert_int_equal(w.left, w.entered);
        assert_true(w.cut > 0);
        assert_int_equal(w.deepest, 4);
        assert_false(w.wrong);
        w = (watching){.v = v};
        run(ari_minimax, v, &v->start, &search);
        assert_int_equal(w.cut, 0);
        assert_int_equal(w.left, w.entered);
        ari_variant_free(v);
    }
}

static void test_order_names(void **unused)
{
    (void)unused;
    ari_order order;
    ari_error error;
    for (int i = ARI_ORDER_FIRST; i <= ARI_ORDER_CENTRE; i++) {
        assert_int_equal(ari_order_parse(ari_order_name((ari_order)i), &order, &error),
                         ARI_OK);
        assert_int_equal(order, i);
    }
    assert_int_equal(ari_order_parse("center", &order, &error), ARI_UNKNOWN);
    assert_non_null(strstr(error.message, "centre"));
}

/* ---- limits ---- */

static void test_textbook_limits(void **unused)
{
    (void)unused;
    ari_variant *v = variant("connect4");
    ari_stop stop = 1;
    ari_search_job search = {.limits = {.nodes = 5000}};
    ari_result result = run(ari_minimax, v, &v->start, &search);
    assert_true(result.stopped && !result.exact);
    assert_int_equal(result.stats.nodes, 5000);
    result = run(ari_alphabeta, v, &v->start, &search);
    assert_true(result.stopped && !result.exact);
    search.limits = (ari_limits){.stop = &stop};
    result = run(ari_bestmove, v, &v->start, &search);
    assert_true(result.stopped && !result.exact);
    search.limits = (ari_limits){.seconds = 1e-9};
    result = run(ari_minimax, v, &v->start, &search);
    assert_true(result.stopped && !result.exact);
    assert_int_equal(ari_memo(v, &v->start, ARI_MEMO_CANONICAL,
                              &(ari_limits){.nodes = 1000}, &result, NULL),
                     ARI_OK);
    assert_true(result.stopped && !result.exact);
    uint64_t count;
    ari_error error;
    assert_int_equal(ari_perft(v, &v->start, 12, &stop, &count, &error), ARI_STOPPED);
    assert_int_equal(ari_perft(v, &v->start, -1, NULL, &count, &error), ARI_RANGE);
    assert_int_equal(ari_perft(v, &v->start, ARI_PLY_MAX + 1, NULL, &count, &error),
                     ARI_RANGE);
    ari_variant_free(v);
}

/* A game of 5000 plies is too long for searches that recurse, and they say so. */
static void test_long_games(void **unused)
{
    (void)unused;
    ari_variant *v = variant("coins:coins=5000,most=1");
    ari_engine *e = engine(v, 1 << 20);
    ari_search_job search = {.limits = {.depth = 0}};
    ari_result result;
    ari_error error;
    assert_int_equal(ari_minimax(v, &v->start, &search, &result, &error), ARI_LIMIT);
    assert_int_equal(ari_alphabeta(v, &v->start, &search, &result, &error), ARI_LIMIT);
    assert_int_equal(
        ari_engine_solve(e, &v->start, &no_limits, -ARI_WIN, ARI_WIN, &result, &error),
        ARI_LIMIT);
    search.limits.depth = 100;
    assert_int_equal(ari_minimax(v, &v->start, &search, &result, &error), ARI_OK);
    assert_false(result.exact);
    assert_int_equal(
        ari_memo(v, &v->start, ARI_MEMO_STATES, &search.limits, &result, &error), ARI_OK);
    assert_int_equal(result.score,
                     ARI_WIN); /* with an even number the other takes the last */
    ari_engine_free(e);
    ari_variant_free(v);
}

typedef struct progress_seen {
    int calls, depth;
    bool wrong;
} progress_seen;

static void on_progress(void *self, const ari_progress *progress)
{
    progress_seen *seen = self;
    seen->calls++;
    seen->wrong |= progress->depth < seen->depth || progress->nodes == 0 ||
                   (progress->scored && progress->line_length == 0);
    seen->depth = progress->depth;
}

static void test_engine_limits(void **unused)
{
    (void)unused;
    ari_variant *v = variant("connect4");
    ari_engine *e = engine(v, 1 << 20);
    ari_random random = ari_random_seeded(2);
    ari_stop stop = 1;
    const ari_limits limits[] = {
        {.nodes = 1}, {.nodes = 1000}, {.seconds = 1e-9},       {.stop = &stop},
        {.depth = 1}, {.depth = 5},    {.depth = 5, .nodes = 3}};
    for (int i = 0; i < 70; i++) {
        ari_state s = random_position(v, &random, 20);
        ari_engine_job job = {.limits = limits[i % 7]};
        ari_result result;
        assert_int_equal(ari_engine_search(e, &s, &job, &result, NULL), ARI_OK);
        assert_true(legal(v, &s, result.best));
        assert_true(result.line_length > 0 && result.line[0] == result.best);
        if (job.limits.nodes)
            assert_true(result.stats.nodes <= job.limits.nodes);
        if (job.limits.depth && !job.limits.nodes)
            assert_true(result.exact || result.depth == job.limits.depth);
    }
    progress_seen seen = {.calls = 0};
    ari_engine_job job = {.limits = {.depth = 6, .progress = on_progress, .self = &seen}};
    ari_result result;
    ari_engine_clear(e);
    assert_int_equal(ari_engine_search(e, &v->start, &job, &result, NULL), ARI_OK);
    assert_true(seen.calls >= 6);
    assert_int_equal(seen.depth, 6);
    assert_false(seen.wrong);
    ari_engine_free(e);
    ari_variant_free(v);
}

/* ---- the engine ---- */

static void test_table_sizes(void **unused)
{
    (void)unused;
    static const size_t sizes[] = {64, 128, 200, 1000, 1 << 16, (2 << 20) + 64};
    static const char *const specs[] = {"connect4:width=5,height=4",
                                        "dots:width=2,height=2",
                                        "mnk:width=4,height=4,line=4", "nim:heaps=4321"};
    for (int i = 0; i < 4; i++) {
        ari_variant *v = variant(specs[i]);
        ari_random random = ari_random_seeded(4);
        for (int j = 0; j < 10; j++) {
            ari_state s = random_position(v, &random, 8);
            int score = 0;
            for (int k = 0; k < 6; k++) {
                ari_engine *e = engine(v, sizes[k]);
                ari_result result;
                assert_int_equal(
                    ari_engine_solve(e, &s, &no_limits, -ARI_WIN, ARI_WIN, &result, NULL),
                    ARI_OK);
                assert_true(result.exact);
                assert_true(k == 0 || result.score == score);
                score = result.score;
                ari_engine_free(e);
            }
        }
        ari_variant_free(v);
    }
    ari_variant *v = variant("connect4");
    ari_engine *none;
    ari_error error;
    assert_int_equal(ari_engine_new(v, 63, &none, &error), ARI_RANGE);
    assert_null(none);
    assert_int_equal(ari_engine_new(v, SIZE_MAX, &none, &error), ARI_MEMORY);
    assert_null(none);
    ari_variant_free(v);
}

/* A narrow window answers just its question. */
static void test_windows(void **unused)
{
    (void)unused;
    static const char *const specs[] = {"connect4:width=4,height=4",
                                        "dots:width=2,height=1", "evencoins:coins=12"};
    for (int i = 0; i < 3; i++) {
        ari_variant *v = variant(specs[i]);
        ari_engine *e = engine(v, 1 << 16);
        ari_solver *who = solver(v);
        ari_random random = ari_random_seeded(6);
        for (int j = 0; j < 50; j++) {
            ari_state s = random_position(v, &random, 10);
            int score = value(who, &s).score;
            const int tests[] = {score - 1, score, score + 1,    -1,
                                 0,         1,     -ARI_WIN + 5, ARI_WIN - 5};
            for (int k = 0; k < 8; k++) {
                ari_result result;
                assert_int_equal(ari_engine_solve(e, &s, &no_limits, tests[k] - 1,
                                                  tests[k], &result, NULL),
                                 ARI_OK);
                assert_int_equal(result.score >= tests[k], score >= tests[k]);
            }
        }
        ari_solver_free(who);
        ari_engine_free(e);
        ari_variant_free(v);
    }
}

/* What was learnt with one evaluation does not colour a search with another. */
static void test_evaluations_are_kept_apart(void **unused)
{
    (void)unused;
    ari_variant *v = variant("connect4");
    ari_random random = ari_random_seeded(8);
    ari_engine *used = engine(v, 1 << 20);
    for (int i = 0; i < 10; i++) {
        ari_state s = random_position(v, &random, 12);
        ari_engine_job job = {.limits = {.depth = 4}},
                       other = {.limits = {.nodes = 30000}};
        ari_eval_parse(v, "pattern", 0, &job.eval, NULL);
        ari_eval_parse(v, "pattern,f2=-90,f3=70", 0, &other.eval, NULL);
        ari_result result, alone;
        assert_int_equal(
            ari_engine_solve(used, &s, &other, -ARI_WIN, ARI_WIN, &result, NULL), ARI_OK);
        assert_int_equal(ari_engine_search(used, &s, &job, &result, NULL), ARI_OK);
        ari_engine *fresh = engine(v, 1 << 20);
        assert_int_equal(ari_engine_search(fresh, &s, &job, &alone, NULL), ARI_OK);
        if (!result.exact) /* otherwise the used one may know more */
            assert_int_equal(result.score, alone.score);
        ari_engine_free(fresh);
    }
    ari_engine_free(used);
    ari_variant_free(v);
}

/* ---- the solver ---- */

static void test_solver_limits(void **unused)
{
    (void)unused;
    ari_variant *v = variant("connect4");
    ari_solver *who = solver(v);
    ari_stop stop = 1;
    const ari_limits limits[] = {{.nodes = 1000}, {.stop = &stop}, {.seconds = 1e-9}};
    for (int i = 0; i < 9; i++) {
        const ari_engine_job job = {.limits = limits[i / 3]};
        ari_analysis analysis;
        assert_int_equal(
            ari_analyse(who, &v->start, (ari_question)(i % 3), &job, &analysis, NULL),
            ARI_OK);
        assert_true(analysis.stopped);
        assert_false(analysis.whole.exact);
        assert_int_equal(analysis.whole.distance, -1);
        if (i % 3 == ARI_ASK_BEST)
            assert_true(analysis.count >= 1);
        if (i % 3 == ARI_ASK_MOVES)
            assert_int_equal(analysis.count, 7);
        for (int j = 0; j < analysis.count; j++)
            assert_true(legal(v, &v->start, analysis.moves[j].move));
        ari_analysis_free(&analysis);
    }
    ari_solver_free(who);
    ari_variant_free(v);
    /* A game that is enumerated. */
    v = variant("coins:coins=100000");
    who = solver(v);
    ari_analysis analysis;
    const ari_engine_job job = {.limits = {.nodes = 1000}};
    assert_int_equal(ari_analyse(who, &v->start, ARI_ASK_BEST, &job, &analysis, NULL),
                     ARI_OK);
    assert_true(analysis.stopped);
    assert_false(analysis.whole.exact);
    ari_analysis_free(&analysis);
    assert_true(value(who, &v->start).score > 0); /* and the next question is answered */
    ari_solver_free(who);
    ari_variant_free(v);
}

/* A limit of nodes holds for the whole question: the search for the value, those about
 * each move, and the guesses that take their place. */
static void test_solver_nodes(void **unused)
{
    (void)unused;
    static const char *const names[] = {"connect4", "tictactoe", "nim:heaps=7777",
                                        "quixo", "dots:width=3,height=3"};
    static const uint64_t most[] = {2, 3, 7, 8, 20, 100, 1000, 2000};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        for (size_t j = 0; j < sizeof most / sizeof *most; j++)
            for (int question = 0; question < 3; question++) {
                ari_variant *v = variant(names[i]);
                ari_solver *who = solver(v);
                const ari_engine_job job = {.limits = {.nodes = most[j]}};
                ari_analysis analysis;
                assert_int_equal(ari_analyse(who, &v->start, (ari_question)question, &job,
                                             &analysis, NULL),
                                 ARI_OK);
                assert_true(analysis.stats.nodes <= most[j]);
                if (question != ARI_ASK_VALUE)
                    assert_true(analysis.count >= 1);
                for (int k = 0; k < analysis.count; k++)
                    assert_true(legal(v, &v->start, analysis.moves[k].move));
                ari_analysis_free(&analysis);
                ari_solver_free(who);
                ari_variant_free(v);
            }
}

/* Where there are too many moves to look at the replies to each, the guesses are what the
 * evaluation says after each of them: all of the same depth, and none made up. */
static void test_guesses_of_many_moves(void **unused)
{
    (void)unused;
    ari_variant *v = variant("mnk:width=15,height=15,line=5");
    ari_solver *who = solver(v);
    ari_state s = position(v, "h8 h9");
    ari_eval eval;
    assert_int_equal(ari_eval_parse(v, NULL, 0, &eval, NULL), ARI_OK);
    const ari_engine_job jobs[] = {{.eval = eval, .limits = {.nodes = 1000}},
                                   {.eval = eval, .limits = {.seconds = 0.01}}};
    for (int i = 0; i < 2; i++) {
        ari_analysis analysis;
        assert_int_equal(ari_analyse(who, &s, ARI_ASK_MOVES, &jobs[i], &analysis, NULL),
                         ARI_OK);
        assert_int_equal(analysis.count, 15 * 15 - 2);
        for (int k = 0; k < analysis.count; k++) {
            const ari_answer *move = &analysis.moves[k];
            ari_state next = ari_after(v, &s, move->move);
            assert_false(move->exact);
            assert_int_equal(move->score,
                             -v->core->eval(v->rules, &next, eval.which, eval.params));
            assert_true(k == 0 || move->score <= move[-1].score);
        }
        assert_true(analysis.moves[0].score > analysis.moves[analysis.count - 1].score);
        ari_analysis_free(&analysis);
    }
    ari_solver_free(who);
    ari_variant_free(v);
}

/* What is over needs no node to be known, even where there is none left. */
static void test_finished_unsearched(void **unused)
{
    (void)unused;
    ari_variant *v = variant("connect4");
    ari_solver *who = solver(v);
    ari_state s = position(v, "414141"); /* 4 wins at once */
    const ari_engine_job job = {.limits = {.nodes = 1}};
    ari_analysis analysis;
    assert_int_equal(ari_analyse(who, &s, ARI_ASK_MOVES, &job, &analysis, NULL), ARI_OK);
    assert_true(analysis.stopped);
    assert_int_equal(analysis.count, 7);
    ari_state end = ari_after(v, &s, analysis.moves[0].move);
    assert_true(ari_outcome(v, &end) != ARI_ON);
    assert_true(analysis.moves[0].exact);
    assert_int_equal(analysis.moves[0].distance, 1);
    assert_false(analysis.moves[1].exact);
    ari_analysis_free(&analysis);
    ari_solver_free(who);
    ari_variant_free(v);
}

static void test_finished(void **unused)
{
    (void)unused;
    ari_variant *v = variant("tictactoe");
    ari_solver *who = solver(v);
    ari_state s = position(v, "xxxoo....");
    for (int question = ARI_ASK_VALUE; question <= ARI_ASK_MOVES; question++) {
        ari_analysis analysis;
        assert_int_equal(
            ari_analyse(who, &s, (ari_question)question, &no_limits, &analysis, NULL),
            ARI_OK);
        assert_int_equal(analysis.whole.score, -ARI_WIN);
        assert_int_equal(analysis.whole.distance, 0);
        assert_int_equal(analysis.count, 0);
        ari_analysis_free(&analysis);
    }
    ari_solver_free(who);
    ari_variant_free(v);
    assert_string_equal(ari_value_name(ARI_WIN - 3), "win");
    assert_string_equal(ari_value_name(-1), "loss");
    assert_string_equal(ari_value_name(0), "draw");
    assert_int_equal(ari_score_distance(ARI_WIN - 3), 3);
    assert_int_equal(ari_score_distance(4 - ARI_WIN), 4);
    assert_int_equal(ari_score_distance(17), -1);
}

/* A score goes back over a move: a ply further away, and for the other side, unless that side
 * moves on. */
static void test_score_of_move(void **unused)
{
    (void)unused;
    ari_variant *v = variant("tictactoe");
    ari_state s = position(v, "5"), next = position(v, "51");
    assert_int_equal(ari_score_of_move(v, &s, &next, ARI_WIN), 1 - ARI_WIN);
    assert_int_equal(ari_score_of_move(v, &s, &next, 5 - ARI_WIN), ARI_WIN - 6);
    assert_int_equal(ari_score_of_move(v, &s, &next, ARI_SCORE_MAX), -ARI_SCORE_MAX);
    assert_int_equal(ari_score_of_move(v, &s, &next, 17), -17);
    ari_variant_free(v);
    v = variant("dots:width=2,height=1");
    s = position(v, "a2 b1 b3");
    next = position(v, "a2 b1 b3 c2"); /* which makes a box */
    assert_int_equal(ari_score_of_move(v, &s, &next, 2), 2);
    next = position(v, "a2 b1 b3 e2");
    assert_int_equal(ari_score_of_move(v, &s, &next, 2), -2);
    ari_variant_free(v);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_score_of_move),
        cmocka_unit_test(test_small_boards),
        cmocka_unit_test(test_known_positions),
        cmocka_unit_test(test_depth_six),
        cmocka_unit_test(test_orders),
        cmocka_unit_test(test_two_rules_of_cutting),
        cmocka_unit_test(test_best_order_is_best),
        cmocka_unit_test(test_widths),
        cmocka_unit_test(test_no_evaluation),
        cmocka_unit_test(test_random_is_seeded),
        cmocka_unit_test(test_bestmove),
        cmocka_unit_test(test_observer),
        cmocka_unit_test(test_order_names),
        cmocka_unit_test(test_textbook_limits),
        cmocka_unit_test(test_long_games),
        cmocka_unit_test(test_engine_limits),
        cmocka_unit_test(test_table_sizes),
        cmocka_unit_test(test_windows),
        cmocka_unit_test(test_evaluations_are_kept_apart),
        cmocka_unit_test(test_solver_limits),
        cmocka_unit_test(test_solver_nodes),
        cmocka_unit_test(test_guesses_of_many_moves),
        cmocka_unit_test(test_finished_unsearched),
        cmocka_unit_test(test_finished),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
