/* read.c: opening a database and looking up positions.
 *
 * Nothing in the file is trusted before its checksum was right, and nothing is used as a
 * place or a size before it was compared with what there is: a file may be damaged, cut,
 * of another game, from another version, or made to do harm. */
#include "strong/read.h"

#include <stdlib.h>
#include <string.h>

#include <xxhash.h>
#include <zstd.h>

#include "base/memory.h"
#include "strong/files.h"
#include "strong/fingerprint.h"

#define CACHE_BYTES ((size_t)128 << 20) /* of blocks that are kept unpacked, at most */

static ari_status broken(const char *path, const char *what, ari_error *error)
{
    return ari_fail(error, ARI_BROKEN, ARI_NO_OFFSET, "'%.200s' is damaged: %s", path,
                    what);
}

/* ---- the header ---- */

static ari_status check_fields(const uint64_t *h, const char *path, uint64_t size,
                               ari_error *error)
{
    if (h[ARI__DB_H_MAGIC] != ARI__DB_MAGIC)
        return ari_fail(error, ARI_SYNTAX, ARI_NO_OFFSET,
                        "'%.200s' is not a database of solved positions", path);
    if (h[ARI__DB_H_VERSION] != ARI__DB_VERSION)
        return ari_fail(error, ARI_UNSUPPORTED, ARI_NO_OFFSET,
                        "'%.200s' is of version %llu and this program reads version %d: "
                        "%s",
                        path, (unsigned long long)h[ARI__DB_H_VERSION], ARI__DB_VERSION,
                        h[ARI__DB_H_VERSION] > ARI__DB_VERSION
                            ? "it needs a newer program"
                            : "it has to be made again");
    uint64_t name = h[ARI__DB_H_NAME];
    if (name == 0 || name > ARI__DB_NAME_MAX ||
        h[ARI__DB_H_SIZE] != ARI__DB_HEADER_BYTES + (name + 7) / 8 * 8 + 8)
        return broken(path, "its header makes no sense", error);
    if (h[ARI__DB_H_FILE] != size)
        return ari_fail(error, ARI_BROKEN, ARI_NO_OFFSET,
                        "'%.200s' is damaged: it has %llu bytes and should have %llu",
                        path, (unsigned long long)size,
                        (unsigned long long)h[ARI__DB_H_FILE]);
    return ARI_OK;
}

ari_status ari__db_header(int file, const char *path, uint64_t *h, ari_text *name,
                          ari_error *error)
{
    uint64_t size = 0;
    ari_status status = ari__file_size(file, path, &size, error);
    if (status != ARI_OK)
        return status;
    memset(h, 0, ARI__DB_HEADER_BYTES);
    if (size >= ARI__DB_HEADER_BYTES)
        status = ari__file_get(file, path, 0, h, ARI__DB_HEADER_BYTES, error);
    if (status == ARI_OK)
        status = check_fields(h, path, size, error);
    if (status != ARI_OK)
        return status;
    unsigned char all[ARI__DB_HEADER_BYTES + ARI__DB_NAME_MAX + 16];
    size_t bytes = (size_t)h[ARI__DB_H_SIZE];
    status = ari__file_get(file, path, 0, all, bytes, error);
    if (status != ARI_OK)
        return status;
    uint64_t sum;
    memcpy(&sum, all + bytes - 8, 8);
    if (sum != XXH3_64bits(all, bytes - 8) || memcmp(all, h, ARI__DB_HEADER_BYTES) != 0)
        return broken(path, "the checksum of its header is wrong", error);
    const char *text = (const char *)all + ARI__DB_HEADER_BYTES;
    if (memchr(text, 0, (size_t)h[ARI__DB_H_NAME]))
        return broken(path, "the name of its game makes no sense", error);
    ari_text_add_bytes(name, text, (size_t)h[ARI__DB_H_NAME]);
    return ari_text_ok(name) ? ARI_OK : ari_fail_memory(error, bytes, "a name");
}

