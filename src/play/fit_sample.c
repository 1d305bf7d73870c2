/* fit_sample.c: positions of varied games, and what they are worth. */
#include <stdlib.h>

#include <ariadne/match.h>
#include <ariadne/random.h>

#include "base/budget.h"
#include "base/hash.h"
#include "base/memory.h"
#include "base/stop.h"
#include "play/fit_internal.h"

#define FROM_A_GAME 4    /* positions, at most */
#define GAMES_FOR_EACH 4 /* played for each position wanted, before there are no others */

typedef struct gathering {
    const ari__features *f;
    const ari_variant *v;
    const ari_fit_job *job;
    ari_fit *fit;
    ari__sample *sample;
    ari_player *player;
    ari_solver *solver;
    ari_random random;
    ari__budget budget;
    ari_record game;
    uint64_t *seen; /* positions that were looked at, an open table; 0: free */
    size_t places;
    float *row;
    ari_error *error;
} gathering;

/* ---- playing ---- */

static bool is_over(const gathering *g)
{
    return ari_record_over(g->v, &g->game) || g->game.count >= ARI_MATCH_PLIES_MAX;
}

static ari_status choose(gathering *g, bool by_chance, ari_move *move)
{
    ari_move list[ARI_MOVES_MAX];
    const ari_state *s = &g->game.end;
    if (by_chance) {
        int count = ari_moves(g->v, s, list);
        *move = list[ari_random_below(&g->random, (uint32_t)count)];
        return ARI_OK;
    }
    const ari_limits limits = {.stop = g->job->limits.stop};
    ari_choice choice;
    ari_player_recall(g->player, &g->game);
    ari_status status = ari_player_choose(g->player, s, &limits, &choice, g->error);
    ari_player_recall(g->player, NULL);
    *move = choice.move;
    return status;
}

static ari_status play_game(gathering *g)
{
    ari_record_free(&g->game);
    g->game = (ari_record){.start = g->v->start, .end = g->v->start};
    uint32_t opening = ari_random_below(&g->random, (uint32_t)g->job->opening_plies + 1);
    ari_status status =
        ari_player_begin(g->player, ari_random_next(&g->random), g->error);
    for (uint32_t ply = 0; status == ARI_OK && !is_over(g); ply++) {
        ari_move move;
        bool errs = (int)ari_random_below(&g->random, 100) < g->job->errors;
        status = choose(g, ply < opening || errs, &move);
        if (status == ARI_OK)
            status = ari_record_add(g->v, &g->game, move, g->error);
    }
    g->fit->games++;
    return status;
}

/* ---- which positions ---- */

/* Has it been looked at before, or one that is the same? Two in a thousand million million million
 * are taken for one. */
static bool note(gathering *g, const ari_state *s)
{
    ari_state seen = *s, normal;
    if (g->v->core->as_first)
        g->v->core->as_first(g->v->rules, s, &seen);
    normal = seen;
    if (g->v->core->canonical)
        g->v->core->canonical(g->v->rules, &seen, &normal);
    uint64_t key = ari__hash_bytes(normal.bytes, g->v->core->state_size) | 1;
    size_t at = (size_t)ari__hash_place(ari_mix(key), g->places);
    while (g->seen[at] && g->seen[at] != key)
        at = at + 1 < g->places ? at + 1 : 0;
    bool before = g->seen[at] != 0;
    g->seen[at] = key;
    return before;
}

/* ---- what they are worth ---- */

typedef enum verdict { UNPROVED, EARLY, KNOWN, GIVEN_UP } verdict;

/* As the loss has it. */
static float value_of(const gathering *g, int score)
{
    bool payoffs = ari_has(g->v, ARI_HAS_PAYOFFS);
    if (g->job->loss == ARI_FIT_LOGISTIC)
        return score > 0 ? 1.0F : score < 0 ? 0.0F : 0.5F;
    return payoffs ? (float)score : (float)(score > 0) - (float)(score < 0);
}

