/* any_game.c: the steps of strong solving once more for any game, through its core. */
#include <string.h>

#include "search/searches.h"
#include "strong/steps.h"

#define GAME any_game
#include "search/bind_core.inc"
#include "search/common.inc"
#include "strong/steps.inc"
#undef GAME

const ari__strong_steps *const ari__any_game_steps = &any_game_strong_steps;
