/* files.c: whole files in and out, and files that grow.
 *
 * A file is written beside its name and renamed when it is complete and on the disk, so
 * that nobody ever sees half of one. What is not a plain file (a pipe, a terminal) is
 * written directly.
 *
 * A log is written in place, each line by one call that adds all of it. */
#define _DEFAULT_SOURCE
#include "cli/cli.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

static bool write_all(int file, const char *data, size_t size)
{
    while (size > 0) {
        ssize_t written = write(file, data, size);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return false;
        data += written;
        size -= (size_t)written;
    }
    return true;
}

static bool cannot_write(const char *path)
{
    cli_wrong("cannot write the file '%.200s': %s", path, strerror(errno));
    return false;
}

static bool write_directly(const char *path, const ari_text *content)
{
    int file = open(path, O_WRONLY);
    if (file < 0)
        return cannot_write(path);
    bool written = write_all(file, content->data, content->size);
    int reason = errno;
    if (close(file) != 0 && written) {
        written = false;
        reason = errno;
    }
    errno = reason;
    return written || cannot_write(path);
}

/* Fills the new file and puts it in place; errno says why not. */
static bool write_beside(int file, const char *beside, const char *path, mode_t mode,
                         const ari_text *content)
{
    bool written = write_all(file, content->data, content->size) &&
                   fchmod(file, mode) == 0 && fsync(file) == 0;
    int reason = errno;
    if (close(file) != 0 && written) {
        written = false;
        reason = errno;
    }
    if (written && rename(beside, path) == 0)
        return true;
    reason = written ? errno : reason;
    unlink(beside);
    errno = reason;
    return false;
}

/* A file's name, what is there, and the new file beside it. */
typedef struct place {
    struct stat status;
    bool exists;
    char *real; /* through a link, the file it leads to is replaced, not the link */
    ari_text beside;
} place;

static bool look_at(const char *path, place *p)
{
    *p = (place){.beside = ARI_TEXT_EMPTY};
    p->exists = stat(path, &p->status) == 0;
    if (strcmp(path, "-") != 0)
        return true;
    cli_wrong("'-' is no file to write: name one (and if that is its name, ./-)");
    return false;
}

/* Makes the new file, still empty; -1 and errno where that is impossible. */
static int begin_beside(const char *path, place *p)
{
    if (!path[0]) {
        errno = ENOENT;
        return -1;
    }
    p->real = p->exists ? realpath(path, NULL) : strdup(path);
    ari_text_format(&p->beside, "%s.XXXXXX", p->real ? p->real : "");
    return p->real && ari_text_ok(&p->beside) ? mkstemp(p->beside.data) : -1;
}

static void leave(place *p)
{
    ari_text_free(&p->beside);
    free(p->real);
}

bool cli_can_write(const char *path)
{
    place p;
    if (!path)
        return true;
    if (!look_at(path, &p))
        return false;
    bool can;
    if (p.exists && !S_ISREG(p.status.st_mode)) {
        can = access(path, W_OK) == 0 && !S_ISDIR(p.status.st_mode);
        errno = S_ISDIR(p.status.st_mode) ? EISDIR : errno;
    } else {
        int file = begin_beside(path, &p);
        can = file >= 0;
        if (can) {
            close(file);
            unlink(p.beside.data);
        }
    }
    if (!can)
        cannot_write(path);
    leave(&p);
    return can;
}

bool cli_write_file(const char *path, const ari_text *content)
{
    place p;
    if (!look_at(path, &p))
        return false;
    if (!ari_text_ok(content)) {
        errno = ENOMEM;
        return cannot_write(path);
    }
    if (p.exists && !S_ISREG(p.status.st_mode))
        return write_directly(path, content);
    mode_t mask = umask(0);
    umask(mask);
    mode_t mode = p.exists ? p.status.st_mode & 0777 : 0666 & ~mask;
    int file = begin_beside(path, &p);
    bool done = file >= 0 && write_beside(file, p.beside.data, p.real, mode, content);
    if (!done)
        cannot_write(path);
    leave(&p);
    return done;
}

static bool holds_something(const struct stat *status)
{
    return S_ISREG(status->st_mode) && status->st_size > 0;
}

