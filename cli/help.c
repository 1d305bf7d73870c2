/* help.c: the help of the program and of its commands, from the tables. */
#include "cli/framework.h"

#include <string.h>

#define INDENT "  "
#define COLUMN 26 /* where explanations begin */
#define WIDTH 80

/* Adds `text` in lines of at most WIDTH, each begun at `column`; the first one stands
 * after `used` characters. */
static void add_wrapped(ari_text *out, const char *text, int used, int column)
{
    while (*text) {
        if (used > column) {
            ari_text_add_char(out, '\n');
            used = 0;
        }
        ari_text_repeat(out, ' ', column - used);
        size_t room = (size_t)(WIDTH - column), length = strlen(text);
        if (length > room) {
            length = room;
            while (length > 0 && text[length] != ' ')
                length--;
            if (length == 0)
                length = strcspn(text, " ");
        }
        ari_text_add_bytes(out, text, length);
        ari_text_add_char(out, '\n');
        used = 0;
        text += length + strspn(text + length, " ");
    }
}

static void add_option(ari_text *out, const cli_option *option)
{
    size_t before = out->size;
    ari_text_add(out, INDENT);
    if (option->letter)
        ari_text_format(out, "-%c, ", option->letter);
    ari_text_format(out, "--%s%s%s", option->name, option->argument ? " " : "",
                    option->argument ? option->argument : "");
    int used = (int)(out->size - before);
    add_wrapped(out, option->help, used < COLUMN ? used : COLUMN + 1, COLUMN);
}

static void add_lines(ari_text *out, const char *lines)
{
    while (*lines) {
        size_t length = strcspn(lines, "\n");
        ari_text_add(out, INDENT);
        ari_text_add_bytes(out, lines, length);
        ari_text_add_char(out, '\n');
        lines += length + (lines[length] == '\n');
    }
}

void cli_help_command(const cli_command *command, ari_text *out)
{
    static const cli_option help = CLI_SWITCH("help", "show this help");
    ari_text_format(out, "Usage: ariadne %s%s%s [OPTIONS]\n\n%s\n\nOptions:\n",
                    command->name, command->usage[0] ? " " : "", command->usage,
                    command->about);
    for (const cli_option *o = command->options; o && o->name; o++)
        add_option(out, o);
    add_option(out, &help);
    ari_text_add(out, "\nExamples:\n");
    add_lines(out, command->examples);
}

void cli_help_names(ari_text *out)
{
    ari_text_add(
        out,
        "A GAME is an id with options, as connect4 or connect4:width=5,height=4, and\n"
        "'ariadne games' lists them; or a plug-in's file, as ./mygame.so. A POSITION is\n"
        "the moves from the start, as 44455, or the game's board text, as xo..x...o;\n"
        "without one it is the start. 'moves:...' and 'board:...' say which is meant\n"
        "where both are possible.\n");
}

void cli_help_program(ari_text *out)
{
    ari_text_add(
        out,
        "Usage: ariadne COMMAND [WORDS] [OPTIONS]\n\n"
        "Play, solve and take apart two-player games and puzzles by backtracking.\n\n"
        "Commands:\n");
    for (int i = 0; cli_commands[i]; i++) {
        const cli_command *command = cli_commands[i];
        if (!command->summary)
            continue;
        ari_text_format(out, INDENT "%-12s", command->name);
        add_wrapped(out, command->summary, 14, 14);
    }
    ari_text_add_char(out, '\n');
    cli_help_names(out);
    ari_text_add(
        out,
        "\n"
        "'ariadne' alone shows what it can do; on a terminal it asks what to play.\n"
        "'ariadne help COMMAND' explains a command, with examples; 'ariadne --version'\n"
        "says which ariadne this is.\n"
        "Exit codes: 0 done; 1 the answer is no; 2 the request was wrong; 130 Ctrl-C.\n"
        "\nExamples:\n"
        "  ariadne solve connect4:width=5,height=4\n"
        "  ariadne analyze tictactoe xo..x...o\n"
        "  ariadne play nim:heaps=7531\n");
}
