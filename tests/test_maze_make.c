/* test_maze_make.c: mazes that are made, and mazes that are drawn. */
#include "maze_oracle.h"

#include <stdio.h>

#include <ariadne/image.h>
#include <ariadne/random.h>

static ari_maze *made(ari_maze_algo algo, uint32_t width, uint32_t height, double loops,
                      uint64_t seed)
{
    ari_maze *m;
    ari_error error;
    const ari_maze_make_job plan = {
        .algo = algo, .width = width, .height = height, .loops = loops, .seed = seed};
    if (ari_maze_generate(&plan, &m, &error) != ARI_OK)
        fail_msg("%s", error.message);
    return m;
}

/* Openings inside, and in the outline. */
static uint64_t count_openings(const ari_maze *m, uint64_t *exits)
{
    uint64_t inside = 0;
    *exits = 0;
    for (int32_t y = 0; y < (int32_t)ari_maze_height(m); y++)
        for (int32_t x = 0; x < (int32_t)ari_maze_width(m); x++)
            for (int d = ARI_NORTH; d <= ARI_WEST; d++) {
                ari_maze_point p = {x, y};
                if (ari_maze_wall(m, p, (ari_direction)d))
                    continue;
                if (ari_maze_outside(m, ari_maze_beside(p, (ari_direction)d)))
                    ++*exits;
                else
                    inside += d <= ARI_EAST;
            }
    return inside;
}

static const uint32_t sizes[][2] = {{1, 1},  {2, 1},  {1, 2},   {2, 2},   {1, 70},
                                    {70, 1}, {7, 5},  {8, 8},   {9, 3},   {55, 4},
                                    {56, 4}, {57, 4}, {63, 9},  {64, 9},  {65, 9},
                                    {71, 6}, {72, 6}, {127, 5}, {128, 5}, {129, 5}};
#define SIZES (int)(sizeof sizes / sizeof *sizes)

/* E1: every algorithm makes a spanning tree: squares - 1 openings, all squares reached */
static void test_perfect(void **state)
{
    (void)state;
    for (int a = 0; a < ARI_MAZE_ALGOS; a++)
        for (int i = 0; i < SIZES; i++)
            for (uint64_t seed = 0; seed < 10; seed++) {
                uint64_t squares = (uint64_t)sizes[i][0] * sizes[i][1], exits;
                ari_maze *m = made((ari_maze_algo)a, sizes[i][0], sizes[i][1], 0, seed);
                size_t reached;
                assert_true(oracle_distance(m, &reached) > 0);
                assert_int_equal(reached, squares);
                assert_int_equal(count_openings(m, &exits), squares - 1);
                assert_int_equal(exits, 1);
                ari_maze_free(m);
            }
}

static void test_large(void **state)
{
    (void)state;
    for (int a = 0; a < ARI_MAZE_ALGOS; a++) {
        ari_maze *m = made((ari_maze_algo)a, 700, 500, 0, 3);
        size_t reached;
        uint64_t exits;
        int64_t distance = oracle_distance(m, &reached);
        assert_int_equal(reached, 350000);
        assert_int_equal(count_openings(m, &exits), 349999);
        for (int method = 0; method <= ARI_MAZE_DEAD_ENDS; method++) {
            ari_maze_solution s = solved_by(m, (ari_maze_method)method);
            assert_true(s.solved);
            if (method != ARI_MAZE_RIGHT_HAND && method != ARI_MAZE_LEFT_HAND)
                assert_int_equal(s.path.steps, distance);
            ari_maze_solution_free(&s);
        }
        ari_maze_free(m);
    }
}

static bool same(const ari_maze *a, const ari_maze *b)
{
    ari_text one = ARI_TEXT_EMPTY, two = ARI_TEXT_EMPTY;
    ari_maze_format(a, &one);
    ari_maze_format(b, &two);
    bool equal = one.size == two.size && memcmp(one.data, two.data, one.size) == 0;
    ari_text_free(&one);
    ari_text_free(&two);
    return equal;
}

