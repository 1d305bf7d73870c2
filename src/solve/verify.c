/* verify.c: an independent check of a database.
 *
 * Nothing here is shared with the solver: positions are found by following moves through
 * the game's table of functions, values are read as anybody reads them, and each is compared
 * with what the rules make of the values after its moves. That the values agree everywhere
 * proves them: a win in n has a move to a loss in n - 1, and so on down to a finished game;
 * and no position that is truly won can be called a draw, since the shortest such win would
 * have a move to a loss that is called one. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <xxhash.h>

#include "base/clock.h"
#include "base/hash.h"
#include "base/memory.h"
#include "solve/files.h"
#include "solve/read.h"

enum { SEEN = 1, SEEN_SECOND = 2, DONE = 4, DONE_SECOND = 8 };

typedef struct verifying {
    ari_database *db;
    const ari_variant *v;
    const ari_core *core;
    const ari_verify_job *job;
    ari_verify_report *report;
    ari_error *error;
    bool ranked;    /* a position's place is its rank, after those of lower tiers */
    bool canonical; /* one of each set of symmetric positions is looked at */
    uint64_t *bases;
    uint64_t places, room;
    uint8_t *flags;
    int32_t *scores, *distances;
    unsigned char *states; /* of every place, when not ranked */
    uint64_t *table;       /* 1 + place, by hash of the state */
    size_t table_size;
    uint64_t *counts; /* for each row of the file: up to symmetry, and all */
    ari_move *moves;
    double start, told;
} verifying;

static bool wrong(verifying *c, const ari_state *s, const char *format, const char *more)
{
    ari_verify_report *report = c->report;
    report->sound = false;
    snprintf(report->message, sizeof report->message, format, more);
    report->position[0] = 0;
    if (s) {
        ari_text text = ARI_TEXT_EMPTY;
        ari_state_format(c->v, s, &text);
        snprintf(report->position, sizeof report->position, "%s", ari_text_get(&text));
        ari_text_free(&text);
    }
    return false;
}

/* Tells progress; false when the check is to stop. */
static bool go_on(verifying *c, const char *doing, uint64_t done)
{
    if (c->job->stop && atomic_load(c->job->stop)) {
        ari_fail(c->error, ARI_STOPPED, ARI_NO_OFFSET, "stopped before all was verified");
        return false;
    }
    double now = ari__seconds();
    if (!c->job->progress || now - c->told < 0.1)
        return true;
    c->told = now;
    const ari_strong_progress progress = {
        .doing = doing,
        .tiers = 1,
        .positions = done,
        .fraction = c->places ? (double)done / (double)c->places : 0,
        .seconds = now - c->start,
        .seconds_left = -1};
    c->job->progress(c->job->self, &progress);
    return true;
}

/* ---- bytes ---- */

static ari_status check_bytes(verifying *c)
{
    enum { STEP = 1 << 20 };
    const ari_database *db = c->db;
    XXH3_state_t *sum = XXH3_createState();
    unsigned char *data = malloc(STEP);
    ari_status status = ARI_OK;
    if (!sum || !data || XXH3_64bits_reset(sum) != XXH_OK)
        status = ari_fail_memory(c->error, STEP, "a checksum");
    uint64_t at = db->header[ARI__DB_H_SIZE], end = db->header[ARI__DB_H_FILE];
    while (status == ARI_OK && at < end) {
        size_t size = end - at < STEP ? (size_t)(end - at) : STEP;
        status = ari__file_get(db->file, db->path, at, data, size, c->error);
        if (status == ARI_OK)
            XXH3_64bits_update(sum, data, size);
        at += size;
    }
    if (status == ARI_OK && XXH3_64bits_digest(sum) != db->header[ARI__DB_H_BODY_SUM])
        wrong(c, NULL, "the checksum of the whole file is wrong%s", "");
    XXH3_freeState(sum);
    free(data);
    return status;
}

