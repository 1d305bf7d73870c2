/* ponder.c: thinking on the opponent's time, in a thread that is asked to end as soon as there is an answer. */
#include "cli/ponder.h"

#include <signal.h>

static void *think(void *argument)
{
    cli_ponder *ponder = argument;
    const ari_limits limits = {.stop = &ponder->halt};
    ari_pondering pondering;
    ari_error error;
    ari_player_recall(ponder->player, ponder->record);
    /* What goes wrong here costs only what would have been gained. */
    (void)ari_player_ponder(ponder->player, &ponder->record->end, &limits, &pondering,
                            &error);
    ari_player_recall(ponder->player, NULL);
    return NULL;
}

void cli_ponder_begin(cli_ponder *ponder, ari_player *player, const ari_variant *v,
                      const ari_record *record)
{
    sigset_t all, before;
    if (!ari_player_ponders(player) || ari_record_over(v, record))
        return;
    atomic_store(&ponder->halt, 0);
    ponder->player = player;
    ponder->record = record;
    /* Signals are for the thread that waits for a line. */
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    ponder->running = pthread_create(&ponder->thread, NULL, think, ponder) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

void cli_ponder_end(cli_ponder *ponder)
{
    if (!ponder->running)
        return;
    atomic_store(&ponder->halt, 1);
    pthread_join(ponder->thread, NULL);
    ponder->running = false;
}
