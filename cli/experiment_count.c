/* experiment_count.c: how many calls recursions need, with a memory and without. */
#include "cli/experiment.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <ariadne/maze.h>

#define SIDE 6 /* of the largest open maze */

static int no_memory(cli_numbers *table)
{
    cli_numbers_free(table);
    return cli_wrong("there is no memory for the table");
}

/* ---- nim ---- */

/* Calls and stored states of one version; NAN when it would take too long. */
static ari_status count_nim(const cli_experiment *e, const char *heaps,
                            ari_memo_mode mode, double *calls, double *states,
                            ari_error *error)
{
    char spec[64];
    ari_variant *v;
    snprintf(spec, sizeof spec, "nim:heaps=%s", heaps);
    ari_status status = ari_variant_new(spec, &v, error);
    if (status != ARI_OK)
        return status;
    const ari_limits limits = {.nodes = (uint64_t)e->most, .stop = cli_stop()};
    ari_result result;
    status = ari_memo(v, &v->start, mode, &limits, &result, error);
    if (status == ARI_OK) {
        *calls = result.stopped ? NAN : (double)result.stats.calls;
        *states = result.stopped ? NAN : (double)result.stats.states;
    }
    ari_variant_free(v);
    return status;
}

static int draw_nim(const cli_experiment *e, const cli_numbers *table)
{
    static const char *const names[] = {"plain: calls", "memo: calls", "memo: states",
                                        "sorted: calls", "sorted: states"};
    double *column[6] = {NULL};
    ari_series series[5];
    bool complete = true;
    for (int i = 0; i < 6; i++) {
        column[i] = cli_numbers_column(table, i);
        complete &= column[i] != NULL;
    }
    for (int i = 0; i < 5; i++)
        series[i] = (ari_series){.name = names[i],
                                 .x = column[0],
                                 .y = column[i + 1],
                                 .count = table->rows,
                                 .no_line = true}; /* other heaps, not more of the same */
    const ari_chart chart = {.title = "wins(state) of nim in three versions",
                             .x_label = "sticks in all (heaps as in the table)",
                             .y_label = "calls, states",
                             .series = series,
                             .count = 5,
                             .logarithmic = true};
    int code = complete ? cli_experiment_chart(e, "nim-states", &chart)
                        : cli_wrong("there is no memory for the plot");
    for (int i = 0; i < 6; i++)
        free(column[i]);
    return code;
}

int cli_experiment_nim_states(const cli_experiment *e)
{
    static const char *const heaps[] = {"1",     "2",    "21",    "31",    "32",
                                        "321",   "331",  "431",   "531",   "4321",
                                        "5321",  "5421", "5431",  "6431",  "7431",
                                        "54321", "7531", "75311", "75321", "7654"};
    cli_numbers table = {.name = "nim-states",
                         .title =
                             "Calls and states of wins(state): plain, with memory, with "
                             "heaps sorted",
                         .columns = {"heaps", "sticks", "plain_calls", "memo_calls",
                                     "memo_states", "sorted_calls", "sorted_states"},
                         .width = 6};
    ari_error error;
    for (size_t i = 0; i < sizeof heaps / sizeof *heaps; i++) {
        double row[6] = {0, NAN}, none;
        for (const char *h = heaps[i]; *h; h++)
            row[0] += *h - '0';
        bool hopeless =
            table.rows > 0 && isnan(table.cells[6 * ((size_t)table.rows - 1) + 1]);
        if ((!hopeless &&
             count_nim(e, heaps[i], ARI_MEMO_PLAIN, &row[1], &none, &error) != ARI_OK) ||
            count_nim(e, heaps[i], ARI_MEMO_STATES, &row[2], &row[3], &error) != ARI_OK ||
            count_nim(e, heaps[i], ARI_MEMO_CANONICAL, &row[4], &row[5], &error) !=
                ARI_OK) {
            cli_numbers_free(&table);
            return cli_wrong_error(NULL, &error);
        }
        if (cli_interrupted())
            break;
        if (!cli_numbers_add(&table, heaps[i], row))
            return no_memory(&table);
    }
    int code = table.rows > 0 ? draw_nim(e, &table) : CLI_DONE;
    return cli_experiment_end(e, &table, code);
}

/* ---- mazes ---- */

/* An open square of side k without an exit, so that everything is tried. */
static ari_status count_maze(const cli_experiment *e, uint32_t side, bool keep_marks,
                             double *calls, double *depth, ari_error *error)
{
    ari_maze *maze;
    ari_status status = ari_maze_new(side, side, &maze, error);
    if (status != ARI_OK)
        return status;
    for (uint32_t y = 0; y < side; y++)
        for (uint32_t x = 0; x < side; x++) {
            ari_maze_point p = {(int32_t)x, (int32_t)y};
            if (x + 1 < side)
                ari_maze_set_wall(maze, p, ARI_EAST, false);
            if (y + 1 < side)
                ari_maze_set_wall(maze, p, ARI_NORTH, false);
        }
    const ari_maze_job job = {.method = ARI_MAZE_RECURSIVE,
                              .keep_marks = keep_marks,
                              .limits = {.nodes = (uint64_t)e->most, .stop = cli_stop()}};
    ari_maze_solution solution;
    status = ari_maze_solve(maze, &job, &solution, error);
    if (status == ARI_OK) {
        *calls = solution.stopped ? NAN : (double)solution.calls;
        *depth = solution.stopped ? NAN : (double)solution.depth;
        ari_maze_solution_free(&solution);
    }
    ari_maze_free(maze);
    return status;
}

int cli_experiment_maze_calls(const cli_experiment *e)
{
    cli_numbers table = {.name = "maze-calls",
                         .title = "Calls in an open k x k maze without an exit",
                         .columns = {"k", "unmark_calls", "unmark_depth", "keep_calls",
                                     "keep_depth", "ratio"},
                         .decimals = {0, 0, 0, 0, 1},
                         .width = 5};
    ari_error error;
    double x[SIDE], y[2][SIDE];
    int count = 0;
    for (uint32_t side = 1; side <= SIDE; side++) {
        double row[5];
        if (count_maze(e, side, false, &row[0], &row[1], &error) != ARI_OK ||
            count_maze(e, side, true, &row[2], &row[3], &error) != ARI_OK) {
            cli_numbers_free(&table);
            return cli_wrong_error(NULL, &error);
        }
        if (cli_interrupted())
            break;
        row[4] = row[0] / row[2];
        char label[16];
        snprintf(label, sizeof label, "%u", (unsigned)side);
        if (!cli_numbers_add(&table, label, row))
            return no_memory(&table);
        x[count] = side;
        y[0][count] = row[0];
        y[1][count++] = row[2];
    }
    const ari_series series[2] = {
        {.name = "with unmarking", .x = x, .y = y[0], .count = count},
        {.name = "marks kept", .x = x, .y = y[1], .count = count}};
    const ari_chart chart = {.title = "Calls in an open maze without an exit",
                             .x_label = "side of the square",
                             .y_label = "calls",
                             .series = series,
                             .count = 2,
                             .logarithmic = true};
    int code = count > 0 ? cli_experiment_chart(e, "maze-calls", &chart) : CLI_DONE;
    return cli_experiment_end(e, &table, code);
}
