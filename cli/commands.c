/* commands.c: the table of commands, made from list.h. */
#include "cli/framework.h"

#include <string.h>

#define COMMAND(name) extern const cli_command cli_cmd_##name;
#include "cli/list.h"
#undef COMMAND

const cli_command *const cli_commands[] = {
#define COMMAND(name) &cli_cmd_##name,
#include "cli/list.h"
#undef COMMAND
    NULL};

const cli_command *cli_find_command(const char *name)
{
    for (int i = 0; cli_commands[i]; i++)
        if (strcmp(cli_commands[i]->name, name) == 0)
            return cli_commands[i];
    return NULL;
}
