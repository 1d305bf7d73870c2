/* sets.c: sets of positions that are all different. */
#include "check/context.h"

#include "base/hash.h"

bool ari__check_set_new(ari__check *c, ari__check_set *set, int room)
{
    size_t slots = 2;
    while (slots < 2 * (size_t)room)
        slots *= 2;
    *set = (ari__check_set){
        .room = room, .mask = slots - 1, .state_size = c->v->core->state_size};
    set->states = ari__check_array(c, (size_t)room, sizeof *set->states);
    set->slots = ari__check_array(c, slots, sizeof *set->slots);
    return set->states && set->slots;
}

void ari__check_set_free(ari__check_set *set)
{
    free(set->states);
    free(set->slots);
}

bool ari__check_set_add(ari__check_set *set, const ari_state *s)
{
    size_t slot = ari__hash_bytes(s, set->state_size) & set->mask;
    for (; set->slots[slot]; slot = (slot + 1) & set->mask)
        if (memcmp(&set->states[set->slots[slot] - 1], s, set->state_size) == 0)
            return true;
    if (set->count == set->room)
        return false;
    set->states[set->count++] = *s;
    set->slots[slot] = (uint32_t)set->count;
    return true;
}

bool ari__check_set_fill(ari__check *c, ari__check_set *set, ari_state *children)
{
    ari__check_set_add(set, &c->v->start);
    for (int i = 0; i < set->count; i++) {
        if (!ari__check_on(c, &set->states[i]))
            continue;
        int count = ari__check_children(c, &set->states[i], children);
        for (int j = 0; j < count; j++)
            if (!ari__check_set_add(set, &children[j]))
                return false;
    }
    return true;
}

void ari__check_set_clear(ari__check_set *set)
{
    memset(set->slots, 0, (set->mask + 1) * sizeof *set->slots);
    set->count = 0;
}
