/* solve.c: strong solving, from the first position to the finished database. */
#include <stdlib.h>
#include <string.h>

#include "strong/files.h"
#include "strong/fingerprint.h"
#include "strong/parts.h"
#include "strong/raw.h"
#include "strong/read.h"
#include "strong/windows.h"
#include "strong/within.h"

#define LARGE_TIER ((uint64_t)1 << 16) /* slots */

typedef struct solving {
    ari__drive drive;
    ari__raw raw;
    ari__store store;
    ari__writer writer;
    ari__stand stand;
    const ari_strong_job *job;
    ari_error *error;
} solving;

/* ---- checkpoints ---- */

static ari_status checkpoint(solving *w, bool due)
{
    double now = ari_seconds();
    if (w->job->checkpoint < 0 || (!due && now - w->drive.saved < w->job->checkpoint))
        return ARI_OK;
    w->drive.saved = now;
    ari_status status = ari__drive_save(&w->drive);
    if (status != ARI_OK)
        return status;
    return ari__store_checkpoint(&w->store, &w->stand, &w->drive.strong, &w->writer,
                                 w->error);
}

/* ---- finding ---- */

/* All that there is room for: what a phase has to go through. */
static uint64_t all_slots(const ari__drive *d)
{
    uint64_t total = 0;
    for (int tier = 0; tier <= d->strong.top; tier++)
        total += d->strong.tiers[tier].slots;
    return total;
}

static ari_status find_positions(solving *w)
{
    ari__drive *d = &w->drive;
    ari__drive_phase(d, "finding positions", all_slots(d));
    ari_status status = ARI_OK;
    while (status == ARI_OK && !w->stand.solving) {
        int tier = d->strong.top - (int)w->stand.tier;
        status = ari__find_tier(d, tier);
        if (status != ARI_OK)
            break;
        ari__store_forget(&w->store, ARI__KIND_FOUND, tier);
        w->stand.tier++;
        uint64_t span = (uint64_t)ari__drive_span(d);
        w->stand.span = span > w->stand.span ? span : w->stand.span;
        if (tier == 0) {
            w->stand.solving = 1;
            w->stand.tier = 0;
        }
        status = checkpoint(w, false);
    }
    return status;
}

/* ---- solving ---- */

static void forget_censuses(ari__drive *d)
{
    for (int i = 0; i < d->thread_count; i++) {
        free(d->threads[i].census.rows);
        d->threads[i].census = (ari__census){.rows = NULL};
    }
}

/* What has to be known of a solved tier before it is written. */
typedef struct known {
    ari__census census;
    ari__survey survey;
} known;

/* Adds what the threads have counted. */
static ari_status join_censuses(solving *w, ari__census *census)
{
    ari_status status = ARI_OK;
    for (int i = 0; i < w->drive.thread_count; i++)
        if (status == ARI_OK && !ari__census_join(census, &w->drive.threads[i].census))
            status = ari__census_failed(census, w->error);
    forget_censuses(&w->drive);
    return status;
}

static ari_status take_survey(solving *w, const ari__worth *worth, uint64_t count,
                              ari__survey *survey)
{
    bool payoffs = ari_has(w->drive.strong.v, ARI_HAS_PAYOFFS);
    return ari__survey_add(survey, worth, count, payoffs)
               ? ARI_OK
               : ari_fail_memory(w->error, sizeof *worth, "the values of a tier");
}

/* Keeps the worth of the start, if it is among these slots. */
static void note_start(solving *w, int tier, const ari__tier *part)
{
    const ari__strong *s = &w->drive.strong;
    uint64_t key[ARI_STATE_MAX / 8];
    unsigned turn;
    if (w->drive.steps->place(s, &s->v->start, key, &turn) != tier)
        return;
    uint64_t slot =
        s->dense ? key[0] - part->from
                 : ari__keys_find(part->keys, part->to - part->from, s->words, key);
    if (slot >= part->to - part->from)
        return;
    uint64_t place = part->opens ? ari__tier_place(part, slot) : slot;
    w->writer.header[ARI__DB_H_START] =
        place == ARI__NO_SLOT ? ARI__WORTH_WIN_NOW : part->worth[place];
}

/* ---- a tier in memory ---- */

/* What is still to be written of it. */
typedef struct writing {
    ari__tier left; /* `from` is where it goes on */
    size_t words;
    ari__worth worth[ARI__DB_SLOTS]; /* of slots of which only the open ones have one */
} writing;

static ari_status next_in_memory(void *self, uint64_t most, ari__tier *part,
                                 ari_error *error)
{
    (void)error;
    writing *w = self;
    ari__tier *left = &w->left;
    uint64_t count = left->slots - left->from < most ? left->slots - left->from : most;
    if (left->opens && count > ARI__DB_SLOTS)
        count = ARI__DB_SLOTS;
    *part = (ari__tier){.slots = count, .worth = left->worth + left->from};
    if (left->keys)
        part->keys = left->keys + left->from * w->words;
    if (left->opens) {
        ari__tier_spread(left, left->from, (size_t)count, w->worth);
        part->worth = w->worth;
    }
    left->from += count;
    return ARI_OK;
}

