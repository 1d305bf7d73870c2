/* test_check.c: the conformance suite finds games that do not keep their promises, says so where
 * they do not, and finds the same again. */
#define _DEFAULT_SOURCE
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

#include <ariadne/check.h>
#include <ariadne/strong.h>

extern const ari_game ari_game_template;

/* ---- games that break a promise ----
 *
 * Each is a real game with one function replaced by a wrong one, or with a wrong flag. */

static ari_core wrong_core;
static const ari_game *wrong_base;
static void (*spoil)(ari_core *core);
static bool keep_compiled;

static ari_status wrong_setup(ari_value *values, void *rules, const ari_core **core,
                              ari_error *error)
{
    ari_status status = wrong_base->setup(values, rules, core, error);
    if (status != ARI_OK)
        return status;
    wrong_core = **core;
    spoil(&wrong_core);
    if (!keep_compiled)
        wrong_core.compiled = NULL; /* which has the right functions built in */
    *core = &wrong_core;
    return status;
}

/* The first broken promise of a game that `how` makes wrong must be the expected one. */
static ari_check_report broken(const char *id, const char *options,
                               void (*how)(ari_core *), ari_check_topic topic)
{
    wrong_base = id ? ari_game_find(id) : &ari_game_template;
    spoil = how;
    ari_game game = *wrong_base;
    game.setup = wrong_setup;
    ari_check_job check_options = {.seed = 1, .positions = 200};
    ari_check_report report;
    ari_error error = {.message = ""};
    ari_status status = ari_check_game(&game, options, &check_options, &report, &error);
    if (status != ARI_OK)
        fail_msg("the check could not be made: %s", error.message);
    if (!report.failed)
        fail_msg("nothing wrong was found, but %s is broken", ari_check_name(topic));
    if (report.topic != topic)
        fail_msg("%s was found broken (%s), but it is %s", ari_check_name(report.topic),
                 report.message, ari_check_name(topic));
    assert_true(report.message[0]);
    assert_true(report.variant[0]);
    return report;
}

static void expect_broken(const char *id, const char *options, void (*how)(ari_core *),
                          ari_check_topic topic)
{
    (void)broken(id, options, how, topic);
}

/* The same, and what is said of which position, if any is expected. */
static void expect_said(const char *id, const char *options, void (*how)(ari_core *),
                        ari_check_topic topic, const char *position, const char *message)
{
    const ari_check_report report = broken(id, options, how, topic);
    if (!strstr(report.message, message))
        fail_msg("'%s' is not said, but: %s", message, report.message);
    if (position)
        assert_string_equal(report.position, position);
}

/* The functions that the wrong ones are made from; set by the spoilers. */
static ari_core right;

static int no_moves(const void *r, const void *s, ari_move *list)
{
    int count = right.moves(r, s, list);
    return count == 1 ? 0 : count;
}

static int twice_the_same(const void *r, const void *s, ari_move *list)
{
    int count = right.moves(r, s, list);
    if (count > 2)
        list[1] = list[0];
    return count;
}

static int strange_outcome(const void *r, const void *s)
{
    int outcome = right.outcome(r, s);
    return outcome == ARI_DRAWN ? 7 : outcome;
}

static void after_with_a_hole(const void *r, const void *s, ari_move m, void *next)
{
    unsigned char old = ((unsigned char *)next)[5]; /* is not written */
    right.after(r, s, m, next);
    ((unsigned char *)next)[5] = old;
}

static ari_side always_first(const void *r, const void *s)
{
    (void)r, (void)s;
    return ARI_FIRST;
}

static bool all_legal(const void *r, const void *s, ari_move m)
{
    (void)r, (void)s, (void)m;
    return true;
}

#define SPOIL(name, field, function) \
    static void name(ari_core *core) \
    {                                \
        right = *core;               \
        core->field = function;      \
    }

SPOIL(spoil_no_moves, moves, no_moves)
SPOIL(spoil_twice, moves, twice_the_same)
SPOIL(spoil_outcome, outcome, strange_outcome)
SPOIL(spoil_hole, after, after_with_a_hole)
SPOIL(spoil_turn, turn, always_first)
SPOIL(spoil_legal, legal, all_legal)
SPOIL(spoil_max_moves, max_moves, 3)
SPOIL(spoil_flags, flags, core->flags & ~(unsigned)ARI_HAS_EXTRA_TURNS)
SPOIL(spoil_payoffs, flags, core->flags & ~(unsigned)ARI_HAS_PAYOFFS)

static void test_broken_moves(void **unused)
{
    (void)unused;
    expect_broken("nim", NULL, spoil_no_moves, ARI_CHECK_MOVES);
    expect_broken("connect4", NULL, spoil_twice, ARI_CHECK_MOVES);
    expect_broken(NULL, NULL, spoil_outcome, ARI_CHECK_MOVES);
    expect_broken(NULL, NULL, spoil_hole, ARI_CHECK_MOVES);
    expect_broken("nim", NULL, spoil_turn, ARI_CHECK_MOVES);
    expect_broken("coins", NULL, spoil_legal, ARI_CHECK_MOVES);
    expect_broken("nim", NULL, spoil_max_moves, ARI_CHECK_MOVES);
    expect_broken("dots", NULL, spoil_flags, ARI_CHECK_MOVES);
    expect_broken("dots", NULL, spoil_payoffs, ARI_CHECK_MOVES);
}

static int too_short(const void *r, const void *s)
{
    int longest = right.longest(r, s);
    return longest > 3 ? longest - 3 : longest;
}