ari_status ari_database_game(const char *path, ari_text *name, ari_error *error)
{
    int file;
    uint64_t header[ARI__DB_H_WORDS_COUNT];
    ari_status status = ari__file_open(path, false, &file, error);
    if (status == ARI_OK)
        status = ari__db_header(file, path, header, name, error);
    ari__file_close(file);
    return status;
}

/* ---- the index ---- */

/* What is left of the index, taken word by word. */
typedef struct cursor {
    const uint64_t *at;
    size_t left;
} cursor;

static const uint64_t *take(cursor *c, uint64_t count, uint64_t each)
{
    if (each && count > c->left / each)
        return NULL;
    ARI_ASSERT(count * each <= c->left);
    const uint64_t *here = c->at;
    c->at += count * each;
    c->left -= (size_t)(count * each);
    return here;
}

/* Do the tier's blocks follow each other without a gap, and hold what they should? */
static bool blocks_fit(const ari_database *db, const ari__db_tier *t, uint64_t *at)
{
    size_t words = (size_t)db->header[ARI__DB_H_WORDS];
    uint64_t each = words ? ARI__DB_KEYS : ARI__DB_SLOTS;
    uint64_t items = words ? t->stored : t->stored ? t->slots : 0;
    if (t->block_count != items / each + (items % each != 0) || t->stored > t->slots ||
        t->symbol_count > 65536 || (t->stored && t->symbol_count == 0))
        return false;
    for (uint64_t i = 0; i < t->block_count; i++) {
        const uint64_t *b = t->blocks + i * (ARI__DB_B_WORDS + words);
        uint64_t count = i + 1 < t->block_count ? each : items - i * each;
        if (b[ARI__DB_B_OFFSET] != *at || b[ARI__DB_B_COUNT] != count ||
            b[ARI__DB_B_SIZE] > db->header[ARI__DB_H_INDEX] - *at)
            return false;
        *at += b[ARI__DB_B_SIZE];
    }
    return true;
}

static bool read_tier(ari_database *db, int tier, cursor *c, uint64_t *at)
{
    ari__db_tier *t = &db->tiers[tier];
    const uint64_t *head = take(c, 1, ARI__DB_T_WORDS);
    if (!head)
        return false;
    t->slots = head[ARI__DB_T_SLOTS];
    t->stored = head[ARI__DB_T_STORED];
    t->symbol_count = head[ARI__DB_T_SYMBOLS];
    t->row_count = head[ARI__DB_T_ROWS];
    t->block_count = head[ARI__DB_T_BLOCKS];
    t->first = db->block_total;
    t->first_row = (size_t)db->row_total;
    if (db->strong.dense && t->slots != db->v->core->ranks(db->v->rules, tier))
        return false; /* the game knows better how many there are */
    t->symbols = take(c, t->symbol_count, 1);
    t->rows = t->symbols ? take(c, t->row_count, ARI__DB_R_WORDS) : NULL;
    t->blocks =
        t->rows ? take(c, t->block_count, ARI__DB_B_WORDS + db->header[ARI__DB_H_WORDS])
                : NULL;
    if (!t->blocks || !blocks_fit(db, t, at))
        return false;
    db->block_total += t->block_count;
    db->row_total += t->row_count;
    return true;
}

/* Is the index in the file? */
static ari_status check_place(const ari_database *db, ari_error *error)
{
    const uint64_t *h = db->header;
    uint64_t begin = h[ARI__DB_H_INDEX], end = h[ARI__DB_H_FILE];
    return begin < h[ARI__DB_H_SIZE] || begin > end || (end - begin) % 8
               ? broken(db->path, "its header makes no sense", error)
               : ARI_OK;
}

