/* wins.c: how many wins by force does the engine find?
 *
 *     wins [POSITIONS [NODES [BOARD]]]     1000 positions, 100000 nodes, mnk:width=15,height=15,line=5
 *
 * The engine plays games against itself, each from other random moves, with few nodes. Where a threat
 * search with many nodes finds a win that takes five plies or more, the position counts, but no more than
 * one in four of a game's. Then the engine searches each of them with NODES and an empty table, and those
 * are counted whose win it has seen; by the plies that the win takes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <ariadne/engine.h>
#include <ariadne/random.h>

#include "base/ticker.h"
#include "search/searches.h"
#include "search/threats.h"

enum {
    LOOK = 50000, /* nodes of the threat search that finds positions */
    THINK = 400,  /* nodes of a move of the games */
    OPENING = 6,  /* random plies, at most */
    LONGEST = 41, /* wins of this length or more are counted together */
    APART = 4     /* plies between two positions of a game */
};

typedef struct bench {
    const ari_variant *v;
    ari_engine *engine;
    ari_eval eval;
    ari__threats threats;
    ari__ticker tick;
    ari_limits none;
    ari_random random;
    int made[LONGEST + 1], found[LONGEST + 1];
    int count, games;
    uint64_t nodes;
    double longest;
} bench;

static void fail(const ari_error *error)
{
    fprintf(stderr, "wins: %s\n", error->message);
    exit(2);
}

static ari_result search(bench *b, const ari_state *s, uint64_t nodes)
{
    ari_error error;
    ari_result result;
    const ari_engine_job job = {.eval = b->eval, .limits = {.nodes = nodes}};
    if (ari_engine_search(b->engine, s, &job, &result, &error) != ARI_OK)
        fail(&error);
    return result;
}

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* Does the engine see it? */
static void ask(bench *b, const ari_state *s, int plies, uint64_t nodes)
{
    int length = plies < LONGEST ? plies : LONGEST;
    ari_engine_clear(b->engine);
    double start = seconds();
    ari_result result = search(b, s, nodes);
    double took = seconds() - start;
    b->longest = took > b->longest ? took : b->longest;
    b->nodes += result.stats.nodes;
    b->made[length]++;
    b->found[length] += result.score > ARI_SCORE_MAX;
    b->count++;
    ari_engine_clear(b->engine);
}

static ari_state opening(bench *b)
{
    static ari_move moves[ARI_MOVES_MAX];
    ari_state s = b->v->start;
    for (uint32_t i = 1 + ari_random_below(&b->random, OPENING); i > 0; i--) {
        int count = ari_moves(b->v, &s, moves);
        s = ari_after(b->v, &s, moves[ari_random_below(&b->random, (uint32_t)count)]);
    }
    return s;
}

static void play(bench *b, int wanted, uint64_t nodes)
{
    ari_state s = opening(b);
    int rest = 0;
    b->games++;
    while (b->count < wanted && ari_outcome(b->v, &s) == ARI_ON) {
        ari__ticker_start(&b->tick, &b->none);
        int plies =
            rest > 0 ? 0 : ari__searches(b->v)->threats(&b->threats, b->v, &s, LOOK);
        rest = plies >= 5 ? APART : rest - 1;
        if (plies >= 5)
            ask(b, &s, plies, nodes);
        s = ari_after(b->v, &s, search(b, &s, THINK).best);
    }
}

static void print(const bench *b)
{
    int all = 0;
    printf("plies  positions  found\n");
    for (int i = 0; i <= LONGEST; i++) {
        all += b->found[i];
        if (b->made[i])
            printf("%4d%s %10d %6d\n", i, i == LONGEST ? "+" : " ", b->made[i],
                   b->found[i]);
    }
    printf("all   %10d %6d   %.0f nodes each, at most %.2f s; from %d games\n", b->count,
           all, (double)b->nodes / (b->count ? b->count : 1), b->longest, b->games);
}

int main(int argc, char **argv)
{
    int wanted = argc > 1 ? (int)strtol(argv[1], NULL, 10) : 1000;
    uint64_t nodes = argc > 2 ? strtoull(argv[2], NULL, 10) : 100000;
    const char *board = argc > 3 ? argv[3] : "mnk:width=15,height=15,line=5";
    ari_variant *v;
    ari_error error;
    bench b = {.random = ari_random_seeded(1)};
    if (ari_variant_new(board, &v, &error) != ARI_OK)
        fail(&error);
    b.v = v;
    if (ari_engine_new(v, (size_t)16 << 20, &b.engine, &error) != ARI_OK ||
        ari_eval_parse(v, "shapes", 0, &b.eval, &error) != ARI_OK)
        fail(&error);
    if (!ari__threats_make(&b.threats, v, (size_t)16 << 20))
        return 2;
    b.threats.tick = &b.tick;
    while (b.count < wanted)
        play(&b, wanted, nodes);
    print(&b);
    ari__threats_free(&b.threats);
    ari_engine_free(b.engine);
    ari_variant_free(v);
    return 0;
}
