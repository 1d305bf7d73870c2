/* within.c: a tier with moves that stay within it, solved in memory.
 *
 * First the rules tell what they can of each slot at once: a finished game, a move that wins. These slots
 * are counted and need neither a worth nor edges. Those that are left, the open ones, are numbered in the
 * order of their slots, and what is kept in memory, worths, counts of moves, edges, has a place for each of
 * them alone. (Dobutsu shogi: 109 million of 974 million ranks. A keyed tier keeps the worths of all its slots,
 * and places are slots.) In a tier of which no position that was reached is open, ranks that were not reached
 * are not even looked at.
 *
 * Then each open slot is looked at once. What its moves lead to is written down as it comes, in four bytes a
 * move, on disk when it becomes much; read twice, it becomes the edges by where they lead, four bytes each,
 * that retro.c works backwards along. */
#include "strong/within.h"

#include <stdlib.h>

#include "strong/files.h"
#include "strong/retro.h"

#define MOVES_WORDS ((size_t)16 << 20) /* that may be in memory while they are found */
#define PIECE_WORDS ((size_t)1 << 18)  /* read at a time */

static ari_status no_memory(const ari__drive *d, uint64_t bytes)
{
    return ari_fail_memory(d->error, (size_t)bytes, "the moves of a tier");
}

/* Slots that have a place. */
static uint64_t places_of(const ari__drive *d, const ari__tier *t)
{
    return d->strong.dense ? t->open : t->slots;
}

/* ---- which slots are open ---- */

static void number_open(ari__tier *t)
{
    t->open = 0;
    for (uint64_t i = 0; i < (t->slots + 63) / 64; i++) {
        t->opens[i].before = t->open;
        t->open += (uint64_t)__builtin_popcountll(t->opens[i].bits);
    }
}

static ari_status tell_slots(ari__drive *d, int tier)
{
    ari__tier *t = &d->strong.tiers[tier];
    uint64_t done = d->done;
    size_t bytes = ari__drive_opens_bytes(t->slots);
    ari_status status = ari__drive_room(d, tier, bytes);
    if (status != ARI_OK)
        return status;
    t->opens = calloc(1, bytes);
    if (!t->opens)
        return no_memory(d, bytes);
    for (int reached = 1; status == ARI_OK && reached >= 0; reached--) {
        d->done = done;
        d->strong.reached = reached != 0;
        status = ari__drive_step(d, d->steps->tell, tier);
        number_open(t);
        if (!d->strong.dense || d->strong.spare || t->open == 0)
            break; /* all were reached, or those that were not do not matter */
    }
    d->done = done;
    return status;
}

/* ---- moves, as they are found ---- */

static const char *moves_path(const ari__drive *d, ari_text *path)
{
    ari_text_format(path, "%s/moves", ari_text_get(&d->store->folder));
    return ari_text_get(path);
}

ari_status ari__within_flush(ari__drive *d, ari__strong_thread *thread)
{
    ari__moves *moves = &thread->moves;
    ari_text path = ARI_TEXT_EMPTY;
    const char *name = moves_path(d, &path);
    int file;
    ari_status status = ari__file_open(name, true, &file, d->error);
    if (status == ARI_OK && d->moves_words == 0)
        status = ari__file_cut(file, name, 0,
                               d->error); /* one that was killed may have left some */
    if (status == ARI_OK)
        status = ari__file_put(file, name, d->moves_words * sizeof *moves->list,
                               moves->list, moves->count * sizeof *moves->list, d->error);
    ari__file_close(file);
    ari_text_free(&path);
    d->moves_words += moves->count;
    moves->count = 0;
    return status;
}

void ari__within_forget(ari__drive *d)
{
    for (int i = 0; i < d->thread_count; i++) {
        free(d->threads[i].moves.list);
        d->threads[i].moves = (ari__moves){.most = SIZE_MAX};
    }
    if (d->moves_words) {
        ari_text path = ARI_TEXT_EMPTY;
        ari__file_remove(moves_path(d, &path));
        ari_text_free(&path);
    }
    d->moves_words = 0;
    free(d->strong.open);
    d->strong.open = NULL;
}

static ari_status
read_file(const ari__drive *d,
          ari_status (*take)(void *to, const uint32_t *words, size_t count), void *to)
{
    ari_text path = ARI_TEXT_EMPTY;
    const char *name = moves_path(d, &path);
    uint32_t *words = malloc(PIECE_WORDS * sizeof *words);
    int file = -1;
    ari_status status = words ? ARI_OK : no_memory(d, PIECE_WORDS * sizeof *words);
    if (status == ARI_OK)
        status = ari__file_open(name, false, &file, d->error);
    for (uint64_t at = 0; status == ARI_OK && at < d->moves_words; at += PIECE_WORDS) {
        size_t count = d->moves_words - at < PIECE_WORDS ? (size_t)(d->moves_words - at)
                                                         : PIECE_WORDS;
        status = ari__file_get(file, name, at * sizeof *words, words,
                               count * sizeof *words, d->error);
        if (status == ARI_OK)
            status = take(to, words, count);
    }
    ari__file_close(file);
    free(words);
    ari_text_free(&path);
    return status;
}

