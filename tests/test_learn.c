/* test_learn.c: walks are what the searches do: how often lines are reached are the searches' own counts. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include <ariadne/learn.h>
#include <ariadne/random.h>

#define ALGOS 6

typedef struct game {
    const char *spec;
    int depth;  /* 0: to the end */
    int plies;  /* that are played at random before */
    bool small; /* wins(state) comes to its end soon */
} game;

static const game games[] = {
    {"tictactoe", 0, 4, true},
    {"tictactoe:early=no", 3, 2, false},
    {"nim:heaps=431", 0, 1, true},
    {"nim:heaps=321,normal", 0, 0, true},
    {"coins", 0, 3, true},
    {"evencoins:coins=9", 0, 1, true},
    {"connect4", 4, 12, false},
    {"connect4:width=4,height=4,line=3", 5, 4, false},
    {"dots:width=2,height=1", 0, 2, true},
    {"kalah:pits=3,seeds=2", 5, 4, false},
    {"othello:size=4", 4, 4, false},
    {"chomp:width=3,height=3", 0, 1, true},
    {"given:tree=((3 17)(2 12))((15)(25 0))((2 5)(3 14))", 0, 0, true},
    {"given:tree=(3 12 8)(2 4 6)(14 5 2)", 0, 1, true},
};
#define GAMES (sizeof games / sizeof *games)

static ari_variant *variant_of(const char *spec)
{
    ari_variant *v;
    ari_error error;
    if (ari_variant_new(spec, &v, &error) != ARI_OK)
        fail_msg("%s: %s", spec, error.message);
    return v;
}

/* After so many moves at random, or fewer where the game is over before. */
static ari_state somewhere(const ari_variant *v, int plies, ari_random *random)
{
    ari_state s = v->start;
    for (int i = 0; i < plies; i++) {
        ari_move moves[ARI_MOVES_MAX];
        int count = v->core->moves(v->rules, &s, moves);
        ari_state next =
            ari_after(v, &s, moves[ari_random_below(random, (uint32_t)count)]);
        if (ari_outcome(v, &next) != ARI_ON)
            break;
        s = next;
    }
    return s;
}

/* ---- what was told ---- */

typedef struct heard {
    const ari_variant *v;
    const ari_listing *listing;
    ari_algorithm algo;
    uint64_t kinds[4], places[ARI_PLACES];
    uint64_t raised; /* rounds whose value was better */
    int depth, deepest;
    int line[ARI_PLY_MAX + 1]; /* at which each open call stands */
    int alpha[ARI_PLY_MAX + 1], beta[ARI_PLY_MAX + 1];
    int returned; /* by the call that was left last, for the first player */
} heard;

static bool rates(const heard *h)
{
    return ari_algorithm_rates(h->algo);
}

/* A call comes from the line that calls, with the caller's window; a call's variables are what its
 * calls have returned. */
static void hear(void *self, const ari_walk_step *step)
{
    heard *h = self;
    h->kinds[step->kind]++;
    switch (step->kind) {
    case ARI_WALK_ENTER:
        assert_int_equal(step->ply, h->depth);
        h->depth++;
        h->deepest = h->depth > h->deepest ? h->depth : h->deepest;
        h->alpha[step->ply] = step->alpha;
        h->beta[step->ply] = step->beta;
        h->line[step->ply] = 0;
        if (step->ply > 0) {
            int caller = h->line[step->ply - 1];
            assert_true(caller > 0);
            assert_int_equal(h->listing->lines[caller - 1].place, ARI_AT_CALL);
        }
        return;
    case ARI_WALK_LINE:
        assert_int_equal(step->ply, h->depth - 1);
        assert_in_range(step->line, 1, h->listing->count);
        const ari_listing_line *line = &h->listing->lines[step->line - 1];
        assert_int_equal(line->place, step->frame->place);
        h->places[step->frame->place]++;
        h->line[step->ply] = step->line;
        if (step->frame->place == ARI_AT_COMPARE) {
            int value = step->frame->value;
            if (rates(h) && step->turn == ARI_SECOND)
                value = -value;
            assert_int_equal(value, h->returned);
            bool better = !rates(h) && !step->frame->max
                              ? step->frame->value < step->frame->best
                              : step->frame->value > step->frame->best;
            h->raised += better;
        }
        if (line->knows & ARI_KNOWS_WINDOW && h->algo == ARI_ALGO_ALPHABETA) {
            assert_true(step->frame->alpha >= h->alpha[step->ply]);
            assert_true(step->frame->beta <= h->beta[step->ply]);
        }
        return;
    case ARI_WALK_CUT:
        assert_int_equal(step->ply, h->depth - 1);
        return;
    case ARI_WALK_LEAVE:
        h->depth--;
        assert_int_equal(step->ply, h->depth);
        h->returned = step->value;
        return;
    }
}

static uint64_t at(const heard *h, ari_place place)
{
    return h->places[place];
}

