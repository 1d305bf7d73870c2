/* othello.c: how fast the FFO endgame tests are solved, by the library and by a plain program.
 *
 *   bench_othello FILE [FIRST [LAST [PLAIN]]]   those of the file with these numbers; the plain program solves
 *                                               those with at most PLAIN empty cells, 15 by default
 *
 * The plain program is alpha-beta over the same rules and nothing else: no table, no bounds, moves in the order
 * of the cells. Both find the published value, or the program ends with 1. Time is the processor's, of one core. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <ariadne/solver.h>

static double processor_seconds(void)
{
    return (double)clock() / CLOCKS_PER_SEC;
}

/* ---- the plain program ---- */

typedef uint64_t set;

static set shifted(set s, int way)
{
    const set left = 0xfefefefefefefefe, right = 0x7f7f7f7f7f7f7f7f;
    switch (way) {
    case 0:
        return s << 8;
    case 1:
        return s >> 8;
    case 2:
        return s << 1 & left;
    case 3:
        return s >> 1 & right;
    case 4:
        return s << 9 & left;
    case 5:
        return s << 7 & right;
    case 6:
        return s >> 7 & left;
    default:
        return s >> 9 & right;
    }
}

static set turned_by(set mine, set theirs, set disc)
{
    set all = 0;
    for (int way = 0; way < 8; way++) {
        set line = 0, at = shifted(disc, way);
        for (; at & theirs; at = shifted(at, way))
            line |= at;
        if (at & mine)
            all |= line;
    }
    return all;
}

static uint64_t plain_nodes;

static int plain(set mine, set theirs, int alpha, int beta, bool passed)
{
    plain_nodes++;
    set empty = ~(mine | theirs);
    bool moved = false;
    for (set left = empty; left; left &= left - 1) {
        set disc = left & -left, turned = turned_by(mine, theirs, disc);
        if (!turned)
            continue;
        moved = true;
        int value = -plain(theirs & ~turned, mine | turned | disc, -beta, -alpha, false);
        alpha = value > alpha ? value : alpha;
        if (alpha >= beta)
            return alpha;
    }
    if (moved)
        return alpha;
    if (!passed)
        return -plain(theirs, mine, -beta, -alpha, true);
    int margin = __builtin_popcountll(mine) - __builtin_popcountll(theirs);
    int rest = __builtin_popcountll(empty);
    return margin + (margin > 0 ? rest : margin < 0 ? -rest : 0);
}

/* ---- the tests ---- */

typedef struct sum {
    double seconds, plain_seconds,
        beside; /* `beside`: the library's on what both solve */
    uint64_t nodes;
    bool wrong;
} sum;

static int solve(const ari_variant *v, const char *line, uint64_t *nodes, double *seconds)
{
    char text[70];
    ari_record record;
    ari_error error = {.message = ""};
    ari_engine *engine;
    ari_result result;
    ari_engine_job job = {.limits = {.depth = 0}};
    snprintf(text, sizeof text, "%.64s%s", line, line[65] == 'O' ? "/2" : "");
    if (ari_position_parse(v, text, &record, &error) != ARI_OK ||
        ari_eval_parse(v, "", 0, &job.eval, &error) != ARI_OK ||
        ari_engine_new(v, ARI_BYTES_DEFAULT, &engine, &error) != ARI_OK)
        goto trouble;
    double start = processor_seconds();
    if (ari_engine_solve(engine, &record.end, &job, -ARI_WIN, ARI_WIN, &result, &error) !=
        ARI_OK)
        goto trouble;
    *seconds = processor_seconds() - start;
    *nodes = result.stats.nodes;
    ari_engine_free(engine);
    ari_record_free(&record);
    return result.score;
trouble:
    fprintf(stderr, "%s\n", error.message);
    exit(2);
}

static void measure(const ari_variant *v, const char *line, int number, int most_plain,
                    sum *all)
{
    uint64_t nodes;
    double seconds;
    int published = (int)strtol(strchr(line, ':') + 1, NULL, 10);
    int value = solve(v, line, &nodes, &seconds);
    set sets[2] = {0, 0};
    for (int i = 0; i < 64; i++)
        if (line[i] != '-')
            sets[line[i] == 'O'] |= (set)1 << i;
    bool second = line[65] == 'O';
    int empty = 64 - __builtin_popcountll(sets[0] | sets[1]);
    printf("%4d %7d %+6d %13llu %10.3f", number, empty, value, (unsigned long long)nodes,
           seconds);
    all->nodes += nodes;
    all->seconds += seconds;
    all->wrong |= value != published;
    if (empty <= most_plain) {
        double start = processor_seconds();
        plain_nodes = 0;
        int found = plain(sets[second], sets[!second], -64, 64, false);
        double taken = processor_seconds() - start;
        printf(" %13llu %10.3f", (unsigned long long)plain_nodes, taken);
        all->plain_seconds += taken;
        all->beside += seconds;
        all->wrong |= found != published;
    }
    printf("%s\n", value == published ? "" : "  wrong");
    (void)fflush(stdout);
}

int main(int argc, char **argv)
{
    FILE *file = argc > 1 ? fopen(argv[1], "r") : NULL;
    int first = argc > 2 ? (int)strtol(argv[2], NULL, 10) : 1,
        last = argc > 3 ? (int)strtol(argv[3], NULL, 10) : 39;
    int most_plain = argc > 4 ? (int)strtol(argv[4], NULL, 10) : 15;
    ari_variant *v;
    ari_error error;
    char line[400];
    sum all = {.wrong = false};
    if (!file || ari_variant_new("othello", &v, &error) != ARI_OK)
        return 2;
    puts("FFO   empty  value         nodes    seconds   plain nodes    seconds");
    for (int number = 1; fgets(line, sizeof line, file); number++)
        if (number >= first && number <= last)
            measure(v, line, number, most_plain, &all);
    (void)fclose(file);
    printf(" all                %13llu %10.3f\n", (unsigned long long)all.nodes,
           all.seconds);
    if (all.beside > 0)
        printf("where both solved it, %.3f s against %.3f s: %.0f times as fast\n",
               all.beside, all.plain_seconds, all.plain_seconds / all.beside);
    ari_variant_free(v);
    return all.wrong;
}
