/* test_base.c: text, JSON, errors, random numbers, options, and the thread pool. */
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <wchar.h>
#include <cmocka.h>

#include <ariadne/json.h>
#include <ariadne/random.h>
#include <ariadne/runner.h>
#include <ariadne/variant.h>

/* ---- text ---- */

static void test_text(void **unused)
{
    (void)unused;
    ari_text text = ARI_TEXT_EMPTY;
    assert_string_equal(ari_text_get(&text), "");
    ari_text_add(&text, "one");
    ari_text_add_char(&text, ' ');
    ari_text_format(&text, "%d%s", 2, " three");
    ari_text_add_bytes(&text, "!?", 1);
    ari_text_repeat(&text, '-', 3);
    ari_text_repeat(&text, '-', -1);
    assert_string_equal(ari_text_get(&text), "one 2 three!---");
    assert_int_equal(text.size, 15);
    assert_true(ari_text_ok(&text));
    ari_text_clear(&text);
    assert_string_equal(ari_text_get(&text), "");
    ari_text_free(&text);
    assert_null(text.data);
}

/* Every size around the places where it grows. */
static void test_numbers(void **unused)
{
    (void)unused;
    static const int64_t numbers[] = {0,  1,  -1,        9,         10,       -10,
                                      99, 42, INT64_MAX, INT64_MIN, INT32_MIN};
    ari_text fast = ARI_TEXT_EMPTY, slow = ARI_TEXT_EMPTY;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        ari_text_add_number(&fast, numbers[i]);
        ari_text_format(&slow, "%" PRId64, numbers[i]);
    }
    assert_string_equal(ari_text_get(&fast), ari_text_get(&slow));
    ari_text_free(&fast);
    ari_text_free(&slow);
}

static void test_bytes(void **unused)
{
    (void)unused;
    static const struct {
        const char *text;
        ari_status status;
        size_t bytes;
    } cases[] = {{"0", ARI_OK, 0},
                 {"4096", ARI_OK, 4096},
                 {"64M", ARI_OK, (size_t)64 << 20},
                 {"3k", ARI_OK, 3072},
                 {"2g", ARI_OK, (size_t)2 << 30},
                 {"1T", ARI_OK, (size_t)1 << 40},
                 {"18446744073709551615", ARI_OK, SIZE_MAX},
                 {"18446744073709551616", ARI_RANGE, 7},
                 {"99999999999999999999999", ARI_RANGE, 7},
                 {"16777216T", ARI_RANGE, 7},
                 {"", ARI_SYNTAX, 7},
                 {"M", ARI_SYNTAX, 7},
                 {"1.5G", ARI_SYNTAX, 7},
                 {"-1", ARI_SYNTAX, 7},
                 {" 1", ARI_SYNTAX, 7},
                 {"1MB", ARI_SYNTAX, 7},
                 {"1 M", ARI_SYNTAX, 7},
                 {"1P", ARI_SYNTAX, 7}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        size_t bytes = 7;
        assert_int_equal(ari_bytes_parse(cases[i].text, &bytes), cases[i].status);
        assert_int_equal(bytes, cases[i].bytes);
    }
}

static void test_text_grows(void **unused)
{
    (void)unused;
    for (int size = 0; size < 300; size++) {
        ari_text text = ARI_TEXT_EMPTY;
        ari_text_format(&text, "%*s", size, "");
        ari_text_add(&text, "end");
        assert_int_equal(text.size, size + 3);
        assert_string_equal(text.data + size, "end");
        ari_text_free(&text);
    }
    /* What printf refuses, as a letter that the locale lacks, is not left out in silence. */
    ari_text refused = ARI_TEXT_EMPTY;
    ari_text_format(&refused, "%lc", (wint_t)0x20ac);
    assert_false(ari_text_ok(&refused));
    ari_text_free(&refused);
}

/* ---- JSON ---- */

