/* cmd_review.c: `ariadne review`: the mistakes of a game, and what was better. */
#include "cli/analysis.h"
#include "cli/book.h"
#include "cli/playing.h"

#include <stdlib.h>

#include <ariadne/review.h>

#define SECONDS_EACH 10.0
#define WORDS_MOST 1000
#define LINE_SHOWN 40

static void print_json(const ari_variant *v, const ari_record *record,
                       const ari_review *review)
{
    ari_text text = ARI_TEXT_EMPTY;
    ari_json json = cli_json(&text);
    ari_report_review(&json, v, record, review);
    cli_put_json(&json);
}

/* ---- text ---- */

/* As everywhere, with the plies to a win or a loss: "won in 5", "lost by 3", "about +12". */
static void say_value(const ari_variant *v, const ari_answer *answer, ari_text *out)
{
    ari_answer_format(v, answer, out);
    if (answer->exact && answer->score != 0 && !ari_has(v, ARI_HAS_PAYOFFS))
        ari_text_format(out, " in %d", ari_score_distance(answer->score));
}

static void say_column(ari_text *out, const ari_text *cell, int width)
{
    ari_text_format(out, "  %-*s", width, ari_text_get(cell));
}

/* What would have been better: "1:3, then 2:1 1:1". */
static void say_better(const ari_variant *v, const ari_reviewed *m, ari_text *out)
{
    if (m->verdict == ARI_VERDICT_BEST || m->verdict == ARI_VERDICT_UNKNOWN)
        return;
    ari_text_add(out, "; better ");
    for (int i = 0; i < m->best_count && i < 6; i++) {
        ari_text_add(out, i ? " or " : "");
        ari_move_format(v, &m->position, m->best[i], out);
    }
    ari_text_add(out, m->best_count > 6 ? " or others, as in " : ", as in ");
    cli_say_play(v, &m->position, &m->before, LINE_SHOWN, out);
}

static void say_move(const ari_variant *v, const ari_reviewed *m, int number, int width,
                     ari_text *out)
{
    ari_text cell = ARI_TEXT_EMPTY;
    ari_text_format(out, "%3d  %-6s", number, ari_side_name(m->side));
    ari_move_format(v, &m->position, m->move, &cell);
    say_column(out, &cell, width);
    ari_text_clear(&cell);
    say_value(v, &m->before, &cell);
    say_column(out, &cell, 11);
    ari_text_clear(&cell);
    say_value(v, &m->after, &cell);
    say_column(out, &cell, 11);
    ari_text_format(out, "  %s", ari_verdict_name(m->verdict));
    say_better(v, m, out);
    ari_text_add_char(out, '\n');
    ari_text_free(&cell);
}

static void say_some(ari_text *out, int count, const char *one, const char *many)
{
    ari_text_format(out, ", %d %s", count, count == 1 ? one : many);
}

/* "; accuracy 75 %", of those moves that are known if that is not all; none if they are too
 * few. */
static void say_accuracy(const ari_review *review, int side, ari_text *out)
{
    int unknown = review->verdicts[side][ARI_VERDICT_UNKNOWN], known = 0;
    for (int i = 0; i < ARI_VERDICT_UNKNOWN; i++)
        known += review->verdicts[side][i];
    if (review->accuracy[side] >= 0)
        ari_text_format(out, "; accuracy %.0f %%", 100 * review->accuracy[side]);
    else if (unknown)
        ari_text_add(out, "; no accuracy");
    if (unknown)
        ari_text_format(out, ", %d of %d moves being known", known, known + unknown);
}

/* What is to be said of each player. */
static void say_summary(const ari_variant *v, const ari_review *review, ari_text *out)
{
    for (int side = 0; side < 2; side++) {
        const int *counts = review->verdicts[side];
        ari_text_format(out, "%s: %d best", ari_side_name((ari_side)side),
                        counts[ARI_VERDICT_BEST]);
        say_some(out, counts[ARI_VERDICT_GOOD], "good", "good");
        say_some(out, counts[ARI_VERDICT_INACCURACY], "inaccuracy", "inaccuracies");
        say_some(out, counts[ARI_VERDICT_MISTAKE], "mistake", "mistakes");
        say_some(out, counts[ARI_VERDICT_BLUNDER], "blunder", "blunders");
        if (counts[ARI_VERDICT_UNKNOWN])
            say_some(out, counts[ARI_VERDICT_UNKNOWN], "not known", "not known");
        say_accuracy(review, side, out);
        int turning = review->turning[side];
        if (turning >= 0) {
            ari_text_format(out, "; the last to change the result was move %d, ",
                            turning + 1);
            ari_move_format(v, &review->moves[turning].position,
                            review->moves[turning].move, out);
        }
        ari_text_add_char(out, '\n');
    }
}

