/* test_session.c: games being played: moving, undoing, saving and loading. */
#include "playing.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ariadne/random.h>

static const char *const games[] = {
    "tictactoe", "connect4:width=5,height=4", "mnk:width=4,height=3,line=3",
    "nim",       "nim:heaps=12,5,3,normal",   "coins",
    "evencoins", "dots:width=2,height=2"};
#define GAMES (sizeof games / sizeof *games)

/* D6: reset, who is to move, contents of a cell, play a move, let the computer move and
 * tell where. */
static void procedures(void **state)
{
    (void)state;
    ari_variant *v = variant("tictactoe");
    ari_session *game = session(v);
    ari_player *computer = player(v, "perfect", 0);
    ari_cell cell;
    ari_choice choice;
    ari_error error;
    assert_ptr_equal(ari_session_variant(game), v);
    assert_int_equal(ari_session_turn(game), ARI_FIRST);
    assert_int_equal(ari_session_play_text(game, "3", NULL), ARI_OK);
    assert_int_equal(ari_session_turn(game), ARI_SECOND);
    assert_int_equal(ari_session_cell(game, 2, 0, &cell, NULL), ARI_OK);
    assert_int_equal(cell.owner, ARI_OWNER_FIRST);
    assert_string_equal(cell.text, "x");
    assert_int_equal(ari_session_cell(game, 1, 1, &cell, NULL), ARI_OK);
    assert_int_equal(cell.owner, ARI_NOBODY);
    assert_int_equal(cell.move, 4);

    assert_int_equal(ari_session_let(game, computer, NULL, &choice, NULL), ARI_OK);
    assert_int_equal(choice.move, 4); /* only the centre holds against a corner */
    assert_int_equal(ari_session_cell(game, 1, 1, &cell, NULL), ARI_OK);
    assert_int_equal(cell.owner, ARI_OWNER_SECOND);
    assert_int_equal(ari_session_cell(game, 3, 0, &cell, &error), ARI_RANGE);
    assert_int_equal(ari_session_cell(game, 0, -1, &cell, &error), ARI_RANGE);
    assert_non_null(strstr(error.message, "3 wide and 3 high"));

    assert_int_equal(ari_session_reset(game, NULL, NULL), ARI_OK);
    assert_int_equal(ari_session_ply(game), 0);
    assert_int_equal(ari_session_cell(game, 1, 1, &cell, NULL), ARI_OK);
    assert_int_equal(cell.owner, ARI_NOBODY);
    ari_player_free(computer);
    ari_session_free(game);
    ari_variant_free(v);
}

/* A move to a position that was there before and, if there is none, any that does not end the
 * game. */
static ari_move going_back(ari_session *game, ari_random *random)
{
    const ari_variant *v = ari_session_variant(game);
    ari_state s = ari_session_state(game);
    ari_move list[ARI_MOVES_MAX];
    int count = ari_moves(v, &s, list);
    ari_move chosen = list[ari_random_below(random, (uint32_t)count)];
    for (int i = 0; i < count; i++) {
        ari_state next = ari_after(v, &s, list[i]);
        if (ari_outcome(v, &next) != ARI_ON)
            continue;
        chosen = list[i];
        for (int ply = 0; ply < ari_session_ply(game); ply++) {
            ari_state then = ari_session_state_at(game, ply);
            if (ari_state_equal(v, &next, &then))
                return chosen;
        }
    }
    return chosen;
}

/* How often is the present position, as text, among those so far? */
static int times(const ari_session *game)
{
    const ari_variant *v = ari_session_variant(game);
    char here[200], then[200];
    ari_state s = ari_session_state(game);
    int count = 0;
    ari_state_write(v, &s, here, sizeof here);
    for (int ply = 0; ply <= ari_session_ply(game); ply++) {
        ari_state other = ari_session_state_at(game, ply);
        ari_state_write(v, &other, then, sizeof then);
        count += strcmp(here, then) == 0;
    }
    return count;
}

