/* cmd_help.c: `ariadne help [COMMAND]`. */
#include "cli/framework.h"

static int run(const cli_arguments *arguments)
{
    const char *name = cli_word(arguments, 0);
    const cli_command *command = name ? cli_find_command(name) : NULL;
    if (name && !command)
        return cli_wrong("there is no command '%.40s'; 'ariadne help' lists them", name);
    ari_text text = ARI_TEXT_EMPTY;
    if (command)
        cli_help_command(command, &text);
    else
        cli_help_program(&text);
    cli_say(&text);
    return CLI_DONE;
}

const cli_command cli_cmd_help = {
    .name = "help",
    .usage = "[COMMAND]",
    .summary = "explain a command, or list them all",
    .about =
        "Shows what a command does, its options and examples. 'ariadne COMMAND --help'\n"
        "shows the same.",
    .examples = "ariadne help\n"
                "ariadne help solve",
    .max_words = 1,
    .run = run,
};
