/* analysis.c: the value of every legal move, as analyze and query print it, and how a
 * command line's positions are asked about. */
#include "cli/analysis.h"
#include "cli/account.h"
#include "cli/book.h"

/* Of a game that falls apart it is also told what its parts are worth, if that takes no more than this. */
#define ACCOUNT_NODES 200000
#define ACCOUNT_PART 8 /* of the memory */

/* False where it cannot be had within the limits; it is then freed, and it may be freed in any case. */
static bool find_account(const cli_analysing *job, const ari_state *s,
                         ari_account *account)
{
    const ari_limits *given = &job->work.job.limits;
    ari_limits limits = {
        .nodes = ACCOUNT_NODES, .seconds = given->seconds, .stop = given->stop};
    if (given->nodes > 0 && given->nodes < limits.nodes)
        limits.nodes = given->nodes;
    *account = (ari_account){.forms = false};
    return !job->look_up && ari_has_account(job->v) &&
           ari_account_of(job->v, s, job->work.bytes / ACCOUNT_PART, &limits, account,
                          NULL) == ARI_OK;
}

static void print_json(const cli_analysing *job, const ari_record *record,
                       const ari_analysis *analysis)
{
    ari_text text = ARI_TEXT_EMPTY;
    ari_json json = cli_json(&text);
    ari_report_analysis(&json, job->v, record, analysis);
    ari_json_bool(&json, "complete", !analysis->stopped);
    ari_account account;
    if (find_account(job, &record->end, &account)) {
        ari_json_object(&json, "sum");
        ari_report_account(&json, job->v, &record->end, &account);
        ari_json_object_end(&json);
    }
    ari_account_free(&account);
    cli_put_json(&json);
}

/* Moves and values are as wide as the widest of them. */
typedef struct widths {
    size_t move, value;
} widths;

static widths measure(const ari_variant *v, const ari_state *s, const ari_answer *moves,
                      int count)
{
    ari_text cell = ARI_TEXT_EMPTY;
    widths w = {4, 10};
    for (int i = 0; i < count; i++) {
        ari_text_clear(&cell);
        ari_move_format(v, s, moves[i].move, &cell);
        w.move = cell.size > w.move ? cell.size : w.move;
        ari_text_clear(&cell);
        ari_answer_format(v, &moves[i], &cell);
        w.value = cell.size > w.value ? cell.size : w.value;
    }
    ari_text_free(&cell);
    return w;
}

