/* test_maze.c: mazes as text, their operations, and the ways out of them. */
#include "maze_oracle.h"

#include <stdio.h>

static const char small[] = "+-+-+-+\n"
                            "|S|   |\n"
                            "+ + +-+\n"
                            "|   |  \n"
                            "+-+-+-+\n";
static const char wide[] = "+---+---+---+\n"
                           "| S |       |\n"
                           "+   +   +---+\n"
                           "|       |    \n"
                           "+---+---+---+\n";

/* E1, E2 */
static void test_operations(void **state)
{
    (void)state;
    const char *texts[] = {small, wide};
    for (int i = 0; i < 2; i++) {
        ari_maze *m = parsed(texts[i]);
        assert_int_equal(ari_maze_width(m), 3);
        assert_int_equal(ari_maze_height(m), 2);
        ari_maze_point start = ari_maze_start(m), right = {2, 0};
        assert_true(start.x == 0 && start.y == 1);
        assert_true(ari_maze_wall(m, start, ARI_NORTH));
        assert_true(ari_maze_wall(m, start, ARI_EAST));
        assert_false(ari_maze_wall(m, start, ARI_SOUTH));
        assert_true(ari_maze_wall(m, start, ARI_WEST));
        assert_false(ari_maze_wall(m, right, ARI_EAST)); /* the exit */
        assert_true(ari_maze_wall(m, right, ARI_NORTH));
        assert_true(ari_maze_outside(m, (ari_maze_point){3, 0}));
        assert_true(ari_maze_outside(m, (ari_maze_point){0, 2}));
        assert_true(ari_maze_outside(m, (ari_maze_point){-1, 0}));
        assert_true(ari_maze_outside(m, (ari_maze_point){0, -1}));
        assert_false(ari_maze_outside(m, right));
        assert_false(ari_maze_marked(m, right));
        ari_maze_mark(m, right);
        assert_true(ari_maze_marked(m, right));
        assert_false(ari_maze_marked(m, start));
        ari_maze_unmark(m, right);
        assert_false(ari_maze_marked(m, right));
        ari_maze_free(m);
    }
}

static void check_round_trip(const char *text, size_t size)
{
    ari_maze *m;
    ari_text out = ARI_TEXT_EMPTY;
    assert_int_equal(ari_maze_parse(text, size, &m, NULL), ARI_OK);
    ari_maze_format(m, &out);
    assert_int_equal(out.size, size);
    assert_memory_equal(out.data, text, size);
    ari_text_free(&out);
    ari_maze_free(m);
}

/* E1: written back identically */
static void test_round_trips(void **state)
{
    (void)state;
    check_round_trip(small, strlen(small));
    check_round_trip(wide, strlen(wide));
    check_round_trip(small, strlen(small) - 1); /* without the last line's end */
    check_round_trip(wide, strlen(wide) - 1);
    check_round_trip("+ +\n S \n+ +", 11);
    ari_random random = ari_random_seeded(1);
    for (int i = 0; i < 300; i++) {
        ari_maze *m = random_maze(&random, 1 + ari_random_below(&random, 140),
                                  1 + ari_random_below(&random, 9), 40, 10);
        ari_text out = ARI_TEXT_EMPTY;
        ari_maze_format(m, &out);
        check_round_trip(out.data, out.size);
        ari_text_free(&out);
        ari_maze_free(m);
    }
}

