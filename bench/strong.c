/* strong.c: what strong solving costs: time, bytes, threads, looking up.
 *
 *     strong [FOLDER]     where the databases are written for the time being
 *
 * Processor time is what counts where other work goes on on the machine; how much faster
 * two threads are can only be seen on one with two idle cores. */
#define _DEFAULT_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include <ariadne/random.h>
#include <ariadne/strong.h>

#define LOOKS 1000000

static double cpu_seconds(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (double)usage.ru_utime.tv_sec + (double)usage.ru_stime.tv_sec +
           1e-6 * (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

static double clock_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void give_up(const char *what, const ari_error *error)
{
    fprintf(stderr, "strong: %s: %s\n", what, error->message);
    exit(1);
}

static double solve(const ari_variant *v, const char *path, int threads, double *cpu,
                    ari_strong_summary *summary)
{
    ari_pool *pool;
    ari_error error;
    if (ari_pool_new(threads, &pool, &error) != ARI_OK)
        give_up("threads", &error);
    const ari_strong_job job = {.checkpoint = -1, .runner = ari_pool_runner(pool)};
    unlink(path);
    *cpu = -cpu_seconds();
    double seconds = -clock_seconds();
    if (ari_strong_solve(v, path, &job, summary, &error) != ARI_OK)
        give_up(v->name, &error);
    *cpu += cpu_seconds();
    seconds += clock_seconds();
    ari_pool_free(pool);
    return seconds;
}

static void time_looks(const ari_variant *v, const char *path)
{
    ari_database *db;
    ari_error error;
    ari_state *states = malloc(LOOKS * sizeof *states);
    ari_random random = ari_random_seeded(1);
    if (!states || ari_database_open(path, v, &db, &error) != ARI_OK)
        give_up(path, &error);
    for (int i = 0; i < LOOKS;) {
        ari_move list[ARI_MOVES_MAX];
        for (ari_state s = v->start; i < LOOKS && ari_outcome(v, &s) == ARI_ON;) {
            states[i++] = s;
            int count = ari_moves(v, &s, list);
            s = ari_after(v, &s, list[ari_random_below(&random, (uint32_t)count)]);
        }
    }
    for (int round = 0; round < 2; round++) {
        double cpu = -cpu_seconds();
        for (int i = 0; i < LOOKS; i++) {
            int score, distance;
            if (ari_database_look(db, &states[i], &score, &distance, &error) != ARI_OK)
                give_up(path, &error);
        }
        cpu += cpu_seconds();
        printf("  %d random look-ups, %s: %.2f us each, %.0f a second\n", LOOKS,
               round ? "blocks unpacked" : "file just opened", 1e6 * cpu / LOOKS,
               LOOKS / cpu);
    }
    ari_database_close(db);
    free(states);
}

static void bench(const char *spec, const char *path, const char *wanted)
{
    ari_variant *v;
    ari_error error;
    if (ari_variant_new(spec, &v, &error) != ARI_OK)
        give_up(spec, &error);
    ari_strong_summary summary;
    double cpu, cpu2, one = solve(v, path, 1, &cpu, &summary);
    double two = solve(v, path, 2, &cpu2, &summary);
    printf("%s: %llu positions, %llu up to symmetry\n", spec,
           (unsigned long long)summary.positions, (unsigned long long)summary.canonical);
    printf("  one thread: %.2f CPU s, %.2f million positions a CPU second, %.2f s\n", cpu,
           (double)summary.positions / cpu / 1e6, one);
    printf("  two threads: %.2f CPU s, %.2f s, %.2f times as fast\n", cpu2, two,
           one / two);
    printf("  %llu bytes, %.4f a position (wanted: %s)\n",
           (unsigned long long)summary.bytes,
           (double)summary.bytes / (double)summary.positions, wanted);
    time_looks(v, path);
    (void)fflush(stdout);
    unlink(path);
    ari_variant_free(v);
}

int main(int argc, char **argv)
{
    char path[300];
    snprintf(path, sizeof path, "%.200s/strong-%d.db", argc > 1 ? argv[1] : "/tmp",
             (int)getpid());
    bench("quixo:size=4", path, "at most 15.2 CPU s and 1825420 bytes");
    bench("connect4:width=5,height=5", path,
          "3 million a CPU second or more, at most 0.35 a position");
    return 0;
}
