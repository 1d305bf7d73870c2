/* engine.c: the engine around the templates: tables, threads, deepening, solving. */
#include <ariadne/engine.h>

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "search/deepen.h"
#include "search/dfpn.h"
#include "search/given.h"
#include "search/prover.h"

/* What is beside a table may take this part of the memory without making the table smaller;
 * more than that is taken from the table, but no more than half of it all. */
#define BESIDE 16
#define PLIES_LEAST 16
#define TIGHT \
    ((size_t)1 << 18) /* who gives less than this wants a small table, and only that */
/* However little is allowed, a search needs a place to work; where it could not be had beside the
 * proofs otherwise, they leave room for it. */
#define PLACES_LEAST ((size_t)192 << 10)
#define REDUCED_PART 1100
/* That symmetric positions share an entry of the table pays near the root, where it saves whole
 * subtrees; further down, finding their canonical form costs more, and a move that was found for
 * another orientation is no use. It pays everywhere in games that come back to their positions, and
 * where positions are few. */
#define SYMMETRIC_PLIES 2
#define FEW_POSITIONS 2.5e7

struct ari_engine {
    const ari_variant *variant;
    size_t bytes; /* that all of it may take */
    size_t given; /* of so many */
    ari__table table;
    bool used;     /* the table holds something */
    unsigned with; /* techniques that its entries were made with */
    /* Made when something is to be solved, by the one or by the other. */
    ari__prover *prover;
    ari__dfpn *dfpn;
    ari_eval eval; /* that its incomplete entries were made with */
    ari__engine_thread *threads;
    int thread_count, plies; /* that there are work places for */
    ari__busy busy;
};

/* ---- memory ---- */

static void thread_free(ari__engine_thread *t)
{
    free(t->lists);
    free(t->promise);
    free(t->killers);
    free(t->history[0]);
    free(t->lines);
    free(t->line_lengths);
    free(t->reductions);
    free(t->path);
    free(t->past);
    ari__threats_free(&t->threats);
}

/* Rows of the best lines: one for each ply, and for the two after it. */
static size_t lines_for(int plies)
{
    return plies + 3 < ARI_LINE_MAX ? (size_t)plies + 3 : ARI_LINE_MAX + 1;
}

/* 16 times the binary logarithm of n, by straight lines between powers of two. */
static int sixteenths(int n)
{
    int whole = 31 - __builtin_clz((unsigned)n);
    return 16 * whole + 16 * (n - (1 << whole)) / (1 << whole);
}

/* Late-move reductions grow with the logarithms of the depth and of the place of the move. */
static void set_reductions(ari__engine_thread *t)
{
    for (int depth = 0; depth < ARI__REDUCED; depth++)
        for (int place = 0; place < ARI__REDUCED; place++) {
            int grown = depth && place ? sixteenths(depth) * sixteenths(place) : 0;
            t->reductions[depth][place] = (uint8_t)(grown / REDUCED_PART);
        }
}

/* What each thread may take to look for wins by force. */
static size_t bytes_for_threats(const ari_engine *engine)
{
    enum { PART = 32 };
    return engine->given < TIGHT ? 0 : engine->bytes / PART;
}

static size_t place_bytes(const ari_engine *engine, int plies)
{
    const ari_variant *v = engine->variant;
    const ari__engine_thread *t = NULL;
    size_t frames = (size_t)plies + 2, moves = (size_t)v->core->max_moves;
    bool cycles = ari_has(v, ARI_HAS_CYCLES);
    return frames * (moves * (sizeof *t->lists + sizeof *t->promise) +
                     2 * sizeof *t->killers + (cycles ? sizeof *t->path : 0)) +
           sizeof *t->history[0] * 2 * ARI__HISTORY +
           sizeof *t->reductions * ARI__REDUCED +
           (cycles ? ARI__PAST_MOST * sizeof *t->past : 0) +
           sizeof *t->lines * lines_for(plies) * ARI_LINE_MAX +
           (ARI_LINE_MAX + 2) * sizeof *t->line_lengths +
           ari__threats_bytes(v, bytes_for_threats(engine));
}

