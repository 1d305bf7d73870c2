/* test_tree_written.c: trees as text, JSON and DOT say what the tree is. */
#include "tree_samples.h"

#include <ctype.h>
#include <pthread.h>

#include <jansson.h>

/* ---- memory that runs out: the build wraps the three calls in these ---- */

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *block, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *block, size_t size);

static long allocations_left = -1; /* -1: as many as you like */
static bool ran_out;

static bool refused(void)
{
    if (allocations_left > 0)
        allocations_left--;
    else if (allocations_left == 0)
        ran_out = true;
    return allocations_left == 0 && ran_out;
}

void *__wrap_malloc(size_t size)
{
    return refused() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return refused() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *block, size_t size)
{
    return refused() ? NULL : __real_realloc(block, size);
}

/* ---- text ---- */

static const char *text_of(const sample *s, bool alphabeta, const ari_tree_view *view,
                           ari_text *text)
{
    planted p;
    plant(&p, s, alphabeta);
    ari_text_clear(text);
    ari_tree_text(p.tree, view, text);
    fell(&p);
    return ari_text_get(text);
}

/* A2: labels, windows, cuts and their reasons. */
static void text_shows_everything(void **state)
{
    (void)state;
    ari_text text = ARI_TEXT_EMPTY;
    const sample nim = {"nim:heaps=21", "", 0, NULL, ARI_ORDER_FIRST};
    assert_string_equal(
        text_of(&nim, true, &(ari_tree_view){.ascii = true}, &text),
        "Nim, nim:heaps=21,normal=no, start\n"
        "alpha-beta to the end of the game; 11 positions, 1 move cut\n"
        "max +1 in 2  window -inf to +inf\n"
        "|-- 1:1  min -1 in 2  window -inf to +inf\n"
        "|   |-- 1:1* max -1 in 1  window -inf to +inf\n"
        "|   |   `-- 2:1* -1, second wins  window -inf to +inf\n"
        "|   `-- 2:1* max -1 in 1  window -inf to -1 at ply 3\n"
        "|       `-- 1:1* -1, second wins  window -inf to -1 at ply 3\n"
        "|-- 2:1  min <= -1 in 2  window -1 at ply 3 to +inf\n"
        "|   |-- 1:1* max -1 in 1  window -1 at ply 3 to +inf\n"
        "|   |   `-- 1:1* -1, second wins  window -1 at ply 3 to +inf\n"
        "|   `-- 1:2 cut: -1 at ply 3 <= alpha -1 at ply 3: the first player already has "
        "-1 at ply 3 elsewhere\n"
        "`-- 1:2* min +1 in 1  window -1 at ply 3 to +inf\n"
        "    `-- 2:1* +1, first wins  window -1 at ply 3 to +inf\n");
    assert_string_equal(text_of(&samples[0], false, &(ari_tree_view){0}, &text),
                        "Tic-tac-toe, tictactoe:early=yes, xoxoxo...\n"
                        "minimax to the end of the game; 8 positions\n"
                        "max +1 in 1\n"
                        "├── 7* +1, first wins\n"
                        "├── 8  min +1 in 2\n"
                        "│   ├── 7* max +1 in 1\n"
                        "│   │   └── 9* +1, first wins\n"
                        "│   └── 9* max +1 in 1\n"
                        "│       └── 7* +1, first wins\n"
                        "└── 9* +1, first wins\n");
    ari_text_free(&text);
}

static void small_board(const ari_variant *v, const ari_state *s, ari_text *out)
{
    ari_state_format(v, s, out);
    ari_text_add(out, "\nis it\n");
}

static void text_has_boards_colours_and_estimates(void **state)
{
    (void)state;
    ari_text text = ARI_TEXT_EMPTY;
    const sample full = {"tictactoe", "xoxoxoox.", 0, NULL, ARI_ORDER_FIRST};
    assert_string_equal(text_of(&full, false,
                                &(ari_tree_view){.board = small_board, .colour = true},
                                &text),
                        "Tic-tac-toe, tictactoe:early=yes, xoxoxoox.\n"
                        "minimax to the end of the game; 2 positions\n"
                        "max \x1b[1;94m+1 in 1\x1b[0m\n"
                        "│   xoxoxoox.\n"
                        "│   is it\n"
                        "└── \x1b[1m9*\x1b[0m \x1b[1;94m+1\x1b[0m, first wins\n"
                        "        xoxoxooxx\n"
                        "        is it\n");
    const sample estimate = {"coins:coins=5,most=2", "", 1, "neutral", ARI_ORDER_CENTRE};
    assert_string_equal(text_of(&estimate, false, &(ari_tree_view){.ascii = true}, &text),
                        "Coins, coins:coins=5,most=2, start\n"
                        "minimax to depth 1, then the neutral evaluation, centre order; "
                        "3 positions\n"
                        "max ~0\n"
                        "|-- 1* ~0, depth limit\n"
                        "`-- 2* ~0, depth limit\n");
    ari_text_free(&text);
}

