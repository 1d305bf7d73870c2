/* insanity.c: planted sets of cubes, all solutions, beside plain backtracking over the 24 ways
 * to turn each cube. */
#include <ariadne/insanity.h>
#include <ariadne/random.h>

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#define SETS 5

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* A set with a solution: the sides are four shuffled rows of all colours, the rest is random. */
static void plant(ari_cubes *cubes, int count, uint64_t seed)
{
    ari_random random = ari_random_seeded(seed);
    memset(cubes, 0, sizeof *cubes);
    cubes->cubes = cubes->colours = count;
    for (int face = 0; face < 6; face++) {
        for (int i = 0; i < count; i++)
            cubes->faces[i][face] =
                (uint8_t)(face < 4 ? i : (int)ari_random_below(&random, (uint32_t)count));
        for (int i = count - 1; i > 0 && face < 4; i--) {
            int other = (int)ari_random_below(&random, (uint32_t)i + 1);
            uint8_t colour = cubes->faces[i][face];
            cubes->faces[i][face] = cubes->faces[other][face];
            cubes->faces[other][face] = colour;
        }
    }
}

/* ---- the naive way ---- */

typedef struct naive {
    const ari_cubes *cubes;
    uint64_t seen[4];
    uint64_t solutions, nodes;
} naive;

static void place(naive *n, int cube)
{
    n->nodes++;
    if (cube == n->cubes->cubes) {
        n->solutions++;
        return;
    }
    const uint8_t *faces = n->cubes->faces[cube];
    for (size_t hidden = 0; hidden < 3; hidden++) {
        const uint8_t *a = faces + (hidden + 1) % 3 * 2,
                      *b = faces + (hidden + 2) % 3 * 2;
        const uint8_t ring[4] = {a[0], b[0], a[1], b[1]};
        for (int turn = 0; turn < 8; turn++) {
            uint64_t bits[4], clash = 0;
            for (int i = 0; i < 4; i++) {
                bits[i] = (uint64_t)1 << ring[(turn + (turn < 4 ? i : 4 - i)) % 4];
                clash |= n->seen[i] & bits[i];
            }
            if (clash)
                continue;
            for (int i = 0; i < 4; i++)
                n->seen[i] ^= bits[i];
            place(n, cube + 1);
            for (int i = 0; i < 4; i++)
                n->seen[i] ^= bits[i];
        }
    }
}

int main(void)
{
    printf("%-10s %12s %12s %12s %12s %14s\n", "cubes", "distinct", "nodes", "ms",
           "naive ms", "naive nodes");
    for (int count = 8; count <= 40; count += 4) {
        double took = 0, naive_took = 0;
        uint64_t distinct = 0, nodes = 0, naive_nodes = 0;
        for (uint64_t seed = 1; seed <= SETS; seed++) {
            ari_cubes cubes;
            ari_cubes_answer answer;
            const ari_cubes_job job = {.all = true};
            plant(&cubes, count, seed);
            double start = seconds();
            if (ari_cubes_solve(&cubes, &job, &answer, NULL) != ARI_OK)
                return 2;
            took += seconds() - start;
            distinct += answer.distinct;
            nodes += answer.stats.calls;
            if (count > 8)
                continue;
            naive n = {.cubes = &cubes};
            start = seconds();
            place(&n, 0);
            naive_took += seconds() - start;
            naive_nodes += n.nodes;
        }
        printf("%-10d %12" PRIu64 " %12" PRIu64 " %12.3f", count, distinct / SETS,
               nodes / SETS, took / SETS * 1e3);
        if (naive_nodes)
            printf(" %12.3f %14" PRIu64, naive_took / SETS * 1e3, naive_nodes / SETS);
        printf("\n");
    }
    return 0;
}
