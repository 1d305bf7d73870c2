/* test_learn_puzzles.c: the steps of puzzles are those of their listings: each listing stands here once more as a
 * plain program, which must come to the same lines, with the same variables, one after the other. */
#include "maze_oracle.h"

#include <ariadne/fill.h>
#include <ariadne/knight.h>
#include <ariadne/learn.h>
#include <ariadne/queens.h>

#define INSTANCES 1500

/* ---- both are heard ---- */

/* A run, as a sum of everything in its order, and how often each line was reached. */
typedef struct heard {
    uint64_t sum, steps, reached[ARI_LISTING_LINES + 1];
    size_t depth, deepest;
} heard;

static void mix(heard *h, int64_t value)
{
    h->sum = (h->sum ^ (uint64_t)value) * UINT64_C(0x9e3779b97f4a7c15);
    h->sum ^= h->sum >> 29;
}

static const ari_puzzle_listing *listing;

static void hear_line(heard *h, int line, const int64_t *values)
{
    assert_in_range(line, 1, listing->listing.count);
    mix(h, line);
    mix(h, (int64_t)h->depth);
    for (int i = 0; i < ARI_SPOT_VALUES; i++)
        if (listing->listing.lines[line - 1].knows >> i & 1)
            mix(h, values[i]);
    h->reached[line]++;
    h->steps++;
}

static void hear_call(heard *h)
{
    h->steps++;
    mix(h, 1000);
    if (++h->depth > h->deepest)
        h->deepest = h->depth;
}

static void hear_return(heard *h, bool solved)
{
    h->steps++;
    mix(h, 1001 + solved);
    h->depth--;
}

static void hear(void *self, const ari_puzzle_step *step)
{
    heard *h = self;
    switch (step->kind) {
    case ARI_WALK_ENTER:
        hear_call(h);
        assert_int_equal(step->depth, h->depth);
        return;
    case ARI_WALK_LINE:
        assert_int_equal(step->depth, h->depth);
        hear_line(h, step->line, step->frame->values);
        return;
    case ARI_WALK_LEAVE:
        assert_int_equal(step->depth, h->depth);
        hear_return(h, step->solved);
        return;
    case ARI_WALK_CUT:
        fail();
    }
}

static void begin(ari_puzzle_walk *walk, heard *told, ari_puzzle_algo algo)
{
    listing = ari_puzzle_listing_of(algo);
    memset(told, 0, sizeof *told);
    *walk = (ari_puzzle_walk){
        .listing = listing, .most = 10000000, .told = hear, .self = told};
    ari_puzzle_walk_begin(walk);
}

static void expect_same(const ari_puzzle_walk *walk, const heard *told,
                        const heard *plain)
{
    assert_true(walk->complete);
    assert_int_equal(walk->steps, told->steps);
    assert_int_equal(walk->reached[0], 0);
    for (int i = 1; i <= listing->listing.count; i++) {
        assert_int_equal(walk->reached[i], told->reached[i]);
        assert_int_equal(told->reached[i], plain->reached[i]);
    }
    assert_int_equal(told->sum, plain->sum);
    assert_int_equal(told->depth, 0);
}

/* ---- mazes: the listings as programs ---- */

#define L(line, ...) hear_line(h, line, (int64_t[ARI_SPOT_VALUES]){__VA_ARGS__})

static bool returns(heard *h, bool solved)
{
    hear_return(h, solved);
    return solved;
}

static bool solve(heard *h, ari_maze *maze, bool unmark, ari_maze_point p)
{
    hear_call(h);
    L(1, p.x, p.y);
    L(2, p.x, p.y);
    if (ari_maze_outside(maze, p)) {
        L(3, p.x, p.y);
        return returns(h, true);
    }
    L(4, p.x, p.y);
    if (ari_maze_marked(maze, p)) {
        L(5, p.x, p.y);
        return returns(h, false);
    }
    L(6, p.x, p.y);
    ari_maze_mark(maze, p);
    for (int d = ARI_NORTH; d <= ARI_WEST; d++) {
        L(7, p.x, p.y, d);
        L(8, p.x, p.y, d);
        if (ari_maze_wall(maze, p, (ari_direction)d))
            continue;
        L(9, p.x, p.y, d);
        if (solve(h, maze, unmark, ari_maze_beside(p, (ari_direction)d))) {
            L(10, p.x, p.y, d);
            return returns(h, true);
        }
    }
    if (unmark) {
        L(11, p.x, p.y);
        ari_maze_unmark(maze, p);
    }
    L(unmark ? 12 : 11, p.x, p.y);
    return returns(h, false);
}

