/* values.c: the topic that every search finds the value which the rules define. */
#include "check/context.h"

#include <stdlib.h>

#include <ariadne/analysis.h>

#define VALUE_MOST 2000 /* positions visited to find a value by definition */
#define SELECTIVE_DEPTH 4
#define MCTS_MOST 1000         /* nodes of a tree search */
#define VALUE_TABLE (16 << 10) /* bytes: small enough that entries are replaced */
#define MISSES_MOST 20 /* games whose end is too far from any affordable position */

/* A position with the values of its moves by definition. */
typedef struct known {
    const ari_state *s;
    int value, count;
    ari_move *moves;
    int *values; /* for the side that makes the move */
} known;

typedef struct tools {
    ari__check_reference reference;
    ari_engine *engine;
    ari_solver *solver;
    ari_move *moves;
    int *values;
} tools;

/* ---- what is expected ---- */

static const ari_eval neutral = {.which = ARI_EVAL_NEUTRAL};

/* Values of a position and of its moves; false when that takes too long. */
static bool find_values(ari__check *c, tools *t, const ari_state *s, known *k)
{
    t->reference.most = VALUE_MOST;
    *k = (known){.s = s, .moves = t->moves, .values = t->values};
    k->value = ari__check_value(&t->reference, s, -1);
    c->work += t->reference.nodes;
    if (t->reference.gave_up || !ari__check_on(c, s))
        return !t->reference.gave_up;
    k->count = ari__check_list(c, s, k->moves);
    for (int i = 0; i < k->count; i++) {
        ari_state next = ari_after(c->v, s, k->moves[i]);
        int value = ari__check_value(&t->reference, &next, -1);
        c->work += t->reference.nodes;
        k->values[i] = ari__check_value_before(c->v, s, &next, value);
    }
    return true;
}

static int value_of_move(const known *k, ari_move m)
{
    for (int i = 0; i < k->count; i++)
        if (k->moves[i] == m)
            return k->values[i];
    return INT_MIN; /* not a legal move: no value at all */
}

/* The value without its distance, where a search does not tell that. */
static int class_of(const ari__check *c, int value)
{
    if (ari_has(c->v, ARI_HAS_PAYOFFS) || value == 0 || value == INT_MIN)
        return value;
    return value > 0 ? ARI_WIN : -ARI_WIN;
}

static bool expect_value(ari__check *c, const known *k, const char *who, int value,
                         int found)
{
    char wanted[64], got[64];
    return value == found ||
           ari__check_fail(c, k->s, "%s finds %s, but by the rules it is %s", who,
                           ari__check_describe(c->v, found, got),
                           ari__check_describe(c->v, value, wanted));
}

/* Score and best move of one search; with `class_only` without distances. */
static bool expect_result(ari__check *c, const known *k, const char *who, bool class_only,
                          ari_status status, const ari_result *result)
{
    if (status != ARI_OK)
        return ari__check_give_up(c, status);
    c->work += result->stats.nodes;
    int value = class_only ? class_of(c, k->value) : k->value;
    if (!expect_value(c, k, who, value, result->score))
        return false;
    if (!result->exact || result->stopped)
        return ari__check_fail(c, k->s, "%s does not call its score exact", who);
    if (k->count == 0)
        return result->best == ARI_NO_MOVE ||
               ari__check_fail(c, k->s, "%s finds a move after the end", who);
    int best = value_of_move(k, result->best);
    if (class_only)
        best = class_of(c, best);
    return best == value || ari__check_fail(c, k->s,
                                            "%s finds the right score, but move %d "
                                            "does not lead to it",
                                            who, result->best);
}

/* A line of best play from the position: legal moves, to the end if it is `whole`, and
 * then with the promised result and length. */
