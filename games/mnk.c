/* mnk.c: m,n,k: on a board of any size, the first to get `line` marks in a line wins.
 *
 * The rules stand once, in mnk_board.inc, and are compiled three times: for boards that
 * fit in one word, as most do that can be searched to the end; for boards of up to four
 * words, as 15 x 15; and for larger ones. The options decide which of them plays. */
#include <ctype.h>
#include <string.h>

#include <ariadne/game.h>
#include <ariadne/random.h>

#define MNK_SIDE 19
#define MNK_THROUGH 16 /* lines through a cell of a board of one word, at most */

#define MNK_REACH 4        /* the longest line that mnk_scene.inc knows, less one */
#define MNK_COUNT_THREES 0 /* places of counts from 0 to 4 */
#define MNK_COUNT_FOURS 3
#define MNK_COUNT_TWOS 6
#define MNK_COUNT_FIVES 9
#define MNK_INLINE __attribute__((always_inline)) static inline
#define MNK_WINDOWS 6561 /* 3 for each cell within reach, both ways */

#define MNK_PASTE_(a, b) a##_##b
#define MNK_PASTE(a, b) MNK_PASTE_(a, b)

static const ari_option mnk_weights[] = {
    ARI_OPTION_WEIGHT("one", 1, "open line, 1 mark"),
    ARI_OPTION_WEIGHT("two", 4, "open line, 2 marks"),
    ARI_OPTION_WEIGHT("three", 16, "with 3 marks"),
    ARI_OPTION_WEIGHT("more", 64, "4 marks or more"),
    {.name = NULL}};

static const ari_option mnk_shape_weights[] = {
    ARI_OPTION_NUMBER("far", 2, 0, 1000, "a line, begun"),
    ARI_OPTION_NUMBER("three", 6, 0, 1000, "that lacks 3 marks"),
    ARI_OPTION_NUMBER("two", 16, 0, 1000, "that lacks 2"),
    ARI_OPTION_NUMBER("open3", 12, 0, 1000, "the same, open"),
    ARI_OPTION_NUMBER("open2", 40, 0, 1000, "the same, open"),
    ARI_OPTION_NUMBER("move", 50, 0, 1000, "percent, to move"),
    {.name = NULL}};

static const ari_eval_info mnk_evals[] = {
    {.name = "shapes",
     .help = "lines and what is open at both ends, and whose turn it is",
     .params = mnk_shape_weights},
    {.name = "lines", .help = "open lines by their marks", .params = mnk_weights},
    {.name = NULL}};

#define GAME mnksmall
#define GAME_MAX_MOVES 64
#define WORDS 1
#include "mnk_board.inc"

#define GAME mnkwide
#define GAME_MAX_MOVES 256
#define WORDS 4
#define MNK_ROWS 96 /* of cells, in all directions */
#include "mnk_board.inc"

#define GAME mnklarge
#define GAME_MAX_MOVES (MNK_SIDE * MNK_SIDE)
#define MNK_ROWS 112
#define WORDS 6 /* 19 x 19 needs 19 * 20 = 380 bits */
#include "mnk_board.inc"

union mnk_any_rules {
    mnksmall_rules small;
    mnkwide_rules wide;
    mnklarge_rules large;
};

static ari_status mnk_setup(ari_value *values, void *rules, const ari_core **core,
                            ari_error *error)
{
    int width = (int)values[0].number, height = (int)values[1].number;
    int line = (int)values[2].number, bits = height * (width + 1);
    if (line > width && line > height)
        return ari_fail(error, ARI_RANGE, ARI_NO_OFFSET,
                        "a line of %d does not fit on a board of %d by %d", line, width,
                        height);
    if (bits <= 64)
        return mnksmall_core_setup(values, rules, core, error);
    if (bits <= 256)
        return mnkwide_core_setup(values, rules, core, error);
    return mnklarge_core_setup(values, rules, core, error);
}

static const ari_option mnk_options[] = {
    ARI_OPTION_NUMBER("width", 3, 1, MNK_SIDE, "columns"),
    ARI_OPTION_NUMBER("height", 3, 1, MNK_SIDE, "rows"),
    ARI_OPTION_NUMBER("line", 3, 1, MNK_SIDE, "marks in a line"),
    {.name = NULL}};

/* Measured: docs/levels.md. */
static const ari_level mnk_levels[ARI_LEVELS] = {
    {.sight = 0.2, .whim = 300, .eval = "lines"},
    {.sight = 2, .whim = 300, .slip = 0.8, .eval = "lines"},
    {.sight = 2.5, .whim = 40, .slip = 0.75, .eval = "lines"},
    {.sight = 3, .whim = 20, .slip = 0.7, .eval = "lines"},
    {.sight = 4, .whim = 14, .slip = 0.7, .eval = "lines"},
    {.sight = 4, .whim = 9, .slip = 0.5, .eval = "lines"},
    {.sight = 4.5, .whim = 6, .slip = 0.5, .eval = "lines"},
    {.sight = 5, .whim = 4, .slip = 0.45, .eval = "lines"},
    {.sight = 5.5, .whim = 2, .slip = 0.4, .eval = "lines"},
    {.sight = ARI_SIGHT_ALL, .whim = 10},
};

const ari_game ari_game_mnk = {
    .abi = ARI_GAME_ABI,
    .rules_size = sizeof(union mnk_any_rules),
    .setup = mnk_setup,
    .id = "mnk",
    .title = "Marks in a Line (m,n,k)",
    .about =
        "Two players put their marks, x and o, on empty cells in turn; x begins.\n"
        "Whoever first has enough marks in an unbroken line, across, up or diagonally,\n"
        "wins (3 unless chosen otherwise). A full board without a line is a draw.\n"
        "A move is a cell, its column's letter and its row's number from the bottom:\n"
        "b2\n"
        "A position is the board row by row from the top: x.o/.x./..o (the / may be\n"
        "left out).",
    .options = mnk_options,
    .levels = mnk_levels,
};
