/* test_players.c: the players: their texts, perfect play, mistakes, seeds. */
#include "playing.h"

#include <stdio.h>
#include <string.h>

#include <ariadne/guest.h>
#include <ariadne/random.h>

/* ---- texts ---- */

static const struct {
    const char *game, *who;
    ari_status status;
    const char *message; /* a part of it */
} wrong[] = {
    {"tictactoe", "levels:3", ARI_UNKNOWN, "there are human, perfect, engine"},
    {"tictactoe", "level", ARI_RANGE, "from 1 to 10"},
    {"tictactoe", "level:0", ARI_RANGE, "from 1 to 10"},
    {"tictactoe", "level:11", ARI_RANGE, "from 1 to 10"},
    {"tictactoe", "level:1.5", ARI_RANGE, "from 1 to 10"},
    {"tictactoe", "level:3,", ARI_SYNTAX, "something must follow the comma"},
    {"tictactoe", "level:3,depth=2", ARI_UNKNOWN, "its options are sight=S"},
    {"tictactoe", "level:3,sight=-1", ARI_RANGE, "sight must be plies from 0"},
    {"tictactoe", "level:3,sight=1001", ARI_RANGE, "sight must be plies from 0"},
    {"tictactoe", "level:3,whim=x", ARI_RANGE,
     "whim must be a whole number from 0 to 1000000000, not 'x'"},
    {"tictactoe", "level:3,slip=1.1", ARI_RANGE, "slip must be a probability"},
    {"tictactoe", "level:3,slip=-0.1", ARI_RANGE, "slip must be a probability"},
    {"tictactoe", "level:3,exact=2", ARI_RANGE, "exact must be a probability"},
    {"tictactoe", "level:3,proof=many", ARI_RANGE, "proof must be a whole number from 0"},
    {"tictactoe", "level:3,proof=1000000001", ARI_RANGE, "from 0 to 1000000000"},
    {"connect4", "engine:seconds=1", ARI_UNKNOWN, "depth=N, time=S"},
    {"tictactoe", "levels:3", ARI_UNKNOWN, "rules[:NAME], random, mistake:P"},
    {"nim", "", ARI_UNKNOWN, "there is no player ''"},
    {"nim", "Perfect", ARI_UNKNOWN, "there is no player 'Perfect'"},
    {"nim", "perfectly", ARI_UNKNOWN, "there is no player 'perfectly'"},
    {"nim", "rules", ARI_UNSUPPORTED, "nim has no rules"},
    {"nim", "human:1", ARI_SYNTAX, "no options"},
    {"nim", "random:5", ARI_SYNTAX, "no options"},
    {"nim", "perfect:5", ARI_UNKNOWN, "only time=S"},
    {"nim", "perfect:depth=5", ARI_UNKNOWN, "only time=S"},
    {"nim", "perfect:time=0", ARI_RANGE, "time must be seconds above 0"},
    {"nim", "perfect:time=-1", ARI_RANGE, "time must be seconds above 0"},
    {"nim", "perfect:time=1.2.3", ARI_RANGE, "time must be seconds above 0"},
    {"nim", "perfect:time=nan", ARI_RANGE, "time must be seconds above 0"},
    {"nim", "perfect:time=0x10", ARI_RANGE, "time must be seconds above 0"},
    {"nim", "perfect:time=1e99", ARI_RANGE, "time must be seconds above 0"},
    {"nim", "mistake", ARI_RANGE, "probability from 0 to 1"},
    {"nim", "mistake:", ARI_RANGE, "probability from 0 to 1"},
    {"nim", "mistake:1.5", ARI_RANGE, "probability from 0 to 1"},
    {"nim", "mistake:-0.1", ARI_RANGE, "probability from 0 to 1"},
    {"nim", "mistake:.", ARI_RANGE, "probability from 0 to 1"},
    {"nim", "mistake:0.1,depth=3", ARI_UNKNOWN, "only time=S"},
    {"nim", "engine:depth=0", ARI_RANGE, "depth must be a whole number from 1 to 2000"},
    {"nim", "engine:depth=2001", ARI_RANGE, "from 1 to 2000"},
    {"nim", "engine:depth=99999999999999999999", ARI_RANGE, "from 1 to 2000"},
    {"nim", "engine:depth=3x", ARI_RANGE, "not '3x'"},
    {"nim", "engine:depth=", ARI_SYNTAX, "a value is missing"},
    {"nim", "engine:depth=3,", ARI_SYNTAX, "something must follow the comma"},
    {"nim", "engine:depth", ARI_UNKNOWN, "engine has no option 'depth'"},
    {"nim", "engine:f2=2", ARI_UNKNOWN, "engine has no option 'f2'"},
    {"nim", "engine:eval=pattern", ARI_UNKNOWN, "nim has no evaluation 'pattern'"},
    {"connect4", "engine:eval=pattern,f9=2", ARI_UNKNOWN, "no option 'f9'"},
    {"connect4", "engine:f9=2", ARI_UNKNOWN, "no option 'f9'"},
    {"connect4", "engine:without=prunning", ARI_UNKNOWN,
     "the engine has no technique 'prunning'; it has reductions, pruning"},
    {"connect4", "engine:without=pruning+", ARI_UNKNOWN, "no technique ''"},
    {"connect4", "engine:without=pruning++leaves", ARI_UNKNOWN, "no technique ''"},
    {"connect4", "engine:vary=x", ARI_RANGE, "vary must be off or points"},
    {"connect4", "engine:nodes=5,ponder=maybe", ARI_RANGE, "ponder must be yes or no"},
    {"connect4", "mcts:vary=2", ARI_UNKNOWN, "mcts has no option 'vary'"},
    {"nim", "mistake:0.1,vary=3", ARI_UNKNOWN, "only time=S (seconds to think) can"},
    {"connect4", "engine:algo=best", ARI_UNKNOWN, "no algorithm 'best'"},
    {"connect4", "engine:algo=minimax,order=lowest", ARI_UNKNOWN, "no order 'lowest'"},
    {"connect4", "engine:algo=engine,order=random", ARI_UNSUPPORTED,
     "the engine finds its own"},
    {"connect4", "engine:a_name_that_is_longer_than_any=1", ARI_SYNTAX, "longer than"},
};

