/* fuzz_moves.c: any text as the moves of a game, given by the first letter. What is accepted
 * is written as moves that are read as the same; where it is not, the last line is tried as
 * one move in the start position. */
#include "fuzz.h"

static void read_record(const ari_variant *v, const char *text)
{
    ari_record record, back;
    ari_error error;
    ari_status status = ari_record_parse(v, &v->start, text, &record, &error);
    must_explain(status, &error, text);
    if (status != ARI_OK)
        return;
    must_be_sound(v, &record.end);
    ari_text written = ARI_TEXT_EMPTY;
    ari_record_format(v, &record, &written);
    MUST(ari_record_parse(v, &v->start, ari_text_get(&written), &back, &error) == ARI_OK);
    MUST(back.count == record.count && ari_state_equal(v, &back.end, &record.end));
    ari_text_free(&written);
    ari_record_free(&back);
    ari_record_free(&record);
}

static void read_move(const ari_variant *v, const char *text)
{
    ari_move m, list[ARI_MOVES_MAX];
    ari_error error;
    ari_status status = ari_move_parse(v, &v->start, text, &m, &error);
    must_explain(status, &error, text);
    if (status != ARI_OK)
        return;
    bool listed = false;
    for (int i = ari_moves(v, &v->start, list) - 1; i >= 0; i--)
        listed |= list[i] == m;
    MUST(listed);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    ari_variant *v = variant_by(data[0]);
    char *text = string_of(data + 1, size - 1);
    read_record(v, text);
    const char *last = strrchr(text, '\n');
    read_move(v, last ? last + 1 : text);
    free(text);
    ari_variant_free(v);
    return 0;
}
