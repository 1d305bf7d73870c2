/* pool.c: threads that work off a queue. */
#include "web/pool.h"

#include <pthread.h>
#include <stdlib.h>
#include <sys/resource.h>

struct web_pool {
    pthread_mutex_t lock;
    pthread_cond_t wake;
    web_job *first, **last;
    int waiting, most;
    int idle; /* threads with nothing to do */
    int niceness;
    bool closing;
    int threads;
    pthread_t thread[];
};

static web_job *take(web_pool *pool)
{
    web_job *job = pool->first;
    pool->first = job->next;
    if (!pool->first)
        pool->last = &pool->first;
    pool->waiting--;
    return job;
}

static void *work(void *argument)
{
    web_pool *pool = argument;
    web_desk desk = {.v = NULL};
    (void)setpriority(PRIO_PROCESS, 0,
                      pool->niceness); /* on Linux: of this thread alone */
    pthread_mutex_lock(&pool->lock);
    for (;;) {
        while (!pool->first && !pool->closing) {
            pool->idle++;
            pthread_cond_wait(&pool->wake, &pool->lock);
            pool->idle--;
        }
        if (!pool->first)
            break;
        web_job *job = take(pool);
        bool closing = pool->closing;
        pthread_mutex_unlock(&pool->lock);
        job->run(job, closing ? NULL : &desk);
        web_desk_tidy(&desk);
        pthread_mutex_lock(&pool->lock);
    }
    pthread_mutex_unlock(&pool->lock);
    web_desk_clear(&desk);
    return NULL;
}

ari_status web_pool_new(int threads, int waiting, int niceness, web_pool **result,
                        ari_error *error)
{
    size_t bytes = sizeof(web_pool) + (size_t)threads * sizeof(pthread_t);
    web_pool *pool = calloc(1, bytes);
    *result = NULL;
    if (!pool)
        return ari_fail_memory(error, bytes, "threads");
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->wake, NULL);
    pool->last = &pool->first;
    pool->most = waiting;
    pool->niceness = niceness;
    while (pool->threads < threads &&
           pthread_create(&pool->thread[pool->threads], NULL, work, pool) == 0)
        pool->threads++;
    if (pool->threads < threads) {
        web_pool_free(pool);
        return ari_fail(error, ARI_MEMORY, ARI_NO_OFFSET,
                        "the system has no room for %d threads", threads);
    }
    *result = pool;
    return ARI_OK;
}

bool web_pool_add(web_pool *pool, web_job *job)
{
    pthread_mutex_lock(&pool->lock);
    bool room = !pool->closing && pool->waiting < pool->most + pool->idle;
    if (room) {
        job->next = NULL;
        *pool->last = job;
        pool->last = &job->next;
        pool->waiting++;
        pthread_cond_signal(&pool->wake);
    }
    pthread_mutex_unlock(&pool->lock);
    return room;
}

bool web_pool_drop(web_pool *pool, web_job *job)
{
    pthread_mutex_lock(&pool->lock);
    web_job **at = &pool->first;
    while (*at && *at != job)
        at = &(*at)->next;
    bool found = *at != NULL;
    if (found) {
        *at = job->next;
        if (!job->next)
            pool->last = at;
        pool->waiting--;
    }
    pthread_mutex_unlock(&pool->lock);
    return found;
}

int web_pool_ahead(web_pool *pool, const web_job *job)
{
    pthread_mutex_lock(&pool->lock);
    int ahead = 0;
    const web_job *at = pool->first;
    for (; at && at != job; at = at->next)
        ahead++;
    pthread_mutex_unlock(&pool->lock);
    return at ? ahead : 0;
}

void web_pool_close(web_pool *pool)
{
    if (!pool)
        return;
    pthread_mutex_lock(&pool->lock);
    pool->closing = true;
    pthread_cond_broadcast(&pool->wake);
    pthread_mutex_unlock(&pool->lock);
    for (int i = 0; i < pool->threads; i++)
        pthread_join(pool->thread[i], NULL);
    pool->threads = 0;
}

void web_pool_free(web_pool *pool)
{
    if (!pool)
        return;
    web_pool_close(pool);
    pthread_cond_destroy(&pool->wake);
    pthread_mutex_destroy(&pool->lock);
    free(pool);
}