static void wrong_texts_are_explained(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        ari_variant *v = variant(wrong[i].game);
        ari_player *none;
        ari_error error = {.status = ARI_OK};
        ari_status status = ari_player_new(v, wrong[i].who, NULL, &none, &error);
        if (status != wrong[i].status || !strstr(error.message, wrong[i].message))
            fail_msg("'%s': %s", wrong[i].who, error.message);
        assert_null(none);
        assert_true(error.offset <= strlen(wrong[i].who));
        ari_variant_free(v);
    }
}

/* Every kind of player plays a whole game of every game that has it. */
static void everybody_plays_everything(void **state)
{
    (void)state;
    static const char *const games[] = {"tictactoe",
                                        "connect4:width=4,height=4",
                                        "mnk:width=3,height=4,line=3",
                                        "nim:heaps=543",
                                        "coins",
                                        "evencoins",
                                        "dots:width=2,height=1"};
    static const char *const everybody[] = {
        "perfect",
        "perfect:time=100",
        "random",
        "mistake:0.5",
        "mistake:0.5,time=100",
        "engine",
        "engine:nodes=500",
        "engine:time=0.01",
        "strongest:time=0.01",
        "engine:depth=3,eval=random",
        "engine:depth=3,eval=neutral,algo=engine",
        "engine:depth=3,algo=minimax",
        "engine:depth=3,algo=alphabeta,order=centre",
        "engine:depth=3,algo=bestmove,order=random",
    };
    for (size_t g = 0; g < sizeof games / sizeof *games; g++) {
        ari_variant *v = variant(games[g]);
        for (size_t i = 0; i < sizeof everybody / sizeof *everybody; i++) {
            ari_player *one = player(v, everybody[i], i);
            ari_session *game = session(v);
            assert_false(ari_player_is_human(one));
            assert_string_equal(ari_player_who(one), everybody[i]);
            while (!ari_session_over(game)) {
                ari_choice choice;
                assert_int_equal(ari_session_let(game, one, NULL, &choice, NULL), ARI_OK);
                assert_true(choice.reason[0]);
            }
            ari_state end = ari_session_state(game);
            ari_choice none;
            assert_int_equal(ari_player_choose(one, &end, NULL, &none, NULL), ARI_OVER);
            ari_session_free(game);
            ari_player_free(one);
        }
        ari_variant_free(v);
    }
}

static void parameters_reach_the_evaluation(void **state)
{
    (void)state;
    ari_variant *v = variant("connect4");
    ari_state s = position(v, "4455");
    /* At depth 1 the score is the evaluation after the best move. */
    ari_player *plain = player(v, "engine:depth=1,algo=minimax,eval=pattern", 0),
               *heavy =
                   player(v, "engine:depth=1,algo=minimax,eval=pattern,f2=20,f3=50", 0),
               *nameless = player(v, "engine:depth=1,algo=minimax,f2=20,f3=50", 0);
    ari_choice a = choose(plain, &s), b = choose(heavy, &s), c = choose(nameless, &s);
    assert_true(a.score > 0);
    assert_int_equal(b.score, 10 * a.score); /* the defaults are 2 and 5 */
    assert_int_equal(c.score, b.score);
    ari_player_free(plain);
    ari_player_free(heavy);
    ari_player_free(nameless);
    ari_variant_free(v);
}

static void humans_are_asked(void **state)
{
    (void)state;
    ari_variant *v = variant("nim");
    ari_player *human = player(v, "human", 0);
    ari_choice choice;
    assert_true(ari_player_is_human(human));
    assert_int_equal(ari_player_choose(human, &v->start, NULL, &choice, NULL),
                     ARI_UNSUPPORTED);
    ari_player_free(human);
    ari_variant_free(v);
}

/* ---- perfect play ---- */

