/* database.h: databases, as the commands that use one need them. */
#ifndef ARIADNE_CLI_DATABASE_H
#define ARIADNE_CLI_DATABASE_H

#include <ariadne/nimberbase.h>

#include "cli/cli.h"

/* The line for a table of options: play, analyze and review. */
#define CLI_DB_OPTION \
    CLI_VALUE("db", "FILE", "take values from a database made by 'ariadne strong'")

/* The option of query and verify, and how it is used. */
#define CLI_PLUGIN_OPTION     \
    CLI_VALUE("game", "GAME", \
              "the game, where it is a plug-in's: no file loads one by itself")
#define CLI_DATABASE_PLUGIN "name the plug-in, if you trust it, as in --game ./GAME.so"

/* Of the memory that is allowed, this part is for unpacked blocks of a database. */
#define CLI_DATABASE_PART 16

/* How the making of a file of nimbers goes, and how it ended. */
void cli_nimber_base_tell(void *self, const ari_strong_progress *p);
int cli_nimber_base_end(const ari_variant *v, const char *path, ari_status status,
                        const ari_nimber_base_summary *summary, bool json,
                        ari_error *error);

/* The game of a database, or of a file of nimbers; `spec` is what the user says it is, or NULL, and `how` says how to
 * say it. False after saying what is wrong. */
bool cli_database_variant(const char *path, const char *spec, const char *how,
                          ari_variant **v);

/* Opens the database of --db, if it is given, within the memory of the command, which becomes
 * smaller by what the database takes. *db is NULL when none is given. False after saying what is wrong. */
bool cli_database_open(const cli_arguments *arguments, const ari_variant *v,
                       size_t *memory, ari_database **db);

#endif
