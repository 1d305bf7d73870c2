/* test_time.c: all searches of one question share its limits, and so keep to them together.
 *
 * This program has a clock of its own in place of the library's: time passes only when somebody
 * looks at it, a tick at a time. So a search that looks as it should ends at the same node
 * on every machine, and one that does not takes far too long even on an idle one. */
#include "playing.h"

#include <stdio.h>

#include <ariadne/random.h>
#include <ariadne/review.h>

#include "base/budget.h"

static double now, tick;

double ari_seconds(void)
{
    return now += tick;
}

/* What the searches of one question may take beyond its time: a few looks each. */
#define LATE 0.05

/* ---- what is left ---- */

static void a_budget_is_shared(void **state)
{
    (void)state;
    now = 0;
    tick = 0.5;
    ari_stop stop = 0;
    const ari_limits limits = {.nodes = 10, .seconds = 3, .depth = 7, .stop = &stop};
    ari_limits left;
    ari__budget budget = ari__budget_open(&limits);
    assert_true(ari__budget_left(&budget, &left));
    assert_int_equal(left.nodes, 10);
    assert_int_equal(left.depth, 7);
    assert_ptr_equal(left.stop, &stop);
    assert_true(left.seconds == 2.5);
    budget.used = 9;
    assert_true(ari__budget_left(&budget, &left));
    assert_int_equal(left.nodes, 1);
    assert_true(left.seconds == 2);
    stop = 1;
    assert_false(ari__budget_left(&budget, &left));
    stop = 0;
    budget.used = 10;
    assert_false(ari__budget_left(&budget, &left));
    assert_int_equal(left.nodes, 1); /* 0 would be no limit */
    budget.used = 11;
    assert_false(ari__budget_left(&budget, &left));
    budget.used = 0;
    assert_false(ari__budget_left(&budget, &left)); /* three seconds have passed */
    assert_true(left.seconds > 0 && left.seconds < 1e-6);
}

static void no_limits_stay_none(void **state)
{
    (void)state;
    now = 0;
    tick = 1e6;
    const ari_limits limits = {.depth = 0};
    ari_limits left;
    ari__budget budget = ari__budget_open(&limits);
    budget.used = UINT64_MAX;
    assert_true(ari__budget_left(&budget, &left));
    assert_int_equal(left.nodes, 0);
    assert_true(left.seconds == 0);
}

/* ---- players ---- */

/* Lost in four plies, whatever is played, with two hundred replies to each of two hundred
 * moves. */
static const char lost_game[] = "mnk:width=15,height=15,line=5";
static const char lost_moves[] =
    "g10 f8 f9 e8 g8 g9 h10 e10 h9 e9 e11 e6 e7 d10 c11 h6 g7 f11 i10";

/* Thinks about a position and looks at the clock that only thinking moves. */
static ari_choice timed(const ari_variant *v, const ari_state *s, const char *who,
                        double ticks, double most)
{
    now = 0;
    tick = ticks;
    ari_player *one = player(v, who, 1);
    ari_choice choice = choose(one, s);
    if (choice.seconds > most)
        fail_msg("%s, %s: %.3f s by ticks of %g", v->name, who, choice.seconds, ticks);
    ari_player_free(one);
    return choice;
}

static void lost_positions_take_no_longer(void **state)
{
    (void)state;
    ari_variant *v = variant(lost_game);
    ari_state s = position(v, lost_moves);
    static const double ticks[] = {1e-4, 1e-3};
    for (int i = 0; i < 2; i++) {
        ari_choice choice = timed(v, &s, "level:10", ticks[i], 1.0);
        if (i == 0)
            assert_true(choice.exact && choice.distance == 4);
        timed(v, &s, "perfect:time=0.5", ticks[i], 0.5 + LATE);
        timed(v, &s, "mistake:0.5,time=1", ticks[i], 1 + LATE);
    }
    ari_variant_free(v);
}