/* What is proved tells the value: all of it, or as much as matters here. */
static bool is_told(const gathering *g, const ari_answer *answer, int *score)
{
    bool sign = g->job->loss == ARI_FIT_LOGISTIC || !ari_has(g->v, ARI_HAS_PAYOFFS);
    *score = sign && answer->low > 0    ? answer->low
             : sign && answer->high < 0 ? answer->high
                                        : answer->score;
    return answer->exact || (sign && (answer->low > 0 || answer->high < 0));
}

static ari_status judge(gathering *g, const ari_state *s, verdict *found, int *score)
{
    ari_engine_job job = {.eval = {.which = ARI_EVAL_NEUTRAL}};
    ari_analysis analysis;
    *found = GIVEN_UP;
    if (!ari__budget_left(&g->budget, &job.limits))
        return ARI_OK;
    job.limits.nodes = g->job->nodes;
    job.limits.progress = NULL;
    ari_status status =
        ari_analyse(g->solver, s, ARI_ASK_VALUE, &job, &analysis, g->error);
    if (status != ARI_OK)
        return status;
    const ari_answer *whole = &analysis.whole;
    g->fit->nodes += analysis.stats.nodes;
    *found = UNPROVED;
    if (is_told(g, whole, score)) {
        bool soon =
            whole->exact && whole->distance >= 0 && whole->distance <= g->job->beyond;
        *found = soon ? EARLY : KNOWN;
        g->fit->looked_up += !soon && whole->source == ARI_SOURCE_DATABASE;
        g->fit->proved += !soon && whole->source != ARI_SOURCE_DATABASE;
    }
    ari_analysis_free(&analysis);
    ari_limits left;
    if (*found == UNPROVED && !ari__budget_left(&g->budget, &left))
        *found = GIVEN_UP; /* it is the time that ended this one */
    return ARI_OK;
}

static bool grow(gathering *g)
{
    ari__sample *sample = g->sample;
    ari_allowance *memory = g->job->limits.memory;
    size_t more = sample->count + 1;
    return ari__charged_grow(memory, (void **)&sample->rows, &sample->row_room,
                             more * (size_t)g->f->columns, sizeof *sample->rows) &&
           ari__charged_grow(memory, (void **)&sample->values, &sample->value_room, more,
                             sizeof *sample->values) &&
           ari__charged_grow(memory, (void **)&sample->held_out, &sample->held_room, more,
                             sizeof *sample->held_out);
}

static ari_status add(gathering *g, const ari_state *s, int score, bool held_out)
{
    ari__sample *sample = g->sample;
    if (!grow(g))
        return ari_fail_allowance(g->error, g->job->limits.memory,
                                  "the table of features");
    float *row = sample->rows + sample->count * (size_t)g->f->columns;
    if (!ari__features_of(g->f, s, row)) {
        g->fit->strange++;
        return ARI_OK;
    }
    sample->values[sample->count] = value_of(g, score);
    sample->held_out[sample->count++] = held_out;
    g->fit->test += held_out;
    g->fit->training += !held_out;
    g->fit->won += score > 0;
    g->fit->drawn += score == 0;
    g->fit->lost += score < 0;
    return ARI_OK;
}

/* ---- game by game ---- */

static void tell(const gathering *g)
{
    const ari_limits *limits = &g->job->limits;
    const ari_progress progress = {
        .nodes = g->fit->nodes,
        .seconds = ari_seconds() - g->budget.start,
        .depth = (int)(100 * g->fit->positions / g->job->positions)};
    if (limits->progress)
        limits->progress(limits->self, &progress);
}

static ari_status look_at(gathering *g, const ari_state *s, bool held_out, bool *over)
{
    verdict found;
    int score = 0;
    ari_status status = judge(g, s, &found, &score);
    if (status != ARI_OK || found == GIVEN_UP) {
        *over = true;
        g->fit->stopped = status == ARI_OK;
        return status;
    }
    g->fit->positions++;
    g->fit->early += found == EARLY;
    g->fit->unproved += found == UNPROVED;
    tell(g);
    return found == KNOWN ? add(g, s, score, held_out) : ARI_OK;
}