static void test_seeds(void **state)
{
    (void)state;
    for (int a = 0; a < ARI_MAZE_ALGOS; a++) {
        ari_maze *m = made((ari_maze_algo)a, 30, 20, 0.1, 5);
        ari_maze *again = made((ari_maze_algo)a, 30, 20, 0.1, 5);
        ari_maze *other = made((ari_maze_algo)a, 30, 20, 0.1, 6);
        assert_true(same(m, again));
        assert_false(same(m, other));
        ari_maze_free(m);
        ari_maze_free(again);
        ari_maze_free(other);
    }
}

/* Loops are walls taken away from the same maze, and as many as asked for. */
static void test_loops(void **state)
{
    (void)state;
    const double shares[] = {0.01, 0.25, 0.5, 0.9, 1};
    uint64_t exits, width = 300, height = 200;
    uint64_t walls = (width - 1) * height + width * (height - 1) - (width * height - 1);
    for (int a = 0; a < ARI_MAZE_ALGOS; a++)
        for (int i = 0; i < 5; i++) {
            ari_maze *m = made((ari_maze_algo)a, 300, 200, shares[i], 2);
            ari_maze *tree = made((ari_maze_algo)a, 300, 200, 0, 2);
            double opened = (double)(count_openings(m, &exits) - (width * height - 1));
            assert_int_equal(exits, 1);
            double wanted = shares[i] * (double)walls;
            assert_true(opened > wanted * 0.9 && opened < wanted * 1.1);
            for (int32_t y = 0; y < 200; y++)
                for (int32_t x = 0; x < 300; x++)
                    for (int d = 0; d < 4; d++)
                        assert_true(
                            ari_maze_wall(tree, (ari_maze_point){x, y},
                                          (ari_direction)d) ||
                            !ari_maze_wall(m, (ari_maze_point){x, y}, (ari_direction)d));
            ari_maze_free(m);
            ari_maze_free(tree);
        }
}

/* Wilson's mazes are all equally likely: the 15 of 3 x 2 squares, within four deviations. */
static void test_wilson_uniform(void **state)
{
    (void)state;
    enum { TREES = 15, EACH = 1000 };
    int counts[128] = {0}, kinds = 0;
    for (uint64_t seed = 0; seed < TREES * EACH; seed++) {
        ari_maze *m = made(ARI_MAZE_WILSON, 3, 2, 0, seed);
        unsigned code = 0;
        for (int32_t i = 0; i < 3; i++)
            code = code * 2 + ari_maze_wall(m, (ari_maze_point){i, 0}, ARI_NORTH);
        for (int32_t i = 0; i < 4; i++)
            code = code * 2 + ari_maze_wall(m, (ari_maze_point){i / 2, i % 2}, ARI_EAST);
        counts[code]++;
        ari_maze_free(m);
    }
    for (int code = 0; code < 128; code++) {
        kinds += counts[code] > 0;
        if (counts[code])
            assert_in_range(counts[code], EACH - 126, EACH + 126);
    }
    assert_int_equal(kinds, TREES);
}

typedef struct keyed {
    uint32_t key;
    ari_maze_point at;
    ari_direction way; /* south or west */
} keyed;

static int by_key(const void *a, const void *b)
{
    uint32_t one = ((const keyed *)a)->key, two = ((const keyed *)b)->key;
    return (one > two) - (one < two);
}

static size_t find_part(size_t *parent, size_t square)
{
    while (parent[square] != square)
        square = parent[square] = parent[parent[square]];
    return square;
}

/* Kruskal's method in ten lines, on all walls at once, with the same keys. */
static ari_maze *plain_kruskal(uint32_t width, uint32_t height, uint64_t seed)
{
    ari_maze *m;
    assert_int_equal(ari_maze_new(width, height, &m, NULL), ARI_OK);
    size_t squares = (size_t)width * height, count = 0;
    size_t *parent = malloc(squares * sizeof *parent);
    keyed *walls = malloc(2 * squares * sizeof *walls);
    assert_true(parent && walls);
    for (size_t i = 0; i < squares; i++) {
        uint64_t keys = ari_mix(ari_mix(seed) + i);
        ari_maze_point at = {(int32_t)(i % width), (int32_t)(i / width)};
        parent[i] = i;
        if (at.y > 0)
            walls[count++] = (keyed){(uint32_t)(keys >> 32), at, ARI_SOUTH};
        if (at.x > 0)
            walls[count++] = (keyed){(uint32_t)keys, at, ARI_WEST};
    }
    qsort(walls, count, sizeof *walls, by_key);
    for (size_t i = 0; i < count; i++) {
        size_t square = (size_t)walls[i].at.y * width + (size_t)walls[i].at.x;
        size_t a = find_part(parent, square);
        size_t b =
            find_part(parent, square - (walls[i].way == ARI_WEST ? 1 : (size_t)width));
        if (a != b)
            ari_maze_set_wall(m, walls[i].at, walls[i].way, false);
        parent[a] = b;
    }
    free(parent);
    free(walls);
    ari_maze_set_wall(m, (ari_maze_point){(int32_t)width - 1, 0}, ARI_SOUTH, false);
    return m;
}

