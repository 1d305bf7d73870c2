/* position.c: games and positions named on the command line, and their JSON. */
#include "cli/cli.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

bool cli_position(const ari_variant *v, const char *text, ari_record *record)
{
    ari_error error;
    if (ari_position_parse(v, text ? text : "", record, &error) == ARI_OK)
        return true;
    cli_wrong_error(text, &error);
    return false;
}

static bool is_blank(const ari_text *line)
{
    for (size_t i = 0; i < line->size; i++)
        if (line->data[i] != ' ' && line->data[i] != '\t')
            return false;
    return true;
}

ari_status cli_position_of_line(const ari_variant *v, const ari_text *line, bool cut,
                                ari_record *record, ari_error *error)
{
    const char *zero = line->size ? memchr(line->data, '\0', line->size) : NULL;
    if (zero)
        return ari_fail(error, ARI_SYNTAX, ARI_NO_OFFSET,
                        "a NUL byte at character %zu is no part of a position",
                        (size_t)(zero - line->data) + 1);
    if (cut)
        return ari_fail(error, ARI_LIMIT, ARI_NO_OFFSET,
                        "longer than %d characters, the most that is accepted",
                        CLI_LINE_MOST);
    return ari_position_parse(v, ari_text_get(line), record, error);
}

static int each_line(const ari_variant *v, cli_lines *lines,
                     int (*each)(void *self, const ari_record *record), void *self)
{
    ari_text line = ARI_TEXT_EMPTY;
    bool cut;
    int code = CLI_DONE;
    while (!cli_output_failed() && cli_next_line(lines, &line, &cut)) {
        if (is_blank(&line))
            continue;
        ari_record record;
        ari_error error;
        int one;
        if (cli_position_of_line(v, &line, cut, &record, &error) == ARI_OK) {
            one = each(self, &record);
            ari_record_free(&record);
            cli_flush();
        } else {
            char place[32];
            snprintf(place, sizeof place, "line %" PRId64, cli_line_number(lines));
            one = cli_wrong_error_in(place, ari_text_get(&line), &error);
        }
        code = one > code ? one : code;
    }
    ari_text_free(&line);
    if (cli_lines_failed(lines))
        code = CLI_WRONG;
    return cli_interrupted() ? CLI_INTERRUPTED : code;
}

int cli_each_position(const ari_variant *v, const char *text,
                      int (*each)(void *self, const ari_record *record), void *self)
{
    if (text && strcmp(text, "-") == 0) {
        cli_lines *lines;
        if (!cli_lines_open("-", &lines))
            return CLI_WRONG;
        int code = each_line(v, lines, each, self);
        cli_lines_close(lines);
        return code;
    }
    ari_record record;
    if (!cli_position(v, text, &record))
        return CLI_WRONG;
    int code = each(self, &record);
    ari_record_free(&record);
    return code;
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
    if (!ari_state_equal(v, &record->start, &v->start)) {
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

void cli_json_move(ari_json *json, const char *key, const ari_variant *v,
                   const ari_state *s, ari_move move)
{
    ari_text text = ARI_TEXT_EMPTY;
    ari_move_format(v, s, move, &text);
    ari_json_string(json, key, ari_text_get(&text));
    ari_text_free(&text);
}

void cli_json_line(ari_json *json, const char *key, const ari_variant *v,
                   const ari_state *s, const ari_move *line, int length)
{
    ari_state here = *s;
    ari_json_array(json, key);
    for (int i = 0; i < length; i++) {
        cli_json_move(json, NULL, v, &here, line[i]);
        here = ari_after(v, &here, line[i]);
    }
    ari_json_array_end(json);
}

/* What stopped work leaves of a move may be a guess, which has a line, or nothing. */
static bool has_answer(const ari_answer *answer)
{
    return answer->exact || answer->line_length > 0;
}

void cli_json_moves(ari_json *json, const ari_variant *v, const ari_state *s,
                    const ari_answer *answers, int count)
{
    ari_json_array(json, "moves");
    for (int i = 0; i < count; i++) {
        const ari_answer *answer = &answers[i];
        ari_state next = ari_after(v, s, answer->move);
        ari_json_object(json, NULL);
        cli_json_move(json, "move", v, s, answer->move);
        if (has_answer(answer))
            cli_json_answer(json, v, answer);
        ari_json_bool(json, "exact", answer->exact);
        cli_json_line(json, "line", v, &next, answer->line, answer->line_length);
        ari_json_object_end(json);
    }
    ari_json_array_end(json);
}
