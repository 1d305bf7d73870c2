/* prover.c: asks the exact search one question after the other until the score is known.
 *
 * The score lies in a range, low to high. A question, is it at least t?, with low < t <= high is a
 * search with a null window. Its answer is a bound s: where s >= t it becomes the new low, otherwise
 * the new high. So the range shrinks whatever the answer, and where low is high that is the score:
 * a driver of the MTD family (Plaat, Schaeffer, Pijls and de Bruin 1996). What the members of the
 * family differ in is which t is next: with payoffs the last answer, as in MTD(f); otherwise short
 * wins and losses first (next_short), by iterative deepening, and then the sign (next_test).
 *
 * For example, at most 9 plies are left, there is nothing short, and it is won in 5 plies:
 *
 *     is it won at all, in 9 plies?    yes    low  = win in 9
 *     within 7?                        yes    low  = win in 7
 *     within 5?                        yes    low  = win in 5
 *     within 3?                        no     high = win in 5: that is all it can be
 *
 * A question may be given up after some nodes, to be asked again with a larger table or, in a long
 * game, after a turn of looking for short wins. Nothing is lost by that: what was proved on the way is
 * in the table. */
#include "search/prover.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "search/threats.h"

/* Easy positions are settled within so many nodes. */
#define EASY 30000

/* With more plies left a search to the end may miss a short win for very long. */
#define LONG_GAME 50

/* A table that stays in the cache is faster: every look into a large one is a look into
 * memory. So the search begins with a small one and goes on with a larger one after so many
 * nodes, which is when it begins to fill up. */
#define TABLES 4
static const struct {
    size_t bytes;
    uint64_t nodes;
} stages[TABLES - 1] = {
    {(size_t)1 << 20, 100000}, {(size_t)4 << 20, 2000000}, {(size_t)16 << 20, 30000000}};

/* A thread's own table: half of what the second cache of a core holds today. */
#define OWN_BYTES ((size_t)512 << 10)

/* The threads' places to work may take this part of the memory without making the tables
 * smaller; more than that is taken from the tables, up to half of it all. */
#define BESIDE 32
#define PART 32 /* and what looks for wins by force so much */
#define TIGHT \
    ((size_t)1 << 18) /* who gives less than this wants a small table, and only that */

struct ari__prover {
    const ari_variant *variant;
    size_t bytes;  /* that all of it may take */
    size_t given;  /* of so many */
    size_t places; /* bytes that the threads' places may take */
    ari__proof_table tables[TABLES];
    uint64_t rooms[TABLES]; /* nodes after which the next table is taken; 0: never */
    int table_count, table; /* how many there are, which is in use */
    uint64_t cleared;       /* how often */
    ari__prover_tuning tuning;
    ari_eval eval; /* the game's first: for the order of moves, and the first guess */
    ari__prover_thread *threads;
    size_t own_bytes;
    int thread_count, plies; /* that there are work places for */
    ari__threats threats;
    ari__busy busy;
};

/* ---- memory ---- */

/* Nodes after which the next table is taken. Where no hints settle most positions, every node is kept, so
 * that a table is full long before. */
static uint64_t room_of(const ari__prover *prover, int stage)
{
    uint64_t slots = stages[stage].bytes / sizeof(ari__proof_slot);
    if (prover->variant->core->best_among) /* what takes no search is kept, too */
        return slots / 2;
    bool settled = prover->variant->core->safe_moves != NULL;
    return settled || 2 * slots > stages[stage].nodes ? stages[stage].nodes : 2 * slots;
}

/* At least one bucket, however little was given. */
static bool make_table(ari__proof_table *table, size_t bytes)
{
    size_t bucket = ARI__PROOF_BUCKET * sizeof(ari__proof_slot);
    table->buckets = bytes < bucket ? 1 : bytes / bucket;
    table->bytes = (size_t)table->buckets * bucket;
    table->slots = ari__block_new(table->bytes);
    ARI_ASSERT(table->buckets > 0);
    return table->slots != NULL;
}

static bool add_table(ari__prover *prover, size_t bytes, uint64_t room)
{
    ARI_ASSERT(prover->table_count < TABLES);
    prover->rooms[prover->table_count] = room;
    return make_table(&prover->tables[prover->table_count++], bytes);
}

