/* test_plugin.c: games from shared objects. The folder with those that the build has made is
 * the only argument. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <ariadne/check.h>
#include <ariadne/plugin.h>

#include "solving.h"

static const char *folder;

static ari_status open_plugin(const char *name, ari_plugin **plugin,
                              const ari_game **game, ari_error *error)
{
    char path[1000];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return ari_plugin_new(path, plugin, game, error);
}

/* The template game from outside is the same as the one compiled in. */
static void test_template(void **unused)
{
    (void)unused;
    ari_plugin *plugin;
    const ari_game *game;
    ari_error error;
    if (open_plugin("template.so", &plugin, &game, &error) != ARI_OK)
        fail_msg("%s", error.message);
    assert_string_equal(game->id, "fifteen");
    ari_variant *v;
    assert_int_equal(ari_variant_of(game, "sum=15", 0, &v, &error), ARI_OK);
    assert_null(v->core->compiled); /* so it is searched through its core */
    ari_solver *who = solver(v);
    assert_int_equal(value(who, &v->start).score, 0);
    ari_state s = position(v, "5 1 2"); /* 5 + 2 threatens 8, and 1 is of no use */
    ari_analysis analysis;
    assert_int_equal(ari_analyse(who, &s, ARI_ASK_BEST, &no_limits, &analysis, NULL),
                     ARI_OK);
    assert_int_equal(analysis.count, 1);
    assert_int_equal(analysis.moves[0].move, move(v, &s, "8"));
    ari_analysis_free(&analysis);
    ari_solver_free(who);
    ari_variant_free(v);
    ari_check_job how = {.seed = 5, .positions = 40};
    ari_check_report report;
    assert_int_equal(ari_check_game(game, NULL, &how, &report, &error), ARI_OK);
    if (report.failed)
        fail_msg("%s", report.message);
    assert_int_equal(report.cases[ARI_CHECK_INSTANCES], 0); /* there is only one */
    ari_plugin_free(plugin);
}

/* A plug-in's variable may be named like that of a built-in game: each has its own. */
static void test_same_name(void **unused)
{
    (void)unused;
    ari_plugin *plugin;
    const ari_game *game;
    assert_int_equal(open_plugin("same_name.so", &plugin, &game, NULL), ARI_OK);
    assert_string_equal(game->id, "fifteen");
    assert_string_equal(ari_game_find("tictactoe")->id, "tictactoe");
    ari_plugin_free(plugin);
}

/* The same file may be open twice. */
static void test_twice(void **unused)
{
    (void)unused;
    ari_plugin *a, *b;
    const ari_game *game_a, *game_b;
    assert_int_equal(open_plugin("template.so", &a, &game_a, NULL), ARI_OK);
    assert_int_equal(open_plugin("template.so", &b, &game_b, NULL), ARI_OK);
    ari_plugin_free(a);
    ari_variant *v;
    assert_int_equal(ari_variant_of(game_b, "", 0, &v, NULL), ARI_OK);
    ari_variant_free(v);
    ari_plugin_free(b);
    ari_plugin_free(NULL);
}

#define ARI__WORD(number) ARI__WORD_OF(number)
#define ARI__WORD_OF(number) #number

static void test_wrong_files(void **unused)
{
    (void)unused;
    static const struct {
        const char *name;
        ari_status status;
        const char *says;
    } wrong[] = {
        {"nosuch.so", ARI_IO, "No such file"},
        {".", ARI_IO, "not a file"},
        {"not_an_object.so", ARI_IO, "cannot be loaded"},
        {"no_game.so", ARI_BROKEN, "ARI_PLUGIN"},
        {"old_game.so", ARI_BROKEN, "but this is interface " ARI__WORD(ARI_GAME_ABI)},
        {"null_game.so", ARI_BROKEN, "no game"},
        {"lost_game.so", ARI_IO, "ari_no_such_function"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        ari_plugin *plugin;
        const ari_game *game;
        ari_error error = {.message = ""};
        assert_int_equal(open_plugin(wrong[i].name, &plugin, &game, &error),
                         wrong[i].status);
        assert_null(plugin);
        assert_null(game);
        if (!strstr(error.message, wrong[i].says))
            fail_msg("%s: '%s' does not say '%s'", wrong[i].name, error.message,
                     wrong[i].says);
        /* It also fails without anybody to tell. */
        assert_int_equal(open_plugin(wrong[i].name, &plugin, &game, NULL),
                         wrong[i].status);
    }
}

/* A name without a slash is a file here, not one of the system's libraries. */
static void test_here(void **unused)
{
    (void)unused;
    char back[1000];
    ari_plugin *plugin;
    const ari_game *game;
    ari_error error;
    assert_non_null(getcwd(back, sizeof back));
    assert_int_equal(chdir(folder), 0);
    assert_int_equal(ari_plugin_new("template.so", &plugin, &game, &error), ARI_OK);
    ari_plugin_free(plugin);
    assert_int_equal(ari_plugin_new("libm.so.6", &plugin, &game, &error), ARI_IO);
    assert_non_null(strstr(error.message, "No such file"));
    assert_int_equal(chdir(back), 0);
}

int main(int argc, char **argv)
{
    if (argc != 2)
        return 2;
    folder = argv[1];
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same_name), cmocka_unit_test(test_template),
        cmocka_unit_test(test_twice),     cmocka_unit_test(test_wrong_files),
        cmocka_unit_test(test_here),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
