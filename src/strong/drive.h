/* drive.h: a strong solving on its way, as its parts share it (internal). */
#ifndef ARI_STRONG_DRIVE_H
#define ARI_STRONG_DRIVE_H

#include <ariadne/strong.h>

#include "strong/store.h"

/* Sorted sets of keys found for a tier that is not followed yet. */
typedef struct ari__runs {
    struct ari__run {
        uint64_t *keys;
        size_t count;
    } * list;
    size_t count, capacity;
} ari__runs;

typedef struct ari__drive {
    ari__strong strong;
    const ari__strong_steps *steps;
    const ari_strong_job *job;
    ari__strong_thread *threads;
    int thread_count;
    ari__runs *runs;   /* keyed: by tier */
    int *pins;         /* by tier: 1 + the tier for which its arrays are needed now */
    ari__store *store; /* NULL: nothing is kept on disk */
    size_t limit;      /* bytes for arrays; 0: none */
    int gone;          /* tiers below this one are solved and no longer needed */
    ari_error *error;
    double start, told, phase_start, saved;
    const char *doing;
    uint64_t done, total; /* slots of this phase */
    uint64_t positions;   /* done in this phase */
    int tier;
    bool within;          /* a step has met a move that stays within the tier */
    uint64_t moves_words; /* that within.c has put on disk */
} ari__drive;

/* Ready for the game, with the start known. `normalise`: symmetric positions are one. */
ari_status ari__drive_begin(ari__drive *d, const ari_variant *v, bool normalise,
                            const ari_strong_job *job, ari_error *error);
void ari__drive_end(ari__drive *d);
void ari__drive_phase(ari__drive *d, const char *doing, uint64_t total);

/* One step over all slots of a tier, or of `strong.part`, by all threads; fetches what is
 * absent. */
ari_status ari__drive_step(ari__drive *d, ari__strong_step *step, int tier);
ari_status ari__drive_step_part(ari__drive *d, ari__strong_step *step, int tier);

/* The most tiers that a move was found to go down. */
int ari__drive_span(const ari__drive *d);
/* Forgets the keys and worths of all tiers below `tier`. */
void ari__drive_forget(ari__drive *d, int tier);
/* Sees that an array of a tier is in memory: loaded, or new and zero. */
ari_status ari__drive_fetch(ari__drive *d, ari__store_kind kind, int tier);
void ari__drive_drop(ari__drive *d, ari__store_kind kind,
                     int tier); /* from memory alone */
size_t ari__drive_bytes(const ari__drive *d, ari__store_kind kind, int tier);
size_t ari__drive_opens_bytes(uint64_t slots); /* that say which slots are open */
/* The sentence about what kept a step from being done. */
ari_status ari__drive_trouble(ari__drive *d, ari__trouble trouble);
/* Makes room for so many bytes, if there is a limit, by saving and dropping arrays that
 * `tier` does not need. */
ari_status ari__drive_room(ari__drive *d, int tier, size_t bytes);
/* Saves an array, if it is not saved yet, and drops it; without a store it stays. */
ari_status ari__drive_put_away(ari__drive *d, ari__store_kind kind, int tier);
/* Saves every array that is not saved yet. */
ari_status ari__drive_save(ari__drive *d);
/* The same, and drops all of them. */
ari_status ari__drive_empty(ari__drive *d);

/* ---- find.c: what can be reached ---- */

/* Follows the moves of one tier, all higher ones being done. */
ari_status ari__find_tier(ari__drive *d, int tier);
/* Keyed: all that was found for a tier, without what is in `seen`, becomes its keys. */
ari_status ari__find_take(ari__drive *d, int tier, const ari__runs *seen);
/* Keyed: puts what was found for a tier to what is on disk of it, and forgets it. */
ari_status ari__find_spill(ari__drive *d, int tier);
size_t ari__find_bytes(const ari__drive *d); /* of all that was found and not spilled */
/* Keyed: sorts records (a tier, then a key) and hands the keys to the tiers. False when
 * memory cannot be had. */
bool ari__find_split(ari__drive *d, uint64_t *records, size_t count);
/* The same with what a thread has found. */
ari_status ari__find_flush(ari__drive *d, ari__strong_thread *thread);

/* Adds a sorted set, which then belongs to the runs. */
bool ari__runs_add(ari__runs *runs, uint64_t *keys, size_t count);
/* Merges until no run is much smaller than the one after it; `all`: until one is left. */
bool ari__runs_merge(ari__runs *runs, int words, bool all);

#endif
