/* cmd_book.c: `ariadne book`: makes, verifies and describes opening books. */
#include "cli/book.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <ariadne/player.h>

#define SECONDS_BETWEEN 30.0 /* how much work is lost at most, if the machine stops */
#define MOST_SECONDS 1e9
/* Bytes of a position beside its state, the written one included. */
#define BESIDE_STATE 100
/* A solver gets this part of the memory at least: the rest may be taken by the positions. */
#define SOLVER_PART 4

typedef struct making {
    const ari_variant *v;
    const char *path;
    ari_text part; /* the path of what is not complete yet */
    ari_solver *solver;
    ari_engine_job job;
    size_t memory;           /* that is given */
    ari_allowance positions; /* the part of it that they may take */
    double seconds;          /* that all of it may take; 0: no limit */
    double start, saved;     /* when it began, when it was last written */
    ari_book *book;
    int64_t trials; /* positions to be solved again; -1: the book is not verified */
    ari_book_trial trial;
    uint64_t seed;
} making;

/* ---- saying ---- */

static void print_json(const making *m, uint64_t bytes)
{
    ari_text text = ARI_TEXT_EMPTY;
    ari_json json = cli_json(&text);
    ari_book_facts facts = ari_book_tell(m->book);
    ari_json_string(&json, "game", m->v->name);
    ari_json_string(&json, "file", m->path);
    ari_json_unsigned(&json, "bytes", bytes);
    ari_json_number(&json, "plies", facts.plies);
    ari_json_unsigned(&json, "positions", facts.positions);
    ari_json_unsigned(&json, "won", facts.won);
    ari_json_unsigned(&json, "drawn", facts.drawn);
    ari_json_unsigned(&json, "lost", facts.lost);
    if (m->trials >= 0) {
        ari_json_object(&json, "verified");
        ari_json_bool(&json, "right", !m->trial.failed);
        ari_json_unsigned(&json, "derived", m->trial.inner);
        ari_json_unsigned(&json, "solved", m->trial.solved);
        ari_json_object_end(&json);
    }
    ari_json_real(&json, "seconds", ari_seconds() - m->start);
    cli_put_json(&json);
}

static void say_count(ari_text *out, uint64_t count, const char *what)
{
    cli_say_count(count, out);
    ari_text_add(out, what);
}

static void print_text(const making *m, uint64_t bytes)
{
    ari_text text = ARI_TEXT_EMPTY;
    ari_book_facts facts = ari_book_tell(m->book);
    ari_text_format(&text, "%s (%s)\nBook:     %s, ", m->v->game->title, m->v->name,
                    m->path);
    say_count(&text, bytes, " bytes\nContent:  ");
    say_count(&text, facts.positions,
              facts.positions == 1 ? " position of " : " positions of ");
    ari_text_format(&text, "at most %d pl%s; for the side to move ", facts.plies,
                    facts.plies == 1 ? "y" : "ies");
    say_count(&text, facts.won, " won, ");
    say_count(&text, facts.drawn, " drawn, ");
    say_count(&text, facts.lost, " lost\n");
    if (m->trials >= 0 && !m->trial.failed) {
        ari_text_add(&text, "Verified: ");
        say_count(&text, m->trial.inner, " by their moves, ");
        say_count(&text, m->trial.solved, " by solving them again\n");
    }
    cli_say(&text);
}

/* The position that the book is wrong about. */
static int say_wrong(const making *m)
{
    ari_text position = ARI_TEXT_EMPTY, right = ARI_TEXT_EMPTY, said = ARI_TEXT_EMPTY;
    ari_state_format(m->v, &m->trial.position, &position);
    ari_score_words(m->v, m->trial.right, &right);
    ari_score_words(m->v, m->trial.score, &said);
    if (m->trial.missing)
        cli_wrong("'%.200s' is wrong: the position %.200s is missing", m->path,
                  ari_text_get(&position));
    else
        cli_wrong(
            "'%.200s' is wrong: in the position %.200s the side to move %s, and not, "
            "as the book has it, %s",
            m->path, ari_text_get(&position), ari_text_get(&right), ari_text_get(&said));
    ari_text_free(&position);
    ari_text_free(&right);
    ari_text_free(&said);
    return CLI_NO;
}

/* ---- making ---- */

static bool save(making *m, ari_book_maker *maker, const char *path, uint64_t *bytes)
{
    ari_text content = ARI_TEXT_EMPTY;
    ari_error error;
    ari_book *book;
    if (!cli_ok(ari_book_maker_book(maker, &book, &error), NULL, &error))
        return false;
    ari_book_write(book, &content);
    *bytes = content.size;
    bool written = cli_write_file(path, &content);
    m->saved = ari_seconds();
    if (ari_book_tell(book).complete)
        m->book = book;
    else
        ari_book_free(book);
    return written;
}

