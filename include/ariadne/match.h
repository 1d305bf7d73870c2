/* match.h: two players, many games, and what the results say.
 *
 *     ari_match_job job = {.who = {"level:5", "level:4"}, .games = 500, .seed = 1};
 *     ari_match match;
 *     if (ari_match_play(variant, &job, &match, &error) == ARI_OK)
 *         printf("%+.0f Elo\n", match.elo);
 *
 * Games come in pairs: A is first in one, B in the other, and both begin with the same
 * opening. Each game has a seed of its own, so that a match is the same whatever the
 * number of threads, unless a player's thinking is limited by time.
 *
 * A guest (player.h) that crashes, gives no legal move or none in time loses the game by forfeit, by
 * 1 where there are payoffs; the match goes on.
 *
 * In a game that may come back to a position (ARI_HAS_CYCLES), the third time is a draw,
 * and so is a game that has not ended after ARI_MATCH_PLIES_MAX plies. */
#ifndef ARIADNE_MATCH_H
#define ARIADNE_MATCH_H

#include <ariadne/player.h>

ARI_C_BEGIN

#define ARI_MATCH_GAMES_MAX 10000000
#define ARI_MATCH_PLIES_MAX 1000

/* A sequential test: is A stronger than B by elo1, rather than by elo0? */
typedef struct ari_sprt {
    double elo0, elo1;  /* elo0 < elo1 */
    double alpha, beta; /* the risks of a wrong yes and of a wrong no; 0: 0.05 */
} ari_sprt;

typedef enum ari_sprt_answer { ARI_SPRT_OPEN, ARI_SPRT_YES, ARI_SPRT_NO } ari_sprt_answer;

/* Results of A. */
typedef struct ari_tally {
    int64_t wins, draws, losses;
    int64_t payoff; /* the sum, in a game with payoffs */
    int64_t plies;
    int64_t different;   /* games of which no two have the same moves */
    int64_t forfeits[2]; /* that ended because A, or B, gave no legal move in time */
} ari_tally;

/* All of it is about complete pairs. */
typedef struct ari_match {
    ari_tally seat[2];    /* A's results when first, and when second */
    int64_t different;    /* games, whoever was first */
    char forfeit[2][200]; /* what A and B last did wrong when they lost by forfeit */
    bool odd;         /* one game more was told about, but its partner was not played */
    double score;     /* of A: a win is 1, a draw 1/2, on average */
    double elo;       /* what that is in Elo; +-HUGE_VAL when all were won or lost */
    double low, high; /* its 95 % interval; without bounds when the games repeat */
    double error;     /* of the score: 1.96 standard errors */
    double llr, lower, upper; /* of the sequential test: it ends outside of the two */
    ari_sprt_answer answer;
    bool stopped; /* the stop flag ended it */
    double seconds;
    int64_t pairs; /* complete ones, and the sums of their scores and squares: */
    double sum, squares;
} ari_match;

/* One game of a match, valid while it is told about. */
typedef struct ari_match_game {
    int64_t number; /* from 1; odd ones have A first */
    uint64_t seed;
    const ari_record *record;
    int opening; /* so many of its moves were played at random before the players began */
    int result;  /* for the first player, as an outcome */
    const char
        *forfeit; /* what the loser did wrong, where that ended the game; else NULL */
    uint64_t nodes[2];
    double seconds[2]; /* of A and of B */
} ari_match_game;

typedef struct ari_match_job {
    const char *who[2];     /* A and B, as player.h reads them */
    int64_t games;          /* with A first, and as many with B first */
    const ari_state *start; /* NULL: the start of the game */
    int opening_plies; /* random moves before the players begin; a game that they would
                               end is given fewer */
    uint64_t seed;
    const ari_sprt *sprt;     /* NULL: play all games */
    size_t bytes;             /* that each player may take; 0: 4 MB. A thread has two */
    const ari_oracle *oracle; /* an opening book for those who solve; may be NULL */
    const ari_guests *guests; /* who else may play; may be NULL */
    ari_lookup
        lookup; /* a database for them, asked by all threads at once; may be empty */
    const ari_runner *runner;
    ari_stop *stop;
    /* Told about every game as soon as those before it are told, in the order of the
     * numbers, with the match so far. May be NULL; called by one thread at a time, though
     * not always the same. False ends the match. */
    bool (*each)(void *self, const ari_match_game *game, const ari_match *so_far);
    void *self;
} ari_match_job;

ari_status ari_match_play(const ari_variant *v, const ari_match_job *job,
                          ari_match *match, ari_error *error);

/* Do the games repeat so much that they say nothing about other games? Chance makes the
 * interval and the sequential test: who plays the same game again has not thrown the dice
 * again. With less than ten different games in a seat, of twice as many or more, there is
 * no interval, and the test is not decided. (A game that chance has repeated among many
 * others is one more throw, and counts.) */
bool ari_match_repeats(const ari_match *match);

/* The Elo difference at which a score from 0 to 1 is expected, and the other way round. */
double ari_elo_of_score(double score);
double ari_score_of_elo(double elo);

/* Adds the results of one pair of games (A's, 0 to 1 on average) to a match and works out
 * score, Elo, interval and the state of the sequential test (`sprt` may be NULL). */
void ari_match_add_pair(ari_match *match, double score, const ari_sprt *sprt);

ARI_C_END

#endif
