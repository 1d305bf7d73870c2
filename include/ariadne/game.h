/* game.h: what a game is.
 *
 * A position is plain bytes: a struct without pointers and without padding, so that
 * copying it with memcpy is right and equal positions are equal bytes. A move is a small
 * integer whose meaning is the game's own, and playing it makes a new position: no game
 * ever undoes a move. Text is the only way in or out.
 *
 * A game author writes typed functions in one file and includes <ariadne/instance.h>,
 * which makes the ari_core below out of them; docs/adding-a-game.md walks through it.
 * Nobody else needs the function pointers: programs use variant.h, search.h and
 * session.h. */
#ifndef ARIADNE_GAME_H
#define ARIADNE_GAME_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <ariadne/board.h>
#include <ariadne/error.h>
#include <ariadne/rows.h>
#include <ariadne/text.h>

ARI_C_BEGIN

#define ARI_GAME_ABI 14 /* changes whenever a structure of this file does */

/* ---- results ---- */

/* What outcome() returns: ARI_ON while the game goes on, otherwise the result for the
 * side to move: one of these three or, in a game with payoffs, the payoff itself. */
#define ARI_ON INT_MIN
#define ARI_WON 1
#define ARI_DRAWN 0
#define ARI_LOST (-1)

/* Scores are ints for the side to move, symmetric around zero. A win in n plies is
 * ARI_WIN - n, a loss in n is n - ARI_WIN, so the shortest win and the longest loss come
 * out by themselves. Payoffs and heuristic scores lie within +-ARI_SCORE_MAX. */
#define ARI_WIN 1000000000
#define ARI_SCORE_MAX 900000000

/* ---- options ---- */

typedef enum ari_option_kind {
    ARI_NUMBER,
    ARI_FLAG,
    ARI_STRING,
    ARI_CHOICE
} ari_option_kind;

typedef struct ari_option {
    const char *name; /* NULL ends a list */
    ari_option_kind kind;
    int64_t initial, min, max;  /* of a number; a flag and a choice have only initial */
    const char *initial_string; /* of a string; max is then the longest it may be */
    const char *choices;        /* of a choice: "4|6|8" */
    const char *help;           /* a few words for lists and forms */
} ari_option;

/* A line of such a list each; a weight is a parameter of an evaluation. */
#define ARI_OPTION_NUMBER(NAME, INITIAL, MIN, MAX, HELP)                        \
    {                                                                           \
        .name = (NAME), .kind = ARI_NUMBER, .initial = (INITIAL), .min = (MIN), \
        .max = (MAX), .help = (HELP)                                            \
    }
#define ARI_OPTION_WEIGHT(NAME, INITIAL, HELP) \
    ARI_OPTION_NUMBER(NAME, INITIAL, -1000, 1000, HELP)
#define ARI_OPTION_FLAG(NAME, INITIAL, HELP)                                   \
    {                                                                          \
        .name = (NAME), .kind = ARI_FLAG, .initial = (INITIAL), .help = (HELP) \
    }
#define ARI_OPTION_CHOICE(NAME, INITIAL, CHOICES, HELP)                                 \
    {                                                                                   \
        .name = (NAME), .kind = ARI_CHOICE, .initial = (INITIAL), .choices = (CHOICES), \
        .help = (HELP)                                                                  \
    }

#define ARI_OPTIONS_MAX 8
#define ARI_STRING_MAX 255

typedef struct ari_value {
    int64_t number; /* a flag is 0 or 1; of a choice, which one, from 0 */
    char string[ARI_STRING_MAX + 1];
} ari_value;

/* ---- evaluations ---- */

#define ARI_FEATURES_MAX 128 /* weights of an evaluation, at most */

/* Weights that belong together, a row of a table: "a piece", so many rows from the goal. */
typedef struct ari_weight_row {
    const char *name; /* NULL ends a list */
    int count;
    const char *help;
} ari_weight_row;