/* What is wrong, where, and what must be said of it. */
static const struct {
    const char *text;
    int line, column;
    const char *said;
} damaged[] = {
    {"", 1, 1, "empty"},
    {"\n", 1, 1, "upper left corner"},
    {"|S|\n", 1, 1, "upper left corner"},
    {"+\n", 1, 2, "two (or four)"},
    {"+-\n", 1, 3, "two (or four)"},
    {"+--+--+\n|S    |\n+--+--+\n", 1, 3, "two (or four)"},
    {"+-+-\n|S  \n+-+-\n", 1, 4, "not closed"},
    {"+-+\n", 2, 1, "bottom wall"},
    {"+-+\n|S|\n", 3, 1, "bottom wall"},
    {"+-+\n|S|\n+-+\n| |\n", 5, 1, "bottom wall"},
    {"+-+\n| |\n+-+\n", 2, 2, "no start"},
    {"+---+\n|   |\n+---+\n", 2, 3, "no start"},
    {"+-+\n|S|\n+-+\n|S|\n+-+\n", 4, 2, "second start"},
    {"+-+-+\n|S S|\n+-+-+\n", 2, 4, "line 2, column 2"},
    {"+-+-+\n|S  |\n+-+\n", 3, 4, "3 characters"},
    {"+-+-+\n|S   |\n+-+-+\n", 2, 6, "6 characters"},
    {"+-+-+\n|S  |\n+-+-+\n\n", 4, 1, "empty"},
    {"+-+-+\n|S  |\n\n+-+-+\n", 3, 1, "empty"},
    {"+-+-+\n|S  |\n+-+-+ \n", 3, 6, "6 characters"},
    {"+-+-+\n|S  |\n+- -+\n", 3, 3, "corner '+'"},
    {"+-+-+\n|S  |\n --+-\n", 3, 1, "corner '+'"},
    {"+-+ -\n|S  |\n+-+-+\n", 1, 5, "corner '+'"},
    {"+-+|+\n|S  |\n+-+-+\n", 1, 4, "'-' or a space"},
    {"+-+-+\n|S- |\n+-+-+\n", 2, 3, "'|' or a space"},
    {"+-+-+\n|S ||\n+-+-+\n", 2, 4, "empty square"},
    {"+-+-+\nS|  |\n+-+-+\n", 2, 1, "'|' or a space"},
    {"+---+\n|S  |\n+---+\n", 2, 2, "middle"},
    {"+---+\n| S |\n+- -+\n", 3, 3, "all '-' or all spaces"},
    {"+-+\t\n|S|\t\n+-+\t\n", 1, 4, "tab"},
    {"+-+\n|\t|\n+-+\n", 2, 2, "tab"},
    {"+-+\r\n|S|\r\n+-+\r\n", 1, 4, "CR LF"},
    {"+-+\n|S|\r\n+-+\n", 2, 4, "CR LF"},
    {"+-+\n|s|\n+-+\n", 2, 2, "'s'"},
    {"+-+\n|\xc3\xa9|\n+-+\n", 2, 2, "byte 195"},
    {"+-+\n|\x1b|\n+-+\n", 2, 2, "byte 27"},
    /* the first thing that is wrong is the one told */
    {"+-+-+\n|S x|\n+-+-+\n| |\n", 2, 4, "'x'"},
    {"+-+-+\n|S\n+-+-+\n| x|\n+-+-+\n", 4, 3, "'x'"},
};

/* F9: where an editor has taken away the spaces at the end of a line, the maze is the one that
 * was meant, and how many lines were is known. */
static void test_stripped_lines(void **state)
{
    (void)state;
    const char meant[] = "+-+-+-+\n|S|    \n+ + +-+\n|      \n+-+-+-+\n";
    const char stripped[] = "+-+-+-+\n|S|\n+ + +-+\n|\n+-+-+-+\n";
    ari_maze *m;
    ari_text out = ARI_TEXT_EMPTY;
    assert_int_equal(ari_maze_parse(meant, strlen(meant), &m, NULL), ARI_OK);
    assert_int_equal(ari_maze_forgiven(m), 0);
    ari_maze_free(m);
    assert_int_equal(ari_maze_parse(stripped, strlen(stripped), &m, NULL), ARI_OK);
    assert_int_equal(ari_maze_forgiven(m), 2);
    ari_maze_format(m, &out);
    assert_string_equal(ari_text_get(&out), meant);
    ari_text_free(&out);
    ari_maze_free(m);
}

