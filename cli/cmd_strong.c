/* cmd_strong.c: `ariadne strong`: every position of a game, into a database. */
#include "cli/database.h"

#include <stdio.h>

static void tell(void *self, const ari_strong_progress *p)
{
    (void)self;
    ari_text text = ARI_TEXT_EMPTY, count = ARI_TEXT_EMPTY;
    cli_say_count(p->positions, &count);
    ari_text_format(&text, "%s: tier %d of %d  %s positions  %.2f M/s  %.0f %%  %.0f s",
                    p->doing, p->tier + 1, p->tiers, ari_text_get(&count),
                    p->seconds > 0 ? (double)p->positions / p->seconds / 1e6 : 0,
                    100 * p->fraction, p->seconds);
    if (p->seconds_left >= 0)
        ari_text_format(&text, "  about %.0f s left", p->seconds_left);
    cli_progress_say(p->seconds, &text);
    ari_text_free(&count);
}

static void print_json(const ari_variant *v, const char *path,
                       const ari_strong_summary *summary, const ari_database *stats,
                       const ari_strong_examples *examples)
{
    ari_text text = ARI_TEXT_EMPTY;
    ari_json json = cli_json(&text);
    ari_answer answer = ari_answer_open(ARI_NO_MOVE);
    ari_answer_exact(&answer, summary->score, summary->distance, ARI_SOURCE_NONE);
    ari_json_string(&json, "game", v->name);
    ari_json_string(&json, "file", path);
    ari_json_unsigned(&json, "positions", summary->positions);
    ari_json_unsigned(&json, "canonical", summary->canonical);
    ari_json_unsigned(&json, "stored", summary->stored);
    ari_json_unsigned(&json, "bytes", summary->bytes);
    ari_report_answer(&json, &answer);
    ari_json_bool(&json, "resumed", summary->resumed);
    ari_json_bool(&json, "already", summary->there);
    ari_json_real(&json, "seconds", summary->seconds);
    if (stats)
        ari_database_stats_json(stats, &json);
    if (examples)
        ari_database_tiers_json(stats, examples, &json);
    cli_put_json(&json);
}

static void add_line(ari_text *text, const char *what, uint64_t count, const char *more)
{
    ari_text number = ARI_TEXT_EMPTY;
    cli_say_count(count, &number);
    ari_text_format(text, "%-11s%s%s\n", what, ari_text_get(&number), more);
    ari_text_free(&number);
}

static void print_text(const ari_variant *v, const char *path,
                       const ari_strong_summary *summary)
{
    ari_text text = ARI_TEXT_EMPTY;
    char more[80] = "";
    ari_text_format(&text, "%s (%s)\n", v->game->title, v->name);
    ari_text_add(&text, "Value:     ");
    cli_say_value(v, &v->start, summary->score, summary->distance, &text);
    ari_text_add_char(&text, '\n');
    add_line(&text, "Positions:", summary->positions, "");
    if (summary->canonical != summary->positions)
        add_line(&text, "Different:", summary->canonical, " up to symmetry");
    add_line(
        &text, "Stored:", summary->stored,
        summary->stored > summary->canonical
            ? ", also of positions that no game leads to; the rules tell others at once"
            : "; the rules tell the others at once");
    snprintf(more, sizeof more, " bytes, %.4f a position",
             (double)summary->bytes / (double)summary->positions);
    add_line(&text, "File:", summary->bytes, more);
    if (summary->there)
        ari_text_format(&text, "It was complete already: '%s'\n", path);
    else
        ari_text_format(&text, "Time:      %.1f s%s\n", summary->seconds,
                        summary->resumed ? ", after going on from a checkpoint" : "");
    cli_say(&text);
}

/* ---- the table of values and distances ---- */

/* As the option lists them. */
enum { AS_TEXT, AS_CSV, AS_JSON, AS_SVG };

/* The table, whole or, with examples, tier by tier. */
static void add_table(const ari_database *db, const ari_strong_examples *examples,
                      int format, ari_text *text)
{
    if (format == AS_TEXT && examples)
        ari_database_tiers_text(db, examples, text);
    else if (format == AS_TEXT)
        ari_database_stats_text(db, text);
    else if (format == AS_CSV && examples)
        ari_database_tiers_csv(db, examples, text);
    else if (format == AS_CSV)
        ari_database_stats_csv(db, text);
    else
        ari_database_stats_svg(db, text);
}

