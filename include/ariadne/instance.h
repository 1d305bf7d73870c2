/* instance.h: turns the typed functions of one game file into its ari_core.
 *
 * Include it once, after the functions, with GAME defined as the file's prefix. With
 * `#define GAME ttt` these must exist, and a missing one is a compile error naming it:
 *
 *   typedef struct ... ttt_rules;   what the options come to; plain bytes
 *   typedef struct ... ttt_state;   a position: plain bytes, no pointers, no padding
 *   ari_status ttt_setup(const ari_value *values, ttt_rules *, ari_error *);
 *                              without const if it writes values that follow from others
 *   ttt_state  ttt_start(const ttt_rules *);
 *   int        ttt_moves(const ttt_rules *, const ttt_state *, ari_move *list);
 *   ttt_state  ttt_after(const ttt_rules *, const ttt_state *, ari_move);
 *   int        ttt_outcome(const ttt_rules *, const ttt_state *);
 *   ari_side   ttt_turn(const ttt_rules *, const ttt_state *);
 *   void       ttt_format_move(const ttt_rules *, const ttt_state *, ari_move,
 *                              ari_text *);
 *   void       ttt_format(const ttt_rules *, const ttt_state *, ari_text *);
 *   ari_status ttt_parse(const ttt_rules *, const char *, ttt_state *, ari_error *);
 *   void       ttt_board(const ttt_rules *, const ttt_state *, ari_board *);
 *
 * and `#define GAME_MAX_MOVES 9` says how many moves a position has at the most. moves()
 * is never empty while the game is on (a pass is a move) and is not asked after its end,
 * nor is after(). parse() returns ARI_SYNTAX when the text does not look like a board at
 * all, and ARI_ILLEGAL when it does but no game leads there.
 *
 * What a game may offer besides, each thing switched on by defining a macro as the function's
 * name, is in hooks.def with its contract: GAME_LEGAL, GAME_EVAL, GAME_CANONICAL, GAME_LONGEST
 * and so on. And two that are no hooks (r: rules, s: state):
 *
 *   GAME_FLAGS       ARI_HAS_... joined by |
 *   GAME_KEY         uint64_t (r, s): better than the default, which is the bytes
 *                    themselves when they are at most 8, and a hash of them otherwise
 */
#include <string.h>

#include <ariadne/game.h>
#include <ariadne/random.h>

#ifdef __cplusplus
#error "a game is written in C: include instance.h in a .c file"
#endif
#ifndef GAME
#error "define GAME as the prefix of your functions before including instance.h"
#endif
#ifndef GAME_MAX_MOVES
#error "define GAME_MAX_MOVES: no position has more moves"
#endif
#ifndef GAME_FLAGS
#define GAME_FLAGS 0
#endif
#if defined(GAME_SAFE_MOVES) && !defined(GAME_WIN_NOW)
#error \
    "GAME_SAFE_MOVES needs GAME_WIN_NOW, which finds the replies that make moves unsafe"
#endif

#ifndef G /* the including file may hold several instances */
#define ARI_PASTE_(a, b) a##_##b
#define ARI_PASTE(a, b) ARI_PASTE_(a, b)
#define G(name) ARI_PASTE(GAME, name)
#define GAME_CORE                                                                       \
    .abi = ARI_GAME_ABI, .core_size = sizeof(ari_core), .rules_size = sizeof(G(rules)), \
    .setup = G(core_setup)
#endif

#ifndef ARI_OFFERED /* likewise */
/* 1 if the macro of a hook is defined, otherwise 0. An undefined one stays its own name, for which
 * hooks.def has a probe, ARI_NO_GAME_...: a comma, which moves the 0 to the second place. */
#define ARI_OFFERED(macro) ARI_OFFERED_OF(macro)
#define ARI_OFFERED_OF(function) ARI_OFFERED_IF(ARI_NO_##function)
#define ARI_OFFERED_IF(...) ARI_SECOND_OF(__VA_ARGS__ 0, 1, 0)
#define ARI_SECOND_OF(first, second, ...) second
/* The one text where the hook is offered, the other where it is not. */
#define ARI_IF_OFFERED(macro, yes, no) ARI_CHOOSE(ARI_OFFERED(macro), yes, no)
#define ARI_CHOOSE(which, yes, no) ARI_CHOOSE_OF(which, yes, no)
#define ARI_CHOOSE_OF(which, yes, no) ARI_CHOOSE_##which(yes, no)
#define ARI_CHOOSE_0(yes, no) no
#define ARI_CHOOSE_1(yes, no) yes
#endif