/* Could a database of all positions be made? One of a game that comes back to positions
 * needs their ranks; how many others have is told only by trying. */
static bool fits_a_database(const ari_variant *v)
{
    const ari_core *core = v->core;
    return core->ranks && core->tier &&
           core->ranks(v->rules, core->tier(v->rules, &v->start)) > 0;
}

/* What would help where something is not known. */
static void say_help(const ari_variant *v, const ari_review *review, bool db,
                     ari_text *out)
{
    int unknown = review->verdicts[0][ARI_VERDICT_UNKNOWN] +
                  review->verdicts[1][ARI_VERDICT_UNKNOWN];
    if (unknown == 0 || db || review->stopped)
        return;
    if (!ari_has(v, ARI_HAS_CYCLES)) {
        ari_text_add(out, "More may be known with larger limits: --seconds, --nodes.\n");
        return;
    }
    ari_text_add(out, "This game can come back to a position: searching proves little.");
    if (fits_a_database(v)) {
        ari_text_add(out, " A database\nknows all: ariadne strong ");
        cli_game_word(v, out);
        ari_text_add(out, " --db FILE, and then review with --db FILE.");
    }
    ari_text_add_char(out, '\n');
}

static int widest_move(const ari_variant *v, const ari_review *review)
{
    ari_text cell = ARI_TEXT_EMPTY;
    size_t width = 4;
    for (int i = 0; i < review->count; i++) {
        ari_text_clear(&cell);
        ari_move_format(v, &review->moves[i].position, review->moves[i].move, &cell);
        width = cell.size > width ? cell.size : width;
    }
    ari_text_free(&cell);
    return (int)width;
}

static void print_text(const ari_variant *v, const ari_record *record,
                       const ari_review *review, bool db)
{
    ari_text text = ARI_TEXT_EMPTY;
    int width = widest_move(v, review);
    cli_say_position(v, record, &text);
    if (ari_outcome(v, &record->end) == ARI_ON && review->end.exact) {
        ari_text_add(&text, "Now: ");
        cli_say_value(v, &record->end, review->end.score, review->end.distance, &text);
        ari_text_add_char(&text, '\n');
    }
    if (review->count > 0) {
        ari_text_format(&text, "\n%3s  %-6s  %-*s  %-11s  %-11s  %s\n", "No.", "Side",
                        width, "Move", "Before", "After", "Verdict");
        for (int i = 0; i < review->count; i++)
            say_move(v, &review->moves[i], i + 1, width, &text);
        ari_text_add(&text, "\nBefore and after are for the side that moved, with best "
                            "play from there on.\n");
        say_summary(v, review, &text);
        say_help(v, review, db, &text);
    }
    if (review->stopped)
        ari_text_add(&text, "Interrupted: the earlier moves were not looked at.\n");
    cli_say_work(&review->stats, &text);
    ari_text_add_char(&text, '\n');
    cli_say(&text);
}

/* ---- the command ---- */

/* All words after the first, as one text. */
static void join_moves(const cli_arguments *arguments, ari_text *moves)
{
    for (int i = 1; i < cli_words(arguments); i++) {
        ari_text_add(moves, i > 1 ? " " : "");
        ari_text_add(moves, cli_word(arguments, i));
    }
}

static bool read_moves(const cli_arguments *arguments, const ari_variant *v,
                       ari_record *record)
{
    ari_record from;
    if (!cli_position(v, cli_text(arguments, "from", ""), &from))
        return false;
    ari_text moves = ARI_TEXT_EMPTY;
    ari_error error;
    join_moves(arguments, &moves);
    ari_status status =
        ari_record_parse(v, &from.end, ari_text_get(&moves), record, &error);
    bool read = cli_ok(status, ari_text_get(&moves), &error);
    ari_text_free(&moves);
    ari_record_free(&from);
    return read;
}

