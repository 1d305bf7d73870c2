/* listings.c: the algorithms as tables of numbered lines.
 *
 * A line is the place where the search tells that it stands; the two texts say the same, one in words and one in
 * C. Where a listing has a function for max and one for min, so has the search. */
#include <ariadne/learn.h>

#include <stddef.h>

#define NOWHERE (-1)
#define WINDOW ARI_KNOWS_WINDOW
#define LOOP (ARI_KNOWS_BEST | ARI_KNOWS_MOVE)
#define BACK (LOOP | ARI_KNOWS_VALUE)
#define BEST ARI_KNOWS_BEST

#define EMPTY                 \
    {                         \
        "", "", NOWHERE, 0, 0 \
    }

static const ari_listing_line minimax[] = {
    {"value(s):", "int value(state s) {", ARI_AT_VALUE, 0, 0},
    {"    if s is over or the depth is used up:", "    if (over(s) || depth_used_up(s))",
     ARI_AT_LEAF, 0, 0},
    {"        return the score of s", "        return score(s);", ARI_AT_SCORE, 0,
     ARI_KNOWS_VALUE},
    {"    return max_value(s) or min_value(s), whoever moves",
     "    return turn(s) == MAX ? max_value(s) : min_value(s); }", ARI_AT_BRANCH, 0, 0},
    EMPTY,
    {"max_value(s):", "int max_value(state s) {", NOWHERE, 0, 0},
    {"    best = -infinity", "    int best = -INFINITY;", ARI_AT_BEGIN, 1, BEST},
    {"    for each move m of s:", "    for (move m = first(s); m; m = next(s, m)) {",
     ARI_AT_MOVES, 1, LOOP},
    {"        v = value(s after m)", "        int v = value(after(s, m));", ARI_AT_CALL,
     1, LOOP},
    {"        if v > best:", "        if (v > best)", ARI_AT_COMPARE, 1, BACK},
    {"            best = v", "            best = v; }", ARI_AT_BEST, 1, BACK},
    {"    return best", "    return best; }", ARI_AT_RETURN, 1, BEST},
    EMPTY,
    {"min_value(s):", "int min_value(state s) {", NOWHERE, 0, 0},
    {"    best = +infinity", "    int best = +INFINITY;", ARI_AT_BEGIN, -1, BEST},
    {"    for each move m of s:", "    for (move m = first(s); m; m = next(s, m)) {",
     ARI_AT_MOVES, -1, LOOP},
    {"        v = value(s after m)", "        int v = value(after(s, m));", ARI_AT_CALL,
     -1, LOOP},
    {"        if v < best:", "        if (v < best)", ARI_AT_COMPARE, -1, BACK},
    {"            best = v", "            best = v; }", ARI_AT_BEST, -1, BACK},
    {"    return best", "    return best; }", ARI_AT_RETURN, -1, BEST},
};

static const ari_listing_line alphabeta[] = {
#define SIGN ">="
#include "learn/alphabeta_listing.inc"
#undef SIGN
};

static const ari_listing_line strict[] = {
#define SIGN ">"
#include "learn/alphabeta_listing.inc"
#undef SIGN
};

static const ari_listing_line bestmove[] = {
    {"evaluate_position(s):", "int evaluate_position(state s) {", ARI_AT_VALUE, 0, 0},
    {"    if s is over or the depth is used up:", "    if (over(s) || depth_used_up(s))",
     ARI_AT_LEAF, 0, 0},
    {"        return the rating of s for its mover", "        return rating(s);",
     ARI_AT_SCORE, 0, ARI_KNOWS_VALUE},
    {"    find_best_move(s)", "    int best = find_best_move(s).rating;", ARI_AT_BRANCH,
     0, 0},
    {"    return its rating", "    return best; }", ARI_AT_RATED, 0, BEST},
    EMPTY,
    {"find_best_move(s):", "struct found find_best_move(state s) {", NOWHERE, 0, 0},
    {"    best = -infinity", "    int best = -INFINITY; move which;", ARI_AT_BEGIN, 0,
     BEST},
    {"    for each move m of s:", "    for (move m = first(s); m; m = next(s, m)) {",
     ARI_AT_MOVES, 0, LOOP},
    {"        v = -evaluate_position(s after m)",
     "        int v = -evaluate_position(after(s, m));", ARI_AT_CALL, 0, LOOP},
    {"        if v > best:", "        if (v > best) {", ARI_AT_COMPARE, 0, BACK},
    {"            best = v, and m is the best move", "            best = v, which = m;",
     ARI_AT_BEST, 0, BACK},
    {"            if best is a win:", "            if (best == WINNING)", ARI_AT_TEST, 0,
     BACK},
    {"                stop: no other move of s", "                break; } }", ARI_AT_CUT,
     0, BACK},
    {"    return the best move and its rating",
     "    return (struct found){which, best}; }", ARI_AT_RETURN, 0, BEST},
};