static void tell_progress(const making *m, const ari_book_maker *maker, uint64_t begun)
{
    ari_text text = ARI_TEXT_EMPTY;
    uint64_t all = ari_book_maker_frontier(maker), left = ari_book_maker_left(maker);
    double spent = ari_seconds() - m->start;
    say_count(&text, all - left, " of ");
    say_count(&text, all, " positions solved");
    if (left < begun)
        ari_text_format(&text, ", about %.0f s to go",
                        spent / (double)(begun - left) * (double)left);
    cli_progress_say(spent, &text);
}

static int stopped(making *m, ari_book_maker *maker)
{
    uint64_t bytes, left = ari_book_maker_left(maker);
    cli_progress_end();
    if (!save(m, maker, ari_text_get(&m->part), &bytes))
        return CLI_WRONG;
    cli_wrong("stopped with %" PRIu64 " of %" PRIu64 " positions left to solve; what is "
              "done is in '%.200s', and the same command goes on with it",
              left, ari_book_maker_frontier(maker), ari_text_get(&m->part));
    return cli_interrupted() ? CLI_INTERRUPTED : CLI_NO;
}

static int solve_all(making *m, ari_book_maker *maker)
{
    ari_error error;
    uint64_t bytes, begun = ari_book_maker_left(maker);
    /* Better learn now than in hours that nothing can be written there. */
    if (begun > 0 && !save(m, maker, ari_text_get(&m->part), &bytes))
        return CLI_WRONG;
    while (ari_book_maker_left(maker) > 0) {
        double left = m->start + m->seconds - ari_seconds();
        m->job.limits.seconds = m->seconds <= 0 ? 0 : left > 1e-6 ? left : 1e-6;
        ari_status status = ari_book_maker_solve(maker, m->solver, &m->job, &error);
        if (status == ARI_STOPPED)
            return stopped(m, maker);
        if (status != ARI_OK) {
            cli_progress_end();
            if (ari_book_maker_left(maker) == ari_book_maker_frontier(maker))
                (void)unlink(ari_text_get(&m->part)); /* there is nothing in it */
            cli_error_advice(&error, status);
            return cli_wrong_error(NULL, &error);
        }
        tell_progress(m, maker, begun);
        if (ari_seconds() - m->saved >= SECONDS_BETWEEN &&
            !save(m, maker, ari_text_get(&m->part), &bytes))
            return CLI_WRONG;
    }
    cli_progress_end();
    if (!save(m, maker, m->path, &bytes))
        return CLI_WRONG;
    if (unlink(ari_text_get(&m->part)) != 0 && errno != ENOENT)
        return cli_wrong("cannot remove '%.200s': %s", ari_text_get(&m->part),
                         strerror(errno));
    return CLI_DONE;
}

/* What an earlier run left is taken over. */
static bool take_part(const making *m, ari_book_maker *maker, int wanted)
{
    const char *path = ari_text_get(&m->part);
    if (access(path, F_OK) != 0)
        return true;
    ari_book *part;
    ari_error error;
    if (cli_book_read(m->v, path, &part, &error) != ARI_OK)
        return cli_wrong_error_in(path, NULL, &error) == CLI_DONE;
    int plies = ari_book_tell(part).plies;
    ari_book_maker_take(maker, part);
    ari_book_free(part);
    if (plies == wanted)
        return true;
    return cli_refuse(
        "'%.200s' is a part of a book of %d plies; go on with --plies %d, or remove "
        "it",
        path, plies, plies);
}

/* A solver of what so many positions leave. */
static bool need_solver(making *m, uint64_t positions)
{
    ari_error error;
    uint64_t each = m->v->core->state_size + BESIDE_STATE;
    size_t taken = positions < m->positions.limit / each ? (size_t)(positions * each)
                                                         : m->positions.limit;
    return m->solver || cli_ok(ari_solver_new_part(m->v, m->memory - taken, m->memory,
                                                   &m->solver, &error),
                               NULL, &error);
}

/* It was stopped before there was a book, or there cannot be one. */
static int no_book(ari_status status, ari_error *error)
{
    cli_error_advice(error, status);
    int code = cli_wrong_error(NULL, error);
    return status != ARI_STOPPED ? code : cli_interrupted() ? CLI_INTERRUPTED : CLI_NO;
}

static int make(making *m, int plies)
{
    ari_book_maker *maker;
    ari_error error;
    m->job.limits.seconds = m->seconds;
    ari_status status = ari_book_maker_new(m->v, plies, &m->job.limits, &maker, &error);
    if (status != ARI_OK)
        return no_book(status, &error);
    int code =
        take_part(m, maker, plies) && need_solver(m, ari_book_maker_positions(maker))
            ? solve_all(m, maker)
            : CLI_WRONG;
    ari_book_maker_free(maker);
    return code;
}

/* ---- the command ---- */

static int verify(making *m)
{
    ari_error error;
    m->job.limits.seconds = 0;
    if (!need_solver(m, ari_book_tell(m->book).positions))
        return CLI_WRONG;
    ari_status status = ari_book_verify(m->book, m->solver, &m->job, m->seed,
                                        (uint64_t)m->trials, &m->trial, &error);
    if (status == ARI_OK)
        return CLI_DONE;
    return no_book(status, &error);
}

