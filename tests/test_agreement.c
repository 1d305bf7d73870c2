/* test_agreement.c: do databases say what the searches say?
 *
 *   test_agreement [POSITIONS]    of each game, at least so many; some thousands by default
 *
 * Every game of the list is solved completely, in several sizes, and random positions of it
 * are looked up and searched: as the table below says or, of a game without a line there, in a
 * variant that is small. Where positions can come back no search comes to an end: it looks some
 * plies ahead, and must find every win and loss that is not longer, and no other. */
#define _DEFAULT_SOURCE
#include "solving.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <ariadne/strong.h>

#ifndef EACH
#define EACH 2000
#endif

typedef struct line {
    const char *game, *spec;
    int depth;  /* 0: the search goes to the end of the game */
    bool large; /* only in long runs */
} line;

static const line table[] = {
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
    {"hex", "hex:size=3", 0, false},
    {"amazons", "amazons:width=4,height=3", 0, false},
    {"quixo", "quixo:size=3", 0, false},
    {"quixo", "quixo:size=3", 9, false},
    {"quixo", "quixo:size=4", 4, true},
    {"morris", "morris:men=3", 0, false},
    {"morris", "morris:men=3,fly=no", 0, false},
    {"hare", "hare", 0, false},
    {"hare", "hare:stall=0", 0, false},
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

static void compare_line(const line *how, int count, uint64_t seed)
{
    ari_error error;
    comparison c = {.depth = how->depth};
    ari_variant *v = variant(how->spec);
    const ari_strong_job job = {.checkpoint = -1};
    ari_strong_summary summary;
    unlink(path);
    if (ari_strong_solve(v, path, &job, &summary, &error) != ARI_OK ||
        ari_database_new(path, v, &c.db, &error) != ARI_OK ||
        ari_engine_new(v, (size_t)16 << 20, &c.engine, &error) != ARI_OK)
        fail_msg("%s: %s", v->name, error.message);
    c.v = v;
    c.solver = solver(v);
    int done = compare_games(&c, count, seed);
    printf("%s: %d positions of %llu, no difference\n", v->name, done,
           (unsigned long long)summary.positions);
    (void)fflush(stdout);
    ari_database_free(c.db);
    ari_engine_free(c.engine);
    ari_solver_free(c.solver);
    ari_variant_free(v);
    unlink(path);
}

/* ---- games without a line ---- */

#define SMALL 20000 /* positions */
#define AHEAD 4     /* plies, where positions can come back */

typedef struct positions {
    ari_state states[SMALL];
    uint16_t slots[1 << 16]; /* index plus 1 */
    int count;
} positions;

/* False when there is no room for another. */
static bool add(positions *set, const ari_variant *v, const ari_state *s)
{
    uint16_t slot = (uint16_t)(v->core->key(v->rules, s) * 0x9e3779b97f4a7c15u >> 48);
    for (; set->slots[slot]; slot++)
        if (ari_state_equal(v, &set->states[set->slots[slot] - 1], s))
            return true;
    if (set->count == SMALL)
        return false;
    set->states[set->count++] = *s;
    set->slots[slot] = (uint16_t)set->count;
    return true;
}

static bool is_small(const ari_variant *v)
{
    ari_move list[ARI_MOVES_MAX];
    positions *set = calloc(1, sizeof *set);
    assert_non_null(set);
    bool fits = add(set, v, &v->start);
    for (int i = 0; fits && i < set->count; i++) {
        const ari_state s = set->states[i];
        int moves = ari_outcome(v, &s) == ARI_ON ? ari_moves(v, &s, list) : 0;
        for (int j = 0; fits && j < moves; j++) {
            ari_state next = ari_after(v, &s, list[j]);
            fits = add(set, v, &next);
        }
    }
    free(set);
    return fits;
}

/* The name with every number near its lower limit, and the first of each choice. */
static void write_spec(const ari_game *game, int64_t above, ari_text *spec)
{
    ari_text_clear(spec);
    ari_text_add(spec, game->id);
    const char *sign = ":";
    for (const ari_option *o = game->options; o && o->name; o++) {
        if (o->kind != ARI_NUMBER && o->kind != ARI_CHOICE)
            continue;
        ari_text_format(spec, "%s%s=", sign, o->name);
        sign = ",";
        if (o->kind == ARI_CHOICE)
            ari_option_choice(o, 0, spec);
        else
            ari_text_format(
                spec, "%lld",
                (long long)(o->min + above < o->initial ? o->min + above : o->initial));
    }
}

static void compare_small(const ari_game *game, uint64_t seed)
{
    ari_text spec = ARI_TEXT_EMPTY;
    bool found = false;
    for (int64_t above = 4; !found && above >= 0; above--) {
        ari_variant *v;
        write_spec(game, above, &spec);
        if (ari_variant_new(ari_text_get(&spec), &v, NULL) != ARI_OK)
            continue; /* not every set of options makes sense */
        found = is_small(v);
        const line how = {.spec = ari_text_get(&spec),
                          .depth = ari_has(v, ARI_HAS_CYCLES) ? AHEAD : 0};
        ari_variant_free(v);
        if (found)
            compare_line(&how, wanted, seed);
    }
    if (!found)
        printf("%s: no variant of it is small\n", game->id);
    ari_text_free(&spec);
}

static void test_agreement(void **unused)
{
    (void)unused;
    for (int i = 0; ari_game_at(i); i++) {
        const ari_game *game = ari_game_at(i);
        size_t lines = 0;
        for (size_t k = 0; k < LINES; k++)
            lines += strcmp(table[k].game, game->id) == 0 && (in_full || !table[k].large);
        if (!lines)
            compare_small(game, (uint64_t)i);
        for (size_t k = 0; k < LINES; k++)
            if (strcmp(table[k].game, game->id) == 0 && (in_full || !table[k].large))
                compare_line(&table[k], (int)(((size_t)wanted + lines - 1) / lines), k);
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