static ari_direction turn(ari_direction d, int quarters)
{
    return (ari_direction)(((int)d + quarters + 4) % 4);
}

#define AT_FACING(line) L(line, p.x, p.y, 0, facing)
#define AT_TURNING(line) L(line, p.x, p.y, d, facing)

static bool follow(heard *h, const ari_maze *maze, int hand, ari_direction facing)
{
    ari_maze_point p = ari_maze_start(maze), first = {-9, -9};
    ari_direction first_facing = ARI_NORTH;
    bool touching = false;
    hear_call(h);
    AT_FACING(1);
    for (;;) {
        AT_FACING(2);
        if (ari_maze_outside(maze, p))
            break;
        AT_FACING(3);
        if (!touching && !ari_maze_wall(maze, p, turn(facing, hand))) {
            AT_FACING(4);
            if (!ari_maze_wall(maze, p, facing)) {
                AT_FACING(5);
                p = ari_maze_beside(p, facing);
                continue;
            }
            AT_FACING(6);
            facing = turn(facing, -hand);
        }
        touching = true;
        ari_direction d = turn(facing, hand);
        int n = 0;
        for (; n < 4; n++, d = turn(d, -hand)) {
            AT_TURNING(7);
            AT_TURNING(8);
            if (!ari_maze_wall(maze, p, d)) {
                AT_TURNING(9);
                facing = d;
                p = ari_maze_beside(p, d);
                break;
            }
        }
        AT_FACING(10);
        if (n == 4) {
            AT_FACING(11);
            return returns(h, false);
        }
        AT_FACING(12);
        if (p.x == first.x && p.y == first.y && facing == first_facing) {
            AT_FACING(13);
            return returns(h, false);
        }
        if (first.x == -9) {
            first = p;
            first_facing = facing;
        }
    }
    AT_FACING(14);
    return returns(h, true);
}

typedef struct waiting {
    ari_maze_point at;
    int back; /* -1: none */
} waiting;

static bool shortest(heard *h, const ari_maze *maze)
{
    static waiting queue[10000];
    static bool reached[100][100]; /* also the points outside, one further */
    size_t head = 0, tail = 0;
    ari_maze_point p = ari_maze_start(maze);
    memset(reached, 0, sizeof reached);
    hear_call(h);
    L(1, p.x, p.y);
    L(2, p.x, p.y);
    queue[tail++] = (waiting){p, -1};
    while (head < tail) {
        L(3, 0, 0, 0, (int64_t)(tail - head));
        waiting now = queue[head++];
        p = now.at;
        int64_t rest = (int64_t)(tail - head);
        L(4, p.x, p.y, 0, rest);
        L(5, p.x, p.y, 0, rest);
        if (reached[p.y + 1][p.x + 1]) {
            L(6, p.x, p.y, 0, rest);
            continue;
        }
        L(7, p.x, p.y, 0, rest);
        reached[p.y + 1][p.x + 1] = true;
        L(8, p.x, p.y, 0, rest);
        if (ari_maze_outside(maze, p)) {
            L(9, p.x, p.y, 0, rest);
            return returns(h, true);
        }
        for (int d = ARI_NORTH; d <= ARI_WEST; d++)
            if (d != now.back && !ari_maze_wall(maze, p, (ari_direction)d)) {
                L(10, p.x, p.y, d, (int64_t)(tail - head));
                L(11, p.x, p.y, d, (int64_t)(tail - head));
                queue[tail++] =
                    (waiting){ari_maze_beside(p, (ari_direction)d), (d + 2) % 4};
            }
    }
    L(12, 0);
    return returns(h, false);
}

/* ---- mazes ---- */