static void free_tables(ari__prover *prover)
{
    for (int i = 0; i < prover->table_count; i++)
        ari__block_free(prover->tables[i].slots, prover->tables[i].bytes);
    prover->table_count = 0;
}

/* One thread's own, those stages that take a small part of the memory, and the rest of it. */
static bool make_tables(ari__prover *prover, size_t bytes)
{
    ARI_ASSERT(prover->own_bytes <= bytes);
    size_t left = bytes - prover->own_bytes;
    for (int i = 0; i < TABLES - 1; i++)
        if (stages[i].bytes <= bytes / 4) {
            if (!add_table(prover, stages[i].bytes, room_of(prover, i)))
                return false;
            ARI_ASSERT(stages[i].bytes <= left);
            left -= stages[i].bytes;
        }
    return add_table(prover, left, 0);
}

static void set_age(ari__prover *prover)
{
    for (int i = 0; i < prover->table_count; i++) {
        prover->tables[i].salt = ari_mix(prover->cleared);
        prover->tables[i].age = 1 + (unsigned)(prover->cleared % 63);
    }
    prover->table = prover->tuning.whole ? prover->table_count - 1 : 0;
}

ari_status ari__prover_new(const ari_variant *v, size_t bytes, size_t given,
                           ari__prover **result, ari_error *error)
{
    ari__prover *prover = calloc(1, sizeof *prover);
    if (!prover)
        return ari_fail_memory(error, sizeof *prover, "a solver");
    prover->variant = v;
    prover->tuning = ARI__PROVER_TUNING;
    prover->eval.which = ARI_EVAL_NEUTRAL;
    const ari_eval_info *first = v->core->evals;
    if (first && first->name)
        (void)ari_eval_parse(v, first->name, 0, &prover->eval, error);
    prover->own_bytes = bytes / 8 < OWN_BYTES ? bytes / 8 : OWN_BYTES;
    size_t threats = given < TIGHT ? 0 : bytes / PART;
    prover->bytes = bytes - ari__threats_bytes(v, threats);
    prover->given = given;
    if (!ari__threats_make(&prover->threats, v, threats)) {
        free(prover);
        return ari_fail_memory(error, threats, "a solver");
    }
    *result = prover;
    return ARI_OK;
}

/* ---- places to work ---- */

typedef struct place {
    size_t path, children; /* bytes */
} place;

/* What a thread needs for lines of so many plies. */
static place place_for(const ari_variant *v, int plies)
{
    size_t frames = (size_t)plies + 2;
    return (place){.path = frames * sizeof(ari__prover_question),
                   .children = frames * ari__searches(v)->prove_room(v)};
}

static size_t place_bytes(const ari__prover *prover, const place *p)
{
    return p->path + p->children + prover->own_bytes;
}

/* Makes the tables of what so many threads leave, if there are none yet. */
static ari_status need_tables(ari__prover *prover, int threads, int plies,
                              ari_error *error)
{
    if (prover->table_count > 0)
        return ARI_OK;
    size_t bytes = prover->bytes;
    place p = place_for(prover->variant, plies);
    size_t each = place_bytes(prover, &p);
    /* one thread's own table is a part of the tables */
    size_t places = each > bytes / (size_t)threads ? bytes : each * (size_t)threads;
    places = places - (places < prover->own_bytes ? places : prover->own_bytes);
    bool small = places <= bytes / BESIDE || prover->given < TIGHT;
    prover->places = prover->given < TIGHT ? places
                     : small               ? bytes / BESIDE
                     : places < bytes / 2  ? places
                                           : bytes / 2;
    if (make_tables(prover, small ? bytes : bytes - prover->places)) {
        set_age(prover);
        return ARI_OK;
    }
    free_tables(prover);
    return ari_fail_memory(error, bytes, "the table of a solver");
}

/* Goes on with the next table, into which what was proved so far is carried over: from
 * beginning to end in both, as the places of a key in them are in proportion. */
static void grow(ari__prover *prover)
{
    ARI_ASSERT(prover->table + 1 < prover->table_count);
    const ari__proof_table *from = &prover->tables[prover->table++];
    uint64_t slots = from->buckets * ARI__PROOF_BUCKET;
    for (uint64_t i = 0; i < slots; i++) {
        uint64_t data = from->slots[i].data;
        if ((data >> 4 & 63) == from->age)
            ari__proof_put(&prover->tables[prover->table], from->slots[i].check ^ data,
                           ari__proof_unpack(data), (uint64_t)1 << 2 * (data & 15));
    }
}

