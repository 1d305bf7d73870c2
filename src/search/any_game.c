/* any_game.c: every search once more for any game, through its core: for plug-ins and for
 * comparison. */
#include <string.h>

#include "search/searches.h"

#define GAME any_game
#include "search/bind_core.inc"
#include "search/templates.inc"
#undef GAME

const ari_searches *const ari__any_game_searches = &any_game_searches;
