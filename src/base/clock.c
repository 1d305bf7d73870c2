/* clock.c: the monotonic clock. */
#include <ariadne/limits.h>

#include <time.h>

double ari_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}