static ari_status read_index(ari_database *db, ari_error *error)
{
    const uint64_t *h = db->header;
    uint64_t begin = h[ARI__DB_H_INDEX], end = h[ARI__DB_H_FILE];
    size_t bytes = (size_t)(end - begin), tiers = (size_t)h[ARI__DB_H_TOP] + 1;
    db->index = malloc(bytes ? bytes : 1);
    db->tiers = calloc(tiers, sizeof *db->tiers);
    if (!db->index || !db->tiers)
        return ari_fail_memory(error, bytes, "the index of a database");
    ari_status status = ari__file_get(db->file, db->path, begin, db->index, bytes, error);
    if (status != ARI_OK)
        return status;
    if (XXH3_64bits(db->index, bytes) != h[ARI__DB_H_INDEX_SUM])
        return broken(db->path, "the checksum of its index is wrong", error);
    cursor c = {db->index, bytes / 8};
    uint64_t at = h[ARI__DB_H_SIZE];
    for (size_t tier = 0; tier < tiers; tier++)
        if (!read_tier(db, (int)tier, &c, &at))
            return broken(db->path, "its index makes no sense", error);
    if (c.left || at != begin)
        return broken(db->path, "its index makes no sense", error);
    return ARI_OK;
}

/* ---- opening ---- */

static ari_status check_game(ari_database *db, const ari_text *name, ari_error *error)
{
    const ari_variant *v = db->v;
    const uint64_t *h = db->header;
    if (strcmp(ari_text_get(name), v->name) != 0)
        return ari_fail(error, ARI_ILLEGAL, ARI_NO_OFFSET,
                        "'%.120s' is a database of %.100s, not of %.100s", db->path,
                        ari_text_get(name), v->name);
    uint64_t fingerprint;
    ari_status status = ari__fingerprint(v, &fingerprint, error);
    if (status != ARI_OK)
        return status;
    if (fingerprint != h[ARI__DB_H_FINGERPRINT])
        return ari_fail(error, ARI_ILLEGAL, ARI_NO_OFFSET,
                        "'%.120s' was made for other rules of %.100s: it has to be made "
                        "again",
                        db->path, v->name);
    const ari_core *core = v->core;
    bool dense = (h[ARI__DB_H_FLAGS] & ARI__DB_DENSE) != 0;
    bool spare = dense && ari_has(v, ARI_HAS_SPARE_RANKS);
    uint64_t words = dense ? 0 : (core->state_size + 7) / 8;
    if (h[ARI__DB_H_FLAGS] & ~(uint64_t)ARI__DB_FLAGS || h[ARI__DB_H_WORDS] != words ||
        (dense && !core->rank) || h[ARI__DB_H_TOP] > INT16_MAX ||
        (dense && (int)h[ARI__DB_H_TOP] != ari__tier_of(v, &v->start)) ||
        ((h[ARI__DB_H_FLAGS] & ARI__DB_SPARE) != 0) != spare ||
        ((h[ARI__DB_H_FLAGS] & ARI__DB_PAYOFFS) != 0) != ari_has(v, ARI_HAS_PAYOFFS))
        return broken(db->path, "its header does not fit the game", error);
    db->payoffs = ari_has(v, ARI_HAS_PAYOFFS);
    db->strong = (ari__strong){.v = v,
                               .dense = dense,
                               .spare = spare,
                               .single = (h[ARI__DB_H_FLAGS] & ARI__DB_SINGLE) != 0,
                               .normalise = true,
                               .words = (int)(core->state_size + 7) / 8,
                               .top = (int)h[ARI__DB_H_TOP]};
    return ARI_OK;
}

/* A block unpacked, as a rule: with more than 256 symbols it is a little more. */
static size_t block_bytes(const ari_database *db)
{
    int words = (int)db->header[ARI__DB_H_WORDS];
    return ari__db_block_bytes(words ? ARI__DB_KEYS : ARI__DB_SLOTS, 1, words);
}

/* Beside those that are kept: one as it is in the file, and a keyed one on its way. */
static size_t more_blocks(const ari_database *db)
{
    return db->strong.dense ? 1 : 2;
}

