/* signals.c: Ctrl-C. The first asks the work to stop and say what it has; the second ends
 * the program at once. */
#include "cli/framework.h"

#include <signal.h>

static ari_stop stop;

static void interrupt(int number)
{
    (void)number;
    atomic_store(&stop, 1);
}

void cli_signals_begin(void)
{
    /* Without SA_RESTART, so that a prompt waiting for a line wakes up too. */
    struct sigaction action = {.sa_handler = interrupt, .sa_flags = (int)SA_RESETHAND};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
}

ari_stop *cli_stop(void)
{
    return &stop;
}

bool cli_interrupted(void)
{
    return atomic_load(&stop) != 0;
}
