/* test_levels.c: levels, and equal moves chosen by the seed (D8). */
#include "playing.h"

#include <stdio.h>
#include <string.h>

#include <ariadne/match.h>
#include <ariadne/random.h>

/* Has the side to move a move that wins on the spot? */
static bool can_win(const ari_variant *v, const ari_state *s)
{
    ari_move moves[ARI_MOVES_MAX];
    int count = ari_outcome(v, s) == ARI_ON ? ari_moves(v, s, moves) : 0;
    for (int i = 0; i < count; i++) {
        ari_state next = ari_after(v, s, moves[i]);
        if (ari_outcome(v, &next) == ARI_LOST)
            return true;
    }
    return false;
}

/* Does the move let the opponent win at once, or end the game as a loss itself? */
static bool loses_at_once(const ari_variant *v, const ari_state *s, ari_move move)
{
    ari_state next = ari_after(v, s, move);
    int outcome = ari_outcome(v, &next);
    return outcome == ARI_ON ? can_win(v, &next) : outcome == ARI_WON;
}

static bool can_be_helped(const ari_variant *v, const ari_state *s)
{
    ari_move moves[ARI_MOVES_MAX];
    int count = ari_moves(v, s, moves);
    for (int i = 0; i < count; i++)
        if (!loses_at_once(v, s, moves[i]))
            return true;
    return false;
}

/* A random position in which the game is on. */
static ari_state somewhere(const ari_variant *v, ari_random *random)
{
    for (;;) {
        ari_state s = v->start;
        for (uint32_t plies = ari_random_below(random, 30);
             plies > 0 && ari_outcome(v, &s) == ARI_ON; plies--)
            s = random_after(v, &s, random);
        if (ari_outcome(v, &s) == ARI_ON)
            return s;
    }
}

static void no_child_sees_more(void **state)
{
    (void)state;
    static const char *const games[] = {
        "tictactoe", "connect4",  "nim",
        "coins",     "evencoins", "chomp",
        "mnk",       "quixo",     "mnk:width=5,height=5,line=4"};
    ari_random random = ari_random_seeded(1);
    int avoided = 0;
    for (size_t g = 0; g < sizeof games / sizeof *games; g++) {
        ari_variant *v = variant(games[g]);
        for (int level = 2; level <= 9; level++) {
            char who[24];
            snprintf(who, sizeof who, "level:%d", level);
            ari_player *one = player(v, who, (uint64_t)level);
            for (int n = 0; n < (level < 6 ? 60 : 8); n++) {
                ari_state s = somewhere(v, &random);
                ari_choice choice = choose(one, &s);
                if (!can_be_helped(v, &s))
                    continue;
                avoided++;
                if (loses_at_once(v, &s, choice.move))
                    fail_msg("%s, %s: loses at once", games[g], who);
            }
            ari_player_free(one);
        }
        ari_variant_free(v);
    }
    assert_true(avoided > 800);
}

/* A slip of who sees two plies: wins that it sees are taken, losses that it sees avoided
 * if that can be helped, and otherwise it is a move with the worst result of all, by plain
 * recursion. */
static void slips_are_the_worst_beyond_sight(void **state)
{
    (void)state;
    static const char *const games[] = {"tictactoe", "nim:heaps=432", "coins",
                                        "evencoins", "chomp:width=4,height=3"};
    ari_random random = ari_random_seeded(2);
    int slips = 0;
    for (size_t g = 0; g < sizeof games / sizeof *games; g++) {
        ari_variant *v = variant(games[g]);
        ari_player *weak = player(v, "level:5,sight=2,slip=1", 1);
        for (int n = 0; n < 30; n++) {
            ari_state s = somewhere(v, &random);
            ari_move moves[ARI_MOVES_MAX], chosen = choose(weak, &s).move;
            int count = ari_moves(v, &s, moves), worst = 100, taken = 0;
            int best = g == 0 && count > 7 ? 100 : brute_value(v, &s);
            if (best >= 98 || best <= -98)
                continue;
            for (int i = 0; i < count; i++) {
                ari_state next = ari_after(v, &s, moves[i]);
                int value = -brute_value(v, &next);
                value += (value < 0) - (value > 0);
                if (value > -98 && value < worst)
                    worst = value;
                if (moves[i] == chosen)
                    taken = value;
            }
            assert_true(taken > -98);
            assert_int_equal((taken > 0) - (taken < 0), (worst > 0) - (worst < 0));
            slips += worst < 0;
        }
        ari_player_free(weak);
        ari_variant_free(v);
    }
    assert_true(slips > 10);
}

