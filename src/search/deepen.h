/* deepen.h: one search of the engine, by one or more threads (internal). */
#ifndef ARI_SEARCH_DEEPEN_H
#define ARI_SEARCH_DEEPEN_H

#include "search/engine_thread.h"

typedef struct ari__engine_run {
    ari_engine *engine;
    const ari_variant *variant;
    const ari_engine_job *job;
    ari_limits limits; /* the job's, with each thread's part of the nodes */
    const ari_state *root;
    int max_depth;
    atomic_int depth; /* that the main thread searches; more than max_depth: it is done */
    ari__busy *busy;  /* of several threads */
    ari__engine_thread *threads; /* the first one is the main thread */
    int thread_count;
    ari_result *result; /* written by that thread alone, as what follows is */
    int lines;          /* results that are wanted, no more than there are moves */
    ari_result *coming; /* of the depth that is searched, where there are several */
    ari_move *moves;    /* the legal ones, likewise */
    int move_count;
} ari__engine_run;

/* What one thread does: the first one finds the results, the others help. */
void ari__deepen(ari__engine_run *run, ari__engine_thread *t);

#endif
