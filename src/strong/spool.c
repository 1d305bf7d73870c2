/* spool.c: an array of a tier in the folder, read and written piece by piece. */
#include "strong/spool.h"

#include <stdlib.h>

#include <xxhash.h>

#include "strong/files.h"

#define STEP ((size_t)1 << 16) /* bytes read at a time where all of a file is read */

ari_status ari__spool_new(ari__spool *spool, ari__store *store, ari__store_kind kind,
                          int tier, ari_error *error)
{
    *spool = (ari__spool){.store = store, .kind = kind, .tier = tier, .file = -1};
    ari_text_add(&spool->path, ari__store_fresh(store, kind, tier));
    if (!ari_text_ok(&spool->path))
        return ari_fail_memory(error, STEP, "the name of a file");
    const char *path = ari_text_get(&spool->path);
    ari_status status = ari__file_open(path, true, &spool->file, error);
    /* a solver that was killed may have left one of this name */
    return status == ARI_OK ? ari__file_cut(spool->file, path, 0, error) : status;
}

/* Hands every piece of the first `bytes` bytes to `take`. */
static ari_status read_all(const ari__spool *from, uint64_t bytes,
                           ari_status (*take)(void *self, uint64_t at, const void *data,
                                              size_t size, ari_error *error),
                           void *self, ari_error *error)
{
    void *data = malloc(STEP);
    ari_status status = data ? ARI_OK : ari_fail_memory(error, STEP, "reading a file");
    for (uint64_t at = 0; status == ARI_OK && at < bytes;) {
        size_t size = bytes - at < STEP ? (size_t)(bytes - at) : STEP;
        status =
            ari__file_get(from->file, ari_text_get(&from->path), at, data, size, error);
        if (status == ARI_OK)
            status = take(self, at, data, size, error);
        at += size;
    }
    free(data);
    return status;
}

static ari_status copy_piece(void *self, uint64_t at, const void *data, size_t size,
                             ari_error *error)
{
    return ari__spool_put(self, at, data, size, error);
}

ari_status ari__spool_renew(ari__spool *spool, ari__store *store, ari__store_kind kind,
                            int tier, uint64_t bytes, ari_error *error)
{
    ari__spool before = ARI__SPOOL_NONE;
    ari_status status = ARI_OK;
    *spool = ARI__SPOOL_NONE;
    if (ari__store_has(store, kind, tier))
        status = ari__spool_open(&before, store, kind, tier, error);
    if (status == ARI_OK)
        status = ari__spool_new(spool, store, kind, tier, error);
    if (status == ARI_OK)
        status = ari__file_cut(spool->file, ari_text_get(&spool->path), bytes, error);
    if (status == ARI_OK && before.file >= 0 && before.bytes == bytes)
        status = read_all(&before, bytes, copy_piece, spool, error);
    spool->bytes = bytes;
    ari__spool_close(&before);
    return status;
}

static ari_status hash_piece(void *self, uint64_t at, const void *data, size_t size,
                             ari_error *error)
{
    (void)at, (void)error;
    XXH3_64bits_update(self, data, size);
    return ARI_OK;
}

static ari_status sum_of(const ari__spool *spool, uint64_t *sum, ari_error *error)
{
    XXH3_state_t *state = XXH3_createState();
    if (!state || XXH3_64bits_reset(state) != XXH_OK) {
        XXH3_freeState(state);
        return ari_fail_memory(error, STEP, "a checksum");
    }
    ari_status status = read_all(spool, spool->bytes, hash_piece, state, error);
    *sum = XXH3_64bits_digest(state);
    XXH3_freeState(state);
    return status;
}

ari_status ari__spool_open(ari__spool *spool, ari__store *store, ari__store_kind kind,
                           int tier, ari_error *error)
{
    uint64_t sum = 0, *checked = &store->checked[tier][kind];
    *spool = (ari__spool){.store = store, .kind = kind, .tier = tier, .file = -1};
    ari_text_add(&spool->path, ari__store_path(store, kind, tier));
    const char *path = ari_text_get(&spool->path);
    ari_status status = ari__file_open(path, false, &spool->file, error);
    if (status == ARI_OK)
        status = ari__file_size(spool->file, path, &spool->bytes, error);
    if (status != ARI_OK || *checked == store->versions[tier][kind])
        return status;
    status = sum_of(spool, &sum, error);
    if (status == ARI_OK && sum != store->sums[tier][kind])
        status = ari__store_damaged(path, error);
    if (status == ARI_OK)
        *checked = store->versions[tier][kind];
    return status;
}

ari_status ari__spool_get(const ari__spool *spool, uint64_t offset, void *data,
                          size_t size, ari_error *error)
{
    ARI_ASSERT(spool->file >= 0);
    return ari__file_get(spool->file, ari_text_get(&spool->path), offset, data, size,
                         error);
}

ari_status ari__spool_put(ari__spool *spool, uint64_t offset, const void *data,
                          size_t size, ari_error *error)
{
    ARI_ASSERT(spool->file >= 0);
    if (offset + size > spool->bytes)
        spool->bytes = offset + size;
    return ari__file_put(spool->file, ari_text_get(&spool->path), offset, data, size,
                         error);
}

ari_status ari__spool_seal(ari__spool *spool, ari_error *error)
{
    ARI_ASSERT(spool->file >= 0 &&
               ari__store_has(spool->store, spool->kind, spool->tier));
    ari__store *store = spool->store;
    uint64_t *sum = &store->sums[spool->tier][spool->kind];
    ari_status status = sum_of(spool, sum, error);
    if (status == ARI_OK)
        status =
            ari__file_cut(spool->file, ari_text_get(&spool->path), spool->bytes, error);
    if (status == ARI_OK)
        store->checked[spool->tier][spool->kind] =
            store->versions[spool->tier][spool->kind];
    ari__spool_close(spool);
    return status;
}

void ari__spool_close(ari__spool *spool)
{
    ari__file_close(spool->file);
    spool->file = -1;
    ari_text_free(&spool->path);
}