/* Who is exact every time chooses as good a move as there is, however short its sight. */
static void exact_as_often_as_it_says(void **state)
{
    (void)state;
    static const char *const games[] = {"tictactoe", "nim:heaps=432", "coins",
                                        "connect4:width=4,height=3,line=3"};
    ari_random random = ari_random_seeded(3);
    int erred = 0;
    for (size_t g = 0; g < sizeof games / sizeof *games; g++) {
        ari_variant *v = variant(games[g]);
        ari_player *always = player(v, "level:2,sight=1,slip=0,exact=1", 1);
        ari_player *never = player(v, "level:2,sight=1,slip=0,exact=0", 1);
        for (int n = 0; n < 40; n++) {
            ari_state s = somewhere(v, &random);
            ari_move moves[ARI_MOVES_MAX];
            if (g == 0 && ari_moves(v, &s, moves) > 7)
                continue;
            int best = brute_value(v, &s);
            assert_int_equal(brute_move(v, &s, choose(always, &s).move), best);
            erred += brute_move(v, &s, choose(never, &s).move) != best;
        }
        ari_player_free(always);
        ari_player_free(never);
        ari_variant_free(v);
    }
    assert_true(erred > 20);
}

/* The replies to a move that give a won position away, by plain recursion. */
static int wrong_replies(const ari_variant *v, const ari_state *s, ari_move move)
{
    ari_state next = ari_after(v, s, move);
    ari_move replies[ARI_MOVES_MAX];
    int wrong = 0;
    if (ari_outcome(v, &next) != ARI_ON)
        return 0;
    int count = ari_moves(v, &next, replies);
    for (int i = 0; i < count; i++)
        wrong += brute_move(v, &next, replies[i]) <= 0;
    return wrong;
}

/* A level that sees that it is lost resists as long as it can, and of such moves takes one
 * after which the opponent can go wrong most often. */
static void lost_but_not_given_up(void **state)
{
    (void)state;
    static const char *const games[] = {"tictactoe", "nim:heaps=432",
                                        "chomp:width=4,height=3", "coins",
                                        "evencoins:coins=11"};
    ari_random random = ari_random_seeded(4);
    int differing = 0;
    for (size_t g = 0; g < sizeof games / sizeof *games; g++) {
        ari_variant *v = variant(games[g]);
        ari_player *sees_all = player(v, "level:5,sight=30,slip=0,whim=0", 1);
        for (int n = 0; n < 150; n++) {
            ari_state s = somewhere(v, &random);
            ari_move moves[ARI_MOVES_MAX];
            int count = ari_moves(v, &s, moves), most = -1, least = ARI_MOVES_MAX;
            if ((g == 0 && count > 7) || brute_value(v, &s) >= 0)
                continue;
            for (int i = 0; i < count; i++) {
                if (brute_move(v, &s, moves[i]) != brute_value(v, &s))
                    continue;
                int wrong = wrong_replies(v, &s, moves[i]);
                most = wrong > most ? wrong : most;
                least = wrong < least ? wrong : least;
            }
            ari_move chosen = choose(sees_all, &s).move;
            assert_int_equal(brute_move(v, &s, chosen), brute_value(v, &s));
            assert_int_equal(wrong_replies(v, &s, chosen), most);
            differing += most > least;
        }
        ari_player_free(sees_all);
        ari_variant_free(v);
    }
    assert_true(differing > 10);
}

/* The moves of a game between two of the same, as one number. */
static uint64_t game_hash(const ari_variant *v, const char *who, uint64_t seed)
{
    ari_player *one = player(v, who, seed);
    ari_state s = v->start;
    uint64_t hash = 0;
    while (ari_outcome(v, &s) == ARI_ON) {
        ari_move move = choose(one, &s).move;
        hash = ari_mix(hash ^ move);
        s = ari_after(v, &s, move);
    }
    ari_player_free(one);
    return hash;
}

