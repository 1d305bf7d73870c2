/* cmd_completion.c: `ariadne completion`: what a shell needs to complete commands,
 * options and games, made from the tables. */
#include "cli/framework.h"

#include <ctype.h>
#include <string.h>

typedef enum shell { BASH, ZSH, FISH } shell;

/* ---- what can be completed ---- */

/* "a|b|c" as "a b c"; nothing when there is a capital, which stands for anything. */
static void add_choices(ari_text *out, const char *argument)
{
    for (const char *c = argument; *c; c++)
        if (isupper((unsigned char)*c))
            return;
    for (const char *c = argument; *c; c++)
        ari_text_add_char(out, *c == '|' ? ' ' : *c);
}

static void add_command_names(ari_text *out)
{
    for (int i = 0; cli_commands[i]; i++)
        if (cli_commands[i]->summary)
            ari_text_format(out, "%s%s", i ? " " : "", cli_commands[i]->name);
}

static void add_puzzle_names(ari_text *out)
{
    const char *before = "";
    for (int i = 0; cli_commands[i]; i++)
        if (cli_commands[i]->puzzle) {
            ari_text_format(out, "%s%s", before, cli_commands[i]->name);
            before = " ";
        }
}

static bool begins(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

/* The first word of each part of a usage like "solve FILE | generate". */
static void add_verbs(ari_text *out, const char *usage)
{
    const char *before = "";
    while (usage) {
        ari_text_format(out, "%s%.*s", before, (int)strcspn(usage, " "), usage);
        before = " ";
        const char *bar = strstr(usage, " | ");
        usage = bar ? bar + 3 : NULL;
    }
}

/* Are files among the command's words? */
static bool names_files(const cli_command *command)
{
    return strstr(command->usage, "FILE") || begins(command->usage, "IN ");
}

/* What the command's first word may be, as its usage tells. */
static void add_first_words(ari_text *out, const cli_command *command)
{
    const char *usage = command->usage + (command->usage[0] == '[');
    if (begins(usage, "GAME"))
        for (int i = 0; ari_game_at(i); i++)
            ari_text_format(out, "%s%s", i ? " " : "", ari_game_at(i)->id);
    else if (begins(usage, "COMMAND"))
        add_command_names(out);
    else if (begins(usage, "PUZZLE"))
        add_puzzle_names(out);
    else if (strstr(usage, " | "))
        add_verbs(out, usage);
    else
        add_choices(out, usage);
}

static bool takes_file(const cli_option *option)
{
    return option->argument && begins(option->argument, "FILE");
}

/* A text between single quotes. */
static void add_quoted(ari_text *out, const char *text, shell kind)
{
    ari_text_add_char(out, '\'');
    for (; *text; text++)
        if (*text == '\'')
            ari_text_add(out, kind == FISH ? "\\'" : "'\\''");
        else
            ari_text_add_char(out, *text);
    ari_text_add_char(out, '\'');
}

/* ---- bash ---- */

static void bash_command(ari_text *out, const cli_command *command)
{
    ari_text_format(out, "        %s)\n            case $before in\n", command->name);
    for (const cli_option *o = command->options; o && o->name; o++) {
        if (takes_file(o)) {
            ari_text_format(out,
                            "            --%s) COMPREPLY=($(compgen -f -- \"$word\"))\n"
                            "                return ;;\n",
                            o->name);
        } else if (o->argument) {
            ari_text_format(out, "            --%s) words='", o->name);
            add_choices(out, o->argument);
            ari_text_add(out, "' ;;\n");
        }
    }
    ari_text_add(out, "            *) words='--help");
    for (const cli_option *o = command->options; o && o->name; o++)
        ari_text_format(out, " --%s", o->name);
    ari_text_add(out, "'\n                ((COMP_CWORD == 2)) && words+=' ");
    add_first_words(out, command);
    ari_text_add(out, "' ;;\n            esac ;;\n");
}

static void bash_script(ari_text *out)
{
    ari_text_add(out, "# bash completion for ariadne, made by `ariadne completion bash`\n"
                      "_ariadne() {\n"
                      "    local word=${COMP_WORDS[COMP_CWORD]} words=''\n"
                      "    local before=${COMP_WORDS[COMP_CWORD - 1]}\n"
                      "    if ((COMP_CWORD == 1)); then\n"
                      "        words='");
    add_command_names(out);
    ari_text_add(out, " --help --version'\n"
                      "    else\n"
                      "        case ${COMP_WORDS[1]} in\n");
    for (int i = 0; cli_commands[i]; i++)
        if (cli_commands[i]->summary)
            bash_command(out, cli_commands[i]);
    ari_text_add(out, "        esac\n"
                      "    fi\n"
                      "    COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n"
                      "}\n"
                      "complete -o default -F _ariadne ariadne\n");
}

/* ---- zsh ---- */

/* 'name:explanation' */
static void zsh_item(ari_text *out, const char *dashes, const char *name,
                     const char *explanation)
{
    ari_text item = ARI_TEXT_EMPTY;
    ari_text_format(&item, "%s%s:%s", dashes, name, explanation);
    ari_text_add_char(out, ' ');
    add_quoted(out, ari_text_get(&item), ZSH);
    ari_text_free(&item);
}

static void zsh_command(ari_text *out, const cli_command *command)
{
    ari_text_format(out, "    %s)\n        case $words[CURRENT-1] in\n", command->name);
    for (const cli_option *o = command->options; o && o->name; o++) {
        if (!o->argument)
            continue;
        ari_text_format(out, "        --%s) ", o->name);
        ari_text_add(out, takes_file(o) ? "_files" : "compadd -- ");
        if (!takes_file(o))
            add_choices(out, o->argument);
        ari_text_add(out, "; return ;;\n");
    }
    ari_text_add(out, "        esac\n        (( CURRENT == 3 )) && compadd -- ");
    add_first_words(out, command);
    if (names_files(command))
        ari_text_add(out, "\n        _files");
    ari_text_add(out, "\n        options=(");
    for (const cli_option *o = command->options; o && o->name; o++)
        zsh_item(out, "--", o->name, o->help);
    zsh_item(out, "--", "help", "show the help");
    ari_text_add(out, " )\n        _describe -o option options ;;\n");
}

static void zsh_script(ari_text *out)
{
    ari_text_add(out, "#compdef ariadne\n"
                      "# zsh completion for ariadne, made by `ariadne completion zsh`\n"
                      "_ariadne() {\n"
                      "    local -a commands options\n"
                      "    if (( CURRENT == 2 )); then\n"
                      "        commands=(");
    for (int i = 0; cli_commands[i]; i++)
        if (cli_commands[i]->summary)
            zsh_item(out, "", cli_commands[i]->name, cli_commands[i]->summary);
    ari_text_add(out, " )\n"
                      "        _describe command commands\n"
                      "        return\n"
                      "    fi\n"
                      "    case $words[2] in\n");
    for (int i = 0; cli_commands[i]; i++)
        if (cli_commands[i]->summary)
            zsh_command(out, cli_commands[i]);
    ari_text_add(out, "    esac\n}\n_ariadne \"$@\"\n");
}

/* ---- fish ---- */

static void fish_command(ari_text *out, const cli_command *command)
{
    ari_text_format(out, "complete -c ariadne -n __fish_use_subcommand -a %s -d ",
                    command->name);
    add_quoted(out, command->summary, FISH);
    ari_text words = ARI_TEXT_EMPTY;
    add_first_words(&words, command);
    if (words.size)
        ari_text_format(
            out, "\ncomplete -c ariadne -n '__fish_seen_subcommand_from %s' -a '%s'",
            command->name, ari_text_get(&words));
    if (names_files(command))
        ari_text_format(out,
                        "\ncomplete -c ariadne -n '__fish_seen_subcommand_from %s' -F",
                        command->name);
    for (const cli_option *o = command->options; o && o->name; o++) {
        ari_text_clear(&words);
        if (o->argument)
            add_choices(&words, o->argument);
        ari_text_format(
            out, "\ncomplete -c ariadne -n '__fish_seen_subcommand_from %s' -l %s%s -d ",
            command->name, o->name,
            takes_file(o) ? " -r -F"
            : o->argument ? " -x"
                          : "");
        add_quoted(out, o->help, FISH);
        if (words.size)
            ari_text_format(out, " -a '%s'", ari_text_get(&words));
    }
    ari_text_add_char(out, '\n');
    ari_text_free(&words);
}

static void fish_script(ari_text *out)
{
    ari_text_add(out, "# fish completion for ariadne, made by `ariadne completion fish`\n"
                      "complete -c ariadne -f\n"
                      "complete -c ariadne -l help -d 'show the help'\n");
    for (int i = 0; cli_commands[i]; i++)
        if (cli_commands[i]->summary)
            fish_command(out, cli_commands[i]);
}

/* ---- the command ---- */

#define SHELLS "bash|zsh|fish"

static int run(const cli_arguments *arguments)
{
    static void (*const scripts[])(ari_text *) = {
        [BASH] = bash_script, [ZSH] = zsh_script, [FISH] = fish_script};
    const char *name = cli_word(arguments, 0);
    int kind = ari_word_index(SHELLS, name, strlen(name));
    if (kind < 0)
        return cli_wrong("there is no completion for '%.40s'; there is one for bash, zsh "
                         "and fish",
                         name);
    ari_text text = ARI_TEXT_EMPTY;
    scripts[kind](&text);
    cli_say(&text);
    return CLI_DONE;
}

const cli_command cli_cmd_completion = {
    .name = "completion",
    .usage = SHELLS,
    .summary = "print a script that lets a shell complete commands",
    .about =
        "Prints a script for bash, zsh or fish that completes commands, options and\n"
        "games. An installed ariadne brings these scripts along.",
    .examples = "source <(ariadne completion bash)\n"
                "ariadne completion zsh > ~/.zfunc/_ariadne\n"
                "ariadne completion fish > ~/.config/fish/completions/ariadne.fish",
    .min_words = 1,
    .max_words = 1,
    .run = run,
};
