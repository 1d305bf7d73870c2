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

#include "base/clock.h"

/* Trees that cannot have more leaves than this are searched by the textbook: the engine's
 * preparations would take longer. */
#define TEXTBOOK_LEAVES 20000

/* A move takes less than a second: so much goes into a proof, where one is tried, and so much
 * into looking ahead. Small boards need less, and are limited by nodes. */
#define PROVING_SECONDS 0.4
#define LOOKING_SECONDS 0.4
#define LOOKING_NODES 1500000

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
           v->core->positions && v->core->positions(v->rules) <= SLIP_POSITIONS;
}

ari_level ari__level(const ari_variant *v, int number)
{
    return (v->game->levels ? v->game->levels : any_game)[number - 1];
}

/* ---- the values of all moves ---- */

/* All moves of a position as a search of some depth sees them. */
typedef struct values {
    ari__thought *t;
    double start;
    uint64_t most; /* nodes; 0: no limit */
    bool stopped;
    bool open; /* some value may still change with more depth */
    int *scores;
} values;

/* The limits for one more search; false when nothing is left of them. */
static bool rest(const values *all, ari_limits *limits)
{
    *limits = (ari_limits){.stop = all->t->limits.stop};
    if (all->t->limits.seconds > 0) {
        limits->seconds = all->t->limits.seconds - (ari__seconds() - all->start);
        if (limits->seconds <= 0)
            return false;
    }
    if (all->most) {
        if (all->t->choice->nodes >= all->most)
            return false;
        limits->nodes = all->most - all->t->choice->nodes;
    }
    return true;
}

static bool is_small(const ari_variant *v, int depth)
{
    double leaves = 1;
    for (int i = 0; i < depth && leaves <= TEXTBOOK_LEAVES; i++)
        leaves *= v->core->max_moves;
    return leaves <= TEXTBOOK_LEAVES;
}

static ari_status search(values *all, const ari_state *s, int depth, int *score)
{
    ari__thought *t = all->t;
    const ari_eval *eval = &t->player->who.eval;
    ari_engine *engine;
    ari_limits limits;
    ari_result result;
    ari_status status;
    all->stopped = !rest(all, &limits);
    if (all->stopped)
        return ARI_OK;
    limits.depth = depth;
    if (depth == 1 || is_small(t->v, depth)) {
        ari_search textbook = {
            .limits = limits, .eval = *eval, .order = ARI_ORDER_CENTRE};
        status = ari_alphabeta(t->v, s, &textbook, &result, t->error);
    } else {
        ari_engine_job job = {
            .limits = limits, .eval = *eval, .runner = t->player->runner};
        status = ari__player_engine(t, &engine);
        if (status == ARI_OK)
            status = ari_engine_search(engine, s, &job, &result, t->error);
    }
    if (status != ARI_OK)
        return status;
    t->choice->nodes += result.stats.nodes;
    all->stopped = result.stopped;
    all->open |= !result.exact;
    *score = result.score;
    return ARI_OK;
}

/* The value of a position for its side to move, seen this many plies deep. */
static ari_status look(values *all, const ari_state *s, int depth, int *score)
{
    const ari_variant *v = all->t->v;
    int outcome = ari_outcome(v, s);
    if (outcome == ARI_ON && depth > 0)
        return search(all, s, depth, score);
    all->t->choice->nodes++;
    if (outcome != ARI_ON) {
        *score = ari_has(v, ARI_HAS_PAYOFFS) ? outcome : outcome * ARI_WIN;
        return ARI_OK;
    }
    all->open = true;
    *score = ari_eval_score(v, s, &all->t->player->who.eval);
    return ARI_OK;
}

/* Looks at every move; the scores are changed only when none was left out. */
static ari_status look_at_all(values *all, int depth)
{
    ari__thought *t = all->t;
    int *scores = all->scores + t->count; /* room for those on their way */
    all->open = false;
    for (int i = 0; i < t->count; i++) {
        ari_state next = ari_after(t->v, t->s, t->moves[i]);
        int score = 0;
        ari_status status = look(all, &next, depth - 1, &score);
        if (status != ARI_OK || all->stopped)
            return status;
        scores[i] = ari_score_of_move(t->v, t->s, &next, score);
    }
    for (int i = 0; i < t->count; i++)
        all->scores[i] = scores[i];
    return ARI_OK;
}

/* ---- what is difficult for the opponent ---- */

/* Of the replies to a move that is seen losing, how many does the same look not see winning?
 * -1 when the limits end it. */
static ari_status ways_to_err(values *all, ari_move move, int depth, int *ways)
{
    const ari_variant *v = all->t->v;
    ari_state next = ari_after(v, all->t->s, move);
    ari_move replies[ARI_MOVES_MAX];
    ari_side side = ari_turn(v, &next);
    *ways = 0;
    if (ari_outcome(v, &next) != ARI_ON || side == ari_turn(v, all->t->s))
        return ARI_OK;
    int count = ari_moves(v, &next, replies);
    for (int i = 0; i < count; i++) {
        ari_state after = ari_after(v, &next, replies[i]);
        int score = 0;
        ari_status status = look(all, &after, depth - 2, &score);
        if (status != ARI_OK)
            return status;
        if (all->stopped) {
            *ways = -1;
            return ARI_OK;
        }
        *ways += (ari_turn(v, &after) == side ? score : -score) <= ARI_SCORE_MAX;
    }
    return ARI_OK;
}