static bool print_stats(const ari_variant *v, const char *path, int format, bool tiers,
                        const ari_strong_summary *summary)
{
    ari_database *db;
    ari_error error;
    ari_strong_examples examples = {.count = 0};
    if (!cli_ok(ari_database_new(path, v, &db, &error), NULL, &error))
        return false;
    bool ok =
        !tiers || cli_ok(ari_database_examples_new(db, cli_stop(), &examples, &error),
                         NULL, &error);
    if (ok && format == AS_JSON) {
        print_json(v, path, summary, db, tiers ? &examples : NULL);
    } else if (ok) {
        ari_text text = ARI_TEXT_EMPTY;
        add_table(db, tiers ? &examples : NULL, format, &text);
        if (format == AS_TEXT) {
            print_text(v, path, summary);
            cli_print("\n");
        }
        cli_say(&text);
    }
    ari_database_examples_free(&examples);
    ari_database_free(db);
    return ok;
}

static bool read_job(const cli_arguments *arguments, ari_strong_job *job)
{
    return cli_bytes(arguments, "memory", 0, CLI_MEMORY_LEAST, &job->memory) &&
           cli_seconds(arguments, "checkpoint", 30, 1e9, &job->checkpoint);
}

#define MANY_RANKS 1e10 /* from here on it takes long */

/* Says what large work is begun, and that little memory makes it larger. */
static void warn(const ari_variant *v, size_t memory)
{
    ari_strong_ranks ranks = ari_strong_ranks_of(v);
    double hours = ranks.all / 1e7 / 3600;
    ari_text text = ARI_TEXT_EMPTY;
    if (ranks.all < MANY_RANKS)
        return;
    ari_text_add(&text, "ariadne strong: note: all of ");
    cli_say_count((uint64_t)ranks.all, &text);
    ari_text_format(&text,
                    " ranks are gone through: %.1f %s at ten million a second, %.0f GB "
                    "of memory or disk at least",
                    hours < 48 ? hours : hours / 24, hours < 48 ? "hours" : "days",
                    ranks.all / 1e9);
    if (memory && ranks.bytes > (double)memory)
        ari_text_format(
            &text,
            "; a tier takes up to %.1f GB, and with --memory %zuM longer, in parts",
            ranks.bytes / 1e9, memory >> 20);
    fprintf(stderr, "%s\n", ari_text_get(&text));
    ari_text_free(&text);
}

static int solve(const cli_arguments *arguments, const ari_variant *v, const char *path)
{
    ari_strong_job job = {.stop = cli_stop(), .progress = tell};
    ari_pool *pool = NULL;
    if (!read_job(arguments, &job) || !cli_threads(arguments, &pool))
        return CLI_WRONG;
    job.runner = ari_pool_runner(pool);
    warn(v, job.memory);
    ari_strong_summary summary;
    ari_error error;
    ari_status status = ari_strong_solve(v, path, &job, &summary, &error);
    cli_progress_end();
    ari_pool_free(pool);
    if (status == ARI_STOPPED) {
        cli_wrong_error(NULL, &error);
        return CLI_INTERRUPTED;
    }
    if (status != ARI_OK)
        return cli_wrong_error(NULL, &error);
    bool json = cli_given(arguments, "json");
    if (cli_given(arguments, "stats"))
        return print_stats(v, path,
                           json ? AS_JSON : cli_choice(arguments, "format", AS_TEXT),
                           cli_given(arguments, "tiers"), &summary)
                   ? CLI_DONE
                   : CLI_WRONG;
    if (json)
        print_json(v, path, &summary, NULL, NULL);
    else
        print_text(v, path, &summary);
    return CLI_DONE;
}

/* The nimbers of all parts, in place of values and distances. */
static int find_nimbers(const cli_arguments *arguments, const ari_variant *v,
                        const char *path)
{
    ari_strong_job job = {.stop = cli_stop(), .progress = cli_nimber_base_tell};
    ari_nimber_base_summary summary;
    ari_error error;
    if (!read_job(arguments, &job))
        return CLI_WRONG;
    ari_status status = ari_nimber_base_solve(v, path, &job, &summary, &error);
    return cli_nimber_base_end(v, path, status, &summary, cli_given(arguments, "json"),
                               &error);
}

