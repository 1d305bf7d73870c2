/* test_graph.c: the graph of wins(state) has every state that can follow, once, all their moves, and the values that the
 * solver finds. */
#include "solving.h"
#include "svg.h"

#include <stdlib.h>

#include <ariadne/graph.h>

static const struct {
    const char *game, *position;
} samples[] = {
    {"nim", "7531"},
    {"nim:heaps=321,normal=yes", ""},
    {"nim:heaps=7531", "1057/2"},
    {"tictactoe:early=no", ""},
    {"tictactoe", "xo..x...o"},
    {"tictactoe", "xxxoo...."},
    {"connect4:width=4,height=3,line=3", "1234"},
    {"mnk:width=3,height=3,line=3", "b2"},
    {"coins:coins=21,most=3", ""},
    {"evencoins:coins=9,most=3", ""},
    {"dots:width=2,height=1", ""},
    {"dots:width=2,height=2", "b1 a2 c2 b3"},
    {"kayles:pins=9", ""},
    {"chomp:width=4,height=3", ""},
    {"toads", ""},
    {"cram:width=3,height=3", ""},
    {"domineering:width=4,height=3", ""},
    {"kalah:pits=2,seeds=2", ""},
    {"given", ""},
};
#define SAMPLES (sizeof samples / sizeof *samples)
#define MOST 300000

typedef struct subject {
    ari_variant *v;
    ari_state root;
    ari_graph *graph;
} subject;

static ari_status make(subject *s, const char *game, const char *at, int most,
                       ari_error *error)
{
    ari_limits limits = {.nodes = 0};
    s->v = variant(game);
    s->root = position(s->v, at);
    return ari_graph_new(s->v, &s->root, most, &limits, &s->graph, error);
}

static void prepare(subject *s, const char *game, const char *at)
{
    ari_error error;
    if (make(s, game, at, MOST, &error) != ARI_OK)
        fail_msg("%s: %s", game, error.message);
}

static void finish(subject *s)
{
    ari_graph_free(s->graph);
    ari_variant_free(s->v);
}

/* ---- counting without it ---- */

static ari_state *seen, *merged;
static int seen_count;
static size_t compared;

static int compare(const void *a, const void *b)
{
    return memcmp(a, b, compared);
}

static int unique(ari_state *list, int count)
{
    int kept = 0;
    qsort(list, (size_t)count, sizeof *list, compare);
    for (int i = 0; i < count; i++)
        if (kept == 0 || compare(&list[kept - 1], &list[i]) != 0)
            list[kept++] = list[i];
    return kept;
}

/* All positions that can follow, as the rules make them, ply by ply. */
static void explore(const ari_variant *v, const ari_state *root)
{
    static ari_move moves[ARI_MOVES_MAX];
    seen[0] = *root;
    seen_count = 1;
    for (int from = 0, to = 1; from < to; from = to, to = seen_count) {
        for (int i = from; i < to; i++) {
            int count =
                ari_outcome(v, &seen[i]) == ARI_ON ? ari_moves(v, &seen[i], moves) : 0;
            for (int m = 0; m < count; m++) {
                assert_true(seen_count < 4 * MOST);
                seen[seen_count++] = ari_after(v, &seen[i], moves[m]);
            }
        }
        seen_count = to + unique(seen + to, seen_count - to);
    }
}

static void has_every_state_once(void **state)
{
    (void)state;
    for (size_t i = 0; i < SAMPLES; i++) {
        subject s;
        prepare(&s, samples[i].game, samples[i].position);
        compared = s.v->core->state_size;
        explore(s.v, &s.root);
        for (int n = 0; n < seen_count; n++)
            merged[n] = ari_graph_merged(s.v, &seen[n]);
        int count = unique(merged, seen_count);
        assert_int_equal(s.graph->count, count);
        for (int n = 0; n < s.graph->count; n++) {
            ari_state at = ari_graph_state(s.graph, n);
            assert_non_null(bsearch(&at, merged, (size_t)count, sizeof *merged, compare));
        }
        finish(&s);
    }
}

/* Counted without the library's idea of what is the same: heaps of at most 7, 5, 3 and 1 sticks, in any order,
 * and the boards of tic-tac-toe, which everybody counts as 765 up to symmetry. */
