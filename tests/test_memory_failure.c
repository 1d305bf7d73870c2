/* test_memory_failure.c: memory that cannot be had is reported, wherever it is missing.
 *
 * The build puts the functions below in the place of the system's. Each scenario runs again
 * and again: first its first allocation fails, then its second, and so on until it needs no
 * more; once only that one, and once all from there on. It must say ARI_MEMORY every time,
 * and leave nothing behind. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

#include <ariadne/account.h>
#include <ariadne/tune.h>
#include <ariadne/fit.h>
#include <ariadne/book.h>
#include <ariadne/check.h>
#include <ariadne/json.h>
#include <ariadne/mcts.h>
#include <ariadne/review.h>
#include <ariadne/session.h>
#include <ariadne/tree.h>

#include "solving.h"

/* ---- the allocator ---- */

static long until_failure = -1; /* successful allocations left; below 0: no limit */
static bool all_from_there;
static bool failed;
static long blocks; /* allocated and not freed */
static long mapped; /* bytes */

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *block, size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);
void __real_free(void *block);
void *__real_mmap64(void *address, size_t size, int protection, int flags, int file,
                    off_t offset);
int __real_munmap(void *address, size_t size);

void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *block, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);
void __wrap_free(void *block);
void *__wrap_mmap64(void *address, size_t size, int protection, int flags, int file,
                    off_t offset);
char *__wrap_strdup(const char *string);
int __wrap_munmap(void *address, size_t size);

static bool refuse(void)
{
    if (until_failure < 0)
        return false;
    if (until_failure > 0) {
        until_failure--;
        return false;
    }
    bool now = !failed || all_from_there;
    failed = true;
    return now;
}

static void *counted(void *block)
{
    blocks += block != NULL;
    return block;
}

void *__wrap_malloc(size_t size)
{
    return refuse() ? NULL : counted(__real_malloc(size));
}

void *__wrap_calloc(size_t count, size_t size)
{
    return refuse() ? NULL : counted(__real_calloc(count, size));
}

void *__wrap_realloc(void *block, size_t size)
{
    if (refuse())
        return NULL;
    void *result = __real_realloc(block, size);
    blocks += !block && result;
    return result;
}

void *__wrap_aligned_alloc(size_t alignment, size_t size)
{
    return refuse() ? NULL : counted(__real_aligned_alloc(alignment, size));
}

char *__wrap_strdup(const char *string)
{
    size_t size = strlen(string) + 1;
    char *copy = __wrap_malloc(size);
    return copy ? memcpy(copy, string, size) : NULL;
}

void __wrap_free(void *block)
{
    blocks -= block != NULL;
    __real_free(block);
}

/* What mmap is called where files may be large. */
void *__wrap_mmap64(void *address, size_t size, int protection, int flags, int file,
                    off_t offset)
{
    if (refuse())
        return MAP_FAILED;
    void *result = __real_mmap64(address, size, protection, flags, file, offset);
    if (result != MAP_FAILED)
        mapped += (long)size;
    return result;
}

int __wrap_munmap(void *address, size_t size)
{
    int result = __real_munmap(address, size);
    if (result == 0)
        mapped -= (long)size;
    return result;
}

/* ---- running a scenario ---- */

typedef ari_status scenario(ari_error *error);

/* Lets the n-th allocation fail. False when the scenario needs fewer. */
static bool fails_at(const char *name, scenario *run, long n, bool all)
{
    ari_error error = {.status = ARI_OK};
    long blocks_before = blocks, mapped_before = mapped;
    failed = false;
    all_from_there = all;
    until_failure = n;
    ari_status status = run(&error);
    until_failure = -1;
    if (blocks != blocks_before || mapped != mapped_before)
        fail_msg("%s, allocation %ld: %ld blocks and %ld bytes are left over", name, n,
                 blocks - blocks_before, mapped - mapped_before);
    if (status != (failed ? ARI_MEMORY : ARI_OK))
        fail_msg("%s, allocation %ld%s: %s %s", name, n,
                 all ? " and all that follow" : "", ari_status_name(status),
                 error.message);
    if (failed && error.status != ARI_MEMORY)
        fail_msg("%s, allocation %ld: no error is filled in", name, n);
    if (failed && !strstr(error.message, " for "))
        fail_msg("%s, allocation %ld: '%s' does not say what for", name, n,
                 error.message);
    return failed;
}

