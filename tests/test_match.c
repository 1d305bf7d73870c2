/* test_match.c: matches: seats, seeds, threads, Elo, the sequential test (B8). */
#include "playing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <ariadne/match.h>
#include <ariadne/random.h>

/* ---- what the numbers say ---- */

static void elo_and_score(void **state)
{
    (void)state;
    static const double known[][2] = {
        {0.5, 0}, {0.75, 190.85}, {0.9, 381.70}, {0.64, 99.95}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        assert_true(fabs(ari_elo_of_score(known[i][0]) - known[i][1]) < 0.01);
        assert_true(fabs(ari_score_of_elo(known[i][1]) - known[i][0]) < 1e-4);
        assert_true(fabs(ari_elo_of_score(1 - known[i][0]) + known[i][1]) < 0.01);
    }
    assert_true(isinf(ari_elo_of_score(1)) && isinf(ari_elo_of_score(0)));
}

/* A pair of games at this strength, with a tenth of them drawn. */
static double pair(ari_random *random, double score)
{
    double sum = 0;
    for (int i = 0; i < 2; i++) {
        double u = ari_random_unit(random);
        sum += u < 0.1 ? 0.5 : (u - 0.1) / 0.9 < (score - 0.05) / 0.9 ? 1 : 0;
    }
    return sum / 2;
}

/* The interval holds the truth in about 95 of 100 matches. */
static void interval_holds_the_truth(void **state)
{
    (void)state;
    ari_random random = ari_random_seeded(1);
    static const double truths[] = {0.5, 0.65, 0.9};
    for (size_t t = 0; t < sizeof truths / sizeof *truths; t++) {
        int inside = 0;
        for (int n = 0; n < 400; n++) {
            ari_match match = {.pairs = 0};
            for (int i = 0; i < 100; i++)
                ari_match_add_pair(&match, pair(&random, truths[t]), NULL);
            double elo = ari_elo_of_score(truths[t]);
            inside += match.low <= elo && elo <= match.high;
        }
        assert_in_range(inside, 364, 396); /* 91 % to 99 % */
    }
}

/* A game with this expected score, of which so many are drawn if there is room for them. */
static double game(ari_random *random, double score, double draws)
{
    double most = 2 * (score < 0.5 ? score : 1 - score), u = ari_random_unit(random);
    draws = draws < most ? draws : most;
    return u < draws ? 0.5 : u < score + draws / 2 ? 1 : 0;
}

/* How many of so many sequential tests end with yes when the truth is `elo`, and how many
 * pairs that takes. The first move is worth `first`. */
static int answers_yes(ari_random *random, const ari_sprt *sprt, double elo, double first,
                       double draws, int tests, int64_t *pairs)
{
    double score = ari_score_of_elo(elo);
    int yes = 0;
    for (int n = 0; n < tests; n++) {
        ari_match match = {.pairs = 0};
        while (match.answer == ARI_SPRT_OPEN && match.pairs < 20000)
            ari_match_add_pair(&match,
                               (game(random, score + first, draws) +
                                game(random, score - first, draws)) /
                                   2,
                               sprt);
        yes += match.answer == ARI_SPRT_YES;
        *pairs += match.pairs;
    }
    return yes;
}

/* At either of its two differences the test errs in one of twenty cases at most, give or
 * take what 3,000 cases may differ by chance; whatever the draws and the advantage of the
 * first move. Tests between differences far apart end after few pairs, which vary less than
 * they should: those must not be believed. */
static void sequential_test_keeps_its_risks(void **state)
{
    (void)state;
    static const ari_sprt sprts[] = {{.elo0 = 0, .elo1 = 40},
                                     {.elo0 = 0, .elo1 = 100},
                                     {.elo0 = -100, .elo1 = 0},
                                     {.elo0 = 0, .elo1 = 200},
                                     {.elo0 = 100, .elo1 = 200}};
    static const double kinds[][2] = {/* what the first move is worth, and the draws */
                                      {0.15, 0.13}, /* tic-tac-toe at random */
                                      {0, 0},
                                      {0.1, 0.6}};
    enum { TESTS = 3000, MOST = TESTS * 6 / 100 };
    ari_random random = ari_random_seeded(2);
    int64_t pairs = 0;
    for (size_t i = 0; i < sizeof sprts / sizeof *sprts; i++)
        for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
            const double *kind = kinds[k];
            int wrong_yes = answers_yes(&random, &sprts[i], sprts[i].elo0, kind[0],
                                        kind[1], TESTS, &pairs);
            int yes = answers_yes(&random, &sprts[i], sprts[i].elo1, kind[0], kind[1],
                                  TESTS, &pairs);
            assert_in_range(wrong_yes, 0, MOST);
            assert_in_range(TESTS - yes, 0, MOST);
        }
}

