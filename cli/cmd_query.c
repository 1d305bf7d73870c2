/* cmd_query.c: `ariadne query`: positions looked up in a database. */
#include "cli/analysis.h"
#include "cli/database.h"

/* What is not in the database is not searched for either. */
static ari_status ask(void *self, const ari_state *s, int *score, int *distance,
                      ari_error *error)
{
    ari_status status = ari_database_look(self, s, score, distance, error);
    return status == ARI_UNKNOWN ? ARI_ILLEGAL : status;
}

static int look_up(const cli_arguments *arguments, const ari_variant *v, ari_database *db)
{
    cli_analysing job = {.v = v, .json = cli_given(arguments, "json")};
    ari_error error;
    job.work.job.limits.stop = cli_stop();
    if (ari_solver_new(v, 1 << 16, &job.solver, &error) != ARI_OK)
        return cli_wrong_error(NULL, &error);
    ari_solver_look_up(job.solver, (ari_lookup){.self = db, .ask = ask});
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
    if (!cli_database_variant(path, cli_text(arguments, "game", NULL), &v))
        return CLI_WRONG;
    int code = CLI_WRONG;
    if (ari_database_open(path, v, &db, &error) != ARI_OK)
        cli_wrong_error(NULL, &error);
    else
        code = look_up(arguments, v, db);
    ari_database_close(db);
    cli_game_free(v);
    return code;
}

static const cli_option options[] = {
    {.name = "game", .argument = "GAME", .help = "the game, where it is a plug-in's"},
    CLI_JSON_OPTION,
    {.name = NULL}};

const cli_command cli_cmd_query = {
    .name = "query",
    .usage = "FILE [POSITION]",
    .summary = "look a position up in a database of 'ariadne strong'",
    .about =
        "Prints the value of a position and of every legal move, with the line that\n"
        "follows, as 'ariadne analyze' does; but nothing is searched, everything is\n"
        "looked up. The file says which game it is of.\n"
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
