/* list.h: every command, in the order of the help; COMMAND(solve) is cmd_solve.c, which
 * defines cli_cmd_solve. The build reads this file too. */
COMMAND(games)
COMMAND(solve)
COMMAND(analyze)
COMMAND(search)
COMMAND(perft)
COMMAND(check)
COMMAND(bench)
COMMAND(help)
COMMAND(completion)
COMMAND(man)
