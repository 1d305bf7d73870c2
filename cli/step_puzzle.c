/* step_puzzle.c: `ariadne step maze` and so on: a puzzle's algorithm line by line. */
#include <stdlib.h>
#include <string.h>

#include <ariadne/fill.h>
#include <ariadne/knight.h>
#include <ariadne/queens.h>

#include "cli/cmd_fill.h"
#include "cli/cmd_maze.h"
#include "cli/step.h"

typedef struct stepping {
    const cli_arguments *arguments;
    const char *puzzle;
    bool json, in_c;
    ari_puzzle_walk walk;
    cli_step_stack stack;
    ari_text text; /* JSON */
    ari_json out;
    ari_allowance memory;
} stepping;

/* What a puzzle's solver came to. */
typedef struct outcome {
    bool solved;
    uint64_t calls, depth;
} outcome;

/* ---- steps ---- */

static void print_line(const stepping *s, const ari_puzzle_step *step)
{
    ari_text stack = ARI_TEXT_EMPTY, variables = ARI_TEXT_EMPTY;
    cli_step_say_stack(&s->stack, step->depth, &stack);
    ari_puzzle_variables(s->walk.listing, step, &variables);
    cli_print(variables.size ? "%4d  %-20s %s\n" : "%4d  %s\n", step->line,
              ari_text_get(&stack), ari_text_get(&variables));
    ari_text_free(&stack);
    ari_text_free(&variables);
}

static void tell(void *self, const ari_puzzle_step *step)
{
    stepping *s = self;
    if (s->json) {
        ari_puzzle_step_json(&s->out, s->walk.listing, step);
    } else if (step->kind == ARI_WALK_LINE) {
        if (cli_step_stand(&s->stack, step->depth, step->line))
            print_line(s, step);
    } else {
        const char *what = step->kind == ARI_WALK_ENTER    ? "call"
                           : s->walk.listing->says_nothing ? "returns"
                           : step->solved                  ? "returns solved"
                                                           : "returns not solved";
        cli_print("%4s  %-20s %s\n", "", "", what);
    }
}

static void begin(stepping *s)
{
    const ari_listing *listing = &s->walk.listing->listing;
    ari_puzzle_walk_begin(&s->walk);
    s->text.memory = &s->memory;
    if (!s->json) {
        cli_step_listing(listing, s->in_c, "the variables of the call");
        return;
    }
    s->out = cli_json(&s->text);
    ari_json_string(&s->out, "puzzle", s->puzzle);
    ari_listing_json(&s->out, listing);
    ari_json_array(&s->out, "steps");
}

static void print_outcome(const stepping *s, const outcome *found)
{
    ari_text text = ARI_TEXT_EMPTY;
    if (!s->walk.complete)
        return;
    const char *const *counts = s->walk.listing->counts;
    const char *answer = s->walk.listing->says_nothing ? "filled"
                         : found->solved               ? "solved"
                                                       : "not solved";
    ari_text_format(&text, "\nThe answer: %s; %s: ", answer, counts[0]);
    cli_say_count(found->calls, &text);
    ari_text_format(&text, ", %s: ", counts[1]);
    cli_say_count(found->depth, &text);
    ari_text_add_char(&text, '\n');
    cli_say(&text);
}

static int finish(stepping *s, ari_status status, const outcome *found, ari_error *error)
{
    const ari_listing *listing = &s->walk.listing->listing;
    if (status == ARI_OK && !ari_text_ok(&s->text))
        status = ari_fail_allowance(error, s->text.memory, "keeping the steps");
    if (status != ARI_OK) {
        ari_text_free(&s->text);
        cli_error_advice(error, status);
        return cli_wrong_error(NULL, error);
    }
    if (!s->json) {
        cli_step_reached(listing, s->in_c, s->walk.reached, s->walk.complete);
        print_outcome(s, found);
        return cli_interrupted() ? CLI_INTERRUPTED : CLI_DONE;
    }
    ari_json_array_end(&s->out);
    ari_puzzle_walk_json(&s->out, &s->walk);
    ari_json_string(&s->out, "algo", listing->name);
    if (s->walk.complete) {
        if (!s->walk.listing->says_nothing)
            ari_json_bool(&s->out, "solved", found->solved);
        ari_json_unsigned(&s->out, "calls", found->calls);
        ari_json_unsigned(&s->out, "depth", found->depth);
    }
    cli_put_json(&s->out);
    return cli_interrupted() ? CLI_INTERRUPTED : CLI_DONE;
}

/* ---- mazes ---- */

