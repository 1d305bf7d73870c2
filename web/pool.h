/* pool.h: threads that work off a queue of bounded length. */
#ifndef ARIADNE_WEB_POOL_H
#define ARIADNE_WEB_POOL_H

#include "web/web.h"

typedef struct web_pool web_pool;

/* One piece of work; it belongs to whoever added it and must stay until it has run. */
typedef struct web_job {
    struct web_job *next;
    /* Called once, by a thread with its desk, or with NULL when the pool closes first.
     * Not for one that was dropped. */
    void (*run)(struct web_job *job, web_desk *desk);
} web_job;

/* Where the machine is busy the threads give way to others, by so much niceness. */
ari_status web_pool_new(int threads, int waiting, int niceness, web_pool **pool,
                        ari_error *error);
/* False when too many wait already. */
bool web_pool_add(web_pool *pool, web_job *job);
/* Takes one off the queue that still waits there; false when it does not. */
bool web_pool_drop(web_pool *pool, web_job *job);
/* How many will begin before this one, which waits; 0 when it has begun. */
int web_pool_ahead(web_pool *pool, const web_job *job);
/* Runs those that wait with no desk, takes no more, and returns when all are done. */
void web_pool_close(web_pool *pool);
/* Closes it, if that has not been done. */
void web_pool_free(web_pool *pool);

#endif
