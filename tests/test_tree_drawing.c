/* test_tree_drawing.c: the layout of trees, their drawings, and boards as SVG. */
#include "tree_samples.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>

#include <ariadne/drawing.h>
#include <ariadne/random.h>

#include "draw/layout.h"

#define NEARLY 1e-6

/* ---- the layout ---- */

/* A random tree in the order of a walk: each box hangs on the one before or on one of its
 * ancestors. */
static ari__box *random_tree(ari_random *random, int count, uint32_t up)
{
    ari__box *boxes = calloc((size_t)count, sizeof *boxes);
    for (int i = 0; i < count; i++) {
        int parent = i - 1;
        while (parent > 0 && ari_random_below(random, 100) < up)
            parent = boxes[parent].parent;
        boxes[i].parent = parent;
        boxes[i].width = 1 + ari_random_below(random, 90);
    }
    return boxes;
}

static int *plies_of(const ari__box *boxes, int count, int *deepest)
{
    int *plies = calloc((size_t)count, sizeof *plies);
    *deepest = 0;
    for (int i = 1; i < count; i++) {
        plies[i] = plies[boxes[i].parent] + 1;
        *deepest = plies[i] > *deepest ? plies[i] : *deepest;
    }
    return plies;
}

/* Boxes of a ply stand in order and apart, parents in the middle above their children. */
static void check_layout(const ari__box *boxes, int count, double gap, double width)
{
    int deepest;
    int *plies = plies_of(boxes, count, &deepest);
    double *right = calloc((size_t)deepest + 1, sizeof *right);
    double leftmost = INFINITY, rightmost = 0;
    for (int i = 0; i <= deepest; i++)
        right[i] = -INFINITY;
    for (int i = 0; i < count; i++) {
        double half = boxes[i].width / 2;
        if (boxes[i].x - half < right[plies[i]] + gap - NEARLY)
            fail_msg("boxes overlap at ply %d", plies[i]);
        right[plies[i]] = boxes[i].x + half;
        leftmost = fmin(leftmost, boxes[i].x - half);
        rightmost = fmax(rightmost, boxes[i].x + half);
        if (boxes[i].first >= 0) {
            double middle = (boxes[boxes[i].first].x + boxes[boxes[i].last].x) / 2;
            assert_true(fabs(boxes[i].x - middle) < NEARLY);
        }
    }
    assert_true(fabs(leftmost) < NEARLY);
    assert_true(fabs(rightmost - width) < NEARLY);
    free(plies);
    free(right);
}

/* A subtree is laid out as it would be alone, so that equal ones look alike. */
static void check_subtree(const ari__box *boxes, int count, int top, double gap)
{
    int end = top + 1;
    while (end < count && boxes[end].parent >= top)
        end++;
    int size = end - top;
    ari__box *alone = calloc((size_t)size, sizeof *alone);
    for (int i = 0; i < size; i++)
        alone[i] = (ari__box){.parent = i ? boxes[top + i].parent - top : -1,
                              .width = boxes[top + i].width};
    ari__layout(alone, size, gap);
    for (int i = 0; i < size; i++)
        assert_true(fabs((alone[i].x - alone[0].x) - (boxes[top + i].x - boxes[top].x)) <
                    NEARLY);
    free(alone);
}

static void random_trees_are_tidy(void **state)
{
    (void)state;
    ari_random random = ari_random_seeded(11);
    for (int i = 0; i < 600; i++) {
        int count = 1 + (int)ari_random_below(&random, i % 10 ? 60 : 1500);
        uint32_t up = 5 + ari_random_below(&random, 90);
        double gap = ari_random_below(&random, 20);
        ari__box *boxes = random_tree(&random, count, up);
        double width = ari__layout(boxes, count, gap);
        check_layout(boxes, count, gap, width);
        for (int k = 0; k < 5; k++)
            check_subtree(boxes, count, (int)ari_random_below(&random, (uint32_t)count),
                          gap);
        free(boxes);
    }
}

