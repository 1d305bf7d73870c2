/* tally.c: what the children of a node say of its value: is it reached, and can it be more?
 *
 * At a max node the value is that of the best child, so it is reached (a lower bound) if some
 * child of that value reaches it, and cannot be more (an upper bound) unless some child can be
 * more than it says; a move that was cut can be anything. At a min node, the other way. */
#include <ariadne/tree.h>

/* The bound that one child is enough for; the other one takes all of them. */
static uint8_t near_of(const ari_node_tally *tally)
{
    return tally->turn == ARI_FIRST ? ARI_BOUND_LEAST : ARI_BOUND_MOST;
}

ari_node_tally ari_node_tally_begin(ari_side turn)
{
    ari_node_tally tally = {.turn = (uint8_t)turn};
    tally.bound = near_of(&tally) ^ ARI_BOUND_EXACT;
    return tally;
}

void ari_node_tally_cut(ari_node_tally *tally)
{
    tally->bound &= near_of(tally);
}

static void add_child(ari_node_tally *parent, const ari_node_tally *child, int value)
{
    uint8_t near = near_of(parent), far = near ^ ARI_BOUND_EXACT;
    bool max = parent->turn == ARI_FIRST;
    parent->bound &= child->bound | near;
    if (!parent->any || (max ? value > parent->value : value < parent->value)) {
        parent->value = value;
        parent->bound &= far;
    }
    if (parent->value == value)
        parent->bound |= child->bound & near;
    parent->any = true;
    parent->estimate |= child->estimate;
}

void ari_node_tally_leave(ari_node_tally *tally, ari_node_tally *parent, int value,
                          bool finished, bool horizon)
{
    if (finished || horizon)
        tally->bound = ARI_BOUND_EXACT;
    /* A win or loss that was found is one, whatever the evaluation says elsewhere. */
    tally->estimate = horizon || (tally->estimate && ari_score_distance(value) < 0);
    if (parent)
        add_child(parent, tally, value);
}
