/* store.c: the folder in which a solving keeps what it needs to go on. */
#include "solve/store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <xxhash.h>

#include "solve/files.h"

#define CHECKPOINT_MAGIC UINT64_C(0x0a0d504b43495241) /* "ARICKP\r\n" */

static const char *const kinds[ARI__KINDS] = {"keys",  "reach", "worth",
                                              "found", "front", "lower"};

static const char *path_of(ari__store *store, const char *name)
{
    ari_text_clear(&store->name);
    ari_text_format(&store->name, "%s/%s", ari_text_get(&store->folder), name);
    return ari_text_get(&store->name);
}

const char *ari__store_path(ari__store *store, ari__kind kind, int tier)
{
    char name[64];
    snprintf(name, sizeof name, "%s-%d-%llu", kinds[kind], tier,
             (unsigned long long)store->versions[tier][kind]);
    return path_of(store, name);
}

ari_status ari__store_open(ari__store *store, const char *path, int tiers,
                           ari_error *error)
{
    *store = (ari__store){.lock = -1, .tiers = tiers, .checkpoint = "checkpoint"};
    ari_text_format(&store->folder, "%s.work", path);
    ari_text_format(&store->part, "%s.work/part", path);
    store->versions = calloc((size_t)tiers, sizeof *store->versions);
    store->checked = calloc((size_t)tiers, sizeof *store->checked);
    if (!store->versions || !store->checked || !ari_text_ok(&store->part))
        return ari_fail_memory(error, (size_t)tiers * sizeof *store->versions,
                               "the list of tiers");
    ari_status status = ari__folder_make(ari_text_get(&store->folder), error);
    if (status == ARI_OK)
        status = ari__file_lock(path_of(store, "lock"), &store->lock, error);
    return status;
}

void ari__store_close(ari__store *store, bool done)
{
    if (store->lock >= 0 && done)
        ari__folder_remove(ari_text_get(&store->folder));
    ari__file_close(store->lock);
    free(store->versions);
    free(store->checked);
    ari_text_free(&store->folder);
    ari_text_free(&store->part);
    ari_text_free(&store->name);
}

void ari__store_clear(const char *path)
{
    ari__store store;
    ari_error ignored;
    ari_text folder = ARI_TEXT_EMPTY;
    ari_text_format(&folder, "%s.work", path);
    if (ari__file_there(ari_text_get(&folder))) {
        bool mine = ari__store_open(&store, path, 1, &ignored) == ARI_OK;
        ari__store_close(&store, mine);
    }
    ari_text_free(&folder);
}

/* Writes data and its checksum into a new file, and waits until it is on disk if it must. */
static ari_status write_file(const char *path, const void *data, size_t size, bool wait,
                             ari_error *error)
{
    int file;
    uint64_t sum = XXH3_64bits(data, size);
    ari_status status = ari__file_open(path, true, &file, error);
    if (status == ARI_OK)
        status = ari__file_put(file, path, 0, data, size, error);
    if (status == ARI_OK)
        status = ari__file_put(file, path, size, &sum, sizeof sum, error);
    if (status == ARI_OK)
        status = ari__file_cut(file, path, size + sizeof sum, error);
    if (status == ARI_OK && wait)
        status = ari__file_sync(file, path, error);
    ari__file_close(file);
    return status;
}

/* Reads such a file of any size; NULL when it is not as it was written. */
static void *read_file(const char *path, size_t *size, ari_error *error)
{
    int file;
    uint64_t bytes = 0, sum = 0;
    unsigned char *data = NULL;
    if (ari__file_open(path, false, &file, error) != ARI_OK)
        return NULL;
    if (ari__file_size(file, path, &bytes, error) == ARI_OK && bytes >= sizeof sum)
        data = malloc(bytes);
    if (data && ari__file_get(file, path, 0, data, bytes, error) == ARI_OK) {
        *size = bytes - sizeof sum;
        memcpy(&sum, data + *size, sizeof sum);
    }
    ari__file_close(file);
    if (data && sum == XXH3_64bits(data, *size))
        return data;
    free(data);
    ari_fail(error, ARI_BROKEN, ARI_NO_OFFSET,
             "'%.200s' is damaged; remove its folder to begin anew", path);
    return NULL;
}

