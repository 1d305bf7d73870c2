/* database.h: databases, as the commands that use one need them. */
#ifndef ARIADNE_CLI_DATABASE_H
#define ARIADNE_CLI_DATABASE_H

#include <ariadne/strong.h>

#include "cli/cli.h"

/* The line for a table of options: play, analyze and review. */
#define CLI_DB_OPTION                                                  \
    {                                                                  \
        .name = "db", .argument = "FILE",                              \
        .help = "take values from a database made by 'ariadne strong'" \
    }

/* The game of a database; `spec` is what the user says it is, or NULL. False after saying
 * what is wrong. */
bool cli_database_variant(const char *path, const char *spec, ari_variant **v);

/* Opens the database of --db, if it is given, and lets the solver consult it. *db is NULL
 * when it is not. False after saying what is wrong. */
bool cli_database_consult(const cli_arguments *arguments, const ari_variant *v,
                          ari_solver *solver, ari_database **db);

#endif
