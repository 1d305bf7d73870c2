/* test_fit.c: weights from exact values: the regression against closed forms, slopes by differences
 * and weights that were there before; and whole fits against values that a known sum decides. */
#include "playing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <ariadne/fit.h>
#include <ariadne/random.h>

#include "play/fit_internal.h"
#include "play/regression.h"

#define ROWS 20000
#define WIDE 12

static float rows[ROWS * WIDE], values[ROWS];
static const ari_limits unlimited = {.nodes = 0};

static double sigmoid(double x)
{
    return 1 / (1 + exp(-x));
}

/* Features as counts are: small whole numbers, most of them 0. */
static void draw_rows(ari_random *random, int features, size_t count)
{
    for (size_t i = 0; i < count * (size_t)features; i++) {
        int drawn = (int)ari_random_below(random, 9) - 4;
        rows[i] = ari_random_below(random, 3) ? (float)drawn : 0.0F;
    }
}

static double said(const double *weights, int features, size_t i)
{
    double sum = weights[features];
    for (int j = 0; j < features; j++)
        sum += weights[j] * (double)rows[i * (size_t)features + (size_t)j];
    return sum;
}

static ari__regression model(int features, size_t count, bool logistic, double ridge)
{
    return (ari__regression){.features = features,
                             .count = count,
                             .rows = rows,
                             .values = values,
                             .logistic = logistic,
                             .ridge = ridge};
}

static void regress(const ari__regression *of, double *weights)
{
    ari_error error;
    if (ari__regress(of, &unlimited, weights, &error) != ARI_OK)
        fail_msg("%s", error.message);
}

/* ---- least squares ---- */

/* Two features: the normal equations, solved by determinants. */
static void squares_by_determinants(void **state)
{
    (void)state;
    ari_random random = ari_random_seeded(1);
    for (int trial = 0; trial < 50; trial++) {
        size_t count = 3 + ari_random_below(&random, 40);
        double ridge = trial % 2 ? 1e-9 : 0.5, found[3], a[3][4] = {{0}};
        draw_rows(&random, 2, count);
        rows[0] = rows[3] = 1; /* both occur */
        for (size_t i = 0; i < count; i++) {
            values[i] = (float)((int)ari_random_below(&random, 41) - 20);
            const double x[3] = {(double)rows[2 * i], (double)rows[2 * i + 1], 1};
            for (int j = 0; j < 3; j++) {
                for (int k = 0; k < 3; k++)
                    a[j][k] += x[j] * x[k];
                a[j][3] += x[j] * (double)values[i];
            }
        }
        for (int j = 0; j < 3; j++) /* of mean square a[j][j] / count */
            a[j][j] += ridge * a[j][j] / (double)count;
        double whole[4];
        for (int c = 0; c < 4; c++) { /* 3: none is replaced */
            double m[3][3];
            for (int j = 0; j < 3; j++)
                for (int k = 0; k < 3; k++)
                    m[j][k] = a[j][k == c ? 3 : k];
            whole[c] = m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) -
                       m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
                       m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
        }
        if (fabs(whole[3]) < 1e-3 * (double)count)
            continue; /* the equations themselves are nearly singular */
        ari__regression of = model(2, count, false, ridge);
        regress(&of, found);
        for (int j = 0; j < 3; j++)
            assert_true(fabs(found[j] - whole[j] / whole[3]) < 1e-6);
    }
}

/* ---- slopes and the lowest point ---- */

static void slope_by_differences(void **state)
{
    (void)state;
    ari_random random = ari_random_seeded(2);
    for (int trial = 0; trial < 20; trial++) {
        int features = 1 + (int)ari_random_below(&random, WIDE);
        double weights[WIDE + 1], slope[WIDE + 1];
        draw_rows(&random, features, 100);
        for (int i = 0; i < 100; i++)
            values[i] = (float)ari_random_unit(&random);
        for (int j = 0; j <= features; j++)
            weights[j] = 2 * ari_random_unit(&random) - 1;
        ari__regression of = model(features, 100, trial % 2, 0.7);
        ari__regression_slope(&of, weights, slope);
        for (int j = 0; j <= features; j++) {
            const double by = 1e-5, at = weights[j];
            weights[j] = at + by;
            double above = ari__regression_cost(&of, weights);
            weights[j] = at - by;
            double below = ari__regression_cost(&of, weights);
            weights[j] = at;
            assert_true(fabs((above - below) / (2 * by) - slope[j]) <
                        1e-4 * (1 + fabs(slope[j])));
        }
    }
}