/* Lost for the side to move, by the theory of heaps where the last stick loses. */
static bool lost_in_theory(const int heap[4])
{
    int sum = 0, large = 0;
    for (int i = 0; i < 4; i++) {
        sum ^= heap[i];
        large += heap[i] > 1;
    }
    return large ? sum == 0 : sum == 1;
}

/* C4: every state up to four heaps of 7: from a won one to a lost one; from a lost one as
 * little as possible. */
static void nim_is_played_perfectly(void **state)
{
    (void)state;
    ari_variant *v = variant("nim:heaps=7777");
    ari_player *perfect = player(v, "perfect", 0);
    int seen[2] = {0, 0};
    for (int code = 1; code < 4096; code++) {
        int heap[4] = {code & 7, code >> 3 & 7, code >> 6 & 7, code >> 9};
        char text[32], after[32];
        snprintf(text, sizeof text, "board:%d%d%d%d", heap[0], heap[1], heap[2], heap[3]);
        ari_state s = position(v, text);
        ari_choice choice = choose(perfect, &s);
        assert_true(choice.exact);
        bool lost = lost_in_theory(heap);
        assert_int_equal(choice.score < 0, lost);
        /* The move takes (move & 255) + 1 from the heap number move >> 8. */
        int h = choice.move >> 8, take = (choice.move & 255) + 1;
        if (lost) {
            assert_int_equal(take, 1);
        } else {
            heap[h] -= take;
            snprintf(after, sizeof after, "%d%d%d%d", heap[0], heap[1], heap[2], heap[3]);
            if (!lost_in_theory(heap))
                fail_msg("%s: took %d and left %s", text, take, after);
        }
        seen[lost]++;
    }
    assert_true(seen[0] > 3000 && seen[1] > 400);
    ari_player_free(perfect);
    ari_variant_free(v);
}

/* C6: 1 is lost; 11, 21, 31, 2, 3 are won; from 31 the only good move leaves 1. */
static void facts_about_small_heaps(void **state)
{
    (void)state;
    ari_variant *v = variant("nim");
    ari_player *perfect = player(v, "perfect", 0);
    static const char *const won[] = {"11", "21", "31", "2", "3"};
    ari_state s = position(v, "1");
    assert_true(choose(perfect, &s).score < 0);
    for (size_t i = 0; i < sizeof won / sizeof *won; i++) {
        s = position(v, won[i]);
        assert_true(choose(perfect, &s).score > 0);
    }
    s = position(v, "31");
    ari_solver *solver;
    ari_analysis analysis;
    ari_engine_job job = {.runner = NULL};
    assert_int_equal(ari_solver_new(v, 1 << 20, &solver, NULL), ARI_OK);
    assert_int_equal(ari_analyse(solver, &s, ARI_ASK_MOVES, &job, &analysis, NULL),
                     ARI_OK);
    assert_int_equal(analysis.count, 4);
    assert_true(analysis.moves[0].score > 0 && analysis.moves[1].score < 0);
    ari_state left = ari_after(v, &s, analysis.moves[0].move), one = position(v, "01/2");
    assert_true(ari_state_equal(v, &left, &one));
    assert_int_equal(choose(perfect, &s).move, analysis.moves[0].move);
    ari_analysis_free(&analysis);
    ari_solver_free(solver);
    ari_player_free(perfect);
    ari_variant_free(v);
}

/* E13: bad exactly when n mod 4 is 1, and then one coin is taken; otherwise the move
 * leaves a bad position. */
static void coins_are_taken_perfectly(void **state)
{
    (void)state;
    ari_variant *v = variant("coins:coins=200,most=3");
    ari_player *perfect = player(v, "perfect", 0);
    for (int coins = 2; coins <= 200; coins++) {
        char text[16];
        snprintf(text, sizeof text, "%d", coins);
        ari_state s = position(v, text);
        ari_choice choice = choose(perfect, &s);
        int take = choice.move + 1;
        assert_int_equal(choice.score < 0, coins % 4 == 1);
        if (coins % 4 == 1)
            assert_int_equal(take, 1);
        else
            assert_int_equal((coins - take) % 4, 1);
    }
    ari_player_free(perfect);
    ari_variant_free(v);
}

/* How many replies to a move give the opponent's win away, and how many do not. */
static void count_replies(const ari_variant *v, const ari_state *s, ari_move move,
                          int counts[2])
{
    ari_state next = ari_after(v, s, move);
    ari_move replies[ARI_MOVES_MAX];
    counts[0] = counts[1] = 0;
    if (ari_outcome(v, &next) != ARI_ON || ari_turn(v, &next) == ari_turn(v, s))
        return;
    int count = ari_moves(v, &next, replies);
    for (int i = 0; i < count; i++)
        counts[brute_move(v, &next, replies[i]) > 0]++;
}

/* From every position below, the choice must be worth what the position is worth, with
 * the distance: the shortest win, the longest resistance. When lost it is the first of
 * such moves with the most wrong and the fewest right replies; otherwise the first of them
 * or, of a level, which varies, any. */
