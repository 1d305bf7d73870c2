/* test_watching.c: what queens, knights and cubes tell an observer: played through by hand,
 * it must be backtracking, end in the solution, and count what the search counts. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <ariadne/insanity.h>
#include <ariadne/knight.h>
#include <ariadne/queens.h>

#define DEPTH_MOST 128

/* The stack of nodes as the events describe it; nodes are 32 bytes or fewer. */
typedef struct player {
    size_t node_size, depth, deepest;
    uint64_t entered, backs, solved, refused, forced;
    unsigned char stack[DEPTH_MOST + 1][32];
    /* May this node stand on those below it? */
    void (*look)(const struct player *p, ari_event event, const void *node, size_t depth);
    const void *self;
} player;

static void follow(void *self, ari_event event, const void *node, size_t depth)
{
    player *p = self;
    if (event == ARI_EVENT_FORCED) { /* from the choice that is being entered, if any */
        assert_true(depth == p->depth + 1 || (depth == 0 && p->depth == 0));
        p->look(p, event, node, depth);
        p->forced++;
        return;
    }
    assert_true(depth >= 1 && depth <= DEPTH_MOST);
    if (event == ARI_EVENT_CHOOSE) {
        assert_int_equal(depth, p->depth + 1);
        return;
    }
    if (event == ARI_EVENT_BACK) {
        assert_int_equal(depth, p->depth);
        assert_memory_equal(p->stack[depth], node, p->node_size);
        p->depth--;
        p->backs++;
        return;
    }
    assert_int_equal(depth, p->depth + 1);
    if (p->look)
        p->look(p, event, node, depth);
    if (event == ARI_EVENT_REFUSED) { /* no call */
        p->refused++;
        return;
    }
    memcpy(p->stack[depth], node, p->node_size);
    p->entered++;
    p->solved += event == ARI_EVENT_SOLVED;
    p->deepest = depth > p->deepest ? depth : p->deepest;
    if (event == ARI_EVENT_ENTER)
        p->depth++;
}

/* ---- queens (E11) ---- */

static bool attacks(const ari_queen *a, const ari_queen *b)
{
    return a->x == b->x || a->y == b->y ||
           abs((int)a->x - (int)b->x) == abs((int)a->y - (int)b->y);
}

/* A queen that is set is attacked by none, and a square that is refused by some. */
static void look_at_queen(const player *p, ari_event event, const void *node,
                          size_t depth)
{
    const ari_queen *queen = node;
    const ari_queens_placed *placed = p->self;
    bool attacked = false;
    for (size_t d = 1; d < depth; d++)
        attacked = attacked || attacks(queen, (const void *)p->stack[d]);
    for (size_t i = 0; placed && i < placed->count; i++) {
        const ari_queen *other = &placed->queens[i];
        bool itself = other->x == queen->x && other->y == queen->y;
        attacked = attacked || (!itself && attacks(queen, other));
    }
    assert_int_equal(attacked, event == ARI_EVENT_REFUSED);
}

static void queens(void **state)
{
    (void)state;
    for (uint32_t n = 1; n <= 12; n++) {
        player p = {.node_size = sizeof(ari_queen), .look = look_at_queen};
        const ari_backtrack_observer observer = {.self = &p, .event = follow};
        ari_queens_job job = {.n = n, .method = ARI_QUEENS_BACKTRACK};
        uint32_t plain[12], columns[12];
        ari_queens_answer without, answer;
        assert_int_equal(ari_queens_find(&job, plain, &without, NULL), ARI_OK);
        job.observer = &observer;
        assert_int_equal(ari_queens_find(&job, columns, &answer, NULL), ARI_OK);
        assert_int_equal(answer.verdict, without.verdict);
        assert_int_equal(answer.calls, without.calls);
        assert_int_equal(p.entered, answer.calls - 1); /* the empty board is not told */
        assert_int_equal(p.solved, answer.verdict == ARI_QUEENS_FOUND);
        if (answer.verdict != ARI_QUEENS_FOUND) {
            assert_int_equal(p.depth, 0);
            continue;
        }
        assert_memory_equal(columns, plain, n * sizeof *columns);
        for (uint32_t y = 0; y < n; y++)
            assert_int_equal(((const ari_queen *)(const void *)p.stack[y + 1])->x,
                             columns[y]);
    }
}

