/* playing.h: what the tests of players, sessions and reviews share. */
#ifndef TESTS_PLAYING_H
#define TESTS_PLAYING_H

#include "positions.h"

#include <ariadne/review.h>
#include <ariadne/session.h>

static inline ari_player *player(const ari_variant *v, const char *who, uint64_t seed)
{
    ari_player *result;
    ari_error error;
    ari_player_job setup = {.seed = seed, .bytes = (size_t)1 << 20};
    if (ari_player_new(v, who, &setup, &result, &error) != ARI_OK)
        fail_msg("%s: %s", who, error.message);
    return result;
}

static inline ari_session *session(const ari_variant *v)
{
    ari_session *result;
    assert_int_equal(ari_session_new(v, &result, NULL), ARI_OK);
    return result;
}

static inline ari_choice choose(ari_player *who, const ari_state *s)
{
    ari_choice choice;
    ari_error error;
    if (ari_player_choose(who, s, NULL, &choice, &error) != ARI_OK)
        fail_msg("%s: %s", ari_player_who(who), error.message);
    return choice;
}

static inline int brute_value(const ari_variant *v, const ari_state *s);

/* The value of a move for the side that makes it. */
static inline int brute_move(const ari_variant *v, const ari_state *s, ari_move move)
{
    ari_state next = ari_after(v, s, move);
    int value = brute_value(v, &next);
    value = ari_turn(v, s) == ari_turn(v, &next) ? value : -value;
    return ari_has(v, ARI_HAS_PAYOFFS) ? value : value - (value > 0) + (value < 0);
}

/* The value for the side to move by plain recursion, with the distance to the end when it
 * is won or lost: a win in n plies is 100 - n, a loss in n is n - 100. */
static inline int brute_value(const ari_variant *v, const ari_state *s)
{
    int outcome = ari_outcome(v, s), best = -1000;
    if (outcome != ARI_ON)
        return ari_has(v, ARI_HAS_PAYOFFS) ? outcome : 100 * outcome;
    ari_move moves[ARI_MOVES_MAX];
    int count = ari_moves(v, s, moves);
    for (int i = 0; i < count; i++) {
        int value = brute_move(v, s, moves[i]);
        best = value > best ? value : best;
    }
    return best;
}

#endif