static bool always(const void *r)
{
    (void)r;
    return true;
}

SPOIL(spoil_longest, longest, too_short)
SPOIL(spoil_draws_last, draws_last, always)

static void test_broken_length(void **unused)
{
    (void)unused;
    expect_broken("nim", NULL, spoil_longest, ARI_CHECK_LENGTH);
    expect_broken("tictactoe", NULL, spoil_draws_last, ARI_CHECK_LENGTH);
    expect_broken("evencoins", "coins=8", spoil_draws_last, ARI_CHECK_LENGTH);
}

static void all_called_a(const void *r, const void *s, ari_move m, ari_text *out)
{
    (void)r, (void)s, (void)m;
    ari_text_add(out, "a");
}

static void two_words(const void *r, const void *s, ari_move m, ari_text *out)
{
    right.format_move(r, s, m, out);
    ari_text_add(out, " please");
}

static ari_status wrong_way_round(const void *r, const void *s, const char *text,
                                  ari_move *move, ari_error *error)
{
    ari_status status = right.parse_move(r, s, text, move, error);
    if (status == ARI_OK)
        *move = (ari_move)(*move ^ 1);
    return status;
}

SPOIL(spoil_move_names, format_move, all_called_a)
SPOIL(spoil_move_words, format_move, two_words)
SPOIL(spoil_move_parse, parse_move, wrong_way_round)
SPOIL(spoil_short, short_moves, always)

/* As the new text would be read in a position without empty places. */
static ari_status first_stick(const void *r, const void *s, const char *text,
                              ari_move *move, ari_error *error)
{
    ari_status status = right.parse_old_move(r, s, text, move, error);
    *move = 0; /* a stick of the first heap, which may be used up */
    return status;
}
SPOIL(spoil_old_move, parse_old_move, first_stick)

static void test_broken_move_text(void **unused)
{
    (void)unused;
    expect_broken(NULL, NULL, spoil_move_names, ARI_CHECK_MOVE_TEXT);
    expect_broken("coins", NULL, spoil_move_words, ARI_CHECK_MOVE_TEXT);
    expect_broken("mnk", NULL, spoil_move_parse, ARI_CHECK_MOVE_TEXT);
    expect_broken("nim", NULL, spoil_short, ARI_CHECK_MOVE_TEXT);
    expect_broken("nim", NULL, spoil_old_move, ARI_CHECK_MOVE_TEXT);
}

static void without_turn(const void *r, const void *s, ari_text *out)
{
    right.format(r, s, out);
    if (out->size > 2 && strcmp(out->data + out->size - 2, "/2") == 0)
        out->data[out->size -= 2] = '\0';
}

static ari_status strict_parse(const void *r, const char *text, void *s, ari_error *error)
{
    if (strlen(text) == 3)
        return ari_fail(error, ARI_ILLEGAL, 0, "I do not like three");
    return right.parse(r, text, s, error);
}

static ari_status silent_parse(const void *r, const char *text, void *s, ari_error *error)
{
    (void)error;
    return right.parse(r, text, s, NULL);
}

static ari_status lying_parse(const void *r, const char *text, void *s, ari_error *error)
{
    ari_status status = right.parse(r, text, s, error);
    if (status != ARI_OK && error)
        error->offset = strlen(text) + 1;
    return status;
}

/* Reads every impossible board as one with a single mark that is in no list of lines. */
static ari_status tolerant_parse(const void *r, const char *text, void *s,
                                 ari_error *error)
{
    ari_status status = right.parse(r, text, s, error);
    if (status != ARI_ILLEGAL)
        return status;
    memset(s, 0, right.state_size); /* says nothing of what was typed */
    ((unsigned char *)s)[0] = 1;
    return ARI_OK;
}

SPOIL(spoil_format, format, without_turn)
SPOIL(spoil_parse, parse, strict_parse)
SPOIL(spoil_message, parse, silent_parse)
SPOIL(spoil_place, parse, lying_parse)
SPOIL(spoil_tolerant, parse, tolerant_parse)

static void test_broken_text(void **unused)
{
    (void)unused;
    expect_broken("nim", NULL, spoil_format, ARI_CHECK_TEXT);
    expect_broken("nim", NULL, spoil_parse, ARI_CHECK_TEXT);
    expect_broken("coins", NULL, spoil_message, ARI_CHECK_GARBAGE);
    expect_broken("dots", NULL, spoil_place, ARI_CHECK_GARBAGE);
    expect_broken("tictactoe", NULL, spoil_tolerant, ARI_CHECK_GARBAGE);
}

static uint64_t weak_key(const void *r, const void *s)
{
    return right.key(r, s) >> 3;
}

static double few(const void *r)
{
    return right.positions(r) / 100;
}

SPOIL(spoil_key, key, weak_key)
SPOIL(spoil_positions, positions, few)

static void test_broken_keys_and_count(void **unused)
{
    (void)unused;
    expect_broken("nim", NULL, spoil_key, ARI_CHECK_KEYS);
    expect_broken("nim", NULL, spoil_positions, ARI_CHECK_COUNT);
}

/* ---- points collected on the way ---- */

static int as_many_again(const void *r, const void *s)
{
    return 2 * right.so_far(r, s);
}

static int nothing_so_far(const void *r, const void *s)
{
    (void)r, (void)s;
    return 0;
}

static void forget_nothing(const void *r, const void *s, void *rest)
{
    (void)r;
    memcpy(rest, s, right.state_size);
}