static void no_move_of_a_level_takes_longer(void **state)
{
    (void)state;
    static const char *const games[] = {"connect4",
                                        "connect4:width=16,height=7",
                                        "mnk:width=5,height=5,line=4",
                                        "mnk:width=19,height=19,line=5",
                                        "nim:heaps=30,25,20,15",
                                        "dots:width=7,height=7",
                                        "quixo",
                                        "chomp:width=15,height=15"};
    ari_random random = ari_random_seeded(15);
    for (size_t g = 0; g < sizeof games / sizeof *games; g++) {
        ari_variant *v = variant(games[g]);
        for (int n = 0; n < 4; n++) {
            ari_state s = v->start;
            for (uint32_t plies = ari_random_below(&random, 40); plies > 0; plies--) {
                ari_state next = random_after(v, &s, &random);
                if (ari_outcome(v, &next) != ARI_ON)
                    break;
                s = next;
            }
            char who[24];
            snprintf(who, sizeof who, "level:%d", n % 2 ? 10 : 4 + n);
            timed(v, &s, who, 1e-3, 1.0);
            timed(v, &s, "perfect:time=0.4", 1e-3, 0.4 + LATE);
        }
        ari_variant_free(v);
    }
}

/* Who is told how long there is shares it out: something is looked at, whatever was hoped to be
 * proved, and a board that cannot be proved is not answered in its corner. */
static void a_player_keeps_to_the_callers_time(void **state)
{
    (void)state;
    ari_variant *v = variant(lost_game);
    ari_state s = position(v, "h8");
    static const char *const players[] = {"perfect", "level:10"};
    const ari_limits limits = {.seconds = 0.4};
    for (size_t i = 0; i < sizeof players / sizeof *players; i++) {
        ari_player *one = player(v, players[i], 1);
        ari_choice choice;
        now = 0;
        tick = 8e-4;
        assert_int_equal(ari_player_choose(one, &s, &limits, &choice, NULL), ARI_OK);
        if (choice.seconds > limits.seconds + LATE || !choice.scored)
            fail_msg("%s: %.3f s, %s", players[i], choice.seconds, choice.reason);
        ari_player_free(one);
    }
    ari_variant_free(v);
}

/* What is wanted is kept to, and at most doubled where the best move is not clear; who has no choice
 * does not think. */
static void a_player_keeps_to_what_is_wanted(void **state)
{
    (void)state;
    static const char *const games[] = {"connect4", "quixo", "kalah", "breakthrough",
                                        "mnk:width=15,height=15,line=5"};
    const ari_limits limits = {.seconds = 10, .wanted = 0.5};
    ari_random random = ari_random_seeded(16);
    double all = 0;
    for (size_t g = 0; g < sizeof games / sizeof *games; g++) {
        ari_variant *v = variant(games[g]);
        ari_player *one = player(v, "engine:time=20", 1);
        ari_state s = v->start;
        for (int ply = 0; ply < 12 && ari_outcome(v, &s) == ARI_ON; ply++) {
            ari_choice choice;
            now = 0;
            tick = 1e-3;
            assert_int_equal(ari_player_choose(one, &s, &limits, &choice, NULL), ARI_OK);
            all += choice.seconds;
            s = ply % 2 ? random_after(v, &s, &random) : ari_after(v, &s, choice.move);
        }
        ari_player_free(one);
        ari_variant_free(v);
    }
    assert_true(all > 5 * 12 * 0.5 * 0.1 && all < 5 * 12 * 0.5 * 2.2);
}

static void who_has_no_choice_does_not_think(void **state)
{
    (void)state;
    ari_variant *v =
        variant("connect4:width=7,height=7"); /* all columns but one are full */
    ari_state s = position(v, "11111112222222444444433333335555555666666");
    ari_player *one = player(v, "engine:time=5", 1);
    now = 0;
    tick = 1e-3;
    assert_true(choose(one, &s).seconds < LATE);
    ari_player_free(one);
    ari_variant_free(v);
}