/* What there is of it beside the blocks; known from the header. */
static size_t own_bytes(const ari_database *db)
{
    size_t tiers = (size_t)db->header[ARI__DB_H_TOP] + 1;
    return (size_t)(db->header[ARI__DB_H_FILE] - db->header[ARI__DB_H_INDEX]) +
           tiers * sizeof *db->tiers + db->cache_room * sizeof *db->cache +
           ZSTD_sizeof_DCtx(db->unpacker) +
           (size_t)db->v->core->max_moves * sizeof *db->moves;
}

/* Makes room for blocks, as many as find place beside the index: one at least. bytes: 0 is no limit. */
static ari_status make_cache(ari_database *db, size_t bytes, ari_error *error)
{
    size_t own = own_bytes(db), block = block_bytes(db), blocks = CACHE_BYTES / block;
    size_t each = block + sizeof *db->cache, more = more_blocks(db) * block;
    if (bytes && (bytes < more + each || own > bytes - more - each))
        return ari__fail_allowed(error, bytes, "the index of the database");
    if (bytes && (bytes - own - more) / each < blocks)
        blocks = (bytes - own - more) / each;
    db->cache = calloc(blocks, sizeof *db->cache);
    if (!db->cache)
        return ari_fail_memory(error, blocks * sizeof *db->cache, "a database");
    db->cache_room = db->cache_blocks = blocks;
    return ARI_OK;
}

static ari_status open_file(ari_database *db, size_t bytes, ari_error *error)
{
    ari_text name = ARI_TEXT_EMPTY;
    ari_status status = ari__file_open(db->path, false, &db->file, error);
    if (status == ARI_OK)
        status = ari__db_header(db->file, db->path, db->header, &name, error);
    if (status == ARI_OK)
        status = check_game(db, &name, error);
    if (status == ARI_OK)
        status = check_place(db, error);
    if (status == ARI_OK)
        status = make_cache(db, bytes, error);
    if (status == ARI_OK)
        status = read_index(db, error);
    ari_text_free(&name);
    return status;
}

ari_status ari_database_new(const char *path, const ari_variant *v, ari_database **result,
                            ari_error *error)
{
    return ari_database_new_within(path, v, 0, result, error);
}

ari_status ari_database_new_within(const char *path, const ari_variant *v, size_t bytes,
                                   ari_database **result, ari_error *error)
{
    *result = NULL;
    ari_database *db = calloc(1, sizeof *db);
    if (!db)
        return ari_fail_memory(error, sizeof *db, "a database");
    size_t moves = (size_t)v->core->max_moves * sizeof *db->moves;
    db->file = -1;
    db->v = v;
    db->path = strdup(path);
    db->unpacker = ZSTD_createDCtx();
    db->moves = malloc(moves);
    ari_status status = ARI_OK;
    if (!db->path || !db->unpacker || !db->moves)
        status = ari_fail_memory(error, moves, "a database");
    if (status == ARI_OK)
        status = open_file(db, bytes, error);
    if (status == ARI_OK)
        *result = db;
    else
        ari_database_free(db);
    return status;
}

static void forget_blocks(ari_database *db)
{
    for (size_t i = 0; i < db->cache_room; i++) {
        free(db->cache[i].plain);
        db->cache[i] = (ari__db_cached){.plain = NULL};
    }
}

void ari_database_keep(ari_database *db, size_t bytes)
{
    size_t blocks = bytes / block_bytes(db);
    forget_blocks(db);
    db->cache_blocks = blocks < 1 ? 1 : blocks < db->cache_room ? blocks : db->cache_room;
}

size_t ari_database_bytes(const ari_database *db)
{
    return own_bytes(db) + (db->cache_blocks + more_blocks(db)) * block_bytes(db);
}