/* Tile by tile comes out what comes out when the walls are taken in order. */
static void test_kruskal_in_order(void **state)
{
    (void)state;
    static const uint32_t more[][2] = {
        {64, 64}, {65, 64}, {64, 65}, {150, 131}, {200, 70}};
    for (int i = 0; i < SIZES + 5; i++)
        for (uint64_t seed = 0; seed < 5; seed++) {
            const uint32_t *size = i < SIZES ? sizes[i] : more[i - SIZES];
            ari_maze *m = made(ARI_MAZE_KRUSKAL, size[0], size[1], 0, seed);
            ari_maze *plain = plain_kruskal(size[0], size[1], seed);
            assert_true(same(m, plain));
            ari_maze_free(m);
            ari_maze_free(plain);
        }
}

/* ---- row by row ---- */

static bool add_bytes(void *self, const void *bytes, size_t size)
{
    ari_text_add_bytes(self, bytes, size);
    return ari_text_ok(self);
}

static void test_stream(void **state)
{
    (void)state;
    for (int i = 0; i < SIZES; i++)
        for (int loops = 0; loops <= 1; loops++) {
            const ari_maze_make_job plan = {.algo = ARI_MAZE_ELLER,
                                            .width = sizes[i][0],
                                            .height = sizes[i][1],
                                            .loops = 0.2 * loops,
                                            .seed = 4};
            ari_text text = ARI_TEXT_EMPTY;
            assert_int_equal(ari_maze_stream(&plan, add_bytes, &text, NULL), ARI_OK);
            ari_maze *m = made(plan.algo, sizes[i][0], sizes[i][1], plan.loops, 4);
            ari_maze *read = parsed(ari_text_get(&text));
            assert_true(same(m, read));
            ari_maze_free(m);
            ari_maze_free(read);
            ari_text_free(&text);
        }
}

static bool count_down(void *self, const void *bytes, size_t size)
{
    (void)bytes;
    (void)size;
    return --*(int *)self > 0;
}

/* A maze higher than any memory, of which a thousand lines are taken. */
static void test_endless(void **state)
{
    (void)state;
    int lines = 1000;
    ari_error error;
    ari_maze_make_job plan = {
        .algo = ARI_MAZE_ELLER, .width = 40, .height = ARI_MAZE_HEIGHT_MOST, .seed = 1};
    assert_int_equal(ari_maze_stream(&plan, count_down, &lines, &error), ARI_IO);
    assert_int_equal(lines, 0);
    plan.algo = ARI_MAZE_PRIM;
    assert_int_equal(ari_maze_stream(&plan, count_down, &lines, &error), ARI_UNSUPPORTED);
}

static void test_wrong_plans(void **state)
{
    (void)state;
    const ari_maze_make_job plans[] = {
        {.width = 0, .height = 1},
        {.width = 1, .height = 0},
        {.width = ARI_MAZE_SIDE_MOST + 1, .height = 1},
        {.width = 1, .height = (uint64_t)ARI_MAZE_SIDE_MOST + 1},
        {.width = ARI_MAZE_SIDE_MOST, .height = ARI_MAZE_SIDE_MOST},
        {.width = 2, .height = 2, .loops = -0.1},
        {.width = 2, .height = 2, .loops = 1.1}};
    for (size_t i = 0; i < sizeof plans / sizeof *plans; i++) {
        ari_maze *m;
        ari_error error;
        assert_int_not_equal(ari_maze_generate(&plans[i], &m, &error), ARI_OK);
        assert_null(m);
        assert_true(strlen(error.message) > 10);
    }
    ari_stop stop = 1;
    for (int a = 0; a < ARI_MAZE_ALGOS; a++) {
        ari_maze *m;
        ari_maze_make_job plan = {
            .algo = (ari_maze_algo)a, .width = 9, .height = 9, .stop = &stop};
        assert_int_equal(ari_maze_generate(&plan, &m, NULL), ARI_STOPPED);
    }
}

