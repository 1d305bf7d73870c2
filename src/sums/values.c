/* values.c: canonical forms: comparison, sums, and what makes a game the simplest of its value.
 *
 * A value's options have smaller numbers than it has, as they are made before it. Comparisons and sums are remembered in
 * tables of fixed size, where a new one takes the place of an old one. */
#include "sums/values.h"

#include <stdlib.h>
#include <string.h>

#include <ariadne/assert.h>
#include <ariadne/random.h>

#include "base/memory.h"
#include "base/ticker.h"

#define REMEMBERED ((size_t)1 << 18) /* of comparisons, and of sums */
#define WHOLE ((int64_t)1 << ARI__FINE)
#define NUMBER_MOST ((int64_t)1 << 20) /* larger ones are not made */

typedef struct node {
    uint64_t from; /* of its options in the list: left ones, then right ones */
    uint32_t left, right;
} node;

typedef struct known {
    uint32_t a, b, result;
    uint32_t used;
} known;

struct ari__canonicals {
    ari_allowance *memory;
    size_t most;
    node *nodes;
    size_t count, room;
    ari__canonical *options;
    size_t option_count, option_room;
    uint32_t *slots; /* number plus 1, by hash; half of them at least are free */
    size_t slot_count;
    known *compared, *summed;
    size_t compared_room, summed_room;
    ari__ticker *ticker;
    bool crowded;
};

void ari__values_free(ari__canonicals *all)
{
    if (!all)
        return;
    ari__charged_free(all->memory, all->nodes, all->room, sizeof *all->nodes);
    ari__charged_free(all->memory, all->options, all->option_room, sizeof *all->options);
    ari__charged_free(all->memory, all->slots, all->slot_count, sizeof *all->slots);
    ari__charged_free(all->memory, all->compared, all->compared_room,
                      sizeof *all->compared);
    ari__charged_free(all->memory, all->summed, all->summed_room, sizeof *all->summed);
    free(all);
}

ari__canonicals *ari__values_new(ari_allowance *memory, size_t most)
{
    ari__canonicals *all = calloc(1, sizeof *all);
    if (!all)
        return NULL;
    all->memory = memory;
    all->most = most ? most : UINT32_MAX - 1;
    size_t room = REMEMBERED;
    while (memory && room > 1024 &&
           2 * room * sizeof(known) > ari_allowance_left(memory) / 4)
        room /= 2;
    if (!ari__charged_resize(memory, (void **)&all->compared, &all->compared_room, room,
                             sizeof *all->compared) ||
        !ari__charged_resize(memory, (void **)&all->summed, &all->summed_room, room,
                             sizeof *all->summed) ||
        ari__value_make(all, NULL, 0, NULL, 0) != ARI__VALUE_ZERO) {
        ari__values_free(all);
        return NULL;
    }
    return all;
}

void ari__values_watch(ari__canonicals *all, ari__ticker *ticker)
{
    all->ticker = ticker;
}

bool ari__values_crowded(const ari__canonicals *all)
{
    return all->crowded;
}

size_t ari__values_count(const ari__canonicals *all)
{
    return all->count;
}

static bool ended(const ari__canonicals *all)
{
    return all->crowded || (all->ticker && all->ticker->stopped);
}

int ari__value_options(const ari__canonicals *all, ari__canonical a, int side,
                       const ari__canonical **list)
{
    const node *n = &all->nodes[a];
    *list = all->options + n->from + (side ? n->left : 0);
    return (int)(side ? n->right : n->left);
}

/* ---- comparison ---- */

/* A game that is not made yet. */
typedef struct draft {
    ari__canonical *options[2];
    int count[2], room[2];
} draft;

static known *place(known *table, size_t room, ari__canonical a, ari__canonical b)
{
    return &table[ari_mix((uint64_t)a << 32 | b) & (room - 1)];
}

/* a <= b if no left option of a is at least b, and no right option of b at most a. */
static bool compare(ari__canonicals *all, ari__canonical a, ari__canonical b)
{
    const ari__canonical *list;
    int count = ari__value_options(all, a, 0, &list);
    for (int i = 0; i < count; i++)
        if (ari__value_at_most(all, b, list[i]))
            return false;
    count = ari__value_options(all, b, 1, &list);
    for (int i = 0; i < count; i++)
        if (ari__value_at_most(all, list[i], a))
            return false;
    return true;
}

