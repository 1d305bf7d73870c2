/* fuzz_game.c: any text as a game with its options, as an evaluation and as a player. What is
 * accepted must write itself as a text that is accepted as the same. */
#include <stdlib.h>
#include <string.h>

#include <ariadne/player.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool held)
{
    if (!held)
        abort();
}

static void same_by_its_name(const ari_variant *v)
{
    ari_variant *again;
    must(ari_variant_new(v->name, &again, NULL) == ARI_OK);
    must(strcmp(v->name, again->name) == 0);
    must(ari_state_equal(v, &v->start, &again->start));
    ari_variant_free(again);
}

/* "spec|evaluation|who": what comes after the first line is for the game before it. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char text[401];
    if (size >= sizeof text)
        return 0;
    memcpy(text, data, size);
    text[size] = '\0';
    char *eval_text = strchr(text, '|'), *who = NULL;
    if (eval_text) {
        *eval_text++ = '\0';
        who = strchr(eval_text, '|');
        if (who)
            *who++ = '\0';
    }
    ari_error error = {.message = ""};
    ari_variant *v;
    if (ari_variant_new(text, &v, &error) != ARI_OK) {
        must(!v && error.message[0] && error.status != ARI_OK);
        return 0;
    }
    same_by_its_name(v);
    ari_eval eval;
    if (eval_text && ari_eval_parse(v, eval_text, 1, &eval, &error) == ARI_OK)
        must(ari_eval_name(v, &eval) != NULL);
    ari_player *player;
    const ari_player_setup setup = {.table_bytes = 4096};
    if (who && ari_player_new(v, who, &setup, &player, &error) == ARI_OK)
        ari_player_free(player);
    ari_variant_free(v);
    return 0;
}
