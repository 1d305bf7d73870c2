/* solver.c: exact answers, by complete enumeration where that is cheap and by the engine
 * elsewhere. */
#include <ariadne/solver.h>

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "search/memo_table.h"
#include "search/searches.h"

/* Games with at most this many positions are enumerated. */
#define ENUMERATE_MOST 2.5e7

/* What is spent on a guess when a limit leaves a question open. Where nodes are limited, an
 * eighth of them is kept for it. */
#define GUESS_NODES 50000
#define GUESS_PART 8
#define GUESS_SECONDS 0.1
#define GUESS_TABLE_BYTES ((size_t)1 << 20)

/* What is spent on lines that the oracle does not know to the end. */
#define LINE_NODES 10000

struct ari_solver {
    const ari_variant *variant;
    bool enumerates;
    ari__memo memo;           /* when it enumerates */
    ari_engine *engine;       /* when it does not */
    const ari_oracle *oracle; /* asked before the engine is; may be NULL */
    uint64_t line_nodes;      /* for lines that it does not know to the end */
    ari_lookup lookup;        /* asked before anything; its function may be NULL */
};

/* One question on its way. */
typedef struct inquiry {
    ari_solver *solver;
    const ari_variant *v;
    const ari_engine_job *job;
    double start;
    ari_analysis *analysis;
    int guesses;       /* that may have to be made when a limit is reached */
    int passed;        /* so many of them are made or were not needed */
    uint64_t line_end; /* a line is cut when this many are searched in all */
    ari_error *error;
} inquiry;

ari_status ari_solver_new(const ari_variant *v, size_t table_bytes, ari_solver **result,
                          ari_error *error)
{
    *result = NULL;
    ari_solver *solver = calloc(1, sizeof *solver);
    if (!solver)
        return ari_fail_memory(error, sizeof *solver, "a solver");
    solver->variant = v;
    solver->line_nodes = LINE_NODES;
    solver->memo = ari__memo_empty(v->core->state_size);
    solver->enumerates =
        v->core->positions && v->core->positions(v->rules) <= ENUMERATE_MOST;
    if (!solver->enumerates) {
        ari_status status = ari_engine_new(v, table_bytes, &solver->engine, error);
        if (status != ARI_OK) {
            free(solver);
            return status;
        }
    }
    *result = solver;
    return ARI_OK;
}

void ari_solver_free(ari_solver *solver)
{
    if (!solver)
        return;
    ari__memo_free(&solver->memo);
    ari_engine_free(solver->engine);
    free(solver);
}

void ari_solver_consult(ari_solver *solver, const ari_oracle *oracle)
{
    solver->oracle = oracle;
}

void ari_solver_spend_on_lines(ari_solver *solver, uint64_t nodes)
{
    solver->line_nodes = nodes;
}

void ari_solver_look_up(ari_solver *solver, ari_lookup lookup)
{
    solver->lookup = lookup;
}

/* Can any position be asked about, one by one? */
static bool knows_each(const ari_solver *solver)
{
    return solver->enumerates || solver->lookup.ask;
}

void ari_analysis_free(ari_analysis *analysis)
{
    free(analysis->moves);
    *analysis = (ari_analysis){.moves = NULL};
}

/* ---- what both methods share ---- */

static bool same_side_moves(const ari_variant *v, const ari_state *s,
                            const ari_state *next)
{
    return ari_has(v, ARI_HAS_EXTRA_TURNS) && ari_turn(v, s) == ari_turn(v, next);
}

/* The score of a move from the score of the position it leads to. */
static int score_of_move(const ari_variant *v, const ari_state *s, const ari_state *next,
                         int score)
{
    score = ari__score_before(score);
    return same_side_moves(v, s, next) ? score : -score;
}

/* Plies to the end, where the score alone or the rules tell. */
static int distance_of(const ari_variant *v, const ari_state *s, int score)
{
    if (ari_outcome(v, s) != ARI_ON)
        return 0;
    int distance = ari_has(v, ARI_HAS_PAYOFFS) ? -1 : ari_score_distance(score);
    if (distance < 0 && v->core->longest && v->core->draws_last &&
        v->core->draws_last(v->rules))
        distance = v->core->longest(v->rules, s);
    return distance;
}

