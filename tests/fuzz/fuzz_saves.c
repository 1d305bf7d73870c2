/* fuzz_saves.c: any text as a saved game. The checksum of the last line would keep a fuzzer
 * out, so the text is also tried with the right one put in its place. */
#include "fuzz.h"

#include <ariadne/session.h>

/* The closing line of a save, made by saving: the last line of what a session writes has
 * the checksum of all that stands before it, so it is computed the same way here. */
static void close_save(ari_text *save)
{
    uint64_t sum = 0xcbf29ce484222325u;
    for (size_t i = 0; i < save->size; i++)
        sum = (sum ^ (unsigned char)save->data[i]) * 0x100000001b3u;
    ari_text_format(save, "end %016llx\n", (unsigned long long)sum);
}

static void load(const char *text)
{
    ari_text name = ARI_TEXT_EMPTY;
    ari_error error;
    ari_variant *v;
    ari_status status = ari_save_game(text, &name, &error);
    must_explain(status, &error, text);
    if (status != ARI_OK || ari_variant_new(ari_text_get(&name), &v, NULL) != ARI_OK) {
        ari_text_free(&name);
        return;
    }
    ari_text_free(&name);
    ari_session *session;
    MUST(ari_session_new(v, &session, &error) == ARI_OK);
    status = ari_session_load(session, text, &error);
    must_explain(status, &error, text);
    ari_state s = ari_session_state(session);
    must_be_sound(v, &s);
    if (status == ARI_OK) { /* written and read again it is the same */
        ari_text again = ARI_TEXT_EMPTY, third = ARI_TEXT_EMPTY;
        ari_session_save(session, &again);
        MUST(ari_session_load(session, ari_text_get(&again), &error) == ARI_OK);
        ari_session_save(session, &third);
        MUST(strcmp(ari_text_get(&again), ari_text_get(&third)) == 0);
        ari_text_free(&again);
        ari_text_free(&third);
    } else {
        MUST(ari_session_length(session) == 0); /* nothing half-loaded */
    }
    ari_session_free(session);
    ari_variant_free(v);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = string_of(data, size);
    load(text);
    ari_text save = ARI_TEXT_EMPTY;
    const char *end = strstr(text, "\nend ");
    ari_text_add_bytes(&save, text, end ? (size_t)(end - text) + 1 : strlen(text));
    close_save(&save);
    load(ari_text_get(&save));
    ari_text_free(&save);
    free(text);
    return 0;
}
