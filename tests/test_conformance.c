/* test_conformance.c: a game keeps its promises.
 *
 *   test_conformance GAME [POSITIONS [VARIANTS]]
 *
 * Of each game of games/list.h, and of the template, one test with options that the suite makes
 * itself, and with those of the table below. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include <ariadne/check.h>

extern const ari_game ari_game_template;

static const ari_game *game;
static ari_check_job how = {.seed = 1, .positions = 60};

/* Options at the edges of what the games can do. */
static const char *const special[] = {
    "tictactoe:early=no",
    /* the usual board, boards of one word and of two, as tall and as wide as can be */
    "connect4:width=3,height=20",
    "connect4:width=1,height=63",
    "connect4:width=1,height=64,line=64",
    "connect4:width=64,height=1,line=64",
    "connect4:width=3,height=41",
    "connect4:width=42,height=2,line=2",
    "connect4:width=16,height=7,line=5",
    "connect4:width=4,height=4",
    "connect4:width=5,height=5,line=3",
    "connect4:width=8,height=7,line=1",
    "connect4:width=6,height=13,line=6",
    "connect4:width=10,height=10,line=8",
    "mnk:width=19,height=19,line=5",
    "mnk:width=19,height=1,line=19",
    "mnk:width=1,height=19,line=2",
    "mnk:width=7,height=8,line=8",
    "mnk:width=8,height=7,line=4",
    "mnk:width=4,height=4,line=3",
    "nim:heaps=1",
    "nim:heaps=1,normal",
    "nim:heaps=531",
    "nim:heaps=531,normal",
    "nim:heaps=255,255,255,235",
    "nim:heaps=1111111111111111",
    "nim:heaps=12,5,3",
    "nim:heaps=2222,normal",
    "toads:t.t.f..tf.f",
    "toads:tt.ff/t..f/tft.f",
    "hackenbush:picture=bbrb/rb(r)(bg)/gg",
    "hackenbush:picture=ggg/g(g)(gg)/g",
    "hackenbush:picture=gb(r)(g)/rg,misere=yes",
    "hackenbush:picture=ggg/g(g)(gg),misere=yes",
    "hackenbush:picture=b(r)(b(g)(r)(rb))(gg(r))/rrb/bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb/g",
    "sum:hackenbush=g(g)(gg)+kayles=4",
    "sum:hackenbush=b(r)(bg)+domineering=2,height=2",
    "toads:tttttttttt........................ffffffffffff",
    "sum:toads=tt.ff+clobber=3,height=2",
    "sum:kayles=5+kayles=5+kayles=5",
    "sum:kayles=6,misere=yes+nim=31",
    "sum:octal=0.07,heap=9+grundy=9+cram=3,height=3",
    "sum:clobber=4,height=1+clobber=3,height=1+domineering=3,height=2",
    "sum:domineering=3,height=3+nim=7",
    "coins:coins=10000000,most=100",
    "coins:coins=100,most=100",
    "evencoins:coins=16,most=3",
    "evencoins:coins=1000000,most=100",
    "dots:width=7,height=7",
    "dots:width=2,height=2",
    "dots:width=1,height=7",
};

static void check(const char *options)
{
    ari_check_report report;
    ari_error error;
    if (ari_check_game(game, options, &how, &report, &error) != ARI_OK)
        fail_msg("%s:%s: %s", game->id, options ? options : "", error.message);
    if (report.failed)
        fail_msg("%s in %s at '%s': %s", ari_check_name(report.topic), report.variant,
                 report.position, report.message);
    assert_true(report.variants > 0);
    assert_true(report.cases[ARI_CHECK_MOVES] > 0);
    assert_true(report.cases[ARI_CHECK_TEXT] > 0);
}

static void test_options_of_the_suite(void **unused)
{
    (void)unused;
    check(NULL);
}

static void test_special_options(void **unused)
{
    (void)unused;
    size_t id = strlen(game->id);
    how.positions = (how.positions + 3) / 4; /* there are many, and some are dear */
    for (size_t i = 0; i < sizeof special / sizeof *special; i++)
        if (strncmp(special[i], game->id, id) == 0 && special[i][id] == ':')
            check(special[i] + id + 1);
}

int main(int argc, char **argv)
{
    const char *id = argc > 1 ? argv[1] : "";
    game = strcmp(id, "template") == 0 ? &ari_game_template : ari_game_find(id);
    if (argc > 2)
        how.positions = atoi(argv[2]);
    if (argc > 3)
        how.variants = atoi(argv[3]);
    if (!game || how.positions < 1)
        return fprintf(stderr, "usage: test_conformance GAME [POSITIONS [VARIANTS]]\n"),
               2;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_options_of_the_suite),
        cmocka_unit_test(test_special_options),
    };
    return cmocka_run_group_tests_name(id, tests, NULL, NULL);
}
