/* pool.h: threads that work off the questions of many clients, each of whom has the same
 * share.
 *
 * A client's own questions wait in the order in which they came. Whose turn it is decides
 * between clients: whoever is being worked for least, and of those whoever has been waiting
 * longest since a question of theirs came first, or ended. So nobody waits behind more than
 * one question of each of the others, however many they ask. Where there is no room left,
 * whoever has most waiting loses the newest of them. */
#ifndef ARIADNE_WEB_POOL_H
#define ARIADNE_WEB_POOL_H

#include "web/client.h"
#include "web/web.h"

typedef struct web_pool web_pool;

/* One piece of work; it belongs to whoever added it and must stay until it has run. */
typedef struct web_job {
    struct web_job *next;
    web_client client; /* whose it is */
    /* Called once, by a thread with its desk, or with NULL when the pool closes first.
     * Not for one that was dropped. */
    void (*run)(struct web_job *job, web_desk *desk);
} web_job;

typedef struct web_pool_plan {
    int threads;
    int each;     /* how many of them one client may have at once */
    int waiting;  /* how many questions may wait */
    int niceness; /* by which the threads give way to others where the machine is busy */
} web_pool_plan;

ari_status web_pool_new(const web_pool_plan *plan, web_pool **pool, ari_error *error);
/* False when there is no room. One that has to make room for it is dropped, and handed out. */
bool web_pool_add(web_pool *pool, web_job *job, web_job **dropped);
/* Takes one off the queue that still waits there; false when it does not. */
bool web_pool_drop(web_pool *pool, web_job *job);
/* How many will begin before this one, which waits, if nobody asks or leaves any more; 0 when
 * it has begun. */
int web_pool_ahead(web_pool *pool, const web_job *job);
/* Runs those that wait with no desk, takes no more, and returns when all are done. */
void web_pool_close(web_pool *pool);
/* Closes it, if that has not been done. */
void web_pool_free(web_pool *pool);

#endif
