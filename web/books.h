/* books.h: the opening books that the page's engine carries along, since it has no files. */
#ifndef ARIADNE_WEB_BOOKS_H
#define ARIADNE_WEB_BOOKS_H

#include <stddef.h>

#include "web/server.h"

typedef struct web_book {
    const void *bytes; /* as ari_book_read takes them; NULL ends the table */
    size_t size;
} web_book;

extern const web_book web_books[]; /* made by tools/embed.py */

/* What these books know, for every solver of their games. */
web_knowledge web_books_knowledge(void);

#endif
