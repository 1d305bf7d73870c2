/* instance.h: turns the typed functions of one game file into its ari_core.
 *
 * Include it once, after the functions, with GAME defined as the file's prefix. With
 * `#define GAME ttt` these must exist, and a missing one is a compile error naming it:
 *
 *   typedef struct ... ttt_rules;   what the options come to; plain bytes
 *   typedef struct ... ttt_state;   a position: plain bytes, no pointers, no padding
 *   ari_status ttt_setup(const ari_value *values, ttt_rules *, ari_error *);
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
 * Optional, each switched on by defining a macro as the function's name (r: rules, s:
 * state):
 *
 *   GAME_FLAGS       ARI_HAS_... joined by |
 *   GAME_LEGAL       bool (r, s, move): instead of moves(), for games that have few moves in
 *                    all, tested one by one; faster where the first ones tried often
 *                    suffice. There are GAME_MOVE_COUNT(r) of them, numbered from 0 or, if
 *                    another numbering makes them faster, by GAME_MOVE_NUMBER(r, i)
 *   GAME_KEY         uint64_t (r, s): better than the default, which is the bytes
 *                    themselves when they are at most 8, and a hash of them otherwise
 *   GAME_PARSE_MOVE  ari_status (r, s, text, move *, error *): the default compares the
 *                    text with every legal move's
 *   GAME_SHORT_MOVES bool (r): every move is one character, so that "4455" is four moves
 *   GAME_EVAL        int (r, s, which, params): heuristic score for the side to move, by
 *                    the evaluation GAME_EVALS[which]
 *   GAME_CANONICAL   state (r, s): the same for all symmetric positions
 *   GAME_CANONICAL_KEY  uint64_t (r, s): the key of the canonical position, where it can be
 *                    had faster than through it
 *   GAME_AS_FIRST    state (r, s): the position that looks to the first player as this
 *                    one looks to the side to move (games that treat both sides alike)
 *   GAME_CENTRE      int (r, move): distance from the centre; smaller is tried first
 *   GAME_PROMISE     int (r, v, move): how good it looks; larger is tried first
 *   GAME_WIN_NOW     ari_move (r, v): a move that wins at once, or ARI_NO_MOVE when none
 *                    does
 *   GAME_SAFE_MOVES  int (r, v, list): the moves worth searching when no move wins at
 *                    once; a move may be missing only if the opponent's reply wins at
 *                    once, so an empty list means that every move loses on the next ply.
 *                    Only for games in which nobody loses by a move of his own
 *   GAME_DOOMED      bool (r, v): whether GAME_SAFE_MOVES would be empty, where that can be
 *                    told faster
 *   GAME_AT_MOST     int (r, v, wanted): an upper bound of the exact score of the side to
 *                    move, or ARI_WIN when nothing is known. Only a bound below `wanted` is
 *                    of use: work that cannot lead to one may be saved
 *   GAME_LONGEST     int (r, s): no game from here is longer than this many plies
 *   GAME_DRAWS_LAST  bool (r): a drawn game always lasts exactly GAME_LONGEST plies; in a
 *                    game with payoffs, every game does
 *   GAME_POSITIONS   double (r): at most this many different positions can be reached,
 *                    those that GAME_CANONICAL and GAME_AS_FIRST make alike counted once
 *   GAME_ADVISE      void (r, s, ari_advice *): the player that follows rules
 *
 * The hints marked v see a position as the searches do. Usually v is just the state. But a
 * game whose hints share costly work, such as finding all threats, can do it once per
 * position and carry it along, in a view:
 *
 *   typedef struct { ttt_state at; ... } ttt_view;   the state comes first
 *   GAME_VIEW        view (r, s): made from nothing
 *   GAME_VIEW_AFTER  view (r, v, move): made from the view before a move
 *
 * For strong solving (strong.h), which works without them:
 *
 *   GAME_TIER        int (r, s): a number from 0 that no move makes larger, the same for
 *                    positions that GAME_CANONICAL and GAME_AS_FIRST make alike; positions
 *                    are solved tier by tier. The default is GAME_LONGEST
 *   GAME_ORBIT       int (r, s): how many different positions GAME_CANONICAL turns into
 *                    this canonical one. Only where all of them can be reached if one can
 *   GAME_RANKS       uint64_t (r, tier): positions of a tier have ranks below this number,
 *                    so that nobody needs to store keys; 0 where there are too many
 *   GAME_RANK        uint64_t (r, s): the rank of a position within its tier, the same for
 *                    those that GAME_CANONICAL and GAME_AS_FIRST make alike
 *   GAME_UNRANK      state (r, tier, rank): a position with that rank, the first player's
 *                    to move where there is GAME_AS_FIRST; for a rank that no position has,
 *                    any state with another rank
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
#define GAME_CORE \
    .abi = ARI_GAME_ABI, .rules_size = sizeof(G(rules)), .setup = G(table_setup)
#endif

#ifdef GAME_VIEW
#define ARI_VIEW G(view)
#else
#define ARI_VIEW G(state)
#endif
_Static_assert(sizeof(ARI_VIEW) <= 512, "a view must fit in ARI_VIEW_MAX bytes");
_Static_assert(sizeof(G(state)) <= 256, "a position must fit in ARI_STATE_MAX bytes");
_Static_assert(_Alignof(G(state)) <= 16 && _Alignof(G(rules)) <= 16,
               "positions and rules are kept in memory aligned to 16 bytes");
_Static_assert(GAME_MAX_MOVES <= ARI_MOVES_MAX, "too many moves in a position");

#ifdef GAME_LEGAL
#ifndef GAME_MOVE_NUMBER
#define GAME_MOVE_NUMBER(r, i) (i)
#endif
static int G(moves)(const G(rules) * r, const G(state) * s, ari_move *list)
{
    int count = 0;
    for (int i = 0; i < (int)(GAME_MOVE_COUNT(r)); i++)
        if (GAME_LEGAL(r, s, (ari_move)GAME_MOVE_NUMBER(r, i)))
            list[count++] = (ari_move)GAME_MOVE_NUMBER(r, i);
    return count;
}
#endif

#ifdef GAME_KEY
#define ARI_KEY_FLAG 0
static inline uint64_t G(position_key)(const G(rules) * r, const G(state) * s)
{
    return GAME_KEY(r, s);
}
#else
#define ARI_KEY_FLAG (sizeof(G(state)) <= 8 ? ARI_HAS_EXACT_KEYS : 0)
static inline uint64_t G(position_key)(const G(rules) * r, const G(state) * s)
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

/* ---- the same functions without types, for the table ---- */

