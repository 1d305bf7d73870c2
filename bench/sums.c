/* sums.c: what it saves the exact search that games fall apart, in nodes: positions are remembered as the sum of
 * their parts (GAME_COMPONENTS), or whole. All of it runs through the core, so that the hook can be taken out; nodes
 * are the same as in the compiled search.
 *
 *     bench_sums [GAME...] */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <ariadne/variant.h>

#include "search/prover.h"

static const char *const usual[] = {
    "domineering:width=5,height=5", "domineering:width=6,height=7",
    "domineering:width=7,height=7", "domineering:width=8,height=8",
    "clobber:width=4,height=4",     "clobber:width=5,height=4",
    "clobber:width=5,height=5",     "cram:width=4,height=5",
    "cram:width=5,height=5"};

static void give_up(const char *why)
{
    fprintf(stderr, "sums: %s\n", why);
    exit(2);
}

/* Solves the start, with the hook or without it. */
static uint64_t solve(const char *game, bool parts, int *score, double *seconds)
{
    const ari_engine_job job = {.eval = {.which = ARI_EVAL_NEUTRAL}};
    ari_variant *v;
    ari__prover *prover;
    ari_error error;
    ari_result result = {.best = ARI_NO_MOVE};
    if (ari_variant_new(game, &v, &error) != ARI_OK)
        give_up(error.message);
    ari_variant_use_core(v);
    ari_core core = *v->core;
    if (!parts)
        core.components = NULL;
    v->core = &core;
    if (ari__prover_new(v, (size_t)256 << 20, (size_t)256 << 20, &prover, &error) !=
        ARI_OK)
        give_up(error.message);
    clock_t start = clock();
    if (ari__prover_ask(prover, &v->start, &job, -ARI_WIN, ARI_WIN, &result, &error) !=
        ARI_OK)
        give_up(error.message);
    *seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    *score = result.score;
    ari__prover_free(prover);
    ari_variant_free(v);
    return result.stats.nodes;
}

int main(int argc, char **argv)
{
    int count = argc > 1 ? argc - 1 : (int)(sizeof usual / sizeof *usual);
    printf("%-32s %6s %14s %14s %7s %7s\n", "nodes, and processor seconds, of", "value",
           "whole", "by parts", "whole", "parts");
    for (int i = 0; i < count; i++) {
        const char *game = argc > 1 ? argv[i + 1] : usual[i];
        int scores[2];
        double seconds[2];
        uint64_t nodes[2];
        for (int parts = 0; parts < 2; parts++)
            nodes[parts] = solve(game, parts, &scores[parts], &seconds[parts]);
        if (scores[0] != scores[1])
            give_up("the values differ");
        printf("%-32s %6s %14llu %14llu %7.2f %7.2f\n", game,
               scores[0] > 0 ? "won" : "lost", (unsigned long long)nodes[0],
               (unsigned long long)nodes[1], seconds[0], seconds[1]);
        (void)fflush(stdout);
    }
    return 0;
}
