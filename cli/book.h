/* book.h: opening books for the commands that solve. */
#ifndef ARIADNE_CLI_BOOK_H
#define ARIADNE_CLI_BOOK_H

#include "cli/cli.h"

#include <ariadne/book.h>

#define CLI_BOOK_OPTION                                                             \
    CLI_VALUE("book", "FILE|none",                                                  \
              "the opening book (default: the game's own, if it is at its place); " \
              "none: without")

#define CLI_LINE_OPTION                                                              \
    CLI_VALUE(                                                                       \
        "line-nodes", "N",                                                           \
        "positions to look at for lines that go on after the opening book (default " \
        "4000000; 0: none)")

/* Takes --line-nodes to heart; false after saying what is wrong with it. */
bool cli_book_lines(const cli_arguments *arguments, ari_solver *solver);

/* Lets the solver, if there is one, use the book that --book names (`option`; NULL: the
 * game's own, at its usual place, if it is there). False after saying what is wrong with the one that was
 * asked for; what is wrong with the usual one is said, too, but it can be done without.
 * The book, NULL when there is none, must be freed after the solver. */
bool cli_book_open(const char *option, const ari_variant *v, ari_solver *solver,
                   ari_book **book);

/* Reads a book, or a part of one, from a plain file. */
ari_status cli_book_read(const ari_variant *v, const char *path, ari_book **book,
                         ari_error *error);
/* A complete book from a file; false after saying what is wrong. */
bool cli_book_load(const ari_variant *v, const char *path, ari_book **book);

#endif
