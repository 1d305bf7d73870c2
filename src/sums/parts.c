/* parts.c: the parts that a position falls into. */
#include <ariadne/sums.h>

#include <ariadne/assert.h>

bool ari_has_nimbers(const ari_variant *v)
{
    const ari_core *core = v->core;
    return core->impartial && core->impartial(v->rules) && core->last_move &&
           core->last_move(v->rules) != 0;
}

bool ari_nimbers_decide(const ari_variant *v)
{
    return ari_has_nimbers(v) && v->core->last_move(v->rules) == ARI_WON;
}

int ari_sum_parts(const ari_variant *v, const ari_state *s, ari_side turn,
                  ari_state *parts)
{
    const ari_core *core = v->core;
    if (!core->components) {
        parts[0] = *s;
        return ari_outcome(v, s) == ARI_ON;
    }
    /* Written one behind the other, and then drawn apart, from the last one on. */
    unsigned char *made = (unsigned char *)parts;
    int count = core->components(v->rules, s, turn, made);
    ARI_ASSERT(count >= 0 && count <= ARI_COMPONENTS_MAX);
    for (int i = count - 1; i >= 0; i--) {
        ari_state part = {{0}};
        memcpy(&part, made + (size_t)i * core->state_size, core->state_size);
        parts[i] = part;
    }
    return count;
}
