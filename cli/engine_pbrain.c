/* engine_pbrain.c: Gomocup's protocol, from the side of the program that plays. */
#include "cli/engine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool start(cli_engine *engine, int64_t width, int64_t height)
{
    ari_error error;
    if (!cli_engine_size(engine, width, height, &error)) {
        cli_engine_say("ERROR %s", error.message);
        return false;
    }
    cli_engine_restart(engine);
    cli_engine_say("OK");
    return true;
}

static void answer(cli_engine *engine)
{
    ari_error error;
    ari_choice choice;
    int x, y;
    if (cli_engine_think(engine, &choice, &error) != ARI_OK)
        cli_engine_say("ERROR %s", error.message);
    else if (ari_place_of_move(engine->v, &engine->record.before, choice.move, &x, &y))
        cli_engine_say("%d,%d", x, y);
}

/* Puts a stone for whoever is to move. */
static bool put(cli_engine *engine, int x, int y)
{
    ari_error error = {.message = "there is no free place"};
    bool on = ari_outcome(engine->v, &engine->record.end) == ARI_ON;
    ari_move move =
        on ? ari_move_at_place(engine->v, &engine->record.end, x, y) : ARI_NO_MOVE;
    if (move != ARI_NO_MOVE &&
        ari_record_add(engine->v, &engine->record, move, &error) == ARI_OK)
        return true;
    cli_engine_say("ERROR %d,%d: %s", x, y, error.message);
    return false;
}

/* ---- all stones at once ---- */

#define STONES 361 /* of 19 x 19 */

/* The stones that came so far, in their order; BOARD begins the list, DONE ends it. */
typedef struct stones {
    int x[2][STONES], y[2][STONES], count[2]; /* own, the other's */
} stones;

/* Whoever has more has begun; with as many it is the one who is to move now. */
static void set_up(cli_engine *engine, const stones *s)
{
    int first = s->count[1] > s->count[0];
    cli_engine_restart(engine);
    if (s->count[1] - s->count[0] > 1 || s->count[0] > s->count[1]) {
        cli_engine_say("ERROR %d own stones and %d others are of no game in which the "
                       "sides move in turn",
                       s->count[0], s->count[1]);
        return;
    }
    for (int i = 0; i < s->count[0] + s->count[1]; i++) {
        int side = (first + i) % 2;
        if (!put(engine, s->x[side][i / 2], s->y[side][i / 2]))
            return;
    }
    answer(engine);
}

/* One line of such a list; false at its end. */
static bool add_stone(stones *s, const ari_text *said)
{
    char line[32];
    snprintf(line, sizeof line, "%s", ari_text_get(said));
    line[strcspn(line, " \r")] = '\0';
    int stone[3]; /* x, y, 1 or 2 */
    if (ari_numbers_read(line, stone, 3) && (stone[2] == 1 || stone[2] == 2) &&
        s->count[stone[2] - 1] < STONES) {
        int side = stone[2] - 1, at = s->count[side]++;
        s->x[side][at] = stone[0];
        s->y[side][at] = stone[1];
    }
    return strncmp(line, "DONE", 4) != 0;
}

/* ---- commands ---- */

static void take_back(cli_engine *engine)
{
    cli_engine_say(cli_engine_undo(engine) ? "OK"
                                           : "ERROR there is no move to take back");
}

#define MOVES_TO_COME 20 /* of a game of which only the whole time is known */

static void take_info(cli_engine *engine, const char *key, const char *said)
{
    double value = strtod(said, NULL);
    if (strcmp(key, "timeout_turn") == 0) {
        cli_engine_give(engine, value / 1000);
        engine->turn = engine->seconds;
    } else if (strcmp(key, "time_left") == 0) {
        cli_engine_clock(engine, value / 1000, MOVES_TO_COME, 0);
        if (engine->seconds > engine->turn)
            engine->seconds = engine->turn;
    } else if (strcmp(key, "rule") == 0 && value != 0) {
        cli_engine_say("MESSAGE five or more win here, whatever rule %d says",
                       (int)value);
    }
}

static void obey(cli_engine *engine, char *line)
{
    const char *word = cli_engine_word(&line), *first = cli_engine_word(&line);
    int place[2] = {0, 0};
    bool has_place = ari_numbers_read(first, place, 2);
    if (strcmp(word, "START") == 0) {
        int size = 0;
        ari_numbers_read(first, &size, 1);
        start(engine, size, size);
    } else if (strcmp(word, "RECTSTART") == 0 && has_place) {
        start(engine, place[0], place[1]);
    } else if (strcmp(word, "RESTART") == 0) {
        cli_engine_restart(engine);
        cli_engine_say("OK");
    } else if (strcmp(word, "BEGIN") == 0) {
        answer(engine);
    } else if (strcmp(word, "TURN") == 0 && has_place) {
        if (put(engine, place[0], place[1]))
            answer(engine);
    } else if (strcmp(word, "BOARD") == 0) {
        stones s = {.count = {0, 0}};
        ari_text stone = ARI_TEXT_EMPTY;
        while (cli_engine_line(engine, &stone) && add_stone(&s, &stone))
            continue;
        ari_text_free(&stone);
        set_up(engine, &s);
    } else if (strcmp(word, "TAKEBACK") == 0) {
        take_back(engine);
    } else if (strcmp(word, "INFO") == 0) {
        take_info(engine, first, cli_engine_word(&line));
    } else if (strcmp(word, "ABOUT") == 0) {
        cli_engine_say("name=\"Ariadne\", version=\"%s\"", ARIADNE_VERSION);
    } else if (strcmp(word, "END") == 0) {
        engine->over = true;
    } else if (word[0]) {
        cli_engine_say("UNKNOWN %.60s", word);
    }
}

const cli_protocol cli_pbrain = {"pbrain", " END ", obey};
