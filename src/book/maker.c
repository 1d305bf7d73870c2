/* maker.c: making a book: finding its positions, solving the frontier, working back. */
#include "book/book_internal.h"

#include <stdlib.h>
#include <string.h>

#include <ariadne/random.h>

#include "base/memory.h"

#define POSITIONS_MOST ((size_t)1 << 31)
#define WRITTEN_MOST 18 /* bytes of a position as text, which grows by half */

typedef struct pair {
    uint64_t key;
    int32_t score;
} pair;

/* ---- the positions ---- */

ari_state ari__book_state(const ari_book_maker *maker, size_t index)
{
    ari_state s = {{0}};
    size_t size = maker->variant->core->state_size;
    memcpy(&s, maker->states + index * size, size);
    return s;
}

static size_t slot_of(const ari_book_maker *maker, uint64_t key)
{
    size_t slot = ari_mix(key) & (maker->slot_count - 1);
    while (maker->slots[slot] && maker->keys[maker->slots[slot] - 1] != key)
        slot = (slot + 1) & (maker->slot_count - 1);
    return slot;
}

bool ari__book_index(const ari_book_maker *maker, const ari_state *s, size_t *index)
{
    ari_state normal = ari__normal(maker->variant, s, true, true);
    uint32_t found = maker->slots[slot_of(maker, ari__book_key(maker->variant, &normal))];
    *index = (size_t)found - 1;
    return found != 0;
}

/* A book of so many positions, sorted and written, takes this beside. */
static size_t book_bytes(size_t positions)
{
    return positions * (sizeof(pair) + sizeof(uint64_t) + sizeof(int32_t) + WRITTEN_MOST);
}

/* The table of slots anew, for twice as many; they are found by the keys. */
static bool grow_slots(ari_book_maker *maker, size_t positions)
{
    ari_allowance *memory = maker->memory;
    ari__charged_free(memory, maker->slots, maker->slot_count, sizeof *maker->slots);
    maker->slots = NULL;
    maker->slot_count = 0;
    if (!ari__charged_resize(memory, (void **)&maker->slots, &maker->slot_count,
                             2 * positions, sizeof *maker->slots))
        return false;
    for (size_t i = 0; i < maker->count; i++)
        maker->slots[slot_of(maker, maker->keys[i])] = (uint32_t)i + 1;
    return true;
}

/* Room for one position more. */
static bool grow(ari_book_maker *maker)
{
    ari_allowance *memory = maker->memory;
    size_t wanted = maker->count + 1, reserve = book_bytes(wanted) - maker->reserved;
    size_t size = maker->variant->core->state_size;
    if (wanted > POSITIONS_MOST || !ari_allowance_take(memory, reserve))
        return false;
    maker->reserved += reserve;
    return (2 * wanted <= maker->slot_count ||
            grow_slots(maker, maker->slot_count ? maker->slot_count : 1024)) &&
           ari__charged_grow(memory, (void **)&maker->states, &maker->state_room, wanted,
                             size) &&
           ari__charged_grow(memory, (void **)&maker->keys, &maker->key_room, wanted,
                             sizeof *maker->keys) &&
           ari__charged_grow(memory, (void **)&maker->scores, &maker->score_room, wanted,
                             sizeof *maker->scores);
}

static ari_status add_position(ari_book_maker *maker, const ari_state *s,
                               ari_error *error)
{
    const ari_variant *v = maker->variant;
    size_t size = v->core->state_size;
    if (!grow(maker))
        return ari_fail_allowance(error, maker->memory,
                                  "keeping the positions of the book");
    ari_state normal = ari__normal(v, s, true, true);
    uint64_t key = ari__book_key(v, &normal);
    size_t slot = slot_of(maker, key);
    if (maker->slots[slot]) {
        size_t index = maker->slots[slot] - 1;
        if (memcmp(maker->states + index * size, &normal, size) == 0)
            return ARI_OK;
        return ari_fail(error, ARI_UNSUPPORTED, ARI_NO_OFFSET,
                        "two positions of %s have the same key, and a book could not "
                        "tell them apart; fewer plies may do",
                        v->name);
    }
    memcpy(maker->states + maker->count * size, &normal, size);
    maker->keys[maker->count] = key;
    maker->scores[maker->count++] = ARI__UNSOLVED;
    maker->slots[slot] = (uint32_t)maker->count;
    return ARI_OK;
}

static ari_status stopped(ari_error *error)
{
    return ari_fail(error, ARI_STOPPED, ARI_NO_OFFSET,
                    "stopped while finding the positions of the book");
}

