/* test_web_trips.c: no question does its work twice: each move of a game is made once, however
 * much is told about it, and whether a player is spelt right is read without making one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <ariadne/player.h>

#include "web/web.h"

/* ---- what is counted ---- */

static int solvers, variants; /* that were made */
static int
    made; /* how often the state after a move was made, but for those that may follow */
static ari_state ends[1000];
static const ari_core *usual;
static ari_core counting;

ari_status __real_ari_variant_new(const char *spec, ari_variant **v, ari_error *error);
ari_status __wrap_ari_variant_new(const char *spec, ari_variant **v, ari_error *error);
ari_status __real_ari_solver_new(const ari_variant *v, size_t bytes, ari_solver **solver,
                                 ari_error *error);
ari_status __wrap_ari_solver_new(const ari_variant *v, size_t bytes, ari_solver **solver,
                                 ari_error *error);

static void after(const void *rules, const void *s, ari_move move, void *next)
{
    usual->after(rules, s, move, next);
    if (made < (int)(sizeof ends / sizeof *ends))
        memcpy(&ends[made++], next, usual->state_size);
}

ari_status __wrap_ari_variant_new(const char *spec, ari_variant **v, ari_error *error)
{
    ari_status status = __real_ari_variant_new(spec, v, error);
    variants++;
    if (status == ARI_OK) {
        usual = (*v)->core;
        counting = *usual;
        counting.after = after;
        (*v)->core = &counting;
    }
    return status;
}

ari_status __wrap_ari_solver_new(const ari_variant *v, size_t bytes, ari_solver **solver,
                                 ari_error *error)
{
    solvers++;
    return __real_ari_solver_new(v, bytes, solver, error);
}

/* How often a state that the moves lead to was made; `state` is after `number` of them. */
static int times_made(const char *game, const char *moves, int number)
{
    ari_variant *v;
    ari_record record;
    int before = made, times = 0;
    assert_int_equal(ari_variant_new(game, &v, NULL), ARI_OK);
    assert_int_equal(ari_record_parse(v, &v->start, moves, &record, NULL), ARI_OK);
    const ari_state wanted = ends[before + number - 1];
    for (int i = 0; i < before; i++)
        times += memcmp(&ends[i], &wanted, usual->state_size) == 0;
    made = before;
    ari_record_free(&record);
    ari_variant_free(v);
    return times;
}

/* ---- asking ---- */

typedef struct question {
    const char *path, *game, *position, *moves, *player;
} question;

static unsigned ask(const question *q, web_desk *desk)
{
    const web_site site = {.options = WEB_OPTIONS_DEFAULT};
    const char *const names[] = {"game", "position", "moves", "player"};
    const char *const values[] = {q->game, q->position, q->moves, q->player};
    web_task task;
    solvers = made = 0;
    memset(ends, 0, sizeof ends);
    web_task_begin(&task, &site);
    for (int i = 0; i < 4; i++)
        if (values[i])
            assert_int_equal(web_params_add(&task.params, names[i], values[i], NULL),
                             ARI_OK);
    web_task_ask(&task, WEB_GET, q->path, false);
    if (task.work && desk)
        web_task_work(&task, desk);
    unsigned status = task.reply.status;
    web_task_free(&task);
    return status;
}

/* A state that may follow is made too, to tell what its move changes: so only those count that
 * cannot, being more than one move away from the end. The one before it may be made again. */
static void moves_are_made_once(void **unused)
{
    (void)unused;
    static const question questions[] = {
        {.path = "/api/state", .game = "connect4", .moves = "44455"},
        {.path = "/api/state", .game = "tictactoe", .moves = "5 1 2 8"},
        {.path = "/api/state", .game = "nim:heaps=7531", .moves = "1:1 2:2 3:1 1:2"},
        {.path = "/api/move",
         .game = "tictactoe",
         .moves = "5 1 2 8",
         .player = "random"},
        {.path = "/api/eval", .game = "tictactoe", .moves = "5 1 2 8"},
    };
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++) {
        web_desk desk = {.v = NULL};
        assert_int_equal(ask(&questions[i], &desk), 200);
        for (int number = 1; number <= 3; number++)
            if (times_made(questions[i].game, questions[i].moves, number) != 1)
                fail_msg("%s %s %s: move %d is made %d times", questions[i].path,
                         questions[i].game, questions[i].moves, number,
                         times_made(questions[i].game, questions[i].moves, number));
        web_desk_clear(&desk);
    }
}

static void spelling_builds_no_solver(void **unused)
{
    (void)unused;
    static const struct {
        const char *player;
        unsigned status;
    } cases[] = {{"perfect", 200},  {"level:10", 200}, {"mistake:0.3", 200},
                 {"perfekt", 400},  {"human", 400},    {"level:11", 400},
                 {"random:1", 400}, {"rules", 400}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const question q = {
            .path = "/api/move", .game = "connect4", .player = cases[i].player};
        assert_int_equal(ask(&q, NULL), cases[i].status);
        assert_int_equal(solvers, 0);
    }
    /* The list of all games and their players. */
    web_site site;
    const web_options options = WEB_OPTIONS_DEFAULT;
    assert_int_equal(web_site_open(&options, &site, NULL), ARI_OK);
    assert_int_equal(solvers, 0);
    assert_non_null(strstr(ari_text_get(&site.games), "\"level:10\""));
    web_site_close(&site);
}

/* The rules of a game are prepared once, and whoever has a game has it alone. */
static void rules_are_prepared_once(void **state)
{
    (void)state;
    web_shelf *shelf = web_shelf_new();
    web_shelved *a, *b, *c;
    ari_error error;
    variants = 0;
    assert_int_equal(web_shelf_take(shelf, "nim", &a, &error), ARI_OK);
    assert_int_equal(web_shelf_take(shelf, "nim", &b, &error), ARI_OK);
    assert_ptr_not_equal(a->v, b->v);
    assert_int_equal(variants, 2);
    web_shelf_put(shelf, a);
    web_shelf_put(shelf, b);
    for (int i = 0; i < 100; i++) {
        assert_int_equal(web_shelf_take(shelf, "nim", &c, &error), ARI_OK);
        web_shelf_put(shelf, c);
    }
    assert_int_equal(variants, 2);
    assert_int_equal(web_shelf_take(shelf, "nim:heaps=21", &c, &error), ARI_OK);
    assert_string_equal(c->v->name, "nim:heaps=21,normal=no");
    web_shelf_put(shelf, c);
    assert_int_equal(web_shelf_take(shelf, "no such game", &c, &error), ARI_UNKNOWN);
    assert_null(c);
    web_shelf_put(shelf, c);
    /* There is room for some: more do no harm. */
    for (int i = 10; i < 100; i++) {
        char spec[32];
        snprintf(spec, sizeof spec, "coins:coins=%d", i);
        assert_int_equal(web_shelf_take(shelf, spec, &c, &error), ARI_OK);
        web_shelf_put(shelf, c);
    }
    web_shelf_free(shelf);
    assert_int_equal(web_shelf_take(NULL, "nim", &c, &error), ARI_OK);
    web_shelf_put(NULL, c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(moves_are_made_once),
                                       cmocka_unit_test(spelling_builds_no_solver),
                                       cmocka_unit_test(rules_are_prepared_once)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
