/* level.c: levels, weak and strong.
 *
 * A level errs as people do: it looks only so far, and not always equally far. Every move
 * gets the value that a search of that depth gives it, what is neither won nor lost is
 * misjudged a little, and one of the best is taken. From two plies on nobody loses on the
 * next move if that can be helped. In small games that is still too strong for a beginner:
 * there it also slips, into what is lost just beyond its sight. */
#include "play/player_internal.h"

#include <stdio.h>
#include <stdlib.h>

#include "analysis/difficulty.h"
#include "analysis/estimate.h"

/* A move takes less than a second: so much goes into a proof, where one is tried, and so much
 * into looking ahead. Small boards need less, and are limited by nodes. */
#define PROVING_SECONDS 0.4
#define LOOKING_SECONDS 0.4
#define LOOKING_NODES 1500000
/* Of the first, where every position cannot be solved, only one part in so many. */
#define UNSURE_PART 4

/* Games with at most this many positions are solved completely, to know where to slip. */
#define SLIP_POSITIONS 100000

/* For games that have not been measured. */
static const ari_level any_game[ARI_LEVELS] = {
    {.sight = 0.5}, {.sight = 2},
    {.sight = 2.5}, {.sight = 3},
    {.sight = 3.5}, {.sight = 4},
    {.sight = 4.5}, {.sight = 5},
    {.sight = 7},   {.sight = ARI_SIGHT_ALL},
};

bool ari__slips(const ari_player *player)
{
    const ari_variant *v = player->variant;
    return player->who.kind == ARI__LEVEL && player->who.level.slip > 0 &&
           ari_can_enumerate(v, SLIP_POSITIONS);
}

ari_level ari__level(const ari_variant *v, int number)
{
    return (v->game->levels ? v->game->levels : any_game)[number - 1];
}

/* ---- what is difficult for the opponent ---- */

/* After a move that is seen losing: does the same look see the reply winning? */
static ari_status judge(void *self, const ari_state *before, const ari_state *after,
                        ari__judgement *judgement)
{
    ari__estimates *all = self;
    ari__estimate seen;
    ari_status status = ari__look(all, after, all->depth - 2, &seen);
    *judgement = ARI__UNJUDGED;
    if (status == ARI_OK && !all->stopped)
        *judgement = ari_score_of_move(all->v, before, after, seen.score) > ARI_SCORE_MAX
                         ? ARI__KEEPS
                         : ARI__GIVES_AWAY;
    return status;
}

/* When all is lost, of the moves that resist longest one with the most ways to go wrong. */
static ari_status resist(ari__thought *t, ari__estimates *all)
{
    bool stopped = all->stopped;
    ari_move longest[ARI_MOVES_MAX];
    int count = 0, place;
    int best = all->seen[0].score;
    for (int i = 1; i < t->count; i++)
        if (all->seen[i].score > best)
            best = all->seen[i].score;
    for (int i = 0; i < t->count; i++)
        if (all->seen[i].score == best)
            longest[count++] = t->moves[i];
    const ari__difficulty d = {t->v,  t->s, &t->player->who.eval,
                               judge, all,  &t->player->random};
    ari_status status = ari__most_difficult(&d, longest, count, &place);
    if (status != ARI_OK)
        return status;
    t->choice->score = best;
    t->choice->move = longest[place];
    all->stopped = stopped;
    return ARI_OK;
}

/* ---- choosing ---- */

/* Misjudges what is neither won nor lost. */
static int judged(ari__thought *t, int score)
{
    int whim = t->player->who.kind == ARI__LEVEL ? t->player->who.level.whim : 0;
    if (whim == 0 || abs(score) > ARI_SCORE_MAX)
        return score;
    return score - whim +
           (int)ari_random_below(&t->player->random, 2 * (uint32_t)whim + 1);
}