static bool thread_make(ari__engine_thread *t, const ari_engine *engine, int plies,
                        int index)
{
    const ari_variant *v = engine->variant;
    size_t frames = (size_t)plies + 2, moves = (size_t)v->core->max_moves;
    bool cycles = ari_has(v, ARI_HAS_CYCLES);
    *t = (ari__engine_thread){.variant = v, .index = index};
    t->lists = malloc(frames * moves * sizeof *t->lists);
    t->promise = malloc(frames * moves * sizeof *t->promise);
    t->killers = malloc(frames * 2 * sizeof *t->killers);
    t->history[0] = malloc(sizeof *t->history[0] * 2 * ARI__HISTORY);
    t->reductions = malloc(sizeof *t->reductions * ARI__REDUCED);
    t->path = cycles ? malloc(frames * sizeof *t->path) : NULL;
    t->past = cycles ? malloc(ARI__PAST_MOST * sizeof *t->past) : NULL;
    t->lines = malloc(sizeof *t->lines * lines_for(plies) * ARI_LINE_MAX);
    t->line_lengths = malloc((ARI_LINE_MAX + 2) * sizeof *t->line_lengths);
    if (!t->lists || !t->promise || !t->killers || !t->history[0] || !t->reductions ||
        (cycles && (!t->path || !t->past)) || !t->lines || !t->line_lengths ||
        !ari__threats_make(&t->threats, v, bytes_for_threats(engine))) {
        thread_free(t);
        return false;
    }
    t->history[1] = t->history[0] + ARI__HISTORY;
    t->threats.tick = &t->tick;
    set_reductions(t);
    return true;
}

static void free_threads(ari_engine *engine)
{
    for (int i = 0; i < engine->thread_count; i++)
        thread_free(&engine->threads[i]);
    free(engine->threads);
    engine->threads = NULL;
    engine->thread_count = 0;
}

/* Makes work places for at least so many threads and plies. */
static ari_status need_threads(ari_engine *engine, int count, int plies, ari_error *error)
{
    if (count <= engine->thread_count && plies <= engine->plies)
        return ARI_OK;
    free_threads(engine);
    engine->threads = malloc((size_t)count * sizeof *engine->threads);
    if (!engine->threads)
        return ari_fail_memory(error, (size_t)count * sizeof *engine->threads,
                               "search threads");
    engine->plies = plies;
    for (; engine->thread_count < count; engine->thread_count++)
        if (!thread_make(&engine->threads[engine->thread_count], engine, plies,
                         engine->thread_count)) {
            free_threads(engine); /* the next call must not find half of them */
            return ari_fail_memory(error, place_bytes(engine, plies), "a search thread");
        }
    return ARI_OK;
}

static void free_table(ari_engine *engine)
{
    ari__block_free(engine->table.slots, engine->table.bytes);
    engine->table = (ari__table){.slots = NULL};
    engine->used = false;
}

/* A table of at most so many bytes: the one that there is, or a new one. */
static ari_status need_table(ari_engine *engine, size_t bytes, ari_error *error)
{
    size_t bucket = ARI__BUCKET * sizeof(ari__slot);
    if (bytes < bucket)
        bytes = bucket;
    if (engine->table.slots && engine->table.bytes <= bytes)
        return ARI_OK;
    free_table(engine);
    engine->table.buckets = bytes / bucket;
    engine->table.bytes = (size_t)engine->table.buckets * bucket;
    engine->table.slots = ari__block_new(engine->table.bytes);
    ARI_ASSERT(engine->table.buckets > 0 && engine->table.bytes <= bytes);
    return engine->table.slots ? ARI_OK
                               : ari_fail_memory(error, bytes, "the transposition table");
}

/* Shares the memory between the work places of a search and its table. Where it is little, there
 * are fewer threads, then fewer plies. What was proved stays, and leaves little for a search. */
static ari_status need_room(ari_engine *engine, int *count, int plies, ari_error *error)
{
    bool proves = engine->prover || engine->dfpn;
    size_t room = proves ? engine->bytes / BESIDE : engine->bytes;
    size_t most = engine->given < TIGHT     ? SIZE_MAX
                  : room / 2 > PLACES_LEAST ? room / 2
                                            : PLACES_LEAST;
    while (*count > 1 && place_bytes(engine, plies) > most / (size_t)*count)
        *count -= 1;
    while (plies > PLIES_LEAST && place_bytes(engine, plies) > most)
        plies = plies / 2 > PLIES_LEAST ? plies / 2 : PLIES_LEAST;
    size_t places = (size_t)*count * place_bytes(engine, plies);
    bool small = (places <= room / BESIDE || engine->given < TIGHT) && !proves;
    size_t table = small ? room : places < room / 2 ? room - places : room / 2;
    ari_status status = need_table(engine, table, error);
    return status == ARI_OK ? need_threads(engine, *count, plies, error) : status;
}

ari_status ari_engine_new(const ari_variant *v, size_t bytes, ari_engine **result,
                          ari_error *error)
{
    return ari__engine_new(v, bytes, bytes, result, error);
}

