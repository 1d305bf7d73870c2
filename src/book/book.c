/* book.c: a book in memory and as bytes.
 *
 * The bytes, numbers with the lowest byte first:
 *
 *     "AriBook"  version 1
 *     4 bytes    length of the name, and the name: "connect4:width=7,height=6,line=4"
 *     4 bytes    plies; the highest bit is set while the book is not complete
 *     8 bytes    positions
 *     8 bytes    length of what follows without the checksum
 *     for each position, in the order of their keys: how much larger the key is than the
 *     one before, and the score
 *     8 bytes    checksum of everything before
 *
 * The two numbers of a position take 7 bits a byte, the highest bit saying that more
 * follow. A score is 3n + 1 for a win in n plies, 3n + 2 for a loss, and 3n for a payoff,
 * where n is 2p for a payoff p of at least 0 and -2p - 1 for one below. */
#include "book/book_internal.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ariadne/random.h>

static const char magic[] = "AriBook\1"; /* ends in the version */
#define MAGIC 8
#define PARTIAL 0x80000000u

/* ---- in memory ---- */

static bool oracle_score(const void *self, const ari_state *s, int *score)
{
    return ari_book_score(self, s, score);
}

ari_status ari__book_new(const ari_variant *v, size_t count, ari_book **result,
                         ari_error *error)
{
    *result = NULL;
    ari_book *book = calloc(1, sizeof *book);
    if (book) {
        book->variant = v;
        book->count = count;
        book->keys = malloc((count + 1) * sizeof *book->keys);
        book->scores = malloc((count + 1) * sizeof *book->scores);
        book->oracle = (ari_oracle){.self = book, .score = oracle_score};
    }
    if (!book || !book->keys || !book->scores) {
        ari_book_free(book);
        return ari_fail_memory(error, count * (sizeof(uint64_t) + sizeof(int32_t)),
                               "an opening book");
    }
    *result = book;
    return ARI_OK;
}

void ari_book_free(ari_book *book)
{
    if (!book)
        return;
    free(book->keys);
    free(book->scores);
    free(book);
}

bool ari__book_find(const ari_book *book, uint64_t key, int *score)
{
    size_t low = 0, high = book->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (book->keys[middle] < key)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == book->count || book->keys[low] != key)
        return false;
    *score = book->scores[low];
    return true;
}

bool ari_book_score(const ari_book *book, const ari_state *s, int *score)
{
    ari_state normal = ari__normal(book->variant, s, true, true);
    return ari__book_find(book, ari__book_key(book->variant, &normal), score);
}

const ari_oracle *ari_book_oracle(const ari_book *book)
{
    return &book->oracle;
}

ari_book_facts ari_book_tell(const ari_book *book)
{
    ari_book_facts facts = {
        .plies = book->plies, .complete = book->complete, .positions = book->count};
    for (size_t i = 0; i < book->count; i++)
        ++*(book->scores[i] > 0   ? &facts.won
            : book->scores[i] < 0 ? &facts.lost
                                  : &facts.drawn);
    return facts;
}

/* ---- writing ---- */

static void add_fixed(ari_text *out, uint64_t number, int bytes)
{
    for (int i = 0; i < bytes; i++)
        ari_text_add_char(out, (char)(number >> (8 * i) & 255));
}

static void add_number(ari_text *out, uint64_t number)
{
    for (; number >= 128; number >>= 7)
        ari_text_add_char(out, (char)(128 | (number & 127)));
    ari_text_add_char(out, (char)number);
}

static uint64_t score_to_number(int score)
{
    if (score > ARI_SCORE_MAX)
        return 3 * (uint64_t)(ARI_WIN - score) + 1;
    if (score < -ARI_SCORE_MAX)
        return 3 * (uint64_t)(score + ARI_WIN) + 2;
    return 3 * (score >= 0 ? 2 * (uint64_t)score : 2 * (uint64_t)-score - 1);
}

static bool number_to_score(uint64_t number, int32_t *score)
{
    uint64_t n = number / 3, most = number % 3 ? ARI_WIN - ARI_SCORE_MAX - 1
                                               : 2 * (uint64_t)ARI_SCORE_MAX;
    if (n > most)
        return false;
    int value = (int)n;
    *score = number % 3 == 1   ? ARI_WIN - value
             : number % 3 == 2 ? value - ARI_WIN
             : value & 1       ? -(value / 2) - 1
                               : value / 2;
    return true;
}

