/* cmd_board.c: `ariadne board`: a position, shown; with its lines, list by list. */
#include "cli/cli.h"

#include <string.h>

#include <ariadne/drawing.h>

typedef struct showing {
    const ari_variant *v;
    bool json, lines;
    const char *svg; /* a file for the picture; NULL: none */
} showing;

static void print_json(const showing *job, const ari_record *record,
                       const ari_parts *lines)
{
    ari_text text = ARI_TEXT_EMPTY;
    ari_json json = cli_json(&text);
    ari_report_position(&json, job->v, record);
    ari_report_state(&json, "board", job->v, &record->end);
    if (job->lines)
        ari_report_parts(&json, "lines", job->v, &record->end, lines);
    cli_put_json(&json);
}

static void print_text(const showing *job, const ari_record *record,
                       const ari_parts *lines)
{
    ari_text text = ARI_TEXT_EMPTY;
    cli_say_position(job->v, record, &text);
    if (ari_outcome(job->v, &record->end) == ARI_ON)
        ari_text_format(&text, "The %s player is to move.\n",
                        ari_side_name(ari_turn(job->v, &record->end)));
    if (job->lines)
        ari_text_add_char(&text, '\n');
    if (job->lines)
        cli_say_parts(job->v, &record->end, lines, &text);
    cli_say(&text);
}

static int draw(const showing *job, const ari_record *record)
{
    ari_text picture = ARI_TEXT_EMPTY;
    ari_drawing_position(job->v, record, &picture);
    return cli_write_file(job->svg, &picture) ? CLI_DONE : CLI_WRONG;
}

static int show_one(void *self, const ari_record *record)
{
    const showing *job = self;
    if (job->svg)
        return draw(job, record);
    ari_parts lines = {.list = NULL};
    ari_error error;
    if (job->lines && ari_line_lists(job->v, &record->end, &lines, &error) != ARI_OK)
        return cli_wrong_error(NULL, &error);
    (job->json ? print_json : print_text)(job, record, &lines);
    ari_parts_free(&lines);
    return CLI_DONE;
}

static int run(const cli_arguments *arguments)
{
    showing job = {.json = cli_given(arguments, "json"),
                   .lines = cli_given(arguments, "lines"),
                   .svg = cli_text(arguments, "svg", NULL)};
    const char *position = cli_word(arguments, 1);
    if (job.svg && (job.json || job.lines || (position && strcmp(position, "-") == 0)))
        return cli_wrong("--svg draws one position, without --json and --lines");
    if (!cli_can_write(job.svg))
        return CLI_WRONG;
    ari_variant *v;
    if (!cli_game(cli_word(arguments, 0), &v))
        return CLI_WRONG;
    job.v = v;
    int code = cli_each_position(v, position, show_one, &job);
    ari_variant_free(v);
    return code;
}

static const cli_option options[] = {
    CLI_SWITCH(
        "lines",
        "the lines of the board in their lists: empty, x's, o's, blocked (tic-tac-toe)"),
    CLI_VALUE("svg", "FILE", "write a picture of the board instead"),
    CLI_JSON_OPTION,
    {.name = NULL}};

const cli_command cli_cmd_board = {
    .name = "board",
    .usage = "GAME [POSITION]",
    .summary = "a position, drawn; with its lines, list by list",
    .about =
        "Draws the board of a position and says whose turn it is, or how the game "
        "ended.\n"
        "\n"
        "With --lines, where the game keeps them: every line of the board, in the list\n"
        "where it is, those that are still empty, those with marks of x alone, of o\n"
        "alone, and the blocked ones, which nobody can complete. A move takes lines "
        "from\n"
        "list to list. Each is listed by its cells (column, row from below) and drawn.\n"
        "\n"
        "POSITION is the moves from the start or the game's board text; '-' reads one\n"
        "position a line from standard input.\n"
        "\n"
        "JSON: game, position, turn, status, board (the position as board text), and "
        "lines\n"
        "(kind: the list; side, cells as [column, row] from the upper left, 0 the "
        "first).",
    .examples = "ariadne board tictactoe x...o...x --lines\n"
                "ariadne board connect4 44455",
    .min_words = 1,
    .max_words = 2,
    .options = options,
    .run = run,
};
