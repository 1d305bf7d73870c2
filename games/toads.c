/* toads.c: Toads and Frogs: toads hop to the right and frogs to the left, over one of the others if it is in the way.
 *
 * Rows lie one behind the other, with a wall between two and behind the last; a cell is a bit of each of three words:
 *
 *     tt.f/t.f     toads 11000100   frogs 00010001   walls 00001000, and all from here on
 *
 * A move is twice the cell from where a toad or frog goes, plus one if it jumps. What can never move again and is in
 * everybody's way is a wall, too: a frog at the left end of a row, a toad at the right end, and ttff. So rows get
 * shorter and fall apart, and the parts are moved to the lowest bits. */
#include <stdio.h>
#include <string.h>

#include <ariadne/game.h>

#define TOAD_CELLS 60

typedef struct toad_rules {
    uint64_t toads, frogs, walls;
    int32_t cells; /* with the walls between rows */
    int32_t rows;
} toad_rules;

typedef struct toad_state {
    uint64_t toads, frogs, walls;
    uint64_t turn;
} toad_state;

/* ---- the rules ---- */

static inline uint64_t toad_free(const toad_state *s)
{
    return ~(s->toads | s->frogs | s->walls);
}

/* Who of the side to move can go one cell, or jump. */
static inline uint64_t toad_steps(const toad_state *s, uint64_t side)
{
    return side ? s->frogs & toad_free(s) << 1 : s->toads & toad_free(s) >> 1;
}

static inline uint64_t toad_jumps(const toad_state *s, uint64_t side)
{
    return side ? s->frogs & s->toads << 1 & toad_free(s) << 2
                : s->toads & s->frogs >> 1 & toad_free(s) >> 2;
}

/* Reads rows up to a /2 or the end. */
static ari_status toad_read(const char *text, size_t *end, toad_state *s, int *rows,
                            ari_error *error)
{
    size_t at = 0;
    *s = (toad_state){.walls = ~UINT64_C(0)};
    *rows = 1;
    for (; text[at] && strcmp(text + at, "/2") != 0; at++) {
        uint64_t bit = (uint64_t)1 << at;
        bool empty = at == 0 || text[at - 1] == '/';
        if (at >= TOAD_CELLS)
            return ari_fail(error, ARI_RANGE, at,
                            "there are at most %d cells, with one between two rows",
                            TOAD_CELLS);
        if (text[at] == '/' && !empty && text[at + 1]) {
            ++*rows;
            continue;
        }
        if (text[at] == 't' || text[at] == 'T')
            s->toads |= bit;
        else if (text[at] == 'f' || text[at] == 'F')
            s->frogs |= bit;
        else if (text[at] != '.')
            return ari_fail(error, ARI_SYNTAX, at,
                            "expected t, f or . for each cell, and / between rows, as in "
                            "tt.ff/t.f");
        s->walls &= ~bit;
    }
    *end = at;
    return at ? ARI_OK : ari_fail(error, ARI_SYNTAX, 0, "expected a row, as in ttt..fff");
}

static ari_status toad_setup(ari_value *values, toad_rules *r, ari_error *error)
{
    toad_state s;
    size_t end;
    int rows;
    ari_status status = toad_read(values[0].string, &end, &s, &rows, error);
    if (status != ARI_OK)
        return status;
    if (values[0].string[end])
        return ari_fail(error, ARI_SYNTAX, end, "a game begins with the first player");
    if (!toad_steps(&s, 0) && !toad_jumps(&s, 0))
        return ari_fail(error, ARI_RANGE, 0,
                        "the first player has no move: there must be a toad, and a free "
                        "cell before it");
    for (size_t i = 0; i < end; i++) /* one game has one name */
        values[0].string[i] = (char)(values[0].string[i] | ('a' - 'A'));
    for (size_t i = 0; i < end; i++)
        if (s.walls >> i & 1)
            values[0].string[i] = '/';
        else if (!((s.toads | s.frogs) >> i & 1))
            values[0].string[i] = '.';
    *r = (toad_rules){s.toads, s.frogs, s.walls, (int32_t)end, rows};
    return ARI_OK;
}

static toad_state toad_start(const toad_rules *r)
{
    return (toad_state){r->toads, r->frogs, r->walls, 0};
}

static inline int toad_list(uint64_t from, int jump, ari_move *list)
{
    int count = 0;
    for (; from; from &= from - 1)
        list[count++] = (ari_move)(2 * __builtin_ctzll(from) + jump);
    return count;
}

static inline int toad_moves(const toad_rules *r, const toad_state *s, ari_move *list)
{
    (void)r;
    int count = toad_list(toad_jumps(s, s->turn), 1, list);
    return count + toad_list(toad_steps(s, s->turn), 0, list + count);
}

