/* test_tune.c: the tuner (B9). */
#include "playing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <ariadne/tune.h>

#include "play/tune_internal.h"

static const ari_tune_job small = {.who = "engine:algo=alphabeta,depth=2",
                                   .population = 6,
                                   .survivors = 2,
                                   .mutation = 2,
                                   .range = 8,
                                   .seed = 5};

static ari_tuner *tuner(const ari_variant *v, ari_tune_job setup)
{
    ari_tuner *result;
    ari_error error;
    if (ari_tuner_new(v, &setup, &result, &error) != ARI_OK)
        fail_msg("%s", error.message);
    return result;
}

static void step(ari_tuner *t)
{
    ari_error error;
    if (ari_tuner_step(t, &error) != ARI_OK)
        fail_msg("%s", error.message);
}

/* Ranked, each having played each with each side first once. */
static void check_ranking(const ari_tuner *t)
{
    int count;
    double sum = 0;
    const ari_individual *p = ari_tuner_population(t, &count);
    assert_int_equal(count, 6);
    for (int i = 0; i < count; i++) {
        assert_int_equal(p[i].games, 10);
        assert_true(i == 0 || p[i - 1].points >= p[i].points);
        sum += p[i].points;
    }
    assert_true(fabs(sum - 30) < 1e-9);
}

static bool is_in(const ari_individual *one, const ari_individual *list, int count,
                  int most)
{
    for (int i = 0; i < count; i++)
        if (abs(one->params[0] - list[i].params[0]) <= most &&
            abs(one->params[1] - list[i].params[1]) <= most)
            return true;
    return false;
}

static void genetic_as_described(void **state)
{
    (void)state;
    ari_variant *v = variant("connect4:width=5,height=4");
    ari_tuner *t = tuner(v, small);
    ari_individual survivors[2];
    int count, mutated = 0;
    ari_tuner_population(t, &count);
    assert_int_equal(count, 0);
    for (int generation = 0; generation < 6; generation++) {
        step(t);
        assert_int_equal(ari_tuner_generation(t), generation + 1);
        check_ranking(t);
        const ari_individual *p = ari_tuner_population(t, &count);
        int kept = 0;
        for (int i = 0; i < count; i++) {
            if (generation == 0) {
                assert_true(abs(p[i].params[0]) <= 8 && abs(p[i].params[1]) <= 8);
                continue;
            }
            kept += is_in(&p[i], survivors, 2, 0);
            assert_true(is_in(&p[i], survivors, 2, 2)); /* by mutation alone */
            mutated += !is_in(&p[i], survivors, 2, 0);
        }
        assert_true(generation == 0 || kept >= 2);
        ari_individual answer = ari_tuner_answer(t);
        assert_memory_equal(answer.params, p[0].params, sizeof answer.params);
        memcpy(survivors, p, sizeof survivors);
    }
    assert_true(mutated > 10);
    ari_tuner_free(t);
    ari_variant_free(v);
}

/* A child is never a copy of its parent: with two survivors, no third set is one of them, not
 * even where the limits leave one way only. */
static void children_differ(void **state)
{
    (void)state;
    ari_variant *v = variant("connect4:width=5,height=4");
    for (uint64_t seed = 1; seed <= 3; seed++) {
        ari_tune_job setup = small;
        setup.survivors = 1;
        setup.mutation = 1;
        setup.seed = seed;
        setup.range = seed == 3 ? 1000000 : 8; /* nearly all begin at a limit, 1000 */
        ari_tuner *t = tuner(v, setup);
        ari_individual parent = {.games = 0};
        for (int generation = 0; generation < 20; generation++) {
            int count, copies = 0;
            step(t);
            const ari_individual *p = ari_tuner_population(t, &count);
            for (int i = 0; i < count && generation > 0; i++) {
                assert_true(is_in(&p[i], &parent, 1, 1));
                copies += is_in(&p[i], &parent, 1, 0);
            }
            assert_int_equal(copies, generation > 0); /* the parent itself */
            parent = p[0];
        }
        assert_true(seed != 3 || abs(parent.params[0]) > 900);
        ari_tuner_free(t);
    }
    ari_variant_free(v);
}