void cli_say_moves(const ari_variant *v, const ari_state *s, const ari_answer *moves,
                   int count, ari_text *out)
{
    ari_text cell = ARI_TEXT_EMPTY;
    widths w = measure(v, s, moves, count);
    ari_text_format(out, "%-*s  %-*s  %5s  %s\n", (int)w.move, "Move", (int)w.value,
                    "Value", "Plies", "Line that follows");
    for (int i = 0; i < count; i++) {
        const ari_answer *answer = &moves[i];
        ari_state next = ari_after(v, s, answer->move);
        ari_text_clear(&cell);
        ari_move_format(v, s, answer->move, &cell);
        ari_text_format(out, "%-*s  ", (int)w.move, ari_text_get(&cell));
        ari_text_clear(&cell);
        ari_answer_format(v, answer, &cell);
        ari_text_format(out, "%-*s  ", (int)w.value, ari_text_get(&cell));
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

void cli_say_unknown(const ari_solver *solver, ari_text *out)
{
    ari_text_format(out, "not known: %s before the end",
                    cli_interrupted() ? "interrupted" : "a limit was reached");
    if (ari_solver_lacks_memory(solver))
        ari_text_add(out, "; with more --memory every position can be looked at");
}

/* What 'about' means, where it is said. */
static void say_depth(const ari_analysis *analysis, ari_text *out)
{
    for (int i = 0; i < analysis->count; i++) {
        const ari_answer *answer = &analysis->moves[i];
        if (answer->exact || answer->source != ARI_SOURCE_ESTIMATE)
            continue;
        ari_text_format(out, "'about' is an estimate, %d %s deep, and proves nothing.\n",
                        answer->depth, answer->depth == 1 ? "ply" : "plies");
        return;
    }
}

static void print_text(const cli_analysing *job, const ari_record *record,
                       const ari_analysis *analysis)
{
    ari_text text = ARI_TEXT_EMPTY;
    const ari_state *s = &record->end;
    const ari_answer *whole = &analysis->whole;
    cli_say_position(job->v, record, &text);
    if (ari_outcome(job->v, s) == ARI_ON) {
        ari_text_add(&text, "Value: ");
        if (whole->exact)
            cli_say_value(job->v, s, whole->score, whole->distance, &text);
        else
            cli_say_unknown(job->solver, &text);
        ari_text_add(&text, "\n\n");
        cli_say_moves(job->v, s, analysis->moves, analysis->count, &text);
        say_depth(analysis, &text);
        ari_text_add_char(&text, '\n');
        ari_account account;
        if (find_account(job, s, &account)) {
            cli_say_sum(job->v, s, &account, &text);
            ari_text_add_char(&text, '\n');
        }
        ari_account_free(&account);
        cli_say_work(&analysis->stats, &text);
        ari_text_add_char(&text, '\n');
    }
    cli_say(&text);
}

int cli_answer_code(bool known)
{
    return cli_interrupted() ? CLI_INTERRUPTED : known ? CLI_DONE : CLI_NO;
}

static int analyse_one(void *self, const ari_record *record)
{
    cli_analysing *job = self;
    ari_analysis analysis;
    ari_error error;
    ari_status status =
        job->look_up ? ari_look_up(job->solver, &record->end, NULL, &analysis, &error)
                     : cli_work_ask(&job->work, job->v, job->solver, &record->end,
                                    ARI_ASK_MOVES, &analysis, &error);
    if (status != ARI_OK)
        return cli_wrong_error(NULL, &error);
    (job->json ? print_json : print_text)(job, record, &analysis);
    bool known = job->look_up || !analysis.stopped;
    ari_analysis_free(&analysis);
    return cli_answer_code(known);
}

int cli_analyse(cli_analysing *job, const char *position)
{
    return cli_each_position(job->v, position, analyse_one, job);
}

/* ---- what solve, review and others share ---- */

bool cli_analysing_open(const cli_arguments *arguments, bool has_db, cli_analysing *job)
{
    ari_error error;
    job->json = cli_given(arguments, "json");
    if (!cli_work_begin(arguments, job->v, &job->work))
        return false;
    size_t left = job->work.bytes;
    if ((has_db && !cli_database_open(arguments, job->v, &left, &job->db)) ||
        !cli_ok(ari_solver_new_part(job->v, left, job->work.bytes, &job->solver, &error),
                NULL, &error) ||
        !cli_book_lines(arguments, job->solver) ||
        !cli_book_open(cli_text(arguments, "book", NULL), job->v, job->solver,
                       &job->book))
        return false;
    if (job->db)
        ari_solver_look_up(job->solver, ari_database_lookup(job->db));
    return true;
}

void cli_analysing_close(cli_analysing *job)
{
    ari_solver_free(job->solver);
    ari_book_free(job->book);
    ari_database_free(job->db);
    cli_work_end(&job->work);
}

bool cli_analysing_begin(const cli_arguments *arguments, bool has_db, cli_analysing *job)
{
    *job = (cli_analysing){.v = NULL};
    if (!cli_game(cli_word(arguments, 0), &job->v))
        return false;
    if (cli_analysing_open(arguments, has_db, job))
        return true;
    cli_analysing_end(job);
    return false;
}

void cli_analysing_end(cli_analysing *job)
{
    cli_analysing_close(job);
    ari_variant_free(job->v);
}
