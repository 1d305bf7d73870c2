/* pool.c: threads that work off the questions of many clients.
 *
 * Each client who has a question here has a share: those that wait, in their order, and how
 * many are being worked on. Moments are counted, not timed, so that the same order of coming
 * and ending is always the same order of service. */
#include "web/pool.h"

#include <pthread.h>
#include <stdlib.h>
#include <sys/resource.h>

#include <ariadne/assert.h>

typedef struct share {
    struct share *next;
    web_client client;
    web_job *first, **last;
    int waiting, running;
    uint64_t since; /* the moment when its turn was over, or its first question came */
} share;

/* A thread with nothing to do. */
typedef struct idler {
    struct idler *next;
    pthread_cond_t wake;
    bool called;
} idler;

struct web_pool {
    pthread_mutex_t lock;
    /* The one that was busy last is called first: its desk may still have what the next
     * question is about. */
    idler *idlers;
    share *shares; /* of those who have something here */
    uint64_t moment;
    int waiting;
    int idle; /* threads with nothing to do */
    web_pool_plan plan;
    bool closing;
    int threads;
    pthread_t thread[];
};

/* ---- shares ---- */

static share *find_share(const web_pool *pool, const web_client *client)
{
    share *s = pool->shares;
    while (s && !web_client_same(&s->client, client))
        s = s->next;
    return s;
}

/* NULL where there is no memory. */
static share *get_share(web_pool *pool, const web_client *client)
{
    share *s = find_share(pool, client);
    if (s || !(s = calloc(1, sizeof *s)))
        return s;
    *s = (share){.next = pool->shares, .client = *client, .last = &s->first};
    pool->shares = s;
    return s;
}

static void forget_if_empty(web_pool *pool, share *s)
{
    if (s->waiting > 0 || s->running > 0)
        return;
    ARI_ASSERT(!s->first && s->waiting == 0 && s->running == 0);
    share **at = &pool->shares;
    while (*at != s)
        at = &(*at)->next;
    *at = s->next;
    free(s);
}

static bool goes_before(const share *a, const share *b)
{
    return a->running != b->running ? a->running < b->running : a->since < b->since;
}

/* ---- queues ---- */

static void put(web_pool *pool, share *s, web_job *job)
{
    ARI_ASSERT(!*s->last && (s->waiting == 0) == (s->last == &s->first));
    if (s->waiting++ == 0)
        s->since = ++pool->moment;
    job->next = NULL;
    *s->last = job;
    s->last = &job->next;
    pool->waiting++;
}

static void take_off(web_pool *pool, share *s, web_job **at)
{
    ARI_ASSERT(*at && s->waiting > 0 && pool->waiting >= s->waiting);
    *at = (*at)->next;
    if (!*at)
        s->last = at;
    s->waiting--;
    pool->waiting--;
}

/* The next question, whose share is then being worked for; NULL when none may begin. */
static web_job *take_next(web_pool *pool, share **whose)
{
    share *next = NULL;
    for (share *s = pool->shares; s; s = s->next)
        if (s->waiting > 0 && s->running < pool->plan.each &&
            (!next || goes_before(s, next)))
            next = s;
    if (!next)
        return NULL;
    ARI_ASSERT(next->running < pool->plan.each && pool->waiting >= next->waiting);
    web_job *job = next->first;
    take_off(pool, next, &next->first);
    next->running++;
    *whose = next;
    return job;
}

static void end_turn(web_pool *pool, share *s)
{
    ARI_ASSERT(s->running > 0);
    s->running--;
    s->since = ++pool->moment;
    forget_if_empty(pool, s);
}

/* Makes room for one more of this client's, if others have more waiting than the client would
 * have. */
static bool make_room(web_pool *pool, const web_client *client, web_job **dropped)
{
    const share *own = find_share(pool, client);
    share *greedy = NULL;
    for (share *s = pool->shares; s; s = s->next)
        if (!greedy || s->waiting > greedy->waiting)
            greedy = s;
    if (!greedy || greedy->waiting <= (own ? own->waiting : 0) + 1)
        return false;
    web_job **at = &greedy->first;
    while ((*at)->next)
        at = &(*at)->next;
    *dropped = *at;
    take_off(pool, greedy, at);
    return true;
}

