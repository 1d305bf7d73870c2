/* book.c: finding the opening book of a game.
 *
 * A book lies in one of these places, the first that has it, under the game's name with a
 * minus for everything but letters and digits (connect4-width-7-height-6-line-4.book):
 *
 *     $ARIADNE_BOOKS                      if that is set, nowhere else
 *     $XDG_DATA_HOME/ariadne/books        or ~/.local/share/ariadne/books
 *     books                               beside the program, where it was built
 *     ../share/ariadne/books              beside the program, where it is installed */
#include "cli/book.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A second or two. A line of Connect Four after its book takes from two to eight million. */
#define LINE_NODES 4000000
#define LINE_NODES_MOST 1000000000000000

static void add_name(const ari_variant *v, ari_text *path)
{
    ari_text_add_char(path, '/');
    for (const char *c = v->name; *c; c++)
        ari_text_add_char(path, isalnum((unsigned char)*c) ? *c : '-');
    ari_text_add(path, ".book");
}

/* The book in a folder below another; true if there is one. */
static bool is_in(const ari_variant *v, const char *folder, size_t length,
                  const char *below, ari_text *path)
{
    ari_text_clear(path);
    ari_text_add_bytes(path, folder, length);
    ari_text_add(path, below);
    add_name(v, path);
    return ari_text_ok(path) && access(path->data, R_OK) == 0;
}

static bool find_beside_program(const ari_variant *v, ari_text *path)
{
    char program[4096];
    ssize_t length = readlink("/proc/self/exe", program, sizeof program);
    while (length > 0 && program[length - 1] != '/')
        length--;
    return length > 0 &&
           (is_in(v, program, (size_t)length, "books", path) ||
            is_in(v, program, (size_t)length, "../share/ariadne/books", path));
}

static bool find(const ari_variant *v, ari_text *path)
{
    const char *folder = getenv("ARIADNE_BOOKS");
    if (folder)
        return is_in(v, folder, strlen(folder), "", path);
    folder = getenv("XDG_DATA_HOME");
    bool own = folder && *folder;
    if (!own)
        folder = getenv("HOME");
    if (folder && is_in(v, folder, strlen(folder),
                        own ? "/ariadne/books" : "/.local/share/ariadne/books", path))
        return true;
    return find_beside_program(v, path);
}

/* A FIFO would keep waiting for its other end, a device might not end, and the length of a
 * plain file is known before it is read. */
ari_status cli_book_read(const ari_variant *v, const char *path, ari_book **book,
                         ari_error *error)
{
    struct stat status = {.st_size = 0};
    *book = NULL;
    if (stat(path, &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode))
        return ari_fail(error, ARI_IO, ARI_NO_OFFSET,
                        "the opening book '%.200s' is not a plain file", path);
    if (status.st_size > (off_t)ARI_BOOK_BYTES)
        return ari_fail(error, ARI_LIMIT, ARI_NO_OFFSET,
                        "the opening book has more than %llu bytes, the most that are "
                        "accepted",
                        (unsigned long long)ARI_BOOK_BYTES);
    return ari_book_load(v, path, book, error);
}

/* A part of a book, as one leaves that is being made, would do, but is hardly meant. */
bool cli_book_load(const ari_variant *v, const char *path, ari_book **book)
{
    ari_error error;
    ari_status status = cli_book_read(v, path, book, &error);
    if (status == ARI_OK && ari_book_tell(*book).complete)
        return true;
    if (status == ARI_OK)
        cli_wrong(
            "%.200s: the opening book is not complete; 'ariadne book' goes on with it",
            path);
    else if (status == ARI_IO) /* which names the file already */
        cli_wrong_error(NULL, &error);
    else
        cli_wrong_error_in(path, NULL, &error);
    ari_book_free(*book);
    *book = NULL;
    return false;
}

bool cli_book_lines(const cli_arguments *arguments, ari_solver *solver)
{
    int64_t nodes;
    if (!cli_number(arguments, "line-nodes", LINE_NODES, 0, LINE_NODES_MOST, &nodes))
        return false;
    ari_solver_spend_on_lines(solver, (uint64_t)nodes);
    return true;
}

bool cli_book_open(const char *option, const ari_variant *v, ari_solver *solver,
                   ari_book **book)
{
    *book = NULL;
    if (option && strcmp(option, "none") == 0)
        return true;
    ari_text path = ARI_TEXT_EMPTY;
    bool done = true;
    if (option)
        done = cli_book_load(v, option, book);
    else if (find(v, &path))
        cli_book_load(v, ari_text_get(&path), book);
    if (*book && solver)
        ari_solver_consult(solver, ari_book_oracle(*book));
    ari_text_free(&path);
    return done;
}