/* E1: every kind of damage has its message with line and column */
static void test_damage(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof damaged / sizeof *damaged; i++) {
        ari_maze *m;
        ari_error error = {.message = ""};
        char place[60];
        const char *text = damaged[i].text;
        snprintf(place, sizeof place, "line %d, column %d: ", damaged[i].line,
                 damaged[i].column);
        assert_int_equal(ari_maze_parse(text, strlen(text), &m, &error), ARI_SYNTAX);
        assert_null(m);
        if (strncmp(error.message, place, strlen(place)) != 0 ||
            !strstr(error.message + strlen(place), damaged[i].said))
            fail_msg("%s\nis told to be: %s\nexpected: %s%s", text, error.message, place,
                     damaged[i].said);
    }
}

/* F9: all ways out, by a recursion over sets of squares that shares nothing with the solver. */
typedef struct ways_seen {
    uint64_t ways, steps, shortest;
} ways_seen;

static void count_ways(const ari_maze *m, ari_maze_point p, bool *seen, uint64_t steps,
                       ways_seen *sums)
{
    if (ari_maze_outside(m, p)) {
        sums->ways++;
        sums->steps += steps;
        if (sums->ways == 1 || steps < sums->shortest)
            sums->shortest = steps;
        return;
    }
    bool *here = &seen[(uint32_t)p.y * ari_maze_width(m) + (uint32_t)p.x];
    if (*here)
        return;
    *here = true;
    for (int d = ARI_NORTH; d <= ARI_WEST; d++)
        if (!ari_maze_wall(m, p, (ari_direction)d))
            count_ways(m, ari_maze_beside(p, (ari_direction)d), seen, steps + 1, sums);
    *here = false;
}

static bool add_way(void *self, const ari_maze_path *path)
{
    ways_seen *sums = self;
    sums->ways++;
    sums->steps += path->steps;
    return true;
}

static void test_all_ways(void **state)
{
    (void)state;
    uint64_t several = 0;
    for (int seed = 0; seed < 60; seed++) {
        ari_maze_make_job plan = {.algo = (ari_maze_algo)(seed % ARI_MAZE_ALGOS),
                                  .width = 5,
                                  .height = 4,
                                  .loops = seed % 4 * 0.25,
                                  .seed = (uint64_t)seed};
        ari_maze *m;
        ari_maze_solution solution;
        bool seen[20] = {false};
        ways_seen wanted = {0}, told = {0};
        assert_int_equal(ari_maze_generate(&plan, &m, NULL), ARI_OK);
        ari_maze_set_start(m, (ari_maze_point){seed % 5, seed / 5 % 4});
        count_ways(m, ari_maze_start(m), seen, 0, &wanted);
        ari_maze_job job = {.way = add_way, .self = &told};
        assert_int_equal(ari_maze_solve(m, &job, &solution, NULL), ARI_OK);
        assert_int_equal(solution.ways, wanted.ways);
        assert_int_equal(told.ways, wanted.ways);
        assert_int_equal(told.steps, wanted.steps);
        assert_int_equal(solution.solved ? solution.path.steps : 0, wanted.shortest);
        several += wanted.ways > 1;
        ari_maze_solution_free(&solution);
        ari_maze_free(m);
    }
    assert_true(several > 10);
}

/* F9: without marks the walker goes to and fro for ever where the first direction leads
 * nowhere, and is stopped; where it leads out he gets out. */
static void test_no_marks(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        bool solved;
    } cases[] = {{"+-+ +\n|S  |\n+-+-+\n", true},
                 {"+-+-+\n| |  \n+ +-+\n|S  |\n+ +-+\n", false}};
    for (int i = 0; i < 2; i++) {
        ari_maze *m;
        ari_maze_solution solution;
        ari_maze_job job = {.no_marks = true};
        assert_int_equal(ari_maze_parse(cases[i].text, strlen(cases[i].text), &m, NULL),
                         ARI_OK);
        assert_int_equal(ari_maze_solve(m, &job, &solution, NULL), ARI_OK);
        assert_int_equal(solution.solved, cases[i].solved);
        assert_int_equal(solution.stopped, !cases[i].solved);
        if (!cases[i].solved)
            assert_int_equal(solution.calls, ARI_MAZE_CIRCLES);
        ari_maze_solution_free(&solution);
        ari_maze_free(m);
    }
}