/* What the counts have to do with what the solver itself says. */
static void expect_counts(const heard *told, const ari_maze_job *job,
                          const ari_maze_solution *s)
{
    const uint64_t *n = told->reached;
    uint64_t steps = s->path.steps;
    if (job->method == ARI_MAZE_RECURSIVE) {
        assert_int_equal(n[1], s->calls);
        assert_int_equal(n[2], s->calls);
        assert_int_equal(n[9], s->calls - 1);
        assert_int_equal(n[3], s->solved);
        assert_int_equal(n[4], s->calls - s->solved);
        assert_int_equal(n[4], n[5] + n[6]);
        assert_int_equal(n[7], n[8]);
        assert_int_equal(n[10], steps);
        assert_int_equal(n[6], n[11] + steps);
        assert_int_equal(told->deepest, s->depth);
    } else if (job->method == ARI_MAZE_SHORTEST) {
        assert_int_equal(n[7], s->calls);
        assert_int_equal(n[3], n[6] + n[7]);
        assert_int_equal(n[9], s->solved);
        assert_int_equal(n[12], !s->solved);
        assert_true(n[4] <= n[11] + 1);
    } else {
        assert_int_equal(n[2], s->calls);
        assert_int_equal(n[14], s->solved);
        assert_int_equal(n[13], s->loop);
        assert_int_equal(n[11], !s->solved && !s->loop);
        if (s->solved)
            assert_int_equal(n[5] + n[9], steps);
    }
}

static ari_maze_job job_of(ari_puzzle_algo algo)
{
    static const ari_maze_method methods[] = {
        [ARI_PUZZLE_MAZE] = ARI_MAZE_RECURSIVE,
        [ARI_PUZZLE_MAZE_MARKED] = ARI_MAZE_RECURSIVE,
        [ARI_PUZZLE_MAZE_RIGHT] = ARI_MAZE_RIGHT_HAND,
        [ARI_PUZZLE_MAZE_LEFT] = ARI_MAZE_LEFT_HAND,
        [ARI_PUZZLE_MAZE_SHORTEST] = ARI_MAZE_SHORTEST};
    return (ari_maze_job){.method = methods[algo],
                          .keep_marks = algo == ARI_PUZZLE_MAZE_MARKED,
                          .facing_given = true};
}

static bool run_plain(heard *h, ari_maze *maze, const ari_maze_job *job)
{
    memset(h, 0, sizeof *h);
    ari_maze_unmark_all(maze);
    switch (job->method) {
    case ARI_MAZE_RECURSIVE:
        return solve(h, maze, !job->keep_marks, ari_maze_start(maze));
    case ARI_MAZE_SHORTEST:
        return shortest(h, maze);
    case ARI_MAZE_RIGHT_HAND:
        return follow(h, maze, 1, job->facing);
    default:
        return follow(h, maze, -1, job->facing);
    }
}

static void mazes_come_to_the_lines_of_their_listings(void **state)
{
    (void)state;
    ari_random random = ari_random_seeded(11);
    uint64_t reached[ARI_PUZZLE_ALGO_COUNT][ARI_LISTING_LINES + 1] = {{0}};
    for (int i = 0; i < INSTANCES; i++) {
        uint32_t width = 1 + ari_random_below(&random, 6),
                 height = 1 + ari_random_below(&random, 5);
        ari_maze *maze =
            random_maze(&random, width, height, 10 + ari_random_below(&random, 50),
                        ari_random_below(&random, 12));
        for (int algo = ARI_PUZZLE_MAZE; algo <= ARI_PUZZLE_MAZE_SHORTEST; algo++) {
            ari_maze_job job = job_of((ari_puzzle_algo)algo);
            ari_maze_solution solution;
            ari_puzzle_walk walk;
            heard told, plain;
            job.facing = (ari_direction)ari_random_below(&random, 4);
            begin(&walk, &told, (ari_puzzle_algo)algo);
            job.spots = &walk.spots;
            job.limits.stop = &walk.stop;
            assert_int_equal(ari_maze_solve(maze, &job, &solution, NULL), ARI_OK);
            assert_int_equal(run_plain(&plain, maze, &job), solution.solved);
            expect_same(&walk, &told, &plain);
            expect_counts(&told, &job, &solution);
            for (int line = 1; line <= listing->listing.count; line++)
                reached[algo][line] += told.reached[line];
            ari_maze_solution_free(&solution);
        }
        ari_maze_free(maze);
    }
    for (int algo = 0; algo <= ARI_PUZZLE_MAZE_SHORTEST; algo++) {
        listing = ari_puzzle_listing_of((ari_puzzle_algo)algo);
        for (int line = 1; line <= listing->listing.count; line++)
            assert_true(reached[algo][line] > 0); /* no line was left out */
    }
}