#if ARI_OFFERED(GAME_SO_FAR) != ARI_OFFERED(GAME_REST)
#error "GAME_SO_FAR and GAME_REST go together"
#endif

#ifdef GAME_VIEW
#define ARI_VIEW G(view)
#else
#define ARI_VIEW G(state)
#endif
#ifdef GAME_SCENE
#define ARI_SCENE G(scene)
#else
#define ARI_SCENE ARI_VIEW
#endif
_Static_assert(sizeof(ARI_VIEW) <= 512, "a view must fit in ARI_VIEW_MAX bytes");
_Static_assert(sizeof(ARI_SCENE) <= 4096, "a scene must fit in ARI_SCENE_MAX bytes");
_Static_assert(sizeof(G(state)) <= 256, "a position must fit in ARI_STATE_MAX bytes");
_Static_assert(_Alignof(G(state)) <= 16 && _Alignof(G(rules)) <= 16,
               "positions and rules are kept in memory aligned to 16 bytes");
_Static_assert(GAME_MAX_MOVES <= ARI_MOVES_MAX, "too many moves in a position");

#ifdef GAME_LEGAL
#ifndef GAME_MOVE_NUMBER
#define GAME_MOVE_NUMBER(r, i) (i)
#endif
static int G(moves)(const G(rules) *r, const G(state) *s, ari_move *list)
{
    int count = 0;
    for (int i = 0; i < (int)(GAME_MOVE_COUNT(r)); i++)
        if (GAME_LEGAL(r, s, (ari_move)GAME_MOVE_NUMBER(r, i)))
            list[count++] = (ari_move)GAME_MOVE_NUMBER(r, i);
    return count;
}

static int G(moves_by_number)(const G(rules) *r, ari_move *list)
{
    (void)r;
    for (int i = 0; i < (int)(GAME_MOVE_COUNT(r)); i++)
        list[i] = (ari_move)GAME_MOVE_NUMBER(r, i);
    return (int)(GAME_MOVE_COUNT(r));
}
#define GAME_EVERY_MOVE G(moves_by_number)
#endif

#ifdef GAME_KEY
#define ARI_KEY_FLAG 0
static inline uint64_t G(position_key)(const G(rules) *r, const G(state) *s)
{
    return GAME_KEY(r, s);
}
#else
#define ARI_KEY_FLAG (sizeof(G(state)) <= 8 ? ARI_HAS_EXACT_KEYS : 0)
static inline uint64_t G(position_key)(const G(rules) *r, const G(state) *s)
{
    (void)r;
    const unsigned char *bytes = (const unsigned char *)s;
    uint64_t hash = 0, word = 0;
    size_t at = 0;
    for (; at + 8 < sizeof *s; at += 8) {
        memcpy(&word, bytes + at, 8);
        hash = ari_mix(hash ^ word);
    }
    word = 0;
    memcpy(&word, bytes + at, sizeof *s - at);
    return hash ^ word;
}
#endif

/* ---- the same functions without types, for the core ---- */

static ari_status G(core_prepare)(ari_value *values, void *rules, ari_error *error)
{
    memset(rules, 0, sizeof(G(rules)));
    return G(setup)(values, rules, error);
}

static void G(core_start)(const void *r, void *s)
{
    *(G(state) *)s = G(start)(r);
}

static int G(core_moves)(const void *r, const void *s, ari_move *list)
{
    return G(moves)(r, s, list);
}

static void G(core_after)(const void *r, const void *s, ari_move move, void *next)
{
    *(G(state) *)next = G(after)(r, s, move);
}

static int G(core_outcome)(const void *r, const void *s)
{
    return G(outcome)(r, s);
}

static ari_side G(core_turn)(const void *r, const void *s)
{
    return G(turn)(r, s);
}

