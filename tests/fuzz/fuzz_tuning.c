/* fuzz_tuning.c: any text as the saved state of a tuner. */
#include "fuzz.h"

#include <ariadne/tune.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const ari_tune_job setup = {
        .method = ARI_TUNE_CMA, .who = "engine:depth=1", .population = 2, .survivors = 1};
    char *text = string_of(data, size);
    ari_tune_saved saved;
    ari_variant *v;
    ari_tuner *tuner;
    ari_error error;
    ari_text state = ARI_TEXT_EMPTY, before = ARI_TEXT_EMPTY, after = ARI_TEXT_EMPTY;
    MUST(ari_variant_new("connect4:width=4,height=4", &v, &error) == ARI_OK);
    MUST(ari_tuner_new(v, &setup, &tuner, &error) == ARI_OK);
    must_explain(ari_tune_saved_read(text, &saved, &error), &error, text);
    ari_tune_saved_free(&saved);
    ari_tuner_save(tuner, &before);
    /* The heading must be the tuner's own: what follows it is what is fuzzed. */
    const char *end = strstr(ari_text_get(&before), "generation");
    ari_text_add_bytes(&state, ari_text_get(&before),
                       (size_t)(end - ari_text_get(&before)));
    ari_text_add(&state, text);
    ari_status status = ari_tuner_load(tuner, ari_text_get(&state), &error);
    must_explain(status, &error, ari_text_get(&state));
    ari_tuner_save(tuner, &after);
    if (status != ARI_OK) { /* nothing half-loaded */
        MUST(strcmp(ari_text_get(&before), ari_text_get(&after)) == 0);
    } else { /* written and read again it is the same */
        MUST(ari_tuner_load(tuner, ari_text_get(&after), &error) == ARI_OK);
        ari_text_clear(&before);
        ari_tuner_save(tuner, &before);
        MUST(strcmp(ari_text_get(&before), ari_text_get(&after)) == 0);
        MUST(ari_tuner_generation(tuner) > 0);
    }
    ari_text_free(&state);
    ari_text_free(&before);
    ari_text_free(&after);
    ari_tuner_free(tuner);
    ari_variant_free(v);
    free(text);
    return 0;
}