static bool expect_line(ari__check *c, const known *k, const char *who, bool whole,
                        int value, const ari_move *line, int length)
{
    ari_move list[ARI_MOVES_MAX];
    ari_state s = *k->s;
    ari_side side = ari_turn(c->v, &s);
    for (int i = 0; i < length; i++) {
        int count = ari__check_on(c, &s) ? ari__check_list(c, &s, list) : 0;
        bool legal = false;
        for (int j = 0; j < count; j++)
            legal |= list[j] == line[i];
        if (!legal)
            return ari__check_fail(
                c, k->s, "move %d of the line that %s gives is not legal", i + 1, who);
        s = ari_after(c->v, &s, line[i]);
    }
    int outcome = ari_outcome(c->v, &s);
    if (outcome == ARI_ON)
        return !whole || ari__check_fail(
                             c, k->s, "the line that %s gives stops before the end", who);
    bool payoffs = ari_has(c->v, ARI_HAS_PAYOFFS);
    int end = payoffs ? outcome : outcome * (ARI_WIN - length);
    if (ari_turn(c->v, &s) != side)
        end = -end;
    return end == value ||
           ari__check_fail(c, k->s,
                           "the line of %d plies that %s gives does not end as it says",
                           length, who);
}

/* ---- the searches ---- */

static bool check_textbook(ari__check *c, const known *k)
{
    static const char *const names[] = {"alpha-beta in the order first",
                                        "alpha-beta in the order random",
                                        "alpha-beta in the order centre"};
    ari_search_job search = {.eval = neutral, .seed = ari_random_next(&c->random)};
    ari_result result;
    ari_status status = ari_minimax(c->v, k->s, &search, &result, c->error);
    if (!expect_result(c, k, "minimax", false, status, &result))
        return false;
    for (int i = 0; i < 3; i++) {
        search.order = (ari_order)i;
        status = ari_alphabeta(c->v, k->s, &search, &result, c->error);
        if (!expect_result(c, k, names[i], false, status, &result))
            return false;
    }
    status = ari_bestmove(c->v, k->s, &search, &result, c->error);
    return expect_result(c, k, "find-best-move", true, status, &result);
}

static bool check_memo(ari__check *c, const known *k)
{
    static const char *const names[] = {"the plain recursion", "the memoised recursion",
                                        "the recursion over canonical states"};
    for (int mode = ARI_MEMO_PLAIN; mode <= ARI_MEMO_CANONICAL; mode++) {
        const ari_limits limits = {.depth = 0};
        ari_result result;
        ari_status status =
            ari_memo(c->v, k->s, (ari_memo_mode)mode, &limits, &result, c->error);
        if (!expect_result(c, k, names[mode], true, status, &result))
            return false;
    }
    return true;
}

static bool check_engine(ari__check *c, const tools *t, const known *k)
{
    const ari_engine_job job = {.eval = neutral};
    ari_result result;
    ari_status status =
        ari_engine_solve(t->engine, k->s, &job, -ARI_WIN, ARI_WIN, &result, c->error);
    if (status != ARI_OK)
        return ari__check_give_up(c, status);
    c->work += result.stats.nodes;
    if (!expect_value(c, k, "the engine's solving", k->value, result.score))
        return false;
    status = ari_engine_search(t->engine, k->s, &job, &result, c->error);
    return expect_result(c, k, "the engine's search", false, status, &result) &&
           expect_line(c, k, "the engine's search", false, k->value, result.line,
                       result.line_length);
}

/* Is the value within what is said to be proved? */
static bool expect_between(ari__check *c, const known *k, const char *who,
                           const ari_answer *proved, int value)
{
    char wanted[64], got[64];
    if (value >= proved->low && value <= proved->high)
        return true;
    int wrong = value < proved->low ? proved->low : proved->high;
    return ari__check_fail(c, k->s, "%s proves %s at the %s, but by the rules it is %s",
                           who, ari__check_describe(c->v, wrong, got),
                           value < proved->low ? "least" : "most",
                           ari__check_describe(c->v, value, wanted));
}

/* Looking deeper at some moves than at others, the engine may miss things, but claims nothing that
 * is not so: what it calls exact is, and a win or loss that it sees is at least as near. */
