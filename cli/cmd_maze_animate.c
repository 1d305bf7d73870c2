/* cmd_maze_animate.c: the solver's steps shown on the terminal, one after another.
 *
 * The maze is drawn once; then each step changes one square. */
#define _DEFAULT_SOURCE
#include "cli/cmd_maze.h"

#include <inttypes.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#define SPEED_MOST 100000

struct cli_maze_show {
    const ari_maze *maze;
    ari_maze_style style;
    double pause;        /* seconds between two steps */
    ari_maze_point last; /* where the present square is shown */
    bool begun;
};

static bool fits(const ari_maze *maze)
{
    struct winsize size;
    if (!isatty(STDOUT_FILENO) || ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0)
        return cli_refuse("--animate needs a terminal to write to");
    int64_t lines, columns;
    ari_maze_draw_size(maze, &lines, &columns);
    if (lines + 2 <= size.ws_row && columns <= size.ws_col)
        return true;
    return cli_refuse(
        "the maze is too large for this terminal of %d x %d characters; --svg and "
        "--png draw it in a file",
        size.ws_col, size.ws_row);
}

bool cli_maze_show_begin(const cli_arguments *arguments, const ari_maze *maze,
                         cli_maze_show **show)
{
    int64_t speed;
    if (!cli_number(arguments, "speed", 30, 1, SPEED_MOST, &speed) || !fits(maze))
        return false;
    *show = malloc(sizeof **show);
    if (!*show)
        return cli_refuse("there is no memory left for the animation");
    **show = (cli_maze_show){
        .maze = maze, .style = cli_maze_style(arguments), .pause = 1.0 / (double)speed};
    ari_text text = ARI_TEXT_EMPTY;
    ari_text_add(&text, "\x1b[?25l\x1b[H\x1b[2J"); /* hides the cursor, clears */
    ari_maze_draw(maze, NULL, &(*show)->style, &text);
    cli_put(&text);
    cli_flush();
    ari_text_free(&text);
    return true;
}

/* Writes a character into a square; points outside are shown at the gap. */
static void put(const cli_maze_show *show, ari_maze_point p, const char *mark,
                const char *colour)
{
    int64_t line, column;
    ari_maze_draw_place(show->maze, p, &line, &column);
    cli_print("\x1b[%d;%dH%s%s%s", (int)line, (int)column,
              show->style.colour ? colour : "", mark,
              show->style.colour ? "\x1b[0m" : "");
}

void cli_maze_show_event(cli_maze_show *show, const ari_maze_event *event)
{
    const char *dot = show->style.ascii ? "*" : "•";
    const char *now = show->style.ascii ? "@" : "●";
    if (event->kind == ARI_MAZE_RETURN)
        return; /* the walker is out; only the calls still return */
    if (show->begun)
        put(show, show->last, dot, "\x1b[31m");
    show->begun = event->kind != ARI_MAZE_BACK && event->kind != ARI_MAZE_FILL &&
                  event->kind != ARI_MAZE_DEAD_END;
    show->last = event->at;
    if (event->kind == ARI_MAZE_BACK)
        put(show, event->at, show->style.ascii ? "." : "·", "\x1b[2m");
    else if (event->kind == ARI_MAZE_FILL)
        put(show, event->at, show->style.ascii ? "#" : "█", "\x1b[2m");
    else if (event->kind != ARI_MAZE_DEAD_END)
        put(show, event->at, now, "\x1b[1;31m");
    cli_flush();
    double whole = (double)(time_t)show->pause;
    struct timespec pause = {.tv_sec = (time_t)whole,
                             .tv_nsec = (long)((show->pause - whole) * 1e9)};
    if (!cli_interrupted())
        nanosleep(&pause, NULL);
}

void cli_maze_show_end(cli_maze_show *show)
{
    if (!show)
        return;
    int64_t lines, columns;
    ari_maze_draw_size(show->maze, &lines, &columns);
    cli_print("\x1b[%d;1H\x1b[?25h\n", (int)lines);
    cli_flush();
    free(show);
}