bool cli_can_log(const char *path)
{
    struct stat status;
    if (path && strcmp(path, "-") != 0 && stat(path, &status) == 0 &&
        holds_something(&status)) {
        cli_wrong("the file '%.200s' is there already and is not overwritten: name "
                  "another, or remove it",
                  path);
        return false;
    }
    return cli_can_write(path);
}

/* Opens the file; whoever has written to it in the meantime keeps it. */
static bool log_begin(cli_log *log)
{
    struct stat status;
    log->file = open(log->path, O_WRONLY | O_CREAT | O_APPEND, 0666);
    if (log->file < 0) {
        log->reason = errno;
        return false;
    }
    log->begun = true;
    if (fstat(log->file, &status) != 0)
        log->reason = errno;
    else if (holds_something(&status))
        log->reason = EEXIST;
    return log->reason == 0;
}

bool cli_log_add(cli_log *log, const ari_text *line)
{
    if (!log->path)
        return true;
    if (log->reason || (!log->begun && !log_begin(log)))
        return false;
    if (!ari_text_ok(line)) {
        log->reason = ENOMEM;
        return false;
    }
    if (write_all(log->file, line->data, line->size)) {
        log->size += (int64_t)line->size;
        return true;
    }
    log->reason = errno;
    if (ftruncate(log->file, (off_t)log->size) != 0) /* no part of a line, if possible */
        errno = log->reason;
    return false;
}

bool cli_log_end(cli_log *log)
{
    if (!log->path)
        return true;
    if (!log->begun && !log->reason)
        log_begin(log);
    if (log->begun && close(log->file) != 0 && !log->reason)
        log->reason = errno;
    log->begun = false;
    errno = log->reason;
    return log->reason == 0 || cannot_write(log->path);
}

/* Reads until the end of the file or one byte more than the limit. */
static bool read_all(int file, size_t limit, ari_text *content)
{
    char block[1 << 16];
    for (;;) {
        ssize_t got = read(file, block, sizeof block);
        if (got < 0 && errno == EINTR && !cli_interrupted())
            continue;
        if (got <= 0)
            return got == 0;
        ari_text_add_bytes(content, block, (size_t)got);
        if (!ari_text_ok(content)) {
            errno = ENOMEM;
            return false;
        }
        if (content->size > limit)
            return true;
    }
}

bool cli_read_bytes(const char *path, size_t limit, ari_text *content)
{
    *content = ARI_TEXT_EMPTY;
    bool standard = strcmp(path, "-") == 0;
    const char *name = standard ? "standard input" : path;
    int file = standard ? STDIN_FILENO : open(path, O_RDONLY);
    bool read = file >= 0 && read_all(file, limit, content);
    int reason = errno;
    if (file >= 0 && !standard)
        close(file);
    if (!read && cli_interrupted()) {
        cli_wrong("interrupted before the end of '%.200s' was read", name);
    } else if (!read) {
        cli_wrong("cannot read '%.200s': %s", name, strerror(reason));
    } else if (content->size > limit) {
        cli_wrong("'%.200s' is longer than %zu bytes, the most that is accepted", name,
                  limit);
        read = false;
    }
    if (!read)
        ari_text_free(content);
    return read;
}

bool cli_read_file(const char *path, size_t limit, ari_text *content)
{
    if (!cli_read_bytes(path, limit, content))
        return false;
    const char *zero = content->size ? memchr(content->data, '\0', content->size) : NULL;
    if (!zero)
        return true;
    cli_wrong("'%.200s' is not text: it has a NUL byte at character %zu",
              strcmp(path, "-") == 0 ? "standard input" : path,
              (size_t)(zero - content->data) + 1);
    ari_text_free(content);
    return false;
}

const char *cli_promised(const char *path)
{
    static const char *const endings[] = {
        "avif", "bmp",  "csv", "dot",  "eps",  "gif", "gv",   "heic", "htm", "html",
        "ico",  "jpeg", "jpg", "json", "jxl",  "pbm", "pdf",  "pgm",  "png", "ppm",
        "ps",   "svg",  "tga", "tif",  "tiff", "txt", "webp", "xml",  "xpm"};
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    const char *dot = strrchr(name, '.');
    for (size_t i = 0; dot && i < sizeof endings / sizeof *endings; i++)
        if (dot > name && strcasecmp(dot + 1, endings[i]) == 0)
            return dot + 1;
    return NULL;
}
