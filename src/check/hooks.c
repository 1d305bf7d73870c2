/* hooks.c: which topic holds a game to the contract of each hook, and which of them it offers.
 * A hook of hooks.def without a row here does not compile. */
#include <ariadne/check.h>

enum {
    CHECKED_parse_move = ARI_CHECK_MOVE_TEXT,
    CHECKED_parse_old_move = ARI_CHECK_MOVE_TEXT,
    CHECKED_short_moves = ARI_CHECK_MOVE_TEXT,
    CHECKED_legal = ARI_CHECK_MOVES,
    CHECKED_every_move = ARI_CHECK_MOVES,
    CHECKED_pass = ARI_CHECK_MOVES,
    CHECKED_clicks = ARI_CHECK_BOARD,
    CHECKED_eval = ARI_CHECK_EVALUATION,
    CHECKED_features = ARI_CHECK_EVALUATION,
    CHECKED_parts = ARI_CHECK_EVALUATION,
    CHECKED_lines = ARI_CHECK_BOARD,
    CHECKED_canonical = ARI_CHECK_SYMMETRY,
    CHECKED_canonical_key = ARI_CHECK_HINTS,
    CHECKED_as_first = ARI_CHECK_SIDES,
    CHECKED_so_far = ARI_CHECK_REWARDS,
    CHECKED_rest = ARI_CHECK_REWARDS,
    /* Any order of moves is right: it must only be the same in both instances. */
    CHECKED_centre = ARI_CHECK_INSTANCES,
    CHECKED_promise = ARI_CHECK_INSTANCES,
    CHECKED_promise_after = ARI_CHECK_INSTANCES,
    CHECKED_view = ARI_CHECK_HINTS,
    CHECKED_view_after = ARI_CHECK_HINTS,
    CHECKED_scene = ARI_CHECK_HINTS,
    CHECKED_scene_after = ARI_CHECK_HINTS,
    CHECKED_judge = ARI_CHECK_EVALUATION,
    CHECKED_likely = ARI_CHECK_INSTANCES,
    CHECKED_win_now = ARI_CHECK_HINTS,
    CHECKED_safe_moves = ARI_CHECK_HINTS,
    CHECKED_choice = ARI_CHECK_HINTS,
    CHECKED_view_key = ARI_CHECK_HINTS,
    CHECKED_best_among = ARI_CHECK_VALUES,
    CHECKED_candidates = ARI_CHECK_HINTS,
    CHECKED_forcing = ARI_CHECK_HINTS,
    CHECKED_replies = ARI_CHECK_HINTS,
    CHECKED_at_most = ARI_CHECK_VALUES,
    CHECKED_at_least = ARI_CHECK_VALUES,
    CHECKED_exact = ARI_CHECK_VALUES,
    CHECKED_longest = ARI_CHECK_LENGTH,
    CHECKED_draws_last = ARI_CHECK_LENGTH,
    CHECKED_positions = ARI_CHECK_COUNT,
    /* Only measurements tell; but whatever is solved must be right. */
    CHECKED_solvable = ARI_CHECK_VALUES,
    CHECKED_tier = ARI_CHECK_TIERS,
    CHECKED_orbit = ARI_CHECK_COUNT,
    CHECKED_ranks = ARI_CHECK_TIERS,
    CHECKED_rank = ARI_CHECK_TIERS,
    CHECKED_unrank = ARI_CHECK_TIERS,
    CHECKED_last_move = ARI_CHECK_SUMS,
    CHECKED_impartial = ARI_CHECK_SUMS,
    CHECKED_components = ARI_CHECK_SUMS,
    CHECKED_component_places = ARI_CHECK_SUMS,
    CHECKED_with_turn = ARI_CHECK_SUMS,
    CHECKED_heap_of = ARI_CHECK_SUMS,
    CHECKED_heap_rules = ARI_CHECK_SUMS,
    CHECKED_advise = ARI_CHECK_ADVICE
};

bool ari_check_hook_at(const ari_variant *v, int i, ari_check_hook *hook)
{
    const ari_core *core = v->core;
    const ari_check_hook hooks[] = {
#define ROW(name) {#name, (ari_check_topic)CHECKED_##name, core->name != NULL},
#define HOOK(MACRO, name, result, parameters, arguments, otherwise) ROW(name)
#define HOOK_MAKES(MACRO, name, what, parameters, arguments) ROW(name)
#define HOOK_FILLS(MACRO, name, parameters, arguments) ROW(name)
#include <ariadne/hooks.def>
    };
    bool there = i >= 0 && i < (int)(sizeof hooks / sizeof *hooks);
    if (there)
        *hook = hooks[i];
    return there;
}
