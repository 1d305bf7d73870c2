/* analysis.h: a solver asked about the positions of a command line, as solve, analyze and
 * query do. */
#ifndef ARIADNE_CLI_ANALYSIS_H
#define ARIADNE_CLI_ANALYSIS_H

#include "cli/cli.h"

typedef struct cli_analysing {
    const ari_variant *v;
    ari_solver *solver;
    cli_work work;
    bool json;
} cli_analysing;

/* Calls `work` with the game, limits, solver and book of the command line; the exit code. */
int cli_analysing_run(const cli_arguments *arguments,
                      int (*work)(const cli_arguments *arguments, cli_analysing *job));

typedef void cli_printer(const cli_analysing *job, const ari_record *record,
                         const ari_analysis *analysis);

/* Asks about one position and prints the answer; the exit code. */
int cli_answer(cli_analysing *job, const ari_record *record, ari_question question,
               cli_printer *print_json, cli_printer *print_text);

/* The value of every legal move in a position, or one for each line of stdin when it is "-";
 * the exit code. */
int cli_analyse(cli_analysing *job, const char *position);

#endif
