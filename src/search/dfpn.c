/* dfpn.c: asks the search in the order of proof numbers (dfpn.inc) until the value is known, and looks after its
 * memory.
 *
 * Won, drawn or lost takes two questions, is it won? and is it not lost? Whatever is settled comes
 * with a bound of the score: a position that cannot be won because it is lost needs no second one.
 * Payoffs are found in steps that grow, and then by halves. */
#include "search/dfpn.h"

#include <stdlib.h>

#include "base/memory.h"

/* The threads' places to work take this part of the memory at most. */
#define PLACES_PART 4
/* Who gives less than this wants a small table, and only that: the places are then this large beside it. */
#define TIGHT ((size_t)1 << 18)
#define PLACE_BESIDE ((size_t)1 << 22)
#define PLIES_LEAST 16

/* The table in use begins with so many buckets and grows fourfold, as a small one stays in the cache. */
#define BUCKETS_FIRST 4096

/* after so many nodes for each of its buckets */
#define FILLED 2

#define NODES_BETWEEN_LOOKS 512

struct ari__dfpn {
    const ari_variant *variant;
    size_t bytes, given;
    ari__dfpn_table table;
    uint64_t buckets; /* all there are */
    uint64_t filled;  /* nodes since the table was cleared */
    bool used;
    ari__dfpn_tuning tuning;
    ari__dfpn_thread *threads;
    int thread_count, plies;
    ari_move *list;
    ari__dfpn_busy busy;
};

/* ---- the table ---- */

void ari__dfpn_put(const ari__dfpn_table *table, uint64_t key, uint32_t phi,
                   uint32_t delta, int code, uint64_t nodes)
{
    uint64_t work = (uint64_t)(63 - __builtin_clzll(nodes | 1)) / 2;
    if (work > 15)
        work = 15;
    bool open = phi > 0 && delta > 0;
    ari__dfpn_slot *bucket = ari__dfpn_bucket(table, key);
    ari__dfpn_slot *victim = &bucket[ARI__DFPN_BUCKET - 1];
    uint64_t least = 2 * work + 2;
    for (int i = 0; i < ARI__DFPN_BUCKET; i++) {
        uint64_t there = atomic_load_explicit(&bucket[i].data, memory_order_relaxed);
        uint64_t check = atomic_load_explicit(&bucket[i].check, memory_order_relaxed);
        if ((check ^ there) == key && there != 0) {
            if (open && (ari__dfpn_phi(there) == 0 || ari__dfpn_delta(there) == 0))
                return; /* another thread has settled it */
            if (open && (there & 15) > work)
                work = there & 15;
            victim = &bucket[i];
            break;
        }
        uint64_t worth = (there >> 4 & 15) == table->age ? 2 * (there & 15) + 1 : 0;
        if (i < ARI__DFPN_BUCKET - 1 && worth < least) {
            least = worth;
            victim = &bucket[i];
        }
    }
    ARI_ASSERT(phi <= ARI__NUMBER_NEVER && delta <= ARI__NUMBER_NEVER && phi + delta > 0);
    uint64_t data = (uint64_t)phi << 44 | (uint64_t)delta << 24 |
                    (uint64_t)(uint16_t)(int16_t)code << 8 | (uint64_t)table->age << 4 |
                    work;
    atomic_store_explicit(&victim->check, key ^ data, memory_order_relaxed);
    atomic_store_explicit(&victim->data, data, memory_order_relaxed);
}

/* The key of what holds while the positions from ply `first` to `last` lie above. */
static uint64_t resting_key(const ari__dfpn_thread *t, uint64_t key, int first, int last)
{
    ARI_ASSERT(first >= 0 && first <= last);
    return ari_mix(key ^ ari_mix(t->path[last + 1].sum - t->path[first].sum));
}

/* Plies as bits. */
static uint64_t rests_between(int first, int last)
{
    uint64_t rests = 0;
    for (int ply = first; ply <= last && ply <= ARI__RESTS_LAST; ply++)
        rests |= ari__rests_on(ply);
    return last > ARI__RESTS_LAST ? rests | ARI__RESTS_DEEPER : rests;
}

