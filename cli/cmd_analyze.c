/* cmd_analyze.c: `ariadne analyze`: the value of every legal move. */
#include "cli/analysis.h"
#include "cli/book.h"
#include "cli/database.h"

static int analyse(const cli_arguments *arguments, cli_analysing *job)
{
    ari_error error;
    ari_book *book = NULL;
    ari_database *db = NULL;
    if (ari_solver_new(job->v, job->work.table_bytes, &job->solver, &error) != ARI_OK)
        return cli_wrong_error(NULL, &error);
    bool open =
        cli_book_lines(arguments, job->solver) &&
        cli_book_open(cli_text(arguments, "book", NULL), job->v, job->solver, &book) &&
        cli_database_consult(arguments, job->v, job->solver, &db);
    int code = open ? cli_analyse(job, cli_word(arguments, 1)) : CLI_WRONG;
    ari_solver_free(job->solver);
    ari_book_free(book);
    ari_database_close(db);
    return code;
}

static int run(const cli_arguments *arguments)
{
    cli_analysing job = {.json = cli_given(arguments, "json")};
    ari_variant *v;
    if (!cli_game(cli_word(arguments, 0), &v))
        return CLI_WRONG;
    job.v = v;
    int code = CLI_WRONG;
    if (cli_work_begin(arguments, v, &job.work)) {
        code = analyse(arguments, &job);
        cli_work_end(&job.work);
    }
    cli_game_free(v);
    return code;
}

static const cli_option options[] = {
    CLI_JSON_OPTION, CLI_DB_OPTION,   CLI_LIMIT_OPTIONS, CLI_MACHINE_OPTIONS,
    CLI_BOOK_OPTION, CLI_LINE_OPTION, {.name = NULL}};

const cli_command cli_cmd_analyze = {
    .name = "analyze",
    .usage = "GAME [POSITION]",
    .summary = "the value of every legal move, and what follows it",
    .about =
        "Finds the exact value of every legal move, best first, each with the number of\n"
        "plies to the end and the line of best play that follows. Values are for the\n"
        "side that makes the move. A line that ends before the game does, in '...', was\n"
        "too long to be found: after the opening book it costs a search of its own, "
        "which\n"
        "--line-nodes limits, and the best moves come first.\n"
        "\n"
        "POSITION is the moves from the start or the game's board text; '-' reads one\n"
        "position a line from standard input. A limit, or Ctrl-C, ends the work early;\n"
        "moves whose value is not known by then get a guess, marked 'about', and the\n"
        "exit code is 1 (130 after Ctrl-C).",
    .examples = "ariadne analyze tictactoe xo..x...o\n"
                "ariadne analyze connect4 4445555422 --threads 2\n"
                "ariadne analyze nim 31 --json\n"
                "ariadne analyze connect4:width=5,height=4 --nodes 1000000",
    .min_words = 1,
    .max_words = 2,
    .options = options,
    .run = run,
};
