/* test_cli_parts.c: the parts of the command line that other commands build on: files,
 * words, boards. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/framework.h"
#include "cli/playing.h"

/* ---- a directory of its own, and what was said on stderr ---- */

typedef struct room {
    char path[64];
    int real_stderr;
} room;

static int enter(void **state)
{
    static room here; /* one test at a time */
    strcpy(here.path, "/tmp/ariadne-test-XXXXXX");
    if (!mkdtemp(here.path) || chdir(here.path) != 0)
        return -1;
    here.real_stderr = dup(STDERR_FILENO);
    *state = &here;
    return freopen("said", "w+", stderr) ? 0 : -1;
}

static int leave(void **state)
{
    const room *r = *state;
    fflush(stderr);
    dup2(r->real_stderr, STDERR_FILENO);
    close(r->real_stderr);
    char command[200];
    snprintf(command, sizeof command, "rm -r %s", r->path);
    return chdir("/") != 0 || system(command) != 0;
}

/* Exactly this was said since the last time. */
static void assert_said(const char *expected)
{
    char said[500] = "";
    fflush(stderr);
    rewind(stderr);
    size_t length = fread(said, 1, sizeof said - 1, stderr);
    said[length] = '\0';
    assert_string_equal(said, expected);
    rewind(stderr);
    assert_int_equal(ftruncate(STDERR_FILENO, 0), 0);
}

static ari_text text_of(const char *content)
{
    ari_text text = ARI_TEXT_EMPTY;
    ari_text_add(&text, content);
    return text;
}

static void write_ok(const char *path, const char *content)
{
    ari_text text = text_of(content);
    assert_true(cli_write_file(path, &text));
    assert_null(text.data); /* it is freed */
}

static void assert_holds(const char *path, const char *content)
{
    ari_text text;
    assert_true(cli_read_file(path, 1000, &text));
    assert_string_equal(ari_text_get(&text), content);
    ari_text_free(&text);
}

/* ---- files ---- */

static void test_write_and_read(void **state)
{
    (void)state;
    write_ok("game", "one\n");
    assert_holds("game", "one\n");
    write_ok("game", "two\n");
    assert_holds("game", "two\n");
    write_ok("empty", "");
    assert_holds("empty", "");
    assert_said("");
}

/* A file keeps its permissions when it is replaced; a new one has the usual ones. */
static void test_permissions(void **state)
{
    (void)state;
    struct stat status;
    mode_t mask = umask(027);
    write_ok("game", "one\n");
    umask(mask);
    assert_int_equal(stat("game", &status), 0);
    assert_int_equal(status.st_mode & 0777, 0640);
    assert_int_equal(chmod("game", 0604), 0);
    write_ok("game", "two\n");
    assert_int_equal(stat("game", &status), 0);
    assert_int_equal(status.st_mode & 0777, 0604);
}

/* The link stays, and what it leads to is replaced. */
static void test_link(void **state)
{
    (void)state;
    struct stat status;
    write_ok("game", "one\n");
    assert_int_equal(symlink("game", "link"), 0);
    write_ok("link", "two\n");
    assert_int_equal(lstat("link", &status), 0);
    assert_true(S_ISLNK(status.st_mode));
    assert_holds("game", "two\n");
}

static void cannot_write(const char *path)
{
    ari_text text = text_of("one\n");
    assert_false(cli_write_file(path, &text));
    assert_null(text.data); /* it is freed */
}

static void test_write_where_one_cannot(void **state)
{
    (void)state;
    cannot_write("nowhere/game");
    assert_said("ariadne: cannot write the file 'nowhere/game': No such file or "
                "directory\n");
    cannot_write(".");
    assert_said("ariadne: cannot write the file '.': Is a directory\n");
    cannot_write("/dev/full");
    assert_said("ariadne: cannot write the file '/dev/full': No space left on device\n");
    cannot_write("");
    assert_said("ariadne: cannot write the file '': No such file or directory\n");
    ari_text text = {.failed = true}; /* what is not complete is not written */
    assert_false(cli_write_file("game", &text));
    assert_int_equal(access("game", F_OK), -1);
    assert_said("ariadne: cannot write the file 'game': Cannot allocate memory\n");
}

