/* exact.c: exact play, and which of several best moves to take. */
#include "play/player_internal.h"

#include "base/clock.h"
#include "base/ticker.h"

/* What looking for the most difficult move may cost: positions for one reply and for all of
 * them, and how much of the time that the proof was given. */
#define REPLY_NODES 20000
#define REPLIES_NODES 1000000
#define REPLIES_TIME 0.6

/* Does this reply keep what the opponent has, a win or (when the position is drawn) a
 * draw? What cannot be seen soon is counted as difficult. */
static ari_status keeps(ari__thought *t, const ari_limits *limits,
                        const ari_state *before, ari_move reply, bool *right)
{
    ari_state after = ari_after(t->v, before, reply);
    ari_engine_job job = {.limits = *limits, .eval = t->player->who.eval};
    ari_analysis analysis;
    ari_status status = ari_solver_ask(t->player->solver, &after, ARI_ASK_VALUE, &job,
                                       &analysis, t->error);
    if (status != ARI_OK)
        return status;
    bool same = ari_turn(t->v, before) == ari_turn(t->v, &after);
    int theirs = same ? analysis.whole.score : -analysis.whole.score;
    *right = analysis.whole.exact && (t->choice->score < 0 ? theirs > 0 : theirs >= 0);
    t->choice->nodes += analysis.stats.nodes;
    ari_analysis_free(&analysis);
    return ARI_OK;
}

/* The replies to a move that give something away, less a small part for each that does
 * not. */
static ari_status difficulty(ari__thought *t, const ari_limits *most, double start,
                             ari_move move, double *result)
{
    ari_state next = ari_after(t->v, t->s, move);
    *result = 0;
    if (ari_outcome(t->v, &next) != ARI_ON ||
        ari_turn(t->v, &next) == ari_turn(t->v, t->s))
        return ARI_OK;
    ari_status status = ARI_OK;
    int count = ari_moves(t->v, &next, t->moves);
    for (int i = 0; i < count && status == ARI_OK; i++) {
        bool right = true;
        ari_limits left = ari__limits_since(most, start);
        status = keeps(t, &left, &next, t->moves[i], &right);
        *result += right ? -1.0 / ARI_MOVES_MAX : 1;
    }
    return status;
}

/* Of equally good moves, brings the one that leaves the opponent the most ways to go wrong
 * to the front; of those that are alike in this, the first. A move that was not looked at to
 * the end in time does not count. */
static ari_status prefer_difficult(ari__thought *t)
{
    ari_answer *moves = t->analysis.moves;
    const ari_limits limits = {.nodes = REPLY_NODES,
                               .seconds = REPLIES_TIME * t->limits.seconds,
                               .stop = t->limits.stop};
    uint64_t before = t->choice->nodes;
    double start = ari__seconds();
    double most = -1;
    int best = 0;
    ari_status status = ARI_OK;
    for (int i = 0; i < t->analysis.count && status == ARI_OK; i++) {
        double this;
        status = difficulty(t, &limits, start, moves[i].move, &this);
        bool late = limits.seconds > 0 && ari__seconds() - start >= limits.seconds;
        if (late || t->choice->nodes - before > REPLIES_NODES)
            break;
        if (status == ARI_OK && this > most) {
            most = this;
            best = i;
        }
    }
    t->count = ari_moves(t->v, t->s, t->moves);
    ari_answer chosen = moves[best];
    moves[best] = moves[0];
    moves[0] = chosen;
    return status;
}

ari_status ari__choose_exactly(ari__thought *t, bool *known)
{
    ari_choice *choice = t->choice;
    ari_engine_job job = {
        .limits = t->limits, .eval = t->player->who.eval, .runner = t->player->runner};
    ari_analysis *analysis = &t->analysis;
    *known = false;
    ari_status status =
        ari_solver_ask(t->player->solver, t->s, ARI_ASK_BEST, &job, analysis, t->error);
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