static int run(const cli_arguments *arguments)
{
    const char *path = cli_text(arguments, "db", NULL);
    if (!path || !path[0])
        return cli_wrong("--db FILE is missing: where the database is to be written");
    if (cli_given(arguments, "format") && !cli_given(arguments, "stats"))
        return cli_wrong("--format belongs to --stats");
    bool nimbers = cli_given(arguments, "nimbers");
    if (nimbers && (cli_given(arguments, "stats") || cli_given(arguments, "threads")))
        return cli_wrong("--nimbers goes with neither --stats nor --threads");
    if (cli_given(arguments, "tiers") && !cli_given(arguments, "stats"))
        return cli_wrong("--tiers belongs to --stats");
    int format = cli_choice(arguments, "format", AS_JSON);
    if (cli_given(arguments, "json") && format != AS_JSON)
        return cli_wrong("--json and --format %s cannot both be",
                         cli_text(arguments, "format", NULL));
    if (cli_given(arguments, "tiers") && format == AS_SVG)
        return cli_wrong("--tiers and --format svg cannot both be");
    ari_variant *v;
    if (!cli_game(cli_word(arguments, 0), &v))
        return CLI_WRONG;
    int code = nimbers ? find_nimbers(arguments, v, path) : solve(arguments, v, path);
    ari_variant_free(v);
    return code;
}

static const cli_option options[] = {
    CLI_VALUE("db", "FILE", "the database to write; needed"),
    CLI_SWITCH("nimbers", "the nimbers of all parts instead (games with nimbers)"),
    CLI_SWITCH("stats", "also print how many positions are worth what"),
    CLI_SWITCH("tiers", "that table tier by tier, with an example of each row"),
    CLI_VALUE("format", "text|csv|json|svg", "of the table that --stats prints"),
    CLI_VALUE("threads", "N", "work with N threads (default 1)"),
    CLI_ANY_MEMORY_OPTION,
    CLI_VALUE("checkpoint", "S", "seconds between checkpoints (default 30)"),
    CLI_JSON_OPTION,
    {.name = NULL}};

const cli_command cli_cmd_strong = {
    .name = "strong",
    .usage = "GAME --db FILE",
    .summary = "solve every position of a game, into a database",
    .about =
        "Finds every position that can be reached from the start, with its value and\n"
        "the number of plies to the end when both sides play their best, and writes all\n"
        "of them into a database. 'ariadne query' looks positions up in it, 'ariadne\n"
        "verify' checks it, and play, analyze, review and serve use it with --db.\n"
        "\n"
        "While it works, the folder FILE.work holds what it needs to go on. After\n"
        "Ctrl-C, a crash or a power failure the same command goes on from the last\n"
        "checkpoint, and ends with the same file, byte by byte; so it does with any\n"
        "number of threads. If FILE is there and complete, nothing is done.\n"
        "\n"
        "--memory bounds what the work takes; from 32M on, the program itself is\n"
        "counted, too. Tiers of the game that are not needed at the moment are then\n"
        "kept in FILE.work, and a tier that is too large is gone through in parts,\n"
        "which takes longer. Where a game is so large that it would take hours a note\n"
        "says so at the beginning.\n"
        "\n"
        "--stats --tiers shows the table tier by tier, the start's first, and for each\n"
        "value and distance a position that games lead to. In a large game these are\n"
        "looked for among two million positions, near the start and in random games,\n"
        "and a rare value may be left without one. In a game that collects points the\n"
        "value is what the rest of the game is worth, whatever was collected before.\n"
        "\n"
        "--nimbers writes, of a game in which both sides have the same moves, the "
        "nimber\n"
        "of each part that its positions fall into: a position is worth the xor of its\n"
        "parts, and parts are far fewer than positions. 'ariadne query' tells where\n"
        "moves lead, and 'ariadne verify' derives every nimber again.\n"
        "\n"
        "JSON: game, file, positions, canonical (positions up to symmetry), stored,\n"
        "bytes; value, distance and score of the start; resumed (from a checkpoint),\n"
        "already (the file was complete), seconds; with --stats also stats, rows of\n"
        "value, distance, positions, canonical and, where results are numbers, payoff;\n"
        "with --tiers also tiers: tier, positions, canonical and stats, whose rows have\n"
        "an example. With --nimbers: game, file, parts, largest (nimber), bytes,\n"
        "resumed, already, seconds.",
    .examples = "ariadne strong tictactoe --db tictactoe.db --stats\n"
                "ariadne strong connect4:width=5,height=5 --db c55.db --threads 2\n"
                "ariadne strong quixo:size=4 --db quixo.db --memory 1G --json\n"
                "ariadne strong nim --db nim.db --stats --format svg > nim.svg\n"
                "ariadne strong nim --db nim.db --stats --tiers\n"
                "ariadne strong cram:width=5,height=4 --db cram.db --nimbers",
    .min_words = 1,
    .max_words = 1,
    .options = options,
    .run = run,
};
