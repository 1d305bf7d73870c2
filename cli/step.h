/* step.h: what `ariadne step` does alike for games and puzzles. */
#ifndef ARIADNE_CLI_STEP_H
#define ARIADNE_CLI_STEP_H

#include <ariadne/learn.h>

#include "cli/cli.h"

#define CLI_STEPS_SHOWN 2000
#define CLI_STEPS_MOST 10000000

/* The listing, numbered, and the heading of the steps. */
void cli_step_listing(const ari_listing *listing, bool in_c, const char *variables);
/* And how often each line was reached. */
void cli_step_reached(const ari_listing *listing, bool in_c, const uint64_t *reached,
                      bool complete);

/* Where each open call stands, the outermost one first. */
typedef struct cli_step_stack {
    int *lines;
    size_t room;
} cli_step_stack;

/* The innermost of so many calls stands there; false when memory cannot be had. */
bool cli_step_stand(cli_step_stack *stack, size_t calls, int line);
/* The lines of the calls, the innermost one last. */
void cli_step_say_stack(const cli_step_stack *stack, size_t calls, ari_text *out);

/* ---- puzzles: step_puzzle.c ---- */

#define CLI_STEP_PUZZLE_ALGOS "recursive|right-hand|left-hand|shortest"

bool cli_step_is_puzzle(const char *name);
int cli_step_puzzle(const cli_arguments *arguments);

#endif
