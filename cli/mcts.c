/* mcts.c: what a Monte-Carlo tree search tells: of each move what is proved, and what is an estimate. */
#include "cli/mcts.h"

#include <inttypes.h>
#include <stdlib.h>

#include <ariadne/analysis.h>

#define MOVES_SHOWN 24

typedef struct telling {
    const ari_mcts *tree;
    const ari_variant *v;
    const ari_record *record;
    const ari_mcts_job *job;
    uint32_t *children; /* of the root, the one to play first */
    int count;
} telling;

/* The mean for the side to move: the part of the points that it gets, or the payoff. */
static double estimate_of(const telling *t, uint32_t node)
{
    double value = ari_mcts_value(t->tree, node);
    value = ari_turn(t->v, &t->record->end) == ARI_FIRST ? value : -value;
    return ari_has(t->v, ARI_HAS_PAYOFFS) ? value : (value + 1) / 2;
}

static void say_estimate(const telling *t, uint32_t node, ari_text *out)
{
    double estimate = estimate_of(t, node);
    if (ari_has(t->v, ARI_HAS_PAYOFFS))
        ari_text_format(out, "estimate %+.1f", estimate);
    else
        ari_text_format(out, "estimate %.1f %%", 100 * estimate);
}

/* "won in at most 5, proved"; "estimate 61.3 %"; "not lost, estimate 61.3 %". */
static void say_value(const telling *t, uint32_t node, ari_text *out)
{
    ari_answer answer = ari_mcts_answer(t->tree, node);
    if (ari_mcts_proved(t->tree, node)) {
        ari_answer_format(t->v, &answer, out);
        if (answer.exact && answer.distance > 0)
            ari_text_format(out, " in %d", answer.distance);
        ari_text_add(out, ", proved");
        return;
    }
    answer.source = ARI_SOURCE_NONE; /* the estimate has words of its own */
    if (answer.low > -ARI_WIN || answer.high < ARI_WIN) {
        ari_answer_format(t->v, &answer, out);
        ari_text_add(out, ", ");
    }
    say_estimate(t, node, out);
}

static void say_moves(const telling *t, ari_text *out)
{
    const ari_mcts_node *nodes = t->tree->nodes;
    int shown = t->count < MOVES_SHOWN ? t->count : MOVES_SHOWN;
    for (int i = 0; i < shown; i++) {
        size_t before = out->size;
        ari_text_add(out, i ? "         " : "Moves:   ");
        ari_move_format(t->v, &t->record->end, nodes[t->children[i]].move, out);
        do
            ari_text_add_char(out, ' ');
        while (out->size < before + 18);
        ari_text count = ARI_TEXT_EMPTY;
        cli_say_count(nodes[t->children[i]].visits, &count);
        ari_text_format(out, "%11s visit%c  ", ari_text_get(&count),
                        nodes[t->children[i]].visits == 1 ? ' ' : 's');
        ari_text_free(&count);
        say_value(t, t->children[i], out);
        ari_text_add_char(out, '\n');
    }
    if (shown < t->count)
        ari_text_format(out, "         and %d more\n", t->count - shown);
}

static void say_work(const telling *t, ari_text *out)
{
    ari_text_add(out, "Work:    ");
    cli_say_work(&t->tree->result.stats, out);
    ari_text_add(out, "\n         ");
    cli_say_count(t->tree->rounds, out);
    ari_text_format(out, " round%s, ", t->tree->rounds == 1 ? "" : "s");
    cli_say_count(t->tree->count, out);
    ari_text_format(out, " node%s in the tree, %d plies deep\n",
                    t->tree->count == 1 ? "" : "s", t->tree->result.stats.deepest);
    if (t->tree->full)
        ari_text_add(out, "         the tree was full: --memory SIZE allows more\n");
}

