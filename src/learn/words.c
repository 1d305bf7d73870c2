/* words.c: what a step of a walk is called, in words and as JSON. */
#include <ariadne/learn.h>

#include <stdlib.h>

static bool is_infinite(int value)
{
    return abs(value) > ARI_WIN;
}

void ari_walk_value(ari_algorithm algo, int value, ari_text *out)
{
    int ply = is_infinite(value) ? -1 : ari_score_distance(value);
    if (is_infinite(value))
        ari_text_add(out, value < 0 ? "-inf" : "+inf");
    else if (ply < 0)
        ari_text_format(out, "%d", value);
    else
        ari_text_add(out, value < 0 ? "-1" : "+1");
    if (ply >= 0 && !ari_algorithm_rates(algo))
        ari_text_format(out, "@%d", ply);
}

static uint8_t known_at(const ari_listing *listing, const ari_walk_step *step)
{
    return step->line ? listing->lines[step->line - 1].knows : 0;
}

static void add_name(ari_text *out, const char *name)
{
    ari_text_format(out, "%s%s = ", out->size ? ", " : "", name);
}

static void add_variable(ari_text *out, ari_algorithm algo, const char *name, int value)
{
    add_name(out, name);
    ari_walk_value(algo, value, out);
}

void ari_walk_variables(const ari_variant *v, ari_algorithm algo,
                        const ari_walk_step *step, ari_text *out)
{
    ari_text list = ARI_TEXT_EMPTY;
    uint8_t knows = known_at(ari_listing_of(algo, false), step);
    if (knows & ARI_KNOWS_WINDOW) {
        add_variable(&list, algo, "alpha", step->frame->alpha);
        add_variable(&list, algo, "beta", step->frame->beta);
    }
    if (knows & ARI_KNOWS_BEST)
        add_variable(&list, algo, "best", step->frame->best);
    if (knows & ARI_KNOWS_MOVE) {
        add_name(&list, "m");
        ari_move_format(v, step->state, step->frame->move, &list);
    }
    if (knows & ARI_KNOWS_VALUE)
        add_variable(&list, algo, "v", step->frame->value);
    ari_text_add(out, ari_text_get(&list));
    ari_text_free(&list);
}

/* ---- JSON ---- */

void ari_listing_json(ari_json *json, const ari_listing *listing)
{
    ari_json_object(json, "listing");
    ari_json_string(json, "name", listing->name);
    ari_json_string(json, "title", listing->title);
    ari_json_array(json, "lines");
    for (int i = 0; i < listing->count; i++) {
        ari_json_object(json, NULL);
        ari_json_string(json, "pseudo", listing->lines[i].pseudo);
        ari_json_string(json, "c", listing->lines[i].c);
        ari_json_bool(json, "runs", listing->lines[i].place >= 0);
        ari_json_object_end(json);
    }
    ari_json_array_end(json);
    ari_json_object_end(json);
}

/* An end of a window; null: it has none. */
static void add_bound(ari_json *json, const char *key, int value)
{
    if (is_infinite(value))
        ari_json_null(json, key);
    else
        ari_json_number(json, key, value);
}

static void add_move(ari_json *json, const char *key, const ari_variant *v,
                     const ari_state *s, ari_move move)
{
    ari_text text = ARI_TEXT_EMPTY;
    ari_move_format(v, s, move, &text);
    ari_json_text(json, key, &text);
}

/* The ratings of find-best-move and of wins(state) are for the side to move, and count no plies. */
static void add_label(ari_json *json, ari_algorithm algo, ari_side turn, int value,
                      int ply)
{
    int from_root = ari_score_distance(value);
    int label = from_root < 0 ? value : value > 0 ? 1 : -1;
    bool turned = ari_algorithm_rates(algo) && turn == ARI_SECOND;
    ari_json_number(json, "label", turned ? -label : label);
    if (from_root >= 0 && !ari_algorithm_rates(algo))
        ari_json_number(json, "distance", from_root - ply);
}

static void add_enter(ari_json *json, const ari_variant *v, ari_algorithm algo,
                      const ari_walk_step *step)
{
    ari_text position = ARI_TEXT_EMPTY;
    if (step->ply > 0) {
        ari_json_number(json, "parent", step->parent);
        add_move(json, "move", v, step->before, step->move);
    }
    ari_json_number(json, "ply", step->ply);
    ari_json_string(json, "turn", ari_side_name(step->turn));
    ari_state_format(v, step->state, &position);
    ari_json_text(json, "position", &position);
    if (algo == ARI_ALGO_ALPHABETA) {
        add_bound(json, "alpha", step->alpha);
        add_bound(json, "beta", step->beta);
    }
}

