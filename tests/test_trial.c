/* test_trial.c: does a player ever lose? Counted here game by game, by plain recursion. */
#include "playing.h"

#include <string.h>

#include <ariadne/trial.h>

/* What a player may do, told without ari_player_might. */
typedef int choices(const ari_variant *v, const ari_state *s, ari_move *moves);

static int by_rules(const ari_variant *v, const ari_state *s, ari_move *moves)
{
    ari_advice advice = {.count = 0};
    v->core->advise(v->rules, s, 0, &advice);
    memcpy(moves, advice.moves, (size_t)advice.count * sizeof *moves);
    return advice.count;
}

static int as_written(const ari_variant *v, const ari_state *s, ari_move *moves)
{
    ari_advice advice = {.count = 0};
    v->core->advise(v->rules, s, 1, &advice);
    memcpy(moves, advice.moves, (size_t)advice.count * sizeof *moves);
    return advice.count;
}

static int any_move(const ari_variant *v, const ari_state *s, ari_move *moves)
{
    return ari_moves(v, s, moves);
}

typedef struct tally {
    uint64_t won, drawn, lost;
    int shortest; /* plies of a lost game */
} tally;

static void play_all(const ari_variant *v, const ari_state *s, ari_side side,
                     choices *what, int ply, tally *sums)
{
    int outcome = ari_outcome(v, s);
    if (outcome != ARI_ON) {
        int mine = ari_turn(v, s) == side ? outcome : -outcome;
        ++*(mine > 0 ? &sums->won : mine < 0 ? &sums->lost : &sums->drawn);
        if (mine < 0 && (!sums->shortest || ply < sums->shortest))
            sums->shortest = ply;
        return;
    }
    ari_move moves[ARI_MOVES_MAX];
    int count = (ari_turn(v, s) == side ? what : any_move)(v, s, moves);
    for (int i = 0; i < count; i++) {
        ari_state next = ari_after(v, s, moves[i]);
        play_all(v, &next, side, what, ply + 1, sums);
    }
}

static ari_trial trial(const ari_variant *v, const char *who)
{
    ari_player *p = player(v, who, 1);
    ari_trial found;
    ari_error error;
    if (ari_trial_run(v, &v->start, p, 1, 0, NULL, &found, &error) != ARI_OK)
        fail_msg("%s: %s", who, error.message);
    ari_player_free(p);
    return found;
}

/* D3, F6: the same games as by recursion, each counted, and a lost one of the least length. */
static void games_are_counted(void **state)
{
    (void)state;
    static const struct {
        const char *game, *who;
        choices *what;
    } cases[] = {
        {"tictactoe", "rules", by_rules},
        {"tictactoe:early=no", "rules", by_rules},
        {"tictactoe", "rules:as-written", as_written},
        {"tictactoe", "random", any_move},
        {"nim:heaps=321", "random", any_move},
        {"coins:coins=13", "random", any_move}, /* the same position at several plies */
        {"evencoins:coins=12", "random", any_move},
        {"dots:width=2,height=1", "random", any_move}, /* the same side moves again */
        {"chomp:width=3,height=3", "random", any_move},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ari_variant *v = variant(cases[i].game);
        ari_trial found = trial(v, cases[i].who);
        assert_true(found.every && found.counted);
        for (int side = 0; side < 2; side++) {
            const ari_trial_seat *seat = &found.seats[side];
            tally sums = {.won = 0};
            play_all(v, &v->start, (ari_side)side, cases[i].what, 0, &sums);
            assert_int_equal(seat->won, sums.won);
            assert_int_equal(seat->drawn, sums.drawn);
            assert_int_equal(seat->lost, sums.lost);
            assert_int_equal(seat->loss.count, sums.shortest);
            if (sums.lost) {
                int outcome = ari_outcome(v, &seat->loss.end);
                assert_true(ari_turn(v, &seat->loss.end) == (ari_side)side ? outcome < 0
                                                                           : outcome > 0);
            }
        }
        ari_trial_free(&found);
        ari_variant_free(v);
    }
}