/* E1: whatever is done to a maze, it is refused or read as what it is */
static void test_every_change(void **state)
{
    (void)state;
    const char *texts[] = {small, wide};
    const char others[] = "+-| S\n\t\r\0x";
    char changed[100];
    for (int t = 0; t < 2; t++) {
        size_t size = strlen(texts[t]);
        for (size_t at = 0; at <= size; at++)
            for (size_t c = 0; c < sizeof others - 1; c++)
                for (int what = 0; what < 3; what++) {
                    size_t cut = what == 0 ? 0 : 1, put = what == 2 ? 0 : 1;
                    if (at + cut > size)
                        continue;
                    memcpy(changed, texts[t], at);
                    changed[at] = others[c];
                    memcpy(changed + at + put, texts[t] + at + cut, size - at - cut);
                    size_t length = size - cut + put;
                    ari_maze *m;
                    ari_error error;
                    if (ari_maze_parse(changed, length, &m, &error) == ARI_OK) {
                        if (!ari_maze_forgiven(m))
                            check_round_trip(changed, length);
                    } else
                        assert_int_equal(strncmp(error.message, "line ", 5), 0);
                    ari_maze_free(m);
                }
    }
}

/* E1: lines of megabytes, and a first line that promises more than there is */
static void test_long_lines(void **state)
{
    (void)state;
    size_t size = 4 << 20;
    char *text = malloc(size + 1);
    ari_maze *m;
    ari_error error;
    assert_non_null(text);
    memset(text, 'x', size);
    assert_int_equal(ari_maze_parse(text, size, &m, &error), ARI_SYNTAX);
    for (size_t i = 0; i < size; i++)
        text[i] = i % 2 ? '-' : '+';
    assert_int_equal(ari_maze_parse(text, size - 1, &m, &error), ARI_SYNTAX);
    assert_non_null(strstr(error.message, "bottom wall"));
    memset(text + size / 2 - 1, '\n', size / 2 + 1);
    assert_int_equal(ari_maze_parse(text, size, &m, &error), ARI_SYNTAX);
    assert_int_equal(strncmp(error.message, "line 2, column 1:", 17), 0);
    free(text);
}

/* ---- E3, E4: the recursive method ---- */

static void compare_recursive(ari_maze *m, bool unmark)
{
    oracle o = {.maze = m, .unmark = unmark};
    ari_maze_solution s;
    ari_maze_job job = {.method = ARI_MAZE_RECURSIVE, .keep_marks = !unmark};
    ari_maze_unmark_all(m);
    bool solved = oracle_solve(&o, ari_maze_start(m));
    int32_t width = (int32_t)ari_maze_width(m), height = (int32_t)ari_maze_height(m);
    size_t size = (size_t)width * (size_t)height, marked = 0;
    bool *marks = malloc(size);
    assert_non_null(marks);
    for (size_t i = 0; i < size; i++) {
        ari_maze_point p = {(int32_t)i % width, (int32_t)i / width};
        marks[i] = ari_maze_marked(m, p);
        marked += marks[i];
    }
    assert_int_equal(ari_maze_solve(m, &job, &s, NULL), ARI_OK);
    assert_int_equal(s.solved, solved);
    assert_int_equal(s.calls, o.calls);
    assert_int_equal(s.depth, o.deepest);
    for (size_t i = 0; i < size; i++) {
        ari_maze_point p = {(int32_t)i % width, (int32_t)i / width};
        assert_int_equal(ari_maze_marked(m, p), marks[i]);
    }
    if (solved)
        check_path(m, &s.path);
    if (solved && unmark) /* the marked squares are the path */
        assert_int_equal(s.path.steps, marked);
    ari_maze_solution_free(&s);
    free(marks);
}

static ari_maze *empty_room(int32_t k)
{
    ari_maze *m = blank((uint32_t)k, (uint32_t)k);
    for (int32_t y = 0; y < k; y++)
        for (int32_t x = 0; x < k; x++) {
            if (y + 1 < k)
                ari_maze_set_wall(m, (ari_maze_point){x, y}, ARI_NORTH, false);
            if (x + 1 < k)
                ari_maze_set_wall(m, (ari_maze_point){x, y}, ARI_EAST, false);
        }
    return m;
}