static heard walk(const ari_variant *v, const ari_state *s, ari_algorithm algo,
                  const ari_search_job *search, ari_walk_end *end)
{
    static heard h;
    ari_error error;
    memset(&h, 0, sizeof h);
    h.v = v;
    h.algo = algo;
    h.listing = ari_listing_of(algo, search->strict);
    ari_walk_job job = {.algo = algo,
                        .search = *search,
                        .lines = true,
                        .most = 100000000,
                        .told = hear,
                        .self = &h};
    assert_int_equal(ari_walk(v, s, &job, end, &error), ARI_OK);
    assert_true(end->complete);
    assert_int_equal(h.depth, 0);
    for (int i = 1; i <= h.listing->count; i++)
        if (h.listing->lines[i - 1].place < 0)
            assert_int_equal(end->reached[i], 0);
    assert_int_equal(end->reached[0], 0); /* every place has its line */
    assert_int_equal(end->steps, h.kinds[0] + h.kinds[1] + h.kinds[2] + h.kinds[3]);
    return h;
}

/* What holds for every algorithm: calls and returns come in pairs, and a round of the loop is a call. */
static void expect_calls(const heard *h, uint64_t calls, uint64_t leaves)
{
    assert_int_equal(h->kinds[ARI_WALK_ENTER], calls);
    assert_int_equal(h->kinds[ARI_WALK_LEAVE], calls);
    assert_int_equal(at(h, ARI_AT_VALUE), calls);
    assert_int_equal(at(h, ARI_AT_LEAF), calls);
    assert_int_equal(at(h, ARI_AT_SCORE), leaves);
    assert_int_equal(at(h, ARI_AT_MOVES), calls - 1);
    assert_int_equal(at(h, ARI_AT_CALL), calls - 1);
    assert_int_equal(at(h, ARI_AT_COMPARE), calls - 1);
    assert_int_equal(at(h, ARI_AT_BEST), h->raised);
    assert_int_equal(at(h, ARI_AT_BEGIN), at(h, ARI_AT_RETURN));
}

static void expect_textbook(const ari_variant *v, const ari_state *s, ari_algorithm algo,
                            const ari_search_job *search)
{
    ari_walk_end end;
    ari_result result;
    ari_error error;
    heard h = walk(v, s, algo, search, &end);
    ari_status status =
        algo == ARI_ALGO_MINIMAX     ? ari_minimax(v, s, search, &result, &error)
        : algo == ARI_ALGO_ALPHABETA ? ari_alphabeta(v, s, search, &result, &error)
                                     : ari_bestmove(v, s, search, &result, &error);
    assert_int_equal(status, ARI_OK);
    assert_int_equal(end.result.score, result.score);
    assert_int_equal(end.result.best, result.best);
    expect_calls(&h, result.stats.nodes, result.stats.leaves);
    assert_int_equal(at(&h, ARI_AT_BRANCH), result.stats.nodes - result.stats.leaves);
    assert_int_equal(at(&h, ARI_AT_BEGIN), at(&h, ARI_AT_BRANCH));
    assert_int_equal(at(&h, ARI_AT_CUT), result.stats.cutoffs);
    assert_int_equal(h.kinds[ARI_WALK_CUT], result.stats.skipped);
    uint64_t tests = algo == ARI_ALGO_MINIMAX ? 0 : h.raised;
    assert_int_equal(at(&h, ARI_AT_TEST), tests);
    assert_int_equal(at(&h, ARI_AT_WINDOW), algo == ARI_ALGO_ALPHABETA ? h.raised : 0);
    assert_int_equal(at(&h, ARI_AT_RATED),
                     algo == ARI_ALGO_BESTMOVE ? at(&h, ARI_AT_RETURN) : 0);
}

static void expect_recursion(const ari_variant *v, const ari_state *s, ari_algorithm algo)
{
    ari_walk_end end;
    ari_result result;
    ari_error error;
    ari_search_job search = {.limits = {.depth = 0}};
    heard h = walk(v, s, algo, &search, &end);
    assert_int_equal(ari_memo(v, s, (ari_memo_mode)(algo - ARI_ALGO_PLAIN),
                              &search.limits, &result, &error),
                     ARI_OK);
    assert_int_equal(end.result.score, result.score);
    assert_int_equal(end.result.best, result.best);
    expect_calls(&h, result.stats.calls, at(&h, ARI_AT_SCORE));
    assert_int_equal(h.deepest, result.stats.deepest);
    uint64_t inner = result.stats.calls - at(&h, ARI_AT_SCORE);
    bool remembers = algo != ARI_ALGO_PLAIN;
    assert_int_equal(at(&h, ARI_AT_KNOWN), remembers ? inner : 0);
    assert_int_equal(at(&h, ARI_AT_NORMAL), algo == ARI_ALGO_CANONICAL ? inner : 0);
    assert_int_equal(at(&h, ARI_AT_STORE), result.stats.states);
    assert_int_equal(at(&h, ARI_AT_BEGIN), inner - at(&h, ARI_AT_RECALL));
    assert_int_equal(at(&h, ARI_AT_STORE), remembers ? at(&h, ARI_AT_RETURN) : 0);
    assert_int_equal(at(&h, ARI_AT_TEST), h.raised);
    assert_true(at(&h, ARI_AT_CUT) <= at(&h, ARI_AT_TEST));
}