static bool check_selective(ari__check *c, const tools *t, const known *k)
{
    static const char who[] = "the engine's search with its evaluation";
    ari_engine_job job = {.limits = {.depth = 1}};
    if (!c->v->core->evals || k->count == 0)
        return true;
    ari_status status = ari_eval_parse(c->v, NULL, 0, &job.eval, c->error);
    for (; status == ARI_OK && job.limits.depth <= SELECTIVE_DEPTH; job.limits.depth++) {
        ari_result result;
        status = ari_engine_search(t->engine, k->s, &job, &result, c->error);
        if (status != ARI_OK)
            break;
        if (result.exact &&
            (!expect_result(c, k, who, false, status, &result) ||
             !expect_line(c, k, who, false, k->value, result.line, result.line_length)))
            return false;
        bool decided =
            !ari_has(c->v, ARI_HAS_PAYOFFS) && abs(result.score) > ARI_SCORE_MAX;
        if (decided &&
            (result.score > 0 ? k->value < result.score : k->value > result.score))
            return expect_value(c, k, who, k->value, result.score);
    }
    return status == ARI_OK || ari__check_give_up(c, status);
}

/* What a tree search proves, of the position and of its moves, is so, however early it ends. */
static bool check_mcts(ari__check *c, const known *k)
{
    ari_mcts_job job = {.limits = {.nodes = MCTS_MOST}, .eval = neutral};
    ari_mcts *tree;
    job.seed = ari_random_next(&c->random);
    ari_status status =
        job.seed % 2 ? ari_eval_parse(c->v, NULL, 0, &job.eval, c->error) : ARI_OK;
    if (status == ARI_OK)
        status = ari_mcts_search(c->v, k->s, &job, &tree, c->error);
    if (status != ARI_OK)
        return ari__check_give_up(c, status);
    c->work += tree->result.stats.nodes;
    const ari_answer root = ari_mcts_answer(tree, 0);
    bool ok = expect_between(c, k, "the tree search", &root, k->value);
    for (uint32_t child = tree->nodes[0].first; ok && child;
         child = tree->nodes[child].next) {
        const ari_answer move = ari_mcts_answer(tree, child);
        ok = expect_between(c, k, "the tree search, of a move,", &move,
                            value_of_move(k, move.move));
    }
    ari_mcts_free(tree);
    return ok;
}

/* Is a bound that a hook tells on the right side of the value? `side` is 1 for a lower one and -1 for
 * an upper one. */
static bool expect_bound(ari__check *c, const known *k, const char *hook, int side,
                         int bound)
{
    char value[64], got[64];
    return side * bound <= side * k->value ||
           ari__check_fail(c, k->s, "%s promises %s at the %s, but it is %s", hook,
                           ari__check_describe(c->v, bound, got),
                           side > 0 ? "least" : "most",
                           ari__check_describe(c->v, k->value, value));
}

/* An answer of GAME_EXACT is a bound on the side that it was asked about. */
static bool check_exact(ari__check *c, const known *k, const ari_view *view, int wanted)
{
    int bound;
    char asked[64], got[64];
    if (!c->v->core->exact || !c->v->core->exact(c->v->rules, view, wanted, &bound))
        return true;
    if ((bound >= wanted) != (k->value >= wanted))
        return ari__check_fail(c, k->s,
                               "GAME_EXACT, asked whether it is %s at the least, says %s",
                               ari__check_describe(c->v, wanted, asked),
                               ari__check_describe(c->v, bound, got));
    return expect_bound(c, k, "GAME_EXACT", bound >= wanted ? 1 : -1, bound);
}

/* Whatever is wanted, what the game knows without a search is true. */
static bool check_bounds(ari__check *c, const known *k)
{
    const ari_core *core = c->v->core;
    if (k->count == 0)
        return true;
    const int wanted[] = {ARI_WIN, k->value + 1, k->value, 1, 0, -1, 1 - ARI_WIN};
    ari_view view;
    ari_view_of(c->v, k->s, &view);
    for (int i = 0; i < 7; i++)
        if ((core->at_most &&
             !expect_bound(c, k, "GAME_AT_MOST", -1,
                           core->at_most(c->v->rules, &view, wanted[i]))) ||
            (core->at_least &&
             !expect_bound(c, k, "GAME_AT_LEAST", 1,
                           core->at_least(c->v->rules, &view, wanted[i]))) ||
            !check_exact(c, k, &view, wanted[i]))
            return false;
    return true;
}