const char *ari__store_fresh(ari__store *store, ari__kind kind, int tier)
{
    ari__store_forget(store, kind, tier);
    store->versions[tier][kind] = ++store->number;
    return ari__store_path(store, kind, tier);
}

ari_status ari__store_save(ari__store *store, ari__kind kind, int tier, const void *data,
                           size_t size, ari_error *error)
{
    ari_status status =
        write_file(ari__store_fresh(store, kind, tier), data, size, false, error);
    store->checked[tier][kind] = store->number;
    return status;
}

ari_status ari__store_load(ari__store *store, ari__kind kind, int tier, void **data,
                           size_t *size, ari_error *error)
{
    *data = read_file(ari__store_path(store, kind, tier), size, error);
    return *data ? ARI_OK : ARI_BROKEN;
}

bool ari__store_has(const ari__store *store, ari__kind kind, int tier)
{
    return store->versions[tier][kind] != 0;
}

void ari__store_forget(ari__store *store, ari__kind kind, int tier)
{
    if (store->versions[tier][kind] > store->kept)
        ari__file_remove(ari__store_path(store, kind, tier));
    store->versions[tier][kind] = 0;
}

/* ---- the checkpoint ---- */

/* magic, fingerprint, solving, tier, span, number, writer's place, words of its index, tiers;
 * the writer's header; the index; for each tier its slots and versions */
enum {
    C_MAGIC,
    C_FINGERPRINT,
    C_SOLVING,
    C_TIER,
    C_SPAN,
    C_NUMBER,
    C_AT,
    C_INDEX,
    C_TIERS,
    C_WORDS
};

static size_t checkpoint_words(uint64_t index, uint64_t tiers)
{
    return (size_t)(C_WORDS + ARI__DB_H_WORDS_COUNT + index + tiers * (1 + ARI__KINDS));
}

static bool is_named(void *self, const char *name)
{
    const ari__store *store = self;
    if (strcmp(name, "lock") == 0 || strcmp(name, "part") == 0 ||
        strcmp(name, "commit") == 0 || strcmp(name, store->checkpoint) == 0)
        return true;
    for (int kind = 0; kind < ARI__KINDS; kind++) {
        size_t length = strlen(kinds[kind]);
        if (strncmp(name, kinds[kind], length) != 0 || name[length] != '-')
            continue;
        char *end;
        long tier = strtol(name + length + 1, &end, 10);
        unsigned long long version = *end == '-' ? strtoull(end + 1, NULL, 10) : 0;
        return tier >= 0 && tier < store->tiers && version &&
               store->versions[tier][kind] == version;
    }
    return false;
}

ari_status ari__store_put(ari__store *store, const char *name, const void *data,
                          size_t size, ari_error *error)
{
    ari_text fresh = ARI_TEXT_EMPTY;
    ari_text_add(&fresh, path_of(store, "new"));
    ari_status status = write_file(ari_text_get(&fresh), data, size, true, error);
    if (status == ARI_OK)
        status = ari__file_rename(ari_text_get(&fresh), path_of(store, name), error);
    ari_text_free(&fresh);
    return status;
}

bool ari__store_get(ari__store *store, const char *name, void *data, size_t size)
{
    size_t found = 0;
    ari_error ignored;
    void *content = read_file(path_of(store, name), &found, &ignored);
    bool fits = content && found == size;
    if (fits)
        memcpy(data, content, size);
    free(content);
    return fits;
}

void ari__store_clean(ari__store *store)
{
    ari__folder_clean(ari_text_get(&store->folder), is_named, store);
    store->kept = store->number;
}

ari_status ari__store_checkpoint(ari__store *store, const ari__stand *stand,
                                 const ari__strong *strong, const ari__writer *writer,
                                 ari_error *error)
{
    ari_status status =
        ari__store_write(store, store->checkpoint, stand, strong, writer, error);
    if (status == ARI_OK)
        ari__store_clean(store);
    return status;
}

