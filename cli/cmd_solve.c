/* cmd_solve.c: `ariadne solve`: the exact value of positions. */
#include "cli/analysis.h"
#include "cli/batch.h"
#include "cli/book.h"

static void print_json(const cli_analysing *job, const ari_record *record,
                       const ari_analysis *analysis)
{
    ari_text text = ARI_TEXT_EMPTY;
    ari_json json = cli_json(&text);
    ari_report_analysis(&json, job->v, record, analysis);
    cli_put_json(&json);
}

/* Was the value proved by df-pn? Then it may be known without its distance. */
static bool by_numbers(const ari_answer *whole)
{
    return whole->source == ARI_SOURCE_DFPN;
}

/* The best moves, or the one that looks best, or wins though perhaps not the soonest, and the line. */
static void say_best(const cli_analysing *job, const ari_state *s,
                     const ari_analysis *analysis, ari_text *out)
{
    int best = ari_analysis_best(analysis);
    if (analysis->count == 0)
        return;
    bool wins = best == 0 && by_numbers(&analysis->whole) && analysis->whole.low > 0;
    ari_text_add(out, best > 0 ? "Best:   " : wins ? "Wins:   " : "Looks best: ");
    for (int i = 0; i < (best > 0 ? best : 1); i++) {
        ari_text_add(out, i ? ", " : "");
        ari_move_format(job->v, s, analysis->moves[i].move, out);
    }
    if (best == 0 && !wins)
        ari_text_add(out, " (not proved)");
    else if (analysis->stopped)
        ari_text_add(out, " (there may be more)");
    if (analysis->whole.line_length > 0) {
        ari_text_add(out, "\nLine:   ");
        cli_say_play(job->v, s, &analysis->whole, 200, out);
    }
    ari_text_add_char(out, '\n');
}

static void say_value(const cli_analysing *job, const ari_state *s,
                      const ari_answer *whole, ari_text *out)
{
    ari_text_add(out, "Value:  ");
    if (whole->exact) {
        cli_say_value(job->v, s, whole->score, whole->distance, out);
        ari_text_add_char(out, '\n');
        return;
    }
    if (!by_numbers(whole)) {
        cli_say_unknown(job->solver, out);
        ari_text_add(out, "\nSo far: ");
    }
    ari_answer_format(job->v, whole, out);
    ari_text_format(out, ", for the side to move (%s)\n",
                    ari_side_name(ari_turn(job->v, s)));
}

static void print_text(const cli_analysing *job, const ari_record *record,
                       const ari_analysis *analysis)
{
    ari_text text = ARI_TEXT_EMPTY;
    const ari_state *s = &record->end;
    cli_say_position(job->v, record, &text);
    if (ari_outcome(job->v, s) == ARI_ON) {
        say_value(job, s, &analysis->whole, &text);
        say_best(job, s, analysis, &text);
        ari_text_add(&text, "Work:   ");
        cli_say_work(&analysis->stats, &text);
        if (by_numbers(&analysis->whole))
            ari_text_add(&text, ", by df-pn");
        ari_text_add_char(&text, '\n');
    }
    cli_say(&text);
}

static int solve_one(void *self, const ari_record *record)
{
    cli_analysing *job = self;
    ari_analysis analysis;
    ari_error error;
    if (cli_work_ask(&job->work, job->v, job->solver, &record->end, ARI_ASK_BEST,
                     &analysis, &error) != ARI_OK)
        return cli_wrong_error(NULL, &error);
    (job->json ? print_json : print_text)(job, record, &analysis);
    bool known = analysis.whole.exact || by_numbers(&analysis.whole);
    ari_analysis_free(&analysis);
    return cli_answer_code(known);
}

static bool use_method(const cli_arguments *arguments, const cli_analysing *job)
{
    ari_method method = (ari_method)cli_choice(arguments, "method", ARI_METHOD_AUTO);
    ari_error error;
    return cli_ok(ari_solver_use(job->solver, method, &error), NULL, &error);
}

static int run(const cli_arguments *arguments)
{
    const char *batch = cli_text(arguments, "batch", NULL);
    const char *position = cli_word(arguments, 1);
    cli_analysing job;
    if (batch && position)
        return cli_wrong("--batch reads its positions from a file; '%.40s' cannot be "
                         "given too",
                         position);
    if (!cli_analysing_begin(arguments, false, &job))
        return CLI_WRONG;
    if (!use_method(arguments, &job)) {
        cli_analysing_end(&job);
        return CLI_WRONG;
    }
    int code = batch ? cli_batch(job.v, job.solver, &job.work, batch, job.json)
                     : cli_each_position(job.v, position, solve_one, &job);
    cli_analysing_end(&job);
    return code;
}

static const cli_option options[] = {
    CLI_JSON_OPTION,
    CLI_VALUE("batch", "FILE|-", "solve every line of a file (or of standard input)"),
    CLI_VALUE("method", ARI_METHODS, "by what it is found out (default auto)"),
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
        "what is proved so far and an estimate are then given, and marked as such, with\n"
        "exit code 1 (130 after Ctrl-C).\n"
        "\n"
        "--method says by what it is found out: 'search', in depth; 'df-pn', in the "
        "order\n"
        "of proof numbers, which proves the value and not how soon (a win is won in at\n"
        "most so many plies), also where games come back to their positions; 'states', "
        "by\n"
        "every position that can follow; or 'auto', whatever suits the game, and the\n"
        "opening book first.\n"
        "\n"
        "With --batch, each line of the file begins with a position, which ends at the\n"
        "first space, and is answered by a line of its own:\n"
        "    POSITION VALUE DISTANCE NODES MICROSECONDS\n"
        "VALUE is win, draw or loss, or unknown where a limit ended the work; DISTANCE\n"
        "is - where it is not known. In a game with payoffs that of the side to\n"
        "move comes last, as +3, where it is known. A line that cannot be read is\n"
        "answered by\n"
        "    POSITION error MESSAGE\n"
        "and the exit code is then 2. Empty lines are skipped; 'moves:' is the start.\n"
        "Limits hold for each position. With --json each line is an object.\n"
        "\n"
        "JSON: game, position, turn (first, second), status (on, over); value (win,\n"
        "draw, loss), distance (plies to the end, where it is known) and score (a win\n"
        "in n plies is 1000000000-n), all for the side to move; exact; source (rules,\n"
        "book, database, states, proof, df-pn, estimate); best, line, and moves (each "
        "best one\n"
        "with its value and the line after it); seconds and nodes that it took. Where\n"
        "exact is false, score is an estimate, depth the plies that it looked, low, "
        "high,\n"
        "at_least and at_most what is proved, and looks_best stands for best; by df-pn\n"
        "there is a value, and score is the bound that goes with it.",
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
