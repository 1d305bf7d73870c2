/* fuzz_games.c: any text as a game with options. What is accepted has a name that is accepted
 * and names the same. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = string_of(data, size);
    ari_variant *v, *again;
    ari_error error;
    ari_status status = ari_variant_new(text, &v, &error);
    must_explain(status, &error, text);
    MUST((status == ARI_OK) == (v != NULL));
    if (status == ARI_OK) {
        MUST(ari_variant_new(v->name, &again, &error) == ARI_OK);
        MUST(strcmp(v->name, again->name) == 0);
        MUST(ari_state_equal(v, &v->start, &again->start));
        must_be_sound(v, &v->start);
        ari_variant_free(again);
    }
    ari_variant_free(v);
    free(text);
    return 0;
}
