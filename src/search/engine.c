/* engine.c: the engine around the templates: tables, threads, deepening, solving. */
#include <ariadne/engine.h>

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/memory.h"
#include "search/engine_thread.h"
#include "search/prover.h"

struct ari_engine {
    const ari_variant *variant;
    ari__table table;
    bool used;           /* the table holds something */
    ari__prover *prover; /* made when something is to be solved */
    ari_eval eval;       /* that its incomplete entries were made with */
    ari__engine_thread *threads;
    int thread_count;
};

static void thread_free(ari__engine_thread *t)
{
    free(t->lists);
    free(t->promise);
    free(t->killers);
    free(t->history[0]);
    free(t->lines);
    free(t->line_lengths);
}

static bool thread_make(ari__engine_thread *t, const ari_variant *v, int index)
{
    size_t plies = ARI_PLY_MAX + 2, moves = (size_t)v->core->max_moves;
    *t = (ari__engine_thread){.variant = v, .index = index};
    t->lists = malloc(plies * moves * sizeof *t->lists);
    t->promise = malloc(plies * moves * sizeof *t->promise);
    t->killers = malloc(plies * 2 * sizeof *t->killers);
    t->history[0] = malloc(sizeof *t->history[0] * 2 * ARI__HISTORY);
    t->lines = malloc(sizeof *t->lines * (ARI_LINE_MAX + 1) * ARI_LINE_MAX);
    t->line_lengths = malloc((ARI_LINE_MAX + 2) * sizeof *t->line_lengths);
    if (!t->lists || !t->promise || !t->killers || !t->history[0] || !t->lines ||
        !t->line_lengths) {
        thread_free(t);
        return false;
    }
    t->history[1] = t->history[0] + ARI__HISTORY;
    return true;
}

/* Makes at least `count` threads' work places. */
static ari_status need_threads(ari_engine *engine, int count, ari_error *error)
{
    if (count <= engine->thread_count)
        return ARI_OK;
    ari__engine_thread *larger =
        realloc(engine->threads, (size_t)count * sizeof *engine->threads);
    if (!larger)
        return ari_fail_memory(error, (size_t)count * sizeof *larger, "search threads");
    engine->threads = larger;
    for (; engine->thread_count < count; engine->thread_count++)
        if (!thread_make(&larger[engine->thread_count], engine->variant,
                         engine->thread_count))
            return ari_fail_memory(error,
                                   ARI_PLY_MAX * (size_t)engine->variant->core->max_moves,
                                   "a search thread");
    return ARI_OK;
}

ari_status ari_engine_new(const ari_variant *v, size_t table_bytes, ari_engine **result,
                          ari_error *error)
{
    *result = NULL;
    size_t bucket = ARI__BUCKET * sizeof(ari__slot);
    if (table_bytes < bucket)
        return ari_fail(error, ARI_RANGE, ARI_NO_OFFSET,
                        "a table needs at least %zu bytes, not %zu", bucket, table_bytes);
    ari_engine *engine = calloc(1, sizeof *engine);
    if (!engine)
        return ari_fail_memory(error, sizeof *engine, "an engine");
    engine->variant = v;
    engine->eval.which = ARI_EVAL_NEUTRAL;
    engine->table.buckets = table_bytes / bucket;
    engine->table.bytes = (size_t)engine->table.buckets * bucket;
    engine->table.slots = ari__block_new(engine->table.bytes);
    ari_status status = ARI_OK;
    if (!engine->table.slots)
        status = ari_fail_memory(error, table_bytes, "the transposition table");
    else
        status = need_threads(engine, 1, error);
    if (status != ARI_OK)
        ari_engine_free(engine);
    else
        *result = engine;
    return status;
}

void ari_engine_free(ari_engine *engine)
{
    if (!engine)
        return;
    for (int i = 0; i < engine->thread_count; i++)
        thread_free(&engine->threads[i]);
    free(engine->threads);
    ari__prover_free(engine->prover);
    ari__block_free(engine->table.slots, engine->table.bytes);
    free(engine);
}