/* ---- E8: drawings ---- */

/* The ASCII drawing without a path is the wide text of the maze. */
static void test_draw_text(void **state)
{
    (void)state;
    const char text[] = "+---+---+---+\n"
                        "| S |       |\n"
                        "+   +   +---+\n"
                        "|       |    \n"
                        "+   +---+   +\n"
                        "|           |\n"
                        "+---+---+---+\n";
    ari_maze *m = parsed(text);
    ari_text out = ARI_TEXT_EMPTY;
    ari_maze_style style = {.ascii = true};
    ari_maze_draw(m, NULL, &style, &out);
    assert_string_equal(ari_text_get(&out), text);
    ari_text_clear(&out);
    ari_maze_solution s = solved_by(m, ARI_MAZE_SHORTEST);
    ari_maze_draw(m, &s.path, &style, &out);
    assert_string_equal(ari_text_get(&out), "+---+---+---+\n"
                                            "| S |       |\n"
                                            "+ * +   +---+\n"
                                            "| *     | * *\n"
                                            "+ * +---+ * +\n"
                                            "| * * * * * |\n"
                                            "+---+---+---+\n");
    ari_text_clear(&out);
    style.ascii = false;
    ari_maze_draw(m, &s.path, &style, &out);
    assert_string_equal(ari_text_get(&out), "┌───┬───────┐\n"
                                            "│ S │       │\n"
                                            "│ • ╵   ┌───┘\n"
                                            "│ •     │ • •\n"
                                            "│ • ╶───┘ • ╷\n"
                                            "│ • • • • • │\n"
                                            "└───────────┘\n");
    ari_maze_solution_free(&s);
    ari_text_free(&out);
    ari_maze_free(m);
}

/* Adds up the strokes of the first or the second path element of an SVG. */
static uint64_t stroke_length(const char *svg, int which)
{
    const char *d = svg;
    uint64_t sum = 0;
    for (int i = 0; i <= which; i++) {
        d = strstr(d, " d=\"");
        assert_non_null(d);
        d += 4;
    }
    for (; *d != '"'; d++)
        if (*d == 'h' || *d == 'v')
            sum += (uint64_t)llabs(strtoll(d + 1, NULL, 10));
    return sum;
}

static void test_draw_svg(void **state)
{
    (void)state;
    ari_maze *m = made(ARI_MAZE_PRIM, 31, 17, 0.1, 3);
    uint64_t exits, openings = count_openings(m, &exits);
    uint64_t edges = 30 * 17 + 31 * 16, outline = 2 * (31 + 17);
    ari_maze_solution s = solved_by(m, ARI_MAZE_SHORTEST);
    ari_text out = ARI_TEXT_EMPTY;
    ari_maze_draw_svg(m, &s.path, &out);
    const char *svg = ari_text_get(&out);
    assert_int_equal(stroke_length(svg, 0), 10 * (edges - openings + outline - exits));
    assert_int_equal(stroke_length(svg, 1), 10 * s.path.steps);
    assert_int_equal(strncmp(svg, "<svg ", 5), 0);
    assert_string_equal(svg + out.size - 7, "</svg>\n");
    ari_maze_solution_free(&s);
    ari_text_free(&out);
    ari_maze_free(m);
}