static void test_json(void **unused)
{
    (void)unused;
    ari_text text = ARI_TEXT_EMPTY, part = ARI_TEXT_EMPTY;
    ari_json json = ari_json_to(&text);
    ari_json_object(&json, NULL);
    ari_json_string(&json, "name", "x");
    ari_json_number(&json, "least", INT64_MIN);
    ari_json_unsigned(&json, "most", UINT64_MAX);
    ari_json_array(&json, "list");
    ari_json_real(&json, NULL, 0.25);
    ari_json_real(&json, NULL, 1.0 / 0.0);
    ari_json_bool(&json, NULL, true);
    ari_json_null(&json, NULL);
    ari_json_array(&json, NULL);
    ari_json_array_end(&json);
    ari_json_object(&json, NULL);
    ari_json_object_end(&json);
    ari_json_array_end(&json);
    ari_json_pair(&json, "at", -3, 4);
    ari_text_add(&part, "a \"b\"");
    ari_json_text(&json, "text", &part);
    assert_int_equal(part.size, 0);
    ari_text_add(&part, "1,[2]");
    ari_json_members(&json, "parts", &part);
    assert_int_equal(part.size, 0);
    ari_json_bool(&json, "end", false);
    ari_json_object_end(&json);
    assert_string_equal(ari_text_get(&text),
                        "{\"name\":\"x\",\"least\":-9223372036854775808,"
                        "\"most\":18446744073709551615,"
                        "\"list\":[0.25,null,true,null,[],{}],\"at\":[-3,4],"
                        "\"text\":\"a \\\"b\\\"\",\"parts\":[1,[2]],\"end\":false}");
    assert_true(ari_text_ok(&text));
    part.failed = true; /* memory ran out there */
    ari_json_text(&json, "lost", &part);
    assert_false(ari_text_ok(&text));
    ari_text_free(&text);
}

static void quotes_as(const char *string, const char *expected)
{
    ari_text text = ARI_TEXT_EMPTY;
    ari_json json = ari_json_to(&text);
    ari_json_string(&json, NULL, string);
    assert_string_equal(ari_text_get(&text), expected);
    ari_text_free(&text);
}

static void test_json_strings(void **unused)
{
    (void)unused;
    quotes_as("a\"b\\c\nd\te\x7f", "\"a\\\"b\\\\c\\nd\\u0009e\\u007f\"");
    quotes_as("\xc5\xa1 \xe2\x82\xac \xf0\x9f\x98\x80", /* two, three and four bytes */
              "\"\xc5\xa1 \xe2\x82\xac \xf0\x9f\x98\x80\"");
    quotes_as("\xff", "\"?\"");
    quotes_as("\xc5", "\"?\"");                    /* cut off */
    quotes_as("\xc0\x80", "\"\?\?\"");             /* overlong */
    quotes_as("\xe0\x80\x80", "\"\?\?\?\"");       /* overlong */
    quotes_as("\xed\xa0\x80", "\"\?\?\?\"");       /* half of a pair */
    quotes_as("\xf4\x90\x80\x80", "\"\?\?\?\?\""); /* beyond the last one */
    quotes_as("\xf0\x80\x80\x80", "\"\?\?\?\?\""); /* overlong */
}

/* ---- errors ---- */

static void test_errors(void **unused)
{
    (void)unused;
    ari_error error;
    assert_int_equal(
        ari_fail(&error, ARI_RANGE, 7, "at most %d, not '%s'", 3, "\x1b[1m\n"),
        ARI_RANGE);
    assert_int_equal(error.status, ARI_RANGE);
    assert_int_equal(error.offset, 7);
    assert_string_equal(error.message, "at most 3, not '?[1m?'");
    ari_fail(&error, ARI_RANGE, 0, "%s",
             "caf\xc3\xa9 \xc2\x9b"
             "2J \xff \xc3 \xe2\x82");
    assert_string_equal(error.message, "caf\xc3\xa9 ??2J ? ? ??");
    assert_int_equal(ari_fail(NULL, ARI_IO, 0, "nobody listens"), ARI_IO);
    assert_int_equal(ari_fail(&error, ARI_SYNTAX, 0, "%0999d", 1), ARI_SYNTAX);
    assert_int_equal(strlen(error.message), sizeof error.message - 1);
    assert_int_equal(ari_fail_memory(&error, 12, "a thing"), ARI_MEMORY);
    assert_non_null(strstr(error.message, "12 bytes"));
    assert_int_equal(error.offset, ARI_NO_OFFSET);
    for (int status = ARI_OK; status <= ARI_BROKEN; status++)
        assert_true(strlen(ari_status_name((ari_status)status)) > 1);
    assert_string_equal(ari_status_name((ari_status)999), "?");
}