/* Whoever is told to stop answers with what it knows, and makes no more guesses. */
static void a_stopped_player_answers_at_once(void **state)
{
    (void)state;
    ari_variant *v = variant(lost_game);
    ari_state s = position(v, lost_moves);
    ari_stop stop = 1;
    const ari_limits limits = {.stop = &stop};
    static const char *const players[] = {"perfect", "level:10", "level:7", "engine",
                                          "mistake:0.2"};
    for (size_t i = 0; i < sizeof players / sizeof *players; i++) {
        ari_player *one = player(v, players[i], 1);
        ari_choice choice;
        tick = 0;
        assert_int_equal(ari_player_choose(one, &s, &limits, &choice, NULL), ARI_OK);
        assert_true(choice.move != ARI_NO_MOVE);
        if (choice.nodes > 100)
            fail_msg("%s: %llu nodes", players[i], (unsigned long long)choice.nodes);
        ari_player_free(one);
    }
    ari_variant_free(v);
}

/* ---- the solver ---- */

/* Guesses for what could not be proved are within the time, too. */
static void a_question_keeps_to_its_time(void **state)
{
    (void)state;
    static const ari_question questions[] = {ARI_ASK_VALUE, ARI_ASK_BEST, ARI_ASK_MOVES};
    static const char *const games[] = {"connect4", "mnk:width=15,height=15,line=5",
                                        "quixo", "dots:width=5,height=5"};
    for (size_t g = 0; g < sizeof games / sizeof *games; g++) {
        ari_variant *v = variant(games[g]);
        ari_solver *solver;
        assert_int_equal(ari_solver_new(v, (size_t)1 << 20, &solver, NULL), ARI_OK);
        for (int i = 0; i < 6; i++) {
            ari_engine_job job = {
                .limits = {.seconds = i % 2 ? 0.3 : 1, .nodes = i < 3 ? 0 : 100000}};
            ari_analysis analysis;
            tick = 1e-3;
            double start = now;
            ari_status status =
                ari_analyse(solver, &v->start, questions[i % 3], &job, &analysis, NULL);
            double used = now - start;
            assert_true(status == ARI_OK || status == ARI_LIMIT);
            /* Every guess looks at least once. */
            double looks = tick * 4 * v->core->max_moves;
            if (used > job.limits.seconds + LATE + looks)
                fail_msg("%s: %.3f s of %.3f", games[g], used, job.limits.seconds);
            ari_analysis_free(&analysis);
        }
        ari_solver_free(solver);
        ari_variant_free(v);
    }
}

/* A game is looked back at in the time that is given for all of it, also one of which nothing is proved; and what
 * one position does not need is for the others. */
static void a_review_keeps_to_its_time(void **state)
{
    (void)state;
    static const char *const games[][2] = {
        {"quixo", "b1r a3r a3r a5r e2b a5r e4t b1r a1r a2r"},
        {"mnk:width=15,height=15,line=5", "h8 h9 g8 g9 f8 f9 e8 d8"},
        {"tictactoe", "5 1 2 8 3 7 4"}};
    for (int g = 0; g < 3; g++)
        for (int s = 1; s <= 5; s += 4) {
            ari_variant *v = variant(games[g][0]);
            ari_record record;
            ari_review review;
            ari_solver *solver;
            assert_int_equal(ari_record_parse(v, &v->start, games[g][1], &record, NULL),
                             ARI_OK);
            assert_int_equal(ari_solver_new(v, 4 << 20, &solver, NULL), ARI_OK);
            now = 0;
            tick = 1e-3;
            const ari_engine_job job = {.limits = {.seconds = s}};
            assert_int_equal(ari_review_record(solver, v, &record, &job, &review, NULL),
                             ARI_OK);
            if (now > s + LATE * (record.count + 1))
                fail_msg("%s: %.3f s and not %d", v->name, now, s);
            if (g == 0)
                assert_true(now > 0.8 * s);
            ari_review_free(&review);
            ari_solver_free(solver);
            ari_record_free(&record);
            ari_variant_free(v);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_budget_is_shared),
        cmocka_unit_test(no_limits_stay_none),
        cmocka_unit_test(lost_positions_take_no_longer),
        cmocka_unit_test(no_move_of_a_level_takes_longer),
        cmocka_unit_test(a_player_keeps_to_the_callers_time),
        cmocka_unit_test(a_player_keeps_to_what_is_wanted),
        cmocka_unit_test(who_has_no_choice_does_not_think),
        cmocka_unit_test(a_stopped_player_answers_at_once),
        cmocka_unit_test(a_question_keeps_to_its_time),
        cmocka_unit_test(a_review_keeps_to_its_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