/* The other side is to move. */
static void forget_the_turn(const void *r, const void *s, void *rest)
{
    ari_state first = {{0}};
    right.as_first(r, s, &first);
    right.rest(r, &first, rest);
}

/* One move alone, whatever it is worth. */
static int only_last(const void *r, const void *v, ari_move *list)
{
    ari_move all[ARI_MOVES_MAX];
    int count = right.moves(r, v, all);
    list[0] = all[count - 1];
    return 1;
}

static int one_too_many(const void *r, const void *v, ari_move *list)
{
    int count = right.best_among(r, v, list);
    list[count] = 12345;
    return count + 1;
}

static uint64_t one_key(const void *r, const void *v)
{
    (void)r, (void)v;
    return 1;
}

static uint64_t key_of_place(const void *r, const void *v)
{
    return right.key(r, v); /* of the position as it stands */
}

static int no_choice(const void *r, const void *v, ari_move *only)
{
    ari_move all[ARI_MOVES_MAX];
    right.moves(r, v, all);
    *only = all[0];
    return 1;
}

SPOIL(spoil_view_key, view_key, one_key)
SPOIL(spoil_view_key_turned, view_key, key_of_place)
SPOIL(spoil_choice_among, choice, no_choice)
/* Without GAME_CHOICE, which would not agree. */
static void spoil_best_among(ari_core *core)
{
    right = *core;
    core->best_among = only_last;
    core->choice = NULL;
}

static void spoil_best_legal(ari_core *core)
{
    right = *core;
    core->best_among = one_too_many;
    core->choice = NULL;
}

SPOIL(spoil_so_far, so_far, as_many_again)
SPOIL(spoil_no_so_far, so_far, nothing_so_far)
SPOIL(spoil_half, so_far, NULL)
SPOIL(spoil_rest, rest, forget_nothing)
SPOIL(spoil_turn_of_rest, rest, forget_the_turn)

static void test_broken_rewards(void **unused)
{
    (void)unused;
    expect_broken("dots", NULL, spoil_so_far, ARI_CHECK_REWARDS);
    expect_broken("kalah", NULL, spoil_no_so_far, ARI_CHECK_REWARDS);
    expect_broken("kalah", NULL, spoil_half, ARI_CHECK_REWARDS);
    expect_broken("dots", NULL, spoil_rest, ARI_CHECK_REWARDS);
    expect_broken("kalah", NULL, spoil_turn_of_rest, ARI_CHECK_REWARDS);
    expect_broken("dots", "width=2,height=2", spoil_best_among, ARI_CHECK_VALUES);
    expect_broken("dots", "width=2,height=2", spoil_best_legal, ARI_CHECK_VALUES);
    expect_broken("dots", "width=2,height=2", spoil_view_key, ARI_CHECK_HINTS);
    expect_broken("dots", "width=2,height=2", spoil_view_key_turned, ARI_CHECK_HINTS);
    expect_broken("dots", "width=2,height=2", spoil_choice_among, ARI_CHECK_HINTS);
}

/* ---- what strong solving relies on ---- */

static int rising_tier(const void *r, const void *s)
{
    return 100 - right.tier(r, s);
}

static uint64_t shared_rank(const void *r, const void *s)
{
    return right.rank(r, s) / 2;
}

static uint64_t few_ranks(const void *r, int tier)
{
    return (right.ranks(r, tier) + 1) / 2;
}

static void next_unranked(const void *r, int tier, uint64_t rank, void *s)
{
    right.unrank(r, tier, rank + 1 < right.ranks(r, tier) ? rank + 1 : 0, s);
}

/* Two positions of a tier have the rank 0. */
static uint64_t rank_of_one(const void *r, const void *s)
{
    uint64_t rank = right.rank(r, s);
    return rank == 1 ? 0 : rank;
}

static void unranked_elsewhere(const void *r, int tier, uint64_t rank, void *s)
{
    right.unrank(r, tier > 0 && rank < right.ranks(r, tier - 1) ? tier - 1 : tier, rank,
                 s);
}

static int small_orbit(const void *r, const void *s)
{
    (void)r, (void)s;
    return 1;
}

SPOIL(spoil_tier, tier, rising_tier)
SPOIL(spoil_rank, rank, shared_rank)
SPOIL(spoil_ranks, ranks, few_ranks)
SPOIL(spoil_unrank, unrank, next_unranked)
SPOIL(spoil_orbit, orbit, small_orbit)
SPOIL(spoil_nothing, orbit, right.orbit)
SPOIL(spoil_rank_of_one, rank, rank_of_one)
SPOIL(spoil_unrank_tier, unrank, unranked_elsewhere)
SPOIL(spoil_cycles, flags, core->flags & ~(unsigned)ARI_HAS_CYCLES)

static void test_broken_tiers(void **unused)
{
    (void)unused;
    expect_said("quixo", "size=3", spoil_tier, ARI_CHECK_TIERS, ".../.../...",
                "its tier is");
    expect_said("quixo", "size=3", spoil_rank, ARI_CHECK_TIERS, NULL, "of the same tier");
    expect_said("quixo", "size=3", spoil_rank_of_one, ARI_CHECK_TIERS, NULL,
                "GAME_RANK is 0 here and for '");
    expect_broken("quixo", "size=3", spoil_ranks, ARI_CHECK_TIERS);
    expect_broken("connect4", "width=4,height=4", spoil_unrank, ARI_CHECK_TIERS);
    expect_said("connect4", "width=4,height=4", spoil_unrank_tier, ARI_CHECK_TIERS, NULL,
                "but its tier is");
    expect_broken("connect4", "width=3,height=3,line=3", spoil_orbit, ARI_CHECK_COUNT);
    expect_said("connect4", "", spoil_orbit, ARI_CHECK_COUNT, NULL,
                "at least 2 positions");
    expect_broken("chomp", "width=3,height=3", spoil_orbit, ARI_CHECK_COUNT);
}

