/* player.c: players choosing their moves. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/budget.h"
#include "play/player_internal.h"

/* Of the time that a perfect player has, this part goes into proving, and less where nobody
 * expects a proof; what is left is spent on the best guess if there is none. */
#define PROVING 0.9
#define PROVING_UNSURE 0.6

/* Of the memory of a player that has a solver of its own, this part is its engine's. */
#define ENGINE_PART 4
#define ENGINE_LEAST 64 /* bytes: an engine has at least so many */

/* ---- making ---- */

static bool needs_solver(const ari_player *player)
{
    return player->who.kind == ARI__PERFECT || player->who.kind == ARI__MISTAKE ||
           (player->who.kind == ARI__LEVEL &&
            (player->who.level.sight >= ARI_SIGHT_ALL || player->who.level.exact > 0)) ||
           ari__slips(player);
}

static ari_status make_solver(ari_player *player, ari_error *error)
{
    size_t bytes = player->bytes - player->bytes / ENGINE_PART;
    ari_status status = ari_solver_new_part(player->variant, bytes, player->bytes,
                                            &player->own_solver, error);
    player->solver = player->own_solver;
    if (status == ARI_OK) {
        ari_solver_consult(player->solver, player->oracle);
        ari_solver_look_up(player->solver, player->lookup);
    }
    return status;
}

ari_status ari_player_check(const ari_variant *v, const char *text,
                            const ari_guests *guests, bool *human, ari_error *error)
{
    ari__who who;
    ari_status status = ari__who_read(v, text, 0, guests, &who, error);
    if (human)
        *human = status == ARI_OK && who.kind == ARI__HUMAN;
    return status;
}

static ari_status prepare(ari_player *player, const char *text,
                          const ari_player_job *setup, ari_error *error)
{
    ari_status status = ari__who_read(player->variant, text, setup->seed, setup->guests,
                                      &player->who, error);
    if (status != ARI_OK)
        return status;
    player->text = strdup(text);
    if (!player->text)
        return ari_fail_memory(error, strlen(text) + 1, "a player's name");
    player->guests = setup->guests;
    if (player->who.kind == ARI__GUEST)
        return player->guests->enter(player->variant, text, &player->guest, error);
    return needs_solver(player) && !setup->solver ? make_solver(player, error) : ARI_OK;
}

ari_status ari_player_new(const ari_variant *v, const char *who,
                          const ari_player_job *setup, ari_player **result,
                          ari_error *error)
{
    static const ari_player_job plain = {.seed = 0};
    *result = NULL;
    if (!setup)
        setup = &plain;
    ari_player *player = calloc(1, sizeof *player);
    if (!player)
        return ari_fail_memory(error, sizeof *player, "a player");
    player->variant = v;
    player->random = ari_random_seeded(setup->seed);
    player->runner = setup->runner;
    player->solver = setup->solver;
    player->oracle = setup->oracle;
    player->lookup = setup->lookup;
    player->by_nodes = setup->by_nodes;
    player->vary = setup->vary;
    player->ponder = setup->ponder;
    player->bytes = setup->bytes ? setup->bytes : ARI_BYTES_DEFAULT;
    ari_status status = prepare(player, who, setup, error);
    if (status != ARI_OK)
        ari_player_free(player);
    else
        *result = player;
    return status;
}

void ari_player_free(ari_player *player)
{
    if (!player)
        return;
    ari_solver_free(player->own_solver);
    ari_engine_free(player->engine);
    ari_engine_free(player->aside);
    if (player->guest)
        player->guests->leave(player->guest);
    free(player->text);
    free(player);
}

/* Is what the solver has learnt of no account, because it always knows everything? */
static bool solver_may_stay(const ari_player *player)
{
    const ari_variant *v = player->variant;
    return player->who.kind != ARI__LEVEL || ari_can_enumerate(v, ARI__LEVEL_PROOF);
}

ari_status ari_player_begin(ari_player *player, uint64_t seed, ari_error *error)
{
    player->random = ari_random_seeded(seed);
    if (player->who.eval.which == ARI_EVAL_RANDOM)
        player->who.eval.seed = seed;
    if (player->engine)
        ari_engine_clear(player->engine);
    ari__ponder_forget(player);
    if (player->guest)
        return player->guests->begin(player->guest, error);
    if (!player->own_solver || solver_may_stay(player))
        return ARI_OK;
    ari_solver_free(player->own_solver);
    return make_solver(player, error);
}