/* F6: as written, 112 games are lost as second player, and the known one is among them. */
static void written_rules_lose(void **state)
{
    (void)state;
    ari_variant *v = variant("tictactoe");
    ari_trial found = trial(v, "rules:as-written");
    assert_int_equal(found.seats[ARI_FIRST].lost, 0);
    assert_int_equal(found.seats[ARI_SECOND].lost, 112);
    ari_trial_free(&found);
    ari_state s = v->start;
    for (const char *c = "156283794"; *c; c++) {
        ari_move move = (ari_move)(*c - '1'), moves[ARI_MOVES_MAX];
        bool may = ari_turn(v, &s) == ARI_FIRST;
        for (int i = may ? 0 : as_written(v, &s, moves); i-- > 0;)
            may = may || moves[i] == move;
        assert_true(may);
        s = ari_after(v, &s, move);
    }
    assert_int_equal(ari_outcome(v, &s), ARI_LOST); /* for o, who would be next */
    ari_variant_free(v);
}

/* Who plays exactly loses exactly where the start is lost; who errs may lose where a mistake
 * can be made at all. */
static void exact_players_keep_their_value(void **state)
{
    (void)state;
    static const char *const games[] = {"tictactoe",      "nim:heaps=321",
                                        "nim:heaps=21",   "coins:coins=9",
                                        "coins:coins=10", "connect4:width=4,height=3"};
    static const char *const players[] = {"perfect", "level:10", "mistake:0"};
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        ari_variant *v = variant(games[i]);
        int value = brute_value(v, &v->start);
        for (size_t k = 0; k < sizeof players / sizeof *players; k++) {
            ari_trial found = trial(v, players[k]);
            assert_true(found.every);
            assert_int_equal(found.seats[ARI_FIRST].lost > 0, value < 0);
            assert_int_equal(found.seats[ARI_SECOND].lost > 0, value > 0);
            ari_trial_free(&found);
        }
        ari_trial found = trial(v, "mistake:0.5");
        assert_true(found.every && found.seats[0].lost > 0 && found.seats[1].lost > 0);
        ari_trial_free(&found);
        ari_variant_free(v);
    }
}

/* What a player does in a game is always among what it may do. */
static void choices_are_among_those(void **state)
{
    (void)state;
    static const char *const players[] = {"rules",    "rules:as-written", "perfect",
                                          "level:10", "mistake:0.5",      "mistake:1"};
    ari_variant *v = variant("tictactoe");
    for (size_t k = 0; k < sizeof players / sizeof *players; k++) {
        ari_player *one = player(v, players[k], 1), *other = player(v, players[k], 1);
        ari_random random = ari_random_seeded(k);
        for (int game = 0; game < 40; game++) {
            ari_state s = v->start;
            while (ari_outcome(v, &s) == ARI_ON) {
                ari_move might[ARI_MOVES_MAX], any[ARI_MOVES_MAX];
                int count;
                bool every, among = false;
                assert_int_equal(
                    ari_player_might(one, &s, 7, NULL, might, &count, &every, NULL),
                    ARI_OK);
                assert_true(every && count > 0);
                ari_move made = choose(other, &s).move;
                for (int i = 0; i < count; i++)
                    among = among || might[i] == made;
                assert_true(among);
                int legal = ari_moves(v, &s, any);
                s = ari_after(v, &s, any[ari_random_below(&random, (uint32_t)legal)]);
            }
        }
        ari_player_free(one);
        ari_player_free(other);
    }
    ari_variant_free(v);
}

static void refusals(void **state)
{
    (void)state;
    ari_variant *v = variant("connect4");
    static const struct {
        const char *who;
        uint64_t most;
        ari_status status;
    } cases[] = {{"human", 0, ARI_UNSUPPORTED},
                 {"engine:time=1", 0, ARI_UNSUPPORTED},
                 {"random", 1000, ARI_LIMIT},
                 {"perfect:time=0.001", 0, ARI_LIMIT}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ari_player *p = player(v, cases[i].who, 0);
        ari_trial found;
        ari_error error;
        assert_int_equal(
            ari_trial_run(v, &v->start, p, 0, cases[i].most, NULL, &found, &error),
            cases[i].status);
        assert_true(error.message[0]);
        ari_player_free(p);
    }
    ari_stop stop = 1;
    const ari_limits limits = {.stop = &stop};
    ari_player *p = player(v, "random", 0);
    ari_trial found;
    assert_int_equal(ari_trial_run(v, &v->start, p, 0, 0, &limits, &found, NULL),
                     ARI_STOPPED);
    ari_player_free(p);
    ari_variant_free(v);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_are_counted),
        cmocka_unit_test(written_rules_lose),
        cmocka_unit_test(exact_players_keep_their_value),
        cmocka_unit_test(choices_are_among_those),
        cmocka_unit_test(refusals),
    };
    return cmocka_run_group_tests_name("trial", tests, NULL, NULL);
}
