/* report.c: games, positions and answers as JSON. */
#include <stdlib.h>
#include <ariadne/report.h>

#include <math.h>

/* ---- games ---- */

static void add_choices(ari_json *json, const ari_option *option)
{
    ari_text text = ARI_TEXT_EMPTY;
    ari_option_choice(option, option->initial, &text);
    ari_json_text(json, "default", &text);
    ari_json_array(json, "choices");
    for (int64_t i = 0;; i++) {
        ari_option_choice(option, i, &text);
        if (text.size == 0)
            break;
        ari_json_text(json, NULL, &text);
    }
    ari_json_array_end(json);
    ari_text_free(&text); /* which has room even without a letter */
}

static void add_options(ari_json *json, const char *key, const ari_option *options)
{
    static const char *const kinds[] = {[ARI_NUMBER] = "number",
                                        [ARI_FLAG] = "flag",
                                        [ARI_STRING] = "string",
                                        [ARI_CHOICE] = "choice"};
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
        } else if (o->kind == ARI_CHOICE) {
            add_choices(json, o);
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
    ari_json_bool(json, "payoffs", ari_has_margins(v));
    ari_json_bool(json, "lines", v->core->lines != NULL);
    ari_json_bool(json, "parts", v->core->components && ari_has_account(v));
    ari_json_bool(json, "rules_player", v->core->advise != NULL);
    ari_json_array(json, "wordings");
    for (const ari_wording *w = v->core->wordings; w && w->name; w++) {
        ari_json_object(json, NULL);
        ari_json_string(json, "name", w->name);
        ari_json_string(json, "help", w->help);
        ari_json_object_end(json);
    }
    ari_json_array_end(json);
}

/* ---- parts and evaluations ---- */

void ari_report_parts(ari_json *json, const char *key, const ari_variant *v,
                      const ari_state *s, const ari_parts *parts)
{
    static const char *const sides[] = {[ARI_NOBODY] = NULL,
                                        [ARI_OWNER_FIRST] = "first",
                                        [ARI_OWNER_SECOND] = "second",
                                        [ARI_OWNER_BOTH] = "both"};
    ari_board *board = calloc(1, sizeof *board);
    if (!board) {
        json->out->failed = true;
        return;
    }
    v->core->board(v->rules, s, board);
    ari_json_array(json, key);
    for (size_t i = 0; i < parts->count; i++) {
        const ari_part *part = &parts->list[i];
        ari_json_object(json, NULL);
        ari_json_string(json, "kind", part->kind);
        if (sides[part->owner])
            ari_json_string(json, "side", sides[part->owner]);
        if (part->score)
            ari_json_number(json, "score", part->score);
        ari_json_array(json, "cells");
        for (int k = 0; k < part->count; k++)
            ari_json_pair(json, NULL, part->cells[k] % board->width,
                          part->cells[k] / board->width);
        ari_json_array_end(json);
        ari_json_object_end(json);
    }
    ari_json_array_end(json);
    free(board);
}

void ari_report_lines(ari_json *json, const ari_variant *v, const ari_state *s)
{
    ari_parts lines;
    if (!v->core->lines)
        return;
    if (ari_line_lists(v, s, &lines, NULL) == ARI_OK)
        ari_report_parts(json, "lines", v, s, &lines);
    else
        json->out->failed = true;
    ari_parts_free(&lines);
}

void ari_report_evaluation(ari_json *json, const ari_variant *v, const ari_state *s,
                           const ari_eval *eval)
{
    ari_text name = ARI_TEXT_EMPTY;
    ari_parts parts;
    bool known;
    ari_eval_format(v, eval, &name);
    ari_json_text(json, "eval", &name);
    ari_json_string(json, "counts", ari_eval_help(v, eval));
    ari_json_number(json, "score", ari_eval_judge(v, s, eval));
    if (ari_eval_parts(v, s, eval, &parts, &known, NULL) != ARI_OK)
        json->out->failed = true;
    else if (known)
        ari_report_parts(json, "parts", v, s, &parts);
    ari_parts_free(&parts);
}

/* Would ari_position_parse read these moves as moves, or as the same position? The moves of one
 * game may look like a board of it: 2 is a move of coins, and two coins left. */