bool ari__value_at_most(ari__canonicals *all, ari__canonical a, ari__canonical b)
{
    if (a == b)
        return true;
    known *k = place(all->compared, all->compared_room, a, b);
    if (k->used && k->a == a && k->b == b)
        return k->result;
    if (all->ticker && ari__tick(all->ticker))
        return false;
    bool result = compare(all, a, b);
    if (!ended(all))
        *k = (known){a, b, result, 1};
    return result;
}

static bool draft_at_most(ari__canonicals *all, const draft *d, ari__canonical b);

/* The same where one of the two is a draft. */
static bool at_most_draft(ari__canonicals *all, ari__canonical a, const draft *d)
{
    const ari__canonical *list;
    int count = ari__value_options(all, a, 0, &list);
    for (int i = 0; i < count; i++)
        if (draft_at_most(all, d, list[i]))
            return false;
    for (int i = 0; i < d->count[1]; i++)
        if (ari__value_at_most(all, d->options[1][i], a))
            return false;
    return true;
}

static bool draft_at_most(ari__canonicals *all, const draft *d, ari__canonical b)
{
    for (int i = 0; i < d->count[0]; i++)
        if (ari__value_at_most(all, b, d->options[0][i]))
            return false;
    const ari__canonical *list;
    int count = ari__value_options(all, b, 1, &list);
    for (int i = 0; i < count; i++)
        if (at_most_draft(all, list[i], d))
            return false;
    return true;
}

/* ---- the simplest form ---- */

static bool draft_add(draft *d, int side, ari__canonical option)
{
    for (int i = 0; i < d->count[side]; i++)
        if (d->options[side][i] == option)
            return true;
    if (d->count[side] == d->room[side]) {
        int room = 2 * d->room[side] + 8;
        ari__canonical *list = realloc(d->options[side], (size_t)room * sizeof *list);
        if (!list)
            return false;
        d->options[side] = list;
        d->room[side] = room;
    }
    d->options[side][d->count[side]++] = option;
    return true;
}

static void draft_remove(draft *d, int side, int i)
{
    d->options[side][i] = d->options[side][--d->count[side]];
}

/* Is an option of this side reversible: does the other side answer it by a move to what is no worse for it than the
 * game? Then the answer's own options take its place. */
static bool bypass(ari__canonicals *all, draft *d, int side, int i)
{
    const ari__canonical *answers, *next;
    int count = ari__value_options(all, d->options[side][i], !side, &answers);
    for (int k = 0; k < count; k++) {
        ari__canonical answer = answers[k];
        if (!(side ? draft_at_most(all, d, answer) : at_most_draft(all, answer, d)))
            continue;
        draft_remove(d, side, i);
        int more = ari__value_options(all, answer, side, &next);
        for (int m = 0; m < more; m++)
            if (!draft_add(d, side, next[m]))
                all->crowded = true;
        return true;
    }
    return false;
}

static void bypass_all(ari__canonicals *all, draft *d)
{
    for (bool again = true; again && !ended(all);) {
        again = false;
        for (int side = 0; side < 2; side++)
            for (int i = 0; i < d->count[side] && !ended(all);)
                if (bypass(all, d, side, i))
                    again = true;
                else
                    i++;
    }
}

/* Keeps of two comparable options the one that is better for its side. */
static void drop_dominated(ari__canonicals *all, draft *d)
{
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < d->count[side]; i++)
            for (int k = 0; k < d->count[side]; k++) {
                ari__canonical a = d->options[side][i], b = d->options[side][k];
                if (i == k || !(side ? ari__value_at_most(all, b, a)
                                     : ari__value_at_most(all, a, b)))
                    continue;
                draft_remove(d, side, i);
                i = -1; /* from the beginning */
                break;
            }
}