void ari_player_recall(ari_player *player, const ari_record *record)
{
    player->record = record;
}

const char *ari_player_who(const ari_player *player)
{
    return player->text;
}

bool ari_player_is_human(const ari_player *player)
{
    return player->who.kind == ARI__HUMAN;
}

/* ---- saying why ---- */

#define WORDS 64 /* characters that a score in words takes at most */

static void score_words(const ari_variant *v, int score, char words[WORDS])
{
    int distance = ari_has(v, ARI_HAS_PAYOFFS) ? -1 : ari_score_distance(score);
    const char *verb = score > 0 ? "wins" : "loses";
    if (score == 0)
        snprintf(words, WORDS, "draws");
    else if (ari_has_margins(v))
        snprintf(words, WORDS, "%s by %d", verb, score > 0 ? score : -score);
    else if (distance == 1)
        snprintf(words, WORDS, "%s at once", verb);
    else if (distance > 1)
        snprintf(words, WORDS, "%s in %d plies", verb, distance);
    else
        snprintf(words, WORDS, "%s", verb);
}

void ari_score_words(const ari_variant *v, int score, ari_text *out)
{
    char words[WORDS];
    score_words(v, score, words);
    ari_text_add(out, words);
}

void ari__say(ari_choice *choice, const char *reason)
{
    snprintf(choice->reason, sizeof choice->reason, "%s", reason);
}

void ari__say_score(const ari_variant *v, ari_choice *choice, int depth)
{
    bool decided = !ari_has(v, ARI_HAS_PAYOFFS) && ari_score_distance(choice->score) >= 0;
    char words[WORDS];
    if (choice->exact || decided)
        score_words(v, choice->score, words);
    else if (choice->scored)
        snprintf(words, sizeof words, "score %+d at depth %d, not proved", choice->score,
                 depth);
    else
        snprintf(words, sizeof words, "a guess, not proved: the time was too short");
    ari__say(choice, words);
}

/* ---- choosing ---- */

static ari_limits limits_of(const ari_player *player, const ari_limits *outer)
{
    ari_limits limits = {.depth = player->who.depth,
                         .nodes = player->who.nodes,
                         .seconds = player->who.seconds};
    if (outer) {
        limits.stop = outer->stop;
        limits.progress = outer->progress;
        limits.self = outer->self;
        if (outer->seconds > 0 &&
            !(limits.seconds > 0 && limits.seconds < outer->seconds))
            limits.seconds = outer->seconds;
        limits.wanted = outer->wanted;
    }
    if (limits.wanted <= 0 || limits.wanted > limits.seconds)
        limits.wanted = limits.seconds;
    return limits;
}

void ari__take_result(ari__thought *t, const ari_result *result)
{
    ari_choice *choice = t->choice;
    /* A textbook search may be stopped before it has seen the value of one move. */
    bool found = result->best != ARI_NO_MOVE;
    choice->move = found ? result->best : t->moves[0];
    choice->stopped = result->stopped;
    choice->nodes += result->stats.nodes;
    choice->scored = found && result->depth > 0;
    choice->depth = result->depth;
    choice->score = choice->scored ? result->score : 0;
    choice->exact = choice->scored && result->exact;
    /* The pair of find-best-move and evaluate-position does not count plies. */
    bool counted = choice->exact && !ari_has(t->v, ARI_HAS_PAYOFFS) &&
                   ari_score_distance(choice->score) > 0;
    choice->distance = counted ? ari_score_distance(choice->score) : -1;
    ari__say_score(t->v, choice, result->depth);
    ari__ponder_foresee(t->player, t->s, result);
}

size_t ari__engine_bytes(const ari_player *player)
{
    size_t bytes = player->bytes;
    if (player->own_solver && bytes / ENGINE_PART >= ENGINE_LEAST)
        bytes /= ENGINE_PART;
    return ari_player_ponders(player) && bytes / 2 >= ENGINE_LEAST ? bytes / 2 : bytes;
}

ari_status ari__player_engine(ari__thought *t, ari_engine **engine)
{
    ari_player *player = t->player;
    ari_status status = ARI_OK;
    if (!player->engine)
        status =
            ari_engine_new(t->v, ari__engine_bytes(player), &player->engine, t->error);
    *engine = player->engine;
    return status;
}