/* Pixel for pixel: what is a wall in the text is dark in the picture, the path is red. */
static void check_png(ari_maze *m, uint32_t scale)
{
    ari_maze_solution s = solved_by(m, ARI_MAZE_SHORTEST);
    ari_text png = ARI_TEXT_EMPTY, text = ARI_TEXT_EMPTY;
    ari_image image;
    ari_error error;
    assert_int_equal(ari_maze_draw_png(m, &s.path, scale, add_bytes, &png, &error),
                     ARI_OK);
    assert_int_equal(ari_image_read(png.data, png.size, 0, &image, &error), ARI_OK);
    ari_maze_format(m, &text);
    uint32_t columns = 2 * ari_maze_width(m) + 1, rows = 2 * ari_maze_height(m) + 1;
    assert_int_equal(image.width, columns * scale);
    assert_int_equal(image.height, rows * scale);
    uint64_t red = 0;
    for (uint32_t y = 0; y < image.height; y++)
        for (uint32_t x = 0; x < image.width; x++) {
            char c = text.data[y / scale * (columns + 1) + x / scale];
            uint32_t pixel = image.pixels[y * image.stride + x];
            red += pixel == ari_pixel(208, 48, 48, 255);
            if (c == 'S')
                assert_int_equal(pixel, ari_pixel(48, 80, 208, 255));
            else if (c != ' ')
                assert_int_equal(pixel, ari_pixel(32, 32, 32, 255));
            else
                assert_int_not_equal(pixel, ari_pixel(32, 32, 32, 255));
        }
    /* All squares of the path but the start, and a gap before each point. */
    assert_int_equal(red, (2 * s.path.steps - 1) * scale * scale);
    ari_image_free(&image);
    ari_text_free(&png);
    ari_text_free(&text);
    ari_maze_solution_free(&s);
}

static void test_draw_png(void **state)
{
    (void)state;
    for (uint32_t width = 1; width <= 9; width++)
        for (uint32_t scale = 1; scale <= 3; scale++) {
            ari_maze *m = made(ARI_MAZE_WILSON, width, 5, 0.2, width);
            check_png(m, scale);
            ari_maze_free(m);
        }
}

/* ---- pictures ---- */

/* A plain PBM of the text of a maze, with an entrance over the start. */
static ari_text picture_of(const ari_maze *m)
{
    ari_text text = ARI_TEXT_EMPTY, pbm = ARI_TEXT_EMPTY;
    ari_maze_format(m, &text);
    ari_text_format(&pbm, "P1\n%u %u\n", 2 * ari_maze_width(m) + 1,
                    2 * ari_maze_height(m) + 1);
    for (size_t i = 0; i < text.size; i++)
        ari_text_add_char(&pbm, text.data[i] == '\n' ? '\n'
                                : text.data[i] == ' ' || text.data[i] == 'S' || i == 1
                                    ? '0'
                                    : '1');
    ari_text_free(&text);
    return pbm;
}

/* A step in the maze is two pixels; the entrance is one more, and so is the exit's gap. */
static void test_pictures(void **state)
{
    (void)state;
    for (uint32_t width = 1; width <= 80; width += 3) {
        ari_maze *m = made(ARI_MAZE_BACKTRACKER, width, 20, 0.05, width), *picture;
        ari_text pbm = picture_of(m);
        ari_error error;
        assert_int_equal(
            ari_maze_from_picture(pbm.data, pbm.size, NULL, &picture, &error), ARI_OK);
        assert_int_equal(ari_maze_width(picture), 2 * width + 1);
        assert_int_equal(ari_maze_height(picture), 41);
        ari_maze_solution a = solved_by(m, ARI_MAZE_SHORTEST);
        ari_maze_solution b = solved_by(picture, ARI_MAZE_SHORTEST);
        assert_true(b.solved);
        assert_int_equal(b.path.steps, 2 * a.path.steps + 1);
        assert_int_equal(b.path.start.x, 1);
        assert_int_equal(b.path.start.y, 40);
        ari_maze_solution_free(&a);
        ari_maze_solution_free(&b);
        ari_text_free(&pbm);
        ari_maze_free(m);
        ari_maze_free(picture);
    }
}