/* The shortest way back is told: two cubes of each side are pushed in and out again. */
static void test_untold_cycles(void **unused)
{
    (void)unused;
    expect_said("quixo", "size=3", spoil_cycles, ARI_CHECK_CYCLES, NULL,
                "the game comes back to this position after ");
    expect_said("hare", "stall=0", spoil_cycles, ARI_CHECK_CYCLES, NULL,
                "the game comes back to this position after ");
}

/* A database whose game counts its symmetric positions wrongly is not called sound. */
static void test_wrong_count_is_not_sound(void **unused)
{
    (void)unused;
    char path[] = "/tmp/ariadne-check-XXXXXX";
    int file = mkstemp(path);
    assert_true(file >= 0);
    close(file);
    ari_game game = *(wrong_base = ari_game_find("quixo"));
    game.setup = wrong_setup;
    for (int wrong = 0; wrong < 2; wrong++) {
        ari_variant *v;
        spoil = wrong ? spoil_orbit : spoil_nothing;
        assert_int_equal(ari_variant_of(&game, "size=3", 0, &v, NULL), ARI_OK);
        unlink(path);
        const ari_strong_job job = {.checkpoint = -1};
        ari_strong_summary summary;
        assert_int_equal(ari_strong_solve(v, path, &job, &summary, NULL), ARI_OK);
        const ari_verify_job how = {.memory = 0};
        ari_verify_report report;
        assert_int_equal(ari_database_verify(path, v, &how, &report, NULL), ARI_OK);
        assert_int_equal(report.sound, !wrong);
        if (wrong)
            assert_non_null(strstr(report.message, "GAME_ORBIT"));
        ari_variant_free(v);
    }
    unlink(path);
}

static int large_payoff(const void *r, const void *s)
{
    return right.outcome(r, s) == ARI_ON ? ARI_ON : 100000;
}
SPOIL(spoil_payoff_size, outcome, large_payoff)

/* What cannot be solved leaves no folder to go on from. */
static void test_refused_solving_leaves_nothing(void **unused)
{
    (void)unused;
    char folder[] = "/tmp/ariadne-check-XXXXXX", path[64], work[80];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/a.db", folder);
    snprintf(work, sizeof work, "%s.work", path);
    ari_game game = *(wrong_base = ari_game_find("dots"));
    game.setup = wrong_setup;
    spoil = spoil_payoff_size;
    ari_variant *v;
    assert_int_equal(ari_variant_of(&game, "width=1,height=1", 0, &v, NULL), ARI_OK);
    const ari_strong_job job = {.checkpoint = -1};
    ari_strong_summary summary;
    assert_int_equal(ari_strong_solve(v, path, &job, &summary, NULL), ARI_LIMIT);
    assert_int_equal(access(work, F_OK), -1);
    assert_int_equal(rmdir(folder), 0);
    ari_variant_free(v);
}

static void large_board(const void *r, const void *s, ari_board *board)
{
    right.board(r, s, board);
    board->width = 100;
    board->height = 100;
}

static void wrong_clicks(const void *r, const void *s, ari_board *board)
{
    right.board(r, s, board);
    board->cells[0].move = 1;
}

static void bare_board(const void *r, const void *s, ari_board *board)
{
    (void)r, (void)s;
    ari_board_size(board, 1, 1); /* and nothing else is set */
}

static void early_line(const void *r, const void *s, ari_board *board)
{
    right.board(r, s, board);
    board->cells[4].line = true;
}

static int outside_clicks(const void *r, const void *s, ari_move m, uint16_t *places)
{
    int count = right.clicks(r, s, m, places);
    places[1] = 9; /* of 3 x 3 */
    return count;
}

static int many_clicks(const void *r, const void *s, ari_move m, uint16_t *places)
{
    right.clicks(r, s, m, places);
    return ARI_CLICKS_MAX + 1;
}

/* Whichever way the cube is pushed in. */
static int same_clicks(const void *r, const void *s, ari_move m, uint16_t *places)
{
    return right.clicks(r, s, (ari_move)(m & ~3), places);
}

/* The first click alone plays, so that nobody gets to the second. */
static int early_clicks(const void *r, const void *s, ari_move m, uint16_t *places)
{
    int count = right.clicks(r, s, m, places);
    return m == 1 ? 1 : count;
}

static void wild_link(const void *r, const void *s, ari_board *board)
{
    right.board(r, s, board);
    ari_board_link(board, 0, 0, 0, 0);
}

SPOIL(spoil_board_size, board, large_board)
SPOIL(spoil_board_lines, board, early_line)
SPOIL(spoil_board_links, board, wild_link)
SPOIL(spoil_click_place, clicks, outside_clicks)
SPOIL(spoil_click_count, clicks, many_clicks)
SPOIL(spoil_click_same, clicks, same_clicks)
SPOIL(spoil_click_early, clicks, early_clicks)
SPOIL(spoil_board_moves, board, wrong_clicks)
SPOIL(spoil_board_fields, board, bare_board)

