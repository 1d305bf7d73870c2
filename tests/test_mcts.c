/* test_mcts.c: Monte-Carlo tree search: what it calls proved is so, whatever the game, the seed and the
 * moment it was stopped; and it keeps to its limits. */
#include <stdlib.h>
#include <string.h>

#include "positions.h"

#include <ariadne/analysis.h>
#include <ariadne/mcts.h>
#include <ariadne/player.h>
#include <ariadne/tree.h>

static ari_mcts *searched(const ari_variant *v, const ari_state *s,
                          const ari_mcts_job *job)
{
    ari_mcts *tree;
    ari_error error;
    if (ari_mcts_search(v, s, job, &tree, &error) != ARI_OK)
        fail_msg("%s: %s", v->name, error.message);
    return tree;
}

static ari_eval evaluation(const ari_variant *v, const char *name)
{
    ari_eval eval;
    ari_error error;
    if (ari_eval_parse(v, name, 1, &eval, &error) != ARI_OK)
        fail_msg("%s: %s", v->name, error.message);
    return eval;
}

/* ---- proofs ---- */

/* What is proved of it, for whoever makes the move, holds. */
static void expect_bounds(const ari_variant *v, const ari_answer *known, int score)
{
    if (known->low > score || known->high < score)
        fail_msg("%s: proved from %d to %d, but it is %d", v->name, known->low,
                 known->high, score);
}

static int sign_of(int score)
{
    return (score > 0) - (score < 0);
}

/* Every bound of the tree's root and its moves against the exact values. */
static void expect_tree(const ari_mcts *tree, const ari_analysis *exact)
{
    const ari_variant *v = tree->variant;
    const ari_answer root = ari_mcts_answer(tree, 0);
    bool saved = false;
    expect_bounds(v, &root, exact->whole.score);
    for (uint32_t c = tree->nodes[0].first; c; c = tree->nodes[c].next) {
        const ari_answer answer = ari_mcts_answer(tree, c);
        int i = 0;
        while (i < exact->count && exact->moves[i].move != answer.move)
            i++;
        assert_true(i < exact->count);
        expect_bounds(v, &answer, exact->moves[i].score);
        saved |= answer.high >= -ARI_SCORE_MAX;
    }
    /* A proved win is played, a proved loss is not while there is anything else. */
    const ari_answer best = ari_mcts_answer(tree, ari_mcts_best(tree, 0));
    if (tree->nodes[0].first && !ari_has(v, ARI_HAS_PAYOFFS)) {
        assert_true(root.low <= ARI_SCORE_MAX || best.low > ARI_SCORE_MAX);
        assert_true(!saved || best.high >= -ARI_SCORE_MAX);
    }
    if (tree->result.exact) {
        assert_true(ari_mcts_proved(tree, 0));
        assert_int_equal(sign_of(tree->result.score), sign_of(exact->whole.score));
        if (ari_has(v, ARI_HAS_PAYOFFS))
            assert_int_equal(tree->result.score, exact->whole.score);
        expect_bounds(v, &best, exact->whole.score);
    }
}

/* Small enough to be solved in a moment, of every kind: with cycles, payoffs, extra turns, candidates. */
static const char *const small[] = {"tictactoe",
                                    "nim:heaps=531",
                                    "nim:heaps=531,normal",
                                    "mnk:width=4,height=3,line=3",
                                    "mnk:width=4,height=4,line=4",
                                    "connect4:width=4,height=4",
                                    "connect4:width=5,height=4",
                                    "dots:width=2,height=2",
                                    "kalah:pits=3,seeds=2",
                                    "othello:size=4",
                                    "hex:size=3",
                                    "amazons:width=4,height=4",
                                    "breakthrough:width=3,height=5",
                                    "morris:men=3",
                                    "hare",
                                    "dobutsu"};
#define SMALL ((int)(sizeof small / sizeof *small))