static void free_threads(ari__prover *prover)
{
    for (int i = 0; i < prover->thread_count; i++) {
        free(prover->threads[i].path);
        free(prover->threads[i].children);
        ari__block_free(prover->threads[i].own.slots, prover->threads[i].own.bytes);
    }
    ari__block_free(prover->threads,
                    (size_t)prover->thread_count * sizeof *prover->threads);
    prover->threads = NULL;
    prover->thread_count = 0;
}

void ari__prover_free(ari__prover *prover)
{
    if (!prover)
        return;
    free_threads(prover);
    free_tables(prover);
    ari__threats_free(&prover->threats);
    free(prover);
}

void ari__prover_tune(ari__prover *prover, ari__prover_tuning tuning)
{
    prover->tuning = tuning;
}

void ari__prover_clear(ari__prover *prover)
{
    prover->cleared++;
    ari__threats_clear(&prover->threats);
    set_age(prover);
}

static bool make_thread(ari__prover *prover, ari__prover_thread *t, const place *p,
                        int plies)
{
    t->children = malloc(p->children);
    t->path = calloc(1, p->path);
    if (!t->children || !t->path || !make_table(&t->own, prover->own_bytes))
        return false;
    const ari_variant *v = prover->variant;
    t->children_end = t->children + p->children - ari__searches(v)->prove_room(v);
    ARI_ASSERT(t->children_end >= t->children);
    t->plies = plies;
    return true;
}

/* Makes work places for at least so many plies, and for `*count` threads or as many as there is
 * memory for. One there always is, if need be with a stack that may turn out too small. */
static ari_status need_threads(ari__prover *prover, int *count, int plies,
                               ari_error *error)
{
    place p = place_for(prover->variant, plies);
    size_t room = prover->places + prover->own_bytes, full = place_bytes(prover, &p);
    ARI_ASSERT(*count > 0 && full > 0);
    bool tight = prover->given >= TIGHT && (size_t)*count > room / full;
    if (tight)
        *count = room > full ? (int)(room / full) : 1;
    if (*count <= prover->thread_count && plies <= prover->plies)
        return ARI_OK;
    if (tight && full > room) {
        size_t others = full - p.children, least = p.children / (size_t)(plies + 2) * 8;
        p.children = room > others + least ? room - others : least;
    }
    free_threads(prover);
    prover->threads = ari__block_new((size_t)*count * sizeof *prover->threads);
    if (!prover->threads)
        return ari_fail_memory(error, (size_t)*count * sizeof *prover->threads,
                               "search threads");
    prover->plies = plies;
    prover->thread_count = *count;
    for (int i = 0; i < *count; i++)
        if (!make_thread(prover, &prover->threads[i], &p, plies)) {
            free_threads(prover); /* the next call must not find half of them */
            return ari_fail_memory(error, place_bytes(prover, &p), "a search thread");
        }
    return ARI_OK;
}

/* ---- threads beside each other ---- */

#define NODES_BETWEEN_LOOKS 256

void ari__prover_look(ari__prover_thread *t, int ply)
{
    ARI_ASSERT(ply >= 0 && ply <= t->plies);
    t->next_look = ari__ticker_nodes(&t->tick) + NODES_BETWEEN_LOOKS;
    for (int i = 0; i <= ply && t->settled_ply < 0 && !t->tick.stopped; i++) {
        const ari__prover_question *above = &t->path[i];
        if (!above->key ||
            !ari__prover_knows(t->table, above->key, above->beta, i, &t->settled_score))
            continue;
        t->settled_ply = i;
        ari__ticker_stop(&t->tick);
    }
}

/* ---- one question, asked of one thread or of all ---- */

typedef struct proof_run {
    ari__prover *prover;
    const ari_engine_job *job;
    const ari_state *root;
    ari_limits limits; /* the job's, with each thread's part of the nodes */
    ari_limits some;   /* those of the present question */
    int threads;
    int test;
    ari_stop halt;      /* set by the thread that is done first */
    atomic_int answers; /* how many have it */
    int score;          /* written by the first */
} proof_run;

