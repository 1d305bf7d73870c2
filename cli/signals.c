/* signals.c: Ctrl-C. The first asks the work to stop and say what it has; the second ends
 * the program at once, and so does the first when nothing but printing is left. */
#include "cli/framework.h"

#include <signal.h>
#include <unistd.h>

static ari_stop stop;
static volatile sig_atomic_t only_prints;

static void interrupt(int number)
{
    (void)number;
    if (only_prints)
        _exit(CLI_INTERRUPTED);
    atomic_store(&stop, 1);
}

void cli_signals_begin(void)
{
    /* Without SA_RESTART, so that a prompt waiting for a line wakes up too. */
    struct sigaction action = {.sa_handler = interrupt, .sa_flags = (int)SA_RESETHAND};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
}

void cli_only_prints(void)
{
    only_prints = 1;
}

ari_stop *cli_stop(void)
{
    return &stop;
}

bool cli_interrupted(void)
{
    return atomic_load(&stop) != 0;
}