static void known_counts(void **state)
{
    (void)state;
    bool there[10000] = {false};
    int heaps = 0;
    for (int n = 0; n < 8 * 6 * 4 * 2; n++) {
        int heap[] = {n % 8, n / 8 % 6, n / 48 % 4, n / 192}, number = 0;
        for (int size = 7; size > 0; size--)
            for (int h = 0; h < 4; h++)
                number = heap[h] == size ? 10 * number + size : number;
        heaps += !there[number];
        there[number] = true;
    }
    const struct {
        const char *game, *position;
        int count;
    } known[] = {{"nim:heaps=7531", "", heaps},
                 {"tictactoe:early=no", "", 765},
                 {"coins:coins=21,most=3", "", 22},
                 {"nim", "31", 7}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        subject s;
        prepare(&s, known[i].game, known[i].position);
        assert_int_equal(s.graph->count, known[i].count);
        finish(&s);
    }
}

/* Some games cannot read a position that is seen by the other side, since it is none of theirs. */
static bool is_read(const ari_variant *v, const ari_graph *g, int node)
{
    ari_text name = ARI_TEXT_EMPTY;
    ari_state state = {{0}};
    ari_error error;
    ari_graph_name(g, node, &name);
    bool read = v->core->parse(v->rules, ari_text_get(&name), &state, &error) == ARI_OK;
    ari_text_free(&name);
    return read;
}

/* Is the name of an edge a move to the node that it leads to, wherever both states can be read? */
static bool leads(const ari_variant *v, const ari_state *at, const ari_graph *g, int node,
                  int edge)
{
    ari_text name = ARI_TEXT_EMPTY;
    ari_move move;
    ari_error error;
    int to = g->edges[edge].to;
    bool always =
        strcmp(v->game->id, "nim") == 0 || strcmp(v->game->id, "tictactoe") == 0;
    if (!always && (!is_read(v, g, node) || !is_read(v, g, to)))
        return true;
    ari_graph_edge_name(g, node, edge, &name);
    if (ari_move_parse(v, at, ari_text_get(&name), &move, &error) != ARI_OK)
        fail_msg("%s: %s: %s", v->name, ari_text_get(&name), error.message);
    ari_state next = ari_after(v, at, move), there = ari_graph_state(g, to);
    ari_text_free(&name);
    next = ari_graph_merged(v, &next);
    return ari_state_equal(v, &next, &there);
}

static void edges_are_the_moves(void **state)
{
    (void)state;
    static ari_move moves[ARI_MOVES_MAX];
    for (size_t i = 0; i < SAMPLES; i++) {
        subject s;
        prepare(&s, samples[i].game, samples[i].position);
        const ari_graph *g = s.graph;
        int *parents = calloc((size_t)g->count, sizeof *parents);
        int *from = calloc((size_t)g->count, sizeof *from);
        for (int n = 0; n < g->count; n++) {
            ari_state at = ari_graph_state(g, n);
            bool on = ari_outcome(s.v, &at) == ARI_ON;
            int count = on ? ari_moves(s.v, &at, moves) : 0, made = 0;
            assert_int_equal(g->nodes[n].finished, !on);
            for (int e = g->nodes[n].first; e < g->nodes[n].first + g->nodes[n].edges;
                 e++) {
                const ari_graph_edge *edge = &g->edges[e];
                int legal = 0;
                for (int m = 0; m < count; m++)
                    legal += moves[m] == edge->move;
                assert_int_equal(legal, 1);
                ari_state next = ari_after(s.v, &at, edge->move);
                ari_state there = ari_graph_state(g, edge->to);
                next = ari_graph_merged(s.v, &next);
                assert_true(ari_state_equal(s.v, &next, &there));
                assert_true(leads(s.v, &at, g, n, e));
                assert_true(g->nodes[edge->to].layer > g->nodes[n].layer);
                made += edge->moves;
                parents[edge->to] += from[edge->to] != n + 1;
                from[edge->to] = n + 1;
            }
            assert_int_equal(made, count);
        }
        for (int n = 0; n < g->count; n++)
            assert_int_equal(g->nodes[n].parents, parents[n]);
        free(parents);
        free(from);
        finish(&s);
    }
}

