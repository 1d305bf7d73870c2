/* test_variety.c: openings that are not the same each time, and are never worse than the margin. */
#include "playing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NODES = 4000, SEEDS = 8 };

static ari_player *made(const ari_variant *v, const char *who, uint64_t seed, bool vary)
{
    ari_player *result;
    ari_error error;
    const ari_player_job job = {.seed = seed, .bytes = (size_t)1 << 20, .vary = vary};
    if (ari_player_new(v, who, &job, &result, &error) != ARI_OK)
        fail_msg("%s: %s", who, error.message);
    return result;
}

/* The lines that a player with these limits sees, by an engine of its own. */
static void look(const ari_variant *v, const ari_record *game, ari_result *lines)
{
    ari_engine *engine;
    ari_engine_job job = {.limits = {.nodes = NODES / 2},
                          .record = game,
                          .lines = ARI_VARIED_LINES,
                          .apart = true};
    assert_int_equal(ari_eval_parse(v, NULL, 0, &job.eval, NULL), ARI_OK);
    assert_int_equal(ari_engine_new(v, (size_t)1 << 20, &engine, NULL), ARI_OK);
    assert_int_equal(ari_engine_search(engine, &game->end, &job, lines, NULL), ARI_OK);
    ari_engine_free(engine);
    for (int i = 0; i < ARI_VARIED_LINES; i++) /* none is the image of another */
        for (int j = 0; j < i && lines[i].best != ARI_NO_MOVE; j++)
            assert_false(ari_moves_alike(v, &game->end, lines[i].best, lines[j].best));
}

/* Is the choice within the margin of what the lines say, and is it said of how many it is one? */
static void check_choice(const ari_variant *v, const ari_record *game,
                         const ari_choice *choice, int margin)
{
    ari_result lines[ARI_VARIED_LINES];
    look(v, game, lines);
    bool decided = lines[0].exact || abs(lines[0].score) > ARI_SCORE_MAX;
    int within = 0, is = -1;
    for (int i = 0; i < ARI_VARIED_LINES && lines[i].best != ARI_NO_MOVE; i++) {
        within +=
            lines[i].depth == lines[0].depth && lines[i].score >= lines[0].score - margin;
        if (ari_moves_alike(v, &game->end, lines[i].best, choice->move))
            is = i;
    }
    if (decided || within < 2 || lines[0].depth < 1) {
        assert_int_equal(choice->among, 0);
        return;
    }
    assert_int_equal(choice->among, within);
    assert_true(is >= 0 && is < within);
    assert_int_equal(choice->score, lines[is].score);
}

typedef struct opening {
    ari_move moves[ARI_VARIED_PLIES + 2];
    int among; /* choices among several */
} opening;

/* Both sides by players who are new for each move, so that nothing is left of what they saw before. */
static opening play(const ari_variant *v, const char *who, uint64_t seed, bool vary,
                    int margin)
{
    opening result = {.among = 0};
    ari_record game = {.start = v->start, .end = v->start};
    for (int ply = 0; ply < ARI_VARIED_PLIES + 2; ply++) {
        ari_player *player = made(v, who, seed * 100 + (uint64_t)ply, vary);
        ari_player_recall(player, &game);
        ari_choice choice = choose(player, &game.end);
        ari_player_free(player);
        if (margin < 0 || ply >= ARI_VARIED_PLIES)
            assert_int_equal(choice.among, 0);
        else
            check_choice(v, &game, &choice, margin);
        result.among += choice.among > 1;
        result.moves[ply] = choice.move;
        assert_int_equal(ari_record_add(v, &game, choice.move, NULL), ARI_OK);
        if (ari_record_over(v, &game))
            break;
    }
    ari_record_free(&game);
    return result;
}

static int count_different(const opening *openings)
{
    int different = 0;
    for (int i = 0; i < SEEDS; i++) {
        int j = 0;
        while (j < i && memcmp(openings[i].moves, openings[j].moves,
                               sizeof openings[i].moves) != 0)
            j++;
        different += j == i;
    }
    return different;
}

static void openings_differ_within_the_margin(void **unused)
{
    (void)unused;
    static const struct {
        const char *game;
        int margin, least; /* so many of the openings are different */
    } cases[] = {{"mnk:width=9,height=9,line=5", 20, 6},
                 {"othello", 3, 6},
                 {"breakthrough:width=6,height=6", 3, 6},
                 {"kalah", 1, 3}};
    for (size_t g = 0; g < sizeof cases / sizeof *cases; g++) {
        ari_variant *v = variant(cases[g].game);
        opening openings[SEEDS];
        char who[64];
        snprintf(who, sizeof who, "engine:nodes=%d,vary=%d", NODES, cases[g].margin);
        for (int seed = 0; seed < SEEDS; seed++)
            openings[seed] = play(v, who, (uint64_t)seed, false, cases[g].margin);
        if (count_different(openings) < cases[g].least)
            fail_msg("%s: %d different openings", v->name, count_different(openings));
        opening again = play(v, who, 3, false, cases[g].margin);
        assert_memory_equal(again.moves, openings[3].moves, sizeof again.moves);
        ari_variant_free(v);
    }
}

/* Nobody is asked to vary, or somebody will not: the seed changes nothing. */
static void others_play_the_same(void **unused)
{
    (void)unused;
    ari_variant *v = variant("mnk:width=9,height=9,line=5");
    char plain[64], off[64];
    snprintf(plain, sizeof plain, "engine:nodes=%d", NODES);
    snprintf(off, sizeof off, "engine:nodes=%d,vary=off", NODES);
    opening openings[SEEDS];
    for (int seed = 0; seed < SEEDS; seed++)
        openings[seed] = seed % 2 ? play(v, off, (uint64_t)seed, true, -1)
                                  : play(v, plain, (uint64_t)seed, false, -1);
    assert_int_equal(count_different(openings), 1);
    ari_level strongest = v->game->levels[ARI_LEVELS - 1];
    for (int seed = 0; seed < SEEDS; seed++)
        openings[seed] = play(v, plain, (uint64_t)seed, true, strongest.whim);
    assert_true(count_different(openings) > SEEDS / 2);
    ari_variant_free(v);
}

/* Who sees a win takes it, whatever the seed; the lines of a lost game are no choice, either. */
static void what_is_proved_is_played(void **unused)
{
    (void)unused;
    ari_variant *v = variant("mnk:width=9,height=9,line=4");
    ari_record game;
    assert_int_equal(ari_record_parse(v, &v->start, "d5 a1 e5 c1 f5 e1", &game, NULL),
                     ARI_OK);
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        ari_player *player = made(v, "engine:nodes=4000,vary=1000000", seed, false);
        ari_player_recall(player, &game);
        ari_choice choice = choose(player, &game.end);
        assert_int_equal(choice.score, ARI_WIN - 1);
        assert_int_equal(choice.among, 0);
        ari_player_free(player);
    }
    ari_record_free(&game);
    ari_variant_free(v);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(openings_differ_within_the_margin),
        cmocka_unit_test(others_play_the_same),
        cmocka_unit_test(what_is_proved_is_played),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
