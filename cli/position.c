/* position.c: games and positions named on the command line, and their JSON. */
#include "cli/cli.h"

bool cli_game(const char *spec, ari_variant **variant)
{
    ari_error error;
    if (ari_variant_new(spec, variant, &error) == ARI_OK)
        return true;
    cli_wrong_error(spec, &error);
    return false;
}

void cli_game_free(ari_variant *variant)
{
    ari_variant_free(variant);
}

bool cli_position(const ari_variant *v, const char *text, ari_record *record)
{
    ari_error error;
    if (ari_position_parse(v, text ? text : "", record, &error) == ARI_OK)
        return true;
    cli_wrong_error(text, &error);
    return false;
}

/* Would the text be read as the position that was meant? The moves of one game may look
 * like a board of it: 2 is a move of coins, and two coins left. */
static bool reads_back(const ari_variant *v, const char *text, const ari_state *meant)
{
    ari_record record;
    if (ari_position_parse(v, text, &record, NULL) != ARI_OK)
        return false;
    bool same = ari_state_equal(v, &record.end, meant);
    ari_record_free(&record);
    return same;
}

static void position_text(const ari_variant *v, const ari_record *record, ari_text *out)
{
    if (record->count == 0 && !ari_state_equal(v, &record->start, &v->start)) {
        ari_state_format(v, &record->end, out);
        return;
    }
    ari_text moves = ARI_TEXT_EMPTY;
    ari_record_format(v, record, &moves);
    if (!reads_back(v, ari_text_get(&moves), &record->end))
        ari_text_add(out, "moves:");
    ari_text_add(out, ari_text_get(&moves));
    ari_text_free(&moves);
}

void cli_json_position(ari_json *json, const ari_variant *v, const ari_record *record)
{
    ari_text text = ARI_TEXT_EMPTY;
    position_text(v, record, &text);
    ari_json_string(json, "game", v->name);
    ari_json_string(json, "position", ari_text_get(&text));
    ari_json_string(json, "turn", ari_side_name(ari_turn(v, &record->end)));
    ari_json_string(json, "status",
                    ari_outcome(v, &record->end) == ARI_ON ? "on" : "over");
    ari_text_free(&text);
}

void cli_json_answer(ari_json *json, const ari_variant *v, const ari_answer *answer)
{
    (void)v;
    if (answer->exact)
        ari_json_string(json, "value", ari_value_name(answer->score));
    if (answer->exact && answer->distance >= 0)
        ari_json_number(json, "distance", answer->distance);
    ari_json_number(json, "score", answer->score);
}

void cli_json_line(ari_json *json, const char *key, const ari_variant *v,
                   const ari_state *s, const ari_move *line, int length)
{
    ari_state here = *s;
    ari_text text = ARI_TEXT_EMPTY;
    ari_json_array(json, key);
    for (int i = 0; i < length; i++) {
        ari_text_clear(&text);
        ari_move_format(v, &here, line[i], &text);
        ari_json_string(json, NULL, ari_text_get(&text));
        here = ari_after(v, &here, line[i]);
    }
    ari_json_array_end(json);
    ari_text_free(&text);
}
