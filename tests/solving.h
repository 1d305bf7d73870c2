/* solving.h: what the tests of games and searches share. */
#ifndef TESTS_SOLVING_H
#define TESTS_SOLVING_H

#include "positions.h"

#include <string.h>

#include <ariadne/random.h>
#include <ariadne/analysis.h>

static inline ari_move move(const ari_variant *v, const ari_state *s, const char *text)
{
    ari_move m;
    ari_error error;
    if (ari_move_parse(v, s, text, &m, &error) != ARI_OK)
        fail_msg("%s: %s", text, error.message);
    return m;
}

static inline ari_solver *solver(const ari_variant *v)
{
    ari_solver *result;
    ari_error error;
    if (ari_solver_new(v, (size_t)16 << 20, &result, &error) != ARI_OK)
        fail_msg("%s: %s", v->name, error.message);
    return result;
}

static const ari_engine_job no_limits = {.eval = {.which = ARI_EVAL_NEUTRAL}};

/* The exact score and distance of a position. */
static inline ari_answer value(ari_solver *who, const ari_state *s)
{
    ari_analysis analysis;
    ari_error error;
    if (ari_analyse(who, s, ARI_ASK_VALUE, &no_limits, &analysis, &error) != ARI_OK)
        fail_msg("%s", error.message);
    assert_true(analysis.whole.exact);
    ari_answer answer = analysis.whole;
    ari_analysis_free(&analysis);
    return answer;
}

static inline ari_answer value_of(const char *spec, const char *text)
{
    ari_variant *v = variant(spec);
    ari_solver *who = solver(v);
    ari_state s = position(v, text);
    ari_answer answer = value(who, &s);
    ari_solver_free(who);
    ari_variant_free(v);
    return answer;
}

/* Is the text of the position this one? */
static inline void assert_text(const ari_variant *v, const ari_state *s,
                               const char *expected)
{
    ari_text text = ARI_TEXT_EMPTY;
    ari_state_format(v, s, &text);
    assert_string_equal(ari_text_get(&text), expected);
    ari_text_free(&text);
}

static inline bool legal(const ari_variant *v, const ari_state *s, ari_move m)
{
    ari_move list[ARI_MOVES_MAX];
    int count = ari_moves(v, s, list);
    for (int i = 0; i < count; i++)
        if (list[i] == m)
            return true;
    return false;
}

#endif
