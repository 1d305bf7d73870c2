/* step_puzzle.c: `ariadne step maze`: a puzzle's algorithm line by line. */
#include <stdlib.h>
#include <string.h>

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
        const char *what = step->kind == ARI_WALK_ENTER ? "call"
                           : step->solved               ? "returns solved"
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
    ari_text_format(&text,
                    "\nThe answer: %s; %s: ", found->solved ? "solved" : "not solved",
                    counts[0]);
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

/* ---- all ---- */

static const struct {
    const char *name;
    int (*step)(stepping *s);
} puzzles[] = {{"maze", step_maze}};
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

/* The options of games' searches mean nothing here. */
static bool fits(const cli_arguments *arguments)
{
    static const char *const games[] = {"depth", "order", "cut", "eval", "seed"};
    for (int i = 0; i < 5; i++)
        if (cli_given(arguments, games[i]))
            return cli_refuse("--%s is for a game, not for a puzzle", games[i]);
    return true;
}

int cli_step_puzzle(const cli_arguments *arguments)
{
    stepping s = {.arguments = arguments,
                  .puzzle = cli_word(arguments, 0),
                  .json = cli_given(arguments, "json"),
                  .in_c = cli_choice(arguments, "code", 0) == 1,
                  .walk = {.told = tell, .halt = cli_stop()}};
    int64_t most;
    size_t memory;
    if (!fits(arguments) ||
        !cli_number(arguments, "most", CLI_STEPS_SHOWN, 1, CLI_STEPS_MOST, &most) ||
        !cli_bytes(arguments, "memory", (size_t)1 << 30, CLI_MEMORY_LEAST, &memory))
        return CLI_WRONG;
    if (!cli_word(arguments, 1))
        return cli_wrong("which %s? Its file is missing: ariadne step %s FILE", s.puzzle,
                         s.puzzle);
    s.walk.self = &s;
    s.walk.most = (uint64_t)most;
    ari_allowance_begin(&s.memory, memory);
    int code = puzzles[index_of(s.puzzle)].step(&s);
    free(s.stack.lines);
    return code;
}