/* Other games with other seeds, the same with the same. */
static void variety(void **state)
{
    (void)state;
    static const char *const players[][2] = {
        {"tictactoe", "level:1"},
        {"tictactoe", "level:5"},
        {"tictactoe", "level:10"},
        {"connect4", "level:2"},
        {"connect4", "level:5"},
        {"connect4", "level:6"},
        {"nim", "level:4"},
        {"connect4", "engine:depth=3"},
        {"connect4", "engine:algo=minimax,depth=3"},
        {"connect4", "engine:algo=alphabeta,depth=3,order=centre"},
        {"connect4", "engine:algo=bestmove,depth=3"},
    };
    for (size_t i = 0; i < sizeof players / sizeof *players; i++) {
        ari_variant *v = variant(players[i][0]);
        uint64_t hashes[8];
        int different = 0;
        for (uint64_t seed = 0; seed < 8; seed++) {
            hashes[seed] = game_hash(v, players[i][1], seed);
            bool again = false;
            for (uint64_t j = 0; j < seed; j++)
                again |= hashes[j] == hashes[seed];
            different += !again;
        }
        if (different < 4)
            fail_msg("%s: %d different games of 8", players[i][1], different);
        assert_true(game_hash(v, players[i][1], 3) == hashes[3]);
        ari_variant_free(v);
    }
}

/* The choice among equal moves is fair: each of the nine cells about equally often, and in
 * every search; the score is that of the search without it. */
static void equal_moves_are_drawn_fairly(void **state)
{
    (void)state;
    ari_variant *v = variant("tictactoe:early=no");
    typedef ari_status search(const ari_variant *, const ari_state *,
                              const ari_search_job *, ari_result *, ari_error *);
    static search *const searches[] = {ari_minimax, ari_alphabeta, ari_bestmove};
    for (size_t i = 0; i < 3; i++) {
        int counts[9] = {0};
        for (uint64_t seed = 0; seed < 900; seed++) {
            const ari_search_job job = {.limits = {.depth = 2},
                                        .eval = {.which = ARI_EVAL_NEUTRAL},
                                        .seed = seed,
                                        .vary = true};
            ari_result result;
            assert_int_equal(searches[i](v, &v->start, &job, &result, NULL), ARI_OK);
            assert_int_equal(result.score, 0);
            counts[result.best]++;
        }
        for (int c = 0; c < 9; c++)
            assert_in_range(counts[c], 65, 140);
    }
    ari_variant_free(v);
}

/* With equal moves noticed, every search still finds minimax's score and one of its moves. */
static void varied_scores_are_the_same(void **state)
{
    (void)state;
    static const char *const games[] = {"connect4:width=5,height=4", "tictactoe",
                                        "dots:width=2,height=1", "evencoins",
                                        "nim:heaps=321"};
    ari_random random = ari_random_seeded(3);
    for (size_t g = 0; g < sizeof games / sizeof *games; g++) {
        ari_variant *v = variant(games[g]);
        for (uint64_t n = 0; n < 40; n++) {
            ari_state s = somewhere(v, &random);
            ari_search_job job = {
                .limits = {.depth = 4}, .order = ARI_ORDER_CENTRE, .seed = n};
            assert_int_equal(ari_eval_parse(v, "", 0, &job.eval, NULL), ARI_OK);
            ari_result plain, minimax, alphabeta;
            assert_int_equal(ari_minimax(v, &s, &job, &plain, NULL), ARI_OK);
            job.vary = true;
            assert_int_equal(ari_minimax(v, &s, &job, &minimax, NULL), ARI_OK);
            assert_int_equal(ari_alphabeta(v, &s, &job, &alphabeta, NULL), ARI_OK);
            assert_int_equal(minimax.score, plain.score);
            assert_int_equal(alphabeta.score, plain.score);
            assert_int_equal(minimax.stats.nodes, plain.stats.nodes);
            assert_int_equal(alphabeta.best, minimax.best); /* the same draws */
        }
        ari_variant_free(v);
    }
}

static void play_pair(const ari_variant *v, const char *a, const char *b, int64_t games,
                      ari_match *match)
{
    const ari_match_job setup = {.who = {a, b}, .games = games, .seed = 1};
    ari_error error;
    if (ari_match_play(v, &setup, match, &error) != ARI_OK)
        fail_msg("%s", error.message);
}

/* Each level is beaten by the one two above, and level 1 by who sees one move ahead: that
 * clearly. */
static void the_ladder_leads_upwards(void **state)
{
    (void)state;
    static const struct {
        const char *game;
        int64_t games;
        int highest;
    } ladders[] = {{"tictactoe", 200, 10}, {"coins", 150, 10}, {"evencoins", 100, 10},
                   {"nim", 40, 5},         {"mnk", 150, 7},    {"connect4", 60, 5},
                   {"dots", 40, 4},        {"chomp", 40, 5},   {"quixo", 20, 4}};
    for (size_t i = 0; i < sizeof ladders / sizeof *ladders; i++) {
        ari_variant *v = variant(ladders[i].game);
        ari_match match;
        play_pair(v, "level:2,sight=1,slip=0", "level:1", 200, &match);
        if (match.low <= 0)
            fail_msg("%s: level 1 does not clearly lose", ladders[i].game);
        for (int level = 3; level <= ladders[i].highest; level++) {
            char a[24], b[24];
            snprintf(a, sizeof a, "level:%d", level);
            snprintf(b, sizeof b, "level:%d", level - 2);
            play_pair(v, a, b, ladders[i].games, &match);
            if (match.elo <= 0)
                fail_msg("%s: %s against %s: %+.0f", ladders[i].game, a, b, match.elo);
        }
        ari_variant_free(v);
    }
}