/* Can it be told without a look that moves stay within a tier? Then the worths of all its slots need not be
 * had first. */
static bool surely_within(const ari__drive *d, int tier)
{
    return d->strong.dense && ari_has(d->strong.v, ARI_HAS_CYCLES) &&
           d->strong.tiers[tier].slots >= LARGE_TIER;
}

static ari_status solve_plainly(ari__drive *d, int tier)
{
    d->strong.counting = true;
    ari_status status = ari__drive_fetch(d, ARI__KIND_WORTH, tier);
    if (status == ARI_OK)
        status = ari__drive_step(d, d->steps->solve, tier);
    d->strong.counting = false;
    return status;
}

static ari_status solve_whole(solving *w, int tier, known *k)
{
    ari__drive *d = &w->drive;
    uint64_t done = d->done;
    ari_status status =
        ari__drive_fetch(d, d->strong.dense ? ARI__KIND_REACH : ARI__KIND_KEYS, tier);
    d->within = surely_within(d, tier);
    if (status == ARI_OK && !d->within)
        status = solve_plainly(d, tier);
    if (d->within) {
        d->done = done;
        forget_censuses(d);
        if (d->strong.dense)
            ari__drive_drop(d, ARI__KIND_WORTH, tier);
        if (status == ARI_OK || status == ARI_UNSUPPORTED)
            status = ari__within_solve(d, tier);
    }
    if (status == ARI_OK)
        status = join_censuses(w, &k->census);
    const ari__tier *t = &d->strong.tiers[tier];
    return status == ARI_OK
               ? take_survey(w, t->worth, t->opens ? t->open : t->slots, &k->survey)
               : status;
}

static ari_status write_whole(solving *w, int tier, const known *k)
{
    writing *left = malloc(sizeof *left);
    if (!left)
        return ari_fail_memory(w->error, sizeof *left, "writing a tier");
    left->left = w->drive.strong.tiers[tier];
    left->left.from = 0;
    left->left.to = left->left.slots;
    note_start(w, tier, &left->left);
    left->words = (size_t)w->drive.strong.words;
    ari_status status =
        ari__writer_tier(&w->writer, left->left.slots, &k->survey, &k->census,
                         (ari__slots){left, next_in_memory}, w->error);
    free(left);
    return status;
}

/* ---- a tier in parts ---- */

/* Forgets what was begun with the tier in memory. */
static ari_status start_parts(ari__drive *d, int tier)
{
    forget_censuses(d);
    ari__within_forget(d);
    ari__drive_drop(d, ARI__KIND_WORTH, tier);
    return ari__drive_empty(d);
}

static ari_status solve_parts(solving *w, int tier, known *k)
{
    ari__drive *d = &w->drive;
    ari__reading r;
    ari_status status = start_parts(d, tier);
    if (status == ARI_OK)
        status = ari__parts_solve(d, tier);
    if (status != ARI_OK)
        return status;
    uint64_t done = d->done;
    status = ari__reading_begin(&r, d, tier, true, true);
    while (status == ARI_OK && r.at < r.part.slots) {
        status = ari__reading_next(&r, r.room);
        if (status != ARI_OK)
            break;
        d->strong.part = r.part;
        note_start(w, tier, &r.part);
        status = ari__drive_step_part(d, d->steps->census, tier);
        if (status == ARI_OK)
            status = take_survey(w, r.part.worth, r.part.to - r.part.from, &k->survey);
    }
    ari__reading_end(&r);
    d->done = done;
    return status == ARI_OK ? join_censuses(w, &k->census) : status;
}

static ari_status write_parts(solving *w, int tier, const known *k)
{
    ari__reading r;
    ari_status status = ari__reading_begin(&r, &w->drive, tier, true, false);
    if (status == ARI_OK)
        status = ari__writer_tier(&w->writer, r.part.slots, &k->survey, &k->census,
                                  ari__reading_slots(&r), w->error);
    ari__reading_end(&r);
    return status;
}

static ari_status solve_tier(solving *w, int tier)
{
    ari__drive *d = &w->drive;
    known k = {.survey = {.stored = 0}};
    uint64_t done = d->done;
    d->tier = tier;
    ari_status status = solve_whole(w, tier, &k);
    bool parts = status == ARI_MEMORY && d->store;
    if (parts) {
        d->done = done;
        status = solve_parts(w, tier, &k);
    }
    if (status == ARI_OK)
        status = ari__raw_census(&w->raw, d, tier, &k.census);
    ari__census_sort(&k.census);
    if (status == ARI_OK && !ari__survey_fit(&k.survey, &k.census, &d->strong))
        status =
            ari_fail_memory(w->error, sizeof *k.survey.symbols, "the values of a tier");
    if (status == ARI_OK)
        status = parts ? write_parts(w, tier, &k) : write_whole(w, tier, &k);
    if (status == ARI_OK && !parts && !d->strong.dense && !d->limit)
        ari__tier_hash(&d->strong.tiers[tier], d->strong.words);
    for (size_t i = 0; i < k.census.capacity; i++)
        d->positions += k.census.rows[i].canonical;
    free(k.census.rows);
    free(k.survey.symbols);
    ari__drive_drop(d, ARI__KIND_REACH, tier);
    ari__store_forget(&w->store, ARI__KIND_REACH, tier);
    return status;
}

