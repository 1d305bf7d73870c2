/* connect4.c: how fast positions of Connect Four are solved, beside other programs.
 *
 *   connect4 DATA [--first N] [--full]   the sets of positions in the folder DATA, at most
 *                                        the first N of each; --full: also the empty board
 *   connect4 DATA --threads N [--full]   what N threads gain on the set L1_R3; --full: also
 *                                        on the empty board
 *   connect4 DATA --count SET N          the first N of one set, for counting instructions
 *                                        (in the function `measured`)
 *
 * Each line of a set is the columns played and the score: 22 minus the discs of the winner
 * at the end, negative when the side to move loses. Every position is solved with an empty
 * table of 64 MB by one thread; emptying it is not measured. Times are CPU time, except where
 * threads are compared: there it is the time on the clock. Those of others are means on one
 * core of a 2.8 GHz server: read ratios. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <ariadne/engine.h>
#include <ariadne/runner.h>

#define TABLE ((size_t)64 << 20)

/* A set and, in microseconds, what others need for it and what was aimed at. */
static const struct {
    const char *name, *about;
    int most; /* positions that are used */
    double pons, bitbully, steininger, ecc521, aim;
} sets[] = {
    {"L3_R1", "end, easy", 1000, 17, 21, 34, 14.8, 7},
    {"L2_R1", "middle, easy", 1000, 78, 264, 155, 191, 40},
    {"L1_R1", "opening, easy", 1000, 408, 6.2e3, 6.0e3, 6.2e3, 200},
    {"L2_R2", "middle, medium", 1000, 5.0e3, 5.6e3, 2.8e3, 3.5e3, 1.5e3},
    {"L1_R2", "opening, medium", 1000, 150e3, 130e3, 111e3, 110e3, 45e3},
    {"L1_R3", "opening, hard", 20, 3.5e6, 2.6e6, 1.7e6, 2.0e6, 0.8e6},
};

#define SETS ((int)(sizeof sets / sizeof *sets))

typedef struct figures {
    int positions, wrong;
    double microseconds; /* of all of them */
    uint64_t nodes;
} figures;

typedef struct bench {
    ari_variant *v;
    ari_engine *engine;
    const ari_runner *runner; /* NULL: one thread */
    clockid_t clock;
    double clock_cost; /* microseconds that reading the clock twice takes */
} bench;

static double microseconds(const bench *b)
{
    struct timespec now;
    clock_gettime(b->clock, &now);
    return (double)now.tv_sec * 1e6 + (double)now.tv_nsec * 1e-3;
}

static void fail(const ari_error *error)
{
    fprintf(stderr, "connect4: %s\n", error->message);
    exit(2);
}

/* Not inlined, so that its instructions can be counted. */
__attribute__((noinline)) static void measured(const bench *b, const ari_state *s,
                                               int alpha, int beta, ari_result *result)
{
    const ari_engine_job job = {.eval = {.which = ARI_EVAL_NEUTRAL}, .runner = b->runner};
    ari_error error;
    if (ari_engine_solve(b->engine, s, &job, alpha, beta, result, &error) != ARI_OK)
        fail(&error);
}

static ari_result solve(bench *b, const ari_state *s, int alpha, int beta, figures *sum)
{
    ari_result result;
    ari_engine_clear(b->engine);
    double start = microseconds(b);
    measured(b, s, alpha, beta, &result);
    double used = microseconds(b) - start - b->clock_cost;
    sum->microseconds += used > 0 ? used : 0;
    sum->nodes += result.stats.nodes;
    sum->positions++;
    return result;
}

/* The score as the sets write it, for a position with that many discs. */
static int set_score(int score, int discs)
{
    if (ari_score_distance(score) < 0)
        return 0;
    int winner = 22 - (discs + ari_score_distance(score) + 1) / 2;
    return score > 0 ? winner : -winner;
}

/* False when there is no such set. */
static bool solve_set(bench *b, const char *folder, const char *name, int most,
                      figures *sum)
{
    char path[1000], line[200];
    snprintf(path, sizeof path, "%s/%s.txt", folder, name);
    FILE *file = fopen(path, "r");
    if (!file)
        return false;
    *sum = (figures){.positions = 0};
    while (sum->positions < most && fgets(line, sizeof line, file)) {
        ari_record record;
        ari_error error;
        char *moves = strtok(line, " "), *score_text = strtok(NULL, " ");
        if (!moves || !score_text)
            break;
        int score = (int)strtol(score_text, NULL, 10);
        if (ari_position_parse(b->v, moves, &record, &error) != ARI_OK)
            fail(&error);
        ari_result result = solve(b, &record.end, -ARI_WIN, ARI_WIN, sum);
        if (set_score(result.score, record.count) != score) {
            sum->wrong++;
            printf("%s is %d, not %d\n", moves, score,
                   set_score(result.score, record.count));
        }
        ari_record_free(&record);
    }
    (void)fclose(file);
    return sum->positions > 0;
}

