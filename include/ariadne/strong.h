/* strong.h: strong solving: the value and the distance of every position of a game that can
 * be reached, in a database on disk.
 *
 *     ari_strong_job job = {.memory = (size_t)1 << 30};
 *     ari_strong_summary summary;
 *     if (ari_strong_solve(v, "c4.db", &job, &summary, &error) != ARI_OK) ...
 *
 *     ari_database *db;
 *     if (ari_database_new("c4.db", v, &db, &error) != ARI_OK) ...
 *     if (ari_database_look(db, &s, &score, &distance, &error) != ARI_OK) ...
 *
 * docs/database-format.md describes the file. */
#ifndef ARIADNE_STRONG_H
#define ARIADNE_STRONG_H

#include <ariadne/json.h>
#include <ariadne/limits.h>
#include <ariadne/runner.h>
#include <ariadne/solver.h>
#include <ariadne/variant.h>

ARI_C_BEGIN

/* ---- solving ---- */

typedef struct ari_strong_progress {
    const char *doing;   /* "finding positions", "solving", ... */
    int tier, tiers;     /* the present one and how many there are */
    uint64_t positions;  /* done in this phase, up to symmetry */
    double fraction;     /* of the present phase, 0 to 1 */
    double seconds;      /* since the beginning */
    double seconds_left; /* of this phase, as far as can be told; -1: not yet */
} ari_strong_progress;

typedef struct ari_strong_job {
    size_t memory;            /* bytes that the program may take; 0: no limit. Below 32 MB
                               * it is what the work takes beside the program */
    double checkpoint;        /* seconds from one checkpoint to the next; 0: as often as
                               * possible; negative: none */
    const ari_runner *runner; /* NULL: one thread, the caller's */
    ari_stop *stop;           /* may be NULL: a stopped solving goes on next time */
    void (*progress)(void *self, const ari_strong_progress *progress); /* may be NULL */
    void *self;
} ari_strong_job;

typedef struct ari_strong_summary {
    uint64_t positions; /* reachable from the start, finished games included */
    uint64_t canonical; /* the same up to symmetry */
    uint64_t stored;    /* that the file has a value for; the rules tell the others */
    uint64_t bytes;     /* of the file */
    int score;          /* of the start, for the first player */
    int distance;       /* -1: it never ends */
    double seconds;
    bool resumed; /* it went on from a checkpoint */
    bool there;   /* the file was already complete */
} ari_strong_summary;

/* Where a file of this name is or will be: what a symbolic link leads to, which need not be
 * there yet, and else the name itself. Freed by the caller; NULL, and errno says why. */
char *ari_path_real(const char *path);

/* What is known of a game with ranks before it is solved: how many there are, all of which are gone through; how
 * many the largest tier has, and the bytes that it takes in memory. All 0 in a game without ranks, whose
 * positions are not counted before they are found. */
typedef struct ari_strong_ranks {
    double all, most, bytes;
} ari_strong_ranks;

ari_strong_ranks ari_strong_ranks_of(const ari_variant *v);

/* Solves a game and writes the database `path`. While it works, what it needs to go on after
 * an interruption, of whatever kind, is in the folder `path`.work; the same call goes on
 * from there and ends with the same file. */
ari_status ari_strong_solve(const ari_variant *v, const char *path,
                            const ari_strong_job *job, ari_strong_summary *summary,
                            ari_error *error);

/* ---- looking up ---- */

/* A database belongs to one thread at a time; any number may be open, in any number of
 * threads and processes, on the same file. */
typedef struct ari_database ari_database;

/* The game of a database, as ari_variant_new reads it. */
ari_status ari_database_game(const char *path, ari_text *name, ari_error *error);

/* Opens the database of this variant, which must outlive it. Header and index are checked
 * now, each block when it is first needed. */
ari_status ari_database_new(const char *path, const ari_variant *v, ari_database **db,
                            ari_error *error);
/* The same where all that the open database takes, its index included, stays within `bytes`;
 * ARI_MEMORY, before any of it is taken, when that is too little. */
ari_status ari_database_new_within(const char *path, const ari_variant *v, size_t bytes,
                                   ari_database **db, ari_error *error);
void ari_database_free(ari_database *db);
/* How many bytes of it may be kept unpacked, instead of 128 MB; at least a block is. */
void ari_database_keep(ari_database *db, size_t bytes);
/* The most that it takes. */
size_t ari_database_bytes(const ari_database *db);

/* The exact score of a position for its side to move, and the plies to the end, -1 where it
 * never ends. ARI_UNKNOWN when no game from the start leads there; ARI_BROKEN when the file
 * is damaged. */
ari_status ari_database_look(ari_database *db, const ari_state *s, int *score,
                             int *distance, ari_error *error);

/* The database as a solver takes it (ari_solver_look_up). */
ari_lookup ari_database_lookup(ari_database *db);

void ari_database_summary(const ari_database *db, ari_strong_summary *summary);

/* ---- how many positions are worth what ---- */

typedef struct ari_strong_row {
    int tier;
    int value;    /* 1, 0, -1 or the payoff, for the side to move */
    int distance; /* plies to the end; -1: it never ends */
    uint64_t positions, canonical;
} ari_strong_row;

/* The rows of the file, by tier, value and distance. */
size_t ari_database_rows(const ari_database *db);
ari_strong_row ari_database_row(const ari_database *db, size_t index);

/* The table of positions by value and distance, all tiers together. */
void ari_database_stats_text(const ari_database *db, ari_text *out);
void ari_database_stats_csv(const ari_database *db, ari_text *out);
void ari_database_stats_json(const ari_database *db, ari_json *json);
void ari_database_stats_svg(const ari_database *db, ari_text *out);

/* A position for each row, which games from the start lead to. */
typedef struct ari_strong_examples {
    ari_state *states;
    bool *found; /* false: none was met */
    size_t count;
} ari_strong_examples;

/* Looks for them, near the start first, and in a large game in random games then: some two million
 * positions at most. Of positions that differ in what was collected on the way alone, any is one. */
ari_status ari_database_examples_new(ari_database *db, ari_stop *stop,
                                     ari_strong_examples *examples, ari_error *error);
void ari_database_examples_free(ari_strong_examples *examples);

/* The table tier by tier, the start's first, with examples. */
void ari_database_tiers_text(const ari_database *db, const ari_strong_examples *examples,
                             ari_text *out);
void ari_database_tiers_csv(const ari_database *db, const ari_strong_examples *examples,
                            ari_text *out);
void ari_database_tiers_json(const ari_database *db, const ari_strong_examples *examples,
                             ari_json *json);

/* ---- verifying ---- */

typedef struct ari_verify_job {
    size_t memory;  /* bytes that all of it may take; 0: no limit */
    ari_stop *stop; /* may be NULL */
    void (*progress)(void *self, const ari_strong_progress *progress); /* may be NULL */
    void *self;
} ari_verify_job;

typedef struct ari_verify_report {
    bool sound;         /* everything is as it must be */
    uint64_t positions; /* counted again */
    uint64_t canonical;
    char position[768]; /* the first wrong one; "" where none is to blame */
    char message[600];  /* what is wrong, as a sentence that names the file */
} ari_verify_report;

/* Checks every byte by its checksum, finds every reachable position again, by itself, and
 * derives each value from the values of the moves. ARI_OK means that the check could be
 * made; what came out is in the report. */
ari_status ari_database_verify(const char *path, const ari_variant *v,
                               const ari_verify_job *job, ari_verify_report *report,
                               ari_error *error);

ARI_C_END

#endif