ari_status ari__engine_new(const ari_variant *v, size_t bytes, size_t given,
                           ari_engine **result, ari_error *error)
{
    *result = NULL;
    size_t bucket = ARI__BUCKET * sizeof(ari__slot);
    if (bytes < bucket)
        return ari_fail(error, ARI_RANGE, ARI_NO_OFFSET,
                        "a table needs at least %zu bytes, not %zu", bucket, bytes);
    ari_engine *engine = calloc(1, sizeof *engine);
    if (!engine)
        return ari_fail_memory(error, sizeof *engine, "an engine");
    engine->variant = v;
    engine->bytes = bytes;
    engine->given = given;
    engine->eval.which = ARI_EVAL_NEUTRAL;
    int one = 1;
    ari_status status = need_room(engine, &one, ari__longest_line(v, &v->start), error);
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
    free_threads(engine);
    free_table(engine);
    ari__prover_free(engine->prover);
    ari__dfpn_free(engine->dfpn);
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
    for (int i = 0; i < engine->thread_count; i++)
        ari__threats_clear(&engine->threads[i].threats);
    if (engine->prover)
        ari__prover_clear(engine->prover);
    if (engine->dfpn)
        ari__dfpn_clear(engine->dfpn);
}

const char *const ari_technique_names[] = {"reductions", "pruning",    "extensions",
                                           "leaves",     "candidates", "repetitions",
                                           "threats",    NULL};

/* ---- one run, by one or more threads ---- */

/* The positions that the game has come through, but for the one where it stands, if that is where
 * the record ends. */
static void remember_record(ari__engine_thread *t, const ari_record *record,
                            const ari_state *root)
{
    t->past_count = 0;
    memset(t->past_bits, 0, sizeof t->past_bits);
    if (!record || !ari_state_equal(t->variant, &record->end, root))
        return;
    ari_state s = record->start;
    for (int i = 0; i < record->count; i++) {
        if (i >= record->count - ARI__PAST_MOST)
            ari__note_past(t, ari_mix(t->variant->core->key(t->variant->rules, &s)));
        s = ari_after(t->variant, &s, record->moves[i]);
    }
}

static void thread_begin(ari__engine_run *run, int index)
{
    ARI_ASSERT(index >= 0 && index < run->engine->thread_count);
    ari__engine_thread *t = &run->engine->threads[index];
    ari__ticker_start(&t->tick, &run->limits);
    t->tick.halt = &t->halt;
    t->busy = run->busy;
    t->tick.silent = index != 0;
    t->table = &run->engine->table;
    t->eval = run->engine->eval;
    if (t->eval.which == ARI_EVAL_RANDOM) /* the only one blind to it */
        t->symmetric_plies = -1;
    else
        t->symmetric_plies = t->path || ari_can_enumerate(t->variant, FEW_POSITIONS)
                                 ? INT_MAX
                                 : SYMMETRIC_PLIES;
    t->max_ply = run->engine->plies;
    t->with = run->engine->with;
    t->salt = 0;
    t->horizon = t->cutoffs = t->hits = t->leaves = 0;
    t->deepest = 0;
    int killers = 2 * (run->engine->plies + 2);
    for (int i = 0; i < killers; i++)
        t->killers[i] = ARI_NO_MOVE;
    ari_random random = ari_random_seeded(run->job->seed);
    for (int i = 0; i < 2 * ARI__HISTORY; i++)
        t->history[0][i] = run->job->seed ? (int32_t)ari_random_below(&random, 512) : 0;
    if (t->path)
        remember_record(t, run->job->record, run->root);
}

static void thread_main(void *argument, int index)
{
    ari__engine_run *run = argument;
    thread_begin(run, index);
    ari__deepen(run, &run->engine->threads[index]);
}

static ari_status run_all(ari__engine_run *run, ari_error *error)
{
    const ari_runner *runner = run->job->runner;
    ari_engine *engine = run->engine;
    int count = runner && runner->threads > 1 ? runner->threads : 1;
    ari_status status =
        need_room(engine, &count, ari__longest_line(engine->variant, run->root), error);
    if (status != ARI_OK)
        return status;
    run->limits = run->job->limits;
    if (run->limits.nodes)
        run->limits.nodes = (run->limits.nodes + (uint64_t)count - 1) / (uint64_t)count;
    run->threads = engine->threads;
    run->thread_count = count;
    run->busy = count > 1 ? &engine->busy : NULL;
    for (int i = 0; i < count; i++) {
        atomic_store(&engine->threads[i].halt, 0);
        atomic_store(&engine->threads[i].deepening, 0);
    }
    double start = ari_seconds();
    engine->used = true;
    if (runner && count > 1)
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
    stats->seconds = ari_seconds() - start;
    return ARI_OK;
}

/* The result of a position that needs no search; true if it is one. The others are none. */
static bool finished(const ari_variant *v, const ari_state *s, ari_result *result,
                     int results)
{
    memset(result, 0, (size_t)results * sizeof *result);
    for (int i = 0; i < results; i++)
        result[i].best = ARI_NO_MOVE;
    int outcome = ari_outcome(v, s);
    if (outcome == ARI_ON)
        return false;
    result->score = ari__final_score(outcome, 0, ari_has(v, ARI_HAS_PAYOFFS));
    result->low = result->high = result->score;
    result->exact = true;
    return true;
}

