/* test_review.c: looking back at games. */
#include "playing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <ariadne/random.h>

static void review_text(const ari_variant *v, const char *moves, ari_review *review)
{
    ari_record record;
    ari_solver *solver;
    ari_error error;
    ari_engine_job job = {.runner = NULL};
    if (ari_record_parse(v, &v->start, moves, &record, &error) != ARI_OK)
        fail_msg("%s: %s", moves, error.message);
    assert_int_equal(ari_solver_new(v, 1 << 20, &solver, &error), ARI_OK);
    if (ari_review_record(solver, v, &record, &job, review, &error) != ARI_OK)
        fail_msg("%s: %s", moves, error.message);
    assert_int_equal(review->count, record.count);
    ari_solver_free(solver);
    ari_record_free(&record);
}

/* A letter for the verdict of each move: best, good, inaccuracy, mistake, blunder (B),
 * unknown. */
static void verdicts(const ari_review *review, char *letters)
{
    for (int i = 0; i < review->count; i++)
        letters[i] = "bgimBu"[review->moves[i].verdict];
    letters[review->count] = '\0';
}

static const struct {
    const char *game, *moves, *verdicts;
} known[] = {
    /* E13: the person's 13 is lost anyhow, the computer makes no mistake. */
    {"coins", "2 2 3 1 1 3", "bbbbbb"},
    {"coins", "2 1", "bB"}, /* 11: leaving 9 would have won */
    /* 1 5 9 3: o in the third corner loses to the fork in 7. */
    {"tictactoe", "1593", "bbbm"},
    {"tictactoe", "15937", "bbbmb"},
    {"tictactoe", "1253794", "bmbgibb"}, /* 9 would have won at once */
    {"tictactoe", "159286", "bbbbbB"},   /* 3 had to be blocked: lost at once */
};

static void known_games(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        ari_variant *v = variant(known[i].game);
        ari_review review;
        char letters[64];
        review_text(v, known[i].moves, &review);
        verdicts(&review, letters);
        assert_string_equal(letters, known[i].verdicts);
        ari_review_free(&review);
        ari_variant_free(v);
    }
}

/* C5 replayed move for move: the value of each position by the theory of heaps. */
static void nim_of_the_document(void **state)
{
    (void)state;
    ari_variant *v = variant("nim");
    ari_review review;
    review_text(v, "6531 6131 611 111 11 1 0", &review);
    /* 7531 lost; 6531 won; 6131 won; 611 won; 111 lost; 11 won; 1 lost; A takes the last
     */
    static const int before[7] = {-1, 1, 1, 1, -1, 1, -1};
    static const char letters[] = "bBBbbbb";
    char given[8];
    for (int i = 0; i < 7; i++) {
        const ari_reviewed *m = &review.moves[i];
        assert_int_equal(m->side, i % 2);
        assert_true(m->before.exact && m->after.exact);
        assert_int_equal(m->before.score > 0 ? 1 : -1, before[i]);
    }
    verdicts(&review, given);
    assert_string_equal(given, letters);
    assert_int_equal(review.verdicts[ARI_FIRST][ARI_VERDICT_BLUNDER], 1);
    assert_int_equal(review.verdicts[ARI_SECOND][ARI_VERDICT_BLUNDER], 1);
    assert_true(review.end.exact &&
                review.end.score > 0); /* B, who is to move, has won */
    ari_review_free(&review);
    ari_variant_free(v);
}

/* ---- every field against plain recursion, in random games ---- */

/* Scores of the library on the scale of brute_value. */
static int scaled(const ari_variant *v, int score)
{
    int distance = ari_has(v, ARI_HAS_PAYOFFS) ? -1 : ari_score_distance(score);
    return distance < 0 ? score : score > 0 ? 100 - distance : distance - 100;
}

static int sign_of(int value)
{
    return (value > 0) - (value < 0);
}

/* The definition in review.h, on the scale of brute_value. */
static ari_verdict expected_verdict(const ari_variant *v, int before, int after)
{
    if (after == before)
        return ARI_VERDICT_BEST;
    bool counted = !ari_has(v, ARI_HAS_PAYOFFS);
    if (sign_of(after) == sign_of(before))
        return counted && before != 99 && before - after <= 2 ? ARI_VERDICT_GOOD
                                                              : ARI_VERDICT_INACCURACY;
    bool at_once = counted && after < 0 && after + 100 <= 2;
    return sign_of(before) - sign_of(after) == 2 || at_once ? ARI_VERDICT_BLUNDER
                                                            : ARI_VERDICT_MISTAKE;
}

static void check_move(const ari_variant *v, const ari_reviewed *m)
{
    int before = brute_value(v, &m->position),
        after = brute_move(v, &m->position, m->move);
    assert_true(m->before.exact && m->after.exact);
    assert_int_equal(scaled(v, m->before.score), before);
    assert_int_equal(scaled(v, m->after.score), after);
    ari_verdict expected = expected_verdict(v, before, after);
    assert_int_equal(m->verdict, expected);
    ari_move moves[ARI_MOVES_MAX];
    int count = ari_moves(v, &m->position, moves), best = 0;
    for (int i = 0; i < count; i++)
        if (brute_move(v, &m->position, moves[i]) == before) {
            assert_true(best < m->best_count);
            assert_int_equal(m->best[best++], moves[i]);
        }
    assert_int_equal(best, m->best_count);
    /* The line is play that keeps the value to the end. */
    ari_state s = m->position;
    for (int i = 0; i < m->before.line_length; i++) {
        int value = brute_value(v, &s);
        assert_int_equal(brute_move(v, &s, m->before.line[i]), value);
        s = ari_after(v, &s, m->before.line[i]);
    }
    assert_int_not_equal(ari_outcome(v, &s), ARI_ON);
}

