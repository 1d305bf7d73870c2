/* table.c: every search bound to the run-time table of a game's functions, for plug-ins
 * and for comparison. */
#include <string.h>

#include "search/searches.h"

#define ARI_PASTE_(a, b) a##_##b
#define ARI_PASTE(a, b) ARI_PASTE_(a, b)
#define G(name) ARI_PASTE(GAME, name)

#define GAME table
#include "search/bind_table.inc"
#include "search/templates.inc"
#undef GAME

const ari_searches ari__table_searches = {
    .minimax = table_minimax,
    .alphabeta = table_alphabeta,
    .bestmove = table_bestmove,
    .memo = table_memo,
    .perft = table_perft,
    .engine = table_engine,
    .strong = &table_strong_steps,
    .prove = table_prove,
    .prove_room = table_prove_room,
};