/* E4: closed rooms without inner walls, from every square */
static void test_rooms(void **state)
{
    (void)state;
    for (int32_t k = 1; k <= 5; k++) {
        ari_maze *m = empty_room(k);
        for (int32_t i = 0; i < (k < 5 ? k * k : 3); i++) {
            ari_maze_set_start(m, (ari_maze_point){i % k, i / k});
            compare_recursive(m, false);
            compare_recursive(m, true);
        }
        ari_maze_free(m);
    }
}

/* The same recursion on an open grid where points outside are only a call that fails. */
static uint64_t open_grid_calls(int k, unsigned marks, int x, int y, bool unmark,
                                unsigned *kept)
{
    if (x < 0 || y < 0 || x >= k || y >= k || marks >> (y * k + x) & 1 ||
        (!unmark && *kept >> (y * k + x) & 1))
        return 1;
    marks |= 1u << (y * k + x);
    *kept |= marks;
    uint64_t calls = 1;
    const int dx[] = {0, 1, 0, -1}, dy[] = {1, 0, -1, 0};
    for (int d = 0; d < 4; d++)
        calls += open_grid_calls(k, marks, x + dx[d], y + dy[d], unmark, kept);
    return calls;
}

/* E4: known counts. In a grid without an outer wall, calls on points outside count too: in a
 * closed room of ours they are the calls less one for each side that is a wall, each time a
 * square is entered. The library's own counts for the rooms stand beside them. */
static void test_known_counts(void **state)
{
    (void)state;
    const struct {
        int k;
        uint64_t kept, unmarked;
    } known[] = {{3, 37, 317}, {4, 65, 8445}, {5, 101, 614981}};
    for (int i = 0; i < 3; i++) {
        unsigned kept = 0;
        assert_int_equal(open_grid_calls(known[i].k, 0, 0, 0, false, &kept),
                         known[i].kept);
        kept = 0;
        assert_int_equal(open_grid_calls(known[i].k, 0, 0, 0, true, &kept),
                         known[i].unmarked);
        /* Kept: a call for each of four sides of each square; in a closed room the 4k sides
         * of the outline are walls. */
        ari_maze *m = empty_room(known[i].k);
        ari_maze_set_start(m, (ari_maze_point){0, 0});
        ari_maze_solution s;
        ari_maze_job job = {.method = ARI_MAZE_RECURSIVE, .keep_marks = true};
        assert_int_equal(ari_maze_solve(m, &job, &s, NULL), ARI_OK);
        assert_false(s.solved);
        assert_int_equal(s.calls, known[i].kept - 4 * (uint64_t)known[i].k);
        ari_maze_free(m);
    }
}

/* E4: thousands of random mazes with loops, solvable and not */
static void test_recursive_random(void **state)
{
    (void)state;
    ari_random random = ari_random_seeded(7);
    int solvable = 0;
    for (int i = 0; i < 6000; i++) {
        uint32_t width = 1 + ari_random_below(&random, 5);
        uint32_t height = 1 + ari_random_below(&random, 4);
        ari_maze *m =
            random_maze(&random, width, height, 30 + ari_random_below(&random, 60),
                        ari_random_below(&random, 12));
        solvable += oracle_distance(m, NULL) >= 0;
        compare_recursive(m, true);
        compare_recursive(m, false);
        ari_maze_free(m);
    }
    assert_in_range(solvable, 1000, 5000);
    for (int i = 0; i < 500; i++) { /* larger ones, marks kept */
        ari_maze *m = random_maze(&random, 1 + ari_random_below(&random, 150),
                                  1 + ari_random_below(&random, 40), 60, 1);
        compare_recursive(m, false);
        ari_maze_free(m);
    }
}

/* ---- E6: the shortest way, and dead ends ---- */

