/* sift.h: sorted sets of keys, united or subtracted without being in memory (internal). */
#ifndef ARI_STRONG_SIFT_H
#define ARI_STRONG_SIFT_H

#include "strong/spool.h"

/* Keys in order: those of an array, or of a file. */
typedef struct ari__flow {
    const uint64_t *at; /* the next one, of `left` that are in memory */
    size_t left;
    ari__spool file;
    uint64_t next; /* the byte of the file that is read next */
    uint64_t *buffer;
    size_t room; /* bytes */
} ari__flow;

/* Those of an array, which may be NULL. */
ari__flow ari__flow_of(const uint64_t *keys, size_t count);
/* Those of a tier's file, if there is one; `room` bytes are read at a time. */
ari_status ari__flow_open(ari__flow *flow, ari__store *store, ari__store_kind kind,
                          int tier, size_t room, ari_error *error);
void ari__flow_close(ari__flow *flow);

/* Writes what is in `a` or `b`, or what is in `a` and not in `b`, as a tier's new file. Both
 * are used up. `count` is how many keys that are. */
ari_status ari__sift(ari__flow *a, ari__flow *b, bool unite, int words, size_t room,
                     ari__spool *out, uint64_t *count, ari_error *error);

#endif