/* Asking whether one could says the same, and neither makes nor changes anything. */
static void test_can_write(void **state)
{
    (void)state;
    assert_true(cli_can_write(NULL));
    assert_true(cli_can_write("/dev/null"));
    assert_int_equal(mkdir("inner", 0700), 0);
    assert_true(cli_can_write("inner/new"));
    assert_int_equal(rmdir("inner"), 0); /* it is empty */
    write_ok("game", "one\n");
    assert_true(cli_can_write("game"));
    assert_holds("game", "one\n");
    assert_false(cli_can_write("nowhere/game"));
    assert_said("ariadne: cannot write the file 'nowhere/game': No such file or "
                "directory\n");
    assert_false(cli_can_write("."));
    assert_said("ariadne: cannot write the file '.': Is a directory\n");
    assert_false(cli_can_write(""));
    assert_said("ariadne: cannot write the file '': No such file or directory\n");
    assert_false(cli_can_write("-"));
    assert_said("ariadne: '-' is no file to write: name one (and if that is its name, "
                "./-)\n");
}

/* Writing that fails in the middle leaves the old file whole, and nothing beside it. */
static void test_failed_write_touches_nothing(void **state)
{
    (void)state;
    assert_int_equal(mkdir("inner", 0700), 0);
    write_ok("inner/game", "one\n");
    struct rlimit usual, small;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &usual), 0);
    small = usual;
    small.rlim_cur = 2;
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    ari_text text = text_of("two\n");
    bool written = cli_write_file("inner/game", &text);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &usual), 0);
    assert_false(written);
    assert_holds("inner/game", "one\n");
    assert_int_equal(unlink("inner/game"), 0);
    assert_int_equal(rmdir("inner"), 0); /* so there was nothing else */
}

static void test_read_what_one_cannot(void **state)
{
    (void)state;
    ari_text text;
    assert_false(cli_read_file("nothing", 10, &text));
    assert_said("ariadne: cannot read 'nothing': No such file or directory\n");
    assert_false(cli_read_file(".", 10, &text));
    assert_said("ariadne: cannot read '.': Is a directory\n");
    write_ok("long", "0123456789\n");
    assert_false(cli_read_file("long", 10, &text));
    assert_said("ariadne: 'long' is longer than 10 bytes, the most that is accepted\n");
    assert_true(cli_read_file("long", 11, &text));
    ari_text_free(&text);
    ari_text zero = ARI_TEXT_EMPTY;
    ari_text_add_bytes(&zero, "ab\0c", 4);
    assert_true(cli_write_file("zero", &zero));
    assert_false(cli_read_file("zero", 10, &text));
    assert_said("ariadne: 'zero' is not text: it has a NUL byte at character 3\n");
}

/* ---- words ---- */

/* ---- games of a file ---- */

/* Is the first line a game? Its moves are then those that were written. */
static bool recorded(const char *text, size_t size, const char *moves)
{
    ari_text content = ARI_TEXT_EMPTY;
    cli_recorded game;
    ari_text_add_bytes(&content, text, size);
    ari_text_add(&content, "\n");
    bool read = cli_recorded_read("a.jsonl", &content, 1, &game);
    if (read && moves)
        assert_string_equal(ari_text_get(&game.moves), moves);
    if (read)
        cli_recorded_free(&game);
    ari_text_free(&content);
    return read;
}

/* A line that is cut anywhere is refused; one with a byte changed is refused or read, and
 * whichever it is, nothing outside of it. */
static void test_recorded_games(void **state)
{
    (void)state;
    static const char line[] =
        "{\"game\":\"nim:heaps=21,normal=no\",\"number\":1,\"first\":\"a\\\"\\\\b\","
        "\"seed\":-1.5e3,\"start\":\"21\",\"moves\":\"1:1 2:1 "
        "1:1\",\"winner\":\"first\"}";
    size_t size = strlen(line);
    assert_true(recorded(line, size, "1:1 2:1 1:1"));
    for (size_t cut = 0; cut < size; cut++)
        assert_false(recorded(line, cut, NULL));
    assert_false(recorded("{\"game\":\"nim\",\"mvoes\":\"1:1\"}", 29, NULL));
    assert_false(recorded("{\"moves\":\"1:1\"}", 15, NULL));
    for (size_t at = 0; at < size; at++)
        for (int byte = 1; byte < 256; byte += 3) {
            char changed[sizeof line];
            memcpy(changed, line, sizeof line);
            changed[at] = (char)byte;
            recorded(changed, size, NULL);
        }
}