static void add_stats(ari_stats *sum, const ari_stats *more)
{
    sum->nodes += more->nodes;
    sum->leaves += more->leaves;
    sum->cutoffs += more->cutoffs;
    sum->table_hits += more->table_hits;
    if (more->deepest > sum->deepest)
        sum->deepest = more->deepest;
}

/* What is left of so many nodes. */
static uint64_t nodes_left(const inquiry *q, uint64_t nodes)
{
    uint64_t used = q->analysis->stats.nodes;
    return nodes > used ? nodes - used : 0;
}

/* The job with what is left of its time and of its nodes but those for a guess. */
static ari_engine_job rest_of_job(const inquiry *q)
{
    ari_engine_job job = *q->job;
    job.limits.depth = 0;
    if (job.limits.seconds > 0) {
        job.limits.seconds -= ari__seconds() - q->start;
        if (job.limits.seconds < 1e-6)
            job.limits.seconds = 1e-6;
    }
    if (job.limits.nodes) {
        uint64_t kept = job.limits.nodes / GUESS_PART + 1;
        kept = kept < GUESS_NODES ? kept : GUESS_NODES;
        uint64_t left = nodes_left(q, job.limits.nodes - kept);
        job.limits.nodes = left ? left : 1;
    }
    return job;
}

/* ---- by enumeration, or from a database ---- */

/* What the database does not know, the engine finds out. */
static ari_status searched(inquiry *q, const ari_state *s, int *score, int *length)
{
    ari_result result;
    ari_engine_job job = rest_of_job(q);
    ari_status status = ari_engine_solve(q->solver->engine, s, &job, -ARI_WIN, ARI_WIN,
                                         &result, q->error);
    if (status != ARI_OK)
        return status;
    add_stats(&q->analysis->stats, &result.stats);
    q->analysis->stopped = result.stopped;
    *score = result.score;
    *length = distance_of(q->v, s, result.score);
    return result.stopped ? ARI_STOPPED : ARI_OK;
}

/* Score and distance of any position, from the table or by filling it. The distance is -1
 * where the game never ends. */
static ari_status enumerated(inquiry *q, const ari_state *s, int *score, int *length)
{
    if (q->analysis->stopped)
        return ARI_STOPPED;
    const ari_lookup *lookup = &q->solver->lookup;
    if (lookup->ask) {
        ari_status status = lookup->ask(lookup->self, s, score, length, q->error);
        q->analysis->stats.nodes++;
        if (status != ARI_UNKNOWN)
            return status;
        if (!q->solver->enumerates)
            return searched(q, s, score, length);
    }
    const ari_limits limits = rest_of_job(q).limits;
    ari__memo_job job = {.mode = ARI_MEMO_CANONICAL,
                         .distances = true,
                         .limits = &limits,
                         .memo = &q->solver->memo};
    ari_status status = q->v->searches->memo(q->v, s, &job, q->error);
    q->analysis->stats.nodes += job.calls > 1 ? job.calls : 0;
    if (status == ARI_OK && job.stopped) {
        q->analysis->stopped = true;
        return ARI_STOPPED;
    }
    *score = job.score;
    int distance = ari_has(q->v, ARI_HAS_PAYOFFS) ? -1 : ari_score_distance(job.score);
    *length = distance >= 0 ? distance : job.length;
    return status;
}

/* The best move: best score, then the shortest way. */
static ari_status enumerated_best(inquiry *q, const ari_state *s, ari_move *list,
                                  ari_move *best)
{
    int count = ari_moves(q->v, s, list);
    int best_score = -ARI__INFINITE, best_length = 0;
    for (int i = 0; i < count; i++) {
        ari_state next = ari_after(q->v, s, list[i]);
        int score = 0, length = 0;
        ari_status status = enumerated(q, &next, &score, &length);
        if (status != ARI_OK)
            return status;
        score = score_of_move(q->v, s, &next, score);
        length = length < 0 ? INT_MAX : length;
        if (score > best_score || (score == best_score && length < best_length)) {
            best_score = score;
            best_length = length;
            *best = list[i];
        }
    }
    return ARI_OK;
}