/* What is found is flat, and whatever lies beside it costs more. */
static void nothing_costs_less(void **state)
{
    (void)state;
    ari_random random = ari_random_seeded(3);
    for (int trial = 0; trial < 20; trial++) {
        int features = 1 + (int)ari_random_below(&random, WIDE);
        double weights[WIDE + 1], slope[WIDE + 1], beside[WIDE + 1];
        draw_rows(&random, features, 200);
        for (int i = 0; i < 200; i++)
            values[i] = (float)ari_random_below(&random, 3) / 2;
        ari__regression of = model(features, 200, trial % 2, 0.01);
        regress(&of, weights);
        ari__regression_slope(&of, weights, slope);
        for (int j = 0; j <= features; j++)
            assert_true(fabs(slope[j]) < 1e-3);
        double cost = ari__regression_cost(&of, weights);
        for (int i = 0; i < 50; i++) {
            for (int j = 0; j <= features; j++)
                beside[j] = weights[j] + 0.02 * (ari_random_unit(&random) - 0.5);
            assert_true(ari__regression_cost(&of, beside) > cost);
        }
    }
}

/* ---- weights that were there before ---- */

/* Values that a sum of features decides exactly, or by chance: its weights are found again. */
static void weights_are_recovered(void **state)
{
    (void)state;
    static const double there[WIDE + 1] = {0.5, -0.25, 0.1, 0,    0.02, -1, 0.3,
                                           0.7, -0.6,  0.2, -0.1, 0.05, 0.4};
    ari_random random = ari_random_seeded(4);
    double found[WIDE + 1];
    draw_rows(&random, WIDE, ROWS);
    for (int logistic = 0; logistic < 2; logistic++)
        for (int chance = 0; chance < 2; chance++) {
            for (size_t i = 0; i < ROWS; i++) {
                double x = said(there, WIDE, i), noise = ari_random_unit(&random);
                values[i] = !logistic ? (float)(x + chance * (noise - 0.5))
                            : chance  ? (float)(noise < sigmoid(x))
                                      : (float)sigmoid(x);
            }
            ari__regression of = model(WIDE, ROWS, logistic, 1e-6);
            regress(&of, found);
            /* By chance: five times what weights of so many positions are wrong by. */
            double most = !chance ? 1e-5 : logistic ? 0.09 : 0.01;
            for (int j = 0; j <= WIDE; j++)
                assert_true(fabs(found[j] - there[j]) < most);
        }
}

/* One feature tells every value: without the ridge its weight would have no end. */
static void what_separates(void **state)
{
    (void)state;
    ari_random random = ari_random_seeded(5);
    double before = 0, weights[3];
    draw_rows(&random, 2, 500);
    for (int i = 0; i < 500; i++) {
        rows[2 * i] = rows[2 * i] == 0 ? 1 : rows[2 * i];
        values[i] = (float)(rows[2 * i] > 0);
    }
    for (double ridge = 10; ridge > 1e-7; ridge /= 10) {
        ari__regression of = model(2, 500, true, ridge);
        regress(&of, weights);
        assert_true(isfinite(weights[0]) && weights[0] > before);
        assert_true(fabs(weights[1]) < weights[0] / 4);
        before = weights[0];
        for (size_t i = 0; i < 500; i++)
            assert_true((said(weights, 2, i) > 0) == (values[i] > 0));
    }
    assert_true(before > 5);
    for (int i = 0; i < 500; i++) /* and all values alike */
        values[i] = 1;
    ari__regression of = model(2, 500, true, 1);
    regress(&of, weights);
    assert_true(weights[2] > 3 && isfinite(weights[2]));
}

