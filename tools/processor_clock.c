/* processor_clock.c: makes the clocks of a program, and of those that it starts, count the processor
 * time that each of them has used, so that a match by time is fair on a machine that others use:
 *
 *     cc -O2 -shared -fPIC tools/processor_clock.c -o processor_clock.so
 *     LD_PRELOAD=./processor_clock.so tools/strength.py build/ariadne opponents ...
 *
 * It does so only for programs that are linked dynamically. Who waits for another does not see time
 * pass, so that nobody is ever too late: who thinks for longer than it may is not found out. */
#define _GNU_SOURCE
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

int clock_gettime(clockid_t clock, struct timespec *now)
{
    (void)clock;
    return (int)syscall(SYS_clock_gettime, CLOCK_PROCESS_CPUTIME_ID, now);
}
