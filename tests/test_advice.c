/* test_advice.c: the tic-tac-toe player that follows rules: which rule applies, what it
 * allows, and that no game is ever lost by it. The boards are recounted here from their
 * text, without the lists that the game itself keeps. */
#include "playing.h"

#include <stdlib.h>
#include <string.h>

#define CENTRE 4

static const int lines[8][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6},
                                {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}};
static const int corners[4] = {0, 2, 6, 8}, sides[4] = {1, 3, 5, 7};

/* The nine cells as 'x', 'o' and '.'. */
static void cells_of(const ari_variant *v, const ari_state *s, char cells[10])
{
    ari_text text = ARI_TEXT_EMPTY;
    ari_state_format(v, s, &text);
    assert_int_equal(text.size, 9);
    memcpy(cells, ari_text_get(&text), 10);
    ari_text_free(&text);
}

static int count_in(const char *cells, int line, char mark)
{
    int count = 0;
    for (int i = 0; i < 3; i++)
        count += cells[lines[line][i]] == mark;
    return count;
}

static bool on_line(int line, int cell)
{
    return lines[line][0] == cell || lines[line][1] == cell || lines[line][2] == cell;
}

/* Lines with `count` of `mark` and otherwise empty that pass through an empty cell. */
static int open_lines(const char *cells, int cell, char mark, int count)
{
    int found = 0;
    for (int i = 0; i < 8 && cells[cell] == '.'; i++)
        found += on_line(i, cell) && count_in(cells, i, mark) == count &&
                 count_in(cells, i, '.') == 3 - count;
    return found;
}

static bool has_line(const char *cells, char mark)
{
    for (int i = 0; i < 8; i++)
        if (count_in(cells, i, mark) == 3)
            return true;
    return false;
}

/* ---- D5: the four lists ---- */

/* The state's bytes: two words of marks, then the lists empty, x's, o's, blocked. */
static void check_lists(const ari_variant *v, const ari_state *s)
{
    char cells[10];
    cells_of(v, s, cells);
    unsigned expected[4] = {0};
    for (int i = 0; i < 8; i++) {
        bool x = count_in(cells, i, 'x') > 0, o = count_in(cells, i, 'o') > 0;
        expected[x && o ? 3 : o ? 2 : x ? 1 : 0] |= 1u << i;
    }
    for (int list = 0; list < 4; list++)
        assert_int_equal(s->bytes[4 + list], expected[list]);
}

static long every_game(const ari_variant *v, const ari_state *s)
{
    check_lists(v, s);
    if (ari_outcome(v, s) != ARI_ON)
        return 1;
    ari_move moves[9];
    int count = ari_moves(v, s, moves);
    long games = 0;
    for (int i = 0; i < count; i++) {
        ari_state next = ari_after(v, s, moves[i]);
        games += every_game(v, &next);
    }
    return games;
}

/* D5: after every move of every game each line is in the list where it belongs. */
static void lists_fit_a_recount(void **state)
{
    (void)state;
    ari_variant *v = variant("tictactoe:early=no");
    assert_int_equal(v->core->state_size, 8);
    assert_int_equal(every_game(v, &v->start), 255168); /* the known number of games */
    ari_variant_free(v);
    v = variant("tictactoe:early=yes");
    every_game(v, &v->start);
    ari_variant_free(v);
}

/* ---- D1, D2: which rule, and what it allows ---- */

static void add_all(unsigned *set, const int *cells, int count)
{
    for (int i = 0; i < count; i++)
        *set |= 1u << cells[i];
}

static unsigned cells_with(const char *cells, char mark, int in_line, int at_least)
{
    unsigned set = 0;
    for (int i = 0; i < 9; i++)
        if (open_lines(cells, i, mark, in_line) >= at_least)
            set |= 1u << i;
    return set;
}

/* The first move of the second player: D2. */
static unsigned answer_to_opening(const char *cells, const char **rule)
{
    unsigned set = 0;
    int at = (int)(strchr(cells, 'x') - cells);
    if (at == CENTRE) {
        *rule = "answer the centre with a corner";
        add_all(&set, corners, 4);
    } else if (at % 2 == 0) {
        *rule = "answer a corner with the centre";
        set = 1u << CENTRE;
    } else {
        *rule = "answer a side with the centre, a corner beside it or the side opposite";
        set = 1u << CENTRE | 1u << (8 - at);
        for (int i = 0; i < 4; i++)
            if (abs(corners[i] / 3 - at / 3) + abs(corners[i] % 3 - at % 3) == 1)
                set |= 1u << corners[i];
    }
    return set;
}

/* Makes two in a line, so that the opponent must block; the block is no fork of his, nor
 * does it leave him a cell where he would make one. */
