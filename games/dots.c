/* dots.c: dots and boxes; draw an edge, own the boxes you close, and move again.
 *
 * A position is the set of drawn edges (dots_board.h), the first player's boxes minus the second's, and
 * the turn. Who owns which box would multiply the positions and changes nothing in the
 * play that follows, so it is not kept. A move is an edge. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

#include "dots_chains.h"

/* ---- the rules ---- */

static ari_status dots_setup(const ari_value *values, dots_rules *r, ari_error *error)
{
    (void)error;
    dots_make_board(r, (int)values[0].number, (int)values[1].number);
    return ARI_OK;
}

static dots_state dots_start(const dots_rules *r)
{
    (void)r;
    return (dots_state){.turn = ARI_FIRST};
}

static inline int dots_moves(const dots_rules *r, const dots_state *s, ari_move *list)
{
    int count = 0;
    for (int i = 0; i < 2; i++)
        for (uint64_t open = r->all.word[i] & ~s->drawn.word[i]; open; open &= open - 1)
            list[count++] = (ari_move)(64 * i + __builtin_ctzll(open));
    return count;
}

/* A move that closes so many boxes: they are counted, or the turn passes. */
static inline void dots_reckon(dots_state *s, int closed)
{
    s->margin += s->turn == ARI_FIRST ? closed : -closed;
    s->turn ^= closed == 0;
}

static inline dots_state dots_after(const dots_rules *r, const dots_state *s, ari_move m)
{
    dots_state next = *s;
    int closed = 0;
    dots_add(&next.drawn, m);
    for (int i = 0; i < r->touching[m]; i++)
        closed += dots_sides(&next.drawn, &r->touched[m][i]) == 4;
    dots_reckon(&next, closed);
    return next;
}

static inline int dots_for_mover(const dots_state *s)
{
    return s->turn == ARI_FIRST ? s->margin : -s->margin;
}

static inline int dots_outcome(const dots_rules *r, const dots_state *s)
{
    if (s->drawn.word[0] != r->all.word[0] || s->drawn.word[1] != r->all.word[1])
        return ARI_ON;
    return dots_for_mover(s);
}

static inline ari_side dots_turn(const dots_rules *r, const dots_state *s)
{
    (void)r;
    return (ari_side)s->turn;
}

/* ---- help for searches ---- */

static inline dots_state dots_as_first(const dots_rules *r, const dots_state *s)
{
    (void)r;
    return (dots_state){
        .drawn = s->drawn, .margin = dots_for_mover(s), .turn = ARI_FIRST};
}

static inline int dots_so_far(const dots_rules *r, const dots_state *s)
{
    (void)r;
    return dots_for_mover(s);
}

static inline dots_state dots_rest(const dots_rules *r, const dots_state *s)
{
    (void)r;
    return (dots_state){.drawn = s->drawn, .turn = s->turn};
}

static inline dots_state dots_canonical(const dots_rules *r, const dots_state *s)
{
    dots_state turned = *s;
    turned.drawn = dots_turned(r, &s->drawn);
    return turned;
}

static inline int dots_orbit(const dots_rules *r, const dots_state *s)
{
    return dots_images_of(r, &s->drawn);
}

static inline dots_view dots_seen(const dots_rules *r, const dots_state *s)
{
    dots_view v = {.at = *s, .sight = dots_look(r, &s->drawn)};
    if (r->small)
        dots_make_images(r, &v);
    return v;
}

static inline dots_view dots_seen_after(const dots_rules *r, const dots_view *v,
                                        ari_move m)
{
    dots_view next = *v;
    dots_add(&next.at.drawn, m);
    dots_reckon(&next.at, dots_sides(&v->sight.three, &r->beside[m]));
    next.sight = dots_look(r, &next.at.drawn);
    if (r->small)
        dots_add_images(r, &next, m);
    return next;
}

