/* score.h: reckoning with scores (internal). ARI_WIN and the like are explained in game.h. */
#ifndef ARI_GAME_SCORE_H
#define ARI_GAME_SCORE_H

#include <ariadne/game.h>
#include <ariadne/random.h>

#define ARI__INFINITE (ARI_WIN + 1)

/* The score for the side to move of a game that ended `ply` plies after the root. */
static inline int ari__final_score(int outcome, int ply, bool payoffs)
{
    if (payoffs || outcome == 0)
        return outcome;
    return outcome > 0 ? ARI_WIN - ply : ply - ARI_WIN;
}

/* A win or loss is one ply further away when seen from the position before. */
static inline int ari__score_before(int score)
{
    return score > ARI_SCORE_MAX ? score - 1 : score < -ARI_SCORE_MAX ? score + 1 : score;
}

/* The inverse: how it must look one ply later. */
static inline int ari__score_later(int score)
{
    return score > ARI_SCORE_MAX ? score + 1 : score < -ARI_SCORE_MAX ? score - 1 : score;
}

/* Scores of wins and losses count plies from the root in the search and from the position
 * itself in the table. */
static inline int ari__score_to_table(int score, int ply)
{
    return score > ARI_SCORE_MAX    ? score + ply
           : score < -ARI_SCORE_MAX ? score - ply
                                    : score;
}

static inline int ari__score_from_table(int score, int ply)
{
    return score > ARI_SCORE_MAX    ? score - ply
           : score < -ARI_SCORE_MAX ? score + ply
                                    : score;
}

/* The seeded random evaluation of a position: a pure function of its key. */
static inline int ari__random_score(uint64_t key, uint64_t seed)
{
    return (int)(ari_mix(key ^ ari_mix(seed)) % 2001) - 1000;
}

#endif
