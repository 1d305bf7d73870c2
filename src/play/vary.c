/* vary.c: openings that are not the same each time.
 *
 * Half of what may be thought goes into several lines at one depth. Where more than one of them is within the
 * margin, the seed chooses; otherwise the other half looks further, as without all this. */
#include "play/player_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/budget.h"

#define LOOKING 0.5

/* Is this one of the first moves of a game? Who was not told of the game knows only its start. */
static bool is_early(const ari__thought *t)
{
    const ari_record *record = t->player->record;
    if (record && ari_state_equal(t->v, &record->end, t->s))
        return record->count < ARI_VARIED_PLIES &&
               ari_state_equal(t->v, &record->start, &t->v->start);
    return ari_state_equal(t->v, t->s, &t->v->start);
}

/* What a game says of the points of one evaluation holds for that one alone: by others, moves must seem
 * equal. */
static int usual_margin(const ari_player *player)
{
    const ari_variant *v = player->variant;
    ari_level strongest = ari__level(v, ARI_LEVELS);
    ari_eval eval;
    if (player->who.kind == ARI__LEVEL)
        return player->who.level.whim;
    bool same = ari_eval_parse(v, strongest.eval, 0, &eval, NULL) == ARI_OK &&
                eval.which == player->who.eval.which;
    return same ? strongest.whim : 0;
}

int ari__margin_here(const ari__thought *t)
{
    const ari_player *player = t->player;
    int vary = player->who.vary;
    if (vary == ARI__VARY_OFF || (vary == ARI__VARY_USUAL && !player->vary) ||
        !is_early(t))
        return ARI__VARY_OFF;
    return vary == ARI__VARY_USUAL ? usual_margin(player) : vary;
}

/* How many of the lines, which are sorted, may be played. Where something is proved of the best one there is
 * no more to choose. */
static int count_within(const ari_result *lines, int margin)
{
    int count = 1;
    if (lines[0].depth < 1 || lines[0].exact || abs(lines[0].score) > ARI_SCORE_MAX)
        return count;
    while (count < ARI_VARIED_LINES && lines[count].best != ARI_NO_MOVE &&
           lines[count].depth == lines[0].depth &&
           lines[count].score >= lines[0].score - margin)
        count++;
    return count;
}

/* Any of the moves that lead to the same, but for symmetry. */
static ari_move any_alike(ari__thought *t, ari_move move)
{
    ari_move chosen = move;
    uint32_t alike = 0;
    for (int i = 0; i < t->count; i++)
        if (ari_moves_alike(t->v, t->s, move, t->moves[i]) &&
            ari_random_below(&t->player->random, ++alike) == 0)
            chosen = t->moves[i];
    return chosen;
}

static void take_any(ari__thought *t, const ari_result *lines, int count)
{
    ari_choice *choice = t->choice;
    int which = (int)ari_random_below(&t->player->random, (uint32_t)count);
    ari__take_result(t, &lines[which]);
    choice->move = any_alike(t, choice->move);
    choice->among = count;
    choice->stopped = lines->stopped; /* the first line says it for all */
    size_t length = strlen(choice->reason);
    snprintf(choice->reason + length, sizeof choice->reason - length,
             "; one of %d moves about as good", count);
}

/* Several lines with a part of the limits. */
static ari_status look_at_lines(ari__thought *t, ari_engine *engine, ari_result *lines)
{
    ari_engine_job job = ari__engine_job_of(t);
    job.lines = ARI_VARIED_LINES;
    job.apart = true;
    job.known = NULL;
    job.limits.nodes = (uint64_t)(LOOKING * (double)job.limits.nodes + 0.5);
    job.limits.seconds *= LOOKING;
    job.limits.wanted *= LOOKING;
    ari_status status = ari_engine_search(engine, t->s, &job, lines, t->error);
    if (status == ARI_OK)
        t->choice->nodes += lines->stats.nodes;
    lines->stats.nodes = 0;
    return status;
}

/* With what is left of them, the best move as without several lines. */
static ari_status look_further(ari__thought *t, ari_engine *engine, ari_result *best)
{
    ari_engine_job job = ari__engine_job_of(t);
    ari_result result;
    ari_status status = ari_engine_search(engine, t->s, &job, &result, t->error);
    if (status != ARI_OK)
        return status;
    if (result.depth >= best->depth)
        *best = result;
    else
        t->choice->nodes += result.stats.nodes;
    return ARI_OK;
}

ari_status ari__choose_varied(ari__thought *t, int margin)
{
    ari_engine *engine;
    ari_result *lines = calloc(ARI_VARIED_LINES, sizeof *lines);
    if (!lines)
        return ari_fail_memory(t->error, ARI_VARIED_LINES * sizeof *lines,
                               "several lines");
    ari__budget budget = ari__budget_open(&t->limits);
    ari_status status = ari__player_engine(t, &engine);
    if (status == ARI_OK)
        status = look_at_lines(t, engine, lines);
    int count = status == ARI_OK ? count_within(lines, margin) : 0;
    budget.used = t->choice->nodes;
    if (count == 1 && !lines->exact && ari__budget_left(&budget, &t->limits))
        status = look_further(t, engine, lines);
    if (count > 1)
        take_any(t, lines, count);
    else if (status == ARI_OK)
        ari__take_result(t, lines);
    free(lines);
    return status;
}
