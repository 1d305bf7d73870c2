/* cmd_puzzles.c: `ariadne puzzles`: every puzzle, each with its own command. */
#include "cli/framework.h"

#include <string.h>

static void add_json_puzzle(ari_json *json, const cli_command *command)
{
    ari_json_object(json, NULL);
    ari_json_string(json, "id", command->name);
    ari_json_string(json, "title", command->puzzle);
    ari_json_string(json, "summary", command->summary);
    ari_json_string(json, "usage", command->usage);
    ari_json_string(json, "about", command->about);
    ari_json_array(json, "options");
    for (const cli_option *o = command->options; o && o->name; o++) {
        ari_json_object(json, NULL);
        ari_json_string(json, "name", o->name);
        ari_json_string(json, "argument", o->argument ? o->argument : "");
        ari_json_string(json, "help", o->help);
        ari_json_object_end(json);
    }
    ari_json_array_end(json);
    ari_json_string(json, "examples", command->examples);
    ari_json_object_end(json);
}

/* Its name, its title, what can be done with it, and an example. */
static void say_briefly(const cli_command *command, ari_text *out)
{
    size_t example = strcspn(command->examples, "\n");
    ari_text_format(out, "%-11s %s\n%12s%s\n%12s%.*s\n", command->name, command->puzzle,
                    "", command->summary, "", (int)example, command->examples);
}

static int no_such_puzzle(const char *name)
{
    ari_text names = ARI_TEXT_EMPTY;
    for (int i = 0; cli_commands[i]; i++)
        if (cli_commands[i]->puzzle)
            ari_text_format(&names, "%s%s", names.size ? ", " : "",
                            cli_commands[i]->name);
    int code = cli_wrong("there is no puzzle '%.40s'; the puzzles are %s", name,
                         ari_text_get(&names));
    ari_text_free(&names);
    return code;
}

static int run(const cli_arguments *arguments)
{
    const char *name = cli_word(arguments, 0);
    const cli_command *one = name ? cli_find_command(name) : NULL;
    if (name && (!one || !one->puzzle))
        return no_such_puzzle(name);
    ari_text text = ARI_TEXT_EMPTY;
    ari_json json = ari_json_to(&text);
    bool as_json = cli_given(arguments, "json");
    if (as_json) {
        ari_json_object(&json, NULL);
        ari_json_array(&json, "puzzles");
    } else if (one) {
        cli_help_command(one, &text);
    }
    for (int i = 0; cli_commands[i]; i++) {
        const cli_command *command = cli_commands[i];
        if (!command->puzzle || (one && command != one))
            continue;
        if (as_json)
            add_json_puzzle(&json, command);
        else if (!one)
            say_briefly(command, &text);
    }
    if (as_json) {
        ari_json_array_end(&json);
        ari_json_object_end(&json);
        ari_text_add_char(&text, '\n');
    } else if (!one) {
        ari_text_add(&text,
                     "\nEach puzzle is a command of its own; 'ariadne puzzles maze' "
                     "explains one.\n");
    }
    cli_say(&text);
    return CLI_DONE;
}

static const cli_option options[] = {CLI_JSON_OPTION, {.name = NULL}};

const cli_command cli_cmd_puzzles = {
    .name = "puzzles",
    .usage = "[PUZZLE]",
    .summary = "list the puzzles, or explain one",
    .about =
        "Lists the puzzles, each of which is a command of its own, with an example.\n"
        "With a PUZZLE, shows the help of its command.\n"
        "\n"
        "JSON: puzzles, each with its id, title, summary, usage, about, options and\n"
        "examples.",
    .examples = "ariadne puzzles\n"
                "ariadne puzzles maze\n"
                "ariadne puzzles --json",
    .max_words = 1,
    .options = options,
    .run = run,
};
