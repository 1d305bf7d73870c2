/* report.c: games, positions and answers as JSON. */
#include <ariadne/report.h>

#include <math.h>

/* ---- games ---- */

static void add_options(ari_json *json, const char *key, const ari_option *options)
{
    static const char *const kinds[] = {
        [ARI_NUMBER] = "number", [ARI_FLAG] = "flag", [ARI_STRING] = "string"};
    ari_json_array(json, key);
    for (const ari_option *o = options; o && o->name; o++) {
        ari_json_object(json, NULL);
        ari_json_string(json, "name", o->name);
        ari_json_string(json, "kind", kinds[o->kind]);
        if (o->kind == ARI_NUMBER) {
            ari_json_number(json, "default", o->initial);
            ari_json_number(json, "min", o->min);
            ari_json_number(json, "max", o->max);
        } else if (o->kind == ARI_FLAG) {
            ari_json_bool(json, "default", o->initial != 0);
        } else {
            ari_json_string(json, "default", o->initial_string ? o->initial_string : "");
            ari_json_number(json, "longest", o->max);
        }
        ari_json_string(json, "help", o->help);
        ari_json_object_end(json);
    }
    ari_json_array_end(json);
}

void ari_report_game(ari_json *json, const ari_variant *v)
{
    const ari_game *game = v->game;
    ari_json_string(json, "id", game->id);
    ari_json_string(json, "title", game->title);
    ari_json_string(json, "about", game->about ? game->about : "");
    add_options(json, "options", game->options);
    ari_json_array(json, "evals");
    for (const ari_eval_info *e = v->core->evals; e && e->name; e++) {
        ari_json_object(json, NULL);
        ari_json_string(json, "name", e->name);
        ari_json_string(json, "help", e->help);
        add_options(json, "options", e->params);
        ari_json_object_end(json);
    }
    ari_json_array_end(json);
    ari_json_bool(json, "payoffs", ari_has(v, ARI_HAS_PAYOFFS));
    ari_json_bool(json, "rules_player", v->core->advise != NULL);
}

/* ---- positions ---- */