static void say_found(const telling *t, ari_text *out)
{
    const ari_result *result = &t->tree->result;
    const ari_state *s = &t->record->end;
    ari_text_format(
        out, "Method:  mcts, %s%s\n",
        t->job->eval.which == ARI_EVAL_NEUTRAL ? "games played on at random"
                                               : "evaluation: ",
        t->job->eval.which == ARI_EVAL_NEUTRAL ? "" : ari_eval_name(t->v, &t->job->eval));
    ari_text_add(out, "Value:   ");
    say_value(t, 0, out);
    ari_text_format(out, ", for the side to move (%s)\n",
                    ari_side_name(ari_turn(t->v, s)));
    ari_text_add(out, "Best:    ");
    ari_move_format(t->v, s, result->best, out);
    ari_text_add(out, "\nLine:    ");
    cli_say_line(t->v, s, result->line, result->line_length, 200, out);
    ari_text_add_char(out, '\n');
    say_moves(t, out);
    say_work(t, out);
}

static void add_node(const telling *t, uint32_t node, ari_json *json)
{
    ari_answer answer = ari_mcts_answer(t->tree, node);
    ari_report_answer(json, &answer);
    ari_json_bool(json, "exact", answer.exact);
    ari_json_bool(json, "proved", ari_mcts_proved(t->tree, node));
    ari_json_unsigned(json, "visits", t->tree->nodes[node].visits);
    if (t->tree->nodes[node].visits)
        ari_json_real(json, "estimate", estimate_of(t, node));
    else
        ari_json_null(json, "estimate");
}

static void put_json(const telling *t)
{
    const ari_result *result = &t->tree->result;
    const ari_state *s = &t->record->end;
    ari_text text = ARI_TEXT_EMPTY;
    ari_json json = cli_json(&text);
    ari_report_position(&json, t->v, t->record);
    ari_json_string(&json, "algo", "mcts");
    ari_json_string(&json, "eval", ari_eval_name(t->v, &t->job->eval));
    add_node(t, 0, &json);
    ari_json_bool(&json, "stopped", result->stopped);
    ari_json_array(&json, "best");
    if (result->best != ARI_NO_MOVE)
        ari_report_move(&json, NULL, t->v, s, result->best);
    ari_json_array_end(&json);
    ari_report_line(&json, "line", t->v, s, result->line, result->line_length);
    ari_json_array(&json, "moves");
    for (int i = 0; i < t->count; i++) {
        ari_json_object(&json, NULL);
        ari_report_move(&json, "move", t->v, s, t->tree->nodes[t->children[i]].move);
        add_node(t, t->children[i], &json);
        ari_json_object_end(&json);
    }
    ari_json_array_end(&json);
    ari_json_unsigned(&json, "nodes", result->stats.nodes);
    ari_json_unsigned(&json, "rounds", t->tree->rounds);
    ari_json_unsigned(&json, "tree", t->tree->count);
    ari_json_bool(&json, "full", t->tree->full);
    ari_json_number(&json, "deepest", result->stats.deepest);
    ari_json_real(&json, "seconds", result->stats.seconds);
    cli_put_json(&json);
}

static void put_text(const telling *t)
{
    ari_text text = ARI_TEXT_EMPTY;
    cli_say_position(t->v, t->record, &text);
    if (ari_outcome(t->v, &t->record->end) == ARI_ON)
        say_found(t, &text);
    cli_say(&text);
}

int cli_mcts(const ari_variant *v, const ari_mcts_job *job, const ari_record *record,
             bool json)
{
    ari_mcts_job mine = *job;
    ari_mcts *tree;
    ari_error error;
    mine.record = record;
    uint32_t *children = calloc(ARI_MOVES_MAX, sizeof *children);
    if (!children)
        return cli_wrong("there is no memory for a list of moves");
    cli_progress_begin(&mine.limits, v, &record->end);
    ari_status status = ari_mcts_search(v, &record->end, &mine, &tree, &error);
    cli_progress_end();
    int code = cli_interrupted() ? CLI_INTERRUPTED : CLI_DONE;
    if (status == ARI_OK) {
        telling t = {tree,  v,        record,
                     &mine, children, ari_mcts_ranked(tree, 0, children)};
        if (json)
            put_json(&t);
        else
            put_text(&t);
        ari_mcts_free(tree);
    } else {
        cli_error_advice(&error, status);
        code = cli_wrong_error(NULL, &error);
    }
    free(children);
    return code;
}