/* Some positions of the game that was played last, drawn from all of it. */
static ari_status look_at_game(gathering *g, bool *over)
{
    ari_state at[FROM_A_GAME], s = g->v->start;
    int most = (int)(g->job->positions - g->fit->positions), there = 0;
    int last = g->job->last, count = g->game.count;
    int skipped = last > 0 && last < count ? count - last : 0;
    for (int ply = 0; ply < count; ply++) { /* each equally likely to stay */
        int from = ply - skipped;
        uint32_t place = from < 0 ? FROM_A_GAME
                         : from < FROM_A_GAME
                             ? (uint32_t)from
                             : ari_random_below(&g->random, (uint32_t)from + 1);
        if (place < FROM_A_GAME)
            at[place] = s;
        there += from >= 0 && from < FROM_A_GAME;
        s = ari_after(g->v, &s, g->game.moves[ply]);
    }
    bool held_out = (int)ari_random_below(&g->random, 100) < g->job->held_out;
    ari_status status = ARI_OK;
    for (int i = 0, looked = 0; i < there && looked < most && !*over; i++) {
        if (status != ARI_OK || note(g, &at[i]))
            continue;
        status = look_at(g, &at[i], held_out, over);
        looked++;
    }
    return status;
}

static ari_status begin(gathering *g)
{
    const ari_fit_job *job = g->job;
    ari_allowance *memory = job->limits.memory;
    const ari_player_job playing = {.bytes = job->bytes / 4};
    g->places = (size_t)job->positions * 2 + 1;
    if (!ari_allowance_take(memory, g->places * sizeof *g->seen))
        return ari_fail_allowance(g->error, memory, "the list of positions");
    g->seen = calloc(g->places, sizeof *g->seen);
    if (!g->seen) {
        ari_allowance_give(memory, g->places * sizeof *g->seen);
        return ari_fail_memory(g->error, g->places * sizeof *g->seen,
                               "the list of positions");
    }
    ari_status status = ari_player_new(g->v, job->who, &playing, &g->player, g->error);
    if (status == ARI_OK)
        status = ari_solver_new_part(g->v, job->bytes / 4 * 3, job->bytes, &g->solver,
                                     g->error);
    if (status == ARI_OK && job->lookup.ask)
        ari_solver_look_up(g->solver, job->lookup);
    return status;
}

ari_status ari__sample_gather(const ari__features *f, const ari_fit_job *job,
                              ari__sample *sample, ari_fit *fit, ari_error *error)
{
    gathering g = {.f = f,
                   .v = f->v,
                   .job = job,
                   .fit = fit,
                   .sample = sample,
                   .random = ari_random_seeded(job->seed),
                   .budget = ari__budget_open(&job->limits),
                   .error = error};
    ari_status status = begin(&g);
    bool over = false;
    while (status == ARI_OK && !over && fit->positions < job->positions &&
           fit->games < GAMES_FOR_EACH * job->positions) {
        status = play_game(&g);
        if (status == ARI_OK && ari__stop_is_set(job->limits.stop))
            over = fit->stopped = true;
        else if (status == ARI_OK)
            status = look_at_game(&g, &over);
    }
    ari_record_free(&g.game);
    ari_solver_free(g.solver);
    ari_player_free(g.player);
    if (g.seen)
        ari_allowance_give(job->limits.memory, g.places * sizeof *g.seen);
    free(g.seen);
    return status;
}

void ari__sample_free(ari__sample *sample, ari_allowance *memory)
{
    ari__charged_free(memory, sample->rows, sample->row_room, sizeof *sample->rows);
    ari__charged_free(memory, sample->values, sample->value_room, sizeof *sample->values);
    ari__charged_free(memory, sample->held_out, sample->held_room,
                      sizeof *sample->held_out);
    *sample = (ari__sample){.rows = NULL};
}
