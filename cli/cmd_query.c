/* cmd_query.c: `ariadne query`: positions looked up in a database. */
#include "cli/analysis.h"

#define SOLVER_BYTES (1 << 16) /* what is looked up takes no more */

static int look_up(const cli_arguments *arguments, ari_variant *v, ari_database *db)
{
    cli_analysing job = {.v = v, .json = cli_given(arguments, "json"), .look_up = true};
    ari_error error;
    if (ari_solver_new(v, SOLVER_BYTES, &job.solver, &error) != ARI_OK)
        return cli_wrong_error(NULL, &error);
    ari_solver_look_up(job.solver, ari_database_lookup(db));
    int code = cli_analyse(&job, cli_word(arguments, 1));
    ari_solver_free(job.solver);
    return code;
}

static int run(const cli_arguments *arguments)
{
    const char *path = cli_word(arguments, 0);
    ari_variant *v;
    ari_database *db;
    ari_error error;
    size_t memory;
    if (!cli_bytes(arguments, "memory", ARI_BYTES_DEFAULT, CLI_MEMORY_LEAST, &memory) ||
        !cli_database_variant(path, cli_text(arguments, "game", NULL),
                              CLI_DATABASE_PLUGIN, &v))
        return CLI_WRONG;
    int code = CLI_WRONG;
    ari_status status = ari_database_new_within(path, v, memory, &db, &error);
    cli_error_advice(&error, status);
    if (status != ARI_OK)
        cli_wrong_error(NULL, &error);
    else
        code = look_up(arguments, v, db);
    ari_database_free(db);
    ari_variant_free(v);
    return code;
}

static const cli_option options[] = {
    CLI_PLUGIN_OPTION, CLI_MEMORY_OPTION, CLI_JSON_OPTION, {.name = NULL}};

const cli_command cli_cmd_query = {
    .name = "query",
    .usage = "FILE [POSITION]",
    .summary = "look a position up in a database of 'ariadne strong'",
    .about =
        "Prints the value of a position and of every legal move, with the line that\n"
        "follows, as 'ariadne analyze' does; but nothing is searched, everything is\n"
        "looked up. The file says which game it is of; a plug-in is loaded only if "
        "--game\n"
        "names it.\n"
        "\n"
        "POSITION is the moves from the start or the game's board text; '-' reads one\n"
        "position a line from standard input. A position that no game leads to is not\n"
        "in the database, and a damaged file is refused.\n"
        "\n"
        "JSON: as of 'ariadne analyze'.",
    .examples = "ariadne query tictactoe.db\n"
                "ariadne query c55.db 3333 --json\n"
                "ariadne query quixo.db .x../..../..../..../2",
    .min_words = 1,
    .max_words = 2,
    .options = options,
    .run = run,
};
