/* cmd_serve.c: `ariadne serve`: the web page. */
#include "cli/book.h"
#include "cli/database.h"

#include <errno.h>
#include <inttypes.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "web/server.h"

#define HOSTS_MOST 16
#define PORTS_TRIED 20

/* ---- names of hosts and origins ---- */

/* Is this "example.org", "10.0.0.1" or "[::1]", as a Host header names a machine? */
static bool is_host(const char *text, size_t length)
{
    static const char digits[] = "0123456789abcdefABCDEF:.",
                      letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                  "0123456789-._";
    if (length > 2 && text[0] == '[')
        return strspn(text + 1, digits) == length - 2 && text[length - 1] == ']';
    return length > 0 && strspn(text, letters) >= length;
}

/* Splits "a,b" into names, in place; false after saying what is wrong. */
static bool split_hosts(char *text, const char **names, int *count)
{
    *count = 0;
    for (char *at = text, *next = text; next; at = next) {
        size_t length = strcspn(at, ",");
        next = at[length] ? at + length + 1 : NULL;
        at[length] = '\0';
        if (!is_host(at, length))
            return cli_refuse(
                "--host takes names as games.example.org, without http:// and port, "
                "with commas between, not '%.60s'",
                at);
        if (*count == HOSTS_MOST)
            return cli_refuse("--host takes %d names at most", HOSTS_MOST);
        names[(*count)++] = at;
    }
    return true;
}

/* Is this "https://example.org" or "http://localhost:3000", as browsers name a site? */
static bool is_origin(const char *text)
{
    size_t scheme = strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789+-.");
    if (scheme == 0 || strncmp(text + scheme, "://", 3) != 0)
        return false;
    const char *host = text + scheme + 3;
    size_t length = host[0] == '[' ? strcspn(host, "]") + 1 : strcspn(host, ":");
    if (length > strlen(host) || !is_host(host, length))
        return false;
    const char *port = host + length;
    size_t numbers = *port == ':' ? strspn(port + 1, "0123456789") : 0;
    return !*port || (numbers >= 1 && numbers <= 5 && !port[1 + numbers]);
}

static bool read_cors(const cli_arguments *arguments, web_options *options)
{
    options->cors = cli_text(arguments, "cors", NULL);
    if (!options->cors || strcmp(options->cors, "*") == 0 || is_origin(options->cors))
        return true;
    return cli_refuse(
        "--cors must be a site as https://example.org, with nothing after its name "
        "and port, or '*', not '%.60s'",
        options->cors);
}

/* ---- numbers ---- */

static bool read_numbers(const cli_arguments *arguments, web_options *options)
{
    int port;
    if (!cli_int(arguments, "port", WEB_PORT, 0, 65535, &port) ||
        !cli_int(arguments, "threads", options->threads, 1, 256, &options->threads) ||
        !cli_int(arguments, "analyses", options->analyses, 1, 256, &options->analyses) ||
        !cli_int(arguments, "waiting", options->waiting, 0, 100000, &options->waiting) ||
        !cli_int(arguments, "connections", options->connections, 1, 100000,
                 &options->connections) ||
        !cli_seconds(arguments, "seconds", options->seconds, 3600, &options->seconds) ||
        !cli_seconds(arguments, "patience", options->patience, 3600,
                     &options->patience) ||
        !cli_bytes(arguments, "memory", options->bytes, CLI_MEMORY_LEAST,
                   &options->bytes))
        return false;
    options->port = (uint16_t)port;
    if (options->seconds <= 0 || options->patience <= 0)
        return cli_refuse("--seconds and --patience must be more than 0");
    return true;
}

/* ---- opening books and a database, where there are some ---- */

/* Of the memory of a question, what a database may take at most: the rest is for the solver,
 * trees and answers. */
#define DATABASE_PART 4

typedef struct sources {
    bool books;
    const char *database; /* its path, or NULL */
    ari_variant *v;       /* its game */
    size_t kept;          /* bytes that one of them may keep unpacked */
} sources;

/* What a solver consults. */
typedef struct known {
    ari_book *book;
    ari_database *database;
    ari_allowance *memory; /* to which it is charged */
} known;

/* The database of a desk, if there is memory for it. */
static ari_status open_database(const sources *s, const ari_variant *v, known *k,
                                ari_error *error)
{
    ari_database *db;
    ari_status status = ari_database_new(s->database, v, &db, error);
    if (status != ARI_OK)
        return status;
    ari_database_keep(db, s->kept);
    if (ari_allowance_take(k->memory, ari_database_bytes(db))) {
        k->database = db;
        return ARI_OK;
    }
    ari_database_free(db);
    return ari_fail_allowance(error, k->memory, "the index of the database");
}

