/* exact.c: exact play, and which of several best moves to take. */
#include "play/player_internal.h"

#include "analysis/difficulty.h"
#include "base/budget.h"

/* What looking for the most difficult move may cost: positions for one reply and for all of
 * them, and how much of the time that the proof was given. */
#define REPLY_NODES 20000
#define REPLIES_NODES 1000000
#define REPLIES_TIME 0.6

typedef struct proving {
    ari__thought *t;
    ari__budget budget;
} proving;

/* Does this reply keep what the opponent has, a win or (when the position is drawn) a
 * draw? What cannot be seen soon is counted as difficult. */
static ari_status judge(void *self, const ari_state *before, const ari_state *after,
                        ari__judgement *judgement)
{
    proving *p = self;
    ari__thought *t = p->t;
    ari_engine_job job = {.eval = t->player->who.eval};
    ari_analysis analysis;
    *judgement = ARI__UNJUDGED;
    if (!ari__budget_left(&p->budget, &job.limits))
        return ARI_OK;
    if (job.limits.nodes > REPLY_NODES)
        job.limits.nodes = REPLY_NODES;
    ari_status status =
        ari_analyse(t->player->solver, after, ARI_ASK_VALUE, &job, &analysis, t->error);
    if (status != ARI_OK)
        return status;
    int theirs = ari_score_of_move(t->v, before, after, analysis.whole.score);
    bool right =
        analysis.whole.exact && (t->choice->score < 0 ? theirs > 0 : theirs >= 0);
    *judgement = right ? ARI__KEEPS : ARI__GIVES_AWAY;
    t->choice->nodes += analysis.stats.nodes;
    p->budget.used += analysis.stats.nodes;
    ari_analysis_free(&analysis);
    return ARI_OK;
}

/* Of equally good moves, brings the one that leaves the opponent the most ways to go wrong
 * to the front. */
static ari_status prefer_difficult(ari__thought *t)
{
    ari_answer *moves = t->analysis.moves;
    ari_move list[ARI_MOVES_MAX];
    for (int i = 0; i < t->analysis.count; i++)
        list[i] = moves[i].move;
    const ari_limits limits = {.nodes = REPLIES_NODES,
                               .seconds = REPLIES_TIME * t->limits.seconds,
                               .stop = t->limits.stop};
    proving p = {t, ari__budget_open(&limits)};
    const ari__difficulty d = {t->v, t->s, &t->player->who.eval, judge, &p, NULL};
    int best;
    ari_status status = ari__most_difficult(&d, list, t->analysis.count, &best);
    if (status != ARI_OK)
        return status;
    ari_answer chosen = moves[best];
    moves[best] = moves[0];
    moves[0] = chosen;
    return ARI_OK;
}

ari_status ari__choose_exactly(ari__thought *t, bool *known)
{
    ari_choice *choice = t->choice;
    ari_engine_job job = {
        .limits = t->limits, .eval = t->player->who.eval, .runner = t->player->runner};
    ari_analysis *analysis = &t->analysis;
    *known = false;
    ari_status status =
        ari_analyse(t->player->solver, t->s, ARI_ASK_BEST, &job, analysis, t->error);
    if (status == ARI_LIMIT) /* too long to solve is not too long to play */
        return ARI_OK;
    if (status != ARI_OK)
        return status;
    choice->stopped = analysis->stopped;
    choice->nodes += analysis->stats.nodes;
    if (analysis->count == 0)
        return ARI_OK;
    *known = analysis->moves[0].exact && analysis->whole.exact;
    choice->exact = choice->scored = *known;
    choice->score = *known ? analysis->moves[0].score : 0;
    choice->distance = *known ? analysis->moves[0].distance : -1;
    if (*known && choice->score < 0 && analysis->count > 1)
        status = prefer_difficult(t);
    choice->move = analysis->moves[0].move;
    ari__say_score(t->v, choice, 0);
    return status;
}