static void test_shortest_random(void **state)
{
    (void)state;
    ari_random random = ari_random_seeded(8);
    int solvable = 0;
    for (int i = 0; i < 4000; i++) {
        bool large = i % 40 == 0; /* with a queue that must grow */
        uint32_t most = large ? 200 : 20;
        ari_maze *m = random_maze(&random, 1 + ari_random_below(&random, most),
                                  1 + ari_random_below(&random, most),
                                  40 + ari_random_below(&random, large ? 60 : 40),
                                  ari_random_below(&random, large ? 1 : 5));
        size_t reached;
        int64_t distance = oracle_distance(m, &reached);
        for (int method = ARI_MAZE_SHORTEST; method <= ARI_MAZE_DEAD_ENDS; method++) {
            ari_maze_solution s = solved_by(m, (ari_maze_method)method);
            assert_int_equal(s.solved, distance >= 0);
            if (s.solved)
                assert_int_equal(s.path.steps, distance);
            else if (method == ARI_MAZE_SHORTEST)
                assert_int_equal(s.calls, reached);
            ari_maze_solution_free(&s);
        }
        solvable += distance >= 0;
        ari_maze_free(m);
    }
    assert_in_range(solvable, 1000, 3900);
}

/* In an open hall the edge of the search is as wide as it can be. */
static void test_wide_queue(void **state)
{
    (void)state;
    ari_maze *m = empty_room(5000);
    ari_maze_set_start(m, (ari_maze_point){2500, 2500});
    ari_maze_set_wall(m, (ari_maze_point){17, 0}, ARI_SOUTH, false);
    ari_maze_solution s = solved_by(m, ARI_MAZE_SHORTEST);
    assert_int_equal(s.path.steps, 2500 - 17 + 2501);
    ari_maze_solution_free(&s);
    ari_maze_free(m);
}

/* ---- E7: a hand on the wall ---- */

/* Corners joined by walls. */
typedef struct corners {
    int32_t width, height;
    int *group;
} corners;

static int group_of(const corners *c, int corner)
{
    while (c->group[corner] != corner)
        corner = c->group[corner];
    return corner;
}

static int corner_at(const corners *c, int32_t x, int32_t y)
{
    return y * (c->width + 1) + x;
}

/* The wall on that side of a square, by its two corners. */
static void wall_ends(const corners *c, ari_maze_point p, ari_direction d, int *a, int *b)
{
    int32_t east = d == ARI_EAST, north = d == ARI_NORTH;
    *a = corner_at(c, p.x + east, p.y + north);
    *b = d == ARI_NORTH || d == ARI_SOUTH ? corner_at(c, p.x + 1, p.y + north)
                                          : corner_at(c, p.x + east, p.y + 1);
}

static corners join_corners(const ari_maze *m)
{
    corners c = {(int32_t)ari_maze_width(m), (int32_t)ari_maze_height(m), NULL};
    int count = (c.width + 1) * (c.height + 1);
    c.group = malloc((size_t)count * sizeof *c.group);
    assert_non_null(c.group);
    for (int i = 0; i < count; i++)
        c.group[i] = i;
    for (int32_t y = 0; y < c.height; y++)
        for (int32_t x = 0; x < c.width; x++)
            for (int d = ARI_NORTH; d <= ARI_WEST; d++)
                if (ari_maze_wall(m, (ari_maze_point){x, y}, (ari_direction)d)) {
                    int a, b;
                    wall_ends(&c, (ari_maze_point){x, y}, (ari_direction)d, &a, &b);
                    c.group[group_of(&c, a)] = group_of(&c, b);
                }
    return c;
}

/* Theory: the hand goes around everything that hangs together with the wall it touches. It
 * comes out exactly when there is a way out at all and that wall reaches the outline. */
static bool hand_gets_out(const ari_maze *m, ari_direction hand)
{
    if (oracle_distance(m, NULL) < 0)
        return false;
    corners c = join_corners(m);
    int a, b;
    wall_ends(&c, ari_maze_start(m), hand, &a, &b);
    bool outline = false;
    for (int32_t y = 0; y <= c.height; y++)
        for (int32_t x = 0; x <= c.width; x++)
            if (x == 0 || y == 0 || x == c.width || y == c.height)
                outline = outline || group_of(&c, corner_at(&c, x, y)) == group_of(&c, a);
    free(c.group);
    return outline;
}