static void check_below(const ari_variant *v, ari_player *perfect, const ari_state *s)
{
    if (ari_outcome(v, s) != ARI_ON)
        return;
    int value = brute_value(v, s);
    ari_choice choice = choose(perfect, s);
    assert_true(choice.exact && choice.scored && !choice.erred);
    int plies = value > 0 ? 100 - value : value + 100;
    if (!ari_has(v, ARI_HAS_PAYOFFS) && value != 0)
        assert_int_equal(choice.distance, plies);
    assert_int_equal((choice.score > 0) - (choice.score < 0), (value > 0) - (value < 0));
    ari_move moves[ARI_MOVES_MAX];
    int count = ari_moves(v, s, moves);
    ari_move expected = ARI_NO_MOVE;
    int most[2] = {0, 0};
    for (int i = 0; i < count; i++) {
        ari_state next = ari_after(v, s, moves[i]);
        check_below(v, perfect, &next);
        int replies[2] = {0, 0};
        if (brute_move(v, s, moves[i]) != value)
            continue;
        if (value < 0)
            count_replies(v, s, moves[i], replies);
        if (expected == ARI_NO_MOVE || replies[0] > most[0] ||
            (replies[0] == most[0] && replies[1] < most[1])) {
            expected = moves[i];
            memcpy(most, replies, sizeof most);
        }
    }
    if (value >= 0 && strcmp(ari_player_who(perfect), "perfect") != 0)
        assert_int_equal(brute_move(v, s, choice.move), value);
    else
        assert_int_equal(choice.move, expected);
}

static void first_of_the_best(void **state)
{
    (void)state;
    static const char *const positions[][2] = {
        {"tictactoe", "xo......."},
        {"tictactoe:early=no", "x...o...."},
        {"nim:heaps=321", ""},
        {"nim:heaps=321,normal", ""},
        {"coins:coins=9", ""},
        {"evencoins:coins=9", ""},
        {"evencoins:coins=8", ""},
        {"connect4:width=3,height=3,line=3", ""},
        {"mnk:width=2,height=4,line=3", ""},
        {"dots:width=1,height=1", ""},
        {"dots:width=2,height=1", ""},
    };
    static const char *const players[] = {"perfect", "level:10"};
    for (size_t i = 0; i < 2 * sizeof positions / sizeof *positions; i++) {
        ari_variant *v = variant(positions[i / 2][0]);
        ari_state s = position(v, positions[i / 2][1]);
        ari_player *perfect = player(v, players[i % 2], 0);
        check_below(v, perfect, &s);
        ari_player_free(perfect);
        ari_variant_free(v);
    }
}

/* A book that is wrong, so that whoever believes it shows it: the first move wins in the
 * last column. The text of a position is its rows from the top. */
static bool strange_score(const void *self, const ari_state *s, int *score)
{
    const ari_variant *v = self;
    ari_text text = ARI_TEXT_EMPTY;
    ari_state_format(v, s, &text);
    const char *cells = ari_text_get(&text);
    bool first = !strchr(cells, 'x'), second = !first && !strchr(cells, 'o');
    bool last = second && cells[text.size - 1] == 'x';
    *score = first ? ARI_WIN - 15 : last ? -(ARI_WIN - 14) : 0;
    ari_text_free(&text);
    return first || second;
}

static void a_book_is_believed(void **state)
{
    (void)state;
    static const char *const players[] = {"perfect", "level:10", "mistake:0"};
    ari_variant *v = variant("connect4:width=4,height=4");
    const ari_oracle oracle = {.self = v, .score = strange_score};
    const ari_player_job setup = {.oracle = &oracle, .bytes = (size_t)1 << 20};
    for (size_t i = 0; i < sizeof players / sizeof *players; i++) {
        ari_player *reader;
        assert_int_equal(ari_player_new(v, players[i], &setup, &reader, NULL), ARI_OK);
        for (uint64_t game = 0; game < 3; game++) {
            assert_int_equal(ari_player_begin(reader, game, NULL), ARI_OK);
            ari_choice choice = choose(reader, &v->start);
            assert_true(choice.exact);
            ari_state next = ari_after(v, &v->start, choice.move);
            int score;
            assert_true(strange_score(v, &next, &score) && score < 0);
            assert_int_equal(choice.distance, 15);
        }
        ari_player_free(reader);
    }
    ari_variant_free(v);
}

/* Against every reply; what it has it keeps. */
static void never_gives_away(const ari_variant *v, ari_player *perfect, ari_side side,
                             const ari_state *s, int at_least)
{
    int outcome = ari_outcome(v, s);
    if (outcome != ARI_ON) {
        assert_true((ari_turn(v, s) == side ? outcome : -outcome) >= at_least);
        return;
    }
    ari_move moves[ARI_MOVES_MAX];
    int count = 1;
    if (ari_turn(v, s) == side)
        moves[0] = choose(perfect, s).move;
    else
        count = ari_moves(v, s, moves);
    for (int i = 0; i < count; i++) {
        ari_state next = ari_after(v, s, moves[i]);
        never_gives_away(v, perfect, side, &next, at_least);
    }
}

