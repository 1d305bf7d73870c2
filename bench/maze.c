/* maze.c: making mazes and finding the shortest way, beside plain versions of both.
 *
 *     maze [SIDE]      squares of a side, 5000 unless told
 *
 * CPU time of one core, the best of three runs; the plain versions use a byte for each square
 * or pixel, a stack and a queue of numbers, as one would write them first. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <ariadne/image.h>
#include <ariadne/maze.h>
#include <ariadne/random.h>

#define RUNS 3

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void must(bool held, const char *what)
{
    if (held)
        return;
    fprintf(stderr, "maze: %s\n", what);
    exit(1);
}

/* ---- plain versions, on pixels: walls 1, passages 0 ---- */

static unsigned char *plain_generate(int side, uint64_t seed)
{
    int width = 2 * side + 1;
    size_t pixels = (size_t)width * (size_t)width;
    unsigned char *map = malloc(pixels);
    int *stack = malloc((size_t)side * (size_t)side * sizeof *stack);
    must(map && stack, "no memory");
    memset(map, 1, pixels);
    ari_random random = ari_random_seeded(seed);
    const int step[4] = {-width, 1, width, -1};
    int depth = 0, at = width + 1;
    map[at] = 0;
    for (;;) {
        int ways[4], count = 0, x = at % width, y = at / width;
        if (y > 1 && map[at + 2 * step[0]])
            ways[count++] = 0;
        if (x < width - 2 && map[at + 2 * step[1]])
            ways[count++] = 1;
        if (y < width - 2 && map[at + 2 * step[2]])
            ways[count++] = 2;
        if (x > 1 && map[at + 2 * step[3]])
            ways[count++] = 3;
        if (count > 0) {
            int way = ways[ari_random_below(&random, (uint32_t)count)];
            stack[depth++] = at;
            map[at + step[way]] = 0;
            at += 2 * step[way];
            map[at] = 0;
        } else if (depth > 0) {
            at = stack[--depth];
        } else {
            break;
        }
    }
    free(stack);
    return map;
}

/* Steps between pixels from the upper left square to the lower right one. */
static uint64_t plain_shortest(const unsigned char *map, int side)
{
    int width = 2 * side + 1, from = width + 1, to = width * (width - 2) + width - 2;
    size_t pixels = (size_t)width * (size_t)width;
    unsigned char *came = calloc(pixels, 1);
    int *queue = malloc(pixels * sizeof *queue);
    must(came && queue, "no memory");
    const int step[4] = {-width, 1, width, -1};
    size_t head = 0, tail = 0;
    queue[tail++] = from;
    came[from] = 5;
    while (head < tail && !came[to]) {
        int at = queue[head++];
        for (int way = 0; way < 4; way++) {
            int next = at + step[way];
            if (!map[next] && !came[next]) {
                came[next] = (unsigned char)(way + 1);
                queue[tail++] = next;
            }
        }
    }
    uint64_t steps = 0;
    for (int at = to; at != from; steps++)
        at -= step[came[at] - 1];
    free(came);
    free(queue);
    return steps;
}

/* ---- the comparison ---- */

static ari_maze *generate(ari_maze_algo algo, int side)
{
    ari_maze *maze;
    ari_error error;
    const ari_maze_make_job plan = {
        .algo = algo, .width = (uint32_t)side, .height = (uint64_t)side, .seed = 1};
    must(ari_maze_generate(&plan, &maze, &error) == ARI_OK, "cannot generate");
    return maze;
}

static uint64_t shortest(ari_maze *maze)
{
    ari_maze_solution s;
    const ari_maze_job job = {.method = ARI_MAZE_SHORTEST};
    must(ari_maze_solve(maze, &job, &s, NULL) == ARI_OK && s.solved, "cannot solve");
    uint64_t steps = s.path.steps;
    ari_maze_solution_free(&s);
    return steps;
}

/* The same maze as the plain version knows them. */
static unsigned char *pixels_of(const ari_maze *maze, int side)
{
    ari_text text = ARI_TEXT_EMPTY;
    ari_maze_format(maze, &text);
    size_t width = 2 * (size_t)side + 1;
    unsigned char *map = malloc(width * width);
    must(map && ari_text_ok(&text), "no memory");
    for (size_t y = 0; y < width; y++)
        for (size_t x = 0; x < width; x++) {
            char c = text.data[y * (width + 1) + x];
            map[y * width + x] = c != ' ' && c != 'S';
        }
    map[width * width - 2] = 1; /* the exit: the plain search knows no outside */
    ari_text_free(&text);
    return map;
}