static unsigned forcing(const char *cells, char me, char you)
{
    unsigned set = 0;
    for (int i = 0; i < 8; i++) {
        if (count_in(cells, i, me) != 1 || count_in(cells, i, '.') != 2)
            continue;
        for (int j = 0; j < 3; j++) {
            int cell = lines[i][j];
            if (cells[cell] != '.')
                continue;
            char then[10];
            memcpy(then, cells, 10);
            then[cell] = me;
            int block = 0;
            for (int k = 0; k < 3; k++)
                if (then[lines[i][k]] == '.')
                    block = lines[i][k];
            bool fork = open_lines(then, block, you, 1) >= 2;
            then[block] = you;
            if (!fork && !cells_with(then, you, 1, 2))
                set |= 1u << cell;
        }
    }
    return set;
}

/* The first rule that applies, in the order of the row, and its cells. */
static unsigned expected_advice(const char *cells, char me, const char **rule)
{
    char you = me == 'x' ? 'o' : 'x';
    unsigned set = 0, empty = 0, opposite = 0, corner = 0, side = 0;
    for (int i = 0; i < 9; i++)
        empty |= cells[i] == '.' ? 1u << i : 0;
    add_all(&corner, corners, 4);
    add_all(&side, sides, 4);
    for (int i = 0; i < 4; i++)
        if (cells[corners[i]] == you)
            opposite |= 1u << (8 - corners[i]);
    if (empty == 0x1ff) {
        *rule = "open in a corner";
        return corner;
    }
    if (!strchr(cells, 'o'))
        return answer_to_opening(cells, rule);
    unsigned fork = cells_with(cells, you, 1, 2);
    *rule = "win";
    if ((set = cells_with(cells, me, 2, 1)))
        return set;
    *rule = "block";
    if ((set = cells_with(cells, you, 2, 1)))
        return set;
    *rule = "make a fork";
    if ((set = cells_with(cells, me, 1, 2)))
        return set;
    *rule = "prevent a fork by making two in a line";
    if (fork && (set = forcing(cells, me, you)))
        return set;
    *rule = "prevent a fork by taking its cell";
    for (int i = 0; i < 9; i++) {
        char then[10];
        memcpy(then, cells, 10);
        then[i] = me;
        if (fork & 1u << i && !cells_with(then, you, 1, 2))
            set |= 1u << i;
    }
    if (fork)
        return set ? set : fork;
    *rule = "take the centre";
    if ((set = empty & 1u << CENTRE))
        return set;
    *rule = "take the corner opposite to the opponent's";
    if ((set = empty & opposite))
        return set;
    *rule = "take a corner";
    if ((set = empty & corner))
        return set;
    *rule = "take a side";
    return empty & side;
}

static void check_advice(const ari_variant *v, const ari_state *s)
{
    ari_advice advice = {.count = 0};
    char cells[10];
    const char *rule;
    cells_of(v, s, cells);
    v->core->advise(v->rules, s, 0, &advice);
    unsigned expected =
        expected_advice(cells, ari_turn(v, s) == ARI_FIRST ? 'x' : 'o', &rule);
    unsigned given = 0;
    for (int i = 0; i < advice.count; i++)
        given |= 1u << advice.moves[i];
    if (strcmp(advice.rule, rule) != 0 || given != expected)
        fail_msg("%s: '%s' allows %03o, expected '%s' with %03o", cells, advice.rule,
                 given, rule, expected);
}

/* The position of one of the 3^9 fillings; false if no game leads there. */
static bool filling(const ari_variant *v, int code, ari_record *record)
{
    char text[] = "board:.........";
    for (int i = 0; i < 9; i++, code /= 3)
        text[6 + i] = ".xo"[code % 3];
    return ari_position_parse(v, text, record, NULL) == ARI_OK;
}

/* D1, D2: the rules are tried in their order, in every position there is. */
static void rules_in_order(void **state)
{
    (void)state;
    ari_variant *v = variant("tictactoe");
    int positions = 0;
    for (int code = 0; code < 19683; code++) {
        ari_record record;
        if (filling(v, code, &record) && ari_outcome(v, &record.end) == ARI_ON) {
            check_advice(v, &record.end);
            positions++;
        }
    }
    assert_true(positions > 4000);
    ari_variant_free(v);
}

/* D2: up to symmetry there are three first moves. */
static void three_first_moves(void **state)
{
    (void)state;
    ari_variant *v = variant("tictactoe");
    ari_state seen[9];
    int different = 0;
    for (ari_move m = 0; m < 9; m++) {
        ari_state next = ari_after(v, &v->start, m), canonical = {{0}};
        v->core->canonical(v->rules, &next, &canonical);
        bool known = false;
        for (int i = 0; i < different; i++)
            known |= ari_state_equal(v, &seen[i], &canonical);
        if (!known)
            seen[different++] = canonical;
    }
    assert_int_equal(different, 3);
    ari_variant_free(v);
}

