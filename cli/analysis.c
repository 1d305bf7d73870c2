/* analysis.c: the value of every legal move, as analyze and query print it, and how a
 * command line's positions are asked about. */
#include "cli/analysis.h"
#include "cli/book.h"

static void print_json(const cli_analysing *job, const ari_record *record,
                       const ari_analysis *analysis)
{
    ari_text text = ARI_TEXT_EMPTY;
    ari_json json = ari_json_to(&text);
    ari_json_object(&json, NULL);
    ari_report_analysis(&json, job->v, record, analysis);
    cli_put_json(&json);
}

/* "won", "lost by 3", "about +12". */
static void say_move_value(const ari_variant *v, const ari_answer *answer, ari_text *out)
{
    if (!ari_answer_known(answer))
        ari_text_add(out, "not known");
    else if (!answer->exact)
        ari_text_format(out, "about %s%d", answer->score > 0 ? "+" : "", answer->score);
    else if (answer->score == 0)
        ari_text_add(out, "drawn");
    else if (ari_has(v, ARI_HAS_PAYOFFS))
        ari_text_format(out, "%s by %d", answer->score > 0 ? "won" : "lost",
                        answer->score > 0 ? answer->score : -answer->score);
    else
        ari_text_add(out, answer->score > 0 ? "won" : "lost");
}

static void say_moves(const ari_variant *v, const ari_state *s,
                      const ari_analysis *analysis, ari_text *out)
{
    ari_text cell = ARI_TEXT_EMPTY;
    size_t width = 4;
    for (int i = 0; i < analysis->count; i++) {
        ari_text_clear(&cell);
        ari_move_format(v, s, analysis->moves[i].move, &cell);
        width = cell.size > width ? cell.size : width;
    }
    ari_text_format(out, "%-*s  %-10s  %5s  %s\n", (int)width, "Move", "Value", "Plies",
                    "Line that follows");
    for (int i = 0; i < analysis->count; i++) {
        const ari_answer *answer = &analysis->moves[i];
        ari_state next = ari_after(v, s, answer->move);
        ari_text_clear(&cell);
        ari_move_format(v, s, answer->move, &cell);
        ari_text_format(out, "%-*s  ", (int)width, ari_text_get(&cell));
        ari_text_clear(&cell);
        say_move_value(v, answer, &cell);
        ari_text_format(out, "%-10s  ", ari_text_get(&cell));
        if (answer->exact && answer->distance >= 0)
            ari_text_format(out, "%5d  ", answer->distance);
        else
            ari_text_format(out, "%5s  ", "-");
        if (answer->line_length == 0 && answer->distance <= 1)
            ari_text_add_char(out, '-');
        cli_say_play(v, &next, answer, 60, out);
        ari_text_add_char(out, '\n');
    }
    ari_text_free(&cell);
}

static void print_text(const cli_analysing *job, const ari_record *record,
                       const ari_analysis *analysis)
{
    ari_text text = ARI_TEXT_EMPTY;
    const ari_state *s = &record->end;
    cli_say_position(job->v, record, &text);
    if (ari_outcome(job->v, s) == ARI_ON) {
        if (analysis->whole.exact) {
            ari_text_add(&text, "Value: ");
            cli_say_value(job->v, s, analysis->whole.score, analysis->whole.distance,
                          &text);
        } else {
            ari_text_format(&text, "Not exact: %s before the end; 'about' is a guess",
                            cli_interrupted() ? "interrupted" : "a limit was reached");
        }
        ari_text_add(&text, "\n\n");
        say_moves(job->v, s, analysis, &text);
        ari_text_add_char(&text, '\n');
        cli_say_work(&analysis->stats, &text);
        ari_text_add_char(&text, '\n');
    }
    cli_put(&text);
    ari_text_free(&text);
}

static int analyse_one(void *self, const ari_record *record)
{
    return cli_answer(self, record, ARI_ASK_MOVES, print_json, print_text);
}

int cli_analyse(cli_analysing *job, const char *position)
{
    return cli_each_position(job->v, position, analyse_one, job);
}

/* ---- what solve shares ---- */

int cli_answer(cli_analysing *job, const ari_record *record, ari_question question,
               cli_printer *json, cli_printer *text)
{
    ari_analysis analysis;
    ari_error error;
    if (cli_work_ask(&job->work, job->v, job->solver, &record->end, question, &analysis,
                     &error) != ARI_OK)
        return cli_wrong_error(NULL, &error);
    (job->json ? json : text)(job, record, &analysis);
    bool known = analysis.whole.exact;
    ari_analysis_free(&analysis);
    return cli_interrupted() ? CLI_INTERRUPTED : known ? CLI_DONE : CLI_NO;
}

int cli_analysing_run(const cli_arguments *arguments,
                      int (*work)(const cli_arguments *arguments, cli_analysing *job))
{
    cli_analysing job = {.json = cli_given(arguments, "json")};
    ari_variant *v;
    ari_book *book = NULL;
    ari_error error;
    int code = CLI_WRONG;
    if (!cli_game(cli_word(arguments, 0), &v))
        return CLI_WRONG;
    job.v = v;
    if (!cli_work_begin(arguments, v, &job.work)) {
        cli_game_free(v);
        return CLI_WRONG;
    }
    if (ari_solver_new(v, job.work.table_bytes, &job.solver, &error) != ARI_OK)
        cli_wrong_error(NULL, &error);
    else if (cli_book_lines(arguments, job.solver) &&
             cli_book_open(cli_text(arguments, "book", NULL), v, job.solver, &book))
        code = work(arguments, &job);
    ari_solver_free(job.solver);
    ari_book_free(book);
    cli_work_end(&job.work);
    cli_game_free(v);
    return code;
}