/* How many values of positions were proved. */
static int no_proof_is_false(const char *spec, int positions)
{
    int proved = 0;
    ari_variant *v = variant(spec);
    ari_random random = ari_random_seeded(7);
    ari_solver *solver;
    ari_error error;
    assert_int_equal(ari_solver_new(v, (size_t)64 << 20, &solver, &error), ARI_OK);
    for (int i = 0; i < positions; i++) {
        const ari_state s =
            on_the_way(v, &random, 2 + (int)ari_random_below(&random, 14));
        const ari_engine_job ask = {.limits = {.nodes = 300000}};
        ari_analysis exact;
        ari_status status = ari_analyse(solver, &s, ARI_ASK_MOVES, &ask, &exact, &error);
        bool known = status == ARI_OK && exact.whole.exact;
        for (int k = 0; known && k < exact.count; k++)
            known = exact.moves[k].exact;
        for (int k = 0; known && k < 3; k++) {
            const ari_mcts_job job = {
                .limits = {.nodes = (uint64_t)100 << 2 * k * (1 + i % 2)},
                .eval = evaluation(v, k % 2 ? NULL : "neutral"),
                .seed = ari_random_next(&random)};
            ari_mcts *tree = searched(v, &s, &job);
            expect_tree(tree, &exact);
            proved += tree->result.exact;
            ari_mcts_free(tree);
        }
        if (status == ARI_OK)
            ari_analysis_free(&exact);
    }
    ari_solver_free(solver);
    ari_variant_free(v);
    return proved;
}

static void what_is_proved_is_so(void **state)
{
    (void)state;
    for (int i = 0; i < SMALL; i++)
        if (no_proof_is_false(small[i], POSITIONS) == 0)
            fail_msg("%s: nothing was proved", small[i]);
}

/* With enough rounds it proves what minimax finds. */
static void small_games_are_proved(void **state)
{
    static const struct {
        const char *spec, *position;
        int score; /* without its distance */
    } cases[] = {
        {"tictactoe", "", 0},
        {"tictactoe", "xo..x...o", 1},
        {"nim:heaps=531", "", 1},
        {"nim:heaps=531,normal", "", 1},
        {"mnk:width=4,height=3,line=3", "", 1},
        {"connect4:width=4,height=4", "", 0},
        {"dots:width=2,height=2", "", 2},
        {"hex:size=3", "", -1},
        {"othello:size=4", "", -10},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ari_variant *v = variant(cases[i].spec);
        const ari_state s = position(v, cases[i].position);
        for (int eval = 0; eval < 2; eval++) {
            const ari_mcts_job job = {.limits = {.nodes = 30000000},
                                      .eval = evaluation(v, eval ? NULL : "neutral"),
                                      .seed = 5};
            ari_mcts *tree = searched(v, &s, &job);
            const ari_result *result = &tree->result;
            if (!result->exact || result->stopped)
                fail_msg("%s is not proved", cases[i].spec);
            assert_int_equal(ari_has(v, ARI_HAS_PAYOFFS) ? result->score
                                                         : sign_of(result->score),
                             cases[i].score);
            assert_true(result->low <= result->high);
            ari_mcts_free(tree);
        }
        ari_variant_free(v);
    }
}

/* Wins and losses are proved through positions that may come back. */
static void cycles_are_no_proof(void **state)
{
    (void)state;
    ari_variant *v = variant("morris:men=3");
    ari_random random = ari_random_seeded(3);
    int proved = 0, again = 0;
    for (int i = 0; i < 40; i++) {
        const ari_state s = on_the_way(v, &random, 8);
        const ari_mcts_job job = {
            .limits = {.nodes = 20000}, .eval = evaluation(v, NULL), .seed = (uint64_t)i};
        ari_mcts *tree = searched(v, &s, &job);
        proved += tree->result.exact;
        for (size_t n = 0; n < tree->count; n++) {
            const ari_mcts_node *node = &tree->nodes[n];
            if (node->kind != ARI_MCTS_REPEATED)
                continue;
            again++;
            assert_false(ari_mcts_proved(tree, (uint32_t)n));
            assert_true(node->visits == 0 || node->sum == 0);
        }
        ari_mcts_free(tree);
    }
    assert_true(proved > 0);
    assert_true(again > 0);
    ari_variant_free(v);
}