static void print_time(double us)
{
    if (us < 0)
        printf(" %9s", "");
    else if (us < 999.5)
        printf(" %6.*f us", us < 99.95, us);
    else if (us < 999.5e3)
        printf(" %6.*f ms", us < 99.95e3, us / 1e3);
    else
        printf(" %6.*f s ", us < 99.95e6, us / 1e6);
}

static void print_row(const char *name, const char *about, const figures *sum,
                      const double *others, double aim)
{
    double mean = sum->microseconds / sum->positions, best = others[0];
    for (int i = 0; i < 4; i++)
        if (best < 0 || (others[i] >= 0 && others[i] < best))
            best = others[i];
    printf("%-6s %-17s %4d", name, about, sum->positions);
    print_time(mean);
    printf(" %13.0f %6.0f", (double)sum->nodes / sum->positions,
           sum->microseconds * 1e3 / (double)sum->nodes);
    for (int i = 0; i < 4; i++)
        print_time(others[i]);
    printf(" %6.2f", best / mean);
    print_time(aim);
    putchar('\n');
    (void)fflush(stdout);
}

static int print_table(bench *b, const char *folder, int first, bool full)
{
    int wrong = 0;
    printf("%-24s %4s %9s %13s %6s %9s %9s %9s %9s %6s %9s\n", "set", "n", "mean",
           "nodes", "ns", "Pons", "BitBully", "Steining.", "ecc521", "faster", "aim");
    for (int i = 0; i < SETS; i++) {
        figures sum;
        int most = first < sets[i].most ? first : sets[i].most;
        if (!solve_set(b, folder, sets[i].name, most, &sum)) {
            printf("there is no set %s in %s\n", sets[i].name, folder);
            continue;
        }
        print_row(sets[i].name, sets[i].about, &sum,
                  (double[]){sets[i].pons, sets[i].bitbully, sets[i].steininger,
                             sets[i].ecc521},
                  sets[i].aim);
        wrong += sum.wrong;
    }
    if (full) {
        figures sum = {.positions = 0}, sign = {.positions = 0};
        ari_result result = solve(b, &b->v->start, -ARI_WIN, ARI_WIN, &sum);
        print_row("empty", "exact score", &sum, (double[]){443e6, 238e6, 39.7e6, 50.9e6},
                  15e6);
        wrong += result.score != ARI_WIN - 41;
        result = solve(b, &b->v->start, -1, 1, &sign);
        print_row("empty", "win or not", &sign, (double[]){-1, -1, 142e6, -1}, 10e6);
        wrong += result.score < 1;
    }
    if (wrong > 0)
        printf("%d WRONG\n", wrong);
    return wrong > 0;
}

/* ---- threads ---- */

/* The same work done by every thread for itself: what the machine has to give, since cores
 * that share memory, or are two halves of one, are slower together than one alone. */
typedef struct apart {
    const bench *b;
    const char *folder;
} apart;

static void solve_apart(void *argument, int index)
{
    const apart *a = argument;
    bench own = {.v = a->b->v, .clock = a->b->clock, .clock_cost = a->b->clock_cost};
    figures sum;
    ari_error error;
    (void)index;
    if (ari_engine_new(own.v, TABLE, &own.engine, &error) != ARI_OK)
        fail(&error);
    solve_set(&own, a->folder, "L1_R3", 20, &sum);
    ari_engine_free(own.engine);
}

/* How many times the work of one thread all of them do in the same time. */
static double machine_gives(const bench *b, const char *folder, const ari_runner *all,
                            double alone)
{
    apart a = {b, folder};
    double start = microseconds(b);
    all->run(all->self, all->threads, solve_apart, &a);
    return all->threads * alone / (microseconds(b) - start);
}