static void add_line(ari_json *json, const ari_variant *v, ari_algorithm algo,
                     const ari_walk_step *step)
{
    uint8_t knows = known_at(ari_listing_of(algo, false), step);
    ari_json_number(json, "line", step->line);
    if (knows & ARI_KNOWS_WINDOW) {
        add_bound(json, "alpha", step->frame->alpha);
        add_bound(json, "beta", step->frame->beta);
    }
    if (knows & ARI_KNOWS_BEST)
        add_bound(json, "best", step->frame->best);
    if (knows & ARI_KNOWS_MOVE)
        add_move(json, "m", v, step->state, step->frame->move);
    if (knows & ARI_KNOWS_VALUE)
        add_bound(json, "v", step->frame->value);
}

static void add_cut(ari_json *json, const ari_variant *v, ari_algorithm algo,
                    const ari_walk_step *step)
{
    ari_json_number(json, "parent", step->parent);
    add_move(json, "move", v, step->before, step->move);
    ari_json_number(json, "value", step->value);
    if (ari_algorithm_rates(algo)) {
        ari_json_string(json, "bound", "win");
        return;
    }
    ari_json_string(json, "bound", step->turn == ARI_FIRST ? "beta" : "alpha");
    ari_json_number(json, "at", step->bound_met);
}

static void add_leave(ari_json *json, ari_algorithm algo, const ari_walk_step *step)
{
    ari_json_number(json, "value", step->value);
    add_label(json, algo, step->turn, step->value, step->ply);
    if (step->bound != ARI_BOUND_EXACT)
        ari_json_string(json, "bound",
                        step->bound == ARI_BOUND_LEAST ? "lower" : "upper");
    ari_json_bool(json, "estimate", step->estimate);
    ari_json_string(json, "kind",
                    step->finished   ? "finished"
                    : step->horizon  ? "horizon"
                    : step->recalled ? "recalled"
                                     : "inner");
}

const char *ari_walk_kind_name(ari_walk_kind kind)
{
    static const char *const names[] = {[ARI_WALK_ENTER] = "enter",
                                        [ARI_WALK_LINE] = "line",
                                        [ARI_WALK_CUT] = "cut",
                                        [ARI_WALK_LEAVE] = "leave"};
    return names[kind];
}

void ari_walk_json(ari_json *json, const ari_variant *v, ari_algorithm algo,
                   const ari_walk_step *step)
{
    ari_json_object(json, NULL);
    ari_json_string(json, "do", ari_walk_kind_name(step->kind));
    ari_json_number(json, "node", step->node);
    switch (step->kind) {
    case ARI_WALK_ENTER:
        add_enter(json, v, algo, step);
        break;
    case ARI_WALK_LINE:
        add_line(json, v, algo, step);
        break;
    case ARI_WALK_CUT:
        add_cut(json, v, algo, step);
        break;
    case ARI_WALK_LEAVE:
        add_leave(json, algo, step);
        break;
    }
    ari_json_object_end(json);
}

/* How a textbook search was made; wins(state) has no such choices. */
static void add_search(ari_json *json, const ari_variant *v, const ari_walk_job *job)
{
    if (job->algo == ARI_ALGO_ALPHABETA && job->search.strict)
        ari_json_string(json, "cut", "strict");
    ari_json_string(json, "order", ari_order_name(job->search.order));
    ari_json_string(json, "eval", ari_eval_name(v, &job->search.eval));
}

static void add_work(ari_json *json, ari_algorithm algo, const ari_result *result)
{
    if (ari_algorithm_recurses(algo)) {
        ari_json_unsigned(json, "calls", result->stats.calls);
        ari_json_unsigned(json, "states", result->stats.states);
        ari_json_number(json, "deepest", result->stats.deepest);
        return;
    }
    if (result->exact)
        ari_json_null(json, "depth");
    else
        ari_json_number(json, "depth", result->depth);
    ari_json_unsigned(json, "nodes", result->stats.nodes);
    ari_json_unsigned(json, "leaves", result->stats.leaves);
    ari_json_unsigned(json, "cutoffs", result->stats.cutoffs);
}

void ari_walk_end_json(ari_json *json, const ari_variant *v, const ari_state *s,
                       const ari_walk_job *job, const ari_walk_end *end)
{
    const ari_result *result = &end->result;
    const ari_listing *listing = ari_listing_of(job->algo, job->search.strict);
    ari_json_bool(json, "complete", end->complete);
    ari_json_string(json, "algo", listing->name);
    if (!ari_algorithm_recurses(job->algo))
        add_search(json, v, job);
    if (job->lines) {
        ari_json_array(json, "reached");
        for (int i = 1; i <= listing->count; i++)
            ari_json_unsigned(json, NULL, end->reached[i]);
        ari_json_array_end(json);
    }
    if (!end->complete)
        return;
    add_work(json, job->algo, result);
    int score = ari_turn(v, s) == ARI_FIRST ? result->score : -result->score;
    ari_json_number(json, "score", score);
    add_label(json, job->algo, ari_turn(v, s), score, 0);
    if (result->best != ARI_NO_MOVE)
        add_move(json, "best", v, s, result->best);
}
