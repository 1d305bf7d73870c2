/* cmd_man.c: `ariadne man`: the manual page in scdoc's language, made from the tables.
 * The build calls it; people read `man ariadne`. */
#include "cli/framework.h"

#include <string.h>

/* Text in which nothing means anything to scdoc. */
static void add_escaped(ari_text *out, const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        if (strchr("\\*_`", text[i]) || (i == 0 && strchr("#;|[]-.", text[i])))
            ari_text_add_char(out, '\\');
        ari_text_add_char(out, text[i]);
    }
}

static void add_line(ari_text *out, const char *line, size_t length)
{
    add_escaped(out, line, length);
    ari_text_add_char(out, '\n');
}

/* Paragraphs; indented lines keep their shape as literal blocks. */
static void add_paragraphs(ari_text *out, const char *text)
{
    bool literal = false;
    while (*text) {
        size_t length = strcspn(text, "\n");
        bool indented = text[0] == ' ';
        if (indented != literal) {
            ari_text_add(out, literal ? "```\n\n" : "\n```\n");
            literal = indented;
        }
        if (literal)
            ari_text_format(out, "%.*s\n", (int)length, text);
        else
            add_line(out, text, length);
        text += length + (text[length] == '\n');
    }
    if (literal)
        ari_text_add(out, "```\n");
}

static void add_option(ari_text *out, const cli_option *option)
{
    if (option->letter)
        ari_text_format(out, "*-%c*, ", option->letter);
    ari_text_add(out, "*--");
    add_escaped(out, option->name, strlen(option->name));
    ari_text_add_char(out, '*');
    if (option->argument) {
        ari_text_add(out, " ");
        add_escaped(out, option->argument, strlen(option->argument));
    }
    ari_text_add(out, "\n\t");
    add_escaped(out, option->help, strlen(option->help));
    ari_text_add(out, "\n\n");
}

static void add_command(ari_text *out, const cli_command *command)
{
    /* A heading is taken as it is. */
    ari_text_format(out, "## ariadne %s %s\n\n", command->name, command->usage);
    add_paragraphs(out, command->about);
    ari_text_add_char(out, '\n');
    for (const cli_option *o = command->options; o && o->name; o++)
        add_option(out, o);
    ari_text_format(out, "Examples:\n\n```\n%s\n```\n\n", command->examples);
}

static int run(const cli_arguments *arguments)
{
    (void)arguments;
    ari_text text = ARI_TEXT_EMPTY;
    ari_text_add(
        &text, "ariadne(1)\n\n# NAME\n\n"
               "ariadne \\- play, solve and take apart two\\-player games and puzzles\n\n"
               "# SYNOPSIS\n\n"
               "*ariadne* COMMAND [WORDS] [OPTIONS]++\n"
               "*ariadne* COMMAND --help++\n"
               "*ariadne* --help++\n"
               "*ariadne* --version++\n"
               "*ariadne*\n\n"
               "# DESCRIPTION\n\n"
               "Without a command it shows what it can do; on a terminal it asks what to "
               "play.\n\n");
    ari_text names = ARI_TEXT_EMPTY;
    cli_help_names(&names);
    add_paragraphs(&text, ari_text_get(&names));
    ari_text_free(&names);
    ari_text_add(&text, "\n# COMMANDS\n\n");
    for (int i = 0; cli_commands[i]; i++)
        if (cli_commands[i]->summary)
            add_command(&text, cli_commands[i]);
    ari_text_add(&text,
                 "# EXIT CODES\n\n"
                 "*0*\n\tdone\n\n"
                 "*1*\n\tthe answer is no: not solved, a check failed\n\n"
                 "*2*\n\tthe request was wrong\n\n"
                 "*130*\n\tended by Ctrl\\-C, having said what was done so far\n\n"
                 "# ENVIRONMENT\n\n"
                 "*ARIADNE\\_BOOKS*\n\tthe folder where opening books are looked "
                 "for, instead of\n\t~/.local/share/ariadne/books and where the "
                 "program's own lie\n\n"
                 "*XDG\\_DATA\\_HOME*\n\twhen set, it stands for ~/.local/share\n\n"
                 "*NO\\_COLOR*\n\twhen set, nothing is printed in colour; nor where "
                 "*TERM* is dumb\n\n"
                 "*LC\\_ALL*, *LC\\_CTYPE*, *LANG*\n\tlines are drawn with more than "
                 "ASCII where these name UTF\\-8\n");
    cli_say(&text);
    return CLI_DONE;
}

const cli_command cli_cmd_man = {
    .name = "man",
    .usage = "",
    .about = "Prints the manual page of the program in the language of scdoc.",
    .examples = "ariadne man | scdoc > ariadne.1",
    .run = run,
};