/* What the game has been through before the search comes again in it. */
static void the_record_is_known(void **state)
{
    (void)state;
    ari_variant *v = variant("morris:men=3");
    ari_random random = ari_random_seeded(1);
    ari_record record = {.start = v->start, .end = v->start};
    bool found = false;
    for (int i = 0; i < 60 && !found; i++) {
        assert_int_equal(
            ari_record_add(v, &record, random_move(v, &record.end, &random), NULL),
            ARI_OK);
        if (ari_outcome(v, &record.end) != ARI_ON)
            break;
        ari_mcts_job job = {.limits = {.nodes = 3000},
                            .eval = evaluation(v, "neutral"),
                            .record = &record};
        ari_mcts *tree = searched(v, &record.end, &job);
        job.record = NULL;
        ari_mcts *alone = searched(v, &record.end, &job);
        for (uint32_t c = tree->nodes[0].first; c; c = tree->nodes[c].next)
            found |= tree->nodes[c].kind == ARI_MCTS_REPEATED;
        for (uint32_t c = alone->nodes[0].first; c; c = alone->nodes[c].next)
            assert_true(alone->nodes[c].kind != ARI_MCTS_REPEATED);
        ari_mcts_free(tree);
        ari_mcts_free(alone);
    }
    assert_true(found);
    ari_record_free(&record);
    ari_variant_free(v);
}

/* ---- the same again ---- */

static bool same_tree(const ari_mcts *a, const ari_mcts *b)
{
    return a->count == b->count && a->rounds == b->rounds &&
           a->result.best == b->result.best &&
           a->result.stats.nodes == b->result.stats.nodes &&
           memcmp(a->nodes, b->nodes, a->count * sizeof *a->nodes) == 0;
}

static void a_seed_repeats_itself(void **state)
{
    (void)state;
    for (int i = 0; i < SMALL; i++) {
        ari_variant *v = variant(small[i]), *core = variant(small[i]);
        ari_variant_use_core(core);
        for (int eval = 0; eval < 2; eval++) {
            ari_mcts_job job = {.limits = {.nodes = 3000},
                                .eval = evaluation(v, eval ? NULL : "neutral"),
                                .seed = 11};
            ari_mcts *one = searched(v, &v->start, &job);
            ari_mcts *two = searched(v, &v->start, &job);
            ari_mcts *any = searched(core, &core->start, &job);
            job.seed = 12;
            ari_mcts *other = searched(v, &v->start, &job);
            assert_true(same_tree(one, two));
            assert_true(same_tree(one, any));
            if (!eval)
                assert_false(same_tree(one, other));
            ari_mcts_free(one);
            ari_mcts_free(two);
            ari_mcts_free(any);
            ari_mcts_free(other);
        }
        ari_variant_free(v);
        ari_variant_free(core);
    }
}

/* ---- limits ---- */

static void memory_is_kept_to(void **state)
{
    static const size_t limits[] = {1000, 20000, 300000};
    (void)state;
    ari_variant *v = variant("mnk:width=9,height=9,line=5");
    for (int i = 0; i < 3; i++) {
        ari_allowance memory;
        ari_allowance_begin(&memory, limits[i]);
        const ari_mcts_job job = {.limits = {.nodes = 300000, .memory = &memory},
                                  .eval = evaluation(v, "neutral")};
        ari_mcts *tree = searched(v, &v->start, &job);
        assert_true(tree->full);
        assert_true(tree->rounds > tree->count);
        assert_int_equal(tree->nodes[0].visits, tree->rounds);
        assert_true(tree->result.best != ARI_NO_MOVE);
        assert_true(atomic_load(&memory.peak) <= limits[i]);
        ari_mcts_free(tree);
        assert_int_equal(atomic_load(&memory.used), 0);
    }
    ari_allowance memory;
    ari_allowance_begin(&memory, 10);
    const ari_mcts_job job = {.limits = {.nodes = 1000, .memory = &memory}};
    ari_mcts *tree;
    ari_error error;
    assert_int_equal(ari_mcts_search(v, &v->start, &job, &tree, &error), ARI_MEMORY);
    assert_null(tree);
    ari_variant_free(v);
}

/* However early it is stopped there is a legal move. */
static void a_stop_leaves_a_move(void **state)
{
    (void)state;
    ari_variant *v = variant("amazons");
    ari_stop stop = 1;
    for (uint64_t nodes = 0; nodes < 300; nodes += 7) {
        const ari_mcts_job job = {
            .limits = {.nodes = nodes, .stop = nodes ? NULL : &stop},
            .eval = evaluation(v, nodes % 2 ? "neutral" : NULL)};
        ari_mcts *tree = searched(v, &v->start, &job);
        ari_move list[ARI_MOVES_MAX];
        int count = ari_moves(v, &v->start, list), i = 0;
        while (i < count && list[i] != tree->result.best)
            i++;
        assert_true(i < count);
        assert_true(tree->result.stopped);
        if (nodes)
            assert_int_equal(tree->result.stats.nodes, nodes);
        ari_mcts_free(tree);
    }
    ari_variant_free(v);
}

