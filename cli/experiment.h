/* experiment.h: what the experiments share: a table of numbers that is printed, written as CSV
 * and drawn. */
#ifndef ARIADNE_CLI_EXPERIMENT_H
#define ARIADNE_CLI_EXPERIMENT_H

#include <ariadne/chart.h>

#include "cli/cli.h"

#define CLI_TABLE_COLUMNS 12

/* Rows of a label and numbers; NAN is an empty cell. */
typedef struct cli_numbers {
    const char *name;                           /* of its files: NAME.csv */
    const char *title;                          /* above it */
    const char *columns[CLI_TABLE_COLUMNS + 1]; /* of the label, then of the numbers */
    int decimals[CLI_TABLE_COLUMNS];
    int width; /* numbers in a row */
    int rows, capacity;
    char (*labels)[80];
    double *cells;
} cli_numbers;

/* A row of as many numbers as the table has columns; false when there is no memory. */
bool cli_numbers_add(cli_numbers *table, const char *label, const double *numbers);
/* One column, to be drawn; the caller frees it. */
double *cli_numbers_column(const cli_numbers *table, int column);
void cli_numbers_free(cli_numbers *table);

/* One run of an experiment. */
typedef struct cli_experiment {
    const char *out;  /* the folder, which exists */
    int64_t games;    /* 0: the experiment's own number */
    int64_t depth;    /* 0: its own */
    int64_t most;     /* calls after which a count is given up */
    const char *eval; /* of the times */
    uint64_t seed;
    const ari_runner *runner;
    bool json;
    ari_json *report; /* with --json */
} cli_experiment;

/* Prints the table and writes its CSV; frees it. */
int cli_experiment_table(const cli_experiment *e, cli_numbers *table);
/* Writes NAME.svg. */
int cli_experiment_chart(const cli_experiment *e, const char *name,
                         const ari_chart *chart);

/* The experiments: an exit code, CLI_DONE when all went well. */
int cli_experiment_minimax_time(const cli_experiment *e);
int cli_experiment_alphabeta_time(const cli_experiment *e);
int cli_experiment_order_time(const cli_experiment *e);
int cli_experiment_eval_matches(const cli_experiment *e);
int cli_experiment_self_play(const cli_experiment *e);
int cli_experiment_tuning(const cli_experiment *e);
int cli_experiment_tuned_matches(const cli_experiment *e);
int cli_experiment_nim_states(const cli_experiment *e);
int cli_experiment_maze_calls(const cli_experiment *e);

#endif