static void test_words(void **state)
{
    (void)state;
    assert_int_equal(cli_word_distance("solve", "solve"), 0);
    assert_int_equal(cli_word_distance("slove", "solve"), 1);
    assert_int_equal(cli_word_distance("", "solve"), 5);
    assert_int_equal(cli_word_distance("sove", "solve"), 1);
    assert_int_equal(cli_word_distance("solvee", "solve"), 1);
    assert_int_equal(cli_word_distance("salve", "solve"), 1);
    assert_true(cli_word_near("sol", "solve"));
    assert_false(cli_word_near("so", "solve"));
    assert_false(cli_word_near("tree", "solve"));
    assert_int_equal(ari_word_index("text|dot|svg", "dot", 3), 1);
    assert_int_equal(ari_word_index("text|dot|svg", "do", 2), -1);
    assert_int_equal(ari_word_index("text|dot|svg", "", 0), -1);
    ari_text text = ARI_TEXT_EMPTY;
    cli_words_join("text|dot|svg", &text);
    assert_string_equal(ari_text_get(&text), "text, dot or svg");
    ari_text_free(&text);
}

/* ---- boards ---- */

static void assert_drawn(const char *game, const char *position, bool colour,
                         const char *expected)
{
    ari_variant *v;
    ari_record record;
    assert_true(cli_game(game, &v));
    assert_true(cli_position(v, position, &record));
    ari_text text = ARI_TEXT_EMPTY;
    cli_board(v, &record.end, colour, &text);
    assert_string_equal(ari_text_get(&text), expected);
    ari_text_free(&text);
    ari_record_free(&record);
    ari_variant_free(v);
}

static void test_boards(void **state)
{
    (void)state;
    assert_drawn("tictactoe", "51", false, "o 2 3\n4 x 6\n7 8 9\n");
    assert_drawn("connect4:width=3,height=2,line=3", "223", false,
                 ". o .\n. x x\n1 2 3\n");
    assert_drawn("mnk:width=11,height=10", "a1,k10", false,
                 "10 . . . . . . . . . . o\n"
                 " 9 . . . . . . . . . . .\n"
                 " 8 . . . . . . . . . . .\n"
                 " 7 . . . . . . . . . . .\n"
                 " 6 . . . . . . . . . . .\n"
                 " 5 . . . . . . . . . . .\n"
                 " 4 . . . . . . . . . . .\n"
                 " 3 . . . . . . . . . . .\n"
                 " 2 . . . . . . . . . . .\n"
                 " 1 x . . . . . . . . . .\n"
                 "   a b c d e f g h i j k\n");
    assert_drawn("dots:width=2,height=1", "b1 a2 c2 b3", false,
                 "3 +---+   +\n"
                 "2 | # |\n"
                 "1 +---+   +\n"
                 "  a b c d e\n"
                 "boxes: first 0, second 1\n");
    assert_drawn("nim:heaps=12,1", "", false,
                 "1: | | | | | | | | | | | | 12\n"
                 "2: | 1\n"
                 "whoever takes the last stick loses\n");
    assert_drawn("coins:coins=21", "", false,
                 "o o o o o o o o o o o o o o o o o o o o\n"
                 "o\n"
                 "21 coins left, take 1 to 3\n");
}

/* Every colour is ended where its piece ends. */
static void test_colour(void **state)
{
    (void)state;
    assert_drawn("connect4:width=3,height=1,line=3", "12", true,
                 "\x1b[1;94mx\x1b[0m \x1b[1;38;5;166mo\x1b[0m \x1b[2m.\x1b[0m\n1 2 3\n");
    /* What won stands out. */
    assert_drawn("connect4:width=2,height=2,line=2", "112", true,
                 "\x1b[1;38;5;166mo\x1b[0m \x1b[2m.\x1b[0m\n"
                 "\x1b[1;7;94mx\x1b[0m \x1b[1;7;94mx\x1b[0m\n1 2\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_write_and_read, enter, leave),
        cmocka_unit_test_setup_teardown(test_permissions, enter, leave),
        cmocka_unit_test_setup_teardown(test_link, enter, leave),
        cmocka_unit_test_setup_teardown(test_write_where_one_cannot, enter, leave),
        cmocka_unit_test_setup_teardown(test_can_write, enter, leave),
        cmocka_unit_test_setup_teardown(test_failed_write_touches_nothing, enter, leave),
        cmocka_unit_test_setup_teardown(test_read_what_one_cannot, enter, leave),
        cmocka_unit_test_setup_teardown(test_recorded_games, enter, leave),
        cmocka_unit_test(test_words),
        cmocka_unit_test(test_boards),
        cmocka_unit_test(test_colour),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