/* A game that comes back to a position for the third time is a draw, and its record says so. */
static void repetition(void **state)
{
    (void)state;
    ari_variant *v = variant("quixo:size=3");
    ari_random random = ari_random_seeded(1);
    int repeated = 0;
    for (int i = 0; i < 50; i++) {
        ari_session *game = session(v);
        while (!ari_session_over(game)) {
            assert_true(times(game) < 3);
            assert_int_equal(ari_session_result(game, ARI_FIRST), ARI_ON);
            assert_int_equal(ari_session_play(game, going_back(game, &random), NULL),
                             ARI_OK);
        }
        ari_record record;
        assert_int_equal(ari_session_record(game, &record, NULL), ARI_OK);
        assert_int_equal(ari_session_repeats(game), times(game) == 3);
        assert_int_equal(ari_record_repeats(v, &record), times(game) == 3);
        assert_true(ari_record_over(v, &record));
        if (ari_session_repeats(game)) {
            repeated++;
            assert_int_equal(ari_session_result(game, ARI_FIRST), ARI_DRAWN);
            assert_int_equal(ari_session_undo(game, NULL), ARI_OK);
            assert_false(ari_session_over(game));
        }
        ari_record_free(&record);
        ari_session_free(game);
    }
    assert_true(repeated > 10);
    ari_variant_free(v);
}

/* The result is told to each side as its own. */
static void results(void **state)
{
    (void)state;
    static const struct {
        const char *game, *moves;
        int first;
    } cases[] = {
        {"tictactoe", "14253", ARI_WON},
        {"tictactoe", "714253", ARI_LOST},
        {"tictactoe", "1425", ARI_ON},
        {"tictactoe:early=no", "123546879", ARI_DRAWN},
        {"tictactoe:early=no", "12354687", ARI_ON},
        {"tictactoe", "12354687", ARI_DRAWN}, /* D4: no line is left to complete */
        {"nim:heaps=21", "1:2 2:1", ARI_WON},
        {"nim:heaps=2", "1:2", ARI_LOST},
        {"nim:heaps=2,normal", "1:2", ARI_WON},
        {"coins:coins=4", "3", ARI_WON}, /* E13: one coin is left, the end */
        {"coins:coins=4", "2", ARI_ON},
        {"coins:coins=4", "2 2", ARI_WON},
        {"evencoins:coins=3", "2 1", ARI_WON},
        {"dots:width=1,height=1", NULL, -1}, /* the second closes the only box */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ari_variant *v = variant(cases[i].game);
        ari_session *game = session(v);
        ari_record record;
        ari_error error;
        ari_move list[ARI_MOVES_MAX];
        if (!cases[i].moves) { /* any game */
            record = (ari_record){.start = v->start, .end = v->start};
            while (ari_outcome(v, &record.end) == ARI_ON) {
                ari_moves(v, &record.end, list);
                assert_int_equal(ari_record_add(v, &record, list[0], NULL), ARI_OK);
            }
        } else if (ari_record_parse(v, &v->start, cases[i].moves, &record, &error) !=
                   ARI_OK) {
            fail_msg("%s %s: %s", cases[i].game, cases[i].moves, error.message);
        }
        assert_int_equal(ari_session_reset(game, &record, NULL), ARI_OK);
        int first = cases[i].first;
        assert_int_equal(ari_session_over(game), first != ARI_ON);
        assert_int_equal(ari_session_result(game, ARI_FIRST), first);
        assert_int_equal(ari_session_result(game, ARI_SECOND),
                         first == ARI_ON ? ARI_ON : -first);
        ari_record_free(&record);
        ari_session_free(game);
        ari_variant_free(v);
    }
}

/* ---- against a naive model ---- */

#define MODEL_MOVES 400

/* The moves, and how many of them count: every position is replayed from the start. */
typedef struct model {
    ari_move moves[MODEL_MOVES];
    int ply, length;
} model;

static ari_state replay(const ari_variant *v, const model *m, int ply)
{
    ari_state s = v->start;
    for (int i = 0; i < ply; i++)
        s = ari_after(v, &s, m->moves[i]);
    return s;
}