static void test_broken_board(void **unused)
{
    (void)unused;
    expect_broken("coins", NULL, spoil_board_size, ARI_CHECK_BOARD);
    expect_broken("tictactoe", NULL, spoil_board_moves, ARI_CHECK_BOARD);
    expect_broken("tictactoe", NULL, spoil_board_fields, ARI_CHECK_BOARD);
    expect_broken("tictactoe", NULL, spoil_board_lines, ARI_CHECK_BOARD);
    expect_broken("tictactoe", NULL, spoil_board_links, ARI_CHECK_BOARD);
    expect_broken("quixo", "size=3", spoil_click_place, ARI_CHECK_BOARD);
    expect_broken("quixo", "size=3", spoil_click_count, ARI_CHECK_BOARD);
    expect_broken("quixo", "size=3", spoil_click_same, ARI_CHECK_BOARD);
    expect_broken("quixo", "size=3", spoil_click_early, ARI_CHECK_BOARD);
}

/* Swaps the first two heaps: a symmetry, but applied twice it leads back. */
static void swapped(const void *r, const void *s, void *result)
{
    (void)r;
    memcpy(result, s, right.state_size);
    unsigned char *bytes = result, first = bytes[0];
    if (bytes[1]) {
        bytes[0] = bytes[1];
        bytes[1] = first;
    }
}

/* Applied twice it is the same as once, but the game is another. */
static void shrunk(const void *r, const void *s, void *result)
{
    (void)r;
    memcpy(result, s, right.state_size);
    unsigned char *bytes = result;
    if (bytes[0] > 4)
        bytes[0] = 4;
}

static void same(const void *r, const void *s, void *result)
{
    (void)r;
    memcpy(result, s, right.state_size);
}

SPOIL(spoil_canonical_twice, canonical, swapped)
SPOIL(spoil_canonical, canonical, shrunk)
SPOIL(spoil_as_first, as_first, same)

static int one_sided_eval(const void *r, const void *s, int which, const int *params)
{
    (void)which, (void)params;
    return right.turn(r, s) == ARI_FIRST ? 5 : 0;
}

SPOIL(spoil_eval_side, eval, one_sided_eval)

static void test_broken_symmetry(void **unused)
{
    (void)unused;
    expect_broken("nim", "heaps=7531", spoil_canonical_twice, ARI_CHECK_SYMMETRY);
    expect_broken("nim", "heaps=7531", spoil_canonical, ARI_CHECK_SYMMETRY);
    expect_broken("nim", "heaps=7531", spoil_as_first, ARI_CHECK_SIDES);
    expect_broken("dots", NULL, spoil_eval_side, ARI_CHECK_SIDES);
}

/* The first part is forgotten. */
static int too_few(const void *r, const void *s, ari_side turn, void *made)
{
    int count = right.components(r, s, turn, made);
    if (count < 2)
        return count;
    memmove(made, (char *)made + right.state_size,
            (size_t)(count - 1) * right.state_size);
    return count - 1;
}

/* Everything is one part, as it is. */
static int one_part(const void *r, const void *s, ari_side turn, void *made)
{
    ari_state first = {{0}};
    if (right.outcome(r, s) != ARI_ON)
        return 0;
    right.as_first(r, s, &first);
    (void)turn;
    memcpy(made, &first, right.state_size);
    return 1;
}

/* The last part is nowhere. */
static void hide_part(const void *r, const void *s, const ari_board *board, uint8_t *part)
{
    int last = 0;
    right.component_places(r, s, board, part);
    for (int i = 0; i < board->width * board->height; i++)
        last = part[i] > last ? part[i] : last;
    for (int i = 0; i < board->width * board->height && last > 1; i++)
        part[i] = part[i] == last ? 0 : part[i];
}

/* The first two have changed places. */
static void swap_parts(const void *r, const void *s, const ari_board *board,
                       uint8_t *part)
{
    ari_state made[ARI_COMPONENTS_MAX];
    right.component_places(r, s, board, part);
    if (right.components(r, s, ARI_FIRST, made) < 2)
        return;
    for (int i = 0; i < board->width * board->height; i++)
        part[i] = part[i] == 1 ? 2 : part[i] == 2 ? 1 : part[i];
}

static int misere(const void *r)
{
    (void)r;
    return ARI_LOST;
}

/* The turn is not changed at all. */
static void no_turn(const void *r, const void *s, ari_side turn, void *made)
{
    (void)r, (void)turn;
    memcpy(made, s, right.state_size);
}

SPOIL(spoil_with_turn, with_turn, no_turn)
SPOIL(spoil_parts_missing, components, too_few)
SPOIL(spoil_parts_of_parts, components, one_part)
SPOIL(spoil_part_hidden, component_places, hide_part)
SPOIL(spoil_parts_swapped, component_places, swap_parts)
SPOIL(spoil_last_move, last_move, misere)
SPOIL(spoil_impartial_alone, last_move, NULL)

/* As if it were: the second player's men are not the first's. */
static void spoil_impartial(ari_core *core)
{
    right = *core;
    core->impartial = always;
    core->last_move = misere;
}