/* Adds what the moves of the positions from `begin` to `end` lead to. */
static ari_status add_level(ari_book_maker *maker, size_t begin, size_t end,
                            ari_move *list, ari_error *error)
{
    const ari_variant *v = maker->variant;
    ari_status status = ari__ticker_look(&maker->tick) ? stopped(error) : ARI_OK;
    for (size_t i = begin; i < end && status == ARI_OK; i++) {
        ari_state s = ari__book_state(maker, i);
        int moves = ari_moves(v, &s, list);
        for (int j = 0; j < moves && status == ARI_OK; j++) {
            ari_state next = ari_after(v, &s, list[j]);
            if (ari_outcome(v, &next) == ARI_ON)
                status = add_position(maker, &next, error);
        }
        if (status == ARI_OK && ari__tick(&maker->tick))
            status = stopped(error);
    }
    return status;
}

static ari_status add_levels(ari_book_maker *maker, ari_error *error)
{
    const ari_variant *v = maker->variant;
    ari_move *list = malloc((size_t)v->core->max_moves * sizeof *list);
    if (!list)
        return ari_fail_memory(error, (size_t)v->core->max_moves * sizeof *list,
                               "a list of moves");
    ari_status status = ARI_OK;
    if (ari_outcome(v, &v->start) == ARI_ON)
        status = add_position(maker, &v->start, error);
    size_t begin = 0;
    for (int ply = 0; ply < maker->plies && status == ARI_OK; ply++) {
        size_t end = maker->count;
        status = add_level(maker, begin, end, list, error);
        begin = end;
    }
    maker->frontier = maker->next = begin;
    maker->left = maker->count - begin;
    free(list);
    return status;
}

ari_status ari_book_maker_new(const ari_variant *v, int plies, const ari_limits *limits,
                              ari_book_maker **result, ari_error *error)
{
    *result = NULL;
    if (plies < 0 || plies > ARI_BOOK_PLIES)
        return ari_fail(error, ARI_RANGE, ARI_NO_OFFSET,
                        "a book has 0 to %d plies, not %d", ARI_BOOK_PLIES, plies);
    ari_book_maker *maker = calloc(1, sizeof *maker);
    if (!maker)
        return ari_fail_memory(error, sizeof *maker, "an opening book");
    maker->variant = v;
    maker->plies = plies;
    if (limits)
        maker->limits = (ari_limits){.seconds = limits->seconds, .stop = limits->stop};
    maker->memory = limits ? limits->memory : NULL;
    ari__ticker_start(&maker->tick, &maker->limits);
    ari_status status = add_levels(maker, error);
    if (status == ARI_OK)
        *result = maker;
    else
        ari_book_maker_free(maker);
    return status;
}

void ari_book_maker_free(ari_book_maker *maker)
{
    if (!maker)
        return;
    ari_allowance *memory = maker->memory;
    ari__charged_free(memory, maker->states, maker->state_room,
                      maker->variant->core->state_size);
    ari__charged_free(memory, maker->keys, maker->key_room, sizeof *maker->keys);
    ari__charged_free(memory, maker->scores, maker->score_room, sizeof *maker->scores);
    ari__charged_free(memory, maker->slots, maker->slot_count, sizeof *maker->slots);
    ari_allowance_give(memory, maker->reserved);
    free(maker);
}

uint64_t ari_book_maker_positions(const ari_book_maker *maker)
{
    return maker->count;
}

uint64_t ari_book_maker_frontier(const ari_book_maker *maker)
{
    return maker->count - maker->frontier;
}

uint64_t ari_book_maker_left(const ari_book_maker *maker)
{
    return maker->left;
}

/* ---- the frontier ---- */

static void set_score(ari_book_maker *maker, size_t index, int score)
{
    if (maker->scores[index] == ARI__UNSOLVED)
        maker->left--;
    maker->scores[index] = score;
}

void ari_book_maker_take(ari_book_maker *maker, const ari_book *book)
{
    int score;
    for (size_t i = maker->frontier; i < maker->count; i++)
        if (ari__book_find(book, maker->keys[i], &score))
            set_score(maker, i, score);
}

