/* cmd_solve.c: `ariadne solve`: the exact value of positions. */
#include "cli/analysis.h"
#include "cli/batch.h"
#include "cli/book.h"

/* Is there anything to tell, be it only a guess? */
static bool has_answer(const ari_analysis *analysis)
{
    return analysis->whole.exact || analysis->count > 0;
}

static void print_json(const cli_analysing *job, const ari_record *record,
                       const ari_analysis *analysis)
{
    ari_text text = ARI_TEXT_EMPTY;
    ari_json json = ari_json_to(&text);
    const ari_state *s = &record->end;
    ari_json_object(&json, NULL);
    ari_report_position(&json, job->v, record);
    if (has_answer(analysis))
        ari_report_answer(&json, &analysis->whole);
    ari_json_bool(&json, "exact", analysis->whole.exact);
    ari_json_array(&json, "best");
    for (int i = 0; i < analysis->count; i++)
        ari_report_move(&json, NULL, job->v, s, analysis->moves[i].move);
    ari_json_array_end(&json);
    ari_report_line(&json, "line", job->v, s, analysis->whole.line,
                    analysis->whole.line_length);
    ari_report_moves(&json, job->v, s, analysis->moves, analysis->count);
    ari_json_unsigned(&json, "nodes", analysis->stats.nodes);
    ari_json_real(&json, "seconds", analysis->stats.seconds);
    cli_put_json(&json);
}

static void say_best(const cli_analysing *job, const ari_state *s,
                     const ari_analysis *analysis, ari_text *out)
{
    if (analysis->count == 0)
        return;
    ari_text_add(out, "Best:   ");
    for (int i = 0; i < analysis->count; i++) {
        ari_text_add(out, i ? ", " : "");
        ari_move_format(job->v, s, analysis->moves[i].move, out);
    }
    ari_text_add(out, analysis->whole.exact && !analysis->stopped
                          ? "\nLine:   "
                          : " (not proved)\nLine:   ");
    cli_say_play(job->v, s, &analysis->whole, 200, out);
    ari_text_add_char(out, '\n');
}

static void print_text(const cli_analysing *job, const ari_record *record,
                       const ari_analysis *analysis)
{
    ari_text text = ARI_TEXT_EMPTY;
    const ari_answer *whole = &analysis->whole;
    const ari_state *s = &record->end;
    cli_say_position(job->v, record, &text);
    if (ari_outcome(job->v, s) == ARI_ON) {
        ari_text_add(&text, "Value:  ");
        if (whole->exact)
            cli_say_value(job->v, s, whole->score, whole->distance, &text);
        else
            ari_text_format(&text, "not known: %s before the end",
                            cli_interrupted() ? "interrupted" : "a limit was reached");
        ari_text_add_char(&text, '\n');
        if (!whole->exact && has_answer(analysis))
            ari_text_format(&text, "Guess:  %s%d for the side to move (%s)\n",
                            whole->score > 0 ? "+" : "", whole->score,
                            ari_side_name(ari_turn(job->v, s)));
        say_best(job, s, analysis, &text);
        ari_text_add(&text, "Work:   ");
        cli_say_work(&analysis->stats, &text);
        ari_text_add_char(&text, '\n');
    }
    cli_put(&text);
    ari_text_free(&text);
}

static int solve_one(void *self, const ari_record *record)
{
    return cli_answer(self, record, ARI_ASK_BEST, print_json, print_text);
}

static int solve(const cli_arguments *arguments, cli_analysing *job)
{
    const char *batch = cli_text(arguments, "batch", NULL);
    return batch ? cli_batch(job->v, job->solver, &job->work, batch, job->json)
                 : cli_each_position(job->v, cli_word(arguments, 1), solve_one, job);
}

static int run(const cli_arguments *arguments)
{
    if (cli_given(arguments, "batch") && cli_word(arguments, 1))
        return cli_wrong("--batch reads its positions from a file; '%.40s' cannot be "
                         "given too",
                         cli_word(arguments, 1));
    return cli_analysing_run(arguments, solve);
}

static const cli_option options[] = {
    CLI_JSON_OPTION,
    {.name = "batch",
     .argument = "FILE|-",
     .help = "solve every line of a file (or of standard input)"},
    CLI_LIMIT_OPTIONS,
    CLI_MACHINE_OPTIONS,
    CLI_BOOK_OPTION,
    CLI_LINE_OPTION,
    {.name = NULL}};

const cli_command cli_cmd_solve = {
    .name = "solve",
    .usage = "GAME [POSITION]",
    .summary = "the exact value of a position, and its best moves",
    .about =
        "Finds the value of a position when both sides play their best: won, drawn or\n"
        "lost for the side to move, in how many plies (moves of one side) the game then\n"
        "ends, every best move, and a line of best play. The winner takes the shortest\n"
        "way, the loser the longest. A line that ends in '...', before the game does, "
        "was\n"
        "too long to find: after the opening book it takes a search of its own, as long\n"
        "as --line-nodes allow.\n"
        "\n"
        "POSITION is the moves from the start or the game's board text; '-' reads one\n"
        "position a line from standard input. A limit, or Ctrl-C, ends the work early;\n"
        "the best guess so far is then given and marked as such, with exit code 1 (130\n"
        "after Ctrl-C).\n"
        "\n"
        "With --batch, each line of the file begins with a position, which ends at the\n"
        "first space, and is answered by a line of its own:\n"
        "    POSITION VALUE DISTANCE NODES MICROSECONDS\n"
        "VALUE is win, draw or loss, or unknown where a limit ended the work; DISTANCE\n"
        "is - where it is not known. A line that cannot be read is answered by\n"
        "    POSITION error MESSAGE\n"
        "and the exit code is then 2. Empty lines are skipped; 'moves:' is the start.\n"
        "Limits hold for each position. With --json each line is an object.\n"
        "\n"
        "JSON: game, position, turn (first, second), status (on, over); value (win,\n"
        "draw, loss), distance (plies to the end, where it is known) and score (a win\n"
        "in n plies is 1000000000-n), all for the side to move; exact (false: a guess);\n"
        "best, line, and moves (each best one with its value and the line after it);\n"
        "seconds and nodes that it took.",
    .examples =
        "ariadne solve tictactoe\n"
        "ariadne solve connect4 44455554221 --json\n"
        "ariadne solve nim:heaps=7531\n"
        "ariadne solve connect4:width=5,height=4 --batch positions.txt --threads 2",
    .min_words = 1,
    .max_words = 2,
    .options = options,
    .run = run,
};
