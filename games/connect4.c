/* connect4.c: Connect Four on any board of up to 128 bits.
 *
 * The rules stand once, in connect4_board.inc, and are compiled three times: for the
 * usual board with its size as constants, for boards of up to 64 bits, and for wider
 * ones. The options decide which of them plays. */
#ifdef __AVX2__
#include <immintrin.h>
#endif
#include <stdbool.h>
#include <string.h>

#include <ariadne/game.h>
#include <ariadne/random.h>

#include "connect4_rank.h"
#include "connect4_taught.h"

/* Reading a board: remembered dead ends, and the most boards looked at. */
#define C4_FAILED 4096
#define C4_UNPLAYED 100000

#define C4_CELLS 127 /* of any board */

#define C4_PASTE_(a, b) a##_##b
#define C4_PASTE(a, b) C4_PASTE_(a, b)

static const ari_option c4_options[] = {
    ARI_OPTION_NUMBER("width", 7, 1, 64, "columns"),
    ARI_OPTION_NUMBER("height", 6, 1, 64, "rows; (height + 1) x width is at most 128"),
    ARI_OPTION_NUMBER("line", 4, 1, 64, "discs in a line that win"),
    {.name = NULL},
};

static const ari_option c4_pattern_params[] = {
    ARI_OPTION_WEIGHT("f2", 2, "worth of a pair"),
    ARI_OPTION_WEIGHT("f3", 5, "worth of a triple"),
    {.name = NULL},
};

static const ari_option c4_threats_params[] = {
    ARI_OPTION_NUMBER("one", 11, -100, 100, "worth of an open line with a disc"),
    ARI_OPTION_NUMBER("two", 7, -100, 100, "and more with two discs"),
    ARI_OPTION_WEIGHT("threat", 3, "worth of a cell that would complete a line"),
    ARI_OPTION_WEIGHT("parity", 92,
                      "and more where the end of the game gives it to its owner"),
    {.name = NULL},
};

static const ari_eval_info c4_evals[] = {
    {.name = "pattern",
     .help = "f2 x pairs + f3 x triples, mine minus yours",
     .params = c4_pattern_params},
    {.name = "threats",
     .help = "open lines, threats and their parity, mine minus yours",
     .params = c4_threats_params},
    {.name = "taught",
     .help =
         "threats by row and side, open lines and places, as exact values have taught it",
     .rows = c4_taught_rows,
     .weights = c4_taught},
    {.name = NULL},
};

/* The usual board. Where the processor shifts four words by four distances at once, lines are
 * sought in the four directions together. */
#ifdef __AVX2__
typedef uint64_t c4_lanes __attribute__((vector_size(32)));

static inline c4_lanes c4_each(uint64_t w)
{
    return (c4_lanes){w, w, w, w};
}

static inline uint64_t c4_union(c4_lanes lanes)
{
    return (lanes[0] | lanes[1]) | (lanes[2] | lanes[3]);
}

static inline int c4_count(c4_lanes lanes)
{
    return __builtin_popcountll(lanes[0]) + __builtin_popcountll(lanes[1]) +
           __builtin_popcountll(lanes[2]) + __builtin_popcountll(lanes[3]);
}

static inline bool c4_any(c4_lanes lanes)
{
    return !_mm256_testz_si256((__m256i)lanes, (__m256i)lanes);
}

#define LANES(r) ((c4_lanes){1, 6, 7, 8})
#endif
#define GAME c4usual
#define RANKED
#define GAME_MAX_MOVES 7
#define GAME_FLAGS ARI_HAS_EXACT_KEYS
#define WORD uint64_t
#define WIDTH(r) 7
#define HEIGHT(r) 6
#define LINE(r) 4
#define FULL(r) UINT64_C(0xfdfbf7efdfbf)
#define BOTTOMS(r) UINT64_C(0x40810204081)
#define LOWS(r) (BOTTOMS(r) * 0x15)
#define POPCOUNT(w) __builtin_popcountll(w)
#define LOWEST(w) __builtin_ctzll(w)
#define FOLD(w) (w)
#include "connect4_board.inc"

