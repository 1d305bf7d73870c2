/* gather.c: a solved tier, counted by all ranks, and written by rank 0, to which it comes
 * piece by piece: rank 0 never has all of it in memory. Blocks of dense tiers are packed by
 * the rank whose slots they are; the keys of other tiers come in order and are merged. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "mpi/spread.h"

#define PART ((size_t)1 << 26) /* bytes of one message */
#define STREAM 4096            /* slots that come from a rank at a time */

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

static void census_mine(spread *s, int tier, ari__census *census)
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
        if (!ari__census_add(census, t->worth[i], sides, sides * orbit))
            spread_die(
                s, "there is not enough memory for counting the positions of each value");
    }
}

/* Adds the censuses of the others to rank 0's. */
static void join_censuses(const spread *s, ari__census *census)
{
    if (s->rank > 0) {
        uint64_t rows = census->capacity;
        send_bytes(&rows, sizeof rows, 0);
        send_bytes(census->rows, rows * sizeof *census->rows, 0);
        return;
    }
    for (int r = 1; r < s->ranks; r++) {
        uint64_t rows;
        get_bytes(&rows, sizeof rows, r);
        ari__census other = {.capacity = rows};
        other.rows = room(s, rows * sizeof *other.rows);
        get_bytes(other.rows, rows * sizeof *other.rows, r);
        if (!ari__census_join(census, &other))
            spread_die(
                s, "there is not enough memory for counting the positions of each value");
        free(other.rows);
    }
}

/* The same with what they have to store. */
static void join_surveys(const spread *s, ari__survey *survey)
{
    if (s->rank > 0) {
        const uint64_t head[2] = {survey->count, survey->stored};
        send_bytes(head, sizeof head, 0);
        send_bytes(survey->symbols, survey->count * sizeof *survey->symbols, 0);
        return;
    }
    for (int r = 1; r < s->ranks; r++) {
        uint64_t head[2];
        get_bytes(head, sizeof head, r);
        ari__survey other = {.count = head[0], .stored = head[1]};
        other.symbols = room(s, other.count * sizeof *other.symbols);
        get_bytes(other.symbols, other.count * sizeof *other.symbols, r);
        if (!ari__survey_join(survey, &other))
            spread_die(s, "there is not enough memory for the values of a tier");
        free(other.symbols);
    }
}

/* ---- values, from every rank in the order of its slots ---- */

/* What a rank has of a tier, as it comes to rank 0. */
typedef struct stream {
    uint64_t left;     /* slots that are still to come */
    uint64_t at, held; /* of those in memory */
    uint64_t *keys;
    ari__worth *worth;
} stream;

/* All of them, brought together. */
typedef struct gathering {
    const spread *s;
    int tier;
    uint64_t slots, at; /* of the whole tier */
    stream *streams;    /* by rank */
    uint64_t *keys;     /* what was put together last */
    ari__worth *worth;
} gathering;

static void send_tier(const spread *s, int tier)
{
    const ari__tier *t = &s->drive.strong.tiers[tier];
    send_bytes(&t->slots, sizeof t->slots, 0);
    for (uint64_t at = 0; at < t->slots; at += STREAM) {
        size_t count = t->slots - at < STREAM ? (size_t)(t->slots - at) : STREAM;
        send_bytes(t->keys + at * (size_t)s->words, count * (size_t)s->words * 8, 0);
        send_bytes(t->worth + at, count * sizeof *t->worth, 0);
    }
}

/* Sees that the next slot of a rank is in memory; false: there is none. */
static bool fill(const gathering *g, int rank)
{
    const spread *s = g->s;
    stream *from = &g->streams[rank];
    if (from->at < from->held || from->left == 0)
        return from->at < from->held;
    from->held = from->left < STREAM ? from->left : STREAM;
    from->left -= from->held;
    from->at = 0;
    get_bytes(from->keys, (size_t)from->held * (size_t)s->words * 8, rank);
    get_bytes(from->worth, (size_t)from->held * sizeof *from->worth, rank);
    return true;
}

static void gather_begin(gathering *g, const spread *s, int tier)
{
    const ari__strong *strong = &s->drive.strong;
    ari__tier mine = strong->tiers[tier];
    size_t words = (size_t)s->words;
    *g = (gathering){.s = s, .tier = tier};
    g->streams = room(s, (size_t)s->ranks * sizeof *g->streams);
    g->worth = room(s, STREAM * sizeof *g->worth);
    g->keys = room(s, STREAM * words * 8);
    g->streams[0] = (stream){.held = mine.slots, .keys = mine.keys, .worth = mine.worth};
    g->slots = mine.slots;
    for (int r = 1; r < s->ranks; r++) {
        stream *from = &g->streams[r];
        *from = (stream){.worth = room(s, STREAM * sizeof *from->worth)};
        from->keys = room(s, STREAM * words * 8);
        get_bytes(&from->left, sizeof from->left, r);
        g->slots += from->left;
    }
}

