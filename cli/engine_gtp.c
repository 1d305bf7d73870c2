/* engine_gtp.c: the Go Text Protocol, version 2, from the side of the program that plays. */
#include "cli/engine.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* A command and its answer: "=" and the number that the command had, or "?" where it failed. */
typedef struct reply {
    cli_engine *engine;
    const char *number;
    char *line; /* what follows the command */
} reply;

static void say(const reply *r, bool well, const char *text)
{
    cli_engine_say("%c%s%s%s\n", well ? '=' : '?', r->number, text[0] ? " " : "", text);
}

/* ---- commands ---- */

static void name(reply *r)
{
    say(r, true, "Ariadne");
}

static void version(reply *r)
{
    say(r, true, ARIADNE_VERSION);
}

static void protocol_version(reply *r)
{
    say(r, true, "2");
}

static void quit(reply *r)
{
    r->engine->over = true;
    say(r, true, "");
}

static void boardsize(reply *r)
{
    ari_error error;
    const char *width = cli_engine_word(&r->line), *height = cli_engine_word(&r->line);
    int64_t columns = strtol(width, NULL, 10);
    int64_t rows = height[0] ? strtol(height, NULL, 10) : columns;
    bool well = cli_engine_size(r->engine, columns, rows, &error);
    if (well)
        cli_engine_restart(r->engine);
    say(r, well, well ? "" : "unacceptable size");
}

static void clear_board(reply *r)
{
    cli_engine_restart(r->engine);
    say(r, true, "");
}

/* What only matters in Go is taken and changes nothing. */
static void komi(reply *r)
{
    say(r, true, "");
}

/* Is it the turn of this colour, "b", "black", "w" or "white"? */
static bool is_turn(const reply *r, const char *colour)
{
    ari_side side = ari_turn(r->engine->v, &r->engine->record.end);
    return tolower((unsigned char)colour[0]) == (side == ARI_FIRST ? 'b' : 'w');
}

static void play(reply *r)
{
    ari_error error = {.message = "it is the other colour's turn"};
    const ari_variant *v = r->engine->v;
    const char *colour = cli_engine_word(&r->line), *move = cli_engine_word(&r->line);
    bool well = is_turn(r, colour);
    if (well && strcmp(move, "pass") == 0 && v->core->pass)
        well = ari_outcome(v, &r->engine->record.end) == ARI_ON &&
               ari_record_add(v, &r->engine->record, v->core->pass(v->rules), &error) ==
                   ARI_OK;
    else if (well)
        well = cli_engine_add(r->engine, move, &error) == ARI_OK;
    say(r, well, well ? "" : error.message);
}

static void genmove(reply *r)
{
    ari_error error = {.message = "it is the other colour's turn"};
    ari_choice choice;
    const ari_variant *v = r->engine->v;
    if (!is_turn(r, cli_engine_word(&r->line)) ||
        cli_engine_think(r->engine, &choice, &error) != ARI_OK) {
        say(r, false, error.message);
        return;
    }
    ari_text text = ARI_TEXT_EMPTY;
    if (v->core->pass && choice.move == v->core->pass(v->rules))
        ari_text_add(&text, "pass");
    else
        ari_move_format(v, &r->engine->record.before, choice.move, &text);
    say(r, true, ari_text_get(&text));
    ari_text_free(&text);
}

static void undo(reply *r)
{
    bool well = cli_engine_undo(r->engine);
    say(r, well, well ? "" : "cannot undo");
}

static void showboard(reply *r)
{
    ari_text text = ARI_TEXT_EMPTY;
    ari_text_add_char(&text, '\n');
    cli_board(r->engine->v, &r->engine->record.end, false, &text);
    while (text.size > 0 && text.data[text.size - 1] == '\n')
        text.data[--text.size] = '\0';
    say(r, true, ari_text_get(&text));
    ari_text_free(&text);
}

/* So many moves may still come of a game of which only the whole time is known. */
#define MOVES_TO_COME 30

static void time_settings(reply *r)
{
    double main_time = strtod(cli_engine_word(&r->line), NULL);
    double more = strtod(cli_engine_word(&r->line), NULL);
    double stones = strtod(cli_engine_word(&r->line), NULL);
    if (more > 0 && stones > 0)
        cli_engine_clock(r->engine, main_time, MOVES_TO_COME, more / stones);
    else if (main_time > 0)
        cli_engine_clock(r->engine, main_time, MOVES_TO_COME, 0);
    say(r, true, "");
}

static void time_left(reply *r)
{
    bool mine = is_turn(r, cli_engine_word(&r->line));
    double seconds = strtod(cli_engine_word(&r->line), NULL);
    double stones = strtod(cli_engine_word(&r->line), NULL);
    if (mine)
        cli_engine_clock(r->engine, seconds, stones > 0 ? stones : MOVES_TO_COME, 0);
    say(r, true, "");
}

static void list_commands(reply *r);
static void known_command(reply *r);

static const struct {
    const char *name;
    void (*obey)(reply *r);
} commands[] = {{"protocol_version", protocol_version},
                {"name", name},
                {"version", version},
                {"known_command", known_command},
                {"list_commands", list_commands},
                {"quit", quit},
                {"boardsize", boardsize},
                {"clear_board", clear_board},
                {"komi", komi},
                {"play", play},
                {"genmove", genmove},
                {"undo", undo},
                {"showboard", showboard},
                {"time_settings", time_settings},
                {"time_left", time_left}};
#define COMMANDS (sizeof commands / sizeof *commands)

static void list_commands(reply *r)
{
    ari_text text = ARI_TEXT_EMPTY;
    for (size_t i = 0; i < COMMANDS; i++)
        ari_text_format(&text, "%s%s", i ? "\n" : "", commands[i].name);
    say(r, true, ari_text_get(&text));
    ari_text_free(&text);
}

static void known_command(reply *r)
{
    const char *word = cli_engine_word(&r->line);
    bool known = false;
    for (size_t i = 0; i < COMMANDS; i++)
        known |= strcmp(word, commands[i].name) == 0;
    say(r, true, known ? "true" : "false");
}

/* A line may begin with a number, and end in a remark. */
static void obey(cli_engine *engine, char *line)
{
    line[strcspn(line, "#")] = '\0';
    reply r = {.engine = engine, .number = "", .line = line};
    const char *word = cli_engine_word(&r.line);
    if (word[0] && word[strspn(word, "0123456789")] == '\0') {
        r.number = word;
        word = cli_engine_word(&r.line);
    }
    for (size_t i = 0; i < COMMANDS && word[0]; i++)
        if (strcmp(word, commands[i].name) == 0) {
            commands[i].obey(&r);
            return;
        }
    if (word[0] || r.number[0])
        say(&r, false, "unknown command");
}

const cli_protocol cli_gtp = {"gtp", " quit ", obey};