ari__numbers ari__dfpn_get(const ari__dfpn_thread *t, uint64_t key, int beta, int ply)
{
    uint64_t data = ari__dfpn_data(&t->table, key);
    if (data == 0)
        return (ari__numbers){1, 1, 0, 0};
    ari__numbers is = {.phi = ari__dfpn_phi(data), .delta = ari__dfpn_delta(data)};
    int code = ari__dfpn_code(data);
    if (is.phi == 0) {
        int score = ari__code_score(code);
        is.score = score > beta ? score : beta;
    } else if (is.delta == 0) {
        int score = ari__code_score(code);
        is.score = score < beta ? score : beta - 1;
    } else if (code != 0) {
        int first = ply - ((uint16_t)code >> 8), last = ply - ((uint16_t)code & 255);
        uint64_t resting =
            first < 0 ? 0 : ari__dfpn_data(&t->table, resting_key(t, key, first, last));
        if (resting)
            return ari__numbers_settled(beta <= 0, beta <= 0 ? beta : beta - 1,
                                        rests_between(first, last));
    }
    return is;
}

/* The first and the last ply above that it rests on; the last of those deeper than can be told may be any. */
static void rests_plies(uint64_t rests, int ply, int *first, int *last)
{
    *first = __builtin_ctzll(rests);
    *last = rests & ARI__RESTS_DEEPER ? ply - 1 : 63 - __builtin_clzll(rests);
    ARI_ASSERT(*first <= *last && *last < ply);
}

void ari__dfpn_keep(const ari__dfpn_thread *t, uint64_t key, int ply,
                    const ari__numbers *is, const ari__numbers *before, uint64_t nodes)
{
    int code = 0;
    if (ari__numbers_open(is)) {
        ari__dfpn_put(&t->table, key, is->phi, is->delta, 0, nodes);
        return;
    }
    if (is->rests == 0) {
        code = is->phi == 0 ? ari__code_floor(is->score) : -ari__code_floor(-is->score);
        ari__dfpn_put(&t->table, key, is->phi, is->delta, code, nodes);
        return;
    }
    if (!(is->rests & ARI__RESTS_TOO_LONG)) {
        int first, last;
        rests_plies(is->rests, ply, &first, &last);
        if (ply - first <= ARI__REST_MOST) {
            code = (ply - first) << 8 | (ply - last);
            ari__dfpn_put(&t->table, resting_key(t, key, first, last), is->phi, is->delta,
                          0, nodes);
        }
    }
    ari__dfpn_put(&t->table, key, before->phi, before->delta, (int16_t)(uint16_t)code,
                  nodes);
}

/* All the memory that there is for it; in use is a small part at first. */
static ari_status make_table(ari__dfpn *d, size_t bytes, ari_error *error)
{
    size_t bucket = ARI__DFPN_BUCKET * sizeof(ari__dfpn_slot);
    uint64_t buckets = bytes < bucket ? 1 : bytes / bucket, steps = 0;
    while (buckets >> 2 * (steps + 1) >= BUCKETS_FIRST)
        steps++;
    d->table.buckets = buckets >> 2 * steps;
    d->buckets = d->table.buckets << 2 * steps;
    d->table.bytes = (size_t)d->buckets * bucket;
    d->table.slots = ari__block_new(d->table.bytes);
    return d->table.slots
               ? ARI_OK
               : ari_fail_memory(error, d->table.bytes, "the table of a solver");
}

/* Four buckets for each one, from the last one on: the places of a key are in proportion. */
static void grow(ari__dfpn *d)
{
    ari__dfpn_table *table = &d->table;
    ARI_ASSERT(table->buckets * 4 <= d->buckets);
    for (uint64_t i = table->buckets; i-- > 0;) {
        uint64_t key[ARI__DFPN_BUCKET], data[ARI__DFPN_BUCKET];
        ari__dfpn_slot *from = table->slots + i * ARI__DFPN_BUCKET;
        ari__dfpn_slot *to = table->slots + 4 * i * ARI__DFPN_BUCKET;
        for (int k = 0; k < ARI__DFPN_BUCKET; k++) {
            data[k] = from[k].data;
            key[k] = from[k].check ^ data[k];
            from[k].data = from[k].check = 0;
        }
        for (int k = 0; k < ARI__DFPN_BUCKET; k++) {
            if (!data[k])
                continue;
            uint64_t place = ari__hash_place(key[k], 4 * table->buckets) - 4 * i;
            ARI_ASSERT(place < 4);
            ari__dfpn_slot *slot = to + place * ARI__DFPN_BUCKET;
            while (slot->data)
                slot++;
            slot->data = data[k];
            slot->check = key[k] ^ data[k];
        }
    }
    table->buckets *= 4;
}

