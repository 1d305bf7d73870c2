/* test_analysis.c: the improving analysis. The oracle is the textbook's minimax to the end of the
 * game, which shares no table, bound or estimate with it. F1 */
#include "solving.h"

#include <ariadne/review.h>
#include <ariadne/runner.h>

typedef struct truth {
    int scores[ARI_MOVES_MAX]; /* by the number of the move */
    int best;
} truth;

static int minimax(const ari_variant *v, const ari_state *s)
{
    const ari_search_job search = {.limits = {.depth = 0}};
    ari_result result;
    assert_int_equal(ari_minimax(v, s, &search, &result, NULL), ARI_OK);
    return result.score;
}

static void find_truth(const ari_variant *v, const ari_state *s, truth *t)
{
    ari_move moves[ARI_MOVES_MAX];
    int count = ari_moves(v, s, moves);
    t->best = -ARI_WIN;
    for (int i = 0; i < count; i++) {
        ari_state next = ari_after(v, s, moves[i]);
        int score = ari_score_of_move(v, s, &next, minimax(v, &next));
        assert_true(moves[i] < ARI_MOVES_MAX);
        t->scores[moves[i]] = score;
        t->best = score > t->best ? score : t->best;
    }
}

/* The line that follows the move can be played; that of what is exact, to its end. */
static void check_line(const ari_variant *v, const ari_state *s, const ari_answer *a)
{
    ari_state here = ari_after(v, s, a->move);
    for (int i = 0; i < a->line_length; i++) {
        ari_move moves[ARI_MOVES_MAX];
        int count = ari_outcome(v, &here) == ARI_ON ? ari_moves(v, &here, moves) : 0,
            k = 0;
        while (k < count && moves[k] != a->line[i])
            k++;
        assert_true(k < count);
        here = ari_after(v, &here, a->line[i]);
    }
}

/* What holds after every step, whatever is known. */
static void check_known(const ari_variant *v, const ari_state *s, const truth *t,
                        const ari_analysis *known)
{
    int depth = 0, best = ari_analysis_best(known);
    for (int i = 0; i < known->count; i++) {
        const ari_answer *a = &known->moves[i];
        int score = t->scores[a->move];
        assert_in_range(score - a->low, 0, 2 * ARI_WIN);
        assert_in_range(a->high - score, 0, 2 * ARI_WIN);
        assert_int_equal(a->exact, a->low == a->high);
        assert_true(a->low <= a->score && a->score <= a->high);
        assert_true(ari_answer_known(a));
        if (a->exact) {
            assert_int_equal(a->score, score);
        } else { /* all of them were looked at equally far */
            assert_int_equal(a->source, ARI_SOURCE_ESTIMATE);
            assert_true(depth == 0 || a->depth == depth);
            depth = a->depth;
        }
        assert_true(i == 0 || ari_answer_compare(&a[-1], a) <= 0);
        /* What is lost stands above nothing that may not be. */
        if (i > 0 && a[-1].exact && a[-1].score < -ARI_SCORE_MAX)
            assert_true(a->high < -ARI_SCORE_MAX);
        assert_int_equal(ari_analysis_is_best(known, i), i < best);
        if (i < best)
            assert_int_equal(score, t->best);
        check_line(v, s, a);
    }
    assert_true(known->whole.low <= t->best && t->best <= known->whole.high);
    assert_int_equal(known->whole.exact, known->whole.low == known->whole.high);
    if (known->whole.exact)
        assert_int_equal(known->whole.score, t->best);
}

static void check_same(const ari_analysis *a, const ari_analysis *b)
{
    assert_int_equal(a->count, b->count);
    assert_int_equal(a->stopped, b->stopped);
    assert_int_equal(a->stats.nodes, b->stats.nodes);
    for (int i = 0; i < a->count; i++) {
        const ari_answer *x = &a->moves[i], *y = &b->moves[i];
        assert_int_equal(x->move, y->move);
        assert_int_equal(x->low, y->low);
        assert_int_equal(x->high, y->high);
        assert_int_equal(x->score, y->score);
        assert_int_equal(x->depth, y->depth);
        assert_int_equal(x->distance, y->distance);
        assert_int_equal(x->line_length, y->line_length);
        assert_memory_equal(x->line, y->line, (size_t)x->line_length * sizeof *x->line);
    }
}