/* A watched solver finds what the others find. */
static void watching_changes_nothing(void **state)
{
    (void)state;
    ari_random random = ari_random_seeded(12);
    for (int i = 0; i < INSTANCES; i++) {
        ari_maze *maze = random_maze(&random, 7, 6, 40, 5);
        for (int algo = ARI_PUZZLE_MAZE; algo <= ARI_PUZZLE_MAZE_SHORTEST; algo++) {
            ari_maze_job job = job_of((ari_puzzle_algo)algo);
            ari_maze_solution alone, watched;
            ari_puzzle_walk walk;
            heard told;
            assert_int_equal(ari_maze_solve(maze, &job, &alone, NULL), ARI_OK);
            begin(&walk, &told, (ari_puzzle_algo)algo);
            job.spots = &walk.spots;
            assert_int_equal(ari_maze_solve(maze, &job, &watched, NULL), ARI_OK);
            assert_int_equal(alone.solved, watched.solved);
            assert_int_equal(alone.loop, watched.loop);
            assert_int_equal(alone.calls, watched.calls);
            assert_int_equal(alone.depth, watched.depth);
            assert_int_equal(alone.path.steps, watched.path.steps);
            for (uint64_t step = 0; step < alone.path.steps; step++)
                assert_int_equal(ari_maze_path_step(&alone.path, step),
                                 ari_maze_path_step(&watched.path, step));
            ari_maze_solution_free(&alone);
            ari_maze_solution_free(&watched);
        }
        ari_maze_free(maze);
    }
}

/* ---- queens ---- */

static bool place(heard *h, const ari_queens_job *job, uint32_t *queen, uint32_t y)
{
    hear_call(h);
    L(1, 0, y);
    L(2, 0, y);
    if (y == job->n) {
        L(3, 0, y);
        return returns(h, true);
    }
    for (uint32_t x = 0; x < job->n; x++) {
        L(4, x, y);
        L(5, x, y);
        bool attacked = false;
        for (uint32_t i = 0; i < y; i++)
            attacked |= queen[i] == x || queen[i] + i == x + y || queen[i] + y == x + i;
        for (size_t i = 0; i < job->placed.count; i++) {
            ari_queen other = job->placed.queens[i];
            bool line = other.x == x || other.y == y || other.x + other.y == x + y ||
                        other.x + y == x + other.y;
            attacked |= line && !(other.x == x && other.y == y);
        }
        if (attacked)
            continue;
        L(6, x, y);
        queen[y] = x;
        L(7, x, y);
        if (place(h, job, queen, y + 1)) {
            L(8, x, y);
            return returns(h, true);
        }
        L(9, x, y);
    }
    L(10, 0, y);
    return returns(h, false);
}

static void queens_come_to_the_lines_of_their_listing(void **state)
{
    (void)state;
    ari_random random = ari_random_seeded(13);
    int found = 0;
    for (int i = 0; i < 400; i++) {
        uint32_t n = 1 + (uint32_t)i % 10, columns[10], queen[10] = {0};
        ari_queen given = {ari_random_below(&random, n), ari_random_below(&random, n)};
        ari_queens_job job = {.n = n, .method = ARI_QUEENS_BACKTRACK};
        ari_queens_answer answer, alone;
        ari_puzzle_walk walk;
        heard told, plain;
        if (i >= 10)
            job.placed = (ari_queens_placed){.queens = &given, .count = 1};
        assert_int_equal(ari_queens_find(&job, columns, &alone, NULL), ARI_OK);
        begin(&walk, &told, ARI_PUZZLE_QUEENS);
        job.spots = &walk.spots;
        job.limits.stop = &walk.stop;
        assert_int_equal(ari_queens_find(&job, columns, &answer, NULL), ARI_OK);
        assert_int_equal(answer.verdict, alone.verdict);
        assert_int_equal(answer.calls, alone.calls);
        memset(&plain, 0, sizeof plain);
        bool solved = place(&plain, &job, queen, 0);
        assert_int_equal(solved, answer.verdict == ARI_QUEENS_FOUND);
        expect_same(&walk, &told, &plain);
        const uint64_t *line = told.reached;
        assert_int_equal(line[1], answer.calls);
        assert_int_equal(line[7], answer.calls - 1);
        assert_int_equal(line[3], solved);
        assert_int_equal(line[8], solved ? n : 0);
        assert_int_equal(line[9] + line[8], line[6]);
        assert_int_equal(told.deepest, walk.deepest);
        found += solved;
        if (solved)
            assert_memory_equal(columns, queen, n * sizeof *queen);
    }
    assert_in_range(found, 20, 380);
}

