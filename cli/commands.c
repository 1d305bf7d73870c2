/* commands.c: the table of commands, made from list.h. */
#include "cli/cli.h"

#define COMMAND(name) extern const cli_command cli_cmd_##name;
#include "cli/list.h"
#undef COMMAND

const cli_command *const cli_commands[] = {
#define COMMAND(name) &cli_cmd_##name,
#include "cli/list.h"
#undef COMMAND
    NULL};