void ari_database_free(ari_database *db)
{
    if (!db)
        return;
    forget_blocks(db);
    free(db->cache);
    free(db->packed);
    free(db->differences);
    ZSTD_freeDCtx(db->unpacker);
    free(db->moves);
    free(db->tiers);
    free(db->index);
    free(db->path);
    ari__file_close(db->file);
    free(db);
}

/* ---- blocks ---- */

static bool room_for(unsigned char **buffer, size_t *room, size_t size)
{
    if (*room >= size)
        return true;
    unsigned char *larger = realloc(*buffer, size);
    if (!larger)
        return false;
    *buffer = larger;
    *room = size;
    return true;
}

/* From the keys of a block as they are packed, differences, byte by byte of all of them after the symbols, to keys
 * one after the other before the symbols. False: they do not rise. */
static bool add_up_keys(unsigned char *plain, const unsigned char *packed,
                        const uint64_t *first, uint64_t count, size_t words,
                        size_t symbols)
{
    uint64_t *keys = (uint64_t *)(void *)plain, here[ARI_STATE_MAX / 8];
    memcpy(here, first, words * 8);
    memcpy(plain + count * words * 8, packed, symbols);
    packed += symbols;
    for (uint64_t i = 0; i < count; i++, keys += words) {
        uint64_t carry = 0;
        for (size_t w = words; w-- > 0;) {
            uint64_t difference = 0;
            for (size_t k = 0; k < 8; k++)
                difference |= (uint64_t)packed[(8 * w + k) * count + i] << 8 * k;
            uint64_t sum = here[w] + difference + carry;
            carry = sum < here[w] || (carry && sum == here[w]);
            here[w] = sum;
        }
        memcpy(keys, here, words * 8);
        if (i > 0 && ari__key_compare(keys - words, keys, (int)words) >= 0)
            return false;
    }
    return true;
}

ari_status ari__db_block(ari_database *db, int tier, uint64_t block,
                         const unsigned char **plain, ari_error *error)
{
    ARI_ASSERT(tier >= 0 && tier <= db->strong.top &&
               block < db->tiers[tier].block_count);
    const ari__db_tier *t = &db->tiers[tier];
    size_t words = (size_t)db->header[ARI__DB_H_WORDS];
    ari__db_cached *cached = &db->cache[(t->first + block) % db->cache_blocks];
    *plain = cached->plain;
    if (cached->number == t->first + block + 1)
        return ARI_OK;
    const uint64_t *b = t->blocks + block * (ARI__DB_B_WORDS + words);
    size_t packed = (size_t)b[ARI__DB_B_SIZE];
    size_t bytes = ari__db_block_bytes(b[ARI__DB_B_COUNT], t->symbol_count, (int)words);
    cached->number = 0;
    if (!room_for(&cached->plain, &cached->room, bytes) ||
        (words && !room_for(&db->differences, &db->differences_room, bytes)) ||
        !room_for(&db->packed, &db->packed_room, packed))
        return ari_fail_memory(error, bytes + packed, "a block of a database");
    ari_status status =
        ari__file_get(db->file, db->path, b[ARI__DB_B_OFFSET], db->packed, packed, error);
    if (status != ARI_OK)
        return status;
    if (XXH3_64bits(db->packed, packed) != b[ARI__DB_B_SUM])
        return ari_fail(error, ARI_BROKEN, ARI_NO_OFFSET,
                        "'%.200s' is damaged: the checksum of the block at byte %llu is "
                        "wrong",
                        db->path, (unsigned long long)b[ARI__DB_B_OFFSET]);
    unsigned char *unpacked = words ? db->differences : cached->plain;
    if (ZSTD_decompressDCtx(db->unpacker, unpacked, bytes, db->packed, packed) != bytes)
        return broken(db->path, "a block cannot be unpacked", error);
    uint64_t count = b[ARI__DB_B_COUNT];
    if (words && !add_up_keys(cached->plain, unpacked, b + ARI__DB_B_WORDS, count, words,
                              bytes - count * words * 8))
        return broken(db->path, "the keys of a block are not in order", error);
    cached->number = t->first + block + 1;
    *plain = cached->plain;
    return ARI_OK;
}