static void test_broken_sums(void **unused)
{
    (void)unused;
    expect_broken("kayles", NULL, spoil_parts_missing, ARI_CHECK_SUMS);
    expect_broken("kayles", NULL, spoil_parts_of_parts, ARI_CHECK_SUMS);
    expect_broken("kayles", NULL, spoil_part_hidden, ARI_CHECK_SUMS);
    expect_broken("cram", NULL, spoil_part_hidden, ARI_CHECK_SUMS);
    expect_broken("nim", "heaps=7531", spoil_parts_swapped, ARI_CHECK_SUMS);
    expect_broken("domineering", NULL, spoil_parts_swapped, ARI_CHECK_SUMS);
    expect_broken("kayles", NULL, spoil_with_turn, ARI_CHECK_SUMS);
    expect_broken("kayles", NULL, spoil_last_move, ARI_CHECK_SUMS);
    expect_broken("kayles", NULL, spoil_impartial_alone, ARI_CHECK_SUMS);
    expect_broken("breakthrough", NULL, spoil_impartial, ARI_CHECK_SUMS);
}

static ari_move never_wins(const void *r, const void *s)
{
    (void)r, (void)s;
    return ARI_NO_MOVE;
}

static ari_move first_move(const void *r, const void *s)
{
    ari_move list[ARI_MOVES_MAX];
    right.moves(r, s, list);
    return list[0];
}

static int half_of_them(const void *r, const void *s, ari_move *list)
{
    return right.safe_moves(r, s, list) / 2;
}

SPOIL(spoil_win_now, win_now, never_wins)
SPOIL(spoil_win_wrong, win_now, first_move)
SPOIL(spoil_safe, safe_moves, half_of_them)

static int never_any(const void *r, const void *v, ari_move *only)
{
    (void)r, (void)v, (void)only;
    return 0;
}

/* Not the one that is forced. */
static int another_one(const void *r, const void *v, ari_move *only)
{
    int choice = right.choice(r, v, only);
    *only += 1;
    return choice;
}

static int never_enough(const void *r, const void *v, int wanted)
{
    (void)r, (void)v;
    return wanted - 1;
}

static int more_than_enough(const void *r, const void *v, int wanted)
{
    (void)r, (void)v;
    return wanted;
}

static bool always_no(const void *r, const void *v, int wanted, int *bound)
{
    (void)r, (void)v;
    *bound = wanted - 1;
    return true;
}

static bool exaggerated(const void *r, const void *v, int wanted, int *bound)
{
    if (!right.exact(r, v, wanted, bound))
        return false;
    *bound += *bound >= wanted ? 2 : 0;
    return true;
}

static bool belittled(const void *r, const void *v, int wanted, int *bound)
{
    if (!right.exact(r, v, wanted, bound))
        return false;
    *bound -= *bound < wanted ? 2 : 0;
    return true;
}

/* Wrong of few positions only, so that searches come to it from others. */
static int seldom_enough(const void *r, const void *v, int wanted)
{
    ari_move list[ARI_MOVES_MAX];
    return right.moves(r, v, list) == 4 ? wanted - 1 : right.at_most(r, v, wanted);
}

static int no_reply(const void *r, const void *v, ari_move *list)
{
    (void)r, (void)v, (void)list;
    return 0;
}

static int one_reply_less(const void *r, const void *v, ari_move *list)
{
    int count = right.replies(r, v, list);
    return count > 0 ? count - 1 : count;
}

static int any_forces(const void *r, const void *v, ari_move *list)
{
    return right.moves(r, v, list); /* a view begins with its state */
}

static void forgetful_view(const void *r, const void *v, ari_move m, void *next)
{
    right.view_after(r, v, m, next);
    memset((char *)next + right.state_size, 0, right.view_size - right.state_size);
}

static uint64_t same_key(const void *r, const void *s)
{
    return right.key(r, s);
}

SPOIL(spoil_choice, choice, never_any)
SPOIL(spoil_only, choice, another_one)
SPOIL(spoil_replies, replies, no_reply)
SPOIL(spoil_replies_seldom, replies, one_reply_less)
SPOIL(spoil_forcing, forcing, any_forces)
SPOIL(spoil_at_most, at_most, never_enough)
SPOIL(spoil_at_least, at_least, more_than_enough)
SPOIL(spoil_exact_side, exact, always_no)
SPOIL(spoil_exact_low, exact, exaggerated)
SPOIL(spoil_exact_high, exact, belittled)
SPOIL(spoil_at_most_seldom, at_most, seldom_enough)
SPOIL(spoil_view, view_after, forgetful_view)
SPOIL(spoil_canonical_key, canonical_key, same_key)

static void test_broken_hints(void **unused)
{
    (void)unused;
    expect_broken("connect4", "width=5,height=4", spoil_win_now, ARI_CHECK_HINTS);
    expect_broken("mnk", "width=4,height=4,line=4", spoil_win_wrong, ARI_CHECK_HINTS);
    expect_broken("connect4", "width=5,height=4", spoil_safe, ARI_CHECK_HINTS);
    expect_broken("dots", NULL, spoil_win_wrong, ARI_CHECK_HINTS);
    expect_broken("connect4", "width=5,height=4", spoil_choice, ARI_CHECK_HINTS);
    expect_broken("mnk", "width=4,height=4,line=4", spoil_only, ARI_CHECK_HINTS);
    expect_broken("connect4", "width=5,height=4", spoil_canonical_key, ARI_CHECK_HINTS);
    expect_broken("mnk", "width=4,height=4,line=4", spoil_view, ARI_CHECK_HINTS);
    expect_broken("mnk", "width=5,height=5,line=4", spoil_replies, ARI_CHECK_HINTS);
    expect_said("mnk", "width=6,height=6,line=4", spoil_replies_seldom, ARI_CHECK_HINTS,
                NULL, "GAME_REPLIES leaves out");
    expect_said("mnk", "width=6,height=6,line=4", spoil_forcing, ARI_CHECK_HINTS, NULL,
                "which threatens nothing");
    expect_broken("connect4", "width=5,height=4", spoil_at_most, ARI_CHECK_VALUES);
    expect_broken("mnk", "width=4,height=4,line=4", spoil_at_most, ARI_CHECK_VALUES);
    expect_said("connect4", "width=5,height=4", spoil_at_most, ARI_CHECK_VALUES, NULL,
                "GAME_AT_MOST promises");
    expect_said("othello", "size=4", spoil_at_least, ARI_CHECK_VALUES, NULL,
                "GAME_AT_LEAST promises");
    expect_said("othello", "size=4", spoil_exact_side, ARI_CHECK_VALUES, NULL,
                "GAME_EXACT, asked whether");
    expect_said("othello", "size=4", spoil_exact_low, ARI_CHECK_VALUES, NULL,
                "GAME_EXACT promises");
    expect_said("othello", "size=4", spoil_exact_high, ARI_CHECK_VALUES, NULL,
                "GAME_EXACT promises");
    expect_said("mnk", "width=4,height=4,line=3", spoil_at_most_seldom, ARI_CHECK_VALUES,
                NULL, "GAME_AT_MOST promises");
}

