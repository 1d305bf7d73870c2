/* fit.h: the weights of an evaluation from positions whose exact values are known.
 *
 * Games are played, some moves of them at random; positions are drawn from them; each is looked up
 * in a database or proved, within a limit, and left out where that does not tell its value. Then
 * those weights are worked out with which the evaluation says best what each is worth: by logistic
 * regression, which believes that a score tells the chance to win, or by least squares. A part of
 * the games is held out, and tells what that is worth on positions that it was not fitted to.
 *
 * It works for every evaluation that adds up weights times what it counts: where the weights are
 * parameters, what they count is found by changing them; where they are a table, GAME_FEATURES tells
 * it (hooks.def). The same seed gives the same positions and values, unless time ends the work. */
#ifndef ARIADNE_FIT_H
#define ARIADNE_FIT_H

#include <ariadne/player.h>

ARI_C_BEGIN

#define ARI_FIT_POSITIONS 10000000 /* at most */
#define ARI_FIT_WEIGHT 1000        /* of a table: the largest, up or down */

typedef enum ari_fit_loss {
    ARI_FIT_LOGISTIC, /* a win is 1, a draw 1/2, a loss 0 */
    ARI_FIT_SQUARES   /* a win is 1, a draw 0, a loss -1; a payoff is itself */
} ari_fit_loss;

typedef struct ari_fit_job {
    const char *eval; /* the evaluation's name; NULL: the game's first */
    const char *who;  /* plays the games: "engine:depth=2" */
    ari_fit_loss loss;
    int64_t positions; /* that are looked at */
    int opening_plies; /* games begin with up to so many random moves, */
    int errors;        /* and so many percent of the others are random, too */
    int last;          /* positions come from so many last plies of a game; 0: from all */
    int beyond; /* positions that are decided within so many plies are left to searches */
    int held_out;   /* percent of the games that only test */
    int largest;    /* of the weights, in the answer, where their scale is free */
    double ridge;   /* above 0: what large weights cost (play/regression.h) */
    uint64_t nodes; /* of a proof */
    uint64_t seed;
    ari_lookup lookup; /* a database; its function may be NULL */
    size_t bytes;      /* for proofs and players */
    /* Of all of it: seconds, stop flag, memory, and whom to tell: `nodes` are those of proofs,
     * `depth` is how many positions were looked at, in percent. */
    ari_limits limits;
} ari_fit_job;

/* How far off something is, in the mean: of a logistic fit minus the logarithm of the chance that was
 * given to what is true, otherwise the square. Each score counts times the one number, and with the
 * one constant, that suit it best. */
typedef struct ari_fit_error {
    double training, test; /* 0 where there are no positions */
} ari_fit_error;

typedef struct ari_fit {
    /* The weights. */
    int count;
    const char *names[ARI_FEATURES_MAX]; /* of the parameters or the rows of the table */
    int weights[ARI_FEATURES_MAX]; /* whole, and within the limits of the parameters */
    double plain
        [ARI_FEATURES_MAX]; /* as the fit has them: the change of the logarithm of the
                                        odds, or of the value */
    double turn;            /* what being to move is worth besides, in the same way */
    int64_t seen[ARI_FEATURES_MAX]; /* the positions fitted to in which it counts */
    ari_fit_error error, before,
        nothing; /* with these weights, those there were, and none */
    /* What it is fitted to. */
    int64_t games, positions;  /* played, looked at */
    int64_t strange;           /* left out as well: their score is not what was counted */
    int64_t early, unproved;   /* left out: decided too soon, not known */
    int64_t looked_up, proved; /* known from the database, by proof */
    int64_t training, test;    /* of these, in which part */
    int64_t won, drawn, lost;  /* for the side to move */
    uint64_t nodes;            /* of the proofs */
    bool stopped;              /* a limit or the stop flag ended the gathering */
} ari_fit;

/* Fits. Where it was stopped while it gathered, the fit is to what there is. ARI_RANGE where too few
 * positions are known to fit to; ARI_UNSUPPORTED where the evaluation has no weights or does not add
 * them up. */
ari_status ari_fit_weights(const ari_variant *v, const ari_fit_job *job, ari_fit *fit,
                           ari_error *error);

ARI_C_END

#endif
