/* inquiry.c: what all answers to a question share: its limits, what a score tells, and who is
 * asked first. */
#include "solver/inquiry.h"

ari__inquiry ari__inquiry_begin(ari_solver *solver, const ari_engine_job *job,
                                ari_error *error)
{
    return (ari__inquiry){.solver = solver,
                          .v = solver->variant,
                          .job = job,
                          .budget = ari__budget_open(&job->limits),
                          .line_end = UINT64_MAX,
                          .error = error};
}

void ari__inquiry_add(ari__inquiry *q, const ari_stats *stats)
{
    ari__stats_add(&q->stats, stats);
    q->budget.used = q->stats.nodes;
}

bool ari__rest_of_job(const ari__inquiry *q, ari_engine_job *rest)
{
    *rest = *q->job;
    bool some = ari__budget_left(&q->budget, &rest->limits);
    rest->limits.depth = 0;
    rest->method = q->solver->method;
    return some;
}

int ari__distance_of(const ari_variant *v, const ari_state *s, int score)
{
    if (ari_outcome(v, s) != ARI_ON || !ari__counts_plies(v))
        return ari__counts_plies(v) ? 0 : -1;
    int distance = ari_has(v, ARI_HAS_PAYOFFS) ? -1 : ari_score_distance(score);
    if (distance < 0 && v->core->longest && v->core->draws_last &&
        v->core->draws_last(v->rules))
        distance = v->core->longest(v->rules, s);
    return distance;
}

/* ---- the answer about one position ---- */

const char *ari_source_name(ari_source source)
{
    static const char *const names[] = {[ARI_SOURCE_NONE] = "",
                                        [ARI_SOURCE_ESTIMATE] = "estimate",
                                        [ARI_SOURCE_RULES] = "rules",
                                        [ARI_SOURCE_BOOK] = "book",
                                        [ARI_SOURCE_DATABASE] = "database",
                                        [ARI_SOURCE_STATES] = "states",
                                        [ARI_SOURCE_PROOF] = "proof",
                                        [ARI_SOURCE_DFPN] = "df-pn"};
    return names[source];
}

ari_answer ari_answer_open(ari_move move)
{
    return (ari_answer){.move = move, .low = -ARI_WIN, .high = ARI_WIN, .distance = -1};
}

void ari_answer_exact(ari_answer *answer, int score, int distance, ari_source source)
{
    answer->low = answer->high = answer->score = score;
    answer->exact = true;
    answer->depth = 0;
    answer->distance = distance;
    answer->source = source;
}

ari_status ari__look_up(ari__inquiry *q, const ari_state *s, ari_answer *answer)
{
    const ari_lookup *lookup = &q->solver->lookup;
    int outcome = ari_outcome(q->v, s), score, distance;
    if (outcome != ARI_ON) {
        score = ari__final_score(outcome, 0, ari_has(q->v, ARI_HAS_PAYOFFS));
        ari_answer_exact(answer, score, ari__counts_plies(q->v) ? 0 : -1,
                         ARI_SOURCE_RULES);
    } else if (lookup->ask) {
        ari_status status = lookup->ask(lookup->self, s, &score, &distance, q->error);
        ari__inquiry_add(q, &(ari_stats){.nodes = 1});
        if (status == ARI_OK)
            ari_answer_exact(answer, score, distance, ARI_SOURCE_DATABASE);
        else if (status != ARI_UNKNOWN)
            return status;
    } else if (!q->solver->enumerates && ari__foretold(q, s, &score)) {
        ari_answer_exact(answer, score, ari__distance_of(q->v, s, score),
                         ARI_SOURCE_BOOK);
    }
    return ARI_OK;
}

ari_status ari__prove(ari__inquiry *q, const ari_state *s, ari_answer *answer)
{
    ari_status status = answer->exact ? ARI_OK : ari__look_up(q, s, answer);
    if (status != ARI_OK || answer->exact || q->look_up)
        return status;
    if (!ari__knows_each(q->solver))
        return ari__engine_prove(q, s, answer);
    int score, distance;
    ari_source source;
    status = ari__each_value(q, s, &score, &distance, &source);
    if (status == ARI_OK)
        ari_answer_exact(answer, score, distance, source);
    return status == ARI_STOPPED ? ARI_OK : status;
}

ari_status ari__prove_line(ari__inquiry *q, const ari_state *s, ari_answer *answer)
{
    if (!ari__knows_each(q->solver))
        return answer->source == ARI_SOURCE_BOOK ? ARI_OK
                                                 : ari__engine_line(q, s, answer);
    ari_status status = ari__each_line(q, s, answer);
    return status == ARI_STOPPED ? ARI_OK : status;
}

ari_status ari__late_line(ari__inquiry *q, const ari_state *s, ari_answer *answer)
{
    bool stopped = q->stopped;
    if (answer->source != ARI_SOURCE_BOOK)
        return ARI_OK;
    q->stopped = false;
    ari_status status = ari__engine_line(q, s, answer);
    q->stopped = stopped;
    return status;
}
