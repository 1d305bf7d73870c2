/* plugin.h: games from outside, loaded from a shared object at run time.
 *
 * A plug-in is one game file that ends in ARI_PLUGIN(my_game), compiled against these
 * headers alone: docs/adding-a-game.md shows the command. Once loaded, its game is used
 * like any other through ari_variant_of. */
#ifndef ARIADNE_PLUGIN_H
#define ARIADNE_PLUGIN_H

#include <ariadne/game.h>

ARI_C_BEGIN

typedef struct ari_plugin ari_plugin;

/* Loads the shared object at `path` and asks it for its game, which stays valid until
 * ari_plugin_free. Says what is wrong with a file that is missing, is not a shared
 * object, holds no game, or was built for another interface. */
ari_status ari_plugin_new(const char *path, ari_plugin **plugin, const ari_game **game,
                          ari_error *error);

/* Every variant of its game must be gone by then. */
void ari_plugin_free(ari_plugin *plugin);

ARI_C_END

#endif