static int by_number(const void *a, const void *b)
{
    const ari__canonical *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* ---- one number for each ---- */

static uint64_t hash_of(const ari__canonical *options, uint32_t left, uint32_t right)
{
    uint64_t hash = ari_mix((uint64_t)left << 32 | right);
    for (uint32_t i = 0; i < left + right; i++)
        hash = ari_mix(hash ^ options[i]);
    return hash;
}

static bool grow_slots(ari__canonicals *all)
{
    if (2 * (all->count + 1) <= all->slot_count)
        return true;
    size_t wanted = all->slot_count ? 2 * all->slot_count : 1024;
    if (!ari__charged_resize(all->memory, (void **)&all->slots, &all->slot_count, wanted,
                             sizeof *all->slots))
        return false;
    memset(all->slots, 0, wanted * sizeof *all->slots);
    for (size_t i = 0; i < all->count; i++) {
        const node *n = &all->nodes[i];
        size_t at = hash_of(all->options + n->from, n->left, n->right) & (wanted - 1);
        while (all->slots[at])
            at = (at + 1) & (wanted - 1);
        all->slots[at] = (uint32_t)i + 1;
    }
    return true;
}

/* The number of a draft in its simplest form, whose options stand behind all others in the list. */
static ari__canonical number_of(ari__canonicals *all, const draft *d)
{
    uint32_t left = (uint32_t)d->count[0], right = (uint32_t)d->count[1];
    size_t options = (size_t)left + right;
    if (all->count >= all->most || !grow_slots(all) ||
        !ari__charged_grow(all->memory, (void **)&all->nodes, &all->room, all->count + 1,
                           sizeof *all->nodes) ||
        !ari__charged_grow(all->memory, (void **)&all->options, &all->option_room,
                           all->option_count + options + 1, sizeof *all->options)) {
        all->crowded = true;
        return ARI__VALUE_NONE;
    }
    ari__canonical *list = all->options + all->option_count;
    for (int side = 0; side < 2; side++)
        if (d->count[side])
            memcpy(list + (side ? left : 0), d->options[side],
                   (size_t)d->count[side] * sizeof *list);
    size_t mask = all->slot_count - 1, at = hash_of(list, left, right) & mask;
    for (; all->slots[at]; at = (at + 1) & mask) {
        const node *n = &all->nodes[all->slots[at] - 1];
        if (n->left == left && n->right == right &&
            memcmp(all->options + n->from, list, options * sizeof *list) == 0)
            return all->slots[at] - 1;
    }
    all->nodes[all->count] = (node){all->option_count, left, right};
    all->option_count += options;
    all->slots[at] = (uint32_t)++all->count;
    return (ari__canonical)(all->count - 1);
}

static ari__canonical settle(ari__canonicals *all, draft *d)
{
    ari__canonical result = ARI__VALUE_NONE;
    if (!ended(all)) {
        bypass_all(all, d);
        drop_dominated(all, d);
    }
    for (int side = 0; side < 2; side++)
        if (d->count[side] > 1)
            qsort(d->options[side], (size_t)d->count[side], sizeof(ari__canonical),
                  by_number);
    if (!ended(all))
        result = number_of(all, d);
    free(d->options[0]);
    free(d->options[1]);
    return result;
}

ari__canonical ari__value_make(ari__canonicals *all, const ari__canonical *left,
                               int left_count, const ari__canonical *right,
                               int right_count)
{
    draft d = {.count = {0}};
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < (side ? right_count : left_count); i++) {
            ari__canonical option = (side ? right : left)[i];
            if (option == ARI__VALUE_NONE || !draft_add(&d, side, option))
                all->crowded = true;
        }
    return settle(all, &d);
}

/* ---- sums ---- */

static bool add_sums(ari__canonicals *all, draft *d, ari__canonical a, ari__canonical b)
{
    for (int side = 0; side < 2; side++) {
        int count = ari__value_options(all, a, side, &(const ari__canonical *){NULL});
        for (int i = 0; i < count; i++) {
            const ari__canonical *list;
            (void)ari__value_options(all, a, side, &list); /* sums may move it */
            ari__canonical sum = ari__value_sum(all, list[i], b);
            if (sum == ARI__VALUE_NONE || !draft_add(d, side, sum))
                return false;
        }
    }
    return true;
}