/* It is quicker the clearer the case. */
static void sequential_test_is_quick(void **state)
{
    (void)state;
    const ari_sprt sprt = {.elo0 = 0, .elo1 = 40};
    ari_random random = ari_random_seeded(3);
    int64_t close = 0, clear = 0;
    answers_yes(&random, &sprt, 40, 0.1, 0.1, 200, &close);
    assert_int_equal(answers_yes(&random, &sprt, 150, 0.1, 0.1, 200, &clear), 200);
    assert_true(3 * clear < close);
}

/* The same game again is no new evidence: neither an interval nor an answer. */
static void repeated_games_prove_nothing(void **state)
{
    (void)state;
    const ari_sprt sprt = {.elo0 = 0, .elo1 = 100};
    for (int different = 1; different <= 12; different++) {
        ari_match match = {.pairs = 0};
        for (int i = 1; i <= 40; i++) {
            for (int side = 0; side < 2; side++) {
                match.seat[side].wins++;
                match.seat[side].different = side == 0 || i < different ? i : different;
            }
            ari_match_add_pair(&match, 1, &sprt);
            /* Nine of eighteen are too few, of seventeen not: those repeat by chance. */
            bool few = different < 10 && i >= 2 * different;
            assert_int_equal(ari_match_repeats(&match), few);
            assert_int_equal(isinf(match.low) != 0, few);
            if (few)
                assert_int_equal(match.answer,
                                 different <= 4 ? ARI_SPRT_OPEN : ARI_SPRT_YES);
        }
    }
}

static void a_clean_sweep(void **state)
{
    (void)state;
    ari_match match = {.pairs = 0};
    for (int i = 0; i < 100; i++)
        ari_match_add_pair(&match, 1, NULL);
    assert_true(isinf(match.elo) && isinf(match.high));
    assert_true(match.low > 400 && match.low < 1200);
}

/* ---- games ---- */

/* What a match told, to be compared. */
typedef struct told {
    const ari_variant *v;
    int64_t games, most; /* most: end it after so many */
    int64_t repeated;    /* games that ended with a position there for the third time */
    uint64_t hash;
    uint64_t seen[2000]; /* the games, each as a number */
    ari_move opening[8];
} told;

/* How often the last position of a game was there. */
static int times_at_end(const ari_variant *v, const ari_record *record)
{
    ari_state s = record->start;
    int times = ari_state_equal(v, &s, &record->end);
    for (int i = 0; i < record->count; i++) {
        s = ari_after(v, &s, record->moves[i]);
        times += ari_state_equal(v, &s, &record->end);
    }
    return times;
}

static bool listen(void *self, const ari_match_game *game, const ari_match *so_far)
{
    told *t = self;
    const ari_record *record = game->record;
    assert_int_equal(game->number, ++t->games);
    /* The record is a game by the rules, and the result is its result. */
    ari_state s = record->start;
    uint64_t number = 0;
    for (int i = 0; i < record->count; i++) {
        ari_move moves[ARI_MOVES_MAX];
        int count = ari_moves(t->v, &s, moves), found = 0;
        for (int j = 0; j < count; j++)
            found += moves[j] == record->moves[i];
        assert_int_equal(found, 1);
        s = ari_after(t->v, &s, record->moves[i]);
        t->hash = ari_mix(t->hash ^ record->moves[i]);
        number = ari_mix(number ^ record->moves[i]);
    }
    if (t->games <= 2000)
        t->seen[t->games - 1] = number;
    int outcome = ari_outcome(t->v, &s);
    if (outcome == ARI_ON) /* it would have gone on for ever: a draw */
        assert_true(times_at_end(t->v, record) == 3 ||
                    record->count == ARI_MATCH_PLIES_MAX);
    outcome = outcome == ARI_ON ? 0 : outcome;
    assert_int_equal(game->result, ari_turn(t->v, &s) == ARI_FIRST ? outcome : -outcome);
    t->repeated += times_at_end(t->v, record) == 3;
    t->hash = ari_mix(t->hash ^ (uint64_t)game->result);
    /* Both games of a pair begin alike. */
    for (int i = 0; i < game->opening && i < 8; i++) {
        if (game->number % 2 == 0)
            assert_int_equal(t->opening[i], record->moves[i]);
        t->opening[i] = record->moves[i];
    }
    int64_t counted = 0;
    for (int i = 0; i < 2; i++)
        counted += so_far->seat[i].wins + so_far->seat[i].draws + so_far->seat[i].losses;
    assert_int_equal(counted, t->games / 2 * 2); /* whole pairs */
    assert_int_equal(so_far->odd, t->games % 2);
    return t->games != t->most;
}

