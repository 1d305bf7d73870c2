/* pace.h: when a search that deepens ply by ply has thought long enough (internal).
 *
 * A depth is begun only if, as the last ones have grown, it will be finished within the time that is
 * wanted. When the best move has just changed, or its score has fallen, the answer is worth up to
 * twice as much: what a depth has found until it is stopped counts, too. */
#ifndef ARI_SEARCH_PACE_H
#define ARI_SEARCH_PACE_H

#include <ariadne/search.h>

#define ARI__PACE_UNSURE 2 /* times the time wanted */

typedef struct ari__pace {
    uint64_t nodes;   /* when the last depth was done */
    uint64_t cost[3]; /* nodes of the last depths, the last one first */
    ari_move best;
    int score;
    bool unsure;
} ari__pace;

/* Another depth is done, with so many nodes in all. */
static inline void ari__pace_note(ari__pace *pace, uint64_t nodes,
                                  const ari_result *result)
{
    pace->unsure =
        pace->nodes > 0 && (result->best != pace->best || result->score < pace->score);
    pace->best = result->best;
    pace->score = result->score;
    pace->cost[2] = pace->cost[1];
    pace->cost[1] = pace->cost[0];
    pace->cost[0] = nodes - pace->nodes;
    pace->nodes = nodes;
}

/* How many times as many nodes the next depth will take as the last one: odd and even depths differ,
 * so it is the mean growth of two. */
static inline double ari__pace_growth(const ari__pace *pace)
{
    const uint64_t *cost = pace->cost;
    double growth = cost[2]   ? __builtin_sqrt((double)cost[0] / (double)cost[2])
                    : cost[1] ? (double)cost[0] / (double)cost[1]
                              : 1;
    return growth > 1 ? growth : 1;
}

/* After `seconds`: shall the next depth be begun? Without a time that is wanted it always is. */
static inline bool ari__pace_goes_on(const ari__pace *pace, const ari_limits *limits,
                                     double seconds)
{
    if (limits->seconds > 0 && seconds >= limits->seconds)
        return false;
    if (limits->wanted <= 0 || pace->nodes == 0)
        return true;
    if (pace->unsure)
        return seconds < ARI__PACE_UNSURE * limits->wanted;
    double next = (double)pace->cost[0] * ari__pace_growth(pace);
    return seconds * (1 + next / (double)pace->nodes) <= limits->wanted;
}

#endif