/* Adds a text that was only made for it, and frees it. */
static void add_text(ari_json *json, const char *key, ari_text *text)
{
    ari_json_string(json, key, ari_text_get(text));
    if (!ari_text_ok(text))
        json->out->failed = true;
    ari_text_free(text);
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

void ari_report_position(ari_json *json, const ari_variant *v, const ari_record *record)
{
    ari_text text = ARI_TEXT_EMPTY;
    position_text(v, record, &text);
    ari_json_string(json, "game", v->name);
    add_text(json, "position", &text);
    ari_json_string(json, "turn", ari_side_name(ari_turn(v, &record->end)));
    ari_json_string(json, "status",
                    ari_outcome(v, &record->end) == ARI_ON ? "on" : "over");
}

void ari_report_start(ari_json *json, const ari_variant *v, const ari_record *record)
{
    ari_text text = ARI_TEXT_EMPTY;
    ari_state_format(v, &record->start, &text);
    add_text(json, "start", &text);
}

/* ---- answers ---- */

bool ari_answer_known(const ari_answer *answer)
{
    return answer->exact || answer->line_length > 0;
}

void ari_report_answer(ari_json *json, const ari_answer *answer)
{
    if (answer->exact)
        ari_json_string(json, "value", ari_value_name(answer->score));
    if (answer->exact && answer->distance >= 0)
        ari_json_number(json, "distance", answer->distance);
    ari_json_number(json, "score", answer->score);
}

void ari_report_move(ari_json *json, const char *key, const ari_variant *v,
                     const ari_state *s, ari_move move)
{
    ari_text text = ARI_TEXT_EMPTY;
    ari_move_format(v, s, move, &text);
    add_text(json, key, &text);
}

void ari_report_line(ari_json *json, const char *key, const ari_variant *v,
                     const ari_state *s, const ari_move *line, int length)
{
    ari_state here = *s;
    ari_json_array(json, key);
    for (int i = 0; i < length; i++) {
        ari_report_move(json, NULL, v, &here, line[i]);
        here = ari_after(v, &here, line[i]);
    }
    ari_json_array_end(json);
}

void ari_report_moves(ari_json *json, const ari_variant *v, const ari_state *s,
                      const ari_answer *answers, int count)
{
    ari_json_array(json, "moves");
    for (int i = 0; i < count; i++) {
        const ari_answer *answer = &answers[i];
        ari_state next = ari_after(v, s, answer->move);
        ari_json_object(json, NULL);
        ari_report_move(json, "move", v, s, answer->move);
        if (ari_answer_known(answer))
            ari_report_answer(json, answer);
        ari_json_bool(json, "exact", answer->exact);
        ari_report_line(json, "line", v, &next, answer->line, answer->line_length);
        ari_json_object_end(json);
    }
    ari_json_array_end(json);
}

/* ---- analyses ---- */

int ari_analysis_best(const ari_analysis *a)
{
    int count = 0;
    while (count < a->count && ari_answer_known(&a->moves[count]) &&
           a->moves[count].score == a->moves[0].score &&
           (count == 0 || a->moves[count].exact))
        count++;
    return count;
}

void ari_report_analysis(ari_json *json, const ari_variant *v, const ari_record *record,
                         const ari_analysis *analysis)
{
    const ari_answer *whole = &analysis->whole;
    int best = ari_analysis_best(analysis);
    ari_report_position(json, v, record);
    if (whole->exact || best > 0)
        ari_report_answer(json, whole);
    ari_json_bool(json, "exact", whole->exact);
    ari_json_array(json, "best");
    for (int i = 0; i < best; i++)
        ari_report_move(json, NULL, v, &record->end, analysis->moves[i].move);
    ari_json_array_end(json);
    ari_report_line(json, "line", v, &record->end, whole->line, whole->line_length);
    ari_report_moves(json, v, &record->end, analysis->moves, analysis->count);
    ari_json_unsigned(json, "nodes", analysis->stats.nodes);
    ari_json_real(json, "seconds", analysis->stats.seconds);
}

/* ---- reviews ---- */

static void add_value(ari_json *json, const char *key, const ari_answer *answer)
{
    ari_json_object(json, key);
    ari_report_answer(json, answer);
    ari_json_bool(json, "exact", answer->exact);
    ari_json_object_end(json);
}

static void add_reviewed(ari_json *json, const ari_variant *v, const ari_reviewed *m,
                         int number)
{
    ari_text text = ARI_TEXT_EMPTY;
    ari_state_format(v, &m->position, &text);
    ari_json_object(json, NULL);
    ari_json_number(json, "number", number);
    ari_json_string(json, "side", ari_side_name(m->side));
    add_text(json, "position", &text);
    ari_report_move(json, "move", v, &m->position, m->move);
    ari_json_string(json, "verdict", ari_verdict_name(m->verdict));
    double height = ari_review_height(v, m->side, &m->after);
    if (isfinite(height))
        ari_json_real(json, "height", height);
    add_value(json, "before", &m->before);
    add_value(json, "after", &m->after);
    ari_json_array(json, "best");
    for (int i = 0; i < m->best_count; i++)
        ari_report_move(json, NULL, v, &m->position, m->best[i]);
    ari_json_array_end(json);
    ari_report_line(json, "line", v, &m->position, m->before.line, m->before.line_length);
    ari_json_object_end(json);
}

/* How often each verdict, how good on the whole, and the last move (counted from 1) that
 * changed the result. */
static void add_summary(ari_json *json, const ari_review *review, ari_side side)
{
    ari_json_object(json, ari_side_name(side));
    for (int i = 0; i < ARI_VERDICTS; i++)
        ari_json_number(json, ari_verdict_name((ari_verdict)i),
                        review->verdicts[side][i]);
    if (review->accuracy[side] >= 0)
        ari_json_real(json, "accuracy", review->accuracy[side]);
    if (review->turning[side] >= 0)
        ari_json_number(json, "turning", review->turning[side] + 1);
    ari_json_object_end(json);
}

void ari_report_review(ari_json *json, const ari_variant *v, const ari_record *record,
                       const ari_review *review)
{
    ari_report_position(json, v, record);
    ari_report_start(json, v, record);
    ari_json_array(json, "moves");
    for (int i = 0; i < review->count; i++)
        add_reviewed(json, v, &review->moves[i], i + 1);
    ari_json_array_end(json);
    ari_json_object(json, "summary");
    add_summary(json, review, ARI_FIRST);
    add_summary(json, review, ARI_SECOND);
    ari_json_object_end(json);
    ari_json_unsigned(json, "nodes", review->stats.nodes);
    ari_json_real(json, "seconds", review->stats.seconds);
}
