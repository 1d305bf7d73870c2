/* ablation.c: what each technique of the exact search saves, in nodes.
 *
 * Solves some Connect Four positions with everything, and then again without one thing at a
 * time. Hints are taken out of a copy of the game's core, so that all of it
 * runs through the core; nodes are the same as in the compiled search.
 *
 *     ablation FOLDER [COUNT]     FOLDER holds the sets L2_R1.txt, L2_R2.txt, L1_R2.txt, L1_R3.txt */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <ariadne/variant.h>

#include "search/prover.h"

typedef struct technique {
    const char *name;
    void (*remove)(ari_core *core, ari__prover_tuning *tuning);
} technique;

static void nothing(ari_core *core, ari__prover_tuning *tuning)
{
    (void)core, (void)tuning;
}

static void bound(ari_core *core, ari__prover_tuning *tuning)
{
    (void)tuning;
    core->at_most = NULL;
}

static void choice(ari_core *core, ari__prover_tuning *tuning)
{
    (void)tuning;
    core->choice = NULL;
}

static void safe_moves(ari_core *core, ari__prover_tuning *tuning)
{
    choice(core, tuning);
    core->safe_moves = NULL;
}

static void promise(ari_core *core, ari__prover_tuning *tuning)
{
    (void)tuning;
    core->promise = NULL; /* the centre still comes first */
}

static void symmetry(ari_core *core, ari__prover_tuning *tuning)
{
    (void)tuning;
    core->canonical = NULL;
    core->canonical_key = NULL;
}

static void foresight(ari_core *core, ari__prover_tuning *tuning)
{
    (void)core;
    tuning->foreseen = ARI_PLY_MAX;
}

static void table(ari_core *core, ari__prover_tuning *tuning)
{
    foresight(core, tuning);
    tuning->kept = ARI_PLY_MAX;
}

static void own(ari_core *core, ari__prover_tuning *tuning)
{
    (void)core;
    tuning->own = 0;
}

static void growing(ari_core *core, ari__prover_tuning *tuning)
{
    (void)core;
    tuning->whole = true;
}

static const technique techniques[] = {
    {"everything", nothing},
    {"no bound by follow-up (GAME_AT_MOST)", bound},
    {"forced moves searched (GAME_CHOICE)", choice},
    {"moves that lose at once tried (GAME_SAFE_MOVES)", safe_moves},
    {"centre first only (GAME_PROMISE)", promise},
    {"mirrored positions apart (GAME_CANONICAL)", symmetry},
    {"replies not looked up beforehand", foresight},
    {"no small table of a thread's own", own},
    {"the whole table from the beginning", growing},
    {"no table", table},
};

/* What is solved: the first positions of a set, or the start of a smaller board. */
static const struct sample {
    const char *title, *game, *file;
    int count;
    bool slow; /* hopeless without a table */
} samples[] = {
    {"60 of L2_R1", "connect4", "L2_R1.txt", 60, false},
    {"12 of L2_R2", "connect4", "L2_R2.txt", 12, false},
    {"2 of L1_R2", "connect4", "L1_R2.txt", 2, true},
    {"2 of L1_R3", "connect4", "L1_R3.txt", 2, true},
    {"start of 6x5", "connect4:width=6,height=5", NULL, 1, true},
};

#define SAMPLES (sizeof samples / sizeof *samples)

static void give_up(const char *why)
{
    fprintf(stderr, "ablation: %s\n", why);
    exit(2);
}

/* Nodes to solve a position, with an empty table. */
static uint64_t solve(const ari_variant *v, ari__prover *prover, const char *position)
{
    ari_record record = ARI_RECORD_EMPTY;
    const ari_engine_job job = {.eval = {.which = ARI_EVAL_NEUTRAL}};
    ari_result result = {.best = ARI_NO_MOVE};
    ari_error error;
    ari__prover_clear(prover);
    if (ari_position_parse(v, position, &record, &error) != ARI_OK ||
        ari__prover_ask(prover, &record.end, &job, -ARI_WIN, ARI_WIN, &result, &error) !=
            ARI_OK)
        give_up(error.message);
    ari_record_free(&record);
    return result.stats.nodes;
}

/* What solving a sample takes. */
typedef struct cost {
    uint64_t nodes;
    double seconds; /* of the processor */
} cost;

/* All positions of a sample once; the nodes. */
static uint64_t solve_all(const struct sample *sample, const char *folder,
                          const ari_variant *v, ari__prover *prover)
{
    char line[512];
    uint64_t nodes = 0;
    if (!sample->file)
        return solve(v, prover, "");
    (void)snprintf(line, sizeof line, "%s/%s", folder, sample->file);
    FILE *file = fopen(line, "r");
    if (!file)
        give_up("the sets of positions are not there");
    for (int i = 0; i < sample->count && fgets(line, sizeof line, file); i++) {
        line[strcspn(line, " \n")] = '\0';
        nodes += solve(v, prover, line);
    }
    (void)fclose(file);
    return nodes;
}

static cost solve_sample(const struct sample *sample, const char *folder,
                         const technique *without)
{
    ari_variant *v = NULL;
    ari__prover *prover = NULL;
    ari_error error;
    if (ari_variant_new(sample->game, &v, &error) != ARI_OK)
        give_up(error.message);
    ari_variant_use_core(v);
    ari_core core = *v->core;
    ari__prover_tuning tuning = ARI__PROVER_TUNING;
    without->remove(&core, &tuning);
    v->core = &core;
    if (ari__prover_new(v, ARI_BYTES_DEFAULT, ARI_BYTES_DEFAULT, &prover, &error) !=
        ARI_OK)
        give_up(error.message);
    ari__prover_tune(prover, tuning);
    solve_all(sample, folder, v, prover); /* so that all memory has been touched before */
    clock_t start = clock();
    uint64_t nodes = solve_all(sample, folder, v, prover);
    double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    ari__prover_free(prover);
    ari_variant_free(v);
    return (cost){nodes, seconds};
}

int main(int argc, char **argv)
{
    if (argc < 2)
        give_up("say which folder holds the sets of positions");
    printf("%-48s", "nodes, how many times as many, and the time");
    for (size_t j = 0; j < SAMPLES; j++)
        printf(" %20s", samples[j].title);
    putchar('\n');
    cost all[SAMPLES] = {{0, 0}};
    for (size_t j = 0; j < SAMPLES; j++) /* the processor gets up to its speed */
        solve_sample(&samples[j], argv[1], &techniques[0]);
    for (size_t i = 0; i < sizeof techniques / sizeof *techniques; i++) {
        printf("%-48s", techniques[i].name);
        for (size_t j = 0; j < SAMPLES; j++) {
            if (techniques[i].remove == table && samples[j].slow) {
                printf(" %20s", "-");
                continue;
            }
            cost used = solve_sample(&samples[j], argv[1], &techniques[i]);
            if (i == 0)
                all[j] = used;
            printf(" %8llu %5.2f %5.2f", (unsigned long long)used.nodes,
                   (double)used.nodes / (double)all[j].nodes,
                   used.seconds / all[j].seconds);
            (void)fflush(stdout);
        }
        putchar('\n');
    }
    return 0;
}
