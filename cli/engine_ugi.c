/* engine_ugi.c: the Universal Game Interface, from the side of the program that plays. */
#include "cli/engine.h"

#include <stdlib.h>
#include <string.h>

#define MOVES_TO_COME 30 /* of a game of which only the whole time is known */
#define FOR_EVER 1e6     /* seconds: until "stop" */

/* "startpos" or "fen TEXT", then perhaps "moves" and moves. What cannot be is said, and then the
 * position stays what it was. */
static void position(cli_engine *engine, char *line)
{
    const ari_variant *v = engine->v;
    ari_error error;
    ari_record record = ARI_RECORD_EMPTY;
    char *moves = strstr(line, " moves ");
    if (moves)
        *moves = '\0';
    const char *kind = cli_engine_word(&line);
    record.start = record.end = v->start;
    ari_status status = ARI_OK;
    if (strcmp(kind, "fen") == 0) {
        line[strcspn(line, "\r\n")] = '\0';
        status = v->core->parse(v->rules, line, &record.start, &error);
        record.end = record.start;
    } else if (strcmp(kind, "startpos") != 0) {
        status = ari_fail(&error, ARI_SYNTAX, ARI_NO_OFFSET,
                          "expected startpos or fen, not '%.40s'", kind);
    }
    if (moves && status == ARI_OK) {
        moves += strlen(" moves ");
        for (const char *one; status == ARI_OK && *(one = cli_engine_word(&moves));) {
            ari_move move;
            status = ari_outcome(v, &record.end) == ARI_ON
                         ? ari_move_parse(v, &record.end, one, &move, &error)
                         : ari_fail(&error, ARI_OVER, ARI_NO_OFFSET, "the game is over");
            if (status == ARI_OK)
                status = ari_record_add(v, &record, move, &error);
        }
    }
    if (status != ARI_OK) {
        cli_engine_say("info string %s", error.message);
        ari_record_free(&record);
        return;
    }
    ari_record_free(&engine->record);
    engine->record = record;
}

/* The words after "go" come in pairs, and some stand alone. */
static void set_time(cli_engine *engine, char *line)
{
    bool first = ari_turn(engine->v, &engine->record.end) == ARI_FIRST;
    double left = 0, more = 0;
    for (const char *word; *(word = cli_engine_word(&line));) {
        if (strcmp(word, "infinite") == 0) {
            engine->seconds = FOR_EVER;
            continue;
        }
        double value = strtod(cli_engine_word(&line), NULL) / 1000;
        if (strcmp(word, "movetime") == 0)
            cli_engine_give(engine, value);
        else if (strcmp(word, first ? "p1time" : "p2time") == 0)
            left = value;
        else if (strcmp(word, first ? "p1inc" : "p2inc") == 0)
            more = value;
    }
    if (left > 0)
        cli_engine_clock(engine, left, MOVES_TO_COME, more);
}

static void go(cli_engine *engine, char *line)
{
    ari_error error;
    ari_choice choice;
    double usual = engine->seconds, wanted = engine->wanted;
    set_time(engine, line);
    ari_status status = cli_engine_think(engine, &choice, &error);
    engine->seconds = usual;
    engine->wanted = wanted;
    if (status != ARI_OK) {
        cli_engine_say("info string %s\nbestmove 0000", error.message);
        return;
    }
    ari_text text = ARI_TEXT_EMPTY;
    ari_move_format(engine->v, &engine->record.before, choice.move, &text);
    cli_engine_say("info time %d nodes %llu string %s\nbestmove %s",
                   (int)(choice.seconds * 1000), (unsigned long long)choice.nodes,
                   choice.reason, ari_text_get(&text));
    ari_text_free(&text);
    cli_engine_undo(engine); /* a position stays until the next is told */
}

static void query(const cli_engine *engine, const char *what)
{
    const ari_variant *v = engine->v;
    int outcome = ari_outcome(v, &engine->record.end);
    bool over = ari_record_over(v, &engine->record);
    bool first = ari_turn(v, &engine->record.end) == ARI_FIRST;
    const char *answer = "unknown";
    if (strcmp(what, "gameover") == 0)
        answer = over ? "true" : "false";
    else if (strcmp(what, "p1turn") == 0)
        answer = first ? "true" : "false";
    else if (strcmp(what, "result") == 0 && !over)
        answer = "none";
    else if (strcmp(what, "result") == 0)
        answer = outcome == ARI_ON || outcome == 0 ? "draw"
                 : (outcome > 0) == first          ? "p1win"
                                                   : "p2win";
    cli_engine_say("response %s", answer);
}

static void obey(cli_engine *engine, char *line)
{
    const char *word = cli_engine_word(&line);
    if (strcmp(word, "ugi") == 0)
        cli_engine_say("id name Ariadne %s\nid author the Ariadne developers\nugiok",
                       ARIADNE_VERSION);
    else if (strcmp(word, "isready") == 0)
        cli_engine_say("readyok");
    else if (strcmp(word, "uginewgame") == 0)
        cli_engine_restart(engine);
    else if (strcmp(word, "position") == 0)
        position(engine, line);
    else if (strcmp(word, "go") == 0)
        go(engine, line);
    else if (strcmp(word, "query") == 0)
        query(engine, cli_engine_word(&line));
    else if (strcmp(word, "quit") == 0)
        engine->over = true;
    else if (word[0] && strcmp(word, "stop") != 0 && strcmp(word, "setoption") != 0)
        cli_engine_say("info string there is no command '%.40s'", word);
}

const cli_protocol cli_ugi = {"ugi", " stop quit ", obey};
