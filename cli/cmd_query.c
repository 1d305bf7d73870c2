/* cmd_query.c: `ariadne query`: positions looked up in a database. */
#include "cli/analysis.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/nimbers.h"

#define SOLVER_BYTES (1 << 16) /* what is looked up takes no more */

static int look_up(const cli_arguments *arguments, ari_variant *v, ari_database *db)
{
    cli_analysing job = {.v = v, .json = cli_given(arguments, "json"), .look_up = true};
    ari_error error;
    if (ari_solver_new(v, SOLVER_BYTES, &job.solver, &error) != ARI_OK)
        return cli_wrong_error(NULL, &error);
    ari_solver_look_up(job.solver, ari_database_lookup(db));
    int code = cli_analyse(&job, cli_word(arguments, 1));
    ari_solver_free(job.solver);
    return code;
}

/* ---- files of nimbers ---- */

typedef struct looking {
    const ari_variant *v;
    const ari_nimber_base *base;
    bool json;
} looking;

static ari_status nimber_of(void *self, const ari_state *s, int *nimber, ari_error *error)
{
    const looking *job = self;
    return ari_nimber_base_look(job->base, s, nimber, error);
}

static int look_at(void *self, const ari_record *record)
{
    const looking *job = self;
    ari_account account;
    ari_error error;
    ari_status status =
        ari_account_known(nimber_of, self, job->v, &record->end, &account, &error);
    if (status != ARI_OK)
        return cli_wrong_error(NULL, &error);
    const cli_nimbers told = {.v = job->v, .json = job->json};
    cli_say_nimbers(&told, record, &account);
    ari_account_free(&account);
    return CLI_DONE;
}

/* A heap of a sequence. */
static int look_at_heap(const looking *job, const char *word)
{
    int nimber;
    ari_error error;
    size_t digits = word ? strspn(word, "0123456789") : 0;
    if (digits == 0 || digits > 15 || word[digits])
        return cli_wrong(
            "this file has the nimbers of heaps: give the size of one, as in "
            "'ariadne query FILE 40'");
    uint64_t size = strtoull(word, NULL, 10);
    if (!cli_ok(ari_nimber_base_heap(job->base, size, &nimber, &error), NULL, &error))
        return CLI_WRONG;
    ari_text text = ARI_TEXT_EMPTY;
    if (job->json) {
        ari_json json = cli_json(&text);
        ari_json_string(&json, "game", job->v->name);
        ari_json_unsigned(&json, "heap", size);
        ari_json_number(&json, "nimber", nimber);
        cli_put_json(&json);
    } else {
        ari_text_format(&text, "%s (%s), a heap of ", job->v->game->title, job->v->name);
        cli_say_count(size, &text);
        ari_text_format(&text, "\n\nNimber: %d\n", nimber);
        cli_say(&text);
    }
    return CLI_DONE;
}

static int look_up_nimbers(const cli_arguments *arguments, const ari_variant *v,
                           const char *path, size_t memory)
{
    looking job = {.v = v, .json = cli_given(arguments, "json")};
    ari_nimber_base *base;
    ari_nimber_base_summary summary;
    ari_error error;
    ari_status status = ari_nimber_base_new(path, v, memory, &base, &error);
    cli_error_advice(&error, status);
    if (status != ARI_OK)
        return cli_wrong_error(NULL, &error);
    job.base = base;
    ari_nimber_base_sums(base, &summary);
    int code = summary.heaps
                   ? look_at_heap(&job, cli_word(arguments, 1))
                   : cli_each_position(v, cli_word(arguments, 1), look_at, &job);
    ari_nimber_base_free(base);
    return code;
}

static int run(const cli_arguments *arguments)
{
    const char *path = cli_word(arguments, 0);
    ari_variant *v;
    ari_database *db;
    ari_error error;
    size_t memory;
    if (!cli_bytes(arguments, "memory", ARI_BYTES_DEFAULT, CLI_MEMORY_LEAST, &memory) ||
        !cli_database_variant(path, cli_text(arguments, "game", NULL),
                              CLI_DATABASE_PLUGIN, &v))
        return CLI_WRONG;
    if (ari_nimber_base_is(path)) {
        int found = look_up_nimbers(arguments, v, path, memory);
        ari_variant_free(v);
        return found;
    }
    int code = CLI_WRONG;
    ari_status status = ari_database_new_within(path, v, memory, &db, &error);
    cli_error_advice(&error, status);
    if (status != ARI_OK)
        cli_wrong_error(NULL, &error);
    else
        code = look_up(arguments, v, db);
    ari_database_free(db);
    ari_variant_free(v);
    return code;
}

static const cli_option options[] = {
    CLI_PLUGIN_OPTION, CLI_MEMORY_OPTION, CLI_JSON_OPTION, {.name = NULL}};

const cli_command cli_cmd_query = {
    .name = "query",
    .usage = "FILE [POSITION]",
    .summary = "look a position up in a database of 'ariadne strong'",
    .about =
        "Prints the value of a position and of every legal move, with the line that\n"
        "follows, as 'ariadne analyze' does; but nothing is searched, everything is\n"
        "looked up. The file says which game it is of; a plug-in is loaded only if "
        "--game\n"
        "names it.\n"
        "\n"
        "POSITION is the moves from the start or the game's board text; '-' reads one\n"
        "position a line from standard input. A position that no game leads to is not\n"
        "in the database, and a damaged file is refused.\n"
        "\n"
        "A file of 'ariadne strong --nimbers' is answered as by 'ariadne nimber': the\n"
        "nimber of the position, of its parts and of where its moves lead. In one of\n"
        "'ariadne nimber --sequence N --db FILE' heaps are looked up by their size.\n"
        "\n"
        "JSON: as of 'ariadne analyze', or as of 'ariadne nimber'; of a heap game, heap\n"
        "and nimber.",
    .examples = "ariadne query tictactoe.db\n"
                "ariadne query c55.db 3333 --json\n"
                "ariadne query quixo.db .x../..../..../..../2\n"
                "ariadne query cram.db a1b1",
    .min_words = 1,
    .max_words = 2,
    .options = options,
    .run = run,
};
