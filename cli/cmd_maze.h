/* cmd_maze.h: what the parts of `ariadne maze` share. */
#ifndef ARIADNE_CLI_CMD_MAZE_H
#define ARIADNE_CLI_CMD_MAZE_H

#include <ariadne/maze.h>
#include <ariadne/report.h>

#include "cli/cli.h"

/* The maze in the file that is the second word, from where --from and --to say; false after
 * saying what is wrong. */
bool cli_read_maze(const cli_arguments *arguments, ari_maze **maze);

/* "ariadne maze solve": `maze` was read from the file. */
int cli_maze_solve(const cli_arguments *arguments, ari_maze *maze);

/* Draws the maze as the options wish, into the files of --svg and --png; false after saying
 * what failed. `path` may be NULL. */
bool cli_maze_pictures(const cli_arguments *arguments, const ari_maze *maze,
                       const ari_maze_path *path);
/* How to draw on this terminal. */
ari_maze_style cli_maze_style(const cli_arguments *arguments);

/* A show of what the solver does, on the terminal. */
typedef struct cli_maze_show cli_maze_show;

/* False after saying why there can be no show. */
bool cli_maze_show_begin(const cli_arguments *arguments, const ari_maze *maze,
                         cli_maze_show **show);
void cli_maze_show_event(cli_maze_show *show, const ari_maze_event *event);
void cli_maze_show_end(cli_maze_show *show);

#endif
