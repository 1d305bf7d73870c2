/* program.c: starting a program, talking with it, and ending it.
 *
 * Its standard input and output are the two ends of one socket, which, unlike a pipe, tells a
 * writer by an error that nobody reads, and not by a signal. It has a process group of its own, so that
 * Ctrl-C does not reach it, and whatever it starts ends with it. */
#include "guest/program.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <ariadne/text.h>

#include "base/stop.h"

#define LOOK 0.05           /* seconds between looks at the stop flag */
#define GRACE 0.2           /* seconds that it has to end by itself */
#define SAID_MOST (1 << 22) /* bytes that it may say before it answers */

extern char **environ; /* handed on as it is */

/* ---- starting ---- */

/* In the new process: the socket becomes its input and output, and what it complains of is nobody's. */
static int spawn(pid_t *process, int socket, const char *command)
{
    char shell[] = "sh", option[] = "-c", line[ARI__GUEST_LINE];
    snprintf(line, sizeof line, "%s", command);
    char *const words[] = {shell, option, line, NULL};
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t none;
    sigemptyset(&none);
    int reason = posix_spawn_file_actions_init(&actions);
    if (reason != 0)
        return reason;
    reason = posix_spawnattr_init(&attributes);
    if (reason == 0) {
        posix_spawn_file_actions_adddup2(&actions, socket, STDIN_FILENO);
        posix_spawn_file_actions_adddup2(&actions, socket, STDOUT_FILENO);
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY,
                                         0);
        posix_spawnattr_setflags(&attributes,
                                 POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK);
        posix_spawnattr_setpgroup(&attributes, 0);
        posix_spawnattr_setsigmask(&attributes, &none);
        reason = posix_spawn(process, "/bin/sh", &actions, &attributes, words, environ);
        posix_spawnattr_destroy(&attributes);
    }
    posix_spawn_file_actions_destroy(&actions);
    return reason;
}

ari_status ari__program_start(ari__program *program, const char *command,
                              ari_error *error)
{
    int ends[2];
    *program = (ari__program){.socket = -1};
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0)
        return ari_fail(error, ARI_IO, ARI_NO_OFFSET, "no program can be talked with: %s",
                        strerror(errno));
    /* What is started beside this one must not hold its ends open. */
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    int reason = spawn(&program->process, ends[1], command);
    close(ends[1]);
    program->socket = ends[0];
    if (reason == 0)
        return ARI_OK;
    program->process = 0;
    ari__program_end(program);
    return ari_fail(error, ARI_IO, ARI_NO_OFFSET, "'%.100s' cannot be started: %s",
                    command, strerror(reason));
}

/* ---- ending ---- */

static bool is_gone(ari__program *program, int *how)
{
    return waitpid(program->process, how, WNOHANG) == program->process;
}

void ari__program_end(ari__program *program)
{
    if (program->socket >= 0)
        close(program->socket);
    program->socket = -1;
    if (program->process <= 0)
        return;
    int how;
    bool gone = false;
    double until = ari_seconds() + GRACE;
    while (!(gone = is_gone(program, &how)) && ari_seconds() < until)
        poll(NULL, 0, 5);
    kill(-program->process, SIGKILL); /* also those that it has started */
    if (!gone)
        waitpid(program->process, &how, 0);
    program->process = 0;
}

/* It says nothing any more: why? */
static ari_status gone(ari__program *program, ari_error *error)
{
    int how = 0;
    double until = ari_seconds() + 1;
    bool ended = false;
    while (!(ended = is_gone(program, &how)) && ari_seconds() < until)
        poll(NULL, 0, 5);
    if (ended) {
        kill(-program->process, SIGKILL);
        program->process = 0;
    }
    ari__program_end(program);
    /* a shell says of a command that a signal has ended it by adding 128 */
    int code = ended && WIFEXITED(how) ? WEXITSTATUS(how) : 0;
    int by = ended && WIFSIGNALED(how) ? WTERMSIG(how) : code > 128 ? code - 128 : 0;
    if (by)
        return ari_fail(error, ARI_FORFEIT, ARI_NO_OFFSET, "it was ended by signal %d",
                        by);
    if (ended)
        return ari_fail(error, ARI_FORFEIT, ARI_NO_OFFSET,
                        code == 127 ? "there is no such command (exit code %d)"
                                    : "it ended by itself with exit code %d",
                        code);
    return ari_fail(error, ARI_FORFEIT, ARI_NO_OFFSET, "it has closed its output");
}

