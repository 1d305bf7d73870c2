/* generic_cost.c: what it costs that the searches know no game.
 *
 * Three alpha-beta searches of Connect Four, with the same move order and the same nodes: one
 * written by hand for this game alone, the template compiled for it, and the template bound
 * to the core. Run plainly, the program prints their nodes, which must
 * be equal, and their speed; bench/run counts their instructions with callgrind, inside the
 * functions measured_*. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <ariadne/search.h>

/* ---- by hand, for 7 columns of 6 and nothing else ---- */

#define ALL_CELLS UINT64_C(0xfdfbf7efdfbf)

static uint64_t hand_nodes, hand_cutoffs;
static int hand_limit, hand_best;

static inline int has_four(uint64_t discs)
{
    uint64_t pairs = discs & (discs >> 1);
    if (pairs & (pairs >> 2))
        return 1;
    pairs = discs & (discs >> 6);
    if (pairs & (pairs >> 12))
        return 1;
    pairs = discs & (discs >> 7);
    if (pairs & (pairs >> 14))
        return 1;
    pairs = discs & (discs >> 8);
    return (pairs & (pairs >> 16)) != 0;
}

/* The score for the side that owns `mine`. */
static int hand_alphabeta(uint64_t mine, uint64_t discs, int ply, int alpha, int beta)
{
    static const uint8_t order[7] = {3, 2, 4, 1, 5, 0, 6};
    hand_nodes++;
    if (has_four(mine ^ discs))
        return ply - ARI_WIN;
    if (discs == ALL_CELLS || ply == hand_limit)
        return 0;
    int best = -ARI_WIN;
    for (int i = 0; i < 7; i++) {
        int column = order[i] * 7;
        if (discs >> column & 32)
            continue;
        int score =
            -hand_alphabeta(mine ^ discs, discs | (discs + (UINT64_C(1) << column)),
                            ply + 1, -beta, -alpha);
        if (score <= best)
            continue;
        best = score;
        if (ply == 0)
            hand_best = order[i];
        if (score > alpha)
            alpha = score;
        if (alpha >= beta) {
            hand_cutoffs++;
            break;
        }
    }
    return best;
}

/* ---- the three, each in a function that callgrind can watch ---- */

typedef struct outcome {
    uint64_t nodes;
    int score, best;
} outcome;

__attribute__((noinline)) static outcome measured_hand(int depth)
{
    hand_nodes = hand_cutoffs = 0;
    hand_limit = depth;
    int score = hand_alphabeta(0, 0, 0, -ARI_WIN - 1, ARI_WIN + 1);
    return (outcome){hand_nodes, score, hand_best};
}

static outcome generic(const ari_variant *v, int depth)
{
    ari_search_job search = {.limits = {.depth = depth},
                             .order = ARI_ORDER_CENTRE,
                             .eval = {.which = ARI_EVAL_NEUTRAL}};
    ari_result result;
    if (ari_alphabeta(v, &v->start, &search, &result, NULL) != ARI_OK)
        exit(2);
    return (outcome){result.stats.nodes, result.score, result.best / 7};
}

/* Two functions that stay two, though they do the same. */
static volatile int measured;

__attribute__((noinline)) static outcome measured_compiled(const ari_variant *v,
                                                           int depth)
{
    measured = 1;
    return generic(v, depth);
}

__attribute__((noinline)) static outcome measured_table(const ari_variant *v, int depth)
{
    measured = 2;
    return generic(v, depth);
}

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

int main(int argc, char **argv)
{
    const char *which = argc > 1 ? argv[1] : "all";
    int depth = argc > 2 ? (int)strtol(argv[2], NULL, 10) : 10;
    ari_variant *v;
    if (ari_variant_new("connect4", &v, NULL) != ARI_OK)
        return 2;
    static const char *const names[] = {"hand", "compiled", "table"};
    outcome first = {0, 0, 0};
    int status = 0;
    for (int i = 0; i < 3; i++) {
        if (strcmp(which, "all") != 0 && strcmp(which, names[i]) != 0)
            continue;
        if (i == 2)
            ari_variant_use_core(v);
        double start = seconds();
        outcome o = i == 0   ? measured_hand(depth)
                    : i == 1 ? measured_compiled(v, depth)
                             : measured_table(v, depth);
        double took = seconds() - start;
        printf("%-9s depth %d  score %d  best %d  nodes %" PRIu64
               "  %.1f million a second\n",
               names[i], depth, o.score, o.best + 1, o.nodes,
               (double)o.nodes / took / 1e6);
        if (first.nodes == 0)
            first = o;
        else if (o.nodes != first.nodes || o.score != first.score || o.best != first.best)
            status = 1;
    }
    if (status)
        printf("the searches differ\n");
    ari_variant_free(v);
    return status;
}
