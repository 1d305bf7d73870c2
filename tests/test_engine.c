/* test_engine.c: several best lines, what a search that is stopped has found, time, and what comes
 * again. */
#include "playing.h"

#include <stdlib.h>

#include "search/pace.h"

#define LINES 40

static ari_engine *engine(const ari_variant *v)
{
    ari_engine *result;
    ari_error error;
    if (ari_engine_new(v, (size_t)1 << 20, &result, &error) != ARI_OK)
        fail_msg("%s", error.message);
    return result;
}

static ari_eval first_eval(const ari_variant *v)
{
    ari_eval eval;
    assert_int_equal(ari_eval_parse(v, NULL, 0, &eval, NULL), ARI_OK);
    return eval;
}

static void search(ari_engine *e, const ari_state *s, const ari_engine_job *job,
                   ari_result *results)
{
    ari_error error;
    if (ari_engine_search(e, s, job, results, &error) != ARI_OK)
        fail_msg("%s", error.message);
}

/* After some random plies; the game is on. */
static ari_state some_position(const ari_variant *v, ari_random *random, uint32_t plies)
{
    ari_state s = v->start;
    for (uint32_t i = ari_random_below(random, plies); i > 0; i--) {
        ari_state next = random_after(v, &s, random);
        if (ari_outcome(v, &next) != ARI_ON)
            break;
        s = next;
    }
    return s;
}

/* What a move is worth to the textbook, which looks so many plies ahead, the move included. */
static int worth(const ari_variant *v, const ari_state *s, ari_move m, int depth)
{
    ari_state next = ari_after(v, s, m);
    ari_search_job job = {.limits = {.depth = depth - 1}, .eval = first_eval(v)};
    ari_result result;
    int outcome = ari_outcome(v, &next), score;
    if (outcome != ARI_ON)
        score = ari_has(v, ARI_HAS_PAYOFFS) ? outcome : outcome * ARI_WIN;
    else if (depth == 1)
        score = ari_eval_score(v, &next, &job.eval);
    else {
        assert_int_equal(ari_minimax(v, &next, &job, &result, NULL), ARI_OK);
        score = result.score;
    }
    return ari_score_of_move(v, s, &next, score);
}

/* Games that never come to the same position by ways of different length: there a table that
 * remembers does not see further than the textbook. */
static const char *const games[] = {"tictactoe", "connect4:width=5,height=4",
                                    "mnk:width=4,height=4,line=3",
                                    "dots:width=2,height=2", "nim:heaps=543"};
#define GAMES (sizeof games / sizeof *games)

/* ---- several lines ---- */

static bool is_legal(const ari_variant *v, const ari_state *s, ari_move m)
{
    ari_move list[ARI_MOVES_MAX];
    int count = ari_moves(v, s, list);
    for (int i = 0; i < count; i++)
        if (list[i] == m)
            return true;
    return false;
}

/* All of them are legal and different; how many there are. */
static int check_lines(const ari_variant *v, const ari_state *s, const ari_result *lines,
                       int wanted)
{
    int count = 0;
    while (count < wanted && lines[count].best != ARI_NO_MOVE)
        count++;
    for (int i = 0; i < count; i++) {
        assert_true(is_legal(v, s, lines[i].best));
        assert_true(lines[i].line_length > 0 && lines[i].line[0] == lines[i].best);
        for (int j = 0; j < i; j++)
            assert_int_not_equal(lines[i].best, lines[j].best);
    }
    for (int i = count; i < wanted; i++)
        assert_int_equal(lines[i].best, ARI_NO_MOVE);
    return count;
}