/* Of the moves of GAME_BEST_AMONG, which are legal, one is best. */
static bool check_best_among(ari__check *c, const known *k)
{
    const ari_core *core = c->v->core;
    if (!core->best_among || k->count == 0)
        return true;
    ari_move list[ARI_MOVES_MAX];
    ari_view view;
    ari_view_of(c->v, k->s, &view);
    int count = core->best_among(c->v->rules, &view, list), best = INT_MIN;
    for (int i = 0; i < count; i++) {
        int value = value_of_move(k, list[i]);
        if (value == INT_MIN)
            return ari__check_fail(
                c, k->s, "GAME_BEST_AMONG has move %d, not a legal one", list[i]);
        best = value > best ? value : best;
    }
    char value[64], got[64];
    if (count < 1)
        return ari__check_fail(c, k->s, "GAME_BEST_AMONG has no move");
    return best == k->value ||
           ari__check_fail(
               c, k->s,
               "the best move of GAME_BEST_AMONG is worth %s, but by the rules it is %s",
               ari__check_describe(c->v, best, got),
               ari__check_describe(c->v, k->value, value));
}

/* ---- the solver ---- */

static bool expect_answer(ari__check *c, const known *k, const char *who, int value,
                          const ari_answer *answer, bool line)
{
    if (!expect_value(c, k, who, value, answer->score))
        return false;
    if (!answer->exact)
        return ari__check_fail(c, k->s, "%s is not exact", who);
    int distance = ari_has(c->v, ARI_HAS_PAYOFFS) ? -1 : ari_score_distance(value);
    if (distance >= 0 && answer->distance != distance)
        return ari__check_fail(c, k->s, "%s puts the end at %d plies, but it is at %d",
                               who, answer->distance, distance);
    int plies = answer->line_length + (answer->move != ARI_NO_MOVE);
    if (line && answer->distance >= 0 && plies != answer->distance)
        return ari__check_fail(c, k->s,
                               "%s puts the end at %d plies, but gives a line of %d", who,
                               answer->distance, plies);
    if (!line)
        return true;
    if (answer->move == ARI_NO_MOVE)
        return expect_line(c, k, who, true, value, answer->line, answer->line_length);
    ari_move whole[ARI_LINE_MAX + 1] = {answer->move};
    memcpy(whole + 1, answer->line, (size_t)answer->line_length * sizeof *whole);
    return expect_line(c, k, who, true, value, whole, answer->line_length + 1);
}

/* Every move with its value, best first. */
static bool check_analysis(ari__check *c, const known *k, const ari_analysis *analysis)
{
    if (analysis->count != k->count)
        return ari__check_fail(c, k->s, "the analysis has %d of %d moves",
                               analysis->count, k->count);
    for (int i = 0; i < analysis->count; i++) {
        const ari_answer *answer = &analysis->moves[i];
        if (i > 0 && answer->score > answer[-1].score)
            return ari__check_fail(c, k->s,
                                   "the analysis does not put the best moves first");
        if (!expect_answer(c, k, "the analysis of a move", value_of_move(k, answer->move),
                           answer, true))
            return false;
    }
    return true;
}

/* All best moves and no others. */
static bool check_best(ari__check *c, const known *k, const ari_analysis *analysis)
{
    int best = 0;
    for (int i = 0; i < k->count; i++)
        best += k->values[i] == k->value;
    for (int i = 0; i < analysis->count; i++)
        if (value_of_move(k, analysis->moves[i].move) != k->value)
            return ari__check_fail(c, k->s,
                                   "the solver calls move %d best, but it is not",
                                   analysis->moves[i].move);
    return analysis->count == best ||
           ari__check_fail(c, k->s, "the solver finds %d of %d best moves",
                           analysis->count, best);
}

