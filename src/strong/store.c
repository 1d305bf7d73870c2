/* store.c: the folder in which a solving keeps what it needs to go on. */
#include "strong/store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <xxhash.h>

#include "strong/files.h"

#define CHECKPOINT_MAGIC UINT64_C(0x0a32504b43495241) /* "ARICKP2\n" */
#define SLOTS_MOST ((uint64_t)1 << 40)                /* of a tier */

static const char *const kinds[ARI__KINDS] = {"keys",  "reach", "worth",
                                              "found", "front", "lower"};

static const char *path_of(ari__store *store, const char *name)
{
    ari_text_clear(&store->name);
    ari_text_format(&store->name, "%s/%s", ari_text_get(&store->folder), name);
    return ari_text_get(&store->name);
}

const char *ari__store_path(ari__store *store, ari__store_kind kind, int tier)
{
    ARI_ASSERT(tier >= 0 && tier < store->tiers && kind < ARI__KINDS);
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
    store->sums = calloc((size_t)tiers, sizeof *store->sums);
    store->checked = calloc((size_t)tiers, sizeof *store->checked);
    if (!store->versions || !store->sums || !store->checked || !ari_text_ok(&store->part))
        return ari_fail_memory(error, (size_t)tiers * sizeof *store->versions,
                               "the list of tiers");
    store->made = !ari__file_there(ari_text_get(&store->folder));
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
    free(store->sums);
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

ari_status ari__store_damaged(const char *path, ari_error *error)
{
    ari_fail(error, ARI_BROKEN, ARI_NO_OFFSET,
             "'%.200s' is damaged; remove its folder to begin anew", path);
    return ARI_BROKEN;
}

/* ---- arrays ---- */

static ari_status write_array(const char *path, const void *data, size_t size,
                              ari_error *error)
{
    int file;
    ari_status status = ari__file_open(path, true, &file, error);
    if (status == ARI_OK)
        status = ari__file_put(file, path, 0, data, size, error);
    if (status == ARI_OK)
        status = ari__file_cut(file, path, size, error);
    ari__file_close(file);
    return status;
}

/* A whole file, to be freed. */
static ari_status read_file(const char *path, void **data, size_t *size, ari_error *error)
{
    int file;
    uint64_t bytes = 0;
    *data = NULL;
    ari_status status = ari__file_open(path, false, &file, error);
    if (status == ARI_OK)
        status = ari__file_size(file, path, &bytes, error);
    if (status == ARI_OK) {
        *size = (size_t)bytes;
        *data = malloc(*size ? *size : 1);
        status = ARI_MEMORY;
        if (*data)
            status = ari__file_get(file, path, 0, *data, *size, error);
        else
            ari_fail_memory(error, *size, "a file of the solving");
    }
    ari__file_close(file);
    if (status != ARI_OK) {
        free(*data);
        *data = NULL;
    }
    return status;
}

const char *ari__store_fresh(ari__store *store, ari__store_kind kind, int tier)
{
    ari__store_forget(store, kind, tier);
    store->versions[tier][kind] = ++store->number;
    return ari__store_path(store, kind, tier);
}

ari_status ari__store_save(ari__store *store, ari__store_kind kind, int tier,
                           const void *data, size_t size, ari_error *error)
{
    ari_status status =
        write_array(ari__store_fresh(store, kind, tier), data, size, error);
    store->sums[tier][kind] = XXH3_64bits(data, size);
    store->checked[tier][kind] = store->number;
    return status;
}

ari_status ari__store_load(ari__store *store, ari__store_kind kind, int tier, void **data,
                           size_t *size, ari_error *error)
{
    const char *path = ari__store_path(store, kind, tier);
    ari_status status = read_file(path, data, size, error);
    if (status != ARI_OK || XXH3_64bits(*data, *size) == store->sums[tier][kind])
        return status;
    free(*data);
    *data = NULL;
    return ari__store_damaged(path, error);
}

bool ari__store_has(const ari__store *store, ari__store_kind kind, int tier)
{
    ARI_ASSERT(tier >= 0 && tier < store->tiers && kind < ARI__KINDS);
    return store->versions[tier][kind] != 0;
}

void ari__store_forget(ari__store *store, ari__store_kind kind, int tier)
{
    if (store->versions[tier][kind] > store->kept)
        ari__file_remove(ari__store_path(store, kind, tier));
    store->versions[tier][kind] = 0;
}

/* ---- the checkpoint ---- */

/* These words; the writer's header; its index; for each tier its slots, versions and
 * checksums; the game's name, padded with zeros; and the checksum of all that. */
enum {
    C_MAGIC,
    C_FINGERPRINT,
    C_NAME, /* bytes of the name */
    C_ROLE,
    C_SOLVING,
    C_TIER,
    C_SPAN,
    C_NUMBER,
    C_AT,    /* the writer's place */
    C_INDEX, /* words of its index */
    C_TIERS,
    C_WORDS
};

#define TIER_WORDS (1 + 2 * ARI__KINDS)

static size_t name_words(const char *name)
{
    return (strlen(name) + 7) / 8;
}

/* Without the checksum. */
static uint64_t checkpoint_words(uint64_t index, uint64_t tiers, const char *name)
{
    return C_WORDS + ARI__DB_H_WORDS_COUNT + index + tiers * TIER_WORDS +
           name_words(name);
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

/* Writes a file with its checksum at the end, on disk, in place of the one of that name. */
ari_status ari__store_put(ari__store *store, const char *name, const void *data,
                          size_t size, ari_error *error)
{
    ari_text fresh = ARI_TEXT_EMPTY;
    ari_text_add(&fresh, path_of(store, "new"));
    const char *path = ari_text_get(&fresh);
    int file;
    uint64_t sum = XXH3_64bits(data, size);
    ari_status status = ari__file_open(path, true, &file, error);
    if (status == ARI_OK)
        status = ari__file_put(file, path, 0, data, size, error);
    if (status == ARI_OK)
        status = ari__file_put(file, path, size, &sum, sizeof sum, error);
    if (status == ARI_OK)
        status = ari__file_cut(file, path, size + sizeof sum, error);
    if (status == ARI_OK)
        status = ari__file_sync(file, path, error);
    ari__file_close(file);
    if (status == ARI_OK)
        status = ari__file_rename(path, path_of(store, name), error);
    ari_text_free(&fresh);
    return status;
}

/* Reads such a file; `size` is without the checksum. */
static ari_status get_file(ari__store *store, const char *name, void **data, size_t *size,
                           uint64_t *sum, ari_error *error)
{
    const char *path = path_of(store, name);
    ari_status status = read_file(path, data, size, error);
    if (status != ARI_OK)
        return status;
    if (*size >= sizeof *sum) {
        *size -= sizeof *sum;
        memcpy(sum, (char *)*data + *size, sizeof *sum);
        if (*sum == XXH3_64bits(*data, *size))
            return ARI_OK;
    }
    free(*data);
    *data = NULL;
    return ari__store_damaged(path, error);
}

ari_status ari__store_get(ari__store *store, const char *name, void *data, size_t size,
                          bool *found, ari_error *error)
{
    *found = ari__file_there(path_of(store, name));
    if (!*found)
        return ARI_OK;
    size_t bytes = 0;
    uint64_t sum;
    void *content;
    ari_status status = get_file(store, name, &content, &bytes, &sum, error);
    if (status == ARI_OK && bytes != size)
        status = ari__store_damaged(path_of(store, name), error);
    if (status == ARI_OK)
        memcpy(data, content, size);
    free(content);
    return status;
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
            const char *path = ari__store_path(store, (ari__store_kind)kind, tier);
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
    const char *game = strong->v->name;
    size_t count =
        (size_t)checkpoint_words(writer->index_count, (uint64_t)store->tiers, game);
    uint64_t *words = calloc(count, sizeof *words);
    if (!words)
        return ari_fail_memory(error, count * sizeof *words, "a checkpoint");
    const uint64_t head[C_WORDS] = {
        [C_MAGIC] = CHECKPOINT_MAGIC,
        [C_FINGERPRINT] = stand->fingerprint,
        [C_NAME] = strlen(game),
        [C_ROLE] = store->role,
        [C_SOLVING] = stand->solving,
        [C_TIER] = stand->tier,
        [C_SPAN] = stand->span,
        [C_NUMBER] = store->number,
        [C_AT] = writer->at,
        [C_INDEX] = writer->index_count,
        [C_TIERS] = (uint64_t)store->tiers,
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
        memcpy(at, store->sums[tier], sizeof *store->sums);
        at += ARI__KINDS;
    }
    memcpy(at, game, strlen(game));
    ARI_ASSERT(at + name_words(game) == words + count);
    ari_status status = sync_arrays(store, error);
    if (status == ARI_OK && writer->file >= 0)
        status = ari__file_sync(writer->file, writer->path, error);
    if (status == ARI_OK)
        status = ari__store_put(store, name, words, count * sizeof *words, error);
    store->said = XXH3_64bits(words, count * sizeof *words);
    free(words);
    return status;
}

/* Is it a checkpoint of this game, and this store's? */
static ari_status check_kind(const ari__store *store, const uint64_t *words, size_t count,
                             const ari__stand *stand, const char *game, ari_error *error)
{
    const char *path = ari_text_get(&store->name);
    if (count < C_WORDS || words[C_MAGIC] != CHECKPOINT_MAGIC)
        return ari_fail(error, ARI_UNSUPPORTED, ARI_NO_OFFSET,
                        "'%.200s' was written by another version of this program; remove "
                        "its folder to begin anew",
                        path);
    uint64_t length = words[C_NAME];
    size_t padded = length < ARI__DB_NAME_MAX ? (size_t)(length + 7) / 8 : count;
    if (length == 0 || padded > count - C_WORDS)
        return ari__store_damaged(path, error);
    const char *name = (const char *)(words + count - padded);
    if (length != strlen(game) || memcmp(name, game, strlen(game)) != 0)
        return ari_fail(error, ARI_ILLEGAL, ARI_NO_OFFSET,
                        "'%.120s' is of an unfinished solving of %.*s, not of %.100s; "
                        "remove its folder, or give another name",
                        path, (int)(length < 100 ? length : 100), name, game);
    if (words[C_FINGERPRINT] != stand->fingerprint)
        return ari_fail(error, ARI_ILLEGAL, ARI_NO_OFFSET,
                        "'%.120s' was made for other rules of %.100s; remove its folder "
                        "to begin anew",
                        path, game);
    return words[C_ROLE] == store->role ? ARI_OK : ari__store_damaged(path, error);
}

/* Can what it says be? */
static bool makes_sense(const ari__store *store, const uint64_t *words, size_t count,
                        const ari__strong *strong)
{
    uint64_t tiers = (uint64_t)store->tiers, index = words[C_INDEX];
    if (words[C_TIERS] != tiers || index > count ||
        count != checkpoint_words(index, tiers, strong->v->name) ||
        words[C_SOLVING] > 1 || words[C_TIER] + 1 > tiers + words[C_SOLVING])
        return false;
    const uint64_t *at = words + C_WORDS + ARI__DB_H_WORDS_COUNT + index;
    for (int tier = 0; tier < store->tiers; tier++, at += TIER_WORDS)
        if (strong->dense ? *at != strong->tiers[tier].slots : *at > SLOTS_MOST)
            return false;
    return true;
}

static ari_status take_checkpoint(ari__store *store, const uint64_t *words,
                                  ari__stand *stand, ari__strong *strong,
                                  ari__writer *writer, ari_error *error)
{
    size_t index = (size_t)words[C_INDEX];
    writer->index = malloc((index ? index : 1) * sizeof *writer->index);
    if (!writer->index)
        return ari_fail_memory(error, index * sizeof *writer->index, "the index");
    const uint64_t *at = words + C_WORDS;
    stand->solving = words[C_SOLVING];
    stand->tier = words[C_TIER];
    stand->span = words[C_SPAN];
    store->number = store->kept = words[C_NUMBER];
    memcpy(writer->header, at, sizeof writer->header);
    at += ARI__DB_H_WORDS_COUNT;
    writer->at = words[C_AT];
    writer->index_count = writer->index_capacity = index;
    memcpy(writer->index, at, index * sizeof *at);
    at += index;
    for (int tier = 0; tier < store->tiers; tier++) {
        strong->tiers[tier].slots = *at++;
        memcpy(store->versions[tier], at, sizeof *store->versions);
        at += ARI__KINDS;
        memcpy(store->sums[tier], at, sizeof *store->sums);
        at += ARI__KINDS;
    }
    return ARI_OK;
}

ari_status ari__store_resume(ari__store *store, ari__stand *stand, ari__strong *strong,
                             ari__writer *writer, bool *resumed, ari_error *error)
{
    size_t size = 0;
    void *words = NULL;
    *resumed = ari__file_there(path_of(store, store->checkpoint));
    if (!*resumed) {
        ari__store_clean(store);
        return ARI_OK;
    }
    ari_status status =
        get_file(store, store->checkpoint, &words, &size, &store->said, error);
    size_t count = size / sizeof(uint64_t);
    if (status == ARI_OK && size % sizeof(uint64_t))
        status = ari__store_damaged(ari_text_get(&store->name), error);
    if (status == ARI_OK)
        status = check_kind(store, words, count, stand, strong->v->name, error);
    if (status == ARI_OK && !makes_sense(store, words, count, strong))
        status = ari__store_damaged(ari_text_get(&store->name), error);
    if (status == ARI_OK)
        status = take_checkpoint(store, words, stand, strong, writer, error);
    free(words);
    return status;
}
