/* tictactoe.c: tic-tac-toe on 3x3, and a player that follows the classic rules.
 *
 * Cells are numbered row by row from the top:
 *
 *     1 2 3
 *     4 5 6
 *     7 8 9
 *
 * The eight lines are kept in four lists: empty, only x, only o, blocked. A list is a set
 * of lines, one bit each; a cell knows its lines, so a move takes them from list to list
 * at once. Every line is in exactly one list. */
#include <stdbool.h>
#include <string.h>

#include <ariadne/game.h>

enum { TTT_EMPTY, TTT_ONLY_X, TTT_ONLY_O, TTT_BLOCKED };

typedef struct ttt_rules {
    bool early; /* a draw ends the game as soon as no line can be completed */
} ttt_rules;

typedef struct ttt_state {
    uint16_t marks[2]; /* the cells of x and of o, a bit each */
    uint8_t lists[4];  /* the lines that are empty, x's, o's, blocked */
} ttt_state;

#define TTT_FULL 0x1ff
#define TTT_BIT(cell) (1u << (cell))

/* The cells of each line, and the lines of each cell. */
static const uint16_t ttt_lines[8] = {0007, 0070, 0700, 0111, 0222, 0444, 0421, 0124};
static const uint8_t ttt_lines_of[9] = {0x49, 0x11, 0xa1, 0x0a, 0xd2,
                                        0x22, 0x8c, 0x14, 0x64};

static const ari_option ttt_options[] = {
    ARI_OPTION_FLAG("early", 1, "the game is drawn as soon as no line can be completed"),
    {.name = NULL},
};

static ari_status ttt_setup(const ari_value *values, ttt_rules *r, ari_error *error)
{
    (void)error;
    r->early = values[0].number != 0;
    return ARI_OK;
}

static ttt_state ttt_start(const ttt_rules *r)
{
    (void)r;
    return (ttt_state){.lists = {[TTT_EMPTY] = 0xff}};
}

static ari_side ttt_turn(const ttt_rules *r, const ttt_state *s)
{
    (void)r;
    return __builtin_popcount(s->marks[0] | s->marks[1]) % 2 ? ARI_SECOND : ARI_FIRST;
}

static bool ttt_legal(const ttt_rules *r, const ttt_state *s, ari_move cell)
{
    (void)r;
    return !((s->marks[0] | s->marks[1]) & TTT_BIT(cell));
}

static ttt_state ttt_after(const ttt_rules *r, const ttt_state *s, ari_move cell)
{
    ttt_state next = *s;
    ari_side side = ttt_turn(r, s);
    int mine = side == ARI_FIRST ? TTT_ONLY_X : TTT_ONLY_O;
    int theirs = side == ARI_FIRST ? TTT_ONLY_O : TTT_ONLY_X;
    uint8_t lines = ttt_lines_of[cell];
    next.marks[side] |= (uint16_t)TTT_BIT(cell);
    next.lists[mine] |= s->lists[TTT_EMPTY] & lines;
    next.lists[TTT_BLOCKED] |= s->lists[theirs] & lines;
    next.lists[TTT_EMPTY] &= (uint8_t)~lines;
    next.lists[theirs] &= (uint8_t)~lines;
    return next;
}

/* A position from its marks alone: any order of the moves fills the lists alike. */
static ttt_state ttt_from_marks(unsigned x, unsigned o)
{
    ttt_state s = {.marks = {(uint16_t)x, (uint16_t)o}};
    for (int i = 0; i < 8; i++) {
        bool has_x = (x & ttt_lines[i]) != 0, has_o = (o & ttt_lines[i]) != 0;
        int list = has_x && has_o ? TTT_BLOCKED
                   : has_x        ? TTT_ONLY_X
                   : has_o        ? TTT_ONLY_O
                                  : TTT_EMPTY;
        s.lists[list] |= (uint8_t)TTT_BIT(i);
    }
    return s;
}

/* The lines of one list that hold exactly `count` marks. */
static uint8_t ttt_with(const ttt_state *s, int list, int count)
{
    unsigned marks = s->marks[0] | s->marks[1];
    uint8_t found = 0;
    for (int i = 0; i < 8; i++)
        if (s->lists[list] & TTT_BIT(i) &&
            __builtin_popcount(marks & ttt_lines[i]) == count)
            found |= (uint8_t)TTT_BIT(i);
    return found;
}

/* Can anybody still complete a line? Not one that is blocked, nor one with more empty cells
 * than its owner has moves left: in xoxoo.xxo the last cell is x's, and would be of use to
 * o alone. */