static bool maze_options(const cli_arguments *arguments, ari_maze_job *job,
                         ari_puzzle_algo *algo)
{
    static const struct {
        const char *name;
        ari_maze_method method;
        ari_puzzle_algo algo;
    } ways[] = {{"recursive", ARI_MAZE_RECURSIVE, ARI_PUZZLE_MAZE},
                {"right-hand", ARI_MAZE_RIGHT_HAND, ARI_PUZZLE_MAZE_RIGHT},
                {"left-hand", ARI_MAZE_LEFT_HAND, ARI_PUZZLE_MAZE_LEFT},
                {"shortest", ARI_MAZE_SHORTEST, ARI_PUZZLE_MAZE_SHORTEST}};
    const char *name = cli_text(arguments, "algo", "recursive");
    size_t i = 0;
    while (i < 4 && strcmp(ways[i].name, name) != 0)
        i++;
    if (i == 4)
        return cli_refuse("--algo %s is not for a maze: recursive, right-hand, left-hand "
                          "and shortest are",
                          name);
    job->method = ways[i].method;
    *algo = ways[i].algo;
    job->keep_marks = cli_given(arguments, "no-unmark");
    if (job->keep_marks && job->method != ARI_MAZE_RECURSIVE)
        return cli_refuse("--no-unmark is for --algo recursive, not for %s", name);
    if (job->keep_marks)
        *algo = ARI_PUZZLE_MAZE_MARKED;
    job->facing_given = cli_given(arguments, "facing");
    job->facing = (ari_direction)cli_choice(arguments, "facing", ARI_NORTH);
    if (job->facing_given && i != 1 && i != 2)
        return cli_refuse("--facing is for --algo right-hand and left-hand, not for %s",
                          name);
    return true;
}

static int step_maze(stepping *s)
{
    ari_maze_job job = {.limits = {.memory = &s->memory}};
    ari_maze_solution solution;
    ari_puzzle_algo algo;
    ari_maze *maze;
    ari_error error;
    if (!maze_options(s->arguments, &job, &algo) || !cli_read_maze(s->arguments, &maze))
        return CLI_WRONG;
    s->walk.listing = ari_puzzle_listing_of(algo);
    begin(s);
    job.spots = &s->walk.spots;
    job.limits.stop = &s->walk.stop;
    ari_status status = ari_maze_solve(maze, &job, &solution, &error);
    const outcome found = {solution.solved, solution.calls, solution.depth};
    int code = finish(s, status, &found, &error);
    ari_maze_solution_free(&solution);
    ari_maze_free(maze);
    return code;
}

/* ---- queens ---- */

static int step_queens(stepping *s)
{
    const char *word = cli_word(s->arguments, 1);
    uint32_t columns[ARI_QUEENS_MOST_EXACT];
    ari_queens_job job = {.method = ARI_QUEENS_BACKTRACK};
    ari_queens_answer answer;
    ari_error error;
    char *end;
    unsigned long n = strtoul(word, &end, 10);
    if (word[0] < '0' || word[0] > '9' || *end || n < 1 || n > ARI_QUEENS_MOST_EXACT)
        return cli_wrong("the number of queens must be from 1 to %d, not '%.40s'",
                         ARI_QUEENS_MOST_EXACT, word);
    job.n = (uint32_t)n;
    s->walk.listing = ari_puzzle_listing_of(ARI_PUZZLE_QUEENS);
    begin(s);
    job.spots = &s->walk.spots;
    job.limits = (ari_limits){.stop = &s->walk.stop, .memory = &s->memory};
    ari_status status = ari_queens_find(&job, columns, &answer, &error);
    const ari_puzzle_walk *walk = &s->walk;
    const outcome found = {answer.verdict == ARI_QUEENS_FOUND, answer.calls,
                           walk->deepest};
    return finish(s, status, &found, &error);
}

/* ---- the knight ---- */

#define KNIGHT_MOST \
    100 /* squares on a side: no such search ends, but its steps can be seen */

/* "5x4" */
static bool read_board(const char *word, ari_knight_job *job)
{
    char *end;
    unsigned long width = strtoul(word, &end, 10), height = 0;
    bool good =
        word[0] >= '0' && word[0] <= '9' && *end == 'x' && end[1] >= '0' && end[1] <= '9';
    if (good)
        height = strtoul(end + 1, &end, 10);
    if (!good || *end || width < 1 || width > KNIGHT_MOST || height < 1 ||
        height > KNIGHT_MOST)
        return cli_refuse("the board must be WIDTHxHEIGHT, as 5x4, each side from 1 to "
                          "%d, not '%.40s'",
                          KNIGHT_MOST, word);
    job->width = (int)width;
    job->height = (int)height;
    return true;
}

static bool read_square(const cli_arguments *arguments, ari_knight_job *job)
{
    const char *text = cli_text(arguments, "from", "0,0");
    int64_t x, y;
    if (!cli_point(text, &x, &y) || x < 0 || y < 0 || x >= job->width || y >= job->height)
        return cli_refuse("--from must be a square of the board, as 0,0, not '%.40s'",
                          text);
    job->from = y * job->width + x;
    return true;
}

static int step_knight(stepping *s)
{
    ari_knight_job job = {.method = ARI_KNIGHT_BACKTRACK, .order = ARI_KNIGHT_FIXED};
    ari_knight_tour tour;
    ari_error error;
    if (!read_board(cli_word(s->arguments, 1), &job) || !read_square(s->arguments, &job))
        return CLI_WRONG;
    s->walk.listing = ari_puzzle_listing_of(ARI_PUZZLE_KNIGHT);
    begin(s);
    job.spots = &s->walk.spots;
    job.limits = (ari_limits){.stop = &s->walk.stop, .memory = &s->memory};
    ari_status status = ari_knight_find(&job, &tour, &error);
    if (status == ARI_STOPPED)
        status = ARI_OK; /* the walk says that this is not all */
    const outcome found = {tour.found, tour.stats.calls, tour.stats.deepest};
    int code = finish(s, status, &found, &error);
    ari_knight_tour_free(&tour);
    return code;
}