static void check_model(const ari_variant *v, const model *m, ari_session *game)
{
    ari_state s = replay(v, m, m->ply), here = ari_session_state(game);
    assert_true(ari_state_equal(v, &s, &here));
    assert_int_equal(ari_session_ply(game), m->ply);
    assert_int_equal(ari_session_length(game), m->length);
    assert_int_equal(ari_session_turn(game), ari_turn(v, &s));
    assert_int_equal(ari_session_over(game), ari_outcome(v, &s) != ARI_ON);
    for (int i = 0; i < m->length; i++)
        assert_int_equal(ari_session_move_at(game, i), m->moves[i]);
    int any = m->length ? (m->ply * 7 + 3) % (m->length + 1) : 0;
    ari_state other = replay(v, m, any), kept = ari_session_state_at(game, any);
    assert_true(ari_state_equal(v, &other, &kept));
    ari_board board = {.width = 0};
    v->core->board(v->rules, &s, &board);
    assert_memory_equal(&board, ari_session_board(game), sizeof board);
}

static void step_play(const ari_variant *v, model *m, ari_session *game,
                      ari_random *random)
{
    ari_state s = replay(v, m, m->ply);
    if (ari_outcome(v, &s) != ARI_ON) {
        assert_int_equal(ari_session_play(game, 0, NULL), ARI_OVER);
        return;
    }
    ari_move moves[ARI_MOVES_MAX];
    uint32_t count = (uint32_t)ari_moves(v, &s, moves);
    ari_move move = moves[ari_random_below(random, count)];
    if (ari_random_below(random, 2)) {
        assert_int_equal(ari_session_play(game, move, NULL), ARI_OK);
    } else {
        ari_text text = ARI_TEXT_EMPTY;
        ari_move_format(v, &s, move, &text);
        assert_int_equal(ari_session_play_text(game, ari_text_get(&text), NULL), ARI_OK);
        ari_text_free(&text);
    }
    m->moves[m->ply++] = move;
    m->length = m->ply;
}

static void step(const ari_variant *v, model *m, ari_session *game, ari_random *random)
{
    ari_error error;
    int to = (int)ari_random_below(random, (uint32_t)m->length + 3) - 1;
    switch (ari_random_below(random, 12)) {
    case 0:
        assert_int_equal(ari_session_undo(game, &error), m->ply ? ARI_OK : ARI_RANGE);
        m->ply -= m->ply > 0;
        break;
    case 1:
        assert_int_equal(ari_session_redo(game, &error),
                         m->ply < m->length ? ARI_OK : ARI_RANGE);
        m->ply += m->ply < m->length;
        break;
    case 2:
        assert_int_equal(ari_session_jump(game, to, &error),
                         to >= 0 && to <= m->length ? ARI_OK : ARI_RANGE);
        if (to >= 0 && to <= m->length)
            m->ply = to;
        break;
    case 3: /* no game has such moves */
        assert_int_not_equal(ari_session_play(game, ARI_NO_MOVE, &error), ARI_OK);
        assert_int_not_equal(ari_session_play_text(game, "", &error), ARI_OK);
        assert_int_not_equal(ari_session_play_text(game, "no such move", &error), ARI_OK);
        break;
    case 4:
        if (ari_random_below(random, 10) == 0) {
            assert_int_equal(ari_session_reset(game, NULL, &error), ARI_OK);
            m->ply = m->length = 0;
        }
        break;
    default:
        step_play(v, m, game, random);
    }
}

static void like_a_naive_model(void **state)
{
    (void)state;
    for (size_t g = 0; g < GAMES; g++) {
        ari_variant *v = variant(games[g]);
        ari_session *game = session(v);
        ari_random random = ari_random_seeded(g);
        model m = {.ply = 0};
        check_model(v, &m, game);
        for (int i = 0; i < 3000; i++) {
            step(v, &m, game, &random);
            check_model(v, &m, game);
        }
        ari_session_free(game);
        ari_variant_free(v);
    }
}

/* A record that breaks the rules is refused, and the session stays as it was. */
static void reset_checks_the_record(void **state)
{
    (void)state;
    ari_variant *v = variant("tictactoe");
    ari_session *game = session(v);
    assert_int_equal(ari_session_play_text(game, "5", NULL), ARI_OK);
    ari_move twice[2] = {3, 3};
    ari_record record = {.start = v->start, .moves = twice, .count = 2};
    assert_int_equal(ari_session_reset(game, &record, NULL), ARI_ILLEGAL);
    assert_int_equal(ari_session_ply(game), 1);
    assert_int_equal(ari_session_move_at(game, 0), 4);
    ari_session_free(game);
    ari_variant_free(v);
}

/* ---- saving and loading ---- */

