/* lost_game.c: needs a function that nobody has. */
#include <ariadne/game.h>

int ari_no_such_function(void);
const ari_game *ari_plugin_game(void);

const ari_game *ari_plugin_game(void)
{
    static const ari_game game = {.abi = ARI_GAME_ABI};
    return ari_no_such_function() ? &game : 0;
}