static void fails_cleanly(const char *name, scenario *run)
{
    long n = 0;
    while (fails_at(name, run, n, false) && fails_at(name, run, n, true))
        n += 1 + n / 200; /* scenarios with thousands of allocations are sampled */
    assert_true(n > 0);
}

/* A text that lost something is memory that could not be had. */
static ari_status text_status(ari_text *text, ari_error *error)
{
    bool ok = ari_text_ok(text);
    ari_text_free(text);
    return ok ? ARI_OK : ari_fail_memory(error, 0, "a text");
}

/* ---- games and text ---- */

static ari_status make_games(ari_error *error)
{
    ari_status status = ARI_OK;
    for (int i = 0; ari_game_at(i) && status == ARI_OK; i++) {
        ari_variant *v;
        status = ari_variant_new(ari_game_at(i)->id, &v, error);
        ari_variant_free(v);
    }
    return status;
}

/* The variant that the scenarios below work with is made before anything fails. */
static ari_variant *v;

static const char *game_text; /* moves, or a board */

static ari_status read_and_write(ari_error *error)
{
    ari_record record;
    ari_text text = ARI_TEXT_EMPTY;
    ari_status status = ari_position_parse(v, game_text, &record, error);
    if (status != ARI_OK)
        return status;
    ari_record_format(v, &record, &text);
    ari_state_format(v, &record.end, &text);
    ari_record_free(&record);
    return text_status(&text, error);
}

static ari_status write_json(ari_error *error)
{
    ari_text text = ARI_TEXT_EMPTY;
    ari_json json = ari_json_to(&text);
    ari_json_array(&json, NULL);
    for (int i = 0; i < 100; i++)
        ari_json_string(&json, NULL, "something to be written");
    ari_json_array_end(&json);
    return text_status(&text, error);
}

static void test_text(void **unused)
{
    (void)unused;
    static const char *const cases[][2] = {
        {"connect4", "4444443265"},
        {"connect4", "......./......./......./......./......./..xo..."},
        {"mnk:width=9,height=9,line=5",
         "a1 b2 c3 d4 e5 a2 b3 c4 d5 e6 a3 b4 c5 d6 e7 a9 b9"},
        {"nim", "6531 6131 611 111"},
        {"coins", "moves:1 2 3 1 2"},
        {"evencoins", "1 2 3 4"},
        {"dots", "b1 a2 d1 c2"},
    };
    fails_cleanly("making games", make_games);
    fails_cleanly("JSON", write_json);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        v = variant(cases[i][0]);
        game_text = cases[i][1];
        fails_cleanly(cases[i][0], read_and_write);
        ari_variant_free(v);
    }
}

/* A wrong text is called wrong, or memory missing: never anything else. */
static void test_wrong_text(void **unused)
{
    (void)unused;
    v = variant("coins");
    for (long n = 0; n < 20; n++) {
        ari_record record;
        ari_error error;
        ari_variant *none;
        long before = blocks;
        failed = false;
        until_failure = n;
        ari_status status = ari_position_parse(v, "moves:1 2 7", &record, &error);
        ari_status unknown = ari_variant_new("nosuch", &none, &error);
        until_failure = -1;
        assert_true(status == ARI_ILLEGAL || (failed && status == ARI_MEMORY));
        assert_true(unknown == ARI_UNKNOWN);
        assert_int_equal(blocks, before);
    }
    ari_variant_free(v);
}

/* ---- searches ---- */

static ari_status textbook(ari_error *error)
{
    const ari_search_job search = {.limits = {.depth = 2}, .order = ARI_ORDER_CENTRE};
    ari_result result;
    ari_status status = ari_minimax(v, &v->start, &search, &result, error);
    if (status == ARI_OK)
        status = ari_alphabeta(v, &v->start, &search, &result, error);
    if (status == ARI_OK)
        status = ari_bestmove(v, &v->start, &search, &result, error);
    uint64_t count;
    return status == ARI_OK ? ari_perft(v, &v->start, 2, NULL, &count, error) : status;
}

