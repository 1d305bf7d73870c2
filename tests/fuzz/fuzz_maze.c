/* fuzz_maze.c: any bytes as a maze, text or picture; what is accepted must be read as it is,
 * and the methods must agree on it. */
#include <stdlib.h>
#include <string.h>

#include <ariadne/maze.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool held)
{
    if (!held)
        abort();
}

static bool take(void *self, const void *bytes, size_t size)
{
    ari_text_add_bytes(self, bytes, size);
    return ari_text_ok(self);
}

static ari_maze_solution solve(ari_maze *maze, ari_maze_method method)
{
    ari_maze_solution s;
    const ari_maze_job job = {.method = method, .limits = {.nodes = 20000}};
    must(ari_maze_solve(maze, &job, &s, NULL) == ARI_OK);
    ari_maze_point p = s.path.start;
    for (uint64_t i = 0; i < s.path.steps; i++) {
        must(!ari_maze_outside(maze, p));
        must(!ari_maze_wall(maze, p, ari_maze_path_step(&s.path, i)));
        p = ari_maze_beside(p, ari_maze_path_step(&s.path, i));
    }
    must(!s.solved || ari_maze_outside(maze, p));
    return s;
}

static void examine(ari_maze *maze)
{
    ari_text out = ARI_TEXT_EMPTY;
    const ari_maze_style style = {.colour = true};
    ari_maze_solution best = solve(maze, ARI_MAZE_SHORTEST);
    for (int method = 0; method <= ARI_MAZE_DEAD_ENDS; method++) {
        ari_maze_solution s = solve(maze, (ari_maze_method)method);
        must(!s.solved || best.stopped || s.path.steps >= best.path.steps);
        ari_maze_solution_free(&s);
    }
    const ari_maze_path *path = best.solved ? &best.path : NULL;
    ari_maze_draw(maze, path, &style, &out);
    ari_maze_draw_svg(maze, path, &out);
    must(ari_maze_draw_png(maze, path, 1, take, &out, NULL) == ARI_OK);
    ari_text_free(&out);
    ari_maze_solution_free(&best);
}

/* The text without the spaces at the ends of its lines. */
static ari_text stripped(const char *data, size_t size)
{
    ari_text out = ARI_TEXT_EMPTY;
    size_t spaces = 0;
    for (size_t i = 0; i < size; i++) {
        if (data[i] == ' ') {
            spaces++;
            continue;
        }
        if (data[i] != '\n')
            ari_text_repeat(&out, ' ', (int)spaces);
        spaces = 0;
        ari_text_add_char(&out, data[i]);
    }
    return out;
}

/* What was read is written again to the byte, but for spaces that were forgiven. */
static void must_be_the_same(const ari_maze *maze, const char *data, size_t size)
{
    ari_text out = ARI_TEXT_EMPTY;
    ari_maze_format(maze, &out);
    if (ari_maze_forgiven(maze)) {
        ari_text mine = stripped(out.data, out.size), theirs = stripped(data, size);
        must(out.size > size && mine.size == theirs.size &&
             memcmp(mine.data, theirs.data, mine.size) == 0);
        ari_text_free(&mine);
        ari_text_free(&theirs);
    } else {
        must(out.size == size && memcmp(out.data, data, size) == 0);
    }
    ari_text_free(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    ari_maze *maze;
    ari_error error;
    if (ari_maze_parse((const char *)data, size, &maze, &error) == ARI_OK) {
        must_be_the_same(maze, (const char *)data, size);
        examine(maze);
        ari_maze_free(maze);
    } else {
        must(error.message[0] != '\0' && !maze);
    }
    if (ari_maze_from_picture(data, size, NULL, &maze, &error) == ARI_OK) {
        if ((uint64_t)ari_maze_width(maze) * ari_maze_height(maze) < 10000)
            examine(maze);
        ari_maze_free(maze);
    }
    return 0;
}