static void forget_searches(ari_engine *engine)
{
    if (engine->used) /* clearing a new table would only cost its pages */
        ari__block_clear(engine->table.slots, engine->table.bytes);
    engine->used = false;
}

void ari_engine_clear(ari_engine *engine)
{
    forget_searches(engine);
    if (engine->prover)
        ari__prover_clear(engine->prover);
}

/* ---- one run, by one or more threads ---- */

typedef struct engine_run {
    ari_engine *engine;
    const ari_engine_job *job;
    ari_limits limits; /* the job's, with each thread's part of the nodes */
    const ari_state *root;
    int max_depth;
    ari_stop halt;      /* set by the main thread when it is done */
    ari_result *result; /* written by that thread alone */
} engine_run;

static void thread_begin(engine_run *run, int index)
{
    ari__engine_thread *t = &run->engine->threads[index];
    ari__ticker_start(&t->tick, &run->limits);
    t->tick.halt = &run->halt;
    t->tick.silent = index != 0;
    t->table = &run->engine->table;
    t->eval = run->engine->eval;
    t->symmetry = t->eval.which != ARI_EVAL_RANDOM; /* the only one blind to it */
    t->max_ply = ARI_PLY_MAX;
    t->horizon = t->cutoffs = t->hits = t->leaves = 0;
    t->deepest = 0;
    int killers = 2 * (ARI_PLY_MAX + 2);
    for (int i = 0; i < killers; i++)
        t->killers[i] = ARI_NO_MOVE;
    /* Helpers look at equally promising moves in another order. */
    ari_random random = ari_random_seeded((uint64_t)index);
    for (int i = 0; i < 2 * ARI__HISTORY; i++)
        t->history[0][i] = index == 0 ? 0 : (int32_t)ari_random_below(&random, 512);
}

static int search_root(engine_run *run, ari__engine_thread *t, int depth, int alpha,
                       int beta, bool line)
{
    return run->engine->variant->searches->engine(t, run->root, depth, alpha, beta, line);
}

/* Takes the line of the thread into the result. */
static void take_line(ari__engine_thread *t, ari_result *result)
{
    result->line_length = t->line_lengths[0];
    if (result->line_length == 0)
        return;
    memcpy(result->line, t->lines, (size_t)result->line_length * sizeof(ari_move));
    result->best = result->line[0];
}

static void tell(ari__engine_thread *t, const ari_result *result)
{
    t->tick.progress.scored = true;
    t->tick.progress.score = result->score;
    t->tick.progress.depth = result->depth;
    t->tick.progress.line = result->line;
    t->tick.progress.line_length = result->line_length;
    ari__ticker_tell(&t->tick);
}

/* Is a score found at `depth` final? Nothing was cut off by the depth limit, or it is a
 * win or loss that no deeper search can better: shorter ones would have been seen. */
static bool final_at(const ari_variant *v, int score, int depth, bool complete)
{
    if (complete)
        return true;
    int distance = ari_has(v, ARI_HAS_PAYOFFS) ? -1 : ari_score_distance(score);
    return distance >= 0 && distance <= depth;
}

static void deepen(engine_run *run, ari__engine_thread *t)
{
    const ari_variant *v = run->engine->variant;
    ari_result mine = {.best = ARI_NO_MOVE};
    ari_result *result = t->index == 0 ? run->result : &mine;
    for (int depth = 1 + (t->index & 1); depth <= run->max_depth; depth++) {
        uint64_t horizon = t->horizon;
        int score = search_root(run, t, depth, -ARI__INFINITE, ARI__INFINITE, true);
        if (t->tick.stopped)
            break;
        result->score = score;
        result->depth = depth;
        result->exact = final_at(v, score, depth, t->horizon == horizon);
        take_line(t, result);
        if (t->index == 0)
            tell(t, result);
        if (result->exact)
            break;
    }
    if (t->index == 0)
        atomic_store(&run->halt, 1); /* the helpers have helped enough */
}

