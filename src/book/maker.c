/* maker.c: making a book: finding its positions, solving the frontier, working back. */
#include "book/book_internal.h"

#include <stdlib.h>
#include <string.h>

#include <ariadne/random.h>

#define POSITIONS_MOST ((size_t)1 << 31)

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
    ari_state normal = ari__book_normal(maker->variant, s);
    uint32_t found = maker->slots[slot_of(maker, ari__book_key(maker->variant, &normal))];
    *index = (size_t)found - 1;
    return found != 0;
}

static bool resize(void **array, size_t count, size_t each)
{
    void *larger = realloc(*array, count * each);
    if (larger)
        *array = larger;
    return larger != NULL;
}

/* Room for one position more. */
static bool grow(ari_book_maker *maker)
{
    if (maker->count < maker->capacity)
        return true;
    size_t capacity = maker->capacity ? 2 * maker->capacity : 1024;
    uint32_t *slots = calloc(2 * capacity, sizeof *slots);
    if (!slots || capacity > POSITIONS_MOST ||
        !resize((void **)&maker->states, capacity, maker->variant->core->state_size) ||
        !resize((void **)&maker->keys, capacity, sizeof *maker->keys) ||
        !resize((void **)&maker->scores, capacity, sizeof *maker->scores)) {
        free(slots);
        return false;
    }
    free(maker->slots);
    maker->slots = slots;
    maker->slot_count = 2 * capacity;
    maker->capacity = capacity;
    for (size_t i = 0; i < maker->count; i++)
        slots[slot_of(maker, maker->keys[i])] = (uint32_t)i + 1;
    return true;
}

static ari_status add_position(ari_book_maker *maker, const ari_state *s,
                               ari_error *error)
{
    const ari_variant *v = maker->variant;
    size_t size = v->core->state_size;
    if (!grow(maker))
        return ari_fail_memory(error, 2 * maker->capacity * (size + 20),
                               "the positions of an opening book");
    ari_state normal = ari__book_normal(v, s);
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

/* Adds what the moves of the positions from `begin` to `end` lead to. */
static ari_status add_level(ari_book_maker *maker, size_t begin, size_t end,
                            ari_stop *stop, ari_move *list, ari_error *error)
{
    const ari_variant *v = maker->variant;
    ari_status status = ARI_OK;
    for (size_t i = begin; i < end && status == ARI_OK; i++) {
        ari_state s = ari__book_state(maker, i);
        int moves = ari_moves(v, &s, list);
        for (int j = 0; j < moves && status == ARI_OK; j++) {
            ari_state next = ari_after(v, &s, list[j]);
            if (ari_outcome(v, &next) == ARI_ON)
                status = add_position(maker, &next, error);
        }
        if (status == ARI_OK && stop && atomic_load(stop))
            status = ari_fail(error, ARI_STOPPED, ARI_NO_OFFSET,
                              "stopped while finding the positions of the book");
    }
    return status;
}

static ari_status add_levels(ari_book_maker *maker, ari_stop *stop, ari_error *error)
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
        status = add_level(maker, begin, end, stop, list, error);
        begin = end;
    }
    maker->frontier = maker->next = begin;
    maker->left = maker->count - begin;
    free(list);
    return status;
}

ari_status ari_book_maker_new(const ari_variant *v, int plies, ari_stop *stop,
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
    ari_status status = add_levels(maker, stop, error);
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
    free(maker->states);
    free(maker->keys);
    free(maker->scores);
    free(maker->slots);
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
    ari_status status = ari_solver_ask(solver, &s, ARI_ASK_VALUE, job, &analysis, error);
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

typedef struct pair {
    uint64_t key;
    int32_t score;
} pair;

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