static ari_status enumerated_line(inquiry *q, const ari_state *s, ari_answer *answer)
{
    ari_move *list = malloc((size_t)q->v->core->max_moves * sizeof *list);
    if (!list)
        return ari_fail_memory(q->error, (size_t)q->v->core->max_moves * sizeof *list,
                               "a list of moves");
    ari_status status = ARI_OK;
    ari_state here = *s;
    answer->line_length = 0;
    while (status == ARI_OK && answer->line_length < ARI_LINE_MAX &&
           answer->distance >= 0 && ari_outcome(q->v, &here) == ARI_ON) {
        ari_move best = ARI_NO_MOVE;
        status = enumerated_best(q, &here, list, &best);
        if (status == ARI_OK) {
            answer->line[answer->line_length++] = best;
            here = ari_after(q->v, &here, best);
        }
    }
    free(list);
    return status;
}

/* ---- by the engine ---- */

/* What can be said of a position without looking further: how it ended, or any move. */
static ari_status guess_blindly(inquiry *q, const ari_state *s, ari_answer *answer)
{
    int outcome = ari_outcome(q->v, s);
    answer->exact = outcome != ARI_ON;
    answer->distance = answer->exact ? 0 : -1;
    answer->score = 0;
    answer->line_length = 0;
    if (answer->exact) {
        answer->score = ari__final_score(outcome, 0, ari_has(q->v, ARI_HAS_PAYOFFS));
        return ARI_OK;
    }
    size_t bytes = (size_t)q->v->core->max_moves * sizeof(ari_move);
    ari_move *list = malloc(bytes);
    if (!list)
        return ari_fail_memory(q->error, bytes, "a list of moves");
    if (ari_moves(q->v, s, list) > 0)
        answer->line[answer->line_length++] = list[0];
    free(list);
    return ARI_OK;
}

/* A quick guess where the exact score could not be had. All guesses of one question share
 * what is spent on them; an enumerating solver makes its engine only now. */
static ari_status guess_answer(inquiry *q, const ari_state *s, ari_answer *answer)
{
    uint64_t nodes = GUESS_NODES / (uint64_t)q->guesses + 1;
    if (q->job->limits.nodes) {
        uint64_t share =
            nodes_left(q, q->job->limits.nodes) / (uint64_t)(q->guesses - q->passed);
        if (share == 0)
            return guess_blindly(q, s, answer);
        nodes = share < nodes ? share : nodes;
    }
    if (!q->solver->engine) {
        ari_status status =
            ari_engine_new(q->v, GUESS_TABLE_BYTES, &q->solver->engine, q->error);
        if (status != ARI_OK)
            return status;
    }
    ari_engine_job job = {.limits = {.nodes = nodes}, .eval = q->job->eval};
    if (!q->job->limits.nodes) /* where nodes count, answers do not depend on time */
        job.limits.seconds = GUESS_SECONDS / q->guesses;
    ari_result result;
    ari_status status = ari_engine_search(q->solver->engine, s, &job, &result, q->error);
    if (status != ARI_OK)
        return status;
    add_stats(&q->analysis->stats, &result.stats);
    answer->score = result.score;
    answer->exact = result.exact;
    answer->distance = result.exact ? distance_of(q->v, s, result.score) : -1;
    answer->line_length = result.line_length;
    memcpy(answer->line, result.line, (size_t)result.line_length * sizeof(ari_move));
    return ARI_OK;
}

/* Does the oracle know the position? */
static bool foretold(const inquiry *q, const ari_state *s, int *score)
{
    const ari_oracle *oracle = q->solver->oracle;
    return oracle && oracle->score(oracle->self, s, score);
}

typedef enum verdict { NO, YES, OPEN } verdict;

/* Is this move as good as the position's score says? One null window tells, unless it
 * needs more than `budget` nodes (0: no limit of its own) or than the line may. */
