/* test_ponder.c: thinking on the opponent's time: a hit uses what was found, a miss changes nothing, and it
 * ends when it is told to. */
#include "playing.h"

#include <pthread.h>
#include <stdio.h>

#define GAMES (sizeof games / sizeof *games)
static const char *const games[] = {"connect4", "othello:size=6", "kalah", "quixo:size=4",
                                    "mnk:width=9,height=9,line=5"};

static ari_pondering ponder(ari_player *who, const ari_state *s, uint64_t nodes)
{
    const ari_limits limits = {.nodes = nodes};
    ari_pondering result;
    ari_error error;
    if (ari_player_ponder(who, s, &limits, &result, &error) != ARI_OK)
        fail_msg("%s", error.message);
    return result;
}

/* The first reply that is not expected, where there is one. */
static ari_move another(const ari_variant *v, const ari_state *s, ari_move expected)
{
    ari_move moves[ARI_MOVES_MAX];
    int count = ari_moves(v, s, moves);
    for (int i = 0; i < count; i++)
        if (moves[i] != expected)
            return moves[i];
    return ARI_NO_MOVE;
}

/* The opponent plays what is expected: less work to the same depth. The opponent plays something else: the same
 * move, score and work as of a player who has not pondered. */
static void hits_gain_and_misses_change_nothing(void **unused)
{
    (void)unused;
    int hits = 0, misses = 0;
    for (size_t g = 0; g < GAMES; g++) {
        ari_variant *v = variant(games[g]);
        ari_player *with = player(v, "engine:nodes=3000,ponder=yes", 1);
        ari_player *without = player(v, "engine:nodes=3000,ponder=yes", 1);
        ari_state s = v->start;
        for (int ply = 0; ply < 12 && ari_outcome(v, &s) == ARI_ON; ply++) {
            ari_choice a = choose(with, &s), b = choose(without, &s);
            assert_int_equal(a.pondered, 0);
            assert_int_equal(a.move, b.move);
            assert_int_equal(a.score, b.score);
            assert_int_equal(a.nodes, b.nodes);
            ari_side own = ari_turn(v, &s);
            s = ari_after(v, &s, a.move);
            if (ari_outcome(v, &s) != ARI_ON || ari_turn(v, &s) == own)
                break;
            ari_pondering found = ponder(with, &s, 20000);
            ari_move reply = another(v, &s, found.expected);
            if (found.expected == ARI_NO_MOVE || reply == ARI_NO_MOVE)
                break;
            misses++;
            s = ari_after(v, &s, reply);
            if (ari_outcome(v, &s) == ARI_ON && ari_turn(v, &s) != own)
                break;
        }
        ari_player_free(with);
        ari_player_free(without);

        with = player(v, "engine:nodes=3000,ponder=yes", 1);
        without = player(v, "engine:nodes=3000,ponder=yes", 1);
        s = v->start;
        ari_choice first = choose(with, &s);
        ari_state after = ari_after(v, &s, first.move);
        ari_pondering found = ponder(with, &after, 30000);
        assert_int_not_equal(found.expected, ARI_NO_MOVE);
        assert_true(found.depth > 0 && found.nodes > 0);
        ari_state next = ari_after(v, &after, found.expected);
        if (ari_outcome(v, &next) == ARI_ON && ari_turn(v, &next) == ari_turn(v, &s)) {
            ari_choice hit = choose(with, &next), plain = choose(without, &next);
            assert_int_equal(hit.pondered, found.nodes);
            assert_true(hit.depth >= found.depth);
            assert_true(hit.depth > plain.depth);
            assert_int_equal(plain.pondered, 0);
            hits++;
        }
        ari_player_free(with);
        ari_player_free(without);
        ari_variant_free(v);
    }
    assert_true(hits >= 4);
    assert_true(misses >= 10);
}

/* A search to a depth that was pondered already takes a small part of the nodes. */
static void a_hit_needs_few_nodes(void **unused)
{
    (void)unused;
    ari_variant *v = variant("connect4");
    const char *who = "engine:nodes=100000000,depth=9,ponder=yes";
    ari_player *with = player(v, who, 1), *without = player(v, who, 1);
    ari_state s = v->start;
    ari_choice first = choose(with, &s);
    s = ari_after(v, &s, first.move);
    ari_pondering found = ponder(with, &s, 0);
    assert_int_equal(found.depth, 9);
    s = ari_after(v, &s, found.expected);
    ari_choice hit = choose(with, &s), plain = choose(without, &s);
    assert_int_equal(hit.score, plain.score);
    assert_true(hit.nodes * 4 < plain.nodes);
    ari_player_free(with);
    ari_player_free(without);
    ari_variant_free(v);
}