static bool check_solver(ari__check *c, const tools *t, const known *k)
{
    const ari_engine_job job = {.eval = neutral};
    int distance = -1;
    for (int question = ARI_ASK_VALUE; question <= ARI_ASK_MOVES; question++) {
        ari_analysis analysis;
        ari_status status = ari_analyse(t->solver, k->s, (ari_question)question, &job,
                                        &analysis, c->error);
        if (status != ARI_OK)
            return ari__check_give_up(c, status);
        c->work += analysis.stats.nodes;
        bool ok = expect_answer(c, k, "the solver", k->value, &analysis.whole,
                                question != ARI_ASK_VALUE && k->count > 0);
        if (ok && question != ARI_ASK_VALUE && analysis.whole.distance != distance)
            ok = ari__check_fail(
                c, k->s,
                "the solver puts the end at %d plies, but at %d when asked "
                "about moves",
                distance, analysis.whole.distance);
        if (ok && question == ARI_ASK_BEST)
            ok = check_best(c, k, &analysis);
        if (ok && question == ARI_ASK_MOVES)
            ok = check_analysis(c, k, &analysis);
        distance = analysis.whole.distance;
        ari_analysis_free(&analysis);
        if (!ok)
            return false;
    }
    return true;
}

/* ---- positions near the end ---- */

/* Goes back from the end of a random game as far as a value by definition can be had;
 * false when not even the last position before the end can. */
static bool pick_position(ari__check *c, tools *t, int number, ari_state *picked)
{
    ari_state tail[ARI__CHECK_TAIL];
    int count = ari__check_game_end(c, number % 2, tail, t->moves);
    int wanted =
        c->shrinking ? number / 8 : (int)ari_random_below(&c->random, ARI__CHECK_TAIL);
    int back = 0;
    while (back < wanted && back + 1 < count) {
        known k;
        if (!find_values(c, t, &tail[count - 2 - back], &k))
            break;
        back++;
    }
    if (count == 0 || (back == 0 && wanted > 0))
        return false;
    *picked = tail[count - 1 - back];
    return true;
}

/* ---- whose fault it is ---- */

/* Is there nothing wrong with the hints of any position from `s` on? Those nearest to the end
 * come first. */
static bool innocent(ari__check *c, tools *t, const ari_state *s)
{
    ari_move list[ARI_MOVES_MAX];
    int count = ari__check_on(c, s) ? ari__check_list(c, s, list) : 0;
    for (int i = 0; i < count; i++) {
        ari_state next = ari_after(c->v, s, list[i]);
        if (!innocent(c, t, &next))
            return false;
    }
    known k;
    return !find_values(c, t, s, &k) ||
           (check_bounds(c, &k) && ari__check_hints_at(c, s));
}

/* A search that is wrong may have been told so by a hint about a later position: then it is that
 * hint which is wrong, there. */
static bool blame(ari__check *c, tools *t, const ari_state *s)
{
    const ari_check_report found = *c->report;
    if (c->status == ARI_OK && innocent(c, t, s))
        *c->report = found;
    return false;
}

static bool check_values(ari__check *c, tools *t)
{
    for (int i = 0, misses = 0;
         i < c->positions && misses < MISSES_MOST && !ari__check_enough(c); i++) {
        ari_state s;
        known k;
        if (!pick_position(c, t, i, &s) || !find_values(c, t, &s, &k)) {
            misses++;
            continue;
        }
        misses = 0;
        if (!check_bounds(c, &k) || !check_best_among(c, &k) || !check_textbook(c, &k) ||
            !check_memo(c, &k) || !check_engine(c, t, &k) || !check_selective(c, t, &k) ||
            !check_mcts(c, &k) || !check_solver(c, t, &k))
            return blame(c, t, &s);
        if (!ari__check_passed(c))
            return false;
    }
    return true;
}

bool ari__check_values(ari__check *c)
{
    tools t = {.engine = NULL};
    size_t moves = (size_t)c->v->core->max_moves;
    ari_status status = ari_engine_new(c->v, VALUE_TABLE, &t.engine, c->error);
    if (status == ARI_OK)
        status = ari_solver_new(c->v, VALUE_TABLE, &t.solver, c->error);
    bool ok = status == ARI_OK || ari__check_give_up(c, status);
    ok = ok && ari__check_reference_new(c, &t.reference);
    t.moves = ari__check_array(c, moves, sizeof *t.moves);
    t.values = ari__check_array(c, moves, sizeof *t.values);
    ok = ok && t.moves && t.values && check_values(c, &t);
    free(t.moves);
    free(t.values);
    ari__check_reference_free(&t.reference);
    ari_solver_free(t.solver);
    ari_engine_free(t.engine);
    return ok;
}