static ari_status G(table_prepare)(const ari_value *values, void *rules, ari_error *error)
{
    memset(rules, 0, sizeof(G(rules)));
    return G(setup)(values, rules, error);
}

static void G(table_start)(const void *r, void *s)
{
    *(G(state) *)s = G(start)(r);
}

static int G(table_moves)(const void *r, const void *s, ari_move *list)
{
    return G(moves)(r, s, list);
}

static void G(table_after)(const void *r, const void *s, ari_move move, void *next)
{
    *(G(state) *)next = G(after)(r, s, move);
}

static int G(table_outcome)(const void *r, const void *s)
{
    return G(outcome)(r, s);
}

static ari_side G(table_turn)(const void *r, const void *s)
{
    return G(turn)(r, s);
}

static uint64_t G(table_key)(const void *r, const void *s)
{
    return G(position_key)(r, s);
}

static void G(table_format_move)(const void *r, const void *s, ari_move move,
                                 ari_text *out)
{
    G(format_move)(r, s, move, out);
}

static void G(table_format)(const void *r, const void *s, ari_text *out)
{
    G(format)(r, s, out);
}

static ari_status G(table_parse)(const void *r, const char *text, void *s,
                                 ari_error *error)
{
    memset(s, 0, sizeof(G(state)));
    return G(parse)(r, text, s, error);
}