/* F10: row by row every square of a row is looked at, in its order: for eight queens 876 of them
 * before the first solution, as Wirth counted, with 113 queens set. */
static void eight_queens(void **state)
{
    (void)state;
    player p = {.node_size = sizeof(ari_queen), .look = look_at_queen};
    const ari_backtrack_observer observer = {.self = &p, .event = follow};
    ari_queens_job job = {.n = 8, .method = ARI_QUEENS_BACKTRACK, .observer = &observer};
    uint32_t columns[8];
    ari_queens_answer answer;
    assert_int_equal(ari_queens_find(&job, columns, &answer, NULL), ARI_OK);
    assert_int_equal(p.entered, 113);
    assert_int_equal(p.entered + p.refused, 876);
    assert_int_equal(p.backs, 113 - 8);
}

/* With queens placed, and in the narrowest row first: what is refused is attacked, what is
 * set is not, and the search is the one that nobody watches. */
static void queens_placed(void **state)
{
    (void)state;
    static const char *const texts[] = {"", "3,0", "0,3 5,4", "0,0 1,1", "7,7 0,1 3,2"};
    uint64_t refused = 0;
    for (size_t i = 0; i < 2 * sizeof texts / sizeof *texts; i++) {
        ari_queens_job job = {.n = 8,
                              .method = i % 2 ? ARI_QUEENS_EXACT : ARI_QUEENS_BACKTRACK};
        uint32_t plain[8], columns[8];
        ari_queens_answer without, answer;
        assert_int_equal(ari_queens_parse(texts[i / 2], 8, &job.placed, NULL), ARI_OK);
        player p = {
            .node_size = sizeof(ari_queen), .look = look_at_queen, .self = &job.placed};
        const ari_backtrack_observer observer = {.self = &p, .event = follow};
        ari_status status = ari_queens_find(&job, plain, &without, NULL);
        job.observer = &observer;
        assert_int_equal(ari_queens_find(&job, columns, &answer, NULL), status);
        if (status == ARI_OK) {
            assert_int_equal(answer.verdict, without.verdict);
            assert_int_equal(answer.calls, without.calls);
            /* Queens that attack each other need no search. */
            assert_int_equal(p.entered, answer.calls ? answer.calls - 1 : 0);
            assert_int_equal(p.solved, answer.verdict == ARI_QUEENS_FOUND);
            if (p.solved)
                assert_memory_equal(columns, plain, sizeof columns);
            else
                assert_int_equal(p.depth, 0);
        }
        refused += p.refused;
        ari_queens_placed_free(&job.placed);
    }
    assert_true(refused > 1000);
}

/* ---- the knight (E10) ---- */

static void look_at_square(const player *p, ari_event event, const void *node,
                           size_t depth)
{
    (void)event;
    uint32_t width = *(const uint32_t *)p->self, square, before;
    memcpy(&square, node, sizeof square);
    for (size_t d = 1; d < depth; d++)
        assert_memory_not_equal(p->stack[d], node, sizeof square);
    if (depth == 1)
        return;
    memcpy(&before, p->stack[depth - 1], sizeof before);
    int dx = abs((int)(square % width) - (int)(before % width));
    int dy = abs((int)(square / width) - (int)(before / width));
    assert_int_equal(dx * dy, 2);
}

static void knight(void **state)
{
    (void)state;
    static const struct {
        int width, height;
        bool closed;
    } boards[] = {
        {5, 5, false}, {6, 6, true}, {3, 4, false}, {4, 4, false}, {8, 8, true}};
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
        uint32_t width = (uint32_t)boards[i].width;
        player p = {
            .node_size = sizeof(uint32_t), .look = look_at_square, .self = &width};
        const ari_backtrack_observer observer = {.self = &p, .event = follow};
        ari_knight_job job = {.width = boards[i].width,
                              .height = boards[i].height,
                              .closed = boards[i].closed,
                              .from = 0,
                              .method = ARI_KNIGHT_BACKTRACK,
                              .observer = &observer};
        ari_knight_tour tour;
        assert_int_equal(ari_knight_find(&job, &tour, NULL), ARI_OK);
        assert_int_equal(p.entered, tour.stats.calls);
        assert_int_equal(p.backs, tour.stats.backtracks);
        assert_int_equal(p.solved, tour.found);
        for (size_t s = 0; s < tour.length && tour.found; s++)
            assert_memory_equal(p.stack[s + 1], &tour.path[s], sizeof(uint32_t));
        ari_knight_tour_free(&tour);
    }
}

