/* write.c: writing a database.
 *
 * What a block holds depends on the worths of its slots alone, so any number of threads
 * makes the same file. Every tier has an alphabet: its different worths, sorted, of which a
 * symbol is the number. A slot that needs no symbol repeats the one before it, which costs
 * the compression next to nothing. */
#include "strong/write.h"

#include <stdlib.h>
#include <string.h>

#include <xxhash.h>
#include <zstd.h>

#include "base/memory.h"
#include "strong/files.h"

#define LEVEL \
    6 /* of compression: 12 is 5 % smaller and takes a quarter more time in all */

static uint64_t header_size(const ari__writer *w)
{
    size_t name = (strlen(w->v->name) + 7) / 8 * 8;
    return ARI__DB_HEADER_BYTES + name + 8;
}

/* ---- what is written already ---- */

static ari_status damaged(const ari__writer *w, uint64_t at, ari_error *error)
{
    return ari_fail(error, ARI_BROKEN, ARI_NO_OFFSET,
                    "'%.200s' is damaged: what is at byte %llu is not what was written; "
                    "remove its folder to begin anew",
                    w->path, (unsigned long long)at);
}

/* Reads `size` bytes back and compares them with the checksum that they had. */
static ari_status read_back(const ari__writer *w, uint64_t at, uint64_t size,
                            uint64_t sum, XXH3_state_t *state, ari_error *error)
{
    void *data = malloc(size ? (size_t)size : 1);
    ari_status status =
        data ? ari__file_get(w->file, w->path, at, data, (size_t)size, error)
             : ari_fail_memory(error, (size_t)size, "a checksum");
    if (status == ARI_OK && XXH3_64bits(data, (size_t)size) != sum)
        status = damaged(w, at, error);
    if (status == ARI_OK && state)
        XXH3_64bits_update(state, data, (size_t)size);
    free(data);
    return status;
}

/* The same with all blocks, which the index lists; that comes from a checkpoint, perhaps. */
static ari_status read_blocks(const ari__writer *w, XXH3_state_t *state, ari_error *error)
{
    size_t words = (size_t)w->header[ARI__DB_H_WORDS], each = ARI__DB_B_WORDS + words;
    uint64_t at = w->header[ARI__DB_H_SIZE];
    for (size_t i = 0; i < w->index_count;) {
        const uint64_t *tier = w->index + i;
        size_t left = w->index_count - i;
        if (left < ARI__DB_T_WORDS || tier[ARI__DB_T_SYMBOLS] > left ||
            tier[ARI__DB_T_ROWS] > left || tier[ARI__DB_T_BLOCKS] > left)
            return damaged(w, at, error);
        size_t before = ARI__DB_T_WORDS + (size_t)tier[ARI__DB_T_SYMBOLS] +
                        ARI__DB_R_WORDS * (size_t)tier[ARI__DB_T_ROWS];
        size_t blocks = (size_t)tier[ARI__DB_T_BLOCKS];
        if (before + each * blocks > left)
            return damaged(w, at, error);
        for (size_t j = 0; j < blocks; j++) {
            const uint64_t *b = tier + before + j * each;
            if (b[ARI__DB_B_OFFSET] != at || b[ARI__DB_B_SIZE] > w->at - at)
                return damaged(w, at, error);
            ari_status status =
                read_back(w, at, b[ARI__DB_B_SIZE], b[ARI__DB_B_SUM], state, error);
            if (status != ARI_OK)
                return status;
            at += b[ARI__DB_B_SIZE];
        }
        i += before + each * blocks;
    }
    return at == w->at ? ARI_OK : damaged(w, at, error);
}

