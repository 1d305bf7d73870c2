/* difficulty.c: counting the ways in which the opponent can go wrong. */
#include "analysis/difficulty.h"

#include <ariadne/assert.h>

#define UNKNOWN (-2.0) /* less than any difficulty */

/* Moves times replies that can all be looked at. */
#define REPLIES_SEEN 2000

/* The replies to a move that give something away; where chance does not decide between equals,
 * less a small part for each that does not. */
static ari_status difficulty(const ari__difficulty *d, ari_move move, double *result)
{
    ari_state next = ari_after(d->v, d->s, move);
    ari_move replies[ARI_MOVES_MAX];
    *result = 0;
    if (ari_outcome(d->v, &next) != ARI_ON ||
        ari_turn(d->v, &next) == ari_turn(d->v, d->s))
        return ARI_OK;
    int count = ari_moves(d->v, &next, replies);
    for (int i = 0; i < count; i++) {
        ari_state after = ari_after(d->v, &next, replies[i]);
        ari__judgement judgement;
        ari_status status = d->judge(d->self, &next, &after, &judgement);
        if (status != ARI_OK || judgement == ARI__UNJUDGED) {
            *result = UNKNOWN;
            return status;
        }
        if (judgement == ARI__GIVES_AWAY)
            *result += 1;
        else if (!d->random)
            *result -= 1.0 / ARI_MOVES_MAX;
    }
    return ARI_OK;
}

/* What the evaluation says of a move, for the side that makes it. */
static int guess(const ari__difficulty *d, ari_move move)
{
    ari_state next = ari_after(d->v, d->s, move);
    if (ari_outcome(d->v, &next) != ARI_ON)
        return 0;
    return ari_score_of_move(d->v, d->s, &next, ari_eval_score(d->v, &next, d->eval));
}

/* The moves as they are or, where there are too many replies to look at all of them (about as
 * many as moves), by what the evaluation says of each, so that the time goes to those that look
 * best. */
static void order_to_look(const ari__difficulty *d, const ari_move *moves, int count,
                          uint16_t *order)
{
    ari_move legal[ARI_MOVES_MAX];
    int guesses[ARI_MOVES_MAX];
    bool many = count * ari_moves(d->v, d->s, legal) > REPLIES_SEEN;
    for (int i = 0; i < count; i++) {
        int this = many ? guess(d, moves[i]) : 0, to = i;
        for (; to > 0 && guesses[to - 1] < this; to--) {
            guesses[to] = guesses[to - 1];
            order[to] = order[to - 1];
        }
        guesses[to] = this;
        order[to] = (uint16_t)i;
    }
}

ari_status ari__most_difficult(const ari__difficulty *d, const ari_move *moves, int count,
                               int *place)
{
    uint16_t order[ARI_MOVES_MAX] = {0};
    double most = UNKNOWN;
    uint32_t equals = 0;
    ARI_ASSERT(count > 0);
    order_to_look(d, moves, count, order);
    *place = order[0];
    for (int i = 0; i < count; i++) {
        double this;
        ari_status status = difficulty(d, moves[order[i]], &this);
        if (status != ARI_OK || this == UNKNOWN)
            return status;
        if (this < most)
            continue;
        equals = this > most ? 1 : equals + 1;
        most = this;
        if (d->random ? ari_random_below(d->random, equals) == 0 : equals == 1)
            *place = order[i];
    }
    return ARI_OK;
}