/* ---- random numbers ---- */

static void test_random(void **unused)
{
    (void)unused;
    ari_random a = ari_random_seeded(1), b = ari_random_seeded(1),
               c = ari_random_seeded(2);
    int same = 0;
    for (int i = 0; i < 1000; i++) {
        uint64_t x = ari_random_next(&a);
        assert_true(x == ari_random_next(&b));
        same += x == ari_random_next(&c);
    }
    assert_int_equal(same, 0);
    /* The same on every machine, for ever. */
    ari_random fixed = {{1, 2, 3, 4}};
    static const uint64_t known[] = {11520, 0, 1509978240, 1215971899390074240};
    for (int i = 0; i < 4; i++)
        assert_true(ari_random_next(&fixed) == known[i]);
    assert_true(ari_mix(0) == 0xe220a8397b1dcdaf); /* the first of splitmix64 from 0 */
}

static void test_random_below(void **unused)
{
    (void)unused;
    ari_random random = ari_random_seeded(7);
    for (uint32_t bound = 1; bound < 50; bound++) {
        int counts[50] = {0};
        for (int i = 0; i < 4000; i++) {
            uint32_t x = ari_random_below(&random, bound);
            assert_true(x < bound);
            counts[x]++;
        }
        for (uint32_t i = 0; i < bound; i++) /* far more than chance allows */
            assert_in_range(counts[i], 4000 / bound / 3, 4000 / bound * 3);
    }
    assert_true(ari_random_below(&random, UINT32_MAX) < UINT32_MAX);
    double sum = 0;
    for (int i = 0; i < 10000; i++) {
        double unit = ari_random_unit(&random);
        assert_true(unit >= 0 && unit < 1);
        sum += unit;
    }
    assert_true(sum > 4500 && sum < 5500);
}

/* ---- options ---- */

static const ari_option options[] = {
    {.name = "size", .initial = 5, .min = -3, .max = 900, .help = "a number"},
    {.name = "quick", .kind = ARI_FLAG, .help = "a flag"},
    {.name = "list",
     .kind = ARI_STRING,
     .initial_string = "1,2",
     .max = 12,
     .help = "text"},
    {.name = NULL}};

/* A game of which only the options matter, the rest being tic-tac-toe's. */
static ari_status setup(ari_value *values, void *rules, const ari_core **core,
                        ari_error *error)
{
    const ari_game *game = ari_game_find("tictactoe");
    if (strcmp(values[2].string, "bad") == 0)
        return ari_fail(error, ARI_ILLEGAL, 1, "a bad list");
    return game->setup((ari_value[ARI_OPTIONS_MAX]){{.number = 1}}, rules, core, error);
}

/* A game whose options depend on each other: of the men only as many as the board has room for,
 * unless fewer are asked for. */
static const ari_option dependent_options[] = {
    {.name = "board", .kind = ARI_CHOICE, .choices = "small|large|huge", .help = "size"},
    {.name = "men", .initial = 9, .min = 3, .max = 9, .help = "of each side"},
    {.name = NULL}};

static ari_status dependent_setup(ari_value *values, void *rules, const ari_core **core,
                                  ari_error *error)
{
    if (values[0].number == 0)
        values[1].number = 3;
    return ari_game_find("tictactoe")
        ->setup((ari_value[ARI_OPTIONS_MAX]){{.number = 1}}, rules, core, error);
}

