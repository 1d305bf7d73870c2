/* ponder.h: a thread in which a player thinks on its opponent's time. */
#ifndef ARIADNE_CLI_PONDER_H
#define ARIADNE_CLI_PONDER_H

#include <pthread.h>

#include <ariadne/player.h>

typedef struct cli_ponder {
    pthread_t thread;
    bool running;
    ari_stop halt;
    ari_player *player;
    const ari_record *record;
} cli_ponder;

/* Begins to think after this game, which must stay as it is until the end, if the player ponders and the game is
 * on. Where there is no thread to be had it does not. */
void cli_ponder_begin(cli_ponder *ponder, ari_player *player, const ari_variant *v,
                      const ari_record *record);
/* Ends it at once. Right in any case. */
void cli_ponder_end(cli_ponder *ponder);

#endif