/* How many of the games, all or every second from `first`, differ. */
static int64_t different(const told *t, int first, int step)
{
    int64_t count = 0, games = t->games / 2 * 2;
    assert_true(games <= 2000);
    for (int64_t i = first; i < games; i += step) {
        bool new = true;
        for (int64_t j = first; j < i && new; j += step)
            new = t->seen[j] != t->seen[i];
        count += new;
    }
    return count;
}

static ari_match play(const ari_variant *v, ari_match_job setup, told *t)
{
    ari_match match;
    ari_error error;
    *t = (told){.v = v, .most = t->most};
    setup.each = listen;
    setup.self = t;
    if (ari_match_play(v, &setup, &match, &error) != ARI_OK)
        fail_msg("%s", error.message);
    assert_int_equal(t->games, match.seat[0].wins + match.seat[0].draws +
                                   match.seat[0].losses + match.seat[1].wins +
                                   match.seat[1].draws + match.seat[1].losses +
                                   match.odd);
    for (int i = 0; i < 2; i++)
        assert_int_equal(match.seat[i].different, different(t, i, 2));
    assert_int_equal(match.different, different(t, 0, 1));
    return match;
}

static void threads_change_nothing(void **state)
{
    (void)state;
    static const ari_sprt sprt = {.elo0 = 0, .elo1 = 30};
    static const struct {
        const char *game;
        ari_match_job setup;
    } cases[] = {
        {"tictactoe", {.who = {"level:5", "level:2"}, .games = 40, .seed = 3}},
        {"tictactoe", {.who = {"mistake:0.3", "rules"}, .games = 20, .seed = 4}},
        {"connect4",
         {.who = {"engine:depth=3", "level:4"},
          .games = 6,
          .seed = 5,
          .opening_plies = 4}},
        {"connect4",
         {.who = {"engine:algo=alphabeta,depth=3,eval=random",
                  "engine:nodes=500,eval=threats"},
          .games = 6,
          .seed = 6}},
        {"nim", {.who = {"level:7", "level:3"}, .games = 200, .seed = 7, .sprt = &sprt}},
        {"dots:width=2,height=2", {.who = {"level:10", "random"}, .games = 6, .seed = 8}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ari_variant *v = variant(cases[i].game);
        told alone = {.most = 0}, together = {.most = 0};
        ari_match one = play(v, cases[i].setup, &alone);
        for (int threads = 2; threads <= 3; threads++) {
            ari_pool *pool;
            ari_match_job setup = cases[i].setup;
            assert_int_equal(ari_pool_new(threads, &pool, NULL), ARI_OK);
            setup.runner = ari_pool_runner(pool);
            ari_match many = play(v, setup, &together);
            assert_int_equal(together.games, alone.games);
            assert_true(together.hash == alone.hash);
            assert_memory_equal(many.seat, one.seat, sizeof one.seat);
            assert_int_equal(many.answer, one.answer);
            ari_pool_free(pool);
        }
        if (cases[i].setup.sprt) {
            assert_int_equal(one.answer, ARI_SPRT_YES);
            assert_true(alone.games < 2 * cases[i].setup.games);
        } else {
            assert_int_equal(alone.games, 2 * cases[i].setup.games);
        }
        told other = {.most = 0};
        ari_match_job setup = cases[i].setup;
        setup.seed += 100;
        play(v, setup, &other);
        assert_false(other.hash == alone.hash);
        ari_variant_free(v);
    }
}

/* A is first in the odd games: in nim 1 the first player must lose. */
static void seats_are_apart(void **state)
{
    (void)state;
    ari_variant *v = variant("nim:heaps=1");
    told t = {.most = 0};
    ari_match match =
        play(v, (ari_match_job){.who = {"random", "random"}, .games = 5}, &t);
    assert_int_equal(match.seat[0].losses, 5);
    assert_int_equal(match.seat[1].wins, 5);
    assert_true(fabs(match.elo) < 1e-9);
    /* There is but one game, and five of it are one: no interval. */
    assert_int_equal(match.different, 1);
    assert_true(ari_match_repeats(&match) && isinf(match.low) && isinf(match.high));
    ari_variant_free(v);
}

/* Against itself nobody is better, though the first move is worth something. */
static void equals_are_equal(void **state)
{
    (void)state;
    static const char *const games[][2] = {
        {"tictactoe", "level:8"}, {"connect4", "level:3"}, {"evencoins", "level:4"}};
    for (size_t i = 0; i < 3; i++) {
        ari_variant *v = variant(games[i][0]);
        told t = {.most = 0};
        ari_match match = play(
            v,
            (ari_match_job){.who = {games[i][1], games[i][1]}, .games = 300, .seed = 1},
            &t);
        assert_true(match.low < 0 && match.high > 0);
        if (i == 0)
            assert_true(match.seat[0].wins > match.seat[0].losses + 30);
        ari_variant_free(v);
    }
}

/* D3, D8: who knows tic-tac-toe never loses. */
static void never_lost(void **state)
{
    (void)state;
    static const char *const strong[] = {"rules", "perfect", "level:10"};
    static const char *const others[] = {"random", "level:2", "level:7", "mistake:0.5"};
    ari_variant *v = variant("tictactoe");
    for (size_t i = 0; i < 3; i++)
        for (size_t j = 0; j < 4; j++) {
            told t = {.most = 0};
            ari_match match = play(
                v,
                (ari_match_job){.who = {strong[i], others[j]}, .games = 100, .seed = j},
                &t);
            assert_int_equal(match.seat[0].losses + match.seat[1].losses, 0);
        }
    ari_variant_free(v);
}

static void ending_early(void **state)
{
    (void)state;
    ari_variant *v = variant("tictactoe");
    told t = {.most = 5};
    ari_match match =
        play(v, (ari_match_job){.who = {"random", "random"}, .games = 50}, &t);
    assert_int_equal(t.games, 5);
    assert_int_equal(match.pairs, 2);
    assert_true(match.odd);
    ari_tally sum = match.seat[0];
    double points = (double)(sum.wins + match.seat[1].wins) +
                    (double)(sum.draws + match.seat[1].draws) / 2;
    assert_true(fabs(match.score - points / 4) < 1e-9); /* of the same games */
    ari_stop stop = 1;
    t.most = 0;
    match = play(
        v, (ari_match_job){.who = {"random", "random"}, .games = 50, .stop = &stop}, &t);
    assert_true(match.stopped && t.games == 0 && match.pairs == 0);
    ari_variant_free(v);
}

/* Two who see nothing worth doing push the same cubes to and fro. */
static void endless_games_are_drawn(void **state)
{
    (void)state;
    ari_variant *v = variant("quixo:size=4");
    told t = {.most = 0};
    ari_match match =
        play(v,
             (ari_match_job){.who = {"engine:algo=alphabeta,depth=2,eval=lines",
                                     "engine:algo=alphabeta,depth=2,eval=lines"},
                             .games = 10,
                             .seed = 1,
                             .opening_plies = 2},
             &t);
    assert_true(t.repeated > 0);
    assert_int_equal(t.repeated, match.seat[0].draws + match.seat[1].draws);
    ari_variant_free(v);
}

static void openings(void **state)
{
    (void)state;
    /* From xo.xo.... with 50 random plies: never one that ends the game. */
    ari_variant *v = variant("tictactoe:early=no");
    ari_state s = position(v, "xo.......");
    told t = {.most = 0};
    ari_match match = play(
        v,
        (ari_match_job){
            .who = {"random", "random"}, .games = 30, .start = &s, .opening_plies = 50},
        &t);
    assert_int_equal(match.seat[0].wins + match.seat[0].draws + match.seat[0].losses, 30);
    ari_variant_free(v);
}

static void wrong_requests(void **state)
{
    (void)state;
    static const ari_sprt turned = {.elo0 = 5, .elo1 = 5};
    ari_variant *v = variant("tictactoe");
    ari_state over = position(v, "xxxoo....");
    const struct {
        ari_match_job setup;
        ari_status status;
        const char *says;
    } cases[] = {
        {{.who = {"human", "random"}, .games = 1}, ARI_UNSUPPORTED, "'human' is not one"},
        {{.who = {"random", "nobody"}, .games = 1}, ARI_UNKNOWN, "no player 'nobody'"},
        {{.who = {"random", "random"}}, ARI_RANGE, "from 1 to"},
        {{.who = {"random", "random"}, .games = 1, .sprt = &turned},
         ARI_RANGE,
         "smaller"},
        {{.who = {"random", "random"}, .games = 1, .start = &over}, ARI_OVER, "over"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ari_match match;
        ari_error error;
        assert_int_equal(ari_match_play(v, &cases[i].setup, &match, &error),
                         cases[i].status);
        assert_non_null(strstr(error.message, cases[i].says));
    }
    ari_variant_free(v);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(elo_and_score),
        cmocka_unit_test(interval_holds_the_truth),
        cmocka_unit_test(sequential_test_keeps_its_risks),
        cmocka_unit_test(sequential_test_is_quick),
        cmocka_unit_test(repeated_games_prove_nothing),
        cmocka_unit_test(a_clean_sweep),
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(seats_are_apart),
        cmocka_unit_test(equals_are_equal),
        cmocka_unit_test(never_lost),
        cmocka_unit_test(ending_early),
        cmocka_unit_test(endless_games_are_drawn),
        cmocka_unit_test(openings),
        cmocka_unit_test(wrong_requests),
    };
    return cmocka_run_group_tests_name("match", tests, NULL, NULL);
}
