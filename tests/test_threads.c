/* test_threads.c: searches by several threads, and searches that another thread stops. */
#include <pthread.h>

#include "solving.h"

static ari_pool *pool(int threads)
{
    ari_pool *result;
    ari_error error;
    if (ari_pool_new(threads, &result, &error) != ARI_OK)
        fail_msg("%s", error.message);
    return result;
}

static const char *const specs[] = {"connect4:width=5,height=4", "dots:width=2,height=2",
                                    "mnk:width=4,height=4,line=4", "nim:heaps=4321"};

/* Two threads and three find what one finds. */
static void test_same_values(void **unused)
{
    (void)unused;
    for (int i = 0; i < 4; i++) {
        ari_variant *v = variant(specs[i]);
        ari_random random = ari_random_seeded(3);
        ari_engine *engines[3];
        ari_pool *pools[3];
        for (int n = 0; n < 3; n++) {
            assert_int_equal(ari_engine_new(v, 1 << 16, &engines[n], NULL), ARI_OK);
            pools[n] = pool(n + 1);
        }
        for (int j = 0; j < 12; j++) {
            ari_state s = on_the_way(v, &random, 4 + j % 5);
            ari_result solved[3], searched[3];
            for (int n = 0; n < 3; n++) {
                const ari_engine_job job = {.runner = ari_pool_runner(pools[n])};
                assert_int_equal(ari_engine_solve(engines[n], &s, &job, -ARI_WIN, ARI_WIN,
                                                  &solved[n], NULL),
                                 ARI_OK);
                assert_int_equal(
                    ari_engine_search(engines[n], &s, &job, &searched[n], NULL), ARI_OK);
                assert_int_equal(solved[n].score, solved[0].score);
                assert_int_equal(searched[n].score, solved[0].score);
                assert_true(searched[n].exact);
                assert_true(legal(v, &s, searched[n].best));
            }
        }
        for (int n = 0; n < 3; n++) {
            ari_engine_free(engines[n]);
            ari_pool_free(pools[n]);
        }
        ari_variant_free(v);
    }
}

static void test_solver(void **unused)
{
    (void)unused;
    ari_variant *v = variant("connect4:width=5,height=4");
    ari_solver *one = solver(v), *two = solver(v);
    ari_pool *threads = pool(2);
    ari_random random = ari_random_seeded(9);
    const ari_engine_job job = {.runner = ari_pool_runner(threads)};
    for (int i = 0; i < 5; i++) {
        ari_state s = on_the_way(v, &random, 6 + i);
        ari_analysis a, b;
        assert_int_equal(ari_analyse(one, &s, ARI_ASK_MOVES, &no_limits, &a, NULL),
                         ARI_OK);
        assert_int_equal(ari_analyse(two, &s, ARI_ASK_MOVES, &job, &b, NULL), ARI_OK);
        assert_int_equal(a.count, b.count);
        for (int j = 0; j < a.count; j++) {
            assert_int_equal(a.moves[j].move, b.moves[j].move);
            assert_int_equal(a.moves[j].score, b.moves[j].score);
        }
        ari_analysis_free(&a);
        ari_analysis_free(&b);
    }
    ari_pool_free(threads);
    ari_solver_free(one);
    ari_solver_free(two);
    ari_variant_free(v);
}

/* ---- stopping from outside ---- */

typedef struct stopper {
    ari_stop stop;
    atomic_int told; /* how often the search has reported */
} stopper;

static void on_progress(void *self, const ari_progress *progress)
{
    (void)progress;
    atomic_fetch_add(&((stopper *)self)->told, 1);
}

/* Waits until the search is well under way, and ends it. */
static void *end_it(void *argument)
{
    stopper *s = argument;
    while (atomic_load(&s->told) < 3)
        ;
    atomic_store(&s->stop, 1);
    return NULL;
}

/* None of these would come to an end by itself. */
static void test_stopped_by_another(void **unused)
{
    (void)unused;
    ari_variant *v = variant("mnk:width=9,height=9,line=5");
    ari_engine *e;
    assert_int_equal(ari_engine_new(v, 1 << 20, &e, NULL), ARI_OK);
    for (int i = 0; i < 4; i++) {
        stopper s = {.stop = 0};
        pthread_t thread;
        ari_pool *threads = pool(1 + i % 2);
        assert_int_equal(pthread_create(&thread, NULL, end_it, &s), 0);
        const ari_engine_job job = {
            .limits = {.stop = &s.stop, .progress = on_progress, .self = &s},
            .runner = ari_pool_runner(threads)};
        const ari_search_job search = {.limits = job.limits};
        ari_result result;
        ari_status status = i < 2 ? ari_engine_search(e, &v->start, &job, &result, NULL)
                                  : ari_alphabeta(v, &v->start, &search, &result, NULL);
        assert_int_equal(status, ARI_OK);
        assert_true(result.stopped);
        assert_false(result.exact);
        assert_true(i >= 2 || legal(v, &v->start, result.best));
        assert_int_equal(pthread_join(thread, NULL), 0);
        ari_pool_free(threads);
    }
    ari_engine_free(e);
    ari_variant_free(v);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same_values),
        cmocka_unit_test(test_solver),
        cmocka_unit_test(test_stopped_by_another),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