static inline int toad_to(const toad_state *s, ari_move m)
{
    int far = 1 + m % 2;
    return m / 2 + (s->turn ? -far : far);
}

static inline toad_state toad_after(const toad_rules *r, const toad_state *s, ari_move m)
{
    (void)r;
    toad_state next = *s;
    uint64_t moved = (uint64_t)1 << m / 2 | (uint64_t)1 << toad_to(s, m);
    if (s->turn)
        next.frogs ^= moved;
    else
        next.toads ^= moved;
    next.turn ^= 1;
    return next;
}

static inline int toad_outcome(const toad_rules *r, const toad_state *s)
{
    (void)r;
    return toad_steps(s, s->turn) | toad_jumps(s, s->turn) ? ARI_ON : ARI_LOST;
}

static inline ari_side toad_turn(const toad_rules *r, const toad_state *s)
{
    (void)r;
    return (ari_side)s->turn;
}

/* ---- parts ---- */

/* What never moves again and lets nobody pass. */
static inline void toad_settle(toad_state *s)
{
    for (uint64_t before = 0; before != s->walls;) {
        before = s->walls;
        uint64_t blocked = s->toads & s->toads >> 1 & s->frogs >> 2 & s->frogs >> 3;
        uint64_t dead = (s->frogs & (s->walls << 1 | 1)) | (s->toads & s->walls >> 1) |
                        blocked | blocked << 1 | blocked << 2 | blocked << 3;
        s->toads &= ~dead;
        s->frogs &= ~dead;
        s->walls |= dead;
    }
}

/* Takes the next run of cells between walls out of what is left, and where it begins; there must be one. True if somebody
 * may move in it some day: it is then a part, at the lowest bits. */
static inline bool toad_take_run(toad_state *left, ari_side turn, toad_state *part,
                                 int *from)
{
    *from = __builtin_ctzll(~left->walls);
    uint64_t run = ~left->walls >> *from;
    run &= ~(run + 1);
    *part = (toad_state){left->toads >> *from & run, left->frogs >> *from & run, ~run,
                         turn == ARI_SECOND};
    left->walls |= run << *from;
    return toad_steps(part, 0) | toad_jumps(part, 0) | toad_steps(part, 1) |
           toad_jumps(part, 1);
}

static int toad_components(const toad_rules *r, const toad_state *s, ari_side turn,
                           toad_state *made)
{
    (void)r;
    toad_state left = *s, part;
    int count = 0, from;
    toad_settle(&left);
    while (~left.walls)
        if (toad_take_run(&left, turn, &part, &from))
            made[count++] = part;
    return count;
}

static toad_state toad_with_turn(const toad_rules *r, const toad_state *s, ari_side turn)
{
    (void)r;
    return (toad_state){s->toads, s->frogs, s->walls, turn == ARI_SECOND};
}

/* Does a part come before another: a fixed order, whatever it is? */
static inline bool toad_less(const toad_state *a, const toad_state *b)
{
    return a->walls != b->walls   ? a->walls > b->walls
           : a->toads != b->toads ? a->toads < b->toads
                                  : a->frogs < b->frogs;
}

/* The parts in order, a wall between two. They fit, as there was one between them before. */
static inline toad_state toad_canonical(const toad_rules *r, const toad_state *s)
{
    toad_state parts[TOAD_CELLS], made = {0, 0, ~UINT64_C(0), s->turn};
    int count = toad_components(r, s, (ari_side)s->turn, parts), at = 0;
    for (int i = 1; i < count; i++)
        for (int k = i; k > 0 && toad_less(&parts[k], &parts[k - 1]); k--) {
            toad_state kept = parts[k];
            parts[k] = parts[k - 1];
            parts[k - 1] = kept;
        }
    for (int i = 0; i < count; i++) {
        made.toads |= parts[i].toads << at;
        made.frogs |= parts[i].frogs << at;
        made.walls &= ~(~parts[i].walls << at);
        at += __builtin_ctzll(parts[i].walls) + 1;
    }
    return made;
}

static inline uint64_t toad_backwards(uint64_t word)
{
    uint64_t turned = 0;
    for (int i = 0; i < 64; i++)
        turned |= (word >> i & 1) << (63 - i);
    return turned;
}

/* Seen from the other end frogs are toads. */
static inline toad_state toad_as_first(const toad_rules *r, const toad_state *s)
{
    (void)r;
    if (!s->turn || !~s->walls)
        return toad_with_turn(r, s, ARI_FIRST);
    toad_state seen = {toad_backwards(s->frogs), toad_backwards(s->toads),
                       toad_backwards(s->walls), 0};
    int from = __builtin_ctzll(~seen.walls);
    seen.toads >>= from;
    seen.frogs >>= from;
    seen.walls = ~(~seen.walls >> from);
    return seen;
}