/* F10: in a fixed order, without a rule: the calls that the plain recursion of the textbooks is known
 * to take from a corner, 8,840 and 248,169, the first one included. */
static void knight_fixed(void **state)
{
    (void)state;
    static const struct {
        int side;
        uint64_t calls;
    } boards[] = {{5, 8840}, {6, 248169}};
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
        uint32_t width = (uint32_t)boards[i].side;
        player p = {
            .node_size = sizeof(uint32_t), .look = look_at_square, .self = &width};
        const ari_backtrack_observer observer = {.self = &p, .event = follow};
        ari_knight_job job = {.width = boards[i].side,
                              .height = boards[i].side,
                              .order = ARI_KNIGHT_FIXED,
                              .method = ARI_KNIGHT_BACKTRACK,
                              .observer = &observer};
        ari_knight_tour tour;
        assert_int_equal(ari_knight_find(&job, &tour, NULL), ARI_OK);
        assert_true(tour.found);
        assert_int_equal(tour.stats.calls, boards[i].calls);
        assert_int_equal(p.entered, boards[i].calls);
        ari_knight_tour_free(&tour);
    }
}

/* ---- cubes (E12) ---- */

/* A choice is a pair of opposite faces that the cube has. */
static void look_at_choice(const player *p, ari_event event, const void *node,
                           size_t depth)
{
    (void)event;
    (void)depth;
    const ari_cubes *cubes = p->self;
    const ari_cubes_choice *choice = node;
    bool has = false;
    assert_in_range(choice->cube, 0, cubes->cubes - 1);
    const uint8_t *faces = cubes->faces[choice->cube];
    for (int k = 0; k < 6; k += 2)
        has = has || (faces[k] == choice->pair[0] && faces[k + 1] == choice->pair[1]) ||
              (faces[k] == choice->pair[1] && faces[k + 1] == choice->pair[0]);
    assert_true(has);
}

static bool show(void *self, const ari_cubes_sides *sides)
{
    memcpy(self, sides, 4 * sizeof *sides);
    return false;
}

static void cubes(void **state)
{
    (void)state;
    ari_cubes set;
    ari_cubes_classic(&set);
    player p = {
        .node_size = sizeof(ari_cubes_choice), .look = look_at_choice, .self = &set};
    const ari_backtrack_observer observer = {.self = &p, .event = follow};
    ari_cubes_sides sides[4];
    ari_cubes_job job = {.each = show, .self = sides, .observer = &observer};
    ari_cubes_answer answer;
    assert_int_equal(ari_cubes_solve(&set, &job, &answer, NULL), ARI_OK);
    assert_int_equal(p.solved, 1);
    assert_int_equal(p.entered, answer.stats.calls - 1);
    /* What was chosen shows in the solution, in front and behind or above and below. */
    for (size_t d = 1; d <= p.deepest; d++) {
        const ari_cubes_choice *choice = (const void *)p.stack[d];
        const uint8_t *shown = sides[choice->cube];
        bool in_front = (shown[0] == choice->pair[0] && shown[2] == choice->pair[1]) ||
                        (shown[2] == choice->pair[0] && shown[0] == choice->pair[1]);
        bool on_top = (shown[1] == choice->pair[0] && shown[3] == choice->pair[1]) ||
                      (shown[3] == choice->pair[0] && shown[1] == choice->pair[1]);
        assert_true(in_front || on_top);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(queens),        cmocka_unit_test(eight_queens),
        cmocka_unit_test(queens_placed), cmocka_unit_test(knight),
        cmocka_unit_test(knight_fixed),  cmocka_unit_test(cubes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