static void answer(void *argument, int index)
{
    proof_run *run = argument;
    ari__prover_thread *t = &run->prover->threads[index];
    const ari_variant *v = run->prover->variant;
    t->table = &run->prover->tables[run->prover->table];
    t->own.age = t->table->age;
    t->next_look = 0;
    t->settled_ply = -1;
    ari__ticker_resume(&t->tick, &run->some);
    if (ari__ticker_look(&t->tick))
        return;
    int score = ari__searches(v)->prove(t, v, run->root, run->test);
    if (!t->tick.stopped && atomic_fetch_add(&run->answers, 1) == 0)
        run->score = score;
    if (!t->crowded) /* others may have more luck with their stack */
        atomic_store(&run->halt, 1);
}

/* Is the score at least `test`? False if there is no answer within `nodes` more (0: within
 * the limits of the job). */
static bool ask(proof_run *run, int test, uint64_t nodes)
{
    ari__prover_thread *main_thread = &run->prover->threads[0];
    bool alone = run->threads == 1 || (nodes && nodes <= run->prover->tuning.alone);
    ARI_ASSERT(run->threads > 0 && run->threads <= run->prover->thread_count);
    run->some = run->limits;
    if (nodes) {
        nodes += ari__ticker_nodes(&main_thread->tick);
        if (!run->some.nodes || nodes < run->some.nodes)
            run->some.nodes = nodes;
    }
    run->test = test;
    atomic_store(&run->answers, 0);
    main_thread->busy = NULL;
    if (alone) {
        answer(run, 0);
    } else {
        for (int i = 0; i < run->threads; i++)
            run->prover->threads[i].busy = &run->prover->busy;
        run->job->runner->run(run->job->runner->self, run->threads, answer, run);
    }
    atomic_store(&run->halt, 0);
    return run->answers > 0;
}

/* ---- which question to ask ---- */

/* What is known of the score, and what it can be. */
typedef struct proof_range {
    int low, high;
    int longest; /* no win takes more plies */
    bool payoffs;
} proof_range;

/* Wins and losses that are possible, numbered by how good they are: 0 is a draw. */
static int rank_of(const proof_range *range, int score)
{
    if (score == 0)
        return 0;
    int plies = ARI_WIN - (score > 0 ? score : -score);
    int rank = plies > range->longest ? 1 : range->longest - plies + 1;
    return score > 0 ? rank : -rank;
}

static int score_of(const proof_range *range, int rank)
{
    if (rank == 0)
        return 0;
    int plies = range->longest - (rank > 0 ? rank : -rank) + 1;
    ARI_ASSERT(plies >= 0);
    return rank > 0 ? ARI_WIN - plies : plies - ARI_WIN;
}

/* Is there a win within so many plies, or a loss? Tests a score at one of the ends, which
 * keeps the search from looking further; false if both are settled. */
static bool next_end(const proof_range *range, int plies, int *test)
{
    *test = ARI_WIN - plies;
    if (range->low < *test && *test <= range->high)
        return true;
    *test = plies + 1 - ARI_WIN;
    return range->low < *test && *test <= range->high;
}

/* Short wins and losses are found soonest by looking no further than they are long: within 6 plies,
 * then 10, 14 and 18. That is worth as many nodes as the question for the sign may cost, which
 * grows fast with the plies that are left. */
static bool next_short(const proof_range *range, uint64_t used, int *test)
{
    enum { FIRST = 6, STEP = 4, LAST = 18 };
    int doubled = range->longest - 17;
    uint64_t worth = doubled <= 0 ? 1 : doubled > 14 ? EASY : (uint64_t)1 << doubled;
    for (int plies = FIRST; plies <= LAST && plies < range->longest && used < worth;
         plies += STEP)
        if (next_end(range, plies, test))
            return true;
    return false;
}

/* The next score to test when there is nothing short. The sign comes first, as all other questions
 * cost less when it is known, and then one step after the other, as most of what is hard ends late.
 * (A side wins at every other ply, so a step is two.) */