static void clear_table(ari__dfpn *d)
{
    if (d->used)
        ari__block_clear(d->table.slots, d->table.bytes);
    d->used = false;
    d->filled = 0;
}

/* ---- places to work ---- */

static size_t room_for(const ari_variant *v, int plies)
{
    size_t moves = (size_t)v->core->max_moves;
    return ((size_t)plies + 1) * moves * sizeof(ari__dfpn_child) +
           2 * moves * (sizeof(ari_move) + sizeof(int64_t)) + 64;
}

static size_t path_for(int plies)
{
    return ((size_t)plies + 3) * sizeof(ari__dfpn_step);
}

static void free_threads(ari__dfpn *d)
{
    for (int i = 0; i < d->thread_count; i++) {
        free(d->threads[i].room);
        free(d->threads[i].path);
    }
    ari__block_free(d->threads, (size_t)d->thread_count * sizeof *d->threads);
    d->threads = NULL;
    d->thread_count = 0;
}

/* How many threads there is memory for, and how much each of them may take. */
static size_t share(const ari__dfpn *d, int *count, int plies)
{
    const ari_variant *v = d->variant;
    size_t full = room_for(v, plies) + path_for(plies) + sizeof *d->threads;
    size_t fixed = path_for(plies) + sizeof *d->threads;
    size_t least = room_for(v, plies < PLIES_LEAST ? plies : PLIES_LEAST) + fixed;
    size_t most = d->given < TIGHT ? PLACE_BESIDE : d->bytes / PLACES_PART;
    while (*count > 1 && least > most / (size_t)*count)
        *count -= 1;
    size_t each = most / (size_t)*count;
    if (each < fixed + room_for(v, 1))
        return fixed + room_for(v, 1);
    return each < full ? each : full;
}

/* Makes places to work for so many threads, or for as many as there is memory for. */
static ari_status need_threads(ari__dfpn *d, int *count, int plies, ari_error *error)
{
    size_t each = share(d, count, plies), fixed = path_for(plies) + sizeof *d->threads;
    if (*count == d->thread_count && plies <= d->plies)
        return ARI_OK;
    free_threads(d);
    d->threads = ari__block_new((size_t)*count * sizeof *d->threads);
    if (!d->threads)
        return ari_fail_memory(error, (size_t)*count * sizeof *d->threads,
                               "search threads");
    d->thread_count = *count;
    d->plies = plies;
    for (int i = 0; i < *count; i++) {
        ari__dfpn_thread *t = &d->threads[i];
        t->room = malloc(each - fixed);
        t->path = malloc(path_for(plies));
        if (!t->room || !t->path) {
            free_threads(d); /* the next call must not find half of them */
            return ari_fail_memory(error, each, "a search thread");
        }
        t->room_end = t->room + (each - fixed);
        t->plies = plies;
    }
    return ARI_OK;
}

/* The table takes what so many threads leave, when it is made. */
static ari_status need_room(ari__dfpn *d, int *count, int plies, ari_error *error)
{
    if (!d->table.slots) {
        int longest = ari__longest_line(d->variant, &d->variant->start);
        size_t places = share(d, count, longest) * (size_t)*count;
        size_t bytes = d->given < TIGHT        ? d->bytes
                       : places < d->bytes / 2 ? d->bytes - places
                                               : d->bytes / 2;
        ari_status status = make_table(d, bytes, error);
        if (status != ARI_OK)
            return status;
    }
    return need_threads(d, count, plies, error);
}

ari_status ari__dfpn_new(const ari_variant *v, size_t bytes, size_t given,
                         ari__dfpn **result, ari_error *error)
{
    ari__dfpn *d = calloc(1, sizeof *d);
    if (d)
        d->list = malloc((size_t)v->core->max_moves * sizeof *d->list);
    if (!d || !d->list) {
        free(d);
        return ari_fail_memory(error, sizeof *d, "a solver");
    }
    d->variant = v;
    d->bytes = bytes;
    d->given = given;
    d->tuning = ARI__DFPN_TUNING;
    *result = d;
    return ARI_OK;
}

