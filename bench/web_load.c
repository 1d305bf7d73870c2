/* web_load.c: how many small requests a second the web server answers on one core, how long
 * they take while 200 streams are open and somebody is being thought about, and whether its
 * memory stays the same.
 *
 *     web_load PROGRAM [REQUESTS]
 *
 * It starts `PROGRAM serve` with one thread that answers and asks it from this process. What
 * counts is the processor time that the server takes; the rate by the clock depends on what
 * else the machine does. */
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define CLIENTS 16
#define STREAMS 200
#define REQUESTS 40000

typedef struct server {
    pid_t pid;
    int port;
} server;

typedef struct client {
    int socket;
    double asked;
    size_t have, want; /* bytes of the answer; want is 0 until its head is read */
    char buffer[8192];
} client;

static void give_up(const char *what)
{
    perror(what);
    exit(1);
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* ---- the server ---- */

static server start(const char *program)
{
    int out[2];
    server s = {.port = 0};
    if (pipe(out) != 0)
        give_up("pipe");
    s.pid = fork();
    if (s.pid == 0) {
        (void)dup2(out[1], STDOUT_FILENO);
        execl(program, program, "serve", "--port", "0", "--threads", "1", "--analyses",
              "1", (char *)NULL);
        _exit(127);
    }
    (void)close(out[1]);
    FILE *said = fdopen(out[0], "r");
    char line[100] = "";
    if (!said || !fgets(line, sizeof line, said) || !strrchr(line, ':'))
        give_up("no server");
    s.port = (int)strtol(strrchr(line, ':') + 1, NULL, 10);
    return s;
}

/* Number `index` of a file of /proc, counted in words after the last ')'. */
static long proc_number(const server *s, const char *name, int index)
{
    char path[64], line[1000] = "", *at = line;
    (void)snprintf(path, sizeof path, "/proc/%d/%s", (int)s->pid, name);
    FILE *file = fopen(path, "r");
    if (!file || !fgets(line, sizeof line, file))
        give_up(path);
    (void)fclose(file);
    if (strrchr(line, ')'))
        at = strrchr(line, ')') + 1;
    at += strspn(at, " ");
    for (; index > 0; index--) {
        at += strcspn(at, " ");
        at += strspn(at, " ");
    }
    return strtol(at, NULL, 10);
}

/* Seconds of processor time so far. */
static double cpu_seconds(const server *s)
{
    long ticks = proc_number(s, "stat", 11) + proc_number(s, "stat", 12);
    return (double)ticks / (double)sysconf(_SC_CLK_TCK);
}

static long resident_kilobytes(const server *s)
{
    return proc_number(s, "statm", 1) * (sysconf(_SC_PAGESIZE) / 1024);
}

/* ---- asking ---- */

static int connect_to(const server *s)
{
    const int on = 1;
    struct sockaddr_in place = {.sin_family = AF_INET,
                                .sin_port = htons((uint16_t)s->port)};
    place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    if (fd < 0 || connect(fd, (struct sockaddr *)&place, sizeof place) != 0)
        give_up("connect");
    (void)setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    return fd;
}

static void send_all(int fd, const char *text)
{
    if (send(fd, text, strlen(text), MSG_NOSIGNAL) != (ssize_t)strlen(text))
        give_up("send");
}

static void ask(client *c, unsigned number)
{
    static const char *const moves[] = {"", "5", "51", "519", "5192", "15", "1593", "3"};
    char request[200];
    (void)snprintf(
        request, sizeof request,
        "GET /api/state?game=tictactoe&moves=%s HTTP/1.1\r\nHost: localhost\r\n\r\n",
        moves[number % 8]);
    c->have = c->want = 0;
    c->asked = now();
    send_all(c->socket, request);
}

/* Reads what has come; true when the answer is complete. */
static bool hear(client *c)
{
    ssize_t got = recv(c->socket, c->buffer + c->have, sizeof c->buffer - 1 - c->have, 0);
    if (got <= 0)
        give_up("recv");
    c->have += (size_t)got;
    c->buffer[c->have] = '\0';
    char *body = strstr(c->buffer, "\r\n\r\n");
    if (!c->want && body) {
        const char *length = strstr(c->buffer, "Content-Length: ");
        if (!length || strncmp(c->buffer, "HTTP/1.1 200", 12) != 0)
            give_up(c->buffer);
        c->want = (size_t)(body + 4 - c->buffer) + strtoul(length + 16, NULL, 10);
    }
    return c->want && c->have >= c->want;
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Asks so many questions, always CLIENTS at a time, and says how it went. */
static void run(const server *s, const char *name, unsigned requests)
{
    static client clients[CLIENTS];
    struct pollfd waiting[CLIENTS];
    double *took = malloc(requests * sizeof *took);
    unsigned asked = 0, answered = 0;
    double begun = now(), cpu = cpu_seconds(s);
    if (!took)
        give_up("malloc");
    for (int i = 0; i < CLIENTS; i++) {
        clients[i].socket = connect_to(s);
        waiting[i] = (struct pollfd){.fd = clients[i].socket, .events = POLLIN};
        ask(&clients[i], asked++);
    }
    while (answered < requests) {
        if (poll(waiting, CLIENTS, 10000) <= 0)
            give_up("no answer");
        for (int i = 0; i < CLIENTS && answered < requests; i++) {
            if (!(waiting[i].revents & POLLIN) || !hear(&clients[i]))
                continue;
            took[answered++] = now() - clients[i].asked;
            ask(&clients[i], asked++);
        }
    }
    double seconds = now() - begun;
    cpu = cpu_seconds(s) - cpu;
    qsort(took, requests, sizeof *took, by_size);
    (void)printf(
        "%-34s %7.0f /s by the clock, %7.0f /s of processor time, median %.2f ms, "
        "99 %% under %.2f ms, resident %ld kB\n",
        name, requests / seconds, requests / cpu, took[requests / 2] * 1e3,
        took[(size_t)(requests * 0.99)] * 1e3, resident_kilobytes(s));
    for (int i = 0; i < CLIENTS; i++)
        (void)close(clients[i].socket);
    free(took);
}

static void open_streams(const server *s, int *streams)
{
    for (int i = 0; i < STREAMS; i++) {
        streams[i] = connect_to(s);
        send_all(streams[i], "GET /api/analysis?game=connect4&seconds=30 HTTP/1.1\r\n"
                             "Host: localhost\r\nAccept: text/event-stream\r\n\r\n");
        char head[64];
        if (recv(streams[i], head, sizeof head, 0) < 12 ||
            strncmp(head, "HTTP/1.1 200", 12) != 0)
            give_up("stream");
    }
}

int main(int argc, char **argv)
{
    int streams[STREAMS], code;
    if (argc < 2)
        return 2;
    unsigned requests = argc > 2 ? (unsigned)strtoul(argv[2], NULL, 10) : REQUESTS;
    requests = requests < 100 ? 100 : requests;
    server s = start(argv[1]);
    run(&s, "to begin with", requests / 10);
    run(&s, "state of tic-tac-toe", requests);
    open_streams(&s, streams);
    /* The analysis takes the other core, or a share of this one: processor time counts it. */
    run(&s, "with 200 streams, one thought about", requests / 4);
    for (int i = 0; i < STREAMS; i++)
        (void)close(streams[i]);
    run(&s, "after them", requests / 10);
    (void)kill(s.pid, SIGTERM); /* which ends it with 0 */
    (void)waitpid(s.pid, &code, 0);
    return code != 0;
}