/* Takes what is still to come, if nothing of the tier had to be written. */
static void gather_end(gathering *g)
{
    for (int r = 1; r < g->s->ranks; r++) {
        while (fill(g, r))
            g->streams[r].at = g->streams[r].held;
        free(g->streams[r].keys);
        free(g->streams[r].worth);
    }
    free(g->streams);
    free(g->keys);
    free(g->worth);
}

/* The keys of all ranks, each in order, put in order. */
static void gather_keyed(gathering *g, uint64_t count)
{
    size_t words = (size_t)g->s->words;
    for (uint64_t done = 0; done < count; done++) {
        stream *least = NULL;
        const uint64_t *key = NULL;
        for (int r = 0; r < g->s->ranks; r++) {
            if (!fill(g, r))
                continue;
            stream *from = &g->streams[r];
            const uint64_t *other = from->keys + from->at * words;
            if (!key || ari__key_compare(other, key, (int)words) < 0) {
                least = from;
                key = other;
            }
        }
        if (!least || !g->keys)
            spread_die(g->s, "a rank has fewer positions than it should");
        memcpy(g->keys + done * words, key, words * 8);
        g->worth[done] = least->worth[least->at++];
    }
}

static ari_status gather_next(void *self, uint64_t most, ari__tier *part,
                              ari_error *error)
{
    (void)error;
    gathering *g = self;
    uint64_t count = most < STREAM ? most : STREAM;
    count = count < g->slots - g->at ? count : g->slots - g->at;
    gather_keyed(g, count);
    g->at += count;
    *part = (ari__tier){.slots = count, .keys = g->keys, .worth = g->worth};
    return ARI_OK;
}

/* ---- writing ---- */

/* Puts a whole tier on rank 0's disk, where counting without symmetry reads it. */
static void gather_to_disk(spread *s, int tier)
{
    gathering g;
    ari__spool keys, worth;
    size_t words = (size_t)s->words;
    gather_begin(&g, s, tier);
    s->whole.strong.tiers[tier].slots = g.slots;
    ari_status status =
        ari__spool_new(&keys, s->whole.store, ARI__KIND_KEYS, tier, s->drive.error);
    spread_check(s, status, s->drive.error);
    status =
        ari__spool_new(&worth, s->whole.store, ARI__KIND_WORTH, tier, s->drive.error);
    while (status == ARI_OK && g.at < g.slots) {
        uint64_t at = g.at;
        ari__tier part;
        gather_next(&g, STREAM, &part, s->drive.error);
        status = ari__spool_put(&keys, at * words * 8, part.keys,
                                (size_t)part.slots * words * 8, s->drive.error);
        if (status == ARI_OK)
            status =
                ari__spool_put(&worth, at * sizeof *part.worth, part.worth,
                               (size_t)part.slots * sizeof *part.worth, s->drive.error);
    }
    if (status == ARI_OK)
        status = ari__spool_seal(&keys, s->drive.error);
    if (status == ARI_OK)
        status = ari__spool_seal(&worth, s->drive.error);
    spread_check(s, status, s->drive.error);
    gather_end(&g);
}

/* ---- blocks of dense tiers ---- */

/* Packs a block of this rank's slots. */
static void pack_mine(const spread *s, int tier, uint64_t number, uint64_t slots,
                      const ari__survey *survey, ari__packed *block)
{
    const ari_variant *v = s->drive.strong.v;
    uint64_t left = slots - number * SPREAD_PIECE;
    block->count = left < SPREAD_PIECE ? left : SPREAD_PIECE;
    ari__packed_pack(block, survey,
                     s->drive.strong.tiers[tier].worth +
                         number / (uint64_t)s->ranks * SPREAD_PIECE,
                     NULL, 0, ari_has(v, ARI_HAS_PAYOFFS));
    if (block->failed)
        spread_die(s, "there is not enough memory to compress a block");
}

static void send_block(const ari__packed *block)
{
    const uint64_t head[3] = {block->size, block->count, block->sum};
    send_bytes(head, sizeof head, 0);
    send_bytes(block->packed, block->size, 0);
}

static void get_block(const spread *s, ari__packed *block, int from)
{
    uint64_t head[3];
    get_bytes(head, sizeof head, from);
    block->size = (size_t)head[0];
    block->count = head[1];
    block->sum = head[2];
    if (block->size > block->packed_room)
        spread_die(s, "a block that came is too large");
    get_bytes(block->packed, block->size, from);
}