static void lines_are_counted_as_the_search_counts(void **state)
{
    (void)state;
    ari_random random = ari_random_seeded(7);
    int positions = 0;
    for (size_t g = 0; g < GAMES; g++) {
        ari_variant *v = variant_of(games[g].spec);
        for (int i = 0; i < 12; i++) {
            ari_state s = somewhere(v, games[g].plies, &random);
            ari_search_job search = {.limits = {.depth = games[g].depth},
                                     .order = (ari_order)(i % 5),
                                     .seed = (uint64_t)i,
                                     .widths = true,
                                     .strict = i % 3 == 2};
            (void)ari_eval_parse(v, NULL, 0, &search.eval, NULL);
            for (int algo = 0; algo < ALGOS; algo++)
                if (!ari_algorithm_recurses((ari_algorithm)algo))
                    expect_textbook(v, &s, (ari_algorithm)algo, &search);
                else if (games[g].small)
                    expect_recursion(v, &s, (ari_algorithm)algo);
            positions++;
        }
        ari_variant_free(v);
    }
    assert_int_equal(positions, 12 * GAMES);
}

/* ---- listings ---- */

static int indent(const char *text)
{
    return (int)strspn(text, " ");
}

/* Both languages have something on the same lines, equally far in, and a place has one line for each side. */
static void listings_are_whole(void **state)
{
    (void)state;
    for (int algo = 0; algo < ALGOS; algo++)
        for (int strict = 0; strict < 2; strict++) {
            const ari_listing *listing = ari_listing_of((ari_algorithm)algo, strict == 1);
            assert_in_range(listing->count, 8, 26);
            for (int i = 0; i < listing->count; i++) {
                const ari_listing_line *line = &listing->lines[i];
                assert_int_equal(!*line->pseudo, !*line->c);
                assert_int_equal(indent(line->pseudo), indent(line->c));
                if (line->place < 0)
                    continue;
                ari_frame frame = {.place = (ari_place)line->place,
                                   .max = line->side > 0};
                assert_int_equal(ari_listing_line_at(listing, &frame), i + 1);
            }
        }
    const char *usual = ari_listing_of(ARI_ALGO_ALPHABETA, false)->lines[12].pseudo,
               *strict = ari_listing_of(ARI_ALGO_ALPHABETA, true)->lines[12].pseudo;
    assert_non_null(strstr(usual, "alpha >= beta"));
    assert_non_null(strstr(strict, "alpha > beta"));
}

/* ---- limits ---- */

typedef struct counted {
    uint64_t steps;
    ari_stop *stop;
    uint64_t stop_at;
} counted;

static void count(void *self, const ari_walk_step *step)
{
    counted *c = self;
    (void)step;
    if (++c->steps == c->stop_at)
        atomic_store(c->stop, 1);
}

/* As many steps as are wanted, and then none; a stop from outside is obeyed, and not set. */
static void a_walk_ends_when_enough_is_told(void **state)
{
    (void)state;
    ari_variant *v = variant_of("connect4");
    ari_error error;
    for (int algo = 0; algo < ALGOS; algo++)
        for (uint64_t most = 1; most < 3000; most = most * 3 + 1) {
            ari_stop stop;
            atomic_init(&stop, 0);
            counted c = {.stop = &stop};
            ari_walk_job job = {.algo = (ari_algorithm)algo,
                                .search = {.limits = {.depth = 6, .stop = &stop}},
                                .lines = most % 2,
                                .most = most,
                                .told = count,
                                .self = &c};
            ari_walk_end end;
            assert_int_equal(ari_walk(v, &v->start, &job, &end, &error), ARI_OK);
            assert_false(end.complete);
            assert_int_equal(c.steps, most);
            assert_int_equal(end.steps, most);
            assert_int_equal(atomic_load(&stop), 0);
            uint64_t reached = 0;
            for (int i = 0; i <= ARI_LISTING_LINES; i++)
                reached += end.reached[i];
            if (job.lines)
                assert_true(reached < most);
            c = (counted){.stop = &stop, .stop_at = most / 2 + 1};
            assert_int_equal(ari_walk(v, &v->start, &job, &end, &error), ARI_OK);
            assert_false(end.complete);
            assert_int_equal(c.steps, most / 2 + 1);
        }
    ari_variant_free(v);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_are_counted_as_the_search_counts),
        cmocka_unit_test(listings_are_whole),
        cmocka_unit_test(a_walk_ends_when_enough_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