static void cuts_are_explained(void **state)
{
    (void)state;
    planted p;
    const sample dots = {"dots:width=1,height=1", "", 0, NULL, ARI_ORDER_FIRST};
    plant(&p, &dots, true);
    ari_text text = ARI_TEXT_EMPTY;
    int max = 0, min = 0;
    for (int n = 0; n < p.tree->count; n++) {
        const ari_node *node = &p.tree->nodes[n];
        if (node->kind != ARI_NODE_CUT)
            continue;
        ari_text_clear(&text);
        ari_tree_reason(p.tree, n, &text);
        *(node->turn == ARI_FIRST ? &max : &min) += 1;
        assert_string_equal(
            text.data, node->turn == ARI_FIRST
                           ? "-1 >= beta -1: the second player already has -1 elsewhere"
                           : "-1 <= alpha -1: the first player already has -1 elsewhere");
    }
    assert_true(max > 0 && min > 0);
    ari_text_free(&text);
    fell(&p);
}

/* ---- JSON ---- */

static void check_string(json_t *object, const char *key, const ari_text *expected)
{
    assert_string_equal(json_string_value(json_object_get(object, key)),
                        ari_text_get(expected));
}

static void check_window(json_t *object, const char *key, int value)
{
    json_t *bound = json_object_get(object, key);
    if (abs(value) > ARI_WIN)
        assert_true(json_is_null(bound));
    else
        assert_int_equal(json_integer_value(bound), value);
}

static void check_json_node(const ari_tree *tree, int index, json_t *object)
{
    static const char *const kinds[] = {"inner", "finished", "horizon", "cut"};
    static const char *const bounds[] = {"none", "at least", "at most", "exact"};
    const ari_node *n = &tree->nodes[index];
    ari_text text = ARI_TEXT_EMPTY;
    ari_state s = ari_tree_state(tree, index);
    assert_string_equal(json_string_value(json_object_get(object, "kind")),
                        kinds[n->kind]);
    assert_int_equal(json_integer_value(json_object_get(object, "score")), n->value);
    if (n->ply > 0) {
        ari_state before = ari_tree_state(tree, n->parent);
        ari_move_format(tree->variant, &before, n->move, &text);
        check_string(object, "move", &text);
    }
    if (n->kind == ARI_NODE_CUT) {
        ari_text_clear(&text);
        ari_tree_reason(tree, index, &text);
        check_string(object, "reason", &text);
        check_window(object, n->turn == ARI_FIRST ? "beta" : "alpha",
                     n->turn == ARI_FIRST ? n->beta : n->alpha);
        ari_text_free(&text);
        return;
    }
    ari_text_clear(&text);
    ari_state_format(tree->variant, &s, &text);
    check_string(object, "position", &text);
    assert_string_equal(json_string_value(json_object_get(object, "turn")),
                        ari_side_name((ari_side)n->turn));
    assert_int_equal(json_integer_value(json_object_get(object, "label")),
                     ari_tree_label_number(tree, index));
    json_t *distance = json_object_get(object, "distance");
    assert_int_equal(distance ? json_integer_value(distance) : -1,
                     ari_tree_distance(tree, index));
    assert_int_equal(json_is_true(json_object_get(object, "estimate")), n->estimate);
    if (tree->job.alphabeta) {
        assert_string_equal(json_string_value(json_object_get(object, "bound")),
                            bounds[n->bound]);
        check_window(object, "alpha", n->alpha);
        check_window(object, "beta", n->beta);
    }
    assert_int_equal(json_object_get(object, "best") != NULL, n->best >= 0);
    if (n->best >= 0) {
        ari_text_clear(&text);
        ari_move_format(tree->variant, &s, tree->nodes[n->best].move, &text);
        check_string(object, "best", &text);
    }
    json_t *children = json_object_get(object, "children");
    assert_int_equal(children != NULL, n->first >= 0);
    size_t i = 0;
    for (int c = n->first; c >= 0; c = tree->nodes[c].next, i++)
        check_json_node(tree, c, json_array_get(children, i));
    assert_int_equal(json_array_size(children), i);
    ari_text_free(&text);
}