/* Unpacks every block, which checks its own sum. */
static ari_status check_blocks(verifying *c)
{
    for (int tier = 0; tier <= c->db->strong.top; tier++)
        for (uint64_t block = 0; block < c->db->tiers[tier].block_count; block++) {
            const unsigned char *plain;
            ari_status status = ari__db_block(c->db, tier, block, &plain, c->error);
            if (status == ARI_BROKEN)
                wrong(c, NULL, "%s", c->error->message);
            if (status != ARI_OK)
                return status == ARI_BROKEN ? ARI_OK : status;
        }
    return ARI_OK;
}

/* ---- places ---- */

/* The position that stands for its symmetric ones. */
static ari_state normal(const verifying *c, const ari_state *s)
{
    ari_state out = *s, in;
    if (c->ranked && c->core->as_first) {
        in = out;
        c->core->as_first(c->v->rules, &in, &out);
    }
    if (c->canonical && c->core->canonical) {
        in = out;
        c->core->canonical(c->v->rules, &in, &out);
    }
    return out;
}

static bool grow_table(verifying *c)
{
    size_t size = c->table_size ? 2 * c->table_size : 1024, bytes = c->core->state_size;
    uint64_t *table = calloc(size, sizeof *table);
    if (!table)
        return false;
    for (uint64_t place = 0; place < c->places; place++) {
        size_t at = ari__hash_bytes(c->states + place * bytes, bytes) & (size - 1);
        while (table[at])
            at = (at + 1) & (size - 1);
        table[at] = place + 1;
    }
    free(c->table);
    c->table = table;
    c->table_size = size;
    return true;
}

static bool grow_places(verifying *c)
{
    size_t flags = (size_t)c->room, states = (size_t)c->room;
    size_t room = (size_t)(c->room + c->room / 2 + 1024);
    if (!ari__grow((void **)&c->flags, &flags, room, 1) ||
        !ari__grow((void **)&c->states, &states, room, c->core->state_size))
        return false;
    memset(c->flags + c->room, 0, room - c->room);
    c->room = room;
    return true;
}

/* The place of a position by its bytes; a new one if there is none. */
static uint64_t place_of_state(verifying *c, const ari_state *s)
{
    if ((2 * c->places >= c->table_size && !grow_table(c)) ||
        (c->places == c->room && !grow_places(c)) || !c->states)
        return UINT64_MAX;
    size_t bytes = c->core->state_size;
    size_t at = ari__hash_bytes(s->bytes, bytes) & (c->table_size - 1);
    for (; c->table[at]; at = (at + 1) & (c->table_size - 1))
        if (memcmp(c->states + (c->table[at] - 1) * bytes, s->bytes, bytes) == 0)
            return c->table[at] - 1;
    memcpy(c->states + c->places * bytes, s->bytes, bytes);
    c->table[at] = ++c->places;
    return c->places - 1;
}

/* The place of any position, and the flag that says it was seen with this side to move.
 * UINT64_MAX after saying why there is none. */
static uint64_t place_of(verifying *c, const ari_state *s, unsigned *seen)
{
    *seen = SEEN;
    ari_state n = normal(c, s);
    if (!c->ranked) {
        uint64_t place = place_of_state(c, &n);
        if (place == UINT64_MAX)
            ari_fail_memory(c->error, c->places * c->core->state_size, "the positions");
        return place;
    }
    if (c->core->as_first && ari_turn(c->v, s) == ARI_SECOND)
        *seen = SEEN_SECOND;
    int tier = c->core->tier(c->v->rules, s);
    uint64_t rank =
        tier < 0 || tier > c->db->strong.top ? UINT64_MAX : c->core->rank(c->v->rules, s);
    if (rank >= (tier < 0 || tier > c->db->strong.top ? 0 : c->db->tiers[tier].slots)) {
        wrong(c, s, "the file has no place for this position%s", "");
        return UINT64_MAX;
    }
    uint64_t place = c->bases[tier] + rank;
    if (!(c->flags[place] &
          (SEEN | SEEN_SECOND))) { /* is the rank this position's own? */
        ari_state back = {{0}};
        c->core->unrank(c->v->rules, tier, rank, &back);
        back = normal(c, &back);
        if (!ari_state_equal(c->v, &back, &n)) {
            wrong(c, s, "the game gives the rank of this position to another one, too%s",
                  "");
            return UINT64_MAX;
        }
    }
    return place;
}