static void *open_known(void *self, const ari_variant *v, ari_solver *solver,
                        ari_allowance *memory)
{
    const sources *s = self;
    known *k = calloc(1, sizeof *k);
    if (!k)
        return NULL;
    k->memory = memory;
    if (s->books)
        (void)cli_book_open(NULL, v, solver, &k->book);
    ari_error error;
    if (s->database && strcmp(s->v->name, v->name) == 0) {
        if (open_database(s, v, k, &error) == ARI_OK)
            ari_solver_look_up(solver, ari_database_lookup(k->database));
        else
            cli_wrong_error(NULL, &error);
    }
    return k;
}

static void close_known(void *self, void *kept)
{
    (void)self;
    known *k = kept;
    ari_book_free(k->book);
    if (k->database)
        ari_allowance_give(k->memory, ari_database_bytes(k->database));
    ari_database_free(k->database);
    free(k);
}

/* The database is opened once before anybody asks; false after saying what is wrong. */
static bool find_sources(const cli_arguments *arguments, size_t memory, sources *s)
{
    ari_database *db = NULL;
    ari_error error;
    *s = (sources){.books = !cli_given(arguments, "no-books"),
                   .database = cli_text(arguments, "db", NULL),
                   .kept = memory / CLI_DATABASE_PART};
    if (!s->database)
        return true;
    if (!cli_database_variant(s->database, NULL, "the server has the built-in games",
                              &s->v))
        return false;
    ari_status status = ari_database_new_within(s->database, s->v, memory, &db, &error);
    if (status == ARI_OK)
        ari_database_keep(db, s->kept);
    bool good = status == ARI_OK && ari_database_bytes(db) <= memory / DATABASE_PART;
    cli_error_advice(&error, status);
    if (status != ARI_OK)
        cli_wrong_error(NULL, &error);
    else if (!good)
        cli_wrong("the index of '%.200s' takes %zu kB, more than one part in %d of the "
                  "%zu MB of "
                  "memory that are allowed; --memory SIZE allows more",
                  s->database, ari_database_bytes(db) >> 10, DATABASE_PART, memory >> 20);
    ari_database_free(db);
    return good;
}

/* ---- the command ---- */

/* What one question had must be there for the next, whichever thread has it: large pieces go
 * straight back to the system when they are freed. Left alone, the C library learns to keep them,
 * in a heap for each thread. */
static void keep_no_memory(void)
{
#ifdef __GLIBC__
    (void)mallopt(M_MMAP_THRESHOLD, 128 << 10);
    (void)mallopt(M_TRIM_THRESHOLD, 128 << 10);
#endif
}

/* Servers are ended by others, too: that is no interruption. */
static atomic_bool ended;

static void end(int number)
{
    (void)number;
    atomic_store(&ended, true);
}

static void heed_termination(void)
{
    struct sigaction action = {.sa_handler = end};
    sigemptyset(&action.sa_mask);
    sigaction(SIGTERM, &action, NULL);
}

/* Is it bound to all addresses of the machine? */
static bool is_everywhere(const char *address)
{
    return strcmp(address, "0.0.0.0") == 0 || strcmp(address, "::") == 0;
}

/* Says where the page is, for people and, alone on its line, for programs. */
static void say_address(const web_options *options, const web_server *server)
{
    const char *address = options->address;
    bool six = strchr(address, ':') != NULL;
    cli_print("Ariadne is at http://%s%s%s:%d/\nCtrl-C ends it.\n", six ? "[" : "",
              is_everywhere(address) ? (six ? "::1" : "127.0.0.1") : address,
              six ? "]" : "", web_server_port(server));
    cli_flush();
}

/* Whom the server is opened to is said before anybody can ask. */
static void say_who(const web_options *options, const web_server *server)
{
    if (!web_server_is_local(server))
        cli_wrong("every machine that can reach %s, port %d, can use the page, ask all "
                  "that it asks, and so have this machine compute, without password and "
                  "encryption%s",
                  is_everywhere(options->address) ? "this machine" : options->address,
                  web_server_port(server),
                  options->database ? ", and look up the database" : "");
}