static ari_status memoised(ari_error *error)
{
    const ari_limits limits = {.depth = 0};
    ari_status status = ARI_OK;
    for (int mode = ARI_MEMO_STATES; mode <= ARI_MEMO_CANONICAL && status == ARI_OK;
         mode++) {
        ari_result result;
        status = ari_memo(v, &v->start, (ari_memo_mode)mode, &limits, &result, error);
    }
    return status;
}

static size_t bytes;
static int threads;

static ari_status by_tree_search(ari_error *error)
{
    ari_mcts *tree;
    const ari_mcts_job job = {.limits = {.nodes = 300},
                              .eval = {.which = ARI_EVAL_NEUTRAL}};
    ari_status status = ari_mcts_search(v, &v->start, &job, &tree, error);
    if (status == ARI_OK)
        ari_mcts_free(tree);
    return status;
}

static ari_status by_engine(ari_error *error)
{
    ari_engine *engine = NULL;
    ari_pool *pool;
    ari_result result;
    ari_status status = ari_pool_new(threads, &pool, error);
    if (status == ARI_OK)
        status = ari_engine_new(v, bytes, &engine, error);
    const ari_engine_job job = {.limits = {.nodes = 100},
                                .runner = ari_pool_runner(pool)};
    if (status == ARI_OK)
        status = ari_engine_search(engine, &v->start, &job, &result, error);
    if (status == ARI_OK)
        status =
            ari_engine_solve(engine, &v->start, &job, -ARI_WIN, ARI_WIN, &result, error);
    const ari_engine_job dfpn = {.limits = {.nodes = 100},
                                 .runner = ari_pool_runner(pool),
                                 .method = ARI_METHOD_DFPN};
    if (status == ARI_OK)
        status =
            ari_engine_solve(engine, &v->start, &dfpn, -ARI_WIN, ARI_WIN, &result, error);
    if (status == ARI_MEMORY && engine && !all_from_there) /* once there is some again */
        assert_int_equal(
            ari_engine_solve(engine, &v->start, &job, -ARI_WIN, ARI_WIN, &result, NULL),
            ARI_OK);
    ari_engine_free(engine);
    ari_pool_free(pool);
    return status;
}

static ari_status by_solver(ari_error *error)
{
    ari_solver *who;
    ari_status status = ari_solver_new(v, bytes, &who, error);
    for (int question = ARI_ASK_VALUE; question <= ARI_ASK_MOVES && status == ARI_OK;
         question++) {
        ari_analysis analysis;
        status = ari_analyse(who, &v->start, (ari_question)question, &no_limits,
                             &analysis, error);
        if (status == ARI_OK)
            ari_analysis_free(&analysis);
    }
    ari_solver_free(who);
    return status;
}

/* A book made, written, read, verified and used. */
static ari_status by_book(ari_error *error)
{
    ari_solver *who = NULL;
    ari_book_maker *maker = NULL;
    ari_book *book = NULL, *again = NULL;
    ari_book_trial trial;
    ari_text text = ARI_TEXT_EMPTY;
    ari_status status = ari_solver_new(v, bytes, &who, error);
    if (status == ARI_OK)
        status = ari_book_maker_new(v, 2, NULL, &maker, error);
    while (status == ARI_OK && ari_book_maker_left(maker) > 0)
        status = ari_book_maker_solve(maker, who, &no_limits, error);
    if (status == ARI_OK)
        status = ari_book_maker_book(maker, &book, error);
    if (status == ARI_OK) {
        ari_book_write(book, &text);
        status =
            ari_text_ok(&text) ? ARI_OK : ari_fail_memory(error, text.size, "a book");
    }
    if (status == ARI_OK)
        status = ari_book_read(v, text.data, text.size, &again, error);
    if (status == ARI_OK)
        status = ari_book_verify(again, who, &no_limits, 1, 3, &trial, error);
    ari_text_free(&text);
    ari_book_free(book);
    ari_book_free(again);
    ari_book_maker_free(maker);
    ari_solver_free(who);
    return status;
}