static void G(table_board)(const void *r, const void *s, ari_board *board)
{
    memset(board, 0, offsetof(ari_board, cells)); /* the cells come with ari_board_size */
    G(board)(r, s, board);
}

#ifdef GAME_PARSE_MOVE
static ari_status G(table_parse_move)(const void *r, const void *s, const char *text,
                                      ari_move *move, ari_error *error)
{
    return GAME_PARSE_MOVE(r, s, text, move, error);
}
#endif

#ifdef GAME_LEGAL
static bool G(table_legal)(const void *r, const void *s, ari_move move)
{
    return GAME_LEGAL((const G(rules) *)r, (const G(state) *)s, move);
}

static int G(table_every_move)(const void *rules, ari_move *list)
{
    const G(rules) *r = rules;
    (void)r;
    for (int i = 0; i < (int)(GAME_MOVE_COUNT(r)); i++)
        list[i] = (ari_move)GAME_MOVE_NUMBER(r, i);
    return (int)(GAME_MOVE_COUNT(r));
}
#endif

#ifdef GAME_SHORT_MOVES
static bool G(table_short_moves)(const void *r)
{
    return GAME_SHORT_MOVES(r);
}
#endif

#ifdef GAME_EVAL
static int G(table_eval)(const void *r, const void *s, int which, const int *params)
{
    return GAME_EVAL(r, s, which, params);
}
#endif

#ifdef GAME_CANONICAL
static void G(table_canonical)(const void *r, const void *s, void *result)
{
    *(G(state) *)result = GAME_CANONICAL(r, s);
}
#endif

#ifdef GAME_AS_FIRST
static void G(table_as_first)(const void *r, const void *s, void *result)
{
    *(G(state) *)result = GAME_AS_FIRST(r, s);
}
#endif

#ifdef GAME_CENTRE
static int G(table_centre)(const void *r, ari_move move)
{
    return GAME_CENTRE(r, move);
}
#endif

#ifdef GAME_PROMISE
static int G(table_promise)(const void *r, const void *v, ari_move move)
{
    return GAME_PROMISE(r, v, move);
}
#endif

#ifdef GAME_WIN_NOW
static ari_move G(table_win_now)(const void *r, const void *v)
{
    return GAME_WIN_NOW(r, v);
}
#endif

#ifdef GAME_SAFE_MOVES
static int G(table_safe_moves)(const void *r, const void *v, ari_move *list)
{
    return GAME_SAFE_MOVES(r, v, list);
}
#endif

#ifdef GAME_VIEW
static void G(table_view)(const void *r, const void *s, void *view)
{
    *(G(view) *)view = GAME_VIEW(r, s);
}

static void G(table_view_after)(const void *r, const void *v, ari_move move, void *next)
{
    *(G(view) *)next = GAME_VIEW_AFTER(r, v, move);
}
#endif

#ifdef GAME_DOOMED
static bool G(table_doomed)(const void *r, const void *v)
{
    return GAME_DOOMED(r, v);
}
#endif

#ifdef GAME_AT_MOST
static int G(table_at_most)(const void *r, const void *v, int wanted)
{
    return GAME_AT_MOST(r, v, wanted);
}
#endif

#ifdef GAME_CANONICAL_KEY
static uint64_t G(table_canonical_key)(const void *r, const void *s)
{
    return GAME_CANONICAL_KEY(r, s);
}
#endif

#ifdef GAME_LONGEST
static int G(table_longest)(const void *r, const void *s)
{
    return GAME_LONGEST(r, s);
}
#endif

#ifdef GAME_DRAWS_LAST
static bool G(table_draws_last)(const void *r)
{
    return GAME_DRAWS_LAST(r);
}
#endif

#ifdef GAME_POSITIONS
static double G(table_positions)(const void *r)
{
    return GAME_POSITIONS(r);
}
#endif

#ifdef GAME_TIER
static int G(table_tier)(const void *r, const void *s)
{
    return GAME_TIER(r, s);
}
#endif

