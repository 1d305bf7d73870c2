/* dfpn.c: the two exact searches beside each other, in depth (prove.inc) and in the order of proof numbers
 * (dfpn.inc): who wins, on positions of random games, each with an empty table of 64 MB. The payoff, in games that
 * have one.
 *
 *     bench_dfpn                               all sets
 *     bench_dfpn SPEC PLIES COUNT NODES [THREADS]
 *
 * Of `count` positions after so many plies each search solves some within so many nodes. Nodes and CPU
 * seconds are those of positions that both have solved; `times` is how many times as long the search in depth took. What
 * each took for all of them, those given up included, is in brackets. */
#define _DEFAULT_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include <ariadne/engine.h>
#include <ariadne/random.h>
#include <ariadne/runner.h>

typedef struct positions {
    const char *spec;
    int plies, count;
    uint64_t nodes;
} positions;

static const positions sets[] = {{"hex:size=5,swap=no", 2, 10, 300000},
                                 {"hex:size=6,swap=no", 8, 20, 100000},
                                 {"chomp:width=8,height=7", 1, 10, 1000000},
                                 {"nim:heaps=9753", 0, 1, 1000000},
                                 {"breakthrough:width=5,height=5", 6, 20, 500000},
                                 {"breakthrough:width=6,height=6", 16, 20, 300000},
                                 {"amazons:width=5,height=5", 7, 20, 50000},
                                 {"evencoins:coins=61", 0, 1, 1000000},
                                 {"connect4:width=6,height=5", 8, 20, 1000000},
                                 {"mnk:width=5,height=5,line=4", 5, 20, 300000},
                                 {"kalah:pits=4,seeds=3", 2, 20, 300000},
                                 {"othello:size=6", 17, 20, 300000},
                                 {"dots:width=3,height=3", 5, 20, 300000},
                                 {"dobutsu", 10, 20, 100000},
                                 {"quixo:size=4", 4, 10, 100000},
                                 {"morris:men=6", 14, 20, 100000},
                                 {"hare", 0, 1, 100000}};

static double cpu_seconds(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (double)usage.ru_utime.tv_sec + 1e-6 * (double)usage.ru_utime.tv_usec;
}

static void give_up(const char *what, const ari_error *error)
{
    fprintf(stderr, "bench_dfpn: %s: %s\n", what, error->message);
    exit(1);
}

typedef struct work {
    bool solved;
    int value;
    uint64_t nodes;
    double seconds;
} work;

static work solve(const ari_variant *v, ari_engine *engine, const ari_state *s,
                  ari_method method, uint64_t nodes, const ari_runner *runner)
{
    const ari_engine_job job = {
        .limits = {.nodes = nodes}, .method = method, .runner = runner};
    bool payoffs = ari_has(v, ARI_HAS_PAYOFFS);
    int window = payoffs ? ARI_WIN : 1;
    ari_result result = {0};
    ari_error error;
    ari_engine_clear(engine);
    double before = cpu_seconds();
    ari_status status =
        ari_engine_solve(engine, s, &job, -window, window, &result, &error);
    work done = {.solved = status == ARI_OK && !result.stopped,
                 .value = result.score,
                 .nodes = result.stats.nodes,
                 .seconds = cpu_seconds() - before};
    if (status != ARI_OK && status != ARI_LIMIT)
        give_up(v->name, &error);
    return done;
}

/* After so many random moves; false if the game was over before. */
static bool random_position(const ari_variant *v, int plies, ari_random *random,
                            ari_state *s)
{
    static ari_move moves[ARI_MOVES_MAX];
    *s = v->start;
    for (int i = 0; i < plies; i++) {
        uint32_t count = (uint32_t)ari_moves(v, s, moves);
        *s = ari_after(v, s, moves[ari_random_below(random, count)]);
        if (ari_outcome(v, s) != ARI_ON)
            return false;
    }
    return true;
}

static ari_engine *engine_of(const ari_variant *v)
{
    ari_engine *engine = NULL;
    ari_error error;
    if (ari_engine_new(v, ARI_BYTES_DEFAULT, &engine, &error) != ARI_OK)
        give_up(v->name, &error);
    return engine;
}

static bool compare(const positions *set, const ari_runner *runner)
{
    ari_variant *v = NULL;
    ari_error error;
    if (ari_variant_new(set->spec, &v, &error) != ARI_OK)
        give_up(set->spec, &error);
    ari_engine *engine[2] = {engine_of(v), engine_of(v)};
    ari_random random = ari_random_seeded(1);
    int count = 0, both = 0, solved[2] = {0, 0};
    uint64_t nodes[2] = {0, 0};
    double seconds[2] = {0, 0}, all[2] = {0, 0};
    bool right = true;
    for (int tries = 0; count < set->count && tries < 1000; tries++) {
        static const ari_method methods[] = {ARI_METHOD_SEARCH, ARI_METHOD_DFPN};
        ari_state s;
        work done[2];
        if (!random_position(v, set->plies, &random, &s))
            continue;
        count++;
        for (int i = 0; i < 2; i++) {
            done[i] = solve(v, engine[i], &s, methods[i], set->nodes, runner);
            solved[i] += done[i].solved;
            all[i] += done[i].seconds;
        }
        if (!done[0].solved || !done[1].solved)
            continue;
        both++;
        right &=
            done[0].value == done[1].value ||
            (!ari_has(v, ARI_HAS_PAYOFFS) && (done[0].value > 0) == (done[1].value > 0));
        for (int i = 0; i < 2; i++) {
            nodes[i] += done[i].nodes;
            seconds[i] += done[i].seconds;
        }
    }
    char times[20] = "-";
    if (seconds[1] > 0)
        snprintf(times, sizeof times, "%.2f", seconds[0] / seconds[1]);
    printf("%-30s %2d  %2d  %2d  %9llu %9llu %7.2f %7.2f %6s  (%.1f, %.1f)%s\n",
           set->spec, count, solved[0], solved[1], (unsigned long long)nodes[0],
           (unsigned long long)nodes[1], seconds[0], seconds[1], both ? times : "-",
           all[0], all[1], right ? "" : "  THEY DIFFER");
    (void)fflush(stdout);
    for (int i = 0; i < 2; i++)
        ari_engine_free(engine[i]);
    ari_variant_free(v);
    return right;
}

int main(int argc, char **argv)
{
    bool right = true;
    ari_pool *pool = NULL;
    ari_error error;
    if (argc > 5 && ari_pool_new((int)strtol(argv[5], NULL, 10), &pool, &error) != ARI_OK)
        give_up("threads", &error);
    printf("%-33s  solved          nodes         CPU seconds\n", "");
    printf("%-30s  n depth df-pn   depth     df-pn   depth   df-pn  times\n", "");
    if (argc > 4) {
        const positions one = {argv[1], (int)strtol(argv[2], NULL, 10),
                               (int)strtol(argv[3], NULL, 10),
                               strtoull(argv[4], NULL, 10)};
        right = compare(&one, pool ? ari_pool_runner(pool) : NULL);
    }
    for (size_t i = 0; argc <= 4 && i < sizeof sets / sizeof *sets; i++)
        right &= compare(&sets[i], NULL);
    ari_pool_free(pool);
    return !right;
}
