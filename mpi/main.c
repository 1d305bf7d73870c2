/* main.c: `ariadne-mpi strong GAME --db FILE`: strong solving on many machines.
 *
 *     mpirun -n 4 ariadne-mpi strong connect4:width=5,height=5 --db c55.db
 *
 * The file is the one that `ariadne strong` makes, byte for byte. The folder FILE.work must
 * be seen by all ranks; each has a folder of its own in it. A checkpoint counts when every
 * rank has written its part and rank 0 has said so. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mpi/spread.h"
#include "strong/files.h"
#include "strong/fingerprint.h"

typedef struct words {
    const char *game, *path;
    size_t memory;
    double checkpoint;
    bool json;
} words;

static const char usage[] =
    "usage: mpirun -n N ariadne-mpi strong GAME --db FILE [--memory SIZE] "
    "[--checkpoint SECONDS] [--json]";

/* ---- arguments ---- */

static bool read_words(int argc, char **argv, words *w)
{
    *w = (words){.checkpoint = 60};
    if (argc < 3 || strcmp(argv[1], "strong") != 0)
        return false;
    for (int i = 2; i < argc; i++) {
        const char *value = i + 1 < argc ? argv[i + 1] : "";
        char *end;
        if (strcmp(argv[i], "--json") == 0) {
            w->json = true;
        } else if (strcmp(argv[i], "--db") == 0) {
            w->path = argv[++i];
        } else if (strcmp(argv[i], "--memory") == 0 &&
                   ari_bytes_parse(value, &w->memory) == ARI_OK && w->memory > 0) {
            i++;
        } else if (strcmp(argv[i], "--checkpoint") == 0) {
            w->checkpoint = strtod(value, &end);
            if (end == value || *end || w->checkpoint < 0)
                return false;
            i++;
        } else if (argv[i][0] != '-' && !w->game) {
            w->game = argv[i];
        } else {
            return false;
        }
    }
    return w->game && w->path && w->path[0];
}

/* ---- checkpoints ---- */

/* What the checkpoints of all ranks say together: one from another time is noticed. */
static uint64_t spread_signed(const spread *s)
{
    uint64_t all = 0;
    MPI_Allreduce(&s->store.said, &all, 1, MPI_UINT64_T, MPI_BXOR, MPI_COMM_WORLD);
    return all;
}