ari__canonical ari__value_sum(ari__canonicals *all, ari__canonical a, ari__canonical b)
{
    if (a == ARI__VALUE_NONE || b == ARI__VALUE_NONE || ended(all))
        return ARI__VALUE_NONE;
    if (a == ARI__VALUE_ZERO || b == ARI__VALUE_ZERO)
        return a + b;
    if (a > b)
        return ari__value_sum(all, b, a);
    known *k = place(all->summed, all->summed_room, a, b);
    if (k->used && k->a == a && k->b == b)
        return k->result;
    draft d = {.count = {0}};
    bool room = add_sums(all, &d, a, b) && add_sums(all, &d, b, a);
    if (!room && !(all->ticker && all->ticker->stopped))
        all->crowded = true;
    ari__canonical sum = settle(all, &d);
    if (sum != ARI__VALUE_NONE)
        *place(all->summed, all->summed_room, a, b) = (known){a, b, sum, 1};
    return sum;
}

/* The negative of a canonical form is one, too; -x is kept beside sums, as x and no second one. */
ari__canonical ari__value_negative(ari__canonicals *all, ari__canonical a)
{
    if (a == ARI__VALUE_NONE || a == ARI__VALUE_ZERO || ended(all))
        return a;
    known *k = place(all->summed, all->summed_room, a, ARI__VALUE_NONE);
    if (k->used && k->a == a && k->b == ARI__VALUE_NONE)
        return k->result;
    draft d = {.count = {0}};
    for (int side = 0; side < 2; side++) {
        int count = ari__value_options(all, a, side, &(const ari__canonical *){NULL});
        for (int i = 0; i < count; i++) {
            const ari__canonical *list;
            (void)ari__value_options(all, a, side, &list);
            ari__canonical option = ari__value_negative(all, list[i]);
            if (option == ARI__VALUE_NONE || !draft_add(&d, !side, option))
                all->crowded = true;
        }
    }
    ari__canonical result = settle(all, &d);
    if (result != ARI__VALUE_NONE)
        *place(all->summed, all->summed_room, a, ARI__VALUE_NONE) =
            (known){a, ARI__VALUE_NONE, result, 1};
    return result;
}

/* ---- numbers ---- */

/* In the simplest form a whole number has one option, the next one towards 0, and another dyadic one those beside
 * it, whose middle it is. */
bool ari__value_number(const ari__canonicals *all, ari__canonical a, int64_t *number)
{
    const ari__canonical *left, *right;
    int lefts = ari__value_options(all, a, 0, &left);
    int rights = ari__value_options(all, a, 1, &right);
    int64_t low = 0, high = 0;
    if (lefts > 1 || rights > 1 || (lefts && !ari__value_number(all, left[0], &low)) ||
        (rights && !ari__value_number(all, right[0], &high)) ||
        (lefts && rights && (low >= high || (low + high) % 2)))
        return false;
    *number = lefts && rights ? (low + high) / 2
              : lefts         ? low + WHOLE
              : rights        ? high - WHOLE
                              : 0;
    return true;
}

ari__canonical ari__value_of_number(ari__canonicals *all, int64_t number)
{
    if (number / WHOLE > NUMBER_MOST || number / WHOLE < -NUMBER_MOST)
        return ARI__VALUE_NONE;
    if (number < 0)
        return ari__value_negative(all, ari__value_of_number(all, -number));
    if (number % WHOLE == 0) {
        ari__canonical whole = ARI__VALUE_ZERO;
        for (int64_t at = 0; at < number && whole != ARI__VALUE_NONE; at += WHOLE)
            whole = ari__value_make(all, &whole, 1, NULL, 0);
        return whole;
    }
    int64_t step = number & -number;
    ari__canonical low = ari__value_of_number(all, number - step);
    ari__canonical high = ari__value_of_number(all, number + step);
    return low == ARI__VALUE_NONE || high == ARI__VALUE_NONE
               ? ARI__VALUE_NONE
               : ari__value_make(all, &low, 1, &high, 1);
}