static ari_status engine_is_best(inquiry *q, const ari_state *s, ari_move move, int score,
                                 uint64_t budget, verdict *is)
{
    ari_state next = ari_after(q->v, s, move);
    bool same = same_side_moves(q->v, s, &next);
    int wanted = ari__score_later(same ? score : -score), known;
    if (foretold(q, &next, &known)) {
        *is = known == wanted ? YES : NO;
        return ARI_OK;
    }
    if (q->line_end < UINT64_MAX) {
        uint64_t left = nodes_left(q, q->line_end);
        *is = OPEN;
        if (left == 0)
            return ARI_OK;
        budget = budget && budget < left ? budget : left;
    }
    int alpha = same ? wanted - 1 : wanted, beta = alpha + 1;
    ari_engine_job job = rest_of_job(q);
    if (budget) {
        job.runner = NULL;
        if (!job.limits.nodes || budget < job.limits.nodes)
            job.limits.nodes = budget;
        else
            budget = 0;
    }
    ari_result result;
    ari_status status =
        ari_engine_solve(q->solver->engine, &next, &job, alpha, beta, &result, q->error);
    if (status != ARI_OK)
        return status;
    add_stats(&q->analysis->stats, &result.stats);
    if (result.stopped) {
        *is = OPEN;
        if (!budget)
            q->analysis->stopped = true;
    } else {
        *is = (same ? result.score >= beta : result.score <= alpha) ? YES : NO;
    }
    return ARI_OK;
}

/* Finds a move that keeps the score. What the table already knows is asked first, so that
 * a proof once found is followed rather than another one begun. */
static ari_status engine_best_move(inquiry *q, const ari_state *s, int score,
                                   ari_move *list, ari_move *best)
{
    static const uint64_t budgets[] = {1, 1000, 100000, 0};
    int count = ari_moves(q->v, s, list);
    for (int round = 0; round < 4 && !q->analysis->stopped; round++) {
        for (int i = 0; i < count; i++) {
            verdict is;
            ari_status status = engine_is_best(q, s, list[i], score, budgets[round], &is);
            if (status != ARI_OK)
                return status;
            if (is == YES) {
                *best = list[i];
                return ARI_OK;
            }
            if (is == NO)
                list[i--] = list[--count];
        }
    }
    return ARI_OK;
}

/* Best play from a position whose exact score is known. */
static ari_status engine_line(inquiry *q, const ari_state *s, int score,
                              ari_answer *answer)
{
    ari_move *list = malloc((size_t)q->v->core->max_moves * sizeof *list);
    if (!list)
        return ari_fail_memory(q->error, (size_t)q->v->core->max_moves * sizeof *list,
                               "a list of moves");
    ari_state here = *s;
    ari_status status = ARI_OK;
    answer->line_length = 0;
    while (answer->line_length < ARI_LINE_MAX && ari_outcome(q->v, &here) == ARI_ON) {
        ari_move best = ARI_NO_MOVE;
        status = engine_best_move(q, &here, score, list, &best);
        if (status != ARI_OK || best == ARI_NO_MOVE)
            break;
        ari_state next = ari_after(q->v, &here, best);
        score = ari__score_later(same_side_moves(q->v, &here, &next) ? score : -score);
        answer->line[answer->line_length++] = best;
        here = next;
    }
    free(list);
    return status;
}

/* Score and line of a position: exact, or a guess when the limits do not allow it. The line
 * of what was foretold waits until all else is known: only the line needs a proof. */
static ari_status engine_answer(inquiry *q, const ari_state *s, bool line,
                                ari_answer *answer)
{
    ari_result result;
    bool told = foretold(q, s, &result.score);
    if (q->analysis->stopped && !told)
        return guess_answer(q, s, answer);
    ari_engine_job job = rest_of_job(q);
    if (!told) {
        ari_status status = ari_engine_solve(q->solver->engine, s, &job, -ARI_WIN,
                                             ARI_WIN, &result, q->error);
        if (status != ARI_OK)
            return status;
        add_stats(&q->analysis->stats, &result.stats);
        q->analysis->stopped = result.stopped;
        if (result.stopped)
            return guess_answer(q, s, answer);
    }
    answer->score = result.score;
    answer->exact = true;
    answer->distance = distance_of(q->v, s, result.score);
    return line && !told ? engine_line(q, s, result.score, answer) : ARI_OK;
}

