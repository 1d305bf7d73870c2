/* write.h: writing a database, tier by tier (internal). */
#ifndef ARI_STRONG_WRITE_H
#define ARI_STRONG_WRITE_H

#include <ariadne/runner.h>

#include "strong/format.h"

typedef struct ari__writer {
    const ari_variant *v;
    const char *path; /* where it is written; renamed by whoever owns it */
    int file;
    uint64_t at; /* where the next block goes */
    uint64_t *index;
    size_t index_count, index_capacity; /* words */
    uint64_t header[ARI__DB_H_WORDS_COUNT];
    const ari_runner *runner;
    int batch; /* blocks compressed side by side, then written in order */
} ari__writer;

#define ARI__WRITER_BATCH 64
#define ARI__WRITER_BLOCK_BYTES ((size_t)1 << 17) /* that each of them takes, about */

/* What has to be known of a tier before it is written: its different stored worths, in
 * rising order, and how many slots are stored. */
typedef struct ari__survey {
    ari__worth *symbols;
    size_t count, room;
    uint64_t stored;
} ari__survey;

bool ari__survey_add(ari__survey *survey, const ari__worth *worth, uint64_t count,
                     bool payoffs);
/* Where the rules tell all positions that can be reached, nothing is stored of the others either. Where spare
 * ranks have no values, the first symbol is theirs: ARI__WORTH_NONE. False when memory cannot be had. */
bool ari__survey_fit(ari__survey *survey, const ari__census *census,
                     const ari__strong *strong);
bool ari__survey_join(ari__survey *to, const ari__survey *from);

typedef struct ari__packed {
    unsigned char *plain, *packed;
    size_t size, packed_room; /* of the packed one */
    uint64_t count, sum, first[ARI_STATE_MAX / 8];
    bool failed;
} ari__packed;

/* A tier's slots from the first to the last: the next `most` of them at most, and at least
 * one as long as there are any: `slots`, `keys` and `worth` of the part. */
typedef struct ari__slots {
    void *self;
    ari_status (*next)(void *self, uint64_t most, ari__tier *part, ari_error *error);
} ari__slots;

/* Begins a file, or goes on with one, all blocks of which must be as they were written: `at`
 * is 0 or where the next block goes. */
ari_status ari__writer_open(ari__writer *w, const ari__strong *strong, const char *path,
                            uint64_t fingerprint, const ari_runner *runner,
                            ari_error *error);
void ari__writer_close(ari__writer *w);
/* Adds the next tier; its census is sorted. */
ari_status ari__writer_tier(ari__writer *w, uint64_t slots, const ari__survey *survey,
                            const ari__census *census, ari__slots source,
                            ari_error *error);

/* The same for whoever packs blocks elsewhere: first the tier, then each of its blocks. */
ari_status ari__writer_begin(ari__writer *w, uint64_t slots, const ari__survey *survey,
                             const ari__census *census, ari_error *error);
uint64_t ari__writer_blocks(uint64_t slots, const ari__survey *survey, int words);
ari_status ari__writer_block(ari__writer *w, const ari__packed *b, ari_error *error);

/* A block on its way: `count` slots or keys, packed. */
bool ari__packed_make(ari__packed *b, const ari__survey *survey, int words);
void ari__packed_free(ari__packed *b);
void ari__packed_pack(ari__packed *b, const ari__survey *survey, const ari__worth *worth,
                      const uint64_t *keys, int words, bool payoffs);
/* Adds index and header, and waits until all is on disk; every block is read once more and
 * must be what was packed. */
ari_status ari__writer_finish(ari__writer *w, ari__worth start, ari_error *error);

#endif