/* ---- talking ---- */

void ari__program_ask(ari__program *program, double seconds, ari_stop *stop)
{
    program->deadline = ari_seconds() + seconds;
    program->stop = stop;
    program->said = 0;
}

/* Waits until the socket is ready; ARI_STOPPED, or ARI_FORFEIT when the time is over. */
static ari_status wait_for(const ari__program *program, short what, ari_error *error)
{
    for (;;) {
        if (ari__stop_is_set(program->stop))
            return ari_fail(error, ARI_STOPPED, ARI_NO_OFFSET, "stopped");
        double left = program->deadline - ari_seconds();
        if (left <= 0)
            return ari_fail(error, ARI_FORFEIT, ARI_NO_OFFSET, "it took too long");
        struct pollfd one = {.fd = program->socket, .events = what};
        int ready = poll(&one, 1, (int)((left < LOOK ? left : LOOK) * 1000) + 1);
        if (ready > 0)
            return ARI_OK;
        if (ready < 0 && errno != EINTR)
            return ari_fail(error, ARI_IO, ARI_NO_OFFSET, "waiting failed: %s",
                            strerror(errno));
    }
}

ari_status ari__program_say(ari__program *program, ari_error *error, const char *format,
                            ...)
{
    ari_text text = ARI_TEXT_EMPTY;
    va_list arguments;
    va_start(arguments, format);
    ari_text_format_list(&text, format, arguments);
    va_end(arguments);
    ari_text_add_char(&text, '\n');
    ari_status status =
        ari_text_ok(&text) ? ARI_OK : ari_fail_memory(error, text.size, "a line");
    for (size_t at = 0; status == ARI_OK && at < text.size;) {
        ssize_t sent = send(program->socket, ari_text_get(&text) + at, text.size - at,
                            MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent > 0)
            at += (size_t)sent;
        else if (errno == EAGAIN || errno == EWOULDBLOCK)
            status = wait_for(program, POLLOUT, error);
        else if (errno != EINTR)
            status = gone(program, error);
    }
    ari_text_free(&text);
    return status;
}

/* The first line of the block, taken out of it; false where there is no whole one. */
static bool take_line(ari__program *program, char *line)
{
    char *end = memchr(program->block, '\n', program->filled);
    if (!end)
        return false;
    const char *from = program->block, *to = end;
    while (from < to && (*from == ' ' || *from == '\t'))
        from++;
    while (to > from && (to[-1] == ' ' || to[-1] == '\t' || to[-1] == '\r'))
        to--;
    size_t length = (size_t)(to - from);
    length = length < ARI__GUEST_LINE ? length : ARI__GUEST_LINE - 1;
    for (size_t i = 0; i < length; i++)
        line[i] = from[i] ? from[i] : ' '; /* a text has no NUL */
    line[length] = '\0';
    program->filled -= (size_t)(end + 1 - program->block);
    memmove(program->block, end + 1, program->filled);
    return true;
}

ari_status ari__program_hear(ari__program *program, char *line, ari_error *error)
{
    while (!take_line(program, line)) {
        if (program->filled >= ARI__GUEST_LINE || program->said > SAID_MOST)
            return ari_fail(error, ARI_FORFEIT, ARI_NO_OFFSET,
                            "it says more than anybody could read");
        ari_status status = wait_for(program, POLLIN, error);
        if (status != ARI_OK)
            return status;
        ssize_t got = recv(program->socket, program->block + program->filled,
                           sizeof program->block - program->filled, 0);
        if (got == 0 || (got < 0 && errno != EINTR && errno != EAGAIN))
            return gone(program, error);
        program->filled += got > 0 ? (size_t)got : 0;
        program->said += got > 0 ? (size_t)got : 0;
    }
    return ARI_OK;
}
