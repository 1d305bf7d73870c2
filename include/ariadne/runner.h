/* runner.h: threads, handed in from outside.
 *
 * The core starts no threads. Whoever wants several passes a runner, which runs a piece
 * of work once for each index, all at the same time, and returns when all are done. */
#ifndef ARIADNE_RUNNER_H
#define ARIADNE_RUNNER_H

#include <ariadne/error.h>

ARI_C_BEGIN

typedef struct ari_runner {
    int threads; /* how many pieces of work run side by side */
    void *self;
    void (*run)(void *self, int count, void (*work)(void *argument, int index),
                void *argument);
} ari_runner;

/* A runner with threads of its own, which wait between runs. */
typedef struct ari_pool ari_pool;

ari_status ari_pool_new(int threads, ari_pool **pool, ari_error *error);
const ari_runner *ari_pool_runner(const ari_pool *pool);
void ari_pool_free(ari_pool *pool);

ARI_C_END

#endif
