/* old_game.c: a game for another version of the interface. */
#include <ariadne/game.h>

static const ari_game old_game = {.abi = ARI_GAME_ABI + 1, .id = "old", .title = "Old"};

ARI_PLUGIN(old_game)
