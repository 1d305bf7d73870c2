/* format.h: the layout of a database (internal); docs/database-format.md describes it.
 *
 *     header   fixed fields, the game's name, a checksum
 *     blocks   one after the other, tier by tier from 0, each compressed on its own
 *     index    what each tier has and where its blocks are
 *
 * Every number is little-endian; header and index are made of 64-bit words. */
#ifndef ARI_STRONG_FORMAT_H
#define ARI_STRONG_FORMAT_H

#include <stddef.h>
#include <stdint.h>

#include "strong/steps.h"

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__,
               "databases are written as they are in memory");

#define ARI__DB_MAGIC UINT64_C(0x0a0d42444e444952) /* "RIDNDB\r\n" */
#define ARI__DB_VERSION 1
#define ARI__DB_SLOTS 16384 /* slots in a block of a dense tier */
#define ARI__DB_KEYS 2048   /* positions in a block of a keyed tier */

/* The header's words, and after them the name, padded with zeros, and a checksum. */
enum {
    ARI__DB_H_MAGIC,
    ARI__DB_H_VERSION,
    ARI__DB_H_SIZE,        /* bytes of the header, with its checksum */
    ARI__DB_H_FILE,        /* bytes of the file */
    ARI__DB_H_FINGERPRINT, /* of the rules */
    ARI__DB_H_FLAGS,
    ARI__DB_H_WORDS, /* of a key; 0 when dense */
    ARI__DB_H_TOP,   /* the start's tier */
    ARI__DB_H_POSITIONS,
    ARI__DB_H_CANONICAL,
    ARI__DB_H_STORED,
    ARI__DB_H_START, /* the worth of the start */
    ARI__DB_H_INDEX, /* where the index begins */
    ARI__DB_H_INDEX_SUM,
    ARI__DB_H_BODY_SUM, /* of everything after the header */
    ARI__DB_H_NAME,     /* bytes of the name */
    ARI__DB_H_WORDS_COUNT
};
#define ARI__DB_NAME_MAX 4096
#define ARI__DB_HEADER_BYTES ((size_t)8 * ARI__DB_H_WORDS_COUNT) /* before the name */
enum {
    ARI__DB_DENSE = 1,
    ARI__DB_PAYOFFS = 2,
    ARI__DB_SINGLE = 4,
    ARI__DB_SPARE = 8, /* dense, without those that cannot be reached */
    ARI__DB_FLAGS = 15
};

/* A tier in the index: these words, then a word for each symbol, three for each row, and
 * for each block four and, in a keyed tier, its first key. */
enum {
    ARI__DB_T_SLOTS,
    ARI__DB_T_STORED,
    ARI__DB_T_SYMBOLS,
    ARI__DB_T_ROWS,
    ARI__DB_T_BLOCKS,
    ARI__DB_T_WORDS
};
enum { ARI__DB_R_WORTH, ARI__DB_R_CANONICAL, ARI__DB_R_POSITIONS, ARI__DB_R_WORDS };
enum {
    ARI__DB_B_OFFSET,
    ARI__DB_B_SIZE,
    ARI__DB_B_COUNT,
    ARI__DB_B_SUM,
    ARI__DB_B_WORDS
};

/* Bytes of a block before compression. */
static inline size_t ari__db_block_bytes(uint64_t count, uint64_t symbols, int words)
{
    return (size_t)count * ((symbols > 256 ? 2 : 1) + 8 * (size_t)words);
}

#endif
