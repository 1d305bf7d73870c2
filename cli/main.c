/* main.c: finds the command and runs it. */
#include "cli/framework.h"

#include <fcntl.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

static int run_command(const cli_command *command, int argc, char **argv)
{
    cli_output_begin(command);
    cli_arguments *arguments;
    int code = cli_arguments_read(command, argc, argv, &arguments);
    if (arguments)
        code = command->run(arguments);
    cli_arguments_free(arguments);
    /* What Ctrl-C kept from being read was no mistake in the request. */
    return code == CLI_WRONG && cli_interrupted() ? CLI_INTERRUPTED : code;
}

static int unknown_command(const char *name)
{
    const cli_command *nearest = NULL;
    for (int i = 0; cli_commands[i]; i++)
        if (cli_commands[i]->summary && cli_word_near(name, cli_commands[i]->name) &&
            (!nearest || cli_word_distance(name, cli_commands[i]->name) <
                             cli_word_distance(name, nearest->name)))
            nearest = cli_commands[i];
    if (nearest)
        return cli_wrong("there is no command '%.40s'; did you mean '%s'?", name,
                         nearest->name);
    return cli_wrong("there is no command '%.40s'; 'ariadne --help' lists them", name);
}

/* Options before any command. */
static int program_option(int argc, char **argv)
{
    const char *option = argv[1];
    bool help = strcmp(option, "--help") == 0 || strcmp(option, "-h") == 0;
    if (!help && strcmp(option, "--version") != 0)
        return cli_wrong("there is no option '%.40s' before a command; there are --help "
                         "and --version",
                         option);
    if (argc > 2)
        return cli_wrong("nothing can follow %s, and here is '%.40s'", option, argv[2]);
    if (help) {
        ari_text text = ARI_TEXT_EMPTY;
        cli_help_program(&text);
        cli_say(&text);
    } else {
        cli_print("ariadne %s\n", ARIADNE_VERSION);
    }
    return CLI_DONE;
}

static int run(int argc, char **argv)
{
    if (argc < 2)
        return run_command(cli_find_command("menu"), 1, (char *[]){argv[0], NULL});
    if (argv[1][0] == '-')
        return program_option(argc, argv);
    const cli_command *command = cli_find_command(argv[1]);
    return command ? run_command(command, argc - 1, argv + 1) : unknown_command(argv[1]);
}

/* A standard stream that is closed is opened the wrong way round: using it fails, and no
 * file opened later can take its number. */
static void keep_standard_streams(void)
{
    for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; stream++)
        if (fcntl(stream, F_GETFD) < 0)
            (void)!open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

/* The deepest searches, of ARI_PLY_MAX plies, were measured to take less than 1 MB of stack;
 * with too little of it they would end in a crash. */
#define STACK_LEAST ((rlim_t)2 << 20)

static bool has_stack(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY ||
        limit.rlim_cur >= STACK_LEAST)
        return true;
    return cli_refuse(
        "the stack may have no more than %llu kB here, and searches need %llu: say "
        "'ulimit -s %llu' before",
        (unsigned long long)limit.rlim_cur >> 10, (unsigned long long)STACK_LEAST >> 10,
        (unsigned long long)STACK_LEAST >> 10);
}

int main(int argc, char **argv)
{
    keep_standard_streams();
    cli_output_begin(NULL);
    if (!has_stack())
        return CLI_WRONG;
    cli_signals_begin();
    return cli_output_end(run(argc, argv));
}