/* Waits until every array that the next checkpoint names and the last did not is on disk. */
static ari_status sync_arrays(ari__store *store, ari_error *error)
{
    ari_status status = ARI_OK;
    for (int tier = 0; tier < store->tiers; tier++)
        for (int kind = 0; kind < ARI__KINDS && status == ARI_OK; kind++) {
            int file;
            if (store->versions[tier][kind] <= store->kept)
                continue;
            const char *path = ari__store_path(store, (ari__kind)kind, tier);
            status = ari__file_open(path, false, &file, error);
            if (status == ARI_OK)
                status = ari__file_sync(file, path, error);
            ari__file_close(file);
        }
    return status;
}

ari_status ari__store_write(ari__store *store, const char *name, const ari__stand *stand,
                            const ari__strong *strong, const ari__writer *writer,
                            ari_error *error)
{
    size_t count = checkpoint_words(writer->index_count, (uint64_t)store->tiers);
    uint64_t *words = malloc(count * sizeof *words);
    if (!words)
        return ari_fail_memory(error, count * sizeof *words, "a checkpoint");
    const uint64_t head[C_WORDS] = {
        CHECKPOINT_MAGIC, stand->fingerprint,  stand->solving,
        stand->tier,      stand->span,         store->number,
        writer->at,       writer->index_count, (uint64_t)store->tiers,
    };
    uint64_t *at = words;
    memcpy(at, head, sizeof head);
    at += C_WORDS;
    memcpy(at, writer->header, sizeof writer->header);
    at += ARI__DB_H_WORDS_COUNT;
    if (writer->index_count)
        memcpy(at, writer->index, writer->index_count * sizeof *at);
    at += writer->index_count;
    for (int tier = 0; tier < store->tiers; tier++) {
        *at++ = strong->tiers[tier].slots;
        memcpy(at, store->versions[tier], sizeof *store->versions);
        at += ARI__KINDS;
    }
    ari_status status = sync_arrays(store, error);
    if (status == ARI_OK && writer->file >= 0)
        status = ari__file_sync(writer->file, writer->path, error);
    if (status == ARI_OK)
        status = ari__store_put(store, name, words, count * sizeof *words, error);
    free(words);
    return status;
}

bool ari__store_resume(ari__store *store, ari__stand *stand, ari__strong *strong,
                       ari__writer *writer)
{
    size_t size = 0;
    ari_error ignored;
    uint64_t *words = read_file(path_of(store, store->checkpoint), &size, &ignored);
    bool fits = words && size >= C_WORDS * sizeof *words && size % sizeof *words == 0 &&
                words[C_MAGIC] == CHECKPOINT_MAGIC &&
                words[C_FINGERPRINT] == stand->fingerprint &&
                words[C_TIERS] == (uint64_t)store->tiers &&
                words[C_TIER] <= (uint64_t)store->tiers &&
                words[C_INDEX] <= size / sizeof *words &&
                size / sizeof *words == checkpoint_words(words[C_INDEX], words[C_TIERS]);
    uint64_t *index = NULL;
    if (fits && words[C_INDEX]) {
        index = malloc(words[C_INDEX] * sizeof *index);
        fits = index != NULL;
    }
    if (!fits) {
        free(words);
        ari__store_clean(store);
        return false;
    }
    const uint64_t *at = words + C_WORDS;
    stand->solving = words[C_SOLVING];
    stand->tier = words[C_TIER];
    stand->span = words[C_SPAN];
    store->number = store->kept = words[C_NUMBER];
    memcpy(writer->header, at, sizeof writer->header);
    at += ARI__DB_H_WORDS_COUNT;
    writer->at = words[C_AT];
    writer->index = index;
    writer->index_count = writer->index_capacity = words[C_INDEX];
    if (index)
        memcpy(index, at, words[C_INDEX] * sizeof *index);
    at += words[C_INDEX];
    for (int tier = 0; tier < store->tiers; tier++) {
        strong->tiers[tier].slots = *at++;
        memcpy(store->versions[tier], at, sizeof *store->versions);
        at += ARI__KINDS;
    }
    free(words);
    return true;
}