static ari_status worth_at(const ari_database *db, const ari__db_tier *t,
                           const unsigned char *symbols, uint64_t i, ari__worth *worth,
                           ari_error *error)
{
    size_t symbol = t->symbol_count <= 256
                        ? symbols[i]
                        : symbols[2 * i] | (size_t)symbols[2 * i + 1] << 8;
    if (symbol >= t->symbol_count)
        return broken(db->path, "a block has a value that its tier has not", error);
    *worth = (ari__worth)t->symbols[symbol];
    return *worth == ARI__WORTH_NONE ? ARI_UNKNOWN : ARI_OK;
}

/* The last block whose first key is not above `key`. */
static uint64_t block_of_key(const ari__db_tier *t, size_t words, const uint64_t *key)
{
    uint64_t low = 0, high = t->block_count;
    while (low < high) {
        uint64_t middle = low + (high - low) / 2;
        const uint64_t *first =
            t->blocks + middle * (ARI__DB_B_WORDS + words) + ARI__DB_B_WORDS;
        size_t w = 0;
        while (w < words && first[w] == key[w])
            w++;
        if (w < words && first[w] > key[w])
            high = middle;
        else
            low = middle + 1;
    }
    return low - 1;
}

/* Looks for a key in its block. */
static ari_status find_key(ari_database *db, int tier, const uint64_t *key,
                           ari__worth *worth, ari_error *error)
{
    const ari__db_tier *t = &db->tiers[tier];
    size_t words = (size_t)db->header[ARI__DB_H_WORDS];
    uint64_t block = block_of_key(t, words, key);
    if (block == UINT64_MAX)
        return ARI_UNKNOWN;
    const unsigned char *plain;
    ari_status status = ari__db_block(db, tier, block, &plain, error);
    if (status != ARI_OK)
        return status;
    uint64_t count = t->blocks[block * (ARI__DB_B_WORDS + words) + ARI__DB_B_COUNT];
    const uint64_t *keys = (const uint64_t *)(const void *)plain;
    uint64_t place = ari__keys_find(keys, count, (int)words, key);
    return place == ARI__NO_SLOT
               ? ARI_UNKNOWN
               : worth_at(db, t, plain + count * words * 8, place, worth, error);
}

/* ---- looking up ---- */

ari_status ari__db_stored(ari_database *db, const ari_state *s, ari__worth *worth,
                          ari_error *error)
{
    uint64_t key[ARI_STATE_MAX / 8];
    unsigned turn;
    int tier = ari__strong_steps_of(db->v)->place(&db->strong, s, key, &turn);
    ari_status status = ARI_UNKNOWN;
    if (tier >= 0 && tier <= db->strong.top && db->tiers[tier].stored) {
        const ari__db_tier *t = &db->tiers[tier];
        if (!db->strong.dense) {
            status = find_key(db, tier, key, worth, error);
        } else if (key[0] < t->slots) {
            const unsigned char *plain;
            status = ari__db_block(db, tier, key[0] / ARI__DB_SLOTS, &plain, error);
            if (status == ARI_OK)
                status = worth_at(db, t, plain, key[0] % ARI__DB_SLOTS, worth, error);
        }
    }
    return status == ARI_UNKNOWN
               ? ari_fail(error, ARI_UNKNOWN, ARI_NO_OFFSET,
                          "the database does not know this position: no game from the "
                          "start leads to it")
               : status;
}

/* Does a move win at once? */
static bool wins_now(ari_database *db, const ari_state *s)
{
    const ari_variant *v = db->v;
    int count = ari_moves(v, s, db->moves);
    ari_side side = ari_turn(v, s);
    for (int i = 0; i < count; i++) {
        ari_state next = ari_after(v, s, db->moves[i]);
        int outcome = ari_outcome(v, &next);
        if (outcome != ARI_ON && outcome == (ari_turn(v, &next) == side ? 1 : -1))
            return true;
    }
    return false;
}