static void long_and_broad_trees(void **state)
{
    (void)state;
    enum { MANY = 300000 };
    ari_random random = ari_random_seeded(5);
    for (uint32_t up = 0; up <= 100; up += 50) {
        ari__box *boxes = random_tree(&random, MANY, up);
        double width = ari__layout(boxes, MANY, 3);
        check_layout(boxes, MANY, 3, width);
        free(boxes);
    }
}

/* ---- a reader of XML that refuses what is not well-formed ---- */

typedef struct card {
    double x, y, width, height;
} card;

typedef struct svg_reader {
    const char *at;
    char *open[64]; /* the names of the elements that are open */
    int depth;
    double width, height; /* of the whole */
    card *cards;
    int card_count, titles, texts;
} svg_reader;

static void read_name(svg_reader *r, char name[40])
{
    size_t size = strspn(r->at, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                "0123456789-:");
    assert_in_range(size, 1, 39);
    memcpy(name, r->at, size);
    name[size] = '\0';
    r->at += size;
}

/* One character of content or of an attribute. */
static void read_character(svg_reader *r)
{
    static const char *const entities[] = {"&lt;", "&gt;", "&amp;", "&quot;"};
    if (*r->at == '&') {
        for (size_t i = 0; i < 4; i++)
            if (strncmp(r->at, entities[i], strlen(entities[i])) == 0) {
                r->at += strlen(entities[i]);
                return;
            }
        fail_msg("an entity is not known: %.10s", r->at);
    }
    assert_true(*r->at != '<' && ((unsigned char)*r->at >= 32 || *r->at == '\n'));
    r->at++;
}

typedef struct attributes {
    char class[80];
    double x, y, width, height;
} attributes;

static void read_attribute(svg_reader *r, attributes *a)
{
    char name[40];
    read_name(r, name);
    assert_true(strncmp(r->at, "=\"", 2) == 0);
    r->at += 2;
    const char *value = r->at;
    while (*r->at != '"')
        read_character(r);
    int size = (int)(r->at - value);
    r->at++;
    if (strcmp(name, "class") == 0)
        snprintf(a->class, sizeof a->class, "%.*s", size, value);
    double *number = strcmp(name, "x") == 0        ? &a->x
                     : strcmp(name, "y") == 0      ? &a->y
                     : strcmp(name, "width") == 0  ? &a->width
                     : strcmp(name, "height") == 0 ? &a->height
                                                   : NULL;
    if (number)
        *number = strtod(value, NULL);
}

static void note_element(svg_reader *r, const char *name, const attributes *a)
{
    r->titles += strcmp(name, "title") == 0;
    r->texts += strcmp(name, "text") == 0;
    if (r->depth == 0) {
        assert_string_equal(name, "svg");
        r->width = a->width;
        r->height = a->height;
    }
    if (strcmp(name, "rect") != 0 || strncmp(a->class, "card", 4) != 0)
        return;
    r->cards = realloc(r->cards, sizeof *r->cards * (size_t)(r->card_count + 1));
    r->cards[r->card_count++] = (card){a->x, a->y, a->width, a->height};
}

static void read_tag(svg_reader *r)
{
    char name[40];
    r->at++;
    if (*r->at == '/') {
        r->at++;
        read_name(r, name);
        assert_true(r->depth > 0);
        assert_string_equal(name, r->open[--r->depth]);
        free(r->open[r->depth]);
        assert_true(*r->at++ == '>');
        return;
    }
    attributes a = {.class = ""};
    read_name(r, name);
    while (isspace((unsigned char)*r->at)) {
        r->at += strspn(r->at, " \n");
        read_attribute(r, &a);
    }
    note_element(r, name, &a);
    if (strncmp(r->at, "/>", 2) == 0) {
        r->at += 2;
        return;
    }
    assert_true(*r->at++ == '>');
    assert_true(r->depth < 64);
    r->open[r->depth++] = strdup(name);
}

static void read_svg(svg_reader *r, const char *text)
{
    *r = (svg_reader){.at = text};
    do {
        if (*r->at == '<')
            read_tag(r);
        else
            read_character(r);
    } while (r->depth > 0);
    assert_true(r->at[strspn(r->at, "\n")] == '\0');
}