void ari__dfpn_free(ari__dfpn *d)
{
    if (!d)
        return;
    free_threads(d);
    ari__block_free(d->table.slots, d->table.bytes);
    free(d->list);
    free(d);
}

void ari__dfpn_tune(ari__dfpn *d, ari__dfpn_tuning tuning)
{
    d->tuning = tuning;
}

void ari__dfpn_clear(ari__dfpn *d)
{
    clear_table(d);
}

void ari__dfpn_look(ari__dfpn_thread *t, int ply)
{
    t->next_look = ari__ticker_nodes(&t->tick) + NODES_BETWEEN_LOOKS;
    for (int i = 0; i < ply && i < t->back; i++) {
        uint64_t data = ari__dfpn_data(&t->table, t->path[i].key);
        if (data && (ari__dfpn_phi(data) == 0 || ari__dfpn_delta(data) == 0))
            t->back = i;
    }
}

/* ---- one question ---- */

typedef struct run {
    ari__dfpn *d;
    const ari_engine_job *job;
    const ari_state *root;
    ari_limits limits; /* the job's, with each thread's part of the nodes */
    ari_limits some;   /* until the table grows */
    int threads;
    int beta;
    ari_stop halt;
    atomic_int answers, given_up;
    ari__numbers is; /* written by the first */
} run;

static bool believed(const ari__numbers *is)
{
    return !ari__numbers_open(is) && is->rests == 0;
}

static void answer(void *argument, int index)
{
    run *q = argument;
    ari__dfpn_thread *t = &q->d->threads[index];
    const ari_variant *v = q->d->variant;
    ari__numbers is;
    t->table = q->d->table;
    t->back = INT_MAX;
    t->next_look = 0;
    ari__ticker_resume(&t->tick, &q->some);
    if (ari__ticker_look(&t->tick))
        return;
    ari__searches(v)->dfpn(t, v, q->root, q->beta, &is);
    if (believed(&is) && atomic_fetch_add(&q->answers, 1) == 0)
        q->is = is;
    if (t->crowded || (!believed(&is) && !ari__numbers_open(&is)))
        atomic_fetch_add(&q->given_up, 1);
    if (believed(&is) || !t->crowded) /* others may have more luck with their stack */
        atomic_store(&q->halt, 1);
}

static uint64_t nodes_of_all(const run *q)
{
    uint64_t nodes = 0;
    for (int i = 0; i < q->threads; i++)
        nodes += ari__ticker_nodes(&q->d->threads[i].tick);
    return nodes;
}

/* The limits of the threads until the table grows; as it fills up, they all end. */
static void limit_to_table(run *q)
{
    const ari__dfpn *d = q->d;
    uint64_t enough = d->table.buckets * FILLED, threads = (uint64_t)q->threads;
    uint64_t left = d->filled < enough ? enough - d->filled : 1;
    uint64_t most = ari__ticker_nodes(&d->threads[0].tick) + left / threads + 1;
    q->some = q->limits;
    if (d->table.buckets < d->buckets && (!q->some.nodes || most < q->some.nodes))
        q->some.nodes = most;
}

/* Is the score at least `beta`? False when that remains open. */
static bool ask(run *q, int beta)
{
    ari__dfpn *d = q->d;
    ari__ticker *tick = &d->threads[0].tick;
    q->beta = beta;
    do {
        uint64_t before = nodes_of_all(q);
        limit_to_table(q);
        atomic_store(&q->answers, 0);
        atomic_store(&q->given_up, 0);
        if (q->threads == 1)
            answer(q, 0);
        else
            q->job->runner->run(q->job->runner->self, q->threads, answer, q);
        atomic_store(&q->halt, 0);
        d->filled += nodes_of_all(q) - before;
        if (d->table.buckets < d->buckets && d->filled >= d->table.buckets * FILLED)
            grow(d);
        ari__ticker_resume(tick, &q->limits);
    } while (q->answers == 0 && q->given_up == 0 && !ari__ticker_look(tick));
    return q->answers > 0;
}

/* ---- all of them ---- */

