/* fuzz_positions.c: any text as a position of some game, given by the first letter. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    ari_variant *v = variant_by(data[0]);
    char *text = string_of(data + 1, size - 1);
    ari_record record, quietly;
    ari_error error;
    ari_status status = ari_position_parse(v, text, &record, &error);
    must_explain(status, &error, text);
    MUST(ari_position_parse(v, text, &quietly, NULL) == status);
    if (status == ARI_OK) {
        must_be_sound(v, &record.end);
        MUST(ari_state_equal(v, &record.end, &quietly.end));
        ari_record_free(&record);
        ari_record_free(&quietly);
    }
    free(text);
    ari_variant_free(v);
    return 0;
}