static bool same_eval(const ari_eval *a, const ari_eval *b)
{
    return a->which == b->which && a->seed == b->seed &&
           memcmp(a->params, b->params, sizeof a->params) == 0;
}

/* Entries that a depth limit made are worth nothing to another evaluation, or where other moves were
 * left out. */
static void use_job(ari_engine *engine, const ari_engine_job *job)
{
    unsigned with = job->eval.which >= 0 ? ARI_TECHNIQUES & ~job->without : 0;
    if (same_eval(&engine->eval, &job->eval) && engine->with == with)
        return;
    forget_searches(engine); /* what is proved holds for any evaluation */
    engine->eval = job->eval;
    engine->with = with;
}

/* How many of the moves are no images of others, as far as so many are wanted. */
static int count_apart(const ari__engine_run *run, int wanted)
{
    int different = 0;
    for (int i = 0; i < run->move_count && different < wanted; i++) {
        int j = 0;
        while (j < i &&
               !ari_moves_alike(run->variant, run->root, run->moves[i], run->moves[j]))
            j++;
        different += j == i;
    }
    return different;
}

/* Makes room for several lines, of which there are no more than moves. */
static ari_status need_lines(ari__engine_run *run, int lines, ari_error *error)
{
    run->lines = 1;
    if (lines <= 1)
        return ARI_OK;
    size_t moves = (size_t)run->variant->core->max_moves;
    size_t bytes = (size_t)lines * sizeof *run->coming + moves * sizeof *run->moves;
    run->coming = malloc(bytes);
    if (!run->coming)
        return ari_fail_memory(error, bytes, "several lines");
    run->moves = (ari_move *)(run->coming + lines);
    run->move_count = ari_moves(run->variant, run->root, run->moves);
    int different = run->job->apart ? count_apart(run, lines) : run->move_count;
    run->lines = lines < different ? lines : different;
    return ARI_OK;
}

ari_status ari_engine_search(ari_engine *engine, const ari_state *s,
                             const ari_engine_job *job, ari_result *result,
                             ari_error *error)
{
    int lines = job->lines > 1 ? job->lines : 1;
    if (finished(engine->variant, s, result, lines))
        return ARI_OK;
    use_job(engine, job);
    int depth = job->limits.depth;
    ari__engine_run run = {.engine = engine,
                           .variant = engine->variant,
                           .job = job,
                           .root = s,
                           .max_depth =
                               depth > 0 && depth < ARI_PLY_MAX ? depth : ARI_PLY_MAX,
                           .result = result};
    if (job->known && lines == 1) {
        *result = *job->known;
        result->stats = (ari_stats){.nodes = 0};
    }
    ari_status status = need_lines(&run, lines, error);
    if (status == ARI_OK)
        status = run_all(&run, error);
    free(run.coming);
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

/* All of it but what a search beside the proofs needs, where that is not little. */
static size_t bytes_to_prove(const ari_engine *engine)
{
    size_t bytes = engine->bytes;
    bool leaves = engine->given >= TIGHT && bytes / BESIDE / 2 < PLACES_LEAST;
    size_t left = PLACES_LEAST < bytes / 2 ? PLACES_LEAST : bytes / 2;
    return leaves ? bytes - left : bytes;
}

/* The memory is for proofs now, by one method. */
static ari_status need_proofs(ari_engine *engine, bool dfpn, ari_error *error)
{
    if (dfpn ? engine->dfpn != NULL : engine->prover != NULL)
        return ARI_OK;
    ari__prover_free(engine->prover);
    ari__dfpn_free(engine->dfpn);
    engine->prover = NULL;
    engine->dfpn = NULL;
    const ari_variant *v = engine->variant;
    size_t bytes = bytes_to_prove(engine), given = engine->given;
    ari_status status = dfpn ? ari__dfpn_new(v, bytes, given, &engine->dfpn, error)
                             : ari__prover_new(v, bytes, given, &engine->prover, error);
    if (status == ARI_OK) {
        free_table(engine);
        free_threads(engine);
    }
    return status;
}

ari_status ari_engine_solve(ari_engine *engine, const ari_state *s,
                            const ari_engine_job *job, int alpha, int beta,
                            ari_result *result, ari_error *error)
{
    bool dfpn = job->method == ARI_METHOD_DFPN;
    if (finished(engine->variant, s, result, 1))
        return ARI_OK;
    ari_status status = need_proofs(engine, dfpn, error);
    if (status != ARI_OK)
        return status;
    return dfpn ? ari__dfpn_ask(engine->dfpn, s, job, alpha, beta, result, error)
                : ari__prover_ask(engine->prover, s, job, alpha, beta, result, error);
}