static ari_status solve_tiers(solving *w)
{
    ari__drive *d = &w->drive;
    ari__drive_phase(d, "solving", all_slots(d));
    for (uint64_t tier = 0; tier < w->stand.tier; tier++)
        d->done += d->strong.tiers[tier].slots;
    if (w->stand.tier > w->stand.span)
        d->gone = (int)(w->stand.tier - w->stand.span);
    ari_status status = ARI_OK;
    while (status == ARI_OK && w->stand.tier <= (uint64_t)d->strong.top) {
        status = solve_tier(w, (int)w->stand.tier);
        w->stand.tier++;
        if (w->stand.tier > w->stand.span)
            ari__drive_forget(d, (int)(w->stand.tier - w->stand.span));
        if (status == ARI_OK)
            status = checkpoint(w, false);
    }
    return status;
}

/* ---- the whole ---- */

static ari_status finish(solving *w, const char *path)
{
    ari__worth start = (ari__worth)w->writer.header[ARI__DB_H_START];
    ari_status status = ari__writer_finish(&w->writer, start, w->error);
    if (status == ARI_OK)
        status = ari__file_rename(ari_text_get(&w->store.part), path, w->error);
    return status;
}

static ari_status work(solving *w, const ari_variant *v, const char *path, bool *resumed)
{
    ari_status status = ari__drive_begin(&w->drive, v, true, w->job, w->error);
    if (status == ARI_OK)
        status = ari__store_open(&w->store, path, w->drive.strong.top + 1, w->error);
    else
        w->store.lock = -1;
    if (status != ARI_OK)
        return status;
    w->drive.store = &w->store;
    w->drive.saved = w->drive.start;
    if (w->drive.limit) {
        size_t blocks = w->drive.limit / 16 / ARI__WRITER_BLOCK_BYTES;
        w->writer.batch = blocks == 0                  ? 1
                          : blocks < ARI__WRITER_BATCH ? (int)blocks
                                                       : ARI__WRITER_BATCH;
    }
    ari__raw_begin(&w->raw, &w->drive);
    status = ari__store_resume(&w->store, &w->stand, &w->drive.strong, &w->writer,
                               resumed, w->error);
    if (status == ARI_OK)
        status =
            ari__writer_open(&w->writer, &w->drive.strong, ari_text_get(&w->store.part),
                             w->stand.fingerprint, w->job->runner, w->error);
    if (status == ARI_OK)
        status = find_positions(w);
    if (status == ARI_OK)
        status = ari__raw_find(&w->raw, &w->drive, w->error);
    if (status == ARI_OK)
        status = solve_tiers(w);
    return status == ARI_OK ? finish(w, path) : status;
}

/* Is the database there already? A file of another game is not to be overwritten. */
static ari_status look_for_file(const ari_variant *v, const char *path,
                                ari_strong_summary *summary, ari_error *error)
{
    if (!ari__file_there(path))
        return ARI_OK;
    ari_database *db;
    ari_error why;
    if (ari_database_new(path, v, &db, &why) != ARI_OK)
        return ari_fail(error, ARI_IO, ARI_NO_OFFSET,
                        "'%.120s' is there already and is not a database of this game: "
                        "%.200s; remove it or give another name",
                        path, why.message);
    ari_database_summary(db, summary);
    summary->there = true;
    ari_database_free(db);
    return ARI_OK;
}

/* Is that a reason for which going on would not help either? */
static bool never(ari_status status)
{
    return status == ARI_BROKEN || status == ARI_LIMIT || status == ARI_UNSUPPORTED;
}

ari_status ari_strong_solve(const ari_variant *v, const char *path,
                            const ari_strong_job *job, ari_strong_summary *summary,
                            ari_error *error)
{
    *summary = (ari_strong_summary){.distance = -1};
    double start = ari_seconds();
    solving *w = calloc(1, sizeof *w);
    if (!w)
        return ari_fail_memory(error, sizeof *w, "strong solving");
    w->job = job;
    w->error = error;
    w->writer.file = -1;
    w->store.lock = -1;
    bool resumed = false;
    char *real = ari_path_real(path);
    ari_status status = real ? look_for_file(v, real, summary, error)
                             : ari__file_failed("write", path, error);
    path = real;
    if (summary->there) {
        ari__store_clear(path);
    } else if (status == ARI_OK) {
        status = ari__fingerprint(v, &w->stand.fingerprint, error);
        if (status == ARI_OK)
            status = work(w, v, path, &resumed);
        ari__writer_close(&w->writer);
        ari__drive_end(&w->drive);
        ari__raw_end(&w->raw);
        ari__store_close(&w->store, status == ARI_OK || (w->store.made && never(status)));
        if (status == ARI_OK)
            status = look_for_file(v, path, summary, error);
        summary->there = false;
    }
    free(w);
    free(real);
    summary->resumed = resumed;
    summary->seconds = ari_seconds() - start;
    return status;
}