static void checkpoint(spread *s)
{
    double now = ari_seconds();
    int due = now - s->saved >= s->job.checkpoint;
    MPI_Bcast(&due, 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (!due)
        return;
    s->saved = now;
    char name[40];
    snprintf(name, sizeof name, "checkpoint-%llu", (unsigned long long)s->generation + 1);
    ari_status status = ari__drive_save(&s->drive);
    if (status == ARI_OK)
        status = ari__store_write(&s->store, name, &s->stand, &s->drive.strong,
                                  &s->writer, s->drive.error);
    spread_check(s, status, s->drive.error);
    s->generation++;
    const uint64_t said[3] = {s->generation, s->start, spread_signed(s)};
    if (s->rank == 0)
        spread_check(
            s, ari__store_put(&s->store, "commit", said, sizeof said, s->drive.error),
            s->drive.error);
    MPI_Barrier(MPI_COMM_WORLD);
    snprintf(s->store.checkpoint, sizeof s->store.checkpoint, "%s", name);
    ari__store_clean(&s->store);
}

/* Goes back to the last checkpoint that every rank has. */
static void resume(spread *s)
{
    uint64_t said[3] = {0, 0, 0};
    bool found = false;
    ari_error *error = s->drive.error;
    if (s->rank == 0)
        spread_check(
            s, ari__store_get(&s->store, "commit", said, sizeof said, &found, error),
            error);
    MPI_Bcast(said, 3, MPI_UINT64_T, 0, MPI_COMM_WORLD);
    s->generation = said[0];
    s->start = (ari__worth)said[1];
    if (!s->generation)
        return;
    snprintf(s->store.checkpoint, sizeof s->store.checkpoint, "checkpoint-%llu",
             (unsigned long long)s->generation);
    spread_check(s,
                 ari__store_resume(&s->store, &s->stand, &s->drive.strong, &s->writer,
                                   &found, error),
                 error);
    if (spread_any(s, !found) || spread_signed(s) != said[2])
        spread_die(s, "the checkpoint is damaged; remove the .work folder to begin anew");
}

/* ---- the whole ---- */

#define MEMORY_LEAST ((size_t)1 << 20)
#define BATCH_LEAST 64
/* What is found stands in a list for each rank, in one for sending and in one of what came. */
#define COPIES 4

/* An exchange may take the part of the memory that is not for positions and values. */
static int batch_for(const spread *s)
{
    size_t each =
        COPIES * 8 * ((size_t)s->words + 1) * (size_t)s->drive.strong.v->core->max_moves;
    size_t batch = (s->job.memory - s->drive.limit) / each;
    if (!s->job.memory || batch > SPREAD_BATCH)
        return SPREAD_BATCH;
    return batch < BATCH_LEAST ? BATCH_LEAST : (int)batch;
}

static void get_ready(spread *s, const ari_variant *v, ari_error *error)
{
    ari__strong *strong = &s->drive.strong;
    spread_check(s, ari__drive_begin(&s->drive, v, true, &s->job, error), error);
    spread_check(s, ari__fingerprint(v, &s->stand.fingerprint, error), error);
    s->words = strong->dense ? 1 : strong->words;
    s->batch = batch_for(s);
    for (int tier = 0; strong->dense && tier <= strong->top; tier++)
        strong->tiers[tier].slots = spread_slots(s, strong->tiers[tier].slots);
    size_t ranks = (size_t)s->ranks, moves = (size_t)v->core->max_moves;
    s->out = calloc(ranks, sizeof *s->out);
    s->asked = calloc(ranks, sizeof *s->asked);
    s->in_counts = calloc(4 * ranks, sizeof *s->in_counts);
    s->moves = malloc(moves * sizeof *s->moves);
    s->children = malloc(moves * sizeof *s->children);
    if (!s->out || !s->asked || !s->in_counts || !s->moves || !s->children)
        spread_die(s, "there is not enough memory to begin");
    s->in_starts = s->in_counts + ranks;
    s->out_counts = s->in_starts + ranks;
    s->out_starts = s->out_counts + ranks;
}

/* The folder of this rank, within the one of the database, which rank 0 holds. */
static void open_store(spread *s, ari__store *outer, ari_error *error)
{
    if (s->rank == 0)
        spread_check(s, ari__store_open(outer, s->path, 1, error), error);
    MPI_Barrier(MPI_COMM_WORLD);
    ari_text path = ARI_TEXT_EMPTY;
    ari_text_format(&path, "%s.work/rank-%d-of-%d", s->path, s->rank, s->ranks);
    spread_check(
        s,
        ari__store_open(&s->store, ari_text_get(&path), s->drive.strong.top + 1, error),
        error);
    ari_text_free(&path);
    s->store.role = (uint64_t)s->ranks << 32 | ((uint64_t)s->rank + 1);
    s->drive.store = &s->store;
}

/* What rank 0 needs to count positions without symmetry. */
static void prepare_raw(spread *s)
{
    ari_text path = ARI_TEXT_EMPTY;
    ari_error *error = s->drive.error;
    if (s->rank > 0 || !s->raw.needed)
        return;
    spread_check(s, ari__raw_find(&s->raw, &s->drive, error), error);
    s->whole = (ari__drive){.strong = s->drive.strong, .error = error};
    s->whole.limit = s->drive.limit;
    s->whole.store = &s->whole_store;
    s->whole.strong.tiers =
        calloc((size_t)s->drive.strong.top + 1, sizeof *s->whole.strong.tiers);
    if (!s->whole.strong.tiers)
        spread_die(s, "there is not enough memory to begin");
    ari_text_format(&path, "%s.work/whole", s->path);
    spread_check(s,
                 ari__store_open(&s->whole_store, ari_text_get(&path),
                                 s->drive.strong.top + 1, error),
                 error);
    ari_text_free(&path);
}

static void solve(spread *s)
{
    ari__strong *strong = &s->drive.strong;
    while (!s->stand.solving) {
        int tier = strong->top - (int)s->stand.tier;
        spread_find_tier(s, tier);
        ari__store_forget(&s->store, ARI__KIND_FOUND, tier);
        s->stand.tier++;
        s->stand.span = spread_most(s->stand.span);
        if (tier == 0) {
            s->stand.solving = 1;
            s->stand.tier = 0;
        }
        checkpoint(s);
    }
    prepare_raw(s);
    if (s->stand.tier > s->stand.span)
        s->drive.gone = (int)(s->stand.tier - s->stand.span);
    while (s->stand.tier <= (uint64_t)strong->top) {
        spread_solve_tier(s, (int)s->stand.tier);
        spread_write_tier(s, (int)s->stand.tier);
        s->stand.tier++;
        if (s->stand.tier > s->stand.span)
            ari__drive_forget(&s->drive, (int)(s->stand.tier - s->stand.span));
        checkpoint(s);
    }
}

static void finish(spread *s, ari__store *outer, ari_error *error)
{
    if (s->rank == 0) {
        ari_status status = ari__writer_finish(&s->writer, s->start, error);
        if (status == ARI_OK)
            status = ari__file_rename(ari_text_get(&s->store.part), s->path, error);
        spread_check(s, status, error);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    ari__writer_close(&s->writer);
    ari__raw_end(&s->raw);
    if (s->whole.store) {
        ari__store_close(&s->whole_store, true);
        free(s->whole.strong.tiers);
    }
    ari__drive_end(&s->drive);
    ari__store_close(&s->store, true);
    MPI_Barrier(MPI_COMM_WORLD);
    if (s->rank == 0)
        ari__store_close(outer, true);
    for (int r = 0; r < s->ranks; r++) {
        free(s->out[r].list);
        free(s->asked[r].list);
    }
    free(s->out);
    free(s->asked);
    free(s->in.list);
    free(s->in_counts);
    free(s->moves);
    free(s->children);
}

static void print(const spread *s, const ari_variant *v, bool json, double seconds,
                  uint64_t sent, ari_error *error)
{
    ari_database *db;
    ari_strong_summary summary;
    spread_check(s, ari_database_new(s->path, v, &db, error), error);
    ari_database_summary(db, &summary);
    ari_database_free(db);
    printf(
        json ? "{\"game\":\"%s\",\"file\":\"%s\",\"ranks\":%d,\"positions\":%llu,"
               "\"canonical\":%llu,\"bytes\":%llu,\"exchanged\":%llu,\"seconds\":%.3f}\n"
             : "%s, %s, %d ranks: %llu positions, %llu up to symmetry, %llu bytes; "
               "%llu bytes exchanged, %.1f s\n",
        v->name, s->path, s->ranks, (unsigned long long)summary.positions,
        (unsigned long long)summary.canonical, (unsigned long long)summary.bytes,
        (unsigned long long)sent, seconds);
}

static void work(spread *s, const words *given)
{
    ari_error error = {.status = ARI_OK};
    ari_variant *v;
    ari__store outer;
    double start = ari_seconds();
    if (given->memory && given->memory < MEMORY_LEAST)
        spread_die(s, "--memory must be at least 1M");
    spread_check(s, ari_variant_new(given->game, &v, &error), &error);
    char *real = ari_path_real(given->path);
    if (!real)
        spread_die(s, "the file's name is a link that leads nowhere");
    s->path = real;
    s->job = (ari_strong_job){.memory = given->memory, .checkpoint = given->checkpoint};
    s->writer.file = -1;
    s->saved = start;
    int there = ari__file_there(s->path);
    MPI_Bcast(&there, 1, MPI_INT, 0, MPI_COMM_WORLD);
    uint64_t sent = 0;
    if (!there) {
        get_ready(s, v, &error);
        open_store(s, &outer, &error);
        if (s->rank == 0)
            ari__raw_begin(&s->raw, &s->drive);
        resume(s);
        if (s->rank == 0)
            spread_check(s,
                         ari__writer_open(&s->writer, &s->drive.strong,
                                          ari_text_get(&s->store.part),
                                          s->stand.fingerprint, NULL, &error),
                         &error);
        solve(s);
        sent = spread_sum(s->sent);
        finish(s, &outer, &error);
    }
    if (there && s->rank == 0)
        ari__store_clear(s->path);
    if (s->rank == 0)
        print(s, v, given->json, ari_seconds() - start, sent, &error);
    ari_variant_free(v);
    free(real);
}

int main(int argc, char **argv)
{
    signal(SIGXFSZ, SIG_IGN); /* a file that becomes too large is an error like others */
    MPI_Init(&argc, &argv);
    spread s = {.rank = 0};
    MPI_Comm_rank(MPI_COMM_WORLD, &s.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &s.ranks);
    words given;
    int code = 0;
    if (argc == 2 && strcmp(argv[1], "--help") == 0) {
        if (s.rank == 0)
            puts(usage);
    } else if (!read_words(argc, argv, &given)) {
        if (s.rank == 0)
            fprintf(stderr, "ariadne-mpi: %s\n", usage);
        code = 2;
    } else {
        work(&s, &given);
    }
    MPI_Finalize();
    return code;
}