/* ---- drawings of trees ---- */

static void check_cards(const svg_reader *r)
{
    for (int i = 0; i < r->card_count; i++) {
        const card *a = &r->cards[i];
        assert_true(a->x >= 0 && a->x + a->width <= r->width);
        assert_true(a->y >= 0 && a->y + a->height <= r->height);
        for (int j = 0; j < i; j++) {
            const card *b = &r->cards[j];
            if (a->x < b->x + b->width && b->x < a->x + a->width &&
                a->y < b->y + b->height && b->y < a->y + a->height)
                fail_msg("two cards overlap");
        }
    }
}

static int cut_groups(const ari_tree *tree)
{
    int groups = 0;
    for (int n = 0; n < tree->count; n++) {
        const ari_node *node = &tree->nodes[n];
        bool visited = false, cut = false;
        for (int c = node->first; c >= 0; c = tree->nodes[c].next) {
            visited = visited || tree->nodes[c].kind != ARI_NODE_CUT;
            cut = cut || tree->nodes[c].kind == ARI_NODE_CUT;
        }
        groups += cut;
        assert_true(!cut || visited);
    }
    return groups;
}

/* A2: well-formed, every position and every group of cuts one card, none over another. */
static void drawings_are_sound(void **state)
{
    (void)state;
    for (size_t i = 0; i < 4 * SAMPLES; i++) {
        planted p;
        plant(&p, &samples[i / 4], i % 2);
        ari_text text = ARI_TEXT_EMPTY;
        ari_tree_view view = {.boards = i % 4 < 2};
        assert_int_equal(ari_tree_svg(p.tree, &view, &text, NULL), ARI_OK);
        assert_true(ari_text_ok(&text));
        svg_reader r;
        read_svg(&r, ari_text_get(&text));
        int cards = p.tree->count - p.tree->cuts + cut_groups(p.tree);
        assert_int_equal(r.card_count, cards);
        assert_int_equal(r.titles, cards + 1);
        check_cards(&r);
        free(r.cards);
        ari_text_free(&text);
        fell(&p);
    }
}

static void strange_board(const void *rules, const void *s, ari_board *board)
{
    (void)rules, (void)s;
    ari_board_size(board, 2, 2);
    for (int i = 0; i < 4; i++) {
        board->cells[i].kind = (uint8_t)(i % 2 ? ARI_CELL_SQUARE : ARI_CELL_LABEL);
        board->cells[i].owner = (uint8_t)(i / 2);
        memcpy(board->cells[i].text, "<&\"\xff\x02>", 6);
    }
    memset(board->caption, '&', sizeof board->caption);
}

static void strange_names_do_no_harm(void **state)
{
    (void)state;
    planted p;
    plant(&p, &samples[1], true);
    ari_core core = strange_core(&p);
    core.board = strange_board;
    p.v->core = &core;
    ari_text text = ARI_TEXT_EMPTY;
    assert_int_equal(ari_tree_svg(p.tree, &(ari_tree_view){.boards = true}, &text, NULL),
                     ARI_OK);
    svg_reader r;
    read_svg(&r, ari_text_get(&text));
    check_cards(&r);
    free(r.cards);
    ari_text_free(&text);
    fell(&p);
}

/* ---- boards ---- */

/* How many shapes the path of a class is made of; each begins with a move of the pen. */
static int shapes(const char *svg, const char *class)
{
    char path[80];
    snprintf(path, sizeof path, "<path class=\"%s\" d=\"", class);
    const char *at = strstr(svg, path);
    int count = 0;
    for (at = at ? at + strlen(path) : ""; *at && *at != '"'; at++)
        count += *at == 'M';
    return count;
}

