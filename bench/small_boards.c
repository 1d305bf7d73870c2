/* small_boards.c: who wins on small boards, and what it costs to prove: Hex after each first
 * stone, Amazons from the start. Ends with 1 if it is not what others have found.
 *
 *     small_boards                  those that take seconds
 *     small_boards SPEC [NODES]     the first moves of another game, each within so many nodes */
#define _DEFAULT_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include <ariadne/engine.h>

static double cpu_seconds(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (double)usage.ru_utime.tv_sec + 1e-6 * (double)usage.ru_utime.tv_usec;
}

static void give_up(const char *what, const ari_error *error)
{
    fprintf(stderr, "small_boards: %s: %s\n", what, error->message);
    exit(1);
}

/* '+' if whoever makes the first move wins, '-' if not, '?' if that takes too long. */
static char worth(ari_engine *engine, const ari_variant *v, ari_move m, uint64_t most,
                  uint64_t *nodes)
{
    const ari_engine_job job = {.eval = {.which = ARI_EVAL_NEUTRAL},
                                .limits = {.nodes = most}};
    ari_state s = ari_after(v, &v->start, m);
    ari_result result = {0};
    ari_error error;
    if (ari_engine_solve(engine, &s, &job, -1, 1, &result, &error) != ARI_OK)
        give_up(v->name, &error);
    *nodes += result.stats.nodes;
    return result.stopped ? '?' : result.score > 0 ? '-' : '+';
}

static bool first_moves(const char *spec, uint64_t most, const char *known)
{
    ari_variant *v = NULL;
    ari_engine *engine = NULL;
    ari_error error;
    if (ari_variant_new(spec, &v, &error) != ARI_OK ||
        ari_engine_new(v, ARI_BYTES_DEFAULT, &engine, &error) != ARI_OK)
        give_up(spec, &error);
    static ari_move moves[ARI_MOVES_MAX];
    static char map[ARI_MOVES_MAX + 1];
    uint64_t nodes = 0;
    double before = cpu_seconds();
    int count = ari_moves(v, &v->start, moves);
    for (int i = 0; i < count; i++)
        map[moves[i]] = worth(engine, v, moves[i], most, &nodes);
    map[count] = '\0';
    printf("%-22s %12llu nodes %8.2f CPU s  %s\n", spec, (unsigned long long)nodes,
           cpu_seconds() - before, map);
    (void)fflush(stdout);
    ari_engine_free(engine);
    ari_variant_free(v);
    return !known || strcmp(known, map) == 0;
}

static bool start(const char *spec, bool wins)
{
    ari_variant *v = NULL;
    ari_engine *engine = NULL;
    ari_error error;
    ari_result result = {0};
    const ari_engine_job job = {.eval = {.which = ARI_EVAL_NEUTRAL}};
    double before = cpu_seconds();
    if (ari_variant_new(spec, &v, &error) != ARI_OK ||
        ari_engine_new(v, ARI_BYTES_DEFAULT, &engine, &error) != ARI_OK ||
        ari_engine_solve(engine, &v->start, &job, -1, 1, &result, &error) != ARI_OK)
        give_up(spec, &error);
    printf("%-22s %12llu nodes %8.2f CPU s  %s\n", spec,
           (unsigned long long)result.stats.nodes, cpu_seconds() - before,
           result.score > 0 ? "the first player wins" : "the second player wins");
    (void)fflush(stdout);
    ari_engine_free(engine);
    ari_variant_free(v);
    return wins == (result.score > 0);
}

int main(int argc, char **argv)
{
    if (argc > 1)
        return !first_moves(argv[1], argc > 2 ? strtoull(argv[2], NULL, 10) : 0, NULL);
    /* row by row from the top: HexWiki, "Small boards"; Queenbee's openings */
    bool right = first_moves("hex:size=3,swap=no", 0,
                             "--++++"
                             "+--");
    right &= first_moves("hex:size=4,swap=no", 0, "---+--+--+--+---");
    right &= first_moves("hex:size=5,swap=no", 0, "----+-++++-+++-++++-+----");
    /* 5x4: Song and Mueller 2014; the others are from here */
    right &= start("amazons:width=4,height=4", false);
    right &= start("amazons:width=5,height=4", true);
    right &= start("amazons:width=4,height=5", false);
    return !right;
}