static ari_state state_at(const verifying *c, uint64_t place, int tier)
{
    ari_state s = {{0}};
    if (c->ranked)
        c->core->unrank(c->v->rules, tier, place - c->bases[tier], &s);
    else
        memcpy(s.bytes, c->states + place * c->core->state_size, c->core->state_size);
    return s;
}

/* ---- finding ---- */

/* Follows every move from a place that was seen; how many places are newly seen, or -1. */
static int follow(verifying *c, uint64_t place, int tier)
{
    unsigned news = c->flags[place] & 3u & ~((unsigned)c->flags[place] >> 2);
    ari_state s = state_at(c, place, tier);
    c->flags[place] = (uint8_t)(c->flags[place] | news << 2);
    if (ari_outcome(c->v, &s) != ARI_ON)
        return 0;
    int count = ari_moves(c->v, &s, c->moves), fresh = 0;
    for (int i = 0; i < count; i++) {
        unsigned seen;
        ari_state next = ari_after(c->v, &s, c->moves[i]);
        uint64_t to = place_of(c, &next, &seen);
        if (to == UINT64_MAX)
            return -1;
        unsigned marks = seen == SEEN ? news : (news >> 1 | news << 1) & 3u;
        fresh += (c->flags[to] & marks) != marks;
        c->flags[to] = (uint8_t)(c->flags[to] | marks);
    }
    return fresh;
}

static bool find_ranked(verifying *c)
{
    for (int tier = c->db->strong.top; tier >= 0; tier--)
        for (bool again = true; again;) {
            again = false;
            for (uint64_t place = c->bases[tier]; place < c->bases[tier + 1]; place++) {
                unsigned now = c->flags[place];
                if (!(now & 3u & ~(now >> 2)))
                    continue;
                int fresh = follow(c, place, tier);
                if (fresh < 0 || ((place & 0xfff) == 0 && !go_on(c, "finding", place)))
                    return false;
                again |= fresh > 0;
            }
        }
    return true;
}

static bool find_all(verifying *c)
{
    unsigned seen;
    uint64_t start = place_of(c, &c->v->start, &seen);
    if (start == UINT64_MAX)
        return false;
    c->flags[start] |= (uint8_t)seen;
    if (c->ranked)
        return find_ranked(c);
    for (uint64_t place = 0; place < c->places; place++)
        if (follow(c, place, 0) < 0 ||
            ((place & 0xfff) == 0 && !go_on(c, "finding", place)))
            return false;
    return true;
}

/* ---- values ---- */

static bool look_up(verifying *c, uint64_t place, int tier)
{
    ari_state s = state_at(c, place, tier);
    int score = 0, distance = 0;
    ari_status status = ari_database_look(c->db, &s, &score, &distance, c->error);
    c->scores[place] = score;
    c->distances[place] = distance;
    if (status == ARI_UNKNOWN || status == ARI_BROKEN)
        return wrong(c, &s, "%s", c->error->message);
    return status == ARI_OK;
}

/* What the rules make of the values after the moves. */
static bool derive(verifying *c, const ari_state *s, int *score, int *distance)
{
    int count = ari_moves(c->v, s, c->moves);
    *score = INT_MIN;
    *distance = -1;
    for (int i = 0; i < count; i++) {
        unsigned seen;
        ari_state next = ari_after(c->v, s, c->moves[i]);
        uint64_t to = place_of(c, &next, &seen);
        if (to == UINT64_MAX)
            return false;
        int value = c->scores[to], plies = c->distances[to];
        if (!c->db->payoffs && value != 0)
            value += value > 0 ? -1 : 1;
        if (ari_turn(c->v, s) != ari_turn(c->v, &next))
            value = -value;
        plies += plies >= 0;
        bool shorter = plies >= 0 && (*distance < 0 || plies < *distance);
        if (value > *score || (value == *score && shorter)) {
            *score = value;
            *distance = plies;
        }
    }
    return true;
}