/* ---- threads ---- */

/* Waits until somebody calls. */
static void idle(web_pool *pool, idler *me)
{
    me->called = false;
    me->next = pool->idlers;
    pool->idlers = me;
    pool->idle++;
    while (!me->called)
        pthread_cond_wait(&me->wake, &pool->lock);
}

static void call_one(web_pool *pool)
{
    idler *first = pool->idlers;
    if (!first)
        return;
    pool->idlers = first->next;
    pool->idle--;
    first->called = true;
    pthread_cond_signal(&first->wake);
}

static void *work(void *argument)
{
    web_pool *pool = argument;
    web_desk desk = {.v = NULL};
    idler me = {.wake = PTHREAD_COND_INITIALIZER};
    (void)setpriority(PRIO_PROCESS, 0,
                      pool->plan.niceness); /* on Linux: of this thread alone */
    pthread_mutex_lock(&pool->lock);
    for (;;) {
        share *whose;
        web_job *job;
        while (!(job = take_next(pool, &whose)) && !pool->closing)
            idle(pool, &me);
        if (!job)
            break;
        bool closing = pool->closing;
        pthread_mutex_unlock(&pool->lock);
        job->run(job, closing ? NULL : &desk);
        web_desk_tidy(&desk);
        pthread_mutex_lock(&pool->lock);
        end_turn(pool, whose);
    }
    pthread_mutex_unlock(&pool->lock);
    web_desk_clear(&desk);
    pthread_cond_destroy(&me.wake);
    return NULL;
}

ari_status web_pool_new(const web_pool_plan *plan, web_pool **result, ari_error *error)
{
    int threads = plan->threads;
    size_t bytes = sizeof(web_pool) + (size_t)threads * sizeof(pthread_t);
    web_pool *pool = calloc(1, bytes);
    *result = NULL;
    if (!pool)
        return ari_fail_memory(error, bytes, "threads");
    pthread_mutex_init(&pool->lock, NULL);
    pool->plan = *plan;
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

bool web_pool_add(web_pool *pool, web_job *job, web_job **dropped)
{
    *dropped = NULL;
    pthread_mutex_lock(&pool->lock);
    bool room = !pool->closing && (pool->waiting < pool->plan.waiting + pool->idle ||
                                   make_room(pool, &job->client, dropped));
    share *s = room ? get_share(pool, &job->client) : NULL;
    if (s) {
        put(pool, s, job);
        call_one(pool);
    }
    pthread_mutex_unlock(&pool->lock);
    return s != NULL;
}

bool web_pool_drop(web_pool *pool, web_job *job)
{
    pthread_mutex_lock(&pool->lock);
    share *s = find_share(pool, &job->client);
    web_job **at = s ? &s->first : NULL;
    while (at && *at && *at != job)
        at = &(*at)->next;
    bool found = at && *at;
    if (found) {
        take_off(pool, s, at);
        forget_if_empty(pool, s);
    }
    pthread_mutex_unlock(&pool->lock);
    return found;
}

/* In each round everybody with something left has a turn; of this one's own, so many come
 * before. */
static int count_ahead(const web_pool *pool, const share *own, int before)
{
    int ahead = before;
    for (const share *s = pool->shares; s; s = s->next) {
        int rounds = before + goes_before(s, own);
        if (s != own)
            ahead += s->waiting < rounds ? s->waiting : rounds;
    }
    return ahead;
}

int web_pool_ahead(web_pool *pool, const web_job *job)
{
    pthread_mutex_lock(&pool->lock);
    const share *own = find_share(pool, &job->client);
    const web_job *at = own ? own->first : NULL;
    int before = 0, ahead = 0;
    for (; at && at != job; at = at->next)
        before++;
    if (at)
        ahead = count_ahead(pool, own, before);
    pthread_mutex_unlock(&pool->lock);
    return ahead;
}

void web_pool_close(web_pool *pool)
{
    if (!pool)
        return;
    pthread_mutex_lock(&pool->lock);
    pool->closing = true;
    while (pool->idlers)
        call_one(pool);
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
    pthread_mutex_destroy(&pool->lock);
    free(pool);
}