/* The mean that CMA-ES answers with has not played: no other set's points are beside it. */
static void answer_of_cma(void **state)
{
    (void)state;
    ari_variant *v = variant("connect4:width=5,height=4");
    ari_tune_job setup = small;
    setup.method = ARI_TUNE_CMA;
    ari_tuner *t = tuner(v, setup);
    step(t);
    ari_individual answer = ari_tuner_answer(t);
    assert_int_equal(answer.games, 0);
    assert_true(answer.points == 0);
    ari_tuner_free(t);
    ari_variant_free(v);
}

/* The state after some generations, as text. */
static void run_to(ari_tuner *t, int generations, ari_text *out)
{
    while (ari_tuner_generation(t) < generations)
        step(t);
    ari_text_clear(out);
    ari_tuner_save(t, out);
}

static void goes_on_as_if_never_ended(void **state)
{
    (void)state;
    ari_variant *v = variant("connect4:width=5,height=4");
    for (int method = 0; method < 2; method++) {
        ari_tune_job setup = small;
        ari_text whole = ARI_TEXT_EMPTY, half = ARI_TEXT_EMPTY, rest = ARI_TEXT_EMPTY;
        ari_pool *pool;
        setup.method = (ari_tune_method)method;
        ari_tuner *one = tuner(v, setup), *two = tuner(v, setup);
        assert_int_equal(ari_pool_new(3, &pool, NULL), ARI_OK);
        setup.runner = ari_pool_runner(pool);
        ari_tuner *three = tuner(v, setup);
        run_to(one, 6, &whole);
        run_to(two, 3, &half);
        assert_int_equal(ari_tuner_load(three, ari_text_get(&half), NULL), ARI_OK);
        run_to(three, 6, &rest);
        assert_string_equal(ari_text_get(&whole), ari_text_get(&rest));
        ari_tuner_free(one);
        ari_tuner_free(two);
        ari_tuner_free(three);
        ari_pool_free(pool);
        ari_text_free(&whole);
        ari_text_free(&half);
        ari_text_free(&rest);
    }
    ari_variant_free(v);
}

/* A tuner can be made from what is saved alone. */
static void settings_are_saved(void **state)
{
    (void)state;
    ari_variant *v = variant("connect4:width=5,height=4");
    ari_tune_job setup = {.method = ARI_TUNE_CMA,
                          .who = "engine:algo=alphabeta,depth=1",
                          .eval = "threats",
                          .population = 5,
                          .survivors = 2,
                          .mutation = 4,
                          .range = 6,
                          .games = 2,
                          .opening_plies = 3,
                          .seed = UINT64_MAX};
    ari_tuner *one = tuner(v, setup);
    ari_text text = ARI_TEXT_EMPTY, again = ARI_TEXT_EMPTY;
    ari_tune_saved saved;
    run_to(one, 1, &text);
    assert_int_equal(ari_tune_saved_read(ari_text_get(&text), &saved, NULL), ARI_OK);
    assert_string_equal(saved.game, v->name);
    assert_string_equal(saved.setup.eval, "threats");
    assert_int_equal(saved.setup.opening_plies, 3);
    assert_true(saved.setup.seed == UINT64_MAX);
    ari_tuner *two = tuner(v, saved.setup);
    assert_int_equal(ari_tuner_load(two, ari_text_get(&text), NULL), ARI_OK);
    run_to(one, 2, &text);
    run_to(two, 2, &again);
    assert_string_equal(ari_text_get(&text), ari_text_get(&again));
    ari_tune_saved_free(&saved);
    ari_tuner_free(one);
    ari_tuner_free(two);

    static const char *const wrong[] = {
        "",
        "ariadne tuning 2\ngame g\nwho w\neval e\nsetup 0 2 1 1 1 1 0 1\n",
        "ariadne tuning 1\ngame \nwho w\neval e\nsetup 0 2 1 1 1 1 0 1\n",
        "ariadne tuning 1\ngame g\nwho w\neval e",
        "ariadne tuning 1\ngame g\nwho w\neval e\nsetup 2 2 1 1 1 1 0 1\n",
        "ariadne tuning 1\ngame g\nwho w\neval e\nsetup 0 0 1 1 1 1 0 1\n",
        "ariadne tuning 1\ngame g\nwho w\neval e\nsetup 0 2 1 1 1 1 0 -1\n",
        "ariadne tuning 1\ngame g\nwho w\neval e\nsetup 0 2 1 1 1 1 0\n",
        "ariadne tuning 1\ngame g\nwho w\neval e\nsetup 0 99999999999 1 1 1 1 0 1\n",
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        ari_error error;
        assert_int_equal(ari_tune_saved_read(wrong[i], &saved, &error), ARI_SYNTAX);
        assert_null(saved.game);
    }
    ari_text_free(&text);
    ari_text_free(&again);
    ari_variant_free(v);
}

