/* cmd_check.h: what the parts of `ariadne check` share. */
#ifndef ARIADNE_CLI_CMD_CHECK_H
#define ARIADNE_CLI_CMD_CHECK_H

#include "cli/cli.h"

/* "ariadne check GAME --player WHO": does it ever lose? */
int cli_check_player(const cli_arguments *arguments);

#endif