static uint64_t get_fixed(const unsigned char *bytes, int count)
{
    uint64_t number = 0;
    for (int i = 0; i < count; i++)
        number |= (uint64_t)bytes[i] << (8 * i);
    return number;
}

static uint64_t checksum(const unsigned char *bytes, size_t size)
{
    uint64_t sum = size;
    for (; size >= 8; size -= 8, bytes += 8)
        sum = ari_mix(sum ^ get_fixed(bytes, 8));
    return ari_mix(sum ^ get_fixed(bytes, (int)size));
}

void ari_book_write(const ari_book *book, ari_text *out)
{
    size_t begin = out->size, length = strlen(book->variant->name);
    ari_text body = ARI_TEXT_EMPTY;
    uint64_t before = 0;
    for (size_t i = 0; i < book->count; i++) {
        add_number(&body, book->keys[i] - before);
        add_number(&body, score_to_number(book->scores[i]));
        before = book->keys[i];
    }
    ari_text_add_bytes(out, magic, MAGIC);
    add_fixed(out, length, 4);
    ari_text_add_bytes(out, book->variant->name, length);
    add_fixed(out, (uint32_t)book->plies | (book->complete ? 0 : PARTIAL), 4);
    add_fixed(out, book->count, 8);
    add_fixed(out, body.size, 8);
    ari_text_add_bytes(out, ari_text_get(&body), body.size);
    out->failed = out->failed || body.failed;
    ari_text_free(&body);
    if (ari_text_ok(out))
        add_fixed(out, checksum((unsigned char *)out->data + begin, out->size - begin),
                  8);
}

/* ---- reading ---- */

typedef struct reader {
    const unsigned char *at, *end;
} reader;

static bool take_fixed(reader *in, int bytes, uint64_t *number)
{
    if (in->end - in->at < bytes)
        return false;
    *number = get_fixed(in->at, bytes);
    in->at += bytes;
    return true;
}

static bool take_number(reader *in, uint64_t *number)
{
    *number = 0;
    for (int shift = 0; shift < 64 && in->at < in->end; shift += 7) {
        uint64_t byte = *in->at++;
        if (shift == 63 && byte > 1)
            return false;
        *number |= (byte & 127) << shift;
        if (byte < 128)
            return true;
    }
    return false;
}

static ari_status damaged(ari_error *error, const char *how)
{
    return ari_fail(error, ARI_SYNTAX, ARI_NO_OFFSET,
                    "the opening book is damaged: %s; it has to be made again", how);
}

/* The name that the book was made for must be the variant's own. */
static ari_status take_name(reader *in, const ari_variant *v, ari_error *error)
{
    uint64_t length;
    if (!take_fixed(in, 4, &length) || (uint64_t)(in->end - in->at) < length)
        return damaged(error, "it ends too soon");
    const char *name = (const char *)in->at;
    in->at += length;
    if (length == strlen(v->name) && memcmp(name, v->name, strlen(v->name)) == 0)
        return ARI_OK;
    return ari_fail(error, ARI_UNKNOWN, ARI_NO_OFFSET,
                    "the opening book is one of %.*s, not of %s",
                    (int)(length < 100 ? length : 100), name, v->name);
}

static ari_status take_positions(reader *in, ari_book *book, ari_error *error)
{
    uint64_t key = 0, more, number;
    for (size_t i = 0; i < book->count; i++) {
        if (!take_number(in, &more) || !take_number(in, &number) ||
            !number_to_score(number, &book->scores[i]) || (i > 0 && more == 0) ||
            key + more < key)
            return damaged(error, "a position in it cannot be read");
        key += more;
        book->keys[i] = key;
    }
    return in->at == in->end ? ARI_OK
                             : damaged(error, "there is something after its end");
}

/* A change of the rules or of the keys would make a book useless or worse; the first moves
 * tell. (A part of a book has only its frontier.) */
static ari_status check_first_moves(const ari_book *book, ari_error *error)
{
    int plies = book->plies < 1 ? book->plies : 1;
    ari_book_maker *maker;
    ari_status status = ari_book_maker_new(book->variant, plies, NULL, &maker, error);
    if (status != ARI_OK)
        return status;
    int score;
    for (size_t i = 0; i < maker->count && status == ARI_OK; i++)
        if (!ari__book_find(book, maker->keys[i], &score))
            status = ari_fail(error, ARI_UNKNOWN, ARI_NO_OFFSET,
                              "the opening book lacks a first move of "
                              "%s; it was made by another version, or for other rules",
                              book->variant->name);
    ari_book_maker_free(maker);
    return status;
}