/* What is said of each player follows from the verdicts. */
static void check_summary(const ari_review *review)
{
    static const double worth[] = {1, 1, 0.75, 0.25, 0};
    for (int side = 0; side < 2; side++) {
        int counts[ARI_VERDICTS] = {0}, judged = 0, last = -1;
        double sum = 0;
        for (int i = 0; i < review->count; i++) {
            const ari_reviewed *m = &review->moves[i];
            if ((int)m->side != side)
                continue;
            counts[m->verdict]++;
            if (m->verdict == ARI_VERDICT_UNKNOWN)
                continue;
            judged++;
            sum += worth[m->verdict];
            if (m->verdict == ARI_VERDICT_MISTAKE || m->verdict == ARI_VERDICT_BLUNDER)
                last = i;
        }
        assert_memory_equal(counts, review->verdicts[side], sizeof counts);
        assert_int_equal(review->turning[side], last);
        if (judged == 0 || judged < counts[ARI_VERDICT_UNKNOWN])
            assert_true(review->accuracy[side] < 0); /* too little to speak of */
        else
            assert_true(fabs(review->accuracy[side] - sum / judged) < 1e-9);
    }
}

static void random_games_by_recursion(void **state)
{
    (void)state;
    static const char *const games[] = {
        "tictactoe:early=no",    "tictactoe",
        "nim:heaps=321",         "evencoins:coins=9",
        "coins:coins=10",        "connect4:width=3,height=3,line=3",
        "dots:width=2,height=1", "mnk:width=2,height=4,line=3"};
    for (size_t g = 0; g < sizeof games / sizeof *games; g++) {
        ari_variant *v = variant(games[g]);
        ari_solver *solver;
        assert_int_equal(ari_solver_new(v, 1 << 20, &solver, NULL), ARI_OK);
        ari_random random = ari_random_seeded(g);
        int seen[ARI_VERDICTS] = {0};
        for (int n = 0; n < 12; n++) {
            ari_record record = ARI_RECORD_EMPTY;
            record.start = record.end = v->start;
            while (ari_outcome(v, &record.end) == ARI_ON) {
                ari_move moves[ARI_MOVES_MAX];
                uint32_t count = (uint32_t)ari_moves(v, &record.end, moves);
                ari_move move = moves[ari_random_below(&random, count)];
                assert_int_equal(ari_record_add(v, &record, move, NULL), ARI_OK);
            }
            ari_review review;
            ari_engine_job job = {.runner = NULL};
            assert_int_equal(ari_review_record(solver, v, &record, &job, &review, NULL),
                             ARI_OK);
            int from = g < 2 ? 3 : 0; /* tic-tac-toe's first plies are long recursions */
            for (int i = from; i < review.count; i++)
                check_move(v, &review.moves[i]);
            check_summary(&review);
            for (int i = 0; i < review.count; i++)
                seen[review.moves[i].verdict]++;
            ari_review_free(&review);
            ari_record_free(&record);
        }
        assert_int_equal(seen[ARI_VERDICT_UNKNOWN], 0);
        assert_true(seen[ARI_VERDICT_BEST] > 0);
        assert_true(seen[ARI_VERDICT_MISTAKE] + seen[ARI_VERDICT_BLUNDER] > 0);
        ari_solver_free(solver);
        ari_variant_free(v);
    }
}

/* ---- limits ---- */

static void limits_leave_it_open(void **state)
{
    (void)state;
    ari_variant *v = variant("connect4");
    ari_record record;
    ari_solver *solver;
    ari_review review;
    /* The first wins with the last move, and the second could have stopped him. */
    assert_int_equal(ari_record_parse(v, &v->start, "1213141", &record, NULL), ARI_OK);
    assert_int_equal(ari_solver_new(v, 1 << 20, &solver, NULL), ARI_OK);

    ari_engine_job job = {.limits = {.nodes = 2000}};
    assert_int_equal(ari_review_record(solver, v, &record, &job, &review, NULL), ARI_OK);
    assert_false(review.stopped);
    assert_int_equal(review.moves[6].verdict, ARI_VERDICT_BEST); /* it won at once */
    assert_int_equal(review.moves[0].verdict, ARI_VERDICT_UNKNOWN);
    assert_false(review.moves[0].before.exact);
    check_summary(&review);
    /* The first has one known move of four, and the second at most one of three. */
    for (int side = 0; side < 2; side++) {
        assert_true(review.verdicts[side][ARI_VERDICT_UNKNOWN] >= 2);
        assert_true(review.accuracy[side] < 0);
    }
    ari_review_free(&review);

    ari_stop stop = 1;
    job.limits.stop = &stop;
    assert_int_equal(ari_review_record(solver, v, &record, &job, &review, NULL), ARI_OK);
    assert_true(review.stopped);
    for (int i = 0; i < review.count; i++)
        assert_int_equal(review.moves[i].verdict, ARI_VERDICT_UNKNOWN);
    ari_review_free(&review);
    ari_solver_free(solver);
    ari_record_free(&record);

    /* No moves, nothing to say. */
    ari_variant_free(v);
    v = variant("tictactoe");
    review_text(v, "", &review);
    assert_int_equal(review.count, 0);
    assert_true(review.end.exact && review.end.score == 0);
    ari_review_free(&review);
    ari_variant_free(v);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_games),
        cmocka_unit_test(nim_of_the_document),
        cmocka_unit_test(random_games_by_recursion),
        cmocka_unit_test(limits_leave_it_open),
    };
    return cmocka_run_group_tests_name("review", tests, NULL, NULL);
}