static int huge_eval(const void *r, const void *s, int which, const int *params)
{
    (void)r, (void)s, (void)which, (void)params;
    return ARI_SCORE_MAX + 1;
}

static int eval_of_first(const void *r, const void *s, int which, const int *params)
{
    int score = right.eval(r, s, which, params);
    return right.turn(r, s) == ARI_FIRST ? score : -score;
}

static int eval_in_hundredths(const void *r, const void *s, int which, const int *params)
{
    return 100 * right.eval(r, s, which, params);
}

static void bad_advice(const void *r, const void *s, int wording, ari_advice *advice)
{
    right.advise(r, s, wording, advice);
    advice->moves[0] = 77;
}

SPOIL(spoil_eval, eval, huge_eval)
static void spoil_blind(ari_core *core)
{
    right = *core;
    core->eval = eval_of_first;
    core->parts = NULL;
}

static void counts_too_much(const void *r, const void *s, int which, int *counts)
{
    right.features(r, s, which, counts);
    counts[0] += 2;
}

static void counts_beyond(const void *r, const void *s, int which, int *counts)
{
    right.features(r, s, which, counts);
    counts[ARI_FEATURES_MAX - 1] = 1;
}

static ari_eval_info spoilt_evals[4];

static void spoil_table(ari_core *core)
{
    int count = 0;
    while (core->evals[count].name)
        count++;
    assert_true(count < 4);
    memcpy(spoilt_evals, core->evals, (size_t)count * sizeof *spoilt_evals);
    for (int i = 0; i < count; i++)
        spoilt_evals[i].rows = NULL;
    core->evals = spoilt_evals;
}

SPOIL(spoil_features, features, counts_too_much)
SPOIL(spoil_features_far, features, counts_beyond)
SPOIL(spoil_no_features, features, NULL)
SPOIL(spoil_scale, eval, eval_in_hundredths)
SPOIL(spoil_advice, advise, bad_advice)

static void test_broken_evaluation_and_advice(void **unused)
{
    (void)unused;
    expect_broken("connect4", "width=5,height=4", spoil_eval, ARI_CHECK_EVALUATION);
    expect_said("connect4", "width=5,height=4", spoil_blind, ARI_CHECK_EVALUATION, NULL,
                "seems not to be that of the side to move");
    expect_said("mnk", "width=5,height=5,line=4", spoil_blind, ARI_CHECK_EVALUATION, NULL,
                "seems not to be that of the side to move");
    expect_said("dots", "", spoil_blind, ARI_CHECK_SIDES, NULL,
                "the evaluation margin is");
    expect_said("kalah", "pits=4", spoil_features, ARI_CHECK_EVALUATION, NULL,
                "its weights times what is counted are");
    expect_said("kalah", "pits=4", spoil_features_far, ARI_CHECK_EVALUATION, NULL,
                "counts for 128 weights");
    expect_said("kalah", "pits=4", spoil_no_features, ARI_CHECK_EVALUATION, NULL,
                "the table of the evaluation pits wants GAME_FEATURES");
    expect_said("kalah", "pits=4", spoil_table, ARI_CHECK_EVALUATION, NULL,
                "the table of the evaluation pits wants GAME_FEATURES");
    expect_said("dots", "", spoil_scale, ARI_CHECK_EVALUATION, NULL, "on their scale");
    expect_broken("tictactoe", NULL, spoil_advice, ARI_CHECK_ADVICE);
}

/* What the table says and what was compiled differ: the rules' own definition, taken from
 * the table, then disagrees with the compiled searches. */

static int hasty_outcome(const void *r, const void *s)
{
    ari_move list[ARI_MOVES_MAX]; /* over when only one move is left */
    int outcome = right.outcome(r, s);
    return outcome == ARI_ON && right.moves(r, s, list) == 1 ? ARI_LOST : outcome;
}

static void empty_board(const void *r, const void *s, ari_board *board)
{
    (void)r, (void)s;
    *board = (ari_board){.pieces = ARI_PIECES_MARKS};
    ari_board_size(board, 1, 1);
}

static void spoil_perft(ari_core *core)
{
    right = *core;
    core->outcome = hasty_outcome;
    core->board = empty_board; /* the right one plays on */
    core->components = NULL;   /* which would show it before */
    core->component_places = NULL;
    core->last_move = NULL;
    core->impartial = NULL;
}