static void lines_are_what_minimax_says(void **state)
{
    (void)state;
    static ari_result lines[LINES];
    ari_random random = ari_random_seeded(31);
    for (size_t g = 0; g < GAMES; g++) {
        ari_variant *v = variant(games[g]);
        ari_engine *e = engine(v);
        for (int i = 0; i < 24; i++) {
            ari_state s = some_position(v, &random, 8);
            ari_move list[ARI_MOVES_MAX];
            int moves = ari_moves(v, &s, list), depth = 1 + i % 4;
            int wanted = i % 3 ? LINES : 3;
            ari_engine_job job = {.limits = {.depth = depth},
                                  .eval = first_eval(v),
                                  .without = ARI_TECHNIQUES,
                                  .lines = wanted};
            ari_engine_clear(e); /* which knows deeper values from before */
            search(e, &s, &job, lines);
            int count = check_lines(v, &s, lines, wanted);
            assert_int_equal(count, wanted < moves ? wanted : moves);
            for (int k = 0; k < count; k++) {
                int score = worth(v, &s, lines[k].best, depth);
                if (lines[k].score != score)
                    fail_msg("%s, line %d to depth %d: %d, not %d", games[g], k + 1,
                             depth, lines[k].score, score);
                assert_true(k == 0 || lines[k].score <= lines[k - 1].score);
            }
            for (int m = 0; m < moves; m++) { /* whoever is not there is no better */
                bool there = false;
                for (int k = 0; k < count; k++)
                    there |= lines[k].best == list[m];
                assert_true(there ||
                            worth(v, &s, list[m], depth) <= lines[count - 1].score);
            }
        }
        ari_engine_free(e);
        ari_variant_free(v);
    }
}

/* With every technique, and stopped somewhere: they are of one depth, but for those that are known. */
static void lines_are_of_one_depth(void **state)
{
    (void)state;
    static const char *const any[] = {"connect4", "quixo", "kalah",
                                      "mnk:width=9,height=9,line=5", "tictactoe"};
    static ari_result lines[5];
    ari_random random = ari_random_seeded(32);
    for (size_t g = 0; g < sizeof any / sizeof *any; g++) {
        ari_variant *v = variant(any[g]);
        ari_engine *e = engine(v);
        for (uint64_t nodes = 1; nodes < 20000; nodes = nodes * 3 + 1) {
            ari_state s = some_position(v, &random, 12);
            ari_engine_job job = {
                .limits = {.nodes = nodes}, .eval = first_eval(v), .lines = 5};
            search(e, &s, &job, lines);
            assert_true(lines[0].stats.nodes <= nodes);
            int count = check_lines(v, &s, lines, 5);
            assert_true(count > 0);
            for (int k = 1; k < count; k++)
                assert_true(lines[k].depth == lines[0].depth || lines[k].exact ||
                            lines[0].exact || lines[0].depth <= 1);
        }
        ari_engine_free(e);
        ari_variant_free(v);
    }
}

static void a_finished_game_has_no_lines(void **state)
{
    (void)state;
    ari_variant *v = variant("connect4");
    ari_engine *e = engine(v);
    ari_state s = position(v, "4455667");
    ari_result lines[3];
    ari_engine_job job = {.lines = 3};
    search(e, &s, &job, lines);
    assert_true(lines[0].exact);
    assert_int_equal(check_lines(v, &s, lines, 3), 0);
    ari_engine_free(e);
    ari_variant_free(v);
}

/* ---- what was found before a stop ---- */

/* A move counts with the depth that it was searched to: the last that was done, or the one that was not. */
static void what_was_found_counts(void **state)
{
    (void)state;
    ari_variant *v = variant("connect4:width=6,height=5");
    ari_random random = ari_random_seeded(33);
    int deeper = 0;
    for (int i = 0; i < 150; i++) {
        ari_state s = some_position(v, &random, 10);
        ari_engine *e = engine(v);
        ari_engine_job job = {.limits = {.nodes = 20 + ari_random_below(&random, 1500)},
                              .eval = first_eval(v),
                              .without = ARI_TECHNIQUES};
        ari_result stopped, done;
        search(e, &s, &job, &stopped);
        ari_engine_free(e);
        if (!stopped.stopped || stopped.depth == 0 || stopped.depth > 5)
            continue;
        e = engine(v);
        job.limits = (ari_limits){.depth = stopped.depth};
        search(e, &s, &job, &done);
        ari_engine_free(e);
        int value = worth(v, &s, stopped.best, stopped.depth + 1);
        if (stopped.best != done.best) {
            assert_int_equal(stopped.score, value);
            deeper++;
        } else {
            assert_true(stopped.score == value || stopped.score == done.score);
        }
    }
    assert_true(deeper > 3);
    ari_variant_free(v);
}

/* ---- pace ---- */

static bool goes_on(ari__pace pace, double wanted, double seconds)
{
    const ari_limits limits = {.wanted = wanted, .seconds = 100};
    return ari__pace_goes_on(&pace, &limits, seconds);
}