typedef struct range {
    int low, high;
    bool payoffs;
    int step; /* from the last payoff that was asked for */
} range;

/* The next score to ask for; false if no answer would tell more. */
static bool next(range *is, int *beta)
{
    if (is->low >= is->high)
        return false;
    if (!is->payoffs) {
        *beta = is->low < 1 && is->high >= 1 ? 1 : 0;
        return is->low < *beta && is->high >= *beta;
    }
    bool least = is->low > -ARI_WIN, most = is->high < ARI_WIN;
    if (least && most)
        *beta = is->low + (is->high - is->low + 1) / 2;
    else
        *beta = least ? is->low + is->step : most ? is->high + 1 - is->step : 0;
    is->step *= 2;
    if (*beta <= is->low)
        *beta = is->low + 1;
    if (*beta > is->high)
        *beta = is->high;
    return true;
}

static void narrow(run *q, range *is, int beta)
{
    int score = q->is.score;
    if (q->is.phi == 0)
        is->low = score < beta ? beta : score > is->high ? is->high : score;
    else
        is->high = score >= beta ? beta - 1 : score < is->low ? is->low : score;
    ari__dfpn_thread *t = &q->d->threads[0];
    t->tick.progress.scored = true;
    t->tick.progress.score = score;
    t->tick.progress.depth = t->deepest;
    ari__ticker_tell(&t->tick);
}

/* ---- the line ---- */

/* What the position after a move is worth to the side that makes it, if it is won (or lost) at all and
 * no more than so many nodes tell; otherwise 0. */
static int worth(run *q, const ari_state *s, ari_move move, bool won, uint64_t nodes)
{
    ari__dfpn *d = q->d;
    const ari_variant *v = d->variant;
    ari__dfpn_thread *t = &d->threads[0];
    ari_state after = ari_after(v, s, move);
    bool again = ari_has(v, ARI_HAS_EXTRA_TURNS) && ari_turn(v, s) == ari_turn(v, &after);
    ari__numbers is;
    q->some = q->limits;
    nodes += ari__ticker_nodes(&t->tick);
    if (!q->some.nodes || nodes < q->some.nodes)
        q->some.nodes = nodes;
    ari__ticker_resume(&t->tick, &q->some);
    ari__searches(v)->dfpn(t, v, &after, won == again ? 1 : 0, &is);
    if (!believed(&is) || (is.phi == 0) != (won == again))
        return 0;
    return ari__score_before(again ? is.score : -is.score);
}

/* The winner's shortest way that is known, the loser's longest: no longer than promised. */
static ari_move step(run *q, const ari_state *s, int *score)
{
    static const uint64_t budgets[] = {1, 2000, 50000};
    const ari_variant *v = q->d->variant;
    bool won = *score > 0;
    int count = ari_moves(v, s, q->d->list), best = 0;
    ari_move move = ARI_NO_MOVE;
    for (int round = 0; round < 3 && move == ARI_NO_MOVE; round++)
        for (int i = 0; i < count; i++) {
            int is = worth(q, s, q->d->list[i], won, budgets[round]);
            for (int k = 1; k < 3 && !won && is == 0; k++)
                is = worth(q, s, q->d->list[i], won, budgets[k]);
            if (!won && (is == 0 || is > *score))
                return ARI_NO_MOVE;
            if (won && is < *score)
                continue;
            if (move == ARI_NO_MOVE || is > best) {
                move = q->d->list[i];
                best = is;
            }
        }
    *score = best;
    return move;
}

static void follow(run *q, const range *is, ari_result *result)
{
    const ari_variant *v = q->d->variant;
    ari_state here = *q->root;
    int score = is->low > 0 ? is->low : is->high;
    ari__dfpn_thread *t = &q->d->threads[0];
    t->table = q->d->table; /* it may have grown since */
    t->back = INT_MAX;
    t->busy = NULL;
    while (result->line_length < ARI_LINE_MAX && ari_outcome(v, &here) == ARI_ON) {
        ari_move move = step(q, &here, &score);
        if (move == ARI_NO_MOVE)
            break;
        ari_state after = ari_after(v, &here, move);
        bool again =
            ari_has(v, ARI_HAS_EXTRA_TURNS) && ari_turn(v, &here) == ari_turn(v, &after);
        score = ari__score_later(again ? score : -score);
        result->line[result->line_length++] = move;
        here = after;
    }
    if (result->line_length > 0)
        result->best = result->line[0];
}

