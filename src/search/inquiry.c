/* inquiry.c: what all answers to a question share: its limits, and what a score tells. */
#include "search/inquiry.h"

#include "base/clock.h"

int ari__distance_of(const ari_variant *v, const ari_state *s, int score)
{
    if (ari_outcome(v, s) != ARI_ON)
        return 0;
    int distance = ari_has(v, ARI_HAS_PAYOFFS) ? -1 : ari_score_distance(score);
    if (distance < 0 && v->core->longest && v->core->draws_last &&
        v->core->draws_last(v->rules))
        distance = v->core->longest(v->rules, s);
    return distance;
}

uint64_t ari__nodes_left(const ari__inquiry *q, uint64_t nodes)
{
    uint64_t used = q->analysis->stats.nodes;
    return nodes > used ? nodes - used : 0;
}

ari_engine_job ari__rest_of_job(const ari__inquiry *q)
{
    ari_engine_job job = *q->job;
    job.limits.depth = 0;
    if (job.limits.seconds > 0) {
        job.limits.seconds -= ari__seconds() - q->start;
        if (job.limits.seconds < 1e-6)
            job.limits.seconds = 1e-6;
    }
    if (job.limits.nodes) {
        uint64_t kept = job.limits.nodes / ARI__GUESS_PART + 1;
        kept = kept < ARI__GUESS_NODES ? kept : ARI__GUESS_NODES;
        uint64_t left = ari__nodes_left(q, job.limits.nodes - kept);
        job.limits.nodes = left ? left : 1;
    }
    return job;
}