/* A feature that never occurs gets 0, and two that are the same share what one would get. */
static void singular_features(void **state)
{
    (void)state;
    ari_random random = ari_random_seeded(6);
    for (int logistic = 0; logistic < 2; logistic++) {
        double weights[5], twin[4];
        draw_rows(&random, 4, 300);
        for (int i = 0; i < 300; i++) {
            rows[4 * i + 1] = 0;
            rows[4 * i + 3] = rows[4 * i + 2];
            values[i] = (float)ari_random_below(&random, 2);
        }
        ari__regression of = model(4, 300, logistic, 1e-3);
        regress(&of, weights);
        assert_true(weights[1] == 0);
        assert_true(fabs(weights[2] - weights[3]) < 1e-9);
        for (int i = 0; i < 300; i++) { /* the two as one */
            rows[2 * i] = rows[4 * i];
            rows[2 * i + 1] = rows[4 * i + 2];
        }
        of = model(2, 300, logistic, 1e-3);
        regress(&of, twin);
        assert_true(fabs(weights[2] + weights[3] - twin[1]) < 1e-4);
        assert_true(fabs(weights[0] - twin[0]) < 1e-4);
    }
}

static void no_rows_and_stopping(void **state)
{
    (void)state;
    double weights[WIDE + 1];
    ari__regression of = model(WIDE, 0, true, 1);
    regress(&of, weights);
    for (int j = 0; j <= WIDE; j++)
        assert_true(weights[j] == 0);
    assert_true(ari__regression_loss(&of, weights) == 0);
    ari_random random = ari_random_seeded(7);
    draw_rows(&random, WIDE, 100);
    for (int i = 0; i < 100; i++)
        values[i] = (float)(i % 2);
    of.count = 100;
    ari_stop stop = 1;
    const ari_limits stopped = {.stop = &stop};
    assert_int_equal(ari__regress(&of, &stopped, weights, NULL), ARI_STOPPED);
    ari_allowance little;
    ari_allowance_begin(&little, 1000);
    const ari_limits narrow = {.memory = &little};
    assert_int_equal(ari__regress(&of, &narrow, weights, NULL), ARI_MEMORY);
    assert_true(little.used == 0);
}

/* ---- what an evaluation counts ---- */

/* With any parameters the score is the sum of the features that were found with others. */
static void features_add_up(void **state)
{
    (void)state;
    static const struct {
        const char *game, *eval;
        bool sums;
    } cases[] = {{"connect4", "pattern", true},
                 {"connect4", "threats", true},
                 {"breakthrough", "advance", true},
                 {"kalah", "pits", true},
                 {"kalah:pits=4", "seeds", true},
                 {"quixo", "lines", true},
                 {"hare", NULL, true},
                 {"othello", "position", true},
                 {"mnk:width=7,height=7,line=5", "shapes", false}};
    ari_random random = ari_random_seeded(8);
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        ari_variant *v = variant(cases[c].game);
        ari__features f;
        ari_error error;
        float row[ARI_FEATURES_MAX];
        int strange = 0, seen = 0;
        if (ari__features_begin(v, cases[c].eval, &f, &error) != ARI_OK)
            fail_msg("%s: %s", cases[c].game, error.message);
        for (int game = 0; game < 10; game++) {
            ari_state s = v->start;
            for (int ply = 0; ply < 100 && ari_outcome(v, &s) == ARI_ON; ply++) {
                int weights[ARI_FEATURES_MAX] = {0};
                for (int i = 0; i < f.count; i++)
                    weights[i] =
                        f.params ? (int)ari_random_below(&random, 21) : f.before[i];
                bool sums = ari__features_of(&f, &s, row);
                double sum = f.params ? (double)row[f.count] : 0;
                for (int i = 0; i < f.count; i++)
                    sum += weights[i] * (double)row[i];
                int score = v->core->eval(v->rules, &s, f.which, weights);
                sums = sums && fabs(sum / (f.params ? 1 : f.unit) - score) <= 2;
                strange += !sums;
                seen++;
                s = random_after(v, &s, &random);
            }
        }
        if (cases[c].sums)
            assert_true(strange <= seen / 20);
        else
            assert_true(strange > seen / 10);
        ari_variant_free(v);
    }
}

/* ---- whole fits ---- */

/* A game whose values are what a sum says, in place of its own. */
typedef struct pretended {
    const ari_variant *v;
    ari__features f;
    int weights[ARI_FEATURES_MAX];
    double unit; /* of payoffs */
    int64_t asked, won, lost;
} pretended;