static void test_searches(void **unused)
{
    (void)unused;
    static const char *const specs[] = {"tictactoe",
                                        "nim:heaps=321",
                                        "dots:width=2,height=1",
                                        "coins:coins=50",
                                        "connect4:width=4,height=3,line=3",
                                        "mnk:width=4,height=4,line=2"};
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        v = variant(specs[i]);
        fails_cleanly(specs[i], textbook);
        bytes = 1 << 16;
        fails_cleanly(specs[i], by_book);
        if (i != 5)
            fails_cleanly(specs[i], memoised);
        for (threads = 1; threads <= 2; threads++) {
            bytes = threads == 1 ? 64 : (size_t)3 << 20; /* allocated or mapped */
            fails_cleanly(specs[i], by_engine);
            fails_cleanly(specs[i], by_tree_search);
        }
        fails_cleanly(specs[i], by_solver);
        ari_variant_free(v);
    }
}

/* ---- playing, trees, reviews ---- */

static ari_status play(ari_error *error)
{
    ari_player_job setup = {.seed = 1, .bytes = 1 << 16};
    ari_session *session = NULL;
    ari_player *player = NULL;
    ari_status status = ari_session_new(v, &session, error);
    if (status == ARI_OK)
        status = ari_player_new(v, "mistake:0.5", &setup, &player, error);
    while (status == ARI_OK && !ari_session_over(session))
        status = ari_session_let(session, player, NULL, NULL, error);
    ari_text text = ARI_TEXT_EMPTY;
    if (status == ARI_OK) {
        ari_session_save(session, &text);
        if (!ari_text_ok(&text))
            status = ari_fail_memory(error, 0, "a save");
    }
    if (status == ARI_OK)
        status = ari_session_load(session, ari_text_get(&text), error);
    ari_text_free(&text);
    ari_player_free(player);
    ari_session_free(session);
    return status;
}

static ari_status draw_tree(ari_error *error)
{
    const ari_tree_job job = {.search = {.limits = {.depth = 2}}, .max_nodes = 1000};
    const ari_tree_view view = {.boards = true};
    ari_tree *tree;
    ari_text text = ARI_TEXT_EMPTY;
    ari_status status = ari_tree_new(v, &v->start, &job, &tree, error);
    if (status == ARI_OK) {
        ari_tree_text(tree, &view, &text);
        ari_tree_dot(tree, &view, &text);
        status = ari_tree_svg(tree, &view, &text, error);
    }
    ari_tree_free(tree);
    ari_status written = text_status(&text, status == ARI_OK ? error : NULL);
    return status == ARI_OK ? written : status;
}

static ari_status review(ari_error *error)
{
    ari_record record;
    ari_solver *who = NULL;
    ari_review result;
    ari_status status = ari_record_parse(v, &v->start, game_text, &record, error);
    if (status != ARI_OK)
        return status;
    status = ari_solver_new(v, 1 << 16, &who, error);
    if (status == ARI_OK)
        status = ari_review_record(who, v, &record, &no_limits, &result, error);
    if (status == ARI_OK) {
        ari_text svg = ARI_TEXT_EMPTY;
        status = ari_review_svg(v, &result, &svg, error);
        if (status == ARI_OK)
            status = text_status(&svg, error);
        ari_text_free(&svg);
        ari_review_free(&result);
    }
    ari_solver_free(who);
    ari_record_free(&record);
    return status;
}

static ari_status match_some(ari_error *error)
{
    static const char *const players[] = {"level:2", "level:7", "level:10", "rules"};
    ari_status status = ARI_OK;
    for (int i = 0; i < 3 && status == ARI_OK; i++) {
        ari_match match;
        const ari_match_job setup = {.who = {players[i], players[i + 1]},
                                     .games = 1,
                                     .opening_plies = 2,
                                     .bytes = 1 << 16};
        status = ari_match_play(v, &setup, &match, error);
    }
    return status;
}

