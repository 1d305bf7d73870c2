/* value.c: the canonical forms of the parts of positions, and of the whole.
 *
 * A part is worth what its moves lead to, for either side, and these are sums of parts. Remembered is a part in its
 * canonical form with the first player to move, and the number of its value. */
#include <stdlib.h>

#include "base/memory.h"
#include "base/ticker.h"
#include "game/normal.h"
#include "search/memo_table.h"
#include "sums/value.h"
#include "sums/value_text.h"

#define MOST 2000000 /* values that are made */
#define DEEPEST (ARI_PLY_MAX < 400 ? ARI_PLY_MAX : 400)

struct ari_forms {
    const ari_variant *v;
    ari_allowance allowance;
    ari__memo memo; /* its scores are values */
    ari__canonicals *all;
    ari__thermographs *graphs;
    ari__ticker ticker;
    int depth;
    bool crowded, too_long;
};

bool ari_has_values(const ari_variant *v)
{
    return v->core->components && v->core->last_move &&
           v->core->last_move(v->rules) == ARI_WON;
}

void ari_forms_free(ari_forms *values)
{
    if (!values)
        return;
    ari__thermographs_free(values->graphs);
    ari__values_free(values->all);
    ari__memo_free(&values->memo);
    free(values);
}

ari_status ari_forms_new(const ari_variant *v, size_t bytes, ari_forms **result,
                         ari_error *error)
{
    *result = NULL;
    if (!ari_has_values(v))
        return ari_fail(
            error, ARI_UNSUPPORTED, ARI_NO_OFFSET,
            "%s has no values of parts: they are for games that fall apart, and "
            "that whoever makes the last move wins",
            v->game->title);
    ari_forms *values = calloc(1, sizeof *values);
    if (!values)
        return ari_fail_memory(error, sizeof *values, "values");
    values->v = v;
    ari_allowance_begin(&values->allowance, bytes);
    values->memo = ari__memo_empty(v->core->state_size, &values->allowance);
    values->all = ari__values_new(&values->allowance, MOST);
    values->graphs =
        values->all ? ari__thermographs_new(values->all, &values->allowance) : NULL;
    if (!values->graphs) {
        ari_forms_free(values);
        return ari_fail_memory(error, bytes, "values");
    }
    *result = values;
    return ARI_OK;
}

/* ---- parts ---- */

static ari__canonical no_room(ari_forms *values)
{
    values->crowded = true;
    ari__ticker_stop(&values->ticker);
    return ARI__VALUE_NONE;
}

static ari__canonical part_value(ari_forms *values, const ari_state *part);

/* The sum of the parts of a position. */
static ari__canonical whole_value(ari_forms *values, const ari_state *s)
{
    ari_state *parts = malloc(ARI_COMPONENTS_MAX * sizeof *parts);
    if (!parts)
        return no_room(values);
    int count = ari_sum_parts(values->v, s, ARI_FIRST, parts);
    ari__canonical sum = ARI__VALUE_ZERO;
    for (int i = 0; i < count && sum != ARI__VALUE_NONE; i++)
        sum = ari__value_sum(values->all, sum, part_value(values, &parts[i]));
    free(parts);
    return sum;
}

/* The part as it is with either side to move. Not inlined: its list would lie on the stack of the recursion. */
__attribute__((noinline)) static bool
with_turn(const ari_forms *values, const ari_state *part, ari_side turn, ari_state *out)
{
    const ari_core *core = values->v->core;
    if (core->with_turn) {
        *out = *part;
        core->with_turn(values->v->rules, part, turn, out);
        return true;
    }
    ari_state parts[ARI_COMPONENTS_MAX];
    int count = ari_sum_parts(values->v, part, turn, parts);
    *out = parts[0];
    return count == 1;
}

/* What the moves of a side lead to, in a list that the caller frees; -1: no room. */
static int options_of(ari_forms *values, const ari_state *part, ari_side turn,
                      ari__canonical **list)
{
    const ari_variant *v = values->v;
    ari_state s;
    ari_move *moves = malloc((size_t)v->core->max_moves * sizeof *moves);
    *list = malloc((size_t)v->core->max_moves * sizeof **list);
    int count = 0;
    if (!moves || !*list) {
        no_room(values);
        count = -1;
    } else if (with_turn(values, part, turn, &s) && ari_outcome(v, &s) == ARI_ON) {
        count = ari_moves(v, &s, moves);
        for (int i = 0; i < count && count > 0; i++) {
            ari_state next = ari_after(v, &s, moves[i]);
            (*list)[i] = whole_value(values, &next);
            if ((*list)[i] == ARI__VALUE_NONE)
                count = -1;
        }
    }
    free(moves);
    return count;
}