static void save_text(const ari_session *game, ari_text *text)
{
    ari_text_clear(text);
    ari_session_save(game, text);
    assert_true(ari_text_ok(text));
}

static void check_same(const ari_session *a, const ari_session *b)
{
    const ari_variant *v = ari_session_variant(a);
    assert_int_equal(ari_session_ply(a), ari_session_ply(b));
    assert_int_equal(ari_session_length(a), ari_session_length(b));
    for (int i = 0; i <= ari_session_length(a); i++) {
        ari_state s = ari_session_state_at(a, i), t = ari_session_state_at(b, i);
        assert_true(ari_state_equal(v, &s, &t));
    }
    for (int i = 0; i < ari_session_length(a); i++)
        assert_int_equal(ari_session_move_at(a, i), ari_session_move_at(b, i));
}

/* A game played at random for a while, from the start or from a set-up position, with
 * some moves undone. */
static void play_about(ari_session *game, ari_random *random)
{
    const ari_variant *v = ari_session_variant(game);
    for (int i = (int)ari_random_below(random, 20); i > 0; i--) {
        ari_state s = ari_session_state(game);
        ari_move moves[ARI_MOVES_MAX];
        if (ari_outcome(v, &s) != ARI_ON)
            break;
        uint32_t count = (uint32_t)ari_moves(v, &s, moves);
        ari_session_play(game, moves[ari_random_below(random, count)], NULL);
    }
    if (ari_random_below(random, 2) == 0) { /* what was reached becomes the beginning */
        ari_record record = {.start = ari_session_state(game)};
        assert_int_equal(ari_session_reset(game, &record, NULL), ARI_OK);
        if (!ari_session_over(game))
            play_about(game, random);
    }
    uint32_t length = (uint32_t)ari_session_length(game);
    assert_int_equal(
        ari_session_jump(game, (int)ari_random_below(random, length + 1), NULL), ARI_OK);
}

static void saves_come_back(void **state)
{
    (void)state;
    for (size_t g = 0; g < GAMES; g++) {
        ari_variant *v = variant(games[g]);
        ari_random random = ari_random_seeded(100 + g);
        for (int i = 0; i < 100; i++) {
            ari_session *game = session(v), *copy = session(v);
            ari_text text = ARI_TEXT_EMPTY, again = ARI_TEXT_EMPTY;
            ari_error error;
            play_about(game, &random);
            play_about(copy, &random);
            save_text(game, &text);
            if (ari_session_load(copy, ari_text_get(&text), &error) != ARI_OK)
                fail_msg("%s\n%s", error.message, ari_text_get(&text));
            check_same(game, copy);
            save_text(copy, &again);
            assert_string_equal(ari_text_get(&text), ari_text_get(&again));
            ari_text name = ARI_TEXT_EMPTY;
            assert_int_equal(ari_save_game(ari_text_get(&text), &name, NULL), ARI_OK);
            assert_string_equal(ari_text_get(&name), v->name);
            ari_text_free(&name);
            ari_text_free(&text);
            ari_text_free(&again);
            ari_session_free(game);
            ari_session_free(copy);
        }
        ari_variant_free(v);
    }
}

/* Loads what may be damaged: refused, and nothing has changed, or the very same game. */
static bool refused(ari_session *game, const ari_session *untouched, const char *text)
{
    ari_error error = {.status = ARI_OK};
    if (ari_session_load(game, text, &error) != ARI_OK) {
        assert_true(error.message[0]);
        check_same(game, untouched);
        return true;
    }
    return false;
}