/* Every cut or changed state is refused or, where only a number changed, still a state. */
static void damaged_states(void **state)
{
    (void)state;
    ari_variant *v = variant("connect4:width=5,height=4");
    ari_tuner *t = tuner(v, small);
    ari_text saved = ARI_TEXT_EMPTY, now = ARI_TEXT_EMPTY;
    ari_error error;
    run_to(t, 1, &saved);
    char *copy = strdup(ari_text_get(&saved));
    for (size_t cut = 0; cut < saved.size; cut++) {
        char c = copy[cut];
        copy[cut] = '\0';
        assert_int_equal(ari_tuner_load(t, copy, &error), ARI_SYNTAX);
        copy[cut] = c;
    }
    ari_tuner_save(t, &now); /* nothing has changed */
    assert_string_equal(ari_text_get(&now), ari_text_get(&saved));
    for (size_t at = 0; at < saved.size; at += 3) {
        char c = copy[at];
        copy[at] = 'x';
        ari_tuner_load(t, copy, &error);
        copy[at] = c;
    }
    ari_tune_job other = small;
    other.seed++;
    ari_tuner *stranger = tuner(v, other);
    assert_int_equal(ari_tuner_load(stranger, copy, &error), ARI_SYNTAX);
    assert_non_null(strstr(error.message, "the same game, player"));
    free(copy);
    ari_tuner_free(stranger);
    ari_tuner_free(t);
    ari_text_free(&saved);
    ari_text_free(&now);
    ari_variant_free(v);
}

/* CMA-ES finds the lowest point of a long, slanting valley. */
static void cma_finds_the_lowest_point(void **state)
{
    (void)state;
    enum { COUNT = 12 };
    ari__cma cma;
    ari_random random = ari_random_seeded(1);
    ari_individual population[COUNT] = {{.points = 0}};
    ari__cma_begin(&cma, 3, 20);
    for (int generation = 0; generation < 80; generation++) {
        ari__cma_draw(&cma, 3, &random, population, COUNT);
        for (int i = 0; i < COUNT; i++) {
            const double *x = population[i].value;
            double along = x[0] + x[1] - 30, across = x[0] - x[1] - 4, z = x[2] + 9;
            population[i].points = -(along * along / 20 + across * across + z * z);
        }
        for (int i = 1; i < COUNT; i++)
            for (int j = i; j > 0 && population[j].points > population[j - 1].points;
                 j--) {
                ari_individual moved = population[j];
                population[j] = population[j - 1];
                population[j - 1] = moved;
            }
        ari__cma_learn(&cma, 3, generation, population, COUNT);
    }
    assert_true(fabs(cma.mean[0] - 17) < 1.5 && fabs(cma.mean[1] - 13) < 1.5 &&
                fabs(cma.mean[2] + 9) < 0.7);
}