static void json_is_the_tree(void **state)
{
    (void)state;
    for (size_t i = 0; i < 2 * SAMPLES; i++) {
        planted p;
        plant(&p, &samples[i / 2], i % 2);
        ari_text text = ARI_TEXT_EMPTY;
        ari_json json = ari_json_to(&text);
        ari_json_object(&json, NULL);
        ari_tree_json(p.tree, &json);
        ari_json_object_end(&json);
        json_t *whole = json_loads(ari_text_get(&text), JSON_REJECT_DUPLICATES, NULL);
        assert_non_null(whole);
        check_json_node(p.tree, 0, json_object_get(whole, "tree"));
        const ari_stats *stats = &p.tree->result.stats;
        assert_int_equal(json_integer_value(json_object_get(whole, "nodes")),
                         stats->nodes);
        assert_int_equal(json_integer_value(json_object_get(whole, "leaves")),
                         stats->leaves);
        assert_int_equal(json_integer_value(json_object_get(whole, "cutoffs")),
                         stats->cutoffs);
        assert_int_equal(json_integer_value(json_object_get(whole, "cut_moves")),
                         p.tree->cuts);
        assert_string_equal(json_string_value(json_object_get(whole, "algo")),
                            i % 2 ? "alphabeta" : "minimax");
        json_t *depth = json_object_get(whole, "depth");
        assert_int_equal(json_is_null(depth), p.tree->result.exact);
        json_decref(whole);
        ari_text_free(&text);
        fell(&p);
    }
}

/* ---- DOT, read by a parser of what we use of it ---- */

typedef struct dot_reader {
    const char *at;
    char word[1 << 16];
} dot_reader;

static void read_word(dot_reader *r)
{
    size_t size = 0;
    r->at += strspn(r->at, " \n");
    if (*r->at == '"') {
        for (r->at++; *r->at != '"'; r->at++) {
            assert_true((unsigned char)*r->at >= 32);
            if (*r->at == '\\') {
                r->at++;
                assert_non_null(strchr("nl\\\"", *r->at));
            }
            assert_true(size + 1 < sizeof r->word);
            r->word[size++] = *r->at;
        }
        r->at++;
    } else {
        while (isalnum((unsigned char)*r->at) || *r->at == '_' || *r->at == '.')
            r->word[size++] = *r->at++;
        assert_true(size > 0);
    }
    r->word[size] = '\0';
}

static bool take(dot_reader *r, const char *sign)
{
    r->at += strspn(r->at, " \n");
    if (strncmp(r->at, sign, strlen(sign)) != 0)
        return false;
    r->at += strlen(sign);
    return true;
}

static void read_attributes(dot_reader *r)
{
    assert_true(take(r, "["));
    do {
        read_word(r);
        assert_true(take(r, "="));
        read_word(r);
    } while (take(r, ","));
    assert_true(take(r, "]") && take(r, ";"));
}

/* Counts the statements of each kind. */
static void read_dot(const char *text, int *nodes, int *edges)
{
    dot_reader *r = calloc(1, sizeof *r);
    *nodes = *edges = 0;
    r->at = text;
    assert_true(take(r, "digraph"));
    read_word(r);
    assert_true(take(r, "{"));
    while (!take(r, "}")) {
        read_word(r);
        bool defaults = strcmp(r->word, "graph") == 0 || strcmp(r->word, "node") == 0 ||
                        strcmp(r->word, "edge") == 0;
        if (take(r, "->")) {
            read_word(r);
            ++*edges;
        } else if (!defaults) {
            ++*nodes;
        }
        read_attributes(r);
    }
    assert_string_equal(r->at, "\n");
    free(r);
}

static void dot_is_a_tree(void **state)
{
    (void)state;
    for (size_t i = 0; i < 2 * SAMPLES; i++) {
        planted p;
        plant(&p, &samples[i / 2], i % 2);
        ari_text text = ARI_TEXT_EMPTY;
        ari_tree_dot(p.tree, &(ari_tree_view){.board = i % 4 < 2 ? small_board : NULL},
                     &text);
        int nodes, edges, groups = 0, last = -1;
        for (int n = 0; n < p.tree->count; n++)
            if (p.tree->nodes[n].kind == ARI_NODE_CUT &&
                p.tree->nodes[n].parent != last) {
                last = p.tree->nodes[n].parent;
                groups++;
            }
        read_dot(ari_text_get(&text), &nodes, &edges);
        assert_int_equal(nodes, p.tree->count - p.tree->cuts + groups);
        assert_int_equal(edges, nodes - 1);
        ari_text_free(&text);
        fell(&p);
    }
}

