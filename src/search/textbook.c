/* textbook.c: beginning and ending a textbook search; the move orders; the public calls.
 */
#include "search/textbook.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

ari_status ari__textbook_begin(ari__textbook_run *run, const ari_variant *v,
                               const ari_search_job *search, ari_error *error)
{
    *run = (ari__textbook_run){.search = search,
                               .best = ARI_NO_MOVE,
                               .beyond = search->strict,
                               .eval = search->eval};
    if (search->vary)
        run->random = ari_random_seeded(search->seed);
    int depth = search->limits.depth;
    run->limit = depth > 0 && depth < ARI_PLY_MAX ? depth : ARI_PLY_MAX;
    /* One list of moves for each ply, each with its end mark, and one more for the fixed
     * order; the system gives memory only to the plies that are reached. */
    size_t each = (size_t)v->core->max_moves + 1;
    size_t bytes = ((size_t)run->limit + 1) * each * sizeof(ari_move);
    run->list_bytes = bytes;
    if (!ari_allowance_take(search->limits.memory, bytes))
        return ari_fail_allowance(error, search->limits.memory, "keeping lists of moves");
    run->lists = malloc(bytes);
    if (!run->lists) {
        ari_allowance_give(search->limits.memory, bytes);
        return ari_fail_memory(error, bytes, "the lists of moves");
    }
    ari__ticker_start(&run->tick, &search->limits);
    return ARI_OK;
}

ari_status ari__textbook_end(ari__textbook_run *run, bool mine, int value,
                             ari_result *result, ari_error *error)
{
    const ari_limits *limits = &run->search->limits;
    free(run->lists);
    ARI_ASSERT(!run->finds_order);
    ARI_ASSERT(run->finished + run->horizons <= ari__ticker_nodes(&run->tick));
    run->lists = NULL;
    ari_allowance_give(limits->memory, run->list_bytes);
    bool stopped = run->tick.stopped;
    if (stopped)
        value = run->best_value;
    *result = (ari_result){
        .best = run->best,
        .score = mine ? value : -value,
        .exact = run->horizons == 0 && !stopped,
        .stopped = stopped,
        .depth = run->limit,
        .stats = {.nodes = ari__ticker_nodes(&run->tick),
                  .leaves = run->finished + run->horizons,
                  .cutoffs = run->cutoffs,
                  .skipped = run->skipped,
                  .ordering = run->ordering,
                  .seconds = ari_seconds() - run->tick.start},
    };
    if (run->best != ARI_NO_MOVE) {
        result->line[0] = run->best;
        result->line_length = 1;
    }
    bool wanted_all = limits->depth <= 0 || limits->depth >= ARI_PLY_MAX;
    if (run->horizons > 0 && wanted_all && !stopped)
        return ari_fail(error, ARI_LIMIT, ARI_NO_OFFSET,
                        "the game is longer than %d plies; give a depth limit",
                        ARI_PLY_MAX);
    return ARI_OK;
}

void ari__order_by(ari_move *list, int *keys, int count)
{
    for (int i = 1; i < count; i++) {
        ari_move move = list[i];
        int key = keys[i], j = i;
        for (; j > 0 && keys[j - 1] > key; j--) {
            list[j] = list[j - 1];
            keys[j] = keys[j - 1];
        }
        list[j] = move;
        keys[j] = key;
    }
}

void ari__order_shuffled(ari_move *list, int count, uint64_t seed)
{
    for (int i = count - 1; i > 0; i--) {
        seed = ari_mix(seed);
        int j = (int)(((seed >> 32) * (uint64_t)(i + 1)) >> 32);
        ari_move move = list[i];
        list[i] = list[j];
        list[j] = move;
    }
}

void ari__order_reversed(ari_move *list, int count)
{
    for (int i = 0, j = count - 1; i < j; i++, j--) {
        ari_move move = list[i];
        list[i] = list[j];
        list[j] = move;
    }
}

static const char *const order_names[] = {
    [ARI_ORDER_FIRST] = "first",   [ARI_ORDER_LAST] = "last",
    [ARI_ORDER_BEST] = "best",     [ARI_ORDER_RANDOM] = "random",
    [ARI_ORDER_CENTRE] = "centre",
};

const char *ari_order_name(ari_order order)
{
    return order_names[order];
}

ari_status ari_order_parse(const char *text, ari_order *order, ari_error *error)
{
    for (int i = 0; i <= ARI_ORDER_CENTRE; i++)
        if (strcmp(text, order_names[i]) == 0) {
            *order = (ari_order)i;
            return ARI_OK;
        }
    return ari_fail(error, ARI_UNKNOWN, 0,
                    "there is no order '%.40s'; the orders are first, last, best, "
                    "random, centre",
                    text);
}

ari_status ari_minimax(const ari_variant *v, const ari_state *s,
                       const ari_search_job *search, ari_result *result, ari_error *error)
{
    ari__textbook *run =
        search->observer ? ari__minimax_observed : ari__searches(v)->minimax;
    return run(v, s, search, result, error);
}

ari_status ari_alphabeta(const ari_variant *v, const ari_state *s,
                         const ari_search_job *search, ari_result *result,
                         ari_error *error)
{
    ari__textbook *run =
        search->observer ? ari__alphabeta_observed : ari__searches(v)->alphabeta;
    return run(v, s, search, result, error);
}

ari_status ari_bestmove(const ari_variant *v, const ari_state *s,
                        const ari_search_job *search, ari_result *result,
                        ari_error *error)
{
    ari__textbook *run =
        search->observer ? ari__bestmove_observed : ari__searches(v)->bestmove;
    return run(v, s, search, result, error);
}

/* ---- theory ---- */

/* The width of a uniform tree of this depth with so many nodes. */
static double uniform_width(double nodes, int depth)
{
    double low = 0, high = nodes;
    for (int i = 0; i < 100; i++) {
        double width = (low + high) / 2, sum = 1, ply = 1;
        for (int k = 0; k < depth && sum <= nodes; k++)
            sum += ply *= width;
        *(sum > nodes ? &high : &low) = width;
    }
    return low;
}

bool ari_tree_theory_of(const ari_result *result, ari_tree_theory *theory)
{
    const ari_stats *stats = &result->stats;
    uint64_t inner = stats->nodes - stats->leaves;
    int d = result->depth;
    if (result->stopped || inner == 0 || d < 1 || d >= ARI_PLY_MAX)
        return false;
    double b = (double)(stats->nodes - 1 + stats->skipped) / (double)inner;
    int half = d / 2;
    *theory = (ari_tree_theory){.width = b,
                                .effective = uniform_width((double)stats->nodes, d),
                                .all = pow(b, d),
                                .least = pow(b, d - half) + pow(b, half) - 1,
                                .best = pow(b, d / 2.0),
                                .random = pow(b, 0.75 * d)};
    return true;
}