ari_status ari__writer_open(ari__writer *w, const ari__strong *strong, const char *path,
                            uint64_t fingerprint, const ari_runner *runner,
                            ari_error *error)
{
    w->v = strong->v;
    w->path = path;
    w->runner = runner;
    w->file = -1;
    if (!w->batch)
        w->batch = ARI__WRITER_BATCH;
    uint64_t *h = w->header;
    h[ARI__DB_H_MAGIC] = ARI__DB_MAGIC;
    h[ARI__DB_H_VERSION] = ARI__DB_VERSION;
    h[ARI__DB_H_SIZE] = header_size(w);
    h[ARI__DB_H_FINGERPRINT] = fingerprint;
    h[ARI__DB_H_FLAGS] = (strong->dense ? ARI__DB_DENSE : 0) |
                         (ari_has(w->v, ARI_HAS_PAYOFFS) ? ARI__DB_PAYOFFS : 0) |
                         (strong->single ? ARI__DB_SINGLE : 0) |
                         (strong->spare ? ARI__DB_SPARE : 0);
    h[ARI__DB_H_WORDS] = strong->dense ? 0 : (uint64_t)strong->words;
    h[ARI__DB_H_TOP] = (uint64_t)strong->top;
    h[ARI__DB_H_NAME] = strlen(w->v->name);
    if (w->at == 0)
        w->at = header_size(w);
    ari_status status = ari__file_open(path, true, &w->file, error);
    if (status == ARI_OK)
        status = read_blocks(w, NULL, error);
    return status == ARI_OK ? ari__file_cut(w->file, path, w->at, error) : status;
}

void ari__writer_close(ari__writer *w)
{
    ari__file_close(w->file);
    w->file = -1;
    free(w->index);
    w->index = NULL;
}

static bool add_words(ari__writer *w, const uint64_t *words, size_t count)
{
    if (!ari__grow((void **)&w->index, &w->index_capacity, w->index_count + count,
                   sizeof *w->index))
        return false;
    memcpy(w->index + w->index_count, words, count * sizeof *words);
    w->index_count += count;
    return true;
}

/* ---- one tier ---- */

typedef struct tier_writing {
    const ari__survey *survey;
    int words; /* 0: dense */
    bool payoffs;
    uint64_t slots, blocks, each; /* each: items of a block, which are slots or keys */
    ari__slots source;
    uint64_t taken;    /* slots taken from it */
    ari__worth *worth; /* the batch: its items */
    uint64_t *keys;
    uint64_t items;
    ari__packed *pieces;
    int batch;
} tier_writing;

/* ---- the survey ---- */