static void test_choices(void **unused)
{
    (void)unused;
    static const char *const names[][2] = {
        {"", "dep:board=small,men=3"},
        {"men=9", "dep:board=small,men=3"},
        {"board=large", "dep:board=large,men=9"},
        {"men=5,board=huge", "dep:board=huge,men=5"},
    };
    ari_game game = *ari_game_find("tictactoe");
    game.id = "dep";
    game.options = dependent_options;
    game.setup = dependent_setup;
    ari_variant *v;
    ari_error error;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        assert_int_equal(ari_variant_of(&game, names[i][0], 0, &v, &error), ARI_OK);
        assert_string_equal(v->name, names[i][1]);
        ari_variant_free(v);
    }
    static const char *const wrong[] = {"board=",  "board=smal",        "board=smallish",
                                        "board=|", "board=small|large", "board=0"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_int_equal(ari_variant_of(&game, wrong[i], 4, &v, &error), ARI_RANGE);
        assert_int_equal(error.offset, 10);
        assert_non_null(strstr(error.message, "small|large|huge"));
    }
}

static ari_game optional(void)
{
    ari_game game = *ari_game_find("tictactoe");
    game.id = "opt";
    game.options = options;
    game.setup = setup;
    return game;
}

static void named(const char *text, const char *name)
{
    ari_game game = optional();
    ari_variant *v;
    ari_error error;
    if (ari_variant_of(&game, text, 0, &v, &error) != ARI_OK)
        fail_msg("'%s' is refused: %s", text, error.message);
    assert_string_equal(v->name, name);
    ari_variant_free(v);
}

static void test_options(void **unused)
{
    (void)unused;
    named(NULL, "opt:size=5,quick=no,list=1,2");
    named("", "opt:size=5,quick=no,list=1,2");
    named("quick", "opt:size=5,quick=yes,list=1,2");
    named("size=-3", "opt:size=-3,quick=no,list=1,2");
    named("size=+7,quick=off", "opt:size=7,quick=no,list=1,2");
    named("list=3,4,quick", "opt:size=5,quick=yes,list=3,4");
    named("list=3,4,size=900", "opt:size=900,quick=no,list=3,4");
    named("list=", "opt:size=5,quick=no,list=");
    named("quick=true,list=123456789012,size=007",
          "opt:size=7,quick=yes,list=123456789012");
}

static void refused(const char *text, ari_status status, size_t offset)
{
    ari_game game = optional();
    ari_variant *v;
    ari_error error = {.status = ARI_OK};
    assert_int_equal(ari_variant_of(&game, text, 4, &v, &error), status);
    assert_null(v);
    assert_int_equal(error.status, status);
    assert_true(error.message[0]);
    if (error.offset != offset)
        fail_msg("'%s' is refused at %zu, not at %zu: %s", text, error.offset, offset,
                 error.message);
}

static void test_wrong_options(void **unused)
{
    (void)unused;
    refused("width=3", ARI_UNKNOWN, 4);
    refused("size=5,=", ARI_UNKNOWN, 11);
    refused("size=901", ARI_RANGE, 9);
    refused("size=-4", ARI_RANGE, 9);
    refused("size=99999999999999999999", ARI_RANGE, 9);
    refused("size=9999999999999999999999999999999999999999999", ARI_RANGE, 9);
    refused("size=", ARI_SYNTAX, 9);
    refused("size", ARI_SYNTAX, 8);
    refused("size=x", ARI_SYNTAX, 9);
    refused("size=5x", ARI_SYNTAX, 9);
    refused("size= 5", ARI_SYNTAX, 9);
    refused("size=\t5", ARI_SYNTAX, 9);
    refused("size=-", ARI_SYNTAX, 9);
    refused("size=0x5", ARI_SYNTAX, 9);
    refused("quick=maybe", ARI_SYNTAX, 10);
    refused("quick,quick", ARI_SYNTAX, 10);
    refused("quick,", ARI_SYNTAX, 10);
    refused(",", ARI_UNKNOWN, 4);
    refused("list=1234567890123", ARI_RANGE, 9);
    refused("list", ARI_SYNTAX, 8);
    refused("quick,list=bad", ARI_ILLEGAL, 4 + 11 + 1); /* the place within the list */
}