static void thread_main(void *argument, int index)
{
    engine_run *run = argument;
    thread_begin(run, index);
    deepen(run, &run->engine->threads[index]);
}

static ari_status run_all(engine_run *run, ari_error *error)
{
    const ari_runner *runner = run->job->runner;
    ari_engine *engine = run->engine;
    int count = runner && runner->threads > 1 ? runner->threads : 1;
    ari_status status = need_threads(engine, count, error);
    if (status != ARI_OK)
        return status;
    run->limits = run->job->limits;
    if (run->limits.nodes)
        run->limits.nodes = (run->limits.nodes + (uint64_t)count - 1) / (uint64_t)count;
    double start = ari__seconds();
    engine->used = true;
    if (count > 1)
        runner->run(runner->self, count, thread_main, run);
    else
        thread_main(run, 0);
    ari_stats *stats = &run->result->stats;
    for (int i = 0; i < count; i++) {
        const ari__engine_thread *t = &engine->threads[i];
        ari__stats_add(stats, &(ari_stats){.nodes = ari__ticker_nodes(&t->tick),
                                           .leaves = t->leaves,
                                           .cutoffs = t->cutoffs,
                                           .table_hits = t->hits,
                                           .deepest = t->deepest});
    }
    stats->seconds = ari__seconds() - start;
    return ARI_OK;
}

/* The result of a position that needs no search; true if it is one. */
static bool finished(const ari_variant *v, const ari_state *s, ari_result *result)
{
    memset(result, 0, sizeof *result);
    result->best = ARI_NO_MOVE;
    int outcome = ari_outcome(v, s);
    if (outcome == ARI_ON)
        return false;
    result->score = ari__final_score(outcome, 0, ari_has(v, ARI_HAS_PAYOFFS));
    result->exact = true;
    return true;
}

static bool same_eval(const ari_eval *a, const ari_eval *b)
{
    return a->which == b->which && a->seed == b->seed &&
           memcmp(a->params, b->params, sizeof a->params) == 0;
}

/* Entries that a depth limit made are worth nothing to another evaluation. */
static void use_eval(ari_engine *engine, const ari_eval *eval)
{
    if (same_eval(&engine->eval, eval))
        return;
    forget_searches(engine); /* what is proved holds for any evaluation */
    engine->eval = *eval;
}

ari_status ari_engine_search(ari_engine *engine, const ari_state *s,
                             const ari_engine_job *job, ari_result *result,
                             ari_error *error)
{
    if (finished(engine->variant, s, result))
        return ARI_OK;
    use_eval(engine, &job->eval);
    int depth = job->limits.depth;
    engine_run run = {.engine = engine,
                      .job = job,
                      .root = s,
                      .max_depth = depth > 0 && depth < ARI_PLY_MAX ? depth : ARI_PLY_MAX,
                      .result = result};
    ari_status status = run_all(&run, error);
    if (status != ARI_OK)
        return status;
    result->stopped = engine->threads[0].tick.stopped;
    if (result->best == ARI_NO_MOVE) { /* stopped before one ply was searched */
        ari_move *list = engine->threads[0].lists;
        ari_moves(engine->variant, s, list);
        result->best = result->line[0] = list[0];
        result->line_length = 1;
    }
    return ARI_OK;
}

ari_status ari_engine_solve(ari_engine *engine, const ari_state *s,
                            const ari_engine_job *job, int alpha, int beta,
                            ari_result *result, ari_error *error)
{
    if (finished(engine->variant, s, result))
        return ARI_OK;
    if (!engine->prover) {
        ari_status status =
            ari__prover_new(engine->variant, engine->table.bytes, &engine->prover, error);
        if (status != ARI_OK)
            return status;
    }
    return ari__prover_ask(engine->prover, s, job, alpha, beta, result, error);
}
