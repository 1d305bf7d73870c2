/* dominoes.h: what Cram and Domineering share: dominoes are put on free cells of a board.
 *
 * A position is the set of free cells and the side to move. A move is twice its lower or left cell, plus one if the
 * domino stands upright. Any cells may be taken, with either side to move, so that boards of other shapes are
 * positions, too. What no rule asks about, free cells without a free one beside them, and where the others lie on
 * the board, is forgotten in the canonical position. */
#include "regions.h"

typedef struct dom_rules {
    reg_board board;
#ifdef STRIP_SETS
    strip strips[STRIP_SETS];
#endif
} dom_rules;

typedef struct dom_state {
    uint64_t free;
    uint64_t turn;
} dom_state;

static ari_status dom_setup(const ari_value *values, dom_rules *r, ari_error *error)
{
    ari_status status = reg_setup(values, &r->board, error);
    if (status == ARI_OK && r->board.width * r->board.height < 2)
        return ari_fail(error, ARI_RANGE, ARI_NO_OFFSET,
                        "a domino needs two cells, and so a board of more than one");
#ifdef STRIP_SETS
    const reg_board *b = &r->board;
    int longer = b->width > b->height ? b->width : b->height;
    if (status == ARI_OK &&
        !strips_make(r->strips, longer < STRIP_COLUMNS ? longer : STRIP_COLUMNS))
        return ari_fail_memory(error, sizeof r->strips, "a table of strips");
#endif
    return status;
}

static dom_state dom_start(const dom_rules *r)
{
    return (dom_state){r->board.all, 0};
}

/* The lower or left cells of dominoes that can be put down. */
static inline uint64_t dom_upright(const dom_rules *r, uint64_t free)
{
    return free & reg_down(&r->board, free);
}

static inline uint64_t dom_lying(const dom_rules *r, uint64_t free)
{
    return free & reg_left(&r->board, free);
}

static inline int dom_list(uint64_t cells, int upright, ari_move *list)
{
    int count = 0;
    for (; cells; cells &= cells - 1)
        list[count++] = (ari_move)(2 * __builtin_ctzll(cells) + upright);
    return count;
}

static inline uint64_t dom_covers(const dom_rules *r, ari_move m)
{
    uint64_t cell = (uint64_t)1 << m / 2;
    return cell | (m % 2 ? cell << r->board.width : cell << 1);
}

static inline dom_state dom_after(const dom_rules *r, const dom_state *s, ari_move m)
{
    return (dom_state){s->free & ~dom_covers(r, m), s->turn ^ 1};
}

static inline ari_side dom_turn(const dom_rules *r, const dom_state *s)
{
    (void)r;
    return (ari_side)s->turn;
}

/* Free cells that a domino may still cover. */
static inline uint64_t dom_living(const dom_rules *r, uint64_t free)
{
    return free & reg_beside(&r->board, free);
}

/* The regions, each in the corner. */
static int dom_components(const dom_rules *r, const dom_state *s, ari_side turn,
                          dom_state *made)
{
    int count = 0;
    uint64_t living = dom_living(r, s->free);
    while (living) {
        uint64_t region = reg_region(&r->board, living, living & -living);
        living &= ~region;
        made[count++] =
            (dom_state){region >> reg_corner(&r->board, region), turn != ARI_FIRST};
    }
    return count;
}

static dom_state dom_with_turn(const dom_rules *r, const dom_state *s, ari_side turn)
{
    (void)r;
    return (dom_state){s->free, turn != ARI_FIRST};
}

static int dom_last_move(const dom_rules *r)
{
    (void)r;
    return ARI_WON;
}

static inline int dom_longest(const dom_rules *r, const dom_state *s)
{
    return __builtin_popcountll(dom_living(r, s->free)) / 2;
}

/* Sets of an even number of cells. */
static double dom_positions(const dom_rules *r)
{
    double sets = 1;
    for (int cell = 1; cell < r->board.width * r->board.height; cell++)
        sets *= 2;
    return sets;
}

/* The values are 1 and -1. */
static inline int dom_at_most(const dom_rules *r, const dom_state *s, int wanted);
static inline int dom_at_least(const dom_rules *r, const dom_state *s, int wanted);

/* ---- text ---- */

static void dom_format_move(const dom_rules *r, const dom_state *s, ari_move m,
                            ari_text *out)
{
    (void)s;
    const ari_rows rows = reg_rows(&r->board, "#.");
    ari_text_add(out, ari_rows_name(&rows, m / 2).text);
    ari_text_add(out, ari_rows_name(&rows, m / 2 + (m % 2 ? r->board.width : 1)).text);
}

static void dom_signs(const dom_rules *r, const dom_state *s, char *signs)
{
    const ari_rows rows = reg_rows(&r->board, "#.");
    for (int i = 0; i < ari_rows_count(&rows); i++)
        signs[i] = s->free >> ari_rows_cell(&rows, i) & 1 ? '.' : '#';
}

static void dom_format(const dom_rules *r, const dom_state *s, ari_text *out)
{
    const ari_rows rows = reg_rows(&r->board, "#.");
    char signs[REG_CELLS];
    dom_signs(r, s, signs);
    ari_rows_format(&rows, signs, s->turn, out);
}

static ari_status dom_parse(const dom_rules *r, const char *text, dom_state *s,
                            ari_error *error)
{
    const ari_rows rows = reg_rows(&r->board, "#.");
    char signs[REG_CELLS];
    bool second;
    ari_status status = ari_rows_parse(&rows, text, signs, &second, error);
    if (status != ARI_OK)
        return status;
    s->free = r->board.all & ~ari_rows_marked(&rows, signs, '#');
    s->turn = second;
    return ARI_OK;
}

static void dom_board(const dom_rules *r, const dom_state *s, ari_board *board)
{
    const ari_rows rows = reg_rows(&r->board, "#.");
    char signs[REG_CELLS];
    dom_signs(r, s, signs);
    ari_board_grid(board, r->board.width, r->board.height, ARI_CELL_SQUARE);
    ari_board_signs(board, &rows, signs);
}

static void dom_component_places(const dom_rules *r, const dom_state *s,
                                 const ari_board *board, uint8_t *part)
{
    const ari_rows rows = reg_rows(&r->board, "#.");
    (void)board;
    reg_number(&r->board, dom_living(r, s->free), &rows, part);
}

static int dom_clicks(const dom_rules *r, const dom_state *s, ari_move m,
                      uint16_t *places)
{
    (void)s;
    const ari_rows rows = reg_rows(&r->board, "#.");
    places[0] = ari_rows_place(&rows, m / 2);
    places[1] = ari_rows_place(&rows, m / 2 + (m % 2 ? r->board.width : 1));
    return 2;
}

static const ari_option dom_options[] = {
    ARI_OPTION_NUMBER("width", 6, 1, 32, "columns"),
    ARI_OPTION_NUMBER("height", 6, DOM_LOWEST, 32, "rows; width x height at most 64"),
    {.name = NULL}};

#define GAME dom
#define GAME_FLAGS ARI_HAS_PAYOFFS
#define GAME_CLICKS dom_clicks
#define GAME_CANONICAL dom_canonical
#define GAME_AT_MOST dom_at_most
#define GAME_AT_LEAST dom_at_least
#define GAME_LONGEST dom_longest
#define GAME_POSITIONS dom_positions
#define GAME_LAST_MOVE dom_last_move
#define GAME_COMPONENTS dom_components
#define GAME_COMPONENT_PLACES dom_component_places
#define GAME_WITH_TURN dom_with_turn