static void test_doors(void **state)
{
    (void)state;
    const char pbm[] = "P1\n5 4\n11111\n10001\n10100\n11101\n";
    ari_maze *m;
    ari_error error;
    assert_int_equal(ari_maze_from_picture(pbm, strlen(pbm), NULL, &m, &error),
                     ARI_UNKNOWN);
    assert_non_null(strstr(error.message, "entrance"));
    ari_maze_doors doors = {
        .from_given = true, .from = {1, 1}, .to_given = true, .to = {4, 1}};
    assert_int_equal(ari_maze_from_picture(pbm, strlen(pbm), &doors, &m, &error), ARI_OK);
    ari_maze_solution s = solved_by(m, ARI_MAZE_RECURSIVE);
    assert_true(s.solved);
    assert_int_equal(s.path.steps, 6);
    ari_maze_solution_free(&s);
    ari_maze_free(m);
    doors.to_given = false; /* by the gap in the bottom row */
    assert_int_equal(ari_maze_from_picture(pbm, strlen(pbm), &doors, &m, &error), ARI_OK);
    s = solved_by(m, ARI_MAZE_RECURSIVE);
    assert_int_equal(s.path.steps, 6);
    ari_maze_solution_free(&s);
    ari_maze_free(m);
    const ari_maze_doors wrong[] = {
        {.from_given = true, .from = {0, 0}},  {.from_given = true, .from = {5, 0}},
        {.from_given = true, .from = {1, -1}}, {.to_given = true, .to = {1, 1}},
        {.to_given = true, .to = {2, 2}},      {.to_given = true, .to = {0, 0}},
        {.to_given = true, .to = {-1, 0}}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        doors = wrong[i];
        if (!doors.from_given) {
            doors.from_given = true;
            doors.from = (ari_maze_point){1, 1};
        }
        assert_int_equal(ari_maze_from_picture(pbm, strlen(pbm), &doors, &m, &error),
                         ARI_RANGE);
        assert_null(m);
    }
    const char closed[] = "P1\n3 2\n101\n111\n";
    assert_int_equal(ari_maze_from_picture(closed, strlen(closed), NULL, &m, &error),
                     ARI_UNKNOWN);
    assert_non_null(strstr(error.message, "exit"));
    assert_int_not_equal(ari_maze_from_picture("nothing", 7, NULL, &m, &error), ARI_OK);
}

/* ---- watching ---- */

/* A maze made again from what is told, and what is known of its squares so far. */
typedef struct remaking {
    ari_maze *maze;
    ari_maze_algo algo;
    int told[ARI_MAKING_BACK + 1];
    ari_maze_point last; /* backtracker and Wilson: where they are */
    int squares;
} remaking;

/* How many squares can be reached from the start. */
static size_t reached_now(const remaking *r)
{
    size_t reached;
    oracle_distance(r->maze, &reached);
    return reached;
}

static void remake(void *self, const ari_maze_making *event)
{
    remaking *r = self;
    ari_maze *m = r->maze;
    ari_maze_point at = event->at, to = ari_maze_beside(at, event->side);
    r->told[event->kind]++;
    if (event->kind == ARI_MAKING_CLEAR) {
        for (int32_t y = 0; y < (int32_t)ari_maze_height(m); y++)
            for (int32_t x = 0; x < (int32_t)ari_maze_width(m); x++)
                for (int d = ARI_NORTH; d <= ARI_WEST; d++) {
                    ari_maze_point p = {x, y};
                    if (!ari_maze_outside(m, ari_maze_beside(p, (ari_direction)d)))
                        ari_maze_set_wall(m, p, (ari_direction)d, false);
                }
    } else if (event->kind == ARI_MAKING_OPEN || event->kind == ARI_MAKING_BUILD) {
        bool wall = event->kind == ARI_MAKING_BUILD;
        assert_int_equal(ari_maze_wall(m, at, event->side), !wall); /* nothing twice */
        bool going = r->algo == ARI_MAZE_BACKTRACKER && r->told[ARI_MAKING_OPEN] > 1;
        if (going && r->told[ARI_MAKING_OPEN] < r->squares)
            assert_memory_equal(&at, &r->last, sizeof at); /* it goes on where it is */
        ari_maze_set_wall(m, at, event->side, wall);
        r->last = to;
    } else { /* a square */
        assert_false(ari_maze_outside(m, at));
        r->last = at;
    }
}

/* What is told of the making of a maze makes the same maze, and every algorithm does what it is
 * known for. */