/* ---- games that write strange things ---- */

static void strange_names_do_no_harm(void **state)
{
    (void)state;
    planted p;
    plant(&p, &samples[1], true);
    ari_core core = strange_core(&p);
    p.v->core = &core;
    ari_text text = ARI_TEXT_EMPTY;
    ari_json json = ari_json_to(&text);
    ari_json_object(&json, NULL);
    ari_tree_json(p.tree, &json);
    ari_json_object_end(&json);
    json_t *whole = json_loads(ari_text_get(&text), 0, NULL);
    assert_non_null(whole);
    json_decref(whole);
    ari_text_clear(&text);
    ari_tree_dot(p.tree, &(ari_tree_view){.board = small_board}, &text);
    int nodes, edges;
    read_dot(ari_text_get(&text), &nodes, &edges);
    assert_int_equal(edges, nodes - 1);
    ari_text_free(&text);
    fell(&p);
}

/* ---- deep trees ---- */

static void *write_all(void *tree)
{
    ari_text text = ARI_TEXT_EMPTY;
    ari_tree_view view = {.boards = true};
    ari_tree_text(tree, &view, &text);
    ari_tree_dot(tree, &view, &text);
    ari_tree_svg(tree, &view, &text, NULL);
    ari_json json = ari_json_to(&text);
    ari_json_object(&json, NULL);
    ari_tree_json(tree, &json);
    ari_json_object_end(&json);
    bool written = ari_text_ok(&text) && text.size > 0;
    ari_text_free(&text);
    return written ? tree : NULL;
}

/* A chain as deep as a search goes is written with little of a stack. */
static void depth_needs_no_stack(void **state)
{
    (void)state;
    planted p;
    const sample chain = {"coins:coins=2001,most=1", "", 0, NULL, ARI_ORDER_FIRST};
    const sample longer = {"coins:coins=2003,most=1", "", 0, NULL, ARI_ORDER_FIRST};
    prepare(&p, &longer, false);
    ari_error error;
    assert_int_equal(ari_tree_new(p.v, &p.root, &p.job, &p.tree, &error), ARI_LIMIT);
    fell(&p);
    plant(&p, &chain, false);
    assert_int_equal(p.tree->count, 2001);
    pthread_attr_t attributes;
    pthread_t thread;
    void *written = NULL;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, 512 * 1024);
    assert_int_equal(pthread_create(&thread, &attributes, write_all, p.tree), 0);
    pthread_join(thread, &written);
    pthread_attr_destroy(&attributes);
    assert_ptr_equal(written, p.tree);
    fell(&p);
}

/* ---- memory that runs out ---- */

static void lack_of_memory_is_reported(void **state)
{
    (void)state;
    planted p;
    ari_error error;
    prepare(&p, &samples[1], true);
    int failures = 0;
    ari_status status;
    do {
        allocations_left = failures;
        ran_out = false;
        status = ari_tree_new(p.v, &p.root, &p.job, &p.tree, &error);
        allocations_left = -1;
        if (status != ARI_OK)
            assert_int_equal(status, ARI_MEMORY);
    } while (status != ARI_OK && ++failures < 1000);
    assert_int_equal(status, ARI_OK);
    assert_true(failures > 5);
    for (failures = 0; failures < 1000; failures++) {
        ari_text text = ARI_TEXT_EMPTY;
        ari_json json = ari_json_to(&text);
        ari_tree_view view = {.boards = true};
        allocations_left = failures;
        ran_out = false;
        status = ari_tree_svg(p.tree, &view, &text, &error);
        ari_tree_text(p.tree, &view, &text);
        ari_tree_dot(p.tree, &view, &text);
        ari_tree_json(p.tree, &json);
        allocations_left = -1;
        assert_int_equal(status == ARI_OK && ari_text_ok(&text), !ran_out);
        ari_text_free(&text);
        if (!ran_out)
            break;
    }
    assert_in_range(failures, 10, 999);
    fell(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_shows_everything),
        cmocka_unit_test(text_has_boards_colours_and_estimates),
        cmocka_unit_test(cuts_are_explained),
        cmocka_unit_test(json_is_the_tree),
        cmocka_unit_test(dot_is_a_tree),
        cmocka_unit_test(strange_names_do_no_harm),
        cmocka_unit_test(depth_needs_no_stack),
        cmocka_unit_test(lack_of_memory_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
