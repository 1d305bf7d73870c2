/* files.c: whole files written, and files that grow.
 *
 * A file is written beside its name and renamed when it is complete and on the disk, so
 * that nobody ever sees half of one. What is not a plain file (a pipe, a terminal) is
 * written directly.
 *
 * The new file is called NAME.ariadne-XXXXXX and is locked until it has its name. What a
 * program that was killed has left of the kind is nobody's: whoever writes the same file next
 * gets the lock, and removes it.
 *
 * A log is written in place, each line by one call that adds all of it. */
#define _GNU_SOURCE
#include "cli/cli.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <ariadne/strong.h>

#define BESIDE ".ariadne-"
#define LETTERS 6 /* that mkstemp chooses */

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
    return cli_refuse("cannot write the file '%.200s': %s", path, strerror(errno));
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
                   fchmod(file, mode) == 0 && fsync(file) == 0 &&
                   rename(beside, path) == 0;
    int reason = errno;
    if (!written)
        unlink(beside);
    close(file); /* not before: it holds the lock, and all is on the disk */
    errno = reason;
    return written;
}

/* A file's name, what is there, and the new file beside it. */
typedef struct place {
    struct stat status;
    bool exists;
    char *real; /* through a link, the file it leads to is written, and the link stays */
    ari_text beside;
} place;

static bool look_at(const char *path, place *p)
{
    *p = (place){.beside = ARI_TEXT_EMPTY};
    p->exists = stat(path, &p->status) == 0;
    if (strcmp(path, "-") != 0)
        return true;
    return cli_refuse("'-' is no file to write: name one (and if that is its name, ./-)");
}

/* Is it a file that was begun beside `name` and never got its name? */
static bool is_beside(const char *entry, const char *name)
{
    size_t length = strlen(name);
    return strncmp(entry, name, length) == 0 &&
           strncmp(entry + length, BESIDE, strlen(BESIDE)) == 0 &&
           strlen(entry + length) == strlen(BESIDE) + LETTERS;
}

/* Removes such a file, if it is plain, the user's own and nobody writes it any more. */
static void remove_left(int folder, const char *entry)
{
    struct stat open_one, named;
    int file = openat(folder, entry, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (file < 0)
        return;
    if (fstat(file, &open_one) == 0 && S_ISREG(open_one.st_mode) &&
        open_one.st_uid == geteuid() && flock(file, LOCK_EX | LOCK_NB) == 0 &&
        fstatat(folder, entry, &named, AT_SYMLINK_NOFOLLOW) == 0 &&
        named.st_dev == open_one.st_dev && named.st_ino == open_one.st_ino)
        unlinkat(folder, entry, 0);
    close(file);
}

static void remove_left_beside(const char *path)
{
    const char *slash = strrchr(path, '/');
    ari_text folder = ARI_TEXT_EMPTY;
    ari_text_add_bytes(&folder, slash ? path : "./",
                       slash ? (size_t)(slash - path) + 1 : 2);
    DIR *listing = ari_text_ok(&folder) ? opendir(folder.data) : NULL;
    for (const struct dirent *entry; listing && (entry = readdir(listing));)
        if (is_beside(entry->d_name, slash ? slash + 1 : path))
            remove_left(dirfd(listing), entry->d_name);
    if (listing)
        closedir(listing);
    ari_text_free(&folder);
}

/* Somebody may take the new file for one that was left, in the moment before it is locked. */
static bool lock_beside(int file)
{
    struct stat status;
    bool locked = flock(file, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK;
    return locked && fstat(file, &status) == 0 && status.st_nlink > 0;
}

/* Makes the new file, still empty; -1 and errno where that is impossible. */
static int begin_beside(const char *path, place *p)
{
    int file = -1;
    if (!path[0]) {
        errno = ENOENT;
        return -1;
    }
    p->real = ari_path_real(path);
    if (!p->real)
        return -1;
    remove_left_beside(p->real);
    for (int tries = 0; file < 0 && tries < 100; tries++) {
        ari_text_clear(&p->beside);
        ari_text_format(&p->beside, "%s" BESIDE "XXXXXX", p->real);
        file = ari_text_ok(&p->beside) ? mkostemp(p->beside.data, O_CLOEXEC) : -1;
        if (file < 0)
            return -1;
        if (!lock_beside(file)) {
            close(file);
            file = -1;
            errno = EAGAIN;
        }
    }
    return file;
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
            unlink(p.beside.data);
            close(file);
        }
    }
    if (!can)
        cannot_write(path);
    leave(&p);
    return can;
}

static bool write_file(const char *path, const ari_text *content)
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

bool cli_write_file(const char *path, ari_text *content)
{
    bool written = write_file(path, content);
    ari_text_free(content);
    return written;
}

static bool holds_something(const struct stat *status)
{
    return S_ISREG(status->st_mode) && status->st_size > 0;
}

bool cli_can_log(const char *path)
{
    struct stat status;
    if (path && strcmp(path, "-") != 0 && stat(path, &status) == 0 &&
        holds_something(&status))
        return cli_refuse(
            "the file '%.200s' is there already and is not overwritten: name "
            "another, or remove it",
            path);
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