/* Whoever has no port in mind gets the next one when somebody sits there already. */
static ari_status start(const cli_arguments *arguments, web_options *options,
                        web_server **server, ari_error *error)
{
    int others = cli_given(arguments, "port") ? 0 : PORTS_TRIED;
    ari_status status = web_server_start(options, server, error);
    for (; status == ARI_IO && others > 0; others--) {
        options->port++;
        status = web_server_start(options, server, error);
    }
    return status;
}

static int serve(const cli_arguments *arguments, web_options *options)
{
    web_server *server;
    ari_error error;
    if (start(arguments, options, &server, &error) != ARI_OK)
        return cli_wrong_error(NULL, &error);
    heed_termination();
    say_who(options, server);
    say_address(options, server);
    while (!cli_interrupted() && !atomic_load(&ended) && !cli_output_failed())
        (void)poll(NULL, 0, 200);
    uint64_t answered = web_server_answered(server);
    web_server_stop(server);
    cli_print("Ended. Requests answered: %" PRIu64 "\n", answered);
    return cli_interrupted() ? CLI_INTERRUPTED : CLI_DONE;
}

static int run(const cli_arguments *arguments)
{
    web_options options = WEB_OPTIONS_DEFAULT;
    char text[1024];
    const char *names[HOSTS_MOST], *hosts = cli_text(arguments, "host", NULL);
    sources known_beforehand;
    if (!read_numbers(arguments, &options) || !read_cors(arguments, &options))
        return CLI_WRONG;
    keep_no_memory();
    if (hosts && strlen(hosts) >= sizeof text)
        return cli_wrong("--host takes names of %zu characters together at most",
                         sizeof text - 1);
    snprintf(text, sizeof text, "%s", hosts ? hosts : "");
    if (hosts && !split_hosts(text, names, &options.host_count))
        return CLI_WRONG;
    options.hosts = names;
    options.version = ARIADNE_VERSION;
    options.address = cli_text(arguments, "bind", options.address);
    int code = CLI_WRONG;
    if (find_sources(arguments, options.bytes, &known_beforehand)) {
        options.database = known_beforehand.v ? known_beforehand.v->name : NULL;
        options.knowledge = (web_knowledge){
            .self = &known_beforehand, .open = open_known, .close = close_known};
        code = serve(arguments, &options);
    }
    if (known_beforehand.v)
        ari_variant_free(known_beforehand.v);
    return code;
}

static const cli_option options[] = {
    CLI_VALUE("port", "N", "listen here (default 8080 or the next that is free; 0: any)"),
    CLI_VALUE("bind", "ADDR",
              "at this address of the machine (default 127.0.0.1: nobody else can ask)"),
    CLI_VALUE("host", "NAMES",
              "further names of this server, with commas between: others are refused"),
    CLI_VALUE(
        "cors", "ORIGIN",
        "let pages of this site ask too, as https://example.org ('*': of any site)"),
    CLI_DB_OPTION,
    CLI_SWITCH("no-books", "do without opening books"),
    CLI_VALUE("threads", "N", "threads that answer (default 2)"),
    CLI_VALUE("analyses", "N", "how many may think at once (default 2)"),
    CLI_VALUE("waiting", "N",
              "how many questions may wait; beyond, the newest of who has most (default "
              "1000)"),
    CLI_VALUE("connections", "N",
              "open at once; beyond, one of who has most must go (default 1000)"),
    CLI_VALUE("seconds", "S", "the most that one question may think (default 30)"),
    CLI_VALUE(
        "patience", "S",
        "how long a request may take to arrive, or a reply to be taken (default 30)"),
    CLI_VALUE("memory", "SIZE",
              "the most that a question may take, as 64M (default 32M)"),
    {.name = NULL}};

const cli_command cli_cmd_serve = {
    .name = "serve",
    .usage = "",
    .summary = "the web page: play, analyse, watch the search and the mazes",
    .about =
        "Serves the web page and prints its address: play any game with the mouse, see\n"
        "what every move is worth, step through minimax and alpha-beta, draw mazes and\n"
        "watch them being solved. Ctrl-C ends it, with exit code 130; SIGTERM, with 0.\n"
        "\n"
        "Programs can ask the same questions over HTTP and get JSON: docs/web-api.md\n"
        "describes it.\n"
        "\n"
        "Only this machine can reach it unless --bind says otherwise, and requests that\n"
        "name another host are refused: with --bind, give the server's names with\n"
        "--host. docs/security.md says what the server trusts, and its limits.",
    .examples = "ariadne serve\n"
                "ariadne serve --port 9000 --analyses 1\n"
                "ariadne serve --bind 0.0.0.0 --host games.example.org",
    .max_words = 0,
    .options = options,
    .run = run,
};