/* When all is lost, of the moves that resist longest one with the most ways to go wrong. */
static ari_status resist(values *all, int depth)
{
    ari__thought *t = all->t;
    ari_choice *choice = t->choice;
    bool stopped = all->stopped;
    uint32_t equals = 0;
    int most = -1;
    choice->score = all->scores[0];
    for (int i = 1; i < t->count; i++)
        choice->score = all->scores[i] > choice->score ? all->scores[i] : choice->score;
    for (int i = 0; i < t->count; i++) {
        int ways = -1;
        if (all->scores[i] < choice->score)
            continue;
        ari_status status =
            all->stopped ? ARI_OK : ways_to_err(all, t->moves[i], depth, &ways);
        if (status != ARI_OK)
            return status;
        if (ways < most)
            continue;
        equals = ways > most ? 1 : equals + 1;
        most = ways;
        if (ari_random_below(&t->player->random, equals) == 0)
            choice->move = t->moves[i];
    }
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
static void say_choice(const values *all, int depth)
{
    ari__thought *t = all->t;
    ari_choice *choice = t->choice;
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

static void take_best(const values *all)
{
    ari__thought *t = all->t;
    ari_choice *choice = t->choice;
    uint32_t equals = 0;
    int best = 0;
    for (int i = 0; i < t->count; i++) {
        int score = judged(t, all->scores[i]);
        if (i > 0 && score < best)
            continue;
        equals = i > 0 && score == best ? equals + 1 : 1;
        best = score;
        if (ari_random_below(&t->player->random, equals) == 0) {
            choice->move = t->moves[i];
            choice->score = all->scores[i];
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
    ari_status status = ari_solver_ask(t->player->solver, &next, ARI_ASK_VALUE, &job,
                                       &analysis, t->error);
    if (status != ARI_OK)
        return status;
    int score = same ? analysis.whole.score : -analysis.whole.score;
    *result = (score > 0) - (score < 0);
    t->choice->nodes += analysis.stats.nodes;
    ari_analysis_free(&analysis);
    return ARI_OK;
}

/* Of the moves that are not seen losing, one with the worst result. */
static ari_status take_worst(const values *all)
{
    ari__thought *t = all->t;
    uint32_t equals = 0;
    int worst = 2;
    for (int i = 0; i < t->count; i++) {
        int result;
        if (all->scores[i] < -ARI_SCORE_MAX)
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
            t->choice->score = all->scores[i];
        }
    }
    return ARI_OK;
}

static bool has_win(const values *all)
{
    for (int i = 0; i < all->t->count; i++)
        if (all->scores[i] > ARI_SCORE_MAX)
            return true;
    return false;
}

static bool is_lost(const values *all)
{
    for (int i = 0; i < all->t->count; i++)
        if (all->scores[i] >= -ARI_SCORE_MAX)
            return false;
    return true;
}

/* Looks deeper step by step, until `depth` or until the limits end it: what was seen
 * completely last counts. */
static ari_status choose_deepening(ari__thought *t, int depth, uint64_t nodes, bool slips)
{
    values all = {.t = t, .start = ari__seconds(), .most = nodes};
    size_t bytes = 2 * (size_t)t->count * sizeof *all.scores;
    all.scores = calloc(1, bytes);
    if (!all.scores)
        return ari_fail_memory(t->error, bytes, "the values of the moves");
    all.open = true;
    int seen = 0;
    ari_status status = ARI_OK;
    while (seen < depth && all.open && !all.stopped && !has_win(&all) &&
           status == ARI_OK) {
        status = look_at_all(&all, seen + 1);
        seen += !all.stopped;
    }
    if (status == ARI_OK) {
        if (seen > 1 && is_lost(&all))
            status = resist(&all, seen);
        else if (slips && !has_win(&all))
            status = take_worst(&all);
        else
            take_best(&all);
        say_choice(&all, seen);
        t->choice->stopped = all.stopped;
    }
    free(all.scores);
    return status;
}

ari_status ari__choose_by_values(ari__thought *t, int depth)
{
    return choose_deepening(t, depth, 0, false);
}

static ari_status look_ahead(ari__thought *t, int depth, bool slips)
{
    t->limits.seconds = t->player->by_nodes ? 0 : LOOKING_SECONDS;
    return choose_deepening(t, depth, LOOKING_NODES, slips);
}

/* The strongest: exact if that can be had in time, and else as far as it goes. */
static ari_status choose_strongly(ari__thought *t)
{
    bool known;
    int proof = t->player->who.level.proof;
    t->limits.nodes = proof ? (uint64_t)proof : ARI__LEVEL_PROOF;
    t->limits.seconds = t->player->by_nodes ? 0 : PROVING_SECONDS;
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
    return look_ahead(t, ARI_PLY_MAX, false);
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
