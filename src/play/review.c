/* review.c: looking back at a game.
 *
 * Each position is asked about once. What a move was worth is what its position is worth
 * one ply earlier and for the side that moved, so the values before and after a move come
 * from two neighbouring positions. */
#include <ariadne/review.h>

#include <stdlib.h>
#include <string.h>

#include "analysis/answers.h"
#include "base/stop.h"

const char *ari_verdict_name(ari_verdict verdict)
{
    static const char *const names[ARI_VERDICTS] = {"best",    "good",    "inaccuracy",
                                                    "mistake", "blunder", "unknown"};
    return names[verdict];
}

const char *ari_verdict_sign(ari_verdict verdict)
{
    static const char *const signs[ARI_VERDICTS] = {"", "", "?!", "?", "??", ""};
    return signs[verdict];
}

void ari_review_free(ari_review *review)
{
    for (int i = 0; i < review->count; i++)
        free(review->moves[i].best);
    free(review->moves);
    ari_allowance_give(review->memory, review->bytes);
    *review = (ari_review){.moves = NULL};
}

/* The value of the position after a move, for the side that made the move. */
static ari_answer seen_by_mover(const ari_variant *v, const ari_reviewed *m,
                                const ari_answer *next)
{
    ari_answer after = *next;
    after.move = m->move;
    return ari__answer_of_move(v, &m->position, &after);
}

static int sign(int score)
{
    return (score > 0) - (score < 0);
}

/* So many plies more to a win, or fewer to a loss, are nothing to speak of. */
#define SLACK 2
/* A loss that comes with the next move of the opponent. */
#define AT_ONCE 2

static ari_verdict judge(const ari_reviewed *m)
{
    for (int i = 0; i < m->best_count; i++)
        if (m->best[i] == m->move)
            return ARI_VERDICT_BEST;
    if (!m->before.exact || !m->after.exact)
        return ARI_VERDICT_UNKNOWN;
    int before = m->before.score, after = m->after.score;
    if (sign(before) != sign(after)) {
        bool at_once = after < 0 && ari_score_distance(after) >= 0 &&
                       ari_score_distance(after) <= AT_ONCE;
        return sign(before) - sign(after) > 1 || at_once ? ARI_VERDICT_BLUNDER
                                                         : ARI_VERDICT_MISTAKE;
    }
    if (after >= before)
        return ARI_VERDICT_BEST;
    bool counted = ari_score_distance(before) > 1 && ari_score_distance(after) >= 0;
    return counted && before - after <= SLACK ? ARI_VERDICT_GOOD : ARI_VERDICT_INACCURACY;
}

static ari_status keep_best(ari_review *review, ari_reviewed *m,
                            const ari_analysis *analysis, ari_error *error)
{
    if (!analysis->whole.exact || analysis->count == 0)
        return ARI_OK;
    size_t bytes = (size_t)analysis->count * sizeof *m->best;
    if (!ari_allowance_take(review->memory, bytes))
        return ari_fail_allowance(error, review->memory, "keeping the review");
    review->bytes += bytes;
    m->best = malloc(bytes);
    m->best_count = 0;
    if (!m->best)
        return ari_fail_memory(error, bytes, "the best moves");
    for (int i = 0; i < analysis->count; i++)
        if (analysis->moves[i].exact)
            m->best[m->best_count++] = analysis->moves[i].move;
    return ARI_OK;
}

/* How long there is for all positions, and how many of them are left. */
typedef struct sharing {
    const ari_engine_job *job;
    double end; /* 0: no limit */
    int left;
} sharing;

/* The job for the next position: with its share of the seconds, to which those add what they did not use that
 * were looked at before. */
static ari_engine_job next_job(sharing *s)
{
    ari_engine_job job = *s->job;
    if (s->end > 0) {
        double rest = s->end - ari_seconds();
        job.limits.seconds = rest > 0 ? rest / s->left : 1e-9;
    }
    s->left--;
    return job;
}