static void damaged_saves_are_refused(void **state)
{
    (void)state;
    for (size_t g = 0; g < GAMES; g++) {
        ari_variant *v = variant(games[g]);
        ari_random random = ari_random_seeded(g);
        ari_session *saved = session(v), *game = session(v), *untouched = session(v);
        while (ari_session_length(saved) < 3) {
            assert_int_equal(ari_session_reset(saved, NULL, NULL), ARI_OK);
            play_about(saved, &random);
        }
        ari_text text = ARI_TEXT_EMPTY;
        save_text(saved, &text);
        char *damaged = malloc(text.size + 1);
        assert_non_null(damaged);
        for (size_t cut = 0; cut < text.size; cut++) { /* every truncation */
            memcpy(damaged, text.data, cut);
            damaged[cut] = '\0';
            /* only the last line's end may be missing */
            assert_int_equal(refused(game, untouched, damaged), cut < text.size - 1);
            if (cut == text.size - 1) {
                check_same(game, saved);
                assert_int_equal(ari_session_reset(game, NULL, NULL), ARI_OK);
            }
        }
        for (size_t at = 0; at < text.size; at++) /* every byte, many other values */
            for (int bit = 0; bit < 16; bit++) {
                memcpy(damaged, text.data, text.size + 1);
                unsigned flip = bit < 8 ? 1u << bit : 1 + ari_random_below(&random, 255);
                damaged[at] = (char)((unsigned char)damaged[at] ^ flip);
                if (refused(game, untouched, damaged))
                    continue;
                /* only the last line's end may have become the text's */
                assert_int_equal(at, text.size - 1);
                check_same(game, saved);
                assert_int_equal(ari_session_reset(game, NULL, NULL), ARI_OK);
            }
        free(damaged);
        ari_text_free(&text);
        ari_session_free(saved);
        ari_session_free(game);
        ari_session_free(untouched);
        ari_variant_free(v);
    }
}

/* ---- saves that somebody wrote, with a checksum that fits ---- */

static void close_save(const char *body, char *text, size_t size)
{
    uint64_t sum = 0xcbf29ce484222325u;
    for (const char *c = body; *c; c++)
        sum = (sum ^ (unsigned char)*c) * 0x100000001b3u;
    snprintf(text, size, "%send %016" PRIx64 "\n", body, sum);
}

static void wrong_saves_are_explained(void **state)
{
    (void)state;
#define HEAD "ariadne save 1\ngame tictactoe:early=yes\n"
#define BOARD "start .........\n"
    static const struct {
        const char *body, *message; /* NULL: it is right */
    } cases[] = {
        {HEAD BOARD "move 1 first 5\nmove 2 second 1\nat 1\n", NULL},
        {HEAD BOARD "at 0\n", NULL},
        {HEAD "start x...o....\nmove 1 first 9\nat 1\n", NULL},
        {"ariadne save 2\ngame tictactoe:early=yes\n" BOARD "at 0\n", NULL},
        {"", "line 1 should be 'ariadne save 2'"},
        {"ariadne saved 1\n", "line 1 should be 'ariadne save 2'"},
        {"ariadne save 3\n", "only versions up to 2 can be read"},
        {"ariadne save 0\n", "only versions up to 2 can be read"},
        {"ariadne save 12\n", "only versions up to 2 can be read"},
        {"ariadne save 1\n", "line 2 of the save should be 'game ...'"},
        {"ariadne save 1\ngame nim:heaps=7531,normal=no\nstart 7531\nat 0\n",
         "the save is a game of nim:heaps=7531,normal=no, not of tictactoe:early=yes"},
        {HEAD "at 0\n", "line 3 of the save should be 'start ...'"},
        {HEAD "start xx.......\nat 0\n", "line 3 of the save: x moves first"},
        {HEAD "start 5\nat 0\n", "line 3 of the save: a board is nine characters"},
        {HEAD BOARD "move 1 first 5\nmove 2 second 5\nat 2\n",
         "line 5 of the save: '5' is not a legal move here"},
        {HEAD BOARD "move 2 first 5\nat 1\n", "should be 'move 1 first ...'"},
        {HEAD BOARD "move 1 second 5\nat 1\n", "should be 'move 1 first ...'"},
        {HEAD BOARD "move 01 first 5\nat 1\n", "should be 'move 1 first ...'"},
        {HEAD BOARD "move 1 first 5\nat 2\n", "expected a number from 0 to 1"},
        {HEAD BOARD "move 1 first 5\nat -1\n", "expected a number from 0 to 1"},
        {HEAD BOARD "move 1 first 5\nat 99999999999999999999\n", "from 0 to 1"},
        {HEAD BOARD "move 1 first 5\nat x\n", "expected a number from 0 to 1"},
        {HEAD BOARD "move 1 first 5\n", "line 5 of the save should be 'move ...'"},
        {HEAD BOARD "at 0\nat 0\n", "line 5 of the save should be 'end ...'"},
        {HEAD BOARD "\nat 0\n", "line 4 of the save should be 'move ...'"},
    };
    ari_variant *v = variant("tictactoe");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ari_session *game = session(v);
        char text[600];
        ari_error error = {.message = "no error"};
        close_save(cases[i].body, text, sizeof text);
        ari_status status = ari_session_load(game, text, &error);
        if (cases[i].message ? !strstr(error.message, cases[i].message)
                             : status != ARI_OK)
            fail_msg("%s--- %s", text, error.message);
        assert_int_equal(status == ARI_OK, cases[i].message == NULL);
        ari_session_free(game);
    }
    ari_variant_free(v);
}

