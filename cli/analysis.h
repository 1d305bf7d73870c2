/* analysis.h: a solver asked about the positions of a command line, as solve, analyze and
 * query do. */
#ifndef ARIADNE_CLI_ANALYSIS_H
#define ARIADNE_CLI_ANALYSIS_H

#include <ariadne/book.h>

#include "cli/database.h"

typedef struct cli_analysing {
    ari_variant *v;
    ari_solver *solver;
    ari_book *book;
    ari_database *db; /* of --db, or NULL */
    cli_work work;
    bool json;
    bool look_up; /* nothing is searched */
} cli_analysing;

/* The game, limits, solver and book of the command line, and the database of a command that has
 * --db; false after saying what is wrong. */
bool cli_analysing_begin(const cli_arguments *arguments, bool has_db, cli_analysing *job);
void cli_analysing_end(cli_analysing *job);

/* The same for a game that is known; it is closed in any case, and the game stays. */
bool cli_analysing_open(const cli_arguments *arguments, bool has_db, cli_analysing *job);
void cli_analysing_close(cli_analysing *job);

/* A table of moves with their values and what follows. */
void cli_say_moves(const ari_variant *v, const ari_state *s, const ari_answer *moves,
                   int count, ari_text *out);
/* "not known: a limit was reached before the end". */
void cli_say_unknown(const ari_solver *solver, ari_text *out);
/* The exit code of an answer. */
int cli_answer_code(bool known);

/* The value of every legal move in a position, or one for each line of stdin when it is "-";
 * the exit code. */
int cli_analyse(cli_analysing *job, const char *position);

#endif