static bool reads_back(const ari_variant *v, const char *moves, const ari_state *meant)
{
    ari_state board;
    ari_error error;
    ari_status status =
        *moves ? v->core->parse(v->rules, moves, &board, &error) : ARI_SYNTAX;
    return status == ARI_SYNTAX ||
           (status == ARI_OK && ari_state_equal(v, &board, meant));
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
    ari_json_text(json, "position", &text);
    ari_json_string(json, "turn", ari_side_name(ari_turn(v, &record->end)));
    ari_json_string(json, "status", ari_record_over(v, record) ? "over" : "on");
}

void ari_report_state(ari_json *json, const char *key, const ari_variant *v,
                      const ari_state *s)
{
    ari_text text = {.memory = json->out->memory};
    ari_state_format(v, s, &text);
    ari_json_text(json, key, &text);
}

void ari_report_start(ari_json *json, const ari_variant *v, const ari_record *record)
{
    ari_report_state(json, "start", v, &record->start);
}

/* ---- answers ---- */

/* What is proved of a value that is not known. */
static void add_bounds(ari_json *json, const ari_answer *answer)
{
    const char *least = ari_answer_at_least(answer), *most = ari_answer_at_most(answer);
    if (answer->low > -ARI_WIN)
        ari_json_number(json, "low", answer->low);
    if (answer->high < ARI_WIN)
        ari_json_number(json, "high", answer->high);
    if (least)
        ari_json_string(json, "at_least", least);
    if (most)
        ari_json_string(json, "at_most", most);
}

void ari_report_answer(ari_json *json, const ari_answer *answer)
{
    if (answer->exact || answer->source == ARI_SOURCE_DFPN)
        ari_json_string(json, "value", ari_value_name(answer->score));
    if (answer->exact && answer->distance >= 0)
        ari_json_number(json, "distance", answer->distance);
    ari_json_number(json, "score", answer->score);
    if (!answer->exact && answer->depth > 0)
        ari_json_number(json, "depth", answer->depth);
    if (!answer->exact)
        add_bounds(json, answer);
    if (answer->source != ARI_SOURCE_NONE)
        ari_json_string(json, "source", ari_source_name(answer->source));
}

void ari_report_move(ari_json *json, const char *key, const ari_variant *v,
                     const ari_state *s, ari_move move)
{
    ari_text text = ARI_TEXT_EMPTY;
    ari_move_format(v, s, move, &text);
    ari_json_text(json, key, &text);
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

void ari_report_played(ari_json *json, const char *key, const ari_record *record)
{
    ari_text name = ARI_TEXT_EMPTY;
    ari_json_array(json, key);
    for (const char *at = ari_text_get(&record->names); *at; at += *at == ' ') {
        size_t length = strcspn(at, " ");
        ari_text_add_bytes(&name, at, length);
        ari_json_text(json, NULL, &name);
        at += length;
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

/* "best": the moves that are proved to be; where none is, "looks_best". */
static void add_best(ari_json *json, const ari_variant *v, const ari_state *s,
                     const ari_analysis *analysis)
{
    int best = ari_analysis_best(analysis);
    ari_json_array(json, "best");
    for (int i = 0; i < best; i++)
        ari_report_move(json, NULL, v, s, analysis->moves[i].move);
    ari_json_array_end(json);
    if (best == 0 && analysis->count > 0 && ari_answer_known(&analysis->moves[0]))
        ari_report_move(json, "looks_best", v, s, analysis->moves[0].move);
}

void ari_report_analysis(ari_json *json, const ari_variant *v, const ari_record *record,
                         const ari_analysis *analysis)
{
    const ari_answer *whole = &analysis->whole;
    ari_report_position(json, v, record);
    if (ari_answer_known(whole))
        ari_report_answer(json, whole);
    ari_json_bool(json, "exact", whole->exact);
    add_best(json, v, &record->end, analysis);
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
    ari_json_object(json, NULL);
    ari_json_number(json, "number", number);
    ari_json_string(json, "side", ari_side_name(m->side));
    ari_report_state(json, "position", v, &m->position);
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