static bool ttt_open(const ttt_rules *r, const ttt_state *s)
{
    unsigned empty = TTT_FULL & ~(unsigned)(s->marks[0] | s->marks[1]);
    int left = __builtin_popcount(empty);
    int more = (left + 1) / 2, fewer = left / 2; /* moves of the mover, of the other */
    bool x_moves = ttt_turn(r, s) == ARI_FIRST;
    if (s->lists[TTT_BLOCKED] == 0xff)
        return false;
    for (int i = 0; i < 8; i++) {
        int wanted = __builtin_popcount(empty & ttt_lines[i]);
        int moves = s->lists[TTT_EMPTY] & TTT_BIT(i)    ? more
                    : s->lists[TTT_ONLY_X] & TTT_BIT(i) ? (x_moves ? more : fewer)
                    : s->lists[TTT_ONLY_O] & TTT_BIT(i) ? (x_moves ? fewer : more)
                                                        : 0; /* blocked */
        if (moves && wanted <= moves)
            return true;
    }
    return false;
}

static int ttt_outcome(const ttt_rules *r, const ttt_state *s)
{
    /* Only the side that has just moved can have completed a line. */
    unsigned last = s->marks[!ttt_turn(r, s)];
    for (int i = 0; i < 8; i++)
        if ((last & ttt_lines[i]) == ttt_lines[i])
            return ARI_LOST;
    if ((s->marks[0] | s->marks[1]) == TTT_FULL)
        return ARI_DRAWN;
    return r->early && !ttt_open(r, s) ? ARI_DRAWN : ARI_ON;
}

static void ttt_format_move(const ttt_rules *r, const ttt_state *s, ari_move cell,
                            ari_text *out)
{
    (void)r, (void)s;
    ari_text_add_char(out, (char)('1' + cell));
}

static void ttt_format(const ttt_rules *r, const ttt_state *s, ari_text *out)
{
    (void)r;
    for (int i = 0; i < 9; i++)
        ari_text_add_char(out, s->marks[0] & TTT_BIT(i)   ? 'x'
                               : s->marks[1] & TTT_BIT(i) ? 'o'
                                                          : '.');
}

static bool ttt_has_line(unsigned marks)
{
    for (int i = 0; i < 8; i++)
        if ((marks & ttt_lines[i]) == ttt_lines[i])
            return true;
    return false;
}

/* Could a game that ended with these marks have gone on until its very last move? There
 * must be a mark of the winner whose removal leaves no line. */
static bool ttt_last_move_ended_it(unsigned marks)
{
    for (int i = 0; i < 9; i++)
        if (marks & TTT_BIT(i) && !ttt_has_line(marks & ~TTT_BIT(i)))
            return true;
    return false;
}

/* Is there an order of the moves in which a game of early draws does not end too soon? */
static bool ttt_reachable(const ttt_rules *r, const ttt_state *s)
{
    int count = __builtin_popcount(s->marks[0] | s->marks[1]);
    if (count == 0)
        return true;
    int last = !ttt_turn(r, s);
    for (int i = 0; i < 9; i++) {
        if (!(s->marks[last] & TTT_BIT(i)))
            continue;
        unsigned marks[2] = {s->marks[0], s->marks[1]};
        marks[last] &= ~TTT_BIT(i);
        ttt_state before = ttt_from_marks(marks[0], marks[1]);
        if (ttt_outcome(r, &before) == ARI_ON && ttt_reachable(r, &before))
            return true;
    }
    return false;
}

