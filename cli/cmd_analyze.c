/* cmd_analyze.c: `ariadne analyze`: the value of every legal move. */
#include "cli/analysis.h"
#include "cli/book.h"

static int run(const cli_arguments *arguments)
{
    cli_analysing job;
    if (!cli_analysing_begin(arguments, true, &job))
        return CLI_WRONG;
    int code = cli_analyse(&job, cli_word(arguments, 1));
    cli_analysing_end(&job);
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
        "side that makes the move. A line that ends in '...', before the game does, was\n"
        "too long to find: after the opening book it takes a search of its own, as long\n"
        "as --line-nodes allow, the best moves first.\n"
        "\n"
        "POSITION is the moves from the start or the game's board text; '-' reads one\n"
        "position a line from standard input. A limit, or Ctrl-C, ends the work early,\n"
        "with exit code 1 (130 after Ctrl-C). Of a move whose value is not known by "
        "then\n"
        "it is said what is proved ('not lost', 'at least +2'), and 'about' what a "
        "search\n"
        "found that did not see the end: all such moves are looked at to the same "
        "depth.\n"
        "Moves are in the order of what is proved or, where nothing is, of the "
        "estimate.\n"
        "\n"
        "Of a game that falls apart it is told, too, what its parts are worth, as "
        "'ariadne\n"
        "nimber' and 'ariadne value' do, and which of them a good move changes, where "
        "that\n"
        "takes no more than a moment.\n"
        "\n"
        "JSON: as of 'ariadne solve', but moves are all legal ones, best first, each "
        "with\n"
        "its value for the side that makes it; complete (false: a limit ended it); sum "
        "(as\n"
        "of 'ariadne nimber' or 'ariadne value').",
    .examples = "ariadne analyze tictactoe xo..x...o\n"
                "ariadne analyze connect4 4445555422 --threads 2\n"
                "ariadne analyze nim 31 --json\n"
                "ariadne analyze connect4:width=5,height=4 --nodes 1000000",
    .min_words = 1,
    .max_words = 2,
    .options = options,
    .run = run,
};