static int toad_last_move(const toad_rules *r)
{
    (void)r;
    return ARI_WON;
}

/* How far all of a part can go, if all others are out of their way. */
static inline int toad_reach(const toad_state *part)
{
    int plies = 0, toads = 0;
    for (int i = 0; !(part->walls >> i & 1); i++) {
        plies += toads; /* they may come here */
        if (part->frogs >> i & 1)
            plies += i;
        toads += (int)(part->toads >> i & 1);
    }
    return plies;
}

static inline int toad_longest(const toad_rules *r, const toad_state *s)
{
    toad_state parts[TOAD_CELLS];
    int count = toad_components(r, s, ARI_FIRST, parts), plies = 0;
    for (int i = 0; i < count; i++)
        plies += toad_reach(&parts[i]);
    return plies;
}

/* Ways to put the toads and frogs of each row, with either side to move. */
static double toad_positions(const toad_rules *r)
{
    double ways = 2, cells = 0, toads = 0, frogs = 0;
    for (int i = 0; i <= r->cells; i++) {
        if (i == r->cells || r->walls >> i & 1) {
            cells = toads = frogs = 0;
            continue;
        }
        cells++;
        toads += (double)(r->toads >> i & 1);
        frogs += (double)(r->frogs >> i & 1);
        /* (cells over toads, frogs) grows by one cell */
        double kind = r->toads >> i & 1   ? toads
                      : r->frogs >> i & 1 ? frogs
                                          : cells - toads - frogs;
        ways *= cells / kind;
    }
    return ways;
}

/* ---- what may be known, and what is tried first ---- */

/* The values are 1 and -1. */
static inline int toad_at_most(const toad_rules *r, const toad_state *s, int wanted)
{
    (void)r, (void)s, (void)wanted;
    return 1;
}

static inline int toad_at_least(const toad_rules *r, const toad_state *s, int wanted)
{
    (void)r, (void)s, (void)wanted;
    return -1;
}

static inline int toad_count(const toad_state *s, uint64_t side)
{
    return __builtin_popcountll(toad_steps(s, side) | toad_jumps(s, side));
}

/* Few moves for the other side. */
static int toad_promise_after(const toad_rules *r, const toad_state *s, ari_move m,
                              const toad_state *next)
{
    (void)r, (void)m;
    return toad_count(next, s->turn) - 2 * toad_count(next, !s->turn);
}

/* ---- text ---- */

/* The row of a cell, from 0, and the column. */
static int toad_row(const toad_rules *r, int cell, int *column)
{
    int row = 0;
    *column = 0;
    for (int i = 0; i < cell; i++) {
        bool wall = r->walls >> i & 1;
        row += wall;
        *column = wall ? 0 : *column + 1;
    }
    return row;
}

static void toad_format_move(const toad_rules *r, const toad_state *s, ari_move m,
                             ari_text *out)
{
    int from, to, row = toad_row(r, m / 2, &from);
    (void)toad_row(r, toad_to(s, m), &to);
    if (r->rows > 1)
        ari_text_format(out, "%d:", row + 1);
    ari_text_format(out, "%d-%d", from + 1, to + 1);
}

/* Parts are written up to their last cell, as they are no longer where they were. */
static void toad_format(const toad_rules *r, const toad_state *s, ari_text *out)
{
    int last = r->cells;
    if (s->walls != r->walls)
        last = ~s->walls ? 64 - __builtin_clzll(~s->walls) : 0;
    for (int i = 0; i < last; i++)
        ari_text_add_char(out, s->toads >> i & 1   ? 't'
                               : s->frogs >> i & 1 ? 'f'
                               : s->walls >> i & 1 ? '/'
                                                   : '.');
    if (s->turn)
        ari_text_add(out, "/2");
}

static ari_status toad_parse(const toad_rules *r, const char *text, toad_state *s,
                             ari_error *error)
{
    size_t at;
    int rows;
    ari_status status = toad_read(text, &at, s, &rows, error);
    if (status != ARI_OK)
        return status == ARI_RANGE
                   ? ari_fail(error, ARI_SYNTAX, r->cells > 0 ? (size_t)r->cells : 0,
                              "expected %d cells", (int)r->cells)
                   : status;
    s->turn = text[at] == '/';
    if ((int)at != r->cells || s->walls != r->walls)
        return ari_fail(error, ARI_SYNTAX, at < (size_t)r->cells ? at : (size_t)r->cells,
                        "expected rows as long as those of the game");
    if (__builtin_popcountll(s->toads) > __builtin_popcountll(r->toads) ||
        __builtin_popcountll(s->frogs) > __builtin_popcountll(r->frogs))
        return ari_fail(error, ARI_ILLEGAL, 0,
                        "there are at most %d toads and %d frogs in this game",
                        __builtin_popcountll(r->toads), __builtin_popcountll(r->frogs));
    return ARI_OK;
}