static void a_game_that_is_over_has_no_move(void **state)
{
    (void)state;
    ari_variant *v = variant("tictactoe");
    const ari_state s = position(v, "xxxoo....");
    const ari_mcts_job job = {.limits = {.nodes = 100}};
    ari_mcts *tree = searched(v, &s, &job);
    assert_int_equal(tree->result.best, ARI_NO_MOVE);
    assert_true(tree->result.exact);
    assert_int_equal(tree->result.score, -ARI_WIN);
    ari_mcts_free(tree);
    ari_variant_free(v);
}

/* ---- being watched ---- */

#define WATCHED 4000

typedef struct watch {
    uint64_t rounds;
    uint32_t visits[WATCHED];
    double sums[WATCHED];
} watch;

static void watch_round(void *self, const ari_mcts *tree, const ari_mcts_round *round)
{
    watch *w = self;
    w->rounds++;
    assert_int_equal(w->rounds, tree->rounds);
    assert_int_equal(round->path[0], 0);
    for (int i = 0; i < round->path_length; i++) {
        uint32_t node = round->path[i];
        assert_true(node < WATCHED);
        assert_int_equal(round->opened && i == round->path_length - 1,
                         w->visits[node] == 0);
        w->visits[node]++;
        w->sums[node] += round->value;
        assert_int_equal(w->visits[node], tree->nodes[node].visits);
        if (i == 0)
            continue;
        uint32_t c = tree->nodes[round->path[i - 1]].first;
        while (c && c != node)
            c = tree->nodes[c].next;
        assert_true(c != 0);
    }
}

static void rounds_are_told(void **state)
{
    (void)state;
    ari_variant *v = variant("connect4:width=5,height=4");
    for (int eval = 0; eval < 2; eval++) {
        watch *w = calloc(1, sizeof *w);
        const ari_mcts_observer observer = {.self = w, .round = watch_round};
        ari_mcts_job job = {.limits = {.nodes = WATCHED},
                            .eval = evaluation(v, eval ? NULL : "neutral"),
                            .observer = &observer};
        ari_mcts *tree = searched(v, &v->start, &job);
        job.observer = NULL;
        ari_mcts *unseen = searched(v, &v->start, &job);
        assert_true(same_tree(tree, unseen));
        assert_int_equal(w->rounds, tree->rounds);
        for (size_t i = 0; i < tree->count; i++)
            assert_true(w->sums[i] == tree->nodes[i].sum);
        ari_mcts_free(tree);
        ari_mcts_free(unseen);
        free(w);
    }
    ari_variant_free(v);
}

/* ---- its tree, kept ---- */

/* The same node in both: who moves, what is counted and proved; and so on below. */
static void expect_kept(const ari_mcts *from, uint32_t node, const ari_tree *tree,
                        int kept, const ari_state *s)
{
    const ari_variant *v = tree->variant;
    const ari_mcts_node *n = &from->nodes[node];
    const ari_node_count *count = &tree->counts[kept];
    const ari_state there = ari_tree_state(tree, kept);
    uint32_t children[ARI_MOVES_MAX];
    int place = tree->nodes[kept].first, ranked = ari_mcts_ranked(from, node, children);
    assert_true(ari_state_equal(v, &there, s));
    assert_int_equal(count->visits, n->visits);
    assert_true(count->low == n->low && count->high == n->high);
    assert_true(count->mean == ari_mcts_value(from, node));
    assert_int_equal(count->proved, ari_mcts_proved(from, node));
    assert_int_equal(tree->nodes[kept].turn, ari_turn(v, s));
    assert_int_equal(tree->nodes[kept].best, place);
    for (int i = 0; i < ranked; i++, place = tree->nodes[place].next) {
        assert_true(place > kept);
        assert_int_equal(tree->nodes[place].parent, kept);
        assert_int_equal(tree->nodes[place].good, i == 0);
        assert_int_equal(tree->nodes[place].move, from->nodes[children[i]].move);
        const ari_state after = ari_after(v, s, tree->nodes[place].move);
        expect_kept(from, children[i], tree, place, &after);
    }
    assert_int_equal(place, -1);
}

