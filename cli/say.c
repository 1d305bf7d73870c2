/* say.c: positions, values, lines of play and work in plain words. */
#include "cli/cli.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void say_result(const ari_variant *v, const ari_state *s, int outcome,
                       ari_text *out)
{
    if (outcome == 0) {
        ari_text_add(out, "The game is over: a draw.\n");
        return;
    }
    ari_side winner = outcome > 0 ? ari_turn(v, s) : (ari_side)!ari_turn(v, s);
    ari_text_format(out, "The game is over: the %s player has won",
                    ari_side_name(winner));
    if (ari_has_margins(v))
        ari_text_format(out, " by %d", abs(outcome));
    ari_text_add(out, ".\n");
}

void cli_say_position(const ari_variant *v, const ari_record *record, ari_text *out)
{
    const ari_state *s = &record->end;
    ari_text_format(out, "%s (%s)\n\n", v->game->title, v->name);
    cli_board(v, s, cli_colour(), out);
    ari_text_add_char(out, '\n');
    int outcome = ari_outcome(v, s);
    if (outcome != ARI_ON)
        say_result(v, s, outcome, out);
}

void cli_say_value(const ari_variant *v, const ari_state *s, int score, int distance,
                   ari_text *out)
{
    ari_text_format(out, "%s for the side to move (%s)",
                    score > 0   ? "won"
                    : score < 0 ? "lost"
                                : "drawn",
                    ari_side_name(ari_turn(v, s)));
    if (score != 0 && ari_has_margins(v))
        ari_text_format(out, " by %d", abs(score));
    if (distance >= 0)
        ari_text_format(out, " in %d %s", distance, distance == 1 ? "ply" : "plies");
}

void cli_json_winner(ari_json *json, int result)
{
    if (result == 0)
        ari_json_null(json, "winner");
    else
        ari_json_string(json, "winner",
                        ari_side_name(result > 0 ? ARI_FIRST : ARI_SECOND));
}

/* The moves as ari_record_parse reads them back, so far as they fit. */
void cli_say_line(const ari_variant *v, const ari_state *s, const ari_move *line,
                  int length, size_t most, ari_text *out)
{
    ari_record record = {.start = *s, .end = *s};
    ari_text text = ARI_TEXT_EMPTY;
    for (int i = 0; i < length && ari_text_ok(&text); i++)
        text.failed = ari_record_add(v, &record, line[i], NULL) != ARI_OK;
    ari_record_format(v, &record, &text);
    ari_record_free(&record);
    if (text.size > most) {
        size_t end = most;
        while (end > most / 2 && text.data[end] != ' ')
            end--;
        ari_text_add_bytes(out, text.data, text.data[end] == ' ' ? end : most);
        ari_text_add(out, text.data[end] == ' ' ? " ..." : "...");
    } else {
        ari_text_add(out, ari_text_get(&text));
    }
    out->failed = out->failed || text.failed;
    ari_text_free(&text);
}

void cli_say_play(const ari_variant *v, const ari_state *s, const ari_answer *answer,
                  size_t most, ari_text *out)
{
    size_t before = out->size;
    int plies = answer->distance - (answer->move != ARI_NO_MOVE);
    cli_say_line(v, s, answer->line, answer->line_length, most, out);
    bool cut = out->size >= before + 3 && out->data[out->size - 1] == '.';
    if (answer->exact && answer->line_length < plies && !cut)
        ari_text_add(out, answer->line_length ? " ..." : "...");
}

void cli_say_count(uint64_t count, ari_text *out)
{
    char digits[24];
    int length = snprintf(digits, sizeof digits, "%" PRIu64, count);
    for (int i = 0; i < length; i++) {
        if (i > 0 && (length - i) % 3 == 0)
            ari_text_add_char(out, ',');
        ari_text_add_char(out, digits[i]);
    }
}

void cli_say_work(const ari_stats *stats, ari_text *out)
{
    cli_say_count(stats->nodes, out);
    ari_text_format(out, " node%s, %.3f s", stats->nodes == 1 ? "" : "s", stats->seconds);
    if (stats->seconds >= 0.1)
        ari_text_format(out, ", %.1f million a second",
                        (double)stats->nodes / stats->seconds / 1e6);
}