static void values_are_the_solvers(void **state)
{
    (void)state;
    for (size_t i = 0; i < SAMPLES; i++) {
        subject s;
        prepare(&s, samples[i].game, samples[i].position);
        const ari_graph *g = s.graph;
        ari_solver *who = solver(s.v);
        for (int n = 0; n < g->count; n++) {
            ari_state at = ari_graph_state(g, n);
            ari_answer answer = value(who, &at);
            assert_int_equal(g->nodes[n].score, answer.score);
            for (int e = g->nodes[n].first; e < g->nodes[n].first + g->nodes[n].edges;
                 e++) {
                ari_state next = ari_after(s.v, &at, g->edges[e].move);
                int score = ari_score_of_move(s.v, &at, &next, value(who, &next).score);
                bool lost = !ari_has(s.v, ARI_HAS_PAYOFFS) && answer.score < 0;
                bool keeps = ari_has(s.v, ARI_HAS_PAYOFFS)
                                 ? score == answer.score
                                 : (score > 0) == (answer.score > 0) && score >= 0;
                assert_int_equal(g->edges[e].good, keeps && !lost);
            }
        }
        ari_solver_free(who);
        finish(&s);
    }
}

/* ---- refusals, limits ---- */

static void says_what_is_too_much(void **state)
{
    (void)state;
    subject s;
    ari_error error;
    assert_int_equal(make(&s, "nim", "31", 7, &error), ARI_OK);
    finish(&s);
    assert_int_equal(make(&s, "nim", "31", 6, &error), ARI_LIMIT);
    finish(&s);
    assert_int_equal(make(&s, "nim", "31", 0, &error), ARI_RANGE);
    finish(&s);
    assert_int_equal(make(&s, "quixo", "", 1000, &error), ARI_UNSUPPORTED);
    finish(&s);
}

/* Whatever the allowance, all of it is given back, and what is too little is an error. */
static void memory_is_given_back(void **state)
{
    (void)state;
    ari_variant *v = variant("nim");
    bool made = false;
    for (size_t bytes = 100; !made; bytes += bytes / 3) {
        ari_allowance memory;
        ari_allowance_begin(&memory, bytes);
        ari_limits limits = {.memory = &memory};
        ari_graph *graph;
        ari_error error;
        ari_status status = ari_graph_new(v, &v->start, 1000, &limits, &graph, &error);
        made = status == ARI_OK;
        if (!made)
            assert_int_equal(status, ARI_MEMORY);
        ari_graph_free(graph);
        assert_int_equal(memory.used, 0);
        assert_true(memory.peak <= bytes);
    }
    ari_variant_free(v);
}

/* ---- writing ---- */

static int times(const char *text, const char *part)
{
    int count = 0;
    while ((text = strstr(text, part))) {
        text += strlen(part);
        count++;
    }
    return count;
}

static void drawings_have_all_of_it(void **state)
{
    (void)state;
    for (size_t i = 0; i < SAMPLES; i++) {
        subject s;
        prepare(&s, samples[i].game, samples[i].position);
        for (int boards = 0; boards < 2 && s.graph->count < 1000; boards++) {
            ari_text svg = ARI_TEXT_EMPTY, dot = ARI_TEXT_EMPTY, text = ARI_TEXT_EMPTY;
            ari_error error;
            ari_tree_view view = {.boards = boards, .ascii = true};
            assert_int_equal(ari_graph_svg(s.graph, &view, &svg, &error), ARI_OK);
            check_well_formed(ari_text_get(&svg));
            assert_int_equal(times(ari_text_get(&svg), "<rect class=\"card"),
                             s.graph->count);
            assert_int_equal(times(ari_text_get(&svg), "<path class=\"edge"),
                             s.graph->edge_count);
            assert_int_equal(times(ari_text_get(&svg), "nan"), 0);
            ari_graph_dot(s.graph, &view, &dot);
            assert_int_equal(times(ari_text_get(&dot), "\n  n"),
                             1 + s.graph->count + s.graph->edge_count);
            ari_graph_text(s.graph, &view, &text);
            assert_int_equal(times(ari_text_get(&text), "\n"),
                             2 + s.graph->count + s.graph->edge_count);
            ari_text_free(&svg);
            ari_text_free(&dot);
            ari_text_free(&text);
        }
        finish(&s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(has_every_state_once),
        cmocka_unit_test(known_counts),
        cmocka_unit_test(edges_are_the_moves),
        cmocka_unit_test(values_are_the_solvers),
        cmocka_unit_test(says_what_is_too_much),
        cmocka_unit_test(memory_is_given_back),
        cmocka_unit_test(drawings_have_all_of_it),
    };
    seen = calloc(4 * MOST, sizeof *seen);
    merged = calloc(4 * MOST, sizeof *merged);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    free(seen);
    free(merged);
    return failed;
}