/* A game's own heuristic evaluations; "neutral" and "random" exist for every game. One with many
 * weights has them as a table in place of parameters, and GAME_FEATURES counts what they are worth. */
typedef struct ari_eval_info {
    const char *name; /* NULL ends a list */
    const char *help;
    const ari_option *params;   /* numbers only; NULL when it has none */
    const ari_weight_row *rows; /* of the table; NULL when it has none */
    const int *weights;         /* row after row; NULL when it has none */
    int unit; /* what they are divided by, to be scores, as hundredths are by 100; 0: nothing */
} ari_eval_info;

/* An evaluation chosen by name, with the values of its parameters (see variant.h). */
typedef struct ari_eval {
    int which; /* ARI_EVAL_NEUTRAL, ARI_EVAL_RANDOM, or the index in the game's list; any
                * index is neutral in a game without one */
    uint64_t seed;
    int params[ARI_OPTIONS_MAX];
} ari_eval;

#define ARI_EVAL_NEUTRAL (-1)
#define ARI_EVAL_RANDOM (-2)

/* ---- parts: what an evaluation counts, and the lines of a board ---- */

#define ARI_PART_CELLS 8

typedef struct ari_part {
    const char *kind; /* "pair", "triple"; of a line, the list it is in: "blocked" */
    uint8_t owner;    /* ari_owner */
    int score;        /* what it adds to the evaluation of its owner; 0 for a line */
    int count;
    uint16_t cells[ARI_PART_CELLS]; /* their places in the board's list of cells */
} ari_part;

/* Whoever wants to hear of them. */
typedef void ari_part_sink(void *self, const ari_part *part);

/* ---- components: what a position falls into ---- */

#define ARI_COMPONENTS_MAX 64

/* What may be done to a heap: its octal code, in which digit k tells what may be left after k are taken, the
 * sum of 1 (nothing), 2 (one heap) and 4 (two heaps, none empty). */
#define ARI_HEAP_DIGITS 32
typedef struct ari_heap_rules {
    const char *option; /* of the game: how large its heap is at the start */
    uint8_t digits[ARI_HEAP_DIGITS];
    int count;    /* of them; those that follow are 0 */
    bool unequal; /* the two heaps that are left must not be equal */
} ari_heap_rules;

/* ---- advice: a player that follows rules rather than searches ---- */

typedef struct ari_advice {
    int count; /* the moves that the first applicable rule allows, in any order */
    ari_move moves[64]; /* at most this many; the rule player takes one of them */
    const char *rule;   /* the rule's name: "block" */
} ari_advice;

/* A game may have its rules in several wordings. "rules" is the player that follows the first,
 * "rules:NAME" one that follows another. */
typedef struct ari_wording {
    const char *name; /* "as-written"; NULL ends a list */
    const char *help; /* a few words for lists */
} ari_wording;

/* ---- levels: how far weaker computers see ----
 *
 * A level looks some plies ahead and no further, each time anew, and takes one of the
 * moves that seem best to it. */

#define ARI_LEVELS 10 /* level 1 is the weakest */
#define ARI_SIGHT_ALL \
    1000 /* a sight that reaches the end: exact play where time allows */

typedef struct ari_level {
    /* Plies it looks ahead: 2.3 means 2, and 3 in three moves of ten; 0 sees nothing, 1 the
     * own move, 2 also the answer to it. */
    double sight;
    /* How often it goes wrong beyond its sight, from 0 to 1: of the moves that it does not
     * see losing, one that turns out worst; only in games small enough to be solved
     * completely at once. */
    double slip;
    double exact; /* how often it plays exactly, where time allows, from 0 to 1 */
    int proof;    /* nodes that exact play may take for one move; 0: 400,000 */
    /* Evaluations are misjudged by up to this much, up or down. Level 10 misjudges nothing: for it, and for engines
     * with the same evaluation, it is how much worse than the best one a move of a varied opening may
     * seem (player.h). */
    int whim;
    const char *eval; /* as for ari_eval_parse; NULL: the game's first */
} ari_level;