/* Other boards of up to 64 bits. */
#define GAME c4small
#define RANKED
#define GAME_MAX_MOVES 64
#define GAME_FLAGS ARI_HAS_EXACT_KEYS
#define WORD uint64_t
#define WIDTH(r) ((r)->width)
#define HEIGHT(r) ((r)->height)
#define LINE(r) ((r)->line)
#define FULL(r) ((r)->full)
#define BOTTOMS(r) ((r)->bottom)
#define LOWS(r) ((r)->lows)
#define POPCOUNT(w) __builtin_popcountll(w)
#define LOWEST(w) __builtin_ctzll(w)
#define FOLD(w) (w)
#include "connect4_board.inc"

/* Boards of up to 128 bits. */
__extension__ typedef unsigned __int128 c4_wide;

static inline int c4_wide_popcount(c4_wide w)
{
    return __builtin_popcountll((uint64_t)w) + __builtin_popcountll((uint64_t)(w >> 64));
}

static inline int c4_wide_lowest(c4_wide w)
{
    return (uint64_t)w ? __builtin_ctzll((uint64_t)w)
                       : 64 + __builtin_ctzll((uint64_t)(w >> 64));
}

#define GAME c4wide
#define GAME_MAX_MOVES 64
#define WORD c4_wide
#define WIDTH(r) ((r)->width)
#define HEIGHT(r) ((r)->height)
#define LINE(r) ((r)->line)
#define FULL(r) ((r)->full)
#define BOTTOMS(r) ((r)->bottom)
#define LOWS(r) ((r)->lows)
#define POPCOUNT(w) c4_wide_popcount(w)
#define LOWEST(w) c4_wide_lowest(w)
#define FOLD(w) (ari_mix((uint64_t)((w) >> 64)) ^ (uint64_t)(w))
#include "connect4_board.inc"

static ari_status c4_setup(ari_value *values, void *rules, const ari_core **core,
                           ari_error *error)
{
    int64_t width = values[0].number, height = values[1].number, line = values[2].number;
    int64_t bits = (height + 1) * width;
    if (bits > 128)
        return ari_fail(
            error, ARI_RANGE, ARI_NO_OFFSET,
            "the board is too large: (height + 1) x width must be at most 128, "
            "and here it is %d",
            (int)bits);
    if (line > width && line > height)
        return ari_fail(error, ARI_RANGE, ARI_NO_OFFSET,
                        "no line of %d fits on a board of %d x %d", (int)line, (int)width,
                        (int)height);
    if (width == 7 && height == 6 && line == 4)
        return c4usual_core_setup(values, rules, core, error);
    if (bits <= 64)
        return c4small_core_setup(values, rules, core, error);
    return c4wide_core_setup(values, rules, core, error);
}

/* What exact play can take in the time that it has. */
#define PROOF 4000000

/* Measured: docs/levels.md. */
static const ari_level c4_levels[ARI_LEVELS] = {
    {.sight = 0.5, .whim = 100},
    {.sight = 2, .whim = 100, .eval = "pattern"},
    {.sight = 2, .eval = "pattern"},
    {.sight = 4, .eval = "pattern"},
    {.sight = 4, .whim = 80, .eval = "threats"},
    {.sight = 5, .whim = 30, .eval = "threats"},
    {.sight = 7, .whim = 8, .eval = "threats"},
    {.sight = 10, .whim = 4, .eval = "threats"},
    {.sight = 11, .whim = 4, .exact = 0.8, .proof = PROOF, .eval = "threats"},
    {.sight = ARI_SIGHT_ALL, .whim = 4, .proof = PROOF, .eval = "threats"},
};

const ari_game ari_game_connect4 = {
    .abi = ARI_GAME_ABI,
    .rules_size = sizeof(c4small_rules) > sizeof(c4wide_rules) ? sizeof(c4small_rules)
                                                               : sizeof(c4wide_rules),
    .setup = c4_setup,
    .id = "connect4",
    .title = "Connect Four",
    .about =
        "Two players drop discs into columns in turn; a disc falls to the lowest free\n"
        "cell. Four of your discs in a line, upright, level or slanting, win; a full\n"
        "board is a draw.\n"
        "Type the number of a column, counted from 1 at the left.",
    .options = c4_options,
    .levels = c4_levels,
};