/* ---- the questions ---- */

static ari_status answer_position(inquiry *q, const ari_state *s, bool line,
                                  ari_answer *answer)
{
    answer->move = ARI_NO_MOVE;
    if (!knows_each(q->solver))
        return engine_answer(q, s, line, answer);
    ari_status status = enumerated(q, s, &answer->score, &answer->distance);
    answer->exact = status == ARI_OK;
    if (status == ARI_OK && line)
        status = enumerated_line(q, s, answer);
    return status == ARI_STOPPED ? guess_answer(q, s, answer) : status;
}

/* The line of the whole position goes on after its first move. */
static void take_line(const ari_answer *whole, ari_answer *answer)
{
    if (whole->line_length == 0 || whole->line[0] != answer->move)
        return;
    answer->line_length = whole->line_length - 1;
    memcpy(answer->line, whole->line + 1, (size_t)answer->line_length * sizeof(ari_move));
}

/* Fills in one move if it belongs into the answer. */
static ari_status answer_move(inquiry *q, const ari_state *s, ari_move move, bool all)
{
    ari_analysis *a = q->analysis;
    ari_answer *answer = &a->moves[a->count];
    ari_state next = ari_after(q->v, s, move);
    ari_status status;
    *answer = (ari_answer){.move = move};
    if (all || knows_each(q->solver)) {
        status = answer_position(q, &next, all, answer);
        answer->move = move;
        answer->score = score_of_move(q->v, s, &next, answer->score);
        if (answer->distance >= 0)
            answer->distance++;
        if (!all)
            take_line(&a->whole, answer);
        if (status == ARI_OK && (all || answer->score == a->whole.score))
            a->count++;
        return status;
    }
    verdict is = a->whole.line_length > 0 && a->whole.line[0] == move ? YES : OPEN;
    status = is == YES ? ARI_OK : engine_is_best(q, s, move, a->whole.score, 0, &is);
    answer->score = a->whole.score;
    answer->exact = a->whole.exact;
    answer->distance = a->whole.distance;
    take_line(&a->whole, answer);
    if (status == ARI_OK && is == YES)
        a->count++;
    return status;
}

static void sort_answers(ari_answer *answers, int count)
{
    for (int i = 1; i < count; i++)
        for (int j = i; j > 0 && answers[j].score > answers[j - 1].score; j--) {
            ari_answer swapped = answers[j];
            answers[j] = answers[j - 1];
            answers[j - 1] = swapped;
        }
}

static ari_status answer_moves(inquiry *q, const ari_state *s, bool all)
{
    ari_analysis *a = q->analysis;
    size_t most = (size_t)q->v->core->max_moves;
    ari_move *list = malloc(most * sizeof *list);
    if (!list)
        return ari_fail_memory(q->error, most * sizeof *list, "a list of moves");
    int count = ari_moves(q->v, s, list);
    q->guesses = count;
    a->moves = calloc((size_t)count, sizeof *a->moves);
    if (!a->moves) {
        free(list);
        return ari_fail_memory(q->error, (size_t)count * sizeof *a->moves,
                               "the values of the moves");
    }
    ari_status status = ARI_OK;
    for (int i = 0; i < count && status == ARI_OK; i++) {
        q->passed = i;
        if (all || !a->stopped)
            status = answer_move(q, s, list[i], all);
    }
    if (status == ARI_OK)
        sort_answers(a->moves, a->count);
    free(list);
    return status;
}

/* Best play from a position that was foretold: along what the oracle knows, and then as far
 * as the nodes for lines go. What ends the work here leaves the values as they are. */
static ari_status foretold_line(inquiry *q, const ari_state *s, ari_answer *answer)
{
    bool stopped = q->analysis->stopped;
    int score;
    if (!answer->exact || ari_outcome(q->v, s) != ARI_ON || !foretold(q, s, &score))
        return ARI_OK;
    q->analysis->stopped = false;
    ari_status status = engine_line(q, s, score, answer);
    q->analysis->stopped = stopped;
    return status;
}

