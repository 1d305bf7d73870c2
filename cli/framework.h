/* framework.h: what the parts of the framework share among themselves; commands need only
 * cli.h. */
#ifndef ARIADNE_CLI_FRAMEWORK_H
#define ARIADNE_CLI_FRAMEWORK_H

#include "cli/cli.h"

/* The command in whose name messages are written; NULL before it is known. */
void cli_output_begin(const cli_command *command);
/* Flushes stdout; the exit code, or CLI_WRONG after saying that writing failed. */
int cli_output_end(int code);

/* Reads what follows the verb. CLI_DONE: go on if *arguments is not NULL, and end if it
 * is (the help was asked for and printed). */
int cli_arguments_read(const cli_command *command, int argc, char **argv,
                       cli_arguments **arguments);
void cli_arguments_free(cli_arguments *arguments);

void cli_signals_begin(void);

const cli_command *cli_find_command(const char *name); /* NULL when there is none */

void cli_help_program(ari_text *out);
void cli_help_names(ari_text *out); /* how games and positions are written */
void cli_help_command(const cli_command *command, ari_text *out);

/* ---- words ---- */

/* How many letters must be added, left out, changed or swapped to make b out of a. */
int cli_word_distance(const char *a, const char *b);
/* Is `b` close enough to `a` to be what was meant? */
bool cli_word_near(const char *a, const char *b);
/* "text, dot or svg". */
void cli_words_join(const char *words, ari_text *out);

#endif
