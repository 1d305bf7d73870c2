/* files.c: files, with a sentence for everything that can go wrong.
 *
 * Data goes by pread and pwrite, never through a mapping: a file that another program cuts
 * short is then an error like others, where touching a mapping would end the program. */
#define _DEFAULT_SOURCE
#include "strong/files.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <ariadne/strong.h>

ari_status ari__file_failed(const char *verb, const char *path, ari_error *error)
{
    char why[128];
    const char *said = strerror_r(errno, why, sizeof why) == 0 ? why : "unknown error";
    return ari_fail(error, ARI_IO, ARI_NO_OFFSET, "cannot %s '%.200s': %s", verb, path,
                    said);
}

ari_status ari__file_open(const char *path, bool writing, int *file, ari_error *error)
{
    /* Not blocking: a FIFO would wait for its other end, and is refused below. */
    *file = open(path, (writing ? O_RDWR | O_CREAT : O_RDONLY) | O_NONBLOCK | O_CLOEXEC,
                 0666);
    if (*file < 0)
        return ari__file_failed(writing ? "write" : "open", path, error);
    struct stat about;
    if (fstat(*file, &about) == 0 && S_ISREG(about.st_mode))
        return ARI_OK;
    ari__file_close(*file);
    *file = -1;
    return ari_fail(error, ARI_IO, ARI_NO_OFFSET, "'%.200s' is not a plain file", path);
}

void ari__file_close(int file)
{
    if (file >= 0)
        close(file);
}

ari_status ari__file_size(int file, const char *path, uint64_t *size, ari_error *error)
{
    struct stat about;
    if (fstat(file, &about) != 0)
        return ari__file_failed("read", path, error);
    *size = (uint64_t)about.st_size;
    return ARI_OK;
}

ari_status ari__file_get(int file, const char *path, uint64_t offset, void *data,
                         size_t size, ari_error *error)
{
    for (size_t done = 0; done < size;) {
        ssize_t got =
            pread(file, (char *)data + done, size - done, (off_t)(offset + done));
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return ari__file_failed("read", path, error);
        if (got == 0)
            return ari_fail(error, ARI_BROKEN, ARI_NO_OFFSET,
                            "'%.200s' is too short: it ends before byte %" PRIu64, path,
                            offset + size);
        done += (size_t)got;
    }
    return ARI_OK;
}

ari_status ari__file_put(int file, const char *path, uint64_t offset, const void *data,
                         size_t size, ari_error *error)
{
    for (size_t done = 0; done < size;) {
        ssize_t put =
            pwrite(file, (const char *)data + done, size - done, (off_t)(offset + done));
        if (put < 0 && errno == EINTR)
            continue;
        if (put <= 0)
            return ari__file_failed("write", path, error);
        done += (size_t)put;
    }
    return ARI_OK;
}

ari_status ari__file_cut(int file, const char *path, uint64_t size, ari_error *error)
{
    return ftruncate(file, (off_t)size) == 0 ? ARI_OK
                                             : ari__file_failed("write", path, error);
}

ari_status ari__file_sync(int file, const char *path, ari_error *error)
{
    return fsync(file) == 0 ? ARI_OK : ari__file_failed("write", path, error);
}

/* The folder that a path is in. */
static void folder_of(const char *path, ari_text *folder)
{
    const char *slash = strrchr(path, '/');
    if (slash)
        ari_text_add_bytes(folder, path, (size_t)(slash - path) + 1);
    else
        ari_text_add(folder, ".");
}

#define LINKS_MOST 40 /* as the system has it */

char *ari_path_real(const char *path)
{
    char target[4096];
    char *here = strdup(path);
    for (int links = 0; here && links <= LINKS_MOST; links++) {
        ssize_t length = readlink(here, target, sizeof target);
        if (length < 0 || length == (ssize_t)sizeof target)
            return here; /* it is no link, or not there: opening it says what is wrong */
        ari_text next = ARI_TEXT_EMPTY;
        if (target[0] != '/' && strchr(here, '/'))
            folder_of(here, &next);
        ari_text_add_bytes(&next, target, (size_t)length);
        free(here);
        here = ari_text_ok(&next) ? next.data : NULL;
    }
    if (here)
        errno = ELOOP;
    free(here);
    return NULL;
}

ari_status ari__file_rename(const char *from, const char *to, ari_error *error)
{
    if (rename(from, to) != 0)
        return ari__file_failed("write", to, error);
    ari_text folder = ARI_TEXT_EMPTY;
    folder_of(to, &folder);
    int file = open(ari_text_get(&folder), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    ari_text_free(&folder);
    if (file >= 0) {
        fsync(file); /* some file systems do not offer it: the rename is done anyhow */
        close(file);
    }
    return ARI_OK;
}

ari_status ari__folder_make(const char *path, ari_error *error)
{
    if (mkdir(path, 0777) == 0 || errno == EEXIST)
        return ARI_OK;
    return ari__file_failed("make the folder", path, error);
}

void ari__folder_clean(const char *path, bool (*keep)(void *self, const char *name),
                       void *self)
{
    DIR *folder = opendir(path);
    if (!folder)
        return;
    for (const struct dirent *entry; (entry = readdir(folder));) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0 ||
            (keep && keep(self, entry->d_name)))
            continue;
        unlinkat(dirfd(folder), entry->d_name, 0);
    }
    closedir(folder);
}

void ari__file_remove(const char *path)
{
    unlink(path);
}

void ari__folder_remove(const char *path)
{
    ari__folder_clean(path, NULL, NULL);
    DIR *folder = opendir(path); /* what is left are folders */
    for (const struct dirent *entry; folder && (entry = readdir(folder));) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        ari_text inner = ARI_TEXT_EMPTY;
        ari_text_format(&inner, "%s/%s", path, entry->d_name);
        ari__folder_remove(ari_text_get(&inner));
        ari_text_free(&inner);
    }
    if (folder)
        closedir(folder);
    rmdir(path);
}

bool ari__file_there(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0;
}

ari_status ari__file_lock(const char *path, int *file, ari_error *error)
{
    *file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (*file < 0)
        return ari__file_failed("write", path, error);
    if (flock(*file, LOCK_EX | LOCK_NB) == 0)
        return ARI_OK;
    bool other = errno == EWOULDBLOCK;
    if (!other)
        ari__file_failed("lock", path, error);
    close(*file);
    *file = -1;
    return other ? ari_fail(error, ARI_LIMIT, ARI_NO_OFFSET,
                            "another solver is at work on this database (it holds "
                            "'%.200s'); wait until it is done, or give another file",
                            path)
                 : ARI_IO;
}
