/* connect4.c: how fast positions of Connect Four are solved, also beside other programs.
 *
 *   connect4 DATA [--first N] [--full] [--beside NAME=COMMAND]...
 *                                        the sets of positions in the folder DATA, at most
 *                                        the first N of each; --full: also the empty board
 *   connect4 DATA --threads N [--full]   what N threads gain on the set L1_R3; --full: also
 *                                        on the empty board
 *   connect4 DATA --count SET N          the first N of one set, for counting instructions
 *                                        (in the function `measured`)
 *   connect4 --solve FILE                the positions of one file, as --beside wants it
 *
 * Each line of a set is the columns played and the score: 22 minus the discs of the winner
 * at the end, negative when the side to move loses. Every position is solved with an empty
 * table of 64 MB by one thread; emptying it is not measured. Times are CPU time, except where
 * threads are compared: there it is the time on the clock.
 *
 * --beside runs another program on the same positions right after ours, set by set: COMMAND
 * is given the name of a file as its last word, with the columns of one position a line (an
 * empty line is the empty board), and prints for each position one line: the score, as the sets
 * write it, and the microseconds that it took. Only what was measured in the same run becomes
 * a ratio. `--beside 'before=OLD/bench_connect4 --solve'` compares two builds of Ariadne. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <ariadne/engine.h>
#include <ariadne/runner.h>

#include "bench/connect4_beside.h"

#define TABLE ((size_t)64 << 20)

static const struct {
    const char *name, *about;
    int most; /* positions that are used */
} sets[] = {
    {"L3_R1", "end, easy", 1000},       {"L2_R1", "middle, easy", 1000},
    {"L1_R1", "opening, easy", 1000},   {"L2_R2", "middle, medium", 1000},
    {"L1_R2", "opening, medium", 1000}, {"L1_R3", "opening, hard", 20},
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

/* Solves the positions one by one. With `told`, each is told as `--beside` wants it. */
static figures solve_list(bench *b, const position_list *list, bool told)
{
    figures sum = {.positions = 0};
    for (int i = 0; i < list->count; i++) {
        const known_position *p = &list->positions[i];
        ari_record record;
        ari_error error;
        double before = sum.microseconds;
        if (ari_position_parse(b->v, p->columns, &record, &error) != ARI_OK)
            fail(&error);
        ari_result result = solve(b, &record.end, -ARI_WIN, ARI_WIN, &sum);
        int score = set_score(result.score, record.count);
        ari_record_free(&record);
        if (told) {
            printf("%d %.3f\n", score, sum.microseconds - before);
        } else if (score != p->score) {
            sum.wrong++;
            printf("%s is %d, not %d\n", p->columns, p->score, score);
        }
    }
    return sum;
}

/* Of one set; false when there is no such one. */
static bool solve_set(bench *b, const char *folder, const char *name, int most,
                      figures *sum)
{
    position_list list = positions_of_set(folder, name, most);
    *sum = solve_list(b, &list, false);
    free(list.positions);
    return sum->positions > 0;
}

static void print_time(double us)
{
    if (us < 999.5)
        printf(" %6.*f us", us < 99.95, us);
    else if (us < 999.5e3)
        printf(" %6.*f ms", us < 99.95e3, us / 1e3);
    else
        printf(" %6.*f s ", us < 99.95e6, us / 1e6);
}

/* Our own figures, then those of the others on the same positions, each with how many times
 * our time that is; the number of wrong scores, ours and theirs. */
static int print_row(const char *name, const char *about, const figures *sum,
                     const position_list *list, const others *beside)
{
    double mean = sum->microseconds / sum->positions;
    int wrong = sum->wrong;
    printf("%-6s %-17s %4d", name, about, sum->positions);
    print_time(mean);
    printf(" %13.0f %6.0f", (double)sum->nodes / sum->positions,
           sum->microseconds * 1e3 / (double)sum->nodes);
    (void)fflush(stdout);
    for (int i = 0; i < beside->count; i++) {
        double theirs = time_beside(&beside->programs[i], list, &wrong) / list->count;
        print_time(theirs);
        printf(" %6.2f", theirs / mean);
        (void)fflush(stdout);
    }
    putchar('\n');
    return wrong;
}

static int print_empty_board(bench *b, const others *beside)
{
    known_position start = {.columns = "", .score = 1};
    const position_list exact = {.positions = &start, .count = 1};
    figures sum = solve_list(b, &exact, false), sign = {.positions = 0};
    int wrong = print_row("empty", "exact score", &sum, &exact, beside);
    ari_result result = solve(b, &b->v->start, -1, 1, &sign);
    sign.wrong = result.score < 1;
    return wrong + print_row("empty", "win or not", &sign, &exact, &(others){.count = 0});
}

static int print_table(bench *b, const char *folder, int first, bool full,
                       const others *beside)
{
    int wrong = 0;
    printf("%-24s %4s %9s %13s %6s", "set", "n", "mean", "nodes", "ns");
    for (int i = 0; i < beside->count; i++)
        printf(" %9.9s %6s", beside->programs[i].name, "times");
    putchar('\n');
    for (int i = 0; i < SETS; i++) {
        int most = first < sets[i].most ? first : sets[i].most;
        position_list list = positions_of_set(folder, sets[i].name, most);
        figures sum = solve_list(b, &list, false);
        if (sum.positions > 0)
            wrong += print_row(sets[i].name, sets[i].about, &sum, &list, beside);
        else
            printf("there is no set %s in %s\n", sets[i].name, folder);
        free(list.positions);
    }
    if (full)
        wrong += print_empty_board(b, beside);
    if (wrong > 0)
        printf("%d WRONG\n", wrong);
    return wrong > 0;
}

/* What `--beside` runs, of another build. */
static int solve_file(bench *b, const char *path)
{
    position_list list = positions_of_file(path);
    (void)solve_list(b, &list, true);
    free(list.positions);
    return 0;
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
    fputs("usage: connect4 DATA [--first N] [--full] [--beside NAME=COMMAND]... |\n"
          "       connect4 DATA --threads N [--full] | connect4 DATA --count SET N |\n"
          "       connect4 --solve FILE\n",
          stderr);
    return 2;
}

/* Every page of the table is there before anything is measured, and what reading the clock
 * costs is known. */
static void warm_up(bench *b, uint64_t nodes)
{
    ari_record record;
    ari_result result;
    ari_error error;
    const ari_engine_job job = {.limits = {.nodes = nodes}};
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
    others beside = {.count = 0};
    ari_error error;
    int first = 1000, threads = 1;
    bool full = false, file = argc == 3 && strcmp(argv[1], "--solve") == 0;
    const char *count = NULL;
    for (int i = file ? argc : 2; i < argc; i++) {
        if (strcmp(argv[i], "--full") == 0)
            full = true;
        else if (strcmp(argv[i], "--count") == 0 && i + 2 < argc)
            count = argv[++i], first = (int)strtol(argv[++i], NULL, 10);
        else if (strcmp(argv[i], "--first") == 0 && i + 1 < argc)
            first = (int)strtol(argv[++i], NULL, 10);
        else if (strcmp(argv[i], "--threads") == 0 && i + 1 < argc)
            threads = (int)strtol(argv[++i], NULL, 10);
        else if (strcmp(argv[i], "--beside") != 0 || ++i >= argc ||
                 !add_other(&beside, argv[i]))
            return usage();
    }
    if (argc < 2 || first < 1)
        return usage();
    /* How many instructions a node takes does not depend on the size of the table. */
    if (ari_variant_new("connect4", &b.v, &error) != ARI_OK ||
        ari_engine_new(b.v, count ? TABLE / 64 : TABLE, &b.engine, &error) != ARI_OK)
        fail(&error);
    warm_up(&b, count ? 1000 : 2000000);
    int code = file          ? solve_file(&b, argv[2])
               : count       ? count_set(&b, argv[1], count, first)
               : threads > 1 ? compare_threads(&b, argv[1], threads, full)
                             : print_table(&b, argv[1], first, full, &beside);
    ari_engine_free(b.engine);
    ari_variant_free(b.v);
    return code;
}
