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

/* The stack of nodes as the events describe it; nodes are 16 bytes or fewer. */
typedef struct player {
    size_t node_size, depth, deepest;
    uint64_t entered, backs, solved;
    unsigned char stack[DEPTH_MOST + 1][16];
    /* May this node stand on those below it? */
    void (*look)(const struct player *p, ari_event event, const void *node, size_t depth);
    const void *self;
} player;

static void follow(void *self, ari_event event, const void *node, size_t depth)
{
    player *p = self;
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
    memcpy(p->stack[depth], node, p->node_size);
    p->entered++;
    p->solved += event == ARI_EVENT_SOLVED;
    p->deepest = depth > p->deepest ? depth : p->deepest;
    if (event == ARI_EVENT_ENTER)
        p->depth++;
}

/* ---- queens (E11) ---- */

static void look_at_queen(const player *p, ari_event event, const void *node,
                          size_t depth)
{
    (void)event;
    const ari_queen *queen = node;
    assert_int_equal(queen->y, depth - 1);
    for (size_t d = 1; d < depth; d++) {
        const ari_queen *other = (const void *)p->stack[d];
        assert_int_not_equal(other->x, queen->x);
        assert_int_not_equal(abs((int)other->x - (int)queen->x),
                             (int)queen->y - (int)other->y);
    }
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
        ari_knight_free(&tour);
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
    const struct CMUnitTest tests[] = {cmocka_unit_test(queens), cmocka_unit_test(knight),
                                       cmocka_unit_test(cubes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