static ari_status pretend(void *self, const ari_state *s, int *score, int *distance,
                          ari_error *error)
{
    (void)error;
    pretended *p = self;
    float row[ARI_FEATURES_MAX];
    ari__features_of(&p->f, s, row);
    double sum = p->f.params ? (double)row[p->f.count] : 0;
    for (int i = 0; i < p->f.count; i++)
        sum += p->weights[i] * (double)row[i];
    *distance = 30;
    *score = ari_has(p->v, ARI_HAS_PAYOFFS) ? (int)lround(sum / p->unit)
             : sum > 0                      ? ARI_WIN - 30
             : sum < 0                      ? 30 - ARI_WIN
                                            : 0;
    p->asked++;
    p->won += *score > 0;
    p->lost += *score < 0;
    return ARI_OK;
}

static ari_fit_job small(pretended *p)
{
    return (ari_fit_job){.who = "random",
                         .positions = 3000,
                         .opening_plies = 4,
                         .errors = 10,
                         .beyond = 4,
                         .held_out = 25,
                         .largest = 100,
                         .ridge = 0.01,
                         .nodes = 1000,
                         .seed = 3,
                         .lookup = {.self = p, .ask = p ? pretend : NULL},
                         .bytes = (size_t)8 << 20};
}

static ari_fit fit(const ari_variant *v, const ari_fit_job *job)
{
    ari_fit result;
    ari_error error;
    if (ari_fit_weights(v, job, &result, &error) != ARI_OK)
        fail_msg("%s: %s", v->name, error.message);
    return result;
}

static void a_fit_finds_the_sum_that_decides(void **state)
{
    (void)state;
    ari_variant *v = variant("connect4");
    pretended p = {.v = v, .weights = {20, -60, 30, 100}};
    ari_fit_job job = small(&p);
    job.eval = "threats";
    assert_int_equal(ari__features_begin(v, "threats", &p.f, NULL), ARI_OK);
    ari_fit found = fit(v, &job);
    assert_int_equal(found.count, 4);
    for (int i = 0; i < 4; i++) {
        assert_true(abs(found.weights[i] - p.weights[i]) <= 5);
        assert_true(found.seen[i] > 100 && found.seen[i] <= found.training);
    }
    assert_string_equal(found.names[3], "parity");
    assert_int_equal(found.looked_up, p.asked);
    assert_int_equal(found.positions, 3000);
    assert_int_equal(found.won, p.won);
    assert_int_equal(found.lost, p.lost);
    assert_int_equal(found.won + found.drawn + found.lost, p.asked);
    assert_int_equal(found.training + found.test, p.asked);
    assert_true(found.test > p.asked / 5 && found.test < p.asked * 3 / 10);
    assert_true(found.error.test < 0.1 && found.before.test > 0.3);
    assert_true(found.nothing.test > found.before.test);
    ari_fit again = fit(v, &job);
    assert_memory_equal(again.plain, found.plain, sizeof again.plain);
    job.seed++;
    ari_fit other = fit(v, &job);
    assert_memory_not_equal(other.plain, found.plain, sizeof other.plain);
    ari_variant_free(v);
}

/* Where payoffs are what a sum says, its weights are found as they are, in sixteenths of a disc. */
static void payoffs_have_a_scale(void **state)
{
    (void)state;
    ari_variant *v = variant("othello");
    pretended p = {.v = v, .weights = {25, -40, 60, 90}, .unit = 1};
    ari_fit_job job = small(&p);
    job.loss = ARI_FIT_SQUARES;
    assert_int_equal(ari__features_begin(v, NULL, &p.f, NULL), ARI_OK);
    ari_fit found = fit(v, &job);
    for (int i = 0; i < 4; i++)
        assert_true(abs(found.weights[i] - p.weights[i]) <= 2);
    assert_true(found.error.test < 0.5 && found.nothing.test > 5);
    ari_variant_free(v);
}

/* The many weights of a table, in its unit: those that decide, and those that do not. */
static void a_table_is_fitted(void **state)
{
    (void)state;
    ari_variant *v = variant("kalah:pits=5");
    pretended p = {.v = v, .unit = 100};
    ari_fit_job job = small(&p);
    job.eval = "pits";
    job.loss = ARI_FIT_SQUARES;
    assert_int_equal(ari__features_begin(v, "pits", &p.f, NULL), ARI_OK);
    for (int i = 0; i < p.f.count; i++)
        p.weights[i] = i % 3 ? 37 * i % 200 - 100 : 0;
    ari_fit found = fit(v, &job);
    int never = 0;
    for (int i = 0; i < p.f.count; i++) {
        never += found.seen[i] == 0;
        if (found.seen[i] == 0) /* the sixth pit */
            assert_int_equal(found.weights[i], 0);
        else if (i < p.f.count - 1) /* but for the turn, which the constant has too */
            assert_true(abs(found.weights[i] - p.weights[i]) <= 10);
    }
    assert_int_equal(never, 3);
    assert_string_equal(found.names[p.f.count - 1], "turn");
    assert_true(found.error.test < 0.2 && found.nothing.test > 1);
    ari_variant_free(v);
}