static void tell(ari__worth worth, bool payoffs, int *score, int *distance)
{
    int value = ari__worth_value(worth), length = ari__worth_length(worth, payoffs);
    *distance = length == ARI__ENDLESS ? -1 : length;
    *score = payoffs || value == 0 ? value
             : value > 0           ? ARI_WIN - length
                                   : length - ARI_WIN;
}

ari_status ari_database_look(ari_database *db, const ari_state *s, int *score,
                             int *distance, ari_error *error)
{
    int outcome = ari_outcome(db->v, s);
    ari__worth worth = ARI__WORTH_WIN_NOW;
    ari_status status = ARI_OK;
    if (outcome != ARI_ON)
        worth = ari__worth_of(outcome, 0, db->payoffs);
    else if (db->payoffs || !wins_now(db, s))
        status = ari__db_stored(db, s, &worth, error);
    if (status == ARI_OK)
        tell(worth, db->payoffs, score, distance);
    if (status == ARI_OK && outcome == ARI_ON && db->v->core->so_far)
        *score += db->v->core->so_far(db->v->rules, s); /* the file has the rest */
    return status;
}

static ari_status ask(void *self, const ari_state *s, int *score, int *distance,
                      ari_error *error)
{
    return ari_database_look(self, s, score, distance, error);
}

ari_lookup ari_database_lookup(ari_database *db)
{
    return (ari_lookup){.self = db, .ask = ask};
}

void ari_database_summary(const ari_database *db, ari_strong_summary *summary)
{
    const uint64_t *h = db->header;
    *summary = (ari_strong_summary){.positions = h[ARI__DB_H_POSITIONS],
                                    .canonical = h[ARI__DB_H_CANONICAL],
                                    .stored = h[ARI__DB_H_STORED],
                                    .bytes = h[ARI__DB_H_FILE]};
    tell((ari__worth)h[ARI__DB_H_START], db->payoffs, &summary->score,
         &summary->distance);
    if (db->v->core->so_far)
        summary->score += db->v->core->so_far(db->v->rules, &db->v->start);
}

/* ---- rows ---- */

size_t ari_database_rows(const ari_database *db)
{
    return (size_t)db->row_total;
}

uint64_t ari__db_row_of(const ari__db_tier *t, ari__worth worth)
{
    uint64_t low = 0, high = t->row_count;
    while (low < high) {
        uint64_t middle = low + (high - low) / 2;
        if (t->rows[middle * ARI__DB_R_WORDS + ARI__DB_R_WORTH] < worth)
            low = middle + 1;
        else
            high = middle;
    }
    bool there =
        low < t->row_count && t->rows[low * ARI__DB_R_WORDS + ARI__DB_R_WORTH] == worth;
    return there ? low : t->row_count;
}

ari_strong_row ari_database_row(const ari_database *db, size_t index)
{
    int tier = 0;
    for (int over = db->strong.top + 1; tier + 1 < over;) {
        int middle = tier + (over - tier) / 2;
        if (db->tiers[middle].first_row <= index)
            tier = middle;
        else
            over = middle;
    }
    index -= db->tiers[tier].first_row;
    const uint64_t *row = db->tiers[tier].rows + index * ARI__DB_R_WORDS;
    ARI_ASSERT(index < db->tiers[tier].row_count);
    ari__worth worth = (ari__worth)row[ARI__DB_R_WORTH];
    int length = ari__worth_length(worth, db->payoffs);
    return (ari_strong_row){.tier = tier,
                            .value = ari__worth_value(worth),
                            .distance = length == ARI__ENDLESS ? -1 : length,
                            .positions = row[ARI__DB_R_POSITIONS],
                            .canonical = row[ARI__DB_R_CANONICAL]};
}
