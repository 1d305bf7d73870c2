/* threats.c: the memory of a threat search. */
#include "search/threats.h"

#include <stdlib.h>

#include "base/memory.h"

#define LEAST ((size_t)1 << 10) /* slots: fewer are of no use */
#define MOST ((size_t)1 << 20)
#define CHILDREN ((size_t)40 * ARI__THREAT_PLIES)

/* Of the stack, and a list of moves. */
static size_t beside(const ari_variant *v)
{
    return CHILDREN * sizeof(ari__threat_child) +
           2 * (size_t)v->core->max_moves * sizeof(ari_move);
}

/* As many slots as fit beside the stack; 0 where that is not worth it. */
static size_t slots_for(const ari_variant *v, size_t bytes)
{
    size_t slots = MOST;
    if (!v->core->forcing || !v->core->replies || bytes < beside(v))
        return 0;
    while (slots > (bytes - beside(v)) / sizeof(ari__threat_slot))
        slots /= 2;
    return slots < LEAST ? 0 : slots;
}

size_t ari__threats_bytes(const ari_variant *v, size_t bytes)
{
    size_t slots = slots_for(v, bytes);
    return slots ? slots * sizeof(ari__threat_slot) + beside(v) : 0;
}

bool ari__threats_make(ari__threats *t, const ari_variant *v, size_t bytes)
{
    *t = (ari__threats){.slot_count = slots_for(v, bytes)};
    if (t->slot_count == 0)
        return true;
    t->slots = ari__block_new(t->slot_count * sizeof *t->slots);
    t->children = malloc(CHILDREN * sizeof *t->children);
    t->moves = malloc(2 * (size_t)v->core->max_moves * sizeof *t->moves);
    if (!t->slots || !t->children || !t->moves) {
        ari__threats_free(t);
        return false;
    }
    t->end = t->children + CHILDREN;
    return true;
}

void ari__threats_clear(ari__threats *t)
{
    if (t->used)
        ari__block_clear(t->slots, t->slot_count * sizeof *t->slots);
    t->used = false;
}

void ari__threats_free(ari__threats *t)
{
    ari__block_free(t->slots, t->slot_count * sizeof *t->slots);
    free(t->children);
    free(t->moves);
    *t = (ari__threats){.slots = NULL};
}