/* The drawn edges as they are canonical, which the view has at hand. */
static inline uint64_t dots_view_key(const dots_rules *r, const dots_view *v)
{
    if (r->small)
        return ari_mix(dots_least_image(r, v));
    dots_set drawn = dots_turned(r, &v->at.drawn);
    return ari_mix(ari_mix(drawn.word[0]) ^ drawn.word[1]);
}

static inline int dots_at_most(const dots_rules *r, const dots_view *v, int wanted)
{
    (void)wanted;
    return dots_for_mover(&v->at) + dots_worth_of(r, v).most;
}

static inline int dots_at_least(const dots_rules *r, const dots_view *v, int wanted)
{
    (void)wanted;
    return dots_for_mover(&v->at) + dots_worth_of(r, v).least;
}

static inline int dots_longest(const dots_rules *r, const dots_state *s)
{
    return r->edges - dots_count(&s->drawn);
}

/* 3 x 3 boxes take 40,000 nodes, 30 ms; 4 x 3 more than a million, a second. */
static bool dots_solvable(const dots_rules *r)
{
    return r->edges <= 24;
}

static double dots_positions(const dots_rules *r)
{
    double positions = r->edges > 17 ? 1e9 : 1; /* larger boards are searched faster */
    for (int e = 0; e < r->edges; e++)
        positions *= 2;
    return positions;
}

/* In boxes, like the payoff: the margin, and what the mover can close at once; where chains and loops are
 * all that is left, what each side gets of them. */
static inline int dots_eval(const dots_rules *r, const dots_state *s, int which,
                            const int *params)
{
    (void)which;
    const dots_view v = dots_seen(r, s);
    if (!dots_any(&v.sight.loose))
        return dots_for_mover(s) + dots_worth_of(r, &v).least;
    return dots_for_mover(s) + params[0] * dots_count(&v.sight.three);
}

/* ---- text ---- */

static void dots_format_move(const dots_rules *r, const dots_state *s, ari_move m,
                             ari_text *out)
{
    (void)s;
    int place = 2 * m + 1;
    ari_text_format(out, "%c%d", 'a' + place % r->columns, place / r->columns + 1);
}

static ari_status dots_parse_move(const dots_rules *r, const dots_state *s,
                                  const char *text, ari_move *move, ari_error *error)
{
    int x = tolower((unsigned char)text[0]) - 'a', y = 0;
    size_t at = 1;
    if (x < 0 || x > 25 || !isdigit((unsigned char)text[1]))
        return ari_fail(
            error, ARI_SYNTAX, 0,
            "expected an edge, its column's letter and its row's number, as b1");
    for (; isdigit((unsigned char)text[at]); at++)
        y = y > 99 ? y : 10 * y + (text[at] - '0');
    if (text[at])
        return ari_fail(error, ARI_SYNTAX, at, "expected nothing more after the edge");
    if (x >= r->columns || y < 1 || y > r->rows)
        return ari_fail(error, ARI_ILLEGAL, 0,
                        "that place is not on the board, which goes from a1 to %c%d",
                        'a' + r->columns - 1, r->rows);
    int place = (y - 1) * r->columns + x;
    if (place % 2 == 0)
        return ari_fail(error, ARI_ILLEGAL, 0, "%c%d is %s, not an edge", 'a' + x, y,
                        x % 2 ? "the inside of a box" : "a dot");
    if (dots_has(&s->drawn, place / 2))
        return ari_fail(error, ARI_ILLEGAL, 0, "the edge %c%d is already drawn", 'a' + x,
                        y);
    *move = (ari_move)(place / 2);
    return ARI_OK;
}

static void dots_format(const dots_rules *r, const dots_state *s, ari_text *out)
{
    for (int y = r->rows - 1; y >= 0; y--) {
        for (int x = !(y & 1); x < r->columns; x += 2) {
            bool drawn = dots_has(&s->drawn, (y * r->columns + x) / 2);
            ari_text_add_char(out, !drawn ? '.' : y & 1 ? '|' : '-');
        }
        ari_text_add_char(out, '/');
    }
    ari_text_format(out, "%+d/%d", (int)s->margin, (int)s->turn + 1);
}

