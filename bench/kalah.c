/* kalah.c: how fast Kalah is solved from its start, beside the values that others published.
 *
 *   bench_kalah [MEBIBYTES [PITS SEEDS]]   with so much memory (1024); without a size the usual ones
 *
 * Published (Irving, Donkers and Uiterwijk 2000) are values with empty capture. A value that is another ends the
 * program with 1. Time is the processor's, of one core. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <ariadne/solver.h>

typedef struct row {
    int pits, seeds, value; /* what was published */
} row;

#define UNKNOWN 1000

static const row rows[] = {{4, 3, UNKNOWN}, {4, 6, UNKNOWN}, {5, 3, UNKNOWN},
                           {5, 4, UNKNOWN}, {6, 1, 2},       {6, 2, 10},
                           {6, 3, 2},       {6, 4, 10},      {6, 5, 12}};
enum { ROWS = sizeof rows / sizeof rows[0] };

/* The last row takes minutes, so that it must be asked for. */
#define USUAL (ROWS - 1)

static _Noreturn void fail(const ari_error *error)
{
    fprintf(stderr, "%s\n", error->message);
    exit(2);
}

static bool measure(const row *asked, size_t bytes)
{
    char spec[60];
    ari_variant *v;
    ari_engine *engine;
    ari_result result;
    ari_error error = {.message = ""};
    ari_engine_job job = {.limits = {.depth = 0}};
    snprintf(spec, sizeof spec, "kalah:pits=%d,seeds=%d,empty=yes", asked->pits,
             asked->seeds);
    if (ari_variant_new(spec, &v, &error) != ARI_OK ||
        ari_eval_parse(v, "", 0, &job.eval, &error) != ARI_OK ||
        ari_engine_new(v, bytes, &engine, &error) != ARI_OK)
        fail(&error);
    clock_t start = clock();
    if (ari_engine_solve(engine, &v->start, &job, -ARI_WIN, ARI_WIN, &result, &error) !=
        ARI_OK)
        fail(&error);
    double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    bool right = asked->value == UNKNOWN || asked->value == result.score;
    printf("%4d %6d %+6d %15llu %10.2f%s\n", asked->pits, asked->seeds, result.score,
           (unsigned long long)result.stats.nodes, seconds, right ? "" : "  wrong");
    (void)fflush(stdout);
    ari_engine_free(engine);
    ari_variant_free(v);
    return right;
}

int main(int argc, char **argv)
{
    size_t bytes = (argc > 1 ? (size_t)strtoul(argv[1], NULL, 10) : 1024) << 20;
    row asked = {argc > 2 ? (int)strtol(argv[2], NULL, 10) : 0,
                 argc > 3 ? (int)strtol(argv[3], NULL, 10) : 0, UNKNOWN};
    bool right = true;
    puts("pits  seeds  value           nodes    seconds");
    for (int i = 0; asked.pits == 0 && i < USUAL; i++)
        right = measure(&rows[i], bytes) && right;
    for (int i = 0; i < ROWS; i++)
        if (rows[i].pits == asked.pits && rows[i].seeds == asked.seeds)
            asked.value = rows[i].value;
    if (asked.pits != 0)
        right = measure(&asked, bytes);
    return !right;
}
