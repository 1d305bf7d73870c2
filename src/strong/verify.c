/* verify.c: an independent check of a database.
 *
 * Nothing here is shared with the solver: positions are found by following moves through
 * the game's core, values are read as anybody reads them, and each is compared
 * with what the rules make of the values after its moves. That the values agree everywhere
 * proves them: a win in n has a move to a loss in n - 1, and so on down to a finished game;
 * and no position that is truly won can be called a draw, since the shortest such win would
 * have a move to a loss that is called one. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <xxhash.h>

#include "base/memory.h"
#include "strong/files.h"
#include "strong/verify.h"

/* Of the memory that is allowed, this part is for unpacked blocks of the file. */
#define BLOCKS_PART 8

#define ONE_BY_ONE ((uint64_t)1 << 20) /* positions that are counted one by one */

static bool not_sound(ari__verifying *c, const ari_state *s)
{
    ari_verify_report *report = c->report;
    report->sound = false;
    report->position[0] = 0;
    if (s)
        ari_state_write(c->v, s, report->position, sizeof report->position);
    return false;
}

/* The file says something that is not true; `what` has a place for `more`. */
bool ari__verify_wrong(ari__verifying *c, const ari_state *s, const char *what,
                       const char *more)
{
    ari_verify_report *report = c->report;
    int begin =
        snprintf(report->message, sizeof report->message, "'%.200s' is wrong: ", c->path);
    snprintf(report->message + begin, sizeof report->message - (size_t)begin, what, more);
    return not_sound(c, s);
}

/* The file cannot be read, and the error says which and why. */
static bool damaged(ari__verifying *c, const ari_state *s)
{
    snprintf(c->report->message, sizeof c->report->message, "%s", c->error->message);
    return not_sound(c, s);
}