/* ---- the board ---- */

static int toad_width(const toad_rules *r)
{
    int width = 0, column;
    for (int i = 0; i < r->cells; i++)
        if (!(r->walls >> i & 1)) {
            (void)toad_row(r, i, &column);
            width = column + 1 > width ? column + 1 : width;
        }
    return width;
}

static void toad_board(const toad_rules *r, const toad_state *s, ari_board *board)
{
    *board = (ari_board){.pieces = ARI_PIECES_STONES};
    ari_board_size(board, toad_width(r), r->rows);
    board->column_labels = true;
    board->row_labels = board->rows_from_top = r->rows > 1;
    for (int i = 0; i < r->cells; i++) {
        int column, row = toad_row(r, i, &column);
        if (r->walls >> i & 1)
            continue;
        ari_cell *cell = ari_board_at(board, column, row);
        cell->kind = ARI_CELL_SQUARE;
        if (s->toads >> i & 1)
            *cell = (ari_cell){.kind = ARI_CELL_SQUARE,
                               .owner = ARI_OWNER_FIRST,
                               .move = ARI_NO_MOVE,
                               .text = "T"};
        else if (s->frogs >> i & 1)
            *cell = (ari_cell){.kind = ARI_CELL_SQUARE,
                               .owner = ARI_OWNER_SECOND,
                               .move = ARI_NO_MOVE,
                               .text = "F"};
    }
}

static void toad_component_places(const toad_rules *r, const toad_state *s,
                                  const ari_board *board, uint8_t *part)
{
    toad_state left = *s, run;
    uint8_t number = 0;
    int from;
    toad_settle(&left);
    while (~left.walls) {
        if (!toad_take_run(&left, ARI_FIRST, &run, &from))
            continue;
        number++;
        for (int i = from; !(run.walls >> (i - from) & 1); i++) {
            int column, row = toad_row(r, i, &column);
            part[row * board->width + column] = number;
        }
    }
}

/* The one that moves, and where it goes. */
static int toad_clicks(const toad_rules *r, const toad_state *s, ari_move m,
                       uint16_t *places)
{
    int cells[2] = {m / 2, toad_to(s, m)}, width = toad_width(r);
    for (int i = 0; i < 2; i++) {
        int column, row = toad_row(r, cells[i], &column);
        places[i] = (uint16_t)(row * width + column);
    }
    return 2;
}

#define GAME toad
#define GAME_MAX_MOVES TOAD_CELLS
#define GAME_FLAGS ARI_HAS_PAYOFFS
#define GAME_CLICKS toad_clicks
#define GAME_CANONICAL toad_canonical
#define GAME_AS_FIRST toad_as_first
#define GAME_PROMISE_AFTER toad_promise_after
#define GAME_AT_MOST toad_at_most
#define GAME_AT_LEAST toad_at_least
#define GAME_LONGEST toad_longest
#define GAME_POSITIONS toad_positions
#define GAME_LAST_MOVE toad_last_move
#define GAME_COMPONENTS toad_components
#define GAME_COMPONENT_PLACES toad_component_places
#define GAME_WITH_TURN toad_with_turn
#include <ariadne/instance.h>

static const ari_option toad_options[] = {
    {.name = "row",
     .kind = ARI_STRING,
     .initial_string = "ttt..fff",
     .max = TOAD_CELLS,
     .help = "toads, frogs and free cells at the start: ttt..fff; / between rows"},
    {.name = NULL}};

const ari_game ari_game_toads = {
    GAME_CORE,
    .id = "toads",
    .title = "Toads and Frogs",
    .about =
        "Toads and frogs stand in a row, or in several. In turn, the first player moves\n"
        "a toad to the right, the second a frog to the left: to the next cell, if it is\n"
        "free, or over one of the other side onto a free cell behind it. Whoever "
        "cannot,\n"
        "loses.\n"
        "A move is the cell it comes from and the one it goes to, 3-4, and where there\n"
        "are several rows the row before them: 2:3-5.\n"
        "A position shows each cell, t, f or free (.), with / between rows, and /2 at\n"
        "the end when the second player is to move: tt.t.fff/2",
    .options = toad_options,
};
