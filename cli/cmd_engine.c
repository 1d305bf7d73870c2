/* cmd_engine.c: `ariadne engine`: plays for the referees of others, who speak a protocol.
 *
 * What the referee says is read into a text, and obeyed line by line. While a move is being thought
 * about, by a thread of its own, this one goes on reading, so that "stop" and "quit" are heard at
 * once; everything else waits for its turn. */
#include "cli/engine.h"

#include <errno.h>
#include <poll.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LINES_MOST ((size_t)1 << 20) /* bytes that may wait */
#define WAIT 20                      /* milliseconds between two looks */
#define CLOCK_PART 5                 /* no move takes more of what is left on a clock */
#define SECONDS 1.0
#define SECONDS_MOST 86400.0
#define SECONDS_LEAST 0.005
#define SPARED 0.02 /* seconds, and a part of what there are, for what is not thinking */
#define SPARED_PART 0.05

static const cli_protocol *const protocols[] = {&cli_pbrain, &cli_gtp, &cli_ugi};
#define PROTOCOLS "pbrain|gtp|ugi"
#define FIVE_IN_A_ROW "mnk:width=15,height=15,line=5"

/* ---- hearing ---- */

/* Reads what there is, and waits for it so long (-1: until there is something). */
static void listen(cli_engine *engine, int milliseconds)
{
    char block[4096];
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    if (engine->ended || poll(&input, 1, milliseconds) <= 0)
        return;
    ssize_t got = read(STDIN_FILENO, block, sizeof block);
    if (got > 0)
        ari_text_add_bytes(&engine->waiting, block, (size_t)got);
    engine->ended = got == 0 || (got < 0 && errno != EINTR && errno != EAGAIN) ||
                    engine->waiting.size > LINES_MOST || !ari_text_ok(&engine->waiting);
}

bool cli_engine_line(cli_engine *engine, ari_text *line)
{
    const char *end;
    while (!(end = strchr(ari_text_get(&engine->waiting), '\n'))) {
        if (engine->ended || cli_interrupted()) {
            cli_ponder_end(&engine->ponder);
            return false;
        }
        if (engine->has_answered && !engine->ponder.running)
            cli_ponder_begin(&engine->ponder, engine->player, engine->v,
                             &engine->answered);
        listen(engine, -1);
    }
    cli_ponder_end(&engine->ponder);
    size_t length = (size_t)(end - ari_text_get(&engine->waiting));
    ari_text rest = ARI_TEXT_EMPTY;
    ari_text_clear(line);
    ari_text_add_bytes(line, ari_text_get(&engine->waiting), length);
    ari_text_add(&rest, end + 1);
    ari_text_free(&engine->waiting);
    engine->waiting = rest;
    return ari_text_ok(line) && ari_text_ok(&rest);
}

/* Is the next line that waits a word that ends the thinking? What comes after other commands is not
 * yet said to it. */
static bool is_told_to_stop(const cli_engine *engine)
{
    const char *next = ari_text_get(&engine->waiting);
    char word[16] = " ";
    size_t length = strcspn(next, " \r\n");
    if (length == 0 || length >= sizeof word - 2 || !next[length])
        return false;
    memcpy(word + 1, next, length);
    word[length + 1] = ' ';
    return strstr(engine->protocol->stops, word) != NULL;
}

void cli_engine_say(const char *format, ...)
{
    ari_text text = ARI_TEXT_EMPTY;
    va_list arguments;
    va_start(arguments, format);
    ari_text_format_list(&text, format, arguments);
    va_end(arguments);
    ari_text_add_char(&text, '\n');
    cli_put(&text);
    cli_flush();
    ari_text_free(&text);
}

char *cli_engine_word(char **line)
{
    char *word = *line + strspn(*line, " \t");
    size_t length = strcspn(word, " \t\r\n");
    *line = word + length + (word[length] != '\0');
    word[length] = '\0';
    return word;
}

/* ---- the game ---- */

void cli_engine_restart(cli_engine *engine)
{
    ari_record_free(&engine->record);
    engine->record = (ari_record){.start = engine->v->start, .end = engine->v->start};
}

static void free_variant(cli_engine *engine)
{
    ari_record_free(&engine->answered);
    engine->has_answered = false;
    ari_player_free(engine->player);
    ari_book_free(engine->book);
    engine->player = NULL;
    engine->book = NULL;
}

/* The options of the present variant with another size; false if the game has no such options. */
static bool write_options(const cli_engine *engine, int64_t width, int64_t height,
                          ari_text *out)
{
    int columns = 0, rows = 0, both = 0;
    const ari_option *option = engine->game->options;
    for (int i = 0; option && option[i].name; i++) {
        int64_t number = engine->v->values[i].number;
        bool is_width = strcmp(option[i].name, "width") == 0;
        bool is_height = strcmp(option[i].name, "height") == 0;
        bool is_size = strcmp(option[i].name, "size") == 0;
        columns += is_width;
        rows += is_height;
        both += is_size;
        if (option[i].kind == ARI_STRING)
            continue;
        ari_text_format(out, "%s%s=", out->size ? "," : "", option[i].name);
        if (is_width || is_height || is_size)
            ari_text_add_number(out, is_height ? height : width);
        else if (option[i].kind == ARI_CHOICE)
            ari_option_choice(&option[i], number, out);
        else if (option[i].kind == ARI_FLAG)
            ari_text_add(out, number ? "yes" : "no");
        else
            ari_text_add_number(out, number);
    }
    return (both && width == height) || (columns && rows);
}