/* Tells progress; false when the check is to stop. */
bool ari__verify_go_on(ari__verifying *c, const char *doing, uint64_t done)
{
    if (c->job->stop && atomic_load(c->job->stop)) {
        ari_fail(c->error, ARI_STOPPED, ARI_NO_OFFSET, "stopped before all was verified");
        return false;
    }
    double now = ari_seconds();
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

static ari_status check_bytes(ari__verifying *c)
{
    enum { STEP = 1 << 16 };
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
        ari__verify_wrong(c, NULL, "the checksum of the whole file is wrong%s", "");
    XXH3_freeState(sum);
    free(data);
    return status;
}

/* Unpacks every block, which checks its own sum. */
static ari_status check_blocks(ari__verifying *c)
{
    for (int tier = 0; tier <= c->db->strong.top; tier++)
        for (uint64_t block = 0; block < c->db->tiers[tier].block_count; block++) {
            const unsigned char *plain;
            ari_status status = ari__db_block(c->db, tier, block, &plain, c->error);
            if (status == ARI_BROKEN)
                damaged(c, NULL);
            if (status != ARI_OK)
                return status == ARI_BROKEN ? ARI_OK : status;
        }
    return ARI_OK;
}

/* ---- values ---- */

/* What the file says of a position. */
static bool read_value(ari__verifying *c, const ari_state *s, int *score, int *distance)
{
    ari_status status = ari_database_look(c->db, s, score, distance, c->error);
    if (status == ARI_BROKEN)
        return damaged(c, s);
    if (status == ARI_UNKNOWN)
        return ari__verify_wrong(c, s, "%s", c->error->message);
    return status == ARI_OK;
}

/* Where the value of a place that was found is kept. */
static inline ari__worth *kept(const ari__verifying *c, uint64_t place)
{
    uint64_t at = c->ranked ? ari__tier_place(&c->found, place) : place;
    ARI_ASSERT(at != ARI__NO_SLOT);
    return &c->values[at];
}

static bool look_up(ari__verifying *c, uint64_t place, int tier)
{
    ari_state s = ari__verify_state_at(c, place, tier);
    int score = 0, distance = 0;
    bool known = read_value(c, &s, &score, &distance), payoffs = c->db->payoffs;
    int value = payoffs ? score : (score > 0) - (score < 0);
    *kept(c, place) =
        ari__worth_of(value, distance < 0 ? ARI__ENDLESS : distance, payoffs);
    return known;
}

/* The value of a place, where that is remembered, or of the position there. */
static bool value_of(ari__verifying *c, uint64_t place, const ari_state *s, int *score,
                     int *distance)
{
    if (!c->values)
        return read_value(c, s, score, distance);
    ari__worth worth = *kept(c, place);
    int value = ari__worth_value(worth),
        length = ari__worth_length(worth, c->db->payoffs);
    *distance = length == ARI__ENDLESS ? -1 : length;
    *score = c->db->payoffs || value == 0 ? value
             : value > 0                  ? ARI_WIN - length
                                          : length - ARI_WIN;
    if (c->core->so_far)
        *score += c->core->so_far(c->v->rules, s);
    return true;
}

/* Plays the moves of a position, and begins to ask for what they lead to: it comes into the cache meanwhile. How many
 * there are, -1 after saying what is wrong; only one where it wins at once. */
static int play(ari__verifying *c, const ari_state *s)
{
    int count = ari_moves(c->v, s, c->moves);
    ari_side side = ari_turn(c->v, s);
    for (int i = 0; i < count; i++) {
        ari__verify_child *to = &c->children[i];
        c->core->after(c->v->rules, s, c->moves[i], &to->state);
        to->outcome = ari_outcome(c->v, &to->state);
        if (!c->db->payoffs && to->outcome != ARI_ON &&
            to->outcome == (ari_turn(c->v, &to->state) == side ? ARI_WON : ARI_LOST)) {
            c->children[0] = *to;
            return 1;
        }
    }
    for (int i = 0; i < count; i++) {
        ari__verify_child *to = &c->children[i];
        if (to->outcome != ARI_ON)
            continue;
        to->place = ari__verify_place_of(c, &to->state, &to->seen);
        if (to->place == UINT64_MAX)
            return -1;
        if (c->values && c->ranked)
            __builtin_prefetch(&c->found.opens[to->place / 64]);
    }
    return count;
}

/* The value of what a move leads to: of a finished game the rules say it. */
static bool value_after(ari__verifying *c, const ari__verify_child *to, int *score,
                        int *distance)
{
    if (to->outcome == ARI_ON)
        return value_of(c, to->place, &to->state, score, distance);
    *distance = 0;
    *score = c->db->payoffs ? to->outcome : to->outcome * ARI_WIN;
    return true;
}

/* What the rules make of the values after the moves. */
static bool derive(ari__verifying *c, const ari_state *s, int *score, int *distance)
{
    int count = play(c, s);
    *score = INT_MIN;
    *distance = -1;
    for (int i = 0; c->values && c->ranked && i < count; i++)
        if (c->children[i].outcome == ARI_ON)
            __builtin_prefetch(kept(c, c->children[i].place));
    for (int i = 0; i < count; i++) {
        const ari__verify_child *to = &c->children[i];
        int value, plies;
        if (!value_after(c, to, &value, &plies))
            return false;
        if (!c->db->payoffs && value != 0)
            value += value > 0 ? -1 : 1;
        if (ari_turn(c->v, s) != ari_turn(c->v, &to->state))
            value = -value;
        plies += plies >= 0;
        bool shorter = plies >= 0 && (*distance < 0 || plies < *distance);
        if (value > *score || (value == *score && shorter)) {
            *score = value;
            *distance = plies;
        }
    }
    return count >= 0;
}

static bool count_in_rows(ari__verifying *c, const ari_state *s, uint64_t place, int tier,
                          int value, int distance)
{
    if (!c->db->payoffs)
        value = (value > 0) - (value < 0);
    uint64_t sides = (c->flags[place] & ARI__SEEN) + (c->flags[place] >> 1 & 1);
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
    ari__worth worth =
        ari__worth_of(value, distance < 0 ? ARI__ENDLESS : distance, c->db->payoffs);
    const ari__db_tier *t = tier <= c->db->strong.top ? &c->db->tiers[tier] : NULL;
    uint64_t row = t ? ari__db_row_of(t, worth) : 0;
    if (!t || row == t->row_count)
        return ari__verify_wrong(
            c, s, "the file's table of counts has no row for this position%s", "");
    c->counts[2 * (c->db->tiers[tier].first_row + row)] += sides;
    c->counts[2 * (c->db->tiers[tier].first_row + row) + 1] += all;
    return true;
}

static bool check_place(ari__verifying *c, uint64_t place, int tier)
{
    ari_state s = ari__verify_state_at(c, place, tier);
    int said, said_distance, score, distance;
    if (!value_of(c, place, &s, &said, &said_distance))
        return false;
    score = said;
    distance = said_distance;
    if (ari_outcome(c->v, &s) == ARI_ON && !derive(c, &s, &score, &distance))
        return false;
    if (score == said && distance == said_distance)
        return count_in_rows(c, &s, place, tier, said, said_distance);
    char message[200];
    snprintf(message, sizeof message,
             "the file says score %d in %d plies, but its moves make it %d in %d", said,
             said_distance, score, distance);
    return ari__verify_wrong(c, &s, "%s", message);
}

/* Does `what` for every position that was found. */
static bool for_each(ari__verifying *c, const char *doing,
                     bool (*what)(ari__verifying *c, uint64_t place, int tier))
{
    int tier = 0;
    for (uint64_t place = 0; place < c->places; place++) {
        while (c->ranked && place >= c->bases[tier + 1])
            tier++;
        if (!(c->flags[place] & 3))
            continue;
        if (!what(c, place, tier) ||
            ((place & 0xfff) == 0 && !ari__verify_go_on(c, doing, place)))
            return false;
    }
    return true;
}

/* ---- counts ---- */

/* Without a canonical form followed, those up to symmetry are counted here. */
static bool count_canonical(ari__verifying *c)
{
    if (c->canonical || !c->core->canonical)
        return true;
    ari__verifying set = {.v = c->v,
                          .core = c->core,
                          .error = c->error,
                          .memory = c->memory,
                          .canonical = true};
    bool ok = true;
    for (uint64_t place = 0; ok && place < c->places; place++) {
        ari_state s = ari__verify_state_at(c, place, 0), n = ari__verify_normal(&set, &s);
        ok = ari__verify_place_of_state(&set, &n) != UINT64_MAX;
    }
    c->report->canonical = set.places;
    ari__verify_free_places(&set);
    if (!ok)
        ari_fail_allowance(c->error, c->memory, "counting positions up to symmetry");
    return ok;
}

/* Where symmetric positions are counted by GAME_ORBIT, which may be wrong, all of them are found once more,
 * one by one, unless they are too many or there is no memory for it. */
static bool count_one_by_one(ari__verifying *c)
{
    if (!c->canonical || !c->core->orbit || c->report->positions > ONE_BY_ONE)
        return true;
    ari_error error;
    ari__verifying each = {.v = c->v,
                           .core = c->core,
                           .db = c->db,
                           .job = c->job,
                           .report = c->report,
                           .error = &error,
                           .path = c->path,
                           .memory = c->memory,
                           .moves = c->moves,
                           .children = c->children};
    bool all = ari__verify_find_all(&each);
    uint64_t places = each.places;
    ari__verify_free_places(&each);
    if (all && places != c->report->positions) {
        char message[120];
        snprintf(message, sizeof message,
                 "by the game's GAME_ORBIT there are %llu positions, but there are %llu",
                 (unsigned long long)c->report->positions, (unsigned long long)places);
        return ari__verify_wrong(c, NULL, "%s", message);
    }
    return true;
}

static bool compare_counts(ari__verifying *c)
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
        return ari__verify_wrong(c, NULL, "%s", message);
    for (size_t row = 0; row < ari_database_rows(c->db); row++) {
        ari_strong_row said = ari_database_row(c->db, row);
        if (said.positions != c->counts[2 * row + 1] ||
            (c->canonical && said.canonical != c->counts[2 * row]))
            return ari__verify_wrong(c, NULL, "the file's table of counts is wrong%s",
                                     "");
    }
    int score, distance;
    if (ari_database_look(c->db, &c->v->start, &score, &distance, c->error) != ARI_OK)
        return false;
    ari_strong_summary summary;
    ari_database_summary(c->db, &summary);
    return (summary.score == score && summary.distance == distance) ||
           ari__verify_wrong(c, &c->v->start,
                             "the header has another value for the start%s", "");
}

