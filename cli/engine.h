/* engine.h: Ariadne as an engine for the referees of others: what its protocols share. Each is a file,
 * engine_NAME.c, with one const struct. */
#ifndef ARIADNE_CLI_ENGINE_H
#define ARIADNE_CLI_ENGINE_H

#include <ariadne/guest.h>

#include "cli/book.h"
#include "cli/cli.h"
#include "cli/ponder.h"

struct cli_protocol;

typedef struct cli_engine {
    const struct cli_protocol *protocol;
    const ari_game *game; /* its variant may change, it stays */
    ari_variant *v;
    const char *who;
    size_t bytes;
    const ari_runner *runner;
    ari_player *player; /* of this variant; made when it is first to move */
    ari_book *book;
    ari_record record; /* the game so far */
    double seconds;    /* the most for a move */
    double wanted;     /* of a clock, on average; 0: as many as those */
    double turn;       /* pbrain: the most whatever the clock says */
    bool over;         /* the referee has said that it is enough */
    ari_text waiting;  /* what was read and is not yet obeyed */
    bool ended;        /* nothing more will come */
    ari_stop halt;     /* of the thinking */
    bool ponders;      /* who can thinks on the other's time */
    cli_ponder ponder;
    ari_record
        answered; /* the game as it stood after the last answer, if there was one: */
    bool has_answered;
} cli_engine;

typedef struct cli_protocol {
    const char *name;
    const char
        *stops; /* words, each with spaces around: lines that end its thinking begin so */
    void (*obey)(cli_engine *engine, char *line);
} cli_protocol;

extern const cli_protocol cli_pbrain, cli_gtp, cli_ugi;

/* ---- for the protocols ---- */

/* The next line that the referee says, without its end; false when there is none and none will
 * come. */
bool cli_engine_line(cli_engine *engine, ari_text *line);
/* Cuts the first word off a line; "" at its end. */
char *cli_engine_word(char **line);
/* Another board: of so many columns and rows. False, with a reason, if there is none. */
bool cli_engine_size(cli_engine *engine, int64_t width, int64_t height, ari_error *error);
/* Back to the start. */
void cli_engine_restart(cli_engine *engine);
/* Adds a move of the referee's. */
ari_status cli_engine_add(cli_engine *engine, const char *move, ari_error *error);
/* Takes the last move back; false where there is none. */
bool cli_engine_undo(cli_engine *engine);
/* Seconds for a move, a little less than the referee gives. */
void cli_engine_give(cli_engine *engine, double seconds);
/* Seconds left on the clock for so many moves, and those that each of them adds. */
void cli_engine_clock(cli_engine *engine, double left, double moves, double more);
/* Chooses a move and adds it to the game. It listens meanwhile. */
ari_status cli_engine_think(cli_engine *engine, ari_choice *choice, ari_error *error);
/* A line for the referee, at once. */
void cli_engine_say(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
