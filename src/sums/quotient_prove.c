/* quotient_prove.c: do all sums of heaps win and lose as a monoid says?
 *
 * There are infinitely many sums X, but of each only two things matter: its element, and in which contexts z a move in X
 * wins, that is leads to something which is lost together with z. Both of X + h follow from those of X and of h:
 *
 *     element    that of X times that of h
 *     wins       z: X wins in the context h z, or h wins in the context X z
 *
 * So all pairs that come up are found one after the other. The monoid is right if in each of them, but for no heaps at all,
 * the element is lost just where nothing wins in the context 1: by induction on how long sums can last. */
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/memory.h"
#include "sums/quotient.h"

#define PAIRS_MOST 200000

typedef struct pair {
    ari__elements wins;
    uint16_t element, kind; /* the last heap that was put to it */
    uint32_t before;        /* to which */
} pair;

typedef struct proving {
    const ari__monoid *m;
    pair *pairs;
    size_t count, room;
    uint32_t *slots;
    size_t slot_count;
    ari_allowance *memory;
} proving;

bool ari__leave(const ari_heap_rules *rules, uint32_t size, ari__leaving *at)
{
    for (;; at->taken++, at->next = 0) {
        if (at->taken >= (uint32_t)rules->count || at->taken > size)
            return false;
        int digit = rules->digits[at->taken];
        uint32_t left = size - at->taken;
        if (at->next == 0) {
            at->next = 1;
            at->a = left;
            at->b = 0;
            if (left == 0 ? digit & 1 : digit & 2)
                return true;
        }
        while (digit & 4 && 2 * at->next <= left) {
            at->b = at->next++;
            at->a = left - at->b;
            if (!rules->unequal || at->a != at->b)
                return true;
        }
    }
}

ari__elements ari__wins_of(const ari__monoid *m, const ari_heap_rules *rules,
                           uint32_t heap)
{
    ari__elements reached = {{0}}, wins = {{0}};
    ari__leaving at = {0};
    while (ari__leave(rules, heap, &at))
        ari__elements_add(&reached,
                          ari__monoid_times(m, m->of_heap[at.a], m->of_heap[at.b]));
    for (int e = 0; e < m->order; e++)
        for (int z = 0; ari__elements_has(&reached, e) && z < m->order; z++)
            if (m->lost[ari__monoid_times(m, e, z)])
                ari__elements_add(&wins, z);
    return wins;
}

static pair together(const ari__monoid *m, const pair *x, const ari__kind *h)
{
    pair sum = {.element = (uint16_t)ari__monoid_times(m, x->element, h->element)};
    for (int z = 0; z < m->order; z++)
        if (ari__elements_has(&x->wins, ari__monoid_times(m, h->element, z)) ||
            ari__elements_has(&h->wins, ari__monoid_times(m, x->element, z)))
            ari__elements_add(&sum.wins, z);
    return sum;
}

static size_t slot_of(const proving *p, const pair *x)
{
    size_t at =
        (ari__hash_bytes(&x->wins, sizeof x->wins) ^ (uint64_t)x->element * 0x9e3779b9u) &
        (p->slot_count - 1);
    for (; p->slots[at]; at = (at + 1) & (p->slot_count - 1)) {
        const pair *y = &p->pairs[p->slots[at] - 1];
        if (y->element == x->element && memcmp(&y->wins, &x->wins, sizeof x->wins) == 0)
            break;
    }
    return at;
}

/* Adds a pair that is new; false: no memory. */
static bool add(proving *p, const pair *x)
{
    if (2 * (p->count + 1) > p->slot_count) {
        size_t wanted = p->slot_count ? 2 * p->slot_count : 1024;
        if (!ari__charged_resize(p->memory, (void **)&p->slots, &p->slot_count, wanted,
                                 sizeof *p->slots))
            return false;
        memset(p->slots, 0, p->slot_count * sizeof *p->slots);
        for (size_t i = 0; i < p->count; i++)
            p->slots[slot_of(p, &p->pairs[i])] = (uint32_t)i + 1;
    }
    size_t at = slot_of(p, x);
    if (p->slots[at])
        return true;
    if (!ari__charged_grow(p->memory, (void **)&p->pairs, &p->room, p->count + 1,
                           sizeof *p->pairs))
        return false;
    p->pairs[p->count++] = *x;
    p->slots[at] = (uint32_t)p->count;
    return true;
}

static ari__quotient_proof found_wrong(const proving *p, const ari__kinds *kinds,
                                       const pair *x, uint32_t *sum, int *length)
{
    *length = 0;
    for (const pair *at = x; at->before != UINT32_MAX; at = &p->pairs[at->before]) {
        if (*length == ARI__SUM_HEAPS)
            return ARI__PROOF_OPEN;
        sum[(*length)++] = kinds->list[at->kind].heap;
    }
    return ARI__PROOF_WRONG;
}

ari__quotient_proof ari__prove_kinds(const ari__monoid *m, const ari__kinds *kinds,
                                     ari__ticker *ticker, ari_allowance *memory,
                                     uint32_t *sum, int *length)
{
    proving p = {.m = m, .memory = memory};
    const pair nothing = {.before = UINT32_MAX};
    ari__quotient_proof proof = add(&p, &nothing) ? ARI__PROOF_RIGHT : ARI__PROOF_OPEN;
    for (size_t i = 0; i < p.count && proof == ARI__PROOF_RIGHT; i++)
        for (size_t k = 0; k < kinds->count && proof == ARI__PROOF_RIGHT; k++) {
            pair next = together(m, &p.pairs[i], &kinds->list[k]);
            next.kind = (uint16_t)k;
            next.before = (uint32_t)i;
            if ((m->lost[next.element] != 0) == ari__elements_has(&next.wins, 0))
                proof = found_wrong(&p, kinds, &next, sum, length);
            else if (p.count >= PAIRS_MOST || ari__tick(ticker) || !add(&p, &next))
                proof = ARI__PROOF_OPEN;
        }
    ari__charged_free(memory, p.pairs, p.room, sizeof *p.pairs);
    ari__charged_free(memory, p.slots, p.slot_count, sizeof *p.slots);
    return proof;
}
