/* check.h: the conformance suite. Does a game keep the promises of game.h and instance.h?
 *
 * Each promise is a topic. A topic looks at many positions reached by random play, and
 * the first that breaks the promise ends the check: the report then names the variant,
 * a position as near to the start as was found, what was expected, and the seed that leads
 * there again. */
#ifndef ARIADNE_CHECK_H
#define ARIADNE_CHECK_H

#include <ariadne/search.h>

ARI_C_BEGIN

/* name, what is promised: the only list of topics, in the order in which they run */
#define ARI_CHECK_TABLE(X)                                                        \
    X(OPTIONS, "options",                                                         \
      "defaults lie within their limits, what is refused is explained")           \
    X(MOVES, "moves",                                                             \
      "there is a move while the game is on, and none twice; turns and "          \
      "results make sense")                                                       \
    X(LENGTH, "length", "no game is longer than promised")                        \
    X(CYCLES, "cycles", "no game comes back to a position without saying so")     \
    X(MOVE_TEXT, "move-text", "a move that is written is read back")              \
    X(TEXT, "text", "a position that is written is read back")                    \
    X(GARBAGE, "garbage", "what cannot be read is refused with a sentence")       \
    X(KEYS, "keys", "different positions have different keys")                    \
    X(BOARD, "board", "the drawing fits, and its cells play legal moves")         \
    X(SYMMETRY, "symmetry", "the canonical position is worth the same")           \
    X(SIDES, "sides", "seen as the first player's, a position is worth the same") \
    X(COUNT, "count",                                                             \
      "there are no more positions than promised, symmetric ones counted right")  \
    X(REWARDS, "rewards", "what was collected and the value of the rest add up")  \
    X(TIERS, "tiers",                                                             \
      "no move leads to a larger tier, and each position has a rank of its own")  \
    X(SUMS, "sums",                                                               \
      "a position is the sum of its parts, and both sides have the same moves "   \
      "where that is said")                                                       \
    X(HINTS, "hints", "moves that win at once and moves left out are right")      \
    X(EVALUATION, "evaluation",                                                   \
      "heuristic scores stay within their limits, for the side to move")          \
    X(ADVICE, "advice", "the rule player's moves are legal")                      \
    X(PERFT, "perft", "lines of play are counted right")                          \
    X(VALUES, "values", "all searches find the value that the rules define")      \
    X(LIMITED, "limited", "alpha-beta agrees with minimax at every depth")        \
    X(INSTANCES, "instances",                                                     \
      "searches visit the same nodes compiled and through the core")

typedef enum ari_check_topic {
#define ARI_CHECK_ENUM(topic, name, about) ARI_CHECK_##topic,
    ARI_CHECK_TABLE(ARI_CHECK_ENUM)
#undef ARI_CHECK_ENUM
        ARI_CHECK_TOPICS
} ari_check_topic;

const char *ari_check_name(ari_check_topic topic);
const char *ari_check_about(ari_check_topic topic);

/* What a game may offer (hooks.def), by number from 0 in the order of that list; false after
 * the last. */
typedef struct ari_check_hook {
    const char *name;
    ari_check_topic topic; /* that holds games to its contract */
    bool offered;          /* by this game */
} ari_check_hook;

bool ari_check_hook_at(const ari_variant *v, int i, ari_check_hook *hook);

typedef struct ari_check_job {
    uint64_t seed;
    int positions;  /* to look at in each variant; 0: 200 */
    int variants;   /* sets of options to try at most; 0: 16 */
    ari_stop *stop; /* may be NULL */
    /* Told before each variant; may be NULL. */
    void (*progress)(void *self, const char *variant);
    void *self;
} ari_check_job;

typedef struct ari_check_report {
    int variants;                     /* that were begun */
    uint64_t cases[ARI_CHECK_TOPICS]; /* how often each topic found its promise kept */
    /* The rest only when something failed. */
    bool failed;
    ari_check_topic topic;
    char variant[512];  /* as ari_variant_new reads it, for a built-in game */
    char position[768]; /* its text; "" where no position is to blame */
    char message[768];  /* a sentence: what was expected and what was found */
} ari_check_report;

/* Checks one variant, given by its options as in ari_variant_of, or, when `options` is
 * NULL, many: the defaults, the limits of every option, and small random sets. ARI_OK
 * means that the check could be made; what came out is in the report. */
ari_status ari_check_game(const ari_game *game, const char *options,
                          const ari_check_job *how, ari_check_report *report,
                          ari_error *error);

ARI_C_END

#endif