static ari_status tune_some(ari_error *error)
{
    const ari_tune_job setup = {.who = "engine:depth=1", .population = 2, .survivors = 1};
    ari_tuner *tuner = NULL;
    ari_text text = ARI_TEXT_EMPTY;
    ari_status status = ari_tuner_new(v, &setup, &tuner, error);
    if (status == ARI_OK)
        status = ari_tuner_step(tuner, error);
    if (status == ARI_OK) {
        ari_tuner_save(tuner, &text);
        if (!ari_text_ok(&text))
            status = ari_fail_memory(error, 0, "a state");
    }
    if (status == ARI_OK)
        status = ari_tuner_load(tuner, ari_text_get(&text), error);
    ari_tune_saved saved = {.game = NULL};
    if (status == ARI_OK)
        status = ari_tune_saved_read(ari_text_get(&text), &saved, error);
    ari_tune_saved_free(&saved);
    ari_text_free(&text);
    ari_tuner_free(tuner);
    return status;
}

static ari_status fit_some(ari_error *error)
{
    const ari_fit_job job = {.who = "engine:depth=1",
                             .positions = 40,
                             .opening_plies = 4,
                             .errors = 10,
                             .held_out = 20,
                             .largest = 100,
                             .ridge = 1,
                             .nodes = 1000,
                             .seed = 2,
                             .bytes = (size_t)1 << 20};
    ari_fit fit;
    return ari_fit_weights(v, &job, &fit, error);
}

static void test_playing(void **unused)
{
    (void)unused;
    v = variant("tictactoe");
    game_text = "5 1 2 8 3";
    fails_cleanly("playing", play);
    fails_cleanly("a tree", draw_tree);
    fails_cleanly("a review", review);
    fails_cleanly("a match", match_some);
    ari_variant_free(v);
    v = variant("mnk:width=2,height=3,line=2");
    fails_cleanly("tuning", tune_some);
    ari_variant_free(v);
    v = variant("connect4:width=4,height=3,line=3");
    fails_cleanly("a fit", fit_some);
    ari_variant_free(v);
}

/* ---- games that fall apart ---- */

static ari_state apart;

static ari_status account_for(ari_error *error)
{
    const ari_limits none = {.depth = 0};
    ari_account account;
    ari_status status =
        ari_account_of(v, &apart, (size_t)4 << 20, &none, &account, error);
    if (status != ARI_OK)
        return status;
    /* What is said is all of it, and no part of it is missing for lack of memory. */
    bool whole = account.move_count > 0 && account.part_count > 1;
    for (int i = 0; whole && i < account.part_count; i++)
        whole = !account.forms ||
                (account.parts[i].worth.form && account.parts[i].worth.graph);
    for (int i = 0; whole && i < account.move_count; i++)
        whole = account.moves[i].part >= 0 &&
                (!account.forms || account.moves[i].becomes.form);
    ari_account_free(&account);
    return whole ? ARI_OK : ari_fail(error, ARI_BROKEN, 0, "a part of it is missing");
}

static void test_sums(void **unused)
{
    (void)unused;
    v = variant("kayles:pins=6");
    apart = position(v, "||.|||/2");
    fails_cleanly("nimbers", account_for);
    ari_variant_free(v);
    v = variant("domineering:width=4,height=2");
    apart = position(v, "..#./..#.");
    fails_cleanly("canonical forms", account_for);
    ari_variant_free(v);
}

/* ---- the conformance suite ---- */

static ari_status check_game(ari_error *error)
{
    const ari_check_job how = {.seed = 1, .positions = 4, .variants = 1};
    ari_check_report report;
    ari_status status = ari_check_game(v->game, NULL, &how, &report, error);
    if (status == ARI_OK && report.failed)
        return ari_fail(error, ARI_BROKEN, 0, "%s: %.300s", ari_check_name(report.topic),
                        report.message);
    return status;
}

static void test_check(void **unused)
{
    (void)unused;
    static const char *const specs[] = {"coins", "dots", "connect4", "kayles"};
    for (int i = 0; i < 4; i++) {
        v = variant(specs[i]);
        fails_cleanly(specs[i], check_game);
        ari_variant_free(v);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_text),     cmocka_unit_test(test_wrong_text),
        cmocka_unit_test(test_searches), cmocka_unit_test(test_playing),
        cmocka_unit_test(test_sums),     cmocka_unit_test(test_check),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