static ari_status ttt_parse(const ttt_rules *r, const char *text, ttt_state *s,
                            ari_error *error)
{
    uint16_t marks[2] = {0, 0};
    int cells = 0;
    for (size_t at = 0; text[at]; at++) {
        char c = text[at];
        if (c == '/' && cells % 3 == 0 && cells > 0)
            continue;
        bool x = c == 'x' || c == 'X', o = c == 'o' || c == 'O';
        if (!x && !o && c != '.')
            return ari_fail(error, ARI_SYNTAX, at,
                            "a board is nine characters x, o or ., without '%c'", c);
        if (cells == 9)
            return ari_fail(error, ARI_SYNTAX, at, "a board has nine cells, no more");
        if (x || o)
            marks[o] |= (uint16_t)TTT_BIT(cells);
        cells++;
    }
    if (cells != 9)
        return ari_fail(error, ARI_SYNTAX, strlen(text),
                        "a board has nine cells, and here are only %d", cells);
    int xs = __builtin_popcount(marks[0]), os = __builtin_popcount(marks[1]);
    if (xs != os && xs != os + 1)
        return ari_fail(error, ARI_ILLEGAL, 0,
                        "x moves first, so there cannot be %d x and %d o", xs, os);
    bool x_won = ttt_has_line(marks[0]), o_won = ttt_has_line(marks[1]);
    if (x_won && o_won)
        return ari_fail(error, ARI_ILLEGAL, 0, "x and o cannot both have a line");
    if ((x_won && xs == os) || (o_won && xs != os))
        return ari_fail(error, ARI_ILLEGAL, 0, "%s moved after %s had won",
                        x_won ? "o" : "x", x_won ? "x" : "o");
    if ((x_won || o_won) && !ttt_last_move_ended_it(marks[o_won]))
        return ari_fail(error, ARI_ILLEGAL, 0, "%s moved on after winning",
                        x_won ? "x" : "o");
    *s = ttt_from_marks(marks[0], marks[1]);
    if (!ttt_reachable(r, s))
        return ari_fail(error, ARI_ILLEGAL, 0,
                        "the game was drawn before the last of these moves");
    return ARI_OK;
}

static void ttt_board(const ttt_rules *r, const ttt_state *s, ari_board *board)
{
    ari_board_size(board, 3, 3);
    bool on = ttt_outcome(r, s) == ARI_ON;
    for (int i = 0; i < 9; i++) {
        ari_cell *cell = &board->cells[i];
        cell->kind = ARI_CELL_SQUARE;
        if (s->marks[0] & TTT_BIT(i))
            cell->owner = ARI_OWNER_FIRST;
        else if (s->marks[1] & TTT_BIT(i))
            cell->owner = ARI_OWNER_SECOND;
        else if (on)
            cell->move = (ari_move)i;
        cell->text[0] = cell->owner ? "xo"[cell->owner - 1] : (char)('1' + i);
    }
    if (!on)
        ari_board_lines(board, ari_owner_of(!ttt_turn(r, s)), 3);
}

/* D5: the eight lines, list by list. */
static void ttt_list_lines(const ttt_rules *r, const ttt_state *s, ari_part_sink *sink,
                           void *self)
{
    static const struct {
        const char *kind;
        ari_owner owner;
    } lists[4] = {[TTT_EMPTY] = {"empty", ARI_NOBODY},
                  [TTT_ONLY_X] = {"x", ARI_OWNER_FIRST},
                  [TTT_ONLY_O] = {"o", ARI_OWNER_SECOND},
                  [TTT_BLOCKED] = {"blocked", ARI_OWNER_BOTH}};
    (void)r;
    for (int i = 0; i < 4 * 8; i++) {
        int list = i / 8, line = i % 8;
        if (!(s->lists[list] & TTT_BIT(line)))
            continue;
        ari_part part = {.kind = lists[list].kind, .owner = (uint8_t)lists[list].owner};
        for (unsigned cells = ttt_lines[line]; cells; cells &= cells - 1)
            part.cells[part.count++] = (uint16_t)__builtin_ctz(cells);
        sink(self, &part);
    }
}

/* ---- symmetry ---- */

/* The cells as seen after a quarter turn and after a reflection. */
static const uint8_t ttt_turned[9] = {6, 3, 0, 7, 4, 1, 8, 5, 2};
static const uint8_t ttt_mirrored[9] = {2, 1, 0, 5, 4, 3, 8, 7, 6};

static unsigned ttt_moved(unsigned marks, const uint8_t from[9])
{
    unsigned result = 0;
    for (int i = 0; i < 9; i++)
        if (marks & TTT_BIT(from[i]))
            result |= TTT_BIT(i);
    return result;
}

static ttt_state ttt_canonical(const ttt_rules *r, const ttt_state *s)
{
    (void)r;
    unsigned x = s->marks[0], o = s->marks[1], best_x = x, best_o = o;
    for (int i = 1; i < 8; i++) {
        const uint8_t *map = i == 4 ? ttt_mirrored : ttt_turned;
        x = ttt_moved(x, map);
        o = ttt_moved(o, map);
        if (x < best_x || (x == best_x && o < best_o)) {
            best_x = x;
            best_o = o;
        }
    }
    return ttt_from_marks(best_x, best_o);
}

/* ---- the player that follows rules ---- */