static void test_watched(void **state)
{
    (void)state;
    for (int a = 0; a < ARI_MAZE_ALGOS; a++)
        for (int i = 0; i < SIZES; i++)
            for (uint64_t seed = 0; seed < 6; seed++) {
                double loops = seed % 2 ? 0.3 : 0;
                uint32_t width = sizes[i][0], height = sizes[i][1];
                remaking r = {.algo = (ari_maze_algo)a, .squares = (int)(width * height)};
                ari_maze *plain = made((ari_maze_algo)a, width, height, loops, seed), *m;
                ari_text wanted = ARI_TEXT_EMPTY, got = ARI_TEXT_EMPTY;
                const ari_maze_make_job plan = {.algo = (ari_maze_algo)a,
                                                .width = width,
                                                .height = height,
                                                .loops = loops,
                                                .seed = seed,
                                                .event = remake,
                                                .self = &r};
                assert_int_equal(ari_maze_new(width, height, &r.maze, NULL), ARI_OK);
                assert_int_equal(ari_maze_generate(&plan, &m, NULL), ARI_OK);
                ari_maze_format(plain, &wanted);
                ari_maze_format(r.maze, &got);
                assert_string_equal(ari_text_get(&got), ari_text_get(&wanted));
                ari_text_clear(&got);
                ari_maze_format(m, &got); /* and so does the one that was watched */
                assert_string_equal(ari_text_get(&got), ari_text_get(&wanted));
                assert_int_equal(r.told[ARI_MAKING_CLEAR] == 1, a == ARI_MAZE_DIVISION);
                if (width * height > 30) {
                    assert_int_equal(r.told[ARI_MAKING_WALK] > 0, a == ARI_MAZE_WILSON);
                    assert_true(a == ARI_MAZE_BACKTRACKER || !r.told[ARI_MAKING_BACK]);
                }
                if (a != ARI_MAZE_DIVISION && loops == 0)
                    assert_int_equal(r.told[ARI_MAKING_OPEN], width * height);
                assert_int_equal(reached_now(&r), width * height);
                ari_text_free(&wanted);
                ari_text_free(&got);
                ari_maze_free(plain);
                ari_maze_free(m);
                ari_maze_free(r.maze);
            }
}

/* Prim and the backtracker grow one tree, so that what they open always joins a square that was
 * not joined yet; Kruskal joins two parts every time. The parts are counted anew each time. */
typedef struct joining {
    ari_maze_algo algo;
    int parent[400];
    int width;
    bool in[400], begun;
} joining;

static int top_of(joining *j, int square)
{
    while (j->parent[square] != square)
        square = j->parent[square];
    return square;
}

static void join(void *self, const ari_maze_making *event)
{
    joining *j = self;
    ari_maze_point to = ari_maze_beside(event->at, event->side);
    if (event->kind != ARI_MAKING_OPEN || to.y < 0)
        return; /* the exit is the only way down from the lowest row */
    int a = event->at.y * j->width + event->at.x, b = to.y * j->width + to.x;
    assert_int_not_equal(top_of(j, a), top_of(j, b));
    j->parent[top_of(j, a)] = top_of(j, b);
    if (j->algo == ARI_MAZE_BACKTRACKER || j->algo == ARI_MAZE_PRIM) {
        assert_true(!j->begun || j->in[a] != j->in[b]);
        j->begun = j->in[a] = j->in[b] = true;
    }
}

static void test_watched_joins(void **state)
{
    (void)state;
    for (int a = 0; a < ARI_MAZE_DIVISION; a++)
        for (uint64_t seed = 0; seed < 20; seed++) {
            joining j = {.algo = (ari_maze_algo)a, .width = 20};
            for (int i = 0; i < 400; i++)
                j.parent[i] = i;
            const ari_maze_make_job plan = {.algo = (ari_maze_algo)a,
                                            .width = 20,
                                            .height = 20,
                                            .seed = seed,
                                            .event = join,
                                            .self = &j};
            ari_maze *m;
            assert_int_equal(ari_maze_generate(&plan, &m, NULL), ARI_OK);
            for (int i = 1; i < 400; i++)
                assert_int_equal(top_of(&j, i), top_of(&j, 0));
            ari_maze_free(m);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_watched),        cmocka_unit_test(test_watched_joins),
        cmocka_unit_test(test_perfect),        cmocka_unit_test(test_large),
        cmocka_unit_test(test_seeds),          cmocka_unit_test(test_loops),
        cmocka_unit_test(test_wilson_uniform), cmocka_unit_test(test_kruskal_in_order),
        cmocka_unit_test(test_stream),         cmocka_unit_test(test_endless),
        cmocka_unit_test(test_wrong_plans),    cmocka_unit_test(test_draw_text),
        cmocka_unit_test(test_draw_svg),       cmocka_unit_test(test_draw_png),
        cmocka_unit_test(test_pictures),       cmocka_unit_test(test_doors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