/* ---- the paint bucket ---- */

static int fill_image(stepping *s, const ari_image *image, uint32_t x, uint32_t y)
{
    ari_fill_job job = {.tolerance = 0, .spots = &s->walk.spots};
    ari_backtrack_job options = {.limits = {.stop = &s->walk.stop, .memory = &s->memory}};
    ari_backtrack_stats stats = {0};
    ari_error error;
    if (x >= image->width || y >= image->height)
        return cli_wrong("there is no pixel %u,%u in a picture of %u x %u", (unsigned)x,
                         (unsigned)y, (unsigned)image->width, (unsigned)image->height);
    begin(s);
    ari_status status =
        ari_fill_by_calls(image->pixels, image->width, image->height, image->stride, x, y,
                          &job, &options, &stats, &error);
    const outcome found = {true, stats.calls, stats.deepest};
    return finish(s, status, &found, &error);
}

static int step_fill(stepping *s)
{
    ari_image_info info;
    ari_image image;
    uint32_t x, y;
    const char *place = cli_word(s->arguments, 2);
    if (!place)
        return cli_wrong("where to begin is missing: ariadne step fill FILE X,Y");
    if (!cli_fill_place(place, &x, &y) ||
        !cli_fill_picture(cli_word(s->arguments, 1), ARI_IMAGE_PIXELS_DEFAULT, "", &info,
                          &image))
        return CLI_WRONG;
    s->walk.listing = ari_puzzle_listing_of(ARI_PUZZLE_FILL);
    int code = fill_image(s, &image, x, y);
    ari_image_free(&image);
    return code;
}

/* ---- all ---- */

static const struct {
    const char *name;
    const char *what; /* the word that says which one */
    int (*step)(stepping *s);
    bool algo, from; /* do options choose these? */
} puzzles[] = {{"maze", "FILE", step_maze, true, true},
               {"queens", "N", step_queens, false, false},
               {"knight", "WIDTHxHEIGHT", step_knight, false, true},
               {"fill", "FILE X,Y", step_fill, false, false}};
#define PUZZLES (sizeof puzzles / sizeof *puzzles)

static int index_of(const char *name)
{
    for (size_t i = 0; i < PUZZLES; i++)
        if (strcmp(puzzles[i].name, name) == 0)
            return (int)i;
    return -1;
}

bool cli_step_is_puzzle(const char *name)
{
    return index_of(name) >= 0;
}

static bool refuse_all(const cli_arguments *arguments, const char *const *options,
                       const char *whose, const char *puzzle)
{
    for (; *options; options++)
        if (cli_given(arguments, *options))
            return cli_refuse("--%s is for a %s, not for %s", *options, whose, puzzle);
    return true;
}

/* The options of games' searches mean nothing here, nor do those of another puzzle. */
static bool fits(const cli_arguments *arguments, int puzzle)
{
    static const char *const games[] = {"depth", "order", "cut", "eval", "seed", NULL};
    static const char *const mazes[] = {"algo", "no-unmark", "facing", "to", NULL};
    static const char *const from[] = {"from", NULL};
    const char *name = puzzles[puzzle].name;
    return refuse_all(arguments, games, "game", name) &&
           (puzzles[puzzle].algo || refuse_all(arguments, mazes, "maze", name)) &&
           (puzzles[puzzle].from ||
            refuse_all(arguments, from, "maze or a knight", name));
}

int cli_step_puzzle(const cli_arguments *arguments)
{
    stepping s = {.arguments = arguments,
                  .puzzle = cli_word(arguments, 0),
                  .json = cli_given(arguments, "json"),
                  .in_c = cli_choice(arguments, "code", 0) == 1,
                  .walk = {.told = tell, .halt = cli_stop()}};
    int puzzle = index_of(s.puzzle);
    int64_t most;
    size_t memory;
    if (!fits(arguments, puzzle) ||
        !cli_number(arguments, "most", CLI_STEPS_SHOWN, 1, CLI_STEPS_MOST, &most) ||
        !cli_bytes(arguments, "memory", (size_t)1 << 30, CLI_MEMORY_LEAST, &memory))
        return CLI_WRONG;
    if (!cli_word(arguments, 1))
        return cli_wrong("what comes after '%s' is missing: ariadne step %s %s", s.puzzle,
                         s.puzzle, puzzles[puzzle].what);
    if (cli_word(arguments, 2) && puzzles[puzzle].step != step_fill)
        return cli_wrong("'%.40s' is one word too many; words that belong together need "
                         "quotes around them",
                         cli_word(arguments, 2));
    s.walk.self = &s;
    s.walk.most = (uint64_t)most;
    ari_allowance_begin(&s.memory, memory);
    int code = puzzles[puzzle].step(&s);
    free(s.stack.lines);
    return code;
}
