/* cmd_verify.c: `ariadne verify`: an independent check of a database. */
#include "cli/database.h"

#include <stdio.h>

static void tell(void *self, const ari_strong_progress *p)
{
    (void)self;
    ari_text text = ARI_TEXT_EMPTY;
    ari_text_format(&text, "%s: %.1f M places  %.0f s", p->doing,
                    (double)p->positions / 1e6, p->seconds);
    cli_progress_say(p->seconds, &text);
}

static void print_json(const char *game, const char *path,
                       const ari_verify_report *report)
{
    ari_text text = ARI_TEXT_EMPTY;
    ari_json json = cli_json(&text);
    if (game)
        ari_json_string(&json, "game", game);
    ari_json_string(&json, "file", path);
    ari_json_bool(&json, "sound", report->sound);
    if (report->sound) {
        ari_json_unsigned(&json, "positions", report->positions);
        ari_json_unsigned(&json, "canonical", report->canonical);
    } else {
        ari_json_string(&json, "message", report->message);
        if (report->position[0])
            ari_json_string(&json, "position", report->position);
    }
    cli_put_json(&json);
}

static void print_text(const char *game, const char *path,
                       const ari_verify_report *report)
{
    ari_text text = ARI_TEXT_EMPTY;
    if (report->sound) {
        ari_text_format(&text, "'%s' is sound: all ", path);
        cli_say_count(report->positions, &text);
        ari_text_format(&text,
                        ari_nimber_base_is(path)
                            ? " nimbers of %s are those that their moves give them.\n"
                            : " positions of %s have the value that their moves give "
                              "them.\n",
                        game);
    } else {
        ari_text_add(&text, report->message);
        if (report->position[0])
            ari_text_format(&text, " (position %s)", report->position);
        ari_text_add(&text, ".\n");
    }
    cli_say(&text);
}

static int print(const cli_arguments *arguments, const char *game,
                 const ari_verify_report *report)
{
    if (cli_given(arguments, "json"))
        print_json(game, cli_word(arguments, 0), report);
    else
        print_text(game, cli_word(arguments, 0), report);
    return report->sound ? CLI_DONE : CLI_NO;
}

static int verify(const cli_arguments *arguments, const ari_variant *v,
                  const ari_verify_job *job)
{
    ari_verify_report report;
    ari_error error;
    const char *path = cli_word(arguments, 0);
    ari_status status = ari_nimber_base_is(path)
                            ? ari_nimber_base_verify(path, v, job, &report, &error)
                            : ari_database_verify(path, v, job, &report, &error);
    cli_progress_end();
    if (status == ARI_OK)
        return print(arguments, v->name, &report);
    cli_error_advice(&error, status);
    cli_wrong_error(NULL, &error);
    return status == ARI_STOPPED ? CLI_INTERRUPTED : CLI_WRONG;
}

static int run(const cli_arguments *arguments)
{
    ari_verify_job job = {.stop = cli_stop(), .progress = tell};
    ari_text name = ARI_TEXT_EMPTY;
    ari_error error;
    ari_variant *v;
    int code = CLI_WRONG;
    if (!cli_bytes(arguments, "memory", 0, CLI_MEMORY_LEAST, &job.memory))
        return CLI_WRONG;
    const char *path = cli_word(arguments, 0);
    ari_status status = ari_nimber_base_is(path)
                            ? ari_nimber_base_game(path, &name, &error)
                            : ari_database_game(path, &name, &error);
    if (status == ARI_BROKEN) { /* whose game it is cannot be told any more */
        ari_verify_report report = {.sound = false};
        snprintf(report.message, sizeof report.message, "%s", error.message);
        code = print(arguments, NULL, &report);
    } else if (status != ARI_OK) {
        cli_wrong_error(NULL, &error);
    } else if (cli_database_variant(path, cli_text(arguments, "game", NULL),
                                    CLI_DATABASE_PLUGIN, &v)) {
        code = verify(arguments, v, &job);
        ari_variant_free(v);
    }
    ari_text_free(&name);
    return code;
}

static const cli_option options[] = {
    CLI_PLUGIN_OPTION, CLI_ANY_MEMORY_OPTION, CLI_JSON_OPTION, {.name = NULL}};

const cli_command cli_cmd_verify = {
    .name = "verify",
    .usage = "FILE",
    .summary = "check a database of 'ariadne strong', position by position",
    .about =
        "Checks every byte of a database by its checksums, finds every position of the\n"
        "game again, by itself, counts them, and compares each value with the one that\n"
        "the values after its moves give. Nothing of the solver is used. The exit code\n"
        "is 1 if something is wrong, and the first wrong position is named. In a file "
        "of\n"
        "nimbers each must be the smallest that no move of its part, or heap, leads to.\n"
        "\n"
        "JSON: game, file, sound, positions, canonical (positions up to symmetry); if\n"
        "it is not sound, the message and, where there is one, the position.",
    .examples = "ariadne verify tictactoe.db\n"
                "ariadne verify c55.db --json",
    .min_words = 1,
    .max_words = 1,
    .options = options,
    .run = run,
};
