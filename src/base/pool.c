/* pool.c: a runner with threads of its own.
 *
 * The threads sleep until a run begins, each takes its index, and the last to finish
 * wakes the caller. The caller works too, as index 0, so a pool of n has n - 1 threads.
 */
#include <ariadne/runner.h>

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

#include <ariadne/assert.h>

struct ari_pool {
    ari_runner runner;
    pthread_mutex_t lock;
    pthread_cond_t begin, done;
    pthread_t *threads;
    int started; /* threads that exist */
    void (*work)(void *argument, int index);
    void *argument;
    int count;    /* pieces of the present run */
    int next;     /* the next piece that nobody has taken */
    int busy;     /* pieces taken and not finished */
    unsigned run; /* number of the present run */
    bool leaving;
};

/* Takes and does pieces until none is left. Called and returns with the lock held. */
static void work_off(ari_pool *pool)
{
    while (pool->next < pool->count) {
        int index = pool->next++;
        ARI_ASSERT(index >= 0 && index < pool->count);
        pool->busy++;
        pthread_mutex_unlock(&pool->lock);
        pool->work(pool->argument, index);
        pthread_mutex_lock(&pool->lock);
        pool->busy--;
    }
    ARI_ASSERT(pool->busy >= 0);
    if (pool->busy == 0)
        pthread_cond_signal(&pool->done);
}

static void *thread_main(void *argument)
{
    ari_pool *pool = argument;
    unsigned seen = 0;
    pthread_mutex_lock(&pool->lock);
    while (!pool->leaving) {
        if (pool->run == seen) {
            pthread_cond_wait(&pool->begin, &pool->lock);
            continue;
        }
        seen = pool->run;
        work_off(pool);
    }
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

static void pool_run(void *self, int count, void (*work)(void *argument, int index),
                     void *argument)
{
    ari_pool *pool = self;
    pthread_mutex_lock(&pool->lock);
    ARI_ASSERT(pool->busy == 0 && pool->next >= pool->count); /* one run at a time */
    pool->work = work;
    pool->argument = argument;
    pool->count = count;
    pool->next = 0;
    pool->run++;
    pthread_cond_broadcast(&pool->begin);
    work_off(pool);
    while (pool->busy > 0)
        pthread_cond_wait(&pool->done, &pool->lock);
    ARI_ASSERT(pool->next == pool->count);
    pthread_mutex_unlock(&pool->lock);
}

ari_status ari_pool_new(int threads, ari_pool **result, ari_error *error)
{
    *result = NULL;
    if (threads < 1 || threads > 1024)
        return ari_fail(error, ARI_RANGE, ARI_NO_OFFSET,
                        "the number of threads must be from 1 to 1024, not %d", threads);
    ari_pool *pool = calloc(1, sizeof *pool);
    pthread_t *list = calloc((size_t)threads, sizeof *list);
    if (!pool || !list) {
        free(pool);
        free(list);
        return ari_fail_memory(error, sizeof *pool, "a thread pool");
    }
    pool->threads = list;
    pool->runner = (ari_runner){.threads = threads, .self = pool, .run = pool_run};
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->begin, NULL);
    pthread_cond_init(&pool->done, NULL);
    for (; pool->started < threads - 1; pool->started++) {
        if (pthread_create(&list[pool->started], NULL, thread_main, pool) != 0) {
            ari_pool_free(pool);
            return ari_fail(error, ARI_LIMIT, ARI_NO_OFFSET, "cannot start %d threads",
                            threads);
        }
    }
    *result = pool;
    return ARI_OK;
}

const ari_runner *ari_pool_runner(const ari_pool *pool)
{
    return pool ? &pool->runner : NULL;
}

void ari_pool_free(ari_pool *pool)
{
    if (!pool)
        return;
    pthread_mutex_lock(&pool->lock);
    pool->leaving = true;
    pthread_cond_broadcast(&pool->begin);
    pthread_mutex_unlock(&pool->lock);
    for (int i = 0; i < pool->started; i++)
        pthread_join(pool->threads[i], NULL);
    pthread_cond_destroy(&pool->begin);
    pthread_cond_destroy(&pool->done);
    pthread_mutex_destroy(&pool->lock);
    free(pool->threads);
    free(pool);
}
