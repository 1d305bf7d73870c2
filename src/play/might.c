/* might.c: which moves a player may make, not only which one it makes now. */
#include <string.h>

#include "play/player_internal.h"

typedef struct asking {
    ari_player *player;
    const ari_state *s;
    const ari_limits *limits;
    ari_move *moves;
    int *count;
    bool *every;
    ari_error *error;
} asking;

/* Which moves a player that knows the best ones takes: one of them, by a rule (FIRST) or any
 * (ANY), or those that are not best as well (OTHERS) or alone (OTHERS_ONLY). */
typedef enum kind_of_taste { FIRST, ANY, OTHERS, OTHERS_ONLY } kind_of_taste;

static bool is_among(const ari_analysis *analysis, ari_move move)
{
    for (int i = 0; i < analysis->count; i++)
        if (analysis->moves[i].move == move)
            return true;
    return false;
}

static void take(const asking *a, const ari_analysis *best, const ari_choice *choice,
                 kind_of_taste taste)
{
    ari_move moves[ARI_MOVES_MAX];
    int legal = ari_moves(a->player->variant, a->s, moves), others = 0;
    *a->count = 0;
    for (int i = 0; i < legal; i++)
        others += !is_among(best, moves[i]);
    if (taste == OTHERS_ONLY && others == 0)
        taste = FIRST;
    for (int i = 0; i < legal; i++) {
        bool among = is_among(best, moves[i]), chosen = moves[i] == choice->move;
        bool taken = taste == FIRST    ? chosen
                     : taste == ANY    ? among
                     : taste == OTHERS ? chosen || !among
                                       : !among;
        if (taken)
            a->moves[(*a->count)++] = moves[i];
    }
}

/* The solver has just been asked for this choice, so it knows. */
static ari_status by_best(const asking *a, const ari_choice *choice, kind_of_taste taste)
{
    ari_player *player = a->player;
    ari_engine_job job = {.limits = {.stop = a->limits ? a->limits->stop : NULL},
                          .eval = player->who.eval};
    ari_analysis best;
    if (taste == FIRST) {
        a->moves[0] = choice->move;
        *a->count = 1;
        return ARI_OK;
    }
    ari_status status =
        ari_analyse(player->solver, a->s, ARI_ASK_BEST, &job, &best, a->error);
    if (status != ARI_OK)
        return status;
    take(a, &best, choice, taste);
    ari_analysis_free(&best);
    return ARI_OK;
}

static ari_status too_far(const asking *a)
{
    return ari_fail(
        a->error, ARI_LIMIT, ARI_NO_OFFSET,
        "%.60s cannot play exactly here: the end is too far to be seen in time",
        a->player->text);
}

static ari_status by_choice(const asking *a)
{
    ari__who *who = &a->player->who;
    ari_choice choice;
    double errs = who->error_rate;
    who->error_rate = 0; /* what it would do without a mistake */
    ari_status status = ari_player_choose(a->player, a->s, a->limits, &choice, a->error);
    who->error_rate = errs;
    if (status != ARI_OK)
        return status;
    bool strongest = who->kind == ARI__LEVEL && who->level.sight >= ARI_SIGHT_ALL;
    if (who->kind == ARI__PERFECT || who->kind == ARI__MISTAKE) {
        if (!choice.exact)
            return too_far(a);
        *a->every = true;
        return by_best(a, &choice,
                       who->kind == ARI__PERFECT || errs <= 0 ? FIRST
                       : errs >= 1                            ? OTHERS_ONLY
                                                              : OTHERS);
    }
    if (strongest && choice.exact) {
        *a->every = true;
        return by_best(a, &choice, choice.score >= 0 ? ANY : FIRST);
    }
    return by_best(a, &choice, FIRST);
}

ari_status ari_player_might(ari_player *player, const ari_state *s, uint64_t seed,
                            const ari_limits *limits, ari_move *moves, int *count,
                            bool *every, ari_error *error)
{
    const ari_variant *v = player->variant;
    const ari__who *who = &player->who;
    asking a = {player, s, limits, moves, count, every, error};
    *every = who->kind == ARI__RULES || who->kind == ARI__RANDOM;
    if ((who->kind == ARI__ENGINE || who->kind == ARI__MCTS) && who->seconds > 0)
        return ari_fail(
            error, ARI_UNSUPPORTED, ARI_NO_OFFSET,
            "%.60s plays by the clock, so nobody can say what it will do; give "
            "it depth=N or nodes=N instead of time",
            player->text);
    if (*every) {
        ari_advice advice = {.count = 0};
        if (who->kind == ARI__RULES)
            v->core->advise(v->rules, s, who->wording, &advice);
        memcpy(moves, advice.moves, (size_t)advice.count * sizeof *moves);
        *count = advice.count ? advice.count : ari_moves(v, s, moves);
        return ARI_OK;
    }
    ari_status status = ari_player_begin(player, seed, error);
    return status == ARI_OK ? by_choice(&a) : status;
}