/* Level 10 of what is solved at once: every choice keeps the value, by plain recursion. */
static void the_highest_is_exact(void **state)
{
    (void)state;
    static const char *const games[] = {"tictactoe", "nim:heaps=321", "coins",
                                        "connect4:width=3,height=3,line=3",
                                        "dots:width=2,height=1"};
    ari_random random = ari_random_seeded(5);
    for (size_t g = 0; g < sizeof games / sizeof *games; g++) {
        ari_variant *v = variant(games[g]);
        ari_player *best = player(v, "level:10", 1);
        for (int n = 0; n < 20; n++) {
            ari_state s = somewhere(v, &random);
            if (g == 0) /* later positions are shorter recursions */
                for (int i = 0; i < 3 && ari_outcome(v, &s) == ARI_ON; i++) {
                    ari_state next = ari_after(v, &s, choose(best, &s).move);
                    if (ari_outcome(v, &next) == ARI_ON)
                        s = next;
                }
            ari_choice choice = choose(best, &s);
            ari_state next = ari_after(v, &s, choice.move);
            int value = brute_value(v, &next);
            value = ari_turn(v, &s) == ari_turn(v, &next) ? value : -value;
            if (!ari_has(v, ARI_HAS_PAYOFFS))
                value -= (value > 0) - (value < 0);
            assert_true(choice.exact);
            assert_int_equal(value, brute_value(v, &s));
        }
        ari_player_free(best);
        ari_variant_free(v);
    }
}

/* However large the board, the work for a move is bounded. */
static void no_level_thinks_for_long(void **state)
{
    (void)state;
    static const char *const games[] = {"mnk:width=15,height=15,line=5", "connect4",
                                        "dots:width=5,height=5"};
    for (size_t g = 0; g < sizeof games / sizeof *games; g++) {
        ari_variant *v = variant(games[g]);
        for (int level = 6; level <= 10; level += 2) {
            char who[24];
            snprintf(who, sizeof who, "level:%d", level);
            ari_player *one = player(v, who, 1);
            ari_choice choice = choose(one, &v->start);
            assert_true(choice.nodes < 2000000);
            ari_player_free(one);
        }
        ari_variant_free(v);
    }
}

/* A new beginning forgets the games before. */
static void beginning_again(void **state)
{
    (void)state;
    static const char *const players[] = {"level:7", "level:10", "engine:nodes=2000",
                                          "engine:depth=5,eval=random", "mistake:0.5"};
    ari_variant *v = variant("connect4:width=5,height=4");
    for (size_t i = 0; i < sizeof players / sizeof *players; i++) {
        ari_player *one = player(v, players[i], 0);
        uint64_t first = 0;
        for (int n = 0; n < 3; n++) {
            uint64_t hash = 0;
            assert_int_equal(ari_player_begin(one, n == 1 ? 8 : 7, NULL), ARI_OK);
            for (ari_state s = v->start; ari_outcome(v, &s) == ARI_ON;) {
                ari_move move = choose(one, &s).move;
                hash = ari_mix(hash ^ move);
                s = ari_after(v, &s, move);
            }
            if (n == 0)
                first = hash;
            if (n == 2)
                assert_true(hash == first);
        }
        ari_player_free(one);
    }
    ari_variant_free(v);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_child_sees_more),
        cmocka_unit_test(slips_are_the_worst_beyond_sight),
        cmocka_unit_test(exact_as_often_as_it_says),
        cmocka_unit_test(lost_but_not_given_up),
        cmocka_unit_test(variety),
        cmocka_unit_test(equal_moves_are_drawn_fairly),
        cmocka_unit_test(varied_scores_are_the_same),
        cmocka_unit_test(the_ladder_leads_upwards),
        cmocka_unit_test(the_highest_is_exact),
        cmocka_unit_test(no_level_thinks_for_long),
        cmocka_unit_test(beginning_again),
    };
    return cmocka_run_group_tests_name("levels", tests, NULL, NULL);
}