ari_engine_job ari__engine_job_of(ari__thought *t)
{
    ari_engine_job job = {.limits = t->limits,
                          .eval = t->player->who.eval,
                          .runner = t->player->runner,
                          .without = t->player->who.without,
                          .record = t->player->record,
                          .known = t->player->hit ? &t->player->found : NULL};
    if (t->count == 1 && job.limits.wanted > 0) /* there is nothing to choose */
        job.limits.depth = 1;
    if (t->player->who.kind == ARI__LEVEL) /* which does not always play the same */
        job.seed = ari_random_next(&t->player->random) | 1;
    return job;
}

ari_status ari__choose_by_engine(ari__thought *t)
{
    int margin = ari__margin_here(t);
    if (margin != ARI__VARY_OFF && t->count > 1)
        return ari__choose_varied(t, margin);
    ari_engine *engine;
    ari_status status = ari__player_engine(t, &engine);
    if (status != ARI_OK)
        return status;
    ari_engine_job job = ari__engine_job_of(t);
    ari_result result;
    status = ari_engine_search(engine, t->s, &job, &result, t->error);
    if (status != ARI_OK)
        return status;
    ari__take_result(t, &result);
    return status;
}

static ari_status choose_by_search(ari__thought *t)
{
    static ari_status (*const searches[])(const ari_variant *, const ari_state *,
                                          const ari_search_job *, ari_result *,
                                          ari_error *) = {
        [ARI__ALGO_MINIMAX] = ari_minimax,
        [ARI__ALGO_ALPHABETA] = ari_alphabeta,
        [ARI__ALGO_BESTMOVE] = ari_bestmove,
    };
    const ari__who *who = &t->player->who;
    if (who->algo == ARI__ALGO_ENGINE)
        return who->only_depth ? ari__choose_by_values(t, who->depth)
                               : ari__choose_by_engine(t);
    ari_search_job search = {.limits = t->limits,
                             .eval = who->eval,
                             .order = who->order,
                             .seed = ari_random_next(&t->player->random),
                             .vary = true};
    ari_result result;
    ari_status status = searches[who->algo](t->v, t->s, &search, &result, t->error);
    if (status == ARI_OK) {
        if (result.stopped)
            result.depth = 0; /* the moves it did not reach have no value at all */
        ari__take_result(t, &result);
    }
    return status;
}

/* The reason of a choice by a tree search: what is proved or, apart from that, the estimate. */
static void say_mcts(const ari_mcts *tree, ari_choice *choice)
{
    const ari_variant *v = tree->variant;
    const ari_mcts_node *root = tree->nodes;
    double value =
        root->turn == ARI_FIRST ? ari_mcts_value(tree, 0) : -ari_mcts_value(tree, 0);
    if (choice->exact)
        score_words(v, choice->score, choice->reason);
    else if (ari_has(v, ARI_HAS_PAYOFFS))
        snprintf(choice->reason, sizeof choice->reason,
                 "%+.1f in %llu rounds, not proved", value,
                 (unsigned long long)tree->rounds);
    else
        snprintf(choice->reason, sizeof choice->reason,
                 "%.1f %% in %llu rounds, not proved", 50 * (value + 1),
                 (unsigned long long)tree->rounds);
}

static ari_status choose_by_mcts(ari__thought *t)
{
    ari_player *player = t->player;
    ari_allowance memory;
    ari_allowance_begin(&memory, player->bytes);
    ari_mcts_job job = {.limits = t->limits,
                        .eval = player->who.eval,
                        .seed = ari_random_next(&player->random),
                        .record = player->record};
    job.limits.memory = &memory;
    ari_mcts *tree;
    ari_status status = ari_mcts_search(t->v, t->s, &job, &tree, t->error);
    if (status != ARI_OK)
        return status;
    ari_choice *choice = t->choice;
    choice->move = tree->result.best;
    choice->stopped = tree->result.stopped;
    choice->nodes += tree->result.stats.nodes;
    choice->scored = choice->exact = tree->result.exact;
    choice->score = choice->exact ? tree->result.score : 0;
    say_mcts(tree, choice);
    ari_mcts_free(tree);
    return ARI_OK;
}

/* The best move for certain. Where that cannot be proved in time, the rest of the time goes
 * into the best guess. */
static ari_status choose_perfectly(ari__thought *t)
{
    const ari__budget budget = ari__budget_open(&t->limits);
    bool known;
    t->limits.seconds =
        t->limits.wanted *
        (ari_solver_is_sure(t->player->solver) ? PROVING : PROVING_UNSURE);
    ari_status status = ari__choose_exactly(t, &known);
    if (status != ARI_OK || known || !ari__budget_left(&budget, &t->limits))
        return status;
    ari_move so_far = t->choice->move;
    status = ari__choose_by_engine(t);
    if (status == ARI_OK && !t->choice->scored) /* it has seen nothing in what was left */
        t->choice->move = so_far;
    return status;
}