/* Unknown games, and games of another interface. */
static void test_wrong_games(void **unused)
{
    (void)unused;
    static const char *const specs[] = {"",     ":",   "nosuch", "ni",
                                        "nimm", "Nim", " nim",   "nim heaps=3"};
    ari_variant *v;
    ari_error error;
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        assert_int_equal(ari_variant_new(specs[i], &v, &error), ARI_UNKNOWN);
        assert_null(v);
        assert_non_null(strstr(error.message, "connect4")); /* what there is instead */
    }
    ari_game game = *ari_game_at(0);
    game.abi++;
    assert_int_equal(ari_variant_of(&game, "", 0, &v, &error), ARI_BROKEN);
    game = *ari_game_at(0);
    game.title = NULL;
    assert_int_equal(ari_variant_of(&game, "", 0, &v, &error), ARI_BROKEN);
    static const ari_option many[ARI_OPTIONS_MAX + 2] = {
        {.name = "a"}, {.name = "b"}, {.name = "c"}, {.name = "d"}, {.name = "e"},
        {.name = "f"}, {.name = "g"}, {.name = "h"}, {.name = "i"}};
    game = *ari_game_at(0);
    game.options = many;
    assert_int_equal(ari_variant_of(&game, "", 0, &v, &error), ARI_BROKEN);
    assert_null(ari_game_at(-1));
    assert_null(ari_game_find("nosuch"));
    for (int i = 0; ari_game_at(i); i++)
        assert_ptr_equal(ari_game_find(ari_game_at(i)->id), ari_game_at(i));
}

/* ---- the pool ---- */

#define PIECES 1000

static void count_piece(void *argument, int index)
{
    atomic_int *counts = argument;
    atomic_fetch_add(&counts[index], 1);
}

static void test_pool(void **unused)
{
    (void)unused;
    ari_error error;
    for (int threads = 1; threads <= 4; threads++) {
        ari_pool *pool;
        assert_int_equal(ari_pool_new(threads, &pool, &error), ARI_OK);
        const ari_runner *runner = ari_pool_runner(pool);
        assert_int_equal(runner->threads, threads);
        for (int run = 0; run < 50; run++) {
            static atomic_int counts[PIECES];
            int pieces = run % 2 ? threads : PIECES;
            memset(counts, 0, sizeof counts);
            runner->run(runner->self, pieces, count_piece, counts);
            for (int i = 0; i < pieces; i++)
                assert_int_equal(counts[i], 1);
        }
        ari_pool_free(pool);
    }
}

/* Pieces as many as threads run side by side: each waits until all have begun. */
static atomic_int begun;

static void wait_for_others(void *argument, int index)
{
    (void)index;
    atomic_fetch_add(&begun, 1);
    while (atomic_load(&begun) < *(const int *)argument)
        ;
}

static void test_pool_side_by_side(void **unused)
{
    (void)unused;
    ari_pool *pool;
    int threads = 3;
    assert_int_equal(ari_pool_new(threads, &pool, NULL), ARI_OK);
    const ari_runner *runner = ari_pool_runner(pool);
    for (int run = 0; run < 5; run++) {
        atomic_store(&begun, 0);
        runner->run(runner->self, threads, wait_for_others, &threads);
        assert_int_equal(begun, threads);
    }
    ari_pool_free(pool);
}

static void test_pool_limits(void **unused)
{
    (void)unused;
    ari_pool *pool;
    ari_error error;
    assert_int_equal(ari_pool_new(0, &pool, &error), ARI_RANGE);
    assert_null(pool);
    assert_int_equal(ari_pool_new(100000, &pool, &error), ARI_RANGE);
    assert_null(ari_pool_runner(NULL));
    ari_pool_free(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_text),
        cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_bytes),
        cmocka_unit_test(test_text_grows),
        cmocka_unit_test(test_json),
        cmocka_unit_test(test_json_strings),
        cmocka_unit_test(test_errors),
        cmocka_unit_test(test_random),
        cmocka_unit_test(test_random_below),
        cmocka_unit_test(test_options),
        cmocka_unit_test(test_choices),
        cmocka_unit_test(test_wrong_options),
        cmocka_unit_test(test_wrong_games),
        cmocka_unit_test(test_pool),
        cmocka_unit_test(test_pool_side_by_side),
        cmocka_unit_test(test_pool_limits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