/* Steps through the analysis of a position; the same work at once gives the same answer. */
static void study(const ari_variant *v, const ari_state *s, const truth *t,
                  const ari_engine_job *job)
{
    ari_solver *who = solver(v), *other = solver(v);
    ari_study *study;
    ari_analysis at_once;
    uint64_t nodes = 0;
    assert_int_equal(ari_study_new(who, s, job, &study, NULL), ARI_OK);
    check_known(v, s, t, ari_study_known(study));
    while (ari_study_goes_on(study)) {
        assert_int_equal(ari_study_step(study, NULL), ARI_OK);
        const ari_analysis *known = ari_study_known(study);
        check_known(v, s, t, known);
        assert_true(known->stats.nodes >= nodes);
        nodes = known->stats.nodes;
        assert_true(job->runner || nodes <= job->limits.nodes);
    }
    if (!job->runner) {
        assert_int_equal(ari_analyse(other, s, ARI_ASK_MOVES, job, &at_once, NULL),
                         ARI_OK);
        check_same(ari_study_known(study), &at_once);
        ari_analysis_free(&at_once);
    }
    /* Without limits it goes on until everything is known. */
    const ari_engine_job rest = {.eval = job->eval, .runner = job->runner};
    ari_study_resume(study, &rest);
    while (ari_study_goes_on(study))
        assert_int_equal(ari_study_step(study, NULL), ARI_OK);
    assert_true(ari_study_complete(study) && !ari_study_known(study)->stopped);
    check_known(v, s, t, ari_study_known(study));
    assert_true(ari_analysis_best(ari_study_known(study)) > 0);
    ari_study_free(study);
    ari_solver_free(who);
    ari_solver_free(other);
}

static const struct {
    const char *spec;
    int plies; /* that minimax need not look at */
} games[] = {
    {"tictactoe", 0},
    {"connect4:width=5,height=4", 11},
    {"connect4:width=4,height=5", 10},
    {"connect4", 33},
    {"mnk:width=4,height=4,line=4", 8},
    {"mnk:width=5,height=5,line=4", 17},
    {"dots:width=2,height=2", 4},
    {"dots:width=3,height=3", 15},
    {"othello:size=4", 3},
    {"nim:heaps=531", 0},
    {"chomp:width=4,height=3", 0},
    {"coins", 0},
    {"evencoins:coins=9", 0},
};

/* So far into a random game that has not ended. */
static ari_state played(const ari_variant *v, ari_random *random, int plies)
{
    for (;;) {
        ari_state s = v->start;
        int i = 0;
        for (; i < plies && ari_outcome(v, &s) == ARI_ON; i++)
            s = random_after(v, &s, random);
        if (ari_outcome(v, &s) == ARI_ON)
            return s;
    }
}

static void try_all(int rounds, const ari_runner *runner)
{
    ari_random random = ari_random_seeded(16);
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        ari_variant *v = variant(games[i].spec);
        for (int k = 0; k < rounds; k++) {
            ari_state s = played(v, &random, games[i].plies);
            truth t;
            ari_engine_job job = {.runner = runner};
            job.limits.nodes = (uint64_t)1 << ari_random_below(&random, 15);
            (void)ari_eval_parse(v, NULL, 0, &job.eval, NULL);
            find_truth(v, &s, &t);
            study(v, &s, &t, &job);
        }
        ari_variant_free(v);
    }
}

static void test_alone(void **unused)
{
    (void)unused;
    try_all(ROUNDS, NULL);
}

/* A proof and the estimates beside each other. */
static void test_threads(void **unused)
{
    (void)unused;
    ari_pool *pool;
    assert_int_equal(ari_pool_new(2, &pool, NULL), ARI_OK);
    try_all(ROUNDS / 4 + 1, ari_pool_runner(pool));
    ari_pool_free(pool);
}

/* What a review says of a move is for the side that made it, also where only bounds are known. */
static void test_review(void **unused)
{
    (void)unused;
    ari_random random = ari_random_seeded(5);
    int bounds = 0;
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        ari_variant *v = variant(games[i].spec);
        for (int k = 0; k < 40; k++) {
            ari_state s = played(v, &random, games[i].plies);
            ari_engine_job job = {
                .limits = {.nodes = 1 + ari_random_below(&random, 500)}};
            ari_record record = {.start = s, .end = s};
            ari_review review;
            truth t;
            find_truth(v, &s, &t);
            assert_int_equal(
                ari_record_add(v, &record, random_move(v, &s, &random), NULL), ARI_OK);
            ari_solver *who = solver(v);
            assert_int_equal(ari_review_record(who, v, &record, &job, &review, NULL),
                             ARI_OK);
            const ari_answer *after = &review.moves[0].after;
            const ari_answer *before = &review.moves[0].before;
            int score = t.scores[record.moves[0]];
            assert_true(after->low <= score && score <= after->high);
            assert_true(before->low <= t.best && t.best <= before->high);
            bounds += !after->exact && (after->low > -ARI_WIN || after->high < ARI_WIN);
            ari_review_free(&review);
            ari_solver_free(who);
            ari_record_free(&record);
        }
        ari_variant_free(v);
    }
    assert_true(bounds > 0);
}

