/* lines.c: a file read line by line in bounded memory. */
#include "cli/cli.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct cli_lines {
    char *path;
    int file;
    bool failed, ended;
    int64_t number;
    size_t at, filled; /* of the block */
    char block[1 << 14];
};

static const char *shown_name(const char *path)
{
    return strcmp(path, "-") == 0 ? "standard input" : path;
}

bool cli_lines_open(const char *path, cli_lines **result)
{
    *result = NULL;
    cli_lines *lines = calloc(1, sizeof *lines);
    if (lines)
        lines->path = strdup(path);
    if (!lines || !lines->path) {
        free(lines);
        return cli_refuse("there is no memory left for reading '%.200s'", path);
    }
    lines->file = strcmp(path, "-") == 0 ? STDIN_FILENO : open(path, O_RDONLY);
    if (lines->file < 0) {
        cli_wrong("cannot read '%.200s': %s", path, strerror(errno));
        cli_lines_close(lines);
        return false;
    }
    *result = lines;
    return true;
}

void cli_lines_close(cli_lines *lines)
{
    if (!lines)
        return;
    if (lines->file > STDIN_FILENO)
        close(lines->file);
    free(lines->path);
    free(lines);
}

/* Fills the block again; false at the end. */
static bool refill(cli_lines *lines)
{
    while (!lines->ended) {
        ssize_t got = read(lines->file, lines->block, sizeof lines->block);
        if (got > 0) {
            lines->at = 0;
            lines->filled = (size_t)got;
            return true;
        }
        if (got < 0 && errno == EINTR && !cli_interrupted())
            continue;
        lines->ended = true;
        if (got < 0 && errno != EINTR) {
            lines->failed = true;
            cli_wrong("cannot read '%.200s': %s", shown_name(lines->path),
                      strerror(errno));
        }
    }
    return false;
}

bool cli_next_line(cli_lines *lines, ari_text *line, bool *cut)
{
    ari_text_clear(line);
    *cut = false;
    bool something = false;
    while (!cli_interrupted() && (lines->at < lines->filled || refill(lines))) {
        const char *from = lines->block + lines->at;
        size_t left = lines->filled - lines->at;
        const char *newline = memchr(from, '\n', left);
        size_t length = newline ? (size_t)(newline - from) : left;
        size_t room = CLI_LINE_MOST - line->size;
        ari_text_add_bytes(line, from, length < room ? length : room);
        *cut = *cut || length > room;
        lines->at += length + (newline != NULL);
        something = true;
        if (newline)
            break;
    }
    lines->number += something;
    if (line->size > 0 && line->data[line->size - 1] == '\r' && !*cut)
        line->data[--line->size] = '\0';
    return something && !lines->failed && !cli_interrupted();
}

int64_t cli_line_number(const cli_lines *lines)
{
    return lines->number;
}

bool cli_lines_failed(const cli_lines *lines)
{
    return lines->failed;
}