static void test_hands(void **state)
{
    (void)state;
    ari_random random = ari_random_seeded(9);
    int out = 0, loops = 0;
    for (int i = 0; i < 4000; i++) {
        ari_maze *m = random_maze(&random, 2 + ari_random_below(&random, 9),
                                  2 + ari_random_below(&random, 9),
                                  50 + ari_random_below(&random, 40), 5);
        ari_maze_point start = ari_maze_start(m);
        for (int method = ARI_MAZE_RIGHT_HAND; method <= ARI_MAZE_LEFT_HAND; method++) {
            int turn = method == ARI_MAZE_RIGHT_HAND ? 1 : 3;
            for (int facing = ARI_NORTH; facing <= ARI_WEST; facing++) {
                ari_direction hand = (ari_direction)((facing + turn) & 3);
                if (!ari_maze_wall(m, start, hand))
                    continue;
                ari_maze_solution s;
                ari_maze_job job = {.method = (ari_maze_method)method,
                                    .facing_given = true,
                                    .facing = (ari_direction)facing};
                assert_int_equal(ari_maze_solve(m, &job, &s, NULL), ARI_OK);
                if (s.solved)
                    check_path(m, &s.path);
                assert_int_equal(s.solved, hand_gets_out(m, hand));
                bool walled_in = s.calls == 1;
                assert_int_equal(s.loop, !s.solved && !walled_in);
                out += s.solved;
                loops += s.loop;
                ari_maze_solution_free(&s);
            }
        }
        ari_maze_solution s =
            solved_by(m, ARI_MAZE_RIGHT_HAND); /* any beginning will do */
        ari_maze_solution_free(&s);
        ari_maze_free(m);
    }
    assert_true(out > 1000 && loops > 1000);
}

static void test_island(void **state)
{
    (void)state;
    ari_maze *m = parsed("+-+-+-+\n"
                         "|      \n"
                         "+ +-+ +\n"
                         "|S| | |\n"
                         "+ +-+ +\n"
                         "|     |\n"
                         "+-+-+-+\n");
    ari_maze_solution s = solved_by(m, ARI_MAZE_RIGHT_HAND); /* on the island */
    assert_false(s.solved);
    assert_true(s.loop);
    ari_maze_solution_free(&s);
    s = solved_by(m, ARI_MAZE_LEFT_HAND); /* on the outer wall */
    assert_true(s.solved);
    assert_int_equal(s.path.steps, 4);
    ari_maze_solution_free(&s);
    /* Nothing at hand: straight on to a wall first, and not around a corner for ever. */
    ari_maze_free(m);
    m = parsed("+-+-+-+\n|      \n+ + + +\n|S    |\n+ + + +\n|     |\n+-+-+-+\n");
    ari_maze_set_start(m, (ari_maze_point){1, 1});
    for (int method = ARI_MAZE_RIGHT_HAND; method <= ARI_MAZE_LEFT_HAND; method++) {
        s = solved_by(m, (ari_maze_method)method);
        assert_true(s.solved);
        assert_int_equal(s.path.steps, method == ARI_MAZE_RIGHT_HAND ? 9 : 3);
        ari_maze_solution_free(&s);
    }
    ari_maze_free(m);
}

/* ---- traces, limits ---- */

typedef struct trace {
    uint64_t kinds[ARI_MAZE_RETURN + 1], last_depth;
    ari_maze_point at,
        back; /* where the last event was, and the last call that returned */
    uint64_t back_depth;
} trace;

static void count_event(void *self, const ari_maze_event *event)
{
    trace *t = self;
    t->kinds[event->kind]++;
    if (event->kind ==
        ARI_MAZE_RETURN) { /* from one square to the next, a level at a time */
        ari_maze_point before = t->kinds[ARI_MAZE_RETURN] > 1 ? t->back : t->at;
        uint64_t depth = t->kinds[ARI_MAZE_RETURN] > 1 ? t->back_depth : t->last_depth;
        assert_int_equal(event->depth, depth - 1);
        assert_int_equal(abs(event->at.x - before.x) + abs(event->at.y - before.y), 1);
        t->back = event->at;
        t->back_depth = event->depth;
        return;
    }
    t->last_depth = event->depth;
    t->at = event->at;
}