#define TTT_CENTRE 0020u
#define TTT_CORNERS 0505u
#define TTT_SIDES 0252u

/* The empty cells in which at least `crossing` of the lines meet. */
static unsigned ttt_meeting(const ttt_state *s, uint8_t lines, int crossing)
{
    unsigned cells = 0;
    for (int i = 0; i < 9; i++)
        if (!((s->marks[0] | s->marks[1]) & TTT_BIT(i)) &&
            __builtin_popcount(lines & ttt_lines_of[i]) >= crossing)
            cells |= TTT_BIT(i);
    return cells;
}

/* The rules come in two wordings. As the document lists them (TTT_AS_WRITTEN), win, block,
 * make a fork and so on, two of them are not enough, and whoever follows them as second
 * player loses some games: 1 5 6 2 8 3 7 9 4 is one. The first wording (TTT_REPAIRED) mends
 * both and begins with what the document says of openings:
 *
 * - Making two in a line forces the opponent's next move, and that may be his fork: x in two
 *   opposite corners, o in the centre; o taking a third corner forces x into the fourth.
 *   That block must be no fork. Nor may it prepare one: x has 2 and 6, o has 1; o in 4
 *   forces x into 7, where x has no fork yet, but then more cells to make one than o can
 *   take. So there must be no cell for a fork after the block either.
 * - Of several cells for a fork, as written any may be taken; better is one that leaves
 *   the opponent no other. */
enum { TTT_REPAIRED, TTT_AS_WRITTEN };

static const ari_wording ttt_wordings[] = {
    {"as-written", "the rules as the document lists them; they lose some games"},
    {.name = NULL},
};

/* Moves that make two in a line, so that the opponent must block; repaired, only those that
 * leave him without a fork in that block and after it. */
static unsigned ttt_forcing(const ttt_rules *r, const ttt_state *s, int mine, int theirs,
                            int wording)
{
    uint8_t lines = ttt_with(s, mine, 1);
    unsigned good = 0, empty = TTT_FULL & ~(unsigned)(s->marks[0] | s->marks[1]);
    for (int i = 0; i < 8; i++) {
        if (!(lines & TTT_BIT(i)))
            continue;
        for (unsigned cells = ttt_lines[i] & empty; cells; cells &= cells - 1) {
            ari_move cell = (ari_move)__builtin_ctz(cells);
            unsigned block = ttt_lines[i] & empty & ~TTT_BIT(cell);
            ttt_state forced = ttt_after(r, s, cell);
            ttt_state blocked = ttt_after(r, &forced, (ari_move)__builtin_ctz(block));
            if (wording == TTT_AS_WRITTEN ||
                (!(ttt_meeting(&forced, ttt_with(&forced, theirs, 1), 2) & block) &&
                 !ttt_meeting(&blocked, ttt_with(&blocked, theirs, 1), 2)))
                good |= TTT_BIT(cell);
        }
    }
    return good;
}

/* Of several forking cells, those whose taking leaves the opponent no other. */
static unsigned ttt_last_fork(const ttt_rules *r, const ttt_state *s, unsigned forks,
                              int theirs)
{
    unsigned good = 0;
    for (unsigned cells = forks; cells; cells &= cells - 1) {
        ttt_state next = ttt_after(r, s, (ari_move)__builtin_ctz(cells));
        if (!ttt_meeting(&next, ttt_with(&next, theirs, 1), 2))
            good |= cells & -cells;
    }
    return good ? good : forks;
}

static unsigned ttt_opposite(unsigned corners)
{
    static const uint8_t turned_twice[9] = {8, 7, 6, 5, 4, 3, 2, 1, 0};
    return ttt_moved(corners, turned_twice);
}

