/* observed.c: the textbook searches and the recursion once more, telling an observer what they do. */
#include <stdlib.h>
#include <string.h>

#include "search/memo_table.h"
#include "search/searches.h"
#include "search/textbook.h"

#define GAME watched
#define OBSERVED
#include "search/bind_core.inc"
#include "search/common.inc"
#include "search/textbook.inc"
#include "search/minimax.inc"
#include "search/alphabeta.inc"
#include "search/bestmove.inc"
#include "search/memo.inc"
#include "search/unbind.inc"

ari__textbook *const ari__minimax_observed = watched_minimax;
ari__textbook *const ari__alphabeta_observed = watched_alphabeta;
ari__textbook *const ari__bestmove_observed = watched_bestmove;
ari__recursion *const ari__memo_observed = watched_memo;