static bool count_in_rows(verifying *c, const ari_state *s, uint64_t place, int tier)
{
    int value = c->scores[place];
    if (!c->db->payoffs)
        value = (value > 0) - (value < 0);
    uint64_t sides = (c->flags[place] & SEEN) + (c->flags[place] >> 1 & 1);
    uint64_t all = sides;
    if (c->canonical && c->core->orbit)
        all *= (uint64_t)c->core->orbit(c->v->rules, s);
    c->report->positions += all;
    c->report->canonical += sides;
    if (!c->ranked)
        tier = c->db->strong.single ? 0
               : c->core->tier      ? c->core->tier(c->v->rules, s)
               : c->core->longest   ? c->core->longest(c->v->rules, s)
                                    : 0;
    size_t row = 0;
    for (int lower = 0; lower < tier && lower <= c->db->strong.top; lower++)
        row += c->db->tiers[lower].row_count;
    for (uint64_t i = 0; tier <= c->db->strong.top && i < c->db->tiers[tier].row_count;
         i++, row++) {
        ari_strong_row found = ari_database_row(c->db, row);
        if (found.value != value || found.distance != c->distances[place])
            continue;
        c->counts[2 * row] += sides;
        c->counts[2 * row + 1] += all;
        return true;
    }
    return wrong(c, s, "the file's table of counts has no row for this position%s", "");
}

static bool check_place(verifying *c, uint64_t place, int tier)
{
    ari_state s = state_at(c, place, tier);
    int score = c->scores[place], distance = c->distances[place];
    if (ari_outcome(c->v, &s) == ARI_ON && !derive(c, &s, &score, &distance))
        return false;
    if (score == c->scores[place] && distance == c->distances[place])
        return count_in_rows(c, &s, place, tier);
    char message[200];
    snprintf(message, sizeof message,
             "the file says score %d in %d plies, but its moves make it %d in %d",
             c->scores[place], c->distances[place], score, distance);
    return wrong(c, &s, "%s", message);
}

/* Does `what` for every position that was found. */
static bool for_each(verifying *c, const char *doing,
                     bool (*what)(verifying *c, uint64_t place, int tier))
{
    int tier = 0;
    for (uint64_t place = 0; place < c->places; place++) {
        while (c->ranked && place >= c->bases[tier + 1])
            tier++;
        if (!(c->flags[place] & 3))
            continue;
        if (!what(c, place, tier) || ((place & 0xfff) == 0 && !go_on(c, doing, place)))
            return false;
    }
    return true;
}

/* ---- counts ---- */

/* Without a canonical form followed, those up to symmetry are counted here. */
static bool count_canonical(verifying *c)
{
    if (c->canonical || !c->core->canonical)
        return true;
    verifying set = {.v = c->v, .core = c->core, .error = c->error, .canonical = true};
    bool ok = true;
    for (uint64_t place = 0; ok && place < c->places; place++) {
        ari_state s = state_at(c, place, 0), n = normal(&set, &s);
        ok = place_of_state(&set, &n) != UINT64_MAX;
    }
    c->report->canonical = set.places;
    free(set.table);
    free(set.states);
    free(set.flags);
    if (!ok)
        ari_fail_memory(c->error, set.places * c->core->state_size, "the positions");
    return ok;
}

