/* connect4_taught.h: the weights of connect4_taught.inc, for all boards. */

#define C4_TAUGHT_ROWS 6

enum {
    C4_FIRST,
    C4_SECOND = C4_FIRST + C4_TAUGHT_ROWS,
    C4_CLAIM = C4_SECOND + C4_TAUGHT_ROWS,
    C4_ABOVE = C4_CLAIM + 2,
    C4_LINES,
    C4_PLACES = C4_LINES + 2,
    C4_TURNS = C4_PLACES + 4 * C4_TAUGHT_ROWS,
    C4_TAUGHT = C4_TURNS + 2
};

static const ari_weight_row c4_taught_rows[] = {
    {"first", C4_TAUGHT_ROWS, "a threat of the first player, from the lowest row on"},
    {"second", C4_TAUGHT_ROWS, "a threat of the second"},
    {"claim", 2, "the first's in an odd row, the second's in an even, no other's below"},
    {"above", 1, "a threat directly above another of the same side"},
    {"lines", 2, "an open line with a disc, and more with two"},
    {"edge", C4_TAUGHT_ROWS, "a disc in the column at the edge, from the lowest row on"},
    {"next", C4_TAUGHT_ROWS, "in the next column"},
    {"third", C4_TAUGHT_ROWS, "in the third"},
    {"centre", C4_TAUGHT_ROWS, "in the middle"},
    {"turn", 2, "being to move; and more for the first player"},
    {NULL, 0, NULL}};

static const int c4_taught[C4_TAUGHT] = {
    24,  -8,  49,  21, 11, 27,  /* first */
    81,  100, -15, 38, 29, 32,  /* second */
    59,  14,                    /* claim */
    -19,                        /* above */
    9,   16,                    /* lines */
    -8,  -5,  -1,  -1, 9,  2,   /* edge */
    -7,  6,   13,  9,  11, -3,  /* next */
    -14, 3,   5,   -9, 6,  -10, /* third */
    -13, 9,   21,  -8, 1,  -22, /* centre */
    37,  -3,                    /* turn */
};
