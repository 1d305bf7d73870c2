/* playing.h: one game from its instructions to its result, for the commands that play. */
#ifndef ARIADNE_CLI_PLAYING_H
#define ARIADNE_CLI_PLAYING_H

#include <ariadne/session.h>

#include "cli/cli.h"

/* What is said to the people who play. */
typedef enum cli_voice {
    CLI_ALOUD,  /* on stdout */
    CLI_ASIDE,  /* on stderr, where stdout is for programs */
    CLI_SILENT, /* not at all */
} cli_voice;

typedef struct cli_sitting {
    const ari_variant *v;
    const char *who[2]; /* as texts, see player.h */
    uint64_t seed;
    size_t memory; /* that is given */
    size_t bytes;  /* of it, for the solver and the players */
    const ari_runner *runner;
    const char *book_option; /* --book */
    cli_voice voice;
    bool ponder;      /* computers think on a person's time */
    bool quiet;       /* moves and the result, but no instructions and no boards */
    cli_lines *input; /* what people type; NULL when nobody does */

    /* made by cli_sitting_set: */
    ari_session *session;
    ari_solver *solver;
    struct ari_book *book; /* that the solver uses; NULL: none */
    ari_player *players[2];
    /* made by cli_sitting_play: */
    ari_text called[2]; /* their names, which promise no more than can be kept */
} cli_sitting;

typedef enum cli_ending {
    CLI_GAME_OVER,   /* the result was announced */
    CLI_GAME_LEFT,   /* by quit or by Ctrl-D */
    CLI_GAME_CUT,    /* the input ended that was not a terminal */
    CLI_GAME_BROKEN, /* after saying why, or because nobody hears it any more */
    CLI_GAME_STOPPED /* Ctrl-C */
} cli_ending;

/* Makes the session, at the start of the game, and the players. False after saying what
 * is wrong; cli_sitting_clear is right in any case. */
bool cli_sitting_set(cli_sitting *sitting);
void cli_sitting_clear(cli_sitting *sitting);
bool cli_sitting_has_human(const cli_sitting *sitting);

/* The one main loop of every game. */
cli_ending cli_sitting_play(cli_sitting *sitting);

/* ---- saved games ---- */

/* How to name the plug-in of a saved game. */
#define CLI_SAVE_PLUGIN \
    "name the plug-in before --load, if you trust it, as in ./GAME.so --load FILE"

/* All of these are false after saying what is wrong. */
bool cli_save_read(const char *path, ari_text *save);
/* The variant of `spec` or, when that is NULL, of the saved game. */
bool cli_save_game(const char *path, const ari_text *save, const char *spec,
                   ari_variant **v);
bool cli_save_load(const char *path, const ari_text *save, ari_session *session);

/* ---- games that a match wrote ---- */

typedef struct cli_recorded {
    ari_text spec, start, moves; /* the game, the board at the start, the moves */
} cli_recorded;

bool cli_is_games_file(const ari_text *content);
/* The game in line `number`, counted from 1; false after saying what is wrong. */
bool cli_recorded_read(const char *path, const ari_text *content, int64_t number,
                       cli_recorded *game);
void cli_recorded_free(cli_recorded *game);

/* ---- between playing.c and prompt.c ---- */

void cli_tell(const cli_sitting *sitting, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void cli_tell_text(const cli_sitting *sitting, ari_text *text); /* and frees it */
void cli_tell_board(const cli_sitting *sitting);
/* The moves made so far, as they are written on a command line. */
void cli_add_moves(const cli_sitting *sitting, ari_text *out);

typedef enum cli_reply {
    CLI_REPLY_NOTHING, /* nothing has changed: ask again */
    CLI_REPLY_MOVED,   /* there is another position on the board */
    CLI_REPLY_LEAVE
} cli_reply;

/* What a person typed: a command or a move. */
cli_reply cli_prompt_do(cli_sitting *sitting, const ari_text *line, bool cut);
/* "help, hint, undo, ... or quit": what can be typed instead of a move. */
void cli_prompt_words(ari_text *out);

#endif