/* For hooks that say yes of every variant: #define GAME_DRAWS_LAST ari_always */
static inline bool ari_always(const void *rules)
{
    (void)rules;
    return true;
}

/* ---- the core: a game's functions, made by instance.h ---- */

struct ari_compiled; /* the searches compiled for this very game (internal) */

enum {
    ARI_HAS_PAYOFFS = 1,     /* outcomes are payoffs, and the best one is searched for */
    ARI_HAS_EXTRA_TURNS = 2, /* the same side may move twice; otherwise sides alternate */
    ARI_HAS_EXACT_KEYS = 4,  /* different positions have different keys */
    ARI_HAS_CYCLES = 8,      /* a game may come back to a position, and never end */
    ARI_HAS_SPARE_RANKS =
        16 /* most ranks have positions that no game leads to: a database of it has nothing of
                              * these */
};

typedef struct ari_core {
    size_t state_size, rules_size;
    size_t view_size;  /* that of a state unless view is there */
    size_t scene_size; /* that of a view unless scene is there */
    int max_moves;     /* no position has more */
    unsigned flags;
    /* required */
    void (*start)(const void *rules, void *state);
    int (*moves)(const void *rules, const void *state, ari_move *list);
    void (*after)(const void *rules, const void *state, ari_move move, void *next);
    int (*outcome)(const void *rules, const void *state);
    ari_side (*turn)(const void *rules, const void *state);
    uint64_t (*key)(const void *rules, const void *state);
    void (*format_move)(const void *rules, const void *state, ari_move move,
                        ari_text *out);
    void (*format)(const void *rules, const void *state, ari_text *out);
    ari_status (*parse)(const void *rules, const char *text, void *state,
                        ari_error *error);
    void (*board)(const void *rules, const void *state, ari_board *board);
    /* optional: NULL when the game does not offer it; hooks.def has the contracts */
#define OF_RULES const void *
#define OF_STATE const void *
#define OF_VIEW const void *
#define OF_SCENE const void *
#define MADE(what) void *
/* NOLINTBEGIN(bugprone-macro-parentheses): these are pasted into declarations */
#define HOOK(MACRO, name, result, parameters, arguments, otherwise) \
    result(*name) parameters;
#define HOOK_MAKES(MACRO, name, what, parameters, arguments) void(*name) parameters;
#define HOOK_FILLS(MACRO, name, parameters, arguments) void(*name) parameters;
#include <ariadne/hooks.def>
    /* NOLINTEND(bugprone-macro-parentheses) */
    const ari_wording *wordings; /* of the rules besides the first; NULL: none */
    const ari_eval_info *evals;
    const struct ari_compiled *compiled;
} ari_core;

typedef struct ari_game {
    unsigned abi;     /* ARI_GAME_ABI, set by GAME_CORE, */
    size_t core_size; /* as the size of an ari_core */
    size_t rules_size;
    /* Checks options that depend on each other, prepares the rules and names the core. It may
     * write values that follow from others, so that one game has one name. The offset of an
     * error counts within the value of the (only) string option. */
    ari_status (*setup)(ari_value *values, void *rules, const ari_core **core,
                        ari_error *error);
    const char *id;    /* lower case, as typed on the command line */
    const char *title; /* as a person would write it */
    const char *about; /* instructions: how to play and how to type a move */
    const ari_option
        *options; /* at most ARI_OPTIONS_MAX, ended by a NULL name; may be NULL */
    const ari_level *levels; /* ARI_LEVELS of them, measured; NULL: some for any game */
} ari_game;

/* A plug-in exports one game under this name: put ARI_PLUGIN(my_game) at the file's end.
 */
#define ARI_PLUGIN_SYMBOL "ari_plugin_game"
#define ARI_PLUGIN(game)                   \
    const ari_game *ari_plugin_game(void); \
    const ari_game *ari_plugin_game(void)  \
    {                                      \
        return &(game);                    \
    }

ARI_C_END

#endif
