/* fuzz_books.c: any bytes as an opening book: as they are, and as what follows the name of
 * a book whose head and checksum are right, which a fuzzer would never guess. */
#include "fuzz.h"

#include <ariadne/book.h>
#include <ariadne/random.h>

static uint64_t word_at(const unsigned char *bytes, size_t size)
{
    uint64_t word = 0;
    for (size_t i = 0; i < size && i < 8; i++)
        word |= (uint64_t)bytes[i] << (8 * i);
    return word;
}

static void add_word(ari_text *out, uint64_t word, int bytes)
{
    for (int i = 0; i < bytes; i++)
        ari_text_add_char(out, (char)(word >> (8 * i) & 255));
}

static void read_book(const ari_variant *v, const void *bytes, size_t size)
{
    ari_book *book;
    ari_error error;
    ari_status status = ari_book_read(v, bytes, size, &book, &error);
    must_explain(status, &error, "a book");
    MUST((status == ARI_OK) == (book != NULL));
    if (status != ARI_OK)
        return;
    /* What was accepted can be asked, and written it is the same again. */
    ari_book_facts facts = ari_book_tell(book);
    int score;
    MUST(facts.won + facts.drawn + facts.lost == facts.positions);
    MUST(ari_book_score(book, &v->start, &score) || !facts.complete);
    ari_text text = ARI_TEXT_EMPTY;
    ari_book *again;
    ari_book_write(book, &text);
    MUST(ari_book_read(v, text.data, text.size, &again, &error) == ARI_OK);
    MUST(ari_book_tell(again).positions == facts.positions);
    ari_book_free(again);
    ari_text_free(&text);
    ari_book_free(book);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    ari_variant *v;
    MUST(ari_variant_new("coins:coins=3", &v, NULL) == ARI_OK);
    read_book(v, data, size);
    ari_text book = ARI_TEXT_EMPTY;
    ari_text_add_bytes(&book, "AriBook\1", 8);
    add_word(&book, strlen(v->name), 4);
    ari_text_add(&book, v->name);
    if (size > 1) { /* plies, positions, and then the positions themselves */
        add_word(&book, (uint64_t)(data[0] & 127) | (uint64_t)(data[0] >> 7) << 31, 4);
        add_word(&book, data[1], 8);
        add_word(&book, size - 2, 8);
        ari_text_add_bytes(&book, (const char *)data + 2, size - 2);
    }
    const unsigned char *bytes = (const unsigned char *)book.data;
    uint64_t sum = book.size;
    size_t at = 0;
    for (; at + 8 <= book.size; at += 8)
        sum = ari_mix(sum ^ word_at(bytes + at, 8));
    sum = ari_mix(sum ^ word_at(bytes + at, book.size - at));
    add_word(&book, sum, 8);
    read_book(v, book.data, book.size);
    ari_text_free(&book);
    ari_variant_free(v);
    return 0;
}