static double few_positions(const void *rules)
{
    (void)rules;
    return 20000;
}

/* A game that comes back to its positions, and has more of them than it says: remembering them ends
 * with the memory that is allowed, and a search has no end. */
static void test_cycles(void **unused)
{
    (void)unused;
    ari_variant *v = variant("morris:men=9");
    const ari_core *as_it_is = v->core;
    ari_core small = *as_it_is;
    small.positions = few_positions;
    for (int i = 0; i < 2; i++) {
        ari_analysis analysis;
        ari_error error;
        v->core = i ? &small : as_it_is;
        ari_solver *who = solver(v);
        assert_int_equal(
            ari_analyse(who, &v->start, ARI_ASK_VALUE, &no_limits, &analysis, &error),
            i ? ARI_MEMORY : ARI_LIMIT);
        assert_non_null(strstr(error.message, i ? "16 MB of memory" : "too long"));
        ari_solver_free(who);
    }
    v->core = as_it_is;
    ari_variant_free(v);
}

/* Positions that come back are found a few at a time, whatever the limits: what was found is kept,
 * and the answer is that without limits. */
static void test_cycles_in_pieces(void **unused)
{
    (void)unused;
    static const char *const specs[] = {"quixo:size=3", "hare:stall=0", "hare:stall=3"};
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        ari_variant *v = variant(specs[i]);
        ari_solver *whole = solver(v), *pieces = solver(v);
        const ari_engine_job few = {.limits = {.nodes = 500}};
        ari_analysis wanted, got;
        ari_error error;
        assert_int_equal(
            ari_analyse(whole, &v->start, ARI_ASK_BEST, &no_limits, &wanted, &error),
            ARI_OK);
        assert_true(wanted.whole.exact && wanted.whole.source == ARI_SOURCE_STATES);
        int questions = 0;
        for (bool stopped = true; stopped; questions++) {
            assert_int_equal(
                ari_analyse(pieces, &v->start, ARI_ASK_BEST, &few, &got, &error), ARI_OK);
            stopped = got.stopped;
            assert_true(stopped || got.whole.exact);
            if (!stopped) {
                assert_int_equal(got.whole.score, wanted.whole.score);
                assert_int_equal(got.whole.distance, wanted.whole.distance);
                assert_int_equal(got.count, wanted.count);
            }
            ari_analysis_free(&got);
        }
        assert_true(questions > 5);
        ari_analysis_free(&wanted);
        ari_solver_free(whole);
        ari_solver_free(pieces);
        ari_variant_free(v);
    }
}

/* The order has no cycles, whatever is known. */
static void test_order(void **unused)
{
    (void)unused;
    static const int scores[] = {-ARI_WIN + 3, -2, 0, 1, ARI_WIN - 5};
    ari_random random = ari_random_seeded(3);
    for (int i = 0; i < 20000; i++) {
        ari_answer a[3];
        for (int k = 0; k < 3; k++) {
            a[k] = ari_answer_open((ari_move)k);
            int score = scores[ari_random_below(&random, 5)];
            uint32_t kind = ari_random_below(&random, 5);
            if (kind == 0)
                ari_answer_exact(&a[k], score, -1, ARI_SOURCE_PROOF);
            else if (kind == 1)
                a[k].low = score;
            else if (kind == 2)
                a[k].high = score;
            a[k].score = kind < 4 ? score : 0;
            a[k].source = kind > 0 && kind < 4 ? ARI_SOURCE_ESTIMATE : a[k].source;
        }
        int xy = ari_answer_compare(&a[0], &a[1]), yz = ari_answer_compare(&a[1], &a[2]);
        assert_int_equal(xy, -ari_answer_compare(&a[1], &a[0]));
        if (xy <= 0 && yz <= 0)
            assert_true(ari_answer_compare(&a[0], &a[2]) <= 0);
        if (a[0].low >= a[1].high && a[0].low < a[0].high) /* no worse, perhaps better */
            assert_true(xy <= 0);
    }
}

