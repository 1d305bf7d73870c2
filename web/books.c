/* books.c: lets a solver consult the book of its game, where one is carried along. */
#include "web/books.h"

#include <ariadne/book.h>

static void *open_book(void *self, const ari_variant *v, ari_solver *solver,
                       ari_allowance *memory)
{
    (void)self;
    (void)memory;
    ari_book *book = NULL;
    /* A book of another game is refused. */
    for (const web_book *b = web_books; b->bytes && !book; b++)
        if (ari_book_read(v, b->bytes, b->size, &book, NULL) != ARI_OK)
            book = NULL;
    if (book)
        ari_solver_consult(solver, ari_book_oracle(book));
    return book;
}

static void close_book(void *self, void *kept)
{
    (void)self;
    ari_book_free(kept);
}

web_knowledge web_books_knowledge(void)
{
    return (web_knowledge){.open = open_book, .close = close_book};
}