/* Asks about one position; nothing is known of it once the review has been stopped. */
static ari_status ask(ari_solver *solver, const ari_state *s, ari_question question,
                      sharing *shares, ari_review *review, ari_analysis *analysis,
                      ari_error *error)
{
    const ari_engine_job own = next_job(shares), *job = &own;
    *analysis = (ari_analysis){.whole = ari_answer_open(ARI_NO_MOVE)};
    if (ari__stop_is_set(job->limits.stop))
        review->stopped = true;
    if (review->stopped)
        return ARI_OK;
    ari_status status = ari_analyse(solver, s, question, job, analysis, error);
    if (status == ARI_LIMIT) { /* too long to solve, but not to be estimated */
        ari_engine_job less = *job;
        less.limits.nodes = ARI_PLY_MAX;
        status = ari_analyse(solver, s, question, &less, analysis, error);
    }
    review->stats.nodes += analysis->stats.nodes;
    review->stats.seconds += analysis->stats.seconds;
    return status;
}

/* Notes who moved what in which position. */
static ari_status write_down(const ari_variant *v, const ari_record *record,
                             ari_review *review, ari_allowance *memory, ari_error *error)
{
    size_t count = (size_t)record->count, bytes = count * sizeof *review->moves;
    if (!ari_allowance_take(memory, bytes))
        return ari_fail_allowance(error, memory, "keeping the review");
    review->memory = memory;
    review->bytes = bytes;
    review->moves = calloc(count ? count : 1, sizeof *review->moves);
    if (!review->moves)
        return ari_fail_memory(error, bytes, "the review");
    ari_state s = record->start;
    for (; review->count < record->count; review->count++) {
        ari_reviewed *m = &review->moves[review->count];
        m->position = s;
        m->side = ari_turn(v, &s);
        m->move = record->moves[review->count];
        s = ari_after(v, &s, m->move);
    }
    return ARI_OK;
}

/* What the review says of each player. */
static void sum_up(ari_review *review)
{
    static const double worth[ARI_VERDICTS] = {1, 1, 0.75, 0.25, 0, 0};
    for (int side = 0; side < 2; side++) {
        const int *counts = review->verdicts[side];
        int known = 0, unknown = counts[ARI_VERDICT_UNKNOWN];
        double sum = 0;
        for (int i = 0; i < ARI_VERDICT_UNKNOWN; i++) {
            known += counts[i];
            sum += worth[i] * counts[i];
        }
        review->accuracy[side] = known > 0 && known >= unknown ? sum / known : -1;
        review->turning[side] = -1;
    }
    for (int i = 0; i < review->count; i++) {
        const ari_reviewed *m = &review->moves[i];
        if (m->verdict == ARI_VERDICT_MISTAKE || m->verdict == ARI_VERDICT_BLUNDER)
            review->turning[m->side] = i;
    }
}

ari_status ari_review_record(ari_solver *solver, const ari_variant *v,
                             const ari_record *record, const ari_engine_job *job,
                             ari_review *review, ari_error *error)
{
    *review = (ari_review){.moves = NULL};
    ari_status status = write_down(v, record, review, job->limits.memory, error);
    ari_analysis analysis;
    double seconds = job->limits.seconds;
    sharing shares = {job, seconds > 0 ? ari_seconds() + seconds : 0, record->count + 1};
    if (status == ARI_OK)
        status =
            ask(solver, &record->end, ARI_ASK_VALUE, &shares, review, &analysis, error);
    if (status == ARI_OK) {
        review->end = analysis.whole;
        ari_analysis_free(&analysis);
    }
    const ari_answer *next = &review->end;
    for (int i = review->count - 1; i >= 0 && status == ARI_OK; i--) {
        ari_reviewed *m = &review->moves[i];
        status =
            ask(solver, &m->position, ARI_ASK_BEST, &shares, review, &analysis, error);
        if (status != ARI_OK)
            break;
        m->before = analysis.whole;
        m->after = seen_by_mover(v, m, next);
        status = keep_best(review, m, &analysis, error);
        ari_analysis_free(&analysis);
        m->verdict = judge(m);
        review->verdicts[m->side][m->verdict]++;
        next = &m->before;
    }
    if (status != ARI_OK)
        ari_review_free(review);
    else
        sum_up(review);
    return status;
}
