/* strong.c: what strong solving costs: time, bytes, threads, looking up; and whether it finds
 * as many positions as others have counted (Tromp's table of Connect Four by width and
 * height; GamesmanOne's quixo and six men's morris; Tanaka's Dobutsu shogi). Ends with 1 if it
 * does not.
 *
 *     strong [FOLDER]          where the databases are written for the time being
 *     strong FOLDER dobutsu    Dobutsu shogi alone, which takes 4 GB
 *     strong FOLDER GAME       another game alone
 *
 * Processor time is what counts where other work goes on on the machine; how much faster
 * two threads are can only be seen on one with two idle cores. */
#define _DEFAULT_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
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

/* The most memory that this process ever had, in MB. */
static double peak(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (double)usage.ru_maxrss / 1024;
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
    double seconds = -ari_seconds();
    if (ari_strong_solve(v, path, &job, summary, &error) != ARI_OK)
        give_up(v->name, &error);
    *cpu += cpu_seconds();
    seconds += ari_seconds();
    ari_pool_free(pool);
    return seconds;
}

/* Positions of random games. */
static ari_state *random_positions(const ari_variant *v)
{
    ari_state *states = malloc(LOOKS * sizeof *states);
    ari_random random = ari_random_seeded(1);
    for (int i = 0; states && i < LOOKS;) {
        ari_move list[ARI_MOVES_MAX];
        for (ari_state s = v->start; i < LOOKS && ari_outcome(v, &s) == ARI_ON;) {
            states[i++] = s;
            int count = ari_moves(v, &s, list);
            s = ari_after(v, &s, list[ari_random_below(&random, (uint32_t)count)]);
        }
    }
    return states;
}

typedef struct looking {
    const ari_variant *v;
    const char *path;
    const ari_state *states;
    double cpu[2][2]; /* by thread: with the file just opened, and once more */
} looking;

static double thread_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void look(void *argument, int index)
{
    looking *l = argument;
    ari_database *db;
    ari_error error;
    if (ari_database_new(l->path, l->v, &db, &error) != ARI_OK)
        give_up(l->path, &error);
    for (int round = 0; round < 2; round++) {
        double cpu = -thread_seconds();
        for (int i = 0; i < LOOKS; i++) {
            int score, distance;
            if (ari_database_look(db, &l->states[i], &score, &distance, &error) != ARI_OK)
                give_up(l->path, &error);
        }
        l->cpu[index][round] = cpu + thread_seconds();
    }
    ari_database_free(db);
}

/* Two threads at a time, each with the file opened for itself. */
static void time_looks(const ari_variant *v, const char *path)
{
    ari_error error;
    ari_pool *pool;
    ari_state *states = random_positions(v);
    looking l = {.v = v, .path = path, .states = states};
    if (!states || ari_pool_new(2, &pool, &error) != ARI_OK)
        give_up("looking up", &error);
    const ari_runner *runner = ari_pool_runner(pool);
    runner->run(runner->self, 2, look, &l);
    for (int round = 0; round < 2; round++)
        printf("  %d random look-ups by each of two threads, %s: %.2f and %.2f us each, "
               "%.0f "
               "and %.0f a second\n",
               LOOKS, round ? "blocks unpacked" : "file just opened",
               1e6 * l.cpu[0][round] / LOOKS, 1e6 * l.cpu[1][round] / LOOKS,
               LOOKS / l.cpu[0][round], LOOKS / l.cpu[1][round]);
    ari_pool_free(pool);
    free(states);
}

static ari_variant *variant(const char *spec)
{
    ari_variant *v;
    ari_error error;
    if (ari_variant_new(spec, &v, &error) != ARI_OK)
        give_up(spec, &error);
    return v;
}

static void bench(const char *spec, const char *path, const char *wanted)
{
    ari_variant *v = variant(spec);
    ari_strong_summary summary;
    double cpu, cpu2, one = solve(v, path, 1, &cpu, &summary);
    double memory = peak(), two = solve(v, path, 2, &cpu2, &summary);
    printf("%s: %llu positions, %llu up to symmetry\n", spec,
           (unsigned long long)summary.positions, (unsigned long long)summary.canonical);
    printf(
        "  one thread: %.2f CPU s, %.2f million positions a CPU second, %.2f s, at most "
        "%.0f MB\n",
        cpu, (double)summary.positions / cpu / 1e6, one, memory);
    printf("  two threads: %.2f CPU s, %.2f s, %.2f times as fast (wanted: 1.7)\n", cpu2,
           two, one / two);
    printf("  %llu bytes, %.4f a position (wanted: %s)\n",
           (unsigned long long)summary.bytes,
           (double)summary.bytes / (double)summary.positions, wanted);
    time_looks(v, path);
    (void)fflush(stdout);
    unlink(path);
    ari_variant_free(v);
}

