/* shelf.c: a few places for games, each emptied and filled by one exchange. */
#include "web/shelf.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#define PLACES 16

struct web_shelf {
    _Atomic(web_shelved *) places[PLACES];
    atomic_uint next; /* the place that is filled next */
};

static void discard(web_shelved *game)
{
    if (!game)
        return;
    ari_variant_free(game->v);
    free(game->spec);
    free(game);
}

web_shelf *web_shelf_new(void)
{
    return calloc(1, sizeof(web_shelf));
}

void web_shelf_free(web_shelf *shelf)
{
    for (int i = 0; shelf && i < PLACES; i++)
        discard(atomic_load(&shelf->places[i]));
    free(shelf);
}

static ari_status make(const char *spec, web_shelved **made, ari_error *error)
{
    web_shelved *game = calloc(1, sizeof *game);
    if (game)
        game->spec = strdup(spec);
    ari_status status = game && game->spec
                            ? ari_variant_new(spec, &game->v, error)
                            : ari_fail_memory(error, strlen(spec), "the name of a game");
    if (status != ARI_OK)
        discard(game);
    *made = status == ARI_OK ? game : NULL;
    return status;
}

ari_status web_shelf_take(web_shelf *shelf, const char *spec, web_shelved **taken,
                          ari_error *error)
{
    for (int i = 0; shelf && i < PLACES; i++) {
        web_shelved *game = atomic_exchange(&shelf->places[i], NULL);
        if (game && strcmp(game->spec, spec) == 0) {
            *taken = game;
            return ARI_OK;
        }
        if (game) /* back; what came there in between gives way */
            discard(atomic_exchange(&shelf->places[i], game));
    }
    return make(spec, taken, error);
}

void web_shelf_put(web_shelf *shelf, web_shelved *taken)
{
    if (shelf && taken)
        taken = atomic_exchange(
            &shelf->places[atomic_fetch_add(&shelf->next, 1) % PLACES], taken);
    discard(taken);
}