/* A game of a match, from the line that --number names. */
static bool read_recorded(const cli_arguments *arguments, const char *path,
                          const ari_text *content, ari_variant **v, ari_record *record)
{
    cli_recorded game;
    int64_t number;
    const char *spec = cli_word(arguments, 0);
    ari_error error;
    if (!cli_number(arguments, "number", 1, 1, INT64_MAX, &number) ||
        !cli_recorded_read(path, content, number, &game))
        return false;
    const char *named = ari_text_get(&game.spec);
    bool done =
        spec ? cli_game(spec, v) : cli_game_of_file(path, named, CLI_SAVE_PLUGIN, v);
    if (done && !cli_game_is(*v, named)) {
        cli_wrong("%.200s: game %lld is one of %.100s, not of %.100s", path,
                  (long long)number, named, (*v)->name);
        done = false;
    }
    ari_text start = ARI_TEXT_EMPTY;
    ari_text_add(&start, game.start.size ? "board:" : "");
    ari_text_add(&start, ari_text_get(&game.start));
    ari_record from = ARI_RECORD_EMPTY;
    ari_status status = ARI_OK;
    if (done)
        status = ari_position_parse(*v, ari_text_get(&start), &from, &error);
    if (done && status == ARI_OK)
        status = ari_record_parse_kept(*v, &from.end, ari_text_get(&game.moves), record,
                                       &error);
    if (status != ARI_OK) {
        cli_wrong_error_in(path, ari_text_get(&game.moves), &error);
        ari_variant_free(*v);
        *v = NULL;
    }
    ari_record_free(&from);
    ari_text_free(&start);
    cli_recorded_free(&game);
    return done && status == ARI_OK;
}

static bool read_save(const char *path, const ari_text *save, const ari_variant *v,
                      ari_record *record)
{
    ari_session *session;
    ari_error error;
    ari_status status = ari_session_new(v, &session, &error);
    if (status == ARI_OK && !cli_save_load(path, save, session)) {
        ari_session_free(session);
        return false;
    }
    if (status == ARI_OK)
        status = ari_session_record(session, record, &error);
    ari_session_free(session);
    return cli_ok(status, NULL, &error);
}

static bool write_curve(const char *path, const ari_variant *v, const ari_review *review)
{
    ari_text svg = ARI_TEXT_EMPTY;
    ari_error error;
    if (cli_ok(ari_review_svg(v, review, &svg, &error), NULL, &error))
        return cli_write_file(path, &svg);
    ari_text_free(&svg);
    return false;
}

static bool tell(const cli_arguments *arguments, cli_analysing *job,
                 const ari_record *record)
{
    ari_review review;
    ari_error error;
    ari_limits *limits = &job->work.job.limits;
    const char *svg = cli_text(arguments, "svg", NULL);
    if (!cli_given(arguments, "seconds"))
        limits->seconds = SECONDS_EACH * (record->count + 1);
    cli_progress_begin(limits, job->v, &record->end);
    ari_status status =
        ari_review_record(job->solver, job->v, record, &job->work.job, &review, &error);
    cli_progress_end();
    cli_error_advice(&error, status);
    if (!cli_ok(status, NULL, &error))
        return false;
    if (job->json)
        print_json(job->v, record, &review);
    else
        print_text(job->v, record, &review, job->db != NULL);
    bool done = !svg || write_curve(svg, job->v, &review);
    ari_review_free(&review);
    return done;
}

static int review_record(const cli_arguments *arguments, ari_variant *v,
                         const ari_record *record)
{
    cli_analysing job = {.v = v};
    bool done =
        cli_analysing_open(arguments, true, &job) && tell(arguments, &job, record);
    cli_analysing_close(&job);
    return !done ? CLI_WRONG : cli_interrupted() ? CLI_INTERRUPTED : CLI_DONE;
}

/* The game and its moves: from the command line, a save, or a match. */
static bool read_request(const cli_arguments *arguments, ari_variant **v,
                         ari_record *record)
{
    const char *path = cli_text(arguments, "load", NULL), *spec = cli_word(arguments, 0);
    ari_text save = ARI_TEXT_EMPTY;
    bool done = false;
    if (!path)
        return cli_game(spec, v) && read_moves(arguments, *v, record);
    if (!cli_save_read(path, &save))
        return false;
    if (cli_is_games_file(&save))
        done = read_recorded(arguments, path, &save, v, record);
    else if (cli_given(arguments, "number"))
        cli_wrong("--number is for files that match --games-out wrote");
    else if (cli_save_game(path, &save, spec, v))
        done = read_save(path, &save, *v, record);
    ari_text_free(&save);
    return done;
}