/* Random games of nim, written by the numbers of then: heaps that are used up are left out, and the
 * others close up. `places` says where the heaps of then are now. */
static void old_game(const int *sizes, int heaps, ari_random *random, char *old,
                     char *now)
{
    int left[8], places[8], count = heaps;
    for (int i = 0; i < heaps; i++) {
        left[i] = sizes[i];
        places[i] = i;
    }
    while (count > 0) {
        int h = (int)ari_random_below(random, (uint32_t)count);
        int take = 1 + (int)ari_random_below(random, (uint32_t)left[h]);
        old += sprintf(old, "%d:%d ", h + 1, take);
        now += sprintf(now, "%d:%d ", places[h] + 1, take);
        left[h] -= take;
        if (left[h] > 0)
            continue;
        count--;
        memmove(left + h, left + h + 1, (size_t)(count - h) * sizeof *left);
        memmove(places + h, places + h + 1, (size_t)(count - h) * sizeof *places);
    }
}

static void games_kept_without_a_version_are_the_same(void **state)
{
    (void)state;
    static const struct {
        const char *spec;
        int heaps, sizes[8];
    } cases[] = {{"nim:heaps=7531", 4, {7, 5, 3, 1}},
                 {"nim:heaps=111", 3, {1, 1, 1}},
                 {"nim:heaps=22222", 5, {2, 2, 2, 2, 2}},
                 {"nim:heaps=1212,normal=yes", 4, {1, 2, 1, 2}}};
    ari_random random = ari_random_seeded(15);
    int apart = 0;
    for (int n = 0; n < 4000; n++) {
        ari_variant *v = variant(cases[n % 4].spec);
        char old[400], now[400];
        old_game(cases[n % 4].sizes, cases[n % 4].heaps, &random, old, now);
        const char *const texts[] = {old, now};
        ari_record record[2];
        for (int i = 0; i < 2; i++) {
            ari_error error = {.message = "no error"};
            if (ari_record_parse_kept(v, &v->start, texts[i], &record[i], &error))
                fail_msg("%s: %s: %s", v->name, texts[i], error.message);
            assert_true(ari_outcome(v, &record[i].end) != ARI_ON);
        }
        assert_int_equal(record[0].count, record[1].count);
        for (int i = 0; i < record[0].count; i++)
            if (record[0].moves[i] != record[1].moves[i])
                fail_msg("%s: %s is not %s", v->name, old, now);
        apart += strcmp(old, now) != 0;
        for (int i = 0; i < 2; i++)
            ari_record_free(&record[i]);
        ari_variant_free(v);
    }
    assert_true(apart > 1000);
}

/* In version 1 the heaps of nim were numbered anew when one was used up. The game of C5 as it was
 * saved then, and as it is saved now. */