static void perfect_keeps_what_it_has(void **state)
{
    (void)state;
    static const struct {
        const char *game;
        ari_side side;
        int at_least;
    } cases[] = {
        {"tictactoe", ARI_FIRST, ARI_DRAWN},
        {"tictactoe", ARI_SECOND, ARI_DRAWN},
        {"tictactoe:early=no", ARI_FIRST, ARI_DRAWN},
        {"nim:heaps=531", ARI_FIRST, ARI_WON},
        {"nim:heaps=7531", ARI_SECOND, ARI_WON},
        {"nim:heaps=321", ARI_SECOND, ARI_WON}, /* three rows: E16 */
        {"coins:coins=13", ARI_SECOND, ARI_WON},
        {"coins:coins=15", ARI_FIRST, ARI_WON},
        {"connect4:width=4,height=4", ARI_SECOND, ARI_DRAWN},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ari_variant *v = variant(cases[i].game);
        ari_player *perfect = player(v, "perfect", 0);
        never_gives_away(v, perfect, cases[i].side, &v->start, cases[i].at_least);
        ari_player_free(perfect);
        ari_variant_free(v);
    }
}

/* Where the game cannot be solved in time there is still an answer, and it says so. */
static void perfect_answers_in_time(void **state)
{
    (void)state;
    ari_variant *v = variant("mnk:width=9,height=9,line=5");
    ari_player *perfect = player(v, "perfect:time=0.05", 0);
    ari_choice choice = choose(perfect, &v->start);
    assert_true(choice.move < 81);
    assert_false(choice.exact);
    assert_true(choice.stopped);
    assert_non_null(strstr(choice.reason, "not proved"));
    ari_player_free(perfect);

    /* Stopped before it began: any legal move will do. */
    static const char *const thinkers[] = {"perfect", "engine", "engine:algo=alphabeta",
                                           "mistake:0"};
    for (size_t i = 0; i < sizeof thinkers / sizeof *thinkers; i++) {
        ari_stop stop = 1;
        ari_limits limits = {.stop = &stop};
        ari_player *thinker = player(v, thinkers[i], 0);
        assert_int_equal(ari_player_choose(thinker, &v->start, &limits, &choice, NULL),
                         ARI_OK);
        assert_true(choice.stopped && choice.move < 81 && !choice.exact);
        ari_player_free(thinker);
    }
    ari_variant_free(v);
}

/* ---- chance ---- */

/* mistake:P errs as often as it says, and all moves that are not best are equally likely.
 */
static void mistakes_are_counted(void **state)
{
    (void)state;
    ari_variant *v = variant("nim");
    ari_state s = position(v, "31"); /* 2:1, 1:1, 1:2 are wrong; 1:3 is right */
    static const struct {
        const char *who;
        double rate;
        int erred; /* of 4000, for seed 7 */
    } cases[] = {
        {"mistake:0", 0, 0}, {"mistake:0.25", 0.25, 997}, {"mistake:1", 1, 4000}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ari_player *weak = player(v, cases[i].who, 7), *perfect = player(v, "perfect", 7);
        ari_move right = choose(perfect, &s).move;
        ari_random random = ari_random_seeded(7);
        int erred = 0, drawn = 0, times[3 << 8] = {0};
        for (int n = 0; n < 4000; n++) {
            ari_choice choice = choose(weak, &s);
            assert_int_equal(choice.erred, choice.move != right);
            assert_int_equal(choice.erred, !choice.exact);
            erred += choice.erred;
            times[choice.move]++;
            /* the same draw, made here */
            bool errs = ari_random_unit(&random) < cases[i].rate;
            drawn += errs;
            if (errs)
                ari_random_below(&random, 3);
        }
        assert_int_equal(erred, drawn);
        assert_int_equal(erred, cases[i].erred);
        assert_int_equal(times[right], 4000 - erred);
        for (int heap = 0; heap < 2; heap++)
            for (int take = 1; take <= (heap ? 1 : 2); take++)
                assert_in_range(times[heap << 8 | (take - 1)], erred / 3 - erred / 20,
                                erred / 3 + erred / 20);
        ari_player_free(weak);
        ari_player_free(perfect);
    }
    /* Where every move is best there is no mistake to make. */
    ari_player *weak = player(v, "mistake:1", 1);
    s = position(v, "1");
    assert_false(choose(weak, &s).erred);
    ari_player_free(weak);
    ari_variant_free(v);
}

static void whole_game(const ari_variant *v, const char *first, const char *second,
                       uint64_t seed, ari_text *moves)
{
    ari_player *players[2] = {player(v, first, seed), player(v, second, seed + 1000)};
    ari_session *game = session(v);
    while (!ari_session_over(game))
        assert_int_equal(
            ari_session_let(game, players[ari_session_turn(game)], NULL, NULL, NULL),
            ARI_OK);
    ari_record record;
    assert_int_equal(ari_session_record(game, &record, NULL), ARI_OK);
    ari_record_format(v, &record, moves);
    ari_record_free(&record);
    ari_session_free(game);
    ari_player_free(players[0]);
    ari_player_free(players[1]);
}