static int run(const cli_arguments *arguments)
{
    bool load = cli_given(arguments, "load");
    ari_variant *v = NULL;
    ari_record record = ARI_RECORD_EMPTY;
    if (!load && cli_given(arguments, "number"))
        return cli_wrong("--number is for --load FILE, which is missing");
    if (load && cli_given(arguments, "from"))
        return cli_wrong("--load FILE says where the game began; leave out --from");
    if (load ? cli_words(arguments) > 1 : cli_words(arguments) < 2)
        return cli_wrong("a review needs GAME MOVES, or --load FILE instead of moves");
    if (!cli_can_write(cli_text(arguments, "svg", NULL)))
        return CLI_WRONG;
    int code = read_request(arguments, &v, &record) ? review_record(arguments, v, &record)
                                                    : CLI_WRONG;
    ari_record_free(&record);
    ari_variant_free(v);
    return code;
}

static const cli_option options[] = {
    CLI_VALUE("from", "POSITION", "where the game began"),
    CLI_VALUE("load", "FILE", "look at a saved game, or at a game of match --games-out"),
    CLI_VALUE("number", "N", "which game of such a file (default 1)"),
    CLI_VALUE("svg", "FILE", "write the curve of the values"),
    CLI_JSON_OPTION,
    CLI_DB_OPTION,
    CLI_VALUE(
        "seconds", "S",
        "seconds for the whole game at most (default: 10 for each of its positions; "
        "0: no limit)"),
    CLI_VALUE("nodes", "N", "nodes for each position at most (0: no limit)"),
    CLI_MACHINE_OPTIONS,
    CLI_BOOK_OPTION,
    CLI_LINE_OPTION,
    {.name = NULL}};

const cli_command cli_cmd_review = {
    .name = "review",
    .usage = "GAME MOVES",
    .summary = "the mistakes of a game, and what would have been better",
    .about =
        "Looks at every move of a finished or running game: what the position was worth\n"
        "before and after it for the side that moved, and whether the move was\n"
        "\n"
        "  best        nothing better was there\n"
        "  good        the same result, at most two plies from the best\n"
        "  inaccuracy  the same result, but later when won, sooner when lost, or by\n"
        "              less; or a win at once was missed\n"
        "  mistake     it changed the result\n"
        "  blunder     it turned a win into a loss, or lost on the very next move\n"
        "  unknown     the limits did not allow to know\n"
        "\n"
        "MOVES is the moves as the game writes them, in one word or in several. For nim\n"
        "that may be the positions: 6531 6131 611. Later moves are looked at first, so\n"
        "that Ctrl-C leaves what is known about the end of the game.\n"
        "\n"
        "Accuracy is the mean over the known moves of 100 % for best and good, 75 % for\n"
        "an inaccuracy, 25 % for a mistake and nothing for a blunder; it is not given\n"
        "when fewer than half are known. Where games can come back to a position, and\n"
        "have more of them than fit into memory, as quixo 5x5, --db helps.\n"
        "\n"
        "In the curve of --svg what is won for the first player is above 0.5, the\n"
        "sooner the higher: 1 at once, 0.75 in 20 plies, 0.66 in 41. A draw is 0, what\n"
        "is lost below -0.5, and an estimate between -0.45 and 0.45. A payoff of 3 is\n"
        "0.5.\n"
        "\n"
        "JSON: game, position, turn, status, start; moves, each with its number, side,\n"
        "position, move, verdict, best, line, before and after (value, distance, score,\n"
        "exact) and height (of the curve); a summary of each side, with its accuracy "
        "and\n"
        "turning (the last move that changed the result); nodes and seconds.",
    .examples = "ariadne review tictactoe 15937\n"
                "ariadne review nim:heaps=7531 '6531 6131 611 111 11 1 0'\n"
                "ariadne review coins 2 2 3 1 1 3\n"
                "ariadne review connect4 4433552 --seconds 1 --json\n"
                "ariadne review --load game.txt --svg curve.svg\n"
                "ariadne review --load games.jsonl --number 7",
    .min_words = 0,
    .max_words = WORDS_MOST,
    .options = options,
    .run = run,
};
