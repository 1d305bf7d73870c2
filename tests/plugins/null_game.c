/* null_game.c: says that it is a game, but hands out none. */
#include <ariadne/game.h>

const ari_game *ari_plugin_game(void);

const ari_game *ari_plugin_game(void)
{
    return 0;
}