/* ---- the whole ---- */

static bool get_memory(ari__verifying *c)
{
    size_t rows = ari_database_rows(c->db);
    c->counts = calloc(rows ? 2 * rows : 1, sizeof *c->counts);
    c->moves = malloc((size_t)c->core->max_moves * sizeof *c->moves);
    c->children = malloc((size_t)c->core->max_moves * sizeof *c->children);
    c->bases = calloc((size_t)c->db->strong.top + 2, sizeof *c->bases);
    if (!c->counts || !c->moves || !c->children || !c->bases)
        return false;
    memset(c->children, 0, (size_t)c->core->max_moves * sizeof *c->children);
    for (int tier = 0; c->ranked && tier <= c->db->strong.top; tier++)
        c->bases[tier + 1] = c->bases[tier] + c->db->tiers[tier].slots;
    if (!c->ranked)
        return true;
    c->places = c->bases[c->db->strong.top + 1];
    return ari__charged_grow(c->memory, (void **)&c->flags, &c->flag_room,
                             (size_t)c->places + 1, 1);
}

/* Numbers the places that were found; false when memory cannot be had. */
static bool number_found(ari__verifying *c)
{
    c->found.slots = c->places;
    if (!ari__charged_resize(c->memory, (void **)&c->found.opens, &c->found_room,
                             (size_t)c->places / 64 + 1, sizeof *c->found.opens))
        return false;
    c->found.open = 0;
    for (uint64_t from = 0; from <= c->places; from += 64) {
        ari__opens *opens = &c->found.opens[from / 64];
        *opens = (ari__opens){.before = c->found.open};
        for (uint64_t place = from; place < from + 64 && place < c->places; place++)
            opens->bits |= (uint64_t)((c->flags[place] & 3) != 0) << place % 64;
        c->found.open += (uint64_t)__builtin_popcountll(opens->bits);
    }
    return true;
}

