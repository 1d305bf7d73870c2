/* signals.c: Ctrl-C. The first asks the work to stop and say what it has; the second ends
 * the program at once, and so does the first when nothing but printing is left, or in the
 * midst of work that leaves nothing behind. */
#include "cli/framework.h"

#include <signal.h>
#include <unistd.h>

static ari_stop stop;
static volatile sig_atomic_t only_prints, may_end;

static void interrupt(int number)
{
    static const char said[] = "ariadne: interrupted\n";
    (void)number;
    if (only_prints || may_end) {
        (void)!write(STDERR_FILENO, said, sizeof said - 1);
        _exit(CLI_INTERRUPTED);
    }
    atomic_store(&stop, 1);
}

void cli_signals_begin(void)
{
    /* Without SA_RESTART, so that a prompt waiting for a line wakes up too. */
    struct sigaction action = {.sa_handler = interrupt, .sa_flags = (int)SA_RESETHAND};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
}

/* Ctrl-C may have come a moment before, too late for the work to notice. */
void cli_only_prints(void)
{
    only_prints = 1;
    if (cli_interrupted())
        interrupt(SIGINT);
}

void cli_may_end(bool at_once)
{
    may_end = at_once;
    if (at_once && cli_interrupted())
        interrupt(SIGINT);
}

ari_stop *cli_stop(void)
{
    return &stop;
}

bool cli_interrupted(void)
{
    return atomic_load(&stop) != 0;
}
