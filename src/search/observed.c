/* observed.c: the textbook searches once more, telling an observer what they do. */
#include <stdlib.h>
#include <string.h>

#include "search/searches.h"
#include "search/textbook.h"

#define ARI_PASTE_(a, b) a##_##b
#define ARI_PASTE(a, b) ARI_PASTE_(a, b)
#define G(name) ARI_PASTE(GAME, name)

#define GAME watched
#define OBSERVED
#include "search/bind_table.inc"
#include "search/common.inc"
#include "search/textbook.inc"
#include "search/minimax.inc"
#include "search/alphabeta.inc"
#include "search/unbind.inc"

ari_status ari__minimax_observed(const ari_variant *v, const ari_state *s,
                                 const ari_search *search, ari_result *result,
                                 ari_error *error)
{
    return watched_minimax(v, s, search, result, error);
}

ari_status ari__alphabeta_observed(const ari_variant *v, const ari_state *s,
                                   const ari_search *search, ari_result *result,
                                   ari_error *error)
{
    return watched_alphabeta(v, s, search, result, error);
}