/* What stands between the name and the positions. */
static ari_status take_head(reader *in, const ari_variant *v, ari_book **book,
                            ari_error *error)
{
    uint64_t plies, count, length;
    if (!take_fixed(in, 4, &plies) || !take_fixed(in, 8, &count) ||
        !take_fixed(in, 8, &length))
        return damaged(error, "it ends too soon");
    if (length != (uint64_t)(in->end - in->at) || count > length / 2 ||
        (plies & ~PARTIAL) > ARI_BOOK_PLIES)
        return damaged(error, "its head does not fit what follows");
    ari_status status = ari__book_new(v, (size_t)count, book, error);
    if (status == ARI_OK) {
        (*book)->plies = (int)(plies & ~PARTIAL);
        (*book)->complete = !(plies & PARTIAL);
    }
    return status;
}

static ari_status check_begin(const void *book, size_t size, ari_error *error)
{
    const unsigned char *bytes = book;
    if (size < MAGIC || memcmp(bytes, magic, MAGIC - 1) != 0)
        return ari_fail(error, ARI_SYNTAX, ARI_NO_OFFSET,
                        "this is no opening book: it does not begin as one");
    if (bytes[MAGIC - 1] != (unsigned char)magic[MAGIC - 1])
        return ari_fail(error, ARI_UNSUPPORTED, ARI_NO_OFFSET,
                        "the opening book is written in version %d, and only version %d "
                        "can be read",
                        bytes[MAGIC - 1], magic[MAGIC - 1]);
    return ARI_OK;
}

ari_status ari_book_read(const ari_variant *v, const void *bytes, size_t size,
                         ari_book **result, ari_error *error)
{
    *result = NULL;
    reader in = {bytes, (const unsigned char *)bytes + size};
    ari_status status = check_begin(bytes, size, error);
    if (status != ARI_OK)
        return status;
    if (size < MAGIC + 8 || checksum(in.at, size - 8) != get_fixed(in.end - 8, 8))
        return damaged(error, "its checksum is wrong");
    in.at += MAGIC;
    in.end -= 8;
    ari_book *book = NULL;
    status = take_name(&in, v, error);
    if (status == ARI_OK)
        status = take_head(&in, v, &book, error);
    if (status == ARI_OK)
        status = take_positions(&in, book, error);
    if (status == ARI_OK && book->complete)
        status = check_first_moves(book, error);
    if (status == ARI_OK)
        *result = book;
    else
        ari_book_free(book);
    return status;
}

/* ---- files ---- */

static ari_status cannot_read(const char *path, ari_error *error)
{
    return ari_fail(error, ARI_IO, ARI_NO_OFFSET,
                    "cannot read the opening book '%.200s': %s", path, strerror(errno));
}

/* Reads all that begins as a book, and no more than one may have. */
static ari_status read_content(FILE *file, const char *path, ari_text *content,
                               ari_error *error)
{
    char block[4096];
    size_t got;
    while ((got = fread(block, 1, sizeof block, file)) > 0 && ari_text_ok(content)) {
        ari_text_add_bytes(content, block, got);
        ari_status status = check_begin(ari_text_get(content), content->size, error);
        if (status != ARI_OK)
            return status;
        if (content->size > ARI_BOOK_BYTES)
            return ari_fail(error, ARI_LIMIT, ARI_NO_OFFSET,
                            "the opening book has more than %llu bytes, the most that "
                            "are accepted",
                            (unsigned long long)ARI_BOOK_BYTES);
    }
    if (ferror(file))
        return cannot_read(path, error);
    return ari_text_ok(content)
               ? ARI_OK
               : ari_fail_memory(error, content->size, "an opening book");
}

ari_status ari_book_load(const ari_variant *v, const char *path, ari_book **book,
                         ari_error *error)
{
    *book = NULL;
    errno = 0;
    FILE *file = fopen(path, "rb");
    if (!file)
        return cannot_read(path, error);
    ari_text content = ARI_TEXT_EMPTY;
    ari_status status = read_content(file, path, &content, error);
    if (status == ARI_OK)
        status = ari_book_read(v, ari_text_get(&content), content.size, book, error);
    (void)fclose(file); /* nothing was written */
    ari_text_free(&content);
    return status;
}
