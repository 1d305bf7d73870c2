/* store.h: the folder in which a solving keeps what it needs to go on (internal).
 *
 * It holds arrays of tiers, the unfinished database, and the checkpoint: a file, replaced
 * as a whole, that names everything else that counts. Arrays are never changed in place: a
 * new version gets a new number, and what the checkpoint does not name is removed.
 *
 * No file says of itself that it is right. The checksum of each array is in the checkpoint,
 * those of the database's blocks are in its index, which is there too, and the checkpoint
 * says which game it is of: a changed byte is noticed, and so is a file of another tier,
 * another time or another game in its place. */
#ifndef ARI_STRONG_STORE_H
#define ARI_STRONG_STORE_H

#include "strong/write.h"

typedef enum ari__store_kind {
    ARI__KIND_KEYS,
    ARI__KIND_REACH,
    ARI__KIND_WORTH,
    ARI__KIND_FOUND, /* keyed: keys of the tier found so far */
    ARI__KIND_FRONT, /* keyed: keys to be followed, of a tier in parts */
    ARI__KIND_LOWER, /* worths from lower tiers, of a tier in parts */
    ARI__KINDS
} ari__store_kind;

typedef struct ari__store {
    ari_text folder, part, name; /* name: the last path that was made */
    char checkpoint[40];         /* the name of the checkpoint that counts */
    bool made;                   /* the folder was not there before */
    int lock;
    uint64_t number;                  /* of the newest version of anything */
    uint64_t kept;                    /* the newest that a checkpoint may name */
    uint64_t (*versions)[ARI__KINDS]; /* by tier: of the file that counts; 0: none */
    uint64_t (*sums)[ARI__KINDS];     /* the checksum of that file */
    uint64_t (*checked)[ARI__KINDS]; /* the version whose checksum is known to be right */
    int tiers;
    uint64_t role; /* which of several stores that go together; 0: the only one */
    uint64_t said; /* the checksum of the last checkpoint that was written or read */
} ari__store;

/* Where the work stands. */
typedef struct ari__stand {
    uint64_t fingerprint;
    uint64_t solving; /* 0: finding positions, 1: solving */
    uint64_t tier;    /* the next one to work on */
    uint64_t span;    /* the most tiers that a move goes down, as far as was found */
} ari__stand;

/* Makes or finds the folder of a database and locks it. */
ari_status ari__store_open(ari__store *store, const char *path, int tiers,
                           ari_error *error);
/* Lets go of it, and removes it if it is no longer needed. */
void ari__store_close(ari__store *store, bool done);

/* Removes the folder that is left of a solving that was killed when its database was
 * complete, unless another one is at work in it. */
void ari__store_clear(const char *path);

ari_status ari__store_save(ari__store *store, ari__store_kind kind, int tier,
                           const void *data, size_t size, ari_error *error);
/* "'...' is damaged; remove its folder to begin anew" */
ari_status ari__store_damaged(const char *path, ari_error *error);
/* The array as it was saved, to be freed. */
ari_status ari__store_load(ari__store *store, ari__store_kind kind, int tier, void **data,
                           size_t *size, ari_error *error);
/* The name of a new version, which then is the one that counts; the one before is removed
 * unless a checkpoint may name it. */
const char *ari__store_fresh(ari__store *store, ari__store_kind kind, int tier);
const char *ari__store_path(ari__store *store, ari__store_kind kind, int tier);
bool ari__store_has(const ari__store *store, ari__store_kind kind, int tier);
void ari__store_forget(ari__store *store, ari__store_kind kind, int tier);

/* Makes all that was saved count, together with where the work stands: writes the checkpoint,
 * and removes what it does not name. Several stores that must agree do both apart. */
ari_status ari__store_checkpoint(ari__store *store, const ari__stand *stand,
                                 const ari__strong *strong, const ari__writer *writer,
                                 ari_error *error);
ari_status ari__store_write(ari__store *store, const char *name, const ari__stand *stand,
                            const ari__strong *strong, const ari__writer *writer,
                            ari_error *error);
void ari__store_clean(ari__store *store);
/* Goes back to the last checkpoint, if there is one; it is an error if it is damaged or of
 * another game. */
ari_status ari__store_resume(ari__store *store, ari__stand *stand, ari__strong *strong,
                             ari__writer *writer, bool *resumed, ari_error *error);

/* A small file that is replaced as a whole, with its checksum. */
ari_status ari__store_put(ari__store *store, const char *name, const void *data,
                          size_t size, ari_error *error);
ari_status ari__store_get(ari__store *store, const char *name, void *data, size_t size,
                          bool *found, ari_error *error);

#endif