/* Every rank has the whole survey; rank 0 the whole census, too. */
static void write_blocks(spread *s, int tier, ari__census *census, ari__survey *survey)
{
    const ari_variant *v = s->drive.strong.v;
    uint64_t slots = v->core->ranks(v->rules, tier);
    ari__packed block = {.size = 0};
    if (!ari__packed_make(&block, survey, 0))
        spread_die(s, "there is not enough memory to compress a block");
    if (s->rank == 0) {
        ari__census_sort(census);
        spread_check(s,
                     ari__writer_begin(&s->writer, slots, survey, census, s->drive.error),
                     s->drive.error);
    }
    uint64_t blocks = ari__writer_blocks(slots, survey, 0), ranks = (uint64_t)s->ranks;
    for (uint64_t number = 0; number < blocks; number++) {
        int owner = (int)(number % ranks);
        if (owner == s->rank)
            pack_mine(s, tier, number, slots, survey, &block);
        if (owner == s->rank && s->rank > 0)
            send_block(&block);
        if (s->rank > 0)
            continue;
        if (owner > 0)
            get_block(s, &block, owner);
        spread_check(s, ari__writer_block(&s->writer, &block, s->drive.error),
                     s->drive.error);
    }
    ari__packed_free(&block);
}

/* Gives the survey of rank 0 to all. */
static void share_survey(const spread *s, ari__survey *survey)
{
    uint64_t head[2] = {survey->count, survey->stored};
    MPI_Bcast(head, 2, MPI_UINT64_T, 0, MPI_COMM_WORLD);
    if (s->rank > 0) {
        free(survey->symbols);
        *survey = (ari__survey){.count = (size_t)head[0], .stored = head[1]};
        survey->symbols = room(s, survey->count * sizeof *survey->symbols);
    }
    MPI_Bcast(survey->symbols, (int)head[0], MPI_UINT32_T, 0, MPI_COMM_WORLD);
}

/* ---- keyed tiers ---- */

/* Rank 0, of a game whose positions are also counted without symmetry. */
static void write_counted(spread *s, int tier, ari__census *census,
                          const ari__survey *survey)
{
    ari__reading r;
    gather_to_disk(s, tier);
    ari_status status = ari__raw_census(&s->raw, &s->whole, tier, census);
    spread_check(s, status, s->drive.error);
    ari__census_sort(census);
    status = ari__reading_begin(&r, &s->whole, tier, true, false);
    if (status == ARI_OK)
        status = ari__writer_tier(&s->writer, r.part.slots, survey, census,
                                  ari__reading_slots(&r), s->drive.error);
    spread_check(s, status, s->drive.error);
    ari__reading_end(&r);
    ari__store_forget(s->whole.store, ARI__KIND_KEYS, tier);
    ari__store_forget(s->whole.store, ARI__KIND_WORTH, tier);
}

/* Rank 0, of others: as it comes. */
static void write_gathered(spread *s, int tier, ari__census *census,
                           const ari__survey *survey)
{
    gathering g;
    gather_begin(&g, s, tier);
    ari__census_sort(census);
    spread_check(s,
                 ari__writer_tier(&s->writer, g.slots, survey, census,
                                  (ari__slots){&g, gather_next}, s->drive.error),
                 s->drive.error);
    gather_end(&g);
}

/* Tells rank 0 what the start is worth, once its tier is solved. */
static void note_start(spread *s, int tier)
{
    spread_place place = spread_place_of(s, &s->drive.strong.v->start);
    if (place.tier != tier)
        return;
    uint32_t worth = 0;
    if (place.owner == s->rank)
        worth = s->drive.strong.tiers[tier].worth[spread_local(s, tier, place.id)];
    MPI_Bcast(&worth, 1, MPI_UINT32_T, place.owner, MPI_COMM_WORLD);
    s->start = worth;
}

void spread_write_tier(spread *s, int tier)
{
    ari__census census = {.rows = NULL};
    ari__survey survey = {.symbols = NULL};
    const ari__tier *t = &s->drive.strong.tiers[tier];
    if (s->drive.strong.dense)
        spread_check(s, ari__drive_fetch(&s->drive, ARI__KIND_REACH, tier),
                     s->drive.error);
    census_mine(s, tier, &census);
    join_censuses(s, &census);
    if (!ari__survey_add(&survey, t->worth, t->slots,
                         ari_has(s->drive.strong.v, ARI_HAS_PAYOFFS)))
        spread_die(s, "there is not enough memory for the values of a tier");
    join_surveys(s, &survey);
    if (s->rank == 0 && !ari__survey_fit(&survey, &census, &s->drive.strong))
        spread_die(s, "there is not enough memory for the values of a tier");
    note_start(s, tier);
    if (s->drive.strong.dense) {
        share_survey(s, &survey);
        write_blocks(s, tier, &census, &survey);
    } else if (s->rank > 0)
        send_tier(s, tier);
    else if (s->raw.needed)
        write_counted(s, tier, &census, &survey);
    else
        write_gathered(s, tier, &census, &survey);
    free(census.rows);
    free(survey.symbols);
    ari__drive_drop(&s->drive, ARI__KIND_REACH, tier);
    ari__store_forget(&s->store, ARI__KIND_REACH, tier);
}
