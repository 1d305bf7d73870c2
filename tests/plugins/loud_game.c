/* loud_game.c: a shared object that leaves a file behind, LOADED in the present folder, when
 * it is loaded: the tests see by it whose code was run. It holds no game. */
#include <fcntl.h>
#include <unistd.h>

static void __attribute__((constructor)) leave_a_trace(void)
{
    int file = open("LOADED", O_WRONLY | O_CREAT, 0666);
    if (file >= 0)
        close(file);
}