static bool compare_counts(verifying *c)
{
    const uint64_t *h = c->db->header;
    char message[160];
    snprintf(message, sizeof message,
             "the file says %llu positions (%llu up to symmetry), but there are %llu "
             "(%llu)",
             (unsigned long long)h[ARI__DB_H_POSITIONS],
             (unsigned long long)h[ARI__DB_H_CANONICAL],
             (unsigned long long)c->report->positions,
             (unsigned long long)c->report->canonical);
    if (h[ARI__DB_H_POSITIONS] != c->report->positions ||
        h[ARI__DB_H_CANONICAL] != c->report->canonical)
        return wrong(c, NULL, "%s", message);
    for (size_t row = 0; row < ari_database_rows(c->db); row++) {
        ari_strong_row said = ari_database_row(c->db, row);
        if (said.positions != c->counts[2 * row + 1] ||
            (c->canonical && said.canonical != c->counts[2 * row]))
            return wrong(c, NULL, "the file's table of counts is wrong%s", "");
    }
    int score, distance;
    if (ari_database_look(c->db, &c->v->start, &score, &distance, c->error) != ARI_OK)
        return false;
    ari_strong_summary summary;
    ari_database_summary(c->db, &summary);
    return (summary.score == score && summary.distance == distance) ||
           wrong(c, &c->v->start, "the header has another value for the start%s", "");
}

/* ---- the whole ---- */

static bool get_memory(verifying *c)
{
    size_t rows = ari_database_rows(c->db);
    c->counts = calloc(rows ? 2 * rows : 1, sizeof *c->counts);
    c->moves = malloc((size_t)c->core->max_moves * sizeof *c->moves);
    c->bases = calloc((size_t)c->db->strong.top + 2, sizeof *c->bases);
    if (!c->counts || !c->moves || !c->bases)
        return false;
    for (int tier = 0; c->ranked && tier <= c->db->strong.top; tier++)
        c->bases[tier + 1] = c->bases[tier] + c->db->tiers[tier].slots;
    if (!c->ranked)
        return true;
    c->places = c->bases[c->db->strong.top + 1];
    c->flags = calloc(c->places ? c->places : 1, 1);
    return c->flags != NULL;
}

static bool verify(verifying *c)
{
    if (!get_memory(c)) {
        ari_fail_memory(c->error, c->places, "the positions");
        return false;
    }
    if (!find_all(c))
        return false;
    size_t needed = c->places * 9;
    if (c->job->memory && needed > c->job->memory) {
        ari_fail(c->error, ARI_MEMORY, ARI_NO_OFFSET,
                 "verifying needs at least %zu MB of memory", needed / 1000000 + 1);
        return false;
    }
    c->scores = malloc(c->places * sizeof *c->scores);
    c->distances = malloc(c->places * sizeof *c->distances);
    if (!c->scores || !c->distances) {
        ari_fail_memory(c->error, c->places * 8, "the values");
        return false;
    }
    return for_each(c, "looking up", look_up) && for_each(c, "checking", check_place) &&
           count_canonical(c) && compare_counts(c);
}

ari_status ari_database_verify(const char *path, const ari_variant *v,
                               const ari_verify_job *job, ari_verify_report *report,
                               ari_error *error)
{
    *report = (ari_verify_report){.sound = true};
    ari_error inner = {.status = ARI_OK};
    verifying c = {.v = v,
                   .core = v->core,
                   .job = job,
                   .report = report,
                   .error = &inner,
                   .start = ari__seconds()};
    ari_status status = ari_database_open(path, v, &c.db, &inner);
    if (status == ARI_BROKEN) {
        wrong(&c, NULL, "%s", inner.message);
        return ARI_OK;
    }
    if (status == ARI_OK) {
        c.ranked = c.db->strong.dense;
        c.canonical = c.ranked || !v->core->canonical || v->core->orbit;
        status = check_bytes(&c);
        if (status == ARI_OK && report->sound)
            status = check_blocks(&c);
        inner.status = status;
        if (status == ARI_OK && report->sound && !verify(&c) && report->sound)
            status = inner.status;
    }
    if (status != ARI_OK && error)
        *error = inner;
    free(c.bases);
    free(c.flags);
    free(c.scores);
    free(c.distances);
    free(c.states);
    free(c.table);
    free(c.counts);
    free(c.moves);
    ari_database_close(c.db);
    return status;
}