/* The place of a worth in the alphabet, or where it belongs. */
static size_t symbol_of(const ari__survey *t, ari__worth worth)
{
    size_t low = 0, high = t->count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (t->symbols[middle] < worth)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool add_symbol(ari__survey *t, ari__worth worth)
{
    size_t at = symbol_of(t, worth);
    if (at < t->count && t->symbols[at] == worth)
        return true;
    if (!ari__grow((void **)&t->symbols, &t->room, t->count + 1, sizeof *t->symbols))
        return false;
    memmove(t->symbols + at + 1, t->symbols + at, (t->count++ - at) * sizeof *t->symbols);
    t->symbols[at] = worth;
    return true;
}

bool ari__survey_add(ari__survey *survey, const ari__worth *worth, uint64_t count,
                     bool payoffs)
{
    ari__worth known[256] = {ARI__WORTH_NONE}; /* by some of their bits */
    for (uint64_t i = 0; i < count; i++) {
        ari__worth w = worth[i], *seen = &known[(w ^ w >> 13) & 255];
        if (!ari__worth_stored(w, payoffs))
            continue;
        survey->stored++;
        if (*seen != w && !add_symbol(survey, w))
            return false;
        *seen = w;
    }
    return true;
}

bool ari__survey_fit(ari__survey *survey, const ari__census *census,
                     const ari__strong *strong)
{
    bool payoffs = ari_has(strong->v, ARI_HAS_PAYOFFS);
    for (size_t i = 0; i < census->capacity; i++)
        if (census->rows[i].canonical &&
            ari__worth_stored(census->rows[i].worth, payoffs))
            return !strong->spare || add_symbol(survey, ARI__WORTH_NONE);
    survey->stored = survey->count = 0;
    return true;
}

bool ari__survey_join(ari__survey *to, const ari__survey *from)
{
    for (size_t i = 0; i < from->count; i++)
        if (!add_symbol(to, from->symbols[i]))
            return false;
    to->stored += from->stored;
    return true;
}

/* ---- blocks ---- */

static void put_symbol(ari__packed *b, const ari__survey *survey, uint64_t i,
                       size_t symbol)
{
    ARI_ASSERT(i < b->count && symbol < survey->count);
    if (survey->count <= 256) {
        b->plain[i] = (unsigned char)symbol;
    } else {
        b->plain[2 * i] = (unsigned char)symbol;
        b->plain[2 * i + 1] = (unsigned char)(symbol >> 8);
    }
}

static void fill_dense(ari__packed *b, const ari__survey *survey, const ari__worth *worth,
                       bool payoffs)
{
    ARI_ASSERT(survey->count > 0);
    bool spare = survey->symbols[0] == ARI__WORTH_NONE;
    uint64_t first = 0;
    while (!spare && first < b->count && !ari__worth_stored(worth[first], payoffs))
        first++;
    ari__worth last = !spare && first < b->count ? worth[first] : survey->symbols[0];
    size_t symbol = symbol_of(survey, last);
    for (uint64_t i = 0; i < b->count; i++) {
        bool stored = ari__worth_stored(worth[i], payoffs);
        ari__worth now = stored ? worth[i] : spare ? ARI__WORTH_NONE : last;
        if (now != last) {
            last = now;
            symbol = symbol_of(survey, last);
        }
        put_symbol(b, survey, i, symbol);
    }
}

/* Keys as differences, byte by byte of all of them, then the symbols. */
static void fill_keyed(ari__packed *b, const ari__survey *survey, const ari__worth *worth,
                       const uint64_t *keys, size_t words)
{
    unsigned char *bytes = b->plain + (survey->count > 256 ? 2 : 1) * b->count;
    const uint64_t *before = NULL;
    memcpy(b->first, keys, words * 8);
    for (uint64_t i = 0; i < b->count; i++) {
        const uint64_t *key = keys + i * words;
        uint64_t borrow = 0;
        for (size_t w = words; w-- > 0;) { /* key - before, the last word lowest */
            uint64_t less = before ? before[w] : key[w];
            uint64_t difference = key[w] - less - borrow;
            borrow = before && (key[w] < less || (key[w] == less && borrow));
            for (size_t byte = 0; byte < 8; byte++)
                bytes[(8 * w + byte) * b->count + i] =
                    (unsigned char)(difference >> 8 * byte);
        }
        before = key;
        put_symbol(b, survey, i, symbol_of(survey, worth[i]));
    }
}

bool ari__packed_make(ari__packed *b, const ari__survey *survey, int words)
{
    size_t room =
        ari__db_block_bytes(words ? ARI__DB_KEYS : ARI__DB_SLOTS, survey->count, words);
    b->packed_room = ZSTD_compressBound(room);
    b->plain = malloc(room);
    b->packed = malloc(b->packed_room);
    return b->plain && b->packed;
}

void ari__packed_free(ari__packed *b)
{
    free(b->plain);
    free(b->packed);
}

void ari__packed_pack(ari__packed *b, const ari__survey *survey, const ari__worth *worth,
                      const uint64_t *keys, int words, bool payoffs)
{
    if (words)
        fill_keyed(b, survey, worth, keys, (size_t)words);
    else
        fill_dense(b, survey, worth, payoffs);
    size_t bytes = ari__db_block_bytes(b->count, survey->count, words);
    b->size = ZSTD_compress(b->packed, b->packed_room, b->plain, bytes, LEVEL);
    b->failed = ZSTD_isError(b->size) != 0;
    if (!b->failed)
        b->sum = XXH3_64bits(b->packed, b->size);
}

static void pack(void *argument, int index)
{
    tier_writing *t = argument;
    ari__packed *b = &t->pieces[index];
    uint64_t from = (uint64_t)index * t->each, left = t->items - from;
    ARI_ASSERT(from < t->items && index < t->batch);
    b->count = left < t->each ? left : t->each;
    ari__packed_pack(b, t->survey, t->worth + from,
                     t->words ? t->keys + from * (size_t)t->words : NULL, t->words,
                     t->payoffs);
}

static bool make_batch(tier_writing *t, int most)
{
    t->batch = t->blocks < (uint64_t)most ? (int)t->blocks : most;
    size_t items = (size_t)t->batch * t->each;
    if (t->batch == 0)
        return true;
    t->worth = malloc(items * sizeof *t->worth);
    t->keys = t->words ? malloc(items * (size_t)t->words * 8) : NULL;
    t->pieces = calloc((size_t)t->batch, sizeof *t->pieces);
    bool ok = t->worth && (t->keys || !t->words) && t->pieces;
    for (int i = 0; ok && i < t->batch; i++)
        ok = ari__packed_make(&t->pieces[i], t->survey, t->words);
    return ok;
}

/* Takes as many slots as make a whole batch, or all that are left. */
static ari_status take_batch(tier_writing *t, ari_error *error)
{
    uint64_t most = (uint64_t)t->batch * t->each;
    size_t words = (size_t)t->words;
    ari_status status = ARI_OK;
    t->items = 0;
    while (status == ARI_OK && t->items < most && t->taken < t->slots) {
        ari__tier part = {.slots = 0};
        status = t->source.next(t->source.self, most - t->items, &part, error);
        ARI_ASSERT(status != ARI_OK || part.slots <= most - t->items);
        if (status != ARI_OK || part.slots == 0)
            break;
        t->taken += part.slots;
        for (uint64_t i = 0; words && i < part.slots; i++) {
            if (!ari__worth_stored(part.worth[i], t->payoffs))
                continue;
            memcpy(t->keys + t->items * words, part.keys + i * words, words * 8);
            t->worth[t->items++] = part.worth[i];
        }
        if (!words) {
            memcpy(t->worth + t->items, part.worth,
                   (size_t)part.slots * sizeof *t->worth);
            t->items += part.slots;
        }
    }
    if (status == ARI_OK && t->items == 0)
        status = ari_fail(error, ARI_BROKEN, ARI_NO_OFFSET,
                          "a tier has fewer positions than were counted");
    return status;
}

ari_status ari__writer_block(ari__writer *w, const ari__packed *b, ari_error *error)
{
    if (b->failed)
        return ari_fail_memory(error, b->packed_room, "compressing a block");
    const uint64_t block[ARI__DB_B_WORDS] = {
        [ARI__DB_B_OFFSET] = w->at,
        [ARI__DB_B_SIZE] = b->size,
        [ARI__DB_B_COUNT] = b->count,
        [ARI__DB_B_SUM] = b->sum,
    };
    if (!add_words(w, block, ARI__DB_B_WORDS) ||
        !add_words(w, b->first, (size_t)w->header[ARI__DB_H_WORDS]))
        return ari_fail_memory(error, w->index_count * 8, "the index");
    ari_status status = ari__file_put(w->file, w->path, w->at, b->packed, b->size, error);
    ARI_ASSERT(b->size <= b->packed_room);
    w->at += b->size;
    return status;
}

static ari_status write_batch(ari__writer *w, tier_writing *t, ari_error *error)
{
    int count = (int)((t->items + t->each - 1) / t->each);
    ARI_ASSERT(count > 0 && count <= t->batch);
    ari_status status = ARI_OK;
    if (w->runner)
        w->runner->run(w->runner->self, count, pack, t);
    else
        for (int i = 0; i < count; i++)
            pack(t, i);
    for (int i = 0; status == ARI_OK && i < count; i++)
        status = ari__writer_block(w, &t->pieces[i], error);
    return status;
}

/* The tier's words of the index but its blocks, and what the header counts. */
static bool add_tier(ari__writer *w, uint64_t slots, uint64_t blocks,
                     const ari__survey *survey, const ari__census *census)
{
    const uint64_t head[ARI__DB_T_WORDS] = {
        [ARI__DB_T_SLOTS] = slots,           [ARI__DB_T_STORED] = survey->stored,
        [ARI__DB_T_SYMBOLS] = survey->count, [ARI__DB_T_ROWS] = census->capacity,
        [ARI__DB_T_BLOCKS] = blocks,
    };
    bool ok = add_words(w, head, ARI__DB_T_WORDS);
    for (size_t i = 0; ok && i < survey->count; i++) {
        uint64_t symbol = survey->symbols[i];
        ok = add_words(w, &symbol, 1);
    }
    for (size_t i = 0; ok && i < census->capacity; i++) {
        const ari__census_row *row = &census->rows[i];
        ok = add_words(w, (const uint64_t[]){row->worth, row->canonical, row->positions},
                       ARI__DB_R_WORDS);
        w->header[ARI__DB_H_CANONICAL] += row->canonical;
        w->header[ARI__DB_H_POSITIONS] += row->positions;
    }
    w->header[ARI__DB_H_STORED] += survey->stored;
    return ok;
}

uint64_t ari__writer_blocks(uint64_t slots, const ari__survey *survey, int words)
{
    uint64_t each = words ? ARI__DB_KEYS : ARI__DB_SLOTS;
    uint64_t items = words ? survey->stored : survey->stored ? slots : 0;
    return (items + each - 1) / each;
}

ari_status ari__writer_begin(ari__writer *w, uint64_t slots, const ari__survey *survey,
                             const ari__census *census, ari_error *error)
{
    int words = (int)w->header[ARI__DB_H_WORDS];
    if (survey->count > 65536)
        return ari_fail(error, ARI_LIMIT, ARI_NO_OFFSET,
                        "a tier has more than 65536 different values");
    return add_tier(w, slots, ari__writer_blocks(slots, survey, words), survey, census)
               ? ARI_OK
               : ari_fail_memory(error, w->index_count * 8, "the index");
}

ari_status ari__writer_tier(ari__writer *w, uint64_t slots, const ari__survey *survey,
                            const ari__census *census, ari__slots source,
                            ari_error *error)
{
    int words = (int)w->header[ARI__DB_H_WORDS];
    tier_writing t = {.survey = survey,
                      .words = words,
                      .payoffs = ari_has(w->v, ARI_HAS_PAYOFFS),
                      .slots = slots,
                      .blocks = ari__writer_blocks(slots, survey, words),
                      .each = words ? ARI__DB_KEYS : ARI__DB_SLOTS,
                      .source = source};
    ari_status status = ari__writer_begin(w, slots, survey, census, error);
    if (status == ARI_OK && !make_batch(&t, w->batch))
        status = ari_fail_memory(error, (size_t)w->batch * ARI__WRITER_BLOCK_BYTES,
                                 "writing a tier");
    uint64_t done = 0;
    while (status == ARI_OK && done < t.blocks) {
        status = take_batch(&t, error);
        if (status == ARI_OK)
            status = write_batch(w, &t, error);
        done += (t.items + t.each - 1) / t.each;
    }
    for (int i = 0; t.pieces && i < t.batch; i++)
        ari__packed_free(&t.pieces[i]);
    free(t.pieces);
    free(t.worth);
    free(t.keys);
    return status;
}

/* ---- the end ---- */

/* The checksum of everything after the header, read back from the file. */
static ari_status body_sum(const ari__writer *w, uint64_t *sum, ari_error *error)
{
    const uint64_t *h = w->header;
    XXH3_state_t *state = XXH3_createState();
    ari_status status = ARI_OK;
    if (!state || XXH3_64bits_reset(state) != XXH_OK)
        status = ari_fail_memory(error, sizeof *sum, "a checksum");
    if (status == ARI_OK)
        status = read_blocks(w, state, error);
    if (status == ARI_OK)
        status = read_back(w, w->at, h[ARI__DB_H_FILE] - w->at, h[ARI__DB_H_INDEX_SUM],
                           state, error);
    if (status == ARI_OK)
        *sum = XXH3_64bits_digest(state);
    XXH3_freeState(state);
    return status;
}

ari_status ari__writer_finish(ari__writer *w, ari__worth start, ari_error *error)
{
    uint64_t *h = w->header;
    size_t index_bytes = w->index_count * 8;
    h[ARI__DB_H_START] = start;
    h[ARI__DB_H_INDEX] = w->at;
    h[ARI__DB_H_FILE] = w->at + index_bytes;
    h[ARI__DB_H_INDEX_SUM] = XXH3_64bits(w->index, index_bytes);
    ari_status status =
        ari__file_put(w->file, w->path, w->at, w->index, index_bytes, error);
    if (status == ARI_OK)
        status = body_sum(w, &h[ARI__DB_H_BODY_SUM], error);
    if (status != ARI_OK)
        return status;
    size_t size = (size_t)h[ARI__DB_H_SIZE];
    unsigned char *header = calloc(1, size);
    if (!header)
        return ari_fail_memory(error, size, "the header");
    memcpy(header, h, sizeof w->header);
    memcpy(header + sizeof w->header, w->v->name, strlen(w->v->name));
    uint64_t sum = XXH3_64bits(header, size - 8);
    memcpy(header + size - 8, &sum, 8);
    status = ari__file_put(w->file, w->path, 0, header, size, error);
    free(header);
    return status == ARI_OK ? ari__file_sync(w->file, w->path, error) : status;
}