static void draw(const char *game, const char *position, ari_drawing *drawing,
                 ari_text *out)
{
    ari_variant *v;
    ari_record record;
    ari_error error;
    ari_board board = {0}, before = {0};
    assert_int_equal(ari_variant_new(game, &v, &error), ARI_OK);
    assert_int_equal(ari_position_parse(v, position, &record, &error), ARI_OK);
    ari_state s = record.start;
    for (int i = 0; i + 1 < record.count; i++)
        s = ari_after(v, &s, record.moves[i]);
    v->core->board(v->rules, &record.end, &board);
    v->core->board(v->rules, &s, &before);
    drawing->before = record.count > 0 ? &before : NULL;
    double width, height;
    ari_drawing_size(&board, drawing, &width, &height);
    assert_true(width > 0 && height > 0);
    ari_text_clear(out);
    ari_text_add(out, "<svg>");
    ari_drawing_svg(&board, drawing, 3, 4, out);
    ari_text_add(out, "</svg>");
    svg_reader r;
    read_svg(&r, ari_text_get(out));
    ari_record_free(&record);
    ari_variant_free(v);
}

static void boards_show_the_position(void **state)
{
    (void)state;
    ari_text text = ARI_TEXT_EMPTY;
    ari_drawing drawing = {.cell = 20, .labels = true, .caption = true};
    draw("tictactoe", "5 1 9", &drawing, &text);
    assert_int_equal(shapes(text.data, "ari-grid"), 9);
    assert_int_equal(shapes(text.data, "ari-cross"), 2);
    assert_int_equal(shapes(text.data, "ari-ring"), 1);
    assert_int_equal(shapes(text.data, "ari-new"), 1);
    draw("connect4", "44455", &drawing, &text);
    assert_int_equal(shapes(text.data, "ari-wall"), 42);
    assert_int_equal(shapes(text.data, "ari-hole"), 37);
    assert_int_equal(shapes(text.data, "ari-disc-first"), 3);
    assert_int_equal(shapes(text.data, "ari-disc-second"), 2 * 2); /* rings */
    assert_int_equal(shapes(text.data, "ari-new"), 1);
    draw("nim:heaps=7531", "", &drawing, &text);
    assert_int_equal(shapes(text.data, "ari-stick"), 16);
    draw("coins:coins=13", "", &drawing, &text);
    assert_int_equal(shapes(text.data, "ari-coin"), 13);
    assert_non_null(strstr(text.data, "13 coins"));
    draw("dots:width=1,height=1", "b1 a2 c2 b3", &drawing, &text);
    assert_int_equal(shapes(text.data, "ari-dot"), 4);
    assert_int_equal(shapes(text.data, "ari-edge"), 3);
    assert_int_equal(shapes(text.data, "ari-new-edge"), 1);
    assert_int_equal(shapes(text.data, "ari-open"), 0);
    assert_int_equal(shapes(text.data, "ari-taken"), 1);
    draw("mnk:width=19,height=19,line=5", "", &drawing, &text);
    assert_int_equal(shapes(text.data, "ari-grid"), 361);
    assert_int_equal(shapes(text.data, "ari-new"), 0);
    assert_non_null(strstr(text.data, ">s</text>"));
    draw("coins:coins=2", "moves:2", &drawing, &text);
    assert_non_null(strstr(text.data, ">empty</text>"));
    ari_text_free(&text);
}

/* What is drawn has a style, in the light and in the dark. */
static void every_class_has_a_style(void **state)
{
    (void)state;
    const char *const classes[] = {
        "grid",  "wall", "hole",  "new",        "open",        "edge",  "new-edge", "dot",
        "cross", "ring", "taken", "disc-first", "disc-second", "stick", "label"};
    const char *dark = strstr(ari_drawing_css(), "prefers-color-scheme:dark");
    assert_non_null(dark);
    for (size_t i = 0; i < sizeof classes / sizeof *classes; i++) {
        char rule[40];
        snprintf(rule, sizeof rule, ".ari-%s{", classes[i]);
        const char *first = strstr(ari_drawing_css(), rule);
        assert_true(first && first < dark);
        assert_non_null(strstr(dark, rule));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_trees_are_tidy),
        cmocka_unit_test(long_and_broad_trees),
        cmocka_unit_test(drawings_are_sound),
        cmocka_unit_test(strange_names_do_no_harm),
        cmocka_unit_test(boards_show_the_position),
        cmocka_unit_test(every_class_has_a_style),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