/* True in a process of its own, so that its memory can be told, which has to end with exit; false when it
 * has. */
static bool apart(void)
{
    int status = 1;
    (void)fflush(stdout);
    pid_t child = fork();
    if (child == 0)
        return true;
    if (child < 0 || waitpid(child, &status, 0) < 0 || status != 0)
        exit(1);
    return false;
}

static void bench_apart(const char *spec, const char *path, const char *wanted)
{
    if (apart()) {
        bench(spec, path, wanted);
        exit(0);
    }
}

static const struct {
    const char *spec;
    unsigned long long positions;
} published[] = {
    {"tictactoe:early=no", 5478},
    {"connect4:width=4,height=4", 161029},
    {"connect4:width=4,height=5", 1706255},
    {"connect4:width=5,height=4", 3945711},
    {"connect4:width=4,height=6", 15835683},
    {"connect4:width=5,height=5", 69763700},
    {"connect4:width=6,height=4", 94910577},
    {"connect4:width=4,height=7", 135385909},
    {"quixo:size=3", 32027},
    {"quixo:size=4", 82497861},
    {"morris:men=6", 42383945},
};

static bool count(const char *path)
{
    bool right = true;
    printf("%-26s %13s %13s %7s %11s %s\n", "", "positions", "published", "CPU s",
           "bytes", "a position");
    for (size_t i = 0; i < sizeof published / sizeof *published; i++) {
        ari_variant *v = variant(published[i].spec);
        ari_strong_summary summary;
        double cpu;
        solve(v, path, 2, &cpu, &summary);
        bool same = summary.positions == published[i].positions;
        printf("%-26s %13llu %13llu %7.2f %11llu %.4f%s\n", published[i].spec,
               (unsigned long long)summary.positions, published[i].positions, cpu,
               (unsigned long long)summary.bytes,
               (double)summary.bytes / (double)summary.positions,
               same ? "" : "  DIFFERENT");
        (void)fflush(stdout);
        right = right && same;
        ari_variant_free(v);
    }
    unlink(path);
    return right;
}

/* Dobutsu shogi, whose positions others count once for both sides: here each side has them, and one in
 * which its lion was taken. */
static void dobutsu(const char *path)
{
    static const uint64_t wanted[3] = {UINT64_C(2) * 47347380 + 2, UINT64_C(2) * 2682700,
                                       UINT64_C(2) * 196773087};
    uint64_t counts[3] = {0};
    ari_variant *v = variant("dobutsu");
    ari_strong_summary summary;
    ari_database *db;
    ari_error error;
    double cpu;
    solve(v, path, 1, &cpu, &summary);
    if (ari_database_new(path, v, &db, &error) != ARI_OK)
        give_up(path, &error);
    for (size_t i = 0; i < ari_database_rows(db); i++) {
        ari_strong_row row = ari_database_row(db, i);
        counts[row.value + 1] += row.canonical;
    }
    bool same = summary.score < 0;
    for (int i = 0; i < 3; i++)
        same = same && counts[i] == wanted[i];
    printf("dobutsu: %llu lost, %llu drawn, %llu won, the start %s in %d plies%s\n"
           "  %.1f CPU s, at most %.0f MB, %llu bytes (wanted: 300 s, 4096 MB)\n",
           (unsigned long long)counts[0], (unsigned long long)counts[1],
           (unsigned long long)counts[2], summary.score < 0 ? "lost" : "not lost",
           summary.distance, same ? "" : "  DIFFERENT", cpu, peak(),
           (unsigned long long)summary.bytes);
    unlink(path);
    ari_database_free(db);
    ari_variant_free(v);
    if (!same)
        exit(1);
}

int main(int argc, char **argv)
{
    char path[300];
    snprintf(path, sizeof path, "%.200s/strong-%d.db", argc > 1 ? argv[1] : "/tmp",
             (int)getpid());
    if (argc > 2 && strcmp(argv[2], "dobutsu") != 0) {
        bench(argv[2], path, "nothing");
        return 0;
    }
    if (apart()) {
        dobutsu(path);
        exit(0);
    }
    if (argc > 2)
        return 0;
    bench_apart("quixo:size=4", path, "at most 15.2 CPU s and 1825420 bytes");
    bench_apart("connect4:width=5,height=5", path,
                "3 million a CPU second or more, at most 0.35 a position");
    bench_apart("kalah:pits=4,seeds=3", path, "3 million a CPU second or more");
    bench_apart("kalah:pits=5,seeds=2", path, "3 million a CPU second or more");
    bench_apart("dots:width=3,height=3", path, "3 million a CPU second or more");
    return count(path) ? 0 : 1;
}