#ifdef GAME_ORBIT
static int G(table_orbit)(const void *r, const void *s)
{
    return GAME_ORBIT(r, s);
}
#endif

#ifdef GAME_RANK
static uint64_t G(table_ranks)(const void *r, int tier)
{
    return GAME_RANKS(r, tier);
}

static uint64_t G(table_rank)(const void *r, const void *s)
{
    return GAME_RANK(r, s);
}

static void G(table_unrank)(const void *r, int tier, uint64_t rank, void *s)
{
    *(G(state) *)s = GAME_UNRANK(r, tier, rank);
}
#endif

#ifdef GAME_ADVISE
static void G(table_advise)(const void *r, const void *s, ari_advice *advice)
{
    GAME_ADVISE(r, s, advice);
}
#endif

/* Inside the library every search is compiled once more for this game alone. */
#ifdef ARI_COMPILE_SEARCHES
#include "search/compiled.inc"
#endif

static const ari_core G(core) = {
    .state_size = sizeof(G(state)),
    .rules_size = sizeof(G(rules)),
    .view_size = sizeof(ARI_VIEW),
    .max_moves = GAME_MAX_MOVES,
    .flags = (GAME_FLAGS) | ARI_KEY_FLAG,
    .start = G(table_start),
    .moves = G(table_moves),
    .after = G(table_after),
    .outcome = G(table_outcome),
    .turn = G(table_turn),
    .key = G(table_key),
    .format_move = G(table_format_move),
    .format = G(table_format),
    .parse = G(table_parse),
    .board = G(table_board),
#ifdef GAME_PARSE_MOVE
    .parse_move = G(table_parse_move),
#endif
#ifdef GAME_LEGAL
    .legal = G(table_legal),
    .every_move = G(table_every_move),
#endif
#ifdef GAME_SHORT_MOVES
    .short_moves = G(table_short_moves),
#endif
#ifdef GAME_EVAL
    .eval = G(table_eval),
    .evals = GAME_EVALS,
#endif
#ifdef GAME_CANONICAL
    .canonical = G(table_canonical),
#endif
#ifdef GAME_AS_FIRST
    .as_first = G(table_as_first),
#endif
#ifdef GAME_CENTRE
    .centre = G(table_centre),
#endif
#ifdef GAME_PROMISE
    .promise = G(table_promise),
#endif
#ifdef GAME_WIN_NOW
    .win_now = G(table_win_now),
#endif
#ifdef GAME_SAFE_MOVES
    .safe_moves = G(table_safe_moves),
#endif
#ifdef GAME_VIEW
    .view = G(table_view),
    .view_after = G(table_view_after),
#endif
#ifdef GAME_DOOMED
    .doomed = G(table_doomed),
#endif
#ifdef GAME_AT_MOST
    .at_most = G(table_at_most),
#endif
#ifdef GAME_CANONICAL_KEY
    .canonical_key = G(table_canonical_key),
#endif
#ifdef GAME_LONGEST
    .longest = G(table_longest),
#endif
#ifdef GAME_DRAWS_LAST
    .draws_last = G(table_draws_last),
#endif
#ifdef GAME_POSITIONS
    .positions = G(table_positions),
#endif
#ifdef GAME_TIER
    .tier = G(table_tier),
#endif
#ifdef GAME_ORBIT
    .orbit = G(table_orbit),
#endif
#ifdef GAME_RANK
    .ranks = G(table_ranks),
    .rank = G(table_rank),
    .unrank = G(table_unrank),
#endif
#ifdef GAME_ADVISE
    .advise = G(table_advise),
#endif
#ifdef ARI_COMPILE_SEARCHES
    .compiled = &G(searches),
#endif
};

static ari_status G(table_setup)(const ari_value *values, void *rules,
                                 const ari_core **core, ari_error *error)
{
    *core = &G(core);
    return G(table_prepare)(values, rules, error);
}

#undef ARI_KEY_FLAG
#undef ARI_VIEW