static void old_saves_mean_what_they_meant(void **state)
{
    (void)state;
    static const char old[] =
        "ariadne save 1\ngame nim:heaps=7531,normal=no\nstart 7531\n"
        "move 1 first 1:1\nmove 2 second 2:4\nmove 3 first 3:3\n"
        "move 4 second 1:5\nmove 5 first 1:1\nmove 6 second 2:1\n"
        "move 7 first 1:1\nat 7\n";
    static const char *const now[] = {"1:1", "2:4", "3:3", "1:5", "1:1", "4:1", "2:1"};
    ari_variant *v = variant("nim");
    ari_session *game = session(v), *again = session(v);
    char text[600];
    ari_error error = {.message = "no error"};
    close_save(old, text, sizeof text);
    if (ari_session_load(game, text, &error) != ARI_OK)
        fail_msg("%s", error.message);
    assert_int_equal(ari_session_length(game), 7);
    for (int i = 0; i < 7; i++) {
        ari_text move = ARI_TEXT_EMPTY;
        ari_state s = ari_session_state_at(game, i);
        ari_move_format(v, &s, ari_session_move_at(game, i), &move);
        assert_string_equal(ari_text_get(&move), now[i]);
        ari_text_free(&move);
    }
    ari_text saved = ARI_TEXT_EMPTY;
    ari_session_save(game, &saved);
    assert_non_null(strstr(ari_text_get(&saved), "ariadne save 2\n"));
    assert_int_equal(ari_session_load(again, ari_text_get(&saved), &error), ARI_OK);
    for (int i = 0; i <= 7; i++) {
        ari_state a = ari_session_state_at(game, i), b = ari_session_state_at(again, i);
        assert_true(ari_state_equal(v, &a, &b));
    }
    /* What was never a move is none now. */
    close_save(
        "ariadne save 1\ngame nim:heaps=7531,normal=no\nstart 11\nmove 1 first 1:1\n"
        "move 2 second 2:1\nat 2\n",
        text, sizeof text);
    assert_int_equal(ari_session_load(again, text, &error), ARI_ILLEGAL);
    ari_text_free(&saved);
    ari_session_free(game);
    ari_session_free(again);
    ari_variant_free(v);
}

/* ---- the games of the documents ---- */

static void replayed(const char *spec, const char *human, const char *computer,
                     const char *whole, ari_side winner)
{
    ari_variant *v = variant(spec);
    ari_session *game = session(v);
    ari_player *perfect = player(v, "perfect", 0);
    ari_text moves = ARI_TEXT_EMPTY;
    for (const char *c = human; *c; c++) {
        char text[2] = {*c, '\0'};
        assert_int_equal(ari_session_play_text(game, text, NULL), ARI_OK);
        if (ari_session_over(game))
            break;
        ari_choice choice;
        assert_int_equal(ari_session_let(game, perfect, NULL, &choice, NULL), ARI_OK);
        assert_int_equal(choice.move + 1, *computer++ - '0');
    }
    assert_true(ari_session_over(game));
    assert_int_equal(ari_session_result(game, winner), ARI_WON);
    ari_record record;
    assert_int_equal(ari_session_record(game, &record, NULL), ARI_OK);
    ari_record_format(v, &record, &moves);
    assert_string_equal(ari_text_get(&moves), whole);
    ari_record_free(&record);
    ari_text_free(&moves);
    ari_player_free(perfect);
    ari_session_free(game);
    ari_variant_free(v);
}

/* E13: the computer answers as in the example, and wins. */
static void example_of_coins(void **state)
{
    (void)state;
    replayed("coins:coins=13,most=3", "231", "213", "2 2 3 1 1 3", ARI_SECOND);
}

/* C5: 7531, 6531, 6131, 611, 111, 11, 1, 0 are moves of a legal game, and A loses. */
static void example_of_nim(void **state)
{
    (void)state;
    ari_variant *v = variant("nim");
    ari_session *game = session(v);
    static const char *const positions[] = {"6531", "6131", "611", "111", "11", "1", "0"};
    for (int i = 0; i < 7; i++) {
        assert_int_equal(ari_session_turn(game), i % 2 ? ARI_SECOND : ARI_FIRST);
        assert_int_equal(ari_session_play_text(game, positions[i], NULL), ARI_OK);
    }
    assert_int_equal(ari_session_result(game, ARI_FIRST), ARI_LOST);
    assert_int_equal(ari_session_result(game, ARI_SECOND), ARI_WON);
    ari_session_free(game);
    ari_variant_free(v);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(procedures),
        cmocka_unit_test(repetition),
        cmocka_unit_test(results),
        cmocka_unit_test(like_a_naive_model),
        cmocka_unit_test(reset_checks_the_record),
        cmocka_unit_test(saves_come_back),
        cmocka_unit_test(damaged_saves_are_refused),
        cmocka_unit_test(old_saves_mean_what_they_meant),
        cmocka_unit_test(games_kept_without_a_version_are_the_same),
        cmocka_unit_test(wrong_saves_are_explained),
        cmocka_unit_test(example_of_coins),
        cmocka_unit_test(example_of_nim),
    };
    return cmocka_run_group_tests_name("session", tests, NULL, NULL);
}
