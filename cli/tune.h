/* tune.h: between cmd_tune.c, which tunes and saves, tune_report.c, which says it, and
 * tune_fit.c, which does without games. */
#ifndef ARIADNE_CLI_TUNE_H
#define ARIADNE_CLI_TUNE_H

#include <ariadne/tune.h>

#include "cli/cli.h"

enum { CLI_TUNE_FIT = 2 }; /* of --method, behind ari_tune_method */

/* One tuning, with what is written of it. */
typedef struct cli_tuning {
    const ari_variant *v;
    ari_tune_job setup;
    int64_t generations;
    const char *csv, *svg, *state; /* files; NULL: not wanted */
    ari_text who;
    ari_tuner *tuner;
    bool resumed;         /* from what the file of --state says: */
    ari_text text;        /* all of it */
    ari_tune_saved saved; /* what it was begun with */
    ari_text rows;        /* of the CSV file */
    double *best;         /* for the plot: each parameter of each generation's answer */
    double began;
} cli_tuning;

extern const char *const cli_tune_methods[]; /* as --method knows them */

/* --method fit, in place of all the rest. */
int cli_tune_fit(const cli_arguments *arguments, const ari_variant *v);
/* Does nothing that is given belong to another method? False after saying what does. */
bool cli_tune_options_suit(const cli_arguments *arguments, bool fit);

/* Before the first generation, after each, and at the end. */
void cli_tune_heading(const cli_tuning *t);
void cli_tune_generation(const cli_tuning *t);
void cli_tune_ranking(const cli_tuning *t, double seconds);
void cli_tune_json(const cli_tuning *t, double seconds);

#endif
