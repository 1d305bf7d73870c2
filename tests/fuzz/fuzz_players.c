/* fuzz_players.c: any text as a player of some game, given by the first letter. */
#include "fuzz.h"

#include <ariadne/player.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    ari_variant *v = variant_by(data[0]);
    char *text = string_of(data + 1, size - 1);
    const ari_player_job setup = {.seed = 1, .bytes = 1 << 12};
    ari_player *player;
    ari_error error;
    ari_status status = ari_player_new(v, text, &setup, &player, &error);
    must_explain(status, &error, text);
    MUST((status == ARI_OK) == (player != NULL));
    if (status == ARI_OK)
        MUST(strcmp(ari_player_who(player), text) == 0);
    ari_player_free(player);
    free(text);
    ari_variant_free(v);
    return 0;
}