/* What is known of a move that was chosen, and in words. */
static void say_choice(ari__thought *t, const ari__estimates *all)
{
    ari_choice *choice = t->choice;
    int depth = all->depth;
    choice->scored = depth > 0;
    choice->exact = choice->scored && (!all->open || abs(choice->score) > ARI_SCORE_MAX);
    choice->distance =
        ari_has(t->v, ARI_HAS_PAYOFFS) ? -1 : ari_score_distance(choice->score);
    if (t->player->who.kind != ARI__LEVEL || choice->exact)
        ari__say_score(t->v, choice, depth);
    else if (depth == 0)
        ari__say(choice, "at random");
    else
        snprintf(choice->reason, sizeof choice->reason, "looked %d %s ahead", depth,
                 depth == 1 ? "ply" : "plies");
}

/* In a varied opening, any move within the margin of the best one. */
static bool take_within(ari__thought *t, const ari__estimates *all)
{
    int margin = ari__margin_here(t), best = all->seen[0].score;
    for (int i = 1; i < t->count; i++)
        best = all->seen[i].score > best ? all->seen[i].score : best;
    if (margin == ARI__VARY_OFF || !all->open || abs(best) > ARI_SCORE_MAX)
        return false;
    for (int i = 0; i < t->count; i++)
        if (all->seen[i].score >= best - margin &&
            ari_random_below(&t->player->random, (uint32_t)++t->choice->among) == 0) {
            t->choice->move = t->moves[i];
            t->choice->score = all->seen[i].score;
        }
    return true;
}

static void take_best(ari__thought *t, const ari__estimates *all)
{
    ari_choice *choice = t->choice;
    uint32_t equals = 0;
    int best = 0;
    if (t->player->who.kind == ARI__ENGINE && take_within(t, all))
        return;
    for (int i = 0; i < t->count; i++) {
        int score = judged(t, all->seen[i].score);
        if (i > 0 && score < best)
            continue;
        equals = i > 0 && score == best ? equals + 1 : 1;
        best = score;
        if (ari_random_below(&t->player->random, equals) == 0) {
            choice->move = t->moves[i];
            choice->score = all->seen[i].score;
        }
    }
}

/* The result of a move, -1, 0 or 1, for the side that makes it. */
static ari_status result_of(ari__thought *t, ari_move move, int *result)
{
    ari_state next = ari_after(t->v, t->s, move);
    bool same = ari_turn(t->v, &next) == ari_turn(t->v, t->s);
    ari_engine_job job = {.limits = {.stop = t->limits.stop}};
    ari_analysis analysis;
    ari_status status =
        ari_analyse(t->player->solver, &next, ARI_ASK_VALUE, &job, &analysis, t->error);
    if (status != ARI_OK)
        return status;
    int score = same ? analysis.whole.score : -analysis.whole.score;
    *result = (score > 0) - (score < 0);
    t->choice->nodes += analysis.stats.nodes;
    ari_analysis_free(&analysis);
    return ARI_OK;
}

/* Of the moves that are not seen losing, one with the worst result. */
static ari_status take_worst(ari__thought *t, const ari__estimates *all)
{
    uint32_t equals = 0;
    int worst = 2;
    for (int i = 0; i < t->count; i++) {
        int result;
        if (all->seen[i].score < -ARI_SCORE_MAX)
            continue;
        ari_status status = result_of(t, t->moves[i], &result);
        if (status != ARI_OK)
            return status;
        if (result > worst)
            continue;
        equals = result == worst ? equals + 1 : 1;
        worst = result;
        if (ari_random_below(&t->player->random, equals) == 0) {
            t->choice->move = t->moves[i];
            t->choice->score = all->seen[i].score;
        }
    }
    return ARI_OK;
}

static bool has_win(const ari__estimates *all)
{
    for (int i = 0; i < all->count; i++)
        if (all->seen[i].score > ARI_SCORE_MAX)
            return true;
    return false;
}

static bool is_lost(const ari__estimates *all)
{
    for (int i = 0; i < all->count; i++)
        if (all->seen[i].score >= -ARI_SCORE_MAX)
            return false;
    return true;
}

static ari_status engine_of(void *self, ari_engine **engine, ari_error *error)
{
    (void)error; /* the thought has it */
    return ari__player_engine(self, engine);
}