static void assert_words(const ari_variant *v, ari_answer answer, const char *words)
{
    ari_text text = ARI_TEXT_EMPTY;
    ari_answer_format(v, &answer, &text);
    assert_string_equal(ari_text_get(&text), words);
    ari_text_free(&text);
}

static ari_answer between(int low, int high, int estimate)
{
    ari_answer answer = ari_answer_open(0);
    answer.low = low;
    answer.high = high;
    answer.score = estimate;
    answer.source = ARI_SOURCE_ESTIMATE;
    return answer;
}

static void test_words(void **unused)
{
    (void)unused;
    ari_variant *v = variant("connect4"), *payoffs = variant("dots");
    assert_words(v, ari_answer_open(0), "not known");
    assert_words(v, between(-ARI_WIN, ARI_WIN, 7), "about +7");
    assert_words(v, between(0, ARI_WIN, 0), "not lost, about 0");
    assert_words(v, between(-ARI_WIN, 0, -3), "not won, about -3");
    assert_words(v, between(ARI_WIN - 9, ARI_WIN, ARI_WIN - 9), "won in at most 9");
    assert_words(v, between(-ARI_WIN, 8 - ARI_WIN, 8 - ARI_WIN), "lost in at most 8");
    assert_words(payoffs, between(2, ARI_WIN, 4), "at least +2, about +4");
    assert_words(payoffs, between(-3, 1, 0), "at least -3, at most +1, about 0");
    ari_variant_free(v);
    ari_variant_free(payoffs);
}

/* A book and a database answer first, and nothing is searched. */
static void test_look_up(void **unused)
{
    (void)unused;
    ari_variant *v = variant("tictactoe");
    ari_solver *who = solver(v);
    ari_analysis analysis;
    ari_error error;
    assert_int_equal(ari_look_up(who, &v->start, NULL, &analysis, &error), ARI_UNKNOWN);
    ari_state over = position(v, "xxxoo....");
    assert_int_equal(ari_look_up(who, &over, NULL, &analysis, &error), ARI_OK);
    assert_true(analysis.whole.exact && analysis.whole.source == ARI_SOURCE_RULES);
    ari_analysis_free(&analysis);
    ari_solver_free(who);
    ari_variant_free(v);
}

/* Moves that lead to the same by symmetry are worth the same, while nothing is proved of them, too,
 * and their lines can be played. */
static void test_symmetric_moves(void **unused)
{
    (void)unused;
    static const char *const specs[] = {"connect4:width=8,height=7",
                                        "mnk:width=7,height=7,line=5", "quixo"};
    int compared = 0;
    for (int n = 0; n < 3; n++) {
        ari_variant *v = variant(specs[n]);
        ari_solver *who = solver(v);
        ari_engine_job job = {.limits = {.nodes = 60000}};
        ari_analysis a;
        ari_state canonical[64];
        assert_int_equal(ari_eval_parse(v, NULL, 0, &job.eval, NULL), ARI_OK);
        assert_int_equal(ari_analyse(who, &v->start, ARI_ASK_MOVES, &job, &a, NULL),
                         ARI_OK);
        assert_true(a.count <= 64);
        for (int i = 0; i < a.count; i++) {
            ari_state next = ari_after(v, &v->start, a.moves[i].move);
            check_line(v, &v->start, &a.moves[i]);
            canonical[i] = next;
            v->core->canonical(v->rules, &next, &canonical[i]);
            for (int j = 0; j < i; j++)
                if (a.moves[i].depth > 1 &&
                    ari_state_equal(v, &canonical[i], &canonical[j])) {
                    assert_int_equal(a.moves[i].score, a.moves[j].score);
                    compared++;
                }
        }
        ari_analysis_free(&a);
        ari_solver_free(who);
        ari_variant_free(v);
    }
    assert_true(compared >= 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_alone),
        cmocka_unit_test(test_threads),
        cmocka_unit_test(test_order),
        cmocka_unit_test(test_words),
        cmocka_unit_test(test_symmetric_moves),
        cmocka_unit_test(test_look_up),
        cmocka_unit_test(test_review),
        cmocka_unit_test(test_cycles),
        cmocka_unit_test(test_cycles_in_pieces),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