ari_status ari_book_maker_solve(ari_book_maker *maker, ari_solver *solver,
                                const ari_engine_job *job, ari_error *error)
{
    while (maker->next < maker->count && maker->scores[maker->next] != ARI__UNSOLVED)
        maker->next++;
    if (maker->next == maker->count)
        return ARI_OK;
    ari_state s = ari__book_state(maker, maker->next);
    ari_analysis analysis;
    ari_status status = ari_analyse(solver, &s, ARI_ASK_VALUE, job, &analysis, error);
    if (status != ARI_OK)
        return status;
    if (analysis.whole.exact)
        set_score(maker, maker->next, analysis.whole.score);
    else
        status =
            ari_fail(error, ARI_STOPPED, ARI_NO_OFFSET,
                     "stopped with %zu positions of the frontier unsolved", maker->left);
    ari_analysis_free(&analysis);
    return status;
}

/* ---- working back ---- */

static int final_score(const ari_variant *v, int outcome)
{
    if (ari_has(v, ARI_HAS_PAYOFFS))
        return outcome;
    return outcome == ARI_WON ? ARI_WIN : outcome == ARI_LOST ? -ARI_WIN : 0;
}

bool ari__book_best(const ari_variant *v, const ari_state *s, ari_move *list,
                    ari__book_lookup *lookup, const void *self, int *best)
{
    int count = ari_moves(v, s, list);
    *best = INT_MIN;
    for (int i = 0; i < count; i++) {
        ari_state next = ari_after(v, s, list[i]);
        int outcome = ari_outcome(v, &next), score;
        if (outcome != ARI_ON)
            score = final_score(v, outcome);
        else if (!lookup(self, &next, &score))
            return false;
        score = ari_score_of_move(v, s, &next, score);
        if (score > *best)
            *best = score;
    }
    return true;
}

static bool made_score(const void *self, const ari_state *s, int *score)
{
    const ari_book_maker *maker = self;
    size_t index;
    if (!ari__book_index(maker, s, &index) || maker->scores[index] == ARI__UNSOLVED)
        return false;
    *score = maker->scores[index];
    return true;
}

/* Gives every position before the frontier its score. Going back from the frontier, what
 * a position needs is known already, unless a move of it leads to one that is reached
 * sooner by another way; then some more rounds are needed. */
static ari_status derive(ari_book_maker *maker, ari_error *error)
{
    const ari_variant *v = maker->variant;
    ari_move *list = malloc((size_t)v->core->max_moves * sizeof *list);
    if (!list)
        return ari_fail_memory(error, (size_t)v->core->max_moves * sizeof *list,
                               "a list of moves");
    size_t unknown, before = maker->frontier + 1;
    do {
        unknown = 0;
        for (size_t i = maker->frontier; i-- > 0;) {
            if (maker->scores[i] != ARI__UNSOLVED)
                continue;
            ari_state s = ari__book_state(maker, i);
            int best;
            if (ari__book_best(v, &s, list, made_score, maker, &best))
                maker->scores[i] = best;
            else
                unknown++;
        }
        if (unknown >= before) {
            free(list);
            return ari_fail(error, ARI_BROKEN, ARI_NO_OFFSET,
                            "positions of %s lead back to themselves, so that no book "
                            "can be made",
                            v->name);
        }
        before = unknown;
    } while (unknown > 0);
    free(list);
    return ARI_OK;
}

static int by_key(const void *a, const void *b)
{
    uint64_t x = ((const pair *)a)->key, y = ((const pair *)b)->key;
    return (x > y) - (x < y);
}

ari_status ari_book_maker_book(ari_book_maker *maker, ari_book **result, ari_error *error)
{
    *result = NULL;
    ari_status status = maker->left == 0 ? derive(maker, error) : ARI_OK;
    pair *pairs = status == ARI_OK ? malloc((maker->count + 1) * sizeof *pairs) : NULL;
    if (status == ARI_OK && !pairs)
        status = ari_fail_memory(error, maker->count * sizeof *pairs, "an opening book");
    if (status != ARI_OK)
        return status;
    size_t count = 0;
    for (size_t i = 0; i < maker->count; i++)
        if (maker->scores[i] != ARI__UNSOLVED)
            pairs[count++] = (pair){maker->keys[i], maker->scores[i]};
    qsort(pairs, count, sizeof *pairs, by_key);
    status = ari__book_new(maker->variant, count, result, error);
    if (status == ARI_OK) {
        ari_book *book = *result;
        book->plies = maker->plies;
        book->complete = maker->left == 0;
        for (size_t i = 0; i < count; i++) {
            book->keys[i] = pairs[i].key;
            book->scores[i] = pairs[i].score;
        }
    }
    free(pairs);
    return status;
}
