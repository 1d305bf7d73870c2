/* trial.h: does a player ever lose?
 *
 * All games against it are gone through, with it as first and as second player, from a
 * position on: whatever the opponent does, and whatever the player itself may do. That is
 * proved by looking, not by sampling, so it is for small games. */
#ifndef ARIADNE_TRIAL_H
#define ARIADNE_TRIAL_H

#include <ariadne/player.h>

ARI_C_BEGIN

#define ARI_TRIAL_POSITIONS 2000000 /* looked at in each seat, unless told otherwise */

/* What became of a player in one seat. Games are different when their moves are; those from a
 * position on that was reached in several ways are gone through once and counted as often.
 * UINT64_MAX stands for that many or more. */
typedef struct ari_trial_seat {
    uint64_t positions; /* that were looked at */
    uint64_t won, drawn, lost;
    ari_record
        loss; /* a shortest game that it loses; without moves where it loses none */
} ari_trial_seat;

typedef struct ari_trial {
    /* Every move that the player may make was tried. Otherwise its choices were fixed by the
     * seed, each position being thought about as if the game began with it. */
    bool every;
    bool counted; /* games were counted: not where they may go on for ever */
    ari_trial_seat seats[2];
} ari_trial;

/* Looks at `most` positions at most in each seat (0: ARI_TRIAL_POSITIONS); ARI_LIMIT when they
 * are not enough, each seat telling how many it looked at, and ARI_UNSUPPORTED where nobody can say what the player will do. Of
 * `limits` (may be NULL) only the stop flag is used: ARI_STOPPED. */
ari_status ari_trial_run(const ari_variant *v, const ari_state *start, ari_player *player,
                         uint64_t seed, uint64_t most, const ari_limits *limits,
                         ari_trial *trial, ari_error *error);
void ari_trial_free(ari_trial *trial);

ARI_C_END

#endif