/* What is there already; false when it is something else that must not be replaced. */
static bool look(making *m, bool needed)
{
    if (!needed && access(m->path, F_OK) != 0)
        return true;
    return cli_book_load(m->v, m->path, &m->book);
}

static int work(making *m, const cli_arguments *arguments, int plies)
{
    ari_error error;
    if (!cli_bytes(arguments, "memory", ARI_BYTES_DEFAULT, CLI_MEMORY_LEAST, &m->memory))
        return CLI_WRONG;
    ari_allowance_begin(&m->positions, m->memory - m->memory / SOLVER_PART);
    m->positions.given = m->memory;
    m->job.limits.memory = &m->positions;
    if (ari_eval_parse(m->v, NULL, 0, &m->job.eval, &error) != ARI_OK)
        return cli_wrong_error(NULL, &error);
    if (!look(m, plies < 0))
        return CLI_WRONG;
    int code = CLI_DONE;
    if (m->book && ari_book_tell(m->book).plies < plies) {
        ari_book_free(m->book);
        m->book = NULL;
    }
    if (!m->book)
        code = make(m, plies);
    if (code == CLI_DONE && m->trials >= 0)
        code = verify(m);
    if (code != CLI_DONE)
        return code;
    ari_text content = ARI_TEXT_EMPTY;
    ari_book_write(m->book, &content);
    (cli_given(arguments, "json") ? print_json : print_text)(m, content.size);
    ari_text_free(&content);
    return m->trial.failed ? say_wrong(m) : CLI_DONE;
}

static int run(const cli_arguments *arguments)
{
    making m = {.path = cli_text(arguments, "output", NULL), .start = ari_seconds()};
    int plies;
    ari_variant *v;
    ari_pool *pool = NULL;
    if (!m.path || !m.path[0])
        return cli_wrong("where is the book? Say -o FILE");
    if (!cli_int(arguments, "plies", -1, 0, ARI_BOOK_PLIES, &plies) ||
        !cli_number(arguments, "verify", -1, 0, INT64_MAX, &m.trials) ||
        !cli_count(arguments, "seed", 1, &m.seed) ||
        !cli_seconds(arguments, "seconds", 0, MOST_SECONDS, &m.seconds) ||
        !cli_game(cli_word(arguments, 0), &v))
        return CLI_WRONG;
    m.v = v;
    m.job.limits.stop = cli_stop();
    ari_text_format(&m.part, "%s.part", m.path);
    int code = CLI_WRONG;
    if (cli_threads(arguments, &pool)) {
        m.job.runner = ari_pool_runner(pool);
        code = work(&m, arguments, plies);
    }
    ari_book_free(m.book);
    ari_solver_free(m.solver);
    ari_text_free(&m.part);
    ari_pool_free(pool);
    ari_variant_free(v);
    return code;
}

static const cli_option options[] = {
    CLI_VALUE("plies", "N", "make a book of every position of at most N plies"),
    {.name = "output", .argument = "FILE", .help = "the book's file", .letter = 'o'},
    CLI_VALUE("verify", "N",
              "check the whole book against itself, and N of its last positions, chosen "
              "at random, by solving them again"),
    CLI_VALUE("seed", "N", "choose the same ones again"),
    CLI_VALUE("seconds", "S",
              "stop after S seconds, to go on another time (0: no limit)"),
    CLI_JSON_OPTION,
    CLI_MACHINE_OPTIONS,
    {.name = NULL}};

const cli_command cli_cmd_book = {
    .name = "book",
    .usage = "GAME -o FILE",
    .summary = "make an opening book: the first plies of a game, solved",
    .about =
        "Finds every position of the first N plies, those that symmetry makes alike\n"
        "once, solves the last of them and works back to the start. With the book,\n"
        "solve, analyze, play, match and review know these positions at once.\n"
        "\n"
        "This can take long. Ctrl-C, or --seconds, ends the work early; what is done is\n"
        "then in FILE.part, as it is twice a minute, and the same command goes on with\n"
        "it. A table larger than usual helps (--memory 512M).\n"
        "\n"
        "Without --plies, and where the book is there already, it is only described, "
        "and\n"
        "verified if that is wanted: exit code 1 if it is wrong.\n"
        "\n"
        "Commands find a book by themselves under the game's name with a minus for\n"
        "everything but letters and digits (connect4-width-7-height-6-line-4.book) in\n"
        "the folder $ARIADNE_BOOKS or, if that is not set, ~/.local/share/ariadne/books\n"
        "and where the program's own lie. --book FILE takes another, --book none none.\n"
        "\n"
        "JSON: game, file, bytes, plies, positions, won, drawn, lost (for the side to\n"
        "move), verified (right, how many are derived from their moves, how many\n"
        "solved), seconds.",
    .examples = "ariadne book connect4:width=5,height=4 --plies 6 -o small.book\n"
                "ariadne book connect4 --plies 6 -o my.book --memory 512M --threads 2\n"
                "ariadne book connect4 -o my.book --verify 10\n"
                "ariadne analyze connect4 44 --book my.book",
    .min_words = 1,
    .max_words = 1,
    .options = options,
    .run = run,
};