static int generous_outcome(const void *r, const void *s)
{
    int outcome = right.outcome(r, s);
    return outcome == ARI_DRAWN ? ARI_WON : outcome;
}

static int other_eval(const void *r, const void *s, int which, const int *params)
{
    return right.eval(r, s, which, params) / 2;
}

static int other_promise(const void *r, const void *s, ari_move m)
{
    return -right.promise(r, s, m);
}

SPOIL(spoil_values, outcome, generous_outcome)
SPOIL(spoil_limited, eval, other_eval)
SPOIL(spoil_instances, promise, other_promise)

static void test_broken_searches(void **unused)
{
    (void)unused;
    keep_compiled = true;
    expect_broken("nim", "heaps=321", spoil_perft, ARI_CHECK_PERFT);
    expect_broken("tictactoe", "early=no", spoil_values, ARI_CHECK_VALUES);
    expect_broken("dots", NULL, spoil_limited, ARI_CHECK_LIMITED);
    expect_broken("connect4", "width=5,height=4", spoil_instances, ARI_CHECK_INSTANCES);
    keep_compiled = false;
}

/* ---- the options of the check itself ---- */

static ari_option bad_options[2] = {{.name = "size", .initial = 5, .min = 6, .max = 9}};

static void test_broken_options(void **unused)
{
    (void)unused;
    ari_game game = ari_game_template;
    ari_check_job how = {.seed = 1};
    ari_check_report report;
    game.options = bad_options;
    assert_int_equal(ari_check_game(&game, NULL, &how, &report, NULL), ARI_OK);
    assert_true(report.failed && report.topic == ARI_CHECK_OPTIONS);
    bad_options[0].help = "of something";
    assert_int_equal(ari_check_game(&game, NULL, &how, &report, NULL), ARI_OK);
    assert_true(report.failed && report.topic == ARI_CHECK_OPTIONS);
    assert_non_null(strstr(report.message, "default"));
    bad_options[0].name = "a=b";
    assert_int_equal(ari_check_game(&game, NULL, &how, &report, NULL), ARI_OK);
    assert_true(report.failed && report.topic == ARI_CHECK_OPTIONS);
    assert_non_null(strstr(report.message, "name"));
}

static ari_status refuse(ari_value *values, void *rules, const ari_core **core,
                         ari_error *error)
{
    (void)values, (void)rules, (void)core;
    return ari_fail(error, ARI_RANGE, ARI_NO_OFFSET, "never");
}

static void test_refused_defaults(void **unused)
{
    (void)unused;
    ari_game game = ari_game_template;
    ari_check_job how = {.seed = 1};
    ari_check_report report;
    game.setup = refuse;
    assert_int_equal(ari_check_game(&game, NULL, &how, &report, NULL), ARI_OK);
    assert_true(report.failed && report.topic == ARI_CHECK_OPTIONS);
    assert_non_null(strstr(report.message, "never"));
    /* Options that a person gives are that person's mistake. */
    ari_error error;
    assert_int_equal(ari_check_game(&game, "sum=7", &how, &report, &error), ARI_RANGE);
    assert_int_equal(ari_check_game(&ari_game_template, "sum=99", &how, &report, &error),
                     ARI_RANGE);
    game.abi = ARI_GAME_ABI + 1;
    assert_int_equal(ari_check_game(&game, NULL, &how, &report, &error), ARI_BROKEN);
}

/* The same seed finds the same, also when only the variant that failed is checked. */
static void test_repeatable(void **unused)
{
    (void)unused;
    wrong_base = ari_game_find("nim");
    spoil = spoil_longest;
    ari_game game = *wrong_base;
    game.setup = wrong_setup;
    ari_check_job how = {.seed = 42, .positions = 50};
    ari_check_report first, again;
    ari_error error;
    assert_int_equal(ari_check_game(&game, NULL, &how, &first, &error), ARI_OK);
    assert_true(first.failed);
    assert_int_equal(
        ari_check_game(&game, strchr(first.variant, ':') + 1, &how, &again, &error),
        ARI_OK);
    assert_string_equal(first.position, again.position);
    assert_string_equal(first.message, again.message);
}

static void test_stopping(void **unused)
{
    (void)unused;
    ari_stop stop = 1;
    ari_check_job how = {.seed = 1, .stop = &stop};
    ari_check_report report;
    ari_error error;
    assert_int_equal(ari_check_game(ari_game_at(0), NULL, &how, &report, &error),
                     ARI_STOPPED);
    assert_false(report.failed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_broken_moves),
        cmocka_unit_test(test_broken_length),
        cmocka_unit_test(test_broken_move_text),
        cmocka_unit_test(test_broken_text),
        cmocka_unit_test(test_broken_keys_and_count),
        cmocka_unit_test(test_broken_rewards),
        cmocka_unit_test(test_broken_tiers),
        cmocka_unit_test(test_untold_cycles),
        cmocka_unit_test(test_wrong_count_is_not_sound),
        cmocka_unit_test(test_refused_solving_leaves_nothing),
        cmocka_unit_test(test_broken_board),
        cmocka_unit_test(test_broken_symmetry),
        cmocka_unit_test(test_broken_sums),
        cmocka_unit_test(test_broken_hints),
        cmocka_unit_test(test_broken_evaluation_and_advice),
        cmocka_unit_test(test_broken_searches),
        cmocka_unit_test(test_broken_options),
        cmocka_unit_test(test_refused_defaults),
        cmocka_unit_test(test_repeatable),
        cmocka_unit_test(test_stopping),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