bool cli_engine_size(cli_engine *engine, int64_t width, int64_t height, ari_error *error)
{
    ari_board *board = calloc(1, sizeof *board);
    bool same = false;
    if (board) {
        engine->v->core->board(engine->v->rules, &engine->v->start, board);
        same = board->width == width && board->height == height;
    }
    free(board);
    if (same)
        return true;
    ari_text options = ARI_TEXT_EMPTY;
    ari_variant *v = NULL;
    if (!write_options(engine, width, height, &options))
        ari_fail(error, ARI_UNSUPPORTED, ARI_NO_OFFSET, "the size of %s is another",
                 engine->v->name);
    else
        ari_variant_of(engine->game, ari_text_get(&options), 0, &v, error);
    ari_text_free(&options);
    if (!v)
        return false;
    free_variant(engine);
    ari_variant_free(engine->v);
    engine->v = v;
    cli_engine_restart(engine);
    return true;
}

ari_status cli_engine_add(cli_engine *engine, const char *text, ari_error *error)
{
    ari_move move;
    if (ari_outcome(engine->v, &engine->record.end) != ARI_ON)
        return ari_fail(error, ARI_OVER, ARI_NO_OFFSET, "the game is over");
    ari_status status =
        ari_move_parse(engine->v, &engine->record.end, text, &move, error);
    return status == ARI_OK ? ari_record_add(engine->v, &engine->record, move, error)
                            : status;
}

/* The first moves of the game; false if there is no memory. */
static bool copy_game(const cli_engine *engine, int count, ari_record *copy)
{
    ari_error error;
    *copy = (ari_record){.start = engine->record.start, .end = engine->record.start};
    for (int i = 0; i < count; i++)
        if (ari_record_add(engine->v, copy, engine->record.moves[i], &error) != ARI_OK) {
            ari_record_free(copy);
            return false;
        }
    return true;
}

bool cli_engine_undo(cli_engine *engine)
{
    ari_record shorter;
    if (engine->record.count == 0 ||
        !copy_game(engine, engine->record.count - 1, &shorter))
        return false;
    ari_record_free(&engine->record);
    engine->record = shorter;
    return true;
}

/* ---- thinking ---- */

static double spared(double seconds)
{
    seconds -= SPARED + SPARED_PART * seconds;
    return seconds < SECONDS_LEAST ? SECONDS_LEAST : seconds;
}

void cli_engine_give(cli_engine *engine, double seconds)
{
    engine->seconds = spared(seconds);
    engine->wanted = 0;
}

void cli_engine_clock(cli_engine *engine, double left, double moves, double more)
{
    double share = left / moves, most = left / CLOCK_PART;
    engine->wanted = spared(share + more);
    engine->seconds = spared((share > most ? share : most) + more);
}

static ari_status need_player(cli_engine *engine, ari_error *error)
{
    if (engine->player)
        return ARI_OK;
    if (!cli_book_open(NULL, engine->v, NULL, &engine->book))
        return ari_fail(error, ARI_IO, ARI_NO_OFFSET, "the opening book cannot be read");
    ari_player_job job = {.bytes = engine->bytes,
                          .runner = engine->runner,
                          .seed = cli_any_seed(),
                          .ponder = engine->ponders,
                          .oracle = engine->book ? ari_book_oracle(engine->book) : NULL};
    return ari_player_new(engine->v, engine->who, &job, &engine->player, error);
}

typedef struct thought {
    cli_engine *engine;
    ari_choice *choice;
    ari_error *error;
    ari_status status;
    atomic_bool done;
} thought;

static void *think(void *argument)
{
    thought *t = argument;
    cli_engine *engine = t->engine;
    ari_limits limits = {
        .seconds = engine->seconds, .wanted = engine->wanted, .stop = &engine->halt};
    ari_player_recall(engine->player, &engine->record);
    t->status = ari_player_choose(engine->player, &engine->record.end, &limits, t->choice,
                                  t->error);
    ari_player_recall(engine->player, NULL);
    atomic_store(&t->done, true);
    return NULL;
}