static int next_test(const proof_range *range)
{
    int low = rank_of(range, range->low), high = rank_of(range, range->high);
    if (low < 1 && high >= 1)
        return score_of(range, 1);
    if (low < 0 && high >= 0)
        return 0;
    int test = low + (high - low + 1) / 2;
    if (low >= 1 && low + 2 < test)
        test = low + 2;
    else if (high <= -1 && high - 1 > test)
        test = high - 1;
    return score_of(range, test);
}

/* Asks once and narrows the range; false when there is no answer. */
static bool narrow(proof_run *run, proof_range *range, int test, uint64_t nodes)
{
    if (test > range->high)
        test = range->high;
    if (test <= range->low)
        test = range->low + 1;
    ARI_ASSERT(range->low < test && test <= range->high);
    if (!ask(run, test, nodes))
        return false;
    if (run->score >= test)
        range->low = run->score > range->high ? range->high : run->score;
    else
        range->high = run->score < range->low ? range->low : run->score;
    ARI_ASSERT(range->low <= range->high); /* an answer narrows it */
    ari__prover_thread *t = &run->prover->threads[0];
    t->tick.progress.scored = true;
    t->tick.progress.score = run->score;
    t->tick.progress.depth = t->deepest;
    ari__ticker_tell(&t->tick);
    return true;
}

/* Spends `nodes` on short wins and losses, from the shortest on. */
static void narrow_ends(proof_run *run, proof_range *range, uint64_t nodes)
{
    uint64_t end = ari__ticker_nodes(&run->prover->threads[0].tick) + nodes;
    for (int plies = 1; plies < range->longest && range->low < range->high;) {
        int test;
        if (!next_end(range, plies, &test)) {
            plies++;
            continue;
        }
        uint64_t used = ari__ticker_nodes(&run->prover->threads[0].tick);
        if (used >= end || !narrow(run, range, test, end - used))
            return;
    }
}

/* Where the value is likely to be. */
static int first_guess(proof_run *run)
{
    ari__prover_thread *t = &run->prover->threads[0];
    ari__ticker_resume(&t->tick, &run->limits);
    int guess = ari__searches(run->prover->variant)
                    ->prove_guess(t, run->prover->variant, run->root);
    return t->tick.stopped ? 0 : guess;
}

/* In a long game the search can miss a short win for very long; so there a part of the effort
 * goes into looking for those, in ever longer turns. */
static void narrow_all(proof_run *run, proof_range *range)
{
    const ari__prover_thread *t = &run->prover->threads[0];
    bool ends = !range->payoffs && range->longest > LONG_GAME;
    uint64_t turn = EASY;
    int guess = range->payoffs && range->longest >= t->tuning.near ? first_guess(run) : 0;
    while (range->low < range->high) {
        uint64_t used = run->job->spent + ari__ticker_nodes(&t->tick), most;
        uint64_t all = run->job->beside + used;
        while ((most = run->prover->rooms[run->prover->table]) > 0 && all >= most)
            grow(run->prover);
        bool easy = used < EASY, last = most == 0;
        int test = guess;
        if (!range->payoffs && !next_short(range, used, &test))
            test = next_test(range);
        uint64_t nodes = easy ? EASY - used : last ? 0 : most - all;
        if (ends && !easy && (last || turn < nodes))
            nodes = turn;
        bool answered = narrow(run, range, test, nodes);
        guess = run->score <= range->low ? range->low + 1 : run->score;
        if (answered)
            continue;
        ari__ticker_resume(&run->prover->threads[0].tick, &run->limits);
        if (t->too_long || t->crowded || ari__ticker_look(&run->prover->threads[0].tick))
            return;
        if (easy)
            continue;
        if (ends) {
            narrow_ends(run, range, turn / 4);
            turn *= 8;
        } else if (last) {
            return;
        }
    }
}

/* A win by force may lie far beyond what the search reaches: then it is won within so many plies, and how
 * soon remains to be seen. The score that it is worth at least; 0: none was found. */