/* The same seed gives the same game; another seed gives another one sooner or later. */
static void seeds_repeat(void **state)
{
    (void)state;
    static const char *const pairs[][3] = {
        {"connect4:width=5,height=4", "random", "mistake:0.3"},
        {"tictactoe", "rules", "random"},
        {"connect4", "engine:depth=2,eval=random,algo=alphabeta,order=random", "random"},
        {"connect4", "engine:nodes=2000", "engine:depth=2,eval=random"},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        ari_variant *v = variant(pairs[i][0]);
        bool different = false;
        ari_text first = ARI_TEXT_EMPTY;
        for (uint64_t seed = 1; seed <= 5; seed++) {
            ari_text once = ARI_TEXT_EMPTY, twice = ARI_TEXT_EMPTY;
            whole_game(v, pairs[i][1], pairs[i][2], seed, &once);
            whole_game(v, pairs[i][1], pairs[i][2], seed, &twice);
            assert_string_equal(ari_text_get(&once), ari_text_get(&twice));
            if (seed == 1)
                ari_text_add(&first, ari_text_get(&once));
            different |= strcmp(ari_text_get(&first), ari_text_get(&once)) != 0;
            ari_text_free(&once);
            ari_text_free(&twice);
        }
        assert_true(different);
        ari_text_free(&first);
        ari_variant_free(v);
    }
}

/* All algorithms see the same at the same depth. */
static void algorithms_agree(void **state)
{
    (void)state;
    ari_variant *v = variant("connect4");
    static const char *const positions[] = {"", "44", "4455", "123456", "44332"};
    for (size_t i = 0; i < sizeof positions / sizeof *positions; i++) {
        ari_state s = position(v, positions[i]);
        ari_player *minimax = player(v, "engine:depth=5,algo=minimax", 0),
                   *alphabeta = player(v, "engine:depth=5,algo=alphabeta", 0),
                   *engine = player(v, "engine:depth=5", 0);
        int score = choose(minimax, &s).score;
        assert_int_equal(choose(alphabeta, &s).score, score);
        assert_int_equal(choose(engine, &s).score, score);
        ari_player_free(minimax);
        ari_player_free(alphabeta);
        ari_player_free(engine);
    }
    ari_variant_free(v);
}

/* An order without an algorithm means alpha-beta: the same games, move by move. */
static void order_alone_is_alphabeta(void **state)
{
    (void)state;
    ari_variant *v = variant("connect4");
    static const char *const orders[] = {"first", "random", "centre"};
    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++) {
        char alone[60], named[60];
        ari_text one = ARI_TEXT_EMPTY, other = ARI_TEXT_EMPTY;
        snprintf(alone, sizeof alone, "engine:depth=3,order=%s", orders[i]);
        snprintf(named, sizeof named, "engine:order=%s,depth=3,algo=alphabeta",
                 orders[i]);
        whole_game(v, alone, "random", 5, &one);
        whole_game(v, named, "random", 5, &other);
        assert_string_equal(ari_text_get(&one), ari_text_get(&other));
        ari_text_free(&one);
        ari_text_free(&other);
        ari_player *a = player(v, alone, 5), *b = player(v, named, 5);
        ari_state s = position(v, "4455");
        uint64_t nodes = choose(a, &s).nodes;
        assert_true(nodes > 0);
        assert_true(nodes == choose(b, &s).nodes);
        ari_player_free(a);
        ari_player_free(b);
    }
    ari_variant_free(v);
}

/* ---- reasons ---- */