ari_status cli_engine_think(cli_engine *engine, ari_choice *choice, ari_error *error)
{
    ari_status status = need_player(engine, error);
    if (status != ARI_OK)
        return status;
    thought t = {.engine = engine, .choice = choice, .error = error};
    pthread_t thread;
    atomic_store(&engine->halt, 0);
    if (pthread_create(&thread, NULL, think, &t) != 0)
        return ari_fail(error, ARI_LIMIT, ARI_NO_OFFSET,
                        "there is no thread to think in");
    while (!atomic_load(&t.done)) {
        if (engine->ended)
            poll(NULL, 0, WAIT);
        else
            listen(engine, WAIT);
        if (cli_interrupted() || is_told_to_stop(engine))
            atomic_store(&engine->halt, 1);
    }
    pthread_join(thread, NULL);
    if (t.status == ARI_OK)
        t.status = ari_record_add(engine->v, &engine->record, choice->move, error);
    ari_record_free(&engine->answered);
    engine->has_answered = t.status == ARI_OK && ari_player_ponders(engine->player) &&
                           copy_game(engine, engine->record.count, &engine->answered);
    return t.status;
}

/* ---- the command ---- */

static int serve(cli_engine *engine)
{
    ari_text line = ARI_TEXT_EMPTY;
    while (!engine->over && cli_engine_line(engine, &line)) {
        char *text = strdup(ari_text_get(&line));
        if (!text)
            break;
        engine->protocol->obey(engine, text);
        free(text);
        if (cli_output_failed())
            break;
    }
    ari_text_free(&line);
    return cli_interrupted() ? CLI_INTERRUPTED : CLI_DONE;
}

static int run(const cli_arguments *arguments)
{
    int which = cli_choice(arguments, "protocol", -1);
    if (which < 0)
        return cli_wrong("--protocol is missing: pbrain, gtp or ugi?");
    cli_engine engine = {.protocol = protocols[which],
                         .who = cli_text(arguments, "player", "strongest"),
                         .ponders = cli_given(arguments, "ponder")};
    const char *spec = cli_word(arguments, 0);
    if (!spec && engine.protocol != &cli_pbrain)
        return cli_wrong(
            "which game? Only by pbrain it is clear what is played: five in a "
            "row");
    double seconds;
    bool human = false;
    ari_error error;
    ari_pool *pool = NULL;
    if (!cli_game(spec ? spec : FIVE_IN_A_ROW, &engine.v))
        return CLI_WRONG;
    ari_variant *named = engine.v;
    engine.game = named->game;
    int code = CLI_WRONG;
    if (cli_seconds(arguments, "seconds", SECONDS, SECONDS_MOST, &seconds) &&
        cli_bytes(arguments, "memory", ARI_BYTES_DEFAULT, CLI_MEMORY_LEAST,
                  &engine.bytes) &&
        cli_ok(ari_player_check(named, engine.who, NULL, &human, &error), engine.who,
               &error) &&
        cli_threads(arguments, &pool)) {
        engine.runner = ari_pool_runner(pool);
        engine.seconds = engine.turn = seconds;
        cli_engine_restart(&engine);
        code = human ? cli_wrong("a human is no engine: --player names a computer")
                     : serve(&engine);
    }
    free_variant(&engine);
    ari_record_free(&engine.record);
    ari_text_free(&engine.waiting);
    ari_pool_free(pool);
    ari_variant_free(engine.v);
    return code;
}

static const cli_option options[] = {
    CLI_VALUE("protocol", PROTOCOLS, "what the referee speaks; must be given"),
    CLI_VALUE("player", "WHO", "who plays, as for play (default strongest)"),
    CLI_SWITCH("ponder", "think on the other's time, too"),
    CLI_VALUE("seconds", "S", "for a move, until the referee says (default 1)"),
    CLI_MACHINE_OPTIONS,
    {.name = NULL}};

const cli_command cli_cmd_engine = {
    .name = "engine",
    .usage = "GAME --protocol pbrain|gtp|ugi",
    .summary = "play for the referees of others, by a protocol that they speak",
    .about =
        "Reads what a referee says from standard input and answers on standard output,\n"
        "until he says that it is enough or his side is closed. Whatever else is to be\n"
        "said goes to standard error.\n"
        "\n"
        "  pbrain  Gomocup's protocol, for five in a row; GAME may be left out, and the\n"
        "          referee says how large the board is. Five or more win.\n"
        "  gtp     the Go Text Protocol, version 2: boardsize, clear_board, play,\n"
        "          genmove, undo, showboard, time_settings, time_left and the\n"
        "          administrative commands. The first player is black.\n"
        "  ugi     the Universal Game Interface: position, go, stop, query.\n"
        "\n"
        "Moves and positions are the game's own texts; by pbrain they are x,y from 0,0\n"
        "at the top left. The time for a move is what the referee gives, less what it\n"
        "takes to answer; a clock is shared out, with more for moves that are not "
        "clear.\n"
        "With --ponder it goes on thinking after its answer, until the referee says\n"
        "something: where the other plays what was expected, that is a lead. No\n"
        "protocol needs to know of it.\n"
        "\n"
        "The other way round, programs that speak these protocols play in 'ariadne\n"
        "match' and 'ariadne play' as pbrain:COMMAND, gtp:COMMAND and ugi:COMMAND.",
    .examples = "ariadne engine --protocol pbrain\n"
                "ariadne engine hex:size=11 --protocol gtp --seconds 5\n"
                "ariadne engine connect4 --protocol ugi --player level:7",
    .min_words = 0,
    .max_words = 1,
    .options = options,
    .run = run,
};