/* ---- the whole ---- */

static void begin(run *q)
{
    for (int i = 0; i < q->threads; i++) {
        ari__dfpn_thread *t = &q->d->threads[i];
        ari__ticker_start(&t->tick, &q->limits);
        t->tick.halt = &q->halt;
        t->tick.silent = i != 0;
        t->tuning = q->d->tuning;
        t->busy = q->threads > 1 ? &q->d->busy : NULL;
        t->too_long = t->crowded = false;
        t->hits = t->leaves = 0;
        t->deepest = 0;
        memset(t->filter, 0, sizeof t->filter);
    }
    memset(&q->d->busy, 0, sizeof q->d->busy);
    q->d->table.age = (q->d->table.age + 1) % 16;
    q->d->used = true;
}

static void add_stats(const run *q, ari_stats *stats)
{
    for (int i = 0; i < q->threads; i++) {
        const ari__dfpn_thread *t = &q->d->threads[i];
        ari__stats_add(stats, &(ari_stats){.nodes = ari__ticker_nodes(&t->tick),
                                           .leaves = t->leaves,
                                           .table_hits = t->hits,
                                           .deepest = t->deepest});
    }
}

/* It is over for want of plies or memory. */
static ari_status gave_up(const run *q, ari_result *result, ari_error *error)
{
    const ari__dfpn_thread *t = &q->d->threads[0];
    const ari_limits *limits = &q->job->limits;
    for (int i = 0; i < q->threads; i++)
        result->crowded |= result->stopped && t[i].crowded;
    if (result->crowded && !limits->nodes && limits->seconds <= 0)
        return ari__fail_allowed(error, q->d->given, "looking to the end of the game");
    if (result->stopped && t->too_long && !t->tick.stopped)
        return ari_fail(error, ARI_LIMIT, ARI_NO_OFFSET,
                        "the game can last more than %d plies: too long to solve by "
                        "search",
                        ARI_PLY_MAX);
    return ARI_OK;
}

ari_status ari__dfpn_ask(ari__dfpn *d, const ari_state *s, const ari_engine_job *job,
                         int alpha, int beta, ari_result *result, ari_error *error)
{
    const ari_variant *v = d->variant;
    const ari_runner *runner = job->runner;
    bool payoffs = ari_has(v, ARI_HAS_PAYOFFS);
    range is = {.low = alpha, .high = beta, .payoffs = payoffs, .step = 1};
    run q = {.d = d,
             .job = job,
             .root = s,
             .limits = job->limits,
             .threads = runner && runner->threads > 1 ? runner->threads : 1};
    ari_status status = need_room(d, &q.threads, ari__longest_line(v, s), error);
    if (status != ARI_OK)
        return status;
    if (q.limits.nodes)
        q.limits.nodes = (q.limits.nodes + (uint64_t)q.threads - 1) / (uint64_t)q.threads;
    if (!payoffs) { /* a game that is on takes a ply more */
        is.low = alpha < 1 - ARI_WIN ? 1 - ARI_WIN : alpha;
        is.high = beta > ARI_WIN - 1 ? ARI_WIN - 1 : beta;
        if (is.low > is.high)
            is.low = is.high = beta <= 1 - ARI_WIN ? beta : alpha;
    }
    double start = ari_seconds();
    int test;
    bool open = false;
    int asked = 0;
    begin(&q);
    for (; !open && next(&is, &test); asked++) {
        open = !ask(&q, test);
        if (!open)
            narrow(&q, &is, test);
    }
    result->stopped = open || (is.low < is.high && asked == 0);
    result->exact = is.low == is.high;
    result->low = result->exact || is.low > 1 - ARI_WIN ? is.low : alpha;
    result->high = result->exact || is.high < ARI_WIN - 1 ? is.high : beta;
    result->score = result->low;
    if (!payoffs && asked > 0 && (is.low > ARI_SCORE_MAX || is.high < -ARI_SCORE_MAX))
        follow(&q, &is, result);
    add_stats(&q, &result->stats);
    result->stats.seconds = ari_seconds() - start;
    result->depth = result->stats.deepest;
    return gave_up(&q, result, error);
}
