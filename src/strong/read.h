/* read.h: a database as its parts know it (internal). */
#ifndef ARI_STRONG_READ_H
#define ARI_STRONG_READ_H

#include <ariadne/strong.h>

#include "strong/format.h"

/* A tier of the index. */
typedef struct ari__db_tier {
    uint64_t slots, stored, symbol_count, row_count, block_count;
    const uint64_t *symbols, *rows, *blocks; /* into the index */
    uint64_t first;   /* the number of its first block among all, */
    size_t first_row; /* and of its first row */
} ari__db_tier;

/* A block that was unpacked; `number` is 1 + its number among all, 0: none. A keyed one has its keys one after the
 * other, then the symbols. */
typedef struct ari__db_cached {
    uint64_t number;
    unsigned char *plain;
    size_t room;
} ari__db_cached;

struct ari_database {
    const ari_variant *v;
    ari__strong strong; /* how positions are placed */
    bool payoffs;
    char *path;
    int file;
    uint64_t header[ARI__DB_H_WORDS_COUNT];
    uint64_t *index;
    ari__db_tier *tiers;
    uint64_t block_total, row_total;
    ari__db_cached *cache;
    size_t cache_room, cache_blocks; /* of it in use */
    unsigned char *packed;           /* room for a block as it is in the file */
    size_t packed_room;
    unsigned char *differences; /* room for a keyed block as it was packed */
    size_t differences_room;
    struct ZSTD_DCtx_s *unpacker;
    ari_move *moves;
};

/* Reads and checks the header, and the name that follows it. */
ari_status ari__db_header(int file, const char *path, uint64_t *header, ari_text *name,
                          ari_error *error);

/* The block that holds a slot, or that may hold a key, unpacked. */
ari_status ari__db_block(ari_database *db, int tier, uint64_t block,
                         const unsigned char **plain, ari_error *error);

/* The row of a tier with this worth, which rise; its number among them, or how many there are. */
uint64_t ari__db_row_of(const ari__db_tier *t, ari__worth worth);

/* The stored worth of a position that is not told by the rules; ARI_UNKNOWN: none. */
ari_status ari__db_stored(ari_database *db, const ari_state *s, ari__worth *worth,
                          ari_error *error);

#endif