static ari__canonical make_part(ari_forms *values, const ari_state *part)
{
    ari__canonical *left = NULL, *right = NULL, made = ARI__VALUE_NONE;
    int lefts = options_of(values, part, ARI_FIRST, &left), rights = -1;
    if (lefts >= 0)
        rights = options_of(values, part, ARI_SECOND, &right);
    if (lefts >= 0 && rights >= 0)
        made = ari__value_make(values->all, left, lefts, right, rights);
    free(left);
    free(right);
    return made;
}

static ari__canonical part_value(ari_forms *values, const ari_state *part)
{
    ari_state normal = *part;
    if (values->v->core->canonical)
        values->v->core->canonical(values->v->rules, part, &normal);
    size_t place = ari__memo_find(&values->memo, &normal);
    if (place != ARI__MEMO_NONE)
        return (ari__canonical)values->memo.scores[place];
    if (ari__tick(&values->ticker))
        return ARI__VALUE_NONE;
    if (values->depth >= DEEPEST) {
        values->too_long = true;
        ari__ticker_stop(&values->ticker);
        return ARI__VALUE_NONE;
    }
    values->depth++;
    ari__canonical made = make_part(values, part);
    values->depth--;
    if (made != ARI__VALUE_NONE && !ari__memo_add(&values->memo, &normal, (int)made, 0))
        return no_room(values);
    return made;
}

/* ---- the question ---- */

const char *ari_class_name(ari_class outcome)
{
    static const char *const names[] = {"positive", "negative", "zero", "open"};
    return names[outcome];
}

ari_form_facts ari__form_facts(ari_forms *values, ari__canonical a)
{
    bool least = ari__value_at_most(values->all, ARI__VALUE_ZERO, a);
    bool most = ari__value_at_most(values->all, a, ARI__VALUE_ZERO);
    ari__heat heat = ari__heat_of(values->graphs, a);
    return (ari_form_facts){least && most ? ARI_CLASS_ZERO
                            : least       ? ARI_CLASS_POSITIVE
                            : most        ? ARI_CLASS_NEGATIVE
                                          : ARI_CLASS_OPEN,
                            heat.known, ari__dyadic_of(heat.mean),
                            ari__dyadic_of(heat.temperature)};
}

ari__canonicals *ari__forms_of(ari_forms *values)
{
    return values->all;
}

ari__thermographs *ari__forms_graphs(ari_forms *values)
{
    return values->graphs;
}

ari__canonical ari__value_find(ari_forms *values, const ari_state *s,
                               const ari_limits *limits)
{
    ari__ticker_start(&values->ticker, limits);
    ari__ticker_look(&values->ticker);
    ari__values_watch(values->all, &values->ticker);
    values->depth = 0;
    values->crowded = values->too_long = false;
    ari__canonical whole =
        values->ticker.stopped ? ARI__VALUE_NONE : whole_value(values, s);
    ari__values_watch(values->all, NULL); /* what is found can be said */
    return whole;
}

ari_status ari__form_no_room(const ari_forms *values, ari_error *error)
{
    return ari_fail_allowance(error, &values->allowance,
                              "the value, or one on the way to it,");
}

ari_status ari__form_failed(const ari_forms *values, ari_error *error)
{
    if (values->too_long)
        return ari_fail(error, ARI_LIMIT, ARI_NO_OFFSET,
                        "the game can last more than %d plies: too long for its value",
                        DEEPEST);
    if (ari__values_count(values->all) >= MOST)
        return ari_fail(error, ARI_LIMIT, ARI_NO_OFFSET,
                        "the value is too large: more than %d different ones lie on the "
                        "way to it",
                        MOST);
    if (values->crowded || ari__values_crowded(values->all))
        return ari__form_no_room(values, error);
    return ari_fail(error, ARI_STOPPED, ARI_NO_OFFSET, "stopped before the end");
}

ari_status ari_form_of(ari_forms *values, const ari_state *s, const ari_limits *limits,
                       ari_text *text, ari_form_facts *worth, ari_error *error)
{
    ari__canonical whole = ari__value_find(values, s, limits);
    if (whole == ARI__VALUE_NONE)
        return ari__form_failed(values, error);
    *worth = ari__form_facts(values, whole);
    ari__value_format(values->all, values->graphs, whole, text);
    return ARI_OK;
}

ari_status ari_form_thermograph(ari_forms *values, const ari_state *s,
                                const ari_limits *limits, ari_thermograph *graph,
                                bool *known, ari_error *error)
{
    ari__canonical whole = ari__value_find(values, s, limits);
    if (whole == ARI__VALUE_NONE)
        return ari__form_failed(values, error);
    *known = ari__thermograph_of(values->graphs, whole, graph);
    return ARI_OK;
}