/* A move closes no box (and the turn changes), one, or two neighbours. So with d edges
 * and c closed boxes the turn has changed d - c times, once more for each move that
 * closed two. How many did is not to be seen, unless no two closed boxes are neighbours;
 * only then is the turn known. And whoever draws the last edge of all closes a box with
 * it. */
static ari_status dots_check(const dots_rules *r, const dots_state *s, size_t at,
                             ari_error *error)
{
    int closed = 0, drawn = r->edges - dots_longest(r, s);
    bool neighbours = false;
    for (int b = 0; b < r->boxes; b++)
        closed += dots_sides(&s->drawn, &r->box[b]) == 4;
    for (int e = 0; e < r->edges; e++)
        neighbours |= r->touching[e] == 2 &&
                      dots_sides(&s->drawn, &r->touched[e][0]) == 4 &&
                      dots_sides(&s->drawn, &r->touched[e][1]) == 4;
    if (abs(s->margin) > closed || (s->margin + closed) % 2)
        return ari_fail(error, ARI_ILLEGAL, at,
                        "a margin of %+d is not possible with %d closed box%s",
                        (int)s->margin, closed, closed == 1 ? "" : "es");
    if (!neighbours && (uint32_t)(drawn - closed) % 2 != s->turn)
        return ari_fail(
            error, ARI_ILLEGAL, at,
            "after these %d edges with %d closed box%s the %s player is to move", drawn,
            closed, closed == 1 ? "" : "es", s->turn == ARI_FIRST ? "second" : "first");
    if (drawn == r->edges && dots_for_mover(s) == -closed)
        return ari_fail(error, ARI_ILLEGAL, at,
                        "the side to move drew the last edge, so it has closed a box");
    return ARI_OK;
}

static ari_status dots_parse(const dots_rules *r, const char *text, dots_state *s,
                             ari_error *error)
{
    size_t at = 0;
    for (int y = r->rows - 1; y >= 0; y--) {
        char line = y & 1 ? '|' : '-';
        for (int x = !(y & 1); x < r->columns; x += 2, at++)
            if (text[at] == line)
                dots_add(&s->drawn, (y * r->columns + x) / 2);
            else if (text[at] != '.')
                return ari_fail(error, ARI_SYNTAX, at,
                                "expected %c or . for the edge %c%d", line, 'a' + x,
                                y + 1);
        if (text[at] != '/')
            return ari_fail(error, ARI_SYNTAX, at, "expected / after a row of %d edges",
                            r->width + (y & 1));
        at++;
    }
    size_t margin = at;
    char sign = text[at];
    if ((sign != '+' && sign != '-') || !isdigit((unsigned char)text[at + 1]))
        return ari_fail(error, ARI_SYNTAX, at,
                        "expected the first player's margin with its sign, as +0 or -2");
    for (at++; isdigit((unsigned char)text[at]); at++)
        s->margin =
            s->margin > DOTS_BOXES ? s->margin : 10 * s->margin + (text[at] - '0');
    s->margin = sign == '-' ? -s->margin : s->margin;
    if (text[at] != '/' || (text[at + 1] != '1' && text[at + 1] != '2') || text[at + 2])
        return ari_fail(error, ARI_SYNTAX, at, "expected /1 or /2, the side to move");
    s->turn = text[at + 1] == '2';
    return dots_check(r, s, margin, error);
}