static ari_status
read_moves(void *self, ari_status (*take)(void *to, const uint32_t *words, size_t count),
           void *to)
{
    const ari__drive *d = self;
    ari_status status = d->moves_words ? read_file(d, take, to) : ARI_OK;
    for (int i = 0; status == ARI_OK && i < d->thread_count; i++)
        status = take(to, d->threads[i].moves.list, d->threads[i].moves.count);
    return status;
}

/* Room for a worth and a count of moves at each place, and later for where its edges begin and two lists. */
static ari_status make_places(ari__drive *d, int tier)
{
    ari__tier *t = &d->strong.tiers[tier];
    uint64_t places = places_of(d, t);
    size_t words = MOVES_WORDS / (size_t)d->thread_count,
           count = places ? (size_t)places : 1;
    if (places > ARI__SLOTS_MAX_CYCLIC)
        return no_memory(d, places * 4); /* in parts it needs no places */
    ari_status status = ari__drive_room(d, tier, (size_t)places * (4 + 4 + 4 + 4));
    if (status != ARI_OK)
        return status;
    if (d->limit && d->limit / 64 / (size_t)d->thread_count < words)
        words = d->limit / 64 / (size_t)d->thread_count;
    for (int i = 0; i < d->thread_count; i++)
        d->threads[i].moves.most = words;
    if (d->strong.dense)
        t->worth = calloc(count, sizeof *t->worth);
    d->strong.open = calloc(count, sizeof *d->strong.open);
    return t->worth && d->strong.open ? ARI_OK : no_memory(d, places * 8);
}

/* ---- all of it ---- */

static ari_status make_edges(ari__drive *d, int tier, ari__edge_index *index)
{
    const ari__tier *t = &d->strong.tiers[tier];
    uint64_t places = places_of(d, t);
    ari__move_source source = {
        .self = d, .read = read_moves, .collects = d->strong.collects};
    for (int i = 0; i < d->thread_count; i++)
        source.edges += d->threads[i].moves.total;
    size_t each = source.collects ? sizeof(uint32_t) + sizeof(int16_t) : sizeof(uint32_t);
    ari_status status = ari__drive_room(
        d, tier, (size_t)places * (4 + 4 + 4) + (size_t)source.edges * each);
    if (status == ARI_OK && d->moves_words &&
        d->strong.dense) /* so much: this is needed later */
        status = ari__drive_put_away(d, ARI__KIND_REACH, tier);
    if (status != ARI_OK)
        return status;
    status = ari__edge_index_make(index, (uint32_t)places, d->strong.open, &source);
    return status == ARI_MEMORY ? no_memory(d, source.edges * each) : status;
}

static ari_status settle(ari__drive *d, int tier)
{
    ari__edge_index index = {.starts = NULL};
    const ari__tier *t = &d->strong.tiers[tier];
    bool payoffs = ari_has(d->strong.v, ARI_HAS_PAYOFFS);
    uint32_t *open = d->strong.open;
    ari_status status = make_edges(d, tier, &index);
    if (status == ARI_OK) {
        d->strong.open = NULL;
        ari__within_forget(d);
        ari__trouble trouble =
            ari__retro_whole(places_of(d, t), t->worth, open, payoffs, &index);
        free(open);
        if (trouble)
            status = ari__drive_trouble(d, trouble);
    }
    ari__edge_index_free(&index);
    return status;
}

ari_status ari__within_solve(ari__drive *d, int tier)
{
    ari__tier *t = &d->strong.tiers[tier];
    uint64_t done = d->done;
    if (!d->strong.dense && !d->limit)
        ari__tier_hash(t, d->strong.words);
    ari_status status = tell_slots(d, tier);
    if (status == ARI_OK)
        status = make_places(d, tier);
    if (status == ARI_OK && t->open) {
        status = ari__drive_step(d, d->steps->solve, tier);
        if (status == ARI_OK)
            status = settle(d, tier);
        if (status == ARI_OK && d->strong.dense)
            status = ari__drive_fetch(d, ARI__KIND_REACH, tier);
        if (status == ARI_OK)
            status = ari__drive_step(d, d->steps->census, tier);
    }
    ari__within_forget(d);
    if (!d->strong.dense) { /* worth has them all */
        free(t->opens);
        t->opens = NULL;
    }
    d->done = done + t->slots;
    return status;
}