static bool is_best(const ari__thought *t, ari_move move)
{
    for (int i = 0; t->choice->exact && i < t->analysis.count; i++)
        if (t->analysis.moves[i].move == move)
            return true;
    return move == t->choice->move;
}

/* Replaces the choice by any move that is not best, if there is one. */
static void make_mistake(ari__thought *t)
{
    int others = 0;
    for (int i = 0; i < t->count; i++)
        if (!is_best(t, t->moves[i]))
            t->moves[others++] = t->moves[i];
    if (others == 0)
        return;
    t->choice->move = t->moves[ari_random_below(&t->player->random, (uint32_t)others)];
    t->choice->erred = true;
    t->choice->scored = t->choice->exact = false;
    t->choice->score = 0;
    t->choice->distance = -1;
    ari__say(t->choice, "a mistake on purpose");
}

static ari_status choose_with_mistakes(ari__thought *t)
{
    /* Drawn every time, so that what a position allows does not shift what follows. */
    bool errs = ari_random_unit(&t->player->random) < t->player->who.error_rate;
    ari_status status = choose_perfectly(t);
    if (status == ARI_OK && errs)
        make_mistake(t);
    return status;
}

ari_status ari__choose_any(ari__thought *t)
{
    t->choice->move = t->moves[ari_random_below(&t->player->random, (uint32_t)t->count)];
    ari__say(t->choice, "at random");
    return ARI_OK;
}

static ari_status choose_by_rules(ari__thought *t)
{
    ari_advice advice = {.count = 0};
    t->v->core->advise(t->v->rules, t->s, t->player->who.wording, &advice);
    if (advice.count == 0) {
        ari_status status = ari__choose_any(t);
        ari__say(t->choice, "no rule applies");
        return status;
    }
    uint32_t which = ari_random_below(&t->player->random, (uint32_t)advice.count);
    t->choice->move = advice.moves[which];
    ari__say(t->choice, advice.rule);
    return ARI_OK;
}

static ari_status choose_nothing(ari__thought *t)
{
    return ari_fail(t->error, ARI_UNSUPPORTED, ARI_NO_OFFSET,
                    "a human's move must be asked for");
}

/* Who was told nothing of the game takes it to have begun here. */
static ari_status choose_as_guest(ari__thought *t)
{
    const ari_player *player = t->player;
    const ari_record here = {.start = *t->s, .end = *t->s};
    ari__say(t->choice, "a guest's choice");
    return player->guests->choose(player->guest, player->record ? player->record : &here,
                                  &t->limits, &t->choice->move, t->error);
}

ari_status ari_player_choose(ari_player *player, const ari_state *s,
                             const ari_limits *limits, ari_choice *choice,
                             ari_error *error)
{
    static ari_status (*const choose[])(ari__thought *) = {
        [ARI__HUMAN] = choose_nothing,         [ARI__PERFECT] = choose_perfectly,
        [ARI__ENGINE] = choose_by_search,      [ARI__RULES] = choose_by_rules,
        [ARI__MISTAKE] = choose_with_mistakes, [ARI__RANDOM] = ari__choose_any,
        [ARI__LEVEL] = ari__choose_at_level,   [ARI__MCTS] = choose_by_mcts,
        [ARI__GUEST] = choose_as_guest,
    };
    const ari_variant *v = player->variant;
    double start = ari_seconds();
    *choice = (ari_choice){.move = ARI_NO_MOVE, .distance = -1};
    if (ari_outcome(v, s) != ARI_ON)
        return ari_fail(error, ARI_OVER, ARI_NO_OFFSET, "the game is over");
    ari__thought t = {.player = player,
                      .v = v,
                      .s = s,
                      .limits = limits_of(player, limits),
                      .choice = choice,
                      .error = error};
    t.seconds = limits && limits->seconds > 0 ? t.limits.wanted : 0;
    t.count = ari_moves(v, s, t.moves);
    choice->move = t.moves[0];
    ari__ponder_use(player, s, choice);
    ari_status status = choose[player->who.kind](&t);
    ari_analysis_free(&t.analysis);
    choice->seconds = ari_seconds() - start;
    return status;
}
