/* test_web_time.c: questions and their time: /api/tree within its second, by a clock that the
 * test moves, and which lane is whose. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "web/web.h"

/* Every look at the clock takes this long, whoever looks: the searches do, too. */
static double step, now;

double __wrap_ari_seconds(void);
double __wrap_ari_seconds(void)
{
    return now += step;
}

static int count(const char *text, const char *part)
{
    int found = 0;
    for (; (text = strstr(text, part)); text++)
        found++;
    return found;
}

/* How many nodes an answer has, and how many of them could be opened. */
static int ask(const char *game, const char *show, double seconds, int *closed)
{
    const web_site site = {.options = WEB_OPTIONS_DEFAULT};
    web_task task;
    web_desk desk = {.v = NULL};
    ari_error error;
    step = seconds;
    web_task_begin(&task, &site);
    assert_int_equal(web_params_add(&task.params, "game", game, &error), ARI_OK);
    assert_int_equal(web_params_add(&task.params, "show", show, &error), ARI_OK);
    web_task_ask(&task, WEB_GET, "/api/tree", false);
    assert_non_null(task.work);
    web_task_work(&task, &desk);
    assert_int_equal(task.reply.status, 200);
    const char *text = ari_text_get(&task.reply.body);
    int nodes = count(text, "\"kind\":");
    *closed = count(text, "\"more\":true");
    web_task_free(&task);
    web_desk_clear(&desk);
    return nodes;
}

/* While there is time, all that was asked for is sent. */
static void test_in_time(void **state)
{
    (void)state;
    int closed;
    assert_int_equal(ask("nim:heaps=11", "12", 0, &closed), 5);
    assert_int_equal(closed, 0);
    assert_true(ask("evencoins:coins=99", "12", 0, &closed) > 3000);
}

/* Once it is up nothing is looked at any more, and what was not shown can be opened. */
static void test_time_is_up(void **state)
{
    (void)state;
    int closed, nodes = ask("evencoins:coins=99", "12", 0.001, &closed);
    assert_in_range(nodes, 10, 200);
    assert_true(closed > 0);
    nodes = ask("evencoins:coins=99", "12", 0.00003, &closed);
    assert_in_range(nodes, 200, 2000);
    assert_int_equal(ask("tictactoe", "12", 10, &closed),
                     10); /* the first ply all the same */
    assert_int_equal(closed, 9);
}

/* Whoever asks for much time waits with those who think. */
static void test_lanes(void **state)
{
    (void)state;
    static const struct {
        const char *path, *name, *value, *seconds;
        web_lane lane;
    } cases[] = {
        {"/api/queens", "n", "8", "5", WEB_QUICK},
        {"/api/queens", "n", "8", "10", WEB_DEEP},
        {"/api/knight", "width", "8", NULL, WEB_QUICK},
        {"/api/knight", "width", "8", "10", WEB_DEEP},
        {"/api/cubes", "all", "yes", "10", WEB_DEEP},
        {"/api/move", "game", "nim", NULL, WEB_QUICK},
        {"/api/move", "game", "nim", "5", WEB_QUICK},
        {"/api/tree", "game", "nim", NULL, WEB_QUICK},
        {"/api/steps", "game", "nim", NULL, WEB_QUICK},
        {"/api/analysis", "game", "nim", "0.1", WEB_DEEP},
    };
    const web_site site = {.options = WEB_OPTIONS_DEFAULT};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        web_task task;
        ari_error error;
        web_task_begin(&task, &site);
        web_params_add(&task.params, cases[i].name, cases[i].value, &error);
        if (cases[i].seconds)
            web_params_add(&task.params, "seconds", cases[i].seconds, &error);
        web_task_ask(&task, WEB_GET, cases[i].path, false);
        assert_non_null(task.work);
        assert_int_equal(task.lane, cases[i].lane);
        web_task_free(&task);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_in_time),
        cmocka_unit_test(test_time_is_up),
        cmocka_unit_test(test_lanes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
