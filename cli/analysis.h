/* analysis.h: the value of every legal move, as analyze and query print it. */
#ifndef ARIADNE_CLI_ANALYSIS_H
#define ARIADNE_CLI_ANALYSIS_H

#include "cli/cli.h"

typedef struct cli_analysing {
    const ari_variant *v;
    ari_solver *solver;
    cli_work work;
    bool json;
} cli_analysing;

/* Analyses a position, or one for each line of stdin when it is "-"; the exit code. */
int cli_analyse(cli_analysing *job, const char *position);

#endif