/* The lines that waited, those of the best moves first. */
static ari_status foretold_lines(inquiry *q, const ari_state *s, bool all)
{
    ari_analysis *a = q->analysis;
    ari_status status = ARI_OK;
    if (knows_each(q->solver) || !q->solver->oracle)
        return ARI_OK;
    q->line_end = a->stats.nodes + q->solver->line_nodes;
    if (!all)
        status = foretold_line(q, s, &a->whole);
    for (int i = 0; i < a->count && status == ARI_OK; i++) {
        ari_state next = ari_after(q->v, s, a->moves[i].move);
        if (all)
            status = foretold_line(q, &next, &a->moves[i]);
        else
            take_line(&a->whole, &a->moves[i]);
    }
    return status;
}

/* After analysing every move the position's answer is that of its best: of equal ones the
 * first that ends the game soonest, as when only the position is asked about. */
static void take_best(const inquiry *q, const ari_state *s)
{
    ari_analysis *a = q->analysis;
    const ari_answer *best = &a->moves[0];
    for (int i = 1; i < a->count && a->moves[i].score == best->score; i++)
        if (a->moves[i].distance >= 0 &&
            (best->distance < 0 || a->moves[i].distance < best->distance))
            best = &a->moves[i];
    ari_answer *whole = &a->whole;
    whole->score = best->score;
    whole->exact = true;
    for (int i = 0; i < a->count; i++)
        if (!a->moves[i].exact)
            whole->exact = false;
    /* The engine does not look for the shortest draw, though it may know of one. */
    whole->distance = knows_each(q->solver) ? best->distance
                      : whole->exact        ? distance_of(q->v, s, whole->score)
                                            : -1;
    whole->line[0] = best->move;
    int rest =
        best->line_length < ARI_LINE_MAX - 1 ? best->line_length : ARI_LINE_MAX - 1;
    memcpy(whole->line + 1, best->line, (size_t)rest * sizeof(ari_move));
    whole->line_length = rest + 1;
}

/* Stopped with no best move proved: the guess's own move is the best so far. */
static void take_guess(ari_analysis *a)
{
    if (a->count > 0 || a->whole.line_length == 0 || !a->moves)
        return;
    a->moves[0] = a->whole;
    a->moves[0].move = a->whole.line[0];
    take_line(&a->whole, &a->moves[0]);
    a->count = 1;
}

ari_status ari_solver_ask(ari_solver *solver, const ari_state *s, ari_question question,
                          const ari_engine_job *job, ari_analysis *analysis,
                          ari_error *error)
{
    *analysis = (ari_analysis){.whole = {.move = ARI_NO_MOVE, .distance = -1}};
    const ari_variant *v = solver->variant;
    inquiry q = {.solver = solver,
                 .v = v,
                 .job = job,
                 .start = ari__seconds(),
                 .guesses = 1,
                 .line_end = UINT64_MAX,
                 .analysis = analysis,
                 .error = error};
    ari_status status = ARI_OK;
    int outcome = ari_outcome(v, s);
    if (outcome != ARI_ON) {
        analysis->whole.score = ari__final_score(outcome, 0, ari_has(v, ARI_HAS_PAYOFFS));
        analysis->whole.distance = 0;
        analysis->whole.exact = true;
        return ARI_OK;
    }
    if (question != ARI_ASK_MOVES)
        status = answer_position(&q, s, question == ARI_ASK_BEST, &analysis->whole);
    if (status == ARI_OK && question != ARI_ASK_VALUE)
        status = answer_moves(&q, s, question == ARI_ASK_MOVES);
    if (status == ARI_OK && question != ARI_ASK_VALUE)
        status = foretold_lines(&q, s, question == ARI_ASK_MOVES);
    if (status == ARI_OK && question == ARI_ASK_MOVES && analysis->count > 0)
        take_best(&q, s);
    if (status == ARI_OK && question == ARI_ASK_BEST)
        take_guess(analysis);
    analysis->stats.states = solver->memo.count;
    analysis->stats.seconds = ari__seconds() - q.start;
    if (status != ARI_OK)
        ari_analysis_free(analysis);
    return status;
}