/* Asked again about the same position it goes on; about another one it begins anew. */
static void it_goes_on(void **unused)
{
    (void)unused;
    ari_variant *v = variant("othello:size=6");
    ari_player *who = player(v, "engine:nodes=2000,ponder=yes", 1);
    ari_state s = v->start;
    s = ari_after(v, &s, choose(who, &s).move);
    ari_pondering first = ponder(who, &s, 10000), second = ponder(who, &s, 10000);
    assert_int_equal(first.expected, second.expected);
    assert_true(second.nodes > first.nodes);
    assert_true(second.depth >= first.depth);
    s = ari_after(v, &s, another(v, &s, first.expected));
    s = ari_after(v, &s, choose(who, &s).move);
    assert_true(ponder(who, &s, 5000).nodes <= 5000);
    ari_player_free(who);
    ari_variant_free(v);
}

/* Who does not ponder, and what cannot be pondered about. */
static void some_do_not(void **unused)
{
    (void)unused;
    static const char *const silent[] = {"engine:nodes=1000",
                                         "engine:depth=4,ponder=yes",
                                         "engine:nodes=1000,ponder=no",
                                         "level:3",
                                         "random",
                                         "perfect",
                                         "mcts:nodes=100"};
    ari_variant *v = variant("tictactoe");
    for (size_t i = 0; i < sizeof silent / sizeof *silent; i++) {
        ari_player *who = player(v, silent[i], 1);
        assert_false(ari_player_ponders(who));
        ari_pondering none = ponder(who, &v->start, 1000);
        assert_int_equal(none.expected, ARI_NO_MOVE);
        assert_int_equal(none.nodes, 0);
        ari_player_free(who);
    }
    ari_player_job job = {.ponder = true};
    ari_player *let;
    assert_int_equal(ari_player_new(v, "engine:nodes=1000", &job, &let, NULL), ARI_OK);
    assert_true(ari_player_ponders(let));
    ari_state s = v->start; /* a game that is over, or ends with the next move */
    for (int i = 0; i < 5; i++)
        s = ari_after(v, &s, (ari_move)i);
    ponder(let, &s, 1000);
    ari_player_free(let);
    ari_variant_free(v);
}

/* ---- ended by another thread ---- */

typedef struct thinking {
    ari_player *who;
    const ari_state *s;
    ari_stop stop;
    ari_pondering found;
    ari_status status;
} thinking;

static void *think(void *argument)
{
    thinking *t = argument;
    const ari_limits limits = {.stop = &t->stop};
    t->status = ari_player_ponder(t->who, t->s, &limits, &t->found, NULL);
    return NULL;
}

/* Without any other limit it would go on for ever; with one thread and with two. */
static void it_ends_when_told(void **unused)
{
    (void)unused;
    ari_variant *v = variant("mnk:width=15,height=15,line=5");
    for (int threads = 1; threads <= 2; threads++) {
        ari_pool *pool;
        assert_int_equal(ari_pool_new(threads, &pool, NULL), ARI_OK);
        const ari_player_job job = {.bytes = (size_t)4 << 20,
                                    .runner = ari_pool_runner(pool)};
        ari_player *who;
        assert_int_equal(
            ari_player_new(v, "engine:nodes=2000,ponder=yes", &job, &who, NULL), ARI_OK);
        ari_state s = v->start;
        for (int i = 0; i < 6 && ari_outcome(v, &s) == ARI_ON; i++) {
            thinking t = {.who = who};
            pthread_t thread;
            s = ari_after(v, &s, choose(who, &s).move);
            t.s = &s;
            atomic_store(&t.stop, i == 5); /* also before it has begun */
            assert_int_equal(pthread_create(&thread, NULL, think, &t), 0);
            for (volatile int wait = 0; wait < 100000 * i; wait++)
                ;
            atomic_store(&t.stop, 1);
            pthread_join(thread, NULL);
            assert_int_equal(t.status, ARI_OK);
            ari_move reply = t.found.expected;
            if (reply == ARI_NO_MOVE)
                reply = another(v, &s, ARI_NO_MOVE);
            s = ari_after(v, &s, reply);
        }
        ari_player_free(who);
        ari_pool_free(pool);
    }
    ari_variant_free(v);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hits_gain_and_misses_change_nothing),
        cmocka_unit_test(a_hit_needs_few_nodes),
        cmocka_unit_test(it_goes_on),
        cmocka_unit_test(some_do_not),
        cmocka_unit_test(it_ends_when_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