static void bench_generate(int side)
{
    double plain = 1e9;
    for (int i = 0; i < RUNS; i++) {
        double start = now();
        free(plain_generate(side, 1));
        plain = now() - start < plain ? now() - start : plain;
    }
    printf("%-34s %9.3f\n", "generate, plain backtracker", plain);
    for (int a = 0; a < ARI_MAZE_ALGOS; a++) {
        double best = 1e9;
        for (int i = 0; i < RUNS && (i == 0 || best < 5); i++) {
            double start = now();
            ari_maze_free(generate((ari_maze_algo)a, side));
            best = now() - start < best ? now() - start : best;
        }
        printf("generate, %-24s %9.3f %9.2f\n", ari_maze_algo_name((ari_maze_algo)a),
               best, plain / best);
    }
}

static void bench_shortest(int side, ari_maze_algo algo)
{
    ari_maze *maze = generate(algo, side);
    unsigned char *map = pixels_of(maze, side);
    double plain = 1e9, best = 1e9;
    uint64_t steps = 0, pixels = 0;
    for (int i = 0; i < RUNS; i++) {
        double start = now();
        pixels = plain_shortest(map, side);
        plain = now() - start < plain ? now() - start : plain;
        start = now();
        steps = shortest(maze);
        best = now() - start < best ? now() - start : best;
    }
    must(pixels == 2 * (steps - 1), "the ways differ");
    printf("shortest, plain, %-17s %9.3f\n", ari_maze_algo_name(algo), plain);
    printf("shortest, %-24s %9.3f %9.2f  (%llu steps)\n", ari_maze_algo_name(algo), best,
           plain / best, (unsigned long long)steps);
    free(map);
    ari_maze_free(maze);
}

/* A black and white PNG of a maze with an entrance above the start. */
static ari_text png_of(int side)
{
    ari_maze *maze = generate(ARI_MAZE_BACKTRACKER, side);
    unsigned char *map = pixels_of(maze, side);
    size_t width = 2 * (size_t)side + 1;
    map[1] = map[width * width - 2] = 0;
    const ari_image_job plan = {.format = ARI_IMAGE_PNG,
                                .layout = ARI_ROW_BITS,
                                .width = (uint32_t)width,
                                .height = (uint32_t)width};
    ari_text png = ARI_TEXT_EMPTY;
    ari_image_writer *writer;
    unsigned char *row = malloc(width / 8 + 1);
    must(row && ari_image_writer_new(&plan, ari_image_sink_text, &png, &writer, NULL) ==
                    ARI_OK,
         "cannot write the picture");
    for (size_t y = 0; y < width; y++) {
        memset(row, 0, width / 8 + 1);
        for (size_t x = 0; x < width; x++)
            if (!map[y * width + x])
                row[x / 8] |= (unsigned char)(128 >> x % 8);
        must(ari_image_writer_row(writer, row, NULL) == ARI_OK, "cannot write");
    }
    ari_image_writer_free(writer);
    free(row);
    free(map);
    ari_maze_free(maze);
    return png;
}

static void bench_picture(int side)
{
    ari_text png = png_of(side);
    double best = 1e9, reading = 1e9;
    for (int i = 0; i < RUNS; i++) {
        ari_maze *maze;
        double start = now();
        must(ari_maze_from_picture(png.data, png.size, NULL, &maze, NULL) == ARI_OK,
             "cannot read the picture");
        double read = now();
        shortest(maze);
        reading = read - start < reading ? read - start : reading;
        best = now() - start < best ? now() - start : best;
        ari_maze_free(maze);
    }
    printf("picture %d x %d, PNG to path  %9.3f            (reading it %.3f)\n",
           2 * side + 1, 2 * side + 1, best, reading);
    ari_text_free(&png);
}

int main(int argc, char **argv)
{
    int side = argc > 1 ? (int)strtol(argv[1], NULL, 10) : 5000;
    must(side >= 2 && side <= 16000, "the side must be from 2 to 16000");
    printf("Mazes of %d x %d squares\n%-34s %9s %9s\n", side, side, "", "CPU s",
           "times as fast");
    bench_generate(side);
    bench_shortest(side, ARI_MAZE_BACKTRACKER);
    bench_shortest(side, ARI_MAZE_PRIM);
    bench_shortest(side, ARI_MAZE_WILSON);
    bench_picture(2000);
    return 0;
}