/* ---- the knight ---- */

static bool tour(heard *h, int width, int height, int number[8][8], int x, int y, int k)
{
    static const int dx[] = {1, 2, 2, 1, -1, -2, -2, -1},
                     dy[] = {2, 1, -1, -2, -2, -1, 1, 2};
    hear_call(h);
    L(1, x, y, k);
    L(2, x, y, k);
    number[x][y] = k;
    L(3, x, y, k);
    if (k == width * height) {
        L(4, x, y, k);
        return returns(h, true);
    }
    for (int jump = 0; jump < 8; jump++) {
        int to_x = x + dx[jump], to_y = y + dy[jump];
        L(5, x, y, k, jump);
        L(6, x, y, k, jump);
        if (to_x < 0 || to_y < 0 || to_x >= width || to_y >= height || number[to_x][to_y])
            continue;
        L(7, x, y, k, jump);
        if (tour(h, width, height, number, to_x, to_y, k + 1)) {
            L(8, x, y, k, jump);
            return returns(h, true);
        }
    }
    L(9, x, y, k);
    number[x][y] = 0;
    L(10, x, y, k);
    return returns(h, false);
}

static void tours_come_to_the_lines_of_their_listing(void **state)
{
    (void)state;
    int found = 0, searched = 0;
    for (int size = 0; size < 25; size++) {
        int width = 1 + size % 5, height = 1 + size / 5;
        if (width * height > 20 && width != height)
            continue;
        for (int64_t from = 0; from < width * height; from++) {
            if (width * height > 19 && from % 6)
                continue; /* long searches */
            ari_knight_job job = {.width = width,
                                  .height = height,
                                  .from = from,
                                  .method = ARI_KNIGHT_BACKTRACK,
                                  .order = ARI_KNIGHT_FIXED};
            ari_knight_tour alone, watched;
            ari_puzzle_walk walk;
            heard told, plain;
            int number[8][8] = {{0}};
            assert_int_equal(ari_knight_find(&job, &alone, NULL), ARI_OK);
            begin(&walk, &told, ARI_PUZZLE_KNIGHT);
            walk.most = UINT64_MAX;
            job.spots = &walk.spots;
            assert_int_equal(ari_knight_find(&job, &watched, NULL), ARI_OK);
            memset(&plain, 0, sizeof plain);
            bool solved = tour(&plain, width, height, number, (int)(from % width),
                               (int)(from / width), 1);
            assert_int_equal(solved, watched.found);
            assert_int_equal(solved, alone.found);
            expect_same(&walk, &told, &plain);
            assert_int_equal(told.reached[1], watched.stats.calls);
            assert_int_equal(told.deepest, watched.stats.deepest);
            if (alone.stats.calls > 0)
                assert_int_equal(alone.stats.calls, watched.stats.calls);
            assert_int_equal(told.reached[7], told.reached[1] - 1);
            assert_int_equal(told.reached[8], solved ? width * height - 1 : 0);
            found += solved;
            searched++;
            ari_knight_tour_free(&alone);
            ari_knight_tour_free(&watched);
        }
    }
    assert_true(found > 10 && searched > 2 * found);
}

/* ---- the paint bucket ---- */

#define SIDE 6

static void paint(heard *h, uint32_t *pixels, uint32_t old, int x, int y)
{
    static const int dx[] = {0, 1, 0, -1}, dy[] = {-1, 0, 1, 0};
    hear_call(h);
    L(1, x, y);
    L(2, x, y);
    if (x < 0 || y < 0 || x >= SIDE || y >= SIDE) {
        L(3, x, y);
        hear_return(h, false);
        return;
    }
    L(4, x, y);
    if (pixels[y * SIDE + x] != old) {
        L(5, x, y);
        hear_return(h, false);
        return;
    }
    L(6, x, y);
    pixels[y * SIDE + x] = 77;
    for (int n = 0; n < 4; n++) {
        L(7, x, y, n);
        L(8, x, y, n);
        paint(h, pixels, old, x + dx[n], y + dy[n]);
    }
    L(9, x, y);
    hear_return(h, false);
}