static void ttt_advise(const ttt_rules *r, const ttt_state *s, int wording,
                       ari_advice *advice)
{
    ari_side side = ttt_turn(r, s);
    int mine = side == ARI_FIRST ? TTT_ONLY_X : TTT_ONLY_O;
    int theirs = side == ARI_FIRST ? TTT_ONLY_O : TTT_ONLY_X;
    unsigned me = s->marks[side], you = s->marks[!side];
    unsigned empty = TTT_FULL & ~(me | you);
    unsigned fork = ttt_meeting(s, ttt_with(s, theirs, 1), 2);
    /* After a first move on a side: the centre, a corner beside it, or the side opposite.
     */
    unsigned beside = you & TTT_SIDES ? TTT_CENTRE | ttt_opposite(you) : 0;
    for (int i = 0; i < 4; i++)
        if (you & ttt_lines[(const int[]){0, 2, 3, 5}[i]])
            beside |= ttt_lines[(const int[]){0, 2, 3, 5}[i]] & TTT_CORNERS;

    const struct {
        const char *rule;
        unsigned cells;
    } rules[] = {
        {"open in a corner", empty == TTT_FULL ? TTT_CORNERS : 0},
        {"answer a corner with the centre",
         !me && you & TTT_CORNERS && !(you & (you - 1)) ? TTT_CENTRE : 0},
        {"answer the centre with a corner", !me && you == TTT_CENTRE ? TTT_CORNERS : 0},
        {"answer a side with the centre, a corner beside it or the side opposite",
         !me && you & TTT_SIDES && !(you & (you - 1)) ? beside : 0},
        {"win", ttt_meeting(s, ttt_with(s, mine, 2), 1)},
        {"block", ttt_meeting(s, ttt_with(s, theirs, 2), 1)},
        {"make a fork", ttt_meeting(s, ttt_with(s, mine, 1), 2)},
        {"prevent a fork by making two in a line",
         fork ? ttt_forcing(r, s, mine, theirs, wording) : 0},
        {"prevent a fork by taking its cell",
         wording == TTT_AS_WRITTEN ? fork : ttt_last_fork(r, s, fork, theirs)},
        {"take the centre", TTT_CENTRE},
        {"take the corner opposite to the opponent's", ttt_opposite(you & TTT_CORNERS)},
        {"take a corner", TTT_CORNERS},
        {"take a side", TTT_SIDES},
    };
    size_t listed = wording == TTT_AS_WRITTEN ? 4 : 0; /* openings stand elsewhere */
    for (size_t i = listed; i < sizeof rules / sizeof *rules; i++) {
        unsigned cells = rules[i].cells & empty;
        if (!cells)
            continue;
        advice->rule = rules[i].rule;
        advice->count = 0;
        for (; cells; cells &= cells - 1)
            advice->moves[advice->count++] = (ari_move)__builtin_ctz(cells);
        return;
    }
}

/* ---- hints for searches ---- */

static int ttt_centre(const ttt_rules *r, ari_move cell)
{
    (void)r;
    return TTT_BIT(cell) & TTT_CENTRE ? 0 : TTT_BIT(cell) & TTT_CORNERS ? 2 : 1;
}

static int ttt_longest(const ttt_rules *r, const ttt_state *s)
{
    (void)r;
    return 9 - __builtin_popcount(s->marks[0] | s->marks[1]);
}

static bool ttt_draws_last(const ttt_rules *r)
{
    return !r->early;
}

static double ttt_positions(const ttt_rules *r)
{
    (void)r;
    return 19683;
}

#define GAME ttt
#define GAME_MAX_MOVES 9
#define GAME_LEGAL ttt_legal
#define GAME_MOVE_COUNT(r) 9
#define GAME_SHORT_MOVES ari_always
#define GAME_CANONICAL ttt_canonical
#define GAME_CENTRE ttt_centre
#define GAME_LONGEST ttt_longest
#define GAME_DRAWS_LAST ttt_draws_last
#define GAME_POSITIONS ttt_positions
#define GAME_ADVISE ttt_advise
#define GAME_WORDINGS ttt_wordings
#define GAME_LINES ttt_list_lines
#include <ariadne/instance.h>

/* Measured: docs/levels.md. */
static const ari_level ttt_levels[ARI_LEVELS] = {
    {.sight = 0.2},
    {.sight = 2, .slip = 0.8},
    {.sight = 2.5, .slip = 0.75},
    {.sight = 3, .slip = 0.7},
    {.sight = 4, .slip = 0.7},
    {.sight = 4, .slip = 0.3},
    {.sight = 4.5, .slip = 0.3},
    {.sight = 5, .slip = 0.2},
    {.sight = 5.5, .slip = 0.2},
    {.sight = ARI_SIGHT_ALL},
};

const ari_game ari_game_tictactoe = {
    GAME_CORE,
    .id = "tictactoe",
    .title = "Tic-tac-toe",
    .about =
        "Two players, x and o, mark the cells of a 3x3 board in turn; x begins.\n"
        "Three of your marks in a row, column or diagonal win. The game is drawn when\n"
        "no line can be completed any more, even if cells are left.\n"
        "Type the number of a cell: 1 2 3 in the top row, 7 8 9 at the bottom.",
    .options = ttt_options,
    .levels = ttt_levels,
};