static void dots_board(const dots_rules *r, const dots_state *s, ari_board *board)
{
    *board = (ari_board){.column_labels = true, .row_labels = true, .letters = true};
    ari_board_size(board, r->columns, r->rows);
    for (int place = 0; place < r->columns * r->rows; place++) {
        int x = place % r->columns, y = place / r->columns;
        ari_cell *cell = ari_board_at(board, x, r->rows - 1 - y);
        if (place % 2) {
            bool drawn = dots_has(&s->drawn, place / 2);
            cell->kind = y % 2 ? ARI_CELL_EDGE_V : ARI_CELL_EDGE_H;
            cell->owner = drawn ? ARI_OWNER_BOTH : ARI_NOBODY;
            if (!drawn)
                cell->move = (ari_move)(place / 2);
        } else {
            cell->kind = x % 2 ? ARI_CELL_BOX : ARI_CELL_DOT;
        }
    }
    int closed = 0;
    for (int b = 0; b < r->boxes; b++)
        if (dots_sides(&s->drawn, &r->box[b]) == 4) {
            int x = 2 * (b % r->width) + 1, y = 2 * (b / r->width) + 1;
            ari_board_at(board, x, r->rows - 1 - y)->text[0] = '#';
            closed++;
        }
    snprintf(board->caption, sizeof board->caption, "boxes: first %d, second %d",
             (closed + s->margin) / 2, (closed - s->margin) / 2);
}

static const ari_option dots_weights[] = {
    ARI_OPTION_NUMBER("ready", 1, -10, 10, "a box with three sides"), {.name = NULL}};

static const ari_eval_info dots_evals[] = {
    {.name = "margin", .help = "boxes ahead, and boxes ready", .params = dots_weights},
    {.name = NULL}};

#define GAME dots
#define GAME_MAX_MOVES DOTS_EDGES
#define GAME_FLAGS (ARI_HAS_PAYOFFS | ARI_HAS_EXTRA_TURNS)
#define GAME_PARSE_MOVE dots_parse_move
#define GAME_EVAL dots_eval
#define GAME_EVALS dots_evals
#define GAME_CANONICAL dots_canonical
#define GAME_AS_FIRST dots_as_first
#define GAME_ORBIT dots_orbit
#define GAME_SO_FAR dots_so_far
#define GAME_REST dots_rest
#define GAME_VIEW dots_seen
#define GAME_VIEW_AFTER dots_seen_after
#define GAME_PROMISE dots_promise
#define GAME_CHOICE dots_choice
#define GAME_VIEW_KEY dots_view_key
#define GAME_BEST_AMONG dots_best_among
#define GAME_AT_MOST dots_at_most
#define GAME_AT_LEAST dots_at_least
#define GAME_LONGEST dots_longest
#define GAME_DRAWS_LAST ari_always /* every game draws every edge */
#define GAME_SOLVABLE dots_solvable
#define GAME_POSITIONS dots_positions
#include <ariadne/instance.h>

static const ari_option dots_options[] = {
    ARI_OPTION_NUMBER("width", 3, 1, DOTS_SIDE, "boxes in a row"),
    ARI_OPTION_NUMBER("height", 3, 1, DOTS_SIDE, "rows of boxes"),
    {.name = NULL}};

/* Measured: docs/levels.md. */
static const ari_level dots_levels[ARI_LEVELS] = {
    {.sight = 0.8},
    {.sight = 2, .whim = 1},
    {.sight = 4},
    {.sight = 5},
    {.sight = 6},
    {.sight = 8},
    {.sight = 9},
    {.sight = 10},
    {.sight = 11, .exact = 0.3},
    {.sight = ARI_SIGHT_ALL},
};

const ari_game ari_game_dots = {
    GAME_CORE,
    .id = "dots",
    .title = "Dots and Boxes",
    .about =
        "In turn, each player draws an edge between two neighbouring dots. Whoever\n"
        "draws the fourth side of a box owns it and must move again. When all edges\n"
        "are drawn, whoever owns more boxes wins by the difference.\n"
        "A move is an edge, by letter and number at the side of the board, where dots,\n"
        "edges and boxes are all counted: b1 is the first edge of the bottom row, a2\n"
        "stands on the left of the lowest row of boxes.\n"
        "A position is the edges row by row from the top, - or | drawn and . open,\n"
        "then how many boxes the first player is ahead and the side to move. With one\n"
        "box: -/|./-/+0/2",
    .options = dots_options,
    .levels = dots_levels,
};