/* Remembers the values of all that was found, if they find room: looking them up again takes longer. */
static bool remember(ari__verifying *c)
{
    size_t each = sizeof *c->values,
           page = (size_t)4 << 10; /* what a large array may be rounded up by */
    size_t numbers =
        c->ranked ? ((size_t)c->places / 64 + 1) * sizeof *c->found.opens : 0;
    size_t left = ari_allowance_left(c->memory);
    if (left < numbers + 2 * page)
        return true;
    if (c->ranked && !number_found(c)) {
        ari_fail_allowance(c->error, c->memory, "numbering what was found");
        return false;
    }
    size_t count = (size_t)(c->ranked ? c->found.open : c->places) + 1;
    if (ari_allowance_left(c->memory) / each < count + page / each)
        return true;
    if (ari__charged_resize(c->memory, (void **)&c->values, &c->value_room, count, each))
        return for_each(c, "looking up", look_up);
    ari_fail_allowance(c->error, c->memory, "keeping all values");
    return false;
}

static bool verify(ari__verifying *c)
{
    if (!get_memory(c)) {
        ari_fail_allowance(c->error, c->memory, "marking every position");
        return false;
    }
    return ari__verify_find_all(c) && remember(c) &&
           for_each(c, "checking", check_place) && count_canonical(c) &&
           compare_counts(c) && count_one_by_one(c);
}

ari_status ari_database_verify(const char *path, const ari_variant *v,
                               const ari_verify_job *job, ari_verify_report *report,
                               ari_error *error)
{
    *report = (ari_verify_report){.sound = true};
    ari_error inner = {.status = ARI_OK};
    ari_allowance memory;
    ari_allowance_begin(&memory, job->memory);
    ari__verifying c = {.v = v,
                        .path = path,
                        .memory = job->memory ? &memory : NULL,
                        .core = v->core,
                        .job = job,
                        .report = report,
                        .error = &inner,
                        .start = ari_seconds()};
    ari_status status = ari_database_new_within(path, v, job->memory, &c.db, &inner);
    if (status == ARI_BROKEN) {
        damaged(&c, NULL);
        return ARI_OK;
    }
    if (status == ARI_OK && job->memory) {
        ari_database_keep(c.db, job->memory / BLOCKS_PART);
        if (!ari_allowance_take(&memory, ari_database_bytes(c.db)))
            status = ari_fail_allowance(&inner, &memory, "the index of the database");
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
    ari__verify_free_places(&c);
    free(c.bases);
    free(c.counts);
    free(c.moves);
    free(c.children);
    ari_database_free(c.db);
    return status;
}
