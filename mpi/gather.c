/* gather.c: a solved tier, counted by all ranks, brought together and written by rank 0. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "mpi/spread.h"

#define PART ((size_t)1 << 26) /* bytes of one message */

static void send_bytes(const void *data, size_t size, int to)
{
    for (size_t at = 0; at < size; at += PART)
        MPI_Send((const char *)data + at, (int)(size - at < PART ? size - at : PART),
                 MPI_BYTE, to, 0, MPI_COMM_WORLD);
}

static void get_bytes(void *data, size_t size, int from)
{
    for (size_t at = 0; at < size; at += PART)
        MPI_Recv((char *)data + at, (int)(size - at < PART ? size - at : PART), MPI_BYTE,
                 from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void *room(const spread *s, size_t bytes)
{
    void *data = malloc(bytes ? bytes : 1);
    if (!data)
        spread_die(s, "there is not enough memory to bring a tier together");
    return data;
}

/* ---- counts ---- */

static void tally_mine(spread *s, int tier, ari__tally *tally)
{
    const ari__strong *strong = &s->drive.strong;
    const ari__tier *t = &strong->tiers[tier];
    const ari_core *core = strong->v->core;
    for (uint64_t i = 0; i < t->slots; i++) {
        unsigned reached = strong->dense ? t->reach[i] & ARI__REACHED : 1;
        ari_state state;
        if (!reached || !spread_state(s, tier, i, &state))
            continue;
        uint64_t sides = (reached & 1) + (reached >> 1);
        uint64_t orbit =
            core->orbit ? (uint64_t)core->orbit(strong->v->rules, &state) : 1;
        if (!ari__tally_add(tally, t->worth[i], sides, sides * orbit))
            spread_die(s, "there is not enough memory for the counts");
    }
}

/* Adds the tallies of the others to rank 0's. */
static void join_tallies(const spread *s, ari__tally *tally)
{
    if (s->rank > 0) {
        uint64_t rows = tally->capacity;
        send_bytes(&rows, sizeof rows, 0);
        send_bytes(tally->rows, rows * sizeof *tally->rows, 0);
        return;
    }
    for (int r = 1; r < s->ranks; r++) {
        uint64_t rows;
        get_bytes(&rows, sizeof rows, r);
        ari__tally other = {.capacity = rows};
        other.rows = room(s, rows * sizeof *other.rows);
        get_bytes(other.rows, rows * sizeof *other.rows, r);
        if (!ari__tally_join(tally, &other))
            spread_die(s, "there is not enough memory for the counts");
        free(other.rows);
    }
}

/* ---- values ---- */

static void send_tier(const spread *s, int tier)
{
    const ari__tier *t = &s->drive.strong.tiers[tier];
    send_bytes(&t->slots, sizeof t->slots, 0);
    if (t->keys)
        send_bytes(t->keys, t->slots * (size_t)s->words * 8, 0);
    send_bytes(t->worth, t->slots * sizeof *t->worth, 0);
}

static ari__tier gather_dense(const spread *s, int tier)
{
    const ari_variant *v = s->drive.strong.v;
    ari__tier whole = {.slots = v->core->ranks(v->rules, tier)};
    whole.worth = room(s, whole.slots * sizeof *whole.worth);
    for (int r = 0; r < s->ranks; r++) {
        ari__tier part = s->drive.strong.tiers[tier];
        if (r > 0) {
            get_bytes(&part.slots, sizeof part.slots, r);
            part.worth = room(s, part.slots * sizeof *part.worth);
            get_bytes(part.worth, part.slots * sizeof *part.worth, r);
        }
        for (uint64_t i = 0; i < part.slots; i++)
            if (spread_global(s, r, i) < whole.slots)
                whole.worth[spread_global(s, r, i)] = part.worth[i];
        if (r > 0)
            free(part.worth);
    }
    return whole;
}

/* Keys with their worths as one more word, sorted again. */
static ari__tier gather_keyed(const spread *s, int tier)
{
    size_t words = (size_t)s->words, record = words + 1, count = 0;
    uint64_t *records = NULL;
    for (int r = 0; r < s->ranks; r++) {
        ari__tier part = s->drive.strong.tiers[tier];
        if (r > 0) {
            get_bytes(&part.slots, sizeof part.slots, r);
            part.keys = room(s, part.slots * words * 8);
            part.worth = room(s, part.slots * sizeof *part.worth);
            get_bytes(part.keys, part.slots * words * 8, r);
            get_bytes(part.worth, part.slots * sizeof *part.worth, r);
        }
        records = realloc(records, (count + part.slots + 1) * record * 8);
        if (!records)
            spread_die(s, "there is not enough memory to bring a tier together");
        for (uint64_t i = 0; i < part.slots; i++, count++) {
            memcpy(records + count * record, part.keys + i * words, words * 8);
            records[count * record + words] = part.worth[i];
        }
        if (r > 0) {
            free(part.keys);
            free(part.worth);
        }
    }
    if (!ari__keys_sort(records, count, s->words + 1))
        spread_die(s, "there is not enough memory to bring a tier together");
    ari__tier whole = {.slots = count,
                       .keys = room(s, count * words * 8),
                       .worth = room(s, count * sizeof *whole.worth)};
    for (size_t i = 0; i < count; i++) {
        memcpy(whole.keys + i * words, records + i * record, words * 8);
        whole.worth[i] = (ari__worth)records[i * record + words];
    }
    free(records);
    return whole;
}

static void note_start(spread *s, int tier, const ari__tier *whole)
{
    const ari__strong *strong = &s->drive.strong;
    spread_place place = spread_place_of(s, &strong->v->start);
    if (place.tier != tier)
        return;
    uint64_t slot = strong->dense
                        ? place.id[0]
                        : ari__keys_find(whole->keys, whole->slots, s->words, place.id);
    s->start = whole->worth[slot];
}

static void write_whole(spread *s, int tier, ari__tally *tally)
{
    ari__strong *strong = &s->drive.strong;
    ari__tier mine = strong->tiers[tier];
    ari__tier whole = strong->dense ? gather_dense(s, tier) : gather_keyed(s, tier);
    strong->tiers[tier] = whole; /* as the counting without symmetry wants it */
    ari_status status = ari__raw_tally(&s->raw, strong, tier, tally, s->drive.error);
    strong->tiers[tier] = mine;
    spread_check(s, status, s->drive.error);
    ari__tally_sort(tally);
    status = ari__writer_tier(&s->writer, &whole, tally, s->drive.error);
    spread_check(s, status, s->drive.error);
    note_start(s, tier, &whole);
    free(whole.keys);
    free(whole.worth);
}

void spread_write_tier(spread *s, int tier)
{
    ari__tally tally = {.rows = NULL};
    if (s->drive.strong.dense)
        spread_check(s, ari__drive_fetch(&s->drive, ARI__KIND_REACH, tier),
                     s->drive.error);
    tally_mine(s, tier, &tally);
    join_tallies(s, &tally);
    if (s->rank == 0)
        write_whole(s, tier, &tally);
    else
        send_tier(s, tier);
    free(tally.rows);
    ari__drive_drop(&s->drive, ARI__KIND_REACH, tier);
    ari__store_forget(&s->store, ARI__KIND_REACH, tier);
}
