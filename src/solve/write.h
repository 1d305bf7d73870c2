/* write.h: writing a database, tier by tier (internal). */
#ifndef ARI_SOLVE_WRITE_H
#define ARI_SOLVE_WRITE_H

#include <ariadne/runner.h>

#include "solve/format.h"

typedef struct ari__writer {
    const ari_variant *v;
    const char *path; /* where it is written; renamed by whoever owns it */
    int file;
    uint64_t at; /* where the next block goes */
    uint64_t *index;
    size_t index_count, index_capacity; /* words */
    uint64_t header[ARI__DB_H_WORDS_COUNT];
    const ari_runner *runner;
} ari__writer;

/* Begins a file, or goes on with one: `at` is 0 or where the next block goes. */
ari_status ari__writer_open(ari__writer *w, const ari__strong *strong, const char *path,
                            uint64_t fingerprint, const ari_runner *runner,
                            ari_error *error);
void ari__writer_close(ari__writer *w);
/* Adds the next tier; its tally is sorted. */
ari_status ari__writer_tier(ari__writer *w, const ari__tier *tier,
                            const ari__tally *tally, ari_error *error);
/* Adds index and header, and waits until all is on disk. */
ari_status ari__writer_finish(ari__writer *w, ari__worth start, ari_error *error);

#endif
