/* ponder.c: thinking on the opponent's time.
 *
 * It is done by an engine of its own. Only when the position that was expected has come does that engine
 * become the player's; otherwise it is cleared before it is used again, so that what it found never
 * changes a move elsewhere. */
#include "play/player_internal.h"

#include <string.h>

#include "base/budget.h"

#define SHORT_SEARCH 10000 /* nodes, to find out what to expect */

bool ari_player_ponders(const ari_player *player)
{
    const ari__who *who = &player->who;
    bool can = who->kind == ARI__PERFECT ||
               (who->kind == ARI__ENGINE && who->algo == ARI__ALGO_ENGINE &&
                !who->only_depth && who->eval.which != ARI_EVAL_RANDOM);
    return can && (who->says_ponder ? who->ponders : player->ponder);
}

/* ---- what is expected ---- */

void ari__ponder_forget(ari_player *player)
{
    player->waiting = player->hit = false;
    player->foreseen_count = 0;
}

static bool is_legal(const ari_variant *v, const ari_state *s, ari_move move)
{
    ari_move moves[ARI_MOVES_MAX];
    int count = ari_moves(v, s, moves);
    for (int i = 0; i < count; i++)
        if (moves[i] == move)
            return true;
    return false;
}

typedef struct pondering {
    ari_player *player;
    ari__budget budget;
    ari_record record; /* the game, and what is expected */
    bool told;         /* the game so far is in it */
    ari_pondering *out;
    ari_error *error;
} pondering;

static ari_engine_job job_of(const pondering *p, const ari_limits *limits)
{
    const ari_player *player = p->player;
    return (ari_engine_job){.limits = *limits,
                            .eval = player->who.eval,
                            .runner = player->runner,
                            .without = player->who.without,
                            .record = p->told ? &p->record : NULL};
}

static void foresee(ari_player *player, const ari_state *at, const ari_move *moves,
                    int count)
{
    player->foreseen_count = count < ARI__FORESEEN ? count : ARI__FORESEEN;
    memcpy(player->foreseen, moves,
           (size_t)player->foreseen_count * sizeof *player->foreseen);
    player->foreseen_at = *at;
}

void ari__ponder_foresee(ari_player *player, const ari_state *s, const ari_result *result)
{
    player->foreseen_count = 0;
    if (result->line_length < 2)
        return;
    ari_state after = ari_after(player->variant, s, result->line[0]);
    foresee(player, &after, result->line + 1, result->line_length - 1);
}

/* What the opponent will play: as foreseen, or by a short search. */
static ari_status look_for_reply(pondering *p)
{
    ari_player *player = p->player;
    if (player->foreseen_count > 0 &&
        ari_state_equal(player->variant, &player->foreseen_at, &p->record.end))
        return ARI_OK;
    player->foreseen_count = 0;
    ari_limits limits;
    if (!ari__budget_left(&p->budget, &limits))
        return ARI_OK;
    if (!limits.nodes || limits.nodes > SHORT_SEARCH)
        limits.nodes = SHORT_SEARCH;
    ari_engine_job job = job_of(p, &limits);
    ari_result result;
    ari_status status =
        ari_engine_search(player->aside, &p->record.end, &job, &result, p->error);
    p->budget.used += status == ARI_OK ? result.stats.nodes : 0;
    if (status == ARI_OK)
        foresee(player, &p->record.end, result.line, result.line_length);
    return status;
}

/* Goes on to the position in which the player is to move again; false if the game ends before, or nobody
 * knows how it goes on. */
static ari_status reach_turn(pondering *p, bool *reached)
{
    const ari_player *player = p->player;
    const ari_variant *v = player->variant;
    ari_side theirs = ari_turn(v, &p->record.end);
    ari_status status = ARI_OK;
    *reached = false;
    for (int i = 0; i < player->foreseen_count && status == ARI_OK && !*reached; i++) {
        if (!is_legal(v, &p->record.end, player->foreseen[i]))
            return ARI_OK;
        status = ari_record_add(v, &p->record, player->foreseen[i], p->error);
        if (status != ARI_OK || ari_record_over(v, &p->record))
            return status;
        *reached = ari_turn(v, &p->record.end) != theirs;
    }
    return status;
}

/* ---- searching it ---- */

static ari_status begin_record(pondering *p, const ari_state *s)
{
    const ari_record *record = p->player->record;
    const ari_variant *v = p->player->variant;
    ari_status status = ARI_OK;
    p->told = record && ari_state_equal(v, &record->end, s);
    p->record = ARI_RECORD_EMPTY;
    p->record.start = p->record.end = p->told ? record->start : *s;
    for (int i = 0; p->told && i < record->count && status == ARI_OK; i++)
        status = ari_record_add(v, &p->record, record->moves[i], p->error);
    return status;
}

static ari_status need_aside(pondering *p)
{
    ari_player *player = p->player;
    return player->aside ? ARI_OK
                         : ari_engine_new(player->variant, ari__engine_bytes(player),
                                          &player->aside, p->error);
}

static ari_status search_expected(pondering *p)
{
    ari_player *player = p->player;
    const ari_variant *v = player->variant;
    bool again = player->waiting && ari_state_equal(v, &player->expected, &p->record.end);
    ari_limits limits;
    if (!ari__budget_left(&p->budget, &limits))
        return ARI_OK;
    limits.depth = player->who.depth;
    if (!again) {
        ari_engine_clear(player->aside);
        player->found = (ari_result){.best = ARI_NO_MOVE};
        player->pondered = 0;
    }
    ari_engine_job job = job_of(p, &limits);
    job.known = again ? &player->found : NULL;
    ari_result result;
    ari_status status =
        ari_engine_search(player->aside, &p->record.end, &job, &result, p->error);
    if (status != ARI_OK)
        return status;
    player->waiting = true;
    player->expected = p->record.end;
    player->pondered += result.stats.nodes;
    if (result.depth > player->found.depth || result.exact)
        player->found = result;
    p->out->depth = player->found.depth;
    p->out->nodes = player->pondered;
    return ARI_OK;
}

ari_status ari_player_ponder(ari_player *player, const ari_state *s,
                             const ari_limits *limits, ari_pondering *out,
                             ari_error *error)
{
    static const ari_limits none = {.depth = 0};
    pondering p = {.player = player,
                   .budget = ari__budget_open(limits ? limits : &none),
                   .out = out,
                   .error = error};
    *out = (ari_pondering){.expected = ARI_NO_MOVE};
    if (!ari_player_ponders(player) || ari_outcome(player->variant, s) != ARI_ON)
        return ARI_OK;
    bool reached = false;
    ari_status status = begin_record(&p, s);
    if (status == ARI_OK)
        status = need_aside(&p);
    if (status == ARI_OK)
        status = look_for_reply(&p);
    if (status == ARI_OK)
        status = reach_turn(&p, &reached);
    if (status == ARI_OK && reached) {
        out->expected = player->foreseen[0];
        status = search_expected(&p);
    }
    ari_record_free(&p.record);
    return status;
}

/* ---- using it ---- */

void ari__ponder_use(ari_player *player, const ari_state *s, ari_choice *choice)
{
    player->hit =
        player->waiting && ari_state_equal(player->variant, &player->expected, s);
    player->waiting = false;
    player->foreseen_count = 0;
    if (!player->hit)
        return;
    ari_engine *engine = player->engine;
    player->engine = player->aside;
    player->aside = engine;
    choice->pondered = player->pondered;
}