static int look_for_threats(proof_run *run, proof_range *range)
{
    enum { NODES = 50000, PART_OF_NODES = 4 };
    ari__prover *prover = run->prover;
    if (range->payoffs || range->high <= 0 || range->longest <= LONG_GAME)
        return 0;
    ari__prover_thread *t = &prover->threads[0];
    prover->threats.tick = &t->tick;
    uint64_t most = run->limits.nodes / PART_OF_NODES;
    int plies = ari__searches(prover->variant)
                    ->threats(&prover->threats, prover->variant, run->root,
                              run->limits.nodes && most < NODES ? most : NODES);
    int score = ARI_WIN - plies;
    if (plies > 0 && score > range->low)
        range->low = score < range->high ? score : range->high;
    if (plies > t->deepest)
        t->deepest = plies;
    ari__ticker_resume(&t->tick, &run->limits);
    return plies > 0 ? score : 0;
}

/* ---- the whole ---- */

/* Positions of the last two thirds of a game, if they are not too far from its end. */
static int own_plies(const ari__prover *prover)
{
    const ari_variant *v = prover->variant;
    int longest = v->core->longest ? v->core->longest(v->rules, &v->start) : 0;
    int plies = longest / 3 * 2;
    return plies < prover->tuning.own ? plies : prover->tuning.own;
}

static void begin(proof_run *run)
{
    int own = own_plies(run->prover);
    for (int i = 0; i < run->threads; i++) {
        ari__prover_thread *t = &run->prover->threads[i];
        ari__ticker_start(&t->tick, &run->limits);
        t->tick.halt = &run->halt;
        t->tick.silent = i != 0;
        t->tuning = run->prover->tuning;
        t->own_plies = own;
        t->eval = run->prover->eval;
        t->too_long = t->crowded = false;
        t->cutoffs = t->hits = t->leaves = 0;
        t->deepest = 0;
        memset(t->history, 0, sizeof t->history);
    }
}

static void add_stats(const proof_run *run, ari_stats *stats)
{
    for (int i = 0; i < run->threads; i++) {
        const ari__prover_thread *t = &run->prover->threads[i];
        ari__stats_add(stats, &(ari_stats){.nodes = ari__ticker_nodes(&t->tick),
                                           .leaves = t->leaves,
                                           .cutoffs = t->cutoffs,
                                           .table_hits = t->hits,
                                           .deepest = t->deepest});
    }
}

ari_status ari__prover_ask(ari__prover *prover, const ari_state *s,
                           const ari_engine_job *job, int alpha, int beta,
                           ari_result *result, ari_error *error)
{
    const ari_variant *v = prover->variant;
    const ari_runner *runner = job->runner;
    proof_range range = {.low = alpha,
                         .high = beta,
                         .longest = ari__longest_line(v, s),
                         .payoffs = ari_has(v, ARI_HAS_PAYOFFS)};
    proof_run run = {.prover = prover,
                     .job = job,
                     .root = s,
                     .limits = job->limits,
                     .threads = runner && runner->threads > 1 ? runner->threads : 1};
    ari_status status =
        need_tables(prover, run.threads, ari__longest_line(v, &v->start), error);
    if (status == ARI_OK)
        status = need_threads(prover, &run.threads, range.longest, error);
    if (status != ARI_OK)
        return status;
    if (run.limits.nodes)
        run.limits.nodes =
            (run.limits.nodes + (uint64_t)run.threads - 1) / (uint64_t)run.threads;
    double start = ari_seconds();
    begin(&run);
    int won = look_for_threats(&run, &range);
    narrow_all(&run, &range);
    add_stats(&run, &result->stats);
    result->stats.seconds = ari_seconds() - start;
    result->stopped = range.low < range.high;
    result->exact = !result->stopped;
    result->score = result->low = range.low;
    result->high = range.high;
    result->depth = result->stats.deepest;
    if (result->stopped && range.low > 0 && range.low == won) {
        const ari__threats *threats = &prover->threats;
        result->line_length = threats->length;
        memcpy(result->line, threats->line, (size_t)threats->length * sizeof(ari_move));
        result->best = result->line[0];
    }
    result->crowded = result->stopped && prover->threads[0].crowded;
    /* Where there are limits anyway, this is one more. */
    if (result->crowded && !job->limits.nodes && job->limits.seconds <= 0)
        return ari__fail_allowed(error, prover->given, "looking to the end of the game");
    if (result->stopped && prover->threads[0].too_long)
        return ari_fail(error, ARI_LIMIT, ARI_NO_OFFSET,
                        "the game can last more than %d plies: too long to solve by "
                        "search",
                        ARI_PLY_MAX);
    return ARI_OK;
}