static void reasons_in_words(void **state)
{
    (void)state;
    static const struct {
        const char *game, *position, *who, *reason;
    } cases[] = {
        {"tictactoe", "xx.oo....", "perfect", "wins at once"},
        {"tictactoe", "x...o...x", "rules", "prevent a fork by making two in a line"},
        {"tictactoe", "xx..o....", "rules", "block"},
        {"tictactoe", "", "perfect", "draws"},
        {"nim", "31", "perfect", "wins in 2 plies"},
        {"nim", "7531", "perfect", "loses in 15 plies"},
        {"nim", "31", "engine:algo=bestmove,depth=9", "wins"},
        {"nim", "31", "random", "at random"},
        {"nim", "31", "mistake:1", "a mistake on purpose"},
        {"dots:width=1,height=1", "", "perfect", "loses by 1"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ari_variant *v = variant(cases[i].game);
        ari_state s = position(v, cases[i].position);
        ari_player *one = player(v, cases[i].who, 3);
        assert_string_equal(choose(one, &s).reason, cases[i].reason);
        ari_player_free(one);
        ari_variant_free(v);
    }
}

/* ---- what can be promised ---- */

static void names_promise_what_can_be_kept(void **state)
{
    (void)state;
    static const struct {
        const char *game;
        bool sure;
    } cases[] = {{"tictactoe", true},
                 {"nim", true},
                 {"coins", true},
                 {"chomp", true},
                 {"connect4", true},
                 {"connect4:width=8", false},
                 {"connect4:line=5", false},
                 {"dots", true},
                 {"dots:width=4", false},
                 {"mnk", true},
                 {"mnk:width=5,height=5,line=4", true},
                 {"mnk:width=6,height=5,line=4", false},
                 {"mnk:width=15,height=15,line=5", false},
                 {"quixo:size=3", true},
                 {"quixo:size=4", false},
                 {"hare", true},
                 {"quixo", false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ari_variant *v = variant(cases[i].game);
        if (ari_solvable(v) != cases[i].sure)
            fail_msg("%s: sure %d", cases[i].game, !cases[i].sure);
        ari_player *nobody;
        ari_error error;
        assert_int_equal(ari_player_new(v, "nobody", NULL, &nobody, &error), ARI_UNKNOWN);
        assert_true(!strstr(error.message, "perfect") != cases[i].sure);
        assert_true(!strstr(error.message, "strongest") == cases[i].sure);
        ari_variant_free(v);
    }
    static const char *const names[][3] = {
        {"perfect", "perfect", "strongest"},
        {"perfect:time=2", "perfect:time=2", "strongest:time=2"},
        {"strongest", "strongest", "strongest"},
        {"perfectly", "perfectly", "perfectly"},
        {"mistake:0.5", "mistake:0.5", "mistake:0.5"}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        for (int sure = 0; sure < 2; sure++) {
            ari_text name = ARI_TEXT_EMPTY;
            ari_player_called(names[i][0], sure, &name);
            assert_string_equal(ari_text_get(&name), names[i][sure ? 1 : 2]);
            ari_text_free(&name);
        }
}

/* A database lets a solver be sure of what it could not search. */
static ari_status know_all(void *self, const ari_state *s, int *score, int *distance,
                           ari_error *error)
{
    (void)self, (void)s, (void)error;
    *score = *distance = 0;
    return ARI_OK;
}

static void a_database_makes_sure(void **state)
{
    (void)state;
    ari_variant *v = variant("quixo:size=4");
    ari_solver *solver;
    assert_int_equal(ari_solver_new(v, 1 << 16, &solver, NULL), ARI_OK);
    assert_false(ari_solver_is_sure(solver));
    ari_solver_look_up(solver, (ari_lookup){.ask = know_all});
    assert_true(ari_solver_is_sure(solver));
    ari_solver_free(solver);
    ari_variant_free(v);
}

/* What is promised is kept: such positions are solved, by no more nodes than a few seconds
 * allow. */
static void promises_are_kept(void **state)
{
    (void)state;
    static const struct {
        const char *game;
        uint32_t from, positions; /* after at least so many plies, so many of them */
    } cases[] = {{"mnk:width=5,height=5,line=4", 0, 8},
                 {"mnk:width=4,height=6,line=3", 0, 8},
                 {"dots", 6, 4},
                 {"connect4:width=6,height=5", 0, 3},
                 {"connect4", 14, 8},
                 {"chomp:width=9,height=9", 0, 4},
                 {"nim:heaps=30,25,20,15", 0, 4}};
    ari_random random = ari_random_seeded(5);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ari_variant *v = variant(cases[i].game);
        assert_true(ari_solvable(v));
        for (uint32_t n = 0; n < cases[i].positions; n++) {
            ari_state s = v->start;
            uint32_t plies = cases[i].from + ari_random_below(&random, 8);
            while (plies-- > 0) {
                ari_state next = random_after(v, &s, &random);
                if (ari_outcome(v, &next) != ARI_ON)
                    break;
                s = next;
            }
            ari_solver *solver;
            ari_engine_job job = {.limits = {.nodes = 20000000}};
            ari_analysis analysis;
            assert_int_equal(ari_solver_new(v, (size_t)8 << 20, &solver, NULL), ARI_OK);
            assert_int_equal(ari_analyse(solver, &s, ARI_ASK_BEST, &job, &analysis, NULL),
                             ARI_OK);
            assert_true(analysis.whole.exact && !analysis.stopped);
            ari_analysis_free(&analysis);
            ari_solver_free(solver);
        }
        ari_variant_free(v);
    }
}

/* Lost, and on a board too large to look at every reply to every move: what looks best is played,
 * and not what happens to be the first. */
static void a_large_lost_board_is_defended(void **state)
{
    (void)state;
    ari_variant *v = variant("mnk:width=11,height=11,line=5");
    ari_state s = position(v, "f7 e5 e6 d5 f5 f6 g7 d7 g6 d6 d8 d3 d4 c7 b8 g3 f4 e8 h7");
    static const char *const who[] = {"level:10", "level:9"};
    ari_eval eval;
    assert_int_equal(ari_eval_parse(v, NULL, 0, &eval, NULL), ARI_OK);
    for (size_t i = 0; i < sizeof who / sizeof *who; i++) {
        ari_player *player;
        const ari_player_job setup = {.by_nodes = true};
        assert_int_equal(ari_player_new(v, who[i], &setup, &player, NULL), ARI_OK);
        ari_choice choice = choose(player, &s);
        ari_move list[ARI_MOVES_MAX];
        int count = ari_moves(v, &s, list), better = 0;
        ari_state next = ari_after(v, &s, choice.move);
        int chosen = -ari_eval_score(v, &next, &eval);
        for (int k = 0; k < count; k++) {
            next = ari_after(v, &s, list[k]);
            better += -ari_eval_score(v, &next, &eval) > chosen;
        }
        if (better > count / 10)
            fail_msg("%s: %d of %d moves look better", who[i], better, count);
        ari_player_free(player);
    }
    ari_variant_free(v);
}

/* A text that would start a program is a player only where guests are let in. */
static void guests_are_let_in_by_the_job_alone(void **state)
{
    (void)state;
    ari_variant *v = variant("tictactoe");
    ari_error error;
    assert_int_equal(ari_player_check(v, "gtp:true", NULL, NULL, &error), ARI_UNKNOWN);
    assert_null(strstr(error.message, "COMMAND"));
    ari_player *player;
    assert_int_equal(ari_player_new(v, "gtp:touch made", NULL, &player, &error),
                     ARI_UNKNOWN);
    assert_null(player);
    const ari_guests *guests = ari_programs_as_guests();
    assert_int_equal(ari_player_check(v, "gtp:true", guests, NULL, &error), ARI_OK);
    assert_int_equal(ari_player_check(v, "gtpp:true", guests, NULL, &error), ARI_UNKNOWN);
    assert_non_null(strstr(error.message, "ugi:COMMAND"));
    const ari_player_job job = {.guests = guests};
    assert_int_equal(ari_player_new(v, "gtp:exit 3", &job, &player, &error), ARI_FORFEIT);
    assert_non_null(strstr(error.message, "exit code 3"));
    assert_null(player);
    ari_variant_free(v);
}

/* The place of a move is where a program by column and row would put it. */
static void places_and_moves_are_each_other(void **state)
{
    (void)state;
    ari_variant *v = variant("mnk:width=7,height=5,line=5");
    ari_state s = position(v, "a1c3");
    ari_move list[ARI_MOVES_MAX];
    int count = ari_moves(v, &s, list), x, y;
    for (int i = 0; i < count; i++) {
        assert_true(ari_place_of_move(v, &s, list[i], &x, &y));
        assert_int_equal(ari_move_at_place(v, &s, x, y), list[i]);
    }
    assert_int_equal(ari_move_at_place(v, &s, 0, 4), ARI_NO_MOVE); /* a1 is taken */
    assert_int_equal(ari_move_at_place(v, &s, 7, 0), ARI_NO_MOVE);
    assert_int_equal(ari_move_at_place(v, &s, -1, 0), ARI_NO_MOVE);
    ari_variant_free(v);
}

/* Without any time at all it is still what looks best, and not the first move of the list. */
static void a_stopped_player_plays_what_looks_best(void **state)
{
    (void)state;
    ari_variant *v = variant("mnk:width=15,height=15,line=5");
    ari_state s = position(v, "h8");
    ari_eval eval;
    assert_int_equal(ari_eval_parse(v, NULL, 0, &eval, NULL), ARI_OK);
    ari_stop stop = 1;
    const ari_limits limits = {.stop = &stop};
    ari_player *player;
    ari_choice choice;
    assert_int_equal(ari_player_new(v, "perfect", NULL, &player, NULL), ARI_OK);
    assert_int_equal(ari_player_choose(player, &s, &limits, &choice, NULL), ARI_OK);
    assert_false(choice.scored || choice.exact); /* and nothing is claimed of it */
    ari_state next = ari_after(v, &s, choice.move);
    int chosen = -ari_eval_score(v, &next, &eval);
    ari_move list[ARI_MOVES_MAX];
    int count = ari_moves(v, &s, list);
    for (int k = 0; k < count; k++) {
        next = ari_after(v, &s, list[k]);
        assert_true(-ari_eval_score(v, &next, &eval) <= chosen);
    }
    ari_player_free(player);
    ari_variant_free(v);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(guests_are_let_in_by_the_job_alone),
        cmocka_unit_test(places_and_moves_are_each_other),
        cmocka_unit_test(a_stopped_player_plays_what_looks_best),
        cmocka_unit_test(a_large_lost_board_is_defended),
        cmocka_unit_test(wrong_texts_are_explained),
        cmocka_unit_test(everybody_plays_everything),
        cmocka_unit_test(parameters_reach_the_evaluation),
        cmocka_unit_test(humans_are_asked),
        cmocka_unit_test(nim_is_played_perfectly),
        cmocka_unit_test(facts_about_small_heaps),
        cmocka_unit_test(coins_are_taken_perfectly),
        cmocka_unit_test(first_of_the_best),
        cmocka_unit_test(a_book_is_believed),
        cmocka_unit_test(perfect_keeps_what_it_has),
        cmocka_unit_test(perfect_answers_in_time),
        cmocka_unit_test(mistakes_are_counted),
        cmocka_unit_test(seeds_repeat),
        cmocka_unit_test(algorithms_agree),
        cmocka_unit_test(order_alone_is_alphabeta),
        cmocka_unit_test(reasons_in_words),
        cmocka_unit_test(names_promise_what_can_be_kept),
        cmocka_unit_test(a_database_makes_sure),
        cmocka_unit_test(promises_are_kept),
    };
    return cmocka_run_group_tests_name("players", tests, NULL, NULL);
}