static void test_events(void **state)
{
    (void)state;
    ari_random random = ari_random_seeded(10);
    for (int i = 0; i < 200; i++) {
        ari_maze *m = random_maze(&random, 6, 5, 50, 10);
        for (int method = 0; method <= ARI_MAZE_DEAD_ENDS; method++) {
            trace t = {.last_depth = 0};
            ari_maze_job plain = {.method = (ari_maze_method)method}, job = plain;
            ari_maze_solution s, same;
            job.event = count_event;
            job.self = &t;
            assert_int_equal(ari_maze_solve(m, &job, &s, NULL), ARI_OK);
            assert_int_equal(ari_maze_solve(m, &plain, &same, NULL), ARI_OK);
            assert_true(s.solved == same.solved && s.calls == same.calls &&
                        s.depth == same.depth && s.path.steps == same.path.steps);
            assert_int_equal(t.kinds[ARI_MAZE_OUT], s.solved);
            uint64_t seen = t.kinds[ARI_MAZE_ENTER] + t.kinds[ARI_MAZE_OUT];
            if (method == ARI_MAZE_DEAD_ENDS)
                assert_int_equal(t.kinds[ARI_MAZE_FILL], s.calls);
            else
                assert_int_equal(seen + t.kinds[ARI_MAZE_DEAD_END], s.calls);
            if (method == ARI_MAZE_RECURSIVE && !s.solved)
                assert_int_equal(t.kinds[ARI_MAZE_BACK], t.kinds[ARI_MAZE_ENTER]);
            if (s.solved) {
                assert_true(ari_maze_outside(m, t.at));
                assert_int_equal(t.last_depth,
                                 s.path.steps + (method == ARI_MAZE_RECURSIVE));
            }
            /* F9: every call on the way says that the way out was found, the first one last. */
            bool returned = method == ARI_MAZE_RECURSIVE && s.solved;
            assert_int_equal(t.kinds[ARI_MAZE_RETURN], returned ? s.path.steps : 0);
            if (returned) {
                assert_int_equal(t.back_depth, 1);
                assert_memory_equal(&t.back, &s.path.start, sizeof t.back);
            }
            ari_maze_solution_free(&s);
            ari_maze_solution_free(&same);
        }
        ari_maze_free(m);
    }
}

static void test_limits(void **state)
{
    (void)state;
    ari_maze *m = empty_room(9); /* unmarking, this would take longer than we live */
    ari_maze_solution s;
    for (int method = 0; method <= ARI_MAZE_SHORTEST; method++) {
        ari_maze_job job = {.method = (ari_maze_method)method, .limits = {.nodes = 10}};
        assert_int_equal(ari_maze_solve(m, &job, &s, NULL), ARI_OK);
        assert_true(s.stopped && !s.solved && !s.loop);
    }
    ari_stop stop = 1;
    ari_maze_job job = {.method = ARI_MAZE_RECURSIVE, .limits = {.stop = &stop}};
    assert_int_equal(ari_maze_solve(m, &job, &s, NULL), ARI_OK);
    assert_true(s.stopped);
    ari_maze_free(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_stripped_lines),
        cmocka_unit_test(test_all_ways),
        cmocka_unit_test(test_no_marks),
        cmocka_unit_test(test_operations),
        cmocka_unit_test(test_round_trips),
        cmocka_unit_test(test_damage),
        cmocka_unit_test(test_every_change),
        cmocka_unit_test(test_long_lines),
        cmocka_unit_test(test_rooms),
        cmocka_unit_test(test_known_counts),
        cmocka_unit_test(test_recursive_random),
        cmocka_unit_test(test_shortest_random),
        cmocka_unit_test(test_wide_queue),
        cmocka_unit_test(test_hands),
        cmocka_unit_test(test_island),
        cmocka_unit_test(test_events),
        cmocka_unit_test(test_limits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
