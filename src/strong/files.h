/* files.h: files, with a sentence for everything that can go wrong (internal). */
#ifndef ARI_STRONG_FILES_H
#define ARI_STRONG_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <ariadne/error.h>
#include <ariadne/text.h>

/* "cannot VERB PATH: what the system says". */
ari_status ari__file_failed(const char *verb, const char *path, ari_error *error);

ari_status ari__file_open(const char *path, bool writing, int *file, ari_error *error);
void ari__file_close(int file); /* nothing if it is -1 */
ari_status ari__file_size(int file, const char *path, uint64_t *size, ari_error *error);
/* All of it, or a sentence: also when the file ends before. */
ari_status ari__file_get(int file, const char *path, uint64_t offset, void *data,
                         size_t size, ari_error *error);
ari_status ari__file_put(int file, const char *path, uint64_t offset, const void *data,
                         size_t size, ari_error *error);
ari_status ari__file_cut(int file, const char *path, uint64_t size, ari_error *error);
ari_status ari__file_sync(int file, const char *path, ari_error *error);
/* Renames, and waits until the folder knows it. */
ari_status ari__file_rename(const char *from, const char *to, ari_error *error);
ari_status ari__folder_make(const char *path, ari_error *error);
void ari__file_remove(const char *path); /* if it is there */
/* Removes a folder with all that is in it; what cannot be removed stays. */
void ari__folder_remove(const char *path);
/* Removes its files for which `keep` says no. */
void ari__folder_clean(const char *path, bool (*keep)(void *self, const char *name),
                       void *self);
bool ari__file_there(const char *path);
/* Keeps others out as long as this process lives; ARI_LIMIT when another is in. */
ari_status ari__file_lock(const char *path, int *file, ari_error *error);

#endif