/* A pair that is good for its owner is worth more than one that is bad: from games alone. */
static void tuning_helps(void **state)
{
    (void)state;
    ari_variant *v = variant("connect4");
    for (int method = 0; method < 2; method++) {
        ari_tune_job setup = {.method = (ari_tune_method)method,
                              .who = "engine:algo=alphabeta,order=centre,depth=2",
                              .population = 8,
                              .games = 3,
                              .seed = 1};
        ari_tuner *t = tuner(v, setup);
        for (int i = 0; i < 10; i++)
            step(t);
        ari_individual answer = ari_tuner_answer(t);
        ari_text who = ARI_TEXT_EMPTY;
        ari_tuner_who(t, &answer, &who);
        const ari_match_job test = {
            .who =
                {ari_text_get(&who),
                 "engine:algo=alphabeta,order=centre,depth=2,eval=pattern,f2=-2,f3=-5"},
            .games = 100,
            .seed = 1};
        ari_match match;
        assert_int_equal(ari_match_play(v, &test, &match, NULL), ARI_OK);
        assert_true(match.score > 0.6);
        ari_text_free(&who);
        ari_tuner_free(t);
    }
    ari_variant_free(v);
}

static void other_games_and_wrong_requests(void **state)
{
    (void)state;
    ari_variant *v = variant("mnk:width=4,height=4,line=4");
    ari_tuner *t = tuner(v, small); /* six parameters */
    step(t);
    assert_string_equal(ari_tuner_params(t)[5].name, "move");
    ari_tuner_free(t);
    ari_variant_free(v);

    static const struct {
        const char *game, *who, *eval;
        int population, survivors;
        ari_status status;
        const char *says;
    } cases[] = {
        {"nim", "engine", NULL, 6, 2, ARI_UNSUPPORTED, "no parameters to tune"},
        {"connect4", "engine", "neutral", 6, 2, ARI_UNSUPPORTED, "no parameters to tune"},
        {"connect4", "engine", "what", 6, 2, ARI_UNKNOWN, "no evaluation 'what'"},
        {"connect4", "level:3", NULL, 6, 2, ARI_UNKNOWN, "no option 'eval'"},
        {"connect4", "engine", NULL, 1, 1, ARI_RANGE, "a population has"},
        {"connect4", "engine", NULL, 65, 1, ARI_RANGE, "a population has"},
        {"connect4", "engine", NULL, 6, 6, ARI_RANGE, "can survive"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ari_tune_job setup = small;
        ari_error error;
        v = variant(cases[i].game);
        setup.who = cases[i].who;
        setup.eval = cases[i].eval;
        setup.population = cases[i].population;
        setup.survivors = cases[i].survivors;
        assert_int_equal(ari_tuner_new(v, &setup, &t, &error), cases[i].status);
        assert_non_null(strstr(error.message, cases[i].says));
        ari_variant_free(v);
    }
    v = variant("connect4");
    ari_stop stop = 1;
    ari_tune_job setup = small;
    setup.stop = &stop;
    t = tuner(v, setup);
    assert_int_equal(ari_tuner_step(t, NULL), ARI_STOPPED);
    assert_int_equal(ari_tuner_generation(t), 0);
    ari_tuner_free(t);
    ari_variant_free(v);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(genetic_as_described),
        cmocka_unit_test(children_differ),
        cmocka_unit_test(answer_of_cma),
        cmocka_unit_test(goes_on_as_if_never_ended),
        cmocka_unit_test(settings_are_saved),
        cmocka_unit_test(damaged_states),
        cmocka_unit_test(cma_finds_the_lowest_point),
        cmocka_unit_test(tuning_helps),
        cmocka_unit_test(other_games_and_wrong_requests),
    };
    return cmocka_run_group_tests_name("tune", tests, NULL, NULL);
}