/* ---- D3 ---- */

/* Follows every piece of advice against every reply; true if `side` never loses. */
static bool never_loses(const ari_variant *v, const ari_state *s, ari_side side,
                        long *games)
{
    int outcome = ari_outcome(v, s);
    char cells[10];
    if (outcome != ARI_ON) {
        ++*games;
        cells_of(v, s, cells);
        /* Not only the game's own word for it: */
        return !has_line(cells, side == ARI_FIRST ? 'o' : 'x');
    }
    ari_move moves[64];
    int count;
    if (ari_turn(v, s) == side) {
        ari_advice advice = {.count = 0};
        v->core->advise(v->rules, s, 0, &advice);
        count = advice.count;
        assert_in_range(count, 1, 9);
        memcpy(moves, advice.moves, (size_t)count * sizeof *moves);
    } else {
        count = ari_moves(v, s, moves);
    }
    for (int i = 0; i < count; i++) {
        ari_state next = ari_after(v, s, moves[i]);
        if (!never_loses(v, &next, side, games)) {
            cells_of(v, s, cells);
            print_error("the rules lose: %s then %d\n", cells, moves[i] + 1);
            return false;
        }
    }
    return true;
}

/* D3: first and second, every opponent's move, every move that the rules leave open, with
 * both ways to end a draw. */
static void rules_never_lose(void **state)
{
    (void)state;
    static const char *const specs[] = {"tictactoe:early=yes", "tictactoe:early=no"};
    for (int i = 0; i < 2; i++) {
        ari_variant *v = variant(specs[i]);
        for (int side = ARI_FIRST; side <= ARI_SECOND; side++) {
            long games = 0;
            assert_true(never_loses(v, &v->start, (ari_side)side, &games));
            assert_true(games > 100);
        }
        ari_variant_free(v);
    }
}

/* Games may also be set up: from any position that is not lost, the rules do not lose. */
static void rules_hold_any_position(void **state)
{
    (void)state;
    ari_variant *v = variant("tictactoe");
    int failures = 0;
    for (int code = 0; code < 19683; code++) {
        ari_record record;
        if (!filling(v, code, &record) || ari_outcome(v, &record.end) != ARI_ON ||
            brute_value(v, &record.end) < 0)
            continue;
        ari_advice advice = {.count = 0};
        v->core->advise(v->rules, &record.end, 0, &advice);
        for (int i = 0; i < advice.count; i++) {
            ari_state next = ari_after(v, &record.end, advice.moves[i]);
            if (brute_value(v, &next) <= 0)
                continue;
            char cells[10];
            cells_of(v, &record.end, cells);
            print_error("%s: '%s' loses by %d\n", cells, advice.rule,
                        advice.moves[i] + 1);
            failures++;
        }
    }
    assert_int_equal(failures, 0);
    ari_variant_free(v);
}

/* D3: the player takes what the rules allow, and only that. */
static void player_follows_the_rules(void **state)
{
    (void)state;
    ari_variant *v = variant("tictactoe");
    ari_player *rules, *any;
    for (uint64_t seed = 0; seed < 50; seed++) {
        ari_player_job setup = {.seed = seed};
        assert_int_equal(ari_player_new(v, "rules", &setup, &rules, NULL), ARI_OK);
        assert_int_equal(ari_player_new(v, "random", &setup, &any, NULL), ARI_OK);
        ari_session *game;
        assert_int_equal(ari_session_new(v, &game, NULL), ARI_OK);
        ari_side side = seed % 2 ? ARI_SECOND : ARI_FIRST;
        while (!ari_session_over(game)) {
            ari_state s = ari_session_state(game);
            bool mine = ari_session_turn(game) == side;
            ari_advice advice = {.count = 0};
            v->core->advise(v->rules, &s, 0, &advice);
            ari_choice choice;
            ari_player *player = mine ? rules : any;
            assert_int_equal(ari_session_let(game, player, NULL, &choice, NULL), ARI_OK);
            bool allowed = false;
            for (int i = 0; i < advice.count; i++)
                allowed |= advice.moves[i] == choice.move;
            assert_true(allowed || !mine);
            if (mine)
                assert_string_equal(choice.reason, advice.rule);
        }
        assert_true(ari_session_result(game, side) >= ARI_DRAWN);
        ari_session_free(game);
        ari_player_free(rules);
        ari_player_free(any);
    }
    ari_variant_free(v);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists_fit_a_recount),
        cmocka_unit_test(rules_in_order),
        cmocka_unit_test(three_first_moves),
        cmocka_unit_test(rules_never_lose),
        cmocka_unit_test(rules_hold_any_position),
        cmocka_unit_test(player_follows_the_rules),
    };
    return cmocka_run_group_tests_name("advice", tests, NULL, NULL);
}