static uint64_t G(core_key)(const void *r, const void *s)
{
    return G(position_key)(r, s);
}

static void G(core_format_move)(const void *r, const void *s, ari_move move,
                                ari_text *out)
{
    G(format_move)(r, s, move, out);
}

static void G(core_format)(const void *r, const void *s, ari_text *out)
{
    G(format)(r, s, out);
}

static ari_status G(core_parse)(const void *r, const char *text, void *s,
                                ari_error *error)
{
    memset(s, 0, sizeof(G(state)));
    return G(parse)(r, text, s, error);
}

static void G(core_board)(const void *r, const void *s, ari_board *board)
{
    memset(board, 0, offsetof(ari_board, cells)); /* the cells come with ari_board_size */
    G(board)(r, s, board);
}

#define STATE G(state)
#define VIEW ARI_VIEW
#define SCENE ARI_SCENE
#define OF_RULES const void *
#define OF_STATE const void *
#define OF_VIEW const void *
#define OF_SCENE const void *
#define MADE(what) void *
#define TO_MADE
#define THE_RULES r
/* NOLINTBEGIN(bugprone-macro-parentheses): these are pasted into declarations */
#define HOOK(MACRO, name, result, parameters, arguments, otherwise) \
    ARI_IF_OFFERED(                                                 \
        GAME_##MACRO,                                               \
        static result G(core_##name) parameters { return GAME_##MACRO arguments; }, )
#define HOOK_MAKES(MACRO, name, what, parameters, arguments)  \
    ARI_IF_OFFERED(                                           \
        GAME_##MACRO, static void G(core_##name) parameters { \
            *(what *)made = GAME_##MACRO arguments;           \
        }, )
#define HOOK_FILLS(MACRO, name, parameters, arguments) \
    ARI_IF_OFFERED(                                    \
        GAME_##MACRO,                                  \
        static void G(core_##name) parameters { GAME_##MACRO arguments; }, )
#include <ariadne/hooks.def>
/* NOLINTEND(bugprone-macro-parentheses) */
#undef STATE
#undef VIEW
#undef SCENE

/* Inside the library every search is compiled once more for this game alone, by the file that the
 * build names. */
#ifdef ARI_COMPILE_SEARCHES
#include ARI_COMPILE_SEARCHES
#endif

static const ari_core G(core) = {
    .state_size = sizeof(G(state)),
    .rules_size = sizeof(G(rules)),
    .view_size = sizeof(ARI_VIEW),
    .scene_size = sizeof(ARI_SCENE),
    .max_moves = GAME_MAX_MOVES,
    .flags = (GAME_FLAGS) | ARI_KEY_FLAG,
    .start = G(core_start),
    .moves = G(core_moves),
    .after = G(core_after),
    .outcome = G(core_outcome),
    .turn = G(core_turn),
    .key = G(core_key),
    .format_move = G(core_format_move),
    .format = G(core_format),
    .parse = G(core_parse),
    .board = G(core_board),
#define HOOK(MACRO, name, result, parameters, arguments, otherwise) \
    .name = ARI_IF_OFFERED(GAME_##MACRO, G(core_##name), NULL),
#define HOOK_MAKES(MACRO, name, what, parameters, arguments) \
    .name = ARI_IF_OFFERED(GAME_##MACRO, G(core_##name), NULL),
#define HOOK_FILLS(MACRO, name, parameters, arguments) \
    .name = ARI_IF_OFFERED(GAME_##MACRO, G(core_##name), NULL),
#include <ariadne/hooks.def>
#ifdef GAME_EVAL
    .evals = GAME_EVALS,
#endif
#ifdef GAME_WORDINGS
    .wordings = GAME_WORDINGS,
#endif
#ifdef ARI_COMPILE_SEARCHES
    .compiled = &G(compiled),
#endif
};

static ari_status G(core_setup)(ari_value *values, void *rules, const ari_core **core,
                                ari_error *error)
{
    *core = &G(core);
    return G(core_prepare)(values, rules, error);
}

#undef ARI_KEY_FLAG
#undef ARI_VIEW
#undef ARI_SCENE
#undef GAME_EVERY_MOVE