static void its_tree_is_kept(void **state)
{
    (void)state;
    static const char *const games[] = {"tictactoe", "connect4", "kalah", "hare",
                                        "othello"};
    for (int g = 0; g < 5; g++)
        for (uint64_t rounds = 1; rounds <= 400; rounds = 3 * rounds + 1) {
            ari_variant *v = variant(games[g]);
            const ari_mcts_job job = {.rounds = rounds,
                                      .eval = evaluation(v, g % 2 ? "neutral" : NULL),
                                      .seed = 7};
            ari_mcts *from = searched(v, &v->start, &job);
            assert_true(from->rounds == rounds || ari_mcts_proved(from, 0));
            assert_int_equal(from->nodes[0].visits, from->rounds);
            const ari_tree_job keeping = {.search = {.eval = job.eval, .seed = 7},
                                          .mcts = true,
                                          .rounds = rounds,
                                          .max_nodes = 1000};
            ari_tree *tree;
            ari_error error;
            assert_int_equal(ari_tree_new(v, &v->start, &keeping, &tree, &error), ARI_OK);
            assert_int_equal(tree->count, from->count);
            expect_kept(from, 0, tree, 0, &v->start);
            ari_tree_free(tree);
            ari_mcts_free(from);
            ari_variant_free(v);
        }
}

static void a_tree_has_its_limits(void **state)
{
    (void)state;
    ari_variant *v = variant("connect4");
    ari_tree *tree;
    ari_error error;
    ari_tree_job job = {.mcts = true, .rounds = 300, .max_nodes = 299};
    assert_int_equal(ari_tree_new(v, &v->start, &job, &tree, &error), ARI_LIMIT);
    assert_null(tree);
    job.max_nodes = 300;
    ari_allowance little;
    ari_allowance_begin(&little, 20000);
    job.search.limits.memory = &little;
    assert_int_equal(ari_tree_new(v, &v->start, &job, &tree, &error), ARI_MEMORY);
    assert_int_equal(little.used, 0);
    ari_stop stop = 1;
    job.search.limits = (ari_limits){.stop = &stop};
    assert_int_equal(ari_tree_new(v, &v->start, &job, &tree, &error), ARI_STOPPED);
    ari_variant_free(v);
}

/* ---- as a player ---- */

static void it_plays(void **state)
{
    (void)state;
    ari_variant *v = variant("tictactoe");
    const ari_state s = position(v, "xo..x...o");
    ari_player *player;
    ari_choice choice;
    ari_error error;
    const ari_player_job setup = {.seed = 4};
    assert_int_equal(
        ari_player_new(v, "mcts:nodes=5000,eval=neutral", &setup, &player, &error),
        ARI_OK);
    assert_int_equal(ari_player_choose(player, &s, NULL, &choice, &error), ARI_OK);
    assert_true(choice.exact);
    assert_int_equal(choice.score, ARI_WIN);
    assert_string_equal(choice.reason, "wins");
    assert_int_equal(choice.distance, -1);
    assert_int_equal(ari_player_choose(player, &v->start, &(ari_limits){.seconds = 1},
                                       &choice, &error),
                     ARI_OK);
    assert_false(choice.exact);
    assert_non_null(strstr(choice.reason, "rounds, not proved"));
    ari_player_free(player);
    static const char *const wrong[] = {"mcts:depth=3", "mcts:7", "mcts:nodes=0",
                                        "mcts:order=best", "mcts:nodes=5,"};
    for (int i = 0; i < 5; i++)
        assert_int_not_equal(ari_player_check(v, wrong[i], NULL, NULL, &error), ARI_OK);
    ari_variant_free(v);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_proved_is_so),
        cmocka_unit_test(small_games_are_proved),
        cmocka_unit_test(cycles_are_no_proof),
        cmocka_unit_test(the_record_is_known),
        cmocka_unit_test(a_seed_repeats_itself),
        cmocka_unit_test(memory_is_kept_to),
        cmocka_unit_test(a_stop_leaves_a_move),
        cmocka_unit_test(a_game_that_is_over_has_no_move),
        cmocka_unit_test(rounds_are_told),
        cmocka_unit_test(its_tree_is_kept),
        cmocka_unit_test(a_tree_has_its_limits),
        cmocka_unit_test(it_plays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
