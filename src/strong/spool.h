/* spool.h: an array of a tier in the folder, read and written piece by piece (internal).
 *
 * It is a file of the store like others: a new version while it is written, whose checksum
 * the store knows once it is sealed. Offsets are in bytes. */
#ifndef ARI_STRONG_SPOOL_H
#define ARI_STRONG_SPOOL_H

#include "strong/store.h"

typedef struct ari__spool {
    ari__store *store;
    ari__store_kind kind;
    int tier;
    ari_text path;
    int file; /* -1: not open */
    uint64_t bytes;
} ari__spool;

#define ARI__SPOOL_NONE ((ari__spool){.file = -1})

/* A new version: empty; or `bytes` long, with what the one before has, or zeros. */
ari_status ari__spool_new(ari__spool *spool, ari__store *store, ari__store_kind kind,
                          int tier, ari_error *error);
ari_status ari__spool_renew(ari__spool *spool, ari__store *store, ari__store_kind kind,
                            int tier, uint64_t bytes, ari_error *error);
/* The version that counts, for reading; its checksum is compared if it was not yet. */
ari_status ari__spool_open(ari__spool *spool, ari__store *store, ari__store_kind kind,
                           int tier, ari_error *error);
ari_status ari__spool_get(const ari__spool *spool, uint64_t offset, void *data,
                          size_t size, ari_error *error);
/* Also beyond the end. */
ari_status ari__spool_put(ari__spool *spool, uint64_t offset, const void *data,
                          size_t size, ari_error *error);
/* Tells the store its checksum, and closes it. */
ari_status ari__spool_seal(ari__spool *spool, ari_error *error);
void ari__spool_close(ari__spool *spool);

#endif