/* Values by proof: the counts are those of every position, solved by plain recursion. */
static void proofs_tell_values(void **state)
{
    (void)state;
    ari_variant *v = variant("connect4:width=4,height=4");
    ari_fit_job job = small(NULL);
    job.beyond = 0;
    job.nodes = 1000000;
    job.positions = 400;
    ari_fit found = fit(v, &job);
    assert_int_equal(found.unproved + found.early, 0);
    assert_int_equal(found.proved, found.positions);
    job.beyond = 3;
    ari_fit later = fit(v, &job);
    assert_true(later.early > 0);
    assert_int_equal(later.early + later.proved, later.positions);
    job.nodes = 1;
    job.beyond = 0;
    job.positions = 2000;
    ari_variant *large = variant("connect4");
    ari_fit hasty = fit(large, &job);
    assert_true(hasty.unproved > 0);
    assert_int_equal(hasty.unproved + hasty.proved + hasty.early, hasty.positions);
    ari_variant_free(large);
    ari_variant_free(v);
}

/* ---- wrong requests, and limits ---- */

static void refuses(const char *game, const ari_fit_job *job, ari_status status,
                    const char *says)
{
    ari_variant *v = variant(game);
    ari_fit found;
    ari_error error;
    assert_int_equal(ari_fit_weights(v, job, &found, &error), status);
    if (!strstr(error.message, says))
        fail_msg("'%s' does not say '%s'", error.message, says);
    ari_variant_free(v);
}

static void wrong_requests(void **state)
{
    (void)state;
    const char *game = "connect4:width=4,height=4";
    const ari_fit_job good = small(NULL);
    ari_fit_job job = good;
    refuses("nim", &job, ARI_UNSUPPORTED, "has no weights to fit");
    job.eval = "what";
    refuses(game, &job, ARI_UNKNOWN, "no evaluation 'what'");
    job.eval = "random";
    refuses(game, &job, ARI_UNSUPPORTED, "the evaluation 'random'");
    job = good;
    job.who = "nobody";
    refuses(game, &job, ARI_UNKNOWN, "nobody");
    job = good;
    job.eval = "shapes";
    refuses("mnk:width=4,height=4,line=4", &job, ARI_UNSUPPORTED, "is no sum of its");
    job = good;
    job.positions = 5;
    refuses(game, &job, ARI_RANGE, "too few to fit 2 weights");
    job.positions = 0;
    refuses(game, &job, ARI_RANGE, "looks at 1 to");
    job = good;
    job.ridge = 0;
    refuses(game, &job, ARI_RANGE, "the ridge");
    job.ridge = NAN;
    refuses(game, &job, ARI_RANGE, "the ridge");
    job = good;
    job.held_out = 91;
    refuses(game, &job, ARI_RANGE, "holds out");
    ari_stop stop = 1;
    job = good;
    job.limits.stop = &stop;
    refuses(game, &job, ARI_RANGE, "too few");
    ari_allowance little;
    ari_allowance_begin(&little, 70000);
    job = good;
    job.limits.memory = &little;
    refuses(game, &job, ARI_MEMORY, "are allowed");
    assert_true(little.used == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(squares_by_determinants),
        cmocka_unit_test(slope_by_differences),
        cmocka_unit_test(nothing_costs_less),
        cmocka_unit_test(weights_are_recovered),
        cmocka_unit_test(what_separates),
        cmocka_unit_test(singular_features),
        cmocka_unit_test(no_rows_and_stopping),
        cmocka_unit_test(features_add_up),
        cmocka_unit_test(a_fit_finds_the_sum_that_decides),
        cmocka_unit_test(payoffs_have_a_scale),
        cmocka_unit_test(a_table_is_fitted),
        cmocka_unit_test(proofs_tell_values),
        cmocka_unit_test(wrong_requests),
    };
    return cmocka_run_group_tests_name("fit", tests, NULL, NULL);
}
