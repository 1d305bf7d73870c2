/* peak.c: runs a command and says how much memory it had at most.
 *
 *     peak FILE COMMAND [ARGUMENT]...     writes the kilobytes to FILE, ends as the command does
 *
 * What a process has had before it becomes another program counts for that one, too: so whoever
 * starts it must be small, and a Python script is not. */
#define _DEFAULT_SOURCE /* wait4 */
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    int status;
    struct rusage used;
    if (argc < 3)
        return 2;
    pid_t child = fork();
    if (child == 0) {
        execv(argv[2], argv + 2);
        _exit(127);
    }
    if (child < 0 || wait4(child, &status, 0, &used) != child)
        return 2;
    FILE *out = fopen(argv[1], "w");
    if (!out || fprintf(out, "%ld\n", used.ru_maxrss) < 0 || fclose(out) != 0)
        return 2;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}