#define WINS_BEGIN                                                                 \
    {"wins(s):", "int wins(state s) {", ARI_AT_VALUE, 0, 0},                       \
        {"    if s is over:", "    if (over(s))", ARI_AT_LEAF, 0, 0},              \
    {                                                                              \
        "        return its result", "        return result(s);", ARI_AT_SCORE, 0, \
            ARI_KNOWS_VALUE                                                        \
    }
#define WINS_NORMAL                                                            \
    {                                                                          \
        "    s = the one that stands for all like s", "    s = canonical(s);", \
            ARI_AT_NORMAL, 0, 0                                                \
    }
#define WINS_KNOWN                                                                       \
    {"    if s is remembered:", "    if (remembered(s))", ARI_AT_KNOWN, 0, 0},           \
    {                                                                                    \
        "        return what is remembered", "        return memory(s);", ARI_AT_RECALL, \
            0, ARI_KNOWS_VALUE                                                           \
    }
#define WINS_LOOP                                                                      \
    {"    best = -infinity", "    int best = -INFINITY;", ARI_AT_BEGIN, 0, BEST},      \
        {"    for each move m of s:",                                                  \
         "    for (move m = first(s); m; m = next(s, m)) {", ARI_AT_MOVES, 0, LOOP},   \
        {"        v = the opposite of wins(s after m)",                                \
         "        int v = -wins(after(s, m));", ARI_AT_CALL, 0, LOOP},                 \
        {"        if v > best:", "        if (v > best) {", ARI_AT_COMPARE, 0, BACK},  \
        {"            best = v", "            best = v;", ARI_AT_BEST, 0, BACK},       \
        {"            if best is a win:", "            if (best == WON)", ARI_AT_TEST, \
         0, BACK},                                                                     \
    {                                                                                  \
        "                stop: no other move of s", "                break; } }",      \
            ARI_AT_CUT, 0, BACK                                                        \
    }
#define WINS_STORE                                                                 \
    {                                                                              \
        "    remember best for s", "    remember(s, best);", ARI_AT_STORE, 0, BEST \
    }
#define WINS_END                                                        \
    {                                                                   \
        "    return best", "    return best; }", ARI_AT_RETURN, 0, BEST \
    }

static const ari_listing_line plain[] = {WINS_BEGIN, WINS_LOOP, WINS_END};
static const ari_listing_line memo[] = {WINS_BEGIN, WINS_KNOWN, WINS_LOOP, WINS_STORE,
                                        WINS_END};
static const ari_listing_line canonical[] = {WINS_BEGIN, WINS_NORMAL, WINS_KNOWN,
                                             WINS_LOOP,  WINS_STORE,  WINS_END};

#define LISTING(name, title)                                               \
    {                                                                      \
#name, title, name, (int)(sizeof(name) / sizeof(ari_listing_line)) \
    }

static const ari_listing listings[] = {
    LISTING(minimax, "Minimax"),
    LISTING(alphabeta, "Alpha-beta"),
    LISTING(bestmove, "Find best move and evaluate position"),
    LISTING(plain, "wins(state)"),
    LISTING(memo, "wins(state), remembered"),
    LISTING(canonical, "wins(state), remembered, symmetric states once"),
};

const ari_listing *ari_listing_of(ari_algorithm algo, bool cut_strictly)
{
    static const ari_listing beyond = {"alphabeta",
                                       "Alpha-beta, cutting only when alpha > beta",
                                       strict, (int)(sizeof strict / sizeof *strict)};
    return algo == ARI_ALGO_ALPHABETA && cut_strictly ? &beyond : &listings[algo];
}

int ari_listing_line_at(const ari_listing *listing, const ari_frame *frame)
{
    for (int i = 0; i < listing->count; i++) {
        const ari_listing_line *line = &listing->lines[i];
        if (line->place == (int)frame->place &&
            (line->side == 0 || (line->side > 0) == frame->max))
            return i + 1;
    }
    return 0;
}