static ari_status choose_from(ari__thought *t, ari__estimates *all, bool slips)
{
    if (all->depth > 1 && is_lost(all))
        return resist(t, all);
    if (slips && !has_win(all))
        return take_worst(t, all);
    take_best(t, all);
    return ARI_OK;
}

/* Looks deeper step by step, until `depth` or until the limits end it: what was seen
 * completely last counts. */
static ari_status choose_deepening(ari__thought *t, int depth, const ari_limits *limits,
                                   bool slips)
{
    ari__estimates all = {.v = t->v,
                          .s = t->s,
                          .moves = t->moves,
                          .count = t->count,
                          .eval = &t->player->who.eval,
                          .runner = t->player->runner,
                          .without = ARI_TECHNIQUES, /* all moves to the same depth */
                          .engine = engine_of,
                          .self = t,
                          .budget = ari__budget_open(limits),
                          .error = t->error};
    ari_status status = ari__estimates_begin(&all);
    while (status == ARI_OK && all.depth < depth && all.open && !all.stopped &&
           !has_win(&all))
        status = ari__estimates_deepen(&all);
    if (status == ARI_OK)
        status = choose_from(t, &all, slips);
    if (status == ARI_OK) {
        say_choice(t, &all);
        t->choice->stopped = all.stopped;
    }
    t->choice->nodes += all.budget.used;
    ari__estimates_end(&all);
    return status;
}

ari_status ari__choose_by_values(ari__thought *t, int depth)
{
    const ari_limits limits = {.stop = t->limits.stop};
    return choose_deepening(t, depth, &limits, false);
}

/* So many of a level's seconds, or the same part of fewer. */
static double seconds_of(const ari__thought *t, double usual)
{
    const double all = PROVING_SECONDS + LOOKING_SECONDS;
    if (t->player->by_nodes)
        return 0;
    return t->seconds > 0 && t->seconds < all ? usual / all * t->seconds : usual;
}

static ari_status look_ahead(ari__thought *t, int depth, bool slips)
{
    const ari_limits limits = {.nodes = LOOKING_NODES,
                               .seconds = seconds_of(t, LOOKING_SECONDS),
                               .stop = t->limits.stop};
    return choose_deepening(t, depth, &limits, slips);
}

/* The strongest: exact if that can be had in time, and else the engine at its best, whose moves are
 * not misjudged. Where nobody expects a proof, the engine has most of the time. */
static ari_status choose_strongly(ari__thought *t)
{
    bool known;
    int proof = t->player->who.level.proof;
    double proving = PROVING_SECONDS;
    if (!ari_solver_is_sure(t->player->solver))
        proving /= UNSURE_PART;
    t->limits.nodes = proof ? (uint64_t)proof : ARI__LEVEL_PROOF;
    t->limits.seconds = seconds_of(t, proving);
    ari_status status = ari__choose_exactly(t, &known);
    if (status != ARI_OK)
        return status;
    if (known && t->choice->score >= 0) { /* any of the best will do */
        uint32_t which =
            ari_random_below(&t->player->random, (uint32_t)t->analysis.count);
        t->choice->move = t->analysis.moves[which].move;
    }
    if (known)
        return ARI_OK;
    t->choice->nodes = 0;
    t->limits.nodes = LOOKING_NODES;
    t->limits.seconds = seconds_of(t, PROVING_SECONDS + LOOKING_SECONDS - proving);
    t->limits.wanted = t->limits.seconds;
    return ari__choose_by_engine(t);
}

ari_status ari__choose_at_level(ari__thought *t)
{
    double sight = t->player->who.level.sight;
    double exact = t->player->who.level.exact;
    if (sight >= ARI_SIGHT_ALL ||
        (exact > 0 && ari_random_unit(&t->player->random) < exact))
        return choose_strongly(t);
    int depth = (int)sight;
    depth += ari_random_unit(&t->player->random) < sight - depth;
    bool slips = ari__slips(t->player) &&
                 ari_random_unit(&t->player->random) < t->player->who.level.slip;
    if (depth == 0 && !slips)
        return ari__choose_any(t);
    return look_ahead(t, depth, slips);
}