/* One thread and several in turn, so that what else the machine does is shared fairly. */
static int compare_threads(bench *b, const char *folder, int threads, bool full)
{
    enum { TURNS = 3 };
    ari_pool *pool;
    ari_error error;
    int wrong = 0;
    if (ari_pool_new(threads, &pool, &error) != ARI_OK)
        fail(&error);
    b->clock = CLOCK_MONOTONIC;
    printf("%-24s %9s %2d %-6s %6s %6s %16s\n", "", "1 thread", threads, "threads",
           "faster", "nodes", "the machine gives");
    for (int turn = 0; turn < TURNS * (1 + full); turn++) {
        figures sums[2] = {{.positions = 0}};
        bool set = turn < TURNS;
        for (int i = 0; i < 2; i++) {
            b->runner = i ? ari_pool_runner(pool) : NULL;
            if (set && !solve_set(b, folder, "L1_R3", 20, &sums[i]))
                continue;
            if (!set &&
                solve(b, &b->v->start, -ARI_WIN, ARI_WIN, &sums[i]).score != ARI_WIN - 41)
                sums[i].wrong++;
            wrong += sums[i].wrong;
        }
        if (!sums[0].positions)
            break;
        printf("%-24s", set ? "first 20 of L1_R3" : "empty, exact score");
        print_time(sums[0].microseconds);
        print_time(sums[1].microseconds);
        printf(" %6.2f %6.2f", sums[0].microseconds / sums[1].microseconds,
               (double)sums[1].nodes / (double)sums[0].nodes);
        if (set)
            printf(" %16.2f",
                   machine_gives(b, folder, ari_pool_runner(pool), sums[0].microseconds));
        putchar('\n');
        (void)fflush(stdout);
    }
    ari_pool_free(pool);
    if (wrong > 0)
        printf("%d WRONG\n", wrong);
    return wrong > 0;
}

static int usage(void)
{
    fputs("usage: connect4 DATA [--first N] [--full] | connect4 DATA --threads N "
          "[--full] | "
          "connect4 DATA --count SET N\n",
          stderr);
    return 2;
}

/* Every page of the table is there before anything is measured, and what reading the clock
 * costs is known. */
static void warm_up(bench *b)
{
    ari_record record;
    ari_result result;
    ari_error error;
    const ari_engine_job job = {.limits = {.nodes = 2000000}};
    if (ari_position_parse(b->v, "444444", &record, &error) != ARI_OK ||
        ari_engine_solve(b->engine, &record.end, &job, -ARI_WIN, ARI_WIN, &result,
                         &error) != ARI_OK)
        fail(&error);
    ari_record_free(&record);
    double start = microseconds(b);
    for (int i = 1; i <= 1000; i++)
        b->clock_cost = (microseconds(b) - start) / i;
}

static int count_set(bench *b, const char *folder, const char *name, int most)
{
    figures sum;
    if (!solve_set(b, folder, name, most, &sum))
        return 1;
    printf("set %s positions %d nodes %" PRIu64 "\n", name, sum.positions, sum.nodes);
    return sum.wrong > 0;
}

int main(int argc, char **argv)
{
    bench b = {.clock = CLOCK_THREAD_CPUTIME_ID};
    ari_error error;
    int first = 1000, threads = 1;
    bool full = false;
    const char *count = NULL;
    for (int i = 2; i < argc; i++) {
        if (strcmp(argv[i], "--full") == 0)
            full = true;
        else if (strcmp(argv[i], "--count") == 0 && i + 2 < argc)
            count = argv[++i], first = (int)strtol(argv[++i], NULL, 10);
        else if (strcmp(argv[i], "--first") == 0 && i + 1 < argc)
            first = (int)strtol(argv[++i], NULL, 10);
        else if (strcmp(argv[i], "--threads") == 0 && i + 1 < argc)
            threads = (int)strtol(argv[++i], NULL, 10);
        else
            return usage();
    }
    if (argc < 2 || first < 1)
        return usage();
    /* How many instructions a node takes does not depend on the size of the table. */
    if (ari_variant_new("connect4", &b.v, &error) != ARI_OK ||
        ari_engine_new(b.v, count ? TABLE / 64 : TABLE, &b.engine, &error) != ARI_OK)
        fail(&error);
    if (!count)
        warm_up(&b);
    int code = count         ? count_set(&b, argv[1], count, first)
               : threads > 1 ? compare_threads(&b, argv[1], threads, full)
                             : print_table(&b, argv[1], first, full);
    ari_engine_free(b.engine);
    ari_variant_free(b.v);
    return code;
}
