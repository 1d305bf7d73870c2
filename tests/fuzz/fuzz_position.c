/* fuzz_position.c: any text as a position, a move and a saved game of one of the games. The
 * first byte chooses the game. What is accepted must be written and read back as the same, and
 * a refused save must leave the session as it was. */
#include <stdlib.h>
#include <string.h>

#include <ariadne/session.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char *const specs[] = {
    "tictactoe",
    "tictactoe:early=no",
    "connect4",
    "connect4:width=12,height=9,line=5",
    "connect4:width=3,height=3,line=3",
    "mnk",
    "mnk:width=9,height=8,line=5",
    "nim",
    "nim:heaps=12,5,3,normal",
    "coins",
    "evencoins",
    "dots",
    "dots:width=1,height=2",
};

static void must(bool held)
{
    if (!held)
        abort();
}

static void read_back(const ari_variant *v, const ari_record *record)
{
    ari_text text = ARI_TEXT_EMPTY;
    ari_record again;
    ari_text_add(&text, "board:");
    ari_state_format(v, &record->end, &text);
    must(ari_position_parse(v, ari_text_get(&text), &again, NULL) == ARI_OK);
    must(ari_state_equal(v, &record->end, &again.end));
    ari_record_free(&again);
    if (record->count > 0 && ari_state_equal(v, &record->start, &v->start)) {
        ari_text_clear(&text);
        ari_text_add(&text, "moves:");
        ari_record_format(v, record, &text);
        must(ari_position_parse(v, ari_text_get(&text), &again, NULL) == ARI_OK);
        must(ari_state_equal(v, &record->end, &again.end) &&
             again.count == record->count);
        ari_record_free(&again);
    }
    ari_text_free(&text);
}

static void as_position(const ari_variant *v, const char *text)
{
    ari_record record;
    ari_error error = {.message = ""};
    if (ari_position_parse(v, text, &record, &error) != ARI_OK) {
        must(error.message[0] && error.status != ARI_OK);
        return;
    }
    read_back(v, &record);
    ari_move move;
    if (ari_move_parse(v, &record.end, text, &move, &error) == ARI_OK)
        must(move != ARI_NO_MOVE);
    ari_record_free(&record);
}

static void as_save(const ari_variant *v, const char *text)
{
    ari_session *session;
    ari_text before = ARI_TEXT_EMPTY, after = ARI_TEXT_EMPTY;
    if (ari_session_new(v, &session, NULL) != ARI_OK)
        return;
    ari_session_save(session, &before);
    ari_error error = {.message = ""};
    ari_status status = ari_session_load(session, text, &error);
    ari_session_save(session, &after);
    must(status == ARI_OK || strcmp(ari_text_get(&before), ari_text_get(&after)) == 0);
    if (status == ARI_OK) /* what it saves now is what it would load again */
        must(ari_session_load(session, ari_text_get(&after), NULL) == ARI_OK);
    ari_text_free(&before);
    ari_text_free(&after);
    ari_session_free(session);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 1 || size > 2000)
        return 0;
    char text[2001];
    memcpy(text, data + 1, size - 1);
    text[size - 1] = '\0';
    ari_variant *v;
    if (ari_variant_new(specs[data[0] % (sizeof specs / sizeof *specs)], &v, NULL) !=
        ARI_OK)
        return 0;
    as_position(v, text);
    as_save(v, text);
    ari_variant_free(v);
    return 0;
}
