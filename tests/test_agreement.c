/* test_agreement.c: do databases say what the searches say?
 *
 *   test_agreement [POSITIONS]    of each game, at least so many; some thousands by default
 *
 * Every game of the list is solved completely, in several sizes, and random positions of it
 * are looked up and searched. A game without a line in the table below fails. Where
 * positions can come back no search comes to an end: it looks as many plies ahead as the
 * table says, and must find every win and loss that is not longer, and no other. */
#define _DEFAULT_SOURCE
#include "solving.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <ariadne/strong.h>

#ifndef EACH
#define EACH 2000
#endif

static const struct {
    const char *game, *spec;
    int depth;  /* 0: the search goes to the end of the game */
    bool large; /* only in long runs */
} table[] = {
    {"tictactoe", "tictactoe:early=no", 0, false},
    {"tictactoe", "tictactoe:early=yes", 0, false},
    {"connect4", "connect4:width=4,height=4", 0, false},
    {"connect4", "connect4:width=3,height=6,line=3", 0, false},
    {"connect4", "connect4:width=5,height=4", 0, true},
    {"mnk", "mnk:width=4,height=3,line=3", 0, false},
    {"mnk", "mnk:width=5,height=3,line=4", 0, true},
    {"nim", "nim:heaps=7531", 0, false},
    {"nim", "nim:heaps=8888,normal", 0, false},
    {"coins", "coins:coins=600,most=7", 0, false},
    {"evencoins", "evencoins:coins=501,most=5", 0, false},
    {"dots", "dots:width=2,height=2", 0, false},
    {"dots", "dots:width=3,height=2", 0, false},
    {"quixo", "quixo:size=3", 9, false},
    {"quixo", "quixo:size=4", 4, true},
    {"hare", "hare", 9, false},
    {"chomp", "chomp:width=7,height=4", 0, false},
    {"chomp", "chomp:width=8,height=8", 0, false},
    {"kalah", "kalah:pits=3,seeds=2", 0, false},
    {"kalah", "kalah:pits=3,seeds=3,empty", 0, true},
    {"breakthrough", "breakthrough:width=3,height=5", 0, false},
    {"othello", "othello:size=4", 0, false},
};
#define LINES (sizeof table / sizeof *table)

static char path[] = "/tmp/ariadne-agreement-XXXXXX";
static int wanted = EACH;
static bool in_full; /* a number was given: the largest games, too */

typedef struct comparison {
    const ari_variant *v;
    ari_database *db;
    ari_solver *solver;
    ari_engine *engine;
    int depth;
} comparison;

static void disagree(const comparison *c, const ari_state *s, int said, int plies,
                     int found, int found_plies)
{
    ari_text text = ARI_TEXT_EMPTY;
    ari_state_format(c->v, s, &text);
    fail_msg("%s, %s: the database says %d in %d, the search %d in %d", c->v->name,
             ari_text_get(&text), said, plies, found, found_plies);
}

static void compare(const comparison *c, const ari_state *s)
{
    int score = 0, plies = 0;
    ari_error error;
    if (ari_database_look(c->db, s, &score, &plies, &error) != ARI_OK)
        fail_msg("%s: %s", c->v->name, error.message);
    if (!c->depth) {
        ari_answer answer = value(c->solver, s);
        /* Where games that are worth the same may differ in length, a value tells none. */
        if (answer.score != score || (answer.distance >= 0 && answer.distance != plies))
            disagree(c, s, score, plies, answer.score, answer.distance);
        return;
    }
    ari_engine_job job = no_limits;
    ari_result result;
    job.limits.depth = c->depth;
    if (ari_engine_search(c->engine, s, &job, &result, &error) != ARI_OK)
        fail_msg("%s: %s", c->v->name, error.message);
    int expected = plies >= 0 && plies <= c->depth ? score : 0;
    if (result.score != expected)
        disagree(c, s, score, plies, result.score, ari_score_distance(result.score));
}

/* Positions of random games, until there are enough. */
static int compare_games(const comparison *c, int count, uint64_t seed)
{
    ari_random random = ari_random_seeded(seed);
    int done = 0;
    while (done < count) {
        ari_state s = c->v->start;
        for (int ply = 0; done < count && ply < 200 && ari_outcome(c->v, &s) == ARI_ON;
             ply++, done++) {
            compare(c, &s);
            s = random_after(c->v, &s, &random);
        }
    }
    return done;
}

static void compare_line(size_t line, int count)
{
    ari_error error;
    comparison c = {.depth = table[line].depth};
    ari_variant *v = variant(table[line].spec);
    const ari_strong_job job = {.checkpoint = -1};
    ari_strong_summary summary;
    unlink(path);
    if (ari_strong_solve(v, path, &job, &summary, &error) != ARI_OK ||
        ari_database_new(path, v, &c.db, &error) != ARI_OK ||
        ari_engine_new(v, (size_t)16 << 20, &c.engine, &error) != ARI_OK)
        fail_msg("%s: %s", v->name, error.message);
    c.v = v;
    c.solver = solver(v);
    int done = compare_games(&c, count, line);
    printf("%s: %d positions of %llu, no difference\n", v->name, done,
           (unsigned long long)summary.positions);
    (void)fflush(stdout);
    ari_database_free(c.db);
    ari_engine_free(c.engine);
    ari_solver_free(c.solver);
    ari_variant_free(v);
    unlink(path);
}

static void test_agreement(void **unused)
{
    (void)unused;
    for (int i = 0; ari_game_at(i); i++) {
        size_t lines = 0;
        for (size_t line = 0; line < LINES; line++)
            lines += strcmp(table[line].game, ari_game_at(i)->id) == 0 &&
                     (in_full || !table[line].large);
        if (!lines)
            fail_msg("no variant of %s is compared", ari_game_at(i)->id);
        for (size_t line = 0; line < LINES; line++)
            if (strcmp(table[line].game, ari_game_at(i)->id) == 0 &&
                (in_full || !table[line].large))
                compare_line(line, (int)(((size_t)wanted + lines - 1) / lines));
    }
}

int main(int argc, char **argv)
{
    if (argc > 1) {
        wanted = atoi(argv[1]);
        in_full = true;
    }
    int file = mkstemp(path);
    if (file < 0)
        return 1;
    close(file);
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_agreement)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
