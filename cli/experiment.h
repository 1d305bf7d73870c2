/* experiment.h: what the experiments share: a table of numbers that is printed, written as CSV
 * and drawn. */
#ifndef ARIADNE_CLI_EXPERIMENT_H
#define ARIADNE_CLI_EXPERIMENT_H

#include <ariadne/chart.h>
#include <ariadne/drawing.h>
#include <ariadne/match.h>

#include "cli/cli.h"

#define CLI_TABLE_COLUMNS 12
#define CLI_DEPTH_MOST 20

/* Rows of a label and numbers; NAN is an empty cell. */
typedef struct cli_numbers {
    const char *name;                           /* of its files: NAME.csv */
    const char *title;                          /* above it */
    const char *columns[CLI_TABLE_COLUMNS + 1]; /* of the label, then of the numbers */
    int decimals[CLI_TABLE_COLUMNS];
    int width;     /* numbers in a row */
    bool long_one; /* written as CSV and JSON, but not printed */
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
    const char *out;     /* the folder, which exists */
    const char *command; /* the command line, for captions */
    int64_t games;       /* 0: the experiment's own number */
    int64_t depth;       /* up to CLI_DEPTH_MOST */
    int64_t most;        /* calls after which a count is given up */
    int64_t seeds,
        generations;  /* of tuning: runs of each method, and how long they are */
    const char *eval; /* of the times */
    uint64_t seed;
    const ari_runner *runner;
    bool json;
    ari_json *report; /* with --json */
} cli_experiment;

/* Writes the CSV of the rows so far, where more of them take long: whatever ends the program,
 * they are there. */
int cli_experiment_keep(const cli_experiment *e, const cli_numbers *table);
/* An experiment's end, or that of a part: prints the table and writes its CSV where all went
 * well (CLI_DONE) and, if it has rows by then, also after Ctrl-C; frees it. The code, or what
 * went wrong in writing. */
int cli_experiment_end(const cli_experiment *e, cli_numbers *table, int code);
/* Writes NAME.svg, with the command that drew it. */
int cli_experiment_chart(const cli_experiment *e, const char *name,
                         const ari_chart *chart);

/* Writes index.html: every table and plot that is in the folder, to be looked at in a browser; a
 * plot has a caption, what it says of itself. */
int cli_experiment_index(const char *folder);

/* A match of two evaluations, as texts of player.h, at a depth. */
typedef struct cli_pairing {
    const char *a, *b;
    int depth;   /* 0: the experiment's */
    int opening; /* random plies, where the two alone would play too few different games */
} cli_pairing;

/* Plays it; CLI_INTERRUPTED where Ctrl-C has ended it before its end. `games`, which may be
 * NULL, is a key of the moves of all games: equal for equal games. */
int cli_experiment_match(const cli_experiment *e, const ari_variant *v,
                         const cli_pairing *pairing, ari_match *match, uint64_t *games);

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