static void paint_comes_to_the_lines_of_its_listing(void **state)
{
    (void)state;
    ari_random random = ari_random_seeded(14);
    for (int i = 0; i < INSTANCES; i++) {
        uint32_t pixels[SIDE * SIDE], painted = 0;
        uint32_t x = ari_random_below(&random, SIDE), y = ari_random_below(&random, SIDE);
        for (int p = 0; p < SIDE * SIDE; p++)
            pixels[p] = ari_random_below(&random, 10) < 3;
        ari_puzzle_walk walk;
        heard told, plain;
        begin(&walk, &told, ARI_PUZZLE_FILL);
        ari_fill_job job = {.spots = &walk.spots};
        ari_backtrack_job options = {.limits = {.stop = &walk.stop}};
        ari_backtrack_stats stats;
        assert_int_equal(ari_fill_by_calls(pixels, SIDE, SIDE, SIDE, x, y, &job, &options,
                                           &stats, NULL),
                         ARI_OK);
        memset(&plain, 0, sizeof plain);
        paint(&plain, pixels, pixels[y * SIDE + x], (int)x, (int)y);
        expect_same(&walk, &told, &plain);
        for (int p = 0; p < SIDE * SIDE; p++)
            painted += pixels[p] == 77;
        assert_int_equal(told.reached[1], stats.calls);
        assert_int_equal(told.reached[6], painted);
        assert_int_equal(told.reached[8], 4 * painted);
        assert_int_equal(told.reached[9], stats.backtracks);
        assert_int_equal(told.deepest, stats.deepest);
    }
}

/* ---- listings and limits ---- */

static void listings_are_whole(void **state)
{
    (void)state;
    for (int algo = 0; algo < ARI_PUZZLE_ALGO_COUNT; algo++) {
        listing = ari_puzzle_listing_of((ari_puzzle_algo)algo);
        assert_in_range(listing->listing.count, 8, 25);
        for (int i = 0; i < listing->listing.count; i++) {
            const ari_listing_line *line = &listing->listing.lines[i];
            assert_int_equal(strspn(line->pseudo, " "), strspn(line->c, " "));
            assert_true(*line->pseudo && *line->c);
            assert_int_equal(ari_puzzle_line_at(listing, (ari_spot)line->place), i + 1);
            for (int k = 0; k < ARI_SPOT_VALUES; k++)
                assert_true(listing->variables[k] || !(line->knows >> k & 1));
        }
    }
}

typedef struct counted {
    uint64_t steps;
} counted;

static void count(void *self, const ari_puzzle_step *step)
{
    (void)step;
    ((counted *)self)->steps++;
}

/* As many steps as are wanted, and then none. */
static void a_walk_ends_when_enough_is_told(void **state)
{
    (void)state;
    ari_maze *maze = blank(30, 30);
    for (int32_t y = 0; y < 30; y++)
        for (int32_t x = 0; x < 30; x++)
            for (int d = ARI_NORTH; d <= ARI_EAST; d++)
                if (!ari_maze_outside(
                        maze, ari_maze_beside((ari_maze_point){x, y}, (ari_direction)d)))
                    ari_maze_set_wall(maze, (ari_maze_point){x, y}, (ari_direction)d,
                                      false);
    for (int algo = ARI_PUZZLE_MAZE; algo <= ARI_PUZZLE_MAZE_SHORTEST; algo++)
        for (uint64_t most = 1; most < 300; most = most * 2 + 1) {
            ari_maze_job job = job_of((ari_puzzle_algo)algo);
            ari_maze_solution solution;
            counted c = {0};
            ari_puzzle_walk walk = {.listing =
                                        ari_puzzle_listing_of((ari_puzzle_algo)algo),
                                    .most = most,
                                    .told = count,
                                    .self = &c};
            ari_puzzle_walk_begin(&walk);
            job.spots = &walk.spots;
            job.limits.stop = &walk.stop;
            assert_int_equal(ari_maze_solve(maze, &job, &solution, NULL), ARI_OK);
            assert_false(walk.complete);
            assert_int_equal(walk.steps, most);
            assert_int_equal(c.steps, most);
            ari_maze_solution_free(&solution);
        }
    ari_maze_free(maze);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mazes_come_to_the_lines_of_their_listings),
        cmocka_unit_test(watching_changes_nothing),
        cmocka_unit_test(queens_come_to_the_lines_of_their_listing),
        cmocka_unit_test(tours_come_to_the_lines_of_their_listing),
        cmocka_unit_test(paint_comes_to_the_lines_of_its_listing),
        cmocka_unit_test(listings_are_whole),
        cmocka_unit_test(a_walk_ends_when_enough_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