static void what_will_not_be_finished_is_not_begun(void **state)
{
    (void)state;
    const ari__pace growing = {.nodes = 1000, .cost = {640, 160, 40}}; /* next: 2560 */
    assert_true(goes_on(growing, 3.6, 1));
    assert_false(goes_on(growing, 3.5, 1));
    const ari__pace uneven = {.nodes = 1000, .cost = {400, 390, 100}}; /* next: 800 */
    assert_true(goes_on(uneven, 1.85, 1));
    assert_false(goes_on(uneven, 1.75, 1));
    const ari__pace shrinking = {.nodes = 1000, .cost = {100, 400, 500}}; /* no less */
    assert_true(goes_on(shrinking, 1.15, 1));
    assert_false(goes_on(shrinking, 1.05, 1));
    ari__pace unsure = growing;
    unsure.unsure = true;
    assert_true(goes_on(unsure, 1, 1.9));
    assert_false(goes_on(unsure, 1, 2.1));
    assert_true(goes_on(growing, 0, 99)); /* nothing is wanted */
    assert_true(goes_on((ari__pace){.nodes = 0}, 0.001, 1));
}

static void a_worse_or_another_move_is_unsure(void **state)
{
    (void)state;
    ari__pace pace = {.nodes = 0};
    const struct {
        ari_move best;
        int score;
        bool unsure;
    } depths[] = {{3, 10, false}, {3, 12, false}, {3, 11, true},
                  {3, 11, false}, {5, 30, true},  {5, 30, false}};
    for (size_t i = 0; i < sizeof depths / sizeof *depths; i++) {
        const ari_result result = {.best = depths[i].best, .score = depths[i].score};
        ari__pace_note(&pace, 100 * (i + 1), &result);
        assert_int_equal(pace.unsure, depths[i].unsure);
        assert_int_equal(pace.cost[0], 100);
    }
}

/* ---- what comes again ---- */

static int score_of(const ari_variant *v, const ari_record *game, bool recalled)
{
    ari_player *one = player(v, "engine:nodes=400", 1);
    if (recalled)
        ari_player_recall(one, game);
    ari_choice choice = choose(one, &game->end);
    ari_player_free(one);
    return choice.scored ? choice.score : 0;
}

/* Does a move lead back to a position of the game? */
static bool may_return(const ari_variant *v, const ari_record *game)
{
    ari_move list[ARI_MOVES_MAX];
    int count = ari_moves(v, &game->end, list);
    for (int i = 0; i < count; i++) {
        ari_state next = ari_after(v, &game->end, list[i]), s = game->start;
        for (int k = 0; k < game->count; k++) {
            if (ari_state_equal(v, &s, &next))
                return true;
            s = ari_after(v, &s, game->moves[k]);
        }
    }
    return false;
}

/* Whoever may go back to where the game has been need not lose, but must be told of it. */
static void who_recalls_the_game_may_go_back(void **state)
{
    (void)state;
    ari_variant *v = variant("quixo:size=3");
    ari_random random = ari_random_seeded(34);
    int saved = 0;
    for (int i = 0; i < 300; i++) {
        ari_record game = ARI_RECORD_EMPTY;
        game.start = game.end = v->start;
        for (int ply = 0; ply < 40 && ari_outcome(v, &game.end) == ARI_ON; ply++) {
            if (may_return(v, &game)) {
                assert_true(score_of(v, &game, true) >= 0);
                saved += score_of(v, &game, false) < 0;
            }
            ari_move m = random_move(v, &game.end, &random);
            assert_int_equal(ari_record_add(v, &game, m, NULL), ARI_OK);
        }
        ari_record_free(&game);
    }
    assert_true(saved > 0);
    ari_variant_free(v);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_are_what_minimax_says),
        cmocka_unit_test(lines_are_of_one_depth),
        cmocka_unit_test(a_finished_game_has_no_lines),
        cmocka_unit_test(what_was_found_counts),
        cmocka_unit_test(what_will_not_be_finished_is_not_begun),
        cmocka_unit_test(a_worse_or_another_move_is_unsure),
        cmocka_unit_test(who_recalls_the_game_may_go_back),
    };
    return cmocka_run_group_tests_name("engine", tests, NULL, NULL);
}
